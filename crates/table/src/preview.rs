//! What an act would be made of: the sum that it turns on, before any dice are thrown.

use affray_kernel::dice::Seeded;
use affray_kernel::fight::Fight;
use affray_kernel::log::Log;
use affray_kernel::story::{Told, foretell};
use affray_kernel::tape::{Beyond, Tape};
use affray_kernel::{CreatureId, Scene, System};

use crate::controls::Bots;

/// The sum that an act of `who`, or an answer to the act in progress, turns on. The rules run on a copy, with dice that have nothing to do
/// with those of the fight; whoever is asked meanwhile decides as for odds.
pub(crate) fn preview<S: System>(
    fight: &Fight<S>,
    who: CreatureId,
    act: &S::Act,
    bots: &mut Bots<'_>,
) -> Option<Told> {
    let mut state = fight.settled().clone();
    let mut log = Log::default();
    let mut partial = vec![(who, act.clone())];
    let dice = Beyond::Seeded(Seeded::at(0, 0, 0));
    let (draws, shown) = match fight.open() {
        Some(open) => {
            partial.extend(open.partial.iter().cloned());
            (open.draws.clone(), open.notes.len())
        }
        None => (Vec::new(), 0),
    };
    let mut tape = Tape::new(draws, dice, bots);
    let mut scene;
    // Whether the act comes to its end does not matter: the sum comes before.
    let _ = match fight.open() {
        Some(open) => {
            tape = tape.with_partial(&partial);
            scene = Scene::new(&mut state, &mut tape, Some(&mut log));
            S::resolve(&mut scene, open.who, &open.act)
        }
        None => {
            scene = Scene::new(&mut state, &mut tape, Some(&mut log));
            S::resolve(&mut scene, Some(who), act)
        }
    };
    let notes = log.take_notes();
    let new = notes.get(shown..).unwrap_or_default();
    foretell::<S>(fight.settled(), new, who)
}
