//! Scenarios: those that there are, and those that somebody writes.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use affray_kernel::content::Source;
use affray_sim::batch::{self, Beside, Orders};
use affray_sim::record::{Cast, Role};
use affray_sim::{Limits, interval};
use affray_table::{CannotOpen, Library, Policy, Viewer, open_arena, open_scenario, system};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tokio::time;
use toml_edit::{Array, DocumentMut, TomlError};
use ts_rs::TS;
use utoipa::ToSchema;

use super::body::{Body, Costly, Named};
use super::rules::no_system;
use crate::feed::{Feed, News};
use crate::live;
use crate::mistakes;
use crate::protocol::{Mistake, Problem, Update};
use crate::scenarios::Summary;
use crate::server::Server;

/// How many fights may be asked for at once.
const FIGHTS_MAX: u64 = 2_000;

/// How long they are fought at most; what was fought until then is told.
const CHANCES_WITHIN: Duration = Duration::from_secs(10);

/// How long it may take then until everybody has heard that it is enough.
const STOP_WITHIN: Duration = Duration::from_secs(2);

/// A scenario that the program carries.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct ScenarioSeen {
    /// Its name with that of its system, such as `threeaction/duel`.
    name: String,
    /// The word for its system.
    system: String,
    /// What it is called.
    title: String,
    /// What it says of its fight.
    about: String,
    /// How many creatures fight.
    creatures: usize,
}

/// A text.
#[derive(Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    /// What it says.
    text: String,
}

/// A scenario as the tree of its keys and values.
#[derive(Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioTree {
    /// Tables are objects, lists are lists.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    tree: toml::Table,
}

/// A scenario that is right: how its fight begins.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct CheckedScenario {
    /// The word for its system.
    system: String,
    /// Everything that its game master sees.
    #[schema(value_type = Object)]
    update: Update,
}

/// A scenario to be fought by bots.
#[derive(Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToBeFought {
    /// The scenario as TOML.
    text: String,
    /// How often it is fought, at most 2,000 times.
    fights: u64,
}

/// What bots made of a scenario.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct Chances {
    /// How many fights were fought: fewer than were asked for, where those take too long.
    fights: u64,
    /// How many nobody has won, or had no end.
    undecided: u64,
    /// What each side came to.
    sides: Vec<SideChances>,
    /// The policy that decided for everybody, where somebody's policy of the scenario thinks too long for so many fights.
    #[schema(required = true)]
    stand_in: Option<String>,
}

/// What a side came to.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct SideChances {
    /// The side.
    name: String,
    /// How many fights it has won.
    wins: u64,
    /// The part of all fights that it has won.
    chance: f64,
    /// The lower end of the 95 % interval.
    low: f64,
    /// The upper end.
    high: f64,
}

/// What scenarios of a system may refer to.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct Content {
    /// The files, each with its name and text.
    files: Vec<ContentFile>,
    /// The kinds of creatures.
    creatures: Vec<String>,
    /// Why maps of the system have no hexes; nothing where they may.
    #[schema(required = true)]
    no_hexes: Option<String>,
}

/// A file of content.
#[derive(Debug, Serialize, TS, ToSchema)]
pub(crate) struct ContentFile {
    /// Its name below the content folder.
    name: String,
    /// Its text.
    text: String,
}

/// All scenarios that the program carries.
#[utoipa::path(get, path = "/api/scenarios", responses((status = 200, body = Vec<ScenarioSeen>)))]
pub(super) async fn all(State(server): State<Arc<Server>>) -> Json<Arc<[ScenarioSeen]>> {
    let all = server.scenarios.get_or_init(|| seen(&server.hall.library));
    Json(Arc::clone(all))
}

fn seen(library: &Library) -> Arc<[ScenarioSeen]> {
    let scenarios = library.scenarios().into_iter();
    let seen = scenarios.map(|(name, source)| {
        let summary = Summary::of(source);
        ScenarioSeen {
            system: name.split('/').next().unwrap_or_default().to_owned(),
            title: summary.title,
            about: summary.about,
            creatures: summary.creatures,
            name,
        }
    });
    seen.collect()
}

/// A scenario that the program carries, as TOML.
#[utoipa::path(get, path = "/api/scenarios/{system}/{name}", params(("system" = String, Path), ("name" = String, Path)), responses(
    (status = 200, body = Text),
    (status = 404, body = Problem),
))]
pub(super) async fn one(
    State(server): State<Arc<Server>>,
    Named((system, name)): Named<(String, String)>,
) -> Result<Json<Text>, Problem> {
    let name = format!("{system}/{name}");
    let scenario = server.hall.library.scenario(&name);
    let scenario = scenario.ok_or_else(|| Problem::Unknown {
        message: format!("there is no scenario `{name}`"),
    })?;
    Ok(Json(Text {
        text: scenario.text.to_string(),
    }))
}

/// What is wrong with a scenario, or how its fight begins.
#[utoipa::path(post, path = "/api/scenarios/check", request_body = Text, responses(
    (status = 200, body = CheckedScenario),
    (status = 400, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    _: Costly,
    Body(text): Body<Text>,
) -> Result<Json<CheckedScenario>, Problem> {
    let library = Arc::clone(&server.hall.library);
    let turn = server.texts.wait().await?;
    let checked = turn.work(move || {
        let scenario = Source::new("scenario", text.text);
        let session = open_scenario(&scenario, &library, 0);
        let session = session.map_err(|error| mistakes::cannot_open(&error))?;
        let mut feed = Feed::new(Viewer::GameMaster, 0);
        let news = News {
            session: session.as_ref(),
            view: session.view(&Viewer::GameMaster),
            settings: live::settings(session.as_ref(), &Viewer::GameMaster),
            people: &[],
        };
        feed.next(news, false);
        Ok(CheckedScenario {
            system: session.system().id.to_owned(),
            update: feed.whole(session.as_ref()),
        })
    });
    checked.await.map(Json)
}

/// How often each side wins when bots fight a scenario.
#[utoipa::path(post, path = "/api/scenarios/chance", request_body = ToBeFought, responses(
    (status = 200, body = Chances),
    (status = 400, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn chance(
    State(server): State<Arc<Server>>,
    _: Costly,
    Body(asked): Body<ToBeFought>,
) -> Result<Json<Chances>, Problem> {
    if !(1..=FIGHTS_MAX).contains(&asked.fights) {
        return Err(Problem::Unreadable {
            message: format!("from 1 to {FIGHTS_MAX} fights at once"),
        });
    }
    let library = Arc::clone(&server.hall.library);
    let turn = server.chances.wait().await?;
    let stop = StopAtEnd::default();
    let is_stopped = Arc::clone(&stop.0);
    let mut fights = pin!(turn.work(move || fought(&asked, &library, &is_stopped)));
    if let Ok(chances) = time::timeout(CHANCES_WITHIN, &mut fights).await {
        return chances.map(Json);
    }
    drop(stop);
    let chances = time::timeout(STOP_WITHIN, fights).await;
    chances.unwrap_or_else(|_| Err(not_one())).map(Json)
}

/// Has fights stop when nobody waits for them any longer.
#[derive(Default)]
struct StopAtEnd(Arc<AtomicBool>);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn fought(asked: &ToBeFought, library: &Library, stop: &AtomicBool) -> Result<Chances, Problem> {
    let scenario = Source::new("scenario", asked.text.clone());
    let open = |policy| {
        open_arena(&scenario, library, policy).map_err(|error| mistakes::cannot_open(&error))
    };
    let mut arena = open(None)?;
    let stand_in = somebody_thinks(arena.cast()).then(Policy::default);
    if stand_in.is_some() {
        arena = open(stand_in)?;
    }
    let orders = Orders {
        seed: 1,
        numbers: 0..asked.fights,
        limits: Limits::default(),
        until: None,
        stop,
        progress: &|_| {},
        row: None,
        beside: Beside::Nothing,
    };
    let batch = batch::play(&[arena.as_ref()], &orders, &mut |_| Ok::<_, ()>(()));
    let tally = match batch {
        Ok(batch) => batch.tallies.into_iter().next(),
        Err(()) => None,
    };
    let tally = tally.ok_or_else(|| Problem::Failed {
        message: "the fights could not be fought".to_owned(),
    })?;
    let fights = tally.fights;
    if fights == 0 {
        return Err(not_one());
    }
    let sides = arena.cast().sides.iter().enumerate().map(|(side, name)| {
        let wins = tally.wins.get(side).copied().unwrap_or_default();
        let interval = interval::wilson(wins, fights);
        SideChances {
            name: name.clone(),
            wins,
            chance: wins as f64 / fights as f64,
            low: interval.low,
            high: interval.high,
        }
    });
    let sides: Vec<SideChances> = sides.collect();
    Ok(Chances {
        fights,
        undecided: fights - sides.iter().map(|side| side.wins).sum::<u64>(),
        sides,
        stand_in: stand_in.map(Policy::name),
    })
}

/// Whether somebody thinks: a single decision of theirs may take as long as all fights together may.
fn somebody_thinks(cast: &Cast) -> bool {
    let thinks = |role: &Role| Policy::named(&role.policy).is_some_and(Policy::looks_back);
    cast.creatures.iter().any(thinks)
}

fn not_one() -> Problem {
    Problem::Limit {
        message: format!(
            "not one fight has ended within {} seconds",
            CHANCES_WITHIN.as_secs()
        ),
    }
}

/// TOML as a tree.
#[utoipa::path(post, path = "/api/scenarios/read", request_body = Text, responses(
    (status = 200, body = ScenarioTree),
    (status = 400, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn read(
    State(server): State<Arc<Server>>,
    _: Costly,
    Body(text): Body<Text>,
) -> Result<Json<ScenarioTree>, Problem> {
    let turn = server.texts.wait().await?;
    turn.work(move || tree_of(text.text)).await.map(Json)
}

fn tree_of(text: String) -> Result<ScenarioTree, Problem> {
    let source = Source::new("scenario", text);
    let tree = source.text.parse();
    let tree = tree.map_err(|error: toml::de::Error| {
        let (line, column) = error
            .span()
            .map_or((0, 0), |span| source.line_column(span.start));
        Problem::Mistakes {
            mistakes: vec![Mistake {
                file: source.name.clone(),
                line,
                column,
                path: String::new(),
                message: error.message().to_owned(),
                hint: None,
            }],
            hide_others: true,
        }
    });
    tree.map(|tree| ScenarioTree { tree })
}

/// A tree as TOML.
#[utoipa::path(post, path = "/api/scenarios/write", request_body = ScenarioTree, responses(
    (status = 200, body = Text),
    (status = 400, body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem),
    (status = 500, body = Problem),
))]
pub(super) async fn write(
    State(server): State<Arc<Server>>,
    _: Costly,
    Body(tree): Body<ScenarioTree>,
) -> Result<Json<Text>, Problem> {
    let turn = server.texts.wait().await?;
    turn.work(move || text_of(&tree)).await.map(Json)
}

fn text_of(tree: &ScenarioTree) -> Result<Text, Problem> {
    let unreadable = |message: String| Problem::Unreadable { message };
    let text = toml::to_string(&tree.tree).map_err(|error| unreadable(error.to_string()))?;
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: TomlError| unreadable(error.to_string()))?;
    if let Some(rows) = rows_of(&mut document) {
        set_below_one_another(rows);
    }
    let text = document.to_string();
    Ok(Text { text })
}

fn rows_of(document: &mut DocumentMut) -> Option<&mut Array> {
    document.get_mut("map")?.get_mut("rows")?.as_array_mut()
}

/// A map is read, and drawn on, as it lies: row below row.
fn set_below_one_another(rows: &mut Array) {
    for row in rows.iter_mut() {
        row.decor_mut().set_prefix("\n    ");
    }
    rows.set_trailing("\n");
    rows.set_trailing_comma(true);
}

/// What scenarios of a system may refer to.
#[utoipa::path(get, path = "/api/content/{system}", params(("system" = String, Path)), responses(
    (status = 200, body = Content),
    (status = 404, body = Problem),
))]
pub(super) async fn content(
    State(server): State<Arc<Server>>,
    Named(id): Named<String>,
) -> Result<Json<Content>, Problem> {
    let system = system(&id).map_err(|error| no_system(&error))?;
    let library = &server.hall.library;
    let file = |source: Source| ContentFile {
        name: source.name,
        text: source.text.into_owned(),
    };
    Ok(Json(Content {
        files: library.of(system.id).into_iter().map(file).collect(),
        creatures: library.creatures(system.id),
        no_hexes: why_no_hexes(system.id, library),
    }))
}

/// The system says it of a map with hexes alone.
fn why_no_hexes(system: &str, library: &Library) -> Option<String> {
    let text =
        format!("system = \"{system}\"\nname = \"Hexes\"\n[map]\ngrid = {{ shape = \"hex\" }}\n");
    let error = open_scenario(&Source::new("scenario", text), library, 0).err()?;
    let CannotOpen::Problems(problems) = error else {
        return None;
    };
    let mut mistakes = mistakes::all(&problems).into_iter();
    let of_grid = mistakes.find(|mistake| mistake.path == "map.grid");
    of_grid.map(|mistake| mistake.message)
}

/// The JSON Schemas of a system's files, by file name.
#[utoipa::path(get, path = "/api/schemas/{system}", params(("system" = String, Path)), responses(
    (status = 200, body = Object),
    (status = 404, body = Problem),
))]
pub(super) async fn schemas(
    Named(id): Named<String>,
) -> Result<Json<serde_json::Map<String, serde_json::Value>>, Problem> {
    let system = system(&id).map_err(|error| no_system(&error))?;
    let schemas = (system.schemas)().into_iter();
    let named = schemas.map(|(name, schema)| (format!("{name}.schema.json"), schema));
    Ok(Json(named.collect()))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_rows_of_a_map_are_written_below_one_another() {
        let text = "sides = [\"a\", \"b\"]\n\n[map]\nrows = [\n    \"..#\",\n    \"~..\",\n]\n";
        let tree = tree_of(text.to_owned()).expect("it is TOML");
        assert_eq!(text_of(&tree).expect("it can be written").text, text);
    }

    #[test]
    fn of_each_system_it_is_known_whether_it_has_hexes() {
        let library = Library::embedded();
        let why = |system| why_no_hexes(system, &library);
        assert_eq!(why("threeaction"), None);
        assert_eq!(why("energy"), None);
        let why = why("actionpoint").expect("a reason");
        assert!(why.contains("squares"), "{why}");
    }

    #[test]
    fn a_tree_without_rows_is_written_as_well() {
        for text in [
            "name = \"a\"\n",
            "map = 3\n",
            "[map]\nrows = 3\n",
            "[map]\nrows = []\n",
        ] {
            let tree = tree_of(text.to_owned()).expect("it is TOML");
            let written = text_of(&tree).expect("it can be written").text;
            assert_eq!(tree_of(written).expect("it is TOML").tree, tree.tree);
        }
    }

    #[test]
    fn a_fight_without_end_is_stopped() {
        let library = Library::embedded();
        let duel = library.scenario("threeaction/duel").expect("it is carried");
        let text = duel
            .text
            // Bots of the system would be seen to stand still.
            .replace("policy = \"simple\"", "policy = \"greedy\"")
            .replace("max_hp = 30", "max_hp = 10000")
            .replace("physical_defense = 15", "physical_defense = 90");
        let arena = open_arena(&Source::new("scenario", text), &library, None);
        let arena = arena.expect("a right scenario");
        let limits = Limits {
            entries: 20_000_000,
            seconds: u32::MAX,
        };
        let stop = AtomicBool::new(false);
        let mut ended = 0;
        thread::scope(|threads| {
            threads.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            arena.fights(1, 0..1, limits, &stop, &mut |_| ended += 1);
        });
        // What was stopped is no fight that nobody has won.
        assert_eq!(ended, 0);
    }
}
