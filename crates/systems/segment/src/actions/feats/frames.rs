//! What each of the skills that affect initiative gives (`initiative-skills/common-frame`).

use affray_kernel::RuleId;

use super::super::ways::Gait;
use crate::ids::rule;
use crate::sheet::InitiativeSkill;

/// Which attack a skill contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contains {
    /// None.
    Nothing,
    /// One with a held weapon, hand to hand.
    Armed,
    /// One without a weapon, by nature or unarmed.
    Bodily,
    /// Any hand to hand with a weapon or without.
    Melee,
    /// By nature alone, the mount's included.
    Natural,
    /// With a held weapon or by nature.
    ArmedOrNatural,
    /// With a ranged weapon.
    Shot,
    /// With a magic or mental attack.
    Spell,
}

/// When the attack comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// After the movement.
    Last,
    /// Before the movement.
    First,
    /// Before or after it.
    Either,
    /// At any point of it.
    Anywhere,
}

/// What a skill gives (`initiative-skills/common-frame`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// Actions, movement and attack together.
    pub(super) cost: i16,
    /// Distance in halves of a move rate.
    pub(super) halves: i16,
    /// The least distance in yards.
    pub(super) least: i16,
    pub(super) contains: Contains,
    pub(super) order: Order,
    /// The longest usage time of the attack in it.
    pub(super) usage: i16,
    /// Added to the attack's target score.
    pub(super) extra: i16,
    /// Yards that a target is pushed back.
    pub(super) push: u8,
    pub(super) gait: Gait,
}

pub(super) const PLAIN: Gait = Gait {
    flies: false,
    hops: false,
    leaps: false,
    tramples: false,
    free: false,
    straight: false,
    drops: false,
    even: false,
};

pub(super) const FREE: Gait = Gait {
    free: true,
    ..PLAIN
};

pub(super) const STRAIGHT: Gait = Gait {
    straight: true,
    ..PLAIN
};

/// A movement without an attack.
pub(super) const fn movement(halves: i16, gait: Gait) -> Frame {
    Frame {
        cost: 1,
        halves,
        least: 0,
        contains: Contains::Nothing,
        order: Order::Last,
        usage: 0,
        extra: 0,
        push: 0,
        gait,
    }
}

/// A movement with an attack of usage 1.
pub(super) const fn attack(halves: i16, contains: Contains, order: Order, gait: Gait) -> Frame {
    Frame {
        cost: 2,
        halves,
        least: 0,
        contains,
        order,
        usage: 1,
        extra: 0,
        push: 0,
        gait,
    }
}

/// What a skill gives; none for those that are no items of their own.
pub(super) const fn frame(skill: InitiativeSkill) -> Option<Frame> {
    const LONG: i16 = 2;
    Some(match skill {
        InitiativeSkill::Charge => Frame {
            least: 3,
            usage: LONG,
            ..attack(4, Contains::Armed, Order::Last, STRAIGHT)
        },
        InitiativeSkill::DiligentPath => movement(1, FREE),
        InitiativeSkill::Hopping => movement(
            2,
            Gait {
                hops: true,
                ..PLAIN
            },
        ),
        InitiativeSkill::Pounce => Frame {
            usage: LONG,
            ..attack(
                2,
                Contains::Bodily,
                Order::Last,
                Gait {
                    hops: true,
                    ..PLAIN
                },
            )
        },
        InitiativeSkill::Swoop => Frame {
            usage: LONG,
            ..attack(
                4,
                Contains::Melee,
                Order::Last,
                Gait {
                    flies: true,
                    ..PLAIN
                },
            )
        },
        InitiativeSkill::Bounding => movement(2, PLAIN),
        InitiativeSkill::MobileShot => attack(2, Contains::Shot, Order::Either, PLAIN),
        InitiativeSkill::MobileStrike => attack(2, Contains::Armed, Order::Either, PLAIN),
        InitiativeSkill::Ram => Frame {
            usage: LONG,
            push: 1,
            ..attack(4, Contains::Bodily, Order::Last, STRAIGHT)
        },
        InitiativeSkill::RideByStrike => Frame {
            usage: LONG,
            ..attack(4, Contains::Armed, Order::Anywhere, FREE)
        },
        InitiativeSkill::RollingStrike => attack(1, Contains::Melee, Order::Last, FREE),
        InitiativeSkill::RunningCast => attack(2, Contains::Spell, Order::Either, PLAIN),
        InitiativeSkill::RunningShot => Frame {
            extra: -4,
            ..attack(4, Contains::Shot, Order::Anywhere, PLAIN)
        },
        InitiativeSkill::Trample => Frame {
            usage: LONG,
            ..attack(
                4,
                Contains::Natural,
                Order::Anywhere,
                Gait {
                    tramples: true,
                    ..PLAIN
                },
            )
        },
        InitiativeSkill::Acrobatic => movement(2, FREE),
        InitiativeSkill::Aerobatics => movement(
            4,
            Gait {
                flies: true,
                ..FREE
            },
        ),
        InitiativeSkill::CollidingStrike => Frame {
            usage: LONG,
            push: 2,
            ..attack(4, Contains::Armed, Order::Last, STRAIGHT)
        },
        InitiativeSkill::DivingStrike => Frame {
            usage: LONG,
            ..attack(
                4,
                Contains::ArmedOrNatural,
                Order::Last,
                Gait {
                    drops: true,
                    ..PLAIN
                },
            )
        },
        InitiativeSkill::Drag => Frame {
            usage: LONG,
            ..attack(1, Contains::Bodily, Order::First, FREE)
        },
        InitiativeSkill::GreatLeap => movement(
            4,
            Gait {
                hops: true,
                leaps: true,
                ..FREE
            },
        ),
        InitiativeSkill::Skipping => movement(2, FREE),
        InitiativeSkill::RushMoves
        | InitiativeSkill::Rapidity
        | InitiativeSkill::Backstab
        | InitiativeSkill::RapidCast => return None,
    })
}

/// The rule of a skill.
#[must_use]
pub(crate) const fn rule_of(skill: InitiativeSkill) -> RuleId {
    match skill {
        InitiativeSkill::Charge => rule!("initiative-skills/charge"),
        InitiativeSkill::DiligentPath => rule!("initiative-skills/diligent-path"),
        InitiativeSkill::Hopping => rule!("initiative-skills/hopping"),
        InitiativeSkill::Pounce => rule!("initiative-skills/pounce"),
        InitiativeSkill::RushMoves => rule!("initiative-skills/rush-moves"),
        InitiativeSkill::Swoop => rule!("initiative-skills/swoop"),
        InitiativeSkill::Bounding => rule!("initiative-skills/bounding"),
        InitiativeSkill::MobileShot => rule!("initiative-skills/mobile-shot"),
        InitiativeSkill::MobileStrike => rule!("initiative-skills/mobile-strike"),
        InitiativeSkill::Ram => rule!("initiative-skills/ram"),
        InitiativeSkill::Rapidity => rule!("initiative-skills/rapidity"),
        InitiativeSkill::RideByStrike => rule!("initiative-skills/ride-by-strike"),
        InitiativeSkill::RollingStrike => rule!("initiative-skills/rolling-strike"),
        InitiativeSkill::RunningCast => rule!("initiative-skills/running-cast"),
        InitiativeSkill::RunningShot => rule!("initiative-skills/running-shot"),
        InitiativeSkill::Trample => rule!("initiative-skills/trample"),
        InitiativeSkill::Acrobatic => rule!("initiative-skills/acrobatic"),
        InitiativeSkill::Aerobatics => rule!("initiative-skills/aerobatics"),
        InitiativeSkill::Backstab => rule!("initiative-skills/backstab"),
        InitiativeSkill::CollidingStrike => rule!("initiative-skills/colliding-strike"),
        InitiativeSkill::DivingStrike => rule!("initiative-skills/diving-strike"),
        InitiativeSkill::Drag => rule!("initiative-skills/drag"),
        InitiativeSkill::GreatLeap => rule!("initiative-skills/great-leap"),
        InitiativeSkill::RapidCast => rule!("initiative-skills/rapid-cast"),
        InitiativeSkill::Skipping => rule!("initiative-skills/skipping"),
    }
}
