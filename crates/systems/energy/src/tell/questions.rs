//! The questions of windows, and how answers read.

use affray_kernel::CreatureId;
use affray_kernel::prose::capital;
use affray_kernel::story::Sentence;

use super::doing::{interrupts, named, named_by, predicate};
use super::event;
use super::words::{square, the, the_item};
use crate::act::{Act, Claim, Step, Struggle, Window};
use crate::actions::things::at_hand;
use crate::notation::prose_for;
use crate::state::State;

/// How an answer reads; whoever lets something pass is not spoken of.
pub(super) fn answer(state: &State, who: CreatureId, act: &Act) -> Option<Sentence> {
    let name = the(state, who);
    let mut about = vec![who];
    let text = match act {
        Act::Pass | Act::PassOn(_) | Act::Roll => return None,
        Act::Interrupt(interrupt) => {
            about.extend(named_by(interrupt));
            format!("{name} {}", interrupts(state, who, interrupt))
        }
        Act::Challenge(claim) => {
            about.extend(named(&claim.action));
            format!(
                "{name} tries to be first: {name} {}",
                does(state, who, claim)
            )
        }
        Act::Do(claim) => {
            about.extend(named(&claim.action));
            format!(
                "{name} wants to act at the same moment: {name} {}",
                does(state, who, claim)
            )
        }
        Act::Stop => format!("{name} breaks off"),
        Act::Reroute(path) => {
            let goal = path
                .last()
                .map(|goal| format!(" to {}", square(state, *goal)));
            format!("{name} takes another way{}", goal.unwrap_or_default())
        }
        Act::Decline => format!("{name} does not roll Initiative"),
        Act::Struggle(roll) => format!("{name} holds on by {}", roll_name(*roll)),
        Act::Space(cell) => format!("{name} chooses {}", square(state, *cell)),
        Act::Take(item) => format!("{name} snatches {} in passing", the_item(state, *item)),
        act => format!("{name} answers: {}", prose_for(state, Some(who), act)),
    };
    Some(event(text, about))
}

fn does(state: &State, who: CreatureId, claim: &Claim) -> String {
    predicate(state, who, &claim.action)
}

const fn roll_name(roll: Struggle) -> &'static str {
    match roll {
        Struggle::Fortitude => "Fortitude",
        Struggle::ArmStrength => "Arm Strength",
        Struggle::LegStrength => "Leg Strength",
    }
}

/// The question of a window.
pub(super) fn question(state: &State, who: CreatureId, window: &Window) -> String {
    let name = the(state, who);
    capital(match window {
        Window::Floor => format!("Round {}: what does {name} do?", state.clock.round),
        Window::Answer { actor, step } | Window::Ally { actor, step } => {
            format!("{}: does {name} step in?", moment(state, *actor, *step))
        }
        Window::Own { step } => format!("{}: does {name} go on?", moment(state, who, *step)),
        Window::Initiative { by } => format!(
            "{} wants to act first: does {name} roll Initiative?",
            the(state, *by)
        ),
        Window::Claim { by } => format!(
            "{} wants to act at the same moment: what does {name} want to do?",
            the(state, *by)
        ),
        Window::Struggle { by } => {
            format!(
                "{} struggles: by which roll does {name} hold on?",
                the(state, *by)
            )
        }
        Window::Fling { item, from } => format!(
            "{} of {} falls: does {name} fling it away, and where to?",
            the_item(state, *item),
            the(state, *from)
        ),
        Window::Push { target, optional } => {
            let stop = if *optional { ", or no farther" } else { "" };
            let target = the(state, *target);
            format!("into which space does {name} push {target}{stop}?")
        }
        Window::Take { item } => {
            let several = at_hand(state, who).nth(1).is_some();
            let other = if several {
                ", or something else there,"
            } else {
                ""
            };
            let item = the_item(state, *item);
            format!("does {name} take {item}{other} in passing?")
        }
    })
}

/// What is going on at the moment of a window: `the ogre runs to 4,7, now at 3,3`.
fn moment(state: &State, actor: CreatureId, step: Step) -> String {
    let name = the(state, actor);
    let Some(doing) = state.doing(actor) else {
        return format!("{name} acts");
    };
    let what = predicate(state, actor, &doing.action);
    match (step, doing.ahead) {
        (Step::Declared, _) => format!("{name} {what}"),
        (Step::Metre, Some(ahead)) => format!(
            "{name} {what}, next from {} to {}",
            square(state, state.body(actor).at),
            square(state, ahead)
        ),
        (Step::Metre, None) => {
            format!(
                "{name} {what}, now at {}",
                square(state, state.body(actor).at)
            )
        }
        (Step::Unguarded, _) => format!("{name} {what} and is Unguarded"),
    }
}
