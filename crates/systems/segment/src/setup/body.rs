//! What is impossible about the situation of a creature.

use affray_kernel::CreatureId;
use affray_kernel::content::Fields;

use super::bounds::SITUATION;
use super::{CreatureSetup, Setup};
use crate::sheet::{Part, Role};
use crate::state::{Body, Condition, Stance};

/// What is impossible about the body of the creature of that number.
pub(super) fn faults(setup: &Setup, index: usize) -> Fields {
    let mut fields = Fields::default();
    health(setup, index, &mut fields);
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    numbers(body, &mut fields);
    if u64::from(body.disabled) >> sheet.parts.len() != 0 {
        fields.add("disabled", "there is no such part");
    }
    if body.mounted && sheet.mount.is_none() {
        fields.add("mounted", "it has no mount");
    }
    on_guard(setup, index, &mut fields);
    let all = setup.creatures.len();
    let another = |who: &CreatureId| who.index() < all && who.index() != index;
    let targets = body.ambush.iter().flatten();
    if !targets.clone().all(another) || targets.count() > all {
        fields.add("ambush", "one ambushes other creatures, each once");
    }
    if !body.attacked.iter().all(another) {
        fields.add("attacked", "one attacks other creatures");
    }
    if body.pending.is_some() || body.charging.is_some() {
        let message = "nothing that was begun before goes on when a fight begins";
        fields.add("", message);
    }
    fields
}

fn health(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    let who = CreatureId(index as u16);
    fields.range("hits", body.hits, -2_000, sheet.hits.into());
    let dead = setup.has(who, Condition::Dead);
    let unconscious = setup.has(who, Condition::Unconscious);
    if body.hits <= sheet.constitution.saturating_neg() && body.hits <= 0 && !dead {
        let fatal = sheet.constitution.saturating_neg();
        fields.add("hits", format!("at {fatal} hits or fewer it is dead"));
    } else if body.hits <= 0 && !dead && !unconscious {
        fields.add("hits", "at 0 hits or fewer it is unconscious");
    }
    if body.hits > 0 && unconscious {
        let message =
            "whoever has hits left is not unconscious: `knocked-out` or `dead` may be meant";
        fields.add("conditions", message);
    }
}

fn numbers(body: &Body, fields: &mut Fields) {
    fields.number(SITUATION, "actions_left", body.actions);
    fields.number(SITUATION, "order", body.order);
    fields.number(SITUATION, "modifier", body.modifier);
    fields.number(SITUATION, "environment", body.environment);
    fields.number(SITUATION, "moved", body.moved);
}

/// On-Guard (`on-guard/same-skill`, `on-guard/three-failures`, `on-guard/no-aggressive`).
fn on_guard(setup: &Setup, index: usize, fields: &mut Fields) {
    let CreatureSetup { sheet, body } = &setup.creatures[index];
    if let Some(guard) = body.guard {
        if sheet.defends[guard.skill as usize].is_none() {
            let name = guard.skill.name();
            fields.add("guard", format!("it has no score for {name}"));
        }
        if guard.failures > 2 {
            fields.add("guard", "On-Guard ends with the third failed check");
        }
        if guard.in_segment > guard.failures {
            let message = "checks that failed in this segment have failed this round";
            fields.add("guard", message);
        }
        if !body.guarded {
            fields.add("guarded", "it is On-Guard");
        }
    }
    if body.guarded && body.stance == Some(Stance::Aggressive) {
        let message = "whoever has gone On-Guard is not Aggressive in this round";
        fields.add("stance", message);
    }
}

/// Hands that do not belong to disabled arms, as bits (`damage-effects/disable`).
pub(super) fn usable_hands(creature: &CreatureSetup) -> u8 {
    let CreatureSetup { sheet, body } = creature;
    let all = (1_u16 << sheet.hands.min(8)) - 1;
    let parts = sheet.parts.iter().enumerate();
    let lost = parts
        .filter(|(place, _)| body.disabled.checked_shr(*place as u32).unwrap_or(0) & 1 == 1)
        .filter_map(|(_, part)| hand_of(part))
        .fold(0, |lost, bit| lost | bit);
    all as u8 & !lost
}

/// The hand of the arm that a part belongs to, as a bit.
fn hand_of(part: &Part) -> Option<u8> {
    match part.role {
        Role::Arm(hand) => 1_u8.checked_shl(hand.into()),
        _ => None,
    }
}
