//! What holds for every system, in Three Actions.

affray_trial::holds_for_every_system! {
    affray_threeaction::ThreeAction,
    scenarios: 7,
    ten_minutes: 100 of "round",
}
