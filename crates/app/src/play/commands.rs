//! What can be typed besides acts.

use std::path::Path;

use affray_kernel::fight::DiceMode;
use affray_table::{Control, Declined, Habit, POLICIES, Standing};

use super::Game;
use crate::screen::Style;
use crate::telling::{self, Detail};
use crate::trouble::Trouble;
use crate::{board, files, odds};

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    GoOn,
    Quit,
}

/// The commands: the word, what stands behind it, and what it does.
pub(super) const COMMANDS: &[(&str, &str, &str)] = &[
    ("help", "", "this list"),
    (
        "offers",
        "[WORD]",
        "what you may do, or what begins so; also `?`",
    ),
    ("board", "", "the map, the order, and how everybody is"),
    ("odds", "ACT", "the exact odds of an act"),
    (
        "why",
        "",
        "the dice, sums and rules behind what happened last",
    ),
    ("rules", "WORDS", "rules with these words"),
    ("undo", "", "take the last decision back"),
    ("redo", "", "put it in force again"),
    ("withdraw", "", "drop the act in progress"),
    ("silent", "", "answer nothing: pass, hold, end the turn"),
    ("set", "PATH VALUE", "correct something: `set garret.hp 7`"),
    (
        "dice",
        "real|virtual",
        "who rolls the dice: you or the program",
    ),
    ("bot", "NAME [POLICY]", "let a bot play a creature"),
    ("person", "NAME", "play a creature yourself"),
    (
        "explain",
        "",
        "show every die and sum from now on, or no longer",
    ),
    ("log", "", "the whole log"),
    ("save", "FILE", "write the journal to another file"),
    ("quit", "", "stop; the journal is written already"),
];

/// Obeys a line. What was wrong with it is said and changes nothing.
pub(super) fn obey(game: &mut Game<'_>, line: &str) -> Result<After, Trouble> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(After::GoOn);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let done = match word {
        "quit" | "exit" => return Ok(After::Quit),
        "help" => return help(game),
        "?" | "offers" => return offers(game, rest),
        "board" => return draw(game),
        "why" => return why(game),
        "rules" => return rules(game, rest),
        "log" => return log(game),
        "explain" => {
            game.detail.explain = !game.detail.explain;
            return Ok(After::GoOn);
        }
        "save" => return save(game, rest),
        "odds" => chances(game, rest)?,
        "undo" => game.session.undo(),
        "redo" => game.session.redo(),
        "withdraw" => game.session.withdraw(),
        "set" => game.session.correct(rest),
        "dice" => dice(game, rest),
        "bot" | "person" => control(game, word, rest),
        "habit" => habit(game, rest),
        "silent" => silent(game),
        _ => act(game, line),
    };
    if matches!(word, "undo" | "redo" | "withdraw") {
        game.forget_progress();
    }
    if let Err(declined) = done {
        game.complain(&declined.to_string())?;
    }
    Ok(After::GoOn)
}

fn help(game: &mut Game<'_>) -> Result<After, Trouble> {
    game.screen
        .line("An act in plain words does it: `offers` lists what you may do.")?;
    game.screen.line("`NAME: ACT` does it for another creature. Dice are typed as faces (`4 3`) or as a total (`=7`).")?;
    for (word, behind, what) in COMMANDS {
        let usage = format!("{word} {behind}");
        game.screen.line(&format!("  {usage:<29} {what}"))?;
    }
    Ok(After::GoOn)
}

/// How many offers of one kind are listed before only their number is said.
const OFFERS_SHOWN: usize = 12;

fn offers(game: &mut Game<'_>, beginning: &str) -> Result<After, Trouble> {
    for question in game.questions() {
        let name = game.screen.styled(Style::Heading, &question.name);
        game.screen
            .line(&format!("{name}: {}", question.question))?;
        for group in game.session.offers(question.who, &game.viewer) {
            let begins = |words: &str| words.starts_with(beginning);
            let words: Vec<&str> = group
                .offers
                .iter()
                .map(|offer| offer.words.as_str())
                .filter(|words| begins(words))
                .collect();
            let shown = if beginning.is_empty() {
                OFFERS_SHOWN
            } else {
                words.len()
            };
            for words in words.iter().take(shown) {
                game.screen.line(&format!("  {words}"))?;
            }
            if words.len() > shown {
                let more = words.len() - shown;
                let more = format!("  … and {more} more: `offers {}`", group.verb);
                let more = game.screen.styled(Style::Faint, &more);
                game.screen.line(&more)?;
            }
        }
    }
    Ok(After::GoOn)
}

fn draw(game: &mut Game<'_>) -> Result<After, Trouble> {
    board::draw(game.screen, &game.session.view(&game.viewer))?;
    Ok(After::GoOn)
}

fn why(game: &mut Game<'_>) -> Result<After, Trouble> {
    let (lines, rules) = game.session.why(&game.viewer);
    let detail = Detail {
        explain: true,
        cite: true,
    };
    telling::lines(game.screen, &lines, detail)?;
    for rule in rules {
        let id = game.screen.styled(Style::Heading, &rule.id);
        game.screen.line(&format!("{id}: {}", rule.text))?;
    }
    Ok(After::GoOn)
}

/// How many rules are shown.
const RULES_SHOWN: usize = 10;

fn rules(game: &mut Game<'_>, words: &str) -> Result<After, Trouble> {
    let found = game.session.rules(words);
    for rule in found.iter().take(RULES_SHOWN) {
        let id = game.screen.styled(Style::Heading, &rule.id);
        game.screen.line(&format!("{id}: {}", rule.text))?;
        if let Some(ruling) = &rule.ruling {
            game.screen.line(&format!("  Ruling: {ruling}"))?;
        }
    }
    match found.len() {
        0 => game.complain("no such rule")?,
        many if many > RULES_SHOWN => {
            game.screen
                .line(&format!("… and {} more", many - RULES_SHOWN))?;
        }
        _ => {}
    }
    Ok(After::GoOn)
}

fn log(game: &mut Game<'_>) -> Result<After, Trouble> {
    let lines = game.session.log(0, &game.viewer);
    telling::lines(game.screen, &lines, game.detail)?;
    Ok(After::GoOn)
}

fn save(game: &mut Game<'_>, path: &str) -> Result<After, Trouble> {
    if path.is_empty() {
        game.complain("save where? `save FILE`")?;
        return Ok(After::GoOn);
    }
    match files::write(Path::new(path), &game.session.journal()) {
        Ok(()) => game.screen.line(&format!("written to {path}"))?,
        Err(trouble) => game.complain(&trouble.to_string())?,
    }
    Ok(After::GoOn)
}

fn chances(game: &mut Game<'_>, words: &str) -> Result<Result<(), Declined>, Trouble> {
    let report = speaker(game, words).and_then(|(who, words)| {
        let report = game.session.odds(who, words, &game.viewer)?;
        Ok((who, report))
    });
    match report {
        Ok((who, report)) => {
            let name = game.session.names().get(who.index()).cloned();
            odds::tell(game.screen, &name.unwrap_or_default(), &report)?;
            Ok(Ok(()))
        }
        Err(declined) => Ok(Err(declined)),
    }
}

fn dice(game: &mut Game<'_>, word: &str) -> Result<(), Declined> {
    let mode = match word {
        "real" => DiceMode::Real,
        "virtual" => DiceMode::Virtual,
        other => {
            return Err(Declined::Dice {
                message: format!("`{other}`: dice are `real` or `virtual`"),
            });
        }
    };
    game.session.set_dice(mode);
    Ok(())
}

fn control(game: &mut Game<'_>, word: &str, rest: &str) -> Result<(), Declined> {
    let policy = |name: &str| {
        Control::named(name).ok_or_else(|| Declined::Unread {
            message: format!("`{name}` is no policy: {}", POLICIES.join(", ")),
        })
    };
    // Names may have several words; a policy stands behind them.
    let named = rest
        .rsplit_once(' ')
        .filter(|(_, last)| POLICIES.contains(last));
    let (name, control) = match (word, named) {
        ("person", _) => (rest, Control::People),
        (_, Some((name, last))) => (name, policy(last)?),
        (_, None) => (rest, Control::Sensible),
    };
    let who = game.session.creature(name)?;
    game.session.set_control(who, control);
    Ok(())
}

/// `habit fall never`: of the one who is asked now.
fn habit(game: &mut Game<'_>, rest: &str) -> Result<(), Declined> {
    let (who, rest) = speaker(game, rest)?;
    let read = rest.split_once(char::is_whitespace);
    let read = read.and_then(|(window, word)| Some((window, Habit::named(word.trim())?)));
    let (window, habit) = read.ok_or_else(|| Declined::Unread {
        message: format!("`{rest}`: it is `habit WINDOW ask`, `never` or `always`"),
    })?;
    game.session.set_habit(who, &window.to_lowercase(), habit);
    Ok(())
}

fn silent(game: &mut Game<'_>) -> Result<(), Declined> {
    let questions = game.questions();
    let first = questions.first().ok_or(Declined::Over)?;
    game.session.pass(first.who, None)
}

fn act(game: &mut Game<'_>, line: &str) -> Result<(), Declined> {
    if let Standing::Roll { .. } = game.session.standing(&game.viewer) {
        return game.session.rolled(line);
    }
    let (who, words) = speaker(game, line)?;
    game.session.act(who, words, None)
}

/// Who is meant by a line, and the words of the act.
fn speaker<'l>(
    game: &Game<'_>,
    line: &'l str,
) -> Result<(affray_kernel::CreatureId, &'l str), Declined> {
    if let Some((name, words)) = line.split_once(':') {
        return Ok((game.session.creature(name.trim())?, words.trim()));
    }
    let questions = game.questions();
    let first = questions.first().ok_or(Declined::Over)?;
    Ok((first.who, line))
}
