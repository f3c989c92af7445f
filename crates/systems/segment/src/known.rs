//! Whether what acts and facts name is part of the fight. Rules and offers name nothing else; a journal that somebody tampered with may.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};

use super::act::{Act, Defence, Feat, Location, Strike, Utility, With};
use super::correct;
use super::fact::Fact;
use super::setup::joining;
use super::state::{Arm, Charging, Condition, ItemId, Maintained, Phase, Place, PowerId, State};

/// Whether everything that a fact names is part of the fight.
pub(crate) fn knows_fact(state: &State, fact: &Fact) -> bool {
    let known = Known(state);
    match fact {
        Fact::Round(_)
        | Fact::RoundOver(_)
        | Fact::Called(_)
        | Fact::Closed(_)
        | Fact::Ordered(_)
        | Fact::Ambushed(_)
        | Fact::Environment(_)
        | Fact::Alters(_)
        | Fact::Lapses(_) => true,
        Fact::Phase(phase) => known.phase(*phase),
        Fact::SideEnvironment(side, _) => known.side(*side),
        Fact::Came(who, strike, ..) => known.creature(*who) && known.strike(strike),
        Fact::Unhurt(who)
        | Fact::Withstood(who)
        | Fact::Fate(who, _)
        | Fact::Failed(who, _)
        | Fact::Blocked(who)
        | Fact::Uses(who, _)
        | Fact::Other(who, _)
        | Fact::Set(who, ..)
        | Fact::Flag(who, ..)
        | Fact::Fitness(who, _)
        | Fact::Cover(who, _)
        | Fact::Alert(who, _)
        | Fact::Spends(who, _)
        | Fact::Harmed { who, .. }
        | Fact::Heals(who, _)
        | Fact::Moved(who, ..)
        | Fact::Forced(who, ..)
        | Fact::Stance(who, _)
        | Fact::Given(who, ..)
        | Fact::Took(who)
        | Fact::Commits(who, _)
        | Fact::Guard(who, _)
        | Fact::Pending(who, _)
        | Fact::Presence(who, _) => known.creature(*who),
        Fact::Joins(newcomers) => newcomers.can_join(state),
        Fact::Sheet(who, sheet) => joining::can_have(state, *who, sheet),
        Fact::Kind(item, kind) => joining::can_be(state, *item, kind),
        Fact::Rules(options) => correct::can_rule(state, options).is_ok(),
        Fact::Guesses(who, guess) | Fact::InVain(who, guess, _) => {
            known.creature(*who) && known.with(guess.with)
        }
        Fact::Disabled(who, part, _) => known.part(*who, *part),
        Fact::Ambush(who, targets) => known.creature(*who) && known.all(targets.iter().flatten()),
        Fact::Charging(who, charging) => {
            known.creature(*who)
                && charging
                    .as_deref()
                    .is_none_or(|charging| known.charging(charging))
        }
        Fact::Gains(held) | Fact::Loses(held) => known.held(held),
        Fact::KeepsHold(who, item) => known.creature(*who) && known.item(*item),
        Fact::Invokes(who, power, on) => {
            known.creature(*who) && known.power(*power) && known.creature(*on)
        }
        Fact::Drinks(who, item, by) => {
            known.creature(*who) && known.item(*item) && known.creature(*by)
        }
        Fact::Item(item, place) => known.item(*item) && known.place(*place),
        Fact::Handles(who, _, item, place) => {
            known.creature(*who) && known.item(*item) && known.place(*place)
        }
        Fact::Loaded(item, _) | Fact::Left(item, _) | Fact::Broken(item, _) => known.item(*item),
        Fact::Maintains(effect) => known.effect(effect),
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

    fn side(&self, side: u8) -> bool {
        usize::from(side) < self.0.cast.sides.len()
    }

    fn item(&self, item: ItemId) -> bool {
        usize::from(item.0) < self.0.items.len()
    }

    fn power(&self, power: PowerId) -> bool {
        usize::from(power.0) < self.0.cast.powers.len()
    }

    /// A part of that creature's body.
    fn part(&self, who: CreatureId, part: u8) -> bool {
        let sheet = self.0.cast.sheets.get(who.index());
        sheet.is_some_and(|sheet| usize::from(part) < sheet.parts.len())
    }

    /// An arm of whoever it may be.
    fn arm(&self, arm: Arm) -> bool {
        match arm {
            Arm::Item(item) => self.item(item),
            Arm::Natural(_) => true,
        }
    }

    fn with(&self, with: With) -> bool {
        match with {
            With::Melee(arm) | With::Ranged(arm) => self.arm(arm),
            With::Power(power) => self.power(power),
        }
    }

    fn location(&self, target: CreatureId, location: Location) -> bool {
        match location {
            Location::Part(part) => self.part(target, part),
            Location::Item(item) => self.item(item),
            Location::Torso | Location::Vitals | Location::Vulnerability => true,
        }
    }

    fn strike(&self, strike: &Strike) -> bool {
        self.creature(strike.target)
            && self.with(strike.with)
            && self.location(strike.target, strike.location)
    }

    fn charging(&self, charging: &Charging) -> bool {
        self.strike(&charging.strike)
    }

    fn phase(&self, phase: Phase) -> bool {
        match phase {
            Phase::Over(Some(winner)) => self.side(winner),
            Phase::Beginning
            | Phase::Ambushes
            | Phase::OnGuards
            | Phase::Calling
            | Phase::Declaring
            | Phase::Acting
            | Phase::Over(None) => true,
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

    fn effect(&self, effect: &Maintained) -> bool {
        self.power(effect.power) && self.creature(effect.by) && self.creature(effect.on)
    }

    fn feat(&self, feat: &Feat) -> bool {
        feat.strike.is_none_or(|strike| self.strike(&strike))
    }

    fn utility(&self, utility: Utility) -> bool {
        match utility {
            Utility::Draw(item)
            | Utility::Stow(item)
            | Utility::PickUp(item)
            | Utility::Reload(item) => self.item(item),
            Utility::HandOver(item, to) => self.item(item) && self.creature(to),
            Utility::Drink(item, to) => self.item(item) && self.all(&to),
            Utility::Search(who, _) => self.creature(who),
            Utility::Power(power, on) => self.power(power) && self.creature(on),
            Utility::StandUp
            | Utility::Hide
            | Utility::Door(..)
            | Utility::Ride(_)
            | Utility::Other(_) => true,
        }
    }

    fn defence(&self, defence: &Defence) -> bool {
        defence.with.is_none_or(|arm| self.arm(arm))
    }

    fn act(&self, act: &Act) -> bool {
        match act {
            Act::Attack(strike) => self.strike(strike),
            Act::Guess(guess) => self.with(guess.with),
            Act::Feat(feat) => self.feat(feat),
            Act::Use(utility) => self.utility(*utility),
            Act::Idle(who) => self.creature(*who),
            Act::Drop(item) => self.item(*item),
            Act::Ambush(targets) => self.all(targets.iter()),
            Act::Defend(defence) => self.defence(defence),
            Act::Opportunity(arm) => self.arm(*arm),
            Act::BeginRound
            | Act::Ambushes
            | Act::OnGuards
            | Act::Call(_)
            | Act::Settle
            | Act::Close
            | Act::EndRound
            | Act::EndCombat
            | Act::Move(_)
            | Act::Disengage
            | Act::Flee
            | Act::Pass
            | Act::Release(_)
            | Act::Surrender
            | Act::OnGuard(_)
            | Act::Stance(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::grid::Cell;
    use smallvec::smallvec;

    use super::*;
    use crate::fact::{Flag, Handling, Occasion, Verdict};
    use crate::notation::sample::{CHIEF, GARRET, OGRE, fight};

    const NOBODY: CreatureId = CreatureId(9);
    const NOTHING: ItemId = ItemId(99);
    const NO_POWER: PowerId = PowerId(99);
    const SWORD: With = With::Melee(Arm::Item(ItemId(0)));

    fn strike(target: CreatureId, with: With, location: Location) -> Strike {
        Strike {
            target,
            with,
            location,
            step: None,
            kill_shot: false,
        }
    }

    fn ward(power: PowerId, on: CreatureId) -> Fact {
        Fact::Maintains(Maintained {
            number: 1,
            power,
            by: GARRET,
            on,
            since: 1,
        })
    }

    #[test]
    fn facts_that_name_strangers_are_not_known() {
        let state = fight();
        let came = |strike| Fact::Came(GARRET, strike, Verdict::Hit, Occasion::Item);
        let charging = |with| {
            let strike = strike(OGRE, with, Location::Torso);
            Fact::Charging(GARRET, Some(Box::new(Charging { strike, paid: 2 })))
        };
        let hands_over =
            |item, to| Fact::Handles(GARRET, Handling::HandsOver, item, Place::Held(to, 1));
        for (fact, known) in [
            (Fact::Flag(GARRET, Flag::Done, true), true),
            (Fact::Flag(NOBODY, Flag::Done, true), false),
            (came(strike(OGRE, SWORD, Location::Part(15))), false),
            (came(strike(CHIEF, SWORD, Location::Part(15))), true),
            (came(strike(NOBODY, SWORD, Location::Part(0))), false),
            (came(strike(OGRE, SWORD, Location::Item(NOTHING))), false),
            (charging(With::Power(PowerId(5))), true),
            (charging(With::Power(NO_POWER)), false),
            (Fact::Phase(Phase::Over(Some(1))), true),
            (Fact::Phase(Phase::Over(Some(2))), false),
            (Fact::SideEnvironment(2, -2), false),
            (Fact::Disabled(OGRE, 14, true), true),
            (Fact::Disabled(OGRE, 15, true), false),
            (Fact::Disabled(NOBODY, 0, true), false),
            (Fact::Ambush(GARRET, Some(smallvec![OGRE])), true),
            (Fact::Ambush(GARRET, Some(smallvec![OGRE, NOBODY])), false),
            (Fact::Gains(Held::plain(NOBODY, Condition::Prone)), false),
            (
                Fact::Gains(Held {
                    toward: Some(NOBODY),
                    ..Held::plain(GARRET, Condition::Noticed)
                }),
                false,
            ),
            (Fact::Item(NOTHING, Place::Nowhere), false),
            (Fact::Drinks(GARRET, ItemId(0), OGRE), true),
            (Fact::Drinks(GARRET, NOTHING, OGRE), false),
            (Fact::Drinks(NOBODY, ItemId(0), OGRE), false),
            (Fact::Drinks(GARRET, ItemId(0), NOBODY), false),
            (Fact::Item(ItemId(0), Place::Held(NOBODY, 1)), false),
            (hands_over(ItemId(0), OGRE), true),
            (hands_over(NOTHING, OGRE), false),
            (hands_over(ItemId(0), NOBODY), false),
            (ward(PowerId(4), OGRE), true),
            (ward(NO_POWER, OGRE), false),
            (ward(PowerId(4), NOBODY), false),
        ] {
            assert_eq!(knows_fact(&state, &fact), known, "{fact:?}");
        }
    }

    #[test]
    fn acts_that_name_strangers_are_not_known() {
        let state = fight();
        let attack = |target, with| Act::Attack(strike(target, with, Location::Torso));
        let charge = |target| {
            Act::Feat(Box::new(Feat {
                skill: crate::sheet::InitiativeSkill::Charge,
                before: [].into(),
                strike: Some(strike(target, SWORD, Location::Torso)),
                after: [].into(),
            }))
        };
        let thing = Arm::Item(NOTHING);
        for (act, known) in [
            (attack(OGRE, SWORD), true),
            (attack(NOBODY, SWORD), false),
            (attack(OGRE, With::Ranged(thing)), false),
            (attack(OGRE, With::Power(NO_POWER)), false),
            (charge(OGRE), true),
            (charge(NOBODY), false),
            (Act::Move([Cell::new(99, 99)].into()), true),
            (Act::Use(Utility::Drink(ItemId(9), Some(NOBODY))), false),
            (Act::Use(Utility::Power(NO_POWER, OGRE)), false),
            (Act::Drop(NOTHING), false),
            (Act::Ambush([NOBODY].into()), false),
            (Act::Opportunity(thing), false),
            (Act::Idle(NOBODY), false),
            (Act::Pass, true),
        ] {
            assert_eq!(knows_act(&state, &act), known, "{act:?}");
        }
    }
}
