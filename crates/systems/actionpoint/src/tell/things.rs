//! What happens to items and to the place.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::prose::{count, list};
use affray_kernel::story::Sentence;

use super::words::{space, the, the_fixture, the_item, whose};
use super::{detail, event};
use crate::fact::Fact;
use crate::state::{Condition, ItemId, Place, State};

/// How a fact about a thing or the map reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Item(item, place) => moved(state, *item, *place),
        Fact::Unloaded(item, left) => loads(state, *item, *left),
        Fact::Fixture(number, found, pulled) => fixture(state, *number, *found, *pulled),
        Fact::Door(a, b, open) => {
            let between = [space(state, *a), space(state, *b)];
            let verb = if *open { "opens" } else { "closes" };
            let text = format!("the door between {} {verb}", list(&between));
            Some(event(text, Vec::new()))
        }
        Fact::Wedged(who, a, b) => Some(wedged(state, *who, (*a, *b))),
        _ => None,
    }
}

/// A door that does not close; whoever is hidden from somebody is not named.
fn wedged(state: &State, who: CreatureId, (a, b): (Cell, Cell)) -> Sentence {
    let between = list(&[space(state, a), space(state, b)]);
    let (name, about) = if state.has(who, Condition::Hidden) {
        ("somebody".to_owned(), Vec::new())
    } else {
        (the(state, who), vec![who])
    };
    let text = format!("the door between {between} does not close: {name} stands in it");
    event(text, about)
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
    let text = match (place, before) {
        (Place::Held(who, hands), Place::Held(holder, _)) if who == holder => {
            let hands = if hands == 1 { "one hand" } else { "both hands" };
            format!("{} grips {name} with {hands}", the(state, who))
        }
        (Place::Held(who, _), Place::Carried(bearer)) if who == bearer => {
            format!("{} draws {name}", the(state, who))
        }
        (Place::Held(who, _), Place::Ground(_)) => format!("{} picks {name} up", the(state, who)),
        (Place::Held(who, _), Place::Held(from, _) | Place::Carried(from)) => {
            format!("{} takes {name} from {}", the(state, who), the(state, from))
        }
        (Place::Held(who, _), _) => format!("{} has {name} in hand", the(state, who)),
        (Place::Worn(who), _) => format!("{} wears {name}", the(state, who)),
        (Place::Carried(who), _) if before.bearer() == Some(who) => {
            format!("{} puts {name} away", the(state, who))
        }
        (Place::Carried(who), _) => format!("{} has {name} now", the(state, who)),
        (Place::Ground(cell), Place::Ground(_)) => {
            format!("{name} lies at {} now", space(state, cell))
        }
        (Place::Ground(cell), _) => {
            let of = before.bearer().map(|who| whose(state, who));
            let thing = of.map_or_else(
                || name.clone(),
                |of| format!("{of} {}", name.trim_start_matches("the ")),
            );
            format!("{thing} falls to the floor at {}", space(state, cell))
        }
        (Place::Nowhere, _) => format!("{name} is gone"),
    };
    let mut about = bearer(state, item);
    about.extend(place.bearer().filter(|who| !about.contains(who)));
    Some(event(text, about))
}

fn loads(state: &State, item: ItemId, left: u8) -> Option<Sentence> {
    let name = the_item(state, item);
    let before = state.item(item).unloaded;
    let about = bearer(state, item);
    if before == left {
        return None;
    }
    let times = count(left.into(), "time");
    let text = match left {
        0 => format!("{name} is loaded"),
        _ if left > before => format!("{name} has to be loaded {times} before the next shot"),
        _ => format!("{name} has to be loaded {times} more"),
    };
    Some(detail(text, about))
}

/// Something that is found; that it is pulled is told of whoever does it.
fn fixture(state: &State, number: u8, found: bool, pulled: bool) -> Option<Sentence> {
    let before = state.fixtures.get(usize::from(number))?;
    let name = the_fixture(state, number);
    if found && !before.found {
        return Some(event(format!("{name} is found"), Vec::new()));
    }
    if pulled == before.pulled {
        return None;
    }
    let verb = if pulled { "is pulled" } else { "is back" };
    Some(detail(format!("{name} {verb}"), Vec::new()))
}
