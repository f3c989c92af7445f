//! What bots choose: what they save, and what they break down.

use affray_kernel::CreatureId;
use affray_trial::files;

use super::simple;
use crate::Energy;
use crate::act::Window;
use crate::fact::{Fact, apply};
use crate::notation::print_for;
use crate::state::Phase;

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

#[test]
fn whoever_is_out_of_breath_gets_it_back_before_a_wall_is_broken_down() {
    let map = "
rows = ['.........', '.........', '.........']
edges = [ { between = [[3, 0], [4, 0]], until = [3, 2], kind = 'wall' } ]
";
    let with = |stamina: i16| {
        let creatures = format!(
            "
[[creature]]
name = 'alda'
kind = 'guard'
side = 'a'
at = [3, 1]
facing = 'orc'
stamina = {stamina}
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [8, 1]
"
        );
        deed(map, &creatures)
    };
    assert_eq!(with(5), "catch breath");
    assert!(with(6).starts_with("break down 3,1 4,1"), "{}", with(6));
}

/// What Alda, a healer with 4 Stamina, does when the combat is over; an orc is awake beside her, and Bram bleeds or not.
fn afterwards(bleeds: bool) -> String {
    let written = format!(
        "
[start]
round = 2
[map]
{FIELD}
[[creature]]
name = 'alda'
kind = 'adept'
side = 'a'
at = [4, 4]
stamina = 4
aura = 1
[[creature]]
name = 'bram'
kind = 'fighter'
side = 'a'
at = [3, 4]
aura = 0
bleeding = {bleeds}
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [5, 4]
"
    );
    let mut state = files::state::<Energy>(&written);
    let over = Fact::Phase(Phase::Aftermath(Some(state.sheet(ALDA).side)));
    apply(&mut state, &over);
    let act = simple(&state, ALDA, &Window::Floor).unwrap();
    print_for(&state, Some(ALDA), &act)
}

#[test]
fn after_the_combat_whoever_bleeds_out_comes_first_and_nobody_is_fought() {
    assert_eq!(afterwards(true), "use mend aura on bram");
    assert_eq!(afterwards(false), "catch breath");
}
