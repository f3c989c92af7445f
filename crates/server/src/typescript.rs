//! The types of the protocol in TypeScript, for the page.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use ts_rs::{Config, TS, TypeVisitor};

use crate::http::{rules, scenarios, tables};
use crate::protocol;

/// Files by name, such as `Update.ts`, each with one type and those that it imports.
#[must_use]
pub fn files() -> BTreeMap<String, String> {
    let mut files = Files {
        config: Config::new().with_large_int("number"),
        files: BTreeMap::new(),
    };
    files.add::<protocol::ClientMessage>();
    files.add::<protocol::ServerMessage>();
    files.add::<tables::NewTable>();
    files.add::<tables::BegunTable>();
    files.add::<tables::SeenTable>();
    files.add::<rules::SystemSeen>();
    files.add::<rules::RulesFound>();
    files.add::<scenarios::ScenarioSeen>();
    files.add::<scenarios::Text>();
    files.add::<scenarios::ScenarioTree>();
    files.add::<scenarios::CheckedScenario>();
    files.add::<scenarios::ToBeFought>();
    files.add::<scenarios::Chances>();
    files.add::<scenarios::Content>();
    files.files
}

/// Types as files, each with everything that it is made of.
struct Files {
    config: Config,
    files: BTreeMap<String, String>,
}

impl Files {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let Some(name) = T::output_path().as_deref().and_then(plain_name) else {
            return;
        };
        if self.files.contains_key(&name) {
            return;
        }
        // Types that can be named can be written.
        let text = T::export_to_string(&self.config).unwrap_or_default();
        self.files.insert(name, text);
        T::visit_dependencies(self);
    }
}

impl TypeVisitor for Files {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
        T::visit_generics(self);
    }
}

fn plain_name(path: &Path) -> Option<String> {
    match path.components().next_back()? {
        Component::Normal(name) => Some(name.to_str()?.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_that_a_file_imports_has_a_file() {
        let files = files();
        assert!(files.contains_key("Update.ts"));
        for (name, text) in &files {
            let imports = text.lines().filter_map(|line| {
                let (_, file) = line
                    .strip_prefix("import type ")?
                    .split_once(" from \"./")?;
                Some(format!("{}.ts", file.trim_end_matches("\";")))
            });
            for import in imports {
                assert!(files.contains_key(&import), "{name} imports {import}");
            }
            assert!(!text.contains("bigint"), "{name}: {text}");
        }
    }
}
