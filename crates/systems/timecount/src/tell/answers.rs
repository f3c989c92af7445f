//! Answers in plain English: what was asked is part of the sentence.

use affray_kernel::Ask;
use affray_kernel::story::Sentence;

use super::event;
use super::words::{square, the};
use crate::TimeCount;
use crate::act::{Act, Extra, Window};
use crate::meaning::plainly;
use crate::rules::numbers::enemies;
use crate::state::State;

/// How an answer reads; `None` where what comes of it says it all.
#[must_use]
pub fn answer(state: &State, ask: &Ask<TimeCount>, act: &Act) -> Option<Sentence> {
    let who = ask.who;
    let name = the(state, who);
    let mut about = vec![who];
    let text = match (&ask.window, act) {
        // Whoever passes on facing has perhaps not been asked, for what it does not know of.
        (Window::Facing { .. } | Window::Reroll, Act::Pass)
        | (Window::Split { .. } | Window::Place { .. }, _) => {
            return None;
        }
        (Window::Admit(other), Act::Yes) if !enemies(state, who, *other) => return None,
        (Window::Admit(other), answer) => {
            about.push(*other);
            let other = the(state, *other);
            match answer {
                Act::Yes => format!("{name} lets {other} in"),
                _ => format!("{name} keeps {other} out"),
            }
        }
        (Window::Enter(cell), answer) => {
            let at = square(state, *cell);
            match answer {
                Act::Yes => format!("{name} pushes on to {at}, which has filled up"),
                _ => format!("{name} stays out of {at}, which has filled up"),
            }
        }
        (Window::Defend { by, .. }, Act::Defend(defense)) => {
            about.push(*by);
            format!("{name} meets {} with {}", the(state, *by), defense.name())
        }
        (Window::Push { target, .. }, Act::Feet(feet)) => {
            about.push(*target);
            format!("{name} chooses to push {} {feet} ft", the(state, *target))
        }
        (Window::Extra { target, extra }, answer) => {
            about.push(*target);
            let what = choice(&the(state, *target), *extra);
            match answer {
                Act::Yes => format!("{name} chooses to {what}"),
                Act::Pass => format!("{name} chooses not to {what}"),
                answer => format!("{name} answers: {}", plainly(state, who, answer)),
            }
        }
        (_, Act::Pass) => format!("{name} lets it pass"),
        (_, act) => format!("{name} answers: {}", plainly(state, who, act)),
    };
    Some(event(text, about))
}

/// What an extra of a hit is.
fn choice(target: &str, extra: Extra) -> String {
    match extra {
        Extra::BreakGrab => format!("break {target}'s grab as well"),
        Extra::KeepGrab => format!("keep holding {target}"),
        Extra::Slide => format!("slide {target} another 5 ft"),
        Extra::HurtTarget => format!("hurt {target} as well"),
        Extra::HurtItem => format!("damage the item of {target}"),
        Extra::TakeItem => format!("take the item from {target}"),
        Extra::PinBody => format!("pin {target}'s body instead of the clothing"),
        Extra::Grab => format!("try to grab {target}"),
    }
}
