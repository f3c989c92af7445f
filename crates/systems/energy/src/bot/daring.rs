//! What bots dare: to jump, to hide, to push onto bad ground, to shut doors and to break them down, and what they take in passing.

use affray_kernel::{Arm, CreatureId};

use super::staged::{ALDA, FIELD, alda, answer, deed, deed_after_attack, one, orc, staged};
use crate::act::{Action, Window};
use crate::actions::strike::plain;
use crate::fact::{Declared, Fact, Price, apply};
use crate::state::{ItemId, State};

/// A gorge of so many metres right across the map, from the fifth column on, the orc beyond it.
fn before_a_gorge(metres: usize, at: [i16; 2], more: &str) -> String {
    let row = format!("'....{}.....'", "v".repeat(metres));
    let map = format!("rows = [{row}, {row}, {row}]\nlegend.v = {{ elevation = -9 }}");
    let far = i16::try_from(metres).unwrap() + 8;
    deed(&map, &(alda("fighter", at, more) + &orc([far, 1], "")))
}

#[test]
fn whoever_has_no_way_to_its_foes_jumps_over_what_bars_it() {
    assert_eq!(before_a_gorge(2, [3, 1], ""), "jump to 6,1");
    let way = before_a_gorge(2, [0, 1], "");
    assert!(way.contains("run to 3,1"), "{way}");
    let too_wide = before_a_gorge(6, [3, 1], "");
    assert!(!too_wide.starts_with("jump"), "{too_wide}");
}

/// What Alda does at a row on this side of a gorge so many rows long, round the end of which a way leads to the orc.
fn beside_a_gorge(rows: usize, row: i16, more: &str) -> String {
    let gorge = vec!["'....vv......'"; rows].join(", ");
    let map = format!("rows = [{gorge}, '............']\nlegend.v = {{ elevation = -9 }}");
    deed(&map, &(alda("fighter", [3, row], more) + &orc([10, 0], "")))
}

#[test]
fn nobody_jumps_where_the_way_round_is_short() {
    let short = beside_a_gorge(2, 0, "");
    assert!(!short.starts_with("jump"), "{short}");
    assert_eq!(beside_a_gorge(30, 0, ""), "jump to 6,0");
}

#[test]
fn whoever_would_miss_the_stamina_of_a_jump_goes_round() {
    for (row, energy) in [(0, 5), (3, 5), (6, 1)] {
        let round = beside_a_gorge(30, row, &format!("stamina = 5\nenergy = {energy}"));
        let goal = round.rsplit(',').next().and_then(|y| y.parse::<i16>().ok());
        assert!(goal.is_some_and(|y| y > row), "from {row}: {round}");
    }
}

#[test]
fn whoever_stands_where_it_takes_off_stays_there_until_it_has_the_energy() {
    for energy in [0, 1] {
        let stays = beside_a_gorge(30, 0, &format!("stamina = 12\nenergy = {energy}"));
        assert!(!stays.contains(" to "), "{stays}");
    }
}

/// A table with such things on it, and Alda with such things beside it on her way.
fn in_passing(table: &str, things: &str) -> String {
    let things = alda("guard", [4, 4], &format!("items = []\n{things}"));
    let state = staged(FIELD, &(things + &orc([20, 4], "") + table));
    answer(&state, &Window::Take { item: ItemId(0) })
}

#[test]
fn only_what_is_of_use_is_taken_off_a_table_in_passing() {
    let lying = |kinds: &[&str]| {
        let item = |kind: &&str| format!("[[item]]\nkind = '{kind}'\nat = [4, 3]\ntable = true\n");
        kinds.iter().map(item).collect::<String>()
    };
    assert_eq!(in_passing(&lying(&["key"]), ""), "pass");
    let all = lying(&["key", "knife", "longsword", "aura draught"]);
    assert_eq!(in_passing(&all, ""), "take longsword");
    assert_eq!(in_passing(&all, "held = ['mace']"), "take aura draught");
}

#[test]
fn what_lies_on_a_table_is_fetched_by_whoever_has_bare_hands() {
    let sword = "[[item]]\nkind = 'longsword'\nat = [8, 1]\ntable = true\n";
    let with = |things: &str| {
        let things = alda("guard", [4, 1], things);
        deed(FIELD, &(things + &orc([20, 8], "") + sword))
    };
    let bare = with("items = []");
    assert!(bare.contains("run to 7,1"), "{bare}");
    let armed = with("items = ['mace']");
    assert!(!armed.contains("run to 7,1"), "{armed}");
}

#[test]
fn a_gate_that_no_hand_opens_is_broken_down_where_there_is_no_other_way() {
    let gate = |open: &str| {
        let map = format!(
            "rows = ['#########', '.........', '{open}########']
legend.'#' = {{ solid = true }}
edges = [{{ between = [[3, 1], [4, 1]], kind = 'bars' }}]"
        );
        deed(&map, &(alda("guard", [3, 1], "") + &orc([8, 1], "")))
    };
    assert!(gate("#").starts_with("break down 3,1 4,1"), "{}", gate("#"));
}

#[test]
fn whoever_shoots_from_behind_a_shut_door_leaves_it_shut() {
    let map = "
rows = ['.........', '.........']
edges = [{ between = [[3, 0], [4, 0]], kind = 'wall' }, { between = [[3, 1], [4, 1]], kind = 'door' }]
";
    let with = |things: &str| {
        let things = alda("archer", [3, 1], &format!("items = []\n{things}"));
        deed(map, &(things + &orc([8, 1], "")))
    };
    let shoots = with("held = [{ kind = 'longbow', loaded = false }]\nenergy = 1");
    assert!(!shoots.starts_with("open"), "{shoots}");
    assert_eq!(with("held = ['dagger']"), "open 3,1 4,1");
}

/// Alda the archer in undergrowth or on open ground with the Energy that is left to her, an orc that she has just shot at some way off.
fn after_shooting(ground: &str, more: &str) -> String {
    let map = format!("{FIELD}\npatches = [{{ from = [2, 4], to = [2, 4]{ground} }}]");
    let bow = format!("items = []\nheld = [{{ kind = 'longbow', loaded = true }}]\n{more}");
    let creatures = alda("archer", [2, 4], &bow) + &orc([8, 4], "facing = 'alda'");
    deed_after_attack(&map, &creatures)
}

#[test]
fn an_archer_in_cover_hides_with_what_is_left_of_its_energy() {
    assert_eq!(after_shooting(", conceals = true", "energy = 2"), "hide");
    let in_the_open = after_shooting("", "energy = 2");
    assert_ne!(in_the_open, "hide");
    let tired = after_shooting(", conceals = true", "energy = 1");
    assert_ne!(tired, "hide");
}

/// Alda, who is so good at hiding, beside an orc who looks at her and avoids blows so well, on ground of such a kind.
fn beside_an_orc(stealth: i16, ground: &str, more: &str) -> String {
    let map = format!("{FIELD}\npatches = [{{ from = [4, 4], to = [4, 4]{ground} }}]");
    let own = format!("agility = 0\nstamina = 8\nranks = {{ stealth = {stealth} }}");
    let orc = format!("facing = 'alda'\nagility = 0\nmodifiers = {{ dexterity = 20 }}\n{more}");
    deed(
        &map,
        &(alda("fighter", [4, 4], &own) + &self::orc([5, 4], &orc)),
    )
}

#[test]
fn whoever_is_good_at_it_hides_for_a_blow_that_would_be_avoided() {
    let undergrowth = ", conceals = true";
    assert_eq!(beside_an_orc(18, undergrowth, ""), "hide");
    let noticed = beside_an_orc(0, undergrowth, "ranks = { awareness = 20 }");
    assert!(noticed.starts_with("attack"), "{noticed}");
    let in_the_open = beside_an_orc(18, "", "");
    assert!(in_the_open.starts_with("attack"), "{in_the_open}");
    let helpless = beside_an_orc(18, undergrowth, "conditions = ['helpless']");
    assert!(helpless.contains("attack"), "{helpless}");
}

/// What Alda does with an orc who lies open before her, with such ground behind it.
fn before_ground(ground: &str, more: &str) -> String {
    let map = format!("{FIELD}\npatches = [{{ from = [6, 3], to = [6, 5]{ground} }}]");
    let own = "items = []\nagility = 0\nmodifiers = { strength = 8, dexterity = 8 }";
    let open = format!("agility = 3\nconditions = ['exposed']\n{more}");
    deed(&map, &(alda("fighter", [4, 4], own) + &orc([5, 4], &open)))
}

#[test]
fn somebody_is_pushed_where_the_ground_does_more_harm_than_a_blow() {
    let into = before_ground(", imposes = 'helpless'", "");
    assert_eq!(into, "push orc");
    let onto_grass = before_ground("", "");
    assert!(!onto_grass.starts_with("push"), "{onto_grass}");
    let already = before_ground(", imposes = 'dazed'", "modifiers = { constitution = 12 }");
    assert!(!already.starts_with("push"), "{already}");
}

#[test]
fn a_push_leads_onto_the_worst_ground() {
    let map = format!("{FIELD}\npatches = [{{ from = [6, 3], to = [6, 3], imposes = 'dazed' }}]");
    let state = staged(&map, &(alda("fighter", [4, 4], "") + &orc([5, 4], "")));
    let window = Window::Push {
        target: CreatureId(1),
        optional: false,
    };
    assert_eq!(answer(&state, &window), "space 6,3");
}

/// What Alda answers whose attack on Durn is challenged, with so much Aura left, while the orc stands beside her with so much Energy.
fn challenged(aura: i16, energy: i16) -> String {
    let own = format!("agility = 0\naura = {aura}\nconditions = ['exposed']");
    let durn = "energy = 1\nnatural_armor = { coverage = 21, rating = 8 }";
    let creatures = alda("guard", [4, 4], &own)
        + &orc([4, 5], &format!("energy = {energy}"))
        + &one(("durn", "guard", "b"), [5, 4], durn);
    let mut state = staged(FIELD, &creatures);
    begin_attack(&mut state, CreatureId(2));
    answer(&state, &Window::Initiative { by: CreatureId(2) })
}

/// Alda attacks somebody with what she has in hand.
fn begin_attack(state: &mut State, target: CreatureId) {
    let (weapon, _) = state.held(ALDA).next().unwrap();
    let action = Action::Attack(plain(target, Arm::Item(weapon), false));
    let declared = Declared {
        who: ALDA,
        target: Some(target),
        ahead: None,
        action,
        price: Price::default(),
        open: true,
        rivals: Default::default(),
    };
    apply(state, &Fact::Declares(declared));
}

#[test]
fn whoever_may_need_its_roll_to_live_does_not_roll_for_a_poor_blow() {
    assert_eq!(challenged(2, 5), "decline");
    assert_eq!(challenged(20, 5), "roll");
    assert_eq!(challenged(2, 0), "roll");
}

/// How somebody holds on to Alda.
fn holds_on(kind: &str) -> String {
    let alda = one(("alda", kind, "a"), [4, 4], "facing = 'orc'\nitems = []");
    let orc = orc(
        [5, 4],
        "conditions = [{ kind = 'restrained', toward = 'alda' }]",
    );
    let state = staged(FIELD, &(alda + &orc));
    answer(&state, &Window::Struggle { by: CreatureId(1) })
}

#[test]
fn whoever_has_stronger_arms_than_fortitude_struggles_with_them() {
    assert_eq!(holds_on("hill giant"), "arm strength");
    assert_eq!(holds_on("guard"), "fortitude");
}
