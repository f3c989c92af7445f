//! Writes what the fuzz targets start from into `fuzz/corpus`: the scenarios of the repository and of its worked examples, beginnings of
//! their fights, and everything that can be done in one of them.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use affray_fuzz::{library, state};
use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::tape::Sensible;
use affray_kernel::{Ask, CreatureId, System, journal};
use affray_systems::threeaction::ThreeAction;
use affray_systems::threeaction::act::Window;

/// How many acts a journal begins with.
const ACTS: usize = 10;

/// What else is typed.
const CORRECTIONS: &[&str] = &[
    "set ash.hp 7",
    "set wyn.energy 3",
    "move ash to 4,4",
    "add prone to ash",
    "wyn.hp",
    "ash.conditions",
    "round",
];

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut scenarios = Vec::new();
    for path in files(&root.join("content/threeaction/scenarios"))? {
        scenarios.push(fs::read_to_string(path)?);
    }
    let journals: Vec<String> = scenarios.iter().filter_map(|text| beginning(text)).collect();
    for path in files(&root.join("crates/systems/tests/book/threeaction"))? {
        scenarios.extend(setups(&fs::read_to_string(path)?));
    }
    write("scenario", &scenarios)?;
    write("journal", &journals)?;
    write("notation", &words())
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>, _> = fs::read_dir(folder)?.collect();
    let mut paths: Vec<PathBuf> = entries?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn write(target: &str, texts: &[String]) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), text)?;
    }
    println!("{target}: {} seeds", texts.len());
    Ok(())
}

/// The journal of the first acts of a scenario.
fn beginning(scenario: &str) -> Option<String> {
    let source = Source {
        name: "scenario.toml".to_owned(),
        text: scenario.to_owned(),
    };
    let setup = ThreeAction::compose(&source, library()).ok()?;
    let mut fight = Fight::<ThreeAction>::new(setup, 1, 0).ok()?;
    for _ in 0..ACTS {
        fight.advance(&mut Sensible).ok()?;
    }
    Some(journal::whole(&fight))
}

/// The scenarios of a page of worked examples.
fn setups(page: &str) -> Vec<String> {
    let blocks = page.split("```toml setup\n").skip(1);
    let texts = blocks.filter_map(|block| block.split("```").next());
    texts
        .filter(|text| text.contains("system ="))
        .map(str::to_owned)
        .collect()
}

/// Everything that the creatures of a fight can do at its start, and some corrections.
fn words() -> Vec<String> {
    let mut words: Vec<String> = CORRECTIONS.iter().map(|&text| text.to_owned()).collect();
    for number in 0..ThreeAction::count(state()) as u16 {
        let who = CreatureId(number);
        ThreeAction::offers(state(), &Ask::open(who, Window::Turn), &mut |act| {
            words.push(ThreeAction::print(state(), Some(who), &act));
            ControlFlow::Continue(())
        });
    }
    words
}
