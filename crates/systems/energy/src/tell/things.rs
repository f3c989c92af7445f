//! What happens to items, the map and zones.

use affray_kernel::CreatureId;
use affray_kernel::prose::count;
use affray_kernel::story::Sentence;

use super::words::{power_name, square, the, the_item};
use super::{detail, event};
use crate::fact::Fact;
use crate::rules::draw_weight::arm_strength_of;
use crate::state::{Altered, ItemId, Place, State, Zone};

/// How a fact about a thing, the map or a zone reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Item(item, place) => moved(state, *item, *place),
        Fact::Loaded(item, true) if !state.item(*item).loaded => Some(event(
            format!("{} is loaded", the_item(state, *item)),
            bearer(state, *item),
        )),
        Fact::Left(item, Some(left)) if state.item(*item).left != Some(*left) => {
            let left = count(i32::from(*left), "shot");
            let text = format!("{left} left for {}", the_item(state, *item));
            Some(detail(text, bearer(state, *item)))
        }
        Fact::Draw(item, row) if state.item(*item).draw != *row => {
            let needed = arm_strength_of(usize::from(*row));
            let text = format!(
                "{} is built for an Arm Strength of {needed} now",
                the_item(state, *item)
            );
            Some(event(text, bearer(state, *item)))
        }
        Fact::Broken(item, broken) if state.item(*item).broken != *broken => {
            let verb = if *broken { "breaks" } else { "is mended" };
            let text = format!("{} {verb}", the_item(state, *item));
            Some(event(text, bearer(state, *item)))
        }
        Fact::Alters(altered) => Some(event(changes(state, *altered), Vec::new())),
        Fact::Zone(zone) => Some(event(begins(state, zone), Vec::new())),
        Fact::ZoneEnds(number) => {
            let zone = state.zones.iter().find(|zone| zone.number == *number)?;
            let text = format!(
                "the {} around {} ends",
                power_name(state, zone.power),
                square(state, zone.at)
            );
            Some(event(text, Vec::new()))
        }
        _ => None,
    }
}

fn bearer(state: &State, item: ItemId) -> Vec<CreatureId> {
    state.item(item).place.bearer().into_iter().collect()
}

fn moved(state: &State, item: ItemId, place: Place) -> Option<Sentence> {
    let name = the_item(state, item);
    let before = state.item(item).place;
    if before == place {
        return None;
    }
    let text = match place {
        Place::Held(who) => format!("{} has {name} in hand", the(state, who)),
        Place::Worn(who) => format!("{} wears {name}", the(state, who)),
        Place::Carried(who) if before.bearer() == Some(who) => {
            format!("{} puts {name} away", the(state, who))
        }
        Place::Carried(who) => format!("{} has {name} now", the(state, who)),
        Place::Ground(cell, true) => format!("{name} lies on a table at {}", square(state, cell)),
        Place::Ground(cell, false) => format!("{name} lies at {}", square(state, cell)),
        Place::Nowhere => format!("{name} is gone"),
    };
    let mut about = bearer(state, item);
    about.extend(place.bearer().filter(|who| !about.contains(who)));
    Some(event(text, about))
}

fn changes(state: &State, altered: Altered) -> String {
    let between = |a, b| format!("between {} and {}", square(state, a), square(state, b));
    match altered {
        Altered::Door(a, b, open) => {
            let verb = if open { "opens" } else { "closes" };
            format!("the door {} {verb}", between(a, b))
        }
        Altered::Broken(a, b) => format!("the way {} is broken open", between(a, b)),
    }
}

fn begins(state: &State, zone: &Zone) -> String {
    let lasting = super::words::lasting(state, affray_kernel::condition::Until::Round(zone.until));
    format!(
        "a {} begins around {}{lasting}",
        power_name(state, zone.power),
        square(state, zone.at)
    )
}
