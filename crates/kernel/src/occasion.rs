//! Kinds of windows in words: what somebody says beforehand about how a creature answers is about one of these.

use serde::Serialize;
use ts_rs::TS;

use crate::notation::Unread;

/// A kind of window, without whom and what a window of it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
pub struct Occasion {
    /// Its word in journals and requests, such as `turnends`: the window's own name in lower case.
    pub kind: &'static str,
    /// The same for people, after the name of whoever is asked: "at the end of a turn".
    pub when: &'static str,
}

/// The one of these that somebody means: by its word, by all that is said for people, or by as much of that as fits no other.
///
/// # Errors
/// That nothing or more than one thing fits, and what there is.
pub fn named<'o>(occasions: &'o [Occasion], text: &str) -> Result<&'o Occasion, Unread> {
    let text = text.trim().to_lowercase();
    let mut all = occasions.iter();
    let exact = all.find(|one| one.kind == text || one.when.to_lowercase() == text);
    if let Some(exact) = exact {
        return Ok(exact);
    }
    let wanted: Vec<&str> = text.split_whitespace().collect();
    let fits = |one: &&Occasion| {
        let when = one.when.to_lowercase();
        let is_there = |word: &&str| when.split(' ').any(|known| known.starts_with(*word));
        !wanted.is_empty() && wanted.iter().all(is_there)
    };
    let found: Vec<&Occasion> = occasions.iter().filter(fits).collect();
    if let [one] = found[..] {
        return Ok(one);
    }
    let (says, listed) = if found.is_empty() {
        (
            "says nothing about when somebody is asked",
            occasions.iter().collect(),
        )
    } else {
        ("may be more than one of these", found)
    };
    let listed: Vec<&str> = listed.into_iter().map(|one| one.when).collect();
    Err(Unread::new(format!(
        "`{text}` {says}: {}",
        listed.join("; ")
    )))
}

/// The words for every kind of a system's windows: `ALL` of them, and `of` a window. A kind without words does not compile.
#[macro_export]
macro_rules! occasions {
    ($window:ident: $($kind:ident = $word:literal, $when:literal;)+) => {
        /// Where each kind stands in [`ALL`].
        #[derive(Clone, Copy)]
        enum Kind {
            $($kind),+
        }

        /// All kinds of windows.
        pub(crate) const ALL: &[$crate::occasion::Occasion] =
            &[$($crate::occasion::Occasion { kind: $word, when: $when }),+];

        /// The kind of a window.
        pub(crate) const fn of(window: &$window) -> $crate::occasion::Occasion {
            let kind = match window {
                $($window::$kind { .. } => Kind::$kind),+
            };
            ALL[kind as usize]
        }

        #[cfg(test)]
        #[test]
        fn journals_have_the_names_of_windows() {
            for (name, word) in [$((stringify!($kind), $word)),+] {
                assert_eq!(name.to_lowercase(), word);
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[Occasion] = &[
        Occasion {
            kind: "turn",
            when: "on its own Turn",
        },
        Occasion {
            kind: "turnends",
            when: "at the end of a Turn",
        },
        Occasion {
            kind: "hit",
            when: "when an attack hits it",
        },
    ];

    #[test]
    fn kinds_are_meant_by_their_word_or_by_what_they_say() {
        for (text, kind) in [
            ("turn", "turn"),
            ("turnends", "turnends"),
            ("TurnEnds", "turnends"),
            ("at the end of a turn", "turnends"),
            ("end of turn", "turnends"),
            ("own turn", "turn"),
            ("attack", "hit"),
            (" when an attack hits it ", "hit"),
        ] {
            assert_eq!(named(ALL, text).map(|one| one.kind), Ok(kind), "{text}");
        }
    }

    #[test]
    fn what_fits_none_or_several_is_refused_with_what_there_is() {
        let said = |text| named(ALL, text).unwrap_err().to_string();
        assert_eq!(
            said("fall"),
            "`fall` says nothing about when somebody is asked: on its own Turn; at the end of a Turn; when an attack hits it"
        );
        assert_eq!(
            said("a"),
            "`a` may be more than one of these: at the end of a Turn; when an attack hits it"
        );
        assert!(said("").contains("on its own Turn"));
    }
}
