//! Facts about items and the place as they read.

use affray_kernel::condition::Held;
use affray_kernel::grid::Cell;

use super::{CLUB, SWORD, after, name, read_so, silent};
use crate::fact::Fact;
use crate::notation::sample::{CHIEF, GARRET, OGRE, fight};
use crate::state::{Condition, ItemId, Place, Running, SpellId};
use crate::tell::{tell, thing};

#[test]
fn items_change_hands() {
    let to = Cell::new(6, 2);
    let place = fight().grid().drawn(to).to_string();
    let (sword, other, club) = (name(SWORD), name(ItemId(2)), name(CLUB));
    let lying = name(ItemId(11));
    read_so(
        &fight(),
        [
            (
                Fact::Item(ItemId(2), Place::Held(GARRET, 1)),
                format!("Garret draws the {other}."),
            ),
            (
                Fact::Item(SWORD, Place::Carried(GARRET)),
                format!("Garret puts the {sword} away."),
            ),
            (
                Fact::Item(SWORD, Place::Held(GARRET, 2)),
                format!("Garret grips the {sword} with both hands."),
            ),
            (
                Fact::Item(ItemId(11), Place::Held(OGRE, 1)),
                format!("The ogre picks the {lying} up."),
            ),
            (
                Fact::Item(CLUB, Place::Ground(to)),
                format!("The ogre's {club} falls to the floor at {place}."),
            ),
            (
                Fact::Item(CLUB, Place::Carried(CHIEF)),
                format!("The ogre chief has the {club} now."),
            ),
            (
                Fact::Item(CLUB, Place::Nowhere),
                format!("The {club} is gone."),
            ),
        ],
    );
    silent(&fight(), [Fact::Item(SWORD, Place::Held(GARRET, 1))]);
}

#[test]
fn a_weapon_has_to_be_loaded_until_it_is() {
    let state = after([Fact::Unloaded(SWORD, 2)]);
    let sword = name(SWORD);
    read_so(
        &state,
        [
            (
                Fact::Unloaded(SWORD, 1),
                format!("The {sword} has to be loaded 1 time more."),
            ),
            (Fact::Unloaded(SWORD, 0), format!("The {sword} is loaded.")),
        ],
    );
    silent(&state, [Fact::Unloaded(SWORD, 2)]);
}

#[test]
fn doors_open_and_close() {
    let (a, b) = (Cell::new(3, 3), Cell::new(4, 3));
    let [from, to] = [a, b].map(|cell| fight().grid().drawn(cell).to_string());
    read_so(
        &fight(),
        [
            (
                Fact::Door(a, b, true),
                format!("The door between {from} and {to} opens."),
            ),
            (
                Fact::Door(a, b, false),
                format!("The door between {from} and {to} closes."),
            ),
            (
                Fact::Wedged(OGRE, a, b),
                format!("The door between {from} and {to} does not close: the ogre stands in it."),
            ),
        ],
    );
    let hidden = Held {
        toward: Some(GARRET),
        ..Held::plain(OGRE, Condition::Hidden)
    };
    let unseen = after([Fact::Gains(hidden)]);
    let told = tell(&unseen, &Fact::Wedged(OGRE, a, b)).expect("a sentence");
    let text = format!("The door between {from} and {to} does not close: somebody stands in it.");
    assert_eq!((told.text, told.about), (text, Vec::new()));
}

#[test]
fn spells_that_last_run_out_with_a_turn() {
    let spell = SpellId(0);
    let running = |left| Running {
        on: GARRET,
        spell,
        left,
    };
    let called = fight().spell(spell).name.clone();
    let capital = affray_kernel::prose::capital(called.clone());
    read_so(
        &fight(),
        [
            (
                Fact::Runs(running(1)),
                format!("{capital} is in force on Garret until the end of its next turn."),
            ),
            (
                Fact::Runs(running(2)),
                format!(
                    "{capital} is in force on Garret until the end of the turn after this one."
                ),
            ),
            (
                Fact::RunsOut(GARRET, spell),
                format!("{capital} on Garret ends."),
            ),
        ],
    );
    let last = after([Fact::Runs(running(1))]);
    read_so(
        &last,
        [(
            Fact::TurnOver(GARRET),
            format!("No longer in force on Garret: {called}."),
        )],
    );
    silent(&after([Fact::Runs(running(2))]), [Fact::TurnOver(GARRET)]);
    silent(&last, [Fact::TurnOver(OGRE)]);
}

#[test]
fn an_item_that_is_not_there_has_a_number_for_a_name() {
    assert_eq!(thing(&fight(), 999), "#999");
    assert_eq!(thing(&fight(), 0), name(SWORD));
}
