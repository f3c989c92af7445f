//! Action Points & Fighting Styles: three Action Points a round pay for actions on one's own turn and reactions on anybody's.

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
pub mod surface;
pub mod tell;
pub mod view;

use act::{Act, Declared, Window};
use fact::Fact;
use rules::maneuvers::preferred;
use state::State;

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ActionPoint;

impl System for ActionPoint {
    const ID: &'static str = "actionpoint";
    const NAME: &'static str = "Action Points & Fighting Styles";
    const EDITION: u32 = 4;

    const TIME: TimeUnit = TimeUnit {
        name: "round",
        milliseconds: 6_000,
    };

    affray_layout::by_its_files!();

    fn looks_alike(one: &State, other: &State, who: CreatureId) -> bool {
        view::looks_alike(one, other, who)
    }

    fn any(state: &State, ask: &Ask<Self>, below: &mut Below<'_>) -> Option<Act> {
        offers::any(state, (ask.who, &ask.window), below)
    }

    fn spelled_out(state: &State, who: CreatureId, act: &Act) -> Option<Act> {
        match act {
            Act::Move(path) => actions::moving::spelled_out(state, who, path),
            _ => None,
        }
    }

    fn is_of_places(rule: RuleId) -> bool {
        aspect::is_of_places(rule)
    }

    fn magic(state: &State, _: CreatureId, act: &Act) -> Option<String> {
        meaning::magic(state, act)
    }

    fn time(state: &State) -> u32 {
        u32::from(state.clock.round)
    }

    fn silence(state: &State, ask: &Ask<Self>) -> Option<Act> {
        Some(match ask.window {
            Window::Turn => Act::EndTurn,
            Window::Resist { what, .. } => Act::Resist(preferred(state, ask.who, what)),
            _ => Act::Pass,
        })
    }

    fn notices(state: &State, ask: &Ask<Self>, knows: &dyn Fn(CreatureId) -> bool) -> bool {
        match ask.window {
            Window::Declared {
                by,
                what: Declared::Action(action),
            } => knows(by) || actions::set_upon(state, &action).is_some_and(knows),
            Window::Exposed { foe, on, .. } => knows(foe) || on.is_some_and(knows),
            Window::TurnEnds { last: true, .. } => {
                rules::turns::notices_last(state, ask.who, knows)
            }
            Window::TurnEnds { of, .. } => {
                knows(of) && rules::turns::notices_end(state, ask.who, knows)
            }
            Window::Declared { by, .. } => knows(by),
            _ => true,
        }
    }

    fn can_wait(ask: &Ask<Self>, act: &Act) -> bool {
        use act::Handling::{Door, Draw, Stow};
        let Act::Do(act::Action::Manipulate(handling)) = act else {
            return false;
        };
        let is_time = matches!(
            ask.window,
            Window::Turn | Window::TurnEnds { last: true, .. }
        );
        !is_time && matches!(handling, Draw(_) | Stow(_) | Door(_, _, true))
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
        !matches!(act, Act::Move(_))
    }

    fn forget(state: &mut State) {
        flow::forget(state);
    }

    fn corrected_by() -> RuleId {
        ids::rule!("combat-overview/set-the-stage")
    }

    fn opening(start: &State) -> Vec<Sentence> {
        tell::opening(start)
    }
}
