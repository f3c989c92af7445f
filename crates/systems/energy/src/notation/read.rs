//! Reading acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::{Unread, Wanted};

use super::Reader;
use super::nouns::{maybe_with, power, usual_arm, watch};
use crate::act::{
    Act, Action, Aim, Approach, Attempt, Boost, Claim, Interrupt, Maneuver, Pay, Rest, Strike,
    Struggle,
};
use crate::sheet::Weapon;
use crate::state::{Arm, ItemId, Pace};

/// Words that begin actions, for suggestions.
const ACTIONS: &[&str] = &[
    "attack", "strike", "shoot", "throw", "trip", "disarm", "restrain", "push", "shift", "agile",
    "quick", "run", "sprint", "jump", "leap", "climb", "kneel", "stand", "defend", "equip", "stow",
    "pick", "load", "catch", "escape", "hide", "break", "open", "close", "rouse", "use", "consume",
];

/// Words that begin other acts.
const OTHERS: &[&str] = &[
    "swift",
    "race",
    "wait",
    "face",
    "drop",
    "fall",
    "release",
    "submit",
    "short",
    "long",
    "pass",
    "go",
    "challenge",
    "stop",
    "roll",
    "decline",
    "fortitude",
    "arm",
    "space",
    "take",
    "begin",
    "end",
];

/// Acts that are nothing but fixed words. Longer ones stand before their own beginnings.
const FIXED: &[(&str, Act)] = &[
    ("begin round", Act::BeginRound),
    ("end round", Act::EndRound),
    ("end combat", Act::EndCombat),
    ("wait", Act::Wait),
    ("fall prone", Act::FallProne),
    ("pass on", Act::PassOn(None)),
    ("stop", Act::Stop),
    ("roll", Act::Roll),
    ("decline", Act::Decline),
    ("fortitude", Act::Struggle(Struggle::Fortitude)),
    ("arm strength", Act::Struggle(Struggle::ArmStrength)),
    ("leg strength", Act::Struggle(Struggle::LegStrength)),
];

/// Actions that are nothing but fixed words.
const FIXED_ACTIONS: &[(&str, Action)] = &[
    ("kneel", Action::Kneel),
    ("stand up", Action::Stand),
    ("stand", Action::Stand),
    ("defend", Action::Defend),
    ("catch breath", Action::CatchBreath),
    ("catch your breath", Action::CatchBreath),
    ("hide", Action::Hide),
];

const PACES: &[(&str, Pace)] = &[
    ("shift", Pace::Shift),
    ("agile shift", Pace::AgileShift),
    ("quick run", Pace::QuickRun),
    ("run", Pace::Run),
    ("sprint", Pace::Sprint),
];

const STRUGGLES: &[(&str, Struggle)] = &[
    ("fortitude", Struggle::Fortitude),
    ("arm strength", Struggle::ArmStrength),
    ("leg strength", Struggle::LegStrength),
];

/// Hours of a whole Long Rest (`rest/long-length`).
const WHOLE_NIGHT: u8 = 8;

/// Takes an act.
pub(super) fn act(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    if let Some(act) = reader.maybe_one_of(FIXED) {
        return Ok(act);
    }
    for part in [answers, others] {
        if let Some(act) = part(reader)? {
            return Ok(act);
        }
    }
    if let Some(interrupt) = interrupt(reader)? {
        return Ok(Act::Interrupt(interrupt));
    }
    match claimed(reader)? {
        Some(claim) => Ok(Act::Do(claim)),
        None => {
            let word = reader.need("an act")?;
            let known = ACTIONS.iter().chain(OTHERS);
            Err(Unread::unknown("act", word, known.copied()))
        }
    }
}

fn answers(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("pass until") {
        let metres = reader.number("number of metres")?;
        reader.expect("m")?;
        Act::PassOn(Some(metres))
    } else if reader.take("go on") {
        if reader.is_empty() {
            Act::Pass
        } else {
            Act::Reroute(way(reader)?)
        }
    } else if reader.take("pass") {
        Act::Pass
    } else if reader.take("challenge:") || reader.take("challenge") {
        Act::Challenge(claim(reader)?)
    } else if reader.take("space") {
        Act::Space(reader.cell()?)
    } else if reader.take("take") {
        Act::Take(reader.item(Wanted::Lying)?)
    } else {
        return Ok(None);
    }))
}

fn others(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("race") {
        race(reader)?
    } else if reader.take("face") {
        Act::Face(watch(reader)?)
    } else if reader.take("drop") {
        Act::Drop(reader.item(Wanted::InUse)?)
    } else if reader.take("release") {
        Act::Release(reader.creature()?)
    } else if reader.take("submit") {
        reader.take("to");
        Act::Submit(reader.creature()?)
    } else if reader.take("short rest") {
        Act::Rest(short_rest(reader)?)
    } else if reader.take("long rest") {
        Act::Rest(long_rest(reader)?)
    } else {
        return Ok(None);
    }))
}

/// `race ogre and Garret: attack ogre`.
fn race(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let rest = reader.rest();
    let Some((names, after)) = rest.split_once(':') else {
        return Err(Unread::new(
            "a race is written as `race`, the others, a colon and what one does oneself",
        ));
    };
    let mut others = Vec::new();
    let mut named = reader.of_words(names);
    if !named.take("nobody") {
        others.push(named.creature()?);
    }
    while named.take("and") {
        others.push(named.creature()?);
    }
    named.end()?;
    reader.jump_to(after);
    Ok(Act::Race(others.into(), claim(reader)?))
}

/// An action with its Agile Moves and how it is paid for, if one stands here.
fn claimed(reader: &mut Reader<'_, '_>) -> Result<Option<Claim>, Unread> {
    let Some(action) = action(reader)? else {
        return Ok(None);
    };
    let moves = approach(reader)?;
    let action = if moves.is_empty() {
        action
    } else {
        Action::Moving(Box::new(action), moves)
    };
    let pay = pay(reader)?;
    Ok(Some(Claim { action, pay }))
}

/// The same, which has to be there.
fn claim(reader: &mut Reader<'_, '_>) -> Result<Claim, Unread> {
    if let Some(claim) = claimed(reader)? {
        return Ok(claim);
    }
    let word = reader.need("an action")?;
    Err(Unread::unknown("action", word, ACTIONS.iter().copied()))
}

/// `paying 1 stamina even to collapse`.
fn pay(reader: &mut Reader<'_, '_>) -> Result<Pay, Unread> {
    let mut pay = Pay::PLAIN;
    if reader.take("paying") {
        pay.stamina = reader.number("number of points of Stamina")?;
        reader.expect("stamina")?;
    }
    pay.collapse = reader.take("even to collapse");
    Ok(pay)
}

fn interrupt(reader: &mut Reader<'_, '_>) -> Result<Option<Interrupt>, Unread> {
    if reader.take("agile move") {
        reader.take("to");
        return Ok(Some(Interrupt::AgileMove(reader.cell()?)));
    }
    if !reader.take("swift") {
        return Ok(None);
    }
    if let Some(strike) = attack(reader)? {
        return Ok(Some(Interrupt::Strike(strike, pay(reader)?)));
    }
    if reader.take("use") {
        let (power, aim) = (power(reader)?, aim(reader)?);
        return Ok(Some(Interrupt::Use(power, aim, pay(reader)?)));
    }
    if let Some(attempt) = attempt(reader)? {
        return Ok(Some(Interrupt::Maneuver(attempt, pay(reader)?)));
    }
    let word = reader.need("what is done swiftly")?;
    let known = ["attack", "use", "trip", "disarm", "restrain", "push"];
    Err(Unread::unknown("Swift Attack", word, known))
}

fn action(reader: &mut Reader<'_, '_>) -> Result<Option<Action>, Unread> {
    if let Some(action) = reader.maybe_one_of(FIXED_ACTIONS) {
        return Ok(Some(action));
    }
    if let Some(pace) = reader.maybe_one_of(PACES) {
        return movement(reader, pace).map(Some);
    }
    if let Some(attempt) = attempt(reader)? {
        return Ok(Some(Action::Maneuver(attempt)));
    }
    if let Some(action) = things(reader)? {
        return Ok(Some(action));
    }
    if let Some(strike) = attack(reader)? {
        return Ok(Some(Action::Attack(strike)));
    }
    Ok(Some(if reader.take("jump") {
        reader.take("to");
        Action::Jump(reader.cell()?)
    } else if reader.take("leap") {
        let height = reader.number("number of decimetres")?;
        reader.expect("dm")?;
        Action::Leap(height)
    } else if reader.take("climb") {
        reader.take("to");
        Action::Climb(reader.cell()?)
    } else if reader.take("escape") {
        let from = if reader.clone().take("with") {
            None
        } else {
            reader.take("from");
            Some(reader.creature()?)
        };
        reader.expect("with")?;
        Action::Escape(from, reader.one_of("way to get free", STRUGGLES)?)
    } else if reader.take("rouse") {
        Action::Rouse(reader.creature()?)
    } else if reader.take("use") {
        Action::Use(power(reader)?, aim(reader)?)
    } else {
        return Ok(None);
    }))
}

/// What is done with items and doors.
fn things(reader: &mut Reader<'_, '_>) -> Result<Option<Action>, Unread> {
    use Wanted::{InUse, Lying, Stored};
    Ok(Some(if reader.take("equip") {
        Action::Equip(reader.item(Stored)?)
    } else if reader.take("stow") {
        Action::Stow(reader.item(InUse)?)
    } else if reader.take("pick up") {
        Action::PickUp(reader.item(Lying)?)
    } else if reader.take("load") {
        Action::Load(reader.item(InUse)?)
    } else if reader.take("consume") {
        Action::Consume(reader.item(InUse)?, aim(reader)?)
    } else if reader.take("break down") {
        Action::BreakDown(reader.cell()?, reader.cell()?)
    } else if reader.take("open") {
        Action::Door(reader.cell()?, reader.cell()?, true)
    } else if reader.take("close") {
        Action::Door(reader.cell()?, reader.cell()?, false)
    } else {
        return Ok(None);
    }))
}

fn movement(reader: &mut Reader<'_, '_>, pace: Pace) -> Result<Action, Unread> {
    let path = way(reader)?;
    let push = if reader.take("pushing") {
        let target = reader.creature()?;
        let onward = if reader.take("then") {
            way(reader)?
        } else {
            [].into()
        };
        Some((target, onward))
    } else {
        None
    };
    Ok(Action::Move {
        pace,
        path,
        push,
        straight: reader.take("straight"),
    })
}

/// `to 6,4`, `via 4,3 5,3 to 6,4`.
fn way(reader: &mut Reader<'_, '_>) -> Result<Box<[Cell]>, Unread> {
    let mut path = Vec::new();
    if reader.take("via") {
        while let Some(cell) = reader.square() {
            path.push(cell);
        }
        reader.expect("to")?;
    } else {
        reader.take("to");
    }
    path.push(reader.cell()?);
    Ok(path.into())
}

/// `attack ogre with spear thrown`, `throw spear at ogre`, `shoot ogre`, if one stands here.
fn attack(reader: &mut Reader<'_, '_>) -> Result<Option<Strike>, Unread> {
    if reader.take("throw") {
        let with = reader.arm()?;
        reader.expect("at")?;
        let target = reader.creature()?;
        return strike(reader, target, (with, true)).map(Some);
    }
    let at_range = reader.take("shoot");
    if !at_range && !reader.take("attack") && !reader.take("strike") {
        return Ok(None);
    }
    let target = reader.creature()?;
    let with = maybe_with(reader)?;
    let thrown = reader.take("thrown");
    let with = match with {
        Some(with) => with,
        None if thrown => usual_arm(reader, |weapon| weapon.thrown.is_some())
            .or_else(|_| usual_arm(reader, |weapon| !weapon.is_body()))?,
        None if at_range => usual_arm(reader, |weapon| weapon.shooting.is_some())?,
        None => usual_arm(reader, |_| true)?,
    };
    strike(reader, target, (with, thrown)).map(Some)
}

/// What is said of an attack after its target and its weapon.
fn strike(
    reader: &mut Reader<'_, '_>,
    target: CreatureId,
    (with, thrown): (Arm, bool),
) -> Result<Strike, Unread> {
    Ok(Strike {
        target,
        with,
        thrown,
        nonlethal: nonlethal(reader)?,
        boost: boost(reader)?,
        approach: approach(reader)?,
    })
}

/// `nonlethal`, `nonlethal 2 easier`.
fn nonlethal(reader: &mut Reader<'_, '_>) -> Result<Option<u8>, Unread> {
    if !reader.take("nonlethal") {
        return Ok(None);
    }
    if !stands_number(reader) {
        return Ok(Some(0));
    }
    let times = reader.number("number of times")?;
    reader.expect("easier")?;
    Ok(Some(times))
}

/// `boosted by power strike 3`; without a number it is what the power costs.
fn boost(reader: &mut Reader<'_, '_>) -> Result<Option<Boost>, Unread> {
    if !reader.take("boosted by") {
        return Ok(None);
    }
    let power = power(reader)?;
    let stamina = if stands_number(reader) {
        reader.number("number of points of Stamina")?
    } else {
        reader.nouns.power(power).stamina.max(1)
    };
    Ok(Some(Boost { power, stamina }))
}

fn stands_number(reader: &Reader<'_, '_>) -> bool {
    reader
        .peek()
        .is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// `moving 4,3 5,3`.
fn approach(reader: &mut Reader<'_, '_>) -> Result<Approach, Unread> {
    let mut approach = Approach::new();
    if reader.take("moving") {
        reader.take("to");
        approach.push(reader.cell()?);
        while let Some(cell) = reader.square() {
            approach.push(cell);
        }
    }
    Ok(approach)
}

fn in_melee(weapon: &Weapon) -> bool {
    weapon.melee
}

/// A Combat Maneuver, if one stands here.
fn attempt(reader: &mut Reader<'_, '_>) -> Result<Option<Attempt>, Unread> {
    let (maneuver, target) = if reader.take("trip") {
        (Maneuver::Trip, reader.creature()?)
    } else if reader.take("disarm") {
        let target = reader.creature()?;
        reader.expect("of")?;
        let phrase = reader.phrase()?;
        let item = reader.settle(&phrase, Some(target), Wanted::InUse)?;
        (Maneuver::Disarm(item), target)
    } else if reader.take("restrain") {
        (Maneuver::Restrain, reader.creature()?)
    } else if reader.take("push") {
        (Maneuver::Push, reader.creature()?)
    } else {
        return Ok(None);
    };
    let with = match (maybe_with(reader)?, maneuver) {
        (Some(with), _) => with,
        (None, Maneuver::Restrain | Maneuver::Push) => reader.unarmed()?,
        (None, Maneuver::Trip | Maneuver::Disarm(_)) => usual_arm(reader, in_melee)?,
    };
    Ok(Some(Attempt {
        maneuver,
        target,
        with,
        approach: approach(reader)?,
    }))
}

/// `on ogre`, `at 4,7`, or nothing for oneself.
fn aim(reader: &mut Reader<'_, '_>) -> Result<Aim, Unread> {
    if reader.take("on oneself") {
        return Ok(Aim::Oneself);
    }
    if reader.take("on") {
        return reader.creature().map(Aim::Creature);
    }
    if !reader.take("at") {
        return Ok(Aim::Oneself);
    }
    if let Some(cell) = reader.square() {
        return Ok(Aim::Place(cell));
    }
    reader.creature().map(Aim::Creature)
}

/// `short rest 3 surges 2 repairing leather`.
fn short_rest(reader: &mut Reader<'_, '_>) -> Result<Rest, Unread> {
    let blocks = reader.number("number of blocks of 5 minutes")?;
    let (surges, repair) = in_a_rest(reader)?;
    Ok(Rest::Short {
        blocks,
        surges,
        repair,
    })
}

/// `long rest`, `long rest 6 hours surges 2`.
fn long_rest(reader: &mut Reader<'_, '_>) -> Result<Rest, Unread> {
    let hours = if stands_number(reader) {
        reader.count_of("hour", "hours")?
    } else {
        WHOLE_NIGHT
    };
    let (surges, repair) = in_a_rest(reader)?;
    Ok(Rest::Long {
        hours,
        surges,
        repair,
    })
}

/// `surges 2 repairing leather`, or nothing.
fn in_a_rest(reader: &mut Reader<'_, '_>) -> Result<(u8, Option<ItemId>), Unread> {
    let surges = if reader.take("surges") {
        reader.number("number of Recovery Surges")?
    } else {
        0
    };
    let repair = if reader.take("repairing") {
        Some(reader.item(Wanted::InUse)?)
    } else {
        None
    };
    Ok((surges, repair))
}
