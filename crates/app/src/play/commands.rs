//! What can be typed besides acts.

use std::path::Path;

use affray_kernel::fight::DiceMode;
use affray_kernel::notation::closest;
use affray_kernel::story::Depth;
use affray_table::{Control, CreatureSeen, Declined, Kind, Policy, Session, Viewer, policy};

use super::acting::{
    act, act_by_words, act_for_several, act_or_file, hinting_known, known, silent, speaker,
    suggesting_known,
};
use super::help::{help, usage};
use super::reasons::{rules, why};
use super::{Game, habits, offered, roster, seats};
use crate::screen::Style;
use crate::telling;
use crate::trouble::Trouble;
use crate::{advise, files, odds};

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    GoOn,
    Quit,
}

/// Obeys a line. What was wrong with it is said and changes nothing.
pub(super) fn obey(game: &mut Game<'_>, line: &str) -> Result<After, Trouble> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(After::GoOn);
    }
    let line = &named_behind(line);
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (&*word.to_lowercase(), rest.trim());
    let misused = misused(word, rest);
    let done = match word {
        // Acts may begin with these words, too: `save turn until after ogre`.
        "save" if let Some(done) = act_or_file(game, line) => done,
        "set" if let Some(done) = act_by_words(game, line) => done,
        _ if let Some(misused) = misused => {
            act_by_words(game, line).unwrap_or_else(|| Err(unread(misused)))
        }
        "quit" | "exit" => return Ok(After::Quit),
        "explain" => explain(game, rest)?,
        "odds" => chances(game, rest)?,
        "advise" => advised(game, rest)?,
        "undo" => undo(game, rest)?,
        "redo" => game.session.redo(),
        "resume" => wake(game),
        "branch" => branch(game, rest),
        "withdraw" => withdraw(game),
        "set" => set(game, rest, false)?,
        "set!" => set(game, rest, true)?,
        "join" => roster::join(game, rest)?,
        "remove" => roster::remove(game, rest),
        "ruling" => roster::ruling(game, rest),
        "dice" => dice(game, rest)?,
        "bot" | "person" => control(game, word, rest)?,
        "view" => view(game, rest)?,
        "habit" => habits::habit(game, rest)?,
        "silent" => silent(game),
        _ => match show(game, word, rest) {
            Some(shown) => return shown.map(|()| After::GoOn),
            None => act_of_whom(game, line)?,
        },
    };
    let changes = matches!(
        word,
        "undo" | "redo" | "branch" | "withdraw" | "join" | "remove" | "ruling"
    );
    if changes && done.is_ok() {
        game.forget_progress();
    }
    if let Err(declined) = done {
        game.complain(&declined.to_string())?;
    }
    Ok(After::GoOn)
}

/// `guard 2: habit …` is what `habit guard 2: …` is, and so with the odds.
fn named_behind(line: &str) -> String {
    let named = line.split_once(':').and_then(|(name, words)| {
        let (word, rest) = words.trim().split_once(' ')?;
        let takes_name = matches!(word, "habit" | "odds");
        takes_name.then(|| format!("{word} {name}: {rest}"))
    });
    named.unwrap_or_else(|| line.to_owned())
}

/// What is wrong with a command behind which there is something, or nothing, where it should be otherwise.
fn misused(word: &str, rest: &str) -> Option<String> {
    let (behind, what) = usage(word)?;
    if behind.is_empty() && !rest.is_empty() {
        return Some(format!("nothing stands behind `{word}`: {what}"));
    }
    // Alone they tell what can be set.
    let may_stand_alone = behind.is_empty() || behind.starts_with('[') || word.starts_with("set");
    (rest.is_empty() && !may_stand_alone).then(|| format!("it is `{word} {behind}`: {what}"))
}

/// An act of one creature, or the same of all that are named.
fn act_of_whom(game: &mut Game<'_>, line: &str) -> Result<Result<(), Declined>, Trouble> {
    let Some(refused) = act_for_several(game, line) else {
        return Ok(act(game, line));
    };
    for (name, declined) in refused {
        game.complain(&format!("{name}: {declined}"))?;
    }
    Ok(Ok(()))
}

/// Commands that show something and change nothing; `None` if the word is none of them.
fn show(game: &mut Game<'_>, word: &str, rest: &str) -> Option<Result<(), Trouble>> {
    Some(match word {
        "help" => help(game, rest),
        "?" | "offers" => offered::offers(game, rest),
        "board" => game.draw(None),
        "sheet" => sheet(game, rest),
        "why" => why(game, rest),
        "rules" => rules(game, rest),
        "branches" => branches(game),
        "log" => log(game),
        "who" => who(game),
        "rulings" => roster::rulings(game),
        "save" => save(game, rest, false),
        "save!" => save(game, rest, true),
        _ => return None,
    })
}

/// `explain`, `explain on`, `explain off`.
fn explain(game: &mut Game<'_>, rest: &str) -> Result<Result<(), Declined>, Trouble> {
    let explains = match rest {
        "" => !game.detail.explain,
        "on" => true,
        "off" => false,
        other => {
            let message = format!("`{other}`: it is `explain`, `explain on` or `explain off`");
            return Ok(Err(unread(message)));
        }
    };
    game.detail.explain = explains;
    let now = if explains { "" } else { "not " };
    game.screen.line(&format!("dice and sums are {now}shown"))?;
    Ok(Ok(()))
}

/// Takes the last decision back, or as many as are said, and tells what all is undone with it.
fn undo(game: &mut Game<'_>, rest: &str) -> Result<Result<(), Declined>, Trouble> {
    let count = match rest {
        "" => 1,
        number => match number.parse::<usize>() {
            Ok(count) if count > 0 => count,
            _ => {
                let message = format!("`{number}` is no number of decisions: `undo` or `undo 3`");
                return Ok(Err(unread(message)));
            }
        },
    };
    let before = events(game);
    for taken in 0..count {
        if let Err(declined) = undo_one(game.session.as_mut()) {
            if taken == 0 {
                return Ok(Err(declined));
            }
            game.complain(&format!("{taken} of {count}: {declined}"))?;
            break;
        }
    }
    let after = events(game);
    let mut gone = before.iter().filter(|line| !after.contains(line));
    if let (Some((_, first)), Some((_, last))) = (gone.next(), gone.next_back()) {
        let count = 2 + gone.count();
        let told = format!("  (undone: {count} lines, from “{first}” to “{last}”)");
        let told = game.screen.styled(Style::Faint, &told);
        game.screen.wrapped("  ", &told)?;
    }
    Ok(Ok(()))
}

/// Takes the last decision of a person back; where there is none, all that bots did before the first one.
fn undo_one(session: &mut dyn Session) -> Result<(), Declined> {
    match session.undo() {
        Err(Declined::Nothing { .. }) => session.undo_all(),
        done => done,
    }
}

/// Lets bots go on that wait.
fn wake(game: &mut Game<'_>) -> Result<(), Declined> {
    if !game.session.is_paused() {
        return Err(unread("nobody waits for that".to_owned()));
    }
    game.session.set_paused(false);
    Ok(())
}

/// The events in force, each with its place in the log.
fn events(game: &Game<'_>) -> Vec<(u64, String)> {
    let mut log = game.session.log(0, &game.viewer());
    log.retain(|line| line.kind == Kind::Told && line.depth == Depth::Event);
    log.into_iter()
        .map(|line| (line.number, line.text))
        .collect()
}

fn sheet(game: &mut Game<'_>, name: &str) -> Result<(), Trouble> {
    let view = game.view();
    let mut known = view.creatures.iter();
    let is_meant = |one: &&CreatureSeen| one.name.eq_ignore_ascii_case(name);
    let Some(creature) = known.find(is_meant) else {
        let names = view.creatures.iter().map(|creature| &*creature.name);
        let nobody = Declined::Nobody {
            name: name.to_owned(),
            near: closest(name, names),
        };
        return game.complain(&nobody.to_string());
    };
    let sections = game.session.sheet(creature.id, &game.viewer());
    if sections.is_empty() {
        return game.complain("its numbers are not told");
    }
    telling::sheet(game.screen, &sections)
}

/// Corrects something, and says so whatever else is told: a correction without a sentence of its own is seen in its numbers alone.
fn set(game: &mut Game<'_>, words: &str, instead: bool) -> Result<Result<(), Declined>, Trouble> {
    let corrected = if instead {
        game.session.correct_instead(words)
    } else {
        game.session.correct(words)
    };
    if corrected.is_ok() {
        // It comes before what was shown of the act in progress.
        game.forget_progress();
        game.tell_correction()?;
    }
    // What is wrong begins with the word that is.
    if let Err(Declined::Unread { message }) = &corrected
        && is_question(words)
        && !message.starts_with('`')
    {
        game.screen.wrapped("  ", message)?;
        return Ok(Ok(()));
    }
    Ok(corrected.map_err(|declined| match declined {
        Declined::Unfit { message } => Declined::Unfit {
            message: format!("{message}; `set! {words}` drops it and sets this"),
        },
        Declined::Unread { message }
            if message.contains("can be set here") && !message.contains("did you mean") =>
        {
            let name = words.split_once('.').map_or("", |(name, _)| name);
            let path = if name.is_empty() {
                "?".to_owned()
            } else {
                format!("{name}.?")
            };
            unread(format!("{message}; `set {path}` tells what is"))
        }
        Declined::Unread { message } => unread(hinting_known(game, &message)),
        other => other,
    }))
}

/// Whether it is asked what can be set: what is said then is no complaint.
fn is_question(words: &str) -> bool {
    words.is_empty() || words.ends_with('?') || words.len() > 1 && words.ends_with('.')
}

fn branches(game: &mut Game<'_>) -> Result<(), Trouble> {
    let branches = game.session.branches(&game.viewer());
    if branches.is_empty() {
        return game
            .screen
            .line("none: nothing was undone and then done differently");
    }
    telling::branches(game.screen, &branches)?;
    game.screen
        .line("`branch N` goes to one; the present course is then listed instead")
}

fn log(game: &mut Game<'_>) -> Result<(), Trouble> {
    let lines = game.session.log(0, &game.viewer());
    telling::lines(game.screen, &lines, game.detail)
}

fn who(game: &mut Game<'_>) -> Result<(), Trouble> {
    for line in seats::list(game.session.as_ref()) {
        game.screen.line(&line)?;
    }
    Ok(())
}

fn save(game: &mut Game<'_>, path: &str, replaces: bool) -> Result<(), Trouble> {
    let to = Path::new(path);
    let saved = game.journal.text().and_then(|text| {
        let hint = format!("save elsewhere, or `save! {path}` replaces it");
        match replaces {
            true => files::write(to, &text),
            false => files::write_journal(to, &text, &hint),
        }
    });
    match saved {
        Ok(()) => game.screen.line(&format!("written to {path}")),
        Err(trouble) => game.complain(&trouble.to_string()),
    }
}

fn chances(game: &mut Game<'_>, words: &str) -> Result<Result<(), Declined>, Trouble> {
    let report =
        speaker(game, words).and_then(|(who, words)| game.session.odds(who, words, &game.viewer()));
    match report {
        Ok(report) => {
            odds::tell(game.screen, &report)?;
            Ok(Ok(()))
        }
        Err(declined) => Ok(Err(declined)),
    }
}

/// `advise`, `advise oswin`, `advise search:400`, `advise oswin greedy`.
fn advised(game: &mut Game<'_>, rest: &str) -> Result<Result<(), Declined>, Trouble> {
    let (name, policy) = match rest.rsplit_once(' ').unwrap_or(("", rest)) {
        (name, last) if Policy::named(last).is_some() => (name, Policy::named(last)),
        _ => (rest, None),
    };
    let policy = policy.unwrap_or(Policy::Search(Policy::ROLLOUTS));
    let who = match name.trim() {
        "" => Ok(None),
        name => match known(game, name) {
            Err(Declined::Nobody { .. }) if is_like_policy(name) => {
                let hint = policy::suggestion(name);
                Err(unread(format!("`{name}` is no policy: {hint}")))
            }
            found => found.map(Some),
        },
    };
    let viewer = game.viewer();
    match who.and_then(|who| game.session.advise(who, policy, &viewer)) {
        Ok(advice) => {
            advise::tell(game.screen, &advice)?;
            Ok(Ok(()))
        }
        Err(declined) => Ok(Err(declined)),
    }
}

/// Whether a word begins as one for a policy: `search:0`.
fn is_like_policy(word: &str) -> bool {
    let name = word
        .rsplit(' ')
        .next()
        .and_then(|last| last.split(':').next());
    name.is_some_and(|name| Policy::named(name).is_some())
}

fn branch(game: &mut Game<'_>, number: &str) -> Result<(), Declined> {
    let number = number.parse().map_err(|_| {
        unread(format!(
            "`{number}` is no number of a branch: `branches` lists them"
        ))
    })?;
    let viewer = game.viewer();
    game.session.take_branch(number, &viewer)
}

fn dice(game: &mut Game<'_>, word: &str) -> Result<Result<(), Declined>, Trouble> {
    let (mode, says) = match &*word.to_lowercase() {
        "real" => (DiceMode::Real, "you roll, and type what the dice show"),
        "virtual" => (DiceMode::Virtual, "the program rolls"),
        other => {
            let message = format!("`{other}`: dice are `real` or `virtual`");
            return Ok(Err(Declined::Dice { message }));
        }
    };
    game.session.set_dice(mode);
    game.screen.line(says)?;
    Ok(Ok(()))
}

fn control(game: &mut Game<'_>, word: &str, rest: &str) -> Result<Result<(), Declined>, Trouble> {
    // Names may have several words; a policy stands behind them.
    let policy = |last: &str| Control::named(last).filter(|_| word == "bot");
    let (name, control) = match rest.rsplit_once(' ') {
        Some((name, last)) if policy(last).is_some() => (name, Control::named(last)),
        _ => (rest, None),
    };
    let control = control.unwrap_or(if word == "bot" {
        Control::Bot(Policy::Simple)
    } else {
        Control::People
    });
    let creatures = match seats::named(game.session.as_ref(), name) {
        Ok(creatures) => creatures,
        Err(Declined::Nobody { .. }) if word == "bot" && name.contains(' ') => {
            let last = rest.rsplit(' ').next().unwrap_or_default();
            let hint = policy::suggestion(last);
            let message = format!("`{rest}` is no creature, or its last word is no policy: {hint}");
            return Ok(Err(unread(message)));
        }
        Err(declined) => return Ok(Err(suggesting_known(game, declined))),
    };
    for who in creatures {
        game.session.set_control(who, control);
    }
    game.asked = None;
    let by = match control {
        Control::People => "you play".to_owned(),
        bot => format!("a bot ({}) plays", bot.name()),
    };
    game.screen.line(&format!("{by} {name}"))?;
    Ok(Ok(()))
}

fn view(game: &mut Game<'_>, name: &str) -> Result<Result<(), Declined>, Trouble> {
    let seat = match name {
        "all" => Viewer::GameMaster,
        name => match seats::named(game.session.as_ref(), name) {
            Ok(creatures) => Viewer::Player(creatures),
            Err(declined) => return Ok(Err(suggesting_known(game, declined))),
        },
    };
    game.session.set_seat(seat);
    game.forget_told();
    game.draw(None)?;
    Ok(Ok(()))
}

/// Drops the act in progress. One of a bot would be there again at once, unless bots wait.
fn withdraw(game: &mut Game<'_>) -> Result<(), Declined> {
    if game.session.begins_again() && !game.session.is_paused() {
        let message = "a bot has begun it and would do the same again at once; `undo` takes back your last decision";
        return Err(unread(message.to_owned()));
    }
    game.session.withdraw()
}

pub(super) fn unread(message: String) -> Declined {
    Declined::Unread { message }
}
