//! What is said first of a fight that begins in its middle.

use affray_kernel::story::Sentence;

use super::tell;
use crate::fact::Fact;
use crate::state::State;

/// The round, and whose turn it is.
pub(in super::super) fn opening(start: &State) -> Vec<Sentence> {
    let round = (start.clock.round > 0).then_some(Fact::Round(start.clock.round));
    let turn = start.active().map(Fact::TurnBegins);
    let facts = round.into_iter().chain(turn);
    facts.filter_map(|fact| tell(start, &fact)).collect()
}
