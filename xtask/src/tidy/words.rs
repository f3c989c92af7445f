//! The kernel must not know the words of any one combat system.

use super::Finding;
use super::source::SourceFile;

const KERNEL: &str = "crates/kernel/src/";

/// Words that belong to one system or another, in the singular and in small letters.
const SYSTEM_WORDS: &[&[&str]] = &[
    &["initiative"],
    &["stance"],
    &["bleed"],
    &["bleeding"],
    &["action", "point"],
    &["fighting", "style"],
    &["time", "count"],
    &["speed", "factor"],
    &["parry"],
    &["riposte"],
    &["fumble"],
    &["sorcery"],
    &["opportunity", "attack"],
];

pub(super) fn check(sources: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in sources
        .iter()
        .filter(|source| source.name.starts_with(KERNEL))
    {
        for (index, line) in source.text.lines().enumerate() {
            let words = words(line);
            for system_word in SYSTEM_WORDS {
                if words
                    .windows(system_word.len())
                    .any(|window| is(window, system_word))
                {
                    findings.push(Finding {
                        file: source.name.clone(),
                        line: index + 1,
                        message: format!(
                            "\"{}\" is a word of one system; the kernel says what all systems share \
                             (turn, window, condition, gauge), and the system names it",
                            system_word.join(" ")
                        ),
                    });
                }
            }
        }
    }
    findings
}

fn is(words: &[String], wanted: &[&str]) -> bool {
    words.iter().zip(wanted).all(|(word, wanted)| {
        word == wanted
            || word
                .strip_suffix('s')
                .is_some_and(|singular| singular == *wanted)
    })
}

/// The words of a line in small letters; names are taken apart where a capital or an underscore begins a word.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_inside = false;
    let mut was_small = false;
    for letter in line.chars() {
        if !letter.is_alphanumeric() {
            is_inside = false;
            continue;
        }
        if !is_inside || (letter.is_uppercase() && was_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
        is_inside = true;
        was_small = letter.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::source::SourceFile;
    use super::{check, words};

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(
            words("let max_stance = ActionPoints::new(HP); // an instance"),
            [
                "let", "max", "stance", "action", "points", "new", "hp", "an", "instance"
            ]
        );
    }

    #[test]
    fn words_of_a_system_are_found_in_the_kernel_alone() {
        let text = "struct ActionPoints;\n// distance and instance\n// bleeds\n";
        let lines = |name: &str| -> Vec<usize> {
            let source = SourceFile::new(text.to_owned(), name.to_owned());
            check(&[source])
                .iter()
                .map(|finding| finding.line)
                .collect()
        };
        assert_eq!(lines("crates/kernel/src/a.rs"), [1, 3]);
        assert!(lines("crates/systems/energy/src/a.rs").is_empty());
    }
}
