//! Attacks on a square in which somebody is suspected who is not named (`hidden/declare-square`): they go to whoever is Hidden to the
//! attacker there, or to nobody, and nothing about them tells which it was until they hit.

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::attack::{self, Aimed, Attempt, Kind, Made, Thrown};
use super::cover::line_of_effect;
use super::luck::{Keeps, Luck};
use super::numbers::present;
use super::sight::{self, is_hidden, is_undetected};
use super::terrain::standing_height;
use super::zero_g;
use crate::ThreeAction;
use crate::act::{Act, Aim, Target};
use crate::fact::{Fact, Verdict};
use crate::ids::{refuse, rule};
use crate::offers::{arms, beside};
use crate::sheet::{CriticalSuccess, Size, Use};
use crate::state::{Arm, State};

/// Whether an Attack can go to a square, whoever may be there: nothing of that depends on whether anybody is.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn can_be_aimed_at(state: &State, who: CreatureId, at: Cell) -> Result<(), Refusal> {
    if !state.cast.map.contains(at.with_height(0)) {
        return Err(refuse!(
            "hidden/declare-square",
            "that square is not on the map"
        ));
    }
    // The largest is reached past more than anybody else.
    if line_of_effect(state, state.space(who), Space::cell(at), Size::Colossal) {
        return Ok(());
    }
    Err(refuse!(
        "line-of-effect/required",
        "there is no Line of Effect from {} to that square",
        Figure::Creature(who)
    ))
}

/// Why nothing but an Attack goes to a square whoever is there: Maneuvers, and Spells without an Attack, are made on somebody.
pub(crate) fn names_nobody() -> Refusal {
    refuse!(
        "hidden/declare-square",
        "only an Attack with a weapon or a Spell goes to whoever is in a square: name the creature that is suspected there"
    )
}

/// An Attack on a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack<'t> {
    /// Who attacks.
    pub(crate) by: CreatureId,
    /// Where.
    pub(crate) at: Cell,
    /// How.
    pub(crate) kind: Kind,
    /// With what; nothing for Spells.
    pub(crate) with: Option<Arm>,
    /// What is added to the roll.
    pub(crate) tally: &'t Tally,
    /// What the roll is called, and its rule.
    pub(crate) roll: (&'static str, RuleId),
    /// What the Defense is called that it is rolled against.
    pub(crate) defense: &'static str,
}

/// Whom an Attack on a square has hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) struct Struck {
    /// Who it is.
    pub(crate) on: CreatureId,
    /// How well.
    pub(crate) verdict: Verdict,
    /// The Attack, whose effect is still to come.
    pub(crate) made: Made,
}

impl Attack<'_> {
    /// Whom it goes to.
    fn meets(self, state: &State) -> Option<CreatureId> {
        met_in(state, self.by, self.at)
    }

    fn on(self, on: CreatureId, aimed: Aimed) -> Attempt {
        Attempt {
            by: self.by,
            on,
            kind: self.kind,
            with: self.with,
            aimed,
        }
    }

    /// What helps or hinders it as far as the attacker knows: what it brings itself, the distance, and that nobody is seen there.
    fn luck(self, state: &State) -> Luck {
        let mut luck = Luck::default();
        attack::of_attacker(state, self.on(self.by, Aimed::Directly), &mut luck);
        let (own, there) = (state.space(self.by), Space::cell(self.at));
        if self.kind == Kind::Ranged && state.grid().distance(own, there) <= 1 {
            luck.disadvantage(
                "Disadvantage: target within 5 ft",
                rule!("ranged-attack/close-disadvantage"),
            );
        }
        luck.disadvantage("Disadvantage: Concealed", rule!("concealed/disadvantage"));
        luck.cites(rule!("concealed/definition"));
        luck.cites(rule!("hidden/definition"));
        luck
    }
}

/// Whom an Attack on a square goes to: of several the first in the order of the fight. Whom it has not noticed nobody can aim at
/// (`undetected/targeting`).
fn met_in(state: &State, by: CreatureId, at: Cell) -> Option<CreatureId> {
    let own = state.space(by);
    state.creatures().find(|on| {
        let space = state.space(*on);
        present(state, *on)
            && is_hidden(state, *on, by)
            && !is_undetected(state, *on, by)
            && space.contains(state.grid().shape, at)
            && line_of_effect(state, own, space, state.sheet(*on).size)
    })
}

/// A target that was a guess, as it was named, and whom the guess was at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    target: Target,
    at_whom: Option<CreatureId>,
}

impl Guess {
    /// What is named before anything comes in between.
    pub(crate) fn of(state: &State, who: CreatureId, target: Target) -> Self {
        let at_whom = match target {
            Target::Guess(on, _) => Some(on),
            Target::Square(at) => met_in(state, who, at),
            Target::Creature(_) | Target::Object(_) | Target::Ice(_) => None,
        };
        Self { target, at_whom }
    }

    /// What it is after that: whoever has been found in the square by then is attacked there openly; if that one has been found elsewhere, the
    /// Attack goes to the square all the same (`hidden/reveal-discovery`, `hidden/wrong-square`).
    pub(crate) fn now(self, state: &State, who: CreatureId) -> Target {
        let (Target::Guess(_, at) | Target::Square(at)) = self.target else {
            return self.target;
        };
        let is_found = |on: &CreatureId| present(state, *on) && !is_hidden(state, *on, who);
        match self.at_whom.filter(is_found) {
            Some(on) if state.space(on).contains(state.grid().shape, at) => Target::Creature(on),
            Some(_) => Target::Square(at),
            None => self.target,
        }
    }

    /// Whether whoever was named has been found in another square by then: what is done goes wrong (`hidden/wrong-square`).
    pub(crate) fn is_wrong(self, state: &State, who: CreatureId) -> bool {
        let now = self.now(state, who);
        matches!((self.target, now), (Target::Guess(..), Target::Square(_)))
    }
}

/// The guess in what a Spell is aimed at, if it is one.
pub(crate) fn in_aim(state: &State, who: CreatureId, aim: &Aim) -> Option<Guess> {
    match *aim {
        Aim::Target(target) => Some(Guess::of(state, who, target)),
        Aim::Guess(on, at, _) => Some(Guess::of(state, who, Target::Guess(on, at))),
        Aim::Area(..) | Aim::Place(..) => None,
    }
}

/// As [`Guess::now`], of what a Spell is aimed at.
pub(crate) fn aim_now(state: &State, who: CreatureId, aim: &Aim, guess: Option<Guess>) -> Aim {
    match (aim, guess.map(|guess| guess.now(state, who))) {
        (Aim::Target(_), Some(target)) => Aim::Target(target),
        (Aim::Guess(_, _, to), Some(Target::Creature(on))) => Aim::Place(Some(on), *to),
        _ => aim.clone(),
    }
}

/// Rolls the Attack. The dice are those for a Concealed target; what is special about whoever is there decides which of them counts.
/// `None`: it misses, and nobody can tell from it whether anybody is there.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, ThreeAction>,
    attack: Attack<'_>,
    defense: impl Fn(&State, CreatureId) -> i32,
) -> Play<Option<Struck>> {
    let blind = attack.luck(scene.state());
    blind.explain(scene);
    let met = Met::of(scene.state(), attack, defense);
    let throw = Throw {
        critical: scene.state().cast.options.critical_success,
        more: attack.tally.total(),
        blind: blind.keeps(),
        met: met.as_ref(),
    };
    let dice = Roll {
        pool: blind.pool(),
        by: Some(attack.by),
        what: "attack",
        rule: attack.roll.1,
        audience: Audience::Everyone,
    };
    let faces = scene.roll_shown(dice, |faces| throw.comes_to(faces).0 as u32)?;
    let (verdict, thrown) = throw.comes_to(faces.as_slice());
    cite(scene, verdict != Verdict::Miss);
    match met.filter(|_| verdict != Verdict::Miss) {
        Some(met) => Ok(Some(hits(scene, attack, (verdict, thrown), &met, &blind))),
        None => misses(scene, attack, thrown).map(|()| None),
    }
}

/// Whoever is there, and what the Attack on it is.
struct Met {
    attempt: Attempt,
    luck: Luck,
    defense: i32,
}

impl Met {
    fn of(
        state: &State,
        attack: Attack<'_>,
        defense: impl Fn(&State, CreatureId) -> i32,
    ) -> Option<Self> {
        let on = attack.meets(state)?;
        let attempt = attack.on(on, Aimed::Square(attack.at));
        Some(Self {
            attempt,
            luck: attack::luck(state, attempt),
            defense: defense(state, on),
        })
    }
}

/// What the faces of the dice are read by.
struct Throw<'m> {
    critical: CriticalSuccess,
    more: i32,
    blind: Keeps,
    met: Option<&'m Met>,
}

impl Throw<'_> {
    /// What the dice come to, and what is shown of them: of a miss what would be if nobody were there.
    fn comes_to(&self, faces: &[u16]) -> (Verdict, Thrown) {
        let read = |keeps| attack::thrown(keeps, faces, self.more);
        if let Some(met) = self.met {
            let thrown = read(met.luck.keeps());
            let verdict = attack::comes_to(self.critical, thrown, met.defense);
            if verdict != Verdict::Miss {
                return (verdict, thrown);
            }
        }
        (Verdict::Miss, read(self.blind))
    }
}

fn hits(
    scene: &mut Scene<'_, ThreeAction>,
    attack: Attack<'_>,
    (verdict, thrown): (Verdict, Thrown),
    met: &Met,
    blind: &Luck,
) -> Struck {
    let attempt = met.attempt;
    if met.luck.keeps() != blind.keeps() {
        met.luck.explain(scene);
    }
    let against = attack::against(attempt, attack.defense, met.defense, verdict);
    let Attack { by, tally, .. } = attack;
    attack::explain(scene, by, attack.roll, thrown, tally, against, verdict);
    let target = Target::Guess(attempt.on, attack.at);
    scene.emit(Fact::Came(by, target, verdict));
    Struck {
        on: attempt.on,
        verdict,
        made: attack::made(scene, attempt, true),
    }
}

fn misses(scene: &mut Scene<'_, ThreeAction>, attack: Attack<'_>, thrown: Thrown) -> Play {
    let Attack { by, tally, .. } = attack;
    attack::explain(scene, by, attack.roll, thrown, tally, None, Verdict::Miss);
    let target = Target::Square(attack.at);
    scene.emit(Fact::Came(by, target, Verdict::Miss));
    match attack.meets(scene.state()) {
        Some(on) => {
            let attempt = attack.on(on, Aimed::Square(attack.at));
            attack::made(scene, attempt, false).over(scene)
        }
        None => {
            zero_g::tumbles(scene, by);
            Ok(())
        }
    }
}

/// The rules that a guess goes by: a miss names both, so that nobody can tell whether it was right.
pub(crate) fn cite(scene: &mut Scene<'_, ThreeAction>, hit: bool) {
    if !scene.listened() {
        return;
    }
    scene.cite(rule!("hidden/declare-square"));
    scene.cite(rule!("hidden/right-square"));
    if !hit {
        scene.cite(rule!("hidden/wrong-square"));
    }
}

/// Attacks worth offering on squares beside the attacker of which it cannot see whether anybody is there; others can be named all the
/// same. Who is Hidden has no part in it.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !sight::may_miss_somebody(state, who) {
        return ControlFlow::Continue(());
    }
    let targets: Vec<Target> = dim_squares(state, who).map(Target::Square).collect();
    for with in arms(state, who) {
        let uses = state.weapon(who, with).map(|weapon| &weapon.uses);
        let can = |used| uses.is_some_and(|uses| uses.contains(&used));
        for target in &targets {
            let target = *target;
            if can(Use::Melee) {
                legal(Act::Strike {
                    target,
                    with,
                    using: None,
                })?;
            }
            if can(Use::Launched) || can(Use::Thrown) {
                legal(Act::Shoot { target, with })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The squares beside a creature that something veils from it, without any in which it makes out somebody.
fn dim_squares(state: &State, who: CreatureId) -> impl Iterator<Item = Cell> {
    let shape = state.grid().shape;
    let makes_out = move |cell| {
        let mut others = state.creatures();
        others.any(|on| {
            present(state, on)
                && !is_hidden(state, on, who)
                && state.space(on).contains(shape, cell)
        })
    };
    let on_map = beside(state, who).into_iter();
    let on_map = on_map.filter(|cell| state.cast.map.contains(cell.with_height(0)));
    let on_ground = on_map.map(move |cell| {
        let ground = standing_height(state, who, Space::cell(cell));
        cell.with_height(ground.unwrap_or(cell.z))
    });
    on_ground
        .filter(move |cell| sight::is_veiled(state, who, Space::cell(*cell)) && !makes_out(*cell))
}
