//! Beginning a fight, or going on with one.

use std::path::{Path, PathBuf};

use affray_kernel::content::{Source, Tree};
use affray_kernel::fight::DiceMode;
use affray_kernel::journal::FORMAT;
use affray_table::{Session, open_journal};
use serde::de::IgnoredAny;

use super::{Args, DiceWord, seats};
use crate::files::Growing;
use crate::input::{Input, any_seed};
use crate::moment::is_same;
use crate::screen::{Screen, Style};
use crate::trouble::Trouble;

/// A fight from its journal if there is one, or from the scenario, with everybody seated.
pub(super) fn open(
    args: &Args,
    input: &Input,
    screen: &mut Screen,
) -> Result<(Box<dyn Session>, Growing), Trouble> {
    let path = journal_of(args);
    // Whatever is wrong with the scenario is said before any journal is touched.
    let fresh = if args.new || !path.exists() {
        Some(begin(args, input, screen)?)
    } else {
        None
    };
    let (mut journal, text) = Growing::open(&path)?;
    let (mut session, whole) = match fresh {
        Some(session) => (session, 0),
        None if text.trim().is_empty() => (begin(args, input, screen)?, 0),
        None if is_hardly_begun(&text) => {
            let session = begin(args, input, screen)?;
            let path = path.display();
            screen.line(&format!(
                "the first line of {path} was cut off in the middle, and nothing follows: the fight begins anew"
            ))?;
            (session, 0)
        }
        None => {
            let (session, whole) = resume(&path, &text, screen)?;
            is_of(session.as_ref(), args, input, &path)?;
            unlike(args.seed, &text, screen)?;
            (session, whole)
        }
    };
    seats::take(session.as_mut(), args.all, &args.player, whole == 0)?;
    journal.keep(&text, whole)?;
    if let Some(dice) = args.dice {
        session.set_dice(match dice {
            DiceWord::Real => DiceMode::Real,
            DiceWord::Virtual => DiceMode::Virtual,
        });
    }
    Ok((session, journal))
}

/// The journal named; without a name `duel.jsonl` for `scenarios/duel.toml`.
fn journal_of(args: &Args) -> PathBuf {
    let scenario = Path::new(&args.scenario);
    if let Some(path) = &args.journal {
        return path.clone();
    }
    if is_journal(scenario) {
        return scenario.to_owned();
    }
    let stem = scenario.file_stem().unwrap_or_default();
    PathBuf::from(format!("{}.jsonl", stem.to_string_lossy()))
}

fn is_journal(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "jsonl")
}

/// Whether of a journal nothing stands there but a part of its first line: the disk was full, or the power went, when it was written.
fn is_hardly_begun(text: &str) -> bool {
    let begins = format!("{{\"format\":\"{FORMAT}\",");
    (text.starts_with(&begins) || begins.starts_with(text))
        && !text.contains('\n')
        && serde_json::from_str::<IgnoredAny>(text).is_err_and(|error| error.is_eof())
}

fn begin(args: &Args, input: &Input, screen: &mut Screen) -> Result<Box<dyn Session>, Trouble> {
    if is_journal(Path::new(&args.scenario)) {
        let message =
            "a journal to go on with has to be there and hold a fight; a new one needs a scenario";
        return Err(Trouble::Input(format!("{}: {message}", args.scenario)));
    }
    let scenario = input.scenario(&args.scenario)?;
    let session = input.open_source(&scenario, args.seed.unwrap_or_else(any_seed))?;
    introduce(&scenario, screen)?;
    Ok(session)
}

/// Whether a journal is of the scenario that was asked for: many scenarios have the same name in different folders.
fn is_of(session: &dyn Session, args: &Args, input: &Input, path: &Path) -> Result<(), Trouble> {
    if is_journal(Path::new(&args.scenario)) {
        return Ok(());
    }
    let new = input.open_source(&input.scenario(&args.scenario)?, 0)?;
    if is_same(new.as_ref(), session) {
        return Ok(());
    }
    let (path, scenario) = (path.display(), &args.scenario);
    Err(Trouble::Input(format!(
        "{path} holds a fight with others than `{scenario}` has: keep this one elsewhere with --journal FILE, or replace that one with --new"
    )))
}

/// Says that the fight goes on with other dice than those that were asked for.
fn unlike(seed: Option<u64>, journal: &str, screen: &mut Screen) -> Result<(), Trouble> {
    #[derive(serde::Deserialize)]
    struct Header {
        seed: u64,
    }
    let header = journal.lines().next().map(serde_json::from_str::<Header>);
    match (seed, header) {
        (Some(seed), Some(Ok(header))) if header.seed != seed => screen.line(&format!(
            "its dice follow from {}: --seed {seed} is for a fight that begins, such as with --new",
            header.seed
        )),
        _ => Ok(()),
    }
}

/// What a scenario says of itself.
fn introduce(scenario: &Source, screen: &mut Screen) -> Result<(), Trouble> {
    let Ok(mut tree) = Tree::parse(scenario) else {
        return Ok(());
    };
    let mut text = |key: &str| -> Option<String> { tree.remove(key)?.read(scenario).ok() };
    if let Some(name) = text("name") {
        let name = screen.styled(Style::Heading, &name);
        screen.line(&name)?;
    }
    if let Some(about) = text("about") {
        screen.wrapped("", about.trim())?;
    }
    screen.wrapped(
        "",
        "Type what whoever is asked does, such as `end turn`; `?` tells what they may do, `help` all that can be typed.",
    )
}

/// The fight of a journal, and how many of its bytes are whole lines.
fn resume(
    path: &Path,
    text: &str,
    screen: &mut Screen,
) -> Result<(Box<dyn Session>, usize), Trouble> {
    let name = path.display();
    let resumed = open_journal(text).map_err(|error| Trouble::Input(format!("{name}: {error}")))?;
    if let Some(line) = resumed.cut {
        screen.line(&format!(
            "line {line} of {name} was cut off in the middle and is dropped"
        ))?;
    }
    let entries = resumed.session.entries();
    screen.line(&format!(
        "going on from {name} ({entries} entries); --new begins anew"
    ))?;
    Ok((resumed.session, resumed.whole))
}
