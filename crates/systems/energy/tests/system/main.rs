//! What holds for every system, in Energy & Aura.

mod areas;
mod log;

affray_trial::holds_for_every_system! {
    affray_energy::Energy,
    scenarios: 9,
    ten_minutes: 120 of "round",
}

#[test]
fn lots() {
    affray_trial::draws::lead_to_all_that_is_offered::<affray_energy::Energy>();
}
