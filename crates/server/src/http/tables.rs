//! Tables: begun, looked at, asked and removed.

use std::sync::Arc;

use affray_kernel::content::Source;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::body::{Body, Named, Table};
use super::{JOURNAL_MAX, TEXT_MAX};
use crate::hall::{Beginning, Start};
use crate::protocol::{NAME_MAX, Problem, Reply, Request, Role, Seat, TableInfo, Update};
use crate::server::Server;
use crate::store::SeatRow;

/// A table to be begun: with one of `scenario`, `text` and `journal`.
#[derive(Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// What to call it; without it as its scenario is called.
    #[serde(default)]
    #[ts(optional)]
    name: Option<String>,
    /// A scenario by name, such as `threeaction/duel`.
    #[serde(default)]
    #[ts(optional)]
    scenario: Option<String>,
    /// A scenario as TOML.
    #[serde(default)]
    #[ts(optional)]
    text: Option<String>,
    /// A fight to go on with, as JSON Lines.
    #[serde(default)]
    #[ts(optional)]
    journal: Option<String>,
    /// The number that all virtual dice follow from; without it another one every time.
    #[serde(default)]
    #[ts(optional)]
    seed: Option<u64>,
    /// Whether nothing happens before the game master lets the fight go on.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    paused: bool,
}

/// A table that was begun.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct BegunTable {
    /// The table.
    table: TableInfo,
    /// The secret of its game master's link. It is told this once.
    token: String,
}

/// A table as a seat sees it.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct SeenTable {
    /// The table.
    table: TableInfo,
    /// The seat.
    seat: Seat,
    /// Everything that the seat may see.
    #[schema(value_type = Object)]
    update: Update,
}

/// Begin a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable, responses(
    (status = 201, body = BegunTable),
    (status = 400, body = Problem),
    (status = 404, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn begin(
    State(server): State<Arc<Server>>,
    _: Table,
    Body(new): Body<NewTable, JOURNAL_MAX>,
) -> Result<(StatusCode, Json<BegunTable>), Problem> {
    if new
        .name
        .as_ref()
        .is_some_and(|name| name.chars().count() > NAME_MAX)
    {
        return Err(Problem::TooMuch {
            message: format!("a name has at most {NAME_MAX} letters"),
        });
    }
    let fight = match (new.scenario, new.text, new.journal) {
        (Some(name), None, None) => {
            let scenario = server.hall.library.scenario(&name).cloned();
            let scenario = scenario.ok_or_else(|| Problem::Unknown {
                message: format!("there is no scenario `{name}`"),
            })?;
            Start::Scenario(scenario, new.seed)
        }
        (None, Some(text), None) if text.len() > TEXT_MAX => {
            return Err(Problem::TooMuch {
                message: format!("a scenario has at most {} KiB", TEXT_MAX / 1024),
            });
        }
        (None, Some(text), None) => Start::Scenario(Source::new("scenario", text), new.seed),
        (None, None, Some(journal)) => Start::Journal(journal),
        _ => {
            return Err(Problem::Unreadable {
                message: "say one of `scenario`, `text` and `journal`".to_owned(),
            });
        }
    };
    let beginning = Beginning {
        name: new.name.filter(|name| !name.trim().is_empty()),
        fight,
        paused: new.paused,
    };
    let (table, token) = server.hall.begin(beginning).await?;
    Ok((StatusCode::CREATED, Json(BegunTable { table, token })))
}

/// A table as the seat of the link sees it.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path)), security(("link" = [])), responses(
    (status = 200, body = SeenTable),
    (status = 403, body = Problem),
    (status = 404, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn look(
    State(server): State<Arc<Server>>,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<Json<SeenTable>, Problem> {
    let seat = seat(&server, &id, &headers).await?;
    server.limits.request(seat.id)?;
    let (table, update) = server.hall.snapshot(&seat).await?;
    let own = update.creatures.iter();
    let own = own.filter(|creature| seat.creatures.contains(&creature.id));
    let seat = Seat {
        id: seat.id,
        role: seat.role,
        creatures: seat.creatures.clone(),
        plays: own.map(|creature| creature.name.clone()).collect(),
        name: seat.name.clone(),
        connected: 0,
    };
    Ok(Json(SeenTable {
        table,
        seat,
        update,
    }))
}

/// Ask a table something: the same requests as on the socket.
#[utoipa::path(post, path = "/api/tables/{id}/requests", params(("id" = String, Path)), request_body = Request, security(("link" = [])), responses(
    (status = 200, body = Reply),
    (status = 400, body = Problem),
    (status = 403, body = Problem),
    (status = 404, body = Problem),
    (status = 409, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn request(
    State(server): State<Arc<Server>>,
    Named(id): Named<String>,
    headers: HeaderMap,
    Body(request): Body<Request>,
) -> Result<Json<Reply>, Problem> {
    let seat = seat(&server, &id, &headers).await?;
    server.limits.request(seat.id)?;
    server.hall.ask(seat, request).await.map(Json)
}

/// The journal of a table, for its game master.
#[utoipa::path(get, path = "/api/tables/{id}/journal", params(("id" = String, Path)), security(("link" = [])), responses(
    (status = 200, body = String, content_type = "application/jsonl"),
    (status = 403, body = Problem),
    (status = 404, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn journal(
    State(server): State<Arc<Server>>,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<([(header::HeaderName, &'static str); 1], String), Problem> {
    let seat = game_master(&server, &id, &headers).await?;
    server.limits.request(seat.id)?;
    let journal = server.hall.journal(&seat).await?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], journal))
}

/// Remove a table and everything at it: the game master's.
#[utoipa::path(delete, path = "/api/tables/{id}", params(("id" = String, Path)), security(("link" = [])), responses(
    (status = 204),
    (status = 403, body = Problem),
    (status = 404, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let seat = game_master(&server, &id, &headers).await?;
    server.hall.remove(&seat).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The seat of the link whose secret is in the headers, at this table.
async fn seat(server: &Server, table: &str, headers: &HeaderMap) -> Result<Arc<SeatRow>, Problem> {
    let secret = secret(headers).ok_or_else(|| Problem::NotYours {
        message: "a link's secret has to be in `Authorization: Bearer`".to_owned(),
    })?;
    let seat = server.hall.seat(secret).await?;
    if seat.table == table {
        Ok(seat)
    } else {
        Err(Problem::NotYours {
            message: "this link is to another table".to_owned(),
        })
    }
}

/// The secret in the headers. The name of its scheme may be written in any case.
fn secret(headers: &HeaderMap) -> Option<&str> {
    let authorization = headers.get(header::AUTHORIZATION)?;
    let (scheme, secret) = authorization.to_str().ok()?.split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("Bearer");
    is_bearer.then_some(secret.trim_start())
}

async fn game_master(
    server: &Server,
    table: &str,
    headers: &HeaderMap,
) -> Result<Arc<SeatRow>, Problem> {
    let seat = seat(server, table, headers).await?;
    match seat.role {
        Role::GameMaster => Ok(seat),
        Role::Player | Role::Watcher => Err(Problem::NotYours {
            message: "only the game master may do that".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_name_of_the_scheme_may_be_written_in_any_case() {
        for (written, read) in [
            ("Bearer abc", Some("abc")),
            ("bearer abc", Some("abc")),
            ("BEARER  abc", Some("abc")),
            ("Basic abc", None),
            ("abc", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(written));
            assert_eq!(secret(&headers), read, "{written}");
        }
    }
}
