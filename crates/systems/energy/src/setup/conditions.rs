//! Conditions in force when the fight begins, with those that they impose and their counterparts.

use affray_kernel::CreatureId;
use affray_kernel::condition::{Held, Until};

use super::check::MOST_THINGS;
use super::compose::Composer;
use crate::rules::conditions::{UNHINDERED, UNHINDERED_FROM, daughter, end_from};
use crate::scenario::{ConditionFile, CreatureFile};
use crate::sheet::Sheet;
use crate::state::{Cause, Condition};

/// The DC of getting free where nobody holds one (`maneuvers/restrained-escape`).
const USUAL_ESCAPE: i16 = 15;

impl Composer<'_> {
    /// Puts the conditions of a creature into the setup.
    pub(super) fn conditions(&mut self, who: CreatureId) {
        let member = self.draft.roster.members[who.index()].clone();
        let file = &self.file.creature[member.entry];
        let path = member.path();
        for (index, condition) in file.conditions.iter().enumerate() {
            self.condition(who, condition, &format!("{path}.conditions[{index}]"));
        }
        if file.surprised {
            self.surprised(who, &format!("{path}.surprised"));
        }
        if causes(file, &self.setup.creatures[who.index()].sheet) != 0 {
            let path = format!("{path}.unconscious");
            self.hold(Held::plain(who, Condition::Unconscious), &path);
            if !self.setup.has(who, Condition::Prone) {
                self.hold(Held::plain(who, Condition::Prone), &path);
            }
        }
    }

    /// A creature is Surprised until the end of this Round (`surprise/whole-party`).
    pub(super) fn surprised(&mut self, who: CreatureId, path: &str) {
        let held = Held {
            until: Until::Round(self.setup.round()),
            ..Held::plain(who, Condition::Surprised)
        };
        self.hold(held, path);
    }

    fn condition(&mut self, who: CreatureId, file: &ConditionFile, path: &str) {
        let toward = self
            .draft
            .creature_at(file.toward.as_deref(), format!("{path}.toward"));
        let cause = self
            .draft
            .creature_at(file.cause.as_deref(), format!("{path}.cause"));
        if file.toward.is_some() && toward.is_none() {
            return;
        }
        let escape = file.kind == Condition::Restrained && toward.is_none();
        let usual = if escape { USUAL_ESCAPE } else { 0 };
        let held = Held {
            toward,
            cause,
            until: self.end(file, path),
            amount: file.amount.unwrap_or(usual),
            ..Held::plain(who, file.kind)
        };
        match (file.kind, toward) {
            (Condition::Restrained, Some(captor)) if captor != who => {
                self.hold_both(captor, who, held, path);
            }
            (Condition::Restraining, Some(captive)) if captive != who => {
                self.hold_both(who, captive, held, path);
            }
            _ => self.hold(held, path),
        }
    }

    /// When a condition ends: as it is written, otherwise as it does by the rules (`conditions/summary`).
    fn end(&mut self, file: &ConditionFile, path: &str) -> Until {
        let round = self.setup.round();
        match (file.rounds, file.stays) {
            (Some(rounds), stays) => {
                if stays {
                    let message = "a condition ends after `rounds` or `stays`, not both";
                    self.draft.mistakes.add(path, message);
                }
                Until::Round(round.saturating_add(rounds))
            }
            (None, true) => Until::Cleared,
            (None, false) => end_from(round, self.setup.options.exposed_default, file.kind),
        }
    }

    /// A hold, which both know of (`maneuvers/restrain`).
    fn hold_both(
        &mut self,
        captor: CreatureId,
        captive: CreatureId,
        as_written: Held<Condition>,
        path: &str,
    ) {
        let known = self.setup.conditions.iter().any(|held| {
            held.on == captor && held.kind == Condition::Restraining && held.toward == Some(captive)
        });
        if known {
            return;
        }
        let size = |who: CreatureId| self.setup.creatures[who.index()].sheet.size.rank();
        let unhindered = size(captor) - size(captive) >= UNHINDERED_FROM;
        let restraining = Held {
            on: captor,
            kind: Condition::Restraining,
            toward: Some(captive),
            amount: if unhindered { UNHINDERED } else { 0 },
            ..as_written
        };
        let restrained = Held {
            on: captive,
            kind: Condition::Restrained,
            toward: Some(captor),
            amount: 0,
            ..as_written
        };
        self.hold(restrained, path);
        self.hold(restraining, path);
    }

    /// A condition with all that it imposes (`conditions/daughter-conditions`).
    pub(super) fn hold(&mut self, held: Held<Condition>, path: &str) {
        // Too many are refused when the setup is checked as a whole.
        let room = self.setup.conditions.len() <= MOST_THINGS;
        if !room || self.setup.conditions.contains(&held) {
            return;
        }
        self.setup.conditions.push(held);
        self.draft.comes_from("condition", path.to_owned());
        let unhindered = held.kind == Condition::Restraining && held.amount == UNHINDERED;
        if let Some(kind) = daughter(held.kind).filter(|_| !unhindered) {
            let imposed = Held {
                parent: Some(held.kind),
                ..Held::plain(held.on, kind)
            };
            self.hold(imposed, path);
        }
    }
}

/// Why a creature is unconscious, as bits: what is written, and Stamina where there is none left (`stamina/zero-means-unconscious`).
pub(super) fn causes(file: &CreatureFile, sheet: &Sheet) -> u8 {
    let written = file.unconscious.iter();
    let causes = written.fold(0, |bits, cause| bits | cause.bit());
    let explained = causes & (Cause::Stamina.bit() | Cause::NonLethal.bit()) != 0;
    let spent = file.stamina == Some(0) && !sheet.traits.object;
    if spent && !explained && !says(file, Condition::Dead) {
        causes | Cause::Stamina.bit()
    } else {
        causes
    }
}

/// Whether the conditions that are written for a creature include this one.
fn says(file: &CreatureFile, kind: Condition) -> bool {
    let mut conditions = file.conditions.iter();
    conditions.any(|condition| condition.kind == kind)
}

/// Whether a creature is unconscious or dead, so that it holds nothing (`unconscious/state`).
pub(super) fn is_out(file: &CreatureFile, sheet: &Sheet) -> bool {
    causes(file, sheet) != 0 || says(file, Condition::Unconscious) || says(file, Condition::Dead)
}
