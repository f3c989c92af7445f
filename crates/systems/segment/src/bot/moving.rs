//! How a bot moves: toward the nearest enemy with what it strikes with, into sight with what it shoots with.

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space, line_of_effect, line_of_sight};
use affray_kernel::{Arm, CreatureId};
use smallvec::SmallVec;

use super::unarmed::{self, has_attack, loose_weapons};
use super::utilities::{far_patient, tends};
use super::{foes, legal, riding};
use crate::act::{Act, Utility, With};
use crate::actions::{feats, moving, utilities, ways};
use crate::rules::attack;
use crate::rules::cover::cover;
use crate::rules::numbers::{
    active, enemies, engaged, engaged_at, fly_yd, is_melee, melee_range_yd, yards,
};
use crate::rules::ranged::ranges;
use crate::state::{Condition, Cover, Segment, State};

/// How near it wants to be to an enemy: within its best reach, or within the nominal range of what it shoots with.
fn wanted_yd(state: &State, who: CreatureId, means: &[With]) -> i16 {
    let each = || means.iter().copied();
    let shot = each()
        .filter(|with| !is_melee(state, *with) && is_ready(state, *with))
        .filter_map(|with| ranges(state, who, with).0)
        .max();
    let reach = each()
        .filter(|with| is_melee(state, *with))
        .map(|with| melee_range_yd(state, who, with))
        .max();
    match (shot, reach) {
        (Some(range), _) if prefers_range(state, who, means) => range,
        (_, Some(reach)) => reach,
        (Some(range), None) => range,
        (None, None) => 1,
    }
}

fn is_ready(state: &State, with: With) -> bool {
    match with {
        With::Ranged(Arm::Item(item)) => state.item(item).left != Some(0),
        _ => true,
    }
}

/// Whether what it does from afar has the better target score.
fn prefers_range(state: &State, who: CreatureId, means: &[With]) -> bool {
    let best = |melee: bool| {
        let each = means.iter().copied();
        each.filter(|with| is_melee(state, *with) == melee)
            .map(|with| attack::skill(state, who, with).0)
            .max()
            .unwrap_or(0)
    };
    best(false) > best(true)
}

/// What it goes to its enemies with.
struct Means {
    /// How near it wants to be.
    wanted: i16,
    /// How far it reaches hand to hand.
    reach: i16,
    /// Whether it had rather shoot.
    shoots: bool,
    /// Whether what it has is of no use among enemies.
    keeps_off: bool,
}

impl Means {
    fn of(state: &State, who: CreatureId) -> Self {
        let means: Vec<With> = unarmed::means(state, who).collect();
        let melee = means.iter().copied().filter(|with| is_melee(state, *with));
        let skilled = melee.filter(|with| attack::skill(state, who, *with).0 > 0);
        let reach = skilled.map(|with| melee_range_yd(state, who, with)).max();
        let shoots = prefers_range(state, who, &means);
        Self {
            wanted: wanted_yd(state, who, &means),
            reach: reach.unwrap_or(1),
            shoots,
            keeps_off: shoots && reach.is_none() && has_no_use_engaged(state, who, &means),
        }
    }

    /// Whether a place serves to attack somebody from: near enough, nothing between, and not wholly covered where it shoots.
    fn serve(&self, state: &State, who: CreatureId, (cell, foe): (Cell, CreatureId)) -> bool {
        let (terrain, space, goal) = (state.terrain(), state.space_at(who, cell), state.space(foe));
        let distance = yards(state, space, goal);
        if distance > self.wanted || !line_of_effect(&terrain, space, goal) {
            return false;
        }
        if !self.shoots {
            return true;
        }
        if self.keeps_off && engaged_at(state, who, cell) {
            return false;
        }
        distance <= self.reach
            || line_of_sight(&terrain, space, goal) && cover(state, space, foe) != Cover::Total
    }
}

/// Whether nothing that it could shoot with can be used while it is engaged (`ranged/not-usable-in-melee`).
fn has_no_use_engaged(state: &State, who: CreatureId, means: &[With]) -> bool {
    means.iter().all(|with| match *with {
        With::Ranged(arm) => {
            let shot = state.weapon(who, arm).and_then(|weapon| weapon.ranged);
            shot.is_some_and(|shot| shot.no_melee)
        }
        With::Melee(_) => attack::skill(state, who, *with).0 <= 0,
        With::Power(_) => false,
    })
}

/// It disengages where it can do nothing while it is engaged (`defence/disengage`).
fn breaks_away(state: &State, who: CreatureId, means: &Means) -> Option<Act> {
    let held = means.keeps_off && engaged(state, who);
    (held && legal(state, who, &Act::Disengage)).then_some(Act::Disengage)
}

/// Whether moving in this segment would bring it nearer to where it can attack.
#[must_use]
pub(super) fn closes(state: &State, who: CreatureId, segment: Segment) -> bool {
    approach(state, who, segment).is_some()
}

/// Whether it cannot attack the nearest enemy from where it is.
#[must_use]
pub(super) fn is_out_of_reach(state: &State, who: CreatureId) -> bool {
    let here = state.body(who).at;
    let nearest = foes(state, who).first().copied();
    nearest.is_some_and(|foe| !Means::of(state, who).serve(state, who, (here, foe)))
}

/// A movement to a friend who needs its help, where no enemy is near.
fn to_friend(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    let (friend, reach) = far_patient(state, who)?;
    go_near(state, who, segment, (state.space(friend), reach))
}

/// A movement of somebody with nothing to attack with to the nearest weapon that lies about and that a way leads to.
fn to_weapon(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    let here = state.space(who);
    let is_at_hand = |goal: &Space| {
        yards(state, here, *goal) <= 1 && line_of_effect(&state.terrain(), here, *goal)
    };
    let goals = loose_weapons(state, who).into_iter();
    // Nobody goes past one that lies at hand to another.
    let mut goals = goals.take_while(|goal| !is_at_hand(goal));
    goals.find_map(|goal| go_near(state, who, segment, (goal, 1)))
}

/// A movement to within so many yards of something that is farther off, with nothing between.
fn go_near(
    state: &State,
    who: CreatureId,
    segment: Segment,
    (goal, reach): (Space, i16),
) -> Option<Act> {
    let good = |cell: Cell| {
        let space = state.space_at(who, cell);
        yards(state, space, goal) <= reach && line_of_effect(&state.terrain(), space, goal)
    };
    if good(state.body(who).at) {
        return None;
    }
    shortest(state, who, segment, (goal, reach), &good).or_else(|| {
        let places = moving::places(state, who, segment);
        along(state, who, (segment, &places), good)
    })
}

/// A movement to a friend who needs its help, or to where it can attack the nearest enemy, if it is not yet there: by a skill, on foot,
/// through a door. Whoever has nothing to attack with goes to no enemy, but to a weapon.
pub(super) fn approach(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if let Some(act) = to_friend(state, who, segment) {
        return Some(act);
    }
    if tends(state, who, segment) {
        return None;
    }
    let foes = foes(state, who);
    let Some(foe) = foes.first().copied() else {
        return come_out(state, who, segment);
    };
    if !has_attack(state, who) {
        return to_weapon(state, who, segment);
    }
    let means = Means::of(state, who);
    if let Some(act) = breaks_away(state, who, &means) {
        return Some(act);
    }
    let (goal, wanted) = (state.space(foe), means.wanted);
    let distance = |cell: Cell| yards(state, state.space_at(who, cell), goal);
    let good = |cell: Cell| means.serve(state, who, (cell, foe));
    let here = state.body(who).at;
    if good(here) {
        return None;
    }
    if let Some(act) = riding::up(state, who, segment) {
        return Some(act);
    }
    if let Some(leap) = quick(state, who, segment, distance(here), &distance) {
        return Some(leap);
    }
    if let Some(act) = shortest(state, who, segment, (goal, wanted), &good) {
        return Some(act);
    }
    let places = moving::places(state, who, segment);
    // Where no way leads to the nearest one leads to another, perhaps.
    let any = |cell: Cell| foes.iter().any(|foe| means.serve(state, who, (cell, *foe)));
    along(state, who, (segment, &places), any)
        .or_else(|| door(state, who, (segment, &places)))
        .or_else(|| riding::off(state, who, (segment, &places)))
        .or_else(|| nearer(state, who, &places, &distance))
}

/// The shortest plain move to a place that is good, looked for within hardly more yards than it must have before within all.
fn shortest(
    state: &State,
    who: CreatureId,
    segment: Segment,
    (goal, wanted): (Space, i16),
    good: &dyn Fn(Cell) -> bool,
) -> Option<Act> {
    let gap = ways::gap(state, who, state.body(who).at, goal);
    let least = gap.saturating_sub(wanted).max(1);
    for most in [least, least.saturating_add(least / 4 + 2), i16::MAX] {
        let places = moving::places_near(state, who, (segment, most), (goal, wanted));
        let near = places.iter().filter(|(cell, _)| good(*cell));
        if let Some((cell, _)) = near.min_by_key(|(cell, yards)| (*yards, *cell)) {
            return to(state, who, *cell);
        }
    }
    None
}

/// A plain move to a place, if it is legal.
pub(super) fn to(state: &State, who: CreatureId, cell: Cell) -> Option<Act> {
    let act = Act::Move(Box::new([cell]));
    legal(state, who, &act).then_some(act)
}

/// A plain move to the place that is nearest to the enemy, where no way to it is open.
fn nearer(
    state: &State,
    who: CreatureId,
    places: &[(Cell, i16)],
    distance: &dyn Fn(Cell) -> i16,
) -> Option<Act> {
    let here = distance(state.body(who).at);
    let best = places
        .iter()
        .filter(|(cell, _)| distance(*cell) < here)
        .min_by_key(|(cell, yards)| (distance(*cell), *yards, *cell))?;
    to(state, who, best.0)
}

/// A movement by a skill that brings it nearer in an earlier segment.
fn quick(
    state: &State,
    who: CreatureId,
    segment: Segment,
    here: i16,
    distance: &dyn Fn(Cell) -> i16,
) -> Option<Act> {
    if segment >= Segment::Movement {
        return None;
    }
    let mut best: Option<(i16, Act)> = None;
    let mut movements = feats::Wanted {
        movements: true,
        attacks: &mut |_| false,
        first: false,
    };
    let _ = feats::wanted(state, who, segment, &mut movements, &mut |feat| {
        if let Some(end) = feat.before.last().copied() {
            let left = distance(end);
            if left < here && best.as_ref().is_none_or(|(least, _)| left < *least) {
                best = Some((left, Act::Feat(Box::new(feat))));
            }
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, act)| act)
        .filter(|act| legal(state, who, act))
}

/// Rounds for which those who lie hidden wait for somebody to show up.
pub(crate) const PATIENCE: u16 = 3;

/// Whoever lies hidden, while there are enemies of whom it knows nothing, comes out after a while: so far that it is hidden no longer
/// (`ambush/concealment`), by a way that leads towards the middle of the map if there is one.
fn come_out(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    let lurks = state.has(who, Condition::Concealed) && state.clock.round > PATIENCE;
    let is_awaited = |other| enemies(state, who, other) && active(state, other);
    if !lurks || !state.creatures().any(is_awaited) {
        return None;
    }
    let (here, grid, map) = (state.body(who).at, state.grid(), &state.cast.map);
    let apart = |one: Cell, other: Cell| {
        let cells = grid.cells_between(one.with_height(0), other.with_height(0));
        i16::try_from(cells).unwrap_or(i16::MAX)
    };
    let middle = map.at(map.columns() / 2, map.rows() / 2)?;
    let places = moving::places(state, who, segment);
    let out = places
        .iter()
        .filter(|(cell, _)| apart(here, *cell) > moving::COMBAT_STEP)
        .min_by_key(|(cell, yards)| (apart(middle, *cell), *yards, *cell));
    out.and_then(|(cell, _)| to(state, who, *cell))
        .or_else(|| door(state, who, (segment, &places)))
        .or_else(|| there_and_back(state, who, &places))
}

/// A plain move to a place next to it and back.
fn there_and_back(state: &State, who: CreatureId, places: &[(Cell, i16)]) -> Option<Act> {
    let here = state.body(who).at;
    places.iter().find_map(|(cell, _)| {
        let act = Act::Move(Box::new([*cell, here]));
        legal(state, who, &act).then_some(act)
    })
}

/// The longest way around something that is looked for, in yards.
const LONG: i16 = 80;

/// The first part of the shortest way to a place that is good, as far as the actions go.
fn along(
    state: &State,
    who: CreatureId,
    (segment, places): (Segment, &[(Cell, i16)]),
    good: impl Fn(Cell) -> bool,
) -> Option<Act> {
    moving::may_move(state, who, segment).ok()?;
    let route = ways::toward(state, who, (ways::plain(state, who), LONG), good)?;
    let reached = |cell: &&Cell| places.iter().any(|(place, _)| place == *cell);
    let last = route.iter().rev().find(reached)?;
    to(state, who, *last)
}

/// Opens a door next to it, or goes to the nearest that is closed.
fn door(
    state: &State,
    who: CreatureId,
    (segment, places): (Segment, &[(Cell, i16)]),
) -> Option<Act> {
    let closed = utilities::closed_doors(state);
    let opened = closed.iter().find_map(|(a, b)| {
        let act = Act::Use(Utility::Door(*a, *b, true));
        legal(state, who, &act).then_some(act)
    });
    if opened.is_some() || closed.is_empty() {
        return opened;
    }
    along(state, who, (segment, places), |cell| {
        is_beside(&closed, cell)
    })
}

/// Whether a place is at one of these doors.
fn is_beside(doors: &[(Cell, Cell)], cell: Cell) -> bool {
    let flat = cell.with_height(0);
    let at_it = |(a, b): &(Cell, Cell)| a.with_height(0) == flat || b.with_height(0) == flat;
    doors.iter().any(at_it)
}

/// Whether it may come to where some enemy is within its reach hand to hand, to a friend who fights there, or to a closed door; who lies
/// there gets up first.
pub(super) fn comes_to_blows(state: &State, who: CreatureId) -> bool {
    let (foes, reach) = (foes(state, who), unarmed::reach_yd(state, who));
    let closed = utilities::closed_doors(state);
    let is_near = |cell: Cell, foe: CreatureId| {
        let (space, goal) = (state.space_at(who, cell), state.space(foe));
        yards(state, space, goal) <= reach && line_of_effect(&state.terrain(), space, goal)
    };
    let fights = |friend: CreatureId| {
        friend != who
            && !enemies(state, who, friend)
            && active(state, friend)
            && engaged(state, friend)
    };
    let friends: Vec<CreatureId> = state.creatures().filter(|other| fights(*other)).collect();
    let is_beside_one = |cell: Cell, friend: CreatureId| {
        yards(state, state.space_at(who, cell), state.space(friend)) <= 1
    };
    let good = |cell: Cell| {
        is_beside(&closed, cell)
            || foes.iter().any(|foe| is_near(cell, *foe))
            || friends.iter().any(|friend| is_beside_one(cell, *friend))
    };
    let plain = (ways::plain(state, who), LONG);
    state.has(who, Condition::Prone)
        || fly_yd(state, who).is_some()
        || good(state.body(who).at)
        || moving::can_walk(state, who).is_ok() && ways::toward(state, who, plain, good).is_some()
}

/// Whether it may come to within so many yards of one of these with nothing between: one way is looked for to whichever is nearest.
pub(super) fn comes_near(state: &State, who: CreatureId, goals: &[(Space, i16)]) -> bool {
    let good = |cell: Cell| {
        let space = state.space_at(who, cell);
        goals.iter().any(|(goal, reach)| {
            yards(state, space, *goal) <= *reach && line_of_effect(&state.terrain(), space, *goal)
        })
    };
    let plain = (ways::plain(state, who), LONG);
    !goals.is_empty()
        && (fly_yd(state, who).is_some()
            || moving::can_walk(state, who).is_ok()
                && ways::toward(state, who, plain, good).is_some())
}

/// Whether a way leads to where some enemy can be attacked with what is in hand, or to a closed door.
pub(super) fn has_way(state: &State, who: CreatureId) -> bool {
    way(state, who).is_some()
}

/// The shortest way to where some enemy can be attacked with what is in hand, or to a closed door; nowhere where that is at hand.
pub(super) fn way(state: &State, who: CreatureId) -> Option<SmallVec<[Cell; 8]>> {
    let (foes, means) = (foes(state, who), Means::of(state, who));
    let closed = utilities::closed_doors(state);
    let good = |cell: Cell| {
        is_beside(&closed, cell) || foes.iter().any(|foe| means.serve(state, who, (cell, *foe)))
    };
    if good(state.body(who).at) {
        return Some(SmallVec::new());
    }
    ways::toward(state, who, (ways::plain(state, who), LONG), good)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_trial::files;

    use super::*;
    use crate::Segments;

    /// Whether somebody goes to meet a foe in a round, of both of whom such things are true.
    fn goes(round: u16, own: &str, foe: &str) -> bool {
        let text = format!(
            "
[start]
round = {round}
segment = 'movement'
[[creature]]
name = 'hand'
side = 'a'
at = [1, 1]
attacks = {{ sword = 10 }}
held = ['arming sword']
{own}
[[creature]]
name = 'archer'
side = 'b'
at = [12, 1]
{foe}
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        closes(&state, CreatureId(0), Segment::Movement)
    }

    /// What somebody does in Movement to get at its foes.
    fn approaches(creatures: &str) -> Option<Act> {
        let text = format!(
            "
[start]
round = 2
segment = 'movement'
[map]
rows = ['..............................', '......P.......................', '..............................']
legend.P = {{ elevation = 5 }}
{creatures}"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        approach(&state, CreatureId(0), Segment::Movement)
    }

    #[test]
    fn whom_no_way_leads_to_is_left_for_another() {
        let act = approaches(
            "
[[creature]]
name = 'bren'
kind = 'soldier'
side = 'a'
at = [5, 1]
[[creature]]
name = 'archer'
side = 'b'
at = [6, 1]
[[creature]]
name = 'mage'
side = 'b'
at = [25, 1]
",
        );
        assert!(
            matches!(&act, Some(Act::Move(path)) if path.last().is_some_and(|end| end.x > 6)),
            "{act:?}"
        );
    }

    #[test]
    fn whoever_can_do_nothing_among_enemies_disengages() {
        let act = approaches(
            "
[[creature]]
name = 'cael'
side = 'a'
at = [12, 1]
attacks = { bow = 14 }
items = ['longbow', 'leather']
[[creature]]
name = 'bones'
kind = 'skeleton'
side = 'b'
at = [13, 1]
",
        );
        assert_eq!(act, Some(Act::Disengage));
    }

    const HIDDEN: &str = "conditions = ['concealed']";

    #[test]
    fn nobody_goes_to_meet_those_of_whom_it_knows_nothing() {
        assert!(goes(2, "", ""));
        assert!(!goes(2, "", HIDDEN));
        assert!(!goes(9, "", HIDDEN));
    }

    #[test]
    fn whoever_lies_hidden_from_those_hidden_from_it_comes_out_after_a_while() {
        assert!(goes(2, HIDDEN, ""));
        assert!(!goes(PATIENCE, HIDDEN, HIDDEN));
        assert!(goes(PATIENCE + 1, HIDDEN, HIDDEN));
    }

    /// What somebody of such a kind does in a segment about a foe so many yards off.
    fn hurries(kind: &str, segment: &str, yards: i16) -> String {
        let text = format!(
            "
[start]
round = 2
segment = '{segment}'
[map]
columns = 30
rows = 9
[[creature]]
name = 'hand'
kind = '{kind}'
side = 'a'
at = [4, 4]
stance = 'ready-trade'
[[creature]]
name = 'foe'
kind = 'soldier'
side = 'b'
at = [{}, 4]
",
            4 + yards
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let who = CreatureId(0);
        crate::notation::print_for(&state, Some(who), &crate::bot::item(&state, who))
    }

    #[test]
    fn whoever_bounds_or_skips_comes_up_before_others_move() {
        assert!(hurries("brawler", "melee", 6).starts_with("bounding"));
        assert!(hurries("goblin", "ranged", 6).starts_with("skipping"));
        assert_eq!(hurries("soldier", "ranged", 12), "pass");
        let near = hurries("brawler", "melee", 1);
        assert!(near.starts_with("attack foe"), "{near}");
    }
}
