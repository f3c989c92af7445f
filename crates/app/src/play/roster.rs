//! Who comes to the fight, who is taken out of it, and how its rulings stand.

use std::path::Path;

use affray_kernel::content::Source;
use affray_table::{CannotJoin, Declined, SwitchSeen};

use super::Game;
use super::acting::suggesting_known;
use super::commands::unread;
use crate::input;
use crate::screen::{Color, Stream, Style};
use crate::trouble::{Trouble, rendered};

/// `join FILE`, `join { name = "wolf", ... }`, `join hidden FILE`.
pub(super) fn join(game: &mut Game<'_>, rest: &str) -> Result<Result<(), Declined>, Trouble> {
    let (hidden, rest) = match rest.strip_prefix("hidden ") {
        Some(rest) => (true, rest.trim()),
        None => (false, rest),
    };
    let entries = if rest.starts_with('{') {
        Source::new("join", rest)
    } else {
        match input::source(Path::new(rest)) {
            Ok(source) => source,
            Err(trouble) => return Ok(Err(unread(trouble.to_string()))),
        }
    };
    match game.session.join(&entries, game.library, hidden) {
        Ok(_) => Ok(Ok(())),
        Err(CannotJoin::Declined(declined)) => Ok(Err(declined)),
        Err(CannotJoin::Problems(mistakes)) => {
            let text = rendered(&mistakes, Color::Never, Stream::Output);
            game.screen.text(&text)?;
            Ok(Ok(()))
        }
    }
}

/// `remove garret`.
pub(super) fn remove(game: &mut Game<'_>, name: &str) -> Result<(), Declined> {
    let found = game.session.creature(name);
    let who = found.map_err(|declined| suggesting_known(game, declined))?;
    game.session.remove(who)
}

/// `ruling flanking on`.
pub(super) fn ruling(game: &mut Game<'_>, rest: &str) -> Result<(), Declined> {
    let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    game.session.set_switch(name, value.trim())
}

/// All switches: what each decides, how it stands and can stand.
pub(super) fn rulings(game: &mut Game<'_>) -> Result<(), Trouble> {
    for switch in game.session.switches() {
        let name = game.screen.styled(Style::Heading, &switch.name);
        let line = format!("{name} is {}: {}", switch.value, switch.about);
        game.screen.wrapped("    ", &line)?;
        let can_be = format!("    can be {}", possible(&switch));
        let rule = switch.rule.map(|rule| format!(" ({rule})"));
        let line = format!("{can_be}{}", rule.unwrap_or_default());
        game.screen.wrapped("        ", &line)?;
    }
    Ok(())
}

fn possible(switch: &SwitchSeen) -> String {
    let words = switch.choices.iter().map(|choice| choice.word.as_str());
    let number = switch.takes_number.then_some("a number");
    words.chain(number).collect::<Vec<_>>().join(", ")
}
