//! How long acts take.

use affray_kernel::dice::pool;
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::{
    Kind, attack, disarm, feint, handling, magic, quick_strike, special, stance, staple,
    two_weapons,
};
use crate::TimeCount;
use crate::act::Act;
use crate::ids::rule;
use crate::rules::health;
use crate::rules::speed::{Base, Delay};
use crate::sheet::{Attribute, SpeedClass};
use crate::state::{SpellId, State};

/// Delays as they are as the dice of a count fall: two for an attack with two weapons at once.
pub(crate) type Early = SmallVec<[(CreatureId, Delay); 2]>;

/// The delays of acts that something may change before they are rolled. They go by the state as the dice of the count fall: what strikes
/// somebody on it slows its next act (`initiative/ties`). Some acts change it themselves, too: an item is no longer in its sheath, whoever
/// stood up no longer lies, a spell that was directed is kept up no longer.
pub(crate) fn beforehand(state: &State, declared: &[(CreatureId, Act)]) -> Early {
    let mut early = Early::new();
    for (who, act) in declared {
        match act {
            Act::Both { main, off, .. } => {
                let delays = two_weapons::delays(state, *who, main.with, *off);
                early.extend(delays.map(|delay| (*who, delay)));
            }
            act if matches!(act.kind(), Kind::Roll | Kind::Doing) => {
                early.push((*who, delay(state, *who, act)));
            }
            _ => {}
        }
    }
    early
}

/// Rolls how long an act takes; of two weapons the worse counts (`two-weapon/both`).
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn roll(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    act: &Act,
    early: &Early,
) -> Play<i16> {
    let mut worse = None;
    for (_, delay) in early.iter().filter(|(other, _)| *other == who) {
        worse = worse.max(Some(delay.roll(scene, who)?));
    }
    let Some(factor) = worse else {
        return delay(scene.state(), who, act).roll(scene, who);
    };
    if matches!(act, Act::Both { .. }) {
        scene.cite(rule!("two-weapon/both"));
    }
    Ok(factor)
}

/// How long an act takes (`speed-classes/every-action`).
///
/// Concentration and a frightened mount add to every action but Move and Wait (`actions/concentrate`, `actions/control-mount`).
pub(crate) fn delay(state: &State, who: CreatureId, act: &Act) -> Delay {
    burdened(state, who, own_delay(state, who, act))
}

/// A delay with what its actor pays besides (`actions/concentrate`, `actions/control-mount`).
pub(crate) fn burdened(state: &State, who: CreatureId, mut delay: Delay) -> Delay {
    if !matches!(delay.base, Base::Unchanged(_)) {
        let kept = health::concentrated(state, who).count() as i16;
        delay
            .factor
            .add("concentration", kept, rule!("actions/concentrate"));
        if state.body(who).controls {
            delay
                .factor
                .add("frightened mount", 2, rule!("actions/control-mount"));
        }
    }
    delay
}

fn own_delay(state: &State, who: CreatureId, act: &Act) -> Delay {
    let of_class = |class, rule| special::of_class(state, who, class, rule);
    match act {
        Act::Move { .. } => Delay::of(
            state,
            who,
            Base::Unchanged(1),
            "Move",
            rule!("movement-in-combat/as-action"),
        ),
        Act::Attack(strike) => attack::delay(state, who, strike.with),
        Act::QuickStrike(strike) => quick_strike::delay(state, who, strike),
        Act::Alternate(strike) => two_weapons::delay_alternate(state, who, strike),
        Act::Both { main, .. } => attack::delay(state, who, main.with),
        Act::Deliver { with, .. } => attack::delay(state, who, *with),
        Act::Feint { with, .. } => feint::delay_feint(state, who, *with),
        Act::Disarm { with, .. } => disarm::delay(state, who, *with),
        Act::Staple { with, .. } => staple::delay(state, who, *with),
        Act::Distract { .. } => of_class(SpeedClass::Fast, rule!("special-actions/distract")),
        Act::Trip { .. } => of_class(SpeedClass::Fast, rule!("special-actions/trip")),
        Act::Approach(..) => of_class(SpeedClass::Fast, rule!("special-actions/approach")),
        Act::Unstaple(..) => of_class(SpeedClass::Fast, rule!("special-actions/staple-escape")),
        Act::EscapeGrab(_) => of_class(SpeedClass::Fast, rule!("wrestling/escape-grab")),
        Act::BreakGrab { .. } => of_class(SpeedClass::Swift, rule!("wrestling/break-grab")),
        Act::Tackle(_) => of_class(SpeedClass::Standard, rule!("special-actions/tackle")),
        Act::BullRush(_) => of_class(SpeedClass::Standard, rule!("special-actions/bull-rush")),
        Act::Grab(_) => of_class(SpeedClass::Standard, rule!("wrestling/grab")),
        Act::Drag(..) => of_class(SpeedClass::Standard, rule!("wrestling/drag")),
        Act::Grapple(..) => of_class(SpeedClass::Standard, rule!("wrestling/grapple")),
        Act::Shunt(..) => of_class(SpeedClass::Standard, rule!("wrestling/shunt")),
        Act::Throw(..) => of_class(SpeedClass::Slow, rule!("wrestling/throw")),
        Act::CoupDeGrace { .. } => {
            of_class(SpeedClass::Slow, rule!("special-actions/coup-de-grace"))
        }
        Act::Shift(stance) => {
            let (class, rule) = stance::shift_speed(*stance);
            of_class(class, rule)
        }
        Act::StandUp => {
            let (class, rule) = stance::stand_speed(state, who);
            of_class(class, rule)
        }
        Act::Draw(item) => {
            let (class, _) = handling::draw_speed(state, *item);
            of_class(class, table(class))
        }
        Act::Sheathe(item) => {
            let (class, _) = handling::sheathe_speed(state, *item);
            of_class(class, table(class))
        }
        Act::LowerResistance => of_class(SpeedClass::Rapid, rule!("actions/table-rapid")),
        Act::Ready(..) => of_class(SpeedClass::Rapid, rule!("actions/table-rapid")),
        Act::PickUp(_) | Act::Direct(..) | Act::Set(_) | Act::Door(..) => {
            of_class(SpeedClass::Swift, rule!("actions/table-swift"))
        }
        Act::Activate(..)
        | Act::Drink(_)
        | Act::Mount(_)
        | Act::Dismount(_)
        | Act::ReadyShield(_)
        | Act::LooseShield(_) => of_class(SpeedClass::Fast, rule!("actions/table-fast")),
        Act::Light(_) | Act::Extinguish(_) => {
            of_class(SpeedClass::Standard, rule!("actions/table-standard-slow"))
        }
        Act::Stabilize(_) => of_class(SpeedClass::Slow, rule!("actions/table-standard-slow")),
        Act::EscapeNet => Delay::of(
            state,
            who,
            Base::Dice(pool!("1d8+5")),
            "Speed Factor",
            rule!("actions/table-other"),
        ),
        Act::ScrollWorks(..) => of_counts(state, who, rule!("actions/read-scroll")),
        Act::Cast { .. } => of_counts(state, who, rule!("spell-timing/cast-sf")),
        Act::Charge => of_counts(state, who, rule!("preparing/step-6-charge")),
        Act::ReleaseCharge => of_counts(state, who, rule!("preparing/step-6-release")),
        Act::Prepare(spell) => casting_time(state, who, *spell),
        Act::ReadScroll(item, _) => match magic::items::scroll(state, *item) {
            Some(spell) => casting_time(state, who, spell),
            None => of_counts(state, who, rule!("actions/read-scroll")),
        },
        _ => Delay::of(
            state,
            who,
            Base::Unchanged(1),
            "Wait",
            rule!("movement-in-combat/wait"),
        ),
    }
}

/// The table of actions of a speed class.
fn table(class: SpeedClass) -> RuleId {
    match class {
        SpeedClass::Rapid => rule!("actions/table-rapid"),
        SpeedClass::Swift => rule!("actions/table-swift"),
        SpeedClass::Fast => rule!("actions/table-fast"),
        _ => rule!("actions/table-standard-slow"),
    }
}

fn of_counts(state: &State, who: CreatureId, rule: RuleId) -> Delay {
    Delay::of(state, who, Base::Counts(1), "Speed Factor", rule)
}

/// The casting time of a spell (`spell-timing/casting-time`, `spell-timing/casting-time-modifiers`).
fn casting_time(state: &State, who: CreatureId, spell: SpellId) -> Delay {
    let base = Base::Class(state.spell(spell).casting_time);
    let rule = rule!("spell-timing/casting-time");
    let mut delay = Delay::of(state, who, base, "casting time", rule);
    if state.cast.options.wisdom_casting_time {
        delay.factor.add(
            "Wisdom",
            -state.attribute(who, Attribute::Wisdom),
            rule!("spell-timing/casting-time-modifiers"),
        );
    }
    delay
}
