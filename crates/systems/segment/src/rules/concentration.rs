//! Effects that last while their maker concentrates (`other-melee/concentration*`, `other-melee/effect-ends-with-maintainer`).

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::checks::{self, Check};
use super::numbers::{active, engaged, present};
use crate::Segments;
use crate::fact::Fact;
use crate::ids::rule;
use crate::sheet::{CheckSkill, ConcentrationTiming, Working};
use crate::state::{Condition, Maintained, State};

/// The checks at the start of a round, in roster order of the maintainers (`other-melee/concentration-timing`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn at_round_start(scene: &mut Scene<'_, Segments>) -> Play {
    let mut due: SmallVec<[Maintained; 2]> = scene.state().effects.iter().copied().collect();
    due.sort_by_key(|effect| (effect.by, effect.number));
    for effect in due {
        let state = scene.state();
        let every = state.cast.options.concentration_timing == ConcentrationTiming::EveryRound;
        // Those who lie dead when the fight begins may bear an effect still.
        let asked = effect.since < state.clock.round
            && present(state, effect.on)
            && active(state, effect.by)
            && (every || engaged(state, effect.by));
        if asked {
            test(scene, effect)?;
        }
    }
    Ok(())
}

/// The checks after a hit that a maintainer suffers, by the switch (`other-melee/concentration-timing`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn after_hit(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    let state = scene.state();
    if state.effects.is_empty()
        || state.cast.options.concentration_timing != ConcentrationTiming::EveryHit
        || !active(state, who)
    {
        return Ok(());
    }
    let due: SmallVec<[Maintained; 2]> = state
        .effects
        .iter()
        .filter(|effect| effect.by == who && present(state, effect.on))
        .copied()
        .collect();
    for effect in due {
        test(scene, effect)?;
    }
    Ok(())
}

fn test(scene: &mut Scene<'_, Segments>, effect: Maintained) -> Play {
    let rule = rule!("other-melee/concentration");
    scene.cite(rule!("other-melee/concentration-timing"));
    let tally = scene.tally();
    let check = Check {
        who: effect.by,
        what: "Concentration",
        score: checks::imposed(scene.state(), effect.by, CheckSkill::Concentration, tally),
        strictly: false,
        verdicts: ["maintained", "the effect ends"],
        rule,
    };
    if !checks::make(scene, check)? {
        scene.cite(rule!("other-melee/concentration-failure"));
        lapse(scene, effect);
    }
    Ok(())
}

/// All effects of a maintainer who drops end (`other-melee/effect-ends-with-maintainer`).
pub(crate) fn ends_with(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    let own: SmallVec<[Maintained; 2]> = scene
        .state()
        .effects
        .iter()
        .filter(|effect| effect.by == who)
        .copied()
        .collect();
    for effect in own {
        scene.cite(rule!("other-melee/effect-ends-with-maintainer"));
        lapse(scene, effect);
    }
}

/// All effects on somebody who dies or leaves the fight end (`other-melee/concentration`).
pub(crate) fn ends_on(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    let borne: SmallVec<[Maintained; 2]> = scene
        .state()
        .effects
        .iter()
        .filter(|effect| effect.on == who)
        .copied()
        .collect();
    for effect in borne {
        scene.cite(rule!("other-melee/concentration"));
        lapse(scene, effect);
    }
}

/// An effect begins, and with it the blindness that it may cause.
pub(crate) fn begin(scene: &mut Scene<'_, Segments>, effect: Maintained) {
    scene.emit(Fact::Maintains(effect));
    if let Some(held) = blindness_begun(scene.state(), effect) {
        scene.cite(rule!("modifiers/blindness"));
        scene.emit(Fact::Gains(held));
    }
}

/// An effect ends, and with it the blindness that it may have caused.
pub(crate) fn lapse(scene: &mut Scene<'_, Segments>, effect: Maintained) {
    let blindness = blindness_ended(scene.state(), effect);
    scene.emit(Fact::Lapses(effect.number));
    if let Some(held) = blindness {
        scene.cite(rule!("modifiers/blindness"));
        scene.emit(Fact::Loses(held));
    }
}

/// The blindness that begins with an effect: all effects of one maker on somebody cause one (`modifiers/blindness`).
#[must_use]
pub(crate) fn blindness_begun(state: &State, effect: Maintained) -> Option<Held<Condition>> {
    let held = blindness(effect);
    (is_blinding(state, effect) && !is_held(state, &held)).then_some(held)
}

/// The blindness that ends with an effect, the last of its maker on somebody; what others cause stays (`modifiers/blindness`).
#[must_use]
pub(crate) fn blindness_ended(state: &State, effect: Maintained) -> Option<Held<Condition>> {
    let another = |other: &Maintained| {
        other.number != effect.number
            && (other.by, other.on) == (effect.by, effect.on)
            && is_blinding(state, *other)
    };
    let held = blindness(effect);
    let ends = is_blinding(state, effect) && !state.effects.iter().any(another);
    (ends && is_held(state, &held)).then_some(held)
}

/// Whether somebody cannot see as long as an effect is maintained.
fn is_blinding(state: &State, effect: Maintained) -> bool {
    state.power(effect.power).works == Working::Blinds
}

fn is_held(state: &State, held: &Held<Condition>) -> bool {
    state.conditions.on(held.on).any(|own| own == held)
}

/// The blindness that an effect causes (`modifiers/blindness`).
pub(crate) fn blindness(effect: Maintained) -> Held<Condition> {
    Held {
        cause: Some(effect.by),
        ..Held::plain(effect.on, Condition::Blinded)
    }
}

/// The number of the next effect of the fight.
#[must_use]
pub(crate) fn next_number(state: &State) -> u16 {
    let last = state.effects.iter().map(|effect| effect.number).max();
    last.unwrap_or(0).saturating_add(1)
}
