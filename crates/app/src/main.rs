//! `affray`: tabletop fights, played by the book.

mod advise;
mod again;
mod axis;
mod balance;
mod board;
mod case;
mod check;
mod closing;
mod duel;
mod fight;
mod figures;
mod files;
mod input;
mod interrupt;
mod knobs;
mod merge;
mod mistakes;
mod moment;
mod numbers;
mod odds;
mod output;
mod play;
mod replay;
mod report;
mod rules;
mod schema;
mod screen;
#[cfg(feature = "web")]
mod serve;
mod settings;
mod sim;
mod stages;
mod telling;
mod tournament;
mod trouble;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::input::Input;
use crate::screen::{Color, Screen};
use crate::trouble::Trouble;

/// What the program is, and what it does when nothing is said.
#[cfg(feature = "web")]
const WITHOUT_COMMAND: &str = concat!(
    env!("CARGO_PKG_DESCRIPTION"),
    ". Without a command it serves the table in the browser"
);

/// Tabletop fights, played by the book.
#[derive(Parser)]
#[command(version, about, after_help = EXIT_CODES)]
#[cfg_attr(not(feature = "web"), command(arg_required_else_help = true))]
#[cfg_attr(feature = "web", command(about = WITHOUT_COMMAND))]
struct Cli {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// A folder of content laid over what the program carries: files of the same name replace the program's own.
    #[arg(long, global = true, value_name = "DIR")]
    content: Option<PathBuf>,
    /// Without a command the table is served, and these are for it.
    #[cfg(feature = "web")]
    #[command(flatten)]
    serve: serve::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  all is well
  1  a check, a worked example or a verification has failed, nothing was found, or a fight is not over at its limit
  2  wrong usage, or a file that is not what it should be, such as one that is no text in UTF-8;
     mistakes in files that `check` and `case` look for are 1
  3  a file cannot be read or written
  4  the rules ran into a limit: a fault of the program
  130  ended by Ctrl-C";

#[derive(Subcommand)]
enum Command {
    /// Serve the table in the browser.
    #[cfg(feature = "web")]
    Serve(serve::Args),
    /// Play a scenario at the keyboard.
    Play(play::Args),
    /// Let bots fight a scenario to its end.
    Fight(fight::Args),
    /// Tell a journal again.
    Replay(replay::Args),
    /// The odds of an act.
    Odds(odds::Args),
    /// What a whole fight may come to: exactly, where it is small enough.
    Duel(duel::Args),
    /// Let bots fight a scenario a thousand times, and say what came of it.
    Sim(sim::Args),
    /// Find the value that makes a fight as hard as it should be.
    Balance(balance::Args),
    /// What of a scenario can be varied, set or searched for.
    Knobs(knobs::Args),
    /// Have policies fight each other, each on either side.
    Tournament(tournament::Args),
    /// The best commands of whoever has to act, with their odds.
    Advise(advise::Args),
    /// Join the results of shards.
    Merge(merge::Args),
    /// Look for mistakes in scenarios, content, journals and worked examples.
    Check(check::Args),
    /// Run worked examples.
    Case(case::Args),
    /// Look up rules.
    Rules(rules::Args),
    /// The JSON Schemas of scenarios, content and what commands write with `--json`.
    Schema(schema::Args),
}

fn main() -> ExitCode {
    let mut command = numbers::told_of(Cli::command());
    let matches = command.get_matches_mut();
    let cli =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit());
    let mut screen = Screen::standard(cli.color);
    let result = run(&cli, &mut screen).and_then(|code| {
        screen.flush()?;
        Ok(code)
    });
    match (result, &cli.content) {
        (Ok(code), _) => code,
        (Err(trouble), Some(folder)) => trouble.below(folder).report(cli.color),
        (Err(trouble), None) => trouble.report(cli.color),
    }
}

fn run(cli: &Cli, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let input = Input::new(cli.content.as_deref())?;
    let Some(command) = &cli.command else {
        return serve(cli, input);
    };
    #[cfg(feature = "web")]
    if cli.serve != serve::Args::default() {
        let message = "`--host`, `--port`, `--data` and `--log-json` are for the table in the browser: leave the command out, or write them behind `serve`";
        return Err(Trouble::Input(message.to_owned()));
    }
    match command {
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(args, input, cli.color),
        Command::Play(args) => play::run(args, &input, screen),
        Command::Fight(args) => fight::run(args, &input, screen),
        Command::Replay(args) => replay::run(args, &input, screen),
        Command::Odds(args) => odds::run(args, &input, screen),
        Command::Duel(args) => duel::run(args, &input, screen),
        Command::Sim(args) => sim::run(args, &input, screen),
        Command::Balance(args) => balance::run(args, &input, screen),
        Command::Knobs(args) => knobs::run(args, &input, screen),
        Command::Tournament(args) => tournament::run(args, &input, screen),
        Command::Advise(args) => advise::run(args, &input, screen),
        Command::Merge(args) => merge::run(args, screen),
        Command::Check(args) => check::run(args, &input, cli.color, screen),
        Command::Case(args) => case::run(args, &input, cli.color, screen),
        Command::Rules(args) => rules::run(args, &input, screen),
        Command::Schema(args) => schema::run(args, screen),
    }
}

#[cfg(feature = "web")]
fn serve(cli: &Cli, input: Input) -> Result<ExitCode, Trouble> {
    serve::run(&cli.serve, input, cli.color)
}

#[cfg(not(feature = "web"))]
fn serve(_: &Cli, _: Input) -> Result<ExitCode, Trouble> {
    Err(Trouble::Input("say what to do: `affray --help`".to_owned()))
}
