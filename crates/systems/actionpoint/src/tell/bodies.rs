//! What happens to creatures besides their numbers and conditions.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::story::Sentence;

use super::words::{gear_name, space, spell_name, style_name, the};
use super::{detail, event};
use crate::fact::{Fact, Motion};
use crate::state::{Cover, Presence, Running, State};

/// How a fact about a body or a spell that lasts reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (who, text) = match fact {
        Fact::Leg(who, goal) => {
            let to = space(state, *goal);
            (who, format!("{} moves toward {to}", the(state, *who)))
        }
        Fact::Moved(who, cell, Motion::Step) if state.body(*who).at != *cell => {
            let text = format!("{} is at {} now", the(state, *who), space(state, *cell));
            return Some(detail(text, vec![*who]));
        }
        Fact::Moved(who, cell, how) => (who, moves(state, *who, *cell, *how)?),
        Fact::Covers(who, cover) => (who, covered(state, *who, *cover)?),
        Fact::Presence(who, presence) => (who, present(state, *who, *presence)?),
        Fact::Learns(who, style, gear) => (
            who,
            format!(
                "{} is trained with {} as {} now",
                the(state, *who),
                gear_name(state, *gear),
                style_name(state, *who, *style)
            ),
        ),
        Fact::Runs(running) => (&running.on, runs(state, running)),
        Fact::RunsOut(who, spell) => {
            let on = the(state, *who);
            (who, format!("{} on {on} ends", spell_name(state, *spell)))
        }
        _ => return None,
    };
    Some(event(text, vec![*who]))
}

fn moves(state: &State, who: CreatureId, cell: Cell, how: Motion) -> Option<String> {
    if state.body(who).at == cell {
        return None;
    }
    let verb = match how {
        Motion::Step => return None,
        Motion::Pushed => "is driven back",
        Motion::Teleported => "vanishes and comes",
        Motion::Fell => "falls",
        Motion::Back => "goes back",
        Motion::Placed => "comes",
    };
    Some(format!(
        "{} {verb} to {}",
        the(state, who),
        space(state, cell)
    ))
}

/// Cover by the game master's word; without one the map decides.
fn covered(state: &State, who: CreatureId, cover: Option<Cover>) -> Option<String> {
    if state.body(who).cover == cover {
        return None;
    }
    let name = the(state, who);
    Some(match cover {
        Some(Cover::None) => format!("{name} has no cover from anybody"),
        Some(cover) => format!("{name} has {} cover from everybody", cover.name()),
        None => format!("{name} has the cover that the map gives"),
    })
}

fn present(state: &State, who: CreatureId, presence: Presence) -> Option<String> {
    if state.body(who).presence == presence {
        return None;
    }
    let name = the(state, who);
    Some(match presence {
        Presence::Here => format!("{name} joins the fight"),
        Presence::Fled => format!("{name} flees"),
        Presence::Surrendered => format!("{name} surrenders"),
        Presence::Elsewhere => format!("{name} is gone"),
        Presence::Removed => format!("{name} is taken out of the fight"),
    })
}

fn runs(state: &State, running: &Running) -> String {
    let spell = spell_name(state, running.spell);
    let on = the(state, running.on);
    let until = match running.left {
        0 | 1 => "its next turn".to_owned(),
        2 => "the turn after this one".to_owned(),
        turns => format!("its {turns} next turns"),
    };
    format!("{spell} is in force on {on} until the end of {until}")
}
