//! Whom the game master hides from players: no rule knows of it, so what players are offered, and what it would come to, is worked out as
//! if they were not there, until somebody comes up against them.

use affray_kernel::fight::Fight;
use affray_kernel::notation::Unread;
use affray_kernel::{CreatureId, Next, Refusal, System};

use crate::secrecy::{Matter, Viewer};
use crate::session::{Declined, Session as _};
use crate::table::Table;

/// What is read for the name of somebody who is hidden.
const SOMEBODY: &str = "somebody unseen";

impl<S: System> Table<S> {
    /// Whom the game master hides from the viewer, those included whom he has taken out of the fight.
    fn hidden_from(&self, viewer: &Viewer) -> Vec<CreatureId> {
        let mut hidden = self.kept.now().hidden;
        if hidden.is_empty() || *viewer == Viewer::GameMaster {
            return Vec::new();
        }
        let (state, known) = (self.fight.state(), self.known());
        hidden.retain(|who| {
            S::seen(state, *who)
                .is_some_and(|creature| !known.allows(viewer, Matter::Presence(&creature)))
        });
        hidden
    }

    /// The same without those whom he has taken out.
    fn unseen_by(&self, viewer: &Viewer) -> Vec<CreatureId> {
        let mut unseen = self.hidden_from(viewer);
        unseen.retain(|who| !S::removed(self.fight.state(), *who));
        unseen
    }

    /// Reads an act as it is typed by somebody who may not know of everybody. Whoever is hidden from the viewer is nobody, by whatever name:
    /// what is answered is the same as to a name that nobody has, and suggests nobody else who is hidden.
    pub(crate) fn read_for(
        &self,
        viewer: &Viewer,
        who: CreatureId,
        words: &str,
    ) -> Result<S::Act, Declined> {
        if *viewer == Viewer::GameMaster {
            return self.read(who, words);
        }
        let names = Names::of(self, viewer);
        if let Some(typed) = names.secret_in(words) {
            return Err(names.nobody(&typed));
        }
        self.is_here(who)?;
        let state = self.fight.state();
        match S::parse(state, Some(who), words) {
            Ok(act) => match names.secret_in(&S::print(state, Some(who), &act)) {
                None => Ok(act),
                Some(_) => Err(names.nobody(words)),
            },
            Err(unread) => Err(match &unread.nobody {
                Some(word) => names.nobody(word),
                None => names.without_secrets(unread),
            }),
        }
    }

    /// The question as the viewer may read it.
    pub(crate) fn hushed(&self, question: String, viewer: &Viewer) -> String {
        let names = self.hidden_from(viewer).into_iter();
        let names = names.flat_map(|who| [self.name_of(who).to_owned(), format!("@{}", who.0)]);
        hushed(question, names)
    }

    /// The fight as the viewer takes it to be where `who` is asked something: without whom the game master hides. `None` where that is
    /// the fight as it is: nobody is hidden, or the question is about somebody who is, or comes in the middle of an act.
    pub(crate) fn as_known_to(&self, viewer: &Viewer, who: CreatureId) -> Option<Fight<S>> {
        let unseen = self.unseen_by(viewer);
        if unseen.is_empty() || self.fight.open().is_some() {
            return None;
        }
        let asks = self.fight.asks();
        let mut asks = asks.iter().filter(|ask| ask.who == who);
        let known = self.without(&unseen)?;
        let asked = match S::next(known.state()) {
            Next::Over(_) => None,
            _ => Some(known.asks()),
        };
        let is_same = asks.all(|ask| {
            let question = S::question(self.fight.state(), ask);
            let is_about_them = unseen
                .iter()
                .any(|who| place_of(&question, self.name_of(*who)).is_some());
            !is_about_them && asked.as_ref().is_none_or(|asked| asked.contains(ask))
        });
        is_same.then_some(known)
    }

    /// The present moment as it would be if these were gone.
    fn without(&self, unseen: &[CreatureId]) -> Option<Fight<S>> {
        let mut fight = self.fight.from_here();
        for who in unseen {
            let words = format!("{} leaves", S::name(fight.state(), *who));
            let facts = S::correction(fight.state(), &words).ok()?;
            fight.correct(&words, facts).ok()?;
        }
        Some(fight)
    }

    /// Has somebody at this seat act. Whoever comes up against somebody hidden, so that the rules refuse only for that one's sake, has
    /// found it: it is revealed, and nothing else has happened.
    pub(crate) fn act_from(
        &mut self,
        by: &Viewer,
        who: CreatureId,
        words: &str,
        seen: Option<u64>,
    ) -> Result<(), Declined> {
        let refused = match self.act(who, words, seen) {
            Err(Declined::Refused { rule, message }) => Declined::Refused {
                rule,
                message: self.hushed(message, by),
            },
            done => return done,
        };
        let Some(known) = self.as_known_to(by, who) else {
            return Err(refused);
        };
        let act = self.read_for(by, who, words)?;
        if let Err(refusal) = self.check_in(&known, who, &act) {
            // The rules may refuse because of somebody hidden as well, of whom the seat must not hear.
            return Err(Self::refused(&refusal, known.state()));
        }
        let unseen = self.unseen_by(by);
        let in_the_way = |one: &CreatureId| {
            let others = unseen.iter().copied().filter(|other| other != one);
            let alone = self.without(&others.collect::<Vec<_>>());
            alone.is_some_and(|alone| self.check_in(&alone, who, &act).is_err())
        };
        let mut met: Vec<CreatureId> = unseen.iter().copied().filter(in_the_way).collect();
        if met.is_empty() {
            met = unseen;
        }
        Err(self.come_upon(who, &met))
    }

    /// Whether any ask of the creature allows the act, as things are in that fight.
    pub(crate) fn check_in(
        &self,
        fight: &Fight<S>,
        who: CreatureId,
        act: &S::Act,
    ) -> Result<(), Refusal> {
        let asks = self.fight.asks();
        let own = asks.iter().filter(|ask| ask.who == who);
        let mut checks = own.map(|ask| S::check(fight.state(), ask, act));
        let first = checks.next().unwrap_or(Ok(()));
        if checks.any(|check| check.is_ok()) {
            Ok(())
        } else {
            first
        }
    }

    fn come_upon(&mut self, who: CreatureId, met: &[CreatureId]) -> Declined {
        let names: Vec<String> = met
            .iter()
            .map(|one| self.name_of(*one).to_owned())
            .collect();
        for one in met {
            self.set_hidden(*one, false);
        }
        Declined::Refused {
            rule: S::catalogue().id(S::corrected_by()).to_owned(),
            message: format!(
                "{} comes upon {}, hidden until now, and may decide again",
                self.name_of(who),
                names.join(" and ")
            ),
        }
    }
}

/// The names of creatures as a viewer may use them.
pub(crate) struct Names {
    secret: Vec<String>,
    known: Vec<String>,
}

impl Names {
    pub(crate) fn of<S: System>(table: &Table<S>, viewer: &Viewer) -> Self {
        let hidden = table.hidden_from(viewer);
        let state = table.fight.state();
        let ids = (0..S::count(state)).map(|index| CreatureId(index as u16));
        let (secret, known): (Vec<CreatureId>, Vec<CreatureId>) =
            ids.partition(|who| hidden.contains(who));
        let secret = secret.into_iter().flat_map(|who| {
            let name = S::name(state, who);
            [format!("{name}'s"), name.to_owned(), format!("@{}", who.0)]
        });
        let known = known.into_iter().map(|who| S::name(state, who).to_owned());
        Self {
            secret: secret.collect(),
            known: known.collect(),
        }
    }

    /// The first words that name somebody of whom the viewer must not know, in letters of any case; where a longer name stands that it
    /// knows, that one is meant.
    pub(crate) fn secret_in(&self, words: &str) -> Option<String> {
        if self.secret.is_empty() {
            return None;
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut rest = words.as_slice();
        while let [_, behind @ ..] = rest {
            let known = longest(rest, &self.known).unwrap_or(0);
            match longest(rest, &self.secret) {
                Some(length) if length > known => return Some(rest[..length].join(" ")),
                _ => rest = if known > 1 { &rest[known..] } else { behind },
            }
        }
        None
    }

    /// What is answered to a word that is no name the viewer knows.
    fn nobody(&self, word: &str) -> Declined {
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

    /// Words that could not be read, with nothing in the answer of whom the viewer must not know.
    fn without_secrets(&self, unread: Unread) -> Declined {
        let tells = |text: &str| {
            self.secret
                .iter()
                .any(|name| place_of(text, name).is_some())
        };
        let message = if tells(&unread.message) {
            "these words mean nothing here".to_owned()
        } else if unread.suggestion.as_deref().is_some_and(tells) {
            unread.message
        } else {
            unread.to_string()
        };
        Declined::Unread { message }
    }
}

/// How many words the longest of these names takes at the beginning, if one stands there in letters of any case.
fn longest(words: &[&str], names: &[String]) -> Option<usize> {
    let lengths = names.iter().filter_map(|name| {
        let parts: Vec<&str> = name.split_whitespace().collect();
        let stands = words.get(..parts.len())?.iter().zip(&parts);
        let is_named = stands
            .into_iter()
            .all(|(word, part)| word.to_lowercase() == part.to_lowercase());
        (is_named && !parts.is_empty()).then_some(parts.len())
    });
    lengths.max()
}

/// A text in which whoever is hidden from the viewer is not named.
fn hushed(mut text: String, names: impl IntoIterator<Item = String>) -> String {
    for name in names {
        let mut done = 0;
        while let Some(place) = place_of(&text[done..], &name) {
            let place = done + place;
            text.replace_range(place..place + name.len(), SOMEBODY);
            done = place + SOMEBODY.len();
        }
    }
    text
}

/// Where a name stands in a text as words of its own.
fn place_of(text: &str, name: &str) -> Option<usize> {
    let mut places = text.match_indices(name).map(|(place, _)| place);
    places.find(|place| {
        let before = text[..*place].chars().next_back();
        let behind = text[place + name.len()..].chars().next();
        let is_apart = |sign: Option<char>| !sign.is_some_and(char::is_alphanumeric);
        is_apart(before) && is_apart(behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(secret: &[&str], known: &[&str]) -> Names {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Names {
            secret: owned(secret),
            known: owned(known),
        }
    }

    #[test]
    fn secret_names_are_found_in_any_case_but_not_in_longer_known_ones() {
        let names = names(&["ogre", "@2"], &["ogre chief", "Mirel"]);
        for (words, secret) in [
            ("strike ogre with club", Some("ogre")),
            ("strike OGRE with club", Some("OGRE")),
            ("strike ogre chief with club", None),
            ("strike ogre chief's ogre", Some("ogre")),
            ("strike @2", Some("@2")),
            ("end turn", None),
        ] {
            assert_eq!(names.secret_in(words).as_deref(), secret, "{words}");
        }
    }

    #[test]
    fn a_secret_name_is_answered_like_one_that_nobody_has() {
        let names = names(&["ogre", "ogre's"], &["orc"]);
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
            said(names.without_secrets(suggested)),
            "`ogr` is no act here"
        );
        let told = Unread::new("ogre has no club");
        assert!(!said(names.without_secrets(told)).contains("ogre"));
    }

    #[test]
    fn names_are_hushed_as_whole_words() {
        let hush = |text: &str| hushed(text.to_owned(), ["Al".to_owned(), "@2".to_owned()]);
        assert_eq!(
            hush("Al, with Al's club"),
            "somebody unseen, with somebody unseen's club"
        );
        assert_eq!(hush("Also Hal and @21"), "Also Hal and @21");
        assert_eq!(hush("strike @2"), "strike somebody unseen");
        let unseen = hushed("unseen strikes".to_owned(), ["unseen".to_owned()]);
        assert_eq!(
            unseen, "somebody unseen strikes",
            "and not again within those words"
        );
    }
}
