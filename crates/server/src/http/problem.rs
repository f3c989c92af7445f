//! Problems as answers over HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::protocol::Problem;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::Declined { .. } | Self::Stale { .. } | Self::Repeated { .. } => {
                StatusCode::CONFLICT
            }
            Self::NotYours { .. } => StatusCode::FORBIDDEN,
            Self::Unreadable { .. } => StatusCode::BAD_REQUEST,
            Self::TooFast { .. } | Self::Limit { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unknown { .. } => StatusCode::NOT_FOUND,
            Self::Mistakes { .. } | Self::TooMuch { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        // The words of a problem may be of what was sent, secrets of links included; they are not for the log.
        tracing::debug!(status = status.as_u16(), "a request is refused");
        (status, Json(self)).into_response()
    }
}
