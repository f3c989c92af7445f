//! What turning costs a runner (`actions/turn-cost`, `actions/turn-cost-back-to-back`, `actions/turn-cost-first-step`).

use affray_kernel::grid::{Heading, Shape};

use crate::sheet::TurnCost;
use crate::state::Course;

/// Metres given up by a turn of so many degrees (`actions/turn-cost`).
#[must_use]
pub(crate) const fn sacrifice(degrees: u16, switch: TurnCost) -> i16 {
    match switch {
        TurnCost::TwoStep => match degrees {
            0..45 => 0,
            45..=90 => 1,
            _ => 2,
        },
        TurnCost::Capped => {
            let steps = (degrees / 45) as i16;
            if steps > 2 { 2 } else { steps }
        }
    }
}

/// The turn between the movement just made and a step in that direction, in degrees; nothing where no direction is remembered.
#[must_use]
pub(crate) fn turned(shape: Shape, course: Option<Course>, heading: Heading) -> u16 {
    match course {
        Some(course) if !course.shift => course.heading.degrees_to(shape, heading),
        _ => 0,
    }
}
