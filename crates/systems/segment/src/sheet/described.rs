//! What spells, psionic and priestly skills do, in words.

use affray_kernel::prose::{count, list, sentence};

use super::{DamageType, Power, PowerClass, Ratings, Working};

impl Power {
    /// What it does, how far, in how many actions and for how long, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [
            Some(self.works.in_words()),
            self.reach(),
            Some(self.usage_in_words()),
            self.maintained
                .then(|| "as long as its user concentrates".to_owned()),
            self.surprise.then(|| "fit for an ambush".to_owned()),
        ];
        let sentences: Vec<String> = parts.into_iter().flatten().map(sentence).collect();
        sentences.join(" ")
    }

    fn reach(&self) -> Option<String> {
        let most = self
            .max_yd
            .map(|yards| format!(", at most {yards} yd"))
            .unwrap_or_default();
        match (self.class, self.range_yd) {
            (_, Some(yards)) => Some(format!("range {yards} yd{most}")),
            (PowerClass::MeleeMagic, None) => Some("by touch".to_owned()),
            _ => None,
        }
    }

    fn usage_in_words(&self) -> String {
        let actions = count(self.usage.into(), "action");
        if self.carry_over {
            return format!("{actions}, which may go on in later segments and rounds");
        }
        actions
    }
}

impl Working {
    fn in_words(self) -> String {
        match self {
            Self::Damage(dice, kind) => format!("does {dice} {} damage", kind.name()),
            Self::Heals(dice) => format!("heals {dice} hits"),
            Self::Wards(ratings) => format!("wards with {}", ratings.in_words()),
            Self::Blinds => "whoever is struck sees nothing".to_owned(),
        }
    }
}

impl Ratings {
    pub(super) fn in_words(self) -> String {
        let rated = |kind: DamageType| match self.against(kind) {
            0 => None,
            rating => Some(format!("{rating} {}", kind.name())),
        };
        let ratings: Vec<String> = DamageType::ALL.into_iter().filter_map(rated).collect();
        list(&ratings)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    fn power(written: &Value) -> Power {
        Power::deserialize(written).expect("a power")
    }

    #[test]
    fn a_power_says_what_it_does() {
        let thunder = power(&json!({
            "name": "rolling thunder", "class": "ranged-magic", "skill": 3, "usage": 6, "range_yd": 40, "works": { "damage": ["6d6+4", "energy"] }, "carry_over": true
        }));
        assert_eq!(
            thunder.in_words(),
            "Does 6d6+4 Energy damage. Range 40 yd. 6 actions, which may go on in later segments and rounds."
        );
        let ward = power(&json!({
            "name": "holy ward", "class": "utility", "skill": 3, "usage": 2, "works": { "wards": { "physical": 4, "magic": 2 } }, "maintained": true
        }));
        assert_eq!(
            ward.in_words(),
            "Wards with 4 Physical and 2 Magic. 2 actions. As long as its user concentrates."
        );
        let grip = power(&json!({
            "name": "shock grip", "class": "melee-magic", "skill": 3, "usage": 1, "works": { "damage": ["2d6+3", "energy"] }, "surprise": true
        }));
        assert_eq!(
            grip.in_words(),
            "Does 2d6+3 Energy damage. By touch. 1 action. Fit for an ambush."
        );
    }
}
