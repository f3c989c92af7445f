//! Values of a fight by path, for examples, tests and tables: `garret.hp`, `round`, `item.longsword.holder`.

use affray_kernel::condition::Held;
use affray_kernel::grid::{EdgeKind, Terrain};
use affray_kernel::look::{self, name, place};
use affray_kernel::notation::of_word;
use affray_kernel::{CreatureId, Next};
use serde_json::{Value, json};

use super::flow;
use super::notation;
use super::rules::conditions::{escape_dc, time_left};
use super::rules::hands;
use super::rules::numbers::{bearer, incapacitated, mental_defense, physical_defense, speed_ft};
use super::rules::turns::{actions_left, reactions_left};
use super::state::{Altered, Body, Condition, Phase, Place, Presence, Running, State};

/// The value at a path; `None` if there is nothing of that name. Nothing at all (no Turn, no mount) is `null`.
#[must_use]
pub fn look(state: &State, path: &str) -> Option<Value> {
    let found = match path.split_once('.') {
        None => whole(state, path),
        Some(("item", rest)) => item(state, rest),
        Some(("ground", rest)) => ground(state, rest),
        Some(("ice", rest)) => ice(state, rest),
        Some(("door", rest)) => door(state, rest),
        Some(("spell", rest)) => spell(state, rest),
        Some(_) => None,
    };
    found.or_else(|| {
        let (who, rest) = look::creature(state, path)?;
        creature(state, who, rest)
    })
}

fn whole(state: &State, path: &str) -> Option<Value> {
    Some(match path {
        "round" => json!(state.clock.round),
        "turn" => name(state, state.turn_of()),
        "order" => state
            .clock
            .order
            .iter()
            .map(|who| json!(state.sheet(*who).name))
            .collect(),
        "phase" => json!(match state.clock.phase {
            Phase::Setup => "setup",
            Phase::Between => "between",
            Phase::Turn { .. } => "turn",
            Phase::After(_) => "after",
            Phase::Over(_) => "over",
        }),
        "over" => match flow::next(state) {
            Next::Over(Some(side)) => json!(state.cast.sides.get(usize::from(side))),
            Next::Over(None) => json!("nobody"),
            _ => Value::Null,
        },
        "spells" => state
            .spells
            .iter()
            .map(|running| {
                let caster = &state.sheet(running.caster).name;
                json!([spell_name(state, running), caster, running.left])
            })
            .collect(),
        _ => return None,
    })
}

fn creature(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    if let Some((key, rest)) = path.split_once('.') {
        return relation(state, who, key, rest);
    }
    let (body, sheet) = (state.body(who), state.sheet(who));
    Some(match path {
        "hp" => json!(body.hp),
        "max_hp" => json!(sheet.max_hp),
        "energy" => json!(body.energy),
        "max_energy" => json!(sheet.max_energy),
        "at" => place(state, body.at),
        "initiative" => json!(body.initiative),
        "actions" => json!(actions_left(state, who)),
        "reactions" => json!(reactions_left(state, who)),
        "side" => json!(state.cast.sides.get(usize::from(sheet.side))),
        "level" => json!(sheet.level),
        "conditions" => conditions(state, who),
        "held" => things(state, |at| matches!(at, Place::Held(by, _) if by == who)),
        "worn" => things(state, |at| at == Place::Worn(who)),
        "carried" => things(state, |at| at == Place::Carried(who)),
        "hands_free" => json!(hands::free_hands(state, who)),
        "hands_locked" => json!(hands::locked_hands(state, who)),
        "natural_locked" => json!(hands::locked_natural(state, who)),
        "physical_defense" => json!(physical_defense(state, who)),
        "mental_defense" => json!(mental_defense(state, who)),
        "speed_ft" => json!(speed_ft(state, who)),
        "incapacitated" => json!(incapacitated(state, who)),
        "readied" => match &body.readied {
            Some(readied) => json!(notation::print_for(state, Some(who), &readied.act)),
            None => json!(""),
        },
        "trigger" => match &body.readied {
            Some(readied) => json!(notation::trigger_words(state, &readied.trigger)),
            None => Value::Null,
        },
        "task" => match body.task {
            Some((task, _)) => {
                json!(
                    state
                        .cast
                        .tasks
                        .get(usize::from(task))
                        .map(|(name, _)| name)
                )
            }
            None => Value::Null,
        },
        "mount" => name(state, body.mount),
        "commander" => name(state, body.commander),
        "presence" => serde_json::to_value(body.presence).ok()?,
        "poisons" => state
            .doses
            .iter()
            .filter(|dose| dose.on == who)
            .map(|dose| json!([dose.level, dose.rounds]))
            .collect(),
        other => return own(body, other).or_else(|| condition(state, who, other)),
    })
}

/// The plain numbers and flags of a body.
fn own(body: &Body, path: &str) -> Option<Value> {
    Some(match path {
        "actions_used" => json!(body.actions_used),
        "actions_granted" => json!(body.actions_granted),
        "reactions_used" => json!(body.reactions_used),
        "bleed_penalty" => json!(body.bleed_penalty),
        "airless" => json!(body.airless),
        "dodges" => json!(body.dodges),
        "attacks" => json!(body.attacks),
        "flown_ft" => json!(body.flown_ft),
        "flying" => json!(body.flying),
        "heading" => json!(body.heading),
        "hanging" => json!(body.hanging),
        "squeezing" => json!(body.squeezing),
        "falling_ft" => json!(body.falling_ft),
        "moving_ft" => json!(body.moving.map(|moving| moving.left_ft)),
        "jump_prepared" => json!(body.jump_prepared),
        "task_done" => json!(body.task.map(|(_, done)| done)),
        "sneak" => json!(body.sneak),
        "commanded" => json!(body.commanded),
        "delaying" => json!(body.delaying),
        "unaware" => json!(body.unaware),
        "drift_ft" => json!(body.drift.map(|drift| drift.feet)),
        "drift" => json!(body.drift.map(|drift| drift.step)),
        _ => return None,
    })
}

fn condition(state: &State, who: CreatureId, word: &str) -> Option<Value> {
    Some(json!(state.has(who, of_word(word)?)))
}

/// Names of the conditions in force, in order, each once.
fn conditions(state: &State, who: CreatureId) -> Value {
    let computed = [("incapacitated", incapacitated(state, who))];
    look::conditions(&state.conditions, who, &computed)
}

/// `flat_footed_to.ogre`, `hidden_from.ogre`, `grappled_by.ogre`, `entangled.amount`, `shaken.left`.
fn relation(state: &State, who: CreatureId, key: &str, rest: &str) -> Option<Value> {
    if let Some(kind) = of_word::<Condition>(key) {
        let found = instance(state, who, kind, rest);
        if let (Condition::Entangled, "amount", Some(bond)) = (kind, rest, found) {
            return Some(json!(escape_dc(bond)));
        }
        return look::held(state, found, rest);
    }
    let (word, other) = look::relation(state, key, rest)?;
    let kind = of_word(word)?;
    let has = |on, kind, toward| state.conditions.has_toward(on, kind, toward);
    Some(json!(match kind {
        Condition::Hidden => {
            has(who, Condition::Hidden, other) || has(who, Condition::Undetected, other)
        }
        Condition::FlatFooted => {
            has(who, Condition::FlatFooted, other)
                || has(other, Condition::Hidden, who)
                || has(other, Condition::Undetected, who)
        }
        kind => has(who, kind, other),
    }))
}

/// The instance of a condition that a question is about: of several bonds the one that lasts longest, or is hardest to get free of.
fn instance<'s>(
    state: &'s State,
    who: CreatureId,
    kind: Condition,
    key: &str,
) -> Option<&'s Held<Condition>> {
    if kind != Condition::Entangled {
        return state.conditions.get(who, kind);
    }
    let bonds = state.conditions.on(who).filter(|held| held.kind == kind);
    if key == "amount" {
        bonds.max_by_key(|held| escape_dc(held))
    } else {
        bonds.max_by_key(|held| time_left(state, held.until))
    }
}

fn things(state: &State, wanted: impl Fn(Place) -> bool) -> Value {
    let there = state.all_items().filter(|(_, item)| wanted(item.place));
    look::names(state, there.map(|(id, _)| id))
}

fn item(state: &State, path: &str) -> Option<Value> {
    let (id, key) = look::item(state, path)?;
    let item = state.item(id);
    Some(match key {
        "hp" => json!(item.hp),
        "holder" | "bearer" => name(state, bearer(item.place)),
        "at" => match item.place {
            Place::Ground(cell) => place(state, cell),
            _ => Value::Null,
        },
        "place" => json!(match item.place {
            Place::Held(..) => "held",
            Place::Worn(_) => "worn",
            Place::Carried(_) => "carried",
            Place::Ground(_) => "ground",
            Place::Nowhere => "nowhere",
        }),
        "hands" => json!(match item.place {
            Place::Held(_, hands) => hands,
            _ => 0,
        }),
        "lit" => json!(item.lit),
        "loaded" => json!(item.unloaded == 0),
        "unloaded" => json!(item.unloaded),
        "ammunition" => json!(item.ammunition),
        "drift_ft" => json!(item.drift.map(|(_, drift)| drift.feet)),
        _ => return None,
    })
}

fn ground(state: &State, path: &str) -> Option<Value> {
    let (at, key) = look::cell(state, path)?;
    match key {
        "items" => Some(things(state, |place| place == Place::Ground(at))),
        "creatures" => Some(
            state
                .creatures()
                .filter(|who| state.body(*who).presence == Presence::Here)
                .filter(|who| state.space(*who).contains(state.cast.map.grid().shape, at))
                .map(|who| json!(state.sheet(who).name))
                .collect(),
        ),
        "tunnel" => Some(json!(state.altered.iter().any(
            |change| matches!(change, Altered::Tunnel(cell, ..) if *cell == at)
        ))),
        _ => None,
    }
}

/// Hit points of the ice of a square: 8 an inch (`thin-ice/hp`) unless it was damaged.
fn ice(state: &State, path: &str) -> Option<Value> {
    let (at, "hp") = look::cell(state, path)? else {
        return None;
    };
    let damaged = state.altered.iter().find_map(|change| match change {
        Altered::Ice(cell, hp) if *cell == at => Some(*hp),
        _ => None,
    });
    let inches = state.cast.map.ground(at).ice;
    match damaged {
        Some(hp) => Some(json!(hp)),
        None if inches > 0 => Some(json!(8 * i16::from(inches))),
        None => None,
    }
}

fn door(state: &State, path: &str) -> Option<Value> {
    look::door(state, path, |a, b| {
        let changed = state.altered.iter().find_map(|change| match change {
            Altered::Door(_, _, open) if change.same_place(&Altered::Door(a, b, true)) => {
                Some(if *open {
                    EdgeKind::OpenDoor
                } else {
                    EdgeKind::Door
                })
            }
            _ => None,
        });
        changed.or_else(|| state.cast.map.edge(a, b))
    })
}

fn spell_name<'s>(state: &'s State, running: &Running) -> Option<&'s str> {
    let spell = state.cast.spells.get(usize::from(running.spell.0))?;
    Some(&spell.name)
}

fn spell(state: &State, path: &str) -> Option<Value> {
    let (number, key) = path.split_once('.')?;
    let number: u16 = number.parse().ok()?;
    let running = state.spells.iter().find(|spell| spell.number == number)?;
    Some(match key {
        "name" => json!(spell_name(state, running)),
        "caster" => name(state, Some(running.caster)),
        "anchor" => name(state, Some(running.anchor)),
        "left" => json!(running.left),
        "target" => name(state, running.target),
        "area" => running
            .area
            .iter()
            .map(|cell| place(state, *cell))
            .collect(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::Until;
    use affray_kernel::grid::Cell;

    use super::*;
    use crate::ThreeAction;
    use crate::act::{Act, Event, Trigger};
    use crate::fact::{Fact, Number, apply};
    use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};
    use crate::sheet::Components;
    use crate::state::{Readied, SpellId};
    use affray_trial::values;

    fn gains(on: CreatureId, kind: Condition, toward: Option<CreatureId>) -> Fact {
        Fact::Gains(Held {
            on,
            kind,
            toward,
            parent: None,
            cause: None,
            until: Until::TurnStart(OGRE, 2),
            amount: 15,
        })
    }

    fn played() -> State {
        let mut state = fight();
        let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
        for fact in [
            gains(GARRET, Condition::Entangled, None),
            gains(GARRET, Condition::Prone, None),
            gains(OGRE, Condition::Hidden, Some(GARRET)),
            gains(CHIEF, Condition::FlatFooted, Some(GARRET)),
            Fact::Set(OGRE, Number::Hp, -1),
            Fact::Set(GARRET, Number::ActionsUsed, 2),
            Fact::Mounted(GARRET, Some(HORSE)),
            Fact::Task(GARRET, Some((1, 1))),
            Fact::Readies(
                GARRET,
                Some(Box::new(Readied {
                    act: Act::Dodge,
                    trigger: Trigger {
                        who: Some(OGRE),
                        event: Event::Moves,
                    },
                })),
            ),
            Fact::Alters(Altered::Door(a, b, true)),
            Fact::Alters(Altered::Ice(a, 5)),
            Fact::SpellRuns(Box::new(Running {
                number: 3,
                spell: SpellId(2),
                caster: OGRE,
                energy: Components::default(),
                target: None,
                spread: None,
                area: vec![a, b],
                left: 10,
                anchor: OGRE,
                settled: false,
                controlled: false,
            })),
        ] {
            apply(&mut state, &fact);
        }
        state
    }

    #[test]
    fn values_are_found_by_path() {
        values::are_found::<ThreeAction>(
            &played(),
            [
                ("round", json!(1)),
                ("turn", json!("Garret")),
                ("order", json!(["Garret", "ogre", "ogre chief"])),
                ("phase", json!("turn")),
                ("over", Value::Null),
                ("garret.hp", json!(34)),
                ("ogre chief.hp", json!(34)),
                ("Garret.at", json!([3, 3])),
                ("horse.at", json!([5, 5, 1])),
                ("garret.actions", json!(1)),
                ("garret.reactions", json!(1)),
                ("garret.conditions", json!(["entangled", "prone"])),
                ("ogre.conditions", json!(["hidden", "incapacitated"])),
                ("garret.prone", json!(true)),
                ("garret.on_fire", json!(false)),
                ("garret.entangled.amount", json!(15)),
                ("garret.entangled.left", json!(2)),
                ("garret.stunned.left", Value::Null),
                ("ogre.hidden_from.garret", json!(true)),
                ("ogre.hidden_from.horse", json!(false)),
                ("garret.flat_footed_to.ogre", json!(true)),
                ("ogre chief.flat_footed_to.garret", json!(true)),
                ("ogre chief.flat_footed_to.ogre", json!(false)),
                ("garret.held", json!(["longsword", "javelin"])),
                ("garret.hands_free", json!(0)),
                ("ogre chief.physical_defense", json!(17)),
                ("garret.mount", json!("horse")),
                ("garret.commander", Value::Null),
                ("garret.task", json!("old gate")),
                ("garret.task_done", json!(1)),
                ("garret.readied", json!("dodge")),
                ("garret.trigger", json!("ogre moves")),
                ("ogre.presence", json!("here")),
                ("garret.moving_ft", Value::Null),
                ("item.club.holder", json!("ogre")),
                ("item.club.hands", json!(2)),
                ("item.#11.at", json!([7, 7])),
                ("item.ogre's longsword.hp", json!(10)),
                ("item.torch.lit", json!(false)),
                ("item.wand.place", json!("nowhere")),
                ("ground.7,7.items", json!(["crate"])),
                ("ground.4,7.creatures", json!(["ogre"])),
                ("ice.3,4.hp", json!(5)),
                ("door.3,4|4,4.open", json!(true)),
                ("door.4,4|3,4.open", json!(true)),
                ("spells", json!([["fog", "ogre", 10]])),
                ("spell.3.left", json!(10)),
                ("spell.3.area", json!([[3, 4], [4, 4]])),
            ],
        );
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        values::are_not_found::<ThreeAction>(
            &played(),
            &[
                "",
                ".",
                "garret",
                "garret.",
                "garret.shoes",
                "nobody.hp",
                "item.longsword.hp",
                "item.club.colour",
                "ice.9,9.hp",
                "door.1,1|1,2.open",
                "spell.9.left",
                "ogre.hidden_from.garret.hp",
            ],
        );
    }
}
