//! What is taken back can be done again.

use affray_kernel::fight::Fight;
use affray_kernel::journal;
use affray_kernel::tape::{Answers, Draw, People};
use affray_kernel::{CreatureId, System};

use crate::repository::AnyLegal;

/// Who is asked first once everything has settled, and what they choose; nothing where nobody is asked any more.
pub(super) fn next_choice<S: System>(
    fight: &mut Fight<S>,
    players: &mut AnyLegal,
) -> Option<(CreatureId, S::Act)> {
    fight.settle(&mut People).ok()?;
    let ask = fight.asks().first().cloned()?;
    let act = Answers::<S>::answer(players, fight.state(), &ask)?;
    Some((ask.who, act))
}

/// Undoing a person's act and redoing it comes back to the same state, and doing it anew gives the same dice.
pub(super) fn undo_and_redo<S: System>(setup: &S::Setup, seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut players = AnyLegal::new(seed);
    for _ in 0..12 {
        let Some((who, act)) = next_choice(&mut fight, &mut players) else {
            return;
        };
        let before = fight.settled().clone();
        let count = fight.entries().len();
        fight
            .submit(who, act.clone(), &mut players)
            .expect("what is offered is taken");
        let after = fight.settled().clone();
        if fight.open().is_some() || fight.entries().len() == count {
            return;
        }
        fight.undo().expect("there is something to undo");
        assert_eq!(
            fight.settled(),
            &before,
            "undo comes back to the state before the act"
        );
        fight.redo().expect("there is something to redo");
        assert_eq!(
            fight.settled(),
            &after,
            "redo comes back to the state after the act"
        );
    }
}

/// In the act in progress, too, what was taken back can be done again: answer by answer, and after the journal was read anew.
pub(super) fn undo_and_redo_within_an_act<S: System>(setup: &S::Setup, seed: u64) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    let mut players = AnyLegal::new(seed);
    let mut file = journal::header(&fight);
    for _ in 0..40 {
        let Some((who, act)) = next_choice(&mut fight, &mut players) else {
            return;
        };
        fight
            .submit(who, act, &mut People)
            .expect("what is offered is taken");
        if let Some(after) = fight.open().cloned() {
            let depth = take_all_back(&mut fight);
            file += &journal::changes(&mut fight);
            let mut read = journal::read::<S>(&file).expect("its own journal").fight;
            do_again(&mut read, depth);
            do_again(&mut fight, depth);
            assert_eq!(
                fight.open(),
                Some(&after),
                "redo comes back to the act as it stood"
            );
            assert_eq!(read.open(), Some(&after), "and so it does after reading");
        }
        file += &journal::changes(&mut fight);
    }
}

/// Takes back everything in the act in progress, and tells how often.
fn take_all_back<S: System>(fight: &mut Fight<S>) -> usize {
    let entries = fight.entries().len();
    let mut depth = 0;
    while fight.open().is_some_and(|open| {
        let decided = |draw: &Draw<S>| matches!(draw, Draw::Act(..));
        (open.who.is_some() && !open.bot)
            || !open.partial.is_empty()
            || open.draws.iter().any(decided)
    }) {
        fight.undo().expect("somebody has decided something in it");
        assert_eq!(fight.entries().len(), entries, "only the act is taken back");
        depth += 1;
    }
    depth
}

fn do_again<S: System>(fight: &mut Fight<S>, times: usize) {
    for _ in 0..times {
        fight.redo().expect("it was taken back");
    }
}
