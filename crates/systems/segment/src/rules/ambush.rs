//! Ambushes: who can lie in one, whom it binds, who reacts (`ambush/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{Arm, Ask, CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::checks::{self, Check};
use super::numbers::{active, acts, enemies, unnoticed, usage};
use crate::Segments;
use crate::act::{Act, Strike, Window, With};
use crate::actions::{moving, steps, strike};
use crate::fact::{Fact, Flag};
use crate::ids::{refuse, rule};
use crate::sheet::{AmbushScope, CheckSkill, InitiativeSkill};
use crate::state::{Condition, Segment, State};

/// Whether an attack with it can surprise: its weapon or skill allows that, or Backstab does (`ambush/surprise-capable`).
#[must_use]
pub(crate) fn surprise_capable(state: &State, by: CreatureId, with: With) -> bool {
    match with {
        With::Melee(arm) => state
            .weapon(by, arm)
            .is_some_and(|weapon| weapon.surprise || backstabs(state, by, With::Melee(arm))),
        With::Ranged(arm) => state.weapon(by, arm).is_some_and(|weapon| weapon.surprise),
        With::Power(power) => state.power(power).surprise,
    }
}

/// Whether Backstab helps an attack: one with a one-handed melee weapon (`initiative-skills/backstab`).
#[must_use]
pub(crate) fn backstabs(state: &State, by: CreatureId, with: With) -> bool {
    let With::Melee(Arm::Item(item)) = with else {
        return false;
    };
    state.sheet(by).has_skill(InitiativeSkill::Backstab)
        && state
            .weapon(by, Arm::Item(item))
            .is_some_and(|weapon| weapon.hands == 1)
}

/// Whether an attack out of an ambush that was held back is still one in a later segment: from the same hiding place, which the attacks of
/// that segment do not give away before it is over (`segments/legality`, `ambush/concealment`).
#[must_use]
pub(crate) fn is_held(state: &State, by: CreatureId, strike: &Strike) -> bool {
    !moving::leaves_its_place(state, by, strike.step) && surprises_with(state, by, strike).is_ok()
}

/// An attack is made in the Ambush segment: the surprise of those whom its maker has bound outlasts it (`ambush/surprised`).
pub(crate) fn attacks(scene: &mut Scene<'_, Segments>, by: CreatureId) {
    if !scene.state().clock.ambushed {
        scene.emit(Fact::Ambushed(true));
    }
    if !scene.state().body(by).ambushed {
        scene.emit(Fact::Flag(by, Flag::Ambushed, true));
    }
}

/// Whether an attack can be made in the Ambush segment: out of a set position, which its maker has left once it has moved more than a
/// combat step there, or with Backstab more than half a move (`ambush/requirements`, `ambush/set-position`).
///
/// # Errors
/// Why it cannot.
pub(crate) fn check(state: &State, by: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    surprises_with(state, by, strike)?;
    if steps::strays(state, by, strike) {
        return Err(refuse!(
            "ambush/set-position",
            "with that {} has moved more than a combat step in this segment",
            Figure::Creature(by)
        ));
    }
    Ok(())
}

/// Whether an attack is one out of a declared ambush, on those whom it binds.
fn surprises_with(state: &State, by: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    if state.body(by).ambush.is_none() {
        return Err(refuse!(
            "ambush/reactors-in-the-segment",
            "{} has declared no ambush",
            Figure::Creature(by)
        ));
    }
    capable(state, by, strike.with)?;
    let named = state.body(by).ambush.as_deref().unwrap_or_default();
    if names_targets(state) && !named.contains(&strike.target) {
        return Err(refuse!(
            "ambush/only-reactors-act",
            "{} is not among the targets that were named",
            Figure::Creature(strike.target)
        ));
    }
    Ok(())
}

/// Whether an attack with it could be made out of an ambush (`ambush/surprise-capable`, `ambush/usage-cap`).
///
/// # Errors
/// Why it cannot.
pub(crate) fn capable(state: &State, by: CreatureId, with: With) -> Result<(), Refusal> {
    if !state.has(by, Condition::Concealed) {
        return Err(refuse!(
            "ambush/set-position",
            "{} is not concealed",
            Figure::Creature(by)
        ));
    }
    let (usage, most) = (
        usage(state, by, with),
        if matches!(with, With::Power(_)) { 1 } else { 2 },
    );
    if usage > most {
        return Err(refuse!(
            "ambush/usage-cap",
            "it takes {} actions, more than the {} of an ambush",
            Figure::Number(usage.into()),
            Figure::Number(most.into())
        ));
    }
    if !surprise_capable(state, by, with) {
        return Err(refuse!(
            "ambush/surprise-capable",
            "it does not allow surprise attacks"
        ));
    }
    Ok(())
}

/// Whether ambushers have to name their targets in this round (`ambush/only-reactors-act`).
#[must_use]
pub(crate) fn names_targets(state: &State) -> bool {
    match state.cast.options.ambush_scope {
        AmbushScope::Opening => state.clock.round > 1,
        AmbushScope::Side => false,
        AmbushScope::Targets => true,
    }
}

/// Whether a creature meets every requirement of an ambush (`round/applicable-segment`).
#[must_use]
pub(crate) fn possible(state: &State, who: CreatureId) -> bool {
    acts(state, who)
        && state.has(who, Condition::Concealed)
        && state.body(who).actions > 0
        && targets(state, who).next().is_some()
}

/// Enemies that a creature knows of and could attack out of an ambush: those hidden from it give it no occasion
/// (`ambush/concealment`).
pub(crate) fn targets(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    strike::targets(state, who).filter(move |target| can_target(state, who, *target))
}

/// Whether a creature could attack somebody out of an ambush at this moment.
#[must_use]
pub(crate) fn can_target(state: &State, who: CreatureId, target: CreatureId) -> bool {
    active(state, target) && strike::any_from_ambush(state, who, target)
}

/// Whether an ambush on these can be declared (`ambush/only-reactors-act`).
///
/// # Errors
/// Why it cannot.
pub(crate) fn check_declaration(
    state: &State,
    who: CreatureId,
    targets: &[CreatureId],
) -> Result<(), Refusal> {
    if !names_targets(state) {
        return if targets.is_empty() {
            Ok(())
        } else {
            Err(refuse!(
                "ambush/only-reactors-act",
                "this ambush binds all enemies: no targets are named"
            ))
        };
    }
    if targets.is_empty() {
        return Err(refuse!(
            "ambush/only-reactors-act",
            "this ambush binds only the targets that are named"
        ));
    }
    let most = strike::most_from_ambush(state, who);
    if targets.len() > most {
        return Err(refuse!(
            "ambush/only-reactors-act",
            "the actions that are left ({}) pay for {} of these targets at most",
            Figure::Number(state.body(who).actions.into()),
            Figure::Number(most as i32)
        ));
    }
    for (index, target) in targets.iter().enumerate() {
        let twice = targets[..index].contains(target);
        let known = enemies(state, who, *target) && !unnoticed(state, who, *target);
        if twice || !known || !can_target(state, who, *target) {
            return Err(refuse!(
                "ambush/requirements",
                "{} cannot be attacked out of this ambush",
                Figure::Creature(*target)
            ));
        }
    }
    Ok(())
}

/// Ambushes are declared by all at once, and those whom they bind try to react (`round/start-sequence`).
///
/// # Errors
/// Stops if answers or dice are missing.
pub(crate) fn declare(scene: &mut Scene<'_, Segments>) -> Play {
    scene.cite(rule!("round/start-sequence"));
    let asks: Vec<Ask<Segments>> = scene
        .state()
        .creatures()
        .filter(|who| possible(scene.state(), *who))
        .map(|who| Ask::secret(who, Window::Ambush))
        .collect();
    let acts = scene.ask_all(&asks)?;
    for (ask, act) in asks.iter().zip(acts) {
        match act {
            Act::Ambush(targets) => {
                for rule in [
                    rule!("ambush/requirements"),
                    rule!("ambush/set-position"),
                    rule!("ambush/concealment"),
                ] {
                    scene.cite(rule);
                }
                let targets = SmallVec::from_slice(&targets);
                scene.emit(Fact::Ambush(ask.who, Some(targets)));
            }
            Act::Surrender => super::outcomes::surrender(scene, ask.who),
            _ => {}
        }
    }
    react(scene)
}

/// Everybody whom an ambush binds tries to react, in roster order (`ambush/reaction-check`).
fn react(scene: &mut Scene<'_, Segments>) -> Play {
    let bound: SmallVec<[CreatureId; 8]> = scene
        .state()
        .creatures()
        .filter(|who| active(scene.state(), *who) && is_bound(scene.state(), *who))
        .collect();
    for who in bound {
        reaction(scene, who)?;
    }
    give_up_their_own(scene);
    Ok(())
}

/// Ambushers who are surprised themselves make nothing of their ambush (`ambush/surprised`).
fn give_up_their_own(scene: &mut Scene<'_, Segments>) {
    let state = scene.state();
    let caught: SmallVec<[CreatureId; 4]> = state
        .creatures()
        .filter(|who| state.body(*who).ambush.is_some() && state.has(*who, Condition::Surprised))
        .collect();
    for who in caught {
        scene.cite(rule!("ambush/surprised"));
        scene.emit(Fact::Ambush(who, None));
    }
}

/// Whether some ambush binds a creature (`ambush/only-reactors-act`).
fn is_bound(state: &State, who: CreatureId) -> bool {
    ambushers(state, who).next().is_some()
}

/// Those whose ambush binds a creature.
fn ambushers(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let named = names_targets(state);
    state.creatures().filter(move |by| {
        enemies(state, *by, who)
            && match &state.body(*by).ambush {
                Some(targets) => !named || targets.contains(&who),
                None => false,
            }
    })
}

fn reaction(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    scene.cite(rule!("ambush/only-reactors-act"));
    let reacts = match scene.state().body(who).alert {
        Some(alert) => {
            scene.cite(rule!("ambush/reaction-check"));
            alert
        }
        None => {
            let tally = scene.tally();
            let check = Check {
                who,
                what: "Awareness",
                score: checks::imposed(scene.state(), who, CheckSkill::Awareness, tally),
                strictly: false,
                verdicts: ["reacts", "surprised"],
                rule: rule!("ambush/reaction-check"),
            };
            checks::make(scene, check)?
        }
    };
    if reacts {
        notices(scene, who);
    } else {
        surprises(scene, who);
        if scene.state().body(who).guard.is_some() {
            scene.emit(Fact::Guard(who, None));
        }
    }
    Ok(())
}

/// Who does not react is surprised by the first of those who lie in ambush for it, unless the game master has surprised it already
/// (`ambush/surprised`).
fn surprises(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    scene.cite(rule!("ambush/surprised"));
    if scene.state().has(who, Condition::Surprised) {
        return;
    }
    let cause = ambushers(scene.state(), who).next();
    scene.emit(Fact::Gains(Held {
        cause,
        until: Until::Round(scene.state().clock.round),
        ..Held::plain(who, Condition::Surprised)
    }));
}

/// Who reacts has noticed those who lie in ambush (`ambush/concealment`).
fn notices(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    let seen: SmallVec<[CreatureId; 4]> = ambushers(scene.state(), who).collect();
    for by in seen {
        notice(scene, who, by);
    }
}

/// A creature notices another that hides (`ambush/concealment`).
pub(crate) fn notice(scene: &mut Scene<'_, Segments>, who: CreatureId, other: CreatureId) {
    let conditions = &scene.state().conditions;
    if !conditions.has_toward(who, Condition::Noticed, other) {
        scene.emit(Fact::Gains(Held {
            toward: Some(other),
            ..Held::plain(who, Condition::Noticed)
        }));
    }
}

/// Before the Ambush segment the surprise of those ends whom no ambusher binds that is left to act in it (`ambush/surprised`).
pub(crate) fn idle(scene: &mut Scene<'_, Segments>) {
    if !scene.state().clock.ambushed {
        end_surprise(scene, acts);
    }
}

/// With the Ambush segment the surprise of those ends whom nobody had bound that attacked in it (`ambush/surprised`).
pub(crate) fn wasted(scene: &mut Scene<'_, Segments>) {
    end_surprise(scene, |state, by| state.body(by).ambushed);
}

/// Surprise of which nobody made any use does not outlast an Ambush segment that was not called (`ambush/surprised`).
pub(crate) fn unused(scene: &mut Scene<'_, Segments>) {
    if !scene.state().clock.ambushed {
        end_surprise(scene, |_, _| false);
    }
}

/// Ends the surprise that an ambush has caused of those whom none of the ambushers binds that keep it up. Surprise by the game master's word
/// has no ambusher for its cause.
fn end_surprise(scene: &mut Scene<'_, Segments>, keeps: impl Fn(&State, CreatureId) -> bool) {
    for held in all_of(scene.state(), Condition::Surprised) {
        let state = scene.state();
        if held.cause.is_some() && !ambushers(state, held.on).any(|by| keeps(state, by)) {
            scene.cite(rule!("ambush/surprised"));
            scene.emit(Fact::Loses(held));
        }
    }
}

fn all_of(state: &State, kind: Condition) -> SmallVec<[Held<Condition>; 4]> {
    let all = state.conditions.iter();
    all.filter(|held| held.kind == kind).copied().collect()
}

/// Those who attacked or moved more than a combat step in a segment are no longer concealed when it is over (`ambush/concealment`).
pub(crate) fn reveal_stirred(scene: &mut Scene<'_, Segments>) {
    for held in all_of(scene.state(), Condition::Concealed) {
        if scene.state().body(held.on).stirred {
            reveal(scene, held);
        }
    }
}

/// Those whom an active enemy has noticed are no longer concealed when the round is over (`ambush/concealment`).
pub(crate) fn reveal_noticed(scene: &mut Scene<'_, Segments>) {
    for held in all_of(scene.state(), Condition::Concealed) {
        let state = scene.state();
        let noticed = state.creatures().any(|other| {
            enemies(state, other, held.on)
                && active(state, other)
                && state
                    .conditions
                    .has_toward(other, Condition::Noticed, held.on)
        });
        if noticed {
            reveal(scene, held);
        }
    }
}

/// A creature is no longer concealed, and nobody has to notice it any more.
pub(crate) fn reveal(scene: &mut Scene<'_, Segments>, held: Held<Condition>) {
    scene.cite(rule!("ambush/concealment"));
    scene.emit(Fact::Loses(held));
    forget(scene, held.on);
}

/// What others have noticed of a creature counts for nothing when it hides or shows itself (`ambush/concealment`).
pub(crate) fn forget(scene: &mut Scene<'_, Segments>, whom: CreatureId) {
    let noticed: SmallVec<[Held<Condition>; 4]> = noticed(scene.state(), whom).collect();
    for held in noticed {
        scene.emit(Fact::Loses(held));
    }
}

/// By whom a concealed creature is noticed.
pub(crate) fn noticed(
    state: &State,
    whom: CreatureId,
) -> impl Iterator<Item = Held<Condition>> + '_ {
    let all = state.conditions.iter().copied();
    all.filter(move |held| held.kind == Condition::Noticed && held.toward == Some(whom))
}

/// Whether the segment under way is the one of ambushes.
#[must_use]
pub(crate) fn is_under_way(state: &State) -> bool {
    state.clock.segment == Some(Segment::Ambush)
}
