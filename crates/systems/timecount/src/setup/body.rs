//! What is impossible about the situation of a creature.

use affray_kernel::CreatureId;
use affray_kernel::content::Fields;
use affray_kernel::grid::Heading;
use affray_kernel::scenario::MOST_THINGS;

use super::check::count;
use super::fields::LAST_COUNT;
use super::{CreatureSetup, Setup};
use crate::act::Facing;
use crate::fact::MOST;
use crate::look::ready;
use crate::state::{Arm, Body, Condition, ItemId, NEVER, Pace, Place, Presence, SpellId, Underway};

/// What is impossible about the body of the creature of that number.
pub(super) fn faults(setup: &Setup, index: usize) -> Fields {
    let mut fields = Fields::default();
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    health(setup, index, &mut fields);
    counts(setup, index, &mut fields);
    magic(setup, index, &mut fields);
    movement(setup, body, &mut fields);
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    match body.facing {
        Facing::Around => {}
        Facing::Heading(heading) => check_heading(setup, "facing", heading, &mut fields),
        Facing::Creature(other) if exists(other) && other.index() != index => {}
        Facing::Creature(_) => fields.add("facing", "one faces another creature"),
    }
    if !body.pressed_by.iter().all(|enemy| exists(*enemy)) {
        fields.add("pressed_by", "there is no such creature");
    }
    if body.pressed_by.len() > MOST_THINGS {
        fields.add("pressed_by", "these are too many");
    }
    if let Some(arm) = body.last_arm
        && !arm_exists(setup, index, arm)
    {
        fields.add("last_weapon", "there is no such weapon");
    }
    if let Some(stapled) = body.stapled {
        fields.range("stapled", stapled.dc, 1, 200);
        if stapled.item.is_some_and(|item| !item_exists(setup, item)) {
            fields.add("stapled", "there is no such item");
        }
    }
    if let Some(mount) = body.mount
        && let Err(message) = carries(setup, mount, index).and_then(|()| rides(setup, index))
    {
        fields.add("mount", message);
    }
    if body.decided || body.declared.is_some() {
        let message = "a fight starts before anybody has declared what it does";
        fields.add("declared", message);
    }
    underway(setup, index, &mut fields);
    fields.range("fatigue", body.fatigue, 0, MOST.into());
    let cap = i64::from(sheet.max_hp) - i64::from(body.hp);
    if i64::from(body.invigoration) > cap.max(0) {
        let message = "Invigoration never lifts hit points above their maximum";
        fields.add("invigoration", message);
    }
    fields
}

fn health(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    fields.range("hp", body.hp, 0, sheet.max_hp.into());
    fields.range("invigoration", body.invigoration, 0, sheet.max_hp.into());
    for pool in &body.bonus {
        fields.range("bonus", pool.points, 1, 1000);
        count(fields, "bonus", pool.until, setup.now() + 1);
    }
    let together: i64 = body.bonus.iter().map(|pool| i64::from(pool.points)).sum();
    if together > MOST.into() {
        fields.add(
            "bonus",
            format!("bonus hit points are at most {MOST} together"),
        );
    }
    if body.bonus.len() > 100 || !body.bonus.is_sorted() {
        let message = "bonus hit points are at most 100 grants, those that end first in front";
        fields.add("bonus", message);
    }
    let bonus = body.bonus.iter().any(|pool| pool.points > 0);
    let is_dead = has(setup, index, Condition::Dead);
    if body.hp <= 0 && body.invigoration <= 0 && !bonus && !is_dead {
        let message = "a creature without hit points is dead: its conditions have to say so";
        fields.add("hp", message);
    }
    let fatigue = i64::from(body.fatigue.max(0));
    fields.range("poison_fatigue", body.poison_fatigue, 0, fatigue);
    // Of the hit points that are missing (`poison/healing`).
    let missing = (i64::from(sheet.max_hp) - i64::from(body.hp)).max(0);
    fields.range("poison_hp", body.poison_hp, 0, missing);
    fields.range("wear", body.wear, 0, 1000);
    for points in body.impairments {
        fields.range("impairments", points, 0, 100);
    }
    if !setup.options.impairments && body.impairments != [0; 3] {
        let message = "nobody is impaired without the option `impairments`";
        fields.add("impairments", message);
    }
    for (damage, poison) in body.attribute_damage.into_iter().zip(body.attribute_poison) {
        fields.range("attribute_damage", damage, 0, 100);
        fields.range("attribute_poison", poison, 0, damage.max(0).into());
    }
    for source in &body.paralysis {
        fields.range("paralysis", source.points, 1, 1000);
        fields.range("paralysis", source.every, 1, LAST_COUNT);
        count(fields, "paralysis", source.next, setup.now());
    }
    let together: i64 = body
        .paralysis
        .iter()
        .map(|source| i64::from(source.points))
        .sum();
    if together > MOST.into() {
        fields.add(
            "paralysis",
            format!("paralysis damage is at most {MOST} together"),
        );
    }
    if body.paralysis.len() > 100 || !body.paralysis.is_sorted() {
        fields.add("paralysis", "paralysis has at most 100 sources, in order");
    }
    fields.range("petrification", body.petrification, 0, 10);
    fields.range("run_penalty", body.run_penalty, 0, 1000);
}

/// Nothing that is still to come lies in the past.
fn counts(setup: &Setup, index: usize, fields: &mut Fields) {
    let (now, body) = (setup.now(), &setup.creatures[index].body);
    count(fields, "next", body.next, now);
    count(fields, "unpetrifies", body.unpetrifies, now);
    count(fields, "regenerates", body.regenerates, now);
    if let Some(waking) = body.waking {
        count(fields, "waking", waking, now);
        if !has(setup, index, Condition::Unconscious) {
            let message = "only the unconscious wake (`regaining-consciousness/check`)";
            fields.add("waking", message);
        }
    }
    if let Some(since) = body.dying_since {
        if !is_dying(body) {
            fields.add("dying_since", "it does not have so much fatigue");
        }
        fields.range("dying_since", since, 0, now.into());
    }
    if body.stabilized && !is_dying(body) && !has(setup, index, Condition::Unconscious) {
        let message = "only the dying or unconscious are stabilized (`dying/stabilize`)";
        fields.add("stabilized", message);
    }
    fields.range("stance", body.posture.from, 0, LAST_COUNT * 2);
}

/// Whether fatigue comes to twice the hit points (`dying/progress`).
fn is_dying(body: &Body) -> bool {
    let bonus: i64 = body.bonus.iter().map(|pool| i64::from(pool.points)).sum();
    let hit_points = i64::from(body.hp) + i64::from(body.invigoration) + bonus;
    body.fatigue > 0 && i64::from(body.fatigue) >= 2 * hit_points
}

fn magic(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    let exists = |spell: SpellId| usize::from(spell.0) < setup.spells.len();
    if !body.castings.iter().all(|(spell, _)| exists(*spell)) || !body.castings.is_sorted() {
        fields.add("castings", "there is no such spell");
    }
    if let Some(prepared) = body.prepared {
        if is_silent(setup, index) {
            let message = "the dead and the unconscious keep no spell prepared";
            fields.add("prepared", message);
        }
        if !sheet.spells.contains(&prepared.spell.0) {
            fields.add("prepared", "it does not know that spell");
        }
        fields.range("prepared", prepared.charges, 0, 100);
        fields.range("prepared", prepared.hindered, 0, 1000);
        if let Some(until) = prepared.until {
            count(fields, "prepared", until, setup.now() + 1);
        }
    }
}

fn movement(setup: &Setup, body: &Body, fields: &mut Fields) {
    let movement = body.movement;
    fields.range("movement", movement.last, 0, setup.now().into());
    fields.range("movement", movement.saved, 0, 100);
    fields.range("movement", movement.allowed, 0, 100);
    let numbers = [
        movement.counts,
        movement.straight_counts,
        movement.straight_spaces,
    ];
    fields.range("movement", movement.no_turn_for, 0, 2);
    for number in numbers {
        fields.range("movement", number, 0, 20_000);
    }
    for heading in [movement.heading, movement.last_step].into_iter().flatten() {
        check_heading(setup, "movement", heading, fields);
    }
    if body.waits_since != NEVER {
        fields.range("waits_since", body.waits_since, 0, setup.now().into());
    }
    if let Some(run) = body.run {
        if body.posture.stance.is_low() {
            fields.add("run", "nobody runs prone, on one knee or poised");
        }
        if !matches!(run.pace, Pace::Run | Pace::Sprint) {
            fields.add("run", "a run is at the pace `run` or `sprint`");
        }
        fields.range("run", run.counts, 0, 20_000);
        fields.range("run", run.since_check, 0, 20_000);
        fields.range("run", run.failures, 0, 100);
        fields.range("run", run.sprinted, 0, run.since_check.into());
        if let Some(gain) = run.sprint_gain_ft {
            fields.feet("run", gain, 5, 200);
        }
    }
}

fn check_heading(setup: &Setup, field: &'static str, heading: Heading, fields: &mut Fields) {
    let shape = setup.map.grid.shape;
    if !Heading::all(shape).contains(&heading) {
        fields.add(field, "this map has no such direction");
    }
}

fn underway(setup: &Setup, index: usize, fields: &mut Fields) {
    let body = &setup.creatures[index].body;
    let later = setup.now() + 1;
    let exists = |who: CreatureId| who.index() < setup.creatures.len();
    if body.underway != Underway::Nothing && is_silent(setup, index) {
        let message = "the dead and the unconscious are about nothing";
        fields.add("underway", message);
    }
    if let Some(end) = ready(&body.underway)
        && body.underway.binds_to_its_end()
        && body.next != end
    {
        let message = format!("what is under way ends at count {end}, when its next turn comes");
        fields.add("next", message);
    }
    match &body.underway {
        Underway::Nothing => {}
        Underway::Walk(_, path) => {
            if path.is_empty() || path.len() > 1000 {
                fields.add("underway", "a path has 1 to 1000 spaces");
            }
            let shape = setup.map.grid.shape;
            let steps = std::iter::once(&body.at).chain(path.iter());
            let mut steps = steps.clone().zip(steps.skip(1));
            if steps.any(|(from, to)| Heading::of_step(shape, *from, *to).is_none()) {
                fields.add("underway", "each space of a path is next to the one before");
            }
        }
        Underway::Wait(until) | Underway::Rest(_, until) => {
            count(fields, "underway", *until, later);
        }
        Underway::Prepare {
            spell,
            ready,
            hindered,
            ..
        } => {
            if !setup.creatures[index].sheet.spells.contains(&spell.0) {
                fields.add("underway", "it does not know that spell");
            }
            count(fields, "underway", *ready, later);
            fields.range("underway", *hindered, 0, 1000);
        }
        Underway::CoupDeGrace {
            target,
            with,
            ready,
            ..
        } => {
            if !exists(*target) || target.index() == index {
                fields.add("underway", "a Coup de Grace is given to another creature");
            }
            if !arm_exists(setup, index, *with) {
                fields.add("underway", "there is no such weapon");
            }
            count(fields, "underway", *ready, later);
        }
        Underway::Set { with, from } => {
            if !arm_exists(setup, index, *with) {
                fields.add("underway", "there is no such weapon");
            }
            fields.range("underway", *from, 0, LAST_COUNT * 2);
        }
        Underway::Treat(patient, _, until) => {
            if !exists(*patient) {
                fields.add("underway", "there is no such creature");
            }
            count(fields, "underway", *until, later);
        }
        Underway::Scroll { ready, .. } => count(fields, "underway", *ready, later),
        Underway::Ready { from, .. } => fields.range("underway", *from, 0, LAST_COUNT * 2),
    }
}

fn arm_exists(setup: &Setup, index: usize, arm: Arm) -> bool {
    match arm {
        Arm::Natural(number) => usize::from(number) < setup.creatures[index].sheet.natural.len(),
        Arm::Item(item) => setup.items.get(usize::from(item.0)).is_some_and(|item| {
            let kind = setup.kinds.get(usize::from(item.kind));
            item.place == Place::Held(CreatureId(index as u16))
                && kind.is_some_and(|kind| kind.weapon().is_some())
        }),
    }
}

fn item_exists(setup: &Setup, item: ItemId) -> bool {
    usize::from(item.0) < setup.items.len()
}

fn has(setup: &Setup, index: usize, kind: Condition) -> bool {
    let mut held = setup.conditions.iter();
    held.any(|held| held.on.index() == index && held.kind == kind)
}

fn carries(setup: &Setup, mount: CreatureId, rider: usize) -> Result<(), &'static str> {
    let size = setup.creatures[rider].sheet.size;
    match setup.creatures.get(mount.index()) {
        None => Err("there is no such creature"),
        Some(_) if mount.index() == rider => Err("nobody carries itself"),
        Some(mount) if mount.body.mount.is_some() => Err("a rider carries nobody"),
        Some(mount) if !mount.sheet.traits.mount => Err("it cannot be ridden"),
        Some(mount) if mount.sheet.size <= size => {
            Err("a mount is at least one size larger than its rider")
        }
        Some(_) if is_out(setup, mount.index()) => {
            Err("whoever is dead, unconscious or has given up carries nobody")
        }
        Some(mount) if mount.body.posture.stance.is_low() => {
            Err("whoever is prone, on one knee or poised carries nobody")
        }
        Some(_) => Ok(()),
    }
}

/// Whether a rider can sit in a saddle (`actions/mount`).
fn rides(setup: &Setup, rider: usize) -> Result<(), &'static str> {
    if is_out(setup, rider) {
        return Err("whoever is dead, unconscious or has given up does not ride");
    }
    if setup.creatures[rider].body.posture.stance.is_low() {
        return Err("nobody rides prone, on one knee or poised");
    }
    Ok(())
}

/// Whether a creature is dead, unconscious or has given up.
fn is_out(setup: &Setup, index: usize) -> bool {
    let gives_up = setup.creatures[index].body.presence == Presence::Surrendered;
    gives_up || is_silent(setup, index)
}

/// Whether a creature is dead or unconscious (`conditions/unconscious`).
fn is_silent(setup: &Setup, index: usize) -> bool {
    has(setup, index, Condition::Dead) || has(setup, index, Condition::Unconscious)
}
