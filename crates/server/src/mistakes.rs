//! Mistakes in scenarios and journals, each at its place.

use affray_kernel::content::{AllProblems, Problems};
use affray_kernel::journal::JournalError;
use affray_table::CannotOpen;

use crate::protocol::{Mistake, Problem};

/// Why a fight cannot be opened.
pub(crate) fn cannot_open(error: &CannotOpen) -> Problem {
    let mistakes = match error {
        CannotOpen::Problems(problems) => return problem(problems),
        CannotOpen::Impossible(reasons) => reasons.iter().map(|reason| whole(reason)).collect(),
        CannotOpen::Journal(JournalError::Line { line, .. }) => vec![Mistake {
            line: *line,
            ..whole(&error.to_string())
        }],
        CannotOpen::Journal(_) | CannotOpen::NoSystem { .. } => vec![whole(&error.to_string())],
    };
    // Without its system nothing else of a fight is looked at.
    let hide_others = matches!(error, CannotOpen::NoSystem { .. });
    Problem::Mistakes {
        mistakes,
        hide_others,
    }
}

/// Every mistake of some files, and whether there may be more.
pub(crate) fn problem(problems: &AllProblems) -> Problem {
    Problem::Mistakes {
        mistakes: all(problems),
        hide_others: problems.hide_others,
    }
}

/// Every mistake of some files.
pub(crate) fn all(problems: &AllProblems) -> Vec<Mistake> {
    problems.files.iter().flat_map(of_file).collect()
}

fn of_file(problems: &Problems) -> impl Iterator<Item = Mistake> {
    problems.list.iter().map(|problem| {
        let (line, column) = problems.line_column(problem);
        Mistake {
            file: problems.source.name.clone(),
            line,
            column,
            path: problem.path.clone(),
            message: problem.message.clone(),
            hint: problem.hint.clone(),
        }
    })
}

/// A mistake of a whole file.
fn whole(message: &str) -> Mistake {
    Mistake {
        file: String::new(),
        line: 0,
        column: 0,
        path: String::new(),
        message: message.to_owned(),
        hint: None,
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::content::Source;
    use affray_table::{Library, open_scenario, system};

    use super::*;

    #[test]
    fn where_the_system_is_not_known_more_may_be_found() {
        let library = Library::embedded();
        let opened = ["system = 'energi'", "name = 'none'", "system ="].map(|text| {
            let scenario = Source::new("scenario", text);
            open_scenario(&scenario, &library, 0).err()
        });
        for error in opened.into_iter().chain([system("energi").err()]) {
            let problem = cannot_open(&error.expect("there is no such system"));
            let hides = matches!(problem, Problem::Mistakes { hide_others, .. } if hide_others);
            assert!(hides, "{problem:?}");
        }
    }
}
