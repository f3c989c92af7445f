use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Bound, Bounds, Demands, Fields, Located, Problem, Problems, Source, Tree, merge, read, schema,
    schema_with, without_place,
};

#[derive(Debug, Deserialize, PartialEq, JsonSchema)]
struct Fight {
    title: String,
    map: Map,
    #[serde(default)]
    creature: Vec<Creature>,
    #[serde(default)]
    prices: BTreeMap<Metal, u16>,
}

#[derive(Debug, Deserialize, PartialEq, JsonSchema)]
struct Map {
    width: u8,
    height: u8,
}

#[derive(Debug, Deserialize, PartialEq, JsonSchema)]
struct Creature {
    name: String,
    level: u8,
    at: (i16, i16),
    facing: Option<Facing>,
    #[serde(default)]
    ends: Vec<Ending>,
    damage: Option<Pool>,
    armour: Option<Located<u8>>,
}

#[derive(Debug, Deserialize, PartialEq, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Facing {
    North,
    South,
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Metal {
    Silver,
    Gold,
}

#[derive(Debug, Deserialize, PartialEq, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Ending {
    Rounds { count: u8, why: String },
    LastStanding,
}

#[derive(Debug, Deserialize, PartialEq, JsonSchema)]
#[serde(try_from = "String")]
struct Pool(String);

impl TryFrom<String> for Pool {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.contains('d') {
            Ok(Self(text))
        } else {
            Err(format!("`{text}` is no pool of dice"))
        }
    }
}

fn file(text: &str) -> Source {
    Source::new("fight.toml", text)
}

fn lines(text: &str) -> Vec<String> {
    let problems: Problems = read::<Fight>(&file(text)).expect_err("should be refused");
    problems.to_string().lines().map(str::to_owned).collect()
}

const MAP: &str = "title = 'x'\nmap = { width = 3, height = 4 }\n";

#[test]
fn a_right_file_is_read() {
    let text = format!(
        "{MAP}[[creature]]\nname = 'ogre'\nlevel = 3\nat = [1, 2]\nfacing = 'south'\narmour = 2\n\
         ends = ['last-standing']\n"
    );
    // An internally tagged kind is a table, so that this one is wrong.
    let text = text.replace("['last-standing']", "[{ kind = 'last-standing' }]");
    let fight: Fight = read(&file(&text)).expect("a right file");
    assert_eq!(fight.creature[0].facing, Some(Facing::South));
    assert_eq!(fight.creature[0].ends, [Ending::LastStanding]);
    let armour = fight.creature[0].armour.as_ref().expect("armour");
    assert_eq!(armour.value, 2);
    assert_eq!(&text[armour.span.clone()], "2");
}

#[test]
fn five_mistakes_give_five_reports() {
    let text = "titel = 'x'
map = { width = 300, height = 'four' }
[[creature]]
name = 'ogre'
level = 1
at = [1, 2]
facing = 'nort'
[[creature]]
name = 'orc'
at = [1, 2]
speed = 4
";
    assert_eq!(
        lines(text),
        [
            "fight.toml:1:1: unknown key `titel` (did you mean `title`?)",
            "fight.toml:1:1: the key `title` is missing here",
            "fight.toml:2:17: expected a whole number from 0 to 255, found 300",
            "fight.toml:2:31: expected a whole number from 0 to 255, found the text \"four\"",
            "fight.toml:7:10: unknown word `nort` (did you mean `north`?)",
            "fight.toml:8:1: the key `level` is missing here",
            "fight.toml:11:1: unknown key `speed` (known here: name, level, at, facing, ends, damage, armour)",
        ]
    );
}

#[test]
fn all_missing_keys_are_reported() {
    assert_eq!(
        lines("map = {}\n[[creature]]\n"),
        [
            "fight.toml:1:1: the key `title` is missing here",
            "fight.toml:1:7: the key `width` is missing here",
            "fight.toml:1:7: the key `height` is missing here",
            "fight.toml:2:1: the key `name` is missing here",
            "fight.toml:2:1: the key `level` is missing here",
            "fight.toml:2:1: the key `at` is missing here",
        ]
    );
}

#[test]
fn a_value_nothing_can_stand_in_for_does_not_hide_the_rest() {
    let text = format!(
        "{MAP}[[creature]]\nname = 'ogre'\ndamage = 'three'\nlevel = 'x'\nat = [1, 2.5]\n\
         [[creature]]\nname = 3\nlevel = 1\nat = [1, 2, 3]\n"
    );
    assert_eq!(
        lines(&text),
        [
            "fight.toml:5:10: `three` is no pool of dice",
            "fight.toml:6:9: expected a whole number from 0 to 255, found the text \"x\"",
            "fight.toml:7:10: expected a whole number from -32768 to 32767, found 2.5",
            "fight.toml:9:8: expected a text in quotation marks, found 3",
            "fight.toml:11:6: expected a list of 2, found 3 of them",
        ]
    );
}

#[test]
fn mistakes_inside_tagged_tables_are_found() {
    let text = format!(
        "{MAP}[[creature]]\nname = 'ogre'\nlevel = 1\nat = [1, 2]\nends = [\n\
         {{ kind = 'round', count = 3 }},\n{{ kind = 'rounds', count = 'x', why = 3 }},\n\
         {{ kind = 'rounds', count = 1, wy = '' }},\n]\n"
    );
    assert_eq!(
        lines(&text),
        [
            "fight.toml:8:10: unknown word `round` (did you mean `rounds`?)",
            "fight.toml:9:28: expected a whole number from 0 to 255, found the text \"x\"",
            "fight.toml:9:39: expected a text in quotation marks, found 3",
            "fight.toml:10:1: the key `why` is missing here",
            "fight.toml:10:31: unknown key `wy` (did you mean `why`?)",
        ]
    );
}

#[test]
fn wrong_keys_of_maps_are_shown() {
    assert_eq!(
        lines(&format!(
            "{MAP}prices = {{ sliver = 3, gold = -1, silver = 3 }}\n"
        )),
        [
            "fight.toml:3:12: unknown word `sliver` (did you mean `silver`?)",
            "fight.toml:3:31: expected a whole number from 0 to 65535, found -1",
        ]
    );
}

#[test]
fn all_syntax_errors_are_reported_with_their_places() {
    let found = lines("title = x\n[map\nwidth = 3\n");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("fight.toml:1:9: "), "{found:?}");
    assert!(found[1].starts_with("fight.toml:2:5: "), "{found:?}");
}

#[test]
fn numbers_beyond_everything_are_refused() {
    let huge = "9".repeat(60);
    let text = format!("title = 'x'\nmap = {{ width = {huge}, height = inf }}\n");
    assert_eq!(
        lines(&text),
        [
            "fight.toml:2:17: this number is too large",
            "fight.toml:2:88: this is no finite number"
        ]
    );
}

#[test]
fn a_file_of_the_wrong_shape_is_refused() {
    assert_eq!(
        lines("title = 'x'\nmap = [1, 2]\ncreature = { name = 'x' }\n"),
        [
            "fight.toml:2:7: expected a table, found a list",
            "fight.toml:3:12: expected a list, found a table",
        ]
    );
}

#[test]
fn deep_and_long_files_end_in_reports() {
    for text in [
        format!("title = {}", "[".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("{MAP}{}", "[[creature]]\n".repeat(5_000)),
    ] {
        assert!(!lines(&text).is_empty());
    }
}

#[test]
fn places_are_found_by_path() {
    let text = format!("{MAP}[[creature]]\nname = 'ogre'\n[[creature]]\nat = [5, 6]\n");
    let source = file(&text);
    let tree = Tree::parse(&source).expect("right TOML");
    let span = tree.span_of("creature[1].at[1]").expect("a place");
    assert_eq!(&text[span], "6");
    assert_eq!(tree.span_of("creature[2].at"), None);
    let problems = Problems::at_path(
        &source,
        "creature[0].at",
        "the ogre stands nowhere",
        Some("give it a place".to_owned()),
    );
    assert_eq!(
        problems.to_string(),
        "fight.toml:3:1: the ogre stands nowhere (give it a place)"
    );
    let quoted = Tree::parse(&file("\"a.b\" = { \"c\\\"d\" = 7 }")).expect("right TOML");
    assert_eq!(quoted.span_of("\"a.b\".\"c\\\"d\""), Some(19..20));
}

#[test]
fn columns_count_characters() {
    let source = file("title = 'Ümläut', x\n");
    let problems = Tree::parse(&source).expect_err("wrong TOML");
    let (line, column) = problems.line_column(&problems.list[0]);
    assert_eq!((line, column), (1, 17));
}

#[test]
fn merging_goes_by_key_and_by_name() {
    let parse = |text: &str| text.parse::<toml::Table>().expect("right TOML");
    let base = parse(
        "a = 1\nt = { x = 1, y = 2 }\nplain = [1, 2]\n\
         [[creature]]\nname = 'ogre'\nhp = 5\n[[creature]]\nname = 'orc'\nhp = 6\n",
    );
    let over = parse(
        "b = 2\nt = { y = 3 }\nplain = [9]\n[[creature]]\nname = 'elf'\n[[creature]]\nname = 'ogre'\nhp = 7\n",
    );
    let expected = parse(
        "a = 1\nb = 2\nt = { x = 1, y = 3 }\nplain = [9]\n[[creature]]\nname = 'ogre'\nhp = 7\n\
         [[creature]]\nname = 'orc'\nhp = 6\n[[creature]]\nname = 'elf'\n",
    );
    assert_eq!(merge(&base, &over), expected);
    assert_eq!(
        merge(&base, &parse("creature = []"))["creature"],
        parse("x = []")["x"]
    );
}

#[test]
fn merged_values_keep_their_places() {
    let text = "[map]\nwidth = 3\nheight = 4\n\ntitle = 'x'\nmap.height = 'y'\n";
    let source = file(text);
    let cut = text.find("\n\n").expect("two parts") + 1;
    let base = Tree::parse_part(&source, 0..cut).expect("right TOML");
    let over = Tree::parse_part(&source, cut..text.len()).expect("right TOML");
    let problems = base.merge(over).read::<Fight>(&source).expect_err("height");
    assert_eq!(
        problems.to_string(),
        "fight.toml:6:14: expected a whole number from 0 to 255, found the text \"y\""
    );
}

#[test]
fn schemas_refuse_unknown_keys() {
    let schema = schema::<Fight>();
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(
        schema["definitions"]["Creature"]["additionalProperties"],
        false
    );
    assert_eq!(
        schema["definitions"]["Creature"]["properties"]["level"]["maximum"],
        255
    );
}

#[test]
fn schemas_have_the_bounds_of_the_checks() {
    const CREATURE: Bounds = Bounds(&[Bound::of("level", 1, 20), Bound::feet("reach", 0, 10)]);
    let demands = [Demands {
        record: "Creature",
        bounds: CREATURE,
        needed: &["level"],
    }];
    let schema = schema_with::<Fight>(&demands);
    let creature = &schema["definitions"]["Creature"];
    let level = &creature["properties"]["level"];
    assert_eq!(
        (&level["minimum"], &level["maximum"]),
        (&1.into(), &20.into())
    );
    let needed = creature["required"].as_array().expect("keys");
    assert!(needed.contains(&"level".into()), "{needed:?}");
    let lost = without_place(&demands, &[("fight".to_owned(), schema)]);
    assert_eq!(lost, ["Creature.reach"]);
    let mut fields = Fields::default();
    fields.number(CREATURE, "level", 21);
    fields.number_of("posture", CREATURE, "reach", 12);
    let told: Vec<_> = fields.into_iter().collect();
    let expected = [
        ("level", "21 is not from 1 to 20"),
        ("posture", "`reach`: 12 is not from 0 to 10"),
        ("posture", "`reach`: 12 ft is no multiple of 5 ft"),
    ];
    assert_eq!(
        told,
        expected.map(|(field, message)| (field, message.to_owned()))
    );
}

#[test]
fn a_value_that_is_not_written_is_told_with_its_key() {
    let source = file("[[creature]]\nname = 'ogre'\n");
    let tree = Tree::parse(&source).expect("a tree");
    let at = |path: &str, message: &str| Problem::at_path(&tree, path, message, None).message;
    let range = "0 is not from 1 to 4";
    assert_eq!(
        at("creature[0].hands", range),
        "`hands`: 0 is not from 1 to 4"
    );
    assert_eq!(at("creature[0].name", range), range);
    assert_eq!(at("creature[0].hands", "no hands"), "no hands");
}

/// A file that uses everything, for spoiling.
const WHOLE: &str = "title = 'x'\nmap = { width = 3, height = 4 }\nprices = { silver = 3 }\n\
[[creature]]\nname = 'ogre'\nlevel = 3\nat = [1, 2]\nfacing = 'south'\narmour = 2\ndamage = '2d6'\n\
ends = [{ kind = 'rounds', count = 3, why = 'dusk' }, { kind = 'last-standing' }]\n";

proptest::proptest! {
    #[test]
    fn spoilt_files_end_in_a_value_or_reports(
        cuts in proptest::collection::vec((0..WHOLE.len(), 0_usize..6, "[a-z0-9'=\\[\\]{}.,\n-]{0,4}"), 1..5)
    ) {
        let mut text = WHOLE.to_owned();
        for (at, length, put) in cuts {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.replace_range(at..end, &put);
        }
        if let Err(problems) = read::<Fight>(&file(&text)) {
            proptest::prop_assert!(!problems.list.is_empty());
            for problem in &problems.list {
                proptest::prop_assert!(problem.span.end <= text.len(), "{:?}", problem);
            }
        }
    }
}
