//! Whom a sentence names: it speaks of all of them, so that it is told to nobody who may not know of one.

use std::ops::Range;

use super::Sentence;
use crate::id::{CreatureId, ItemId};
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
    let name = bare(name);
    let places = places(text, name);
    if places.is_empty() {
        return false;
    }
    let things = (0..=u16::MAX).take_while(|number| S::item(state, ItemId(*number)).is_some());
    let things = things.map(|number| S::thing(state, number));
    let all = S::creatures(state).map(|who| bare(&S::spoken(state, who)).to_owned());
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

/// A creature's name as people type it, who leave articles out.
fn bare(spoken: &str) -> &str {
    spoken.strip_prefix("the ").unwrap_or(spoken)
}

/// Where a name stands in a text as words of its own, in letters of any case.
fn places(text: &str, name: &str) -> Vec<Range<usize>> {
    let found = text.char_indices().filter_map(|(at, _)| {
        let place = at..at + name.len();
        is_same(text.get(place.clone())?, name).then_some(place)
    });
    let mut places: Vec<Range<usize>> = found.collect();
    let is_part = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    places.retain(|place| {
        !is_part(text[..place.start].chars().next_back())
            && !is_part(text[place.end..].chars().next())
    });
    places
}

/// Whether two words are the same but for their capitals.
fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || !one.is_ascii() && one.to_lowercase() == other.to_lowercase()
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
        assert_eq!(places("ogre, I shout for OGRE", "ogre"), [0..4, 18..22]);
        assert_eq!(places("Élan ruft élan", "Élan"), [0..5, 11..16]);
    }
}
