//! Printing nouns: the shortest words that mean the very thing.

use std::cell::OnceCell;

use super::nouns::{Nouns, ORDINALS, Wanted, item_name, place_among_its_like};
use super::reader::Reader;
use crate::grid::Cell;
use crate::id::{Arm, CreatureId, ItemId};
use crate::prose::with_article;

/// Names for the nouns of a fight, or numbers where names mislead.
#[derive(Debug)]
pub struct Namer<'s, N> {
    /// The fight.
    pub nouns: &'s N,
    /// Who speaks; its own things need no further name.
    pub who: Option<CreatureId>,
    how: How,
    nested: bool,
}

/// How things are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// By the shortest words that mean them.
    ByName,
    /// By their names with their numbers.
    WithNumbers,
    /// By numbers alone, creatures too.
    ByNumber,
    /// As sentences have them.
    InProse,
}

impl<N> Copy for Namer<'_, N> {}

impl<N> Clone for Namer<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'s, N: Nouns> Namer<'s, N> {
    /// Names wherever they are clear.
    #[must_use]
    pub fn by_name(nouns: &'s N, who: Option<CreatureId>) -> Self {
        Self {
            nouns,
            who,
            how: How::ByName,
            nested: false,
        }
    }

    /// Names, those of things always with their numbers: `pike #4`, where somebody is called Pike.
    #[must_use]
    pub fn with_numbers(nouns: &'s N, who: Option<CreatureId>) -> Self {
        Self {
            how: How::WithNumbers,
            ..Self::by_name(nouns, who)
        }
    }

    /// Numbers only.
    #[must_use]
    pub(crate) fn by_number(nouns: &'s N, who: Option<CreatureId>) -> Self {
        Self {
            how: How::ByNumber,
            ..Self::by_name(nouns, who)
        }
    }

    /// Names as sentences have them, with articles: such words are read by people and not read back.
    #[must_use]
    pub fn in_prose(nouns: &'s N, who: Option<CreatureId>) -> Self {
        Self {
            how: How::InProse,
            ..Self::by_name(nouns, who)
        }
    }

    /// The same, for an act that stands in another one.
    #[must_use]
    pub fn inner(self) -> Self {
        Self {
            nested: true,
            ..self
        }
    }

    /// A square as on the drawn map.
    #[must_use]
    pub fn cell(self, cell: Cell) -> String {
        self.nouns.grid().drawn(cell).to_string()
    }

    /// Squares, with spaces between them.
    #[must_use]
    pub fn cells(self, cells: &[Cell]) -> String {
        let words: Vec<String> = cells.iter().map(|cell| self.cell(*cell)).collect();
        words.join(" ")
    }

    /// A creature.
    #[must_use]
    pub fn creature(self, who: CreatureId) -> String {
        let name = if self.how == How::InProse {
            self.nouns.creature_spoken(who)
        } else {
            self.nouns.creature_name(who).map(str::to_owned)
        };
        match name {
            Some(name) if self.how != How::ByNumber => name,
            _ => format!("@{}", who.0),
        }
    }

    /// Something of a list, by its name or its number.
    #[must_use]
    pub fn listed(self, number: u8, name: Option<&str>) -> String {
        match name {
            Some(name) if self.how != How::ByNumber => name.to_owned(),
            _ => format!("#{number}"),
        }
    }

    /// One of the speaker's own things.
    #[must_use]
    pub fn own(self, item: ItemId, wanted: Wanted) -> String {
        self.item(item, self.who, wanted)
    }

    /// The shortest name that means this thing where those of `whose` are meant first.
    #[must_use]
    pub fn item(self, item: ItemId, whose: Option<CreatureId>, wanted: Wanted) -> String {
        if self.how == How::InProse {
            return format!("the {}", item_name(self.nouns, item));
        }
        let number = format!("#{}", item.0);
        let Some(thing) = self.nouns.thing(item) else {
            return number;
        };
        if self.how == How::ByNumber {
            return number;
        }
        let name = item_name(self.nouns, item);
        if self.how == How::WithNumbers {
            return format!("{name} {number}");
        }
        let bearer = thing.place.bearer();
        let owner = bearer.and_then(|bearer| self.nouns.creature_name(bearer));
        let owned = owner.map(|owner| format!("{owner}'s {name}"));
        // Few need be counted: how many come before it is seen only of those.
        let word = OnceCell::new();
        let word = || {
            let place = || ORDINALS.get(place_among_its_like(self.nouns, item)?);
            *word.get_or_init(place)
        };
        let counted = || Some(format!("{} {name}", word()?));
        let owned_and_counted = || Some(format!("{}'s {} {name}", owner?, word()?));
        let means = |text: &str| {
            let mut reader = Reader::new(self.nouns, self.who, text);
            reader.phrase().is_ok_and(|phrase| {
                reader.is_empty() && reader.settle(&phrase, whose, wanted) == Ok(item)
            })
        };
        std::iter::once(name.clone())
            .chain(owned)
            .chain(std::iter::once_with(counted).flatten())
            .chain(std::iter::once_with(owned_and_counted).flatten())
            .chain([format!("{name} {number}")])
            .find(|text| means(text))
            .unwrap_or(number)
    }

    /// A thing with whose it is, whether or not anybody else has one of its name: who has such is not for everybody to know.
    #[must_use]
    pub fn of_bearer(self, item: ItemId, wanted: Wanted) -> String {
        let thing = self.nouns.thing(item);
        let bearer = thing.and_then(|thing| thing.place.bearer());
        let words = self.item(item, bearer, wanted);
        let owner = bearer.and_then(|bearer| self.nouns.creature_name(bearer));
        match owner.map(|owner| format!("{owner}'s ")) {
            Some(owner)
                if self.how == How::ByName
                    && !words.starts_with(['#'])
                    && !words.starts_with(&owner) =>
            {
                format!("{owner}{words}")
            }
            _ => words,
        }
    }

    /// A thing that is to be picked up: one on the ground, or one of somebody who cannot keep it, with whose it is.
    #[must_use]
    pub fn found(self, item: ItemId) -> String {
        let thing = self.nouns.thing(item);
        match thing.and_then(|thing| thing.place.bearer()) {
            Some(_) => self.of_bearer(item, Wanted::Lying),
            None => self.own(item, Wanted::Lying),
        }
    }

    /// What one strikes with.
    #[must_use]
    pub fn arm(self, arm: Arm) -> String {
        if self.how == How::InProse {
            return self.arm_in_prose(arm);
        }
        let means = |text: &str| {
            let mut reader = Reader::new(self.nouns, self.who, text);
            reader.arm() == Ok(arm) && reader.is_empty()
        };
        match arm {
            Arm::Item(item) => {
                let name = self.own(item, Wanted::InUse);
                if means(&name) {
                    name
                } else {
                    format!("#{}", item.0)
                }
            }
            Arm::Natural(number) => self
                .who
                .filter(|_| self.how != How::ByNumber)
                .and_then(|who| self.nouns.natural_name(who, number))
                .filter(|name| means(name))
                .map_or_else(|| format!("natural {number}"), str::to_owned),
        }
    }

    /// `a longsword`; what is no thing, as a fist, stands as it is called.
    fn arm_in_prose(self, arm: Arm) -> String {
        match arm {
            Arm::Item(item) => with_article(&item_name(self.nouns, item)),
            Arm::Natural(number) => self
                .who
                .and_then(|who| self.nouns.natural_name(who, number))
                .map_or_else(|| format!("natural {number}"), in_prose),
        }
    }

    /// Free words, in quotes where they would not read back; `end` is what would end them inside another act.
    #[must_use]
    pub fn free_words(self, words: &str, end: &str) -> String {
        let plain = !words.is_empty()
            && words.trim() == words
            && !words.starts_with('"')
            && !words.contains(|sign: char| sign.is_control())
            && (!self.nested || !words.contains(end));
        if plain {
            words.to_owned()
        } else {
            quote(words)
        }
    }
}

/// A natural weapon as sentences have it: `a bite`, but `unarmed`.
fn in_prose(natural: &str) -> String {
    if natural.starts_with("unarmed") {
        return natural.to_owned();
    }
    with_article(natural)
}

/// Words in quotation marks, with `\` before marks inside.
#[must_use]
pub fn quote(words: &str) -> String {
    serde_json::Value::from(words).to_string()
}
