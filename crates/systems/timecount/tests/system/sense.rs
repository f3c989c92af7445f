//! What the bots of Time Count do where it is plain what ought to be done.

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::tape::People;
use affray_timecount::TimeCount;
use affray_trial::repository;

/// What whoever decides first does, as it is said.
#[track_caller]
pub(crate) fn does(creatures: &str, expected: &[&str]) {
    let text =
        format!("system = 'timecount'\nname = 'Sense'\nstart = {{ count = 10 }}\n{creatures}");
    let library = repository::files(&repository::content::<TimeCount>(), "toml");
    let setup = TimeCount::compose(&Source::new("sense.toml", text), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut fight = Fight::<TimeCount>::new(setup, 1, 0).expect("a scenario that can be played");
    fight.settle(&mut People).expect("the count begins");
    let asks = fight.asks();
    let ask = asks.first().expect("somebody decides");
    let act = TimeCount::simple(fight.state(), ask).expect("a decision");
    let said = TimeCount::print(fight.state(), Some(ask.who), &act);
    assert!(
        expected.iter().any(|words| said.starts_with(words)),
        "{said} instead of {expected:?}"
    );
}

/// What whoever decides first does in so many of its turns, as it is said.
pub(crate) fn does_in_turn(creatures: &str, turns: usize) -> Vec<String> {
    let text =
        format!("system = 'timecount'\nname = 'Sense'\nstart = {{ count = 10 }}\n{creatures}");
    let library = repository::files(&repository::content::<TimeCount>(), "toml");
    let setup = TimeCount::compose(&Source::new("sense.toml", text), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut fight = Fight::<TimeCount>::new(setup, 1, 0).expect("a scenario that can be played");
    let turn = |_| {
        fight.settle(&mut People).expect("the count goes on");
        let asks = fight.asks();
        let ask = asks.first().expect("somebody decides");
        let act = TimeCount::simple(fight.state(), ask).expect("a decision");
        let said = TimeCount::print(fight.state(), Some(ask.who), &act);
        fight.submit(ask.who, act, &mut People).expect("an act");
        said
    };
    (0..turns).map(turn).collect()
}

pub(crate) fn creature(name: &str, kind: &str, at: [u8; 2], more: &str) -> String {
    let [x, y] = at;
    format!(
        "[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = 'heroes'\nat = [{x}, {y}]\n{more}\n"
    )
}

/// A guard of the other side, whose turn is far off.
pub(crate) fn guard(name: &str, at: [u8; 2], more: &str) -> String {
    creature(name, "guard", at, &format!("next = 30\n{more}")).replace("heroes", "foes")
}

#[test]
fn whoever_holds_a_sword_fights_with_it() {
    let ilya = creature("ilya", "duelist", [4, 4], "");
    let expected = ["attack guard with rapier", "quick strike guard with rapier"];
    does(&(ilya + &guard("guard", [5, 4], "")), &expected);
}

#[test]
fn a_bow_that_is_of_no_use_is_exchanged_for_a_dagger() {
    let pip = |ammunition: u8| {
        let things = "items = []\nheld = ['short bow']\ncarried = ['dagger']";
        let more = format!("{things}\nammunition = {ammunition}");
        creature("pip", "scout", [4, 4], &more)
    };
    let drops = ["drop short bow"];
    does(&(pip(0) + &guard("guard", [10, 4], "")), &drops);
    does(&(pip(9) + &guard("guard", [5, 4], "")), &drops);
    let shoots = ["attack guard with short bow"];
    does(&(pip(9) + &guard("guard", [14, 4], "")), &shoots);
}

#[test]
fn whoever_has_nothing_but_an_empty_bow_drops_it() {
    let things = "items = []\nheld = ['short bow']\nammunition = 0";
    let pip = creature("pip", "scout", [4, 4], things);
    let mace = "[[item]]\nkind = 'mace'\nat = [4, 5]\n";
    let drops = ["drop short bow"];
    does(&(pip.clone() + &guard("guard", [5, 4], "")), &drops);
    does(&(pip.clone() + &guard("guard", [5, 4], "") + mace), &drops);
    does(&(pip + &guard("guard", [7, 4], "") + mace), &drops);
    let bare = creature("pip", "scout", [4, 4], "items = []");
    let picks = ["pick up mace"];
    does(&(bare + &guard("guard", [5, 4], "") + mace), &picks);
}

#[test]
fn whoever_has_both_hands_full_may_kick() {
    let full = "items = []\nheld = ['healing potion', 'healing potion']";
    let pip = creature("pip", "scout", [4, 4], full);
    let kicks = [
        "attack guard with unarmed kicking",
        "quick strike guard with unarmed kicking",
    ];
    does(&(pip + &guard("guard", [5, 4], "")), &kicks);
}

#[test]
fn whoever_might_faint_by_it_does_nothing_strenuous() {
    let spent = "hp = 3\nfatigue = 11\nitems = ['long sword']";
    let brann = creature("brann", "guard", [4, 4], spent);
    let friends = friend("oda", [4, 5]) + &friend("hilda", [4, 3]);
    let expected = [
        "attack ghoul with long sword",
        "quick strike ghoul with long sword",
    ];
    let ghoul = guard("ghoul", [5, 4], "hp = 4").replace("'guard'", "'ghoul'");
    does(&(brann + &friends + &ghoul), &expected);
}

#[test]
fn a_mage_prepares_charges_and_casts() {
    let selene = |more: &str| creature("selene", "mage", [2, 4], &format!("max_hp = 30\n{more}"));
    let guards = guard("one", [10, 4], "") + &guard("two", [11, 4], "");
    does(&(selene("") + &guards), &["prepare flame burst"]);
    does(&(selene("prepared = 'flame burst'") + &guards), &["charge"]);
    let charged = "prepared = { spell = 'flame burst', charges = 3 }";
    does(&(selene(charged) + &guards), &["cast"]);
}

#[test]
fn nobody_prepares_what_would_strike_friends_by_then() {
    let selene = creature("selene", "mage", [2, 4], "max_hp = 30");
    let guards = guard("one", [10, 4], "") + &guard("two", [11, 4], "");
    let brann = |at| creature("brann", "guard", at, "next = 20");
    let (near, far) = (brann([10, 7]), brann([2, 7]));
    does(&(selene.clone() + &near + &guards), &["prepare force dart"]);
    does(&(selene.clone() + &far + &guards), &["prepare flame burst"]);
    let soon = brann([4, 7]).replace("next = 20", "next = 11");
    does(&(selene + &soon + &guards), &["prepare force dart"]);
    let ready = creature("selene", "mage", [2, 4], "prepared = 'flame burst'");
    let among = brann([7, 4]) + &guard("one", [6, 4], "");
    does(&(ready + &among), &["prepare force dart"]);
}

#[test]
fn the_dying_are_tended_by_hands_and_where_nobody_is_near() {
    let down = "hp = 4\nfatigue = 9\nconditions = ['unconscious']";
    let hilda = creature("hilda", "guard", [4, 5], down);
    let brann = creature("brann", "guard", [4, 4], "") + &hilda;
    let grey = creature("grey", "wolf", [4, 4], "") + &hilda;
    let ulf = |at| creature("ulf", "wrestler", at, "next = 30").replace("'heroes'", "'foes'");
    does(&(brann.clone() + &ulf([15, 4])), &["stabilize hilda"]);
    does(&(brann + &ulf([5, 4])), &["attack ulf", "quick strike ulf"]);
    let farther = creature("brann", "guard", [4, 2], "") + &hilda;
    does(
        &(farther + &ulf([15, 4])),
        &["move to 4,4", "move to 3,4", "move to 5,4"],
    );
    does(&(grey + &ulf([15, 4])), &["move"]);
}

#[test]
fn the_helpless_are_dealt_with_where_nobody_else_is_near() {
    let brann = creature("brann", "guard", [4, 4], "");
    let down = guard("guard", [5, 4], "conditions = ['unconscious']").replace("next = 30\n", "");
    let far = guard("other", [19, 19], "");
    does(&(brann + &down + &far), &["coup de grace guard"]);
}

#[test]
fn a_spear_is_set_against_whoever_walks_up() {
    let oda = creature("oda", "guard", [4, 4], "items = []\nheld = ['spear']");
    let walk = "underway = { walk = { pace = 'base', path = [[9, 4], [8, 4], [7, 4], [6, 4]] } }";
    let walks = guard("guard", [10, 4], walk).replace("next = 30", "next = 11");
    does(&(oda + &walks), &["set spear"]);
}

#[test]
fn a_set_spear_is_held_as_long_as_somebody_comes() {
    let more = "items = []\nheld = ['spear']\nunderway = { set = { with = 'spear', from = 10 } }";
    let oda = creature("oda", "guard", [4, 4], more);
    let comes = |path: &str| {
        let walk = format!("underway = {{ walk = {{ pace = 'base', path = [{path}] }} }}");
        guard("guard", [10, 4], &walk).replace("next = 30", "next = 11")
    };
    let here = comes("[9, 4], [8, 4], [7, 4], [6, 4]");
    does(&(oda.clone() + &here), &["go on"]);
    let elsewhere = comes("[10, 5], [10, 6], [10, 7]");
    does(&(oda + &elsewhere), &["break off"]);
}

#[test]
fn whoever_is_surrounded_takes_care() {
    let pressed = "pressed_by = ['one', 'two', 'three']\nfacing = { creature = 'three' }";
    let ilya = creature("ilya", "duelist", [4, 4], pressed);
    let around = guard("one", [3, 4], "") + &guard("two", [5, 4], "") + &guard("three", [4, 5], "");
    does(&(ilya + &around), &["shift"]);
}

#[test]
fn nobody_gives_up_caution_for_one_enemy_less() {
    let ilya = |more: &str| creature("ilya", "duelist", [4, 4], more);
    let two = guard("one", [3, 4], "") + &guard("two", [5, 4], "");
    let strikes = ["attack", "quick strike"];
    let pressed = "stance = 'cautious'\npressed_by = ['one', 'two']";
    does(&(ilya(pressed) + &two), &strikes);
    let one = guard("one", [3, 4], "");
    does(&(ilya("stance = 'cautious'") + &one), &["basic stance"]);
}

/// A scenario on ground of its own.
pub(crate) fn on(map: &str, creatures: &str) -> String {
    format!("{map}\n{creatures}")
}

#[test]
fn nobody_charges_a_spell_for_somebody_out_of_sight() {
    let map = "map = { columns = 20, rows = 9, patches = [{ from = [6, 0], to = [6, 8], solid = true }] }";
    let selene = |held: &str| {
        let more = format!("max_hp = 30\nprepared = '{held}'");
        creature("selene", "mage", [2, 4], &more)
    };
    let behind = guard("one", [8, 4], "");
    does(&on(map, &(selene("flame burst") + &behind)), &["wait"]);
    does(&on(map, &(selene("force dart") + &behind)), &["wait"]);
    let seen = guard("two", [4, 8], "");
    let one = selene("force dart") + &behind + &seen;
    does(&on(map, &one), &["charge", "cast at two"]);
}

#[test]
fn a_healing_spell_is_carried_to_whoever_needs_it() {
    let selene = |held: &str| {
        let more = format!("max_hp = 30\nprepared = '{held}'");
        creature("selene", "mage", [2, 4], &more)
    };
    let hurt = creature("brann", "guard", [7, 4], "hp = 3\nnext = 20");
    let foe = guard("one", [8, 4], "");
    let both = hurt + &foe;
    does(&(selene("iron vigour") + &both), &["move"]);
    does(&(selene("mending") + &both), &["move"]);
}

/// A wall with a gap at 6,4.
const GAP: &str = "map = { columns = 20, rows = 9, patches = [\
    { from = [6, 0], to = [6, 3], solid = true }, { from = [6, 5], to = [6, 8], solid = true }] }";

fn friend(name: &str, at: [u8; 2]) -> String {
    creature(name, "guard", at, "next = 20")
}

#[test]
fn nobody_stays_in_a_crowd_in_which_it_cannot_fight() {
    let brann = creature("brann", "guard", [6, 4], "");
    let inside = friend("oda", [6, 4]) + &friend("hilda", [6, 4]);
    let behind = friend("a", [5, 3]) + &friend("b", [5, 4]) + &friend("c", [5, 5]);
    let foes = guard("one", [7, 3], "") + &guard("two", [7, 4], "") + &guard("three", [7, 5], "");
    does(
        &on(GAP, &(brann + &inside + &behind + &foes)),
        &["move to 4,"],
    );
}

#[test]
fn nobody_joins_a_crowd_that_has_no_room_to_fight() {
    let brann = creature("brann", "guard", [5, 4], "");
    let (one, two) = (friend("oda", [6, 4]), friend("hilda", [6, 4]));
    let foe = guard("one", [7, 4], "");
    does(&on(GAP, &(brann.clone() + &one + &two + &foe)), &["wait"]);
    does(&on(GAP, &(brann + &one + &foe)), &["move"]);
}

#[test]
fn a_friend_is_not_burned_for_three_enemies() {
    let charged = "max_hp = 30\nprepared = { spell = 'flame burst', charges = 3 }";
    let selene = creature("selene", "mage", [2, 4], charged);
    let two = guard("one", [10, 4], "") + &guard("two", [11, 4], "");
    let three = two.clone() + &guard("three", [10, 5], "");
    let brann = creature("brann", "guard", [11, 5], "next = 20");
    does(&(selene.clone() + &two), &["cast around"]);
    does(&(selene.clone() + &brann + &two), &["prepare force dart"]);
    does(&(selene + &brann + &three), &["prepare force dart"]);
}

#[test]
fn of_two_enemies_the_one_without_cover_is_cast_at() {
    let fence = "map = { columns = 20, rows = 9, patches = [{ from = [5, 2], to = [8, 4], cover = 'half' }] }";
    let one = guard("one", [9, 4], "");
    let two = guard("two", [2, 8], "");
    let ready = "max_hp = 30\nprepared = { spell = 'force dart', charges = 3 }";
    let selene = creature("selene", "mage", [2, 4], ready);
    does(
        &on(fence, &(selene.clone() + &one + &two)),
        &["cast at two"],
    );
    does(&on(fence, &(selene + &two + &one)), &["cast at two"]);
}

/// A rat with nothing but its teeth, which reach nobody but in one space.
fn rat(at: [u8; 2]) -> String {
    let bite = "{ name = 'bite', damage = '1d3', types = ['piercing'], speed = 'fast' }";
    let [x, y] = at;
    format!(
        "[[creature]]\nname = 'rat'\nsize = 'tiny'\nside = 'heroes'\nat = [{x}, {y}]\nmax_hp = 5\nhands = 0\ntraits = {{ natural_weapons = true, monster = true }}\nnatural = [{bite}]\n"
    )
}

#[test]
fn the_tiny_come_into_the_space_of_whom_they_bite() {
    does(
        &(rat([4, 4]) + &guard("guard", [6, 4], "")),
        &["move to 6,4"],
    );
    does(
        &(rat([5, 4]) + &guard("guard", [6, 4], "")),
        &["move to 6,4"],
    );
    let bites = [
        "attack guard with bite",
        "disarm guard of long sword with bite",
    ];
    does(&(rat([6, 4]) + &guard("guard", [6, 4], "")), &bites);
    let mouse = rat([6, 4])
        .replace("rat", "mouse")
        .replace("heroes", "foes")
        + "next = 30\n";
    does(&(rat([5, 4]) + &mouse), &["approach mouse"]);
    does(&(rat([2, 4]) + &mouse), &["move to 5,4"]);
}

#[test]
fn a_rider_brings_a_frightened_mount_under_control_before_it_strikes() {
    let knight = "[[creature]]\nname = 'ilya'\nkind = 'duelist'\nside = 'heroes'\nmount = 'dun'\n";
    let horse = creature(
        "dun",
        "riding horse",
        [4, 4],
        "conditions = ['frightened']\nnext = 30",
    );
    let fight = |x: u8| format!("{knight}{horse}{}", guard("guard", [x, 4], ""));
    does(&fight(6), &["control mount"]);
}

#[test]
fn scrolls_and_magic_items_at_hand_are_used() {
    let reader = |more: &str| creature("oda", "guard", [4, 4], more);
    let scroll = reader("items = []\nheld = ['scroll of force dart']");
    let reads = ["read scroll of force dart"];
    does(&(scroll + &guard("guard", [8, 4], "")), &reads);
    let charm = reader("items = []\nheld = ['mending charm']");
    let friend = creature("ilya", "duelist", [5, 4], "hp = 3\nnext = 30");
    let mends = ["activate mending charm at ilya"];
    does(&(charm + &friend + &guard("guard", [12, 4], "")), &mends);
}

#[test]
fn poison_is_drawn_from_whoever_it_has_weakened() {
    let scroll = "items = []\nheld = ['scroll of draw poison']";
    let reader = creature("oda", "guard", [4, 4], scroll);
    let weak = "fatigue = 5\npoison_fatigue = 5\nnext = 30";
    let friend = creature("ilya", "duelist", [5, 4], weak);
    let reads = [
        "read scroll of draw poison on ilya",
        "read scroll of draw poison at ilya",
    ];
    does(&(reader + &friend + &guard("guard", [12, 4], "")), &reads);
}

#[test]
fn nobody_is_healed_who_cannot_be() {
    let charm = "items = []\nheld = ['mending charm']";
    let healer = creature("oda", "guard", [4, 4], charm);
    let friend = |name: &str, at: [u8; 2], more: &str| {
        creature(
            name,
            "duelist",
            at,
            &format!("max_hp = 20\nnext = 30\n{more}"),
        )
    };
    let poisoned = friend("ilya", [5, 4], "hp = 3\npoison_hp = 17");
    let hurt = friend("nessa", [4, 5], "hp = 8");
    let foe = guard("guard", [12, 4], "");
    let mends = ["activate mending charm at nessa"];
    does(&(healer + &poisoned + &hurt + &foe), &mends);
}

#[test]
fn what_is_in_a_bag_is_taken_out_where_it_would_be_used_at_once() {
    let carries = |thing: &str| {
        let things = format!("items = []\ncarried = [{{ kind = '{thing}', kept = 'backpack' }}]");
        creature("oda", "guard", [4, 4], &things)
    };
    let far = guard("guard", [12, 4], "");
    let draws = ["draw scroll of force dart"];
    does(&(carries("scroll of force dart") + &far), &draws);
    let friend = |hp: u8| creature("ilya", "duelist", [5, 4], &format!("hp = {hp}\nnext = 30"));
    let charm = || carries("mending charm");
    does(&(charm() + &friend(3) + &far), &["draw mending charm"]);
    does(&(charm() + &friend(12) + &far), &["move", "charge"]);
    let near = guard("guard", [7, 4], "");
    does(&(charm() + &friend(3) + &near), &["move", "bull rush"]);
}

#[test]
fn what_is_used_no_more_is_put_away_for_a_bow() {
    let things = "items = []\nheld = ['mending charm']\ncarried = ['short bow']\nammunition = 9";
    let pip = creature("pip", "scout", [4, 4], things);
    let puts_away = ["sheathe mending charm"];
    does(&(pip + &guard("guard", [14, 4], "")), &puts_away);
}

#[test]
fn nothing_is_put_away_where_hands_are_wanting_all_the_same() {
    let pip = |held: &str| {
        let things =
            format!("items = []\nheld = [{held}]\ncarried = ['short bow']\nammunition = 9");
        creature("pip", "guard", [2, 4], &things)
    };
    let far = guard("guard", [14, 4], "");
    let comes = ["move", "charge"];
    for other in ["round shield", "healing potion"] {
        does(&(pip(&format!("'long sword', '{other}'")) + &far), &comes);
        does(
            &(pip(&format!("'mending charm', '{other}'")) + &far),
            &comes,
        );
    }
    does(&(pip("'long sword'") + &far), &["sheathe long sword"]);
}

#[test]
fn a_charm_is_carried_to_a_friend_who_needs_it() {
    let things = "items = []\nheld = ['mending charm']\ncarried = ['short bow']\nammunition = 9";
    let pip = creature("pip", "scout", [2, 4], things);
    let friend = |hp: u8| {
        let more = format!("max_hp = 20\nhp = {hp}\nnext = 30");
        creature("ilya", "duelist", [4, 4], &more)
    };
    let far = guard("guard", [14, 4], "");
    does(&(pip.clone() + &friend(4) + &far), &["move to 3,"]);
    let puts_away = ["sheathe mending charm"];
    does(&(pip.clone() + &friend(18) + &far), &puts_away);
}

#[test]
fn spell_resistance_is_lowered_while_a_friend_brings_help() {
    let ilya = |more: &str| {
        let more = format!("spell_resistance = 15\n{more}");
        creature("ilya", "duelist", [5, 4], &more)
    };
    let selene = |more: &str| creature("selene", "mage", [2, 4], &format!("next = 20\n{more}"));
    let (mending, foe) = ("prepared = 'mending'", guard("guard", [14, 4], ""));
    does(
        &(ilya("hp = 3") + &selene(mending) + &foe),
        &["lower resistance"],
    );
    does(&(ilya("hp = 3") + &selene("") + &foe), &["move"]);
    let lowered = |hp: u8| ilya(&format!("hp = {hp}\nresistance_lowered = true"));
    does(&(lowered(3) + &selene(mending) + &foe), &["move"]);
    does(
        &(lowered(12) + &selene(mending) + &foe),
        &["raise resistance"],
    );
    let pressing = guard("guard", [6, 4], "");
    let strikes = ["attack guard", "quick strike guard"];
    does(&(lowered(3) + &selene(mending) + &pressing), &strikes);
    let poisoned = ilya("max_hp = 20\nhp = 3\npoison_hp = 17");
    does(&(poisoned + &selene(mending) + &foe), &["move"]);
}

#[test]
fn help_is_awaited_as_soon_as_it_is_prepared_and_not_spent_on_what_keeps_it_off() {
    let ilya = |next: u8| {
        let more = format!("spell_resistance = 15\nmax_hp = 20\nhp = 3\nnext = {next}");
        creature("ilya", "duelist", [5, 4], &more)
    };
    let selene = |more: &str| creature("selene", "mage", [4, 4], more);
    let foe = guard("guard", [14, 4], "");
    let prepares = selene("next = 14\nunderway = { prepare = { spell = 'mending', ready = 14 } }");
    does(&(ilya(10) + &prepares + &foe), &["lower resistance"]);
    let ready = selene("prepared = 'mending'");
    let waits = ["wait", "move"];
    does(&(ready.clone() + &ilya(11) + &foe), &waits);
    does(&(ready.clone() + &ilya(20) + &foe), &["cast", "charge"]);
    let near = guard("guard", [9, 4], "");
    does(&(ready.clone() + &ilya(11) + &near), &waits);
    let pressing = guard("guard", [6, 4], "");
    does(&(ready + &ilya(11) + &pressing), &["cast", "charge"]);
}

#[test]
fn a_charm_is_carried_to_the_next_friend_where_no_way_leads_to_the_first() {
    let pip = creature(
        "pip",
        "scout",
        [2, 4],
        "items = []\nheld = ['mending charm']",
    );
    let hurt = |name, at, hp: u8| {
        let more = format!("max_hp = 20\nhp = {hp}\nnext = 30");
        creature(name, "duelist", at, &more)
    };
    let wall = "{ between = [[0, 0], [1, 0]], until = [0, 8], kind = 'wall' }";
    let map = format!("[map]\ncolumns = 20\nrows = 9\nedges = [{wall}]\n");
    let friends = hurt("ilya", [0, 4], 3) + &hurt("otto", [5, 4], 4);
    let far = guard("guard", [14, 4], "");
    does(
        &(pip + &friends + &far + &map),
        &["move to 3,", "move to 4,"],
    );
}

/// Two rooms with a doorway between them, in which no line leads from one corner to the other.
const ROOMS: &str = "map = { columns = 24, rows = 7, patches = [\
    { from = [11, 0], to = [11, 2], solid = true }, { from = [11, 4], to = [11, 6], solid = true }] }";

fn archer(at: [u8; 2]) -> String {
    let things = "items = []\nheld = ['short bow']\nammunition = 9";
    creature("pip", "scout", at, things)
}

#[test]
fn whoever_shoots_crouches_only_where_shots_pass() {
    let foe = |at| {
        let bow = "items = []\nheld = ['short bow']\nammunition = 9";
        guard("foe", at, bow)
    };
    let shots = archer([3, 1]) + &foe([18, 1]);
    does(&shots, &["shift into crouch"]);
    does(&on(ROOMS, &shots), &["move"]);
    does(
        &on(ROOMS, &(archer([3, 3]) + &foe([18, 3]))),
        &["shift into crouch"],
    );
}

/// A chasm that nobody gets over.
const CHASM: &str =
    "map = { columns = 12, rows = 5, patches = [{ from = [4, 0], to = [4, 4], elevation = -40 }] }";

#[test]
fn a_bow_is_taken_out_of_the_bag_for_enemies_whom_no_way_leads_to() {
    let things = "items = []\nheld = ['long sword']\ncarried = ['short bow']\nammunition = 9";
    let oda = |more: &str| creature("oda", "guard", [2, 2], &format!("{things}\n{more}"));
    let foe = guard("foe", [7, 2], "");
    does(&on(CHASM, &(oda("") + &foe)), &["sheathe long sword"]);
    let shield = oda("").replace("'long sword'", "'long sword', 'round shield'");
    does(
        &on(CHASM, &(shield.clone() + &foe)),
        &["loose the round shield"],
    );
    let shoots = guard(
        "foe",
        [7, 2],
        "items = []\nheld = ['short bow']\nammunition = 9",
    );
    does(&on(CHASM, &(shield.clone() + &shoots)), &["wait"]);
    does(&(shield + &foe), &["move", "charge"]);
    let bare = oda("").replace("held = ['long sword']", "held = []");
    does(&on(CHASM, &(bare + &foe)), &["draw short bow"]);
    does(&(oda("") + &foe), &["move", "charge"]);
    // It stays with the bow.
    let turns = does_in_turn(&on(CHASM, &(oda("") + &foe)), 3);
    let begins = ["sheathe long sword", "draw short bow"];
    let expected = turns.iter().zip(begins);
    assert!(
        expected.into_iter().all(|(said, words)| said == words),
        "{turns:?}"
    );
    assert!(!turns[2].contains("sword"), "{turns:?}");
}

#[test]
fn a_friend_behind_a_wall_is_walked_to_however_near() {
    let map = "map = { columns = 24, rows = 6, edges = [{ between = [[2, 2], [3, 2]], until = [2, 5], kind = 'wall' }] }";
    let pip = creature(
        "pip",
        "scout",
        [2, 3],
        "items = []\nheld = ['mending charm']",
    );
    let ilya = creature("ilya", "duelist", [3, 3], "hp = 4\nmax_hp = 20\nnext = 60");
    let both = pip + &ilya + &guard("foe", [18, 2], "");
    does(&on(map, &both), &["move to 3,2"]);
    does(&both, &["activate mending charm at ilya"]);
}
