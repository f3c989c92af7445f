//! Whom a sentence names: it speaks of all of them, so that it is told to nobody who may not know of one.

use std::ops::Range;

use super::Sentence;
use crate::id::{CreatureId, ItemId};
use crate::prose;
use crate::system::System;

/// A sentence that speaks of everybody whom it names: words that somebody has answered, and reasons of rules, may name others than the
/// sentence is about. Where it tells of several at once, each part speaks of those whom it names itself.
pub(super) fn speaking_of_all<S: System>(state: &S::State, mut sentence: Sentence) -> Sentence {
    let besides = sentence.besides.as_deref();
    let beside: &[CreatureId] = besides.map_or(&[], |besides| &besides.names);
    let plain = [Some(&sentence.text), sentence.without_numbers.as_ref()];
    let plain: Vec<&str> = plain.into_iter().flatten().map(String::as_str).collect();
    let known = [&*sentence.about, beside].concat();
    let mut named = named_in::<S>(state, &plain, &known);
    if let Some(besides) = besides {
        named.extend(named_in::<S>(state, &[&besides.without], &sentence.about));
    }
    add_unlike::<S>(state, &mut sentence.about, named);
    let parts = sentence.several.iter_mut();
    for part in parts.flat_map(|several| &mut several.parts) {
        let named = named_in::<S>(state, &[&part.text()], &part.about);
        add_unlike::<S>(state, &mut part.about, named);
    }
    sentence
}

/// Who is named in one of these texts, besides those of whom it is known.
fn named_in<S: System>(state: &S::State, texts: &[&str], known: &[CreatureId]) -> Vec<CreatureId> {
    let others = S::creatures(state).filter(|who| !known.contains(who));
    let named = others.filter(|who| {
        let name = S::spoken(state, *who);
        texts.iter().any(|text| is_named::<S>(state, text, &name))
    });
    named.collect()
}

/// Adds those who are named. Those who are called alike are told apart by nobody.
fn add_unlike<S: System>(state: &S::State, about: &mut Vec<CreatureId>, named: Vec<CreatureId>) {
    if named.is_empty() {
        return;
    }
    let spoken_of: Vec<String> = about.iter().map(|who| S::spoken(state, *who)).collect();
    for who in named {
        if !about.contains(&who) && !spoken_of.contains(&S::spoken(state, who)) {
            about.push(who);
        }
    }
}

/// Whether somebody of that name is meant in a text, and nobody and nothing in whose longer name it stands.
fn is_named<S: System>(state: &S::State, text: &str, name: &str) -> bool {
    let places = places(text, name);
    if places.is_empty() {
        return false;
    }
    let things = (0..=u16::MAX).take_while(|number| S::item(state, ItemId(*number)).is_some());
    let things = things.map(|number| S::thing(state, number));
    let all = S::creatures(state).map(|who| S::spoken(state, who));
    let longer = all.chain(things).filter(|other| other.len() > name.len());
    let longer: Vec<Range<usize>> = longer
        .flat_map(|other| self::places(text, &other))
        .collect();
    let is_within = |place: &Range<usize>| {
        let mut longer = longer.iter();
        longer.any(|longer| longer.start <= place.start && place.end <= longer.end)
    };
    !places.iter().all(is_within)
}

/// Where a name stands in a text as words of its own, at the beginning of a sentence or within it.
fn places(text: &str, name: &str) -> Vec<Range<usize>> {
    let at = |name: &str| -> Vec<Range<usize>> {
        let found = text.match_indices(name);
        found.map(|(at, found)| at..at + found.len()).collect()
    };
    let mut places = at(name);
    let begins = prose::capital(name.to_owned());
    if begins != name {
        places.extend(at(&begins));
    }
    let is_part = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    places.retain(|place| {
        !is_part(text[..place.start].chars().next_back())
            && !is_part(text[place.end..].chars().next())
    });
    places
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn names_stand_as_words_of_their_own() {
        let guard = places("The guard hits a guardsman.", "the guard");
        assert_eq!((guard.len(), guard.first()), (1, Some(&(0..9))));
        assert_eq!(
            places("Al strikes Alric, and Al's foe.", "Al"),
            [0..2, 22..24]
        );
        assert!(places("Alric alone", "Al").is_empty());
    }
}
