//! What holds for every system, in Time Count.

mod areas;
mod citing;
mod edges;
mod facing;
mod fights;
mod hurrying;
mod leaving;
mod queues;
mod readying;
mod riding;
mod sense;

affray_trial::holds_for_every_system! {
    affray_timecount::TimeCount,
    scenarios: 6,
    ten_minutes: 1200 of "count",
}
