//! What can be typed besides acts.

use std::path::Path;

use affray_kernel::CreatureId;
use affray_kernel::fight::DiceMode;
use affray_kernel::notation::closest;
use affray_table::{Control, Declined, Policy, RuleText, Session, Standing, Viewer, policy};

use super::{Game, habits, offered, roster, seats};
use crate::screen::Style;
use crate::telling::{self, Detail};
use crate::trouble::Trouble;
use crate::{advise, board, files, odds};

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    GoOn,
    Quit,
}

/// The commands: the word, what stands behind it, and what it does.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("help", "", "this list"),
    ("?", "[WORD]", "what you may do, or all that begins so"),
    ("board", "", "the map, the order, and how everybody is"),
    ("odds", "ACT", "the exact odds of an act"),
    (
        "sheet",
        "NAME",
        "every figure of a creature, and what it is made of",
    ),
    (
        "advise",
        "[NAME] [POLICY]",
        "the best commands of whoever acts, weighed by `greedy` or `search`",
    ),
    (
        "why",
        "",
        "the dice, sums and rules behind what happened last",
    ),
    ("rules", "WORDS", "rules with these words"),
    ("undo", "", "take the last decision back"),
    ("redo", "", "put it in force again"),
    (
        "branches",
        "",
        "what was left by going on differently after an undo",
    ),
    ("branch", "N", "go back to what was left"),
    ("withdraw", "", "drop the act in progress"),
    ("silent", "", "answer nothing: pass, hold, end the turn"),
    (
        "habit",
        "[WHEN never|always|ask|every]",
        "what is answered of itself, and when; `habit` alone tells every WHEN of the fight, `habit WHEN never` lets all such questions pass",
    ),
    (
        "set",
        "PATH VALUE",
        "correct something: `set garret.hp 7`; `set garret.?` and `set ?` tell what",
    ),
    (
        "set!",
        "PATH VALUE",
        "the same, and drop the act in progress where it is in the way",
    ),
    (
        "join",
        "[hidden] FILE|{...}",
        "creatures join: `join { name = \"wolf\", kind = \"wolf\", side = \"beasts\", at = [3, 4] }`",
    ),
    (
        "remove",
        "NAME",
        "take a creature out of the fight for good",
    ),
    (
        "rulings",
        "",
        "the switches of the rulings, and how they stand",
    ),
    ("ruling", "SWITCH VALUE", "set one from now on"),
    (
        "dice",
        "real|virtual",
        "who rolls the dice: you or the program",
    ),
    ("who", "", "who plays whom"),
    (
        "bot",
        "NAME [POLICY]",
        "let a bot play a creature, a side or `all`",
    ),
    ("person", "NAME", "play a creature, a side or `all`"),
    (
        "view",
        "NAME",
        "see no more than a creature or side does; `view all` sees everything",
    ),
    (
        "explain",
        "",
        "show every die and sum from now on, or no longer",
    ),
    ("log", "", "the whole log"),
    (
        "save",
        "FILE",
        "write the journal to another file as well, unless that holds another fight",
    ),
    ("save!", "FILE", "the same, whatever that file holds"),
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
        // Acts may begin with these words, too: `save turn until after ogre`.
        "save" | "set" if let Some(done) = act_by_words(game, line) => done,
        "quit" | "exit" => return Ok(After::Quit),
        "explain" => {
            game.detail.explain = !game.detail.explain;
            let now = if game.detail.explain { "" } else { "not " };
            game.screen.line(&format!("dice and sums are {now}shown"))?;
            Ok(())
        }
        "odds" => chances(game, rest)?,
        "advise" => advised(game, rest)?,
        "undo" => game.session.undo(),
        "redo" => game.session.redo(),
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
            None => act(game, line),
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

/// Commands that show something and change nothing; `None` if the word is none of them.
fn show(game: &mut Game<'_>, word: &str, rest: &str) -> Option<Result<(), Trouble>> {
    Some(match word {
        "help" => help(game),
        "?" | "offers" => offered::offers(game, rest),
        "board" => {
            let view = game.view();
            board::draw(game.screen, &view)
        }
        "sheet" => sheet(game, rest),
        "why" => why(game),
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

/// Lines that can be typed at any time.
pub(super) fn completions(session: &dyn Session) -> Vec<String> {
    let words = COMMANDS.iter().map(|(word, ..)| (*word).to_owned());
    let mut all: Vec<String> = words.collect();
    all.extend(["dice real", "dice virtual"].map(str::to_owned));
    let view = session.view(session.seat());
    let creatures = view.creatures.iter().map(|creature| &creature.name);
    for name in creatures.chain(&view.sides) {
        all.extend(["sheet", "bot", "person", "view"].map(|word| format!("{word} {name}")));
        all.extend([format!("set {name}."), format!("remove {name}")]);
    }
    all
}

/// Where what a command does is told, in columns from the left.
const HELP_COLUMN: usize = 32;

fn help(game: &mut Game<'_>) -> Result<(), Trouble> {
    let screen = &mut *game.screen;
    screen.wrapped(
        "",
        "An act in plain words does it; the tab key completes it, and `?` lists what you may do.",
    )?;
    screen.line("`NAME: ACT` does it for another creature that is asked.")?;
    screen.line("Real dice are typed as they show (`4 3`) or as a total (`=7`).")?;
    let further = " ".repeat(HELP_COLUMN);
    for (word, behind, what) in COMMANDS {
        let usage = format!("  {word} {behind}");
        let gap = " ".repeat(HELP_COLUMN.saturating_sub(usage.len()).max(1));
        screen.wrapped(&further, &format!("{usage}{gap}{what}"))?;
    }
    Ok(())
}

fn sheet(game: &mut Game<'_>, name: &str) -> Result<(), Trouble> {
    let view = game.view();
    let mut known = view.creatures.iter();
    let Some(creature) = known.find(|creature| creature.name == name) else {
        if name.is_empty() {
            return game.complain("whose sheet? `sheet NAME`");
        }
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

fn why(game: &mut Game<'_>) -> Result<(), Trouble> {
    let (lines, rules) = game.session.why(&game.viewer());
    let detail = Detail {
        explain: true,
        cite: true,
    };
    telling::lines(game.screen, &lines, detail)?;
    for rule in &rules {
        tell_rule(game, rule)?;
    }
    let told: Vec<String> = rules.into_iter().map(|rule| rule.id).collect();
    why_asked(game, told)
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
        let detail = game.detail;
        game.detail.explain = true;
        let told = game.go_on();
        game.detail = detail;
        told?;
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
        other => other,
    }))
}

/// Whether it is asked what can be set: what is said then is no complaint.
fn is_question(words: &str) -> bool {
    words.is_empty() || words.ends_with('?') || words.len() > 1 && words.ends_with('.')
}

/// What is asked now, and the rules by which it is, but for those that were `told`.
fn why_asked(game: &mut Game<'_>, mut told: Vec<String>) -> Result<(), Trouble> {
    for question in game.questions() {
        let text = format!("{}: {}", question.name, question.question);
        let rule = format!("  [{}]", question.rule);
        let rule = game.screen.styled(Style::Faint, &rule);
        game.screen.line(&format!("  {text}{rule}"))?;
        if told.contains(&question.rule) {
            continue;
        }
        let found = game.session.rules(&question.rule);
        if let Some(rule) = found.iter().find(|rule| rule.id == question.rule) {
            tell_rule(game, rule)?;
        }
        told.push(question.rule);
    }
    Ok(())
}

/// A rule with how it is ruled here.
fn tell_rule(game: &mut Game<'_>, rule: &RuleText) -> Result<(), Trouble> {
    let id = game.screen.styled(Style::Heading, &rule.id);
    game.screen
        .wrapped("    ", &format!("{id}: {}", rule.text))?;
    match &rule.ruling {
        Some(ruling) => game
            .screen
            .wrapped("    ", &format!("    Ruling: {ruling}")),
        None => Ok(()),
    }
}

/// How many rules are shown.
const RULES_SHOWN: usize = 10;

fn rules(game: &mut Game<'_>, words: &str) -> Result<(), Trouble> {
    let found = game.session.rules(words);
    for rule in found.iter().take(RULES_SHOWN) {
        tell_rule(game, rule)?;
    }
    match found.len() {
        0 => game.complain("no such rule"),
        many if many > RULES_SHOWN => {
            let more = many - RULES_SHOWN;
            game.screen.line(&format!("… and {more} more"))
        }
        _ => Ok(()),
    }
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
    if path.is_empty() {
        return game.complain("save where? `save FILE`");
    }
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
        name => match game.session.creature(name) {
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
    let (mode, says) = match word {
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
        Err(declined) => return Ok(Err(declined)),
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
            Err(declined) => return Ok(Err(declined)),
        },
    };
    game.session.set_seat(seat);
    game.forget_told();
    board::draw(game.screen, &game.session.view(game.session.seat()))?;
    Ok(Ok(()))
}

/// Drops the act in progress. One of a bot would be there again at once.
fn withdraw(game: &mut Game<'_>) -> Result<(), Declined> {
    if game.session.begins_again() {
        let message = "a bot has begun it and would do the same again at once; `undo` takes back your last decision";
        return Err(unread(message.to_owned()));
    }
    game.session.withdraw()
}

fn silent(game: &mut Game<'_>) -> Result<(), Declined> {
    let first = first_asked(game)?;
    game.session.pass(first, None)
}

fn act(game: &mut Game<'_>, line: &str) -> Result<(), Declined> {
    if let Standing::Roll { .. } = game.session.standing(&game.viewer()) {
        return game.session.rolled(line);
    }
    let (who, words) = speaker(game, line)?;
    let done = game.session.act(who, words, None);
    done.map_err(|declined| match declined {
        Declined::Unread { message } => unread(with_command(line, message)),
        other => other,
    })
}

/// The same for a line that could be a command as well; `None` where it reads as no act of whoever is asked.
fn act_by_words(game: &mut Game<'_>, line: &str) -> Option<Result<(), Declined>> {
    let Standing::Asks { .. } = game.session.standing(&game.viewer()) else {
        return None;
    };
    match act(game, line) {
        Ok(()) => Some(Ok(())),
        Err(refused @ Declined::Refused { .. }) => Some(Err(refused)),
        Err(_) => None,
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

pub(super) fn unread(message: String) -> Declined {
    Declined::Unread { message }
}

/// Who is meant by a line, and the words of the act. Acts may have a colon of their own: what stands before one is a name only if it looks
/// like one.
pub(super) fn speaker<'l>(
    game: &Game<'_>,
    line: &'l str,
) -> Result<(CreatureId, &'l str), Declined> {
    if let Some((name, words)) = line.split_once(':') {
        match game.session.creature(name.trim()) {
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
