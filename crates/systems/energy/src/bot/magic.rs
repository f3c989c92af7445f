//! Spells and abilities (`gaps/spells`).

use affray_kernel::CreatureId;
use affray_kernel::dice::Pool;
use affray_kernel::grid::Space;
use affray_kernel::modifier::Tally;

use super::worth::{LAST_AURA, SURE, at_least, best_blow, hampered, hit_chance, mean};
use super::{claim, foes, moving, spare_stamina};
use crate::act::{Act, Action, Aim};
use crate::actions::approach::Approaches;
use crate::actions::powers::{by_approach, power_of, range_m};
use crate::actions::things::{hand_for, pick_up_cost, pick_up_possible};
use crate::rules::aura::protected;
use crate::rules::defenses::Seen;
use crate::rules::facing::faces;
use crate::rules::melee::no_evasion;
use crate::rules::numbers::{
    able, coverage, enemies, evasion_tally, fortitude_tally, limit_of_reach, longest_reach,
    metres_between, present, ranged_evasion_tally, rating, will_tally,
};
use crate::rules::powers::{attack_value, usable};
use crate::rules::ranged;
use crate::rules::rounds::grant;
use crate::sheet::{Aiming, Defense, Power, Working};
use crate::state::{ItemId, Place, PowerId, State};

/// A power of its own, or that of a thing in its hand which is used up for it.
#[derive(Clone, Copy)]
struct Means {
    power: PowerId,
    thing: Option<ItemId>,
}

impl Means {
    const fn at(self, aim: Aim) -> Action {
        match self.thing {
            Some(item) => Action::Consume(item, aim),
            None => Action::Use(self.power, aim),
        }
    }
}

/// All that a creature can use, its own powers first.
fn all_means(state: &State, who: CreatureId) -> Vec<Means> {
    let powers = state.sheet(who).powers.iter();
    let own = powers.map(|number| PowerId(*number));
    let own = own.filter(|id| usable(state, who, *id).is_ok());
    let own = own.map(|power| Means { power, thing: None });
    let things = state.held(who).filter_map(|(item, _)| {
        let thing = Some(item);
        power_of(state, item).map(|power| Means { power, thing })
    });
    own.chain(things).collect()
}

/// Heals whoever needs it, hampers those who come in a crowd, and strikes from afar.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let all = all_means(state, who);
    let each = || all.iter().copied();
    each()
        .find_map(|means| heal(state, who, means))
        .or_else(|| fetch(state, who))
        .or_else(|| each().find_map(|means| hamper(state, who, means)))
        .or_else(|| each().find_map(|means| strike(state, who, means)))
}

/// Takes what gives it Aura out of its bag or up from the ground, or goes there, if it needs some and no foe would strike at it meanwhile.
fn fetch(state: &State, who: CreatureId) -> Option<Act> {
    if !needs_aura(state, who) || is_threatened(state, who) {
        return None;
    }
    let all = || {
        let items = state.all_items();
        items.filter(|(item, _)| gives_aura(state, *item))
    };
    let mut at_hand = all().filter_map(|(item, thing)| match thing.place {
        Place::Carried(bearer) if bearer == who => Some(Action::Equip(item)),
        Place::Ground(..) => Some(Action::PickUp(item)),
        _ => None,
    });
    let taken = at_hand.find_map(|action| claim(state, who, action));
    taken.or_else(|| {
        let lying = all().filter_map(|(item, thing)| match thing.place {
            Place::Ground(at, _) => Some((item, Space::cell(at))),
            _ => None,
        });
        go_and_fetch(state, who, lying)
    })
}

/// Goes to the nearest of some things that lie there and can be taken up, if no foe is as near to it.
fn go_and_fetch(
    state: &State,
    who: CreatureId,
    things: impl Iterator<Item = (ItemId, Space)>,
) -> Option<Act> {
    let metres = |one: CreatureId, thing: Space| state.grid().distance(state.space(one), thing);
    let (item, nearest) = things
        .filter(|(item, _)| can_take_up(state, who, *item))
        .min_by_key(|(_, thing)| (metres(who, *thing), thing.at))?;
    let far = metres(who, nearest);
    let mut foes = foes(state, who).into_iter();
    if foes.any(|foe| metres(foe, nearest) <= far) {
        return None;
    }
    if pick_up_possible(state, who, item).is_ok() {
        return None;
    }
    moving::go_near(state, who, nearest, 1)
}

/// Whether a creature is beside something that gives it Aura and that only the Energy of the next Round pays for: till then it goes nowhere, but
/// spends what is left of this Round's (`fundamentals/energy-does-not-accumulate`).
pub(super) fn stays_beside(state: &State, who: CreatureId) -> bool {
    needs_aura(state, who)
        && !is_threatened(state, who)
        && state.all_items().any(|(item, thing)| {
            matches!(thing.place, Place::Ground(..))
                && gives_aura(state, item)
                && pick_up_possible(state, who, item).is_ok()
                && can_take_up(state, who, item)
                && state.body(who).energy < pick_up_cost(state, item).energy
        })
}

fn gives_aura(state: &State, item: ItemId) -> bool {
    let power = power_of(state, item).map(|id| &state.power(id).works);
    matches!(power, Some(Working::Surge { .. }))
}

/// Whether there are the hands for a thing that lies somewhere, and a Round brings the Energy for picking it up.
fn can_take_up(state: &State, who: CreatureId, item: ItemId) -> bool {
    hand_for(state, who, item).is_ok() && pick_up_cost(state, item).energy <= grant(state, who)
}

/// A Recovery Surge for oneself or a friend whose Aura is low, for whoever bleeds out before all others and oneself before friends.
fn heal(state: &State, who: CreatureId, means: Means) -> Option<Act> {
    let power = state.power(means.power);
    if !matches!(power.works, Working::Surge { .. }) {
        return None;
    }
    let range = range_m(power);
    let mut needy: Vec<CreatureId> = state
        .creatures()
        .filter(|other| *other == who || range.is_some() && !enemies(state, who, *other))
        .filter(|other| present(state, *other) && needs_aura(state, *other))
        .collect();
    needy.sort_by_key(|other| {
        let body = state.body(*other);
        let metres = metres_between(state, who, *other);
        (!body.bleeding, *other != who, body.aura, metres, *other)
    });
    let approaches = Approaches::of(state, who);
    let help = |other: &CreatureId| {
        if *other == who {
            return claim(state, who, means.at(Aim::Oneself));
        }
        let aim = Aim::Creature(*other);
        let action = by_approach(state, &approaches, (means.at(aim), aim), range);
        claim(state, who, action)
    };
    let helped = needy.iter().find_map(help);
    helped.or_else(|| run_to_help(state, who, (&needy, range?)))
}

/// Whether a Recovery Surge is there for whoever needs one; when the combat is over only those do who bleed out (`rounds/rest-outside`).
fn needs_aura(state: &State, who: CreatureId) -> bool {
    let (body, sheet) = (state.body(who), state.sheet(who));
    if state.clock.phase.is_aftermath() && !body.bleeding {
        return false;
    }
    let missing = sheet.aura_strength - body.aura;
    body.surges > 0 && missing >= sheet.recovery_value && 3 * body.aura <= sheet.aura_strength
}

/// On the way to somebody who bleeds out, unless a foe would strike at whoever turns away from it.
fn run_to_help(
    state: &State,
    who: CreatureId,
    (friends, range): (&[CreatureId], i16),
) -> Option<Act> {
    if is_threatened(state, who) {
        return None;
    }
    let far = |other: &&CreatureId| metres_between(state, who, **other) > range;
    let mut dying = friends.iter().filter(|other| state.body(**other).bleeding);
    let dying = dying.find(far)?;
    moving::go_near(state, who, state.space(*dying), range)
}

/// Whether a foe could strike at whoever turns away from it now.
fn is_threatened(state: &State, who: CreatureId) -> bool {
    let strikes = |foe: CreatureId| {
        let limit = limit_of_reach(state, longest_reach(state, foe));
        able(state, foe) && metres_between(state, who, foe) <= limit
    };
    foes(state, who).into_iter().any(strikes)
}

/// A zone over at least two foes and no friend.
fn hamper(state: &State, who: CreatureId, means: Means) -> Option<Act> {
    let Working::Zone { radius_m, .. } = state.power(means.power).works else {
        return None;
    };
    let inside = |centre: CreatureId, other: CreatureId| {
        present(state, other) && metres_between(state, centre, other) <= radius_m
    };
    foes(state, who)
        .into_iter()
        .filter(|centre| {
            let caught = state.creatures().filter(|other| inside(*centre, *other));
            let (theirs, ours): (Vec<_>, Vec<_>) =
                caught.partition(|other| enemies(state, who, *other));
            theirs.len() >= 2 && ours.is_empty()
        })
        .find_map(|centre| {
            let at = state.body(centre).at;
            claim(state, who, means.at(Aim::Place(at)))
        })
}

/// An attack on the foe who is easiest to harm, of those on whom it is worth its Energy; not with Stamina that would be missed as Energy in
/// every later Round (`stamina/energy-table`).
fn strike(state: &State, who: CreatureId, means: Means) -> Option<Act> {
    let power = state.power(means.power);
    let Working::Attack { aiming, .. } = &power.works else {
        return None;
    };
    if i16::from(power.stamina) > spare_stamina(state, who) {
        return None;
    }
    let mut foes = foes(state, who);
    foes.sort_by_key(|foe| {
        (
            !able(state, *foe),
            protected(state, *foe),
            resists(state, who, *foe, *aiming),
            metres_between(state, who, *foe),
        )
    });
    foes.into_iter().find_map(|foe| {
        let act = claim(state, who, means.at(Aim::Creature(foe)))?;
        is_worth_it(state, (who, foe), power).then_some(act)
    })
}

/// The chance in thousandths from which on a condition is worth its Energy.
const WORTH_IMPOSING: i32 = SURE / 3;

/// Whether a power that attacks does enough on somebody: it imposes what that one has not yet with a fair chance, or does as much harm for
/// its Energy as any attack. What needs an Aura of 0 does nothing before (`aura/harmful-effects`).
fn is_worth_it(state: &State, (who, on): (CreatureId, CreatureId), power: &Power) -> bool {
    let Working::Attack {
        aiming,
        range_m,
        outcome,
    } = &power.works
    else {
        return false;
    };
    if outcome.needs_zero_aura && protected(state, on) {
        return false;
    }
    let chance = chance(state, (who, on), *aiming, *range_m);
    let imposes = outcome.imposes.as_ref();
    let hampers = outcome.stamina_loss > 0
        || imposes.is_some_and(|imposed| !state.has(on, imposed.condition));
    if hampers && chance >= WORTH_IMPOSING {
        return true;
    }
    let harm = harm(state, on, outcome.damage, chance) / i64::from(power.energy.max(1));
    harm > 0 && harm >= i64::from(best_blow(state, who))
}

/// What dice do to somebody with such a chance, in thousandths of points of damage: what goes beyond the Aura is lost.
fn harm(state: &State, on: CreatureId, dice: Option<Pool>, chance: i32) -> i64 {
    let most = if protected(state, on) {
        SURE * i32::from(state.body(on).aura).max(LAST_AURA)
    } else {
        i32::MAX
    };
    i64::from(mean(dice).min(most)) * i64::from(chance) / i64::from(SURE)
}

/// The chance in thousandths that a power gets through somebody's defenses.
fn chance(state: &State, (who, on): (CreatureId, CreatureId), aiming: Aiming, range_m: i16) -> i32 {
    let resists = resists_roll(state, who, on, aiming);
    match aiming {
        Aiming::Value { against, bonus } => {
            let evades = against == Defense::Evasion;
            if evades && no_evasion(state, on, who, Seen::default()).is_some() {
                return SURE;
            }
            let hampered = evades && hampered(state, on, faces(state, on, who));
            let tie = i32::from(!state.body(on).defending);
            let value = attack_value(state, who, bonus).total();
            SURE - at_least(10, value - resists + tie, hampered)
        }
        Aiming::HitRoll { accuracy } => {
            let shot = ranged::power_shot(state, who, on, (accuracy, range_m));
            let evasion = if ranged::may_evade(state, on, who) {
                3 + resists
            } else {
                0
            };
            let metres = metres_between(state, who, on);
            hit_chance(shot.chance.total() + evasion, metres, shot.range_m)
        }
    }
}

/// What somebody adds to the roll that withstands a power.
fn resists_roll(state: &State, by: CreatureId, on: CreatureId, aiming: Aiming) -> i32 {
    match aiming {
        Aiming::Value { against, .. } => match against {
            Defense::Evasion => evasion_tally(state, on).total(),
            Defense::Fortitude => fortitude_tally(state, on).total(),
            Defense::Will => will_tally(state, on).total(),
        },
        Aiming::HitRoll { .. } => ranged_evasion_tally(state, on, faces(state, on, by)).total(),
    }
}

/// How well somebody withstands a power: its defense, or what makes a shot miss and what armour keeps off together.
fn resists(state: &State, by: CreatureId, on: CreatureId, aiming: Aiming) -> i32 {
    let own = resists_roll(state, by, on, aiming);
    match aiming {
        Aiming::Value { .. } => own,
        Aiming::HitRoll { .. } => {
            let base = ranged::miss_chance(state, by, on, Tally::new(), None).total();
            let kept_off = i32::from(rating(state, on)) * i32::from(coverage(state, on, true));
            base + own + kept_off / 10
        }
    }
}

#[cfg(test)]
mod tests {
    use affray_trial::files;

    use super::*;
    use crate::Energy;
    use crate::act::Action;

    /// What somebody with that power does at first with it on a foe in the next space of whom such things are true.
    fn casts(power: &str, own: &str, foe: &str) -> bool {
        let text = format!(
            "
[start]
round = 2
[[creature]]
name = 'alda'
side = 'heroes'
at = [4, 4]
powers = ['{power}']
{own}
[[creature]]
name = 'durn'
side = 'monsters'
at = [5, 4]
agility = 0
initiative_used = true
{foe}
"
        );
        let state = files::state::<Energy>(&text);
        let uses = |act: Act| match act {
            Act::Do(given) => matches!(given.action, Action::Use(..)),
            _ => false,
        };
        act(&state, CreatureId(0)).is_some_and(uses)
    }

    #[test]
    fn nobody_casts_what_hardly_ever_gets_through() {
        let strong = |fortitude: i16| format!("modifiers = {{ constitution = {fortitude} }}");
        assert!(casts("blinding flash", "", &strong(3)));
        assert!(!casts("blinding flash", "", &strong(14)));
        assert!(casts("dread", "", &strong(14)), "against the will");
    }

    #[test]
    fn what_an_aura_keeps_off_is_not_cast_before_it_is_gone() {
        let stones = |aura: i16, needs: bool| {
            let text = format!(
                "
[[creature]]
name = 'alda'
side = 'heroes'
at = [4, 4]
powers = ['blinding flash']
[[creature]]
name = 'durn'
side = 'monsters'
at = [5, 4]
aura = {aura}
"
            );
            let state = files::state::<Energy>(&text);
            let (who, on) = (CreatureId(0), CreatureId(1));
            let number = state.sheet(who).powers.first().expect("a power");
            let mut power = state.power(PowerId(*number)).clone();
            power.energy = 1;
            if let Working::Attack { outcome, .. } = &mut power.works {
                outcome.imposes = None;
                outcome.damage = Pool::new(4, 20).ok();
                outcome.needs_zero_aura = needs;
            }
            is_worth_it(&state, (who, on), &power)
        };
        assert!(stones(20, false) && stones(0, false));
        assert!(stones(0, true));
        assert!(!stones(20, true));
    }

    #[test]
    fn nobody_blinds_the_blind() {
        assert!(!casts("blinding flash", "", "conditions = ['blinded']"));
    }
}
