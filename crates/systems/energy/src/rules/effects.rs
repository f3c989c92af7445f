//! What comes of attacks that are rolled from the same state: gathered while nothing has happened yet, and landed together
//! (`action-order/simultaneous-challenge`, `interrupts/simultaneous`).

use affray_kernel::condition::Held;
use affray_kernel::modifier::Tally;
use affray_kernel::{Arm, CreatureId, Frozen, Play, Scene};
use smallvec::SmallVec;

use super::aura::{self, Blow, Source};
use super::conditions::{
    self, UNHINDERED, UNHINDERED_FROM, check_holds, end_all, expose, gain, lasting, next_round,
    unguard, usual_exposure,
};
use super::damage::{self, Hit};
use super::maneuvers;
use super::melee::Combat;
use super::occupied::at_its_feet;
use crate::Energy;
use crate::act::{Maneuver, Strike};
use crate::fact::{Fact, Number, Verdict, What};
use crate::ids::rule;
use crate::mishap::Failure;
use crate::sheet::{DamageType, Imposed, Outcome, PushMiss};
use crate::state::{Cause, Condition, ItemId, Place, State};

/// One thing that comes of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// What it came to, for the log.
    Came(What, CreatureId, Verdict),
    /// Whoever attacked is Exposed until the end of the next Round.
    ExposeAttacker,
    /// The target of a Critical Hit is Exposed.
    ExposeTarget(CreatureId),
    /// Damage.
    Damage(Blow),
    /// A condition.
    Impose(CreatureId, Imposed),
    /// Stamina is lost.
    Stamina(CreatureId, i16),
    /// A missile is used up and the weapon is no longer loaded.
    Shot(ItemId),
    /// A thrown weapon lies where the target is.
    Thrown(ItemId, CreatureId),
    /// The target is knocked Prone (`maneuvers/trip`).
    Trip(CreatureId),
    /// The target drops its weapon (`maneuvers/disarm`).
    Disarm(CreatureId, ItemId),
    /// The target is held (`maneuvers/restrain`).
    Restrain(CreatureId),
    /// The target is Unguarded and pushed up to so many metres (`maneuvers/push`).
    Push(CreatureId, u8),
    /// The target resists the maneuver (`maneuvers/fortitude-save`).
    Resisted(CreatureId, Maneuver),
    /// The Push failed, by the Fortitude roll or by a miss (`maneuvers/push-failure`).
    PushFailed(bool),
}

/// What one creature's attack comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thrown {
    /// Who attacked.
    pub(crate) who: CreatureId,
    /// Whom.
    pub(crate) on: CreatureId,
    /// Whether it was a Hit roll.
    pub(crate) shot: bool,
    /// What comes of it, in order.
    pub(crate) effects: SmallVec<[Effect; 4]>,
}

/// How a hit struck, as far as it counts for the damage that the hit brings besides: half damage with a weapon is half of all that the
/// weapon does (`mpl/not-proficient-melee`, `damage/multipliers-add`, `nonlethal/purpose`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Struck {
    /// Whether armour reduces it.
    pub(crate) armored: bool,
    /// Sources of double damage.
    pub(crate) doublings: u8,
    /// Sources of half damage.
    pub(crate) halvings: u8,
    /// From what it comes.
    pub(crate) source: Source,
    /// Whether it is meant to be Non-Lethal.
    pub(crate) nonlethal: Option<u8>,
    /// Whether the blow did no damage: what needs a bare body has nothing to go in by (`melee/damage`, `aura/harmful-effects`).
    pub(crate) stopped: bool,
}

impl Struck {
    /// By a power.
    pub(crate) const fn by_power(armored: bool) -> Self {
        Self {
            armored,
            doublings: 0,
            halvings: 0,
            source: Source::Power,
            nonlethal: None,
            stopped: false,
        }
    }
}

/// Attacks that are rolled together.
pub(crate) type Volley = SmallVec<[Thrown; 1]>;

impl Thrown {
    /// Nothing yet.
    pub(crate) fn by(who: CreatureId, on: CreatureId) -> Self {
        Self {
            who,
            on,
            shot: false,
            effects: SmallVec::new(),
        }
    }

    /// One effect more.
    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// What the attack came to.
    pub(crate) fn came(&mut self, what: What, on: CreatureId, verdict: Verdict) {
        self.push(Effect::Came(what, on, verdict));
    }

    /// What the Combat or Hit roll brings by itself (`melee/combat-roll-table`, `ranged/hit-roll-table`).
    pub(crate) fn combat(&mut self, combat: Combat, on: CreatureId, verdict: Verdict) {
        if combat.exposes {
            self.push(Effect::ExposeAttacker);
        }
        if verdict == Verdict::Critical {
            self.push(Effect::ExposeTarget(on));
        }
    }

    /// A thrown weapon leaves the hand; a shot uses up what was loaded (`throw/ranged-attack`, `gaps/ammunition`).
    pub(crate) fn leaves_the_hand(&mut self, state: &State, strike: &Strike) {
        let Arm::Item(item) = strike.with else { return };
        if strike.thrown {
            self.push(Effect::Thrown(item, strike.target));
        } else if state
            .weapon(self.who, strike.with)
            .is_some_and(|weapon| weapon.shooting.is_some())
        {
            self.push(Effect::Shot(item));
        }
    }

    /// What a weapon or a power brings to whom it hits.
    ///
    /// # Errors
    /// Stops if dice are missing.
    pub(crate) fn bring(
        &mut self,
        scene: &mut Frozen<'_, '_, Energy>,
        on: CreatureId,
        outcome: &Outcome,
        struck: Struck,
    ) -> Play {
        if outcome.imposes.is_some() || outcome.stamina_loss > 0 {
            scene.cite(rule!("aura/harmful-effects"));
        }
        // All that the hit brings is judged by the Aura that it met, whatever the blow leaves of it.
        if !aura::reaches(scene.state(), on, outcome.needs_zero_aura) {
            return Ok(());
        }
        if outcome.needs_zero_aura && struck.stopped {
            scene.cite(rule!("melee/damage"));
            return Ok(());
        }
        if let Some(dice) = outcome.damage {
            let kind = outcome.kind.unwrap_or(DamageType::Force);
            let hit = Hit {
                by: self.who,
                on,
                dice: Some(dice),
                tally: Tally::new(),
                kind,
                armored: struck.armored,
                doublings: struck.doublings,
                halvings: struck.halvings,
                rule: rule!("gaps/spells"),
            };
            let amount = damage::roll(scene, &hit)?;
            self.push(Effect::Damage(Blow {
                by: self.who,
                on,
                amount,
                kind,
                source: struck.source,
                nonlethal: struck.nonlethal,
                unconscious: scene.state().has(on, Condition::Unconscious),
            }));
        }
        if let Some(imposed) = outcome.imposes {
            self.push(Effect::Impose(on, imposed));
        }
        if outcome.stamina_loss > 0 {
            self.push(Effect::Stamina(on, outcome.stamina_loss));
        }
        Ok(())
    }
}

/// Lands attacks that were rolled together: Exposure takes hold first and what was thrown has left the hand, then comes all damage, then
/// everything else, each in the order of the rolls.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn land(scene: &mut Scene<'_, Energy>, volley: &[Thrown]) -> Play {
    for thrown in volley {
        for effect in &thrown.effects {
            at_once(scene, thrown.who, effect);
        }
    }
    for thrown in volley {
        let mut met = aura::met(scene.state(), thrown.on);
        for effect in &thrown.effects {
            if let Effect::Damage(blow) = effect {
                aura::take(scene, *blow, &mut met)?;
            }
        }
    }
    for thrown in volley {
        for effect in &thrown.effects {
            follow(scene, thrown.who, effect)?;
        }
        after(scene, thrown);
    }
    check_holds(scene);
    Ok(())
}

/// What holds before any damage is done: Exposure, and that a thrown weapon is in the hand no more (`throw/ranged-attack`).
fn at_once(scene: &mut Scene<'_, Energy>, who: CreatureId, effect: &Effect) {
    match *effect {
        Effect::Came(what, on, verdict) => {
            if verdict == Verdict::Critical {
                scene.cite(rule!("critical/effects"));
            }
            scene.emit(Fact::Came(who, what, on, verdict));
        }
        Effect::Resisted(on, maneuver) => {
            scene.emit(Fact::Fails(who, Failure::Resisted(on, maneuver)));
        }
        Effect::ExposeAttacker => {
            let until = next_round(scene.state());
            expose(scene, who, until);
        }
        // A thing has no guard to lose.
        Effect::ExposeTarget(on) if !scene.state().sheet(on).traits.object => {
            scene.cite(rule!("exposed/duration"));
            let until = usual_exposure(scene.state());
            expose(scene, on, until);
        }
        Effect::Thrown(item, on) => {
            let at = at_its_feet(scene.state(), on);
            scene.emit(Fact::Item(item, Place::Ground(at, false)));
        }
        _ => {}
    }
}

/// Everything besides that and damage.
fn follow(scene: &mut Scene<'_, Energy>, who: CreatureId, effect: &Effect) -> Play {
    if let Some(on) = befalls(effect) {
        if scene.state().sheet(on).traits.object {
            scene.cite(rule!("gaps/objects"));
            return Ok(());
        }
        if scene.state().has(on, Condition::Dead) {
            return Ok(());
        }
    }
    match *effect {
        Effect::Came(..)
        | Effect::ExposeAttacker
        | Effect::ExposeTarget(_)
        | Effect::Thrown(..)
        | Effect::Resisted(..)
        | Effect::Damage(_) => {}
        // Nobody gets up by itself.
        Effect::Impose(on, imposed) if imposed.condition == Condition::Prone => {
            conditions::prone(scene, on);
        }
        Effect::Impose(on, imposed) => {
            let until = aura::until(scene.state(), imposed.lasts);
            let held = Held {
                cause: Some(who),
                ..lasting(on, imposed.condition, until)
            };
            gain(scene, held);
        }
        Effect::Stamina(on, points) => {
            aura::lose_stamina(scene, on, points, Cause::Stamina)?;
        }
        Effect::Shot(item) => {
            scene.cite(rule!("gaps/ammunition"));
            if scene.state().item(item).loaded {
                scene.emit(Fact::Loaded(item, false));
            }
            if let Some(left) = scene.state().item(item).left {
                scene.emit(Fact::Left(item, Some(left.saturating_sub(1))));
            }
        }
        Effect::Trip(on) => conditions::prone(scene, on),
        Effect::Disarm(on, item) => maneuvers::disarm(scene, who, on, item)?,
        Effect::Restrain(on) => restrain(scene, who, on),
        Effect::Push(on, most) => {
            unguard(scene, on);
            maneuvers::push(scene, who, on, most)?;
        }
        Effect::PushFailed(missed) => {
            let nothing = scene.state().cast.options.push_miss == PushMiss::Nothing;
            scene.cite(rule!("maneuvers/push-failure"));
            if !(missed && nothing) {
                unguard(scene, who);
            }
        }
    }
    Ok(())
}

/// Whom an effect befalls that means nothing to the dead, nor to things.
const fn befalls(effect: &Effect) -> Option<CreatureId> {
    match effect {
        Effect::Impose(on, ..)
        | Effect::Stamina(on, ..)
        | Effect::Trip(on)
        | Effect::Restrain(on)
        | Effect::Push(on, _) => Some(*on),
        _ => None,
    }
}

/// A hold begins (`maneuvers/restrain`, `maneuvers/restraining-effects`).
fn restrain(scene: &mut Scene<'_, Energy>, who: CreatureId, on: CreatureId) {
    let state = scene.state();
    let larger = state.sheet(who).size.rank() - state.sheet(on).size.rank();
    let small = larger >= UNHINDERED_FROM;
    gain(
        scene,
        Held {
            toward: Some(who),
            cause: Some(who),
            ..Held::plain(on, Condition::Restrained)
        },
    );
    gain(
        scene,
        Held {
            toward: Some(on),
            cause: Some(who),
            amount: if small { UNHINDERED } else { 0 },
            ..Held::plain(who, Condition::Restraining)
        },
    );
}

/// After an attack whoever did not resist it resists again, whoever hid is known of, and what the game master added to the Miss
/// Chance is used up by a ranged one (`gaps/helpless`, `gaps/awareness`, `ranged/other-modifiers`).
fn after(scene: &mut Scene<'_, Energy>, thrown: &Thrown) {
    let Thrown { who, on, shot, .. } = *thrown;
    if scene.state().body(on).submits == Some(who) {
        scene.emit(Fact::Submits(on, None));
    }
    if shot && scene.state().body(who).shot_modifier != 0 {
        scene.emit(Fact::Set(who, Number::ShotModifier, 0));
    }
    for other in scene.state().creatures() {
        let of_attacker =
            |held: &Held<Condition>| held.kind == Condition::Unaware && held.toward == Some(who);
        if scene.state().has(other, Condition::Unaware) {
            end_all(scene, other, of_attacker);
        }
    }
}
