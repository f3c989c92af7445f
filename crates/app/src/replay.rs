//! `affray replay`: a journal told again.

use std::path::PathBuf;
use std::process::ExitCode;

use affray_table::{Kind, Session, Standing, Viewer, open_journal};

use crate::closing;
use crate::input::{self, Input};
use crate::numbers::{ANY, whole};
use crate::output::ReplayLine;
use crate::screen::{Screen, Style};
use crate::telling::{self, Detail};
use crate::trouble::{FAILED, Trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal.
    journal: PathBuf,
    /// Run the rules again and compare what comes of it with what the journal says.
    #[arg(long)]
    verify: bool,
    /// Tell a course that was left after an undo, by its number, instead of the one in force.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(ANY))]
    branch: Option<usize>,
    #[command(flatten)]
    detail: Detail,
    /// Write the log as lines of JSON, and how the fight stands at its end.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, _: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let source = input::journal(&args.journal)?;
    let resumed = open_journal(&source.text)
        .map_err(|error| Trouble::Input(format!("{}: {error}", source.name)))?;
    let mut session = resumed.session;
    let viewer = Viewer::GameMaster;
    if let Some(number) = args.branch {
        session.take_branch(number, &viewer)?;
    }
    let mut log = session.log(0, &viewer);
    let next = log.len() as u64;
    log.retain(|line| line.kind == Kind::Told);
    log.extend(session.in_progress(next, &viewer));
    if args.json {
        for line in &log {
            telling::json(screen, &ReplayLine::Log(line))?;
        }
        for branch in session.branches(&viewer) {
            telling::json(screen, &ReplayLine::Branch(&branch))?;
        }
        let is_over = matches!(session.standing(&viewer), Standing::Over { .. });
        let end = closing::end(session.as_ref(), is_over);
        telling::json(screen, &ReplayLine::End(Box::new(end)))?;
    } else {
        telling::lines(screen, &log, args.detail)?;
        if let Some(line) = resumed.cut {
            let note = format!("line {line} is cut off in the middle and was left out");
            let note = screen.styled(Style::Bad, &note);
            screen.line(&note)?;
        }
        closing::verdict(screen, session.as_ref(), &viewer)?;
        if args.branch.is_none() {
            branches(screen, session.as_ref())?;
        }
    }
    if !args.verify {
        return Ok(ExitCode::SUCCESS);
    }
    let verification = session.verify();
    if args.json {
        telling::json(screen, &ReplayLine::Verification(&verification))?;
    }
    match verification.difference {
        None => {
            if !args.json {
                let entries = verification.entries;
                let note = format!("{entries} entries replayed: the same facts");
                let note = screen.styled(Style::Good, &note);
                screen.line(&note)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Some((entry, difference)) => {
            if !args.json {
                let note = format!("entry {entry} comes out otherwise: {difference}");
                let note = screen.styled(Style::Bad, &note);
                screen.line(&note)?;
            }
            Ok(ExitCode::from(FAILED))
        }
    }
}

/// Says which other courses there are.
fn branches(screen: &mut Screen, session: &dyn Session) -> Result<(), Trouble> {
    let branches = session.branches(&Viewer::GameMaster);
    if branches.is_empty() {
        return Ok(());
    }
    let note = screen.styled(
        Style::Faint,
        "Courses that were left (`--branch N` tells one):",
    );
    screen.line(&note)?;
    telling::branches(screen, &branches)
}
