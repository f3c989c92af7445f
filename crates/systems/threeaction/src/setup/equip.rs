//! What creatures hold, wear and carry when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::scenario::{self, Mistakes, Outfit, Piece, Role, Spot, number_in};

use super::super::content::{ItemFile, Library};
use super::super::sheet::{ItemKind, Spell, Use};
use super::super::state::Place;
use super::{ItemSetup, Setup, fields};

/// The number of a kind of item, which the setup gets to know together with the Spell in it.
pub(super) fn kind_number(
    setup: &mut Setup,
    library: &Library,
    name: &str,
    called: Option<&str>,
    path: &str,
    mistakes: &mut Mistakes,
) -> Option<u16> {
    let kind = library.item_at(name, path, mistakes)?;
    if let Some(Err(message)) = called.map(fields::name) {
        mistakes.add(format!("{path}.name"), message);
    }
    let kind = renamed(kind.clone(), called);
    if let ItemKind::Gear(gear) = &kind
        && let Some(spell) = &gear.spell
    {
        spell_number(setup, library.spell(&spell.name)?);
    }
    u16::try_from(number_in(&mut setup.kinds, &kind)).ok()
}

/// The number of a Spell, which the setup gets to know.
pub(super) fn spell_number(setup: &mut Setup, spell: &Spell) -> u8 {
    // Too many Spells are refused when the setup is checked as a whole.
    u8::try_from(number_in(&mut setup.spells, spell)).unwrap_or(u8::MAX)
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

/// Finds a place for everything a creature has.
pub(super) fn places(
    setup: &Setup,
    who: CreatureId,
    hands: u8,
    pieces: &[(Piece<'_, ItemFile>, u16)],
) -> Vec<Place> {
    let outfit = pieces.iter().map(|(piece, number)| {
        let kind = &setup.kinds[usize::from(*number)];
        Outfit {
            wanted: piece.wanted,
            role: match kind {
                ItemKind::Weapon(_) => Role::Weapon,
                ItemKind::Shield(_) => Role::OtherHand,
                ItemKind::Armour(_) => Role::Armour,
                ItemKind::Gear(_) if piece.file.lit => Role::OtherHand,
                ItemKind::Gear(_) => Role::Other,
            },
            hands: piece.file.hands.unwrap_or_else(|| kind.hands()),
        }
    });
    let outfit: Vec<Outfit> = outfit.collect();
    let spots = scenario::places(hands, &outfit).into_iter().zip(outfit);
    spots
        .map(|(spot, item)| match spot {
            Spot::Held => Place::Held(who, item.hands),
            Spot::Worn => Place::Worn(who),
            Spot::Carried => Place::Carried(who),
        })
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
