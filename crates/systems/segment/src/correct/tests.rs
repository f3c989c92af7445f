//! Corrections, and how things are afterwards.

use affray_kernel::System;
use affray_kernel::grid::MapSetup;
use serde_json::{Value, json};

use crate::Segments;
use crate::act::{Location, Strike, With};
use crate::fact::{Fact, apply};
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::state::{Cast, Charging, ItemId, Pending, Place, PowerId, Shared, State};
use affray_trial::sample::{COLUMNS, ROWS};
use affray_trial::values;

fn corrected(state: &mut State, text: &str) {
    values::corrected::<Segments>(state, text);
}

/// The fight in which Garret prepares a storm and has been felled in a trade of blows.
fn strained() -> State {
    let mut state = fight();
    let storm = Charging {
        strike: Strike {
            target: OGRE,
            with: With::Power(PowerId(5)),
            location: Location::Torso,
            step: None,
            kill_shot: false,
        },
        paid: 2,
    };
    let felled = Pending {
        dead: true,
        knocked_out: None,
        damaged: true,
        disabled: 0,
        cycle: 0,
    };
    apply(&mut state, &Fact::Charging(GARRET, Some(Box::new(storm))));
    apply(&mut state, &Fact::Pending(GARRET, Some(felled)));
    state
}

#[test]
fn what_is_said_of_a_creature_is_so_afterwards() {
    values::are_so_afterwards::<Segments>(
        fight,
        [
            ("garret.hits 7", "garret.hits", json!(7)),
            ("Garret.hits = -3", "garret.hits", json!(-3)),
            ("ogre chief.actions 0", "ogre chief.actions", json!(0)),
            ("garret.order 9", "garret.order", json!(9)),
            ("garret.modifier -2", "garret.modifier", json!(-2)),
            ("garret.environment -4", "garret.environment", json!(-4)),
            ("garret.moved 5", "garret.moved", json!(5)),
            ("garret.taken 2", "garret.taken", json!(2)),
            ("garret.stepped yes", "garret.stepped", json!(true)),
            ("garret.reacted yes", "garret.reacted", json!(true)),
            ("garret.stirred yes", "garret.stirred", json!(true)),
            ("garret.ambushed yes", "garret.ambushed", json!(true)),
            ("garret.done yes", "garret.done", json!(true)),
            ("garret.guarded yes", "garret.guarded", json!(true)),
            ("garret.disengaged yes", "garret.disengaged", json!(true)),
            ("garret at 1,7", "garret.at", json!([1, 7])),
            ("garret.at [1,7]", "garret.at", json!([1, 7])),
            ("horse.height 4", "horse.at", json!([5, 5, 4])),
            ("horse.height -4", "horse.height", json!(0)),
            ("garret.presence fled", "garret.presence", json!("fled")),
            ("garret.fitness rested", "garret.condition", json!("rested")),
            ("garret.cover good", "garret.cover", json!("good")),
            ("garret.alert no", "garret.alert", json!(false)),
            (
                "garret.disabled +left arm",
                "garret.disabled",
                json!(["left arm"]),
            ),
            (
                "ogre chief.disabled +tentacle 2",
                "ogre chief.disabled",
                json!(["tentacle 2"]),
            ),
            (
                "garret.stance ready-trade",
                "garret.stance",
                json!("ready-trade"),
            ),
            ("garret.stance hold", "garret.stance", json!("hold")),
            (
                "garret.committed ranged",
                "garret.committed",
                json!("ranged"),
            ),
            ("garret.guard block", "garret.guard", json!("block")),
            ("garret.guard block", "garret.guarded", json!(true)),
            (
                "garret.guard evasive action failures 2 in segment 1",
                "garret.guard.failures",
                json!(2),
            ),
            ("garret.ambush yes", "garret.ambush", json!([])),
            (
                "garret.ambush ogre and ogre chief",
                "garret.ambush",
                json!(["ogre", "ogre chief"]),
            ),
            (
                "garret.carried spear",
                "garret.held",
                json!(["arming sword"]),
            ),
        ],
    );
}

#[test]
fn what_is_said_of_conditions_is_so_afterwards() {
    values::are_so_afterwards::<Segments>(
        fight,
        [
            ("garret gains prone", "garret.prone", json!(true)),
            (
                "garret.conditions +concealed",
                "garret.conditions",
                json!(["concealed"]),
            ),
            (
                "garret.conditions +noticed ogre",
                "garret.noticed",
                json!(["ogre"]),
            ),
            (
                "garret gains found vitals toward ogre chief",
                "garret.found_vitals",
                json!(["ogre chief"]),
            ),
            (
                "garret gains knocked out rounds 1",
                "garret.knocked_out.until",
                json!(3),
            ),
            (
                "garret gains knocked-out until the end of the next round",
                "garret.knocked_out.until",
                json!(3),
            ),
            (
                "garret gains blinded until round 5",
                "garret.blinded.until",
                json!(5),
            ),
            ("garret gains surprised", "garret.surprised.until", json!(2)),
            ("garret gains blinded", "garret.blinded.until", Value::Null),
            ("garret gains dead", "garret.alive", json!(false)),
        ],
    );
}

#[test]
fn what_is_said_of_things_and_the_fight_is_so_afterwards() {
    values::are_so_afterwards::<Segments>(
        fight,
        [
            (
                "light crossbow loaded",
                "item.light crossbow.loaded",
                json!(true),
            ),
            ("mace broken", "item.mace.broken", json!(true)),
            (
                "item.medium shield.broken yes",
                "item.medium shield.broken",
                json!(true),
            ),
            ("item.dagger.at 3,4", "item.dagger.at", json!([3, 4])),
            ("short bow left 12", "item.short bow.left", json!(12)),
            (
                "arming sword of ogre to ground 3,4",
                "ogre.held",
                json!(["mace"]),
            ),
            (
                "dagger held by ogre chief",
                "item.dagger.bearer",
                json!("ogre chief"),
            ),
            ("dagger carried by ogre", "ogre.carried", json!(["dagger"])),
            ("door 3,4 4,4 open", "door 3,4 4,4", json!("open-door")),
            ("segment ranged", "ordered", json!("ranged")),
            ("ambushed yes", "ambushed", json!(true)),
            ("environment -2", "environment", json!(-2)),
            ("environment.heroes -4", "environment.heroes", json!(-4)),
            (
                "effect holy ward by garret on horse",
                "effects",
                json!(["holy ward on horse"]),
            ),
            ("over monsters", "winner", json!("monsters")),
            ("over nobody", "over", json!("nobody")),
        ],
    );
}

#[test]
fn what_no_file_could_say_is_refused() {
    let state = fight();
    let there = state.body(OGRE).at;
    let into = format!("garret at {},{}", there.x, there.y);
    for (text, reason) in [
        (&*into, "cannot be in the same space"),
        ("garret.worn dagger", "is no armour to wear"),
        ("dagger worn by garret", "is no armour to wear"),
        ("garret.actions 5", "Garret has at most 4 actions"),
        (
            "effect mending by garret on ogre",
            "is no power that is maintained",
        ),
        ("effect holy ward by ogre on ogre", "has no such power"),
        ("garret.held leather", "the leather is worn, not held"),
        ("item.leather.bearer ogre chief", "is worn, not held"),
    ] {
        let error = <Segments as System>::correction(&state, text).expect_err(text);
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
}

#[test]
fn mounts_and_totals_are_taken_away_again() {
    let mut state = fight();
    corrected(&mut state, "garret at 12,3");
    corrected(&mut state, "garret.mounted yes");
    corrected(&mut state, "garret.mount none");
    let astride = [("garret.mounted", json!(false))];
    values::are_found::<Segments>(&state, astride);
    assert!(state.sheet(GARRET).mount.is_none());
    corrected(
        &mut state,
        "ogre.totals { physical = 1, impact = 2, magic = 3, energy = 4, elemental = 5 }",
    );
    let listed = <Segments as System>::settable(&state, OGRE);
    let totals = listed.iter().find(|one| one.words == "ogre.totals");
    let totals = totals.expect("the totals as a whole");
    let again = format!("{} {}", totals.words, totals.value);
    corrected(&mut state, "ogre.totals none");
    corrected(&mut state, &again);
    assert!(state.sheet(OGRE).totals.is_some());
    corrected(&mut state, "ogre.totals none");
    assert!(state.sheet(OGRE).totals.is_none());
}

#[test]
fn what_no_file_could_say_as_things_are_is_refused() {
    let refused = |state: &State, text: &str, reason: &str| {
        let error = <Segments as System>::correction(state, text).expect_err(text);
        assert!(error.to_string().contains(reason), "{text}: {error}");
    };
    let mut state = fight();
    refused(&state, "garret.mounted yes", "cut off by a wall");
    corrected(&mut state, "garret at 12,3");
    corrected(&mut state, "garret.mounted yes");
    values::are_found::<Segments>(&state, [("garret.mounted", json!(true))]);
    let mut state = fight();
    let there = state.body(OGRE).at;
    corrected(
        &mut state,
        &format!("garret at {},{}", there.x - 1, there.y),
    );
    refused(&state, "garret.mounted yes", "cannot be in the same space");
    let mut state = fight();
    corrected(&mut state, "garret.hits -1");
    for text in ["garret.held dagger", "item.dagger.bearer garret"] {
        refused(&state, text, "is unconscious or dead and holds no dagger");
    }
    let mut state = fight();
    let walled = MapSetup {
        rows: vec![format!("#{}", ".".repeat(COLUMNS - 1)); ROWS],
        ..MapSetup::default()
    };
    state.cast = Shared::new(Cast {
        map: walled.build().expect("a map"),
        ..(*state.cast).clone()
    });
    refused(&state, "item.dagger.at 0,0", "inside a wall");
}

#[test]
fn whoever_is_gone_keeps_nothing_up_and_bears_nothing() {
    for gone in ["fled", "elsewhere"] {
        let mut state = fight();
        corrected(&mut state, "effect holy ward by garret on horse");
        corrected(&mut state, &format!("horse.presence {gone}"));
        assert!(state.effects.is_empty());
        corrected(&mut state, "garret.guard parry");
        corrected(&mut state, "effect holy ward by garret on garret");
        corrected(&mut state, &format!("garret.presence {gone}"));
        assert!(state.effects.is_empty() && state.body(GARRET).guard.is_none());
    }
}

#[test]
fn corrections_are_taken_back() {
    let mut state = strained();
    for text in [
        "garret gains prone",
        "garret loses prone",
        "garret.conditions +noticed ogre",
        "garret.conditions +noticed ogre chief",
        "garret.conditions -noticed ogre",
        "garret.conditions -noticed",
        "garret.disabled +head",
        "garret.disabled +left leg",
        "garret.disabled -head",
        "garret.disabled none",
        "garret.stance aggressive",
        "garret.stance none",
        "garret.guard parry",
        "garret.guard none",
        "garret.alert yes",
        "garret.alert none",
        "garret.ambush ogre",
        "garret.ambush none",
        "garret.committed melee",
        "garret.committed none",
        "garret.pending no",
        "garret.charging 3",
        "garret.charging none",
        "effect holy ward by garret on horse",
        "effect holy ward by garret on ogre",
        "effect holy ward on horse ends",
        "effect #2 ends",
        "segment melee",
        "ordered none",
        "over heroes",
        "fight goes on",
    ] {
        corrected(&mut state, text);
    }
    assert_eq!(state.conditions.iter().count(), 0);
    let body = state.body(GARRET);
    assert_eq!((body.disabled, body.stance, body.guard), (0, None, None));
    assert_eq!((body.alert, body.committed), (None, None));
    assert!(body.ambush.is_none() && body.pending.is_none() && body.charging.is_none());
    assert!(state.effects.is_empty());
    values::are_found::<Segments>(
        &state,
        [("ordered", Value::Null), ("phase", json!("acting"))],
    );
}

#[test]
fn what_is_held_takes_the_hands_that_are_free() {
    let mut state = fight();
    corrected(&mut state, "garret.carried spear");
    corrected(&mut state, "garret.held dagger");
    let places = [ItemId(0), ItemId(4), ItemId(8)].map(|item| state.item(item).place);
    let right = Place::Held(GARRET, 1);
    let left = Place::Held(GARRET, 2);
    assert_eq!(places, [right, Place::Carried(GARRET), left]);
    corrected(&mut state, "garret.held dagger");
    assert_eq!(state.item(ItemId(8)).place, left);
}

#[test]
fn what_cannot_be_so_is_refused() {
    let mut state = fight();
    corrected(&mut state, "ogre gains prone");
    values::cannot_be_so::<Segments>(
        &state,
        &[
            (
                "garret.hit 7",
                "`hit` is no value that can be set here; did you mean `hits`?",
            ),
            (
                "garret.actions +1",
                "write the new value, not what is added to it",
            ),
            ("garret.actions -1", "-1 is less than 0"),
            ("garret.hits many", "`many` is no number"),
            ("garret at 50,50", "that square is not on the map"),
            ("ogre.mounted yes", "ogre has no mount"),
            (
                "garret.stance agressive",
                "`agressive` is no stance here; did you mean `aggressive`?",
            ),
            (
                "garret.committed mele",
                "`mele` is no segment here; did you mean `melee`?",
            ),
            (
                "garret.guard evad",
                "`evad` is no defend skill here; did you mean `evade`?",
            ),
            ("garret.guard.failures 2", "Garret is not On-Guard"),
            ("garret.charging 2", "Garret prepares nothing"),
            ("garret.pending yes", "expected `no` before `yes`"),
            (
                "garret.disabled left arm",
                "write `+` or `-` and a part of the body",
            ),
            (
                "garret.disabled +tentacle 1",
                "`tentacle` is no part of that body here",
            ),
            (
                "garret.disabled +left arn",
                "`left` is no part of that body here; did you mean `left arm`?",
            ),
            (
                "garret gains pron",
                "`pron` is no condition here; did you mean `prone`?",
            ),
            ("garret loses prone", "Garret does not have that condition"),
            ("garret gains noticed", "a creature is missing at the end"),
            ("garret gains noticed garret", "that is the same creature"),
            ("garret gains prone soon", "`soon` was not understood"),
            (
                "garret.conditions prone",
                "write `+` or `-` and a condition",
            ),
            ("over villains", "`villains` is no side here"),
            ("environment.nobody 2", "`nobody` is no side here"),
            (
                "item.short bow.brokn yes",
                "`item.short` names no value of an item",
            ),
            ("effect #3 ends", "there is no effect #3"),
            ("effect mending ends", "nobody maintains mending there"),
            ("garret.held dagger", "Garret has not enough hands free"),
            (
                "item.dagger.bearer horse",
                "horse has not enough hands free",
            ),
            ("garret.hits 7 please", "`please` was not understood"),
            (
                "",
                "what can be set: `NAME.?` tells it for a creature and `THING ?` for a thing; of the fight it is ruling, effect, fight over, fight goes on, segment, ambushed, environment, door",
            ),
        ],
    );
}

#[test]
fn a_fight_goes_on_where_it_was_broken_off() {
    let mut state = fight();
    let before = state.clone();
    let goes_on = "fight goes on";
    values::cannot_be_so::<Segments>(&state, &[(goes_on, "the fight is not over")]);
    for text in ["fight over heroes", "fight over nobody", goes_on] {
        corrected(&mut state, text);
    }
    assert_eq!(state.clock, before.clock);
}
