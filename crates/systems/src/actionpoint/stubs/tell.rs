use super::{
    ActionPoint,
    act::{Act, Window},
    fact::Fact,
    state::State,
};
use affray_kernel::{Ask, CreatureId, story::Sentence};
pub fn question(_: &State, _: CreatureId, _: &Window) -> String {
    String::new()
}
pub fn veiled(_: &State, _: &Fact, sentence: Sentence) -> Sentence {
    sentence
}
pub fn tell(_: &State, _: &Fact) -> Option<Sentence> {
    None
}
pub fn answer(_: &State, _: &Ask<ActionPoint>, _: &Act) -> Option<Sentence> {
    None
}
pub fn thing(_: &State, _: u16) -> String {
    String::new()
}
