//! What the special actions have in common (`special-actions/format`, `special-actions/attack-terms`, `special-actions/touch-range`,
//! `special-actions/attribute-damage-amounts`).

use std::ops::ControlFlow;

use affray_kernel::grid::Space;
use affray_kernel::modifier::Tally;
use affray_kernel::story::Sum;
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::attack::{arms, feint, shares_space, usable, without_hands};
use crate::TimeCount;
use crate::act::{Act, Extra, Hampers, Strike, Window};
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Fine, Outcome, Term};
use crate::rules::effects::{Blow, Effect, Thrown};
use crate::rules::hands::free_hands;
use crate::rules::numbers::{
    enemies, feet_between, helpless, paralysis_step, present, reach_ft, threshold, unarmed,
};
use crate::rules::speed::{Base, Delay};
use crate::rules::{cover, defenses};
use crate::sheet::{Attribute, DamageType, Defense, Skill, SpeedClass};
use crate::state::{Arm, Place, State};

/// Whether somebody is there to be the target.
///
/// # Errors
/// Nobody is.
pub(crate) fn somebody(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    if who == target || !present(state, target) {
        return Err(refuse!(
            "special-actions/format",
            "there is nobody to do that to"
        ));
    }
    Ok(())
}

/// Whether a target is within natural reach (`special-actions/touch-range`). Who grabs and who is grabbed touch each other anyway.
///
/// # Errors
/// How far it is.
pub(crate) fn touch(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    somebody(state, who, target)?;
    within(state, who, target, state.sheet(who).reach_ft)
}

/// Whether a target is within the reach of a weapon for melee, or of the unarmed strike.
///
/// # Errors
/// How far it is, or what is wrong with the weapon.
pub(crate) fn melee(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Result<(), Refusal> {
    somebody(state, who, target)?;
    let weapon = usable(state, who, with)?;
    if !weapon.melee {
        return Err(refuse!(
            "special-actions/attack-terms",
            "that takes a melee weapon or the bare body"
        ));
    }
    within(state, who, target, reach_ft(state, who, with))
}

fn within(state: &State, who: CreatureId, target: CreatureId, reach: i16) -> Result<(), Refusal> {
    let distance = feet_between(state, who, target);
    if distance > reach {
        return Err(refuse!(
            "special-actions/touch-range",
            "{} is {} away; the reach is {}",
            Figure::Creature(target),
            Figure::Feet(i32::from(distance)),
            Figure::Feet(i32::from(reach))
        ));
    }
    if reach == 0 && !shares_space(state, who, target) {
        return Err(refuse!(
            "sizes/reach-zero",
            "without reach one must share the space of {}",
            Figure::Creature(target)
        ));
    }
    not_covered(state, who, target)
}

/// Whether no wall is between a creature and another, itself included (`attack-modifiers/cover-determination`).
///
/// # Errors
/// One is.
pub(crate) fn not_covered(
    state: &State,
    who: CreatureId,
    other: CreatureId,
) -> Result<(), Refusal> {
    if who == other || cover::in_line(state, who, other) {
        return Ok(());
    }
    Err(refuse!(
        "attack-modifiers/cover-determination",
        "{} has total cover",
        Figure::Creature(other)
    ))
}

/// The rule and words of a size limit: the target is at most one size larger.
pub(crate) fn too_large(state: &State, who: CreatureId, target: CreatureId) -> bool {
    state.sheet(target).size.rank() > state.sheet(who).size.rank() + 1
}

/// An attempt with bare hands (`special-actions/attack-terms`).
pub(crate) fn with_hands(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    what: fact::Attempt,
    against: Defense,
) -> Attempt {
    special(
        who,
        target,
        what,
        Term::Weapon(unarmed(state, who)),
        against,
    )
}

/// An attempt of a special action: whether it is a Great Success matters.
pub(crate) fn special(
    who: CreatureId,
    target: CreatureId,
    what: fact::Attempt,
    term: Term,
    against: Defense,
) -> Attempt {
    let mut attempt = Attempt::melee(who, target, what, Arm::Natural(0));
    attempt.term = term;
    attempt.against = Some(against);
    attempt.fine = Fine::Great(&[5]);
    attempt
}

/// An attempt of a special action with a weapon, or with the bare body, which does without hands where all of them are full
/// (`unarmed/other-limbs`).
pub(crate) fn armed(
    state: &State,
    (who, target): (CreatureId, CreatureId),
    what: fact::Attempt,
    with: Arm,
    against: Defense,
) -> Attempt {
    let mut attempt = special(who, target, what, Term::Weapon(with), against);
    without_hands(state, with, &mut attempt);
    attempt
}

/// Notes what the attempt came to, and what a fumble brings.
pub(crate) fn came(thrown: &mut Thrown, attempt: &Attempt, outcome: Outcome) {
    thrown.push(Effect::Came(attempt.what, attempt.on, outcome.verdict));
    if outcome.verdict == Verdict::Fumble {
        let arm = match attempt.term {
            Term::Weapon(arm) => arm,
            _ => Arm::Natural(0),
        };
        thrown.fumble(arm);
    }
}

/// Damage that equals an attribute: at least 1, lethal, without Power (`special-actions/attribute-damage-amounts`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hurt {
    /// Whom.
    pub(crate) on: CreatureId,
    /// What it equals.
    pub(crate) attribute: Attribute,
    /// Whether only half of that counts.
    pub(crate) halved: bool,
    /// What extra dice showed; none: there are none.
    pub(crate) dice: Option<i32>,
    /// Of what kind (`damage/types`).
    pub(crate) kind: DamageType,
}

impl Hurt {
    /// Damage that equals Strength, bludgeoning.
    pub(crate) fn by_strength(on: CreatureId) -> Self {
        Self {
            on,
            attribute: Attribute::Strength,
            halved: false,
            dice: None,
            kind: DamageType::Bludgeoning,
        }
    }
}

/// Adds damage that equals an attribute, and what a feint adds to it (`special-actions/attribute-damage-amounts`,
/// `special-actions/feint-great-success`).
pub(crate) fn hurts(
    scene: &mut Frozen<'_, '_, TimeCount>,
    thrown: &mut Thrown,
    by: CreatureId,
    hurt: Hurt,
) {
    let rule = rule!("special-actions/attribute-damage-amounts");
    scene.cite(rule);
    let state = scene.state();
    let whole = state.attribute(by, hurt.attribute);
    let mut parts = Tally::new();
    if hurt.halved {
        let half = whole.div_euclid(2);
        parts.add("half of it", half - whole, rule!("engine/rounding"));
    }
    for part in feint(state, (by, hurt.on), false).parts() {
        parts.push(*part);
    }
    let short = (1 - i32::from(whole) - parts.total()).max(0) as i16;
    parts.add("at least 1", short, rule!("damage/minimum-one"));
    let threshold = threshold(state, hurt.on);
    if let Some(dice) = hurt.dice {
        // Extra dice make it a damage roll.
        parts.add(
            "paralysis",
            -paralysis_step(state, by),
            rule!("paralysis/steps"),
        );
        let short = 1 - i32::from(whole) - parts.total() - dice;
        parts.add(
            "at least 1",
            short.max(0) as i16,
            rule!("damage/minimum-one"),
        );
    }
    let amount = i32::from(whole) + parts.total() + hurt.dice.unwrap_or_default();
    let mut sum = Sum {
        by: Some(by),
        what: equal_to(hurt.attribute),
        dice: i32::from(whole),
        total: amount,
        against: None,
        verdict: "",
        rule,
    };
    if let Some(dice) = hurt.dice {
        let mut with_dice = Tally::new();
        with_dice.add(hurt.attribute.name(), whole, rule);
        for part in parts.parts() {
            with_dice.push(*part);
        }
        parts = with_dice;
        (sum.what, sum.dice) = ("damage", dice);
    }
    scene.explain(|| sum, &parts);
    thrown.push(Effect::Damage(Blow {
        by,
        on: hurt.on,
        amount: amount.min(i32::from(i16::MAX)) as i16,
        kind: hurt.kind,
        nonlethal: false,
        wears: true,
        threshold,
        always_impairs: false,
        others: 0,
    }));
}

/// Damage that equals an attribute, as the log writes it.
const fn equal_to(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Dexterity => "damage equal to Dexterity",
        Attribute::Strength => "damage equal to Strength",
        _ => "damage equal to an attribute",
    }
}

/// Says that an extra came of the margin.
pub(crate) fn great(
    scene: &Frozen<'_, '_, TimeCount>,
    thrown: &mut Thrown,
    rule: affray_kernel::RuleId,
) {
    thrown.cite(scene, rule!("special-actions/great-success"));
    thrown.cite(scene, rule);
}

/// Asks whether the actor takes an extra that a hit offers.
///
/// # Errors
/// Stops if the answer is missing.
pub(crate) fn takes(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    extra: Extra,
) -> Play<bool> {
    let answer = scene.ask(who, Window::Extra { target, extra })?;
    Ok(answer == Act::Yes)
}

/// The defense that a target chooses: Vigor or Celerity (`special-actions/bull-rush`, `special-actions/approach`). The helpless choose
/// nothing: the higher one counts (`conditions/helpless`, `engine/decision-defaults`).
///
/// # Errors
/// Stops if the answer is missing.
pub(crate) fn chosen_defense(
    scene: &mut Frozen<'_, '_, TimeCount>,
    target: CreatureId,
    by: CreatureId,
    rush: bool,
) -> Play<Defense> {
    if helpless(scene.state(), target) {
        scene.cite(rule!("conditions/helpless"));
        scene.cite(rule!("engine/decision-defaults"));
        return Ok(higher(scene.state(), target, by));
    }
    match scene.ask(target, Window::Defend { by, rush })? {
        Act::Defend(defense) => Ok(defense),
        _ => Ok(Defense::Vigor),
    }
}

/// Which of Vigor and Celerity is the higher against whoever comes at a creature, as it stands or lies (`engine/decision-defaults`).
pub(crate) fn higher(state: &State, target: CreatureId, by: CreatureId) -> Defense {
    let of = |defense| {
        let what = fact::Attempt::BullRush;
        let attempt = special(by, target, what, Term::Strength, defense);
        defenses::against(state, &attempt, defense).total()
    };
    if of(Defense::Celerity) > of(Defense::Vigor) {
        Defense::Celerity
    } else {
        Defense::Vigor
    }
}

/// The delay of an action with a speed class of its own.
pub(crate) fn of_class(
    state: &State,
    who: CreatureId,
    class: SpeedClass,
    rule: affray_kernel::RuleId,
) -> Delay {
    Delay::of(state, who, Base::Class(class), "Speed Factor", rule)
}

/// Everything that special actions offer against each enemy near by.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for target in state
        .creatures()
        .filter(|target| enemies(state, who, *target) && present(state, *target))
    {
        for with in arms(state, who) {
            with_weapon(state, who, target, with, legal)?;
        }
        legal(Act::Tackle(target))?;
        legal(Act::BullRush(target))?;
    }
    for target in state.creatures().filter(|target| *target != who) {
        for cell in state.space(target).cells(state.grid().shape) {
            if state.grid().distance(state.space(who), Space::cell(cell)) <= 1 {
                legal(Act::Approach(target, cell))?;
            }
        }
        if state.body(target).stapled.is_some() {
            legal(Act::Unstaple(target, Skill::Athletics))?;
        }
    }
    legal(Act::Unstaple(who, Skill::Athletics))?;
    legal(Act::Unstaple(who, Skill::Acrobatics))
}

fn with_weapon(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let hands = free_hands(state, who);
    let strike = Strike {
        limb: with == unarmed(state, who) && hands == 0,
        ..Strike::plain(target, with)
    };
    legal(Act::QuickStrike(strike))?;
    let thrown = state
        .weapon(who, with)
        .is_some_and(|weapon| weapon.melee && weapon.ranged.is_some());
    if thrown {
        legal(Act::QuickStrike(Strike { thrown, ..strike }))?;
    }
    let limb = with == unarmed(state, who) && hands < 2;
    legal(Act::Alternate(Strike { limb, ..strike }))?;
    for off in arms(state, who) {
        let off_limb = off == with && hands < 2;
        legal(Act::Both {
            main: strike,
            off,
            off_limb,
        })?;
    }
    legal(Act::Feint { target, with })?;
    for ally in state.creatures().filter(|ally| *ally != who) {
        for hampers in [Hampers::Attack, Hampers::Defense] {
            legal(Act::Distract {
                target,
                with,
                ally,
                hampers,
            })?;
        }
    }
    for (item, _) in state
        .all_items()
        .filter(|(_, item)| item.place == Place::Held(target))
    {
        legal(Act::Disarm { target, item, with })?;
    }
    legal(Act::Staple { target, with })?;
    legal(Act::Trip { target, with })?;
    legal(Act::CoupDeGrace { target, with })
}
