//! A session over any system.

use std::ops::ControlFlow;

use affray_kernel::dice::Seeded;
use affray_kernel::fight::{self, DiceMode, Fight, Rejected};
use affray_kernel::journal::JournalError;
use affray_kernel::notation::closest;
use affray_kernel::tape::{Answers, Stop};
use affray_kernel::{Ask, CreatureId, System, journal};

use crate::agreement::Agreement;
use crate::branches;
use crate::chances::{self, ChanceReport};
use crate::controls::{Bots, Control, Habit, Habits};
use crate::fortune;
use crate::log::{Log, LogLine, Telling};
use crate::rulebook::{self, RuleText};
use crate::secrecy::{Knowledge, Matter, Viewer};
use crate::session::{
    BranchSeen, Declined, Offer, OfferGroup, Question, Session, Standing, SystemInfo, Verification,
};
use crate::wording::{self, TableView};

/// One fight with those who play it.
pub struct Table<S: System> {
    fight: Fight<S>,
    controls: Vec<Control>,
    habits: Habits,
    seat: Viewer,
    /// What was agreed on since the journal was last brought up to date.
    agreed: Vec<Agreement>,
    log: Log,
    moment: u64,
    has_header: bool,
}

/// What tells one moment from the next: the entries, and the act in progress with its draws.
type Place<S> = (
    usize,
    Option<(Option<CreatureId>, <S as System>::Act, usize)>,
);

impl<S: System> Table<S> {
    /// A new fight. Creatures are played as their scenario says.
    #[must_use]
    pub fn new(fight: Fight<S>) -> Self {
        let state = fight.start();
        Self {
            controls: ids::<S>(state)
                .map(|who| written::<S>(state, who))
                .collect(),
            habits: Habits::default(),
            seat: Viewer::GameMaster,
            agreed: Vec::new(),
            fight,
            log: Log::default(),
            moment: 0,
            has_header: false,
        }
    }

    /// A fight from its journal: the log is told anew, and further changes are to be appended to the same journal.
    ///
    /// # Errors
    /// If something that was agreed on cannot be read.
    pub fn resumed(read: journal::Read<S>) -> Result<Self, JournalError> {
        let mut table = Self::new(read.fight);
        for (line, value) in read.asides {
            let agreement = Agreement::read(value, table.controls.len());
            table.agree(agreement.map_err(|message| JournalError::Line { line, message })?);
        }
        table.agreed.clear();
        table.has_header = true;
        let start = table.fight.start().clone();
        table.tell_again(0, start);
        table.moment = table.fight.entries().len() as u64;
        Ok(table)
    }

    /// Takes something as agreed on, to be kept in the journal.
    fn agree(&mut self, agreement: Agreement) {
        match &agreement {
            Agreement::Plays(who, control) => match self.controls.get_mut(who.index()) {
                Some(known) if known != control => *known = *control,
                _ => return,
            },
            Agreement::Habit(who, window, habit) => {
                if self.habits.get(*who, window) == *habit {
                    return;
                }
                self.habits.set(*who, window, *habit);
            }
            Agreement::Seat(seat) => {
                if self.seat == *seat {
                    return;
                }
                self.seat.clone_from(seat);
            }
        }
        self.agreed.push(agreement);
    }

    /// Everything that is agreed on otherwise than in a new fight.
    fn agreements(&self) -> Vec<Agreement> {
        let start = self.fight.start();
        let plays = ids::<S>(start).zip(&self.controls);
        let plays = plays.filter(|(who, control)| written::<S>(start, *who) != **control);
        let plays = plays.map(|(who, control)| Agreement::Plays(who, *control));
        let habits = self.habits.all().iter().cloned();
        let habits = habits.map(|(who, window, habit)| Agreement::Habit(who, window, habit));
        let seat = (self.seat != Viewer::GameMaster).then(|| Agreement::Seat(self.seat.clone()));
        plays.chain(habits).chain(seat).collect()
    }

    /// Tells the entries from `first` on by running their rules again; `state` is the one before them.
    fn tell_again(&mut self, first: usize, mut state: S::State) {
        for (index, entry) in self.fight.entries().iter().enumerate().skip(first) {
            let telling = branches::again(entry, &mut state);
            self.log.add(telling, index, self.moment);
        }
    }

    fn place(&self) -> Place<S> {
        let open = self.fight.open();
        let open = open.map(|open| (open.who, open.act.clone(), open.draws.len()));
        (self.fight.entries().len(), open)
    }

    fn bots(&self) -> Bots<'_> {
        bots(&self.controls, &self.habits, &self.fight)
    }

    /// Changes the fight, and keeps moment and log in step with it.
    fn change<T>(
        &mut self,
        step: impl FnOnce(&mut Fight<S>, &mut Bots<'_>) -> Result<T, Rejected>,
    ) -> Result<T, Declined> {
        let (before, place) = (self.fight.settled().clone(), self.place());
        let mut bots = bots(&self.controls, &self.habits, &self.fight);
        let done = step(&mut self.fight, &mut bots);
        let value = done.map_err(|rejected| self.declined(rejected))?;
        if self.place() != place {
            self.moment += 1;
        }
        let entries = self.fight.entries().len();
        if entries > place.0 {
            let telling = Telling::of::<S>(&before, self.fight.last_notes());
            self.log.add(telling, entries - 1, self.moment);
        }
        Ok(value)
    }

    /// Goes on until people have to decide. A fault is met again by the next [`Session::advance`].
    fn go_on(&mut self) {
        let _ = self.advance();
    }

    /// Where only bots are asked and all leave the moment to others, the first of them is silent.
    fn hush(&mut self) -> Result<bool, Declined> {
        let fight::Standing::Acts { must, .. } = self.fight.standing() else {
            return Ok(false);
        };
        let bots = self.bots();
        if !must.iter().all(|ask| bots.plays(ask.who)) {
            return Ok(false);
        }
        self.change(|fight, bots| fight.advance(&mut Silent(bots)))
    }

    fn is_fresh(&self, seen: Option<u64>) -> Result<(), Declined> {
        match seen {
            Some(seen) if seen != self.moment => Err(Declined::Stale {
                moment: self.moment,
                changed: self.log.events_after(seen),
            }),
            _ => Ok(()),
        }
    }

    fn name_of(&self, who: CreatureId) -> &str {
        if who.index() < S::count(self.fight.state()) {
            S::name(self.fight.state(), who)
        } else {
            "?"
        }
    }

    fn read(&self, who: CreatureId, words: &str) -> Result<S::Act, Declined> {
        if who.index() >= S::count(self.fight.state()) {
            return Err(Declined::Nobody {
                name: format!("number {}", who.0),
                near: None,
            });
        }
        S::parse(self.fight.state(), Some(who), words).map_err(|unread| Declined::Unread {
            message: unread.to_string(),
        })
    }

    fn give(&mut self, who: CreatureId, act: S::Act) -> Result<(), Declined> {
        self.change(|fight, bots| fight.submit(who, act, bots))?;
        self.go_on();
        Ok(())
    }

    /// What was not taken, in words.
    fn declined(&self, rejected: Rejected) -> Declined {
        match rejected {
            Rejected::Refused(refusal) => Declined::Refused {
                rule: S::catalogue().id(refusal.rule).to_owned(),
                message: refusal.render::<S>(self.fight.state()),
            },
            Rejected::NotAsked(who) => Declined::NotAsked {
                name: self.name_of(who).to_owned(),
            },
            Rejected::Over => Declined::Over,
            Rejected::Waiting(first) => Declined::Waiting {
                first: first.to_owned(),
            },
            Rejected::InProgress => Declined::InProgress,
            Rejected::WrongFaces(pool) => Declined::Dice {
                message: format!("these faces cannot come from {pool}"),
            },
            Rejected::Nothing(what) => Declined::Nothing {
                what: what.to_owned(),
            },
            Rejected::Fault(stop) => Declined::Fault {
                message: match stop {
                    Stop::Cap => {
                        "the rules took more dice, answers or nested acts than any act may"
                    }
                    Stop::Need | Stop::Mismatch => {
                        "the rules asked for other dice or answers than those that were recorded"
                    }
                }
                .to_owned(),
            },
        }
    }

    fn question(&self, ask: &Ask<S>, must: bool) -> Question {
        let state = self.fight.state();
        Question {
            who: ask.who,
            name: S::name(state, ask.who).to_owned(),
            question: S::question(state, ask),
            window: ask.word(),
            must,
            secret: ask.secret,
            silence: S::silence(state, ask).map(|act| S::print(state, Some(ask.who), &act)),
        }
    }

    /// The act in these words if one of the creature's asks allows it.
    fn allowed(&self, who: CreatureId, words: &str) -> Result<S::Act, Declined> {
        let act = self.read(who, words)?;
        let asks = self.fight.asks();
        let mut checks = asks
            .iter()
            .filter(|ask| ask.who == who)
            .map(|ask| S::check(self.fight.state(), ask, &act));
        match checks.next() {
            None => Err(self.declined(Rejected::NotAsked(who))),
            Some(Err(refusal)) if !checks.any(|check| check.is_ok()) => {
                Err(self.declined(Rejected::Refused(refusal)))
            }
            Some(_) => Ok(act),
        }
    }

    /// After entries were taken back or put in force again.
    fn remark(&mut self, entries_before: usize, words: &str) {
        self.moment += 1;
        self.log
            .undo_to(entries_before.min(self.fight.entries().len()));
        self.log.remark(words.to_owned(), self.moment);
    }
}

fn ids<S: System>(state: &S::State) -> impl Iterator<Item = CreatureId> + use<S> {
    (0..S::count(state)).map(|index| CreatureId(index as u16))
}

/// Who plays a creature by its scenario.
fn written<S: System>(state: &S::State, who: CreatureId) -> Control {
    let policy = S::policy(state, who);
    policy.and_then(Control::named).unwrap_or_default()
}

fn bots<'c, S: System>(controls: &'c [Control], habits: &'c Habits, fight: &Fight<S>) -> Bots<'c> {
    let entry = fight.entries().len() as u32;
    Bots {
        controls,
        habits,
        chance: Seeded::at(fight.seed(), fight.number(), entry),
        for_all: false,
    }
}

/// Bots that take silence for an answer.
struct Silent<'b, 'c>(&'b mut Bots<'c>);

impl<S: System> Answers<S> for Silent<'_, '_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        if !self.0.plays(ask.who) {
            return None;
        }
        self.0.answer(state, ask).or_else(|| S::silence(state, ask))
    }
}

impl<S: System> Session for Table<S> {
    fn system(&self) -> SystemInfo {
        SystemInfo {
            id: S::ID,
            name: S::NAME,
            edition: S::EDITION,
        }
    }

    fn moment(&self) -> u64 {
        self.moment
    }

    fn view(&self, viewer: &Viewer) -> TableView {
        let state = self.fight.state();
        wording::seen(S::view(state), S::sides(state).to_vec(), viewer)
    }

    fn standing(&self, viewer: &Viewer) -> Standing {
        let state = self.fight.state();
        match self.fight.standing() {
            fight::Standing::Over(side) => Standing::Over {
                winner: side.and_then(|side| S::sides(state).get(usize::from(side)).cloned()),
            },
            fight::Standing::Roll(roll)
                if !Knowledge::of::<S>(state).allows(viewer, Matter::Roll(&roll)) =>
            {
                Standing::Asks {
                    questions: Vec::new(),
                }
            }
            fight::Standing::Roll(roll) => Standing::Roll {
                by: roll.by,
                name: roll
                    .by
                    .map_or("the game master", |who| self.name_of(who))
                    .to_owned(),
                pool: roll.pool.to_string(),
                what: roll.what.to_owned(),
                rule: S::catalogue().id(roll.rule).to_owned(),
            },
            fight::Standing::Auto => Standing::Busy,
            fight::Standing::Acts { must, may } => {
                let known = Knowledge::of::<S>(state);
                let bots = self.bots();
                let all = must.iter().map(|ask| (ask, true));
                let all = all.chain(may.iter().map(|ask| (ask, false)));
                let questions = all
                    .filter(|(ask, _)| {
                        !bots.plays(ask.who) && known.allows(viewer, Matter::Question(ask.who))
                    })
                    .map(|(ask, must)| self.question(ask, must));
                Standing::Asks {
                    questions: questions.collect(),
                }
            }
        }
    }

    fn offers(&self, who: CreatureId, viewer: &Viewer) -> Vec<OfferGroup> {
        let state = self.fight.state();
        let mut groups: Vec<OfferGroup> = Vec::new();
        if !Knowledge::of::<S>(state).allows(viewer, Matter::Question(who)) {
            return groups;
        }
        for ask in self.fight.asks().iter().filter(|ask| ask.who == who) {
            S::offers(state, ask, &mut |act| {
                let words = S::print(state, Some(who), &act);
                let verb = words.split_whitespace().next().unwrap_or_default();
                match groups.iter_mut().find(|group| group.verb == verb) {
                    Some(group) => group.offers.push(Offer { words }),
                    None => groups.push(OfferGroup {
                        verb: verb.to_owned(),
                        offers: vec![Offer { words }],
                    }),
                }
                ControlFlow::Continue(())
            });
        }
        groups
    }

    fn creature(&self, name: &str) -> Result<CreatureId, Declined> {
        let state = self.fight.state();
        let names = || ids::<S>(state).map(|who| S::name(state, who));
        S::creature(state, name)
            .or_else(|| ids::<S>(state).find(|who| S::name(state, *who).eq_ignore_ascii_case(name)))
            .ok_or_else(|| Declined::Nobody {
                name: name.to_owned(),
                near: closest(name, names()),
            })
    }

    fn names(&self) -> Vec<String> {
        let state = self.fight.state();
        ids::<S>(state)
            .map(|who| S::name(state, who).to_owned())
            .collect()
    }

    fn seat(&self) -> &Viewer {
        &self.seat
    }

    fn set_seat(&mut self, seat: Viewer) {
        self.agree(Agreement::Seat(seat));
    }

    fn control(&self, who: CreatureId) -> Control {
        self.controls.get(who.index()).copied().unwrap_or_default()
    }

    fn set_control(&mut self, who: CreatureId, control: Control) {
        self.agree(Agreement::Plays(who, control));
    }

    fn habit(&self, who: CreatureId, window: &str) -> Habit {
        self.habits.get(who, window)
    }

    fn set_habit(&mut self, who: CreatureId, window: &str, habit: Habit) {
        self.agree(Agreement::Habit(who, window.to_owned(), habit));
    }

    fn act(&mut self, who: CreatureId, words: &str, seen: Option<u64>) -> Result<(), Declined> {
        self.is_fresh(seen)?;
        let act = self.read(who, words)?;
        self.give(who, act)
    }

    fn pass(&mut self, who: CreatureId, seen: Option<u64>) -> Result<(), Declined> {
        self.is_fresh(seen)?;
        let asks = self.fight.asks();
        let ask = asks.iter().find(|ask| ask.who == who);
        let ask = ask.ok_or_else(|| self.declined(Rejected::NotAsked(who)))?;
        let silence = S::silence(self.fight.state(), ask).ok_or_else(|| Declined::Unread {
            message: format!(
                "{} has to answer: {}",
                self.name_of(who),
                S::question(self.fight.state(), ask)
            ),
        })?;
        self.give(who, silence)
    }

    fn rolled(&mut self, words: &str) -> Result<(), Declined> {
        let fight::Standing::Roll(roll) = self.fight.standing() else {
            return Err(Declined::Dice {
                message: "no dice are awaited".to_owned(),
            });
        };
        let faces =
            fortune::read(&roll.pool, words).map_err(|message| Declined::Dice { message })?;
        self.change(|fight, bots| fight.rolled(faces, bots))?;
        self.go_on();
        Ok(())
    }

    fn advance_by(&mut self, steps_max: usize) -> Result<bool, Declined> {
        for _ in 0..steps_max {
            let has_moved = self.change(|fight, bots| fight.advance(bots))?;
            if !has_moved && !self.hush()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn undo(&mut self) -> Result<(), Declined> {
        let entries = self.fight.entries().len();
        let undone = self.fight.undo();
        undone.map_err(|rejected| self.declined(rejected))?;
        self.remark(entries, "The last decision is taken back.");
        self.go_on();
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Declined> {
        let (entries, before) = (self.fight.entries().len(), self.fight.settled().clone());
        let redone = self.fight.redo();
        redone.map_err(|rejected| self.declined(rejected))?;
        self.remark(entries, "What was taken back is done again.");
        self.tell_again(entries, before);
        self.go_on();
        Ok(())
    }

    fn branches(&self, viewer: &Viewer) -> Vec<BranchSeen> {
        branches::seen(&self.fight, viewer)
    }

    fn take_branch(&mut self, number: usize) -> Result<(), Declined> {
        let branches = self.fight.branches();
        let wanted = number.checked_sub(1).and_then(|index| branches.get(index));
        let shared = wanted.map(|branch| branch.shared);
        let shared = shared.ok_or(Declined::NoBranch {
            number,
            count: branches.len(),
        })?;
        let before = branches::before(&self.fight, shared);
        let taken = self.fight.take_branch(number - 1);
        taken.map_err(|rejected| self.declined(rejected))?;
        self.remark(shared, "Another course of the fight is taken up again.");
        self.tell_again(shared, before);
        Ok(())
    }

    fn withdraw(&mut self) -> Result<(), Declined> {
        let entries = self.fight.entries().len();
        let withdrawn = self.fight.withdraw();
        withdrawn.map_err(|rejected| self.declined(rejected))?;
        self.remark(entries, "The act in progress is withdrawn.");
        Ok(())
    }

    fn correct(&mut self, words: &str) -> Result<(), Declined> {
        let words = words.trim();
        let words = words.strip_prefix("set ").unwrap_or(words);
        let facts = S::correction(self.fight.state(), words);
        let facts = facts.map_err(|unread| Declined::Unread {
            message: unread.to_string(),
        })?;
        self.change(|fight, _| fight.correct(words, facts))?;
        self.go_on();
        Ok(())
    }

    fn dice(&self) -> DiceMode {
        self.fight.dice()
    }

    fn set_dice(&mut self, dice: DiceMode) {
        self.fight.set_dice(dice);
        self.go_on();
    }

    fn log(&self, since: u64, viewer: &Viewer) -> Vec<LogLine> {
        self.log.since(since, viewer)
    }

    fn in_progress(&self, viewer: &Viewer) -> Vec<LogLine> {
        let Some(open) = self.fight.open() else {
            return Vec::new();
        };
        let telling = Telling::of::<S>(self.fight.settled(), &open.notes);
        telling.lines(self.log.count(viewer), viewer)
    }

    fn why(&self, viewer: &Viewer) -> (Vec<LogLine>, Vec<RuleText>) {
        let lines = self.log.last_entry(viewer);
        let mut rules: Vec<RuleText> = Vec::new();
        for id in lines.iter().flat_map(|line| &line.rules) {
            if rules.iter().any(|rule| rule.id == *id) {
                continue;
            }
            let catalogue = S::catalogue();
            let rule = catalogue.find(id).and_then(|rule| catalogue.get(rule));
            rules.extend(rule.map(RuleText::from));
        }
        (lines, rules)
    }

    fn odds(
        &self,
        who: CreatureId,
        words: &str,
        viewer: &Viewer,
    ) -> Result<ChanceReport, Declined> {
        let known = Knowledge::of::<S>(self.fight.state());
        if !known.allows(viewer, Matter::Question(who)) {
            return Err(self.declined(Rejected::NotAsked(who)));
        }
        let act = self.allowed(who, words)?;
        let mut bots = self.bots();
        bots.for_all = true;
        let report = chances::report(&self.fight, who, &act, &mut bots, viewer);
        report.map_err(|error| Declined::NoOdds {
            message: error.to_string(),
        })
    }

    fn rules(&self, query: &str) -> Vec<RuleText> {
        rulebook::search(S::catalogue(), query)
    }

    fn look(&self, path: &str) -> Option<serde_json::Value> {
        S::look(self.fight.state(), path)
    }

    fn journal_changes(&mut self) -> String {
        let mut text = String::new();
        if !self.has_header {
            text = journal::header(&self.fight);
            self.has_header = true;
        }
        text.push_str(&journal::changes(&mut self.fight));
        let agreed = self.agreed.drain(..);
        text.extend(agreed.map(|agreement| agreement.line::<S>()));
        text
    }

    fn journal(&self) -> String {
        let agreements = self.agreements().into_iter();
        let lines = agreements.map(|agreement| agreement.line::<S>());
        journal::whole(&self.fight) + &lines.collect::<String>()
    }

    fn verify(&self) -> Verification {
        let mut state = self.fight.start().clone();
        let entries = self.fight.entries();
        let difference = entries.iter().enumerate().find_map(|(index, entry)| {
            let replayed = Fight::verify(entry, &mut state);
            replayed.err().map(|difference| (index, difference))
        });
        Verification {
            entries: entries.len(),
            difference,
        }
    }

    fn entries(&self) -> usize {
        self.fight.entries().len()
    }
}
