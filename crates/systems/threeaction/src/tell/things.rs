//! What happens to items, the map and running Spells.

use affray_kernel::prose::{capital, count};
use affray_kernel::story::Sentence;

use super::words::square;
use super::{event, spell_name, the, thing};
use crate::fact::Fact;
use crate::rules::numbers::bearer;
use crate::state::{Altered, ItemId, Place, Running, State};

/// How a fact about a thing, the map or a Spell reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Item(item, place) => moved(state, *item, *place),
        Fact::ItemHp(item, hp) => {
            let name = thing(state, item.0);
            let text = if *hp <= 0 {
                format!("the {name} is Destroyed")
            } else {
                format!("the {name} has {hp} HP left")
            };
            Some(event(text, Vec::new()))
        }
        Fact::Loaded(item, 0, _) if state.item(*item).unloaded > 0 => {
            let text = format!("the {} is loaded", thing(state, item.0));
            Some(event(text, Vec::new()))
        }
        Fact::Lit(item, lit) if state.item(*item).lit != *lit => {
            let verb = if *lit { "burns" } else { "goes out" };
            Some(event(
                format!("the {} {verb}", thing(state, item.0)),
                Vec::new(),
            ))
        }
        Fact::ItemDrifts(item, drift) => {
            let how = match drift {
                Some((_, drift)) => format!("drifts, {} ft at each start of Turn", drift.feet),
                None => "drifts no longer".to_owned(),
            };
            Some(event(
                format!("the {} {how}", thing(state, item.0)),
                Vec::new(),
            ))
        }
        Fact::Alters(change) => altered(state, *change),
        Fact::Restores(change) => restored(state, *change),
        Fact::SpellRuns(running) => {
            let text = format!(
                "{} (Spell {}) lasts {}",
                named(state, running),
                running.number,
                count(i32::from(running.left), "Round")
            );
            Some(event(text, vec![running.caster]))
        }
        Fact::SpellEnds(number) => {
            let running = state.spells.iter().find(|spell| spell.number == *number)?;
            let text = format!("{} ends", named(state, running));
            Some(event(text, vec![running.caster]))
        }
        _ => None,
    }
}

fn named(state: &State, running: &Running) -> String {
    let caster = the(state, running.caster);
    capital(format!("{caster}'s {}", spell_name(state, running.spell)))
}

fn moved(state: &State, item: ItemId, place: Place) -> Option<Sentence> {
    let name = thing(state, item.0);
    let before = state.item(item).place;
    let (was, is) = (bearer(before), bearer(place));
    let text = match place {
        Place::Ground(cell) if before != place => {
            format!("the {name} lies at {}", square(state, cell))
        }
        Place::Nowhere if before != place => format!("the {name} is gone"),
        _ => match (was, is) {
            (Some(was), Some(is)) if was != is => {
                format!("{} has the {name} now", the(state, is))
            }
            _ => return None,
        },
    };
    let about = [was, is].into_iter().flatten().collect();
    Some(event(text, about))
}

fn altered(state: &State, change: Altered) -> Option<Sentence> {
    let text = match change {
        Altered::Door(a, b, open) => {
            let verb = if open { "opens" } else { "closes" };
            let (a, b) = (square(state, a), square(state, b));
            format!("the door between {a} and {b} {verb}")
        }
        Altered::Ice(cell, hp) if hp > 0 => {
            format!("the ice at {} has {hp} HP left", square(state, cell))
        }
        Altered::Ice(cell, _) => format!("the ice at {} breaks", square(state, cell)),
        Altered::Breach(_) => return None,
        Altered::Tunnel(cell, digger, _) => {
            if state.altered.iter().any(|other| other.same_place(&change)) {
                return None;
            }
            let text = format!(
                "{} leaves a tunnel at {}",
                the(state, digger),
                square(state, cell)
            );
            return Some(event(text, vec![digger]));
        }
    };
    Some(event(text, Vec::new()))
}

fn restored(state: &State, change: Altered) -> Option<Sentence> {
    let text = match change {
        Altered::Tunnel(cell, ..) => {
            format!("the tunnel at {} collapses", square(state, cell))
        }
        Altered::Breach(_) => return None,
        Altered::Ice(cell, _) => format!("the ice at {} is whole again", square(state, cell)),
        Altered::Door(a, b, _) => {
            let (a, b) = (square(state, a), square(state, b));
            format!("the door between {a} and {b} is as it was")
        }
    };
    Some(event(text, Vec::new()))
}
