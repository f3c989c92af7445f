//! What may know what: crates by their manifests, systems by their paths.

use super::Finding;
use super::source::SourceFile;
use crate::project::Project;

/// The crates of ours that each crate may depend on. A crate that is not named here may depend on all of them.
const MAY_USE: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("systems", &["affray-kernel"]),
    ("sim", &["affray-kernel"]),
    ("table", &["affray-kernel", "affray-sim", "affray-systems"]),
    ("server", &["affray-kernel", "affray-sim", "affray-table"]),
    ("python", &["affray-kernel", "affray-sim", "affray-table"]),
];

/// Where every system has a folder of its own. Folders without a catalogue hold what systems share, and know none of them.
const SYSTEMS: &str = "crates/systems/src";

fn catalogue_of(system: &str) -> String {
    format!("crates/systems/catalogue/{system}.toml")
}

pub(super) fn check(project: &Project, sources: &[SourceFile]) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for (name, allowed) in MAY_USE {
        let file = format!("crates/{name}/Cargo.toml");
        if project.root.join(&file).exists() {
            findings.extend(manifest(&file, &project.text(&file)?, allowed)?);
        }
    }
    let mut systems = project.folders(SYSTEMS);
    systems.retain(|name| project.root.join(catalogue_of(name)).exists());
    for source in sources {
        findings.extend(other_systems(source, &systems));
    }
    Ok(findings)
}

fn manifest(file: &str, text: &str, allowed: &[&str]) -> Result<Vec<Finding>, String> {
    let manifest: toml::Table = text.parse().map_err(|error| format!("{file}: {error}"))?;
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let forbidden = dependencies
        .into_iter()
        .flat_map(toml::Table::keys)
        .filter(|name| name.starts_with("affray") && !allowed.contains(&name.as_str()));
    let finding = |name: &String| Finding {
        file: file.to_owned(),
        line: 0,
        message: format!(
            "must not depend on {name}; move what is shared down into one of: {}",
            if allowed.is_empty() {
                "this crate".to_owned()
            } else {
                allowed.join(", ")
            }
        ),
    };
    Ok(forbidden.map(finding).collect())
}

/// Paths in one system's folder that lead into another's.
fn other_systems(source: &SourceFile, systems: &[String]) -> Vec<Finding> {
    let inside = source
        .name
        .strip_prefix(SYSTEMS)
        .and_then(|rest| rest.strip_prefix('/'));
    let Some((own, _)) = inside.and_then(|inside| inside.split_once('/')) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for other in systems.iter().filter(|other| *other != own) {
        for way in ["crate::", "super::", "affray_systems::"] {
            for at in source.places_of(&format!("{way}{other}")) {
                findings.push(Finding {
                    file: source.name.clone(),
                    line: source.line(at),
                    message: format!(
                        "{own} must not use {other}; write the rule twice, or move what is no rule into the kernel"
                    ),
                });
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::source::SourceFile;
    use super::{manifest, other_systems};

    #[test]
    fn a_crate_may_not_use_what_stands_above_it() {
        let text = "[dependencies]\naffray-kernel.workspace = true\naffray-table.workspace = true\nserde = \"1\"\n";
        let found = manifest("crates/systems/Cargo.toml", text, &["affray-kernel"]);
        let messages: Vec<String> = found
            .unwrap_or_default()
            .iter()
            .map(super::Finding::print)
            .collect();
        assert_eq!(
            messages,
            [
                "crates/systems/Cargo.toml: must not depend on affray-table; \
              move what is shared down into one of: affray-kernel"
            ]
        );
    }

    #[test]
    fn a_system_may_not_use_another() {
        let systems = ["energy".to_owned(), "segment".to_owned()];
        let text = "use crate::energy::a;\nuse crate::segment::b;\nuse super::super::segment;\nuse crate::segments;\n";
        let lines = |name: &str| -> Vec<usize> {
            let source = SourceFile::new(text.to_owned(), name.to_owned());
            let found = other_systems(&source, &systems);
            found.iter().map(|finding| finding.line).collect()
        };
        assert_eq!(lines("crates/systems/src/energy/rules/a.rs"), [2, 3]);
        assert_eq!(lines("crates/systems/src/trial/words.rs"), [1, 2, 3]);
        assert!(lines("crates/systems/src/lib.rs").is_empty());
    }
}
