//! Whether what acts and facts name is part of the fight. Rules and offers name nothing else; a journal that somebody tampered with may.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};

use super::act::{Act, Action, Aim, Defence, Handling, Maneuver, Means, Strike};
use super::fact::{Fact, Harm, Needless};
use super::setup::joining;
use super::state::{Arm, Condition, GearId, ItemId, Phase, Place, Running, SpellId, State};
use super::{correct, ids};

/// Whether everything that a fact names is part of the fight.
pub(crate) fn knows_fact(state: &State, fact: &Fact) -> bool {
    let known = Known(state);
    match fact {
        Fact::Round(_) | Fact::RoundOver(_) | Fact::Prolonged(_) | Fact::Door(..) => true,
        Fact::Phase(phase) => known.phase(*phase),
        Fact::Sneaking(side) => side.is_none_or(|side| known.side(side)),
        Fact::Order(order) => known.all(order),
        Fact::Saves(who, other) | Fact::Feints(who, other) => {
            known.creature(*who) && known.all(other)
        }
        Fact::Initiative(who, _)
        | Fact::TurnBegins(who)
        | Fact::TurnSkipped(who)
        | Fact::TurnOver(who)
        | Fact::Unhurt(who)
        | Fact::Rises(who)
        | Fact::Barred(who)
        | Fact::Wedged(who, ..)
        | Fact::DropsProne(who)
        | Fact::Tested(who, ..)
        | Fact::ByItself(who, ..)
        | Fact::Spends(who, _)
        | Fact::Set(who, ..)
        | Fact::Flag(who, ..)
        | Fact::Regains(who, _)
        | Fact::Moved(who, ..)
        | Fact::Leg(who, _)
        | Fact::Covers(who, _)
        | Fact::Presence(who, _) => known.creature(*who),
        Fact::Joins(newcomers) => newcomers.can_join(state),
        Fact::Sheet(who, sheet) => joining::can_have(state, *who, sheet),
        Fact::Kind(item, kind) => joining::can_be(state, *item, kind),
        Fact::Rules(options) => correct::can_rule(state, options).is_ok(),
        Fact::Does(who, action, _) => {
            known.creature(*who) && known.action(action) && known.does(*who, action)
        }
        Fact::Opportunity(who, strike) => {
            let action = Action::Strike(*strike);
            known.creature(*who) && known.action(&action) && known.does(*who, &action)
        }
        Fact::Defends(who, by, defence) => {
            known.creature(*who) && known.creature(*by) && known.defends(*who, *defence)
        }
        Fact::Came(who, means, on, _) => {
            known.creature(*who) && known.creature(*on) && known.means(*who, *means)
        }
        Fact::Maneuvers(who, maneuver, on)
        | Fact::Unneeded(who, maneuver, on)
        | Fact::Managed(who, maneuver, on, _) => {
            known.creature(*who) && known.creature(*on) && known.maneuver(*maneuver)
        }
        Fact::Contested(who, _, other, _)
        | Fact::NoRoom(who, other)
        | Fact::NoFeint(who, other)
        | Fact::Stopped(who, other) => known.creature(*who) && known.creature(*other),
        Fact::Lost(who, rule) => known.creature(*who) && known.rule(*rule),
        Fact::Needless(who, why, rule) => {
            known.creature(*who) && known.needless(*why) && known.rule(*rule)
        }
        Fact::Harmed { who, why, .. } => known.creature(*who) && known.harm(*why),
        Fact::Gains(held) | Fact::Loses(held) => known.held(held),
        Fact::Learns(who, style, gear) => {
            known.creature(*who) && known.style(*who, *style) && known.gear(*gear)
        }
        Fact::Runs(running) => known.running(*running),
        Fact::RunsOut(who, spell) => known.creature(*who) && known.spell(*spell),
        Fact::Item(item, place) => known.item(*item) && known.place(*place),
        Fact::Unloaded(item, _) | Fact::Uses(item, _) => known.item(*item),
        Fact::Fixture(number, ..) => known.fixture(*number),
    }
}

/// Whether everything that an act names is part of the fight; a style that its creature does not know is refused by the rules.
pub(crate) fn knows_act(state: &State, act: &Act) -> bool {
    let known = Known(state);
    match act {
        Act::Do(action) | Act::Freely(action) => known.action(action),
        Act::Arrive(who) | Act::Release(who) | Act::Save(who) => known.creature(*who),
        Act::Drop(item) => known.item(*item),
        Act::Widen(_, gear) => known.gear(*gear),
        Act::Maneuver(maneuver) => known.maneuver(*maneuver),
        Act::SetStage
        | Act::Surprise
        | Act::RollInitiative
        | Act::BeginRound
        | Act::NextTurn
        | Act::EndRound
        | Act::Move(_)
        | Act::Stand
        | Act::DropProne
        | Act::EndTurn
        | Act::Pass
        | Act::Defend(_)
        | Act::Resist(_) => true,
    }
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

    fn rule(&self, rule: u16) -> bool {
        usize::from(rule) < ids::IDS.len()
    }

    fn needless(&self, why: Needless) -> bool {
        match why {
            Needless::Held(by) => self.all(&by),
            Needless::There => true,
        }
    }

    fn side(&self, side: u8) -> bool {
        usize::from(side) < self.0.cast.sides.len()
    }

    fn item(&self, item: ItemId) -> bool {
        usize::from(item.0) < self.0.items.len()
    }

    fn spell(&self, spell: SpellId) -> bool {
        usize::from(spell.0) < self.0.cast.spells.len()
    }

    fn fixture(&self, fixture: u8) -> bool {
        usize::from(fixture) < self.0.fixtures.len()
    }

    fn gear(&self, gear: GearId) -> bool {
        usize::from(gear.0) < self.0.cast.gear.len()
    }

    /// A fighting style of a creature that is known.
    fn style(&self, who: CreatureId, style: u8) -> bool {
        usize::from(style) < self.0.sheet(who).styles.len()
    }

    /// An arm of whoever it may be.
    fn arm(&self, arm: Arm) -> bool {
        match arm {
            Arm::Item(item) => self.item(item),
            Arm::Natural(_) => true,
        }
    }

    /// A weapon of a creature that is known.
    fn weapon(&self, who: CreatureId, arm: Arm) -> bool {
        self.0.weapon(who, arm).is_some()
    }

    fn means(&self, who: CreatureId, means: Means) -> bool {
        match means {
            Means::Melee(arm) | Means::Ranged(arm) => self.weapon(who, arm),
            Means::Spell(spell) => self.spell(spell),
            Means::Item(item, spell) => self.item(item) && self.spell(spell),
        }
    }

    fn strike(&self, strike: &Strike) -> bool {
        self.creature(strike.target) && self.arm(strike.with)
    }

    fn aim(&self, aim: Aim) -> bool {
        match aim {
            Aim::Creature(who) => self.creature(who),
            Aim::Oneself | Aim::Place(_) => true,
        }
    }

    fn handling(&self, handling: Handling) -> bool {
        match handling {
            Handling::Draw(item)
            | Handling::Stow(item)
            | Handling::PickUp(item)
            | Handling::Load(item) => self.item(item),
            Handling::Fixture(fixture) => self.fixture(fixture),
            Handling::Door(..) => true,
        }
    }

    fn action(&self, action: &Action) -> bool {
        match action {
            Action::Strike(strike) => self.strike(strike),
            Action::Cast(spell, aim, _) => self.spell(*spell) && self.aim(*aim),
            Action::Activate(item, aim, _) => self.item(*item) && self.aim(*aim),
            Action::Manipulate(handling) => self.handling(*handling),
            Action::Grapple(who) => self.creature(*who),
            Action::Escape(from, _) => self.all(from),
            Action::Dash | Action::Disengage | Action::Search | Action::Sneak => true,
        }
    }

    /// What is only the doer's own: the weapon and the style of an attack that has been declared.
    fn does(&self, who: CreatureId, action: &Action) -> bool {
        let (armed, manual) = match action {
            Action::Strike(strike) => (self.weapon(who, strike.with), strike.manual),
            Action::Cast(_, _, manual) | Action::Activate(_, _, manual) => (true, *manual),
            _ => return true,
        };
        armed && manual.style.is_none_or(|style| self.style(who, style))
    }

    fn defends(&self, who: CreatureId, defence: Defence) -> bool {
        defence.style.is_none_or(|style| self.style(who, style))
    }

    fn maneuver(&self, maneuver: Maneuver) -> bool {
        match maneuver {
            Maneuver::Disarm(item) => self.item(item),
            _ => true,
        }
    }

    fn harm(&self, why: Harm) -> bool {
        match why {
            Harm::Attack(by, _) => self.creature(by),
            Harm::Fall(_) => true,
        }
    }

    fn phase(&self, phase: Phase) -> bool {
        match phase {
            Phase::Turn { who, .. } => self.creature(who),
            Phase::Over(Some(winner)) => self.side(winner),
            Phase::Stage
            | Phase::Surprise
            | Phase::Initiative
            | Phase::RoundBegins
            | Phase::Between
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

    fn running(&self, running: Running) -> bool {
        self.creature(running.on) && self.spell(running.spell)
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::grid::Cell;
    use smallvec::smallvec;

    use super::*;
    use crate::act::{Manner, Manual};
    use crate::fact::{Flag, Verdict};
    use crate::notation::sample::{FIRE_BOLT, GARRET, HORSE, OGRE, fight};
    use crate::sheet::DamageType;

    const NOBODY: CreatureId = CreatureId(9);
    const NOTHING: ItemId = ItemId(99);
    const NO_SPELL: SpellId = SpellId(99);
    const NO_GEAR: GearId = GearId(99);
    const SWORD: Arm = Arm::Item(ItemId(0));

    fn strike(target: CreatureId, with: Arm, style: Option<u8>) -> Action {
        Action::Strike(Strike {
            target,
            with,
            thrown: false,
            manual: Manual {
                style,
                ..Manual::default()
            },
        })
    }

    fn block(style: u8) -> Defence {
        Defence {
            manner: Manner::Block,
            using: None,
            style: Some(style),
        }
    }

    fn harmed(by: CreatureId) -> Fact {
        Fact::Harmed {
            who: OGRE,
            amount: 3,
            kind: Some(DamageType::Slashing),
            why: Harm::Attack(by, None),
        }
    }

    fn runs(on: CreatureId, spell: SpellId) -> Fact {
        Fact::Runs(Running { on, spell, left: 1 })
    }

    #[test]
    fn facts_that_name_strangers_are_not_known() {
        let state = fight();
        let came = |with| Fact::Came(HORSE, Means::Melee(with), OGRE, Verdict::Hit);
        let turn = |who| Fact::Phase(Phase::Turn { who, begun: true });
        for (fact, known) in [
            (Fact::Flag(GARRET, Flag::Braced, true), true),
            (Fact::Flag(NOBODY, Flag::Braced, true), false),
            (turn(HORSE), true),
            (turn(NOBODY), false),
            (Fact::Phase(Phase::Over(Some(1))), true),
            (Fact::Phase(Phase::Over(Some(2))), false),
            (Fact::Sneaking(Some(1)), true),
            (Fact::Sneaking(Some(2)), false),
            (Fact::Order(smallvec![OGRE, GARRET]), true),
            (Fact::Order(smallvec![OGRE, NOBODY]), false),
            (Fact::Saves(GARRET, Some(NOBODY)), false),
            (
                Fact::Does(GARRET, strike(OGRE, SWORD, Some(1)), false),
                true,
            ),
            (
                Fact::Does(GARRET, strike(OGRE, SWORD, Some(2)), false),
                false,
            ),
            (Fact::Does(NOBODY, Action::Dash, false), false),
            (Fact::Rises(NOBODY), false),
            (Fact::NoRoom(GARRET, NOBODY), false),
            (Fact::Stopped(GARRET, NOBODY), false),
            (Fact::Unneeded(GARRET, Maneuver::Push, OGRE), true),
            (Fact::Unneeded(GARRET, Maneuver::Push, NOBODY), false),
            (
                Fact::Unneeded(GARRET, Maneuver::Disarm(NOTHING), OGRE),
                false,
            ),
            (Fact::Barred(NOBODY), false),
            (Fact::DropsProne(NOBODY), false),
            (
                Fact::Wedged(NOBODY, Cell::new(3, 4), Cell::new(4, 4)),
                false,
            ),
            (Fact::Prolonged(true), true),
            (Fact::Defends(GARRET, OGRE, block(1)), true),
            (Fact::Defends(OGRE, GARRET, block(1)), false),
            (came(Arm::Natural(0)), true),
            (came(Arm::Natural(1)), false),
            (came(Arm::Item(NOTHING)), false),
            (Fact::Lost(GARRET, 0), true),
            (Fact::Lost(GARRET, 9_999), false),
            (Fact::Needless(GARRET, Needless::There, 0), true),
            (Fact::Needless(GARRET, Needless::There, 9_999), false),
            (Fact::Needless(NOBODY, Needless::There, 0), false),
            (Fact::Needless(GARRET, Needless::Held(None), 0), true),
            (
                Fact::Needless(GARRET, Needless::Held(Some(NOBODY)), 0),
                false,
            ),
            (Fact::NoFeint(GARRET, OGRE), true),
            (Fact::NoFeint(GARRET, NOBODY), false),
            (harmed(GARRET), true),
            (harmed(NOBODY), false),
            (Fact::Learns(GARRET, 1, GearId(5)), true),
            (Fact::Learns(GARRET, 2, GearId(5)), false),
            (Fact::Learns(GARRET, 1, NO_GEAR), false),
            (Fact::Gains(Held::plain(NOBODY, Condition::Prone)), false),
            (
                Fact::Gains(Held {
                    toward: Some(NOBODY),
                    ..Held::plain(GARRET, Condition::Hidden)
                }),
                false,
            ),
            (runs(GARRET, FIRE_BOLT), true),
            (runs(GARRET, NO_SPELL), false),
            (runs(NOBODY, FIRE_BOLT), false),
            (Fact::Item(NOTHING, Place::Nowhere), false),
            (Fact::Item(ItemId(0), Place::Held(NOBODY, 1)), false),
            (Fact::Fixture(1, true, false), true),
            (Fact::Fixture(2, true, false), false),
        ] {
            assert_eq!(knows_fact(&state, &fact), known, "{fact:?}");
        }
    }

    #[test]
    fn acts_that_name_strangers_are_not_known() {
        let state = fight();
        let door = Handling::Door(Cell::new(99, 99), Cell::new(99, 98), true);
        for (act, known) in [
            (Act::Do(strike(OGRE, SWORD, Some(7))), true),
            (Act::Do(strike(NOBODY, SWORD, None)), false),
            (Act::Freely(strike(OGRE, Arm::Item(NOTHING), None)), false),
            (
                Act::Do(Action::Cast(FIRE_BOLT, Aim::Creature(OGRE), Manual::USUAL)),
                true,
            ),
            (
                Act::Do(Action::Cast(
                    FIRE_BOLT,
                    Aim::Creature(NOBODY),
                    Manual::USUAL,
                )),
                false,
            ),
            (
                Act::Do(Action::Cast(NO_SPELL, Aim::Oneself, Manual::USUAL)),
                false,
            ),
            (
                Act::Do(Action::Activate(NOTHING, Aim::Oneself, Manual::USUAL)),
                false,
            ),
            (Act::Do(Action::Manipulate(door)), true),
            (Act::Do(Action::Manipulate(Handling::Fixture(2))), false),
            (Act::Do(Action::Escape(Some(NOBODY), None)), false),
            (Act::Move([Cell::new(99, 99)].into()), true),
            (Act::Widen(9, GearId(5)), true),
            (Act::Widen(0, NO_GEAR), false),
            (Act::Maneuver(Maneuver::Disarm(NOTHING)), false),
            (Act::Defend(block(9)), true),
            (Act::Arrive(NOBODY), false),
            (Act::Pass, true),
        ] {
            assert_eq!(knows_act(&state, &act), known, "{act:?}");
        }
    }
}
