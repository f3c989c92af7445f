//! Printing acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::Wanted;

use super::{Namer, Reader, defend, nouns};
use crate::act::{Act, Defence, Feat, Guess, Location, Quarry, Strike, Utility, With};
use crate::rules::averting;
use crate::sheet::DefendSkill;
use crate::state::{Arm, ItemId, PowerId, Segment, Stance};

pub(super) fn act(namer: Namer<'_>, act: &Act) -> String {
    match act {
        Act::BeginRound => "begin round".into(),
        Act::Ambushes => "ambushes".into(),
        Act::OnGuards => "on-guards".into(),
        Act::Call(segment) => format!("call {}", segment_word(*segment)),
        Act::Idle(who) => about(namer, "idle", *who),
        Act::Settle => "settle".into(),
        Act::Close => "close".into(),
        Act::EndRound => "end round".into(),
        Act::EndCombat => "end combat".into(),

        Act::Attack(strike) => self::strike(namer, strike),
        Act::Guess(guess) => self::guess(namer, guess),
        Act::Move(path) => format!("move{}", way(namer, path)),
        Act::Feat(feat) => self::feat(namer, feat),
        Act::Disengage => "disengage".into(),
        Act::Flee => "flee".into(),
        Act::Use(utility) => self::utility(namer, *utility),
        Act::Pass => "pass".into(),

        Act::Drop(item) => own(namer, "drop", *item, Wanted::InUse),
        Act::Release(number) => format!("release {}", effect(namer, *number)),
        Act::Surrender => "surrender".into(),

        Act::Ambush(targets) => ambush(namer, targets),
        Act::OnGuard(skill) => format!("on-guard with {}", skill.name().to_lowercase()),
        Act::Stance(stance) => stance_word(*stance).into(),
        Act::Defend(defence) => self::defence(namer, defence),
        Act::Opportunity(arm) => format!("strike with {}", namer.arm(*arm)),
    }
}

pub(super) const fn segment_word(segment: Segment) -> &'static str {
    match segment {
        Segment::Ambush => "ambush",
        Segment::Melee => "melee",
        Segment::Ranged => "ranged",
        Segment::Movement => "movement",
        Segment::Multiform => "multiform",
    }
}

const fn stance_word(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => "aggressive",
        Stance::ReadyTrade => "ready trade",
        Stance::ReadyWait => "ready wait",
        Stance::Defensive => "defensive",
        Stance::Hold => "hold",
    }
}

/// `attack ogre with spear thrown at left arm stepping 4,3 to kill`.
fn strike(namer: Namer<'_>, strike: &Strike) -> String {
    let mut text = format!(
        "attack {} with {}",
        namer.creature(strike.target),
        with(namer, strike.with)
    );
    if strike.location != Location::Torso {
        text.push_str(" at ");
        text.push_str(&location(namer, strike.target, strike.location));
    }
    if let Some(step) = strike.step {
        text.push_str(&format!(" stepping {}", namer.cell(step)));
    }
    if strike.kill_shot {
        text.push_str(" to kill");
    }
    text
}

/// `attack into 6,5 with spear thrown stepping 4,3`.
fn guess(namer: Namer<'_>, guess: &Guess) -> String {
    let (at, with) = (namer.cell(guess.at), with(namer, guess.with));
    let step = guess.step.map(|to| format!(" stepping {}", namer.cell(to)));
    format!("attack into {at} with {with}{}", step.unwrap_or_default())
}

/// The use of a weapon is said where it is not the usual one: hand to hand if it has such a use, at range otherwise.
fn with(namer: Namer<'_>, with: With) -> String {
    let (arm, ranged) = match with {
        With::Melee(arm) => (arm, false),
        With::Ranged(arm) => (arm, true),
        With::Power(power) => {
            let known = namer.nouns.cast.powers.get(usize::from(power.0));
            let name = known.map(|power| power.name.as_str());
            return numbered(namer, "power #", power.0, name);
        }
    };
    let weapon = nouns::weapon(namer.nouns, namer.who, arm);
    let usual = weapon.is_some_and(|weapon| weapon.melee.is_none() && weapon.ranged.is_some());
    let thrown = weapon
        .and_then(|weapon| weapon.ranged)
        .is_some_and(|shot| shot.thrown);
    let manner = match (ranged, usual) {
        (true, true) | (false, false) => "",
        (true, false) if thrown => " thrown",
        (true, false) => " shot",
        (false, true) => " hand to hand",
    };
    format!("{}{manner}", namer.arm(arm))
}

fn location(namer: Namer<'_>, target: CreatureId, location: Location) -> String {
    match location {
        Location::Torso => "torso".into(),
        Location::Part(number) => {
            let sheet = namer.nouns.cast.sheets.get(target.index());
            let part = sheet.and_then(|sheet| sheet.parts.get(usize::from(number)));
            numbered(namer, "part ", number, part.map(|part| part.name.as_str()))
        }
        Location::Vitals => "vitals".into(),
        Location::Vulnerability => "vulnerability".into(),
        Location::Item(item) => namer.item(item, Some(target), Wanted::InUse),
    }
}

/// Something of a list by its name, or by `word` and its number.
fn numbered(namer: Namer<'_>, word: &str, number: u8, name: Option<&str>) -> String {
    let text = namer.listed(number, name);
    if text == format!("#{number}") {
        format!("{word}{number}")
    } else {
        text
    }
}

/// `charge to 7,3, attack ogre with spear, then to 3,3`.
fn feat(namer: Namer<'_>, feat: &Feat) -> String {
    let mut text = feat.skill.name().to_lowercase();
    text.push_str(&way(namer, &feat.before));
    if let Some(strike) = &feat.strike {
        text.push_str(", ");
        text.push_str(&self::strike(namer, strike));
    }
    if !feat.after.is_empty() {
        text.push_str(", then");
        text.push_str(&way(namer, &feat.after));
    }
    text
}

/// ` via 4,3 5,3 to 6,4`, with a space before it.
fn way(namer: Namer<'_>, path: &[Cell]) -> String {
    match path {
        [] => String::new(),
        [goal] => format!(" to {}", namer.cell(*goal)),
        [way @ .., goal] => format!(" via {} to {}", namer.cells(way), namer.cell(*goal)),
    }
}

fn utility(namer: Namer<'_>, utility: Utility) -> String {
    match utility {
        Utility::Draw(item) => own(namer, "draw", item, Wanted::Stored),
        Utility::Stow(item) => own(namer, "stow", item, Wanted::InUse),
        Utility::PickUp(item) => own(namer, "pick up", item, Wanted::Lying),
        Utility::HandOver(item, to) => {
            let hand = own(namer, "hand", item, Wanted::InUse);
            about(namer, &format!("{hand} to"), to)
        }
        Utility::Drink(item, None) => own(namer, "drink", item, Wanted::InUse),
        Utility::Drink(item, Some(to)) => {
            let give = about(namer, "give", to);
            format!("{} to drink", own(namer, &give, item, Wanted::InUse))
        }
        Utility::StandUp => "stand up".into(),
        Utility::Reload(item) => own(namer, "reload", item, Wanted::InUse),
        Utility::Search(who, Quarry::Vitals) => {
            format!("{} for vitals", about(namer, "search", who))
        }
        Utility::Search(who, Quarry::Vulnerability) => {
            format!("{} for vulnerability", about(namer, "search", who))
        }
        Utility::Hide => "hide".into(),
        Utility::Door(a, b, true) => format!("open {}", namer.cells(&[a, b])),
        Utility::Door(a, b, false) => format!("close {}", namer.cells(&[a, b])),
        Utility::Ride(true) => "mount".into(),
        Utility::Ride(false) => "dismount".into(),
        Utility::Power(power, on) => {
            about(namer, &format!("use {} on", power_name(namer, power)), on)
        }
        Utility::Other(actions) => format!("other {actions}"),
    }
}

fn power_name(namer: Namer<'_>, power: PowerId) -> String {
    let known = namer.nouns.cast.powers.get(usize::from(power.0));
    namer.listed(power.0, known.map(|power| power.name.as_str()))
}

/// `holy ward`, `holy ward on ogre` where several are maintained, `#3` where there is none of that number or names mislead.
fn effect(namer: Namer<'_>, number: u16) -> String {
    let effects = &namer.nouns.effects;
    let Some(effect) = effects.iter().find(|effect| effect.number == number) else {
        return format!("#{number}");
    };
    let name = power_name(namer, effect.power);
    if name.starts_with('#') {
        return format!("#{number}");
    }
    let alike = effects.iter().filter(|other| other.power == effect.power);
    if alike.count() > 1 {
        about(namer, &format!("{name} on"), effect.on)
    } else {
        name
    }
}

fn ambush(namer: Namer<'_>, targets: &[CreatureId]) -> String {
    let names: Vec<String> = targets.iter().map(|who| namer.creature(*who)).collect();
    if names.is_empty() {
        "ambush".into()
    } else {
        format!("ambush {}", names.join(" and "))
    }
}

/// `block with medium shield`, `sidestep to 4,4`, `parry with arming sword on guard`; `for an action` where the On-Guard check would be meant
/// otherwise. Without anything to avert with, that is said.
fn defence(namer: Namer<'_>, defence: &Defence) -> String {
    let mut text = defence.skill.name().to_lowercase();
    match defence.with {
        Some(arm) => text.push_str(&format!(" with {}", averter(namer, defence.skill, arm))),
        None if defence.skill.averts() => text.push_str(" with nothing"),
        None => {}
    }
    if let Some(to) = defence.to {
        text.push_str(&format!(" to {}", namer.cell(to)));
    }
    if defence.on_guard {
        text.push_str(" on guard");
    } else if defend::guards_with(namer.nouns, namer.who, defence.skill) {
        text.push_str(" for an action");
    }
    text
}

/// What a skill averts with: a free hand by that name, if it means it; a natural weapon that is read as the hand by its number.
fn averter(namer: Namer<'_>, skill: DefendSkill, arm: Arm) -> String {
    let sheet = namer.who.and_then(|who| nouns::sheet(namer.nouns, who));
    let (DefendSkill::Thwart, Arm::Natural(number), Some(sheet)) = (skill, arm, sheet) else {
        return namer.arm(arm);
    };
    if sheet.hands > 0 && averting::bare_arm(sheet) != Some(arm) {
        return format!("natural {number}");
    }
    let mut reader = Reader::new(namer.nouns, namer.who, FREE_HAND);
    let free = averting::is_free_hand(sheet, arm)
        && defend::averter(&mut reader, skill) == Ok(arm)
        && reader.is_empty();
    if free {
        FREE_HAND.into()
    } else {
        namer.arm(arm)
    }
}

const FREE_HAND: &str = "free hand";

fn about(namer: Namer<'_>, verb: &str, who: CreatureId) -> String {
    format!("{verb} {}", namer.creature(who))
}

fn own(namer: Namer<'_>, verb: &str, item: ItemId, wanted: Wanted) -> String {
    format!("{verb} {}", namer.own(item, wanted))
}
