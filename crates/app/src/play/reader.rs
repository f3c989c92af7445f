//! Lines from the keyboard, with completion and a memory, or from a pipe.

use std::io::{self, BufRead, IsTerminal};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::trouble::Trouble;

/// Where lines come from.
pub(super) enum Reader {
    Keyboard(Box<Editor<Offers, DefaultHistory>>),
    Pipe,
}

impl Reader {
    pub(super) fn new() -> Result<Self, Trouble> {
        if !io::stdin().is_terminal() {
            return Ok(Self::Pipe);
        }
        let mut editor = Editor::with_config(config()).map_err(closed)?;
        editor.set_helper(Some(Offers::default()));
        Ok(Self::Keyboard(Box::new(editor)))
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Keyboard(_))
    }

    /// What can be completed from now on.
    pub(super) fn offer(&mut self, all: Vec<String>) {
        if let Self::Keyboard(editor) = self
            && let Some(offers) = editor.helper_mut()
        {
            offers.all = all;
        }
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Option<String>, Trouble> {
        let editor = match self {
            Self::Keyboard(editor) => editor,
            Self::Pipe => return piped(),
        };
        match editor.readline(prompt) {
            Ok(line) => {
                // A line that is not remembered is still obeyed.
                let _ = editor.add_history_entry(line.as_str());
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            // A line that was begun is dropped; nobody leaves a table by a slip of the hand.
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(error) => Err(closed(error)),
        }
    }
}

/// What was typed is completed as far as all that it may go on as is the same, and these are shown.
fn config() -> Config {
    Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build()
}

fn closed(error: ReadlineError) -> Trouble {
    Trouble::Input(format!("the keyboard cannot be read: {error}"))
}

/// The longest line that is read.
const LINE_MAX: u64 = 64 * 1024;

fn piped() -> Result<Option<String>, Trouble> {
    let mut bytes = Vec::new();
    let mut input = io::Read::take(io::stdin().lock(), LINE_MAX);
    let read = input.read_until(b'\n', &mut bytes);
    match read.map_err(|error| Trouble::Input(format!("the input cannot be read: {error}")))? {
        0 => Ok(None),
        _ => Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())),
    }
}

/// Completes what was typed, word by word.
#[derive(Default)]
pub(super) struct Offers {
    all: Vec<String>,
}

impl Offers {
    /// The ways in which the typed words can go on, each to the end of its next word.
    fn complete(&self, typed: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for offer in &self.all {
            let Some(rest) = offer.strip_prefix(typed) else {
                continue;
            };
            // Of whom something is set comes before what.
            let is_path = offer.starts_with("set ");
            let begun = rest.len() - rest.trim_start().len();
            let stop = rest[begun..].find(|letter| letter == ' ' || letter == '.' && is_path);
            let end = stop.map_or(rest.len(), |stop| begun + stop + 1);
            let longer = format!("{typed}{}", &rest[..end]);
            if !rest.is_empty() && !found.contains(&longer) {
                found.push(longer);
            }
        }
        // A word that can go on needs no second place without what it goes on with.
        let going_on: Vec<String> = found
            .iter()
            .filter(|one| one.ends_with(' '))
            .cloned()
            .collect();
        found.retain(|one| !going_on.contains(&format!("{one} ")));
        found
    }
}

/// What a completion adds, as it is shown among others.
fn last_word(words: &str) -> &str {
    words.trim_end().rsplit(' ').next().unwrap_or_default()
}

impl Completer for Offers {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> Result<(usize, Vec<Pair>), ReadlineError> {
        let typed = line.get(..at).unwrap_or(line);
        let pair = |words: String| Pair {
            display: last_word(&words).to_owned(),
            replacement: words,
        };
        Ok((0, self.complete(typed).into_iter().map(pair).collect()))
    }
}

impl Hinter for Offers {
    type Hint = String;
}

impl Highlighter for Offers {}

impl Validator for Offers {}

impl Helper for Offers {}

#[cfg(test)]
mod tests {
    use rustyline::CompletionType;
    use rustyline::history::DefaultHistory;

    use super::{Completer, Context, Offers, config};

    #[test]
    fn choices_are_shown_by_what_they_add() {
        assert_eq!(config().completion_type(), CompletionType::List);
        let offers = Offers {
            all: vec!["strike ogre with club".to_owned(), "strike orc".to_owned()],
        };
        let history = DefaultHistory::new();
        let found = Completer::complete(&offers, "strike o", 8, &Context::new(&history));
        let (_, pairs) = found.expect("choices");
        let shown: Vec<&str> = pairs.iter().map(|pair| &*pair.display).collect();
        assert_eq!(shown, ["ogre", "orc"]);
    }

    #[test]
    fn words_are_completed_one_by_one() {
        let offers = Offers {
            all: [
                "strike ogre with club",
                "strike orc with club",
                "stand",
                "undo",
            ]
            .map(str::to_owned)
            .to_vec(),
        };
        assert_eq!(offers.complete("st"), ["strike ", "stand"]);
        assert_eq!(offers.complete("strike "), ["strike ogre ", "strike orc "]);
        assert_eq!(offers.complete("strike or"), ["strike orc "]);
        assert_eq!(offers.complete("stand"), [""; 0]);
        assert_eq!(offers.complete("").len(), 3);
    }

    #[test]
    fn what_goes_on_is_offered_once_and_paths_step_by_step() {
        let offers = Offers {
            all: [
                "sheet",
                "sheet ogre",
                "set ",
                "set ogre.hp ",
                "set ogre.at ",
            ]
            .map(str::to_owned)
            .to_vec(),
        };
        assert_eq!(offers.complete("s"), ["sheet ", "set "]);
        assert_eq!(offers.complete("set o"), ["set ogre."]);
        assert_eq!(
            offers.complete("set ogre."),
            ["set ogre.hp ", "set ogre.at "]
        );
    }
}
