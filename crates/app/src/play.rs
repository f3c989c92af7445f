//! `affray play`: a fight at the keyboard, or with lines from a pipe.

mod acting;
mod commands;
mod habits;
mod help;
mod offered;
mod opening;
mod reader;
mod reasons;
mod roster;
mod seats;

use std::path::PathBuf;
use std::process::ExitCode;

use affray_kernel::CreatureId;
use affray_kernel::grid::Space;
use affray_table::{
    Habit, Kind, Library, LogLine, Offer, OfferGroup, Question, Session, Standing, TableView,
    Viewer,
};
use clap::ValueEnum;

use crate::board;
use crate::closing;
use crate::files::Growing;
use crate::input::Input;
use crate::numbers::{ANY, whole};
use crate::screen::{Screen, Style};
use crate::telling::{self, Detail};
use crate::trouble::Trouble;
use commands::After;
use reader::Reader;

/// You play the first side of the scenario, and whoever it gives to people; bots play the others. Everything is kept in a journal as it
/// happens, and the same command goes on with it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario (a file, or the name of one that the program carries), or a journal to go on with.
    scenario: String,
    /// The journal: it is written after every line, and where it is there already the fight goes on from its end. Without it, a file
    /// named after the scenario, in the present folder.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Begin anew even if the journal is there: it is replaced.
    #[arg(long)]
    new: bool,
    /// The number that all virtual dice follow from; without it another one every time.
    #[arg(long, value_parser = whole::<u64>(ANY))]
    seed: Option<u64>,
    /// Play everybody, both sides.
    #[arg(long)]
    all: bool,
    /// Play this creature or side only (may be given several times), and see no more than it does: bots play all others.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
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

/// What of an act in progress was shown already.
struct Ahead {
    /// Its entry.
    entry: usize,
    /// The number of its first line.
    first: u64,
    /// The number behind the last line that was shown.
    next: u64,
}

/// Questions that were put.
struct Asked {
    moment: u64,
    /// How many entries there were.
    entries: usize,
    questions: Vec<Question>,
}

/// A fight and everything around it.
struct Game<'s> {
    session: Box<dyn Session>,
    /// What creatures that join may refer to.
    library: &'s Library,
    journal: Growing,
    /// Whether `--new` was given: the same command would begin anew once more.
    is_new: bool,
    detail: Detail,
    screen: &'s mut Screen,
    /// The number of the next line of the log.
    told: u64,
    ahead: Option<Ahead>,
    /// What was asked last: not asked again while it stays the same.
    asked: Option<Asked>,
    /// The board as it was drawn last, and for whom.
    drawn: Option<(Option<CreatureId>, TableView)>,
    /// The moment at which the end of the fight was told.
    closed: Option<u64>,
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let (session, journal) = opening::open(args, input, screen)?;
    let mut game = Game {
        session,
        library: &input.library,
        journal,
        is_new: args.new,
        detail: args.detail,
        screen,
        told: 0,
        ahead: None,
        asked: None,
        drawn: None,
        closed: None,
    };
    game.play()?;
    Ok(ExitCode::SUCCESS)
}

impl Game<'_> {
    fn play(&mut self) -> Result<(), Trouble> {
        let mut reader = Reader::new()?;
        self.look_back()?;
        self.go_on()?;
        let first = self.questions().first().map(|first| first.who);
        self.draw(first)?;
        loop {
            let prompt = self.prompt()?;
            self.screen.flush()?;
            if reader.is_terminal() {
                reader.offer(self.completions());
            }
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
        let kept = self.journal.path().display();
        let again = if self.is_new {
            "the same command without `--new`"
        } else {
            "the same command"
        };
        let kept = format!("The fight is kept in {kept}; {again} goes on with it.");
        let kept = self.screen.styled(Style::Faint, &kept);
        self.screen.line(&kept)?;
        self.screen.flush()
    }

    /// Who looks at the screen.
    fn viewer(&self) -> Viewer {
        self.session.seat().clone()
    }

    fn view(&self) -> affray_table::TableView {
        self.session.view(&self.viewer())
    }

    /// Shows the end of what was told before.
    fn look_back(&mut self) -> Result<(), Trouble> {
        /// How many lines remind of where the fight was left.
        const REMINDER: usize = 8;
        let log = self.session.log(0, &self.viewer());
        self.told = log.len() as u64;
        let of_depth = telling::shown(log, self.detail);
        let from = of_depth.len().saturating_sub(REMINDER);
        telling::lines(self.screen, &of_depth[from..], self.detail)
    }

    /// Everything was told to somebody else up to here.
    fn forget_told(&mut self) {
        self.told = self.session.log(0, &self.viewer()).len() as u64;
        self.forget_progress();
    }

    /// Lets happen what needs no people, keeps the journal, and tells what is new.
    fn go_on(&mut self) -> Result<(), Trouble> {
        self.session.set_resting(self.session.is_paused());
        let advanced = self.session.advance();
        self.journal.append(&self.session.journal_changes())?;
        let mut log = self.session.log(self.told, &self.viewer());
        self.are_told(&log);
        if let Some(ahead) = &self.ahead {
            log.retain(|line| line.entry != Some(ahead.first) || line.number >= ahead.next);
        }
        if self
            .ahead
            .as_ref()
            .is_some_and(|ahead| ahead.entry != self.session.entries())
        {
            self.ahead = None;
        }
        telling::lines(self.screen, &log, self.detail)?;
        if let Err(declined) = advanced {
            self.complain(&declined.to_string())?;
        }
        Ok(())
    }

    fn are_told(&mut self, lines: &[LogLine]) {
        self.told = lines.last().map_or(self.told, |line| line.number + 1);
    }

    /// Tells a correction with its numbers, whatever else is told: it may have no sentence of its own. What
    /// follows from it is told like everything else.
    fn tell_correction(&mut self) -> Result<(), Trouble> {
        let mut log = self.session.log(self.told, &self.viewer());
        let told = |line: &LogLine| line.entry.filter(|_| line.kind == Kind::Told);
        let entry = log.iter().find_map(told);
        let is_later = |line: &LogLine| told(line).is_some_and(|of| Some(of) != entry);
        let own = log.iter().position(is_later).unwrap_or(log.len());
        log.truncate(own);
        self.are_told(&log);
        let detail = Detail {
            explain: true,
            ..self.detail
        };
        telling::lines(self.screen, &log, detail)
    }

    /// What the act in progress has shown since it was last looked at.
    fn show_progress(&mut self) -> Result<(), Trouble> {
        let mut progress = self.session.in_progress(self.told, &self.viewer());
        let shown = self.ahead.as_ref().map_or(0, |ahead| ahead.next);
        if let Some(last) = progress.last() {
            self.ahead = Some(Ahead {
                entry: self.session.entries(),
                first: self.told,
                next: last.number + 1,
            });
        }
        progress.retain(|line| line.number >= shown);
        telling::lines(self.screen, &progress, self.detail)
    }

    /// What was shown of an act in progress is to be shown again: some of it was taken back.
    fn forget_progress(&mut self) {
        self.ahead = None;
        self.asked = None;
    }

    fn complain(&mut self, message: &str) -> Result<(), Trouble> {
        let message = self.screen.styled(Style::Bad, &format!("✗ {message}"));
        self.screen.wrapped("  ", &message)
    }

    /// The questions to those at the screen, the one to be answered first in front.
    fn questions(&self) -> Vec<Question> {
        match self.session.standing(&self.viewer()) {
            Standing::Asks { mut questions } => {
                questions.sort_by_key(|question| !question.must);
                questions
            }
            _ => Vec::new(),
        }
    }

    /// Says what the fight came to, once.
    fn close(&mut self) -> Result<(), Trouble> {
        let moment = self.session.moment();
        if self.closed == Some(moment) {
            return Ok(());
        }
        self.closed = Some(moment);
        let viewer = self.viewer();
        closing::verdict(self.screen, self.session.as_ref(), &viewer)?;
        closing::creatures(self.screen, self.session.as_ref(), &viewer)
    }

    /// Says what is asked, if it is new, and gives the prompt for it.
    fn prompt(&mut self) -> Result<String, Trouble> {
        let asked = self.put_what_is_asked()?;
        Ok(match asked {
            _ if !self.session.is_paused() => format!("{}> ", asked.unwrap_or_default()),
            Some(asked) => format!("(bots wait) {asked}> "),
            None => "bots wait for `resume`> ".to_owned(),
        })
    }

    /// Says what is asked, if it is new, and whom or what the prompt names.
    fn put_what_is_asked(&mut self) -> Result<Option<String>, Trouble> {
        let standing = self.session.standing(&self.viewer());
        if matches!(standing, Standing::Over { .. }) {
            self.close()?;
            return Ok(Some("over".to_owned()));
        }
        if let Standing::Roll {
            name, pool, what, ..
        } = &standing
        {
            self.show_progress()?;
            return Ok(Some(format!("{name} rolls {pool} ({what})")));
        }
        let questions = self.questions();
        let Some(first) = questions.first().cloned() else {
            return Ok(None);
        };
        let asked = Asked {
            moment: self.session.moment(),
            entries: self.session.entries(),
            questions,
        };
        if !self.is_put(&asked) {
            self.show_progress()?;
            if !self.is_rest(&asked) {
                if self.is_board_old(&first) {
                    self.draw(Some(first.who))?;
                }
                for question in &asked.questions {
                    self.put(question, asked.questions.len() > 1)?;
                }
            }
            self.asked = Some(asked);
        }
        Ok(Some(first.name))
    }

    /// Whether just this is asked already.
    fn is_put(&self, asked: &Asked) -> bool {
        let before = self.asked.as_ref();
        before.is_some_and(|before| {
            before.moment == asked.moment && before.questions == asked.questions
        })
    }

    /// Whether it is what is left of questions that were put at once, some of which are answered.
    fn is_rest(&self, asked: &Asked) -> bool {
        let before = self.asked.as_ref();
        before.is_some_and(|before| {
            let mut left = asked.questions.iter();
            before.entries == asked.entries
                && asked.questions.len() < before.questions.len()
                && left.all(|question| before.questions.contains(question))
        })
    }

    /// Draws the board as it is now; for whoever is to act, if anybody is.
    fn draw(&mut self, who: Option<CreatureId>) -> Result<(), Trouble> {
        let view = self.view();
        board::draw(self.screen, &view)?;
        let for_whom = who.or_else(|| self.drawn.as_ref().and_then(|(who, _)| *who));
        self.drawn = Some((for_whom, view));
        Ok(())
    }

    /// Whether somebody has to act for whom the board is another than the one drawn last: others stand elsewhere, or the board was drawn for
    /// somebody else and anything is different since.
    fn is_board_old(&self, question: &Question) -> bool {
        if !question.must || !self.session.in_progress(0, &Viewer::GameMaster).is_empty() {
            return false;
        }
        let Some((for_whom, drawn)) = &self.drawn else {
            return true;
        };
        let view = self.view();
        let has_passed = view.time.heading != drawn.time.heading;
        let is_elsewhere = others(&view, question.who) != others(drawn, question.who);
        let is_next = *for_whom != Some(question.who) && view.creatures != drawn.creatures;
        has_passed || is_elsewhere || is_next
    }

    /// Puts a question to its creature: whose it is where several are asked, what it is, and what can be answered.
    fn put(&mut self, question: &Question, is_named: bool) -> Result<(), Trouble> {
        let name = if is_named {
            format!("{}: ", question.name)
        } else {
            String::new()
        };
        let may = if question.must { "" } else { " (if you like)" };
        let rule = self.rule_of(question);
        let asked = format!("{name}{}", question.question);
        let asked = self.screen.styled(Style::Heading, &asked);
        let asked = format!("{asked}{may}{rule}");
        self.screen.wrapped("  ", &asked)?;
        let groups = self.session.offers(question.who, &self.viewer());
        let mut choices = summary(&groups);
        if let Some(silence) = &question.silence {
            choices.push_str(&format!("; `silent`: {silence}"));
        }
        let choices = self.screen.styled(Style::Faint, &format!("  {choices}"));
        self.screen.wrapped("  ", &choices)
    }

    /// The rule by which something is asked, where rules are shown.
    fn rule_of(&self, question: &Question) -> String {
        if !self.detail.cite {
            return String::new();
        }
        let rule = format!("  [{}]", question.rule);
        self.screen.styled(Style::Faint, &rule)
    }

    /// Everything that could be typed now.
    fn completions(&self) -> Vec<String> {
        let mut all = help::completions(self.session.as_ref());
        let (questions, viewer) = (self.questions(), self.viewer());
        for (index, question) in questions.iter().enumerate() {
            let occasions = self.session.occasions().iter();
            for asked in occasions.filter(|one| one.kind == question.window) {
                let habits = Habit::ALL.iter().map(|habit| habit.name());
                all.extend(habits.map(|habit| format!("habit {} {habit}", asked.when)));
            }
            for group in self.session.offers(question.who, &viewer) {
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

/// Everybody else on the board, and where.
fn others(view: &TableView, who: CreatureId) -> Vec<(CreatureId, Option<Space>, bool)> {
    let creatures = view.creatures.iter().filter(|one| one.id != who);
    creatures
        .map(|one| (one.id, one.space, one.active))
        .collect()
}

/// How many offers are listed in full with their question.
const OFFERS_LISTED: usize = 8;

/// So many letters behind the verbs of two offers are told, and no more.
const SHORT: usize = 8;

/// What is on offer, in a line: the acts themselves where they are few, otherwise their first words.
fn summary(groups: &[OfferGroup]) -> String {
    let count: usize = groups.iter().map(|group| group.offers.len()).sum();
    if count <= OFFERS_LISTED {
        let words = groups.iter().flat_map(|group| &group.offers);
        let words: Vec<&str> = words.map(|offer| offer.words.as_str()).collect();
        return words.join(" · ");
    }
    let verbs: Vec<String> = groups.iter().map(beginning).collect();
    format!("{}; `?` tells what each does", verbs.join(" · "))
}

/// The offers of a group by how they begin and how many they are; guesses are counted apart.
fn beginning(group: &OfferGroup) -> String {
    let (guesses, sure): (Vec<&Offer>, Vec<&Offer>) =
        group.offers.iter().partition(|offer| offer.guess);
    let words: Vec<&str> = sure.iter().map(|offer| offer.words.as_str()).collect();
    let guesses = match guesses.len() {
        0 => String::new(),
        1 => "1 guess".to_owned(),
        many => format!("{many} guesses"),
    };
    let verb = &group.verb;
    match words[..] {
        [] => format!("{verb} ({guesses})"),
        _ if !guesses.is_empty() => format!("{verb} ({}, {guesses})", words.len()),
        [only] => only.to_owned(),
        // Two short ones are told as soon as their number: `pass · pass on`.
        [a, b] if a.len() + b.len() <= 2 * verb.len() + SHORT => format!("{a} · {b}"),
        _ => format!("{verb} ({})", words.len()),
    }
}
