//! Questions: what a table answers without anything changing. The long ones are thought about elsewhere, and the fight goes on meanwhile.

use std::sync::Arc;

use affray_table::{OddsBudget, Session, Viewer};
use tokio::time::Instant;

use super::bounds::policy;
use super::obey::{Outcome, problem};
use super::{Answer, QUESTIONS_MAX, Table, viewer};
use crate::protocol::{Problem, Reply, Request, Seen};
use crate::store::SeatRow;

impl Request {
    /// Whether it is a question.
    pub(super) fn changes_nothing(&self) -> bool {
        self.takes_long()
            || matches!(
                self,
                Self::Offers { .. }
                    | Self::AimedAt { .. }
                    | Self::Preview { .. }
                    | Self::Switches
                    | Self::Sheet { .. }
                    | Self::Why
                    | Self::Rules { .. }
                    | Self::Account
                    | Self::Branches
                    | Self::Log { .. }
            )
    }

    /// Whether the rules are run many times for it.
    fn takes_long(&self) -> bool {
        matches!(self, Self::Odds { .. } | Self::Advise { .. })
    }
}

impl Table {
    /// Answers what changes nothing.
    pub(super) fn question(&mut self, seat: &Arc<SeatRow>, request: Request, answer: Answer) {
        if let Err(problem) = self.allow(seat, &request) {
            return answer.give(Err(problem));
        }
        if request.takes_long() {
            return self.think(&viewer(seat), request, answer);
        }
        let started = Instant::now();
        let seen = self.place(seat).feed.at();
        let session = self.session.as_ref();
        answer.give(tokio::task::block_in_place(|| {
            look(session, &viewer(seat), seen, request)
        }));
        self.shared.metrics.served(started.elapsed());
    }

    /// Has something thought about, as things stand now, apart from the table.
    fn think(&self, viewer: &Viewer, request: Request, answer: Answer) {
        let Ok(place) = Arc::clone(&self.questions).try_acquire_owned() else {
            return answer.give(Err(Problem::Limit {
                message: format!("{QUESTIONS_MAX} questions wait for their answers already"),
            }));
        };
        let (viewer, shared) = (viewer.clone(), self.shared.clone());
        let session = self.session.present();
        tokio::spawn(async move {
            let _turn = shared.thinkers.acquire().await;
            let started = Instant::now();
            let thought = move || consider(session.as_ref(), &viewer, request);
            let outcome = tokio::task::spawn_blocking(thought).await;
            answer.give(outcome.unwrap_or_else(|_| {
                Err(Problem::Failed {
                    message: "the server has failed over this".to_owned(),
                })
            }));
            shared.metrics.served(started.elapsed());
            drop(place);
        });
    }
}

/// What is answered at once; `seen` is the last update of whoever asks.
fn look(session: &dyn Session, viewer: &Viewer, seen: Seen, request: Request) -> Outcome {
    Ok(match request {
        Request::Offers { who } => Reply::Offers {
            seen: seen.number,
            groups: session.offers(who, viewer),
            impossible: session.impossible(who, viewer),
        },
        Request::AimedAt { who, place } => {
            let moves = session.aimed_at(who, place, viewer);
            Reply::Offers {
                seen: seen.number,
                groups: moves.groups,
                impossible: moves.impossible,
            }
        }
        Request::Preview { who, words } => {
            let preview = session.preview(who, &words, viewer).map_err(problem)?;
            Reply::Preview {
                lines: preview.lines,
                magic: preview.magic,
                area: preview.area,
                way: preview.way,
            }
        }
        Request::Switches => Reply::Switches {
            switches: session.switches(),
        },
        Request::Sheet { who } => Reply::Sheet {
            sections: session.sheet(who, viewer),
            settable: session.settable(who, viewer),
        },
        Request::Why => {
            let (lines, rules) = session.why(viewer);
            Reply::Why { lines, rules }
        }
        Request::Rules { query } => Reply::Rules {
            rules: session.rules(&query),
        },
        Request::Account => Reply::Account {
            account: Box::new(session.account(viewer)),
        },
        Request::Branches => Reply::Branches {
            branches: session.branches(viewer),
        },
        Request::Log { since } => Reply::Log {
            lines: session.log(since, viewer),
        },
        _ => return Err(unanswered()),
    })
}

/// What is answered after the rules were run many times.
fn consider(session: &dyn Session, viewer: &Viewer, request: Request) -> Outcome {
    Ok(match request {
        Request::Odds { who, words } => {
            let report = session.odds_within(who, &words, viewer, &OddsBudget::quick());
            Reply::Odds {
                report: Box::new(report.map_err(problem)?),
            }
        }
        Request::Advise { who, policy: name } => {
            let advice = session.advise(who, policy(&name)?, viewer);
            Reply::Advice {
                advice: Box::new(advice.map_err(problem)?),
            }
        }
        _ => return Err(unanswered()),
    })
}

/// Nothing is done for a request that nobody has provided for.
pub(super) fn unanswered() -> Problem {
    Problem::Unknown {
        message: "this is not answered here".to_owned(),
    }
}
