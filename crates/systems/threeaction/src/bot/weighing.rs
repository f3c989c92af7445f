//! What is found out once while somebody weighs what to do, as nothing changes meanwhile.

use std::cell::RefCell;

use affray_kernel::CreatureId;
use smallvec::SmallVec;

use super::arming::held;
use super::climbing;
use super::distance::arms_from_afar;
use super::moving::gets_to;
use crate::actions::cast::spell_in;
use crate::rules::attack::{self, Attempt};
use crate::rules::luck::Keeps;
use crate::rules::numbers::{able, allies};
use crate::sheet::{Effect, Spell};
use crate::state::State;

/// A fight while somebody weighs what to do, with the Advantage and Disadvantage of Attacks that have been looked at: most are looked at for
/// several acts.
pub(super) struct Weighing<'s> {
    /// The fight.
    pub(super) state: &'s State,
    keeps: RefCell<SmallVec<[(Attempt, Keeps); 4]>>,
    made_use_of: RefCell<SmallVec<[([CreatureId; 2], bool); 2]>>,
}

impl<'s> Weighing<'s> {
    /// With nothing found out yet.
    pub(super) fn new(state: &'s State) -> Self {
        Self {
            state,
            keeps: RefCell::default(),
            made_use_of: RefCell::default(),
        }
    }

    /// Which die of an Attack counts.
    pub(super) fn keeps(&self, attempt: Attempt) -> Keeps {
        let mut known = self.keeps.borrow_mut();
        if let Some((_, keeps)) = known.iter().rev().find(|(known, _)| *known == attempt) {
            debug_assert_eq!(*keeps, attack::luck(self.state, attempt).keeps());
            return *keeps;
        }
        let keeps = attack::luck(self.state, attempt).keeps();
        known.push((attempt, keeps));
        keeps
    }

    /// Whether somebody of a creature's side could harm that Enemy if it is held where it is.
    pub(super) fn is_made_use_of(&self, by: CreatureId, on: CreatureId) -> bool {
        let mut known = self.made_use_of.borrow_mut();
        if let Some((_, found)) = known.iter().find(|(known, _)| *known == [by, on]) {
            return *found;
        }
        let state = self.state;
        let fights = |other: &CreatureId| able(state, *other) && state.body(*other).hp > 0;
        let side = || {
            let others = state.creatures();
            let others = others.filter(|other| *other != by && allies(state, by, *other));
            [by].into_iter().chain(others).filter(fights)
        };
        let found = side().any(|other| harms_from_afar(state, other))
            || side().take(ASKED).any(|other| comes_to(state, other, on));
        known.push(([by, on], found));
        found
    }
}

/// How many of its own side are asked whether they could harm somebody: looking for their ways takes long.
const ASKED: usize = 4;

/// Whether a Spell does harm, or calls somebody who does.
fn does_harm(spell: &Spell) -> bool {
    matches!(
        spell.effect,
        Effect::Damage { .. } | Effect::Poison { .. } | Effect::Summon { .. }
    )
}

/// Whether a creature knows a Spell that does harm.
fn has_harmful_spell(state: &State, who: CreatureId) -> bool {
    let spells = &state.cast.spells;
    let mut known = state.sheet(who).spells.iter();
    known.any(|number| spells.get(usize::from(*number)).is_some_and(does_harm))
}

/// Whether a creature holds something out of which a Spell that does harm may be cast.
fn holds_harmful_spell(state: &State, who: CreatureId) -> bool {
    held(state, who).any(|item| {
        spell_in(state, item).is_some_and(|inside| {
            let mut spells = state.cast.spells.iter();
            spells.any(|spell| spell.name == inside.name && does_harm(spell))
        })
    })
}

/// Whether a creature has something that harms from afar.
fn harms_from_afar(state: &State, who: CreatureId) -> bool {
    let casts = state.body(who).energy > 0 && has_harmful_spell(state, who);
    let has_dice = |arm| {
        state
            .weapon(who, arm)
            .is_some_and(|weapon| weapon.dice.is_some())
    };
    casts || arms_from_afar(state, who).any(has_dice) || holds_harmful_spell(state, who)
}

/// Whether a creature comes to an Enemy.
fn comes_to(state: &State, who: CreatureId, on: CreatureId) -> bool {
    state.sheet(who).feats.flight || gets_to(state, who, on) || climbing::gets_to(state, who, on)
}
