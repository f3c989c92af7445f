//! The fight in which a viewer may learn what an act comes to.

use std::ops::Deref;

use affray_kernel::odds::Course;
use affray_kernel::{CreatureId, System};

use crate::assumed::Assumed;
use crate::secrecy::{Knowledge, Viewer};
use crate::table::Table;

/// The fight in which a viewer may learn what a certain act comes to: without those whom the game master hides, and where the act is possible
/// so without those whom the rules hide either. [`Table::sight`] alone makes one, and odds, previews and advice take nothing else, so that
/// where the hidden stand shows in none of them.
pub(crate) struct Sight<'t, S: System>(Assumed<'t, S>);

impl<'t, S: System> Deref for Sight<'t, S> {
    type Target = Assumed<'t, S>;

    fn deref(&self) -> &Assumed<'t, S> {
        &self.0
    }
}

impl<S: System> Table<S> {
    /// The fight in which the viewer may learn what that act of `who` comes to, which is possible as the viewer knows it.
    pub(crate) fn sight(&self, viewer: &Viewer, who: CreatureId, act: &S::Act) -> Sight<'_, S> {
        let seen = self.as_seen_by(viewer, who, act);
        Sight(seen.unwrap_or_else(|| self.as_known_to(viewer, who)))
    }
}

/// What courses of an act of `who` begin with, or of an answer to the act in progress.
pub(crate) struct Beginning<S: System> {
    state: S::State,
    partial: Vec<(CreatureId, S::Act)>,
    /// Who is left out of it, as nobody waits for them.
    pub(crate) left_out: Vec<CreatureId>,
}

impl<S: System> Beginning<S> {
    /// The same without somebody; `None` where they are not there.
    pub(crate) fn without(&self, who: CreatureId) -> Option<Self> {
        let mut state = self.state.clone();
        for fact in S::leaves(&self.state, who).ok()? {
            S::apply(&mut state, &fact);
        }
        Some(Self {
            state,
            partial: self.partial.clone(),
            left_out: self.left_out.clone(),
        })
    }
}

impl<S: System> Sight<'_, S> {
    /// What courses of that act begin with; of what others have answered there is in it what the viewer may know.
    pub(crate) fn beginning(
        &self,
        (who, act): (CreatureId, &S::Act),
        seat: (&Viewer, &Knowledge),
    ) -> Beginning<S> {
        let mut state = self.settled().clone();
        let (partial, left_out) = match self.open() {
            Some(_) => (self.answered((who, act), seat), Vec::new()),
            None => (Vec::new(), S::without_others(&mut state, who)),
        };
        Beginning {
            state,
            partial,
            left_out,
        }
    }

    /// The course of that act, or of the act in progress that it answers.
    pub(crate) fn course<'c>(
        &'c self,
        beginning: &'c Beginning<S>,
        (who, act): (CreatureId, &'c S::Act),
    ) -> Course<'c, S> {
        let of_its_own = Course::of(&beginning.state, Some(who), act);
        match self.open() {
            Some(open) => Course {
                who: open.who,
                act: &open.act,
                draws: &open.draws,
                partial: &beginning.partial,
                ..of_its_own
            },
            None => of_its_own,
        }
    }
}
