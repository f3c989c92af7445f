//! What follows where somebody falls or gives up by the game master's word, the same as in play.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::grid::floor;

use crate::fact::{Fact, Flag};
use crate::rules::concentration;
use crate::state::{Condition, Phase, Place, State};

/// What such a condition brings with it when it begins: the fallen lie on the ground and hold nothing, and neither they nor those who have
/// given up keep anything up (`health/unconscious`, `attack/surrender`).
pub(super) fn follows(state: &State, who: CreatureId, kind: Condition) -> Vec<Fact> {
    match kind {
        Condition::Unconscious | Condition::KnockedOut | Condition::Dead => falls(state, who),
        Condition::Surrendered => lets_go(state, who),
        _ => Vec::new(),
    }
}

/// What it maintained, its On-Guard and what it prepared end (`other-melee/effect-ends-with-maintainer`, `on-guard/duration`,
/// `multiform-segment/longer-than-a-round`).
fn lets_go(state: &State, who: CreatureId) -> Vec<Fact> {
    let effects = || state.effects.iter().filter(|effect| effect.by == who);
    let mut facts: Vec<Fact> = effects()
        .map(|effect| Fact::Lapses(effect.number))
        .collect();
    let blinded = state.conditions.iter().filter(|held| {
        let mut causes = effects().map(|effect| concentration::blindness(*effect));
        causes.any(|cause| cause == **held)
    });
    facts.extend(blinded.copied().map(Fact::Loses));
    let body = state.body(who);
    if body.guard.is_some() {
        facts.push(Fact::Guard(who, None));
    }
    if body.charging.is_some() {
        facts.push(Fact::Charging(who, None));
    }
    facts
}

/// Things fall, and whoever held them goes down, out of the saddle or out of the air. What a fall does is for the game master to say.
fn falls(state: &State, who: CreatureId) -> Vec<Fact> {
    let mut facts = lets_go(state, who);
    let at = state.body(who).at;
    let ground = floor(&state.terrain(), state.space(who)).unwrap_or(at.z);
    let down = at.with_height(ground);
    let items = state.held(who).map(|(item, _)| item);
    facts.extend(items.map(|item| Fact::Item(item, Place::Ground(down))));
    if state.body(who).mounted {
        facts.push(Fact::Flag(who, Flag::Mounted, false));
    }
    // Whoever comes to in this segment acts in the next one.
    if state.clock.phase == Phase::Acting {
        facts.push(Fact::Flag(who, Flag::Done, true));
    }
    if !state.has(who, Condition::Prone) {
        facts.push(Fact::Gains(Held::plain(who, Condition::Prone)));
    }
    if down != at {
        facts.push(Fact::Moved(who, down, 0));
    }
    facts
}
