//! The laws of words, for all acts there are.

use proptest::prelude::*;

use crate::ActionPoint;
use crate::act::{Act, Action, Aim, Defence, Handling, Maneuver, Manner, Manual, Strike};
use crate::notation::sample::named;
use crate::sheet::{Attribute, DamageType, Skill};
use crate::state::{GearId, ItemId, Location, SpellId};
use affray_trial::laws_of_words;
use affray_trial::words::{arm, cell, creature, item, one_of};

const TYPES: [DamageType; 12] = [
    DamageType::Crushing,
    DamageType::Piercing,
    DamageType::Slashing,
    DamageType::Fire,
    DamageType::Frost,
    DamageType::Shock,
    DamageType::Acid,
    DamageType::Force,
    DamageType::Necrotic,
    DamageType::Radiant,
    DamageType::Poison,
    DamageType::Psychic,
];

fn skill() -> impl Strategy<Value = Skill> {
    prop_oneof![
        3 => one_of(&Skill::LISTED),
        1 => one_of(&[Skill::FightingStyle, Skill::Endurance]),
    ]
}

fn using() -> impl Strategy<Value = Option<Attribute>> {
    proptest::option::of(one_of(&Attribute::ALL))
}

/// A style that the speaker knows, or one beyond its sheet.
fn style() -> impl Strategy<Value = Option<u8>> {
    proptest::option::of(prop_oneof![0u8..3, any::<u8>()])
}

fn manual() -> impl Strategy<Value = Manual> {
    let kind = proptest::option::of(one_of(&TYPES));
    let grip = proptest::option::of(prop_oneof![1u8..3, any::<u8>()]);
    (using(), style(), kind, grip).prop_map(|(using, style, kind, grip)| Manual {
        using,
        style,
        kind,
        grip,
    })
}

fn strike() -> impl Strategy<Value = Strike> {
    (creature(), arm(), any::<bool>(), manual()).prop_map(|(target, with, thrown, manual)| Strike {
        target,
        with,
        thrown,
        manual,
    })
}

fn aim() -> impl Strategy<Value = Aim> {
    prop_oneof![
        Just(Aim::Oneself),
        creature().prop_map(Aim::Creature),
        cell().prop_map(Aim::Place),
    ]
}

fn handling() -> impl Strategy<Value = Handling> {
    let of_items: Vec<fn(ItemId) -> Handling> = vec![
        Handling::Draw,
        Handling::Stow,
        Handling::PickUp,
        Handling::Load,
    ];
    prop_oneof![
        4 => (one_of(&of_items), item()).prop_map(|(make, item)| make(item)),
        1 => (cell(), cell(), any::<bool>()).prop_map(|(a, b, open)| Handling::Door(a, b, open)),
        1 => (0u8..2).prop_map(Handling::Fixture),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let fixed = [
        Action::Dash,
        Action::Disengage,
        Action::Search,
        Action::Sneak,
    ];
    let from = proptest::option::of(creature());
    prop_oneof![
        4 => strike().prop_map(Action::Strike),
        2 => ((0u8..8).prop_map(SpellId), aim(), manual())
            .prop_map(|(spell, aim, manual)| Action::Cast(spell, aim, manual)),
        2 => (item(), aim(), manual())
            .prop_map(|(item, aim, manual)| Action::Activate(item, aim, manual)),
        2 => handling().prop_map(Action::Manipulate),
        1 => creature().prop_map(Action::Grapple),
        1 => (from, proptest::option::of(skill()))
            .prop_map(|(from, skill)| Action::Escape(from, skill)),
        1 => one_of(&fixed),
    ]
}

fn maneuver() -> impl Strategy<Value = Maneuver> {
    let fixed = [
        Maneuver::Bash,
        Maneuver::Brace,
        Maneuver::Feint,
        Maneuver::Push,
        Maneuver::Trip,
    ];
    prop_oneof![
        one_of(&fixed),
        item().prop_map(Maneuver::Disarm),
        one_of(&Location::ALL).prop_map(Maneuver::Precision),
    ]
}

fn defence() -> impl Strategy<Value = Defence> {
    (one_of(&Manner::ALL), using(), style()).prop_map(|(manner, using, style)| Defence {
        manner,
        using,
        style,
    })
}

fn plain() -> impl Strategy<Value = Act> {
    one_of(&[
        Act::SetStage,
        Act::Surprise,
        Act::RollInitiative,
        Act::BeginRound,
        Act::NextTurn,
        Act::EndRound,
        Act::Stand,
        Act::DropProne,
        Act::EndTurn,
        Act::Pass,
    ])
}

fn other() -> impl Strategy<Value = Act> {
    let path = proptest::collection::vec(cell(), 1..5);
    let gear = prop_oneof![0u16..12, any::<u16>()].prop_map(GearId);
    let number = prop_oneof![0u8..3, any::<u8>()];
    prop_oneof![
        creature().prop_map(Act::Arrive),
        path.prop_map(|path| Act::Move(path.into())),
        creature().prop_map(Act::Release),
        item().prop_map(Act::Drop),
        creature().prop_map(Act::Save),
        (number, gear).prop_map(|(style, gear)| Act::Widen(style, gear)),
        skill().prop_map(Act::Resist),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => action().prop_map(Act::Do),
        2 => action().prop_map(Act::Freely),
        2 => maneuver().prop_map(Act::Maneuver),
        2 => defence().prop_map(Act::Defend),
        1 => plain(),
        3 => other(),
    ]
}

laws_of_words!(ActionPoint, act(), named, misleading: [
    ["oneself", "arrives", "net", "as"],
    ["4,7", "with", "turn", "prone"],
    ["", " with ", "ogre, then to 3,3", "thrown"],
    ["freely", "two-handed", "Forest Bandit", "5"],
]);
