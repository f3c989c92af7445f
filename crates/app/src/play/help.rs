//! What can be typed besides acts: the list of commands, and how they are completed.

use affray_kernel::notation::closest;
use affray_table::Session;

use super::Game;
use crate::trouble::Trouble;

/// The commands: the word, what stands behind it, and what it does.
pub(super) const COMMANDS: &[(&str, &str, &str)] = &[
    ("help", "[COMMAND]", "this list, or what one of them does"),
    (
        "?",
        "[WORD]",
        "what you may do, or all of it with a word that begins so",
    ),
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
        "[all]",
        "the dice and sums behind the act in progress, or else what happened last, with the ids of their rules; `why all` with the rules themselves",
    ),
    (
        "rules",
        "WORDS",
        "the rule of that id, or rules with these words",
    ),
    (
        "undo",
        "[N]",
        "take the last decision back, or the last N; where no person's is left, all that bots did before",
    ),
    (
        "resume",
        "",
        "let bots act again that wait since what they did was taken back",
    ),
    ("redo", "", "put it in force again"),
    (
        "branches",
        "",
        "what was left by going on differently after an undo",
    ),
    ("branch", "N", "go back to what was left"),
    ("withdraw", "", "drop the act in progress"),
    (
        "silent",
        "",
        "answer nothing: pass, hold, end the turn; `NAME: silent` and `all: silent` for others",
    ),
    (
        "habit",
        "[WHEN never|always|ask|every]",
        "what is answered of itself, and when; `habit` alone tells every WHEN of the fight, `habit WHEN never` lets all such questions pass, `habit NAME: WHEN never` those to another",
    ),
    (
        "set",
        "PATH VALUE",
        "correct something: `set NAME.?` and `set ?` tell what",
    ),
    (
        "set!",
        "PATH VALUE",
        "the same, and drop the act in progress where it is in the way",
    ),
    (
        "join",
        "FILE|{...}",
        "creatures join, with `hidden` before it unseen: `join { name = \"newcomer\", kind = \"KIND\", side = \"SIDE\", at = [3, 4] }`",
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
        "[on|off]",
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

/// What is typed besides the word of a command, and what it does.
pub(super) fn usage(word: &str) -> Option<(&'static str, &'static str)> {
    let mut all = COMMANDS.iter();
    let (_, behind, what) = all.find(|(command, ..)| *command == word)?;
    Some((behind, what))
}

/// Policies that a bot can play by.
const POLICIES: [&str; 4] = ["random", "simple", "greedy", "search"];

/// Lines that can be typed at any time.
pub(super) fn completions(session: &dyn Session) -> Vec<String> {
    let words = COMMANDS.iter().map(|(word, ..)| (*word).to_owned());
    let mut all: Vec<String> = words.collect();
    all.extend(["dice real", "dice virtual", "why all"].map(str::to_owned));
    let view = session.view(session.seat());
    let creatures = view.creatures.iter().map(|creature| &creature.name);
    for name in creatures.chain(&view.sides) {
        all.extend(["sheet", "bot", "person", "view"].map(|word| format!("{word} {name}")));
        all.extend([format!("set {name}."), format!("remove {name}")]);
        all.extend(POLICIES.map(|policy| format!("bot {name} {policy}")));
    }
    for creature in &view.creatures {
        let settable = session.settable(creature.id, session.seat());
        all.extend(settable.iter().map(|one| format!("set {} ", one.words)));
    }
    for switch in session.switches() {
        let words = switch.choices.iter().map(|choice| &choice.word);
        all.extend(words.map(|word| format!("ruling {} {word}", switch.name)));
    }
    all
}

/// Where what a command does is told, in columns from the left.
const HELP_COLUMN: usize = 32;

/// All commands, or one of them.
pub(super) fn help(game: &mut Game<'_>, word: &str) -> Result<(), Trouble> {
    let word = word.trim_matches('`');
    if word.is_empty() {
        return help_on_all(game);
    }
    let mut all = COMMANDS.iter();
    let Some(command) = all.find(|(command, ..)| *command == word) else {
        let near = closest(word, COMMANDS.iter().map(|(command, ..)| *command));
        let hint = near.filter(|near| near != "?");
        let hint = hint.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return game.complain(&format!(
            "there is no command `{word}`{hint}; `? {word}` lists acts"
        ));
    };
    help_on(game, command)
}

fn help_on_all(game: &mut Game<'_>) -> Result<(), Trouble> {
    for line in [
        "An act in plain words does it; the tab key completes it, and `?` lists what you may do.",
        "`NAME: ACT` does it for another creature that is asked, `all: ACT` or `SIDE: ACT` for all of them.",
        "Real dice are typed as they show (`4 3`) or as a total with all that is added (`=7`).",
    ] {
        game.screen.wrapped("", line)?;
    }
    for command in COMMANDS {
        help_on(game, command)?;
    }
    Ok(())
}

fn help_on(game: &mut Game<'_>, (word, behind, what): &(&str, &str, &str)) -> Result<(), Trouble> {
    let usage = format!("  {word} {behind}");
    let gap = " ".repeat(HELP_COLUMN.saturating_sub(usage.len()).max(1));
    let further = " ".repeat(HELP_COLUMN);
    let what = in_this_fight(game, what);
    game.screen
        .wrapped(&further, &format!("{usage}{gap}{what}"))
}

/// An example with names that the fight at hand knows.
fn in_this_fight(game: &Game<'_>, what: &str) -> String {
    let view = game.view();
    let side = view.sides.first().map_or("SIDE", String::as_str);
    what.replace("\"SIDE\"", &format!("\"{side}\""))
}
