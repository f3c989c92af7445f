//! `affray play`: a fight at the keyboard, or with lines from a pipe.

mod commands;
mod reader;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_kernel::CreatureId;
use affray_kernel::fight::DiceMode;
use affray_table::{Control, Question, Session, Standing, Viewer, open_journal};
use clap::ValueEnum;

use crate::board;
use crate::files::Growing;
use crate::input::{Input, any_seed};
use crate::screen::{Screen, Style};
use crate::telling::{self, Detail};
use crate::trouble::Trouble;
use commands::{After, COMMANDS};
use reader::Reader;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario: a file, or the name of one that the program carries.
    scenario: String,
    /// The journal: it is written after every line, and where it is there already the fight goes on from its end. Without it, a file
    /// named after the scenario, in the present folder.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Begin anew even if the journal is there: it is replaced.
    #[arg(long)]
    new: bool,
    /// The number that all virtual dice follow from; without it another one every time.
    #[arg(long)]
    seed: Option<u64>,
    /// Play this creature only (may be given several times): bots play all others, and you see what it sees.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Where dice come from.
    #[arg(long, value_enum)]
    dice: Option<DiceWord>,
    #[command(flatten)]
    detail: Detail,
}

/// Where dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DiceWord {
    /// You roll and type what they show.
    Real,
    /// The program rolls.
    Virtual,
}

/// A fight and everything around it.
struct Game<'s> {
    session: Box<dyn Session>,
    journal: Growing,
    viewer: Viewer,
    detail: Detail,
    screen: &'s mut Screen,
    /// The number of the next line of the log.
    told: u64,
    /// The entry in progress, and the number behind its last line that was shown already.
    ahead: Option<(usize, u64)>,
    /// The last question asked: not asked again while it stays the same.
    asked: Option<(u64, Question)>,
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let path = args
        .journal
        .clone()
        .unwrap_or_else(|| beside(&args.scenario));
    let (mut session, journal) = open(args, input, &path, screen)?;
    let viewer = seat(session.as_mut(), &args.player)?;
    if let Some(dice) = args.dice {
        session.set_dice(match dice {
            DiceWord::Real => DiceMode::Real,
            DiceWord::Virtual => DiceMode::Virtual,
        });
    }
    let told = session
        .log(0, &viewer)
        .last()
        .map_or(0, |line| line.number + 1);
    let mut game = Game {
        session,
        journal,
        viewer,
        detail: args.detail,
        screen,
        told,
        ahead: None,
        asked: None,
    };
    game.play()?;
    Ok(ExitCode::SUCCESS)
}

/// `duel.jsonl` for `scenarios/duel.toml`.
fn beside(scenario: &str) -> PathBuf {
    let stem = Path::new(scenario).file_stem().unwrap_or_default();
    PathBuf::from(format!("{}.jsonl", stem.to_string_lossy()))
}

/// A fight from its journal if there is one, or from the scenario.
fn open(
    args: &Args,
    input: &Input,
    path: &Path,
    screen: &mut Screen,
) -> Result<(Box<dyn Session>, Growing), Trouble> {
    let text = match fs::read_to_string(path) {
        Ok(text) if !args.new && !text.trim().is_empty() => text,
        _ => {
            // Whatever is wrong with the scenario is said before any journal is touched.
            let session = input.open(&args.scenario, args.seed.unwrap_or_else(any_seed))?;
            if args.new && path.exists() {
                fs::remove_file(path).map_err(|error| Trouble::file(path, error))?;
            }
            return Ok((session, Growing::open(path)?));
        }
    };
    let name = path.display();
    let resumed =
        open_journal(&text).map_err(|error| Trouble::Input(format!("{name}: {error}")))?;
    if let Some(line) = resumed.cut {
        screen.line(&format!(
            "line {line} of {name} was cut off in the middle and is dropped"
        ))?;
    }
    let entries = resumed.session.entries();
    screen.line(&format!("going on from {name} ({entries} entries)"))?;
    let journal = Growing::resume(path, &text, resumed.whole)?;
    Ok((resumed.session, journal))
}

/// Gives the creatures named to the player and all others to bots; without names everything is as the scenario says.
fn seat(session: &mut dyn Session, names: &[String]) -> Result<Viewer, Trouble> {
    if names.is_empty() {
        return Ok(Viewer::GameMaster);
    }
    let mut own = Vec::new();
    for name in names {
        own.push(session.creature(name)?);
    }
    for index in 0..session.names().len() {
        let who = CreatureId(index as u16);
        if own.contains(&who) {
            session.set_control(who, Control::People);
        } else if session.control(who) == Control::People {
            session.set_control(who, Control::Sensible);
        }
    }
    Ok(Viewer::Player(own))
}

impl Game<'_> {
    fn play(&mut self) -> Result<(), Trouble> {
        let mut reader = Reader::new()?;
        self.go_on()?;
        board::draw(self.screen, &self.session.view(&self.viewer))?;
        loop {
            let prompt = self.prompt()?;
            self.screen.flush()?;
            reader.offer(self.completions());
            let Some(line) = reader.line(&prompt)? else {
                break;
            };
            if !reader.is_terminal() {
                self.screen.line(&format!("{prompt}{line}"))?;
            }
            let after = commands::obey(self, line.trim())?;
            self.go_on()?;
            if after == After::Quit {
                break;
            }
        }
        self.screen.flush()
    }

    /// Lets happen what needs no people, keeps the journal, and tells what is new.
    fn go_on(&mut self) -> Result<(), Trouble> {
        let advanced = self.session.advance();
        self.journal.append(&self.session.journal_changes())?;
        let mut log = self.session.log(self.told, &self.viewer);
        self.told = log.last().map_or(self.told, |line| line.number + 1);
        if let Some((entry, number)) = self.ahead {
            log.retain(|line| line.entry != Some(entry) || line.number >= number);
        }
        if self.session.entries() != self.ahead.map_or(0, |(entry, _)| entry) {
            self.ahead = None;
        }
        telling::lines(self.screen, &log, self.detail)?;
        if let Err(declined) = advanced {
            self.complain(&declined.to_string())?;
        }
        Ok(())
    }

    /// What the act in progress has shown since it was last looked at.
    fn show_progress(&mut self) -> Result<(), Trouble> {
        let mut progress = self.session.in_progress(&self.viewer);
        let shown = self.ahead.map_or(0, |(_, number)| number);
        progress.retain(|line| line.number >= shown);
        if let Some(last) = progress.last() {
            self.ahead = Some((self.session.entries(), last.number + 1));
        }
        telling::lines(self.screen, &progress, self.detail)
    }

    /// What was shown of an act in progress is to be shown again: some of it was taken back.
    fn forget_progress(&mut self) {
        self.ahead = None;
        self.asked = None;
    }

    fn complain(&mut self, message: &str) -> Result<(), Trouble> {
        let message = self.screen.styled(Style::Bad, &format!("✗ {message}"));
        self.screen.line(&message)
    }

    /// The questions to this player, the one to be answered first.
    fn questions(&self) -> Vec<Question> {
        match self.session.standing(&self.viewer) {
            Standing::Asks { mut questions } => {
                questions.sort_by_key(|question| !question.must);
                questions
            }
            _ => Vec::new(),
        }
    }

    /// Says what is asked, if it is new, and gives the prompt for it.
    fn prompt(&mut self) -> Result<String, Trouble> {
        let standing = self.session.standing(&self.viewer);
        if let Some(verdict) = telling::verdict(&standing) {
            let verdict = self.screen.styled(Style::Heading, &verdict);
            self.screen.line(&verdict)?;
            return Ok("over> ".to_owned());
        }
        if let Standing::Roll {
            name, pool, what, ..
        } = &standing
        {
            self.show_progress()?;
            return Ok(format!("{name} rolls {pool} ({what})> "));
        }
        let questions = self.questions();
        let Some(first) = questions.first() else {
            return Ok("> ".to_owned());
        };
        let asked = Some((self.session.moment(), first.clone()));
        if self.asked != asked {
            self.show_progress()?;
            for question in &questions {
                let name = self.screen.styled(Style::Heading, &question.name);
                let may = if question.must { "" } else { " (if you like)" };
                self.screen
                    .line(&format!("{name}: {}{may}", question.question))?;
            }
            self.asked = asked;
        }
        Ok(format!("{}> ", first.name))
    }

    /// Everything that could be typed now.
    fn completions(&self) -> Vec<String> {
        let mut all: Vec<String> = COMMANDS
            .iter()
            .map(|(word, _, _)| (*word).to_owned())
            .collect();
        let questions = self.questions();
        for (index, question) in questions.iter().enumerate() {
            for group in self.session.offers(question.who, &self.viewer) {
                for offer in group.offers {
                    if index == 0 {
                        all.push(format!("odds {}", offer.words));
                        all.push(offer.words);
                    } else {
                        all.push(format!("{}: {}", question.name, offer.words));
                    }
                }
            }
        }
        all
    }
}
