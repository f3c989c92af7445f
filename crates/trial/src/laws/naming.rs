//! Whom sentences name: they are told to nobody who may not know of them.

use std::ops::Range;

use affray_kernel::fight::Fight;
use affray_kernel::story::{Sentence, tell};
use affray_kernel::{CreatureId, System, prose};

/// Numbers of things that are looked for.
const THINGS: u16 = 400;

/// Everybody whose name stands in a sentence is one of those whom it speaks of, or whom it names besides; and it names nobody of these
/// where it is told without them. Where it tells of several at once, each part speaks of those whom it names.
pub(super) fn nobody_else_is_named<S: System>(fight: &Fight<S>) {
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        let mut before = state.clone();
        let notes = Fight::<S>::verify(entry, &mut state)
            .unwrap_or_else(|difference| panic!("{difference} in {entry:?}"));
        let told = tell::<S>(&mut before, &notes);
        let names = Names::of::<S>(&state);
        for one in told {
            names.look_at(&one.sentence);
        }
    }
}

/// What creatures are called in sentences, and things whose names theirs may be part of.
struct Names {
    creatures: Vec<(CreatureId, String)>,
    longer: Vec<String>,
}

impl Names {
    fn of<S: System>(state: &S::State) -> Self {
        let spoken = |who: CreatureId| (who, S::spoken(state, who));
        let creatures: Vec<_> = S::creatures(state).map(spoken).collect();
        let things = (0..THINGS).map(|number| S::thing(state, number));
        let spoken = creatures.iter().map(|(_, name)| name.clone());
        Self {
            longer: spoken.chain(things).collect(),
            creatures,
        }
    }

    fn look_at(&self, told: &Sentence) {
        let besides = told.besides.iter().flat_map(|besides| &besides.names);
        let known: Vec<CreatureId> = told.about.iter().chain(besides).copied().collect();
        self.names_only(&told.text, &known);
        let without = told.besides.iter().map(|besides| &besides.without);
        for text in told.without_numbers.iter().chain(without.clone()) {
            self.names_only(text, &known);
        }
        for text in without {
            self.names_only(text, &told.about);
        }
        let parts = told.several.iter().flat_map(|several| several.parts());
        for part in parts {
            self.names_only(&part.text(), &part.about);
        }
    }

    fn names_only(&self, text: &str, known: &[CreatureId]) {
        for (who, name) in &self.creatures {
            let is_known = known.contains(who) || self.is_shared_with(name, known);
            assert!(
                is_known || !self.is_named(text, name),
                "`{text}` names {name}, and speaks of {known:?} alone"
            );
        }
    }

    /// Whether one of these is called the same.
    fn is_shared_with(&self, name: &str, known: &[CreatureId]) -> bool {
        let mut all = self.creatures.iter();
        all.any(|(who, other)| other == name && known.contains(who))
    }

    /// Whether somebody of that name is meant in a text, and nobody and nothing in whose longer name it stands.
    fn is_named(&self, text: &str, name: &str) -> bool {
        let longer = self.longer.iter().filter(|other| other.len() > name.len());
        let longer: Vec<Range<usize>> = longer.flat_map(|other| places(text, other)).collect();
        places(text, name).iter().any(|place| {
            !longer
                .iter()
                .any(|longer| longer.start <= place.start && place.end <= longer.end)
        })
    }
}

/// Where a name stands in a text as words of its own, at the beginning of a sentence or within it.
fn places(text: &str, name: &str) -> Vec<Range<usize>> {
    let begins = prose::capital(name.to_owned());
    let at = |name: &str| {
        let found = text.match_indices(name);
        let places = found.map(|(at, found)| at..at + found.len());
        places.collect::<Vec<_>>()
    };
    let is_part = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let mut places = at(name);
    if begins != name {
        places.extend(at(&begins));
    }
    places.retain(|place| {
        !is_part(text[..place.start].chars().next_back())
            && !is_part(text[place.end..].chars().next())
    });
    places
}
