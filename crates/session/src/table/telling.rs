//! What is told of the act in progress, of what is taken back, and what is said beside it.

use std::ops::Range;
use std::sync::Arc;

use affray_kernel::System;
use affray_kernel::fight::{Deed, Entry};

use super::Table;
use crate::log::{Event, Log, Remark, Telling, Witness};
use crate::session::Declined;

impl<S: System> Table<S> {
    /// What has been told of the act in progress.
    pub(crate) fn told_in_progress(&self) -> Option<Telling> {
        let open = self.fight.open()?;
        let settled = self.fight.settled();
        Some(Telling::of::<S>(settled, &open.notes, &self.kept.now()))
    }

    pub(super) fn witnesses(&self) -> Vec<Witness> {
        let told = self.told_in_progress();
        told.map_or_else(Vec::new, |told| told.witnesses())
    }

    /// What of this is told of the act in progress no more, which was to be that entry, stands in the log as undone. Its first event.
    pub(super) fn told_no_longer(&mut self, told: Option<Telling>, entry: usize) -> Vec<Event> {
        let Some(told) = told else {
            return Vec::new();
        };
        let gone = told.beyond(self.told_in_progress().as_ref());
        let first = gone.first_event();
        self.open_log();
        self.log.add_undone(gone, entry, self.moment);
        first
    }

    /// A remark after these entries were taken back, and all that there are from there on put in force again, with what had been told of the
    /// act that was in progress before. Who may hear nothing of all that does not hear the remark either. Its place in the log.
    pub(super) fn remark(
        &mut self,
        taken: Range<usize>,
        remark: impl Into<Remark>,
        mut on: Vec<Witness>,
    ) -> usize {
        self.see_who_plays();
        self.moment += 1;
        on.append(&mut self.log.undo_to(taken.start));
        on.append(&mut self.witnesses());
        self.keep_what_was_kept(taken.start);
        let place = self.log.len();
        self.log.remark_on(on, remark.into(), self.moment);
        place
    }

    /// Says something beside what is told of the fight. While an act is in progress it is read after what has been told of that act by then.
    pub(super) fn say_beside(&mut self, remark: impl FnOnce(&mut Log, u64)) {
        self.open_log();
        let place = self.log.len();
        remark(&mut self.log, self.moment);
        self.came_in_progress(place);
    }

    /// What the log has from that place on has come while the act in progress was.
    pub(super) fn came_in_progress(&mut self, place: usize) {
        self.log.came_after(place, self.witnesses(), |_| true);
    }

    /// What the log has from that place on, but for acts, has come when this had been told of the act in progress.
    pub(super) fn came_beside(&mut self, place: usize, told: Vec<Witness>) {
        let entries = self.fight.entries();
        let is_act = |entry: &Arc<Entry<S>>| !matches!(entry.deed, Deed::Correction(_));
        self.log.came_after(place, told, |entry| {
            !entry
                .and_then(|entry| entries.get(entry))
                .is_some_and(is_act)
        });
    }

    /// Corrects the fight. In the middle of an act that comes before the act, but is read after what had been told of it.
    pub(crate) fn put_right(&mut self, words: &str, facts: Vec<S::Fact>) -> Result<(), Declined> {
        let told = self.witnesses();
        if !told.is_empty() {
            self.open_log();
        }
        let place = self.log.len();
        self.change(|fight, _| fight.correct(words, facts))?;
        self.came_beside(place, told);
        Ok(())
    }
}
