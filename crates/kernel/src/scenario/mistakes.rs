//! Mistakes found while a scenario is put together.

use crate::content::{MOST_PROBLEMS, Problem, Problems, Source, Tree, suggestion};
use crate::policy;

/// What is wrong with a scenario, each mistake at the path of the value it is about.
#[derive(Clone, Debug, Default)]
pub struct Mistakes(Vec<Mistake>);

#[derive(Clone, Debug)]
struct Mistake {
    path: String,
    message: String,
    hint: Option<String>,
}

impl Mistakes {
    /// Something wrong with the value at `path`.
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.add_with_hint(path, message, None);
    }

    /// Something wrong with the value at `path`, and what to do about it where that is known.
    pub fn add_with_hint(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
        hint: Option<String>,
    ) {
        self.0.push(Mistake {
            path: path.into(),
            message: message.into(),
            hint,
        });
    }

    /// A name at `path` that nothing has, with the one that was probably meant.
    pub fn unknown<'n>(
        &mut self,
        path: impl Into<String>,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let message = format!("there is no {what} called `{name}`");
        self.add_with_hint(path, message, suggestion(name, known));
    }

    /// The policy at `path`, which has to be one of [`policy::POLICIES`].
    pub fn policy(&mut self, path: impl Into<String>, word: Option<&str>) {
        if let Some(word) = word.filter(|word| policy::named(word).is_none()) {
            let message = format!("there is no policy called `{word}`");
            self.add_with_hint(path, message, Some(policy::suggestion(word)));
        }
    }

    /// Forgets what is wrong with the creature at a path because of its kind: what is told of its kind, or of a key that it leaves to its
    /// kind. Says whether there was any.
    pub(super) fn leave_out_of_kind(&mut self, creature: &str, written: &Tree) -> bool {
        // What is written in a short form has no place of its own below the key.
        let is_of_kind = |path: &str| {
            let below = path.strip_prefix(creature)?.strip_prefix('.')?;
            let key = below.split(['.', '[']).next()?;
            Some(key == "kind" || written.span_of(&format!("{creature}.{key}")).is_none())
        };
        let before = self.0.len();
        self.0
            .retain(|mistake| is_of_kind(&mistake.path) != Some(true));
        self.0.len() < before
    }

    /// The first [`MOST_PROBLEMS`] of them at their places in the text. Members of a group share their mistakes: each is told once.
    #[must_use]
    pub fn located(self, source: &Source, tree: &Tree) -> Problems {
        let mut problems = Problems::none(source);
        for Mistake {
            path,
            message,
            hint,
        } in self.0
        {
            let problem = Problem::at_path(tree, &path, message, hint);
            if !problems.list.contains(&problem) {
                problems.list.push(problem);
            }
            if problems.list.len() >= MOST_PROBLEMS {
                break;
            }
        }
        problems
    }
}
