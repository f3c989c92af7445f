//! What does most at once, by exact odds.

use std::sync::atomic::AtomicBool;

use affray_kernel::dice::Seeded;
use affray_kernel::{Ask, System};

use super::weighing::{COMMANDS_MAX, Moment, Weighed, commands, weigh};
use super::{NEVER, place};

/// The stream of choices that seeds its samples.
const STREAM: u32 = 2;

/// So much more a command has to be worth than another one: less is rounding.
const MORE: f64 = 1e-9;

/// The command that is worth most at once. Where none is worth more than what the bot of the system would do, or changes anything for the
/// better at once, it does what that bot does: comes nearer, takes up a weapon, ends its turn. In the middle of somebody's act it answers as
/// that bot does too.
pub(super) fn best<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    chance: &Seeded,
) -> Option<S::Act> {
    let own = S::simple(state, ask);
    if !moment.shows_at_once() {
        return own;
    }
    let found = weighed((state, ask), moment, own.as_ref(), chance, &NEVER);
    let least = moment.worth_before(state, S::side(state, ask.who));
    chosen(&found, own.as_ref(), least).or(own)
}

/// The command that is worth most, if it is worth more than what the bot of the system would do, and more than `least`.
pub(super) fn chosen<A: Clone + PartialEq>(
    found: &[Weighed<A>],
    own: Option<&A>,
    least: f64,
) -> Option<A> {
    let of_own = found.iter().find(|weighed| Some(&weighed.act) == own);
    let least = of_own.map_or(least, |weighed| weighed.worth.max(least));
    let mut best: Option<&Weighed<A>> = None;
    for weighed in found.iter().filter(|weighed| weighed.surety.is_close()) {
        if weighed.worth > best.map_or(least, |best| best.worth) + MORE {
            best = Some(weighed);
        }
    }
    best.map(|best| best.act.clone())
}

/// All commands with what each is worth at once; some of them once `stop` is set.
pub(super) fn weighed<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    own: Option<&S::Act>,
    chance: &Seeded,
    stop: &AtomicBool,
) -> Vec<Weighed<S::Act>> {
    let commands = commands(state, ask, own, COMMANDS_MAX);
    let seed = chance.word(STREAM, place(state, ask));
    weigh((state, ask), moment, commands, own, (seed, stop))
}
