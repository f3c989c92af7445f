//! The questions of windows, and how answers read.

use affray_kernel::CreatureId;
use affray_kernel::prose::{capital, with_article};
use affray_kernel::story::Sentence;

use super::blows::blow;
use super::event;
use super::words::{aimed_at, arm_name, attack_of, space, the, weapon_name};
use crate::act::{Act, Defence, Strike, Window};
use crate::notation::prose_for;
use crate::rules::averting::is_free_hand;
use crate::rules::numbers::unnoticed;
use crate::sheet::{DefendSkill, Family};
use crate::state::{Arm, State};

/// How an answer reads, with what it answers. What is declared in secret is told when it is revealed, and whoever passes otherwise is not
/// spoken of.
pub(super) fn answer(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Option<Sentence> {
    let name = the(state, who);
    let (text, attack) = match (window, act) {
        // Whoever is hidden from it is left out, so that its player hears what it does.
        (Window::Defend { by, .. }, Act::Defend(defence)) if unnoticed(state, who, *by) => {
            let attack = "an attack out of hiding";
            let text = format!("{name} {}", defends(state, who, attack, defence));
            (text, None)
        }
        (Window::Defend { by, .. }, Act::Pass) if unnoticed(state, who, *by) => {
            (format!("{name} lets an attack out of hiding pass"), None)
        }
        (Window::Defend { by, strike }, Act::Defend(defence)) => {
            let attack = attack_of(state, *by, strike.with);
            let text = format!("{name} {}", defends(state, who, &attack, defence));
            (text, Some((by, Some(strike))))
        }
        (Window::Defend { by, strike }, Act::Pass) => {
            let attack = attack_of(state, *by, strike.with);
            (
                format!("{name} lets {attack} pass"),
                Some((by, Some(strike))),
            )
        }
        (Window::Opportunity { by, strike }, Act::Opportunity(arm)) => {
            let with = with_article(&arm_name(state, who, *arm));
            let (other, blow) = (the(state, *by), drawing(state, *by, strike.as_ref()));
            let text = format!(
                "{name} makes an attack of opportunity with {with} on {other}, who attacks {blow}"
            );
            (text, Some((by, strike.as_ref())))
        }
        (Window::Opportunity { by, strike }, Act::Pass) => {
            let other = the(state, *by);
            let on = if strike.is_some() { " on" } else { "" };
            let blow = drawing(state, *by, strike.as_ref());
            let text = format!("{name} lets {other}'s attack{on} {blow} pass");
            (text, Some((by, strike.as_ref())))
        }
        (_, Act::Pass | Act::Surrender | Act::Ambush(_) | Act::OnGuard(_) | Act::Stance(_)) => {
            return None;
        }
        (_, act) => {
            let answer = prose_for(state, Some(who), act);
            (format!("{name} answers: {answer}"), None)
        }
    };
    let mut about = vec![who];
    let others = attack.into_iter().flat_map(|(by, strike)| {
        let target = strike.map(|strike| strike.target);
        std::iter::once(*by).chain(target)
    });
    for other in others {
        if !about.contains(&other) {
            about.push(other);
        }
    }
    Some(event(text, about))
}

/// What somebody attacks who draws attacks of opportunity: `Garret with a bow`, `into a space`.
fn drawing(state: &State, by: CreatureId, strike: Option<&Strike>) -> String {
    strike.map_or_else(
        || "into a space".to_owned(),
        |strike| blow(state, by, strike),
    )
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

/// A defence as it stands after a name: `tries to parry the ogre's mace with the arming sword, On-Guard`.
fn defends(state: &State, who: CreatureId, attack: &str, defence: &Defence) -> String {
    let with = defence.with.map(|arm| averting(state, who, arm));
    let with = with.map_or_else(String::new, |with| format!(" with {with}"));
    let to = defence.to.map(|cell| space(state, cell));
    let to = to.map_or_else(String::new, |cell| format!(", to {cell}"));
    let guard = if defence.on_guard { ", On-Guard" } else { "" };
    format!("tries to {} {attack}{with}{to}{guard}", verb(defence.skill))
}

/// What somebody does to an attack who uses a defend skill.
const fn verb(skill: DefendSkill) -> &'static str {
    match skill {
        DefendSkill::Dodge => "dodge",
        DefendSkill::Evade => "evade",
        DefendSkill::Block => "block",
        DefendSkill::Parry => "parry",
        DefendSkill::Deflect => "deflect",
        DefendSkill::Thwart => "thwart",
        DefendSkill::Sidestep => "sidestep",
        DefendSkill::Elude => "elude",
        DefendSkill::Repel => "repel",
        DefendSkill::EvasiveAction => "take evasive action against",
        DefendSkill::Aegis => "raise an aegis against",
        DefendSkill::Buffer => "raise a buffer against",
        DefendSkill::Screen => "raise a screen against",
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
        Window::Opportunity { by, .. } => format!(
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
