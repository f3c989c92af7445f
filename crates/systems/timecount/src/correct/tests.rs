//! Corrections, and how things are afterwards.

use crate::TimeCount;
use crate::correct::correction;
use crate::fact::apply;
use crate::known::knows_fact;
use crate::look::look;
use crate::notation::sample::{GARRET, NOW, fight};
use crate::state::State;
use affray_trial::values;
use serde_json::{Value, json};

fn corrected(state: &mut State, text: &str) {
    values::corrected::<TimeCount>(state, text);
}

#[test]
fn what_is_given_again_and_again_stays_within_bounds() {
    let mut state = fight();
    for number in 0..20 {
        corrected(&mut state, "garret.bonus 1000 until 40");
        let every = 20 + number;
        corrected(&mut state, &format!("garret.paralysis 1000 every {every}"));
    }
    assert_eq!(look(&state, "garret.hit_points"), Some(json!(3024)));
    assert_eq!(look(&state, "garret.paralysis"), Some(json!(3000)));
    assert_eq!(look(&state, "garret.dead"), Some(json!(false)));
}

#[test]
fn what_is_said_of_a_creature_is_so_afterwards() {
    values::are_so_afterwards::<TimeCount>(
        fight,
        [
            ("garret.hp 7", "garret.hp", json!(7)),
            ("Garret.fatigue = 3", "garret.fatigue", json!(3)),
            ("ogre chief.next 20", "ogre chief.next", json!(20)),
            ("garret.next never", "garret.next", Value::Null),
            ("garret.wear 2", "garret.threshold", json!(3)),
            ("garret.strength_damage 2", "garret.strength", json!(1)),
            ("garret at 5,7", "garret.at", json!([5, 7])),
            ("garret.stance prone", "garret.stance", json!("prone")),
            (
                "garret.stance cautious from 20",
                "garret.stance_from",
                json!(20),
            ),
            (
                "garret.facing north-east",
                "garret.facing",
                json!("north-east"),
            ),
            ("garret.facing ogre", "garret.facing", json!("ogre")),
            (
                "garret.pressed_by ogre chief and ogre",
                "garret.pressed_by",
                json!(["ogre", "ogre chief"]),
            ),
            ("garret.bonus 5 until 40", "garret.hit_points", json!(29)),
            ("garret.paralysis 6", "garret.paralysis", json!(6)),
            ("garret.mount none", "garret.mount", Value::Null),
            (
                "garret.prepared fire bolt charges 2",
                "garret.charges",
                json!(2),
            ),
            ("garret.castings mend 2", "garret.castings.mend", json!(2)),
            (
                "garret.last_arm unarmed",
                "garret.last_arm",
                json!("unarmed"),
            ),
            ("ogre.presence fled", "ogre.presence", json!("fled")),
        ],
    );
}

#[test]
fn what_is_said_of_conditions_things_and_the_fight_is_so_afterwards() {
    values::are_so_afterwards::<TimeCount>(
        fight,
        [
            ("garret gains burning", "garret.burning", json!(true)),
            (
                "garret gains shaken for 10 counts amount -2",
                "garret.shaken.until",
                json!(NOW + 10),
            ),
            ("garret gains unsteady", "garret.unsteady.left", json!(1)),
            (
                "long sword of ogre to ground 3,4",
                "ground.3,4.items",
                json!(["long sword"]),
            ),
            (
                "club carried by garret",
                "item.club.holder",
                json!("Garret"),
            ),
            (
                "club carried by ogre in pouch",
                "item.club.kept",
                json!("pouch"),
            ),
            ("ogre's club durability 0", "item.club.durability", json!(0)),
            (
                "round shield readied",
                "item.round shield.readied",
                json!(true),
            ),
            ("torch lit", "item.torch.lit", json!(true)),
            ("wand of fire left 3", "item.wand of fire.left", json!(3)),
            ("door 3,4 4,4 open", "door.3,4|4,4.open", json!(true)),
            ("count 14", "count", json!(14)),
            ("fight over heroes", "over", json!("heroes")),
            ("fight over nobody", "over", json!("nobody")),
        ],
    );
}

#[test]
fn what_no_longer_fits_is_less_as_well() {
    let mut state = fight();
    for text in [
        "garret.hp 20",
        "garret.invigoration 3",
        "garret.fatigue 6",
        "garret.poison_fatigue 5",
        "garret.strength_damage 4",
        "garret.strength_poison 3",
    ] {
        corrected(&mut state, text);
    }
    corrected(&mut state, "garret.fatigue 2");
    corrected(&mut state, "garret.strength_damage 1");
    corrected(&mut state, "garret.hp 23");
    let body = state.body(GARRET);
    assert_eq!((body.poison_fatigue, body.invigoration), (2, 1));
    assert_eq!(body.attribute_poison[0], 1);
    corrected(&mut state, "garret.max_hp 23");
    assert_eq!(state.body(GARRET).invigoration, 0);
}

/// A journal gives the facts one by one.
#[test]
fn less_hit_points_at_most_take_invigoration_away_first() {
    let mut state = fight();
    corrected(&mut state, "garret.hp 15");
    corrected(&mut state, "garret.invigoration 5");
    let facts = correction(&state, "garret.max_hp 12").expect("it can be so");
    for fact in &facts {
        assert!(knows_fact(&state, fact), "{fact:?}");
        apply(&mut state, fact);
    }
    let body = state.body(GARRET);
    assert_eq!((body.hp, body.invigoration), (12, 0));
}

#[test]
fn what_no_scenario_may_say_nobody_else_may() {
    let mut state = fight();
    corrected(&mut state, "garret.fatigue 0");
    for (text, why) in [
        ("garret.invigoration 30", "invigoration"),
        ("garret.bonus 5 until 3", "bonus"),
        ("garret.poison_fatigue 9", "poison_fatigue"),
        ("garret.poison_hp 30", "poison_hp"),
        ("garret.waking 40", "only the unconscious wake"),
        ("garret.next 3", "next"),
        ("garret.dying_since 3", "Garret is not dying"),
        ("garret.stabilized yes", "Garret is not dying"),
        ("garret gains hiding", "surprise/determine"),
        ("ogre chief at 5,7,5", "in the air"),
        ("club held by garret", "does not fit into the 2 hands"),
    ] {
        let error = correction(&state, text).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    corrected(&mut state, "garret.fatigue 60");
    corrected(&mut state, "garret.stabilized yes");
    assert!(state.body(GARRET).stabilized);
}

#[test]
fn whoever_is_dying_no_more_and_awake_is_not_stabilized_either() {
    let mut state = fight();
    corrected(&mut state, "garret.fatigue 60");
    corrected(&mut state, "garret.stabilized yes");
    corrected(&mut state, "garret.fatigue 1");
    assert_eq!(look(&state, "garret.stabilized"), Some(json!(false)));
    corrected(&mut state, "garret gains unconscious");
    corrected(&mut state, "garret.stabilized yes");
    corrected(&mut state, "garret loses unconscious");
    assert_eq!(look(&state, "garret.stabilized"), Some(json!(false)));
}

#[test]
fn when_the_unconscious_wake_can_be_said() {
    let mut state = fight();
    corrected(&mut state, "garret gains unconscious");
    corrected(&mut state, "garret.waking 40");
    assert_eq!(look(&state, "garret.waking"), Some(json!(40)));
    corrected(&mut state, "garret.stabilized yes");
    assert_eq!(look(&state, "garret.stabilized"), Some(json!(true)));
}

#[test]
fn what_poison_took_of_hit_points_is_no_more_than_are_missing() {
    let mut state = fight();
    for (text, poison) in [
        ("garret.hp 4", 0),
        ("garret.poison_hp 5", 5),
        ("garret.max_hp 8", 4),
        ("garret.hp 6", 2),
    ] {
        corrected(&mut state, text);
        assert_eq!(
            look(&state, "garret.poison_hp"),
            Some(json!(poison)),
            "{text}"
        );
    }
}

/// The fight with Garret next to both ogres.
fn close() -> State {
    let mut state = fight();
    corrected(&mut state, "garret at 4,6");
    corrected(&mut state, "ogre chief at 5,6");
    state
}

#[test]
fn whoever_is_near_can_hold() {
    values::are_so_afterwards::<TimeCount>(
        close,
        [(
            "garret gains grabbed toward ogre amount 3",
            "garret.grabbed_by.ogre",
            json!(true),
        )],
    );
    let mut state = close();
    corrected(&mut state, "ogre gains bound");
    values::cannot_be_so::<TimeCount>(
        &state,
        &[("garret gains grabbed toward ogre", "ogre can hold nobody")],
    );
}

#[test]
fn what_is_taken_away_is_gone() {
    let mut state = close();
    for text in [
        "garret gains grabbed toward ogre",
        "garret gains grabbed toward ogre amount 1",
        "garret gains grabbed toward ogre chief",
        "garret loses grabbed toward ogre",
        "garret.bonus 5 until 40",
        "garret.bonus none",
        "garret.paralysis 6 every 20",
        "garret.paralysis none",
        "garret.prepared fire bolt",
        "garret.prepared none",
    ] {
        corrected(&mut state, text);
    }
    let body = state.body(GARRET);
    assert!(body.bonus.is_empty() && body.paralysis.is_empty() && body.prepared.is_none());
    assert_eq!(state.conditions.iter().count(), 1);
    corrected(&mut state, "garret loses grabbed");
    assert_eq!(state.conditions.iter().count(), 0);
}

#[test]
fn what_cannot_be_so_is_refused() {
    values::cannot_be_so::<TimeCount>(
        &fight(),
        &[
            (
                "garret.hq 7",
                "`hq` is no value that can be set here; did you mean `hp`?",
            ),
            (
                "garret.fatigue +1",
                "write the new value, not what is added to it",
            ),
            ("garret.fatigue -1", "-1 is less than 0"),
            ("garret.hp many", "`many` is no number"),
            ("garret at 50,50", "that square is not on the map"),
            (
                "garret.stance prune",
                "`prune` is no stance here; did you mean `prone`?",
            ),
            (
                "garret gains stunnd",
                "`stunnd` is no condition here; did you mean `stunned`?",
            ),
            (
                "garret loses stunned",
                "Garret does not have that condition",
            ),
            (
                "garret gains grabbed",
                "`toward` and a creature are missing",
            ),
            (
                "garret gains grabbed toward garret",
                "that is the same creature",
            ),
            (
                "garret gains grabbed toward ogre",
                "ogre is not next to Garret",
            ),
            ("garret gains stunned soon", "`soon` was not understood"),
            ("garret.mount garret", "that is the same creature"),
            ("garret.mount ogre", "ogre cannot be ridden"),
            ("fight over villains", "`villains` is no side here"),
            (
                "garret.impairments.slashing 1",
                "nobody is impaired without the option `impairments`",
            ),
            ("spell 3 ends", "no spell 3 is active"),
            ("long sword of horse lit", "horse has no long sword"),
            ("garret.hp 7 please", "`please` was not understood"),
            (
                "garret gain burning",
                "`gain` is no correction here; did you mean `gains`?",
            ),
            (
                "",
                "what can be set: `NAME.?` tells it for a creature and `THING ?` for a thing; of the fight it is ruling, fight over, fight goes on, count, door, spell",
            ),
        ],
    );
}

#[test]
fn nothing_holds_the_dead() {
    let mut state = fight();
    for text in ["garret at 5,7", "ogre at 6,7", "ogre gains dead"] {
        corrected(&mut state, text);
    }
    let why = "the dead are held by nobody, lie in no net and burn no more";
    for what in ["burning", "netted", "grabbed toward garret"] {
        let text = format!("ogre gains {what}");
        let refused = correction(&state, &text).expect_err(&text).to_string();
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn a_fight_goes_on_where_it_was_broken_off() {
    let mut state = fight();
    let before = state.clone();
    let goes_on = "fight goes on";
    values::cannot_be_so::<TimeCount>(
        &state,
        &[(goes_on, "the game master has not ended the fight")],
    );
    for text in ["fight over heroes", "fight over nobody", goes_on] {
        corrected(&mut state, text);
    }
    assert_eq!(state.clock, before.clock);
}

#[test]
fn without_a_height_one_is_put_onto_the_ground() {
    let text = "[map]\nrows = ['..o3', '..o3']\nlegend = { o = { elevation = -2 }, 3 = { elevation = 3 } }\n\
                [[creature]]\nname = 'a'\nkind = 'wolf'\nside = 'x'\nat = [0, 0]\n\
                [[creature]]\nname = 'b'\nkind = 'wolf'\nside = 'y'\nat = [0, 1]\n";
    for (said, at) in [("a.at 2,0", [2, 0, -2]), ("a.at 3,0", [3, 0, 3])] {
        let mut state = affray_trial::files::state::<TimeCount>(text);
        corrected(&mut state, said);
        assert_eq!(look(&state, "a.at"), Some(json!(at)), "{said}");
    }
}
