//! What bots choose: whom they help with what, what they save, and what they break down.

use affray_kernel::CreatureId;
use affray_trial::files;

use super::simple;
use crate::Energy;
use crate::act::Window;
use crate::notation::print_for;

const ALDA: CreatureId = CreatureId(0);

/// What Alda, the first of the creatures, does, as it is typed.
fn deed(map: &str, creatures: &str) -> String {
    let written = format!("[start]\nround = 2\n[map]\n{map}\n{creatures}");
    let state = files::state::<Energy>(&written);
    let act = simple(&state, ALDA, &Window::Floor).unwrap();
    print_for(&state, Some(ALDA), &act)
}

const FIELD: &str = "columns = 24\nrows = 9";

#[test]
fn a_healer_mends_whoever_bleeds_out_before_itself() {
    let creatures = |bleeding: bool| {
        let out = if bleeding {
            "bleeding = true\nunconscious = ['death']"
        } else {
            ""
        };
        format!(
            "
[[creature]]
name = 'alda'
kind = 'adept'
side = 'a'
at = [2, 4]
facing = 'orc'
aura = 8
used = ['mire']
[[creature]]
name = 'friend'
kind = 'fighter'
side = 'a'
at = [3, 4]
aura = 0
{out}
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [23, 4]
"
        )
    };
    assert_eq!(deed(FIELD, &creatures(true)), "use mend aura on friend");
    assert_eq!(deed(FIELD, &creatures(false)), "use mend aura");
}

#[test]
fn what_heals_is_drunk_from_the_hand_and_fetched() {
    let guard = |things: &str, aura: i16| {
        let creatures = format!(
            "
[[creature]]
name = 'alda'
kind = 'guard'
side = 'a'
at = [2, 4]
facing = 'orc'
{things}
aura = {aura}
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [20, 4]
"
        );
        deed(FIELD, &creatures)
    };
    let drinks = |deed: &str| deed.contains("aura draught");
    let in_hand = "items = ['chain shirt']\nheld = ['aura draught']";
    assert!(drinks(&guard(in_hand, 0)), "{}", guard(in_hand, 0));
    assert!(!drinks(&guard(in_hand, 20)));
    let in_bag = "items = ['chain shirt']\nheld = ['mace']\ncarried = ['aura draught']";
    assert!(guard(in_bag, 0).starts_with("equip aura draught"));
}

#[test]
fn no_stamina_goes_into_a_blow_that_gains_nothing_by_it() {
    let creatures = "
[[creature]]
name = 'alda'
kind = 'fighter'
side = 'a'
at = [4, 4]
facing = 'hawk'
agility = 0
[[creature]]
name = 'hawk'
kind = 'hawk'
side = 'b'
at = [5, 4]
aura = 1
energy = 0
agility = 0
";
    let deed = deed(FIELD, creatures);
    assert!(deed.starts_with("attack hawk"), "{deed}");
    assert!(!deed.contains("power strike"), "{deed}");
}

#[test]
fn what_bars_every_way_is_broken_down() {
    let map = "
rows = ['.........', '.........', '.........']
edges = [ { between = [[3, 0], [4, 0]], until = [3, 2], kind = 'wall' } ]
";
    let at = |x: i16| {
        let creatures = format!(
            "
[[creature]]
name = 'alda'
kind = 'guard'
side = 'a'
at = [{x}, 1]
facing = 'orc'
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [8, 1]
"
        );
        deed(map, &creatures)
    };
    assert!(at(0).contains("run to 3,1"), "{}", at(0));
    assert!(at(3).starts_with("break down 3,1 4,1"), "{}", at(3));
}
