//! Files and setups that are refused.

use affray_kernel::content::Source;

use super::*;
use crate::setup::compose;

#[test]
fn what_is_said_to_be_in_hand_must_fit() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nheld = ['greatsword', 'buckler']\nworn = ['rope', 'chain', 'plate']",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:23: the buckler does not fit into the 2 hands of garret",
            "fight.toml:9:9: the rope is no armour to wear",
            "fight.toml:9:26: only one armour can be worn",
        ]
    );
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nheld = [{ kind = 'greatsword', hands = 1 }, 'buckler']",
        1,
    );
    assert_eq!(
        places(&state(&text), 0),
        named(&[("greatsword", "held"), ("buckler", "held")])
    );
}

#[test]
fn everything_wrong_is_reported_at_its_place() {
    let found = mistakes(
        "sides = ['heroes', 'monsters']
[[creature]]
name = 'garret'
kind = 'town gard'
side = 'hereos'
at = [40, 4]
items = ['longsward']
spells = ['evoke fier']
owner = 'orge'
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'monsters'
at = [19, 19]
speed_ft = 33
hp = 81
conditions = ['prown']
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
level = -1
size = 'small'
[[creature]]
name = 'ogre'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
",
    );
    assert_eq!(
        found,
        ["fight.toml:18:15: unknown word `prown` (did you mean `prone`?)"],
        "what cannot be read comes first"
    );
    let found = mistakes(
        "sides = ['heroes', 'monsters']
[[creature]]
name = 'garret'
kind = 'town gard'
side = 'hereos'
at = [40, 4]
items = ['longsward']
spells = ['evoke fier']
owner = 'orge'
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'monsters'
at = [19, 19]
speed_ft = 33
hp = 81
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
level = -1
[[creature]]
name = 'ogre'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
",
    );
    assert_eq!(
        found,
        [
            "fight.toml:5:8: there is no kind of creature called `town gard` (did you mean `town guard`?)",
            "fight.toml:6:8: there is no side called `hereos` (did you mean `heroes`?)",
            "fight.toml:8:10: there is no item called `longsward` (did you mean `longsword`?)",
            "fight.toml:9:11: there is no spell called `evoke fier` (did you mean `evoke fire`?)",
            "fight.toml:10:9: there is no creature called `orge` (did you mean `ogre`?)",
            "fight.toml:15:6: ogre takes up 20,19, which is off the map",
            "fight.toml:16:12: 33 ft is no multiple of 5 ft",
            "fight.toml:17:6: 81 is not from -10000 to 80",
            "fight.toml:19:8: `pass` cannot be a name: it means something else in commands",
            "fight.toml:23:9: -1 is not from 0 to 100",
            "fight.toml:25:8: there is a creature called `ogre` already",
            "fight.toml:28:6: ogre and pass take up the same square",
        ]
    );
}

#[test]
fn things_and_conditions_have_only_what_they_can_have() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]
worn = [{ kind = 'leather', hands = 2 }]
held = [{ kind = 'shortsword', hands = 2 }]
carried = [
  { kind = 'longsword', ammunition = 4, unloaded = 1, lit = true },
  { kind = 'light crossbow', unloaded = 9 },
]
conditions = [{ kind = 'slowed', amount = 7 }, { kind = 'entangled', amount = -5 }, { kind = 'entangled', amount = 0 }]",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:37: this is not in hand",
            "fight.toml:9:40: the shortsword is held in one hand at most",
            "fight.toml:11:38: this launches nothing",
            "fight.toml:11:52: this is never loaded",
            "fight.toml:11:61: this gives no light",
            "fight.toml:12:41: 9 is not from 0 to 1",
            "fight.toml:14:43: this condition has no number",
            "fight.toml:14:79: -5 is not from 1 to 200",
            "fight.toml:14:116: 0 is not from 1 to 200",
        ]
    );
}

#[test]
fn an_owned_creature_is_on_the_side_of_its_owner() {
    let text = TWO.replacen("at = [4, 4]", "at = [4, 4]\nowner = 'ogre'", 1);
    assert_eq!(
        mistakes(&text),
        ["fight.toml:6:8: ogre owns it and is on another side"]
    );
}

#[test]
fn only_what_launches_is_loaded_and_only_what_flies_has_an_increment() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nnatural = [{ name = 'fist', dice = '1d4', increment_ft = 30, reload = 2, ammunition = 3 }]",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:11: fist, increment_ft: only a weapon that is thrown or launched has a Range Increment",
            "fight.toml:8:11: fist, reload: only a weapon that launches is loaded",
            "fight.toml:8:11: fist, ammunition: only a weapon that launches has ammunition",
        ]
    );
}

#[test]
fn creatures_stand_neither_in_walls_nor_in_the_air() {
    let map = "[map]\nrows = ['.#..', '...^', '....', '....']\nlegend.'^' = { elevation = 3 }\nedges = [{ between = [[0, 2], [1, 2]], kind = 'wall' }]\n";
    let creature = |kind: &str, at: &str| {
        format!("{map}[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = {at}\n")
    };
    for (kind, at, message) in [
        ("wolf", "[1, 0]", "it takes up 1,0, which is solid"),
        ("wolf", "[3, 1, 2]", "it takes up 3,1,2, which is solid"),
        (
            "wolf",
            "[0, 0, 4]",
            "it is in the air at height 4 and neither flies nor hangs nor falls",
        ),
        (
            "ogre",
            "[0, 2]",
            "it takes up 0,2, which is cut off by a wall",
        ),
        ("wolf", "[0, 0, 9000]", "heights go from -2000 to 2000"),
    ] {
        let found = mistakes(&creature(kind, at));
        assert_eq!(
            found,
            [format!("fight.toml:10:6: {message}")],
            "{kind} {at}"
        );
    }
    let at = |kind: &str, at: &str| state(&creature(kind, at)).bodies[0].clone();
    assert_eq!(
        at("wolf", "[3, 1]").at,
        Cell::at_height(3, 1, 3),
        "on the ground of its square"
    );
    assert_eq!(
        at("ogre", "[2, 1]").at,
        Cell::at_height(2, 1, 3),
        "on the highest ground below it"
    );
    assert!(at("hawk", "[0, 0, 4]").flying);
    assert!(!at("hawk", "[0, 0]").flying);
}

#[test]
fn tampered_setups_are_refused_with_all_reasons() {
    let setup = composed(TWO);
    type Spoil = (&'static str, fn(&mut Setup));
    let spoil: [Spoil; 9] = [
        ("item 0, kind: there is no such kind", |setup| {
            setup.items[0].kind = 99
        }),
        ("item 0, place: there is no such creature", |setup| {
            setup.items[0].place = Place::Carried(CreatureId(9));
        }),
        ("garret, side", |setup| setup.creatures[0].sheet.side = 7),
        ("garret, owner", |setup| {
            setup.creatures[0].sheet.owner = Some(CreatureId(0))
        }),
        ("garret, mount", |setup| {
            setup.creatures[0].mount = Some(CreatureId(70))
        }),
        ("garret, natural", |setup| {
            setup.creatures[0].sheet.natural.clear()
        }),
        ("garret, spells", |setup| {
            setup.creatures[0].sheet.spells.push(9)
        }),
        ("map.rows", |setup| setup.map.rows.clear()),
        ("ogre, hp", |setup| setup.creatures[1].hp = 81),
    ];
    for (reason, spoil) in spoil {
        let mut spoilt = setup.clone();
        spoil(&mut spoilt);
        spoilt.creatures[1].sheet.speed_ft = 7;
        let reasons = set_up(&spoilt).expect_err(reason);
        assert!(
            reasons
                .iter()
                .any(|one| one.starts_with(reason) || one.contains(reason)),
            "{reason}: {reasons:?}"
        );
        assert!(
            reasons
                .iter()
                .any(|one| one == "ogre, speed_ft: 7 ft is no multiple of 5 ft"),
            "{reasons:?}"
        );
    }
}

#[test]
fn content_files_are_checked_as_a_whole() {
    let complaint = files::complaint::<ThreeAction>;
    assert_eq!(
        complaint(
            "home-weapons.toml",
            "[[weapon]]\nname = 'longsword'\ndice = '9d99'\nuses = ['thrown']\n"
        ),
        "home-weapons.toml:1:1: `hands`: 0 is not from 1 to 4\n\
         home-weapons.toml:1:1: a weapon that is thrown or launched has a Range Increment\n\
         home-weapons.toml:2:8: there is a `longsword` already\n\
         home-weapons.toml:3:8: 9d99: only plain dice that show at most 400 can be used\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "more-creatures.toml",
            "[[creature]]\nname = 'imp'\nlevel = 1\nstr = 1\nspells = ['fogg']\nitems = ['daggr']\n"
        ),
        "more-creatures.toml:1:1: the key `dex` is missing here\n\
         more-creatures.toml:1:1: the key `ess` is missing here\n\
         more-creatures.toml:1:1: the key `mnd` is missing here\n\
         more-creatures.toml:5:11: there is no spell called `fogg` (did you mean `fog`?)\n\
         more-creatures.toml:6:10: there is no item called `daggr` (did you mean `dagger`?)\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    let unknown = complaint("things.toml", "");
    assert!(unknown.contains("does not say what is in it"), "{unknown}");
}

#[test]
fn mistakes_of_all_files_are_shown_at_once() {
    let sources = [
        Source::new("weapons.toml", "[[weapon]]\nname = 3\n"),
        Source::new("gear.toml", "[[gear]]\nnaem = 'rope'\n"),
    ];
    let scenario = "system = 'threeaction'\nsiides = []\n[[creature]]\nname = 'a'\nkind = 'wolf'\n";
    let found = compose(&Source::new("fight.toml", scenario), &sources).expect_err("mistakes");
    let names: Vec<&str> = found.files.iter().map(|file| &*file.source.name).collect();
    assert_eq!(names, ["weapons.toml", "gear.toml", "fight.toml"]);
    let sound = scenario.replace("siides = []\n", "");
    let found = compose(&Source::new("fight.toml", sound), &sources).expect_err("mistakes");
    assert_eq!(
        found.files.len(),
        2,
        "the wolf may be in a file that cannot be read: {found}"
    );
}

#[test]
fn policies_are_known() {
    let found = mistakes(
        "[[creature]]\nname = 'a'\nkind = 'wolf'\nside = 'b'\nat = [1, 1]\npolicy = 'simpel'\n",
    );
    assert_eq!(
        found,
        ["fight.toml:7:10: there is no policy called `simpel` (did you mean `simple`?)"]
    );
}

#[test]
fn maps_are_checked_where_they_are_written() {
    let wolf = "[[creature]]\nname = 'it'\nkind = 'wolf'\nside = 'a'\nat = [1, 2]\n";
    let map = |text: &str| mistakes(&format!("[map]\n{text}\n{wolf}"));
    assert_eq!(
        map("rows = 600\ncolumns = 0"),
        [
            "fight.toml:3:8: a map has 1 to 512 rows, not 600",
            "fight.toml:4:11: a map has 1 to 512 columns, not 0",
        ]
    );
    assert_eq!(
        map("rows = ['....', '...', '.x..']"),
        [
            "fight.toml:3:17: 3 symbols, but the first row has 4",
            "fight.toml:3:24: the symbol `x` in column 1 is not in the legend",
        ]
    );
    assert_eq!(
        map("grid.shape = 'hex'\nlegend.'~' = { water = 2, current = 'north' }"),
        ["fight.toml:4:14: hexes have no neighbour in that direction"]
    );
    assert_eq!(
        map(
            "legend.t = { climb = 'tree', swim = 'sea' }\npatches = [{ from = [0, 0], to = [30, 0], fog = true }]"
        ),
        [
            "fight.toml:3:12: a square has either sides to climb or water to swim in",
            "fight.toml:4:34: column 30, row 0 is outside the map",
        ]
    );
}

#[test]
fn too_many_creatures_are_refused_at_once() {
    let herd =
        "[[creature]]\nname = 'rat'\ncount = 60000\nkind = 'hawk'\nside = 'a'\nat = [[0, 0]]\n";
    let found = mistakes(herd);
    assert!(
        found
            .iter()
            .any(|one| one.contains("60000 creatures are more than the 200 there may be")),
        "{found:?}"
    );
    let mut setup = composed(TWO);
    setup.creatures = vec![setup.creatures[0].clone(); 70_000];
    let reasons = set_up(&setup).expect_err("too many");
    assert_eq!(
        reasons,
        ["70000 creatures, with those to be summoned, are more than the 250 there may be"]
    );
}

#[test]
fn what_is_left_is_no_more_than_there_was() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nactions = 4\nreactions = 2\nenergy = 5",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:11: of a creature's Actions 0 to 3 are left",
            "fight.toml:9:13: of its Reactions 0 to 1 are left",
            "fight.toml:10:10: 5 is not from 0 to 4",
        ]
    );
}

#[test]
fn whoever_is_dead_by_its_hit_points_is_said_to_be() {
    let with = |more: &str| TWO.replacen("at = [4, 4]", &format!("at = [4, 4]\n{more}"), 1);
    assert_eq!(
        mistakes(&with("hp = -200")),
        [
            "fight.toml:8:6: whoever has lost so many Hit Points is Dead: give it the condition `dead`"
        ]
    );
    let dead = with("hp = -200\nconditions = ['dead']");
    assert!(state(&dead).has(CreatureId(0), Condition::Dead));
}

#[test]
fn what_lasts_until_a_round_that_is_over_is_refused() {
    let with = |round: u16| {
        let condition = format!(
            "at = [4, 4]\nconditions = [{{ kind = 'slowed', until = {{ round = {round} }} }}]"
        );
        let text = TWO.replacen("at = [4, 4]", &condition, 1);
        format!("start = {{ round = 3, turn = 'garret' }}\n{text}")
    };
    assert_eq!(mistakes(&with(2)).len(), 1, "{:?}", mistakes(&with(2)));
    assert!(mistakes(&with(2))[0].ends_with("this end would be over already, or can never come"));
    assert!(state(&with(3)).has(CreatureId(0), Condition::Slowed));
}

#[test]
fn feats_and_senses_of_kinds_are_checked_where_they_are_written() {
    let told = affray_trial::files::complaint::<crate::ThreeAction>(
        "more-creatures.toml",
        "[[creature]]\nname = 'seer'\nlevel = 1\nstr = 1\ndex = 1\ness = 1\nmnd = 1\n\
         feats = { extra_reactions = 21 }\nsenses = { exact_ft = 2 }\n",
    );
    assert_eq!(
        told,
        "more-creatures.toml:8:9: `extra_reactions`: 21 is not from -1 to 20\n\
         more-creatures.toml:9:10: `exact_ft`: 2 ft is no multiple of 5 ft\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
}
