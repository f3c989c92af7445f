//! The nouns of acts: creatures, items, weapons, squares, Spells and tasks.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::notation::{Nouns, Thing, Unread, Wanted, Whereabouts};

use super::Reader;
use crate::act::Target;
use crate::rules::hands::can_use;
use crate::rules::numbers::bearer;
use crate::rules::terrain::standing_height;
use crate::sheet::{ItemKind, Use};
use crate::state::{Arm, ItemId, Place, SpellId, State};

impl Nouns for State {
    affray_layout::names_by_sheets!();

    fn thing(&self, item: ItemId) -> Option<Thing<'_>> {
        let at = self.items.get(usize::from(item.0))?;
        let place = match at.place {
            Place::Held(who, _) => Whereabouts::Held(who),
            Place::Worn(who) => Whereabouts::Worn(who),
            Place::Carried(who) => Whereabouts::Carried(who),
            Place::Ground(_) => Whereabouts::Lying,
            Place::Nowhere => Whereabouts::Gone,
        };
        Some(Thing {
            name: self.cast.kinds.get(usize::from(at.kind))?.name(),
            place,
            broken: at.hp <= 0,
            withstands: Some(("HP", at.hp)),
        })
    }
}

/// Takes a square; without a height it is meant at the height at which that creature would stand there.
fn square_on_ground(reader: &mut Reader<'_, '_>, who: CreatureId) -> Option<Cell> {
    let height_named = reader.peek()?.matches(',').count() > 1;
    let cell = reader.square()?;
    if height_named {
        return Some(cell);
    }
    let ground = standing_height(reader.nouns, who, Space::cell(cell));
    Some(cell.with_height(ground.unwrap_or(cell.z)))
}

/// Takes a square in which somebody is suspected who is not named: `square 5,3`, or where nothing else can be meant `5,3`.
fn whoever_is_at(reader: &mut Reader<'_, '_>) -> Option<Cell> {
    let mut ahead = reader.clone();
    ahead.take("square");
    let cell = match ahead.who {
        Some(who) => square_on_ground(&mut ahead, who),
        None => ahead.square(),
    }?;
    *reader = ahead;
    Some(cell)
}

/// Takes what an Attack is aimed at.
pub(super) fn target(reader: &mut Reader<'_, '_>) -> Result<Target, Unread> {
    let mut ahead = reader.clone();
    if ahead.take("ice")
        && ahead.take("at")
        && let Some(cell) = ahead.square()
    {
        *reader = ahead;
        return Ok(Target::Ice(cell));
    }
    if let Some(cell) = whoever_is_at(reader) {
        return Ok(Target::Square(cell));
    }
    if let Some(who) = reader.creature_not_thing() {
        let mut ahead = reader.clone();
        if ahead.take("at")
            && let Some(cell) = square_on_ground(&mut ahead, who)
        {
            *reader = ahead;
            return Ok(Target::Guess(who, cell));
        }
        return Ok(Target::Creature(who));
    }
    if let Some(phrase) = reader.maybe_phrase() {
        let item = reader.settle(&phrase, None, Wanted::Lying)?;
        return Ok(Target::Object(item));
    }
    Err(reader.no_creature_or_thing("target"))
}

/// The weapon that is meant if none is named: the first held one of that use, or the first natural one; before all others one that can be
/// used now.
pub(super) fn usual_arm(reader: &Reader<'_, '_>, wanted: &[Use]) -> Result<Arm, Unread> {
    let serves = |who, arm| {
        let weapon = reader.nouns.weapon(who, arm);
        weapon.is_some_and(|weapon| weapon.uses.iter().any(|one| wanted.contains(one)))
    };
    reader
        .usual_arm(|who, arm| serves(who, arm) && can_use(reader.nouns, who, arm).is_ok())
        .or_else(|_| reader.usual_arm(serves))
}

/// Whether a spell stands on a creature's sheet, or is in an item that it bears.
fn has_spell(state: &State, who: CreatureId, spell: u8) -> bool {
    let sheet = state.cast.sheets.get(who.index());
    let known = sheet.is_some_and(|sheet| sheet.spells.contains(&spell));
    known || bears_spell(state, who, spell)
}

/// Whether a spell is in an item that a creature bears (`cast/magic-item`).
fn bears_spell(state: &State, who: CreatureId, spell: u8) -> bool {
    let Some(spell) = state.cast.spells.get(usize::from(spell)) else {
        return false;
    };
    let mut items = state.all_items();
    items.any(|(id, item)| {
        let inside = match state.kind(id) {
            ItemKind::Gear(gear) => gear.spell.as_ref(),
            _ => None,
        };
        bearer(item.place) == Some(who) && inside.is_some_and(|inside| inside.name == spell.name)
    })
}

pub(super) fn spell(reader: &mut Reader<'_, '_>) -> Result<SpellId, Unread> {
    let state = reader.nouns;
    let names = state.cast.spells.iter().map(|spell| spell.name.as_str());
    let has = |who, spell: u8| has_spell(state, who, spell);
    reader.art("Spell", names, has).map(SpellId)
}

pub(super) fn task(reader: &mut Reader<'_, '_>) -> Result<u8, Unread> {
    let tasks = &reader.nouns.cast.tasks;
    reader.listed("task", tasks.iter().map(|(name, _)| name.as_str()))
}
