//! Files that are generated from others and kept in the repository, so that people can read them there.
//!
//! A new kind of file: write a function that returns the files and add a line to [`GENERATORS`].

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::catalogue::{self, Catalogue, Rule};
use crate::project::Project;
use crate::test_run::{cargo, done};

/// File names from the root, and their texts.
type Files = BTreeMap<String, String>;

/// A folder that holds nothing but generated files, and what makes them.
struct Generator {
    folder: &'static str,
    ending: &'static str,
    files: fn(&Project) -> Result<Files, String>,
}

const GENERATORS: &[Generator] = &[
    Generator {
        folder: "docs/reference/rules",
        ending: ".md",
        files: rule_reference,
    },
    Generator {
        folder: "content/schema",
        ending: ".json",
        files: schemas,
    },
    Generator {
        folder: "web/src/protocol",
        ending: ".ts",
        files: protocol_types,
    },
];

/// Writes all generated files and removes those that nothing makes any more.
pub(crate) fn write(project: &Project) -> Result<(), String> {
    for stale in stale(project)? {
        let path = project.root.join(&stale.name);
        let done = match &stale.text {
            Some(text) => fs::create_dir_all(path.parent().unwrap_or(&project.root))
                .and_then(|()| fs::write(&path, text)),
            None => fs::remove_file(&path),
        };
        done.map_err(|error| format!("{}: {error}", stale.name))?;
        let what = if stale.text.is_some() {
            "wrote"
        } else {
            "removed"
        };
        println!("{what} {}", stale.name);
    }
    Ok(())
}

/// Reports generated files that are not what would be generated now.
pub(crate) fn check(project: &Project) -> Result<(), String> {
    let names: Vec<String> = stale(project)?
        .into_iter()
        .map(|stale| format!("  {}", stale.name))
        .collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(format!(
        "out of date, run `cargo xtask generate`:\n{}",
        names.join("\n")
    ))
}

/// A generated file that is out of date.
struct Stale {
    name: String,
    /// What it should hold; nothing if it should not be there.
    text: Option<String>,
}

fn stale(project: &Project) -> Result<Vec<Stale>, String> {
    let mut stale = Vec::new();
    for generator in GENERATORS {
        let wanted = (generator.files)(project)?;
        for name in project.files(generator.folder, generator.ending) {
            if !wanted.contains_key(&name) {
                stale.push(Stale { name, text: None });
            }
        }
        for (name, text) in wanted {
            if project.text(&name).ok().as_ref() != Some(&text) {
                let text = Some(text);
                stale.push(Stale { name, text });
            }
        }
    }
    Ok(stale)
}

/// The JSON Schemas of scenarios and content, as the program itself writes them.
fn schemas(project: &Project) -> Result<Files, String> {
    written(project, "content/schema", "--out", ".json")
}

/// What goes between server and page, in TypeScript.
fn protocol_types(project: &Project) -> Result<Files, String> {
    written(project, "web/src/protocol", "--typescript", ".ts")
}

/// What `affray schema` writes to a folder, as if it were the folder `home`.
fn written(project: &Project, home: &str, option: &str, ending: &str) -> Result<Files, String> {
    let folder = format!("target/generated{option}");
    let path = project.root.join(&folder);
    // What an earlier run has left there may be out of date.
    let _ = fs::remove_dir_all(&path);
    let out = path.display().to_string();
    let schema = ["schema", option, &out];
    if let Some(program) = &project.program {
        done(
            Command::new(program)
                .args(schema)
                .current_dir(&project.root),
        )?;
    } else {
        let build = ["run", "--quiet", "--package", "affray", "--"];
        cargo(project, &[&build[..], &schema].concat())?;
    }
    let files = project.files(&folder, ending).into_iter().map(|name| {
        let text = project.text(&name)?;
        Ok((name.replacen(&folder, home, 1), text))
    });
    files.collect()
}

/// A page of rules for every system.
fn rule_reference(project: &Project) -> Result<Files, String> {
    let pages = catalogue::read_all(project)?.into_iter().map(|catalogue| {
        let name = format!("docs/reference/rules/{}.md", catalogue.system);
        (name, rule_page(&catalogue))
    });
    Ok(pages.collect())
}

fn rule_page(catalogue: &Catalogue) -> String {
    let mut page = format!(
        "<!-- Generated from {} by `cargo xtask generate`. -->\n\n# {}: the rules\n\n{}\n\nUnits: {}\n",
        catalogue.file, catalogue.name, catalogue.summary, catalogue.units
    );
    let mut section = "";
    for rule in &catalogue.rules {
        let here = rule.id.split('/').next().unwrap_or_default();
        if here != section {
            section = here;
            page.push_str(&format!("\n## {section}\n"));
        }
        page.push_str(&rule_entry(rule));
    }
    page
}

fn rule_entry(rule: &Rule) -> String {
    let mut entry = format!("\n### `{}`\n\n*{}*", rule.id, rule.kind);
    if !rule.option.is_empty() {
        entry.push_str(&format!(", option `{}`", rule.option));
    }
    // Writing into a String cannot fail.
    let _ = write!(entry, "\n\n{}\n", rule.text);
    for (label, text) in [
        ("Formula", &rule.formula),
        ("Question", &rule.question),
        ("Ruling", &rule.ruling),
    ] {
        if !text.is_empty() {
            let _ = write!(entry, "\n**{label}:** {text}\n");
        }
    }
    entry.push_str(&markdown_table(&rule.table));
    if !rule.needs.is_empty() {
        let needs: Vec<String> = rule.needs.iter().map(|id| format!("`{id}`")).collect();
        let _ = write!(entry, "\nSee also {}.\n", needs.join(", "));
    }
    entry
}

fn markdown_table(rows: &[Vec<(String, String)>]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    if columns.is_empty() {
        return String::new();
    }
    let titles: Vec<String> = columns.iter().map(|name| name.replace('_', " ")).collect();
    let mut table = format!(
        "\n| {} |\n|{}\n",
        titles.join(" | "),
        " --- |".repeat(titles.len())
    );
    for row in rows {
        let cell = |column: &&str| {
            let cell = row.iter().find(|(name, _)| name == column);
            cell.map(|(_, value)| value.replace('|', "\\|"))
                .unwrap_or_default()
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        let _ = writeln!(table, "| {} |", cells.join(" | "));
    }
    table
}
