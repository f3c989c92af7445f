//! Values of a fight by path, for examples, tests and tables: `garret.hp`, `count`, `item.long sword.holder`.

use affray_kernel::grid::Terrain;
use affray_kernel::look::{self, name, names, place};
use affray_kernel::notation::{of_word, word_of};
use affray_kernel::{CreatureId, Next};
use serde_json::{Value, json};

use super::act::Facing;
use super::flow;
use super::notation::{self, Reader, print_for};
use super::rules::numbers::{
    attack_bonus, defense, dying, helpless, hit_points, immobile, paralysis_step, petrified,
    threshold, unsteady, wounded,
};
use super::rules::rates::speed_ft;
use super::sheet::{Attribute, DamageType, Defense};
use super::state::{Arm, Body, Condition, ItemId, NEVER, Phase, Place, State, Underway};

/// The value at a path; `None` if there is nothing of that name. Nothing at all (no next turn, no mount) is `null`.
#[must_use]
pub fn look(state: &State, path: &str) -> Option<Value> {
    let found = match path.split_once('.') {
        None => whole(state, path),
        Some(("item", rest)) => item(state, rest),
        Some(("ground", rest)) => ground(state, rest),
        Some(("door", rest)) => look::door(state, rest, |a, b| state.terrain().edge(a, b)),
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
        "count" => json!(state.clock.count),
        "order" => order(state)
            .map(|who| json!(state.sheet(who).name))
            .collect(),
        "due" => match flow::next(state) {
            Next::Await { must, .. } => json!([name(state, Some(must.who))]),
            _ => json!([]),
        },
        "phase" => json!(match state.clock.phase {
            Phase::Setup => "setup",
            Phase::UnderWay | Phase::Count => "count",
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
            .map(|active| {
                json!([
                    spell_name(state, active.spell),
                    name(state, Some(active.caster))
                ])
            })
            .collect(),
        "pending" => json!(state.pending.len()),
        _ => return None,
    })
}

/// Those who have a next turn, the earliest first, those of one count in roster order.
pub(super) fn order(state: &State) -> impl Iterator<Item = CreatureId> {
    let mut order: Vec<CreatureId> = state
        .creatures()
        .filter(|who| state.body(*who).next != NEVER)
        .collect();
    order.sort_by_key(|who| state.body(*who).next);
    order.into_iter()
}

/// A count, or `null` where there is none.
fn count(at: u32) -> Value {
    match at {
        NEVER => Value::Null,
        at => json!(at),
    }
}

fn creature(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    if let Some((key, rest)) = path.split_once('.') {
        return part(state, who, key, rest);
    }
    let (body, sheet) = (state.body(who), state.sheet(who));
    let held_by = |wanted: Place| {
        let there = state
            .all_items()
            .filter(move |(_, item)| item.place == wanted);
        names(state, there.map(|(id, _)| id))
    };
    Some(match path {
        "hp" => json!(body.hp),
        "hit_points" => json!(hit_points(state, who)),
        "max_hp" => json!(sheet.max_hp),
        "bonus" => json!(body.bonus.iter().map(|pool| pool.points).sum::<i16>()),
        "next" => count(body.next),
        "threshold" => json!(threshold(state, who)),
        "speed_ft" => json!(speed_ft(state, who)),
        "side" => json!(state.cast.sides.get(usize::from(sheet.side))),
        "at" => place(state, body.at),
        "presence" => json!(body.presence),
        "stance" => json!(body.posture.stance),
        "stance_from" => json!(body.posture.from),
        "facing" => match body.facing {
            Facing::Around => json!("around"),
            Facing::Heading(heading) => json!(heading.name()),
            Facing::Creature(other) => name(state, Some(other)),
        },
        "pressed_by" => body
            .pressed_by
            .iter()
            .map(|by| name(state, Some(*by)))
            .collect(),
        "conditions" => conditions(state, who),
        "paralysis" => json!(
            body.paralysis
                .iter()
                .map(|source| source.points)
                .sum::<i16>()
        ),
        "paralysis_step" => json!(paralysis_step(state, who)),
        "held" => held_by(Place::Held(who)),
        "worn" => held_by(Place::Worn(who)),
        "carried" => names(
            state,
            state
                .all_items()
                .filter(|(_, item)| matches!(item.place, Place::Carried(by, _) if by == who))
                .map(|(id, _)| id),
        ),
        "mount" => name(state, body.mount),
        "declared" => json!(
            body.declared
                .as_ref()
                .map(|act| print_for(state, Some(who), act))
        ),
        "underway" => underway(state, who),
        "ready" => json!(ready(&body.underway)),
        "prepared" => json!(body.prepared.and_then(|held| spell_name(state, held.spell))),
        "charges" => json!(body.prepared.map(|held| held.charges)),
        "last_arm" => json!(body.last_arm.map(|arm| arm_name(state, who, arm))),
        other => {
            return own(body, other)
                .or_else(|| derived(state, who, other))
                .or_else(|| Some(json!(state.has(who, of_word::<Condition>(other)?))));
        }
    })
}

/// The plain numbers and flags of a body.
fn own(body: &Body, path: &str) -> Option<Value> {
    Some(match path {
        "fatigue" => json!(body.fatigue),
        "invigoration" => json!(body.invigoration),
        "poison_fatigue" => json!(body.poison_fatigue),
        "poison_hp" => json!(body.poison_hp),
        "wear" => json!(body.wear),
        "impairments" => json!(body.impairments),
        "petrification" => json!(body.petrification),
        "unpetrifies" => count(body.unpetrifies),
        "decided" => json!(body.decided),
        "asked" => json!(body.asked),
        "moved_counts" => json!(body.movement.counts),
        "straight_spaces" => json!(body.movement.straight_spaces),
        "heading" => json!(body.movement.heading),
        "saved_spaces" => json!(body.movement.saved),
        "run" => json!(body.run.map(|run| run.pace)),
        "run_counts" => json!(body.run.map(|run| run.counts)),
        "run_failures" => json!(body.run.map(|run| run.failures)),
        "sprint_gain_ft" => json!(body.run.and_then(|run| run.sprint_gain_ft)),
        "run_penalty" => json!(body.run_penalty),
        "waits_since" => count(body.waits_since),
        "waking" => json!(body.waking),
        "dying_since" => json!(body.dying_since),
        "stabilized" => json!(body.stabilized),
        "stapled" => json!(body.stapled.is_some()),
        "staple_dc" => json!(body.stapled.map(|stapled| stapled.dc)),
        "stapled_body" => json!(body.stapled.is_some_and(|stapled| stapled.body)),
        "hindered" => json!(match (&body.underway, body.prepared) {
            (Underway::Prepare { hindered, .. }, _) => Some(*hindered),
            (_, prepared) => prepared.map(|held| held.hindered),
        }),
        "lapses" => json!(body.prepared.and_then(|held| held.until)),
        "controls" => json!(body.controls),
        "resistance_lowered" => json!(body.resistance_lowered),
        "regenerates" => count(body.regenerates),
        "surprise_settled" => json!(body.surprise_settled),
        "treated" => json!(body.treated),
        _ => return None,
    })
}

/// Defenses, attributes and what follows from the state.
fn derived(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    if let Some((_, holds)) = computed(state, who).iter().find(|(word, _)| *word == path) {
        return Some(json!(holds));
    }
    if let Some(kind) = Defense::ALL
        .into_iter()
        .find(|kind| called(kind.name(), path))
    {
        return Some(json!(defense(state, who, kind)));
    }
    let (named, damaged) = match path.strip_suffix("_damage") {
        Some(named) => (named, true),
        None => (path, false),
    };
    let attribute = Attribute::ALL
        .into_iter()
        .find(|attribute| called(attribute.name(), named))?;
    Some(if damaged {
        json!(state.body(who).attribute_damage[attribute as usize])
    } else {
        json!(state.attribute(who, attribute))
    })
}

fn called(name: &str, path: &str) -> bool {
    name.eq_ignore_ascii_case(path)
}

/// Conditions that follow from the state and are not stored.
fn computed(state: &State, who: CreatureId) -> [(&'static str, bool); 6] {
    [
        ("dying", dying(state, who)),
        ("helpless", helpless(state, who)),
        ("immobile", immobile(state, who)),
        ("petrified", petrified(state, who)),
        ("unsteady", unsteady(state, who)),
        ("wounded", wounded(state, who)),
    ]
}

fn conditions(state: &State, who: CreatureId) -> Value {
    look::conditions(&state.conditions, who, &computed(state, who))
}

/// What is under way, in words: `walk`, `prepare fire bolt`, `ready attack ogre with club when any enemy moves`.
fn underway(state: &State, who: CreatureId) -> Value {
    let arm = |with: Arm| arm_name(state, who, with);
    json!(match &state.body(who).underway {
        Underway::Nothing => return Value::Null,
        Underway::Walk(..) => "walk".to_owned(),
        Underway::Wait(_) => "wait".to_owned(),
        Underway::Prepare { spell, .. } =>
            format!("prepare {}", spell_name(state, *spell).unwrap_or_default()),
        Underway::Scroll { .. } => "read a scroll".to_owned(),
        Underway::CoupDeGrace { target, .. } =>
            format!("coup de grace {}", state.sheet(*target).name),
        Underway::Ready { act, trigger, .. } => format!(
            "ready {} when {}",
            print_for(state, Some(who), act),
            notation::trigger_words(state, trigger)
        ),
        Underway::Set { with, .. } => format!("set {}", arm(*with)),
        Underway::Rest(..) => "rest".to_owned(),
        Underway::Treat(patient, ..) => format!("treat {}", state.sheet(*patient).name),
    })
}

/// The count at which what is under way is finished or begins to hold.
pub(crate) fn ready(underway: &Underway) -> Option<u32> {
    match underway {
        Underway::Nothing | Underway::Walk(..) => None,
        Underway::Wait(until) | Underway::Rest(_, until) | Underway::Treat(.., until) => {
            Some(*until)
        }
        Underway::Prepare { ready, .. }
        | Underway::Scroll { ready, .. }
        | Underway::CoupDeGrace { ready, .. } => Some(*ready),
        Underway::Ready { from, .. } | Underway::Set { from, .. } => Some(*from),
    }
}

fn arm_name(state: &State, who: CreatureId, arm: Arm) -> String {
    match state.weapon(who, arm) {
        Some(weapon) => weapon.name.clone(),
        None => match arm {
            Arm::Item(item) => affray_kernel::notation::item_name(state, item),
            Arm::Natural(number) => format!("natural {number}"),
        },
    }
}

/// `grabbed.amount`, `grabbed_by.ogre`, `impairments.slashing`, `castings.fire bolt`, `attack_bonus.long sword`.
fn part(state: &State, who: CreatureId, key: &str, rest: &str) -> Option<Value> {
    match key {
        "impairments" => {
            let kind: DamageType = of_word(rest)?;
            return Some(json!(state.body(who).impairments.get(kind as usize)?));
        }
        "castings" => {
            let mut reader = Reader::new(state, Some(who), rest);
            let spell = notation::spell(&mut reader).ok()?;
            let castings = &state.body(who).castings;
            let times = castings.iter().find(|(cast, _)| *cast == spell);
            return Some(json!(times.map_or(0, |(_, times)| *times)));
        }
        "attack_bonus" => {
            let mut reader = Reader::new(state, Some(who), rest);
            let arm = reader.arm().ok()?;
            return Some(json!(attack_bonus(state, who, arm)));
        }
        _ => {}
    }
    if let Some(kind) = of_word::<Condition>(key) {
        return look::held(state, state.conditions.get(who, kind), rest);
    }
    let (word, other) = look::relation(state, key, rest)?;
    let kind: Condition = of_word(word)?;
    Some(json!(state.conditions.has_toward(who, kind, other)))
}

fn item(state: &State, path: &str) -> Option<Value> {
    let (id, key) = look::item(state, path)?;
    let item = state.item(id);
    Some(match key {
        "holder" | "bearer" => name(state, bearer(item.place)),
        "at" => match item.place {
            Place::Ground(cell) => place(state, cell),
            _ => Value::Null,
        },
        "place" => json!(match item.place {
            Place::Held(_) => "held",
            Place::Worn(_) => "worn",
            Place::Carried(..) => "carried",
            Place::Stuck(_) => "stuck",
            Place::Ground(_) => "ground",
            Place::Nowhere => "nowhere",
        }),
        "kept" => match item.place {
            Place::Carried(_, kept) => json!(word_of(&kept)),
            _ => Value::Null,
        },
        "durability" => json!(item.durability),
        "readied" => json!(item.readied),
        "left" => json!(item.left),
        "lit" => json!(item.lit),
        "in_grip" => json!(item.in_grip),
        _ => return None,
    })
}

/// The creature that has an item, or in which it is stuck.
pub(super) fn bearer(place: Place) -> Option<CreatureId> {
    match place {
        Place::Held(who) | Place::Worn(who) | Place::Carried(who, _) | Place::Stuck(who) => {
            Some(who)
        }
        Place::Ground(_) | Place::Nowhere => None,
    }
}

fn ground(state: &State, path: &str) -> Option<Value> {
    let (at, key) = look::cell(state, path)?;
    let lies =
        |(id, item): (ItemId, &super::state::Item)| (item.place == Place::Ground(at)).then_some(id);
    match key {
        "items" => Some(names(state, state.all_items().filter_map(lies))),
        "creatures" => Some(
            state
                .creatures()
                .filter(|who| state.space(*who).contains(state.grid().shape, at))
                .map(|who| json!(state.sheet(who).name))
                .collect(),
        ),
        _ => None,
    }
}

fn spell_name(state: &State, spell: super::state::SpellId) -> Option<&str> {
    let spell = state.cast.spells.get(usize::from(spell.0))?;
    Some(&spell.name)
}

fn spell(state: &State, path: &str) -> Option<Value> {
    let (number, key) = path.split_once('.')?;
    let number: u16 = number.parse().ok()?;
    let active = state.spells.iter().find(|spell| spell.number == number)?;
    Some(match key {
        "name" => json!(spell_name(state, active.spell)),
        "caster" => name(state, Some(active.caster)),
        "until" => count(active.until),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use affray_kernel::condition::{Held, Until};
    use affray_kernel::grid::{Cell, Heading};

    use super::*;
    use crate::TimeCount;
    use crate::act::{Act, Event, Trigger};
    use crate::fact::{Fact, Number, When, apply};
    use crate::notation::sample::{CHIEF, GARRET, HORSE, NOW, OGRE, fight};
    use crate::state::{Active, Altered, BonusPool, Posture, Prepared, SpellId, Stance};
    use affray_trial::values;

    fn gains(on: CreatureId, kind: Condition, toward: Option<CreatureId>) -> Fact {
        Fact::Gains(Held {
            on,
            kind,
            toward,
            parent: None,
            cause: None,
            until: Until::TurnStart(OGRE, 2),
            amount: 3,
        })
    }

    fn played() -> State {
        let mut state = fight();
        let (a, b) = (Cell::new(3, 4), Cell::new(4, 4));
        let readied = Underway::Ready {
            act: Box::new(Act::Tackle(OGRE)),
            trigger: Box::new(Trigger {
                who: Some(OGRE),
                event: Event::Moves,
            }),
            from: 14,
        };
        for fact in [
            gains(GARRET, Condition::Grabbed, Some(OGRE)),
            gains(CHIEF, Condition::Unsteady, None),
            Fact::Set(GARRET, Number::Fatigue, 7),
            Fact::Set(GARRET, Number::Invigoration, 2),
            Fact::Bonus(
                GARRET,
                BonusPool {
                    until: 40,
                    points: 4,
                },
            ),
            Fact::Set(GARRET, Number::Wear, 5),
            Fact::Set(GARRET, Number::Impairments(2), 1),
            Fact::Set(GARRET, Number::AttributeDamage(Attribute::Strength), 2),
            Fact::At(CHIEF, When::Next, NEVER),
            Fact::Posture(
                GARRET,
                Posture {
                    stance: Stance::Cautious,
                    from: 15,
                },
            ),
            Fact::Faces(GARRET, Facing::Heading(Heading::West)),
            Fact::Underway(GARRET, readied),
            Fact::Prepares(
                OGRE,
                Some(Prepared {
                    spell: SpellId(1),
                    charges: 2,
                    failure: None,
                    hindered: 3,
                    until: None,
                }),
            ),
            Fact::Castings(OGRE, SpellId(1), 2),
            Fact::Mounted(GARRET, Some(HORSE)),
            Fact::Alters(Altered::Door(a, b, true)),
            Fact::Active(Active {
                number: 3,
                spell: SpellId(0),
                caster: OGRE,
                until: 99,
            }),
        ] {
            apply(&mut state, &fact);
        }
        state
    }

    #[test]
    fn values_of_creatures_are_found_by_path() {
        values::are_found::<TimeCount>(
            &played(),
            [
                ("garret.hp", json!(24)),
                ("garret.hit_points", json!(30)),
                ("garret.fatigue", json!(7)),
                ("garret.bonus", json!(4)),
                ("garret.threshold", json!(0)),
                ("garret.next", json!(NOW)),
                ("ogre chief.next", Value::Null),
                ("garret.stance", json!("cautious")),
                ("garret.stance_from", json!(15)),
                ("garret.facing", json!("west")),
                ("garret.vigor", json!(13)),
                ("garret.strength", json!(1)),
                ("garret.strength_damage", json!(2)),
                ("garret.impairments.slashing", json!(1)),
                ("garret.impairments", json!([0, 0, 1])),
                ("garret.grabbed", json!(true)),
                ("garret.netted", json!(false)),
                ("garret.grabbed.amount", json!(3)),
                ("garret.grabbed.toward", json!("ogre")),
                ("garret.grabbed_by.ogre", json!(true)),
                ("garret.grabbed_by.horse", json!(false)),
                ("garret.stunned.left", Value::Null),
                (
                    "garret.conditions",
                    json!(["grabbed", "immobile", "wounded"]),
                ),
                ("ogre chief.conditions", json!(["unsteady"])),
                ("ogre chief.unsteady", json!(true)),
                (
                    "garret.underway",
                    json!("ready tackle ogre when ogre moves"),
                ),
                ("garret.ready", json!(14)),
                ("ogre.underway", Value::Null),
                ("ogre.prepared", json!("fire bolt volley")),
                ("ogre.charges", json!(2)),
                ("ogre.hindered", json!(3)),
                ("ogre.castings.fire bolt volley", json!(2)),
                ("ogre.castings.mend", json!(0)),
                ("garret.held", json!(["long sword", "javelin"])),
                ("garret.mount", json!("horse")),
                ("ogre.presence", json!("here")),
                ("ogre.attack_bonus.bite", json!(7)),
                ("horse.at", json!([5, 5, 1])),
            ],
        );
    }

    #[test]
    fn values_of_the_fight_are_found_by_path() {
        values::are_found::<TimeCount>(
            &played(),
            [
                ("count", json!(NOW)),
                ("order", json!(["Garret", "horse", "ogre"])),
                ("phase", json!("count")),
                ("over", Value::Null),
                ("item.club.holder", json!("ogre")),
                ("item.#11.at", json!([7, 7])),
                ("item.#3.kept", json!("backpack")),
                ("item.ogre's long sword.durability", json!(5)),
                ("item.torch.lit", json!(false)),
                ("item.wand.place", json!("nowhere")),
                ("ground.7,7.items", json!(["scroll"])),
                ("ground.4,7.creatures", json!(["ogre"])),
                ("door.4,4|3,4.open", json!(true)),
                ("spells", json!([["fire bolt", "ogre"]])),
                ("spell.3.until", json!(99)),
            ],
        );
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        values::are_not_found::<TimeCount>(
            &played(),
            &[
                "",
                ".",
                "garret",
                "garret.",
                "garret.shoes",
                "garret.impairments.fire",
                "nobody.hp",
                "item.long sword.durability",
                "item.club.colour",
                "door.1,1|1,2.open",
                "spell.9.until",
                "ogre.grabbed_by.garret.hp",
            ],
        );
    }
}
