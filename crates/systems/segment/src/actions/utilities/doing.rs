//! What utilities do when they are carried out (`actions/utility`, `hit-location/search-action`, `ambush/concealment`).

use affray_kernel::condition::Held;
use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, ItemId, Play, Scene};
use smallvec::SmallVec;

use super::super::{moving, ways};
use super::{cost, foothold, grip, in_the_saddle, watchers};
use crate::Segments;
use crate::act::{Quarry, Utility};
use crate::fact::{Fact, Flag, Handling};
use crate::ids::rule;
use crate::rules::checks::{self, Check};
use crate::rules::{ambush, attack, falls, health, on_guard};
use crate::sheet::{CheckSkill, ItemKind, Working};
use crate::state::{Altered, Condition, Place, PowerId, State};

/// Carries a utility out.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    utility: &Utility,
) -> Play {
    scene.cite(rule!("actions/utility"));
    let cost = cost(scene.state(), who, utility);
    if cost > 1 {
        scene.cite(rule!("multiform-segment/utility"));
    }
    attack::pay(scene, who, cost);
    match *utility {
        Utility::Draw(item) => takes(scene, (who, Handling::Draws), item, who),
        Utility::PickUp(item) => takes(scene, (who, Handling::PicksUp), item, who),
        Utility::Stow(item) => scene.emit(Fact::Item(item, Place::Carried(who))),
        Utility::HandOver(item, to) => takes(scene, (who, Handling::HandsOver), item, to),
        Utility::Drink(item, to) => drink(scene, (who, item), to.unwrap_or(who))?,
        Utility::StandUp => stand_up(scene, who),
        Utility::Reload(item) => {
            scene.cite(rule!("ranged/ammunition"));
            scene.emit(Fact::Loaded(item, true));
        }
        Utility::Search(on, quarry) => search(scene, who, on, quarry)?,
        Utility::Hide => hide(scene, who)?,
        Utility::Door(a, b, open) => scene.emit(Fact::Alters(Altered::Door(a, b, open))),
        Utility::Ride(true) => gets_on(scene, who)?,
        Utility::Ride(false) => gets_off(scene, who)?,
        Utility::Power(power, on) => power_on(scene, who, power, on)?,
        Utility::Other(actions) => scene.emit(Fact::Other(who, actions)),
    }
    Ok(())
}

/// An item comes into somebody's hand, by the doing of that one or another (`on-guard/item-lost`).
fn takes(
    scene: &mut Scene<'_, Segments>,
    (by, how): (CreatureId, Handling),
    item: ItemId,
    into: CreatureId,
) {
    if scene.listened() && on_guard::resumes_with(scene.state(), into, item) {
        scene.cite(rule!("on-guard/item-lost"));
    }
    let hands = grip(scene.state(), into, item).unwrap_or(1);
    scene.emit(Fact::Handles(by, how, item, Place::Held(into, hands)));
}

/// A rider gets on its mount, unless somebody hidden from it is in the way (`ambush/concealment`).
fn gets_on(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    let state = scene.state();
    if let Some(met) = ways::occupant(state, who, in_the_saddle(state, who)) {
        moving::runs_into(scene, who, met);
        return Ok(());
    }
    scene.emit(Fact::Flag(who, Flag::Mounted, true));
    falls::drop_down(scene, who)
}

/// A rider gets off its mount (`defence/disengage-first`).
fn gets_off(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    let (at, stands) = (scene.state().body(who).at, foothold(scene.state(), who));
    scene.emit(Fact::Flag(who, Flag::Mounted, false));
    if let Some(to) = stands.filter(|to| *to != at) {
        scene.cite(rule!("defence/disengage-first"));
        scene.emit(Fact::Moved(who, to, 0));
    }
    falls::drop_down(scene, who)
}

fn stand_up(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    let prone = scene.state().conditions.get(who, Condition::Prone).copied();
    if let Some(held) = prone {
        scene.emit(Fact::Loses(held));
    }
}

fn drink(
    scene: &mut Scene<'_, Segments>,
    (giver, item): (CreatureId, ItemId),
    who: CreatureId,
) -> Play {
    let heals = match scene.state().kind(item) {
        ItemKind::Gear(gear) => gear.heals,
        _ => None,
    };
    scene.emit(Fact::Drinks(giver, item, who));
    match heals {
        Some(pool) => healing(scene, who, pool),
        None => Ok(()),
    }
}

fn healing(scene: &mut Scene<'_, Segments>, who: CreatureId, pool: Pool) -> Play {
    let hits = scene.sum(Roll {
        pool,
        by: Some(who),
        what: "healing",
        rule: rule!("health/healing"),
        audience: Audience::Everyone,
    })?;
    health::heal(scene, who, hits.clamp(0, 2_000) as i16);
    Ok(())
}

/// The target score of a search for a weak point, which is Difficult (`hit-location/search-action`).
#[must_use]
pub(crate) fn searching(state: &State, who: CreatureId, tally: Tally) -> Tally {
    let mut score = checks::imposed(state, who, CheckSkill::Search, tally);
    score.add("Difficult", -4, rule!("check/difficulty-ladder"));
    score
}

fn search(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    on: CreatureId,
    quarry: Quarry,
) -> Play {
    let (found, rule) = match quarry {
        Quarry::Vitals => (Condition::FoundVitals, rule!("hit-location/vitals-search")),
        Quarry::Vulnerability => (
            Condition::FoundVulnerability,
            rule!("hit-location/vulnerability-search"),
        ),
    };
    scene.cite(rule);
    let tally = scene.tally();
    let check = Check {
        who,
        what: "Search",
        score: searching(scene.state(), who, tally),
        strictly: false,
        verdicts: ["found", "not found"],
        rule: rule!("hit-location/search-action"),
    };
    if checks::make(scene, check)? {
        scene.emit(Fact::Gains(Held {
            toward: Some(on),
            ..Held::plain(who, found)
        }));
    } else {
        scene.emit(Fact::Failed(who, CheckSkill::Search));
    }
    Ok(())
}

fn hide(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    let tally = scene.tally();
    let check = Check {
        who,
        what: "Stealth",
        score: checks::imposed(scene.state(), who, CheckSkill::Stealth, tally),
        strictly: false,
        verdicts: ["hidden", "not hidden"],
        rule: rule!("ambush/concealment"),
    };
    if checks::make(scene, check)? {
        ambush::forget(scene, who);
        scene.emit(Fact::Gains(Held::plain(who, Condition::Concealed)));
        let watchers: SmallVec<[CreatureId; 4]> = watchers(scene.state(), who).collect();
        for other in watchers {
            ambush::notice(scene, other, who);
        }
    } else {
        scene.emit(Fact::Failed(who, CheckSkill::Stealth));
    }
    Ok(())
}

fn power_on(
    scene: &mut Scene<'_, Segments>,
    who: CreatureId,
    power: PowerId,
    on: CreatureId,
) -> Play {
    scene.cite(rule!("other-melee/skill-list"));
    let (works, maintained) = {
        let power = scene.state().power(power);
        (power.works, power.maintained)
    };
    match works {
        Working::Heals(pool) => {
            scene.emit(Fact::Invokes(who, power, on));
            healing(scene, on, pool)
        }
        Working::Wards(_) | Working::Blinds if maintained => {
            attack::maintain(scene, (who, on), power);
            Ok(())
        }
        _ => Ok(()),
    }
}
