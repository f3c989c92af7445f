//! Content files: lists of named records that refer to one another.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::{FieldFault, Problem, Problems, Source, Tree};
use crate::notation::closest;

/// Records of one kind, by name.
pub type Records<T> = BTreeMap<String, T>;

/// A hint for a name that nothing has: the one that was probably meant.
pub fn suggestion<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    closest(name, known).map(|meant| format!("did you mean `{meant}`?"))
}

/// A content file while it is read.
#[derive(Debug)]
pub struct ContentFile<'s> {
    source: &'s Source,
    tree: Tree,
    problems: Problems,
}

impl<'s> ContentFile<'s> {
    /// The file as values with their places.
    ///
    /// # Errors
    /// All mistakes of a text that is no TOML.
    pub fn parse(source: &'s Source) -> Result<Self, Problems> {
        Ok(Self {
            source,
            tree: Tree::parse(source)?,
            problems: Problems::none(source),
        })
    }

    /// What is in it, by its name: one of `kinds`, as in `weapons.toml` or `my-weapons.toml`.
    ///
    /// # Errors
    /// A name that says none of them.
    pub fn kind(&self, kinds: &[&'static str]) -> Result<&'static str, Problems> {
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
    pub fn insert<T>(&mut self, path: &str, name: &str, record: T, records: &mut Records<T>) {
        if records.contains_key(name) {
            let message = format!("there is a `{name}` already");
            self.add(&format!("{path}.name"), message, None);
        }
        records.insert(name.to_owned(), record);
    }

    /// The name at `path` must be that of a record.
    pub fn refer<T>(&mut self, path: &str, what: &str, name: &str, records: &Records<T>) {
        if !records.contains_key(name) {
            let hint = suggestion(name, records.keys().map(String::as_str));
            self.add(path, format!("there is no {what} called `{name}`"), hint);
        }
    }

    /// All that was found wrong.
    ///
    /// # Errors
    /// The mistakes, when there are any.
    pub fn finish(self) -> Result<(), Problems> {
        self.problems.or(())
    }
}
