//! Conditions in force and poisons at work when the fight begins.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};
use affray_kernel::scenario::MOST_THINGS;

use super::compose::Composer;
use crate::rules::riders::FIRE_COUNTS;
use crate::scenario::{ConditionFile, CreatureFile, PoisonFile};
use crate::sheet::Amount;
use crate::state::{Condition, Pending, PendingHarm};

impl Composer<'_> {
    pub(super) fn conditions(&mut self, who: CreatureId, file: &CreatureFile, path: &str) {
        for (index, condition) in file.conditions.iter().enumerate() {
            self.condition(who, condition, &format!("{path}.conditions[{index}]"));
        }
        if file.surprised == Some(true) {
            let kind = Condition::Surprised;
            let held = Held {
                until: kind.usual_end(who, None),
                ..Held::plain(who, kind)
            };
            self.hold(held, &format!("{path}.surprised"));
        }
        for (index, poison) in file.poisons.iter().enumerate() {
            self.wait_for(pulse(who, *poison), format!("{path}.poisons[{index}]"));
        }
    }

    fn condition(&mut self, who: CreatureId, file: &ConditionFile, path: &str) {
        if file.kind == Condition::Shaken && file.amount.is_none() {
            let hint = Some("write `{ kind = \"shaken\", amount = -2 }`".to_owned());
            let message = "say how much it is shaken: `amount`, from -100 to -1".to_owned();
            self.draft.mistakes.add_with_hint(path, message, hint);
            return;
        }
        let toward = self
            .draft
            .creature_at(file.toward.as_deref(), format!("{path}.toward"));
        if file.toward.is_some() && toward.is_none() {
            return;
        }
        let cause = self
            .draft
            .creature_at(file.cause.as_deref(), format!("{path}.cause"));
        let now = self.setup.now();
        // The unconscious may wake on that count (`regaining-consciousness/check`).
        let ends = |count: &u32| file.kind != Condition::Unconscious || *count <= now;
        let usual_end = || file.kind.usual_end(who, cause);
        let held = Held {
            toward,
            cause,
            until: file.until.filter(ends).map_or_else(usual_end, Until::At),
            amount: file.amount.unwrap_or_default(),
            ..Held::plain(who, file.kind)
        };
        self.hold(held, path);
        if file.kind == Condition::Burning {
            let fire = Pending {
                at: self.setup.now().saturating_add(FIRE_COUNTS),
                on: who,
                what: PendingHarm::Fire,
            };
            self.wait_for(fire, path.to_owned());
        }
    }

    fn hold(&mut self, held: Held<Condition>, path: &str) {
        // Too many are refused when the setup is checked as a whole.
        let room = self.setup.conditions.len() <= MOST_THINGS;
        if room && !self.setup.conditions.contains(&held) {
            self.setup.conditions.push(held);
            self.draft.comes_from("condition", path.to_owned());
        }
    }

    fn wait_for(&mut self, pending: Pending, path: String) {
        if self.setup.pending.len() <= MOST_THINGS {
            self.setup.pending.push(pending);
            self.draft.comes_from("pending", path);
        }
    }
}

fn pulse(on: CreatureId, file: PoisonFile) -> Pending {
    let what = match file.amount {
        Amount::Fixed(points) => PendingHarm::Poison(points, file.harms),
        Amount::Dice(dice) => {
            let (count, sides) = (dice.dice(), dice.sides());
            PendingHarm::PoisonDice(count, sides, dice.bonus(), file.harms)
        }
    };
    Pending {
        at: file.at,
        on,
        what,
    }
}
