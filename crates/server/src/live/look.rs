//! Questions: what a table answers without anything changing. The long ones are thought about elsewhere, and the fight goes on meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use affray_table::{OddsBudget, Policy, Session, Viewer};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::Instant;

use super::bounds::policy;
use super::nature::Kind;
use super::obey::{Outcome, problem};
use super::telling::{QUESTIONS_MAX, viewer};
use super::{Answer, Table};
use crate::metrics::Metrics;
use crate::protocol::{Problem, Reply, Request, Seen};
use crate::store::SeatRow;

/// How long somebody may have a table think about something.
const THINK_WITHIN: Duration = Duration::from_secs(20);

/// How often it is looked whether somebody waits for the answer still.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

impl Table {
    /// Answers what changes nothing.
    pub(super) fn question(&mut self, seat: &Arc<SeatRow>, request: Request, answer: Answer) {
        if let Err(problem) = self.allow(seat, &request) {
            return answer.give(Err(problem));
        }
        if request.nature().kind == Kind::LongQuestion {
            return self.think(seat, request, answer);
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
    fn think(&mut self, seat: &Arc<SeatRow>, request: Request, answer: Answer) {
        let is_advice = matches!(request, Request::Advise { .. });
        let place = self.place(seat);
        let Ok(question) = Arc::clone(&place.questions).try_acquire_owned() else {
            return answer.give(Err(Problem::Limit {
                message: format!(
                    "{QUESTIONS_MAX} questions of yours wait for their answers already"
                ),
            }));
        };
        let replaced = is_advice.then(|| {
            let (awaited, replaced) = oneshot::channel();
            if let Some(before) = place.advice.replace(awaited) {
                let _ = before.send(());
            }
            replaced
        });
        let shared = &self.shared;
        let turns = if is_advice {
            [&self.adviser, &shared.advisers]
        } else {
            [&self.thinker, &shared.thinkers]
        };
        let turns = turns.map(Arc::clone);
        let (session, viewer) = (self.session.present(), viewer(seat));
        let metrics = Arc::clone(&shared.metrics);
        let stop = Arc::new(AtomicBool::new(false));
        tokio::spawn(async move {
            let is_stopped = Arc::clone(&stop);
            let consider = move || consider(session.as_ref(), &viewer, request, &is_stopped);
            let outcome = tokio::select! {
                outcome = in_turn(consider, turns, (&answer, &stop), &metrics) => outcome,
                why = until_replaced(replaced) => {
                    stop.store(true, Ordering::Relaxed);
                    Err(why)
                }
            };
            answer.give(outcome);
            drop(question);
        });
    }
}

/// Waits until other advice is asked for instead of this, or the place is gone from which it was; without end where it is none.
async fn until_replaced(replaced: Option<oneshot::Receiver<()>>) -> Problem {
    let Some(replaced) = replaced else {
        return std::future::pending().await;
    };
    match replaced.await {
        Ok(()) => replaced_by_another(),
        Err(_) => Problem::Limit {
            message: "nobody waits for advice there any more".to_owned(),
        },
    }
}

/// What comes of thinking, once it is its turn at the table and among all. The turns last until nobody thinks about it any more.
async fn in_turn(
    consider: impl FnOnce() -> Outcome + Send + 'static,
    [own, all]: [Arc<Semaphore>; 2],
    (answer, stop): (&Answer, &AtomicBool),
    metrics: &Metrics,
) -> Outcome {
    let turns = (own.acquire_owned().await, all.acquire_owned().await);
    if !answer.is_awaited() {
        return Err(Problem::Limit {
            message: "nobody waits for this any more".to_owned(),
        });
    }
    let started = Instant::now();
    let thought = move || {
        let _turns = turns;
        consider()
    };
    let outcome = thought_out(thought, answer, stop).await;
    metrics.served(started.elapsed());
    outcome
}

/// What comes of thinking. Once nobody waits for it, or it takes too long, it is to stop.
async fn thought_out(
    thought: impl FnOnce() -> Outcome + Send + 'static,
    answer: &Answer,
    stop: &AtomicBool,
) -> Outcome {
    let until = Instant::now() + THINK_WITHIN;
    let mut thought = tokio::task::spawn_blocking(thought);
    loop {
        if let Ok(outcome) = tokio::time::timeout(LOOK_AGAIN, &mut thought).await {
            return outcome.unwrap_or_else(|_| {
                Err(Problem::Failed {
                    message: "the server has failed over this".to_owned(),
                })
            });
        }
        if !answer.is_awaited() || Instant::now() >= until {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What is answered at once; `seen` is the last update of whoever asks.
fn look(session: &dyn Session, viewer: &Viewer, seen: Seen, request: Request) -> Outcome {
    if let Request::Offers { who } | Request::AimedAt { who, .. } | Request::Sheet { who } =
        &request
    {
        session.knows_of(viewer, *who).map_err(problem)?;
    }
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
                circumstances: preview.circumstances,
                magic: preview.magic,
                area: preview.area,
                way: preview.way,
            }
        }
        Request::Switches {} => Reply::Switches {
            switches: session.switches(),
        },
        Request::Sheet { who } => Reply::Sheet {
            sections: session.sheet(who, viewer),
            settable: session.settable(who, viewer),
        },
        Request::Why {} => {
            let (lines, rules) = session.why(viewer);
            Reply::Why { lines, rules }
        }
        Request::Rules { query } => Reply::Rules {
            rules: session.rules(&query),
        },
        Request::Account {} => Reply::Account {
            account: Box::new(session.account(viewer)),
        },
        Request::Branches {} => Reply::Branches {
            branches: session.branches(viewer),
        },
        Request::Log { since } => Reply::Log {
            lines: session.log(since, viewer),
        },
        _ => return Err(unanswered()),
    })
}

/// What is answered after the rules were run many times; nothing once it is to stop.
fn consider(
    session: &dyn Session,
    viewer: &Viewer,
    request: Request,
    stop: &AtomicBool,
) -> Outcome {
    Ok(match request {
        Request::Odds { who, words } => {
            let budget = OddsBudget::quick();
            let report = session.odds_until(who, &words, viewer, &budget, stop);
            if stop.load(Ordering::Relaxed) {
                return Err(too_long("odds"));
            }
            Reply::Odds {
                report: Box::new(report.map_err(problem)?),
            }
        }
        Request::Advise { who, policy: name } => {
            let policy = policy(&name).map_err(|too_much| {
                // Whoever may not ask at all is told that first.
                let at_once = AtomicBool::new(true);
                let asked = session.advise_until(who, Policy::Greedy, viewer, &at_once);
                asked.map_or_else(problem, |_| too_much)
            })?;
            let advice = session.advise_until(who, policy, viewer, stop);
            if stop.load(Ordering::Relaxed) {
                return Err(too_long("advise"));
            }
            Reply::Advice {
                advice: Box::new(advice.map_err(problem)?),
            }
        }
        _ => return Err(unanswered()),
    })
}

fn replaced_by_another() -> Problem {
    Problem::Limit {
        message: "other advice was asked for from your seat meanwhile".to_owned(),
    }
}

/// `command` is the program's that does the same.
fn too_long(command: &str) -> Problem {
    let most = THINK_WITHIN.as_secs();
    Problem::Limit {
        message: format!(
            "this cannot be thought out within {most} seconds here: `affray {command}` on a machine of your own takes as long as it needs"
        ),
    }
}

/// Nothing is done for a request that nobody has provided for.
pub(super) fn unanswered() -> Problem {
    Problem::Unknown {
        message: "this is not answered here".to_owned(),
    }
}
