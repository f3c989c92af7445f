//! The odds of an act, in words that fit every system: what was rolled for, and what is different afterwards.

mod difference;
mod gathered;
mod report;
mod subjects;

use std::cell::LazyCell;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use affray_kernel::dice::Seeded;
use affray_kernel::odds::{
    Budget, Course, NoOdds, Odds, Weights, odds_of_verdicts, ratio, sampled_verdicts,
};
use affray_kernel::story::{Note, Sum, Verdict};
use affray_kernel::tape::Answers;
use affray_kernel::view::CreatureView;
use affray_kernel::{Ask, CreatureId, System};
use num_bigint::BigUint;

use crate::controls::Bots;
use crate::preview::silence;
use crate::secrecy::{Knowledge, Matter, Viewer};
use crate::sight::Sight;
use difference::Difference;
use gathered::Gathered;
pub use report::{
    Basis, ChanceReport, Change, Courses, Decision, Effect, EffectKind, Risk, Row, Share,
    ValueChance, VerdictChance,
};
use report::{Whole, confidence};
use subjects::{Scenery, Subject, Watched};

/// What odds may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsBudget {
    /// The most courses of dice that are gone through; where there are more, the act is played instead.
    pub courses: u64,
    /// How often it is played then.
    pub plays: u64,
    /// The most lines that the logs of all these courses may have together, and those of the plays: of long acts fewer are looked at.
    pub lines: u64,
    /// The number that the dice of those plays follow from.
    pub seed: u64,
}

impl OddsBudget {
    /// What odds may cost where people wait for them while a fight goes on.
    #[must_use]
    pub const fn quick() -> Self {
        Self {
            courses: 4_000,
            plays: 1_000,
            lines: 200_000,
            seed: 1,
        }
    }
}

impl Default for OddsBudget {
    fn default() -> Self {
        Self {
            courses: 200_000,
            plays: 20_000,
            lines: 1_000_000,
            seed: 1,
        }
    }
}

/// In how many outcomes before one it is looked whether a creature was seen alike.
const LOOKED_BACK: usize = 8;

/// What one outcome is known by.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Outcome<S: System> {
    state: S::State,
    verdicts: Vec<Verdict>,
}

/// Bots, and what they were asked.
pub(crate) struct Deciders<'b, 'c, S: System> {
    bots: &'b mut Bots<'c>,
    asked: Vec<Ask<S>>,
}

impl<S: System> Answers<S> for Deciders<'_, '_, S> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let kind = |ask: &Ask<S>| (ask.who, std::mem::discriminant(&ask.window));
        if !self.asked.iter().any(|known| kind(known) == kind(ask)) {
            self.asked.push(ask.clone());
        }
        self.bots.answer(state, ask)
    }

    fn is_settled(&self) -> bool {
        Answers::<S>::is_settled(self.bots)
    }
}

impl<'b, 'c, S: System> Deciders<'b, 'c, S> {
    /// These bots, who were asked nothing yet.
    pub(crate) fn new(bots: &'b mut Bots<'c>) -> Self {
        Self {
            bots,
            asked: Vec::new(),
        }
    }

    /// Somebody who was asked and whose policy leaves its choices to chance: then there are no exact odds.
    pub(crate) fn unsettled(&self) -> Option<CreatureId> {
        let mut asked = self.asked.iter().map(|ask| ask.who);
        asked.find(|who| !self.bots.policy(*who).is_settled())
    }

    /// What is left to chance comes from there.
    pub(crate) fn draw_from(&mut self, chance: &Seeded) {
        self.bots.chance = chance.clone();
    }

    /// Why there are no exact odds, where choices are left to chance. Whose policy that is, and that it is one, is told to those who may know
    /// what it is asked.
    fn leave_to_chance(&self, known: &Knowledge, viewer: &Viewer) -> Option<String> {
        let unsettled = self.unsettled()?;
        if !known.allows(viewer, Matter::Question(unsettled)) {
            return Some("some choices of others are left to chance".to_owned());
        }
        let policy = self.bots.policy(unsettled).name();
        Some(format!(
            "the policy `{policy}` leaves its choices to chance"
        ))
    }

    fn decisions(&self, known: &Knowledge, viewer: &Viewer, state: &S::State) -> Vec<Decision> {
        let mut decisions: Vec<Decision> = Vec::new();
        for ask in &self.asked {
            let decision = Decision {
                name: S::name(state, ask.who).to_owned(),
                when: S::occasion(&ask.window).when,
                policy: self.bots.policy(ask.who).name(),
            };
            let is_told = known.allows(viewer, Matter::Question(ask.who));
            if is_told && !decisions.contains(&decision) {
                decisions.push(decision);
            }
        }
        decisions
    }
}

/// The odds of an act of `who`, or of an answer to the act in progress, as far as the viewer may know them. Of an answer, what comes just
/// as likely of saying nothing is left out: that is the doing of the act in progress.
pub(crate) fn report<S: System>(
    sight: &Sight<'_, S>,
    who: CreatureId,
    act: &S::Act,
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
    budget: &OddsBudget,
) -> Result<ChanceReport, NoOdds> {
    report_beside(sight, who, act, bots, seat, budget, &mut None)
}

/// What saying nothing comes to, once that was worked out.
pub(crate) type Silence = Option<Result<ChanceReport, NoOdds>>;

/// As [`report`]; of what saying nothing comes to, what is known from another answer at the same sight.
pub(crate) fn report_beside<S: System>(
    sight: &Sight<'_, S>,
    who: CreatureId,
    act: &S::Act,
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
    budget: &OddsBudget,
    nothing: &mut Silence,
) -> Result<ChanceReport, NoOdds> {
    let mut report = of_all(sight, who, act, bots, seat, budget)?;
    if let Some(silence) = silence(sight, who).filter(|silence| silence != act) {
        let mut found = || of_all(sight, who, &silence, bots, seat, budget);
        match nothing.get_or_insert_with(&mut found) {
            Ok(without) => report.leave_out(without),
            Err(NoOdds::Stopped) => return Err(NoOdds::Stopped),
            // What cannot be told apart is told whole.
            Err(_) => {}
        }
    }
    Ok(report)
}

/// The odds of an act, or of an answer and all that the act in progress still comes to.
fn of_all<S: System>(
    sight: &Sight<'_, S>,
    who: CreatureId,
    act: &S::Act,
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
    budget: &OddsBudget,
) -> Result<ChanceReport, NoOdds> {
    let beginning = sight.beginning((who, act), seat);
    let course = sight.course(&beginning, (who, act));
    let rolled = rolled_before(sight);
    let mut least = Least::default();
    let stop = bots.stop;
    // Of every course something is heard, of those as well that are not followed to an outcome.
    let hear = |sums: &[Sum]| {
        if stop.load(Ordering::Relaxed) {
            return Err(NoOdds::Stopped);
        }
        least.note(sums);
        Ok(())
    };
    let outcome = |state, mut verdicts: Vec<Verdict>| {
        verdicts.drain(..rolled.min(verdicts.len()));
        Outcome::<S> { state, verdicts }
    };
    let mut deciders = Deciders::new(bots);
    let reading = (hear, outcome);
    let (odds, basis) = gone_through(&course, &mut deciders, seat, budget, reading)?;
    let (viewer, known) = seat;
    let state = sight.state();
    let before = seen::<S>(state);
    let mut subjects: Vec<Subject> = before.iter().map(Subject::creature).collect();
    let things = Watched::among::<S>(state, &mut subjects, |who| {
        let creature = before.get(who.index());
        creature.is_some_and(|creature| known.allows(viewer, Matter::Numbers(creature)))
    });
    let outcomes = odds.outcomes.iter().map(|(outcome, _)| &outcome.state);
    let scenery = Scenery::among::<S>(state, outcomes, &mut subjects);
    let gathered = gathered(
        (state, &before),
        (&subjects, &things, &scenery),
        &odds,
        seat,
    );
    let whole = Whole {
        beyond: ratio(&odds.tail, &odds.total),
        total: odds.total.clone(),
        tail: odds.tail.clone(),
        is_sample: matches!(basis, Basis::Sample { .. }),
    };
    let others = beginning.left_out.iter();
    let others = others.filter(|other| known.allows(viewer, Matter::Question(**other)));
    Ok(ChanceReport {
        name: S::name(state, who).to_owned(),
        act: S::print(state, Some(who), act),
        basis,
        decisions: deciders.decisions(known, viewer, state),
        left_out: others
            .map(|other| S::name(state, *other).to_owned())
            .collect(),
        rows: gathered.rows(&whole),
        verdicts: gathered.verdicts(&whole, |verdict| least.of(verdict)),
        effects: gathered.effects(&whole),
        changes: gathered.changes(&whole),
        risks: gathered.risks(who, |condition| S::is_boon(state, condition), &whole),
        comes_anyway: false,
        tail: whole.share(&whole.tail),
    })
}

/// How many rolls have come to something in the act in progress: what was rolled before an answer is no longer open.
fn rolled_before<S: System>(sight: &Sight<'_, S>) -> usize {
    sight.open().map_or(0, |open| {
        let judged = open.notes.iter().filter_map(|note| match note {
            Note::Sum(sum) => sum.judged(),
            _ => None,
        });
        judged.count()
    })
}

/// Outcomes with their weights, and what these rest on.
type Reckoned<S> = (Odds<Outcome<S>>, Basis);

/// All courses; where there are too many, or choices are left to chance, some plays.
fn gone_through<S: System>(
    course: &Course<'_, S>,
    deciders: &mut Deciders<'_, '_, S>,
    (viewer, known): (&Viewer, &Knowledge),
    budget: &OddsBudget,
    (mut hear, mut outcome): (
        impl FnMut(&[Sum]) -> Result<(), NoOdds>,
        impl FnMut(S::State, Vec<Verdict>) -> Outcome<S>,
    ),
) -> Result<Reckoned<S>, NoOdds> {
    let most = Budget {
        runs: budget.courses,
        lines: budget.lines,
    };
    let because = match odds_of_verdicts(course, deciders, most, &mut hear, &mut outcome) {
        Ok(odds) => match deciders.leave_to_chance(known, viewer) {
            Some(because) => because,
            None => {
                let courses = (*viewer == Viewer::GameMaster).then(|| Courses {
                    count: odds.runs,
                    denominator: odds.total.to_string(),
                });
                let basis = Basis::Exact {
                    budget: budget.courses,
                    courses,
                };
                return Ok((odds, basis));
            }
        },
        Err(error @ (NoOdds::Budget(_) | NoOdds::Lines(_))) => error.to_string(),
        Err(error) => return Err(error),
    };
    by_sample(course, deciders, budget, because, (hear, outcome))
}

/// All outcomes, each with what the viewer may know of its rolls and of what is different in it, in creatures and things.
fn gathered<'b, S: System>(
    (state, before): (&S::State, &[CreatureView]),
    (subjects, things, scenery): (&'b [Subject], &[Watched], &Scenery),
    odds: &Odds<Outcome<S>>,
    (viewer, known): (&Viewer, &Knowledge),
) -> Gathered<'b> {
    let is_open = |creature: &CreatureView| known.allows(viewer, Matter::Numbers(creature));
    let may_name = |named| known.allows(viewer, Matter::Condition(named));
    let is_heard = |by: Option<CreatureId>| {
        by.is_none_or(|who| known.allows(viewer, Matter::NumbersOf(&[who])))
    };
    // A whole view is much to make for what is asked only where somebody has moved.
    let hexes = LazyCell::new(|| S::view(state).map.is_some_and(|map| map.hexes));
    let mut gathered = Gathered::new(subjects);
    let mut lately: Vec<Lately<'_, S>> = before.iter().map(|_| VecDeque::new()).collect();
    for (outcome, weight) in &odds.outcomes {
        let mut verdicts = outcome.verdicts.clone();
        verdicts.retain(|((by, ..), _)| is_heard(*by));
        let after = &outcome.state;
        let mut difference = Difference::default();
        // What becomes of those whose numbers the viewer may not know depends on these.
        let creatures = before.iter().enumerate().zip(&mut lately);
        for ((index, was), lately) in creatures.filter(|((_, was), _)| is_open(was)) {
            if S::looks_alike(state, after, was.id) {
                continue;
            }
            let alike = |(other, _): &(&S::State, _)| S::looks_alike(other, after, was.id);
            if let Some((_, known)) = lately.iter().find(|one| alike(one)) {
                difference.append(known);
            } else if let Some(is) = S::seen(after, was.id) {
                let new = Difference::of(index, (was, &is), may_name, &|| *hexes);
                difference.append(&new);
                lately.truncate(LOOKED_BACK - 1);
                lately.push_front((after, new));
            }
        }
        for thing in things {
            thing.compare::<S>(after, &mut difference);
        }
        scenery.compare::<S>((state, after), &mut difference);
        gathered.add(weight, verdicts, difference);
    }
    gathered
}

/// What was found different of a creature in outcomes lately met: those that follow one another have most in common.
type Lately<'o, S> = VecDeque<(&'o <S as System>::State, Difference)>;

/// All creatures as they are seen.
fn seen<S: System>(state: &S::State) -> Vec<CreatureView> {
    S::creatures(state)
        .filter_map(|who| S::seen(state, who))
        .collect()
}

fn by_sample<S: System>(
    course: &Course<'_, S>,
    deciders: &mut Deciders<'_, '_, S>,
    budget: &OddsBudget,
    because: String,
    (hear, outcome): (
        impl FnMut(&[Sum]) -> Result<(), NoOdds>,
        impl FnMut(S::State, Vec<Verdict>) -> Outcome<S>,
    ),
) -> Result<Reckoned<S>, NoOdds> {
    let plays = Budget {
        runs: budget.plays,
        lines: budget.lines,
    };
    let sample = sampled_verdicts(
        course,
        deciders,
        plays,
        budget.seed,
        Deciders::draw_from,
        (hear, outcome),
    )?;
    let outcomes = sample.outcomes.into_iter();
    let odds = Odds {
        outcomes: outcomes
            .map(|(outcome, count)| (outcome, BigUint::from(count)))
            .collect(),
        tail: BigUint::ZERO,
        total: BigUint::from(sample.plays),
        runs: sample.plays,
    };
    let basis = Basis::Sample {
        plays: sample.plays,
        seed: budget.seed,
        confidence: confidence(),
        because,
    };
    Ok((odds, basis))
}

/// The least sum with which each verdict came: what orders the verdicts of a roll, in whichever order outcomes are met.
#[derive(Default)]
struct Least(Weights<Verdict, i32>);

impl Least {
    fn note(&mut self, sums: &[Sum]) {
        let judged = sums
            .iter()
            .filter_map(|sum| Some((sum.judged()?, sum.total)));
        for (verdict, total) in judged {
            let least = self.0.entry(verdict).or_insert(total);
            *least = total.min(*least);
        }
    }

    fn of(&self, verdict: &Verdict) -> i32 {
        self.0.get(verdict).copied().unwrap_or(i32::MAX)
    }
}
