//! What Ctrl-C does, and what does as Ctrl-C: to be told to end (SIGTERM) or that the terminal has gone (SIGHUP).

use std::io::{self, Write as _};
use std::process::exit;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::files;
use crate::trouble::INTERRUPTED;

/// Whether somebody has asked to stop.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Whether there is something that can stop by itself and keep what there is.
static CAN_STOP: AtomicBool = AtomicBool::new(false);

/// Says whether from now on the first Ctrl-C only asks to stop.
pub(crate) fn can_stop(can: bool) {
    listen();
    CAN_STOP.store(can, Ordering::Relaxed);
}

/// From now on Ctrl-C leaves nothing behind that is not whole: what can stop by itself is asked to, everything else and a second Ctrl-C
/// end the program.
pub(crate) fn listen() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        // Where signals cannot be caught, Ctrl-C ends the program as ever.
        let _ = ctrlc::set_handler(|| {
            let is_first = !STOP.swap(true, Ordering::Relaxed);
            if is_first && CAN_STOP.load(Ordering::Relaxed) {
                // What is under way may take a while to come to a point where it can stop.
                let _ = writeln!(io::stderr(), "stopping; once more ends it at once");
                return;
            }
            files::abandon();
            exit(INTERRUPTED.into());
        });
    });
}
