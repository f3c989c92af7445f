//! When the bots of Three Actions wait, and how they get about otherwise than on foot.

use affray_kernel::CreatureId;
use affray_kernel::fight::Fight;
use affray_kernel::tape::Simple;
use affray_threeaction::ThreeAction;
use affray_threeaction::act::{Act, Event};

use super::sense::{chosen, fight};

const MAP: &str = "map = { columns = 40, rows = 10 }";

const IT: &str = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [1, 3]\n";
const FAR: &str = "name = 'far'\nkind = 'wolf'\nside = 'foes'\nat = [39, 9]\n";

/// What a veteran does at the beginning of a fight with a creature of a kind so many columns off.
fn before(kind: &str, column: u8) -> Act {
    let foe = format!("name = 'foe'\nkind = '{kind}'\nside = 'foes'\nat = [{column}, 3]\n");
    chosen(MAP, &[IT, &foe, FAR])
}

#[test]
fn who_fights_hand_to_hand_lets_them_come_at_first() {
    let act = before("wolf", 15);
    let is_ready =
        |act: &Act| matches!(act, Act::Ready(_, trigger) if trigger.event == Event::ComesInReach);
    assert!(is_ready(&act), "{act:?}");
    let act = before("wolf", 6);
    assert!(matches!(act, Act::Move { .. }), "{act:?}");
    let act = before("scout", 15);
    assert!(matches!(act, Act::Move { .. }), "{act:?}");
}

#[test]
fn a_fight_of_those_who_wait_ends() {
    let guard = |name: &str, side: &str, at: [u8; 2]| {
        format!("[[creature]]\nname = '{name}'\nkind = 'veteran'\nside = '{side}'\nat = {at:?}\n")
    };
    let text = format!(
        "system = 'threeaction'\nname = 'Lines'\n{MAP}\n{}{}{}{}",
        guard("one", "heroes", [4, 3]),
        guard("two", "heroes", [4, 5]),
        guard("three", "foes", [15, 3]),
        guard("four", "foes", [15, 5]),
    );
    let mut fight: Fight<ThreeAction> = fight(text);
    while fight.advance(&mut Simple).expect("bots play on") {
        assert!(fight.settled().clock.round < 40);
    }
}

#[test]
fn who_can_do_nothing_yet_delays_for_those_who_come() {
    let behind_bars = |order: u8| {
        let scene = "[map]\nrows = ['......#......', '......#......', '......#......']\n";
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [5, 1]\ninitiative = 10\n";
        let wolf = format!(
            "name = 'foe'\nkind = 'wolf'\nside = 'foes'\nat = [8, 1]\ninitiative = {order}\n"
        );
        chosen(scene, &[it, &wolf])
    };
    assert_eq!(behind_bars(5), Act::Delay);
    assert!(matches!(behind_bars(15), Act::Ready(..)));
}

/// What a rider-to-be beside its horse does with an enemy in such a column.
fn beside_its_horse(column: u8, horse: &str) -> Act {
    let foe = format!(
        "name = 'foe'\nkind = 'scout'\nside = 'foes'\nat = [{column}, 3]\nitems = ['longbow']\n"
    );
    let horse =
        format!("name = 'grey'\nkind = 'riding horse'\nowner = 'it'\nat = [1, 4]\n{horse}\n");
    chosen(MAP, &[IT, &horse, &foe])
}

#[test]
fn a_horse_beside_it_is_mounted_where_the_way_is_long() {
    let mount = Act::Mount(CreatureId(1));
    assert_eq!(beside_its_horse(30, ""), mount);
    assert_ne!(beside_its_horse(5, ""), mount);
    let bound = "conditions = [{ kind = 'entangled', amount = 40 }]";
    assert_ne!(beside_its_horse(30, bound), mount);
}

#[test]
fn who_burns_does_not_mount_first() {
    let it = format!("{IT}conditions = ['on-fire']\n");
    let act = chosen(MAP, &[&it, GREY, FAR_SCOUT]);
    assert_ne!(act, Act::Mount(CreatureId(1)));
}

#[test]
fn who_lies_near_is_no_reason_not_to_mount() {
    let near = |keys: &str| {
        let foe =
            format!("name = 'near'\nkind = 'town guard'\nside = 'foes'\nat = [6, 3]\n{keys}\n");
        chosen(MAP, &[IT, GREY, FAR_SCOUT, &foe])
    };
    let mount = Act::Mount(CreatureId(1));
    assert_eq!(near("hp = -1\nconditions = ['unconscious']"), mount);
    assert_ne!(near(""), mount);
}

const GREY: &str = "name = 'grey'\nkind = 'riding horse'\nowner = 'it'\nat = [1, 4]\n";
const FAR_SCOUT: &str =
    "name = 'scout'\nkind = 'scout'\nside = 'foes'\nat = [30, 3]\nitems = ['longbow']\n";

#[test]
fn nobody_gets_down_from_a_mount_in_the_air() {
    let rider = |keys: &str| {
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nmount = 'drake'\n";
        let drake = format!(
            "name = 'drake'\nkind = 'young drake'\nowner = 'it'\nat = [3, 3, 2]\nheading = 'east'\n{keys}\n"
        );
        let foe = "name = 'foe'\nkind = 'town guard'\nside = 'foes'\nat = [12, 4]\n";
        chosen(MAP, &[it, &drake, foe, FAR])
    };
    for keys in ["", "conditions = ['stunned']"] {
        let act = rider(keys);
        assert!(!matches!(act, Act::Dismount(_)), "{keys}: {act:?}");
    }
}

#[test]
fn who_has_a_creature_to_command_readies_nothing() {
    let behind_bars = |hound: &str| {
        let scene = "[map]\nrows = ['......#......', '......#......', '......#......']\n";
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [5, 1]\ninitiative = 10\n";
        let wolf = "name = 'foe'\nkind = 'wolf'\nside = 'foes'\nat = [8, 1]\ninitiative = 15\n";
        chosen(scene, &[it, wolf, hound])
    };
    let hound = |keys: &str| {
        let hound = "name = 'hound'\nkind = 'wolf'\nside = 'heroes'\nat = [2, 1]\nactions = 0\n";
        format!("{hound}{keys}\n")
    };
    assert!(matches!(
        behind_bars(&hound("initiative = 20")),
        Act::Ready(..)
    ));
    let act = behind_bars(&hound("owner = 'it'\ncommanded = true"));
    assert!(!matches!(act, Act::Ready(..)), "{act:?}");
}

#[test]
fn a_rider_gets_down_whose_mount_is_bound() {
    let rider = |horse: &str| {
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nmount = 'grey'\n";
        let grey =
            format!("name = 'grey'\nkind = 'riding horse'\nowner = 'it'\nat = [1, 4]\n{horse}\n");
        let foe = "name = 'foe'\nkind = 'town guard'\nside = 'foes'\nat = [8, 4]\n";
        chosen(MAP, &[it, &grey, foe])
    };
    let bound = rider("conditions = [{ kind = 'entangled', amount = 40 }]\nactions = 0");
    assert!(matches!(bound, Act::Dismount(_)), "{bound:?}");
    let free = rider("");
    assert!(!matches!(free, Act::Dismount(_)), "{free:?}");
}

/// What a strong or weak creature does before a chasm so many squares wide and so deep that a fall hurts.
fn before_a_chasm(wide: usize, strength: u8) -> Act {
    let row = format!("'....{}.......'", "v".repeat(wide));
    let scene =
        format!("[map]\nrows = [{row}, {row}, {row}]\nlegend = {{ v = {{ elevation = -6 }} }}\n");
    let it = format!(
        "name = 'it'\nside = 'heroes'\nat = [3, 1]\nlevel = 3\nstr = {strength}\ndex = 3\ness = 1\nmnd = 1\nheld = ['mace']\n"
    );
    let foe = format!(
        "name = 'foe'\nkind = 'town guard'\nside = 'foes'\nat = [{}, 1]\n",
        wide + 8
    );
    chosen(&scene, &[&it, &foe])
}

#[test]
fn a_gap_on_the_only_way_is_jumped_by_those_who_can() {
    let act = before_a_chasm(1, 8);
    assert!(matches!(act, Act::Jump { .. }), "{act:?}");
    let act = before_a_chasm(2, 6);
    assert!(
        matches!(act, Act::Jump { .. } | Act::PrepareJump),
        "{act:?}"
    );
    let act = before_a_chasm(5, 1);
    assert!(
        !matches!(act, Act::Jump { .. } | Act::PrepareJump),
        "{act:?}"
    );
}

#[test]
fn who_sees_in_the_dark_puts_out_the_light() {
    let by_the_fire = |seeing: &str| {
        let scene = "scene = { dark = true }\n[map]\ncolumns = 12\nrows = 7\n[[item]]\nkind = 'campfire'\nat = [4, 2]\nlit = true\n";
        let it = "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [4, 3]\nsenses = { darkvision = true }\nstr = 1\nhide = 0\n";
        let ogre = format!(
            "name = 'ogre'\nkind = 'ogre'\nside = 'heroes'\nat = [5, 3]\nhide = 8\n{seeing}\n"
        );
        let other = "name = 'other'\nkind = 'wolf'\nside = 'foes'\nat = [7, 3]\nsenses = { darkvision = true }\n";
        let act = chosen(scene, &[it, &ogre, other]);
        matches!(act, Act::Light(_, false))
    };
    assert!(by_the_fire(""));
    assert!(!by_the_fire("senses = { darkvision = true }"));
}

#[test]
fn who_sees_nothing_in_the_dark_lights_a_fire_for_its_friends() {
    let by_the_ashes = |seeing: &str| {
        let scene = "scene = { dark = true }\n[map]\ncolumns = 12\nrows = 7\n[[item]]\nkind = 'campfire'\nat = [3, 2]\n";
        let it = format!(
            "name = 'it'\nkind = 'town guard'\nside = 'heroes'\nat = [3, 3]\nstr = 1\n{seeing}\n"
        );
        let friend = |name: &str, row: u8| {
            format!(
                "name = '{name}'\nkind = 'veteran'\nside = 'heroes'\nat = [4, {row}]\n{seeing}\n"
            )
        };
        let wolf = "name = 'wolf'\nkind = 'wolf'\nside = 'foes'\nat = [5, 3]\nsenses = { darkvision = true }\nmax_hp = 90\n";
        let act = chosen(scene, &[&it, &friend("one", 2), &friend("two", 4), wolf]);
        matches!(act, Act::Light(_, true))
    };
    assert!(by_the_ashes(""));
    assert!(!by_the_ashes("senses = { darkvision = true }"));
}

#[test]
fn a_wounded_archer_shuts_the_door_on_those_who_come() {
    let at_the_door = |friend: &str, kind: &str| {
        let scene = "[map]\nrows = ['......#......', '.............', '......#......']\nedges = [{ between = [[5, 1], [6, 1]], kind = 'open-door' }]\n";
        let it = "name = 'it'\nkind = 'scout'\nside = 'heroes'\nat = [5, 1]\nhp = 3\nactions = 1\nheld = ['longbow']\n";
        let friend =
            format!("name = 'friend'\nkind = 'town guard'\nside = 'heroes'\nat = {friend}\n");
        let foe = format!(
            "name = 'foe'\nside = 'foes'\nat = [11, 1]\nkind = {kind}\nphysical_defense = 30\n"
        );
        let act = chosen(scene, &[it, &friend, &foe]);
        matches!(act, Act::Door(_, _, false))
    };
    assert!(at_the_door("[2, 0]", "'veteran'"));
    assert!(!at_the_door("[8, 0]", "'veteran'"));
    let lies = "[8, 0]\nhp = -1\nconditions = ['unconscious']";
    assert!(!at_the_door(lies, "'veteran'"));
    assert!(at_the_door("[2, 0]", "'wolf'"));
    let bound = "'veteran'\nconditions = [{ kind = 'entangled', amount = 40 }]";
    assert!(!at_the_door("[2, 0]", bound));
}

#[test]
fn a_shooter_in_cover_sneaks_with_its_last_action() {
    let shoots = |defense: u8| {
        let scene = "map = { columns = 12, rows = 4 }\n[[item]]\nkind = 'crate'\nat = [4, 2]\n";
        let it = "name = 'it'\nside = 'heroes'\nat = [3, 2]\nlevel = 2\nstr = 1\ndex = 9\ness = 1\nmnd = 1\nactions = 1\nheld = ['shortbow']\n";
        let foe = format!(
            "name = 'foe'\nkind = 'scout'\nside = 'foes'\nat = [10, 2]\nphysical_defense = {defense}\nheld = ['longbow']\nstr = 9\n"
        );
        let act = chosen(scene, &[it, &foe, FAR_WOLF]);
        act != Act::Sneak
    };
    assert!(!shoots(30));
    assert!(shoots(5));
}

const FAR_WOLF: &str =
    "name = 'far'\nkind = 'wolf'\nside = 'foes'\nat = [11, 3]\nphysical_defense = 30\n";
