//! Which thing is meant by a name that can mean several.

use super::nouns::{Nouns, ORDINALS, Wanted, Whose, are_together, rank};
use super::{Reader, Unread};
use crate::id::{CreatureId, ItemId};

/// The things that a name can mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    pub(super) name: String,
    pub(super) items: Vec<ItemId>,
    pub(super) number: Option<ItemId>,
    /// Which of several, from 0: `second dagger`.
    pub(super) ordinal: Option<usize>,
    pub(super) whose: Option<CreatureId>,
}

impl<N: Nouns> Reader<'_, '_, N> {
    /// Which thing a name means if the things of `whose` are meant first.
    ///
    /// # Errors
    /// If it means none, or several alike.
    pub fn settle(
        &self,
        phrase: &Phrase,
        whose: Option<CreatureId>,
        wanted: Wanted,
    ) -> Result<ItemId, Unread> {
        if let Some(number) = phrase.number {
            return if phrase.items.contains(&number) {
                Ok(number)
            } else {
                Err(Unread::new(format!("#{} is no {}", number.0, phrase.name)))
            };
        }
        let whose = phrase.whose.or(whose);
        let is_speaker = whose == self.who;
        let whose = Whose { whose, is_speaker };
        let rank = |item: &ItemId| rank(self.nouns, *item, whose, wanted);
        let best = phrase.items.iter().map(rank).min();
        let meant = phrase.items.iter().filter(|item| Some(rank(item)) == best);
        let meant: Vec<ItemId> = meant.copied().collect();
        match (&meant[..], phrase.ordinal) {
            ([], _) => Err(Unread::new(match phrase.whose {
                Some(whose) => format!("{} has no {}", self.name_of(whose), phrase.name),
                None => format!("there is no {} here", phrase.name),
            })),
            (_, Some(ordinal)) => self.counted(phrase, &meant, ordinal),
            ([item], None) => Ok(*item),
            (_, None) => self
                .first_alike(&meant)
                .ok_or_else(|| self.ambiguous(phrase, &meant)),
        }
    }

    /// That one of several which are with one bearer, or lie about. They are counted in one order, whatever is done with them, so that no
    /// number of a thing need be told that counts those of everybody.
    fn counted(&self, phrase: &Phrase, meant: &[ItemId], ordinal: usize) -> Result<ItemId, Unread> {
        if !are_together(self.nouns, meant) {
            return Err(self.ambiguous(phrase, meant));
        }
        let all = self.in_order(phrase, meant[0]);
        all.get(ordinal).copied().ok_or_else(|| {
            let (name, word) = (&phrase.name, ORDINALS.get(ordinal).unwrap_or(&"other"));
            Unread::new(format!("there is no {word} {name} here"))
        })
    }

    /// All things of a name that are where one of them is, as they are counted.
    fn in_order(&self, phrase: &Phrase, one: ItemId) -> Vec<ItemId> {
        let items = phrase.items.iter().copied();
        let mut all: Vec<ItemId> = items
            .filter(|item| are_together(self.nouns, &[one, *item]))
            .collect();
        let order = |item: ItemId| self.nouns.thing(item).map(|thing| thing.order());
        all.sort_by_cached_key(|item| (order(*item), *item));
        all
    }

    /// The first of several that are alike, those just used behind the others; `None`: they are not.
    fn first_alike(&self, meant: &[ItemId]) -> Option<ItemId> {
        let mut all = meant.iter().copied();
        self.are_alike(meant).then_some(())?;
        all.find(|item| !self.nouns.is_put_last(*item))
            .or_else(|| meant.first().copied())
    }

    fn are_alike(&self, all: &[ItemId]) -> bool {
        let mut pairs = all.windows(2);
        pairs.all(|pair| self.nouns.are_alike(pair[0], pair[1]))
    }

    /// Which of one creature's own things a name means.
    ///
    /// # Errors
    /// If it means none, or several alike.
    pub fn settle_of(
        &self,
        phrase: Phrase,
        whose: CreatureId,
        wanted: Wanted,
    ) -> Result<ItemId, Unread> {
        let own = |item: &ItemId| self.bearer(*item) == Some(whose);
        let items = phrase.items.into_iter().filter(own).collect();
        let phrase = Phrase {
            items,
            whose: Some(whose),
            ..phrase
        };
        self.settle(&phrase, Some(whose), wanted)
    }

    /// That a name fits all of these alike.
    fn ambiguous(&self, phrase: &Phrase, meant: &[ItemId]) -> Unread {
        let all: Vec<String> = meant
            .iter()
            .map(|item| format!("`{}`", self.told_apart(phrase, meant, *item)))
            .collect();
        Unread::new(format!(
            "`{}` can mean several things: {}",
            phrase.name,
            all.join(", ")
        ))
    }

    /// What is typed for that one of those which a name can mean.
    fn told_apart(&self, phrase: &Phrase, meant: &[ItemId], item: ItemId) -> String {
        let name = &phrase.name;
        let bearer = self.bearer(item);
        let owner = bearer.map(|bearer| format!("{}'s ", self.name_of(bearer)));
        let owner = owner.unwrap_or_default();
        let all = self.in_order(phrase, item);
        let place = all.iter().position(|other| *other == item);
        let word = place.and_then(|place| ORDINALS.get(place));
        match word {
            Some(_) if bearer.is_some() && all.len() == 1 => format!("{owner}{name}"),
            Some(word) if bearer.is_some() || are_together(self.nouns, meant) => {
                format!("{owner}{word} {name}")
            }
            _ => format!("{owner}{name} #{}", item.0),
        }
    }
}
