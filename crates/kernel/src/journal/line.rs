//! What a line of a journal holds, and whether everything that it names is part of the fight.

use serde::{Deserialize, Serialize};

use super::Heading;
use crate::fight::{Deed, DiceMode, Doer, Entry, Fight, Open, Retracted};
use crate::id::CreatureId;
use crate::system::System;
use crate::tape::Draw;

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Header<U> {
    #[serde(flatten)]
    pub(super) heading: Heading,
    pub(super) seed: u64,
    pub(super) fight: u64,
    pub(super) setup: U,
}

/// Any other line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
pub(super) enum Line<S: System> {
    Entry(EntryLine<S>),
    Open(OpenLine<S>),
    Undo(usize),
    Redo(usize),
    Branch(usize),
    Withdraw(usize),
    Dice(DiceWord),
    DiceOf(CreatureId, Option<DiceWord>),
    Aside(serde_json::Value),
}

/// Where dice come from.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DiceWord {
    Virtual,
    Real,
}

impl From<DiceWord> for DiceMode {
    fn from(word: DiceWord) -> Self {
        match word {
            DiceWord::Virtual => Self::Virtual,
            DiceWord::Real => Self::Real,
        }
    }
}

impl From<DiceMode> for DiceWord {
    fn from(dice: DiceMode) -> Self {
        match dice {
            DiceMode::Virtual => Self::Virtual,
            DiceMode::Real => Self::Real,
        }
    }
}

/// A finished entry, with its number in the course that it belongs to.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct EntryLine<S: System> {
    pub(super) n: usize,
    #[serde(flatten)]
    deed: DeedLine<S>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) draws: Vec<Draw<S>>,
    facts: Vec<S::Fact>,
}

/// What an entry is.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
enum DeedLine<S: System> {
    Act(CreatureId, S::Act),
    Bot(CreatureId, S::Act),
    Auto(S::Act),
    Correction(String),
}

/// The act in progress as it stands.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct OpenLine<S: System> {
    pub(super) who: Option<CreatureId>,
    #[serde(default)]
    bot: bool,
    pub(super) act: S::Act,
    pub(super) draws: Vec<Draw<S>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) partial: Vec<(CreatureId, S::Act)>,
}

fn knows_deed<S: System>(state: &S::State, who: CreatureId, act: &S::Act) -> bool {
    S::knows_creature(state, who) && S::knows_act(state, act)
}

fn knows_draw<S: System>(state: &S::State, draw: &Draw<S>) -> bool {
    match draw {
        Draw::Faces(_) => true,
        Draw::Act(who, act) | Draw::Given(who, act) => knows_deed::<S>(state, *who, act),
    }
}

impl<S: System> EntryLine<S> {
    /// The line of an entry that this many come before.
    pub(super) fn of(n: usize, entry: &Entry<S>) -> Self {
        let deed = match &entry.deed {
            Deed::Act(who, act) => DeedLine::Act(*who, act.clone()),
            Deed::Bot(who, act) => DeedLine::Bot(*who, act.clone()),
            Deed::Auto(act) => DeedLine::Auto(act.clone()),
            Deed::Correction(words) => DeedLine::Correction(words.clone()),
        };
        Self {
            n,
            deed,
            draws: entry.draws.clone(),
            facts: entry.facts.clone(),
        }
    }

    pub(super) fn is_correction(&self) -> bool {
        matches!(self.deed, DeedLine::Correction(_))
    }

    /// Whether everything that the line names is part of the fight.
    pub(super) fn is_about(&self, state: &S::State) -> bool {
        let deed = match &self.deed {
            DeedLine::Act(who, act) | DeedLine::Bot(who, act) => knows_deed::<S>(state, *who, act),
            DeedLine::Auto(act) => S::knows_act(state, act),
            DeedLine::Correction(_) => true,
        };
        deed && self.draws.iter().all(|draw| knows_draw(state, draw)) && self.knows_facts(state)
    }

    /// A correction may speak of those who join by it.
    fn knows_facts(&self, state: &S::State) -> bool {
        if !self.is_correction() {
            return self.facts.iter().all(|fact| S::knows_fact(state, fact));
        }
        let mut state = state.clone();
        self.facts.iter().all(|fact| {
            let known = S::knows_fact(&state, fact);
            if known {
                S::apply(&mut state, fact);
            }
            known
        })
    }
}

impl<S: System> OpenLine<S> {
    /// Whether everything that the line names is part of the fight.
    pub(super) fn is_about(&self, state: &S::State) -> bool {
        let known = |(who, act): &(CreatureId, S::Act)| knows_deed::<S>(state, *who, act);
        self.who.is_none_or(|who| S::knows_creature(state, who))
            && S::knows_act(state, &self.act)
            && self.draws.iter().all(|draw| knows_draw(state, draw))
            && self.partial.iter().all(known)
    }

    /// What was in progress before is how the act stood before something was taken back, or this is how it stands again.
    pub(super) fn follows(&self, before: Option<&Self>, fight: &mut Fight<S>) {
        let at = fight.entries().len();
        let now = self.retracted(at);
        let before = before.map(|before| before.retracted(at));
        match before.filter(|before| before.is_later_than(&now)) {
            Some(before) => fight.retract(before),
            None => fight.reached(&now),
        }
    }

    pub(super) fn retracted(&self, at: usize) -> Retracted<S> {
        Retracted {
            at,
            doer: self.doer(),
            act: self.act.clone(),
            draws: self.draws.clone(),
            partial: self.partial.clone(),
        }
    }

    /// As [`crate::fight::Open::holds_anything`].
    pub(super) fn holds_anything(&self) -> bool {
        self.who.is_some() || !self.partial.is_empty() || !self.draws.is_empty()
    }

    /// As [`crate::fight::Open::is_under_way`].
    pub(super) fn is_under_way(&self) -> bool {
        let is_somebodys = |draw: &Draw<S>| draw.decided() || matches!(draw, Draw::Faces(_));
        self.who.is_some() || !self.partial.is_empty() || self.draws.iter().any(is_somebodys)
    }

    pub(super) fn doer(&self) -> Doer {
        match self.who {
            None => Doer::Nobody,
            Some(who) if self.bot => Doer::Bot(who),
            Some(who) => Doer::Person(who),
        }
    }
}

impl<S: System> From<EntryLine<S>> for Entry<S> {
    fn from(line: EntryLine<S>) -> Self {
        let deed = match line.deed {
            DeedLine::Act(who, act) => Deed::Act(who, act),
            DeedLine::Bot(who, act) => Deed::Bot(who, act),
            DeedLine::Auto(act) => Deed::Auto(act),
            DeedLine::Correction(words) => Deed::Correction(words),
        };
        Self::new(deed, line.draws, line.facts)
    }
}

impl<S: System> From<Open<S>> for OpenLine<S> {
    fn from(open: Open<S>) -> Self {
        Self {
            who: open.who,
            bot: open.bot,
            act: open.act,
            draws: open.draws,
            partial: open.partial,
        }
    }
}
