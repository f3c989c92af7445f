//! Refusals: the rule that forbids an act, with its figures. They own no memory and are put into words when somebody reads them.

use crate::id::{CreatureId, RuleId};
use crate::prose::signed;
use crate::system::System;

/// A figure in a refusal or a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A plain number.
    Number(i32),
    /// A creature, as sentences name it.
    Creature(CreatureId),
    /// A thing that the system can name.
    Thing(u16),
    /// A length in feet.
    Feet(i32),
    /// A length in metres.
    Metres(i32),
    /// A length in yards.
    Yards(i32),
    /// A fixed word.
    Word(&'static str),
}

/// Why an act is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// The sentence, `{}` standing for the figures in turn.
    pub words: &'static str,
    /// The figures.
    pub figures: [Option<Figure>; 4],
}

impl Refusal {
    /// A refusal by `rule` in `words`, without figures.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub const fn new(rule: RuleId, words: &'static str) -> Self {
        Self {
            rule,
            words,
            figures: [None; 4],
        }
    }

    /// The same refusal with one figure more; at most four are kept.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn with(mut self, figure: Figure) -> Self {
        if let Some(free) = self.figures.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(figure);
        }
        self
    }

    /// The sentence with its figures.
    #[must_use]
    pub fn render<S: System>(&self, state: &S::State) -> String {
        self.render_calling::<S>(state, &|who| S::spoken(state, who))
    }

    /// The sentence with its figures, creatures being called as `call` says.
    #[must_use]
    pub fn render_calling<S: System>(
        &self,
        state: &S::State,
        call: &dyn Fn(CreatureId) -> String,
    ) -> String {
        let mut text = String::with_capacity(self.words.len() + 24);
        let mut figures = self.figures.iter().flatten();
        let mut pieces = self.words.split("{}");
        text.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            if let Some(figure) = figures.next() {
                text.push_str(&match *figure {
                    Figure::Creature(who) => call(who),
                    other => other.render::<S>(state),
                });
            }
            text.push_str(piece);
        }
        text
    }
}

impl Figure {
    /// The figure in words.
    #[must_use]
    pub fn render<S: System>(&self, state: &S::State) -> String {
        match *self {
            Self::Number(number) => signed(number),
            Self::Creature(who) => S::spoken(state, who),
            Self::Thing(number) => S::thing(state, number),
            Self::Feet(feet) => format!("{} ft", signed(feet)),
            Self::Metres(metres) => format!("{} m", signed(metres)),
            Self::Yards(yards) => format!("{} yd", signed(yards)),
            Self::Word(word) => word.to_owned(),
        }
    }
}
