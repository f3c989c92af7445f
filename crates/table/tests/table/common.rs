//! What several tests of sessions begin with.

use affray_kernel::CreatureId;
use affray_table::{Control, Library, Session, open_scenario};

/// A fight of people that has come to the first question.
pub(crate) fn begin(scenario: &str) -> Box<dyn Session> {
    let library = Library::embedded();
    let source = library.scenario(scenario).expect("it is carried");
    let mut session = open_scenario(source, &library, 3).expect("a right scenario");
    for index in 0..session.names().len() {
        session.set_control(CreatureId::at(index), Control::People);
    }
    session.advance().expect("no fault");
    session
}
