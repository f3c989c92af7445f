//! Actions in a word.

use affray_kernel::CreatureId;
use affray_kernel::prose::{count, with_article};
use affray_kernel::story::Sentence;

use super::words::{kind_name, square, stance_name, the};
use super::{event, spell_name, thing};
use crate::act::{Act, Aim, Rest};
use crate::aspect::aimed;
use crate::meaning::plainly;
use crate::notation::{aim_in_prose, trigger_in_prose};
use crate::state::{ItemId, Pace, State, Underway};

/// How an action reads; `None` where other facts tell it.
pub(super) fn tell(state: &State, who: CreatureId, act: &Act) -> Option<Sentence> {
    let mut about = vec![who];
    about.extend(aimed(state, act).targets);
    if let (
        Act::BreakOff,
        Underway::CoupDeGrace { target: other, .. } | Underway::Treat(other, ..),
    ) = (act, &state.body(who).underway)
    {
        about.push(*other);
    }
    let what = predicate(state, who, act)?;
    let told = event(format!("{} {what}", the(state, who)), about);
    Some(told.as_typed(matches!(act, Act::Ready(..))))
}

/// Whom an act names that is told whole.
pub(super) fn named(state: &State, act: &Act) -> impl Iterator<Item = CreatureId> + use<> {
    let act = match act {
        Act::Trigger(readied) => readied,
        act => act,
    };
    aimed(state, act).targets.into_iter()
}

fn predicate(state: &State, who: CreatureId, act: &Act) -> Option<String> {
    let a = |item: &ItemId| with_article(&thing(state, item.0));
    let the_item = |item: &ItemId| format!("the {}", thing(state, item.0));
    let whom = |other: &CreatureId| {
        if *other == who {
            "itself".to_owned()
        } else {
            the(state, *other)
        }
    };
    let at = |aim: &Aim| match aim {
        Aim::Oneself => "on itself".to_owned(),
        Aim::Creatures(on) if **on == [who] => "on itself".to_owned(),
        aim => aim_in_prose(state, aim),
    };
    Some(match act {
        // Where it comes to is told step by step.
        Act::Move { path, .. } if path.len() < 2 => return None,
        Act::Move { pace, path } => {
            let verb = paced(*pace);
            format!("{verb} toward {}", square(state, *path.last()?))
        }
        Act::Wait(1) => "waits".into(),
        Act::Wait(counts) => format!("waits {}", count(i32::try_from(*counts).ok()?, "count")),
        Act::Shift(stance) => format!("shifts into {}", stance_name(*stance)),
        Act::Draw(item) => format!("draws {}", a(item)),
        Act::Sheathe(item) => format!("puts away {}", the_item(item)),
        Act::Drop(item) => format!("drops {}", the_item(item)),
        Act::Door(a, b, open) => {
            let verb = if *open { "opens" } else { "closes" };
            let (a, b) = (square(state, *a), square(state, *b));
            format!("{verb} the door between {a} and {b}")
        }
        Act::Drink(item) => format!("drinks {}", the_item(item)),
        Act::Activate(item, aim) => {
            format!("activates {} {}", the_item(item), at(aim))
        }
        Act::ReadScroll(item, aim) => {
            format!("reads {} {}", the_item(item), at(aim))
        }
        Act::Light(item) => format!("lights {}", the_item(item)),
        Act::Stabilize(other) => format!("tends {}", the(state, *other)),
        Act::EscapeNet => "struggles out of the net".into(),
        Act::Extinguish(other) => format!("puts out the flames on {}", whom(other)),
        Act::Unstaple(other, skill) => {
            format!("tries to free {} by {}", whom(other), skill.name())
        }
        Act::Release(other) => format!("lets go of {}", the(state, *other)),
        Act::CoupDeGrace { target, .. } => {
            format!("prepares a Coup de Grace on {}", the(state, *target))
        }
        Act::ScrollWorks(item, aim) => {
            format!("ends {} {}", the_item(item), at(aim))
        }
        Act::Cast { aim, .. } => {
            let spell = state.body(who).prepared?.spell;
            let spell = spell_name(state, spell);
            format!("tries to cast {spell} {}", at(aim))
        }
        Act::Prepare(spell) => format!("begins to prepare {}", spell_name(state, *spell)),
        Act::Direct(number, other) => {
            let active = state.spells.iter().find(|spell| spell.number == *number);
            let spell = active.map_or("a spell", |active| spell_name(state, active.spell));
            format!("directs {spell} at {}", the(state, *other))
        }
        Act::Cease(_) => "ceases to concentrate".into(),
        Act::Ready(act, trigger) => format!(
            "readies: {} when {}",
            plainly(state, who, act),
            trigger_in_prose(state, trigger)
        ),
        Act::Trigger(_) => "carries out what was readied".into(),
        Act::Set(with) => {
            let weapon = state.weapon(who, *with)?;
            format!("sets the {} against a charge", weapon.name)
        }
        Act::Rest(Rest::Night) => "rests for a night".into(),
        Act::Rest(Rest::Day) => "rests for a day in bed".into(),
        Act::Treat(other, kind) => format!(
            "treats {}'s {} impairment",
            the(state, *other),
            kind_name(*kind)
        ),
        Act::BreakOff => breaks_off(state, who)?,
        Act::Flee => "flees".into(),
        Act::Surrender => "surrenders".into(),
        _ => return None,
    })
}

/// What a creature has under way, as it stands after its name: `walks toward 3,4`.
pub(super) fn goes_on(state: &State, who: CreatureId) -> String {
    match &state.body(who).underway {
        Underway::Nothing => "does nothing yet".into(),
        Underway::Walk(pace, path) => match path.last() {
            Some(goal) => format!("{} toward {}", paced(*pace), square(state, *goal)),
            None => "is on the way".into(),
        },
        Underway::Wait(until) => format!("waits until count {until}"),
        Underway::Prepare { spell, ready, .. } => {
            let spell = spell_name(state, *spell);
            format!("prepares {spell} until count {ready}")
        }
        Underway::Scroll { item, ready, .. } => {
            format!("reads the {} until count {ready}", thing(state, item.0))
        }
        Underway::CoupDeGrace { target, ready, .. } => format!(
            "prepares a Coup de Grace on {} until count {ready}",
            the(state, *target)
        ),
        Underway::Ready { act, trigger, .. } => format!(
            "is ready to {} when {}",
            plainly(state, who, act),
            trigger_in_prose(state, trigger)
        ),
        Underway::Set { with, .. } => match state.weapon(who, *with) {
            Some(weapon) => format!("holds the {} set against a charge", weapon.name),
            None => "is set against a charge".into(),
        },
        Underway::Rest(..) => "rests".into(),
        Underway::Treat(patient, kind, _) => format!(
            "treats {}'s {} impairment",
            the(state, *patient),
            kind_name(*kind)
        ),
    }
}

const fn paced(pace: Pace) -> &'static str {
    match pace {
        Pace::Sneak => "sneaks",
        Pace::Half => "walks",
        Pace::Base => "moves",
        Pace::Run => "runs",
        Pace::Sprint => "sprints",
    }
}

/// What a creature gives up that breaks off; walking and waiting simply end.
fn breaks_off(state: &State, who: CreatureId) -> Option<String> {
    Some(match &state.body(who).underway {
        Underway::Nothing | Underway::Walk(..) | Underway::Wait(_) => return None,
        Underway::Prepare { spell, .. } => {
            format!("breaks off preparing {}", spell_name(state, *spell))
        }
        Underway::Scroll { item, .. } => {
            format!("breaks off reading the {}", thing(state, item.0))
        }
        Underway::CoupDeGrace { target, .. } => {
            format!("breaks off the Coup de Grace on {}", the(state, *target))
        }
        Underway::Ready { .. } => "gives up what was readied".into(),
        Underway::Set { .. } => "holds nothing set against a charge any more".into(),
        Underway::Rest(..) => "breaks off its rest".into(),
        Underway::Treat(patient, ..) => format!("stops treating {}", the(state, *patient)),
    })
}
