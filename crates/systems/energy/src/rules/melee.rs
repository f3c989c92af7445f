//! Melee attacks: the Combat roll, the Attack Value against a Defense roll, and what a hit does (`melee/*`, `unarmed/*`,
//! `critical/*`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{Arm, CreatureId, Frozen, Play, RuleId};

use super::aura::{Blow, Source};
use super::damage::{self, Hit};
use super::defenses::{self, Defending, Seen};
use super::effects::{Effect, Struck, Thrown};
use super::grounds;
use super::luck::Luck;
use super::numbers::{
    attack_value_tally, coverage, defenseless, is_unarmed, masab, masdb, proficient, rating,
    unaware,
};
use crate::Energy;
use crate::act::{Boost, Strike};
use crate::fact::{Verdict, What};
use crate::ids::rule;
use crate::sheet::{Changes, RollKind, Working};
use crate::state::{Condition, State};

const D20: Pool = pool!("1d20");

/// The d20 of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HitRoll {
    /// Of an attack in melee (`melee/combat-roll`).
    Combat,
    /// Of what is shot or thrown (`ranged/hit-roll`).
    Ranged,
}

impl HitRoll {
    /// What it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Combat => "Combat roll",
            Self::Ranged => "Hit roll",
        }
    }

    /// The table of what it brings by itself.
    const fn table(self) -> RuleId {
        match self {
            Self::Combat => rule!("melee/combat-roll-table"),
            Self::Ranged => rule!("ranged/hit-roll-table"),
        }
    }

    /// The rule by which it strikes armour.
    const fn armor(self) -> RuleId {
        match self {
            Self::Combat => rule!("melee/armor"),
            Self::Ranged => rule!("ranged/armor"),
        }
    }
}

/// The Combat roll as its table reads it (`melee/combat-roll-table`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Combat {
    /// The kept die.
    pub(crate) shown: i32,
    /// 1: a Critical Failure.
    pub(crate) fails: bool,
    /// 1 to 3: whoever rolled is Exposed.
    pub(crate) exposes: bool,
    /// A Critical Hit.
    pub(crate) critical: bool,
    /// Below the Coverage: armour is struck.
    pub(crate) armored: bool,
}

impl Combat {
    /// Reads a die against the lowest critical roll and the Coverage.
    #[inline]
    pub(crate) const fn read(shown: i32, threshold: i32, coverage: i32) -> Self {
        let critical = shown >= threshold;
        Self {
            shown,
            fails: shown == 1,
            exposes: shown <= 3,
            critical,
            armored: shown < coverage && !critical,
        }
    }

    /// Whether it brings anything by itself.
    pub(crate) const fn is_special(self) -> bool {
        self.fails || self.exposes || self.critical
    }

    /// What an enumeration has to tell apart, where it matters whether armour is struck and where it does not.
    #[inline]
    pub(crate) const fn class(self, armor: bool) -> u32 {
        self.fails as u32
            | (self.exposes as u32) << 1
            | (self.critical as u32) << 2
            | ((self.armored && armor) as u32) << 3
    }
}

/// The lowest roll that is a Critical Hit with a Precision (`critical/threshold`, `critical/precision`).
#[inline]
#[must_use]
pub(crate) fn critical_from(state: &State, who: CreatureId, arm: Option<Arm>) -> i32 {
    let weapon = arm.and_then(|arm| state.weapon(who, arm));
    let precision =
        weapon.map_or(0, |weapon| weapon.precise) + state.sheet(who).named(Changes::Precision);
    (20 - i32::from(precision)).clamp(4, 20)
}

/// What hampers or helps a Combat or Hit roll.
pub(crate) fn attack_luck(state: &State, who: CreatureId) -> Luck {
    let mut luck = Luck::default();
    if state.has(who, Condition::Dazed) {
        luck.disadvantage("Disadvantage: Dazed", rule!("conditions/dazed"));
    }
    if state.has(who, Condition::Blinded) {
        luck.disadvantage("Disadvantage: Blinded", rule!("conditions/blinded"));
    }
    if state.sheet(who).advantages.contains(&RollKind::Attack) {
        luck.advantage("Advantage: by an ability", rule!("gaps/combat-styles"));
    }
    luck
}

/// Whether somebody wears armour that counts against a hit.
pub(crate) fn is_armored(state: &State, on: CreatureId, roll: HitRoll) -> bool {
    coverage(state, on, roll == HitRoll::Ranged) > 1 && rating(state, on) != 0
}

/// What a Combat roll is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A blow, which armour may soften.
    Blow,
    /// A Combat Maneuver, which does no damage.
    Maneuver,
}

/// Makes the Combat roll.
///
/// # Errors
/// Stops if the die is missing.
fn combat_roll(
    scene: &mut Frozen<'_, '_, Energy>,
    (by, on): (CreatureId, CreatureId),
    arm: Arm,
    purpose: Purpose,
) -> Play<Combat> {
    let state = scene.state();
    let armor = purpose == Purpose::Blow && is_armored(state, on, HitRoll::Combat);
    let threshold = critical_from(state, by, Some(arm));
    let coverage = i32::from(coverage(state, on, false));
    let luck = attack_luck(state, by);
    luck.explain(scene);
    let roll = Roll {
        pool: luck.on(D20),
        by: Some(by),
        what: HitRoll::Combat.name(),
        rule: rule!("melee/combat-roll"),
        audience: Audience::Everyone,
    };
    let read = |shown| Combat::read(shown, threshold, coverage);
    scene.cite(rule!("melee/combat-roll-table"));
    let shown = scene
        .roll_by(roll, |reading| read(reading.total).class(armor))?
        .total;
    let combat = read(shown);
    cite_combat(scene, by, combat, threshold);
    Ok(combat)
}

fn cite_combat(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, combat: Combat, threshold: i32) {
    if !scene.listened() || !combat.is_special() {
        return;
    }
    if combat.critical {
        scene.cite(rule!("critical/threshold"));
    }
    if threshold < 20 && combat.critical && combat.shown < 20 {
        scene.cite(rule!("critical/precision"));
    }
    if combat.fails {
        scene.cite(rule!("exposed/critical-failure"));
    }
    if combat.exposes || combat.critical {
        scene.cite(rule!("melee/exposure-during-attack"));
    }
    explain_special(scene, by, combat, HitRoll::Combat);
}

/// What a Combat or Hit roll brings by itself, whatever it is compared with: on a line of its own, so that nothing of it stands on the
/// Defense roll that comes next.
pub(crate) fn explain_special(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    combat: Combat,
    roll: HitRoll,
) {
    mark_natural(scene, combat);
    scene.explain(
        || Sum {
            by: Some(by),
            what: roll.name(),
            dice: combat.shown,
            total: combat.shown,
            against: None,
            verdict: match combat {
                Combat { fails: true, .. } => "Critical Failure",
                Combat { critical: true, .. } => "Critical Hit",
                _ => "Exposed",
            },
            rule: roll.table(),
        },
        &Tally::new(),
    );
}

/// With the optional rule, natural 20s and 1s of Combat and Hit rolls are marked (`critical/optional-success`,
/// `critical/optional-failure`).
fn mark_natural(scene: &mut Frozen<'_, '_, Energy>, combat: Combat) {
    let optional = scene.state().cast.options.critical_successes_and_failures;
    if optional && combat.shown == 20 {
        scene.because("Critical Success", rule!("critical/optional-success"));
    }
    if optional && combat.fails {
        // The verdict says so by itself.
        scene.cite(rule!("critical/optional-failure"));
    }
}

/// Why a target may not roll Evasion against a melee attack; then it is hit unless the Combat roll is a 1
/// (`defenses/no-roll-means-hit`, `surprise/automatic-hit`).
#[must_use]
pub(crate) fn no_evasion(
    state: &State,
    on: CreatureId,
    by: CreatureId,
    seen: Seen,
) -> Option<RuleId> {
    let was = |condition| seen.had(condition);
    if defenseless(state, on, by) || was(Condition::Unconscious) || was(Condition::Helpless) {
        Some(rule!("defenses/no-roll-means-hit"))
    } else if unaware(state, on, by) || was(Condition::Unaware) {
        Some(rule!("surprise/automatic-hit"))
    } else {
        None
    }
}

/// Whether a melee attack takes its target by surprise: it knows nothing of the attacker, or is unconscious (`surprise/automatic-hit`,
/// `unconscious/state`).
#[must_use]
pub(crate) fn surprises(state: &State, on: CreatureId, by: CreatureId, seen: Seen) -> bool {
    seen.has(state, on, Condition::Unconscious)
        || seen.had(Condition::Unaware)
        || unaware(state, on, by)
}

/// What the comparison of an Attack Value with a Defense roll came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Came {
    /// The Combat roll.
    pub(crate) combat: Combat,
    /// The verdict.
    pub(crate) verdict: Verdict,
}

/// The verdict of a melee attack (`melee/hit-test`, `actions/defend-ties`).
#[inline]
const fn verdict(combat: Combat, value: i32, defense: i32, defending: bool) -> Verdict {
    let reaches = if defending {
        value > defense
    } else {
        value >= defense
    };
    match combat {
        Combat { fails: true, .. } => Verdict::CriticalFailure,
        Combat { critical: true, .. } => Verdict::Critical,
        _ if reaches => Verdict::Hit,
        _ => Verdict::Miss,
    }
}

/// Makes the Combat roll and the Defense roll, in this order, and compares (`fundamentals/dice-order`).
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn compare(
    scene: &mut Frozen<'_, '_, Energy>,
    (by, arm, purpose): (CreatureId, Arm, Purpose),
    value: &Tally,
    defending: Result<&Defending, (CreatureId, RuleId)>,
) -> Play<Came> {
    scene.cite(rule!("melee/sequence"));
    scene.cite(rule!("fundamentals/dice-order"));
    let on = match defending {
        Ok(defending) => defending.who,
        Err((on, _)) => on,
    };
    if let Err((_, rule)) = defending {
        scene.because("no Evasion roll: hit unless a 1 is rolled", rule);
    }
    let combat = combat_roll(scene, (by, on), arm, purpose)?;
    let braced = scene.state().body(on).defending;
    let attack = value.total();
    let came = match defending {
        Err(_) => {
            let verdict = verdict(combat, attack, i32::MIN, false);
            Came { combat, verdict }
        }
        Ok(defending) => {
            let judge = |defense| verdict(combat, attack, defense, braced);
            let defense = defending.roll(scene, |total| judge(total) as u32)?;
            if braced && attack == defense && judge(defense) == Verdict::Miss {
                scene.because("Defend: ties are won", rule!("actions/defend-ties"));
            }
            explain(scene, by, value, (defending, defense), judge(defense));
            Came {
                combat,
                verdict: judge(defense),
            }
        }
    };
    Ok(came)
}

fn explain(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    value: &Tally,
    (defending, defense): (&Defending, i32),
    verdict: Verdict,
) {
    scene.explain(
        || Sum {
            by: Some(by),
            what: "Attack Value",
            dice: 0,
            total: value.total(),
            against: Some(Against::of(defending.who, defending.what.name(), defense)),
            verdict: in_words(verdict),
            rule: rule!("melee/hit-test"),
        },
        value,
    );
}

/// A verdict as the log writes it.
#[must_use]
pub(crate) const fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::CriticalFailure => "Critical Failure",
        Verdict::Miss => "miss",
        Verdict::Hit => "hit",
        Verdict::Critical => "Critical Hit",
    }
}

/// Rolls a melee attack and its damage. `seen` are the target's conditions since the attack was declared.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    strike: &Strike,
    seen: Seen,
) -> Play<Thrown> {
    let (on, arm) = (strike.target, strike.with);
    let mut thrown = Thrown::by(by, on);
    grounds::melee(scene, by, on, arm);
    let state = scene.state();
    let mut value = attack_value_tally(state, by, arm);
    value.add(
        "Non-Lethal",
        -3 * i16::from(strike.nonlethal.unwrap_or(0)),
        rule!("nonlethal/penalty-for-safety"),
    );
    let excused = no_evasion(state, on, by, seen);
    if excused.is_some() && no_evasion(state, on, by, Seen::default()).is_none() {
        scene.cite(rule!("melee/effects-during-attack"));
    }
    let attack = (by, arm, Purpose::Blow);
    let came = match excused {
        Some(rule) => compare(scene, attack, &value, Err((on, rule)))?,
        None => {
            scene.cite(rule!("defenses/default-evasion"));
            if seen.0 != 0 {
                scene.cite(rule!("melee/effects-during-attack"));
            }
            let defending = defenses::evasion(scene.state(), on, by, seen);
            compare(scene, attack, &value, Ok(&defending))?
        }
    };
    thrown.came(What::Attack, on, came.verdict);
    thrown.combat(came.combat, on, came.verdict);
    if came.verdict.hits() {
        hit(scene, by, strike, came.combat, &mut thrown)?;
    }
    Ok(thrown)
}

/// Says whether the armour of whoever wears any is struck (`melee/armor`, `ranged/armor`).
pub(crate) fn explain_armor(
    scene: &mut Frozen<'_, '_, Energy>,
    (by, on): (CreatureId, CreatureId),
    combat: Combat,
    roll: HitRoll,
) {
    let rule = roll.armor();
    scene.cite(rule);
    if !is_armored(scene.state(), on, roll) {
        return;
    }
    let coverage = i32::from(coverage(scene.state(), on, roll == HitRoll::Ranged));
    let verdict = match combat {
        Combat { critical: true, .. } => "armour ignored",
        Combat { armored: true, .. } => "armour struck",
        _ => "past the armour",
    };
    scene.explain(
        || Sum {
            by: Some(by),
            what: roll.name(),
            dice: combat.shown,
            total: combat.shown,
            against: Some(Against::of(on, "Armor Coverage", coverage)),
            verdict,
            rule,
        },
        &Tally::new(),
    );
}

/// What a hit does: damage, and what the weapon brings besides.
fn hit(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    strike: &Strike,
    combat: Combat,
    thrown: &mut Thrown,
) -> Play {
    let state = scene.state();
    let (on, arm) = (strike.target, strike.with);
    let Some(weapon) = state.weapon(by, arm) else {
        return Ok(());
    };
    let unarmed = is_unarmed(state, by, arm);
    let (mut tally, rule) = damage_parts(state, by, arm);
    let halvings = u8::from(!unarmed && !proficient(state, by, weapon.requirement));
    let doublings = boosted(state, strike.boost, &mut tally);
    let hit = Hit {
        by,
        on,
        dice: weapon.damage,
        tally,
        kind: weapon.kind,
        armored: combat.armored,
        doublings,
        halvings,
        rule,
    };
    let source = Source::of_melee(unarmed, Some(weapon.kind));
    let brings = weapon.brings.clone();
    explain_armor(scene, (by, on), combat, HitRoll::Combat);
    scene.cite(rule!("evasion/armor-only-here"));
    if halvings > 0 {
        scene.because(
            "without proficiency: halved",
            rule!("mpl/not-proficient-melee"),
        );
    }
    if strike.boost.is_some() {
        scene.cite(rule!("stamina/attack-enhancement-limit"));
    }
    if doublings > 0 {
        scene.because("Stamina: doubled", rule!("gaps/spells"));
    }
    let amount = damage::roll(scene, &hit)?;
    thrown.push(Effect::Damage(Blow {
        by,
        on,
        amount,
        kind: hit.kind,
        source,
        nonlethal: strike.nonlethal,
        unconscious: scene.state().has(on, Condition::Unconscious),
    }));
    if let Some(outcome) = brings {
        let struck = Struck {
            armored: false,
            doublings: hit.doublings,
            halvings: hit.halvings,
            source,
            nonlethal: strike.nonlethal,
            stopped: amount == 0 && hit.dice.is_some(),
        };
        thrown.bring(scene, on, &outcome, struck)?;
    }
    Ok(())
}

/// What is added to the damage dice of a melee attack, and the rule that says so: MASDB, or with the bare body MASAB.
pub(crate) fn damage_parts(state: &State, by: CreatureId, arm: Arm) -> (Tally, RuleId) {
    let mut tally = Tally::new();
    if is_unarmed(state, by, arm) {
        let rule = rule!("unarmed/damage");
        tally.add(
            "Melee Ability Score Attack Bonus, at least 1",
            masab(state, by).max(1),
            rule,
        );
        (tally, rule)
    } else {
        tally.add(
            "Melee Ability Score Damage Bonus",
            masdb(state, by),
            rule!("melee/masdb"),
        );
        (tally, rule!("melee/damage"))
    }
}

/// What Stamina put into the attack adds; the sources of double damage in it (`gaps/spells`).
fn boosted(state: &State, boost: Option<Boost>, tally: &mut Tally) -> u8 {
    let Some(boost) = boost else { return 0 };
    match state.power(boost.power).works {
        Working::PowerStrike => {
            let more = i16::from(boost.stamina);
            tally.add("Stamina", more, rule!("gaps/spells"));
            0
        }
        Working::Doubling => 1,
        _ => 0,
    }
}
