//! What attacks are worth: the hits that they take on average, with something for those that end the matter.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;
use affray_kernel::dice::Pool;
use affray_kernel::modifier::Tally;

use super::foes;
use crate::segment::act::{Act, Feat, Location, Strike, With};
use crate::segment::actions::{feats, strike};
use crate::segment::rules::attack;
use crate::segment::rules::called_shots::category;
use crate::segment::rules::damage::{dice, resisted_as};
use crate::segment::rules::numbers::{active, usage};
use crate::segment::rules::opportunity::is_drawn_by;
use crate::segment::rules::ratings::rating_of;
use crate::segment::sheet::Category;
use crate::segment::state::{Condition, Segment, State};

/// The chance that a check with such a target score succeeds.
#[must_use]
pub(super) fn chance(effective: i32) -> f64 {
    f64::from(effective.clamp(0, 20)) / 20.0
}

/// The hits that dice take on average when a rating is taken off, the dice counting as evenly spread.
#[must_use]
pub(super) fn expected(pool: &Pool, rating: i16) -> f64 {
    let least = f64::from(pool.least());
    let most = f64::from(pool.most().unwrap_or_else(|| pool.least()));
    let rating = f64::from(rating);
    if rating <= least {
        return f64::midpoint(least, most) - rating;
    }
    if rating >= most {
        return 0.0;
    }
    let over = most - rating;
    over * over / (2.0 * (most - least).max(1.0))
}

/// What an attack is worth.
#[must_use]
pub(super) fn of(state: &State, by: CreatureId, strike: &Strike) -> f64 {
    let on = strike.target;
    let Some((pool, kind)) = dice(state, by, strike.with) else {
        let blind = state.has(on, Condition::Blinded);
        return if blind { 0.0 } else { 2.0 };
    };
    let tally = attack::score(state, by, (strike, 0), Tally::read_by_somebody(false));
    let hits = chance(tally.total());
    let rating = rating_of(state, on, resisted_as(kind, strike.location));
    let damage = expected(&pool, rating);
    let left = f64::from(state.body(on).hits.max(1));
    let fells = damage >= left;
    let effect = effect(state, strike, damage);
    let worth = damage.min(left) + if fells { 4.0 } else { 0.0 } + effect;
    hits * worth / f64::from(usage(state, by, strike.with).max(1))
}

/// What the place that is aimed at adds, where damage comes through at all.
fn effect(state: &State, strike: &Strike, damage: f64) -> f64 {
    let through = damage.min(1.0);
    let left = f64::from(state.body(strike.target).hits.max(1));
    match strike.location {
        Location::Torso if strike.kill_shot => through * 0.45 * left,
        Location::Torso | Location::Vulnerability => 0.0,
        Location::Vitals => through * 0.45 * left,
        Location::Item(_) => 0.5,
        Location::Part(_) => match category(state, strike.target, strike.location) {
            Some(Category::Head) => through * 0.3 * left,
            _ => through * 0.1 * left,
        },
    }
}

/// What attacks with something are worth against the nearest enemy that can be reached with it at all.
#[must_use]
pub(super) fn of_means(state: &State, by: CreatureId, with: With) -> f64 {
    let worth = |on: &CreatureId| {
        let strike = Strike {
            target: *on,
            with,
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        let possible = usage(state, by, with) <= state.body(by).actions
            && strike::aim(state, by, &strike, state.body(by).at).is_ok();
        if possible {
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
    let _ = strike::plain(state, by, segment, &mut |plain| {
        if !active(state, plain.target) {
            return ControlFlow::Continue(());
        }
        better(Act::Attack(plain), exposed(state, by, &plain));
        if plain.step.is_some() {
            return ControlFlow::Continue(());
        }
        strike::called(state, by, &plain, segment, &mut |called| {
            better(Act::Attack(called), exposed(state, by, &called));
            ControlFlow::Continue(())
        })
    });
    let little = best.as_ref().map_or(0.0, |(_, worth)| *worth);
    if segment > Segment::Ambush
        && little < 1.0
        && let Some((feat, worth)) = best_feat(state, by, segment)
        && worth > little
    {
        best = Some((Act::Feat(Box::new(feat)), worth));
    }
    best.filter(|(_, worth)| *worth > 0.0)
}

/// The best skill with an attack in a segment.
fn best_feat(state: &State, by: CreatureId, segment: Segment) -> Option<(Feat, f64)> {
    let mut best: Option<(Feat, f64)> = None;
    let _ = feats::candidates(state, by, segment, &mut |feat| {
        let Some(strike) = feat.strike.filter(|strike| active(state, strike.target)) else {
            return ControlFlow::Continue(());
        };
        let worth = of(state, by, &strike) / 2.0;
        if best.as_ref().is_none_or(|(_, most)| worth > *most) {
            best = Some((feat, worth));
        }
        ControlFlow::Continue(())
    });
    best
}

/// What an attack is worth when those around strike first at whoever shoots or casts among them.
fn exposed(state: &State, by: CreatureId, strike: &Strike) -> f64 {
    let worth = of(state, by, strike);
    if is_drawn_by(state, strike.with) && crate::segment::rules::numbers::engaged(state, by) {
        worth * 0.6
    } else {
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_kernel::dice::pool;

    #[test]
    fn a_rating_takes_its_share() {
        let dice = pool!("2d6+5");
        assert!((expected(&dice, 0) - 12.0).abs() < 1e-9);
        assert!((expected(&dice, 7) - 5.0).abs() < 1e-9);
        assert!(expected(&dice, 17).abs() < 1e-9);
        assert!(expected(&dice, 10) > 2.0 && expected(&dice, 10) < 3.0);
    }
}
