//! The questions of windows, and how answers read.

use affray_kernel::CreatureId;
use affray_kernel::prose::{capital, with_article};
use affray_kernel::story::Sentence;

use super::event;
use super::words::{aimed_at, arm_name, space, the, weapon_name};
use crate::act::{Act, Defence, Window};
use crate::notation::prose_for;
use crate::rules::averting::is_free_hand;
use crate::sheet::{DefendSkill, Family};
use crate::state::{Arm, State};

/// How an answer reads; whoever lets something pass is not spoken of. What is declared in secret is told when it is revealed.
pub(super) fn answer(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Option<Sentence> {
    let name = the(state, who);
    let mut about = vec![who];
    let text = match act {
        Act::Pass | Act::Surrender | Act::Ambush(_) | Act::OnGuard(_) | Act::Stance(_) => {
            return None;
        }
        Act::Defend(defence) => format!("{name} {}", defends(state, who, defence)),
        Act::Opportunity(arm) => {
            let on = match window {
                Window::Opportunity { by } => {
                    about.push(*by);
                    format!(" on {}", the(state, *by))
                }
                _ => String::new(),
            };
            let with = with_article(&arm_name(state, who, *arm));
            format!("{name} makes an attack of opportunity{on} with {with}")
        }
        act => format!("{name} answers: {}", prose_for(state, Some(who), act)),
    };
    Some(event(text, about))
}

/// What somebody averts with: `the arming sword`, `a bare hand`, `a free hand`.
fn averting(state: &State, who: CreatureId, arm: Arm) -> String {
    if is_free_hand(state.sheet(who), arm) {
        return "a free hand".to_owned();
    }
    let weapon = state.weapon(who, arm);
    if weapon.is_some_and(|weapon| weapon.family == Family::Unarmed) {
        return "a bare hand".to_owned();
    }
    format!("the {}", arm_name(state, who, arm))
}

/// A defence as it stands after a name: `tries to parry with the arming sword, On-Guard`.
fn defends(state: &State, who: CreatureId, defence: &Defence) -> String {
    let with = defence.with.map(|arm| averting(state, who, arm));
    let with = with.map_or_else(String::new, |with| format!(" with {with}"));
    let to = defence.to.map(|cell| space(state, cell));
    let to = to.map_or_else(String::new, |cell| format!(" to {cell}"));
    let guard = if defence.on_guard { ", On-Guard" } else { "" };
    format!("tries to {}{with}{to}{guard}", verb(defence.skill))
}

/// What somebody does who uses a defend skill.
const fn verb(skill: DefendSkill) -> &'static str {
    match skill {
        DefendSkill::Dodge => "dodge",
        DefendSkill::Evade => "evade",
        DefendSkill::Block => "block",
        DefendSkill::Parry => "parry",
        DefendSkill::Deflect => "deflect it",
        DefendSkill::Thwart => "thwart it",
        DefendSkill::Sidestep => "sidestep",
        DefendSkill::Elude => "elude it",
        DefendSkill::Repel => "repel it",
        DefendSkill::EvasiveAction => "take evasive action",
        DefendSkill::Aegis => "raise an aegis",
        DefendSkill::Buffer => "raise a buffer",
        DefendSkill::Screen => "raise a screen",
    }
}

/// The question of a window.
pub(super) fn question(state: &State, who: CreatureId, window: &Window) -> String {
    let name = the(state, who);
    let round = state.clock.round;
    capital(match window {
        Window::Ambush => format!("Round {round}: does {name} lie in ambush?"),
        Window::OnGuard => format!("Round {round}: does {name} go On-Guard?"),
        Window::Stance(segment) => format!(
            "Round {round}, {} segment: which stance does {name} take?",
            segment.name()
        ),
        Window::Item => {
            let segment = state.clock.segment.map(|segment| segment.name());
            let segment = segment.map_or_else(String::new, |name| format!(", {name} segment"));
            format!("Round {round}{segment}: what does {name} do?")
        }
        Window::Opportunity { by } => format!(
            "{} shoots or casts within reach of {name}: does {name} make an attack of opportunity?",
            the(state, *by)
        ),
        Window::Defend { by, strike } => format!(
            "{} hits {} with {}: how does {name} defend?",
            the(state, *by),
            aimed_at(state, strike.target, strike.location),
            weapon_name(state, *by, strike.with)
        ),
    })
}
