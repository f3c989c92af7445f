//! Whether what acts and facts name is part of the fight. Rules and offers name nothing else; a journal that somebody tampered with may.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};

use super::act::{Act, Action, Aim, Attempt, Claim, Interrupt, Maneuver, Rest, Strike};
use super::fact::{Declared, Fact, What};
use super::mishap::{Deed, Failure, Halt, Lost};
use super::rules::draw_weight;
use super::setup::joining;
use super::state::{Arm, Condition, ItemId, Phase, Place, PowerId, State, Watch, Zone};
use super::{correct, ids};

/// Whether everything that a fact names is part of the fight.
pub(crate) fn knows_fact(state: &State, fact: &Fact) -> bool {
    let known = Known(state);
    match fact {
        Fact::Round(_)
        | Fact::RoundOver(_)
        | Fact::AmbushOver
        | Fact::Idle(_)
        | Fact::Alters(_)
        | Fact::ZoneEnds(_) => true,
        Fact::Phase(phase) => known.phase(*phase),
        Fact::Came(who, what, on, _) => {
            known.creature(*who) && known.creature(*on) && known.what(*what)
        }
        Fact::Lost(lost) => known.lost(lost),
        Fact::Fails(who, failure) => known.creature(*who) && known.failure(*failure),
        Fact::Stops(who, halt) => known.creature(*who) && known.halt(*halt),
        Fact::Races(who, others, claim) => {
            known.creature(*who) && known.all(others) && known.claim(claim)
        }
        Fact::Rests(who, rest) => known.creature(*who) && known.rest(rest),
        Fact::Declares(doing) => known.declared(doing),
        Fact::Interrupts(who, interrupt) => known.creature(*who) && known.interrupt(interrupt),
        Fact::Unhurt(who)
        | Fact::Ends(who, _)
        | Fact::Rolled(who, _)
        | Fact::Metres(who, ..)
        | Fact::Took(who)
        | Fact::Falls(who)
        | Fact::Borrows(who)
        | Fact::Spends(who, ..)
        | Fact::Set(who, ..)
        | Fact::Flag(who, ..)
        | Fact::Harmed { who, .. }
        | Fact::Regains(who, _)
        | Fact::Cause(who, ..)
        | Fact::Turns(who, _)
        | Fact::Moved(who, _)
        | Fact::Gait(who, _)
        | Fact::Course(who, _)
        | Fact::Ignores(who, ..)
        | Fact::Presence(who, _)
        | Fact::Answered(who) => known.creature(*who),
        Fact::Joins(newcomers) => newcomers.can_join(state),
        Fact::Sheet(who, sheet) => joining::can_have(state, *who, sheet),
        Fact::Kind(item, kind) => joining::can_be(state, *item, kind),
        Fact::Rules(options) => correct::can_rule(state, options).is_ok(),
        Fact::Quiet(actor, who, _) => known.creature(*actor) && known.creature(*who),
        Fact::Owes(attacker, target) => known.creature(*attacker) && known.creature(*target),
        Fact::Watches(who, watch) => known.creature(*who) && known.watch(*watch),
        Fact::Submits(who, to) => known.creature(*who) && known.all(to),
        Fact::Used(who, power, _) => known.creature(*who) && known.power(*power),
        Fact::Gains(held) | Fact::Loses(held) => known.held(held),
        Fact::Item(item, place) => known.item(*item) && known.place(*place),
        Fact::Draw(item, row) => known.item(*item) && usize::from(*row) <= draw_weight::HIGHEST,
        Fact::Loaded(item, _) | Fact::Left(item, _) | Fact::Broken(item, _) => known.item(*item),
        Fact::Zone(zone) => known.zone(zone),
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

    fn all<'c>(&self, creatures: impl IntoIterator<Item = &'c CreatureId>) -> bool {
        creatures.into_iter().all(|who| self.creature(*who))
    }

    fn item(&self, item: ItemId) -> bool {
        usize::from(item.0) < self.0.items.len()
    }

    fn power(&self, power: PowerId) -> bool {
        usize::from(power.0) < self.0.cast.powers.len()
    }

    /// An arm of whoever it may be.
    fn arm(&self, arm: Arm) -> bool {
        match arm {
            Arm::Item(item) => self.item(item),
            Arm::Natural(_) => true,
        }
    }

    fn what(&self, what: What) -> bool {
        match what {
            What::Attack => true,
            What::Maneuver(maneuver) => self.maneuver(maneuver),
            What::Power(power) => self.power(power),
        }
    }

    fn lost(&self, lost: &Lost) -> bool {
        let deed = match &lost.deed {
            Deed::Action(action) => self.action(action),
            Deed::AgileMove(_) => true,
        };
        deed && self.creature(lost.who) && usize::from(lost.rule) < ids::catalogue().rules.len()
    }

    fn failure(&self, failure: Failure) -> bool {
        match failure {
            Failure::Escape(from) => self.all(&from),
            Failure::Initiative(other) => self.creature(other),
            Failure::Resisted(on, maneuver) => self.creature(on) && self.maneuver(maneuver),
            Failure::Load(item) | Failure::Slips(item) => self.item(item),
            Failure::Boost(power) => self.power(power),
            Failure::BreakDown | Failure::Hide | Failure::Rolled | Failure::Sprint => true,
        }
    }

    fn halt(&self, halt: Option<Halt>) -> bool {
        match halt {
            Some(Halt::InTheWay(other)) => self.creature(other),
            _ => true,
        }
    }

    fn phase(&self, phase: Phase) -> bool {
        match phase {
            Phase::Beginning | Phase::Open => true,
            Phase::Aftermath(winner) | Phase::Over(winner) => {
                winner.is_none_or(|side| usize::from(side) < self.0.cast.sides.len())
            }
        }
    }

    fn watch(&self, watch: Watch) -> bool {
        match watch {
            Watch::Heading(_) => true,
            Watch::Creature(who) => self.creature(who),
        }
    }

    fn held(&self, held: &Held<Condition>) -> bool {
        let until = match held.until {
            Until::TurnStart(who, _) | Until::TurnEnd(who, _) => self.creature(who),
            Until::Cleared | Until::Round(_) | Until::At(_) => true,
        };
        until && self.creature(held.on) && self.all(&held.toward) && self.all(&held.cause)
    }

    fn place(&self, place: Place) -> bool {
        place.bearer().is_none_or(|who| self.creature(who))
    }

    fn zone(&self, zone: &Zone) -> bool {
        self.power(zone.power) && self.creature(zone.by)
    }

    fn declared(&self, declared: &Declared) -> bool {
        self.creature(declared.who) && self.action(&declared.action) && self.all(&declared.target)
    }

    fn rest(&self, rest: &Rest) -> bool {
        match rest {
            Rest::Short { repair, .. } | Rest::Long { repair, .. } => {
                repair.is_none_or(|item| self.item(item))
            }
        }
    }

    fn aim(&self, aim: Aim) -> bool {
        match aim {
            Aim::Oneself | Aim::Place(_) => true,
            Aim::Creature(who) => self.creature(who),
        }
    }

    fn maneuver(&self, maneuver: Maneuver) -> bool {
        match maneuver {
            Maneuver::Disarm(item) => self.item(item),
            Maneuver::Trip | Maneuver::Restrain | Maneuver::Push => true,
        }
    }

    fn strike(&self, strike: &Strike) -> bool {
        self.creature(strike.target)
            && self.arm(strike.with)
            && strike.boost.is_none_or(|boost| self.power(boost.power))
    }

    fn attempt(&self, attempt: &Attempt) -> bool {
        self.creature(attempt.target) && self.arm(attempt.with) && self.maneuver(attempt.maneuver)
    }

    fn action(&self, action: &Action) -> bool {
        match action {
            Action::Attack(strike) => self.strike(strike),
            Action::Maneuver(attempt) => self.attempt(attempt),
            Action::Move { push, .. } => self.all(push.as_ref().map(|(target, _)| target)),
            Action::Equip(item)
            | Action::Stow(item)
            | Action::PickUp(item)
            | Action::Load(item) => self.item(*item),
            Action::Escape(from, _) => self.all(from),
            Action::Rouse(who) => self.creature(*who),
            Action::Use(power, aim) => self.power(*power) && self.aim(*aim),
            Action::Consume(item, aim) => self.item(*item) && self.aim(*aim),
            Action::Moving(action, _) => self.action(action),
            Action::Jump(_)
            | Action::Leap(_)
            | Action::Climb(_)
            | Action::Kneel
            | Action::Stand
            | Action::Defend
            | Action::CatchBreath
            | Action::Hide
            | Action::BreakDown(..)
            | Action::Door(..) => true,
        }
    }

    fn claim(&self, claim: &Claim) -> bool {
        self.action(&claim.action)
    }

    fn interrupt(&self, interrupt: &Interrupt) -> bool {
        match interrupt {
            Interrupt::AgileMove(_) => true,
            Interrupt::Strike(strike, _) => self.strike(strike),
            Interrupt::Maneuver(attempt, _) => self.attempt(attempt),
            Interrupt::Use(power, aim, _) => self.power(*power) && self.aim(*aim),
        }
    }

    fn act(&self, act: &Act) -> bool {
        match act {
            Act::Do(claim) | Act::Challenge(claim) => self.claim(claim),
            Act::Interrupt(interrupt) => self.interrupt(interrupt),
            Act::Race(others, claim) => self.all(others.iter()) && self.claim(claim),
            Act::Face(watch) => self.watch(*watch),
            Act::Drop(item) | Act::Take(item) => self.item(*item),
            Act::Release(who) | Act::Submit(who) => self.creature(*who),
            Act::Rest(rest) => self.rest(rest),
            Act::BeginRound
            | Act::EndRound
            | Act::EndCombat
            | Act::Wait
            | Act::FallProne
            | Act::Pass
            | Act::PassOn(_)
            | Act::Stop
            | Act::Reroute(_)
            | Act::Roll
            | Act::Decline
            | Act::Struggle(_)
            | Act::Space(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::grid::Cell;

    use super::*;
    use crate::act::{Approach, Pay};
    use crate::fact::{Flag, Verdict};
    use crate::notation::sample::{GARRET, OGRE, fight};

    const NOBODY: CreatureId = CreatureId(9);
    const NOTHING: ItemId = ItemId(99);
    const NO_POWER: PowerId = PowerId(99);

    #[test]
    fn facts_that_name_strangers_are_not_known() {
        let state = fight();
        for (fact, known) in [
            (Fact::Flag(GARRET, Flag::Passed, true), true),
            (Fact::Flag(NOBODY, Flag::Passed, true), false),
            (Fact::Came(GARRET, What::Attack, OGRE, Verdict::Hit), true),
            (
                Fact::Came(GARRET, What::Attack, NOBODY, Verdict::Hit),
                false,
            ),
            (
                Fact::Came(GARRET, What::Power(NO_POWER), OGRE, Verdict::Hit),
                false,
            ),
            (Fact::Fails(GARRET, Failure::Initiative(OGRE)), true),
            (Fact::Fails(GARRET, Failure::Load(NOTHING)), false),
            (Fact::Stops(OGRE, Some(Halt::InTheWay(NOBODY))), false),
            (Fact::Phase(Phase::Over(Some(1))), true),
            (Fact::Phase(Phase::Aftermath(Some(2))), false),
            (Fact::Watches(GARRET, Watch::Creature(NOBODY)), false),
            (Fact::Submits(GARRET, None), true),
            (Fact::Submits(GARRET, Some(NOBODY)), false),
            (Fact::Gains(Held::plain(NOBODY, Condition::Prone)), false),
            (
                Fact::Gains(Held {
                    toward: Some(NOBODY),
                    ..Held::plain(GARRET, Condition::Restrained)
                }),
                false,
            ),
            (Fact::Item(NOTHING, Place::Nowhere), false),
            (Fact::Draw(ItemId(3), 10), true),
            (Fact::Draw(ItemId(3), 11), false),
            (Fact::Item(ItemId(0), Place::Held(NOBODY)), false),
            (Fact::Used(GARRET, NO_POWER, true), false),
        ] {
            assert_eq!(knows_fact(&state, &fact), known, "{fact:?}");
        }
    }

    #[test]
    fn acts_that_name_strangers_are_not_known() {
        let state = fight();
        let strike = |target, with| Strike {
            target,
            with,
            thrown: false,
            nonlethal: None,
            boost: None,
            approach: Approach::new(),
        };
        let does = |action| {
            Act::Do(Claim {
                action,
                pay: Pay::PLAIN,
            })
        };
        let sword = Arm::Item(ItemId(0));
        for (act, known) in [
            (does(Action::Attack(strike(OGRE, sword))), true),
            (does(Action::Attack(strike(NOBODY, sword))), false),
            (
                does(Action::Attack(strike(OGRE, Arm::Item(NOTHING)))),
                false,
            ),
            (does(Action::Use(NO_POWER, Aim::Oneself)), false),
            (does(Action::Jump(Cell::new(99, 99))), true),
            (Act::Drop(NOTHING), false),
            (Act::Release(NOBODY), false),
            (
                Act::Interrupt(Interrupt::Strike(strike(NOBODY, sword), Pay::PLAIN)),
                false,
            ),
            (Act::Pass, true),
        ] {
            assert_eq!(knows_act(&state, &act), known, "{act:?}");
        }
    }
}
