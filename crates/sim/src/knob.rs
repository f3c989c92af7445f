//! Values of a scenario that are varied: `ogre.max_hp=20..60/10`.

mod crowd;
mod list;

use std::fmt;
use std::num::IntErrorKind;
use std::str::CharIndices;

use affray_kernel::content::Source;
use affray_kernel::notation::{closest, quote};
use affray_kernel::scenario::MOST_CREATURES;
use serde_json::Value as Json;
use thiserror::Error;
use toml::{Table, Value};

pub use list::{KnobSeen, Written, list};

/// How many brackets a list may have one within the other.
const DEPTH_MAX: u32 = 8;

/// The most values that one knob may take.
pub const VALUES_MAX: usize = 1_000;

/// A value of a scenario that is varied, and what it is to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Knob {
    /// Where it stands: the name of a creature, and the keys below it, with dots between.
    pub path: String,
    /// What it takes on, one after the other.
    pub values: Vec<Setting>,
}

/// What a knob stands at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// A word.
    Word(String),
    /// Several of these, or none.
    List(Vec<Setting>),
}

impl fmt::Display for Setting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(out),
            Self::Truth(truth) => truth.fmt(out),
            Self::Word(word) if is_plain(word) => word.fmt(out),
            Self::Word(word) => quote(word).fmt(out),
            Self::List(all) => {
                let all: Vec<String> = all.iter().map(Self::to_string).collect();
                write!(out, "[{}]", all.join(", "))
            }
        }
    }
}

impl Setting {
    fn value(&self) -> Value {
        match self {
            Self::Number(number) => Value::Integer(*number),
            Self::Truth(truth) => Value::Boolean(*truth),
            Self::Word(word) => Value::String(word.clone()),
            Self::List(all) => Value::Array(all.iter().map(Self::value).collect()),
        }
    }
}

/// Why something cannot be varied.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum KnobError {
    /// What was written is no knob.
    #[error(
        "`{0}` is no knob; write CREATURE.KEY=FROM..TO/STEP, such as `ogre.count=1..4`, or CREATURE.KEY=ONE,OTHER"
    )]
    Shape(String),
    /// A number is too large.
    #[error("`{number}` in `{knob}` is too far from 0: {}", within())]
    TooLarge {
        /// What was written.
        knob: String,
        /// The number.
        number: String,
    },
    /// There is nothing in it.
    #[error("`{0}` is an empty range; write the lower end first")]
    Empty(String),
    /// The step leads nowhere.
    #[error("the step of `{0}` has to be 1 or more")]
    Step(String),
    /// There is too much in it.
    #[error("`{0}` takes on more than {VALUES_MAX} values; give a step, as in `1..9000/100`")]
    TooMany(String),
    /// Nobody has that name.
    #[error("there is no creature `{name}` in the scenario{}", hint(near.as_deref()))]
    NoCreature {
        /// What was written.
        name: String,
        /// What was perhaps meant.
        near: Option<String>,
    },
    /// Something else stands there.
    #[error("`{path}` cannot be set: {why}")]
    Cannot {
        /// The knob.
        path: String,
        /// Why not.
        why: String,
    },
    /// The scenario itself cannot be read.
    #[error("the scenario is no right TOML")]
    Scenario,
}

/// Between which numbers ranges lie.
fn within() -> String {
    format!("ranges go from {} to {}", i32::MIN, i32::MAX)
}

fn hint(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default()
}

impl Knob {
    /// Reads a knob with its values: a range with a step, or one after the other, lists in brackets. What stands in quotation marks is a
    /// word, whatever it looks like.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, KnobError> {
        let shape = || KnobError::Shape(text.to_owned());
        let (path, values) = text.split_once('=').ok_or_else(shape)?;
        let (path, values) = (path.trim(), values.trim());
        let is_path = path
            .split_once('.')
            .is_some_and(|(name, key)| !name.is_empty() && !key.is_empty());
        if !is_path || values.is_empty() {
            return Err(shape());
        }
        let values = match values.split_once("..") {
            Some((from, to)) if !values.contains(['[', '"']) => range(text, from, to)?,
            _ => settings(values).ok_or_else(shape)?,
        };
        Ok(Self {
            path: path.to_owned(),
            values,
        })
    }
}

fn range(text: &str, from: &str, to: &str) -> Result<Vec<Setting>, KnobError> {
    let (to, step) = to.split_once('/').unwrap_or((to, "1"));
    let number = |word: &str| {
        let word = word.trim();
        word.parse::<i32>().map_err(|error| match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => KnobError::TooLarge {
                knob: text.to_owned(),
                number: word.to_owned(),
            },
            _ => KnobError::Shape(text.to_owned()),
        })
    };
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    let step = number(step)?;
    if step < 1 {
        return Err(KnobError::Step(text.to_owned()));
    }
    if from > to {
        return Err(KnobError::Empty(text.to_owned()));
    }
    let values = (from..=to).step_by(step as usize);
    if values.clone().nth(VALUES_MAX).is_some() {
        return Err(KnobError::TooMany(text.to_owned()));
    }
    Ok(values
        .map(|value| Setting::Number(i64::from(value)))
        .collect())
}

/// Settings with commas between them.
fn settings(text: &str) -> Option<Vec<Setting>> {
    parts(text)?.into_iter().map(setting).collect()
}

/// What stands between commas, those within brackets and quotation marks left alone; nothing where these do not match, or where brackets
/// are too deep.
fn parts(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_u32, 0);
    let mut begins = true;
    let mut signs = text.char_indices();
    while let Some((place, sign)) = signs.next() {
        match sign {
            // Within a word it is an inch, or part of a name.
            '"' if begins => skip_quoted(&mut signs)?,
            '[' if depth == DEPTH_MAX => return None,
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(&text[from..place]);
                from = place + 1;
            }
            _ => {}
        }
        begins = matches!(sign, '[' | ',') || begins && sign.is_whitespace();
    }
    parts.push(&text[from..]);
    (depth == 0).then_some(parts)
}

/// Goes on to behind the quotation mark that ends what is quoted; nothing where none does.
fn skip_quoted(signs: &mut CharIndices<'_>) -> Option<()> {
    loop {
        match signs.next()?.1 {
            '"' => return Some(()),
            '\\' => _ = signs.next()?,
            _ => {}
        }
    }
}

/// Whether a word is read as itself where it stands without quotation marks.
fn is_plain(word: &str) -> bool {
    let read = settings(word);
    let is_itself = |one: &Setting| matches!(one, Setting::Word(read) if read == word);
    !word.contains("..") && read.is_some_and(|all| all.len() == 1 && all.iter().all(is_itself))
}

fn setting(word: &str) -> Option<Setting> {
    let word = word.trim();
    if let Some(list) = word.strip_prefix('[') {
        let list = list.strip_suffix(']')?.trim();
        let all = if list.is_empty() {
            Vec::new()
        } else {
            settings(list)?
        };
        return Some(Setting::List(all));
    }
    if let Ok(number) = word.parse::<i64>() {
        return Some(Setting::Number(number));
    }
    // As a scenario has it.
    if word.starts_with('"') {
        return serde_json::from_str(word).ok().map(Setting::Word);
    }
    match word {
        "" => None,
        "true" => Some(Setting::Truth(true)),
        "false" => Some(Setting::Truth(false)),
        word => Some(Setting::Word(word.to_owned())),
    }
}

/// How many squares across the largest creatures are that a group may be made of.
pub const ROOM_MAX: u8 = 6;

/// What a scenario may refer to, and what may be written in it: content, and the schema of its system's scenarios.
pub type Known<'k> = (&'k [Source], &'k Json);

/// The scenario with the knobs at `path` set to what stands beside them. Those by whom a group grows have `room` squares across each,
/// up to [`ROOM_MAX`]: only their system knows how large they are. Of a table that has to be written whole all else is as the kind of creature
/// has it.
///
/// # Errors
/// What cannot be set.
pub fn set(
    scenario: &Source,
    knobs: &[(String, Setting)],
    room: u8,
    known: Known<'_>,
) -> Result<Source, KnobError> {
    let mut table: Table = scenario.text.parse().map_err(|_| KnobError::Scenario)?;
    for (path, setting) in knobs {
        turn(&mut table, (path, setting), room, known)?;
    }
    let text = toml::to_string(&table).map_err(|_| KnobError::Scenario)?;
    Ok(Source::new(&scenario.name, text))
}

fn turn(
    scenario: &mut Table,
    (path, setting): (&str, &Setting),
    room: u8,
    known: Known<'_>,
) -> Result<(), KnobError> {
    let cannot = |why: &str| KnobError::Cannot {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let creatures = scenario.get("creature").and_then(Value::as_array);
    let creatures = creatures.ok_or(KnobError::Scenario)?;
    let names: Vec<String> = creatures.iter().filter_map(name_of).collect();
    // Names may have dots of their own: the longest that fits is meant.
    let fits = |name: &&String| {
        let rest = path.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let Some(name) = names.iter().filter(fits).max_by_key(|name| name.len()) else {
        let (name, key) = path.split_once('.').unwrap_or((path, ""));
        if OF_ALL.contains(&name) && !key.is_empty() {
            let all = scenario
                .entry(name)
                .or_insert_with(|| Value::Table(Table::new()));
            let all = all.as_table_mut().ok_or(KnobError::Scenario)?;
            return put(all, key, setting).map_err(|why| cannot(&why));
        }
        return Err(KnobError::NoCreature {
            name: name.to_owned(),
            near: closest(name, names.iter().map(String::as_str)),
        });
    };
    let keys = &path[name.len() + 1..];
    let place = creatures
        .iter()
        .position(|creature| name_of(creature).as_ref() == Some(name));
    let place = place.ok_or(KnobError::Scenario)?;
    if let ("count", Setting::Number(count)) = (keys, setting) {
        // A group of one has a number in its name; who stands alone keeps the name that is written.
        if *count == 1 && creatures[place].get("count").is_none() {
            return Ok(());
        }
        if *count < 1 {
            return Err(cannot("a group has at least one member"));
        }
        let count = usize::try_from(*count).unwrap_or(1).min(MOST_CREATURES);
        crowd::crowd(scenario, place, count, room.into());
    }
    let creatures = scenario.get_mut("creature").and_then(Value::as_array_mut);
    let creature = creatures.and_then(|creatures| creatures.get_mut(place)?.as_table_mut());
    let creature = creature.ok_or(KnobError::Scenario)?;
    begin_as_kind(creature, keys, known);
    put(creature, keys, setting).map_err(|why| cannot(&why))
}

/// Writes the table that the first of those keys is about as the kind of creature has it, where it has to be written whole.
fn begin_as_kind(creature: &mut Table, keys: &str, known: Known<'_>) {
    let Some((key, _)) = keys.split_once('.') else {
        return;
    };
    let kind = creature.get("kind").and_then(Value::as_str);
    if let Some(kind) = kind.filter(|_| !creature.contains_key(key))
        && let Some(whole) = list::whole_of_kind(known, kind, key)
    {
        creature.insert(key.to_owned(), Value::Table(whole));
    }
}

/// Tables of a scenario that are about no creature: rulings, and how far the fight has come where it begins.
const OF_ALL: [&str; 2] = ["options", "start"];

/// Sets the value of those keys, one within the other.
///
/// # Errors
/// Why it cannot be set.
fn put(table: &mut Table, keys: &str, setting: &Setting) -> Result<(), String> {
    let (last, above) = match keys.rsplit_once('.') {
        Some((above, last)) => (last, above.split('.').collect()),
        None => (keys, Vec::new()),
    };
    let mut at = table;
    for key in above {
        let below = at.entry(key).or_insert_with(|| Value::Table(Table::new()));
        at = below
            .as_table_mut()
            .ok_or_else(|| format!("`{key}` holds nothing that has keys"))?;
    }
    match (at.get(last), setting) {
        (Some(Value::Array(_)), Setting::List(_)) => {}
        (Some(Value::Array(_)), _) => {
            return Err(format!(
                "it holds a list, which is written in brackets: `[{setting}]`"
            ));
        }
        (Some(Value::Table(_)), _) => {
            return Err("it holds more than one value; compare with a second scenario instead (`affray sim --against`)".to_owned());
        }
        _ => {}
    }
    at.insert(last.to_owned(), setting.value());
    Ok(())
}

fn name_of(creature: &Value) -> Option<String> {
    Some(creature.get("name")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<i64> {
        let knob = Knob::read(text).expect("a knob");
        let number = |value: &Setting| match value {
            Setting::Number(number) => *number,
            other => panic!("{other} is no number"),
        };
        knob.values.iter().map(number).collect()
    }

    #[test]
    fn ranges_and_lists_are_read() {
        assert_eq!(numbers("ogre.max_hp=20..60/10"), [20, 30, 40, 50, 60]);
        assert_eq!(numbers("ogre.str=-2..1"), [-2, -1, 0, 1]);
        assert_eq!(numbers("ogre.str=7"), [7]);
        let words = Knob::read("ogre.policy=simple, random").expect("a knob");
        let word = |word: &str| Setting::Word(word.to_owned());
        assert_eq!(words.values, [word("simple"), word("random")]);
        let armed = Knob::read("ogre.items=[club, \"long sword\"], [], [[1, 2]]").expect("a knob");
        let number = Setting::Number;
        assert_eq!(
            armed.values,
            [
                Setting::List(vec![word("club"), word("long sword")]),
                Setting::List(Vec::new()),
                Setting::List(vec![Setting::List(vec![number(1), number(2)])]),
            ]
        );
        assert_eq!(armed.values[0].to_string(), "[club, long sword]");
        assert_eq!(armed.values[2].to_string(), "[[1, 2]]");
    }

    #[test]
    fn what_is_quoted_is_a_word_and_told_as_it_is_read() {
        let read = |text: &str| Knob::read(&format!("ogre.x={text}")).expect(text).values;
        let word = |word: &str| Setting::Word(word.to_owned());
        assert_eq!(read(r#""5", "true""#), [word("5"), word("true")]);
        assert_eq!(
            read(r#"["a, b", "[c]", 7" gun]"#),
            [Setting::List(vec![
                word("a, b"),
                word("[c]"),
                word("7\" gun")
            ])]
        );
        assert_eq!(read(r#""1..4""#), [word("1..4")]);
        for odd in [
            "5",
            "true",
            "a, b",
            "[c",
            "1..4",
            "",
            " x",
            "\"",
            "\\",
            "long sword",
            "7\" gun",
        ] {
            let told = word(odd).to_string();
            assert_eq!(read(&told), [word(odd)], "{told}");
            let listed = Setting::List(vec![word(odd), Setting::Number(5)]);
            assert_eq!(read(&listed.to_string()), [listed]);
        }
        assert_eq!(word("long sword").to_string(), "long sword");
        assert_eq!(word("5").to_string(), "\"5\"");
    }

    #[test]
    fn lists_are_not_read_without_end() {
        let nested = |depth| format!("ogre.x={}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Knob::read(&nested(8)).is_ok());
        for depth in [9, 100_000] {
            let deep = Knob::read(&nested(depth)).expect_err("too deep");
            assert!(matches!(deep, KnobError::Shape(_)));
        }
    }

    #[test]
    fn rulings_are_set_as_values_of_creatures_are() {
        let scenario = Source::new("duel.toml", "[[creature]]\nname = \"ogre\"\n");
        let known: Known<'_> = (&[], &Json::Null);
        let set = |path: &str, setting| set(&scenario, &[(path.to_owned(), setting)], 1, known);
        let ruled = set("options.flanking", Setting::Truth(true)).expect("a ruling");
        let table: Table = ruled.text.parse().expect("TOML");
        assert_eq!(table["options"]["flanking"], Value::Boolean(true));
        let unknown = set("option.flanking", Setting::Truth(true)).expect_err("nobody");
        assert!(matches!(unknown, KnobError::NoCreature { .. }), "{unknown}");
    }

    #[test]
    fn what_is_no_knob_is_refused() {
        let refused = |text: &str| Knob::read(text).expect_err(text);
        assert!(matches!(refused("ogre=3"), KnobError::Shape(_)));
        assert!(matches!(refused("ogre.hp"), KnobError::Shape(_)));
        assert!(matches!(refused("ogre.hp="), KnobError::Shape(_)));
        assert!(matches!(refused("ogre.hp=1,,2"), KnobError::Shape(_)));
        assert!(matches!(refused("ogre.hp=a..b"), KnobError::Shape(_)));
        for wrong in [
            "[club",
            "club]",
            "[club]]",
            "[a],,[b]",
            "[club] spear",
            "[a,,b]",
            "\"club",
            "\"club\" spear",
        ] {
            let wrong = refused(&format!("ogre.items={wrong}"));
            assert!(matches!(wrong, KnobError::Shape(_)), "{wrong}");
        }
        assert!(matches!(refused("ogre.hp=60..20"), KnobError::Empty(_)));
        let large = refused("ogre.hp=10..99999999999999/1");
        assert!(
            large.to_string().starts_with("`99999999999999` in `"),
            "{large}"
        );
        assert!(matches!(refused("ogre.hp=1..2/0"), KnobError::Step(_)));
        assert!(matches!(refused("ogre.hp=0..1000"), KnobError::TooMany(_)));
    }

    const SCENARIO: &str = r#"
system = "any"

[[creature]]
name = "ogre"
hp = 3

[[creature]]
name = "ogre.chief"
at = [[1, 2], [3, 4]]
count = 2
feats = { volley = true }
"#;

    fn turned(path: &str, setting: Setting) -> Result<Table, KnobError> {
        let source = Source::new("scenario.toml", SCENARIO);
        let known: Known<'_> = (&[], &Json::Null);
        let set = set(&source, &[(path.to_owned(), setting)], 1, known)?;
        Ok(set.text.parse().expect("right TOML"))
    }

    #[test]
    fn knobs_are_set_where_they_stand() {
        let ogre = turned("ogre.hp", Setting::Number(9)).expect("set");
        assert_eq!(ogre["creature"][0]["hp"].as_integer(), Some(9));
        let single = turned("ogre.count", Setting::Number(1)).expect("set");
        assert_eq!(single["creature"][0].get("count"), None);
        let chief = turned("ogre.chief.count", Setting::Number(1)).expect("set");
        assert_eq!(chief["creature"][1]["count"].as_integer(), Some(1));
        assert_eq!(chief["creature"][1]["at"].as_array().map(Vec::len), Some(1));
        let feats = turned("ogre.chief.feats.volley", Setting::Truth(false)).expect("set");
        assert_eq!(
            feats["creature"][1]["feats"]["volley"].as_bool(),
            Some(false)
        );
        let places = Setting::List(vec![Setting::Number(5), Setting::Number(6)]);
        let placed = turned("ogre.chief.at", places).expect("a list for a list");
        assert_eq!(
            placed["creature"][1]["at"].as_array().map(Vec::len),
            Some(2)
        );
    }

    #[test]
    fn knobs_that_are_not_there_are_refused() {
        let nobody = turned("ogr.hp", Setting::Number(9)).expect_err("nobody");
        assert_eq!(
            nobody.to_string(),
            "there is no creature `ogr` in the scenario; did you mean `ogre`?"
        );
        for path in ["ogre.count", "ogre.chief.count"] {
            let none = turned(path, Setting::Number(0)).expect_err("nobody is left");
            assert!(none.to_string().contains("at least one member"), "{none}");
        }
        let list = turned("ogre.chief.at", Setting::Number(9)).expect_err("a list");
        assert!(list.to_string().ends_with("in brackets: `[9]`"), "{list}");
        let deep = turned("ogre.hp.more", Setting::Number(9)).expect_err("no table");
        assert!(matches!(deep, KnobError::Cannot { .. }));
    }
}
