//! Acts that are typed, and whose they are.

use affray_kernel::CreatureId;
use affray_kernel::notation::closest;
use affray_table::{Control, Declined, Standing, Viewer};

use super::commands::unread;
use super::help::COMMANDS;
use super::{Game, seats};

pub(super) fn silent(game: &mut Game<'_>) -> Result<(), Declined> {
    let first = first_asked(game)?;
    answer(game, first, SILENT)
}

pub(super) fn act(game: &mut Game<'_>, line: &str) -> Result<(), Declined> {
    if let Standing::Roll { .. } = game.session.standing(&game.viewer()) {
        return game.session.rolled(line);
    }
    let (who, words) = speaker(game, line)?;
    answer(game, who, words).map_err(|declined| match declined {
        Declined::Unread { message } => no_act(line, message),
        other => other,
    })
}

/// What is typed for somebody's silence.
const SILENT: &str = "silent";

/// Gives somebody's answer, or its silence.
fn answer(game: &mut Game<'_>, who: CreatureId, words: &str) -> Result<(), Declined> {
    let seat = seat_for(game, who);
    if words == SILENT {
        game.session.pass_by(&seat, who, None)
    } else {
        game.session.act_by(&seat, who, words, None)
    }
}

/// From where somebody is answered for: whoever does so here sees with the eyes of that creature as well, unless a bot plays it.
fn seat_for(game: &Game<'_>, who: CreatureId) -> Viewer {
    let mut own = match game.viewer() {
        Viewer::GameMaster => return Viewer::GameMaster,
        Viewer::Player(own) => own,
        Viewer::Watcher => Vec::new(),
    };
    if !own.contains(&who) && game.session.control(who) == Control::People {
        own.push(who);
    }
    Viewer::Player(own)
}

/// Whether whoever sits here knows of a creature.
fn is_known(game: &Game<'_>, who: CreatureId) -> bool {
    game.session.knows_of(&game.viewer(), who).is_ok()
}

/// What is wrong, with nobody suggested of whom whoever sits here does not know.
pub(super) fn suggesting_known(game: &Game<'_>, declined: Declined) -> Declined {
    match declined {
        Declined::Nobody { name, .. } => Declined::Nobody {
            near: closest_known(game, &name),
            name,
        },
        other => other,
    }
}

/// The same words about what is wrong, with nobody suggested of whom whoever sits here does not know.
pub(super) fn hinting_known(game: &Game<'_>, message: &str) -> String {
    let Some((wrong, hint)) = message.split_once("; did you mean `") else {
        return message.to_owned();
    };
    let meant = game.session.creature(hint.trim_end_matches("`?"));
    if !meant.is_ok_and(|who| !is_known(game, who)) {
        return message.to_owned();
    }
    let near = wrong.split('`').nth(1);
    match near.and_then(|word| closest_known(game, word)) {
        Some(near) => format!("{wrong}; did you mean `{near}`?"),
        None => wrong.to_owned(),
    }
}

/// The creature of that name, of those of whom whoever sits here knows.
pub(super) fn known(game: &Game<'_>, name: &str) -> Result<CreatureId, Declined> {
    match game.session.creature(name) {
        Ok(who) if is_known(game, who) => Ok(who),
        Ok(_) | Err(Declined::Nobody { .. }) => Err(Declined::Nobody {
            name: name.to_owned(),
            near: closest_known(game, name),
        }),
        Err(declined) => Err(declined),
    }
}

/// The name nearest to that one, of those of whom whoever sits here knows.
fn closest_known(game: &Game<'_>, name: &str) -> Option<String> {
    let names = game.session.names();
    let all = names.iter().enumerate();
    let known = all.filter(|(index, _)| is_known(game, CreatureId::at(*index)));
    closest(name, known.map(|(_, known)| known.as_str()))
}

/// `all: pass`, `watch: silent`: all of them who are asked at this moment answer the same. Those whose answer is refused, and why; `None`
/// where nobody but one creature is meant.
pub(super) fn act_for_several(game: &mut Game<'_>, line: &str) -> Option<Vec<(String, Declined)>> {
    let (name, words) = line.split_once(':')?;
    let (name, words) = (name.trim(), words.trim());
    if known(game, name).is_ok() {
        return None;
    }
    let mut meant = seats::named(game.session.as_ref(), name).ok()?;
    meant.retain(|who| is_known(game, *who));
    if meant.is_empty() {
        return None;
    }
    let mut asked = game.questions();
    asked.retain(|question| meant.contains(&question.who));
    if asked.is_empty() {
        let nobody = unread("nobody of them is asked".to_owned());
        return Some(vec![(name.to_owned(), nobody)]);
    }
    let mut refused = Vec::new();
    for question in asked {
        // What is asked only because others have answered is for people to see first.
        if game.questions().contains(&question)
            && let Err(declined) = answer(game, question.who, words)
        {
            refused.push((question.name, declined));
        }
    }
    Some(refused)
}

/// A line that does not even begin as an act may have been meant for somebody, or as a command.
fn no_act(line: &str, message: String) -> Declined {
    let word = line.split_whitespace().next().unwrap_or_default();
    match line.split_once(':') {
        Some((name, _)) if word.ends_with(':') && message.starts_with(&format!("`{word}`")) => {
            Declined::Nobody {
                name: name.to_owned(),
                near: None,
            }
        }
        _ => unread(with_command(line, message)),
    }
}

/// The same for a line that could be a command as well; `None` where it reads as no act of whoever is asked.
pub(super) fn act_by_words(game: &mut Game<'_>, line: &str) -> Option<Result<(), Declined>> {
    let Standing::Asks { .. } = game.session.standing(&game.viewer()) else {
        return None;
    };
    match act(game, line) {
        Ok(()) => Some(Ok(())),
        Err(refused @ (Declined::Refused { .. } | Declined::ComesUpon { .. })) => {
            Some(Err(refused))
        }
        Err(_) => None,
    }
}

/// The same for `save`, behind which a file may stand: what begins as an act does is none.
pub(super) fn act_or_file(game: &mut Game<'_>, line: &str) -> Option<Result<(), Declined>> {
    let Standing::Asks { .. } = game.session.standing(&game.viewer()) else {
        return None;
    };
    first_asked(game).ok()?;
    let word = line.split_whitespace().next().unwrap_or_default();
    match act(game, line) {
        Err(Declined::Unread { message }) if message.starts_with(&format!("`{word}` is no ")) => {
            None
        }
        Err(Declined::Nobody { .. }) => None,
        done => Some(done),
    }
}

/// A line that does not even begin as an act may have been meant as a command.
fn with_command(line: &str, message: String) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    // A sign is near to every other.
    let commands = COMMANDS.iter().map(|(command, ..)| *command);
    let commands = commands.filter(|command| *command != "?");
    let begins_wrongly = message.starts_with(&format!("`{word}` is no "));
    match closest(word, commands) {
        Some(command) if begins_wrongly && !message.contains("did you mean") => {
            format!("{message}; did you mean the command `{command}`?")
        }
        _ => message,
    }
}

/// Who is meant by a line, and the words of the act. Acts may have a colon of their own: what stands before one is a name only if it looks
/// like one.
pub(super) fn speaker<'l>(
    game: &Game<'_>,
    line: &'l str,
) -> Result<(CreatureId, &'l str), Declined> {
    if let Some((name, words)) = line.split_once(':') {
        match known(game, name.trim()) {
            Err(Declined::Nobody { near: None, .. }) => {}
            found => return Ok((found?, words.trim())),
        }
    }
    Ok((first_asked(game)?, line))
}

/// The creature whose answer is due first.
fn first_asked(game: &Game<'_>) -> Result<CreatureId, Declined> {
    match game.questions().first() {
        Some(first) => Ok(first.who),
        None => match game.session.standing(&game.viewer()) {
            Standing::Over { .. } => Err(Declined::Over),
            Standing::Roll { .. } => Err(Declined::Waiting {
                first: "dice".to_owned(),
            }),
            Standing::Asks { .. } | Standing::Busy => Err(unread(
                "nobody here is asked: `who` says who plays whom".to_owned(),
            )),
        },
    }
}
