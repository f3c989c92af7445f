//! What bots choose: whom they help with what, what they save, and what they open or break down.

use affray_kernel::Ask;
use affray_kernel::silent::play_out;
use affray_kernel::tape::Answers;
use affray_trial::files;

use super::simple;
use super::staged::{ALDA, FIELD, alda, deed, one, orc};
use crate::Energy;
use crate::act::{Act, Window};
use crate::fact::{Fact, apply};
use crate::notation::print_for;
use crate::state::{Phase, State};

/// A wall across the whole map, between the fourth column and the fifth.
const WALLED: &str = "
rows = ['.........', '.........', '.........']
edges = [ { between = [[3, 0], [4, 0]], until = [3, 2], kind = 'wall' } ]
";

/// What a guard does at a column of the middle row of a map, with something else of hers, and an orc at the far end of that row.
fn guard_before_orc(map: &str, column: i16, more: &str) -> String {
    deed(map, &(alda("guard", [column, 1], more) + &orc([8, 1], "")))
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
    let at = |x: i16| guard_before_orc(WALLED, x, "");
    assert!(at(0).contains("run to 3,1"), "{}", at(0));
    assert!(at(3).starts_with("break down 3,1 4,1"), "{}", at(3));
}

#[test]
fn whoever_is_out_of_breath_gets_it_back_before_a_wall_is_broken_down() {
    let with = |stamina: i16| guard_before_orc(WALLED, 3, &format!("stamina = {stamina}"));
    assert_eq!(with(5), "catch breath");
    assert!(with(6).starts_with("break down 3,1 4,1"), "{}", with(6));
}

#[test]
fn a_door_on_the_way_is_opened_rather_than_another_one_or_a_wall() {
    let map = "
rows = ['.........', '.........', '.........']
edges = [
    { between = [[3, 0], [4, 0]], until = [3, 1], kind = 'wall' },
    { between = [[3, 2], [4, 2]], kind = 'door' },
    { between = [[0, 1], [0, 2]], kind = 'door' },
]
";
    let at = |x: i16| guard_before_orc(map, x, "");
    assert!(at(0).contains("run to 3,2"), "{}", at(0));
    assert!(at(3).starts_with("quick run to 3,2"), "{}", at(3));
}

#[test]
fn a_healer_opens_the_door_behind_which_somebody_bleeds_out() {
    let map = "
rows = ['.........', '.........', '.........', '.........']
edges = [
    { between = [[3, 0], [4, 0]], kind = 'wall' },
    { between = [[3, 1], [4, 1]], kind = 'door' },
    { between = [[3, 2], [4, 2]], until = [3, 3], kind = 'wall' },
]
";
    let at = |x: i16| {
        let creatures = format!(
            "
[[creature]]
name = 'alda'
kind = 'adept'
side = 'a'
at = [{x}, 1]
facing = 'orc'
[[creature]]
name = 'friend'
kind = 'fighter'
side = 'a'
at = [5, 1]
aura = 0
bleeding = true
unconscious = ['death']
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [8, 3]
"
        );
        deed(map, &creatures)
    };
    assert!(at(0).contains("run to 3,1"), "{}", at(0));
    assert_eq!(at(3), "open 3,1 4,1");
}

#[test]
fn a_healer_mends_whoever_bleeds_out_before_itself() {
    let healer = |bleeding: &str| {
        let creatures = format!(
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
{bleeding}
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [23, 4]
"
        );
        deed(FIELD, &creatures)
    };
    let bleeding = "bleeding = true\nunconscious = ['death']";
    assert_eq!(healer(bleeding), "use mend aura on friend");
    assert_eq!(healer(""), "use mend aura");
}

/// What a guard does who has so much Aura left and such things, with an orc at a place and whatever lies there.
fn guard(aura: i16, things: &str, orc: [i16; 2], lying: &str) -> String {
    let own = format!("items = ['chain shirt']\n{things}\naura = {aura}");
    deed(
        FIELD,
        &(alda("guard", [4, 4], &own) + &self::orc(orc, lying)),
    )
}

#[test]
fn what_heals_is_drunk_by_whoever_needs_it() {
    let draught = "held = ['aura draught']";
    assert_eq!(guard(0, draught, [20, 4], ""), "consume aura draught");
    let unhurt = guard(20, draught, [20, 4], "");
    assert!(!unhurt.contains("aura draught"), "{unhurt}");
}

#[test]
fn what_heals_is_fetched_while_nobody_is_near() {
    let bag = "held = ['mace']\ncarried = ['aura draught']";
    assert_eq!(guard(0, bag, [20, 4], ""), "equip aura draught");
    let pressed = guard(0, bag, [5, 4], "");
    assert!(pressed.starts_with("attack orc"), "{pressed}");
    let lying = |x: i16| format!("[[item]]\nkind = 'aura draught'\nat = [{x}, 4]");
    let mace = "held = ['mace']";
    assert_eq!(guard(0, mace, [20, 4], &lying(3)), "pick up aura draught");
    let way = guard(0, mace, [20, 4], &lying(1));
    assert!(way.contains("run to 2,4"), "{way}");
}

#[test]
fn nobody_walks_to_what_it_cannot_take_up() {
    let lying = |x: i16, energy: u8| {
        format!("[[item]]\nkind = 'aura draught'\nat = [{x}, 4]\npick_up = {energy}")
    };
    let mace = "held = ['mace']";
    let fetches = |lying: &str, things: &str| guard(0, things, [20, 4], lying).contains("to 2,4");
    assert!(fetches(&lying(1, 5), mace));
    assert!(!fetches(&lying(1, 6), mace));
    assert!(!fetches(&lying(1, 1), "held = ['mace', 'flash powder']"));
    let tired = "held = ['mace']\nenergy = 1";
    let beside = guard(0, tired, [20, 4], &lying(3, 5));
    assert_eq!(beside, "wait");
}

#[test]
fn whoever_waits_for_the_energy_to_take_something_up_spends_what_it_has() {
    let lying = "[[item]]\nkind = 'aura draught'\nat = [3, 4]\npick_up = 5";
    let archer = "held = ['shortbow']\nhands = 3\nenergy = 3";
    let shoots = guard(0, archer, [16, 4], lying);
    assert!(shoots.starts_with("attack orc with shortbow"), "{shoots}");
}

#[test]
fn nobody_throws_the_only_weapon_it_strikes_with() {
    let throws = |carried: &str| {
        let things = format!("held = ['dagger']\ncarried = [{carried}]");
        guard(20, &things, [8, 4], "").contains("thrown")
    };
    assert!(!throws("'shortbow'"));
    assert!(throws("'shortsword'"));
}

#[test]
fn powder_in_the_hand_is_thrown_at_a_foe() {
    let powder = "held = ['mace', 'flash powder']";
    let weak = "modifiers = { strength = -6, constitution = -6 }";
    let deed = guard(20, powder, [8, 4], weak);
    assert_eq!(deed, "consume flash powder on orc");
    let strong = guard(20, powder, [8, 4], "");
    assert!(!strong.contains("powder"), "{strong}");
}

#[test]
fn what_doubles_the_damage_is_used_with_stamina_to_spare() {
    let doubles = |stamina: i16, aura: i16| {
        let creatures = format!(
            "
[[creature]]
name = 'alda'
kind = 'orc'
side = 'a'
at = [4, 4]
held = ['battle axe']
powers = ['avalanche blow']
stamina = {stamina}
[[creature]]
name = 'bones'
side = 'b'
at = [5, 4]
aura = {aura}
aura_strength = 30
"
        );
        deed(FIELD, &creatures).contains("boosted by avalanche blow")
    };
    assert!(doubles(15, 30));
    assert!(!doubles(9, 30), "it lives on the rest");
    assert!(!doubles(15, 2), "a plain blow takes that");
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

/// What Alda does at the end of a field who has a bow in her bag and such things in hand, an orc standing so many metres away.
fn with_bow_in_bag(held: &str, metres: i16) -> String {
    let own = format!("items = []\nheld = [{held}]\ncarried = ['longbow']");
    let creatures = alda("archer", [0, 4], &own) + &orc([metres, 4], "");
    deed("columns = 60\nrows = 9", &creatures)
}

#[test]
fn a_bow_is_taken_out_of_the_bag_while_foes_are_far_off() {
    assert_eq!(with_bow_in_bag("", 30), "equip longbow");
    assert_eq!(with_bow_in_bag("'dagger'", 30), "stow dagger");
    assert_eq!(
        with_bow_in_bag("'shortbow'", 30),
        "attack orc with shortbow"
    );
    let near = with_bow_in_bag("'dagger'", 8);
    assert!(
        !near.contains("longbow") && !near.contains("stow"),
        "{near}"
    );
}

/// What Alda the crossbowman does with such things in hand and so much Energy, a longsword and a dagger in the bag, and an orc at a column of
/// her row.
fn crossbowman(held: &str, energy: i16, orc: i16) -> String {
    let bag = "carried = ['dagger', 'longsword']";
    let own = format!("items = []\nheld = [{held}]\n{bag}\nenergy = {energy}");
    let creatures = alda("crossbowman", [4, 4], &own) + &self::orc([orc, 4], "");
    deed(FIELD, &creatures)
}

/// Not loaded, with bolts left.
const SLOW: &str = "{ kind = 'heavy crossbow', loaded = false, left = 5 }";

#[test]
fn a_slow_crossbow_is_let_go_of_for_a_blade_beside_a_foe() {
    assert_eq!(crossbowman(SLOW, 5, 5), "drop heavy crossbow");
    assert_eq!(crossbowman("", 5, 5), "equip longsword");
    let both = "{ kind = 'hand crossbow', loaded = false }, 'dagger'";
    let both = crossbowman(both, 5, 5);
    assert!(!both.starts_with("equip"), "{both}");
}

#[test]
fn a_crossbow_is_kept_that_is_loaded_or_for_which_no_blade_comes_to_hand() {
    let loaded = crossbowman("{ kind = 'heavy crossbow', loaded = true }", 5, 5);
    assert!(loaded.starts_with("attack orc with heavy"), "{loaded}");
    let tired = crossbowman(SLOW, 0, 5);
    assert!(!tired.starts_with("drop"), "{tired}");
    let far = crossbowman(SLOW, 5, 8);
    assert!(!far.starts_with("drop"), "{far}");
}

#[test]
fn a_bow_is_taken_out_where_no_way_leads_to_any_foe() {
    let own = "items = []\nheld = ['shortsword']\ncarried = ['longbow']";
    let creatures = alda("archer", [0, 1], own) + &orc([6, 1], "");
    let at = |map| deed(map, &creatures);
    assert_eq!(
        at("rows = ['...^^..', '...^^..', '...^^..']\nlegend.'^' = { elevation = -9 }"),
        "stow shortsword"
    );
    assert!(at("rows = ['.......', '.......', '.......']").contains("run to"));
}

/// What bare-handed Alda does next to a guard, with more of each.
fn bare_handed(own: &str, guard: &str) -> String {
    let own = format!("facing = 'guard'\nitems = []\nagility = 0\n{own}");
    let guard = format!("facing = 'alda'\n{guard}");
    let both = one(("alda", "fighter", "a"), [4, 4], &own);
    deed(
        FIELD,
        &(both + &one(("guard", "guard", "b"), [5, 4], &guard)),
    )
}

#[test]
fn fists_do_for_mail_and_not_for_iron() {
    let at_mail = bare_handed("", "");
    assert!(at_mail.starts_with("attack guard with body"), "{at_mail}");
    let clumsy = "items = ['mace']\nmodifiers = { dexterity = -5, constitution = -5 }";
    let iron = "natural_armor = { coverage = 21, rating = 30 }";
    let at_iron = bare_handed("", &format!("{clumsy}\n{iron}"));
    assert!(at_iron.starts_with("disarm guard"), "{at_iron}");
}

#[test]
fn nobody_hampers_for_nothing_whom_nobody_can_hurt() {
    let iron = "natural_armor = { coverage = 21, rating = 30 }";
    let clumsy = "modifiers = { strength = -5, dexterity = -5, constitution = -5 }";
    let mace = format!("items = ['mace']\n{clumsy}");
    let unhurt = format!("{iron}\nresistances = ['blunt']");
    let no_danger = bare_handed(&unhurt, &format!("{mace}\n{iron}"));
    assert!(!no_danger.starts_with("disarm"), "{no_danger}");
    let weak = "modifiers = { strength = -2 }";
    let friend = format!(
        "[[creature]]\nname = 'bram'\nkind = 'fighter'\nside = 'a'\nat = [6, 4]\nitems = []\n{weak}"
    );
    let guard = format!("{mace}\nresistances = ['blunt']\n{friend}");
    let in_company = bare_handed(weak, &guard);
    assert!(in_company.starts_with("disarm"), "{in_company}");
}

#[test]
fn nobody_strikes_at_whom_nothing_at_hand_can_hurt() {
    let weak = "modifiers = { strength = -2 }";
    let unhurt = bare_handed(weak, "items = []\nresistances = ['blunt']");
    assert!(!unhurt.starts_with("attack"), "{unhurt}");
    let hurt = bare_handed(weak, "items = []");
    assert!(hurt.starts_with("attack"), "{hurt}");
}

#[test]
fn whoever_has_bare_hands_goes_to_a_weapon_that_lies_near() {
    let lying = |x: i16, what: &str| {
        let item = format!("[[item]]\n{what}\nat = [{x}, 8]\n");
        let alda = alda("fighter", [4, 4], "items = []");
        deed(FIELD, &(alda + &orc([22, 4], &item)))
    };
    let sword = |x: i16| lying(x, "kind = 'longsword'");
    assert!(sword(0).contains("run to"), "{}", sword(0));
    assert!(sword(0).contains("1,7"), "{}", sword(0));
    assert_eq!(sword(4), "quick run to 4,7");
    let too_strong = lying(4, "kind = 'longbow'\ndraw = 40");
    assert!(!too_strong.contains("to 4,7"), "{too_strong}");
}

/// Everybody plays as bots do, and what Alda does is written down; the others go nowhere of themselves.
struct Noted(Vec<String>);

impl Answers<Energy> for Noted {
    fn answer(&mut self, state: &State, ask: &Ask<Energy>) -> Option<Act> {
        let act = simple(state, ask.who, &ask.window)?;
        if ask.window != Window::Floor {
            return Some(act);
        }
        if ask.who != ALDA {
            return Some(Act::Wait);
        }
        if !matches!(act, Act::Face(_) | Act::Wait) {
            self.0.push(print_for(state, Some(ALDA), &act));
        }
        Some(act)
    }
}

/// What Alda the archer does one after the other, up to her first attack, with such things in hand and in her bag on a map where an orc stands
/// in that column of the middle row.
fn up_to_attack(map: &str, things: &str, orc: i16) -> Vec<String> {
    let written = format!(
        "
[start]
round = 2
[map]
{map}
[[creature]]
name = 'alda'
kind = 'archer'
side = 'a'
at = [0, 1]
facing = 'orc'
items = []
{things}
[[creature]]
name = 'orc'
kind = 'orc'
side = 'b'
at = [{orc}, 1]
"
    );
    let mut noted = Noted(Vec::new());
    let mut state = files::state::<Energy>(&written);
    play_out::<Energy>(&mut state, 3, 0, &mut noted, 60);
    let mut deeds = noted.0;
    let attack = deeds.iter().position(|deed| deed.starts_with("attack"));
    deeds.truncate(attack.expect("an attack") + 1);
    deeds
}

/// A field as long as that, and a pit right across a short one.
const LONG: &str = "columns = 60\nrows = 3";
const PIT: &str = "rows = ['...^^..', '...^^..', '...^^..']\nlegend.'^' = { elevation = -9 }";

#[test]
fn whoever_puts_a_blade_away_for_a_bow_shoots_it() {
    for (map, orc) in [(LONG, 30), (PIT, 6)] {
        let one = up_to_attack(map, "held = ['dagger']\ncarried = ['longbow']", orc);
        assert_eq!(one[..2], ["stow dagger", "equip longbow"]);
        let shot = one.last().unwrap();
        assert!(shot.starts_with("attack orc with longbow"), "{one:?}");
        let both = "held = ['buckler', 'dagger']\ncarried = ['longbow']";
        let both = up_to_attack(map, both, orc);
        assert_eq!(both[..3], ["stow dagger", "stow buckler", "equip longbow"]);
        let shot = both.last().unwrap();
        assert!(shot.starts_with("attack orc with longbow"), "{both:?}");
    }
}

#[test]
fn a_shield_stays_in_hand_that_need_not_be_put_away_and_comes_back_with_the_blade() {
    let small = "held = ['buckler', 'shortsword']\ncarried = ['sling']";
    let deeds = up_to_attack(PIT, small, 6);
    assert_eq!(deeds[..2], ["stow shortsword", "equip sling"]);
    let shot = deeds.last().unwrap();
    assert!(shot.starts_with("attack orc with sling"), "{deeds:?}");
    let near = "held = ['dagger']\ncarried = ['buckler']";
    assert_eq!(up_to_attack(LONG, near, 8)[0], "equip buckler");
    let across = "held = ['dagger']\ncarried = ['buckler', 'longbow']";
    let deeds = up_to_attack(PIT, across, 6);
    assert_eq!(deeds[..2], ["stow dagger", "equip longbow"]);
}
