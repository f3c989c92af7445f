//! The nouns of a fight: creatures, things and squares.

use crate::grid::Grid;
use crate::id::{CreatureId, ItemId};

/// Where a thing is, as far as its name is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// In a creature's hands.
    Held(CreatureId),
    /// Worn by a creature.
    Worn(CreatureId),
    /// Carried by a creature, not at hand.
    Carried(CreatureId),
    /// Not with anybody.
    Lying,
    /// No longer in the fight.
    Gone,
}

impl Whereabouts {
    /// Who has it.
    #[must_use]
    pub fn bearer(self) -> Option<CreatureId> {
        match self {
            Self::Held(who) | Self::Worn(who) | Self::Carried(who) => Some(who),
            Self::Lying | Self::Gone => None,
        }
    }
}

/// A thing as its name is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thing<'n> {
    /// What it is called.
    pub name: &'n str,
    /// Where it is.
    pub place: Whereabouts,
    /// Whether it is broken; whole ones are meant first.
    pub broken: bool,
    /// What is left of what it withstands, where a system counts that: the name of the points, and how many.
    pub withstands: Option<(&'static str, i16)>,
}

/// Which of several things of one name is meant first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// One in use: held, then worn, then carried.
    InUse,
    /// One that is put away: carried, then worn, then held.
    Stored,
    /// One on the ground, within reach before those that are not.
    Lying,
}

/// Whose things are meant first by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Whose {
    pub(super) whose: Option<CreatureId>,
    /// Whether that is whoever speaks.
    pub(super) is_speaker: bool,
}

impl Thing<'_> {
    /// The lower, the likelier this one is meant by its name: what somebody has who is not spoken of never decides which of the others is.
    fn rank(&self, whose: Whose, wanted: Wanted, is_far: bool) -> u8 {
        const LYING: u8 = 6;
        const OTHERS: u8 = 8;
        const GONE: u8 = 14;
        let broken = u8::from(self.broken);
        let Whose { whose, is_speaker } = whose;
        let bearer = self.place.bearer();
        if bearer.is_some() && bearer == whose {
            return match wanted {
                Wanted::Lying => OTHERS + self.order(),
                // Of one's own things, too, whole ones are meant first.
                _ if is_speaker => self.rank_of_own(wanted) + 3 * broken,
                _ => self.order(),
            };
        }
        match (wanted, self.place) {
            (_, Whereabouts::Gone) => GONE,
            (Wanted::Lying, Whereabouts::Lying) => u8::from(is_far) + 2 * broken,
            (_, Whereabouts::Lying) if whose.is_some() => LYING + broken,
            _ => OTHERS + broken,
        }
    }

    fn rank_of_own(&self, wanted: Wanted) -> u8 {
        match (wanted, self.place) {
            (Wanted::InUse, Whereabouts::Held(_)) | (Wanted::Stored, Whereabouts::Carried(_)) => 0,
            (_, Whereabouts::Worn(_)) => 1,
            _ => 2,
        }
    }

    /// The lower, the sooner it is counted among those of its name that are where it is, by whatever verb: what is put away comes last, so
    /// that nobody need know of that to count the others.
    pub(super) fn order(&self) -> u8 {
        let put_away = match self.place {
            Whereabouts::Held(_) | Whereabouts::Lying | Whereabouts::Gone => 0,
            Whereabouts::Worn(_) => 1,
            Whereabouts::Carried(_) => 2,
        };
        2 * put_away + u8::from(self.broken)
    }

    /// Whether another one is where this one is: with the same bearer, or lying about as well.
    fn is_where(&self, other: &Self) -> bool {
        let lies = |thing: &Self| thing.place == Whereabouts::Lying;
        self.place.bearer() == other.place.bearer() && lies(self) == lies(other)
    }
}

/// What can be named in a fight.
pub trait Nouns {
    /// The grid of the map, for squares.
    fn grid(&self) -> Grid;

    /// A creature's name; `None` if there is no such creature.
    fn creature_name(&self, who: CreatureId) -> Option<&str>;

    /// The same creature in a sentence: `the ogre` where it is named after its kind.
    fn creature_spoken(&self, who: CreatureId) -> Option<String> {
        self.creature_name(who).map(str::to_owned)
    }

    /// A thing; `None` if there is no such thing.
    fn thing(&self, item: ItemId) -> Option<Thing<'_>>;

    /// The name of a creature's natural weapon; `None` if it has no such weapon. The last one is the unarmed strike.
    fn natural_name(&self, who: CreatureId, number: u8) -> Option<&str>;

    /// Whether a creature could take up a thing that lies about from where it is; where this is not said, any.
    fn is_at_hand(&self, _who: CreatureId, _item: ItemId) -> bool {
        true
    }

    /// Whether two things differ in nothing but their numbers, so that a name means either; where this is not said, none do.
    fn are_alike(&self, _one: ItemId, _other: ItemId) -> bool {
        false
    }

    /// Whether another thing like this one is meant before it, as it has just been used.
    fn is_put_last(&self, _item: ItemId) -> bool {
        false
    }
}

/// How things that are alike are told apart, from the first on.
pub(super) const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// Whether a word may count things that are alike: `second`.
#[must_use]
pub fn is_ordinal(word: &str) -> bool {
    ORDINALS.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// The lower, the likelier a thing is meant by its name.
pub(super) fn rank<N: Nouns>(nouns: &N, item: ItemId, whose: Whose, wanted: Wanted) -> u8 {
    let Some(thing) = nouns.thing(item) else {
        return u8::MAX;
    };
    let lies = wanted == Wanted::Lying && thing.place == Whereabouts::Lying;
    let is_far = lies && (whose.whose).is_some_and(|who| !nouns.is_at_hand(who, item));
    thing.rank(whose, wanted, is_far)
}

/// Whether all of these are with one bearer, or all of them lie about.
pub(super) fn are_together<N: Nouns>(nouns: &N, all: &[ItemId]) -> bool {
    let mut pairs = all.windows(2);
    pairs.all(|pair| match (nouns.thing(pair[0]), nouns.thing(pair[1])) {
        (Some(one), Some(other)) => one.is_where(&other),
        _ => false,
    })
}

/// The names of all creatures, by id.
pub(crate) fn creature_names<N: Nouns>(nouns: &N) -> impl Iterator<Item = &str> {
    (0..=u16::MAX).map_while(|number| nouns.creature_name(CreatureId(number)))
}

/// The names of a creature's natural weapons.
pub(super) fn natural_names<N: Nouns>(nouns: &N, who: CreatureId) -> impl Iterator<Item = &str> {
    (0..=u8::MAX).map_while(move |number| nouns.natural_name(who, number))
}

/// Another thing that differs from this one in nothing but its number.
pub(super) fn another_like<N: Nouns>(nouns: &N, item: ItemId) -> Option<ItemId> {
    (0..=u16::MAX)
        .map(ItemId)
        .take_while(|other| nouns.thing(*other).is_some())
        .find(|other| *other != item && nouns.are_alike(item, *other))
}

/// How many of its name are counted before a thing: those that are where it is.
pub(super) fn place_among_its_like<N: Nouns>(nouns: &N, item: ItemId) -> Option<usize> {
    let thing = nouns.thing(item)?;
    let all = (0..=u16::MAX).map(ItemId);
    let all = all.map_while(|item| Some((item, nouns.thing(item)?)));
    let like = all.filter(|(_, other)| other.name == thing.name && other.is_where(&thing));
    let before = like.filter(|(number, other)| (other.order(), *number) < (thing.order(), item));
    Some(before.count())
}

/// What a thing is called among all there are: with its place among those of its name that are where it is, as acts name it.
#[must_use]
pub fn name_among(item: ItemId, thing: &Thing<'_>, all: &[(ItemId, Thing<'_>)]) -> String {
    let like = |other: &Thing<'_>| other.name == thing.name && other.is_where(thing);
    let others = all.iter().filter(|(_, other)| like(other));
    let others = others.map(|(number, other)| (other.order(), *number));
    let others: Vec<(u8, ItemId)> = others.collect();
    if others.len() < 2 {
        return thing.name.to_owned();
    }
    let own = (thing.order(), item);
    let place = others.iter().filter(|other| **other < own).count();
    match ORDINALS.get(place) {
        Some(word) => format!("{word} {}", thing.name),
        None => format!("{} #{}", thing.name, item.0),
    }
}

/// What an item is called; its number where there is no such item.
#[must_use]
pub fn item_name<N: Nouns>(nouns: &N, item: ItemId) -> String {
    match nouns.thing(item) {
        Some(thing) => thing.name.to_owned(),
        None => format!("#{}", item.0),
    }
}
