//! Ratings against damage: what armour, nature and magic give, of which only the highest counts (`passive/*`, `physical/*`, `impact/*`,
//! `magic/*`, `energy/*`, `elemental/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, RuleId};

use super::numbers::worn;
use crate::ids::rule;
use crate::sheet::{DamageType, Working};
use crate::state::State;

/// What a rating starts from: Constitution for Physical, Basic Hits for the others (`passive/damage-types`).
fn base(state: &State, who: CreatureId, kind: DamageType) -> (&'static str, i16) {
    let sheet = state.sheet(who);
    match kind {
        DamageType::Physical => ("Constitution", sheet.constitution),
        _ => ("Basic Hits", sheet.basic_hits),
    }
}

/// The rule that makes a rating.
#[must_use]
pub(crate) const fn rule_of(kind: DamageType) -> RuleId {
    match kind {
        DamageType::Physical => rule!("physical/rating"),
        DamageType::Impact => rule!("impact/rating"),
        DamageType::Magic => rule!("magic/rating"),
        DamageType::Energy => rule!("energy/rating"),
        DamageType::Elemental => rule!("elemental/rating"),
    }
}

/// The rule that only the highest source counts by.
#[must_use]
pub(crate) const fn highest_only(kind: DamageType) -> RuleId {
    match kind {
        DamageType::Physical => rule!("physical/no-stacking"),
        DamageType::Impact => rule!("impact/highest-source-only"),
        DamageType::Magic => rule!("magic/highest-source-only"),
        DamageType::Energy => rule!("energy/rating"),
        DamageType::Elemental => rule!("elemental/rating"),
    }
}

/// The sources of a rating besides what it starts from: worn, natural and magical armour.
#[must_use]
pub(crate) fn sources(
    state: &State,
    who: CreatureId,
    kind: DamageType,
) -> [(&'static str, i16); 3] {
    let armor = worn(state, who).map(|armor| armor.ratings.against(kind));
    let wards = state.effects.iter().filter(|effect| effect.on == who);
    let magic = wards.filter_map(|effect| match state.power(effect.power).works {
        Working::Wards(ratings) => Some(ratings.against(kind)),
        _ => None,
    });
    [
        ("worn armour", armor.max().unwrap_or(0)),
        (
            "natural armour",
            state.sheet(who).natural_armor.against(kind),
        ),
        ("magical armour", magic.max().unwrap_or(0)),
    ]
}

/// Whether more than one source gives something, so that the highest has to be chosen.
#[must_use]
pub(crate) fn several(sources: &[(&'static str, i16); 3]) -> bool {
    sources.iter().filter(|(_, value)| *value > 0).count() > 1
}

/// The rating of a creature against a kind of damage, with its parts.
#[must_use]
pub(crate) fn rating(state: &State, who: CreatureId, kind: DamageType, mut tally: Tally) -> Tally {
    let (words, start) = base(state, who, kind);
    let sources = sources(state, who, kind);
    let mut best = sources[0];
    for source in &sources[1..] {
        if source.1 > best.1 {
            best = *source;
        }
    }
    if let Some(totals) = &state.sheet(who).totals {
        let (stated, ward) = (totals.against(kind), sources[2].1);
        // What the sheet states counts even below the base, where no ward stands beside it.
        if ward <= 0 || stated >= start + ward {
            tally.add(
                "Armor, as the sheet states it",
                stated,
                rule!("passive/factors"),
            );
            return tally;
        }
        best = sources[2];
    }
    tally.add(words, start, rule_of(kind));
    tally.add_by(best.0, best.1, || {
        if several(&sources) {
            highest_only(kind)
        } else {
            rule_of(kind)
        }
    });
    tally
}

/// The rating of a creature against a kind of damage.
#[must_use]
pub(crate) fn rating_of(state: &State, who: CreatureId, kind: DamageType) -> i16 {
    rating(state, who, kind, Tally::read_by_somebody(false)).total() as i16
}
