//! Names as a viewer may use them: those of the hidden are nobody's, and stand in nothing that is told.

use std::ops::Range;

use affray_kernel::notation::{Thing, Unknown, Unread, Whereabouts, is_ordinal};
use affray_kernel::{CreatureId, ItemId, System, prose};

use crate::secrecy::Viewer;
use crate::session::Declined;
use crate::table::Table;

/// What is read for the name of somebody who is hidden.
pub(crate) const SOMEBODY: &str = "somebody unseen";

/// The name of a number that nobody has.
pub(crate) const NOBODY: &str = "?";

/// Up to here creatures and things are numbered.
const LAST_NUMBER: u16 = u16::MAX;

/// The names of creatures and things as a viewer may use them.
pub(crate) struct Names {
    secret: Vec<String>,
    numbers: Vec<u16>,
    known: Vec<String>,
    /// Those of the things that a viewer may know of, in the order of their numbers.
    things: Vec<String>,
    /// Those of what only the hidden have about them, where nothing else is called so.
    secret_things: Vec<String>,
    secret_items: Vec<ItemId>,
}

impl Names {
    /// Those that a viewer may use from whom the game master hides some.
    pub(crate) fn of<S: System>(table: &Table<S>, viewer: &Viewer) -> Self {
        Self::without(table, &table.hidden_from(viewer))
    }

    /// Those that somebody may use who knows of all but these, and of nothing that they have about them.
    pub(crate) fn without<S: System>(table: &Table<S>, hidden: &[CreatureId]) -> Self {
        let items = items_of::<S>(table.fight.state(), hidden);
        Self::but_for(table, hidden, items)
    }

    /// Those that somebody may use who knows of all but these creatures and things.
    pub(crate) fn but_for<S: System>(
        table: &Table<S>,
        hidden: &[CreatureId],
        secret_items: Vec<ItemId>,
    ) -> Self {
        let state = table.fight.state();
        let (secret, known): (Vec<CreatureId>, Vec<CreatureId>) =
            S::creatures(state).partition(|who| hidden.contains(who));
        let owned = |who: &CreatureId| S::name(state, *who).to_owned();
        let is_secret = |item: &ItemId| secret_items.contains(item);
        let called = |(_, thing): (ItemId, Thing<'_>)| thing.name.to_owned();
        let (mut secret_things, mut things): (Vec<String>, Vec<String>) = Default::default();
        if !secret.is_empty() || !secret_items.is_empty() {
            let (hidden, others): (Vec<_>, Vec<_>) =
                items::<S>(state).partition(|(item, _)| is_secret(item));
            secret_things = hidden.into_iter().map(called).collect();
            things = others.into_iter().map(called).collect();
        }
        secret_things.retain(|thing| !things.contains(thing));
        Self {
            numbers: secret.iter().map(|who| who.0).collect(),
            secret: secret.iter().map(owned).collect(),
            known: known.iter().map(owned).collect(),
            things,
            secret_things,
            secret_items,
        }
    }

    /// Whether there is nothing that the viewer must not know of.
    fn are_all_known(&self) -> bool {
        self.secret.is_empty() && self.secret_items.is_empty()
    }

    /// How many words name somebody of whom the viewer must not know, or something of theirs, at the beginning of these; nothing where a
    /// longer name stands that the viewer may know.
    fn secret_at(&self, words: &[&str]) -> Option<usize> {
        let number = words.first()?.strip_prefix('@');
        let number = number.map(|rest| rest.strip_suffix("'s").unwrap_or(rest));
        if let Some(Ok(number)) = number.map(str::parse::<u16>) {
            return self.numbers.contains(&number).then_some(1);
        }
        let item = words.first()?.strip_prefix('#').map(str::parse::<u16>);
        if let Some(Ok(number)) = item {
            return self.secret_items.contains(&ItemId(number)).then_some(1);
        }
        let secret = longest(words, &self.secret).max(longest(words, &self.secret_things))?;
        let known = self.known_at(words);
        known.is_none_or(|known| known < secret).then_some(secret)
    }

    /// How many words at the beginning of these name what the viewer may know of: `second dagger` counts daggers, and names nobody who is
    /// called Second.
    fn known_at(&self, words: &[&str]) -> Option<usize> {
        let known = longest(words, &self.known).max(longest(words, &self.things));
        known.max(self.counted_at(words))
    }

    fn counted_at(&self, words: &[&str]) -> Option<usize> {
        let (first, behind) = words.split_first()?;
        is_ordinal(first).then_some(())?;
        longest(behind, &self.things).map(|length| length + 1)
    }

    /// How many words at the beginning of these are to be passed over: one, or a whole name.
    fn step(&self, words: &[&str]) -> usize {
        self.known_at(words).unwrap_or(1)
    }

    /// The first words of an act that name somebody of whom the viewer must not know, in letters of any case. What an act begins with says
    /// what is done.
    pub(crate) fn secret_in(&self, words: &str) -> Option<String> {
        if self.are_all_known() {
            return None;
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut rest = words.get(1..)?;
        while !rest.is_empty() {
            if let Some(length) = self.secret_at(rest) {
                return Some(rest[..length].join(" "));
            }
            rest = &rest[self.step(rest)..];
        }
        None
    }

    /// What has no name for somebody who may use these names, and knows what spells and the like these creatures have.
    pub(crate) fn unknown(&self, open: &[CreatureId]) -> Unknown {
        Unknown {
            creatures: self.numbers.iter().copied().map(CreatureId).collect(),
            items: self.secret_items.clone(),
            open: open.to_vec(),
        }
    }

    /// What is answered to words that could not be read: nothing of whom the viewer must not know, but for what was typed.
    pub(crate) fn unread(&self, unread: Unread, typed: &str) -> Declined {
        let mut others = [&*self.known, &*self.things].concat();
        let counts = self.secret.iter().filter(|name| is_ordinal(name));
        others.extend(counts.flat_map(|count| {
            let things = self.things.iter();
            things.map(move |thing| format!("{count} {thing}"))
        }));
        // Who repeats a word tells nothing.
        let was_said = |name: &&String| is_named(typed, name, &others);
        let mut unsaid = self.secret.iter().filter(|name| !was_said(name));
        let message = unread.to_string();
        Declined::Unread {
            message: if unsaid.any(|name| is_named(&message, name, &others)) {
                "these words mean nothing here".to_owned()
            } else {
                message
            },
        }
    }
}

/// The names of all things.
pub(crate) fn things<S: System>(state: &S::State) -> Vec<String> {
    let name = |number: u16| {
        let name = S::thing(state, number);
        (name != format!("#{number}")).then_some(name)
    };
    (0..LAST_NUMBER).map_while(name).collect()
}

/// All things, by number.
fn items<S: System>(state: &S::State) -> impl Iterator<Item = (ItemId, Thing<'_>)> {
    let all = (0..LAST_NUMBER).map(ItemId);
    all.map_while(|item| Some((item, S::item(state, item)?)))
}

/// What these have about them.
pub(crate) fn items_of<S: System>(state: &S::State, whose: &[CreatureId]) -> Vec<ItemId> {
    if whose.is_empty() {
        return Vec::new();
    }
    let theirs = items::<S>(state).filter(|(_, thing)| {
        let bearer = thing.place.bearer();
        bearer.is_some_and(|bearer| whose.contains(&bearer))
    });
    theirs.map(|(item, _)| item).collect()
}

/// What these carry and neither hold nor wear.
pub(crate) fn carried_by<S: System>(
    state: &S::State,
    is_one: impl Fn(CreatureId) -> bool,
) -> Vec<ItemId> {
    let theirs = items::<S>(state)
        .filter(|(_, thing)| matches!(thing.place, Whereabouts::Carried(who) if is_one(who)));
    theirs.map(|(item, _)| item).collect()
}

/// How many words the longest of these names takes at the beginning, if one stands there in letters of any case, or somebody's of that
/// name.
fn longest(words: &[&str], names: &[String]) -> Option<usize> {
    let lengths = names.iter().filter_map(|name| {
        let parts: Vec<&str> = name.split_whitespace().collect();
        let (last, most) = words.get(..parts.len())?.split_last()?;
        let (last_part, most_parts) = parts.split_last()?;
        let is_same = |word: &str, part: &str| word.to_lowercase() == part.to_lowercase();
        let begins = most
            .iter()
            .zip(most_parts)
            .all(|(word, part)| is_same(word, part));
        let owned = last.strip_suffix("'s").unwrap_or(last);
        (begins && (is_same(last, last_part) || is_same(owned, last_part))).then_some(parts.len())
    });
    lengths.max()
}

/// A text in which whoever is hidden from the viewer is not named. Within longer ones among `all` names theirs are not meant.
pub(crate) fn hushed(
    mut text: String,
    names: impl IntoIterator<Item = String>,
    all: &[String],
) -> String {
    for name in names {
        // From the last one on: those before it stay where they are.
        for place in meant(&text, &name, all).into_iter().rev() {
            text.replace_range(place, SOMEBODY);
        }
    }
    text
}

/// Whether a text speaks of somebody of that name, and not only of `others`, in whose longer names it stands.
pub(crate) fn is_named(text: &str, name: &str, others: &[String]) -> bool {
    !meant(text, name, others).is_empty()
}

/// Where a text speaks of somebody of that name: where no longer one of `others` stands.
fn meant(text: &str, name: &str, others: &[String]) -> Vec<Range<usize>> {
    let mut places = places_of(text, name);
    if places.is_empty() {
        return places;
    }
    let longer = others.iter().filter(|other| other.len() > name.len());
    let longer: Vec<Range<usize>> = longer.flat_map(|other| places_of(text, other)).collect();
    let is_within = |place: &Range<usize>, longer: &Range<usize>| {
        longer.start <= place.start && place.end <= longer.end
    };
    places.retain(|place| !longer.iter().any(|longer| is_within(place, longer)));
    places
}

/// Where a name stands in a text as words of its own, with a capital or without, from the first place on.
fn places_of(text: &str, name: &str) -> Vec<Range<usize>> {
    let as_sentences_have_it = prose::capital(name.to_owned());
    let has_a_capital = as_sentences_have_it == name;
    let names = [
        Some(name),
        (!has_a_capital).then_some(&*as_sentences_have_it),
    ];
    let found = names.into_iter().flatten();
    let places = found.flat_map(|name| text.match_indices(name));
    let places = places.map(|(place, found)| place..place + found.len());
    let mut places: Vec<Range<usize>> = places.filter(|place| is_apart(text, place)).collect();
    places.sort_by_key(|place| place.start);
    places
}

/// Whether a piece of a text neither begins nor ends within a word, be it one of several parts as `On-guard`.
fn is_apart(text: &str, place: &Range<usize>) -> bool {
    let before = text[..place.start].chars().next_back();
    let behind = text[place.end..].chars().next();
    let goes_on = |sign: char| sign == '-' || sign.is_alphanumeric();
    let ends_there = |sign: Option<char>| !sign.is_some_and(goes_on);
    ends_there(before) && ends_there(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of a viewer to whom `@2` is hidden with its `big axe`, `#2`; an `ogre club` and a `shield` are known.
    fn names(secret: &[&str], known: &[&str]) -> Names {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Names {
            secret: owned(secret),
            numbers: vec![2],
            known: owned(known),
            things: owned(&["ogre club", "shield"]),
            secret_things: owned(&["big axe"]),
            secret_items: vec![ItemId(2)],
        }
    }

    #[test]
    fn secret_names_are_found_in_any_case_but_not_in_longer_known_ones() {
        let names = names(&["ogre"], &["ogre chief", "Mirel"]);
        for (words, secret) in [
            ("strike ogre with club", Some("ogre")),
            ("strike OGRE with club", Some("OGRE")),
            ("strike ogre chief with club", None),
            ("strike ogre chief's ogre", Some("ogre")),
            ("take ogre chief's club", None),
            ("disarm ogre chief of ogre club", None),
            ("take ogre's ogre club", Some("ogre's")),
            ("strike @2", Some("@2")),
            ("strike @02", Some("@02")),
            ("take @2's club", Some("@2's")),
            ("strike @21", None),
            ("strike Mirel with big axe", Some("big axe")),
            ("strike Mirel with second big axe", Some("big axe")),
            ("drop #2", Some("#2")),
            ("drop #1", None),
            ("ogre", None),
            ("end turn", None),
            ("", None),
        ] {
            assert_eq!(names.secret_in(words).as_deref(), secret, "{words}");
        }
    }

    #[test]
    fn what_counts_things_names_nobody() {
        let names = names(&["second"], &["Mirel"]);
        for (words, secret) in [
            ("drop second shield", None),
            ("take Mirel's second ogre club", None),
            ("strike second with second shield", Some("second")),
            ("strike second", Some("second")),
            ("take second's second shield", Some("second's")),
        ] {
            assert_eq!(names.secret_in(words).as_deref(), secret, "{words}");
        }
        let told = Unread::new("`shield` can mean several things: `first shield`, `second shield`");
        let Declined::Unread { message } = names.unread(told.clone(), "drop shield") else {
            panic!("it is not read");
        };
        assert_eq!(message, told.message);
    }

    #[test]
    fn a_secret_name_is_told_only_to_whom_has_said_it() {
        let names = names(&["ogre"], &["orc"]);
        let said = |unread: Unread, typed: &str| match names.unread(unread, typed) {
            Declined::Unread { message } => message,
            other => panic!("{other:?}"),
        };
        let told = Unread::new("ogre has no club");
        assert_eq!(
            said(told.clone(), "strike"),
            "these words mean nothing here"
        );
        assert_eq!(said(told.clone(), "strike ogre"), told.message);
        let suggested = Unread::unknown("creature", "ork", ["orc"]);
        assert_eq!(said(suggested.clone(), "strike ork"), suggested.to_string());
    }

    #[test]
    fn names_are_hushed_as_whole_words() {
        let hush = |text: &str| hushed(text.to_owned(), ["Al".to_owned(), "@2".to_owned()], &[]);
        assert_eq!(
            hush("Al, with Al's club"),
            "somebody unseen, with somebody unseen's club"
        );
        assert_eq!(hush("Also Hal and @21"), "Also Hal and @21");
        assert_eq!(hush("Al-Hal and not-Al"), "Al-Hal and not-Al");
        assert_eq!(hush("strike @2"), "strike somebody unseen");
        let unseen = hushed("unseen strikes".to_owned(), ["unseen".to_owned()], &[]);
        assert_eq!(
            unseen, "somebody unseen strikes",
            "and not again within those words"
        );
    }

    #[test]
    fn names_are_hushed_as_sentences_have_them() {
        let ogre = ["the ogre".to_owned(), "ogre".to_owned()];
        assert_eq!(
            hushed(
                "The ogre stands there, and the ogre's club".to_owned(),
                ogre,
                &[]
            ),
            "somebody unseen stands there, and somebody unseen's club"
        );
        let garret = ["garret".to_owned()];
        assert_eq!(
            hushed("Garret stands where garret fell".to_owned(), garret, &[]),
            "somebody unseen stands where somebody unseen fell"
        );
    }

    #[test]
    fn names_are_not_hushed_within_longer_ones() {
        let all = ["the ogre", "ogre", "the ogre chief", "ogre chief", "Mirel"];
        let all = all.map(str::to_owned);
        let hush = |text: &str, names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned());
            hushed(text.to_owned(), names, &all)
        };
        let ogre = ["the ogre", "ogre", "@2"];
        for text in [
            "ogre chief is 70 ft away; Mirel reaches 5 ft",
            "The ogre chief strikes with the ogre chief's club",
            "Ogre chief's turn ends",
        ] {
            assert_eq!(hush(text, &ogre), text);
            assert!(!is_named(text, "ogre", &all[2..]), "{text}");
        }
        let both = "the ogre chief stands before the ogre";
        assert_eq!(
            hush(both, &ogre),
            "the ogre chief stands before somebody unseen"
        );
        assert!(is_named(both, "ogre", &all[2..]));
        let hidden = ["the ogre", "ogre", "the ogre chief", "ogre chief"];
        assert_eq!(
            hush(both, &hidden),
            "somebody unseen stands before somebody unseen"
        );
    }
}
