//! Names as a viewer may use them: those of the hidden are nobody's, and stand in nothing that is told.

use std::ops::Range;

use affray_kernel::notation::{Thing, Unread};
use affray_kernel::{CreatureId, ItemId, System, prose};

use crate::secrecy::Viewer;
use crate::session::Declined;
use crate::table::Table;

/// What is read for the name of somebody who is hidden.
pub(crate) const SOMEBODY: &str = "somebody unseen";

/// The signs, for private use, that stand for words while they are read.
const FIRST_SIGN: u32 = 0xE000;
const LAST_SIGN: u32 = 0xF8FF;

/// The name of a number that nobody has.
pub(crate) const NOBODY: &str = "?";

/// Up to here creatures and things are numbered.
const LAST_NUMBER: u16 = u16::MAX;

/// Words in which others stand for some.
pub(crate) struct Masked {
    pub(crate) words: String,
    /// What stands for a word, and that word as it was typed.
    pub(crate) typed: Vec<(String, String)>,
    /// All as it was typed.
    said: String,
}

impl Masked {
    /// Words that stand for themselves.
    fn of(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            typed: Vec::new(),
            said: words.to_owned(),
        }
    }

    /// A text with what was typed in place of what stands for it.
    pub(crate) fn unmask(&self, text: &str) -> String {
        let put_back = |text: String, (mask, typed): &(String, String)| text.replace(mask, typed);
        self.typed.iter().fold(text.to_owned(), put_back)
    }

    /// What stands for a word: a name that nobody has, or a number.
    fn stand_in(&mut self, word: &str) -> String {
        let (name, own) = match word.strip_suffix("'s") {
            Some(name) => (name, "'s"),
            None => (word, ""),
        };
        let number = ['@', '#'].into_iter().find(|mark| name.starts_with(*mark));
        let mask = if let Some(mark) = number {
            self.no_number(mark)
        } else {
            let signs = (FIRST_SIGN..=LAST_SIGN).filter_map(char::from_u32);
            self.unsaid(signs.map(String::from))
        };
        self.typed.push((mask.clone(), name.to_owned()));
        mask + own
    }

    /// A number that nobody and nothing has.
    fn no_number(&self, mark: char) -> String {
        let numbers = (0..=LAST_NUMBER).rev();
        self.unsaid(numbers.map(|number| format!("{mark}{number}")))
    }

    /// The first of these that was not typed and does not stand for anything yet: who types it must not see it taken for another word.
    fn unsaid(&self, mut masks: impl Iterator<Item = String>) -> String {
        let is_free = |mask: &String| {
            let mut taken = self.typed.iter();
            !self.said.contains(mask.as_str()) && taken.all(|(other, _)| other != mask)
        };
        masks.find(is_free).unwrap_or_default()
    }
}

/// The names of creatures and things as a viewer may use them.
pub(crate) struct Names {
    secret: Vec<String>,
    numbers: Vec<u16>,
    known: Vec<String>,
    /// Those of the things that a viewer may know of, in the order of their numbers.
    things: Vec<String>,
    /// Those of what only the hidden have about them.
    hidden_things: Vec<String>,
    /// Those of these that nothing else has.
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
        let (mut hidden_things, mut things) = (Vec::new(), Vec::new());
        if !secret.is_empty() || !secret_items.is_empty() {
            let (hidden, others): (Vec<_>, Vec<_>) =
                items::<S>(state).partition(|(item, _)| is_secret(item));
            hidden_things = hidden.into_iter().map(called).collect();
            things = others.into_iter().map(called).collect();
        }
        let mut secret_things: Vec<String> = hidden_things.clone();
        secret_things.retain(|thing| !things.contains(thing));
        Self {
            numbers: secret.iter().map(|who| who.0).collect(),
            secret: secret.iter().map(owned).collect(),
            known: known.iter().map(owned).collect(),
            things,
            hidden_things,
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
        let known = longest(words, &self.known).max(longest(words, &self.things));
        known.is_none_or(|known| known < secret).then_some(secret)
    }

    /// How many words at the beginning of these are to be passed over: one, or a whole name.
    fn step(&self, words: &[&str]) -> usize {
        let known = longest(words, &self.known).max(longest(words, &self.things));
        known.unwrap_or(1)
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

    /// The same words with others for all that name the hidden.
    pub(crate) fn masked(&self, words: &str) -> Masked {
        let mut masked = Masked::of(words);
        if self.secret_in(words).is_none() {
            return masked;
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut all: Vec<String> = words[..1].iter().copied().map(str::to_owned).collect();
        let mut rest = &words[1..];
        while !rest.is_empty() {
            let (length, is_secret) = match self.secret_at(rest) {
                Some(length) => (length, true),
                None => (self.step(rest), false),
            };
            for word in &rest[..length] {
                all.push(if is_secret {
                    masked.stand_in(word)
                } else {
                    (*word).to_owned()
                });
            }
            rest = &rest[length..];
        }
        masked.words = all.join(" ");
        masked
    }

    /// The same words with a number that nothing has for all that are named by number.
    pub(crate) fn without_numbers(&self, words: &str) -> Masked {
        let mut masked = Masked::of(words);
        let words = words.split_whitespace().map(|word| {
            if word.starts_with('#') {
                let mask = masked.no_number('#');
                masked.typed.push((mask.clone(), word.to_owned()));
                mask
            } else {
                word.to_owned()
            }
        });
        masked.words = words.collect::<Vec<_>>().join(" ");
        masked
    }

    /// What is answered to a word that is no name the viewer knows.
    pub(crate) fn nobody(&self, word: &str) -> Declined {
        let what = if word.ends_with("'s") {
            "item"
        } else {
            "creature"
        };
        let known = self.known.iter().map(String::as_str);
        Declined::Unread {
            message: Unread::unknown(what, word, known).to_string(),
        }
    }

    /// What is answered to words that could not be read.
    pub(crate) fn unread(&self, unread: Unread, masked: &Masked) -> Declined {
        match &unread.nobody {
            Some(word) => self.nobody(&masked.unmask(word)),
            None => self.without_secrets(unread, masked),
        }
    }

    /// The same, with nothing in the answer of whom the viewer must not know, but for what was typed.
    fn without_secrets(&self, unread: Unread, masked: &Masked) -> Declined {
        let unread = self.without_secret_words(unread, masked);
        let others = [&*self.known, &*self.things].concat();
        let tells = |text: &str| {
            let mut names = self.secret.iter();
            names.any(|name| is_named(text, name, &others))
                || self.secret_things.iter().any(|thing| thing == text)
        };
        // Who repeats a word tells nothing.
        let was_said = |name: &String| is_named(&masked.said, name, &others);
        let mut unsaid = self.secret.iter().filter(|name| !was_said(name));
        let message = if unsaid.any(|name| is_named(&unread.message, name, &others)) {
            "these words mean nothing here".to_owned()
        } else if unread.suggestion.as_deref().is_some_and(tells) {
            unread.message
        } else {
            unread.to_string()
        };
        Declined::Unread {
            message: masked.unmask(&message),
        }
    }

    /// What would have been answered where one of several words is meant, if there were none but those of which the viewer may know. What
    /// only the hidden carry is left out as often as they carry it.
    fn without_secret_words(&self, unread: Unread, masked: &Masked) -> Unread {
        if self.are_all_known() {
            return unread;
        }
        let count = |all: &[String], word: &String| all.iter().filter(|one| *one == word).count();
        let mut open: Vec<String> = Vec::new();
        let is_open = |word: &String| {
            let may_be_hidden = self.hidden_things.contains(word);
            let is_hidden = may_be_hidden && count(&open, word) >= count(&self.things, word);
            let is_known = !is_hidden && !self.secret.contains(word);
            if is_known {
                open.push(word.clone());
            }
            is_known
        };
        unread.choosing_from(|word| masked.unmask(word), is_open)
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
            hidden_things: owned(&["big axe"]),
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
    fn others_stand_for_secret_names_word_by_word() {
        let names = names(&["ogre", "old Tom"], &["ogre chief"]);
        let masked = names.masked("strike old Tom with ogre's club, ogre chief");
        assert_eq!(
            masked.words,
            "strike \u{e000} \u{e001} with \u{e002}'s club, ogre chief"
        );
        assert_eq!(
            masked.unmask("`\u{e001}` or `\u{e002}'s`"),
            "`Tom` or `ogre's`"
        );
        let masked = names.masked("strike @02");
        assert_eq!(masked.words, "strike @65535");
        assert_eq!(masked.unmask("`@65535` is nobody"), "`@02` is nobody");
        let masked = names.masked("strike \u{e000} @65535 ogre @2");
        assert_eq!(masked.words, "strike \u{e000} @65535 \u{e001} @65534");
        assert_eq!(
            masked.unmask("`\u{e000}`, `@65535`"),
            "`\u{e000}`, `@65535`"
        );
        assert!(names.masked("strike ogre chief").typed.is_empty());
        let masked = names.without_numbers("pick up #4");
        assert_eq!(masked.words, "pick up #65535");
        assert_eq!(masked.unmask("no #65535"), "no #4");
    }

    #[test]
    fn a_secret_name_is_answered_like_one_that_nobody_has() {
        let names = names(&["ogre"], &["orc"]);
        let said = |declined| match declined {
            Declined::Unread { message } => message,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            said(names.nobody("ogrf")).replace("ogrf", "ogre"),
            said(names.nobody("ogre"))
        );
        let suggested = Unread::unknown("act", "ogr", ["ogre"]);
        assert_eq!(
            said(names.without_secrets(suggested, &Masked::of("strike"))),
            "`ogr` is no act here"
        );
        let stow = |word: &str| Masked::of(&format!("stow {word}"));
        let all = ["ogre club", "shield", "big axe"];
        for (word, told) in [
            ("big ax", "`big ax` is no item here"),
            (
                "ogre clup",
                "`ogre clup` is no item here; did you mean `ogre club`?",
            ),
            ("?", "one of ogre club or shield"),
            ("big axe", "`big axe` is no item here"),
        ] {
            let unread = Unread::unknown("item", word, all);
            assert_eq!(said(names.without_secrets(unread, &stow(word))), told);
        }
        let missing = Unread::missing("item", all);
        assert_eq!(
            said(names.without_secrets(missing, &Masked::of("stow"))),
            "an item is missing at the end: one of ogre club or shield"
        );
        let listed = Unread::unknown("goal", "?", ["nobody", "ogre", "orc"]);
        assert_eq!(
            said(names.without_secrets(listed, &Masked::of("go ?"))),
            "one of nobody or orc"
        );
        let told = Unread::new("ogre has no club");
        assert!(!said(names.without_secrets(told, &Masked::of("strike"))).contains("ogre"));
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
