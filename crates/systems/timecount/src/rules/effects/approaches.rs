//! Approaches that land on one count (`special-actions/approach`, `entering-spaces/others`).

use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::{Effect, Volley};
use crate::TimeCount;
use crate::fact::{Barrier, Fact};
use crate::ids::rule;
use crate::rules::movement::{Walker, Walkers};
use crate::rules::{entering, forced};

/// Whoever has got past all who were in a space enters it, the fastest first. To the others it is occupied by those who are there first,
/// whom they must have got past as well.
///
/// # Errors
/// Stops if dice are missing.
pub(super) fn enter(scene: &mut Scene<'_, TimeCount>, volley: &Volley) -> Play {
    let state = scene.state();
    let effects = volley.iter().flat_map(|thrown| &thrown.effects);
    let mut entering: Walkers<'_> = effects
        .filter_map(|effect| match effect {
            Effect::Enter(who, to) => Some(Walker::stepping(state, *who, to)),
            _ => None,
        })
        .collect();
    entering::put_in_order(scene, &mut entering)?;
    let mut inside: SmallVec<[CreatureId; 2]> = SmallVec::new();
    for Walker { who, path, .. } in entering {
        if inside.iter().any(|other| keeps_out(volley, *other, who)) {
            scene.cite(rule!("entering-spaces/others"));
            scene.emit(Fact::Stays(who, Barrier::Room));
            continue;
        }
        for to in path {
            forced::put(scene, who, (who, *to), 1);
        }
        inside.push(who);
    }
    Ok(())
}

/// Whether a creature that has entered keeps out another that has not got past it.
fn keeps_out(volley: &Volley, inside: CreatureId, who: CreatureId) -> bool {
    let kept_out = Effect::KeptOut(who, inside);
    volley.iter().any(|one| one.effects.contains(&kept_out))
}
