//! The fight of the tests ([`trial::sample`](affray_trial::sample)) with the sheets and things of this system.

use affray_kernel::CreatureId;
use affray_kernel::condition::Conditions;
use affray_kernel::dice::pool;
use affray_kernel::grid::{Cell, Changes, EdgeKind, EdgeSetup, Grid, Heading, Map, MapSetup, Unit};

use smallvec::SmallVec;

use crate::act::Action;
use crate::fact::{Declared, Price};
use crate::setup::creature::fresh;
use crate::sheet::{
    Aiming, Armor, Class, DamageType, Draw, Gear, ItemKind, Options, Outcome, Power, Recharge,
    Sheet, Shield, Shooting, Size, Traits, Weapon, Working,
};
use crate::state::{
    Access, Body, Cast, Clock, Condition, Item, Phase, Place, Presence, SceneKind, Shared, State,
};
use affray_trial::sample::{CELLS, COLUMNS, Lies, NAMES, ROWS, items, sheets, sides};
pub(crate) use affray_trial::sample::{CHIEF, GARRET, HORSE, OGRE};

/// The number of the armour, which only this system has.
const LEATHER: u16 = 10;

/// The Round that it is.
pub(crate) const NOW: u16 = 2;

fn weapon(name: &str, hands: u8) -> Weapon {
    Weapon {
        name: name.into(),
        class: Class::Other,
        hands,
        attack_bonus: 1,
        damage: Some(pool!("1d8")),
        kind: DamageType::Slashing,
        reach_m: 1,
        evasion_bonus: 1,
        requirement: 0,
        precise: 0,
        thrown: None,
        melee: true,
        shooting: None,
        brings: None,
    }
}

/// Part of a body; the last of a creature's is the body itself.
fn natural(name: &str) -> Weapon {
    let damage = (name != "unarmed").then_some(pool!("1d6"));
    Weapon {
        attack_bonus: 0,
        damage,
        kind: DamageType::Blunt,
        reach_m: 0,
        evasion_bonus: 0,
        ..weapon(name, 0)
    }
}

fn bow(name: &str) -> Weapon {
    Weapon {
        melee: false,
        reach_m: 0,
        evasion_bonus: 0,
        shooting: Some(Shooting {
            accuracy: 1,
            range_m: [5, 20, 80],
            load_energy: 1,
            draw: Some(Draw::Bow),
        }),
        ..weapon(name, 2)
    }
}

fn gear(name: &str, power: Option<&str>) -> ItemKind {
    ItemKind::Gear(Gear {
        name: name.into(),
        hands: 1,
        power: power.map(str::to_owned),
    })
}

fn kinds() -> Vec<ItemKind> {
    vec![
        ItemKind::Weapon(weapon("longsword", 1)),
        ItemKind::Weapon(bow("shortbow")),
        ItemKind::Weapon(Weapon {
            thrown: Some([5, 10, 20]),
            ..weapon("spear", 1)
        }),
        ItemKind::Weapon(Weapon {
            class: Class::Heavy,
            ..weapon("greatclub", 2)
        }),
        ItemKind::Shield(Shield {
            name: "round shield".into(),
            bonus: 2,
            requirement: 1,
            strapped: true,
        }),
        gear("wand of fire", Some("aura lance")),
        ItemKind::Weapon(Weapon {
            class: Class::Light,
            ..weapon("knife", 1)
        }),
        gear("potion", Some("mend aura")),
        gear("scroll", None),
        gear("wand", None),
        ItemKind::Armor(Armor {
            name: "leather".into(),
            coverage: 11,
            ranged_coverage: None,
            rating: 2,
            penalty: 0,
            requirement: 0,
        }),
    ]
}

fn power(name: &str, works: Working) -> Power {
    Power {
        name: name.into(),
        about: String::new(),
        spell: true,
        energy: 2,
        stamina: 0,
        agility: 0,
        interrupt: false,
        recharge: Recharge::ShortRest,
        works,
    }
}

fn powers() -> Vec<Power> {
    let lance = Working::Attack {
        range_m: 20,
        aiming: Aiming::HitRoll { accuracy: 2 },
        outcome: Outcome::default(),
    };
    let mire = Working::Zone {
        range_m: 20,
        radius_m: 3,
        rounds: 3,
        condition: Condition::Slowed,
    };
    let stride = Working::Shake {
        condition: Condition::Slowed,
    };
    vec![
        power("aura lance", lance.clone()),
        power("aura lance volley", lance),
        power("mire", mire),
        power("power strike", Working::PowerStrike),
        Power {
            stamina: 5,
            ..power("avalanche blow", Working::Doubling)
        },
        power("mend aura", Working::Surge { range_m: Some(0) }),
        Power {
            interrupt: true,
            energy: 0,
            agility: 1,
            ..power("free stride", stride)
        },
    ]
}

fn sheet(name: &str, side: u8, weapons: &[&str]) -> Sheet {
    Sheet {
        name: name.into(),
        kind: name.to_lowercase(),
        side,
        policy: None,
        size: Size::Medium,
        level: 3,
        martial_proficiency: 1,
        modifiers: [6, 3, 4, 0, 1, 0],
        skills: [4, 8, 7, 1, 3, 0],
        inherent_evasion: 8,
        inherent_fortitude: 10,
        inherent_will: 10,
        speed_m: 6,
        stamina: 14,
        aura_strength: 34,
        recovery_value: 11,
        surges: 7,
        natural_armor: None,
        resistances: Vec::new(),
        weaknesses: Vec::new(),
        attack_abilities: Vec::new(),
        damage_abilities: Vec::new(),
        named: Vec::new(),
        advantages: Vec::new(),
        natural: weapons.iter().map(|name| natural(name)).collect(),
        powers: (0..7).collect(),
        hands: 2,
        traits: Traits::default(),
    }
}

fn body(sheet: &Sheet, at: Cell) -> Body {
    Body {
        energy: 5,
        granted: 5,
        agility: 3,
        ..fresh(sheet, at, Presence::Here, Heading::North)
    }
}

fn item(kind: u16, lies: Lies) -> Item {
    let place = match lies {
        Lies::Held(who) => Place::Held(who),
        Lies::Carried(who) => Place::Carried(who),
        Lies::Ground(cell) => Place::Ground(cell, false),
        Lies::Nowhere => Place::Nowhere,
    };
    Item {
        kind,
        place,
        access: Access::Easy,
        pick_up: None,
        loaded: false,
        left: None,
        draw: 3,
        broken: false,
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
    let cast = Cast {
        sides: sides(),
        sheets: sheets(names, "longsword", sheet),
        consumables: vec![None; kinds().len()],
        kinds: kinds(),
        powers: powers(),
        map: map(grid),
        options: Options::default(),
        scene: SceneKind::default(),
        imposing_ground: false,
    };
    let bodies = cast.sheets.iter().zip(CELLS);
    let bodies = bodies.map(|(sheet, at)| body(sheet, at)).collect();
    let mut items = items(item);
    items.push(Item {
        place: Place::Worn(GARRET),
        ..item(LEATHER, Lies::Nowhere)
    });
    State {
        cast: Shared::new(cast),
        bodies,
        conditions: Conditions::default(),
        items,
        zones: Vec::new(),
        altered: Changes::default(),
        owed: SmallVec::new(),
        doings: Vec::new(),
        clock: Clock {
            round: NOW,
            phase: Phase::Open,
            afterwards: 0,
            ambush: false,
            idle: 0,
            spent: false,
        },
    }
}

/// The fight on squares of 1 m.
pub(crate) fn fight() -> State {
    named(NAMES, Grid::squares(1, Unit::Metres))
}

/// An action that was declared and for which 3 Energy are reserved.
pub(crate) fn declared(who: CreatureId, action: Action) -> Declared {
    Declared {
        who,
        target: action.attacked(),
        action,
        price: Price {
            energy: 3,
            ..Price::default()
        },
        open: true,
        ahead: None,
        rivals: Default::default(),
    }
}
