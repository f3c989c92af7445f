//! What happens to items and the map.

use affray_kernel::prose::count;
use affray_kernel::story::Sentence;

use super::words::{square, the};
use super::{detail, event, thing};
use crate::fact::Fact;
use crate::look::bearer;
use crate::rules::nets;
use crate::rules::numbers::able;
use crate::state::{Altered, ItemId, Place, State};

/// How a fact about a thing or the map reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Item(item, place) => moved(state, *item, *place),
        Fact::Durability(item, points) => {
            if state.item(*item).durability == *points {
                return None;
            }
            let name = thing(state, item.0);
            let text = if *points <= 0 {
                format!("the {name} breaks")
            } else {
                let left = count(i32::from(*points), "Durability Point");
                format!("the {name} has {left} left")
            };
            Some(event(
                text,
                bearer(state.item(*item).place).into_iter().collect(),
            ))
        }
        Fact::Readied(item, readied) if state.item(*item).readied != *readied => {
            // Whoever falls lets go of everything; that the shield lies there says it all.
            let who = bearer(state.item(*item).place).filter(|who| able(state, *who))?;
            let verb = if *readied { "readies" } else { "looses" };
            let text = format!("{} {verb} the {}", the(state, who), thing(state, item.0));
            Some(event(text, vec![who]))
        }
        Fact::Left(item, Some(left)) if state.item(*item).left != Some(*left) => {
            let name = thing(state, item.0);
            let text = match (bearer(state.item(*item).place), state.kind(*item).weapon()) {
                (Some(who), Some(_)) => {
                    let shots = count(i32::from(*left), "shot");
                    format!("{} has {shots} left for the {name}", the(state, who))
                }
                _ => format!("the {name} serves {} more", count(i32::from(*left), "time")),
            };
            let about = bearer(state.item(*item).place).into_iter().collect();
            Some(detail(text, about))
        }
        Fact::Lit(item, lit) if state.item(*item).lit != *lit => {
            let verb = if *lit { "burns" } else { "goes out" };
            Some(event(
                format!("the {} {verb}", thing(state, item.0)),
                Vec::new(),
            ))
        }
        Fact::Alters(Altered::Door(a, b, open)) => {
            let verb = if *open { "opens" } else { "closes" };
            let (a, b) = (square(state, *a), square(state, *b));
            Some(detail(
                format!("the door between {a} and {b} {verb}"),
                Vec::new(),
            ))
        }
        _ => None,
    }
}

fn moved(state: &State, item: ItemId, place: Place) -> Option<Sentence> {
    let name = thing(state, item.0);
    let before = state.item(item).place;
    if before == place {
        return None;
    }
    let (was, is) = (bearer(before), bearer(place));
    let text = match (place, was, is) {
        (Place::Ground(cell), ..) => format!("the {name} lies at {}", square(state, cell)),
        (Place::Nowhere, ..) => format!("the {name} is gone"),
        (Place::Stuck(on), ..) => {
            let so = if nets::is_net(state, item) {
                "lies over"
            } else {
                "sticks in"
            };
            format!("the {name} {so} {}", the(state, on))
        }
        (_, was, Some(is)) if was != Some(is) => format!("{} has the {name} now", the(state, is)),
        _ => return None,
    };
    Some(event(text, was.into_iter().chain(is).collect()))
}
