//! How acts are said, and what is said of words that are no act.

mod laws;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::sample::{CHIEF, GARRET, HORSE, OGRE, fight, named};
use super::{parse_for, print_for};
use crate::Segments;
use crate::act::{Act, Defence, Feat, Location, Quarry, Strike, Utility, With};
use crate::fact::{Fact, apply};
use crate::sheet::{DefendSkill, InitiativeSkill};
use crate::state::{Arm, ItemId, Maintained, Place, PowerId, Segment, Stance, State};
use affray_trial::sample::squares;
use affray_trial::words::{are_not_understood, are_understood, round_trip};

const SWORD: Arm = Arm::Item(ItemId(0));
const BOW: Arm = Arm::Item(ItemId(3));
const SPEAR: Arm = Arm::Item(ItemId(4));
const MACE: Arm = Arm::Item(ItemId(5));
const SHIELD: Arm = Arm::Item(ItemId(6));

const NEXT: Cell = Cell::new(4, 3);
const ON: Cell = Cell::new(5, 3);
const GOAL: Cell = Cell::new(7, 3);

fn at(target: CreatureId, with: With) -> Strike {
    Strike {
        target,
        with,
        location: Location::Torso,
        step: None,
        kill_shot: false,
    }
}

fn aimed(target: CreatureId, with: With, location: Location) -> Act {
    Act::Attack(Strike {
        location,
        ..at(target, with)
    })
}

fn by(skill: InitiativeSkill, before: &[Cell], strike: Option<Strike>, after: &[Cell]) -> Act {
    Act::Feat(Box::new(Feat {
        skill,
        before: before.into(),
        strike,
        after: after.into(),
    }))
}

const fn defends(skill: DefendSkill, with: Option<Arm>, to: Option<Cell>) -> Defence {
    Defence {
        skill,
        on_guard: false,
        with,
        to,
    }
}

/// The fight with two wards of the ogre's and one of Garret's.
fn warded() -> State {
    let mut state = fight();
    for (number, by, on) in [(1, OGRE, CHIEF), (2, OGRE, OGRE), (3, GARRET, HORSE)] {
        let ward = Maintained {
            number,
            power: PowerId(4),
            by,
            on,
            since: 1,
        };
        apply(&mut state, &Fact::Maintains(ward));
    }
    state
}

fn are_said(cases: impl IntoIterator<Item = (CreatureId, Act, &'static str)>) {
    affray_trial::words::are_said::<Segments>(&fight(), cases);
}

#[test]
fn attacks_are_said_as_players_say_them() {
    are_said([
        (
            GARRET,
            Act::Attack(at(OGRE, With::Melee(SWORD))),
            "attack ogre with arming sword",
        ),
        (
            GARRET,
            Act::Attack(at(OGRE, With::Melee(Arm::Natural(0)))),
            "attack ogre with punch",
        ),
        (
            GARRET,
            Act::Attack(at(CHIEF, With::Ranged(SPEAR))),
            "attack ogre chief with spear thrown",
        ),
        (
            GARRET,
            Act::Attack(at(CHIEF, With::Melee(SPEAR))),
            "attack ogre chief with spear",
        ),
        (
            GARRET,
            Act::Attack(at(CHIEF, With::Ranged(BOW))),
            "attack ogre chief with short bow",
        ),
        (
            GARRET,
            Act::Attack(at(CHIEF, With::Melee(BOW))),
            "attack ogre chief with short bow hand to hand",
        ),
        (
            GARRET,
            Act::Attack(at(OGRE, With::Ranged(SWORD))),
            "attack ogre with arming sword shot",
        ),
        (
            GARRET,
            Act::Attack(at(OGRE, With::Power(PowerId(1)))),
            "attack ogre with arcane bolt volley",
        ),
        (
            OGRE,
            Act::Attack(Strike {
                step: Some(NEXT),
                kill_shot: true,
                ..at(GARRET, With::Melee(Arm::Natural(1)))
            }),
            "attack Garret with claw stepping 4,3 to kill",
        ),
    ]);
}

#[test]
fn places_to_aim_at_are_said_as_players_say_them() {
    let sword = With::Melee(SWORD);
    are_said([
        (
            GARRET,
            aimed(OGRE, sword, Location::Part(2)),
            "attack ogre with arming sword at left arm",
        ),
        (
            GARRET,
            aimed(CHIEF, With::Ranged(SPEAR), Location::Part(16)),
            "attack ogre chief with spear thrown at tentacle 2",
        ),
        (
            GARRET,
            aimed(OGRE, sword, Location::Part(16)),
            "attack ogre with arming sword at part 16",
        ),
        (
            GARRET,
            aimed(OGRE, sword, Location::Vitals),
            "attack ogre with arming sword at vitals",
        ),
        (
            GARRET,
            aimed(OGRE, sword, Location::Vulnerability),
            "attack ogre with arming sword at vulnerability",
        ),
        (
            GARRET,
            aimed(OGRE, sword, Location::Item(ItemId(1))),
            "attack ogre with arming sword at arming sword",
        ),
        (
            GARRET,
            aimed(OGRE, sword, Location::Item(ItemId(0))),
            "attack ogre with arming sword at Garret's arming sword",
        ),
    ]);
}

#[test]
fn movements_are_said_as_players_say_them() {
    use InitiativeSkill::{Bounding, Charge, Drag, MobileShot, RideByStrike};
    are_said([
        (GARRET, Act::Move([NEXT].into()), "move to 4,3"),
        (
            HORSE,
            Act::Move([NEXT, Cell::at_height(5, 3, 2)].into()),
            "move via 4,3 to 5,3,2",
        ),
        (GARRET, by(Bounding, &[ON], None, &[]), "bounding to 5,3"),
        (
            GARRET,
            by(
                Charge,
                &[NEXT, ON, GOAL],
                Some(at(OGRE, With::Melee(SPEAR))),
                &[],
            ),
            "charge via 4,3 5,3 to 7,3, attack ogre with spear",
        ),
        (
            GARRET,
            by(MobileShot, &[], Some(at(OGRE, With::Ranged(BOW))), &[NEXT]),
            "mobile shot, attack ogre with short bow, then to 4,3",
        ),
        (
            GARRET,
            by(
                RideByStrike,
                &[NEXT],
                Some(Strike {
                    location: Location::Vitals,
                    ..at(OGRE, With::Melee(SWORD))
                }),
                &[ON, GOAL],
            ),
            "ride-by strike to 4,3, attack ogre with arming sword at vitals, then via 5,3 to 7,3",
        ),
        (OGRE, by(Drag, &[], None, &[NEXT]), "drag, then to 4,3"),
        (GARRET, Act::Disengage, "disengage"),
        (GARRET, Act::Flee, "flee"),
    ]);
}

#[test]
fn utilities_are_said_as_players_say_them() {
    let (one, other) = (Cell::new(3, 4), Cell::new(4, 4));
    are_said([
        (
            GARRET,
            Act::Use(Utility::Draw(ItemId(2))),
            "draw arming sword",
        ),
        (
            CHIEF,
            Act::Use(Utility::PickUp(ItemId(1))),
            "pick up ogre's arming sword",
        ),
        (
            GARRET,
            Act::Use(Utility::HandOver(ItemId(0), CHIEF)),
            "hand arming sword to ogre chief",
        ),
        (
            GARRET,
            Act::Use(Utility::Drink(ItemId(9), None)),
            "drink potion",
        ),
        (
            GARRET,
            Act::Use(Utility::Drink(ItemId(10), None)),
            "drink second potion",
        ),
        (
            GARRET,
            Act::Use(Utility::Drink(ItemId(7), Some(HORSE))),
            "give horse wand of fire to drink",
        ),
        (
            GARRET,
            Act::Use(Utility::Reload(ItemId(15))),
            "reload light crossbow",
        ),
        (
            GARRET,
            Act::Use(Utility::Search(CHIEF, Quarry::Vulnerability)),
            "search ogre chief for vulnerability",
        ),
        (
            GARRET,
            Act::Use(Utility::Door(one, other, true)),
            "open 3,4 4,4",
        ),
        (
            GARRET,
            Act::Use(Utility::Door(one, other, false)),
            "close 3,4 4,4",
        ),
        (GARRET, Act::Close, "close"),
        (GARRET, Act::Use(Utility::Ride(true)), "mount"),
        (
            GARRET,
            Act::Use(Utility::Power(PowerId(6), HORSE)),
            "use mending on horse",
        ),
        (GARRET, Act::Use(Utility::Other(3)), "other 3"),
        (GARRET, Act::Drop(ItemId(0)), "drop arming sword"),
    ]);
}

#[test]
fn answers_are_said_as_players_say_them() {
    use DefendSkill::{Block, Evade, EvasiveAction, Parry, Sidestep, Thwart};
    let defend = |skill, with, to| Act::Defend(defends(skill, with, to));
    are_said([
        (GARRET, Act::Ambush([].into()), "ambush"),
        (
            GARRET,
            Act::Ambush([OGRE, CHIEF].into()),
            "ambush ogre and ogre chief",
        ),
        (
            GARRET,
            Act::OnGuard(EvasiveAction),
            "on-guard with evasive action",
        ),
        (GARRET, Act::Stance(Stance::ReadyWait), "ready wait"),
        (OGRE, Act::Opportunity(MACE), "strike with mace"),
        (
            CHIEF,
            defend(Block, Some(SHIELD), None),
            "block with medium shield",
        ),
        (GARRET, defend(Block, None, None), "block with nothing"),
        (GARRET, defend(Evade, None, None), "evade"),
        (
            GARRET,
            defend(Sidestep, None, Some(NEXT)),
            "sidestep to 4,3",
        ),
        (
            GARRET,
            defend(Thwart, Some(Arm::Natural(0)), None),
            "thwart with punch",
        ),
        (
            GARRET,
            Act::Defend(Defence {
                on_guard: true,
                ..defends(Parry, Some(SWORD), None)
            }),
            "parry with arming sword on guard",
        ),
        (GARRET, Act::Call(Segment::Multiform), "call multiform"),
        (GARRET, Act::Idle(CHIEF), "idle ogre chief"),
    ]);
}

#[test]
fn effects_are_said_by_name_where_that_is_clear() {
    let state = warded();
    for (who, number, text) in [
        (GARRET, 3, "release holy ward on horse"),
        (OGRE, 1, "release holy ward on ogre chief"),
        (OGRE, 9, "release #9"),
    ] {
        let act = Act::Release(number);
        assert_eq!(print_for(&state, Some(who), &act), text);
        round_trip::<Segments>(&state, Some(who), &act);
    }
    let read = |who, text| parse_for(&state, Some(who), text).map_err(|error| error.to_string());
    assert_eq!(read(GARRET, "release holy ward"), Ok(Act::Release(3)));
    assert_eq!(
        read(OGRE, "release holy ward"),
        Err("`holy ward` can mean several effects: say on whom it is".into())
    );
    assert_eq!(
        read(OGRE, "release mending"),
        Err("nobody maintains mending there".into())
    );
}

#[test]
fn other_ways_to_say_it_are_understood() {
    are_understood::<Segments>(
        &fight(),
        &[
            (GARRET, "Attack OGRE", "attack ogre with arming sword"),
            (HORSE, "attack ogre", "attack ogre with hoof"),
            (
                GARRET,
                "attack ogre thrown",
                "attack ogre with spear thrown",
            ),
            (GARRET, "strike ogre", "attack ogre with arming sword"),
            (GARRET, "shoot ogre", "attack ogre with spear thrown"),
            (
                GARRET,
                "shoot ogre with short bow",
                "attack ogre with short bow",
            ),
            (
                GARRET,
                "throw spear at ogre at head",
                "attack ogre with spear thrown at head",
            ),
            (
                GARRET,
                "attack ogre with spear shot",
                "attack ogre with spear thrown",
            ),
            (GARRET, "attack ogre with unarmed", "attack ogre with punch"),
            (
                GARRET,
                "attack ogre at head stepping 4,3 with spear",
                "attack ogre with spear at head stepping 4,3",
            ),
            (
                GARRET,
                "charge to 7,3, attack ogre",
                "charge to 7,3, attack ogre with arming sword",
            ),
            (
                GARRET,
                "pounce to 7,3, attack ogre",
                "pounce to 7,3, attack ogre with punch",
            ),
            (
                GARRET,
                "mobile shot, attack ogre at head",
                "mobile shot, attack ogre with spear thrown at head",
            ),
            (
                GARRET,
                "running cast, attack ogre",
                "running cast, attack ogre with arcane bolt",
            ),
            (
                GARRET,
                "attack ogre with thrown spear",
                "attack ogre with spear thrown",
            ),
            (
                GARRET,
                "attack ogre to kill at torso with thrown spear",
                "attack ogre with spear thrown to kill",
            ),
            (
                GARRET,
                "attack ogre with power #1 at torso",
                "attack ogre with arcane bolt volley",
            ),
            (
                GARRET,
                "attack ogre stepping to [4,3]",
                "attack ogre with arming sword stepping 4,3",
            ),
            (GARRET, "move 4,7", "move to 4,7"),
            (
                GARRET,
                "charge to 7,3 attack ogre with spear",
                "charge to 7,3, attack ogre with spear",
            ),
            (
                GARRET,
                "Ride-by-strike to 4,3, attack ogre then 5,3",
                "ride-by strike to 4,3, attack ogre with arming sword, then to 5,3",
            ),
            (CHIEF, "block", "block with medium shield"),
            (GARRET, "parry on guard", "parry with arming sword on guard"),
            (HORSE, "thwart", "thwart with hoof"),
            (CHIEF, "deflect", "deflect with medium shield"),
            (GARRET, "evasive-action", "evasive action"),
            (GARRET, "strike", "strike with arming sword"),
            (GARRET, "on guard with dodge", "on-guard with dodge"),
            (GARRET, "ready (trade)", "ready trade"),
            (GARRET, "use mending", "use mending on Garret"),
            (GARRET, "other 2 actions", "other 2"),
            (GARRET, "hand over spear to horse", "hand spear to horse"),
            (GARRET, "ogre is idle", "idle ogre"),
            (GARRET, "stand", "stand up"),
        ],
    );
}

#[test]
fn without_a_weapon_in_hand_a_power_is_meant() {
    let mut state = fight();
    for item in [0, 4] {
        let away = Place::Carried(GARRET);
        apply(&mut state, &Fact::Item(ItemId(item), away));
    }
    are_understood::<Segments>(
        &state,
        &[
            (GARRET, "attack ogre", "attack ogre with arcane bolt"),
            (GARRET, "attack ogre hand to hand", "attack ogre with punch"),
            (GARRET, "strike", "strike with punch"),
        ],
    );
}

#[test]
fn what_is_not_understood_is_said_with_a_suggestion() {
    let state = fight();
    are_not_understood::<Segments>(
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
                "attack ogre with spaer",
                "`spaer` is no weapon here; did you mean `spear`?",
            ),
            (
                "attack ogre with dazzel",
                "`dazzel` is no weapon here; did you mean `dazzle`?",
            ),
            (
                "attack ogre at hed",
                "`hed` is no place to aim at here; did you mean `head`?",
            ),
            (
                "attack ogre at vitels",
                "`vitels` is no place to aim at here; did you mean `vitals`?",
            ),
            (
                "attack ogre with dazzle thrown",
                "a power is used in one way only",
            ),
            ("attack ogre with", "a weapon is missing at the end"),
            (
                "chrage to 4,3",
                "`chrage` is no act here; did you mean `charge`?",
            ),
            (
                "charge to 4,3, attak ogre",
                "`attak ogre` was not understood",
            ),
            (
                "ready",
                "`ready` is no act here; did you mean `ready trade`?",
            ),
            ("parri", "`parri` is no act here; did you mean `parry`?"),
            (
                "on-guard with evad",
                "`evad` is no defend skill here; did you mean `evade`?",
            ),
            ("block", "no weapon in hand fits: say with what"),
            (
                "pick up scroll",
                "`scroll` can mean several things: `first scroll`, `second scroll`",
            ),
            ("drink third potion", "there is no third potion here"),
            (
                "use mendin on ogre",
                "`mendin` is no power here; did you mean `mending`?",
            ),
            (
                "search ogre for gold",
                "`gold` is no thing to search for here",
            ),
            (
                "call mele",
                "`mele` is no segment here; did you mean `melee`?",
            ),
            (
                "move to there",
                "`there` is no square: write two numbers such as 4,7",
            ),
            ("evade now", "`now` was not understood"),
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
    let act = Act::Attack(at(CreatureId(77), With::Melee(Arm::Item(ItemId(99)))));
    assert_eq!(print_for(&state, None, &act), "attack @77 with #99");
    assert!(parse_for(&state, None, "attack @77 with #99").is_err());
}

#[test]
fn a_strike_with_a_weapon_is_an_answer_whatever_creatures_are_called() {
    let state = named(["Garret", "with", "ogre", "horse"], squares());
    for who in [None, Some(GARRET)] {
        round_trip::<Segments>(&state, who, &Act::Opportunity(SWORD));
    }
}

#[test]
fn who_shoots_means_what_shoots_before_what_is_thrown() {
    let mut state = fight();
    apply(&mut state, &Fact::Item(ItemId(3), Place::Held(GARRET, 2)));
    apply(&mut state, &Fact::Item(ItemId(4), Place::Held(GARRET, 1)));
    are_understood::<Segments>(
        &state,
        &[
            (GARRET, "shoot ogre", "attack ogre with short bow"),
            (GARRET, "attack ogre shot", "attack ogre with short bow"),
        ],
    );
}
