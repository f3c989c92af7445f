//! Facts, answers and questions in plain English.

mod answers;
mod bodies;
mod doing;
mod magic;
#[cfg(test)]
mod tests;
mod things;
mod words;

use affray_kernel::CreatureId;
use affray_kernel::notation::item_name;
use affray_kernel::prose::{capital, sentence, with_article};
use affray_kernel::story::{Sentence, Several};

use super::act::{Act, Extra, Window};
use super::fact::{Attempt, Fact, Verdict};
use super::ids;
use super::meaning::plainly;
use super::sheet::Flight;
use super::state::{Arm, ItemId, Phase, SpellId, State, Underway};
use words::{square, the, why_lost};

pub use answers::answer;
/// What a condition is called, as the log writes it.
pub(super) use words::condition_name;

/// How a fact reads; `state` is the state just before it. `None` if there is nothing to say.
#[must_use]
pub fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (text, about) = match fact {
        Fact::Count(count) => return Some(count_comes(state, *count)),
        Fact::TurnComes(who) => return turn_comes(state, *who),
        Fact::Phase(Phase::Count | Phase::UnderWay | Phase::Setup)
            if matches!(state.clock.phase, Phase::Over(_)) =>
        {
            return Some(event("the fight goes on".to_owned(), Vec::new()));
        }
        Fact::Phase(Phase::Count) if state.clock.phase == Phase::UnderWay => {
            return Some(count_comes(state, state.clock.count));
        }
        Fact::Phase(Phase::Count) => return Some(Sentence::heading("Initiative")),
        Fact::Phase(Phase::Over(winner)) => {
            return Some(Sentence::fight_over(&state.cast.sides, *winner));
        }
        Fact::Tries(who, attempt, target, arm, thrown) => (
            tries(state, *who, *attempt, *target, (*arm, *thrown)),
            vec![*who, *target],
        ),
        Fact::Came(who, attempt, target, verdict) => (
            came(state, *who, *attempt, *target, *verdict),
            vec![*who, *target],
        ),
        Fact::Does(who, act) => return doing::tell(state, *who, act),
        // What it comes to is told when it is carried out; a Move has been told already.
        Fact::Declares(_, Act::Wait(_) | Act::GoOn(_) | Act::Move { .. }) => return None,
        Fact::Declares(who, Act::Deliver { target, .. }) => (
            format!(
                "{} is ready to strike {}",
                the(state, *who),
                the(state, *target)
            ),
            vec![*who, *target],
        ),
        Fact::Declares(who, Act::ScrollWorks(item, _)) => (
            format!("{} has read {}", the(state, *who), the_thing(state, *item)),
            vec![*who],
        ),
        Fact::Declares(who, act) => {
            let text = format!(
                "{} means to {}",
                the(state, *who),
                plainly(state, *who, act)
            );
            let about = [*who].into_iter().chain(doing::named(state, act));
            let told = detail(text, about.collect());
            return Some(told.as_typed(matches!(act, Act::Ready(..))));
        }
        Fact::Lost(who, rule) => {
            let rule = ids::IDS.get(usize::from(*rule)).copied();
            let by = rule.map(|rule| match why_lost(rule) {
                Some(words) => format!(": {words}"),
                None => format!(" ({rule})"),
            });
            let by = by.unwrap_or_default();
            (
                format!("{}'s act comes to nothing{by}", the(state, *who)),
                vec![*who],
            )
        }
        other => {
            return bodies::tell(state, other)
                .or_else(|| things::tell(state, other))
                .or_else(|| magic::tell(state, other));
        }
    };
    Some(event(text, about))
}

/// The question of a window.
#[must_use]
pub fn question(state: &State, who: CreatureId, window: &Window) -> String {
    let name = the(state, who);
    let count = state.clock.count;
    capital(match window {
        Window::Turn => format!("count {count}: what does {name} do?"),
        Window::Underway => match &state.body(who).underway {
            Underway::Prepare { spell, ready, .. } => format!(
                "count {count}: {name} prepares {} until count {ready}: go on, walk or break off?",
                spell_name(state, *spell)
            ),
            _ => format!(
                "count {count}: {name} {}: go on or break off?",
                doing::goes_on(state, who)
            ),
        },
        Window::Holding => format!(
            "count {count}: {name} {}: go on or give up?",
            doing::goes_on(state, who)
        ),
        Window::Hold => format!("does {name} let go of anybody?"),
        Window::Readied => {
            format!("has what {name} has readied for happened: is it carried out?")
        }
        Window::Defend { by, .. } => format!(
            "{} comes at {name}: is it met with Vigor or Celerity?",
            the(state, *by)
        ),
        Window::Admit(other) => format!(
            "{} wants to enter {name}'s space: does {name} let it?",
            the(state, *other)
        ),
        Window::Enter(cell) => format!(
            "the space at {} has filled up: does {name} still try to enter?",
            square(state, *cell)
        ),
        Window::Facing { .. } => format!("{name} is pressed: which way does {name} face?"),
        Window::Split { patient, points } => format!(
            "{points} points of healing for {}: how many become Invigoration (the rest takes away fatigue)?",
            the(state, *patient)
        ),
        Window::Push { target, most_ft } => format!(
            "how far does {name} push {}, up to {most_ft} ft?",
            the(state, *target)
        ),
        Window::Extra { target, extra } => extra_question(&name, &the(state, *target), *extra),
        Window::Place { .. } => format!("into which space does {name} send it?"),
        Window::Reroll => format!("does {name} roll the sprinting speed anew?"),
    })
}

fn extra_question(name: &str, target: &str, extra: Extra) -> String {
    match extra {
        Extra::BreakGrab => format!("does {name} break {target}'s grab as well?"),
        Extra::KeepGrab => format!("does {name} keep holding {target}?"),
        Extra::Slide => format!("does {name} slide {target} another 5 ft, and which way?"),
        Extra::HurtTarget => format!("does {name} deal damage to {target}?"),
        Extra::HurtItem => format!("does {name} deal damage to the item of {target}?"),
        Extra::TakeItem => format!("does {name} take the item from {target}?"),
        Extra::PinBody => format!("does {name} pin {target}'s body instead of the clothing?"),
        Extra::Grab => format!("does {name} try to grab {target}?"),
    }
}

/// The name of an item by its number; `#12` if there is none.
#[must_use]
pub fn thing(state: &State, number: u16) -> String {
    item_name(state, ItemId(number))
}

/// `the scroll of mending`.
fn the_thing(state: &State, item: ItemId) -> String {
    format!("the {}", thing(state, item.0))
}

/// An event: a sentence with a capital and a full stop.
fn event(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::event(sentence(text)).about(about)
}

/// The same, as a detail: it holds numbers that not everybody may know.
fn detail(text: String, about: Vec<CreatureId>) -> Sentence {
    Sentence::number(sentence(text)).about(about)
}

/// The sentence of a fact with the way it reads to those who may not know the creature's numbers.
#[must_use]
pub fn veiled(state: &State, fact: &Fact, told: Sentence) -> Sentence {
    let without_numbers = bodies::without_numbers(state, fact).map(|text| {
        if text.is_empty() {
            text
        } else {
            sentence(text)
        }
    });
    Sentence {
        without_numbers,
        ..told
    }
}

/// The heading of a count, with the conditions that it ends: that the count comes is for everybody, what it ends for those who know of whom.
fn count_comes(state: &State, count: u32) -> Sentence {
    let heading = format!("Count {count}");
    let mut over = Several::beginning(format!("{heading}: "));
    let mut conditions = state.conditions.clone();
    conditions.time_is(None, Some(count), |held| {
        bodies::add_end(state, &held, &mut over);
    });
    over.headed(heading)
}

/// What the turn of a creature ends.
fn turn_comes(state: &State, who: CreatureId) -> Option<Sentence> {
    let mut over = Several::beginning("");
    let mut conditions = state.conditions.clone();
    conditions.turn_starts(who, |held| bodies::add_end(state, &held, &mut over));
    over.event()
}

/// `with a long sword`, `unarmed`; nothing where no arm is named.
fn armed(state: &State, who: CreatureId, arm: Option<Arm>) -> String {
    let Some(arm) = arm else {
        return String::new();
    };
    match (state.weapon(who, arm), arm) {
        (Some(weapon), _) if weapon.name.starts_with("unarmed") => " unarmed".to_owned(),
        (Some(weapon), _) => format!(" with {}", with_article(&weapon.name)),
        (None, Arm::Item(item)) => format!(" with {}", with_article(&thing(state, item.0))),
        (None, Arm::Natural(_)) => " unarmed".to_owned(),
    }
}

/// Whether the weapon sends missiles or what it throws.
fn shoots(state: &State, who: CreatureId, arm: Option<Arm>) -> bool {
    let ranged = arm
        .and_then(|arm| state.weapon(who, arm))
        .and_then(|weapon| weapon.ranged);
    ranged.is_some_and(|ranged| ranged.flight != Flight::Thrown)
}

/// Whether a weapon itself flies: one that is thrown, or serves for nothing else.
fn flies(state: &State, who: CreatureId, (arm, thrown): (Option<Arm>, bool)) -> bool {
    let weapon = arm.and_then(|arm| state.weapon(who, arm));
    weapon.is_some_and(|weapon| {
        let ranged = weapon.ranged;
        let made_for_it = ranged.is_some_and(|ranged| ranged.flight == Flight::Thrown);
        made_for_it && (thrown || !weapon.melee)
    })
}

fn tries(
    state: &State,
    who: CreatureId,
    attempt: Attempt,
    target: CreatureId,
    (arm, thrown): (Option<Arm>, bool),
) -> String {
    let (name, at) = (the(state, who), the(state, target));
    let mut with = armed(state, who, arm);
    if flies(state, who, (arm, thrown)) {
        if attempt == Attempt::Attack {
            return format!("{name} throws at {at}{with}");
        }
        with.push_str(", thrown");
    }
    match attempt {
        Attempt::Attack if shoots(state, who, arm) => format!("{name} shoots at {at}{with}"),
        Attempt::Attack => format!("{name} attacks {at}{with}"),
        Attempt::QuickStrike => format!("{name} makes a quick strike at {at}{with}"),
        Attempt::Feint => format!("{name} feints at {at}{with}"),
        Attempt::Distract => format!("{name} tries to distract {at}{with}"),
        Attempt::Disarm => format!("{name} tries to disarm {at}{with}"),
        Attempt::Staple => format!("{name} tries to staple {at}{with}"),
        Attempt::Trip => format!("{name} tries to trip {at}{with}"),
        Attempt::Tackle => format!("{name} tackles {at}{with}"),
        Attempt::BullRush => format!("{name} rushes {at}{with}"),
        Attempt::Approach => format!("{name} tries to enter {at}'s space{with}"),
        Attempt::CoupDeGrace => format!("{name} strikes the helpless: {at}{with}"),
        Attempt::FollowUp => format!("{name} follows the blow up against {at}{with}"),
        Attempt::Grab => format!("{name} tries to grab {at}{with}"),
        Attempt::BreakGrab => format!("{name} tries to break {at}'s grab{with}"),
        Attempt::EscapeGrab => format!("{name} tries to escape {at}'s grab{with}"),
        Attempt::Drag => format!("{name} tries to drag {at} along{with}"),
        Attempt::Grapple => format!("{name} grapples with {at}{with}"),
        Attempt::Shunt => format!("{name} tries to shunt {at}{with}"),
        Attempt::Fell => format!("{name} tries to fell {at}{with}"),
        Attempt::Throw => format!("{name} tries to throw {at}{with}"),
        Attempt::Spell(spell) => {
            let spell = spell_name(state, spell);
            format!("{name} tries to cast {spell} on {at}")
        }
        Attempt::Flame => format!("{name} throws the flame at {at}"),
    }
}

fn came(
    state: &State,
    who: CreatureId,
    attempt: Attempt,
    target: CreatureId,
    verdict: Verdict,
) -> String {
    let (name, at) = (the(state, who), the(state, target));
    if let Attempt::Spell(spell) = attempt {
        let is_kept_out = verdict == Verdict::Miss && state.spell(spell).against.is_none();
        let spell = spell_name(state, spell);
        return match verdict {
            Verdict::Miss if is_kept_out => {
                format!("{name}'s {spell} does not get through to {at}")
            }
            Verdict::Fumble | Verdict::Miss => format!("{name}'s {spell} misses {at}"),
            Verdict::Hit => format!("{name}'s {spell} hits {at}"),
            Verdict::Critical => format!("{name}'s {spell} critically hits {at}"),
        };
    }
    let Some(what) = special(attempt) else {
        return match verdict {
            Verdict::Fumble => format!("{name} fumbles against {at}"),
            Verdict::Miss => format!("{name} misses {at}"),
            Verdict::Hit => format!("{name} hits {at}"),
            Verdict::Critical => format!("{name} critically hits {at}"),
        };
    };
    match verdict {
        Verdict::Fumble => format!("{name} fumbles the {what} against {at}"),
        Verdict::Miss => format!("{name}'s {what} fails against {at}"),
        Verdict::Hit => format!("{name}'s {what} succeeds against {at}"),
        Verdict::Critical => format!("{name}'s {what} succeeds critically against {at}"),
    }
}

/// What the book calls a special action; `None` for what simply hits.
fn special(attempt: Attempt) -> Option<&'static str> {
    Some(match attempt {
        Attempt::Attack
        | Attempt::QuickStrike
        | Attempt::CoupDeGrace
        | Attempt::Spell(_)
        | Attempt::Flame => return None,
        Attempt::Feint => "Feint",
        Attempt::Distract => "Distract Opponent",
        Attempt::Disarm => "Disarm",
        Attempt::Staple => "Staple",
        Attempt::Trip => "Trip",
        Attempt::Tackle => "Tackle",
        Attempt::BullRush => "Bull Rush",
        Attempt::Approach => "Approach",
        Attempt::FollowUp => "follow-up",
        Attempt::Grab => "Grab",
        Attempt::BreakGrab => "Break Grab",
        Attempt::EscapeGrab => "Escape Grab",
        Attempt::Drag => "Drag",
        Attempt::Grapple => "Grapple",
        Attempt::Shunt => "Shunt",
        Attempt::Fell => "free Strength attack",
        Attempt::Throw => "Throw",
    })
}

/// A spell's name.
fn spell_name(state: &State, spell: SpellId) -> &str {
    let spell = state.cast.spells.get(usize::from(spell.0));
    spell.map_or("a spell", |spell| spell.name.as_str())
}
