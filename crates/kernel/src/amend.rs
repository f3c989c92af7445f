//! Values of sheets and of kinds of things, read and changed one by one by their names.
//!
//! What a sheet is written as says what its values are and what they are called: `feats.extra_reactions`, `natural.bite.dice`. A change is
//! made in what is written and read back, so that a value can be no other than one that a file could give it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::notation::{Unread, key};

/// The most that is built of one name, so that nothing nested without end is followed.
const DEEPEST: usize = 8;

/// How values are called that have no key of their own, and which keys stand for no value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// What stands at a place (a JSON pointer) and what it is called: `/attributes/0` is `strength`. What is not written there because it is
    /// as usual can be changed as well.
    pub called: Vec<(String, String)>,
    /// Keys of which something is written with one or another: a skill `rank = "expert"` or `finished = 12`. The value is called as a whole.
    pub either: &'static [&'static str],
    /// Keys under which nothing stands that could be changed alone, wherever they are: names, and numbers of other things.
    pub fixed: &'static [&'static str],
    /// At which place stands a list of numbers that mean something by its place in a list, and what these are called: `/spells`.
    pub meant: Vec<(String, Vec<String>)>,
    /// Lists whose members are called by what stands under a key of theirs.
    pub keyed: Vec<Keyed>,
}

/// A list whose members are called by what stands under a key of theirs, so that some of them can be kept by their names alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keyed {
    /// Where the list stands: `/resistances`.
    pub list: String,
    /// The key of a member's name: `against`.
    pub key: &'static str,
    /// The key of the value that is a member's only one, and called as the member is: `value`.
    pub value: Option<&'static str>,
}

impl Keyed {
    fn name<'v>(&self, member: &'v Value) -> Option<&'v str> {
        member.get(self.key).and_then(Value::as_str)
    }
}

impl Names {
    /// Names for what stands in a list, one after the other.
    #[must_use]
    pub fn listed<'n>(mut self, list: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        for (index, name) in names.into_iter().enumerate() {
            self = self.call(format!("{list}/{index}"), name);
        }
        self
    }

    /// A name for what stands at that place.
    #[must_use]
    pub fn call(mut self, pointer: impl Into<String>, name: &str) -> Self {
        self.called.push((pointer.into(), name_key(name)));
        self
    }

    /// Numbers in the list at that place stand for what is called so.
    #[must_use]
    pub fn mean<'n>(mut self, list: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names = names.into_iter().map(key).collect();
        self.meant.push((list.to_owned(), names));
        self
    }

    /// Members of the list at that place are called by what stands under the key, and hold nothing but the value under the other one, if that
    /// is said.
    #[must_use]
    pub fn keyed(mut self, list: &str, key: &'static str, value: Option<&'static str>) -> Self {
        let list = list.to_owned();
        self.keyed.push(Keyed { list, key, value });
        self
    }

    fn key_of(&self, pointer: &str) -> Option<&Keyed> {
        self.keyed.iter().find(|keyed| keyed.list == pointer)
    }

    fn of(&self, pointer: &str) -> Option<&str> {
        let found = self.called.iter().find(|(at, _)| at == pointer);
        found.map(|(_, name)| &**name)
    }

    fn meaning(&self, pointer: &str) -> Option<&[String]> {
        let found = self.meant.iter().find(|(at, _)| at == pointer);
        found.map(|(_, names)| &**names)
    }

    /// Whether members of the list at that place are called something each.
    fn calls_members(&self, pointer: &str) -> bool {
        let is_member =
            |at: &str| matches!(at.strip_prefix(pointer), Some(rest) if rest.starts_with('/'));
        self.called.iter().any(|(at, _)| is_member(at))
    }
}

/// A value that can be changed alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Amendable {
    /// What it is called.
    pub name: String,
    /// What it is now: a number, a word, yes or no, nothing, or a list of words.
    pub value: Value,
    pointer: String,
    /// The key, of several that it may have, under which the value stands.
    under: Option<String>,
}

/// A value of a creature's sheet, or of what a thing is that it has, as the game master can correct it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settable {
    /// What it is a value of: the creature, or the thing in words that mean it.
    pub of: String,
    /// What it is called: `max_hp`, `kind.dice`.
    pub name: String,
    /// What is written before its value: `garret.max_hp`, `longsword of garret kind.dice`.
    pub words: String,
    /// What it is now, as it is written and read: `14`, `2d6`, `yes`, `none`; `cold, fire`.
    pub value: String,
}

/// All values of something that can be changed alone, in the order in which they are written. What is written as the only member of its
/// kind (a weapon among kinds of things) is looked into.
#[must_use]
pub fn amendable(whole: &impl Serialize, names: &Names) -> Vec<Amendable> {
    let mut found = Vec::new();
    if let Ok(written) = serde_json::to_value(whole) {
        let (pointer, inner) = unwrapped(&written);
        let mut search = Search {
            names,
            found: &mut found,
        };
        search.look(&pointer, "", inner, DEEPEST);
        for (pointer, name) in &names.called {
            if written.pointer(pointer).is_none() {
                found.push(Amendable {
                    name: name.clone(),
                    value: Value::Null,
                    pointer: pointer.clone(),
                    under: None,
                });
            }
        }
    }
    found
}

/// Whether it has a value that can be changed by that name, alone or, if it is made of several, as a whole.
#[must_use]
pub fn has(whole: &impl Serialize, names: &Names, name: &str) -> bool {
    find(whole, names, name).is_ok()
}

/// The value of that name.
fn find(whole: &impl Serialize, names: &Names, name: &str) -> Result<Amendable, Unread> {
    let mut all = settable(whole, names);
    match all.iter().position(|one| one.name == name) {
        Some(place) => Ok(all.swap_remove(place)),
        None => {
            let known = all.iter().map(|one| &*one.name);
            Err(Unread::unknown("value that can be set", name, known))
        }
    }
}

/// What is made of several values and has a name as a whole.
fn tables<'n>(written: &'n Value, names: &'n Names) -> impl Iterator<Item = Amendable> + 'n {
    names.called.iter().filter_map(|(pointer, name)| {
        let value = written.pointer(pointer).filter(|value| value.is_object())?;
        Some(Amendable {
            name: name.clone(),
            value: value.clone(),
            pointer: pointer.clone(),
            under: None,
        })
    })
}

/// All values of something by the names under which they can be set: those that can be changed alone, and what several are as a whole.
pub(crate) fn settable(whole: &impl Serialize, names: &Names) -> Vec<Amendable> {
    let mut all = amendable(whole, names);
    let written = serde_json::to_value(whole).unwrap_or_default();
    let wholes = tables(&written, names).filter(|one| !is_among(&all, &one.name));
    let wholes: Vec<Amendable> = wholes.collect();
    all.extend(wholes);
    all
}

/// The same with that value of it as the words say.
///
/// # Errors
/// If it has no such value, or the value cannot be so.
pub(crate) fn amended<T: Serialize + DeserializeOwned>(
    whole: &T,
    names: &Names,
    name: &str,
    words: &str,
) -> Result<T, Unread> {
    let amendable = find(whole, names, name)?;
    if words.is_empty() {
        let message = format!("what is `{name}` now? It was {}", shown(&amendable.value));
        return Err(Unread::new(message));
    }
    if words.starts_with('+') && amendable.value.is_number() {
        return Err(Unread::new("write the new value, not what is added to it"));
    }
    let refused =
        |reason: String| Unread::new(format!("`{words}` is no value for `{name}`{reason}"));
    let written = serde_json::to_value(whole).map_err(|error| refused(format!(": {error}")))?;
    let is_absent = written.pointer(&amendable.pointer).is_none();
    if is_absent && words == "none" {
        return serde_json::from_value(written).map_err(|error| refused(format!(": {error}")));
    }
    let meanings = match names.key_of(&amendable.pointer) {
        Some(keyed) => {
            let members = written
                .pointer(&amendable.pointer)
                .and_then(Value::as_array);
            vec![kept(
                words,
                name,
                members.map_or(&[][..], Vec::as_slice),
                keyed,
            )?]
        }
        None => amendable.meanings(words, names)?,
    };
    let mut reason: Option<serde_json::Error> = None;
    for value in meanings {
        let mut changed = written.clone();
        put(&mut changed, &amendable.pointer, value);
        match serde_json::from_value(changed) {
            Ok(changed) => return Ok(changed),
            Err(error) if reason.as_ref().is_none_or(is_of_another_shape) => reason = Some(error),
            Err(_) => {}
        }
    }
    Err(refused(match reason {
        Some(reason) => format!(": {reason}"),
        None => format!(", which was {}", shown(&amendable.value)),
    }))
}

/// Whether nothing but the shape was wrong, a word where a list belongs: that says less than what is wrong with a member.
fn is_of_another_shape(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("invalid type")
}

/// What is another value afterwards, in words: `max hp is 12 now, and was 30`; nothing where all is as before. What is not there at all is
/// none; of a list whose members are told of nothing else is said, nor of the parts of what was taken away.
#[must_use]
pub fn told<T: Serialize>(before: &T, after: &T, names: &Names) -> Option<String> {
    let (before, after) = (amendable(before, names), amendable(after, names));
    let gone = before.iter().filter(|was| !is_among(&after, &was.name));
    let all = after.iter().chain(gone).map(|one| &*one.name);
    let changes: Vec<(&str, String, String)> = all
        .map(|name| (name, shown_of(&after, name), shown_of(&before, name)))
        .filter(|(_, now, was)| now != was)
        .collect();
    let is_of = |part: &str, whole: &str| matches!(part.strip_prefix(whole), Some(rest) if rest.starts_with('.'));
    let in_parts = |whole: &str| changes.iter().any(|(part, ..)| is_of(part, whole));
    // Lists are among the values themselves.
    let was_table = |whole: &str| {
        !is_among(&before, whole) && before.iter().any(|part| is_of(&part.name, whole))
    };
    let is_taken = |one: &&Amendable| one.value.is_null() && was_table(&one.name);
    let taken: Vec<&str> = after
        .iter()
        .filter(is_taken)
        .map(|one| &*one.name)
        .collect();
    let is_of_taken = |part: &str| taken.iter().any(|whole| is_of(part, whole));
    let spoken = |name: &str| name.replace(['_', '.'], " ");
    let changed = changes
        .iter()
        .filter(|(name, ..)| !in_parts(name) && !is_of_taken(name))
        .map(|(name, now, was)| format!("{} is {now} now, and was {was}", spoken(name)));
    let gone = taken
        .iter()
        .map(|name| format!("{} is none now", spoken(name)));
    let told: Vec<String> = changed.chain(gone).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn is_among(all: &[Amendable], name: &str) -> bool {
    all.iter().any(|one| one.name == name)
}

/// The value of that name as people read it, none where there is none.
fn shown_of(all: &[Amendable], name: &str) -> String {
    let found = all.iter().find(|one| one.name == name);
    shown(found.map_or(&Value::Null, |one| &one.value))
}

/// A value as people read it: `14`, `2d6`, `yes`, `none`; a list as `cold, fire`, several as they are written, `{ dice = "4d6", cost = 2 }`.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) => list.iter().map(shown).collect::<Vec<_>>().join(", "),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(word) => word.clone(),
        other => inline(other),
    }
}

/// A value as it is written within others, what is nothing left out.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            let members = members.map(|(name, value)| format!("{name} = {}", inline(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(inline).collect();
            format!("[{}]", list.join(", "))
        }
        other => other.to_string(),
    }
}

impl Amendable {
    /// What may be written in its place for the words.
    ///
    /// # Errors
    /// If a word means nothing of what the list has.
    fn meanings(&self, words: &str, names: &Names) -> Result<Vec<Value>, Unread> {
        if let Some(names) = names.meaning(&self.pointer) {
            return Ok(vec![numbers(words, &self.name, names)?]);
        }
        let Some(under) = &self.under else {
            return Ok(meanings(words, &self.value));
        };
        let others = names.either.iter().filter(|key| *key != under);
        let all = std::iter::once(&&**under)
            .chain(others)
            .flat_map(|key| {
                let all = meanings(words, &Value::Null).into_iter();
                all.map(move |value| Value::Object(Map::from_iter([((*key).to_owned(), value)])))
            })
            .collect();
        Ok(all)
    }
}

/// The numbers that the words of a list mean by their places among the names.
fn numbers(words: &str, list: &str, names: &[String]) -> Result<Value, Unread> {
    let number = |word: &str| {
        let place = names.iter().position(|name| *name == key(word));
        let known = || names.iter().map(|name| &**name);
        place.ok_or_else(|| Unread::unknown(&format!("name in `{list}`"), word, known()))
    };
    let numbers: Result<Vec<usize>, Unread> = members(words).map(number).collect();
    numbers.map(Value::from)
}

/// What a list is to be whose members have names: as it is written in full, or those of its members that are named.
fn kept(words: &str, list: &str, members: &[Value], keyed: &Keyed) -> Result<Value, Unread> {
    if let Some(written) = table(words) {
        return Ok(written);
    }
    let mut left: Vec<&Value> = members.iter().collect();
    let mut kept = Vec::new();
    for word in self::members(words) {
        let name = |member: &&Value| keyed.name(member).map(key);
        let Some(place) = left.iter().position(|one| name(one) == Some(key(word))) else {
            let known = members.iter().filter_map(|member| keyed.name(member));
            return Err(Unread::unknown(&format!("name in `{list}`"), word, known));
        };
        kept.push(left.remove(place).clone());
    }
    Ok(Value::from(kept))
}

/// The members of a list as people write it: `cold, fire`; none of `none`.
fn members(words: &str) -> impl Iterator<Item = &str> {
    let all = words.split(',').map(str::trim);
    all.filter(move |member| !member.is_empty() && words != "none")
}

/// Puts a value at that place, in tables that are made where there are none; what a list lacks before it is nothing.
fn put(written: &mut Value, pointer: &str, value: Value) {
    let mut place = written;
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        place = match place {
            Value::Array(list) => {
                let Ok(at) = step.parse::<usize>() else {
                    return;
                };
                if list.len() <= at {
                    list.resize(at + 1, Value::Null);
                }
                &mut list[at]
            }
            other => {
                if !other.is_object() {
                    *other = Value::Object(Map::new());
                }
                &mut other[step]
            }
        };
    }
    *place = value;
}

/// What words may stand for in the place of a value: first of all something of its own kind.
fn meanings(words: &str, old: &Value) -> Vec<Value> {
    let number = || words.parse().ok().map(|number: i64| Value::from(number));
    let flag = || match words {
        "yes" | "true" => Some(Value::Bool(true)),
        "no" | "false" => Some(Value::Bool(false)),
        _ => None,
    };
    let nothing = || (words == "none").then_some(Value::Null);
    let list = || Some(members(words).map(word).collect());
    let mut all: Vec<Option<Value>> = match old {
        Value::Number(_) => vec![number()],
        Value::Bool(_) => vec![flag()],
        Value::String(_) => vec![Some(word(words))],
        Value::Array(_) => vec![list(), table(words)],
        _ => vec![number(), flag(), table(words), Some(word(words)), list()],
    };
    all.insert(0, nothing());
    all.into_iter().flatten().collect()
}

/// A word as files have it, `-` between its parts.
fn word(words: &str) -> Value {
    let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
    Value::String(joined.to_lowercase())
}

/// What is written as TOML has it where several values belong together: `{ dice = "4d6", cost = 2 }`.
fn table(words: &str) -> Option<Value> {
    let is_written = words.starts_with(['{', '[']);
    let mut read: Map<String, Value> = is_written
        .then(|| toml::from_str(&format!("value = {words}")).ok())
        .flatten()?;
    read.remove("value")
}

/// What stands in a kind that has one member alone, with its pointer.
fn unwrapped(written: &Value) -> (String, &Value) {
    if let Value::Object(kind) = written
        && kind.len() == 1
        && let Some((member, inner @ Value::Object(_))) = kind.iter().next()
    {
        return (format!("/{}", escaped(member)), inner);
    }
    (String::new(), written)
}

struct Search<'s> {
    names: &'s Names,
    found: &'s mut Vec<Amendable>,
}

impl Search<'_> {
    fn look(&mut self, pointer: &str, name: &str, value: &Value, deeper: usize) {
        let name = self.names.of(pointer).unwrap_or(name).to_owned();
        let of_several = value.as_object().and_then(|members| self.either(members));
        if let Some((key, value)) = of_several {
            self.found.push(Amendable {
                name,
                value: value.clone(),
                pointer: pointer.to_owned(),
                under: Some(key.clone()),
            });
            return;
        }
        if let Some(names) = self.names.meaning(pointer) {
            self.meant(pointer, name, value, names);
            return;
        }
        match value {
            _ if deeper == 0 => {}
            Value::Object(members) => self.members(pointer, &name, members, deeper - 1),
            Value::Array(list) if !self.is_one(pointer, list) => {
                self.list(pointer, &name, list, deeper - 1);
            }
            value => self.found.push(Amendable {
                name,
                value: value.clone(),
                pointer: pointer.to_owned(),
                under: None,
            }),
        }
    }

    /// Whether a list is a value as a whole: words alone, or nothing yet.
    fn is_one(&self, pointer: &str, list: &[Value]) -> bool {
        list.iter().all(Value::is_string) && !self.names.calls_members(pointer)
    }

    /// A list of numbers, shown as what they mean.
    fn meant(&mut self, pointer: &str, name: String, list: &Value, names: &[String]) {
        let numbers = list.as_array().into_iter().flatten();
        let numbers = numbers.filter_map(|number| number.as_u64()?.try_into().ok());
        let called = numbers.filter_map(|number: usize| names.get(number));
        self.found.push(Amendable {
            name,
            value: called.map(|called| Value::from(&**called)).collect(),
            pointer: pointer.to_owned(),
            under: None,
        });
    }

    /// What stands under one key of several alone.
    fn either<'v>(&self, members: &'v Map<String, Value>) -> Option<(&'v String, &'v Value)> {
        let (key, value) = members.iter().next()?;
        let is_one = members.len() == 1 && self.names.either.contains(&&**key);
        (is_one && !value.is_object() && !value.is_array()).then_some((key, value))
    }

    fn members(&mut self, pointer: &str, name: &str, members: &Map<String, Value>, deeper: usize) {
        for (member, value) in members {
            let pointer = format!("{pointer}/{}", escaped(member));
            let is_fixed = self.names.fixed.contains(&&**member);
            let is_named =
                self.names.of(&pointer).is_some() || self.names.meaning(&pointer).is_some();
            if !is_fixed || is_named {
                self.look(&pointer, &joined(name, member), value, deeper);
            }
        }
    }

    /// The names of the members as a value, and what belongs to each.
    fn keyed(
        &mut self,
        pointer: &str,
        name: &str,
        (list, keyed): (&[Value], &Keyed),
        deeper: usize,
    ) {
        let called: Vec<&str> = list.iter().filter_map(|one| keyed.name(one)).collect();
        self.found.push(Amendable {
            name: name.to_owned(),
            value: Value::from(called),
            pointer: pointer.to_owned(),
            under: None,
        });
        let mut seen = Vec::new();
        for (index, member) in list.iter().enumerate() {
            let own = apart(name, keyed.name(member).unwrap_or_default(), &mut seen);
            let pointer = format!("{pointer}/{index}");
            match keyed.value.and_then(|key| Some((key, member.get(key)?))) {
                Some((key, value)) => {
                    self.look(&format!("{pointer}/{key}"), &own, value, deeper);
                }
                None => self.look(&pointer, &own, member, deeper),
            }
        }
    }

    /// Members are called by their names; those without by their places, if there are several; words among other members are no values.
    fn list(&mut self, pointer: &str, name: &str, list: &[Value], deeper: usize) {
        if let Some(keyed) = self.names.key_of(pointer) {
            self.keyed(pointer, name, (list, keyed), deeper);
            return;
        }
        let mut seen: Vec<&str> = Vec::new();
        for (index, value) in list.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let own = value.get("name").and_then(Value::as_str);
            let called = match own {
                Some(own) => apart(name, own, &mut seen),
                None if list.len() == 1 => name.to_owned(),
                None => joined(name, &(index + 1).to_string()),
            };
            if !value.is_string() || self.names.of(&pointer).is_some() {
                self.look(&pointer, &called, value, deeper);
            }
        }
    }
}

/// What a member of a list is called by its own name, with a number where others before it have the same.
fn apart<'v>(name: &str, own: &'v str, seen: &mut Vec<&'v str>) -> String {
    let before = seen.iter().filter(|other| **other == own).count();
    seen.push(own);
    match before {
        0 => joined(name, own),
        before => joined(name, &format!("{own}_{}", before + 1)),
    }
}

fn joined(name: &str, member: &str) -> String {
    let member = name_key(member);
    if name.is_empty() {
        return member;
    }
    format!("{name}.{member}")
}

/// A name as it is written in paths, without spaces.
fn name_key(name: &str) -> String {
    key(name).replace(' ', "_")
}

/// A key as it stands in a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests;
