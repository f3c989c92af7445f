//! Whom a sentence names: it speaks of all of them, so that it is told to nobody who may not know of one.

use std::ops::Range;

use super::Sentence;
use crate::id::{CreatureId, ItemId};
use crate::prose;
use crate::system::System;

/// A sentence that speaks of everybody whom it names: words that somebody has answered, and reasons of rules, may name others than the
/// sentence is about. Where it tells of several at once, each part speaks of those whom it names itself. `typed` tells whether it holds words
/// as people type them. Where somebody's free words stand in it, they do not mean those of whom that one does not know.
pub(super) fn speaking_of_all<S: System>(
    state: &S::State,
    mut sentence: Sentence,
    typed: bool,
) -> Sentence {
    let words = (typed, sentence.typed_by());
    let besides = sentence.besides.as_deref();
    let beside: &[CreatureId] = besides.map_or(&[], |besides| &besides.names);
    let plain = [Some(&sentence.text), sentence.without_numbers.as_ref()];
    let plain: Vec<&str> = plain.into_iter().flatten().map(String::as_str).collect();
    let known = [&*sentence.about, beside].concat();
    let mut named = named_in::<S>(state, &plain, &known, words);
    if let Some(besides) = besides {
        let without = [&*besides.without];
        named.extend(named_in::<S>(state, &without, &sentence.about, words));
    }
    let told_of = sentence.about.len();
    add_unlike::<S>(state, &mut sentence.about, named);
    sentence.in_words = sentence.about.len() - told_of;
    let parts = sentence.several.iter_mut();
    for part in parts.flat_map(|several| &mut several.parts) {
        let named = named_in::<S>(state, &[&part.text()], &part.about, words);
        add_unlike::<S>(state, &mut part.about, named);
    }
    sentence
}

/// Who is named in one of these texts, besides those of whom it is known.
fn named_in<S: System>(
    state: &S::State,
    texts: &[&str],
    known: &[CreatureId],
    (typed, by): (bool, Option<CreatureId>),
) -> Vec<CreatureId> {
    let others = S::creatures(state).filter(|who| !known.contains(who));
    let named = others.filter(|who| {
        let name = S::spoken(state, *who);
        texts
            .iter()
            .any(|text| is_named::<S>(state, text, &name, typed))
    });
    let is_meant = |who: &CreatureId| {
        by.is_none_or(|by| by == *who || !S::hidden_from(state, *who).contains(&by))
    };
    named.filter(is_meant).collect()
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
fn is_named<S: System>(state: &S::State, text: &str, spoken: &str, typed: bool) -> bool {
    let at = |name: &str| match typed {
        true => typed_places(text, bare(name)),
        false => spoken_places(text, name),
    };
    let places = at(spoken);
    if places.is_empty() {
        return false;
    }
    let things = (0..=u16::MAX).take_while(|number| S::item(state, ItemId(*number)).is_some());
    let things = things.map(|number| S::thing(state, number));
    let all = S::creatures(state).map(|who| S::spoken(state, who));
    let longer = all
        .chain(things)
        .filter(|other| bare(other).len() > bare(spoken).len());
    let longer: Vec<Range<usize>> = longer.flat_map(|other| at(&other)).collect();
    let length = bare(spoken).len();
    let is_within = |place: &Range<usize>| {
        // The article before a longer name is no part of that: the ogre club.
        let begins = place.end.saturating_sub(length);
        let mut longer = longer.iter();
        longer.any(|longer| longer.start <= begins && place.end <= longer.end)
    };
    !places.iter().all(is_within)
}

/// A creature's name as people type it, who leave articles out.
fn bare(spoken: &str) -> &str {
    spoken.strip_prefix("the ").unwrap_or(spoken)
}

/// Where a name stands in a sentence as it is spoken, at its beginning or within it. Without its article it may be a word of the rules.
fn spoken_places(text: &str, name: &str) -> Vec<Range<usize>> {
    let at = |name: &str| -> Vec<Range<usize>> {
        let found = text.match_indices(name);
        found.map(|(at, found)| at..at + found.len()).collect()
    };
    let mut places = at(name);
    let begins = prose::capital(name.to_owned());
    if begins != name {
        places.extend(at(&begins));
    }
    of_their_own(text, places)
}

/// Where a name stands in words as people type them, in letters of any case.
fn typed_places(text: &str, name: &str) -> Vec<Range<usize>> {
    let first = name.chars().next();
    // Of most letters it is seen at once that no name begins there.
    let may_begin = |sign: char| match first {
        Some(first) if first.is_ascii() && sign.is_ascii() => first.eq_ignore_ascii_case(&sign),
        first => first.is_some(),
    };
    let found = text.char_indices().filter_map(|(at, sign)| {
        let place = at..at + name.len();
        (may_begin(sign) && is_same(text.get(place.clone())?, name)).then_some(place)
    });
    of_their_own(text, found.collect())
}

/// Those places that are words of their own and no parts of others. A hyphen joins a name to the word before it, as in a rule's word; a dash
/// after it, or two before it, do not.
fn of_their_own(text: &str, mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let ends_word = |text: &str| text.ends_with(char::is_alphanumeric);
    places.retain(|place| {
        let before = &text[..place.start];
        let is_joined = before.strip_suffix('-').is_some_and(ends_word);
        !is_joined && !ends_word(before) && !text[place.end..].starts_with(char::is_alphanumeric)
    });
    places
}

/// Whether two words are the same but for their capitals.
fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || !one.is_ascii() && one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::{spoken_places, typed_places};

    #[test]
    fn names_stand_as_words_of_their_own() {
        let guard = spoken_places("The guard hits a guardsman.", "the guard");
        assert_eq!((guard.len(), guard.first()), (1, Some(&(0..9))));
        assert_eq!(
            spoken_places("Al strikes Alric, and Al's foe.", "Al"),
            [0..2, 22..24]
        );
        assert!(spoken_places("Alric alone", "Al").is_empty());
    }

    #[test]
    fn words_of_rules_name_nobody() {
        let guards = "Garret goes On-Guard.";
        assert!(spoken_places(guards, "the guard").is_empty());
        assert!(typed_places(guards, "guard").is_empty());
        let style = "Garret tries it as Classical Knight.";
        assert!(spoken_places(style, "the knight").is_empty());
    }

    #[test]
    fn people_type_names_in_any_letters() {
        assert_eq!(
            typed_places("ogre, I shout for OGRE", "ogre"),
            [0..4, 18..22]
        );
        for (text, place) in [
            ("beware of the ogre--it is there", 14..18),
            ("there--ogre", 7..11),
        ] {
            assert_eq!(typed_places(text, "ogre").as_slice(), from_ref(&place));
        }
        assert_eq!(typed_places("Élan ruft élan", "Élan"), [0..5, 11..16]);
    }
}
