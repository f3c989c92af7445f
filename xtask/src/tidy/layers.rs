//! What may know what: crates by their manifests.

use super::Finding;
use crate::catalogue;
use crate::project::Project;

/// The crates of ours that each crate may depend on, but for its tests. A crate that is not named here may depend on all of them.
const MAY_USE: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("sim", &["affray-kernel"]),
    ("systems/layout", &[]),
    ("trial", &["affray-kernel"]),
    ("session", &["affray-kernel", "affray-sim"]),
    (
        "table",
        &[
            "affray-kernel",
            "affray-session",
            "affray-sim",
            "affray-systems",
            "affray-table-actionpoint",
            "affray-table-energy",
            "affray-table-segment",
            "affray-table-threeaction",
            "affray-table-timecount",
        ],
    ),
    ("server", &["affray-kernel", "affray-sim", "affray-table"]),
];

/// Those that a system may depend on: no other system.
const SYSTEM_MAY_USE: &[&str] = &["affray-kernel", "affray-layout"];

pub(super) fn check(project: &Project) -> Result<Vec<Finding>, String> {
    let systems = catalogue::read_all(project)?;
    let systems = systems.iter();
    let systems = systems.map(|system| (format!("systems/{}", system.system), SYSTEM_MAY_USE));
    let named = MAY_USE.iter();
    let named = named.map(|(name, allowed)| ((*name).to_owned(), *allowed));
    let mut findings = Vec::new();
    for (name, allowed) in named.chain(systems) {
        let file = format!("crates/{name}/Cargo.toml");
        if project.root.join(&file).exists() {
            findings.extend(manifest(&file, &project.text(&file)?, allowed)?);
        }
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

#[cfg(test)]
mod tests {
    use super::{SYSTEM_MAY_USE, manifest};

    #[test]
    fn a_system_may_not_use_what_stands_above_or_beside_it() {
        let text = "[dependencies]\naffray-kernel.workspace = true\naffray-energy.workspace = true\nserde = \"1\"\n\
                    [dev-dependencies]\naffray-sim.workspace = true\n";
        let found = manifest("crates/systems/segment/Cargo.toml", text, SYSTEM_MAY_USE);
        let messages: Vec<String> = found
            .unwrap_or_default()
            .iter()
            .map(super::Finding::print)
            .collect();
        assert_eq!(
            messages,
            [
                "crates/systems/segment/Cargo.toml: must not depend on affray-energy; \
              move what is shared down into one of: affray-kernel, affray-layout"
            ]
        );
    }
}
