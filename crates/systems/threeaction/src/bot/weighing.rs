//! What is found out once while somebody weighs what to do, as nothing changes meanwhile.

use std::cell::RefCell;

use affray_kernel::CreatureId;
use smallvec::SmallVec;

use super::arming::held;
use super::distance::arms_from_afar;
use super::moving::gets_to_one;
use super::{climbing, enemies};
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
    harm: RefCell<SmallVec<[(CreatureId, Harm); 1]>>,
    comes_to: RefCell<SmallVec<[(Pair, bool); 2]>>,
}

/// A creature, and an Enemy of its side.
type Pair = [CreatureId; 2];

/// How a side can harm an Enemy that is held where it is.
#[derive(Clone, Copy)]
enum Harm {
    /// Wherever that is.
    FromAfar,
    /// Where somebody gets at it, which is not so of all of them alike.
    HandToHand,
    /// Nobody gets at any.
    Nowhere,
}

impl<'s> Weighing<'s> {
    /// With nothing found out yet.
    pub(super) fn new(state: &'s State) -> Self {
        Self {
            state,
            keeps: RefCell::default(),
            harm: RefCell::default(),
            comes_to: RefCell::default(),
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
        match self.harm(by) {
            Harm::FromAfar => true,
            Harm::HandToHand => self.side_comes_to(by, on),
            Harm::Nowhere => false,
        }
    }

    /// How a creature's side can harm Enemies. Whether it gets at any takes no longer to find out than of one: where it does not, nobody has to be
    /// asked of each.
    fn harm(&self, by: CreatureId) -> Harm {
        let mut known = self.harm.borrow_mut();
        if let Some((_, harm)) = known.iter().find(|(known, _)| *known == by) {
            return *harm;
        }
        let state = self.state;
        let harm = if side(state, by).any(|other| harms_from_afar(state, other)) {
            Harm::FromAfar
        } else if self.side_comes_to_one(by) {
            Harm::HandToHand
        } else {
            Harm::Nowhere
        };
        known.push((by, harm));
        harm
    }

    /// Whether somebody of a creature's side comes to any Enemy.
    fn side_comes_to_one(&self, by: CreatureId) -> bool {
        let all: Vec<CreatureId> = enemies(self.state, by).collect();
        asked(self.state, by).any(|other| comes_to(self.state, other, &all))
    }

    /// Whether somebody of a creature's side comes to that Enemy.
    fn side_comes_to(&self, by: CreatureId, on: CreatureId) -> bool {
        let mut known = self.comes_to.borrow_mut();
        if let Some((_, found)) = known.iter().find(|(known, _)| *known == [by, on]) {
            return *found;
        }
        let found = asked(self.state, by).any(|other| comes_to(self.state, other, &[on]));
        known.push(([by, on], found));
        found
    }
}

/// How many of its own side are asked whether they could harm somebody: looking for their ways takes long.
const ASKED: usize = 4;

/// A creature and its Allies, as far as they can fight.
fn side(state: &State, by: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let others = state.creatures();
    let others = others.filter(move |other| *other != by && allies(state, by, *other));
    let all = [by].into_iter().chain(others);
    all.filter(|other| able(state, *other) && state.body(*other).hp > 0)
}

/// Those of them who are asked.
fn asked(state: &State, by: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    side(state, by).take(ASKED)
}

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

/// Whether a creature comes to one of these Enemies.
fn comes_to(state: &State, who: CreatureId, of: &[CreatureId]) -> bool {
    state.sheet(who).feats.flight
        || gets_to_one(state, who, of)
        || climbing::gets_to_one(state, who, of)
}
