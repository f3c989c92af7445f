//! Attacks with weapons, melee and ranged: the roll, the Damage, and what follows (`attack/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::story::Against;
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::attack::{self, Aimed, Attempt, Kind, PHYSICAL};
use super::conditions::{gain, plain};
use super::hands::shield_bonus;
use super::luck::Luck;
use super::numbers::{physical_defense, present};
use super::target::{Mark, Quarry};
use super::{cover, damage, flying, guess, objects, poison, sight};
use crate::ThreeAction;
use crate::act::Target;
use crate::fact::{Fact, Harm, Verdict};
use crate::ids::rule;
use crate::sheet::{Impact, Size, Weapon};
use crate::state::{Arm, Condition, State};

/// A blow or a shot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow<'t> {
    /// Who attacks.
    pub(crate) by: CreatureId,
    /// With what.
    pub(crate) with: Arm,
    /// How.
    pub(crate) kind: Kind,
    /// What is added to the roll.
    pub(crate) tally: &'t Tally,
}

impl Blow<'_> {
    /// What the roll is called, and its rule.
    #[inline(always)]
    fn roll(self) -> (&'static str, RuleId) {
        match self.kind {
            Kind::Ranged => ("ranged attack", rule!("ranged-attack/roll")),
            _ => ("melee attack", rule!("melee-attack/roll")),
        }
    }

    /// What it does to whom it hits; nothing, if that is no weapon.
    #[inline(always)]
    pub(crate) fn impact(self, state: &State) -> Option<Impact> {
        state.weapon(self.by, self.with).map(Weapon::impact)
    }

    /// As an Attack on a creature.
    #[inline(always)]
    pub(crate) fn on(self, on: CreatureId, aimed: Aimed) -> Attempt {
        Attempt {
            by: self.by,
            on,
            kind: self.kind,
            with: Some(self.with),
            aimed,
        }
    }
}

/// Rolls the Attack, compares it with Physical Defense, and deals the Damage of a success (`attack/action`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn strike(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    target: Target,
    mark: Mark,
) -> Play {
    match mark {
        Mark::Creature(quarry) => strike_creature(scene, blow, target, quarry),
        Mark::Square(at) => strike_square(scene, blow, at),
        Mark::Object(_) | Mark::Ice(_) => strike_thing(scene, blow, target, mark),
    }
}

#[inline(always)]
fn strike_creature(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    target: Target,
    Quarry { on, aimed }: Quarry,
) -> Play {
    let attempt = blow.on(on, aimed);
    if scene.listened() {
        cite_target(scene, attempt);
    }
    let defense = physical_defense(scene.state(), on);
    let mut luck = Luck::default();
    attack::put_luck(scene, attempt, &mut luck);
    let (what, rule) = blow.roll();
    let (by, tally) = (blow.by, blow.tally);
    let thrown = attack::roll_against(scene, by, ("attack", rule), &luck, tally, defense)?;
    let verdict = attack::judge(scene.state(), attempt, thrown, defense);
    if attempt.is_guess() {
        guess::cite(scene, verdict != Verdict::Miss);
    }
    let against = attack::against(attempt, PHYSICAL, defense, verdict);
    attack::explain(
        scene,
        blow.by,
        (what, rule),
        thrown,
        blow.tally,
        against,
        verdict,
    );
    scene.emit(Fact::Came(blow.by, target, verdict));
    let made = attack::made(scene, attempt, verdict != Verdict::Miss);
    if verdict != Verdict::Miss {
        deal(scene, blow, on, verdict == Verdict::Critical)?;
    }
    made.over(scene)?;
    attack::count(scene, blow.by);
    Ok(())
}

/// Names the rules of what is attacked.
fn cite_target(scene: &mut Scene<'_, ThreeAction>, attempt: Attempt) {
    sight::explain(scene, attempt.by, attempt.on);
    if shield_bonus(scene.state(), attempt.on) > 0 {
        scene.cite(rule!("foundations/armour-table"));
    }
}

/// An Attack on whoever is in a square, or on nobody (`hidden/declare-square`).
fn strike_square(scene: &mut Scene<'_, ThreeAction>, blow: Blow<'_>, at: Cell) -> Play {
    let attack = guess::Attack {
        by: blow.by,
        at,
        kind: blow.kind,
        with: Some(blow.with),
        tally: blow.tally,
        roll: blow.roll(),
        defense: PHYSICAL,
    };
    if let Some(struck) = guess::roll(scene, attack, physical_defense)? {
        deal(scene, blow, struck.on, struck.verdict == Verdict::Critical)?;
        struck.made.over(scene)?;
    }
    attack::count(scene, blow.by);
    Ok(())
}

/// Deals the Damage of a hit (`attack/damage`), and what the weapon brings besides.
#[inline(always)]
fn deal(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    on: CreatureId,
    critical: bool,
) -> Play {
    cite_damage(scene, blow, critical);
    let Some(impact) = blow.impact(scene.state()) else {
        return Ok(());
    };
    if impact.dice.is_some() || impact.adds_str {
        let mut tally = scene.tally();
        tally_damage(scene.state(), blow, impact, &mut tally);
        let amount = damage::roll_damage(scene, blow.by, impact.dice, &tally, critical)?;
        damage::hurt(scene, on, amount, impact.damage, Harm::Attack)?;
    }
    bring_along(scene, blow, impact, on)
}

/// Names the rules of the Damage of a hit.
#[inline(always)]
pub(crate) fn cite_damage(scene: &mut Scene<'_, ThreeAction>, blow: Blow<'_>, critical: bool) {
    if !scene.listened() {
        return;
    }
    if critical {
        scene.cite(rule!("attack/critical"));
    }
    scene.cite_all(match blow.kind {
        Kind::Ranged => {
            const {
                &[
                    rule!("foundations/damage-types"),
                    rule!("foundations/ranged-damage"),
                ]
            }
        }
        _ => {
            const {
                &[
                    rule!("foundations/damage-types"),
                    rule!("foundations/melee-damage"),
                ]
            }
        }
    });
}

/// The poison on a weapon, and being caught by a weapon that binds; a flyer so caught falls.
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn bring_along(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    impact: Impact,
    on: CreatureId,
) -> Play {
    if impact.lingers {
        also_suffers(scene, blow, on)
    } else {
        Ok(())
    }
}

fn also_suffers(scene: &mut Scene<'_, ThreeAction>, blow: Blow<'_>, on: CreatureId) -> Play {
    let Some(weapon) = scene.state().weapon(blow.by, blow.with) else {
        return Ok(());
    };
    let (venom, entangles) = (weapon.poison, weapon.entangles);
    if let Some(venom) = venom {
        poison::enters(scene, on, venom);
    }
    if let Some(amount) = entangles
        && present(scene.state(), on)
    {
        scene.cite(rule!("entangled/no-move"));
        let held = plain(on, Condition::Entangled, Until::Cleared);
        gain(
            scene,
            Held {
                cause: Some(blow.by),
                amount,
                ..held
            },
        );
        return flying::keep_up(scene, on);
    }
    Ok(())
}

/// An Attack on a thing nobody attends to: as on a creature, with Physical Defense 10 (`foundations/objects`).
fn strike_thing(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    target: Target,
    mark: Mark,
) -> Play {
    scene.cite(rule!("foundations/objects"));
    let luck = luck_on_thing(scene.state(), blow, mark);
    let (what, rule) = blow.roll();
    let (by, tally) = (blow.by, blow.tally);
    let number = objects::DEFENSE;
    let thrown = attack::roll_against(scene, by, ("attack", rule), &luck, tally, number)?;
    let verdict = attack::verdict(scene.state(), thrown, objects::DEFENSE);
    let against = Against::number("Physical Defense", objects::DEFENSE);
    attack::explain(
        scene,
        blow.by,
        (what, rule),
        thrown,
        blow.tally,
        against,
        verdict,
    );
    scene.emit(Fact::Came(blow.by, target, verdict));
    if verdict != Verdict::Miss {
        deal_to_thing(scene, blow, mark, verdict == Verdict::Critical)?;
    }
    super::zero_g::tumbles(scene, blow.by);
    attack::count(scene, blow.by);
    Ok(())
}

/// What helps or hinders an Attack on a thing: the attacker's own state, the distance, Cover and what conceals.
fn luck_on_thing(state: &State, blow: Blow<'_>, mark: Mark) -> Luck {
    let mut luck = Luck::default();
    let to = mark.space(state);
    let size = match mark {
        Mark::Object(item) => objects::size(state, item),
        _ => Size::Tiny,
    };
    attack::of_attacker(state, blow.on(blow.by, Aimed::Directly), &mut luck);
    if blow.kind == Kind::Ranged && state.grid().distance(state.space(blow.by), to) <= 1 {
        luck.disadvantage(
            "Disadvantage: target within 5 ft",
            rule!("ranged-attack/close-disadvantage"),
        );
    }
    sight::of_thing(state, blow.by, to, &mut luck);
    cover::of_thing(state, blow.by, blow.kind, to, size, &mut luck);
    luck
}

fn deal_to_thing(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    mark: Mark,
    critical: bool,
) -> Play {
    cite_damage(scene, blow, critical);
    let Some(impact) = blow.impact(scene.state()) else {
        return Ok(());
    };
    let tally = damage_tally(scene.state(), blow, impact);
    let amount = damage::roll_damage(scene, blow.by, impact.dice, &tally, critical)?;
    match mark {
        Mark::Object(item) => objects::harm(scene, item, amount, impact.damage)?,
        Mark::Ice(cell) => objects::harm_ice(scene, cell, amount, impact.damage)?,
        Mark::Creature(_) | Mark::Square(_) => {}
    }
    Ok(())
}

/// What is added to the Damage of a weapon: STR if the weapon adds it, also when DEX was used to hit (`foundations/melee-damage`,
/// `foundations/ranged-damage`, `melee-attack/dex-not-damage`), and Feats (`foundations/feats`).
pub(crate) fn damage_tally(state: &State, blow: Blow<'_>, impact: Impact) -> Tally {
    let mut tally = Tally::new();
    tally_damage(state, blow, impact, &mut tally);
    tally
}

/// As [`damage_tally`], put where it is wanted.
#[inline(always)]
fn tally_damage(state: &State, blow: Blow<'_>, impact: Impact, tally: &mut Tally) {
    let sheet = state.sheet(blow.by);
    let melee = blow.kind == Kind::Melee;
    if impact.adds_str {
        tally.add_by("STR", sheet.str, || strength_rule(blow));
    }
    let feats = rule!("foundations/feats");
    tally.add(
        "Weapon Specialization",
        sheet.feats.weapon_specialization,
        feats,
    );
    if melee {
        tally.add("Battle Trance", sheet.feats.battle_trance, feats);
    }
    if sheet.feats.wrath {
        tally.add("Wrath", i16::from(state.body(blow.by).attacks), feats);
    }
}

/// The rule by which STR is added to Damage.
fn strength_rule(blow: Blow<'_>) -> RuleId {
    let by_dex = rule!("melee-attack/light-medium-dex");
    let with_dex = blow.tally.parts().iter().any(|part| part.rule == by_dex);
    match blow.kind {
        Kind::Ranged => rule!("foundations/ranged-damage"),
        _ if with_dex => rule!("melee-attack/dex-not-damage"),
        _ => rule!("foundations/melee-damage"),
    }
}
