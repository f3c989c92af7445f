//! The nouns of acts: creatures, items, weapons, squares, spells and directions.

use affray_kernel::CreatureId;
use affray_kernel::grid::Heading;
use affray_kernel::notation::{Nouns, Thing, Unread, Whereabouts};

use super::Reader;
use crate::sheet::Weapon;
use crate::state::{Arm, ItemId, Place, SpellId, State};

impl Nouns for State {
    affray_layout::names_by_sheets!();
    affray_layout::alike_by_items!();

    fn thing(&self, item: ItemId) -> Option<Thing<'_>> {
        let at = self.items.get(usize::from(item.0))?;
        let place = match at.place {
            Place::Held(who) => Whereabouts::Held(who),
            Place::Worn(who) => Whereabouts::Worn(who),
            Place::Carried(who, _) => Whereabouts::Carried(who),
            Place::Stuck(_) | Place::Ground(_) => Whereabouts::Lying,
            Place::Nowhere => Whereabouts::Gone,
        };
        let kind = self.cast.kinds.get(usize::from(at.kind))?;
        let counted = kind.weapon().and_then(|weapon| weapon.durability);
        Some(Thing {
            name: kind.name(),
            place,
            broken: at.durability <= 0,
            withstands: counted.map(|_| ("Durability Points", at.durability)),
        })
    }

    /// An attack in turn is one with another weapon than the last (`two-weapon/alternate`).
    fn is_put_last(&self, item: ItemId) -> bool {
        let bearer = self.thing(item).and_then(|thing| thing.place.bearer());
        let body = bearer.and_then(|who| self.bodies.get(who.index()));
        body.is_some_and(|body| body.last_arm == Some(Arm::Item(item)))
    }
}

/// The weapon that is meant if none is named: the first one in hand for that use, or the first natural one.
pub(super) fn usual_arm(
    reader: &Reader<'_, '_>,
    fits: impl Fn(&Weapon) -> bool,
) -> Result<Arm, Unread> {
    reader.usual_arm(|who, arm| reader.nouns.weapon(who, arm).is_some_and(&fits))
}

/// Takes `with` and a weapon, or means the usual one.
pub(super) fn with(
    reader: &mut Reader<'_, '_>,
    fits: impl Fn(&Weapon) -> bool,
) -> Result<Arm, Unread> {
    if reader.take("with") {
        reader.arm()
    } else {
        usual_arm(reader, fits)
    }
}

/// Takes `with` and a weapon, or means the bare hands.
pub(super) fn with_or_unarmed(reader: &mut Reader<'_, '_>) -> Result<Arm, Unread> {
    if reader.take("with") {
        reader.arm()
    } else {
        reader.unarmed()
    }
}

/// Whether a spell stands on a creature's sheet.
fn has_spell(state: &State, who: CreatureId, spell: u8) -> bool {
    let sheet = state.cast.sheets.get(who.index());
    sheet.is_some_and(|sheet| sheet.spells.contains(&spell))
}

/// Takes a spell's name.
pub(crate) fn spell(reader: &mut Reader<'_, '_>) -> Result<SpellId, Unread> {
    let state = reader.nouns;
    let names = state.cast.spells.iter().map(|spell| spell.name.as_str());
    let has = |who, spell: u8| has_spell(state, who, spell);
    reader.art("spell", names, has).map(SpellId)
}

/// Takes a direction, if one stands here.
pub(crate) fn maybe_heading(reader: &mut Reader<'_, '_>) -> Option<Heading> {
    let heading = reader.peek()?.to_lowercase().parse().ok()?;
    reader.word();
    Some(heading)
}

/// Takes a direction.
pub(super) fn heading(reader: &mut Reader<'_, '_>) -> Result<Heading, Unread> {
    if let Some(heading) = maybe_heading(reader) {
        return Ok(heading);
    }
    let word = reader.need("a direction")?;
    Err(Unread::new(format!(
        "`{word}` is no direction: write one such as north or north-east"
    )))
}
