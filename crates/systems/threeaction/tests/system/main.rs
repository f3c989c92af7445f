//! What holds for every system, in Three Actions.

mod areas;
mod bringing_down;
mod exact;
mod hindering;
mod sense;
mod summaries;
mod told;
mod waiting;
mod ways;

affray_trial::holds_for_every_system! {
    affray_threeaction::ThreeAction,
    scenarios: 7,
    ten_minutes: 100 of "round",
}
