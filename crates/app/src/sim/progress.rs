//! How far it has come, and stopping early.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;

/// A bar on the error output, where that is a terminal. While there is one, Ctrl-C stops playing and keeps what there is; a second one
/// ends the program.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// For so many fights.
    pub(crate) fn new(fights: u64, is_quiet: bool) -> Self {
        let style = "{bar:30} {human_pos} of {human_len} fights, {per_sec}, {eta} left";
        Self::styled(Some(fights), style, is_quiet)
    }

    /// For nobody knows how many.
    pub(crate) fn open(is_quiet: bool) -> Self {
        Self::styled(None, "{spinner} {human_pos} fights, {per_sec}", is_quiet)
    }

    fn styled(fights: Option<u64>, style: &str, is_quiet: bool) -> Self {
        interrupt::can_stop(true);
        let target = if is_quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(fights, target);
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    pub(crate) fn add(&self, fights: u64) {
        self.bar.inc(fights);
    }

    pub(crate) fn finish(&self) {
        interrupt::can_stop(false);
        self.bar.finish_and_clear();
    }
}
