//! Speed classes and Speed Factors (`speed-classes/*`).

use affray_kernel::aspect::counted;
use affray_kernel::dice::{Pool, pool};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, RuleId, Scene};

use super::numbers::{paralysis_step, rolls_speed};
use crate::TimeCount;
use crate::ids::rule;
use crate::sheet::{Control, SpeedClass};
use crate::state::State;

/// The Speed Factor of each class: rolled and static (`speed-classes/table`).
const TABLE: [(SpeedClass, Pool, i16); 8] = [
    (SpeedClass::Rapid, pool!("1d4"), 2),
    (SpeedClass::Swift, pool!("1d4+2"), 4),
    (SpeedClass::Fast, pool!("1d6+3"), 6),
    (SpeedClass::Standard, pool!("1d6+6"), 9),
    (SpeedClass::Slow, pool!("1d8+8"), 12),
    (SpeedClass::Sluggish, pool!("1d10+10"), 15),
    (SpeedClass::Lethargic, pool!("1d12+12"), 18),
    (SpeedClass::Sedentary, pool!("1d12+16"), 22),
];

/// The speed classes by their numbers, from 1 for Rapid on.
const NAMES: [&str; 8] = [
    "Rapid",
    "Swift",
    "Fast",
    "Standard",
    "Slow",
    "Sluggish",
    "Lethargic",
    "Sedentary",
];

/// What each class beyond Sedentary adds (`speed-classes/beyond-sedentary`).
const BEYOND: i16 = 4;
/// What a class step is worth to an action without a class (`speed-classes/classless`).
const CLASSLESS_STEP: i16 = 3;

/// How long an action takes, before what slows or speeds its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// By its speed class.
    Class(SpeedClass),
    /// By dice of its own; the static number is their average, rounded down (`speed-classes/npc-static`).
    Dice(Pool),
    /// So many counts.
    Counts(i16),
    /// So many counts, whatever slows or speeds (Move and Wait: `speed-classes/classless`).
    Unchanged(i16),
}

/// The delay of an action: its base, changes of class and of factor, and what is worked out at the end.
#[derive(Clone, Debug)]
pub(crate) struct Delay {
    /// What it takes by itself.
    pub(crate) base: Base,
    /// Class steps, slower ones positive.
    pub(crate) steps: Tally,
    /// Added to the factor.
    pub(crate) factor: Tally,
    /// Whether it is halved at the end (Feint).
    pub(crate) halved: bool,
    /// What it is the delay of, for the log.
    pub(crate) what: &'static str,
    /// The rule that gives it.
    pub(crate) rule: RuleId,
}

impl Delay {
    /// The delay of an action of that base, with what its user's state changes (`paralysis/steps`, `petrification/points`).
    pub(crate) fn of(
        state: &State,
        who: CreatureId,
        base: Base,
        what: &'static str,
        rule: RuleId,
    ) -> Self {
        let mut delay = Self {
            base,
            steps: Tally::new(),
            factor: Tally::new(),
            halved: false,
            what,
            rule,
        };
        if !matches!(base, Base::Unchanged(_) | Base::Class(SpeedClass::Free)) {
            delay.steps.add(
                "paralysis",
                paralysis_step(state, who),
                rule!("paralysis/steps"),
            );
            delay.factor.add(
                "petrification",
                state.body(who).petrification,
                rule!("petrification/points"),
            );
        }
        delay
    }

    /// The dice, the static number and what is added to either, once class steps are counted (`speed-classes/order`,
    /// `speed-classes/best-rapid`, `speed-classes/beyond-sedentary`).
    fn settled(&self) -> (Option<Pool>, i16, i16) {
        let steps = self.steps.total() as i16;
        match self.base {
            Base::Class(SpeedClass::Free) => (None, 0, 0),
            Base::Class(class) => {
                let place = (class as i16 - 1 + steps).max(0);
                let last = TABLE.len() as i16 - 1;
                let (_, dice, fixed) = TABLE[place.min(last) as usize];
                (Some(dice), fixed, BEYOND * (place - last).max(0))
            }
            Base::Dice(dice) => (Some(dice), average(dice), CLASSLESS_STEP * steps),
            Base::Counts(counts) => (None, counts, CLASSLESS_STEP * steps),
            Base::Unchanged(counts) => (None, counts, 0),
        }
    }

    /// The Speed Factor that somebody who does not roll has (`speed-classes/npc-static`).
    pub(crate) fn fixed(&self) -> i16 {
        let (_, fixed, more) = self.settled();
        self.finish(fixed + more)
    }

    /// How long it takes in words: its dice for somebody who rolls, otherwise the number; `None` where it takes no time.
    pub(crate) fn words(&self, rolls: bool) -> Option<String> {
        let (dice, _, more) = self.settled();
        match dice.filter(|_| rolls) {
            None => counted(self.fixed(), "count"),
            Some(dice) => {
                let pool = dice.plus(more + self.factor.total() as i16);
                let halved = if self.halved { ", halved" } else { "" };
                Some(format!("{pool} counts{halved}"))
            }
        }
    }

    /// Changes of the factor never bring it below 1 (`speed-classes/sf-minimum`); halving comes after them (`special-actions/feint`).
    fn finish(&self, factor: i16) -> i16 {
        match self.base {
            Base::Class(SpeedClass::Free) => 0,
            Base::Unchanged(counts) => counts,
            _ => {
                let whole = (factor + self.factor.total() as i16).max(1);
                if self.halved {
                    (whole / 2).max(1)
                } else {
                    whole
                }
            }
        }
    }

    /// The Speed Factor: rolled or static (`speed-classes/pc-rolled`, `speed-classes/npc-static`).
    ///
    /// # Errors
    /// Stops if dice are missing.
    pub(crate) fn roll(&self, scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> Play<i16> {
        let (dice, fixed, more) = self.settled();
        if scene.listened() {
            self.cite(scene, more);
            self.explain_class(scene, who);
        }
        let rolled = match dice {
            Some(pool) if rolls_speed(scene.state(), who) => {
                let by_switch = scene.state().sheet(who).control == Control::NonPlayerCharacter;
                scene.cite(if by_switch {
                    rule!("speed-classes/npc-rolled")
                } else {
                    rule!("speed-classes/pc-rolled")
                });
                scene.sum(Roll {
                    pool,
                    by: Some(who),
                    what: self.what,
                    rule: rule!("speed-classes/table"),
                    audience: Audience::Everyone,
                })? as i16
            }
            Some(_) => {
                scene.cite(rule!("speed-classes/npc-static"));
                fixed
            }
            None => fixed,
        };
        let factor = self.finish(rolled + more);
        if scene.listened() && !matches!(self.base, Base::Unchanged(_)) {
            self.explain(scene, who, rolled, more, factor);
        }
        Ok(factor)
    }

    /// The rules that give and change it.
    fn cite(&self, scene: &mut Scene<'_, TimeCount>, more: i16) {
        scene.cite(self.rule);
        if matches!(self.base, Base::Class(_)) {
            scene.cite(rule!("speed-classes/every-action"));
        }
        let steps = self.steps.total();
        for part in self.steps.parts() {
            scene.cite(part.rule);
        }
        if let Base::Class(class) = self.base
            && steps != 0
        {
            scene.cite(rule!("speed-classes/modifiers"));
            if class as i32 - 1 + steps < 0 {
                scene.cite(rule!("speed-classes/best-rapid"));
            }
            if more > 0 {
                scene.cite(rule!("speed-classes/beyond-sedentary"));
            }
            if !self.factor.parts().is_empty() {
                scene.cite(rule!("speed-classes/order"));
            }
        }
    }

    /// The speed class that its steps lead to (`speed-classes/modifiers`, `speed-classes/best-rapid`).
    fn explain_class(&self, scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
        let Base::Class(class) = self.base else {
            return;
        };
        let steps = self.steps.total();
        if class == SpeedClass::Free || steps == 0 {
            return;
        }
        let place = i32::from(class as i16) + steps;
        let mut parts = self.steps.clone();
        parts.add(
            "never better than Rapid",
            (1 - place).max(0) as i16,
            rule!("speed-classes/best-rapid"),
        );
        let total = place.max(1);
        let names = |class: i32| {
            let place = usize::try_from(class - 1).unwrap_or_default();
            NAMES.get(place).copied().unwrap_or("beyond Sedentary")
        };
        let sum = || Sum {
            by: Some(who),
            what: "speed class",
            dice: i32::from(class as i16),
            total,
            against: None,
            verdict: names(total),
            rule: rule!("speed-classes/table"),
        };
        scene.explain(sum, &parts);
    }

    fn explain(
        &self,
        scene: &mut Scene<'_, TimeCount>,
        who: CreatureId,
        rolled: i16,
        more: i16,
        factor: i16,
    ) {
        let mut parts = Tally::new();
        let rule = match self.base {
            Base::Class(_) => rule!("speed-classes/beyond-sedentary"),
            _ => rule!("speed-classes/classless"),
        };
        parts.add("class steps", more, rule);
        for part in self.factor.parts() {
            parts.push(*part);
        }
        let sum = i32::from(rolled) + parts.total();
        if self.halved {
            parts.add("halved", factor - sum as i16, self.rule);
        } else {
            parts.add(
                "at least 1",
                factor - sum as i16,
                rule!("speed-classes/sf-minimum"),
            );
        }
        let (what, rule) = (self.what, self.rule);
        scene.explain(
            || Sum {
                by: Some(who),
                what,
                dice: i32::from(rolled),
                total: i32::from(factor),
                against: None,
                verdict: "",
                rule,
            },
            &parts,
        );
    }
}

/// The average of dice, rounded down.
fn average(dice: Pool) -> i16 {
    let most = dice.most().unwrap_or_else(|| dice.least());
    ((dice.least() + most) / 2) as i16
}
