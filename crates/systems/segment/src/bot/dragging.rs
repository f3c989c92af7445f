//! When a bot drags somebody along whom it strikes: out of reach of that one's friends, and among its own.

use std::cell::LazyCell;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::{foes, legal, worth};
use crate::act::{Act, Feat, Location, Strike, With};
use crate::actions::{feats, moving, strike};
use crate::rules::attack;
use crate::rules::numbers::{
    active, bulk, enemies, family, is_melee, threat_yd, unnoticed, within,
};
use crate::sheet::{Family, InitiativeSkill};
use crate::state::{Segment, State};

/// The drag that is worth most for each action, with what it is worth; none where it does nothing besides the blow, or where it is worth no
/// more than so much.
pub(super) fn best(
    state: &State,
    who: CreatureId,
    segment: Segment,
    (plain, least): (Option<Strike>, f64),
) -> Option<(Feat, f64)> {
    if !state.sheet(who).has_skill(InitiativeSkill::Drag) || is_alone(state, who) {
        return None;
    }
    let places = LazyCell::new(|| feats::places_to_drag_to(state, who, segment));
    let mut best: Option<(Feat, f64)> = None;
    for strike in strikes(state, who, plain) {
        let most = best.as_ref().map_or(least, |(_, worth)| *worth);
        let hits = worth::hits(state, who, &strike);
        let blow = worth::of(state, who, &strike);
        let blows = Blows::of(state, who, strike.target);
        let worth = |gained: f64| (blow + hits * gained) / worth::FEAT;
        if worth(blows.most_gained(state)) <= most {
            continue;
        }
        let gained = |to: &Cell| {
            let then = feats::dragged(state, (who, strike.target), *to)?;
            Some((*to, blows.standing(&then) - blows.standing(state)))
        };
        let gains = places.iter().filter_map(gained);
        let better = gains.filter(|(_, gained)| *gained > 0.0 && worth(*gained) > most);
        // Of places that are as good the nearest is taken.
        let to = better.reduce(|best, next| if next.1 > best.1 { next } else { best });
        if let Some((to, gained)) = to {
            let feat = Feat {
                skill: InitiativeSkill::Drag,
                before: Box::default(),
                strike: Some(strike),
                after: Box::new([to]),
            };
            best = Some((feat, worth(gained)));
        }
    }
    best.filter(|(feat, _)| legal(state, who, &Act::Feat(Box::new(feat.clone()))))
}

/// Whether there are but two of them, so that it does not matter where they stand.
fn is_alone(state: &State, who: CreatureId) -> bool {
    let others = state.creatures().filter(|other| *other != who);
    others.filter(|other| counts(state, who, *other)).count() < 2
}

/// Whether somebody still fights, as far as a creature knows.
fn counts(state: &State, who: CreatureId, other: CreatureId) -> bool {
    active(state, other) && !unnoticed(state, who, other)
}

/// The blows without a weapon on those whom it could drag: to the body, and where the best plain one is aimed at.
fn strikes(state: &State, who: CreatureId, plain: Option<Strike>) -> Vec<Strike> {
    let bodily = |with: With| {
        let family = family(state, who, with);
        is_melee(state, with) && matches!(family, Some(Family::Unarmed | Family::Natural))
    };
    let all = foes(state, who).into_iter().flat_map(|target| {
        let means = strike::means_of(state, who);
        means.map(move |with| Strike {
            target,
            with,
            location: Location::Torso,
            step: None,
            kill_shot: false,
        })
    });
    let aimed = plain.filter(|strike| strike.step.is_none() && !strike.kill_shot);
    let here = state.body(who).at;
    all.chain(aimed)
        .filter(|strike| bodily(strike.with))
        .filter(|strike| bulk(state, strike.target) <= bulk(state, who))
        .filter(|strike| strike::aim(state, who, strike, here).is_ok())
        .collect()
}

/// What a blow of each of the others is worth: of foes on whoever drags, as a loss, of friends on the one who is dragged.
struct Blows {
    who: CreatureId,
    on: CreatureId,
    others: Vec<(CreatureId, f64)>,
}

impl Blows {
    fn of(state: &State, who: CreatureId, on: CreatureId) -> Self {
        let others = state
            .creatures()
            .filter(|other| *other != who && *other != on);
        let known = others.filter(|other| counts(state, who, *other));
        let worth = |other: CreatureId| {
            if enemies(state, who, other) {
                -blow(state, other, who)
            } else {
                blow(state, other, on)
            }
        };
        let others = known.map(|other| (other, worth(other))).collect();
        Self { who, on, others }
    }

    /// Whether somebody reaches the one whom it would strike.
    fn reaches(&self, state: &State, (other, worth): (CreatureId, f64)) -> bool {
        let target = if worth < 0.0 { self.who } else { self.on };
        reaches(state, other, target)
    }

    /// What it is worth how all stand. Whoever is left behind needs an action to come up again, which is one blow less.
    fn standing(&self, state: &State) -> f64 {
        let each = self.others.iter().copied();
        let near = each.filter(|other| self.reaches(state, *other));
        near.map(|(_, worth)| worth).sum()
    }

    /// What could be gained at most: all foes left behind, and all friends come to.
    fn most_gained(&self, state: &State) -> f64 {
        let each = self.others.iter().copied();
        let changes = each.filter(|other| self.reaches(state, *other) == (other.1 < 0.0));
        changes.map(|(_, worth)| worth.abs()).sum()
    }
}

/// Whether somebody reaches another with the combat step that comes with the blow (`engagement/combat-step`).
fn reaches(state: &State, who: CreatureId, on: CreatureId) -> bool {
    let threat = threat_yd(state, who);
    threat > 0
        && within(
            state,
            state.space(who),
            state.space(on),
            threat + moving::COMBAT_STEP,
        )
}

/// What the best blow of somebody's on another is worth.
fn blow(state: &State, by: CreatureId, on: CreatureId) -> f64 {
    let melee = strike::means_of(state, by).filter(|with| is_melee(state, *with));
    let worth = |with: With| {
        let strike = Strike {
            target: on,
            with,
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        if attack::skill(state, by, with).0 > 0 {
            worth::of(state, by, &strike)
        } else {
            0.0
        }
    };
    melee.map(worth).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_trial::files;

    use super::*;
    use crate::Segments;
    use crate::bot::item;
    use crate::notation::print_for;

    /// What a wrestler does next to a foe where others stand like that.
    fn does(others: &str) -> String {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[map]
columns = 20
rows = 9
[[creature]]
name = 'edda'
kind = 'brawler'
side = 'a'
at = [5, 4]
stance = 'aggressive'
[[creature]]
name = 'foe'
kind = 'soldier'
side = 'b'
at = [6, 4]
{others}
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let who = CreatureId(0);
        print_for(&state, Some(who), &item(&state, who))
    }

    /// So many soldiers of a side, in a row at such a distance on the other hand of the wrestler.
    fn others(side: char, count: i16, yards: i16) -> String {
        let one = |number: i16| {
            let [x, y] = [5 - yards, 3 + number];
            format!(
                "[[creature]]\nname = 'other {number}'\nkind = 'soldier'\nside = '{side}'\nat = [{x}, {y}]\n"
            )
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn a_foe_is_dragged_off_from_its_friends() {
        let act = does(&others('b', 3, 1));
        assert!(act.starts_with("drag"), "{act}");
        let act = does(&others('b', 1, 1));
        assert!(!act.starts_with("drag"), "it does not pay for one: {act}");
        let act = does(&others('b', 3, 4));
        assert!(!act.starts_with("drag"), "they are not there yet: {act}");
    }

    #[test]
    fn a_foe_is_not_dragged_away_from_ones_own_friends() {
        let act = does(&others('a', 3, 1));
        assert!(!act.starts_with("drag"), "{act}");
    }
}
