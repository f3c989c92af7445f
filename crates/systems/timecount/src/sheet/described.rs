//! What spells do, in words.

use affray_kernel::notation::word_of;
use affray_kernel::prose::{count, sentence, signed};

use super::{Amount, Brings, ChargeUse, Effect, OnMiss, PoisonHarm, Pulse, Spell, SpellRange};

impl Spell {
    /// What it does, whom it reaches, what it is rolled against, what it takes and what charges add, as a player asks for it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [
            Some(self.effect.in_words()),
            Some(self.reach()),
            self.aimed(),
            Some(self.price()),
            self.charge.as_ref().map(ChargeUse::in_words),
        ];
        let sentences: Vec<String> = parts.into_iter().flatten().map(sentence).collect();
        sentences.join(" ")
    }

    fn reach(&self) -> String {
        let reach = match self.range {
            SpellRange::Personal => "the caster alone".to_owned(),
            SpellRange::Touch => "by touch".to_owned(),
            SpellRange::Feet(feet) => format!("range {feet} ft"),
        };
        match self.area_ft {
            Some(feet) => format!("{reach}, everybody within {feet} ft of a space"),
            None => reach,
        }
    }

    fn aimed(&self) -> Option<String> {
        let defense = self.against?.name();
        let miss = match self.on_miss {
            OnMiss::Nothing => "",
            OnMiss::Half => "; half the damage on a miss",
        };
        Some(format!("attack roll against {defense}{miss}"))
    }

    fn price(&self) -> String {
        let time = word_of(&self.casting_time).unwrap_or_default();
        let kept = if self.concentration {
            ", kept by concentration"
        } else {
            ""
        };
        format!("{} fatigue, cast as a {time} action{kept}", self.fatigue)
    }
}

impl Effect {
    /// What a spell, a potion or a magic item does.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Damage { dice, kind } => {
                format!("does {dice} {} damage", word_of(kind).unwrap_or_default())
            }
            Self::Heal { dice } => format!("heals {dice}, split between Invigoration and fatigue"),
            Self::BonusHitPoints { points, counts } => {
                format!("{points} bonus hit points for {}", lasting(*counts))
            }
            Self::Bring(brings) => brings.in_words(),
            Self::AttackPenalty { penalty, counts } => format!(
                "{} on all attack rolls for {}",
                signed((*penalty).into()),
                lasting(*counts)
            ),
            Self::DrawPoison => "takes away all losses by poison".to_owned(),
            Self::Unpetrify => "takes away all petrification".to_owned(),
            Self::HeldFlame { dice, range_ft } => format!(
                "a flame in the hand that can be thrown once, up to {range_ft} ft, for {dice} fire damage"
            ),
        }
    }
}

impl Brings {
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Paralysis { amount, recovery } => format!(
                "does {} paralysis damage, of which 1 goes away every {}",
                amount.in_words(),
                lasting(*recovery)
            ),
            Self::Petrification { amount } => {
                format!("does {} petrification damage", amount.in_words())
            }
            Self::Poison { pulses } => {
                let pulses: Vec<String> = pulses.iter().map(Pulse::in_words).collect();
                format!("poison: {}", pulses.join(", "))
            }
            Self::Net => "the target is caught in a net".to_owned(),
            Self::Fire => "the target burns".to_owned(),
        }
    }
}

impl Pulse {
    fn in_words(&self) -> String {
        let harm = match self.harms {
            PoisonHarm::Fatigue => "fatigue",
            PoisonHarm::HitPoints => "hit points",
            PoisonHarm::Attribute(attribute) => attribute.name(),
        };
        let amount = self.amount.in_words();
        match self.after {
            0 => format!("{amount} {harm} at once"),
            counts => format!("{amount} {harm} after {}", lasting(counts)),
        }
    }
}

impl Amount {
    pub(super) fn in_words(self) -> String {
        match self {
            Self::Fixed(number) => number.to_string(),
            Self::Dice(dice) => dice.to_string(),
        }
    }
}

impl ChargeUse {
    fn in_words(&self) -> String {
        match self {
            Self::Dice(dice) => format!("each charge adds {dice}"),
            Self::Points(points) => format!("each charge adds {points}"),
            Self::Targets(targets) => {
                format!("each charge adds {}", count((*targets).into(), "target"))
            }
            Self::RangeFt(feet) => format!("each charge adds {feet} ft of range"),
        }
    }
}

/// So many counts as people say them.
fn lasting(counts: u32) -> String {
    count(counts.try_into().unwrap_or(i32::MAX), "count")
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
        let burst = spell(
            &json!({"name": "flame burst", "level": 4, "fatigue": 4, "casting_time": "standard", "range": {"feet": 100}, "area_ft": 10, "against": "celerity", "effect": {"damage": {"dice": "3d6", "kind": "fire"}}, "on_miss": "half", "charge": {"dice": "1d6"}}),
        );
        assert_eq!(
            burst.in_words(),
            "Does 3d6 fire damage. Range 100 ft, everybody within 10 ft of a space. Attack roll against Celerity; half the damage on a miss. 4 fatigue, cast as a standard action. Each charge adds d6."
        );
        let touch = spell(
            &json!({"name": "numbing touch", "level": 3, "fatigue": 2, "casting_time": "fast", "range": "touch", "against": "celerity", "effect": {"bring": {"paralysis": {"amount": "2d6", "recovery": 60}}}}),
        );
        assert_eq!(
            touch.in_words(),
            "Does 2d6 paralysis damage, of which 1 goes away every 60 counts. By touch. Attack roll against Celerity. 2 fatigue, cast as a fast action."
        );
        let dread = spell(
            &json!({"name": "dread", "level": 3, "fatigue": 3, "casting_time": "standard", "range": {"feet": 60}, "against": "spirit", "effect": {"attack-penalty": {"penalty": -2, "counts": 60}}, "charge": {"targets": 1}}),
        );
        assert_eq!(
            dread.in_words(),
            "−2 on all attack rolls for 60 counts. Range 60 ft. Attack roll against Spirit. 3 fatigue, cast as a standard action. Each charge adds 1 target."
        );
    }
}
