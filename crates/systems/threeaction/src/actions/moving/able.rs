//! Who can move in which way, and how far.

use affray_kernel::{CreatureId, Figure, Refusal};

use crate::actions::push_off;
use crate::ids::refuse;
use crate::rules::numbers::speed_ft;
use crate::rules::steps::{self, STEP_FT};
use crate::rules::terrain::swims;
use crate::rules::{burrowing, climbing, flying};
use crate::state::{Condition, Mode, Moving, State};

/// Feet of movement that one Move Action gives: Speed on foot (`running/move`), 5 ft on the belly (`crawling/distance`), half Speed in
/// water and on walls (`swimming/skill`, `climbing/skill`, `foundations/rounding`).
pub(crate) fn allowance_ft(state: &State, who: CreatureId, mode: Mode) -> i16 {
    let speed = speed_ft(state, who);
    match mode {
        Mode::Run => speed,
        Mode::Crawl => STEP_FT,
        Mode::Swim | Mode::Climb => (speed / 2 / STEP_FT * STEP_FT).max(STEP_FT),
        Mode::Fly => flying::allowance_ft(state, who),
        Mode::Burrow => speed,
    }
}

/// The movement at hand: of a Move Action in progress, or of a new one.
pub(super) fn at_hand(state: &State, who: CreatureId, mode: Mode) -> Moving {
    state
        .body(who)
        .moving
        .filter(|_| goes_on(state, who, mode))
        .unwrap_or(Moving {
            mode,
            left_ft: allowance_ft(state, who, mode),
            spent_ft: 0,
        })
}

/// Whether a creature is able to move in that way at all.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_move(state: &State, who: CreatureId, mode: Mode) -> Result<(), Refusal> {
    may_move_apart(state, who, mode, None)
}

/// As [`may_move`], once a creature is in no grapple with a partner any more.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_move_apart(
    state: &State,
    who: CreatureId,
    mode: Mode,
    from: Option<CreatureId>,
) -> Result<(), Refusal> {
    is_unbound_apart(state, who, from)?;
    let body = state.body(who);
    let figure = Figure::Creature(who);
    if state.cast.scene.zero_g && mode != Mode::Fly {
        return Err(refuse!(
            "zero-g/push-off-only",
            "in Zero-G {} can move only by pushing off from something",
            figure
        ));
    }
    if body.falling_ft.is_some() && mode != Mode::Fly {
        return Err(refuse!("falling/long-fall", "{} is falling", figure));
    }
    if speed_ft(state, who) <= 0 {
        return Err(refuse!(
            "foundations/speed",
            "{} has a Speed of {}",
            figure,
            Figure::Feet(0)
        ));
    }
    let prone = state.has(who, Condition::Prone);
    if prone && mode != Mode::Crawl {
        return Err(refuse!(
            "prone/crawl",
            "{} lies Prone: it can only crawl or stand up",
            figure
        ));
    }
    by_mode(state, who, mode, prone)
}

/// Whether a creature can move in some way from where it is; in Zero-G by pushing off, too (`zero-g/push-off-only`).
///
/// # Errors
/// What keeps it there.
pub(crate) fn may_go(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let (body, weightless) = (state.body(who), state.cast.scene.zero_g);
    if weightless && speed_ft(state, who) >= STEP_FT && push_off::finds_hold(state, who) {
        return is_unbound(state, who);
    }
    let flies = body.flying || body.falling_ft.is_some() || weightless;
    let mode = if flies && flying::has_flight(state, who) {
        Mode::Fly
    } else if swims(state, who) {
        Mode::Swim
    } else if body.hanging {
        Mode::Climb
    } else if state.has(who, Condition::Prone) {
        Mode::Crawl
    } else {
        Mode::Run
    };
    may_move(state, who, mode)
}

/// What each way of moving needs.
fn by_mode(state: &State, who: CreatureId, mode: Mode, prone: bool) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    let body = state.body(who);
    match mode {
        Mode::Run if body.flying || body.hanging || is_carried(state, who) => {
            Err(refuse!("running/move", "{} is not on the ground", figure))
        }
        Mode::Run | Mode::Crawl | Mode::Burrow if swims(state, who) => Err(refuse!(
            "swimming/skill",
            "{} is in water too deep to stand in: it has to swim",
            figure
        )),
        Mode::Crawl if !prone => Err(refuse!(
            "crawling/distance",
            "{} is not Prone: only a Prone creature crawls",
            figure
        )),
        Mode::Swim if !swims(state, who) => Err(refuse!(
            "swimming/skill",
            "{} is not in water too deep to stand in",
            figure
        )),
        Mode::Climb if body.flying => Err(refuse!("climbing/skill", "{} is in the air", figure)),
        Mode::Climb => climbing::can_climb(state, who),
        Mode::Fly => flying::may_fly(state, who),
        Mode::Burrow => burrowing::may_burrow(state, who),
        _ => Ok(()),
    }
}

/// Whether a partner in a grapple keeps a creature in the air.
fn is_carried(state: &State, who: CreatureId) -> bool {
    let held = state.has(who, Condition::Grappled) || state.has(who, Condition::Grappling);
    held && !state.cast.scene.zero_g && flying::is_aloft(state, who)
}

/// Whether nothing holds a creature in its place: neither bonds nor a larger partner in a grapple, nor a saddle.
///
/// # Errors
/// What holds it.
pub(crate) fn is_unbound(state: &State, who: CreatureId) -> Result<(), Refusal> {
    is_unbound_apart(state, who, None)
}

/// As [`is_unbound`], once a creature is in no grapple with a partner any more.
///
/// # Errors
/// What holds it.
pub(crate) fn is_unbound_apart(
    state: &State,
    who: CreatureId,
    from: Option<CreatureId>,
) -> Result<(), Refusal> {
    is_free_apart(state, who, from)?;
    match state.body(who).mount {
        Some(mount) => Err(refuse!(
            "command/mounts",
            "{} is mounted on {}: it moves as its mount does",
            Figure::Creature(who),
            Figure::Creature(mount)
        )),
        None => Ok(()),
    }
}

/// Whether neither bonds nor a larger partner in a grapple hold a creature.
///
/// # Errors
/// What holds it.
pub(crate) fn is_free_to_go(state: &State, who: CreatureId) -> Result<(), Refusal> {
    is_free_apart(state, who, None)
}

/// The same without what a grapple with one of its partners does.
fn is_free_apart(state: &State, who: CreatureId, from: Option<CreatureId>) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    if state.has(who, Condition::Entangled) {
        return Err(refuse!("entangled/no-move", "{} is Entangled", figure));
    }
    let size = state.sheet(who).size;
    for held in state.conditions.on(who) {
        let Some(partner) = held
            .toward
            .filter(|partner| state.sheet(*partner).size > size && Some(*partner) != from)
        else {
            continue;
        };
        let partner = Figure::Creature(partner);
        match held.kind {
            Condition::Grappled => {
                return Err(refuse!(
                    "grappled/smaller",
                    "{} is held by the larger {}",
                    figure,
                    partner
                ));
            }
            Condition::Grappling => {
                return Err(refuse!(
                    "grappling/smaller",
                    "{} holds the larger {}",
                    figure,
                    partner
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether there is movement left for at least one step in that way.
pub(crate) fn goes_on(state: &State, who: CreatureId, mode: Mode) -> bool {
    state.body(who).moving.is_some_and(|moving| {
        moving.mode == mode
            && moving.left_ft >= steps::leaving_cost(state, who, mode, state.space(who))
            && may_move(state, who, mode).is_ok()
    })
}
