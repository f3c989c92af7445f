//! What happens to creatures besides their numbers and conditions.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::story::Sentence;

use super::words::{cover_name, space, the};
use super::{detail, event};
use crate::fact::{Fact, Flag, Force};
use crate::rules::numbers::conscious;
use crate::state::{Fitness, Presence, State};

/// How a fact about a body reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CreatureId| the(state, *who);
    let (who, text) = match fact {
        Fact::Flag(who, Flag::Mounted, mounted) => (who, rides(state, *who, *mounted)?),
        Fact::Flag(who, Flag::Disengaged, true) if !state.body(*who).disengaged => {
            (who, format!("{} disengages", name(who)))
        }
        Fact::Fitness(who, fitness) => {
            if state.body(*who).fitness == *fitness {
                return None;
            }
            (
                who,
                format!("{} is {} now", name(who), fitness_name(*fitness)),
            )
        }
        Fact::Cover(who, cover) => {
            if state.body(*who).cover == *cover {
                return None;
            }
            (
                who,
                format!("{} has {} cover", name(who), cover_name(*cover)),
            )
        }
        Fact::Alert(who, alert) => return reacts(state, *who, *alert),
        Fact::Moved(who, cell, yards) => (who, moves(state, *who, *cell, *yards)?),
        Fact::Forced(who, cell, force) => (who, forced(state, *who, *cell, *force)?),
        Fact::Presence(who, presence) => (who, present(state, *who, *presence)?),
        _ => return None,
    };
    Some(event(text, vec![*who]))
}

const fn fitness_name(fitness: Fitness) -> &'static str {
    match fitness {
        Fitness::Rested => "Rested",
        Fitness::Active => "Active",
        Fitness::Fatigued => "Fatigued",
    }
}

fn rides(state: &State, who: CreatureId, mounted: bool) -> Option<String> {
    if state.body(who).mounted == mounted {
        return None;
    }
    let mount = state.sheet(who).mount.as_ref()?;
    let (name, mount) = (the(state, who), &mount.name);
    Some(if mounted {
        format!("{name} mounts the {mount}")
    } else if !conscious(state, who) {
        format!("{name} falls off the {mount}")
    } else {
        format!("{name} dismounts from the {mount}")
    })
}

/// What the game master says about an ambush that may come.
fn reacts(state: &State, who: CreatureId, alert: Option<bool>) -> Option<Sentence> {
    if state.body(who).alert == alert {
        return None;
    }
    let name = the(state, who);
    let text = match alert {
        Some(true) => format!("{name} is on the alert for an ambush"),
        Some(false) => format!("{name} will not react to an ambush"),
        None => format!("{name} may or may not react to an ambush"),
    };
    Some(detail(text, vec![who]))
}

/// Whoever is put somewhere does not move there.
fn moves(state: &State, who: CreatureId, cell: Cell, yards: i16) -> Option<String> {
    if state.body(who).at == cell {
        return None;
    }
    let (name, space) = (the(state, who), space(state, cell));
    Some(if yards > 0 {
        format!("{name} moves to {space}")
    } else {
        format!("{name} is at {space} now")
    })
}

fn forced(state: &State, who: CreatureId, cell: Cell, force: Force) -> Option<String> {
    if state.body(who).at == cell {
        return None;
    }
    let goes = match force {
        Force::Push => "is pushed",
        Force::Drag => "is dragged",
        Force::Fall => "falls",
    };
    Some(format!(
        "{} {goes} to {}",
        the(state, who),
        space(state, cell)
    ))
}

fn present(state: &State, who: CreatureId, presence: Presence) -> Option<String> {
    let name = the(state, who);
    if state.body(who).presence == presence {
        return None;
    }
    Some(match presence {
        Presence::Here => format!("{name} joins the fight"),
        Presence::Fled => format!("{name} flees"),
        Presence::Elsewhere => format!("{name} is gone"),
        Presence::Removed => format!("{name} is taken out of the fight"),
    })
}
