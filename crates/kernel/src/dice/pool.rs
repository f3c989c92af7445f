//! Which dice are thrown, and what is made of them.

use super::faces::FACES_MAX;

/// The most dice in a pool: with both dice of every pair, they still fit into [`Faces`](super::Faces).
pub const DICE_MAX: u8 = (FACES_MAX / 2) as u8;

/// The most sides of a die.
pub const SIDES_MAX: u16 = 1000;

/// The most totals that the dice of a pool can show, counted as dice × sides × throws of one die.
///
/// Keeps the exact distribution of every valid pool computable in less than a second. An endless explosion counts as four throws.
pub const TOTALS_MAX: u32 = 4000;

/// Dice to be thrown together, and how they are read: `2d6+3`, `2d20kh1`, `d10!6 adv`.
///
/// Of `count` dice with `sides` sides, the highest or lowest may be kept; a die that shows its highest face may explode (be
/// thrown again and added); every throw may be a pair of which the higher or lower counts; instead of a sum, faces may be counted
/// that reach a target; the result is multiplied and something is added.
///
/// In order: a die's own chain of throws is finished before the next die is thrown; a pair counts as one throw; a chain is one die
/// when the highest are kept; success counting looks at every throw of the kept dice.
///
/// # Invariants
/// 1 to [`DICE_MAX`] dice of 1 to [`SIDES_MAX`] sides; keeps 1 to `count` of them; a d1 does not explode; explosions to a fixed
/// depth always fit into [`FACES_MAX`] faces, pairs included; a target lies on the die; [`TOTALS_MAX`] holds.
///
/// # Notation
/// `[count]d<sides>`, then in any order, each at most once: `!` (explodes endlessly) or `!6` (to depth 6), `kh2` or `kl2` (keep
/// the highest or lowest 2; alone 1), `>=5` or `<=5` (count such faces), `*2`, `adv` or `dis`; and any number of `+3` or `-3`,
/// after `*`. `d%` is `d100`. Spaces and capitals do not matter. It prints in the order above, `adv` and `dis` last.
///
/// ```
/// use affray_kernel::dice::Pool;
/// let pool: Pool = "4D6 kh + 2".parse()?;
/// assert_eq!(pool, Pool::new(4, 6)?.keep_highest(1)?.plus(2));
/// assert_eq!(pool.to_string(), "4d6kh1+2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool {
    count: u8,
    sides: u16,
    keep: Keep,
    explosion: Explosion,
    target: Option<Target>,
    luck: Luck,
    times: u8,
    plus: i16,
}

/// Which dice of a pool count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Keep {
    /// Every die.
    All,
    /// This many of the highest. Among equal dice the one thrown first is kept.
    Highest(u8),
    /// This many of the lowest. Among equal dice the one thrown first is kept.
    Lowest(u8),
}

/// How often a die that shows its highest face is thrown again and added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Explosion {
    /// Never.
    None,
    /// At most this many times in a row; at least 1.
    To(u8),
    /// As long as the highest face keeps coming and the roll has room for it among [`FACES_MAX`] faces.
    Endless,
}

/// Which faces are counted instead of being summed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// Faces of this number or more.
    AtLeast(u16),
    /// Faces of this number or less.
    AtMost(u16),
}

/// Whether every throw, explosions included, is a pair of dice of which one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Luck {
    /// One die a throw.
    #[default]
    Plain,
    /// Two dice a throw; the higher counts, the first of equal ones.
    Advantage,
    /// Two dice a throw; the lower counts, the first of equal ones.
    Disadvantage,
}

/// Why dice make no pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    /// No dice, or too many.
    #[error("{count} dice: a pool has 1 to {DICE_MAX}")]
    Count {
        /// How many there were to be.
        count: u32,
    },
    /// No sides, or too many.
    #[error("a die with {sides} sides: it has 1 to {SIDES_MAX}")]
    Sides {
        /// How many there were to be.
        sides: u32,
    },
    /// Nothing kept, or more than there is.
    #[error("keeping {keep} of {count} dice: at least 1 is kept, at most all")]
    Keep {
        /// How many dice were to be kept.
        keep: u32,
        /// How many dice there are.
        count: u8,
    },
    /// A d1 would explode for ever.
    #[error("a d1 cannot explode: it shows its highest face every time")]
    OneSideExplodes,
    /// Explosions for which there might be no room.
    #[error(
        "{count} dice exploding to depth {depth}: that may show more than {FACES_MAX} faces when thrown in pairs"
    )]
    Depth {
        /// How deep the dice were to explode.
        depth: u32,
        /// How many dice there are.
        count: u8,
    },
    /// A target that is not on the die.
    #[error("counting faces against {target}: the die shows 1 to {sides}")]
    Target {
        /// The target.
        target: u32,
        /// How many sides the die has.
        sides: u16,
    },
    /// Multiplied by nothing or by too much.
    #[error(
        "multiplying by {times}: the whole factor is 1 to 255, and what is added stays within -32768 to 32767"
    )]
    Times {
        /// The factor asked for.
        times: u32,
    },
    /// Added more than fits.
    #[error("adding {plus}: what is added stays within -32768 to 32767")]
    Plus {
        /// What was to be added.
        plus: i64,
    },
    /// Too many different totals.
    #[error(
        "{totals} totals to tell apart (dice × sides × throws of one die): at most {TOTALS_MAX}"
    )]
    Totals {
        /// Dice × sides × throws of one die.
        totals: u32,
    },
}

impl Pool {
    /// `count` dice with `sides` sides, summed.
    ///
    /// # Errors
    /// [`PoolError::Count`], [`PoolError::Sides`], [`PoolError::Totals`].
    pub const fn new(count: u8, sides: u16) -> Result<Pool, PoolError> {
        Pool::unchecked(count, sides).checked()
    }

    /// As [`Pool::new`], for numbers of any size.
    pub(super) const fn wide(count: u32, sides: u32) -> Result<Pool, PoolError> {
        if count > DICE_MAX as u32 {
            return Err(PoolError::Count { count });
        }
        if sides > SIDES_MAX as u32 {
            return Err(PoolError::Sides { sides });
        }
        Pool::new(count as u8, sides as u16)
    }

    const fn unchecked(count: u8, sides: u16) -> Pool {
        Pool {
            count,
            sides,
            keep: Keep::All,
            explosion: Explosion::None,
            target: None,
            luck: Luck::Plain,
            times: 1,
            plus: 0,
        }
    }

    /// Keeps the highest `keep` dice. Keeping all is the same as not choosing.
    ///
    /// # Errors
    /// [`PoolError::Keep`] when `keep` is 0 or more than there are dice.
    pub const fn keep_highest(mut self, keep: u8) -> Result<Pool, PoolError> {
        self.keep = Keep::Highest(keep);
        self.checked()
    }

    /// Keeps the lowest `keep` dice. Keeping all is the same as not choosing.
    ///
    /// # Errors
    /// [`PoolError::Keep`] when `keep` is 0 or more than there are dice.
    pub const fn keep_lowest(mut self, keep: u8) -> Result<Pool, PoolError> {
        self.keep = Keep::Lowest(keep);
        self.checked()
    }

    /// Throws a die again, and adds, as long as it shows its highest face.
    ///
    /// # Errors
    /// [`PoolError::OneSideExplodes`] for a d1, [`PoolError::Totals`].
    pub const fn exploding(mut self) -> Result<Pool, PoolError> {
        self.explosion = Explosion::Endless;
        self.checked()
    }

    /// Throws a die that shows its highest face again, and adds, at most `depth` times in a row. A depth of 0 means never.
    ///
    /// # Errors
    /// [`PoolError::OneSideExplodes`] for a d1, [`PoolError::Depth`] when the faces might not fit, [`PoolError::Totals`].
    pub const fn exploding_to(mut self, depth: u8) -> Result<Pool, PoolError> {
        self.explosion = Explosion::To(depth);
        self.checked()
    }

    /// Counts faces of `target` or more instead of summing.
    ///
    /// # Errors
    /// [`PoolError::Target`] when the die has no such face.
    pub const fn counting_at_least(mut self, target: u16) -> Result<Pool, PoolError> {
        self.target = Some(Target::AtLeast(target));
        self.checked()
    }

    /// Counts faces of `target` or less instead of summing.
    ///
    /// # Errors
    /// [`PoolError::Target`] when the die has no such face.
    pub const fn counting_at_most(mut self, target: u16) -> Result<Pool, PoolError> {
        self.target = Some(Target::AtMost(target));
        self.checked()
    }

    /// Makes every throw a pair of which the higher counts.
    #[must_use]
    pub const fn advantage(self) -> Pool {
        self.with_luck(Luck::Advantage)
    }

    /// Makes every throw a pair of which the lower counts.
    #[must_use]
    pub const fn disadvantage(self) -> Pool {
        self.with_luck(Luck::Disadvantage)
    }

    /// The same dice thrown singly or in pairs.
    #[must_use]
    pub const fn with_luck(mut self, luck: Luck) -> Pool {
        self.luck = luck;
        self
    }

    /// Adds a fixed number, on top of what is added already. Stops at the ends of an `i16`.
    #[must_use]
    pub const fn plus(mut self, more: i16) -> Pool {
        self.plus = self.plus.saturating_add(more);
        self
    }

    /// Multiplies the whole result, what is added included: three times `d6+1` is `d6*3+3`.
    ///
    /// # Errors
    /// [`PoolError::Times`] when `factor` is 0 or the product too large.
    pub const fn times(mut self, factor: u8) -> Result<Pool, PoolError> {
        let times = self.times as u16 * factor as u16;
        let plus = self.plus as i32 * factor as i32;
        if times == 0 || times > u8::MAX as u16 || plus < i16::MIN as i32 || plus > i16::MAX as i32
        {
            return Err(PoolError::Times {
                times: factor as u32,
            });
        }
        self.times = times as u8;
        self.plus = plus as i16;
        Ok(self)
    }

    /// Puts every part into its one form and checks the invariants.
    const fn checked(mut self) -> Result<Pool, PoolError> {
        let (count, sides) = (self.count, self.sides);
        if count == 0 || count > DICE_MAX {
            return Err(PoolError::Count {
                count: count as u32,
            });
        }
        if sides == 0 || sides > SIDES_MAX {
            return Err(PoolError::Sides {
                sides: sides as u32,
            });
        }
        if let Keep::Highest(keep) | Keep::Lowest(keep) = self.keep {
            if keep == 0 || keep > count {
                return Err(PoolError::Keep {
                    keep: keep as u32,
                    count,
                });
            }
            if keep == count {
                self.keep = Keep::All;
            }
        }
        let throws = match self.explosion {
            Explosion::None => 1,
            Explosion::To(0) => {
                self.explosion = Explosion::None;
                1
            }
            Explosion::To(depth) => {
                if 2 * count as usize * (depth as usize + 1) > FACES_MAX {
                    return Err(PoolError::Depth {
                        depth: depth as u32,
                        count,
                    });
                }
                depth as u32 + 1
            }
            Explosion::Endless => 4,
        };
        if throws > 1 && sides == 1 {
            return Err(PoolError::OneSideExplodes);
        }
        if let Some(Target::AtLeast(target) | Target::AtMost(target)) = self.target
            && (target == 0 || target > sides)
        {
            return Err(PoolError::Target {
                target: target as u32,
                sides,
            });
        }
        let totals = count as u32 * sides as u32 * throws;
        if totals > TOTALS_MAX {
            return Err(PoolError::Totals { totals });
        }
        Ok(self)
    }

    /// How many dice there are, pairs counted once and explosions not at all.
    #[inline]
    #[must_use]
    pub const fn dice(&self) -> u8 {
        self.count
    }

    /// How many sides each die has.
    #[inline]
    #[must_use]
    pub const fn sides(&self) -> u16 {
        self.sides
    }

    /// Which dice count; [`Keep::All`] also when as many are kept as there are.
    #[inline]
    #[must_use]
    pub const fn keep(&self) -> Keep {
        self.keep
    }

    /// How many dice count.
    #[inline]
    #[must_use]
    pub(crate) const fn kept_dice(&self) -> u8 {
        match self.keep {
            Keep::All => self.count,
            Keep::Highest(keep) | Keep::Lowest(keep) => keep,
        }
    }

    /// Whether and how deep the dice explode.
    #[inline]
    #[must_use]
    pub const fn explosion(&self) -> Explosion {
        self.explosion
    }

    /// Which faces are counted, when they are counted instead of summed.
    #[inline]
    #[must_use]
    pub const fn target(&self) -> Option<Target> {
        self.target
    }

    /// Whether the dice are thrown in pairs.
    #[inline]
    #[must_use]
    pub const fn luck(&self) -> Luck {
        self.luck
    }

    /// What the dice are multiplied by.
    #[inline]
    #[must_use]
    pub const fn factor(&self) -> u8 {
        self.times
    }

    /// What is added after multiplying.
    #[inline]
    #[must_use]
    pub const fn bonus(&self) -> i16 {
        self.plus
    }

    /// Dice in one throw: 2 when thrown in pairs.
    #[inline]
    pub(super) const fn dice_per_throw(&self) -> usize {
        match self.luck {
            Luck::Plain => 1,
            Luck::Advantage | Luck::Disadvantage => 2,
        }
    }

    /// Whether every die counts as it falls: none explodes, none is dropped, and faces are summed.
    #[inline]
    pub(super) const fn counts_every_die(&self) -> bool {
        matches!(self.keep, Keep::All)
            && matches!(self.explosion, Explosion::None)
            && self.target.is_none()
    }

    /// The sides of the only die that is thrown, where there is one and it counts as it falls.
    #[inline]
    #[must_use]
    pub(crate) const fn only_die(&self) -> Option<u16> {
        if self.count == 1 && matches!(self.luck, Luck::Plain) && self.counts_every_die() {
            Some(self.sides)
        } else {
            None
        }
    }

    /// The total that the kept dice, or the counted faces, come to.
    #[inline]
    pub(crate) const fn total_of(&self, sum: i32) -> i32 {
        sum * self.times as i32 + self.plus as i32
    }

    /// The lowest total that can be rolled.
    #[must_use]
    pub const fn least(&self) -> i32 {
        let least = match self.target {
            None => 1,
            Some(Target::AtLeast(target)) => (target == 1) as i32,
            Some(Target::AtMost(target)) => (target == self.sides) as i32,
        };
        self.total_of(self.kept_dice() as i32 * least)
    }

    /// The highest total that can be rolled; `None` when the dice explode endlessly and it is bounded only by the room in a roll.
    #[must_use]
    pub const fn most(&self) -> Option<i32> {
        let throws = match self.explosion {
            Explosion::None => 1,
            Explosion::To(depth) => depth as i32 + 1,
            Explosion::Endless => return None,
        };
        let most = match self.target {
            None => throws * self.sides as i32,
            // The throws before the last show the highest face, which is no more than the target only when all faces are.
            Some(Target::AtMost(target)) if target < self.sides => 1,
            Some(_) => throws,
        };
        Some(self.total_of(self.kept_dice() as i32 * most))
    }
}

impl Target {
    /// Whether a face counts.
    #[inline]
    #[must_use]
    pub const fn counts(self, face: u16) -> bool {
        match self {
            Target::AtLeast(target) => face >= target,
            Target::AtMost(target) => face <= target,
        }
    }
}

impl Luck {
    /// Which of two faces of a pair counts: 0 or 1. The first of equal ones.
    #[inline]
    pub(super) const fn pick(self, first: u16, second: u16) -> usize {
        match self {
            Luck::Plain => 0,
            Luck::Advantage => (second > first) as usize,
            Luck::Disadvantage => (second < first) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_16_bytes() {
        assert_eq!(size_of::<Pool>(), 16);
    }

    #[test]
    fn refuses_what_breaks_an_invariant() {
        assert_eq!(Pool::new(0, 6), Err(PoolError::Count { count: 0 }));
        assert_eq!(Pool::new(24, 6), Err(PoolError::Count { count: 24 }));
        assert_eq!(Pool::new(1, 0), Err(PoolError::Sides { sides: 0 }));
        assert_eq!(Pool::new(1, 1001), Err(PoolError::Sides { sides: 1001 }));
        assert_eq!(Pool::new(5, 1000), Err(PoolError::Totals { totals: 5000 }));
        let two = Pool::new(2, 10).unwrap();
        assert_eq!(
            two.keep_highest(0),
            Err(PoolError::Keep { keep: 0, count: 2 })
        );
        assert_eq!(
            two.keep_lowest(3),
            Err(PoolError::Keep { keep: 3, count: 2 })
        );
        assert_eq!(
            two.exploding_to(11),
            Err(PoolError::Depth {
                depth: 11,
                count: 2
            })
        );
        assert!(two.exploding_to(10).is_ok());
        assert_eq!(
            two.counting_at_least(11),
            Err(PoolError::Target {
                target: 11,
                sides: 10
            })
        );
        assert_eq!(
            two.counting_at_most(0),
            Err(PoolError::Target {
                target: 0,
                sides: 10
            })
        );
        assert_eq!(
            Pool::new(2, 1).and_then(Pool::exploding),
            Err(PoolError::OneSideExplodes)
        );
        assert_eq!(two.times(0), Err(PoolError::Times { times: 0 }));
        assert_eq!(
            two.times(16).and_then(|pool| pool.times(16)),
            Err(PoolError::Times { times: 16 })
        );
        assert_eq!(
            two.plus(20_000).times(2),
            Err(PoolError::Times { times: 2 })
        );
    }

    #[test]
    fn one_meaning_has_one_form() {
        let two = Pool::new(2, 10).unwrap();
        assert_eq!(two.keep_highest(2), Ok(two));
        assert_eq!(two.keep_lowest(2), Ok(two));
        assert_eq!(two.exploding_to(0), Ok(two));
        assert_eq!(two.plus(3).plus(-3), two);
    }

    #[test]
    fn times_multiplies_what_was_added() {
        let doubled = Pool::new(2, 6).unwrap().plus(3).times(2).unwrap();
        assert_eq!((doubled.factor(), doubled.bonus()), (2, 6));
    }

    #[test]
    fn bounds_know_every_part() {
        let bounds = |text: &str| {
            let pool: Pool = text.parse().unwrap();
            (pool.least(), pool.most())
        };
        assert_eq!(bounds("2d6+3"), (5, Some(15)));
        assert_eq!(bounds("4d6kh3*2-1"), (5, Some(35)));
        assert_eq!(bounds("d10!6 adv"), (1, Some(70)));
        assert_eq!(bounds("d10!"), (1, None));
        assert_eq!(bounds("8d6>=5"), (0, Some(8)));
        assert_eq!(bounds("8d6>=1"), (8, Some(8)));
        assert_eq!(bounds("2d6!3<=2"), (0, Some(2)));
        assert_eq!(bounds("2d6!3<=6"), (2, Some(8)));
        assert_eq!(bounds("2d6!3>=6"), (0, Some(8)));
    }
}
