//! `affray fight`: bots fight a scenario to its end.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_sim::Limits;
use affray_sim::record::{Ending, FightRecord, Unit};
use affray_table::{Control, Policy, Session, Standing, Viewer, open_fight, policy};

use crate::again::Again;
use crate::closing;
use crate::files;
use crate::input::{Input, any_seed};
use crate::numbers::{ANY, SHORT, whole};
use crate::output::{FightEnd, FightLine};
use crate::screen::{Screen, Style};
use crate::settings::Settings;
use crate::sim::since;
use crate::telling::{self, Detail};
use crate::trouble::{FAILED, Trouble};

/// How many entries come between two looks at the log.
const LEG: usize = 50;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario: a file, or the name of one that the program carries.
    scenario: String,
    /// The number that all dice follow from; without it another one every time.
    #[arg(long, value_parser = whole::<u64>(ANY))]
    seed: Option<u64>,
    /// Which of the fights that follow from the seed: the number that `affray sim` gives.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(ANY))]
    number: u64,
    /// Who decides for everybody, whatever the scenario says.
    #[arg(long, value_name = "NAME", value_parser = bot)]
    policy: Option<Policy>,
    /// Give up when the fight is not over after so many entries.
    #[arg(long, value_name = "ENTRIES", default_value_t = Limits::default().entries, value_parser = whole::<u32>(SHORT))]
    limit: u32,
    /// Give up when the fight is not over after so many seconds of game time, as `affray sim` does; without it they are not counted.
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u32>(SHORT))]
    longest: Option<u32>,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    detail: Detail,
    /// Write the log and the end as lines of JSON.
    #[arg(long)]
    json: bool,
    /// Write the journal to a file; one that holds another fight is left as it is.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the journal whatever the file holds: it is replaced.
    #[arg(long, requires = "journal")]
    new: bool,
}

/// What to do where something stands in the place of the journal.
const IN_THE_WAY: &str = "write this one elsewhere, or replace it with --new";

/// The policy that a word means.
pub(crate) fn bot(word: &str) -> Result<Policy, String> {
    let named = Policy::named(word);
    named.ok_or_else(|| match word {
        "person" => "people play at `affray play`".to_owned(),
        word => policy::suggestion(word),
    })
}

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let seed = args.seed.unwrap_or_else(any_seed);
    let scenario = input.scenario(&args.scenario)?;
    let scenario = args.settings.apply(input, scenario)?;
    let mut session = open_fight(&scenario, &input.library, seed, args.number)?;
    for index in 0..session.names().len() {
        let who = CreatureId::at(index);
        match args.policy {
            Some(policy) => session.set_control(who, Control::Bot(policy)),
            None if session.control(who) == Control::People => {
                session.set_control(who, Control::Bot(Policy::Simple));
            }
            None => {}
        }
    }
    if let (Some(path), false) = (&args.journal, args.new) {
        files::free_for_journal(path, &session.journal(), IN_THE_WAY)?;
    }
    let fought = fought(input, &scenario, (seed, args.number), args)?;
    let late = fought.filter(|(fight, _)| fight.ending == Ending::Unfinished);
    let limit = late.as_ref();
    let limit = limit.map_or(args.limit, |(fight, _)| fight.entries) as usize;
    let mut told = 0;
    let mut has_more = true;
    while has_more && session.entries() < limit {
        let left = limit - session.entries();
        has_more = session.advance_by(left.min(LEG))?;
        told = tell(session.as_ref(), told, args, screen)?;
    }
    match &args.journal {
        Some(path) if args.new => files::write(path, &session.journal())?,
        Some(path) => files::write_journal(path, &session.journal(), IN_THE_WAY)?,
        None => {}
    }
    // What ends the fight may come when it has lasted too long already.
    let over = match late {
        Some((late, unit)) => Over::Not(late.standstill.map(|since| (since, unit.name))),
        None if is_over(session.as_ref()) => Over::Yes,
        None => Over::Not(None),
    };
    let again = again(args, input, seed);
    end(session.as_ref(), (&again, &over), args, screen)?;
    Ok(if over == Over::Yes {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILED)
    })
}

/// Whether a fight is over.
#[derive(PartialEq, Eq)]
enum Over {
    Yes,
    /// With the unit of game time since which the same happens again and again, if that is so, and its word.
    Not(Option<(u32, String)>),
}

fn is_over(session: &dyn Session) -> bool {
    matches!(session.standing(&Viewer::GameMaster), Standing::Over { .. })
}

/// What the fight comes to within its limits, by who knows how long it has lasted and whether it stands still: an arena. `None` where nobody
/// has asked how long it lasts and a standstill would not be noticed either.
fn fought(
    input: &Input,
    scenario: &Source,
    (seed, number): (u64, u64),
    args: &Args,
) -> Result<Option<(FightRecord, Unit)>, Trouble> {
    let arena = input.arena(scenario, args.policy)?;
    if args.longest.is_none() && !arena.notices_standstills() {
        return Ok(None);
    }
    let limits = Limits {
        entries: args.limit,
        seconds: args.longest.unwrap_or(u32::MAX),
    };
    let mut fought = None;
    let stop = AtomicBool::new(false);
    let numbers = number..number.saturating_add(1);
    arena.fights(seed, numbers, limits, &stop, &mut |fight| {
        fought = Some(fight);
    });
    let fought = fought.ok_or_else(|| Trouble::Fault("the fight was not played".to_owned()));
    Ok(Some((fought?, arena.cast().unit.clone())))
}

/// Writes what is new in the log and gives the number of the next line.
fn tell(
    session: &dyn Session,
    since: u64,
    args: &Args,
    screen: &mut Screen,
) -> Result<u64, Trouble> {
    let log = session.log(since, &Viewer::GameMaster);
    if args.json {
        for line in &log {
            telling::json(screen, &FightLine::Log(line))?;
        }
    } else {
        telling::lines(screen, &log, args.detail)?;
    }
    Ok(log.last().map_or(since, |line| line.number + 1))
}

/// The fight as it is shown once more.
fn again<'a>(args: &'a Args, input: &'a Input, seed: u64) -> Again<'a> {
    Again {
        scenario: &args.scenario,
        settings: args.settings.options(),
        seed,
        number: Some(args.number).filter(|number| *number > 0),
        policy: args.policy.map(Policy::name),
        content: input.content.as_deref(),
        entries: args.limit,
        longest: args.longest,
    }
}

fn end(
    session: &dyn Session,
    (again, over): (&Again<'_>, &Over),
    args: &Args,
    screen: &mut Screen,
) -> Result<(), Trouble> {
    let is_over = *over == Over::Yes;
    let still = match over {
        Over::Not(since) => since.as_ref(),
        Over::Yes => None,
    };
    if args.json {
        let end = FightEnd {
            end: closing::end(session, is_over),
            seed: again.seed,
            number: args.number,
            standstill: still.map(|(time, _)| *time),
        };
        return telling::json(screen, &FightLine::End(Box::new(end)));
    }
    screen.line("")?;
    if is_over {
        closing::verdict(screen, session, &Viewer::GameMaster)?;
    } else {
        let note = match still {
            Some((time, unit)) => format!("It would never be over: {}.", since(*time, unit)),
            None => "Not over at its limit.".to_owned(),
        };
        let note = screen.styled(Style::Bad, &note);
        screen.line(&note)?;
    }
    closing::creatures(screen, session, &Viewer::GameMaster)?;
    let entries = match session.entries() {
        1 => "1 entry".to_owned(),
        many => format!("{many} entries"),
    };
    let note = format!("{entries}; the same again: {again}");
    let note = screen.styled(Style::Faint, &note);
    screen.line(&note)
}
