//! When the bots of Three Actions take from an Enemy what it fights with, and help their friends.

use affray_kernel::CreatureId;
use affray_threeaction::act::{Act, Maneuver};

use super::sense::chosen;

const MAP: &str = "map = { columns = 14, rows = 10 }";

/// Somebody far off, so that there are more than two.
const FAR: &str = "name = 'far'\nkind = 'town guard'\nside = 'foes'\nat = [13, 9]\n";

/// What a fencer with these keys does beside a swordsman with these.
fn fencer(own: &str, other: &str) -> Act {
    let it = format!(
        "name = 'it'\nside = 'heroes'\nat = [3, 3]\nlevel = 6\nstr = 2\ndex = 10\ness = 1\nmnd = 1\nphysical_defense = 12\n{own}\n"
    );
    let foe = format!(
        "name = 'foe'\nside = 'foes'\nat = [4, 3]\nlevel = 4\nstr = 1\ndex = 3\ness = 1\nmnd = 9\nmax_hp = 90\nhide = 6\n{other}\n"
    );
    chosen(MAP, &[&it, &foe, FAR])
}

fn is(act: &Act, which: impl Fn(&Maneuver) -> bool) -> bool {
    matches!(act, Act::Maneuver { which: what, .. } if which(what))
}

#[test]
fn who_lives_by_its_weapon_is_disarmed_by_those_with_a_hand_free_for_it() {
    let is_disarm = |act: &Act| is(act, |which| matches!(which, Maneuver::Disarm(_)));
    let sword = "held = ['greatsword']";
    let act = fencer("held = ['dagger']", sword);
    assert!(is_disarm(&act), "{act:?}");
    let claws = format!("{sword}\nnatural = [{{ name = 'claws', dice = '2d6', adds_str = true }}]");
    let act = fencer("held = ['dagger']", &claws);
    assert!(!is_disarm(&act), "{act:?}");
}

#[test]
fn a_weapon_is_broken_that_one_blow_breaks() {
    let is_break = |act: &Act| is(act, |which| matches!(which, Maneuver::Break(_)));
    let fighter = "held = ['longsword', 'buckler']";
    let act = fencer(fighter, "held = [{ kind = 'greatsword', hp = 2 }]");
    assert!(is_break(&act), "{act:?}");
    let claws = "held = [{ kind = 'greatsword', hp = 2 }]\nnatural = [{ name = 'claws', dice = '2d6', adds_str = true }]";
    let act = fencer(fighter, claws);
    assert!(!is_break(&act), "{act:?}");
}

#[test]
fn who_fights_with_both_hands_is_grappled() {
    let grapples = |kind: &str| {
        let wrestler = "name = 'it'\nside = 'heroes'\nat = [3, 3]\nlevel = 6\nstr = 10\ndex = 3\ness = 1\nmnd = 1\nphysical_defense = 12\n";
        let foe = format!(
            "name = 'foe'\nside = 'foes'\nat = [4, 3]\nlevel = 6\nstr = 1\ndex = 1\ness = 1\nmnd = 9\nmax_hp = 12\nhide = 9\nheld = ['{kind}']\n"
        );
        let act = chosen(MAP, &[wrestler, &foe, FAR]);
        is(&act, |which| *which == Maneuver::Grapple)
    };
    assert!(grapples("greatsword"));
    assert!(!grapples("dagger"));
}

#[test]
fn who_is_held_wrings_its_sword_arm_free() {
    let held = |item: &str| {
        let it = format!(
            "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [4, 3]\nstr = 10\nitems = []\nheld = ['{item}']\nconditions = [{{ kind = 'grappled', toward = 'foe', amount = 0 }}]\n"
        );
        let foe = "name = 'foe'\nkind = 'town guard'\nside = 'foes'\nat = [4, 3]\nhide = 8\nmax_hp = 90\nconditions = [{ kind = 'grappling', toward = 'it', amount = 0 }]\n";
        chosen(MAP, &[&it, foe, FAR])
    };
    let act = held("greatsword");
    assert!(is(&act, |which| *which == Maneuver::Push), "{act:?}");
    let act = held("longsword");
    assert!(!is(&act, |which| *which == Maneuver::Push), "{act:?}");
}

#[test]
fn nobody_goes_on_holding_who_fights_no_longer() {
    let holds = |hp: i8| {
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [4, 3]\nconditions = [{ kind = 'grappling', toward = 'foe', amount = 0 }]\n";
        let foe = format!(
            "name = 'foe'\nkind = 'town guard'\nside = 'foes'\nat = [4, 3]\nhp = {hp}\nconditions = [{{ kind = 'grappled', toward = 'it', amount = 0 }}]\n"
        );
        let act = chosen(MAP, &[it, &foe, FAR]);
        !matches!(act, Act::Release(_))
    };
    assert!(holds(9));
    assert!(!holds(-3));
}

#[test]
fn the_last_action_frightens_who_is_about_to_come() {
    let last = |column: u8| {
        let it = "name = 'it'\nside = 'heroes'\nat = [1, 3]\nlevel = 3\nstr = 1\ndex = 5\ness = 9\nmnd = 1\nactions = 1\n";
        let ogre = format!("name = 'ogre'\nkind = 'ogre'\nside = 'foes'\nat = [{column}, 3]\n");
        chosen(MAP, &[it, &ogre, FAR])
    };
    assert_eq!(last(5), Act::Intimidate(CreatureId(1)));
    assert!(matches!(last(9), Act::Move { .. }));
}

#[test]
fn a_friend_is_freed_that_can_strike_nobody_where_it_is_bound() {
    let frees = |ogre: u8| {
        let it = "name = 'it'\nkind = 'fire adept'\nside = 'heroes'\nat = [1, 3]\nspells = []\nstr = 6\nitems = []\n";
        let friend = "name = 'friend'\nkind = 'veteran'\nside = 'heroes'\nat = [2, 3]\nconditions = [{ kind = 'entangled', amount = 15 }]\n";
        let ogre = format!("name = 'ogre'\nkind = 'ogre'\nside = 'foes'\nat = [{ogre}, 3]\n");
        let act = chosen(MAP, &[it, friend, &ogre]);
        act == Act::Escape(CreatureId(1))
    };
    assert!(frees(9));
    assert!(!frees(3));
}
