//! Time Count: no rounds; every action says after how many half-second counts one acts again.

use affray_kernel::lots::Below;
use affray_kernel::{Ask, Covered, CreatureId, Play, RuleId, Scene, System, TimeUnit};

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
pub mod surface;
pub mod tell;
pub mod view;

use act::{Act, Window};
use fact::Fact;
use state::State;

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TimeCount;

impl System for TimeCount {
    const ID: &'static str = "timecount";
    const NAME: &'static str = "Time Count";
    const EDITION: u32 = 5;

    const TIME: TimeUnit = TimeUnit {
        name: "count",
        milliseconds: 500,
    };

    affray_layout::by_its_files!();

    fn any(state: &State, ask: &Ask<Self>, below: &mut Below<'_>) -> Option<Act> {
        offers::any(state, (ask.who, &ask.window), below)
    }

    fn covered(state: &State, who: CreatureId, act: &Act) -> Option<Covered> {
        aspect::covered(state, who, act)
    }

    fn is_of_places(rule: RuleId) -> bool {
        aspect::is_of_places(rule)
    }

    fn magic(state: &State, who: CreatureId, act: &Act) -> Option<String> {
        meaning::magic(state, who, act)
    }

    fn time(state: &State) -> u32 {
        state.clock.count
    }

    fn without_others(state: &mut State, who: CreatureId) -> Vec<CreatureId> {
        flow::without_others(state, who)
    }

    fn silence(state: &State, ask: &Ask<Self>) -> Option<Act> {
        match ask.window {
            Window::Turn => Some(Act::Wait(1)),
            Window::Underway | Window::Holding => Some(Act::GoOn(false)),
            Window::Hold | Window::Readied | Window::Facing { .. } | Window::Reroll => {
                Some(Act::Pass)
            }
            Window::Admit(other) if rules::numbers::enemies(state, ask.who, other) => {
                Some(Act::Pass)
            }
            Window::Admit(_) | Window::Enter(_) => Some(Act::Yes),
            _ => None,
        }
    }

    fn notices(state: &State, ask: &Ask<Self>, knows: &dyn Fn(CreatureId) -> bool) -> bool {
        match &ask.window {
            Window::Facing { new } => actions::stance::notices(state, ask.who, new, knows),
            _ => true,
        }
    }

    fn resolve(scene: &mut Scene<'_, Self>, who: Option<CreatureId>, act: &Act) -> Play {
        flow::resolve(scene, who, act)
    }

    #[inline(always)]
    fn is_plain(fact: &Fact) -> bool {
        fact::is_plain(fact)
    }

    #[inline(always)]
    fn owns_nothing(act: &Act) -> bool {
        matches!(act, Act::Attack(_) | Act::Advance | Act::CarryOut)
    }

    fn forget(state: &mut State) {
        flow::forget(state);
    }

    fn corrected_by() -> RuleId {
        ids::rule!("engine/decision-defaults")
    }
}
