//! What is done and answered, as it is announced.

use affray_kernel::prose::with_article;
use affray_kernel::story::Sentence;
use affray_kernel::{CreatureId, RuleId};

use super::event;
use super::words::{
    arm_name, is_ability, item_name, space, spell_name, style_name, the, the_fixture, the_item,
    whose,
};
use crate::act::{Action, Aim, Declared, Defence, Handling, Maneuver, Manner, Strike};
use crate::fact::{Contest, Fact, Needless};
use crate::ids::{self, rule};
use crate::sheet::Skill;
use crate::state::State;

/// How an announcement reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Does(who, action, free) => does(state, *who, action, *free),
        Fact::Opportunity(who, strike) => Some(opportunity(state, *who, strike)),
        Fact::Rises(who) => {
            let text = format!("{} sets about standing up", the(state, *who));
            Some(event(text, vec![*who]))
        }
        Fact::Defends(who, by, defence) => {
            let text = format!("{} {}", the(state, *who), defends(state, *who, defence));
            Some(event(text, vec![*who, *by]))
        }
        Fact::Maneuvers(who, maneuver, on) => {
            let text = format!("{} {}", the(state, *who), tries(state, *maneuver, *on));
            Some(event(text, vec![*who, *on]))
        }
        Fact::Managed(who, maneuver, on, managed) => {
            let verb = if *managed { "succeeds" } else { "fails" };
            let text = format!("{} {} {verb}", whose(state, *who), maneuver.name());
            Some(event(text, vec![*who, *on]))
        }
        Fact::Unneeded(who, maneuver, on) => {
            let (name, foe) = (whose(state, *who), the(state, *on));
            let maneuver = maneuver.name();
            let text = format!("{name} {maneuver} is no longer needed: {foe} is out of action");
            Some(event(text, vec![*who, *on]))
        }
        Fact::NoRoom(who, on) => {
            let (name, foe) = (whose(state, *who), the(state, *on));
            let text = format!("{name} Push drives {foe} nowhere: there is no room behind it");
            Some(event(text, vec![*who, *on]))
        }
        Fact::Contested(who, contest, other, wins) => {
            contested(state, *who, *contest, *other, *wins)
        }
        Fact::Tested(who, skill, passed) => tested(state, *who, *skill, *passed),
        Fact::ByItself(who, skill, passed) => {
            let verb = if *passed { "passes" } else { "fails" };
            let text = format!(
                "{} {} test {verb} automatically",
                whose(state, *who),
                skill.name()
            );
            Some(event(text, vec![*who]))
        }
        Fact::Stopped(who, on) => {
            let (attack, target) = (whose(state, *who), the(state, *on));
            let text = format!("full cover hides {target}: {attack} attack fails automatically");
            Some(event(text, vec![*who, *on]))
        }
        Fact::Lost(who, rule) => Some(event(lost(state, *who, *rule), vec![*who])),
        Fact::Needless(who, why, rule) => Some(needless(state, *who, *why, *rule)),
        Fact::Barred(who) => {
            let name = the(state, *who);
            let text = format!(
                "its way is barred: what {name} has begun comes to nothing (space/occupied)"
            );
            Some(event(text, vec![*who]))
        }
        _ => None,
    }
}

/// Why what was begun cannot be done any more, by the rule that says so; of other rules nothing but their ids is said.
const REASONS: &[(RuleId, &str)] = &[
    (rule!("attack/illegal-target"), OUT_OF_REACH),
    (rule!("magic/spell-data"), OUT_OF_REACH),
    (rule!("primary-actions/grapple-range"), OUT_OF_REACH),
    (rule!("attack/any-creature"), GONE),
    (rule!("primary-actions/grapple"), GONE),
    (
        rule!("conditions/hidden"),
        "its target is nowhere to be seen",
    ),
    (rule!("damage-pipeline/healing"), "its target is dead"),
    (rule!("space/line-of-sight"), "its target is out of sight"),
    (
        rule!("what-is-an-attack/strike-is-common"),
        "its weapon is out of its hand",
    ),
    (rule!("equipment/weapon-data"), "its weapon is not loaded"),
    (rule!("magic/casting-test"), "the item is out of its hand"),
    (rule!("character-stats/hands"), NO_HAND),
    (rule!("primary-actions/grapple-free-hand"), NO_HAND),
    (rule!("conditions/grappled"), "it is held fast"),
    (rule!("space/occupied"), "there is no room"),
    (
        rule!("initiative-structure/turn-movement"),
        "its movement does not suffice",
    ),
    (
        rule!("opportunity-attacks/once-per-leg"),
        "it gets no farther",
    ),
    (
        rule!("actions-in-combat/reaction-resolves-first"),
        "it cannot act any more",
    ),
    (rule!("adventuring/sneak"), "it is in plain sight"),
];

const OUT_OF_REACH: &str = "its target is out of reach";
const GONE: &str = "its target is gone";
const NO_HAND: &str = "it has no hand free for that";

/// What was begun and cannot be done any more, and why.
fn lost(state: &State, who: CreatureId, rule: u16) -> String {
    let reason = REASONS.iter().find(|(known, _)| known.0 == rule);
    nothing_of(state, who, (reason.map(|(_, why)| *why), rule))
}

/// The same where it is needless.
fn needless(state: &State, who: CreatureId, why: Needless, rule: u16) -> Sentence {
    let (why, other) = match why {
        Needless::Held(Some(by)) => (format!("{} holds it no longer", the(state, by)), Some(by)),
        Needless::Held(None) => ("no net holds it any more".to_owned(), None),
        Needless::There => ("it is there already".to_owned(), None),
    };
    let text = nothing_of(state, who, (Some(&why), rule));
    event(text, [who].into_iter().chain(other).collect())
}

fn nothing_of(state: &State, who: CreatureId, (why, rule): (Option<&str>, u16)) -> String {
    let name = the(state, who);
    let why = why.map_or_else(String::new, |why| format!("{why}: "));
    let id = ids::IDS.get(usize::from(rule));
    let rule = id.map_or_else(String::new, |rule| format!(" ({rule})"));
    format!("{why}what {name} has begun comes to nothing{rule}")
}

/// An action that is declared. What is done with an item shows in where the item is then.
fn does(state: &State, who: CreatureId, action: &Action, free: bool) -> Option<Sentence> {
    let does = match action {
        Action::Manipulate(Handling::Door(_, _, open)) => {
            let verb = if *open { "open" } else { "close" };
            format!("reaches to {verb} a door")
        }
        Action::Manipulate(handling)
            if !free && !matches!(handling, Handling::Fixture(_) | Handling::Load(_)) =>
        {
            return None;
        }
        action => predicate(state, who, action),
    };
    let as_free = if free { ", as a free action" } else { "" };
    let text = format!("{} {does}{as_free}", the(state, who));
    let about = [who].into_iter().chain(named(action)).collect();
    Some(event(text, about))
}

/// A Strike at somebody who exposes itself (`opportunity-attacks/definition`).
fn opportunity(state: &State, who: CreatureId, strike: &Strike) -> Sentence {
    let (name, target) = (the(state, who), the(state, strike.target));
    let weapon = with_article(&arm_name(state, who, strike.with));
    let text = format!("{name} makes an opportunity attack on {target} with {weapon}");
    event(text, vec![who, strike.target])
}

/// The other creature that an action names.
fn named(action: &Action) -> Option<CreatureId> {
    match action {
        Action::Strike(Strike { target, .. }) | Action::Grapple(target) => Some(*target),
        Action::Cast(_, Aim::Creature(on), _) | Action::Activate(_, Aim::Creature(on), _) => {
            Some(*on)
        }
        Action::Escape(from, _) => *from,
        _ => None,
    }
}

/// An action as it stands after a name: `strikes at the ogre with a longsword`.
fn predicate(state: &State, who: CreatureId, action: &Action) -> String {
    match action {
        Action::Strike(strike) => strikes(state, who, strike),
        Action::Cast(spell, at, _) => {
            let verb = if is_ability(state, *spell) {
                "uses"
            } else {
                "casts"
            };
            format!("{verb} {}{}", spell_name(state, *spell), aimed(state, *at))
        }
        Action::Activate(item, at, _) => {
            format!("uses {}{}", the_item(state, *item), aimed(state, *at))
        }
        Action::Manipulate(handling) => handles(state, *handling),
        Action::Dash => "dashes".to_owned(),
        Action::Disengage => "disengages".to_owned(),
        Action::Grapple(target) => format!("tries to grapple {}", the(state, *target)),
        Action::Escape(Some(from), _) => format!("tries to get free of {}", the(state, *from)),
        Action::Escape(None, _) => "tries to get free".to_owned(),
        Action::Search => "searches".to_owned(),
        Action::Sneak => "tries to go unnoticed".to_owned(),
    }
}

/// What is declared, as it stands after a name.
pub(super) fn declares(state: &State, who: CreatureId, what: &Declared) -> String {
    match what {
        Declared::Action(action) => predicate(state, who, action),
        Declared::Leg(to) => format!("sets out for {}", space(state, *to)),
        Declared::StandUp => "stands up".to_owned(),
    }
}

fn strikes(state: &State, who: CreatureId, strike: &Strike) -> String {
    let target = the(state, strike.target);
    let name = arm_name(state, who, strike.with);
    let weapon = state
        .cast
        .sheets
        .get(who.index())
        .and_then(|_| state.weapon(who, strike.with));
    if strike.thrown
        || weapon.is_some_and(|weapon| weapon.reach_m.is_none() && weapon.range_m.is_none())
    {
        return format!("throws {} at {target}", with_article(&name));
    }
    let with = with_article(&name);
    let shoots = weapon.is_some_and(|weapon| weapon.reach_m.is_none());
    if shoots {
        return format!("shoots at {target} with {with}");
    }
    format!("strikes at {target} with {with}")
}

fn aimed(state: &State, at: Aim) -> String {
    match at {
        Aim::Oneself => String::new(),
        Aim::Creature(on) => format!(" on {}", the(state, on)),
        Aim::Place(cell) => format!(" to {}", space(state, cell)),
    }
}

fn handles(state: &State, handling: Handling) -> String {
    let between = |a, b| {
        format!(
            "the door between {} and {}",
            space(state, a),
            space(state, b)
        )
    };
    match handling {
        Handling::Draw(item) => format!("draws {}", the_item(state, item)),
        Handling::Stow(item) => format!("puts {} away", the_item(state, item)),
        Handling::PickUp(item) => format!("picks {} up", the_item(state, item)),
        Handling::Load(item) => format!("loads {}", the_item(state, item)),
        Handling::Door(a, b, true) => format!("opens {}", between(a, b)),
        Handling::Door(a, b, false) => format!("closes {}", between(a, b)),
        Handling::Fixture(number) => format!("pulls {}", the_fixture(state, number)),
    }
}

/// A defence as it stands after a name: `tries to parry with Agility`.
fn defends(state: &State, who: CreatureId, defence: &Defence) -> String {
    let verb = match defence.manner {
        Manner::Block => "block",
        Manner::Dodge => "dodge",
        Manner::Parry => "parry",
        Manner::Withstand => "withstand it",
    };
    let using = defence.using.map(|attribute| attribute.name());
    let using = using.map_or_else(String::new, |name| format!(" with {name}"));
    let style = defence.style.map(|style| style_name(state, who, style));
    let style = style.map_or_else(String::new, |name| format!(", as {name}"));
    format!("tries to {verb}{using}{style}")
}

/// A maneuver as it stands after a name.
fn tries(state: &State, maneuver: Maneuver, on: CreatureId) -> String {
    let name = the(state, on);
    match maneuver {
        Maneuver::Bash => format!("tries to bash {name}"),
        Maneuver::Brace => "braces for what comes".to_owned(),
        Maneuver::Disarm(item) => {
            format!("tries to disarm {name} of the {}", item_name(state, item))
        }
        Maneuver::Feint => format!("tries to feint against {name}"),
        Maneuver::Precision(location) => {
            format!("strikes with precision at {name}'s {}", location.name())
        }
        Maneuver::Push => format!("tries to push {name}"),
        Maneuver::Trip => format!("tries to trip {name}"),
    }
}

/// What a contest came to, where no condition says so.
fn contested(
    state: &State,
    who: CreatureId,
    contest: Contest,
    other: CreatureId,
    wins: bool,
) -> Option<Sentence> {
    let (name, foe) = (the(state, who), the(state, other));
    let text = match (contest, wins) {
        (_, true) | (Contest::Search, false) => return None,
        (Contest::Grapple, false) => format!("{name} does not get hold of {foe}"),
        (Contest::Escape, false) => format!("{name} does not get free of {foe}"),
        (Contest::Sneak | Contest::Surprise, false) => {
            format!("{name} does not escape {foe}'s notice")
        }
        (Contest::StillHidden, false) => format!("{name} stays hidden from {foe}"),
    };
    Some(event(text, vec![who, other]))
}

/// A plain test, where what follows does not say how it went.
fn tested(state: &State, who: CreatureId, skill: Skill, passed: bool) -> Option<Sentence> {
    let name = the(state, who);
    let text = match (skill, passed) {
        (Skill::Sorcery, false) => format!("{} spell fails", whose(state, who)),
        (Skill::Endurance, false) => format!("{name} is a step nearer to death"),
        (Skill::Endurance, true) => format!("{name} holds on to life"),
        (Skill::Observation, false) => format!("{name} finds nothing"),
        _ => return None,
    };
    Some(event(text, vec![who]))
}
