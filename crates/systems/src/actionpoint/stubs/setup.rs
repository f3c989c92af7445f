use super::state::State;
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Setup;
pub fn compose(
    _: &affray_kernel::content::Source,
    _: &[affray_kernel::content::Source],
) -> Result<Setup, affray_kernel::content::AllProblems> {
    unreachable!()
}
pub fn set_up(_: &Setup) -> Result<State, Vec<String>> {
    Err(Vec::new())
}
