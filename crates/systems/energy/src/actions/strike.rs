//! Attacks: melee, unarmed, shot and thrown (`actions/melee-attack`, `actions/ranged-attack`, `unarmed/attack`).

use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{Arm, CreatureId, Figure, Refusal};

use super::Found;
use super::approach::Approaches;
use crate::act::{Act, Action, Approach, Boost, Claim, Interrupt, Pay, Strike};
use crate::ids::{refuse, rule};
use crate::rules::aura::{self, Source};
use crate::rules::conditions::hindered_by_holding;
use crate::rules::facing::{faces_from, may_watch};
use crate::rules::numbers::{
    defenseless, enemies, is_unarmed, limit_of_reach, melee_arms, metres_between, present,
    proficient, range_m, reach_m, within_reach,
};
use crate::rules::price::Cost;
use crate::sheet::{Weapon, Working};
use crate::state::{Condition, Place, State};

/// The most Stamina that may enhance one attack (`stamina/attack-enhancement-limit`).
const MOST_STAMINA: u8 = 4;

/// Whether a creature may make attacks at all (`maneuvers/restrained-effects`, `maneuvers/restraining-effects`, `rounds/rest-outside`).
///
/// # Errors
/// What forbids it.
pub(crate) fn free_to_attack(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.clock.phase.is_aftermath() {
        return Err(refuse!(
            "rounds/rest-outside",
            "the combat is over: nobody attacks in the Rounds after it"
        ));
    }
    if state.has(who, Condition::Restrained) {
        return Err(refuse!(
            "maneuvers/restrained-effects",
            "the Restrained may not attack"
        ));
    }
    if hindered_by_holding(state, who) {
        return Err(refuse!(
            "maneuvers/restraining-effects",
            "who restrains somebody may not attack"
        ));
    }
    Ok(())
}

/// A weapon that a creature can use: in its hand or part of its body.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn usable(state: &State, who: CreatureId, arm: Arm) -> Result<&Weapon, Refusal> {
    let weapon = state
        .weapon(who, arm)
        .ok_or(refuse!("gaps/weapon-table", "that is no weapon"))?;
    if let Arm::Item(id) = arm
        && state.item(id).place != Place::Held(who)
    {
        return Err(refuse!(
            "gaps/hands",
            "{} is not in hand",
            Figure::Thing(id.0)
        ));
    }
    Ok(weapon)
}

/// Whether an attack is made from a distance.
#[must_use]
pub(crate) fn is_ranged(state: &State, who: CreatureId, strike: &Strike) -> bool {
    strike.thrown
        || state
            .weapon(who, strike.with)
            .is_some_and(|weapon| !weapon.melee)
}

/// Whether somebody can be attacked.
fn target(state: &State, who: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    if strike.target != who && present(state, strike.target) {
        return Ok(());
    }
    Err(if strike.thrown {
        refuse!("throw/ranged-attack", "there is nobody to throw it at")
    } else if is_ranged(state, who, strike) {
        refuse!("actions/ranged-attack", "there is nobody to shoot at")
    } else {
        refuse!("actions/melee-attack", "there is nobody to attack")
    })
}

/// Whether an attack is possible, price and Reach aside.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    strike: &Strike,
    floor: bool,
) -> Result<(), Refusal> {
    free_to_attack(state, who)?;
    let weapon = usable(state, who, strike.with)?;
    target(state, who, strike)?;
    faced(state, who, strike.target, floor)?;
    faced_at_the_end(state, who, strike.target, (&strike.approach, floor))?;
    boost(state, who, strike)?;
    if is_ranged(state, who, strike) {
        return from_afar(state, who, strike, weapon);
    }
    approach(state, who, &strike.approach)
}

/// Whether the target is faced; on the open floor one turns first, but to nobody one does not know of (`facing/attack-only-front`,
/// `facing/hiding`).
///
/// # Errors
/// The rule.
pub(crate) fn faced(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    floor: bool,
) -> Result<(), Refusal> {
    faced_from(state, (who, state.body(who).at), target, floor)
}

/// As [`faced`], from another place without turning.
///
/// # Errors
/// The rule.
pub(crate) fn faced_from(
    state: &State,
    (who, at): (CreatureId, Cell),
    target: CreatureId,
    floor: bool,
) -> Result<(), Refusal> {
    may_watch(state, who, target)?;
    if floor || faces_from(state, who, at, target) {
        return Ok(());
    }
    Err(refuse!(
        "facing/attack-only-front",
        "{} is not faced, and nobody turns in somebody else's action",
        Figure::Creature(target)
    ))
}

/// Whether the target is still faced where the Agile Moves declared with an attack lead: no challenger turns with them
/// (`facing/attack-only-front`, `facing/turning-free`).
///
/// # Errors
/// The rule.
pub(crate) fn faced_at_the_end(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    (approach, floor): (&Approach, bool),
) -> Result<(), Refusal> {
    let Some(end) = approach.last().filter(|_| !floor) else {
        return Ok(());
    };
    if faces_from(state, who, *end, target) {
        return Ok(());
    }
    Err(refuse!(
        "facing/attack-only-front",
        "{} will not be faced after these moves, and nobody turns in somebody else's action",
        Figure::Creature(target)
    ))
}

/// Whether Stamina may be put into an attack so (`stamina/attack-enhancement-limit`, `stamina/attack-limit-single-ability`).
fn boost(state: &State, who: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    let Some(Boost { power, stamina }) = strike.boost else {
        return Ok(());
    };
    let none = refuse!("gaps/spells", "it has no such power for attacks");
    if !state.sheet(who).powers.contains(&power.0) {
        return Err(none);
    }
    if state.body(who).used.contains(&power) {
        return Err(refuse!("gaps/spells", "it is used up until the next rest"));
    }
    if is_ranged(state, who, strike) {
        return Err(refuse!("gaps/spells", "it goes with melee attacks"));
    }
    let power = state.power(power);
    match power.works {
        Working::PowerStrike if stamina == 0 => {
            Err(refuse!("gaps/spells", "at least 1 Stamina goes into it"))
        }
        Working::PowerStrike if stamina > MOST_STAMINA => Err(refuse!(
            "stamina/attack-enhancement-limit",
            "at most {} Stamina may enhance one attack",
            Figure::Number(i32::from(MOST_STAMINA))
        )),
        Working::PowerStrike => Ok(()),
        Working::Doubling if stamina == power.stamina => Ok(()),
        Working::Doubling => Err(refuse!(
            "stamina/attack-limit-single-ability",
            "it takes {} Stamina and no other goes with it",
            Figure::Number(i32::from(power.stamina))
        )),
        _ => Err(none),
    }
}

/// Whether a shot or a throw is possible, from where the Agile Moves declared with it lead (`range/maximum`, `gaps/ammunition`).
fn from_afar(
    state: &State,
    who: CreatureId,
    strike: &Strike,
    weapon: &Weapon,
) -> Result<(), Refusal> {
    if strike.thrown && weapon.is_body() {
        return Err(refuse!("throw/ranged-attack", "that cannot be thrown"));
    }
    if !strike.thrown && weapon.shooting.is_none() {
        return Err(refuse!("ranged/cost", "that cannot be shot"));
    }
    if !strike.thrown {
        loaded(state, strike.with, weapon)?;
        drawn(state, who, strike.with, weapon)?;
    }
    approach(state, who, &strike.approach)?;
    let (metres, range) = (
        metres_from(state, who, strike.target, &strike.approach),
        range_m(state, who, strike.with, strike.thrown),
    );
    if metres > range[2] {
        return Err(refuse!(
            "range/maximum",
            "{} is {} m away; the maximum range is {} m",
            Figure::Creature(strike.target),
            Figure::Number(i32::from(metres)),
            Figure::Number(i32::from(range[2]))
        ));
    }
    Ok(())
}

fn loaded(state: &State, arm: Arm, weapon: &Weapon) -> Result<(), Refusal> {
    let Arm::Item(id) = arm else { return Ok(()) };
    let needs = weapon
        .shooting
        .is_some_and(|shooting| shooting.load_energy > 0);
    let item = state.item(id);
    if needs && !item.loaded {
        return Err(refuse!(
            "gaps/ammunition",
            "{} is not loaded",
            Figure::Thing(id.0)
        ));
    }
    if !needs && item.left == Some(0) {
        return Err(refuse!("gaps/ammunition", "there are no missiles left"));
    }
    Ok(())
}

/// Whether the shooter can draw what the weapon is built for (`draw/arm-strength`).
fn drawn(state: &State, who: CreatureId, arm: Arm, weapon: &Weapon) -> Result<(), Refusal> {
    let Arm::Item(id) = arm else { return Ok(()) };
    let row = usize::from(state.item(id).draw);
    if crate::rules::draw_weight::can_draw(state.sheet(who), weapon, row) {
        return Ok(());
    }
    Err(refuse!(
        "draw/arm-strength",
        "its draw weight is more than the shooter can manage"
    ))
}

/// Whether Agile Moves can be declared with an attack (`actions/attack-with-approach`): one space after the other, each free.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn approach(state: &State, who: CreatureId, approach: &Approach) -> Result<(), Refusal> {
    let mut from = state.body(who).at;
    for to in approach {
        super::agile_move::step(state, who, from, *to)?;
        from = *to;
    }
    let moves = approach.len() as i16;
    if moves == 0 {
        return Ok(());
    }
    super::agile_move::able_to_move(state, who)?;
    crate::rules::price::agility(state, who, moves)
}

/// Whether the target is in Reach from where the attacker is.
///
/// # Errors
/// How far it is.
pub(crate) fn reached(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Result<(), Refusal> {
    let (metres, reach) = (
        metres_between(state, who, target),
        reach_m(state, who, with),
    );
    if within_reach(state, metres, reach) {
        return Ok(());
    }
    Err(refuse!(
        "gaps/reach-measure",
        "{} is {} m away; the Reach is {} m",
        Figure::Creature(target),
        Figure::Number(i32::from(metres)),
        Figure::Number(i32::from(reach))
    ))
}

/// Whether the target will be in Reach when the Agile Moves declared with an action of so much Energy are made.
///
/// # Errors
/// How far it is.
pub(crate) fn will_reach(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    (with, approach, energy): (Arm, &Approach, i16),
) -> Result<(), Refusal> {
    if approach.is_empty() {
        return reached(state, who, target, with)
            .map_err(|refusal| closing_in(state, who, energy, refusal));
    }
    let metres = metres_from(state, who, target, approach);
    if within_reach(state, metres, reach_m(state, who, with)) {
        return Ok(());
    }
    Err(refuse!(
        "actions/attack-with-approach",
        "these moves do not bring {} into Reach",
        Figure::Creature(target)
    ))
}

/// The refusal of an attack of so much Energy on somebody out of Reach; whoever has Agile Moves for it hears how to close in with it
/// (`actions/attack-with-approach`).
fn closing_in(state: &State, who: CreatureId, energy: i16, refusal: Refusal) -> Refusal {
    let [
        _,
        Some(Figure::Number(metres)),
        Some(Figure::Number(reach)),
        _,
    ] = refusal.figures
    else {
        return refusal;
    };
    let short = metres - i32::from(limit_of_reach(state, i16::try_from(reach).unwrap_or(0)));
    let most = super::approach::most(state, who, energy);
    if short > i32::from(most) {
        return refusal;
    }
    Refusal {
        words: "{} is {} m away; the Reach is {} m: close in by Agile Moves said after `moving`",
        ..refusal
    }
}

/// Metres to a target from where declared Agile Moves lead.
fn metres_from(state: &State, who: CreatureId, target: CreatureId, approach: &Approach) -> i16 {
    let Some(end) = approach.last() else {
        return metres_between(state, who, target);
    };
    let from = state.space_at(who, *end);
    let metres = state.grid().distance(from, state.space(target));
    i16::try_from(metres).unwrap_or(i16::MAX)
}

/// What an attack costs (`melee/cost`, `unarmed/attack`, `melee/single-strike`, `ranged/cost`, `swift/cost`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, strike: &Strike, swift: bool) -> Cost {
    let stamina = strike.boost.map_or(0, |boost| i16::from(boost.stamina));
    let energy = if is_ranged(state, who, strike) {
        ranged_energy(state, who, strike.with)
    } else if swift || defenseless(state, strike.target, who) {
        1
    } else if is_unarmed(state, who, strike.with) {
        2
    } else {
        3
    };
    Cost {
        energy,
        stamina,
        agility: 0,
    }
}

/// Energy of a shot or a throw (`actions/ranged-attack`, `mpl/not-proficient-ranged`).
fn ranged_energy(state: &State, who: CreatureId, with: Arm) -> i16 {
    let requirement = state
        .weapon(who, with)
        .map_or(0, |weapon| weapon.requirement);
    let more = i16::from(!proficient(state, who, requirement));
    i16::from(state.cast.options.ranged_attack_energy) + more
}

/// A plain attack.
pub(crate) fn plain(target: CreatureId, with: Arm, thrown: bool) -> Strike {
    Strike {
        target,
        with,
        thrown,
        nonlethal: None,
        boost: None,
        approach: Approach::new(),
    }
}

/// Plain attacks that may be possible on a target: with each weapon in melee, shot and thrown.
pub(crate) fn strikes(
    state: &State,
    who: CreatureId,
    target: CreatureId,
) -> impl Iterator<Item = Strike> + '_ {
    let melee = melee_arms(state, who).map(move |arm| plain(target, arm, false));
    let natural = (0..state.sheet(who).natural.len() as u8).map(Arm::Natural);
    let shots = state
        .held(who)
        .map(|(id, _)| Arm::Item(id))
        .chain(natural)
        .filter(move |arm| state.weapon(who, *arm).is_some_and(|weapon| !weapon.melee))
        .map(move |arm| plain(target, arm, false));
    let throws = state
        .held(who)
        .map(|(id, _)| Arm::Item(id))
        .filter(move |arm| state.weapon(who, *arm).is_some_and(|weapon| weapon.melee))
        .map(move |arm| plain(target, arm, true));
    melee.chain(shots).chain(throws)
}

/// Enemies who are there to be attacked: why the dead cannot be is nothing that anybody wants to know of an attack.
pub(crate) fn targets(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state
        .creatures()
        .filter(move |target| enemies(state, who, *target) && present(state, *target))
}

/// Every enemy with every weapon at hand, plain, Non-Lethal, and with each ability that goes with attacks; those out of Reach by the
/// shortest approach that there is.
pub(crate) fn candidates(
    state: &State,
    approaches: &Approaches<'_>,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    let who = approaches.who();
    for target in targets(state, who) {
        for mut strike in strikes(state, who, target) {
            if !is_ranged(state, who, &strike) {
                let energy = cost(state, who, &strike, false).energy;
                strike.approach = approaches.to(target, strike.with, energy);
            }
            for varied in varied(state, who, strike) {
                legal(Act::Do(Claim {
                    action: Action::Attack(varied),
                    pay: Pay::PLAIN,
                }))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A strike as it is, Non-Lethal with the Chance roll made easier as often as that helps, and boosted by each ability with as much Stamina as
/// goes into it (`nonlethal/penalty-for-safety`, `stamina/attack-enhancement-limit`).
fn varied(state: &State, who: CreatureId, strike: Strike) -> impl Iterator<Item = Strike> + '_ {
    let safest = aura::steps_to_safety(source(state, who, &strike));
    let (spared, boosted) = (strike.clone(), strike.clone());
    let quiet = (0..=safest).map(move |steps| Strike {
        nonlethal: Some(steps),
        ..spared.clone()
    });
    let boosts = state.sheet(who).powers.iter().flat_map(move |number| {
        let id = crate::state::PowerId(*number);
        let power = state.power(id);
        let stamina = match power.works {
            Working::PowerStrike => Some(1..=MOST_STAMINA),
            Working::Doubling => Some(power.stamina..=power.stamina),
            _ => None,
        };
        let boosted = boosted.clone();
        stamina.into_iter().flatten().map(move |stamina| Strike {
            boost: Some(Boost { power: id, stamina }),
            ..boosted.clone()
        })
    });
    std::iter::once(strike).chain(quiet).chain(boosts)
}

/// From what the damage of an attack comes (`nonlethal/chance-table`).
fn source(state: &State, who: CreatureId, strike: &Strike) -> Source {
    if is_ranged(state, who, strike) {
        return Source::Ranged;
    }
    let kind = state.weapon(who, strike.with).map(|weapon| weapon.kind);
    Source::of_melee(is_unarmed(state, who, strike.with), kind)
}

/// Swift Attacks on somebody, varied like other attacks.
pub(crate) fn swift_candidates(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    for strike in strikes(state, who, target) {
        for varied in varied(state, who, strike) {
            legal(Act::Interrupt(Interrupt::Strike(varied, Pay::PLAIN)))?;
        }
    }
    ControlFlow::Continue(())
}

/// The rules by which an attack is priced, for the log.
#[must_use]
pub(crate) fn price_rules(
    state: &State,
    who: CreatureId,
    strike: &Strike,
    swift: bool,
) -> [affray_kernel::RuleId; 2] {
    if is_ranged(state, who, strike) {
        [rule!("actions/ranged-attack"), rule!("ranged/cost")]
    } else if swift {
        [rule!("swift/definition"), rule!("swift/cost")]
    } else if defenseless(state, strike.target, who) {
        [rule!("actions/melee-attack"), rule!("melee/single-strike")]
    } else if is_unarmed(state, who, strike.with) {
        [rule!("unarmed/attack"), rule!("unarmed/hands-full")]
    } else {
        [rule!("actions/melee-attack"), rule!("melee/cost")]
    }
}
