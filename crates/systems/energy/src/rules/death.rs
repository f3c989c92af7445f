//! Death rolls, Death Saves, bleeding out (`death/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::dice::pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::aura::mark_natural;
use super::conditions::{
    gain, holders, lasting, let_all_go, let_go, lie, next_round, stop_defending,
};
use super::unconscious;
use crate::Energy;
use crate::fact::{Fact, Flag, Number};
use crate::ids::rule;
use crate::sheet::Changes;
use crate::state::{Cause, Condition, State};

/// What a Death roll comes to (`death/roll-table`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    Dies,
    Unconscious,
    BleedsOut,
    Injured,
    Winded,
    Scratched,
}

impl Fate {
    const fn of(total: i32, needs: i16) -> Self {
        match total {
            _ if total < needs as i32 => Self::Dies,
            ..=1 => Self::Dies,
            2..=4 => Self::Unconscious,
            5..=9 => Self::BleedsOut,
            10..=14 => Self::Injured,
            15..=19 => Self::Winded,
            20.. => Self::Scratched,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Dies => "death",
            Self::Unconscious => "unconscious and bleeding out",
            Self::BleedsOut => "bleeding out",
            Self::Injured => "a major injury",
            Self::Winded => "winded",
            Self::Scratched => "a scratch",
        }
    }
}

/// A d20 of life and death with what abilities add (`death/d20`).
fn d20(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    (what, rule): (&'static str, RuleId),
    class: impl Fn(i32) -> u32,
) -> Play<(i32, Tally)> {
    let mut tally = Tally::new();
    let named = scene.state().sheet(who).named(Changes::DeathRolls);
    tally.add("abilities", named, rule!("gaps/combat-styles"));
    let roll = Roll {
        pool: pool!("1d20"),
        by: Some(who),
        what,
        rule,
        audience: Audience::Everyone,
    };
    let more = tally.total();
    let shown = scene
        .roll_by(roll, |reading| class(reading.total + more))?
        .total;
    mark_natural(scene, shown);
    scene.cite(rule!("death/d20"));
    Ok((shown, tally))
}

fn explain(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    shown: i32,
    tally: &Tally,
    (what, verdict, rule): (&'static str, &'static str, RuleId),
) {
    scene.explain(
        || Sum {
            by: Some(who),
            what,
            dice: shown,
            total: shown + tally.total(),
            against: None,
            verdict,
            rule,
        },
        tally,
    );
}

/// A Death roll (`death/death-roll-trigger`, `death/roll-table`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn roll(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    scene.cite(rule!("death/death-roll-trigger"));
    let needs = scene.state().body(who).death_needs;
    let what = ("death", rule!("death/roll-table"));
    let (shown, tally) = d20(scene, who, what, |total| Fate::of(total, needs) as u32)?;
    let fate = Fate::of(shown + tally.total(), needs);
    let told = ("Death roll", fate.words(), rule!("death/roll-table"));
    explain(scene, who, shown, &tally, told);
    if needs > 0 {
        scene.emit(Fact::Set(who, Number::DeathNeeds, 0));
    }
    suffer(scene, who, fate)
}

/// Results add up: a better later roll takes nothing back (`death/results-accumulate`).
fn suffer(scene: &mut Scene<'_, Energy>, who: CreatureId, fate: Fate) -> Play {
    if scene.state().body(who).injuries > 0 || scene.state().has(who, Condition::Exhausted) {
        scene.cite(rule!("death/results-accumulate"));
    }
    match fate {
        Fate::Scratched => return Ok(()),
        Fate::Dies => return die(scene, who),
        Fate::Winded => {
            scene.cite(rule!("death/exhausted-note"));
            let until = next_round(scene.state());
            gain(scene, lasting(who, Condition::Exhausted, until));
            return Ok(());
        }
        Fate::Injured | Fate::BleedsOut | Fate::Unconscious => {}
    }
    scene.cite(rule!("gaps/major-injury"));
    scene.cite(rule!("death/exhausted-note"));
    let injuries = i16::from(scene.state().body(who).injuries);
    scene.emit(Fact::Set(who, Number::Injuries, injuries + 1));
    gain(scene, lasting(who, Condition::Exhausted, Until::Cleared));
    if fate <= Fate::BleedsOut && !scene.state().body(who).bleeding {
        scene.emit(Fact::Flag(who, Flag::Bleeding, true));
    }
    if fate <= Fate::BleedsOut && scene.state().body(who).awakens {
        // Whoever bleeds anew is Stabilized no more.
        scene.cite(rule!("unconscious/wake-death"));
        scene.emit(Fact::Flag(who, Flag::Awakens, false));
    }
    if fate == Fate::Unconscious {
        unconscious::fall(scene, who, Cause::Death)?;
    }
    Ok(())
}

/// A Death Save at the beginning of a Round (`death/save-table`, `death/one-save-per-round`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn save(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    scene.cite(rule!("death/one-save-per-round"));
    let verdict = |total: i32| match total {
        ..=1 => "death",
        2..=4 => "unconscious",
        5..=19 => "still bleeding out",
        20.. => "Stabilized",
    };
    let class = |total: i32| match total {
        ..=1 => 0,
        2..=4 => 1,
        5..=19 => 2,
        20.. => 3,
    };
    let what = ("death save", rule!("death/save-table"));
    let (shown, tally) = d20(scene, who, what, class)?;
    let total = shown + tally.total();
    let told = ("Death Save", verdict(total), rule!("death/save-table"));
    explain(scene, who, shown, &tally, told);
    match class(total) {
        0 => die(scene, who),
        1 if !scene.state().has(who, Condition::Unconscious) => {
            unconscious::fall(scene, who, Cause::Death)
        }
        3 => {
            stabilize(scene, who);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Ends bleeding out (`death/stabilized`).
pub(crate) fn stabilize(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().body(who).bleeding {
        scene.cite(rule!("death/stabilized"));
        scene.emit(Fact::Flag(who, Flag::Bleeding, false));
    }
}

/// Whoever was knocked out by Death rolls and has regained Aura wakes when the next Round begins (`unconscious/wake-death`).
pub(crate) fn will_awaken(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().body(who).is_out_by(Cause::Death) {
        scene.cite(rule!("unconscious/wake-death"));
        scene.emit(Fact::Flag(who, Flag::Awakens, true));
    }
}

/// Death.
///
/// # Errors
/// None today; the same as its callers.
pub(crate) fn die(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    gain(scene, Held::plain(who, Condition::Dead));
    if scene.state().body(who).bleeding {
        scene.emit(Fact::Flag(who, Flag::Bleeding, false));
    }
    lie(scene, who);
    stop_defending(scene, who);
    unconscious::drop_everything(scene, who);
    let holder = |state: &State| holders(state, who).next();
    while let Some(holder) = holder(scene.state()) {
        scene.cite(rule!("maneuvers/restrain-ends"));
        let_go(scene, holder, who);
    }
    let_all_go(scene, who);
    Ok(())
}
