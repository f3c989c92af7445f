//! The nouns of acts: creatures, items, weapons, squares, Spells and tasks, and which one is meant by a name.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Shape, Space, Terrain};
use affray_kernel::notation::{Unread, Words};

use crate::threeaction::act::Target;
use crate::threeaction::rules::numbers::bearer;
use crate::threeaction::rules::terrain::standing_height;
use crate::threeaction::sheet::Use;
use crate::threeaction::state::{Arm, Item, ItemId, Place, SpellId, State};

/// Which of several items of one name is meant first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::threeaction) enum Wanted {
    /// One in use: held, then worn, then carried.
    InUse,
    /// One that is put away: carried, then worn, then held.
    Stored,
    /// One on the ground.
    Lying,
}

/// A cursor over the words of an act, and the fight they are about.
#[derive(Clone, Debug)]
pub(in crate::threeaction) struct Reader<'s, 't> {
    pub(super) state: &'s State,
    pub(super) who: Option<CreatureId>,
    words: Words<'t>,
    /// How many acts this one stands in.
    pub(super) depth: u8,
}

/// The items that a name can mean.
#[derive(Clone, Debug)]
pub(in crate::threeaction) struct Phrase {
    name: String,
    items: Vec<ItemId>,
    number: Option<ItemId>,
    whose: Option<CreatureId>,
}

/// What an item is called; its number where there is no such item.
pub(in crate::threeaction) fn item_name(state: &State, item: ItemId) -> String {
    match kind_name(state, item) {
        Some(name) => name.to_owned(),
        None => format!("#{}", item.0),
    }
}

fn kind_name(state: &State, item: ItemId) -> Option<&str> {
    let kind = usize::from(state.items.get(usize::from(item.0))?.kind);
    Some(state.cast.kinds.get(kind)?.name())
}

/// What stands after `name` and `suffix` in `text`, whatever their capitals, if they stand there as whole words.
fn after_name<'t>(text: &'t str, name: &str, suffix: &str) -> Option<&'t str> {
    let mut rest = text;
    let mut parts = name.split_whitespace().peekable();
    parts.peek()?;
    while let Some(part) = parts.next() {
        let word = rest.split_whitespace().next()?;
        let same = if parts.peek().is_none() && !suffix.is_empty() {
            word.strip_suffix(suffix)?.to_lowercase() == part.to_lowercase()
        } else {
            word.to_lowercase() == part.to_lowercase()
        };
        if !same {
            return None;
        }
        rest = rest.trim_start()[word.len()..].trim_start();
    }
    Some(rest)
}

/// The longest of the names that stands at the start of `text`: its place in the list, and what comes after it.
fn longest<'t, 'k>(
    text: &'t str,
    names: impl IntoIterator<Item = &'k str>,
    suffix: &str,
) -> Option<(usize, &'t str)> {
    let mut best: Option<(usize, &'t str, bool)> = None;
    for (place, name) in names.into_iter().enumerate() {
        let Some(rest) = after_name(text, name, suffix) else {
            continue;
        };
        let exact = text.starts_with(name);
        let better = best.is_none_or(|(_, other, other_exact)| {
            rest.len() < other.len() || (rest.len() == other.len() && exact && !other_exact)
        });
        if better {
            best = Some((place, rest, exact));
        }
    }
    best.map(|(place, rest, _)| (place, rest))
}

impl<'s, 't> Reader<'s, 't> {
    pub(in crate::threeaction) fn new(
        state: &'s State,
        who: Option<CreatureId>,
        text: &'t str,
    ) -> Self {
        Self {
            state,
            who,
            words: Words::new(text),
            depth: 0,
        }
    }

    pub(in crate::threeaction) fn rest(&self) -> &'t str {
        self.words.rest()
    }

    pub(in crate::threeaction) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(in crate::threeaction) fn end(&self) -> Result<(), Unread> {
        self.words.end()
    }

    pub(in crate::threeaction) fn jump_to(&mut self, rest: &'t str) {
        self.words = Words::new(rest);
    }

    pub(in crate::threeaction) fn need(&mut self, what: &str) -> Result<&'t str, Unread> {
        self.words.need(what)
    }

    /// Takes these words, whatever their capitals and spaces.
    pub(in crate::threeaction) fn take(&mut self, words: &str) -> bool {
        match after_name(self.rest(), words, "") {
            Some(rest) => {
                self.jump_to(rest);
                true
            }
            None => false,
        }
    }

    /// Takes these words or says that they are missing.
    pub(in crate::threeaction) fn expect(&mut self, words: &str) -> Result<(), Unread> {
        if self.take(words) {
            return Ok(());
        }
        Err(match self.words.peek() {
            Some(found) => Unread::new(format!("expected `{words}` before `{found}`")),
            None => Unread::new(format!("`{words}` is missing at the end")),
        })
    }

    pub(in crate::threeaction) fn number<T: std::str::FromStr>(
        &mut self,
        what: &str,
    ) -> Result<T, Unread> {
        self.words.number(what)
    }

    /// Takes a number after a sign such as `#`.
    fn signed(&mut self, sign: char) -> Option<u16> {
        let word = self.words.peek()?;
        let number = word.strip_prefix(sign)?.parse().ok()?;
        self.words.word();
        Some(number)
    }

    /// Takes a square, if one stands here.
    pub(in crate::threeaction) fn square(&mut self) -> Option<Cell> {
        let cell: Cell = self.words.peek()?.parse().ok()?;
        self.words.word();
        Some(match self.state.cast.map.grid().shape {
            Shape::Square => cell,
            Shape::Hex => Cell::from_column_row(cell.x, cell.y).with_height(cell.z),
        })
    }

    /// Takes a square; without a height it is meant at the height at which that creature would stand there.
    fn square_on_ground(&mut self, who: CreatureId) -> Option<Cell> {
        let height_named = self.words.peek()?.matches(',').count() > 1;
        let cell = self.square()?;
        if height_named {
            return Some(cell);
        }
        let ground = standing_height(self.state, who, Space::cell(cell));
        Some(cell.with_height(ground.unwrap_or(cell.z)))
    }

    pub(in crate::threeaction) fn cell(&mut self) -> Result<Cell, Unread> {
        if let Some(cell) = self.square() {
            return Ok(cell);
        }
        let word = self.need("a square")?;
        Err(Unread::new(format!(
            "`{word}` is no square: write two numbers such as 4,7"
        )))
    }

    /// Takes a creature's name (or its number, `@3`).
    pub(in crate::threeaction) fn creature(&mut self) -> Result<CreatureId, Unread> {
        if let Some(who) = self.maybe_creature() {
            return Ok(who);
        }
        let word = self.need("a creature")?;
        Err(Unread::unknown("creature", word, self.creature_names()))
    }

    pub(in crate::threeaction) fn maybe_creature(&mut self) -> Option<CreatureId> {
        let mut ahead = self.clone();
        if let Some(number) = ahead.signed('@') {
            if usize::from(number) >= self.state.bodies.len() {
                return None;
            }
            *self = ahead;
            return Some(CreatureId(number));
        }
        let (place, rest) = longest(self.rest(), self.creature_names(), "")?;
        self.jump_to(rest);
        u16::try_from(place).ok().map(CreatureId)
    }

    fn creature_names(&self) -> impl Iterator<Item = &'s str> + Clone + use<'s> {
        let sheets = &self.state.cast.sheets;
        sheets.iter().map(|sheet| sheet.name.as_str())
    }

    fn item_names(&self) -> impl Iterator<Item = &'s str> + Clone + use<'s> {
        let state = self.state;
        (0..state.items.len() as u16)
            .map(move |item| kind_name(state, ItemId(item)).unwrap_or_default())
    }

    /// Takes an item's name: `longsword`, `garret's longsword`, `longsword #12` or `#12`.
    pub(in crate::threeaction) fn maybe_phrase(&mut self) -> Option<Phrase> {
        let mut ahead = self.clone();
        if let Some(number) = ahead.signed('#') {
            let item = ItemId(number);
            kind_name(self.state, item)?;
            *self = ahead;
            return Some(Phrase {
                name: item_name(self.state, item),
                items: vec![item],
                number: Some(item),
                whose: None,
            });
        }
        let mut whose = None;
        if longest(ahead.rest(), ahead.item_names(), "").is_none() {
            let (owner, rest) = longest(ahead.rest(), ahead.creature_names(), "'s")?;
            ahead.jump_to(rest);
            whose = u16::try_from(owner).ok().map(CreatureId);
        }
        let text = ahead.rest();
        let (place, rest) = longest(text, ahead.item_names(), "")?;
        let name = ahead.item_names().nth(place)?;
        let items = self.named(name, whose);
        ahead.jump_to(rest);
        let number = ahead.signed('#').map(ItemId);
        *self = ahead;
        Some(Phrase {
            name: name.to_owned(),
            items,
            number,
            whose,
        })
    }

    fn named(&self, name: &str, whose: Option<CreatureId>) -> Vec<ItemId> {
        let state = self.state;
        state
            .all_items()
            .filter(|(item, _)| kind_name(state, *item) == Some(name))
            .filter(|(_, item)| whose.is_none() || bearer(item.place) == whose)
            .map(|(item, _)| item)
            .collect()
    }

    pub(in crate::threeaction) fn phrase(&mut self) -> Result<Phrase, Unread> {
        if let Some(phrase) = self.maybe_phrase() {
            return Ok(phrase);
        }
        let word = self.need("an item")?;
        Err(Unread::unknown("item", word, self.item_names()))
    }

    /// Which item a name means if `whose` things are meant first.
    pub(in crate::threeaction) fn settle(
        &self,
        phrase: &Phrase,
        whose: Option<CreatureId>,
        wanted: Wanted,
    ) -> Result<ItemId, Unread> {
        if let Some(number) = phrase.number {
            return if phrase.items.contains(&number) {
                Ok(number)
            } else {
                Err(Unread::new(format!("#{} is no {}", number.0, phrase.name)))
            };
        }
        let whose = phrase.whose.or(whose);
        let rank = |item: &ItemId| rank(self.state.item(*item), whose, wanted);
        let best = phrase.items.iter().map(rank).min();
        let mut meant = phrase.items.iter().filter(|item| Some(rank(item)) == best);
        match (meant.next(), meant.next()) {
            (Some(item), None) => Ok(*item),
            (None, _) => Err(Unread::new(match phrase.whose {
                Some(whose) => {
                    format!("{} has no {}", self.state.sheet(whose).name, phrase.name)
                }
                None => format!("there is no {} here", phrase.name),
            })),
            _ => Err(self.ambiguous(phrase)),
        }
    }

    /// Which of one creature's own items a name means.
    pub(in crate::threeaction) fn settle_of(
        &self,
        phrase: Phrase,
        whose: CreatureId,
        wanted: Wanted,
    ) -> Result<ItemId, Unread> {
        let own = |item: &ItemId| bearer(self.state.item(*item).place) == Some(whose);
        let items = phrase.items.into_iter().filter(own).collect();
        let phrase = Phrase {
            items,
            whose: Some(whose),
            ..phrase
        };
        self.settle(&phrase, Some(whose), wanted)
    }

    fn ambiguous(&self, phrase: &Phrase) -> Unread {
        let all: Vec<String> = phrase
            .items
            .iter()
            .map(|item| {
                let whose = bearer(self.state.item(*item).place)
                    .map(|whose| format!("{}'s ", self.state.sheet(whose).name))
                    .unwrap_or_default();
                format!("`{whose}{} #{}`", phrase.name, item.0)
            })
            .collect();
        Unread::new(format!(
            "`{}` can mean several things: {}",
            phrase.name,
            all.join(", ")
        ))
    }

    pub(in crate::threeaction) fn item(&mut self, wanted: Wanted) -> Result<ItemId, Unread> {
        let phrase = self.phrase()?;
        self.settle(&phrase, self.who, wanted)
    }

    /// Takes what an Attack is aimed at.
    pub(super) fn target(&mut self) -> Result<Target, Unread> {
        let mut ahead = self.clone();
        if ahead.take("ice")
            && ahead.take("at")
            && let Some(cell) = ahead.square()
        {
            *self = ahead;
            return Ok(Target::Ice(cell));
        }
        if let Some(who) = self.maybe_creature_not_owner() {
            let mut ahead = self.clone();
            if ahead.take("at")
                && let Some(cell) = ahead.square_on_ground(who)
            {
                *self = ahead;
                return Ok(Target::Guess(who, cell));
            }
            return Ok(Target::Creature(who));
        }
        if let Some(phrase) = self.maybe_phrase() {
            return Ok(Target::Object(self.settle(&phrase, None, Wanted::Lying)?));
        }
        let word = self.need("a target")?;
        Err(Unread::unknown(
            "target",
            word,
            self.creature_names().chain(self.item_names()),
        ))
    }

    /// A creature's name unless a longer item's name stands here.
    fn maybe_creature_not_owner(&mut self) -> Option<CreatureId> {
        let mut ahead = self.clone();
        let who = ahead.maybe_creature()?;
        if let Some((_, rest)) = longest(self.rest(), self.item_names(), "")
            && rest.len() < ahead.rest().len()
        {
            return None;
        }
        *self = ahead;
        Some(who)
    }

    /// Takes what one strikes with: an item or a natural weapon (by name, or `natural 2`).
    pub(super) fn arm(&mut self) -> Result<Arm, Unread> {
        let mut ahead = self.clone();
        if ahead.take("natural")
            && let Ok(number) = ahead.number::<u8>("natural weapon")
        {
            *self = ahead;
            return Ok(Arm::Natural(number));
        }
        let natural = self.who.and_then(|who| {
            let weapons = &self.state.sheet(who).natural;
            let names = weapons.iter().map(|weapon| weapon.name.as_str());
            longest(self.rest(), names, "")
        });
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
        if let Some(who) = self.who
            && self.take("unarmed")
        {
            let last = self.state.sheet(who).natural.len().saturating_sub(1);
            return Ok(Arm::Natural(last as u8));
        }
        let word = self.need("a weapon")?;
        let natural = self
            .who
            .map(|who| self.state.sheet(who).natural.as_slice())
            .unwrap_or_default();
        let names = natural.iter().map(|weapon| weapon.name.as_str());
        Err(Unread::unknown(
            "weapon",
            word,
            self.item_names().chain(names),
        ))
    }

    fn bears_one(&self, phrase: &Phrase) -> bool {
        phrase.number.is_some()
            || phrase.whose.is_some()
            || phrase
                .items
                .iter()
                .any(|item| self.who.is_some() && bearer(self.state.item(*item).place) == self.who)
    }

    /// The weapon that is meant if none is named: the first held one of that use, or the first natural one.
    pub(super) fn usual_arm(&self, wanted: &[Use]) -> Result<Arm, Unread> {
        let Some(who) = self.who else {
            return Err(Unread::new("`with` and a weapon are missing"));
        };
        let fits = |arm: &Arm| {
            let weapon = self.state.weapon(who, *arm);
            weapon.is_some_and(|weapon| weapon.uses.iter().any(|one| wanted.contains(one)))
        };
        let held = self.state.all_items().filter_map(|(item, at)| {
            matches!(at.place, Place::Held(holder, _) if holder == who).then_some(Arm::Item(item))
        });
        let natural = (0..self.state.sheet(who).natural.len() as u8).map(Arm::Natural);
        held.chain(natural)
            .find(fits)
            .ok_or_else(|| Unread::new("no weapon in hand fits: say with what"))
    }

    pub(super) fn spell(&mut self) -> Result<SpellId, Unread> {
        let spells = &self.state.cast.spells;
        if let Some(number) = self.signed('#') {
            return match u8::try_from(number) {
                Ok(spell) if usize::from(spell) < spells.len() => Ok(SpellId(spell)),
                _ => Err(Unread::new(format!("there is no Spell #{number}"))),
            };
        }
        let names = spells.iter().map(|spell| spell.name.as_str());
        match longest(self.rest(), names.clone(), "") {
            Some((place, rest)) => {
                self.jump_to(rest);
                Ok(SpellId(place as u8))
            }
            None => Err(Unread::unknown("Spell", self.need("a Spell")?, names)),
        }
    }

    pub(super) fn task(&mut self) -> Result<u8, Unread> {
        let tasks = &self.state.cast.tasks;
        if let Some(number) = self.signed('#') {
            return u8::try_from(number)
                .map_err(|_| Unread::new(format!("there is no task #{number}")));
        }
        let names = tasks.iter().map(|(name, _)| name.as_str());
        match longest(self.rest(), names.clone(), "") {
            Some((place, rest)) => {
                self.jump_to(rest);
                Ok(place as u8)
            }
            None => Err(Unread::unknown("task", self.need("a task")?, names)),
        }
    }

    /// Takes words in quotes, if they stand here.
    pub(super) fn quoted(&mut self) -> Result<Option<String>, Unread> {
        if !self.rest().starts_with('"') {
            return Ok(None);
        }
        let mut stream = serde_json::Deserializer::from_str(self.rest()).into_iter::<String>();
        match stream.next() {
            Some(Ok(words)) => {
                let read = stream.byte_offset();
                self.jump_to(&self.rest()[read..]);
                Ok(Some(words))
            }
            _ => Err(Unread::new("the quotation marks are not closed")),
        }
    }
}

/// The lower, the likelier an item is meant.
fn rank(item: &Item, whose: Option<CreatureId>, wanted: Wanted) -> u8 {
    let own = bearer(item.place).is_some() && bearer(item.place) == whose;
    let place = match (wanted, item.place) {
        (_, Place::Nowhere) => 5,
        (Wanted::Lying, Place::Ground(_)) => 0,
        (Wanted::InUse, Place::Held(..)) | (Wanted::Stored, Place::Carried(_)) if own => 0,
        (Wanted::InUse | Wanted::Stored, Place::Worn(_)) if own => 1,
        (Wanted::InUse, Place::Carried(_)) | (Wanted::Stored, Place::Held(..)) if own => 2,
        _ => 3,
    };
    let destroyed = if item.hp <= 0 { 10 } else { 0 };
    place + destroyed
}
