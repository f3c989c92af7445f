//! What things are like, in words.

use affray_kernel::prose::{count, side_by_side, signed, with_sign};

use super::{Armor, Class, Gear, ItemKind, Shield, Shooting, Weapon};

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
        let class = match self.class {
            Class::Light => Some("Light".to_owned()),
            Class::Heavy => Some("Heavy".to_owned()),
            Class::Other => None,
        };
        let damage = self.damage.as_ref();
        let thrown = self.thrown.map(|range| format!("thrown {}", far(range)));
        let brings = self.brings.as_ref();
        side_by_side([
            class,
            hands(self.hands),
            damage.map(|dice| format!("{dice} {} damage", self.kind.name())),
            added(self.attack_bonus, "to the Attack Value"),
            (self.melee && self.reach_m > 0).then(|| format!("Reach {} m", self.reach_m)),
            (!self.melee).then(|| "not for melee".to_owned()),
            added(self.evasion_bonus, "to Evasion"),
            (self.precise > 0).then(|| format!("Precise {}", self.precise)),
            thrown,
            self.shooting.map(Shooting::in_words),
            brings.map(|brings| format!("a hit brings {}", brings.in_words())),
            required(self.requirement),
        ])
    }
}

impl Shooting {
    fn in_words(self) -> String {
        let load = i32::from(self.load_energy);
        side_by_side([
            Some(format!("shot {}", far(self.range_m))),
            added(self.accuracy, "Accuracy"),
            (load > 0).then(|| format!("{load} Energy to load")),
        ])
    }
}

impl Armor {
    fn in_words(&self) -> String {
        let at_range = self.ranged_coverage;
        side_by_side([
            Some(format!("Armor Coverage {}", self.coverage)),
            at_range.map(|coverage| format!("{coverage} against ranged attacks")),
            Some(format!("Armor Rating {}", self.rating)),
            added(-self.penalty, "to Evasion"),
            required(self.requirement),
        ])
    }
}

impl Shield {
    fn in_words(&self) -> String {
        let worn = if self.strapped {
            "strapped to the arm"
        } else {
            "held in the hand"
        };
        side_by_side([
            added(self.bonus, "to Evasion"),
            Some(worn.to_owned()),
            required(self.requirement),
        ])
    }
}

impl Gear {
    fn in_words(&self) -> String {
        let power = self.power.as_ref();
        side_by_side([
            hands(self.hands),
            power.map(|power| format!("using it up does what {power} does")),
        ])
    }
}

fn hands(hands: u8) -> Option<String> {
    (hands > 0).then(|| count(hands.into(), "hand"))
}

/// A number that is added somewhere; nothing of 0.
fn added(number: i16, to: &str) -> Option<String> {
    (number != 0).then(|| format!("{} {to}", with_sign(number.into())))
}

fn required(proficiency: i16) -> Option<String> {
    let number = signed(proficiency.into());
    (proficiency != 0).then(|| format!("Martial Proficiency Requirement {number}"))
}

/// A near limit, a far limit and a maximum.
fn far([near, far, most]: [i16; 3]) -> String {
    format!("near up to {near} m, far up to {far} m, at most {most} m")
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
        let dagger = json!({ "weapon": {
            "name": "venomed dagger", "class": "light", "hands": 1, "attack_bonus": 1, "damage": "1d4", "kind": "piercing",
            "reach_m": 1, "precise": 1, "thrown": [4, 8, 16], "brings": { "stamina_loss": 2, "needs_zero_aura": true }
        } });
        assert_eq!(
            thing(&dagger),
            "Light, 1 hand, d4 piercing damage, +1 to the Attack Value, Reach 1 m, Precise 1, thrown near up to 4 m, far up to 8 m, at most 16 m, a hit brings 2 Stamina lost, only on whoever has no Aura left"
        );
        let bow = json!({ "weapon": {
            "name": "crossbow", "hands": 2, "damage": "1d8", "kind": "piercing", "melee": false, "requirement": 1,
            "shooting": { "accuracy": -1, "range_m": [10, 20, 40], "load_energy": 3 }
        } });
        assert_eq!(
            thing(&bow),
            "2 hands, d8 piercing damage, not for melee, shot near up to 10 m, far up to 20 m, at most 40 m, −1 Accuracy, 3 Energy to load, Martial Proficiency Requirement 1"
        );
        let mail = json!({ "armor": { "name": "mail", "coverage": 14, "ranged_coverage": 12, "rating": 3, "penalty": 2 } });
        assert_eq!(
            thing(&mail),
            "Armor Coverage 14, 12 against ranged attacks, Armor Rating 3, −2 to Evasion"
        );
        let shield = json!({ "shield": { "name": "shield", "bonus": 2 } });
        assert_eq!(thing(&shield), "+2 to Evasion, strapped to the arm");
        let scroll = json!({ "gear": { "name": "scroll of mire", "hands": 1, "power": "mire" } });
        assert_eq!(thing(&scroll), "1 hand, using it up does what mire does");
    }
}
