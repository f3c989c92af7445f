//! Values of a fight by path, for examples, tests and tables: `garret.aura`, `round`, `item.longsword.bearer`.

#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::grid::Terrain;
use affray_kernel::look::{self, name, names, place};
use affray_kernel::notation::of_word;
use serde_json::{Value, json};

use super::content::USUAL_SCORE;
use super::notation::{self, Reader};
use super::rules::draw_weight;
use super::rules::numbers::{
    able, alive, attack_value_tally, coverage, evasion_tally, fortitude_tally, jump_m,
    jump_reach_dm, masab, masdb, max_agility, miss_chance_modifier_tally, range_m,
    ranged_evasion_tally, rating, reach_m, speed_m, sprint_m, unarmed_evasion_tally, will_tally,
};
use super::sheet::{Ability, Skill};
use super::state::{Arm, Body, Cause, Condition, ItemId, Phase, Place, State, Watch};

/// The value at a path; `None` if there is nothing of that name. Nothing at all (nobody to watch, no bearer) is `null`.
#[must_use]
pub fn look(state: &State, path: &str) -> Option<Value> {
    let found = match path.split_once('.') {
        None => whole(state, path),
        Some(("item", rest)) => item(state, rest),
        Some(("ground", rest)) => ground(state, rest),
        Some(("door", rest)) => look::door(state, rest, |a, b| state.terrain().edge(a, b)),
        Some(("zone", rest)) => zone(state, rest),
        Some(_) => None,
    };
    found.or_else(|| {
        let (who, rest) = look::creature(state, path)?;
        creature(state, who, rest)
    })
}

fn whole(state: &State, path: &str) -> Option<Value> {
    let side = |winner| look::winner(winner, &state.cast.sides);
    if let Some(between) = path.strip_prefix("door ") {
        return look::between(state, between, |a, b| state.terrain().edge(a, b));
    }
    Some(match path {
        "round" => json!(state.clock.round),
        "phase" => json!(match state.clock.phase {
            Phase::Beginning => "beginning",
            Phase::Open => "open",
            Phase::Aftermath(_) => "aftermath",
            Phase::Over(_) => "over",
        }),
        "idle" => json!(state.clock.idle),
        "ambush" => json!(state.clock.ambush),
        "owed" => state
            .owed
            .iter()
            .map(|(attacker, target)| {
                let (attacker, target) = (state.sheet(*attacker), state.sheet(*target));
                json!(format!("{} > {}", attacker.name, target.name))
            })
            .collect(),
        "zones" => state
            .zones
            .iter()
            .map(|zone| json!(state.power(zone.power).name))
            .collect(),
        "doings" => state
            .doings
            .iter()
            .map(|doing| json!(doing_words(state, doing.who)))
            .collect(),
        "winner" => match state.clock.phase {
            Phase::Aftermath(winner) | Phase::Over(winner) => side(winner),
            Phase::Beginning | Phase::Open => Value::Null,
        },
        "over" => match state.clock.phase {
            Phase::Over(winner) => side(winner),
            _ => Value::Null,
        },
        _ => return None,
    })
}

/// What a creature is doing, as it would be typed.
fn doing_words(state: &State, who: CreatureId) -> Option<String> {
    let doing = state.doing(who)?;
    Some(notation::action_words(state, who, &doing.action))
}

fn creature(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    if let Some((key, rest)) = path.split_once('.') {
        return part(state, who, key, rest);
    }
    let (body, sheet) = (state.body(who), state.sheet(who));
    let with = |wanted: Place| {
        let there = state
            .all_items()
            .filter(move |(_, item)| item.place == wanted);
        names(state, there.map(|(id, _)| id))
    };
    Some(match path {
        "at" => place(state, body.at),
        "presence" => json!(body.presence),
        "facing" => json!(body.heading.name()),
        "watch" => match body.watch {
            Watch::Heading(heading) => json!(heading.name()),
            Watch::Creature(other) => name(state, Some(other)),
        },
        "posture" => json!(posture(state, who)),
        "unconscious" => Cause::ALL
            .into_iter()
            .filter(|cause| body.is_out_by(*cause))
            .map(|cause| json!(cause))
            .collect(),
        "used" => body
            .used
            .iter()
            .map(|power| json!(state.power(*power).name))
            .collect(),
        "submits" => name(state, body.submits),
        "conditions" => look::conditions(&state.conditions, who, &[]),
        "restrained" => toward(state, who, Condition::Restrained),
        "restraining" => toward(state, who, Condition::Restraining),
        "doing" => json!(doing_words(state, who)),
        "held" => with(Place::Held(who)),
        "worn" => with(Place::Worn(who)),
        "carried" => with(Place::Carried(who)),
        "side" => json!(state.cast.sides.get(usize::from(sheet.side))),
        "name" => json!(sheet.name),
        "kind" => json!(sheet.kind),
        "size" => json!(sheet.size),
        other => {
            return own(body, other)
                .or_else(|| derived(state, who, other))
                .or_else(|| Some(json!(state.has(who, of_word::<Condition>(other)?))));
        }
    })
}

/// Toward whom a creature has a condition: `null` where it does not have it, a name, several names, `true` where it is toward nobody.
fn toward(state: &State, who: CreatureId, kind: Condition) -> Value {
    let held = state.conditions.on(who).filter(|held| held.kind == kind);
    let all: Vec<Value> = held
        .map(|held| {
            held.toward
                .map_or(json!(true), |other| name(state, Some(other)))
        })
        .collect();
    match all.as_slice() {
        [] => Value::Null,
        [one] => one.clone(),
        several => json!(several),
    }
}

/// How a creature holds itself: `standing`, `kneeling`, `prone`.
fn posture(state: &State, who: CreatureId) -> &'static str {
    if state.has(who, Condition::Prone) {
        "prone"
    } else if state.body(who).kneeling {
        "kneeling"
    } else {
        "standing"
    }
}

/// The plain numbers and flags of a body.
fn own(body: &Body, path: &str) -> Option<Value> {
    Some(match path {
        "aura" => json!(body.aura),
        "aura_off" => json!(body.aura_off),
        "stamina" => json!(body.stamina),
        "energy" => json!(body.energy),
        "agility" => json!(body.agility),
        "agility_bonus" => json!(body.agility_bonus),
        "granted" => json!(body.granted),
        "spent" => json!(body.spent),
        "credits" => json!(body.credits),
        "swaps" => json!(body.swaps),
        "swift_used" => json!(body.swift),
        "initiative_used" => json!(body.initiative),
        "passed" => json!(body.passed),
        "defending" => json!(body.defending),
        "kneeling" => json!(body.kneeling),
        "falls" => json!(body.falls),
        "moved" => json!(body.moved),
        "gait" => json!(body.gait),
        "surges" => json!(body.surges),
        "bleeding" => json!(body.bleeding),
        "awakens" => json!(body.awakens),
        "injuries" => json!(body.injuries),
        "death_needs" => json!(body.death_needs),
        "shot_modifier" => json!(body.shot_modifier),
        _ => return None,
    })
}

/// What follows from sheet, things in hand and conditions.
fn derived(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    let sheet = state.sheet(who);
    Some(match path {
        "evasion" => json!(evasion_tally(state, who).total()),
        "ranged_evasion" => json!(ranged_evasion_tally(state, who, true).total()),
        "unarmed_evasion" => json!(unarmed_evasion_tally(state, who).total()),
        "fortitude" => json!(fortitude_tally(state, who).total()),
        "will" => json!(will_tally(state, who).total()),
        "masab" => json!(masab(state, who)),
        "masdb" => json!(masdb(state, who)),
        "max_agility" => json!(max_agility(state, who)),
        "speed_m" => json!(speed_m(state, who)),
        "sprint_m" => json!(sprint_m(state, who)),
        "jump_m" => json!(jump_m(state, who)),
        "jump_reach_dm" => json!(jump_reach_dm(state, who)),
        "reach_m" => json!(longest_reach(state, who)),
        "coverage" => json!(coverage(state, who, false)),
        "ranged_coverage" => json!(coverage(state, who, true)),
        "rating" => json!(rating(state, who)),
        "able" => json!(able(state, who)),
        "alive" => json!(alive(state, who)),
        "aura_strength" => json!(sheet.aura_strength),
        "recovery_value" => json!(sheet.recovery_value),
        "max_surges" => json!(sheet.surges),
        "max_stamina" => json!(sheet.stamina),
        "level" => json!(sheet.level),
        "martial_proficiency" => json!(sheet.martial_proficiency),
        "inherent_evasion" => json!(sheet.inherent_evasion),
        "inherent_fortitude" => json!(sheet.inherent_fortitude),
        "inherent_will" => json!(sheet.inherent_will),
        "hands" => json!(sheet.hands),
        other => {
            if let Some(ability) = called(&Ability::ALL, Ability::name, other) {
                return Some(json!(sheet.modifier(ability) + USUAL_SCORE));
            }
            json!(sheet.skill(called(&Skill::ALL, Skill::name, other)?))
        }
    })
}

/// The one of that name, written as in paths: `arm_strength`.
fn called<T: Copy>(all: &[T], name: fn(T) -> &'static str, path: &str) -> Option<T> {
    let same = |one: &T| name(*one).replace(' ', "_").eq_ignore_ascii_case(path);
    all.iter().copied().find(same)
}

/// The greatest Reach of what a creature strikes with in melee.
fn longest_reach(state: &State, who: CreatureId) -> i16 {
    let in_hand = state.held(who).map(|(id, _)| Arm::Item(id));
    let natural = (0..).take(state.sheet(who).natural.len()).map(Arm::Natural);
    in_hand
        .chain(natural)
        .filter(|arm| state.weapon(who, *arm).is_some_and(|weapon| weapon.melee))
        .map(|arm| reach_m(state, who, arm))
        .max()
        .unwrap_or_else(|| reach_m(state, who, state.unarmed(who)))
}

/// `attack_value.longsword`, `range.longbow`, `restrained.amount`, `restrained_by.ogre`, `used.second wind`.
fn part(state: &State, who: CreatureId, key: &str, rest: &str) -> Option<Value> {
    let arm = || {
        let mut reader = Reader::new(state, Some(who), rest);
        let arm = notation::arm(&mut reader).ok()?;
        (reader.is_empty() && state.weapon(who, arm).is_some()).then_some(arm)
    };
    match key {
        "modifiers" => {
            let ability = called(&Ability::ALL, Ability::name, rest)?;
            return Some(json!(state.sheet(who).modifier(ability)));
        }
        "attack_value" => return Some(json!(attack_value_tally(state, who, arm()?).total())),
        "miss_chance_modifier" => {
            let arm = arm()?;
            let thrown = state.weapon(who, arm)?.shooting.is_none();
            let tally = miss_chance_modifier_tally(state, who, arm, thrown);
            return Some(json!(tally.total()));
        }
        "range" => {
            let arm = arm()?;
            state.weapon(who, arm)?.shooting?;
            return Some(json!(range_m(state, who, arm, false)));
        }
        "throwing_range" => return Some(json!(range_m(state, who, arm()?, true))),
        "reach_m" => return Some(json!(reach_m(state, who, arm()?))),
        _ => {}
    }
    if let Some(kind) = of_word::<Condition>(key) {
        let held = state.conditions.get(who, kind);
        if rest == "until" {
            return Some(match held.map(|held| held.until) {
                Some(affray_kernel::condition::Until::Round(round)) => json!(round),
                _ => Value::Null,
            });
        }
        return look::held(state, held, rest);
    }
    let (word, other) = look::relation(state, key, rest)?;
    let kind: Condition = of_word(word)?;
    Some(json!(state.conditions.has_toward(who, kind, other)))
}

fn item(state: &State, path: &str) -> Option<Value> {
    let (id, key) = look::item(state, path)?;
    let item = state.item(id);
    Some(match key {
        "bearer" | "holder" => name(state, item.place.bearer()),
        "at" => match item.place {
            Place::Ground(cell, _) => place(state, cell),
            _ => Value::Null,
        },
        "table" => json!(matches!(item.place, Place::Ground(_, true))),
        "place" => json!(match item.place {
            Place::Held(_) => "held",
            Place::Worn(_) => "worn",
            Place::Carried(_) => "carried",
            Place::Ground(..) => "ground",
            Place::Nowhere => "nowhere",
        }),
        "access" => json!(item.access),
        "pick_up" => json!(item.pick_up),
        "loaded" => json!(item.loaded),
        "left" => json!(item.left),
        "draw" => json!(draw_weight::arm_strength_of(usize::from(item.draw))),
        "broken" => json!(item.broken),
        _ => return None,
    })
}

fn ground(state: &State, path: &str) -> Option<Value> {
    let (at, key) = look::cell(state, path)?;
    let lies = |(id, item): (ItemId, &super::state::Item)| {
        matches!(item.place, Place::Ground(cell, _) if cell == at).then_some(id)
    };
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

/// `zone.1.at`, `zone.1.until`.
fn zone(state: &State, path: &str) -> Option<Value> {
    let (number, key) = path.split_once('.')?;
    let number: u16 = number.parse().ok()?;
    let zone = state.zones.iter().find(|zone| zone.number == number)?;
    Some(match key {
        "power" => json!(state.power(zone.power).name),
        "by" => name(state, Some(zone.by)),
        "at" => place(state, zone.at),
        "until" => json!(zone.until),
        _ => return None,
    })
}
