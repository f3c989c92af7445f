//! `affray case`: worked examples run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_kernel::content::Source;
use affray_kernel::example::{Case, CaseReport, Page};
use affray_kernel::prose;
use affray_table::{SystemEntry, system};

use crate::input::{self, Input};
use crate::mistakes::Mistake;
use crate::output::{Example, Examples, FailureTold};
use crate::screen::{Color, Screen, Stream, Style};
use crate::telling;
use crate::trouble::{FAILED, Trouble, rendered};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Pages of worked examples, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run only the cases whose heading has these words in it, in capitals or not.
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// Show the log of every case.
    #[arg(long)]
    log: bool,
    /// Write what came of every case as one value of JSON: what was expected, what came, which rules were at work.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    input: &Input,
    color: Color,
    screen: &mut Screen,
) -> Result<ExitCode, Trouble> {
    if args.json {
        return run_for_programs(args, input, screen);
    }
    let files = input::pages(&args.files)?;
    let (mut cases, mut failed, mut unread) = (0, 0, 0);
    for file in &files {
        let source = input::source(file)?;
        let page = match Page::parse(source) {
            Ok(page) => page,
            Err(problems) => {
                screen.text(&rendered(&problems.into(), color, Stream::Output))?;
                unread += 1;
                continue;
            }
        };
        for (case, report) in run_page(&page, input, args.only.as_deref())? {
            cases += 1;
            failed += usize::from(!report.failures.is_empty());
            tell(&page, case, &report, args.log, screen)?;
        }
    }
    let mut summary = format!("{}, {failed} failed", prose::count(cases, "case"));
    if unread > 0 {
        let pages = prose::count(unread, "page");
        summary.push_str(&format!(
            "; {pages} with mistakes, of which no case was run"
        ));
    }
    let mut is_good = failed == 0 && unread == 0;
    if let (0, 0, Some(words)) = (cases, unread, &args.only) {
        summary = format!("no case has `{words}` in its heading");
        is_good = false;
    }
    let style = if is_good { Style::Good } else { Style::Bad };
    let summary = screen.styled(style, &summary);
    screen.line(&summary)?;
    Ok(if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILED)
    })
}

/// As [`run`], with all that came of it, and all that stands in its way, as one value of JSON.
fn run_for_programs(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let mut sheet = Sheet::default();
    match input::pages(&args.files) {
        Ok(files) => {
            for file in &files {
                sheet.add(file, args, input);
            }
        }
        Err(trouble) => sheet.fail(None, &trouble, trouble.code()),
    }
    if let (true, 0, Some(words)) = (sheet.examples.is_empty(), sheet.code, &args.only) {
        let none = format!("no case has `{words}` in its heading");
        sheet.fail(None, &Trouble::NotFound(none), FAILED);
    }
    let Sheet {
        examples,
        mistakes,
        code,
    } = sheet;
    telling::json(screen, &Examples { examples, mistakes })?;
    Ok(ExitCode::from(code))
}

/// What a program reads of cases.
#[derive(Default)]
struct Sheet {
    examples: Vec<Example>,
    /// What kept examples from being run.
    mistakes: Vec<Mistake>,
    /// The exit code: what cannot be read outweighs what is not as it should be.
    code: u8,
}

impl Sheet {
    fn fail(&mut self, file: Option<&Path>, trouble: &Trouble, code: u8) {
        self.mistakes.extend(Mistake::of_trouble(trouble, file));
        self.code = self.code.max(code);
    }

    /// Runs the cases of a page.
    fn add(&mut self, file: &Path, args: &Args, input: &Input) {
        let page = match input::source(file).map(Page::parse) {
            Ok(Ok(page)) => page,
            Ok(Err(problems)) => return self.fail(Some(file), &problems.into(), FAILED),
            Err(trouble) => return self.fail(Some(file), &trouble, trouble.code()),
        };
        let told = run_page(&page, input, args.only.as_deref()).and_then(|reports| {
            let told = reports.iter().map(|(case, report)| {
                let told = as_json(&page, case, report, args.log)?;
                Ok((told, report.failures.is_empty()))
            });
            told.collect::<Result<Vec<_>, Trouble>>()
        });
        match told {
            Ok(told) => {
                for (example, holds) in told {
                    self.examples.push(example);
                    self.code = self.code.max(if holds { 0 } else { FAILED });
                }
            }
            Err(trouble) => self.fail(Some(file), &trouble, trouble.code()),
        }
    }
}

/// What came of a case.
fn as_json(
    page: &Page,
    case: &Case,
    report: &CaseReport,
    with_log: bool,
) -> Result<Example, Trouble> {
    let catalogue = (system_of(page, case)?.catalogue)();
    let rules = report.cited.iter().map(|rule| catalogue.id(*rule));
    let log = report.log.iter().map(|told| told.sentence.text.clone());
    let failures = report.failures.iter();
    let failures = failures.map(|failure| FailureTold::new(failure, catalogue));
    Ok(Example {
        file: page.source.name.clone(),
        line: case.line,
        heading: case.title.clone(),
        holds: report.failures.is_empty(),
        rules: rules.collect(),
        failures: failures.collect(),
        log: with_log.then(|| log.collect()),
    })
}

/// Runs the cases of a page.
pub(crate) fn run_page<'p>(
    page: &'p Page,
    input: &Input,
    only: Option<&str>,
) -> Result<Vec<(&'p Case, CaseReport)>, Trouble> {
    let mut reports = Vec::new();
    let only = only.map(str::to_lowercase);
    for case in &page.cases {
        if only
            .as_ref()
            .is_some_and(|words| !case.title.to_lowercase().contains(words))
        {
            continue;
        }
        let system = system_of(page, case)?;
        let library: Vec<Source> = input.library.of(system.id);
        reports.push((case, (system.run_case)(page, case, &library)));
    }
    Ok(reports)
}

/// The system that a case's scenario names.
pub(crate) fn system_of(page: &Page, case: &Case) -> Result<&'static SystemEntry, Trouble> {
    let setup = case.setup.to_table();
    let Some(named) = setup.get("system").and_then(|named| named.as_str()) else {
        let place = format!("{}:{}", page.source.name, case.line);
        return Err(Trouble::Input(format!(
            "{place}: the scenario names no system (write `system = \"...\"` in the page's setup)"
        )));
    };
    Ok(system(named)?)
}

fn tell(
    page: &Page,
    case: &Case,
    report: &CaseReport,
    with_log: bool,
    screen: &mut Screen,
) -> Result<(), Trouble> {
    let name = &page.source.name;
    let catalogue = (system_of(page, case)?.catalogue)();
    for failure in &report.failures {
        let place = format!("{name}:{}:", failure.line);
        let place = screen.styled(Style::Bad, &place);
        screen.line(&format!("{place} [{}] {}", case.title, failure.message))?;
        let rules: Vec<&str> = failure
            .at_work
            .iter()
            .map(|rule| catalogue.id(*rule))
            .collect();
        if !rules.is_empty() {
            let rules = format!("    rules at work: {}", rules.join(", "));
            let rules = screen.styled(Style::Faint, &rules);
            screen.wrapped("    ", &rules)?;
        }
    }
    if with_log {
        let heading = screen.styled(Style::Heading, &case.title);
        screen.line(&heading)?;
        for told in &report.log {
            screen.line(&format!("    {}", told.sentence.text))?;
        }
    }
    Ok(())
}
