//! What things are like, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::{count, list, side_by_side};

use super::{Armor, Damage, Gear, Hands, ItemKind, Level, OnHit, Protection, Shield, Weapon};

impl ItemKind {
    /// What it does for whoever has it, as a player asks for it; nothing of the spell in it, which has a name elsewhere.
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
        let hands = match self.hands {
            Hands::One => "one-handed",
            Hands::Two => "two-handed",
            Hands::Versatile => "one- or two-handed",
        };
        let damage: Vec<String> = self.damage.iter().map(Damage::in_words).collect();
        let on_hit = self.on_hit.map(|on_hit| match on_hit {
            OnHit::Entangle => "a hit leaves the target Grappled, by nobody",
            OnHit::Topple => "a hit may leave the target Prone",
        });
        let counts_as = self.gear.as_ref();
        side_by_side([
            Some(hands.to_owned()),
            (!damage.is_empty()).then(|| format!("{} damage", list(&damage))),
            self.two_handed
                .map(|dice| format!("{dice} with both hands")),
            metres("reach", self.reach_m),
            metres("range", self.range_m),
            metres("thrown up to", self.thrown_m),
            self.heavy.then(|| "Heavy".to_owned()),
            (self.load > 0).then(|| format!("Load {}", self.load)),
            on_hit.map(str::to_owned),
            counts_as.map(|gear| format!("training with a {gear} counts")),
        ])
    }
}

impl Armor {
    fn in_words(&self) -> String {
        let level = match self.level {
            Level::Partial => "partial armor",
            Level::Full => "full armor",
        };
        side_by_side([
            Some(level.to_owned()),
            Some(self.protection.in_words()),
            (self.slows_m > 0).then(|| format!("{} m less speed", self.slows_m)),
        ])
    }
}

impl Protection {
    fn in_words(&self) -> String {
        let types: Vec<String> = self.magic_types.iter().filter_map(word_of).collect();
        let kinds = if types.is_empty() {
            "magical".to_owned()
        } else {
            list(&types)
        };
        side_by_side([
            Some(format!("Armor Rating {}", self.rating)),
            (self.magic > 0).then(|| format!("{} off {kinds} damage", self.magic)),
        ])
    }
}

impl Shield {
    fn in_words(&self) -> String {
        format!("Block Rating {}", self.rating)
    }
}

impl Gear {
    fn in_words(&self) -> String {
        match self.hands {
            0 => "to be worn".to_owned(),
            hands => count(hands.into(), "hand"),
        }
    }
}

fn metres(what: &str, metres: Option<i16>) -> Option<String> {
    metres.map(|metres| format!("{what} {metres} m"))
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
        let spear = json!({ "weapon": {
            "name": "spear", "damage": [{ "dice": "1d8+1", "types": ["piercing", "slashing"] }], "two_handed": "1d10+1",
            "hands": "versatile", "reach_m": 2, "thrown_m": 15, "on_hit": "topple", "gear": "polearm"
        } });
        assert_eq!(
            thing(&spear),
            "one- or two-handed, d8+1 piercing or slashing damage, d10+1 with both hands, reach 2 m, thrown up to 15 m, a hit may leave the target Prone, training with a polearm counts"
        );
        let crossbow = json!({ "weapon": {
            "name": "crossbow", "damage": [{ "dice": "1d10", "types": ["piercing"] }], "hands": "two", "range_m": 60, "load": 1, "heavy": true
        } });
        assert_eq!(
            thing(&crossbow),
            "two-handed, d10 piercing damage, range 60 m, Heavy, Load 1"
        );
        let mail = json!({ "armor": { "name": "mail", "level": "full", "protection": { "rating": 5, "magic": 1 }, "slows_m": 2 } });
        assert_eq!(
            thing(&mail),
            "full armor, Armor Rating 5, 1 off magical damage, 2 m less speed"
        );
        let shield = json!({ "shield": { "name": "shield", "rating": 7 } });
        assert_eq!(thing(&shield), "Block Rating 7");
        let ring = json!({ "gear": { "name": "ring", "hands": 0 } });
        assert_eq!(thing(&ring), "to be worn");
    }
}
