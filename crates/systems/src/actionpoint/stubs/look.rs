use super::state::State;
pub fn look(_: &State, _: &str) -> Option<serde_json::Value> {
    None
}
