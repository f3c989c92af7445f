//! Running worked examples: a case becomes a fight, its steps are done with scripted dice and answers, and what must be seen is compared.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::laws;
use super::page::{Action, Case, Page, Spoken, Step};
use super::script::Script;
use super::seen;
use crate::catalogue::Catalogue;
use crate::content::{Located, Problems, Source, Tree};
use crate::fight::{DiceMode, Fight, Rejected, Standing};
use crate::id::{CreatureId, RuleId};
use crate::journal;
use crate::notation::closest;
use crate::story::{Told, tell};
use crate::system::{Ask, System};
use crate::tape::People;

/// The most automatic entries and answers that one step may take.
const TURNS_MAX: usize = 10_000;

/// Something that did not come out as the page says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The line of the page, from 1.
    pub line: usize,
    /// What was expected and what came instead, in a sentence.
    pub message: String,
    /// What the page says, where it is one thing that can be compared with what came.
    pub expected: Option<String>,
    /// What came instead of it.
    pub came: Option<String>,
    /// The id of the rule that it is about, as the page names it.
    pub rule: Option<String>,
    /// The rules that were at work in the step that it is about.
    pub at_work: Vec<RuleId>,
}

impl Failure {
    /// What is told in a sentence alone.
    pub(super) fn told(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
            expected: None,
            came: None,
            rule: None,
            at_work: Vec::new(),
        }
    }

    /// The same, with what was expected and what came.
    pub(super) fn compared(self, expected: impl ToString, came: impl ToString) -> Self {
        Self {
            expected: Some(expected.to_string()),
            came: Some(came.to_string()),
            ..self
        }
    }

    /// The same, about a rule.
    pub(super) fn about(self, rule: &str) -> Self {
        Self {
            rule: Some(rule.to_owned()),
            ..self
        }
    }
}

/// What came of a case.
#[derive(Clone, Debug, Default)]
pub struct CaseReport {
    /// Everything that is not as the page says; empty if the case holds.
    pub failures: Vec<Failure>,
    /// The rules that the case exercises: cited while it ran, or by a refusal that it expects.
    pub cited: BTreeSet<RuleId>,
    /// The log of the fight.
    pub log: Vec<Told>,
}

/// Runs one case of a page; `library` is the content that its scenario may refer to.
///
/// After the steps the laws that hold for every fight are checked as well: replaying gives the same facts, folding the facts gives
/// the same state, and the journal, written and read back, is the same fight.
#[must_use]
pub fn run_case<S: System>(page: &Page, case: &Case, library: &[Source]) -> CaseReport {
    let mut report = CaseReport::default();
    let fight = match open::<S>(page, case, library) {
        Ok(fight) => fight,
        Err(failures) => {
            report.failures = failures;
            return report;
        }
    };
    let mut run = Run::new(page, fight, library, report);
    for (index, step) in case.steps.iter().enumerate() {
        run.step(step);
        if run.is_stuck {
            run.report.failures.extend(
                case.steps
                    .get(index + 1)
                    .map(|next| Failure::told(next.line, "the further steps were not tried")),
            );
            break;
        }
    }
    run.finish(case)
}

/// A fight from the case's scenario.
fn open<S: System>(page: &Page, case: &Case, library: &[Source]) -> Result<Fight<S>, Vec<Failure>> {
    let failure = |line, message: String| vec![Failure::told(line, message)];
    let text = toml::to_string(&case.setup.to_table()).map_err(|error| {
        failure(
            case.line,
            format!("the scenario cannot be put together: {error}"),
        )
    })?;
    let scenario = Source::new(page.source.name.clone(), text);
    let setup = S::compose(&scenario, library).map_err(|mistakes| {
        let misfits = |problems| misfits(page, case, &scenario, problems);
        mistakes.files.iter().flat_map(misfits).collect::<Vec<_>>()
    })?;
    Fight::new(setup, 0, 0).map_err(|reasons| {
        reasons
            .into_iter()
            .map(|message| {
                Failure::told(case.line, format!("the scenario is impossible: {message}"))
            })
            .collect()
    })
}

/// All problems in a case's scenario, shown in the page as near as their path leads.
fn misfits(page: &Page, case: &Case, scenario: &Source, problems: &Problems) -> Vec<Failure> {
    let tree = Tree::parse(scenario).ok();
    let failure = |problem: &crate::content::Problem| {
        let hint = problem
            .hint
            .as_ref()
            .map(|hint| format!(" ({hint})"))
            .unwrap_or_default();
        if problems.source != *scenario {
            let (line, column) = problems.line_column(problem);
            let place = format!("{}:{line}:{column}", problems.source.name);
            return Failure::told(case.line, format!("{place}: {}{hint}", problem.message));
        }
        let path = match &tree {
            Some(tree) if problem.path.is_empty() => tree.path_at(problem.span.start),
            _ => problem.path.clone(),
        };
        if path.is_empty() {
            return Failure::told(case.line, format!("{}{hint}", problem.message));
        }
        let line = page.line(&case.setup.nearest_span(&path));
        Failure::told(line, format!("`{path}`: {}{hint}", problem.message))
    };
    problems.list.iter().map(failure).collect()
}

/// A case while it runs.
pub(super) struct Run<'p, S: System> {
    pub(super) page: &'p Page,
    pub(super) fight: Fight<S>,
    library: &'p [Source],
    pub(super) report: CaseReport,
    /// What the present step has left to see.
    pub(super) seen: Witnessed,
    /// What the journal file would hold.
    journal: String,
    /// The facts shown while the act in progress was open.
    shown: Vec<S::Fact>,
    /// Nothing that follows would make sense.
    is_stuck: bool,
}

/// What was seen during one step.
#[derive(Default)]
pub(super) struct Witnessed {
    pub(super) rules: BTreeSet<RuleId>,
    pub(super) told: Vec<Told>,
    /// Who was asked: the creature, the question, and the window's own word.
    pub(super) asked: Vec<(String, String, &'static str)>,
}

/// The step cannot go on; why has been reported.
struct Stuck;

impl<'p, S: System> Run<'p, S> {
    fn new(page: &'p Page, mut fight: Fight<S>, library: &'p [Source], report: CaseReport) -> Self {
        let journal = journal::header(&fight);
        fight.set_dice(DiceMode::Real);
        Self {
            page,
            fight,
            library,
            report,
            seen: Witnessed::default(),
            journal,
            shown: Vec::new(),
            is_stuck: false,
        }
    }

    pub(super) fn catalogue(&self) -> &'static Catalogue {
        S::catalogue()
    }

    pub(super) fn fail(&mut self, line: usize, message: impl Into<String>) {
        self.missed(Failure::told(line, message));
    }

    pub(super) fn missed(&mut self, failure: Failure) {
        self.report.failures.push(failure);
    }

    fn stuck<T>(&mut self, line: usize, message: impl Into<String>) -> Result<T, Stuck> {
        self.fail(line, message);
        Err(Stuck)
    }

    fn step(&mut self, step: &Step) {
        self.seen = Witnessed::default();
        let failed = self.report.failures.len();
        let mut script = Script::new(self.page, step);
        let done = self.act(step, &mut script);
        self.witness_open();
        self.is_stuck = done.is_err();
        self.journal.push_str(&journal::changes(&mut self.fight));
        self.report.cited.extend(self.seen.rules.iter().copied());
        if done.is_ok() {
            if let Some((line, left)) = script.left() {
                self.fail(line, left);
            }
            seen::compare(self, step);
            laws::after_step(self, step);
        }
        for failure in &mut self.report.failures[failed..] {
            failure.at_work = self.seen.rules.iter().copied().collect();
        }
        self.report.log.append(&mut self.seen.told);
    }

    fn act(&mut self, step: &Step, script: &mut Script) -> Result<(), Stuck> {
        match &step.action {
            Action::Do(spoken) => {
                if self.fight.open().is_none() {
                    self.settle(step, script)?;
                }
                self.submit(step, spoken)?;
                self.settle(step, script)
            }
            Action::Auto => self.settle(step, script),
            Action::Override(words) => self.correct(words),
            Action::Joins(entries) => self.join(entries),
            Action::Undo => {
                self.shown.clear();
                let undone = self.fight.undo();
                self.taken(step.line, undone)
            }
            Action::Redo => {
                let redone = self.fight.redo();
                self.taken(step.line, redone)
            }
        }
    }

    fn taken(&mut self, line: usize, result: Result<(), Rejected>) -> Result<(), Stuck> {
        match result {
            Ok(()) => Ok(()),
            Err(rejected) => {
                let message = self.rejection(&rejected);
                self.stuck(line, message)
            }
        }
    }

    fn correct(&mut self, words: &Located<String>) -> Result<(), Stuck> {
        let text = words.trim();
        let text = text.strip_prefix("set ").unwrap_or(text);
        self.change(self.page.line(&words.span), text, |state, _| {
            S::correction(state, text)
        })
    }

    fn join(&mut self, entries: &Located<String>) -> Result<(), Stuck> {
        let source = Source::new(self.page.source.name.clone(), entries.value.clone());
        self.change(
            self.page.line(&entries.span),
            "somebody joins",
            |state, library| S::newcomers(state, &source, library),
        )
    }

    /// Corrects the state by the facts that are made of it.
    fn change<E: Display>(
        &mut self,
        line: usize,
        words: &str,
        facts: impl FnOnce(&S::State, &[Source]) -> Result<Vec<S::Fact>, E>,
    ) -> Result<(), Stuck> {
        match facts(self.fight.settled(), self.library) {
            Ok(facts) => {
                let before = self.fight.settled().clone();
                let corrected = self.fight.correct(words, facts);
                self.taken(line, corrected)?;
                self.witness_entry(before);
                Ok(())
            }
            Err(unread) => self.stuck(line, unread.to_string()),
        }
    }

    /// The creature of that name.
    fn creature(&mut self, line: usize, name: &str) -> Result<CreatureId, Stuck> {
        let state = self.fight.state();
        if let Some(who) = S::creature(state, name) {
            return Ok(who);
        }
        let names: Vec<&str> = S::creatures(state).map(|who| S::name(state, who)).collect();
        let near = closest(name, names.iter().copied())
            .map(|near| format!(" (did you mean `{near}`?)"))
            .unwrap_or_default();
        self.stuck(line, format!("there is no creature `{name}`{near}"))
    }

    /// Reads the words of a creature as an act.
    fn read(&mut self, line: usize, spoken: &Spoken) -> Result<(CreatureId, S::Act), Stuck> {
        let who = self.creature(line, &spoken.who)?;
        match S::parse(self.fight.state(), Some(who), &spoken.words) {
            Ok(act) => Ok((who, act)),
            Err(unread) => self.stuck(line, format!("`{}`: {unread}", spoken.words)),
        }
    }

    fn submit(&mut self, step: &Step, spoken: &Located<Spoken>) -> Result<(), Stuck> {
        let line = self.page.line(&spoken.span);
        let (who, act) = self.read(line, spoken)?;
        let before = (self.fight.settled().clone(), self.fight.entries().len());
        let result = self.fight.submit(who, act, &mut People);
        let Some(refused) = &step.refused else {
            self.taken(line, result)?;
            self.went_on(step, before);
            return Ok(());
        };
        match result {
            Err(Rejected::Refused(refusal)) => {
                seen::refusal(self, refused, step.because.as_ref(), &refusal);
                if (self.fight.settled(), self.fight.entries().len()) != (&before.0, before.1) {
                    self.fail(line, "the refused act has changed something");
                }
                Ok(())
            }
            Err(rejected) => {
                let message = self.rejection(&rejected);
                let expected = &refused.value;
                let told = format!("a refusal by `{expected}` was expected, but {message}");
                self.not_refused(line, expected, (told, &message))
            }
            Ok(()) => {
                self.went_on(step, before);
                let expected = &refused.value;
                let told = format!("`{expected}` should have refused this, but it was done");
                self.not_refused(line, expected, (told, "it was done"))
            }
        }
    }

    /// Something else came of an act than that the rule refuses it.
    fn not_refused<T>(
        &mut self,
        line: usize,
        rule: &str,
        (told, came): (String, &str),
    ) -> Result<T, Stuck> {
        let expected = format!("a refusal by `{rule}`");
        let failure = Failure::told(line, told).compared(expected, came);
        self.missed(failure.about(rule));
        Err(Stuck)
    }

    /// Lets everything happen that needs nobody's decision but those of the script.
    fn settle(&mut self, step: &Step, script: &mut Script) -> Result<(), Stuck> {
        for _ in 0..TURNS_MAX {
            let before = (self.fight.settled().clone(), self.fight.entries().len());
            match self.fight.standing() {
                Standing::Over(_) => return Ok(()),
                Standing::Auto => {
                    let advanced = self.fight.advance(&mut People).map(|_| ());
                    self.taken(step.line, advanced)?;
                }
                Standing::Roll(roll) => {
                    let faces = match script.throw::<S>(self.fight.state(), &roll) {
                        Ok(faces) => faces,
                        Err((line, message)) => return self.stuck(line, message),
                    };
                    let rolled = self.fight.rolled(faces, &mut People);
                    self.taken(step.line, rolled)?;
                }
                Standing::Acts { must, .. } => {
                    if self.fight.open().is_none() || !self.answer(step, &must, script)? {
                        return Ok(());
                    }
                }
            }
            self.went_on(step, before);
        }
        self.stuck(step.line, "the step does not come to an end")
    }

    /// Gives the next answer of the script to those who are asked; `false` if the script has none and the step looks at the question.
    fn answer(&mut self, step: &Step, asks: &[Ask<S>], script: &mut Script) -> Result<bool, Stuck> {
        let names: Vec<&str> = asks
            .iter()
            .map(|ask| S::name(self.fight.state(), ask.who))
            .collect();
        let Some(spoken) = script.answer() else {
            let looks = step.next.is_some()
                || !step.offers.is_empty()
                || !step.not_offers.is_empty()
                || step.refused.is_some();
            if looks {
                return Ok(false);
            }
            let question = asks
                .first()
                .map(|ask| S::question(self.fight.state(), ask))
                .unwrap_or_default();
            let message = format!(
                "{} must answer ({question}), but the script has no answer left",
                names.join(" and ")
            );
            return self.stuck(step.line, message);
        };
        let line = self.page.line(&spoken.span);
        let asked = names.join(", ");
        let (who, act) = self.read(line, spoken)?;
        if !asks.iter().any(|ask| ask.who == who) {
            let name = &spoken.who;
            return self.stuck(line, format!("`{name}` is not asked now; asked: {asked}"));
        }
        let submitted = self.fight.submit(who, act, &mut People);
        self.taken(line, submitted)?;
        Ok(true)
    }

    /// After every move of the fight: notes what was seen and holds the provisional facts against the final ones.
    fn went_on(&mut self, step: &Step, before: (S::State, usize)) {
        self.journal.push_str(&journal::changes(&mut self.fight));
        let (state, entries) = before;
        let facts = match self.fight.open() {
            Some(open) => laws::facts::<S>(&open.notes),
            None => laws::facts::<S>(self.fight.last_notes()),
        };
        if !facts.starts_with(&self.shown) {
            self.fail(
                step.line,
                "what was shown while the act was open is not how the finished act begins",
            );
        }
        if self.fight.entries().len() > entries {
            self.shown.clear();
            self.witness_entry(state);
        } else {
            self.shown = facts;
        }
        self.note_asks();
    }

    /// Notes those who are asked now for the first time.
    fn note_asks(&mut self) {
        let Some(open) = self.fight.open() else {
            return;
        };
        let crate::tape::Need::Acts(asks) = &open.need else {
            return;
        };
        if !open.partial.is_empty() {
            return;
        }
        let state = self.fight.state();
        for ask in asks {
            self.seen.asked.push((
                S::name(state, ask.who).to_owned(),
                S::question(state, ask),
                ask.word(),
            ));
        }
    }

    /// Takes in the notes of the entry just finished; `before` is the state before it.
    fn witness_entry(&mut self, mut before: S::State) {
        let notes = self.fight.last_notes();
        self.seen
            .rules
            .extend(notes.iter().filter_map(crate::story::Note::rule));
        self.seen.told.extend(tell::<S>(&mut before, notes));
    }

    /// Takes in the notes of an act that the step leaves open.
    fn witness_open(&mut self) {
        let Some(open) = self.fight.open() else {
            return;
        };
        let mut before = self.fight.settled().clone();
        self.seen
            .rules
            .extend(open.notes.iter().filter_map(crate::story::Note::rule));
        self.seen.told.extend(tell::<S>(&mut before, &open.notes));
    }

    /// Why the fight did not take something, in words.
    pub(super) fn rejection(&self, rejected: &Rejected) -> String {
        match rejected {
            Rejected::Refused(refusal) => format!(
                "`{}` refuses it: {}",
                self.catalogue().id(refusal.rule),
                refusal.render::<S>(self.fight.state())
            ),
            Rejected::NotAsked(who) => {
                let state = self.fight.state();
                let asked: Vec<&str> = self
                    .fight
                    .asks()
                    .iter()
                    .map(|ask| S::name(state, ask.who))
                    .collect();
                format!(
                    "it is not {}'s moment; asked: {}",
                    S::name(state, *who),
                    if asked.is_empty() {
                        "nobody".to_owned()
                    } else {
                        asked.join(", ")
                    }
                )
            }
            other => other.to_string(),
        }
    }

    fn finish(mut self, case: &Case) -> CaseReport {
        self.journal.push_str(&journal::changes(&mut self.fight));
        let broken = laws::after_case(&self.fight, &self.journal);
        for message in broken {
            self.fail(case.line, message);
        }
        self.report
    }
}
