//! What creatures hold, wear and carry when the fight begins.

use affray_kernel::CreatureId;

use super::super::content::{ItemFile, Library, suggestion};
use super::super::sheet::{ItemKind, Use};
use super::super::state::Place;
use super::roster::Mistake;
use super::{ItemSetup, Setup, fields};

/// Where an item is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    Held,
    Worn,
    Carried,
    /// In hand or on the body if it belongs there and there is room, otherwise carried.
    Anywhere,
}

/// An item that somebody has.
#[derive(Clone, Debug)]
pub(super) struct Piece<'f> {
    pub(super) file: &'f ItemFile,
    /// Where it stands in the scenario, as a path of keys.
    pub(super) path: String,
    pub(super) wanted: Wanted,
}

/// The number of a kind of item, which the setup gets to know together with the Spell in it.
pub(super) fn kind_number(
    setup: &mut Setup,
    library: &Library,
    name: &str,
    called: Option<&str>,
    path: &str,
    mistakes: &mut Vec<Mistake>,
) -> Option<u16> {
    let Some(kind) = library.item(name) else {
        let message = format!("there is no item called `{name}`");
        mistakes.push((
            path.to_owned(),
            message,
            suggestion(name, library.item_names()),
        ));
        return None;
    };
    if let Some(Err(message)) = called.map(fields::name) {
        mistakes.push((format!("{path}.name"), message, None));
    }
    let kind = renamed(kind.clone(), called);
    if let ItemKind::Gear(gear) = &kind
        && let Some(spell) = &gear.spell
    {
        spell_number(setup, library, &spell.name);
    }
    let known = setup.kinds.iter().position(|other| *other == kind);
    let place = known.unwrap_or_else(|| {
        setup.kinds.push(kind);
        setup.kinds.len() - 1
    });
    u16::try_from(place).ok()
}

/// The number of a Spell, which the setup gets to know; `None` if there is no such Spell.
pub(super) fn spell_number(setup: &mut Setup, library: &Library, name: &str) -> Option<u8> {
    let known = setup.spells.iter().position(|spell| spell.name == name);
    let place = match known {
        Some(place) => place,
        None => {
            setup.spells.push(library.spell(name)?.clone());
            setup.spells.len() - 1
        }
    };
    // Too many Spells are refused when the setup is checked as a whole.
    Some(u8::try_from(place).unwrap_or(u8::MAX))
}

fn renamed(mut kind: ItemKind, called: Option<&str>) -> ItemKind {
    if let Some(called) = called {
        let name = match &mut kind {
            ItemKind::Weapon(weapon) => &mut weapon.name,
            ItemKind::Armour(armour) => &mut armour.name,
            ItemKind::Shield(shield) => &mut shield.name,
            ItemKind::Gear(gear) => &mut gear.name,
        };
        called.clone_into(name);
    }
    kind
}

/// Finds a place for everything a creature has: first for what is to be in hand, then for the first weapon that fits, for
/// shields and lights, for further weapons, and for armour; the rest is carried.
pub(super) fn places(
    setup: &Setup,
    who: CreatureId,
    hands: u8,
    pieces: &[(Piece<'_>, u16)],
) -> Vec<Place> {
    let kind = |number: u16| &setup.kinds[usize::from(number)];
    let needed =
        |piece: &Piece<'_>, number| piece.file.hands.unwrap_or_else(|| kind(number).hands());
    let mut places: Vec<Option<Place>> = vec![None; pieces.len()];
    let mut free = i32::from(hands);
    for (place, (piece, number)) in places.iter_mut().zip(pieces) {
        let hands = needed(piece, *number);
        *place = match piece.wanted {
            Wanted::Held => {
                free -= i32::from(hands);
                Some(Place::Held(who, hands))
            }
            Wanted::Worn => Some(Place::Worn(who)),
            Wanted::Carried => Some(Place::Carried(who)),
            Wanted::Anywhere => None,
        };
    }
    let is_weapon = |index: usize| matches!(kind(pieces[index].1), ItemKind::Weapon(_));
    let is_for_the_other_hand = |index: usize| {
        matches!(kind(pieces[index].1), ItemKind::Shield(_)) || pieces[index].0.file.lit
    };
    let mut hold = |index: usize, places: &mut Vec<Option<Place>>| {
        let (piece, number) = &pieces[index];
        let hands = needed(piece, *number);
        let fits = places[index].is_none() && i32::from(hands) <= free;
        if fits {
            free -= i32::from(hands);
            places[index] = Some(Place::Held(who, hands));
        }
        fits
    };
    let all = 0..pieces.len();
    let _first = all
        .clone()
        .find(|index| is_weapon(*index) && hold(*index, &mut places));
    for index in all.clone().filter(|index| is_for_the_other_hand(*index)) {
        hold(index, &mut places);
    }
    for index in all.clone().filter(|index| is_weapon(*index)) {
        hold(index, &mut places);
    }
    let armour = |index: &usize| matches!(kind(pieces[*index].1), ItemKind::Armour(_));
    let worn = places.contains(&Some(Place::Worn(who)));
    if let Some(index) = all
        .clone()
        .find(|index| !worn && armour(index) && places[*index].is_none())
    {
        places[index] = Some(Place::Worn(who));
    }
    places
        .into_iter()
        .map(|place| place.unwrap_or(Place::Carried(who)))
        .collect()
}

/// An item as it is when the fight begins; `ammunition` is for each launching weapon that has no number of its own.
pub(super) fn item(
    kind: &ItemKind,
    number: u16,
    place: Place,
    file: &ItemFile,
    ammunition: Option<u16>,
) -> ItemSetup {
    let launcher = kind
        .weapon()
        .filter(|weapon| weapon.uses.contains(&Use::Launched));
    let ammunition = launcher.and_then(|weapon| ammunition.or(weapon.ammunition));
    ItemSetup {
        kind: number,
        place,
        hp: file.hp.unwrap_or_else(|| kind.toughness().0),
        unloaded: file.unloaded.unwrap_or_default(),
        ammunition: file.ammunition.or(ammunition),
        lit: file.lit,
    }
}
