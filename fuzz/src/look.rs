//! What anybody can look at in a fight, and what its journal keeps of it.

use affray_kernel::CreatureId;
use affray_table::{Control, Session, Viewer, open_journal};

/// Those who look: everybody sees something else.
fn viewers() -> [Viewer; 3] {
    let player = Viewer::Player(vec![CreatureId(0)]);
    [Viewer::GameMaster, player, Viewer::Watcher]
}

/// Gives all creatures to people or to a bot.
pub(crate) fn give_all(session: &mut dyn Session, control: Control) {
    for number in 0..session.names().len() {
        session.set_control(CreatureId(number as u16), control);
    }
}

/// Shows everything to everybody.
pub(crate) fn around(session: &dyn Session) {
    for viewer in viewers() {
        let _ = session.view(&viewer);
        let _ = session.standing(&viewer);
        let _ = session.log(0, &viewer);
        let _ = session.in_progress(0, &viewer);
        let _ = session.why(&viewer);
        let _ = session.account(&viewer);
        let _ = session.branches(&viewer);
    }
}

/// A journal is read as the fight that it was written of.
pub(crate) fn is_kept(session: &dyn Session, journal: &str) {
    let again = match open_journal(journal) {
        Ok(resumed) => resumed.session,
        Err(error) => panic!("what was written cannot be read: {error}\n{journal}"),
    };
    let master = Viewer::GameMaster;
    assert_eq!(again.view(&master), session.view(&master), "{journal}");
    assert_eq!(
        again.standing(&master),
        session.standing(&master),
        "{journal}"
    );
    assert_eq!(again.entries(), session.entries(), "{journal}");
    assert_eq!(again.journal(), session.journal(), "{journal}");
}
