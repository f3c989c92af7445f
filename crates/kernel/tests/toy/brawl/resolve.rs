//! The rules.

use affray_kernel::dice::{Faces, Pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{Ask, CreatureId, Play, RuleId, Scene, pool};

use super::{Act, Brawl, Fact, Guard, State, Window, rule};

pub(super) fn resolve(scene: &mut Scene<'_, Brawl>, who: Option<CreatureId>, act: &Act) -> Play {
    let Some(who) = who else {
        return round(scene);
    };
    match act {
        Act::Strike(target) => strike(scene, who, *target)?,
        Act::Sweep => sweep(scene, who)?,
        Act::Frenzy(target) => frenzy(scene, who, *target)?,
        Act::Charge(target) => charge(scene, who, *target)?,
        Act::Yell => yell(scene, who)?,
        Act::Endless => loop {
            scene.roll(roll(pool!("d6"), Some(who), "forever", rule("brawl/round")))?;
        },
        Act::Deeper => deeper(scene)?,
        Act::Wager(other) => {
            let stake = scene.stage(|scene| stake(scene, who), |stake| *stake)?;
            let loser = wager(scene, [who, *other])?;
            scene.emit(Fact::Hurt(loser, stake as i16));
        }
        Act::Bout(other) => bout(scene, [who, *other])?,
        Act::Cheer => {
            scene.cite(rule("brawl/cheer"));
            if let Some(current) = scene.state().current() {
                scene.emit(Fact::Cheered(current));
            }
            return Ok(());
        }
        Act::Pass => return Ok(()),
        _ => {}
    }
    scene.emit(Fact::Acted(who));
    Ok(())
}

fn roll(notation: Pool, by: Option<CreatureId>, what: &'static str, rule: RuleId) -> Roll {
    Roll {
        pool: notation,
        by,
        what,
        rule,
        audience: Audience::Everyone,
    }
}

fn attack(state: &State, who: CreatureId, target: CreatureId) -> Tally {
    let mut tally = Tally::new();
    tally.add("might", state.fighter(who).might, rule("brawl/strike"));
    if state.body(who).guard == Some(Guard::High) && state.body(target).guard == Some(Guard::Low) {
        tally.add("high guard", 2, rule("brawl/guard"));
    }
    if state.body(who).cheered {
        tally.add("cheers", 1, rule("brawl/cheer"));
    }
    tally
}

/// The attack roll; nothing happens yet.
fn throws(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    throw: impl FnOnce(Roll) -> Play<Faces>,
) -> Play<(Tally, i32)> {
    let faces = throw(roll(
        pool!("d20"),
        Some(who),
        "attack",
        rule("brawl/strike"),
    ))?;
    Ok((attack(state, who, target), i32::from(faces[0])))
}

fn sum(who: CreatureId, dice: i32, tally: &Tally) -> Sum {
    let total = dice + tally.total();
    Sum {
        by: Some(who),
        what: "attack",
        dice,
        total,
        against: Some(Against::number("defence", 11)),
        verdict: if total >= 11 { "hit" } else { "miss" },
        rule: rule("brawl/strike"),
    }
}

/// Whether a blow hits.
fn hits(scene: &mut Scene<'_, Brawl>, who: CreatureId, target: CreatureId) -> Play<bool> {
    let faces = scene.roll(roll(
        pool!("d20"),
        Some(who),
        "attack",
        rule("brawl/strike"),
    ))?;
    let dice = i32::from(faces[0]);
    let tally = attack(scene.state(), who, target);
    scene.explain(|| sum(who, dice, &tally), &tally);
    let hits = dice + tally.total() >= 11;
    scene.emit(Fact::Struck(who, target, hits));
    Ok(hits)
}

fn strike(scene: &mut Scene<'_, Brawl>, who: CreatureId, target: CreatureId) -> Play {
    if !scene.stage(|scene| hits(scene, who, target), |hits| *hits)? {
        return Ok(());
    }
    if scene.state().body(target).ready {
        match scene.ask(target, Window::Struck { by: who })? {
            Act::Parry => {
                scene.emit(Fact::Used(target));
                let parry = roll(pool!("d6"), Some(target), "parry", rule("brawl/parry"));
                if scene
                    .roll_by(parry, |reading| u32::from(reading.total >= 4))?
                    .total
                    >= 4
                {
                    scene.emit(Fact::Parried(target, who));
                    return Ok(());
                }
            }
            Act::Riposte => {
                scene.emit(Fact::Used(target));
                scene.cite(rule("brawl/riposte"));
                let strikes_back =
                    |scene: &mut Scene<'_, Brawl>| scene.nested(|scene| strike(scene, target, who));
                scene.stage(strikes_back, |()| ())?;
                if !scene.state().is_up(who) {
                    scene.emit(Fact::Lost(who));
                    return Ok(());
                }
            }
            _ => {}
        }
    }
    let damage = scene.sum(roll(
        pool!("2d6"),
        Some(who),
        "damage",
        rule("brawl/strike"),
    ))?;
    scene.emit(Fact::Hurt(target, damage as i16));
    Ok(())
}

fn charge(scene: &mut Scene<'_, Brawl>, who: CreatureId, target: CreatureId) -> Play {
    if scene.stage(|scene| hits(scene, who, target), |hits| *hits)? {
        frenzy(scene, who, target)?;
    }
    Ok(())
}

fn frenzy(scene: &mut Scene<'_, Brawl>, who: CreatureId, target: CreatureId) -> Play {
    let wild = roll(pool!("d6!"), Some(who), "frenzy", rule("brawl/frenzy"));
    let harm = scene.sum(wild)?;
    scene.emit(Fact::Hurt(target, harm as i16));
    Ok(())
}

fn sweep(scene: &mut Scene<'_, Brawl>, who: CreatureId) -> Play {
    let enemies = scene.state().enemies(who);
    scene.cite(rule("brawl/sweep"));
    let mut blows = Vec::new();
    let mut moment = scene.frozen();
    for &target in &enemies {
        let state = moment.state().clone();
        let (tally, dice) = throws(&state, who, target, |roll| moment.roll(roll))?;
        moment.explain(|| sum(who, dice, &tally), &tally);
        let hits = dice + tally.total() >= 11;
        let harm = if hits {
            moment.sum(roll(pool!("d6"), Some(who), "damage", rule("brawl/sweep")))?
        } else {
            0
        };
        blows.push((target, hits, harm));
    }
    for (target, hits, harm) in blows {
        scene.emit(Fact::Struck(who, target, hits));
        if hits {
            scene.emit(Fact::Hurt(target, harm as i16));
        }
    }
    Ok(())
}

fn yell(scene: &mut Scene<'_, Brawl>, who: CreatureId) -> Play {
    scene.cite(rule("brawl/yell"));
    let enemies = scene.state().enemies(who);
    scene.poll(
        &enemies,
        |state, scared| {
            let fled = state.ids().any(|other| {
                state.body(other).gone && state.side_of(other) == state.side_of(scared)
            });
            (state.is_up(scared) && !fled).then_some(Window::Scared)
        },
        |scene, scared, act| {
            if act == Act::Flee {
                scene.emit(Fact::Gone(scared));
            }
            Ok(())
        },
    )
}

fn round(scene: &mut Scene<'_, Brawl>) -> Play {
    let up: Vec<CreatureId> = scene
        .state()
        .ids()
        .filter(|&who| scene.state().is_up(who))
        .collect();
    let asks: Vec<Ask<Brawl>> = up
        .iter()
        .map(|&who| Ask::secret(who, Window::Guard))
        .collect();
    let guards = scene.ask_all(&asks)?;
    let tide = roll(pool!("d6"), None, "tide", rule("brawl/round"));
    let tide = scene.roll_by(tide, |reading| (reading.total % 2) as u32)?;
    let number = scene.state().round + 1;
    scene.emit(Fact::Began(number, (tide.total % 2) as u8));
    scene.cite(rule("brawl/guard"));
    for (who, act) in up.into_iter().zip(guards) {
        if let Act::Guard(guard) = act {
            scene.emit(Fact::Guarded(who, guard));
        }
    }
    Ok(())
}

/// Stages in a stage: one in which nothing can happen yet, and one with ties in it.
fn bout(scene: &mut Scene<'_, Brawl>, both: [CreatureId; 2]) -> Play {
    let loser = scene.stage(
        |scene| {
            let die = roll(pool!("d6"), Some(both[0]), "stake", rule("brawl/round"));
            let mut moment = scene.frozen();
            let stake = moment.stage(|moment| Ok((moment.sum(die)? + 1) / 2), |stake| *stake)?;
            let loser = scene.stage(|scene| wager(scene, both), |loser| *loser)?;
            scene.emit(Fact::Hurt(loser, stake as i16));
            Ok(loser)
        },
        |loser| *loser,
    )?;
    let winner = both[usize::from(loser == both[0])];
    if scene.stage(|scene| hits(scene, winner, loser), |hits| *hits)? {
        let damage = roll(pool!("d6"), Some(winner), "damage", rule("brawl/strike"));
        let damage = scene.sum(damage)?;
        scene.emit(Fact::Hurt(loser, damage as i16));
    }
    Ok(())
}

/// Half a die, rounded up.
fn stake(scene: &mut Scene<'_, Brawl>, who: CreatureId) -> Play<i32> {
    let die = roll(pool!("d6"), Some(who), "stake", rule("brawl/round"));
    Ok((scene.sum(die)? + 1) / 2)
}

fn wager(scene: &mut Scene<'_, Brawl>, both: [CreatureId; 2]) -> Play<CreatureId> {
    loop {
        let die = |who| roll(pool!("d6"), Some(who), "wager", rule("brawl/round"));
        let (one, other) = (scene.sum(die(both[0]))?, scene.sum(die(both[1]))?);
        if one != other {
            return Ok(both[usize::from(one > other)]);
        }
        scene.again(2)?;
    }
}

fn deeper(scene: &mut Scene<'_, Brawl>) -> Play {
    scene.nested(deeper)
}
