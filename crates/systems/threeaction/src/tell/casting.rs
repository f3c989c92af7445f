//! Spells that are cast or controlled: at whom or where, and with how much Energy.

use affray_kernel::CreatureId;

use super::words::{square, the};
use super::{aimed, both, spell_name};
use crate::act::{Aim, Target};
use crate::sheet::{AreaShape, Components};
use crate::state::{SpellId, State};

/// How it reads that a Spell is cast (`cast/choose-target`, `cast/choose-energy`).
pub(super) fn casts(
    state: &State,
    who: CreatureId,
    (spell, energy, aim): (SpellId, Components, &Aim),
) -> String {
    let parts: Vec<String> = [
        ("effect", energy.effect),
        ("range", energy.range),
        ("duration", energy.duration),
        ("area", energy.area),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(part, value)| format!("{part} {value}"))
    .collect();
    format!(
        "{} casts {} {} ({})",
        the(state, who),
        spell_name(state, spell),
        whereto(state, who, aim),
        parts.join(", ")
    )
}

/// Whom the sentence is about.
pub(super) fn about(who: CreatureId, aim: &Aim) -> Vec<CreatureId> {
    match *aim {
        Aim::Target(target) => both(who, target),
        Aim::Place(Some(on), _) | Aim::Guess(on, ..) => vec![who, on],
        Aim::Area(..) | Aim::Place(None, _) => vec![who],
    }
}

/// At whom or where it is cast, or goes on (`control/effect-depends`).
pub(super) fn whereto(state: &State, who: CreatureId, aim: &Aim) -> String {
    let on = |on: CreatureId| {
        if on == who {
            "on itself".to_owned()
        } else {
            format!("on {}", the(state, on))
        }
    };
    match *aim {
        Aim::Target(Target::Creature(target)) => on(target),
        Aim::Target(target) => {
            let aimed = aimed(state, target);
            format!("at {}", aimed.trim_end_matches(','))
        }
        Aim::Area(AreaShape::Blast, at, toward) if at == toward => {
            format!("around {}", square(state, at))
        }
        Aim::Area(shape, from, toward) => {
            let (from, toward) = (square(state, from), square(state, toward));
            match shape {
                AreaShape::Blast => format!("around {from}, toward {toward}"),
                AreaShape::Cone => format!("in a cone from {from} toward {toward}"),
                AreaShape::Line => format!("in a line from {from} toward {toward}"),
            }
        }
        Aim::Place(Some(target), to) => format!("{} toward {}", on(target), square(state, to)),
        Aim::Place(None, to) => format!("at {}", square(state, to)),
        Aim::Guess(target, guess, to) => format!(
            "at {} toward {}",
            aimed(state, Target::Guess(target, guess)),
            square(state, to)
        ),
    }
}
