//! Files stay small enough to read, tests as well.

use super::Finding;
use super::source::SourceFile;

/// The most lines a source file may have.
const MOST_LINES: usize = 650;

pub(super) fn check(sources: &[SourceFile]) -> Vec<Finding> {
    let long = |source: &&SourceFile| source.text.lines().count() > MOST_LINES;
    let finding = |source: &SourceFile| Finding {
        file: source.name.clone(),
        line: 0,
        message: format!(
            "{} lines, and {MOST_LINES} is the most; split it by what it holds",
            source.text.lines().count()
        ),
    };
    sources.iter().filter(long).map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::SourceFile;
    use super::{MOST_LINES, check};

    #[test]
    fn only_long_files_are_found() {
        let file = |lines| SourceFile::new("\n".repeat(lines), format!("{lines}.rs"));
        let found = check(&[file(MOST_LINES), file(MOST_LINES + 1)]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].file, "651.rs");
    }
}
