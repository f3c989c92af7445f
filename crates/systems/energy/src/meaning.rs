//! What questions and acts mean to somebody who has not read the book.

use affray_kernel::meaning::Meaning;
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Action, Interrupt, Maneuver, Rest, Struggle, Window};
use super::actions::powers::held_power;
use super::ids::rule;
use super::state::{Pace, PowerId, State, Watch};

/// The rule by which somebody is asked.
pub(crate) const fn asked_by(_: &State, _: CreatureId, window: &Window) -> RuleId {
    match window {
        Window::Floor => rule!("action-order/open-floor"),
        Window::Answer { .. } | Window::Ally { .. } => rule!("action-order/windows"),
        Window::Own { .. } => rule!("action-order/actor-may-adapt"),
        Window::Initiative { .. } => rule!("initiative/decline"),
        Window::Claim { .. } => rule!("initiative/race"),
        Window::Struggle { .. } => rule!("maneuvers/restrained-escape"),
        Window::Fling { .. } => rule!("maneuvers/disarm-fling"),
        Window::Push { .. } => rule!("maneuvers/push-direction"),
        Window::Take { .. } => rule!("actions/pick-up-in-passing"),
    }
}

/// How an attack is made: thrown (`throw/ranged-attack`), or sparing its target (`nonlethal/penalty-for-safety`), as it is typed and as it
/// is read.
const MANNERS: &[(&str, &str)] = &[
    (" thrown", ", thrown"),
    (" nonlethal", ", Non-Lethal"),
    (" easier", " easier (each step makes it 3 harder to hit)"),
];

/// What an act means that answers in a window.
pub(crate) const fn meaning(_: &State, _: CreatureId, window: &Window, act: &Act) -> Meaning {
    let of = Meaning::of;
    match act {
        Act::Do(claim) => by_action(&claim.action),
        Act::Interrupt(interrupt) => interrupts(interrupt),
        Act::Race(..) => of(rule!("initiative/race"), "Claims the same moment as somebody else: Initiative rolls say who acts first.").instead("race", "act at the same moment as"),
        Act::Wait => of(rule!("waiting/pass-is-not-final"), "Leaves it to others. You may still act later in the Round; when all wait it ends, and Energy that is left is lost.").instead("wait", "wait: let others act"),
        Act::Face(Watch::Creature(_)) => of(rule!("facing/turning-free"), "Turns to it, for nothing, and from now on with each of its steps. Only what is in front of you can be attacked, and attacks from behind are hard to evade."),
        Act::Face(Watch::Heading(_)) => of(rule!("facing/turning-free"), "Turns that way, for nothing. Only what is in front of you can be attacked, and attacks from behind are hard to evade."),
        Act::Drop(_) => of(rule!("fundamentals/free-actions"), "Lets it fall into your own space."),
        Act::FallProne => of(rule!("conditions/prone"), "Lies down. Getting up takes Kneel From Prone and Stand Up.").instead("fall prone", "lie down"),
        Act::Release(_) => of(rule!("maneuvers/restrain-ends"), "Lets go of whoever you hold."),
        Act::Submit(_) => of(rule!("gaps/helpless"), "Does not resist its next attack, say a healing touch: it hits of itself.").instead("submit to", "offer no resistance to"),
        Act::Rest(Rest::Short { .. }) => of(rule!("rest/short-length"), "Rests for some minutes: Stamina comes back."),
        Act::Rest(Rest::Long { .. }) => of(rule!("rest/long-length"), "Rests for hours."),

        Act::Pass => pass(window),
        Act::PassOn(None) => of(rule!("action-order/windows"), "You are not asked again before this action is over.").instead("pass on", "let this whole action happen"),
        Act::PassOn(Some(_)) => of(rule!("action-order/windows"), "You are asked again when the mover is that near.").instead("pass until", "ask again at a distance of"),
        Act::Challenge(claim) => challenge(&claim.action),
        Act::Stop => of(rule!("incomplete/end-willingly"), "Breaks off here; what was spent is spent.").instead("stop", "break off"),
        Act::Reroute(_) => of(rule!("action-order/actor-may-adapt"), "Goes on by another way.").instead("go on", "go on another way"),
        Act::Roll => of(rule!("initiative/roll"), "Rolls for who acts first. You have one such roll a Round.").instead("roll", "roll Initiative"),
        Act::Decline => of(rule!("initiative/decline"), "Lets the other be first, and keeps the roll for later in the Round.").instead("decline", "do not roll Initiative: let it be first"),
        Act::Struggle(by) => held_by(*by),
        Act::Space(_) => space(window),
        Act::Take(_) => of(rule!("actions/pick-up-in-passing"), "Picks it up in passing, for nothing; one thing a movement.").instead("take", "snatch"),
        Act::BeginRound | Act::EndRound | Act::EndCombat => of(rule!("rounds/start-sequence"), "Happens by itself."),
    }
}

/// A challenge, with the words of what is done by it.
const fn challenge(action: &Action) -> Meaning {
    Meaning {
        does: "An Initiative challenge: you do this at the same moment as the other, or before, if your Initiative roll is higher than its own. If not, it goes on and you pay nothing, but you have one Initiative roll a Round.",
        rule: rule!("initiative/challenge"),
        ..by_action(action).behind("challenge: ", "Initiative challenge: ")
    }
}

const fn by_action(action: &Action) -> Meaning {
    let of = Meaning::of;
    match action {
        Action::Attack(strike) if strike.thrown => of(rule!("throw/ranged-attack"), "Throws the weapon at it; hit or miss, it lies there afterwards.").within(MANNERS),
        Action::Attack(_) => of(rule!("melee/combat-roll"), "Attacks one target in front of you: a d20 and your Attack Value against its Evasion, or against the Miss Chance at a distance.").within(MANNERS),
        Action::Maneuver(attempt) => maneuver(attempt.maneuver),
        Action::Move { pace, .. } => by_pace(*pace),
        Action::Jump(_) => of(rule!("actions/jump"), "Jumps there; it costs a point of Stamina, and less Energy in a run."),
        Action::Leap(_) => of(rule!("size/jump-reach"), "Jumps up to reach something high above."),
        Action::Climb(_) => of(rule!("gaps/climb"), "Climbs up or down, up to half your Speed."),
        Action::Kneel => of(rule!("actions/kneel-from-prone"), "Gets from lying to the knees; you are Unguarded until the end of the Round.").instead("kneel", "get to the knees"),
        Action::Stand => of(rule!("actions/stand-up"), "Gets from the knees to your feet."),
        Action::Defend => of(rule!("actions/defend"), "Braces yourself: you are no longer Unguarded or Exposed, and win ties on your Defenses until you attack."),
        Action::Equip(_) => of(rule!("actions/equip-easy"), "Takes something you carry into the hand; the better it is stowed away, the more Energy it takes.").instead("equip", "take in hand"),
        Action::Stow(_) => of(rule!("actions/equip-easy"), "Puts away what you hold, which frees the hand."),
        Action::PickUp(_) => of(rule!("actions/pick-up-ground"), "Picks it up from the ground; you are Exposed."),
        Action::Load(_) => of(rule!("actions/load"), "Loads the weapon, so that it can shoot again."),
        Action::CatchBreath => of(rule!("actions/catch-your-breath"), "Rests for a moment: a point of Stamina comes back.").instead("catch breath", "catch your breath"),
        Action::Escape(..) => of(rule!("maneuvers/restrained-escape"), "Tries to get free, by this roll against that of whoever holds you."),
        Action::Hide => of(rule!("gaps/awareness"), "Hides from those who do not look your way or from whom you have cover: their checks against your Stealth. Your attacks on them come unaware."),
        Action::BreakDown(..) => of(rule!("gaps/break-down"), "Tries to break down a door or wall by an Arm Strength Check; it costs a point of Stamina, too."),
        Action::Door(_, _, true) => of(rule!("actions/equip-gm-price"), "Opens a door next to you."),
        Action::Door(_, _, false) => of(rule!("actions/equip-gm-price"), "Closes a door next to you."),
        Action::Rouse(_) => of(rule!("unconscious/wake-sleep"), "Wakes a sleeper next to you.").instead("rouse", "wake"),
        Action::Use(..) => of(rule!("gaps/spells"), "Uses a spell or an ability; one that attacks has to beat a Defense of its target."),
        Action::Consume(..) => of(rule!("gaps/spells"), "Uses up a thing that has a power, such as a potion.").instead("consume", "use up"),
        Action::Moving(action, _) => by_action(action),
    }
}

const fn by_pace(pace: Pace) -> Meaning {
    let of = Meaning::of;
    match pace {
        Pace::Shift => of(
            rule!("actions/shift"),
            "Goes a single metre; turning in it costs nothing.",
        )
        .instead("shift", "step"),
        Pace::AgileShift => of(
            rule!("actions/shift"),
            "Goes a single metre for Agility instead of Energy.",
        )
        .instead("agile shift", "step (by Agility)"),
        Pace::QuickRun => of(
            rule!("actions/quick-run"),
            "Runs up to two thirds of your Speed.",
        ),
        Pace::Run => of(
            rule!("actions/run"),
            "Runs up to your Speed; sharp turns cost a metre. Enemies may strike as you pass through their Reach.",
        ),
        Pace::Sprint => of(
            rule!("actions/sprint"),
            "Runs your Speed and some more by Leg Strength; it costs a point of Stamina, too.",
        ),
    }
}

const fn maneuver(maneuver: Maneuver) -> Meaning {
    let of = Meaning::of;
    match maneuver {
        Maneuver::Trip => of(
            rule!("maneuvers/trip"),
            "Knocks it down: an attack at −5 without damage, then its Fortitude against the full Attack Value. Unless it is Exposed you become Unguarded.",
        ),
        Maneuver::Disarm(_) => of(
            rule!("maneuvers/disarm"),
            "Makes it drop the weapon: an attack at −5 without damage, then its Fortitude against the full Attack Value. Unless it is Exposed you become Unguarded.",
        ),
        Maneuver::Restrain => of(
            rule!("maneuvers/restrain"),
            "Takes hold of it: an unarmed attack at −5 without damage. Both of you can do less while it lasts. Unless it is Exposed you become Unguarded.",
        ),
        Maneuver::Push => of(
            rule!("maneuvers/push"),
            "Pushes it a metre: an unarmed attack at −5 without damage, then its Fortitude against the full Attack Value; it becomes Unguarded. Unless it is Exposed so do you.",
        ),
    }
}

const fn interrupts(interrupt: &Interrupt) -> Meaning {
    let of = Meaning::of;
    match interrupt {
        Interrupt::AgileMove(_) => of(rule!("actions/agile-move"), "Edges a metre along, in the middle of what is going on, for a point of Agility. You need to have spent Energy on something other than moving.").instead("agile move", "quick step"),
        Interrupt::Strike(..) => of(rule!("swift/definition"), "Strikes in the middle of what is going on, at somebody who is open to it. Once a Round.").within(MANNERS),
        Interrupt::Maneuver(..) => of(rule!("swift/definition"), "Tries this maneuver in the middle of what is going on, on somebody who is open to it. Once a Round."),
        Interrupt::Use(..) => of(rule!("interrupts/list"), "Uses this power in the middle of what is going on."),
    }
}

const fn held_by(roll: Struggle) -> Meaning {
    let meaning = Meaning::of(
        rule!("maneuvers/restrained-escape"),
        "Holds on to whoever struggles by this roll; a tie keeps the hold.",
    );
    match roll {
        Struggle::Fortitude => meaning.instead("fortitude", "hold on by Fortitude"),
        Struggle::ArmStrength => meaning.instead("arm strength", "hold on by Arm Strength"),
        Struggle::LegStrength => meaning.instead("leg strength", "hold on by Leg Strength"),
    }
}

const fn space(window: &Window) -> Meaning {
    match window {
        Window::Fling { .. } => Meaning::of(
            rule!("maneuvers/disarm-fling"),
            "Sends the weapon flying there, for a point of Agility.",
        )
        .instead("space", "fling it to"),
        _ => Meaning::of(
            rule!("maneuvers/push-direction"),
            "Pushes it there; each metre has to lead away from you.",
        )
        .instead("space", "push to"),
    }
}

const fn pass(window: &Window) -> Meaning {
    let of = Meaning::of;
    match window {
        Window::Answer { .. } | Window::Ally { .. } => of(
            rule!("action-order/windows"),
            "Does nothing at this moment; you are asked again at the next one.",
        )
        .instead("pass", "nothing for now"),
        Window::Own { .. } => of(
            rule!("action-order/actor-may-adapt"),
            "Goes on with what you are doing.",
        )
        .instead("pass", "go on"),
        Window::Initiative { .. } => of(
            rule!("initiative/decline"),
            "Lets the other be first, and keeps the roll for later in the Round.",
        )
        .instead("pass", "do not roll Initiative: let it be first"),
        Window::Claim { .. } => of(rule!("initiative/race"), "Wants nothing at this moment.")
            .instead("pass", "nothing for now"),
        Window::Fling { .. } => of(
            rule!("maneuvers/disarm-fling"),
            "Lets the weapon lie where it fell.",
        )
        .instead("pass", "let it lie"),
        Window::Push { .. } => of(rule!("maneuvers/push-direction"), "Pushes no farther.")
            .instead("pass", "no farther"),
        Window::Take { .. } => {
            of(rule!("actions/pick-up-in-passing"), "Leaves it there.").instead("pass", "leave it")
        }
        Window::Floor | Window::Struggle { .. } => {
            of(rule!("waiting/pass-is-not-final"), "Does nothing.").instead("pass", "do nothing")
        }
    }
}

/// What the power does that an act uses.
pub(crate) fn magic(state: &State, who: CreatureId, act: &Act) -> Option<String> {
    let power = power_of(state, who, act)?;
    Some(state.cast.powers.get(usize::from(power.0))?.in_words())
}

fn power_of(state: &State, who: CreatureId, act: &Act) -> Option<PowerId> {
    match act {
        Act::Do(claim) | Act::Challenge(claim) | Act::Race(_, claim) => {
            match claim.action.plain() {
                Action::Use(power, _) => Some(*power),
                Action::Consume(item, _) => held_power(state, who, *item).ok(),
                _ => None,
            }
        }
        Act::Interrupt(Interrupt::Use(power, ..)) => Some(*power),
        _ => None,
    }
}
