//! Decisions taken back, put in force again, and other courses of the fight.

use std::sync::Arc;

use affray_kernel::fight::{Deed, Entry, Fight, Open, Rejected};
use affray_kernel::tape::Draw;
use affray_kernel::{CreatureId, System, prose};

use super::Table;
use crate::branches;
use crate::controls::Bots;
use crate::log::{Event, Remark};
use crate::secrecy::Viewer;
use crate::session::{BranchSeen, Declined, Session as _};

/// What is remarked where an act in progress is dropped.
const WITHDRAWN: &str = "The act in progress is withdrawn.";

/// Whether anybody, bots included, has decided something among these.
fn decided<S: System>(draws: &[Draw<S>]) -> bool {
    draws.iter().any(|draw| !matches!(draw, Draw::Faces(_)))
}

/// Whether what is in progress is somebody's act, or holds somebody's answer.
pub(super) fn is_somebodys<S: System>(open: &Open<S>) -> bool {
    open.who.is_some() || !open.partial.is_empty() || decided(&open.draws)
}

/// Whether an entry is more than what happens by itself.
pub(super) fn is_done<S: System>(entry: &Arc<Entry<S>>) -> bool {
    !matches!(entry.deed, Deed::Auto(_)) || decided(&entry.draws)
}

/// Whether people or bots have decided something among these. What is given for people, nobody decided: the only answer that there is, a
/// habit, a silence that is spared.
fn chosen<S: System>(draws: &[Draw<S>], bots: &Bots<'_>) -> bool {
    draws.iter().any(|draw| match draw {
        Draw::Act(..) => true,
        Draw::Given(who, _) => bots.plays(*who),
        Draw::Faces(_) => false,
    })
}

/// Whether people or bots have decided an entry, or something in it.
fn is_decided<S: System>(entry: &Entry<S>, bots: &Bots<'_>) -> bool {
    let is_act = match &entry.deed {
        Deed::Act(..) | Deed::Correction(_) => true,
        Deed::Bot(who, _) => bots.plays(*who),
        Deed::Auto(_) => false,
    };
    is_act || chosen(&entry.draws, bots)
}

/// Whether people or bots have begun what is in progress, or decided something in it.
fn is_decided_within<S: System>(open: &Open<S>, bots: &Bots<'_>) -> bool {
    let is_act = open.who.is_some_and(|who| !open.bot || bots.plays(who));
    is_act || !open.partial.is_empty() || chosen(&open.draws, bots)
}

/// That a decision is taken back, of which this was told first.
fn decision_taken_back(told: Vec<Event>) -> Remark {
    Remark::from("The last decision is taken back.")
        .quoting("The last decision is taken back", told)
}

impl<S: System> Table<S> {
    /// Takes back the last decision of a person.
    pub(super) fn take_back(&mut self) -> Result<(), Declined> {
        let (before, told) = (self.made_one_by_one(), self.witnesses());
        let entries = before.len();
        let in_progress = self.told_in_progress();
        let answered = self.fight.last_answer();
        let undone = self.fight.undo();
        let left = self.unchanged_since(&before);
        // An act that cannot be in progress again, as the rules take another course now, is taken back as a whole.
        let is_whole = undone.is_err();
        undone
            .or_else(|why| if left < entries { Ok(()) } else { Err(why) })
            .map_err(|rejected| self.declined(rejected))?;
        let place = self.log.len();
        let begun = self.told_no_longer(in_progress, left);
        let words = match answered.filter(|_| !is_whole) {
            Some(who) => self.answer_taken_back(who),
            None if left < entries => decision_taken_back(self.log.first_event(left)),
            None => decision_taken_back(begun),
        };
        self.remark(left..entries, words, told);
        self.came_in_progress(place);
        if left < self.fight.entries().len() {
            // Without the last answer it came to its end at once.
            self.tell_again(left, self.fight.state_after(left));
        }
        self.go_on();
        Ok(())
    }

    /// That somebody's answer is taken back: whose it was is for those who may know of them. What comes of an answer tells not whose it was.
    fn answer_taken_back(&self, who: CreatureId) -> Remark {
        let words = prose::sentence(format!("{}'s answer is taken back", self.spoken_of(who)));
        Remark::naming(who, words, "The last answer is taken back.", self.known())
    }

    /// Which of all entries that were ever made those in force are.
    fn made_one_by_one(&self) -> Vec<usize> {
        let entries = self.fight.entries().iter();
        entries.map(|entry| entry.made).collect()
    }

    /// How many entries, from the first one on, are the same as those before.
    fn unchanged_since(&self, before: &[usize]) -> usize {
        let pairs = self.fight.entries().iter().zip(before);
        pairs
            .take_while(|(entry, made)| entry.made == **made)
            .count()
    }

    /// Takes back the entry that a line of the game master's log tells of, whoever decided it, with all that followed, and pauses: otherwise
    /// bots would decide again at once.
    pub(super) fn take_back_from(&mut self, line: u64) -> Result<(), Declined> {
        let entry = self.log.entry_of(line).ok_or_else(|| Declined::Unread {
            message: "nothing that is in force is told there".to_owned(),
        })?;
        self.take_back_since(entry)
    }

    /// Takes back all that people or bots have decided, and pauses.
    pub(super) fn take_back_all(&mut self) -> Result<(), Declined> {
        let bots = self.bots();
        let mut entries = self.fight.entries().iter();
        if let Some(first) = entries.position(|entry| is_decided(entry, &bots)) {
            return self.take_back_since(first);
        }
        let open = self.fight.open();
        if !open.is_some_and(|open| is_decided_within(open, &bots)) {
            return Err(self.declined(Rejected::Nothing("undo")));
        }
        self.drop_by(Fight::abandon)?;
        self.set_paused(true);
        Ok(())
    }

    /// Takes back an entry with all that followed, and pauses.
    fn take_back_since(&mut self, entry: usize) -> Result<(), Declined> {
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let in_progress = self.told_in_progress();
        let undone = self.fight.undo_from(entry);
        undone.map_err(|rejected| self.declined(rejected))?;
        self.told_no_longer(in_progress, entry);
        let remark = Remark::from("Everything that followed is taken back.").quoting(
            "Everything from here on is taken back",
            self.log.first_event(entry),
        );
        self.remark(entry..entries, remark, told);
        self.set_paused(true);
        Ok(())
    }

    /// Puts in force again what was taken back last.
    pub(super) fn do_again(&mut self) -> Result<(), Declined> {
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let before = self.fight.settled().clone();
        let redone = self.fight.redo();
        redone.map_err(|rejected| self.declined(rejected))?;
        let words = "What was taken back is done again.";
        let remark = self.remark(entries..entries, words, told.clone());
        self.tell_again(entries, before);
        self.came_beside(remark, told);
        self.log.remarks_on(remark);
        self.go_on();
        Ok(())
    }

    /// The courses that were left, as the viewer may hear of them, each with its place among all.
    pub(super) fn branches_seen(&self, viewer: &Viewer) -> Vec<(usize, BranchSeen)> {
        let known = &mut self.branches.borrow_mut();
        branches::seen(&self.fight, (&self.kept, &self.made), viewer, known)
    }

    /// The place among all courses that were left of the one that the viewer counts so.
    ///
    /// # Errors
    /// How many the viewer may hear of, if there is none of that number.
    fn branch_of(&self, number: usize, viewer: &Viewer) -> Result<usize, usize> {
        if *viewer == Viewer::GameMaster {
            // All of them are there to be heard, in their order.
            let count = self.fight.branches().len();
            let place = number.checked_sub(1).filter(|place| *place < count);
            return place.ok_or(count);
        }
        let seen = self.branches_seen(viewer);
        let wanted = seen.iter().find(|(_, branch)| branch.number == number);
        wanted.map(|(place, _)| *place).ok_or(seen.len())
    }

    /// Goes over to a course that was left, by its number among those of which the viewer may hear.
    pub(super) fn go_over_to(&mut self, number: usize, viewer: &Viewer) -> Result<(), Declined> {
        let place = self.branch_of(number, viewer);
        let place = place.map_err(|count| Declined::NoBranch { number, count })?;
        let branches = self.fight.branches();
        let shared = branches.get(place).map_or(0, |branch| branch.shared);
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let in_progress = self.told_in_progress();
        let before = self.fight.state_after(shared);
        let taken = self.fight.take_branch(place);
        taken.map_err(|rejected| self.declined(rejected))?;
        self.told_no_longer(in_progress, entries);
        let remark = self.remark(shared..entries, branches::TAKEN_UP, told);
        self.tell_again(shared, before);
        self.log.remarks_on(remark);
        Ok(())
    }

    /// Drops the act in progress.
    pub(super) fn drop_act(&mut self) -> Result<(), Declined> {
        self.drop_by(Fight::withdraw)
    }

    fn drop_by(
        &mut self,
        dropped: impl FnOnce(&mut Fight<S>) -> Result<(), Rejected>,
    ) -> Result<(), Declined> {
        let (entries, told) = (self.fight.entries().len(), self.witnesses());
        let in_progress = self.told_in_progress();
        dropped(&mut self.fight).map_err(|rejected| self.declined(rejected))?;
        self.told_no_longer(in_progress, entries);
        self.remark(entries..entries, WITHDRAWN, told);
        Ok(())
    }

    /// Corrects something, and goes on from there.
    pub(super) fn correct_to(&mut self, words: &str, facts: Vec<S::Fact>) -> Result<(), Declined> {
        let is_within = self.fight.open().is_some_and(Open::is_under_way);
        self.put_right(words, facts)?;
        if is_within {
            let remark = "It holds from before the act in progress, which stands again with the dice and answers that it had.";
            self.say_beside(|log, moment| log.aside(remark.to_owned(), moment));
        }
        self.go_on();
        Ok(())
    }

    /// Drops the act in progress, whoever has begun it, and corrects something.
    pub(super) fn correct_in_its_place(&mut self, words: &str) -> Result<(), Declined> {
        let (words, facts) = self.correction(words)?;
        let is_within = self.fight.open().is_some_and(Open::is_under_way);
        let in_progress = self.told_in_progress().filter(|_| is_within);
        let before = self.stand();
        self.step(|fight, _| fight.correct_instead(words, facts))?;
        if let Some(dropped) = in_progress {
            let on = dropped.witnesses();
            self.told_no_longer(Some(dropped), before.entries());
            self.log.remark_on(on, WITHDRAWN.into(), self.moment + 1);
        }
        self.keep_up(before);
        self.go_on();
        Ok(())
    }
}
