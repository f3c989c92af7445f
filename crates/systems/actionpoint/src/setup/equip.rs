//! What creatures hold, wear and carry when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::scenario::{Piece, Wanted, number_in};

use super::Setup;
use super::compose::Composer;
use crate::content::ItemFile;
use crate::sheet::{Hands, ItemKind};
use crate::state::{Item, Place};

/// The number of a kind of item, which the setup gets to know with its magic, and how often that can be used.
pub(super) fn kind_number(
    composer: &mut Composer<'_>,
    file: &ItemFile,
    path: &str,
) -> Option<(u16, Option<u16>)> {
    let kind_path = format!("{path}.kind");
    let library = composer.library;
    let mistakes = &mut composer.draft.mistakes;
    let record = library.item_at(&file.kind, &kind_path, mistakes)?;
    let (magic, uses) = record.magic();
    // A spell that there is not is told where the item is written.
    let known = magic.filter(|spell| library.spell(spell).is_some());
    let spell = known.and_then(|spell| composer.spell_at(spell, &kind_path));
    let Some(mut kind) = record.kind(spell) else {
        let message = format!("{} is a fighting style and no item", file.kind);
        composer.draft.mistakes.add(kind_path, message);
        return None;
    };
    if let Some(name) = &file.name {
        rename(&mut kind, name);
    }
    let known = composer.setup.kinds.len();
    let number = number_in(&mut composer.setup.kinds, &kind);
    if number == known {
        composer.draft.comes_from("kind", path);
    }
    Some((u16::try_from(number).ok()?, uses))
}

/// Calls a thing by a name of its own; what it trains in stays the same.
fn rename(kind: &mut ItemKind, name: &str) {
    let known = match kind {
        ItemKind::Weapon(weapon) => {
            weapon.gear = Some(weapon.gear().to_owned());
            &mut weapon.name
        }
        ItemKind::Armor(armor) => &mut armor.name,
        ItemKind::Shield(shield) => &mut shield.name,
        ItemKind::Gear(gear) => &mut gear.name,
    };
    name.clone_into(known);
}

/// A thing that somebody has: how it is written, its kind, and how often its magic can be used.
pub(super) type Thing<'f> = (Piece<'f, ItemFile>, u16, Option<u16>);

/// Finds a place for everything a creature has: what is to be in hand or worn first, then armour and what else is worn, the first weapon
/// and the first shield for which hands are left; the rest is carried. A versatile weapon is in both hands if nothing else is held.
pub(super) fn places(setup: &Setup, who: CreatureId, things: &[Thing<'_>]) -> Vec<Place> {
    let mut outfit = Outfit {
        setup,
        who,
        things,
        free: i32::from(setup.creatures[who.index()].sheet.hands),
        places: Vec::with_capacity(things.len()),
    };
    outfit.as_wanted();
    outfit.wear();
    outfit.hold(|kind| kind.weapon().is_some());
    outfit.hold(|kind| kind.shield().is_some());
    outfit.take_in_both_hands();
    outfit.places
}

/// The things of a creature while places are found for them.
struct Outfit<'s, 'f> {
    setup: &'s Setup,
    who: CreatureId,
    things: &'s [Thing<'f>],
    /// Hands that hold nothing yet; fewer than none where too much is to be held.
    free: i32,
    places: Vec<Place>,
}

impl Outfit<'_, '_> {
    fn kind(&self, index: usize) -> &ItemKind {
        &self.setup.kinds[usize::from(self.things[index].1)]
    }

    fn file(&self, index: usize) -> &ItemFile {
        self.things[index].0.file
    }

    /// In how many hands a thing is held: as many as are written, or as few as it needs.
    fn grip(&self, index: usize) -> u8 {
        let hands = self.file(index).hands;
        hands.unwrap_or_else(|| self.kind(index).hands())
    }

    /// What is written about the places.
    fn as_wanted(&mut self) {
        for index in 0..self.things.len() {
            let place = match self.things[index].0.wanted {
                Wanted::Held => {
                    self.free -= i32::from(self.grip(index));
                    Place::Held(self.who, self.grip(index))
                }
                Wanted::Worn => Place::Worn(self.who),
                Wanted::Carried | Wanted::Anywhere => Place::Carried(self.who),
            };
            self.places.push(place);
        }
    }

    /// Things for which any place is right.
    fn loose(&self) -> impl Iterator<Item = usize> + use<> {
        let anywhere = |thing: &Thing<'_>| thing.0.wanted == Wanted::Anywhere;
        let loose: Vec<usize> = (0..self.things.len())
            .filter(|index| anywhere(&self.things[*index]))
            .collect();
        loose.into_iter()
    }

    /// The first armour, unless there is some on the body already, and what takes no hands.
    fn wear(&mut self) {
        for index in self.loose() {
            let worn = match self.kind(index) {
                ItemKind::Armor(_) => !self.wears_armor(),
                ItemKind::Gear(gear) => gear.hands == 0,
                ItemKind::Weapon(_) | ItemKind::Shield(_) => false,
            };
            if worn {
                self.places[index] = Place::Worn(self.who);
            }
        }
    }

    fn wears_armor(&self) -> bool {
        let mut all = 0..self.places.len();
        all.any(|index| {
            self.places[index] == Place::Worn(self.who) && self.kind(index).armor().is_some()
        })
    }

    fn held(&self) -> impl Iterator<Item = usize> {
        (0..self.places.len()).filter(|index| matches!(self.places[*index], Place::Held(..)))
    }

    /// The first thing of a sort for which hands are left, unless one is held already.
    fn hold(&mut self, is: fn(&ItemKind) -> bool) {
        if self.held().any(|index| is(self.kind(index))) {
            return;
        }
        let fits =
            |index: &usize| is(self.kind(*index)) && i32::from(self.grip(*index)) <= self.free;
        if let Some(index) = self.loose().find(fits) {
            let grip = self.grip(index);
            self.places[index] = Place::Held(self.who, grip);
            self.free -= i32::from(grip);
        }
    }

    /// A versatile weapon that is the only thing held (`character-stats/hands`).
    fn take_in_both_hands(&mut self) {
        let only = {
            let mut held = self.held();
            match (held.next(), held.next()) {
                (Some(only), None) => only,
                _ => return,
            }
        };
        let weapon = self.kind(only).weapon();
        let versatile = weapon.is_some_and(|weapon| weapon.hands == Hands::Versatile);
        if versatile && self.file(only).hands.is_none() && self.free >= 1 {
            self.places[only] = Place::Held(self.who, 2);
        }
    }
}

/// An item as it is when the fight begins, of a kind whose magic can be used so often.
pub(super) fn item(kind: u16, uses: Option<u16>, place: Place, file: &ItemFile) -> Item {
    Item {
        kind,
        place,
        unloaded: file.unloaded,
        uses: file.uses.or(uses),
    }
}
