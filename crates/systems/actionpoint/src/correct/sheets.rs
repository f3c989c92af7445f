//! What can be changed about creatures' sheets and about kinds of things by the game master's word, value by value.

use affray_kernel::CreatureId;
use affray_kernel::amend::Names;

use super::bodies;
use crate::fact::{Fact, Number};
use crate::sheet::{Attribute, ItemKind, Skill, StyleSkill};
use crate::state::{ItemId, State};

/// What the values of a sheet are called; most Health and mana and the Initiative rating as they are told from those that are now.
pub(super) fn names(state: &State, who: CreatureId) -> Names {
    let names = Names {
        fixed: &[
            "name",
            "kind",
            "side",
            "policy",
            "spell",
            "initiative_with",
            "gear",
            "free",
        ],
        either: &["finished", "rank"],
        ..Names::default()
    };
    let attributes = Attribute::ALL.map(|attribute| match attribute {
        Attribute::Presence => "presence_attribute",
        attribute => attribute.name(),
    });
    let mut names = names
        .listed("/attributes", attributes)
        .listed("/skills", Skill::LISTED.map(Skill::name))
        .call("/health", "health_pool")
        .call("/mana", "max_mana")
        .call("/initiative", "initiative_rating")
        .call("/natural_armor/rating", "natural_armor.rating")
        .call("/natural_armor/magic", "natural_armor.magic")
        .call("/resistances", "resistances")
        .call("/vulnerabilities", "vulnerabilities")
        .call("/perks", "perks")
        .call("/spells", "spells")
        .keyed("/resistances", "against", Some("value"))
        .keyed("/vulnerabilities", "against", Some("value"))
        .keyed("/perks", "name", None)
        .mean(
            "/spells",
            state.cast.spells.iter().map(|spell| &*spell.name),
        );
    for (index, style) in state.sheet(who).styles.iter().enumerate() {
        if matches!(style.skilled, StyleSkill::Finished(..)) {
            let values = format!("/styles/{index}/skilled/finished");
            let name = |with| format!("styles.{}.{with}", style.name);
            names = names.listed(&values, [&*name("strength"), &*name("agility")]);
        }
    }
    names
}

/// What the values of a kind of things are called.
pub(super) fn kind_names() -> Names {
    Names {
        fixed: &["name", "spell", "gear"],
        ..Names::default()
    }
}

/// Nobody has more Health and mana than its sheet allows (`character-stats/health-pool`, `magic/cost`).
pub(super) fn cut(state: &State, who: CreatureId) -> Vec<Fact> {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let mut facts = Vec::new();
    if body.health > sheet.health {
        facts.extend(bodies::health(state, who, sheet.health));
    }
    if body.mana > sheet.mana {
        facts.push(Fact::Set(who, Number::Mana, sheet.mana));
    }
    facts
}

/// Things do not wear down by degrees.
pub(super) fn worn_down(_: &State, _: ItemId, _: &ItemKind) -> Vec<Fact> {
    Vec::new()
}
