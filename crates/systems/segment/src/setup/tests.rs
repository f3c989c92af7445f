mod figures;
mod mistakes;

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, EdgeKind, Terrain, Unit};

use super::{Setup, set_up};
use crate::Segments;
use crate::content::file_schemas;
use crate::sheet::{DamageType, DefendSkill};
use crate::state::{
    Condition, Cover, Fitness, Guard, ItemId, Phase, Place, Presence, Segment, Stance, State,
};
use crate::surface;
use affray_trial::files;

fn composed(text: &str) -> Setup {
    files::composed::<Segments>(text)
}

fn mistakes(text: &str) -> Vec<String> {
    files::mistakes::<Segments>(text)
}

fn state(text: &str) -> State {
    files::state::<Segments>(text)
}

/// A creature alone, with some keys of its own.
fn alone(keys: &str) -> State {
    state(&format!(
        "[[creature]]\nname = 'it'\nside = 'a'\nat = [5, 5]\n{keys}\n"
    ))
}

fn places(state: &State, who: u16) -> Vec<(&str, Place)> {
    let items = state.all_items();
    let own = items.filter(|(_, item)| item.place.bearer() == Some(CreatureId(who)));
    own.map(|(id, item)| (state.kind(id).name(), item.place))
        .collect()
}

const TWO: &str = "
[[creature]]
name = 'bren'
kind = 'soldier'
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
fn weapons_take_the_right_hand_and_shields_the_left() {
    let held = |keys: &str| {
        let state = alone(keys);
        let own = places(&state, 0);
        let named = own.iter().map(|(name, place)| ((*name).to_owned(), *place));
        named.collect::<Vec<_>>()
    };
    let thing = |name: &str, place| (name.to_owned(), place);
    assert_eq!(
        held("kind = 'soldier'"),
        [
            thing("arming sword", Place::Held(ONE, 0b01)),
            thing("medium shield", Place::Held(ONE, 0b10)),
            thing("chain mail", Place::Worn(ONE)),
        ]
    );
    assert_eq!(
        held("kind = 'soldier'\nheld = ['small shield', 'mace']\ncarried = ['healing draught']"),
        [
            thing("small shield", Place::Held(ONE, 0b10)),
            thing("mace", Place::Held(ONE, 0b01)),
            thing("healing draught", Place::Carried(ONE)),
        ]
    );
    assert_eq!(
        held("kind = 'archer'"),
        [
            thing("short bow", Place::Held(ONE, 0b11)),
            thing("dagger", Place::Carried(ONE)),
            thing("leather", Place::Worn(ONE)),
        ]
    );
    // A disabled arm holds nothing.
    assert_eq!(
        held("kind = 'archer'\ndisabled = ['right elbow']"),
        [
            thing("short bow", Place::Carried(ONE)),
            thing("dagger", Place::Held(ONE, 0b10)),
            thing("leather", Place::Worn(ONE)),
        ]
    );
}

#[test]
fn weapons_in_hand_are_loaded_where_they_need_it() {
    let state = alone(
        "held = [{ kind = 'light crossbow', left = 3 }]\ncarried = ['heavy crossbow', { kind = 'short bow', left = 12, name = 'old bow' }, { kind = 'small shield', broken = true }]",
    );
    let [light, heavy, bow, shield] = [0, 1, 2, 3].map(|id| *state.item(ItemId(id)));
    assert_eq!((light.loaded, light.left), (true, Some(3)));
    assert_eq!((heavy.loaded, heavy.left), (false, None));
    assert_eq!((bow.loaded, bow.left), (false, Some(12)));
    assert_eq!(state.kind(ItemId(2)).name(), "old bow");
    assert!(shield.broken);
    let unloaded = alone("held = [{ kind = 'light crossbow', loaded = false }]");
    assert!(!unloaded.item(ItemId(0)).loaded);
    assert!(!alone("held = ['short bow']").item(ItemId(0)).loaded);
}

#[test]
fn a_fight_begins_with_the_first_round() {
    let state = state(TWO);
    assert_eq!(
        (state.clock.round, state.clock.phase),
        (0, Phase::Beginning)
    );
    let body = state.body(ONE);
    assert_eq!((body.hits, body.actions, body.order), (30, 4, 6));
    assert_eq!((body.stance, body.fitness), (None, Fitness::Active));
    assert_eq!(state.cast.damage_types, [true; 5]);
    assert_eq!(state.grid().unit, Unit::Yards);
    assert_eq!(state.grid().length(1), 1);
    // An arming sword reaches 1 yd, a great club in Large hands 2.
    assert_eq!(state.reaches, [1, 2]);
}

#[test]
fn a_fight_can_be_under_way() {
    let text = two("stance = 'aggressive'", "");
    let start = |start: &str| {
        let clock = state(&format!("{text}[start]\n{start}\n")).clock;
        (clock.round, clock.phase, clock.segment)
    };
    assert_eq!(
        start("round = 3\nsegment = 'ranged'"),
        (3, Phase::Acting, Some(Segment::Ranged))
    );
    assert_eq!(start(""), (1, Phase::Calling, None));
    assert_eq!(
        start("segment = 'melee'\nphase = 'calling'"),
        (1, Phase::Calling, Some(Segment::Melee))
    );
    assert_eq!(start("phase = 'ambushes'").1, Phase::Ambushes);
    assert_eq!(start("phase = 'on-guards'").1, Phase::OnGuards);
    let stances = |start: &str| {
        let state = state(&format!("{text}[start]\n{start}\nambushed = true\n"));
        assert!(state.clock.ambushed);
        [ONE, OTHER].map(|who| state.body(who).stance)
    };
    let aggressive = Some(Stance::Aggressive);
    assert_eq!(
        stances("segment = 'melee'"),
        [aggressive, Some(Stance::Hold)]
    );
    assert_eq!(stances("phase = 'calling'"), [aggressive, None]);
}

#[test]
fn every_part_of_a_situation_can_be_written() {
    let one = "hits = 12
actions_left = 1
fitness = 'fatigued'
order = 9
modifier = -4
environment = -2
cover = 'good'
alert = false
disabled = ['left arm', 'head']
stepped = true
reacted = true
moved = 6
stirred = true
ambushed = true
stance = 'ready-wait'
taken = 2
done = true
committed = 'melee'
guard = { skill = 'block', failures = 2, in_segment = 1 }
ambush = ['gruk']
disengaged = true
carried = ['arming sword']
conditions = ['concealed', { kind = 'knocked-out', rounds = 1, cause = 'gruk' }, { kind = 'noticed', toward = 'gruk' }, 'surprised']";
    let text = two(one, "presence = 'fled'\nguarded = true\nguard = 'parry'");
    let state = state(&format!(
        "{text}[setting]\ndamage_types = ['physical', 'impact']\nenvironment = -1\nside_environment = {{ raiders = -3 }}\n[start]\nround = 2\nsegment = 'melee'\n"
    ));
    let body = state.body(ONE);
    assert_eq!((body.hits, body.actions, body.order), (12, 1, 9));
    assert_eq!(body.fitness, Fitness::Fatigued);
    assert_eq!((body.modifier, body.environment), (-4, -2));
    assert_eq!((body.cover, body.alert), (Cover::Good, Some(false)));
    assert_eq!(body.disabled, 0b101);
    assert!(body.stepped && body.reacted && body.stirred && body.done && body.disengaged);
    assert!(body.ambushed);
    assert_eq!((body.moved, body.taken), (6, 2));
    assert_eq!(body.stance, Some(Stance::ReadyWait));
    assert_eq!(body.committed, Some(Segment::Melee));
    let guard = Guard {
        skill: DefendSkill::Block,
        failures: 2,
        in_segment: 1,
    };
    assert_eq!((body.guard, body.guarded), (Some(guard), true));
    assert_eq!(body.ambush.as_deref(), Some(&[OTHER][..]));
    assert_eq!(state.body(OTHER).presence, Presence::Fled);
    let parry = state.body(OTHER).guard.map(|guard| guard.skill);
    assert_eq!(parry, Some(DefendSkill::Parry));
    assert!(state.conditions.has_toward(ONE, Condition::Noticed, OTHER));
    let out = Held {
        cause: Some(OTHER),
        until: Until::Round(3),
        ..Held::plain(ONE, Condition::KnockedOut)
    };
    assert_eq!(state.conditions.get(ONE, Condition::KnockedOut), Some(&out));
    let surprised = state.conditions.get(ONE, Condition::Surprised);
    assert_eq!(surprised.map(|held| held.until), Some(Until::Round(2)));
    assert!(state.has(ONE, Condition::Concealed));
    assert_eq!(state.cast.damage_types, [true, true, false, false, false]);
    assert_eq!(state.clock.environment, -1);
    assert_eq!(&state.side_environment[..], [0, -3]);
}

#[test]
fn those_without_hits_are_unconscious_or_dead_and_hold_nothing() {
    let state = state(&two("hits = -2", "hits = -8"));
    assert!(state.has(ONE, Condition::Unconscious) && !state.has(ONE, Condition::Dead));
    assert!(state.has(OTHER, Condition::Dead) && !state.has(OTHER, Condition::Unconscious));
    assert_eq!(state.item(ItemId(0)).place, Place::Ground(Cell::new(4, 4)));
    assert_eq!(places(&state, 0), [("chain mail", Place::Worn(ONE))]);
    // The boulder was never in hand.
    assert_eq!(places(&state, 1), [("boulder", Place::Carried(OTHER))]);
}

#[test]
fn effects_last_and_blind() {
    let text = two("", "")
        .replacen("kind = 'soldier'", "kind = 'priest'", 1)
        .replacen("kind = 'ogre'", "kind = 'mage'\npowers = ['dark veil']", 1);
    let state = state(&format!(
        "{text}[[effect]]\npower = 'holy ward'\nby = 'bren'\non = 'bren'\nsince = 1\n[[effect]]\npower = 'dark veil'\nby = 'gruk'\non = 'bren'\n[start]\nround = 3\n"
    ));
    let effects = state.effects.iter().map(|effect| {
        let name = &*state.power(effect.power).name;
        (effect.number, name, effect.by, effect.on, effect.since)
    });
    assert_eq!(
        effects.collect::<Vec<_>>(),
        [
            (1, "holy ward", ONE, ONE, 1),
            (2, "dark veil", OTHER, ONE, 2)
        ]
    );
    let blinded = state.conditions.get(ONE, Condition::Blinded);
    assert_eq!(blinded.and_then(|held| held.cause), Some(OTHER));
}

#[test]
fn riders_take_up_the_space_of_their_mounts() {
    let size = |keys: &str| {
        let state = alone(&format!("kind = 'knight'\n{keys}"));
        (state.body(ONE).mounted, state.space(ONE).side)
    };
    assert_eq!(size(""), (true, 2));
    assert_eq!(size("mounted = false"), (false, 1));
}

#[test]
fn flyers_can_be_above_the_ground() {
    let height = |keys: &str| alone(&format!("kind = 'griffon'\n{keys}")).body(ONE).at.z;
    assert_eq!(height(""), 0);
    assert_eq!(height("aloft_yd = 4"), 4);
    let hill = "[map]\nrows = 20\npatches = [{ from = [5, 5], to = [5, 5], elevation = 3 }]\n";
    let above = state(&format!(
        "{hill}[[creature]]\nname = 'it'\nkind = 'griffon'\nside = 'a'\nat = [5, 5]\naloft_yd = 2\n"
    ));
    assert_eq!(above.body(ONE).at.z, 5);
}

#[test]
fn ground_covers_hides_and_hinders() {
    let text = "[map]
rows = ['cc^.', 'ccw.', '....', '....']
legend.c = { conceals = true, difficult = true, cover = 'partial' }
legend.'^' = { elevation = 3 }
legend.w = { obstacle = true, cover = 'good' }
patches = [{ from = [3, 0], to = [3, 0], cover = 'total' }]
edges = [{ between = [[0, 2], [0, 3]], kind = 'door' }]
[[creature]]
name = 'it'
kind = 'archer'
side = 'a'
at = [2, 0]
";
    let state = state(text);
    assert_eq!(state.body(ONE).at, Cell::at_height(2, 0, 3));
    let map = &state.cast.map;
    let ground = |x, y| map.ground(Cell::new(x, y));
    let covers = [(0, 0), (2, 1), (3, 0), (3, 3)].map(|(x, y)| surface::cover(ground(x, y)));
    assert_eq!(
        covers,
        [Cover::Partial, Cover::Good, Cover::Total, Cover::None]
    );
    assert!(surface::conceals(ground(1, 1)) && !surface::conceals(ground(2, 1)));
    assert!(surface::is_obstacle(ground(2, 1)) && !surface::is_obstacle(ground(0, 0)));
    assert!(ground(0, 0).difficult);
    assert_eq!(
        map.edge(Cell::new(0, 2), Cell::new(0, 3)),
        Some(EdgeKind::Door)
    );
}

#[test]
fn loose_things_lie_on_the_ground() {
    let state = state(&format!(
        "{TWO}[[item]]\nkind = 'dagger'\nname = 'old dagger'\nat = [2, 3]\n[[item]]\nkind = 'light crossbow'\nat = [2, 4]\nloaded = true\nleft = 4\n"
    ));
    let loose: Vec<_> = state
        .all_items()
        .filter(|(_, item)| item.place.bearer().is_none())
        .collect();
    let [(dagger, lying), (_, crossbow)] = loose[..] else {
        panic!("{loose:?}");
    };
    assert_eq!(state.kind(dagger).name(), "old dagger");
    assert_eq!(lying.place, Place::Ground(Cell::new(2, 3)));
    assert_eq!((crossbow.loaded, crossbow.left), (true, Some(4)));
}

#[test]
fn a_setup_survives_being_written_down_and_read() {
    let text = two("conditions = ['prone']", "hits = 3");
    let setup = composed(&format!("{text}[start]\nround = 3\nsegment = 'melee'\n"));
    let text = serde_json::to_string(&setup).expect("a setup can be written");
    let again: Setup = serde_json::from_str(&text).expect("and read");
    assert_eq!(again, setup);
    assert_eq!(set_up(&again), set_up(&setup));
}

#[test]
fn schemas_know_every_file() {
    let schemas = file_schemas();
    let names: Vec<&str> = schemas.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["weapons", "armor", "gear", "powers", "creatures"]);
    let all = <Segments as affray_kernel::System>::schemas();
    let lost = affray_kernel::content::without_place(super::bounds::DEMANDS, &all);
    assert!(lost.is_empty(), "{lost:?}");
    for (name, schema) in &schemas {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
}
