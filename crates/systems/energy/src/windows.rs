//! The windows of an action: where others may step in, and what comes of it (`action-order/windows`, `initiative/challenge`,
//! `interrupts/*`).

use affray_kernel::grid::Cell;
use affray_kernel::{Ask, CreatureId, Play, Refusal, Scene};
use smallvec::{SmallVec, smallvec};

use super::Energy;
use super::act::{Act, Action, Claim, Interrupt, Step, Window};
use super::actions::{self, Standing, answers, halting, interrupts};
use super::fact::Fact;
use super::ids::rule;
use super::mishap::{Deed, Lost};
use super::rules::initiative;
use super::rules::numbers::{able, enemies, metres_between, unaware};
use super::rules::rounds::waits_for_ambush;
use super::sheet::AgileMoveCredit;
use super::state::{Condition, State};
use super::volley;

/// A challenger who has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Winner {
    /// Who.
    pub(crate) who: CreatureId,
    /// Its Initiative.
    total: i16,
}

/// Winners whose attacks are rolled together with the attack that they answer, the highest Initiative first. They have declared them.
pub(crate) type Winners = SmallVec<[Winner; 1]>;

/// What a window came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Opened {
    /// Attacks to be rolled together with the one that was answered.
    pub(crate) winners: Winners,
    /// The actor ends its action.
    pub(crate) stopped: bool,
    /// Somebody did something.
    pub(crate) reacted: bool,
    /// The mover goes on along another way.
    pub(crate) reroute: Option<Box<[Cell]>>,
}

/// Answers that came in one pass of a window.
type Given = SmallVec<[(CreatureId, Act); 2]>;

/// Opens a window of somebody's action; in each pass all who can do something are asked at once, and it closes when all pass. With
/// `joint` the next step is an attack's rolls: winners' attacks wait for it.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn open(
    scene: &mut Scene<'_, Energy>,
    actor: CreatureId,
    step: Step,
    joint: bool,
) -> Play<Opened> {
    open_after(scene, (actor, false), step, joint)
}

/// As [`open`]; `hampered` says whether what the actor did last has put it into a condition: then it is asked in any case.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn open_after(
    scene: &mut Scene<'_, Energy>,
    (actor, hampered): (CreatureId, bool),
    step: Step,
    joint: bool,
) -> Play<Opened> {
    let mut opened = Opened::default();
    let mut reacted = hampered;
    let lay = scene.state().has(actor, Condition::Prone);
    // What is done to the actor from now on is not answered by what it has declared before.
    let mut counts = step != Step::Declared;
    loop {
        let given = pass(scene, (actor, lay), step, reacted)?;
        let withdrawn = !opened.reacted && own_answer(&given, actor) == Some(&Act::Stop);
        if !counts && (!withdrawn || somebody_reacts(&given, actor)) {
            counts = true;
            volley::acts(scene, actor);
        }
        if given.is_empty() {
            return Ok(opened);
        }
        scene.cite(rule!("action-order/windows"));
        reacted = react(scene, &given)?;
        // Whoever was knocked out in this pass does nothing that could be challenged any more (`action-order/actor-may-adapt`).
        let going = able(scene.state(), actor) && scene.state().doing(actor).is_some();
        if going {
            reacted |= challenge(scene, (actor, step), (&given, joint), &mut opened)?;
        }
        opened.reacted |= reacted;
        if let Some(act) = own_answer(&given, actor) {
            match act {
                Act::Stop => {
                    scene.cite(rule!("incomplete/end-willingly"));
                    opened.stopped = true;
                    return Ok(opened);
                }
                Act::Reroute(path) => {
                    scene.cite(rule!("action-order/actor-may-adapt"));
                    opened.reroute = Some(path.clone());
                    return Ok(opened);
                }
                Act::Drop(_) | Act::FallProne | Act::Release(_) => {
                    actions::free::carry_out(scene, actor, act)?;
                    reacted = true;
                }
                _ => {}
            }
        }
        if !reacted || !able(scene.state(), actor) {
            return Ok(opened);
        }
    }
}

/// Whether any of the others does more than pass.
fn somebody_reacts(given: &Given, actor: CreatureId) -> bool {
    given
        .iter()
        .any(|(who, act)| *who != actor && matches!(act, Act::Interrupt(_) | Act::Challenge(_)))
}

fn own_answer(given: &Given, actor: CreatureId) -> Option<&Act> {
    given
        .iter()
        .find(|(who, _)| *who == actor)
        .map(|(_, act)| act)
}

/// One pass: everybody who can do something is asked at once. Gives the answers; nothing where nobody is asked. `lay` says whether the actor
/// was Prone when the window opened.
fn pass(
    scene: &mut Scene<'_, Energy>,
    (actor, lay): (CreatureId, bool),
    step: Step,
    reacted: bool,
) -> Play<Given> {
    // It is the target's matter before it is that of bystanders; answers count in the order of the roster all the same.
    let asks = scene.known(|state| {
        let mut asks = asked(state, (actor, lay), step, reacted);
        let target = target_of(state, actor);
        asks.sort_by_key(|ask| Some(ask.who) != target);
        asks
    });
    if asks.is_empty() {
        return Ok(Given::new());
    }
    let acts = match asks.as_slice() {
        [only] => smallvec![scene.ask(only.who, only.window.clone())?],
        several => scene.ask_all(several)?,
    };
    let mut given: Given = asks.iter().map(|ask| ask.who).zip(acts).collect();
    given.sort_by_key(|(who, _)| (*who == actor, *who));
    for (who, act) in &given {
        if let Act::PassOn(until) = act {
            scene.emit(Fact::Quiet(actor, *who, *until));
        }
    }
    Ok(given)
}

/// Whom somebody attacks with the action in progress, be it by the Push that a Sprint ends in.
pub(crate) fn target_of(state: &State, actor: CreatureId) -> Option<CreatureId> {
    let action = &state.doing(actor)?.action;
    volley::rolled_at(state, action).or_else(|| action.pushed())
}

/// Who is asked: others in roster order, then the actor, unless it is a mover that can go no farther. Friends are asked where the switch says so, and whoever is attacked always.
fn asked(
    state: &State,
    (actor, lay): (CreatureId, bool),
    step: Step,
    reacted: bool,
) -> SmallVec<[Ask<Energy>; 2]> {
    let target = target_of(state, actor);
    let mut asks: SmallVec<[Ask<Energy>; 2]> = state
        .creatures()
        .filter(|who| *who != actor && listens(state, *who, actor))
        .filter_map(|who| {
            let window = if enemies(state, who, actor) || target == Some(who) {
                Window::Answer { actor, step }
            } else if state.cast.options.ask_allies {
                Window::Ally { actor, step }
            } else {
                return None;
            };
            answers::has_any(state, who, &window).then(|| Ask::open(who, window))
        })
        .collect();
    let own = Window::Own { step };
    if able(state, actor)
        && wants_own(state, (actor, step), reacted)
        && (!halting::is_halted(state, actor, (step, lay)) || halting::gets_going(state, actor))
        && answers::has_any(state, actor, &own)
    {
        asks.push(Ask::open(actor, own));
    }
    asks
}

/// Whether the actor is asked: something has just been done or has befallen it, it comes past somebody on whom it could make a Swift Attack,
/// or Agile Moves are made during the action alone; nobody ends a Jump in the air (`interrupts/any-time`, `actions/jump-in-the-air`).
fn wants_own(state: &State, (actor, step): (CreatureId, Step), reacted: bool) -> bool {
    if actions::jump::flies(state, actor) {
        return false;
    }
    reacted
        || step == Step::Metre && interrupts::could_strike_in_passing(state, actor, step)
        || (state.cast.options.agile_move_credit == AgileMoveCredit::DuringAction
            && actions::agile_move::credits(state, actor) > 0)
}

/// Whether a creature is able to act, knows of the actor and has not answered for the rest of its action.
fn listens(state: &State, who: CreatureId, actor: CreatureId) -> bool {
    able(state, who)
        && !unaware(state, who, actor)
        && !waits_for_ambush(state, who)
        && !is_quiet(state, who, actor)
}

fn is_quiet(state: &State, who: CreatureId, actor: CreatureId) -> bool {
    let Some(doing) = state.doing(actor) else {
        return false;
    };
    doing.quiet.iter().any(|(other, until)| {
        *other == who && until.is_none_or(|metres| metres_between(state, who, actor) > metres)
    })
}

/// Carries out the interrupts of one pass, the actor's own among them, in the order of the roster; whether there were any
/// (`interrupts/simultaneous`).
fn react(scene: &mut Scene<'_, Energy>, given: &Given) -> Play<bool> {
    let mut interrupts: SmallVec<[(CreatureId, Interrupt); 2]> = given
        .iter()
        .filter_map(|(who, act)| match act {
            Act::Interrupt(interrupt) => Some((*who, interrupt.clone())),
            _ => None,
        })
        .collect();
    if interrupts.is_empty() {
        return Ok(false);
    }
    interrupts.sort_by_key(|(who, _)| *who);
    scene.cite(rule!("interrupts/not-rolls"));
    scene.cite(rule!("swift/no-answer"));
    scene.cite(rule!("interrupts/no-nesting"));
    begin(scene);
    scene.nested(|scene| volley::interrupts(scene, &interrupts))?;
    Ok(true)
}

/// All actions in progress are under way from now on, those of winners that wait for the rolls they share among them.
fn begin(scene: &mut Scene<'_, Energy>) {
    for index in 0..scene.state().doings.len() {
        let doing = &scene.state().doings[index];
        if !doing.begun {
            let (who, metres, ahead) = (doing.who, doing.metres, doing.ahead);
            scene.emit(Fact::Metres(who, metres, ahead));
        }
    }
}

/// The challenges of one pass; one that has become impossible is dropped unrolled, and its challenger hears why (`action-order/windows`).
fn challengers(
    scene: &mut Scene<'_, Energy>,
    (actor, step): (CreatureId, Step),
    given: &Given,
) -> SmallVec<[(CreatureId, Claim); 1]> {
    let mut able = SmallVec::new();
    for (who, act) in given {
        let Act::Challenge(claim) = act else {
            continue;
        };
        match answers::can_challenge(scene.state(), *who, actor, (step, claim)) {
            Ok(()) => able.push((*who, claim.clone())),
            Err(refusal) => lose(scene, *who, &claim.action, &refusal),
        }
    }
    able
}

/// An action comes to nothing by a rule, which is told unless its actor can do nothing at all any more (`action-order/actor-may-adapt`).
pub(crate) fn lose(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    action: &Action,
    refusal: &Refusal,
) {
    if able(scene.state(), who) {
        tell_lost(scene, who, refusal, || Deed::Action(action.clone()));
    }
}

/// The same of the action in progress.
pub(crate) fn lose_own(scene: &mut Scene<'_, Energy>, who: CreatureId, refusal: &Refusal) {
    if !scene.is_recorded() {
        return;
    }
    let doing = scene.state().doing(who);
    if let Some(action) = doing.map(|doing| doing.action.clone()) {
        lose(scene, who, &action, refusal);
    }
}

/// Says what somebody cannot do any more, and why, if that is written down.
pub(crate) fn tell_lost(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    refusal: &Refusal,
    deed: impl FnOnce() -> Deed,
) {
    if !scene.is_recorded() {
        return;
    }
    scene.cite(refusal.rule);
    let lost = Lost {
        who,
        deed: deed(),
        rule: refusal.rule.0,
        why: refusal.render::<Energy>(scene.state()),
    };
    scene.emit(Fact::Lost(Box::new(lost)));
}

/// Rolls the challenges of one pass and carries out what winners do, but for attacks, which are declared and wait for the rolls of the
/// attack they answer; whether there were any challenges.
fn challenge(
    scene: &mut Scene<'_, Energy>,
    (actor, step): (CreatureId, Step),
    (given, joint): (&Given, bool),
    opened: &mut Opened,
) -> Play<bool> {
    let mut rolls: SmallVec<[(Winner, Claim); 1]> = SmallVec::new();
    let challengers = challengers(scene, (actor, step), given);
    let Some((first, _)) = challengers.first() else {
        return Ok(false);
    };
    scene.cite(rule!("initiative/challenge"));
    if challengers
        .iter()
        .any(|(_, claim)| claim.action == Action::Defend)
    {
        scene.cite(rule!("actions/defend-not-reaction"));
    }
    let first = *first;
    let already = scene
        .state()
        .doing(actor)
        .and_then(|doing| doing.initiative);
    let rolls_too = match already {
        Some(_) => false,
        None => initiative::will_roll(scene, actor, first)?,
    };
    for (who, claim) in challengers {
        let total = initiative::roll(scene, who)?;
        volley::acts(scene, who);
        rolls.push((Winner { who, total }, claim));
    }
    let against = if rolls_too {
        let total = initiative::roll(scene, actor)?;
        scene.emit(Fact::Rolled(actor, total));
        Some(total)
    } else {
        already
    };
    rolls.retain(|(Winner { who, total }, _)| {
        initiative::compare(scene, (*who, *total), (actor, against))
    });
    rolls.sort_by_key(|(winner, _)| std::cmp::Reverse(winner.total));
    if joint {
        rolls.retain(|(winner, claim)| !shares_the_rolls(scene, (*winner, &*claim), opened));
    }
    for (winner, claim) in rolls {
        scene.cite(rule!("action-order/simultaneous-challenge"));
        scene.nested(|scene| actions::undertake(scene, winner.who, &claim, Standing::FIRST))?;
    }
    Ok(true)
}

/// An attack of a winner is declared at once, and waits for the rolls that it shares; whether it is one
/// (`action-order/simultaneous-challenge`).
fn shares_the_rolls(
    scene: &mut Scene<'_, Energy>,
    (winner, claim): (Winner, &Claim),
    opened: &mut Opened,
) -> bool {
    if !volley::is_attack(scene.state(), &claim.action) {
        return false;
    }
    if actions::attacking::declare(scene, winner.who, claim) {
        opened.winners.push(winner);
        opened
            .winners
            .sort_by_key(|winner| std::cmp::Reverse(winner.total));
    }
    true
}
