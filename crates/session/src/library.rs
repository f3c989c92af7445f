//! The content that the program carries, and what is laid over it.

use affray_kernel::content::Source;

/// Every file of `content/`: its name below that folder and its text.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/content.rs"));

/// Content files by name, such as `threeaction/weapons.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    files: Vec<Source>,
}

/// Below a system's folder, where scenarios stand.
const SCENARIOS: &str = "scenarios/";

impl Library {
    /// What the program carries.
    #[must_use]
    pub fn embedded() -> Self {
        let files = EMBEDDED.iter();
        Self {
            files: files
                .map(|(name, text)| Source::carried(name, text))
                .collect(),
        }
    }

    /// The same with files laid over it: one of a name that is there replaces it, others are added.
    #[must_use]
    pub fn with(mut self, files: impl IntoIterator<Item = Source>) -> Self {
        for file in files {
            match self.files.iter_mut().find(|known| known.name == file.name) {
                Some(known) => *known = file,
                None => self.files.push(file),
            }
        }
        self.files.sort_by(|one, other| one.name.cmp(&other.name));
        self
    }

    /// The content of a system that scenarios may refer to.
    #[must_use]
    pub fn of(&self, system: &str) -> Vec<Source> {
        self.below(system)
            .filter(|(name, _)| !name.starts_with(SCENARIOS))
            .map(|(_, file)| file.clone())
            .collect()
    }

    /// The names of the kinds of creatures of a system, in the order of their files. Files that cannot be read have none.
    #[must_use]
    pub fn creatures(&self, system: &str) -> Vec<String> {
        let files = self
            .below(system)
            .filter(|(name, _)| !name.starts_with(SCENARIOS));
        let tables = files.filter_map(|(_, file)| file.text.parse::<toml::Table>().ok());
        tables.flat_map(|table| names(&table)).collect()
    }

    /// The scenarios of all systems: each with its name, such as `threeaction/duel`, and its file.
    #[must_use]
    pub fn scenarios(&self) -> Vec<(String, &Source)> {
        let short = |file: &Source| {
            let (system, rest) = file.name.split_once('/')?;
            let name = rest.strip_prefix(SCENARIOS)?.strip_suffix(".toml")?;
            Some(format!("{system}/{name}"))
        };
        self.files
            .iter()
            .filter_map(|file| Some((short(file)?, file)))
            .collect()
    }

    /// The scenario of that name, with or without its system; with the system where two have one of the same name.
    #[must_use]
    pub fn scenario(&self, name: &str) -> Option<&Source> {
        let known = self.scenarios();
        let mut found = known.iter().filter(|(full, _)| {
            full == name || full.split_once('/').is_some_and(|(_, last)| last == name)
        });
        match (found.next(), found.next()) {
            (Some((_, file)), None) => Some(file),
            _ => None,
        }
    }

    fn below(&self, system: &str) -> impl Iterator<Item = (&str, &Source)> {
        let folder = format!("{system}/");
        self.files.iter().filter_map(move |file| {
            let name = file.name.strip_prefix(folder.as_str())?;
            Some((name, file))
        })
    }
}

/// The names of the creatures of a content file.
fn names(file: &toml::Table) -> Vec<String> {
    let creatures = file.get("creature").and_then(toml::Value::as_array);
    let creatures = creatures.into_iter().flatten();
    let named = creatures.filter_map(|creature| creature.get("name")?.as_str());
    named.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_laid_over_those_of_the_same_name() {
        let one = Library { files: Vec::new() }.with([
            Source::new("chess/pieces.toml", "a"),
            Source::new("chess/scenarios/opening.toml", "b"),
            Source::new("go/scenarios/opening.toml", "c"),
            Source::new("go/scenarios/end.toml", "c"),
        ]);
        let both = one.with([
            Source::new("chess/pieces.toml", "new"),
            Source::new("chess/board.toml", "d"),
        ]);
        let files = both.of("chess").into_iter();
        let texts: Vec<_> = files.map(|file| file.text).collect();
        assert_eq!(texts, ["d", "new"]);
        let names: Vec<String> = both.scenarios().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["chess/opening", "go/end", "go/opening"]);
        assert_eq!(both.scenario("end").map(|file| &*file.text), Some("c"));
        assert_eq!(
            both.scenario("go/opening").map(|file| &*file.text),
            Some("c")
        );
        assert_eq!(both.scenario("opening"), None, "which one?");
    }
}
