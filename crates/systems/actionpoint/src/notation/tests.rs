//! How acts are said, and what is said of words that are no act.

mod laws;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::sample::{
    ARBOLEST_CARRIED, ARMOR_WORN, BLINK, CHIEF, FIRE_BOLT, FIRE_BOLT_VOLLEY, FIRE_BREATH,
    FROST_TOUCH, GARRET, HORSE, MEND, NET_CARRIED, OGRE, STONE_SKIN, fight,
};
use super::{parse_for, print_for};
use crate::ActionPoint;
use crate::act::{Act, Action, Aim, Defence, Handling, Maneuver, Manner, Manual, Strike};
use crate::fact::{Fact, apply};
use crate::rules::conditions::toward;
use crate::sheet::{Attribute, DamageType, Skill};
use crate::state::{Arm, Condition, GearId, ItemId, Location, Place, State};
use affray_trial::words::{are_not_understood, are_understood, round_trip};

const SWORD: Arm = Arm::Item(ItemId(0));
const JAVELIN: Arm = Arm::Item(ItemId(4));

const NEXT: Cell = Cell::new(4, 3);
const ON: Cell = Cell::new(5, 3);

fn at(target: CreatureId, with: Arm, manual: Manual) -> Action {
    Action::Strike(Strike {
        target,
        with,
        thrown: false,
        manual,
    })
}

fn plainly(target: CreatureId, with: Arm) -> Action {
    at(target, with, Manual::default())
}

fn thrown(target: CreatureId, with: Arm, manual: Manual) -> Action {
    Action::Strike(Strike {
        target,
        with,
        thrown: true,
        manual,
    })
}

const fn defends(manner: Manner, using: Option<Attribute>, style: Option<u8>) -> Act {
    Act::Defend(Defence {
        manner,
        using,
        style,
    })
}

fn are_said(cases: impl IntoIterator<Item = (CreatureId, Act, &'static str)>) {
    affray_trial::words::are_said::<ActionPoint>(&fight(), cases);
}

/// Actions on one's own turn and reactions.
fn are_said_of_actions(cases: impl IntoIterator<Item = (CreatureId, Action, &'static str)>) {
    are_said(
        cases
            .into_iter()
            .map(|(who, action, text)| (who, Act::Do(action), text)),
    );
}

#[test]
fn strikes_are_said_as_players_say_them() {
    are_said_of_actions([
        (GARRET, plainly(OGRE, SWORD), "strike ogre with longsword"),
        (
            GARRET,
            plainly(CHIEF, Arm::Natural(0)),
            "strike ogre chief with bare hands",
        ),
        (
            OGRE,
            plainly(GARRET, Arm::Natural(1)),
            "strike Garret with claw",
        ),
        (
            GARRET,
            thrown(OGRE, JAVELIN, Manual::default()),
            "strike ogre with javelin thrown",
        ),
        (
            GARRET,
            thrown(
                CHIEF,
                JAVELIN,
                Manual {
                    using: Some(Attribute::Agility),
                    style: Some(1),
                    kind: Some(DamageType::Piercing),
                    grip: Some(1),
                },
            ),
            "strike ogre chief with javelin thrown using agility as Forest Bandit dealing piercing one-handed",
        ),
        (
            GARRET,
            at(
                OGRE,
                SWORD,
                Manual {
                    grip: Some(2),
                    ..Manual::default()
                },
            ),
            "strike ogre with longsword two-handed",
        ),
        (
            GARRET,
            at(
                OGRE,
                SWORD,
                Manual {
                    style: Some(7),
                    grip: Some(3),
                    ..Manual::default()
                },
            ),
            "strike ogre with longsword as #7 in 3 hands",
        ),
    ]);
    are_said([(
        GARRET,
        Act::Freely(plainly(OGRE, SWORD)),
        "freely strike ogre with longsword",
    )]);
}

#[test]
fn magic_is_said_as_players_say_it() {
    are_said_of_actions([
        (
            GARRET,
            Action::Cast(FIRE_BOLT, Aim::Creature(OGRE), Manual::USUAL),
            "cast fire bolt on ogre",
        ),
        (
            GARRET,
            Action::Cast(FIRE_BOLT_VOLLEY, Aim::Creature(CHIEF), Manual::USUAL),
            "cast fire bolt volley on ogre chief",
        ),
        (
            GARRET,
            Action::Cast(FROST_TOUCH, Aim::Creature(OGRE), Manual::USUAL),
            "cast frost touch on ogre",
        ),
        (
            GARRET,
            Action::Cast(MEND, Aim::Creature(HORSE), Manual::USUAL),
            "cast mend on horse",
        ),
        (
            GARRET,
            Action::Cast(STONE_SKIN, Aim::Oneself, Manual::USUAL),
            "cast stone skin",
        ),
        (
            GARRET,
            Action::Cast(BLINK, Aim::Place(NEXT), Manual::USUAL),
            "cast blink at 4,3",
        ),
        (
            GARRET,
            Action::Cast(FIRE_BREATH, Aim::Creature(OGRE), Manual::USUAL),
            "cast fire breath on ogre",
        ),
        (
            GARRET,
            Action::Activate(ItemId(7), Aim::Creature(OGRE), Manual::USUAL),
            "use wand of fire on ogre",
        ),
        (
            GARRET,
            Action::Activate(ItemId(9), Aim::Oneself, Manual::USUAL),
            "use potion on oneself",
        ),
        (
            GARRET,
            Action::Activate(ItemId(10), Aim::Oneself, Manual::USUAL),
            "use second potion on oneself",
        ),
        (
            GARRET,
            Action::Cast(
                FIRE_BREATH,
                Aim::Creature(OGRE),
                Manual {
                    using: Some(Attribute::Agility),
                    style: Some(1),
                    kind: Some(DamageType::Frost),
                    ..Manual::USUAL
                },
            ),
            "cast fire breath on ogre using agility as Forest Bandit dealing frost",
        ),
    ]);
}

#[test]
fn handling_of_things_is_said_as_players_say_it() {
    let (one, other) = (Cell::new(3, 4), Cell::new(4, 4));
    let cases = [
        (GARRET, Handling::Draw(ItemId(2)), "draw longsword"),
        (GARRET, Handling::Draw(NET_CARRIED), "draw net"),
        (GARRET, Handling::Stow(ItemId(4)), "stow javelin"),
        (GARRET, Handling::Stow(ARMOR_WORN), "stow full iron armor"),
        (
            CHIEF,
            Handling::PickUp(ItemId(1)),
            "pick up ogre's longsword",
        ),
        (GARRET, Handling::PickUp(ItemId(11)), "pick up first scroll"),
        (GARRET, Handling::Load(ARBOLEST_CARRIED), "load arbolest"),
        (GARRET, Handling::Door(one, other, true), "open 3,4 4,4"),
        (GARRET, Handling::Door(one, other, false), "close 3,4 4,4"),
        (GARRET, Handling::Fixture(0), "pull lever"),
    ];
    are_said_of_actions(
        cases.map(|(who, handling, text)| (who, Action::Manipulate(handling), text)),
    );
}

#[test]
fn other_actions_are_said_as_players_say_them() {
    let acrobatics = Some(Skill::Acrobatics);
    are_said_of_actions([
        (GARRET, Action::Dash, "dash"),
        (GARRET, Action::Disengage, "disengage"),
        (GARRET, Action::Grapple(CHIEF), "grapple ogre chief"),
        (GARRET, Action::Escape(None, None), "escape"),
        (
            GARRET,
            Action::Escape(Some(OGRE), acrobatics),
            "escape from ogre with acrobatics",
        ),
        (GARRET, Action::Search, "search"),
        (GARRET, Action::Sneak, "sneak"),
    ]);
}

#[test]
fn what_costs_nothing_is_said_as_players_say_it() {
    are_said([
        (GARRET, Act::Move([NEXT].into()), "move to 4,3"),
        (GARRET, Act::Move([NEXT, ON].into()), "move via 4,3 to 5,3"),
        (GARRET, Act::Stand, "stand up"),
        (GARRET, Act::DropProne, "drop prone"),
        (GARRET, Act::Release(OGRE), "release ogre"),
        (GARRET, Act::Drop(ItemId(4)), "drop javelin"),
        (GARRET, Act::Save(CHIEF), "save turn until after ogre chief"),
        (GARRET, Act::EndTurn, "end turn"),
        (
            GARRET,
            Act::Widen(1, GearId(4)),
            "widen Forest Bandit with longsword",
        ),
        (GARRET, Act::Widen(9, GearId(999)), "widen #9 with #999"),
        (GARRET, Act::Arrive(CHIEF), "ogre chief arrives"),
        (GARRET, Act::NextTurn, "next turn"),
    ]);
}

#[test]
fn answers_are_said_as_players_say_them() {
    let strength = Some(Attribute::Strength);
    are_said([
        (GARRET, Act::Pass, "pass"),
        (GARRET, defends(Manner::Block, None, None), "block"),
        (
            GARRET,
            defends(Manner::Block, None, Some(0)),
            "block as Classical Knight",
        ),
        (GARRET, defends(Manner::Dodge, None, None), "dodge"),
        (
            GARRET,
            defends(Manner::Parry, strength, Some(1)),
            "parry using strength as Forest Bandit",
        ),
        (GARRET, defends(Manner::Withstand, None, None), "withstand"),
        (GARRET, Act::Maneuver(Maneuver::Bash), "bash"),
        (
            GARRET,
            Act::Maneuver(Maneuver::Disarm(ItemId(1))),
            "disarm ogre's longsword",
        ),
        (
            GARRET,
            Act::Maneuver(Maneuver::Disarm(ItemId(5))),
            "disarm ogre's club",
        ),
        (
            GARRET,
            Act::Maneuver(Maneuver::Precision(Location::LeftArm)),
            "precision at left arm",
        ),
        (
            GARRET,
            Act::Resist(Skill::SleightOfHand),
            "resist with sleight of hand",
        ),
    ]);
}

#[test]
fn other_ways_to_say_it_are_understood() {
    are_understood::<ActionPoint>(
        &fight(),
        &[
            (GARRET, "Strike OGRE", "strike ogre with longsword"),
            (HORSE, "strike ogre", "strike ogre with hoof"),
            (CHIEF, "strike garret", "strike Garret with longsword"),
            (
                GARRET,
                "strike ogre thrown",
                "strike ogre with javelin thrown",
            ),
            (GARRET, "attack ogre", "strike ogre with longsword"),
            (
                GARRET,
                "throw javelin at ogre using agility",
                "strike ogre with javelin thrown using agility",
            ),
            (
                GARRET,
                "strike ogre two-handed using strength with longsword",
                "strike ogre with longsword using strength two-handed",
            ),
            (
                GARRET,
                "strike ogre dealing piercing as forest bandit",
                "strike ogre with longsword as Forest Bandit dealing piercing",
            ),
            (
                GARRET,
                "strike ogre in 2 hands",
                "strike ogre with longsword two-handed",
            ),
            (
                GARRET,
                "strike ogre with unarmed",
                "strike ogre with bare hands",
            ),
            (GARRET, "cast fire bolt at ogre", "cast fire bolt on ogre"),
            (GARRET, "cast blink at [4,3]", "cast blink at 4,3"),
            (GARRET, "cast stone skin on oneself", "cast stone skin"),
            (
                GARRET,
                "use fire breath on ogre",
                "cast fire breath on ogre",
            ),
            (
                GARRET,
                "use fire breath dealing frost on ogre as forest bandit",
                "cast fire breath on ogre as Forest Bandit dealing frost",
            ),
            (GARRET, "escape from the net", "escape"),
            (GARRET, "move 4,7", "move to 4,7"),
            (GARRET, "stand", "stand up"),
            (GARRET, "save turn after ogre", "save turn until after ogre"),
            (GARRET, "disarm longsword", "disarm ogre's longsword"),
            (GARRET, "precision head", "precision at head"),
            (GARRET, "resist athletics", "resist with athletics"),
            (
                GARRET,
                "parry as classical knight using agility",
                "parry using agility as Classical Knight",
            ),
        ],
    );
}

fn carrying(items: &[u16]) -> State {
    let mut state = fight();
    for item in items {
        let away = Place::Carried(GARRET);
        apply(&mut state, &Fact::Item(ItemId(*item), away));
    }
    state
}

#[test]
fn the_usual_weapon_is_one_that_reaches() {
    let mut state = carrying(&[4]);
    apply(&mut state, &Fact::Item(ItemId(8), Place::Held(GARRET, 1)));
    are_understood::<ActionPoint>(
        &state,
        &[
            (GARRET, "strike ogre", "strike ogre with longsword"),
            (
                GARRET,
                "strike ogre thrown",
                "strike ogre with dagger thrown",
            ),
        ],
    );
    let mut state = carrying(&[0, 4]);
    let said = &[(GARRET, "strike ogre", "strike ogre with bare hands")];
    are_understood::<ActionPoint>(&state, said);
    apply(&mut state, &Fact::Item(ItemId(3), Place::Held(GARRET, 2)));
    let said = &[(GARRET, "strike ogre", "strike ogre with shortbow")];
    are_understood::<ActionPoint>(&state, said);
}

#[test]
fn one_gets_free_from_whoever_holds_one() {
    let mut state = fight();
    let held = toward(GARRET, Condition::Grappled, OGRE);
    apply(&mut state, &Fact::Gains(held));
    are_understood::<ActionPoint>(
        &state,
        &[
            (GARRET, "escape", "escape from ogre"),
            (
                GARRET,
                "escape with athletics",
                "escape from ogre with athletics",
            ),
            (GARRET, "escape from net", "escape from net"),
        ],
    );
    let act = Act::Do(Action::Escape(None, None));
    round_trip::<ActionPoint>(&state, Some(GARRET), &act);
}

#[test]
fn what_is_not_understood_is_said_with_a_suggestion() {
    let state = fight();
    are_not_understood::<ActionPoint>(
        &state,
        &[
            (
                "strik ogre",
                "`strik` is no act here; did you mean `strike`?",
            ),
            (
                "strike orge",
                "`orge` is no creature here; did you mean `ogre`?",
            ),
            (
                "strike ogre with javelni",
                "`javelni` is no weapon here; did you mean `javelin`?",
            ),
            ("strike ogre with", "a weapon is missing at the end"),
            (
                "strike ogre with longsword with javelin",
                "`with javelin` was not understood",
            ),
            (
                "strike ogre as Forest Bandid",
                "`Forest` is no fighting style here; did you mean `Forest Bandit`?",
            ),
            (
                "strike ogre dealing fier",
                "`fier` is no type of damage here; did you mean `fire`?",
            ),
            (
                "strike ogre using agilty",
                "`agilty` is no attribute here; did you mean `agility`?",
            ),
            (
                "cast mned on ogre",
                "`mned` is no spell here; did you mean `mend`?",
            ),
            ("cast #8 on ogre", "there is no spell #8"),
            (
                "freely dahs",
                "`dahs` is no action here; did you mean `dash`?",
            ),
            (
                "precision at hed",
                "`hed` is no hit location here; did you mean `head`?",
            ),
            ("resist with luck", "`luck` is no skill here"),
            (
                "pull leevr",
                "`leevr` is no lever or the like here; did you mean `lever`?",
            ),
            (
                "widen Classical Knight with lnace",
                "`lnace` is no type of gear here; did you mean `lance`?",
            ),
            (
                "pick up scroll",
                "`scroll` can mean several things: `first scroll`, `second scroll`",
            ),
            ("use third potion", "there is no third potion here"),
            ("save turn until ogre", "expected `after` before `ogre`"),
            (
                "move to there",
                "`there` is no square: write two numbers such as 4,7",
            ),
            ("dodge now", "`now` was not understood"),
            ("", "an act is missing at the end"),
        ],
    );
    assert!(
        parse_for(&state, None, "strike ogre").is_err(),
        "nobody's weapon"
    );
    assert!(
        parse_for(&state, Some(HORSE), "strike ogre with unarmed").is_err(),
        "hooves are no bare hands"
    );
}

#[test]
fn numbers_of_nothing_are_printed_and_refused() {
    let state = fight();
    let act = Act::Do(plainly(CreatureId(77), Arm::Item(ItemId(99))));
    assert_eq!(print_for(&state, None, &act), "strike @77 with #99");
    assert!(parse_for(&state, None, "strike @77 with #99").is_err());
}

#[test]
fn who_shoots_means_what_shoots() {
    let mut state = fight();
    assert!(parse_for(&state, Some(GARRET), "shoot ogre").is_err());
    apply(&mut state, &Fact::Item(ItemId(3), Place::Held(GARRET, 2)));
    let said = &[(GARRET, "shoot ogre", "strike ogre with shortbow")];
    are_understood::<ActionPoint>(&state, said);
}
