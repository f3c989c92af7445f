//! A session over any system.

mod going_back;
mod seen;
mod session;
mod telling;

use std::cell::RefCell;
use std::collections::BTreeMap;

use affray_kernel::dice::Seeded;
use affray_kernel::fight::{self, Fight, Rejected, Unfit};
use affray_kernel::journal::JournalError;
use affray_kernel::notation::Unread;
use affray_kernel::tape::{Answers, Stop, UnderWay};
use affray_kernel::{Ask, CreatureId, Refusal, System, journal};

use crate::agreement::Agreement;
use crate::assumed::Assumed;
use crate::branches;
use crate::controls::{Bots, Control, Habits};
use crate::discretion::{Discretion, Discretions};
use crate::log::{Log, Telling};
use crate::names::NOBODY;
use crate::secrecy::{Knowledge, Viewer};
use crate::session::{Declined, Question, Session};

/// One fight with those who play it.
pub struct Table<S: System> {
    pub(crate) fight: Fight<S>,
    /// Who plays each creature that is in the fight now.
    controls: Vec<Control>,
    /// Who plays creatures otherwise than their scenario says, be they in the fight now or only in courses that were left.
    pub(crate) said: BTreeMap<CreatureId, Control>,
    pub(crate) habits: Habits,
    seat: Viewer,
    /// What the game master keeps from the players of the entries in force.
    pub(crate) kept: Discretions,
    /// What he kept from them when each of all entries was made.
    made: Discretions,
    /// What was found out about courses that were left.
    branches: RefCell<branches::Known>,
    paused: bool,
    /// What was agreed on since the journal was last brought up to date.
    agreed: Vec<Agreement>,
    log: Log,
    moment: u64,
    has_header: bool,
    /// Whether everything that needs no people happens right after what they do.
    flowing: bool,
    /// Whether bots rest.
    resting: bool,
}

/// What tells one moment from the next: the entries, and the act in progress with its draws.
type Place<S> = (
    usize,
    Option<(Option<CreatureId>, <S as System>::Act, usize)>,
);

/// How the fight stood before something changed it.
struct Before<S: System> {
    state: S::State,
    place: Place<S>,
}

impl<S: System> Before<S> {
    /// How many entries there were.
    const fn entries(&self) -> usize {
        self.place.0
    }
}

impl<S: System> Table<S> {
    /// A new fight. Creatures are played as their scenario says.
    #[must_use]
    pub fn new(fight: Fight<S>) -> Self {
        let state = fight.start();
        Self {
            controls: S::creatures(state)
                .map(|who| written::<S>(state, who))
                .collect(),
            said: BTreeMap::new(),
            habits: Habits::default(),
            seat: Viewer::GameMaster,
            kept: Discretions::default(),
            made: Discretions::default(),
            branches: RefCell::default(),
            paused: false,
            agreed: Vec::new(),
            fight,
            log: Log::default(),
            moment: 0,
            has_header: false,
            flowing: true,
            resting: false,
        }
    }

    /// A fight from its journal: the log is told anew, and further changes are to be appended to the same journal.
    ///
    /// # Errors
    /// If something that was agreed on cannot be read.
    pub(crate) fn resumed(read: journal::Read<S>) -> Result<Self, JournalError> {
        let mut table = Self::new(read.fight);
        table.see_who_plays();
        let count = table.fight.most_creatures();
        for (line, value) in read.asides {
            let agreement = Agreement::read(value, count, S::OCCASIONS);
            table.say(agreement.map_err(|message| JournalError::Line { line, message })?);
        }
        table.agreed.clear();
        table.has_header = true;
        let start = table.fight.start().clone();
        table.tell_again(0, start);
        table.moment = table.fight.entries().len() as u64;
        Ok(table)
    }

    /// The present moment with those who play, without how it came to it.
    fn present(&self) -> Self {
        let mut kept = Discretions::default();
        kept.set(0, self.kept.now());
        Self {
            fight: self.fight.from_here(),
            controls: self.controls.clone(),
            said: self.said.clone(),
            habits: self.habits.clone(),
            seat: self.seat.clone(),
            kept,
            made: Discretions::default(),
            branches: RefCell::default(),
            paused: self.paused,
            agreed: Vec::new(),
            log: Log::default(),
            moment: self.moment,
            has_header: false,
            flowing: true,
            resting: false,
        }
    }

    /// Sees who plays those who are in the fight now.
    fn see_who_plays(&mut self) {
        let state = self.fight.state();
        let said = |who: CreatureId| self.said.get(&who).copied();
        let controls = S::creatures(state);
        let controls = controls.map(|who| said(who).unwrap_or_else(|| written::<S>(state, who)));
        self.controls = controls.collect();
    }

    /// Takes something as agreed on if it is about those who are in the fight: a journal that names others cannot be read.
    fn agree(&mut self, agreement: Agreement) {
        if agreement.nobody(self.controls.len()).is_none() {
            self.say(agreement);
        }
    }

    /// Takes something as agreed on, to be kept in the journal.
    pub(crate) fn say(&mut self, agreement: Agreement) {
        match &agreement {
            Agreement::Plays(who, control) => {
                let known = self.said.get(who).or(self.controls.get(who.index()));
                if known == Some(control) {
                    return;
                }
                self.said.insert(*who, *control);
                if let Some(known) = self.controls.get_mut(who.index()) {
                    *known = *control;
                }
            }
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
            Agreement::Kept(kept) => {
                if self.kept == *kept {
                    return;
                }
                self.kept.clone_from(kept);
            }
            Agreement::KeptSince(first, later) => self.kept.change_since(*first, later),
            Agreement::Made(from, kept) => self.made.set(*from, kept.clone()),
            Agreement::Paused(paused) => self.paused = *paused,
        }
        self.agreed.push(agreement);
    }

    /// Everything that is agreed on otherwise than in a new fight.
    fn agreements(&self) -> Vec<Agreement> {
        let state = self.fight.state();
        // What was left is not written, and those who came by it are not there.
        let here = |who: &CreatureId| S::knows_creature(state, *who);
        let plays = self.said.iter().filter(|(who, _)| here(who));
        let plays = plays.filter(|(who, control)| written::<S>(state, **who) != **control);
        let plays = plays.map(|(who, control)| Agreement::Plays(*who, *control));
        let habits = self.habits.all().filter(|(who, ..)| here(who));
        let habits =
            habits.map(|(who, window, habit)| Agreement::Habit(who, window.to_owned(), habit));
        let seat = match &self.seat {
            Viewer::GameMaster => None,
            Viewer::Watcher => Some(Viewer::Watcher),
            Viewer::Player(own) => Some(Viewer::Player(own.iter().copied().filter(here).collect())),
        };
        let seat = seat.map(Agreement::Seat);
        let all = self.kept.among(here);
        // In a journal without what was undone, entries are numbered as they were made.
        let made = all.changes().cloned();
        let made: Vec<_> = made
            .map(|(from, kept)| Agreement::Made(from, kept))
            .collect();
        let kept = (!all.is_empty()).then_some(Agreement::Kept(all));
        let kept = kept.into_iter().chain(made);
        let paused = self.paused.then_some(Agreement::Paused(true));
        let all = plays.chain(habits).chain(seat);
        all.chain(kept).chain(paused).collect()
    }

    /// From now on the game master keeps this from the players.
    pub(crate) fn keep(&mut self, kept: Discretion) {
        let mut all = self.kept.clone();
        all.set(self.fight.entries().len(), kept.clone());
        self.keep_as(&all);
        self.agree(Agreement::Made(self.fight.made(), kept));
    }

    /// What is kept from players is this from now on; in the journal is only what differs.
    fn keep_as(&mut self, all: &Discretions) {
        if let Some((first, later)) = all.beyond(&self.kept) {
            self.agree(Agreement::KeptSince(first, later));
        }
    }

    /// What is known at this moment.
    pub(crate) fn known(&self) -> Knowledge {
        Knowledge::of::<S>(self.fight.state(), &self.kept.now())
    }

    /// Tells the entries from `first` on by running their rules again; `state` is the one before them.
    fn tell_again(&mut self, first: usize, mut state: S::State) {
        self.open_log();
        for (index, entry) in self.fight.entries().iter().enumerate().skip(first) {
            let telling = branches::again(entry, &mut state, &self.kept.at(index));
            self.log.add(telling, index, self.moment);
        }
    }

    fn open_log(&mut self) {
        let kept = self.kept.at(0);
        self.log.open::<S>(self.fight.start(), &kept);
    }

    fn place(&self) -> Place<S> {
        let open = self.fight.open();
        let open = open.map(|open| (open.who, open.act.clone(), open.draws.len()));
        (self.fight.entries().len(), open)
    }

    fn bots(&self) -> Bots<'_> {
        let hidden = self.kept.now().hidden;
        bots(&self.controls, &self.habits, hidden, &self.fight)
    }

    /// Changes the fight, and keeps moment and log in step with it.
    pub(crate) fn change<T>(
        &mut self,
        step: impl FnOnce(&mut Fight<S>, &mut Bots<'_>) -> Result<T, Rejected>,
    ) -> Result<T, Declined> {
        let changed = self.try_change(step);
        changed.map_err(|rejected| self.declined(rejected))
    }

    /// The same, with what was not taken as the fight says it.
    pub(crate) fn try_change<T>(
        &mut self,
        step: impl FnOnce(&mut Fight<S>, &mut Bots<'_>) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let before = self.stand();
        let value = self.try_step(step)?;
        self.keep_up(before);
        Ok(value)
    }

    fn stand(&self) -> Before<S> {
        Before {
            state: self.fight.settled().clone(),
            place: self.place(),
        }
    }

    fn step<T>(
        &mut self,
        step: impl FnOnce(&mut Fight<S>, &mut Bots<'_>) -> Result<T, Rejected>,
    ) -> Result<T, Declined> {
        let done = self.try_step(step);
        done.map_err(|rejected| self.declined(rejected))
    }

    fn try_step<T>(
        &mut self,
        step: impl FnOnce(&mut Fight<S>, &mut Bots<'_>) -> Result<T, Rejected>,
    ) -> Result<T, Rejected> {
        let hidden = self.kept.now().hidden;
        let mut bots = bots(&self.controls, &self.habits, hidden, &self.fight);
        step(&mut self.fight, &mut bots)
    }

    /// After a step keeps moment and log in step with the fight.
    fn keep_up(&mut self, before: Before<S>) {
        let Before {
            state: before,
            place,
        } = before;
        if S::count(self.fight.state()) != self.controls.len() {
            self.see_who_plays();
        }
        if self.place() != place {
            self.moment += 1;
        }
        let entries = self.fight.entries().len();
        if entries > place.0 + 1 {
            // A correction, and the act in progress that has come to its end with it.
            self.tell_again(place.0, before);
        } else if entries > place.0 {
            let telling = Telling::of::<S>(&before, self.fight.last_notes(), &self.kept.now());
            let telling = telling.of_entry(&self.fight.entries()[entries - 1]);
            self.open_log();
            self.log.add(telling, entries - 1, self.moment);
        }
    }

    /// Goes on until people have to decide, unless somebody does so step by step. A fault is met again by the next
    /// [`Session::advance`].
    pub(crate) fn go_on(&mut self) {
        if self.flowing {
            let _ = self.advance();
        }
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
        if self.change(|fight, bots| fight.advance(&mut Silent(bots)))? {
            return Ok(true);
        }
        Err(Declined::Fault {
            message: "a bot answers nothing that the rules allow".to_owned(),
        })
    }

    pub(crate) fn is_fresh(&self, seen: Option<u64>) -> Result<(), Declined> {
        match seen {
            Some(seen) if seen != self.moment => Err(Declined::Stale {
                moment: self.moment,
                changed: self.log.events_after(seen),
            }),
            _ => Ok(()),
        }
    }

    pub(crate) fn name_of(&self, who: CreatureId) -> &str {
        if S::knows_creature(self.fight.state(), who) {
            S::name(self.fight.state(), who)
        } else {
            NOBODY
        }
    }

    /// A creature in a sentence, as the log tells of it.
    pub(crate) fn spoken_of(&self, who: CreatureId) -> String {
        if S::knows_creature(self.fight.state(), who) {
            S::spoken(self.fight.state(), who)
        } else {
            NOBODY.to_owned()
        }
    }

    /// Whether there is a creature of that number.
    pub(crate) fn is_here(&self, who: CreatureId) -> Result<(), Declined> {
        if S::knows_creature(self.fight.state(), who) {
            return Ok(());
        }
        Err(Declined::NoSuch { number: who.0 })
    }

    pub(crate) fn read(&self, who: CreatureId, words: &str) -> Result<S::Act, Declined> {
        self.is_here(who)?;
        S::parse(self.fight.state(), Some(who), words).map_err(unread)
    }

    fn give(&mut self, who: CreatureId, act: S::Act) -> Result<(), Declined> {
        self.change(|fight, bots| fight.submit(who, act, bots))?;
        self.go_on();
        Ok(())
    }

    /// What a rule is against, in words.
    fn refused(refusal: &Refusal, state: &S::State) -> Declined {
        Declined::Refused {
            rule: S::catalogue().id(refusal.rule).to_owned(),
            message: refusal.render::<S>(state),
        }
    }

    /// What was not taken, in words.
    pub(crate) fn declined(&self, rejected: Rejected) -> Declined {
        match rejected {
            Rejected::Refused(refusal) => Self::refused(&refusal, self.fight.state()),
            Rejected::NotAsked(who) => Declined::NotAsked {
                name: self.spoken_of(who),
            },
            Rejected::Over => Declined::Over,
            Rejected::Waiting(first) => Declined::Waiting {
                first: first.to_owned(),
            },
            Rejected::InProgress => Declined::InProgress,
            Rejected::Unfit(unfit) => self.unfit(&unfit),
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
                    Stop::Need | Stop::Mismatch | Stop::Again | Stop::Met => {
                        "the rules asked for other dice or answers than those that were recorded"
                    }
                }
                .to_owned(),
            },
        }
    }

    /// Why the act in progress does not go on once something is corrected, in words.
    fn unfit(&self, unfit: &Unfit) -> Declined {
        let message = match unfit {
            Unfit::Forbidden(refusal) => {
                let why = Self::refused(refusal, self.fight.state());
                format!("it would not be possible then: {why}")
            }
            Unfit::NotItsMoment(Some(who)) => {
                format!("it would not be {}'s moment then", self.spoken_of(*who))
            }
            Unfit::NotItsMoment(None) => "something else would come next then".to_owned(),
            Unfit::OtherDraws => {
                "it would ask for other dice or answers than it has had".to_owned()
            }
        };
        Declined::Unfit { message }
    }

    /// The game master's word as it is kept, and what it changes.
    fn correction<'w>(&self, words: &'w str) -> Result<(&'w str, Vec<S::Fact>), Declined> {
        let words = words.trim();
        let facts = S::correction(self.fight.settled(), words);
        Ok((words, facts.map_err(unread)?))
    }

    fn question(&self, ask: &Ask<S>, must: bool, viewer: &Viewer) -> Question {
        let state = self.fight.state();
        let question = self.hushed(S::question(state, ask), viewer);
        let silent = S::silence(state, ask);
        let silence = silent
            .as_ref()
            .map(|act| S::print(state, Some(ask.who), act));
        let silence_plain = silent.zip(silence.as_ref());
        let silence_plain =
            silence_plain.and_then(|(act, words)| S::meaning(state, ask, &act).plain(words));
        Question {
            who: ask.who,
            name: S::name(state, ask.who).to_owned(),
            question,
            rule: S::catalogue().id(S::asked_by(state, ask)).to_owned(),
            window: ask.word().to_owned(),
            must,
            secret: ask.secret,
            silence,
            silence_plain,
        }
    }

    /// Looks at what a creature is asked, in the fight as the viewer knows it; at nothing where the viewer may not know that it is asked.
    pub(crate) fn asked<T: Default>(
        &self,
        who: CreatureId,
        viewer: &Viewer,
        look: impl FnOnce(&S::State, &[Ask<S>]) -> T,
    ) -> T {
        let mut asks = self.asks_heard(viewer);
        asks.retain(|ask| ask.who == who);
        if asks.is_empty() {
            return T::default();
        }
        let known = self.as_known_to(viewer, who);
        look(known.state(), &asks)
    }

    /// The act in these words if the viewer may know what the creature is asked, and one of its asks allows it in that fight.
    pub(crate) fn act_known(
        &self,
        fight: &Assumed<'_, S>,
        who: CreatureId,
        words: &str,
        viewer: &Viewer,
    ) -> Result<S::Act, Declined> {
        let asks = self.asks_heard(viewer);
        if asks.iter().all(|ask| ask.who != who) {
            return Err(self.not_asked(who, viewer));
        }
        let act = self.reader(viewer, who).read(words)?;
        self.allowed_in(fight, who, &act, viewer)?;
        Ok(act)
    }

    /// From that entry on there are others than before: of each is kept back what was kept back when it was made.
    fn keep_what_was_kept(&mut self, first: usize) {
        let again = first..self.fight.entries().len();
        let mut kept = self.kept.clone();
        kept.take_back(first);
        let entries = self.fight.entries();
        kept.take_up(again, |entry| self.made.at(entries[entry].made));
        self.keep_as(&kept);
    }
}

/// What could not be read, in words.
fn unread(unread: Unread) -> Declined {
    let message = unread.to_string();
    Declined::Unread { message }
}

/// Who plays a creature by its scenario.
pub(crate) fn written<S: System>(state: &S::State, who: CreatureId) -> Control {
    let policy = S::policy(state, who);
    policy.and_then(Control::named).unwrap_or_default()
}

fn bots<'c, S: System>(
    controls: &'c [Control],
    habits: &'c Habits,
    hidden: Vec<CreatureId>,
    fight: &Fight<S>,
) -> Bots<'c> {
    let entry = fight.next_number() as u32;
    Bots {
        controls,
        habits,
        hidden,
        chance: Seeded::at(fight.seed(), fight.number(), entry),
        for_all: false,
        stop: &affray_sim::policy::NEVER,
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

    fn looks_back(&self) -> bool {
        Answers::<S>::looks_back(self.0)
    }

    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        if !self.0.plays(ask.who) {
            return None;
        }
        let given = self.0.answer_within(state, ask, under_way);
        given.or_else(|| S::silence(state, ask))
    }
}

/// Bots that leave everything to be decided.
struct Resting<'b, 'c>(&'b mut Bots<'c>);

impl<S: System> Answers<S> for Resting<'_, '_> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        if self.0.plays(ask.who) {
            return None;
        }
        self.0.answer(state, ask)
    }
}
