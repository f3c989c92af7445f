//! Values by path (`garret.hp`, `door.3,4|4,4.open`): what every system shows alike.

use serde::Serialize;
use serde_json::{Value, json};

use crate::condition::{Conditions, Held, Kind, Until};
use crate::grid::{Cell, EdgeKind};
use crate::id::{CreatureId, ItemId};
use crate::notation::{Nouns, Reader, Wanted, creature_names, item_name, word_of};

/// The creature that a path such as `ogre chief.hp` begins with, and the path after its name and the point.
#[must_use]
pub fn creature<'p, N: Nouns>(nouns: &N, path: &'p str) -> Option<(CreatureId, &'p str)> {
    let named = (0u16..)
        .zip(creature_names(nouns))
        .filter_map(|(who, name)| {
            let head = path.get(..name.len())?;
            let rest = path.get(name.len()..)?.strip_prefix('.')?;
            let same = head.to_lowercase() == name.to_lowercase();
            same.then_some((name.len(), CreatureId(who), rest))
        });
    named
        .max_by_key(|(length, ..)| *length)
        .map(|(_, who, rest)| (who, rest))
}

/// The creature whose name is the whole path.
#[must_use]
pub fn only_creature<N: Nouns>(nouns: &N, path: &str) -> Option<CreatureId> {
    let (who, rest) =
        creature(nouns, &format!("{path}.")).map(|(who, rest)| (who, rest.is_empty()))?;
    rest.then_some(who)
}

/// The thing that a path such as `ogre's club.holder` begins with, and the last part of the path.
#[must_use]
pub fn item<'p, N: Nouns>(nouns: &N, path: &'p str) -> Option<(ItemId, &'p str)> {
    let (words, key) = path.rsplit_once('.')?;
    let mut reader = Reader::new(nouns, None, words);
    let item = reader.item(Wanted::InUse).ok()?;
    reader.is_empty().then_some((item, key))
}

/// The cell that a path such as `4,7.items` begins with, and the last part of the path.
#[must_use]
pub fn cell<'p, N: Nouns>(nouns: &N, path: &'p str) -> Option<(Cell, &'p str)> {
    let (text, key) = path.rsplit_once('.')?;
    Some((only_cell(nouns, text)?, key))
}

fn only_cell<N: Nouns>(nouns: &N, text: &str) -> Option<Cell> {
    let mut reader = Reader::new(nouns, None, text);
    let cell = reader.square()?;
    reader.is_empty().then_some(cell)
}

/// Whether the door or window of a path such as `3,4|4,4.open` is open; `edge` says what stands between two cells.
#[must_use]
pub fn door<N: Nouns>(
    nouns: &N,
    path: &str,
    edge: impl FnOnce(Cell, Cell) -> Option<EdgeKind>,
) -> Option<Value> {
    let (a, b) = path.strip_suffix(".open")?.split_once('|')?;
    let kind = edge(only_cell(nouns, a)?, only_cell(nouns, b)?)?;
    let is_open = kind.closed().is_some();
    (is_open || kind.opened().is_some()).then(|| json!(is_open))
}

/// What stands between the cells of words such as `3,4 4,4` or `[3,4] [4,4]`: `door` or `open-door` for example; `null` where nothing does.
#[must_use]
pub fn between<N: Nouns>(
    nouns: &N,
    words: &str,
    edge: impl FnOnce(Cell, Cell) -> Option<EdgeKind>,
) -> Option<Value> {
    let mut reader = Reader::new(nouns, None, words);
    let (a, b) = (reader.square()?, reader.square()?);
    reader.is_empty().then(|| json!(edge(a, b)))
}

/// The side that has won, or `nobody`.
#[must_use]
pub fn winner(side: Option<u8>, sides: &[String]) -> Value {
    let side = side.and_then(|side| sides.get(usize::from(side)));
    json!(side.map_or("nobody", String::as_str))
}

/// A creature's name, or `null`.
#[must_use]
pub fn name<N: Nouns>(nouns: &N, who: Option<CreatureId>) -> Value {
    json!(who.and_then(|who| nouns.creature_name(who)))
}

/// The names of these things.
#[must_use]
pub fn names<N: Nouns>(nouns: &N, items: impl Iterator<Item = ItemId>) -> Value {
    items.map(|item| json!(item_name(nouns, item))).collect()
}

/// A cell as the drawn map has it: `[4, 7]`, `[4, 7, 2]`.
#[must_use]
pub fn place<N: Nouns>(nouns: &N, cell: Cell) -> Value {
    json!(nouns.grid().drawn(cell))
}

/// The words of the conditions in force on a creature and of `computed` ones, in order, each once.
#[must_use]
pub fn conditions<C: Kind + Serialize>(
    conditions: &Conditions<C>,
    who: CreatureId,
    computed: &[(&str, bool)],
) -> Value {
    let held = conditions.on(who).filter_map(|held| word_of(&held.kind));
    let computed = computed
        .iter()
        .filter(|(_, holds)| *holds)
        .map(|(word, _)| (*word).to_owned());
    let mut words: Vec<String> = held.chain(computed).collect();
    words.sort_unstable();
    words.dedup();
    json!(words)
}

/// What is known of one condition: its `amount`, toward whom it holds (`toward`), how many turns are `left`, the count it lasts `until`.
#[must_use]
pub fn held<C, N: Nouns>(nouns: &N, held: Option<&Held<C>>, key: &str) -> Option<Value> {
    Some(match (key, held) {
        ("amount" | "left" | "toward" | "until", None) => Value::Null,
        ("amount", Some(held)) => json!(held.amount),
        ("toward", Some(held)) => name(nouns, held.toward),
        ("left", Some(held)) => match held.until {
            Until::TurnStart(_, left) | Until::TurnEnd(_, left) => json!(left),
            _ => Value::Null,
        },
        ("until", Some(held)) => match held.until {
            Until::At(count) => json!(count),
            _ => Value::Null,
        },
        _ => return None,
    })
}

/// The condition's word and the creature of a path such as `hidden_from` and `ogre`: what it is toward whom.
#[must_use]
pub fn relation<'k, N: Nouns>(
    nouns: &N,
    key: &'k str,
    rest: &str,
) -> Option<(&'k str, CreatureId)> {
    let word = ["_to", "_from", "_by", "_toward"]
        .iter()
        .find_map(|end| key.strip_suffix(end))?;
    Some((word, only_creature(nouns, rest)?))
}
