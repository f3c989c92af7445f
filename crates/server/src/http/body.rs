//! What comes as the body of a request.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::protocol::Problem;

/// A body of JSON. What cannot be read of it is said as every other problem is.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let read: Result<Json<T>, JsonRejection> = Json::from_request(request, state).await;
        match read {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(Problem::Unreadable {
                message: rejection.body_text(),
            }),
        }
    }
}
