//! How far weapons can be thrown (`throw/*`).

use crate::sheet::{Class, Weapon};

/// Extra distance in metres by bands of 5 points of Arm Strength; the first is for 4 and less (`throw/extra-distance`).
const EXTRA_M: [[i16; 3]; 9] = [
    [0, 0, 0],
    [0, 2, 4],
    [1, 4, 8],
    [1, 6, 10],
    [2, 8, 16],
    [2, 10, 20],
    [3, 12, 24],
    [3, 14, 28],
    [4, 16, 32],
];

/// The throwing range in metres before Arm Strength: that of the Thrown property, or else of the class (`throw/default-ranges`,
/// `throw/thrown-property`).
const fn plain_range_m(weapon: &Weapon) -> [i16; 3] {
    match (weapon.thrown, weapon.class) {
        (Some(range), _) => range,
        (None, Class::Light) => [3, 5, 10],
        (None, Class::Other) => [2, 4, 8],
        (None, Class::Heavy) => [1, 3, 6],
    }
}

/// What Arm Strength adds to it (`throw/extra-distance`).
fn extra_m(arm_strength: i16) -> [i16; 3] {
    let band = usize::try_from(arm_strength.div_euclid(5)).unwrap_or_default();
    EXTRA_M[band.min(EXTRA_M.len() - 1)]
}

/// The three range values in metres of a weapon thrown by somebody of that Arm Strength (`throw/extra-distance`).
pub(crate) fn range_m(weapon: &Weapon, arm_strength: i16) -> [i16; 3] {
    let (plain, extra) = (plain_range_m(weapon), extra_m(arm_strength));
    [0, 1, 2].map(|place| plain[place].saturating_add(extra[place]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::unarmed;

    fn weapon(class: Class, thrown: Option<[i16; 3]>) -> Weapon {
        Weapon {
            class,
            thrown,
            hands: 1,
            ..unarmed()
        }
    }

    #[test]
    fn classes_and_the_thrown_property() {
        let classes = [Class::Light, Class::Other, Class::Heavy];
        assert_eq!(
            classes.map(|class| range_m(&weapon(class, None), 4)),
            [[3, 5, 10], [2, 4, 8], [1, 3, 6]]
        );
        let spear = weapon(Class::Other, Some([5, 10, 20]));
        assert_eq!(range_m(&spear, 8), [5, 12, 24]);
        assert_eq!(range_m(&spear, -6), [5, 10, 20]);
    }

    #[test]
    fn arm_strength_in_bands_of_five() {
        let extra = [0, 4, 5, 14, 15, 24, 39, 40, 200].map(|arm| extra_m(arm)[2]);
        assert_eq!(extra, [0, 0, 4, 8, 10, 16, 28, 32, 32]);
    }
}
