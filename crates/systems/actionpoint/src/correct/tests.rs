//! Corrections, and how things are afterwards.

use affray_kernel::grid::{Cell, EdgeKind, Terrain};
use serde_json::{Value, json};

use crate::ActionPoint;
use crate::fact::{Fact, Motion, apply};
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::state::{ItemId, Place, Presence, State};
use affray_trial::values;

fn corrected(state: &mut State, text: &str) {
    values::corrected::<ActionPoint>(state, text);
}

#[test]
fn what_is_said_of_a_creature_is_so_afterwards() {
    values::are_so_afterwards::<ActionPoint>(
        fight,
        [
            ("garret.health 7", "garret.health", json!(7)),
            ("Garret.mana = 2", "garret.mana", json!(2)),
            ("garret.xp 60", "garret.xp", json!(60)),
            ("ogre chief.ap 0", "ogre chief.ap", json!(0)),
            ("garret.attacks 2", "garret.attacks", json!(2)),
            ("garret.moved 3", "garret.movement_left", json!(5)),
            ("garret.dashes 1", "garret.movement_left", json!(16)),
            ("garret.test_modifier -2", "garret.test_modifier", json!(-2)),
            ("garret.free_used yes", "garret.free_used", json!(true)),
            ("garret.disengaged yes", "garret.disengaged", json!(true)),
            ("garret.braced yes", "garret.braced", json!(true)),
            ("garret.may_sneak yes", "garret.may_sneak", json!(true)),
            ("horse.turn_taken yes", "coming", json!(["ogre chief"])),
            (
                "ogre.turn_taken no",
                "coming",
                json!(["ogre", "horse", "ogre chief"]),
            ),
            (
                "ogre chief.saved_after horse",
                "ogre chief.saved_after",
                json!("horse"),
            ),
            (
                "garret.feint ogre chief",
                "garret.feint",
                json!("ogre chief"),
            ),
            ("garret.cover high", "garret.cover_from.ogre", json!("high")),
            ("garret at 5,9", "garret.at", json!([5, 9])),
            ("garret.at [5,9]", "garret.at", json!([5, 9])),
            ("garret.presence fled", "garret.presence", json!("fled")),
            (
                "garret.running +stone skin",
                "garret.running",
                json!(["stone skin"]),
            ),
            ("garret.learnt +lance", "garret.learnt", json!(["lance"])),
            (
                "ogre.learnt +lance in brawler",
                "ogre.gear.brawler",
                json!(["unarmed fighting", "longsword", "lance"]),
            ),
            (
                "garret.carried javelin",
                "garret.held",
                json!(["longsword"]),
            ),
        ],
    );
}

#[test]
fn the_order_follows_from_initiative() {
    values::are_so_afterwards::<ActionPoint>(
        fight,
        [
            ("garret.initiative 20", "garret.initiative", json!(20)),
            (
                "garret.initiative 20",
                "order",
                json!(["Garret", "ogre", "horse", "ogre chief"]),
            ),
            (
                "ogre.initiative none",
                "order",
                json!(["Garret", "horse", "ogre chief"]),
            ),
        ],
    );
}

#[test]
fn what_is_said_of_conditions_is_so_afterwards() {
    values::are_so_afterwards::<ActionPoint>(
        fight,
        [
            ("garret gains prone", "garret.prone", json!(true)),
            ("garret.gains prone", "garret.prone", json!(true)),
            (
                "garret.conditions +dazed",
                "garret.conditions",
                json!(["dazed"]),
            ),
            (
                "ogre.conditions +grappled by horse",
                "ogre.grappled_by",
                json!("horse"),
            ),
            (
                "garret.conditions +grappled",
                "garret.conditions",
                json!(["grappled"]),
            ),
            (
                "garret.conditions +grappled",
                "garret.grappled_by",
                Value::Null,
            ),
            (
                "garret.conditions +hidden from ogre",
                "garret.hidden_from",
                json!(["ogre"]),
            ),
            (
                "garret gains hidden",
                "garret.hidden_from",
                json!(["ogre", "ogre chief"]),
            ),
            (
                "garret.health 0",
                "garret.conditions",
                json!(["prone", "unconscious"]),
            ),
            ("garret gains unconscious", "garret.health", json!(0)),
        ],
    );
}

#[test]
fn what_is_said_of_things_and_the_fight_is_so_afterwards() {
    values::are_so_afterwards::<ActionPoint>(
        fight,
        [
            ("arbolest loaded", "item.arbolest.unloaded", json!(0)),
            (
                "item.arbolest.unloaded 1",
                "item.arbolest.unloaded",
                json!(1),
            ),
            ("ring of wards uses 7", "item.ring of wards.uses", json!(7)),
            (
                "item.ring of wards.uses none",
                "item.ring of wards.uses",
                Value::Null,
            ),
            ("item.club.hands 1", "item.club.hands", json!(1)),
            ("item.dagger.at 3,4", "item.dagger.at", json!([3, 4])),
            (
                "longsword of ogre to ground 3,4",
                "ogre.held",
                json!(["club"]),
            ),
            (
                "dagger held by ogre chief",
                "item.dagger.bearer",
                json!("ogre chief"),
            ),
            ("club carried by ogre", "ogre.carried", json!(["club"])),
            ("door 3,4 4,4 open", "door 3,4 4,4", json!("open-door")),
            (
                "fixture.lever.pulled yes",
                "fixture.lever.pulled",
                json!(true),
            ),
            (
                "fixture trapdoor found",
                "fixture.trapdoor.found",
                json!(true),
            ),
            ("turn horse", "turn", json!("horse")),
            ("turn none", "phase", json!("between")),
            ("begun yes", "begun", json!(true)),
            ("round 5", "round", json!(5)),
            ("round 5", "ogre.turn_taken", json!(true)),
            ("sneaking monsters", "sneaking", json!("monsters")),
            ("over monsters", "winner", json!("monsters")),
            ("over nobody", "winner", json!("nobody")),
        ],
    );
}

#[test]
fn corrections_are_taken_back() {
    let mut state = fight();
    for text in [
        "garret.health 0",
        "garret.health 5",
        "garret loses prone",
        "garret.conditions +hidden from ogre",
        "garret.conditions +hidden from ogre chief",
        "garret.conditions -hidden from ogre",
        "garret.conditions -hidden",
        "ogre.conditions +grappled by horse",
        "ogre.conditions -grappled by horse",
        "garret.running +stone skin left 2",
        "garret.running -stone skin",
        "garret.cover low",
        "garret.cover map",
        "garret.feint ogre",
        "garret.feint ogre chief, ogre",
        "garret.feint ogre chief",
        "garret.feint none",
        "garret.saved_after ogre",
        "garret.saved_after none",
        "over heroes",
        "fight goes on",
    ] {
        corrected(&mut state, text);
    }
    assert_eq!(state.conditions.iter().count(), 0);
    let body = state.body(GARRET);
    assert_eq!((body.cover, body.after), (None, None));
    assert!(body.feints.is_empty());
    assert!(state.running.is_empty());
    values::are_found::<ActionPoint>(
        &state,
        [("phase", json!("turn")), ("turn", json!("Garret"))],
    );
}

#[test]
fn a_fight_goes_on_while_somebody_is_left() {
    let mut state = fight();
    for text in ["garret.health 0", "horse.health 0"] {
        corrected(&mut state, text);
    }
    values::are_found::<ActionPoint>(&state, [("winner", json!("monsters"))]);
    corrected(&mut state, "fight goes on");
    values::are_found::<ActionPoint>(&state, [("winner", Value::Null)]);
    for text in ["ogre.health 0", "ogre chief.health 0"] {
        corrected(&mut state, text);
    }
    values::are_found::<ActionPoint>(&state, [("winner", json!("nobody"))]);
    values::cannot_be_so::<ActionPoint>(
        &state,
        &[("fight goes on", "nobody is left who could go on")],
    );
}

#[test]
fn the_unconscious_let_go() {
    let mut state = fight();
    corrected(&mut state, "club carried by ogre");
    corrected(&mut state, "horse.conditions +grappled by ogre");
    corrected(&mut state, "ogre.health 0");
    values::are_found::<ActionPoint>(&state, [("horse.grappled", json!(false))]);
    values::cannot_be_so::<ActionPoint>(
        &state,
        &[(
            "ogre loses unconscious",
            "ogre has no Health: set that instead",
        )],
    );
}

#[test]
fn what_is_said_of_those_at_no_health_is_so_afterwards() {
    let mut state = fight();
    for text in [
        "garret.health 0",
        "garret.failures 2",
        "garret.hurt yes",
        "garret.stable yes",
    ] {
        corrected(&mut state, text);
    }
    values::are_found::<ActionPoint>(
        &state,
        [
            ("garret.failures", json!(2)),
            ("garret.hurt", json!(true)),
            ("garret.stable", json!(true)),
        ],
    );
    values::cannot_be_so::<ActionPoint>(
        &state,
        &[(
            "garret.failures 3",
            "Garret, failures: whoever has failed three Endurance tests is dead (`damage-pipeline/death`)",
        )],
    );
}

#[test]
fn more_than_a_round_allows_is_refused() {
    let mut state = fight();
    let tests = "Garret, failures: Endurance tests are made at 0 Health (`damage-pipeline/death`)";
    values::cannot_be_so::<ActionPoint>(
        &state,
        &[
            ("garret.attacks 3", "Garret, attacks: 3 is not from 0 to 2"),
            ("garret.xp 3001", "Garret, xp: 3001 is not from 0 to 3000"),
            ("garret.dashes 9", "Garret, dashes: 9 is not from 0 to 3"),
            (
                "garret.moved 1001",
                "Garret, moved: 1001 is not from 0 to 1000",
            ),
            (
                "garret.initiative 201",
                "Garret, initiative_result: 201 is not from -100 to 200",
            ),
            ("garret.failures 1", tests),
            ("garret.stable yes", tests),
            ("round 0", "0 is not from 1 to 60000"),
            ("round 60001", "60001 is not from 1 to 60000"),
            ("round 70000", "70000 is not from 1 to 60000"),
        ],
    );
    for text in [
        "round 1",
        "garret gains surprised",
        "garret loses surprised",
        "round 2",
    ] {
        corrected(&mut state, text);
    }
    values::cannot_be_so::<ActionPoint>(
        &state,
        &[(
            "garret gains surprised",
            "surprise ends with the first round (`combat-overview/surprise-duration`)",
        )],
    );
}

#[test]
fn what_is_held_takes_hands_that_are_free() {
    let mut state = fight();
    corrected(&mut state, "garret.carried javelin");
    corrected(&mut state, "garret.held dagger");
    let places = [0, 4, 8].map(|item| state.item(ItemId(item)).place);
    let held = Place::Held(GARRET, 1);
    assert_eq!(places, [held, Place::Carried(GARRET), held]);
    corrected(&mut state, "garret.held dagger");
    assert_eq!(state.item(ItemId(8)).place, held);
}

#[test]
fn what_a_scenario_is_refused_for_is_refused() {
    values::cannot_be_so::<ActionPoint>(
        &fight(),
        &[
            (
                "item.club.hands 2",
                "club, hands: the club is held in one hand",
            ),
            (
                "item.dagger.unloaded 3",
                "dagger, unloaded: this is never loaded",
            ),
            ("club uses 3", "club, uses: it has no magic to use"),
            (
                "dagger worn by horse",
                "dagger, place: the dagger is nothing to wear",
            ),
            (
                "garret.worn dagger",
                "dagger, place: the dagger is nothing to wear",
            ),
            (
                "garret at 4,7",
                "ogre, at: ogre and Garret cannot be in the same space",
            ),
            (
                "garret gains grappled by horse",
                "Garret, toward: horse is not within 1 m of Garret (`primary-actions/grapple-range`)",
            ),
            (
                "ogre gains grappled by garret",
                "ogre, toward: Garret has no free hand for this",
            ),
            (
                "garret gains dead",
                "Garret: nobody dies unless the switch `dying` is on (`damage-pipeline/death`)",
            ),
        ],
    );
}

#[test]
fn the_dead_live_again_with_health() {
    let mut state = fight();
    corrected(&mut state, "ruling dying on");
    corrected(&mut state, "garret gains dead");
    let dead = json!(["prone", "unconscious", "dead"]);
    values::are_found::<ActionPoint>(&state, [("garret.conditions", dead)]);
    corrected(&mut state, "ruling successes margin");
    values::cannot_be_so::<ActionPoint>(
        &state,
        &[(
            "ruling dying off",
            "somebody is dead: without `dying` nobody can be (`damage-pipeline/death`)",
        )],
    );
    corrected(&mut state, "garret.health 3");
    values::are_found::<ActionPoint>(&state, [("garret.conditions", json!(["prone"]))]);
}

#[test]
fn no_door_closes_where_somebody_stands() {
    let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
    let mut state = fight();
    apply(&mut state, &Fact::Door(a, b, true));
    apply(&mut state, &Fact::Moved(OGRE, a, Motion::Placed));
    let [from, to] = [a, b].map(|cell| state.grid().drawn(cell).to_string());
    let words = format!("door {from} {to} closed");
    values::cannot_be_so::<ActionPoint>(&state, &[(&words, "ogre stands in that door")]);
    apply(&mut state, &Fact::Presence(OGRE, Presence::Fled));
    corrected(&mut state, &words);
    assert_eq!(state.terrain().edge(a, b), Some(EdgeKind::Door));
}

#[test]
fn what_cannot_be_so_is_refused() {
    values::cannot_be_so::<ActionPoint>(
        &fight(),
        &[
            (
                "garret.healt 7",
                "`healt` is no value that can be set here; did you mean `health`?",
            ),
            (
                "garret.ap +1",
                "write the new value, not what is added to it",
            ),
            ("garret.ap -1", "-1 is less than 0"),
            ("garret.ap 4", "Garret has at most 3 Action Points"),
            (
                "garret.health 99",
                "Garret has at most 18 Health: `Garret.health_pool` sets the most",
            ),
            (
                "garret.mana 99",
                "Garret has at most 5 mana: `Garret.max_mana` sets the most",
            ),
            ("garret.health many", "`many` is no number"),
            (
                "garret.health 99999",
                "`99999` is more than is counted here",
            ),
            ("garret at 50,50", "that square is not on the map"),
            (
                "garret.cover lo",
                "`lo` is no degree of cover here; did you mean `low`?",
            ),
            ("garret.saved_after garret", "that is the same creature"),
            ("garret.running +mend", "mend is no spell that lasts"),
            (
                "garret.running -stone skin",
                "stone skin does not last there",
            ),
            (
                "garret.running stone skin",
                "write `+` or `-` and a spell that lasts",
            ),
            (
                "garret.learnt +longsword",
                "that type of gear is on the list already",
            ),
            (
                "garret.learnt +lance in #7",
                "there is no such style or type of gear",
            ),
            (
                "garret.learnt -lance",
                "what has been learnt is not forgotten",
            ),
            (
                "garret gains pron",
                "`pron` is no condition here; did you mean `prone`?",
            ),
            ("garret loses dazed", "Garret does not have that condition"),
            (
                "garret gains hidden from garret",
                "that is the same creature",
            ),
            ("garret gains prone soon", "`soon` was not understood"),
            (
                "garret.conditions prone",
                "write `+` or `-` and a condition",
            ),
            ("over villains", "`villains` is no side here"),
            ("door 1,1 1,2 open", "no door stands between those squares"),
            (
                "item.club.colour red",
                "`item.club.colour` names no value of an item",
            ),
            ("item.club.hands 3", "ogre has not so many hands"),
            ("item.dagger.hands 1", "nobody holds that"),
            ("garret.held dagger", "Garret has not enough hands free"),
            ("horse.held dagger", "horse has not enough hands free"),
            ("fixture.lever.pulled maybe", "`maybe` is no yes or no here"),
            (
                "fixture.levre.pulled yes",
                "`levre` is no lever or the like here; did you mean `lever`?",
            ),
            ("garret.health 7 please", "`please` was not understood"),
            (
                "",
                "what can be set: `NAME.?` tells it for a creature and `THING ?` for a thing; of the fight it is ruling, round 5, fight over, fight goes on, turn, begun, sneaking, door, fixture",
            ),
        ],
    );
}
