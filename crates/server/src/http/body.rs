//! What comes as the body of a request, and what is counted before it is read.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use tokio::time;

use super::TEXT_MAX;
use crate::protocol::{self, Problem};
use crate::server::Server;

/// How long a body may take to come.
const BODY_WITHIN: Duration = Duration::from_secs(60);

/// A costly question: it is counted before its body is read, and refused without reading it where there were too many.
pub(super) struct Costly;

impl FromRequestParts<Arc<Server>> for Costly {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Problem> {
        server.limits.check(address(parts, server).await?)?;
        Ok(Self)
    }
}

/// A new table, counted as [`Costly`] is.
pub(super) struct Table;

impl FromRequestParts<Arc<Server>> for Table {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Problem> {
        server.limits.table(address(parts, server).await?)?;
        Ok(Self)
    }
}

/// Who asks.
async fn address(parts: &mut Parts, server: &Arc<Server>) -> Result<IpAddr, Problem> {
    let connected = ConnectInfo::<SocketAddr>::from_request_parts(parts, server).await;
    let connected = connected.map_err(|rejection| Problem::Failed {
        message: rejection.body_text(),
    })?;
    Ok(connected.0.ip())
}

/// A body of JSON of at most so many bytes, as its route has it. What cannot be read of it is said as every other problem is.
pub(super) struct Body<T, const MOST: usize = TEXT_MAX>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync, const MOST: usize> FromRequest<S> for Body<T, MOST> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(unreadable("a body has `Content-Type: application/json`"));
        }
        let read = time::timeout(BODY_WITHIN, Bytes::from_request(request, state)).await;
        let read = read.map_err(|_| unreadable("it took too long to come"))?;
        let body = read.map_err(|rejection| not_read(&rejection, MOST))?;
        let read = serde_json::from_slice(&body);
        let read = read.map_err(|error| Problem::Unreadable {
            message: protocol::unreadable::<T>(&body, &error),
        });
        read.map(Self)
    }
}

fn unreadable(message: &str) -> Problem {
    Problem::Unreadable {
        message: message.to_owned(),
    }
}

/// Whether a body says that it is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    kind == "application/json" || kind.starts_with("application/") && kind.ends_with("+json")
}

/// Why a body was not read to its end.
fn not_read(rejection: &BytesRejection, most: usize) -> Problem {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Problem::TooMuch {
                message: format!("a body has at most {} KiB here", most / 1024),
            }
        }
        rejection => unreadable(&rejection.body_text()),
    }
}

/// What a path names.
pub(super) struct Named<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::from_request_parts(parts, state).await;
        let named = path.map_err(|_| Problem::Unknown {
            message: "nothing has such a name".to_owned(),
        });
        named.map(|Path(named)| Self(named))
    }
}

/// What stands behind the question mark.
pub(super) struct Queried<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Queried<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::from_request_parts(parts, state).await;
        let read = query.map_err(|rejection| unreadable(&rejection.body_text()));
        read.map(|Query(read)| Self(read))
    }
}
