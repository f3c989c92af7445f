//! The fight of the tests ([`trial::sample`](affray_trial::sample)) with the sheets and things of this system.

use affray_kernel::Shared;
use affray_kernel::condition::Conditions;
use affray_kernel::dice::pool;
use affray_kernel::grid::{Cell, Changes, EdgeKind, EdgeSetup, Grid, Map, MapSetup};

use crate::setup::creature::fresh;
use crate::sheet::{
    Amount, Category, Control, DamageType, Defense, Effect, Flight, Gear, Handling, ItemKind,
    OnMiss, Options, Ranged, Reduction, Sheet, Shield, Size, SpeedClass, SpeedFactors, Spell,
    SpellRange, Traits, Weapon,
};
use crate::state::{Body, Cast, Clock, Item, Kept, Phase, Place, Presence, SceneKind, State};
use affray_trial::sample::{CELLS, COLUMNS, Lies, NAMES, ROWS, items, sheets, sides, squares};
pub(crate) use affray_trial::sample::{CHIEF, GARRET, HORSE, OGRE};

/// The number of the sword.
const SWORD: u16 = 0;
/// The number of the bow.
const BOW: u16 = 1;

/// The count that it is.
pub(crate) const NOW: u32 = 12;

fn weapon(name: &str, category: Category, handling: Handling) -> Weapon {
    Weapon {
        name: name.into(),
        category,
        handling,
        damage: Some(Amount::Dice(pool!("1d6"))),
        types: vec![DamageType::Slashing, DamageType::Piercing],
        speed: SpeedClass::Standard,
        reach_bonus_ft: 0,
        melee: true,
        ranged: None,
        against: None,
        precise: false,
        trip: false,
        composite: None,
        longbow: false,
        crossbow: false,
        nonlethal: false,
        attribute: None,
        attack_bonus: 0,
        damage_bonus: 0,
        extra: None,
        multiplier: 1,
        always_impairs: false,
        riders: Vec::new(),
        torch: name == "torch",
        durability: Some(5),
    }
}

fn ranged(name: &str, category: Category, flight: Flight, melee: bool) -> ItemKind {
    let handling = match flight {
        Flight::Missile => Handling::TwoHanded,
        Flight::Thrown | Flight::Slung => Handling::Light,
    };
    ItemKind::Weapon(Weapon {
        melee,
        ranged: Some(Ranged {
            flight,
            increment_ft: 20,
        }),
        ..weapon(name, category, handling)
    })
}

fn gear(name: &str) -> ItemKind {
    ItemKind::Gear(Gear {
        name: name.into(),
        hands: 1,
        potion: None,
        magic: None,
        uses: None,
        scroll: None,
    })
}

fn sheet(name: &str, side: u8, natural: &[&str]) -> Sheet {
    let natural = natural
        .iter()
        .map(|name| weapon(name, Category::Natural, Handling::Body));
    Sheet {
        name: name.into(),
        kind: name.to_lowercase(),
        side,
        policy: None,
        control: Control::NonPlayerCharacter,
        speed_factors: SpeedFactors::Static,
        group: None,
        size: Size::Medium,
        reach_ft: 5,
        race: None,
        speed_ft: 20,
        attributes: [3, 2, 1, 0, 1, 0],
        accuracy: 4,
        power: 1,
        fortitude: 2,
        agility: 3,
        willpower: 1,
        threshold: 5,
        max_hp: 24,
        natural_armor: 1,
        reduction: Reduction::default(),
        spell_resistance: 0,
        skills: [2, 1, 1, 0, 1, 0],
        proficiencies: Vec::new(),
        natural: natural.collect(),
        spells: vec![0, 1, 2],
        hands: 2,
        traits: Traits::default(),
        regeneration: None,
    }
}

fn body(sheet: &Sheet, at: Cell, next: u32) -> Body {
    Body {
        next,
        ..fresh(sheet, at, Presence::Here)
    }
}

fn spell(name: &str, effect: Effect) -> Spell {
    Spell {
        name: name.into(),
        level: 1,
        fatigue: 2,
        casting_time: SpeedClass::Slow,
        verbal: true,
        somatic: true,
        range: SpellRange::Feet(60),
        area_ft: None,
        against: Some(Defense::Celerity),
        effect,
        on_miss: OnMiss::Nothing,
        charge: None,
        concentration: false,
        criticals: false,
    }
}

fn kinds() -> Vec<ItemKind> {
    use Handling::OneHanded;
    vec![
        ItemKind::Weapon(weapon("long sword", Category::HeavySwords, OneHanded)),
        ranged("shortbow", Category::Bows, Flight::Missile, false),
        ranged("javelin", Category::Javelins, Flight::Thrown, true),
        ItemKind::Weapon(weapon("club", Category::MacesAndClubs, OneHanded)),
        ItemKind::Shield(Shield {
            name: "round shield".into(),
            bonus: 2,
            spell_failure: 1,
            speed_ft: 0,
            tower: false,
        }),
        gear("wand of fire"),
        ItemKind::Weapon(weapon("torch", Category::MacesAndClubs, OneHanded)),
        gear("potion"),
        gear("scroll"),
        gear("wand"),
    ]
}

fn item(kind: u16, lies: Lies) -> Item {
    let kept = match kind {
        SWORD => Kept::Sheath,
        BOW => Kept::Backpack,
        _ => Kept::Pouch,
    };
    let place = match lies {
        Lies::Held(who) => Place::Held(who),
        Lies::Carried(who) => Place::Carried(who, kept),
        Lies::Ground(cell) => Place::Ground(cell),
        Lies::Nowhere => Place::Nowhere,
    };
    Item {
        kind,
        place,
        durability: 5,
        readied: false,
        left: None,
        lit: false,
        in_grip: true,
    }
}

/// Open ground with a door between 3,4 and 4,4.
fn map(grid: Grid) -> Map {
    let setup = MapSetup {
        grid,
        rows: vec![".".repeat(COLUMNS); ROWS],
        edges: vec![EdgeSetup {
            between: [Cell::new(3, 4), Cell::new(4, 4)],
            until: None,
            kind: EdgeKind::Door,
        }],
        ..MapSetup::default()
    };
    setup.build().expect("a map")
}

/// The fight with these names for its creatures, on this grid.
pub(crate) fn named(names: [&str; 4], grid: Grid) -> State {
    let magic = |name, dice| {
        spell(
            name,
            Effect::Damage {
                dice,
                kind: DamageType::Fire,
            },
        )
    };
    let cast = Cast {
        sides: sides(),
        sheets: sheets(names, "long sword", sheet),
        kinds: kinds(),
        spells: vec![
            magic("fire bolt", pool!("1d8")),
            magic("fire bolt volley", pool!("2d6")),
            spell("mend", Effect::Heal { dice: pool!("1d6") }),
        ],
        map: map(grid),
        options: Options::default(),
        scene: SceneKind::default(),
        open_ground: true,
        total_cover: false,
    };
    let starts = CELLS.into_iter().zip([NOW, 15, 13, NOW]);
    let bodies = cast.sheets.iter().zip(starts);
    let bodies = bodies
        .map(|(sheet, (at, next))| body(sheet, at, next))
        .collect();
    State {
        cast: Shared::new(cast),
        bodies,
        conditions: Conditions::default(),
        items: items(item),
        spells: Vec::new(),
        pending: Vec::new(),
        altered: Changes::default(),
        clock: Clock {
            count: NOW,
            phase: Phase::Count,
            broken_off: None,
        },
    }
}

/// The fight with its usual names on squares of 5 ft.
pub(crate) fn fight() -> State {
    named(NAMES, squares())
}
