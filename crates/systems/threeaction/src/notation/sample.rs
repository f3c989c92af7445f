//! The fight of the tests ([`trial::sample`](affray_trial::sample)) with the sheets and things of this system.

use affray_kernel::Shared;
use affray_kernel::condition::Conditions;
use affray_kernel::grid::{Cell, Grid, Map, Space};

use crate::sheet::{
    Against, Category, Components, ControlUse, DamageType, Effect, Feats, Gear, ItemKind,
    ItemSpell, Options, Senses, Sheet, Shield, Size, Spell, Use, Weapon,
};
use crate::state::{Body, Cast, Clock, Item, Phase, Place, Presence, SceneKind, State};
use crate::summary::{Equipped, SidesLeft, Waiting};
use affray_trial::sample::{CELLS, COLUMNS, Lies, NAMES, ROWS, items, sheets, sides, squares};
pub(crate) use affray_trial::sample::{CHIEF, GARRET, HORSE, OGRE};

/// The number of the club.
const CLUB: u16 = 3;

fn weapon(name: &str, uses: &[Use]) -> Weapon {
    Weapon {
        name: name.into(),
        category: Category::Medium,
        uses: uses.to_vec(),
        dice: None,
        adds_str: true,
        reach_ft: 0,
        increment_ft: 0,
        hands: 1,
        reload: 0,
        ammunition: None,
        bulk: 1,
        hp: 10,
        durability: 5,
        damage: DamageType::Physical,
        poison: None,
        entangles: None,
    }
}

fn gear(name: &str, spell: Option<ItemSpell>) -> ItemKind {
    ItemKind::Gear(Gear {
        name: name.into(),
        hands: 1,
        bulk: 1,
        hp: 5,
        durability: 0,
        spell,
        light_ft: 20,
        size: None,
        fixed: false,
        illusion: false,
        vulnerable: Vec::new(),
        climbing: false,
    })
}

fn sheet(name: &str, side: u8, natural: &[&str]) -> Sheet {
    Sheet {
        name: name.into(),
        kind: name.to_lowercase(),
        side,
        neutral: false,
        owner: None,
        level: 3,
        size: Size::Medium,
        str: 3,
        dex: 2,
        ess: 1,
        mnd: 1,
        max_hp: 34,
        physical_defense: 15,
        mental_defense: 13,
        max_energy: 6,
        speed_ft: 30,
        reach_ft: 5,
        hands: 2,
        hide: 0,
        breath: None,
        natural: natural
            .iter()
            .map(|name| weapon(name, &[Use::Melee]))
            .collect(),
        spells: vec![0, 1, 2],
        feats: Feats::default(),
        senses: Senses::default(),
        vulnerable: Vec::new(),
        policy: None,
    }
}

fn body(at: Cell) -> Body {
    Body {
        at,
        presence: Presence::Here,
        hp: 34,
        energy: 6,
        initiative: 12,
        actions_used: 0,
        actions_granted: 0,
        reactions_used: 0,
        reaction_ready: true,
        bleed_penalty: 0,
        airless: 0,
        began_airless: false,
        dodges: 0,
        attacks: 0,
        flown_ft: None,
        short_flight: false,
        flying: false,
        heading: None,
        hanging: false,
        squeezing: false,
        falling_ft: None,
        moving: None,
        passing: Vec::new(),
        jump_prepared: false,
        task: None,
        sneak: None,
        mount: None,
        commanded: false,
        commander: None,
        drift: None,
        readied: None,
        delaying: false,
        had_turn: 0,
        unaware: false,
        equipped: Equipped::default(),
        room: Space::cell(at),
    }
}

fn spell(name: &str, effect: Effect) -> Spell {
    Spell {
        name: name.into(),
        attack: Some(Against::Physical),
        willing: false,
        effect,
        least_duration: 1,
        most_duration: 4,
        least_area: 0,
        control: Some(ControlUse::MoveArea),
    }
}

fn kinds() -> Vec<ItemKind> {
    vec![
        ItemKind::Weapon(weapon("longsword", &[Use::Melee])),
        ItemKind::Weapon(weapon("longbow", &[Use::Launched])),
        ItemKind::Weapon(weapon("javelin", &[Use::Thrown, Use::Melee])),
        ItemKind::Weapon(weapon("club", &[Use::Melee])),
        ItemKind::Shield(Shield {
            name: "round shield".into(),
            defense: 2,
            speed_ft: 0,
            bulk: 2,
            hp: 10,
            durability: 5,
        }),
        gear(
            "wand of fire",
            Some(ItemSpell {
                name: "evoke fire".into(),
                energy: Components {
                    effect: 2,
                    range: 1,
                    duration: 0,
                    area: 0,
                },
            }),
        ),
        gear("torch", None),
        gear("potion", None),
        gear("crate", None),
        gear("wand", None),
    ]
}

fn item(kind: u16, lies: Lies) -> Item {
    let place = match lies {
        Lies::Held(who) => Place::Held(who, if kind == CLUB { 2 } else { 1 }),
        Lies::Carried(who) => Place::Carried(who),
        Lies::Ground(cell) => Place::Ground(cell),
        Lies::Nowhere => Place::Nowhere,
    };
    Item {
        kind,
        place,
        hp: 10,
        unloaded: 0,
        ammunition: None,
        lit: false,
        drift: None,
    }
}

/// The fight with these names for its creatures, on this grid.
pub(crate) fn named(names: [&str; 4], grid: Grid) -> State {
    let cast = Cast {
        sides: sides(),
        sheets: sheets(names, "longsword", sheet),
        kinds: kinds(),
        spells: vec![
            spell("evoke fire", Effect::Shake),
            spell("telekinesis", Effect::Telekinesis { feet: 10 }),
            spell("fog", Effect::Fog),
        ],
        map: Map::open(grid, COLUMNS as u16, ROWS as u16),
        tasks: vec![("winch".into(), 3), ("old gate".into(), 2)],
        options: Options::default(),
        scene: SceneKind::default(),
        open_ground: true,
        nobody_owned: true,
        plain: false,
        rooms: crate::rules::rooms::Rooms::default(),
    };
    let state = State {
        cast: Shared::new(cast),
        bodies: CELLS.map(body).into(),
        conditions: Conditions::default(),
        doses: Vec::new(),
        items: items(item),
        spells: Vec::new(),
        altered: Vec::new(),
        clock: Clock {
            round: 1,
            order: vec![GARRET, OGRE, CHIEF],
            place: 1,
            phase: Phase::Turn {
                who: GARRET,
                begun: false,
            },
            broken_off: None,
        },
        waiting: Waiting::default(),
        sides_left: SidesLeft::default(),
        calm: false,
        aimed: Default::default(),
    };
    state.summed_up()
}

/// The fight with its usual names on squares of 5 ft.
pub(crate) fn fight() -> State {
    named(NAMES, squares())
}
