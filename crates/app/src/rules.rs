//! `affray rules`: rules looked up, and how many of them the worked examples exercise.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use affray_kernel::RuleId;
use affray_kernel::example::Page;
use affray_kernel::notation::closest;
use affray_table::{RuleText, SystemEntry, systems};

use crate::case;
use crate::input::{self, Input};
use crate::output::RulesLine;
use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::{FAILED, Trouble};

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// A system, if only its rules are wanted, and the words to look for.
    #[arg(value_name = "SYSTEM | WORDS")]
    words: Vec<String>,
    /// Write the rules as lines of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum What {
    /// Which rules the worked examples do not exercise.
    Coverage(CoverageArgs),
}

#[derive(clap::Args)]
struct CoverageArgs {
    /// Pages of worked examples, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Fail when a rule is missing.
    #[arg(long)]
    strict: bool,
}

/// So many rules of each system are shown that are found: nobody reads further.
const SHOWN_MAX: usize = 200;

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    if let Some(What::Coverage(args)) = &args.what {
        return coverage(args, input, screen);
    }
    let (only, words) = of_system(&args.words);
    if words.is_empty() && only.is_none() {
        return list(args, screen);
    }
    let query = words.join(" ");
    let mut has_any = false;
    for system in systems() {
        if only.is_some_and(|only| only.id != system.id) {
            continue;
        }
        let found = system.search_rules(&query);
        has_any |= !found.is_empty();
        show(screen, args, system, &found, words.is_empty())?;
    }
    if !has_any {
        let unmeant = words.first().filter(|_| only.is_none());
        let none = format!("no such rule{}", meant(unmeant.map(String::as_str)));
        if args.json {
            return Err(Trouble::NotFound(none));
        }
        screen.line(&none)?;
        return Ok(ExitCode::from(FAILED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The system that the words begin with, alone or before an id (`energy/aura`), and the words behind it.
fn of_system(words: &[String]) -> (Option<&'static SystemEntry>, Vec<String>) {
    let mut words = words.to_vec();
    let named = |word: &str| {
        let mut all = systems().iter();
        all.find(|system| system.id.eq_ignore_ascii_case(word))
            .copied()
    };
    let Some(first) = words.first().cloned() else {
        return (None, words);
    };
    if let Some(system) = named(&first) {
        words.remove(0);
        return (Some(system), words);
    }
    let split = first.split_once('/');
    let of_id = split.and_then(|(word, id)| Some((named(word)?, id)));
    if let Some((_, id)) = of_id {
        words[0] = id.to_owned();
    }
    (of_id.map(|(system, _)| system), words)
}

/// The systems, with how many rules each has.
fn list(args: &Args, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    for system in systems() {
        let rules = (system.catalogue)().rules.len();
        let binding = (system.covered)(&BTreeSet::new()).binding;
        if args.json {
            let line = RulesLine::System {
                system: system.id,
                name: system.name,
                rules,
                binding,
            };
            telling::json(screen, &line)?;
            continue;
        }
        let id = screen.styled(Style::Heading, system.id);
        screen.line(&format!(
            "{id}  {}, {rules} rules, {binding} of them binding",
            system.name
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was found in a system: ids in full, rules as many as are read, values of JSON in full.
fn show(
    screen: &mut Screen,
    args: &Args,
    system: &SystemEntry,
    found: &[RuleText],
    briefly: bool,
) -> Result<(), Trouble> {
    if args.json {
        let mut every = found.iter().map(|rule| RulesLine::Rule {
            system: system.id,
            rule,
        });
        return every.try_for_each(|found| telling::json(screen, &found));
    }
    let shown = if briefly { found.len() } else { SHOWN_MAX };
    for rule in found.iter().take(shown) {
        self::rule(screen, system, rule, briefly)?;
    }
    match found.len().saturating_sub(shown) {
        0 => Ok(()),
        more => screen.line(&format!("… and {more} more of {}", system.name)),
    }
}

/// The system that was perhaps meant by the first word.
fn meant(first: Option<&str>) -> String {
    let near = first.and_then(|word| closest(word, systems().iter().map(|system| system.id)));
    near.map(|near| format!("; did you mean the system `{near}`?"))
        .unwrap_or_default()
}

/// A rule in full, or its id alone.
fn rule(
    screen: &mut Screen,
    system: &SystemEntry,
    rule: &RuleText,
    briefly: bool,
) -> Result<(), Trouble> {
    let id = screen.styled(Style::Heading, &rule.id);
    if briefly {
        return screen.line(&id);
    }
    screen.line(&format!("{id}  ({})", system.name))?;
    screen.line(&format!("    {}", rule.text))?;
    if let Some(formula) = &rule.formula {
        screen.line(&format!("    Formula: {formula}"))?;
    }
    if let Some(ruling) = &rule.ruling {
        screen.line(&format!("    Ruling: {ruling}"))?;
    }
    Ok(())
}

fn coverage(args: &CoverageArgs, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let mut cited: Vec<(&SystemEntry, BTreeSet<RuleId>)> = Vec::new();
    for file in input::pages(&args.files)? {
        let page = Page::parse(input::source(&file)?)?;
        for (one, report) in case::run_page(&page, input, None)? {
            let system = case::system_of(&page, one)?;
            match cited.iter_mut().find(|(known, _)| known.id == system.id) {
                Some((_, rules)) => rules.extend(report.cited),
                None => cited.push((system, report.cited)),
            }
        }
    }
    let mut missing = 0;
    for (system, rules) in &cited {
        let coverage = (system.covered)(rules);
        let catalogue = (system.catalogue)();
        let exercised = coverage.binding - coverage.missing.len();
        let heading = format!(
            "{}: {exercised} of {} rules exercised",
            system.name, coverage.binding
        );
        let heading = screen.styled(Style::Heading, &heading);
        screen.line(&heading)?;
        for rule in &coverage.missing {
            screen.line(&format!("  missing: {}", catalogue.id(*rule)))?;
        }
        missing += coverage.missing.len();
    }
    Ok(if args.strict && missing > 0 {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    })
}
