//! The server: opened, run, and ended with everything written.

use std::future::Future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use affray_table::Library;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::hall::Hall;
use crate::http;
use crate::http::scenarios::ScenarioSeen;
use crate::limits::Limits;
use crate::store::{Store, StoreError};
use crate::turns::{self, Turns};
use crate::visits;

/// The name of the database in its folder.
const DATABASE: &str = "tables.sqlite";

/// How often what is kept of addresses is tidied.
const TIDY_EVERY: Duration = Duration::from_secs(600);

/// How long bots may think on after that: what they have not done yet is not missed, since they do the same after the next start.
const THINK_WITHIN: Duration = Duration::from_secs(1);

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The folder of the database cannot be made.
    #[error("cannot make the folder {folder}: {error}")]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be opened.
    #[error("cannot open {file}: {error}")]
    Database {
        /// Which file.
        file: PathBuf,
        /// Why.
        error: StoreError,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The server has failed.
    #[error("the server has failed: {0}")]
    Failed(#[from] std::io::Error),
}

/// How a server is to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub address: SocketAddr,
    /// The folder of its database; made where it is not there.
    pub data: PathBuf,
    /// The content that scenarios may refer to.
    pub library: Library,
}

/// What all connections share.
pub(crate) struct Server {
    pub(crate) hall: Arc<Hall>,
    pub(crate) limits: Limits,
    /// Fights that bots fight for the chances of a scenario: one scenario at a time, by all cores.
    pub(crate) chances: Turns,
    /// Texts that are read, checked and written.
    pub(crate) texts: Turns,
    /// All scenarios that the program carries, once somebody has asked for them.
    pub(crate) scenarios: OnceLock<Arc<[ScenarioSeen]>>,
}

/// A server that listens, and is run by [`Listening::run`].
pub struct Listening {
    pub(crate) listener: TcpListener,
    pub(crate) server: Arc<Server>,
}

impl Listening {
    /// Opens the database and begins to listen.
    ///
    /// # Errors
    /// Why that is not possible.
    pub async fn open(options: Options) -> Result<Self, ServerError> {
        let store = open_store(&options.data).await?;
        let hall = Hall::new(options.library, store);
        let address = options.address;
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| ServerError::Listen { address, error })?;
        let server = Server {
            hall: Arc::new(hall),
            limits: Limits::new(),
            chances: Turns::new(1),
            texts: Turns::new(turns::cores()),
            scenarios: OnceLock::new(),
        };
        Ok(Self {
            listener,
            server: Arc::new(server),
        })
    }

    /// Where it listens: with the port that was found, where none was named.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end`, then lets connections end and writes what is left to be written.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) {
        let Self { listener, server } = self;
        match listener.local_addr() {
            Ok(address) => tracing::info!(%address, "the server begins"),
            Err(error) => {
                tracing::warn!(%error, "the system does not say where the server listens")
            }
        }
        let hall = Arc::clone(&server.hall);
        let tidying = tokio::spawn(tidy(Arc::clone(&server)));
        let routes = http::router(Arc::clone(&server));
        let (ending, ended) = tokio::sync::oneshot::channel::<()>();
        let serving = visits::serve(listener, routes, server, async {
            let _ = ended.await;
        });
        let closing = async {
            end.await;
            let _ = ending.send(());
            hall.close().await;
        };
        tokio::join!(serving, closing);
        tidying.abort();
        // Somebody may have come to a table while connections ended.
        hall.close().await;
        tracing::info!("the server ends; all is written");
    }
}

async fn open_store(folder: &Path) -> Result<Store, ServerError> {
    std::fs::create_dir_all(folder).map_err(|error| ServerError::Folder {
        folder: folder.to_owned(),
        error,
    })?;
    let file = folder.join(DATABASE);
    let opened = Store::open(&file).await;
    opened.map_err(|error| ServerError::Database { file, error })
}

async fn tidy(server: Arc<Server>) {
    loop {
        tokio::time::sleep(TIDY_EVERY).await;
        server.limits.tidy();
    }
}

/// Runs a server until Ctrl-C or until the system asks for its end; `ready` is told where it listens.
///
/// # Errors
/// Why it cannot run.
pub fn run(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServerError> {
    run_until(options, ready, asked_to_end())
}

fn run_until(
    options: Options,
    ready: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listening = Listening::open(options).await?;
        ready(listening.address()?);
        listening.run(end).await;
        Ok(())
    });
    // Dropped, it would wait for whatever is being worked out.
    runtime.shutdown_timeout(THINK_WITHIN);
    served
}

async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn the_server_ends_while_something_is_worked_out() {
        let data = tempfile::tempdir().expect("a folder");
        let options = Options {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.path().to_owned(),
            library: Library::embedded(),
        };
        let long = Duration::from_secs(60);
        let think = move || std::thread::sleep(long);
        let end = async move {
            tokio::task::spawn_blocking(think);
            tokio::spawn(async move { tokio::task::block_in_place(think) });
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        let started = Instant::now();
        run_until(options, |_| {}, end).expect("an orderly end");
        assert!(started.elapsed() < long / 2);
    }
}
