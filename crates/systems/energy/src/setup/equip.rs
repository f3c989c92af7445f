//! What creatures hold, wear and carry when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::scenario::{self, Mistakes, Outfit, Piece, Role, Spot, number_in};

use super::{Setup, fields};
use crate::content::{ItemFile, Library};
use crate::rules::draw_weight;
use crate::sheet::{Draw, ItemKind, Power};
use crate::state::{Access, Item, Place};

/// The number of a kind of item, which the setup gets to know together with the power in it.
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
        rename(&mut kind, name);
    }
    if let ItemKind::Gear(gear) = &kind
        && let Some(power) = &gear.power
    {
        power_number(setup, library.spell(power)?);
    }
    u16::try_from(number_in(&mut setup.kinds, &kind)).ok()
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

/// The number of a power, which the setup gets to know.
pub(super) fn power_number(setup: &mut Setup, power: &Power) -> u8 {
    // Too many powers are refused when the setup is checked as a whole.
    u8::try_from(number_in(&mut setup.powers, power)).unwrap_or(u8::MAX)
}

/// Finds a place for everything a creature has.
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
    let hands = setup.creatures[who.index()].sheet.hands;
    let spots = scenario::places(hands, &outfit).into_iter();
    spots
        .map(|spot| match spot {
            Spot::Held => Place::Held(who),
            Spot::Worn => Place::Worn(who),
            Spot::Carried => Place::Carried(who),
        })
        .collect()
}

/// The missiles of a weapon that shoots, out of so many for each of them.
pub(super) fn missiles(kind: &ItemKind, ammunition: Option<u16>) -> Option<u16> {
    ammunition.filter(|_| {
        kind.weapon()
            .is_some_and(|weapon| weapon.shooting.is_some())
    })
}

/// How a weapon is drawn that has a draw weight.
pub(super) fn draw_of(kind: &ItemKind) -> Option<Draw> {
    kind.weapon()?.shooting?.draw
}

/// An item as it is when the fight begins: a weapon in hand is loaded, and one with a draw weight is built for what its owner can use
/// best (`gaps/ammunition`, `draw/arm-strength`).
pub(super) fn item(
    setup: &Setup,
    number: u16,
    place: Place,
    owner: Option<CreatureId>,
    file: &ItemFile,
) -> Item {
    let kind = &setup.kinds[usize::from(number)];
    let shooting = kind.weapon().and_then(|weapon| weapon.shooting);
    let is_loaded = matches!(place, Place::Held(_)) && file.left != Some(0);
    let needs_loading = shooting.is_some_and(|shooting| shooting.load_energy > 0);
    let draw = shooting.and_then(|shooting| shooting.draw);
    let row = match (draw, file.draw, owner) {
        (None, ..) => 0,
        (Some(_), Some(arm_strength), _) => draw_weight::row_of(arm_strength),
        (Some(draw), None, Some(owner)) => {
            draw_weight::best(&setup.creatures[owner.index()].sheet, draw)
        }
        (Some(_), None, None) => draw_weight::PLAIN,
    };
    Item {
        kind: number,
        place,
        access: file.access.unwrap_or(usual_access(kind)),
        pick_up: file.pick_up,
        loaded: file.loaded.unwrap_or(needs_loading && is_loaded),
        left: file.left,
        draw: row as u8,
        broken: file.broken,
    }
}

/// A weapon for one hand is a side arm; other things are harder to get at (`actions/equip-easy`, `actions/equip-other`).
const fn usual_access(kind: &ItemKind) -> Access {
    match kind {
        ItemKind::Weapon(weapon) if weapon.hands == 1 => Access::Easy,
        _ => Access::Normal,
    }
}
