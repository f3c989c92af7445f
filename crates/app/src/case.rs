//! `affray case`: worked examples run.

use std::path::PathBuf;
use std::process::ExitCode;

use affray_kernel::content::Source;
use affray_kernel::example::{Case, CaseReport, Page};
use affray_kernel::prose;
use affray_table::{SystemEntry, system};

use crate::input::{self, Input};
use crate::screen::{Color, Screen, Stream, Style};
use crate::trouble::{FAILED, Trouble, rendered};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Pages of worked examples, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run only the cases whose heading has these words in it, in capitals or not.
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// Show the log of every case, or of those that fail.
    #[arg(long)]
    log: bool,
}

pub(crate) fn run(
    args: &Args,
    input: &Input,
    color: Color,
    screen: &mut Screen,
) -> Result<ExitCode, Trouble> {
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
    for failure in &report.failures {
        let place = format!("{name}:{}:", failure.line);
        let place = screen.styled(Style::Bad, &place);
        screen.line(&format!("{place} [{}] {}", case.title, failure.message))?;
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
