//! One count of a movement: the spaces it allows, and the direction it keeps (`movement-in-combat/count-sequence`,
//! `running/turn-limits`, `running/hex-zigzag`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading, Shape};

use super::rates::Allowance;
use crate::state::{Movement, State};

/// The movement that a creature goes on with on this count: that of the count before, or a new one
/// (`movement-in-combat/count-sequence`).
pub(crate) fn at_hand(state: &State, who: CreatureId) -> Movement {
    let movement = state.body(who).movement;
    if is_consecutive(state, who) {
        movement
    } else {
        Movement::default()
    }
}

/// Whether the count before was spent moving.
pub(crate) fn is_consecutive(state: &State, who: CreatureId) -> bool {
    let movement = state.body(who).movement;
    movement.counts > 0 && movement.last.saturating_add(1) == state.clock.count
}

/// Whether a creature has entered at least so many spaces in a straight line towards another. It comes straight towards what it would run
/// into if it went on, on hexes in a zigzag as well (`running/hex-zigzag`), and where that is the direction nearest to the line between
/// their middles.
pub(crate) fn came_straight(
    state: &State,
    who: CreatureId,
    toward: CreatureId,
    spaces: u16,
) -> bool {
    let movement = state.body(who).movement;
    let Some(heading) = movement
        .heading
        .filter(|_| movement.straight_spaces >= spaces)
    else {
        return false;
    };
    let shape = state.grid().shape;
    let nearest = Heading::side_toward(shape, state.space(who), state.space(toward));
    nearest == Some(heading) || runs_into(state, who, toward, heading)
}

/// Whether a creature that goes straight on comes into the space of another with any part of its own.
fn runs_into(state: &State, who: CreatureId, toward: CreatureId, heading: Heading) -> bool {
    let grid = state.grid();
    let (own, other) = (state.space(who), state.space(toward));
    let mut last = state.body(who).movement.last_step;
    let mut at = own.at;
    (0..grid.distance(own, other)).any(|_| {
        let step = straight_step(grid.shape, heading, last);
        let (x, y) = step.step(grid.shape).unwrap_or_default();
        last = Some(step);
        at = at.offset(x, y, 0);
        own.moved_to(at).shares_column(grid.shape, other)
    })
}

/// The next step of somebody who goes straight on: towards a corner of the hexes to the sides left and right of it in turn.
fn straight_step(shape: Shape, heading: Heading, last: Option<Heading>) -> Heading {
    if heading.step(shape).is_some() {
        return heading;
    }
    let sides = [heading.turned(shape, 1), heading.turned(shape, -1)];
    let [one, other] = sides;
    if last == Some(one) { other } else { one }
}

/// On how many counts, that of the turn included, a run turns only once (`running/turn-limits`).
pub(crate) const fn counts_per_turn(shape: Shape) -> u8 {
    match shape {
        Shape::Square => 3,
        Shape::Hex => 2,
    }
}

/// What a step does to the direction of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// It goes straight on.
    Straight,
    /// It goes straight on in a zigzag between two sides of the hexes (`running/hex-zigzag`).
    Zigzag,
    /// It turns no further than a run may: 45 degrees on squares, 30 on hexes.
    Slight,
    /// It turns as far, but again too soon.
    TooSoon,
    /// It turns further.
    Sharp,
}

impl Turn {
    /// Whether a run may take it.
    pub(crate) const fn is_nearly_straight(self) -> bool {
        matches!(self, Self::Straight | Self::Zigzag | Self::Slight)
    }
}

/// One count of a movement, step by step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    shape: Shape,
    movement: Movement,
    /// Spaces of the allowance left.
    left: u8,
    /// Whether what is left is saved up for hindering terrain.
    saves: bool,
    steps: u8,
    turned: bool,
    /// The step with which a new direction was taken, counted from 0.
    broken: Option<u8>,
}

impl Course {
    /// A count that begins, with what it allows.
    pub(crate) fn begin(shape: Shape, mut movement: Movement, allowance: Allowance) -> Self {
        movement.allowed = movement.allowed_before().saturating_add(allowance.walked);
        Self {
            shape,
            movement,
            left: allowance.spaces,
            saves: false,
            steps: 0,
            turned: false,
            broken: None,
        }
    }

    /// Whether there is allowance left for a step that counts so many spaces. If not, what is left is saved for it where it counts
    /// several (`movement-rate/hindering-terrain`).
    pub(crate) fn affords(&mut self, cost: u8) -> bool {
        if cost <= self.left {
            return true;
        }
        if cost == 1 {
            return false;
        }
        let together = self.left.saturating_add(self.movement.saved);
        if cost <= together {
            return true;
        }
        self.movement.saved = together;
        self.left = 0;
        self.saves = true;
        false
    }

    /// What a step in that direction would be.
    pub(crate) fn turn(&self, step: Heading) -> Turn {
        let Some(heading) = self.movement.heading else {
            return Turn::Straight;
        };
        let turn = match self.shape {
            Shape::Square => match heading.turns_to(self.shape, step) {
                0 => Turn::Straight,
                1 => Turn::Slight,
                _ => Turn::Sharp,
            },
            Shape::Hex => self.turn_on_hexes(heading, step),
        };
        if turn == Turn::Slight && (self.turned || self.movement.no_turn_for > 0) {
            Turn::TooSoon
        } else {
            turn
        }
    }

    /// On hexes a heading toward a corner is kept by steps to the sides left and right of it in turn, and a heading toward a side becomes
    /// one by the first step to the side next to it. Where a single space has been entered the heading is not settled yet.
    fn turn_on_hexes(&self, heading: Heading, step: Heading) -> Turn {
        let is_side = heading.step(self.shape).is_some();
        match (is_side, heading.turns_to(self.shape, step)) {
            (true, 0) => Turn::Straight,
            (true, 2) if self.movement.straight_spaces == 1 && self.is_free() => Turn::Zigzag,
            (true, 2) => Turn::Slight,
            (false, 1) if self.movement.last_step == Some(step) => Turn::Slight,
            (false, 1) => Turn::Zigzag,
            _ => Turn::Sharp,
        }
    }

    fn is_free(&self) -> bool {
        !self.turned && self.movement.no_turn_for == 0
    }

    /// Takes a step in that direction which counts so many spaces.
    pub(crate) fn step(&mut self, step: Heading, cost: u8) -> Turn {
        let turn = self.turn(step);
        self.movement.heading = Some(self.heading_after(step, turn));
        self.movement.last_step = Some(step);
        match turn {
            Turn::Straight | Turn::Zigzag => self.movement.straight_spaces += 1,
            Turn::Slight => {
                self.turned = true;
                self.movement.straight_spaces = 1;
            }
            Turn::TooSoon | Turn::Sharp => {
                self.turned = false;
                self.movement.no_turn_for = 0;
                self.movement.straight_spaces = 1;
                self.broken = Some(self.steps);
            }
        }
        self.left = self.left.saturating_sub(cost);
        self.movement.saved = 0;
        self.steps += 1;
        turn
    }

    fn heading_after(&self, step: Heading, turn: Turn) -> Heading {
        let Some(heading) = self.movement.heading.filter(|_| self.shape == Shape::Hex) else {
            return step;
        };
        let is_side = heading.step(self.shape).is_some();
        match turn {
            Turn::Zigzag if !is_side => heading,
            Turn::Zigzag | Turn::Slight if is_side => between(self.shape, heading, step),
            _ => step,
        }
    }

    /// The movement that the count leaves behind. `full`: it was spent at full base speed or more.
    pub(crate) fn end(self, full: bool, now: u32, from: Cell) -> Movement {
        let mut movement = self.movement;
        let used_up = self.left == 0;
        movement.straight_counts = match self.broken {
            _ if !full || !used_up => 0,
            None => movement.straight_counts.saturating_add(1),
            Some(0) => 1,
            Some(_) => 0,
        };
        movement.no_turn_for = if self.turned {
            counts_per_turn(self.shape) - 1
        } else {
            movement.no_turn_for.saturating_sub(1)
        };
        if !self.saves {
            movement.saved = 0;
        }
        movement.counts = movement.counts.saturating_add(1);
        movement.last = now;
        movement.from = Some(from);
        movement
    }
}

/// The corner between two neighbouring sides of a hex.
fn between(shape: Shape, one: Heading, other: Heading) -> Heading {
    let clockwise = one.turned(shape, 1);
    if clockwise.turns_to(shape, other) == 1 {
        clockwise
    } else {
        one.turned(shape, -1)
    }
}

/// Whether a way keeps to the limits on turns, at that rate: the turn that breaks them, if there is one (`running/turn-limits`).
///
/// `steps` are the directions of the steps and how many spaces each counts.
pub(crate) fn first_bad_turn(
    shape: Shape,
    mut movement: Movement,
    rate_ft: i16,
    steps: &[(Heading, u8)],
) -> Option<Turn> {
    let mut steps = steps.iter().peekable();
    while steps.peek().is_some() {
        let allowance = Allowance::of_row(rate_ft, movement.counts);
        let mut course = Course::begin(shape, movement, allowance);
        while let Some((heading, cost)) = steps.next_if(|(_, cost)| course.affords(*cost)) {
            let turn = course.turn(*heading);
            if !turn.is_nearly_straight() {
                return Some(turn);
            }
            course.step(*heading, *cost);
        }
        movement = course.end(true, 0, Cell::new(0, 0));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use Heading::{East, EastNorthEast, North, NorthEast, SouthEast};

    fn begin(shape: Shape, movement: Movement, rate_ft: i16) -> Course {
        Course::begin(shape, movement, Allowance::of_row(rate_ft, movement.counts))
    }

    fn bad(shape: Shape, rate_ft: i16, steps: &[Heading]) -> Option<Turn> {
        let steps: Vec<_> = steps.iter().map(|step| (*step, 1)).collect();
        first_bad_turn(shape, Movement::default(), rate_ft, &steps)
    }

    #[test]
    fn on_squares_a_run_turns_45_degrees_every_3_counts() {
        let normal = |steps: &[Heading]| bad(Shape::Square, 20, steps);
        assert_eq!(
            normal(&[East, East, NorthEast, NorthEast, NorthEast, North]),
            None
        );
        assert_eq!(
            normal(&[East, East, NorthEast, NorthEast, North]),
            Some(Turn::TooSoon)
        );
        assert_eq!(normal(&[East, North]), Some(Turn::Sharp));
    }

    #[test]
    fn two_turns_in_one_count_are_too_many() {
        assert_eq!(bad(Shape::Square, 40, &[East, NorthEast]), None);
        assert_eq!(
            bad(Shape::Square, 60, &[East, NorthEast, North]),
            Some(Turn::TooSoon)
        );
    }

    #[test]
    fn on_hexes_a_zigzag_is_straight() {
        let normal = |steps: &[Heading]| bad(Shape::Hex, 20, steps);
        assert_eq!(normal(&[East, NorthEast, East, NorthEast, East]), None);
        assert_eq!(
            normal(&[East, SouthEast, East, NorthEast]),
            Some(Turn::Sharp)
        );
    }

    #[test]
    fn on_hexes_a_run_turns_30_degrees_every_2_counts() {
        let normal = |steps: &[Heading]| bad(Shape::Hex, 20, steps);
        assert_eq!(normal(&[East, East, NorthEast, East, East]), None);
        assert_eq!(
            normal(&[East, East, NorthEast, NorthEast]),
            Some(Turn::TooSoon)
        );
        assert_eq!(normal(&[East, NorthEast, NorthEast, NorthEast]), None);
    }

    #[test]
    fn a_corner_is_the_heading_of_a_zigzag() {
        let mut course = begin(Shape::Hex, Movement::default(), 40);
        course.step(East, 1);
        assert_eq!(course.step(NorthEast, 1), Turn::Zigzag);
        assert_eq!(course.movement.heading, Some(EastNorthEast));
    }

    #[test]
    fn straight_counts_are_lost_by_a_turn_within_a_count_and_by_slowing_down() {
        let after = |steps: &[Heading], full| {
            let movement = Movement {
                counts: 4,
                straight_counts: 4,
                heading: Some(East),
                ..Movement::default()
            };
            let mut course = begin(Shape::Square, movement, 40);
            for step in steps {
                course.step(*step, 1);
            }
            course.end(full, 9, Cell::new(0, 0)).straight_counts
        };
        assert_eq!(after(&[East, East], true), 5);
        assert_eq!(after(&[East, NorthEast], true), 5);
        assert_eq!(after(&[North, North], true), 1);
        assert_eq!(after(&[East, North], true), 0);
        assert_eq!(after(&[East], true), 0);
        assert_eq!(after(&[East, East], false), 0);
    }

    #[test]
    fn allowance_is_saved_for_hindering_terrain_only() {
        let mut course = begin(Shape::Square, Movement::default(), 20);
        assert!(!course.affords(2));
        let movement = course.end(true, 1, Cell::new(0, 0));
        assert_eq!(movement.saved, 1);
        let mut course = begin(Shape::Square, movement, 20);
        assert!(course.affords(2));
        course.step(East, 2);
        assert_eq!(course.end(true, 2, Cell::new(0, 0)).saved, 0);
        let mut course = begin(Shape::Square, movement, 20);
        course.step(East, 1);
        assert!(!course.affords(1));
    }
}
