//! What damage does: it wears the Aura down, and then harms the body (`aura/*`, `nonlethal/*`, `death/death-roll-trigger`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::dice::pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{self, gain, lasting, next_round};
use super::{death, unconscious};
use crate::Energy;
use crate::fact::{Fact, Harm, Number};
use crate::ids::rule;
use crate::sheet::{AuraOverflow, DamageType, HelplessKill, NonlethalAtZero};
use crate::state::{Cause, Condition, State};

/// Where damage comes from, as far as Non-Lethal damage and easy kills look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// The body.
    Unarmed,
    /// A blunt melee weapon.
    BluntMelee,
    /// Another melee weapon.
    Melee,
    /// Shot or thrown.
    Ranged,
    /// A spell or an ability.
    Power,
}

/// Damage about to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blow {
    /// Who dealt it.
    pub(crate) by: CreatureId,
    /// Who takes it.
    pub(crate) on: CreatureId,
    /// How much, after armour and multipliers.
    pub(crate) amount: i16,
    /// Of which type.
    pub(crate) kind: DamageType,
    /// From what.
    pub(crate) source: Source,
    /// Whether it is meant to be Non-Lethal, and how much easier the Chance roll was made.
    pub(crate) nonlethal: Option<u8>,
    /// Whether its target was unconscious when it was rolled: attacks of one moment do not make each other easier.
    pub(crate) unconscious: bool,
}

/// Whether a creature's Aura protects it: it has some left and it is not switched off (`aura/mastery`).
#[inline]
#[must_use]
pub(crate) fn protected(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.aura > 0 && !body.aura_off
}

/// What a blow meets, with all kinds of damage that it does (`aura/damage`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// The body.
    Body,
    /// The Aura, even if the first kind of damage empties it.
    Aura,
    /// The Aura, and what was to spare has harmed the body.
    Both,
}

/// What a blow meets that falls now.
pub(crate) fn met(state: &State, who: CreatureId) -> Met {
    if protected(state, who) {
        Met::Aura
    } else {
        Met::Body
    }
}

/// Damage is taken, one kind of it.
///
/// # Errors
/// Stops where a die is missing.
pub(crate) fn take(scene: &mut Scene<'_, Energy>, blow: Blow, met: &mut Met) -> Play {
    let Blow {
        on, amount, kind, ..
    } = blow;
    if amount <= 0 {
        scene.cite(rule!("melee/damage"));
        scene.emit(Fact::Unhurt(on));
        return Ok(());
    }
    let state = scene.state();
    if state.has(on, Condition::Dead) {
        return Ok(());
    }
    if state.sheet(on).traits.object {
        break_thing(scene, blow);
        return Ok(());
    }
    let asleep = state.body(on).is_out_by(Cause::Sleep);
    if *met != Met::Body {
        let aura = state.body(on).aura;
        scene.cite(rule!("aura/damage"));
        scene.cite(rule!("aura/nature"));
        let why = match blow.nonlethal {
            Some(_) => Harm::NonLethal,
            None => Harm::Lethal,
        };
        scene.emit(Fact::Harmed {
            who: on,
            amount,
            kind,
            why,
        });
        let overflows = *met == Met::Aura
            && amount > aura
            && scene.state().cast.options.aura_overflow == AuraOverflow::DeathRoll;
        if overflows {
            *met = Met::Both;
            // The Aura stood when the blow fell: nobody is killed by it without a Death roll (`death/helpless-kill`).
            let blow = Blow {
                unconscious: false,
                ..blow
            };
            hurt_body(scene, blow, true)?;
        }
    } else {
        scene.cite(rule!("aura/harmful-effects"));
        scene.cite(rule!("death/needs-zero-aura"));
        hurt_body(scene, blow, false)?;
    }
    if asleep && !scene.state().has(on, Condition::Dead) {
        scene.cite(rule!("unconscious/wake-sleep"));
        unconscious::end_cause(scene, on, Cause::Sleep);
    }
    Ok(())
}

/// A thing loses hit points and breaks at 0 (`gaps/objects`).
fn break_thing(scene: &mut Scene<'_, Energy>, blow: Blow) {
    scene.cite(rule!("gaps/objects"));
    let left = (scene.state().body(blow.on).aura - blow.amount).max(0);
    scene.emit(Fact::Harmed {
        who: blow.on,
        amount: blow.amount,
        kind: blow.kind,
        why: Harm::Lethal,
    });
    if left == 0 {
        gain(scene, Held::plain(blow.on, Condition::Dead));
    }
}

/// Damage with nothing left to stop it: Non-Lethal or a Death roll (`death/death-roll-trigger`, `nonlethal/purpose`). What has gone through
/// the Aura was `told` there.
fn hurt_body(scene: &mut Scene<'_, Energy>, blow: Blow, told: bool) -> Play {
    let why = match blow.nonlethal {
        Some(steps) if is_nonlethal(scene, blow, steps)? => Harm::NonLethal,
        _ => Harm::Lethal,
    };
    if !told {
        scene.emit(Fact::Harmed {
            who: blow.on,
            amount: blow.amount,
            kind: blow.kind,
            why,
        });
    }
    if why == Harm::NonLethal {
        return winded(scene, blow.on);
    }
    if dies_without_a_roll(scene.state(), blow) {
        scene.cite(rule!("death/helpless-kill"));
        return death::die(scene, blow.on);
    }
    death::roll(scene, blow.on)
}

/// The unconscious at 0 Aura are killed by any melee hit that is meant to kill, if they were so when it was rolled (`death/helpless-kill`,
/// `action-order/simultaneous-challenge`).
fn dies_without_a_roll(state: &State, blow: Blow) -> bool {
    state.cast.options.helpless_kill == HelplessKill::Automatic
        && blow.unconscious
        && blow.nonlethal.is_none()
        && !state.sheet(blow.on).traits.tough
        && !matches!(blow.source, Source::Ranged | Source::Power)
}

/// By how much each step makes the Chance roll easier (`nonlethal/penalty-for-safety`).
const EASIER: i32 = 5;

impl Source {
    /// That of an attack in melee.
    pub(crate) const fn of_melee(unarmed: bool, kind: Option<DamageType>) -> Self {
        match (unarmed, kind) {
            (true, _) => Self::Unarmed,
            (false, Some(DamageType::Blunt)) => Self::BluntMelee,
            (false, _) => Self::Melee,
        }
    }

    /// What the Chance roll needs; what is done with the bare body takes none (`nonlethal/chance-table`, `nonlethal/unarmed-free`).
    const fn chance(self) -> Option<i32> {
        match self {
            Self::Unarmed => None,
            Self::BluntMelee => Some(5),
            Self::Melee => Some(10),
            Self::Ranged | Self::Power => Some(15),
        }
    }
}

/// How many steps make it certain that damage from there is Non-Lethal (`nonlethal/penalty-for-safety`).
pub(crate) fn steps_to_safety(source: Source) -> u8 {
    let steps = source.chance().map_or(0, |table| table / EASIER);
    u8::try_from(steps).unwrap_or(0)
}

/// The Chance roll that damage at 0 Aura is Non-Lethal (`nonlethal/chance-table`, `nonlethal/penalty-for-safety`).
fn is_nonlethal(scene: &mut Scene<'_, Energy>, blow: Blow, steps: u8) -> Play<bool> {
    let Some(table) = blow.source.chance() else {
        scene.cite(rule!("nonlethal/unarmed-free"));
        scene.cite(rule!("unarmed/non-lethal"));
        return Ok(true);
    };
    scene.cite(rule!("nonlethal/chance-table"));
    let needed = table - EASIER * i32::from(steps);
    if steps > 0 {
        scene.cite(rule!("nonlethal/penalty-for-safety"));
    }
    if needed <= 1 {
        return Ok(true);
    }
    chance(scene, blow.by, needed)
}

/// A Chance roll: no modifiers, and neither Advantage nor Disadvantage (`chance/roll`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn chance(scene: &mut Scene<'_, Energy>, who: CreatureId, needed: i32) -> Play<bool> {
    let roll = Roll {
        pool: pool!("1d20"),
        by: Some(who),
        what: "chance",
        rule: rule!("chance/roll"),
        audience: Audience::Everyone,
    };
    let shown = scene
        .roll_by(roll, |reading| u32::from(reading.total >= needed))?
        .total;
    mark_natural(scene, shown);
    let succeeds = shown >= needed;
    scene.explain(
        || Sum {
            by: Some(who),
            what: "chance",
            dice: shown,
            total: shown,
            against: Some(Against::number("DC", needed)),
            verdict: if succeeds { "success" } else { "failure" },
            rule: rule!("chance/roll"),
        },
        &Tally::new(),
    );
    Ok(succeeds)
}

/// With the optional rule, natural 20s and 1s of any d20 are marked (`critical/optional-success`, `critical/optional-failure`).
pub(crate) fn mark_natural(scene: &mut Scene<'_, Energy>, shown: i32) {
    if !scene.state().cast.options.critical_successes_and_failures {
        return;
    }
    match shown {
        20 => scene.because("Critical Success", rule!("critical/optional-success")),
        1 => scene.because("Critical Failure", rule!("critical/optional-failure")),
        _ => {}
    }
}

/// Non-Lethal damage at 0 Aura (`nonlethal/received-at-zero`, `nonlethal/dealt-at-zero`).
fn winded(scene: &mut Scene<'_, Energy>, on: CreatureId) -> Play {
    let switch = scene.state().cast.options.nonlethal_at_zero;
    scene.cite(rule!("nonlethal/purpose"));
    scene.cite(rule!("nonlethal/injury-choice"));
    if switch != NonlethalAtZero::ShakenOnly {
        scene.cite(rule!("nonlethal/received-at-zero"));
        let until = next_round(scene.state());
        gain(scene, lasting(on, Condition::Exhausted, until));
    }
    if switch != NonlethalAtZero::ExhaustedOnly {
        scene.cite(rule!("nonlethal/dealt-at-zero"));
        gain(scene, lasting(on, Condition::Shaken, Until::Cleared));
        lose_stamina(scene, on, 5, Cause::NonLethal)?;
    }
    Ok(())
}

/// Stamina is lost through an effect; at 0 one is unconscious at once (`stamina/never-negative`, `stamina/zero-means-unconscious`,
/// `stamina/spending-the-last-point`).
///
/// # Errors
/// None today; what follows may roll.
pub(crate) fn lose_stamina(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    points: i16,
    cause: Cause,
) -> Play {
    let before = scene.state().body(who).stamina;
    let left = (before - points).max(0);
    if points > before {
        scene.cite(rule!("stamina/never-negative"));
    }
    if left != before {
        scene.emit(Fact::Set(who, Number::Stamina, left));
    }
    if left == 0 && before > 0 {
        scene.cite(rule!("stamina/zero-means-unconscious"));
        unconscious::fall(scene, who, cause)?;
    }
    Ok(())
}

/// Aura is regained: never above its maximum, and whoever gains any is Stabilized (`aura/recovery-value`, `death/stabilized`).
pub(crate) fn regain(scene: &mut Scene<'_, Energy>, who: CreatureId, points: i16) {
    scene.cite(rule!("aura/strength"));
    scene.cite(rule!("aura/recalculated"));
    let state = scene.state();
    let gained = points
        .min(state.sheet(who).aura_strength - state.body(who).aura)
        .max(0);
    if gained == 0 {
        return;
    }
    scene.emit(Fact::Regains(who, gained));
    death::stabilize(scene, who);
}

/// A Recovery Surge is spent (`aura/recovery-surges`, `aura/recovery-value`); `false` if there is none.
pub(crate) fn surge(scene: &mut Scene<'_, Energy>, who: CreatureId) -> bool {
    let surges = scene.state().body(who).surges;
    if surges == 0 {
        return false;
    }
    scene.cite(rule!("aura/recovery-surges"));
    scene.cite(rule!("aura/recovery-value"));
    scene.cite(rule!("aura/modifier"));
    scene.emit(Fact::Set(who, Number::Surges, surges - 1));
    let value = scene.state().sheet(who).recovery_value;
    regain(scene, who, value);
    true
}

/// How many Recovery Surges bring a creature Aura: those that it has, and no more than fill it up (`aura/recovery-surges`).
#[must_use]
pub(crate) fn useful_surges(state: &State, who: CreatureId) -> i16 {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let missing = (sheet.aura_strength - body.aura).max(0);
    let value = sheet.recovery_value.max(1);
    let needed = missing / value + i16::from(missing % value > 0);
    needed.min(body.surges)
}

/// Whether conditions of a hit reach a creature whatever its Aura (`aura/harmful-effects`).
#[must_use]
pub(crate) fn reaches(state: &State, who: CreatureId, needs_zero_aura: bool) -> bool {
    !needs_zero_aura || !protected(state, who)
}

/// The end of a condition that a power imposes.
#[must_use]
pub(crate) fn until(state: &State, lasting: crate::sheet::Lasting) -> Until {
    use crate::sheet::Lasting;
    match lasting {
        Lasting::NextRound => next_round(state),
        Lasting::ThisRound => conditions::this_round(state),
        Lasting::ShortRest => Until::Cleared,
    }
}
