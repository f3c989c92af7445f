//! Draw weight of bows and crossbows (`draw/*`).

use crate::sheet::{Draw, Sheet, Skill, Weapon};

/// A row of the draw weight table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    /// The least Arm Strength for it; the lowest row is for anybody.
    arm_strength: i16,
    /// Added to the three range values, in metres.
    range_m: [i16; 3],
    /// Added to damage.
    damage: i16,
}

const fn row(arm_strength: i16, range_m: [i16; 3], damage: i16) -> Row {
    Row {
        arm_strength,
        range_m,
        damage,
    }
}

/// The table, from the weakest draw (`draw/table`).
const ROWS: [Row; 11] = [
    row(i16::MIN, [-3, -10, -60], 0),
    row(1, [-2, -5, -30], 0),
    row(4, [-1, -5, -10], 0),
    row(8, [0, 0, 0], 0),
    row(12, [0, 5, 10], 1),
    row(16, [1, 6, 12], 2),
    row(20, [1, 9, 18], 3),
    row(25, [2, 12, 24], 4),
    row(30, [2, 15, 30], 5),
    row(35, [3, 18, 36], 6),
    row(40, [3, 26, 52], 7),
];

/// The row that changes neither range nor damage.
pub(crate) const PLAIN: usize = 3;

/// The highest row there is.
pub(crate) const HIGHEST: usize = ROWS.len() - 1;

/// What crossbows drawn with both hands add to Arm Strength (`draw/crossbow-bonus`).
const CROSSBOW_BONUS: i16 = 5;

/// Arm Strength as it counts for a weapon's draw (`draw/crossbow-bonus`).
pub(crate) const fn effective(arm_strength: i16, draw: Draw) -> i16 {
    match draw {
        Draw::Bow | Draw::HandCrossbow => arm_strength,
        Draw::Crossbow | Draw::HeavyCrossbow | Draw::SiegeCrossbow => {
            arm_strength.saturating_add(CROSSBOW_BONUS)
        }
    }
}

/// The highest row for an Arm Strength that is effective already (`draw/arm-strength`).
pub(crate) fn row_of(arm_strength: i16) -> usize {
    let allowed = |row: &Row| row.arm_strength <= arm_strength;
    ROWS.iter().rposition(allowed).unwrap_or_default()
}

/// The least Arm Strength for a row; 0 for the lowest, which is for anybody.
pub(crate) fn arm_strength_of(row: usize) -> i16 {
    ROWS.get(row).map_or(0, |row| row.arm_strength.max(0))
}

/// The highest row that the kind of weapon and Martial Proficiency leave (`draw/table`).
pub(crate) fn highest(draw: Draw, martial_proficiency: i16) -> usize {
    let by_proficiency = row_of(match martial_proficiency {
        ..=0 => 12,
        1..=2 => 16,
        3..=4 => 20,
        5.. => 25,
    });
    match draw {
        Draw::HandCrossbow => by_proficiency.min(row_of(12)),
        Draw::Bow | Draw::Crossbow => by_proficiency,
        Draw::HeavyCrossbow => row_of(30),
        Draw::SiegeCrossbow => HIGHEST,
    }
}

/// The best row that a creature may use (`draw/arm-strength`).
pub(crate) fn best(sheet: &Sheet, draw: Draw) -> usize {
    let by_strength = row_of(effective(sheet.skill(Skill::ArmStrength), draw));
    by_strength.min(highest(draw, sheet.martial_proficiency))
}

/// Whether a creature can draw a weapon built for that row: Arm Strength, the kind of weapon and Martial Proficiency allow it
/// (`draw/arm-strength`).
pub(crate) fn can_draw(sheet: &Sheet, weapon: &Weapon, row: usize) -> bool {
    let draw = weapon.shooting.and_then(|shooting| shooting.draw);
    draw.is_none_or(|draw| row <= best(sheet, draw))
}

/// The three range values in metres of a weapon that shoots, built for that row; none falls below 0 (`draw/table`).
pub(crate) fn range_m(weapon: &Weapon, row: usize) -> [i16; 3] {
    let Some(shooting) = weapon.shooting else {
        return [0; 3];
    };
    let drawn = shooting.draw.and_then(|_| ROWS.get(row));
    let change = drawn.map_or([0; 3], |row| row.range_m);
    [0, 1, 2].map(|place| shooting.range_m[place].saturating_add(change[place]).max(0))
}

/// What the draw weight adds to the damage of a weapon built for that row (`draw/table`).
pub(crate) fn extra_damage(weapon: &Weapon, row: usize) -> i16 {
    let drawn = weapon.shooting.and_then(|shooting| shooting.draw);
    drawn
        .and_then(|_| ROWS.get(row))
        .map_or(0, |row| row.damage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::unarmed;
    use crate::sheet::Shooting;

    #[test]
    fn rows_by_arm_strength() {
        let rows = [-6, 0, 1, 3, 4, 8, 11, 12, 29, 30, 39, 40, 90].map(row_of);
        assert_eq!(rows, [0, 0, 1, 1, 2, 3, 3, 4, 7, 8, 9, 10, 10]);
        assert_eq!(row_of(8), PLAIN);
    }

    fn weapon(range_m: [i16; 3], draw: Option<Draw>) -> Weapon {
        Weapon {
            hands: 2,
            shooting: Some(Shooting {
                accuracy: 0,
                range_m,
                load_energy: 1,
                draw,
            }),
            ..unarmed()
        }
    }

    #[test]
    fn ranges_and_damage_by_row() {
        let longbow = weapon([5, 30, 120], Some(Draw::Bow));
        assert_eq!(range_m(&longbow, 0), [2, 20, 60]);
        assert_eq!(range_m(&longbow, PLAIN), [5, 30, 120]);
        assert_eq!(
            (range_m(&longbow, 7), extra_damage(&longbow, 7)),
            ([7, 42, 144], 4)
        );
        assert_eq!(range_m(&weapon([2, 8, 20], Some(Draw::Bow)), 0), [0, 0, 0]);
        let sling = weapon([3, 15, 60], None);
        assert_eq!(
            (range_m(&sling, 7), extra_damage(&sling, 7)),
            ([3, 15, 60], 0)
        );
        // Arm Strength 8 counts as 13 for a crossbow.
        let crossbow = weapon([5, 25, 100], Some(Draw::Crossbow));
        let row = row_of(effective(8, Draw::Crossbow));
        assert_eq!(range_m(&crossbow, row), [5, 30, 110]);
        assert_eq!(extra_damage(&crossbow, row), 1);
        assert_eq!(row_of(effective(8, Draw::HandCrossbow)), PLAIN);
    }

    #[test]
    fn proficiency_and_the_kind_of_weapon_limit_rows() {
        let bows = [0, 1, 2, 3, 4, 5, 9].map(|level| highest(Draw::Bow, level));
        assert_eq!(bows, [4, 5, 5, 6, 6, 7, 7]);
        assert_eq!(highest(Draw::HandCrossbow, 9), 4);
        assert_eq!(highest(Draw::Crossbow, 1), 5);
        assert_eq!(highest(Draw::HeavyCrossbow, 0), 8);
        assert_eq!(highest(Draw::SiegeCrossbow, 0), HIGHEST);
    }
}
