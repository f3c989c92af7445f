//! Values by path.

use affray_kernel::grid::Cell;
use serde_json::{Value, json};

use crate::ActionPoint;
use crate::fact::{Fact, Flag, Number, apply};
use crate::notation::sample::{
    ARBOLEST_CARRIED, CHIEF, GARRET, HORSE, OGRE, RING_WORN, STONE_SKIN, fight,
};
use crate::rules::conditions::{plain, toward};
use crate::state::{Condition, Cover, GearId, ItemId, Phase, Place, Running, State};
use affray_trial::values;

fn played() -> State {
    let mut state = fight();
    let stone_skin = Running {
        on: GARRET,
        spell: STONE_SKIN,
        left: 1,
    };
    for fact in [
        Fact::Set(GARRET, Number::Health, 12),
        Fact::Set(GARRET, Number::Mana, 3),
        Fact::Set(GARRET, Number::Xp, 5),
        Fact::Set(GARRET, Number::Ap, 1),
        Fact::Set(GARRET, Number::Attacks, 1),
        Fact::Set(GARRET, Number::Moved, 2),
        Fact::Set(GARRET, Number::Dashes, 1),
        Fact::Set(GARRET, Number::TestModifier, -2),
        Fact::Set(OGRE, Number::Failures, 1),
        Fact::Flag(OGRE, Flag::FreeUsed, true),
        Fact::Flag(GARRET, Flag::Disengaged, true),
        Fact::Flag(GARRET, Flag::Braced, true),
        Fact::Flag(HORSE, Flag::MaySneak, true),
        Fact::Flag(OGRE, Flag::Hurt, true),
        Fact::Flag(OGRE, Flag::Stable, true),
        Fact::Saves(CHIEF, Some(HORSE)),
        Fact::Feints(GARRET, Some(OGRE)),
        Fact::Covers(GARRET, Some(Cover::Low)),
        Fact::Gains(toward(HORSE, Condition::Grappled, CHIEF)),
        Fact::Gains(plain(HORSE, Condition::Dazed)),
        Fact::Gains(toward(GARRET, Condition::Hidden, OGRE)),
        Fact::Gains(toward(GARRET, Condition::Hidden, CHIEF)),
        Fact::Gains(plain(GARRET, Condition::Prone)),
        Fact::Learns(GARRET, 1, GearId(11)),
        Fact::Runs(stone_skin),
        Fact::Unloaded(ARBOLEST_CARRIED, 1),
        Fact::Uses(RING_WORN, Some(2)),
        Fact::Fixture(0, true, true),
        Fact::Door(Cell::new(3, 4), Cell::new(4, 4), true),
        Fact::Item(ItemId(12), Place::Ground(Cell::new(8, 8))),
    ] {
        apply(&mut state, &fact);
    }
    state
}

#[test]
fn stored_values_of_creatures_are_found_by_path() {
    values::are_found::<ActionPoint>(
        &played(),
        [
            ("garret.at", json!([3, 3])),
            ("horse.at", json!([5, 5, 1])),
            ("garret.presence", json!("here")),
            ("garret.health", json!(12)),
            ("garret.mana", json!(3)),
            ("garret.xp", json!(5)),
            ("garret.initiative", json!(14)),
            ("garret.ap", json!(1)),
            ("garret.attacks", json!(1)),
            ("garret.free_used", json!(false)),
            ("ogre.free_used", json!(true)),
            ("garret.turn_taken", json!(true)),
            ("horse.turn_taken", json!(false)),
            ("ogre chief.saved_after", json!("horse")),
            ("garret.saved_after", Value::Null),
            ("garret.moved", json!(2)),
            ("garret.dashes", json!(1)),
            ("garret.disengaged", json!(true)),
            ("garret.braced", json!(true)),
            ("garret.feint", json!("ogre")),
            ("garret.cover", json!("low")),
            ("ogre.cover", Value::Null),
            ("garret.test_modifier", json!(-2)),
            ("horse.may_sneak", json!(true)),
            ("ogre.failures", json!(1)),
            ("ogre.hurt", json!(true)),
            ("ogre.stable", json!(true)),
            ("garret.learnt", json!(["lance"])),
            ("garret.running", json!(["stone skin"])),
            ("ogre.running", json!([])),
            ("garret.held", json!(["longsword", "javelin"])),
            ("garret.worn", json!(["full iron armor", "ring of wards"])),
            (
                "garret.carried",
                json!([
                    "longsword",
                    "shortbow",
                    "wand of fire",
                    "dagger",
                    "potion",
                    "potion",
                    "arbolest",
                    "net"
                ]),
            ),
        ],
    );
}

#[test]
fn conditions_are_found_by_path() {
    values::are_found::<ActionPoint>(
        &played(),
        [
            ("garret.conditions", json!(["prone", "hidden"])),
            ("horse.conditions", json!(["dazed", "grappled"])),
            ("ogre.conditions", json!([])),
            ("garret.prone", json!(true)),
            ("ogre.prone", json!(false)),
            ("horse.grappled_by", json!("ogre chief")),
            ("horse.grappled.toward", json!("ogre chief")),
            ("garret.grappled_by", Value::Null),
            ("ogre chief.grappling", json!(["horse"])),
            ("garret.hidden_from", json!(["ogre", "ogre chief"])),
            ("garret.hidden_from.ogre", json!(true)),
            ("garret.hidden_from.horse", json!(false)),
        ],
    );
}

#[test]
fn numbers_that_follow_are_found_by_path() {
    values::are_found::<ActionPoint>(
        &played(),
        [
            ("garret.kind", json!("garret")),
            ("garret.side", json!("heroes")),
            ("garret.size", json!("medium")),
            ("ogre.size", json!("large")),
            ("garret.able", json!(true)),
            ("garret.alive", json!(true)),
            ("garret.max_health", json!(18)),
            ("garret.max_mana", json!(5)),
            ("garret.speed_m", json!(8)),
            ("garret.movement_left", json!(14)),
            ("garret.reach_m", json!(2)),
            ("ogre chief.reach_m", json!(1)),
            ("garret.free_hands", json!(0)),
            ("ogre chief.free_hands", json!(0)),
            ("garret.armor_rating", json!(5)),
            ("ogre chief.armor_rating", json!(2)),
            ("horse.armor_rating", json!(0)),
            ("ogre chief.block_rating", json!(6)),
            ("garret.block_rating", Value::Null),
            ("garret.strength", json!(10)),
            ("garret.perception", json!(11)),
            ("garret.presence_attribute", json!(6)),
            ("garret.value.dodge", json!(8)),
            ("garret.value.athletics", json!(10)),
            ("garret.value.stealth", json!(11)),
            ("garret.value.sleight_of_hand", json!(8)),
            ("garret.value.deception", json!(7)),
            ("garret.value.fighting_style", json!(16)),
            ("ogre.value.fighting_style", json!(13)),
            ("ogre.flanked", json!(false)),
            ("garret.cover_from.ogre", json!("low")),
            ("horse.cover_from.ogre", json!("none")),
            (
                "garret.gear.classical knight",
                json!(["full armor", "shield", "longsword"]),
            ),
            (
                "garret.gear.Forest Bandit",
                json!([
                    "partial armor",
                    "dagger",
                    "shortbow",
                    "unarmed fighting",
                    "club",
                    "lance"
                ]),
            ),
        ],
    );
}

#[test]
fn values_of_the_fight_are_found_by_path() {
    values::are_found::<ActionPoint>(
        &played(),
        [
            ("round", json!(2)),
            ("phase", json!("turn")),
            ("turn", json!("Garret")),
            ("begun", json!(false)),
            ("order", json!(["ogre", "Garret", "horse", "ogre chief"])),
            ("coming", json!(["horse", "ogre chief"])),
            ("elapsed_seconds", json!(6)),
            ("sneaking", Value::Null),
            ("winner", Value::Null),
            ("door [3,4] [4,4]", json!("open-door")),
            ("door 4,4 3,4", json!("open-door")),
            ("door 5,5 5,6", Value::Null),
            ("door.3,4|4,4.open", json!(true)),
            ("item.arbolest.unloaded", json!(1)),
            ("item.arbolest.uses", Value::Null),
            ("item.arbolest.hands", Value::Null),
            ("item.ring of wards.uses", json!(2)),
            ("item.bone shield.hands", json!(1)),
            ("item.club.bearer", json!("ogre")),
            ("item.club.place", json!("held")),
            ("item.#11.at", json!([7, 7])),
            ("fixture.lever.pulled", json!(true)),
            ("fixture.lever.found", json!(true)),
            ("fixture.trapdoor.found", json!(false)),
            ("ground.7,7.items", json!(["scroll"])),
            ("ground.5,8.creatures", json!(["ogre"])),
        ],
    );
}

#[test]
fn the_end_of_rounds_and_fights_is_found_by_path() {
    let mut state = fight();
    apply(&mut state, &Fact::Phase(Phase::RoundBegins));
    values::are_found::<ActionPoint>(
        &state,
        [
            ("phase", json!("round-begins")),
            ("turn", Value::Null),
            ("elapsed_seconds", json!(12)),
        ],
    );
    apply(
        &mut state,
        &Fact::Gains(plain(OGRE, Condition::Unconscious)),
    );
    apply(&mut state, &Fact::Gains(plain(CHIEF, Condition::Dead)));
    values::are_found::<ActionPoint>(
        &state,
        [
            ("winner", json!("heroes")),
            ("ogre chief.alive", json!(false)),
            ("ogre.able", json!(false)),
        ],
    );
    apply(&mut state, &Fact::Phase(Phase::Over(Some(1))));
    values::are_found::<ActionPoint>(
        &state,
        [("phase", json!("over")), ("winner", json!("monsters"))],
    );
}

#[test]
fn what_is_not_there_is_not_found() {
    values::are_not_found::<ActionPoint>(
        &played(),
        &[
            "",
            ".",
            "garret",
            "garret.",
            "garret.shoes",
            "garret.value.cooking",
            "garret.gear.Nordling Hunter",
            "garret.gear.#2",
            "garret.cover_from.nobody",
            "garret.prone.colour",
            "nobody.health",
            "winners",
            "item.longsword.bearer",
            "item.club.colour",
            "fixture.chest.found",
            "fixture.lever.colour",
            "door 3,4",
        ],
    );
}
