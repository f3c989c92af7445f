//! What holds for every system, in Action Points & Fighting Styles.

mod combat_roll;
mod letting;
mod magic;
mod policy;
mod reaching;

affray_trial::holds_for_every_system! {
    affray_actionpoint::ActionPoint,
    scenarios: 9,
    ten_minutes: 100 of "round",
}
