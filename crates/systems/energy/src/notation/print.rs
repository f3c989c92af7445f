//! Printing acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::Wanted;

use super::Namer;
use crate::act::{
    Act, Action, Aim, Approach, Attempt, Boost, Claim, Interrupt, Maneuver, Pay, Rest, Strike,
    Struggle,
};
use crate::state::{Arm, ItemId, Pace, PowerId, Watch};

pub(super) fn act(namer: Namer<'_>, act: &Act) -> String {
    match act {
        Act::BeginRound => "begin round".into(),
        Act::EndRound => "end round".into(),
        Act::EndCombat => "end combat".into(),

        Act::Do(claim) => self::claim(namer, claim),
        Act::Interrupt(interrupt) => self::interrupt(namer, interrupt),
        Act::Race(others, claim) => {
            format!(
                "race {}: {}",
                contenders(namer, others),
                self::claim(namer, claim)
            )
        }
        Act::Wait => "wait".into(),
        Act::Face(Watch::Heading(heading)) => format!("face {heading}"),
        Act::Face(Watch::Creature(who)) => about(namer, "face", *who),
        Act::Drop(item) => own(namer, "drop", *item, Wanted::InUse),
        Act::FallProne => "fall prone".into(),
        Act::Release(who) => about(namer, "release", *who),
        Act::Submit(who) => about(namer, "submit to", *who),
        Act::Rest(rest) => self::rest(namer, rest),

        Act::Pass => "pass".into(),
        Act::PassOn(None) => "pass on".into(),
        Act::PassOn(Some(metres)) => format!("pass until {metres} m"),
        Act::Challenge(claim) => format!("challenge: {}", self::claim(namer, claim)),
        Act::Stop => "stop".into(),
        Act::Reroute(path) => way(namer, "go on", path),
        Act::Roll => "roll".into(),
        Act::Decline => "decline".into(),
        Act::Struggle(roll) => struggle(*roll).into(),
        Act::Space(cell) => to(namer, "space", *cell),
        Act::Take(item) => own(namer, "take", *item, Wanted::Lying),
    }
}

fn claim(namer: Namer<'_>, claim: &Claim) -> String {
    format!("{}{}", action(namer, &claim.action), paying(claim.pay))
}

/// An action without how it is paid for.
pub(super) fn action(namer: Namer<'_>, action: &Action) -> String {
    match action {
        Action::Attack(strike) => format!("attack {}", self::strike(namer, strike)),
        Action::Maneuver(attempt) => self::attempt(namer, attempt),
        Action::Move {
            pace,
            path,
            push,
            straight,
        } => {
            let mut text = way(namer, pace_word(*pace), path);
            if let Some((target, onward)) = push {
                text.push_str(&format!(" pushing {}", namer.creature(*target)));
                if !onward.is_empty() {
                    text.push(' ');
                    text.push_str(&way(namer, "then", onward));
                }
            }
            if *straight {
                text.push_str(" straight");
            }
            text
        }
        Action::Jump(cell) => to(namer, "jump to", *cell),
        Action::Leap(height) => format!("leap {height} dm"),
        Action::Climb(cell) => to(namer, "climb to", *cell),
        Action::Kneel => "kneel".into(),
        Action::Stand => "stand up".into(),
        Action::Defend => "defend".into(),
        Action::Equip(item) => own(namer, "equip", *item, Wanted::Stored),
        Action::Stow(item) => own(namer, "stow", *item, Wanted::InUse),
        Action::PickUp(item) => own(namer, "pick up", *item, Wanted::Lying),
        Action::Load(item) => own(namer, "load", *item, Wanted::InUse),
        Action::CatchBreath => "catch breath".into(),
        Action::Escape(from, roll) => {
            let from =
                from.map_or_else(String::new, |who| format!(" from {}", namer.creature(who)));
            format!("escape{from} with {}", struggle(*roll))
        }
        Action::Hide => "hide".into(),
        Action::BreakDown(a, b) => format!("break down {}", namer.cells(&[*a, *b])),
        Action::Door(a, b, true) => format!("open {}", namer.cells(&[*a, *b])),
        Action::Door(a, b, false) => format!("close {}", namer.cells(&[*a, *b])),
        Action::Rouse(who) => about(namer, "rouse", *who),
        Action::Use(power, aim) => using(namer, *power, *aim),
        Action::Consume(item, aim) => {
            let consume = own(namer, "consume", *item, Wanted::InUse);
            format!("{consume}{}", aimed(namer, *aim))
        }
        Action::Moving(action, moves) => {
            format!("{}{}", self::action(namer, action), moving(namer, moves))
        }
    }
}

fn interrupt(namer: Namer<'_>, interrupt: &Interrupt) -> String {
    let (text, pay) = match interrupt {
        Interrupt::AgileMove(cell) => return to(namer, "agile move to", *cell),
        Interrupt::Strike(strike, pay) => (format!("attack {}", self::strike(namer, strike)), pay),
        Interrupt::Maneuver(attempt, pay) => (self::attempt(namer, attempt), pay),
        Interrupt::Use(power, aim, pay) => (using(namer, *power, *aim), pay),
    };
    format!("swift {text}{}", paying(*pay))
}

/// `ogre with longsword nonlethal 1 easier`.
fn strike(namer: Namer<'_>, strike: &Strike) -> String {
    let mut text = format!(
        "{} with {}",
        namer.creature(strike.target),
        namer.arm(strike.with)
    );
    if strike.thrown {
        text.push_str(" thrown");
    }
    match strike.nonlethal {
        None => {}
        Some(0) => text.push_str(" nonlethal"),
        Some(times) => text.push_str(&format!(" nonlethal {times} easier")),
    }
    if let Some(boost) = strike.boost {
        text.push_str(&boosted(namer, boost));
    }
    text + &moving(namer, &strike.approach)
}

fn attempt(namer: Namer<'_>, attempt: &Attempt) -> String {
    let target = namer.creature(attempt.target);
    let text = match attempt.maneuver {
        Maneuver::Trip => format!("trip {target}"),
        Maneuver::Disarm(item) => format!(
            "disarm {target} of {}",
            namer.item(item, Some(attempt.target), Wanted::InUse)
        ),
        Maneuver::Restrain => format!("restrain {target}"),
        Maneuver::Push => format!("push {target}"),
    };
    let bodily = matches!(attempt.maneuver, Maneuver::Restrain | Maneuver::Push);
    let with = if bodily && unarmed(namer) == Some(attempt.with) {
        String::new()
    } else {
        format!(" with {}", namer.arm(attempt.with))
    };
    format!("{text}{with}{}", moving(namer, &attempt.approach))
}

/// The speaker's body as a weapon.
fn unarmed(namer: Namer<'_>) -> Option<Arm> {
    let who = namer.who?;
    namer.nouns.cast.sheets.get(who.index())?;
    Some(namer.nouns.unarmed(who))
}

/// The Stamina is left out where it is what the power costs anyway.
fn boosted(namer: Namer<'_>, boost: Boost) -> String {
    let name = power_name(namer, boost.power);
    let power = namer.nouns.cast.powers.get(usize::from(boost.power.0));
    match power.map(|power| power.stamina.max(1)) {
        Some(usual) if usual == boost.stamina => format!(" boosted by {name}"),
        _ => format!(" boosted by {name} {}", boost.stamina),
    }
}

fn moving(namer: Namer<'_>, approach: &Approach) -> String {
    if approach.is_empty() {
        String::new()
    } else {
        format!(" moving {}", namer.cells(approach))
    }
}

fn paying(pay: Pay) -> String {
    let mut text = String::new();
    if pay.stamina > 0 {
        text.push_str(&format!(" paying {} stamina", pay.stamina));
    }
    if pay.collapse {
        text.push_str(" even to collapse");
    }
    text
}

const fn pace_word(pace: Pace) -> &'static str {
    match pace {
        Pace::Shift => "shift",
        Pace::AgileShift => "agile shift",
        Pace::QuickRun => "quick run",
        Pace::Run => "run",
        Pace::Sprint => "sprint",
    }
}

/// `run via 4,3 5,3 to 6,4`.
fn way(namer: Namer<'_>, verb: &str, path: &[Cell]) -> String {
    match path {
        [] => verb.into(),
        [goal] => format!("{verb} to {}", namer.cell(*goal)),
        [way @ .., goal] => format!("{verb} via {} to {}", namer.cells(way), namer.cell(*goal)),
    }
}

fn power_name(namer: Namer<'_>, power: PowerId) -> String {
    let known = namer.nouns.cast.powers.get(usize::from(power.0));
    namer.listed(power.0, known.map(|power| power.name.as_str()))
}

fn using(namer: Namer<'_>, power: PowerId, aim: Aim) -> String {
    format!("use {}{}", power_name(namer, power), aimed(namer, aim))
}

/// At what it is aimed, with a space before it.
fn aimed(namer: Namer<'_>, aim: Aim) -> String {
    match aim {
        Aim::Oneself => String::new(),
        Aim::Creature(who) => format!(" on {}", namer.creature(who)),
        Aim::Place(cell) => format!(" at {}", namer.cell(cell)),
    }
}

pub(super) const fn struggle(roll: Struggle) -> &'static str {
    match roll {
        Struggle::Fortitude => "fortitude",
        Struggle::ArmStrength => "arm strength",
        Struggle::LegStrength => "leg strength",
    }
}

fn contenders(namer: Namer<'_>, others: &[CreatureId]) -> String {
    if others.is_empty() {
        return "nobody".into();
    }
    let names: Vec<String> = others.iter().map(|who| namer.creature(*who)).collect();
    names.join(" and ")
}

fn rest(namer: Namer<'_>, rest: &Rest) -> String {
    let (mut text, surges, repair) = match rest {
        Rest::Short {
            blocks,
            surges,
            repair,
        } => (format!("short rest {blocks}"), *surges, *repair),
        Rest::Long {
            hours: 8,
            surges,
            repair,
        } => ("long rest".into(), *surges, *repair),
        Rest::Long {
            hours,
            surges,
            repair,
        } => (format!("long rest {hours} hours"), *surges, *repair),
    };
    if surges > 0 {
        text.push_str(&format!(" surges {surges}"));
    }
    if let Some(item) = repair {
        text.push_str(&format!(" repairing {}", namer.own(item, Wanted::InUse)));
    }
    text
}

fn about(namer: Namer<'_>, verb: &str, who: CreatureId) -> String {
    format!("{verb} {}", namer.creature(who))
}

fn to(namer: Namer<'_>, verb: &str, cell: Cell) -> String {
    format!("{verb} {}", namer.cell(cell))
}

fn own(namer: Namer<'_>, verb: &str, item: ItemId, wanted: Wanted) -> String {
    format!("{verb} {}", namer.own(item, wanted))
}
