//! `affray knobs`: what of a scenario can be varied, set or searched for.

use std::collections::BTreeSet;
use std::process::ExitCode;

use affray_kernel::content::Source;
use affray_kernel::notation::closest;
use affray_sim::knob::{self, KnobSeen, Written};
use affray_table::{SystemEntry, system_of};
use serde_json::Value;

use crate::input::Input;
use crate::output::Knobs;
use crate::screen::{Screen, Style};
use crate::settings::quoted;
use crate::telling;
use crate::trouble::{FAILED, Trouble};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario: a file, or the name of one that the program carries.
    scenario: String,
    /// Only knobs that have these words in their name or in what they mean, such as `maren hp`.
    words: Vec<String>,
    /// Write them as one value of JSON.
    #[arg(long)]
    json: bool,
}

/// What stands before the rest of a sentence that does not fit its line.
const FURTHER: &str = "      ";

pub(crate) fn run(args: &Args, input: &Input, screen: &mut Screen) -> Result<ExitCode, Trouble> {
    let scenario = input.scenario(&args.scenario)?;
    // Mistakes of the scenario itself are shown at their places.
    input.open_source(&scenario, 0)?;
    let mut all = of(input, &scenario)?;
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    all.retain(|one| {
        let text = format!("{} {}", one.knob, one.means).to_lowercase();
        words.iter().all(|word| text.contains(word))
    });
    if args.json {
        let code = if all.is_empty() { FAILED } else { 0 };
        telling::json(screen, &Knobs { knobs: all })?;
        return Ok(ExitCode::from(code));
    }
    if all.is_empty() {
        let words = args.words.join(" ");
        let message = format!("no knob of {} has `{words}` in it", args.scenario);
        return Err(Trouble::NotFound(message));
    }
    let name = quoted(&args.scenario);
    let title = format!(
        "{}: what can be varied (`affray sim {name} --vary KNOB=VALUES`, `affray balance {name} --by KNOB=VALUES`) and set (`--set KNOB=VALUE`)",
        args.scenario
    );
    let title = screen.styled(Style::Heading, &title);
    screen.wrapped(FURTHER, &title)?;
    if words.is_empty() {
        overview(screen, &all)?;
    } else {
        for one in &all {
            screen.wrapped(FURTHER, &format!("  {}{}", one.knob, told(one)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Every knob of a scenario that has been read.
pub(crate) fn of(input: &Input, scenario: &Source) -> Result<Vec<KnobSeen>, Trouble> {
    let system = system_of(scenario).map_err(Trouble::from)?;
    let content = input.library.of(system.id);
    let all = knob::list(scenario, &content, &schema(system));
    all.map_err(|error| Trouble::Input(error.to_string()))
}

/// What may be written in the scenarios of a system.
pub(crate) fn schema(system: &SystemEntry) -> Value {
    let mut schemas = (system.schemas)().into_iter();
    let found = schemas.find(|(name, _)| *name == "scenario");
    found.map_or(Value::Null, |(_, schema)| schema)
}

/// The most knobs of similar names that are named.
const NEAR_MAX: usize = 3;

/// The keys, of whomever it is about, that come nearest to those of a knob that there is none of.
pub(crate) fn near(input: &Input, scenario: &Source, path: &str) -> Vec<String> {
    let all = of(input, scenario).unwrap_or_default();
    let is_of = |one: &&KnobSeen| {
        let rest = path.strip_prefix(&one.of);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let mut known: Vec<&KnobSeen> = all.iter().filter(is_of).collect();
    let Some(key) = known.first().and_then(|one| path.get(one.of.len() + 1..)) else {
        return Vec::new();
    };
    let mut near: Vec<String> = Vec::new();
    while near.len() < NEAR_MAX {
        let Some(found) = closest(key, known.iter().map(|one| one.key.as_str())) else {
            break;
        };
        known.retain(|one| one.key != found);
        near.push(found);
    }
    near
}

/// What is written of each creature, and once what any of them may be given.
fn overview(screen: &mut Screen, all: &[KnobSeen]) -> Result<(), Trouble> {
    let is_of_all = |one: &&KnobSeen| ["options", "start"].contains(&one.of.as_str());
    let (of_all, of_creatures): (Vec<&KnobSeen>, Vec<&KnobSeen>) = all.iter().partition(is_of_all);
    let mut begun = "";
    for one in &of_creatures {
        if one.of != begun {
            begun = &one.of;
            let own = of_creatures.iter().filter(|other| other.of == one.of);
            let written = own.filter_map(|one| match (one.from, &one.value) {
                (Some(Written::Scenario | Written::Kind), Some(value)) => {
                    Some(format!("{} = {}", one.key, plain(value)))
                }
                _ => None,
            });
            let written: Vec<String> = written.collect();
            screen.wrapped(FURTHER, &format!("  {}: {}", one.of, written.join(", ")))?;
        }
    }
    heading(screen, "Any creature (CREATURE.KEY)")?;
    let mut told_of: BTreeSet<&str> = BTreeSet::new();
    for one in of_creatures {
        if told_of.insert(&one.key) {
            let usual = one.from.filter(|from| *from == Written::Default);
            let usual = usual.and(one.value.as_ref());
            let usual = usual.map_or_else(String::new, |value| format!(" = {}", plain(value)));
            let (key, means) = (&one.key, meaning(one));
            screen.wrapped(FURTHER, &format!("  {key}{usual}{means}"))?;
        }
    }
    for (of, title) in [
        ("options", "Rulings (options.KEY)"),
        ("start", "How far the fight has come (start.KEY)"),
    ] {
        heading(screen, title)?;
        for one in of_all.iter().filter(|one| one.of == of) {
            screen.wrapped(FURTHER, &format!("  {}{}", one.key, told(one)))?;
        }
    }
    Ok(())
}

fn heading(screen: &mut Screen, text: &str) -> Result<(), Trouble> {
    let text = screen.styled(Style::Heading, text);
    screen.line("")?;
    screen.line(&text)
}

/// ` = 54 (its kind's): Maximum Hit Points (a whole number)`.
fn told(one: &KnobSeen) -> String {
    let whose = match one.from {
        Some(Written::Kind) => " (its kind's)",
        Some(Written::Default) => " (where nothing is written)",
        Some(Written::Scenario) | None => "",
    };
    let value = one.value.as_ref();
    let value = value.map_or_else(String::new, |value| format!(" = {}{whose}", plain(value)));
    value + &meaning(one)
}

fn meaning(one: &KnobSeen) -> String {
    let means = one.means.trim_end_matches('.');
    let colon = if means.is_empty() { "" } else { ": " };
    format!("{colon}{means} ({})", one.takes)
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(plain).collect();
            format!("[{}]", all.join(", "))
        }
        other => other.to_string(),
    }
}
