//! Ready: two Actions now for one Action later (`readied-action/*`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::shoot::ready_to_shoot;
use crate::ThreeAction;
use crate::act::{Act, Aim, Event, Target, Trigger};
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::offers::arms;
use crate::rules::numbers::{distance_ft, enemies, present};
use crate::rules::sight;
use crate::rules::turns::{self, Cost};
use crate::sheet::Use;
use crate::state::{Arm, Readied, State};

/// Any single Action can be readied, but not Ready itself nor a task of several Actions, nor a Command, as the commanded take their Turn with
/// their commander's, nor the attempt to get past an Enemy, which is part of a Move, nor fleeing, which ends the Turn
/// (`readied-action/able`).
///
/// # Errors
/// If the act is no such Action, or the trigger is what the creature does itself.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    act: &Act,
    trigger: &Trigger,
) -> Result<(), Refusal> {
    if !turns::is_in_turn(state, who) {
        return Err(refuse!(
            "readied-action/cost",
            "{} can ready an Action only in its Turn",
            Figure::Creature(who)
        ));
    }
    if !is_single_action(state, who, act)
        || matches!(
            act,
            Act::Work(_) | Act::Ready(..) | Act::Command(_) | Act::PassThrough(_) | Act::Flee
        )
    {
        return Err(refuse!(
            "readied-action/able",
            "only a single Action can be readied, no Free Action or part of a Move, no longer task and no Command"
        ));
    }
    // What befalls it is nothing that it does.
    if trigger.who == Some(who) && trigger.event != Event::TakesDamage {
        return Err(refuse!(
            "readied-action/declaration",
            "the trigger must be something that another creature does"
        ));
    }
    Ok(())
}

/// Whether an act is an Action of its own. A Move or Jump that is readied is a new one, whatever is left of the Move in progress.
fn is_single_action(state: &State, who: CreatureId, act: &Act) -> bool {
    matches!(act, Act::Move { .. } | Act::Jump { .. })
        || super::cost(state, who, act) == Cost::Actions(1)
}

/// Readied Actions worth offering: to strike at whoever comes within Reach or attacks, to shoot at whoever attacks with what is loaded, and to dodge an Attack.
/// Others can be named all the same.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !turns::is_in_turn(state, who) || turns::actions_left(state, who) < 2 {
        return ControlFlow::Continue(());
    }
    let when = |act, event| Act::Ready(Box::new(act), Trigger { who: None, event });
    if let Some(foe) = nearest(state, who) {
        let target = Target::Creature(foe);
        let strikes = |with: &Arm| {
            let weapon = state.weapon(who, *with);
            weapon.is_some_and(|weapon| weapon.uses.contains(&Use::Melee))
        };
        if let Some(with) = arms(state, who).find(strikes) {
            for event in [Event::ComesInReach, Event::Attacks] {
                let using = None;
                let strike = Act::Strike {
                    target,
                    with,
                    using,
                };
                legal(when(strike, event))?;
            }
        }
        let mut shoots = arms(state, who);
        if let Some(with) = shoots.find(|with| ready_to_shoot(state, who, *with).is_ok()) {
            legal(when(Act::Shoot { target, with }, Event::Attacks))?;
        }
    }
    legal(when(Act::Dodge, Event::Attacks))
}

/// The nearest Enemy whose place is known.
fn nearest(state: &State, who: CreatureId) -> Option<CreatureId> {
    let known = |on: &CreatureId| {
        enemies(state, who, *on) && present(state, *on) && !sight::is_hidden(state, *on, who)
    };
    let distance = |on: &CreatureId| distance_ft(state, who, *on);
    state.creatures().filter(known).min_by_key(distance)
}

/// Readies the Action.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    act: &Act,
    trigger: &Trigger,
) {
    scene.cite(rule!("readied-action/cost"));
    scene.cite(rule!("readied-action/declaration"));
    scene.cite(rule!("readied-action/able"));
    scene.emit(Fact::Does(
        who,
        Doing::Ready(Box::new(act.clone()), trigger.clone()),
    ));
    scene.emit(Fact::Readies(
        who,
        Some(Box::new(Readied {
            act: act.clone(),
            trigger: trigger.clone(),
        })),
    ));
}

/// Whether an act is the readied one: the same but for its target, which may be left to the trigger (`readied-action/declaration`); a Melee
/// Attack may be made as a Maneuver with the same weapon (`maneuver/replaces-melee-attack`).
pub(crate) fn same_action(readied: &Act, act: &Act) -> bool {
    match (readied, act) {
        (Act::Strike { with: one, .. }, Act::Strike { with: other, .. })
        | (Act::Strike { with: one, .. }, Act::Maneuver { with: other, .. })
        | (Act::Shoot { with: one, .. }, Act::Shoot { with: other, .. })
        | (Act::Volley { with: one, .. }, Act::Volley { with: other, .. }) => one == other,
        (
            Act::Maneuver {
                which: one,
                with: arm,
                ..
            },
            Act::Maneuver {
                which: other,
                with: other_arm,
                ..
            },
        ) => arm == other_arm && std::mem::discriminant(one) == std::mem::discriminant(other),
        (
            Act::Cast {
                spell: one,
                item,
                energy,
                aim,
            },
            Act::Cast {
                spell: other,
                item: other_item,
                energy: other_energy,
                aim: other_aim,
            },
        ) => {
            one == other
                && item == other_item
                && energy == other_energy
                && same_kind(aim, other_aim)
        }
        (Act::Move { mode: one, .. }, Act::Move { mode: other, .. }) => one == other,
        (Act::Control(one, aim), Act::Control(other, other_aim)) => {
            one == other && same_kind(aim, other_aim)
        }
        _ => same_thing(readied, act),
    }
}

/// Whether two acts of one kind are done with the same thing and come to the same. Whom and what they are aimed at may differ: the receiver of a
/// gift, the door, the thing that is picked up.
fn same_thing(readied: &Act, act: &Act) -> bool {
    match (readied, act) {
        (Act::Draw(one), Act::Draw(other))
        | (Act::Stow(one), Act::Stow(other))
        | (Act::Reload(one), Act::Reload(other))
        | (Act::Give(one, _), Act::Give(other, _)) => one == other,
        (Act::Door(_, _, one), Act::Door(_, _, other)) => one == other,
        (Act::Light(..), Act::Light(..)) | (Act::Interact(_), Act::Interact(_)) => readied == act,
        _ => std::mem::discriminant(readied) == std::mem::discriminant(act),
    }
}

fn same_kind(one: &Aim, other: &Aim) -> bool {
    // A creature that was to be moved may have hidden since.
    let of_one_creature = |aim: &Aim| matches!(aim, Aim::Place(Some(_), _) | Aim::Guess(..));
    of_one_creature(one) && of_one_creature(other)
        || std::mem::discriminant(one) == std::mem::discriminant(other)
}
