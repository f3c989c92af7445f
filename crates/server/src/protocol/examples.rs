//! One message of each kind.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_table::{Habit, Numbers};

use super::{ClientMessage, Hello, Request, Role, Seen};

/// One message of each kind, as clients send them: what tests and the fuzzer start from.
#[must_use]
pub fn examples() -> Vec<ClientMessage> {
    let have = Seen { run: 7, number: 12 };
    let hello = ClientMessage::Hello(Hello {
        token: "the secret of the link".to_owned(),
        name: Some("Ann".to_owned()),
        have: Some(have),
    });
    let asked = (1..).zip(requests());
    let asked = asked.map(|(id, request)| ClientMessage::Ask { id, request });
    std::iter::once(hello).chain(asked).collect()
}

fn requests() -> Vec<Request> {
    let (who, seen) = (CreatureId(0), Some(12));
    let words = |words: &str| words.to_owned();
    vec![
        Request::Act {
            who,
            words: words("end turn"),
            seen,
        },
        Request::Pass { who, seen },
        Request::Roll {
            words: words("4 3"),
            seen,
        },
        Request::Habit {
            who,
            window: words("fall"),
            habit: Habit::Never,
        },
        Request::Offers { who },
        Request::AimedAt {
            who,
            place: Cell::new(4, 2),
        },
        Request::Odds {
            who,
            words: words("strike second"),
        },
        Request::Preview {
            who,
            words: words("strike second"),
        },
        Request::Sheet { who },
        Request::Advise {
            who: Some(who),
            policy: words("greedy"),
        },
        Request::Why {},
        Request::Rules {
            query: words("cover"),
        },
        Request::Account {},
        Request::Branches {},
        Request::Log { since: 3 },
        Request::Undo {},
        Request::UndoFrom { line: 3 },
        Request::Redo {},
        Request::Withdraw {},
        Request::TakeBranch { number: 1 },
        Request::Correct {
            words: words("first.hp 7"),
            instead: false,
        },
        Request::Join {
            entries: "name = \"wolf\"".to_owned(),
            hidden: true,
        },
        Request::Remove { who },
        Request::Switches {},
        Request::Rule {
            switch: "flanking".to_owned(),
            value: "on".to_owned(),
        },
        Request::Control {
            who,
            by: words("simple"),
        },
        Request::Dice { real: true },
        Request::DiceOf {
            who,
            real: Some(true),
        },
        Request::Numbers {
            numbers: Numbers::Words,
        },
        Request::Hide { who, hidden: true },
        Request::Pause { paused: true },
        Request::Seats {},
        Request::AddSeat {
            role: Role::Player,
            creatures: vec![who],
            name: words("Ann"),
        },
        Request::Revoke { seat: 2 },
        Request::LeadOn {
            seat: 2,
            token: words("QUJDREVGR0hJSktMTU5PUFFSU1RVVlda"),
        },
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ts_rs::{Config, TS as _};

    use super::*;
    use crate::protocol::Problem;

    #[test]
    fn there_is_one_of_each_kind_and_all_are_read_as_they_are_written() {
        let written = examples().into_iter().map(|message| {
            let text = serde_json::to_string(&message).expect("it is written");
            assert_eq!(ClientMessage::read(&text), Ok(message));
            text
        });
        let written: String = written.collect();
        let declared = Request::decl(&Config::default());
        let kinds: BTreeSet<&str> = declared.split("\"is\": \"").skip(1).collect();
        assert!(kinds.len() > 20, "{declared}");
        for kind in kinds {
            let kind = kind.split('"').next().unwrap_or_default();
            assert!(written.contains(&format!("{{\"is\":\"{kind}\"")), "{kind}");
        }
    }

    #[test]
    fn messages_that_make_no_sense_are_unreadable() {
        for text in [
            "",
            "hello",
            "{}",
            r#"{"is":"ask"}"#,
            r#"{"is":"ask","id":-1,"request":{"is":"undo"}}"#,
            r#"{"is":"ask","id":1,"request":{"is":"act","who":70000,"words":"x"}}"#,
            r#"{"is":"ask","id":1,"request":{"is":"dance"}}"#,
        ] {
            let read = ClientMessage::read(text);
            assert!(matches!(read, Err(Problem::Unreadable { .. })), "{text}");
        }
        let read = r#"{"is":"ask","id":1,"request":{"is":"act","who":3,"words":"pass"}}"#;
        assert!(ClientMessage::read(read).is_ok());
    }
}
