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

    fn of(&self, pointer: &str) -> Option<&str> {
        let found = self.called.iter().find(|(at, _)| at == pointer);
        found.map(|(_, name)| &**name)
    }
}

/// A value that can be changed alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Amendable {
    /// What it is called.
    pub name: String,
    /// What it is now: a number, a word, yes or no, or nothing.
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
    /// What it is now, as it is written and read: `14`, `2d6`, `yes`, `none`.
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

/// The same with that value of it as the words say.
///
/// # Errors
/// If it has no such value, or the value cannot be so.
pub fn amended<T: Serialize + DeserializeOwned>(
    whole: &T,
    names: &Names,
    name: &str,
    words: &str,
) -> Result<T, Unread> {
    let all = amendable(whole, names);
    let Some(amendable) = all.iter().find(|one| one.name == name) else {
        let known = all.iter().map(|one| &*one.name);
        return Err(Unread::unknown("value that can be set", name, known));
    };
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
    let mut reason = None;
    for value in amendable.meanings(words, names) {
        let mut changed = written.clone();
        put(&mut changed, &amendable.pointer, value);
        match serde_json::from_value(changed) {
            Ok(changed) => return Ok(changed),
            Err(error) => reason = reason.or(Some(error)),
        }
    }
    Err(refused(match reason {
        Some(reason) => format!(": {reason}"),
        None => format!(", which was {}", shown(&amendable.value)),
    }))
}

/// What is another value afterwards, in words: `max hp is 12 now, and was 30`; nothing where all is as before.
#[must_use]
pub fn told<T: Serialize>(before: &T, after: &T, names: &Names) -> Option<String> {
    let before = amendable(before, names);
    let change = |now: Amendable| {
        let was = before.iter().find(|was| was.name == now.name)?;
        let name = now.name.replace(['_', '.'], " ");
        let (now, was) = (shown(&now.value), shown(&was.value));
        (now != was).then(|| format!("{name} is {now} now, and was {was}"))
    };
    let changes: Vec<String> = amendable(after, names)
        .into_iter()
        .filter_map(change)
        .collect();
    (!changes.is_empty()).then(|| changes.join("; "))
}

/// A value as people read it: `14`, `2d6`, `yes`, `none`.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

impl Amendable {
    /// What may be written in its place for the words.
    fn meanings(&self, words: &str, names: &Names) -> Vec<Value> {
        let Some(under) = &self.under else {
            return meanings(words, &self.value);
        };
        let others = names.either.iter().filter(|key| *key != under);
        std::iter::once(&&**under)
            .chain(others)
            .flat_map(|key| {
                let all = meanings(words, &Value::Null).into_iter();
                all.map(move |value| Value::Object(Map::from_iter([((*key).to_owned(), value)])))
            })
            .collect()
    }
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
    let word = || {
        let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
        Some(Value::String(joined.to_lowercase()))
    };
    let mut all: Vec<Option<Value>> = match old {
        Value::Number(_) => vec![number()],
        Value::Bool(_) => vec![flag()],
        Value::String(_) => vec![word()],
        _ => vec![number(), flag(), word()],
    };
    all.insert(0, nothing());
    all.into_iter().flatten().collect()
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
        match value {
            _ if deeper == 0 => {}
            Value::Object(members) => self.members(pointer, &name, members, deeper - 1),
            Value::Array(list) => self.list(pointer, &name, list, deeper - 1),
            value => self.found.push(Amendable {
                name,
                value: value.clone(),
                pointer: pointer.to_owned(),
                under: None,
            }),
        }
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
            if !is_fixed || self.names.of(&pointer).is_some() {
                self.look(&pointer, &joined(name, member), value, deeper);
            }
        }
    }

    /// Members are called by their names; those without by their places, if there are several; words alone are no values but belong to the
    /// list as a whole.
    fn list(&mut self, pointer: &str, name: &str, list: &[Value], deeper: usize) {
        let mut seen: Vec<&str> = Vec::new();
        for (index, value) in list.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let own = value.get("name").and_then(Value::as_str);
            let called = match own {
                Some(own) => {
                    let before = seen.iter().filter(|other| **other == own).count();
                    seen.push(own);
                    match before {
                        0 => joined(name, own),
                        before => joined(name, &format!("{own}_{}", before + 1)),
                    }
                }
                None if list.len() == 1 => name.to_owned(),
                None => joined(name, &(index + 1).to_string()),
            };
            if !value.is_string() || self.names.of(&pointer).is_some() {
                self.look(&pointer, &called, value, deeper);
            }
        }
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
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::dice::Pool;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Weapon {
        name: String,
        dice: Option<Pool>,
        ranges: [i16; 2],
        uses: Vec<String>,
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Size {
        Small,
        VeryLarge,
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Sheet {
        name: String,
        max_hp: i16,
        attributes: [u8; 2],
        size: Size,
        flies: bool,
        natural: Vec<Weapon>,
        dodge: Skill,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        armour: Option<Armour>,
        scores: Vec<Option<i16>>,
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Skill {
        Rank(Size),
        Finished(u8),
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Armour {
        rating: u8,
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Weapon(Weapon),
    }

    fn sheet() -> Sheet {
        let weapon = |name: &str| Weapon {
            name: name.to_owned(),
            dice: Pool::new(1, 6).ok(),
            ranges: [10, 20],
            uses: vec!["melee".to_owned()],
        };
        Sheet {
            name: "ogre".to_owned(),
            max_hp: 30,
            attributes: [3, 4],
            size: Size::Small,
            flies: false,
            natural: vec![weapon("war bite"), weapon("claw"), weapon("claw")],
            dodge: Skill::Rank(Size::Small),
            armour: None,
            scores: vec![Some(5)],
        }
    }

    fn names() -> Names {
        let names = Names {
            fixed: &["name"],
            either: &["rank", "finished"],
            called: Vec::new(),
        };
        let names = names.listed("/attributes", ["strength", "Wit and Will"]);
        let names = names.listed("/scores", ["swords", "bows", "slings"]);
        names.call("/armour/rating", "armour.rating")
    }

    fn set(name: &str, words: &str) -> Result<Sheet, String> {
        amended(&sheet(), &names(), name, words).map_err(|error| error.message)
    }

    #[test]
    fn every_value_has_a_name_of_its_own() {
        let found = amendable(&sheet(), &names());
        let found: Vec<&str> = found.iter().map(|one| &*one.name).collect();
        let mut expected = vec![
            "strength",
            "wit_and_will",
            "armour.rating",
            "dodge",
            "flies",
            "max_hp",
            "natural.war_bite.dice",
            "natural.war_bite.ranges.1",
            "natural.war_bite.ranges.2",
            "natural.claw.dice",
            "natural.claw.ranges.1",
            "natural.claw.ranges.2",
            "natural.claw_2.dice",
            "natural.claw_2.ranges.1",
            "natural.claw_2.ranges.2",
            "swords",
            "bows",
            "slings",
            "size",
        ];
        let mut found = found;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_set_is_so_and_nothing_else() {
        let is = |name, words, change: fn(&mut Sheet)| {
            let mut expected = sheet();
            change(&mut expected);
            assert_eq!(set(name, words), Ok(expected));
        };
        is("max_hp", "-3", |sheet| sheet.max_hp = -3);
        is("wit_and_will", "255", |sheet| sheet.attributes[1] = 255);
        is("size", "very large", |sheet| sheet.size = Size::VeryLarge);
        is("flies", "yes", |sheet| sheet.flies = true);
        is("natural.claw_2.dice", "2d8+1", |sheet| {
            sheet.natural[2].dice = "2d8+1".parse().ok();
        });
        is("natural.war_bite.dice", "none", |sheet| {
            sheet.natural[0].dice = None;
        });
        is("dodge", "9", |sheet| sheet.dodge = Skill::Finished(9));
        is("dodge", "very large", |sheet| {
            sheet.dodge = Skill::Rank(Size::VeryLarge);
        });
        is("armour.rating", "4", |sheet| {
            sheet.armour = Some(Armour { rating: 4 });
        });
        is("slings", "12", |sheet| {
            sheet.scores = vec![Some(5), None, Some(12)];
        });
        is("bows", "none", |_| {});
        is("natural.claw.ranges.2", "40", |sheet| {
            sheet.natural[1].ranges[1] = 40;
        });
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (name, words, reason) in [
            ("wisdom", "3", "`wisdom` is no value that can be set here"),
            ("name", "x", "`name` is no value that can be set here"),
            ("max_hp", "", "what is `max_hp` now? It was 30"),
            (
                "max_hp",
                "many",
                "`many` is no value for `max_hp`, which was 30",
            ),
            (
                "max_hp",
                "+3",
                "write the new value, not what is added to it",
            ),
            ("flies", "7", "`7` is no value for `flies`, which was no"),
        ] {
            assert_eq!(set(name, words), Err(reason.to_owned()), "{name} {words}");
        }
        for (name, words) in [
            ("strength", "256"),
            ("strength", "none"),
            ("max_hp", "40000"),
            ("size", "huge"),
            ("natural.claw.dice", "d"),
        ] {
            let reason = set(name, words).expect_err(name);
            let start = format!("`{words}` is no value for `{name}`: ");
            assert!(reason.starts_with(&start), "{reason}");
        }
    }

    #[test]
    fn what_is_another_value_is_told() {
        let changed = set("natural.claw.ranges.2", "40").expect("a range");
        let told = |after| told(&sheet(), after, &names());
        let words = "natural claw ranges 2 is 40 now, and was 20";
        assert_eq!(told(&changed).as_deref(), Some(words));
        assert_eq!(told(&sheet()), None);
    }

    #[test]
    fn the_only_member_of_a_kind_is_looked_into() {
        let kind = Kind::Weapon(sheet().natural.remove(0));
        let changed = amended(&kind, &names(), "ranges.1", "15").expect("a range");
        let Kind::Weapon(weapon) = changed;
        assert_eq!(weapon.ranges, [15, 20]);
        assert_eq!(shown(&json!(null)), "none");
    }
}
