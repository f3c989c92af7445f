//! What is remembered from the declarations of a count to its end.

use affray_kernel::{CreatureId, Scene};
use smallvec::SmallVec;

use super::Declared;
use crate::TimeCount;
use crate::act::Act;
use crate::actions::stance;
use crate::rules::effects::Volley;
use crate::rules::threshold;
use crate::state::State;

/// What has come about since the acts of a count were declared, by them and by what interrupted them.
#[derive(Default)]
pub(crate) struct Since {
    /// Those who have been asked about their facing (`flanking/set-facing`).
    pub(crate) asked: stance::Asked,
    /// What those have suffered who begin to prepare a spell (`preparing/step-3-damage`).
    preparing: SmallVec<[(CreatureId, i16); 1]>,
    /// The readied actions that people judged due and that have come already (`simultaneous/mutual-attack`).
    pub(crate) sprung: Declared,
}

impl Since {
    /// Nothing yet but what readied actions have done that people judged due.
    pub(crate) fn of(state: &State, declared: &[(CreatureId, Act)]) -> Self {
        let suffered = |who| {
            let interrupted = state.body(who).interrupted();
            interrupted.map_or(0, |found| found.suffered)
        };
        let prepare = declared
            .iter()
            .filter(|(_, act)| matches!(act, Act::Prepare(_)));
        let sprung = state.creatures().filter_map(|who| {
            let begun = state.body(who).as_begun.as_ref()?;
            Some((who, (**begun.sprung.as_ref()?).clone()))
        });
        Self {
            asked: stance::Asked::new(),
            preparing: prepare.map(|(who, _)| (*who, suffered(*who))).collect(),
            sprung: sprung.collect(),
        }
    }

    /// What somebody has suffered who begins to prepare a spell.
    pub(crate) fn suffered(&self, who: CreatureId) -> i16 {
        let preparing = self.preparing.iter().find(|(one, _)| *one == who);
        preparing.map_or(0, |(_, amount)| *amount)
    }

    /// What is about to land.
    pub(super) fn note(&mut self, state: &State, volley: &Volley) {
        for (who, amount) in &mut self.preparing {
            *amount = amount.saturating_add(threshold::suffered(state, volley, *who));
        }
    }

    /// What lands on the count on which a preparation begins makes the spell harder already, readied blows included that come just before
    /// it (`initiative/ties`, `preparing/step-3-damage`).
    pub(super) fn hinder_from_the_start(&self, scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
        let amount = self.suffered(who);
        if amount > 0 {
            threshold::encumber(scene, who, amount);
        }
    }
}
