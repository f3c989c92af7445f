//! Reading nouns: which creature, thing, weapon or square is meant.

use std::ops::{Deref, DerefMut};

use super::known::{Known, Unknown};
use super::nouns::{Nouns, ORDINALS, Wanted, another_like, natural_names};
use super::phrase::Phrase;
use super::words::longest;
use super::{Unread, Words};
use crate::condition::Held;
use crate::grid::{Cell, Map};
use crate::id::{Arm, CreatureId, ItemId};

/// How deep acts may stand in one another: a readied action inside a readied action.
const DEPTH_MAX: u8 = 8;

/// A cursor over the words of an act, and the fight they are about.
#[derive(Debug)]
pub struct Reader<'s, 't, N> {
    /// The fight.
    pub nouns: &'s N,
    /// Who speaks; its own things are meant first.
    pub who: Option<CreatureId>,
    /// What the speaker does not know of; `None`: whoever speaks knows of everything.
    unknown: Option<&'s Unknown>,
    words: Words<'t>,
    /// How many acts this one stands in.
    depth: u8,
}

impl<N> Clone for Reader<'_, '_, N> {
    fn clone(&self) -> Self {
        Self {
            nouns: self.nouns,
            who: self.who,
            unknown: self.unknown,
            words: self.words.clone(),
            depth: self.depth,
        }
    }
}

impl<'t, N> Deref for Reader<'_, 't, N> {
    type Target = Words<'t>;

    fn deref(&self) -> &Words<'t> {
        &self.words
    }
}

impl<'t, N> DerefMut for Reader<'_, 't, N> {
    fn deref_mut(&mut self) -> &mut Words<'t> {
        &mut self.words
    }
}

impl<'s, 't, N: Nouns> Reader<'s, 't, N> {
    /// A reader at the start of `text`.
    #[must_use]
    pub fn new(nouns: &'s N, who: Option<CreatureId>, text: &'t str) -> Self {
        Self::knowing(nouns, who, None, text)
    }

    /// A reader at the start of `text` for somebody who does not know of everything.
    #[must_use]
    pub fn knowing(
        nouns: &'s N,
        who: Option<CreatureId>,
        unknown: Option<&'s Unknown>,
        text: &'t str,
    ) -> Self {
        Self {
            nouns,
            who,
            unknown,
            words: Words::new(text),
            depth: 0,
        }
    }

    /// What the speaker does not know of.
    pub(super) fn unknown(&self) -> Option<&'s Unknown> {
        self.unknown
    }

    /// What may be named.
    fn known(&self) -> Known<'s, N> {
        Known {
            nouns: self.nouns,
            unknown: self.unknown,
        }
    }

    /// Reads an act that stands in another one.
    ///
    /// # Errors
    /// What `read` does not understand, or too many acts inside one another.
    pub fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unread>,
    ) -> Result<T, Unread> {
        if self.depth >= DEPTH_MAX {
            return Err(Unread::new("too many acts inside one another"));
        }
        self.depth += 1;
        let inner = read(self);
        self.depth -= 1;
        inner
    }

    /// Whether what is read stands in another act.
    #[must_use]
    pub(crate) fn is_nested(&self) -> bool {
        self.depth > 0
    }

    /// Takes a square, written as on the drawn map, if one stands here: `4,7`, or `[4,7]` as files write it.
    pub fn square(&mut self) -> Option<Cell> {
        let word = self.words.peek()?;
        let inside = word
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let cell: Cell = inside.unwrap_or(word).parse().ok()?;
        self.words.word();
        Some(self.nouns.grid().of_drawn(cell))
    }

    /// Takes a square.
    ///
    /// # Errors
    /// If none stands here.
    pub fn cell(&mut self) -> Result<Cell, Unread> {
        if let Some(cell) = self.square() {
            return Ok(cell);
        }
        let word = self.words.need("a square")?;
        Err(Unread::new(format!(
            "`{word}` is no square: write two numbers such as 4,7"
        )))
    }

    /// Takes a square of the map.
    ///
    /// # Errors
    /// If none stands here, or one that is not on the map.
    pub fn cell_on(&mut self, map: &Map) -> Result<Cell, Unread> {
        let cell = self.cell()?;
        if map.contains(cell) {
            Ok(cell)
        } else {
            Err(Unread::new("that square is not on the map"))
        }
    }

    /// Takes the name of a side, or `nobody`.
    ///
    /// # Errors
    /// If neither stands here.
    pub fn side_or_nobody(&mut self, sides: &[String]) -> Result<Option<u8>, Unread> {
        if self.take("nobody") {
            return Ok(None);
        }
        let names = sides.iter().map(String::as_str);
        if let Some(place) = self.longest(names.clone()) {
            return Ok(u8::try_from(place).ok());
        }
        let word = self.need("the side that wins")?;
        Err(Unread::unknown("side", word, names.chain(["nobody"])))
    }

    /// Takes `toward` and a creature, if that stands here.
    ///
    /// # Errors
    /// If no creature stands after it.
    pub fn toward(&mut self) -> Result<Option<CreatureId>, Unread> {
        if self.take("toward") || self.take("towards") {
            self.creature().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Takes one thing that is said of a condition, if one stands here: `toward ogre`, `from ogre`, `amount 15`.
    ///
    /// # Errors
    /// If it cannot be so.
    pub fn part_of_condition<C>(&mut self, held: &mut Held<C>) -> Result<bool, Unread> {
        if let Some(toward) = self.toward()? {
            if toward == held.on {
                return Err(Unread::new("that is the same creature"));
            }
            held.toward = Some(toward);
        } else if self.take("from") {
            held.cause = Some(self.creature()?);
        } else if self.take("amount") || self.take("level") {
            held.amount = self.number("amount")?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Takes a creature's name (or its number, `@3`), if one stands here.
    pub fn maybe_creature(&mut self) -> Option<CreatureId> {
        let mut ahead = self.words.clone();
        if let Some(number) = ahead.marked('@') {
            let who = CreatureId(number);
            self.known().creature(who)?;
            self.words = ahead;
            return Some(who);
        }
        let known = self.known();
        let place = self.words.longest(known.creature_names())?;
        known.creatures().nth(place).map(|(who, _)| who)
    }

    /// Takes a creature's name (or its number, `@3`).
    ///
    /// # Errors
    /// If none stands here, with the closest one.
    pub fn creature(&mut self) -> Result<CreatureId, Unread> {
        if let Some(who) = self.maybe_creature() {
            return Ok(who);
        }
        let word = self.words.need("a creature")?;
        Err(Unread::unknown(
            "creature",
            word,
            self.known().creature_names(),
        ))
    }

    /// Takes another creature than `who`, or `none`.
    ///
    /// # Errors
    /// If neither stands here, or it is the same creature.
    pub fn other_or_none(&mut self, who: CreatureId) -> Result<Option<CreatureId>, Unread> {
        if self.take("none") {
            return Ok(None);
        }
        let other = self.creature()?;
        if other == who {
            return Err(Unread::new("that is the same creature"));
        }
        Ok(Some(other))
    }

    /// A creature's name unless a longer thing's name stands here, or a thing's with its number.
    pub fn creature_not_thing(&mut self) -> Option<CreatureId> {
        let mut ahead = self.clone();
        let who = ahead.maybe_creature()?;
        // Whoever is called Second is no second dagger.
        let mut counted = self.words.clone();
        if self.ordinal(&mut counted).is_some()
            && let Some((_, rest)) = longest(counted.rest(), self.known().item_names(), "")
            && rest.len() < ahead.rest().len()
        {
            return None;
        }
        if let Some((_, rest)) = longest(self.rest(), self.known().item_names(), "") {
            let mut after = self.words.clone();
            after.jump_to(rest);
            if rest.len() < ahead.rest().len() || after.marked('#').is_some() {
                return None;
            }
        }
        *self = ahead;
        Some(who)
    }

    /// Says that the next word is the name of no creature and no thing, with the closest one.
    pub fn no_creature_or_thing(&mut self, what: &str) -> Unread {
        match self.words.need(&format!("a {what}")) {
            Ok(word) => Unread::unknown(
                what,
                word,
                self.known()
                    .creature_names()
                    .chain(self.known().item_names()),
            ),
            Err(missing) => missing,
        }
    }

    /// Takes a thing's name, if one stands here: `longsword`, `garret's longsword`, `second dagger`, `longsword #12` or `#12`.
    pub fn maybe_phrase(&mut self) -> Option<Phrase> {
        let mut ahead = self.words.clone();
        if let Some(number) = ahead.marked('#') {
            let item = ItemId(number);
            let thing = self.known().thing(item)?;
            self.words = ahead;
            return Some(Phrase {
                name: thing.name.to_owned(),
                items: vec![item],
                number: Some(item),
                ordinal: None,
                whose: None,
            });
        }
        let mut ordinal = self.ordinal(&mut ahead);
        let mut whose = None;
        if ordinal.is_none() && longest(ahead.rest(), self.known().item_names(), "").is_none() {
            let (owner, rest) = longest(ahead.rest(), self.known().creature_names(), "'s")?;
            ahead.jump_to(rest);
            whose = self.known().creatures().nth(owner).map(|(who, _)| who);
            ordinal = self.ordinal(&mut ahead);
        }
        let place = ahead.longest(self.known().item_names())?;
        let name = self.known().item_names().nth(place)?;
        let number = ahead.marked('#').map(ItemId);
        self.words = ahead;
        Some(Phrase {
            name: name.to_owned(),
            items: self.named(name, whose),
            number,
            ordinal,
            whose,
        })
    }

    /// Takes `second` before the name of a thing, unless it begins that name.
    fn ordinal(&self, words: &mut Words<'t>) -> Option<usize> {
        let mut ahead = words.clone();
        let place = ORDINALS.iter().position(|word| ahead.take(word))?;
        let names = || self.known().item_names();
        let begins_a_name = longest(words.rest(), names(), "").is_some();
        if begins_a_name || longest(ahead.rest(), names(), "").is_none() {
            return None;
        }
        *words = ahead;
        Some(place)
    }

    /// Takes a thing's name.
    ///
    /// # Errors
    /// If none stands here, with the closest one.
    pub fn phrase(&mut self) -> Result<Phrase, Unread> {
        if let Some(phrase) = self.maybe_phrase() {
            return Ok(phrase);
        }
        let word = self.words.need("an item")?;
        Err(Unread::unknown("item", word, self.known().item_names()))
    }

    fn named(&self, name: &str, whose: Option<CreatureId>) -> Vec<ItemId> {
        let things = self.known().things();
        things
            .filter(|(_, thing)| thing.name == name)
            .filter(|(_, thing)| whose.is_none() || thing.place.bearer() == whose)
            .map(|(item, _)| item)
            .collect()
    }

    pub(super) fn bearer(&self, item: ItemId) -> Option<CreatureId> {
        self.nouns.thing(item)?.place.bearer()
    }

    pub(super) fn name_of(&self, who: CreatureId) -> &'s str {
        self.nouns.creature_name(who).unwrap_or_default()
    }

    /// Takes a thing, the speaker's own first.
    ///
    /// # Errors
    /// If none stands here, or the name can mean several.
    pub fn item(&mut self, wanted: Wanted) -> Result<ItemId, Unread> {
        let phrase = self.phrase()?;
        self.settle(&phrase, self.who, wanted)
    }

    /// Takes a thing's name and perhaps whose it is: `longsword of garret`.
    ///
    /// # Errors
    /// If none stands here, or the name can mean several.
    pub fn item_of(&mut self) -> Result<ItemId, Unread> {
        let phrase = self.phrase()?;
        if self.take("of") {
            let whose = self.creature()?;
            return self.settle_of(phrase, whose, Wanted::InUse);
        }
        self.settle(&phrase, None, Wanted::InUse)
    }

    /// Takes what one strikes with: an item or a natural weapon (by name, or `natural 2`).
    ///
    /// # Errors
    /// If neither stands here, or the name can mean several.
    pub fn arm(&mut self) -> Result<Arm, Unread> {
        let mut ahead = self.clone();
        if ahead.take("natural")
            && let Ok(number) = ahead.number::<u8>("natural weapon")
        {
            *self = ahead;
            return Ok(Arm::Natural(number));
        }
        let natural = self
            .who
            .and_then(|who| longest(self.rest(), natural_names(self.nouns, who), ""));
        let mut ahead = self.clone();
        let phrase = ahead.maybe_phrase();
        if let Some((number, rest)) = natural {
            let own = phrase
                .as_ref()
                .is_some_and(|phrase| ahead.rest().len() <= rest.len() && self.bears_one(phrase));
            if !own {
                self.jump_to(rest);
                return Ok(Arm::Natural(number as u8));
            }
        }
        if let Some(phrase) = phrase {
            let item = self.settle(&phrase, self.who, Wanted::InUse)?;
            *self = ahead;
            return Ok(Arm::Item(item));
        }
        if self.who.is_some() && self.take("unarmed") {
            return self.unarmed();
        }
        let word = self.words.need("a weapon")?;
        Err(Unread::unknown("weapon", word, self.weapon_names()))
    }

    /// Takes what one strikes with besides something else: of two things that are alike, the other one.
    ///
    /// # Errors
    /// As [`arm`](Self::arm).
    pub fn other_arm(&mut self, used: Arm) -> Result<Arm, Unread> {
        let named = self.clone().maybe_phrase();
        let is_open =
            named.is_some_and(|phrase| phrase.number.is_none() && phrase.ordinal.is_none());
        let arm = self.arm()?;
        let other = match arm {
            Arm::Item(item) if is_open && arm == used => another_like(self.nouns, item),
            _ => None,
        };
        Ok(other.map_or(arm, Arm::Item))
    }

    /// The speaker's unarmed strike.
    ///
    /// # Errors
    /// If nobody in particular speaks.
    pub fn unarmed(&self) -> Result<Arm, Unread> {
        let Some(who) = self.who else {
            return Err(Unread::new("`with` and a weapon are missing"));
        };
        let last = natural_names(self.nouns, who).count().saturating_sub(1);
        Ok(Arm::Natural(last as u8))
    }

    /// What is meant if no weapon is named: the first held one that fits, or the first natural one.
    ///
    /// # Errors
    /// If nobody in particular speaks, or nothing fits.
    pub fn usual_arm(&self, fits: impl Fn(CreatureId, Arm) -> bool) -> Result<Arm, Unread> {
        let Some(who) = self.who else {
            return Err(Unread::new("`with` and a weapon are missing"));
        };
        let held = (0..=u16::MAX)
            .map(ItemId)
            .map_while(|item| Some((item, self.nouns.thing(item)?)))
            .filter(|(_, thing)| thing.place == super::Whereabouts::Held(who))
            .map(|(item, _)| Arm::Item(item));
        let natural = (0u8..).zip(natural_names(self.nouns, who));
        held.chain(natural.map(|(number, _)| Arm::Natural(number)))
            .find(|arm| fits(who, *arm))
            .ok_or_else(|| Unread::new("no weapon in hand fits: say with what"))
    }

    fn bears_one(&self, phrase: &Phrase) -> bool {
        phrase.number.is_some()
            || phrase.whose.is_some()
            || phrase
                .items
                .iter()
                .any(|item| self.who.is_some() && self.bearer(*item) == self.who)
    }

    /// Takes words in quotes, or everything up to `end` inside another act, or everything.
    ///
    /// # Errors
    /// If there are none.
    pub fn free_words(&mut self, end: &str) -> Result<String, Unread> {
        if let Some(words) = self.quoted()? {
            return Ok(words);
        }
        let rest = self.rest();
        let until = if self.is_nested() {
            rest.find(&format!(" {end} ")).unwrap_or(rest.len())
        } else {
            rest.len()
        };
        let words = rest[..until].trim();
        if words.is_empty() {
            return Err(Unread::new("words for what is done are missing"));
        }
        self.jump_to(&rest[until..]);
        Ok(words.to_owned())
    }

    /// Takes `none`, or what `some` takes.
    ///
    /// # Errors
    /// As `some` has them.
    pub fn none_or<T>(
        &mut self,
        some: impl FnOnce(&mut Self) -> Result<T, Unread>,
    ) -> Result<Option<T>, Unread> {
        if self.take("none") {
            Ok(None)
        } else {
            some(self).map(Some)
        }
    }

    /// Takes the item and the key of words such as `item.round shield.broken yes`, if such stand here.
    pub fn value_of_item(
        &mut self,
        keys: &'static [&'static str],
    ) -> Option<(Result<ItemId, Unread>, &'static str)> {
        let path = self.rest().strip_prefix("item.")?;
        let found = keys.iter().find_map(|key| {
            let (name, after) = path.split_once(&format!(".{key}"))?;
            (after.is_empty() || after.starts_with([' ', '='])).then_some((name, *key, after))
        });
        let Some((name, key, after)) = found else {
            let word = self.word().unwrap_or_default();
            let unread = Unread::new(format!("`{word}` names no value of an item"));
            return Some((Err(unread), ""));
        };
        let mut named = Self::knowing(self.nouns, None, self.unknown, name);
        let item = named.item(Wanted::InUse);
        let item = item.and_then(|item| named.end().map(|()| item));
        self.jump_to(after);
        self.take("=");
        Some((item, key))
    }
}
