//! What happens to creatures.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;
use affray_kernel::prose::{count, list, signed};
use affray_kernel::story::{Sentence, Several};

use super::words::{anchor_of, condition_name, kind_name, lasting, square, stance_name, the};
use super::{detail, event, thing};
use crate::act::Facing;
use crate::fact::{Barrier, Fact, Flag, Harm, Number, When, apply};
use crate::look::ready;
use crate::rules::effects::PARALYSIS;
use crate::rules::numbers::{
    PARALYSED, able, dying, hit_points, paralysis_step, petrified, threshold,
};
use crate::sheet::Attribute;
use crate::state::{
    Condition, HAMPERED, NEVER, NO_ATTACK, Pace, Posture, Presence, Run, Stance, State, Underway,
};

/// How a fact about a body reads.
pub(super) fn tell(state: &State, fact: &Fact) -> Option<Sentence> {
    let told = tell_itself(state, fact)?;
    let Some((who, becomes)) = stiffens(state, fact) else {
        return Some(told);
    };
    let text = told.text.trim_end_matches('.');
    Some(event(format!("{text}: it {becomes}"), vec![who]))
}

/// Who turns to stone by a fact, can move and act no longer or can do so again, and how that reads (`paralysis/complete`,
/// `petrification/complete`).
fn stiffens(state: &State, fact: &Fact) -> Option<(CreatureId, &'static str)> {
    let who = match fact {
        Fact::Paralysed(who, _)
        | Fact::ParalysisFades(who)
        | Fact::NoParalysis(who)
        | Fact::Set(who, Number::Petrification | Number::AttributeDamage(_), _) => *who,
        _ => return None,
    };
    let after = after(state, fact);
    let stiff = |state: &State| petrified(state, who) || paralysis_step(state, who) == PARALYSED;
    let becomes = match (stiff(state), stiff(&after)) {
        (_, true) if petrified(&after, who) && !petrified(state, who) => "is stone",
        (false, true) => "can move and act no longer",
        (true, false) if able(&after, who) => "can move and act again",
        _ => return None,
    };
    Some((who, becomes))
}

/// The state as a fact leaves it.
fn after(state: &State, fact: &Fact) -> State {
    let mut after = state.clone();
    apply(&mut after, fact);
    after
}

/// How much paralysis damage a creature has.
fn paralysis(state: &State, who: CreatureId) -> i16 {
    let shares = state.body(who).paralysis.iter();
    shares.map(|share| share.points).sum()
}

/// How far paralysis fades, and what the rest of it does (`paralysis/table`).
fn fades(state: &State, who: CreatureId, fact: &Fact) -> String {
    let after = after(state, fact);
    let (name, left) = (the(state, who), paralysis(&after, who));
    let step = usize::from(paralysis_step(&after, who).unsigned_abs());
    match (left, step) {
        (0, _) => format!("{name}'s paralysis is gone"),
        (_, 0) => format!("{name}'s paralysis fades to {left} (no effect any more)"),
        (_, step) => {
            let does = PARALYSIS[step.min(6)];
            format!("{name}'s paralysis fades to {left} ({does})")
        }
    }
}

/// How many bonus hit points go whose time is over; none where it is over for none.
fn bonus_ending(state: &State, who: CreatureId) -> Option<i16> {
    let now = state.clock.count;
    let pools = state.body(who).bonus.iter();
    let points = pools
        .filter(|pool| pool.until <= now)
        .map(|pool| pool.points)
        .sum();
    (points > 0).then_some(points)
}

fn tell_itself(state: &State, fact: &Fact) -> Option<Sentence> {
    let (who, text) = match fact {
        Fact::Set(who, number, value) => return set(state, *who, *number, *value),
        Fact::At(who, when, count) => return at(state, *who, *when, *count),
        Fact::Flag(who, flag, value) => (*who, flagged(state, *who, *flag, *value)?),
        Fact::Damaged { who, .. } => (*who, damaged(state, fact)?.0),
        Fact::Stays(who, barrier) => (*who, stays(&the(state, *who), *barrier)),
        Fact::Unhurt(who) => (*who, format!("{} takes no damage", the(state, *who))),
        Fact::Uncured(who) => (
            *who,
            format!("{} has nothing to be cured of", the(state, *who)),
        ),
        Fact::Healed(who, invigoration, fatigue) => {
            (*who, healed(state, *who, *invigoration, *fatigue))
        }
        Fact::Regains(who, points) => {
            let left = how_it_stands(state, *who, 0, *points);
            let name = the(state, *who);
            (*who, format!("{name} regains {points} HP ({left})"))
        }
        Fact::Bonus(who, pool) => {
            let points = count(i32::from(pool.points), "bonus hit point");
            let until = pool.until;
            (
                *who,
                format!("{} has {points} until count {until}", the(state, *who)),
            )
        }
        Fact::BonusEnds(who) => {
            let points = bonus_ending(state, *who)?;
            let left = how_it_stands(state, *who, 0, -points);
            let name = the(state, *who);
            (
                *who,
                format!("{name}'s {points} bonus hit points end ({left})"),
            )
        }
        Fact::NoBonus(who) => (
            *who,
            format!("{} has no bonus hit points any more", the(state, *who)),
        ),
        Fact::Paralysed(who, source) => {
            let before = paralysis(state, *who);
            let name = the(state, *who);
            let (points, total) = (source.points, before.saturating_add(source.points));
            (
                *who,
                format!("{name} takes {points} paralysis damage ({total} in all)"),
            )
        }
        Fact::ParalysisFades(who) => {
            return Some(detail(fades(state, *who, fact), vec![*who]));
        }
        Fact::NoParalysis(who) => (*who, format!("{}'s paralysis is gone", the(state, *who))),
        Fact::Posture(who, posture) => return stands(state, *who, *posture),
        Fact::Faces(who, facing) => {
            let text = match *facing {
                Facing::Around => "meets all sides".to_owned(),
                Facing::Heading(heading) => format!("faces {heading}"),
                Facing::Creature(other) => format!("faces {}", the(state, other)),
            };
            let other = match *facing {
                Facing::Creature(other) => Some(other),
                _ => None,
            };
            let about = [*who].into_iter().chain(other).collect();
            return Some(event(format!("{} {text}", the(state, *who)), about));
        }
        Fact::Moved(who, cell) => {
            if state.body(*who).at == *cell {
                return None;
            }
            (
                *who,
                format!("{} comes to {}", the(state, *who), square(state, *cell)),
            )
        }
        Fact::Runs(who, run) => (*who, runs(state, *who, *run)?),
        Fact::Wakes(who, at) => {
            let text = format!("{} may wake at count {}", the(state, *who), (*at)?);
            return Some(detail(text, vec![*who]));
        }
        Fact::Dying(who, since) => {
            let was = state.body(*who).dying_since.is_some();
            let name = the(state, *who);
            match (since, was) {
                (Some(_), false) => (*who, format!("{name} is dying")),
                (None, true) => (*who, format!("{name} is no longer dying")),
                _ => return None,
            }
        }
        Fact::Stapled(who, stapled) => (
            *who,
            match stapled {
                Some(stapled) => {
                    let by = stapled.item.map_or_else(String::new, |item| {
                        format!(" by the {}", thing(state, item.0))
                    });
                    let what = if stapled.body { "body" } else { "clothing" };
                    let name = the(state, *who);
                    format!(
                        "{name} is pinned{by} through the {what} (DC {})",
                        stapled.dc
                    )
                }
                None if state.body(*who).stapled.is_some() => {
                    format!("{} is pinned no longer", the(state, *who))
                }
                None => return None,
            },
        ),
        Fact::Mounted(who, mount) => {
            let before = state.body(*who).mount;
            let text = match (*mount, before) {
                (Some(mount), _) => format!("{} rides {}", the(state, *who), the(state, mount)),
                (None, Some(mount)) => format!("{} is off {}", the(state, *who), the(state, mount)),
                (None, None) => return None,
            };
            let about = [*who].into_iter().chain(mount.or(before)).collect();
            return Some(event(text, about));
        }
        Fact::Gains(held) => return Some(begun(state, held)),
        Fact::Loses(held) => return Some(event(loses(state, held), held.about())),
        Fact::Presence(who, presence) => (*who, present(state, *who, *presence)?),
        _ => return None,
    };
    Some(event(text, vec![who]))
}

/// Why a creature is not moved, grabbed, pinned or felled after all.
fn stays(name: &str, barrier: Barrier) -> String {
    match barrier {
        Barrier::Room => format!("there is no room for {name}, which is moved no farther"),
        Barrier::Distance => format!("{name} is too far away by now to be moved"),
        Barrier::Grip => format!("{name} has been moved away and is not held"),
        Barrier::Lying => format!("{name} lies on the ground already"),
    }
}

/// Adds how the end of a condition reads to what else ends at once.
pub(super) fn add_end(state: &State, held: &Held<Condition>, over: &mut Several) {
    over.add(&the(state, held.on), &loses(state, held), held.about());
}

/// Hit points and fatigue as they will be: `22 of 24 HP, fatigue 3`.
fn how_it_stands(state: &State, who: CreatureId, fatigue: i16, hp: i16) -> String {
    let left = hit_points(state, who).saturating_add(hp).max(0);
    let fatigue = state.body(who).fatigue.saturating_add(fatigue);
    format!(
        "{} of {} HP, fatigue {}",
        signed(i32::from(left)),
        state.sheet(who).max_hp,
        signed(i32::from(fatigue))
    )
}

/// From what it comes, with a space before it.
fn from(why: Harm) -> &'static str {
    match why {
        Harm::Hit => "",
        Harm::Cost => " by the effort",
        Harm::Running => " from running",
        Harm::Poison => " from poison",
        Harm::Fire => " from the fire",
        Harm::Dying => " by dying",
        Harm::Fading => " as it fades",
    }
}

/// How damage reads, and how to those who may not know its Threshold of Pain: how damage splits would tell them.
fn damaged(state: &State, fact: &Fact) -> Option<(String, String)> {
    let Fact::Damaged {
        who,
        fatigue,
        hp,
        kind,
        why,
    } = *fact
    else {
        return None;
    };
    let name = the(state, who);
    let from = from(why);
    let left = how_it_stands(state, who, fatigue, hp.saturating_neg());
    let mut parts = Vec::new();
    if hp != 0 {
        parts.push(format!("loses {hp} HP"));
    }
    if fatigue != 0 {
        parts.push(format!("gains {fatigue} fatigue"));
    }
    let parts = list(&parts);
    let Some(kind) = kind else {
        let harmed = if hp == 0 { "tires" } else { "is harmed" };
        return Some((
            format!("{name} {parts}{from} ({left})"),
            format!("{name} {harmed}{from}"),
        ));
    };
    let total = fatigue.saturating_add(hp);
    let taken = format!("{name} takes {total} {} damage{from}", kind_name(kind));
    Some((format!("{taken}: {name} {parts} ({left})"), taken))
}

/// How a fact with numbers of a body in it reads to those who may not know them; empty where nothing is left to say.
pub(super) fn without_numbers(state: &State, fact: &Fact) -> Option<String> {
    let name = |who: &CreatureId| the(state, *who);
    if let Some((who, becomes)) = stiffens(state, fact) {
        return Some(format!("{} {becomes}", name(&who)));
    }
    Some(match fact {
        Fact::Damaged { .. } => damaged(state, fact)?.1,
        Fact::Healed(who, ..) | Fact::Regains(who, _) => format!("{} is healed", name(who)),
        Fact::Bonus(who, _) => format!("{} is strengthened", name(who)),
        Fact::BonusEnds(who) if bonus_ending(state, *who).is_some() => {
            format!("{}'s bonus hit points end", name(who))
        }
        Fact::Paralysed(who, _) => format!("{} takes paralysis damage", name(who)),
        Fact::Set(who, Number::Wear, value) if wounds(state, *who, *value) => {
            format!("{} is wounded", name(who))
        }
        Fact::Set(who, Number::Impairments(_), _) => {
            format!("{}'s impairments change", name(who))
        }
        Fact::Set(who, Number::AttributeDamage(attribute), _) => {
            format!("{}'s {} changes", name(who), attribute.name())
        }
        Fact::Set(who, Number::Petrification, _) => {
            format!("{}'s petrification changes", name(who))
        }
        Fact::Set(..) => String::new(),
        _ => return None,
    })
}

fn healed(state: &State, who: CreatureId, invigoration: i16, fatigue: i16) -> String {
    let mut parts = Vec::new();
    if invigoration != 0 {
        parts.push(format!("gains {invigoration} Invigoration"));
    }
    if fatigue != 0 {
        parts.push(format!("loses {fatigue} fatigue"));
    }
    if parts.is_empty() {
        parts.push("gains nothing by it".to_owned());
    }
    let left = how_it_stands(state, who, -fatigue, invigoration);
    format!("{} {} ({left})", the(state, who), list(&parts))
}

fn set(state: &State, who: CreatureId, number: Number, value: i16) -> Option<Sentence> {
    let name = the(state, who);
    let body = state.body(who);
    let text = match number {
        Number::Hp if body.hp != value => {
            format!("{name} has {} HP now", signed(i32::from(value)))
        }
        Number::Fatigue if body.fatigue != value => {
            format!("{name}'s fatigue is {} now", signed(value.into()))
        }
        Number::Invigoration if body.invigoration != value => {
            format!("{name}'s Invigoration is {value} now")
        }
        Number::Wear if body.wear != value => return worn(state, who, value),
        Number::Impairments(kind) => {
            let kind = usize::from(kind.min(2));
            if body.impairments[kind] == value {
                return None;
            }
            let kind = ["bludgeoning", "piercing", "slashing"][kind];
            format!("{name}'s {kind} impairment is {value}")
        }
        Number::AttributeDamage(attribute) => attribute_damage(state, who, attribute, value)?,
        Number::Petrification if body.petrification != value => {
            format!("{name}'s petrification is {value}")
        }
        Number::PoisonHp if body.poison_hp != value => {
            return Some(of_poison(state, who, "lost HP", value));
        }
        Number::PoisonFatigue if body.poison_fatigue != value => {
            return Some(of_poison(state, who, "fatigue", value));
        }
        Number::RunPenalty if body.run_penalty != value => {
            let text = format!("{name}'s running penalty is {value}");
            return Some(detail(text, vec![who]));
        }
        _ => return None,
    };
    Some(event(text, vec![who]))
}

/// How much of what a creature has lost is of poison (`poison/healing`).
fn of_poison(state: &State, who: CreatureId, what: &str, value: i16) -> Sentence {
    let name = the(state, who);
    let text = format!("{value} of {name}'s {what} is of poison");
    detail(text, vec![who])
}

/// The Threshold of Pain as it is with so much wear.
fn threshold_worn(state: &State, who: CreatureId, wear: i16) -> i16 {
    let mut after = state.clone();
    after.bodies[who.index()].wear = wear;
    threshold(&after, who)
}

/// Whether so much wear makes a creature wounded that was not.
fn wounds(state: &State, who: CreatureId, wear: i16) -> bool {
    threshold(state, who) > 0 && threshold_worn(state, who, wear) == 0
}

/// How a hit leaves the Threshold of Pain; nothing to say where there is none left to wear.
fn worn(state: &State, who: CreatureId, wear: i16) -> Option<Sentence> {
    let name = the(state, who);
    if wounds(state, who, wear) {
        let text = format!("{name} is wounded (Threshold of Pain 0)");
        return Some(event(text, vec![who]));
    }
    let left = threshold_worn(state, who, wear);
    if left == 0 && wear > state.body(who).wear {
        let text = format!("{name}'s Threshold of Pain stays 0");
        return Some(detail(text, vec![who]));
    }
    let text = format!("{name}'s Threshold of Pain is {left}");
    (left != threshold(state, who)).then(|| detail(text, vec![who]))
}

fn attribute_damage(
    state: &State,
    who: CreatureId,
    attribute: Attribute,
    value: i16,
) -> Option<String> {
    let before = state.body(who).attribute_damage[attribute as usize];
    if before == value {
        return None;
    }
    let full = state.sheet(who).attributes[attribute as usize];
    Some(format!(
        "{}'s {} is {} now",
        the(state, who),
        attribute.name(),
        signed(i32::from(full.saturating_sub(value)))
    ))
}

fn at(state: &State, who: CreatureId, when: When, count: u32) -> Option<Sentence> {
    let underway = &state.body(who).underway;
    let told_already = state.body(who).next == count
        || count == NEVER
        || ready(underway) == Some(count)
        || matches!(underway, Underway::Walk(..)) && count == state.clock.count + 1;
    if when != When::Next || told_already {
        return None;
    }
    let text = format!("{} acts next at count {count}", the(state, who));
    Some(detail(text, vec![who]))
}

fn flagged(state: &State, who: CreatureId, flag: Flag, value: bool) -> Option<String> {
    let name = the(state, who);
    let body = state.body(who);
    Some(match (flag, value) {
        (Flag::Stabilized, true) if !body.stabilized => format!("{name} is stabilized"),
        (Flag::Stabilized, false)
            if body.stabilized && (dying(state, who) || state.has(who, Condition::Unconscious)) =>
        {
            format!("{name} is no longer stable")
        }
        (Flag::Controls, true) if !body.controls => format!("{name} controls the mount"),
        (Flag::Treated, true) if !body.treated => {
            format!("{name} has been treated today")
        }
        (Flag::Treated, false) if body.treated => format!("{name} can be treated again"),
        (Flag::ResistanceLowered, true) if !body.resistance_lowered => {
            format!("{name}'s spell resistance is lowered")
        }
        (Flag::ResistanceLowered, false) if body.resistance_lowered => {
            format!("{name}'s spell resistance is up again")
        }
        _ => return None,
    })
}

fn stands(state: &State, who: CreatureId, posture: Posture) -> Option<Sentence> {
    let before = state.body(who).posture;
    let name = the(state, who);
    let stance = stance_name(posture.stance);
    // The act that leads into the stance is told; its count comes with the end of the shift.
    if posture.from == NEVER {
        return None;
    }
    if posture.from > state.clock.count && posture.stance != Stance::Basic {
        let text = format!(
            "{name} has the benefits of {stance} from count {}",
            posture.from
        );
        return Some(detail(text, vec![who]));
    }
    // Whoever is still on the way down can be knocked down.
    let falls = posture.stance == Stance::Prone && before.from > state.clock.count;
    if before.stance == posture.stance && !falls {
        return None;
    }
    let text = match posture.stance {
        Stance::Basic if matches!(before.stance, Stance::Prone | Stance::Crouch) => {
            format!("{name} stands up")
        }
        Stance::Basic => format!("{name} is in the basic stance again"),
        Stance::Prone => format!("{name} falls prone"),
        _ => format!("{name} is in the {stance} stance"),
    };
    Some(event(text, vec![who]))
}

fn runs(state: &State, who: CreatureId, run: Option<Run>) -> Option<String> {
    let name = the(state, who);
    let before = state.body(who).run;
    Some(
        match (before.map(|run| run.pace), run.map(|run| run.pace)) {
            (before, after) if before == after => return None,
            (_, Some(Pace::Sprint)) => format!("{name} begins to sprint"),
            (None, Some(_)) => format!("{name} begins to run"),
            (Some(_), Some(_)) => format!("{name} runs on without sprinting"),
            (_, None) => format!("{name} stops running"),
        },
    )
}

/// The beginning of a condition.
fn begun(state: &State, held: &Held<Condition>) -> Sentence {
    Sentence::of_beginning(held, anchor_of(held.until), |held| gains(state, held))
}

fn gains(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let other = held.toward.or(held.cause).map(|other| the(state, other));
    let link = |words: &str| match &other {
        Some(other) => format!(" {words} {other}"),
        None => String::new(),
    };
    let text = match held.kind {
        Condition::Dead => format!("{name} dies"),
        Condition::Unconscious => format!("{name} falls unconscious"),
        Condition::Asleep => format!("{name} falls asleep"),
        Condition::Grabbed => {
            let [how, so] = how_grabbed(held.amount);
            format!("{name} is {how}{}{so}", link("by"))
        }
        Condition::Netted => format!("{name} is caught in a net"),
        Condition::Burning => format!("{name} catches fire"),
        Condition::DistractedAttack => {
            format!("{name} is distracted in attacks{}", link("on"))
        }
        Condition::DistractedDefense => {
            format!("{name} is distracted in defense{}", link("against"))
        }
        Condition::Feinting => format!("{name} has an opening{}", link("against")),
        Condition::Shaken => format!("{name} is shaken ({})", signed(i32::from(held.amount))),
        kind => format!("{name} is {}", condition_name(kind)),
    };
    format!("{text}{}", lasting(state, held.until))
}

/// How hard a grab is to get out of, before and after whose it is (`wrestling/grab-great-success`, `wrestling/grab-critical-success`).
const fn how_grabbed(amount: i16) -> [&'static str; 2] {
    let how = match amount & HAMPERED {
        0 => "grabbed",
        _ => "grabbed firmly",
    };
    let so = match amount & NO_ATTACK {
        0 => "",
        _ => ", so fast that it can only struggle",
    };
    [how, so]
}

/// How the end of a condition reads, without a full stop.
pub(super) fn loses(state: &State, held: &Held<Condition>) -> String {
    let name = the(state, held.on);
    let link = match (held.kind, held.toward) {
        (Condition::Grabbed, Some(other)) => format!(" by {}", the(state, other)),
        (Condition::DistractedAttack, Some(other)) => format!(" on {}", the(state, other)),
        (Condition::DistractedDefense, Some(other)) => format!(" against {}", the(state, other)),
        _ => String::new(),
    };
    match held.kind {
        Condition::Unconscious | Condition::Asleep => format!("{name} wakes"),
        Condition::Burning => format!("{name} burns no longer"),
        Condition::Feinting => format!("{name}'s opening is gone"),
        kind => format!("{name} is no longer {}{link}", condition_name(kind)),
    }
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
