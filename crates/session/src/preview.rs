//! What an act would be made of, before any dice are thrown: the sum that it turns on, what its magic does, what it covers.

use affray_kernel::dice::Seeded;
use affray_kernel::grid::Cell;
use affray_kernel::log::Log;
use affray_kernel::story::{Note, Told, foretell, foretold};
use affray_kernel::tape::{Answers, Beyond, Tape};
use affray_kernel::{Ask, Covered, CreatureId, Scene, System};
use serde::Serialize;
use ts_rs::TS;

use crate::circumstances::CircumstanceSeen;
use crate::controls::Bots;
use crate::log::LogLine;
use crate::secrecy::{Knowledge, Matter, Viewer};
use crate::sight::{Beginning, Sight};

/// What an act covers that affects an area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct AreaSeen {
    /// The cells of the map.
    pub cells: Vec<Cell>,
    /// The creatures that it affects where they are, as far as the viewer knows that they are there.
    pub creatures: Vec<CreatureId>,
}

impl AreaSeen {
    /// As much of it as the viewer may know at that moment.
    pub(crate) fn of<S: System>(
        state: &S::State,
        covered: Covered,
        (viewer, known): (&Viewer, &Knowledge),
    ) -> Self {
        let is_known = |who: &CreatureId| {
            let seen = S::seen(state, *who);
            seen.is_some_and(|creature| known.allows(viewer, Matter::Presence(&creature)))
        };
        Self {
            cells: covered.cells,
            creatures: covered.creatures.into_iter().filter(is_known).collect(),
        }
    }
}

/// What an act would be made of, before any dice are thrown.
#[derive(Clone, PartialEq, Debug)]
pub struct Preview {
    /// The sum that it turns on, with everything that counts for and against it; none where nothing is rolled for.
    pub lines: Vec<LogLine>,
    /// What in it comes of where everybody is: who flanks, what covers.
    pub circumstances: Vec<CircumstanceSeen>,
    /// What the spell, the power or the magic of a thing does that it uses.
    pub magic: Option<String>,
    /// What it covers, where it affects an area.
    pub area: Option<AreaSeen>,
    /// The way that it leads whoever does it, if nobody steps in: the places that it comes to, in order, the last one where it ends. None where it
    /// stays in its place.
    pub way: Vec<Cell>,
}

/// So often the rules run with other dice: a number that is another one each time is none before dice are thrown.
const COURSES: u64 = 3;

/// The sum that an act of `who`, or an answer to the act in progress, turns on.
pub(crate) fn turning_on<S: System>(
    sight: &Sight<'_, S>,
    who: CreatureId,
    act: &S::Act,
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
) -> Option<Told> {
    let silence = silence(sight, who).filter(|silence| silence != act);
    let mut courses = |number| {
        let without = silence.as_ref();
        let without = without.map(|silence| course(sight, (who, silence), bots, seat, number));
        let mut notes = course(sight, (who, act), bots, seat, number);
        if *seat.0 != Viewer::GameMaster && sight.turns_on_guess(act) {
            keep_guess(&mut notes);
        }
        (notes, without.unwrap_or_default())
    };
    let (notes, without) = courses(0);
    let against = foretold(&notes, who, &without)?.against;
    let settled = (1..COURSES).all(|number| {
        let (others, without) = courses(number);
        foretold(&others, who, &without).is_none_or(|sum| sum.against == against)
    });
    foretell::<S>(sight.settled(), &notes, who, (&without, settled))
}

/// Everybody lets everything pass.
struct Unhindered;

impl<S: System> Answers<S> for Unhindered {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        S::silence(state, ask)
    }
}

/// Everybody lets pass what they may: what somebody does meanwhile is no part of the act. Who has to answer does so sensibly.
pub(crate) struct Indifferent;

impl<S: System> Answers<S> for Indifferent {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        S::silence(state, ask).or_else(|| S::simple(state, ask))
    }
}

/// The way that an act of its own leads `who` if everybody else lets it pass.
pub(crate) fn way<S: System>(sight: &Sight<'_, S>, (who, act): (CreatureId, &S::Act)) -> Vec<Cell> {
    if sight.open().is_some() {
        return Vec::new();
    }
    let mut before = sight.settled().clone();
    S::without_others(&mut before, who);
    let mut state = before.clone();
    let mut log = Log::default();
    let (dice, mut others) = (Beyond::Seeded(Seeded::at(0, 0, 0)), Unhindered);
    let mut tape = Tape::new(Vec::new(), dice, &mut others);
    let mut scene = Scene::new(&mut state, &mut tape, Some(&mut log));
    // Where dice or decisions end it, the way ends there.
    let _ = S::resolve(&mut scene, Some(who), act);
    let place = |state: &S::State| Some(S::seen(state, who)?.space?.at);
    let mut last = place(&before);
    let mut way = Vec::new();
    for note in log.take_notes() {
        if let Note::Fact(fact) = &note {
            S::apply(&mut before, fact);
            let now = place(&before);
            if now != last {
                way.extend(now);
                last = now;
            }
        }
    }
    way
}

/// Leaves out what is noted after the dice of somebody whom a guess has met: its number, and what is special about it.
fn keep_guess<S: System>(notes: &mut Vec<Note<S>>) {
    let mut has_rolled = false;
    notes.retain_mut(|note| match note {
        Note::Rolled(_) => {
            has_rolled = true;
            true
        }
        Note::Sum(sum) => {
            has_rolled = false;
            sum.against = None;
            true
        }
        Note::Because(..) => !has_rolled,
        _ => true,
    });
}

/// What `who` does who answers nothing to the act in progress: what comes of that does not come of any other answer. `None` where `who`
/// does not answer, or has to.
pub(crate) fn silence<S: System>(sight: &Sight<'_, S>, who: CreatureId) -> Option<S::Act> {
    sight.open()?;
    let asks = sight.asks();
    let ask = asks.iter().find(|ask| ask.who == who)?;
    S::silence(sight.state(), ask)
}

/// What the rules note of an act. They run on a copy, with dice that have nothing to do with those of the fight; whoever is asked meanwhile
/// decides as for odds.
fn course<S: System>(
    sight: &Sight<'_, S>,
    (who, act): (CreatureId, &S::Act),
    bots: &mut Bots<'_>,
    seat: (&Viewer, &Knowledge),
    number: u64,
) -> Vec<Note<S>> {
    let beginning = sight.beginning((who, act), seat);
    course_from(sight, &beginning, (who, act), bots, number)
}

/// The same of an act that begins so, with those who answer for whoever is asked.
pub(crate) fn course_from<S: System>(
    sight: &Sight<'_, S>,
    beginning: &Beginning<S>,
    (who, act): (CreatureId, &S::Act),
    others: &mut dyn Answers<S>,
    number: u64,
) -> Vec<Note<S>> {
    let course = sight.course(beginning, (who, act));
    let mut state = course.state.clone();
    let mut log = Log::default();
    let dice = Beyond::Seeded(Seeded::at(0, number, 0));
    let tape = Tape::new(course.draws.to_vec(), dice, others);
    let mut tape = tape.with_partial(course.partial);
    let mut scene = Scene::new(&mut state, &mut tape, Some(&mut log));
    // Whether the act comes to its end does not matter: the sum comes before.
    let _ = S::resolve(&mut scene, course.who, course.act);
    let shown = sight.open().map_or(0, |open| open.notes.len());
    let mut notes = log.take_notes();
    notes.split_off(shown.min(notes.len()))
}
