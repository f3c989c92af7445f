//! Spells, and what takes time or is to come.

use affray_kernel::CreatureId;
use affray_kernel::prose::{capital, count};
use affray_kernel::story::Sentence;

use super::words::the;
use super::{detail, event, spell_name};
use crate::fact::Fact;
use crate::look::ready;
use crate::state::{Active, NEVER, PendingHarm, Prepared, State, Underway};

/// How a fact about a spell or about what takes time reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Casts(who, spell, succeeds) => {
            let verb = if *succeeds { "casts" } else { "fails to cast" };
            let text = format!("{} {verb} {}", the(state, *who), spell_name(state, *spell));
            Some(event(text, vec![*who]))
        }
        Fact::Prepares(who, prepared) => prepares(state, *who, *prepared),
        Fact::Underway(who, underway) => begins(state, *who, underway),
        Fact::Active(active) => {
            let text = match active.until {
                NEVER => format!(
                    "{} (spell {}) is active",
                    named(state, active),
                    active.number
                ),
                until => format!(
                    "{} (spell {}) is active until count {until}",
                    named(state, active),
                    active.number
                ),
            };
            Some(event(text, vec![active.caster]))
        }
        Fact::Ends(number) => {
            let active = state.spells.iter().find(|spell| spell.number == *number)?;
            Some(event(
                format!("{} ends", named(state, active)),
                vec![active.caster],
            ))
        }
        Fact::Will(pending) => {
            let what = match pending.what {
                PendingHarm::Poison(..) | PendingHarm::PoisonDice(..) => "poison acts",
                PendingHarm::Fire => "fire burns",
            };
            let name = the(state, pending.on);
            let text = format!("the {what} on {name} at count {}", pending.at);
            Some(detail(text, vec![pending.on]))
        }
        _ => None,
    }
}

fn named(state: &State, active: &Active) -> String {
    let caster = the(state, active.caster);
    capital(format!("{caster}'s {}", spell_name(state, active.spell)))
}

fn prepares(state: &State, who: CreatureId, prepared: Option<Prepared>) -> Option<Sentence> {
    let name = the(state, who);
    let before = state.body(who).prepared;
    let text = match (before, prepared) {
        (None, None) => return None,
        (Some(before), None) => {
            let spell = spell_name(state, before.spell);
            let text = format!("{name} no longer holds {spell}");
            return Some(detail(text, vec![who]));
        }
        (Some(before), Some(after)) if before.spell == after.spell => {
            if before.charges == after.charges {
                return None;
            }
            let charges = count(i32::from(after.charges), "charge");
            format!(
                "{name}'s {} holds {charges}",
                spell_name(state, after.spell)
            )
        }
        (_, Some(after)) => format!("{name} has {} prepared", spell_name(state, after.spell)),
    };
    Some(event(text, vec![who]))
}

/// Until when something takes.
fn begins(state: &State, who: CreatureId, underway: &Underway) -> Option<Sentence> {
    let name = the(state, who);
    let count = ready(underway)?;
    let text = match underway {
        Underway::Wait(_) => {
            return Some(event(
                format!("{name} waits until count {count}"),
                vec![who],
            ));
        }
        Underway::Prepare { spell, .. } => {
            if ready(&state.body(who).underway) == Some(count) {
                return None;
            }
            format!(
                "{name}'s {} is prepared at count {count}",
                spell_name(state, *spell)
            )
        }
        Underway::Scroll { .. } => format!("{name}'s scroll works at count {count}"),
        Underway::CoupDeGrace { .. } => format!("{name}'s blow falls at count {count}"),
        Underway::Ready { .. } => format!("{name} can react from count {count}"),
        Underway::Set { .. } => format!("{name}'s weapon is set from count {count}"),
        _ => return None,
    };
    Some(detail(text, vec![who]))
}
