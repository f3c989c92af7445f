//! Systems and their rules.

use std::sync::Arc;

use affray_table::{CannotOpen, RuleText, system, systems};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::body::{Named, Queried};
use crate::protocol::Problem;
use crate::server::Server;

/// A combat system.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct SystemSeen {
    /// The word for it in files.
    id: &'static str,
    /// Its full name.
    name: &'static str,
    /// How many rules its catalogue has.
    rules: usize,
    /// How many scenarios there are for it.
    scenarios: usize,
}

/// What is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RuleQuery {
    /// The beginning of an id, or words; without it all rules.
    q: Option<String>,
}

/// Rules that were looked for.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct RulesFound {
    /// Those that were found, in the order of the book where all were looked for.
    #[schema(value_type = Vec<Object>)]
    rules: Vec<RuleText>,
    /// How many rules the catalogue has.
    total: usize,
    /// How many of them bind: all of those are enforced by code and exercised by worked examples.
    binding: usize,
}

/// All systems.
#[utoipa::path(get, path = "/api/systems", responses((status = 200, body = Vec<SystemSeen>)))]
pub(super) async fn systems_seen(State(server): State<Arc<Server>>) -> Json<Vec<SystemSeen>> {
    let scenarios = server.hall.library.scenarios();
    let of = |id: &str| {
        let mut systems = scenarios
            .iter()
            .filter_map(|(name, _)| name.split_once('/'));
        systems.by_ref().filter(|(system, _)| *system == id).count()
    };
    let seen = systems().iter().map(|system| SystemSeen {
        id: system.id,
        name: system.name,
        rules: (system.catalogue)().rules.len(),
        scenarios: of(system.id),
    });
    Json(seen.collect())
}

/// Rules of a system.
#[utoipa::path(get, path = "/api/rules/{system}", params(("system" = String, Path), RuleQuery), responses(
    (status = 200, body = RulesFound),
    (status = 400, body = Problem),
    (status = 404, body = Problem),
))]
pub(super) async fn rules(
    Named(id): Named<String>,
    Queried(query): Queried<RuleQuery>,
) -> Result<Json<RulesFound>, Problem> {
    let system = system(&id).map_err(|error| no_system(&error))?;
    let catalogue = (system.catalogue)();
    Ok(Json(RulesFound {
        rules: system.search_rules(query.q.as_deref().unwrap_or_default()),
        total: catalogue.rules.len(),
        binding: catalogue
            .rules
            .iter()
            .filter(|rule| rule.kind.binding())
            .count(),
    }))
}

pub(super) fn no_system(error: &CannotOpen) -> Problem {
    Problem::Unknown {
        message: error.to_string(),
    }
}
