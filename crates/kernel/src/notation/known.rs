//! What may be named by whoever speaks.

use super::nouns::{Nouns, Thing, natural_names};
use super::{Reader, Unread};
use crate::id::{CreatureId, ItemId};

/// What whoever speaks does not know of: no name means it, as if it were not there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unknown {
    /// Creatures.
    pub creatures: Vec<CreatureId>,
    /// Things.
    pub items: Vec<ItemId>,
    /// The creatures of which the speaker knows what spells, powers and the like they have: there are no others.
    pub open: Vec<CreatureId>,
}

/// What can be named in a fight, without what is unknown.
pub(super) struct Known<'s, N> {
    pub(super) nouns: &'s N,
    pub(super) unknown: Option<&'s Unknown>,
}

impl<N> Clone for Known<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Known<'_, N> {}

impl<'s, N: Nouns> Known<'s, N> {
    /// A creature's name.
    pub(super) fn creature(self, who: CreatureId) -> Option<&'s str> {
        let is_unknown = |unknown: &Unknown| unknown.creatures.contains(&who);
        let name = self.nouns.creature_name(who)?;
        (!self.unknown.is_some_and(is_unknown)).then_some(name)
    }

    /// A thing.
    pub(super) fn thing(self, item: ItemId) -> Option<Thing<'s>> {
        let is_unknown = |unknown: &Unknown| unknown.items.contains(&item);
        let thing = self.nouns.thing(item)?;
        (!self.unknown.is_some_and(is_unknown)).then_some(thing)
    }

    /// All creatures with their names.
    pub(super) fn creatures(self) -> impl Iterator<Item = (CreatureId, &'s str)> {
        let all = (0..=u16::MAX).map(CreatureId);
        let here = all.take_while(move |who| self.nouns.creature_name(*who).is_some());
        here.filter_map(move |who| Some((who, self.creature(who)?)))
    }

    /// All things.
    pub(super) fn things(self) -> impl Iterator<Item = (ItemId, Thing<'s>)> {
        let all = (0..=u16::MAX).map(ItemId);
        let here = all.take_while(move |item| self.nouns.thing(*item).is_some());
        here.filter_map(move |item| Some((item, self.thing(item)?)))
    }

    /// The names of all creatures.
    pub(super) fn creature_names(self) -> impl Iterator<Item = &'s str> {
        self.creatures().map(|(_, name)| name)
    }

    /// The names of all things.
    pub(super) fn item_names(self) -> impl Iterator<Item = &'s str> {
        self.things().map(|(_, thing)| thing.name)
    }
}

impl<'s, N: Nouns> Reader<'s, '_, N> {
    /// A reader of other words of the same speaker.
    #[must_use]
    pub fn of_words<'w>(&self, text: &'w str) -> Reader<'s, 'w, N> {
        Reader::knowing(self.nouns, self.who, self.unknown(), text)
    }

    /// Whether the speaker knows of everything.
    #[must_use]
    pub fn knows_everything(&self) -> bool {
        self.unknown().is_none()
    }

    /// Whether the speaker knows of a thing.
    #[must_use]
    pub fn knows_thing(&self, item: ItemId) -> bool {
        let unknown = self.unknown();
        unknown.is_none_or(|unknown| !unknown.items.contains(&item))
    }

    /// The names of what the speaker could strike with, as far as it knows: things and its own body.
    #[must_use]
    pub fn weapon_names(&self) -> Vec<&'s str> {
        let (nouns, unknown) = (self.nouns, self.unknown());
        let natural = self.who.into_iter();
        let natural = natural.flat_map(|who| natural_names(nouns, who));
        Known { nouns, unknown }
            .item_names()
            .chain(natural)
            .collect()
    }

    /// Whether the speaker knows of a spell, a power or the like: whoever does not know of everything knows those of some creatures alone.
    pub fn knows_art(&self, has: impl Fn(CreatureId) -> bool) -> bool {
        let unknown = self.unknown();
        unknown.is_none_or(|unknown| unknown.open.iter().any(|who| has(*who)))
    }

    /// Takes one of the listed spells, powers or the like (or its number, `#2`) of which the speaker knows: its place in the list.
    ///
    /// # Errors
    /// If none stands here, with the closest one.
    pub fn art<'k>(
        &mut self,
        what: &str,
        names: impl IntoIterator<Item = &'k str>,
        has: impl Fn(CreatureId, u8) -> bool,
    ) -> Result<u8, Unread> {
        let known = (0..=u8::MAX).zip(names);
        let known = known.filter(|(place, _)| self.knows_art(|who| has(who, *place)));
        let known: Vec<(u8, &str)> = known.collect();
        self.one_listed(what, &known)
    }

    /// Takes one of the listed names (or its number, `#2`): its place in the list.
    ///
    /// # Errors
    /// If none stands here, with the closest one.
    pub fn listed<'k>(
        &mut self,
        what: &str,
        names: impl IntoIterator<Item = &'k str>,
    ) -> Result<u8, Unread> {
        let all: Vec<(u8, &str)> = (0..=u8::MAX).zip(names).collect();
        self.one_listed(what, &all)
    }

    /// Takes one of these names, or the number of one: that number.
    ///
    /// # Errors
    /// If none stands here, with the closest one.
    pub fn one_listed<P: Copy + Into<u16>>(
        &mut self,
        what: &str,
        known: &[(P, &str)],
    ) -> Result<P, Unread> {
        if let Some(number) = self.marked('#') {
            let meant = known.iter().find(|(place, _)| (*place).into() == number);
            let none = || Unread::new(format!("there is no {what} #{number}"));
            return meant.map(|(place, _)| *place).ok_or_else(none);
        }
        let names = || known.iter().map(|(_, name)| *name);
        match self.longest(names()) {
            Some(index) => Ok(known[index].0),
            None => {
                let word = self.need(&format!("a {what}"))?;
                Err(Unread::unknown(what, word, names()))
            }
        }
    }
}
