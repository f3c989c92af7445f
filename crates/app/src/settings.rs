//! Values of a scenario that are set before it is played.

use affray_kernel::content::Source;
use affray_sim::knob::{Knob, Setting};
use affray_table::open_scenario;

use crate::input::Input;
use crate::sim::varied;
use crate::trouble::Trouble;

/// What is set.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// Set a value of the scenario: CREATURE.KEY=VALUE, such as ogre.max_hp=40; once for each value.
    #[arg(long, value_name = "KNOB", value_parser = read)]
    set: Vec<(String, Setting)>,
}

fn read(text: &str) -> Result<(String, Setting), String> {
    let one = || {
        format!(
            "`{text}` does not set a value to one thing; write CREATURE.KEY=VALUE, such as `ogre.max_hp=40`"
        )
    };
    let knob = Knob::read(text).map_err(|_| one())?;
    match <[Setting; 1]>::try_from(knob.values) {
        Ok([setting]) => Ok((knob.path, setting)),
        Err(_) => Err(one()),
    }
}

impl Settings {
    pub(crate) fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// What is set to what.
    pub(crate) fn knobs(&self) -> &[(String, Setting)] {
        &self.set
    }

    /// The options as they are typed.
    pub(crate) fn options(&self) -> Vec<String> {
        let set = self.set.iter();
        set.map(|(path, setting)| option(path, &setting.to_string()))
            .collect()
    }

    /// The scenario with the values set.
    pub(crate) fn apply(&self, input: &Input, scenario: Source) -> Result<Source, Trouble> {
        if self.is_empty() {
            return Ok(scenario);
        }
        for (place, (path, _)) in self.set.iter().enumerate() {
            if self.set[..place].iter().any(|(other, _)| other == path) {
                return Err(Trouble::Input(format!("`{path}` is set twice")));
            }
        }
        // Mistakes of the scenario itself are shown at their places before anything is set.
        input.open_source(&scenario, 0)?;
        varied(input, &scenario, &self.set, |set| {
            open_scenario(set, &input.library, 0)?;
            Ok(set.clone())
        })
    }
}

/// An option that sets a value, as it is typed in a shell.
pub(crate) fn option(path: &str, value: &str) -> String {
    format!("--set {}", quoted(&format!("{path}={value}")))
}

/// A word as it is typed in a shell.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./=:,+%@".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_is_read() {
        let read = |text: &str| read(text).ok();
        let known = ("ogre.max_hp".to_owned(), Setting::Number(40));
        assert_eq!(read("ogre.max_hp=40"), Some(known));
        assert_eq!(read("ogre.max_hp=40..60"), None);
        assert_eq!(read("ogre.policy=simple,random"), None);
        assert_eq!(read("ogre"), None);
        let told = super::read("ogre").expect_err("nothing is set");
        assert!(told.contains("CREATURE.KEY=VALUE"), "{told}");
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(option("ogre.max_hp", "40"), "--set ogre.max_hp=40");
        assert_eq!(option("bow man.str", "4"), "--set 'bow man.str=4'");
        assert_eq!(
            quoted("the miller's fight.toml"),
            "'the miller'\\''s fight.toml'"
        );
        assert_eq!(quoted(""), "''");
    }
}
