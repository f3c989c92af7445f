//! The rules that stand with what is announced.

use affray_kernel::RuleId;
use affray_kernel::odds::{Course, odds_heard};
use affray_kernel::story::tell;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, grid::Cell};

use super::{SWORD, after, strike};
use crate::ActionPoint;
use crate::act::{Act, Action, Aim, Handling, Manual, Window};
use crate::fact::{Fact, Motion};
use crate::ids::rule;
use crate::notation::sample::{FIRE_BOLT, GARRET, OGRE};
use crate::sheet::Skill;
use crate::state::State;

/// Nobody reacts.
struct Passes;

impl Answers<ActionPoint> for Passes {
    fn answer(&mut self, _: &State, ask: &Ask<ActionPoint>) -> Option<Act> {
        Some(match ask.window {
            Window::Resist { .. } => Act::Resist(Skill::Athletics),
            _ => Act::Pass,
        })
    }
}

/// The first sentence of what Garret does, with its rules, whatever is rolled.
#[track_caller]
fn told_first(state: &State, action: Action) -> (String, Vec<RuleId>) {
    let act = Act::Do(action);
    let course = Course::of(state, Some(GARRET), &act);
    let mut first = None;
    odds_heard(&course, &mut Passes, 100_000, |_, notes| {
        let told = tell::<ActionPoint>(&mut state.clone(), notes);
        let told = told.into_iter().next().expect("a sentence");
        first.get_or_insert((told.sentence.text, told.rules));
    })
    .expect("few enough courses");
    first.expect("a course")
}

#[test]
fn what_is_announced_stands_with_its_own_rules() {
    let state = after([Fact::Moved(OGRE, Cell::new(4, 2), Motion::Placed)]);
    let bolt = Action::Cast(FIRE_BOLT, Aim::Creature(OGRE), Manual::USUAL);
    let door = Handling::Door(Cell::new(3, 4), Cell::new(4, 4), true);
    for (action, words, rules) in [
        (
            strike(SWORD, false),
            "Garret strikes at the ogre",
            &[
                rule!("primary-actions/strike"),
                rule!("attack/weapon-attack"),
            ][..],
        ),
        (
            bolt,
            "Garret casts fire bolt",
            &[
                rule!("primary-actions/use-magic"),
                rule!("magic/spell-data"),
            ],
        ),
        (
            Action::Dash,
            "Garret dashes",
            &[rule!("primary-actions/dash")],
        ),
        (
            Action::Disengage,
            "Garret disengages",
            &[rule!("primary-actions/disengage")],
        ),
        (
            Action::Search,
            "Garret searches",
            &[rule!("primary-actions/search")],
        ),
        (
            Action::Manipulate(door),
            "Garret reaches to open a door",
            &[rule!("reactions/manipulate")],
        ),
    ] {
        let (text, cited) = told_first(&state, action);
        assert!(text.starts_with(words), "{text}");
        for rule in rules {
            assert!(cited.contains(rule), "{text}");
        }
    }
}
