//! What the policy `simple` does where nothing that it has promises harm, and where a foe cannot answer.

use affray_actionpoint::ActionPoint;
use affray_actionpoint::act::{Act, Action, Strike, Window};
use affray_actionpoint::state::State;
use affray_kernel::content::Source;
use affray_kernel::grid::Cell;
use affray_kernel::{Ask, CreatureId, System};
use affray_trial::repository;

/// Whose turn it is.
const IMP: CreatureId = CreatureId(0);
/// A knight beside it.
const GARRET: CreatureId = CreatureId(1);

/// Ebony from head to foot, which no blow of a club goes through.
const EBONY: &str = "items = [\"longsword\", \"ebony shield\", \"full ebony armor\"]";

fn fight(imp: &str, garret: &str, others: &str) -> State {
    let text = format!(
        r#"
        system = "actionpoint"
        [start]
        round = 1
        turn = "imp"
        [[creature]]
        name = "imp"
        kind = "cave imp"
        side = "monsters"
        at = [6, 5]
        items = ["club"]
        {imp}
        [[creature]]
        name = "garret"
        kind = "knight"
        side = "heroes"
        at = [5, 5]
        {garret}
        {others}
        "#
    );
    let library = repository::files(&repository::content::<ActionPoint>(), "toml");
    let setup = ActionPoint::compose(&Source::new("fight.toml", text), &library);
    let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
    ActionPoint::set_up(&setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn choice(state: &State) -> Act {
    let ask = Ask::open(IMP, Window::Turn);
    ActionPoint::simple(state, &ask).expect("a choice")
}

#[track_caller]
fn strikes_garret(state: &State) {
    let act = choice(state);
    let strikes = matches!(act, Act::Do(Action::Strike(Strike { target: GARRET, .. })));
    assert!(strikes, "{act:?}");
}

#[test]
fn whoever_is_surprised_is_attacked() {
    strikes_garret(&fight("", "conditions = [\"surprised\"]", ""));
}

#[test]
fn whoever_is_surprised_farther_off_is_gone_for() {
    let mut state = fight("", "conditions = [\"surprised\"]", "");
    state.bodies[IMP.index()].at = Cell::new(12, 5);
    let act = choice(&state);
    assert!(matches!(act, Act::Move(_)), "{act:?}");
}

#[test]
fn where_no_blow_does_harm_it_is_struck_for_a_maneuver() {
    let mut state = fight("", EBONY, "");
    strikes_garret(&state);
    state.bodies[IMP.index()].ap = 2;
    strikes_garret(&state);
}

#[test]
fn the_last_action_point_is_kept_and_nobody_walks_to_and_fro() {
    let mut state = fight("", EBONY, "");
    state.bodies[IMP.index()].ap = 1;
    assert_eq!(choice(&state), Act::EndTurn);
}

#[test]
fn a_foe_that_can_be_harmed_is_gone_for_instead() {
    let sera = r#"
        [[creature]]
        name = "sera"
        kind = "sorcerer"
        side = "heroes"
        at = [9, 5]
    "#;
    let act = choice(&fight("", EBONY, sera));
    let Act::Move(path) = &act else {
        panic!("{act:?}");
    };
    let goal = path.last().copied().unwrap_or_default();
    let beside = (goal.x - 9).abs().max((goal.y - 5).abs()) == 1;
    assert!(beside && goal != Cell::new(5, 5), "{act:?}");
}
