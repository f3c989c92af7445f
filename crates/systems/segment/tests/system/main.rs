//! What holds for every system, in Segments & Stances.

mod exact;
mod hidden;
mod summaries;

affray_trial::holds_for_every_system! {
    affray_segment::Segments,
    scenarios: 9,
    ten_minutes: 60 of "round",
}

#[test]
fn lots() {
    affray_trial::draws::lead_to_all_that_is_offered::<affray_segment::Segments>();
}
