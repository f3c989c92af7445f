//! When a bot shoots a Volley.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::worth;
use crate::act::Act;
use crate::state::State;
use crate::{actions::volley, offers};

/// The Volley that catches most Enemies, if it catches two or more and no Ally.
pub(super) fn good(state: &State, who: CreatureId) -> Option<Act> {
    if !state.sheet(who).feats.volley {
        return None;
    }
    let mut best: Option<(usize, Act)> = None;
    for with in offers::arms(state, who).filter(|with| !worth::is_last(state, who, *with)) {
        let _ = volley::candidates(state, who, with, &mut |act| {
            let caught = volley::enemies_caught(state, who, &act);
            if caught > best.as_ref().map_or(1, |(most, _)| *most) {
                best = Some((caught, act));
            }
            ControlFlow::Continue(())
        });
    }
    best.map(|(_, act)| act)
}
