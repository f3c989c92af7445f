//! Creatures that join a fight which is under way. Their entries are those of a scenario, and are composed beside all that is there.

use serde::de::DeserializeOwned;

use super::{Draft, Origin, Part};
use crate::content::{AllProblems, Library, Named, Source};
use crate::grid::{Cell, Map};
use crate::{CreatureId, System};

/// A creature that is in the fight already.
#[derive(Clone, Debug)]
pub struct Present {
    /// Its name.
    pub name: String,
    /// Its side, by number.
    pub side: u8,
    /// Where it is, or was last.
    pub at: Cell,
}

/// A fight that somebody joins.
#[derive(Debug)]
pub struct Company<'s> {
    /// All who are in it, by id.
    pub present: Vec<Present>,
    /// The names of the sides, by number.
    pub sides: &'s [String],
    /// The map.
    pub map: &'s Map,
    /// What there is besides.
    pub before: Before,
}

impl<'s> Company<'s> {
    /// All who are in a fight, of whom `at` knows where they are.
    #[must_use]
    pub fn of<S: System>(
        state: &'s S::State,
        map: &'s Map,
        before: Before,
        at: impl Fn(CreatureId) -> Cell,
    ) -> Self {
        let present = |who| Present {
            name: S::name(state, who).to_owned(),
            side: S::side(state, who),
            at: at(who),
        };
        Self {
            present: S::creatures(state).map(present).collect(),
            sides: S::sides(state),
            map,
            before,
        }
    }
}

/// How much of each list of a setup there was before somebody joined.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// How many creatures.
    pub creatures: usize,
    /// Other lists: what their members are called, and how many there were.
    pub lists: Vec<(&'static str, usize)>,
}

impl Before {
    /// Whether a part of a setup has come with those who join, or is the whole of it.
    #[must_use]
    pub fn is_new(&self, part: Part) -> bool {
        match part {
            Part::Whole => true,
            Part::Map | Part::Start => false,
            Part::Creature(index) => index >= self.creatures,
            Part::Listed(list, index) => {
                let known = self.lists.iter().find(|(called, _)| *called == list);
                known.is_some_and(|(_, count)| index >= *count)
            }
        }
    }
}

/// Turns entries of creatures and the content they refer to into those who join a fight of the system of that name, whom `make` puts
/// together. A text without `[[creature]]` is a single entry.
///
/// # Errors
/// Every mistake in the entries and in the content files.
pub fn join<F: DeserializeOwned, I: Named, S: Named, K: Named, T>(
    newcomers: &Source,
    system: &str,
    (library, mut problems): (Library<I, S, K>, AllProblems),
    make: impl FnOnce(&F, &Library<I, S, K>) -> (Draft, T),
) -> Result<T, AllProblems> {
    let read = Origin::of_newcomers::<F>(newcomers, system);
    let Some((origin, file)) = problems.take(read).filter(|_| library.is_whole()) else {
        problems.hide_others = true;
        return Err(problems);
    };
    let (draft, made) = make(&file, &library);
    draft.tell(&origin, &mut problems);
    problems.or(made)
}
