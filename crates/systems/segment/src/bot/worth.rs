//! What attacks are worth: the hits that they take on average, with something for those that end the matter.

use std::cell::{Cell, LazyCell};
use std::ops::ControlFlow;

use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;
use affray_kernel::{Arm, CreatureId};
use smallvec::{SmallVec, smallvec};

use super::unarmed::{is_kept, kept};
use super::{dragging, foes};
use crate::act::{Act, Feat, Location, Strike, With};
use crate::actions::{feats, strike};
use crate::rules::called_shots::category;
use crate::rules::damage::{dice, resisted_as};
use crate::rules::damage_effects::is_disabled;
use crate::rules::numbers::{active, engaged, engaged_at, legs, settled, usage};
use crate::rules::opportunity::{self, is_drawn_by};
use crate::rules::ratings::rating_of;
use crate::rules::{attack, checks};
use crate::sheet::{Category, CheckSkill, DamageType, Role};
use crate::state::{Condition, Segment, State};

/// The chance that a check with such a target score succeeds.
#[must_use]
pub(super) fn chance(effective: i32) -> f64 {
    f64::from(effective.clamp(0, 20)) / 20.0
}

/// Chances, without taking memory for those of a few dice.
type Chances = SmallVec<[f64; 32]>;

/// The chances of each total of plain dice, from the least on.
fn spread(pool: &Pool) -> (i32, Chances) {
    let mut chances: Chances = smallvec![1.0];
    let sides = usize::from(pool.sides().max(1));
    for _ in 0..pool.dice() {
        let mut next: Chances = smallvec![0.0; chances.len() + sides - 1];
        for (total, chance) in chances.iter().enumerate() {
            for face in 0..sides {
                next[total + face] += chance / sides as f64;
            }
        }
        chances = next;
    }
    (pool.least(), chances)
}

/// What dice do against a rating to somebody with so many hits left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Blow {
    /// Hits that it takes on average, no more than are left.
    takes: f64,
    /// The chance that anything comes through.
    through: f64,
    /// The chance that it takes all that is left.
    fells: f64,
}

/// As [`blow_of`], of dice whose chances are not known yet.
fn blow(pool: &Pool, rating: i16, left: i16) -> Blow {
    blow_of(&spread(pool), rating, left)
}

fn blow_of((least, chances): &(i32, Chances), rating: i16, left: i16) -> Blow {
    let mut blow = Blow::default();
    for (more, chance) in chances.iter().enumerate() {
        let net = *least + more as i32 - i32::from(rating);
        if net < 1 {
            continue;
        }
        blow.takes += chance * f64::from(net.min(left.into()));
        blow.through += chance;
        if net >= i32::from(left) {
            blow.fells += chance;
        }
    }
    blow
}

/// The hits that dice take on average when a rating is taken off.
#[must_use]
pub(super) fn expected(pool: &Pool, rating: i16) -> f64 {
    blow(pool, rating, i16::MAX).takes
}

/// What an attack is worth.
#[must_use]
pub(super) fn of(state: &State, by: CreatureId, strike: &Strike) -> f64 {
    Odds::of(state, by, strike).worth(strike)
}

/// What is the same of an attack wherever it is aimed at.
struct Odds<'s> {
    state: &'s State,
    by: CreatureId,
    /// None where no damage is done.
    harm: Option<Harm>,
}

/// What an attack that does damage is made with.
struct Harm {
    /// The chances of its dice.
    spread: (i32, Chances),
    kind: DamageType,
    /// The target score without what the place costs that is aimed at.
    score: i32,
}

impl<'s> Odds<'s> {
    fn of(state: &'s State, by: CreatureId, strike: &Strike) -> Self {
        let harm = dice(state, by, strike.with).map(|(pool, kind)| {
            let plain = Strike {
                location: Location::Torso,
                kill_shot: false,
                ..*strike
            };
            let score = attack::score(state, by, (&plain, 0), Tally::read_by_somebody(false));
            Harm {
                spread: spread(&pool),
                kind,
                score: score.total(),
            }
        });
        Self { state, by, harm }
    }

    /// What the attack is worth that is aimed there, at the same target with the same means.
    fn worth(&self, strike: &Strike) -> f64 {
        let (state, on) = (self.state, strike.target);
        let Some(harm) = &self.harm else {
            let blind = state.has(on, Condition::Blinded);
            return if blind { 0.0 } else { 2.0 };
        };
        let hits = chance(self.score(harm, strike));
        let uses = f64::from(usage(state, self.by, strike.with).max(1));
        if matches!(strike.location, Location::Item(_)) {
            return hits * DISARMED / uses;
        }
        let rating = rating_of(state, on, resisted_as(harm.kind, strike.location));
        let left = state.body(on).hits.max(1);
        let blow = blow_of(&harm.spread, rating, left);
        let worth = blow.takes + blow.fells * FELLED + effect(state, strike, blow);
        hits * worth / uses
    }

    /// The target score of the attack that is aimed there.
    fn score(&self, harm: &Harm, strike: &Strike) -> i32 {
        let unread = || Tally::read_by_somebody(false);
        let mut place = unread();
        attack::called_shot(self.state, self.by, strike, &mut place);
        let score = harm.score + place.total();
        debug_assert_eq!(
            score,
            attack::score(self.state, self.by, (strike, 0), unread()).total()
        );
        score
    }
}

/// What it is worth that an enemy is out of the fight, beyond the hits that it had left.
const FELLED: f64 = 4.0;

/// What of that a Knockout is worth: it ends by itself.
const KNOCKED_OUT: f64 = 0.75;

/// What of the hits that are left a disabled part is worth.
const DISABLED: f64 = 0.1;

/// What it is worth that a weapon may fall, which does no damage (`hit-location/weapon-no-damage`).
const DISARMED: f64 = 0.5;

/// What the place that is aimed at adds, where damage comes through and the Stamina save fails (`damage-effects/list`).
fn effect(state: &State, strike: &Strike, blow: Blow) -> f64 {
    let on = strike.target;
    let out = f64::from(state.body(on).hits.max(1)) + FELLED;
    // Those whom the damage alone fells do not count twice.
    let alone = blow.takes + blow.fells * FELLED;
    let (worth, difficulty) = match strike.location {
        Location::Torso if strike.kill_shot => (out * blow.through - alone, 0),
        Location::Torso | Location::Vulnerability | Location::Item(_) => return 0.0,
        Location::Vitals => (out * blow.through - alone, 0),
        Location::Part(part) => match category(state, on, strike.location) {
            Some(Category::Head) => (KNOCKED_OUT * out * blow.through - alone, 0),
            _ if is_disabled(state, on, part) || is_no_loss(state, on, part) => return 0.0,
            Some(Category::Limb) => (DISABLED * out * (blow.through - blow.fells), 0),
            _ => (DISABLED * out * (blow.through - blow.fells), -4),
        },
    };
    worth.max(0.0) * fails(state, on, difficulty)
}

/// Whether a part is hardly missed: another leg where one is disabled already and one is left, or what no attack needs
/// (`damage-effects/disable`).
fn is_no_loss(state: &State, who: CreatureId, part: u8) -> bool {
    let sheet = state.sheet(who);
    let Some(own) = sheet.parts.get(usize::from(part)) else {
        return true;
    };
    let works = |other: u8| other != part && !is_disabled(state, who, other);
    match own.role {
        Role::Leg(leg) => {
            let mut parts = (0_u8..).zip(&sheet.parts);
            let other = |role: Role| matches!(role, Role::Leg(other) if other != leg);
            legs(state, who).0 && parts.any(|(place, one)| other(one.role) && works(place))
        }
        Role::Other => {
            let mut natural = sheet.natural.iter();
            !natural.any(|weapon| {
                weapon.uses.contains(&part) && !weapon.uses.iter().any(|use_| works(*use_))
            })
        }
        _ => false,
    }
}

/// The chance that a Stamina save fails (`stats/stamina`).
fn fails(state: &State, who: CreatureId, difficulty: i32) -> f64 {
    let mut score = Tally::read_by_somebody(false);
    checks::score(state, who, CheckSkill::Stamina, &mut score);
    1.0 - chance(score.total() + difficulty)
}

/// What attacks with something are worth against the nearest enemy that can be reached with it at all.
#[must_use]
pub(super) fn of_means(state: &State, by: CreatureId, with: With) -> f64 {
    if usage(state, by, with) > state.body(by).actions || is_kept(state, by, with) {
        return 0.0;
    }
    let worth = |on: &CreatureId| {
        let strike = Strike {
            target: *on,
            with,
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        if strike::aim(state, by, &strike, state.body(by).at).is_ok() {
            of(state, by, &strike)
        } else {
            0.0
        }
    };
    foes(state, by).iter().map(worth).fold(0.0, f64::max)
}

/// The best attack in a segment and what it is worth; none where no attack is possible.
pub(super) fn best(state: &State, by: CreatureId, segment: Segment) -> Option<(Act, f64)> {
    let mut best: Option<(Act, f64)> = None;
    let mut better = |act: Act, worth: f64| {
        if best.as_ref().is_none_or(|(_, most)| worth > *most) {
            best = Some((act, worth));
        }
    };
    let kept = LazyCell::new(|| kept(state, by));
    let is_kept = |with: With| matches!(with, With::Ranged(_)) && kept.contains(&with);
    let _ = strike::plain(state, by, segment, &mut |plain| {
        let target = plain.target;
        if !active(state, target) || is_kept(plain.with) || steps_into_melee(state, by, &plain) {
            return ControlFlow::Continue(());
        }
        let odds = Odds::of(state, by, &plain);
        let drawn = drawn(state, by, plain.with);
        better(Act::Attack(plain), odds.worth(&plain) - drawn);
        if plain.step.is_some() {
            return ControlFlow::Continue(());
        }
        strike::called(state, by, &plain, segment, &mut |called| {
            better(Act::Attack(called), odds.worth(&called) - drawn);
            ControlFlow::Continue(())
        })
    });
    let worth_of = |best: &Option<(Act, f64)>| best.as_ref().map_or(0.0, |(_, worth)| *worth);
    if segment > Segment::Ambush {
        let little = worth_of(&best);
        // Looking for ways takes longest, so skills are looked at where plain attacks are worth little.
        if little < 1.0
            && let Some((feat, worth)) = best_feat(state, by, (segment, little), &is_kept)
        {
            best = Some((Act::Feat(Box::new(feat)), worth));
        }
        let plain = match &best {
            Some((Act::Attack(strike), _)) => Some(*strike),
            _ => None,
        };
        let little = worth_of(&best);
        if let Some((feat, worth)) = dragging::best(state, by, segment, (plain, little)) {
            best = Some((Act::Feat(Box::new(feat)), worth));
        }
    }
    best.filter(|(_, worth)| *worth > 0.0)
}

/// The best skill with an attack in a segment, with nothing that is kept, if any is worth more than `least`.
fn best_feat(
    state: &State,
    by: CreatureId,
    (segment, least): (Segment, f64),
    is_kept: &dyn Fn(With) -> bool,
) -> Option<(Feat, f64)> {
    // What a skill is worth is what its attack is worth, wherever it leads: of those with the same attack the first is taken.
    let (most, worth) = (Cell::new(least), Cell::new(0.0));
    let mut better = |strike: &Strike| {
        if !active(state, strike.target) || is_kept(strike.with) {
            return false;
        }
        worth.set(of_feat(state, by, strike) - drawn(state, by, strike.with));
        worth.get() > most.get()
    };
    let mut wanted = feats::Wanted {
        movements: false,
        attacks: &mut better,
        first: true,
    };
    let mut best: Option<(Feat, f64)> = None;
    let _ = feats::wanted(state, by, segment, &mut wanted, &mut |feat| {
        if worth.get() > most.get() {
            most.set(worth.get());
            best = Some((feat, worth.get()));
        }
        ControlFlow::Continue(())
    });
    best
}

/// What an attack is worth, for each action, that is made by a skill: that takes two, with its movement, however long the attack takes else
/// (`initiative-skills/common-frame`).
fn of_feat(state: &State, by: CreatureId, strike: &Strike) -> f64 {
    let uses = f64::from(usage(state, by, strike.with).max(1));
    of(state, by, strike) * uses / FEAT
}

/// The actions that a skill with an attack takes.
pub(super) const FEAT: f64 = 2.0;

/// What the best plain attack on somebody at its weak point would be worth, from where its maker is, were that known
/// (`hit-location/vulnerability-changes-type`).
#[must_use]
pub(super) fn at_weak_point(state: &State, by: CreatureId, on: CreatureId) -> f64 {
    let here = state.body(by).at;
    let worth = |with: With| {
        let torso = Strike {
            target: on,
            with,
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        let is_possible = matches!(with, With::Melee(_) | With::Ranged(_))
            && !is_kept(state, by, with)
            && strike::aim(state, by, &torso, here).is_ok();
        let strike = Strike {
            location: Location::Vulnerability,
            ..torso
        };
        is_possible.then(|| of(state, by, &strike) - drawn(state, by, with))
    };
    strike::means_of(state, by)
        .filter_map(worth)
        .fold(0.0, f64::max)
}

/// What somebody is worth who still has all that is left of its hits.
#[must_use]
pub(super) fn of_all(state: &State, on: CreatureId) -> f64 {
    f64::from(state.body(on).hits.max(1)) + FELLED
}

/// The chance that an attack hits, if nobody wards it off.
#[must_use]
pub(super) fn hits(state: &State, by: CreatureId, strike: &Strike) -> f64 {
    let score = attack::score(state, by, (strike, 0), Tally::read_by_somebody(false));
    chance(score.total())
}

/// Whether a shot is made only from among those who strike first at whoever shoots: it is better kept for a later segment.
fn steps_into_melee(state: &State, by: CreatureId, strike: &Strike) -> bool {
    let Some(to) = strike.step.filter(|_| is_drawn_by(state, strike.with)) else {
        return false;
    };
    engaged_at(state, by, settled(state, by, to))
}

/// What those around do first to whoever shoots or casts among them, for each action. They strike once a round, so it is shared among all
/// the actions that are left; about half of it is warded off.
fn drawn(state: &State, by: CreatureId, with: With) -> f64 {
    if !is_drawn_by(state, with) || !engaged(state, by) {
        return 0.0;
    }
    let foes = foes(state, by).into_iter();
    let harm: f64 = foes.map(|foe| opportune(state, foe, by)).sum();
    harm / f64::from(2 * state.body(by).actions.max(1))
}

/// What an attack of opportunity of somebody's is worth, the best that it has.
fn opportune(state: &State, foe: CreatureId, by: CreatureId) -> f64 {
    let worths = opportunities(state, foe, by).map(|(_, worth)| worth);
    worths.fold(0.0, f64::max)
}

/// What somebody's attacks of opportunity on another are worth.
pub(super) fn opportunities(
    state: &State,
    who: CreatureId,
    by: CreatureId,
) -> impl Iterator<Item = (Arm, f64)> + '_ {
    opportunity::arms(state, who, by).map(move |arm| {
        let strike = Strike {
            target: by,
            with: With::Melee(arm),
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        (arm, of(state, who, &strike))
    })
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_kernel::dice::pool;
    use affray_trial::files;

    use super::*;
    use crate::Segments;
    use crate::sheet::InitiativeSkill;

    #[test]
    fn a_rating_takes_its_share() {
        let dice = pool!("2d6+5");
        assert!((expected(&dice, 0) - 12.0).abs() < 1e-9);
        assert!((expected(&dice, 7) - 5.0).abs() < 1e-9);
        assert!(expected(&dice, 17).abs() < 1e-9);
        assert!((expected(&dice, 10) - (2.0 + 10.0 / 36.0)).abs() < 1e-9);
    }

    #[test]
    fn what_fells_and_what_comes_through_are_counted_out() {
        // 2d6 + 5 less 10: more than nothing from 6 on, all of 5 hits from 10 on.
        let blow = blow(&pool!("2d6+5"), 10, 5);
        assert!((blow.through - 26.0 / 36.0).abs() < 1e-9);
        assert!((blow.fells - 6.0 / 36.0).abs() < 1e-9);
    }

    #[test]
    fn nobody_strikes_a_weapon_where_the_body_can_be_hurt() {
        let text = "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'edda'
kind = 'brawler'
side = 'a'
at = [4, 4]
[[creature]]
name = 'bones'
kind = 'skeleton'
side = 'b'
at = [5, 4]
";
        let state = Segments::set_up(&files::composed::<Segments>(text)).expect("a fight");
        let best = best(&state, CreatureId(0), Segment::Melee);
        assert!(
            matches!(best, Some((Act::Attack(strike), _)) if !matches!(strike.location, Location::Item(_)))
        );
    }

    #[test]
    fn of_the_legs_the_first_one_and_the_last_one_count() {
        let lame = |disabled: &str| {
            let text = format!(
                "[[creature]]\nname = 'spider'\nkind = 'giant spider'\nside = 'a'\nat = [4, 4]\ndisabled = [{disabled}]\n"
            );
            let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
            let parts = &state.sheet(CreatureId(0)).parts;
            let leg = parts.iter().position(|part| &*part.name == "leg 2");
            is_no_loss(&state, CreatureId(0), leg.expect("a second leg") as u8)
        };
        assert!(!lame(""));
        assert!(lame("'leg 1'"));
        let others: Vec<String> = (1..=8)
            .filter(|leg| *leg != 2)
            .map(|leg| format!("'leg {leg}'"))
            .collect();
        assert!(!lame(&others.join(", ")));
    }

    /// Whether somebody who is struck at when it throws does so at a foe so far away, with so many actions left.
    fn throws(yards: i16, actions: i16) -> bool {
        let text = format!(
            "
[start]
round = 2
segment = 'ranged'
[map]
columns = 30
rows = 9
[[creature]]
name = 'cutthroat'
side = 'a'
at = [4, 4]
actions_left = {actions}
attacks = {{ dagger = 11 }}
held = ['dagger', 'dagger']
[[creature]]
name = 'far'
side = 'b'
at = [{}, 4]
hits = 5
[[creature]]
name = 'knight'
kind = 'knight'
side = 'b'
at = [5, 5]
",
            4 + yards
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let best = best(&state, CreatureId(0), Segment::Ranged);
        matches!(best, Some((Act::Attack(strike), _)) if matches!(strike.with, With::Ranged(_)))
    }

    #[test]
    fn what_is_struck_first_has_to_be_worth_it() {
        // By 11 less 4 for the melee, and at 18 yards less 8 for three times the range.
        assert!(!throws(18, 1));
        assert!(!throws(3, 1));
        // The knight strikes once, whether one throws or more.
        assert!(throws(3, 4));
    }

    /// What a knight in the saddle does at a foe of such a kind some yards off.
    fn rides_at(kind: &str) -> Option<Act> {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[map]
columns = 30
rows = 9
[[creature]]
name = 'roland'
kind = 'knight'
side = 'a'
at = [4, 4]
[[creature]]
name = 'foe'
kind = '{kind}'
side = 'b'
at = [14, 4]
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        best(&state, CreatureId(0), Segment::Melee).map(|(act, _)| act)
    }

    #[test]
    fn a_horse_runs_over_those_whom_hooves_harm_more_than_the_spear() {
        let skill = |kind| match rides_at(kind) {
            Some(Act::Feat(feat)) => Some(feat.skill),
            _ => None,
        };
        assert_eq!(skill("skeleton"), Some(InitiativeSkill::Trample));
        assert_eq!(skill("mage"), Some(InitiativeSkill::Charge));
    }

    /// What an archer does in the Ranged segment so many spaces before the end of a wall, behind which a foe stands.
    fn behind(spaces: i16) -> Option<Act> {
        let text = format!(
            "
[start]
round = 2
segment = 'ranged'
[map]
rows = ['....................', '....................', '....................', '..........#.........', '..........#.........', \
    '..........#.........', '..........#.........', '..........#.........']
[[creature]]
name = 'cael'
kind = 'archer'
side = 'a'
at = [9, {}]
[[creature]]
name = 'foe'
kind = 'soldier'
side = 'b'
at = [17, 1]
",
            2 + spaces
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        best(&state, CreatureId(0), Segment::Ranged).map(|(act, _)| act)
    }

    #[test]
    fn a_shot_is_made_on_the_move_where_a_step_is_not_enough() {
        let far = behind(4);
        assert!(
            matches!(&far, Some(Act::Feat(feat)) if feat.skill == InitiativeSkill::MobileShot),
            "{far:?}"
        );
        assert!(matches!(behind(1), Some(Act::Attack(_))));
    }
}
