//! What Spells do, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::sentence;

use super::{Against, Breath, Components, ControlUse, Effect, Spell};

impl Spell {
    /// What it does, what it attacks, how long it may last and what Control does with it, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [
            Some(self.effect.in_words()),
            self.aimed(),
            self.limits(),
            self.controlled(),
        ];
        let sentences: Vec<String> = parts.into_iter().flatten().map(sentence).collect();
        sentences.join(" ")
    }

    fn aimed(&self) -> Option<String> {
        let defense = match self.attack? {
            Against::Physical => "Physical Defense",
            Against::Mental => "Mental Defense",
        };
        let spared = if self.willing {
            "; no roll against the willing"
        } else {
            ""
        };
        Some(format!("Spell Attack against {defense}{spared}"))
    }

    fn limits(&self) -> Option<String> {
        let needs =
            |energy: u8, what: &str| (energy > 0).then(|| format!("{energy} Energy for {what}"));
        let needs: Vec<String> = [
            needs(self.least_duration, "Duration"),
            needs(self.least_area, "Area"),
        ]
        .into_iter()
        .flatten()
        .collect();
        match (needs.is_empty(), self.most_duration) {
            (true, 0) => Some("Over at once".to_owned()),
            (true, _) => None,
            (false, _) => Some(format!("It needs at least {}", needs.join(" and "))),
        }
    }

    fn controlled(&self) -> Option<String> {
        Some(match self.control? {
            ControlUse::MoveArea if self.attack.is_some() => {
                "Control moves its Area by up to 30 ft and attacks again".to_owned()
            }
            ControlUse::MoveArea => "Control moves its Area by up to 30 ft".to_owned(),
            ControlUse::Repeat => "Control does the same again".to_owned(),
        })
    }
}

impl Breath {
    /// What it fixes.
    #[must_use]
    pub fn in_words(self) -> String {
        let Components {
            effect,
            range,
            duration,
            area,
        } = self.energy;
        let parts = [
            (effect, "Effect"),
            (range, "Range"),
            (duration, "Duration"),
            (area, "Area"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(energy, _)| *energy > 0)
            .map(|(energy, what)| format!("{energy} for {what}"))
            .collect();
        let shape = word_of(&self.shape).unwrap_or_default();
        sentence(format!(
            "all its Spells take this Energy, no other: {}; their Area is a {shape}",
            parts.join(", ")
        ))
    }
}

impl Effect {
    fn in_words(&self) -> String {
        match self {
            Self::Damage {
                dice,
                kind,
                ignites,
            } => {
                let kind = word_of(kind).unwrap_or_default();
                let burns = if *ignites {
                    "; a critical sets the target On Fire"
                } else {
                    ""
                };
                format!("does {dice} {kind} damage for each Energy put into the Effect{burns}")
            }
            Self::Freeze { stuns_from } => format!(
                "The target is Slowed; from {stuns_from} Energy in the Effect on it is Stunned for a Round first"
            ),
            Self::Shake => {
                "The target is Shaken for as many Rounds as Energy is put into the Effect"
                    .to_owned()
            }
            Self::Heal { dice } => {
                format!("Heals {dice} Hit Points for each Energy put into the Effect")
            }
            Self::Fog => "Its Area is full of Fog".to_owned(),
            Self::Telekinesis { feet } => {
                format!("Moves the target {feet} ft for each Energy put into the Effect")
            }
            Self::Poison { rounds } => format!(
                "Poison of a level equal to the Energy in the Effect, for {rounds} Rounds, {} after a critical",
                rounds * 2
            ),
            Self::Entangle { base, per_energy } => format!(
                "The target is Entangled, with a DC of {base} and {per_energy} more for each Energy in the Effect; after a critical it is Prone as well"
            ),
            Self::Summon { creatures } => format!(
                "One of these appears, of a Level no higher than the Energy in the Effect: {}",
                creatures.join(", ")
            ),
            Self::Sleep => "The target is Unconscious for the Duration".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    fn spell(written: &Value) -> Spell {
        Spell::deserialize(written).expect("a Spell")
    }

    #[test]
    fn a_spell_says_what_it_does() {
        let fire = spell(
            &json!({"name": "evoke fire", "attack": "physical", "effect": {"damage": {"dice": "2d6", "kind": "fire", "ignites": true}}, "most_duration": 0}),
        );
        assert_eq!(
            fire.in_words(),
            "Does 2d6 fire damage for each Energy put into the Effect; a critical sets the target On Fire. Spell Attack against Physical Defense. Over at once."
        );
        let fog = spell(
            &json!({"name": "fog", "effect": "fog", "least_duration": 1, "least_area": 1, "control": "move-area"}),
        );
        assert_eq!(
            fog.in_words(),
            "Its Area is full of Fog. It needs at least 1 Energy for Duration and 1 Energy for Area. Control moves its Area by up to 30 ft."
        );
        let lift = spell(
            &json!({"name": "telekinesis", "attack": "physical", "willing": true, "effect": {"telekinesis": {"feet": 10}}, "control": "repeat"}),
        );
        assert_eq!(
            lift.in_words(),
            "Moves the target 10 ft for each Energy put into the Effect. Spell Attack against Physical Defense; no roll against the willing. Control does the same again."
        );
    }
}
