//! The nouns of acts: creatures, items, weapons, spells, styles, types of gear, levers and the like.

use affray_kernel::CreatureId;
use affray_kernel::notation::{Nouns, Thing, Unread, Wanted, Whereabouts};

use super::{Namer, Reader};
use crate::actions::handling;
use crate::rules::conditions::grappled_by;
use crate::rules::fighting_style;
use crate::rules::numbers::distance_m;
use crate::sheet::{Sheet, Weapon};
use crate::state::{Arm, GearId, ItemId, Place, SpellId, State};

impl Nouns for State {
    affray_layout::names_by_sheets!();
    affray_layout::alike_by_items!();

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
            broken: false,
            withstands: None,
        })
    }

    fn is_at_hand(&self, who: CreatureId, item: ItemId) -> bool {
        sheet(self, who).is_some() && handling::lies_within_touch(self, who, item)
    }
}

/// A creature's sheet, where there is such a creature.
fn sheet(state: &State, who: CreatureId) -> Option<&Sheet> {
    state.cast.sheets.get(who.index())
}

/// Takes what one strikes with; `unarmed` is the bare body of whoever has no weapon of that name.
fn arm(reader: &mut Reader<'_, '_>) -> Result<Arm, Unread> {
    let mut ahead = reader.clone();
    let arm = reader.arm()?;
    let bare = ahead.take("unarmed") && ahead.rest() == reader.rest();
    let natural = reader.who.and_then(|who| sheet(reader.nouns, who));
    let natural = natural.map_or(&[][..], |sheet| &sheet.natural);
    let named = match arm {
        Arm::Natural(number) => natural.get(usize::from(number)),
        Arm::Item(_) => None,
    };
    match named {
        Some(weapon) if bare && !weapon.unarmed && !weapon.name.eq_ignore_ascii_case("unarmed") => {
            Err(Unread::new("no attack of that body is unarmed"))
        }
        _ => Ok(arm),
    }
}

/// Takes `with` and a weapon, if `with` stands here.
pub(super) fn maybe_with(reader: &mut Reader<'_, '_>) -> Result<Option<Arm>, Unread> {
    if reader.take("with") {
        arm(reader).map(Some)
    } else {
        Ok(None)
    }
}

/// How a weapon is to serve where none is named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    /// In any way.
    Any,
    /// As it is thrown.
    Thrown,
    /// By shooting.
    Shot,
}

/// What is meant if no weapon is named: the first held one that reaches the target, a natural one otherwise; where nothing reaches it,
/// the first that could.
pub(super) fn usual_arm(
    reader: &Reader<'_, '_>,
    target: CreatureId,
    service: Service,
) -> Result<Arm, Unread> {
    let state = reader.nouns;
    let far_m = |weapon: &Weapon| match service {
        Service::Any => weapon.reach_m.or(weapon.range_m),
        Service::Thrown => weapon.thrown_m,
        Service::Shot => weapon.range_m,
    };
    let reaches = |who, arm| {
        let far_m = state.weapon(who, arm).and_then(far_m);
        far_m.is_some_and(|far_m| distance_m(state, who, target) <= far_m)
    };
    let serves = |who, arm| state.weapon(who, arm).and_then(far_m).is_some();
    let any = |who, arm| state.weapon(who, arm).is_some();
    let usual = reader
        .usual_arm(reaches)
        .or_else(|_| reader.usual_arm(serves));
    match service {
        // Nobody who says `shoot` means a blow.
        Service::Shot => usual,
        Service::Any | Service::Thrown => usual.or_else(|_| reader.usual_arm(any)),
    }
}

/// Whether a spell stands on a creature's sheet.
fn has_spell(state: &State, who: CreatureId, spell: u8) -> bool {
    let sheet = state.cast.sheets.get(who.index());
    sheet.is_some_and(|sheet| sheet.spells.contains(&spell))
}

/// The spells and abilities of which the speaker knows.
pub(super) fn known_spells<'s>(reader: &Reader<'s, '_>) -> Vec<(u8, &'s str)> {
    let state = reader.nouns;
    let names = state.cast.spells.iter().map(|spell| spell.name.as_str());
    let known = (0..=u8::MAX).zip(names);
    let known = known.filter(|(spell, _)| reader.knows_art(|who| has_spell(state, who, *spell)));
    known.collect()
}

/// Takes the name of a spell or an ability.
pub(crate) fn spell(reader: &mut Reader<'_, '_>) -> Result<SpellId, Unread> {
    let known = known_spells(reader);
    reader.one_listed("spell", &known).map(SpellId)
}

/// A spell or an ability.
pub(super) fn spell_name(namer: Namer<'_>, spell: SpellId) -> String {
    let known = namer.nouns.cast.spells.get(usize::from(spell.0));
    namer.listed(spell.0, known.map(|spell| spell.name.as_str()))
}

/// The names of a creature's fighting styles.
fn style_names(state: &State, who: Option<CreatureId>) -> impl Iterator<Item = &str> + Clone {
    let sheet = who.and_then(|who| sheet(state, who)).into_iter();
    sheet
        .flat_map(|sheet| &sheet.styles)
        .map(|style| style.name.as_str())
}

/// Takes a fighting style of that creature, by name or by its place on the sheet (`#1`).
pub(crate) fn style_of(reader: &mut Reader<'_, '_>, who: Option<CreatureId>) -> Result<u8, Unread> {
    if let Some(number) = reader.marked('#') {
        let place = u8::try_from(number);
        return place.map_err(|_| Unread::new(format!("there is no fighting style #{number}")));
    }
    let names = style_names(reader.nouns, who);
    let place = reader.longest(names.clone());
    if let Some(place) = place.and_then(|place| u8::try_from(place).ok()) {
        return Ok(place);
    }
    let word = reader.need("a fighting style")?;
    Err(Unread::unknown("fighting style", word, names))
}

/// A fighting style of the speaker.
pub(super) fn style_name(namer: Namer<'_>, style: u8) -> String {
    let name = style_names(namer.nouns, namer.who).nth(usize::from(style));
    namer.listed(style, name)
}

/// Takes a type of gear, by name or by its number (`#4`): in the middle of a fight, whoever does not know of everything knows of those that
/// have to do with what it knows.
pub(crate) fn gear(reader: &mut Reader<'_, '_>) -> Result<GearId, Unread> {
    let state = reader.nouns;
    if reader.knows_everything()
        && let Some(number) = reader.marked('#')
    {
        return Ok(GearId(number));
    }
    let all = (0..=u16::MAX).zip(state.cast.gear.iter().map(String::as_str));
    // What is widened where no fight goes on is chosen from all of them.
    let is_open = reader.knows_everything() || state.cast.scene.peaceful;
    let known = all.filter(|(gear, _)| is_open || knows_gear(reader, GearId(*gear)));
    let known: Vec<(u16, &str)> = known.collect();
    reader.one_listed("type of gear", &known).map(GearId)
}

/// Whether the speaker knows of a type of gear: one of the general ones, one of a style that it knows, or one of a thing that it knows.
fn knows_gear(reader: &Reader<'_, '_>, gear: GearId) -> bool {
    let state = reader.nouns;
    let is_trained = |who| {
        let styles = sheet(state, who).map_or(&[][..], |sheet| &sheet.styles);
        (0..)
            .zip(styles)
            .any(|(style, _)| fighting_style::is_trained(state, who, style, gear))
    };
    let mut things = (0..=u16::MAX).map(ItemId).zip(&state.items);
    usize::from(gear.0) < GearId::GENERAL.len()
        || reader.knows_art(is_trained)
        || things.any(|(item, _)| reader.knows_thing(item) && state.gear_of(item) == Some(gear))
}

/// A type of gear.
pub(super) fn gear_name(namer: Namer<'_>, gear: GearId) -> String {
    let number = u8::try_from(gear.0).ok();
    let known = namer.nouns.cast.gear.get(usize::from(gear.0));
    match (number, known) {
        (Some(number), Some(name)) => namer.listed(number, Some(name)),
        _ => format!("#{}", gear.0),
    }
}

/// Takes a lever or the like, by name or by its number (`#0`): whoever does not know of everything knows of those that have been found.
pub(crate) fn fixture(reader: &mut Reader<'_, '_>) -> Result<u8, Unread> {
    let state = reader.nouns;
    let names = state.cast.fixtures.iter();
    let names = names.map(|fixture| fixture.name.as_str());
    let is_found = |place: u8| {
        let fixture = state.fixtures.get(usize::from(place));
        fixture.is_some_and(|fixture| fixture.found)
    };
    let known = (0..=u8::MAX).zip(names);
    let known = known.filter(|(place, _)| reader.knows_everything() || is_found(*place));
    let known: Vec<(u8, &str)> = known.collect();
    reader.one_listed("lever or the like", &known)
}

/// A lever or the like.
pub(super) fn fixture_name(namer: Namer<'_>, fixture: u8) -> String {
    let known = namer.nouns.cast.fixtures.get(usize::from(fixture));
    namer.listed(fixture, known.map(|fixture| fixture.name.as_str()))
}

/// Takes an item that a foe is to lose: the one of that name in somebody else's hands.
pub(super) fn others_item(reader: &mut Reader<'_, '_>) -> Result<ItemId, Unread> {
    let state = reader.nouns;
    let phrase = reader.phrase()?;
    let others = state.creatures().filter(|who| Some(*who) != reader.who);
    let held = others.filter_map(|who| {
        let item = reader.settle_of(phrase.clone(), who, Wanted::InUse).ok()?;
        matches!(state.item(item).place, Place::Held(..)).then_some(item)
    });
    let held: Vec<ItemId> = held.collect();
    match held[..] {
        [item] => Ok(item),
        _ => reader.settle(&phrase, None, Wanted::InUse),
    }
}

/// Who holds the speaker where nobody is named; nobody, if it is a net.
pub(super) fn usual_holder(state: &State, who: Option<CreatureId>) -> Option<CreatureId> {
    grappled_by(state, who?).flatten()
}
