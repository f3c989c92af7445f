//! The rules that code cites are in the catalogue, and the catalogue is sound.

use std::collections::BTreeSet;

use super::Finding;
use super::source::SourceFile;
use crate::catalogue::{self, Catalogue};
use crate::project::Project;

/// The macros by which code cites a rule; its id comes first.
const CITES: &[&str] = &["rule!(", "refuse!("];

pub(super) fn check(project: &Project, sources: &[SourceFile]) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for catalogue in catalogue::read_all(project)? {
        findings.extend(soundness(&catalogue));
        let ids: BTreeSet<&str> = ids(&catalogue).collect();
        let folder = format!("crates/systems/{}/src/", catalogue.system);
        for source in sources
            .iter()
            .filter(|source| source.name.starts_with(&folder))
        {
            findings.extend(citations(source, &ids, &catalogue.file));
        }
    }
    Ok(findings)
}

fn ids(catalogue: &Catalogue) -> impl Iterator<Item = &str> {
    catalogue.rules.iter().map(|rule| rule.id.as_str())
}

fn soundness(catalogue: &Catalogue) -> Vec<Finding> {
    let mut messages = Vec::new();
    let mut seen = BTreeSet::new();
    for id in ids(catalogue) {
        if !seen.insert(id) {
            messages.push(format!(
                "two rules have the id `{id}`; an id names one rule"
            ));
        }
    }
    for rule in &catalogue.rules {
        if rule.text.is_empty() {
            messages.push(format!(
                "`{}` has no text; say in our own words what it rules",
                rule.id
            ));
        }
        for need in rule
            .needs
            .iter()
            .filter(|need| !seen.contains(need.as_str()))
        {
            messages.push(format!(
                "`{}` needs `{need}`, which is no rule; name one that is",
                rule.id
            ));
        }
    }
    let finding = |message| Finding {
        file: catalogue.file.clone(),
        line: 0,
        message,
    };
    messages.into_iter().map(finding).collect()
}

fn citations(source: &SourceFile, ids: &BTreeSet<&str>, catalogue: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let cites = CITES.iter().flat_map(|cite| {
        source
            .places_of(cite)
            .into_iter()
            .map(move |at| (at, at + cite.len()))
    });
    for (at, after) in cites {
        let Some(inside) = source.text[after..].trim_start().strip_prefix('"') else {
            continue;
        };
        let id = inside.split('"').next().unwrap_or_default();
        if !ids.contains(id) {
            findings.push(Finding {
                file: source.name.clone(),
                line: source.line(at),
                message: format!(
                    "`{id}` is no rule of {catalogue}; cite one that is, or add it there"
                ),
            });
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::source::SourceFile;
    use super::citations;

    #[test]
    fn unknown_rules_are_found() {
        let text = "// rule!(\"c/c\")\nrule!(\"a/a\");\nrefuse!(\n    \"b/b\",\n);\nrule!($id);\n";
        let source = SourceFile::new(text.to_owned(), "x.rs".to_owned());
        let found = citations(&source, &BTreeSet::from(["a/a"]), "x.toml");
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].print(),
            "x.rs:3: `b/b` is no rule of x.toml; cite one that is, or add it there"
        );
    }
}
