//! Values by path.

use affray_kernel::System as _;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, Heading};
use serde_json::{Value, json};

use crate::Energy;
use crate::act::Action;
use crate::fact::{Fact, Flag, Number, apply};
use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, declared, fight};
use crate::state::{Altered, Cause, Condition, ItemId, Phase, Place, PowerId, State, Watch, Zone};
use affray_trial::values;

fn played() -> State {
    let mut state = fight();
    let exposed = Held {
        until: Until::Round(3),
        ..Held::plain(GARRET, Condition::Exposed)
    };
    let restrained = Held {
        toward: Some(OGRE),
        ..Held::plain(GARRET, Condition::Restrained)
    };
    let bound = Held {
        amount: 15,
        ..Held::plain(HORSE, Condition::Restrained)
    };
    let restraining = Held {
        toward: Some(GARRET),
        ..Held::plain(OGRE, Condition::Restraining)
    };
    let slowed = Held {
        parent: Some(Condition::Restraining),
        ..Held::plain(OGRE, Condition::Slowed)
    };
    for fact in [
        Fact::Set(GARRET, Number::Aura, 12),
        Fact::Set(GARRET, Number::Credits, 2),
        Fact::Flag(GARRET, Flag::Swift, true),
        Fact::Turns(GARRET, Heading::West),
        Fact::Watches(GARRET, Watch::Creature(OGRE)),
        Fact::Cause(CHIEF, Cause::NonLethal, true),
        Fact::Gains(Held::plain(CHIEF, Condition::Unconscious)),
        Fact::Gains(Held::plain(CHIEF, Condition::Prone)),
        Fact::Gains(exposed),
        Fact::Gains(restrained),
        Fact::Gains(restraining),
        Fact::Gains(slowed),
        Fact::Gains(bound),
        Fact::Used(GARRET, PowerId(2), true),
        Fact::Owes(GARRET, OGRE),
        Fact::Flag(HORSE, Flag::Kneeling, true),
        Fact::Item(ItemId(12), Place::Ground(Cell::new(8, 7), true)),
        Fact::Loaded(ItemId(3), true),
        Fact::Left(ItemId(3), Some(19)),
        Fact::Alters(Altered::Door(Cell::new(3, 4), Cell::new(4, 4), true)),
        Fact::Zone(Zone {
            number: 1,
            power: PowerId(2),
            by: OGRE,
            at: Cell::new(9, 3),
            until: 4,
        }),
        Fact::Declares(declared(OGRE, Action::CatchBreath)),
    ] {
        apply(&mut state, &fact);
    }
    state
}

#[test]
fn stored_values_of_creatures_are_found_by_path() {
    values::are_found::<Energy>(
        &played(),
        [
            ("garret.aura", json!(12)),
            ("garret.aura_off", json!(false)),
            ("garret.stamina", json!(14)),
            ("garret.energy", json!(5)),
            ("garret.agility", json!(3)),
            ("garret.granted", json!(5)),
            ("garret.credits", json!(2)),
            ("garret.swaps", json!(0)),
            ("garret.swift_used", json!(true)),
            ("garret.initiative_used", json!(false)),
            ("garret.facing", json!("west")),
            ("garret.watch", json!("ogre")),
            ("garret.gait", json!("still")),
            ("garret.used", json!(["mire"])),
            ("garret.submits", Value::Null),
            ("garret.conditions", json!(["exposed", "restrained"])),
            ("garret.exposed", json!(true)),
            ("garret.exposed.until", json!(3)),
            ("garret.dazed", json!(false)),
            ("garret.restrained", json!("ogre")),
            ("garret.restraining", Value::Null),
            ("garret.restrained_by.ogre", json!(true)),
            ("ogre.restraining", json!("Garret")),
            ("horse.restrained", json!(true)),
            ("horse.restrained.amount", json!(15)),
            ("horse.posture", json!("kneeling")),
            ("horse.at", json!([5, 5, 1])),
            ("ogre chief.posture", json!("prone")),
            ("ogre chief.unconscious", json!(["non-lethal"])),
            ("ogre chief.presence", json!("here")),
            ("ogre.doing", json!("catch breath")),
            ("garret.held", json!(["longsword", "spear"])),
            ("garret.worn", json!(["leather"])),
            (
                "garret.carried",
                json!([
                    "longsword",
                    "shortbow",
                    "wand of fire",
                    "knife",
                    "potion",
                    "potion"
                ]),
            ),
        ],
    );
}

#[test]
fn numbers_that_follow_are_found_by_path() {
    values::are_found::<Energy>(
        &played(),
        [
            ("garret.evasion", json!(12)),
            ("garret.ranged_evasion", json!(1)),
            ("garret.unarmed_evasion", json!(10)),
            ("garret.fortitude", json!(16)),
            ("garret.will", json!(11)),
            ("garret.masab", json!(3)),
            ("garret.masdb", json!(3)),
            ("garret.attack_value.longsword", json!(19)),
            ("garret.attack_value.body", json!(18)),
            ("garret.miss_chance_modifier.shortbow", json!(6)),
            ("garret.miss_chance_modifier.spear", json!(6)),
            ("garret.range.shortbow", json!([5, 20, 80])),
            ("garret.throwing_range.spear", json!([5, 12, 24])),
            ("garret.aura_strength", json!(34)),
            ("garret.recovery_value", json!(11)),
            ("garret.max_surges", json!(7)),
            ("garret.max_stamina", json!(14)),
            ("garret.max_agility", json!(3)),
            ("garret.speed_m", json!(6)),
            ("ogre.speed_m", json!(3)),
            ("garret.sprint_m", json!(9)),
            ("garret.jump_m", json!(3)),
            ("garret.jump_reach_dm", json!(30)),
            ("garret.reach_m", json!(1)),
            ("garret.reach_m.body", json!(0)),
            ("garret.coverage", json!(11)),
            ("garret.rating", json!(2)),
            ("garret.initiative", json!(4)),
            ("garret.arm_strength", json!(8)),
            ("garret.leg_strength", json!(7)),
            ("garret.strength", json!(16)),
            ("garret.modifiers.strength", json!(6)),
            ("garret.size", json!("medium")),
            ("garret.inherent_evasion", json!(8)),
            ("garret.able", json!(true)),
            ("ogre chief.able", json!(false)),
            ("ogre chief.alive", json!(true)),
        ],
    );
}

#[test]
fn values_of_the_fight_are_found_by_path() {
    values::are_found::<Energy>(
        &played(),
        [
            ("round", json!(2)),
            ("phase", json!("open")),
            ("idle", json!(0)),
            ("owed", json!(["Garret > ogre"])),
            ("zones", json!(["mire"])),
            ("zone.1.until", json!(4)),
            ("winner", Value::Null),
            ("door [3,4] [4,4]", json!("open-door")),
            ("door 4,4 3,4", json!("open-door")),
            ("door 5,5 5,6", Value::Null),
            ("door.3,4|4,4.open", json!(true)),
            ("item.shortbow.loaded", json!(true)),
            ("item.shortbow.left", json!(19)),
            ("item.shortbow.draw", json!(8)),
            ("item.shortbow.broken", json!(false)),
            ("item.greatclub.bearer", json!("ogre")),
            ("item.#11.at", json!([7, 7])),
            ("item.#12.table", json!(true)),
            ("ground.7,7.items", json!(["scroll"])),
            ("ground.4,7.creatures", json!(["ogre"])),
        ],
    );
    let mut state = fight();
    apply(&mut state, &Fact::Phase(Phase::Aftermath(Some(1))));
    values::are_found::<Energy>(
        &state,
        [("phase", json!("aftermath")), ("winner", json!("monsters"))],
    );
}

#[test]
fn rounds_after_the_combat_are_no_part_of_its_length() {
    let mut state = fight();
    let lasted = Energy::length(&state);
    apply(&mut state, &Fact::Phase(Phase::Aftermath(Some(1))));
    for round in 1..=3 {
        let next = u16::try_from(lasted).unwrap_or_default() + round;
        apply(&mut state, &Fact::Round(next));
    }
    assert_eq!(
        (Energy::time(&state), Energy::length(&state)),
        (lasted + 3, lasted)
    );
    apply(&mut state, &Fact::Phase(Phase::Open));
    assert_eq!(Energy::length(&state), lasted + 3);
}

#[test]
fn what_is_not_there_is_not_found() {
    values::are_not_found::<Energy>(
        &played(),
        &[
            "",
            ".",
            "garret",
            "garret.",
            "garret.shoes",
            "garret.attack_value.halberd",
            "garret.range.potion",
            "garret.range.longsword",
            "nobody.aura",
            "item.longsword.bearer",
            "item.greatclub.colour",
            "door 3,4",
            "zone.9.until",
            "ogre.restrained_by.garret.aura",
        ],
    );
}
