//! Spells.

use affray_kernel::dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DamageType;

/// Energy put into the components of a Spell (`foundations/spell-components`), or the steps it buys.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// Energy for the Effect, at least 1.
    pub effect: u8,
    /// Energy for the Range: 0 Reach, 1 30 ft, 2 60 ft, 3 120 ft, 4 240 ft.
    #[serde(default)]
    pub range: u8,
    /// Energy for the Duration: 0 instantaneous, 1 1 Round, 2 10 Rounds, 3 100 Rounds, 4 1 hour.
    #[serde(default)]
    pub duration: u8,
    /// Energy for the Area: 0 one target, 1 to 4 growing blasts, cones and lines.
    #[serde(default)]
    pub area: u8,
}

impl Components {
    /// Energy in all.
    #[must_use]
    pub fn cost(self) -> i16 {
        i16::from(self.effect)
            + i16::from(self.range)
            + i16::from(self.duration)
            + i16::from(self.area)
    }

    /// The Spell's level: its dearest component.
    #[must_use]
    pub fn level(self) -> u8 {
        self.effect
            .max(self.range)
            .max(self.duration)
            .max(self.area)
    }
}

/// What a Spell's Effect does (`foundations/spell-list`); numbers are per Energy in the Effect component.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Damage dice per Energy; on a critical double, and On fire if `ignites`.
    Damage {
        /// Dice per Energy.
        dice: Pool,
        /// Damage type.
        kind: DamageType,
        /// Whether a critical sets the target On fire.
        ignites: bool,
    },
    /// Slowed; from `stuns_from` Energy Stunned for a Round first.
    Freeze {
        /// Energy from which it stuns.
        stuns_from: u8,
    },
    /// Shaken for as many Rounds as Energy.
    Shake,
    /// Heals dice per Energy.
    Heal {
        /// Dice per Energy.
        dice: Pool,
    },
    /// The Area becomes Fog.
    Fog,
    /// Moves the target; feet per Energy.
    Telekinesis {
        /// Feet per Energy.
        feet: i16,
    },
    /// Poison of a level equal to the Energy.
    Poison {
        /// Rounds; twice as many on a critical.
        rounds: u16,
    },
    /// Entangled with DC `base` + `per_energy` for each Energy; also Prone on a critical.
    Entangle {
        /// DC before Energy.
        base: i16,
        /// DC per Energy.
        per_energy: i16,
    },
    /// A creature of this name, of a Level up to the Energy, appears.
    Summon {
        /// Names of creatures it can be, in the content.
        creatures: Vec<String>,
    },
    /// Unconscious for the Duration.
    Sleep,
}

/// The Defense a Spell Attack is made against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Physical Defense.
    Physical,
    /// Mental Defense.
    Mental,
}

/// The shapes that an Area can have.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum AreaShape {
    /// Around a point.
    Blast,
    /// From the caster's side.
    Cone,
    /// From the caster's side.
    Line,
}

/// A breath or gaze: Spells that take so much Energy and that shape, and no other (`cast/magic-item`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Breath {
    /// The Energy that it fixes.
    pub energy: Components,
    /// The shape of its Area.
    pub shape: AreaShape,
}

/// What Control does with a running Spell (`control/effect-depends`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ControlUse {
    /// Move its Area up to 30 ft; attacks again where the Spell attacks.
    MoveArea,
    /// Do the same again.
    Repeat,
}

/// A Spell (`foundations/spell-list`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What it is called.
    pub name: String,
    /// The Defense it attacks; none: no Spell Attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<Against>,
    /// Whether willing targets are spared the Spell Attack.
    #[serde(default)]
    pub willing: bool,
    /// What it does.
    pub effect: Effect,
    /// The least Energy for Duration.
    #[serde(default)]
    pub least_duration: u8,
    /// The most Energy for Duration that has a meaning: 0 for Spells that are over at once.
    #[serde(default = "four")]
    pub most_duration: u8,
    /// The least Energy for Area.
    #[serde(default)]
    pub least_area: u8,
    /// What Control does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ControlUse>,
}

fn four() -> u8 {
    4
}
