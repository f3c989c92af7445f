//! Tests and contests: the core of the game, read in one place (`core-rules/*`).

use std::cmp::Ordering;

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::luck::{Keeps, Luck};
use crate::ActionPoint;
use crate::fact::{Contest, Fact};
use crate::ids::rule;
use crate::sheet::{Attribute, CoreTest, Options, Sheet, Skill, Skilled, Successes};
use crate::state::{Condition, State};

const D20: Pool = pool!("1d20");
const PAIR: Pool = pool!("2d20");

/// What a test came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// Whether it passed.
    pub(crate) passed: bool,
    /// Its Successes; 0 where it failed (`core-rules/successes`).
    pub(crate) successes: i32,
    /// The die that counts; 0 where none was rolled.
    pub(crate) die: i32,
}

impl Outcome {
    /// A test that fails by itself (`core-rules/automatic`).
    pub(crate) const FAILED: Self = Self {
        passed: false,
        successes: 0,
        die: 0,
    };

    /// A test that passes by itself (`core-rules/automatic`).
    pub(crate) const PASSED: Self = Self {
        passed: true,
        successes: 1,
        die: 0,
    };

    /// The better of two outcomes of one test; of two fails the first (`core-rules/boon`).
    fn or_better(self, other: Self) -> Self {
        if other.rank() > self.rank() {
            other
        } else {
            self
        }
    }

    /// The worse of two outcomes of one test; of two fails the first (`core-rules/bane`).
    fn or_worse(self, other: Self) -> Self {
        if other.rank() < self.rank() {
            other
        } else {
            self
        }
    }

    const fn rank(self) -> (bool, i32) {
        (self.passed, self.successes)
    }

    /// Who comes off better in a contest; equal where nobody does (`core-rules/contest`).
    pub(crate) fn compare(self, other: Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }

    /// Whether it wins a contest against the other: alone it has passed, or with more Successes (`core-rules/contest`).
    pub(crate) fn beats(self, other: Self) -> bool {
        self.passed && self.compare(other) == Ordering::Greater
    }
}

/// What one die means for a character's value: the reading of the core test that the scenario has chosen (`core-rules/test`,
/// `core-rules/limits`, `core-rules/successes`). Every test of the game is read here.
#[must_use]
pub(crate) fn read(options: &Options, value: i32, die: i32) -> Outcome {
    let (passed, successes) = match options.core_test {
        CoreTest::RollUnder => {
            let successes = match options.successes {
                Successes::Roll => die + (value - 19).max(0),
                Successes::Margin => (value - die + 1).max(1),
            };
            (die <= value.clamp(1, 19), successes)
        }
        CoreTest::OverTarget => {
            let margin = die + value - i32::from(options.target_number);
            let step = i32::from(options.success_step).max(1);
            let passed = die == 20 || (die != 1 && margin >= 0);
            (passed, 1 + margin.max(0) / step)
        }
    };
    Outcome {
        passed,
        successes: if passed { successes } else { 0 },
        die,
    }
}

/// A test about to be rolled.
pub(crate) struct Test<'t> {
    /// Whose.
    pub(crate) who: CreatureId,
    /// What the roll is called.
    pub(crate) what: &'static str,
    /// The rule that calls for it.
    pub(crate) rule: RuleId,
    /// Attribute, rank and modifiers (`core-rules/target-number`).
    pub(crate) tally: &'t Tally,
    /// Boons and banes.
    pub(crate) luck: &'t Luck,
}

/// Rolls a test: one d20, or two of which the better or the worse counts. Nothing follows from it but whether it passes, and with how many
/// Successes.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll(scene: &mut Scene<'_, ActionPoint>, test: &Test<'_>) -> Play<Outcome> {
    roll_by(scene, test, by_successes)
}

/// As [`roll`], where nothing follows from a test that fails but that it does, and from one that passes nothing but `class`.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll_by(
    scene: &mut Scene<'_, ActionPoint>,
    test: &Test<'_>,
    class: impl Fn(Outcome) -> u32,
) -> Play<Outcome> {
    let class = |outcome: Outcome| match outcome.passed {
        true => 1 + class(outcome),
        false => 0,
    };
    let value = test.tally.total();
    let options = scene.state().cast.options;
    test.luck.explain(scene);
    let keeps = test.luck.keeps();
    let mut throw = Roll {
        pool: D20,
        by: Some(test.who),
        what: test.what,
        rule: test.rule,
        audience: Audience::Everyone,
    };
    let outcome = if keeps == Keeps::Single {
        let read = |die| read(&options, value, die);
        read(scene.sum_by(throw, |die| class(read(die)))?)
    } else {
        throw.pool = PAIR;
        let of_pair = |faces: &[u16]| of_pair(&options, value, keeps, faces);
        let faces = scene.roll_shown(throw, |faces| class(of_pair(faces)))?;
        of_pair(faces.as_slice())
    };
    if scene.listened() {
        explain(scene, test, outcome);
    }
    Ok(outcome)
}

/// What a pair of dice comes to.
fn of_pair(options: &Options, value: i32, keeps: Keeps, faces: &[u16]) -> Outcome {
    let outcome = |place| {
        let face = faces.get(place).copied().unwrap_or(1);
        read(options, value, i32::from(face))
    };
    match keeps {
        Keeps::Better => outcome(0).or_better(outcome(1)),
        Keeps::Worse => outcome(0).or_worse(outcome(1)),
        Keeps::Single => outcome(0),
    }
}

/// Puts value, die and Successes of a test into the log.
fn explain(scene: &mut Scene<'_, ActionPoint>, test: &Test<'_>, outcome: Outcome) {
    scene.cite_all(
        const {
            &[
                rule!("core-rules/test"),
                rule!("core-rules/target-number"),
                rule!("core-rules/modifiers"),
            ]
        },
    );
    if outcome.passed {
        scene.cite(rule!("core-rules/successes"));
    }
    let options = scene.state().cast.options;
    let value = test.tally.total();
    if !(1..=19).contains(&value) || matches!(outcome.die, 1 | 20) {
        scene.cite(rule!("core-rules/limits"));
        scene.cite(rule!("core-rules/no-natural-criticals"));
    }
    let (dice, total, against) = match options.core_test {
        CoreTest::RollUnder => (0, value, Against::number("the die", outcome.die)),
        CoreTest::OverTarget => {
            let target = i32::from(options.target_number);
            (
                outcome.die,
                outcome.die + value,
                Against::number("the target number", target),
            )
        }
    };
    let sum = Sum {
        by: Some(test.who),
        what: test.what,
        dice,
        total,
        against: Some(against),
        verdict: if outcome.passed { "passes" } else { "fails" },
        rule: test.rule,
    };
    scene.explain(|| sum, test.tally);
    if outcome.passed {
        explain_successes(scene, test.who, outcome);
    }
}

/// The Successes of a passed test, written out where the die does not show them (`core-rules/successes`).
fn explain_successes(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, outcome: Outcome) {
    let options = scene.state().cast.options;
    let shows = options.core_test == CoreTest::RollUnder && options.successes == Successes::Roll;
    if shows && outcome.successes == outcome.die {
        return;
    }
    let sum = Sum {
        by: Some(who),
        what: "Successes",
        dice: outcome.successes,
        total: outcome.successes,
        against: None,
        verdict: "",
        rule: rule!("core-rules/successes"),
    };
    scene.explain(|| sum, &Tally::new());
}

/// What a sheet says of a skill other than Fighting Style: the higher attribute and the rank, or a finished value.
pub(crate) fn skill_value(sheet: &Sheet, skill: Skill) -> i16 {
    match skilled(sheet, skill) {
        Some(Skilled::Finished(value)) => value,
        Some(Skilled::Rank(rank)) => governing(sheet, skill).1 + rank.bonus(),
        None => governing(sheet, skill).1,
    }
}

fn skilled(sheet: &Sheet, skill: Skill) -> Option<Skilled> {
    sheet.skills.get(skill as usize).copied()
}

/// The higher of the attributes that can govern a skill, the first of equal ones (`character-stats/skills`).
fn governing(sheet: &Sheet, skill: Skill) -> (Attribute, i16) {
    let mut best = (Attribute::Strength, i16::MIN);
    for attribute in skill.governed_by() {
        let value = sheet.attribute(*attribute);
        if value > best.1 {
            best = (*attribute, value);
        }
    }
    best
}

/// Adds attribute and rank of a skill other than Fighting Style, or its finished value.
fn add_skill(sheet: &Sheet, skill: Skill, tally: &mut Tally) {
    let (attribute, value) = governing(sheet, skill);
    match skilled(sheet, skill) {
        Some(Skilled::Finished(value)) => {
            tally.add(skill.name(), value, rule!("character-stats/skills"));
        }
        Some(Skilled::Rank(rank)) => {
            tally.add(attribute.name(), value, rule!("character-stats/attributes"));
            tally.add(
                rank.name(),
                rank.bonus(),
                rule!("character-stats/skill-ranks"),
            );
        }
        None => tally.add(attribute.name(), value, rule!("character-stats/attributes")),
    }
}

/// What perks change about a test (`misc/perks`).
pub(crate) fn add_perks(sheet: &Sheet, skill: Skill, tally: &mut Tally, luck: &mut Luck) {
    let changes = sheet.perks.iter().flat_map(|perk| &perk.tests);
    for change in changes.filter(|change| change.test == skill) {
        tally.add("perk", change.amount, rule!("misc/perks"));
        if change.boon {
            luck.boon("boon: perk", rule!("misc/perks"));
        }
        if change.bane {
            luck.bane("bane: perk", rule!("misc/perks"));
        }
    }
}

/// What hampers Fighting Style, Dodge and Sorcery tests of one who lies (`conditions/prone`).
pub(crate) fn add_prone(state: &State, who: CreatureId, tally: &mut Tally) {
    if state.has(who, Condition::Prone) {
        tally.add("Prone", -2, rule!("conditions/prone"));
    }
}

/// The parts of a test of a skill other than Fighting Style, without what the occasion adds.
pub(crate) fn parts(state: &State, who: CreatureId, skill: Skill, tally: &mut Tally) -> Luck {
    let mut luck = Luck::default();
    let sheet = state.sheet(who);
    add_skill(sheet, skill, tally);
    if matches!(skill, Skill::Dodge | Skill::Sorcery) {
        add_prone(state, who, tally);
        super::fighting_style::add_untrained_armor(state, who, None, &mut luck);
    }
    add_perks(sheet, skill, tally, &mut luck);
    luck
}

/// The target number of a test of a skill other than Fighting Style, without what the occasion adds (`core-rules/target-number`).
pub(crate) fn target_number(state: &State, who: CreatureId, skill: Skill) -> i32 {
    let mut tally = Tally::read_by_somebody(false);
    parts(state, who, skill, &mut tally);
    tally.total()
}

/// A plain test of a skill, to which `more` may add boons and banes.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn skill(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    skill: Skill,
    rule: RuleId,
    more: impl FnOnce(&mut Luck),
) -> Play<Outcome> {
    skill_by(scene, (who, skill), rule, more, by_successes)
}

/// As [`skill`], where nothing follows from a test that passes but `class`.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn skill_by(
    scene: &mut Scene<'_, ActionPoint>,
    (who, skill): (CreatureId, Skill),
    rule: RuleId,
    more: impl FnOnce(&mut Luck),
    class: impl Fn(Outcome) -> u32,
) -> Play<Outcome> {
    if fails_by_itself(scene.state(), who) {
        scene.cite(rule!("conditions/unconscious"));
        return Ok(by_itself(scene, who, skill, Outcome::FAILED));
    }
    let mut tally = scene.tally();
    let mut luck = parts(scene.state(), who, skill, &mut tally);
    more(&mut luck);
    let what = skill.name();
    let (tally, luck) = (&tally, &luck);
    let test = Test {
        who,
        what,
        rule,
        tally,
        luck,
    };
    roll_by(scene, &test, class)
}

/// A plain test of a skill that is the other side of a contest, whose own side is known: nothing follows from it but who has more Successes
/// (`core-rules/contest`).
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn skill_against(
    scene: &mut Scene<'_, ActionPoint>,
    (who, skill): (CreatureId, Skill),
    own: Outcome,
    rule: RuleId,
) -> Play<Outcome> {
    skill_by(scene, (who, skill), rule, |_| {}, beside(own))
}

/// What of a test that passes matters to one that is known, where they are put side by side.
pub(crate) fn beside(own: Outcome) -> impl Fn(Outcome) -> u32 {
    move |theirs| match theirs.successes.cmp(&own.successes) {
        _ if !own.passed => 0,
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    }
}

/// All of a test that passes matters.
pub(crate) const fn by_successes(outcome: Outcome) -> u32 {
    outcome.successes as u32
}

/// A test that is decided without dice (`core-rules/automatic`).
pub(crate) fn by_itself(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    skill: Skill,
    outcome: Outcome,
) -> Outcome {
    scene.cite(rule!("core-rules/automatic"));
    scene.emit(Fact::ByItself(who, skill, outcome.passed));
    outcome
}

/// Whether a creature fails every test: it is unconscious (`conditions/unconscious`).
fn fails_by_itself(state: &State, who: CreatureId) -> bool {
    !super::numbers::able(state, who)
}

/// How many Successes there are beside those of somebody else: more, as many, or fewer.
pub(crate) type Compared = [&'static str; 3];

/// Beside those of the other side of a contest.
const OF_THE_OTHER: Compared = [
    "more than the other",
    "as many as the other, a tie",
    "fewer than the other",
];

/// Both have passed: the Successes are put side by side (`core-rules/successes`).
pub(crate) fn compare(
    scene: &mut Scene<'_, ActionPoint>,
    (by, own): (CreatureId, Outcome),
    (label, other, theirs): (&'static str, CreatureId, Outcome),
    [more, as_many, fewer]: Compared,
    rule: RuleId,
) {
    let sum = Sum {
        by: Some(by),
        what: "Successes",
        dice: own.successes,
        total: own.successes,
        against: Some(Against::of(other, label, theirs.successes)),
        verdict: match own.successes.cmp(&theirs.successes) {
            Ordering::Greater => more,
            Ordering::Equal => as_many,
            Ordering::Less => fewer,
        },
        rule,
    };
    scene.explain(|| sum, &Tally::new());
}

/// The initiator's outcome against the other's: whether it achieves its aim (`core-rules/contest`).
pub(crate) fn contest(
    scene: &mut Scene<'_, ActionPoint>,
    (by, own): (CreatureId, Outcome),
    (other, theirs): (CreatureId, Outcome),
    about: Contest,
) -> bool {
    let wins = own.beats(theirs);
    scene.cite_all(const { &[rule!("core-rules/contest"), rule!("core-rules/dice-order")] });
    if own.passed && theirs.passed {
        let rule = rule!("core-rules/contest");
        let theirs = ("the Successes of the other", other, theirs);
        compare(scene, (by, own), theirs, OF_THE_OTHER, rule);
    }
    scene.emit(Fact::Contested(by, about, other, wins));
    wins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(core_test: CoreTest, successes: Successes) -> Options {
        Options {
            core_test,
            successes,
            ..Options::default()
        }
    }

    #[test]
    fn under_the_value_the_higher_die_is_better_and_nothing_above_19_is_lost() {
        let options = options(CoreTest::RollUnder, Successes::Roll);
        assert_eq!(read(&options, 14, 14).successes, 14);
        assert_eq!(
            read(&options, 14, 15),
            Outcome {
                die: 15,
                ..Outcome::FAILED
            }
        );
        assert_eq!(read(&options, 22, 5).successes, 8);
        assert!(read(&options, -3, 1).passed && !read(&options, 30, 20).passed);
    }

    #[test]
    fn both_ways_of_counting_rank_passes_and_win_contests_alike() {
        let roll = options(CoreTest::RollUnder, Successes::Roll);
        let margin = options(CoreTest::RollUnder, Successes::Margin);
        let wins = |options: &Options, own: i32, other: i32| {
            let pairs = (1..=20).flat_map(|a| (1..=20).map(move |b| (a, b)));
            pairs
                .filter(|(a, b)| {
                    let (a, b) = (read(options, own, *a), read(options, other, *b));
                    a.passed && a.compare(b) == Ordering::Greater
                })
                .count()
        };
        for own in [-2, 1, 7, 14, 19, 23] {
            for other in [1, 9, 12, 19, 22] {
                assert_eq!(wins(&roll, own, other), wins(&margin, own, other));
            }
        }
    }

    #[test]
    fn over_the_target_the_chance_is_the_same_and_successes_come_in_steps() {
        let under = options(CoreTest::RollUnder, Successes::Roll);
        let over = options(CoreTest::OverTarget, Successes::Roll);
        for value in [-5, 1, 8, 14, 19, 25] {
            let passes = |options: &Options| {
                (1..=20)
                    .filter(|die| read(options, value, *die).passed)
                    .count()
            };
            assert_eq!(passes(&under), passes(&over));
        }
        assert_eq!(read(&over, 14, 7).successes, 1);
        assert_eq!(read(&over, 14, 12).successes, 2);
        assert!(!read(&over, 14, 6).passed && read(&over, -9, 20).passed);
    }

    #[test]
    fn a_pair_keeps_the_better_or_the_worse_outcome_and_of_two_fails_the_first() {
        let options = Options::default();
        let die = |keeps, faces: [u16; 2]| of_pair(&options, 12, keeps, &faces).die;
        assert_eq!(die(Keeps::Better, [15, 3]), 3);
        assert_eq!(die(Keeps::Better, [4, 11]), 11);
        assert_eq!(die(Keeps::Better, [18, 16]), 18);
        assert_eq!(die(Keeps::Worse, [15, 3]), 15);
        assert_eq!(die(Keeps::Worse, [4, 11]), 4);
        assert_eq!(die(Keeps::Worse, [13, 19]), 13);
    }
}
