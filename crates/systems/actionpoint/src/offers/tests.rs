//! What is possible is offered, and nothing else is.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::grid::Cell;

use super::*;
use crate::act::{Aim, Exposure, Handling, Manual, Strike};
use crate::notation::sample::{CHIEF, GARRET, HORSE, OGRE, fight};
use crate::rules::occupied::on_floor;
use crate::state::{Arm, Condition, GearId, ItemId, Phase, Place, SpellId};

/// Strikes, in the words in which they are offered: a grip only where it changes, thrown only what could be used otherwise as well.
fn strikes(state: &State, who: CreatureId) -> Vec<Action> {
    let items = (0..state.items.len() as u16).map(|item| Arm::Item(ItemId(item)));
    let arms = items.chain((0..5).map(Arm::Natural));
    let mut strikes = Vec::new();
    for with in arms {
        let Some(weapon) = state.weapon(who, with) else {
            continue;
        };
        let held = match with {
            Arm::Item(item) => state.item(item).place,
            Arm::Natural(_) => Place::Nowhere,
        };
        for target in state.creatures() {
            let strike = |thrown, grip| {
                Action::Strike(Strike {
                    target,
                    with,
                    thrown,
                    manual: Manual {
                        grip,
                        ..Manual::default()
                    },
                })
            };
            strikes.push(strike(false, None));
            if weapon.reach_m.is_some() {
                strikes.push(strike(true, None));
            }
            let grips = (1..=2).filter(|grip| held != Place::Held(who, *grip));
            strikes.extend(grips.map(|grip| strike(false, Some(grip))));
        }
    }
    strikes
}

/// Places not too far away.
fn around(state: &State, who: CreatureId) -> impl Iterator<Item = Cell> + '_ {
    let at = state.body(who).at;
    let near = move |cell: &Cell| (cell.x - at.x).abs().max((cell.y - at.y).abs()) <= 5;
    let cells = state.cast.map.cells().filter(near);
    cells.map(move |cell| on_floor(state, who, cell))
}

/// Everything that magic could be aimed at, oneself by one word alone.
fn aims(state: &State, who: CreatureId) -> Vec<Aim> {
    let others = state.creatures().filter(|other| *other != who);
    let places = around(state, who).map(Aim::Place);
    let all = [Aim::Oneself].into_iter();
    all.chain(others.map(Aim::Creature)).chain(places).collect()
}

/// Every action there is, possible or not.
fn actions(state: &State, who: CreatureId) -> Vec<Action> {
    let mut all = strikes(state, who);
    let items = (0..state.items.len() as u16).map(ItemId);
    for aim in aims(state, who) {
        let spells = (0..state.cast.spells.len() as u8).map(SpellId);
        all.extend(spells.map(|spell| Action::Cast(spell, aim, Manual::USUAL)));
        all.extend(
            items
                .clone()
                .map(|item| Action::Activate(item, aim, Manual::USUAL)),
        );
    }
    let things = items.flat_map(|item| {
        [
            Handling::Draw(item),
            Handling::Stow(item),
            Handling::PickUp(item),
            Handling::Load(item),
        ]
    });
    let doors = state.cast.map.edges().flat_map(|(edge, _)| {
        let [a, b] = edge.cells();
        [Handling::Door(a, b, true), Handling::Door(a, b, false)]
    });
    let fixtures = (0..4).map(Handling::Fixture);
    let handling = things.chain(doors).chain(fixtures);
    all.extend(handling.map(Action::Manipulate));
    all.extend(state.creatures().map(Action::Grapple));
    all.extend(
        state
            .creatures()
            .map(|from| Action::Escape(Some(from), None)),
    );
    all.extend([
        Action::Escape(None, None),
        Action::Dash,
        Action::Disengage,
        Action::Search,
        Action::Sneak,
    ]);
    all
}

/// Every act there is in the words in which acts are offered, possible or not.
fn acts(state: &State, who: CreatureId) -> Vec<Act> {
    let actions = actions(state, who).into_iter();
    let mut all: Vec<Act> = actions
        .flat_map(|action| [Act::Do(action), Act::Freely(action)])
        .collect();
    let goals = around(state, who);
    all.extend(goals.map(|goal| Act::Move(Box::new([goal]))));
    all.extend(
        state
            .creatures()
            .flat_map(|other| [Act::Release(other), Act::Save(other)]),
    );
    let items = (0..state.items.len() as u16).map(ItemId);
    all.extend(items.map(Act::Drop));
    let styles = 0..3;
    all.extend(styles.flat_map(|style| (0..14).map(move |gear| Act::Widen(style, GearId(gear)))));
    all.extend([Act::Stand, Act::DropProne, Act::EndTurn, Act::Pass]);
    all
}

/// All that is offered passes its check, and all that passes it is offered.
fn lists_just_what_is_possible(state: &State, who: CreatureId, window: &Window) {
    let mut offered = Vec::new();
    let mut found = |act| {
        let refused = check(state, who, window, &act).err();
        let rule = refused.map(|refusal| refusal.rule);
        assert_eq!(rule, None, "{act:?} is offered to {who:?} in {window:?}");
        offered.push(act);
        ControlFlow::Continue(())
    };
    sift(state, (who, window), &mut found, &mut |_, _| {});
    let possible = acts(state, who).into_iter();
    for act in possible.filter(|act| check(state, who, window, act).is_ok()) {
        let listed = offered.contains(&act);
        assert!(listed, "{act:?} is not offered to {who:?} in {window:?}");
    }
}

/// Situations of all kinds: near and far, held, hidden, lying, poor, with things about.
fn situations() -> Vec<State> {
    let near = |state: &mut State| {
        state.bodies[OGRE.index()].at = Cell::new(4, 4);
        state.bodies[CHIEF.index()].at = Cell::new(2, 3);
        state.bodies[HORSE.index()].at = Cell::new(1, 4);
    };
    let grappled = |on, toward| Held {
        toward,
        ..Held::plain(on, Condition::Grappled)
    };
    let all = [0, 1, 2, 3, 4, 5, 6].map(|number| {
        let mut state = fight();
        if number > 0 {
            near(&mut state);
        }
        let garret = &mut state.bodies[GARRET.index()];
        match number {
            2 => {
                state.conditions.add(grappled(GARRET, Some(CHIEF)));
                state.conditions.add(grappled(GARRET, None));
                state.conditions.add(grappled(CHIEF, Some(GARRET)));
            }
            3 => {
                state.conditions.add(Held::plain(GARRET, Condition::Prone));
                let hidden = Held {
                    toward: Some(GARRET),
                    ..Held::plain(OGRE, Condition::Hidden)
                };
                state.conditions.add(hidden);
            }
            4 => {
                garret.ap = 1;
                garret.attacks = 2;
                garret.moved = 6;
            }
            5 => {
                for item in &mut state.items {
                    if item.place.bearer() == Some(GARRET) {
                        item.place = Place::Ground(Cell::new(3, 4));
                    }
                }
            }
            6 => {
                for item in &mut state.items {
                    if item.place == Place::Held(GARRET, 1) {
                        item.place = Place::Held(GARRET, 2);
                    }
                }
                garret.ap = 0;
                garret.dashes = 1;
            }
            _ => {}
        }
        state
    });
    all.into()
}

#[test]
fn on_ones_own_turn() {
    for mut state in situations() {
        for who in state.creatures() {
            let begun = who == OGRE;
            state.clock.phase = Phase::Turn { who, begun };
            lists_just_what_is_possible(&state, who, &Window::Turn);
        }
    }
}

#[test]
fn in_answer_to_others() {
    for state in situations() {
        for who in [OGRE, CHIEF] {
            let exposed = |declared| Window::Exposed {
                foe: GARRET,
                how: Exposure::Moves,
                on: None,
                declared,
            };
            for window in [
                exposed(false),
                exposed(true),
                Window::TurnEnds {
                    of: GARRET,
                    last: false,
                },
            ] {
                lists_just_what_is_possible(&state, who, &window);
            }
        }
        let exposed = Window::Exposed {
            foe: OGRE,
            how: Exposure::StandsUp,
            on: None,
            declared: true,
        };
        lists_just_what_is_possible(&state, GARRET, &exposed);
    }
}
