//! What spells and abilities do, in words.

use affray_kernel::prose::{list, sentence, with_sign};

use super::{Aiming, DamageType, Imposed, Lasting, Outcome, Power, Recharge, Working};
use crate::state::Condition;
use crate::tell::condition_name;

impl Power {
    /// What it does, what it is rolled against, what it costs and when it can be used again, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [
            (!self.about.is_empty()).then(|| self.about.clone()),
            self.works.in_words(),
            Some(self.price()),
            self.again(),
        ];
        let sentences: Vec<String> = parts.into_iter().flatten().map(sentence).collect();
        sentences.join(" ")
    }

    fn price(&self) -> String {
        let part = |points: u8, what: &str| (points > 0).then(|| format!("{points} {what}"));
        let parts = [
            part(self.energy, "Energy"),
            part(self.stamina, "Stamina"),
            part(self.agility, "Agility"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let kind = match (self.spell, self.interrupt) {
            (true, true) => "a spell and an Immediate Interrupt",
            (true, false) => "a spell",
            (false, true) => "an Immediate Interrupt",
            (false, false) => "an ability",
        };
        if parts.is_empty() {
            return kind.to_owned();
        }
        format!("{kind} for {}", list(&parts))
    }

    fn again(&self) -> Option<String> {
        Some(match self.recharge {
            Recharge::None => return None,
            Recharge::ShortRest => "once until a Short Rest".to_owned(),
            Recharge::LongRest => "once until a Long Rest".to_owned(),
        })
    }
}

impl Working {
    /// What it does beyond what a power says of itself; `None` where there are no figures.
    fn in_words(&self) -> Option<String> {
        Some(match self {
            Self::Attack {
                range_m,
                aiming,
                outcome,
            } => {
                format!(
                    "{}, {}: {}",
                    aiming.in_words(),
                    reach(*range_m),
                    outcome.in_words()
                )
            }
            Self::Zone {
                range_m,
                radius_m,
                rounds,
                condition,
            } => format!(
                "a zone of {radius_m} m around a place, {}, for {rounds} Rounds with this one; everybody in it is {}",
                reach(*range_m),
                condition_name(*condition)
            ),
            Self::Surge {
                range_m: Some(range_m),
            } => {
                format!("somebody spends a Recovery Surge, {}", reach(*range_m))
            }
            Self::Surge { range_m: None } => "its user spends a Recovery Surge".to_owned(),
            Self::Shake { condition } => {
                format!("its user is no longer {}", condition_name(*condition))
            }
            Self::Quickening { agility } => {
                format!("{agility} more Agility until the end of the Round")
            }
            Self::Doubling => "the damage of a melee attack is doubled".to_owned(),
            Self::PowerStrike | Self::AuraOff => return None,
        })
    }
}

fn reach(metres: i16) -> String {
    match metres {
        0 => "by touch".to_owned(),
        metres => format!("up to {metres} m away"),
    }
}

impl Aiming {
    fn in_words(self) -> String {
        match self {
            Self::Value { against, bonus: 0 } => format!("against a {} roll", against.name()),
            Self::Value { against, bonus } => {
                format!(
                    "against a {} roll with {} to its Attack Value",
                    against.name(),
                    with_sign(bonus.into())
                )
            }
            Self::HitRoll { accuracy } => {
                format!("a Hit roll with {} Accuracy", with_sign(accuracy.into()))
            }
        }
    }
}

impl Outcome {
    pub(super) fn in_words(&self) -> String {
        let damage = self.damage.as_ref().map(|dice| {
            let kind = self.kind.unwrap_or(DamageType::Force);
            format!("{dice} {} damage", kind.name())
        });
        let imposes = self.imposes.map(Imposed::in_words);
        let loss = (self.stamina_loss > 0).then(|| format!("{} Stamina lost", self.stamina_loss));
        let parts: Vec<String> = [damage, imposes, loss].into_iter().flatten().collect();
        let only = if self.needs_zero_aura {
            ", only on whoever has no Aura left"
        } else {
            ""
        };
        format!("{}{only}", list(&parts))
    }
}

impl Imposed {
    fn in_words(self) -> String {
        let lasts = match self.lasts {
            // Nobody gets up by itself (`conditions/prone`).
            _ if self.condition == Condition::Prone => "it gets up",
            Lasting::NextRound => "the end of the next Round",
            Lasting::ThisRound => "the end of this Round",
            Lasting::ShortRest => "the next Short Rest",
        };
        format!("{} until {lasts}", condition_name(self.condition))
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
        let hammer = power(&json!({
            "name": "mind hammer", "about": "A blow against the mind.", "spell": true, "energy": 3, "recharge": "short-rest",
            "works": { "attack": { "range_m": 15, "aiming": { "value": { "against": "will" } },
                "outcome": { "damage": "1d6", "kind": "psychic", "imposes": { "condition": "dazed" } } } }
        }));
        assert_eq!(
            hammer.in_words(),
            "A blow against the mind. Against a Will roll, up to 15 m away: d6 psychic damage and Dazed until the end of the next Round. A spell for 3 Energy. Once until a Short Rest."
        );
        let gust = power(&json!({
            "name": "gust", "spell": true, "energy": 2,
            "works": { "attack": { "range_m": 5, "aiming": { "value": { "against": "fortitude" } },
                "outcome": { "imposes": { "condition": "prone", "lasts": "this-round" } } } }
        }));
        assert_eq!(
            gust.in_words(),
            "Against a Fortitude roll, up to 5 m away: Prone until it gets up. A spell for 2 Energy."
        );
        let mire = power(&json!({
            "name": "mire", "spell": true, "energy": 3,
            "works": { "zone": { "range_m": 20, "radius_m": 3, "rounds": 3, "condition": "slowed" } }
        }));
        assert_eq!(
            mire.in_words(),
            "A zone of 3 m around a place, up to 20 m away, for 3 Rounds with this one; everybody in it is Slowed. A spell for 3 Energy."
        );
        let stride = power(&json!({
            "name": "free stride", "agility": 1, "interrupt": true, "works": { "shake": { "condition": "slowed" } }
        }));
        assert_eq!(
            stride.in_words(),
            "Its user is no longer Slowed. An Immediate Interrupt for 1 Agility."
        );
    }
}
