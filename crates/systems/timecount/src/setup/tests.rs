mod mistakes;

use affray_kernel::condition::Until;
use affray_kernel::grid::{Cell, EdgeKind, Heading, Terrain};
use affray_kernel::{CreatureId, System};

use super::{Setup, set_up};
use crate::TimeCount;
use crate::act::Facing;
use crate::rules::damage::modifiers;
use crate::rules::numbers::{attack_bonus, defense, threshold, unarmed};
use crate::rules::rates::speed_ft;
use crate::sheet::{Amount, Defense, SpeedFactors};
use crate::state::{
    Arm, BonusPool, Condition, ItemId, Kept, NEVER, Pace, Pending, PendingHarm, Phase, Place,
    Posture, SpellId, Stance, State, Underway,
};
use crate::surface::{self, Cover};
use affray_trial::files;

fn composed(text: &str) -> Setup {
    files::composed::<TimeCount>(text)
}

fn mistakes(text: &str) -> Vec<String> {
    files::mistakes::<TimeCount>(text)
}

fn state(text: &str) -> State {
    files::state::<TimeCount>(text)
}

fn places(state: &State, who: u16) -> Vec<(&str, Place)> {
    let items = state.all_items();
    let own = items.filter(|(_, item)| item.place.bearer() == Some(CreatureId(who)));
    own.map(|(id, item)| (state.kind(id).name(), item.place))
        .collect()
}

const TWO: &str = "
[[creature]]
name = 'garret'
kind = 'guard'
side = 'watch'
at = [4, 4]
[[creature]]
name = 'troll'
kind = 'troll'
side = 'monsters'
at = [6, 4]
";

const ONE: CreatureId = CreatureId(0);
const OTHER: CreatureId = CreatureId(1);

/// Defenses in the book's order, hit points, Threshold of Pain and speed.
type Figures = ([i16; 5], i16, i16, i16);

#[test]
fn the_background_creatures_have_the_figures_of_the_background() {
    let kinds: [(&str, Figures); 10] = [
        ("guard", ([18, 14, 14, 11, 10], 14, 4, 15)),
        ("scout", ([16, 13, 11, 17, 13], 13, 4, 15)),
        ("duelist", ([15, 10, 11, 17, 12], 13, 4, 25)),
        ("mage", ([13, 10, 11, 12, 15], 13, 4, 25)),
        ("wolf", ([13, 11, 13, 14, 11], 15, 3, 40)),
        ("troll", ([16, 12, 19, 10, 9], 34, 4, 20)),
        ("ghoul", ([13, 11, 11, 14, 13], 16, 3, 20)),
        ("cockatrice", ([14, 11, 10, 16, 11], 9, 2, 25)),
        ("giant spider", ([13, 11, 13, 15, 10], 18, 2, 25)),
        ("gelatinous cube", ([13, 9, 20, 4, 5], 40, 4, 15)),
    ];
    for (kind, figures) in kinds {
        let state = state(&format!(
            "[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = [3, 3]\n"
        ));
        let five = [
            Defense::Primary,
            Defense::Passive,
            Defense::Vigor,
            Defense::Celerity,
            Defense::Spirit,
        ];
        let found = (
            five.map(|one| defense(&state, ONE, one)),
            state.body(ONE).hp,
            threshold(&state, ONE),
            speed_ft(&state, ONE),
        );
        assert_eq!(found, figures, "{kind}");
    }
}

#[test]
fn the_background_creatures_attack_as_in_the_background() {
    // Attack bonus, and what is added to damage.
    let attacks = [
        ("guard", "long sword", 5, 3),
        ("scout", "dagger", 9, 4),
        ("scout", "short bow", 9, 3),
        ("duelist", "rapier", 7, 4),
        ("mage", "staff", 2, 2),
        ("wolf", "bite", 4, 3),
        ("troll", "claws", 8, 8),
        ("ghoul", "claws", 4, 2),
        ("cockatrice", "beak", 7, 2),
        ("giant spider", "bite", 3, 3),
        ("gelatinous cube", "pseudopod", 3, 4),
    ];
    for (kind, weapon, bonus, damage) in attacks {
        let state = state(&format!(
            "[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = [3, 3]\n"
        ));
        let items = (0..state.items.len() as u16).map(|item| Arm::Item(ItemId(item)));
        let natural = (0..state.sheet(ONE).natural.len() as u8).map(Arm::Natural);
        let arm = items.chain(natural).find(|arm| {
            let found = state.weapon(ONE, *arm);
            found.is_some_and(|found| found.name == weapon)
        });
        let arm = arm.unwrap_or_else(|| panic!("{kind} has no {weapon}"));
        assert_eq!(attack_bonus(&state, ONE, arm), bonus, "{kind}");
        let weapon = state.weapon(ONE, arm).expect("a weapon");
        assert_eq!(modifiers(&state, ONE, weapon).total(), damage, "{kind}");
    }
}

#[test]
fn a_creature_without_a_kind_is_an_average_person() {
    let state = state("[[creature]]\nname = 'it'\nside = 'a'\nat = [3, 3]\nconstitution = 1\n");
    let sheet = state.sheet(ONE);
    assert_eq!((sheet.max_hp, sheet.threshold, sheet.speed_ft), (13, 3, 20));
    assert_eq!(sheet.speed_factors, SpeedFactors::Static);
    assert_eq!(sheet.natural.len(), 1);
    assert_eq!(defense(&state, ONE, Defense::Vigor), 11);
}

#[test]
fn unarmed_strikes_are_as_large_as_who_strikes() {
    for (size, damage) in [
        ("tiny", "1"),
        ("small", "d2"),
        ("medium", "d3"),
        ("large", "d4"),
        ("colossal", "d10"),
    ] {
        let state = state(&format!(
            "[[creature]]\nname = 'it'\nside = 'a'\nat = [3, 3]\nsize = '{size}'\n"
        ));
        let weapon = state
            .weapon(ONE, unarmed(&state, ONE))
            .expect("an unarmed strike");
        let found = match weapon.damage.expect("damage") {
            Amount::Fixed(points) => points.to_string(),
            Amount::Dice(dice) => dice.to_string(),
        };
        assert_eq!(found, damage, "{size}");
        assert!(weapon.nonlethal);
    }
}

#[test]
fn hands_take_the_first_weapon_and_a_shield_and_the_rest_is_carried() {
    let carried = |kept| Place::Carried(ONE, kept);
    let state = state(TWO);
    let expected = [
        ("long sword", Place::Held(ONE)),
        ("round shield", Place::Held(ONE)),
        ("chain", Place::Worn(ONE)),
    ];
    assert_eq!(places(&state, 0), expected);
    assert!(state.items[1].readied && !state.items[0].readied);
    assert_eq!(state.items[0].durability, 5);
    let text = TWO.replacen("at = [4, 4]", "at = [4, 4]\nammunition = 7\nitems = ['long bow', 'dagger', 'healing potion', { kind = 'mace', kept = 'backpack', durability = 3 }]", 1);
    let state = self::state(&text);
    let expected = [
        ("long bow", Place::Held(ONE)),
        ("dagger", carried(Kept::Sheath)),
        ("healing potion", carried(Kept::Pouch)),
        ("mace", carried(Kept::Backpack)),
    ];
    assert_eq!(places(&state, 0), expected);
    assert_eq!(state.items[0].left, Some(7));
    assert_eq!((state.items[1].left, state.items[3].durability), (None, 3));
}

#[test]
fn a_fight_without_a_start_begins_with_initiative() {
    let text = TWO.replacen("at = [4, 4]", "at = [4, 4]\nnext = 6\nsurprised = false", 1);
    let text = text.replace("at = [6, 4]", "at = [6, 4]\nsurprised = true");
    let state = state(&text);
    assert_eq!((state.clock.phase, state.clock.count), (Phase::Setup, 0));
    assert_eq!([ONE, OTHER].map(|who| state.body(who).next), [6, NEVER]);
    let settled = [ONE, OTHER].map(|who| state.body(who).surprise_settled);
    let surprised = [ONE, OTHER].map(|who| state.has(who, Condition::Surprised));
    assert_eq!((settled, surprised), ([true; 2], [false, true]));
}

#[test]
fn a_fight_under_way_goes_on_where_it_stands() {
    let text = TWO.replacen("at = [4, 4]", "at = [4, 4]\nnext = 16", 1);
    let state = state(&format!("{text}[start]\ncount = 12\n"));
    assert_eq!(
        (state.clock.phase, state.clock.count),
        (Phase::UnderWay, 12)
    );
    assert_eq!([ONE, OTHER].map(|who| state.body(who).next), [16, 12]);
    assert_eq!(state.body(OTHER).regenerates, 22);
}

#[test]
fn a_situation_can_be_anything() {
    let state = state(
        "[start]
count = 20
[options]
impairments = true
[map]
rows = 8
columns = 9
[[creature]]
name = 'selene'
kind = 'mage'
control = 'pc'
side = 'heroes'
at = [4, 2]
hp = 8
fatigue = 3
invigoration = 2
bonus = [{ points = 4, until = 140 }, { points = 1, until = 30 }]
poison_fatigue = 1
poison_hp = 2
wear = 1
impairments = { slashing = 2 }
attribute_damage = { dexterity = 1 }
attribute_poison = { dexterity = 1 }
paralysis = [{ points = 3, every = 60 }]
petrification = 2
next = 31
stance = { stance = 'crouch', from = 24 }
facing = 'south'
pressed_by = ['wolf 2', 'wolf 1']
movement = { counts = 2, last = 20, heading = 'east', from = [3, 2] }
run_penalty = 2
castings = { dread = 2 }
prepared = { spell = 'force dart', charges = 2 }
underway = { prepare = { spell = 'web', ready = 31, hindered = 4 } }
asked = false
resistance_lowered = true
conditions = ['netted', { kind = 'shaken', cause = 'wolf 1', until = 80, amount = -2 }, { kind = 'grabbed', toward = 'wolf 1', amount = 1 }]
poisons = [{ at = 60, amount = '1d4', harms = 'hit-points' }, { at = 50, amount = 1, harms = { attribute = 'strength' } }]
last_weapon = 'staff'
stapled = { dc = 14 }
[[creature]]
name = 'wolf'
count = 2
kind = 'wolf'
side = 'beasts'
at = [[5, 2], [3, 3]]
facing = { creature = 'selene' }
run = { pace = 'sprint', counts = 8, sprint_gain_ft = 10 }
[[spell]]
spell = 'dread'
caster = 'selene'
until = 80
",
    );
    let body = state.body(ONE);
    assert_eq!((body.hp, body.fatigue, body.invigoration), (8, 3, 2));
    let pools = [(30, 1), (140, 4)].map(|(until, points)| BonusPool { until, points });
    assert_eq!(body.bonus, pools);
    assert_eq!((body.poison_fatigue, body.poison_hp, body.wear), (1, 2, 1));
    assert_eq!((body.impairments, body.attribute_damage[1]), ([0, 0, 2], 1));
    assert_eq!((body.paralysis[0].points, body.paralysis[0].next), (3, 80));
    assert_eq!((body.petrification, body.unpetrifies), (2, 57_620));
    assert_eq!(
        body.posture,
        Posture {
            stance: Stance::Crouch,
            from: 24
        }
    );
    assert_eq!(body.facing, Facing::Heading(Heading::South));
    assert_eq!(body.pressed_by, [CreatureId(1), CreatureId(2)]);
    assert_eq!(body.movement.from, Some(Cell::new(3, 2)));
    assert_eq!((body.next, body.run_penalty), (31, 2));
    let spell = |name: &str| {
        let place = state
            .cast
            .spells
            .iter()
            .position(|spell| spell.name == name);
        SpellId(place.expect("a spell") as u8)
    };
    assert_eq!(body.castings, [(spell("dread"), 2)]);
    let prepared = body.prepared.expect("a prepared spell");
    assert_eq!((prepared.spell, prepared.charges), (spell("force dart"), 2));
    let web = Underway::Prepare {
        spell: spell("web"),
        ready: 31,
        failure: None,
        hindered: 4,
    };
    assert_eq!((&body.underway, body.asked), (&web, false));
    assert_eq!(body.last_arm, Some(Arm::Item(ItemId(0))));
    assert_eq!(state.sheet(ONE).speed_factors, SpeedFactors::Rolled);
    assert!(state.has(ONE, Condition::Netted));
    assert!(state.conditions.has_toward(ONE, Condition::Grabbed, OTHER));
    let shaken = state.conditions.get(ONE, Condition::Shaken);
    let shaken = shaken.map(|held| (held.until, held.amount));
    assert_eq!(shaken, Some((Until::At(80), -2)));
    let harms: Vec<Pending> = state.pending.clone();
    assert!(matches!(
        (harms[0].at, harms[0].what),
        (50, PendingHarm::Poison(1, _))
    ));
    assert!(matches!(
        (harms[1].at, harms[1].what),
        (60, PendingHarm::PoisonDice(1, 4, 0, _))
    ));
    assert_eq!(state.body(OTHER).facing, Facing::Creature(ONE));
    assert_eq!(
        state.body(OTHER).run.map(|run| (run.pace, run.counts)),
        Some((Pace::Sprint, 8))
    );
    assert_eq!(state.sheet(OTHER).group.as_deref(), Some("wolf"));
    assert_eq!((state.spells[0].number, state.spells[0].until), (1, 80));
}

#[test]
fn nobody_is_impaired_where_nothing_impairs() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nimpairments = { slashing = 1 }",
        1,
    );
    assert_eq!(
        mistakes(&text),
        ["fight.toml:8:15: nobody is impaired without the option `impairments`"]
    );
    let state = state(&format!("{text}[options]\nimpairments = true\n"));
    assert_eq!(state.body(ONE).impairments, [0, 0, 1]);
}

#[test]
fn what_is_wrong_with_dice_is_said() {
    let written = |damage: &str| {
        let fang = format!(
            "natural = [{{ name = 'fang', damage = {damage}, types = ['piercing'], speed = 'fast' }}]"
        );
        mistakes(&TWO.replacen("at = [4, 4]", &format!("at = [4, 4]\n{fang}"), 1))
    };
    let expected = [
        "`0d4` is no pool of dice: at character 1: 0 dice: a pool has 1 to 23",
        "expected a number, or dice such as `1d6`, found 70000",
        "expected a number, or dice such as `1d6`, found true",
    ];
    let expected = expected.map(|words| [format!("fight.toml:8:38: {words}")]);
    assert_eq!(["'0d4'", "70000", "true"].map(written), expected);
}

#[test]
fn the_dying_and_the_unconscious_know_since_when() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nhp = 3\nfatigue = 6\nconditions = ['unconscious', 'prone-not']",
        1,
    );
    assert_eq!(mistakes(&text).len(), 1);
    let text = text.replace(", 'prone-not'", "");
    let state = state(&format!("{text}[start]\ncount = 5\n"));
    let body = state.body(ONE);
    assert_eq!(
        (body.dying_since, body.waking, body.next),
        (Some(5), Some(15), NEVER)
    );
}

#[test]
fn ground_has_cover_costs_and_heights() {
    let state = state(
        "[map]
rows = ['.,^', 'b..', '...']
legend.',' = { spaces = 3, cover = 'quarter' }
legend.'^' = { elevation = 2 }
legend.b = { difficult = true }
edges = [{ between = [[0, 1], [0, 2]], kind = 'slit' }, { between = [[1, 1], [1, 2]], kind = 'high' }]
[[creature]]
name = 'it'
kind = 'scout'
side = 'a'
at = [2, 0]
",
    );
    assert_eq!(state.body(ONE).at, Cell::at_height(2, 0, 2));
    let map = &state.cast.map;
    let ground = |x, y| map.ground(Cell::new(x, y));
    assert_eq!(
        [(1, 0), (0, 1), (1, 1)].map(|(x, y)| surface::spaces(ground(x, y))),
        [3, 2, 1]
    );
    assert_eq!(Cover::of_ground(ground(1, 0)), Some(Cover::Quarter));
    assert_eq!(Cover::of_ground(ground(1, 1)), None);
    let edge = |x| map.edge(Cell::new(x, 1), Cell::new(x, 2));
    assert_eq!(edge(0), Some(EdgeKind::Slit));
    let covers = [0, 1].map(|x| edge(x).and_then(Cover::of_edge).and_then(Cover::modifier));
    assert_eq!(covers, [Some(-8), Some(-6)]);
    assert!(!state.cast.open_ground);
}

#[test]
fn riders_are_where_their_mounts_are() {
    let text = "
[[creature]]
name = 'ilya'
kind = 'duelist'
side = 'riders'
mount = 'grey'
[[creature]]
name = 'grey'
kind = 'riding horse'
side = 'riders'
at = [4, 4]
";
    let state = state(text);
    assert_eq!(state.body(ONE).at, Cell::new(4, 4));
    assert_eq!(state.body(ONE).mount, Some(OTHER));
    assert_eq!(
        mistakes(&text.replace("riding horse", "troll")),
        ["fight.toml:7:9: it cannot be ridden"]
    );
    let of_rider = |more: &str| {
        let mount = format!("mount = 'grey'\n{more}");
        mistakes(&text.replace("mount = 'grey'", &mount))
    };
    let out = "fight.toml:7:9: whoever is dead, unconscious or has given up does not ride";
    assert_eq!(of_rider("conditions = ['unconscious']"), [out]);
    assert_eq!(of_rider("conditions = ['dead']"), [out]);
    let low = "fight.toml:7:9: nobody rides prone, on one knee or poised";
    assert_eq!(of_rider("stance = 'prone'"), [low]);
    let dead = format!("{text}conditions = ['dead']\n");
    let carries_nobody = "whoever is dead, unconscious or has given up carries nobody";
    assert_eq!(
        mistakes(&dead),
        [format!("fight.toml:7:9: {carries_nobody}")]
    );
}

#[test]
fn the_unconscious_keep_nothing_up() {
    let down = |more: &str| {
        let more = format!("at = [4, 4]\nconditions = ['unconscious']\n{more}");
        mistakes(&TWO.replacen("at = [4, 4]", &more, 1))
    };
    let prepared = down("spells = ['web']\nprepared = 'web'");
    let spell = "the dead and the unconscious keep no spell prepared";
    assert!(
        prepared.len() == 1 && prepared[0].ends_with(spell),
        "{prepared:?}"
    );
    let waits = down("underway = { wait = { until = 9 } }");
    let nothing = "the dead and the unconscious are about nothing";
    assert!(
        waits.iter().any(|fault| fault.ends_with(nothing)),
        "{waits:?}"
    );
}

#[test]
fn a_setup_survives_being_written_down_and_read() {
    let setup = composed(&format!("{TWO}[start]\ncount = 3\n"));
    let text = serde_json::to_string(&setup).expect("a setup can be written");
    let again: Setup = serde_json::from_str(&text).expect("and read");
    assert_eq!(again, setup);
    assert_eq!(set_up(&again), set_up(&setup));
}

#[test]
fn a_start_later_than_any_count_is_refused() {
    let mut setup = composed(&format!("{TWO}[start]\ncount = 3\n"));
    setup.start = Some(NEVER);
    assert!(set_up(&setup).is_err());
}

#[test]
fn schemas_know_every_file() {
    let schemas = TimeCount::schemas();
    let names: Vec<&str> = schemas.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        [
            "scenario",
            "weapons",
            "armor",
            "gear",
            "spells",
            "creatures"
        ]
    );
    let all = <TimeCount as affray_kernel::System>::schemas();
    let lost = affray_kernel::content::without_place(super::bounds::DEMANDS, &all);
    assert!(lost.is_empty(), "{lost:?}");
    for (name, schema) in &schemas {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
    let creature = &schemas[0].1["definitions"]["CreatureFile"]["properties"];
    assert!(creature["underway"].is_object() && creature["accuracy"].is_object());
}
