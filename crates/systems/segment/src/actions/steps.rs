//! Combat steps: where one leads, and which attacks it makes possible (`engagement/combat-step`).

use std::cell::OnceCell;
use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Figure, Refusal};
use smallvec::SmallVec;

use super::moving;
use super::strike::{self, aim};
use super::ways::{self, Gait, Way};
use crate::act::{Strike, With};
use crate::ids::{refuse, rule};
use crate::rules::numbers::{
    acts, enemies, is_melee, melee_range_yd, rate_yd, settled, threat_yd, yards, yards_between,
};
use crate::rules::{ambush, ranged, segments};
use crate::state::{Segment, State};

/// Yards of a combat step before an attack: with Backstab in an ambush half a move, on foot or on the wing, before an attack with a
/// one-handed weapon (`engagement/combat-step`, `initiative-skills/backstab`).
fn most(
    state: &State,
    by: CreatureId,
    (with, segment): (With, Segment),
    far: impl FnOnce() -> Gait,
) -> i16 {
    if segment == Segment::Ambush && ambush::backstabs(state, by, with) {
        (ways::rate_yd(state, by, far()) / 2).max(1)
    } else {
        1
    }
}

/// How a creature takes a combat step: it is one space, whatever the ground (`engagement/combat-step`).
fn gait(state: &State, by: CreatureId) -> Gait {
    Gait {
        even: true,
        ..ways::plain(state, by)
    }
}

/// Whether the combat step before an attack leads there (`engagement/combat-step`).
///
/// # Errors
/// Why it does not.
pub(super) fn check(
    state: &State,
    by: CreatureId,
    to: Cell,
    before: (With, Segment),
) -> Result<(), Refusal> {
    if state.body(by).stepped {
        return Err(refuse!(
            "engagement/combat-step",
            "{} has taken its combat step of this round",
            Figure::Creature(by)
        ));
    }
    moving::can_walk(state, by)?;
    let from = state.body(by).at;
    let far = || ways::along(state, by, &[to]);
    let most = most(state, by, before, far);
    let direct = state.grid().cells_between(from, settled(state, by, to));
    if i32::try_from(direct).unwrap_or(i32::MAX) > most.into() {
        return Err(refuse!(
            "engagement/combat-step",
            "a combat step is {}, and that is {}",
            Figure::Yards(most.into()),
            Figure::Yards(i32::try_from(direct).unwrap_or(i32::MAX))
        ));
    }
    way(state, by, to, before).map(|_| ())
}

/// The way of the combat step before an attack to a place, and how it goes (`engagement/combat-step`).
///
/// # Errors
/// Why there is none.
pub(crate) fn way(
    state: &State,
    by: CreatureId,
    to: Cell,
    before: (With, Segment),
) -> Result<(Way, Gait), Refusal> {
    let from = state.body(by).at;
    let far = || ways::along(state, by, &[to]);
    let leads = |gait, most| {
        let way = ways::find(state, by, from, (&[to], gait, most))?;
        Ok((way, gait))
    };
    let step = leads(gait(state, by), 1);
    let most = most(state, by, before, far);
    if most > 1 {
        return step.or_else(|_| leads(far(), most));
    }
    step
}

/// Whether an attack in the Ambush segment would come after more movement there than a combat step, or than what Backstab allows instead
/// (`ambush/set-position`, `initiative-skills/backstab`).
pub(crate) fn strays(state: &State, by: CreatureId, strike: &Strike) -> bool {
    let body = state.body(by);
    let far = || ways::along(state, by, strike.step.as_ref());
    let most = most(state, by, (strike.with, Segment::Ambush), far);
    let step = strike.step.map_or(0, |to| {
        // A step of a yard is one space, however far up or down it settles.
        let spaces = state.grid().cells_between(body.at, settled(state, by, to));
        i16::try_from(spaces).unwrap_or(i16::MAX).min(most)
    });
    body.moved_in_segment.saturating_add(step) > most
}

/// What a combat step makes possible; looked for only where what speaks against an attack depends on the place.
pub(super) struct Steps<'s> {
    state: &'s State,
    by: CreatureId,
    segment: Segment,
    places: OnceCell<SmallVec<[Cell; 8]>>,
    changes_engagement: OnceCell<bool>,
}

impl<'s> Steps<'s> {
    pub(super) const fn of(state: &'s State, by: CreatureId, segment: Segment) -> Self {
        Self {
            state,
            by,
            segment,
            places: OnceCell::new(),
            changes_engagement: OnceCell::new(),
        }
    }

    /// An attack that was refused from where its maker stands, after each combat step that makes it possible.
    pub(super) fn attacks(
        &self,
        strike: &Strike,
        refusal: &Refusal,
        found: &mut dyn FnMut(Strike) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (state, by, segment) = (self.state, self.by, self.segment);
        let here = (strike, state.body(by).at);
        // Far from enemies a step changes nothing about the segment.
        let hopeless = !self.may_help(strike, refusal)
            || !self.changes_engagement() && segments::check(state, by, here, segment).is_err();
        if hopeless {
            return ControlFlow::Continue(());
        }
        self.try_each(strike.with, &mut |cell| {
            let stepping = Strike {
                step: Some(cell),
                ..*strike
            };
            let serves = segments::check(state, by, (&stepping, cell), segment).is_ok()
                && aim(state, by, &stepping, cell).is_ok();
            if serves && strike::check(state, by, &stepping, segment).is_ok() {
                found(stepping)?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Whether a combat step leads to where an attack that was refused can be aimed.
    pub(super) fn reach(&self, strike: &Strike, refusal: &Refusal) -> bool {
        self.may_help(strike, refusal)
            && self
                .try_each(
                    strike.with,
                    &mut |cell| match aim(self.state, self.by, strike, cell) {
                        Ok(()) => ControlFlow::Break(()),
                        Err(_) => ControlFlow::Continue(()),
                    },
                )
                .is_break()
    }

    /// Whether a step could be of use against what was refused: too far, out of sight, or in the wrong segment for who is engaged or
    /// is not.
    fn may_help(&self, strike: &Strike, refusal: &Refusal) -> bool {
        let distance = [
            rule!("engagement/melee-range"),
            rule!("ranged/no-maximum"),
            rule!("ranged/line-of-sight"),
        ];
        let engagement = [
            rule!("ranged/not-usable-in-melee"),
            rule!("melee-segment/who"),
            rule!("melee-segment/usage-cap"),
            rule!("ranged-segment/held-melee"),
        ];
        distance.contains(&refusal.rule) && self.is_near(strike)
            || engagement.contains(&refusal.rule) && self.changes_engagement()
    }

    /// Whether the target is no farther away than the attack and the step reach together.
    fn is_near(&self, strike: &Strike) -> bool {
        let (state, by) = (self.state, self.by);
        let reach = if is_melee(state, strike.with) {
            Some(melee_range_yd(state, by, strike.with))
        } else {
            ranged::ranges(state, by, strike.with).1
        };
        let step = most(state, by, (strike.with, self.segment), || self.far());
        let distance = yards(state, state.space(by), state.space(strike.target));
        reach.is_none_or(|reach| distance <= reach.saturating_add(step))
    }

    /// How a step of more than a yard goes.
    fn far(&self) -> Gait {
        ways::along(self.state, self.by, [])
    }

    /// Whether a step of a yard may engage its maker with somebody, or end that.
    fn changes_engagement(&self) -> bool {
        let (state, by) = (self.state, self.by);
        *self.changes_engagement.get_or_init(|| {
            let own = threat_yd(state, by);
            state.creatures().any(|other| {
                enemies(state, by, other)
                    && acts(state, other)
                    && yards_between(state, by, other) <= own.max(threat_yd(state, other)) + 1
            })
        })
    }

    /// Goes through the places that a combat step before an attack leads to.
    fn try_each(
        &self,
        with: With,
        each: &mut dyn FnMut(Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (state, by) = (self.state, self.by);
        if state.body(by).stepped || rate_yd(state, by) == 0 {
            return ControlFlow::Continue(());
        }
        let near = self
            .places
            .get_or_init(|| ways::around(state, by, gait(state, by)));
        near.iter().try_for_each(|cell| each(*cell))?;
        let most = most(state, by, (with, self.segment), || self.far());
        if most == 1 {
            return ControlFlow::Continue(());
        }
        let mut far = ways::reachable(state, by, most, self.far());
        far.sort_unstable();
        let mut far = far.into_iter().map(|(cell, _)| cell);
        far.try_for_each(|cell| match near.contains(&cell) {
            true => ControlFlow::Continue(()),
            false => each(cell),
        })
    }
}
