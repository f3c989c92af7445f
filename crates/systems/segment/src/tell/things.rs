//! What happens to items, the map and maintained effects.

use affray_kernel::CreatureId;
use affray_kernel::prose::list;
use affray_kernel::story::Sentence;

use super::words::{power_name, space, the, the_item};
use super::{detail, event};
use crate::fact::{Fact, Handling};
use crate::state::{Altered, ItemId, Maintained, Place, State};

/// How a fact about a thing, the map or an effect reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::Item(item, place) => moved(state, *item, *place),
        Fact::Handles(who, how, item, place) => Some(handles(state, (*who, *how), *item, *place)),
        Fact::Drinks(giver, item, who) => Some(drinks(state, (*giver, *item), *who)),
        Fact::Loaded(item, true) if !state.item(*item).loaded => Some(event(
            format!("{} is loaded", owned(state, *item)),
            bearer(state, *item),
        )),
        Fact::Left(item, Some(left)) if state.item(*item).left != Some(*left) => {
            let text = format!("{left} left for {}", owned(state, *item));
            Some(detail(text, bearer(state, *item)))
        }
        Fact::Broken(item, broken) if state.item(*item).broken != *broken => {
            let verb = if *broken { "breaks" } else { "is mended" };
            let text = format!("{} {verb}", owned(state, *item));
            Some(event(text, bearer(state, *item)))
        }
        Fact::Alters(Altered::Door(a, b, open)) => {
            let between = [space(state, *a), space(state, *b)];
            let verb = if *open { "opens" } else { "closes" };
            let text = format!("the door between {} {verb}", list(&between));
            Some(event(text, Vec::new()))
        }
        Fact::Maintains(effect) => {
            let text = if effect.by == effect.on {
                format!(
                    "{} keeps up {}",
                    the(state, effect.by),
                    power_name(state, effect.power)
                )
            } else {
                format!(
                    "{} keeps up {}",
                    the(state, effect.by),
                    effect_name(state, effect)
                )
            };
            Some(event(text, parties(effect)))
        }
        Fact::Lapses(number) => {
            let effects = &state.effects;
            let effect = effects.iter().find(|effect| effect.number == *number)?;
            let text = format!("{} ends", effect_name(state, effect));
            Some(event(text, parties(effect)))
        }
        _ => None,
    }
}

fn handles(
    state: &State,
    (who, how): (CreatureId, Handling),
    item: ItemId,
    place: Place,
) -> Sentence {
    let (name, thing) = (the(state, who), the_item(state, item));
    match (how, place) {
        (Handling::Draws, _) => event(format!("{name} draws {thing}"), vec![who]),
        (Handling::PicksUp, _) => event(format!("{name} picks up {thing}"), vec![who]),
        (Handling::HandsOver, Place::Held(to, _)) => event(
            format!("{name} hands {thing} to {}", the(state, to)),
            vec![who, to],
        ),
        (Handling::HandsOver, _) => event(format!("{name} hands over {thing}"), vec![who]),
        (Handling::Drops, Place::Ground(cell)) => event(
            format!("{name} drops {thing} at {}", space(state, cell)),
            vec![who],
        ),
        (Handling::Drops, _) => event(format!("{name} drops {thing}"), vec![who]),
    }
}

fn drinks(state: &State, (giver, item): (CreatureId, ItemId), who: CreatureId) -> Sentence {
    let (giver_name, drink) = (the(state, giver), the_item(state, item));
    if giver == who {
        return event(format!("{giver_name} drinks {drink}"), vec![who]);
    }
    let text = format!("{giver_name} gives {} {drink} to drink", the(state, who));
    event(text, vec![giver, who])
}

/// An item with whose it is, as long as somebody has it: `the medium shield of Garret`.
fn owned(state: &State, item: ItemId) -> String {
    let name = the_item(state, item);
    match state.item(item).place.bearer() {
        Some(who) => format!("{name} of {}", the(state, who)),
        None => name,
    }
}

fn bearer(state: &State, item: ItemId) -> Vec<CreatureId> {
    state.item(item).place.bearer().into_iter().collect()
}

/// An effect with whom it is on: `holy ward on Garret`.
fn effect_name(state: &State, effect: &Maintained) -> String {
    let on = the(state, effect.on);
    format!("{} on {on}", power_name(state, effect.power))
}

/// Who keeps an effect up and whom it is on.
fn parties(effect: &Maintained) -> Vec<CreatureId> {
    let mut parties = vec![effect.by, effect.on];
    parties.dedup();
    parties
}

fn moved(state: &State, item: ItemId, place: Place) -> Option<Sentence> {
    let name = the_item(state, item);
    let before = state.item(item).place;
    if before == place {
        return None;
    }
    let text = match place {
        Place::Held(who, _) => format!("{} has {name} in hand", the(state, who)),
        Place::Worn(who) => format!("{} wears {name}", the(state, who)),
        Place::Carried(who) if before.bearer() == Some(who) => {
            format!("{} puts {name} away", the(state, who))
        }
        Place::Carried(who) => format!("{} has {name} now", the(state, who)),
        Place::Ground(cell) => {
            let verb = match before.bearer() {
                Some(_) => "falls",
                None => "lies",
            };
            format!("{} {verb} at {}", owned(state, item), space(state, cell))
        }
        Place::Nowhere => format!("{} is gone", owned(state, item)),
    };
    let mut about = bearer(state, item);
    about.extend(place.bearer().filter(|who| !about.contains(who)));
    Some(event(text, about))
}
