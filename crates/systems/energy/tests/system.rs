//! What holds for every system, in Energy & Aura.

affray_trial::holds_for_every_system! {
    affray_energy::Energy,
    scenarios: 7,
    ten_minutes: 120 of "round",
}
