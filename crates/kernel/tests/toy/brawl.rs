//! A tiny combat system, made so that every kind of draw, window and act that the kernel knows occurs in it.
//!
//! Rounds begin by themselves: everybody chooses a guard in secret, and a d6 says which side goes first. A turn is a strike (the target
//! may parry or strike back at once), a sweep at all enemies, a frenzy with an exploding die, a yell that may make one enemy flee,
//! or waiting. While one acts, its friends may cheer.

mod occasion;
mod resolve;
mod state;

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use affray_kernel::account::Toll;
use affray_kernel::catalogue::{Catalogue, rule_number};
use affray_kernel::content::{self, AllProblems, Located, Problems, Source};
use affray_kernel::gauge::Gauge;
use affray_kernel::meaning::Meaning;
use affray_kernel::notation::{Unknown, Unread, Words};
use affray_kernel::occasion::Occasion;
use affray_kernel::sheet::{SheetLine, SheetSection};
use affray_kernel::story::{Note, Sentence};
use affray_kernel::view::{CreatureView, TimeView, View};
use affray_kernel::{
    Ask, Aspect, CreatureId, Figure, Group, Next, Play, Refusal, RuleId, Scene, System,
};
use serde::{Deserialize, Serialize};

use state::Roster;
pub(crate) use state::{Act, Body, Fact, Guard, State, Window};

const IDS: &[&str] = &[
    "brawl/round",
    "brawl/guard",
    "brawl/strike",
    "brawl/parry",
    "brawl/riposte",
    "brawl/sweep",
    "brawl/frenzy",
    "brawl/yell",
    "brawl/cheer",
    "brawl/advice",
];

const fn rule(id: &str) -> RuleId {
    rule_number(IDS, id)
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Brawl;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub fighter: Vec<Fighter>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fighter {
    pub name: String,
    pub side: String,
    pub hp: i16,
    #[serde(default)]
    pub might: i16,
    /// Never flees.
    #[serde(default)]
    pub brave: bool,
}

#[derive(Deserialize)]
struct Scenario {
    #[serde(default)]
    system: Option<String>,
    fighter: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    name: String,
    side: String,
    hp: Option<i16>,
    might: Option<i16>,
    #[serde(default)]
    brave: bool,
    like: Option<Located<String>>,
}

#[derive(Deserialize)]
struct Breed {
    name: String,
    hp: i16,
    might: i16,
}

impl System for Brawl {
    const ID: &'static str = "brawl";
    const NAME: &'static str = "Brawl";
    const EDITION: u32 = 1;

    type Setup = Setup;
    type State = State;
    type Fact = Fact;
    type Act = Act;
    type Window = Window;

    const OCCASIONS: &'static [Occasion] = occasion::ALL;

    fn occasion(window: &Window) -> Occasion {
        occasion::of(window)
    }

    fn catalogue() -> &'static Catalogue {
        static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut text = String::from(
                "[system]\nid = 'brawl'\nname = 'Brawl'\nsummary = 'A toy.'\nunits = 'd6, d20'\n",
            );
            for id in IDS {
                let kind = if id.ends_with("advice") {
                    "guidance"
                } else {
                    "mechanic"
                };
                text.push_str(&format!(
                    "[[rule]]\nid = '{id}'\nkind = '{kind}'\ntext = 'A rule.'\n"
                ));
            }
            Catalogue::read(&Source::new("brawl.toml", text)).expect("a right catalogue")
        });
        &CATALOGUE
    }

    fn compose(scenario: &Source, library: &[Source]) -> Result<Setup, AllProblems> {
        let written: Scenario = content::read(scenario)?;
        let mut problems = Problems::none(scenario);
        let breeds: Vec<Breed> = library
            .iter()
            .map(content::read)
            .collect::<Result<_, _>>()?;
        if written.system.is_some_and(|system| system != "brawl") {
            problems.add_at_path("system", "this is no brawl", None);
        }
        let mut fighter = Vec::new();
        for one in written.fighter {
            let breed = one.like.as_ref().and_then(|like| {
                let breed = breeds.iter().find(|breed| breed.name == like.value);
                if breed.is_none() {
                    let message = format!("there is no breed `{}`", like.value);
                    problems.add(like.span.clone(), message, None);
                }
                breed
            });
            fighter.push(Fighter {
                name: one.name,
                side: one.side,
                hp: one.hp.or(breed.map(|breed| breed.hp)).unwrap_or(10),
                might: one.might.or(breed.map(|breed| breed.might)).unwrap_or(0),
                brave: one.brave,
            });
        }
        Ok(problems.or(Setup { fighter })?)
    }

    fn toll(_: &State, fact: &Fact) -> Option<Toll> {
        Some(match *fact {
            Fact::Struck(by, on, _) => Toll::Acts { by, on: Some(on) },
            Fact::Hurt(on, points) => Toll::Harm {
                on,
                points: i32::from(points),
                cause: "",
            },
            Fact::Cheered(by) => Toll::spends(by, "cheers", 1),
            _ => return None,
        })
    }

    fn vigour(state: &State, who: CreatureId) -> i32 {
        i32::from(state.body(who).hp) * 100
    }

    fn takes_part(state: &State, who: CreatureId) -> bool {
        state.is_up(who)
    }

    fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
        let mut reasons = Vec::new();
        let mut sides: Vec<String> = Vec::new();
        for fighter in &setup.fighter {
            if !sides.contains(&fighter.side) {
                sides.push(fighter.side.clone());
            }
            if fighter.hp < 1 {
                reasons.push(format!("{} has no hit points", fighter.name));
            }
        }
        if sides.len() != 2 {
            reasons.push(format!("{} sides where two were expected", sides.len()));
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let body = |fighter: &Fighter| Body {
            hp: fighter.hp,
            guard: None,
            ready: true,
            cheered: false,
            acted: true,
            gone: false,
        };
        Ok(State {
            bodies: setup.fighter.iter().map(body).collect(),
            roster: Roster {
                fighters: Arc::new(setup.fighter.clone()),
                sides: Arc::new(sides),
            },
            round: 0,
            first: 0,
            happened: 0,
        })
    }

    fn next(state: &State) -> Next<Self> {
        let mut up: Vec<u8> = state
            .ids()
            .filter(|&who| state.is_up(who))
            .map(|who| state.side_of(who))
            .collect();
        up.dedup();
        up.sort_unstable();
        up.dedup();
        if let [] | [_] = up.as_slice() {
            return Next::Over(up.first().copied());
        }
        let Some(current) = state.current() else {
            return Next::Auto(Act::Round);
        };
        let friends = state.ids().filter(|&who| {
            who != current
                && state.is_up(who)
                && state.side_of(who) == state.side_of(current)
                && !state.body(current).cheered
        });
        Next::Await {
            must: Ask::open(current, Window::Turn),
            may: friends.map(|who| Ask::open(who, Window::Cheer)).collect(),
        }
    }

    fn check(state: &State, ask: &Ask<Self>, act: &Act) -> Result<(), Refusal> {
        let wrong = |id| Refusal::new(rule(id), "that is no answer here");
        match (ask.window, act) {
            (Window::Turn, Act::Strike(target) | Act::Frenzy(target)) => {
                if state.enemies(ask.who).contains(target) {
                    Ok(())
                } else {
                    let words = "{} is no standing enemy ({} hit points)";
                    Err(Refusal::new(rule("brawl/strike"), words)
                        .with(Figure::Creature(*target))
                        .with(Figure::Number(state.body(*target).hp.into())))
                }
            }
            (Window::Turn, Act::Sweep | Act::Yell | Act::Wait | Act::Endless | Act::Deeper)
            | (Window::Guard, Act::Guard(_))
            | (Window::Scared, Act::Pass)
            | (Window::Struck { .. }, Act::Parry | Act::Riposte | Act::Pass)
            | (Window::Cheer, Act::Cheer | Act::Pass) => Ok(()),
            (Window::Scared, Act::Flee) if !state.fighter(ask.who).brave => Ok(()),
            (Window::Scared, _) => Err(wrong("brawl/yell")),
            (Window::Guard, _) => Err(wrong("brawl/guard")),
            (Window::Cheer, _) => Err(wrong("brawl/cheer")),
            (Window::Turn | Window::Struck { .. }, _) => Err(wrong("brawl/strike")),
        }
    }

    fn offers(state: &State, ask: &Ask<Self>, found: &mut dyn FnMut(Act) -> ControlFlow<()>) {
        let acts: Vec<Act> = match ask.window {
            Window::Turn => {
                let enemies = state.enemies(ask.who);
                let aimed = enemies
                    .iter()
                    .flat_map(|&at| [Act::Strike(at), Act::Frenzy(at)]);
                aimed.chain([Act::Sweep, Act::Yell, Act::Wait]).collect()
            }
            Window::Guard => vec![Act::Guard(Guard::High), Act::Guard(Guard::Low)],
            Window::Struck { .. } => vec![Act::Parry, Act::Riposte, Act::Pass],
            Window::Scared if state.fighter(ask.who).brave => vec![Act::Pass],
            Window::Scared => vec![Act::Flee, Act::Pass],
            Window::Cheer => vec![Act::Cheer, Act::Pass],
        };
        for act in acts {
            if found(act).is_break() {
                return;
            }
        }
    }

    fn sheet(state: &State, who: CreatureId) -> Vec<SheetSection> {
        let hp = SheetLine::plain("hit points", state.fighter(who).hp);
        vec![SheetSection::new("Fighter", [hp])]
    }

    fn refused(_: &State, _: &Ask<Self>, _: &mut dyn FnMut(Act, Refusal)) {}

    fn aspect(_: &State, _: CreatureId, act: &Act) -> Aspect {
        match act {
            Act::Strike(at) | Act::Frenzy(at) => Aspect::of(Group::Attack).at([*at]),
            Act::Guard(_) | Act::Parry => Aspect::of(Group::Defend),
            _ => Aspect::of(Group::Other),
        }
    }

    fn silence(_: &State, ask: &Ask<Self>) -> Option<Act> {
        match ask.window {
            Window::Turn => Some(Act::Wait),
            Window::Guard => None,
            Window::Struck { .. } | Window::Scared | Window::Cheer => Some(Act::Pass),
        }
    }

    fn resolve(scene: &mut Scene<'_, Self>, who: Option<CreatureId>, act: &Act) -> Play {
        resolve::resolve(scene, who, act)
    }

    fn apply(state: &mut State, fact: &Fact) {
        state.happened += 1;
        match *fact {
            Fact::Began(round, first) => {
                state.round = round;
                state.first = first;
                for body in &mut state.bodies {
                    body.ready = true;
                    body.acted = false;
                    body.cheered = false;
                }
            }
            Fact::Guarded(who, guard) => state.body_mut(who).guard = Some(guard),
            Fact::Used(who) => state.body_mut(who).ready = false,
            Fact::Hurt(who, harm) => state.body_mut(who).hp -= harm,
            Fact::Acted(who) => state.body_mut(who).acted = true,
            Fact::Gone(who) => state.body_mut(who).gone = true,
            Fact::Cheered(who) => state.body_mut(who).cheered = true,
            Fact::SetHp(who, hp) => state.body_mut(who).hp = hp,
            Fact::Struck(..) | Fact::Parried(..) | Fact::Lost(_) => {}
        }
    }

    fn knows_fact(state: &State, fact: &Fact) -> bool {
        let known = |who: CreatureId| who.index() < state.bodies.len();
        match *fact {
            Fact::Began(..) => true,
            Fact::Struck(by, on, _) | Fact::Parried(by, on) => known(by) && known(on),
            Fact::Guarded(who, _)
            | Fact::Used(who)
            | Fact::Hurt(who, _)
            | Fact::Acted(who)
            | Fact::Lost(who)
            | Fact::Gone(who)
            | Fact::Cheered(who)
            | Fact::SetHp(who, _) => known(who),
        }
    }

    fn knows_act(state: &State, act: &Act) -> bool {
        match act {
            Act::Strike(on) | Act::Frenzy(on) => on.index() < state.bodies.len(),
            _ => true,
        }
    }

    fn forget(state: &mut State) {
        state.happened = 0;
        state.round = 0;
    }

    fn simple(state: &State, ask: &Ask<Self>) -> Option<Act> {
        Some(match ask.window {
            Window::Turn => state
                .enemies(ask.who)
                .into_iter()
                .min_by_key(|&enemy| state.body(enemy).hp)
                .map_or(Act::Wait, Act::Strike),
            Window::Guard => Act::Guard(Guard::High),
            Window::Struck { .. } => Act::Parry,
            Window::Scared => Act::Pass,
            Window::Cheer => return None,
        })
    }

    fn policy(_: &State, _: CreatureId) -> Option<&str> {
        None
    }

    fn corrected_by() -> RuleId {
        rule("brawl/advice")
    }

    fn meaning(_: &State, _: &Ask<Self>, _: &Act) -> Meaning {
        Meaning::of(rule("brawl/round"), "Does what it says.")
    }

    fn asked_by(_: &State, ask: &Ask<Self>) -> RuleId {
        rule(match ask.window {
            Window::Turn => "brawl/round",
            Window::Guard => "brawl/guard",
            Window::Struck { .. } => "brawl/parry",
            Window::Scared => "brawl/yell",
            Window::Cheer => "brawl/cheer",
        })
    }

    fn print(state: &State, _: Option<CreatureId>, act: &Act) -> String {
        let name = |who: &CreatureId| Self::name(state, *who);
        match act {
            Act::Strike(target) => format!("strike {}", name(target)),
            Act::Frenzy(target) => format!("frenzy {}", name(target)),
            Act::Guard(Guard::High) => "guard high".to_owned(),
            Act::Guard(Guard::Low) => "guard low".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn parse_knowing(
        state: &State,
        who: Option<CreatureId>,
        _: &Unknown,
        text: &str,
    ) -> Result<Act, Unread> {
        Self::parse(state, who, text)
    }

    fn parse(state: &State, _: Option<CreatureId>, text: &str) -> Result<Act, Unread> {
        let mut words = Words::new(text);
        let names: Vec<&str> = state
            .roster
            .fighters
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        let target = |words: &mut Words<'_>| {
            let name = words.name("fighter", names.iter().copied())?;
            Self::creature(state, name).ok_or_else(|| Unread::new("nobody"))
        };
        let known = [
            "strike", "frenzy", "guard", "sweep", "yell", "wait", "parry", "riposte", "flee",
            "pass", "cheer", "endless", "deeper",
        ];
        let act = match words.name("act", known)? {
            "strike" => Act::Strike(target(&mut words)?),
            "frenzy" => Act::Frenzy(target(&mut words)?),
            "guard" => match words.name("guard", ["high", "low"])? {
                "high" => Act::Guard(Guard::High),
                _ => Act::Guard(Guard::Low),
            },
            "sweep" => Act::Sweep,
            "yell" => Act::Yell,
            "wait" => Act::Wait,
            "parry" => Act::Parry,
            "riposte" => Act::Riposte,
            "flee" => Act::Flee,
            "cheer" => Act::Cheer,
            "endless" => Act::Endless,
            "deeper" => Act::Deeper,
            _ => Act::Pass,
        };
        words.end()?;
        Ok(act)
    }

    fn question(state: &State, ask: &Ask<Self>) -> String {
        match ask.window {
            Window::Turn => "what do you do?".to_owned(),
            Window::Guard => "which guard?".to_owned(),
            Window::Struck { by } => format!("{} strikes you: parry?", Self::name(state, by)),
            Window::Scared => "do you flee?".to_owned(),
            Window::Cheer => "do you cheer?".to_owned(),
        }
    }

    /// Nobody comes to a brawl.
    fn newcomers(
        _: &Self::State,
        _: &affray_kernel::content::Source,
        _: &[affray_kernel::content::Source],
    ) -> Result<Vec<Self::Fact>, affray_kernel::content::AllProblems> {
        Ok(Vec::new())
    }

    fn removed(_: &Self::State, _: CreatureId) -> bool {
        false
    }

    fn leaves(_: &State, _: CreatureId) -> Result<Vec<Fact>, Unread> {
        Err(Unread::new("nobody leaves a brawl"))
    }

    fn switches(_: &Self::State) -> Vec<affray_kernel::switch::Switch> {
        Vec::new()
    }

    fn correction(state: &State, text: &str) -> Result<Vec<Fact>, Unread> {
        let mut words = Words::new(text);
        let path = words.need("path")?;
        let name = path
            .strip_suffix(".hp")
            .ok_or_else(|| Unread::new("only hp can be set"))?;
        let who = Self::creature(state, name).ok_or_else(|| Unread::new("nobody of that name"))?;
        let hp = words.number("number of hit points")?;
        words.end()?;
        Ok(vec![Fact::SetHp(who, hp)])
    }

    fn tell(state: &State, note: &Note<Self>) -> Option<Sentence> {
        let name = |who: CreatureId| Self::name(state, who).to_owned();
        let Note::Fact(fact) = note else {
            return None;
        };
        Some(match *fact {
            Fact::Began(round, _) => Sentence::heading(format!("Round {round}")),
            Fact::Struck(who, target, hits) => Sentence::event(format!(
                "{} {} {}",
                name(who),
                if hits { "hits" } else { "misses" },
                name(target)
            )),
            Fact::Parried(who, from) => {
                Sentence::event(format!("{} parries {}", name(who), name(from)))
            }
            Fact::Hurt(who, harm) => {
                Sentence::event(format!("{} loses {harm} hit points", name(who)))
            }
            Fact::Gone(who) => Sentence::event(format!("{} flees", name(who))),
            Fact::Lost(who) => Sentence::event(format!("{} falls in mid-blow", name(who))),
            Fact::Cheered(who) => Sentence::event(format!("{} is cheered", name(who))),
            Fact::SetHp(who, hp) => {
                Sentence::event(format!("{} now has {hp} hit points", name(who)))
            }
            Fact::Guarded(..) | Fact::Used(_) | Fact::Acted(_) => return None,
        })
    }

    fn name(state: &State, who: CreatureId) -> &str {
        state
            .roster
            .fighters
            .get(who.index())
            .map_or("?", |one| &one.name)
    }

    fn spoken(state: &State, who: CreatureId) -> String {
        Self::name(state, who).to_owned()
    }

    fn creature(state: &State, name: &str) -> Option<CreatureId> {
        state.ids().find(|&who| Self::name(state, who) == name)
    }

    fn side(state: &State, who: CreatureId) -> u8 {
        state.side_of(who)
    }

    fn sides(state: &State) -> &[String] {
        &state.roster.sides
    }

    fn count(state: &State) -> usize {
        state.bodies.len()
    }

    fn thing(_: &State, number: u16) -> String {
        format!("thing {number}")
    }

    fn look(state: &State, path: &str) -> Option<serde_json::Value> {
        if path == "round" {
            return Some(state.round.into());
        }
        let (name, field) = path.split_once('.')?;
        let body = state.body(Self::creature(state, name)?);
        Some(match field {
            "hp" => body.hp.into(),
            "gone" => body.gone.into(),
            "guard" => match body.guard {
                Some(Guard::High) => "high".into(),
                Some(Guard::Low) => "low".into(),
                None => serde_json::Value::Null,
            },
            "conditions" => [("ready", body.ready), ("cheered", body.cheered)]
                .iter()
                .filter(|(_, holds)| *holds)
                .map(|(word, _)| serde_json::Value::from(*word))
                .collect(),
            _ => return None,
        })
    }

    fn view(state: &State) -> View {
        let creature = |who: CreatureId| CreatureView {
            id: who,
            name: Self::name(state, who).to_owned(),
            side: state.side_of(who),
            space: None,
            facing: None,
            size: String::new(),
            reach: None,
            gauges: vec![(
                "hit points",
                Gauge {
                    current: state.body(who).hp,
                    maximum: state.fighter(who).hp,
                    temporary: 0,
                    rises: false,
                },
            )],
            conditions: Vec::new(),
            holding: Vec::new(),
            active: state.is_up(who),
            hidden_from: Vec::new(),
        };
        View {
            creatures: state.ids().map(creature).collect(),
            time: TimeView {
                heading: format!("Round {}", state.round),
                rows: Vec::new(),
                axis: None,
                stages: None,
                underway: Vec::new(),
            },
            map: None,
            things: Vec::new(),
        }
    }

    fn schemas() -> Vec<(String, serde_json::Value)> {
        Vec::new()
    }
}
