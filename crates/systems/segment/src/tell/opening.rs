//! What is said first of a fight that begins in its middle.

use affray_kernel::story::Sentence;

use super::tell;
use crate::fact::Fact;
use crate::state::State;

/// The round, the segment, who is On-Guard, and the stances that were declared.
pub(in super::super) fn opening(start: &State) -> Vec<Sentence> {
    let mut undeclared = start.clone();
    for body in &mut undeclared.bodies {
        (body.stance, body.guard) = (None, None);
    }
    let round = (start.clock.round > 0).then_some(Fact::Round(start.clock.round));
    let guards = start.creatures().filter_map(|who| {
        let guard = start.body(who).guard?;
        Some(Fact::Guard(who, Some(guard)))
    });
    let stances = start.creatures().filter_map(|who| {
        let stance = start.body(who).stance?;
        Some(Fact::Stance(who, Some(stance)))
    });
    let segment = start.clock.segment.map(Fact::Called);
    let facts = round
        .into_iter()
        .chain(guards)
        .chain(segment)
        .chain(stances);
    facts.filter_map(|fact| tell(&undeclared, &fact)).collect()
}
