//! What Spells do once they are cast or controlled (`cast/effect-resolution`, `spell-attack/*`, `foundations/spell-list`).

use affray_kernel::{Covered, CreatureId, Play, Scene};

use super::numbers::present;
use super::target::Mark;
use super::{area, objects, zero_g};
use crate::ThreeAction;
use crate::act::Target;
use crate::fact::Verdict;
use crate::ids::rule;
use crate::sheet::{Components, Effect, Spell};
use crate::state::{Cast, Shared, SpellId, State};

pub(crate) mod aim;
pub(crate) mod attack;
pub(crate) mod components;
mod dread;
mod fire;
mod freeze;
mod mend;
pub(crate) mod running;
mod sleep;
mod snare;
pub(crate) mod summon;
pub(crate) mod telekinesis;
mod venom;

pub(crate) use components::Spread;

/// A Spell with the Energy put into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Casting {
    /// Who casts or controls it.
    pub(crate) by: CreatureId,
    /// Which it is.
    pub(crate) spell: SpellId,
    /// The Energy of its components.
    pub(crate) energy: Components,
}

impl Casting {
    /// The Spell itself; it is held apart from the state so that the state can change meanwhile.
    pub(crate) fn record(self, state: &State) -> Option<Record> {
        let cast = state.cast.clone();
        let known = usize::from(self.spell.0) < cast.spells.len();
        known.then_some(Record {
            cast,
            spell: self.spell,
        })
    }

    /// Energy in the Effect.
    pub(crate) fn effect(self) -> u8 {
        self.energy.effect
    }
}

/// A Spell's record.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    cast: Shared<Cast>,
    spell: SpellId,
}

impl std::ops::Deref for Record {
    type Target = Spell;

    fn deref(&self) -> &Spell {
        &self.cast.spells[usize::from(self.spell.0)]
    }
}

/// What a Spell is directed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// A creature; as the target was named, which may be a wrong guess at its square.
    One(CreatureId, Target),
    /// Whoever is Hidden in a square, or nobody.
    Square(affray_kernel::grid::Cell),
    /// An object or the ice of a square, as it was named.
    Thing(Mark, Target),
    /// An Area.
    Area(Spread, affray_kernel::grid::Area),
    /// A creature that is moved to a square; as it was named, which may be a wrong guess at its own.
    Carried(CreatureId, Target, affray_kernel::grid::Cell),
    /// A creature that appears in a square.
    Appears(CreatureId, affray_kernel::grid::Cell),
}

/// Whether a creature lets the Spell work on it without resistance: the caster itself and its Allies.
pub(crate) fn willing(state: &State, by: CreatureId, on: CreatureId) -> bool {
    by == on || super::numbers::allies(state, by, on)
}

/// Whether a Spell Attack has to be rolled against that creature.
pub(crate) fn must_attack(state: &State, casting: Casting, on: CreatureId) -> bool {
    state
        .cast
        .spells
        .get(usize::from(casting.spell.0))
        .is_some_and(|spell| {
            spell.attack.is_some() && !(spell.willing && willing(state, casting.by, on))
        })
}

/// Whether a Spell Attack is rolled when the Spell takes effect on that (`cast/effect-resolution`).
pub(crate) fn attacks(state: &State, casting: Casting, subject: Subject) -> bool {
    let has_attack = || {
        state
            .cast
            .spells
            .get(usize::from(casting.spell.0))
            .is_some_and(|spell| spell.attack.is_some())
    };
    match subject {
        Subject::One(on, _) | Subject::Carried(on, ..) => must_attack(state, casting, on),
        Subject::Thing(..) | Subject::Area(..) => has_attack(),
        Subject::Square(_) => true,
        Subject::Appears(..) => false,
    }
}

/// The Spell takes effect on what it is directed at; the target that a lasting Spell holds is returned.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn take_effect(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    subject: Subject,
) -> Play<Option<CreatureId>> {
    scene.cite(rule!("cast/effect-resolution"));
    match subject {
        Subject::One(on, target) => one(scene, casting, on, target),
        Subject::Square(at) => square(scene, casting, at),
        Subject::Thing(mark, target) => {
            thing(scene, casting, mark, target)?;
            Ok(None)
        }
        Subject::Area(spread, area) => {
            if fills(scene.state(), casting) {
                scene.cite(rule!("foundations/spell-list"));
                scene.cite(rule!("fog/kinds"));
                return Ok(None);
            }
            let caught = scene.known(|state| area::caught(state, area));
            everybody(scene, casting, spread, &caught)?;
            Ok(None)
        }
        Subject::Carried(on, target, to) => telekinesis::carry(scene, casting, on, target, to),
        Subject::Appears(who, at) => {
            summon::appear(scene, casting.by, who, at)?;
            Ok(Some(who))
        }
    }
}

/// Whether the Spell fills its whole Area and works on nobody in it: Fog (`fog/kinds`).
fn fills(state: &State, casting: Casting) -> bool {
    let record = casting.record(state);
    record.is_some_and(|record| matches!(record.effect, Effect::Fog))
}

/// What the Spell covers where it has an Area: the squares, and everybody who is caught in them.
pub(crate) fn covered(state: &State, casting: Casting, subject: Subject) -> Option<Covered> {
    let Subject::Area(_, area) = subject else {
        return None;
    };
    Some(if fills(state, casting) {
        area::filled(state, area)
    } else {
        area::covered(state, area)
    })
}

fn one(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    target: Target,
) -> Play<Option<CreatureId>> {
    if must_attack(scene.state(), casting, on) {
        let (verdict, made) = attack::at_one(scene, casting, on, target)?;
        let held = reach(scene, casting, on, verdict)?;
        made.over(scene)?;
        return Ok(held);
    }
    let mut verdict = Verdict::Hit;
    if wrong_square(scene.state(), target) {
        scene.cite(rule!("hidden/wrong-square"));
        verdict = Verdict::Miss;
    }
    reach(scene, casting, on, verdict)
}

/// The Spell Attack goes to a square; whom it hits the Spell reaches.
fn square(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    at: affray_kernel::grid::Cell,
) -> Play<Option<CreatureId>> {
    let Some(struck) = attack::at_square(scene, casting, at)? else {
        return Ok(None);
    };
    let held = reach(scene, casting, struck.on, struck.verdict)?;
    struck.made.over(scene)?;
    Ok(held)
}

/// The Spell reaches a single creature, unless it misses; that creature is returned.
fn reach(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    verdict: Verdict,
) -> Play<Option<CreatureId>> {
    if verdict == Verdict::Miss {
        return Ok(None);
    }
    let critical = verdict == Verdict::Critical;
    let power = Power::of_one(scene, casting, critical)?;
    affect(scene, casting, on, critical, power)?;
    Ok(Some(on))
}

/// Whether a Hidden creature is looked for in a square where it is not.
fn wrong_square(state: &State, target: Target) -> bool {
    match target {
        Target::Guess(on, cell) => !state.space(on).contains(state.grid().shape, cell),
        _ => false,
    }
}

/// Damage to a thing; the Attack on it makes its author tumble as any other (`zero-g/destabilized`).
fn thing(scene: &mut Scene<'_, ThreeAction>, casting: Casting, mark: Mark, target: Target) -> Play {
    let verdict = attack::at_thing(scene, casting.by, mark, target)?;
    if verdict != Verdict::Miss
        && let Some(record) = casting.record(scene.state())
        && let Effect::Damage { dice, kind, .. } = record.effect
    {
        let amount = fire::roll(scene, casting, dice, verdict == Verdict::Critical)?;
        match mark {
            Mark::Object(item) => objects::harm(scene, item, amount, kind)?,
            Mark::Ice(cell) => objects::harm_ice(scene, cell, amount, kind)?,
            Mark::Creature(_) | Mark::Square(_) => {}
        }
    }
    zero_g::tumbles(scene, casting.by);
    Ok(())
}

/// One Spell Attack for all, if the Spell attacks; Damage and healing are rolled once.
fn everybody(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    spread: Spread,
    caught: &[CreatureId],
) -> Play {
    if caught.is_empty() {
        return Ok(());
    }
    let (verdicts, made) = attack::at_area(scene, casting, spread, caught)?;
    reach_all(scene, casting, caught, &verdicts)?;
    made.into_iter().try_for_each(|made| made.over(scene))
}

/// The Spell reaches everybody in its Area whom it does not miss.
fn reach_all(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    caught: &[CreatureId],
    verdicts: &[Verdict],
) -> Play {
    if verdicts.iter().all(|verdict| *verdict == Verdict::Miss) {
        return Ok(());
    }
    let any_critical = verdicts.contains(&Verdict::Critical);
    let power = Power::of_area(scene, casting, any_critical)?;
    for (on, verdict) in caught.iter().zip(verdicts) {
        if *verdict != Verdict::Miss && present(scene.state(), *on) {
            affect(scene, casting, *on, *verdict == Verdict::Critical, power)?;
        }
    }
    Ok(())
}

/// Damage or healing rolled for a Spell; nothing for Spells that do neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Power {
    plain: i32,
    critical: i32,
}

impl Power {
    /// Rolled for a single target, doubled if the Spell Attack was critical (`spell-attack/critical`).
    fn of_one(scene: &mut Scene<'_, ThreeAction>, casting: Casting, critical: bool) -> Play<Self> {
        let Some(record) = casting.record(scene.state()) else {
            return Ok(Self::default());
        };
        let rolled = match &record.effect {
            Effect::Damage { dice, .. } => fire::roll(scene, casting, *dice, critical)?,
            Effect::Heal { dice } => mend::roll(scene, casting, *dice)?,
            _ => 0,
        };
        Ok(Self {
            plain: rolled,
            critical: rolled,
        })
    }

    /// Rolled once for everybody in an Area.
    fn of_area(
        scene: &mut Scene<'_, ThreeAction>,
        casting: Casting,
        any_critical: bool,
    ) -> Play<Self> {
        let Some(record) = casting.record(scene.state()) else {
            return Ok(Self::default());
        };
        Ok(match &record.effect {
            Effect::Damage { dice, .. } => fire::roll_area(scene, casting, *dice, any_critical)?,
            Effect::Heal { dice } => {
                let rolled = mend::roll(scene, casting, *dice)?;
                Self {
                    plain: rolled,
                    critical: rolled,
                }
            }
            _ => Self::default(),
        })
    }
}

/// What the Effect does to a creature that it reaches.
fn affect(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    critical: bool,
    power: Power,
) -> Play {
    let Some(record) = casting.record(scene.state()) else {
        return Ok(());
    };
    scene.cite(rule!("foundations/spell-list"));
    if critical {
        scene.cite(rule!("spell-attack/critical"));
    }
    let amount = if critical {
        power.critical
    } else {
        power.plain
    };
    match &record.effect {
        Effect::Damage { kind, ignites, .. } => {
            fire::burn(scene, on, amount, *kind, *ignites && critical)
        }
        Effect::Heal { .. } => {
            super::healing::heal(scene, on, amount);
            Ok(())
        }
        Effect::Freeze { stuns_from } => freeze::freeze(scene, casting, on, *stuns_from, critical),
        Effect::Shake => {
            dread::shake(scene, casting, on, critical);
            Ok(())
        }
        Effect::Poison { rounds } => {
            venom::poison(scene, casting, on, *rounds, critical);
            Ok(())
        }
        Effect::Entangle { base, per_energy } => snare::entangle(
            scene,
            casting,
            on,
            *base + *per_energy * i16::from(casting.effect()),
            critical,
        ),
        Effect::Sleep => sleep::sleep(scene, casting, on),
        Effect::Fog | Effect::Telekinesis { .. } | Effect::Summon { .. } => Ok(()),
    }
}
