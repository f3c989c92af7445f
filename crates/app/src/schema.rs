//! `affray schema`: the JSON Schemas of scenarios and content, and of what commands write with `--json`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray_table::systems;

use crate::files;
use crate::output;
use crate::screen::Screen;
use crate::telling;
use crate::trouble::Trouble;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write each schema to a file below this folder, one folder a system, and one for what commands write. Without it all go to the output as one JSON object.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the types of the page's protocol in TypeScript to files in this folder instead.
    #[cfg(feature = "web")]
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    typescript: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    #[cfg(feature = "web")]
    if let Some(folder) = &args.typescript {
        return typescript(folder, screen);
    }
    let mut all = serde_json::Map::new();
    for system in systems() {
        for (name, schema) in (system.schemas)() {
            all.insert(format!("{}/{name}.schema.json", system.id), schema);
        }
    }
    for (command, schema) in output::schemas() {
        all.insert(format!("output/{command}.schema.json"), schema);
    }
    let Some(folder) = &args.out else {
        telling::json(screen, &all)?;
        return Ok(ExitCode::SUCCESS);
    };
    for (name, schema) in all {
        write(&folder.join(&name), &format!("{schema:#}\n"), screen)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "web")]
fn typescript(folder: &Path, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    for (name, text) in affray_server::typescript::files() {
        write(&folder.join(&name), &text, screen)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str, screen: &mut Screen) -> Result<(), Trouble> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|error| Trouble::file(parent, error))?;
    }
    files::write(path, text)?;
    screen.line(&path.display().to_string())
}
