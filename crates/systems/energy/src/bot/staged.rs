//! Set-ups for tests of what bots choose.

use affray_kernel::CreatureId;
use affray_trial::files;

use super::simple;
use crate::Energy;
use crate::act::Window;
use crate::notation::print_for;
use crate::state::State;

/// The first of the creatures, whose choice is looked at.
pub(super) const ALDA: CreatureId = CreatureId(0);

/// Open ground.
pub(super) const FIELD: &str = "columns = 24\nrows = 9";

/// A creature of a kind at a place, with more lines of its own.
pub(super) fn one((name, kind, side): (&str, &str, &str), at: [i16; 2], more: &str) -> String {
    format!(
        "\n[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = {at:?}\n{more}\n"
    )
}

/// Alda, who looks at the orc.
pub(super) fn alda(kind: &str, at: [i16; 2], more: &str) -> String {
    one(("alda", kind, "a"), at, &format!("facing = 'orc'\n{more}"))
}

/// The orc, her foe.
pub(super) fn orc(at: [i16; 2], more: &str) -> String {
    one(("orc", "orc", "b"), at, more)
}

/// The second Round of a fight on a map.
pub(super) fn staged(map: &str, creatures: &str) -> State {
    files::state::<Energy>(&format!("[start]\nround = 2\n[map]\n{map}\n{creatures}"))
}

/// What Alda does in a window, as it is typed.
pub(super) fn answer(state: &State, window: &Window) -> String {
    let act = simple(state, ALDA, window).unwrap();
    print_for(state, Some(ALDA), &act)
}

/// What Alda does on the open floor, as it is typed.
pub(super) fn deed(map: &str, creatures: &str) -> String {
    answer(&staged(map, creatures), &Window::Floor)
}

/// The same where she has just attacked the orc, who may answer that before she attacks it again.
pub(super) fn deed_after_attack(map: &str, creatures: &str) -> String {
    let start = "owed = [['alda', 'orc']]\n[start]\nround = 2";
    let state = files::state::<Energy>(&format!("{start}\n[map]\n{map}\n{creatures}"));
    answer(&state, &Window::Floor)
}
