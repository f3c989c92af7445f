//! The end of a fight on the screen: who won, what decided it, and how everybody stands.

use affray_table::{BlowSeen, FallSeen, LedgerSeen, Session, Standing, Viewer};

use crate::screen::{Screen, Style};
use crate::telling;
use crate::trouble::Trouble;

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
            screen.line(&format!("  Out of {side}: {}", falls.join("; ")))?;
        }
    }
    match &account.heaviest {
        Some(heaviest) => screen.line(&format!("  {}", turned(heaviest))),
        None => Ok(()),
    }
}

/// `ghoul 2 at count 31 by pip`.
fn fell(fall: &FallSeen) -> String {
    let by = match (&fall.by, fall.cause) {
        (Some(by), "") => format!(" by {by}"),
        (Some(by), cause) => format!(" of {cause}, last hurt by {by}"),
        (None, "") => String::new(),
        (None, cause) => format!(" of {cause}"),
    };
    let again = match &fall.rose {
        Some(time) => format!(" (up again {})", when(time)),
        None => String::new(),
    };
    format!("{} {}{by}{again}", fall.who, when(&fall.time))
}

fn turned(blow: &BlowSeen) -> String {
    let time = when(&blow.time);
    let points = match blow.points {
        Some(points) => format!(" for {points}"),
        None => String::new(),
    };
    format!(
        "The heaviest blow: {} against {}{points}, {time}",
        blow.by, blow.on
    )
}

/// `at count 12`, `after round 2`: a moment within a sentence.
fn when(time: &str) -> String {
    let mut letters = time.chars();
    let first = letters.next().map(|first| first.to_lowercase());
    let time: String = first.into_iter().flatten().chain(letters).collect();
    if time.starts_with("after ") {
        time
    } else {
        format!("at {time}")
    }
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
