//! What spells and abilities do, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::{list, sentence};

use super::{Damage, Effect, Spell, TestedWith};
use crate::act::Manner;

impl Spell {
    /// What it does, how far it goes, with what it is tested and what it costs, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let defended = self.defended(|manner| self.allows(manner));
        self.told(defended, self.price())
    }

    /// The same of the magic of an item, which is used otherwise than the spell (`magic/casting-test`).
    #[must_use]
    pub fn in_words_through_item(&self) -> String {
        let defended = self.defended(|manner| self.allows_through_item(manner));
        self.told(defended, self.price_through_item())
    }

    fn told(&self, defended: Option<String>, price: String) -> String {
        let parts = [
            (!self.about.is_empty()).then(|| self.about.clone()),
            self.harm(),
            self.effect
                .as_ref()
                .map(|effect| effect.in_words(self.range_m)),
            self.reach(),
            defended,
            Some(price),
        ];
        let sentences: Vec<String> = parts.into_iter().flatten().map(sentence).collect();
        sentences.join(" ")
    }

    fn harm(&self) -> Option<String> {
        let damage: Vec<String> = self.damage.iter().map(Damage::in_words).collect();
        (!damage.is_empty()).then(|| format!("does {} damage", list(&damage)))
    }

    /// How far away what it works on may be. Of a Teleport the effect says how far it takes its user.
    fn reach(&self) -> Option<String> {
        let is_told = matches!(self.effect, Some(Effect::Teleport));
        let metres = self.range_m.filter(|_| !is_told);
        metres.map(|metres| format!("it goes up to {metres} m"))
    }

    fn defended(&self, allows: impl Fn(Manner) -> bool) -> Option<String> {
        let ways: Vec<String> = Manner::ALL
            .into_iter()
            .filter(|manner| allows(*manner))
            .map(|manner| manner.name().to_owned())
            .collect();
        self.is_attack().then(|| match ways.as_slice() {
            [] => "no defence helps".to_owned(),
            ways => format!("one defends with {}", ways.join(" or ")),
        })
    }

    fn price(&self) -> String {
        let kind = if self.ability {
            "an ability"
        } else {
            "a spell"
        };
        let tested = match self.tested {
            // An ability that attacks nobody is simply used (`misc/perks`).
            _ if self.ability && !self.is_attack() => "",
            TestedWith::Sorcery => ", tested with Sorcery",
            TestedWith::FightingStyle if self.traits.melee => {
                ", tested with Fighting Style and Strength or Agility"
            }
            TestedWith::FightingStyle => ", tested with Fighting Style and Agility",
        };
        let mana = if self.mana == 0 {
            String::new()
        } else {
            format!(" and {} Mana", self.mana)
        };
        format!("{kind} for {} AP{mana}{tested}", self.ap)
    }

    /// The item has the Mana, and only its attacks are tested (`magic/casting-test`).
    fn price_through_item(&self) -> String {
        let tested = if self.is_attack() {
            ", tested with Sorcery"
        } else {
            ""
        };
        format!("the magic of an item for {} AP{tested}", self.ap)
    }
}

impl Damage {
    pub(super) fn in_words(&self) -> String {
        let types: Vec<&str> = self.types.iter().map(|one| one.name()).collect();
        format!("{} {}", self.dice, types.join(" or "))
    }
}

impl Effect {
    fn in_words(&self, range_m: Option<i16>) -> String {
        match self {
            Self::Teleport => format!(
                "takes its user to a free space in sight, up to {} m away",
                range_m.unwrap_or_default()
            ),
            Self::Mend(dice) => format!("the target regains {dice} Health"),
            Self::Armor(rating) => {
                format!("an Armor Rating of {rating} until the end of the next own turn")
            }
            Self::Ward(ward) => format!(
                "a resistance of {} against {} until the end of the next own turn",
                ward.value,
                word_of(&ward.against).unwrap_or_default()
            ),
            Self::Daze => "the target is Dazed".to_owned(),
            Self::Topple => "the target is Prone".to_owned(),
            Self::Entangle => "the target is Grappled, by nobody".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    fn spell(written: &Value) -> Spell {
        Spell::deserialize(written).expect("a spell")
    }

    #[test]
    fn a_spell_says_what_it_does() {
        let spikes = spell(&json!({
            "name": "ground spikes", "about": "The ground bursts.", "traits": { "attack": true }, "range_m": 12,
            "damage": [{ "dice": "1d8+2", "types": ["piercing"] }], "defences": ["dodge"]
        }));
        assert_eq!(
            spikes.in_words(),
            "The ground bursts. Does d8+2 piercing damage. It goes up to 12 m. One defends with Dodge. A spell for 1 AP, tested with Sorcery."
        );
        let star = spell(&json!({
            "name": "falling star", "traits": { "attack": true }, "range_m": 30,
            "damage": [{ "dice": "2d8+2", "types": ["fire"] }], "mana": 3
        }));
        assert_eq!(
            star.in_words(),
            "Does 2d8+2 fire damage. It goes up to 30 m. One defends with Block or Dodge. A spell for 1 AP and 3 Mana, tested with Sorcery."
        );
        let tail = spell(&json!({
            "name": "sweeping tail", "ability": true, "tested": "fighting-style", "traits": { "melee": true }, "range_m": 3,
            "damage": [{ "dice": "1d6", "types": ["crushing"] }]
        }));
        assert!(
            tail.in_words()
                .ends_with("tested with Fighting Style and Strength or Agility."),
            "{}",
            tail.in_words()
        );
        assert!(
            tail.in_words()
                .contains("One defends with Block or Dodge or Parry."),
            "{}",
            tail.in_words()
        );
        let mend = spell(&json!({ "name": "mend", "range_m": 1, "effect": { "mend": "1d8" } }));
        assert_eq!(
            mend.in_words(),
            "The target regains d8 Health. It goes up to 1 m. A spell for 1 AP, tested with Sorcery."
        );
        let ward = spell(
            &json!({ "name": "ember ward", "effect": { "ward": { "against": "fire", "value": 4 } } }),
        );
        assert_eq!(
            ward.in_words(),
            "A resistance of 4 against fire until the end of the next own turn. A spell for 1 AP, tested with Sorcery."
        );
    }

    #[test]
    fn the_magic_of_an_item_says_how_it_is_used() {
        let mut fist = spell(&json!({
            "name": "fist of stone", "ability": true, "tested": "fighting-style", "traits": { "melee": true }, "range_m": 1,
            "damage": [{ "dice": "1d8", "types": ["crushing"] }], "mana": 2
        }));
        assert_eq!(
            fist.in_words_through_item(),
            "Does d8 crushing damage. It goes up to 1 m. One defends with Block or Dodge. The magic of an item for 1 AP, tested with Sorcery."
        );
        fist.defences = Some(vec![Manner::Parry]);
        assert!(
            fist.in_words_through_item()
                .contains("One defends with Parry."),
            "{}",
            fist.in_words_through_item()
        );
        let mend =
            spell(&json!({ "name": "mend", "range_m": 1, "effect": { "mend": "1d8" }, "mana": 3 }));
        assert_eq!(
            mend.in_words_through_item(),
            "The target regains d8 Health. It goes up to 1 m. The magic of an item for 1 AP."
        );
    }
}
