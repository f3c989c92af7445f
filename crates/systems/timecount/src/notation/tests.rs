//! Every act prints and reads back.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading};
use proptest::prelude::*;

use super::sample::{CHIEF, GARRET, HORSE, OGRE, fight, named};
use super::{parse_for, print_for};
use crate::TimeCount;
use crate::act::{Act, Aim, Charges, Event, Facing, Hampers, Rest, Strike, Trigger};
use crate::sheet::{DamageType, Defense, Skill};
use crate::state::{Arm, ItemId, Pace, SpellId, Stance};
use affray_trial::laws_of_words;
use affray_trial::words::{
    are_not_understood, are_said, are_understood, arm, cell, creature, item, nested, one_of, words,
};

fn kind() -> impl Strategy<Value = DamageType> {
    one_of(&[
        DamageType::Bludgeoning,
        DamageType::Piercing,
        DamageType::Slashing,
        DamageType::Fire,
    ])
}

fn heading() -> impl Strategy<Value = Heading> {
    one_of(&[
        Heading::North,
        Heading::NorthEast,
        Heading::EastSouthEast,
        Heading::West,
    ])
}

fn strike() -> impl Strategy<Value = Strike> {
    let kind = proptest::option::of(kind());
    (creature(), arm(), kind, any::<bool>(), any::<bool>()).prop_map(
        |(target, with, kind, limb, thrown)| Strike {
            target,
            with,
            kind,
            limb,
            thrown,
        },
    )
}

fn aim() -> impl Strategy<Value = Aim> {
    prop_oneof![
        Just(Aim::Oneself),
        proptest::collection::vec(creature(), 0..4)
            .prop_map(|targets| Aim::Creatures(targets.into())),
        cell().prop_map(Aim::Area),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        words().prop_map(Event::Words),
        one_of(&[
            Event::Moves,
            Event::ComesInReach,
            Event::Attacks,
            Event::Prepares,
            Event::Casts,
            Event::StandsUp,
        ]),
    ]
}

fn attack() -> impl Strategy<Value = Act> {
    let hampers = prop_oneof![Just(Hampers::Attack), Just(Hampers::Defense)];
    let makers: Vec<fn(CreatureId, Arm) -> Act> = vec![
        |target, with| Act::Feint { target, with },
        |target, with| Act::Staple { target, with },
        |target, with| Act::Trip { target, with },
        |target, with| Act::CoupDeGrace { target, with },
        |target, with| Act::Deliver { target, with },
        Act::Grapple,
    ];
    prop_oneof![
        strike().prop_map(Act::Attack),
        strike().prop_map(Act::Alternate),
        strike().prop_map(Act::QuickStrike),
        (strike(), arm(), any::<bool>()).prop_map(|(main, off, off_limb)| Act::Both {
            main,
            off,
            off_limb
        }),
        (one_of(&makers), creature(), arm()).prop_map(|(make, target, with)| make(target, with)),
        (creature(), arm(), creature(), hampers).prop_map(|(target, with, ally, hampers)| {
            Act::Distract {
                target,
                with,
                ally,
                hampers,
            }
        }),
        (creature(), item(), arm()).prop_map(|(target, item, with)| Act::Disarm {
            target,
            item,
            with
        }),
    ]
}

fn moving() -> impl Strategy<Value = Act> {
    let pace = one_of(&[Pace::Sneak, Pace::Half, Pace::Base, Pace::Run, Pace::Sprint]);
    let facing = prop_oneof![
        Just(Facing::Around),
        heading().prop_map(Facing::Heading),
        creature().prop_map(Facing::Creature),
    ];
    prop_oneof![
        (pace, proptest::collection::vec(cell(), 1..5)).prop_map(|(pace, path)| Act::Move {
            pace,
            path: path.into()
        }),
        (creature(), heading()).prop_map(|(who, heading)| Act::Drag(who, heading)),
        (creature(), heading()).prop_map(|(who, heading)| Act::Shunt(who, heading)),
        (creature(), cell()).prop_map(|(who, cell)| Act::Throw(who, cell)),
        (creature(), cell()).prop_map(|(who, cell)| Act::Approach(who, cell)),
        facing.prop_map(Act::Face),
        cell().prop_map(Act::Dismount),
        cell().prop_map(Act::Space),
        any::<i16>().prop_map(Act::Feet),
        any::<u32>().prop_map(Act::Wait),
    ]
}

fn magic() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0u8..3).prop_map(|spell| Act::Prepare(SpellId(spell))),
        (aim(), 0u8..4, any::<bool>()).prop_map(|(aim, attack, take_ten)| Act::Cast {
            aim,
            charges: Charges { attack },
            take_ten
        }),
        (item(), aim()).prop_map(|(item, aim)| Act::ReadScroll(item, aim)),
        (item(), aim()).prop_map(|(item, aim)| Act::ScrollWorks(item, aim)),
        (item(), aim()).prop_map(|(item, aim)| Act::Activate(item, aim)),
        (any::<u16>(), creature()).prop_map(|(number, who)| Act::Direct(number, who)),
        any::<u16>().prop_map(Act::Cease),
        any::<i16>().prop_map(Act::Invigorate),
    ]
}

fn plain() -> impl Strategy<Value = Act> {
    one_of(&[
        Act::RollInitiative,
        Act::Advance,
        Act::CarryOut,
        Act::Shift(Stance::Basic),
        Act::Shift(Stance::Cautious),
        Act::Shift(Stance::Prone),
        Act::Basic,
        Act::StandUp,
        Act::EscapeNet,
        Act::Charge,
        Act::ReleaseCharge,
        Act::LowerResistance,
        Act::RaiseResistance,
        Act::ControlMount,
        Act::Rest(Rest::Night),
        Act::Rest(Rest::Day),
        Act::Flee,
        Act::Surrender,
        Act::Pass,
        Act::Yes,
        Act::GoOn(true),
        Act::GoOn(false),
        Act::BreakOff,
        Act::Defend(Defense::Vigor),
        Act::Defend(Defense::Celerity),
    ])
}

fn about_creatures() -> impl Strategy<Value = Act> {
    let makers: Vec<fn(CreatureId) -> Act> = vec![
        Act::Tackle,
        Act::BullRush,
        Act::Grab,
        Act::EscapeGrab,
        Act::Mount,
        Act::Stabilize,
        Act::Extinguish,
        Act::Release,
        |who| Act::Unstaple(who, Skill::Athletics),
        |who| Act::Unstaple(who, Skill::Acrobatics),
        |grabber| Act::BreakGrab {
            grabber,
            held: OGRE,
        },
        |who| Act::Treat(who, DamageType::Slashing),
    ];
    (one_of(&makers), creature()).prop_map(|(make, who)| make(who))
}

fn about_items() -> impl Strategy<Value = Act> {
    let makers: Vec<fn(ItemId) -> Act> = vec![
        Act::Draw,
        Act::Sheathe,
        Act::PickUp,
        Act::Drop,
        Act::ReadyShield,
        Act::LooseShield,
        Act::Drink,
        Act::Light,
    ];
    prop_oneof![
        (one_of(&makers), item()).prop_map(|(make, item)| make(item)),
        arm().prop_map(Act::Set),
        (cell(), cell(), any::<bool>()).prop_map(|(a, b, open)| Act::Door(a, b, open)),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let plain = prop_oneof![
        3 => attack(),
        2 => moving(),
        2 => magic(),
        1 => plain(),
        1 => about_creatures(),
        2 => about_items(),
    ];
    nested(
        plain,
        event(),
        |act, who, event| Act::Ready(act, Trigger { who, event }),
        Act::Trigger,
    )
}

laws_of_words!(TimeCount, act(), named, misleading: [["charge", "any enemy", "scroll", "and"], ["4,7", "10 ft", "of", "North"], ["", " with ", "ogre with club", "when"]]);

const SWORD: Arm = Arm::Item(ItemId(0));
const JAVELIN: Arm = Arm::Item(ItemId(4));

#[test]
fn attacks_are_said_as_players_say_them() {
    are_said::<TimeCount>(
        &fight(),
        [
            (
                GARRET,
                Act::Attack(Strike::plain(OGRE, SWORD)),
                "attack ogre with long sword",
            ),
            (
                OGRE,
                Act::Attack(Strike::plain(GARRET, Arm::Item(ItemId(1)))),
                "attack Garret with long sword",
            ),
            (
                GARRET,
                Act::Attack(Strike {
                    kind: Some(DamageType::Piercing),
                    ..Strike::plain(OGRE, SWORD)
                }),
                "attack ogre with long sword dealing piercing",
            ),
            (
                GARRET,
                Act::Attack(Strike {
                    thrown: true,
                    ..Strike::plain(CHIEF, JAVELIN)
                }),
                "throw javelin at ogre chief",
            ),
            (
                GARRET,
                Act::Both {
                    main: Strike::plain(OGRE, SWORD),
                    off: JAVELIN,
                    off_limb: false,
                },
                "attack ogre with long sword and javelin",
            ),
            (
                GARRET,
                Act::QuickStrike(Strike::plain(OGRE, SWORD)),
                "quick strike ogre with long sword",
            ),
            (
                GARRET,
                Act::Distract {
                    target: OGRE,
                    with: SWORD,
                    ally: HORSE,
                    hampers: Hampers::Defense,
                },
                "distract ogre with long sword hampering defense against horse",
            ),
            (
                GARRET,
                Act::Disarm {
                    target: OGRE,
                    item: ItemId(5),
                    with: SWORD,
                },
                "disarm ogre of club with long sword",
            ),
            (
                GARRET,
                Act::BreakGrab {
                    grabber: OGRE,
                    held: GARRET,
                },
                "break grab of ogre",
            ),
            (
                GARRET,
                Act::BreakGrab {
                    grabber: OGRE,
                    held: HORSE,
                },
                "break grab of ogre on horse",
            ),
            (
                OGRE,
                Act::Throw(GARRET, Cell::new(4, 8)),
                "throw Garret to 4,8",
            ),
            (
                OGRE,
                Act::Shunt(GARRET, Heading::NorthEast),
                "shunt Garret north-east",
            ),
            (GARRET, Act::Set(JAVELIN), "set javelin against a charge"),
        ],
    );
}

#[test]
fn acts_are_said_as_players_say_them() {
    are_said::<TimeCount>(
        &fight(),
        [
            (
                GARRET,
                Act::Move {
                    pace: Pace::Run,
                    path: [Cell::new(3, 4), Cell::new(4, 5)].into(),
                },
                "run via 3,4 to 4,5",
            ),
            (GARRET, Act::Wait(1), "wait 1 count"),
            (GARRET, Act::Shift(Stance::Parrying), "shift into parrying"),
            (GARRET, Act::Face(Facing::Around), "face all around"),
            (
                GARRET,
                Act::Face(Facing::Heading(Heading::West)),
                "face west",
            ),
            (GARRET, Act::Draw(ItemId(2)), "draw long sword"),
            (CHIEF, Act::PickUp(ItemId(1)), "pick up ogre's long sword"),
            (CHIEF, Act::ReadyShield(ItemId(6)), "ready the round shield"),
            (GARRET, Act::Drink(ItemId(9)), "drink potion"),
            (GARRET, Act::Drink(ItemId(10)), "drink second potion"),
            (GARRET, Act::Prepare(SpellId(1)), "prepare fire bolt volley"),
            (
                GARRET,
                Act::Cast {
                    aim: Aim::Creatures([OGRE, CHIEF].into()),
                    charges: Charges { attack: 2 },
                    take_ten: true,
                },
                "cast at ogre and ogre chief charging attack 2 taking 10",
            ),
            (
                GARRET,
                Act::Activate(ItemId(7), Aim::Area(Cell::new(4, 7))),
                "activate wand of fire around 4,7",
            ),
            (
                GARRET,
                Act::Ready(
                    Box::new(Act::Attack(Strike::plain(OGRE, SWORD))),
                    Trigger {
                        who: None,
                        event: Event::ComesInReach,
                    },
                ),
                "ready attack ogre with long sword when any enemy comes in reach",
            ),
            (
                GARRET,
                Act::Defend(Defense::Celerity),
                "defend with celerity",
            ),
            (GARRET, Act::GoOn(true), "go on undisturbed"),
            (GARRET, Act::Feet(10), "10 ft"),
        ],
    );
}

#[test]
fn other_ways_to_say_it_are_understood() {
    let state = fight();
    are_understood::<TimeCount>(
        &state,
        &[
            (GARRET, "Strike OGRE", "attack ogre with long sword"),
            (HORSE, "attack ogre", "attack ogre with hoof"),
            (GARRET, "shoot ogre", "attack ogre with javelin"),
            (GARRET, "trip ogre", "trip ogre with unarmed"),
            (GARRET, "grapple ogre", "grapple ogre with unarmed"),
            (GARRET, "drop prone", "shift into prone"),
            (GARRET, "move 4,7", "move to 4,7"),
            (GARRET, "wait", "wait 1 count"),
            (GARRET, "wait 3", "wait 3 counts"),
            (CHIEF, "loose round shield", "loose the round shield"),
            (GARRET, "cast on ogre", "cast at ogre"),
            (
                GARRET,
                "ready move to 4,7 when \"the bell rings\"",
                "ready move to 4,7 when \"the bell rings\"",
            ),
        ],
    );
}

#[test]
fn what_is_not_understood_is_said_with_a_suggestion() {
    let state = fight();
    are_not_understood::<TimeCount>(
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
                "attack ogre with long",
                "`long` is no weapon here; did you mean `long sword`?",
            ),
            (
                "pick up scroll",
                "`scroll` can mean several things: `first scroll`, `second scroll`",
            ),
            ("drink third potion", "there is no third potion here"),
            (
                "shift into parying",
                "`parying` is no stance here; did you mean `parrying`?",
            ),
            (
                "shunt ogre up",
                "`up` is no direction: write one such as north or north-east",
            ),
            (
                "prepare fire bold",
                "`fire` is no spell here; did you mean `fire bolt`?",
            ),
            (
                "move to there",
                "`there` is no square: write two numbers such as 4,7",
            ),
            ("attack ogre with", "a weapon is missing at the end"),
            ("disarm ogre with long sword", "expected `of` before `with`"),
            ("flee now", "`now` was not understood"),
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
    let act = Act::Attack(Strike::plain(CreatureId(77), Arm::Item(ItemId(99))));
    assert_eq!(print_for(&state, None, &act), "attack @77 with #99");
    assert!(parse_for(&state, None, "attack @77 with #99").is_err());
}
