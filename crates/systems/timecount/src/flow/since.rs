//! What is remembered from the declarations of a count to its end.

use affray_kernel::{CreatureId, Scene};
use smallvec::SmallVec;

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
}

impl Since {
    /// Nothing yet.
    pub(super) fn of(declared: &[(CreatureId, Act)]) -> Self {
        let prepare = declared
            .iter()
            .filter(|(_, act)| matches!(act, Act::Prepare(_)));
        Self {
            asked: stance::Asked::new(),
            preparing: prepare.map(|(who, _)| (*who, 0)).collect(),
        }
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
        for (_, amount) in self.preparing.iter().filter(|(one, _)| *one == who) {
            if *amount > 0 {
                threshold::encumber(scene, who, *amount);
            }
        }
    }
}
