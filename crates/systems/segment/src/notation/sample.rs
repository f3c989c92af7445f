//! The fight of the tests ([`trial::sample`](affray_trial::sample)) with the sheets and things of this system.
//!
//! Garret has powers and a pony that he does not ride; the ogre bites and claws; the ogre chief has two tentacles as well; the horse flies.

use affray_kernel::condition::Conditions;
use affray_kernel::dice::{Pool, pool};
use affray_kernel::grid::{Cell, Changes, EdgeKind, EdgeSetup, Grid, Map, MapSetup, Unit};
use smallvec::smallvec;

use crate::sheet::{
    Armor, Category, DamageType, Family, Gear, InitiativeSkill, ItemKind, Material, Melee, Mount,
    Options, Part, Power, PowerClass, Ranged, Ratings, Role, Sheet, Shield, ShieldSize, Size,
    Traits, Weapon, WeaponClass, Working,
};
use crate::state::{
    Body, Cast, Clock, Cover, Fitness, Item, Phase, Place, Presence, Segment, Shared, SkillId,
    State,
};
use crate::summary;
use affray_trial::sample::{CELLS, COLUMNS, Lies, NAMES, ROWS, items, sheets, sides};
pub(crate) use affray_trial::sample::{CHIEF, GARRET, HORSE, OGRE};

/// The numbers of the kinds that only this system has.
const LEATHER: u16 = 10;
const CROSSBOW: u16 = 11;

/// The round that it is.
pub(crate) const NOW: u16 = 2;

/// The attack skills, by number; powers have theirs after these.
const SKILLS: [&str; 7] = [
    "sword", "bow", "spear", "mace", "dagger", "unarmed", "natural",
];

fn weapon(name: &str, skill: u8, damage: Pool) -> Weapon {
    Weapon {
        name: name.into(),
        family: Family::Armed,
        class: WeaponClass::Medium,
        kind: DamageType::Impact,
        skill: SkillId(skill),
        melee: Some(Melee {
            hit: 0,
            damage,
            reach: 0,
            usage: 1,
        }),
        ranged: None,
        hands: 1,
        structural: 13,
        material: Material::Steel,
        surprise: false,
        carry_over: false,
        siege: false,
        least_size: None,
        mounted: false,
        uses: Vec::new(),
    }
}

fn ranged(damage: Pool, range_yd: i16) -> Ranged {
    Ranged {
        skill: None,
        hit: 0,
        damage,
        range_yd,
        max_yd: None,
        class: WeaponClass::Small,
        material: Material::Iron,
        usage: 1,
        reload: 0,
        thrown: false,
        no_melee: false,
    }
}

/// A weapon that is thrown as well.
fn thrown(name: &str, skill: u8, class: WeaponClass, damage: Pool, range_yd: i16) -> Weapon {
    Weapon {
        class,
        ranged: Some(Ranged {
            thrown: true,
            max_yd: Some(3 * range_yd),
            ..ranged(damage, range_yd)
        }),
        ..weapon(name, skill, damage)
    }
}

fn bow(name: &str, damage: Pool, reload: u8) -> Weapon {
    Weapon {
        class: WeaponClass::Small,
        melee: None,
        ranged: Some(Ranged {
            reload,
            ..ranged(damage, 25)
        }),
        hands: 2,
        material: Material::Wood,
        surprise: true,
        ..weapon(name, 1, damage)
    }
}

/// A punch or a kick.
fn unarmed(name: &str, damage: Pool, hit: i16, uses: [u8; 2]) -> Weapon {
    Weapon {
        family: Family::Unarmed,
        class: WeaponClass::Small,
        kind: DamageType::Physical,
        melee: Some(Melee {
            hit,
            damage,
            reach: 0,
            usage: 1,
        }),
        hands: 0,
        material: Material::Flesh,
        surprise: true,
        uses: uses.into(),
        ..weapon(name, 5, damage)
    }
}

/// Natural weapons of that name; the bare body punches and kicks.
fn natural(name: &str) -> Vec<Weapon> {
    if name == "unarmed" {
        let punch = unarmed("punch", pool!("1d6+5"), 0, [1, 2]);
        return vec![punch, unarmed("kick", pool!("2d6+5"), -2, [3, 4])];
    }
    vec![Weapon {
        family: Family::Natural,
        hands: 0,
        material: Material::Bone,
        ..weapon(name, 6, pool!("2d6+3"))
    }]
}

fn gear(name: &str, heals: Option<Pool>) -> ItemKind {
    ItemKind::Gear(Gear {
        name: name.into(),
        hands: 1,
        heals,
    })
}

fn kinds() -> Vec<ItemKind> {
    let spear = thrown("spear", 2, WeaponClass::Large, pool!("2d6+3"), 12);
    let dagger = thrown("dagger", 4, WeaponClass::Small, pool!("1d8+4"), 6);
    vec![
        ItemKind::Weapon(weapon("arming sword", 0, pool!("2d6+5"))),
        ItemKind::Weapon(bow("short bow", pool!("2d6+3"), 0)),
        ItemKind::Weapon(spear),
        ItemKind::Weapon(Weapon {
            kind: DamageType::Physical,
            material: Material::Iron,
            ..weapon("mace", 3, pool!("2d6+6"))
        }),
        ItemKind::Shield(Shield {
            name: "medium shield".into(),
            size: ShieldSize::Medium,
            structural: 14,
            material: Material::Wood,
            move_yd: 0,
        }),
        gear("wand of fire", None),
        ItemKind::Weapon(Weapon {
            surprise: true,
            ..dagger
        }),
        gear("potion", Some(pool!("2d6"))),
        gear("scroll", None),
        gear("wand", None),
        ItemKind::Armor(Armor {
            name: "leather".into(),
            ratings: Ratings {
                physical: 2,
                impact: 3,
                elemental: 1,
                ..Ratings::default()
            },
            move_yd: -1,
            move_skills: -1,
            full_coverage: false,
        }),
        ItemKind::Weapon(bow("light crossbow", pool!("2d8+4"), 1)),
    ]
}

/// A power whose skill is the next after the plain ones, in the order of [`powers`].
fn power(place: u8, name: &str, class: PowerClass, works: Working) -> Power {
    let from_afar = matches!(class, PowerClass::RangedMagic | PowerClass::Mental);
    Power {
        name: name.into(),
        class,
        skill: SkillId(SKILLS.len() as u8 + place),
        usage: 1,
        range_yd: from_afar.then_some(30),
        max_yd: None,
        works,
        maintained: matches!(works, Working::Wards(_) | Working::Blinds),
        surprise: false,
        needs_clear_shot: false,
        locations: false,
        carry_over: false,
    }
}

fn powers() -> Vec<Power> {
    use PowerClass::{MeleeMagic, Mental, RangedMagic, Utility};
    let harm = |kind| Working::Damage(pool!("2d6+4"), kind);
    let ward = Working::Wards(Ratings {
        physical: 4,
        impact: 4,
        magic: 4,
        ..Ratings::default()
    });
    let storm = power(5, "storm call", RangedMagic, harm(DamageType::Energy));
    vec![
        power(0, "arcane bolt", RangedMagic, harm(DamageType::Magic)),
        power(
            1,
            "arcane bolt volley",
            RangedMagic,
            harm(DamageType::Magic),
        ),
        power(2, "shock grip", MeleeMagic, harm(DamageType::Energy)),
        power(3, "mind spike", Mental, harm(DamageType::Magic)),
        power(4, "holy ward", Utility, ward),
        Power { usage: 3, ..storm },
        power(6, "mending", Utility, Working::Heals(pool!("2d6"))),
        power(7, "dazzle", RangedMagic, Working::Blinds),
    ]
}

fn part(name: &str, category: Category, role: Role) -> Part {
    Part {
        name: name.into(),
        category,
        role,
    }
}

/// The parts of a humanoid, in the order of the files.
fn humanoid() -> Vec<Part> {
    use Category::{Appendage, Head, Joint, Limb};
    use Role::{Arm, Leg};
    let pairs = [
        ("arm", Limb, [Arm(0), Arm(1)]),
        ("leg", Limb, [Leg(0), Leg(1)]),
        ("hand", Appendage, [Arm(0), Arm(1)]),
        ("foot", Appendage, [Leg(0), Leg(1)]),
        ("shoulder", Joint, [Arm(0), Arm(1)]),
        ("elbow", Joint, [Arm(0), Arm(1)]),
        ("knee", Joint, [Leg(0), Leg(1)]),
    ];
    let mut parts = vec![part("head", Head, Role::Other)];
    for (name, category, [right, left]) in pairs {
        parts.push(part(&format!("right {name}"), category, right));
        parts.push(part(&format!("left {name}"), category, left));
    }
    parts
}

/// The parts of the horse with wings.
fn winged() -> Vec<Part> {
    use Category::{Head, Limb};
    let legs = [
        "right foreleg",
        "left foreleg",
        "right hindleg",
        "left hindleg",
    ];
    let legs = (0..).zip(legs);
    [
        part("head", Head, Role::Other),
        part("right wing", Limb, Role::Wing),
        part("left wing", Limb, Role::Wing),
    ]
    .into_iter()
    .chain(legs.map(|(leg, name)| part(name, Limb, Role::Leg(leg))))
    .collect()
}

fn sheet(name: &str, side: u8, weapons: &[&str]) -> Sheet {
    Sheet {
        name: name.into(),
        kind: name.to_lowercase(),
        side,
        policy: None,
        level: 2,
        size: Size::Medium,
        agility: 6,
        constitution: 5,
        basic_hits: 4,
        hits: 24,
        actions: 4,
        move_yd: 6,
        fly_yd: None,
        reach_bonus: 0,
        scores: vec![Some(13); SKILLS.len() + powers().len()],
        defends: [Some(12); 13],
        checks: [Some(10); 6],
        skills: InitiativeSkill::ALL
            .iter()
            .fold(0, |all, skill| all | skill.bit()),
        natural: weapons.iter().flat_map(|name| natural(name)).collect(),
        natural_armor: Ratings::default(),
        totals: None,
        parts: humanoid(),
        hands: 2,
        powers: Vec::new(),
        mount: None,
        traits: Traits::default(),
    }
}

/// The sheets, each with what makes it different from the others.
fn all_sheets(names: [&str; 4]) -> Vec<Sheet> {
    let mut all = sheets(names, "arming sword", sheet);
    let [garret, ogre, chief, horse] = &mut all[..] else {
        return all;
    };
    garret.powers = (0..8).collect();
    garret.mount = Some(Mount {
        name: "pony".into(),
        size: Size::Large,
        move_yd: 10,
        fly_yd: None,
    });
    for monster in [ogre, &mut *chief] {
        monster.size = Size::Large;
        monster.agility = 3;
        monster.natural_armor = Ratings {
            physical: 2,
            impact: 2,
            ..Ratings::default()
        };
    }
    for name in ["tentacle 1", "tentacle 2"] {
        chief.parts.push(part(name, Category::Limb, Role::Other));
    }
    horse.size = Size::Large;
    horse.fly_yd = Some(14);
    horse.hands = 0;
    horse.parts = winged();
    all
}

fn body(sheet: &Sheet, at: Cell) -> Body {
    Body {
        at,
        presence: Presence::Here,
        hits: sheet.hits,
        actions: sheet.actions,
        fitness: Fitness::Active,
        order: sheet.agility,
        modifier: 0,
        environment: 0,
        cover: Cover::None,
        alert: None,
        disabled: 0,
        mounted: false,
        stepped: false,
        reacted: false,
        moved: 0,
        moved_in_segment: 0,
        stirred: false,
        ambushed: false,
        stance: None,
        taken: 0,
        done: false,
        attacked: None,
        committed: None,
        guard: None,
        guarded: false,
        ambush: None,
        disengaged: false,
        pending: None,
        charging: None,
    }
}

/// Swords and shields are in the right hand, whatever else is held in the left one.
fn item(kind: u16, lies: Lies) -> Item {
    let hands = if matches!(kind, 0 | 4) { 1 } else { 2 };
    let place = match lies {
        Lies::Held(who) => Place::Held(who, hands),
        Lies::Carried(who) => Place::Carried(who),
        Lies::Ground(cell) => Place::Ground(cell),
        Lies::Nowhere => Place::Nowhere,
    };
    Item {
        kind,
        place,
        loaded: false,
        left: None,
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

/// The fight with these names for its creatures, on this grid. Garret wears leather (14) and carries a light crossbow (15) besides the
/// things of all samples.
pub(crate) fn named(names: [&str; 4], grid: Grid) -> State {
    let powers = powers();
    let skills = SKILLS.iter().map(|name| (*name).to_owned());
    let skills = skills.chain(powers.iter().map(|power| power.name.clone()));
    let cast = Cast {
        sides: sides(),
        sheets: all_sheets(names),
        kinds: kinds(),
        skills: skills.collect(),
        powers,
        map: map(grid),
        options: Options::default(),
        damage_types: [true; 5],
    };
    let bodies = cast.sheets.iter().zip(CELLS);
    let bodies = bodies.map(|(sheet, at)| body(sheet, at)).collect();
    let mut items = items(item);
    items.push(Item {
        place: Place::Worn(GARRET),
        ..item(LEATHER, Lies::Nowhere)
    });
    items.push(item(CROSSBOW, Lies::Carried(GARRET)));
    let mut state = State {
        cast: Shared::new(cast),
        bodies,
        conditions: Conditions::default(),
        items,
        effects: Vec::new(),
        side_environment: smallvec![0, 0],
        altered: Changes::default(),
        clock: Clock {
            round: NOW,
            phase: Phase::Acting,
            broken_off: None,
            segment: Some(Segment::Melee),
            ordered: None,
            ambushed: false,
            environment: 0,
        },
        reaches: Vec::new(),
    };
    summary::sum_up(&mut state);
    state
}

/// The fight on squares of 1 yd.
pub(crate) fn fight() -> State {
    named(NAMES, Grid::squares(1, Unit::Yards))
}
