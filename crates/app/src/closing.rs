//! The end of a fight on the screen: who won, what decided it, and how everybody stands.

use affray_table::{BlowSeen, FallSeen, LedgerSeen, Session, Standing, Viewer};

use crate::output::End;
use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::Trouble;

/// How a fight stands at its end: who has won, how everybody is, and what it came to.
pub(crate) fn end(session: &dyn Session, is_over: bool) -> End {
    let viewer = Viewer::GameMaster;
    let winner = match session.standing(&viewer) {
        Standing::Over { winner } if is_over => winner,
        _ => None,
    };
    End {
        over: is_over,
        winner,
        entries: session.entries(),
        creatures: session.view(&viewer).creatures,
        account: session.account(&viewer),
    }
}

/// Writes who won and what decided it; nothing while the fight goes on.
pub(crate) fn verdict(
    screen: &mut Screen,
    session: &dyn Session,
    viewer: &Viewer,
) -> Result<(), Trouble> {
    let standing = session.standing(viewer);
    let Some(verdict) = telling::verdict(&standing) else {
        return Ok(());
    };
    let verdict = screen.styled(Style::Heading, &verdict);
    screen.line(&verdict)?;
    let account = session.account(viewer);
    let sides = session.view(viewer).sides;
    for (number, side) in sides.iter().enumerate() {
        let falls: Vec<String> = account
            .falls
            .iter()
            .filter(|fall| usize::from(fall.side) == number)
            .map(fell)
            .collect();
        if !falls.is_empty() {
            let falls = falls.join("; ");
            screen.wrapped(
                "    ",
                &format!("  Out of the fight for the {side}: {falls}"),
            )?;
        }
    }
    match &account.heaviest {
        Some(heaviest) => {
            let won = matches!(&standing, Standing::Over { winner } if winner.is_some());
            screen.wrapped("    ", &format!("  {}", turned(heaviest, won)))
        }
        None => Ok(()),
    }
}

/// `ghoul 2 (count 31, by pip)`.
fn fell(fall: &FallSeen) -> String {
    let mut parts = vec![uncapital(&fall.time)];
    parts.extend(match (&fall.by, fall.cause) {
        (Some(by), "") => Some(format!("by {by}")),
        (Some(by), cause) => Some(format!("of {cause}, last hurt by {by}")),
        (None, "") => None,
        (None, cause) => Some(format!("of {cause}")),
    });
    let rose = fall.rose.as_ref();
    parts.extend(rose.map(|time| format!("up again {}", when(time))));
    format!("{} ({})", fall.who, parts.join(", "))
}

/// The blow that turned the fight: that of the winners, where somebody has won.
fn turned(blow: &BlowSeen, won: bool) -> String {
    let whose = if won {
        "The winners' heaviest blow"
    } else {
        "The heaviest blow"
    };
    let time = when(&blow.time);
    let points = match blow.points {
        Some(points) => format!(" for {points}"),
        None => String::new(),
    };
    format!("{whose}: {} against {}{points}, {time}", blow.by, blow.on)
}

/// `at count 12`, `after round 2`: a moment within a sentence.
fn when(time: &str) -> String {
    let time = uncapital(time);
    if time.starts_with("after ") {
        time
    } else {
        format!("at {time}")
    }
}

fn uncapital(time: &str) -> String {
    let mut letters = time.chars();
    let first = letters.next().map(|first| first.to_lowercase());
    first.into_iter().flatten().chain(letters).collect()
}

/// How it stands with everybody, a line each, with what they did.
pub(crate) fn creatures(
    screen: &mut Screen,
    session: &dyn Session,
    viewer: &Viewer,
) -> Result<(), Trouble> {
    let account =
        matches!(session.standing(viewer), Standing::Over { .. }).then(|| session.account(viewer));
    telling::creatures(screen, session, viewer, |who| {
        let ledgers = &account.as_ref()?.ledgers;
        ledgers.iter().find(|ledger| ledger.id == who).map(did)
    })
}

/// `dealt 34, took 7, spent fatigue 3`.
fn did(ledger: &LedgerSeen) -> String {
    let mut parts = vec![
        format!("dealt {}", ledger.dealt),
        format!("took {}", ledger.taken),
    ];
    let spent: Vec<String> = ledger
        .spent
        .iter()
        .map(|(what, amount)| format!("{what} {amount}"))
        .collect();
    if !spent.is_empty() {
        parts.push(format!("spent {}", spent.join(", ")));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::when;

    #[test]
    fn moments_stand_within_a_sentence() {
        assert_eq!(when("Count 12"), "at count 12");
        assert_eq!(when("After Round 2"), "after Round 2");
    }
}
