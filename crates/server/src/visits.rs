//! Connections over HTTP: taken, served, and given up where somebody dawdles.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time;

use crate::server::Server;

/// How long somebody may take to say what they want, and may keep a connection over which they want nothing.
const HEAD_WITHIN: Duration = Duration::from_secs(30);

/// How long connections may take to end when the server ends.
const END_WITHIN: Duration = Duration::from_secs(5);

/// After how long a connection is taken again where the system had no room for one.
const AGAIN_AFTER: Duration = Duration::from_millis(100);

/// What answers the requests of a connection: who asks is put to each of them.
struct Visit {
    routes: TowerToHyperService<Router>,
    address: SocketAddr,
}

impl Service<Request<Incoming>> for Visit {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(ConnectInfo(self.address));
        self.routes.call(request)
    }
}

/// Serves whoever comes until `end`; then lets requests be answered that were begun.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    server: Arc<Server>,
    end: impl Future<Output = ()>,
) {
    serve_within(HEAD_WITHIN, (listener, routes), server, end).await;
}

async fn serve_within(
    head: Duration,
    (listener, routes): (TcpListener, Router),
    server: Arc<Server>,
    end: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(head);
    let visits = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let (stream, address) = tokio::select! {
            taken = take(&listener) => taken,
            () = &mut end => break,
        };
        let Some(place) = server.limits.connect(address.ip()) else {
            continue;
        };
        let routes = TowerToHyperService::new(routes.clone());
        let visit = Visit { routes, address };
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), visit);
        let visited = visits.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = visited.await {
                tracing::trace!(error, "a connection has ended");
            }
            drop(place);
        });
    }
    drop(listener);
    if time::timeout(END_WITHIN, visits.shutdown()).await.is_err() {
        tracing::warn!("a request has taken too long to be answered before the end");
    }
}

/// The next connection. That others break off, or that there is no room for one at the moment, ends nothing.
async fn take(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // Small messages are not to wait for others to be sent along with.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY is refused");
                }
                return (stream, address);
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                time::sleep(AGAIN_AFTER).await;
            }
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

#[cfg(test)]
mod tests {
    use affray_table::Library;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::sync::oneshot;

    use super::*;
    use crate::server::{Listening, Options};

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_dawdles_loses_the_connection_and_whoever_asks_is_answered() {
        let data = tempfile::tempdir().expect("a folder");
        let options = Options {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.path().to_owned(),
            library: Library::embedded(),
        };
        let listening = Listening::open(options).await.expect("a server");
        let address = listening.address().expect("an address");
        let Listening { listener, server } = listening;
        let (end, ended) = oneshot::channel::<()>();
        let routes = crate::http::router(Arc::clone(&server));
        let serving = tokio::spawn(async move {
            let end = async {
                let _ = ended.await;
            };
            serve_within(Duration::from_millis(300), (listener, routes), server, end).await;
        });
        let ask = "GET /healthz HTTP/1.1\r\nhost: affray\r\n\r\n";
        for (said, answer) in [(&ask[..20], ""), (ask, "HTTP/1.1 200")] {
            let mut visitor = TcpStream::connect(address).await.expect("a connection");
            visitor
                .write_all(said.as_bytes())
                .await
                .expect("it is taken");
            let mut heard = String::new();
            let closed = visitor.read_to_string(&mut heard);
            let closed = time::timeout(HEAD_WITHIN / 2, closed).await;
            closed.expect("it is closed").expect("in good order");
            assert!(heard.starts_with(answer), "{heard}");
            assert_eq!(heard.is_empty(), answer.is_empty());
        }
        end.send(()).expect("it runs");
        serving.await.expect("an orderly end");
    }
}
