//! What makes attacks at range harder (`ranged/*`, `other-ranged/*`).

use affray_kernel::CreatureId;
use affray_kernel::grid::passes_through;
use affray_kernel::modifier::Tally;

use super::cover::cover;
use super::numbers::{
    conscious, enemies, engaged, engaged_with, present, unnoticed, yards_between,
};
use crate::act::{Strike, With};
use crate::ids::rule;
use crate::sheet::{MagicInMelee, PowerClass};
use crate::state::{Condition, State};

/// What the distance adds: -2 for each begun half of the nominal range beyond it (`ranged/long-range-penalty`).
#[must_use]
pub(crate) fn range_modifier(yards: i16, nominal: i16) -> i16 {
    let (yards, nominal) = (i32::from(yards), i32::from(nominal.max(1)));
    if yards <= nominal {
        return 0;
    }
    let halves = (2 * (yards - nominal)).div_euclid(nominal)
        + i32::from((2 * (yards - nominal)).rem_euclid(nominal) > 0);
    (-2 * halves).max(-1_000) as i16
}

/// Nominal and greatest range of an attack in yards; none by touch.
#[must_use]
pub(crate) fn ranges(state: &State, by: CreatureId, with: With) -> (Option<i16>, Option<i16>) {
    match with {
        With::Melee(_) => (None, None),
        With::Ranged(arm) => match state.weapon(by, arm).and_then(|weapon| weapon.ranged) {
            Some(ranged) => (Some(ranged.range_yd), ranged.max_yd),
            None => (None, None),
        },
        With::Power(power) => {
            let power = state.power(power);
            (power.range_yd, power.max_yd)
        }
    }
}

/// Whether a shot into a melee lacks a clear line: the target is engaged with a friend of the shooter, and the line crosses somebody
/// else who is not down and of whom the shooter knows (`ranged/clear-shot`, `ambush/concealment`).
#[must_use]
fn obstructed(state: &State, by: CreatureId, on: CreatureId) -> bool {
    if state.has(on, Condition::ClearShot) {
        return false;
    }
    let friend = state.creatures().any(|other| {
        other != by
            && other != on
            && !enemies(state, by, other)
            && enemies(state, on, other)
            && engaged_with(state, on, other)
    });
    if !friend {
        return false;
    }
    let shape = state.grid().shape;
    let (from, to) = (state.space(by), state.space(on));
    state.creatures().any(|other| {
        other != by
            && other != on
            && present(state, other)
            && conscious(state, other)
            && !unnoticed(state, by, other)
            && passes_through(shape, from, to, state.space(other))
    })
}

/// Whether an attack at range is harder while its user is engaged (`ranged/in-melee-penalty`, `other-ranged/like-ranged-weapons`).
fn hampered_in_melee(state: &State, with: With) -> bool {
    match with {
        With::Melee(_) => false,
        With::Ranged(_) => true,
        With::Power(power) => {
            state.power(power).class != PowerClass::MeleeMagic
                && state.cast.options.magic_in_melee == MagicInMelee::Penalised
        }
    }
}

/// Whether firing into a melee hampers an attack (`ranged/into-melee-penalty`, `other-ranged/no-into-melee-penalty`).
#[must_use]
pub(crate) fn needs_clear_shot(state: &State, with: With) -> bool {
    match with {
        With::Melee(_) => false,
        With::Ranged(_) => true,
        With::Power(power) => state.power(power).needs_clear_shot,
    }
}

/// Whether an attack at range goes into a melee without the clear line that it needs (`ranged/into-melee-penalty`).
#[must_use]
pub(crate) fn goes_into_melee(state: &State, by: CreatureId, with: With, on: CreatureId) -> bool {
    needs_clear_shot(state, with) && obstructed(state, by, on)
}

/// Whether an attack is hampered both by the melee that its maker is in and by the one that it goes into (`ranged/both-melee-penalties`).
#[must_use]
pub(crate) fn has_both_penalties(
    state: &State,
    by: CreatureId,
    with: With,
    on: CreatureId,
) -> bool {
    engaged(state, by) && hampered_in_melee(state, with) && goes_into_melee(state, by, with, on)
}

/// Adds range, engagement, the melee around the target and its cover.
pub(crate) fn modifiers(state: &State, by: CreatureId, strike: &Strike, tally: &mut Tally) {
    let on = strike.target;
    wherever(
        state,
        by,
        (strike.with, yards_between(state, by, on)),
        tally,
    );
    into_melee(state, by, (strike.with, on), tally);
    let cover = cover(state, state.space(by), on).modifier();
    tally.add("cover", cover, rule!("modifiers/cover"));
}

/// Adds what does not depend on whom an attack is aimed at: how many yards it goes, and that its maker is engaged.
pub(crate) fn wherever(
    state: &State,
    by: CreatureId,
    (with, yards): (With, i16),
    tally: &mut Tally,
) {
    if let (Some(nominal), _) = ranges(state, by, with) {
        let range = range_modifier(yards, nominal);
        tally.add("range", range, rule!("ranged/long-range-penalty"));
    }
    if engaged(state, by) && hampered_in_melee(state, with) {
        tally.add_by("in melee", -4, || match with {
            With::Power(_) => rule!("other-ranged/like-ranged-weapons"),
            _ => rule!("ranged/in-melee-penalty"),
        });
    }
}

/// Adds what it costs to shoot at somebody in a melee without a clear line (`ranged/into-melee-penalty`).
pub(crate) fn into_melee(
    state: &State,
    by: CreatureId,
    (with, on): (With, CreatureId),
    tally: &mut Tally,
) {
    if goes_into_melee(state, by, with, on) {
        tally.add("into melee", -4, rule!("ranged/into-melee-penalty"));
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;

    use super::*;
    use crate::Segments;
    use crate::act::Location;
    use crate::state::PowerId;
    use affray_trial::files;

    const INTO_MELEE: &str = "
[[creature]]
name = 'dora'
side = 'a'
at = [1, 4]
attacks = { 'arcane bolt' = 13 }
powers = ['arcane bolt']
[[creature]]
name = 'garret'
side = 'a'
at = [8, 4]
attacks = { sword = 13 }
held = ['arming sword']
[[creature]]
name = 'ogre'
side = 'b'
at = [9, 4]
";

    /// What is added to an Arcane Bolt at the ogre, with whom Garret fights in the line.
    fn into_melee(needs_clear_shot: bool) -> i32 {
        let mut setup = files::composed::<Segments>(INTO_MELEE);
        for power in &mut setup.powers {
            power.needs_clear_shot = needs_clear_shot;
        }
        let state = Segments::set_up(&setup).expect("a fight");
        let strike = Strike {
            target: CreatureId(2),
            with: With::Power(PowerId(0)),
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        let mut tally = Tally::new();
        modifiers(&state, CreatureId(0), &strike, &mut tally);
        tally.total()
    }

    #[test]
    fn only_powers_that_need_a_clear_shot_are_hampered_by_a_melee() {
        assert_eq!(into_melee(false), 0);
        assert_eq!(into_melee(true), -4);
    }

    #[test]
    fn each_begun_half_of_the_range_costs_two() {
        for (yards, nominal, modifier) in [
            (25, 25, 0),
            (26, 25, -2),
            (37, 25, -2),
            (38, 25, -4),
            (50, 25, -4),
            (51, 25, -6),
            (62, 25, -6),
            (40, 40, 0),
            (60, 40, -2),
            (61, 40, -4),
            (80, 40, -4),
            (100, 40, -6),
            (120, 40, -8),
        ] {
            assert_eq!(
                range_modifier(yards, nominal),
                modifier,
                "{yards} of {nominal}"
            );
        }
    }
}
