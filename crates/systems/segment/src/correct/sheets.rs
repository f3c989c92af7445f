//! What can be changed about creatures' sheets and about kinds of things by the game master's word, value by value.

use affray_kernel::CreatureId;
use affray_kernel::amend::Names;

use super::hits;
use crate::fact::{Fact, Flag, Number};
use crate::rules::health::by_hits;
use crate::sheet::{CheckSkill, DamageType, DefendSkill, ItemKind};
use crate::state::{Condition, ItemId, State};

/// What the values of a sheet are called; most hits and the actions of a round as they are told from those that are left.
pub(super) fn names(state: &State, _: CreatureId) -> Names {
    let names = Names {
        fixed: &[
            "name", "kind", "side", "policy", "skills", "skill", "parts", "uses", "family",
        ],
        ..Names::default()
    };
    let of = |group: &str, name: &str| format!("{group}.{name}");
    let attacks: Vec<String> = state
        .cast
        .skills
        .iter()
        .map(|name| of("attacks", name))
        .collect();
    let defends = DefendSkill::ALL.map(|skill| of("defends", skill.name()));
    let checks = CheckSkill::ALL.map(|skill| of("checks", skill.name()));
    let mut names = names
        .listed("/scores", attacks.iter().map(|name| &**name))
        .listed("/defends", defends.iter().map(|name| &**name))
        .listed("/checks", checks.iter().map(|name| &**name))
        .call("/hits", "hits_max")
        .call("/actions", "actions_a_round")
        .call("/fly_yd", "fly_yd")
        .call("/totals", "totals")
        .call("/mount", "mount")
        .mean(
            "/powers",
            state.cast.powers.iter().map(|power| &*power.name),
        );
    for kind in DamageType::ALL {
        let kind = kind.name().to_lowercase();
        let pointer = format!("/natural_armor/{kind}");
        names = names.call(pointer, &of("natural_armor", &kind));
    }
    names
}

/// What the values of a kind of things are called.
pub(super) fn kind_names() -> Names {
    Names {
        fixed: &["name", "skill", "uses", "family"],
        ..Names::default()
    }
}

/// Nobody has more hits and actions than its sheet allows (`health/hits`, `actions/pool`), lives with fewer than its Constitution bears
/// (`health/dead`), or rides what it does not have.
pub(super) fn cut(state: &State, who: CreatureId) -> Vec<Fact> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let mut facts = Vec::new();
    let is_fatal = by_hits(body.hits, sheet.constitution) == Some(Condition::Dead);
    if body.hits > sheet.hits || is_fatal && !state.has(who, Condition::Dead) {
        facts.extend(hits(state, who, body.hits.min(sheet.hits)));
    }
    if body.actions > sheet.actions {
        facts.push(Fact::Set(who, Number::Actions, sheet.actions));
    }
    if body.mounted && sheet.mount.is_none() {
        facts.push(Fact::Flag(who, Flag::Mounted, false));
    }
    facts
}

/// Things do not wear down by degrees.
pub(super) fn worn_down(_: &State, _: ItemId, _: &ItemKind) -> Vec<Fact> {
    Vec::new()
}
