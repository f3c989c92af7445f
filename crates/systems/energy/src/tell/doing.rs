//! Actions in a word: what is declared, and Immediate Interrupts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::item_name;
use affray_kernel::prose::with_article;

use super::words::{armed, power_name, square, the, the_item, weapon_name};
use crate::act::{Action, Aim, Attempt, Interrupt, Maneuver, Strike};
use crate::state::{Pace, PowerId, State};

/// Whom an action names besides its actor.
pub(crate) fn named(action: &Action) -> Vec<CreatureId> {
    let other = match action.plain() {
        Action::Escape(from, _) => *from,
        Action::Rouse(other)
        | Action::Use(_, Aim::Creature(other))
        | Action::Consume(_, Aim::Creature(other)) => Some(*other),
        action => action.attacked().or_else(|| action.pushed()),
    };
    other.into_iter().collect()
}

/// Whom an Immediate Interrupt names besides its actor.
pub(super) fn named_by(interrupt: &Interrupt) -> Vec<CreatureId> {
    let other = match interrupt {
        Interrupt::Strike(strike, _) => Some(strike.target),
        Interrupt::Maneuver(attempt, _) => Some(attempt.target),
        Interrupt::Use(_, Aim::Creature(other), _) => Some(*other),
        Interrupt::AgileMove(_) | Interrupt::Use(..) => None,
    };
    other.into_iter().collect()
}

/// What somebody does, as it stands after a name: `attacks the ogre with a longsword`.
pub(crate) fn predicate(state: &State, who: CreatureId, action: &Action) -> String {
    match action {
        Action::Attack(strike) => struck(state, who, strike),
        Action::Maneuver(attempt) => attempted(state, who, attempt),
        Action::Move {
            pace, path, push, ..
        } => {
            let goal = path
                .last()
                .map(|goal| format!(" to {}", square(state, *goal)));
            let push = push
                .as_ref()
                .map(|(target, _)| format!(" to push {}", the(state, *target)));
            format!(
                "{}{}{}",
                pace_words(*pace),
                goal.unwrap_or_default(),
                push.unwrap_or_default()
            )
        }
        Action::Jump(goal) => format!("jumps to {}", square(state, *goal)),
        Action::Leap(height) => format!("jumps up to reach {height} dm"),
        Action::Climb(goal) => format!("climbs to {}", square(state, *goal)),
        Action::Kneel => "begins to get up".into(),
        Action::Stand => "stands up".into(),
        Action::Defend => "prepares to defend".into(),
        Action::Equip(item) => format!("reaches for {}", with_article(&item_name(state, *item))),
        Action::Stow(item) => format!("begins to stow {}", the_item(state, *item)),
        Action::PickUp(item) => format!("reaches down for {}", the_item(state, *item)),
        Action::Load(item) => format!("loads {}", the_item(state, *item)),
        Action::CatchBreath => "catches breath".into(),
        Action::Escape(from, _) => {
            let from = from.map_or_else(String::new, |who| format!(" from {}", the(state, who)));
            format!("tries to get free{from}")
        }
        Action::Hide => "tries to hide".into(),
        Action::BreakDown(a, b) => format!(
            "tries to break through between {} and {}",
            square(state, *a),
            square(state, *b)
        ),
        Action::Door(.., true) => "reaches to open a door".into(),
        Action::Door(.., false) => "reaches to close a door".into(),
        Action::Rouse(other) => format!("shakes {} awake", the(state, *other)),
        Action::Use(power, aim) => uses(state, *power, *aim),
        Action::Consume(item, aim) => {
            format!("uses {}{}", the_item(state, *item), aimed(state, *aim))
        }
        Action::Moving(action, _) => predicate(state, who, action),
    }
}

/// An Immediate Interrupt, as it stands after a name.
pub(super) fn interrupts(state: &State, who: CreatureId, interrupt: &Interrupt) -> String {
    match interrupt {
        Interrupt::AgileMove(cell) => agile_move(state, *cell),
        Interrupt::Strike(strike, _) => {
            format!("makes a Swift Attack: {}", struck(state, who, strike))
        }
        Interrupt::Maneuver(attempt, _) => {
            format!("makes a Swift Attack: {}", attempted(state, who, attempt))
        }
        Interrupt::Use(power, aim, _) => uses(state, *power, *aim),
    }
}

/// An Agile Move, as it stands after a name.
pub(super) fn agile_move(state: &State, to: Cell) -> String {
    format!("makes an Agile Move to {}", square(state, to))
}

const fn pace_words(pace: Pace) -> &'static str {
    match pace {
        Pace::Shift | Pace::AgileShift => "shifts",
        Pace::QuickRun => "makes a Quick Run",
        Pace::Run => "runs",
        Pace::Sprint => "sprints",
    }
}

fn struck(state: &State, who: CreatureId, strike: &Strike) -> String {
    let target = the(state, strike.target);
    let shoots = state
        .cast
        .sheets
        .get(who.index())
        .and_then(|_| state.weapon(who, strike.with))
        .is_some_and(|weapon| weapon.shooting.is_some());
    let mut text = if strike.thrown {
        format!(
            "throws {} at {target}",
            weapon_name(state, who, strike.with)
        )
    } else if shoots {
        format!("shoots at {target}{}", armed(state, who, strike.with))
    } else {
        format!("attacks {target}{}", armed(state, who, strike.with))
    };
    if let Some(boost) = strike.boost {
        text.push_str(&format!(" and {}", power_name(state, boost.power)));
    }
    if strike.nonlethal.is_some() {
        text.push_str(", not to kill");
    }
    text
}

fn attempted(state: &State, who: CreatureId, attempt: &Attempt) -> String {
    let target = the(state, attempt.target);
    let with = armed(state, who, attempt.with);
    match attempt.maneuver {
        Maneuver::Trip => format!("tries to trip {target}{with}"),
        Maneuver::Disarm(item) => {
            format!(
                "tries to disarm {target} of {}{with}",
                the_item(state, item)
            )
        }
        Maneuver::Restrain => format!("tries to restrain {target}"),
        Maneuver::Push => format!("tries to push {target}"),
    }
}

fn uses(state: &State, power: PowerId, aim: Aim) -> String {
    let spell = state.cast.powers.get(usize::from(power.0));
    let verb = if spell.is_some_and(|power| power.spell) {
        "casts"
    } else {
        "uses"
    };
    format!("{verb} {}{}", power_name(state, power), aimed(state, aim))
}

/// At what something is aimed, with a space before it.
fn aimed(state: &State, aim: Aim) -> String {
    match aim {
        Aim::Oneself => String::new(),
        Aim::Creature(other) => format!(" on {}", the(state, other)),
        Aim::Place(cell) => format!(" at {}", square(state, cell)),
    }
}
