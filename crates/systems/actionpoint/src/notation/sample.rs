//! The fight of the tests ([`trial::sample`](affray_trial::sample)) with the sheets and things of this system.
//!
//! It is Garret's turn in the second round; the ogre has had its own. Garret knows two styles and all spells, wears full iron armor and
//! a ring, and carries an arbolest that is not loaded. The ogre bites and claws. The horse has no hands.

use affray_kernel::condition::Conditions;
use affray_kernel::dice::{Pool, pool};
use affray_kernel::grid::{Cell, Changes, EdgeKind, EdgeSetup, Grid, Map, MapSetup, Unit};
use smallvec::{SmallVec, smallvec};

use crate::sheet::{
    Armor, Damage, DamageKind, DamageType, Effect, Gear, Hands, ItemKind, Level, OnHit, Options,
    Protection, Rank, Sheet, Shield, Size, Skilled, Spell, SpellTraits, Style, StyleSkill,
    TestedWith, Traits, Ward, Weapon,
};
use crate::state::{
    Body, Cast, Clock, Fixture, FixtureKind, GearId, Item, ItemId, Phase, Place, Presence,
    SceneKind, Shared, SpellId, State,
};
use affray_trial::sample::{CELLS, COLUMNS, Lies, NAMES, ROWS, items, sheets, sides};
pub(crate) use affray_trial::sample::{CHIEF, GARRET, HORSE, OGRE};

/// The numbers of the kinds that only this system has.
const FULL_IRON: u16 = 10;
const ARBOLEST: u16 = 11;
const NET: u16 = 12;
const RING: u16 = 13;

/// The things besides those of all samples.
pub(crate) const ARMOR_WORN: ItemId = ItemId(14);
pub(crate) const ARBOLEST_CARRIED: ItemId = ItemId(15);
pub(crate) const NET_CARRIED: ItemId = ItemId(16);
pub(crate) const RING_WORN: ItemId = ItemId(17);

/// The round that it is.
pub(crate) const NOW: u16 = 2;

/// Types of gear that follow the general ones.
const GEAR: [&str; 8] = [
    "longsword",
    "shortbow",
    "javelin",
    "club",
    "dagger",
    "arbolest",
    "net",
    "lance",
];

/// The spells, by number.
pub(crate) const FIRE_BOLT: SpellId = SpellId(0);
pub(crate) const FIRE_BOLT_VOLLEY: SpellId = SpellId(1);
pub(crate) const FROST_TOUCH: SpellId = SpellId(2);
pub(crate) const MEND: SpellId = SpellId(3);
pub(crate) const STONE_SKIN: SpellId = SpellId(4);
pub(crate) const EMBER_WARD: SpellId = SpellId(5);
pub(crate) const BLINK: SpellId = SpellId(6);
pub(crate) const FIRE_BREATH: SpellId = SpellId(7);

fn damage(dice: Pool, types: &[DamageType]) -> Vec<Damage> {
    vec![Damage {
        dice,
        types: types.to_vec(),
    }]
}

/// A weapon for one hand that reaches 1 m.
fn weapon(name: &str, dice: Pool, kind: DamageType) -> Weapon {
    Weapon {
        name: name.into(),
        gear: None,
        unarmed: false,
        damage: damage(dice, &[kind]),
        two_handed: None,
        reach_m: Some(1),
        range_m: None,
        thrown_m: None,
        hands: Hands::One,
        heavy: false,
        load: 0,
        on_hit: None,
    }
}

fn bow(name: &str, dice: Pool, range_m: i16, load: u8) -> Weapon {
    Weapon {
        reach_m: None,
        range_m: Some(range_m),
        hands: Hands::Two,
        load,
        ..weapon(name, dice, DamageType::Piercing)
    }
}

/// Part of a body; what other samples call unarmed are the bare hands.
fn natural(name: &str) -> Weapon {
    if name == "unarmed" {
        return Weapon {
            unarmed: true,
            gear: Some(GearId::GENERAL[0].into()),
            ..weapon("bare hands", pool!("1d4"), DamageType::Crushing)
        };
    }
    weapon(name, pool!("1d8+2"), DamageType::Piercing)
}

fn gear(name: &str, hands: u8, spell: Option<SpellId>) -> ItemKind {
    ItemKind::Gear(Gear {
        name: name.into(),
        hands,
        spell: spell.map(|spell| spell.0),
    })
}

fn kinds() -> Vec<ItemKind> {
    use DamageType::{Crushing, Piercing, Slashing};
    let longsword = Weapon {
        damage: damage(pool!("1d8+2"), &[Slashing, Piercing]),
        two_handed: Some(pool!("1d10+2")),
        reach_m: Some(2),
        hands: Hands::Versatile,
        ..weapon("longsword", pool!("1d8+2"), Slashing)
    };
    let javelin = Weapon {
        reach_m: Some(2),
        thrown_m: Some(15),
        ..weapon("javelin", pool!("1d8+1"), Piercing)
    };
    let dagger = Weapon {
        thrown_m: Some(10),
        ..weapon("dagger", pool!("1d4+1"), Piercing)
    };
    let net = Weapon {
        damage: Vec::new(),
        reach_m: None,
        thrown_m: Some(5),
        on_hit: Some(OnHit::Entangle),
        ..weapon("net", pool!("1d4"), Crushing)
    };
    vec![
        ItemKind::Weapon(longsword),
        ItemKind::Weapon(bow("shortbow", pool!("1d6+2"), 100, 0)),
        ItemKind::Weapon(javelin),
        ItemKind::Weapon(weapon("club", pool!("1d6+1"), Crushing)),
        ItemKind::Shield(Shield {
            name: "bone shield".into(),
            rating: 6,
        }),
        gear("wand of fire", 1, Some(FIRE_BOLT)),
        ItemKind::Weapon(dagger),
        gear("potion", 1, Some(MEND)),
        gear("scroll", 1, None),
        gear("wand", 1, None),
        ItemKind::Armor(Armor {
            name: "full iron armor".into(),
            level: Level::Full,
            protection: Protection {
                rating: 5,
                ..Protection::default()
            },
            slows_m: 0,
        }),
        ItemKind::Weapon(bow("arbolest", pool!("1d12+4"), 150, 2)),
        ItemKind::Weapon(net),
        gear("ring of wards", 0, Some(EMBER_WARD)),
    ]
}

/// The type of gear of each kind, as it is found where a fight is set up.
fn kind_gear(kinds: &[ItemKind], gear: &[String]) -> Vec<Option<GearId>> {
    let named = |name: &str| {
        let place = gear.iter().position(|word| word == name)?;
        Some(GearId(place as u16))
    };
    let of = |kind: &ItemKind| match kind {
        ItemKind::Weapon(weapon) => named(weapon.gear()),
        ItemKind::Shield(_) => Some(GearId::SHIELD),
        ItemKind::Armor(_) | ItemKind::Gear(_) => None,
    };
    kinds.iter().map(of).collect()
}

/// A spell without damage that is tested with Sorcery.
fn spell(name: &str, range_m: Option<i16>, effect: Option<Effect>) -> Spell {
    Spell {
        name: name.into(),
        about: String::new(),
        ability: false,
        traits: SpellTraits::default(),
        tested: TestedWith::Sorcery,
        range_m,
        damage: Vec::new(),
        effect,
        defences: None,
        ap: 1,
        mana: 0,
    }
}

fn attack(name: &str, range_m: i16, dice: Pool, kind: DamageType) -> Spell {
    Spell {
        traits: SpellTraits {
            attack: true,
            ..SpellTraits::default()
        },
        damage: damage(dice, &[kind]),
        ..spell(name, Some(range_m), None)
    }
}

fn spells() -> Vec<Spell> {
    use DamageType::{Fire, Frost};
    let mut touch = attack("frost touch", 1, pool!("1d8+2"), Frost);
    touch.traits.melee = true;
    let ward = Ward {
        against: DamageKind::Fire,
        value: 4,
    };
    vec![
        attack("fire bolt", 20, pool!("1d8+1"), Fire),
        attack("fire bolt volley", 20, pool!("2d8"), Fire),
        touch,
        spell("mend", Some(1), Some(Effect::Mend(pool!("1d8")))),
        spell("stone skin", None, Some(Effect::Armor(4))),
        spell("ember ward", Some(10), Some(Effect::Ward(ward))),
        spell("blink", Some(15), Some(Effect::Teleport)),
        Spell {
            ability: true,
            tested: TestedWith::FightingStyle,
            ..attack("fire breath", 6, pool!("2d6"), Fire)
        },
    ]
}

fn style(name: &str, rank: Rank, gear: &[GearId]) -> Style {
    Style {
        name: name.into(),
        skilled: StyleSkill::Rank(rank),
        gear: gear.to_vec(),
        free: gear.len() as u8,
    }
}

/// The styles that Garret knows.
fn garrets_styles() -> Vec<Style> {
    let [longsword, shortbow, club, dagger] = [4, 5, 7, 8].map(GearId);
    let knight = [GearId::FULL_ARMOR, GearId::SHIELD, longsword];
    let bandit = [
        GearId::PARTIAL_ARMOR,
        dagger,
        shortbow,
        GearId::UNARMED,
        club,
    ];
    vec![
        style("Classical Knight", Rank::Adept, &knight),
        style("Forest Bandit", Rank::Novice, &bandit),
    ]
}

fn sheet(name: &str, side: u8, weapons: &[&str]) -> Sheet {
    Sheet {
        name: name.into(),
        kind: name.to_lowercase(),
        side,
        policy: None,
        player: false,
        size: Size::Medium,
        attributes: [10, 8, 9, 7, 8, 11, 6],
        skills: [Skilled::Rank(Rank::Novice); 9],
        styles: vec![Style {
            skilled: StyleSkill::Finished(13, 7),
            ..style("brawler", Rank::Untrained, &[GearId::UNARMED, GearId(4)])
        }],
        initiative_with: None,
        initiative: 11,
        speed_m: 8,
        health: 18,
        mana: 5,
        hands: 2,
        natural: weapons.iter().map(|name| natural(name)).collect(),
        natural_armor: None,
        resistances: Vec::new(),
        vulnerabilities: Vec::new(),
        spells: Vec::new(),
        perks: Vec::new(),
        traits: Traits::default(),
    }
}

/// The sheets, each with what makes it different from the others.
fn all_sheets(names: [&str; 4]) -> Vec<Sheet> {
    let mut all = sheets(names, "longsword", sheet);
    let [garret, ogre, chief, horse] = &mut all[..] else {
        return all;
    };
    garret.player = true;
    garret.styles = garrets_styles();
    garret.spells = (0..8).collect();
    ogre.size = Size::Large;
    chief.natural_armor = Some(Protection {
        rating: 2,
        ..Protection::default()
    });
    horse.size = Size::Large;
    horse.speed_m = 16;
    horse.hands = 0;
    horse.natural.truncate(1);
    all
}

/// A creature that has rolled that and whose turn was so many turns after the beginning of the round.
fn body(sheet: &Sheet, at: Cell, initiative: i16, turn: u16) -> Body {
    Body {
        at,
        presence: Presence::Here,
        health: sheet.health,
        mana: sheet.mana,
        xp: 30,
        initiative: Some(initiative),
        ap: 3,
        attacks: 0,
        free_used: false,
        turn,
        after: None,
        moved: 0,
        dashes: 0,
        disengaged: false,
        teleported: false,
        braced: false,
        feints: SmallVec::new(),
        cover: None,
        test_modifier: 0,
        may_sneak: false,
        failures: 0,
        hurt: false,
        stable: false,
        learnt: SmallVec::new(),
    }
}

/// What is held is held in one hand.
fn item(kind: u16, lies: Lies) -> Item {
    let place = match lies {
        Lies::Held(who) => Place::Held(who, 1),
        Lies::Carried(who) => Place::Carried(who),
        Lies::Ground(cell) => Place::Ground(cell),
        Lies::Nowhere => Place::Nowhere,
    };
    Item {
        kind,
        place,
        unloaded: if kind == ARBOLEST { 2 } else { 0 },
        uses: None,
    }
}

/// The things of all samples, and those that only this system has.
fn all_items() -> Vec<Item> {
    let mut all = items(item);
    all.push(Item {
        place: Place::Worn(GARRET),
        ..item(FULL_IRON, Lies::Nowhere)
    });
    all.push(item(ARBOLEST, Lies::Carried(GARRET)));
    all.push(item(NET, Lies::Carried(GARRET)));
    all.push(Item {
        place: Place::Worn(GARRET),
        uses: Some(3),
        ..item(RING, Lies::Nowhere)
    });
    all
}

/// A lever for the door, and a hidden trapdoor.
fn fixtures() -> Vec<FixtureKind> {
    vec![
        FixtureKind {
            name: "lever".into(),
            at: Cell::new(3, 5),
            hidden: false,
            door: Some((Cell::new(3, 4), Cell::new(4, 4))),
        },
        FixtureKind {
            name: "trapdoor".into(),
            at: Cell::new(10, 3),
            hidden: true,
            door: None,
        },
    ]
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
    let gear = GearId::GENERAL.into_iter().chain(GEAR);
    let gear: Vec<String> = gear.map(str::to_owned).collect();
    let kinds = kinds();
    let cast = Cast {
        sides: sides(),
        sheets: all_sheets(names),
        kind_gear: kind_gear(&kinds, &gear),
        kinds,
        gear,
        spells: spells(),
        fixtures: fixtures(),
        map: map(grid),
        open_ground: false,
        options: Options::default(),
        scene: SceneKind::default(),
    };
    let rolled = [(14, 2), (17, 1), (12, 0), (13, 0)];
    let bodies = cast.sheets.iter().zip(CELLS).zip(rolled);
    let bodies = bodies.map(|((sheet, at), (result, turn))| body(sheet, at, result, turn));
    State {
        bodies: bodies.collect(),
        conditions: Conditions::default(),
        items: all_items(),
        fixtures: vec![
            Fixture {
                found: true,
                pulled: false,
            },
            Fixture::default(),
        ],
        running: Vec::new(),
        altered: Changes::default(),
        clock: Clock {
            round: NOW,
            phase: Phase::Turn {
                who: GARRET,
                begun: false,
            },
            broken_off: None,
            prolonged: false,
            sneaking: None,
            order: smallvec![OGRE, GARRET, HORSE, CHIEF],
            turns: 2,
        },
        cast: Shared::new(cast),
    }
}

/// The fight on squares of 1 m.
pub(crate) fn fight() -> State {
    named(NAMES, Grid::squares(1, Unit::Metres))
}
