//! Calls and marks that must not stand in the source, and what to write instead.

use super::Finding;
use super::source::{SourceFile, whole_words};

/// Something that must not be written.
struct Ban {
    /// Code, found as whole words.
    needle: &'static str,
    /// The folders it is banned from; `*` in place of a folder's name stands for any.
    from: &'static [&'static str],
    instead: &'static str,
}

/// Where the rules live: the same acts and draws must always give the same facts here.
const PURE: &[&str] = &["crates/kernel/src", "crates/systems/*/src"];
const EVERYWHERE: &[&str] = &["crates", "xtask"];

const BANS: &[Ban] = &[
    Ban {
        needle: "rand::",
        from: PURE,
        instead: "take dice from the tape: `scene.roll`",
    },
    Ban {
        needle: "std::time",
        from: PURE,
        instead: "there is no clock here: count rounds in the state, measure in crates/sim or benches",
    },
    Ban {
        needle: "std::thread",
        from: PURE,
        instead: "threads live in crates/sim",
    },
    Ban {
        needle: "thread_local!",
        from: PURE,
        instead: "hand the value in as an argument",
    },
    Ban {
        needle: "std::fs",
        from: PURE,
        instead: "take the text as an argument: files are read in crates/app",
    },
    Ban {
        needle: "std::io",
        from: PURE,
        instead: "return the text: crates/app reads and writes",
    },
    Ban {
        needle: "std::net",
        from: PURE,
        instead: "sockets live in crates/server",
    },
    Ban {
        needle: "std::env",
        from: PURE,
        instead: "take the value as an argument: only crates/app looks at its surroundings",
    },
    Ban {
        needle: "std::process",
        from: PURE,
        instead: "return an error: only crates/app ends the program",
    },
    Ban {
        needle: "println!",
        from: PURE,
        instead: "return the text: crates/app prints",
    },
    Ban {
        needle: "eprintln!",
        from: PURE,
        instead: "return the text: crates/app prints",
    },
    Ban {
        needle: "HashMap",
        from: PURE,
        instead: "use BTreeMap or IndexMap, whose order is fixed; FxHashMap where nothing goes through it",
    },
    Ban {
        needle: "HashSet",
        from: PURE,
        instead: "use BTreeSet or IndexSet, whose order is fixed; FxHashSet where nothing goes through it",
    },
    Ban {
        needle: "todo!",
        from: EVERYWHERE,
        instead: "write it, or leave the feature out",
    },
    Ban {
        needle: "unimplemented!",
        from: EVERYWHERE,
        instead: "write it, or leave the feature out",
    },
    Ban {
        needle: "dbg!",
        from: EVERYWHERE,
        instead: "use `scene.explain` for what people should see, a test for what you want to know",
    },
    Ban {
        needle: "#[ignore",
        from: EVERYWHERE,
        instead: "assert what happens today and say in a comment why that is wrong",
    },
    Ban {
        needle: "allow(dead_code)",
        from: EVERYWHERE,
        instead: "delete what nothing uses",
    },
];

/// Marks of unfinished work.
const MARKS: &[&str] = &["FIXME", "TODO", "XXX", "HACK"];

/// The hash maps that are allowed for looking things up.
const LOOKUPS: &[&str] = &["FxHashMap", "FxHashSet"];

/// What goes through a hash map in the order of its hashes.
const WALKS: &[&str] = &[
    "iter",
    "iter_mut",
    "into_iter",
    "keys",
    "into_keys",
    "values",
    "values_mut",
    "into_values",
    "drain",
    "retain",
    "extract_if",
];

pub(super) fn check(sources: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in sources {
        for ban in BANS {
            if is_in(&source.name, ban.from) {
                findings.extend(uses(source, ban));
            }
        }
        findings.extend(marks(source));
        if is_in(&source.name, PURE) {
            findings.extend(hash_walks(source));
        }
    }
    findings
}

/// Whether a file is in one of the folders.
fn is_in(file: &str, folders: &[&str]) -> bool {
    let is_below = |folder: &&str| {
        let mut names = file.split('/');
        let mut wanted = folder.split('/');
        wanted.all(|wanted| {
            names
                .next()
                .is_some_and(|name| ["*", name].contains(&wanted))
        })
    };
    folders.iter().any(is_below)
}

fn uses(source: &SourceFile, ban: &Ban) -> Vec<Finding> {
    let finding = |at| Finding {
        file: source.name.clone(),
        line: source.line(at),
        message: format!("`{}` is banned here; {}", ban.needle, ban.instead),
    };
    source
        .places_of(ban.needle)
        .into_iter()
        .map(finding)
        .collect()
}

fn marks(source: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for mark in MARKS {
        for at in whole_words(&source.comments, mark) {
            findings.push(Finding {
                file: source.name.clone(),
                line: source.line(at),
                message: format!("{mark} marks unfinished work; finish it, or open an issue"),
            });
        }
    }
    findings
}

/// Names declared in the file as hash maps, and every walk through one of them.
fn hash_walks(source: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut names: Vec<&str> = LOOKUPS
        .iter()
        .flat_map(|map| source.places_of(map))
        .filter_map(|at| declared_name(&source.code[..at]))
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        for walk in WALKS {
            for at in source.places_of(&format!("{name}.{walk}(")) {
                findings.push(Finding {
                    file: source.name.clone(),
                    line: source.line(at),
                    message: format!(
                        "`{name}.{walk}` goes through a hash map; use BTreeMap or IndexMap, whose order is fixed"
                    ),
                });
            }
        }
    }
    findings
}

/// The name before the type or the value that follows: `seen: FxHashMap` or `let mut seen = FxHashMap`.
fn declared_name(before: &str) -> Option<&str> {
    let before = before.trim_end();
    let before = before.strip_suffix("&mut").unwrap_or(before).trim_end();
    let before = before.strip_suffix('&').unwrap_or(before).trim_end();
    let before = before.strip_suffix([':', '='])?.trim_end();
    let start = before.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let name = &before[start.map_or(0, |start| start + 1)..];
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::source::SourceFile;

    fn messages(name: &str, text: &str) -> Vec<String> {
        super::check(&[SourceFile::new(text.to_owned(), name.to_owned())])
            .iter()
            .map(|finding| format!("{}: {}", finding.line, finding.message))
            .collect()
    }

    #[test]
    fn what_is_banned_is_found_where_it_is_banned() {
        let text = "use std::time::Instant;\nfn a() { todo!() } // std::fs\n";
        let found = messages("crates/kernel/src/a.rs", text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("1: `std::time` is banned here; "));
        assert!(found[1].starts_with("2: `todo!` is banned here; "));
        assert_eq!(messages("crates/app/src/a.rs", text).len(), 1);
    }

    #[test]
    fn marks_count_in_comments_alone() {
        let text = format!("let a = \"{0}\"; // {0} later", "FIXME");
        let found = messages("crates/app/src/a.rs", &text);
        assert_eq!(
            found,
            ["1: FIXME marks unfinished work; finish it, or open an issue"]
        );
    }

    #[test]
    fn walks_through_hash_maps_are_found() {
        let text = "fn a(seen: &FxHashMap<u8, u8>) {\nseen.get(&1);\nfor x in seen.keys() {}\n}";
        let found = messages("crates/systems/energy/src/a.rs", text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("3: `seen.keys` goes through a hash map; "));
    }
}
