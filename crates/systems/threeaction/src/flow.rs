//! Who is next and when the fight ends: Rounds, Turns, delaying (`rounds/*`, `turns/*`, `foundations/start-of-turn-order`,
//! `foundations/end-of-turn-order`, `foundations/combat-end`).

use affray_kernel::condition::Until;
use affray_kernel::{Ask, CreatureId, Next, Others, Play, Scene};

use super::ThreeAction;
use super::act::{Act, Event, Window};
use super::actions::moving;
use super::fact::{Doing, Fact, Flag, Number};
use super::ids::rule;
use super::rules::command::{can_go_on, followers};
use super::rules::numbers::{able, present};
use super::rules::readied::{self, Happening};
use super::rules::spells::running;
use super::rules::{
    bleeding, burning, burrowing, durations, falling, flying, initiative, poison, sight,
    suffocating, swimming, turns, zero_g,
};
use super::sheet::DodgeExpiry;
use super::state::{Condition, Phase, State};
use super::summary::SidesLeft;

/// How the fight goes on.
pub(crate) fn next(state: &State) -> Next<ThreeAction> {
    match state.clock.phase {
        Phase::Over(winner) => return Next::Over(winner),
        Phase::Setup => return Next::Auto(Act::RollInitiative),
        _ => {}
    }
    if let Some(winner) = decided(state) {
        return Next::Over(winner);
    }
    match state.clock.phase {
        Phase::After(_) => Next::Auto(Act::AfterTurn),
        Phase::Turn { who, .. } if !able(state, who) => Next::Auto(Act::EndTurn),
        Phase::Turn { who, .. } => Next::Await {
            must: Ask::open(who, Window::Turn),
            may: besides(state, who),
        },
        _ => Next::Auto(Act::NextTurn),
    }
}

/// Who may act in another's Turn: creatures it commanded, and those whose readied Action waits for a trigger that people judge.
fn besides(state: &State, turn_of: CreatureId) -> Others<ThreeAction> {
    if state.waiting.commanded == 0 && state.waiting.readied == 0 {
        return Others::new();
    }
    let commanded = state
        .creatures()
        .filter(|who| state.body(*who).commander == Some(turn_of) && can_go_on(state, *who))
        .map(|who| Ask::open(who, Window::Turn));
    let judged = state
        .creatures()
        .filter(|who| *who != turn_of && able(state, *who))
        .filter(|who| {
            state
                .body(*who)
                .readied
                .as_ref()
                .is_some_and(|readied| matches!(readied.trigger.event, Event::Words(_)))
        })
        .map(|who| Ask::open(who, Window::Readied(turn_of)));
    commanded.chain(judged).collect()
}

/// The outcome, if at most one side is left; scenes without Enemies end by themselves only where nobody who is there
/// lives (`rounds/terms-outside-combat`).
fn decided(state: &State) -> Option<Option<u8>> {
    if state.cast.scene.peaceful {
        let is_left = state.creatures().any(|who| present(state, who));
        return (!is_left).then_some(None);
    }
    match state.sides_left {
        SidesLeft::Several => None,
        SidesLeft::One(side) => Some(Some(side)),
        SidesLeft::None => Some(None),
    }
}

/// What happens by itself.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn goes_on(scene: &mut Scene<'_, ThreeAction>, act: &Act) -> Play {
    match act {
        Act::RollInitiative => initiative::roll_for_all(scene),
        Act::NextTurn => next_turn(scene),
        Act::AfterTurn => after_turn(scene),
        Act::EndTurn => lose_turn(scene),
        _ => Ok(()),
    }
}

/// The next creature in the order comes up, or the next Round begins (`rounds/sequence`, `rounds/structure`).
///
/// # Errors
/// Stops where a draw is missing.
fn next_turn(scene: &mut Scene<'_, ThreeAction>) -> Play {
    initiative::late_arrivals(scene)?;
    let clock = &scene.state().clock;
    let (place, round) = (clock.place, clock.round);
    let Some(who) = clock.order.get(usize::from(place)).copied() else {
        next_round(scene, round);
        return Ok(());
    };
    scene.cite(rule!("rounds/sequence"));
    scene.emit(Fact::Place(place.saturating_add(1)));
    if scene.state().body(who).had_turn >= round {
        scene.cite(rule!("rounds/one-turn-each"));
        return Ok(());
    }
    if !present(scene.state(), who) {
        scene.cite(rule!("rounds/one-round-duration"));
        place_comes_up(scene, who)?;
        return without_owner(scene, who);
    }
    if scene.state().body(who).delaying {
        scene.cite(rule!("turns/delay-past-round"));
        end_steps(scene, who)?;
    }
    start_steps(scene, who)?;
    take_turn(scene, who)
}

/// A Round ends, and with it what lasts until then; the next begins.
fn next_round(scene: &mut Scene<'_, ThreeAction>, round: u16) {
    scene.cite_all(const { &[rule!("rounds/structure"), rule!("rounds/length")] });
    if scene.state().cast.scene.peaceful {
        scene.cite(rule!("rounds/terms-outside-combat"));
    }
    durations::round_is_over(scene, round);
    scene.emit(Fact::Round(round.saturating_add(1)));
}

/// The place of a creature that is Dead or gone still counts for what is anchored to it (`rounds/one-round-duration`).
fn place_comes_up(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    anchor_starts(scene, who);
    burrowing::start_of_turn(scene, who)?;
    running::count_down(scene, who)?;
    zero_g::objects_drift(scene, who);
    Ok(())
}

/// Those whose owner is Dead or gone begin and end their Turn at its place (`command/turn-start`); there ends, too, what is anchored to the
/// end of its Turn.
fn without_owner(scene: &mut Scene<'_, ThreeAction>, owner: CreatureId) -> Play {
    followers_start(scene, owner)?;
    companions(scene, owner, Happening::TurnStarts)?;
    scene.emit(Fact::AnchorEnds(owner));
    followers_end(scene, owner)?;
    companions(scene, owner, Happening::TurnEnds)?;
    durations::turn_is_over(scene, owner);
    Ok(())
}

/// The Turn of those who take it together with `who` starts or ends, which may set off readied Actions (`command/turn-start`).
#[inline(always)]
fn companions(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, happening: Happening) -> Play {
    if readied::is_any(scene.state()) {
        set_off_by_companions(scene, who, happening)
    } else {
        Ok(())
    }
}

fn set_off_by_companions(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    happening: Happening,
) -> Play {
    for follower in followers(scene.state(), who) {
        if present(scene.state(), follower) {
            readied::interrupt(scene, follower, happening)?;
        }
    }
    Ok(())
}

/// The Turn itself begins, if the creature can do anything in it: it acts or delays (`foundations/start-of-turn-order`, step 8).
#[inline(always)]
fn take_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if !present(scene.state(), who) {
        // It has died at the start of its Turn, which ends all the same: with it that of its companions, and what lasts as long.
        companions(scene, who, Happening::TurnStarts)?;
        return end_turn(scene, who);
    }
    if scene.state().body(who).unaware {
        return unaware_turn(scene, who);
    }
    scene.emit(Fact::Flag(who, Flag::Delaying, false));
    if able(scene.state(), who) {
        acts(scene, who);
        readied::interrupt(scene, who, Happening::TurnStarts)?;
        companions(scene, who, Happening::TurnStarts)
    } else {
        cite_helpless(scene, who);
        scene.emit(Fact::Does(who, Doing::Nothing));
        passes(scene, who)
    }
}

/// It is the creature's to act.
#[inline(always)]
fn acts(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    turns::cite_allowance(scene, who);
    scene.cite(rule!("turns/three-actions"));
    scene.emit(Fact::Phase(Phase::Turn { who, begun: false }));
}

/// Why a creature can do nothing in its Turn (`stunned/no-acts`, `unconscious/no-acts`).
#[inline(never)]
fn cite_helpless(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::Stunned) {
        scene.cite(rule!("stunned/no-acts"));
    }
    if scene.state().has(who, Condition::Unconscious) {
        scene.cite(rule!("unconscious/no-acts"));
    }
}

/// In the first Round an unaware creature's Turn passes (`rounds/unaware-first-round`).
#[inline(never)]
fn unaware_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("rounds/unaware-first-round"));
    passes(scene, who)
}

/// A Turn in which nothing can be done starts and ends all the same.
fn passes(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    readied::interrupt(scene, who, Happening::TurnStarts)?;
    companions(scene, who, Happening::TurnStarts)?;
    end_turn(scene, who)
}

/// Step 2: with its Turn a creature gets its Reaction (`turns/one-reaction`, `reactions/refresh`), if it is aware of the fight.
#[inline(always)]
fn gain_reaction(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if !present(scene.state(), who) || scene.state().body(who).unaware {
        return;
    }
    if scene.state().body(who).reactions_used != 0 {
        scene.emit(Fact::Set(who, Number::ReactionsUsed, 0));
    }
    may_react(scene, who);
}

/// From now on a creature has the Reactions it has not used.
#[inline(always)]
fn may_react(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite_all(const { &[rule!("turns/one-reaction"), rule!("reactions/refresh")] });
    if scene.state().sheet(who).feats.extra_reactions > 0 {
        scene.cite(rule!("reactions/extra"));
    }
    if !scene.state().body(who).reaction_ready {
        scene.emit(Fact::Flag(who, Flag::ReactionReady, true));
    }
}

/// What happens at the start of a creature's Turn, at its place in the order, and then to the creatures it commands
/// (`foundations/start-of-turn-order`, `command/turn-start`).
#[inline(always)]
fn start_steps(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("foundations/start-of-turn-order"));
    running::new_turn(scene);
    start_of_one(scene, who)?;
    followers_start(scene, who)
}

#[inline]
fn followers_start(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().cast.nobody_owned {
        return Ok(());
    }
    for follower in followers(scene.state(), who) {
        if !present(scene.state(), follower) {
            place_comes_up(scene, follower)?;
            continue;
        }
        scene.cite(rule!("command/turn-start"));
        if !scene.state().body(follower).commanded {
            scene.cite(rule!("command/turn-start-uncommanded"));
        }
        scene.emit(Fact::Flag(follower, Flag::Commanded, false));
        start_of_one(scene, follower)?;
    }
    Ok(())
}

/// A creature starts its Turn with the Command of one whose own Turn has started already (`command/turn-start`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn starts_with_command(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("command/turn-start"));
    start_of_one(scene, who)?;
    readied::interrupt(scene, who, Happening::TurnStarts)
}

/// The steps of one creature; each looks for Dead, Incapacitated and Unconscious before the next.
fn start_of_one(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    expire_at_start(scene, who);
    if !scene.state().calm {
        burrowing::start_of_turn(scene, who)?;
        running::count_down(scene, who)?;
    }
    scene.emit(Fact::TurnBegins(who));
    gain_reaction(scene, who);
    if scene.state().calm {
        return Ok(());
    }
    suffocating::start_of_turn(scene, who);
    continuous_effects(scene, who)
}

/// Steps 3 to 7: Bleeding, fire, poison, running Spells, then currents and falls that go on; the Dead suffer nothing more.
#[inline(never)]
fn continuous_effects(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if present(scene.state(), who) {
        bleeding::start_of_turn(scene, who)?;
    }
    if present(scene.state(), who) {
        burning::start_of_turn(scene, who)?;
    }
    if present(scene.state(), who) {
        poison::start_of_turn(scene, who)?;
    }
    running::start_of_turn(scene, who)?;
    swimming::start_of_turn(scene, who)?;
    zero_g::start_of_turn(scene, who)?;
    falling::start_of_turn(scene, who)
}

/// A Turn starts by the game master's word: of the steps of the creature, and of those that take their Turn with it, the ones that take no dice
/// (`foundations/start-of-turn-order`).
pub(crate) fn starts_without_dice(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    running::new_turn(scene);
    one_starts_without_dice(scene, who);
    for follower in followers(scene.state(), who) {
        scene.emit(Fact::Flag(follower, Flag::Commanded, false));
        one_starts_without_dice(scene, follower);
    }
}

fn one_starts_without_dice(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    expire_at_start(scene, who);
    scene.emit(Fact::TurnBegins(who));
    gain_reaction(scene, who);
}

/// A Turn is over by the game master's word: what lasts as long ends, and what is left of a Move is lost
/// (`foundations/end-of-turn-order`).
pub(crate) fn ends_without_dice(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    for one in followers(scene.state(), who).into_iter().chain([who]) {
        scene.emit(Fact::AnchorEnds(one));
        moving::cut_short(scene, one);
    }
    let round = scene.state().clock.round;
    scene.emit(Fact::HadTurn(who, round));
    durations::turn_is_over(scene, who);
}

/// Step 1: what ends at the start of the Turn: effects of so many Rounds, Dodges, the readied Action, the old Reaction.
fn expire_at_start(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    anchor_starts(scene, who);
    let body = scene.state().body(who);
    let (dodges, readied, unaware) = (body.dodges, body.readied.is_some(), body.unaware);
    if dodges > 0 && scene.state().cast.options.dodge_expiry == DodgeExpiry::NextTurn {
        scene.cite(rule!("dodge/expiry"));
        scene.emit(Fact::Does(who, Doing::DodgeEnds));
        scene.emit(Fact::Set(who, Number::Dodges, 0));
    }
    if readied {
        scene.cite(rule!("readied-action/window"));
        scene.emit(Fact::Does(who, Doing::Lapses));
        scene.emit(Fact::Readies(who, None));
    }
    if scene.state().body(who).reaction_ready {
        scene.emit(Fact::Flag(who, Flag::ReactionReady, false));
    }
    if unaware && scene.state().clock.round > 1 {
        scene.emit(Fact::Flag(who, Flag::Unaware, false));
    }
}

/// What is anchored to the start of the creature's Turn is counted down, and ends when its Rounds are over
/// (`rounds/one-round-duration`, `rounds/multi-round-duration`).
#[inline(always)]
fn anchor_starts(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.listened() {
        let mut left = [false; 2];
        for held in scene.state().conditions.iter() {
            match held.until {
                Until::TurnStart(anchor, 1) if anchor == who => left[0] = true,
                Until::TurnStart(anchor, _) if anchor == who => left[1] = true,
                _ => {}
            }
        }
        if left[0] {
            scene.cite(rule!("rounds/one-round-duration"));
        }
        if left[1] {
            scene.cite(rule!("rounds/multi-round-duration"));
        }
    }
    scene.emit(Fact::AnchorStarts(who));
}

/// The end of a Turn (`foundations/end-of-turn-order`): the steps, and then those delaying may enter.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn end_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if turns::actions_left(scene.state(), who) > 0 {
        scene.cite(rule!("turns/consecutive"));
    }
    end_steps(scene, who)?;
    let round = scene.state().clock.round;
    scene.emit(Fact::HadTurn(who, round));
    scene.emit(Fact::Phase(Phase::After(who)));
    readied::interrupt(scene, who, Happening::TurnEnds)?;
    companions(scene, who, Happening::TurnEnds)?;
    durations::turn_is_over(scene, who);
    Ok(())
}

/// A creature that can do nothing any more in its own Turn loses the rest of it (`stunned/no-acts`, `unconscious/no-acts`).
///
/// # Errors
/// Stops where a draw is missing.
fn lose_turn(scene: &mut Scene<'_, ThreeAction>) -> Play {
    let Phase::Turn { who, .. } = scene.state().clock.phase else {
        return Ok(());
    };
    cite_helpless(scene, who);
    end_turn(scene, who)
}

/// The steps at the end of a Turn, of the creature and then of those that took their Turn with it.
#[inline(always)]
fn end_steps(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.cite(rule!("foundations/end-of-turn-order"));
    end_of_one(scene, who)?;
    followers_end(scene, who)
}

#[inline]
fn followers_end(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for follower in followers(scene.state(), who) {
        if present(scene.state(), follower) {
            end_of_one(scene, follower)?;
        } else {
            scene.emit(Fact::AnchorEnds(follower));
        }
    }
    Ok(())
}

#[inline(always)]
fn end_of_one(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    scene.emit(Fact::AnchorEnds(who));
    if scene.state().calm {
        return Ok(());
    }
    flying::end_of_turn(scene, who)?;
    moving::cut_short(scene, who);
    if !present(scene.state(), who) {
        return Ok(());
    }
    suffocating::end_of_turn(scene, who)?;
    sight::end_of_turn(scene, who)
}

/// A creature delays: its Turn does not come now, and it has no Reaction until it does (`turns/delay-*`).
pub(crate) fn delay(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("turns/delay-decision"));
    scene.cite(rule!("turns/delay-start-effects"));
    scene.cite(rule!("turns/delay-ongoing-effects"));
    scene.cite(rule!("turns/delay-reaction"));
    scene.emit(Fact::Does(who, Doing::Delay));
    durations::turn_is_over(scene, who);
    scene.emit(Fact::Flag(who, Flag::Delaying, true));
    scene.emit(Fact::Flag(who, Flag::ReactionReady, false));
    scene.emit(Fact::Phase(Phase::Between));
}

/// After another creature's Turn those delaying may enter, asked in the order of their original places
/// (`turns/delay-reentry`, `turns/delay-order-conflict`, `rounds/hold-entry`).
///
/// # Errors
/// Stops where a draw is missing.
fn after_turn(scene: &mut Scene<'_, ThreeAction>) -> Play {
    let Phase::After(ended) = scene.state().clock.phase else {
        return Ok(());
    };
    scene.emit(Fact::Phase(Phase::Between));
    let state = scene.state();
    if state.waiting.delaying == 0 {
        return Ok(());
    }
    let waiting: Vec<CreatureId> = state
        .clock
        .order
        .iter()
        .copied()
        .filter(|who| *who != ended && state.body(*who).delaying && can_enter(state, *who))
        .collect();
    if waiting.len() > 1 {
        scene.cite(rule!("turns/delay-order-conflict"));
    }
    for who in waiting {
        scene.cite(rule!("rounds/hold-entry"));
        if scene.ask(who, Window::Enter(ended))? == Act::Enter {
            return enter(scene, who, ended);
        }
    }
    Ok(())
}

/// Whether a delaying creature could act in a Turn of its own.
fn can_enter(state: &State, who: CreatureId) -> bool {
    able(state, who) && !state.body(who).unaware
}

/// Whether the place of a creature has come up in this Round: it is behind, or the order has been changed since.
fn has_come_up(state: &State, who: CreatureId) -> bool {
    let (clock, body) = (&state.clock, state.body(who));
    let place = clock.order.iter().position(|other| *other == who);
    body.had_turn >= clock.round || place.is_some_and(|place| place < usize::from(clock.place))
}

/// A delaying creature takes its Turn at once and keeps the new place (`turns/delay-permanent`).
fn enter(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, after: CreatureId) -> Play {
    scene.cite(rule!("turns/delay-reentry"));
    scene.cite(rule!("turns/delay-permanent"));
    scene.emit(Fact::Does(who, Doing::Enter));
    let clock = &scene.state().clock;
    let came_up = has_come_up(scene.state(), who);
    let mut order: Vec<CreatureId> = clock
        .order
        .iter()
        .copied()
        .filter(|other| *other != who)
        .collect();
    let place = order
        .iter()
        .position(|other| *other == after)
        .map_or(order.len(), |place| place + 1);
    order.insert(place, who);
    scene.emit(Fact::Order(order));
    scene.emit(Fact::Place(u8::try_from(place + 1).unwrap_or(u8::MAX)));
    if !came_up {
        scene.cite(rule!("turns/delay-past-round"));
        end_steps(scene, who)?;
        start_steps(scene, who)?;
        return take_turn(scene, who);
    }
    // Its Turn has started at its old place, and that sets nothing off again.
    scene.cite(rule!("turns/delay-start-effects"));
    running::new_turn(scene);
    may_react(scene, who);
    scene.emit(Fact::Flag(who, Flag::Delaying, false));
    acts(scene, who);
    Ok(())
}
