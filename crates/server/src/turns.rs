//! Work that is no table's: done apart from the tables, and only so much of it at a time that they are not kept waiting.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use crate::protocol::Problem;

/// How long somebody waits for a turn.
const WAIT_WITHIN: Duration = Duration::from_secs(10);

/// How much can be worked out at the same time.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Turns to work something out; who comes when all are taken waits.
pub(crate) struct Turns(Arc<Semaphore>);

impl Turns {
    /// So many at a time.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count)))
    }

    /// Waits for a turn.
    pub(crate) async fn wait(&self) -> Result<Turn, Problem> {
        let turn = time::timeout(WAIT_WITHIN, Arc::clone(&self.0).acquire_owned()).await;
        match turn {
            Ok(Ok(turn)) => Ok(Turn(turn)),
            Ok(Err(_)) | Err(_) => Err(Problem::Limit {
                message: "others have something worked out; try again in a moment".to_owned(),
            }),
        }
    }
}

/// Somebody's turn.
pub(crate) struct Turn(OwnedSemaphorePermit);

impl Turn {
    /// Works something out. The turn lasts until that is done, whether or not somebody waits for it still.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        what: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let done = tokio::task::spawn_blocking(move || {
            let _turn = self.0;
            what()
        });
        done.await.map_err(|_| Problem::Failed {
            message: "the server has failed over this".to_owned(),
        })?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_turn_lasts_until_the_work_is_done_even_if_nobody_waits_for_it() {
        let turns = Turns::new(1);
        let (end, ended) = mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let turn = turns.wait().await.expect("nobody else is here");
        let work = tokio::spawn(turn.work(move || {
            let _ = begun.send(());
            let _ = ended.recv();
            Ok(())
        }));
        has_begun.await.expect("it is worked at");
        work.abort();
        let late = time::timeout(Duration::from_millis(100), turns.wait()).await;
        assert!(late.is_err(), "the work is not done yet");
        end.send(()).expect("it is worked at");
        assert!(turns.wait().await.is_ok());
    }
}
