//! What things are like, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::{count, list, side_by_side, with_sign};

use super::{Armour, Category, Gear, ItemKind, ItemSpell, Poison, Shield, Use, Weapon};

impl ItemKind {
    /// What it does for whoever has it and what it withstands itself, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let words = match self {
            Self::Weapon(weapon) => weapon.in_words(),
            Self::Armour(armour) => armour.in_words(),
            Self::Shield(shield) => shield.in_words(),
            Self::Gear(gear) => gear.in_words(),
        };
        let (hp, durability) = self.toughness();
        let withstands = match durability {
            0 => format!("{hp} HP of its own"),
            _ => format!("{hp} HP and Durability {durability} of its own"),
        };
        let bulk = (self.bulk() != 0).then(|| format!("Bulk {}", self.bulk()));
        let words = Some(words).filter(|words| !words.is_empty());
        side_by_side([words, bulk, Some(withstands)])
    }
}

impl Weapon {
    fn in_words(&self) -> String {
        let category = match self.category {
            Category::Light => "Light Weapon",
            Category::Medium => "Medium Weapon",
            Category::Heavy => "Heavy Weapon",
        };
        let uses: Vec<&str> = self.uses.iter().copied().map(use_name).collect();
        let launched = self.increment_ft > 0;
        side_by_side([
            Some(category.to_owned()),
            hands(self.hands),
            (!uses.is_empty()).then(|| uses.join(" or ")),
            self.damage_in_words(),
            (self.reach_ft > 0).then(|| format!("Reach {} ft", self.reach_ft)),
            launched.then(|| format!("Range Increment {} ft", self.increment_ft)),
            (self.reload > 0).then(|| format!("{} to reload", count(self.reload.into(), "Action"))),
            self.poison.map(Poison::in_words),
            self.entangles
                .map(|dc| format!("a hit Entangles, DC {dc} to get free")),
        ])
    }

    fn damage_in_words(&self) -> Option<String> {
        let kind = word_of(&self.damage).unwrap_or_default();
        let str = if self.adds_str { " + STR" } else { "" };
        let dice = self.dice?;
        Some(format!("{dice}{str} {kind} damage"))
    }
}

const fn use_name(way: Use) -> &'static str {
    match way {
        Use::Melee => "in melee",
        Use::Thrown => "thrown",
        Use::Launched => "shot",
    }
}

impl Poison {
    fn in_words(self) -> String {
        let dice = self.dice.map(|dice| format!(" for {dice}"));
        let rounds = count(self.rounds.into(), "Round");
        format!(
            "a hit brings Poison of level {}{}, {rounds} long",
            self.level,
            dice.unwrap_or_default()
        )
    }
}

impl Armour {
    fn in_words(&self) -> String {
        side_by_side([
            Some(format!("Durability {} for its wearer", self.durability)),
            speed(self.speed_ft),
        ])
    }
}

impl Shield {
    fn in_words(&self) -> String {
        let defense = with_sign(self.defense.into());
        side_by_side([
            Some(format!("{defense} Physical Defense")),
            speed(self.speed_ft),
        ])
    }
}

impl Gear {
    fn in_words(&self) -> String {
        let said = |holds: bool, words: &str| holds.then(|| words.to_owned());
        let size = self.size.and_then(|size| word_of(&size));
        let vulnerable: Vec<String> = self.vulnerable.iter().filter_map(word_of).collect();
        side_by_side([
            hands(self.hands),
            self.spell.as_ref().map(ItemSpell::in_words),
            (self.light_ft > 0).then(|| format!("lights {} ft around", self.light_ft)),
            said(self.climbing, "helps in climbing"),
            size.map(|size| format!("{size} in Size")),
            said(self.fixed, "fixed in its place"),
            said(self.illusion, "an illusion"),
            (!vulnerable.is_empty()).then(|| format!("Vulnerable to {}", list(&vulnerable))),
        ])
    }
}

impl ItemSpell {
    fn in_words(&self) -> String {
        let energy = self.energy;
        let parts = [
            ("Effect", energy.effect),
            ("Range", energy.range),
            ("Duration", energy.duration),
            ("Area", energy.area),
        ];
        let put = |(part, energy): (&str, u8)| (energy > 0).then(|| format!("{energy} for {part}"));
        let energy: Vec<String> = parts.into_iter().filter_map(put).collect();
        format!("casts {} with the Energy {}", self.name, list(&energy))
    }
}

fn hands(hands: u8) -> Option<String> {
    (hands > 0).then(|| count(hands.into(), "hand"))
}

fn speed(feet: i16) -> Option<String> {
    (feet != 0).then(|| format!("Speed {} ft", with_sign(feet.into())))
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
        let axe = json!({ "weapon": {
            "name": "handaxe", "category": "light", "uses": ["melee", "thrown"], "dice": "1d6", "adds_str": true, "hands": 1,
            "increment_ft": 20, "bulk": 1, "hp": 4, "durability": 2
        } });
        assert_eq!(
            thing(&axe),
            "Light Weapon, 1 hand, in melee or thrown, d6 + STR physical damage, Range Increment 20 ft, Bulk 1, 4 HP and Durability 2 of its own"
        );
        let net = json!({ "weapon": {
            "name": "net", "uses": ["thrown"], "hands": 1, "increment_ft": 10, "entangles": 15,
            "poison": { "level": 2, "rounds": 3 }
        } });
        assert_eq!(
            thing(&net),
            "Light Weapon, 1 hand, thrown, Range Increment 10 ft, a hit brings Poison of level 2, 3 Rounds long, a hit Entangles, DC 15 to get free, 1 HP of its own"
        );
        let mail = json!({ "armour": { "name": "mail", "durability": 3, "speed_ft": -5, "bulk": 4, "hp": 12 } });
        assert_eq!(
            thing(&mail),
            "Durability 3 for its wearer, Speed −5 ft, Bulk 4, 12 HP and Durability 3 of its own"
        );
        let shield =
            json!({ "shield": { "name": "shield", "defense": 2, "hp": 6, "durability": 2 } });
        assert_eq!(
            thing(&shield),
            "+2 Physical Defense, 6 HP and Durability 2 of its own"
        );
        let wand = json!({ "gear": {
            "name": "wand", "spell": { "name": "evoke fire", "energy": { "effect": 2, "range": 1 } }
        } });
        assert_eq!(
            thing(&wand),
            "1 hand, casts evoke fire with the Energy 2 for Effect and 1 for Range, 1 HP of its own"
        );
        let barrel = json!({ "gear": { "name": "barrel", "hands": 2, "size": "medium", "vulnerable": ["fire"] } });
        assert_eq!(
            thing(&barrel),
            "2 hands, medium in Size, Vulnerable to fire, 1 HP of its own"
        );
    }
}
