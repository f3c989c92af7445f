//! Files that somebody wrote: scenarios and journals.

use affray_kernel::content::Source;
use affray_table::{Control, Declined, Policy, Session, open_journal, open_scenario};

use crate::{library, look};

/// How many steps bots play on.
const STEPS: usize = 12;

/// Whatever a scenario file says, it is opened or refused; what is opened can be played, looked at and kept.
pub fn scenario(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let scenario = Source::new("scenario.toml", text);
    let Ok(mut session) = open_scenario(&scenario, library(), 1) else {
        return;
    };
    if let Err(error) = play_on(session.as_mut()) {
        panic!("{error}");
    }
    look::around(session.as_ref());
    look::is_kept(session.as_ref(), &session.journal());
    let verification = session.verify();
    assert_eq!(verification.difference, None, "replayed otherwise");
}

/// Whatever a journal file says, it is read or refused; what is read can be looked at, written again, taken back and
/// continued, and then stands in the same file.
pub fn journal(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(resumed) = open_journal(text) else {
        return;
    };
    let mut session = resumed.session;
    let mut kept = text[..resumed.whole].to_owned();
    if !kept.ends_with('\n') {
        kept.push('\n');
    }
    look::around(session.as_ref());
    look::is_kept(session.as_ref(), &kept);
    look::is_kept(session.as_ref(), &session.journal());
    let _ = session.verify();
    // Bots would play the whole fight anew.
    look::give_all(session.as_mut(), Control::People);
    if session.undo().is_ok() {
        look::around(session.as_ref());
        let _ = session.redo();
    }
    // A state that no rule leads to may well run into a limit.
    let _ = play_on(session.as_mut());
    look::around(session.as_ref());
    kept.push_str(&session.journal_changes());
    look::is_kept(session.as_ref(), &kept);
}

/// Has bots play everybody for some steps.
fn play_on(session: &mut dyn Session) -> Result<bool, Declined> {
    look::give_all(session, Control::Bot(Policy::Simple));
    session.advance_by(STEPS)
}
