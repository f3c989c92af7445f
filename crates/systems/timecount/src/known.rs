//! Whether what acts and facts name is part of the fight. Rules and offers name nothing else; a journal that somebody tampered with may.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};

use super::act::{Act, Aim, Facing, Strike, Trigger};
use super::fact::{Attempt, Fact};
use super::setup::joining;
use super::state::{
    Arm, Condition, ItemId, Pending, PendingHarm, Phase, Place, SpellId, State, Underway,
};
use super::{correct, ids};

/// Whether everything that a fact names is part of the fight.
pub(crate) fn knows_fact(state: &State, fact: &Fact) -> bool {
    let known = Known(state);
    match fact {
        Fact::Count(_) | Fact::CarriedOut | Fact::Alters(_) | Fact::Ends(_) => true,
        Fact::Phase(phase) => known.phase(*phase),
        Fact::Tries(who, attempt, on, with, _) => {
            known.creature(*who)
                && known.creature(*on)
                && known.attempt(*attempt)
                && with.is_none_or(|with| known.arm(*who, with))
        }
        Fact::Came(who, attempt, on, _) => {
            known.creature(*who) && known.creature(*on) && known.attempt(*attempt)
        }
        Fact::Does(who, act) | Fact::Declares(who, act) => known.creature(*who) && known.act(act),
        Fact::Casts(who, spell, _) | Fact::Castings(who, spell, _) => {
            known.creature(*who) && known.spell(*spell)
        }
        Fact::Lost(who, rule) => {
            known.creature(*who) && usize::from(*rule) < ids::catalogue().rules.len()
        }
        Fact::Underway(who, underway) => known.creature(*who) && known.underway(*who, underway),
        Fact::TurnComes(who)
        | Fact::Unhurt(who)
        | Fact::Uncured(who)
        | Fact::Stays(who, _)
        | Fact::Set(who, ..)
        | Fact::At(who, ..)
        | Fact::Flag(who, ..)
        | Fact::Damaged { who, .. }
        | Fact::Healed(who, ..)
        | Fact::Regains(who, _)
        | Fact::Bonus(who, _)
        | Fact::BonusEnds(who)
        | Fact::NoBonus(who)
        | Fact::Paralysed(who, _)
        | Fact::ParalysisFades(who)
        | Fact::NoParalysis(who)
        | Fact::Posture(who, _)
        | Fact::Moved(who, _)
        | Fact::Moving(who, _)
        | Fact::Runs(who, _)
        | Fact::Wakes(who, _)
        | Fact::Dying(who, _)
        | Fact::Presence(who, _) => known.creature(*who),
        Fact::Faces(who, facing) => known.creature(*who) && known.facing(*facing),
        Fact::Begun(who, begun) => {
            known.creature(*who)
                && begun.facing.is_none_or(|facing| known.facing(facing))
                && begun.let_go.iter().all(|held| known.held(held))
                && begun.let_fall.iter().all(|(item, _)| known.item(*item))
                && begun.sprung.as_ref().is_none_or(|act| known.act(act))
        }
        Fact::Pressed(who, by) => {
            known.creature(*who) && by.iter().all(|other| known.creature(*other))
        }
        Fact::LastArm(who, arm) => {
            known.creature(*who) && arm.is_none_or(|arm| known.arm(*who, arm))
        }
        Fact::Prepares(who, prepared) => {
            known.creature(*who) && prepared.is_none_or(|prepared| known.spell(prepared.spell))
        }
        Fact::Stapled(who, stapled) => {
            let item = stapled.and_then(|stapled| stapled.item);
            known.creature(*who) && item.is_none_or(|item| known.item(item))
        }
        Fact::Mounted(who, mount) => {
            known.creature(*who) && mount.is_none_or(|mount| known.creature(mount) && mount != *who)
        }
        Fact::Gains(held) | Fact::Loses(held) => known.held(held),
        Fact::Item(item, place) => known.item(*item) && known.place(*place),
        Fact::Durability(item, _)
        | Fact::Readied(item, _)
        | Fact::Left(item, _)
        | Fact::Lit(item, _)
        | Fact::InGrip(item, _) => known.item(*item),
        Fact::Joins(newcomers) => newcomers.can_join(state) && joining::brings_no_acts(newcomers),
        Fact::Sheet(who, sheet) => joining::can_have(state, *who, sheet),
        Fact::Kind(item, kind) => joining::can_be(state, *item, kind),
        Fact::Rules(options) => correct::can_rule(state, options).is_ok(),
        Fact::Active(active) => known.spell(active.spell) && known.creature(active.caster),
        Fact::Will(pending) | Fact::Done(pending) => known.pending(*pending),
    }
}

/// Whether everything that an act names is part of the fight.
pub(crate) fn knows_act(state: &State, act: &Act) -> bool {
    Known(state).act(act)
}

/// What there is in a fight.
struct Known<'s>(&'s State);

impl Known<'_> {
    fn creature(&self, who: CreatureId) -> bool {
        who.index() < self.0.bodies.len()
    }

    fn item(&self, item: ItemId) -> bool {
        usize::from(item.0) < self.0.items.len()
    }

    fn spell(&self, spell: SpellId) -> bool {
        usize::from(spell.0) < self.0.cast.spells.len()
    }

    fn arm(&self, who: CreatureId, arm: Arm) -> bool {
        match arm {
            Arm::Item(item) => self.item(item),
            Arm::Natural(number) => usize::from(number) < self.0.sheet(who).natural.len(),
        }
    }

    /// An arm of whoever it may be.
    fn some_arm(&self, arm: Arm) -> bool {
        match arm {
            Arm::Item(item) => self.item(item),
            Arm::Natural(_) => true,
        }
    }

    fn attempt(&self, attempt: Attempt) -> bool {
        match attempt {
            Attempt::Spell(spell) => self.spell(spell),
            _ => true,
        }
    }

    fn phase(&self, phase: Phase) -> bool {
        match phase {
            Phase::Setup | Phase::UnderWay | Phase::Count => true,
            Phase::Over(winner) => {
                winner.is_none_or(|side| usize::from(side) < self.0.cast.sides.len())
            }
        }
    }

    fn facing(&self, facing: Facing) -> bool {
        match facing {
            Facing::Around | Facing::Heading(_) => true,
            Facing::Creature(who) => self.creature(who),
        }
    }

    fn held(&self, held: &Held<Condition>) -> bool {
        let until = match held.until {
            Until::TurnStart(who, _) | Until::TurnEnd(who, _) => self.creature(who),
            Until::Cleared | Until::Round(_) | Until::At(_) => true,
        };
        let others = [held.toward, held.cause];
        until
            && self.creature(held.on)
            && others.into_iter().flatten().all(|who| self.creature(who))
    }

    fn place(&self, place: Place) -> bool {
        match place {
            Place::Held(who) | Place::Worn(who) | Place::Carried(who, _) | Place::Stuck(who) => {
                self.creature(who)
            }
            Place::Ground(_) | Place::Nowhere => true,
        }
    }

    /// Dice that can be rolled, on somebody who is there.
    fn pending(&self, pending: Pending) -> bool {
        let dice = match pending.what {
            PendingHarm::PoisonDice(dice, sides, ..) => {
                affray_kernel::dice::Pool::new(dice, sides).is_ok()
            }
            PendingHarm::Poison(..) | PendingHarm::Fire => true,
        };
        dice && self.creature(pending.on)
    }

    fn aim(&self, aim: &Aim) -> bool {
        match aim {
            Aim::Oneself | Aim::Area(_) => true,
            Aim::Creatures(on) => on.iter().all(|who| self.creature(*who)),
        }
    }

    fn trigger(&self, trigger: &Trigger) -> bool {
        trigger.who.is_none_or(|who| self.creature(who))
    }

    fn underway(&self, who: CreatureId, underway: &Underway) -> bool {
        match underway {
            Underway::Nothing | Underway::Walk(..) | Underway::Wait(_) | Underway::Rest(..) => true,
            Underway::Prepare { spell, .. } => self.spell(*spell),
            Underway::Scroll { item, aim, .. } => self.item(*item) && self.aim(aim),
            Underway::CoupDeGrace { target, with, .. } => {
                self.creature(*target) && self.arm(who, *with)
            }
            Underway::Ready { act, trigger, .. } => self.act(act) && self.trigger(trigger),
            Underway::Set { with, .. } => self.arm(who, *with),
            Underway::Treat(patient, ..) => self.creature(*patient),
        }
    }

    fn strike(&self, strike: &Strike) -> bool {
        self.creature(strike.target) && self.some_arm(strike.with)
    }

    fn act(&self, act: &Act) -> bool {
        match act {
            Act::Attack(strike) | Act::Alternate(strike) | Act::QuickStrike(strike) => {
                self.strike(strike)
            }
            Act::Both { main, off, .. } => self.strike(main) && self.some_arm(*off),
            Act::Feint { target, with }
            | Act::Staple { target, with }
            | Act::Trip { target, with }
            | Act::CoupDeGrace { target, with }
            | Act::Deliver { target, with }
            | Act::Grapple(target, with) => self.creature(*target) && self.some_arm(*with),
            Act::Distract {
                target, with, ally, ..
            } => self.creature(*target) && self.creature(*ally) && self.some_arm(*with),
            Act::Disarm { target, item, with } => {
                self.creature(*target) && self.item(*item) && self.some_arm(*with)
            }
            Act::BreakGrab { grabber, held } => self.creature(*grabber) && self.creature(*held),
            Act::Tackle(who)
            | Act::BullRush(who)
            | Act::Approach(who, _)
            | Act::Grab(who)
            | Act::EscapeGrab(who)
            | Act::Drag(who, _)
            | Act::Shunt(who, _)
            | Act::Throw(who, _)
            | Act::Mount(who)
            | Act::Stabilize(who)
            | Act::Extinguish(who)
            | Act::Unstaple(who, _)
            | Act::Release(who)
            | Act::Direct(_, who)
            | Act::Treat(who, _) => self.creature(*who),
            Act::Face(facing) => self.facing(*facing),
            Act::Draw(item)
            | Act::Sheathe(item)
            | Act::PickUp(item)
            | Act::Drop(item)
            | Act::ReadyShield(item)
            | Act::LooseShield(item)
            | Act::Drink(item)
            | Act::Light(item) => self.item(*item),
            Act::Activate(item, aim) | Act::ReadScroll(item, aim) | Act::ScrollWorks(item, aim) => {
                self.item(*item) && self.aim(aim)
            }
            Act::Prepare(spell) => self.spell(*spell),
            Act::Cast { aim, .. } => self.aim(aim),
            Act::Set(with) => self.some_arm(*with),
            Act::Ready(act, trigger) => self.act(act) && self.trigger(trigger),
            Act::Trigger(act) => self.act(act),
            Act::RollInitiative
            | Act::Advance
            | Act::EndEncounter
            | Act::CarryOut
            | Act::Move { .. }
            | Act::Wait(_)
            | Act::Dismount(_)
            | Act::Shift(_)
            | Act::Basic
            | Act::StandUp
            | Act::Door(..)
            | Act::EscapeNet
            | Act::Charge
            | Act::ReleaseCharge
            | Act::Cease(_)
            | Act::LowerResistance
            | Act::RaiseResistance
            | Act::ControlMount
            | Act::Rest(_)
            | Act::Flee
            | Act::Surrender
            | Act::Pass
            | Act::Yes
            | Act::GoOn(_)
            | Act::BreakOff
            | Act::Defend(_)
            | Act::Invigorate(_)
            | Act::Space(_)
            | Act::Feet(_) => true,
        }
    }
}
