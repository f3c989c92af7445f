//! Volley: one Ranged Attack on everybody in an Area (`foundations/feats`, `attack/area-*`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Area, Cell, Origin, Space};
use affray_kernel::story::Against;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::shoot;
use crate::ThreeAction;
use crate::act::{Act, Target};
use crate::fact::{Doing, Fact, Harm, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::area::Share;
use crate::rules::attack::{self, Aimed, Kind, PHYSICAL};
use crate::rules::blow::{self, Blow};
use crate::rules::cover::line_of_effect;
use crate::rules::numbers::{allies, feet, physical_defense, present};
use crate::rules::readied::{self, Happening};
use crate::rules::sight::is_hidden;
use crate::rules::turns::{self, Cost};
use crate::rules::{area, damage};
use crate::sheet::Size;
use crate::state::{Arm, State};

/// The radius of the Area in squares: 10 ft.
const RADIUS: u16 = 2;

/// Whether a Volley is possible: the Feat, a ranged weapon in hand and loaded, and a square within its first Range Increment and in Line
/// of Effect.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, at: Cell, with: Arm) -> Result<Area, Refusal> {
    if !state.sheet(who).feats.volley {
        return Err(refuse!(
            "foundations/feats",
            "{} does not have the Feat Volley",
            Figure::Creature(who)
        ));
    }
    shoot::ready_to_shoot(state, who, with)?;
    let (own, to) = (state.space(who), Space::cell(at));
    let distance = feet(state.grid().distance(own, to));
    let increment = shoot::increment_ft(state, who, with);
    if distance > increment {
        return Err(refuse!(
            "foundations/feats",
            "that square is {} away; a Volley goes no farther than the first Range Increment of {}",
            Figure::Feet(i32::from(distance)),
            Figure::Feet(i32::from(increment))
        ));
    }
    if !line_of_effect(state, own, to, Size::Colossal) {
        return Err(refuse!(
            "line-of-effect/required",
            "there is no Line of Effect from {} to that square",
            Figure::Creature(who)
        ));
    }
    Ok(Area::Burst {
        origin: Origin::Space(to),
        radius: RADIUS,
    })
}

/// Shoots a Volley: one roll for all, compared with the Defense of each, and one roll of Damage (`attack/area-single-roll`,
/// `attack/area-damage`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    at: Cell,
    with: Arm,
) -> Play {
    scene.emit(Fact::Does(who, Doing::Volley(at)));
    readied::interrupt(scene, who, Happening::Attack)?;
    let still =
        scene.known(|state| turns::can_act(state, who).and_then(|()| aim(state, who, at, with)));
    let Ok(burst) = still else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        return Ok(());
    };
    scene.cite(rule!("attack/action"));
    scene.cite(rule!("foundations/feats"));
    shoot::spend(scene, with);
    let blow = Blow {
        by: who,
        with,
        kind: Kind::Ranged,
        tally: &shoot::tally(scene.state(), who, with, 0),
    };
    let caught = scene.known(|state| area::caught(state, burst));
    let made = area::Attack {
        by: who,
        kind: Kind::Ranged,
        with: Some(with),
        origin: at,
        what: "volley",
        rule: rule!("ranged-attack/roll"),
    };
    let verdicts = if caught.is_empty() {
        Vec::new()
    } else {
        let numbers: Vec<i32> = caught
            .iter()
            .map(|on| physical_defense(scene.state(), *on))
            .collect();
        let shares = area::roll(scene, made, (&caught, &numbers), blow.tally)?;
        compare(scene, blow, &caught, &shares)
    };
    let hit: Vec<(CreatureId, Verdict)> = caught.iter().copied().zip(verdicts).collect();
    let made: Vec<_> = hit
        .iter()
        .map(|(on, verdict)| {
            let attempt = blow.on(*on, Aimed::Area(Space::cell(at)));
            attack::made(scene, attempt, *verdict != Verdict::Miss)
        })
        .collect();
    deal(scene, blow, &hit)?;
    for made in made {
        made.over(scene)?;
    }
    attack::count(scene, who);
    shoot::lands(scene, who, with, at)
}

/// What the roll comes to against each of those caught.
fn compare(
    scene: &mut Scene<'_, ThreeAction>,
    blow: Blow<'_>,
    caught: &[CreatureId],
    shares: &[Share],
) -> Vec<Verdict> {
    let mut verdicts = Vec::with_capacity(caught.len());
    for (on, share) in caught.iter().zip(shares) {
        let defense = physical_defense(scene.state(), *on);
        let verdict = attack::verdict(scene.state(), share.thrown, defense);
        share.explain(scene);
        let rule = rule!("ranged-attack/roll");
        let against = Against::of(*on, PHYSICAL, defense);
        attack::explain(
            scene,
            blow.by,
            ("volley", rule),
            share.thrown,
            blow.tally,
            against,
            verdict,
        );
        scene.emit(Fact::Came(blow.by, Target::Creature(*on), verdict));
        verdicts.push(verdict);
    }
    verdicts
}

/// Damage is rolled once; doubling, Vulnerable and Durability count for each (`attack/area-damage`).
fn deal(scene: &mut Scene<'_, ThreeAction>, blow: Blow<'_>, hit: &[(CreatureId, Verdict)]) -> Play {
    if hit.iter().all(|(_, verdict)| *verdict == Verdict::Miss) {
        return Ok(());
    }
    let Some(impact) = blow.impact(scene.state()) else {
        return Ok(());
    };
    let critical = hit.iter().any(|(_, verdict)| *verdict == Verdict::Critical);
    blow::cite_damage(scene, blow, critical);
    let tally = blow::damage_tally(scene.state(), blow, impact);
    let amount = area::roll_damage(scene, blow.by, impact.dice, &tally, critical)?;
    for (on, verdict) in hit {
        let amount = match verdict {
            Verdict::Miss => continue,
            Verdict::Hit => amount.plain,
            Verdict::Critical => amount.critical,
        };
        damage::hurt(scene, *on, amount, impact.damage, Harm::Attack)?;
        blow::bring_along(scene, blow, impact, *on)?;
    }
    Ok(())
}

/// How many Enemies a Volley would catch, as far as its shooter knows; none if it is not possible or would catch an Ally or the shooter.
pub(crate) fn enemies_caught(state: &State, who: CreatureId, act: &Act) -> usize {
    let Act::Volley { at, with } = act else {
        return 0;
    };
    if turns::can_pay(state, who, Cost::Actions(1)).is_err() {
        return 0;
    }
    let Ok(burst) = aim(state, who, *at, *with) else {
        return 0;
    };
    let caught = area::caught(state, burst);
    if caught
        .iter()
        .any(|on| *on == who || allies(state, who, *on))
    {
        return 0;
    }
    caught
        .iter()
        .filter(|on| !is_hidden(state, **on, who))
        .count()
}

/// Candidates with one weapon: around each creature that is known to be there.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    with: Arm,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !state.sheet(who).feats.volley {
        return ControlFlow::Continue(());
    }
    for on in state.creatures() {
        if present(state, on) && !is_hidden(state, on, who) {
            let at = state.body(on).at;
            legal(Act::Volley { at, with })?;
        }
    }
    ControlFlow::Continue(())
}
