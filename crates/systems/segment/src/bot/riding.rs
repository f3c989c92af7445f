//! When a bot gets off its mount, and on again.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::{legal, moving};
use crate::act::{Act, Utility};
use crate::actions::{moving as moves, ways};
use crate::rules::numbers::{engaged, mount_of};
use crate::state::{Segment, State};

/// How it would stand in the saddle, or out of it.
fn seated(state: &State, who: CreatureId, up: bool) -> State {
    let mut then = state.clone();
    then.bodies[who.index()].mounted = up;
    then
}

/// A rider gets off where its mount comes to nobody, but it would on foot: as far as the mount goes it rides.
pub(super) fn off(
    state: &State,
    who: CreatureId,
    (segment, places): (Segment, &[(Cell, i16)]),
) -> Option<Act> {
    mount_of(state, who)?;
    moves::may_move(state, who, segment).ok()?;
    // Friends may be in the way for the moment.
    if moving::has_way(state, who) {
        return None;
    }
    let route = moving::way(&seated(state, who, false), who)?;
    let reached = |cell: &&Cell| places.iter().any(|(place, _)| place == *cell);
    match route.iter().rev().find(reached) {
        Some(cell) => moving::to(state, who, *cell),
        None => ride(state, who, false),
    }
}

/// Whoever has a mount gets on where it is sooner there that way, getting on included.
pub(super) fn up(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    state.sheet(who).mount.as_ref()?;
    if mount_of(state, who).is_some() || engaged(state, who) {
        return None;
    }
    let act = ride(state, who, true)?;
    moves::may_move(state, who, segment).ok()?;
    let rider = seated(state, who, true);
    let actions = |state: &State| {
        let route = moving::way(state, who)?;
        let yards = i16::try_from(route.len()).unwrap_or(i16::MAX);
        let rate = ways::rate_yd(state, who, ways::plain(state, who));
        Some(moves::actions_for(yards, rate))
    };
    let ridden = actions(&rider)? + 1;
    let sooner = actions(state).is_none_or(|walked| ridden < walked);
    sooner.then_some(act)
}

fn ride(state: &State, who: CreatureId, up: bool) -> Option<Act> {
    let act = Act::Use(Utility::Ride(up));
    legal(state, who, &act).then_some(act)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_trial::files;

    use super::*;
    use crate::Segments;
    use crate::bot::item;
    use crate::notation::print_for;

    /// What a knight does in Movement whose foe stands so far off behind a wall with a gap of so many spaces.
    fn does(own: &str, foe: i16, gap: usize) -> String {
        let rows: Vec<String> = (0..9_usize)
            .map(|row| {
                let open = (4..4 + gap).contains(&row);
                let wall = if open { '.' } else { '#' };
                format!("'.........{wall}......................'")
            })
            .collect();
        let text = format!(
            "
[start]
round = 2
segment = 'movement'
[map]
rows = [{}]
[[creature]]
name = 'roland'
kind = 'knight'
side = 'a'
items = ['arming sword', 'plate']
skills = []
{own}
stance = 'ready-trade'
[[creature]]
name = 'bones'
kind = 'skeleton'
side = 'b'
at = [{foe}, 1]
",
            rows.join(", ")
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let who = CreatureId(0);
        print_for(&state, Some(who), &item(&state, who))
    }

    #[test]
    fn a_rider_gets_off_where_no_horse_goes_in() {
        let near = "at = [7, 4]";
        assert_eq!(does(near, 14, 1), "dismount");
        assert!(does(near, 14, 3).starts_with("move to"));
        let far = does("at = [1, 4]", 14, 1);
        assert!(far.starts_with("move to"), "as far as it goes: {far}");
    }

    #[test]
    fn who_has_a_mount_gets_on_for_a_long_way() {
        let afoot = "at = [6, 4]\nmounted = false";
        assert_eq!(does(afoot, 29, 3), "mount");
        assert!(does(afoot, 14, 3).starts_with("move to"));
        assert!(
            does(afoot, 29, 1).starts_with("move to"),
            "no horse goes there"
        );
    }
}
