//! Two weapons: both at once, or one after the other (`two-weapon/both`, `two-weapon/alternate`, `unarmed/double-strike`).

use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::attack::{self, usable};
use crate::TimeCount;
use crate::act::Strike;
use crate::ids::{refuse, rule};
use crate::rules::attack::{self as roll, Moment};
use crate::rules::effects::Thrown;
use crate::rules::hands::free_hands;
use crate::rules::numbers::unarmed;
use crate::rules::speed::Delay;
use crate::state::{Arm, State};

/// The second strike of a pair.
pub(crate) fn second(main: &Strike, off: Arm, off_limb: bool) -> Strike {
    Strike {
        limb: off_limb,
        ..Strike::plain(main.target, off)
    }
}

/// Whether two weapons can strike together: both for melee, both at hand, both in reach; the bare body has limbs enough.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_both(
    state: &State,
    who: CreatureId,
    main: &Strike,
    off: Arm,
    off_limb: bool,
) -> Result<(), Refusal> {
    let bare = unarmed(state, who);
    if main.with == off && off != bare {
        return Err(refuse!(
            "two-weapon/both",
            "that takes two different weapons"
        ));
    }
    if (main.with == bare) != (off == bare) {
        return Err(refuse!(
            "two-weapon/both",
            "a bare hand strikes together with another limb only"
        ));
    }
    for arm in [main.with, off] {
        if !usable(state, who, arm)?.melee {
            return Err(refuse!(
                "two-weapon/both",
                "only melee weapons strike together"
            ));
        }
    }
    let fists = [main.limb, off_limb].iter().filter(|limb| !**limb).count();
    let free = usize::from(free_hands(state, who));
    if main.with == bare && fists == 1 && free == 0 {
        return Err(refuse!(
            "unarmed/double-strike",
            "that takes a free hand, and there is none"
        ));
    }
    if main.with == bare && fists > free {
        return Err(refuse!(
            "unarmed/double-strike",
            "that takes {} free hands; free: {}",
            Figure::Number(fists as i32),
            Figure::Number(free as i32)
        ));
    }
    if main.thrown {
        return Err(refuse!(
            "two-weapon/both",
            "nothing is thrown while two weapons strike together"
        ));
    }
    attack::aim(state, who, main)?;
    attack::aim(state, who, &second(main, off, off_limb)).map(|_| ())
}

/// Whether the attack before was made with the other weapon (`two-weapon/alternate`).
///
/// # Errors
/// It was not, or the attack itself is impossible.
pub(crate) fn aim_alternate(
    state: &State,
    who: CreatureId,
    strike: &Strike,
) -> Result<(), Refusal> {
    let in_melee = |arm| usable(state, who, arm).map(|weapon| weapon.melee);
    if attack::aim(state, who, strike)?.ranged {
        return Err(refuse!(
            "two-weapon/alternate",
            "one alternates between weapons in melee"
        ));
    }
    let bare = unarmed(state, who);
    match state.body(who).last_arm {
        Some(arm) if arm == bare && strike.with == bare => another_limb(state, who, strike),
        Some(arm) if arm != strike.with && arm != bare && strike.with != bare && in_melee(arm)? => {
            Ok(())
        }
        _ => Err(refuse!(
            "two-weapon/alternate",
            "the attack before was not made with the other weapon"
        )),
    }
}

/// Whether the bare body can strike with another limb than before: with the second of two free hands, or with no hand
/// (`unarmed/double-strike`).
fn another_limb(state: &State, who: CreatureId, strike: &Strike) -> Result<(), Refusal> {
    let free = free_hands(state, who);
    if strike.limb || free >= 2 {
        return Ok(());
    }
    Err(refuse!(
        "unarmed/double-strike",
        "in turn, that takes 2 free hands or a kick; free: {}",
        Figure::Number(i32::from(free))
    ))
}

/// Rolls both attacks, −6 each; the second even if the first is a fumble (`critical-fumbles/effect`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_both(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (main, off, off_limb): (&Strike, Arm, bool),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim_both(scene.state(), who, main, off, off_limb).is_err() {
        return Ok(thrown);
    }
    let bare = unarmed(scene.state(), who);
    let rule = if off == bare && main.with == bare {
        rule!("unarmed/double-strike")
    } else {
        rule!("two-weapon/both")
    };
    let own = (-6, "two at once", rule);
    for (strike, follows) in [(*main, false), (second(main, off, off_limb), true)] {
        one(scene, who, (&strike, follows), own, moment, &mut thrown)?;
    }
    Ok(thrown)
}

/// Rolls the quicker attack, −4.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_alternate(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    strike: &Strike,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    if aim_alternate(scene.state(), who, strike).is_ok() {
        let own = (-4, "alternating", rule!("two-weapon/alternate"));
        one(scene, who, (strike, false), own, moment, &mut thrown)?;
    }
    Ok(thrown)
}

fn one(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (strike, follows): (&Strike, bool),
    (value, source, rule): (i16, &'static str, affray_kernel::RuleId),
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play {
    let Ok(plan) = attack::aim(scene.state(), who, strike) else {
        return Ok(());
    };
    let mut attempt = attack::attempt(scene.state(), who, strike, plan);
    attempt.own.add(source, value, rule);
    attempt.follows = follows;
    let outcome = roll::roll(scene, &attempt, moment)?;
    attack::strike_with(scene, strike, &attempt, outcome, thrown)
}

/// The Speed Factor of the weapon, one class faster.
pub(crate) fn delay_alternate(state: &State, who: CreatureId, strike: &Strike) -> Delay {
    let mut delay = attack::delay(state, who, strike.with);
    delay
        .steps
        .add("alternating", -1, rule!("two-weapon/alternate"));
    delay
}

/// The Speed Factors of both weapons, that of the main weapon first.
pub(crate) fn delays(state: &State, who: CreatureId, main: Arm, off: Arm) -> [Delay; 2] {
    [main, off].map(|arm| super::burdened(state, who, attack::delay(state, who, arm)))
}
