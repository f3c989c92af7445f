//! Values of a fight by path, for examples, tests and tables: `garret.hits`, `segment`, `item.arming sword.bearer`.

#[cfg(test)]
mod tests;

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Terrain;
use affray_kernel::look::{self, name, names, place};
use affray_kernel::modifier::Tally;
use affray_kernel::notation::of_word;
use serde::Serialize;
use serde_json::{Value, json};

use super::act::With;
use super::notation::{self, Reader, Tool};
use super::rules::numbers::{active, aloft, engaged, fly_yd, move_yd};
use super::rules::ratings::rating_of;
use super::rules::{attack, checks, defence, modifiers};
use super::sheet::{CheckSkill, DamageType, DefendSkill, InitiativeSkill};
use super::state::{Body, Condition, Item, ItemId, Phase, Place, State};

/// The value at a path; `None` if there is nothing of that name. Nothing at all (no stance, no bearer) is `null`.
#[must_use]
pub fn look(state: &State, path: &str) -> Option<Value> {
    let found = match path.split_once('.') {
        None => whole(state, path),
        Some(("environment", side)) => environment(state, side),
        Some(("item", rest)) => item(state, rest),
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
    Some(match path {
        "round" => json!(clock.round),
        "segment" => json!(clock.segment),
        "phase" => json!(match clock.phase {
            Phase::Beginning => "beginning",
            Phase::Ambushes => "ambushes",
            Phase::OnGuards => "on-guards",
            Phase::Calling => "calling",
            Phase::Declaring => "declaring",
            Phase::Acting => "acting",
            Phase::Over(_) => "over",
        }),
        "ordered" => json!(clock.ordered),
        "ambushed" => json!(clock.ambushed),
        "environment" => json!(clock.environment),
        "effects" => state
            .effects
            .iter()
            .map(|effect| {
                let on = &state.sheet(effect.on).name;
                json!(format!("{} on {on}", state.power(effect.power).name))
            })
            .collect(),
        "winner" | "over" => match clock.phase {
            Phase::Over(winner) => look::winner(winner, &state.cast.sides),
            _ => Value::Null,
        },
        _ => return None,
    })
}

/// What the surroundings add for a side.
fn environment(state: &State, side: &str) -> Option<Value> {
    let same = |name: &String| name.to_lowercase() == side.to_lowercase();
    let side = state.cast.sides.iter().position(same)?;
    Some(json!(state.side_environment.get(side)?))
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
        "height" => json!(body.at.z),
        "disabled" => disabled(state, who),
        "ambush" => match &body.ambush {
            Some(targets) => targets.iter().map(|who| name(state, Some(*who))).collect(),
            None => Value::Null,
        },
        "conditions" => look::conditions(&state.conditions, who, &[]),
        "noticed" => toward(state, who, Condition::Noticed),
        "found_vitals" => toward(state, who, Condition::FoundVitals),
        "found_vulnerability" => toward(state, who, Condition::FoundVulnerability),
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

/// The skills that affect initiative of a creature, with their marks: "Charge (Basic)" (`initiative-skills/list`).
fn skills(state: &State, who: CreatureId) -> Vec<String> {
    let sheet = state.sheet(who);
    let own = InitiativeSkill::ALL
        .into_iter()
        .filter(|skill| sheet.has_skill(*skill));
    own.map(|skill| format!("{} ({})", skill.name(), skill.mark()))
        .collect()
}

/// The names of the disabled parts of a body.
fn disabled(state: &State, who: CreatureId) -> Value {
    let parts = state.sheet(who).parts.iter().enumerate();
    parts
        .filter(|(part, _)| state.body(who).disabled & (1 << part) != 0)
        .map(|(_, part)| json!(part.name))
        .collect()
}

/// The names of those toward whom a creature has a condition.
fn toward(state: &State, who: CreatureId, kind: Condition) -> Value {
    let held = state.conditions.on(who).filter(|held| held.kind == kind);
    held.map(|held| name(state, held.toward)).collect()
}

/// The plain numbers, words and flags of a body.
fn own(body: &Body, path: &str) -> Option<Value> {
    Some(match path {
        "presence" => json!(body.presence),
        "hits" => json!(body.hits),
        "actions" => json!(body.actions),
        "fitness" => json!(body.fitness),
        "order" => json!(body.order),
        "modifier" => json!(body.modifier),
        "environment" => json!(body.environment),
        "cover" => json!(body.cover),
        "alert" => json!(body.alert),
        "mounted" => json!(body.mounted),
        "stepped" => json!(body.stepped),
        "reacted" => json!(body.reacted),
        "moved" => json!(body.moved),
        "moved_in_segment" => json!(body.moved_in_segment),
        "stirred" => json!(body.stirred),
        "ambushed" => json!(body.ambushed),
        "stance" => json!(body.stance),
        "taken" => json!(body.taken),
        "done" => json!(body.done),
        "committed" => json!(body.committed),
        "guard" => json!(body.guard.map(|guard| guard.skill)),
        "guarded" => json!(body.guarded),
        "disengaged" => json!(body.disengaged),
        "pending" => json!(body.pending.is_some()),
        "charging" => json!(body.charging.as_deref().map(|charging| charging.paid)),
        _ => return None,
    })
}

/// What the sheet says.
fn of_sheet(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    let sheet = state.sheet(who);
    Some(match path {
        "name" => json!(sheet.name),
        "kind" => json!(sheet.kind),
        "side" => json!(state.cast.sides.get(usize::from(sheet.side))),
        "level" => json!(sheet.level),
        "size" => json!(sheet.size),
        "agility" => json!(sheet.agility),
        "constitution" => json!(sheet.constitution),
        "basic_hits" => json!(sheet.basic_hits),
        "max_hits" => json!(sheet.hits),
        "max_actions" => json!(sheet.actions),
        "hands" => json!(sheet.hands),
        _ => return None,
    })
}

/// What follows from sheet, things in hand and conditions.
fn derived(state: &State, who: CreatureId, path: &str) -> Option<Value> {
    Some(match path {
        "active" => json!(active(state, who)),
        "alive" => json!(!state.has(who, Condition::Dead)),
        "condition" if modifiers::damaged(state, who) => json!("damaged"),
        "condition" => json!(state.body(who).fitness),
        "engaged" => json!(engaged(state, who)),
        "skills" => json!(skills(state, who)),
        "reach_yd" => json!(state.reaches.get(who.index())),
        "move_yd" => json!(move_yd(state, who)),
        "fly_yd" => json!(fly_yd(state, who)),
        "aloft_yd" => json!(aloft(state, who)),
        _ => return None,
    })
}

/// `rating.physical`, `attack.spear.thrown`, `defend.evasive action`, `check.stamina`, `guard.failures`, `knocked_out.until`.
fn part(state: &State, who: CreatureId, key: &str, rest: &str) -> Option<Value> {
    match key {
        "rating" => {
            let kind = called(&DamageType::ALL, DamageType::name, rest)?;
            Some(json!(rating_of(state, who, kind)))
        }
        "attack" => attack_score(state, who, rest),
        "defend" => defend_score(state, who, rest),
        "check" => check_score(state, who, rest),
        "guard" => guard(state.body(who), rest),
        _ => {
            let held = state.conditions.get(who, of_word(key)?);
            if rest == "until" {
                return Some(until(held));
            }
            look::held(state, held, rest)
        }
    }
}

/// The last round of a condition, where it has one.
fn until(held: Option<&Held<Condition>>) -> Value {
    match held.map(|held| held.until) {
        Some(Until::Round(round)) => json!(round),
        _ => Value::Null,
    }
}

fn guard(body: &Body, key: &str) -> Option<Value> {
    let guard = body.guard;
    Some(match key {
        "skill" => json!(guard.map(|guard| guard.skill)),
        "failures" => json!(guard.map(|guard| guard.failures)),
        "in_segment" => json!(guard.map(|guard| guard.in_segment)),
        _ => return None,
    })
}

/// The one of that name, whatever stands between its words.
fn called<T: Copy>(all: &[T], name: fn(T) -> &'static str, path: &str) -> Option<T> {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-'], " ");
    let same = |one: &T| plain(name(*one)) == plain(path);
    all.iter().copied().find(same)
}

/// The target score of an attack on nobody in particular: with what the weapon, the condition and the surroundings add; `null` without
/// the skill. `spear.thrown` at range, `spear` hand to hand where it has such a use.
fn attack_score(state: &State, who: CreatureId, rest: &str) -> Option<Value> {
    let (words, at_range) = match rest.rsplit_once('.') {
        Some((words, "thrown" | "shot")) => (words, true),
        _ => (rest, false),
    };
    let mut reader = Reader::new(state, Some(who), words);
    let tool = notation::tool(&mut reader).ok()?;
    let (with, skill) = match tool {
        Tool::Power(power) => (With::Power(power), state.power(power).skill),
        Tool::Weapon(arm) => {
            let weapon = state.weapon(who, arm)?;
            match weapon.ranged {
                Some(ranged) if at_range || weapon.melee.is_none() => {
                    (With::Ranged(arm), ranged.skill.unwrap_or(weapon.skill))
                }
                _ if at_range => return None,
                _ => (With::Melee(arm), weapon.skill),
            }
        }
    };
    if !reader.is_empty() {
        return None;
    }
    let mut tally = Tally::new();
    let (own, hit) = attack::skill(state, who, with);
    let rule = super::ids::rule!("check/target-score");
    tally.add("target score", own, rule);
    tally.add("weapon", hit, rule);
    modifiers::condition(state, who, &mut tally);
    modifiers::environment(state, who, &mut tally);
    Some(number(state.score(who, skill), &tally))
}

/// The target score of a defend skill against nobody in particular; `null` without the skill.
fn defend_score(state: &State, who: CreatureId, rest: &str) -> Option<Value> {
    let skill = called(&DefendSkill::ALL, DefendSkill::name, rest)?;
    let own = state.sheet(who).defends[skill as usize];
    let tally = defence::score(state, who, skill, Tally::new());
    Some(number(own, &tally))
}

/// The target score of a check that rules impose.
fn check_score(state: &State, who: CreatureId, rest: &str) -> Option<Value> {
    let skill = called(&CheckSkill::ALL, CheckSkill::name, rest)?;
    let tally = checks::target(state, who, skill, Tally::new());
    Some(json!(tally.total()))
}

/// The sum, or `null` without the score that it starts from.
fn number(own: Option<impl Serialize>, tally: &Tally) -> Value {
    json!(own.map(|_| tally.total()))
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
        "loaded" => json!(item.loaded),
        "left" => json!(item.left),
        "broken" => json!(item.broken),
        _ => return None,
    })
}

fn ground(state: &State, path: &str) -> Option<Value> {
    let (at, key) = look::cell(state, path)?;
    let lies = |(id, item): (ItemId, &Item)| (item.place == Place::Ground(at)).then_some(id);
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
