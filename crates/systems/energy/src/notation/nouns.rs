//! The nouns of acts: creatures, items, weapons, squares, powers and directions.

use affray_kernel::CreatureId;
use affray_kernel::grid::Heading;
use affray_kernel::notation::{Nouns, Thing, Unread, Whereabouts};

use super::Reader;
use crate::sheet::Weapon;
use crate::state::{Arm, ItemId, Place, PowerId, State, Watch};

impl Nouns for State {
    affray_layout::names_by_sheets!();
    affray_layout::alike_by_items!();

    fn thing(&self, item: ItemId) -> Option<Thing<'_>> {
        let at = self.items.get(usize::from(item.0))?;
        let place = match at.place {
            Place::Held(who) => Whereabouts::Held(who),
            Place::Worn(who) => Whereabouts::Worn(who),
            Place::Carried(who) => Whereabouts::Carried(who),
            Place::Ground(..) => Whereabouts::Lying,
            Place::Nowhere => Whereabouts::Gone,
        };
        Some(Thing {
            name: self.cast.kinds.get(usize::from(at.kind))?.name(),
            place,
            broken: at.broken,
            withstands: None,
        })
    }
}

/// Takes `with` and a weapon, if that stands here.
pub(super) fn maybe_with(reader: &mut Reader<'_, '_>) -> Result<Option<Arm>, Unread> {
    if reader.take("with") {
        arm(reader).map(Some)
    } else {
        Ok(None)
    }
}

/// Takes a weapon; `body` is the bare body whatever it is called.
pub(crate) fn arm(reader: &mut Reader<'_, '_>) -> Result<Arm, Unread> {
    let mut ahead = reader.clone();
    match reader.arm() {
        Err(_) if ahead.take("body") => {
            *reader = ahead;
            reader.unarmed()
        }
        read => read,
    }
}

/// The weapon that is meant if none is named: the first one in hand for that use, or the first natural one.
pub(super) fn usual_arm(
    reader: &Reader<'_, '_>,
    fits: impl Fn(&Weapon) -> bool,
) -> Result<Arm, Unread> {
    reader.usual_arm(|who, arm| reader.nouns.weapon(who, arm).is_some_and(&fits))
}

/// Whether a power stands on a creature's sheet.
fn has_power(state: &State, who: CreatureId, power: u8) -> bool {
    let sheet = state.cast.sheets.get(who.index());
    sheet.is_some_and(|sheet| sheet.powers.contains(&power))
}

/// Takes the name of a spell or an ability.
pub(crate) fn power(reader: &mut Reader<'_, '_>) -> Result<PowerId, Unread> {
    let state = reader.nouns;
    let names = state.cast.powers.iter().map(|power| power.name.as_str());
    let has = |who, power: u8| has_power(state, who, power);
    reader.art("power", names, has).map(PowerId)
}

/// Takes a direction or a creature.
pub(crate) fn watch(reader: &mut Reader<'_, '_>) -> Result<Watch, Unread> {
    let heading: Option<Heading> = reader
        .peek()
        .and_then(|word| word.to_lowercase().parse().ok());
    if let Some(heading) = heading {
        reader.word();
        return Ok(Watch::Heading(heading));
    }
    reader.creature().map(Watch::Creature)
}
