//! Stances: how they are declared, and who acts before whom in a segment (`stances/*`).

use affray_kernel::{Ask, CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::numbers::{active, acts, before, enemies};
use super::{ambush, outcomes, segments};
use crate::Segments;
use crate::act::{Act, Window};
use crate::actions;
use crate::fact::{Fact, Given};
use crate::ids::{refuse, rule};
use crate::sheet::{ExchangeOrder, StanceScope};
use crate::state::{Segment, Stance, State};

/// Whether a creature may take a stance (`on-guard/no-aggressive`).
///
/// # Errors
/// Why it may not.
pub(crate) fn check(state: &State, who: CreatureId, stance: Stance) -> Result<(), Refusal> {
    if stance == Stance::Aggressive && state.body(who).guarded {
        return Err(refuse!(
            "on-guard/no-aggressive",
            "{} has gone On-Guard this round",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// A stance for which nobody asks, and why.
type NotAsked = (Stance, Given);

/// The stance that a creature has in a segment without being asked, if any.
fn given(state: &State, who: CreatureId, segment: Segment) -> Option<NotAsked> {
    let body = state.body(who);
    let first = state.clock.segment.is_none() || state.clock.segment == Some(segment);
    if !acts(state, who) {
        return Some((Stance::Hold, Given::Idle));
    }
    if body.guard.is_some() && first {
        return Some((Stance::Defensive, Given::OnGuard));
    }
    if segment == Segment::Ambush && body.ambush.is_none() {
        return Some((Stance::Hold, Given::Reacts));
    }
    if state.cast.options.stance_scope == StanceScope::Round
        && let Some(stance) = body.stance.filter(|stance| *stance != Stance::Hold)
    {
        return Some((stance, Given::Kept));
    }
    let idle = body.actions < 1 || !actions::has_item(state, who, segment);
    idle.then_some((Stance::Hold, Given::Idle))
}

/// A segment is called, and all who can do something in it declare their stances at once (`stances/simultaneous-declaration`).
///
/// # Errors
/// Stops until all have answered.
pub(crate) fn call(scene: &mut Scene<'_, Segments>, segment: Segment) -> Play {
    if segment > Segment::Ambush {
        ambush::unused(scene);
    }
    cite_call(scene, segment);
    let state = scene.state();
    let scoped = state.cast.options.stance_scope;
    let stances: SmallVec<[(CreatureId, Option<NotAsked>); 8]> = state
        .creatures()
        .filter(|who| active(state, *who))
        .map(|who| (who, given(state, who, segment)))
        .collect();
    scene.emit(Fact::Called(segment));
    let asks: SmallVec<[Ask<Segments>; 2]> = stances
        .iter()
        .filter(|(_, stance)| stance.is_none())
        .map(|(who, _)| Ask::secret(*who, Window::Stance(segment)))
        .collect();
    let mut acts = scene.ask_all(&asks)?.into_iter();
    if scoped == StanceScope::Round {
        scene.cite(rule!("stances/declared-per-segment"));
    }
    // Whoever comes to in this segment acts from the next one on (`health/healing`).
    let out: Vec<CreatureId> = scene
        .state()
        .creatures()
        .filter(|who| !active(scene.state(), *who))
        .filter(|who| scene.state().body(*who).stance.is_some())
        .collect();
    for who in out {
        scene.emit(Fact::Stance(who, None));
    }
    let mut gives_up: SmallVec<[CreatureId; 2]> = SmallVec::new();
    for (who, given) in stances {
        if let Some(given) = given {
            counts_as(scene, who, given);
            continue;
        }
        match acts.next() {
            Some(Act::Stance(stance)) => declare(scene, who, stance, segment),
            answer => {
                take(scene, who, Stance::Hold);
                if matches!(answer, Some(Act::Surrender)) {
                    gives_up.push(who);
                }
            }
        }
    }
    for who in gives_up {
        outcomes::surrender(scene, who);
    }
    Ok(())
}

/// A creature declares a stance, which may select the segment for its attacks; one that it has anyway selects nothing
/// (`segments/selection-commits`).
fn declare(scene: &mut Scene<'_, Segments>, who: CreatureId, stance: Stance, segment: Segment) {
    take(scene, who, stance);
    if acts(scene.state(), who) && segments::selects(scene.state(), who, stance, segment) {
        scene.cite(rule!("segments/selection-commits"));
        scene.emit(Fact::Commits(who, Some(segment)));
    }
}

/// A creature takes a stance.
fn take(scene: &mut Scene<'_, Segments>, who: CreatureId, stance: Stance) {
    if scene.listened() {
        cite_stance(scene, stance);
        let held = scene.state().body(who).stance == Some(Stance::Hold);
        if held && stance != Stance::Hold {
            scene.cite(rule!("stances/hold-then-act"));
        }
    }
    scene.emit(Fact::Stance(who, Some(stance)));
}

/// A creature has a stance without having declared it.
fn counts_as(scene: &mut Scene<'_, Segments>, who: CreatureId, (stance, why): NotAsked) {
    match why {
        Given::Idle => scene.cite(rule!("stances/auto-hold")),
        Given::OnGuard => {
            scene.cite(rule!("stances/defensive"));
            scene.cite(rule!("on-guard/defensive-required"));
        }
        Given::Reacts => scene.cite(rule!("ambush/reactors-in-the-segment")),
        Given::Kept => scene.cite(rule!("stances/declared-per-segment")),
    }
    scene.emit(Fact::Given(who, stance, why));
}

/// Whether opponents are both Aggressive, in the segment that ends with the call of the next one
/// (`stances/aggressive-only-in-its-segment`).
fn opponents_trade(state: &State) -> bool {
    let aggressive = |who: &CreatureId| state.body(*who).stance == Some(Stance::Aggressive);
    state.creatures().filter(aggressive).any(|who| {
        let mut others = state.creatures().filter(aggressive);
        others.any(|other| enemies(state, who, other))
    })
}

fn cite_call(scene: &mut Scene<'_, Segments>, segment: Segment) {
    if !scene.listened() {
        return;
    }
    let first = scene.state().clock.segment.is_none();
    let ambush = segment == Segment::Ambush;
    for rule in [
        rule!("overview/initiative-is-segment-then-stance"),
        rule!("round/applicable-segment"),
        rule!("segments/table"),
        rule!("stances/declared-per-segment"),
        rule!("stances/simultaneous-declaration"),
        rule!("stances/type-gives-segment-stance-gives-order"),
        rule!("stances/table"),
    ] {
        scene.cite(rule);
    }
    if first {
        scene.cite(rule!("round/announce-first-segment"));
    }
    if !first && opponents_trade(scene.state()) {
        scene.cite(rule!("stances/aggressive-only-in-its-segment"));
    }
    if ambush {
        scene.cite(rule!("ambush/reactors-in-the-segment"));
    }
}

fn cite_stance(scene: &mut Scene<'_, Segments>, stance: Stance) {
    match stance {
        Stance::Aggressive => scene.cite(rule!("stances/aggressive")),
        Stance::ReadyTrade => {
            scene.cite(rule!("stances/ready"));
            scene.cite(rule!("stances/ready-trade"));
            scene.cite(rule!("stances/ready-mode"));
        }
        Stance::ReadyWait => {
            scene.cite(rule!("stances/ready"));
            scene.cite(rule!("stances/ready-wait"));
            scene.cite(rule!("stances/ready-mode"));
        }
        Stance::Defensive => scene.cite(rule!("stances/defensive")),
        Stance::Hold => scene.cite(rule!("stances/hold")),
    }
}

/// The place of a creature in the exchange: stage, cycle, rank of its stance (`stances/exchange`).
pub(crate) type Turn = (u8, u8, u8);

/// The place of a stance after so many items (`stances/exchange`).
#[must_use]
pub(crate) const fn turn(stance: Stance, taken: u8, order: ExchangeOrder) -> Turn {
    let rank = stance as u8;
    let stage = match (order, stance) {
        (ExchangeOrder::Cycles, Stance::Aggressive | Stance::ReadyTrade) => 0,
        (ExchangeOrder::AggressiveFirst, Stance::Aggressive) => 0,
        (ExchangeOrder::AggressiveFirst, Stance::ReadyTrade) => 1,
        (_, Stance::ReadyWait) => 2,
        _ => 3,
    };
    (stage, taken, rank)
}

/// The place of a creature in the exchange; none if it takes no more items.
#[must_use]
pub(crate) fn turn_of(state: &State, who: CreatureId) -> Option<Turn> {
    let body = state.body(who);
    let stance = body.stance.filter(|stance| *stance != Stance::Hold)?;
    let takes = !body.done && acts(state, who);
    takes.then(|| turn(stance, body.taken, state.cast.options.exchange_order))
}

/// Whose item is next in the segment (`stances/exchange`, `stances/tie-break`).
#[must_use]
pub(crate) fn next(state: &State) -> Option<(CreatureId, Turn)> {
    let mut first: Option<(CreatureId, Turn)> = None;
    for who in state.creatures() {
        let Some(turn) = turn_of(state, who) else {
            continue;
        };
        let earlier = first.is_none_or(|(other, best)| {
            turn < best || turn == best && before(state, who, other).is_lt()
        });
        if earlier {
            first = Some((who, turn));
        }
    }
    first
}

/// Whether the cycle in which somebody was felled is over, so that what was kept back happens (`stances/tie-break`): the items of all
/// stances of its stage belong to it (`stances/exchange`).
#[must_use]
pub(crate) fn cycle_is_over(state: &State, next: Option<Turn>) -> bool {
    let cycle = |(stage, taken, _): Turn| (stage, taken);
    state
        .bodies
        .iter()
        .any(|body| match (body.pending, body.stance) {
            (Some(pending), Some(stance)) => {
                let felled = turn(stance, pending.cycle, state.cast.options.exchange_order);
                next.map(cycle) != Some(cycle(felled))
            }
            (Some(_), None) => true,
            _ => false,
        })
}

/// What is cited of an item by its place in the exchange.
pub(crate) fn cite_item(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let body = state.body(who);
    let stance = body.stance;
    let alike = state
        .creatures()
        .any(|other| other != who && acts(state, other) && state.body(other).stance == stance);
    let trades = state.creatures().any(|other| {
        let with = state.body(other).stance;
        let matches = match stance {
            Some(Stance::Aggressive) => with == Some(Stance::Aggressive),
            _ => matches!(with, Some(Stance::Aggressive | Stance::ReadyTrade)),
        };
        matches && acts(state, other) && enemies(state, who, other)
    });
    scene.cite(rule!("stances/exchange"));
    scene.cite(rule!("round/segment-finishes-before-next"));
    scene.cite(rule!("stances/table"));
    scene.cite(rule!("stances/type-gives-segment-stance-gives-order"));
    if let Some(stance) = stance {
        cite_stance(scene, stance);
    }
    if alike {
        scene.cite(rule!("stances/tie-break"));
        scene.cite(rule!("stats/agility"));
    }
    match stance {
        Some(Stance::Aggressive) if trades => {
            scene.cite(rule!("stances/aggressive-trade"));
            scene.cite(rule!("stances/one-for-one-counts-attacks"));
        }
        Some(Stance::ReadyTrade) if trades => {
            scene.cite(rule!("stances/one-for-one-counts-attacks"));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_mix_aggressive_and_trading() {
        let cycles = |stance, taken| turn(stance, taken, ExchangeOrder::Cycles);
        let order = [
            cycles(Stance::Aggressive, 0),
            cycles(Stance::ReadyTrade, 0),
            cycles(Stance::Aggressive, 1),
            cycles(Stance::ReadyTrade, 1),
            cycles(Stance::ReadyWait, 0),
            cycles(Stance::Defensive, 0),
        ];
        assert!(order.is_sorted());
    }

    #[test]
    fn by_the_switch_each_stance_is_done_before_the_next() {
        let first = |stance, taken| turn(stance, taken, ExchangeOrder::AggressiveFirst);
        assert!(first(Stance::Aggressive, 5) < first(Stance::ReadyTrade, 0));
        assert!(first(Stance::ReadyTrade, 5) < first(Stance::ReadyWait, 0));
        assert!(first(Stance::ReadyWait, 5) < first(Stance::Defensive, 0));
    }
}
