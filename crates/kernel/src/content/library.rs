//! Content files: lists of named records that refer to one another.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::{AllProblems, FieldFault, Problem, Problems, Source, Tree};
use crate::notation::closest;
use crate::scenario::{Mistakes, check_name};

/// Records of one kind, by name.
type Records<T> = BTreeMap<String, T>;

/// A hint for a name that nothing has: the one that was probably meant, or has it among its words.
pub fn suggestion<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let meant = closest(name, known.iter().copied());
    let meant = meant.or_else(|| with_word(name, &known));
    meant.map(|meant| format!("did you mean `{meant}`?"))
}

/// The first name one word of which is that one: `town guard` for `guard`.
fn with_word(word: &str, known: &[&str]) -> Option<String> {
    let has_word = |name: &&&str| name.split(' ').any(|part| part.eq_ignore_ascii_case(word));
    known.iter().find(has_word).map(|name| (*name).to_owned())
}

/// Something that has a name in content files.
pub trait Named {
    /// What it is called where it is not found: "item", "spell".
    const WHAT: &'static str;

    /// Its name.
    fn name(&self) -> &str;
}

/// Everything that content files offer, by name: items, spells and kinds of creatures.
#[derive(Clone, Debug)]
pub struct Library<I, S, K> {
    items: Records<I>,
    spells: Records<S>,
    creatures: Records<K>,
    /// Kinds of creatures with which something is wrong, that is told where they are written.
    wrong: BTreeSet<String>,
    is_partial: bool,
}

impl<I: Named, S: Named, K: Named> Library<I, S, K> {
    /// Reads content files. The name of a file decides which of `kinds` it is: `weapons.toml`, or `my-weapons.toml`; `take` puts what is
    /// in it into the library. The `reserved` words cannot be names, and `words` knows what there is of each [`Referred::Word`] and
    /// [`Referred::Slip`]. With the library comes everything that is wrong: with the files themselves, and with what they refer to where
    /// all of them can be read.
    pub fn read(
        sources: &[Source],
        kinds: &[&'static str],
        reserved: &'static [&'static str],
        words: impl Fn(&Self, &'static str) -> Vec<String>,
        take: impl Fn(&mut Self, &mut ContentFile<'_>, &str) -> Result<(), Problems>,
    ) -> (Self, AllProblems) {
        let mut library = Self {
            items: Records::new(),
            spells: Records::new(),
            creatures: Records::new(),
            wrong: BTreeSet::new(),
            is_partial: false,
        };
        let mut problems = AllProblems::default();
        let mut files = Vec::with_capacity(sources.len());
        for source in sources {
            let file = ContentFile::parse(source, reserved).and_then(|mut file| {
                let kind = file.kind(kinds)?;
                take(&mut library, &mut file, kind)?;
                Ok(file)
            });
            files.extend(problems.take(file));
        }
        library.is_partial = !problems.files.is_empty();
        problems.hide_others = library.is_partial;
        let mut known = BTreeMap::new();
        for mut file in files {
            if library.is_whole() {
                for reference in std::mem::take(&mut file.references) {
                    let words = reference.what.list().map_or(&[][..], |what| {
                        known.entry(what).or_insert_with(|| words(&library, what))
                    });
                    library.look_up(&mut file, &reference, words);
                }
            }
            library.wrong.extend(file.wrong_kinds());
            problems.add(file.problems);
        }
        (library, problems)
    }

    /// Whether every file could be read, so that what is not here does not exist.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.is_partial
    }

    /// Whether something is wrong with that kind of creature itself. What follows from it need not be told of those who are of it.
    #[must_use]
    pub fn is_wrong(&self, kind: &str) -> bool {
        self.wrong.contains(kind)
    }

    /// A kind of item by its name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<&I> {
        self.items.get(name)
    }

    /// A spell by its name.
    #[must_use]
    pub fn spell(&self, name: &str) -> Option<&S> {
        self.spells.get(name)
    }

    /// A kind of creature by its name.
    #[must_use]
    pub fn creature(&self, name: &str) -> Option<&K> {
        self.creatures.get(name)
    }

    /// All items, in the order of their names.
    pub fn items(&self) -> impl Iterator<Item = &I> {
        self.items.values()
    }

    /// All spells, in the order of their names.
    pub fn spells(&self) -> impl Iterator<Item = &S> {
        self.spells.values()
    }

    /// The item named at `path` of a scenario; a mistake if there is none.
    pub fn item_at(&self, name: &str, path: &str, mistakes: &mut Mistakes) -> Option<&I> {
        named(&self.items, name, path, mistakes)
    }

    /// The spell named at `path` of a scenario; a mistake if there is none.
    pub fn spell_at(&self, name: &str, path: &str, mistakes: &mut Mistakes) -> Option<&S> {
        named(&self.spells, name, path, mistakes)
    }

    /// The kind of creature named at `path` of a scenario; a mistake if there is none.
    pub fn creature_at(&self, name: &str, path: &str, mistakes: &mut Mistakes) -> Option<&K> {
        let kind = self.creatures.get(name);
        if kind.is_none() {
            let known: Vec<&str> = self.creatures.keys().map(String::as_str).collect();
            let meant = suggestion(name, known.iter().copied());
            let all = || format!("known here: {}", known.join(", "));
            let hint = meant.or_else(|| (!known.is_empty()).then(all));
            let message = format!("there is no {} called `{name}`", K::WHAT);
            mistakes.add_with_hint(path, message, hint);
        }
        kind
    }

    /// Puts the items that stand under `key` into the library; `check` says what is wrong with one.
    pub fn take_items(
        &mut self,
        file: &mut ContentFile<'_>,
        key: &str,
        items: impl IntoIterator<Item = I>,
        check: impl Fn(&mut ContentFile<'_>, &str, &I),
    ) {
        fill(&mut self.items, file, key, items, check);
    }

    /// Puts spells, which stand under the word for one, into the library; `check` says what is wrong with one.
    pub fn take_spells(
        &mut self,
        file: &mut ContentFile<'_>,
        spells: impl IntoIterator<Item = S>,
        check: impl Fn(&mut ContentFile<'_>, &str, &S),
    ) {
        fill(&mut self.spells, file, S::WHAT, spells, check);
    }

    /// Puts kinds of creatures into the library; `check` says what is wrong with one.
    pub fn take_creatures(
        &mut self,
        file: &mut ContentFile<'_>,
        kinds: impl IntoIterator<Item = K>,
        check: impl Fn(&mut ContentFile<'_>, &str, &K),
    ) {
        let check = |file: &mut ContentFile<'_>, path: &str, kind: &K| {
            file.kinds.push((path.to_owned(), kind.name().to_owned()));
            check(file, path, kind);
        };
        fill(&mut self.creatures, file, "creature", kinds, check);
    }

    /// Finds the name of a reference among records, or among the words of its list.
    fn look_up(&self, file: &mut ContentFile<'_>, reference: &Reference, words: &[String]) {
        match reference.what {
            Referred::Item => file.check_reference(reference, I::WHAT, names(&self.items)),
            Referred::Spell => file.check_reference(reference, S::WHAT, names(&self.spells)),
            Referred::Creature => file.check_reference(reference, K::WHAT, names(&self.creatures)),
            Referred::Word(what) => {
                file.check_reference(reference, what, words.iter().map(String::as_str));
            }
            Referred::Slip(what) => file.check_slip(reference, what, words),
        }
    }
}

fn names<T>(records: &Records<T>) -> impl Iterator<Item = &str> + Clone {
    records.keys().map(String::as_str)
}

fn fill<T: Named>(
    records: &mut Records<T>,
    file: &mut ContentFile<'_>,
    key: &str,
    found: impl IntoIterator<Item = T>,
    check: impl Fn(&mut ContentFile<'_>, &str, &T),
) {
    for (index, record) in found.into_iter().enumerate() {
        let path = format!("{key}[{index}]");
        check(file, &path, &record);
        let name = record.name().to_owned();
        file.insert(&path, &name, record, records);
    }
}

fn named<'r, T: Named>(
    records: &'r Records<T>,
    name: &str,
    path: &str,
    mistakes: &mut Mistakes,
) -> Option<&'r T> {
    let found = records.get(name);
    if found.is_none() {
        mistakes.unknown(path, T::WHAT, name, records.keys().map(String::as_str));
    }
    found
}

/// What a name in a content file is the name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Referred {
    /// An item.
    Item,
    /// A spell.
    Spell,
    /// A kind of creature.
    Creature,
    /// Something else that records name, or some of the above alone: what it is called where it is not found.
    Word(&'static str),
    /// The same, in capitals or not, where there may be more than content files know: only what looks like a slip of the pen is not found.
    Slip(&'static str),
}

impl Referred {
    /// The list of words in which it stands, if it is no record.
    const fn list(self) -> Option<&'static str> {
        match self {
            Self::Item | Self::Spell | Self::Creature => None,
            Self::Word(what) | Self::Slip(what) => Some(what),
        }
    }
}

/// A name that must be that of something else, to be looked at once all files are read.
#[derive(Clone, Debug)]
struct Reference {
    path: String,
    what: Referred,
    name: String,
}

/// A content file while it is read.
#[derive(Debug)]
pub struct ContentFile<'s> {
    source: &'s Source,
    tree: Tree,
    reserved: &'static [&'static str],
    problems: Problems,
    references: Vec<Reference>,
    /// The kinds of creatures in it: where each stands, and its name.
    kinds: Vec<(String, String)>,
}

/// Whether the rest of a path leads to the same value or to one within it.
fn is_below(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('.')
}

impl<'s> ContentFile<'s> {
    /// The file as values with their places.
    ///
    /// # Errors
    /// All mistakes of a text that is no TOML.
    fn parse(source: &'s Source, reserved: &'static [&'static str]) -> Result<Self, Problems> {
        Ok(Self {
            source,
            tree: Tree::parse(source)?,
            reserved,
            problems: Problems::none(source),
            references: Vec::new(),
            kinds: Vec::new(),
        })
    }

    /// What is in it, by its name: one of `kinds`, as in `weapons.toml` or `my-weapons.toml`.
    ///
    /// # Errors
    /// A name that says none of them.
    fn kind(&self, kinds: &[&'static str]) -> Result<&'static str, Problems> {
        let name = self
            .source
            .name
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default();
        let stem = name.strip_suffix(".toml").unwrap_or(name);
        let last = stem.rsplit('-').next().unwrap_or(stem);
        let kind = kinds.iter().find(|kind| **kind == last);
        kind.copied().ok_or_else(|| {
            Problems::at_path(
                self.source,
                "",
                "the name of this file does not say what is in it",
                Some(format!(
                    "content files are named {}, each with `.toml`",
                    kinds.join(", ")
                )),
            )
        })
    }

    /// Its content.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problems> {
        self.tree.read(self.source)
    }

    /// Something wrong with the value at `path`.
    pub fn add(&mut self, path: &str, message: impl Into<String>, hint: Option<String>) {
        let problem = Problem::at_path(&self.tree, path, message, hint);
        self.problems.list.push(problem);
    }

    /// What is wrong with fields of the record at `path`.
    pub fn add_faults(&mut self, path: &str, faults: impl IntoIterator<Item = FieldFault>) {
        for (field, message) in faults {
            self.add(&format!("{path}.{field}"), message, None);
        }
    }

    /// Puts the record at `path` among those of its kind, unless its name is taken.
    fn insert<T>(&mut self, path: &str, name: &str, record: T, records: &mut Records<T>) {
        if let Err(message) = check_name(name, self.reserved) {
            self.add(&format!("{path}.name"), message, None);
        }
        if records.contains_key(name) {
            let message = format!("there is a `{name}` already");
            self.add(&format!("{path}.name"), message, None);
        }
        records.insert(name.to_owned(), record);
    }

    /// The name at `path` must be that of something that some file offers.
    pub fn refer(&mut self, path: impl Into<String>, what: Referred, name: &str) {
        self.references.push(Reference {
            path: path.into(),
            what,
            name: name.to_owned(),
        });
    }

    /// Each of the names of the list at `path` must be that of something that some file offers.
    pub fn refer_each<'n>(
        &mut self,
        path: &str,
        what: Referred,
        names: impl IntoIterator<Item = &'n String>,
    ) {
        for (index, name) in names.into_iter().enumerate() {
            self.refer(format!("{path}[{index}]"), what, name);
        }
    }

    /// The kinds of creatures of this file with which something is wrong.
    fn wrong_kinds(&self) -> Vec<String> {
        let is_wrong = |place: &str| {
            let within = |path: &str| path.strip_prefix(place).is_some_and(is_below);
            self.problems
                .list
                .iter()
                .any(|problem| within(&problem.path))
        };
        let kinds = self.kinds.iter().filter(|(place, _)| is_wrong(place));
        kinds.map(|(_, name)| name.clone()).collect()
    }

    fn check_reference<'n>(
        &mut self,
        reference: &Reference,
        what: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) {
        let Reference { path, name, .. } = reference;
        if !known.clone().any(|known| known == name) {
            let hint = suggestion(name, known);
            self.add(path, format!("there is no {what} called `{name}`"), hint);
        }
    }

    fn check_slip(&mut self, reference: &Reference, what: &str, known: &[String]) {
        let Reference { path, name, .. } = reference;
        let same = |known: &String| known.to_lowercase() == name.to_lowercase();
        let meant = || suggestion(name, known.iter().map(String::as_str));
        if let Some(meant) = (!known.iter().any(same)).then(meant).flatten() {
            let message = format!("there is no {what} called `{name}`");
            self.add(path, message, Some(meant));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn a_word_of_a_name_is_enough_to_find_it() {
        let known = ["ogre", "town guard", "wolf"];
        let hint = |name: &str| suggestion(name, known);
        assert_eq!(hint("guard").as_deref(), Some("did you mean `town guard`?"));
        assert_eq!(hint("ogr").as_deref(), Some("did you mean `ogre`?"));
        assert_eq!(hint("basilisk"), None);
    }
}
