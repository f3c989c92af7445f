//! Bleeding and the Bleed Table (`bleeding/*`, `bleed-table/*`).

use affray_kernel::condition::Until;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{gain, lose, plain};
use super::damage::{self, d6};
use super::luck::d20;
use super::unconscious;
use crate::ThreeAction;
use crate::fact::{Fact, Harm, Number};
use crate::ids::rule;
use crate::sheet::{BleedAfterStabilize, DamageType};
use crate::state::Condition;

/// The rows of the Bleed Table (`bleed-table/table`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    /// 0 or less.
    Death,
    /// 1 to 5.
    Unconscious,
    /// 6 to 10.
    Deteriorate,
    /// 11 to 15.
    Nothing,
    /// 16 to 20.
    Stabilize,
}

impl Row {
    fn of(total: i32) -> Self {
        match total {
            ..=0 => Self::Death,
            1..=5 => Self::Unconscious,
            6..=10 => Self::Deteriorate,
            11..=15 => Self::Nothing,
            _ => Self::Stabilize,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Death => "Death",
            Self::Unconscious => "Unconscious",
            Self::Deteriorate => "Deteriorate",
            Self::Nothing => "no effect",
            Self::Stabilize => "Stabilize",
        }
    }
}

/// The roll on the Bleed Table and the Bleed Damage at the start of a Turn, before any other continuous effect (`bleeding/timing`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().has(who, Condition::Bleeding) {
        bleeds(scene, who)
    } else {
        Ok(())
    }
}

fn bleeds(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("bleeding/timing"));
    let row = roll(scene, who)?;
    let still_bleeds = apply(scene, who, row)?;
    if !scene.state().has(who, Condition::Dead) && still_bleeds {
        scene.cite(rule!("bleeding/damage"));
        let amount = d6(
            scene,
            who,
            BLEED_DICE,
            "bleed damage",
            rule!("bleeding/damage"),
        )?;
        damage::hurt(scene, who, amount, DamageType::Bleed, Harm::Bleeding)?;
    }
    Ok(())
}

const BLEED_DICE: u8 = 2;

/// A d20 less the Bleed Penalty (`bleeding/roll`).
fn roll(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play<Row> {
    let penalty = scene.state().body(who).bleed_penalty;
    let mut tally = Tally::new();
    tally.add(
        "Bleed Penalty",
        penalty.saturating_neg(),
        rule!("bleeding/roll"),
    );
    let roll = Roll {
        pool: d20(),
        by: Some(who),
        what: "Bleed Table",
        rule: rule!("bleeding/roll"),
        audience: Audience::Everyone,
    };
    let row_of = |die: i32| Row::of(die - i32::from(penalty));
    let die = scene
        .roll_by(roll, |reading| row_of(reading.total) as u32)?
        .total;
    let row = row_of(die);
    scene.explain(
        || Sum {
            by: Some(who),
            what: "Bleed Table",
            dice: die,
            total: die + tally.total(),
            against: None,
            verdict: row.name(),
            rule: rule!("bleed-table/table"),
        },
        &tally,
    );
    Ok(row)
}

/// What the row does; `false` if the Bleed Damage no longer follows.
fn apply(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, row: Row) -> Play<bool> {
    match row {
        Row::Death => death(scene, who)?,
        Row::Unconscious => {
            scene.cite(rule!("bleed-table/unconscious"));
            unconscious::fall(scene, who, Until::Cleared, None)?;
        }
        Row::Deteriorate => {
            scene.cite(rule!("bleed-table/deteriorate"));
            change_penalty(scene, who, 1);
        }
        Row::Nothing => scene.cite(rule!("bleed-table/nothing")),
        Row::Stabilize => {
            scene.cite(rule!("bleed-table/stabilize"));
            end(scene, who);
            return Ok(
                scene.state().cast.options.bleed_after_stabilize == BleedAfterStabilize::Suffer
            );
        }
    }
    Ok(true)
}

/// 0 or less: death below 0 Hit Points, otherwise Unconscious (`bleed-table/death`, `dead/incapacitation-table`).
fn death(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("bleed-table/death"));
    if scene.state().body(who).hp < 0 {
        scene.cite(rule!("dead/incapacitation-table"));
        damage::die(scene, who)
    } else {
        unconscious::fall(scene, who, Until::Cleared, None)
    }
}

/// Bleeding begins with a penalty of 0; if it bleeds already the penalty stays (`bleeding/penalty-start`).
pub(crate) fn begin(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::Bleeding) {
        return;
    }
    scene.cite(rule!("bleeding/penalty-start"));
    gain(scene, plain(who, Condition::Bleeding, Until::Cleared));
    set_penalty(scene, who, 0);
}

/// Bleeding ends and the penalty is 0 again.
pub(crate) fn end(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    lose(scene, who, Condition::Bleeding);
    set_penalty(scene, who, 0);
}

/// Damage was taken: while the creature is Bleeding the penalty rises (`bleeding/penalty-damage`).
#[inline]
pub(crate) fn damaged(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::Bleeding) {
        scene.cite(rule!("bleeding/penalty-damage"));
        change_penalty(scene, who, 1);
    }
}

/// The creature was healed: the penalty falls (`bleeding/penalty-healing`).
pub(crate) fn healed(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::Bleeding) {
        scene.cite(rule!("bleeding/penalty-healing"));
        change_penalty(scene, who, -1);
    }
}

fn change_penalty(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, by: i16) {
    let penalty = scene.state().body(who).bleed_penalty.saturating_add(by);
    set_penalty(scene, who, penalty.max(0));
}

fn set_penalty(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, penalty: i16) {
    if scene.state().body(who).bleed_penalty != penalty {
        scene.emit(Fact::Set(who, Number::BleedPenalty, penalty));
    }
}
