//! What creatures hold, wear and carry when a fight begins.

use crate::content::Short;

/// Where an item is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// In hand.
    Held,
    /// On the body.
    Worn,
    /// In a sheath, a bag.
    Carried,
    /// In hand or on the body if it belongs there and there is room, otherwise carried.
    Anywhere,
}

/// An item that somebody has; `I` is how the file writes it.
#[derive(Clone, Debug)]
pub struct Piece<'f, I> {
    /// As the file has it.
    pub file: &'f I,
    /// Where it stands in the scenario, as a path of keys.
    pub path: String,
    /// Where it is to be.
    pub wanted: Wanted,
}

/// A list of items as a file has it.
pub type Items<I> = Option<Vec<Short<I>>>;

/// What a creature has: what the scenario writes under each of the keys of the creature at `path`, or else what its kind has.
#[must_use]
pub fn pieces<'f, I>(
    own: [(&str, &'f Items<I>, Wanted); 4],
    of_kind: &'f Items<I>,
    path: &str,
) -> Vec<Piece<'f, I>> {
    let piece = |file: &'f Short<I>, path, wanted| Piece {
        file: &file.0,
        path,
        wanted,
    };
    if own.iter().all(|(_, items, _)| items.is_none()) {
        let items = of_kind.iter().flatten();
        return items
            .map(|item| piece(item, format!("{path}.kind"), Wanted::Anywhere))
            .collect();
    }
    let mut pieces = Vec::new();
    for (key, items, wanted) in own {
        let items = items.iter().flatten().enumerate();
        pieces.extend(
            items.map(|(index, item)| piece(item, format!("{path}.{key}[{index}]"), wanted)),
        );
    }
    pieces
}

/// What an item is for, when a place for it is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A weapon.
    Weapon,
    /// What the other hand holds: a shield, a light.
    OtherHand,
    /// Something to wear, one of its kind at a time.
    Armour,
    /// Anything else.
    Other,
}

/// An item for which a place is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outfit {
    /// Where it is to be.
    pub wanted: Wanted,
    /// What it is for.
    pub role: Role,
    /// Hands it takes.
    pub hands: u8,
}

/// Where an item has found its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// In hand.
    Held,
    /// On the body.
    Worn,
    /// In a sheath, a bag.
    Carried,
}

/// Finds a place for everything that somebody with so many hands has: first for what is to be in hand, then for the first weapon
/// that fits, for what the other hand holds, for further weapons, and for armour; the rest is carried.
#[must_use]
pub fn places(hands: u8, outfit: &[Outfit]) -> Vec<Spot> {
    let mut free = i32::from(hands);
    let mut places: Vec<Option<Spot>> = outfit
        .iter()
        .map(|item| match item.wanted {
            Wanted::Held => {
                free -= i32::from(item.hands);
                Some(Spot::Held)
            }
            Wanted::Worn => Some(Spot::Worn),
            Wanted::Carried => Some(Spot::Carried),
            Wanted::Anywhere => None,
        })
        .collect();
    let mut hold = |index: usize, places: &mut Vec<Option<Spot>>| {
        let hands = i32::from(outfit[index].hands);
        let fits = places[index].is_none() && hands <= free;
        if fits {
            free -= hands;
            places[index] = Some(Spot::Held);
        }
        fits
    };
    let with_role = |role| (0..outfit.len()).filter(move |index| outfit[*index].role == role);
    let _first = with_role(Role::Weapon).find(|index| hold(*index, &mut places));
    for index in with_role(Role::OtherHand).chain(with_role(Role::Weapon)) {
        hold(index, &mut places);
    }
    let worn = places.contains(&Some(Spot::Worn));
    let armour = with_role(Role::Armour).find(|index| !worn && places[*index].is_none());
    if let Some(index) = armour {
        places[index] = Some(Spot::Worn);
    }
    let carried = |place: Option<Spot>| place.unwrap_or(Spot::Carried);
    places.into_iter().map(carried).collect()
}

/// The number of something in a list of different things, which gets to know it.
pub fn number_in<T: Clone + PartialEq>(list: &mut Vec<T>, thing: &T) -> usize {
    let known = list.iter().position(|other| other == thing);
    known.unwrap_or_else(|| {
        list.push(thing.clone());
        list.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(wanted: Wanted, role: Role, hands: u8) -> Outfit {
        Outfit {
            wanted,
            role,
            hands,
        }
    }

    #[test]
    fn hands_take_what_is_wanted_then_a_weapon_then_a_shield() {
        use Role::{Armour, Other, OtherHand, Weapon};
        use Spot::{Carried, Held, Worn};
        use Wanted::Anywhere;
        let pike = item(Anywhere, Weapon, 2);
        let axe = item(Anywhere, Weapon, 1);
        let shield = item(Anywhere, OtherHand, 1);
        let mail = item(Anywhere, Armour, 2);
        assert_eq!(
            places(2, &[axe, axe, shield, mail, mail]),
            [Held, Carried, Held, Worn, Carried]
        );
        assert_eq!(places(2, &[pike, shield]), [Held, Carried]);
        let flask = item(Wanted::Held, Other, 1);
        assert_eq!(places(2, &[pike, axe, flask]), [Carried, Held, Held]);
        let worn = item(Wanted::Worn, Armour, 2);
        assert_eq!(places(0, &[axe, mail, worn]), [Carried, Carried, Worn]);
    }
}
