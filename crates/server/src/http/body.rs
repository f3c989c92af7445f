//! What comes as the body of a request, and what is counted before it is read.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time;

use crate::protocol::Problem;
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

/// A body of JSON. What cannot be read of it is said as every other problem is.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let read = time::timeout(BODY_WITHIN, Json::from_request(request, state));
        let read: Result<Json<T>, JsonRejection> = read.await.map_err(|_| Problem::Unreadable {
            message: "it took too long to come".to_owned(),
        })?;
        match read {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(Problem::Unreadable {
                message: rejection.body_text(),
            }),
        }
    }
}
