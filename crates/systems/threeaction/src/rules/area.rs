//! Attacks on an Area: one roll for everybody in it (`attack/area-*`).

use affray_kernel::dice::Pool;
use affray_kernel::grid::{Area, Cell, Space};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{Covered, CreatureId, Play, RuleId, Scene};
use smallvec::{SmallVec, smallvec};

use super::attack::{self, Aimed, Attempt, Kind, Thrown};
use super::cover::line_from_origin;
use super::ground::terrain;
use super::luck::{Luck, d20};
use super::numbers::present;
use crate::ThreeAction;
use crate::fact::Verdict;
use crate::ids::rule;
use crate::sheet::{CriticalDamage, Size};
use crate::state::{Arm, State};

/// Everybody in an Area with Line of Effect from its point of origin, of whatever side, in roster order (`attack/area-everyone`).
pub(crate) fn caught(state: &State, area: Area) -> Vec<CreatureId> {
    let grid = state.grid();
    state
        .creatures()
        .filter(|who| present(state, *who))
        .filter(|who| {
            let (space, size) = (state.space(*who), state.sheet(*who).size);
            area.touches(grid, space) && line_from_origin(state, area.origin(), space, size)
        })
        .collect()
}

/// What an Area covers: the squares in which a creature of ordinary Size is caught, and everybody who is.
pub(crate) fn covered(state: &State, area: Area) -> Covered {
    let origin = area.origin();
    let reaches = |cell| {
        let space = Space::cell(cell);
        area.contains(state.grid(), cell) && line_from_origin(state, origin, space, Size::Medium)
    };
    let everybody = caught(state, area);
    Covered::of(&terrain(state), origin.level(), reaches, everybody)
}

/// What something covers that fills an Area: as far as Line of Effect reaches from its point of origin (`line-of-effect/required`), and all around
/// what stands there loosely.
pub(crate) fn filled(state: &State, area: Area) -> Covered {
    let reaches = |cell| area.contains(state.grid(), cell) && spreads_to(state, area, cell);
    Covered::of(&terrain(state), area.origin().level(), reaches, [])
}

/// The squares that a Spell fills for as long as it lasts.
pub(crate) fn squares(state: &State, area: Area) -> Vec<Cell> {
    let mut cells = area.cells(&state.cast.map);
    cells.retain(|cell| spreads_to(state, area, *cell));
    cells
}

fn spreads_to(state: &State, area: Area, cell: Cell) -> bool {
    line_from_origin(state, area.origin(), Space::cell(cell), Size::Colossal)
}

/// An Attack on an Area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    /// Who makes it.
    pub(crate) by: CreatureId,
    /// Ranged or Spell.
    pub(crate) kind: Kind,
    /// With what weapon, if any.
    pub(crate) with: Option<Arm>,
    /// The point of origin, from which Cover is judged (`cover/area-origin`).
    pub(crate) origin: Cell,
    /// What the roll is called.
    pub(crate) what: &'static str,
    /// The rule that asks for it.
    pub(crate) rule: RuleId,
}

impl Attack {
    /// The Attack as it concerns one of those caught.
    pub(crate) fn on(self, who: CreatureId) -> Attempt {
        Attempt {
            by: self.by,
            on: who,
            kind: self.kind,
            with: self.with,
            aimed: Aimed::Area(Space::cell(self.origin)),
        }
    }
}

/// What the roll of an Attack on an Area comes to for one of those caught, and why it is that die.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    /// The die that counts, and the total.
    pub(crate) thrown: Thrown,
    luck: Luck,
}

impl Share {
    /// Puts into the log why it is that die, before the sum.
    pub(crate) fn explain(&self, scene: &mut Scene<'_, ThreeAction>) {
        self.luck.explain(scene);
    }
}

/// Rolls once for all, against a number for each (`attack/area-single-roll`). If Advantage or Disadvantage is in play for anybody, a pair is
/// rolled and shared: for each it is the higher, the lower, or the first die, by its own situation (`attack/area-mixed-advantage`).
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, ThreeAction>,
    made: Attack,
    (caught, numbers): (&[CreatureId], &[i32]),
    tally: &Tally,
) -> Play<Vec<Share>> {
    scene.cite(rule!("attack/area-single-roll"));
    scene.cite(rule!("attack/area-everyone"));
    let lucks: Vec<Luck> = scene.known(|state| {
        let each = caught.iter();
        each.map(|who| attack::luck(state, made.on(*who))).collect()
    });
    let shared = lucks.iter().any(Luck::any);
    if shared {
        scene.cite(rule!("attack/area-mixed-advantage"));
    }
    let roll = Roll {
        pool: if shared { PAIR } else { d20() },
        by: Some(made.by),
        what: made.what,
        rule: made.rule,
        audience: Audience::Everyone,
    };
    let more = tally.total();
    let critical = scene.state().cast.options.critical_success;
    let thrown = |luck: &Luck, faces: &[u16]| attack::thrown(luck.keeps(), faces, more);
    let class = |faces: &[u16]| {
        if lucks.len() > TOGETHER_MAX {
            return both(faces);
        }
        let each = lucks.iter().zip(numbers);
        let verdicts = each.map(|(luck, number)| {
            let thrown = thrown(luck, faces);
            attack::comes_to(critical, thrown, *number)
        });
        together(verdicts)
    };
    let faces: SmallVec<[u16; 2]> = if shared {
        scene.roll_shown(roll, class)?.as_slice().into()
    } else {
        let class = |total: i32| class(&[total as u16]);
        smallvec![scene.sum_by(roll, class)? as u16]
    };
    let thrown: Vec<Thrown> = lucks.iter().map(|luck| thrown(luck, &faces)).collect();
    let shares = lucks.into_iter().zip(thrown);
    Ok(shares
        .map(|(luck, thrown)| Share { thrown, luck })
        .collect())
}

/// What the roll comes to for so many may be told by one number.
const TOGETHER_MAX: usize = u32::MAX.ilog(3) as usize;

/// What a roll comes to against everybody, as one number: it is all that matters of the dice.
fn together(verdicts: impl Iterator<Item = Verdict>) -> u32 {
    verdicts.fold(0, |all, verdict| all * 3 + verdict as u32)
}

/// Dice that are not added up, as one number: all of them, where too many are caught.
fn both(faces: &[u16]) -> u32 {
    faces
        .iter()
        .fold(0, |both, face| both * 21 + u32::from(*face))
}

const PAIR: Pool = match Pool::new(2, 20) {
    Ok(pool) => pool,
    Err(_) => d20(),
};

/// The Damage of an Area, rolled once (`attack/area-damage`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Damage {
    /// For a plain success.
    pub(crate) plain: i32,
    /// For a Critical Success.
    pub(crate) critical: i32,
}

/// Rolls the Damage for all who are hit; `critical`: whether anybody is hit critically.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn roll_damage(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    dice: Option<Pool>,
    tally: &Tally,
    critical: bool,
) -> Play<Damage> {
    scene.cite(rule!("attack/area-damage"));
    let plain = super::damage::roll_damage(scene, by, dice, tally, false)?;
    let mut doubled = plain;
    if critical {
        scene.cite(rule!("foundations/doubling"));
        doubled = match scene.state().cast.options.critical_damage {
            CriticalDamage::DoubleTotal => plain * 2,
            CriticalDamage::DoubleDice => {
                plain + super::damage::roll_damage(scene, by, dice, tally, false)?
            }
        };
        scene.explain(
            || Sum {
                by: Some(by),
                what: "damage of a Critical Success",
                dice: plain,
                total: doubled,
                against: None,
                verdict: "doubled",
                rule: rule!("attack/critical"),
            },
            &by_doubling(plain, doubled),
        );
    }
    Ok(Damage {
        plain,
        critical: doubled,
    })
}

/// What doubling adds to Damage that is rolled already (`foundations/doubling`).
fn by_doubling(plain: i32, doubled: i32) -> Tally {
    let mut tally = Tally::new();
    let more = i16::try_from(doubled - plain).unwrap_or(i16::MAX);
    tally.add("once more", more, rule!("foundations/doubling"));
    tally
}
