//! What is to be played: a scenario with its variations, or two of them.

use std::fmt;
use std::str::FromStr;

use affray_kernel::content::Source;
use affray_sim::Arena;
use affray_sim::knob::{self, Knob, KnobError, ROOM_MAX, Setting, VALUES_MAX};
use affray_table::{CannotOpen, Policy, system_of};
use serde_json::Value;

use crate::input::Input;
use crate::knobs;
use crate::trouble::Trouble;

/// A part of a whole, written as a percentage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fraction(pub(crate) f64);

impl FromStr for Fraction {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no percentage between 0% and 100%, such as 0.5%");
        // Without the sign nobody knows whether 0.5 is half of all or a half of a hundredth.
        let Some(number) = text.strip_suffix('%') else {
            return Err(match text.parse::<f64>() {
                Ok(number) if number > 0.0 && number < 1.0 => {
                    let whole = Self(number);
                    format!("write {whole} or {text}%, whichever is meant, with its sign")
                }
                Ok(_) => format!("write {text}% with its sign"),
                Err(_) => wrong(),
            });
        };
        let number: f64 = number.trim().parse().map_err(|_| wrong())?;
        let fraction = number / 100.0;
        if fraction > 0.0 && fraction < 1.0 {
            Ok(Self(fraction))
        } else {
            Err(wrong())
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As many places as somebody would type, and none that only binary fractions have.
        let digits = format!("{:.6}", self.0 * 100.0);
        write!(
            to,
            "{}%",
            digits.trim_end_matches('0').trim_end_matches('.')
        )
    }
}

/// One of several parts, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    pub(crate) part: u64,
    pub(crate) of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(part, of)| Some((part.parse().ok()?, of.parse::<u32>().ok()?)));
        match numbers {
            Some((part, of)) if (1..=u64::from(of)).contains(&part) => Ok(Self {
                part,
                of: u64::from(of),
            }),
            Some((part, of)) => Err(format!(
                "there is no part {part} of {of}: parts are 1 to {of}"
            )),
            None => Err(format!(
                "`{text}` is no part; write 3/8 for the third of eight"
            )),
        }
    }
}

/// A scenario that will be played, or a variation of one.
pub(crate) struct Planned {
    pub(crate) scenario: String,
    pub(crate) knobs: Vec<(String, Setting)>,
    pub(crate) arena: Box<dyn Arena>,
}

/// Two scenarios that are compared.
pub(super) fn two(
    input: &Input,
    first: &str,
    second: &str,
    policy: Option<Policy>,
) -> Result<Vec<Planned>, Trouble> {
    let planned = |name: &str| -> Result<Planned, Trouble> {
        let scenario = input.scenario(name)?;
        Ok(Planned {
            scenario: name.to_owned(),
            knobs: Vec::new(),
            arena: input.arena(&scenario, policy)?,
        })
    };
    let (one, other) = (planned(first)?, planned(second)?);
    let sides = &other.arena.cast().sides;
    if !one
        .arena
        .cast()
        .sides
        .iter()
        .any(|side| sides.contains(side))
    {
        let message = format!(
            "`{first}` and `{second}` have no side of the same name to compare: {}; {}",
            one.arena.cast().sides.join(", "),
            sides.join(", ")
        );
        return Err(Trouble::Input(message));
    }
    Ok(vec![one, other])
}

/// A scenario with every combination of what is varied.
pub(super) fn variations(
    input: &Input,
    name: &str,
    vary: &[String],
    policy: Option<Policy>,
) -> Result<Vec<Planned>, Trouble> {
    let scenario = input.scenario(name)?;
    // Mistakes of the scenario itself are shown at their places before anything is varied.
    let plain = input.arena(&scenario, policy)?;
    if vary.is_empty() {
        return Ok(vec![Planned {
            scenario: name.to_owned(),
            knobs: Vec::new(),
            arena: plain,
        }]);
    }
    let knobs: Vec<Knob> = vary
        .iter()
        .map(|text| Knob::read(text).map_err(|error| Trouble::Input(error.to_string())))
        .collect::<Result<_, _>>()?;
    combinations(&knobs)?
        .into_iter()
        .map(|knobs| variation(input, (name, &scenario), knobs, policy))
        .collect()
}

/// Every combination of the values of the knobs, the last one changing fastest.
fn combinations(knobs: &[Knob]) -> Result<Vec<Vec<(String, Setting)>>, Trouble> {
    let mut all = vec![Vec::new()];
    for (place, knob) in knobs.iter().enumerate() {
        if knobs[..place].iter().any(|other| other.path == knob.path) {
            let message = format!("`{}` is varied twice", knob.path);
            return Err(Trouble::Input(message));
        }
        if all.len() * knob.values.len() > VALUES_MAX {
            let message =
                format!("there are more than {VALUES_MAX} combinations; use larger steps");
            return Err(Trouble::Input(message));
        }
        let set = |known: &Vec<(String, Setting)>, value: &Setting| {
            let mut known = known.clone();
            known.push((knob.path.clone(), value.clone()));
            known
        };
        all = all
            .iter()
            .flat_map(|known| knob.values.iter().map(move |value| set(known, value)))
            .collect();
    }
    Ok(all)
}

/// A scenario with these values set, called as it was asked for.
pub(crate) fn variation(
    input: &Input,
    (name, scenario): (&str, &Source),
    knobs: Vec<(String, Setting)>,
    policy: Option<Policy>,
) -> Result<Planned, Trouble> {
    let arena = varied(input, scenario, &knobs, |set| input.arena(set, policy))?;
    Ok(Planned {
        scenario: name.to_owned(),
        knobs,
        arena,
    })
}

/// What `open` makes of a scenario with these values set.
pub(crate) fn varied<T>(
    input: &Input,
    scenario: &Source,
    knobs: &[(String, Setting)],
    open: impl Fn(&Source) -> Result<T, CannotOpen>,
) -> Result<T, Trouble> {
    let system = system_of(scenario).map_err(Trouble::from)?;
    let content = input.library.of(system.id);
    // Tables are only begun as a kind has them where a key within one is set.
    let is_within = knobs.iter().any(|(path, _)| path.matches('.').count() > 1);
    let schema = match is_within {
        true => knobs::schema(system),
        false => Value::Null,
    };
    let set = |room| {
        let set = knob::set(scenario, knobs, room, (&content, &schema));
        set.map_err(|error| Trouble::Input(format!("{error}{}", listed(&error))))
    };
    let dense = set(1)?;
    let refused = match open(&dense) {
        Ok(opened) => return Ok(opened),
        Err(error) => error,
    };
    // Those by whom a group grows may be larger than a square.
    for room in 2..=ROOM_MAX {
        let wide = set(room)?;
        if wide.text == dense.text {
            break;
        }
        if let Ok(opened) = open(&wide) {
            return Ok(opened);
        }
    }
    let written = knobs
        .iter()
        .map(|(path, value)| format!("{path} = {value}"));
    let written: Vec<String> = written.collect();
    Err(Trouble::Input(format!(
        "with {}: {}{}",
        written.join(", "),
        mistakes(&refused),
        unknown(input, scenario, knobs)
    )))
}

/// How all knobs are listed.
const LIST: &str = "; `affray knobs SCENARIO` lists what there is";

/// The same, where a knob was not found.
fn listed(error: &KnobError) -> &'static str {
    match error {
        KnobError::NoCreature { .. } => LIST,
        _ => "",
    }
}

/// Which knobs have names like those that are none, and how all are listed.
fn unknown(input: &Input, scenario: &Source, knobs: &[(String, Setting)]) -> String {
    let known = knobs::of(input, scenario).unwrap_or_default();
    let is_known = |path: &str| known.iter().any(|one| one.knob == path);
    let Some((path, _)) = knobs.iter().find(|(path, _)| !is_known(path)) else {
        return String::new();
    };
    match knobs::near(input, scenario, path).as_slice() {
        [] => LIST.to_owned(),
        near => format!("; near it: {}{LIST}", near.join(", ")),
    }
}

/// What is wrong, without places: they are those of a text that nobody has written.
fn mistakes(error: &CannotOpen) -> String {
    let CannotOpen::Problems(problems) = error else {
        return error.to_string();
    };
    let problems = problems.files.iter().flat_map(|file| &file.list);
    let told = problems.map(|problem| match &problem.hint {
        Some(hint) => format!("{} ({hint})", problem.message),
        None => problem.message.clone(),
    });
    told.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_and_parts_are_read() {
        assert_eq!("0.5%".parse(), Ok(Fraction(0.005)));
        for wrong in [
            "0%", "100%", "120%", "-3%", "half", "", "NaN%", "0.65", "1", "50",
        ] {
            assert!(wrong.parse::<Fraction>().is_err(), "{wrong}");
        }
        for written in ["0.5%", "65%", "33.3%", "0.65%"] {
            let read: Fraction = written.parse().expect("a percentage");
            assert_eq!(read.to_string(), written);
        }
        let told = |text: &str| text.parse::<Fraction>().expect_err(text);
        assert_eq!(
            told("0.65"),
            "write 65% or 0.65%, whichever is meant, with its sign"
        );
        assert_eq!(told("50"), "write 50% with its sign");
        assert_eq!("3/8".parse(), Ok(Shard { part: 3, of: 8 }));
        for wrong in ["9/8", "0/8", "1/0", "3", "a/b", "-1/8"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn knobs_are_combined() {
        let knobs = ["a.x=1..2", "b.y=true,false"].map(|text| Knob::read(text).expect("a knob"));
        let all = combinations(&knobs).expect("few");
        assert_eq!(all.len(), 4);
        assert_eq!(all[1][1].1, Setting::Truth(false));
        let twice = ["a.x=1", "a.x=2"].map(|text| Knob::read(text).expect("a knob"));
        assert!(combinations(&twice).is_err());
        let many = ["a.x=1..100", "b.y=1..100"].map(|text| Knob::read(text).expect("a knob"));
        assert!(combinations(&many).is_err());
    }
}
