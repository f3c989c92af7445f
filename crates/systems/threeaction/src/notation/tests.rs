//! Every act prints and reads back.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use proptest::prelude::*;

use super::sample::{CHIEF, GARRET, HORSE, OGRE, fight, named};
use super::{parse_for, print_for};
use crate::ThreeAction;
use crate::act::{Act, Aim, Event, Hold, Maneuver, Target, Trigger};
use crate::sheet::{AreaShape, Attribute, Components};
use crate::state::{Arm, ItemId, Mode, Place, SpellId, State};
use affray_trial::laws_of_words;
use affray_trial::sample::squares;
use affray_trial::words::{
    are_not_understood, are_said, are_understood, arm, cell, creature, item, nested, one_of, words,
};

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        creature().prop_map(Target::Creature),
        (creature(), cell()).prop_map(|(who, cell)| Target::Guess(who, cell)),
        item().prop_map(Target::Object),
        cell().prop_map(Target::Ice),
    ]
}

fn aim() -> impl Strategy<Value = Aim> {
    let shape = prop_oneof![
        Just(AreaShape::Blast),
        Just(AreaShape::Cone),
        Just(AreaShape::Line)
    ];
    prop_oneof![
        target().prop_map(Aim::Target),
        (shape, cell(), cell()).prop_map(|(shape, from, to)| Aim::Area(shape, from, to)),
        cell().prop_map(|cell| Aim::Area(AreaShape::Blast, cell, cell)),
        (proptest::option::of(creature()), cell()).prop_map(|(who, to)| Aim::Place(who, to)),
        (creature(), cell(), cell()).prop_map(|(who, at, to)| Aim::Guess(who, at, to)),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        cell().prop_map(Event::Enters),
        words().prop_map(Event::Words),
        one_of(&[
            Event::ComesInReach,
            Event::Moves,
            Event::Attacks,
            Event::Casts,
            Event::UsesItem,
            Event::StandsUp,
            Event::Appears,
            Event::TakesDamage,
            Event::StartsTurn,
            Event::EndsTurn,
        ]),
    ]
}

fn attack() -> impl Strategy<Value = Act> {
    let using = proptest::option::of(one_of(&[
        Attribute::Str,
        Attribute::Dex,
        Attribute::Ess,
        Attribute::Mnd,
    ]));
    let which = prop_oneof![
        item().prop_map(Maneuver::Break),
        item().prop_map(Maneuver::Disarm),
        Just(Maneuver::Feint),
        Just(Maneuver::Grapple),
        Just(Maneuver::Push),
        Just(Maneuver::Trip),
    ];
    prop_oneof![
        (target(), arm(), using).prop_map(|(target, with, using)| Act::Strike {
            target,
            with,
            using
        }),
        (target(), arm()).prop_map(|(target, with)| Act::Shoot { target, with }),
        (cell(), arm()).prop_map(|(at, with)| Act::Volley { at, with }),
        (which, target(), arm()).prop_map(|(which, target, with)| Act::Maneuver {
            which,
            target,
            with
        }),
    ]
}

fn moving() -> impl Strategy<Value = Act> {
    let mode = one_of(&[
        Mode::Run,
        Mode::Crawl,
        Mode::Swim,
        Mode::Climb,
        Mode::Fly,
        Mode::Burrow,
    ]);
    let hold = prop_oneof![
        cell().prop_map(Hold::Wall),
        item().prop_map(Hold::Object),
        creature().prop_map(Hold::Creature)
    ];
    prop_oneof![
        (mode, proptest::collection::vec(cell(), 1..5)).prop_map(|(mode, path)| Act::Move {
            mode,
            path: path.into()
        }),
        (hold, cell()).prop_map(|(hold, cell)| Act::PushOff(hold, cell)),
        (cell(), any::<bool>()).prop_map(|(to, afresh)| Act::Jump { to, afresh }),
        cell().prop_map(Act::Dismount),
        cell().prop_map(Act::Square),
        any::<i16>().prop_map(Act::Feet),
    ]
}

fn magic() -> impl Strategy<Value = Act> {
    let energy =
        (0u8..6, 0u8..5, 0u8..5, 0u8..5).prop_map(|(effect, range, duration, area)| Components {
            effect,
            range,
            duration,
            area,
        });
    prop_oneof![
        (
            (0u8..3).prop_map(SpellId),
            proptest::option::of(item()),
            energy,
            aim()
        )
            .prop_map(|(spell, item, energy, aim)| Act::Cast {
                spell,
                item,
                energy,
                aim
            }),
        (any::<u16>(), aim()).prop_map(|(number, aim)| Act::Control(number, aim)),
    ]
}

fn plain() -> impl Strategy<Value = Act> {
    one_of(&[
        Act::RollInitiative,
        Act::NextTurn,
        Act::AfterTurn,
        Act::Stand,
        Act::PrepareJump,
        Act::Focus,
        Act::Dodge,
        Act::Sneak,
        Act::Investigate,
        Act::Stabilize,
        Act::RollOnGround,
        Act::DropProne,
        Act::Delay,
        Act::EndTurn,
        Act::Flee,
        Act::Surrender,
        Act::Pass,
        Act::Enter,
        Act::Grab,
        Act::Take,
        Act::LockHand,
    ])
}

fn about_creatures() -> impl Strategy<Value = Act> {
    let makers: Vec<fn(CreatureId) -> Act> = vec![
        Act::PassThrough,
        Act::Mount,
        Act::Command,
        Act::Medicine,
        Act::Intimidate,
        Act::Escape,
        Act::Choke,
        Act::Release,
    ];
    (one_of(&makers), creature()).prop_map(|(make, who)| make(who))
}

fn about_items() -> impl Strategy<Value = Act> {
    let makers: Vec<fn(ItemId) -> Act> = vec![
        Act::Draw,
        Act::Stow,
        Act::PickUp,
        Act::Reload,
        Act::Drop,
        |item| Act::Light(item, true),
        |item| Act::Light(item, false),
        |item| Act::Give(item, OGRE),
        |item| Act::Grip(item, 1),
        |item| Act::Grip(item, 2),
    ];
    prop_oneof![
        (one_of(&makers), item()).prop_map(|(make, item)| make(item)),
        arm().prop_map(Act::Lock),
        (cell(), cell(), any::<bool>()).prop_map(|(a, b, open)| Act::Door(a, b, open)),
        (0u8..2).prop_map(Act::Work),
        words().prop_map(Act::Interact),
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

laws_of_words!(ThreeAction, act(), named, misleading: [["ice", "any enemy", "crate", "prone"], ["4,7", "10 ft", "of", "Off Wall"], ["", " with ", "ogre with club", "when"]]);

#[test]
fn acts_are_said_as_players_say_them() {
    let strike = |target, with| Act::Strike {
        target,
        with,
        using: None,
    };
    let ogre = Target::Creature(OGRE);
    let maneuver = |which, target, with| Act::Maneuver {
        which,
        target,
        with,
    };
    are_said::<ThreeAction>(
        &fight(),
        [
            (
                GARRET,
                strike(ogre, Arm::Item(ItemId(0))),
                "strike ogre with longsword",
            ),
            (
                GARRET,
                strike(Target::Guess(CHIEF, Cell::new(4, 7)), Arm::Item(ItemId(2))),
                "strike ogre chief at 4,7 with second longsword",
            ),
            (
                OGRE,
                strike(Target::Creature(GARRET), Arm::Item(ItemId(1))),
                "strike Garret with longsword",
            ),
            (
                OGRE,
                strike(Target::Object(ItemId(12)), Arm::Natural(1)),
                "strike second crate with claw",
            ),
            (
                OGRE,
                strike(Target::Ice(Cell::new(3, 4)), Arm::Natural(2)),
                "strike ice at 3,4 with natural 2",
            ),
            (
                GARRET,
                Act::Shoot {
                    target: ogre,
                    with: Arm::Item(ItemId(4)),
                },
                "throw javelin at ogre",
            ),
            (
                GARRET,
                maneuver(Maneuver::Break(ItemId(1)), ogre, Arm::Item(ItemId(0))),
                "break longsword of ogre with longsword",
            ),
            (
                GARRET,
                maneuver(Maneuver::Disarm(ItemId(5)), ogre, Arm::Natural(0)),
                "disarm ogre of club with unarmed",
            ),
            (CHIEF, Act::PickUp(ItemId(1)), "pick up ogre's longsword"),
            (GARRET, Act::Draw(ItemId(2)), "draw longsword"),
            (GARRET, Act::Drop(ItemId(0)), "drop longsword"),
            (
                GARRET,
                Act::Give(ItemId(9), HORSE),
                "give first potion to horse",
            ),
            (GARRET, Act::Escape(GARRET), "escape"),
            (OGRE, Act::Escape(GARRET), "free Garret"),
            (
                GARRET,
                Act::Cast {
                    spell: SpellId(0),
                    item: Some(ItemId(7)),
                    energy: Components {
                        effect: 2,
                        range: 1,
                        duration: 0,
                        area: 0,
                    },
                    aim: Aim::Target(ogre),
                },
                "cast evoke fire from wand of fire at ogre effect 2 range 1",
            ),
            (
                GARRET,
                Act::Ready(
                    Box::new(strike(ogre, Arm::Item(ItemId(0)))),
                    Trigger {
                        who: None,
                        event: Event::ComesInReach,
                    },
                ),
                "ready strike ogre with longsword when any enemy comes in reach",
            ),
            (
                GARRET,
                Act::Move {
                    mode: Mode::Run,
                    path: [Cell::new(3, 4), Cell::new(4, 5)].into(),
                },
                "move via 3,4 to 4,5",
            ),
            (GARRET, Act::Work(1), "work on old gate"),
            (
                GARRET,
                Act::Interact("pull the lever".into()),
                "interact pull the lever",
            ),
            (GARRET, Act::Feet(10), "10 ft"),
        ],
    );
}

#[test]
fn other_ways_to_say_it_are_understood() {
    let state = fight();
    are_understood::<ThreeAction>(
        &state,
        &[
            (GARRET, "Strike OGRE", "strike ogre with longsword"),
            (HORSE, "strike ogre", "strike ogre with hoof"),
            (
                GARRET,
                "attack ogre using dex",
                "strike ogre with longsword using dex",
            ),
            (
                GARRET,
                "attack ogre with longbow",
                "shoot ogre with longbow",
            ),
            (GARRET, "grapple ogre", "grapple ogre with unarmed"),
            (GARRET, "shoot ogre with javelin", "throw javelin at ogre"),
            (GARRET, "push 10 ft", "10 ft"),
            (GARRET, "move 4,7", "move to 4,7"),
            (
                GARRET,
                "push  off ogre toward 9,9",
                "push off ogre toward 9,9",
            ),
            (
                GARRET,
                "cast evoke fire from wand of fire at ogre",
                "cast evoke fire from wand of fire at ogre effect 2 range 1",
            ),
            (
                GARRET,
                "ready interact shout loudly when ogre moves",
                "ready interact shout loudly when ogre moves",
            ),
            (
                CHIEF,
                "strike Garret with #6",
                "strike Garret with round shield",
            ),
            (CHIEF, "lock longsword", "lock longsword"),
        ],
    );
    assert_eq!(
        parse_for(&state, Some(CHIEF), "lock longsword"),
        Ok(Act::Lock(Arm::Natural(0))),
        "its own natural weapon, not another's sword"
    );
}

#[test]
fn what_is_not_understood_is_said_with_a_suggestion() {
    let state = fight();
    are_not_understood::<ThreeAction>(
        &state,
        &[
            (
                "strik ogre",
                "`strik` is no act here; did you mean `strike`?",
            ),
            (
                "strike orge",
                "`orge` is no target here; did you mean `ogre`?",
            ),
            (
                "strike ogre with longswrd",
                "`longswrd` is no weapon here; did you mean `longsword`?",
            ),
            (
                "give potion to horse",
                "`potion` can mean several things: `Garret's first potion`, `Garret's second potion`",
            ),
            ("drop ogre's potion", "ogre has no potion"),
            ("give club #3 to horse", "#3 is no club"),
            (
                "move to there",
                "`there` is no square: write two numbers such as 4,7",
            ),
            ("strike ogre with", "a weapon is missing at the end"),
            ("disarm ogre with longsword", "expected `of` before `with`"),
            ("dodge well", "`well` was not understood"),
            ("", "an act is missing at the end"),
        ],
    );
    assert!(
        parse_for(&state, None, "strike ogre").is_err(),
        "nobody's weapon"
    );
}

#[test]
fn numbers_of_nothing_are_printed_and_refused() {
    let state = fight();
    let act = Act::Give(ItemId(99), CreatureId(77));
    assert_eq!(print_for(&state, None, &act), "give #99 to @77");
    assert!(parse_for(&state, None, "give #99 to @77").is_err());
}

#[test]
fn a_thing_that_is_called_as_somebody_is_named_with_its_number() {
    let mut state = named(["crate", "Garret", "ogre", "horse"], squares());
    state.items[11].place = Place::Nowhere;
    let strike = |target| Act::Strike {
        target,
        with: Arm::Natural(0),
        using: None,
    };
    let at_thing = strike(Target::Object(ItemId(12)));
    let words = print_for(&state, Some(HORSE), &at_thing);
    assert_eq!(words, "strike crate #12 with hoof");
    assert_eq!(parse_for(&state, Some(HORSE), &words), Ok(at_thing));
    let at_creature = strike(Target::Creature(CreatureId(0)));
    let words = print_for(&state, Some(HORSE), &at_creature);
    assert_eq!(words, "strike crate with hoof");
    assert_eq!(parse_for(&state, Some(HORSE), &words), Ok(at_creature));
}

/// What `change` makes of the usual fight.
fn changed(change: impl Fn(&mut State)) -> State {
    let mut state = fight();
    change(&mut state);
    state
}

/// Whole things of others do not stand before broken ones of one's own or on the ground: neither are they meant, nor is told who has such.
#[test]
fn what_others_have_changes_no_name_of_a_broken_thing() {
    let (javelin, crate_left) = (ItemId(4), ItemId(11));
    let broken = |state: &mut State| {
        state.items[4].hp = 0;
        state.items[11].hp = 0;
        state.items[12].place = Place::Nowhere;
    };
    let others = |state: &mut State| {
        broken(state);
        state.items[5].kind = state.items[4].kind;
        state.items[6].kind = state.items[11].kind;
        state.items[6].place = Place::Carried(CHIEF);
    };
    for state in [changed(broken), changed(others)] {
        for (act, words) in [
            (Act::Drop(javelin), "drop javelin"),
            (Act::PickUp(crate_left), "pick up crate"),
        ] {
            assert_eq!(print_for(&state, Some(GARRET), &act), words);
            assert_eq!(parse_for(&state, Some(GARRET), words), Ok(act));
        }
    }
    let in_bag = changed(|state| state.items[0].hp = 0);
    assert_eq!(
        parse_for(&in_bag, Some(GARRET), "drop longsword"),
        Ok(Act::Drop(ItemId(2))),
        "of one's own the whole one is meant first"
    );
}

/// Things that differ are counted where they are: their numbers count what everybody has.
#[test]
fn things_that_differ_are_counted_where_they_are() {
    let state = changed(|state| {
        state.items[10].hp = 5;
        state.items[12].hp = 0;
        state.items[6].kind = state.items[5].kind;
        state.items[6].place = Place::Carried(OGRE);
    });
    let of_ogre = |item| Act::Maneuver {
        which: Maneuver::Break(ItemId(item)),
        target: Target::Creature(OGRE),
        with: Arm::Natural(0),
    };
    for (act, words) in [
        (Act::Drop(ItemId(9)), "drop first potion"),
        (Act::Drop(ItemId(10)), "drop second potion"),
        (Act::PickUp(ItemId(11)), "pick up crate"),
        (Act::PickUp(ItemId(12)), "pick up second crate"),
        (of_ogre(5), "break club of ogre with unarmed"),
        (of_ogre(6), "break second club of ogre with unarmed"),
    ] {
        assert_eq!(print_for(&state, Some(GARRET), &act), words);
        assert_eq!(parse_for(&state, Some(GARRET), words), Ok(act));
    }
    let mut broken = state.clone();
    broken.items[5].hp = 0;
    for (item, words) in [
        (5, "break club of ogre with unarmed"),
        (6, "break second club of ogre with unarmed"),
    ] {
        // Of what others have, that in use is meant first, broken or not: what is put away is not for everybody to know.
        assert_eq!(print_for(&broken, Some(GARRET), &of_ogre(item)), words);
        let read = parse_for(&broken, Some(GARRET), words);
        assert_eq!(read, Ok(of_ogre(item)));
    }
    let by_number = parse_for(&state, Some(GARRET), "drop potion #10");
    assert_eq!(by_number, Ok(Act::Drop(ItemId(10))));
    let none = parse_for(&state, Some(GARRET), "drop third potion");
    assert_eq!(
        none.map_err(|unread| unread.to_string()),
        Err("there is no third potion here".to_owned())
    );
}
