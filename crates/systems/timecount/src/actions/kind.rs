//! When and how acts are carried out.

use affray_kernel::CreatureId;

use crate::act::Act;
use crate::sheet::ScrollTiming;
use crate::state::State;

/// When and how an act is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// At once, and the turn goes on.
    Free,
    /// With an attack roll, or another roll whose effects land with all others of the count.
    Roll,
    /// Without one.
    Doing,
    /// After everything else of the count.
    Move,
    /// Time goes on.
    Time,
}

impl Act {
    /// How the act is carried out.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Attack(_)
            | Self::Alternate(_)
            | Self::Both { .. }
            | Self::QuickStrike(_)
            | Self::Feint { .. }
            | Self::Distract { .. }
            | Self::Disarm { .. }
            | Self::Staple { .. }
            | Self::Trip { .. }
            | Self::Tackle(_)
            | Self::BullRush(_)
            | Self::Approach(..)
            | Self::Grab(_)
            | Self::BreakGrab { .. }
            | Self::EscapeGrab(_)
            | Self::Drag(..)
            | Self::Grapple(..)
            | Self::Shunt(..)
            | Self::Throw(..)
            | Self::Deliver { .. }
            | Self::Cast { .. }
            | Self::ReadScroll(..)
            | Self::ScrollWorks(..)
            | Self::Drink(_)
            | Self::Activate(..)
            | Self::Unstaple(..)
            | Self::Direct(..) => Kind::Roll,
            Self::Move { .. } => Kind::Move,
            Self::Wait(_) | Self::GoOn(_) | Self::BreakOff | Self::Pass => Kind::Time,
            Self::Basic
            | Self::Face(_)
            | Self::Drop(_)
            | Self::Release(_)
            | Self::Cease(_)
            | Self::RaiseResistance
            | Self::ControlMount => Kind::Free,
            _ => Kind::Doing,
        }
    }

    /// Whether the act is an attack, a special action with an attack roll, or magic that is cast: potions, magic items and tearing loose
    /// take none.
    pub(crate) fn is_attack(&self) -> bool {
        let takes_none = matches!(
            self,
            Self::Drink(_) | Self::Activate(..) | Self::Unstaple(..)
        );
        self.kind() == Kind::Roll && !takes_none
    }

    /// Whether the act is magic, which may work on its actor: begin or end what it keeps up, cure what slows it.
    pub(crate) fn is_magic(&self) -> bool {
        matches!(
            self,
            Self::Cast { .. }
                | Self::Direct(..)
                | Self::ReadScroll(..)
                | Self::ScrollWorks(..)
                | Self::Drink(_)
                | Self::Activate(..)
        )
    }

    /// Whether what the act does to others is not undone by its actor's falling on the same count (`initiative/ties`).
    pub(crate) fn outlasts_its_actor(&self) -> bool {
        matches!(
            self,
            Self::Stabilize(_) | Self::Extinguish(_) | Self::Door(..)
        )
    }

    /// The fatigue that the attempt costs, hit or miss (`special-actions/format`).
    pub(crate) fn fatigue(&self) -> i16 {
        match self {
            Self::Throw(..) => 2,
            Self::Disarm { .. }
            | Self::Staple { .. }
            | Self::Trip { .. }
            | Self::Tackle(_)
            | Self::BullRush(_)
            | Self::Drag(..)
            | Self::Shunt(..) => 1,
            _ => 0,
        }
    }

    /// Whether the act makes an attack roll against that creature.
    pub(crate) fn attacks(&self, on: CreatureId) -> bool {
        match self {
            Self::Attack(strike)
            | Self::Alternate(strike)
            | Self::QuickStrike(strike)
            | Self::Both { main: strike, .. } => strike.target == on,
            Self::Feint { target, .. }
            | Self::Distract { target, .. }
            | Self::Disarm { target, .. }
            | Self::Staple { target, .. }
            | Self::Trip { target, .. }
            | Self::Deliver { target, .. }
            | Self::Tackle(target)
            | Self::BullRush(target)
            | Self::Approach(target, _)
            | Self::Grab(target)
            | Self::BreakGrab {
                grabber: target, ..
            }
            | Self::EscapeGrab(target)
            | Self::Drag(target, _)
            | Self::Grapple(target, _)
            | Self::Shunt(target, _)
            | Self::Throw(target, _)
            | Self::Direct(_, target) => *target == on,
            _ => false,
        }
    }
}

/// How an act is carried out, the switches being what they are.
pub(crate) fn kind_of(state: &State, act: &Act) -> Kind {
    if works_at_the_end(state, act) {
        Kind::Doing
    } else {
        act.kind()
    }
}

/// Whether a scroll that is read works at the end of its casting time (`actions/read-scroll`).
fn works_at_the_end(state: &State, act: &Act) -> bool {
    matches!(act, Act::ReadScroll(..)) && state.cast.options.scroll_timing == ScrollTiming::AtEnd
}

/// Whether an act sets its own next turn: what takes effect at the end of its delay.
pub(crate) fn delays_itself(state: &State, act: &Act) -> bool {
    if matches!(act, Act::ReadScroll(..)) {
        return works_at_the_end(state, act);
    }
    matches!(
        act,
        Act::CoupDeGrace { .. }
            | Act::Prepare(_)
            | Act::Ready(..)
            | Act::Set(_)
            | Act::Rest(_)
            | Act::Treat(..)
    )
}
