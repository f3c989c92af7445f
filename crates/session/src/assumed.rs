//! A fight as somebody takes it to be who does not know of everybody in it.

use affray_kernel::fight::{Fight, Open};
use affray_kernel::log::Log;
use affray_kernel::tape::{Beyond, Need, People, Stop, Tape};
use affray_kernel::{Ask, CreatureId, Next, Scene, System};

use crate::secrecy::{Knowledge, Matter, Viewer};

/// The present moment of a fight, some creatures perhaps taken out of it as if they had left.
pub(crate) struct Assumed<'f, S: System> {
    fight: &'f Fight<S>,
    absent: Vec<CreatureId>,
    /// How things stand where somebody is absent.
    without: Option<States<S>>,
}

/// How things stand before the act in progress, and in the midst of it.
struct States<S: System> {
    settled: S::State,
    shown: S::State,
}

impl<'f, S: System> Assumed<'f, S> {
    /// The fight as it is.
    pub(crate) fn whole(fight: &'f Fight<S>) -> Self {
        Self {
            fight,
            absent: Vec::new(),
            without: None,
        }
    }

    /// The fight without these. `None` where one of them has a part in what goes on: the act in progress would have come to something
    /// else, or not to these asks.
    pub(crate) fn without(
        fight: &'f Fight<S>,
        absent: &[CreatureId],
        asks: &[Ask<S>],
    ) -> Option<Self> {
        let mut settled = fight.settled().clone();
        for who in absent {
            for fact in S::leaves(&settled, *who).ok()? {
                S::apply(&mut settled, &fact);
            }
        }
        let (shown, asked) = match fight.open() {
            Some(open) => again(open, &settled)?,
            None => (settled.clone(), begun::<S>(&settled)),
        };
        let is_asked = |ask: &Ask<S>| asked.as_ref().is_none_or(|asked| asked.contains(ask));
        asks.iter().all(is_asked).then(|| Self {
            fight,
            absent: absent.to_vec(),
            without: Some(States { settled, shown }),
        })
    }

    /// Who is taken out of it.
    pub(crate) fn absent(&self) -> &[CreatureId] {
        &self.absent
    }

    /// The state before the act in progress, if there is one.
    pub(crate) fn settled(&self) -> &S::State {
        let settled = self.without.as_ref().map(|states| &states.settled);
        settled.unwrap_or_else(|| self.fight.settled())
    }

    /// The state in the midst of the act in progress, if there is one.
    pub(crate) fn state(&self) -> &S::State {
        let shown = self.without.as_ref().map(|states| &states.shown);
        shown.unwrap_or_else(|| self.fight.state())
    }

    /// The act in progress.
    pub(crate) fn open(&self) -> Option<&'f Open<S>> {
        self.fight.open()
    }

    /// Whether what the act comes to tells whether somebody is where they are suspected, be it by the act in progress.
    pub(crate) fn turns_on_guess(&self, act: &S::Act) -> bool {
        S::is_guess(act) || self.open().is_some_and(|open| S::is_guess(&open.act))
    }

    /// Everybody who may act or answer now.
    pub(crate) fn asks(&self) -> Vec<Ask<S>> {
        self.fight.asks()
    }

    /// What was answered to the questions that are open, if `who` answers this: of other answers those alone which the viewer may know.
    pub(crate) fn answered(
        &self,
        (who, act): (CreatureId, &S::Act),
        (viewer, known): (&Viewer, &Knowledge),
    ) -> Vec<(CreatureId, S::Act)> {
        let others = self.open().map_or(&[][..], |open| &open.partial);
        let is_known =
            |(by, _): &&(CreatureId, S::Act)| known.allows(viewer, Matter::Question(*by));
        let mut answers = vec![(who, act.clone())];
        answers.extend(others.iter().filter(is_known).cloned());
        answers
    }
}

/// How things stand at some moment, and who is asked then.
type Moment<S> = (<S as System>::State, Option<Vec<Ask<S>>>);

/// Where the act in progress comes to from that state, and who is asked there. `None` where it takes another course.
fn again<S: System>(open: &Open<S>, settled: &S::State) -> Option<Moment<S>> {
    let mut state = settled.clone();
    let mut log = Log::default();
    let mut nobody = People;
    let tape = Tape::new(open.draws.clone(), Beyond::Nothing, &mut nobody);
    let mut tape = tape.with_partial(&open.partial);
    let mut scene = Scene::new(&mut state, &mut tape, Some(&mut log));
    let stopped = S::resolve(&mut scene, open.who, &open.act);
    let is_same = stopped == Err(Stop::Need) && !tape.left_over() && log.take_notes() == open.notes;
    match tape.need() {
        Some(Need::Acts(asks)) if is_same => Some((state, Some(asks))),
        _ => None,
    }
}

/// Who may begin something; `None` where the fight would be over, or go on by itself: whoever is asked all the same sees those who are absent
/// no more than others do.
fn begun<S: System>(state: &S::State) -> Option<Vec<Ask<S>>> {
    match S::next(state) {
        Next::Over(_) | Next::Auto(_) => None,
        Next::Await { must, may } => Some(std::iter::once(must).chain(may).collect()),
    }
}
