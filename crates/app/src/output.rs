//! What commands write with `--json`: every value has its type here or where it is worked out, and its JSON Schema follows from that.

use affray_kernel::catalogue::Catalogue;
use affray_kernel::example::Failure;
use affray_sim::batch::Done;
use affray_sim::knob::KnobSeen;
use affray_sim::summary::{Counted, Summary};
use affray_table::{
    AccountSeen, Advice, BranchSeen, ChanceReport, CreatureSeen, DuelReport, LogLine, RuleText,
    Verification,
};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value;

use crate::mistakes::Mistake;

/// What `odds` writes: odds, and what had to be declared before.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Odds<'r> {
    #[serde(flatten)]
    pub(crate) report: &'r ChanceReport,
    /// What whoever acts had to declare before, such as a stance, so that the act is possible.
    pub(crate) declared: Option<String>,
}

/// What `sim` and `merge` write.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Batch<'s> {
    /// What was found out.
    pub(crate) results: &'s Summary,
    /// How many fights of each scenario were to be played.
    pub(crate) planned: u64,
    /// Whether Ctrl-C ended it.
    pub(crate) stopped: bool,
    /// With `--until`: how narrow the intervals were to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<Until>,
    /// Of `merge`: the numbers of the fights that are in no part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missing: Option<Done>,
}

/// Until when fights were played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Until {
    /// How much more or less every chance to win might be at most.
    pub(crate) wanted: f64,
    /// Whether that was reached.
    pub(crate) reached: bool,
}

/// What `balance` writes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Balanced<'b> {
    /// What came of the one `--by`, or of each of several.
    pub(crate) balance: OneOrMany<Found<'b>>,
}

/// One, or a list of several.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMany<T> {
    /// One.
    One(T),
    /// Several, or none where Ctrl-C came first.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// Of what was looked for, so many things, what was found.
    pub(crate) fn of(mut found: Vec<T>, wanted: usize) -> Self {
        match (wanted, found.pop()) {
            (1, Some(only)) => Self::One(only),
            (_, last) => {
                found.extend(last);
                Self::Many(found)
            }
        }
    }
}

/// The value of a knob that makes a fight as hard as it should be.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Found<'b> {
    /// The side whose chance is meant.
    pub(crate) side: &'b str,
    /// The chance that is wanted.
    pub(crate) target: f64,
    /// What is set.
    pub(crate) knob: &'b str,
    /// What all dice follow from.
    pub(crate) seed: u64,
    /// The value whose chance comes nearest of all that were played.
    pub(crate) best: Option<Point>,
    /// Whether what is wanted lies beyond all that was played.
    pub(crate) beyond: bool,
    /// Whether Ctrl-C ended it.
    pub(crate) stopped: bool,
    /// Whether the chance rises or falls all along.
    pub(crate) monotone: bool,
    /// Fights that were not over at a limit.
    pub(crate) unfinished: Counted,
    /// Fights in which the rules ran into a limit.
    pub(crate) failed: Counted,
    /// Every value that was played, in order.
    pub(crate) points: Vec<Point>,
}

/// A value and what it came to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Point {
    /// The value.
    pub(crate) value: String,
    /// How many fights were played with it.
    pub(crate) fights: u64,
    /// How many of them the side has won.
    pub(crate) wins: Counted,
}

/// What `tournament` writes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tournament {
    /// What all dice follow from.
    pub(crate) seed: u64,
    /// How many fights each match was to have.
    pub(crate) planned: u32,
    /// How sure the intervals are.
    pub(crate) confidence: f64,
    /// Whether Ctrl-C ended it.
    pub(crate) stopped: bool,
    /// The matches that were played.
    pub(crate) matches: Vec<MatchTold>,
    /// What kept others from being played.
    pub(crate) mistakes: Vec<Mistake>,
}

/// A match of two policies in a scenario.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatchTold {
    /// The scenario.
    pub(crate) scenario: String,
    /// The two of them.
    pub(crate) policies: Vec<Contestant>,
    /// How many fights were played.
    pub(crate) fights: u64,
    /// How many of them somebody has won.
    pub(crate) decided: u64,
    /// Fights that nobody has won.
    pub(crate) draws: Counted,
    /// Fights in which the rules ran into a limit.
    pub(crate) failed: Counted,
    /// How much the first decided.
    pub(crate) decisions: u32,
    /// How many seconds that took it.
    pub(crate) seconds: f64,
}

/// How a policy fared in a match.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Contestant {
    /// The policy.
    pub(crate) name: String,
    /// Its part of all fights.
    pub(crate) wins: Counted,
    /// Its part of those that somebody has won.
    pub(crate) wins_of_decided: Counted,
}

/// A line of what `fight` writes: the log, then the end.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FightLine<'l> {
    /// A line of the log.
    Log(&'l LogLine),
    /// The last of all.
    End(Box<FightEnd>),
}

/// How a fight ended, and how it comes out so again.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FightEnd {
    #[serde(flatten)]
    pub(crate) end: End,
    /// What its dice follow from.
    pub(crate) seed: u64,
    /// Which of the fights that follow from the seed it is.
    pub(crate) number: u64,
    /// Since which unit of game time nothing new has happened, where it was broken off for that.
    pub(crate) standstill: Option<u32>,
}

/// How a fight stands at its end.
#[derive(Serialize, JsonSchema)]
pub(crate) struct End {
    /// Whether it is over, and not broken off at a limit.
    pub(crate) over: bool,
    /// The side that has won.
    pub(crate) winner: Option<String>,
    /// How many entries its journal has.
    pub(crate) entries: usize,
    /// Everybody, as they are now.
    pub(crate) creatures: Vec<CreatureSeen>,
    /// What it came to.
    pub(crate) account: AccountSeen,
}

/// A line of what `replay` writes: the log, other courses, how the fight stands, and with `--verify` what came of that.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReplayLine<'l> {
    /// A line of the log.
    Log(&'l LogLine),
    /// A course that was left.
    Branch(&'l BranchSeen),
    /// How the fight stands.
    End(Box<End>),
    /// Whether the rules say the same once more.
    Verification(&'l Verification),
}

/// A line of what `rules` writes: systems where nothing is looked for, otherwise rules.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum RulesLine<'r> {
    /// A system.
    System {
        /// Its id.
        system: &'r str,
        /// What it is called.
        name: &'r str,
        /// How many rules it has.
        rules: usize,
        /// How many of them are binding.
        binding: usize,
    },
    /// A rule, and of which system: ids stand for one rule in a system alone.
    Rule {
        /// The id of the system.
        system: &'r str,
        #[serde(flatten)]
        rule: &'r RuleText,
    },
}

/// What `knobs` writes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Knobs {
    /// Every knob of the scenario, or those that are looked for.
    pub(crate) knobs: Vec<KnobSeen>,
}

/// What `check` writes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Checked {
    /// The files.
    pub(crate) files: Vec<FileChecked>,
    /// What kept all of them from being looked at.
    pub(crate) mistakes: Vec<Mistake>,
}

/// What was found in a file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FileChecked {
    /// The file, as it was named.
    pub(crate) file: String,
    /// Whether nothing is wrong with it.
    pub(crate) right: bool,
    /// What it is, where nothing is wrong.
    pub(crate) what: Option<String>,
    /// What is wrong.
    pub(crate) mistakes: Vec<Mistake>,
    /// Whether more may be found when these are mended.
    pub(crate) hide_others: bool,
}

/// What `case` writes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Examples {
    /// The examples that were run.
    pub(crate) examples: Vec<Example>,
    /// What kept others from being run.
    pub(crate) mistakes: Vec<Mistake>,
}

/// A worked example that was run.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Example {
    /// The page.
    pub(crate) file: String,
    /// The line of its heading, from 1.
    pub(crate) line: usize,
    /// Its heading.
    pub(crate) heading: String,
    /// Whether everything is as it says.
    pub(crate) holds: bool,
    /// The ids of the rules at work.
    pub(crate) rules: Vec<&'static str>,
    /// What is not as it says.
    pub(crate) failures: Vec<FailureTold>,
    /// With `--log`: what happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log: Option<Vec<String>>,
}

/// Something that is not as an example says.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FailureTold {
    /// The line of the page, from 1.
    line: usize,
    /// What was expected and what came instead, in a sentence.
    message: String,
    /// What the page says, where it is one thing that can be compared with what came.
    expected: Option<String>,
    /// What came instead of it.
    came: Option<String>,
    /// The id of the rule that it is about, as the page names it.
    rule: Option<String>,
    /// The ids of the rules at work in the step that it is about.
    rules: Vec<&'static str>,
}

impl FailureTold {
    pub(crate) fn new(failure: &Failure, catalogue: &'static Catalogue) -> Self {
        let rules = failure.at_work.iter().map(|rule| catalogue.id(*rule));
        Self {
            rules: rules.collect(),
            line: failure.line,
            message: failure.message.clone(),
            expected: failure.expected.clone(),
            came: failure.came.clone(),
            rule: failure.rule.clone(),
        }
    }
}

/// The JSON Schemas of what commands write, by the names of the commands. Of those that write a value on each line it is that of a line.
pub(crate) fn schemas() -> [(&'static str, Value); 13] {
    [
        ("advise", schema::<Advice>()),
        ("balance", schema::<Balanced<'_>>()),
        ("case", schema::<Examples>()),
        ("check", schema::<Checked>()),
        ("duel", schema::<DuelReport>()),
        ("fight", schema::<FightLine<'_>>()),
        ("knobs", schema::<Knobs>()),
        ("merge", schema::<Batch<'_>>()),
        ("odds", schema::<Odds<'_>>()),
        ("replay", schema::<ReplayLine<'_>>()),
        ("rules", schema::<RulesLine<'_>>()),
        ("sim", schema::<Batch<'_>>()),
        ("tournament", schema::<Tournament>()),
    ]
}

/// The JSON Schema of what is written as that type. Keys that it does not name may come with a later version.
fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft07().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(in_words_of_json).transform(&mut schema);
    schema.to_value()
}

/// Descriptions speak of `null`, and have no links to what only this program knows.
fn in_words_of_json(schema: &mut Schema) {
    let Some(Value::String(text)) = schema.get_mut("description") else {
        return;
    };
    *text = text
        .replace("`None`", "`null`")
        .replace("[`", "`")
        .replace("`]", "`");
}
