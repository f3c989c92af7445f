//! What things are like, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::{count, side_by_side, with_sign};

use super::{
    Armor, Composite, Effect, Flight, Gear, Handling, ItemKind, Ranged, Rider, Shield, Weapon,
};

impl ItemKind {
    /// What it does for whoever has it, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Weapon(weapon) => weapon.in_words(),
            Self::Armor(armor) => armor.in_words(),
            Self::Shield(shield) => shield.in_words(),
            Self::Gear(gear) => gear.in_words(),
        }
    }
}

impl Weapon {
    fn in_words(&self) -> String {
        let handling = match self.handling {
            Handling::Light => Some("light"),
            Handling::OneHanded => Some("one-handed"),
            Handling::TwoHanded => Some("two-handed"),
            Handling::Body => None,
        };
        let category = word_of(&self.category).unwrap_or_default();
        let speed = word_of(&self.speed).unwrap_or_default();
        let riders = self.riders.iter().map(|rider| Some(rider.in_words()));
        let use_of_it = [
            handling.map(str::to_owned),
            Some(format!("of the category {}", category.replace('-', " "))),
            self.damage_in_words(),
            Some(format!("{speed} speed")),
            feet(self.reach_bonus_ft, "of reach"),
            said(!self.melee, "not for melee"),
            self.ranged.map(Ranged::in_words),
            self.against
                .map(|defense| format!("against {}", defense.name())),
            self.attribute
                .map(|attribute| format!("by {}", attribute.name())),
            added(self.attack_bonus, "on attack rolls"),
            added(self.damage_bonus, "damage"),
        ];
        let properties = [
            said(self.precise, "precise: a 19 can be a critical hit"),
            said(self.trip, "good for a trip"),
            self.composite.map(Composite::in_words),
            said(self.longbow, "not from a crouch"),
            said(self.crossbow, "also while prone"),
            said(self.torch, "can be lit"),
            said(self.always_impairs, "a hit always impairs"),
        ];
        side_by_side(use_of_it.into_iter().chain(properties).chain(riders))
    }

    fn damage_in_words(&self) -> Option<String> {
        let types: Vec<String> = self.types.iter().filter_map(word_of).collect();
        let kind = if self.nonlethal {
            "nonlethal ".to_owned()
        } else {
            String::new()
        };
        let more = self.extra.map(|extra| format!(" and {}", extra.dice));
        let times = (self.multiplier > 1).then(|| format!(", rolled {} times", self.multiplier));
        Some(format!(
            "{}{} {kind}{} damage{}",
            self.damage?.in_words(),
            more.unwrap_or_default(),
            types.join(" or "),
            times.unwrap_or_default()
        ))
    }
}

impl Ranged {
    fn in_words(self) -> String {
        let way = match self.flight {
            Flight::Missile => "shoots",
            Flight::Thrown => "can be thrown",
            Flight::Slung => "slings stones",
        };
        format!("{way} with a range increment of {} ft", self.increment_ft)
    }
}

impl Composite {
    fn in_words(self) -> String {
        match self.most {
            Some(most) => format!("adds Strength, up to {most}"),
            None => "adds Strength".to_owned(),
        }
    }
}

impl Rider {
    fn in_words(&self) -> String {
        let when = if self.on_critical {
            "a critical hit"
        } else {
            "a hit"
        };
        let reaches = self
            .against
            .map(|defense| format!(" that reaches {} as well", defense.name()));
        format!(
            "{when}{}: {}",
            reaches.unwrap_or_default(),
            self.brings.in_words()
        )
    }
}

impl Armor {
    fn in_words(&self) -> String {
        side_by_side([
            added(self.bonus, "to Primary and Passive"),
            added(self.threshold, "to the Threshold of Pain"),
            added(self.spell_failure, "to casting DCs"),
            feet(self.speed_ft, "of speed"),
        ])
    }
}

impl Shield {
    fn in_words(&self) -> String {
        side_by_side([
            added(self.bonus, "to Primary"),
            added(self.spell_failure, "to casting DCs"),
            feet(self.speed_ft, "of speed"),
            said(self.tower, "a tower shield: no Grab with it"),
        ])
    }
}

impl Gear {
    fn in_words(&self) -> String {
        let does = |way: &str, effect: &Option<Effect>| {
            let effect = effect.as_ref()?;
            Some(format!("{way}: {}", effect.in_words()))
        };
        let scroll = self.scroll.as_ref();
        side_by_side([
            (self.hands > 0).then(|| count(self.hands.into(), "hand")),
            does("drunk", &self.potion),
            does("activated", &self.magic),
            scroll.map(|spell| format!("read: casts {spell}")),
        ])
    }
}

fn said(holds: bool, words: &str) -> Option<String> {
    holds.then(|| words.to_owned())
}

/// A number that is added somewhere; nothing of 0.
fn added(number: i16, to: &str) -> Option<String> {
    (number != 0).then(|| format!("{} {to}", with_sign(number.into())))
}

fn feet(number: i16, of: &str) -> Option<String> {
    (number != 0).then(|| format!("{} ft {of}", with_sign(number.into())))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    fn thing(written: &Value) -> String {
        ItemKind::deserialize(written).expect("a thing").in_words()
    }

    #[test]
    fn a_thing_says_what_it_is_good_for() {
        let rapier = json!({ "weapon": {
            "name": "rapier", "category": "light-swords", "handling": "one-handed", "damage": "1d6", "types": ["piercing", "slashing"],
            "speed": "fast", "precise": true, "attack_bonus": 1, "durability": 10,
            "riders": [{ "against": "vigor", "brings": "net" }]
        } });
        assert_eq!(
            thing(&rapier),
            "one-handed, of the category light swords, d6 piercing or slashing damage, fast speed, +1 on attack rolls, precise: a 19 can be a critical hit, a hit that reaches Vigor as well: the target is caught in a net"
        );
        let bow = json!({ "weapon": {
            "name": "longbow", "category": "bows", "handling": "two-handed", "damage": "1d8", "types": ["piercing"], "speed": "slow",
            "melee": false, "longbow": true, "composite": { "most": 2 }, "ranged": { "flight": "missile", "increment_ft": 60 }
        } });
        assert_eq!(
            thing(&bow),
            "two-handed, of the category bows, d8 piercing damage, slow speed, not for melee, shoots with a range increment of 60 ft, adds Strength, up to 2, not from a crouch"
        );
        let mail = json!({ "armor": { "name": "mail", "bonus": 4, "threshold": 1, "spell_failure": 2, "speed_ft": -5 } });
        assert_eq!(
            thing(&mail),
            "+4 to Primary and Passive, +1 to the Threshold of Pain, +2 to casting DCs, −5 ft of speed"
        );
        let shield = json!({ "shield": { "name": "tower", "bonus": 3, "tower": true } });
        assert_eq!(
            thing(&shield),
            "+3 to Primary, a tower shield: no Grab with it"
        );
        let rod = json!({ "gear": { "name": "rod of sparks", "magic": { "damage": { "dice": "1d6", "kind": "electricity" } } } });
        assert_eq!(thing(&rod), "1 hand, activated: does d6 electricity damage");
    }
}
