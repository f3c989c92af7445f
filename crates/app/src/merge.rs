//! `affray merge`: results of shards become those of the whole.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_sim::Study;

use crate::input;
use crate::screen::Screen;
use crate::sim::Joined;
use crate::trouble::Trouble;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of results that `affray sim --out FILE.json` has written, each of other fights of the same.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: Joined,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let files = args.outputs.create()?;
    let mut whole: Option<Study> = None;
    for path in &args.files {
        let wrong = |message: String| Trouble::Input(format!("{}: {message}", path.display()));
        if is_rows(path) {
            let message =
                "rows of single fights are not joined; play the shards with --out FILE.json";
            return Err(wrong(message.to_owned()));
        }
        let study = Study::read(&input::source(path)?.text);
        let study = study.map_err(|error| wrong(error.to_string()))?;
        match &mut whole {
            None => whole = Some(study),
            Some(whole) => {
                let merged = whole.merge(&study);
                merged.map_err(|error| {
                    wrong(format!("it cannot be joined with those before it: {error}"))
                })?;
            }
        }
    }
    let Some(whole) = whole else {
        return Err(Trouble::Input("there is nothing to merge".to_owned()));
    };
    files.finish(&whole)?;
    args.outputs.end(whole, screen)
}

/// Whether a file is named as one of a row for each fight.
fn is_rows(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("csv" | "jsonl"))
}
