//! What is impossible about the situation of a creature.

use affray_kernel::CreatureId;
use affray_kernel::content::Fields;
use affray_kernel::grid::Heading;

use super::bounds::SITUATION;
use super::{CreatureSetup, Setup};
use crate::state::{Body, Cause, Condition, Watch};

/// What is impossible about the body of the creature of that number.
pub(super) fn faults(setup: &Setup, index: usize) -> Fields {
    let mut fields = Fields::default();
    let body = &setup.creatures[index].body;
    health(setup, index, &mut fields);
    of_the_round(body, &mut fields);
    facing(setup, index, &mut fields);
    if let Some(course) = body.course {
        check_heading(setup, "course", course.heading, &mut fields);
    }
    let known = &setup.creatures[index].sheet.powers;
    let is_known = body.used.iter().all(|power| known.contains(&power.0));
    if !is_known {
        fields.add("used", "it has no such power");
    }
    if !body.used.windows(2).all(|pair| pair[0] < pair[1]) {
        fields.add("used", "powers are listed in order, each once");
    }
    if let Some(other) = body.submits
        && !is_another(setup, index, other)
    {
        fields.add("submits", "one submits to another creature");
    }
    for (_, zone) in &body.ignores {
        let made = setup.zones.iter().any(|known| known.number == *zone);
        if *zone != 0 && !made {
            fields.add("ignores", "there is no such zone");
        }
    }
    if body.ignores.len() > 100 {
        fields.add("ignores", "these are more than the 100 there may be");
    }
    fields
}

fn health(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    let who = CreatureId(index as u16);
    fields.range("aura", body.aura, 0, sheet.aura_strength.into());
    fields.range("stamina", body.stamina, 0, sheet.stamina.into());
    fields.range("surges", body.surges, 0, sheet.surges.into());
    fields.number(SITUATION, "death_needs", body.death_needs);
    fields.number(SITUATION, "shot_modifier", body.shot_modifier);
    let dead = setup.has(who, Condition::Dead);
    let spent = body.is_out_by(Cause::Stamina) || body.is_out_by(Cause::NonLethal);
    if body.stamina == 0 && !spent && !dead && !sheet.traits.object {
        let message = "a creature without Stamina is unconscious";
        fields.add("stamina", message);
    }
    let all = Cause::ALL
        .into_iter()
        .fold(0, |bits, cause| bits | cause.bit());
    if body.causes & !all != 0 {
        fields.add("unconscious", "there is no such reason");
    }
    if body.causes != 0 && !setup.has(who, Condition::Unconscious) {
        let message = "there are reasons for it to be unconscious, but it is not";
        fields.add("unconscious", message);
    }
    if body.causes != 0 && body.defending {
        fields.add("defending", "the unconscious do not defend");
    }
    if body.kneeling && setup.has(who, Condition::Prone) {
        fields.add("kneeling", "one kneels or lies Prone, not both");
    }
}

fn of_the_round(body: &Body, fields: &mut Fields) {
    for (field, number) in [
        ("energy", body.energy),
        ("granted", body.granted),
        ("agility", body.agility),
        ("agility_bonus", body.agility_bonus),
        ("credits", body.credits),
        ("swaps", body.swaps.into()),
        ("falls", body.falls.into()),
    ] {
        fields.number(SITUATION, field, number);
    }
    fields.number(SITUATION, "moved", body.moved);
}

fn facing(setup: &Setup, index: usize, fields: &mut Fields) {
    let body = &setup.creatures[index].body;
    check_heading(setup, "facing", body.heading, fields);
    match body.watch {
        Watch::Heading(heading) if heading == body.heading => {}
        Watch::Heading(_) => fields.add("facing", "one faces the direction that one watches"),
        Watch::Creature(other) if is_another(setup, index, other) => {}
        Watch::Creature(_) => fields.add("facing", "one watches another creature"),
    }
}

fn is_another(setup: &Setup, index: usize, other: CreatureId) -> bool {
    other.index() < setup.creatures.len() && other.index() != index
}

/// On hexes creatures face a side, never a corner (`facing/test`).
fn check_heading(setup: &Setup, field: &'static str, heading: Heading, fields: &mut Fields) {
    let shape = setup.map.grid.shape;
    if heading.step(shape).is_none() || !Heading::all(shape).contains(&heading) {
        fields.add(field, "one cannot face this way on this map");
    }
}
