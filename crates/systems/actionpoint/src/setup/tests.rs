mod content;
mod figures;
mod mistakes;

use affray_kernel::CreatureId;
use affray_kernel::condition::Until;
use affray_kernel::grid::{Cell, EdgeKind, Terrain, Unit};

use super::{Setup, set_up};
use crate::ActionPoint;
use crate::content::file_schemas;
use crate::state::{
    Condition, Cover, GearId, ItemId, Phase, Place, Presence, Running, SpellId, State,
};
use crate::surface;
use affray_trial::files;

fn composed(text: &str) -> Setup {
    files::composed::<ActionPoint>(text)
}

fn mistakes(text: &str) -> Vec<String> {
    files::mistakes::<ActionPoint>(text)
}

fn state(text: &str) -> State {
    files::state::<ActionPoint>(text)
}

/// A creature alone, with some keys of its own.
fn alone(keys: &str) -> State {
    state(&format!(
        "[[creature]]\nname = 'it'\nside = 'a'\nat = [5, 5]\n{keys}\n"
    ))
}

fn places(state: &State, who: CreatureId) -> Vec<(&str, Place)> {
    let items = state.all_items();
    let own = items.filter(|(_, item)| item.place.bearer() == Some(who));
    own.map(|(id, item)| (state.kind(id).name(), item.place))
        .collect()
}

/// What the styles of a creature train in, by their names.
fn trained(state: &State, who: CreatureId) -> Vec<(&str, Vec<&str>)> {
    let word = |gear: &GearId| &*state.cast.gear[usize::from(gear.0)];
    let styles = state.sheet(who).styles.iter();
    styles
        .map(|style| (&*style.name, style.gear.iter().map(word).collect()))
        .collect()
}

const TWO: &str = "
[[creature]]
name = 'bren'
kind = 'guard'
side = 'watch'
at = [4, 4]
[[creature]]
name = 'gruk'
kind = 'ogre'
side = 'raiders'
at = [8, 4]
";

const ONE: CreatureId = CreatureId(0);
const OTHER: CreatureId = CreatureId(1);

/// The first and the second creature's entry with further keys.
fn two(one: &str, other: &str) -> String {
    let text = TWO.replacen("at = [4, 4]", &format!("at = [4, 4]\n{one}"), 1);
    text.replacen("at = [8, 4]", &format!("at = [8, 4]\n{other}"), 1)
}

#[test]
fn the_first_weapon_and_the_first_shield_are_in_hand() {
    let held = |keys: &str| {
        let state = alone(keys);
        let own = places(&state, ONE);
        let named = own.iter().map(|(name, place)| ((*name).to_owned(), *place));
        named.collect::<Vec<_>>()
    };
    let thing = |name: &str, place| (name.to_owned(), place);
    assert_eq!(
        held("kind = 'knight'"),
        [
            thing("longsword", Place::Held(ONE, 1)),
            thing("bone shield", Place::Held(ONE, 1)),
            thing("full iron armor", Place::Worn(ONE)),
        ]
    );
    assert_eq!(
        held("kind = 'ork bandit'"),
        [
            thing("club", Place::Held(ONE, 1)),
            thing("dagger", Place::Carried(ONE)),
            thing("partial iron armor", Place::Worn(ONE)),
        ]
    );
    assert_eq!(
        held("items = ['ring of wards', 'longbow', 'bone shield', 'healing potion']"),
        [
            thing("ring of wards", Place::Worn(ONE)),
            thing("longbow", Place::Held(ONE, 2)),
            thing("bone shield", Place::Carried(ONE)),
            thing("healing potion", Place::Carried(ONE)),
        ]
    );
    assert_eq!(
        held(
            "held = ['club', 'dagger']\nworn = ['full fur armor']\nitems = ['partial fur armor', 'mace']"
        ),
        [
            thing("club", Place::Held(ONE, 1)),
            thing("dagger", Place::Held(ONE, 1)),
            thing("full fur armor", Place::Worn(ONE)),
            thing("partial fur armor", Place::Carried(ONE)),
            thing("mace", Place::Carried(ONE)),
        ]
    );
}

#[test]
fn versatile_weapons_take_both_hands_if_nothing_else_is_held() {
    let grips = |keys: &str| {
        let state = alone(keys);
        let grip = |(_, place)| match place {
            Place::Held(_, hands) => hands,
            _ => 0,
        };
        places(&state, ONE)
            .into_iter()
            .map(grip)
            .collect::<Vec<_>>()
    };
    assert_eq!(grips("items = ['spear', 'dagger']"), [2, 0]);
    assert_eq!(grips("held = ['spear']"), [2]);
    assert_eq!(grips("held = [{ kind = 'spear', hands = 1 }]"), [1]);
    assert_eq!(grips("held = [{ kind = 'spear', hands = 2 }]"), [2]);
    assert_eq!(grips("held = ['spear', 'torch']"), [1, 1]);
    assert_eq!(grips("items = ['spear']\nhands = 1"), [1]);
    assert_eq!(grips("items = ['spear']\nhands = 0"), [0]);
}

#[test]
fn things_know_their_loading_and_their_uses() {
    let state = alone(
        "held = [{ kind = 'arbolest', unloaded = 2, name = 'old bow' }]\ncarried = ['hand crossbow', 'wand of fire', { kind = 'healing potion', uses = 0 }, 'torch']\nworn = ['ring of wards']",
    );
    let unloaded = [0, 2].map(|id| state.item(ItemId(id)).unloaded);
    assert_eq!(unloaded, [2, 0]);
    let uses: Vec<_> = state.items.iter().map(|item| item.uses).collect();
    assert_eq!(uses, [None, None, None, Some(5), Some(0), None]);
    assert_eq!(state.kind(ItemId(0)).name(), "old bow");
    let gear = state.gear_of(ItemId(0)).map(|gear| usize::from(gear.0));
    assert_eq!(
        gear.map(|gear| &*state.cast.gear[gear]),
        Some("arbolest"),
        "what it is called changes no training"
    );
}

#[test]
fn a_fight_begins_with_setting_the_stage() {
    let state = state(TWO);
    let clock = &state.clock;
    assert_eq!((clock.round, clock.phase), (0, Phase::Stage));
    assert_eq!((clock.turns, clock.order.len()), (0, 0));
    assert_eq!(clock.sneaking, None);
    let body = state.body(ONE);
    assert_eq!((body.health, body.ap, body.initiative), (18, 0, None));
    assert_eq!((body.turn, body.presence), (0, Presence::Here));
    assert_eq!(state.grid().unit, Unit::Metres);
    assert_eq!(state.grid().length(1), 1);
    assert!(state.cast.open_ground);
    let sneaking = files::state::<ActionPoint>(&format!("sneaking = 'raiders'\n{TWO}"));
    assert_eq!(sneaking.clock.sneaking, Some(1));
}

#[test]
fn a_round_can_be_about_to_begin() {
    let text = two("initiative_result = 12", "presence = 'elsewhere'");
    let state = state(&format!("{text}[start]\nround = 2\n"));
    let clock = &state.clock;
    assert_eq!((clock.round, clock.phase), (1, Phase::RoundBegins));
    assert_eq!(&clock.order[..], [ONE]);
    assert_eq!(state.body(ONE).initiative, Some(12));
    assert_eq!(state.body(OTHER).initiative, None);
    assert_eq!(state.body(ONE).ap, 0);
}

/// Four people, whose turn it is or was by their initiative results.
fn four(keys: [&str; 4], start: &str) -> State {
    let mut text = String::new();
    for (index, keys) in keys.into_iter().enumerate() {
        let side = if index < 2 { "a" } else { "b" };
        text += &format!(
            "[[creature]]\nname = 'n{index}'\nkind = 'guard'\nside = '{side}'\nat = [{index}, 0]\n{keys}\n"
        );
    }
    state(&format!("{text}[start]\n{start}\n"))
}

fn turns(state: &State) -> Vec<u16> {
    state.bodies.iter().map(|body| body.turn).collect()
}

#[test]
fn those_before_the_active_creature_have_had_their_turn() {
    let results = [
        "initiative_result = 10",
        "initiative_result = 14",
        "",
        "initiative_result = 12",
    ];
    let state = four(results, "round = 2\nturn = 'n0'");
    let order: Vec<u16> = state.clock.order.iter().map(|who| who.0).collect();
    assert_eq!(order, [1, 3, 0, 2], "without a die a guard has 8");
    assert_eq!(turns(&state), [3, 1, 0, 2]);
    assert_eq!(state.clock.turns, 3);
    assert_eq!(
        (state.clock.round, state.clock.phase),
        (
            2,
            Phase::Turn {
                who: ONE,
                begun: false
            }
        )
    );
    assert!(state.bodies.iter().all(|body| body.ap == 3));
}

#[test]
fn turns_can_be_saved_or_be_had_out_of_order() {
    let keys = [
        "initiative_result = 10\nmoved = 3",
        "initiative_result = 14\nsaved_after = 'n2'",
        "initiative_result = 8\nap = 1",
        "initiative_result = 12\nturn_taken = false",
    ];
    let state = four(keys, "round = 2\nturn = 'n0'");
    assert_eq!(turns(&state), [1, 0, 0, 0]);
    assert_eq!(state.body(OTHER).after, Some(CreatureId(2)));
    assert_eq!(state.body(CreatureId(2)).ap, 1);
    let begun = |state: &State| matches!(state.clock.phase, Phase::Turn { begun: true, .. });
    assert!(begun(&state), "it has moved");
    let early = ["", "", "turn_taken = true", ""];
    let state = four(early, "turn = 'n0'\nbegun = true");
    assert_eq!(turns(&state), [2, 0, 1, 0]);
    assert!(begun(&state));
    assert_eq!(state.clock.round, 1);
}

#[test]
fn every_part_of_a_situation_can_be_written() {
    let one = "health_left = 12
mana = 9
mana_left = 4
xp = 30
initiative_result = 15
ap = 1
attacks = 2
free_used = true
moved = 6
dashes = 1
disengaged = true
braced = true
feint = 'gruk'
cover = 'high'
test_modifier = -3
may_sneak = true
conditions = ['prone', 'dazed', 'grappled', 'hidden']
running = [{ spell = 'stone skin', left = 2 }, { spell = 'ember ward' }]
carried = ['spear']";
    let other = "health_left = 0\nfailures = 2\nhurt = true\nstable = true";
    let text = two(one, other);
    let state = state(&format!(
        "[scene]\npeaceful = true\n[options]\ndying = true\n{text}[start]\nround = 4\nturn = 'bren'\n"
    ));
    let body = state.body(ONE);
    assert_eq!((body.health, body.mana, body.xp), (12, 4, 30));
    assert_eq!((body.initiative, body.ap, body.attacks), (Some(15), 1, 2));
    assert!(body.free_used && body.disengaged && body.braced && body.may_sneak);
    assert_eq!((body.moved, body.dashes), (6, 1));
    assert_eq!(body.feints.as_slice(), [OTHER]);
    assert_eq!(body.cover, Some(Cover::High));
    assert_eq!(body.test_modifier, -3);
    for kind in [Condition::Prone, Condition::Dazed, Condition::Grappled] {
        let held = state.conditions.get(ONE, kind).copied();
        assert_eq!(
            held.map(|held| (held.toward, held.until)),
            Some((None, Until::Cleared))
        );
    }
    assert!(state.conditions.has_toward(ONE, Condition::Hidden, OTHER));
    let running = |spell, left| Running {
        on: ONE,
        spell: SpellId(spell),
        left,
    };
    assert_eq!(state.running, [running(0, 2), running(1, 1)]);
    assert_eq!(state.spell(SpellId(1)).name, "ember ward");
    let fallen = state.body(OTHER);
    assert_eq!((fallen.health, fallen.failures), (0, 2));
    assert!(fallen.hurt && fallen.stable);
    assert!(state.has(OTHER, Condition::Unconscious) && state.has(OTHER, Condition::Prone));
    assert_eq!(places(&state, OTHER), [("maul", Place::Held(OTHER, 2))]);
    assert!(state.cast.scene.peaceful && state.cast.options.dying);
}

#[test]
fn conditions_bring_what_they_mean() {
    let one = "conditions = ['surprised']";
    let other = "conditions = ['dead']";
    let state = state(&format!("[options]\ndying = true\n{}", two(one, other)));
    let surprised = state.conditions.get(ONE, Condition::Surprised);
    assert_eq!(surprised.map(|held| held.until), Some(Until::Round(1)));
    for kind in [Condition::Dead, Condition::Unconscious, Condition::Prone] {
        assert!(state.has(OTHER, kind), "{kind:?}");
    }
    assert_eq!(state.body(OTHER).health, 0);
}

#[test]
fn one_creature_can_hold_another() {
    let text = two(
        "conditions = [{ kind = 'grappled', toward = 'gruk' }]",
        "held = []",
    )
    .replacen("[8, 4]", "[5, 4]", 1);
    let state = state(&text);
    assert!(state.conditions.has_toward(ONE, Condition::Grappled, OTHER));
}

#[test]
fn styles_come_from_the_content_or_are_written_out() {
    let gear = |keys: &str| {
        let state = alone(keys);
        let trained = trained(&state, ONE).into_iter();
        let owned = trained.map(|(name, gear)| (name.to_owned(), gear.join(", ")));
        owned.collect::<Vec<_>>()
    };
    let style = |name: &str, gear: &str| (name.to_owned(), gear.to_owned());
    assert_eq!(
        gear("kind = 'knight'"),
        [style(
            "Classical Knight",
            "full armor, shield, longsword, lance, flail"
        )]
    );
    assert_eq!(gear(""), [style("untrained", "")]);
    assert_eq!(
        gear(
            "kind = 'cave imp'\nitems = ['shortsword', 'bone shield', 'partial fur armor', 'torch']"
        ),
        [style(
            "cave imp",
            "unarmed fighting, shortsword, shield, partial armor"
        )]
    );
    assert_eq!(
        gear("styles = [{ name = 'own', gear = ['net', 'unarmed fighting'] }, 'Forest Bandit']"),
        [
            style("own", "net, unarmed fighting"),
            style(
                "Forest Bandit",
                "partial armor, dagger, shortbow, unarmed fighting, club"
            ),
        ]
    );
}

#[test]
fn entries_beyond_the_free_ones_were_paid_for() {
    let free = |keys: &str| alone(keys).sheet(ONE).styles[0].free;
    assert_eq!(free("styles = ['Sahani Rider']"), 5);
    assert_eq!(
        free("styles = [{ name = 'own', gear = ['net', 'bola'] }]"),
        2
    );
    let six = "gear = ['net', 'bola', 'club', 'mace', 'flail', 'whip']";
    assert_eq!(free(&format!("styles = [{{ name = 'own', {six} }}]")), 5);
    assert_eq!(
        free(&format!("styles = [{{ name = 'own', {six}, free = 2 }}]")),
        2
    );
}

#[test]
fn ground_and_edges_are_obstacles() {
    let text = "[map]
rows = ['lhf^', '#.o.', '....', '....']
legend.l = { cover = 'low' }
legend.h = { cover = 'high' }
legend.f = { cover = 'full' }
legend.o = { opaque = true }
legend.'^' = { elevation = 3 }
patches = [{ from = [0, 0], to = [0, 0], cover = 'none' }]
edges = [{ between = [[0, 2], [0, 3]], kind = 'door' }]
[[creature]]
name = 'it'
kind = 'hunter'
side = 'a'
at = [3, 0]
[[fixture]]
name = 'lever'
at = [2, 2]
hidden = true
door = [[0, 2], [0, 3]]
[[fixture]]
name = 'hatch'
at = [3, 0]
";
    let state = state(text);
    assert_eq!(state.body(ONE).at, Cell::at_height(3, 0, 3));
    let map = &state.cast.map;
    let ground = |x, y| map.ground(Cell::new(x, y));
    let degrees =
        [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)].map(|(x, y)| surface::obstacle(ground(x, y)));
    assert_eq!(
        degrees,
        [
            Cover::None,
            Cover::High,
            Cover::Full,
            Cover::None,
            Cover::Full
        ]
    );
    assert!(ground(2, 1).opaque);
    let (one, other) = (Cell::new(0, 2), Cell::new(0, 3));
    assert_eq!(map.edge(one, other), Some(EdgeKind::Door));
    assert!(!state.cast.open_ground);
    let [lever, hatch] = &state.cast.fixtures[..] else {
        panic!("{:?}", state.cast.fixtures);
    };
    assert_eq!((&*lever.name, lever.door), ("lever", Some((one, other))));
    assert_eq!(hatch.at, Cell::at_height(3, 0, 3));
    let found: Vec<bool> = state.fixtures.iter().map(|fixture| fixture.found).collect();
    assert_eq!(found, [false, true]);
}

#[test]
fn loose_things_lie_on_the_ground() {
    let state = state(&format!(
        "{TWO}[[item]]\nkind = 'dagger'\nname = 'old dagger'\nat = [2, 3]\n[[item]]\nkind = 'arbolest'\nat = [2, 4]\nunloaded = 1\n[[item]]\nkind = 'wand of fire'\nat = [2, 4]\nuses = 3\n"
    ));
    let loose: Vec<_> = state
        .all_items()
        .filter(|(_, item)| item.place.bearer().is_none())
        .collect();
    let [(dagger, lying), (_, arbolest), (_, wand)] = loose[..] else {
        panic!("{loose:?}");
    };
    assert_eq!(state.kind(dagger).name(), "old dagger");
    assert_eq!(lying.place, Place::Ground(Cell::new(2, 3)));
    assert_eq!((arbolest.unloaded, wand.uses), (1, Some(3)));
}

#[test]
fn a_setup_survives_being_written_down_and_read() {
    let text = two("conditions = ['prone']", "health_left = 3");
    let setup = composed(&format!("{text}[start]\nround = 3\nturn = 'gruk'\n"));
    let text = serde_json::to_string(&setup).expect("a setup can be written");
    let again: Setup = serde_json::from_str(&text).expect("and read");
    assert_eq!(again, setup);
    assert_eq!(set_up(&again), set_up(&setup));
}

#[test]
fn schemas_know_every_file() {
    let schemas = file_schemas();
    let names: Vec<&str> = schemas.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        ["weapons", "armor", "gear", "spells", "styles", "creatures"]
    );
    let all = <ActionPoint as affray_kernel::System>::schemas();
    let lost = affray_kernel::content::without_place(super::bounds::DEMANDS, &all);
    assert!(lost.is_empty(), "{lost:?}");
    for (name, schema) in &schemas {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
}
