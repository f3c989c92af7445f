use super::{act::Act, state::State};
pub fn print_for(_: &State, _: Option<affray_kernel::CreatureId>, act: &Act) -> String {
    format!("{act:?}")
}
pub fn parse_for(
    _: &State,
    _: Option<affray_kernel::CreatureId>,
    _: &str,
) -> Result<Act, affray_kernel::notation::Unread> {
    unreachable!()
}
