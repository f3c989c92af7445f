//! The laws of words, for all acts there are.

use affray_kernel::grid::Cell;
use proptest::prelude::*;

use crate::Segments;
use crate::act::{Act, Defence, Feat, Guess, Location, Quarry, Strike, Utility, With};
use crate::notation::sample::named;
use crate::sheet::{DefendSkill, InitiativeSkill};
use crate::state::{ItemId, PowerId, Segment, Stance};
use affray_trial::laws_of_words;
use affray_trial::words::{arm, cell, creature, item, one_of};

fn power() -> impl Strategy<Value = PowerId> {
    (0u8..8).prop_map(PowerId)
}

fn with() -> impl Strategy<Value = With> {
    prop_oneof![
        2 => arm().prop_map(With::Melee),
        2 => arm().prop_map(With::Ranged),
        1 => power().prop_map(With::Power),
    ]
}

fn location() -> impl Strategy<Value = Location> {
    prop_oneof![
        Just(Location::Torso),
        (0u8..20).prop_map(Location::Part),
        Just(Location::Vitals),
        Just(Location::Vulnerability),
        item().prop_map(Location::Item),
    ]
}

fn strike() -> impl Strategy<Value = Strike> {
    let step = proptest::option::of(cell());
    (creature(), with(), location(), step, any::<bool>()).prop_map(
        |(target, with, location, step, kill_shot)| Strike {
            target,
            with,
            location,
            step,
            kill_shot,
        },
    )
}

fn path() -> impl Strategy<Value = Box<[Cell]>> {
    proptest::collection::vec(cell(), 1..5).prop_map(Into::into)
}

fn perhaps_a_path() -> impl Strategy<Value = Box<[Cell]>> {
    prop_oneof![Just(Box::from([])), path()]
}

fn feat() -> impl Strategy<Value = Feat> {
    let skill = one_of(&InitiativeSkill::ALL);
    let strike = proptest::option::of(strike());
    (skill, perhaps_a_path(), strike, perhaps_a_path()).prop_map(
        |(skill, before, strike, after)| Feat {
            skill,
            before,
            strike,
            after,
        },
    )
}

fn utility() -> impl Strategy<Value = Utility> {
    let of_items: Vec<fn(ItemId) -> Utility> = vec![
        Utility::Draw,
        Utility::Stow,
        Utility::PickUp,
        Utility::Reload,
    ];
    let fixed = [
        Utility::StandUp,
        Utility::Hide,
        Utility::Ride(true),
        Utility::Ride(false),
    ];
    let quarry = one_of(&[Quarry::Vitals, Quarry::Vulnerability]);
    prop_oneof![
        2 => (one_of(&of_items), item()).prop_map(|(make, item)| make(item)),
        1 => one_of(&fixed),
        1 => (item(), creature()).prop_map(|(item, to)| Utility::HandOver(item, to)),
        1 => (item(), proptest::option::of(creature()))
            .prop_map(|(item, to)| Utility::Drink(item, to)),
        1 => (creature(), quarry).prop_map(|(who, quarry)| Utility::Search(who, quarry)),
        1 => (cell(), cell(), any::<bool>()).prop_map(|(a, b, open)| Utility::Door(a, b, open)),
        1 => (power(), creature()).prop_map(|(power, on)| Utility::Power(power, on)),
        1 => any::<u8>().prop_map(Utility::Other),
    ]
}

fn defence() -> impl Strategy<Value = Defence> {
    let skill = one_of(&DefendSkill::ALL);
    let (with, to) = (proptest::option::of(arm()), proptest::option::of(cell()));
    (skill, any::<bool>(), with, to).prop_map(|(skill, on_guard, with, to)| Defence {
        skill,
        on_guard,
        with,
        to,
    })
}

fn guess() -> impl Strategy<Value = Guess> {
    let step = proptest::option::of(cell());
    (cell(), with(), step).prop_map(|(at, with, step)| Guess { at, with, step })
}

fn plain() -> impl Strategy<Value = Act> {
    one_of(&[
        Act::BeginRound,
        Act::Ambushes,
        Act::OnGuards,
        Act::Settle,
        Act::Close,
        Act::EndRound,
        Act::EndCombat,
        Act::Disengage,
        Act::Flee,
        Act::Pass,
        Act::Surrender,
    ])
}

fn other() -> impl Strategy<Value = Act> {
    let targets = proptest::collection::vec(creature(), 0..3);
    prop_oneof![
        one_of(&Segment::ALL).prop_map(Act::Call),
        creature().prop_map(Act::Idle),
        item().prop_map(Act::Drop),
        any::<u16>().prop_map(Act::Release),
        targets.prop_map(|targets| Act::Ambush(targets.into())),
        one_of(&DefendSkill::ALL).prop_map(Act::OnGuard),
        one_of(&Stance::ALL).prop_map(Act::Stance),
        arm().prop_map(Act::Opportunity),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => strike().prop_map(Act::Attack),
        1 => guess().prop_map(Act::Guess),
        1 => path().prop_map(Act::Move),
        4 => feat().prop_map(|feat| Act::Feat(Box::new(feat))),
        3 => utility().prop_map(Act::Use),
        3 => defence().prop_map(Act::Defend),
        1 => plain(),
        3 => other(),
    ]
}

laws_of_words!(Segments, act(), named, misleading: [
    ["nothing", "vitals", "torso", "and"],
    ["4,7", "then", "to kill", "head"],
    ["", " with ", "ogre, then to 3,3", "oneself"],
    ["on guard", "part 3", "thrown", "5"],
]);
