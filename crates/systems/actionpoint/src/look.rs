//! Values of a fight by path, for examples, tests and tables: `garret.health`, `coming`, `item.longsword.bearer`.

#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::grid::Terrain;
use affray_kernel::look::{self, name, names, place};
use affray_kernel::notation::{of_word, word_of};
use serde_json::{Value, json};

use super::notation::{self, Reader};
use super::rules::conditions::{grappled_by, grappling};
use super::rules::cover::cover_of;
use super::rules::fighting_style;
use super::rules::flanking::is_flanked;
use super::rules::hidden::is_hidden_from;
use super::rules::numbers::{
    able, armor_rating, block_rating, free_hands, movement_left, reach_m, speed_m, value,
};
use super::rules::{rounds, turns};
use super::sheet::{Attribute, Skill};
use super::state::{Body, Condition, Item, ItemId, Phase, Place, Presence, State};

/// The value at a path; `None` if there is nothing of that name. Nothing at all (no result, no bearer) is `null`.
#[must_use]
pub fn look(state: &State, path: &str) -> Option<Value> {
    let found = match path.split_once('.') {
        None => whole(state, path),
        Some(("item", rest)) => item(state, rest),
        Some(("fixture", rest)) => fixture(state, rest),
        Some(("ground", rest)) => ground(state, rest),
        Some(("door", rest)) => look::door(state, rest, |a, b| state.terrain().edge(a, b)),
        Some(_) => None,
    };
    found.or_else(|| {
        let (who, rest) = look::creature(state, path)?;
        creature(state, who, rest)
    })
}

fn whole(state: &State, path: &str) -> Option<Value> {
    if let Some(between) = path.strip_prefix("door ") {
        return look::between(state, between, |a, b| state.terrain().edge(a, b));
    }
    let clock = &state.clock;
    // The place of somebody who is gone may be kept for those who wait for it.
    let is_in = |who: &CreatureId| state.body(*who).presence != Presence::Removed;
    Some(match path {
        "round" => json!(clock.round),
        "phase" => json!(match clock.phase {
            Phase::Stage => "stage",
            Phase::Surprise => "surprise",
            Phase::Initiative => "initiative",
            Phase::RoundBegins => "round-begins",
            Phase::Between => "between",
            Phase::Turn { .. } => "turn",
            Phase::Over(_) => "over",
        }),
        "turn" => name(state, state.active()),
        "begun" => json!(matches!(clock.phase, Phase::Turn { begun: true, .. })),
        "sneaking" => json!(
            clock
                .sneaking
                .and_then(|side| state.cast.sides.get(usize::from(side)))
        ),
        "order" => creatures(state, clock.order.iter().copied().filter(is_in)),
        "coming" => creatures(state, turns::coming(state).into_iter().filter(is_in)),
        "elapsed_seconds" => json!(u32::from(completed_rounds(state)) * rounds::SECONDS),
        "winner" => winner(state),
        _ => return None,
    })
}

fn completed_rounds(state: &State) -> u16 {
    match state.clock.phase {
        Phase::RoundBegins => state.clock.round,
        _ => state.clock.round.saturating_sub(1),
    }
}

/// The side that has won, `nobody`, or `null` while the fight goes on or has not begun.
fn winner(state: &State) -> Value {
    let winner = match state.clock.phase {
        Phase::Stage | Phase::Surprise | Phase::Initiative => None,
        Phase::RoundBegins | Phase::Between | Phase::Turn { .. } => turns::outcome(state),
        Phase::Over(winner) => Some(winner),
    };
    winner.map_or(Value::Null, |winner| {
        look::winner(winner, &state.cast.sides)
    })
}

/// The names of these creatures.
fn creatures(state: &State, creatures: impl IntoIterator<Item = CreatureId>) -> Value {
    let all = creatures.into_iter();
    all.map(|who| name(state, Some(who))).collect()
}

fn creature(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    if let Some((key, rest)) = path.split_once('.') {
        return part(state, who, key, rest);
    }
    let body = state.body(who);
    let things = |there: &dyn Fn(&Item) -> bool| {
        let all = state.all_items().filter(|(_, item)| there(item));
        names(state, all.map(|(id, _)| id))
    };
    Some(match path {
        "at" => place(state, body.at),
        "saved_after" => name(state, body.after),
        "feint" => match body.feints.as_slice() {
            [] => name(state, None),
            [on] => name(state, Some(*on)),
            all => creatures(state, all.iter().copied()),
        },
        "conditions" => conditions(state, who),
        "grappled_by" => name(state, grappled_by(state, who).flatten()),
        "grappling" => creatures(state, grappling(state, who)),
        "hidden_from" => hidden_from(state, who),
        "running" => state
            .running
            .iter()
            .filter(|running| running.on == who)
            .map(|running| json!(state.spell(running.spell).name))
            .collect(),
        "learnt" => body
            .learnt
            .iter()
            .map(|(_, gear)| json!(state.cast.gear[usize::from(gear.0)]))
            .collect(),
        "held" => things(&|item| matches!(item.place, Place::Held(by, _) if by == who)),
        "worn" => things(&|item| item.place == Place::Worn(who)),
        "carried" => things(&|item| item.place == Place::Carried(who)),
        other => {
            return own(body, other)
                .or_else(|| of_sheet(state, who, other))
                .or_else(|| derived(state, who, other))
                .or_else(|| Some(json!(state.has(who, of_word::<Condition>(other)?))));
        }
    })
}

/// The words of the conditions on a creature, each once, in the order of the catalogue.
fn conditions(state: &State, who: CreatureId) -> Value {
    let held = state.conditions.on(who);
    let mut words: Vec<String> = held.filter_map(|held| word_of(&held.kind)).collect();
    words.dedup();
    json!(words)
}

/// The names of those who have not noticed a creature.
fn hidden_from(state: &State, who: CreatureId) -> Value {
    let unaware = |from: &CreatureId| *from != who && is_hidden_from(state, who, *from);
    creatures(state, state.creatures().filter(unaware))
}

/// The plain numbers, words and flags of a body.
fn own(body: &Body, path: &str) -> Option<Value> {
    Some(match path {
        "presence" => json!(body.presence),
        "health" => json!(body.health),
        "mana" => json!(body.mana),
        "xp" => json!(body.xp),
        "initiative" => json!(body.initiative),
        "ap" => json!(body.ap),
        "attacks" => json!(body.attacks),
        "free_used" => json!(body.free_used),
        "turn_taken" => json!(body.turn > 0),
        "moved" => json!(body.moved),
        "dashes" => json!(body.dashes),
        "disengaged" => json!(body.disengaged),
        "braced" => json!(body.braced),
        "cover" => json!(body.cover),
        "test_modifier" => json!(body.test_modifier),
        "may_sneak" => json!(body.may_sneak),
        "failures" => json!(body.failures),
        "hurt" => json!(body.hurt),
        "stable" => json!(body.stable),
        _ => return None,
    })
}

/// What the sheet says. The attribute Presence is `presence_attribute`, since `presence` is whether a creature is there.
fn of_sheet(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    let sheet = state.sheet(who);
    Some(match path {
        "name" => json!(sheet.name),
        "kind" => json!(sheet.kind),
        "side" => json!(state.cast.sides.get(usize::from(sheet.side))),
        "size" => json!(sheet.size),
        "hands" => json!(sheet.hands),
        "max_health" => json!(sheet.health),
        "max_mana" => json!(sheet.mana),
        "presence_attribute" => json!(sheet.attribute(Attribute::Presence)),
        other => json!(sheet.attribute(called(&Attribute::ALL, Attribute::name, other)?)),
    })
}

/// What follows from sheet, things in hand and conditions.
fn derived(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    Some(match path {
        "able" => json!(able(state, who)),
        "alive" => json!(!state.has(who, Condition::Dead)),
        "speed_m" => json!(speed_m(state, who)),
        "movement_left" => json!(movement_left(state, who)),
        "reach_m" => json!(reach_m(state, who)),
        "free_hands" => json!(free_hands(state, who)),
        "armor_rating" => json!(armor_rating(state, who)),
        "block_rating" => json!(block_rating(state, who)),
        "flanked" => json!(is_flanked(state, who)),
        _ => return None,
    })
}

/// `value.sleight_of_hand`, `cover_from.ogre`, `gear.classical knight`, `hidden_from.ogre`, `grappled.toward`.
fn part(state: &State, who: CreatureId, key: &str, rest: &str) -> Option<Value> {
    match key {
        "value" => {
            let skill = called(&SKILLS, Skill::name, rest)?;
            return Some(json!(value(state, who, skill)));
        }
        "cover_from" => {
            let from = look::only_creature(state, rest)?;
            return Some(json!(cover_of(state, from, who)));
        }
        "hidden_from" => {
            let from = look::only_creature(state, rest)?;
            return Some(json!(is_hidden_from(state, who, from)));
        }
        "gear" => return gear(state, who, rest),
        _ => {}
    }
    let held = state.conditions.get(who, of_word::<Condition>(key)?);
    look::held(state, held, rest)
}

pub(super) const SKILLS: [Skill; 11] = [
    Skill::Dodge,
    Skill::Sorcery,
    Skill::Focus,
    Skill::Athletics,
    Skill::Acrobatics,
    Skill::Observation,
    Skill::Stealth,
    Skill::SleightOfHand,
    Skill::Deception,
    Skill::FightingStyle,
    Skill::Endurance,
];

/// The one of that name, written as in paths: `sleight_of_hand`.
fn called<T: Copy>(all: &[T], name: fn(T) -> &'static str, path: &str) -> Option<T> {
    let same = |one: &T| name(*one).replace(' ', "_").eq_ignore_ascii_case(path);
    all.iter().copied().find(same)
}

/// The types of gear on the list of a creature's style, those added in this scene at the end.
fn gear(state: &State, who: CreatureId, style: &str) -> Option<Value> {
    let mut reader = Reader::new(state, None, style);
    let number = notation::style_of(&mut reader, Some(who)).ok()?;
    if !reader.is_empty() || usize::from(number) >= state.sheet(who).styles.len() {
        return None;
    }
    let all = fighting_style::gear_list(state, who, number);
    Some(
        all.map(|gear| json!(state.cast.gear.get(usize::from(gear.0))))
            .collect(),
    )
}

fn item(state: &State, path: &str) -> Option<Value> {
    let (id, key) = look::item(state, path)?;
    let item = state.item(id);
    Some(match key {
        "bearer" | "holder" => name(state, item.place.bearer()),
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
        "hands" => match item.place {
            Place::Held(_, hands) => json!(hands),
            _ => Value::Null,
        },
        "unloaded" => json!(item.unloaded),
        "uses" => json!(item.uses),
        _ => return None,
    })
}

/// `lever.found`, `lever.pulled`.
fn fixture(state: &State, path: &str) -> Option<Value> {
    let (words, key) = path.rsplit_once('.')?;
    let mut reader = Reader::new(state, None, words);
    let number = notation::fixture(&mut reader).ok()?;
    let fixture = state.fixtures.get(usize::from(number))?;
    if !reader.is_empty() {
        return None;
    }
    Some(match key {
        "found" => json!(fixture.found),
        "pulled" => json!(fixture.pulled),
        _ => return None,
    })
}

fn ground(state: &State, path: &str) -> Option<Value> {
    let (at, key) = look::cell(state, path)?;
    let lies = |(id, item): (ItemId, &Item)| (item.place == Place::Ground(at)).then_some(id);
    match key {
        "items" => Some(names(state, state.all_items().filter_map(lies))),
        "creatures" => {
            let there = |who: &CreatureId| state.space(*who).contains(state.grid().shape, at);
            Some(creatures(state, state.creatures().filter(there)))
        }
        _ => None,
    }
}
