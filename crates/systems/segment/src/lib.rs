//! Segments & Stances: rounds of five segments by kind of attack, and stances that order them.

use affray_kernel::lots::Below;
use affray_kernel::story::Sentence;
use affray_kernel::{Ask, CreatureId, Play, RuleId, Scene, System, TimeUnit};

mod account;
pub mod act;
mod actions;
mod aspect;
mod bot;
pub mod content;
pub mod correct;
pub mod fact;
mod figures;
mod flow;
pub(crate) mod ids;
mod known;
pub mod look;
mod meaning;
pub mod notation;
mod occasion;
mod offers;
mod rules;
pub mod scenario;
pub mod setup;
pub mod sheet;
pub mod state;
pub mod summary;
pub mod surface;
pub mod tell;
pub mod view;

use act::{Act, Window};
use state::{Stance, State};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Segments;

impl System for Segments {
    const ID: &'static str = "segment";
    const NAME: &'static str = "Segments & Stances";
    const EDITION: u32 = 4;

    const TIME: TimeUnit = TimeUnit {
        name: "round",
        milliseconds: 10_000,
    };

    affray_layout::by_its_files!();

    fn is_of_places(rule: RuleId) -> bool {
        aspect::is_of_places(rule)
    }

    fn magic(state: &State, _: CreatureId, act: &Act) -> Option<String> {
        meaning::magic(state, act)
    }

    fn is_guess(act: &Act) -> bool {
        matches!(act, Act::Guess(_))
    }

    fn any(state: &State, ask: &Ask<Self>, below: &mut Below<'_>) -> Option<Act> {
        offers::any(state, (ask.who, &ask.window), below)
    }

    fn time(state: &State) -> u32 {
        u32::from(state.clock.round)
    }

    fn silence(_: &State, ask: &Ask<Self>) -> Option<Act> {
        match ask.window {
            Window::Stance(_) => Some(Act::Stance(Stance::Hold)),
            _ => Some(Act::Pass),
        }
    }

    fn notices(_: &State, ask: &Ask<Self>, knows: &dyn Fn(CreatureId) -> bool) -> bool {
        match ask.window {
            Window::Opportunity { by, strike } => {
                let attacked = strike.map(|strike| strike.target);
                knows(by) || attacked.is_some_and(knows)
            }
            _ => true,
        }
    }

    fn resolve(scene: &mut Scene<'_, Self>, who: Option<CreatureId>, act: &Act) -> Play {
        flow::resolve(scene, who, act)
    }

    fn forget(state: &mut State) {
        flow::forget(state);
    }

    fn corrected_by() -> RuleId {
        ids::rule!("check/gm-modifier")
    }

    fn opening(start: &State) -> Vec<Sentence> {
        tell::opening(start)
    }
}
