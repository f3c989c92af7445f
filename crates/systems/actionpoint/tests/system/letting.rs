//! What the policy `simple` lets go of, lays hold of and uses, lets come and shuts out.

use affray_actionpoint::act::{Act, Action, Handling};
use affray_actionpoint::state::State;
use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use crate::policy::{choice, composed, duel};

const SECOND: CreatureId = CreatureId(1);

/// A raider beside a knight, with these things.
fn raider(things: &str) -> Act {
    let raider = format!("kind = \"ork bandit\"\nat = [3, 3]\n{things}");
    choice(&duel("", &raider, "kind = \"guard\"\nat = [4, 3]"))
}

#[test]
fn loot_is_dropped_for_a_weapon_and_not_for_none() {
    let drops = |things| matches!(raider(things), Act::Drop(_));
    assert!(drops(
        "items = []\nheld = [\"strongbox\"]\ncarried = [\"club\"]"
    ));
    assert!(!drops("items = []\nheld = [\"strongbox\"]"));
    // One hand is enough for the club.
    assert!(!drops(
        "items = []\nheld = [\"torch\"]\ncarried = [\"club\"]"
    ));
    assert!(drops(
        "items = []\nheld = [\"torch\"]\ncarried = [\"maul\"]"
    ));
    // What defends or has magic in it stays in hand.
    assert!(!drops(
        "items = []\nheld = [\"leather shield\"]\ncarried = [\"maul\"]"
    ));
    assert!(!drops(
        "items = []\nheld = [\"wand of fire\"]\ncarried = [\"maul\"]"
    ));
}

/// An ogre that holds a guard, with these things and a knight before it.
fn ogre(things: &str) -> State {
    composed(format!(
        r#"
        system = "actionpoint"
        [start]
        round = 2
        turn = "ogre"
        [[creature]]
        name = "ogre"
        kind = "ogre"
        side = "monsters"
        at = [3, 3]
        {things}
        [[creature]]
        name = "bren"
        kind = "guard"
        side = "heroes"
        at = [2, 3]
        items = []
        conditions = [{{ kind = "grappled", toward = "ogre" }}]
        [[creature]]
        name = "garret"
        kind = "knight"
        side = "heroes"
        at = [6, 3]
        "#
    ))
}

#[test]
fn a_captive_is_let_go_of_for_a_weapon_that_takes_both_hands() {
    let releases = |things| choice(&ogre(things)) == Act::Release(SECOND);
    assert!(releases("items = []\ncarried = [\"maul\"]"));
    assert!(!releases("items = []\ncarried = [\"club\"]"));
    assert!(!releases(
        "items = []\nheld = [\"club\"]\ncarried = [\"maul\"]"
    ));
    assert!(!releases("items = []"));
    // The torch goes first.
    let torch = "items = []\nheld = [\"torch\"]\ncarried = [\"club\"]";
    assert!(matches!(choice(&ogre(torch)), Act::Drop(_)));
}

/// Alric with sword and shield in hand, a bow on his back, and a skeleton above where he cannot go, at this distance.
fn below(ap: u8, skeleton: &str) -> Act {
    let map = "[map]\nrows = [\"..........\", \"..hh......\", \"..hh......\", \"..........\"]\nlegend.h = { elevation = 12 }";
    let alric = format!(
        "kind = \"knight\"\nat = [8, 1]\nap = {ap}\nitems = []\nheld = [\"longsword\", \"bone shield\"]\ncarried = [\"longbow\"]"
    );
    choice(&duel(
        map,
        &alric,
        &format!("kind = \"skeleton\"\n{skeleton}"),
    ))
}

#[test]
fn sword_and_shield_are_dropped_where_that_leaves_shots() {
    assert!(matches!(below(3, "at = [2, 1]"), Act::Drop(_)));
    assert!(matches!(below(2, "at = [2, 1]"), Act::Drop(_)));
    // No shot is left in this turn: they are put away.
    let stows = |act: &Act| matches!(act, Act::Do(Action::Manipulate(Handling::Stow(_))));
    let act = below(1, "at = [2, 1]");
    assert!(stows(&act), "{act:?}");
}

/// A wolf whose attacks are made, beside somebody of this kind whose turn is over or not.
fn wolf(kind: &str, other: &str, wolf: &str) -> Act {
    choice(&duel(
        "",
        &format!("kind = \"wolf\"\nat = [3, 3]\nap = 1\nathletics = 15\n{wolf}"),
        &format!("kind = \"{kind}\"\nat = [4, 3]\n{other}"),
    ))
}

#[test]
fn whoever_shoots_or_lies_is_held_with_an_action_point_that_the_round_would_take() {
    let holds = |act| act == Act::Do(Action::Grapple(SECOND));
    let done = "attacks = 2";
    assert!(holds(wolf("hunter", "turn_taken = true", done)));
    assert!(holds(wolf(
        "guard",
        "turn_taken = true\nconditions = [\"prone\"]",
        done
    )));
    // Nothing is gained of whoever stands and fights hand to hand.
    assert!(!holds(wolf("guard", "turn_taken = true", done)));
    // The Action Point is wanted for a defence.
    let strong = "turn_taken = false\nconditions = [\"prone\"]";
    assert!(!holds(wolf("knight", strong, done)));
    // Attacks come first.
    assert!(!holds(wolf("hunter", "turn_taken = true", "attacks = 0")));
}

fn uses(act: &Act) -> bool {
    matches!(act, Act::Do(Action::Activate(..)))
}

#[test]
fn a_ring_guards_against_those_whose_fire_is_the_worst_they_have() {
    let knight = |far: u8, spells: &str| {
        let knight = "kind = \"knight\"\nat = [1, 1]\nspeed_m = 6\nworn = [\"full iron armor\", \"ring of wards\"]\nitems = []\nheld = [\"longsword\", \"bone shield\"]";
        let other =
            format!("kind = \"sorcerer\"\nat = [{far}, 1]\nspells = [{spells}]\nitems = []");
        choice(&duel("", knight, &other))
    };
    assert!(uses(&knight(19, "\"fire bolt\"")));
    assert!(!uses(&knight(
        19,
        "\"fire bolt\", \"falling star\", \"ground spikes\", \"lightning bolt\""
    )));
    assert!(!uses(&knight(19, "\"frost touch\"")));
}

#[test]
fn a_potion_is_drunk_by_whoever_is_badly_hurt() {
    let ork = |health: u8| {
        let ork = format!(
            "kind = \"ork bandit\"\nat = [3, 3]\nhealth_left = {health}\nitems = []\nheld = [\"club\", \"healing potion\"]"
        );
        choice(&duel("", &ork, "kind = \"guard\"\nat = [4, 3]"))
    };
    assert!(uses(&ork(4)));
    assert!(!uses(&ork(17)));
}

/// A knight, and somebody of this kind so far off.
fn far(metres: u8, kind: &str, knight: &str, other: &str) -> Act {
    choice(&duel(
        "[map]\nrows = 5\ncolumns = 70",
        &format!("kind = \"knight\"\nat = [2, 2]\ninitiative_result = 15\n{knight}"),
        &format!(
            "kind = \"{kind}\"\nat = [{}, 2]\ninitiative_result = 5\n{other}",
            2 + metres
        ),
    ))
}

#[test]
fn those_who_come_are_waited_for() {
    let waits = |act: &Act| *act == Act::Save(SECOND);
    assert!(waits(&far(40, "ogre", "", "")));
    // Who can be reached is gone for, and who shoots as well.
    assert!(!waits(&far(15, "ogre", "", "")));
    assert!(!waits(&far(40, "hunter", "", "")));
    assert!(!waits(&far(40, "sorcerer", "", "")));
    // Whoever is held or has had its turn does not come.
    assert!(!waits(&far(40, "ogre", "", "conditions = [\"grappled\"]")));
    assert!(!waits(&far(40, "ogre", "", "turn_taken = true")));
    // Nor does whoever knows of nobody.
    let hidden = "conditions = [{ kind = \"hidden\", toward = \"second\" }]";
    assert!(!waits(&far(40, "ogre", hidden, "")));
    let goes = far(40, "ogre", "", "turn_taken = true");
    assert!(matches!(goes, Act::Move(_)), "{goes:?}");
}

/// Two in a house with an open door, one of them beside it, and others who come.
fn house(raiders: u8, door: &str, kind: &str, guard: &str) -> Act {
    choice(&house_in(2, (raiders, door, kind), guard))
}

/// The same in a round of the fight.
fn house_in(round: u16, (raiders, door, kind): (u8, &str, &str), guard: &str) -> State {
    let places: Vec<String> = (0..raiders).map(|n| format!("[30, {}]", 1 + n)).collect();
    composed(format!(
        r########"
        system = "actionpoint"
        [start]
        round = {round}
        turn = "bren"
        [map]
        rows = [
            "#######...........................",
            "#.....#...........................",
            "#.................................",
            "#.....#...........................",
            "#.....#...........................",
            "#######...........................",
        ]
        edges = [{{ between = [[6, 2], [7, 2]], kind = "{door}" }}]
        [[creature]]
        name = "bren"
        kind = "guard"
        side = "heroes"
        at = [5, 2]
        initiative_result = 15
        {guard}
        [[creature]]
        name = "tova"
        kind = "guard"
        side = "heroes"
        at = [3, 3]
        initiative_result = 14
        [[creature]]
        name = "raider"
        kind = "{kind}"
        count = {raiders}
        side = "monsters"
        at = [{}]
        initiative_result = 5
        "########,
        places.join(", ")
    ))
}

#[test]
fn a_door_is_shut_in_the_face_of_those_who_are_more_and_left_so() {
    let door = |open| {
        Act::Do(Action::Manipulate(Handling::Door(
            Cell::new(6, 2),
            Cell::new(7, 2),
            open,
        )))
    };
    let at_door = |raiders, word, kind| house(raiders, word, kind, "");
    assert_eq!(at_door(4, "open-door", "ork bandit"), door(false));
    // Not where they are no more than those inside, or somebody inside can shoot.
    assert_ne!(at_door(2, "open-door", "ork bandit"), door(false));
    let bow = "items = [\"longbow\"]";
    assert_ne!(house(4, "open-door", "ork bandit", bow), door(false));
    // It is not opened again while they come.
    let stays = at_door(4, "door", "ork bandit");
    assert_ne!(stays, door(true));
    assert!(!matches!(stays, Act::Move(_)), "{stays:?}");
    // Not for ever, in case that they do not.
    let long_after = |word| {
        let mut state = house_in(11, (4, word, "ork bandit"), "");
        // They have had their turns, so that nobody waits for them.
        for raider in 2..6 {
            state.bodies[raider].turn = 1;
        }
        choice(&state)
    };
    assert_eq!(long_after("door"), door(true));
    assert_ne!(long_after("open-door"), door(false));
}

/// A guard whose attacks are made, with these things in hand, beside an archer whose turn is over.
fn guard_beside_archer(held: &str) -> Act {
    choice(&duel(
        "",
        &format!(
            "kind = \"guard\"\nat = [3, 3]\nap = 1\nattacks = 2\nathletics = 15\nitems = []\nheld = [{held}]"
        ),
        "kind = \"hunter\"\nat = [4, 3]\nturn_taken = true",
    ))
}

#[test]
fn the_hand_that_a_longsword_is_wielded_with_as_well_holds_nobody() {
    let holds = |held| guard_beside_archer(held) == Act::Do(Action::Grapple(SECOND));
    assert!(holds("\"dagger\""));
    assert!(!holds("\"longsword\""));
}

#[test]
fn a_dash_that_leads_to_somebody_comes_before_a_guard() {
    let first = |metres: u8| {
        let knight = "worn = [\"full iron armor\", \"ring of wards\"]\nitems = []\nheld = [\"longsword\", \"bone shield\"]\nspeed_m = 6";
        far(
            metres,
            "sorcerer",
            knight,
            "spells = [\"fire bolt\"]\nitems = []",
        )
    };
    assert!(!uses(&first(11)));
    assert!(uses(&first(18)));
}
