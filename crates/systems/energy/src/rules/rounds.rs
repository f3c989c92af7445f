//! How Rounds begin and end (`rounds/*`, `waiting/*`, `stamina/energy-table`).

use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::{CreatureId, Play, Scene};

use super::numbers::{able, alive, max_agility, present, takes_part};
use super::{death, facing, unconscious, zones};
use crate::Energy;
use crate::fact::{Fact, Flag, Number};
use crate::ids::rule;
use crate::sheet::{Changes, Skill};
use crate::state::{Cause, Condition, Phase, Presence, State};

/// Energy of a Round for whoever has so much Stamina or more (`stamina/energy-table`).
pub(crate) const FULL_ENERGY: i16 = 5;
/// Energy that the Exhausted lack (`conditions/exhausted`).
const EXHAUSTION: i16 = 2;

/// Energy for a Stamina (`stamina/energy-table`, `conditions/exhausted`).
#[must_use]
pub(crate) fn grant(state: &State, who: CreatureId) -> i16 {
    let (by_stamina, lost) = granted(state, who);
    by_stamina - lost
}

/// Energy that comes from the Stamina that is left, and how much of it being Exhausted takes.
fn granted(state: &State, who: CreatureId) -> (i16, i16) {
    let by_stamina = state.body(who).stamina.clamp(0, FULL_ENERGY);
    let exhausted = state.has(who, Condition::Exhausted);
    let lost = if exhausted { EXHAUSTION } else { 0 };
    (by_stamina, lost.min(by_stamina))
}

/// A Round begins (`rounds/start-sequence`).
///
/// # Errors
/// Stops where a die is missing.
pub(crate) fn begin(scene: &mut Scene<'_, Energy>) -> Play {
    let round = scene.state().clock.round.saturating_add(1);
    begin_as(scene, round)
}

/// The Round of that number begins.
fn begin_as(scene: &mut Scene<'_, Energy>, round: u16) -> Play {
    scene.cite(rule!("rounds/start-sequence"));
    scene.cite(rule!("rounds/length"));
    scene.cite(rule!("rounds/once-per-round"));
    if scene.state().clock.ambush {
        scene.cite(rule!("surprise/whole-party"));
        scene.cite(rule!("surprise/may-act"));
    }
    scene.emit(Fact::Round(round));
    saves_and_waking(scene)?;
    for who in scene.state().creatures() {
        if !present(scene.state(), who) {
            continue;
        }
        grant_energy(scene, who);
        grant_agility(scene, who);
    }
    zones::settle(scene);
    if !scene.state().clock.phase.is_aftermath() {
        scene.emit(Fact::Phase(Phase::Open));
    }
    facing::settle(scene);
    Ok(())
}

/// Death Saves, then those who roll to wake or awake by themselves, each in roster order.
fn saves_and_waking(scene: &mut Scene<'_, Energy>) -> Play {
    for who in scene.state().creatures() {
        if scene.state().body(who).bleeding && struggles(scene.state(), who) {
            death::save(scene, who)?;
        }
    }
    waking(scene)
}

/// Those who roll to wake do, and those who wake by themselves awake, in roster order.
fn waking(scene: &mut Scene<'_, Energy>) -> Play {
    for who in scene.state().creatures() {
        if !struggles(scene.state(), who) {
            continue;
        }
        unconscious::roll_to_wake(scene, who)?;
        if scene.state().body(who).awakens {
            scene.cite(rule!("unconscious/wake-death"));
            scene.emit(Fact::Flag(who, Flag::Awakens, false));
            unconscious::end_cause(scene, who, Cause::Death);
        }
    }
    Ok(())
}

fn grant_energy(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let energy = grant(scene.state(), who);
    let body = scene.state().body(who);
    let (left, granted) = (body.energy, body.granted);
    if left != energy {
        explain_energy(scene, who);
        cite_energy(scene, who, left);
        scene.emit(Fact::Set(who, Number::Energy, energy));
    }
    if granted != energy {
        scene.emit(Fact::Set(who, Number::Granted, energy));
    }
}

/// Why somebody has less Energy than usual.
fn explain_energy(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let (by_stamina, lost) = granted(scene.state(), who);
    if by_stamina - lost == FULL_ENERGY || by_stamina == 0 || !scene.listened() {
        return;
    }
    let mut tally = Tally::new();
    tally.add("Stamina", by_stamina, rule!("stamina/energy-table"));
    tally.add("Exhausted", -lost, rule!("conditions/exhausted"));
    let sum = || Sum {
        by: Some(who),
        what: "Energy",
        dice: 0,
        total: tally.total(),
        against: None,
        verdict: "",
        rule: rule!("rounds/start-energy"),
    };
    scene.explain(sum, &tally);
}

/// What the Energy of a new Round comes from (`rounds/start-energy`).
fn cite_energy(scene: &mut Scene<'_, Energy>, who: CreatureId, left: i16) {
    scene.cite(rule!("rounds/start-energy"));
    scene.cite(rule!("stamina/energy-table"));
    scene.cite(rule!("fundamentals/energy-allowance"));
    if scene.state().has(who, Condition::Exhausted) {
        scene.cite(rule!("conditions/exhausted"));
    }
    if left > 0 {
        scene.cite(rule!("fundamentals/energy-does-not-accumulate"));
    }
}

fn grant_agility(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let agility = max_agility(scene.state(), who);
    if scene.state().body(who).agility == agility {
        return;
    }
    scene.cite(rule!("rounds/start-agility"));
    scene.cite(rule!("agility/reset"));
    scene.cite(rule!("agility/maximum"));
    cite_extra_agility(scene, who);
    scene.emit(Fact::Set(who, Number::Agility, agility));
}

/// What raises the maximum (`agility/leg-strength`, `agility/granted-agility-raises-maximum`).
fn cite_extra_agility(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let sheet = scene.state().sheet(who);
    let (strong, named) = (
        sheet.skill(Skill::LegStrength) >= 10,
        sheet.named(Changes::Agility) != 0,
    );
    if strong {
        scene.cite(rule!("agility/leg-strength"));
        scene.cite(rule!("gaps/leg-strength-table"));
    }
    if named {
        scene.cite(rule!("gaps/combat-styles"));
        scene.cite(rule!("agility/granted-agility-raises-maximum"));
    }
}

/// A Round ends: what lasts until then ends, all at once (`rounds/end-sequence`).
pub(crate) fn end(scene: &mut Scene<'_, Energy>) {
    let round = scene.state().clock.round;
    scene.cite(rule!("rounds/end-sequence"));
    scene.cite(rule!("waiting/round-ends"));
    if scene
        .state()
        .creatures()
        .any(|who| scene.state().body(who).energy > 0)
    {
        scene.cite(rule!("fundamentals/energy-does-not-accumulate"));
    }
    let idle = if somebody_spent(scene.state()) {
        0
    } else {
        scene.state().clock.idle.saturating_add(1)
    };
    if idle != scene.state().clock.idle {
        scene.emit(Fact::Idle(idle));
    }
    zones::expire(scene, round);
    end_quickness(scene);
    scene.emit(Fact::RoundOver(round));
    zones::settle(scene);
    facing::everybody_looks(scene);
    if scene.state().clock.ambush {
        scene.emit(Fact::AmbushOver);
    }
    if !scene.state().clock.phase.is_aftermath() {
        scene.emit(Fact::Phase(Phase::Beginning));
    }
}

/// Whether anybody has spent Energy, Stamina or Agility this Round (`waiting/round-ends`).
fn somebody_spent(state: &State) -> bool {
    state.clock.spent || state.bodies.iter().any(|body| body.spent)
}

/// Agility that an ability lent goes: the pool is cut to the lower maximum (`agility/granted-agility-raises-maximum`).
fn end_quickness(scene: &mut Scene<'_, Energy>) {
    for who in scene.state().creatures() {
        if scene.state().body(who).agility_bonus == 0 {
            continue;
        }
        scene.cite(rule!("agility/granted-agility-raises-maximum"));
        scene.emit(Fact::Set(who, Number::AgilityBonus, 0));
        let most = max_agility(scene.state(), who);
        if scene.state().body(who).agility > most {
            scene.emit(Fact::Set(who, Number::Agility, most));
        }
    }
}

/// The winner, if at most one side has anybody left who is alive and conscious (`fundamentals/roster`). A peaceful scene ends where nobody
/// who is there lives.
#[must_use]
pub(crate) fn decided(state: &State) -> Option<Option<u8>> {
    if state.cast.scene.peaceful {
        let lives = |who| alive(state, who) && state.body(who).presence == Presence::Here;
        return (!state.creatures().any(lives)).then_some(None);
    }
    let mut left = None;
    for who in state.creatures().filter(|who| takes_part(state, *who)) {
        let side = state.sheet(who).side;
        match left {
            None => left = Some(side),
            Some(other) if other != side => return None,
            Some(_) => {}
        }
    }
    Some(left)
}

/// Whether Rounds go on after the combat: somebody bleeds or rolls to wake (`rounds/rest-outside`).
#[must_use]
pub(crate) fn somebody_struggles(state: &State) -> bool {
    state
        .creatures()
        .any(|who| struggles(state, who) && (state.body(who).bleeding || will_wake(state, who)))
}

/// Whether a creature may still live or wake in this scene: not if the game master has taken it out of the fight, for then nothing waits
/// for it (`gaps/gm-override`).
fn struggles(state: &State, who: CreatureId) -> bool {
    alive(state, who) && state.body(who).presence != Presence::Removed
}

/// Whether a creature rolls to wake or wakes by itself when a Round begins (`unconscious/wake-stamina`, `unconscious/wake-death`).
fn will_wake(state: &State, who: CreatureId) -> bool {
    state.body(who).awakens || unconscious::rolls_to_wake(state, who)
}

/// The combat ends (`fundamentals/roster`).
pub(crate) fn end_combat(scene: &mut Scene<'_, Energy>, winner: Option<u8>) {
    scene.cite(rule!("fundamentals/roster"));
    if somebody_struggles(scene.state()) {
        scene.cite(rule!("rounds/rest-outside"));
    }
    scene.emit(Fact::Phase(Phase::Aftermath(winner)));
}

/// A Round after the combat: what lasted until its end ends, and those who bleed or try to wake roll (`rounds/rest-outside`).
///
/// # Errors
/// Stops where a die is missing.
pub(crate) fn aftermath(scene: &mut Scene<'_, Energy>) -> Play {
    scene.cite(rule!("rounds/rest-outside"));
    end(scene);
    begin(scene)
}

/// Whether the surprised have to leave the first action to the others (`surprise/may-act`).
#[must_use]
pub(crate) fn waits_for_ambush(state: &State, who: CreatureId) -> bool {
    state.clock.ambush && state.has(who, Condition::Surprised)
}

/// Whoever bleeds out: its Death Saves come Round by Round, so that no time is skipped (`rounds/rest-outside`).
pub(crate) fn bleeding(state: &State) -> Option<CreatureId> {
    let bleeds = |who: &CreatureId| present(state, *who) && state.body(*who).bleeding;
    state.creatures().find(bleeds)
}

/// So many Rounds go by in which nothing is done: what is counted in Rounds runs out, those who try to wake do so in each, and the next one
/// begins (`rounds/length`, `rounds/rest-outside`).
///
/// # Errors
/// Stops where a die is missing.
pub(crate) fn go_by(scene: &mut Scene<'_, Energy>, rounds: u16) -> Play {
    scene.cite(rule!("rounds/length"));
    scene.cite(rule!("rounds/rest-outside"));
    // Where the count of Rounds is full it begins anew.
    let last = scene.state().clock.round.checked_add(rounds);
    let next = last.and_then(|last| last.checked_add(1)).unwrap_or(1);
    let last = last.unwrap_or(u16::MAX);
    zones::expire(scene, last);
    end_quickness(scene);
    scene.emit(Fact::RoundOver(last));
    zones::settle(scene);
    facing::everybody_looks(scene);
    waking_in_between(scene, rounds)?;
    begin_as(scene, next)
}

/// At the beginning of each of so many Rounds those who are out roll to wake, until nobody has to (`unconscious/wake-stamina`,
/// `unconscious/wake-nonlethal`).
fn waking_in_between(scene: &mut Scene<'_, Energy>, rounds: u16) -> Play {
    for _ in 0..rounds {
        let state = scene.state();
        let somebody = |who: CreatureId| struggles(state, who) && will_wake(state, who);
        if !state.creatures().any(somebody) {
            break;
        }
        waking(scene)?;
    }
    Ok(())
}

/// The first action of the surprising side is done: from now on everybody may act (`surprise/may-act`).
pub(crate) fn end_ambush(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().clock.ambush && !scene.state().has(who, Condition::Surprised) {
        scene.cite(rule!("surprise/may-act"));
        scene.emit(Fact::AmbushOver);
    }
}

/// Those who surprise let their first action go by: from now on everybody may act (`surprise/may-act`, `waiting/round-ends`).
pub(crate) fn give_up_ambush(scene: &mut Scene<'_, Energy>) {
    scene.cite(rule!("surprise/may-act"));
    scene.cite(rule!("waiting/round-ends"));
    scene.emit(Fact::AmbushOver);
}

/// Whether a creature may do something on the open floor (`action-order/open-floor`).
#[must_use]
pub(crate) fn may_declare(state: &State, who: CreatureId) -> bool {
    able(state, who) && !waits_for_ambush(state, who)
}
