//! The questions of windows, and how answers read.

use affray_kernel::CreatureId;
use affray_kernel::prose::{capital, count};
use affray_kernel::story::Sentence;

use super::doing::declares;
use super::event;
use super::words::{item_name, means_name, spell_name, the, whose};
use crate::act::{Act, Exposure, Resisted, Window};
use crate::state::State;

/// How an answer reads. Of most answers the log tells as they are carried out, and whoever lets something pass is not spoken of.
pub(super) fn answer(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Option<Sentence> {
    let Act::Resist(skill) = act else { return None };
    let against = match window {
        Window::Resist { against, .. } => Some(*against),
        _ => None,
    };
    let text = format!("{} resists with {}", the(state, who), skill.name());
    let about = [who].into_iter().chain(against).collect();
    Some(event(text, about))
}

/// The question of a window.
pub(super) fn question(state: &State, who: CreatureId, window: &Window) -> String {
    let name = the(state, who);
    capital(match window {
        Window::Turn => {
            let left = state.body(who).ap;
            let left = count(left.into(), "Action Point");
            format!(
                "{} turn, {left} left: what does {name} do?",
                whose(state, who)
            )
        }
        Window::Attacked { by, with, feint } => format!(
            "{} attacks {name} with {}{}: how does {name} defend?",
            the(state, *by),
            means_name(state, *by, *with),
            if *feint { " after a feint" } else { "" }
        ),
        Window::Exposed { foe, how, .. } => format!(
            "{} {} within reach of {name}: does {name} make an opportunity attack?",
            the(state, *foe),
            exposes(state, *how)
        ),
        Window::Declared { by, what } => format!(
            "{} {}: does {name} react first?",
            the(state, *by),
            declares(state, *by, what)
        ),
        // Not everybody may know of the one whose turn was the last.
        Window::TurnEnds { last: true, .. } => format!("the round ends: does {name} react?"),
        Window::TurnEnds { of, .. } => {
            format!("{} turn ends: does {name} react?", whose(state, *of))
        }
        Window::Won { over, .. } => format!(
            "{name} wins critically against {}: which maneuver, if any?",
            the(state, *over)
        ),
        Window::Resist { against, what } => {
            let against = the(state, *against);
            let what = match what {
                Resisted::Grapple => format!("{against} tries to grapple {name}"),
                Resisted::Disarm(item) => {
                    format!(
                        "{against} tries to disarm {name} of the {}",
                        item_name(state, *item)
                    )
                }
            };
            format!("{what}: with which skill does {name} resist?")
        }
    })
}

/// How somebody exposes itself, as it stands after a name.
fn exposes(state: &State, how: Exposure) -> String {
    match how {
        Exposure::Moves => "moves".to_owned(),
        Exposure::Enters => "has come".to_owned(),
        Exposure::Casts(spell) => format!("casts {}", spell_name(state, spell)),
        Exposure::StandsUp => "stands up".to_owned(),
    }
}
