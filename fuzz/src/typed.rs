//! Whatever people type in a fight.

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{CannotJoin, Control, Declined, Session, Standing, Viewer};

use crate::fights::{beginnings, spoken};
use crate::look;

/// How many lines are heard.
const LINES: usize = 8;

/// The first two bytes choose a fight, all else is typed in it line by line. Each line is read or refused; whatever was taken can be
/// looked at, follows from the rules, and is kept by the journal.
pub fn notation(bytes: &[u8]) {
    let Some((number, typed)) = bytes.split_first_chunk() else {
        return;
    };
    let all = beginnings();
    let chosen = usize::from(u16::from_le_bytes(*number)) % all.len();
    let Some(fight) = all[chosen].fight() else {
        return;
    };
    let typed = String::from_utf8_lossy(typed);
    let mut session = fight.session();
    look::give_all(session.as_mut(), Control::People);
    let _ = session.advance();
    let mut journal = session.journal_changes();
    for line in typed.lines().take(LINES) {
        fight.read(line);
        let _ = take(session.as_mut(), line);
        journal.push_str(&session.journal_changes());
    }
    look::around(session.as_ref());
    look::is_kept(session.as_ref(), &journal);
    look::is_kept(session.as_ref(), &session.journal());
    let verification = session.verify();
    assert_eq!(verification.difference, None, "replayed otherwise\n{typed}");
}

/// A line is a command of the table, a correction, or an act: of the creature named before a colon, or of whoever is asked.
pub(crate) fn take(session: &mut dyn Session, line: &str) -> Result<(), Declined> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "undo" => session.undo(),
        "redo" => session.redo(),
        "withdraw" => session.withdraw(),
        "pass" => session.pass(asked(session), None),
        "branch" => session.take_branch(rest.parse().unwrap_or(1), &Viewer::GameMaster),
        "roll" => session.rolled(rest),
        "real" => {
            session.set_dice(DiceMode::Real);
            Ok(())
        }
        "virtual" => {
            session.set_dice(DiceMode::Virtual);
            Ok(())
        }
        "rules" => {
            let _ = session.rules(rest);
            Ok(())
        }
        "set" => session.correct(line),
        "join" => join(session, rest),
        _ => {
            let (name, words) = spoken(line);
            let who = match name {
                Some(name) => session.creature(name)?,
                None => asked(session),
            };
            session.act(who, words, None)
        }
    }
}

fn join(session: &mut dyn Session, entries: &str) -> Result<(), Declined> {
    let entries = Source::new("typed", entries);
    match session.join(&entries, crate::library(), false) {
        Ok(_) => Ok(()),
        Err(CannotJoin::Declined(why)) => Err(why),
        Err(CannotJoin::Problems(mistakes)) => Err(Declined::Unread {
            message: mistakes.to_string(),
        }),
    }
}

/// The first who is asked, or else the first of all.
fn asked(session: &dyn Session) -> CreatureId {
    match session.standing(&Viewer::GameMaster) {
        Standing::Asks { questions } => questions.first().map_or(CreatureId(0), |first| first.who),
        _ => CreatureId(0),
    }
}
