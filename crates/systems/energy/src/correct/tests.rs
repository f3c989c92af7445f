//! Corrections, and how things are afterwards.

use serde_json::{Value, json};

use crate::Energy;
use crate::look::look;
use crate::notation::sample::{GARRET, fight};
use crate::state::State;
use affray_trial::values;

fn corrected(state: &mut State, text: &str) {
    values::corrected::<Energy>(state, text);
}

#[test]
fn what_is_said_of_a_creature_is_so_afterwards() {
    values::are_so_afterwards::<Energy>(
        fight,
        [
            ("garret.aura 7", "garret.aura", json!(7)),
            ("Garret.stamina = 3", "garret.stamina", json!(3)),
            ("ogre chief.energy 0", "ogre chief.energy", json!(0)),
            ("garret.granted 4", "garret.granted", json!(4)),
            ("garret.agility 1", "garret.agility", json!(1)),
            ("garret.credits 2", "garret.credits", json!(2)),
            ("garret.moved 5", "garret.moved", json!(5)),
            ("garret.swaps 1", "garret.swaps", json!(1)),
            ("garret.surges 2", "garret.surges", json!(2)),
            ("garret.injuries 1", "garret.injuries", json!(1)),
            ("garret.death_needs 15", "garret.death_needs", json!(15)),
            ("garret.shot_modifier -2", "garret.shot_modifier", json!(-2)),
            ("garret.aura_off yes", "garret.aura_off", json!(true)),
            ("garret.spent yes", "garret.spent", json!(true)),
            ("garret.swift_used yes", "garret.swift_used", json!(true)),
            (
                "garret.initiative_used yes",
                "garret.initiative_used",
                json!(true),
            ),
            ("garret.passed yes", "garret.passed", json!(true)),
            ("garret.defending yes", "garret.defending", json!(true)),
            ("garret.bleeding yes", "garret.bleeding", json!(true)),
            ("garret.awakens yes", "garret.awakens", json!(true)),
            ("garret at 5,7", "garret.at", json!([5, 7])),
            ("garret.at [5,7]", "garret.at", json!([5, 7])),
            (
                "garret.presence elsewhere",
                "garret.presence",
                json!("elsewhere"),
            ),
            (
                "garret.facing south-west",
                "garret.facing",
                json!("south-west"),
            ),
            (
                "garret.facing ogre chief",
                "garret.facing",
                json!("south-east"),
            ),
            (
                "garret.facing ogre chief",
                "garret.watch",
                json!("ogre chief"),
            ),
            ("garret.watch ogre", "garret.watch", json!("ogre")),
            (
                "garret.posture prone",
                "garret.conditions",
                json!(["exposed", "prone"]),
            ),
            ("garret.posture kneeling", "garret.kneeling", json!(true)),
            ("garret.gait evasive", "garret.gait", json!("evasive")),
            (
                "garret.unconscious sleep and stamina",
                "garret.unconscious",
                json!(["stamina", "sleep"]),
            ),
            (
                "garret.unconscious death",
                "garret.conditions",
                json!(["exposed", "prone", "unconscious", "unguarded"]),
            ),
            (
                "garret.used mire and free stride",
                "garret.used",
                json!(["mire", "free stride"]),
            ),
            ("garret.submits ogre", "garret.submits", json!("ogre")),
            ("horse.held knife", "horse.held", json!(["knife"])),
            ("garret.strength 12", "garret.strength", json!(12)),
            ("garret.modifiers.strength 3", "garret.strength", json!(13)),
        ],
    );
}

#[test]
fn what_is_said_of_conditions_is_so_afterwards() {
    values::are_so_afterwards::<Energy>(
        fight,
        [
            ("garret gains exposed", "garret.exposed", json!(true)),
            (
                "garret.conditions +dazed",
                "garret.conditions",
                json!(["dazed", "exposed"]),
            ),
            (
                "garret gains exposed until the end of the next Round",
                "garret.exposed.until",
                json!(3),
            ),
            (
                "garret gains exposed rounds 0",
                "garret.exposed.until",
                json!(2),
            ),
            (
                "garret gains slowed until Round 5",
                "garret.slowed.until",
                json!(5),
            ),
            (
                "garret gains restrained amount 15",
                "garret.restrained.amount",
                json!(15),
            ),
            (
                "garret gains restrained toward ogre",
                "garret.restrained",
                json!("ogre"),
            ),
            (
                "garret gains restrained toward ogre",
                "ogre.conditions",
                json!(["restraining", "slowed"]),
            ),
            (
                "garret.conditions +unaware toward ogre",
                "garret.unaware.toward",
                json!("ogre"),
            ),
        ],
    );
}

#[test]
fn what_is_said_of_things_and_the_fight_is_so_afterwards() {
    values::are_so_afterwards::<Energy>(
        fight,
        [
            ("shortbow loaded", "item.shortbow.loaded", json!(true)),
            (
                "round shield broken",
                "item.round shield.broken",
                json!(true),
            ),
            ("item.shortbow.draw 13", "item.shortbow.draw", json!(12)),
            (
                "item.round shield.broken yes",
                "item.round shield.broken",
                json!(true),
            ),
            ("item.knife.at 3,4", "item.knife.at", json!([3, 4])),
            ("shortbow left 12", "item.shortbow.left", json!(12)),
            (
                "longsword of ogre to ground 3,4",
                "ogre.held",
                json!(["greatclub"]),
            ),
            ("knife to table 3,4", "item.knife.table", json!(true)),
            ("knife held by horse", "item.knife.bearer", json!("horse")),
            ("door 3,4 4,4 open", "door 3,4 4,4", json!("open-door")),
            ("door 3,4 4,4 broken", "door 3,4 4,4", Value::Null),
            ("owed garret > ogre", "owed", json!(["Garret > ogre"])),
            ("idle 1", "idle", json!(1)),
            ("round.over yes", "horse.passed", json!(true)),
            ("over monsters", "winner", json!("monsters")),
            ("over nobody", "over", json!("nobody")),
        ],
    );
}

#[test]
fn corrections_are_taken_back() {
    let mut state = fight();
    for text in [
        "garret.unconscious stamina",
        "garret.unconscious none",
        "garret.posture standing",
        "garret.unconscious sleep and death",
        "garret loses unconscious",
        "garret.posture standing",
        "garret gains restrained toward ogre",
        "garret.conditions -restrained",
        "garret gains exposed",
        "garret loses exposed",
        "garret.used mire",
        "garret.used none",
        "owed ogre > garret",
        "owed none",
    ] {
        corrected(&mut state, text);
    }
    assert_eq!(state.conditions.iter().count(), 0);
    let body = state.body(GARRET);
    assert!(body.used.is_empty() && body.causes == 0 && state.owed.is_empty());
}

#[test]
fn what_cannot_be_so_is_refused() {
    let mut state = fight();
    corrected(&mut state, "ogre gains prone");
    values::cannot_be_so::<Energy>(
        &state,
        &[
            (
                "garret.aurra 7",
                "`aurra` is no value that can be set here; did you mean `aura`?",
            ),
            (
                "garret.aura +1",
                "write the new value, not what is added to it",
            ),
            ("garret.aura -1", "-1 is less than 0"),
            (
                "garret.energy 2000",
                "Garret, energy: 2000 is not from 0 to 100",
            ),
            (
                "garret.held knife",
                "knife, place: the knife does not fit into the 2 hands of Garret",
            ),
            (
                "greatclub broken",
                "greatclub, broken: only armour and shields can be Broken",
            ),
            ("garret.aura many", "`many` is no number"),
            ("garret at 50,50", "that square is not on the map"),
            (
                "garret.posture prune",
                "`prune` is no posture here; did you mean `prone`?",
            ),
            (
                "garret gains dased",
                "`dased` is no condition here; did you mean `dazed`?",
            ),
            ("garret loses dazed", "Garret does not have that condition"),
            (
                "ogre loses exposed",
                "ogre is that by being Prone: take that away",
            ),
            (
                "garret gains unaware",
                "`toward` and a creature are missing",
            ),
            (
                "garret gains restrained toward garret",
                "that is the same creature",
            ),
            ("garret gains dazed soon", "`soon` was not understood"),
            (
                "garret.conditions prone",
                "write `+` or `-` and a condition",
            ),
            (
                "garret.used mira",
                "`mira` is no power here; did you mean `mire`?",
            ),
            ("over villains", "`villains` is no side here"),
            (
                "item.shortbow.drow 8",
                "`item.shortbow.drow` names no value of an item",
            ),
            ("zone 3 ends", "there is no zone 3"),
            (
                "round.over no",
                "a Round that is not over goes on by itself",
            ),
            ("garret.aura 7 please", "`please` was not understood"),
            (
                "",
                "what can be set: `NAME.?` tells it for a creature and `THING ?` for a thing; of the fight it is ruling, round.over, fight over, fight goes on, idle, ambush over, owed, door, zone",
            ),
        ],
    );
}

#[test]
fn without_a_height_one_is_put_onto_the_ground() {
    let text = "[map]\nrows = ['..o3', '..o3']\nlegend = { o = { elevation = -2 }, 3 = { elevation = 3 } }\n\
                [[creature]]\nname = 'a'\nkind = 'wolf'\nside = 'x'\nat = [0, 0]\n\
                [[creature]]\nname = 'b'\nkind = 'wolf'\nside = 'y'\nat = [0, 1]\n";
    for (said, at) in [("a.at 2,0", [2, 0, -2]), ("a.at 3,0", [3, 0, 3])] {
        let mut state = affray_trial::files::state::<Energy>(text);
        corrected(&mut state, said);
        assert_eq!(look(&state, "a.at"), Some(json!(at)), "{said}");
    }
}
