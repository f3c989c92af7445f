//! Every act prints and reads back.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading};
use proptest::prelude::*;

use super::sample::{CHIEF, GARRET, HORSE, OGRE, fight, named};
use super::{parse_for, print_for};
use crate::Energy;
use crate::act::{
    Act, Action, Aim, Approach, Attempt, Boost, Claim, Interrupt, Maneuver, Pay, Rest, Strike,
    Struggle,
};
use crate::state::{Arm, ItemId, Pace, PowerId, Watch};
use affray_trial::laws_of_words;
use affray_trial::words::{are_not_understood, are_understood, arm, cell, creature, item, one_of};

fn power() -> impl Strategy<Value = PowerId> {
    (0u8..7).prop_map(PowerId)
}

fn aim() -> impl Strategy<Value = Aim> {
    prop_oneof![
        Just(Aim::Oneself),
        creature().prop_map(Aim::Creature),
        cell().prop_map(Aim::Place),
    ]
}

fn pay() -> impl Strategy<Value = Pay> {
    (0u8..4, any::<bool>()).prop_map(|(stamina, collapse)| Pay { stamina, collapse })
}

fn approach() -> impl Strategy<Value = Approach> {
    proptest::collection::vec(cell(), 0..3).prop_map(Approach::from)
}

fn struggle() -> impl Strategy<Value = Struggle> {
    one_of(&[
        Struggle::Fortitude,
        Struggle::ArmStrength,
        Struggle::LegStrength,
    ])
}

fn strike() -> impl Strategy<Value = Strike> {
    let boost = proptest::option::of(
        (power(), 0u8..7).prop_map(|(power, stamina)| Boost { power, stamina }),
    );
    let nonlethal = proptest::option::of(0u8..3);
    (
        creature(),
        arm(),
        any::<bool>(),
        nonlethal,
        boost,
        approach(),
    )
        .prop_map(
            |(target, with, thrown, nonlethal, boost, approach)| Strike {
                target,
                with,
                thrown,
                nonlethal,
                boost,
                approach,
            },
        )
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let maneuver = prop_oneof![
        Just(Maneuver::Trip),
        item().prop_map(Maneuver::Disarm),
        Just(Maneuver::Restrain),
        Just(Maneuver::Push),
    ];
    (maneuver, creature(), arm(), approach()).prop_map(|(maneuver, target, with, approach)| {
        Attempt {
            maneuver,
            target,
            with,
            approach,
        }
    })
}

fn path() -> impl Strategy<Value = Box<[Cell]>> {
    proptest::collection::vec(cell(), 1..5).prop_map(Into::into)
}

fn movement() -> impl Strategy<Value = Action> {
    let pace = one_of(&[
        Pace::Shift,
        Pace::AgileShift,
        Pace::QuickRun,
        Pace::Run,
        Pace::Sprint,
    ]);
    let onward = prop_oneof![Just(Box::from([])), path()];
    let push = proptest::option::of((creature(), onward));
    (pace, path(), push, any::<bool>()).prop_map(|(pace, path, push, straight)| Action::Move {
        pace,
        path,
        push,
        straight,
    })
}

fn action() -> impl Strategy<Value = Action> {
    let of_items: Vec<fn(ItemId) -> Action> =
        vec![Action::Equip, Action::Stow, Action::PickUp, Action::Load];
    let fixed = vec![
        Action::Kneel,
        Action::Stand,
        Action::Defend,
        Action::CatchBreath,
        Action::Hide,
    ];
    prop_oneof![
        3 => strike().prop_map(Action::Attack),
        2 => attempt().prop_map(Action::Maneuver),
        2 => movement(),
        1 => cell().prop_map(Action::Jump),
        1 => any::<i16>().prop_map(Action::Leap),
        1 => cell().prop_map(Action::Climb),
        1 => one_of(&fixed),
        3 => (one_of(&of_items), item()).prop_map(|(make, item)| make(item)),
        1 => (proptest::option::of(creature()), struggle())
            .prop_map(|(from, roll)| Action::Escape(from, roll)),
        1 => (cell(), cell()).prop_map(|(a, b)| Action::BreakDown(a, b)),
        1 => (cell(), cell(), any::<bool>()).prop_map(|(a, b, open)| Action::Door(a, b, open)),
        1 => creature().prop_map(Action::Rouse),
        1 => (power(), aim()).prop_map(|(power, aim)| Action::Use(power, aim)),
        1 => (item(), aim()).prop_map(|(item, aim)| Action::Consume(item, aim)),
    ]
}

fn claim() -> impl Strategy<Value = Claim> {
    (action(), pay()).prop_map(|(action, pay)| Claim { action, pay })
}

fn interrupt() -> impl Strategy<Value = Interrupt> {
    prop_oneof![
        cell().prop_map(Interrupt::AgileMove),
        (strike(), pay()).prop_map(|(strike, pay)| Interrupt::Strike(strike, pay)),
        (attempt(), pay()).prop_map(|(attempt, pay)| Interrupt::Maneuver(attempt, pay)),
        (power(), aim(), pay()).prop_map(|(power, aim, pay)| Interrupt::Use(power, aim, pay)),
    ]
}

fn plain() -> impl Strategy<Value = Act> {
    one_of(&[
        Act::BeginRound,
        Act::EndRound,
        Act::EndCombat,
        Act::Wait,
        Act::FallProne,
        Act::Pass,
        Act::PassOn(None),
        Act::Stop,
        Act::Roll,
        Act::Decline,
    ])
}

fn rest() -> impl Strategy<Value = Rest> {
    prop_oneof![
        (0u8..9, 0u8..3, proptest::option::of(item())).prop_map(|(blocks, surges, repair)| {
            Rest::Short {
                blocks,
                surges,
                repair,
            }
        }),
        (0u8..10, 0u8..3, proptest::option::of(item()))
            .prop_map(|(hours, surges, repair)| long_rest(hours, surges, repair)),
    ]
}

fn other() -> impl Strategy<Value = Act> {
    let heading = one_of(&[Heading::North, Heading::NorthEast, Heading::EastSouthEast]);
    prop_oneof![
        heading.prop_map(|heading| Act::Face(Watch::Heading(heading))),
        creature().prop_map(|who| Act::Face(Watch::Creature(who))),
        item().prop_map(Act::Drop),
        creature().prop_map(Act::Release),
        creature().prop_map(Act::Submit),
        rest().prop_map(Act::Rest),
        any::<i16>().prop_map(|metres| Act::PassOn(Some(metres))),
        struggle().prop_map(Act::Struggle),
        path().prop_map(Act::Reroute),
        cell().prop_map(Act::Space),
        item().prop_map(Act::Take),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let others = proptest::collection::vec(creature(), 0..3);
    prop_oneof![
        4 => claim().prop_map(Act::Do),
        2 => interrupt().prop_map(Act::Interrupt),
        2 => claim().prop_map(Act::Challenge),
        1 => (others, claim()).prop_map(|(others, claim)| Act::Race(others.into(), claim)),
        1 => plain(),
        2 => other(),
    ]
}

laws_of_words!(Energy, act(), named, misleading: [
    ["body", "nobody", "scroll", "and"],
    ["4,7", "straight", "of", "North"],
    ["", " with ", "ogre: wait", "oneself"],
    ["3 easier", "paying", "thrown", "5"],
]);

fn at(target: CreatureId, with: Arm) -> Strike {
    Strike {
        target,
        with,
        thrown: false,
        nonlethal: None,
        boost: None,
        approach: Approach::new(),
    }
}

const SWORD: Arm = Arm::Item(ItemId(0));
const SPEAR: Arm = Arm::Item(ItemId(4));

fn does(action: Action) -> Act {
    Act::Do(Claim {
        action,
        pay: Pay::PLAIN,
    })
}

fn paid(action: Action, stamina: u8, collapse: bool) -> Claim {
    Claim {
        action,
        pay: Pay { stamina, collapse },
    }
}

fn long_rest(hours: u8, surges: u8, repair: Option<ItemId>) -> Rest {
    Rest::Long {
        hours,
        surges,
        repair,
    }
}

fn run(pace: Pace, path: &[Cell], push: Option<(CreatureId, Box<[Cell]>)>, straight: bool) -> Act {
    does(Action::Move {
        pace,
        path: path.into(),
        push,
        straight,
    })
}

fn tries(maneuver: Maneuver, target: CreatureId, with: Arm) -> Attempt {
    Attempt {
        maneuver,
        target,
        with,
        approach: Approach::new(),
    }
}

fn are_said(cases: impl IntoIterator<Item = (CreatureId, Act, &'static str)>) {
    affray_trial::words::are_said::<Energy>(&fight(), cases);
}

#[test]
fn attacks_are_said_as_players_say_them() {
    let boosted = |power, stamina| {
        does(Action::Attack(Strike {
            boost: Some(Boost {
                power: PowerId(power),
                stamina,
            }),
            ..at(OGRE, SWORD)
        }))
    };
    let (step, next) = (Cell::new(4, 3), Cell::new(5, 3));
    are_said([
        (
            GARRET,
            does(Action::Attack(at(OGRE, SWORD))),
            "attack ogre with longsword",
        ),
        (
            GARRET,
            does(Action::Attack(at(OGRE, Arm::Natural(0)))),
            "attack ogre with unarmed",
        ),
        (
            GARRET,
            does(Action::Attack(Strike {
                thrown: true,
                nonlethal: Some(2),
                ..at(CHIEF, SPEAR)
            })),
            "attack ogre chief with spear thrown nonlethal 2 easier",
        ),
        (
            GARRET,
            does(Action::Attack(Strike {
                nonlethal: Some(0),
                approach: [step, next].into_iter().collect(),
                ..at(OGRE, SWORD)
            })),
            "attack ogre with longsword nonlethal moving 4,3 5,3",
        ),
        (
            GARRET,
            boosted(3, 3),
            "attack ogre with longsword boosted by power strike 3",
        ),
        (
            GARRET,
            boosted(4, 5),
            "attack ogre with longsword boosted by avalanche blow",
        ),
        (
            GARRET,
            does(Action::Maneuver(tries(Maneuver::Trip, OGRE, SWORD))),
            "trip ogre with longsword",
        ),
        (
            GARRET,
            does(Action::Maneuver(tries(
                Maneuver::Disarm(ItemId(5)),
                OGRE,
                SWORD,
            ))),
            "disarm ogre of greatclub with longsword",
        ),
        (
            GARRET,
            does(Action::Maneuver(tries(
                Maneuver::Restrain,
                OGRE,
                Arm::Natural(0),
            ))),
            "restrain ogre",
        ),
        (
            OGRE,
            Act::Interrupt(Interrupt::Maneuver(
                tries(Maneuver::Push, GARRET, Arm::Natural(3)),
                Pay {
                    stamina: 1,
                    collapse: false,
                },
            )),
            "swift push Garret paying 1 stamina",
        ),
        (
            OGRE,
            Act::Interrupt(Interrupt::Strike(
                at(HORSE, Arm::Item(ItemId(5))),
                Pay::PLAIN,
            )),
            "swift attack horse with greatclub",
        ),
    ]);
}

#[test]
fn movements_are_said_as_players_say_them() {
    let (step, next, goal) = (Cell::new(4, 3), Cell::new(5, 3), Cell::new(6, 4));
    are_said([
        (
            GARRET,
            run(Pace::Shift, &[step], None, false),
            "shift to 4,3",
        ),
        (
            GARRET,
            run(Pace::AgileShift, &[step], None, false),
            "agile shift to 4,3",
        ),
        (
            GARRET,
            run(Pace::QuickRun, &[step, next, goal], None, true),
            "quick run via 4,3 5,3 to 6,4 straight",
        ),
        (
            GARRET,
            run(Pace::Sprint, &[next], Some((OGRE, [].into())), false),
            "sprint to 5,3 pushing ogre",
        ),
        (
            GARRET,
            run(Pace::Sprint, &[next], Some((OGRE, [goal].into())), false),
            "sprint to 5,3 pushing ogre then to 6,4",
        ),
        (GARRET, does(Action::Jump(goal)), "jump to 6,4"),
        (GARRET, does(Action::Leap(35)), "leap 35 dm"),
        (GARRET, does(Action::Stand), "stand up"),
        (
            GARRET,
            Act::Interrupt(Interrupt::AgileMove(step)),
            "agile move to 4,3",
        ),
        (
            GARRET,
            Act::Face(Watch::Heading(Heading::NorthEast)),
            "face north-east",
        ),
        (GARRET, Act::Face(Watch::Creature(CHIEF)), "face ogre chief"),
    ]);
}

#[test]
fn other_acts_are_said_as_players_say_them() {
    let (one, other) = (Cell::new(3, 4), Cell::new(4, 4));
    are_said([
        (
            GARRET,
            Act::Do(paid(Action::CatchBreath, 1, true)),
            "catch breath paying 1 stamina even to collapse",
        ),
        (GARRET, does(Action::Equip(ItemId(2))), "equip longsword"),
        (
            CHIEF,
            does(Action::PickUp(ItemId(1))),
            "pick up ogre's longsword",
        ),
        (GARRET, does(Action::Load(ItemId(3))), "load shortbow"),
        (
            GARRET,
            does(Action::Escape(Some(OGRE), Struggle::ArmStrength)),
            "escape from ogre with arm strength",
        ),
        (
            GARRET,
            does(Action::Escape(None, Struggle::Fortitude)),
            "escape with fortitude",
        ),
        (
            GARRET,
            does(Action::BreakDown(one, other)),
            "break down 3,4 4,4",
        ),
        (GARRET, does(Action::Door(one, other, true)), "open 3,4 4,4"),
        (
            GARRET,
            does(Action::Use(PowerId(1), Aim::Creature(OGRE))),
            "use aura lance volley on ogre",
        ),
        (
            GARRET,
            does(Action::Use(PowerId(2), Aim::Place(one))),
            "use mire at 3,4",
        ),
        (
            GARRET,
            does(Action::Moving(
                Box::new(Action::Use(PowerId(2), Aim::Place(one))),
                [other].into_iter().collect(),
            )),
            "use mire at 3,4 moving 4,4",
        ),
        (
            GARRET,
            does(Action::Consume(ItemId(9), Aim::Oneself)),
            "consume potion",
        ),
        (
            GARRET,
            does(Action::Consume(ItemId(10), Aim::Oneself)),
            "consume second potion",
        ),
        (
            GARRET,
            Act::Race([OGRE, HORSE].into(), paid(Action::Hide, 0, false)),
            "race ogre and horse: hide",
        ),
        (
            OGRE,
            Act::Challenge(paid(Action::Attack(at(GARRET, Arm::Natural(1))), 0, false)),
            "challenge: attack Garret with claw",
        ),
        (GARRET, Act::PassOn(Some(3)), "pass until 3 m"),
        (
            GARRET,
            Act::Reroute([one, other].into()),
            "go on via 3,4 to 4,4",
        ),
        (GARRET, Act::Struggle(Struggle::ArmStrength), "arm strength"),
        (
            GARRET,
            Act::Rest(Rest::Short {
                blocks: 3,
                surges: 2,
                repair: Some(ItemId(14)),
            }),
            "short rest 3 surges 2 repairing leather",
        ),
        (GARRET, Act::Rest(long_rest(8, 0, None)), "long rest"),
        (
            GARRET,
            Act::Rest(long_rest(6, 2, Some(ItemId(14)))),
            "long rest 6 hours surges 2 repairing leather",
        ),
    ]);
}

#[test]
fn other_ways_to_say_it_are_understood() {
    are_understood::<Energy>(
        &fight(),
        &[
            (GARRET, "Attack OGRE", "attack ogre with longsword"),
            (HORSE, "attack ogre", "attack ogre with hoof"),
            (
                GARRET,
                "attack ogre thrown",
                "attack ogre with spear thrown",
            ),
            (
                OGRE,
                "attack Garret with body",
                "attack Garret with unarmed",
            ),
            (GARRET, "strike ogre", "attack ogre with longsword"),
            (
                GARRET,
                "throw spear at ogre nonlethal",
                "attack ogre with spear thrown nonlethal",
            ),
            (
                GARRET,
                "swift strike ogre",
                "swift attack ogre with longsword",
            ),
            (GARRET, "trip ogre", "trip ogre with longsword"),
            (
                GARRET,
                "disarm ogre of greatclub moving 4,3",
                "disarm ogre of greatclub with longsword moving 4,3",
            ),
            (GARRET, "run 4,7", "run to 4,7"),
            (GARRET, "run to [4,7]", "run to 4,7"),
            (GARRET, "stand", "stand up"),
            (
                GARRET,
                "escape ogre with leg strength",
                "escape from ogre with leg strength",
            ),
            (GARRET, "use free stride on oneself", "use free stride"),
            (GARRET, "long rest 8 hours", "long rest"),
            (GARRET, "challenge defend", "challenge: defend"),
            (GARRET, "go on", "pass"),
        ],
    );
}

#[test]
fn what_is_not_understood_is_said_with_a_suggestion() {
    let state = fight();
    are_not_understood::<Energy>(
        &state,
        &[
            (
                "attac ogre",
                "`attac` is no act here; did you mean `attack`?",
            ),
            (
                "attack orge",
                "`orge` is no creature here; did you mean `ogre`?",
            ),
            (
                "attack ogre with longswrd",
                "`longswrd` is no weapon here; did you mean `longsword`?",
            ),
            (
                "pick up scroll",
                "`scroll` can mean several things: `first scroll`, `second scroll`",
            ),
            ("consume third potion", "there is no third potion here"),
            (
                "use aura lanse",
                "`aura` is no power here; did you mean `aura lance`?",
            ),
            (
                "run to there",
                "`there` is no square: write two numbers such as 4,7",
            ),
            (
                "swift atack ogre",
                "`atack` is no Swift Attack here; did you mean `attack`?",
            ),
            ("attack ogre with", "a weapon is missing at the end"),
            ("disarm ogre with longsword", "expected `of` before `with`"),
            ("escape with luck", "`luck` is no way to get free here"),
            ("leap 30", "`dm` is missing at the end"),
            ("defend paying 1", "`stamina` is missing at the end"),
            ("defend now", "`now` was not understood"),
            (
                "race ogre",
                "a race is written as `race`, the others, a colon and what one does oneself",
            ),
            ("challenge: wait", "`wait` is no action here"),
            ("", "an act is missing at the end"),
        ],
    );
    assert!(
        parse_for(&state, None, "attack ogre").is_err(),
        "nobody's weapon"
    );
}

#[test]
fn numbers_of_nothing_are_printed_and_refused() {
    let state = fight();
    let act = does(Action::Attack(at(CreatureId(77), Arm::Item(ItemId(99)))));
    assert_eq!(print_for(&state, None, &act), "attack @77 with #99");
    assert!(parse_for(&state, None, "attack @77 with #99").is_err());
}
