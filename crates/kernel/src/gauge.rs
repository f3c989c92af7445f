//! Gauges: a current value between bounds, with a temporary amount on top.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Hit points, energy, fatigue: anything that is counted up and down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
pub struct Gauge {
    /// The value now; may be negative where the rules let it.
    pub current: i16,
    /// What it is filled up to.
    pub maximum: i16,
    /// An amount that is lost first and is never refilled.
    pub temporary: i16,
    /// Whether it begins at 0 and rises as things go badly, as fatigue does.
    pub rises: bool,
}

impl Gauge {
    /// A full gauge.
    #[must_use]
    pub const fn full(maximum: i16) -> Self {
        Self {
            current: maximum,
            maximum,
            temporary: 0,
            rises: false,
        }
    }

    /// Current and temporary together.
    #[must_use]
    pub fn available(self) -> i16 {
        self.current.saturating_add(self.temporary)
    }

    /// Takes the amount, from the temporary part first; the current value may become negative.
    pub fn lose(&mut self, amount: i16) {
        let from_temporary = amount.clamp(0, self.temporary.max(0));
        self.temporary -= from_temporary;
        self.current = self.current.saturating_sub(amount - from_temporary);
    }

    /// Gives back the amount, up to the maximum; what is above it already stays.
    pub fn gain(&mut self, amount: i16) {
        self.current = self
            .current
            .saturating_add(amount)
            .min(self.maximum.max(self.current));
    }

    /// Fills up to the maximum.
    pub fn reset(&mut self) {
        self.current = self.maximum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_temporary_part_goes_first() {
        let mut gauge = Gauge {
            current: 10,
            maximum: 12,
            temporary: 3,
            rises: false,
        };
        gauge.lose(2);
        assert_eq!(
            gauge,
            Gauge {
                current: 10,
                maximum: 12,
                temporary: 1,
                rises: false
            }
        );
        gauge.lose(5);
        assert_eq!(
            gauge,
            Gauge {
                current: 6,
                maximum: 12,
                temporary: 0,
                rises: false
            }
        );
    }

    #[test]
    fn gains_stop_at_the_maximum_and_never_take_away() {
        let mut gauge = Gauge {
            current: -3,
            maximum: 12,
            temporary: 0,
            rises: false,
        };
        gauge.gain(4);
        assert_eq!(gauge.current, 1);
        gauge.gain(40);
        assert_eq!(gauge.current, 12);
        gauge.current = 15;
        gauge.gain(1);
        assert_eq!(gauge.current, 15);
    }
}
