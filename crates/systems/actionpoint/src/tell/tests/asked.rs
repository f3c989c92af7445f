//! Questions and answers as they read.

use affray_kernel::Ask;
use affray_kernel::grid::Cell;

use super::{CLUB, SWORD, after, his_turn, name};
use crate::act::{Act, Action, Declared, Exposure, Manual, Means, Resisted, Strike, Window, Won};
use crate::fact::{Fact, Number};
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::sheet::Skill;
use crate::state::Arm;
use crate::tell::{answer, question};

fn sword() -> Means {
    Means::Melee(Arm::Item(SWORD))
}

#[test]
fn every_window_asks_its_question() {
    let state = after([his_turn(), Fact::Set(GARRET, Number::Ap, 2)]);
    let to = Cell::new(6, 2);
    let place = state.grid().drawn(to).to_string();
    let strike = Action::Strike(Strike {
        target: OGRE,
        with: Arm::Item(SWORD),
        thrown: false,
        manual: Manual::default(),
    });
    let declared = |what| Window::Declared { by: GARRET, what };
    for (who, window, text) in [
        (
            GARRET,
            Window::Turn,
            "Garret's turn, 2 Action Points left: what does Garret do?".to_owned(),
        ),
        (
            OGRE,
            Window::Attacked {
                by: GARRET,
                with: sword(),
                feint: false,
            },
            format!(
                "Garret attacks the ogre with a {}: how does the ogre defend?",
                name(SWORD)
            ),
        ),
        (
            OGRE,
            Window::Attacked {
                by: GARRET,
                with: sword(),
                feint: true,
            },
            format!(
                "Garret attacks the ogre with a {} after a feint: how does the ogre defend?",
                name(SWORD)
            ),
        ),
        (
            OGRE,
            Window::Exposed {
                foe: GARRET,
                how: Exposure::Moves,
                on: None,
                declared: true,
            },
            "Garret moves within reach of the ogre: does the ogre make an opportunity attack?"
                .to_owned(),
        ),
        (
            OGRE,
            Window::Exposed {
                foe: GARRET,
                how: Exposure::StandsUp,
                on: None,
                declared: false,
            },
            "Garret stands up within reach of the ogre: does the ogre make an opportunity attack?"
                .to_owned(),
        ),
        (
            OGRE,
            declared(Declared::Action(strike)),
            format!(
                "Garret strikes at the ogre with a {}: does the ogre react first?",
                name(SWORD)
            ),
        ),
        (
            OGRE,
            declared(Declared::Leg(to)),
            format!("Garret sets out for {place}: does the ogre react first?"),
        ),
        (
            OGRE,
            declared(Declared::StandUp),
            "Garret stands up: does the ogre react first?".to_owned(),
        ),
        (
            OGRE,
            Window::TurnEnds {
                of: GARRET,
                last: false,
            },
            "Garret's turn ends: does the ogre react?".to_owned(),
        ),
        (
            OGRE,
            Window::TurnEnds {
                of: GARRET,
                last: true,
            },
            "The round ends: does the ogre react?".to_owned(),
        ),
        (
            GARRET,
            Window::Won {
                over: OGRE,
                how: Won::Attacking(sword()),
            },
            "Garret wins critically against the ogre: which maneuver, if any?".to_owned(),
        ),
        (
            OGRE,
            Window::Resist {
                against: GARRET,
                what: Resisted::Grapple,
            },
            "Garret tries to grapple the ogre: with which skill does the ogre resist?".to_owned(),
        ),
        (
            OGRE,
            Window::Resist {
                against: GARRET,
                what: Resisted::Disarm(CLUB),
            },
            format!(
                "Garret tries to disarm the ogre of the {}: with which skill does the ogre resist?",
                name(CLUB)
            ),
        ),
    ] {
        assert_eq!(question(&state, who, &window), text);
    }
}

#[test]
fn only_the_choice_of_a_skill_is_told_as_an_answer() {
    let state = fight();
    let resist = Ask::open(
        OGRE,
        Window::Resist {
            against: GARRET,
            what: Resisted::Grapple,
        },
    );
    let told = answer(&state, &resist, &Act::Resist(Skill::Acrobatics)).expect("a sentence");
    assert_eq!(told.text, "The ogre resists with Acrobatics.");
    assert_eq!(told.about, [OGRE, GARRET]);
    let turn = Ask::open(
        OGRE,
        Window::TurnEnds {
            of: GARRET,
            last: false,
        },
    );
    for act in [Act::Pass, Act::Do(Action::Dash)] {
        assert_eq!(answer(&state, &turn, &act), None, "{act:?}");
    }
}
