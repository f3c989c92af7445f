//! Who plays whom.

use affray_kernel::CreatureId;
use affray_table::{Control, Declined, Policy, Session, Viewer};

/// Gives creatures to people and bots as the flags say. Without any, a new fight has people play the first side and whomever the scenario
/// gives them, and a fight that goes on is played by whom it was.
pub(super) fn take(
    session: &mut dyn Session,
    all: bool,
    players: &[String],
    is_new: bool,
) -> Result<(), Declined> {
    let everybody = 0..session.names().len();
    let everybody: Vec<CreatureId> = everybody.map(CreatureId::at).collect();
    if !players.is_empty() {
        let mut own = Vec::new();
        for name in players {
            own.extend(named(session, name)?);
        }
        for who in everybody {
            if own.contains(&who) {
                session.set_control(who, Control::People);
            } else if session.control(who) == Control::People {
                session.set_control(who, Control::Bot(Policy::Simple));
            }
        }
        session.set_seat(Viewer::Player(own));
    } else if all {
        for who in everybody {
            session.set_control(who, Control::People);
        }
        session.set_seat(Viewer::GameMaster);
    } else if is_new {
        let view = session.view(&Viewer::GameMaster);
        for creature in view.creatures.iter().filter(|creature| creature.side == 0) {
            session.set_control(creature.id, Control::People);
        }
    }
    Ok(())
}

/// The creatures meant by a name: everybody (`all`), a side, or one creature.
pub(super) fn named(session: &dyn Session, name: &str) -> Result<Vec<CreatureId>, Declined> {
    let view = session.view(&Viewer::GameMaster);
    let side = view.sides.iter().position(|side| side == name);
    let of_side = |side: Option<usize>| {
        let creatures = view.creatures.iter();
        creatures
            .filter(move |creature| side.is_none_or(|side| usize::from(creature.side) == side))
            .map(|creature| creature.id)
            .collect()
    };
    match (name, side) {
        ("all", _) => Ok(of_side(None)),
        (_, Some(side)) => Ok(of_side(Some(side))),
        (name, None) => Ok(vec![session.creature(name)?]),
    }
}

/// A line for each creature: who plays it.
pub(super) fn list(session: &dyn Session) -> Vec<String> {
    let names = session.names();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or_default();
    let viewer = session.seat();
    let shown = session.view(viewer).creatures.into_iter();
    let line = |who: CreatureId, name: String| {
        let by = match session.control(who) {
            Control::People => "you".to_owned(),
            bot => format!("a bot ({})", bot.name()),
        };
        format!("  {name:width$}  {by}")
    };
    shown
        .map(|creature| line(creature.id, creature.name))
        .collect()
}
