//! The attack roll: what is added, which defense it meets, and what comes of it (`attack-roll/*`, `attack-modifiers/*`,
//! `natural-rolls/*`, `critical-hits/*`, `special-actions/attack-terms`).

use affray_kernel::dice::pool;
use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Frozen, Play, RuleId};

use super::numbers::{ailments, attack_bonus_tally, hindrances};
use super::{cover, defenses, flanking, occupied, range};
use crate::TimeCount;
use crate::act::Act;
use crate::actions::magic;
use crate::fact::{self, Verdict};
use crate::ids::rule;
use crate::sheet::{Attribute, Defense, Skill};
use crate::state::{Arm, Condition, Stance, State};

/// What an attack roll is made with (`special-actions/attack-terms`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    /// A weapon, a natural weapon or the unarmed strike.
    Weapon(Arm),
    /// Strength.
    Strength,
    /// A skill with an attribute.
    Skill(Skill, Attribute),
    /// A spell.
    Spell,
}

/// What of the total of an attack roll matters besides the verdict; where all outcomes of the die are gone through, those that are alike in
/// it are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fine {
    /// Nothing.
    Nothing,
    /// Whether it is a Great Success of these sizes (`special-actions/great-success`).
    Great(&'static [i32]),
    /// All of it.
    Total,
}

impl Fine {
    /// Whether outcomes are told apart in whether they are Great Successes of that size.
    fn tells(self, size: i32) -> bool {
        match self {
            Self::Nothing => false,
            Self::Great(sizes) => sizes.contains(&size),
            Self::Total => true,
        }
    }
}

/// An attack roll about to be made.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// Who attacks.
    pub(crate) by: CreatureId,
    /// Whom.
    pub(crate) on: CreatureId,
    /// What it is called.
    pub(crate) what: fact::Attempt,
    /// What it is made with.
    pub(crate) term: Term,
    /// The defense it names; none: Primary, or Passive where that takes its place (`attack-roll/default-defense`).
    pub(crate) against: Option<Defense>,
    /// Whether it comes from a distance: shot, thrown, or a spell that is no touch.
    pub(crate) ranged: bool,
    /// The centre of the area that it spreads from; none: it comes from who attacks (`attack-modifiers/cover-determination`).
    pub(crate) centre: Option<Cell>,
    /// Whether an attack roll of the same action has been made against the same creature before (`special-actions/feint`).
    pub(crate) follows: bool,
    /// Whether it knows neither critical hits nor fumbles (`special-actions/coup-de-grace-followup`).
    pub(crate) plain: bool,
    /// What of the total matters besides the verdict.
    pub(crate) fine: Fine,
    /// What the action itself adds.
    pub(crate) own: Tally,
    /// Added to the defense by the action itself.
    pub(crate) defense_own: Tally,
}

impl Attempt {
    /// An attack with a weapon in melee against Primary, with nothing added.
    pub(crate) fn melee(by: CreatureId, on: CreatureId, what: fact::Attempt, with: Arm) -> Self {
        Self {
            by,
            on,
            what,
            term: Term::Weapon(with),
            against: None,
            ranged: false,
            centre: None,
            follows: false,
            plain: false,
            fine: Fine::Nothing,
            own: Tally::new(),
            defense_own: Tally::new(),
        }
    }

    /// What the roll is called in the log.
    fn name(&self) -> &'static str {
        match self.what {
            fact::Attempt::FollowUp => "follow-up attack",
            fact::Attempt::Fell => "free attack",
            _ => "attack",
        }
    }

    /// Whether circumstances change the defense it meets (`defenses/other-modifiers`).
    fn changes_defense(&self, state: &State) -> bool {
        let (met, _) = defenses::met(state, self);
        let own = super::numbers::defense_tally(state, self.on, met);
        defenses::against(state, self, met).parts().len() > own.parts().len()
    }

    /// Whether the roll may be a critical hit on a natural 19 too (`critical-hits/precise`).
    fn precise(&self, state: &State) -> bool {
        match self.term {
            Term::Weapon(arm) => state
                .weapon(self.by, arm)
                .is_some_and(|weapon| weapon.precise),
            _ => false,
        }
    }

    /// Whether it can be a critical hit or a fumble (`spell-attacks/no-criticals`, `natural-rolls/special-actions`).
    fn has_criticals(&self, state: &State) -> bool {
        match self.what {
            fact::Attempt::Spell(spell) => state.spell(spell).criticals,
            fact::Attempt::Flame => false,
            _ => !self.plain,
        }
    }
}

/// What an attack roll came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// The die.
    pub(crate) natural: i32,
    /// With everything added.
    pub(crate) total: i32,
    /// The defense it met.
    pub(crate) defense: i32,
    /// What it came to.
    pub(crate) verdict: Verdict,
    /// What of the total may be asked for.
    fine: Fine,
}

impl Outcome {
    /// By how much the total exceeds the defense (`special-actions/great-success`).
    pub(crate) fn margin(self) -> i32 {
        debug_assert!(self.fine == Fine::Total, "all of the total is asked for");
        self.total - self.defense
    }

    /// Whether it is a Great Success of that size.
    pub(crate) fn great(self, size: i32) -> bool {
        debug_assert!(self.fine.tells(size), "Great Successes of {size} matter");
        self.verdict.hits() && self.total - self.defense >= size
    }
}

/// Everything declared for one count: simultaneous attacks look at each other (`simultaneous/concept`).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Moment<'m> {
    /// Who does what, in roster order: what is carried out together, what it interrupts, what has interrupted it, and what people judged
    /// due before it (`actions/ready`).
    pub(crate) acts: [&'m [(CreatureId, Act)]; 4],
}

impl Moment<'_> {
    /// Whether `by` makes an attack roll against `on` at this moment.
    fn attacks(&self, state: &State, by: CreatureId, on: CreatureId) -> bool {
        self.acts
            .iter()
            .copied()
            .flatten()
            .any(|(who, act)| *who == by && (act.attacks(on) || magic::attacks(state, by, act, on)))
    }

    /// Whether two creatures attack each other at this moment (`simultaneous/mutual-attack`).
    fn mutual(&self, state: &State, one: CreatureId, other: CreatureId) -> bool {
        state.cast.options.simultaneous_actions
            && self.attacks(state, one, other)
            && self.attacks(state, other, one)
    }
}

/// What is added to the roll.
pub(crate) fn bonus(state: &State, attempt: &Attempt, moment: Moment<'_>) -> Tally {
    let Attempt { by, on, ranged, .. } = *attempt;
    let mut tally = term(state, attempt);
    for part in attempt.own.parts() {
        tally.push(*part);
    }
    own_state(state, attempt, &mut tally);
    if let Term::Weapon(arm) = attempt.term
        && ranged
    {
        range::penalty(state, by, on, arm, &mut tally);
    }
    let (met, _) = defenses::met(state, attempt);
    if cover::matters_to(met) {
        cover::modifiers(state, attempt, &mut tally);
    }
    if !ranged && attempt.term != Term::Spell {
        flanking::modifier(state, by, on, &mut tally);
    }
    if moment.mutual(state, by, on) {
        tally.add("mutual attack", 1, rule!("simultaneous/mutual-attack"));
    }
    tally
}

/// What the roll is made with (`special-actions/attack-terms`, `spell-attacks/bonus`).
fn term(state: &State, attempt: &Attempt) -> Tally {
    let by = attempt.by;
    let accuracy = state.sheet(by).accuracy;
    let mut tally = Tally::new();
    match attempt.term {
        Term::Weapon(arm) => return attack_bonus_tally(state, by, arm),
        Term::Strength => {
            let rule = rule!("special-actions/attack-terms");
            tally.add("Accuracy", accuracy, rule);
            tally.add("Strength", state.attribute(by, Attribute::Strength), rule);
        }
        Term::Skill(skill, attribute) => {
            let rule = rule!("special-actions/attack-terms");
            tally.add(skill.name(), state.sheet(by).rank(skill), rule);
            tally.add(attribute.name(), state.attribute(by, attribute), rule);
            ailments(state, by, &mut tally);
            return tally;
        }
        Term::Spell => return spell_bonus(state, by),
    }
    hindrances(state, by, &mut tally);
    tally
}

/// What a spell is rolled with, apart from the situation (`spell-attacks/bonus`).
pub(crate) fn spell_bonus(state: &State, by: CreatureId) -> Tally {
    let mut tally = Tally::new();
    let accuracy = state.sheet(by).accuracy;
    tally.add("Accuracy", accuracy, rule!("spell-attacks/bonus"));
    tally.add(
        "Intelligence",
        state.attribute(by, Attribute::Intelligence),
        rule!("attack-modifiers/attribute"),
    );
    hindrances(state, by, &mut tally);
    tally
}

/// What the attacker's own state brings: its stance, grabs, conditions and the space it shares.
fn own_state(state: &State, attempt: &Attempt, tally: &mut Tally) {
    let Attempt {
        by,
        on,
        ranged,
        follows,
        ..
    } = *attempt;
    let melee = !ranged && attempt.term != Term::Spell;
    match state.body(by).posture.stance {
        Stance::Cautious => tally.add("cautious", -2, rule!("stances/cautious-drawback")),
        Stance::Crouch if melee => tally.add("crouching", -2, rule!("stances/crouch-drawback")),
        Stance::Prone if melee => tally.add("prone", -4, rule!("stances/prone-drawback")),
        _ => {}
    }
    let (mut grabbed, mut distracted) = (!state.body(by).let_go().is_empty(), false);
    if grabbed {
        tally.add("grabbed", -2, rule!("wrestling/grab"));
    }
    let mut shaken = 0;
    for held in state.conditions.on(by) {
        let toward = held.toward.is_none_or(|toward| toward == on);
        match held.kind {
            Condition::Grabbed if !grabbed => {
                grabbed = true;
                tally.add("grabbed", -2, rule!("wrestling/grab"));
            }
            // What comes of one source does not add up.
            Condition::Shaken => shaken = shaken.min(held.amount),
            Condition::Feinting if toward && !follows => {
                tally.add("feint", 2, rule!("special-actions/feint"));
            }
            Condition::DistractedAttack if toward && !distracted => {
                distracted = true;
                tally.add("distracted", -2, rule!("special-actions/distract"));
            }
            _ => {}
        }
    }
    tally.add("shaken", shaken, rule!("spells/definition"));
    occupied::attack_penalty(state, by, tally);
}

/// Makes the roll.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn roll(
    scene: &mut Frozen<'_, '_, TimeCount>,
    attempt: &Attempt,
    moment: Moment<'_>,
) -> Play<Outcome> {
    let listened = scene.listened();
    let ahead = scene.known(|state| Ahead::of(state, attempt, moment, listened));
    let judge = ahead.judge;
    let die = Roll {
        pool: pool!("1d20"),
        by: Some(attempt.by),
        what: attempt.name(),
        rule: rule!("attack-roll/procedure"),
        audience: Audience::Everyone,
    };
    let natural = match attempt.fine {
        Fine::Nothing => scene.sum_by(die, |natural| judge.class(natural, &[]))?,
        Fine::Great(sizes) => scene.sum_by(die, |natural| judge.class(natural, sizes))?,
        Fine::Total => scene.sum(die)?,
    };
    let outcome = judge.outcome(natural, attempt.fine);
    if listened {
        explain(scene, attempt, &outcome, &ahead);
    }
    Ok(outcome)
}

/// What is found out about an attack roll before it is made.
#[derive(Clone, PartialEq)]
struct Ahead {
    bonus: Tally,
    /// The defense it meets, and why that is Passive.
    met: (Defense, Option<RuleId>),
    defense: Tally,
    judge: Judge,
    /// What is said besides, if somebody listens: whether circumstances change the defense, and whether whom it goes at is flanked.
    changes_defense: bool,
    flanked: bool,
}

impl Ahead {
    fn of(state: &State, attempt: &Attempt, moment: Moment<'_>, listened: bool) -> Self {
        let bonus = bonus(state, attempt, moment);
        let met = defenses::met(state, attempt);
        let defense = defenses::against(state, attempt, met.0);
        let judge = Judge {
            bonus: bonus.total(),
            defense: 10 + defense.total(),
            precise: attempt.precise(state),
            criticals: attempt.has_criticals(state),
        };
        Self {
            bonus,
            met,
            defense,
            judge,
            changes_defense: listened && attempt.changes_defense(state),
            flanked: listened && flanking::is_met_flanked(state, attempt.on),
        }
    }
}

/// How a natural roll is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Judge {
    bonus: i32,
    defense: i32,
    precise: bool,
    criticals: bool,
}

impl Judge {
    /// What a natural roll comes to.
    fn outcome(self, natural: i32, fine: Fine) -> Outcome {
        Outcome {
            natural,
            total: natural + self.bonus,
            defense: self.defense,
            verdict: self.verdict(natural),
            fine,
        }
    }

    /// What of a natural roll matters where Great Successes of these sizes do.
    fn class(self, natural: i32, sizes: &'static [i32]) -> u32 {
        let outcome = self.outcome(natural, Fine::Great(sizes));
        let reached = sizes.iter().filter(|size| outcome.great(**size));
        outcome.verdict as u32 + 4 * reached.count() as u32
    }

    /// `natural-rolls/one`, `natural-rolls/twenty`, `attack-roll/meets-defense`, `critical-hits/threshold`, `critical-hits/precise`.
    fn verdict(self, natural: i32) -> Verdict {
        let total = natural + self.bonus;
        let range = if self.precise { 19 } else { 20 };
        match natural {
            1 if self.criticals => Verdict::Fumble,
            1 => Verdict::Miss,
            _ if self.criticals && natural >= range && total > self.defense => Verdict::Critical,
            20 => Verdict::Hit,
            _ if total >= self.defense => Verdict::Hit,
            _ => Verdict::Miss,
        }
    }
}

/// The verdict in words, and the rule behind it where it is not the plain comparison.
fn verdict_in_words(outcome: &Outcome) -> (&'static str, Option<RuleId>) {
    match (outcome.verdict, outcome.natural) {
        (Verdict::Fumble, _) => ("critical fumble", Some(rule!("natural-rolls/one"))),
        (Verdict::Miss, 1) => ("miss", Some(rule!("natural-rolls/one"))),
        (Verdict::Critical, 19) => ("critical hit", Some(rule!("critical-hits/precise"))),
        (Verdict::Critical, _) => ("critical hit", Some(rule!("critical-hits/threshold"))),
        (Verdict::Hit, 20) => ("hit", Some(rule!("natural-rolls/twenty"))),
        (Verdict::Hit, _) => ("hit", None),
        (Verdict::Miss, _) => ("miss", None),
    }
}

fn explain(
    scene: &mut Frozen<'_, '_, TimeCount>,
    attempt: &Attempt,
    outcome: &Outcome,
    ahead: &Ahead,
) {
    let (met, reason) = ahead.met;
    scene.cite(rule!("defenses/five"));
    if attempt.against.is_none() {
        scene.cite(rule!("attack-roll/default-defense"));
    }
    if let Some(reason) = reason {
        scene.cite(rule!("defenses/passive-when"));
        scene.cite(reason);
    }
    if ahead.changes_defense {
        scene.cite(rule!("defenses/other-modifiers"));
    }
    if ahead.flanked {
        flanking::explain(scene, attempt.by, attempt.on, attempt.ranged);
    }
    if occupied::shares_space(scene.state(), attempt.by) {
        scene.cite(rule!("occupied-fighting/who-counts"));
    }
    if !matches!(
        attempt.what,
        fact::Attempt::Attack | fact::Attempt::Spell(_) | fact::Attempt::Flame
    ) && outcome.verdict == Verdict::Fumble
    {
        scene.cite(rule!("natural-rolls/special-actions"));
    }
    scene.explain(
        || Sum {
            by: Some(attempt.on),
            what: met.name(),
            dice: 10,
            total: outcome.defense,
            against: None,
            verdict: reason.map_or("", defenses::why_passive),
            rule: defenses::rule(met),
        },
        &ahead.defense,
    );
    let (verdict, rule) = verdict_in_words(outcome);
    if let Some(rule) = rule {
        scene.cite(rule);
    }
    scene.explain(
        || Sum {
            by: Some(attempt.by),
            what: attempt.name(),
            dice: outcome.natural,
            total: outcome.total,
            against: Some(Against::of(attempt.on, met.name(), outcome.defense)),
            verdict,
            rule: rule!("attack-roll/meets-defense"),
        },
        &ahead.bonus,
    );
}

/// The total of a roll held against another defense as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again<'a> {
    /// Which.
    pub(crate) defense: Defense,
    /// What makes it up besides 10.
    pub(crate) parts: &'a Tally,
    /// What counts against this defense and did not against the first.
    pub(crate) besides: &'a Tally,
    /// What comes of it.
    pub(crate) verdict: &'static str,
    /// The rule that looks at it.
    pub(crate) rule: RuleId,
}

/// Shows how the total of a roll compares with another defense.
pub(crate) fn explain_again(
    scene: &mut Frozen<'_, '_, TimeCount>,
    attempt: &Attempt,
    outcome: Outcome,
    again: &Again<'_>,
) {
    let name = again.defense.name();
    let defense = 10 + again.parts.total();
    scene.explain(
        || Sum {
            by: Some(attempt.on),
            what: name,
            dice: 10,
            total: defense,
            against: None,
            verdict: "",
            rule: defenses::rule(again.defense),
        },
        again.parts,
    );
    scene.explain(
        || Sum {
            by: Some(attempt.by),
            what: "the same total",
            dice: outcome.total,
            total: outcome.total + again.besides.total(),
            against: Some(Against::of(attempt.on, name, defense)),
            verdict: again.verdict,
            rule: again.rule,
        },
        again.besides,
    );
}
