//! What is impossible about the situation of a creature.

use affray_kernel::CreatureId;
use affray_kernel::content::Fields;

use super::bounds::SITUATION;
use super::fields::experience;
use super::{CreatureSetup, Setup};
use crate::state::{Body, Condition, GearId, Presence};

/// Failed Endurance tests of the dead (`damage-pipeline/death`).
pub(super) const MOST_FAILURES: i64 = 3;

/// What is impossible about the body of the creature of that number.
pub(super) fn faults(setup: &Setup, index: usize) -> Fields {
    let mut fields = pools(setup, index);
    let CreatureSetup { sheet, body, .. } = &setup.creatures[index];
    turn(setup, index, &mut fields);
    shared_roll(setup, index, &mut fields);
    let another = |who: CreatureId| who.index() < setup.creatures.len() && who.index() != index;
    if !body.feints.iter().copied().all(another) {
        fields.add("feint", "one feints against somebody else");
    }
    if !body.after.is_none_or(another) {
        fields.add("saved_after", "one waits for somebody else");
    }
    let words = GearId::GENERAL.len() + setup.gear.len();
    let known = |(style, gear): &(u8, GearId)| {
        usize::from(*style) < sheet.styles.len() && usize::from(gear.0) < words
    };
    if !body.learnt.iter().all(known) {
        fields.add("learnt", "there is no such style or type of gear");
    }
    fields
}

/// What is impossible about its pools and what it has used of them, whatever turn it is.
pub(super) fn pools(setup: &Setup, index: usize) -> Fields {
    let mut fields = Fields::default();
    let CreatureSetup { sheet, body, .. } = &setup.creatures[index];
    health(setup, index, &mut fields);
    fields.range("mana_left", body.mana, 0, sheet.mana.into());
    numbers(body, &mut fields);
    fields
}

/// Health never goes below 0, and at 0 one is unconscious (`health/pool`, `health/unconscious-at-zero`).
fn health(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup { sheet, body, .. } = &setup.creatures[index];
    let who = CreatureId(index as u16);
    fields.range("health_left", body.health, 0, sheet.health.into());
    let unconscious = setup.has(who, Condition::Unconscious);
    if body.health > 0 && unconscious {
        let message = "whoever has Health left is not unconscious (`conditions/unconscious`)";
        fields.add("health_left", message);
    }
    if body.health <= 0 && !unconscious {
        let message = "at 0 Health it is unconscious (`health/unconscious-at-zero`)";
        fields.add("health_left", message);
    }
    let dying = body.failures > 0 || body.hurt || body.stable;
    if dying && body.health > 0 {
        let message = "Endurance tests are made at 0 Health (`damage-pipeline/death`)";
        fields.add("failures", message);
    }
    if i64::from(body.failures) == MOST_FAILURES && !setup.has(who, Condition::Dead) {
        let message = "whoever has failed three Endurance tests is dead (`damage-pipeline/death`)";
        fields.add("failures", message);
    }
}

fn numbers(body: &Body, fields: &mut Fields) {
    fields.extend(experience(body.xp));
    if let Some(result) = body.initiative {
        fields.number(SITUATION, "initiative_result", result);
    }
    fields.number(SITUATION, "ap", body.ap);
    fields.number(SITUATION, "attacks", body.attacks);
    fields.number(SITUATION, "moved", body.moved);
    fields.number(SITUATION, "dashes", body.dashes);
    fields.number(SITUATION, "test_modifier", body.test_modifier);
    fields.number(SITUATION, "failures", body.failures);
}

/// One NPC rolls for others that are listed after it (`initiative-structure/npc-initiative-roll`).
fn shared_roll(setup: &Setup, index: usize, fields: &mut Fields) {
    let Some(with) = setup.creatures[index].sheet.initiative_with else {
        return;
    };
    let before = setup.creatures[..index].get(with.index());
    let rolls = before.is_some_and(|other| other.sheet.initiative_with.is_none());
    if !rolls {
        let message = "it shares the roll of one that is listed before it and rolls for itself";
        fields.add("initiative_with", message);
    }
    let player = |creature: &CreatureSetup| creature.sheet.player;
    if player(&setup.creatures[index]) || before.is_some_and(player) {
        let message = "a player character rolls alone (`initiative-structure/pc-initiative-roll`)";
        fields.add("initiative_with", message);
    }
}

/// What belongs to a turn (`initiative-structure/one-turn-each`, `saving-your-turn/option`).
fn turn(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup {
        body, turn_taken, ..
    } = &setup.creatures[index];
    let active = setup.active() == Some(CreatureId(index as u16));
    let moves = [
        ("moved", body.moved > 0),
        ("dashes", body.dashes > 0),
        ("disengaged", body.disengaged),
    ];
    for (field, _) in moves.into_iter().filter(|(_, is)| *is && !active) {
        fields.add(field, "it is not its turn");
    }
    if active && *turn_taken == Some(false) {
        fields.add("turn_taken", "it is its turn");
    }
    if body.after.is_some() && (active || *turn_taken == Some(true)) {
        let message = "whoever has had its turn has not saved it";
        fields.add("saved_after", message);
    }
    if body.after.is_some() && setup.active().is_none() {
        fields.add("saved_after", "nobody has had a turn to save yet");
    }
    if body.turn != 0 {
        fields.add("turn", "which turn was its own follows from the order");
    }
    if setup.start.is_some() && body.presence == Presence::Here && body.initiative.is_none() {
        let message = "everybody has an initiative result in a fight that is under way";
        fields.add("initiative_result", message);
    }
}
