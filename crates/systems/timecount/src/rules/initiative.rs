//! Surprise and initiative (`surprise/*`, `initiative/*`, `time-count/procedure`).

use affray_kernel::condition::Until;
use affray_kernel::dice::pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::checks;
use super::health::plain;
use super::numbers::{able, enemies, present};
use crate::TimeCount;
use crate::actions::stance;
use crate::fact::{Fact, When};
use crate::ids::rule;
use crate::sheet::{Attribute, Options, Skill};
use crate::state::{Condition, NEVER, Phase, State, Underway};

/// Settles surprise and rolls initiative; each result is that creature's first count (`time-count/procedure`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn open(scene: &mut Scene<'_, TimeCount>) -> Play {
    scene.cite(rule!("time-count/procedure"));
    scene.cite(rule!("time-count/concept"));
    cite_sheets(scene);
    scene.emit(Fact::Phase(Phase::Count));
    surprise(scene)?;
    cite_both_sides(scene);
    scene.cite(rule!("initiative/roll"));
    let mut groups = Groups::default();
    for who in scene.state().creatures() {
        if present(scene.state(), who) && scene.state().body(who).next == NEVER {
            roll_for(scene, who, 0, &mut groups)?;
        }
    }
    stance::newly_flanked(scene, None, &mut stance::Asked::new())
}

/// What the sheets that now come into play are made of.
fn cite_sheets(scene: &mut Scene<'_, TimeCount>) {
    if !scene.listened() {
        return;
    }
    for rule in [
        rule!("engine/attributes"),
        rule!("engine/pc-npc"),
        rule!("advancement/ap"),
        rule!("hit-points/starting"),
    ] {
        scene.cite(rule);
    }
    if scene.state().cast.options != Options::default() {
        scene.cite(rule!("engine/switches"));
    }
}

/// Creatures that have come since roll initiative and add it to the current count (`initiative/joining`). Nobody is surprised any more: who
/// comes hiding does so no longer (`surprise/determine`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn join(scene: &mut Scene<'_, TimeCount>) -> Play {
    let now = scene.state().clock.count;
    let mut groups = Groups::default();
    for who in scene.state().creatures() {
        if arrives(scene.state(), who) {
            scene.cite(rule!("initiative/joining"));
            super::effects::clear(scene, who, Condition::Hiding);
            roll_for(scene, who, now, &mut groups)?;
        }
    }
    stance::newly_flanked(scene, None, &mut stance::Asked::new())
}

/// Whether a creature is there and able to act, but has never rolled initiative.
pub(crate) fn arrives(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.next == NEVER && body.underway == Underway::Nothing && able(state, who)
}

/// Whoever hides rolls Stealth, each opponent Perception; below the lowest hiding total one is surprised (`surprise/determine`).
fn surprise(scene: &mut Scene<'_, TimeCount>) -> Play {
    let hiding: Vec<CreatureId> = with(scene.state(), Condition::Hiding);
    if hiding.is_empty() {
        return Ok(());
    }
    scene.cite(rule!("surprise/determine"));
    let mut totals = Vec::with_capacity(hiding.len());
    for who in &hiding {
        let total = checks::opposed(
            &mut scene.frozen(),
            *who,
            Skill::Stealth,
            Attribute::Dexterity,
        )?;
        totals.push((*who, total));
    }
    for who in scene.state().creatures() {
        let state = scene.state();
        let settled = state.body(who).surprise_settled
            || state.has(who, Condition::Surprised)
            || state.has(who, Condition::Hiding);
        let lowest = totals
            .iter()
            .filter(|(hider, _)| enemies(state, who, *hider))
            .map(|(_, total)| *total)
            .min();
        let Some(lowest) = lowest else { continue };
        if settled || !able(state, who) {
            continue;
        }
        let total = checks::opposed(
            &mut scene.frozen(),
            who,
            Skill::Perception,
            Attribute::Wisdom,
        )?;
        if total < lowest {
            scene.emit(Fact::Gains(plain(
                who,
                Condition::Surprised,
                Until::TurnStart(who, 1),
            )));
        }
    }
    for who in hiding {
        super::effects::clear(scene, who, Condition::Hiding);
    }
    Ok(())
}

/// Both sides can be surprised (`surprise/both-sides`).
fn cite_both_sides(scene: &mut Scene<'_, TimeCount>) {
    let state = scene.state();
    let surprised = with(state, Condition::Surprised);
    let first = surprised.first().map(|who| state.sheet(*who).side);
    if surprised
        .iter()
        .any(|who| Some(state.sheet(*who).side) != first)
    {
        scene.cite(rule!("surprise/both-sides"));
    }
}

fn with(state: &State, condition: Condition) -> Vec<CreatureId> {
    state
        .creatures()
        .filter(|who| present(state, *who) && state.has(*who, condition))
        .collect()
}

/// Initiative of one creature, 1d6+4 and its modifiers, counted from `now` (`initiative/roll`, `initiative/modifiers`,
/// `initiative/joining`); its first turn comes on that count.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll_for(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    now: u32,
    groups: &mut Groups,
) -> Play {
    let shown = group_roll(scene, who, "initiative", groups)?;
    let mut tally = Tally::new();
    tally.add("initiative", 4, rule!("initiative/roll"));
    let wisdom = scene.state().attribute(who, Attribute::Wisdom);
    tally.add("Wisdom", -wisdom, rule!("initiative/modifiers"));
    if scene.state().has(who, Condition::Surprised) {
        scene.cite(rule!("surprise/unsteady"));
        let more = group_roll(scene, who, "surprise", groups)?;
        tally.add("surprised", more, rule!("surprise/initiative-penalty"));
    }
    if scene.state().has(who, Condition::Stunned) {
        let more = d6(scene, who, "stun")?;
        tally.add("stunned", more, rule!("conditions/stunned"));
    }
    let sum = i32::from(shown) + tally.total();
    tally.add(
        "at least 1",
        (1 - sum).max(0) as i16,
        rule!("initiative/modifiers"),
    );
    let total = sum.max(1);
    scene.explain(
        || Sum {
            by: Some(who),
            what: "initiative",
            dice: i32::from(shown),
            total,
            against: None,
            verdict: "",
            rule: rule!("initiative/roll"),
        },
        &tally,
    );
    let first = now.saturating_add(total.unsigned_abs());
    scene.emit(Fact::At(who, When::Next, first));
    Ok(())
}

/// What has been rolled for groups so far: for what, for which, and what it showed.
pub(crate) type Groups = Vec<(&'static str, String, i16)>;

/// The d6 of a creature, or that of its group (`initiative/group-roll`, `surprise/initiative-penalty`).
fn group_roll(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    what: &'static str,
    groups: &mut Groups,
) -> Play<i16> {
    let group = match &scene.state().sheet(who).group {
        Some(group) if scene.state().cast.options.group_initiative => group.clone(),
        _ => return d6(scene, who, what),
    };
    scene.cite(rule!("initiative/group-roll"));
    let rolled = |(roll, other, _): &&(_, String, i16)| *roll == what && *other == group;
    if let Some((.., shown)) = groups.iter().find(rolled) {
        return Ok(*shown);
    }
    let shown = d6(scene, who, what)?;
    groups.push((what, group, shown));
    Ok(shown)
}

fn d6(scene: &mut Scene<'_, TimeCount>, who: CreatureId, what: &'static str) -> Play<i16> {
    let shown = scene.sum(Roll {
        pool: pool!("1d6"),
        by: Some(who),
        what,
        rule: rule!("initiative/roll"),
        audience: Audience::Everyone,
    })?;
    Ok(shown as i16)
}
