//! Attack rolls: what gives Advantage and Disadvantage, what is added, and when an Attack succeeds (`attack/*`, `foundations/critical-success`).

use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::luck::{Keeps, Luck};
use super::numbers::unarmed;
use crate::ThreeAction;
use crate::act::Target;
use crate::fact::{Fact, Number, Verdict};
use crate::ids::rule;
use crate::sheet::{Attribute, Category, CriticalSuccess, ItemKind, Sheet, Weapon};
use crate::state::{Arm, Condition, Place, State};

/// What Physical Defense is called in the log.
pub(crate) const PHYSICAL: &str = "Physical Defense";
/// What Mental Defense is called in the log.
pub(crate) const MENTAL: &str = "Mental Defense";

/// The three kinds of Attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Melee Attacks and Maneuvers.
    Melee,
    /// Ranged Attacks.
    Ranged,
    /// Spell Attacks: neither melee nor ranged (`spell-attack/kind`).
    Spell,
}

/// How an Attack is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aimed {
    /// At a creature whose place is known.
    Directly,
    /// At a square in which a Hidden creature is suspected (`hidden/declare-square`).
    Square(Cell),
    /// At an Area, from its point of origin: concealment does not count (`concealed/area`).
    Area(Space),
}

impl Aimed {
    /// As the target was named.
    #[inline]
    pub(crate) fn at(target: Target) -> Self {
        match target {
            Target::Guess(_, cell) => Self::Square(cell),
            _ => Self::Directly,
        }
    }
}

/// An Attack about to be made on one creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attempt {
    /// Who attacks.
    pub(crate) by: CreatureId,
    /// Whom.
    pub(crate) on: CreatureId,
    /// How.
    pub(crate) kind: Kind,
    /// With what; nothing for Spells.
    pub(crate) with: Option<Arm>,
    /// At what.
    pub(crate) aimed: Aimed,
}

impl Attempt {
    /// Where the Attack comes from: the attacker, or the point of origin of an Area.
    #[inline(always)]
    pub(crate) fn from(self, state: &State) -> Space {
        match self.aimed {
            Aimed::Area(origin) => origin,
            Aimed::Directly | Aimed::Square(_) => state.space(self.by),
        }
    }

    /// Where it goes to: the target, or the square it is suspected in.
    #[inline(always)]
    pub(crate) fn to(self, state: &State) -> Space {
        match self.aimed {
            Aimed::Square(cell) if !self.can_hit(state) => state.space(self.on).moved_to(cell),
            _ => state.space(self.on),
        }
    }

    /// Whether it goes to a square in which its target is suspected.
    #[inline(always)]
    pub(crate) fn is_guess(self) -> bool {
        matches!(self.aimed, Aimed::Square(_))
    }

    /// Whether it is a blow at a creature that is seen: where all is calm, nothing helps or hinders it.
    #[inline(always)]
    fn is_plain(self) -> bool {
        self.kind == Kind::Melee && self.aimed == Aimed::Directly && self.by != self.on
    }

    /// Whether the target is where the Attack goes: an Attack into a wrong square always misses (`hidden/wrong-square`).
    #[inline(always)]
    pub(crate) fn can_hit(self, state: &State) -> bool {
        match self.aimed {
            Aimed::Square(cell) => state.space(self.on).contains(state.grid().shape, cell),
            Aimed::Directly | Aimed::Area(_) => true,
        }
    }
}

/// Everything that gives an Attack Advantage or Disadvantage.
pub(crate) fn luck(state: &State, attempt: Attempt) -> Luck {
    if nothing_matters(state, attempt) {
        return Luck::default();
    }
    everything(state, &attempt)
}

/// As [`luck`], of an Attack that is made now, put where it is wanted.
#[inline(always)]
pub(crate) fn put_luck(scene: &mut Scene<'_, ThreeAction>, attempt: Attempt, luck: &mut Luck) {
    if !nothing_matters(scene.state(), attempt) {
        *luck = find_luck(scene, &{ attempt });
    }
}

/// As [`luck`], of an Attack that is made now.
pub(crate) fn luck_now(scene: &mut Scene<'_, ThreeAction>, attempt: Attempt) -> Luck {
    let mut luck = Luck::default();
    put_luck(scene, attempt, &mut luck);
    luck
}

#[inline(never)]
fn find_luck(scene: &mut Scene<'_, ThreeAction>, attempt: &Attempt) -> Luck {
    scene.known(|state| everything(state, attempt))
}

/// Whether nothing gives an Attack Advantage or Disadvantage, as all is calm.
#[inline(always)]
fn nothing_matters(state: &State, attempt: Attempt) -> bool {
    let is_calm = state.calm && attempt.is_plain();
    debug_assert!(
        !is_calm || !everything(state, &attempt).any(),
        "calm: {attempt:?}"
    );
    is_calm
}

/// All of [`luck`], looked for.
fn everything(state: &State, attempt: &Attempt) -> Luck {
    let mut luck = Luck::default();
    of_attacker(state, *attempt, &mut luck);
    of_target(state, *attempt, &mut luck);
    luck
}

/// What the attacker brings.
#[inline(always)]
pub(crate) fn of_attacker(state: &State, attempt: Attempt, luck: &mut Luck) {
    let by = attempt.by;
    for held in state.conditions.on(by) {
        match held.kind {
            Condition::Shaken => {
                luck.disadvantage("Disadvantage: Shaken", rule!("shaken/disadvantage"))
            }
            Condition::Destabilized => luck.disadvantage(
                "Disadvantage: unstable in Zero-G",
                rule!("zero-g/destabilized"),
            ),
            Condition::Prone if attempt.kind == Kind::Melee => {
                luck.disadvantage("Disadvantage: Prone", rule!("prone/own-melee"))
            }
            _ => luck.granted(held, Some(attempt.on)),
        }
    }
    super::sight::of_attacker(state, attempt, luck);
    super::squeezing::of_attacker(state, attempt, luck);
}

/// What the target and the place between the two bring.
#[inline(always)]
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    let Attempt { by, on, kind, .. } = attempt;
    for held in state.conditions.on(on) {
        let toward_attacker = held.toward.is_none_or(|toward| toward == by);
        let before = luck.sources();
        match held.kind {
            Condition::FlatFooted if toward_attacker => {
                luck.advantage("Advantage: Flat Footed", rule!("flat-footed/advantage"))
            }
            Condition::Grappled if toward_attacker => luck.advantage(
                "Advantage: Grappled by the attacker",
                rule!("grappled/flat-footed"),
            ),
            Condition::Stunned => {
                luck.advantage("Advantage: Stunned", rule!("stunned/flat-footed"))
            }
            Condition::Unconscious => {
                luck.advantage("Advantage: Unconscious", rule!("unconscious/flat-footed"))
            }
            Condition::Prone if kind == Kind::Melee => {
                luck.advantage("Advantage: target Prone", rule!("prone/melee-against"))
            }
            Condition::Prone if kind == Kind::Ranged => {
                luck.disadvantage("Disadvantage: target Prone", rule!("prone/ranged-against"))
            }
            _ => {}
        }
        if luck.sources() > before {
            luck.cites(point_of_view(held));
        }
    }
    if state.body(on).dodges > 0 {
        luck.disadvantage("Disadvantage: Dodge", rule!("dodge/action"));
    }
    if kind == Kind::Ranged && state.grid().distance(state.space(by), attempt.to(state)) <= 1 {
        luck.disadvantage(
            "Disadvantage: target within 5 ft",
            rule!("ranged-attack/close-disadvantage"),
        );
    }
    super::flanking::of_target(state, attempt, luck);
    super::sight::of_target(state, attempt, luck);
    super::cover::of_target(state, attempt, luck);
    super::squeezing::of_target(state, attempt, luck);
}

/// Whether a condition holds from one point of view only, or for everybody.
fn point_of_view(held: &Held<Condition>) -> RuleId {
    if held.toward.is_some() {
        rule!("conditions/subjective")
    } else {
        rule!("conditions/objective")
    }
}

/// The Attribute of a melee roll: the higher of STR and DEX with a Light or Medium Weapon, else STR (`melee-attack/light-medium-dex`).
#[inline(always)]
pub(crate) fn melee_attribute(
    sheet: &Sheet,
    weapon: Option<&Weapon>,
    using: Option<Attribute>,
) -> (&'static str, i16, RuleId) {
    let light = weapon.is_none_or(|weapon| weapon.category != Category::Heavy);
    let wants_dex = match using {
        Some(attribute) => attribute == Attribute::Dex,
        None => sheet.dex > sheet.str,
    };
    if light && wants_dex {
        ("DEX", sheet.dex, rule!("melee-attack/light-medium-dex"))
    } else {
        ("STR", sheet.str, rule!("melee-attack/roll"))
    }
}

/// The weapon with which a creature resists an opposed roll: a Light or Medium one or its bare body, if it may; else the Heavy one
/// (`foundations/opposed-roll`).
pub(crate) fn resisting_arm(state: &State, who: CreatureId) -> Arm {
    let mut heavy = None;
    for (id, item) in state.all_items() {
        if !matches!(item.place, Place::Held(holder, _) if holder == who) || item.hp <= 0 {
            continue;
        }
        if let ItemKind::Weapon(weapon) = state.kind(id) {
            if weapon.category != Category::Heavy {
                return Arm::Item(id);
            }
            heavy = Some(Arm::Item(id));
        }
    }
    let body = state.sheet(who);
    match heavy {
        Some(arm) if body.natural.len() <= 1 => arm,
        _ => unarmed(body),
    }
}

/// A made attack roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thrown {
    /// The die that counts.
    pub(crate) kept: i32,
    /// With everything added.
    pub(crate) total: i32,
}

/// Rolls a d20, or a pair, and adds the tally. The log gets reasons, dice and sum; `against` and the verdict come later.
///
/// # Errors
/// Stops if the dice are missing.
#[inline(always)]
pub(crate) fn roll(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    what: &'static str,
    luck: &Luck,
    tally: &Tally,
    rule: RuleId,
) -> Play<Thrown> {
    luck.explain(scene);
    let kept = scene.sum(die(by, what, luck, rule))?;
    Ok(Thrown {
        kept,
        total: kept + tally.total(),
    })
}

/// As [`roll`], where nothing follows from the roll but its `class`.
///
/// # Errors
/// Stops if the dice are missing.
#[inline(always)]
pub(crate) fn roll_by(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    (what, rule): (&'static str, RuleId),
    luck: &Luck,
    tally: &Tally,
    class: impl Fn(Thrown) -> u32,
) -> Play<Thrown> {
    luck.explain(scene);
    let more = tally.total();
    let thrown = |kept| Thrown {
        kept,
        total: kept + more,
    };
    let kept = scene.sum_by(die(by, what, luck, rule), |kept| class(thrown(kept)))?;
    Ok(thrown(kept))
}

/// A roll against a number, from which nothing follows but what it comes to.
///
/// # Errors
/// Stops if the dice are missing.
#[inline(always)]
pub(crate) fn roll_against(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    roll: (&'static str, RuleId),
    luck: &Luck,
    tally: &Tally,
    number: i32,
) -> Play<Thrown> {
    let critical = scene.state().cast.options.critical_success;
    let class = |thrown| comes_to(critical, thrown, number) as u32;
    roll_by(scene, by, roll, luck, tally, class)
}

#[inline(always)]
fn die(by: CreatureId, what: &'static str, luck: &Luck, rule: RuleId) -> Roll {
    Roll {
        pool: luck.pool(),
        by: Some(by),
        what,
        rule,
        audience: Audience::Everyone,
    }
}

/// What a roll against a number comes to (`foundations/check`, `foundations/critical-success`, `foundations/no-fumble`).
#[inline(always)]
pub(crate) fn verdict(state: &State, thrown: Thrown, target_number: i32) -> Verdict {
    comes_to(state.cast.options.critical_success, thrown, target_number)
}

/// The die of a roll that counts, with what is added.
pub(crate) fn thrown(keeps: Keeps, faces: &[u16], more: i32) -> Thrown {
    let kept = of_shared(keeps, faces);
    Thrown {
        kept,
        total: kept + more,
    }
}

/// What a roll against a number comes to, where that is a critical success.
#[inline(always)]
pub(crate) fn comes_to(critical: CriticalSuccess, thrown: Thrown, target_number: i32) -> Verdict {
    let critical = match critical {
        CriticalSuccess::Natural20 => thrown.kept == 20,
        CriticalSuccess::BeatBy10 => thrown.total - target_number >= 10,
    };
    if critical {
        Verdict::Critical
    } else if thrown.total >= target_number {
        Verdict::Hit
    } else {
        Verdict::Miss
    }
}

/// What an Attack on a creature comes to; into a wrong square it misses whatever the die shows (`hidden/wrong-square`).
#[inline(always)]
pub(crate) fn judge(state: &State, attempt: Attempt, thrown: Thrown, defense: i32) -> Verdict {
    if attempt.can_hit(state) {
        verdict(state, thrown, defense)
    } else {
        Verdict::Miss
    }
}

/// What the sum is compared with, as far as the attacker may know: a miss into a guessed square does not tell whether it was the right one
/// (`hidden/right-square`).
#[inline(always)]
pub(crate) fn against(
    attempt: Attempt,
    name: &'static str,
    defense: i32,
    verdict: Verdict,
) -> Option<Against> {
    (!attempt.is_guess() || verdict != Verdict::Miss)
        .then_some(Against::of(attempt.on, name, defense))
}

/// Puts the sum of an attack roll against a number, and what it came to, into the log.
#[inline(always)]
pub(crate) fn explain(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    (what, rule): (&'static str, RuleId),
    thrown: Thrown,
    tally: &Tally,
    against: impl Into<Option<Against>>,
    verdict: Verdict,
) {
    if scene.listened() {
        let against = against.into();
        explain_heard(scene, by, (what, rule), thrown, tally, against, verdict);
    }
}

fn explain_heard(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    (what, rule): (&'static str, RuleId),
    thrown: Thrown,
    tally: &Tally,
    against: Option<Against>,
    verdict: Verdict,
) {
    scene.cite_all(match against.map(|against| against.what) {
        Some(PHYSICAL) => {
            const {
                &[
                    rule!("foundations/check"),
                    rule!("foundations/physical-defense"),
                ]
            }
        }
        Some(MENTAL) => {
            const {
                &[
                    rule!("foundations/check"),
                    rule!("foundations/mental-defense"),
                ]
            }
        }
        _ => const { &[rule!("foundations/check")] },
    });
    if verdict == Verdict::Critical {
        scene.cite(rule!("foundations/critical-success"));
    }
    if thrown.kept == 1 {
        scene.cite(rule!("foundations/no-fumble"));
    }
    let words = match verdict {
        Verdict::Miss => "failure",
        Verdict::Hit => "success",
        Verdict::Critical => "Critical Success",
    };
    scene.explain(
        || Sum {
            by: Some(by),
            what,
            dice: thrown.kept,
            total: thrown.total,
            against,
            verdict: words,
            rule,
        },
        tally,
    );
}

/// An Attack on a creature that is rolled, and whose effect is still to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) struct Made {
    attempt: Attempt,
    /// Whether the target was where the Attack went; its effect may have moved it since.
    met: bool,
    hit: bool,
    /// Whether the attacker will tumble once it is over, and whether the target will.
    unsteadied: [bool; 2],
}

/// An Attack on a creature is rolled, hit or miss: it uses up a Dodge before anything else can come in between (`dodge/what-counts`), and
/// in Zero-G it is settled whether attacker and target tumble once it is over. An Attack into a wrong square leaves the target as it was.
#[inline(always)]
pub(crate) fn made(scene: &mut Scene<'_, ThreeAction>, attempt: Attempt, hit: bool) -> Made {
    if scene.listened() && super::grapple::grapples(scene.state(), attempt.on, attempt.by) {
        scene.cite(rule!("grappling/no-advantage-against"));
    }
    let mut made = Made {
        attempt,
        met: attempt.can_hit(scene.state()),
        hit,
        unsteadied: [false; 2],
    };
    if scene.state().calm {
        return made;
    }
    if made.met {
        // A miss into a guessed square does not tell whether anybody has dodged it.
        if hit || !attempt.is_guess() {
            cite_dodge(scene, attempt.on);
        }
        use_up_dodge(scene, attempt.on);
    }
    if scene.state().cast.scene.zero_g {
        let floats = |who| super::zero_g::floats(scene.state(), who);
        made.unsteadied = [floats(attempt.by), hit && floats(attempt.on)];
    }
    made
}

impl Made {
    /// The Attack is over, with its effect: who floated tumbles (`zero-g/destabilized`), a Hidden attacker is found by its target, a Hidden
    /// target that was hit by its attacker (`hidden/reveal-discovery`).
    ///
    /// # Errors
    /// Stops where a draw is missing.
    #[inline(always)]
    pub(crate) fn over(self, scene: &mut Scene<'_, ThreeAction>) -> Play {
        for (who, tumbles) in [self.attempt.by, self.attempt.on]
            .into_iter()
            .zip(self.unsteadied)
        {
            if tumbles {
                super::zero_g::tumbles(scene, who);
            }
        }
        if self.met && !scene.state().calm {
            super::sight::attacked(scene, self.attempt.by, self.attempt.on, self.hit)
        } else {
            Ok(())
        }
    }
}

/// Names the rule by which a Dodge is about to be used up.
fn cite_dodge(scene: &mut Scene<'_, ThreeAction>, on: CreatureId) {
    if scene.state().body(on).dodges > 0 {
        scene.cite(rule!("dodge/what-counts"));
    }
}

/// An Attack aimed at or including the creature uses up one Dodge (`dodge/what-counts`).
#[inline(always)]
fn use_up_dodge(scene: &mut Scene<'_, ThreeAction>, on: CreatureId) {
    let dodges = scene.state().body(on).dodges;
    if dodges > 0 {
        scene.emit(Fact::Set(on, Number::Dodges, i16::from(dodges) - 1));
    }
}

/// Counts an Attack of the Turn (for Wrath, `maneuver/feats`).
#[inline(always)]
pub(crate) fn count(scene: &mut Scene<'_, ThreeAction>, by: CreatureId) {
    if scene.state().sheet(by).feats.wrath {
        let attacks = scene.state().body(by).attacks;
        scene.emit(Fact::Set(by, Number::Attacks, i16::from(attacks) + 1));
    }
}

/// Whether the kept die is the higher, the lower or the only one: for Areas with a shared pair (`attack/area-mixed-advantage`).
pub(crate) fn of_shared(keeps: Keeps, faces: &[u16]) -> i32 {
    let first = faces.first().copied().unwrap_or(0);
    let second = faces.get(1).copied().unwrap_or(first);
    i32::from(match keeps {
        Keeps::Higher => first.max(second),
        Keeps::Lower => first.min(second),
        Keeps::Single => first,
    })
}
