//! What scenarios say of themselves.

use affray_kernel::content::Source;
use toml::{Table, Value};

/// A scenario as it is listed.
pub(crate) struct Summary {
    /// What it is called: what it says itself, or the name of its file.
    pub(crate) title: String,
    /// What it says of its fight.
    pub(crate) about: String,
    /// How many creatures fight.
    pub(crate) creatures: usize,
}

impl Summary {
    /// What a scenario says of itself; one that cannot be read says nothing.
    pub(crate) fn of(scenario: &Source) -> Self {
        let table = scenario.text.parse::<Table>().unwrap_or_default();
        let word = |key: &str| table.get(key).and_then(Value::as_str);
        let file = scenario.name.rsplit('/').next().unwrap_or_default();
        let title = word("name").unwrap_or_else(|| file.trim_end_matches(".toml"));
        Self {
            title: title.to_owned(),
            about: word("about").unwrap_or_default().trim().to_owned(),
            creatures: creatures(&table),
        }
    }
}

/// How many creatures there are, those counted that are written once for several.
fn creatures(scenario: &Table) -> usize {
    let written = scenario.get("creature").and_then(Value::as_array);
    let count = |creature: &Value| {
        let count = creature.get("count").and_then(Value::as_integer);
        count.map_or(1, |count| usize::try_from(count).unwrap_or_default())
    };
    written.into_iter().flatten().map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_say_what_they_are_called_and_how_many_fight() {
        let of = |text: &str| Summary::of(&Source::new("chess/scenarios/opening.toml", text));
        let named = of(
            "name = \"Mate\"\nabout = \" In three. \"\n[[creature]]\nname = \"king\"\n[[creature]]\ncount = 8\n",
        );
        assert_eq!(
            (named.title.as_str(), named.about.as_str()),
            ("Mate", "In three.")
        );
        assert_eq!(named.creatures, 9);
        let wrong = of("name = ");
        assert_eq!((wrong.title.as_str(), wrong.creatures), ("opening", 0));
    }
}
