//! Damage and what ratings leave of it (`passive/*`, `damage-effects/damage`).

use affray_kernel::dice::Pool;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::ratings;
use crate::Segments;
use crate::act::{Location, With};
use crate::ids::rule;
use crate::sheet::{DamageType, Family, Working};
use crate::state::State;

/// Damage dice and the kind of damage of an attack; none where it does no damage.
#[must_use]
pub(crate) fn dice(state: &State, by: CreatureId, with: With) -> Option<(Pool, DamageType)> {
    match with {
        With::Melee(arm) => {
            let weapon = state.weapon(by, arm)?;
            Some((weapon.melee?.damage, weapon.kind))
        }
        With::Ranged(arm) => {
            let weapon = state.weapon(by, arm)?;
            Some((weapon.ranged?.damage, weapon.kind))
        }
        With::Power(power) => match state.power(power).works {
            Working::Damage(pool, kind) => Some((pool, kind)),
            _ => None,
        },
    }
}

/// Against which kind of damage a target's armour has to stand: a vulnerability turns Impact into Physical
/// (`hit-location/vulnerability-changes-type`).
#[inline]
#[must_use]
pub(crate) fn resisted_as(kind: DamageType, location: Location) -> DamageType {
    if kind == DamageType::Impact && location == Location::Vulnerability {
        DamageType::Physical
    } else {
        kind
    }
}

/// Rolls damage and takes the rating off (`passive/net-damage`).
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, Segments>,
    (by, on): (Option<CreatureId>, CreatureId),
    (pool, kind): (Pool, DamageType),
    location: Location,
) -> Play<i16> {
    let shown = scene.sum(Roll {
        pool,
        by,
        what: "damage",
        rule: rule!("damage-effects/damage"),
        audience: Audience::Everyone,
    })?;
    let against = resisted_as(kind, location);
    let rating = ratings::rating(scene.state(), on, against, scene.tally());
    let net = (shown - rating.total()).max(0);
    if scene.listened() {
        explain(scene, on, (shown, net), (kind, against), &rating);
    }
    Ok(net.clamp(0, 2_000) as i16)
}

fn explain(
    scene: &mut Scene<'_, Segments>,
    on: CreatureId,
    (shown, net): (i32, i32),
    (kind, against): (DamageType, DamageType),
    rating: &affray_kernel::modifier::Tally,
) {
    for rule in [
        rule!("passive/when"),
        rule!("passive/net-damage"),
        rule!("passive/damage-types"),
        rule!("passive/factors"),
        rule!("passive/rating-once-per-hit"),
        rule!("passive/location-does-not-matter"),
        ratings::rule_of(against),
    ] {
        scene.cite(rule);
    }
    if kind != against {
        scene.because(
            "a vulnerability: Impact counts as Physical",
            rule!("hit-location/vulnerability-changes-type"),
        );
    }
    cite_sources(scene, on, against);
    scene.explain(
        || Sum {
            by: Some(on),
            what: against_in_words(against),
            dice: 0,
            total: rating.total(),
            against: None,
            verdict: "",
            rule: ratings::rule_of(against),
        },
        rating,
    );
    scene.explain(
        || Sum {
            by: Some(on),
            what: "damage taken",
            dice: shown,
            total: net,
            against: None,
            verdict: if net == 0 { "nothing gets through" } else { "" },
            rule: rule!("passive/net-damage"),
        },
        &less(rating.total()),
    );
}

fn less(rating: i32) -> affray_kernel::modifier::Tally {
    let mut tally = affray_kernel::modifier::Tally::new();
    let rating = rating.clamp(-2_000, 2_000) as i16;
    tally.add("rating", -rating, rule!("passive/net-damage"));
    tally
}

fn cite_sources(scene: &mut Scene<'_, Segments>, on: CreatureId, kind: DamageType) {
    let state = scene.state();
    let sources = ratings::sources(state, on, kind);
    let several = ratings::several(&sources);
    let (armored, natural) = (sources[0].1 > 0, sources[1].1 > 0);
    let shield = state
        .held(on)
        .any(|(item, _)| state.kind(item).shield().is_some());
    let scope = match kind {
        DamageType::Physical => Some(rule!("physical/scope")),
        DamageType::Impact => Some(rule!("impact/scope")),
        DamageType::Magic => Some(rule!("magic/scope")),
        DamageType::Energy | DamageType::Elemental => None,
    };
    if let Some(scope) = scope {
        scene.cite(scope);
    }
    match kind {
        DamageType::Physical => scene.cite(rule!("stats/constitution")),
        _ => scene.cite(rule!("stats/basic-hits")),
    }
    if several {
        scene.cite(ratings::highest_only(kind));
    }
    if armored {
        scene.cite(rule!("armour/list"));
    }
    if armored && kind == DamageType::Physical {
        scene.cite(rule!("unarmed/coverage-armour"));
    }
    if natural && kind == DamageType::Physical {
        scene.cite(rule!("physical/natural-armour"));
    }
    if shield {
        scene.cite(rule!("passive/shields-give-no-rating"));
    }
}

/// What a rating is called.
#[must_use]
pub(crate) const fn against_in_words(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Physical => "Physical rating",
        DamageType::Impact => "Impact rating",
        DamageType::Magic => "Magic rating",
        DamageType::Energy => "Energy rating",
        DamageType::Elemental => "Elemental rating",
    }
}

/// What is cited of an attack by its kind, beyond what all attacks cite.
pub(crate) fn cite_kind(scene: &mut Scene<'_, Segments>, by: CreatureId, with: With) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    match with {
        With::Power(power) => {
            let power = state.power(power);
            let mental = power.class == crate::sheet::PowerClass::Mental;
            let melee = power.class == crate::sheet::PowerClass::MeleeMagic;
            if melee {
                scene.cite(rule!("other-melee/scope"));
                scene.cite(rule!("other-melee/threat-zone"));
            } else {
                scene.cite(rule!("other-ranged/scope"));
                scene.cite(rule!("other-ranged/like-ranged-weapons"));
            }
            scene.cite(rule!("other-melee/skill-list"));
            if mental {
                scene.cite(rule!("mental/damage-type"));
            }
        }
        With::Ranged(_) => {
            scene.cite(rule!("ranged/scope"));
            scene.cite(rule!("ranged/nominal-range"));
        }
        With::Melee(arm) => match state.weapon(by, arm).map(|weapon| weapon.family) {
            Some(Family::Unarmed) => {
                scene.cite(rule!("unarmed/kinds"));
                scene.cite(rule!("unarmed/threat-zone"));
                scene.cite(rule!("unarmed/physical-damage"));
            }
            Some(Family::Natural) => {
                scene.cite(rule!("unarmed/natural-weapons"));
                scene.cite(rule!("armed/threat-zone"));
            }
            _ => {
                scene.cite(rule!("armed/scope"));
                scene.cite(rule!("armed/threat-zone"));
            }
        },
    }
}
