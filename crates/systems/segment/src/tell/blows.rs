//! Attacks, and what they come to.

use affray_kernel::CreatureId;
use affray_kernel::prose::{count, signed, with_article};
use affray_kernel::story::Sentence;

use super::words::{
    aimed_at, arm_name, is_thrown, part_name, power_name, space, the, the_item, weapon_name,
};
use super::{detail, event};
use crate::act::{Guess, Location, Strike, With};
use crate::fact::{Fact, Fate, Occasion, Undefended, Verdict};
use crate::rules::health::dies;
use crate::rules::numbers::usage;
use crate::sheet::CheckSkill;
use crate::state::{Charging, Pending, State};

/// How a fact about an attack, or another item, reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CreatureId| the(state, *who);
    let (who, text) = match fact {
        Fact::Came(who, strike, verdict, occasion) => {
            let text = came(state, *who, strike, *verdict, *occasion);
            return Some(event(text, vec![*who, strike.target]));
        }
        Fact::Unhurt(who) => (who, format!("{} takes no damage", name(who))),
        Fact::Withstood(who) => (who, format!("{} takes the damage and no more", name(who))),
        Fact::KeepsHold(who, item) => (
            who,
            format!("{} keeps hold of {}", name(who), the_item(state, *item)),
        ),
        Fact::Invokes(who, power, on) => {
            let text = format!("{} uses {}", name(who), power_name(state, *power));
            if who == on {
                return Some(event(text, vec![*who]));
            }
            let text = format!("{text} on {}", name(on));
            return Some(event(text, vec![*who, *on]));
        }
        Fact::Failed(who, check) => (who, format!("{} {}", name(who), in_vain(*check))),
        Fact::Blocked(who) => (
            who,
            format!("{} goes no farther: the way is no longer open", name(who)),
        ),
        Fact::Uses(who, skill) => (
            who,
            format!("{} uses {} ({})", name(who), skill.name(), skill.mark()),
        ),
        Fact::Other(who, actions) => {
            let actions = count(i32::from(*actions), "action");
            (
                who,
                format!("{} does something else for {actions}", name(who)),
            )
        }
        Fact::Guesses(who, guess) => (who, guesses(state, *who, *guess)),
        Fact::InVain(who, guess, verdict) => {
            let (name, at) = (name(who), space(state, guess.at));
            let text = match verdict {
                Verdict::Lost => format!("{name}'s attack into {at} comes to nothing"),
                _ => format!("{name} hits nobody in {at}"),
            };
            (who, text)
        }
        Fact::Fate(who, fate) => (who, format!("{} {}", name(who), fate_words(*fate))),
        Fact::Disabled(who, part, disabled) => return part_lost(state, *who, *part, *disabled),
        Fact::Pending(who, pending) => return felled(state, *who, *pending),
        Fact::Charging(who, charging) => return prepares(state, *who, charging.as_deref()),
        _ => return None,
    };
    Some(event(text, vec![*who]))
}

/// An attack into a space: `Garret strikes into 6,5 with an arming sword`, `Garret throws a javelin into 6,5`.
fn guesses(state: &State, who: CreatureId, guess: Guess) -> String {
    let (name, at) = (the(state, who), space(state, guess.at));
    let with = weapon_name(state, who, guess.with);
    match guess.with {
        With::Ranged(arm) if is_thrown(state, who, arm) => {
            let thrown = with_article(&arm_name(state, who, arm));
            format!("{name} throws {thrown} into {at}")
        }
        With::Ranged(_) => format!("{name} shoots into {at} with {with}"),
        With::Melee(_) => format!("{name} strikes into {at} with {with}"),
        With::Power(_) => format!("{name} attacks into {at} with {with}"),
    }
}

/// What somebody whose check failed did in vain.
const fn in_vain(check: CheckSkill) -> &'static str {
    match check {
        CheckSkill::Search => "searches in vain",
        CheckSkill::Disengage => "cannot disengage",
        CheckSkill::Stealth => "finds no way to hide",
        CheckSkill::Stamina | CheckSkill::Awareness | CheckSkill::Concentration => "tries in vain",
    }
}

/// What an attack is aimed at and made with: `the ogre's left arm with an arming sword, to kill`.
pub(super) fn blow(state: &State, who: CreatureId, strike: &Strike) -> String {
    let aimed = aimed_at(state, strike.target, strike.location);
    let with = weapon_name(state, who, strike.with);
    let kill = if strike.kill_shot { ", to kill" } else { "" };
    format!("{aimed} with {with}{kill}")
}

fn came(
    state: &State,
    who: CreatureId,
    strike: &Strike,
    verdict: Verdict,
    occasion: Occasion,
) -> String {
    let name = the(state, who);
    let blow = blow(state, who, strike);
    let how = match occasion {
        Occasion::Item => "",
        Occasion::Ambush => ", out of an ambush",
        Occasion::Opportunity => ", in an attack of opportunity",
    };
    match verdict {
        Verdict::Miss => format!("{name} misses {blow}{how}"),
        Verdict::Hit => format!("{name} hits {blow}{how}"),
        Verdict::Undefended(why) => {
            let why = undefended(&the(state, strike.target), why);
            format!("{name} hits {blow}{how}, undefended: {why}")
        }
        Verdict::Avoided => format!("{}{how}", kept_off(state, who, strike, "avoids")),
        Verdict::Averted => format!("{}{how}", kept_off(state, who, strike, "averts")),
        Verdict::Lost => format!("{name}'s attack on {blow} comes to nothing"),
    }
}

/// A defence that succeeded: `Garret avoids the ogre's attack with a mace`.
fn kept_off(state: &State, who: CreatureId, strike: &Strike, does: &str) -> String {
    let (name, target) = (the(state, who), the(state, strike.target));
    match strike.location {
        Location::Torso => {
            let with = weapon_name(state, who, strike.with);
            let kill = if strike.kill_shot { ", to kill" } else { "" };
            format!("{target} {does} {name}'s attack with {with}{kill}")
        }
        _ => format!(
            "{target} {does} {name}'s attack on {}",
            blow(state, who, strike)
        ),
    }
}

/// Why somebody could not defend.
fn undefended(target: &str, why: Undefended) -> String {
    match why {
        Undefended::Surprised => format!("{target} is Surprised"),
        Undefended::Felled => format!("{target} can do nothing any more"),
        Undefended::BothAggressive => "both are Aggressive".to_owned(),
        Undefended::Spent => format!("{target} has no action left"),
        Undefended::ItemLost => format!("{target} has nothing in hand to be On-Guard with"),
        Undefended::NoSkill => format!("{target} has no defence against it"),
    }
}

const fn fate_words(fate: Fate) -> &'static str {
    match fate {
        Fate::Dead => "is dead",
        Fate::Maimed => "is maimed",
        Fate::Captured => "is captured",
        Fate::Fled => "has got away",
        Fate::Wounded => "is wounded",
        Fate::Unharmed => "is unharmed",
    }
}

fn part_lost(state: &State, who: CreatureId, part: u8, disabled: bool) -> Option<Sentence> {
    let bit = 1_u32.checked_shl(u32::from(part)).unwrap_or(0);
    if (state.body(who).disabled & bit != 0) == disabled {
        return None;
    }
    let is = if disabled { "is" } else { "is no longer" };
    let part = part_name(state, who, part);
    let text = format!("{}'s {part} {is} disabled", the(state, who));
    Some(event(text, vec![who]))
}

/// Whoever is felled by one of the same stance, where such blows count as simultaneous.
fn felled(state: &State, who: CreatureId, pending: Option<Pending>) -> Option<Sentence> {
    let pending = pending?;
    let before = state.body(who).pending;
    let is_new = |fate: fn(&Pending) -> bool| fate(&pending) && !before.as_ref().is_some_and(fate);
    let dying = before.is_none() && dies(state, who);
    let becomes = if dying || is_new(|pending| pending.dead) {
        "killed"
    } else if is_new(|pending| pending.knocked_out.is_some()) {
        "knocked out"
    } else if before.is_none() {
        "felled"
    } else {
        return None;
    };
    let text = format!(
        "{} is {becomes}, but not before this cycle ends",
        the(state, who)
    );
    Some(event(text, vec![who]))
}

/// Preparing what takes longer than a Round. How many actions it takes is nobody else's business.
fn prepares(state: &State, who: CreatureId, charging: Option<&Charging>) -> Option<Sentence> {
    let name = the(state, who);
    let before = state.body(who).charging.as_deref();
    let Some(charging) = charging else {
        return before.map(|before| {
            let what = prepared(state, who, before.strike.with);
            event(format!("{name} no longer prepares {what}"), vec![who])
        });
    };
    if before == Some(charging) {
        return None;
    }
    let text = format!(
        "{name} prepares {} ({} of {})",
        prepared(state, who, charging.strike.with),
        signed(charging.paid.into()),
        count(usage(state, who, charging.strike.with).into(), "action")
    );
    Some(detail(text, vec![who]))
}

/// What is being prepared.
fn prepared(state: &State, who: CreatureId, with: With) -> String {
    match with {
        With::Power(power) => power_name(state, power).to_owned(),
        with => format!("an attack with {}", weapon_name(state, who, with)),
    }
}
