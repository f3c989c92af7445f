//! Losses that spells made for it take away (`poison/healing`, `petrification/recovery`).

use affray_kernel::{CreatureId, Scene};

use super::Cure;
use crate::TimeCount;
use crate::fact::{Fact, Number, When};
use crate::ids::rule;
use crate::state::NEVER;

/// A spell made for it takes losses away, if there are any.
pub(super) fn cured(scene: &mut Scene<'_, TimeCount>, on: CreatureId, cure: Cure) {
    match cure {
        Cure::Poison => scene.cite(rule!("poison/healing")),
        Cure::Petrification => scene.cite(rule!("petrification/recovery")),
    }
    let body = scene.state().body(on);
    let lost = match cure {
        Cure::Poison => body.poison_fatigue > 0 || body.poison_hp > 0,
        Cure::Petrification => body.petrification > 0,
    };
    if !lost {
        scene.emit(Fact::Uncured(on));
        return;
    }
    match cure {
        Cure::Poison => {
            let (fatigue, tired) = (body.fatigue, body.poison_fatigue);
            let full = scene.state().sheet(on).max_hp - body.invigoration;
            let healed = body.hp.saturating_add(body.poison_hp);
            let hp = healed.min(full.max(body.hp));
            scene.emit(Fact::Set(on, Number::Fatigue, (fatigue - tired).max(0)));
            scene.emit(Fact::Set(on, Number::PoisonFatigue, 0));
            scene.emit(Fact::Set(on, Number::Hp, hp));
            scene.emit(Fact::Set(on, Number::PoisonHp, 0));
        }
        Cure::Petrification => {
            scene.emit(Fact::Set(on, Number::Petrification, 0));
            scene.emit(Fact::At(on, When::Unpetrifies, NEVER));
        }
    }
}
