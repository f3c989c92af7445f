//! What the bots of Action Points take in hand where no way leads to any foe.

use affray_actionpoint::act::{Act, Action, Handling};

use super::policy::{choice, duel};

/// A foe on a rock that nobody climbs.
const ROCK: &str = r#"
    [map]
    rows = ["..........", "..hh......", "..hh......", ".........."]
    legend.h = { elevation = 12 }
"#;

/// What somebody does before a skeleton on that rock.
fn below(who: &str) -> Act {
    let who = format!("at = [8, 1]\n{who}");
    choice(&duel(ROCK, &who, "kind = \"skeleton\"\nat = [2, 1]"))
}

fn knight(things: &str) -> Act {
    below(&format!("kind = \"knight\"\n{things}"))
}

fn stows(act: &Act) -> bool {
    matches!(act, Act::Do(Action::Manipulate(Handling::Stow(_))))
}

const FULL: &str = "held = [\"longsword\", \"bone shield\"]\ncarried = [\"longbow\"]";

#[test]
fn what_reaches_a_foe_whom_no_way_leads_to_is_taken_in_hand() {
    let full = knight(FULL);
    assert!(stows(&full), "{full:?}");
    let free = knight("held = []\ncarried = [\"longbow\", \"longsword\"]");
    assert!(
        matches!(free, Act::Do(Action::Manipulate(Handling::Draw(_)))),
        "{free:?}"
    );
    let strung = knight("held = [\"longbow\"]\ncarried = [\"longsword\"]");
    assert!(!matches!(strung, Act::EndTurn), "{strung:?}");
}

#[test]
fn nobody_puts_away_what_it_fights_with_for_what_it_cannot_take() {
    let tired = knight(&format!("ap = 2\n{FULL}"));
    assert!(!stows(&tired), "{tired:?}");
    let one_hand = knight("hands = 1\nheld = [\"longsword\"]\ncarried = [\"longbow\"]");
    assert!(!stows(&one_hand), "{one_hand:?}");
}

#[test]
fn no_wand_is_put_away_for_a_dagger() {
    let wand = "held = [\"wand of fire\", \"bone shield\"]\ncarried = [\"dagger\"]";
    let caster = below(&format!("kind = \"sorcerer\"\nspells = []\n{wand}"));
    assert!(!stows(&caster), "{caster:?}");
}

#[test]
fn a_closed_door_is_a_way() {
    let map = r#"
        [map]
        rows = ["..........", "..........", "..........", ".........."]
        edges = [{ between = [[4, 0], [5, 0]], until = [4, 2], kind = "wall" }, { between = [[4, 3], [5, 3]], kind = "door" }]
    "#;
    let foe = "kind = \"skeleton\"\nat = [8, 1]";
    let walked = format!("kind = \"knight\"\nat = [2, 1]\nmoved = 6\n{FULL}");
    let act = choice(&duel(map, &walked, foe));
    assert!(!stows(&act), "{act:?}");
}
