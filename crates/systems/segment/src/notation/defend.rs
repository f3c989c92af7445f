//! Reading defences.

use affray_kernel::CreatureId;
use affray_kernel::notation::Unread;

use super::Reader;
use super::nouns::{arm, sheet, weapon};
use crate::act::Defence;
use crate::rules::averting;
use crate::sheet::DefendSkill;
use crate::state::{Arm, ItemId, State};

/// `with medium shield to 4,4 on guard`, `for an action`: what averts is the first thing that can, where nothing is named.
pub(super) fn defence(reader: &mut Reader<'_, '_>, skill: DefendSkill) -> Result<Defence, Unread> {
    let with = if reader.take("with nothing") {
        None
    } else if reader.take("with") {
        Some(averter(reader, skill)?)
    } else if skill.averts() {
        let state = reader.nouns;
        let usual = reader.usual_arm(|_, arm| averts(state, reader.who, skill, arm));
        Some(usual.or_else(|unread| hand(reader, skill).ok_or(unread))?)
    } else {
        None
    };
    let to = if reader.take("to") {
        Some(reader.cell()?)
    } else {
        None
    };
    Ok(Defence {
        skill,
        on_guard: on_guard(reader, skill),
        with,
        to,
    })
}

/// Whether the On-Guard check is meant: where nothing is said it is, by whoever is On-Guard with that skill.
fn on_guard(reader: &mut Reader<'_, '_>, skill: DefendSkill) -> bool {
    if reader.take("on guard") || reader.take("on-guard") {
        return true;
    }
    let is_paid = reader.take("for an action");
    !is_paid && guards_with(reader.nouns, reader.who, skill)
}

/// Whether somebody is On-Guard with a skill.
pub(super) fn guards_with(state: &State, who: Option<CreatureId>, skill: DefendSkill) -> bool {
    let body = who.and_then(|who| state.bodies.get(who.index()));
    let guard = body.and_then(|body| body.guard);
    guard.is_some_and(|guard| guard.skill == skill)
}

/// Takes what a skill averts with. Whoever has hands thwarts with a free one, whichever natural weapon is named, unless its number is given.
pub(super) fn averter(reader: &mut Reader<'_, '_>, skill: DefendSkill) -> Result<Arm, Unread> {
    let Some(hand) = hand(reader, skill) else {
        return arm(reader);
    };
    let mut numbered = reader.clone();
    let numbered = numbered.take("natural") && numbered.number::<u8>("natural weapon").is_ok();
    let mut ahead = reader.clone();
    match arm(&mut ahead) {
        Ok(named) => {
            *reader = ahead;
            Ok(match named {
                Arm::Natural(_) if !numbered => hand,
                _ => named,
            })
        }
        Err(_) if HANDS.iter().any(|words| reader.take(words)) => Ok(hand),
        Err(unread) => Err(unread),
    }
}

/// What a free hand is called.
const HANDS: &[&str] = &[
    "free hand",
    "a free hand",
    "bare hand",
    "a bare hand",
    "hand",
    "a hand",
];

/// The free hand of whoever acts, where it has hands and the skill averts with them.
fn hand(reader: &Reader<'_, '_>, skill: DefendSkill) -> Option<Arm> {
    let sheet = sheet(reader.nouns, reader.who?)?;
    (skill == DefendSkill::Thwart && sheet.hands > 0)
        .then(|| averting::bare_arm(sheet))
        .flatten()
}

/// Whether something serves a skill that averts: what players mean when they name nothing.
fn averts(state: &State, who: Option<CreatureId>, skill: DefendSkill, with: Arm) -> bool {
    let whole = |item: ItemId| !state.item(item).broken;
    let shield =
        matches!(with, Arm::Item(item) if state.kind(item).shield().is_some() && whole(item));
    let held = matches!(with, Arm::Item(item) if whole(item));
    let weapon = weapon(state, who, with);
    let blade = held && weapon.is_some_and(|weapon| weapon.melee.is_some());
    let sheet = who.and_then(|who| sheet(state, who));
    let body = sheet.and_then(averting::bare_arm) == Some(with);
    match skill {
        DefendSkill::Block => shield,
        DefendSkill::Parry => blade,
        DefendSkill::Deflect => blade || shield,
        DefendSkill::Thwart => blade || shield || body,
        _ => false,
    }
}
