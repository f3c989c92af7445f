//! What the tests of all systems are made of: one small fight, and what holds in it of the words, values, corrections and files of every
//! system; the content of the repository, and players for it; and what holds for every system, in whatever happens.

pub mod areas;
pub mod aspects;
pub mod bad_input;
pub mod book;
pub mod content;
pub mod draws;
pub mod endings;
pub mod figures;
pub mod files;
pub mod laws;
pub mod occasions;
pub mod repertoire;
pub mod repository;
pub mod sample;
pub mod schemas;
pub mod sheets;
pub mod values;
pub mod words;

/// The tests that hold for every system, for one of them: `tests/system` of its crate. Said besides are how many scenarios it has at least,
/// and how much ten minutes are in its measure of time.
#[macro_export]
macro_rules! holds_for_every_system {
    ($system:ty, scenarios: $least:literal, ten_minutes: $most:literal of $path:literal $(,)?) => {
        #[test]
        fn laws() {
            $crate::laws::hold::<$system>();
        }

        #[test]
        fn draws() {
            $crate::draws::are_of_what_is_offered::<$system>();
        }

        #[test]
        fn book() {
            $crate::book::holds::<$system>();
        }

        #[test]
        fn content() {
            $crate::content::can_be_set_up::<$system>($least);
        }

        #[test]
        fn schemas() {
            $crate::schemas::hold::<$system>();
        }

        #[test]
        fn sheets() {
            $crate::sheets::can_be_changed::<$system>();
        }

        #[test]
        fn endings() {
            let clock = $crate::endings::Clock {
                path: $path,
                most: $most,
            };
            clock.ends::<$system>();
        }

        #[test]
        fn bad_input() {
            $crate::bad_input::is_refused::<$system>();
        }

        #[test]
        fn occasions() {
            $crate::occasions::have_words::<$system>();
        }

        #[test]
        fn repertoire() {
            $crate::repertoire::do_all_but_what_is_left::<$system>();
        }
    };
}
