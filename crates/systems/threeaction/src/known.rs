//! Whether what acts and facts name is part of the fight. Rules and offers name nothing else; a journal that somebody tampered with may.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};

use super::act::{Act, Aim, Event, Hold, Maneuver, Target, Trigger};
use super::fact::{Doing, Fact};
use super::ids;
use super::setup::joining;
use super::state::{
    Altered, Arm, Condition, Drift, ItemId, Phase, Place, Readied, Running, SpellId, State,
};

/// Whether everything that a fact names is part of the fight.
pub(crate) fn knows_fact(state: &State, fact: &Fact) -> bool {
    let known = Known(state);
    match fact {
        Fact::Order(order) => order.iter().all(|who| known.creature(*who)),
        Fact::Round(_) | Fact::Place(_) | Fact::SpellEnds(_) => true,
        Fact::Phase(phase) => known.phase(*phase),
        Fact::TurnBegins(who)
        | Fact::HadTurn(who, _)
        | Fact::AnchorStarts(who)
        | Fact::AnchorEnds(who)
        | Fact::Set(who, ..)
        | Fact::Flag(who, ..)
        | Fact::Damaged(who, ..)
        | Fact::Unhurt(who, _)
        | Fact::Healed(who, _)
        | Fact::DosesActed(who)
        | Fact::Moved(who, _)
        | Fact::Shifted(who, _)
        | Fact::Moving(who, _)
        | Fact::Flown(who, _)
        | Fact::Heading(who, _)
        | Fact::Falling(who, _)
        | Fact::Sneak(who, _)
        | Fact::Presence(who, _) => known.creature(*who),
        Fact::Joins(newcomers) => newcomers.can_join(state),
        Fact::Sheet(who, sheet) => joining::can_have(state, *who, sheet),
        Fact::Kind(item, kind) => joining::can_be(state, *item, kind),
        Fact::Rules(_) => true,
        Fact::Attacks(who, target, with) | Fact::Shoots(who, target, with) => {
            known.creature(*who) && known.target(*target) && known.arm(*who, *with)
        }
        Fact::Tries(who, which, target, with) => {
            known.creature(*who)
                && known.maneuver(*which)
                && known.target(*target)
                && known.arm(*who, *with)
        }
        Fact::Came(who, target, _) => known.creature(*who) && known.target(*target),
        Fact::Casts(who, spell, _, aim) => {
            known.creature(*who) && known.spell(*spell) && known.aim(aim)
        }
        Fact::Does(who, doing) => known.creature(*who) && known.doing(doing),
        Fact::Lost(who, rule) => {
            known.creature(*who) && usize::from(*rule) < ids::catalogue().rules.len()
        }
        Fact::Gains(held) | Fact::Loses(held) => known.held(held),
        Fact::Renews(held) => {
            let [old, new] = **held;
            let is_same = (old.on, old.kind, old.toward) == (new.on, new.kind, new.toward);
            is_same && known.held(&old) && known.held(&new)
        }
        Fact::Dose(dose) => known.creature(dose.on) && dose.rounds > 0,
        Fact::Passing(who, passing) => {
            known.creature(*who) && passing.is_none_or(|(by, _)| known.creature(by))
        }
        Fact::Task(who, task) => {
            known.creature(*who) && task.is_none_or(|(task, _)| known.task(task))
        }
        Fact::Mounted(who, other) | Fact::Commander(who, other) => {
            known.creature(*who) && other.is_none_or(|other| known.creature(other))
        }
        Fact::Drifts(who, drift) => known.creature(*who) && drift.is_none_or(is_drift),
        Fact::Readies(who, readied) => {
            known.creature(*who) && readied.as_deref().is_none_or(|one| known.readied(one))
        }
        Fact::Item(item, place) => known.item(*item) && known.place(*place),
        Fact::ItemHp(item, _) | Fact::Loaded(item, ..) | Fact::Lit(item, _) => known.item(*item),
        Fact::ItemDrifts(item, drift) => {
            known.item(*item)
                && drift.is_none_or(|(anchor, drift)| known.creature(anchor) && is_drift(drift))
        }
        Fact::Alters(change) | Fact::Restores(change) => match change {
            Altered::Door(..) | Altered::Ice(..) | Altered::Breach(_) => true,
            Altered::Tunnel(_, by, anchor) => known.creature(*by) && known.creature(*anchor),
        },
        Fact::SpellRuns(running) | Fact::SpellChanges(running) => known.running(running),
    }
}

/// Whether everything that an act names is part of the fight.
pub(crate) fn knows_act(state: &State, act: &Act) -> bool {
    Known(state).act(act)
}

/// Whether a drift is one of single steps.
fn is_drift(drift: Drift) -> bool {
    let (x, y, z) = drift.step;
    [x, y, z].iter().all(|part| (-1..=1).contains(part))
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

    fn task(&self, task: u8) -> bool {
        usize::from(task) < self.0.cast.tasks.len()
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

    fn target(&self, target: Target) -> bool {
        match target {
            Target::Creature(who) | Target::Guess(who, _) => self.creature(who),
            Target::Object(item) => self.item(item),
            Target::Square(_) | Target::Ice(_) => true,
        }
    }

    fn maneuver(&self, which: Maneuver) -> bool {
        match which {
            Maneuver::Break(item) | Maneuver::Disarm(item) => self.item(item),
            Maneuver::Feint | Maneuver::Grapple | Maneuver::Push | Maneuver::Trip => true,
        }
    }

    fn aim(&self, aim: &Aim) -> bool {
        match aim {
            Aim::Target(target) => self.target(*target),
            Aim::Area(..) => true,
            Aim::Place(who, _) => who.is_none_or(|who| self.creature(who)),
            Aim::Guess(who, ..) => self.creature(*who),
        }
    }

    fn hold(&self, hold: Hold) -> bool {
        match hold {
            Hold::Wall(_) => true,
            Hold::Object(item) => self.item(item),
            Hold::Creature(who) => self.creature(who),
        }
    }

    fn trigger(&self, trigger: &Trigger) -> bool {
        trigger.who.is_none_or(|who| self.creature(who))
            && match &trigger.event {
                Event::Enters(_)
                | Event::ComesInReach
                | Event::Moves
                | Event::Attacks
                | Event::Casts
                | Event::UsesItem
                | Event::StandsUp
                | Event::Appears
                | Event::TakesDamage
                | Event::StartsTurn
                | Event::EndsTurn
                | Event::Words(_) => true,
            }
    }

    fn readied(&self, readied: &Readied) -> bool {
        self.act(&readied.act) && self.trigger(&readied.trigger)
    }

    fn phase(&self, phase: Phase) -> bool {
        match phase {
            Phase::Setup | Phase::Between => true,
            Phase::Turn { who, .. } | Phase::After(who) => self.creature(who),
            Phase::Over(winner) => {
                winner.is_none_or(|side| usize::from(side) < self.0.cast.sides.len())
            }
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
            Place::Held(who, _) | Place::Worn(who) | Place::Carried(who) => self.creature(who),
            Place::Ground(_) | Place::Nowhere => true,
        }
    }

    fn running(&self, running: &Running) -> bool {
        self.spell(running.spell)
            && self.creature(running.caster)
            && self.creature(running.anchor)
            && running.target.is_none_or(|who| self.creature(who))
    }

    fn act(&self, act: &Act) -> bool {
        match act {
            Act::Strike { target, with, .. } | Act::Shoot { target, with } => {
                self.target(*target) && self.some_arm(*with)
            }
            Act::Volley { with, .. } | Act::Lock(with) => self.some_arm(*with),
            Act::Maneuver {
                which,
                target,
                with,
            } => self.maneuver(*which) && self.target(*target) && self.some_arm(*with),
            Act::PassThrough(who)
            | Act::Mount(who)
            | Act::Command(who)
            | Act::Medicine(who)
            | Act::Intimidate(who)
            | Act::Escape(who)
            | Act::Choke(who)
            | Act::Release(who) => self.creature(*who),
            Act::PushOff(hold, _) => self.hold(*hold),
            Act::Cast {
                spell, item, aim, ..
            } => self.spell(*spell) && item.is_none_or(|item| self.item(item)) && self.aim(aim),
            Act::Control(_, aim) => self.aim(aim),
            Act::Ready(act, trigger) => self.act(act) && self.trigger(trigger),
            Act::Trigger(act) => self.act(act),
            Act::Draw(item)
            | Act::Stow(item)
            | Act::PickUp(item)
            | Act::Reload(item)
            | Act::Light(item, _)
            | Act::Drop(item)
            | Act::Grip(item, _) => self.item(*item),
            Act::Give(item, who) => self.item(*item) && self.creature(*who),
            Act::Work(task) => self.task(*task),
            Act::RollInitiative
            | Act::NextTurn
            | Act::AfterTurn
            | Act::Move { .. }
            | Act::Stand
            | Act::Jump { .. }
            | Act::PrepareJump
            | Act::Dismount(_)
            | Act::Focus
            | Act::Dodge
            | Act::Sneak
            | Act::Investigate
            | Act::Stabilize
            | Act::RollOnGround
            | Act::Door(..)
            | Act::Interact(_)
            | Act::DropProne
            | Act::Delay
            | Act::EndTurn
            | Act::Flee
            | Act::Surrender
            | Act::Pass
            | Act::Enter
            | Act::Grab
            | Act::Feet(_)
            | Act::Square(_)
            | Act::Take
            | Act::LockHand => true,
        }
    }

    fn doing(&self, doing: &Doing) -> bool {
        match doing {
            Doing::Mount(who)
            | Doing::Command(who)
            | Doing::Medicine(who)
            | Doing::Intimidate(who)
            | Doing::Escape(who)
            | Doing::Choke(who)
            | Doing::Release(who) => self.creature(*who),
            Doing::Ready(act, trigger) => self.act(act) && self.trigger(trigger),
            Doing::Draw(item)
            | Doing::Stow(item)
            | Doing::PickUp(item)
            | Doing::Reload(item)
            | Doing::Light(item, _)
            | Doing::Drop(item)
            | Doing::Grip(item, _) => self.item(*item),
            Doing::Give(item, who) => self.item(*item) && self.creature(*who),
            Doing::Work(task) => self.task(*task),
            Doing::Control(_, aim) => self.aim(aim),
            Doing::PushOff(hold) => self.hold(*hold),
            Doing::Move(_)
            | Doing::Stand
            | Doing::PrepareJump
            | Doing::Jump(_)
            | Doing::Dismount
            | Doing::Focus
            | Doing::Volley(_)
            | Doing::Dodge
            | Doing::Triggered
            | Doing::Sneak
            | Doing::Investigate
            | Doing::Stabilize
            | Doing::RollOnGround
            | Doing::Door(_)
            | Doing::Interact(_)
            | Doing::DropProne
            | Doing::Delay
            | Doing::Enter
            | Doing::EndTurn
            | Doing::Flee
            | Doing::Surrender
            | Doing::Grab
            | Doing::Nothing
            | Doing::FallsIn
            | Doing::Collapses
            | Doing::Suffocates
            | Doing::Lapses
            | Doing::LosesReadied
            | Doing::DodgeEnds => true,
        }
    }
}
