//! What a creature may do, as a player looks for it.

use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::meaning::Meaning;
use affray_kernel::notation::is_ordinal;
use affray_kernel::{Ask, Aspect, CreatureId, Group, System};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::{names, schemas};

/// Something a creature may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct Offer {
    /// The act as it is typed.
    pub words: String,
    /// The act in plain words, where those that are typed are not.
    pub plain: Option<String>,
    /// The plain words with targets and places left out: acts that differ in nothing else have the same label.
    pub label: String,
    /// Of which kind it is.
    #[schemars(schema_with = "schemas::group")]
    pub group: Group,
    /// What it costs, in the system's own units; `None` where nothing is counted.
    pub cost: Option<String>,
    /// The creatures it is aimed at, the one it is mainly aimed at first.
    #[schemars(with = "Vec<u16>")]
    pub targets: Vec<CreatureId>,
    /// Where on the board one would point to mean it.
    pub place: Option<Cell>,
    /// How far a move goes, in the unit of the map.
    pub distance: Option<i16>,
    /// Whether it is aimed at where somebody may be who is not seen.
    #[serde(skip)]
    #[ts(skip)]
    pub guess: bool,
}

/// What acts of one label mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct Explained {
    /// Their label, as the offers have it.
    pub label: String,
    /// What they do, and what they take besides their price.
    pub does: String,
    /// The id of the rule that they go by.
    pub rule: String,
}

/// Offers of the same kind that begin with the same word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, JsonSchema)]
pub struct OfferGroup {
    /// The word; two where an act is done in a way of its own, as `challenge: attack`.
    pub verb: String,
    /// The offers, in the order of the system.
    pub offers: Vec<Offer>,
    /// What they mean, each label once.
    pub meanings: Vec<Explained>,
}

impl OfferGroup {
    /// An act alone, whether or not it is listed among those that are offered.
    pub(crate) fn of_one<S: System>(state: &S::State, ask: &Ask<S>, act: &S::Act) -> Self {
        let meaning = S::meaning(state, ask, act);
        let offer = offer::<S>(state, ask.who, act, &meaning);
        let mut group = Self::named(&offer);
        group.add::<S>(offer, &meaning);
        group
    }

    /// The group that an offer begins.
    fn named(offer: &Offer) -> Self {
        Self {
            verb: verb(offer).to_owned(),
            offers: Vec::new(),
            meanings: Vec::new(),
        }
    }

    /// Of which kind its offers are; `None` of none.
    #[must_use]
    pub fn group(&self) -> Option<Group> {
        self.offers.first().map(|offer| offer.group)
    }

    /// What an offer of the group means.
    #[must_use]
    pub fn meaning(&self, offer: &Offer) -> Option<&Explained> {
        let mut known = self.meanings.iter().rev();
        known.find(|known| known.label == offer.label)
    }

    fn add<S: System>(&mut self, offer: Offer, meaning: &Meaning) {
        if self.meaning(&offer).is_none() {
            self.meanings.push(Explained {
                label: offer.label.clone(),
                does: meaning.does.to_owned(),
                rule: S::catalogue().id(meaning.rule).to_owned(),
            });
        }
        self.offers.push(offer);
    }
}

/// What the asks of a creature offer, sorted by kind, as far as whoever looks may know.
pub(crate) fn offers<'a, S: System>(
    state: &S::State,
    asks: impl IntoIterator<Item = &'a Ask<S>>,
    may_know: impl Fn(&Offer) -> bool,
) -> Vec<OfferGroup> {
    let mut groups: Vec<OfferGroup> = Vec::new();
    for ask in asks {
        S::offers(state, ask, &mut |act| {
            let meaning = S::meaning(state, ask, &act);
            let offer = offer::<S>(state, ask.who, &act, &meaning);
            if may_know(&offer) {
                put::<S>(offer, &meaning, &mut groups);
            }
            ControlFlow::Continue(())
        });
    }
    groups.sort_by_key(OfferGroup::group);
    groups
}

/// Puts an offer to those of its kind that begin with the same word.
pub(crate) fn put<S: System>(offer: Offer, meaning: &Meaning, groups: &mut Vec<OfferGroup>) {
    let alike =
        |known: &&mut OfferGroup| known.verb == verb(&offer) && known.group() == Some(offer.group);
    match groups.iter_mut().find(alike) {
        Some(known) => known.add::<S>(offer, meaning),
        None => {
            let mut group = OfferGroup::named(&offer);
            group.add::<S>(offer, meaning);
            groups.push(group);
        }
    }
}

/// The word that an offer begins with; of an act that is done in a way of its own, as a challenge, that way and the act's word:
/// `challenge: attack`.
fn verb(offer: &Offer) -> &str {
    let words = offer.words.as_str();
    let act = match words.split_once(' ') {
        Some((way, _)) if way.ends_with(':') => way.len() + 1,
        _ => 0,
    };
    let end = words[act..].find(' ').map_or(words.len(), |end| act + end);
    &words[..end]
}

/// An act that means that as an offer.
pub(crate) fn offer<S: System>(
    state: &S::State,
    who: CreatureId,
    act: &S::Act,
    meaning: &Meaning,
) -> Offer {
    let words = S::print(state, Some(who), act);
    let aspect = S::aspect(state, who, act);
    let plain = match (meaning.plain(&words), &aspect.falls) {
        (plain, None) => plain,
        (plain, Some(falls)) => {
            let plain = plain.as_ref().unwrap_or(&words);
            Some(format!("{plain} with a fall of {falls}"))
        }
    };
    Offer {
        label: label::<S>(state, who, plain.as_ref().unwrap_or(&words), &aspect),
        words,
        plain,
        group: aspect.group,
        cost: aspect.cost,
        targets: aspect.targets.into_vec(),
        place: aspect.place,
        distance: aspect.distance,
        guess: S::is_guess(act),
    }
}

/// What stands in a label for targets and places.
const LEFT_OUT: &str = "…";

/// What whoever acts is called as a target of its own act.
const ONESELF: &str = "oneself";

/// The words of an act without its targets and places: `strike … with longsword`.
fn label<S: System>(state: &S::State, who: CreatureId, words: &str, aspect: &Aspect) -> String {
    let targets = aspect.targets.iter();
    let names = targets.flat_map(|who| [S::name(state, *who).to_owned(), format!("@{}", who.0)]);
    let oneself = aspect.targets.contains(&who).then(|| ONESELF.to_owned());
    let names: Vec<String> = names.chain(oneself).collect();
    let counted = counted::<S>(state, &names);
    without(words, &names, &counted)
}

/// What may be counted by a word that is also one of these names, of somebody who is called Second.
pub(crate) fn counted<S: System>(state: &S::State, names: &[String]) -> Vec<String> {
    if names.iter().any(|name| is_ordinal(name)) {
        names::things::<S>(state)
    } else {
        Vec::new()
    }
}

/// Words without these names and without places; several in a row are left out as one. What counts one of the things is no name.
fn without(words: &str, names: &[String], things: &[String]) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut kept: Vec<&str> = Vec::new();
    let mut rest = words.as_slice();
    while let [first, behind @ ..] = rest {
        match named(rest, names, things) {
            Some(length) => rest = &rest[length..],
            None if first.parse::<Cell>().is_ok() => rest = behind,
            None => {
                kept.push(first);
                rest = behind;
                continue;
            }
        }
        if kept.last() != Some(&LEFT_OUT) {
            kept.push(LEFT_OUT);
        }
    }
    kept.join(" ")
}

/// Whether one of these names stands anywhere in the words of an act. What counts one of the things is no name.
pub(crate) fn names(words: &str, names: &[String], things: &[String]) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    (0..words.len()).any(|start| named(&words[start..], names, things).is_some())
}

/// How many words the longest of these names takes at the beginning, if one stands there and does not count one of the things.
fn named(words: &[&str], names: &[String], things: &[String]) -> Option<usize> {
    let length = longest(words, names)?;
    let counts = || is_ordinal(words[0]) && longest(&words[1..], things).is_some();
    (length > 1 || !counts()).then_some(length)
}

fn longest(words: &[&str], names: &[String]) -> Option<usize> {
    let lengths = names.iter().filter_map(|name| {
        let parts = name.split_whitespace();
        let length = parts.clone().count();
        let stands = words.get(..length)?.iter().copied().eq(parts);
        (stands && length > 0).then_some(length)
    });
    lengths.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_leave_out_whom_and_where() {
        let names = ["ogre", "ogre chief", "@2"].map(str::to_owned);
        for (words, label) in [
            ("strike ogre with longsword", "strike … with longsword"),
            ("strike ogre chief with club", "strike … with club"),
            ("strike @2 with natural 1", "strike … with natural 1"),
            ("disarm ogre of ogre's club", "disarm … of ogre's club"),
            ("move via 4,5 4,6 to 4,7,2", "move via … to …"),
            ("open door 3,4 3,5", "open door …"),
            ("medicine on garret", "medicine on garret"),
            ("end turn", "end turn"),
        ] {
            assert_eq!(without(words, &names, &[]), label);
        }
    }

    #[test]
    fn whoever_is_called_second_is_no_second_dagger() {
        let (called, things) = (["second".to_owned()], ["dagger".to_owned()]);
        for (words, label) in [
            (
                "strike second with second dagger",
                "strike … with second dagger",
            ),
            (
                "disarm second of second's second dagger",
                "disarm … of second's second dagger",
            ),
        ] {
            assert_eq!(without(words, &called, &things), label);
        }
        assert!(!super::names("drop second dagger", &called, &things));
        assert!(super::names("give dagger to second", &called, &things));
    }

    #[test]
    fn names_are_found_as_whole_words() {
        let known = ["ogre chief", "thief's"].map(str::to_owned);
        assert!(names("pick up thief's club", &known, &[]));
        assert!(names("strike ogre chief with club", &known, &[]));
        assert!(!names("strike ogre with club", &known, &[]));
        assert!(!names("end turn", &known, &[]));
    }
}
