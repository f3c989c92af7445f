//! Corrections by the game master: words that say how things are now, as the facts that make them so.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::namer::Namer;
use super::nouns::{Nouns, Wanted, creature_names};
use super::reader::Reader;
use super::{Unread, words};
use crate::amend::{self, Amendable, Names, Settable};
use crate::id::{CreatureId, ItemId};
use crate::look;

/// What a system lets the game master correct.
pub trait Corrections: Nouns + Sized {
    /// What happens.
    type Fact;

    /// What a fight does not change about a creature.
    type Sheet: Serialize + DeserializeOwned;

    /// What all things of a kind have in common.
    type Kind: Serialize + DeserializeOwned;

    /// The words with which begins what [`Corrections::scene`] reads.
    const OF_SCENE: &'static [&'static str];

    /// A value of a creature by its name, `_` between words: what stands after `garret.hp`. `at` is one of them.
    ///
    /// # Errors
    /// What was not understood or cannot be so.
    fn value(
        reader: &mut Reader<'_, '_, Self>,
        who: CreatureId,
        key: &str,
    ) -> Result<Vec<Self::Fact>, Unread>;

    /// A creature's sheet, and what its values are called. None is called as a value that [`Corrections::value`] reads.
    fn sheet_of(&self, who: CreatureId) -> (&Self::Sheet, Names);

    /// A creature's sheet is this from now on.
    ///
    /// # Errors
    /// If it cannot be.
    fn has_sheet(&self, who: CreatureId, sheet: Self::Sheet) -> Result<Vec<Self::Fact>, Unread>;

    /// The kind of a thing, and what its values are called.
    fn kind_of(&self, item: ItemId) -> (&Self::Kind, Names);

    /// A thing is of that kind from now on, as one of its own.
    ///
    /// # Errors
    /// If it cannot be.
    fn is_of_kind(&self, item: ItemId, kind: Self::Kind) -> Result<Vec<Self::Fact>, Unread>;

    /// A condition that a creature has now: what stands after `garret gains`.
    ///
    /// # Errors
    /// What was not understood or cannot be so.
    fn gains(reader: &mut Reader<'_, '_, Self>, who: CreatureId)
    -> Result<Vec<Self::Fact>, Unread>;

    /// A condition that a creature no longer has: what stands after `garret loses`.
    ///
    /// # Errors
    /// What was not understood or cannot be so.
    fn loses(reader: &mut Reader<'_, '_, Self>, who: CreatureId)
    -> Result<Vec<Self::Fact>, Unread>;

    /// A creature is taken out of the fight for good: what stands is only `garret leaves`.
    ///
    /// # Errors
    /// If it has left already.
    fn leaves(nouns: &Self, who: CreatureId) -> Result<Vec<Self::Fact>, Unread>;

    /// A switch of the rulings stands otherwise from now on: what comes behind `ruling`.
    ///
    /// # Errors
    /// What was not understood or cannot change now.
    fn ruling(reader: &mut Reader<'_, '_, Self>) -> Result<Vec<Self::Fact>, Unread>;

    /// What is so of the fight as a whole, the map or spells; `None` if it is about none of these.
    ///
    /// # Errors
    /// What was not understood or cannot be so.
    fn scene(reader: &mut Reader<'_, '_, Self>) -> Result<Option<Vec<Self::Fact>>, Unread>;

    /// What is so of a thing: what stands after its name.
    ///
    /// # Errors
    /// What was not understood or cannot be so.
    fn item(reader: &mut Reader<'_, '_, Self>, item: ItemId) -> Result<Vec<Self::Fact>, Unread>;
}

/// Reads a correction: `garret.hp 7`, `garret.max_hp 40`, `garret at 4,7`, `garret gains prone`, `garret loses prone`, `garret leaves`,
/// `longsword of garret to ground 3,4`, `longsword of garret kind.dice 1d10`, `ruling flanking on`, or what the system says of the scene.
/// What stands after a creature's name may always be joined to it by a point: `garret.gains prone`.
///
/// # Errors
/// What was not understood or cannot be so.
pub fn correction<N: Corrections>(nouns: &N, text: &str) -> Result<Vec<N::Fact>, Unread> {
    let mut reader = Reader::new(nouns, None, text);
    let facts = read(&mut reader)?;
    reader.end()?;
    Ok(facts)
}

fn read<N: Corrections>(reader: &mut Reader<'_, '_, N>) -> Result<Vec<N::Fact>, Unread> {
    if is_question(reader) {
        return Err(all_of_scene::<N>());
    }
    if let Some((who, rest)) = look::creature(reader.nouns, reader.rest()) {
        reader.jump_to(rest);
        if let Some(facts) = of_creature(reader, who)? {
            return Ok(facts);
        }
        if is_question(reader) {
            return Err(all_of_creature(reader, who));
        }
        let key = words::key(reader.need("the name of a value")?);
        reader.take("=");
        return value(reader, who, &key);
    }
    let mut ahead = reader.clone();
    let creature = ahead.maybe_creature();
    if let Some(who) = creature
        && let Some(facts) = of_creature(&mut ahead, who)?
    {
        *reader = ahead;
        return Ok(facts);
    }
    if creature.is_none() && reader.take("ruling") {
        return N::ruling(reader);
    }
    if let Some(facts) = N::scene(reader)? {
        return Ok(facts);
    }
    if let Some(who) = creature {
        if is_question(&ahead) {
            return Err(all_of_creature(reader, who));
        }
        let word = ahead.need("what is so of the creature")?;
        return Err(Unread::unknown(
            "correction",
            word,
            ["gains", "loses", "at", "leaves"],
        ));
    }
    let words = reader.rest();
    match reader.item_of() {
        Ok(item) => of_item(reader, item),
        Err(error) => Err(nobody(reader.nouns, words).unwrap_or(error)),
    }
}

/// A value of a creature, or one of its sheet.
fn value<N: Corrections>(
    reader: &mut Reader<'_, '_, N>,
    who: CreatureId,
    key: &str,
) -> Result<Vec<N::Fact>, Unread> {
    let mut ahead = reader.clone();
    let of_creature = N::value(&mut ahead, who, key);
    let is_of_sheet = || {
        let (sheet, names) = reader.nouns.sheet_of(who);
        amend::has(sheet, &names, key)
    };
    // A sheet is large to look through, and what is corrected most is not on it.
    if of_creature.is_ok() {
        debug_assert!(!is_of_sheet(), "`{key}` is a value of the sheet as well");
        *reader = ahead;
        return of_creature;
    }
    if !is_of_sheet() {
        return of_creature;
    }
    let (sheet, names) = reader.nouns.sheet_of(who);
    let words = rest(reader);
    let sheet = amend::amended(sheet, &names, key, words)?;
    reader.nouns.has_sheet(who, sheet)
}

/// What is so of a thing, or a value of its kind: what stands after `kind.`.
fn of_item<N: Corrections>(
    reader: &mut Reader<'_, '_, N>,
    item: ItemId,
) -> Result<Vec<N::Fact>, Unread> {
    let (kind, names) = reader.nouns.kind_of(item);
    if is_question(reader) {
        return Err(all_of_item(reader, item));
    }
    let next = reader.peek().map(words::key).unwrap_or_default();
    let Some(key) = next.strip_prefix(OF_KIND) else {
        return N::item(reader, item);
    };
    reader.word();
    reader.take("=");
    let words = rest(reader);
    let kind = amend::amended(kind, &names, key, words)?;
    reader.nouns.is_of_kind(item, kind)
}

/// With what begins the name of a value that a thing's kind has.
const OF_KIND: &str = "kind.";

/// All that stands there still, which is taken.
fn rest<'t, N: Nouns>(reader: &mut Reader<'_, 't, N>) -> &'t str {
    let words = reader.rest().trim();
    reader.jump_to("");
    words
}

/// Of words such as `grum.hp 7`, that nobody has the name before the point; `None` where they begin otherwise, or with a thing.
fn nobody<N: Nouns>(nouns: &N, words: &str) -> Option<Unread> {
    let (name, _) = words.split_once('.')?;
    let name = name.trim();
    let is_name = name.starts_with(char::is_alphabetic);
    let is_thing = Reader::new(nouns, None, name).item_of().is_ok();
    let is_of_thing = name.contains(" of ");
    (is_name && !is_thing && !is_of_thing)
        .then(|| Unread::unknown("creature", name, creature_names(nouns)))
}

/// All values of a creature's sheet, and of what the things are that it has, as they can be corrected.
#[must_use]
pub fn settable<N: Corrections>(nouns: &N, who: CreatureId) -> Vec<Settable> {
    let (sheet, names) = nouns.sheet_of(who);
    let creature = nouns.creature_name(who).unwrap_or_default();
    let own = amend::settable(sheet, &names).into_iter();
    let mut all: Vec<Settable> = own
        .map(|one| Settable {
            of: creature.to_owned(),
            words: format!("{creature}.{}", one.name),
            value: amend::shown(&one.value),
            name: one.name,
        })
        .collect();
    let things = (0..=u16::MAX).map(ItemId);
    for item in things.take_while(|item| nouns.thing(*item).is_some()) {
        let bearer = nouns.thing(item).and_then(|thing| thing.place.bearer());
        if bearer != Some(who) {
            continue;
        }
        let (kind, names) = nouns.kind_of(item);
        let thing = words_for(nouns, item);
        all.extend(amend::settable(kind, &names).into_iter().map(|one| {
            let name = format!("{OF_KIND}{}", one.name);
            Settable {
                of: thing.clone(),
                words: format!("{thing} {name}"),
                value: amend::shown(&one.value),
                name,
            }
        }));
    }
    all
}

/// A thing in words that are read as that very thing.
fn words_for<N: Nouns>(nouns: &N, item: ItemId) -> String {
    // A creature of that name is meant before a thing.
    let is_read = |words: &String| {
        let mut reader = Reader::new(nouns, None, words);
        reader.clone().maybe_creature().is_none() && reader.item_of() == Ok(item)
    };
    [
        Namer::by_name(nouns, None),
        Namer::with_numbers(nouns, None),
    ]
    .map(|namer| namer.item(item, None, Wanted::InUse))
    .into_iter()
    .find(is_read)
    .unwrap_or_else(|| format!("#{}", item.0))
}

/// A pool holds no more than its maximum; what sets that is called `key`.
///
/// # Errors
/// If it would.
pub fn no_more_than<N: Corrections>(
    nouns: &N,
    who: CreatureId,
    (value, most): (i16, i16),
    what: &str,
    key: &str,
) -> Result<(), Unread> {
    if value <= most {
        return Ok(());
    }
    let name = nouns.creature_name(who).unwrap_or_default();
    Err(Unread::new(format!(
        "{name} has at most {most} {what}: `{name}.{key}` sets the most"
    )))
}

/// Whether it is left open what is to be set.
fn is_question<N: Nouns>(reader: &Reader<'_, '_, N>) -> bool {
    matches!(reader.rest().trim(), "" | "?")
}

/// What can be set of the fight, and how to learn what can be set of others.
fn all_of_scene<N: Corrections>() -> Unread {
    Unread::new(format!(
        "what can be set: `NAME.?` tells it for a creature and `THING ?` for a thing; of the fight it is ruling, {}",
        N::OF_SCENE.join(", ")
    ))
}

/// What can be set of a creature.
fn all_of_creature<N: Corrections>(reader: &mut Reader<'_, '_, N>, who: CreatureId) -> Unread {
    let values = match N::value(reader, who, "?") {
        Err(values) => values.message,
        Ok(_) => String::new(),
    };
    let (sheet, names) = reader.nouns.sheet_of(who);
    let sheet = amend::settable(sheet, &names);
    Unread::new(format!(
        "what can be set: gains or loses a condition, leaves, {values}; of its sheet {}",
        listed(&sheet, "")
    ))
}

/// What can be set of a thing.
fn all_of_item<N: Corrections>(reader: &mut Reader<'_, '_, N>, item: ItemId) -> Unread {
    let (kind, names) = reader.nouns.kind_of(item);
    let kind = amend::settable(kind, &names);
    let own = match N::item(reader, item) {
        Err(own) => own.message,
        Ok(_) => String::new(),
    };
    Unread::new(format!("{own}; of what it is {}", listed(&kind, OF_KIND)))
}

fn listed(all: &[Amendable], before: &str) -> String {
    let names = all.iter().map(|one| format!("{before}{}", one.name));
    names.collect::<Vec<_>>().join(", ")
}

/// `gains prone`, `loses prone`, `at 4,7`, `leaves`.
fn of_creature<N: Corrections>(
    reader: &mut Reader<'_, '_, N>,
    who: CreatureId,
) -> Result<Option<Vec<N::Fact>>, Unread> {
    if reader.take("gains") {
        N::gains(reader, who).map(Some)
    } else if reader.take("loses") {
        N::loses(reader, who).map(Some)
    } else if reader.take("at") {
        N::value(reader, who, "at").map(Some)
    } else if reader.take("leaves") {
        N::leaves(reader.nouns, who).map(Some)
    } else {
        Ok(None)
    }
}
