//! What creatures hold, wear and carry when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::scenario::{self, Draft, Outfit, Piece, Role, Spot, number_in};

use super::{Setup, body};
use crate::content::{ItemFile, Library};
use crate::sheet::ItemKind;
use crate::state::{Item, Place};

/// The number of a kind of item, which the setup gets to know with the skills that it is used with.
pub(super) fn kind_number(
    setup: &mut Setup,
    library: &Library,
    draft: &mut Draft,
    file: &ItemFile,
    path: &str,
) -> Option<u16> {
    let record = library.item_at(&file.kind, path, &mut draft.mistakes)?;
    let mut kind = record.kind(&mut setup.skills);
    if let Some(name) = &file.name {
        rename(&mut kind, name);
    }
    let known = setup.kinds.len();
    let number = number_in(&mut setup.kinds, &kind);
    if number == known {
        draft.comes_from("kind", path);
    }
    u16::try_from(number).ok()
}

fn rename(kind: &mut ItemKind, name: &str) {
    let known = match kind {
        ItemKind::Weapon(weapon) => &mut weapon.name,
        ItemKind::Armor(armor) => &mut armor.name,
        ItemKind::Shield(shield) => &mut shield.name,
        ItemKind::Gear(gear) => &mut gear.name,
    };
    name.clone_into(known);
}

/// Finds a place for everything a creature has. Weapons take the first hands that are free, then everything else.
pub(super) fn places(
    setup: &Setup,
    who: CreatureId,
    pieces: &[(Piece<'_, ItemFile>, u16)],
) -> Vec<Place> {
    let kind = |number: u16| &setup.kinds[usize::from(number)];
    let outfit = pieces.iter().map(|(piece, number)| Outfit {
        wanted: piece.wanted,
        role: match kind(*number) {
            ItemKind::Weapon(_) => Role::Weapon,
            ItemKind::Shield(_) => Role::OtherHand,
            ItemKind::Armor(_) => Role::Armour,
            ItemKind::Gear(_) => Role::Other,
        },
        hands: kind(*number).hands(),
    });
    let outfit: Vec<Outfit> = outfit.collect();
    let mut free = body::usable_hands(&setup.creatures[who.index()]);
    let spots = scenario::places(free.count_ones() as u8, &outfit);
    let mut places: Vec<Place> = spots
        .iter()
        .map(|spot| match spot {
            Spot::Held => Place::Held(who, 0),
            Spot::Worn => Place::Worn(who),
            Spot::Carried => Place::Carried(who),
        })
        .collect();
    let is_weapon = |index: &usize| outfit[*index].role == Role::Weapon;
    let (weapons, others): (Vec<usize>, Vec<usize>) = (0..places.len()).partition(is_weapon);
    for index in weapons.into_iter().chain(others) {
        if places[index] == Place::Held(who, 0) {
            places[index] = Place::Held(who, first(&mut free, outfit[index].hands));
        }
    }
    places
}

/// The first so many of the free hands, which are then taken; none where there are not enough.
fn first(free: &mut u8, count: u8) -> u8 {
    let mut hands = 0_u8;
    for bit in (0..8).map(|hand| 1_u8 << hand) {
        if *free & bit != 0 && hands.count_ones() < u32::from(count) {
            hands |= bit;
        }
    }
    if hands.count_ones() < u32::from(count) {
        return 0;
    }
    *free &= !hands;
    hands
}

/// An item as it is when the fight begins: what has to be reloaded is loaded if it is in hand (`ranged/ammunition`).
pub(super) fn item(setup: &Setup, number: u16, place: Place, file: &ItemFile) -> Item {
    let kind = &setup.kinds[usize::from(number)];
    let ranged = kind.weapon().and_then(|weapon| weapon.ranged);
    let ready = matches!(place, Place::Held(..)) && file.left != Some(0) && !file.broken;
    let usual = ready && ranged.is_some_and(|ranged| ranged.reload > 0);
    Item {
        kind: number,
        place,
        loaded: file.loaded.unwrap_or(usual),
        left: file.left,
        broken: file.broken,
    }
}
