//! Active defence: which skill answers which attack, and with what (`defence/*`, `defend-skills/*`).

use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Refusal, RuleId};

use super::cover::cover;
use super::numbers::{acts, aloft, is_melee, legs, mount_of, settled, threatens, unnoticed, worn};
use super::{averting, damage, modifiers};
use crate::act::{Defence, Strike, With};
use crate::actions::{moving, ways};
use crate::ids::{refuse, rule};
use crate::sheet::{DamageType, DefendSkill, Family, PowerClass};
use crate::state::{Condition, Cover, Phase, Stance, State};
use crate::surface::cover_at;

/// What matters of an attack to whoever defends against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Nature {
    melee: bool,
    /// Made with a weapon: held, natural, unarmed, shot or thrown.
    weapon: bool,
    bodily: bool,
    mental: bool,
    kind: Option<DamageType>,
}

fn nature(state: &State, by: CreatureId, with: With) -> Nature {
    let (weapon, bodily) = match with {
        With::Melee(arm) => {
            let family = state.weapon(by, arm).map(|weapon| weapon.family);
            (
                true,
                matches!(family, Some(Family::Unarmed | Family::Natural)),
            )
        }
        With::Ranged(_) => (true, false),
        With::Power(_) => (false, false),
    };
    let mental = match with {
        With::Power(power) => state.power(power).class == PowerClass::Mental,
        _ => false,
    };
    Nature {
        melee: is_melee(state, with),
        weapon,
        bodily,
        mental,
        kind: damage::dice(state, by, with).map(|(_, kind)| kind),
    }
}

/// Whether a defend skill answers an attack (`defence/skill-fits-attack`, `defend-skills/list`).
///
/// # Errors
/// Why it does not.
fn fits(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
    skill: DefendSkill,
) -> Result<(), Refusal> {
    let nature = nature(state, by, strike.with);
    let Nature {
        melee,
        weapon,
        bodily,
        mental,
        kind,
    } = nature;
    let fits = match skill {
        DefendSkill::Dodge | DefendSkill::Elude => !melee && !mental,
        DefendSkill::Evade | DefendSkill::Sidestep | DefendSkill::Repel => melee,
        DefendSkill::Block => weapon,
        DefendSkill::Parry => melee && weapon,
        DefendSkill::Deflect => !melee && weapon,
        DefendSkill::Thwart => bodily,
        DefendSkill::EvasiveAction => !mental,
        DefendSkill::Aegis => kind == Some(DamageType::Magic),
        DefendSkill::Buffer => matches!(kind, Some(DamageType::Energy | DamageType::Elemental)),
        DefendSkill::Screen => mental,
    };
    if !fits {
        return Err(affray_kernel::Refusal::new(
            rule_of(skill),
            "{} does not answer such an attack",
        )
        .with(Figure::Word(skill.name())));
    }
    circumstances(state, (who, by), skill)
}

/// Whether the circumstances let a creature use a skill at all.
fn circumstances(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    skill: DefendSkill,
) -> Result<(), Refusal> {
    match skill {
        DefendSkill::Sidestep if free_neighbours(state, who).next().is_none() => Err(refuse!(
            "defend-skills/sidestep",
            "no space next to {} is free",
            Figure::Creature(who)
        )),
        DefendSkill::Elude
            if state.body(who).moved == 0 && cover_known(state, by, who) == Cover::None =>
        {
            Err(refuse!(
                "defend-skills/elude",
                "{} has neither moved this round nor any cover",
                Figure::Creature(who)
            ))
        }
        DefendSkill::EvasiveAction
            if mount_of(state, who).is_none()
                && aloft(state, who) == 0
                && !state.sheet(who).traits.driving =>
        {
            Err(refuse!(
                "defend-skills/evasive-action",
                "{} neither rides nor flies nor drives",
                Figure::Creature(who)
            ))
        }
        _ => Ok(()),
    }
}

/// The cover against somebody, as far as whoever has it can tell: where one hidden from it shoots from is not seen by what it stands behind
/// (`ambush/concealment`).
fn cover_known(state: &State, by: CreatureId, who: CreatureId) -> Cover {
    if unnoticed(state, who, by) {
        cover_at(state, state.space(who)).max(state.body(who).cover)
    } else {
        cover(state, state.space(by), who)
    }
}

/// The rule of a defend skill.
#[must_use]
pub(crate) const fn rule_of(skill: DefendSkill) -> RuleId {
    match skill {
        DefendSkill::Dodge => rule!("defend-skills/dodge"),
        DefendSkill::Evade => rule!("defend-skills/evade"),
        DefendSkill::Block => rule!("defend-skills/block"),
        DefendSkill::Parry => rule!("defend-skills/parry"),
        DefendSkill::Deflect => rule!("defend-skills/deflect"),
        DefendSkill::Thwart => rule!("defend-skills/thwart"),
        DefendSkill::Sidestep => rule!("defend-skills/sidestep"),
        DefendSkill::Elude => rule!("defend-skills/elude"),
        DefendSkill::Repel => rule!("defend-skills/repel"),
        DefendSkill::EvasiveAction => rule!("defend-skills/evasive-action"),
        DefendSkill::Aegis => rule!("defend-skills/aegis"),
        DefendSkill::Buffer => rule!("defend-skills/buffer"),
        DefendSkill::Screen => rule!("defend-skills/screen"),
    }
}

/// Free spaces next to a creature, into which it could shift.
pub(crate) fn free_neighbours(state: &State, who: CreatureId) -> impl Iterator<Item = Cell> + '_ {
    let grid = state.grid();
    let at = state.body(who).at;
    grid.neighbours(at)
        .map(move |cell| settled(state, who, cell))
        .filter(move |cell| ways::can_shift(state, who, *cell))
}

/// Whether two creatures are both Aggressive in this segment (`stances/aggressive-no-mutual-defence`).
#[must_use]
pub(crate) fn both_aggressive(state: &State, one: CreatureId, other: CreatureId) -> bool {
    let aggressive = |who: CreatureId| state.body(who).stance == Some(Stance::Aggressive);
    state.clock.phase == Phase::Acting && aggressive(one) && aggressive(other)
}

/// Whether a creature may defend itself actively against another at all (`defence/who-cannot`).
///
/// # Errors
/// Why not.
pub(crate) fn may_defend(state: &State, who: CreatureId, by: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Surprised) {
        return Err(refuse!(
            "ambush/surprised",
            "{} is surprised",
            Figure::Creature(who)
        ));
    }
    if !acts(state, who) || state.body(who).pending.is_some() {
        return Err(refuse!(
            "defence/who-cannot",
            "{} cannot defend any more",
            Figure::Creature(who)
        ));
    }
    if both_aggressive(state, who, by) {
        return Err(refuse!(
            "stances/aggressive-no-mutual-defence",
            "both are Aggressive in this segment: neither defends against the other"
        ));
    }
    let body = state.body(who);
    if body.actions < 1 && body.guard.is_none() {
        return Err(refuse!(
            "defence/costs-actions",
            "{} has no action left to defend with",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Whether a defence is possible against an attack.
///
/// # Errors
/// Why it is not.
pub(crate) fn check(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
    defence: &Defence,
) -> Result<(), Refusal> {
    may_defend(state, who, by)?;
    let skill = defence.skill;
    if state.sheet(who).defends[skill as usize].is_none() {
        return Err(refuse!(
            "check/missing-score",
            "{} is not on the sheet",
            Figure::Word(skill.name())
        ));
    }
    pays(state, who, defence)?;
    fits(state, (who, by), strike, skill)?;
    with_what(state, who, defence)?;
    shifts(state, who, defence)
}

fn pays(state: &State, who: CreatureId, defence: &Defence) -> Result<(), Refusal> {
    let body = state.body(who);
    if !defence.on_guard {
        if body.actions < 1 {
            return Err(refuse!(
                "defence/costs-actions",
                "a defend costs an action, and none is left"
            ));
        }
        return Ok(());
    }
    match body.guard {
        None => Err(refuse!(
            "on-guard/after-it-ends",
            "{} is not On-Guard",
            Figure::Creature(who)
        )),
        Some(guard) if guard.skill != defence.skill => Err(refuse!(
            "on-guard/same-skill",
            "the On-Guard skill of this round is {}",
            Figure::Word(guard.skill.name())
        )),
        Some(_) => Ok(()),
    }
}

fn with_what(state: &State, who: CreatureId, defence: &Defence) -> Result<(), Refusal> {
    match (defence.skill.averts(), defence.with) {
        (true, None) => Err(refuse!(
            "defence/avert-needs-item",
            "{} needs a weapon or shield: say with which",
            Figure::Word(defence.skill.name())
        )),
        (true, Some(arm))
            if !averting::arms(state, who, defence.skill).any(|other| other == arm) =>
        {
            if defence.on_guard {
                return Err(refuse!(
                    "on-guard/item-lost",
                    "{} cannot be used with that",
                    Figure::Word(defence.skill.name())
                ));
            }
            Err(refuse!(
                "defence/avert-needs-item",
                "{} cannot be used with that",
                Figure::Word(defence.skill.name())
            ))
        }
        (false, Some(_)) => Err(refuse!(
            "defence/avoid",
            "{} needs nothing in hand",
            Figure::Word(defence.skill.name())
        )),
        _ => Ok(()),
    }
}

fn shifts(state: &State, who: CreatureId, defence: &Defence) -> Result<(), Refusal> {
    let Some(to) = defence.to else {
        return Ok(());
    };
    if defence.skill != DefendSkill::Sidestep {
        return Err(refuse!(
            "defend-skills/sidestep",
            "only a Sidestep leads somewhere else"
        ));
    }
    moving::stands(state, who)?;
    moving::can_walk(state, who)?;
    let to = settled(state, who, to);
    if !free_neighbours(state, who).any(|cell| cell == to) {
        return Err(refuse!(
            "defend-skills/sidestep",
            "that is no free space next to {}",
            Figure::Creature(who)
        ));
    }
    if leaves_a_threat(state, who, to) {
        return Err(refuse!(
            "defend-skills/sidestep",
            "a Sidestep does not lead out of an enemy's threat zone"
        ));
    }
    Ok(())
}

/// Whether a place is outside the threat zone of an active enemy that holds a creature in it: nobody holds one who has disengaged
/// (`defence/disengage-first`, `defence/disengage`).
#[must_use]
pub(crate) fn leaves_a_threat(state: &State, who: CreatureId, to: Cell) -> bool {
    if state.body(who).disengaged {
        return false;
    }
    let (now, then) = (state.space(who), state.space_at(who, to));
    state.creatures().any(|other| {
        super::numbers::holds_back(state, other, who)
            && threatens(state, other, now)
            && !threatens(state, other, then)
    })
}

/// Goes through the defences that a creature has against an attack.
pub(crate) fn options(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
    found: &mut dyn FnMut(Defence) -> std::ops::ControlFlow<()>,
) -> std::ops::ControlFlow<()> {
    if may_defend(state, who, by).is_err() {
        return std::ops::ControlFlow::Continue(());
    }
    let guard = state.body(who).guard.map(|guard| guard.skill);
    for skill in DefendSkill::ALL {
        if state.sheet(who).defends[skill as usize].is_none()
            || fits(state, (who, by), strike, skill).is_err()
        {
            continue;
        }
        let mut offer = |with, to| {
            for on_guard in [true, false] {
                if on_guard && guard != Some(skill) {
                    continue;
                }
                let defence = Defence {
                    skill,
                    on_guard,
                    with,
                    to,
                };
                if check(state, (who, by), strike, &defence).is_ok() {
                    found(defence)?;
                }
            }
            std::ops::ControlFlow::Continue(())
        };
        if skill.averts() {
            for arm in averting::arms(state, who, skill) {
                offer(Some(arm), None)?;
            }
        } else {
            offer(None, None)?;
            if skill == DefendSkill::Sidestep {
                for cell in free_neighbours(state, who) {
                    offer(None, Some(cell))?;
                }
            }
        }
    }
    std::ops::ControlFlow::Continue(())
}

/// Whether a creature has any defence against an attack.
#[must_use]
pub(super) fn has_any(state: &State, sides: (CreatureId, CreatureId), strike: &Strike) -> bool {
    options(state, sides, strike, &mut |_| {
        std::ops::ControlFlow::Break(())
    })
    .is_break()
}

/// Whether a creature without an action left has a skill that would answer an attack, were there one (`defence/costs-actions`).
#[must_use]
pub(super) fn lacks_only_actions(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
) -> bool {
    state.body(who).actions < 1
        && DefendSkill::ALL.into_iter().any(|skill| {
            state.sheet(who).defends[skill as usize].is_some()
                && fits(state, (who, by), strike, skill).is_ok()
                && (!skill.averts() || averting::arms(state, who, skill).next().is_some())
        })
}

/// Whether a creature's On-Guard skill would answer an attack, had it in hand what that averts with (`on-guard/item-lost`).
#[must_use]
pub(super) fn lacks_its_item(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
) -> bool {
    state.body(who).guard.is_some_and(|guard| {
        guard.skill.averts()
            && !averting::has_item(state, who, guard.skill)
            && fits(state, (who, by), strike, guard.skill).is_ok()
    })
}

/// The target score of a defend skill with everything but what depends on the attack (`armour/list`, `damage-effects/disable`).
#[must_use]
pub(crate) fn score(state: &State, who: CreatureId, skill: DefendSkill, mut tally: Tally) -> Tally {
    let own = state.sheet(who).defends[skill as usize].unwrap_or(0);
    tally.add(skill.name(), own, rule!("check/target-score"));
    modifiers::condition(state, who, &mut tally);
    modifiers::environment(state, who, &mut tally);
    if skill.is_hampered_by_armor() {
        let armor = worn(state, who).map(|armor| armor.move_skills).sum();
        tally.add("armour", armor, rule!("impact/drawbacks"));
    }
    if skill.needs_legs() && legs(state, who).0 {
        tally.add("disabled leg", -4, rule!("damage-effects/disable"));
    }
    tally
}
