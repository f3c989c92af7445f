//! What is offered, what is refused, and how both read.

use affray_kernel::fight::{Fight, Rejected};
use affray_kernel::tape::People;
use affray_kernel::{CreatureId, System};

use crate::repository::offered;

/// Everything offered prints to words that are read back as the same act.
pub(super) fn notation_round_trips<S: System>(fight: &Fight<S>) {
    for ask in fight.asks() {
        for act in offered(fight.state(), &ask) {
            let words = S::print(fight.state(), Some(ask.who), &act);
            let read = S::parse(fight.state(), Some(ask.who), &words);
            assert_eq!(read.as_ref(), Ok(&act), "`{words}`");
        }
    }
}

/// A creature that is said to look alike in two states is seen alike.
pub(super) fn what_looks_alike_is_seen_alike<S: System>(fight: &Fight<S>) {
    let (one, other) = (fight.start(), fight.state());
    for who in S::creatures(one) {
        if S::looks_alike(one, other, who) {
            assert_eq!(S::seen(one, who), S::seen(other, who));
        }
    }
}

/// What is offered points at creatures that are there and known to whoever acts, and at cells of the map.
pub(super) fn offers_point_at_what_is_there<S: System>(fight: &Fight<S>) {
    let state = fight.state();
    let map = S::view(state).map;
    for ask in fight.asks() {
        for act in offered(state, &ask) {
            let aspect = S::aspect(state, ask.who, &act);
            let words = S::print(state, Some(ask.who), &act);
            for target in aspect.targets {
                let target = S::seen(state, target).expect("a creature of the fight");
                assert!(
                    !target.hidden_from.contains(&ask.who),
                    "`{words}` points at the hidden"
                );
            }
            let (Some(place), Some(map)) = (aspect.place, &map) else {
                continue;
            };
            let (column, row) = if map.hexes {
                place.column_row()
            } else {
                (place.x, place.y)
            };
            let on_map = (0..map.columns).contains(&column) && (0..map.rows).contains(&row);
            assert!(on_map, "`{words}` points beside the map");
        }
    }
}

/// What is said to be impossible is refused, can be told, and is of some kind.
pub(super) fn the_impossible_is_refused<S: System>(fight: &Fight<S>) {
    let state = fight.state();
    for ask in fight.asks() {
        let mut left = 400;
        S::refused(state, &ask, &mut |act, refusal| {
            if left == 0 {
                return;
            }
            left -= 1;
            let words = S::print(state, Some(ask.who), &act);
            assert_eq!(S::check(state, &ask, &act), Err(refusal), "`{words}`");
            let aspect = S::aspect(state, ask.who, &act);
            let there = aspect
                .targets
                .iter()
                .all(|who| S::knows_creature(state, *who));
            assert!(there && !refusal.render::<S>(state).is_empty(), "`{words}`");
        });
    }
}

/// A refused act, and an act of a creature that is not asked, leave the fight as it was.
pub(super) fn refusals_change_nothing<S: System>(fight: &mut Fight<S>) {
    let asks = fight.asks();
    let Some(ask) = asks.first() else { return };
    let others: Vec<CreatureId> = S::creatures(fight.state()).collect();
    let before = (fight.state().clone(), fight.entries().len());
    for who in others {
        for act in offered(fight.state(), ask).into_iter().take(40) {
            let asked = asks.iter().find(|ask| ask.who == who);
            let legal = asked.is_some_and(|ask| S::check(fight.state(), ask, &act).is_ok());
            if legal {
                continue;
            }
            let result = fight.submit(who, act, &mut People);
            assert!(
                matches!(
                    result,
                    Err(Rejected::Refused(_) | Rejected::NotAsked(_) | Rejected::Waiting(_))
                ),
                "{result:?}"
            );
            if let Err(Rejected::Refused(refusal)) = result {
                assert!(
                    !refusal.render::<S>(fight.state()).contains("{}"),
                    "a figure is missing: {}",
                    refusal.words
                );
            }
        }
    }
    assert!(
        before == (fight.state().clone(), fight.entries().len()),
        "a refusal has changed the fight"
    );
}
