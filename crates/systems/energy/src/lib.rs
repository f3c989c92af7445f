//! Energy & Aura: no turns; in a Round anybody acts whenever they like while their Energy lasts.

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
pub(crate) mod ids;
mod known;
pub mod look;
mod meaning;
pub mod mishap;
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
mod volley;
mod windows;

use act::{Act, Struggle, Window};
use fact::Fact;
use state::State;

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Energy;

impl System for Energy {
    const ID: &'static str = "energy";
    const NAME: &'static str = "Energy & Aura";
    const EDITION: u32 = 4;

    const TIME: TimeUnit = TimeUnit {
        name: "round",
        milliseconds: 5_000,
    };

    affray_layout::by_its_files!();

    fn looks_alike(one: &State, other: &State, who: CreatureId) -> bool {
        view::looks_alike(one, other, who)
    }

    fn map_damage(before: &State, after: &State) -> Vec<MapDamage> {
        view::map_damage(before, after)
    }

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
        u32::from(state.clock.round)
    }

    fn afterwards(state: &State) -> u32 {
        u32::from(state.clock.afterwards)
    }

    fn silence(_: &State, ask: &Ask<Self>) -> Option<Act> {
        match ask.window {
            Window::Floor => Some(Act::Wait),
            Window::Initiative { .. } => Some(Act::Decline),
            Window::Struggle { .. } => Some(Act::Struggle(Struggle::Fortitude)),
            Window::Push {
                optional: false, ..
            } => None,
            _ => Some(Act::Pass),
        }
    }

    fn notices(state: &State, ask: &Ask<Self>, knows: &dyn Fn(CreatureId) -> bool) -> bool {
        match ask.window {
            Window::Answer { actor, .. } | Window::Ally { actor, .. } => {
                let attacked = windows::target_of(state, actor);
                knows(actor) || attacked.is_some_and(knows)
            }
            Window::Claim { by } => knows(by),
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
        matches!(
            act,
            Act::Wait | Act::Pass | Act::Roll | Act::BeginRound | Act::EndRound | Act::EndCombat
        )
    }

    fn forget(state: &mut State) {
        flow::forget(state);
    }

    fn corrected_by() -> RuleId {
        ids::rule!("gaps/gm-override")
    }

    fn opening(start: &State) -> Vec<Sentence> {
        tell::opening(start)
    }
}
