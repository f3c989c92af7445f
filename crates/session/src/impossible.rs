//! What a creature may not do now, and why: what a player would look for, once for all targets and places.

use std::collections::BTreeSet;

use affray_kernel::notation::Whereabouts;
use affray_kernel::{Ask, CreatureId, Figure, Group, ItemId, Refusal, System};
use serde::Serialize;
use ts_rs::TS;

use crate::offers::{self, Offer, OfferGroup};
use crate::secrecy::{Knowledge, Matter, Viewer};

/// Something that a creature may not do now, whatever it is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Impossible {
    /// The words with targets and places left out, as in [`Offer::label`].
    pub label: String,
    /// Of which kind it is.
    pub group: Group,
    /// Why not, with the figures.
    pub message: String,
    /// The id of the rule.
    pub rule: String,
}

/// A refused act of some label, and whether it is aimed at a foe: of those, the refusal says most.
struct Refused {
    label: String,
    group: Group,
    refusal: Refusal,
    at_foe: bool,
}

/// What is refused with a label that no offer has, sorted by kind; of several refusals with the same label the first one that is about a
/// foe, otherwise the first. What names somebody of whom the viewer may not know, or things of others, is left out.
pub(crate) fn impossible<'a, S: System>(
    state: &S::State,
    asks: impl IntoIterator<Item = &'a Ask<S>>,
    offered: &[OfferGroup],
    (known, viewer): (&Knowledge, &Viewer),
) -> Vec<Impossible> {
    let offered = offered.iter().flat_map(|group| &group.offers);
    let possible: BTreeSet<&str> = offered.map(|offer| offer.label.as_str()).collect();
    let mut all: Vec<Refused> = Vec::new();
    for ask in asks {
        let secret = Secret::of::<S>(state, ask, known, viewer);
        S::refused(state, ask, &mut |act, refusal| {
            let offer = offers::offer::<S>(state, ask.who, &act, &S::meaning(state, ask, &act));
            let is_secret = secret.is_named(&offer, &refusal)
                || secret.numbers && is_of_others::<S>(state, ask.who, &offer, &refusal);
            if is_secret || possible.contains(offer.label.as_str()) {
                return;
            }
            let foe = |who| S::side(state, who) != S::side(state, ask.who);
            let found = Refused {
                at_foe: offer.targets.iter().any(|who| foe(*who)),
                label: offer.label,
                group: offer.group,
                refusal,
            };
            match all.iter_mut().find(|other| other.label == found.label) {
                None => all.push(found),
                Some(other) if found.at_foe && !other.at_foe => *other = found,
                Some(_) => {}
            }
        });
    }
    all.sort_by_key(|refused| refused.group);
    let told = all.into_iter().map(|refused| Impossible {
        label: refused.label,
        group: refused.group,
        message: refused.refusal.render::<S>(state),
        rule: S::catalogue().id(refused.refusal.rule).to_owned(),
    });
    told.collect()
}

/// Whether a refusal is about a thing that somebody else has at whom the act is not aimed, or carries and neither holds nor wears.
fn is_of_others<S: System>(
    state: &S::State,
    who: CreatureId,
    offer: &Offer,
    refusal: &Refusal,
) -> bool {
    let place = |figure: &Figure| match figure {
        Figure::Thing(number) => S::item(state, ItemId(*number)).map(|thing| thing.place),
        _ => None,
    };
    let mut places = refusal.figures.iter().flatten().filter_map(place);
    places.any(|place| match place {
        Whereabouts::Carried(bearer) => bearer != who,
        place => {
            (place.bearer()).is_some_and(|bearer| bearer != who && !offer.targets.contains(&bearer))
        }
    })
}

/// What a viewer may not read of.
struct Secret {
    /// Numbers of the creatures that it does not know of.
    unknown: Vec<CreatureId>,
    /// Their names, and the beginnings of the names of things that others have.
    words: Vec<String>,
    /// What is no name before one of these things, as it counts them.
    counted: Vec<String>,
    /// Whether things named by number may be those of anybody.
    numbers: bool,
}

impl Secret {
    fn of<S: System>(state: &S::State, ask: &Ask<S>, known: &Knowledge, viewer: &Viewer) -> Self {
        let view = S::view(state);
        let mut secret = Self {
            unknown: Vec::new(),
            words: Vec::new(),
            counted: Vec::new(),
            numbers: *viewer != Viewer::GameMaster,
        };
        if *viewer == Viewer::GameMaster {
            return secret;
        }
        for creature in view.creatures {
            if !known.allows(viewer, Matter::Presence(&creature)) {
                secret.unknown.push(creature.id);
                secret.words.push(creature.name.clone());
                secret.words.push(format!("@{}", creature.id.0));
            }
            if creature.id != ask.who {
                secret.words.push(format!("{}'s", creature.name));
            }
        }
        secret.counted = offers::counted::<S>(state, &secret.words);
        secret
    }

    fn is_named(&self, offer: &Offer, refusal: &Refusal) -> bool {
        let named =
            refusal.figures.iter().flatten().any(
                |figure| matches!(figure, Figure::Creature(who) if self.unknown.contains(who)),
            );
        let aimed = offer.targets.iter().any(|who| self.unknown.contains(who));
        let numbered = |word: &str| self.numbers && word.starts_with('#');
        named
            || aimed
            || offers::names(&offer.words, &self.words, &self.counted)
            || offer.words.split_whitespace().any(numbered)
    }
}
