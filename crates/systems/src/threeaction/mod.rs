//! Three Actions: three actions and a reaction a turn, degrees of success, maneuvers, cover and concealment, bleeding out.

use std::ops::ControlFlow;

use affray_kernel::account::Toll;
use affray_kernel::catalogue::Catalogue;
use affray_kernel::content::{AllProblems, Source};
use affray_kernel::notation::Unread;
use affray_kernel::story::{Note, Sentence};
use affray_kernel::view::View;
use affray_kernel::{Ask, CreatureId, Next, Play, Refusal, RuleId, Scene, System};

mod account;
pub mod act;
mod actions;
mod bot;
pub mod content;
pub mod correct;
pub mod fact;
mod flow;
pub(crate) mod ids;
mod known;
pub mod look;
pub mod notation;
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
use setup::Setup;
use state::State;

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ThreeAction;

impl System for ThreeAction {
    const ID: &'static str = "threeaction";
    const NAME: &'static str = "Three Actions";
    const EDITION: u32 = 1;

    type Setup = Setup;
    type State = State;
    type Fact = Fact;
    type Act = Act;
    type Window = Window;

    fn catalogue() -> &'static Catalogue {
        ids::catalogue()
    }

    fn compose(scenario: &Source, library: &[Source]) -> Result<Setup, AllProblems> {
        setup::compose(scenario, library)
    }

    fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
        setup::set_up(setup)
    }

    fn next(state: &State) -> Next<Self> {
        flow::next(state)
    }

    fn check(state: &State, ask: &Ask<Self>, act: &Act) -> Result<(), Refusal> {
        actions::check(state, ask.who, &ask.window, act)
    }

    fn offers(state: &State, ask: &Ask<Self>, found: &mut dyn FnMut(Act) -> ControlFlow<()>) {
        offers::offers(state, ask.who, &ask.window, found);
    }

    fn silence(_: &State, ask: &Ask<Self>) -> Option<Act> {
        match ask.window {
            Window::Turn => Some(Act::EndTurn),
            Window::Enter(_) | Window::Readied(_) | Window::Fall { .. } => Some(Act::Pass),
            _ => None,
        }
    }

    fn resolve(scene: &mut Scene<'_, Self>, who: Option<CreatureId>, act: &Act) -> Play {
        match (who, act) {
            (None, Act::RollInitiative) => rules::initiative::roll_for_all(scene),
            (None, Act::NextTurn) => flow::next_turn(scene),
            (None, Act::AfterTurn) => flow::after_turn(scene),
            (None, Act::EndTurn) => flow::lose_turn(scene),
            (Some(who), Act::Trigger(act)) => rules::readied::carry_out(scene, who, act),
            (Some(_), Act::Pass) => Ok(()),
            (Some(who), act) => {
                if !matches!(act, Act::Delay) {
                    actions::begin(scene, who);
                }
                let cost = actions::cost(scene.state(), who, act);
                actions::carry_out(scene, who, act, cost)
            }
            (None, _) => Ok(()),
        }
    }

    #[inline(always)]
    fn apply(state: &mut State, fact: &Fact) {
        fact::apply(state, fact);
    }

    #[inline(always)]
    fn unheard(fact: Fact) {
        fact::unheard(fact);
    }

    #[inline(always)]
    fn done_with(act: Act) {
        match act {
            Act::Strike { .. } | Act::NextTurn | Act::AfterTurn | Act::EndTurn => {
                std::mem::forget(act);
            }
            other => drop(other),
        }
    }

    fn knows_fact(state: &State, fact: &Fact) -> bool {
        known::knows_fact(state, fact)
    }

    fn knows_act(state: &State, act: &Act) -> bool {
        known::knows_act(state, act)
    }

    fn forget(state: &mut State) {
        state.clock.round = state.clock.round.min(2);
        for body in &mut state.bodies {
            body.had_turn = body.had_turn.min(1);
        }
    }

    fn policy(state: &State, who: CreatureId) -> Option<&str> {
        state.sheet(who).policy.as_deref()
    }

    fn corrected_by() -> RuleId {
        ids::rule!("foundations/gm-override")
    }

    fn sensible(state: &State, ask: &Ask<Self>) -> Option<Act> {
        bot::sensible(state, ask.who, &ask.window)
    }

    fn print(state: &State, who: Option<CreatureId>, act: &Act) -> String {
        notation::print_for(state, who, act)
    }

    fn parse(state: &State, who: Option<CreatureId>, text: &str) -> Result<Act, Unread> {
        notation::parse_for(state, who, text)
    }

    fn question(state: &State, ask: &Ask<Self>) -> String {
        tell::question(state, ask.who, &ask.window)
    }

    fn correction(state: &State, text: &str) -> Result<Vec<Fact>, Unread> {
        correct::correction(state, text)
    }

    fn tell(state: &State, note: &Note<Self>) -> Option<Sentence> {
        match note {
            Note::Fact(fact) => Some(tell::veiled(state, fact, tell::tell(state, fact)?)),
            Note::Answer(ask, act) => tell::answer(state, ask.who, act),
            _ => None,
        }
    }

    fn toll(state: &State, fact: &Fact) -> Option<Toll> {
        account::toll(state, fact)
    }

    fn takes_part(state: &State, who: CreatureId) -> bool {
        rules::numbers::able(state, who)
    }

    fn name(state: &State, who: CreatureId) -> &str {
        &state.sheet(who).name
    }

    fn creature(state: &State, name: &str) -> Option<CreatureId> {
        state.creatures().find(|who| state.sheet(*who).name == name)
    }

    fn side(state: &State, who: CreatureId) -> u8 {
        state.sheet(who).side
    }

    fn sides(state: &State) -> &[String] {
        &state.cast.sides
    }

    fn count(state: &State) -> usize {
        state.bodies.len()
    }

    fn thing(state: &State, number: u16) -> String {
        tell::thing(state, number)
    }

    fn look(state: &State, path: &str) -> Option<serde_json::Value> {
        look::look(state, path)
    }

    fn view(state: &State) -> View {
        view::view(state)
    }

    fn schemas() -> Vec<(String, serde_json::Value)> {
        setup::schemas()
    }
}
