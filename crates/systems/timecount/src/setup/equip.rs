//! What creatures hold, wear and carry when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::scenario::{self, Mistakes, Outfit, Piece, Role, Spot, number_in};

use super::{Setup, fields};
use crate::content::{ItemFile, Library};
use crate::sheet::{Flight, ItemKind, Spell};
use crate::state::{Item, Kept, Place};

/// Durability Points of what was made soundly (`critical-fumbles/durability-definition`).
const SOUND: i16 = 5;

/// The number of a kind of item, which the setup gets to know together with the spell on it.
pub(super) fn kind_number(
    setup: &mut Setup,
    library: &Library,
    file: &ItemFile,
    path: &str,
    mistakes: &mut Mistakes,
) -> Option<u16> {
    let mut kind = library.item_at(&file.kind, path, mistakes)?.clone();
    if let Some(name) = &file.name {
        if let Err(message) = fields::name(name) {
            mistakes.add(format!("{path}.name"), message);
        }
        name.clone_into(kind.name_mut());
    }
    if let ItemKind::Gear(gear) = &kind
        && let Some(scroll) = &gear.scroll
    {
        spell_number(setup, library.spell(scroll)?);
    }
    u16::try_from(number_in(&mut setup.kinds, &kind)).ok()
}

/// The number of a spell, which the setup gets to know.
pub(super) fn spell_number(setup: &mut Setup, spell: &Spell) -> u8 {
    // Too many spells are refused when the setup is checked as a whole.
    u8::try_from(number_in(&mut setup.spells, spell)).unwrap_or(u8::MAX)
}

/// Finds a place for everything a creature has.
pub(super) fn places(
    setup: &Setup,
    who: CreatureId,
    hands: u8,
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
    let spots = scenario::places(hands, &outfit).into_iter().zip(pieces);
    spots
        .map(|(spot, (piece, number))| match spot {
            Spot::Held => Place::Held(who),
            Spot::Worn => Place::Worn(who),
            Spot::Carried => {
                let usual = usually_kept(kind(*number));
                Place::Carried(who, piece.file.kept.unwrap_or(usual))
            }
        })
        .collect()
}

fn usually_kept(kind: &ItemKind) -> Kept {
    match kind {
        ItemKind::Weapon(_) | ItemKind::Shield(_) => Kept::Sheath,
        ItemKind::Gear(_) => Kept::Pouch,
        ItemKind::Armor(_) => Kept::Backpack,
    }
}

/// An item as it is when the fight begins; `ammunition` is for each weapon that sends something else than itself and has no number of
/// its own.
pub(super) fn item(
    kind: &ItemKind,
    number: u16,
    place: Place,
    file: &ItemFile,
    ammunition: Option<u16>,
) -> Item {
    let flight = kind
        .weapon()
        .and_then(|weapon| weapon.ranged)
        .map(|ranged| ranged.flight);
    let uses = match kind {
        ItemKind::Gear(gear) => gear.uses.map(u16::from),
        _ => ammunition.filter(|_| matches!(flight, Some(Flight::Missile | Flight::Slung))),
    };
    let sound = match kind {
        ItemKind::Weapon(weapon) => weapon.durability.unwrap_or(SOUND),
        _ => 1,
    };
    Item {
        kind: number,
        place,
        durability: file.durability.unwrap_or(sound),
        readied: matches!(kind, ItemKind::Shield(_))
            && file.readied.unwrap_or(matches!(place, Place::Held(_))),
        left: file.left.or(uses),
        lit: file.lit,
        in_grip: true,
    }
}
