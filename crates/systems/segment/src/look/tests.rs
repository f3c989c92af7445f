//! Values by path.

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Cell;
use serde_json::{Value, json};
use smallvec::smallvec;

use crate::Segments;
use crate::act::{Location, Strike, With};
use crate::fact::{Fact, Flag, Number, apply};
use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};
use crate::sheet::DefendSkill;
use crate::state::{
    Altered, Charging, Condition, Cover, Fitness, Guard, ItemId, Maintained, Phase, Place, PowerId,
    Segment, Stance, State,
};
use affray_trial::values;

fn found(kind: Condition) -> Held<Condition> {
    Held {
        toward: Some(CHIEF),
        ..Held::plain(GARRET, kind)
    }
}

fn played() -> State {
    let mut state = fight();
    let out = Held {
        until: Until::Round(3),
        ..Held::plain(CHIEF, Condition::KnockedOut)
    };
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
    for fact in [
        Fact::Set(GARRET, Number::Hits, 12),
        Fact::Set(GARRET, Number::Actions, 1),
        Fact::Set(GARRET, Number::Modifier, 2),
        Fact::Set(OGRE, Number::Environment, -2),
        Fact::Environment(-1),
        Fact::SideEnvironment(1, -3),
        Fact::Flag(GARRET, Flag::Stepped, true),
        Fact::Fitness(HORSE, Fitness::Fatigued),
        Fact::Cover(GARRET, Cover::Partial),
        Fact::Alert(OGRE, Some(false)),
        Fact::Disabled(OGRE, 2, true),
        Fact::Stance(GARRET, Some(Stance::ReadyTrade)),
        Fact::Commits(GARRET, Some(Segment::Melee)),
        Fact::Guard(
            OGRE,
            Some(Guard {
                skill: DefendSkill::EvasiveAction,
                failures: 2,
                in_segment: 1,
            }),
        ),
        Fact::Ambush(HORSE, Some(smallvec![OGRE, CHIEF])),
        Fact::Charging(GARRET, Some(Box::new(storm))),
        Fact::Gains(out),
        Fact::Gains(found(Condition::FoundVitals)),
        Fact::Gains(found(Condition::Noticed)),
        Fact::Maintains(Maintained {
            number: 1,
            power: PowerId(4),
            by: GARRET,
            on: HORSE,
            since: 1,
        }),
        Fact::Loaded(ItemId(15), true),
        Fact::Left(ItemId(15), Some(19)),
        Fact::Broken(ItemId(5), true),
        Fact::Alters(Altered::Door(Cell::new(3, 4), Cell::new(4, 4), true)),
        Fact::Item(ItemId(12), Place::Ground(Cell::new(8, 8))),
    ] {
        apply(&mut state, &fact);
    }
    state
}

#[test]
fn skills_that_affect_initiative_are_told_with_their_marks() {
    let skills = crate::look::look(&fight(), "ogre.skills").expect("a list");
    let skills: Vec<&str> = skills.as_array().map_or(Vec::new(), |list| {
        list.iter().filter_map(Value::as_str).collect()
    });
    assert_eq!(skills.len(), 25);
    for (place, told) in [
        (0, "Charge (Basic)"),
        (9, "Ram (Expert)"),
        (24, "Skipping (Master)"),
    ] {
        assert_eq!(skills[place], told);
    }
}

#[test]
fn stored_values_of_creatures_are_found_by_path() {
    values::are_found::<Segments>(
        &played(),
        [
            ("garret.at", json!([3, 3])),
            ("horse.at", json!([5, 5, 1])),
            ("horse.height", json!(1)),
            ("garret.presence", json!("here")),
            ("garret.hits", json!(12)),
            ("garret.actions", json!(1)),
            ("garret.fitness", json!("active")),
            ("garret.order", json!(6)),
            ("garret.modifier", json!(2)),
            ("ogre.environment", json!(-2)),
            ("garret.cover", json!("partial")),
            ("garret.alert", Value::Null),
            ("ogre.alert", json!(false)),
            ("ogre.disabled", json!(["left arm"])),
            ("garret.mounted", json!(false)),
            ("garret.stepped", json!(true)),
            ("garret.reacted", json!(false)),
            ("garret.moved", json!(0)),
            ("garret.stirred", json!(false)),
            ("garret.ambushed", json!(false)),
            ("garret.stance", json!("ready-trade")),
            ("ogre.stance", Value::Null),
            ("garret.taken", json!(0)),
            ("garret.done", json!(false)),
            ("garret.committed", json!("melee")),
            ("garret.guard", Value::Null),
            ("garret.guard.failures", Value::Null),
            ("ogre.guard", json!("evasive-action")),
            ("ogre.guard.failures", json!(2)),
            ("ogre.guard.in_segment", json!(1)),
            ("ogre.guarded", json!(false)),
            ("horse.ambush", json!(["ogre", "ogre chief"])),
            ("ogre.ambush", Value::Null),
            ("garret.disengaged", json!(false)),
            ("garret.pending", json!(false)),
            ("garret.charging", json!(2)),
            ("ogre.charging", Value::Null),
            ("garret.conditions", json!(["found-vitals", "noticed"])),
            ("garret.noticed", json!(["ogre chief"])),
            ("garret.found_vitals", json!(["ogre chief"])),
            ("garret.found_vulnerability", json!([])),
            ("ogre chief.knocked_out", json!(true)),
            ("ogre chief.knocked_out.until", json!(3)),
            ("ogre chief.prone", json!(false)),
            ("garret.held", json!(["arming sword", "spear"])),
            ("garret.worn", json!(["leather"])),
            (
                "garret.carried",
                json!([
                    "arming sword",
                    "short bow",
                    "wand of fire",
                    "dagger",
                    "potion",
                    "potion",
                    "light crossbow"
                ]),
            ),
        ],
    );
}

#[test]
fn numbers_that_follow_are_found_by_path() {
    values::are_found::<Segments>(
        &played(),
        [
            ("garret.max_hits", json!(24)),
            ("garret.size", json!("medium")),
            ("ogre.size", json!("large")),
            ("garret.active", json!(true)),
            ("ogre chief.active", json!(false)),
            ("ogre chief.alive", json!(true)),
            ("garret.condition", json!("damaged")),
            ("horse.condition", json!("fatigued")),
            ("ogre.condition", json!("active")),
            ("garret.engaged", json!(false)),
            ("ogre.engaged", json!(true)),
            ("garret.reach_yd", json!(1)),
            ("ogre.reach_yd", json!(2)),
            ("garret.move_yd", json!(5)),
            ("horse.move_yd", json!(6)),
            ("horse.fly_yd", json!(14)),
            ("horse.aloft_yd", json!(1)),
            ("garret.fly_yd", Value::Null),
            ("garret.rating.physical", json!(7)),
            ("garret.rating.impact", json!(7)),
            ("garret.rating.elemental", json!(5)),
            ("ogre.rating.physical", json!(7)),
            ("horse.rating.magic", json!(8)),
            ("garret.attack.arming sword", json!(8)),
            ("garret.attack.kick", json!(6)),
            ("garret.attack.spear.thrown", json!(8)),
            ("garret.attack.short bow", json!(8)),
            ("garret.attack.arcane bolt volley", json!(8)),
            ("ogre.attack.bite", json!(7)),
            ("garret.defend.dodge", json!(6)),
            ("garret.defend.block", json!(7)),
            ("ogre.defend.evasive_action", json!(6)),
            ("garret.check.stamina", json!(10)),
            ("garret.check.awareness", json!(6)),
            ("horse.check.search", json!(8)),
        ],
    );
}

#[test]
fn values_of_the_fight_are_found_by_path() {
    values::are_found::<Segments>(
        &played(),
        [
            ("round", json!(2)),
            ("segment", json!("melee")),
            ("phase", json!("acting")),
            ("ordered", Value::Null),
            ("ambushed", json!(false)),
            ("environment", json!(-1)),
            ("environment.monsters", json!(-3)),
            ("environment.heroes", json!(0)),
            ("effects", json!(["holy ward on horse"])),
            ("winner", Value::Null),
            ("door [3,4] [4,4]", json!("open-door")),
            ("door 4,4 3,4", json!("open-door")),
            ("door 5,5 5,6", Value::Null),
            ("door.3,4|4,4.open", json!(true)),
            ("item.light crossbow.loaded", json!(true)),
            ("item.light crossbow.left", json!(19)),
            ("item.short bow.broken", json!(false)),
            ("item.mace.broken", json!(true)),
            ("item.mace.bearer", json!("ogre")),
            ("item.mace.place", json!("held")),
            ("item.#11.at", json!([7, 7])),
            ("ground.7,7.items", json!(["scroll"])),
            ("ground.5,8.creatures", json!(["ogre"])),
        ],
    );
    let mut state = fight();
    apply(&mut state, &Fact::Phase(Phase::Over(Some(1))));
    apply(&mut state, &Fact::Ordered(Some(Segment::Ranged)));
    values::are_found::<Segments>(
        &state,
        [
            ("phase", json!("over")),
            ("winner", json!("monsters")),
            ("ordered", json!("ranged")),
        ],
    );
}

#[test]
fn what_is_not_there_is_not_found() {
    values::are_not_found::<Segments>(
        &played(),
        &[
            "",
            ".",
            "garret",
            "garret.",
            "garret.shoes",
            "garret.attack.halberd",
            "garret.attack.potion",
            "garret.attack.arming sword.thrown",
            "garret.rating.holy",
            "garret.defend.duck",
            "garret.guard.colour",
            "nobody.hits",
            "environment.nobody",
            "item.arming sword.bearer",
            "item.mace.colour",
            "door 3,4",
        ],
    );
}
