//! Answers and questions.

use affray_kernel::Ask;
use affray_kernel::grid::Cell;

use super::super::{answer, question};
use super::{LEFT_ARM, MACE, SWORD, strike};
use crate::act::{Act, Defence, Location, Strike, Window, With};
use crate::notation::sample::{GARRET, OGRE, fight};
use crate::sheet::DefendSkill;
use crate::state::{Arm, Segment, Stance};

#[test]
fn answers_read_as_what_is_done() {
    let state = fight();
    let shot = Strike {
        target: GARRET,
        ..strike(With::Melee(Arm::Item(MACE)), Location::Torso)
    };
    let defends = Window::Defend {
        by: OGRE,
        strike: strike(With::Melee(SWORD), Location::Torso),
    };
    let defence = |skill| Defence {
        skill,
        on_guard: false,
        with: None,
        to: None,
    };
    let parry = Defence {
        with: Some(SWORD),
        on_guard: true,
        ..defence(DefendSkill::Parry)
    };
    let thwart = Defence {
        with: Some(Arm::Natural(0)),
        ..defence(DefendSkill::Thwart)
    };
    let sidestep = Defence {
        to: Some(Cell::new(4, 3)),
        ..defence(DefendSkill::Sidestep)
    };
    for (window, act, text) in [
        (
            &defends,
            Act::Defend(defence(DefendSkill::Evade)),
            "Garret tries to evade the ogre's arming sword.",
        ),
        (
            &defends,
            Act::Defend(parry),
            "Garret tries to parry the ogre's arming sword with the arming sword, On-Guard.",
        ),
        (
            &defends,
            Act::Defend(thwart),
            "Garret tries to thwart the ogre's arming sword with a bare hand.",
        ),
        (
            &defends,
            Act::Defend(sidestep),
            "Garret tries to sidestep the ogre's arming sword, to 4,3.",
        ),
        (
            &Window::Opportunity {
                by: OGRE,
                strike: Some(shot),
            },
            Act::Opportunity(SWORD),
            "Garret makes an attack of opportunity with an arming sword on the ogre, who attacks Garret with a mace.",
        ),
        (
            &defends,
            Act::Pass,
            "Garret lets the ogre's arming sword pass.",
        ),
        (
            &Window::Opportunity {
                by: OGRE,
                strike: Some(shot),
            },
            Act::Pass,
            "Garret lets the ogre's attack on Garret with a mace pass.",
        ),
        (
            &Window::Opportunity {
                by: OGRE,
                strike: None,
            },
            Act::Pass,
            "Garret lets the ogre's attack into a space pass.",
        ),
        (&Window::Item, Act::Disengage, "Garret answers: disengage."),
    ] {
        let told = answer(&state, &Ask::open(GARRET, window.clone()), &act).expect("a sentence");
        assert_eq!(told.text, text);
    }
    let stance = Window::Stance(Segment::Melee);
    for (window, act) in [
        (&Window::Item, Act::Pass),
        (&stance, Act::Stance(Stance::Hold)),
        (&Window::Ambush, Act::Ambush([OGRE].into())),
        (&Window::OnGuard, Act::OnGuard(DefendSkill::Block)),
    ] {
        assert_eq!(
            answer(&state, &Ask::open(GARRET, window.clone()), &act),
            None,
            "nothing is said of {act:?} before it is revealed"
        );
    }
}

#[test]
fn questions_say_what_is_going_on() {
    let state = fight();
    let aimed = Strike {
        target: GARRET,
        ..strike(With::Melee(Arm::Item(MACE)), Location::Part(LEFT_ARM))
    };
    for (window, text) in [
        (Window::Ambush, "Round 2: does Garret lie in ambush?"),
        (Window::OnGuard, "Round 2: does Garret go On-Guard?"),
        (
            Window::Stance(Segment::Melee),
            "Round 2, Melee segment: which stance does Garret take?",
        ),
        (Window::Item, "Round 2, Melee segment: what does Garret do?"),
        (
            Window::Opportunity {
                by: OGRE,
                strike: Some(aimed),
            },
            "The ogre shoots or casts within reach of Garret: does Garret make an attack of opportunity?",
        ),
        (
            Window::Defend {
                by: OGRE,
                strike: aimed,
            },
            "The ogre hits Garret's left arm with a mace: how does Garret defend?",
        ),
    ] {
        assert_eq!(question(&state, GARRET, &window), text);
    }
}
