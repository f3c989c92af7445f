//! Lists of legal acts: candidates of every kind of action, of which only those that pass its check are offered.

use std::ops::ControlFlow;

use affray_kernel::grid::{Block, Space};
use affray_kernel::lots::{Below, Lot, Lots};
use affray_kernel::{CreatureId, Refusal, RuleId};

use super::act::{Act, Action, Claim, Interrupt, Pay, Window};
use super::actions::{
    Found, answers, check, claims, free, interrupts, jump, moving, near_claims, rest, sprint_push,
};
use super::aspect::aspect;
use super::ids::rule;
use super::rules::numbers::{conscious, enemies, unaware};
use super::rules::price::most_swaps;
use super::state::{Pace, State, Watch};

/// Lists legal acts in a window, and the candidates that are none.
pub(crate) fn sift(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
    refused: &mut dyn FnMut(Act, Refusal),
) {
    let sieve = Sieve::new(state, who, window);
    let mut legal = |act: Act| match sieve.pass(act) {
        Sifted::Legal(act) => found(act),
        Sifted::Refused(act, refusal) => {
            refused(act, refusal);
            ControlFlow::Continue(())
        }
        Sifted::Unknown => ControlFlow::Continue(()),
    };
    if candidates(state, (who, window), &mut legal).is_continue() {
        let _ = runs(state, who, window, found);
    }
}

/// Ways of which it is known how far they may lead, and not whether there are any.
#[derive(Clone, Copy)]
enum Row {
    /// Runs and Sprints, of so many metres at most.
    Runs(Block, i16),
    /// Sprints that end in a Push.
    Pushes(Block, CreatureId),
    /// Jumps.
    Jumps(Block),
}

/// One of the acts that are listed, each as likely as every other: of ways only those are looked for that are drawn.
pub(crate) fn any(
    state: &State,
    (who, window): (CreatureId, &Window),
    below: &mut Below<'_>,
) -> Option<Act> {
    let mut lots = Lots::default();
    let mut put = |act| {
        lots.act(act);
        ControlFlow::Continue(())
    };
    let _ = besides(state, (who, window), &mut put);
    let said = declared_in(state, who, window);
    if let Some(said) = said {
        let _ = near_claims(state, who, &mut |act| put(said(act)));
        for row in rows(state, who) {
            let (Row::Runs(block, _) | Row::Pushes(block, _) | Row::Jumps(block)) = row;
            lots.row(row, block.count());
        }
    }
    let said = said.unwrap_or(|act| act);
    let sieve = Sieve::new(state, who, window);
    let legal = |act: Act| match sieve.pass(said(act)) {
        Sifted::Legal(act) => Some(act),
        Sifted::Refused(..) | Sifted::Unknown => None,
    };
    let place = |block: Block, number| block.cell(&state.cast.map, number);
    lots.draw(below, |lot| match lot {
        Lot::Act(act) => legal(act),
        Lot::Of(Row::Runs(block, farthest), number) => {
            let claim = moving::run_to(state, who, place(block, number)?, farthest)?;
            Some(said(Act::Do(claim)))
        }
        Lot::Of(Row::Pushes(block, target), number) => {
            let end = place(block, number)?;
            legal(sprint_push::candidate(state, who, (end, target))?)
        }
        Lot::Of(Row::Jumps(block), number) => {
            legal(jump::candidate(state, who, place(block, number)?)?)
        }
    })
}

/// The ways that a creature may declare.
fn rows(state: &State, who: CreatureId) -> impl Iterator<Item = Row> + '_ {
    let farthest = moving::farthest_m(state, who);
    let around = |metres: i16| {
        let here = Space::cell(state.body(who).at);
        Block::around(&state.cast.map, here, metres.unsigned_abs())
    };
    let runs = (farthest > 0).then(|| Row::Runs(around(farthest), farthest));
    let pushes = sprint_push::targets(state, who)
        .map(move |target| Row::Pushes(sprint_push::ends(state, who, target), target));
    let jumps = Row::Jumps(jump::landings(state, who));
    runs.into_iter().chain(pushes).chain([jumps])
}

/// What became of a candidate.
enum Sifted {
    /// It may be done, be it paid for otherwise.
    Legal(Act),
    /// It may not be done.
    Refused(Act, Refusal),
    /// Its answer would tell of somebody whom the creature does not know of.
    Unknown,
}

/// What each candidate goes through, with what need be found out only once.
struct Sieve<'s> {
    state: &'s State,
    who: CreatureId,
    window: &'s Window,
    swaps: u8,
    knows_all: bool,
}

impl<'s> Sieve<'s> {
    fn new(state: &'s State, who: CreatureId, window: &'s Window) -> Self {
        Self {
            state,
            who,
            window,
            swaps: most_swaps(state, who),
            knows_all: !state.creatures().any(|other| unaware(state, who, other)),
        }
    }

    fn pass(&self, act: Act) -> Sifted {
        let Self {
            state, who, window, ..
        } = *self;
        if !self.knows_all && names_unknown(state, who, &act) {
            return Sifted::Unknown;
        }
        let refusal = match check(state, who, window, &act) {
            Ok(()) => return Sifted::Legal(act),
            Err(refusal) => refusal,
        };
        match payable(state, (who, window), (&act, refusal.rule), self.swaps) {
            Some(act) => Sifted::Legal(act),
            None => Sifted::Refused(act, refusal),
        }
    }
}

/// An act that was refused by that rule, paid for otherwise: with the fewest points of Stamina in place of Energy, be it the last where
/// nothing else pays for it (`stamina/stamina-for-energy`, `stamina/spending-the-last-point`).
fn payable(
    state: &State,
    (who, window): (CreatureId, &Window),
    (act, rule): (&Act, RuleId),
    swaps: u8,
) -> Option<Act> {
    let check = |act: &Act| check(state, who, window, act);
    let last = rule!("stamina/spending-the-last-point");
    let to_collapse = |stamina| {
        let collapse = true;
        paid(act, Pay { stamina, collapse }).filter(|act| check(act).is_ok())
    };
    if rule == last {
        return to_collapse(0);
    }
    if rule != rule!("actions/must-afford") {
        return None;
    }
    (1..=swaps).find_map(|stamina| {
        let act = paid(act, Pay::pushed(stamina))?;
        match check(&act) {
            Ok(()) => Some(act),
            Err(refusal) if refusal.rule == last => to_collapse(stamina),
            Err(_) => None,
        }
    })
}

/// Whether an act is aimed at somebody of whom the creature does not know: offering it would tell (`gaps/awareness`).
fn names_unknown(state: &State, who: CreatureId, act: &Act) -> bool {
    let targets = aspect(state, who, act).targets;
    targets.iter().any(|target| unaware(state, who, *target))
}

/// What a creature may look for although nobody lists it as a candidate: a first step at each pace.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if !matches!(window, Window::Floor | Window::Claim { .. }) {
        return;
    }
    for pace in [Pace::QuickRun, Pace::Run, Pace::Sprint] {
        for cell in state.grid().neighbours(state.body(who).at) {
            look(Act::Do(Claim {
                action: Action::Move {
                    pace,
                    path: Box::new([cell]),
                    push: None,
                    straight: false,
                },
                pay: Pay::PLAIN,
            }));
        }
    }
}

/// The same act paid for so (`stamina/stamina-for-energy`, `stamina/stamina-for-energy-abilities`).
fn paid(act: &Act, pay: Pay) -> Option<Act> {
    let claimed = |claim: &Claim| Claim {
        action: claim.action.clone(),
        pay,
    };
    Some(match act {
        Act::Do(claim) => Act::Do(claimed(claim)),
        Act::Challenge(claim) => Act::Challenge(claimed(claim)),
        Act::Interrupt(Interrupt::AgileMove(_)) => return None,
        Act::Interrupt(interrupt) => Act::Interrupt(interrupt.paid(pay)),
        _ => return None,
    })
}

/// How an action is said that is declared in a window; none where nothing can be declared.
fn declared_in(state: &State, who: CreatureId, window: &Window) -> Option<fn(Act) -> Act> {
    match window {
        Window::Floor | Window::Claim { .. } => Some(|act| act),
        Window::Answer { actor, step } | Window::Ally { actor, step } => {
            let may_challenge = answers::may_challenge(state, who, *actor, *step).is_ok();
            may_challenge.then_some(challenge)
        }
        _ => None,
    }
}

/// What can be declared on the open floor as a challenge.
fn challenge(act: Act) -> Act {
    match act {
        Act::Do(claim) => Act::Challenge(claim),
        act => act,
    }
}

/// Ways to run, where an action can be declared or an action challenged by one.
fn runs(
    state: &State,
    who: CreatureId,
    window: &Window,
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match declared_in(state, who, window) {
        Some(said) => moving::runs(state, who, &mut |claim| found(said(Act::Do(claim)))),
        None => ControlFlow::Continue(()),
    }
}

/// Acts that may be legal, Runs left out.
fn candidates(
    state: &State,
    (who, window): (CreatureId, &Window),
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    let claims = |legal: &mut Found<'_>| match declared_in(state, who, window) {
        Some(said) => claims(state, who, &mut |act| legal(said(act))),
        None => ControlFlow::Continue(()),
    };
    if *window == Window::Floor {
        claims(legal)?;
        return besides(state, (who, window), legal);
    }
    besides(state, (who, window), legal)?;
    claims(legal)
}

/// What may be done in a window besides what can be declared in it.
fn besides(
    state: &State,
    (who, window): (CreatureId, &Window),
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    match window {
        Window::Floor => floor(state, who, legal),
        window => answers::candidates(state, who, window, legal),
    }
}

/// What may be done on the open floor besides what can be declared.
fn floor(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    interrupts::candidates(state, who, None, legal)?;
    free::candidates(state, who, legal)?;
    for other in state.creatures() {
        // Nobody turns to whom they do not know of.
        if enemies(state, who, other) && !unaware(state, who, other) {
            legal(Act::Face(Watch::Creature(other)))?;
        }
    }
    let submits = state.body(who).submits;
    for other in state.creatures() {
        if other != who && conscious(state, other) && submits != Some(other) {
            legal(Act::Submit(other))?;
        }
    }
    rest::candidates(state, who, legal)?;
    legal(Act::Wait)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use affray_kernel::CreatureId;
    use affray_trial::files;

    use super::sift;
    use crate::Energy;
    use crate::act::{Act, Window};
    use crate::actions::check;
    use crate::notation::parse_for;

    /// Alda with a dagger to throw, two dead foes, and one who is far off.
    const AMONG_THE_DEAD: &str = "
[map]
columns = 24
rows = 6
[[creature]]
name = 'alda'
kind = 'guard'
side = 'a'
at = [1, 1]
items = ['dagger', 'sling']
[[creature]]
name = 'orc'
kind = 'orc'
count = 2
side = 'b'
at = [[2, 1], [1, 2]]
conditions = ['dead']
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [20, 4]
";

    #[test]
    fn why_something_is_refused_is_told_by_those_who_are_there() {
        let state = files::state::<Energy>(AMONG_THE_DEAD);
        let mut wrong = Vec::new();
        sift(
            &state,
            (CreatureId(0), &Window::Floor),
            &mut |_| ControlFlow::Continue(()),
            &mut |act, refusal| {
                let attacks = matches!(act, Act::Do(_) | Act::Interrupt(_));
                if attacks && refusal.words.starts_with("there is nobody") {
                    wrong.push(format!("{act:?}: {}", refusal.words));
                }
            },
        );
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn what_is_thrown_at_nobody_is_refused_by_the_rule_for_throwing() {
        let state = files::state::<Energy>(AMONG_THE_DEAD);
        let rule = |words: &str| {
            let act = parse_for(&state, Some(CreatureId(0)), words).expect("an act");
            let refusal = check(&state, CreatureId(0), &Window::Floor, &act).unwrap_err();
            refusal.words
        };
        let thrown = rule("attack orc 1 with dagger thrown");
        assert_eq!(thrown, "there is nobody to throw it at");
        let shot = rule("attack orc 1 with sling");
        assert_eq!(shot, "there is nobody to shoot at");
    }
}
