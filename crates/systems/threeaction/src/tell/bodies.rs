//! What happens to creatures.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::prose::{count, signed};
use affray_kernel::story::Sentence;

use super::words::{anchor_of, condition_name, square};
use super::{detail, event, lasting, the, thing};
use crate::fact::{Fact, Flag, Harm, Number};
use crate::rules::conditions::escape_dc;
use crate::sheet::DamageType;
use crate::state::{Condition, Presence, State};

/// How a fact about a body reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let (who, text) = match fact {
        Fact::Set(who, number, value) => return set(state, *who, *number, *value),
        Fact::Flag(who, flag, value) => (*who, flagged(state, *who, *flag, *value)?),
        Fact::Damaged(who, amount, kind, harm) => {
            (*who, damaged(state, *who, *amount, *kind, *harm))
        }
        Fact::Unhurt(who, _) => (*who, format!("{} takes no damage", the(state, *who))),
        Fact::Healed(who, amount) => {
            let left = state.body(*who).hp.saturating_add(*amount);
            let of = of_hp(state, *who, left);
            let up = if state.body(*who).hp <= 0 && left > 0 {
                " and is no longer Incapacitated"
            } else {
                ""
            };
            (
                *who,
                format!("{} regains {amount} HP ({of}){up}", the(state, *who)),
            )
        }
        Fact::Gains(held) => {
            let undetected = Condition::Undetected;
            if held.kind == Condition::Hidden && is_held(state, undetected, held) {
                // Who is Undetected was Hidden before: that it is no more than that now is told where the other ends.
                return None;
            }
            return Some(begun(state, held));
        }
        Fact::Renews(held) => {
            let [old, new] = **held;
            if old.until == new.until && old.kind != Condition::Entangled {
                return None;
            }
            return Some(begun(state, &new));
        }
        Fact::Loses(held) => {
            let told = event(loses(state, held), held.about());
            return Some(listing(state, held, told));
        }
        Fact::Dose(dose) => (
            dose.on,
            format!(
                "a poison of level {} will deal {} {} damage at the start of its next {}",
                dose.level,
                the(state, dose.on),
                dose.dice,
                turns(dose.rounds)
            ),
        ),
        Fact::Moved(who, at) | Fact::Shifted(who, at) => {
            if state.body(*who).at == *at {
                return None;
            }
            let place = square(state, *at);
            if matches!(fact, Fact::Moved(..)) && state.body(*who).moving.is_some() {
                let text = format!("{} moves to {place}", the(state, *who));
                return Some(detail(text, vec![*who]));
            }
            (*who, format!("{} comes to {place}", the(state, *who)))
        }
        Fact::Passing(who, passing) => {
            let (past, free) = (*passing)?;
            let freely = if free { " freely" } else { "" };
            let text = format!("{} can pass {}{freely}", the(state, *who), the(state, past));
            return Some(event(text, vec![*who, past]));
        }
        Fact::Falling(who, feet) => {
            let text = match (state.body(*who).falling_ft, feet) {
                // Those who are about to fall with another have fallen 0 ft.
                (_, None | Some(0)) => return None,
                (None | Some(0), Some(_)) => format!("{} falls", the(state, *who)),
                (Some(_), Some(feet)) => {
                    format!("{} has fallen {feet} ft and falls on", the(state, *who))
                }
            };
            (*who, text)
        }
        Fact::Task(who, task) => {
            let (task, done) = (*task)?;
            let (name, of) = state.cast.tasks.get(usize::from(task))?;
            let worker = the(state, *who);
            let text = format!("{worker} has done {done} of {of} Actions: {name}");
            return Some(event(text, vec![*who]).as_typed(true));
        }
        Fact::Mounted(who, mount) => {
            let before = state.body(*who).mount;
            let text = match (*mount, before) {
                (Some(mount), _) => format!("{} rides {}", the(state, *who), the(state, mount)),
                (None, Some(mount)) => {
                    format!("{} is off {}", the(state, *who), the(state, mount))
                }
                (None, None) => return None,
            };
            let about = [*who].into_iter().chain(mount.or(before)).collect();
            return Some(event(text, about));
        }
        Fact::Drifts(who, drift) => {
            let text = match drift {
                Some(drift) => format!(
                    "{} drifts, {} ft at each start of Turn",
                    the(state, *who),
                    drift.feet
                ),
                None if state.body(*who).drift.is_some() => {
                    format!("{} drifts no longer", the(state, *who))
                }
                None => return None,
            };
            (*who, text)
        }
        Fact::Presence(who, presence) => (*who, present(state, *who, *presence)?),
        _ => return None,
    };
    Some(event(text, vec![who]))
}

fn of_hp(state: &State, who: CreatureId, left: i16) -> String {
    format!(
        "{} of {} HP left",
        signed(i32::from(left)),
        state.sheet(who).max_hp
    )
}

fn set(state: &State, who: CreatureId, number: Number, value: i16) -> Option<Sentence> {
    let name = the(state, who);
    let body = state.body(who);
    let text = match number {
        Number::Hp if body.hp != value => {
            let down = if body.hp > 0 && value <= 0 {
                " and is Incapacitated"
            } else {
                ""
            };
            format!("{name} has {} HP now{down}", signed(i32::from(value)))
        }
        Number::Energy if body.energy != value => {
            format!(
                "{name} has {value} of {} Energy",
                state.sheet(who).max_energy
            )
        }
        // With the Bleeding its penalty goes unsaid.
        Number::BleedPenalty
            if body.bleed_penalty != value
                && (value > 0 || state.has(who, Condition::Bleeding)) =>
        {
            format!("{name}'s Bleed Penalty is {value}")
        }
        Number::ActionsGranted if i16::from(body.actions_granted) != value => {
            let more = value.saturating_sub(i16::from(body.actions_granted));
            let word = if more > 0 { "more" } else { "fewer" };
            let actions = count(i32::from(more.unsigned_abs()), "Action");
            format!("{name} has {actions} {word} this Turn")
        }
        Number::Airless if value > body.airless => {
            format!(
                "{name} has been without air for {}",
                count(i32::from(value), "Turn")
            )
        }
        Number::Initiative if body.initiative != value => {
            let text = format!("{name}'s Initiative is {}", signed(i32::from(value)));
            return Some(detail(text, vec![who]));
        }
        _ => return None,
    };
    Some(event(text, vec![who]))
}

fn flagged(state: &State, who: CreatureId, flag: Flag, value: bool) -> Option<String> {
    let name = the(state, who);
    let body = state.body(who);
    Some(match (flag, value) {
        (Flag::Flying, true) if !body.flying => format!("{name} takes to the air"),
        (Flag::Flying, false) if body.flying => format!("{name} flies no longer"),
        (Flag::Hanging, true) if !body.hanging => format!("{name} holds on"),
        (Flag::Hanging, false) if body.hanging => format!("{name} holds on no longer"),
        (Flag::Squeezing, true) if !body.squeezing => format!("{name} squeezes in"),
        (Flag::Squeezing, false) if body.squeezing => format!("{name} squeezes no longer"),
        (Flag::Unaware, true) if !body.unaware => format!("{name} does not notice the fight"),
        (Flag::Unaware, false) if body.unaware => format!("{name} notices the fight"),
        _ => return None,
    })
}

fn damaged(state: &State, who: CreatureId, amount: i16, kind: DamageType, harm: Harm) -> String {
    let kind = match kind {
        DamageType::Physical => "",
        DamageType::Fire => "fire ",
        DamageType::Cold => "cold ",
        DamageType::Bleed => "bleed ",
        DamageType::Poison => "poison ",
        DamageType::Mental => "mental ",
    };
    let from = match harm {
        Harm::Attack | Harm::Spell | Harm::Bleeding | Harm::Poison => "",
        Harm::Collision => " from the collision",
        Harm::Burning => " from burning",
        Harm::Fall => " from the fall",
    };
    let before = state.body(who).hp;
    let after = before.saturating_sub(amount);
    let left = of_hp(state, who, after);
    let survives = i32::from(after) > -i32::from(state.sheet(who).max_hp);
    let down = if before > 0 && after <= 0 && survives {
        " and is Incapacitated"
    } else {
        ""
    };
    format!(
        "{} takes {amount} {kind}damage{from} ({left}){down}",
        the(state, who)
    )
}

/// So many Turns to come, after "next".
fn turns(count: u16) -> String {
    match count {
        1 => "Turn".to_owned(),
        count => format!("{count} Turns"),
    }
}

/// Whether a condition of another kind is held by the same creature toward the same one.
fn is_held(state: &State, kind: Condition, like: &Held<Condition>) -> bool {
    let mut all = state.conditions.on(like.on);
    all.any(|held| held.kind == kind && held.toward == like.toward)
}

/// A sentence about whoever has a condition, and whom it is held toward: others may follow, where the same becomes of it toward them.
fn listing(state: &State, held: &Held<Condition>, told: Sentence) -> Sentence {
    match held.toward {
        Some(other) => told.listing(&the(state, other)),
        None => told,
    }
}

/// The beginning of a condition.
fn begun(state: &State, held: &Held<Condition>) -> Sentence {
    let told = Sentence::of_beginning(held, anchor_of(held.until), |held| gains(state, held));
    listing(state, held, told)
}

fn gains(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.or(held.cause).map(|other| the(state, other));
    let by = |words: &str| match &other {
        Some(other) => format!("{words} {other}"),
        None => String::new(),
    };
    let text = match held.kind {
        Condition::FlatFooted if held.toward.is_some() => {
            format!("{name} is Flat Footed{}", by(" towards"))
        }
        Condition::Hidden => format!("{name} is Hidden{}", by(" from")),
        Condition::Undetected => format!("{name} is Undetected{}", by(" by")),
        Condition::Bleeding => format!("{name} begins to bleed"),
        Condition::Dead => format!("{name} dies"),
        Condition::Entangled => format!("{name} is Entangled (DC {})", escape_dc(held)),
        Condition::Grappled => format!("{name} is Grappled{}", by(" by")),
        Condition::Grappling => match &other {
            Some(other) => format!("{name} holds {other}"),
            None => format!("{name} is Grappling"),
        },
        Condition::Choked => format!("{name} is Choked{}", by(" by")),
        Condition::Invisible => format!("{name} becomes Invisible"),
        Condition::Poisoned if held.amount > 0 => {
            format!("{name} is Poisoned (level {})", held.amount)
        }
        Condition::Prone => format!("{name} falls Prone"),
        Condition::Unconscious => format!("{name} falls Unconscious"),
        Condition::SeesThrough => {
            let item = u16::try_from(held.amount).unwrap_or(u16::MAX);
            format!("{name} sees through the {}", thing(state, item))
        }
        kind @ (Condition::Advantage | Condition::Disadvantage) => {
            format!("{name} has {}{}", condition_name(kind), by(" against"))
        }
        kind => format!("{name} is {}", condition_name(kind)),
    };
    format!("{text}{}", lasting(state, held.until))
}

/// How the end of a condition reads, without a full stop.
pub(super) fn loses(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.map(|other| the(state, other));
    if held.kind == Condition::Undetected && is_held(state, Condition::Hidden, held) {
        let from = other.map_or_else(String::new, |other| format!(" from {other}"));
        return format!("{name} is now merely Hidden{from}");
    }
    let link = match (held.kind, &other) {
        (Condition::FlatFooted, Some(other)) => format!(" towards {other}"),
        (Condition::Hidden, Some(other)) => format!(" from {other}"),
        (Condition::Undetected | Condition::Grappled, Some(other)) => format!(" by {other}"),
        (Condition::Grappling, Some(other)) => return format!("{name} holds {other} no longer"),
        (kind @ (Condition::Advantage | Condition::Disadvantage), other) => {
            let against = other
                .as_ref()
                .map_or_else(String::new, |other| format!(" against {other}"));
            return format!("{name} no longer has {}{against}", condition_name(kind));
        }
        _ => String::new(),
    };
    format!("{name} is no longer {}{link}", condition_name(held.kind))
}

fn present(state: &State, who: CreatureId, presence: Presence) -> Option<String> {
    let name = the(state, who);
    if state.body(who).presence == presence {
        return None;
    }
    Some(match presence {
        Presence::Here => format!("{name} joins the fight"),
        Presence::Elsewhere => format!("{name} is gone"),
        Presence::Fled => format!("{name} has left the fight"),
        Presence::Surrendered => format!("{name} has given up"),
        Presence::Removed => format!("{name} is taken out of the fight"),
    })
}
