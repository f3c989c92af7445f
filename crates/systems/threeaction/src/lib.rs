//! Three Actions: three actions and a reaction a turn, degrees of success, maneuvers, cover and concealment, bleeding out.

use affray_kernel::lots::Below;
use affray_kernel::story::Sentence;
use affray_kernel::view::MapDamage;
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
mod forget;
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
use fact::Fact;
use state::State;

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ThreeAction;

impl System for ThreeAction {
    const ID: &'static str = "threeaction";
    const NAME: &'static str = "Three Actions";
    const EDITION: u32 = 6;

    const TIME: TimeUnit = TimeUnit {
        name: "round",
        milliseconds: 6_000,
    };

    const BROKEN: &'static str = "Destroyed";

    affray_layout::by_its_files!();

    fn looks_alike(one: &State, other: &State, who: CreatureId) -> bool {
        view::looks_alike(one, other, who)
    }

    fn map_damage(before: &State, after: &State) -> Vec<MapDamage> {
        rules::objects::map_damage(before, after)
    }

    fn any(state: &State, ask: &Ask<Self>, below: &mut Below<'_>) -> Option<Act> {
        offers::any(state, (ask.who, &ask.window), below)
    }

    fn spelled_out(state: &State, who: CreatureId, act: &Act) -> Option<Act> {
        match act {
            Act::Move { mode, path } => actions::moving::spelled_out(state, who, *mode, path),
            _ => None,
        }
    }

    fn covered(state: &State, who: CreatureId, act: &Act) -> Option<Covered> {
        aspect::covered(state, who, act)
    }

    fn is_of_places(rule: RuleId) -> bool {
        aspect::is_of_places(rule)
    }

    fn magic(state: &State, _: CreatureId, act: &Act) -> Option<String> {
        meaning::magic(state, act)
    }

    fn is_guess(act: &Act) -> bool {
        aspect::is_guess(act)
    }

    fn time(state: &State) -> u32 {
        u32::from(state.clock.round)
    }

    fn silence(_: &State, ask: &Ask<Self>) -> Option<Act> {
        match ask.window {
            Window::Turn => Some(Act::EndTurn),
            Window::Enter(_) | Window::Readied(_) | Window::Fall { .. } => Some(Act::Pass),
            _ => None,
        }
    }

    fn notices(state: &State, ask: &Ask<Self>, knows: &dyn Fn(CreatureId) -> bool) -> bool {
        match ask.window {
            Window::Enter(after) => knows(after),
            Window::Readied(by) => knows(by) || rules::readied::waits_for_anybody(state, ask.who),
            _ => true,
        }
    }

    #[inline(always)]
    fn resolve(scene: &mut Scene<'_, Self>, who: Option<CreatureId>, act: &Act) -> Play {
        match who {
            Some(who) => actions::act(scene, who, act),
            None => flow::goes_on(scene, act),
        }
    }

    #[inline(always)]
    fn is_plain(fact: &Fact) -> bool {
        fact::is_plain(fact)
    }

    #[inline(always)]
    fn owns_nothing(act: &Act) -> bool {
        matches!(
            act,
            Act::Strike { .. } | Act::NextTurn | Act::AfterTurn | Act::EndTurn
        )
    }

    #[inline(always)]
    fn window_owns_nothing(window: &Window) -> bool {
        matches!(window, Window::Turn)
    }

    #[inline(always)]
    fn rolls_nothing(act: &Act) -> bool {
        matches!(act, Act::EndTurn)
    }

    fn forget(state: &mut State) {
        forget::forget(state);
    }

    fn corrected_by() -> RuleId {
        ids::rule!("foundations/gm-override")
    }

    fn opening(start: &State) -> Vec<Sentence> {
        tell::opening(start)
    }
}
