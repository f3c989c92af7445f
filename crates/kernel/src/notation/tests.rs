//! Words and names.

use super::words::longest;
use super::{Words, closest, of_word};

#[test]
fn the_longest_name_is_taken() {
    let mut words = Words::new("ogre chief with club");
    assert_eq!(
        words.name("creature", ["ogre", "ogre chief"]),
        Ok("ogre chief")
    );
    assert!(words.take("with"));
    assert_eq!(words.rest(), "club");
}

#[test]
fn unknown_words_get_a_suggestion() {
    let error = Words::new("orge")
        .name("creature", ["ogre", "garret"])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`orge` is no creature here; did you mean `ogre`?"
    );
}

#[test]
fn the_beginning_of_a_name_suggests_the_name() {
    let known = ["long sword", "longbow", "club"];
    assert_eq!(closest("long", known).as_deref(), Some("long sword"));
    assert_eq!(closest("lnog swrod", known).as_deref(), Some("long sword"));
    assert_eq!(closest("sling", known), None);
}

#[test]
fn a_prefix_of_a_word_is_not_that_word() {
    let mut words = Words::new("movement");
    assert!(!words.take("move"));
    assert!(words.end().is_err());
}

#[test]
fn capitals_and_spaces_make_no_difference() {
    let mut words = Words::new("Stand   UP now");
    assert!(words.take("stand up"));
    assert_eq!(words.rest(), "now");
}

#[test]
fn capitals_make_no_difference_to_letters_of_any_language() {
    for (text, name) in [
        ("Éowyn strikes", "éowyn"),
        ("éowyn strikes", "Éowyn"),
        ("\u{212A}ing strikes", "king"),
        ("king strikes", "\u{212A}ing"),
        ("old \u{212A}ING strikes", "Old king"),
    ] {
        let mut words = Words::new(text);
        assert!(words.take(name), "{name} in {text}");
        assert_eq!(words.rest(), "strikes");
    }
    for (text, name) in [("Éowyn", "Eowyn"), ("Eowyn", "éowyn"), ("Éowyn", "Èowyn")] {
        assert!(!Words::new(text).take(name), "{name} in {text}");
    }
}

#[test]
fn names_may_differ_in_a_single_letter() {
    let names = ["boar", "roar", "bear", "Éar", "boars"];
    for (place, name) in names.into_iter().enumerate() {
        assert_eq!(Words::new(name).longest(names), Some(place));
        let capitals = name.to_uppercase();
        assert_eq!(Words::new(&capitals).longest(names), Some(place));
    }
    assert_eq!(Words::new("soar").longest(names), None);
}

#[test]
fn what_ends_a_name_is_no_name_by_itself() {
    let names = ["ogre", "élan", "s"];
    let of = |text| longest(text, names, "'s");
    assert_eq!(of("Ogre's club"), Some((0, "club")));
    assert_eq!(of("ÉLAN's club"), Some((1, "club")));
    assert_eq!(of("s's club"), Some((2, "club")));
    for text in ["'s club", "'s", "ogre club", "ogre 's club", ""] {
        assert_eq!(of(text), None, "{text}");
    }
}

#[test]
fn counts_have_a_singular_and_a_plural() {
    for (text, read) in [("1 hand", Ok(1)), ("2 Hands", Ok(2))] {
        assert_eq!(Words::new(text).count_of::<u8>("hand", "hands"), read);
    }
    let error = Words::new("2 feet").count_of::<u8>("hand", "hands");
    assert_eq!(
        error.map_err(|error| error.to_string()),
        Err("expected `hand` before `feet`".to_owned())
    );
    assert_eq!(Words::new("10 ft").feet(), Some(10));
    assert_eq!(Words::new("10").feet(), None);
}

#[test]
fn values_are_read_by_their_own_words() {
    #[derive(serde::Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "kebab-case")]
    enum State {
        OnFire,
        Prone,
    }
    let known = ["on-fire", "prone"];
    for text in ["on-fire", "On_Fire", "on fire"] {
        assert_eq!(Words::new(text).value("state", &known), Ok(State::OnFire));
    }
    assert_eq!(of_word("PRONE"), Some(State::Prone));
    let error = Words::new("pron")
        .value::<State>("state", &known)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`pron` is no state here; did you mean `prone`?"
    );
}

#[test]
fn words_in_quotes_end_where_the_quotes_do() {
    let mut words = Words::new("\"say \\\"when\\\"\" when ogre moves");
    assert_eq!(words.quoted(), Ok(Some("say \"when\"".to_owned())));
    assert_eq!(words.rest(), "when ogre moves");
    assert!(Words::new("\"open").quoted().is_err());
}
