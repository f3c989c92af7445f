//! Acts aimed at places that are not listed: ways are offered no farther, as a rule, than one soon comes, and areas and guesses at no more places
//! than one would look through.

use affray_kernel::grid::Cell;
use affray_kernel::{Ask, CreatureId, System};
use serde::Serialize;

use crate::impossible::Impossible;
use crate::offers::{self, Offer, OfferGroup};
use crate::secrecy::Viewer;
use crate::session::{Declined, Session};
use crate::table::Table;
use crate::wording::drawn;

/// What becomes of the acts that a creature is offered where they are aimed at a place that was not listed for them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Farther {
    /// Those that are possible.
    pub groups: Vec<OfferGroup>,
    /// The others, and why not.
    pub impossible: Vec<Impossible>,
}

impl<S: System> Table<S> {
    /// Each act that the creature is offered for some place, aimed at that one.
    pub(crate) fn farther(&self, (who, place): (CreatureId, Cell), viewer: &Viewer) -> Farther {
        let offered = self.offers(who, viewer);
        let fight = self.as_known_to(viewer, who);
        let state = fight.state();
        let asks = fight.asks();
        let is_answer =
            |ask: &Ask<S>, act: &S::Act| ask.who == who && S::check(state, ask, act).is_ok();
        let hexes = S::view(state).map.is_some_and(|map| map.hexes);
        let mut farther = Farther::default();
        let reader = self.reader(viewer, who);
        let read = |words: &str| -> Result<S::Act, Declined> {
            let act = reader.read(words)?;
            self.allowed_in(&fight, who, &act, viewer)?;
            Ok(act)
        };
        for offer in kinds(&offered, place) {
            let Some(words) = with_place(offer, place, hexes) else {
                continue;
            };
            match read(&words) {
                Ok(act) => {
                    if let Some(ask) = asks.iter().find(|ask| is_answer(ask, &act)) {
                        let meaning = S::meaning(state, ask, &act);
                        let offer = offers::offer::<S>(state, who, &act, &meaning);
                        offers::put::<S>(offer, &meaning, &mut farther.groups);
                    }
                }
                Err(Declined::Refused { message, rule }) => farther.impossible.push(Impossible {
                    label: offer.label.clone(),
                    group: offer.group,
                    message,
                    rule,
                }),
                // What cannot be said of another place is nothing to be looked for there.
                Err(_) => {}
            }
        }
        farther
    }
}

/// One act of each label that has a place, and one for each creature that it is aimed at besides: the one whose place is nearest. None of those
/// that are listed for this place.
fn kinds(offered: &[OfferGroup], place: Cell) -> Vec<&Offer> {
    let offers = || offered.iter().flat_map(|group| &group.offers);
    let mut kinds: Vec<(i64, &Offer)> = Vec::new();
    for offer in offers() {
        let Some(away) = offer.place.map(|own| away(own, place)) else {
            continue;
        };
        let known = kinds.iter_mut().find(|(_, known)| is_alike(offer, known));
        match known {
            Some(known) if away < known.0 => *known = (away, offer),
            Some(_) => {}
            None => kinds.push((away, offer)),
        }
    }
    let others = kinds.into_iter().filter(|(away, _)| *away > 0);
    others.map(|(_, offer)| offer).collect()
}

/// How far two places are from one another, squared: enough to tell which is nearer.
fn away(one: Cell, other: Cell) -> i64 {
    let apart = |one: i16, other: i16| (i64::from(one) - i64::from(other)).pow(2);
    apart(one.x, other.x) + apart(one.y, other.y) + apart(one.z, other.z)
}

/// Whether two acts differ in their places alone.
fn is_alike(one: &Offer, other: &Offer) -> bool {
    one.label == other.label && one.targets == other.targets
}

/// The words of an act with another place in place of its own. Where an area begins (`from 3,4`) stays; `None` where the words name still other
/// places, as those of a way do, or none.
fn with_place(offer: &Offer, place: Cell, hexes: bool) -> Option<String> {
    let words: Vec<&str> = offer.words.split_whitespace().collect();
    let is_place = |index: &usize| words[*index].parse::<Cell>().is_ok();
    let begins = |index: usize| index > 0 && words[index - 1] == "from";
    let mut places = (0..words.len()).filter(is_place);
    let alone = places.clone().count() == 1;
    let own = places.find(|index| alone || !begins(*index))?;
    if places.next().is_some() {
        return None;
    }
    let drawn = drawn(place, hexes).to_string();
    let mut aimed = words.clone();
    aimed[own] = &drawn;
    Some(aimed.join(" "))
}

#[cfg(test)]
mod tests {
    use affray_kernel::Group;

    use super::*;

    fn offer(words: &str, label: &str, at: (i16, i16)) -> Offer {
        Offer {
            words: words.to_owned(),
            plain: None,
            label: label.to_owned(),
            group: Group::Move,
            cost: None,
            targets: Vec::new(),
            place: Some(Cell::new(at.0, at.1)),
            distance: None,
            guess: false,
        }
    }

    #[test]
    fn the_place_is_exchanged_where_it_is_the_only_one() {
        let place = Cell::new(9, 4);
        for (words, there) in [
            ("walk to 2,3", Some("walk to 9,4")),
            ("run to 2,3 carefully", Some("run to 9,4 carefully")),
            ("move via 1,1 to 2,3", None),
            (
                "cast fire cone from 1,1 toward 2,3 area 2",
                Some("cast fire cone from 1,1 toward 9,4 area 2"),
            ),
            ("push off from 2,3", Some("push off from 9,4")),
            ("swing from 1,1 to 2,3 over 3,3", None),
            ("flee", None),
        ] {
            let offer = offer(words, "", (2, 3));
            assert_eq!(
                with_place(&offer, place, false).as_deref(),
                there,
                "{words}"
            );
        }
    }

    #[test]
    fn each_kind_of_move_counts_once_and_only_if_it_does_not_lead_there() {
        let group = OfferGroup {
            verb: "go".to_owned(),
            offers: vec![
                offer("walk to 2,3", "walk to …", (2, 3)),
                offer("walk to 2,4", "walk to …", (2, 4)),
                offer("run to 2,3", "run to …", (2, 3)),
                offer("run to 9,4", "run to …", (9, 4)),
            ],
            meanings: Vec::new(),
        };
        let words = |place| -> Vec<String> {
            let groups = [group.clone()];
            let kinds = kinds(&groups, place).into_iter();
            kinds.map(|one| one.words.clone()).collect()
        };
        assert_eq!(words(Cell::new(9, 4)), ["walk to 2,4"]);
        assert_eq!(words(Cell::new(8, 8)), ["walk to 2,4", "run to 9,4"]);
        assert_eq!(words(Cell::new(0, 0)), ["walk to 2,3", "run to 2,3"]);
    }
}
