//! Ranged attacks: the Hit roll against the Miss Chance (`ranged/*`, `range/*`, `throw/*`).

use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{Arm, CreatureId, Frozen, Play};

use super::aura::{Blow, Source};
use super::damage::{self, Hit};
use super::defenses;
use super::draw_weight;
use super::effects::{Effect, Struck, Thrown};
use super::grounds;
use super::melee::{
    Combat, HitRoll, attack_luck, critical_from, explain_armor, explain_special, in_words,
    is_armored,
};
use super::numbers::{
    coverage, defenseless, metres_between, miss_chance_modifier_tally, miss_chance_with,
    proficient, range_m, unaware,
};
use crate::Energy;
use crate::act::Strike;
use crate::fact::{Verdict, What};
use crate::ids::rule;
use crate::sheet::{HelplessRanged, Size};
use crate::state::{Condition, Gait, PowerId, State};

const D20: Pool = pool!("1d20");

/// How the target's movement counts; whoever is held fast moves no more than in an ordinary fight (`ranged/movement-modifier`,
/// `ranged/movement-state`).
fn movement(state: &State, on: CreatureId, by: CreatureId) -> i16 {
    let gait = state.body(on).gait;
    let still = state.sheet(on).traits.object
        || state.has(on, Condition::Unconscious)
        || state.has(on, Condition::Helpless)
        || (unaware(state, on, by) && gait == Gait::Still);
    match gait {
        _ if still => -5,
        Gait::Evasive if !state.has(on, Condition::Restrained) => 5,
        Gait::Still | Gait::Ordinary | Gait::Evasive => 0,
    }
}

/// The Miss Chance without the target's Ranged Evasion roll (`ranged/miss-chance`).
#[must_use]
pub(crate) fn miss_chance(
    state: &State,
    by: CreatureId,
    on: CreatureId,
    modifier: Tally,
    nonlethal: Option<u8>,
) -> Tally {
    let mut tally = modifier;
    let size = state.sheet(on).size;
    let rule = if size == Size::Gigantic {
        rule!("ranged/size-gigantic")
    } else {
        rule!("ranged/size-modifier")
    };
    tally.add(
        "size",
        size.miss_chance(state.cast.options.size_miss_chance),
        rule,
    );
    tally.add(
        "movement",
        movement(state, on, by),
        rule!("ranged/movement-modifier"),
    );
    tally.add(
        "circumstances",
        state.body(by).shot_modifier,
        rule!("ranged/other-modifiers"),
    );
    tally.add(
        "Non-Lethal",
        3 * i16::from(nonlethal.unwrap_or(0)),
        rule!("nonlethal/penalty-for-safety"),
    );
    tally
}

/// Whether a target may make a Ranged Evasion roll (`ranged/evasion-roll-condition`).
#[must_use]
pub(crate) fn may_evade(state: &State, on: CreatureId, by: CreatureId) -> bool {
    !defenseless(state, on, by) && !unaware(state, on, by)
}

/// A Hit roll about to be made.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    /// Who shoots.
    pub(crate) by: CreatureId,
    /// At whom.
    pub(crate) on: CreatureId,
    /// With what; `None`: a power.
    pub(crate) arm: Option<Arm>,
    /// Near limit, far limit and maximum in metres.
    pub(crate) range_m: [i16; 3],
    /// The Miss Chance without the Ranged Evasion roll.
    pub(crate) chance: Tally,
}

/// What a Hit roll came to: the die, and the verdict.
pub(crate) type Went = (Combat, Verdict);

/// Makes the Hit roll and the Ranged Evasion roll, in this order, and compares (`ranged/hit-test`, `ranged/hit-roll-table`). Whatever the
/// dice show, nothing follows but from what they come to.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn shoot(scene: &mut Frozen<'_, '_, Energy>, shot: &Shot) -> Play<Went> {
    let armor = is_armored(scene.state(), shot.on, HitRoll::Ranged);
    scene.stage(
        |scene| roll_both(scene, shot, armor),
        |(combat, verdict)| (class(*combat, armor), *verdict),
    )
}

/// What of the Hit roll matters for what comes of it: what it brings by itself, and a natural 20 (`throw/without-thrown`).
fn class(combat: Combat, armor: bool) -> u32 {
    combat.class(armor) << 1 | u32::from(combat.shown == 20)
}

fn roll_both(scene: &mut Frozen<'_, '_, Energy>, shot: &Shot, armor: bool) -> Play<Went> {
    let Shot { by, on, arm, .. } = *shot;
    let state = scene.state();
    let distance = metres_between(state, by, on);
    let mut luck = attack_luck(state, by);
    if distance <= shot.range_m[0] {
        luck.advantage("Advantage: near", rule!("range/near"));
    }
    if distance > shot.range_m[1] {
        luck.disadvantage("Disadvantage: far", rule!("range/far"));
    }
    let threshold = critical_from(state, by, arm);
    let coverage = i32::from(coverage(state, on, true));
    let automatic = state.cast.options.helpless_ranged == HelplessRanged::Automatic
        && !may_evade(state, on, by);
    luck.explain(scene);
    let roll = Roll {
        pool: luck.on(D20),
        by: Some(by),
        what: HitRoll::Ranged.name(),
        rule: rule!("ranged/hit-roll"),
        audience: Audience::Everyone,
    };
    scene.cite(rule!("ranged/hit-roll-table"));
    scene.cite(rule!("ranged/effects-at-launch"));
    let base = shot.chance.total();
    let state = scene.state();
    let braced = state.body(on).defending;
    let read = |shown| Combat::read(shown, threshold, coverage);
    let judge = |shown: i32, evasion: Option<i32>| {
        let chance = base + evasion.unwrap_or(0);
        let tie = braced && evasion.is_some();
        let reaches = automatic || if tie { shown > chance } else { shown >= chance };
        match read(shown) {
            Combat { fails: true, .. } => Verdict::CriticalFailure,
            Combat { critical: true, .. } => Verdict::Critical,
            _ if reaches => Verdict::Hit,
            _ => Verdict::Miss,
        }
    };
    let evades = may_evade(state, on, by);
    let matters = |shown: i32| {
        let combat = read(shown);
        let settled = combat.fails || combat.critical || automatic;
        let against = match evades {
            false => judge(shown, None) as u32,
            true if settled => 0,
            true => shown.unsigned_abs(),
        };
        class(combat, armor) << 8 | against
    };
    let shown = scene.sum_by(roll, matters)?;
    let combat = read(shown);
    cite_roll(scene, by, combat, threshold);
    scene.cite(rule!("ranged/evasion-roll-condition"));
    let judge = |evasion| judge(shown, evasion);
    let evasion = if evades {
        let defending = defenses::ranged_evasion(scene.state(), on, by);
        Some(defending.roll(scene, |total| judge(Some(total)) as u32)?)
    } else {
        scene.because(
            "no Ranged Evasion roll",
            rule!("defenses/no-roll-means-hit"),
        );
        None
    };
    let verdict = judge(evasion);
    let ties = evasion.is_some_and(|evasion| base + evasion == shown);
    if braced && ties && verdict == Verdict::Miss {
        scene.because("Defend: ties are won", rule!("actions/defend-ties"));
    }
    explain(scene, shot, (shown, evasion), verdict);
    Ok((combat, verdict))
}

fn cite_roll(scene: &mut Frozen<'_, '_, Energy>, by: CreatureId, combat: Combat, threshold: i32) {
    if !scene.listened() || !combat.is_special() {
        return;
    }
    if combat.critical {
        scene.cite(rule!("critical/threshold"));
    }
    if threshold < 20 && combat.critical && combat.shown < 20 {
        scene.cite(rule!("critical/precision"));
    }
    if combat.fails {
        scene.cite(rule!("exposed/critical-failure"));
    }
    explain_special(scene, by, combat, HitRoll::Ranged);
}

fn explain(
    scene: &mut Frozen<'_, '_, Energy>,
    shot: &Shot,
    (shown, evasion): (i32, Option<i32>),
    verdict: Verdict,
) {
    if !scene.listened() {
        return;
    }
    scene.cite(rule!("range/values"));
    scene.cite(rule!("ranged/movement-state"));
    let mut tally = shot.chance.clone();
    let evaded = i16::try_from(evasion.unwrap_or(0)).unwrap_or(i16::MAX);
    tally.add("Ranged Evasion", evaded, rule!("ranged/evasion-roll"));
    let chance = tally.total();
    scene.explain(
        || Sum {
            by: Some(shot.by),
            what: "Miss Chance",
            dice: 0,
            total: chance,
            against: None,
            verdict: "",
            rule: rule!("ranged/miss-chance"),
        },
        &tally,
    );
    scene.explain(
        || Sum {
            by: Some(shot.by),
            what: HitRoll::Ranged.name(),
            dice: shown,
            total: shown,
            against: Some(Against::of(shot.by, "Miss Chance", chance)),
            verdict: in_words(verdict),
            rule: rule!("ranged/hit-test"),
        },
        &Tally::new(),
    );
}

/// The shot that a strike is.
pub(crate) fn shot(state: &State, by: CreatureId, strike: &Strike) -> Shot {
    let Strike {
        target,
        with,
        thrown,
        ..
    } = *strike;
    let modifier = miss_chance_modifier_tally(state, by, with, thrown);
    Shot {
        by,
        on: target,
        arm: Some(with),
        range_m: range_m(state, by, with, thrown),
        chance: miss_chance(state, by, target, modifier, strike.nonlethal),
    }
}

/// The shot that a power with a Hit roll is; a touch reaches the next space (`gaps/spells`).
pub(crate) fn power_shot(
    state: &State,
    by: CreatureId,
    on: CreatureId,
    (accuracy, range): (i16, i16),
) -> Shot {
    let modifier = miss_chance_with(state, by, accuracy);
    let range = range.max(1);
    Shot {
        by,
        on,
        arm: None,
        range_m: [-1, range, range],
        chance: miss_chance(state, by, on, modifier, None),
    }
}

/// Rolls a ranged attack and its damage.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    strike: &Strike,
) -> Play<Thrown> {
    let on = strike.target;
    let mut thrown = Thrown::by(by, on);
    grounds::ranged(scene, by, strike);
    scene.cite(rule!("fundamentals/dice-order"));
    if strike.thrown {
        scene.cite(rule!("throw/ranged-attack"));
    }
    let shot = shot(scene.state(), by, strike);
    let (combat, verdict) = shoot(scene, &shot)?;
    thrown.shot = true;
    thrown.came(What::Attack, on, verdict);
    thrown.combat(combat, on, verdict);
    thrown.leaves_the_hand(scene.state(), strike);
    if verdict.hits() {
        hit(scene, by, strike, combat, &mut thrown)?;
    }
    Ok(thrown)
}

/// What is added to the damage dice of a weapon that is shot: what it is built for beyond the usual (`draw/table`).
pub(crate) fn damage_parts(state: &State, by: CreatureId, arm: Arm, thrown: bool) -> Tally {
    let mut tally = Tally::new();
    if !thrown
        && let Arm::Item(item) = arm
        && let Some(weapon) = state.weapon(by, arm)
    {
        let row = usize::from(state.item(item).draw);
        let extra = draw_weight::extra_damage(weapon, row);
        tally.add("draw weight", extra, rule!("draw/table"));
    }
    tally
}

fn hit(
    scene: &mut Frozen<'_, '_, Energy>,
    by: CreatureId,
    strike: &Strike,
    combat: Combat,
    thrown: &mut Thrown,
) -> Play {
    let state = scene.state();
    let on = strike.target;
    let Some(weapon) = state.weapon(by, strike.with) else {
        return Ok(());
    };
    let tally = damage_parts(state, by, strike.with, strike.thrown);
    let mut halvings = 0;
    let unpractised = !proficient(state, by, weapon.requirement);
    halvings += u8::from(unpractised);
    let clumsy = strike.thrown && weapon.thrown.is_none() && combat.shown != 20;
    halvings += u8::from(clumsy);
    let hit = Hit {
        by,
        on,
        dice: weapon.damage,
        tally,
        kind: weapon.kind,
        armored: combat.armored,
        doublings: 0,
        halvings,
        rule: rule!("ranged/damage"),
    };
    let brings = weapon.brings.clone();
    explain_armor(scene, (by, on), combat, HitRoll::Ranged);
    if unpractised {
        scene.because(
            "without proficiency: halved",
            rule!("mpl/not-proficient-ranged"),
        );
    }
    if clumsy {
        scene.because(
            "not made to be thrown: halved",
            rule!("throw/without-thrown"),
        );
    }
    let amount = damage::roll(scene, &hit)?;
    thrown.push(Effect::Damage(Blow {
        by,
        on,
        amount,
        kind: hit.kind,
        source: Source::Ranged,
        nonlethal: strike.nonlethal,
        unconscious: scene.state().has(on, Condition::Unconscious),
    }));
    if let Some(outcome) = brings {
        let struck = Struck {
            armored: false,
            doublings: hit.doublings,
            halvings: hit.halvings,
            source: Source::Ranged,
            nonlethal: strike.nonlethal,
            stopped: amount == 0 && hit.dice.is_some(),
        };
        thrown.bring(scene, on, &outcome, struck)?;
    }
    Ok(())
}

/// The name that a power's attack goes by.
#[must_use]
pub(crate) const fn what(power: PowerId) -> What {
    What::Power(power)
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;
    use affray_trial::files;

    use super::power_shot;
    use crate::Energy;

    #[test]
    fn a_touch_is_no_far_shot() {
        let state = files::state::<Energy>(
            "[[creature]]
            name = 'alda'
            side = 'heroes'
            at = [4, 5]
            [[creature]]
            name = 'durn'
            side = 'monsters'
            at = [5, 5]",
        );
        let range_m = |range| power_shot(&state, CreatureId(0), CreatureId(1), (0, range)).range_m;
        assert_eq!(range_m(0), [-1, 1, 1]);
        assert_eq!(range_m(20), [-1, 20, 20]);
    }
}
