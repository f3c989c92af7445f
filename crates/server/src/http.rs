//! The interface over HTTP: everything that the page does, for bots and other tools.

mod body;
mod described;
mod problem;
pub(crate) mod rules;
pub(crate) mod scenarios;
pub(crate) mod tables;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use axum::{Json, Router};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::RefOr;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use crate::protocol::Problem;
use crate::server::Server;
use crate::{page, socket};

/// The longest body that is read, in bytes: a scenario with a large map.
const TEXT_MAX: usize = 256 * 1024;

/// The longest body that a table may be begun with, in bytes: a long journal.
const JOURNAL_MAX: usize = 8 * 1024 * 1024;

/// What the page may load, and from where: nothing from elsewhere, nothing written into the page itself.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Affray",
        description = "Fights at tables: everything that the page does. A link's secret goes into `Authorization: Bearer`. Shapes that \
                       are only called objects here are those of the page's TypeScript types in `web/src/protocol`."
    ),
    modifiers(&Links)
)]
struct Described;

/// Links are what opens tables.
struct Links;

impl Modify for Links {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = Http::new(HttpAuthScheme::Bearer);
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("link", SecurityScheme::Http(bearer));
    }
}

/// What every answer of a status means, said once for all routes.
fn with_answers(mut description: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let routes = description.paths.paths.values_mut();
    let operations = routes.flat_map(|route| [&mut route.get, &mut route.post, &mut route.delete]);
    for operation in operations.flatten() {
        for (status, answer) in &mut operation.responses.responses {
            if let RefOr::T(answer) = answer {
                answer.description = meaning(status).to_owned();
            }
        }
    }
    description
}

/// What an answer of that status means.
fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "What was asked for",
        "201" => "What was begun",
        "204" => "It is gone",
        "400" => "The message makes no sense",
        "403" => "The link may not do that, or there is none",
        "404" => "There is no such thing, or no longer",
        "409" => {
            "The fight does not allow it, or has gone on: nothing has changed, but for somebody hidden who was come upon"
        }
        "422" => {
            "The text has mistakes, each told with its place; or it is longer, or asks for more, than may be at once"
        }
        "429" => "Too much at once, or a limit of the server is reached: later it may be possible",
        "500" => "The server has failed",
        _ => "",
    }
}

/// All routes.
pub(crate) fn router(server: Arc<Server>) -> Router {
    let (api, description) = OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(rules::systems_seen))
        .routes(routes!(rules::rules))
        .routes(routes!(scenarios::all))
        .routes(routes!(scenarios::one))
        .routes(routes!(scenarios::check))
        .routes(routes!(scenarios::chance))
        .routes(routes!(scenarios::read))
        .routes(routes!(scenarios::write))
        .routes(routes!(scenarios::content))
        .routes(routes!(scenarios::schemas))
        .routes(routes!(tables::begin).layer(DefaultBodyLimit::max(JOURNAL_MAX)))
        .routes(routes!(tables::look, tables::remove))
        .routes(routes!(tables::request))
        .routes(routes!(tables::journal))
        .split_for_parts();
    let description = described::exact(with_answers(description));
    // As a text it takes a tenth of the room. Structures of words and lists always make JSON.
    let description = Bytes::from(description.to_json().unwrap_or_default());
    let kind = [(header::CONTENT_TYPE, "application/json")];
    api.route(
        "/api/openapi.json",
        get(move || async move { (kind, description) }),
    )
    .route("/api/{*other}", any(nowhere))
    .method_not_allowed_fallback(not_so)
    .route("/socket", get(socket::open))
    .route("/healthz", get(health))
    .route("/metrics", get(metrics))
    .fallback(page::file)
    .layer(DefaultBodyLimit::max(TEXT_MAX))
    .layer(CompressionLayer::new())
    .layer(always("content-security-policy", CONTENT_POLICY))
    .layer(always("x-content-type-options", "nosniff"))
    .layer(always("referrer-policy", "no-referrer"))
    .layer(always("cross-origin-opener-policy", "same-origin"))
    .with_state(server)
}

/// What is answered where nothing is.
async fn nowhere() -> Problem {
    Problem::Unknown {
        message: "nothing is here: `/api/openapi.json` says what is where".to_owned(),
    }
}

/// What is answered where something else can be done.
async fn not_so() -> impl IntoResponse {
    let problem = Problem::Unknown {
        message: "that cannot be done here: `/api/openapi.json` says what can".to_owned(),
    };
    (StatusCode::METHOD_NOT_ALLOWED, Json(problem))
}

fn always(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    )
}

/// Whether the server is well.
async fn health(State(server): State<Arc<Server>>) -> impl IntoResponse {
    if server.hall.store().is_well().await {
        (StatusCode::OK, "well")
    } else {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database does not answer",
        )
    }
}

/// What the server has counted.
async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], server.hall.metrics().text())
}
