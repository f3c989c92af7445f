//! What the number [`Ground::kind`] means here: surfaces to climb, water to swim in, currents, stone.
//!
//! Ones: how hard it is to climb or swim (0: the usual). Tens: in water the direction of the current, otherwise the Size
//! from which Difficult Terrain is ignored. Hundreds: what is below the surface.

use affray_kernel::grid::Ground;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sheet::Size;

/// How hard a surface is to climb (`climbing/skill`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Climb {
    /// A tree: DC 10.
    Tree,
    /// Rough stone: DC 20, and the usual.
    RoughStone,
    /// Masonry: DC 30.
    Masonry,
}

/// How hard water is to swim in (`swimming/skill`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Swim {
    /// Calm water: DC 10, and the usual.
    Calm,
    /// A fast river: DC 20.
    River,
    /// A violent sea: DC 30.
    Sea,
}

/// What the ground below the surface, or a solid square, consists of (`burrowing/stone`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Material {
    /// Cannot be burrowed through; the usual for solid squares.
    Stone,
    /// Can be burrowed through; the usual for the ground.
    Earth,
}

/// A direction on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Squares only.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Squares only.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// Its place among the neighbours of a cell as the grid lists them; `None` on hexes for north and south.
    #[must_use]
    pub fn neighbour(self, shape: affray_kernel::grid::Shape) -> Option<u8> {
        use affray_kernel::grid::Shape;
        match (shape, self) {
            (Shape::Square, _) => Some(self as u8),
            (Shape::Hex, Self::North | Self::South) => None,
            (Shape::Hex, Self::NorthEast | Self::East | Self::SouthEast) => Some(self as u8 - 1),
            (Shape::Hex, Self::SouthWest | Self::West | Self::NorthWest) => Some(self as u8 - 2),
        }
    }
}

/// Feet that a current carries at each start of a Turn (`swimming/current`).
pub const CURRENT_FT: i16 = 30;

/// The parts of [`Ground::kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surface {
    /// Climbing or swimming: 0 the usual, 1 to 3 for DC 10 to 30.
    pub grade: u8,
    /// Current or Size, one more than its number; 0 for none.
    pub mark: u8,
    /// 0 the usual, 1 stone, 2 earth.
    pub material: u8,
}

impl Surface {
    /// The parts of a ground's kind.
    #[must_use]
    pub fn of(ground: Ground) -> Self {
        Self {
            grade: ground.kind % 10,
            mark: ground.kind / 10 % 10,
            material: ground.kind / 100,
        }
    }

    /// The kind of these parts; `None` if they do not fit together.
    #[must_use]
    pub fn kind(self) -> Option<u8> {
        let parts_fit = self.grade <= 3 && self.mark <= 9 && self.material <= 2;
        let kind =
            u16::from(self.material) * 100 + u16::from(self.mark) * 10 + u16::from(self.grade);
        u8::try_from(kind).ok().filter(|_| parts_fit)
    }
}

/// The DC to climb the sides of a ground; `None` if they cannot be climbed.
#[must_use]
pub fn climb_dc(ground: Ground) -> Option<i16> {
    ground.climbable.then(|| match Surface::of(ground).grade {
        0 => 20,
        grade => i16::from(grade) * 10,
    })
}

/// The DC to swim in a ground's water.
#[must_use]
pub fn swim_dc(ground: Ground) -> i16 {
    i16::from(Surface::of(ground).grade.max(1)) * 10
}

/// The direction of a water's current, as a place among the neighbours of a cell; it carries [`CURRENT_FT`].
#[must_use]
pub fn current(ground: Ground) -> Option<u8> {
    (ground.water > 0)
        .then(|| Surface::of(ground).mark.checked_sub(1))
        .flatten()
}

/// What ground is besides what every map shows, in words.
#[must_use]
pub fn remarks(ground: Ground) -> Vec<String> {
    let surface = Surface::of(ground);
    let mut words = Vec::new();
    if let Some(dc) = climb_dc(ground) {
        words.push(format!("climbed with DC {dc}"));
    }
    if ground.water > 0 && surface.grade > 1 {
        words.push(format!("swum in with DC {}", swim_dc(ground)));
    }
    if current(ground).is_some() {
        words.push(format!("current of {CURRENT_FT} ft"));
    }
    words
}

/// Whether Difficult Terrain hinders a creature of that Size (`difficult-terrain/larger-creatures`).
#[must_use]
pub fn is_difficult_for(ground: Ground, size: Size) -> bool {
    let ignored_from = Surface::of(ground).mark;
    let large_enough =
        ignored_from > 0 && ground.water == 0 && size.rank() + 1 >= ignored_from as i8;
    ground.difficult && !large_enough
}

/// Whether a burrower cannot get through what a ground consists of.
#[must_use]
pub fn is_stone(ground: Ground) -> bool {
    match Surface::of(ground).material {
        0 => ground.solid,
        material => material == 1,
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::grid::Shape;

    use super::*;

    fn ground(kind: u8) -> Ground {
        Ground {
            kind,
            ..Ground::default()
        }
    }

    #[test]
    fn the_usual_needs_no_number() {
        let plain = ground(0);
        assert_eq!(
            (climb_dc(plain), swim_dc(plain), current(plain)),
            (None, 10, None)
        );
        assert!(
            !is_stone(plain)
                && is_stone(Ground {
                    solid: true,
                    ..plain
                })
        );
        assert!(!is_difficult_for(plain, Size::Medium));
        let cliff = Ground {
            climbable: true,
            ..plain
        };
        assert_eq!(climb_dc(cliff), Some(20));
    }

    #[test]
    fn parts_are_put_together_and_taken_apart() {
        let surface = Surface {
            grade: 2,
            mark: 3,
            material: 1,
        };
        let river = Ground {
            water: 2,
            kind: surface.kind().unwrap(),
            ..Ground::default()
        };
        assert_eq!(Surface::of(river), surface);
        assert_eq!((swim_dc(river), current(river)), (20, Some(2)));
        assert!(is_stone(river));
        let too_much = Surface {
            material: 2,
            mark: 9,
            grade: 0,
        };
        assert_eq!(too_much.kind(), None);
    }

    #[test]
    fn large_creatures_ignore_what_hinders_small_ones() {
        let kind = Surface {
            mark: Size::Large as u8 + 1,
            ..Surface::default()
        }
        .kind()
        .unwrap();
        let brush = Ground {
            difficult: true,
            kind,
            ..Ground::default()
        };
        assert!(is_difficult_for(brush, Size::Medium));
        assert!(!is_difficult_for(brush, Size::Large));
        assert!(is_difficult_for(
            Ground { kind: 0, ..brush },
            Size::Colossal
        ));
    }

    #[test]
    fn directions_follow_the_grid() {
        assert_eq!(Direction::NorthWest.neighbour(Shape::Square), Some(7));
        assert_eq!(Direction::NorthWest.neighbour(Shape::Hex), Some(5));
        assert_eq!(Direction::NorthEast.neighbour(Shape::Hex), Some(0));
        assert_eq!(Direction::North.neighbour(Shape::Hex), None);
    }
}
