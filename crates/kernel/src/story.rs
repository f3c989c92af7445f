//! What a fight leaves for its log: facts, dice, sums with their parts, and the rules that acted.

mod circumstances;
mod foretold;
mod naming;
mod several;
mod sums;
mod telling;

pub use self::circumstances::{Circumstance, circumstances};
pub use self::foretold::{foretell, foretold};
pub use self::several::{Part, Several};
pub use self::telling::tell;
use crate::condition::{Held, Until};
use crate::dice::{Faces, Pool};
use crate::id::{CreatureId, RuleId};
use crate::modifier::Modifier;
use crate::prose;
use crate::system::{Ask, System};

/// Who may see a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Audience {
    /// Everybody.
    #[default]
    Everyone,
    /// The game master alone.
    GameMaster,
}

/// A roll to be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll {
    /// The dice.
    pub pool: Pool,
    /// Who rolls; `None` for the game master or the world.
    pub by: Option<CreatureId>,
    /// What the roll is called: "attack", "damage".
    pub what: &'static str,
    /// The rule that asks for it.
    pub rule: RuleId,
    /// Who may see it.
    pub audience: Audience,
}

/// A roll that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// The roll.
    pub roll: Roll,
    /// What the dice showed, in order.
    pub faces: Faces,
    /// Whether they are read as the pool says; otherwise the rule looks at each, and they have no total.
    pub added: bool,
}

/// What a sum is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Against {
    /// Its name: "DC", "Physical Defense".
    pub what: &'static str,
    /// Its value.
    pub value: i32,
    /// The creature whose number it is; `None` where it is nobody's.
    pub of: Option<CreatureId>,
}

impl Against {
    /// A creature's number.
    #[must_use]
    pub const fn of(who: CreatureId, what: &'static str, value: i32) -> Self {
        Self {
            what,
            value,
            of: Some(who),
        }
    }

    /// A number that is nobody's.
    #[must_use]
    pub const fn number(what: &'static str, value: i32) -> Self {
        Self {
            what,
            value,
            of: None,
        }
    }
}

/// A sum, compared with a number or not. Its parts follow as notes of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Whose sum it is.
    pub by: Option<CreatureId>,
    /// What it is: "attack", "opposing roll", "damage".
    pub what: &'static str,
    /// What the dice gave.
    pub dice: i32,
    /// Dice and parts together.
    pub total: i32,
    /// What it is compared with.
    pub against: Option<Against>,
    /// What came of it: "hit", "miss", "critical success"; empty if nothing is decided by it.
    pub verdict: &'static str,
    /// The rule that makes the sum.
    pub rule: RuleId,
}

/// Whose roll, which, and what it is held against, such as `Armor Coverage`: the same dice may be held against two things, one after the
/// other.
pub type Compared = (Option<CreatureId>, &'static str, &'static str);

/// What came of a roll.
pub type Verdict = (Compared, &'static str);

impl Sum {
    /// What came of it; `None` if nothing is decided by it.
    #[must_use]
    pub fn judged(&self) -> Option<Verdict> {
        let against = self.against.map_or("", |against| against.what);
        let is_decided = !self.verdict.is_empty();
        is_decided.then_some(((self.by, self.what, against), self.verdict))
    }
}

/// One entry of the log.
#[derive(Clone, PartialEq, Debug)]
pub enum Note<S: System> {
    /// Something happened and was applied.
    Fact(S::Fact),
    /// Dice were thrown.
    Rolled(Rolled),
    /// A sum was made.
    Sum(Sum),
    /// A part of the sum before it, and whether it counts or is covered by another one.
    Part(Modifier, bool),
    /// A rule acted.
    Cite(RuleId),
    /// A reason without a number for the roll or the sum that follows: "Advantage: flanked".
    Because(&'static str, RuleId),
    /// Somebody answered what was asked.
    Answer(Ask<S>, S::Act),
}

impl<S: System> Note<S> {
    /// The rule that the note cites, if it cites one.
    #[must_use]
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Self::Rolled(rolled) => Some(rolled.roll.rule),
            Self::Sum(sum) => Some(sum.rule),
            Self::Part(part, _) => Some(part.rule),
            Self::Cite(rule) | Self::Because(_, rule) => Some(*rule),
            Self::Fact(_) | Self::Answer(..) => None,
        }
    }
}

/// How deep a sentence stands in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// A new round, a new turn.
    Heading,
    /// What happened.
    Event,
    /// Dice and sums behind it.
    Number,
}

/// Whom a sentence names without speaking of them, as the end of a condition does that somebody else's turn brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Besides {
    /// Whom.
    pub names: Vec<CreatureId>,
    /// How it reads to those who may not know of one of them: without their names, and without numbers.
    pub without: String,
}

/// A sentence of the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Sentence {
    /// How deep it stands.
    pub depth: Depth,
    /// The sentence.
    pub text: String,
    /// How it reads to those who may not know the numbers in it; `None` where it holds no such number, empty where nothing is left to say.
    pub without_numbers: Option<String>,
    /// Which creatures it speaks of.
    pub about: Vec<CreatureId>,
    /// Whose numbers it holds besides; it does not speak of them.
    pub numbers_of: Option<CreatureId>,
    /// Whom it names besides; it does not speak of them: see [`Sentence::naming`].
    #[serde(skip)]
    pub besides: Option<Box<Besides>>,
    /// Its parts, where it tells of several at once: whoever may not know of one of them is told of the others.
    #[serde(skip)]
    pub several: Option<Box<Several>>,
    /// Where the name begins that ends it, if it is one that others may follow: see [`Sentence::listing`].
    #[serde(skip)]
    pub list_at: Option<usize>,
    /// Whether it holds words as somebody has typed them, who leaves articles out and minds no capitals.
    #[serde(skip)]
    pub typed: bool,
    /// How many of those of whom it speaks, the last of them, merely stand in words, and may do so by chance.
    #[serde(skip)]
    pub in_words: usize,
}

impl Sentence {
    /// An event.
    #[must_use]
    pub fn event(text: impl Into<String>) -> Self {
        Self {
            depth: Depth::Event,
            text: text.into(),
            without_numbers: None,
            about: Vec::new(),
            numbers_of: None,
            besides: None,
            several: None,
            list_at: None,
            typed: false,
            in_words: 0,
        }
    }

    /// A heading.
    #[must_use]
    pub fn heading(text: impl Into<String>) -> Self {
        Self {
            depth: Depth::Heading,
            ..Self::event(text)
        }
    }

    /// The end of a fight, by the number of the side that has won.
    #[must_use]
    pub fn fight_over(sides: &[String], winner: Option<u8>) -> Self {
        let side = winner.and_then(|side| sides.get(usize::from(side)));
        Self::heading(match side {
            Some(side) => format!("The fight is over: {}", prose::side_wins(side)),
            None => "The fight is over: nobody wins".to_owned(),
        })
    }

    /// The same, about these creatures.
    #[must_use]
    pub fn about(self, about: Vec<CreatureId>) -> Self {
        Self { about, ..self }
    }

    /// The same, naming these besides those whom it speaks of; `without` is how it reads to those who may not know of them. Whom it speaks of
    /// is named anyway.
    #[must_use]
    pub fn naming(self, names: impl IntoIterator<Item = CreatureId>, without: String) -> Self {
        let mut names: Vec<CreatureId> = names.into_iter().collect();
        names.retain(|who| !self.about.contains(who));
        let besides = (!names.is_empty()).then(|| Box::new(Besides { names, without }));
        Self { besides, ..self }
    }

    /// The same, if it holds words as somebody has typed them.
    #[must_use]
    pub fn as_typed(self, typed: bool) -> Self {
        Self { typed, ..self }
    }

    /// Who typed words that it holds, if it holds such: the first one whom it is about.
    #[must_use]
    pub fn typed_by(&self) -> Option<CreatureId> {
        self.about.first().copied().filter(|_| self.typed)
    }

    /// The same, with a name at its end: sentences one after the other that differ in nothing else are told as one, such as `The bowman is no
    /// longer Hidden from Maren, Oswin and Garret.`
    #[must_use]
    pub fn listing(self, name: &str) -> Self {
        let text = self.text.strip_suffix('.').unwrap_or(&self.text);
        let list_at = text.strip_suffix(name).map(str::len);
        Self { list_at, ..self }
    }

    /// What stands before the name that ends it.
    fn beginning(&self) -> Option<&str> {
        self.list_at.and_then(|at| self.text.get(..at))
    }

    /// That somebody gets a condition, from what `gains` says of one, without a full stop. By whom it comes, and in whose turn it ends (`ends_with`,
    /// where that is named), may be more than somebody knows who sees what becomes of its bearer.
    #[must_use]
    pub fn of_beginning<C: Copy>(
        held: &Held<C>,
        ends_with: Option<CreatureId>,
        gains: impl Fn(&Held<C>) -> String,
    ) -> Self {
        let text = gains(held);
        let unnamed = Held {
            cause: None,
            ..*held
        };
        let by = held.cause.filter(|_| held.toward.is_none());
        let by = by.filter(|_| gains(&unnamed) != text);
        let without = gains(&Held {
            until: Until::Cleared,
            ..unnamed
        });
        let told = Self::event(prose::sentence(text)).about(held.about());
        told.naming(by.into_iter().chain(ends_with), prose::sentence(without))
    }

    /// Numbers behind an event.
    #[must_use]
    pub fn number(text: impl Into<String>) -> Self {
        Self {
            depth: Depth::Number,
            ..Self::event(text)
        }
    }
}

/// One sentence of a told log with the rules behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The sentence.
    pub sentence: Sentence,
    /// The rules that were cited for it, in order, each once.
    pub rules: Vec<RuleId>,
    /// Who may hear it: a roll may be the game master's alone, and then so is the sum made with it.
    pub audience: Audience,
}
