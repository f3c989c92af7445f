//! An attack from its declaration to its effect (`attack/sequence`, `attack/procedure`, `attack/dice-order`).

use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::{Arm, CreatureId, Play, RuleId, Scene};

use super::called_shots::{self, difficulty};
use super::checks::{self, Check};
use super::modifiers::{self, damaged};
use super::numbers::{self, active, bulk, family, is_melee, unnoticed, usable, usage};
use super::{
    ambush, concentration, damage, damage_effects, defending, health, opportunity, outcomes,
    ranged, structural,
};
use crate::Segments;
use crate::act::{Location, Strike, With};
use crate::actions::ways::{self, Way};
use crate::actions::{moving, steps, strike};
use crate::fact::{Fact, Flag, Harm, Occasion, Verdict};
use crate::ids::rule;
use crate::sheet::{Family, PowerClass, Size, Working};
use crate::state::{Condition, Maintained, Place, Segment, State};

/// Declares and carries out an attack that is an item of its own: it selects the segment, is paid but for what was paid in earlier rounds,
/// and follows its combat step.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn item(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
    paid: i16,
) -> Play<Verdict> {
    let cost = usage(scene.state(), by, strike.with) - paid;
    commit(scene, by);
    pay(scene, by, cost);
    if let Some(to) = strike.step
        && !step(scene, by, (strike.with, to))
        && comes_to_nothing(scene, by, strike)
    {
        return Ok(Verdict::Lost);
    }
    go_on(scene, by, strike, 0)
}

/// Whether an attack cannot be aimed from where its maker was stopped; then it is lost.
pub(crate) fn comes_to_nothing(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
) -> bool {
    let state = scene.state();
    let Err(refusal) = strike::aim(state, by, strike, state.body(by).at) else {
        return false;
    };
    scene.cite(refusal.rule);
    scene.emit(Fact::Came(by, *strike, Verdict::Lost, Occasion::Item));
    true
}

/// An attack as it goes on when it is paid for and its maker stands where it attacks from: attacks of opportunity, then the rolls.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn go_on(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
    extra: i16,
) -> Play<Verdict> {
    cite(scene, by, strike);
    scene.emit(Fact::Flag(by, Flag::Stirred, true));
    let (pending, from) = (scene.state().body(by).pending, scene.state().body(by).at);
    opportunity::drawn(scene, by, (strike.with, Some(*strike)))?;
    let occasion = if scene.state().clock.segment == Some(Segment::Ambush) {
        Occasion::Ambush
    } else {
        Occasion::Item
    };
    let state = scene.state();
    let felled = state.body(by).pending != pending;
    if let Some(rule) = lost(state, !felled && can_go_on(state, by, strike, from)) {
        scene.cite(rule);
        scene.emit(Fact::Came(by, *strike, Verdict::Lost, occasion));
        return Ok(Verdict::Lost);
    }
    roll(scene, by, strike, (occasion, extra))
}

/// By what rule an attack is not made after attacks of opportunity, if its maker can go on with it or not: the last enemy may have given up
/// instead of striking (`reaction/opportunity-timing`, `round/end-of-fight`).
pub(crate) fn lost(state: &State, can_go_on: bool) -> Option<RuleId> {
    if !can_go_on {
        return Some(rule!("reaction/opportunity-timing"));
    }
    let over = outcomes::decided(state).is_some();
    over.then_some(rule!("round/end-of-fight"))
}

/// An attack selects the segment for all attacks of the round (`segments/selection-commits`).
pub(crate) fn commit(scene: &mut Scene<'_, Segments>, by: CreatureId) {
    let state = scene.state();
    let Some(segment) = state.clock.segment else {
        return;
    };
    if segment == Segment::Ambush {
        ambush::attacks(scene, by);
    }
    if scene.state().body(by).committed.is_none() {
        scene.cite(rule!("segments/selection-commits"));
        scene.cite(rule!("segments/attacks-in-one-segment"));
        scene.emit(Fact::Commits(by, Some(segment)));
    }
}

/// Any other attack ends the preparation of one that takes longer than a round (`multiform-segment/longer-than-a-round`).
pub(crate) fn breaks_off(scene: &mut Scene<'_, Segments>, by: CreatureId) {
    if scene.state().body(by).charging.is_some() {
        scene.cite(rule!("multiform-segment/longer-than-a-round"));
        scene.emit(Fact::Charging(by, None));
    }
}

/// Pays actions (`actions/costs`, `actions/usage-time`).
pub(crate) fn pay(scene: &mut Scene<'_, Segments>, by: CreatureId, actions: i16) {
    scene.cite(rule!("actions/pool"));
    scene.cite(rule!("actions/usage-time"));
    scene.cite(rule!("actions/costs"));
    if actions > 0 {
        scene.emit(Fact::Spends(by, actions));
    }
}

/// The combat step before an attack (`engagement/combat-step`). Whether it led where it was meant to.
pub(crate) fn step(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    (with, to): (With, Cell),
) -> bool {
    let state = scene.state();
    let stopped = stopped(state, by, (with, to));
    let to = numbers::settled(state, by, to);
    let yards = state.grid().cells_between(state.body(by).at, to) as i16;
    scene.cite(rule!("engagement/combat-step"));
    scene.emit(Fact::Flag(by, Flag::Stepped, true));
    let Some((gone, met)) = stopped else {
        scene.emit(Fact::Moved(by, to, yards));
        return true;
    };
    if !gone.route.is_empty() {
        let end = gone.end(scene.state().body(by).at);
        moving::comes_to(scene, by, (end, gone.spaces()));
    }
    moving::runs_into(scene, by, met);
    false
}

/// How far a combat step leads that somebody hidden bars, and who that is (`ambush/concealment`, `movement-segment/occupied-squares`).
fn stopped(state: &State, by: CreatureId, (with, to): (With, Cell)) -> Option<(Way, CreatureId)> {
    if !state.creatures().any(|other| unnoticed(state, by, other)) {
        return None;
    }
    let segment = state.clock.segment?;
    let (way, gait) = steps::way(state, by, to, (with, segment)).ok()?;
    ways::stopped(state, by, (&way, gait))
}

/// Whether an attack can still be made after attacks of opportunity, from where its maker stands now (`reaction/opportunity-timing`).
fn can_go_on(state: &State, by: CreatureId, strike: &Strike, from: Cell) -> bool {
    let at = state.body(by).at;
    still_has(state, by, strike.with) && (at == from || strike::aim(state, by, strike, at).is_ok())
}

/// Whether a creature still fights and has in hand what it attacks with.
pub(crate) fn still_has(state: &State, by: CreatureId, with: With) -> bool {
    let armed = match with {
        With::Melee(arm) | With::Ranged(arm) => usable(state, by, arm).is_ok(),
        With::Power(_) => true,
    };
    active(state, by) && armed
}

/// The target score of an attack with all its modifiers but the game master's (`check/effective-target`).
#[must_use]
pub(crate) fn score(
    state: &State,
    by: CreatureId,
    (strike, extra): (&Strike, i16),
    mut tally: Tally,
) -> Tally {
    let on = strike.target;
    own_score(state, by, strike.with, &mut tally);
    called_shot(state, by, strike, &mut tally);
    tally.add("on the run", extra, rule!("initiative-skills/running-shot"));
    modifiers::condition(state, by, &mut tally);
    modifiers::environment(state, by, &mut tally);
    modifiers::blindness(state, by, on, &mut tally);
    scale(state, (by, on), strike.with, &mut tally);
    if is_melee(state, strike.with) {
        flank(state, (by, on), &mut tally);
    } else {
        ranged::modifiers(state, by, strike, &mut tally);
    }
    tally
}

/// Adds what the place costs that an attack is aimed at, and that it is to kill.
pub(crate) fn called_shot(state: &State, by: CreatureId, strike: &Strike, tally: &mut Tally) {
    if strike.location != Location::Torso
        && let Some(family) = family(state, by, strike.with)
    {
        let category = called_shots::category(state, strike.target, strike.location);
        let modifier = difficulty(strike.location, category, family);
        tally.add(
            "called shot",
            modifier,
            called_shots::table(strike.with, family),
        );
    }
    if strike.kill_shot {
        tally.add("Kill Shot", -12, rule!("damage-effects/general-kill-shot"));
    }
}

/// Adds what the difference in size of two creatures brings to an attack of the one on the other (`modifiers/scale`).
pub(crate) fn scale(
    state: &State,
    (by, on): (CreatureId, CreatureId),
    with: With,
    tally: &mut Tally,
) {
    if !is_mental(state, with) {
        let scale = modifiers::scale(size(state, by, with), state.sheet(on).size);
        tally.add("scale", scale, rule!("modifiers/scale"));
    }
}

/// Adds what it brings to an attack hand to hand that its target is flanked (`modifiers/flanking`).
pub(crate) fn flank(state: &State, (by, on): (CreatureId, CreatureId), tally: &mut Tally) {
    if modifiers::flanks(state, by, on) {
        tally.add("flank", 2, rule!("modifiers/flanking"));
    }
}

/// How big whoever makes an attack is: a mount's own attacks are as big as the mount (`initiative-skills/trample`, `modifiers/scale`).
fn size(state: &State, by: CreatureId, with: With) -> Size {
    match with {
        With::Melee(arm) if state.weapon(by, arm).is_some_and(|weapon| weapon.mounted) => {
            bulk(state, by)
        }
        _ => state.sheet(by).size,
    }
}

/// Adds the target score of the sheet and what the weapon brings.
pub(crate) fn own_score(state: &State, by: CreatureId, with: With, tally: &mut Tally) {
    let (own, hit) = skill(state, by, with);
    tally.add("target score", own, rule!("check/target-score"));
    tally.add("weapon", hit, rule!("armed/weapon-statistics"));
}

/// The bare target score of an attack and what its weapon adds; a missing skill cannot be used.
#[must_use]
pub(crate) fn skill(state: &State, by: CreatureId, with: With) -> (i16, i16) {
    let (skill, hit) = match with {
        With::Melee(arm) => state.weapon(by, arm).map(|weapon| {
            let hit = weapon.melee.map_or(0, |melee| melee.hit);
            (weapon.skill, hit)
        }),
        With::Ranged(arm) => state.weapon(by, arm).and_then(|weapon| {
            let ranged = weapon.ranged?;
            Some((ranged.skill.unwrap_or(weapon.skill), ranged.hit))
        }),
        With::Power(power) => Some((state.power(power).skill, 0)),
    }
    .map_or((None, 0), |(skill, hit)| (Some(skill), hit));
    let own = skill.and_then(|skill| state.score(by, skill));
    (own.unwrap_or(0), hit)
}

fn is_mental(state: &State, with: With) -> bool {
    matches!(with, With::Power(power) if state.power(power).class == PowerClass::Mental)
}

/// The rolls of an attack and what comes of them; attacks of opportunity come in here, `extra` is what a skill adds.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
    (occasion, extra): (Occasion, i16),
) -> Play<Verdict> {
    scene.cite(rule!("attack/sequence"));
    scene.cite(rule!("attack/dice-order"));
    let tally = scene.tally();
    let state = scene.state();
    let check = Check {
        who: by,
        what: "attack",
        score: score(state, by, (strike, extra), tally),
        strictly: false,
        verdicts: ["hit", "miss"],
        rule: rule!("attack/procedure"),
    };
    cite_modifiers(scene, by, strike);
    uses_up(scene, by, strike.with);
    let hit = checks::make(scene, check)?;
    if !hit {
        if scene.listened()
            && ranged::goes_into_melee(scene.state(), by, strike.with, strike.target)
        {
            scene.cite(rule!("ranged/missed-shot-into-melee"));
        }
        scene.emit(Fact::Came(by, *strike, Verdict::Miss, occasion));
        lands_with(scene, by, strike);
        gives_away(scene, by, strike);
        return Ok(Verdict::Miss);
    }
    let at = numbers::below(scene.state(), strike.target);
    lands_on(scene, by, strike, (occasion, at))
}

/// What comes of an attack that hit if its target does not defend; what was thrown lies where it was thrown to (`attack/sequence`).
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn lands_on(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
    (occasion, at): (Occasion, Cell),
) -> Play<Verdict> {
    let (verdict, defence) = defending::defend(scene, by, strike)?;
    scene.emit(Fact::Came(by, *strike, verdict, occasion));
    lands(scene, by, (strike.with, at));
    match defence {
        Some(defence) => defending::follows(scene, by, strike, &defence)?,
        None => hits(scene, by, strike)?,
    }
    gives_away(scene, by, strike);
    Ok(verdict)
}

/// Whoever is struck hand to hand out of hiding notices who struck, unless it is surprised (`ambush/concealment`, `stances/exchange`).
fn gives_away(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    let (state, on) = (scene.state(), strike.target);
    let notices = is_melee(state, strike.with)
        && unnoticed(state, on, by)
        && active(state, on)
        && !state.has(on, Condition::Surprised);
    if notices {
        scene.cite(rule!("ambush/concealment"));
        ambush::notice(scene, on, by);
    }
}

/// What a hit does: damage and the effect of the place, or the striking of a weapon.
fn hits(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) -> Play {
    let on = strike.target;
    if let Location::Item(item) = strike.location {
        structural::struck(scene, (by, strike.with), (on, item))?;
        return concentration::after_hit(scene, on);
    }
    match damage::dice(scene.state(), by, strike.with) {
        Some(dice) => {
            let was_damaged = damaged(scene.state(), on);
            let net = damage::roll(scene, (Some(by), on), dice, strike.location)?;
            if net > 0 {
                scene.cite(rule!("damage-effects/damage"));
                let kind = damage::resisted_as(dice.1, strike.location);
                health::harm(scene, on, (net, kind), Harm::Hit);
            } else {
                scene.emit(Fact::Unhurt(on));
            }
            let felled = damage_effects::apply(scene, by, strike, net)?;
            health::settle(scene, on, Some(by), (felled, was_damaged))?;
        }
        None => works(scene, by, strike),
    }
    concentration::after_hit(scene, on)
}

/// What an attack with a power does that does no damage.
fn works(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    let With::Power(power) = strike.with else {
        return;
    };
    if scene.state().power(power).works == Working::Blinds {
        maintain(scene, (by, strike.target), power);
    }
}

/// An effect that lasts while its user concentrates begins (`other-melee/concentration`).
pub(crate) fn maintain(
    scene: &mut Scene<'_, Segments>,
    (by, on): (CreatureId, CreatureId),
    power: crate::state::PowerId,
) {
    let state = scene.state();
    let effect = Maintained {
        number: concentration::next_number(state),
        power,
        by,
        on,
        since: state.clock.round,
    };
    scene.cite(rule!("other-melee/concentration"));
    concentration::begin(scene, effect);
}

/// A shot leaves the weapon unloaded, or one missile fewer (`ranged/ammunition`).
pub(crate) fn uses_up(scene: &mut Scene<'_, Segments>, by: CreatureId, with: With) {
    let With::Ranged(Arm::Item(item)) = with else {
        return;
    };
    let state = scene.state();
    let Some(ranged) = state
        .weapon(by, Arm::Item(item))
        .and_then(|weapon| weapon.ranged)
    else {
        return;
    };
    let left = state.item(item).left;
    if ranged.reload > 0 {
        scene.cite(rule!("ranged/ammunition"));
        scene.emit(Fact::Loaded(item, false));
    }
    if let Some(left) = left {
        scene.cite(rule!("ranged/ammunition"));
        scene.emit(Fact::Left(item, Some(left.saturating_sub(1))));
    }
}

/// What was thrown lies in the target's space (`ranged/ammunition`).
fn lands_with(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    let at = numbers::below(scene.state(), strike.target);
    lands(scene, by, (strike.with, at));
}

/// What was thrown lies where it was thrown to (`ranged/ammunition`).
pub(crate) fn lands(scene: &mut Scene<'_, Segments>, by: CreatureId, (with, at): (With, Cell)) {
    let With::Ranged(Arm::Item(item)) = with else {
        return;
    };
    let state = scene.state();
    let thrown = state
        .weapon(by, Arm::Item(item))
        .and_then(|weapon| weapon.ranged)
        .is_some_and(|ranged| ranged.thrown);
    if !thrown {
        return;
    }
    scene.cite(rule!("ranged/ammunition"));
    scene.emit(Fact::Item(item, Place::Ground(at)));
}

/// What is cited of an attack into a space, whoever may be there.
pub(crate) fn cite_guess(scene: &mut Scene<'_, Segments>, by: CreatureId, with: With) {
    if !scene.listened() {
        return;
    }
    for rule in [
        rule!("attack/sequence"),
        rule!("attack/dice-order"),
        rule!("attack/one-formula-for-all"),
        rule!("attack/melee-or-ranged"),
        rule!("attack/skill-and-weapon-decide-type"),
    ] {
        scene.cite(rule);
    }
    damage::cite_kind(scene, by, with);
}

/// What is cited of an attack on somebody in particular when it is declared.
pub(crate) fn cite(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    if !scene.listened() {
        return;
    }
    for rule in [
        rule!("attack/procedure"),
        rule!("attack/one-formula-for-all"),
        rule!("attack/melee-or-ranged"),
        rule!("attack/skill-and-weapon-decide-type"),
        rule!("stats/list"),
    ] {
        scene.cite(rule);
    }
    match strike.with {
        With::Power(power) => {
            let state = scene.state();
            if usage(state, by, strike.with) < i16::from(state.power(power).usage) {
                super::segments::cite_speed(scene, rule!("initiative-skills/rapid-cast"));
            }
        }
        With::Melee(_) | With::Ranged(_) => {
            scene.cite(rule!("weapons/list"));
            scene.cite(rule!("armed/weapon-statistics"));
            scene.cite(rule!("attack/two-weapons"));
        }
    }
    damage::cite_kind(scene, by, strike.with);
    for rule in called_shots::cited(scene.state(), by, strike)
        .into_iter()
        .flatten()
    {
        scene.cite(rule);
    }
    match family(scene.state(), by, strike.with) {
        Some(family) if strike.location != Location::Torso => {
            scene.cite(called_shots::table(strike.with, family));
        }
        Some(Family::Unarmed) => scene.cite(rule!("unarmed/no-torso-no-vitals")),
        _ => {}
    }
    crate::rules::segments::cite_attack(scene, by, strike);
}

/// Where several modifiers meet, the rule that they add up.
pub(crate) fn cite_modifiers(scene: &mut Scene<'_, Segments>, by: CreatureId, strike: &Strike) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let sizes_differ = size(state, by, strike.with) != state.sheet(strike.target).size;
    let both = ranged::has_both_penalties(state, by, strike.with, strike.target);
    let table = match (strike.with, family(state, by, strike.with)) {
        (_, Some(Family::Unarmed)) => rule!("unarmed/modifiers-stack"),
        (With::Melee(_), _) => rule!("armed/modifiers-stack"),
        (With::Ranged(_), _) => rule!("ranged/modifiers-stack"),
        (With::Power(_), _) => rule!("check/stacking"),
    };
    scene.cite(table);
    scene.cite(rule!("check/difficulty-ladder"));
    if sizes_differ && !is_mental(scene.state(), strike.with) {
        scene.cite(rule!("stats/size"));
    }
    if both {
        scene.cite(rule!("ranged/both-melee-penalties"));
    }
    if !is_melee(scene.state(), strike.with) {
        scene.cite(rule!("ranged/line-of-sight"));
        if ranged::needs_clear_shot(scene.state(), strike.with) {
            scene.cite(rule!("ranged/clear-shot"));
        } else {
            scene.cite(rule!("other-ranged/no-into-melee-penalty"));
        }
        if ranged::ranges(scene.state(), by, strike.with).1.is_none() {
            scene.cite(rule!("ranged/no-maximum"));
        }
    }
}
