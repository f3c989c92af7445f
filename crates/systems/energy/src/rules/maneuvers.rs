//! Combat Maneuvers: Trip, Disarm, Restrain, Push (`maneuvers/*`).

use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{Arm, CreatureId, Frozen, Play, Scene};

use super::defenses::{self, Seen};
use super::effects::{Effect, Thrown};
use super::facing;
use super::grounds;
use super::melee::{Came, Purpose, compare, no_evasion, surprises};
use super::numbers::{able, attack_value_tally};
use super::occupied::{self, Others};
use super::price::{self, agility};
use crate::Energy;
use crate::act::{Act, Attempt, Maneuver, Window};
use crate::fact::{Fact, Price, What};
use crate::ids::rule;
use crate::sheet::Class;
use crate::state::{Condition, ItemId, Place, State};

/// How a maneuver is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Manner {
    /// As a Swift Attack (`maneuvers/target-not-exposed`).
    pub(crate) swift: bool,
    /// Conditions that the target had since the declaration.
    pub(crate) seen: Seen,
    /// The target makes an Agile Move in the same pass (`maneuvers/trip-moving-target`).
    pub(crate) moving: bool,
    /// Metres that a Push goes at most (`maneuvers/push-sprint`).
    pub(crate) push_m: u8,
}

/// Whether a target counts as Exposed for a maneuver (`maneuvers/target-not-exposed`, `melee/effects-during-attack`): it is, or the
/// maneuver takes it by surprise.
#[must_use]
pub(crate) fn exposed(state: &State, on: CreatureId, by: CreatureId, seen: Seen) -> bool {
    seen.has(state, on, Condition::Exposed) || surprises(state, on, by, seen)
}

/// What is added to the Attack Value by the maneuver itself (`maneuvers/minus-five`).
const MINUS: i16 = -5;

/// Rolls a maneuver.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    attempt: &Attempt,
    manner: Manner,
) -> Play<Thrown> {
    let on = attempt.target;
    let mut thrown = Thrown::by(by, on);
    let state = scene.state();
    let full = attack_value_tally(state, by, attempt.with);
    let mut value = full.clone();
    value.add("maneuver", MINUS, rule!("maneuvers/minus-five"));
    let laid_open = exposed(state, on, by, manner.seen);
    let wary = !manner.swift && !laid_open;
    grounds::melee(scene, by, on, attempt.with);
    scene.cite(rule!("maneuvers/definition"));
    scene.cite(rule!("size/category-order"));
    scene.cite(own_rule(attempt.maneuver));
    if laid_open {
        scene.cite(rule!("exposed/meaning"));
    }
    if laid_open && !scene.state().has(on, Condition::Exposed) {
        scene.cite(rule!("melee/effects-during-attack"));
    }
    let tried = (by, attempt.with, Purpose::Maneuver);
    let came = match no_evasion(scene.state(), on, by, manner.seen) {
        Some(rule) => compare(scene, tried, &value, Err((on, rule)))?,
        None => {
            let mut defending = defenses::evasion(scene.state(), on, by, manner.seen);
            if wary {
                let rule = rule!("maneuvers/target-not-exposed");
                defending.luck.advantage("Advantage: not Exposed", rule);
            }
            compare(scene, tried, &value, Ok(&defending))?
        }
    };
    thrown.came(What::Maneuver(attempt.maneuver), on, came.verdict);
    thrown.combat(came.combat, on, came.verdict);
    if came.combat.critical || came.combat.exposes {
        scene.cite(rule!("maneuvers/critical"));
    }
    outcome(scene, (by, attempt), (came, &full), manner, &mut thrown)?;
    Ok(thrown)
}

/// The rule of a maneuver itself.
pub(crate) const fn own_rule(maneuver: Maneuver) -> affray_kernel::RuleId {
    match maneuver {
        Maneuver::Trip => rule!("maneuvers/trip"),
        Maneuver::Disarm(_) => rule!("maneuvers/disarm"),
        Maneuver::Restrain => rule!("maneuvers/restrain"),
        Maneuver::Push => rule!("maneuvers/push"),
    }
}

/// What a maneuver that hit, or missed, brings.
fn outcome(
    scene: &mut Frozen<'_, '_, Energy>,
    (by, attempt): (CreatureId, &Attempt),
    (came, full): (Came, &Tally),
    manner: Manner,
    thrown: &mut Thrown,
) -> Play {
    let on = attempt.target;
    if !came.verdict.hits() {
        if attempt.maneuver == Maneuver::Push {
            thrown.push(Effect::PushFailed(true));
        }
        return Ok(());
    }
    if attempt.maneuver == Maneuver::Restrain {
        thrown.push(Effect::Restrain(on));
        return Ok(());
    }
    let trips = attempt.maneuver == Maneuver::Trip;
    if resists(scene, (on, by), full, (manner.seen, trips && manner.moving))? {
        thrown.push(Effect::Resisted(on, attempt.maneuver));
        if attempt.maneuver == Maneuver::Push {
            thrown.push(Effect::PushFailed(false));
        }
        return Ok(());
    }
    thrown.push(match attempt.maneuver {
        Maneuver::Trip => Effect::Trip(on),
        Maneuver::Disarm(item) => Effect::Disarm(on, item),
        Maneuver::Restrain => Effect::Restrain(on),
        Maneuver::Push => Effect::Push(on, manner.push_m),
    });
    Ok(())
}

/// The Fortitude roll against the full Attack Value: it must be higher, or equal for those who Defend (`maneuvers/fortitude-save`,
/// `actions/defend-ties`).
fn resists(
    scene: &mut Frozen<'_, '_, Energy>,
    (on, by): (CreatureId, CreatureId),
    full: &Tally,
    (seen, moving): (Seen, bool),
) -> Play<bool> {
    let value = full.total();
    let state = scene.state();
    let braced = state.body(on).defending;
    let mut defending = defenses::fortitude(state, on, seen);
    if surprises(state, on, by, seen) && !seen.has(state, on, Condition::Surprised) {
        let rule = rule!("surprise/automatic-hit");
        defending.luck.disadvantage("Disadvantage: Surprised", rule);
    }
    if moving {
        let rule = rule!("maneuvers/trip-moving-target");
        defending.luck.disadvantage("Disadvantage: moving", rule);
    }
    let resists = |total: i32| {
        if braced {
            total >= value
        } else {
            total > value
        }
    };
    let total = defending.roll(scene, |total| u32::from(resists(total)))?;
    if braced && total == value {
        scene.because("Defend: ties are won", rule!("actions/defend-ties"));
    }
    scene.explain(
        || Sum {
            by: Some(on),
            what: defending.what.name(),
            dice: total,
            total,
            against: Some(Against::number("Attack Value", value)),
            verdict: if resists(total) {
                "resisted"
            } else {
                "not resisted"
            },
            rule: rule!("maneuvers/fortitude-save"),
        },
        &Tally::new(),
    );
    Ok(resists(total))
}

/// A weapon falls into its bearer's space, and may be flung away (`maneuvers/disarm`, `maneuvers/disarm-fling`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn disarm(
    scene: &mut Scene<'_, Energy>,
    by: CreatureId,
    on: CreatureId,
    item: ItemId,
) -> Play {
    if scene.state().item(item).place != Place::Held(on) {
        return Ok(());
    }
    let at = occupied::at_its_feet(scene.state(), on);
    scene.emit(Fact::Item(item, Place::Ground(at, false)));
    let heavy = |state: &State| {
        let weapon = state.kind(item).weapon();
        weapon.is_some_and(|weapon| weapon.class == Class::Heavy)
    };
    let state = scene.state();
    let flings = able(state, by) && !heavy(state) && agility(state, by, 1).is_ok();
    if !flings || fling_spaces(state, by, on).next().is_none() {
        return Ok(());
    }
    if let Act::Space(to) = scene.ask(by, Window::Fling { item, from: on })? {
        scene.cite(rule!("maneuvers/disarm-fling"));
        scene.cite(rule!("agility/uses"));
        let price = Price {
            agility: 1,
            ..Price::default()
        };
        price::spend(scene, by, price);
        scene.emit(Fact::Item(item, Place::Ground(to, false)));
    }
    Ok(())
}

/// Free spaces within 2 m of a disarmed creature.
pub(crate) fn fling_spaces(
    state: &State,
    by: CreatureId,
    from: CreatureId,
) -> impl Iterator<Item = Cell> + '_ {
    let space = state.space(from);
    let grid = state.grid();
    state.cast.map.cells().filter(move |cell| {
        let there = affray_kernel::grid::Space::cell(cell.with_height(space.at.z));
        grid.distance(space, there) <= 2 && occupied::seems_free(state, by, there)
    })
}

/// A creature is pushed metre by metre, each away from the pusher and into a free space (`maneuvers/push`,
/// `maneuvers/push-direction`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn push(
    scene: &mut Scene<'_, Energy>,
    by: CreatureId,
    on: CreatureId,
    most: u8,
) -> Play {
    scene.cite(rule!("maneuvers/push-direction"));
    for metre in 0..most {
        if push_spaces(scene.state(), by, on).next().is_none() {
            break;
        }
        let window = Window::Push {
            target: on,
            optional: metre > 0,
        };
        let Act::Space(to) = scene.ask(by, window)? else {
            break;
        };
        if occupied::may_end(scene.state(), on, to, Others::All).is_err() {
            // Somebody is there of whom the pusher did not know.
            let space = scene.state().space_at(on, to);
            facing::find_in(scene, by, space);
            break;
        }
        occupied::put(scene, on, to);
    }
    Ok(())
}

/// Where a creature can be pushed as far as the pusher knows: free spaces next to it that are farther from the pusher.
pub(crate) fn push_spaces(
    state: &State,
    by: CreatureId,
    on: CreatureId,
) -> impl Iterator<Item = Cell> + '_ {
    let (shape, at) = (state.grid().shape, state.body(on).at);
    let centre = state.space(by).centre(shape);
    let far = move |cell: Cell| {
        let there = state.space_at(on, cell).centre(shape);
        centre.squared_distance(shape, there)
    };
    let now = far(at);
    occupied::steps(state, on).filter(move |cell| {
        far(*cell) > now && occupied::may_end(state, on, *cell, Others::KnownTo(by)).is_ok()
    })
}

/// Whether a weapon is one that can be knocked out of a hand (`maneuvers/disarm`).
#[must_use]
pub(crate) fn can_be_disarmed(state: &State, on: CreatureId, item: ItemId) -> bool {
    state.item(item).place == Place::Held(on) && state.kind(item).weapon().is_some()
}

/// Whether a weapon is Light for a Disarm; the body counts as Light (`maneuvers/disarm-light-heavy`).
#[must_use]
pub(crate) fn is_light(state: &State, who: CreatureId, arm: Arm) -> bool {
    state
        .weapon(who, arm)
        .is_none_or(|weapon| weapon.is_body() || weapon.class == Class::Light)
}
