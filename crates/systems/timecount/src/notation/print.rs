//! Printing acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::{Wanted, quote, word_of};

use super::Namer;
use crate::act::{Act, Aim, Charges, Event, Facing, Hampers, Rest, Strike, Trigger};
use crate::sheet::DamageType;
use crate::state::{Arm, ItemId, Pace, SpellId, State};

/// What triggers a readied action, in words.
pub(crate) fn trigger_words(state: &State, trigger: &Trigger) -> String {
    when(Namer::by_name(state, None), trigger)
}

/// The same in a sentence.
pub(crate) fn trigger_in_prose(state: &State, trigger: &Trigger) -> String {
    when(Namer::in_prose(state, None), trigger)
}

/// At what something is aimed, in a sentence.
pub(crate) fn aim_in_prose(state: &State, aim: &Aim) -> String {
    aimed(Namer::in_prose(state, None), aim)
}

pub(super) fn act(namer: Namer<'_>, act: &Act) -> String {
    match act {
        Act::RollInitiative => "roll initiative".into(),
        Act::Advance => "advance".into(),
        Act::EndEncounter => "end encounter".into(),
        Act::CarryOut => "carry out".into(),

        Act::Attack(strike) => attack(namer, strike),
        Act::Alternate(strike) => plain_strike(namer, "alternate", strike),
        Act::QuickStrike(strike) => plain_strike(namer, "quick strike", strike),
        Act::Both {
            main,
            off,
            off_limb,
        } => {
            let twice = main.with == *off;
            let main = plain_strike(namer, "attack", main);
            let kicking = if *off_limb { " kicking" } else { "" };
            // By its name it would be another one like it.
            let off = if twice {
                Namer::with_numbers(namer.nouns, namer.who).arm(*off)
            } else {
                namer.arm(*off)
            };
            format!("{main} and {off}{kicking}")
        }
        Act::Feint { target, with } => armed(namer, "feint", *target, *with),
        Act::Distract {
            target,
            with,
            ally,
            hampers,
        } => {
            let hampers = match hampers {
                Hampers::Attack => "attack on",
                Hampers::Defense => "defense against",
            };
            format!(
                "{} hampering {hampers} {}",
                armed(namer, "distract", *target, *with),
                namer.creature(*ally)
            )
        }
        Act::Disarm { target, item, with } => format!(
            "disarm {} of {} with {}",
            namer.creature(*target),
            namer.item(*item, Some(*target), Wanted::InUse),
            namer.arm(*with)
        ),
        Act::Staple { target, with } => armed(namer, "staple", *target, *with),
        Act::Trip { target, with } => armed(namer, "trip", *target, *with),
        Act::CoupDeGrace { target, with } => armed(namer, "coup de grace", *target, *with),
        Act::Deliver { target, with } => armed(namer, "deliver to", *target, *with),
        Act::Tackle(target) => about(namer, "tackle", *target),
        Act::BullRush(target) => about(namer, "bull rush", *target),
        Act::Approach(target, cell) => {
            format!(
                "approach {} at {}",
                namer.creature(*target),
                namer.cell(*cell)
            )
        }

        Act::Grab(target) => about(namer, "grab", *target),
        Act::BreakGrab { grabber, held } if namer.who == Some(*held) => {
            about(namer, "break grab of", *grabber)
        }
        Act::BreakGrab { grabber, held } => format!(
            "break grab of {} on {}",
            namer.creature(*grabber),
            namer.creature(*held)
        ),
        Act::EscapeGrab(grabber) => about(namer, "escape grab of", *grabber),
        Act::Drag(grabber, heading) => format!("drag {} {heading}", namer.creature(*grabber)),
        Act::Grapple(target, with) => armed(namer, "grapple", *target, *with),
        Act::Shunt(target, heading) => format!("shunt {} {heading}", namer.creature(*target)),
        Act::Throw(target, cell) => {
            format!("throw {} to {}", namer.creature(*target), namer.cell(*cell))
        }

        Act::Move { pace, path } => movement(namer, *pace, path),
        Act::Wait(counts) => format!("wait {}", counted(*counts)),
        Act::Mount(mount) => about(namer, "mount", *mount),
        Act::Dismount(cell) => format!("dismount to {}", namer.cell(*cell)),

        Act::Shift(stance) => format!("shift into {}", word_of(stance).unwrap_or_default()),
        Act::Basic => "basic stance".into(),
        Act::StandUp => "stand up".into(),
        Act::Face(facing) => format!("face {}", faced(namer, *facing)),

        Act::Draw(item) => own(namer, "draw", *item, Wanted::Stored),
        Act::Sheathe(item) => own(namer, "sheathe", *item, Wanted::InUse),
        Act::PickUp(item) => own(namer, "pick up", *item, Wanted::Lying),
        Act::Drop(item) => own(namer, "drop", *item, Wanted::InUse),
        Act::ReadyShield(item) => own(namer, "ready the", *item, Wanted::InUse),
        Act::LooseShield(item) => own(namer, "loose the", *item, Wanted::InUse),
        Act::Drink(item) => own(namer, "drink", *item, Wanted::InUse),
        Act::Light(item) => own(namer, "light", *item, Wanted::InUse),
        Act::Activate(item, aim) => format!(
            "{} {}",
            own(namer, "activate", *item, Wanted::InUse),
            aimed(namer, aim)
        ),
        Act::ReadScroll(item, aim) => format!(
            "{} {}",
            own(namer, "read", *item, Wanted::InUse),
            aimed(namer, aim)
        ),
        Act::ScrollWorks(item, aim) => format!(
            "{} {}",
            own(namer, "scroll works", *item, Wanted::InUse),
            aimed(namer, aim)
        ),
        Act::Door(a, b, open) => {
            let verb = if *open { "open" } else { "close" };
            format!("{verb} door {} {}", namer.cell(*a), namer.cell(*b))
        }

        Act::Stabilize(target) => about(namer, "stabilize", *target),
        Act::EscapeNet => "escape net".into(),
        Act::Extinguish(target) => about(namer, "extinguish", *target),
        Act::Unstaple(target, skill) => format!(
            "unstaple {} by {}",
            namer.creature(*target),
            skill.name().to_lowercase()
        ),
        Act::Release(target) => about(namer, "release", *target),

        Act::Prepare(spell) => format!("prepare {}", spell_name(namer, *spell)),
        Act::Charge => "charge".into(),
        Act::ReleaseCharge => "release charge".into(),
        Act::Cast {
            aim,
            charges,
            take_ten,
        } => cast(namer, aim, *charges, *take_ten),
        Act::Direct(number, target) => format!("direct {number} at {}", namer.creature(*target)),
        Act::Cease(number) => format!("cease {number}"),
        Act::LowerResistance => "lower resistance".into(),
        Act::RaiseResistance => "raise resistance".into(),

        Act::Ready(act, trigger) => {
            let act = self::act(namer.inner(), act);
            format!("ready {act} when {}", when(namer, trigger))
        }
        Act::Set(with) => format!("set {} against a charge", namer.arm(*with)),
        Act::ControlMount => "control mount".into(),

        Act::Rest(Rest::Night) => "rest a night".into(),
        Act::Rest(Rest::Day) => "rest a day".into(),
        Act::Treat(patient, kind) => {
            format!(
                "treat {} for {}",
                namer.creature(*patient),
                kind_word(*kind)
            )
        }

        Act::Flee => "flee".into(),
        Act::Surrender => "surrender".into(),

        Act::Pass => "pass".into(),
        Act::Yes => "yes".into(),
        Act::GoOn(false) => "go on".into(),
        Act::GoOn(true) => "go on undisturbed".into(),
        Act::BreakOff => "break off".into(),
        Act::Defend(defense) => format!("defend with {}", defense.name().to_lowercase()),
        Act::Invigorate(points) => format!("invigorate {points}"),
        Act::Space(cell) => format!("space {}", namer.cell(*cell)),
        Act::Feet(feet) => format!("{feet} ft"),
        Act::Trigger(act) => format!("trigger {}", self::act(namer.inner(), act)),
    }
}

/// `1 count`, `3 counts`.
fn counted(counts: u32) -> String {
    let noun = if counts == 1 { "count" } else { "counts" };
    format!("{counts} {noun}")
}

fn about(namer: Namer<'_>, verb: &str, target: CreatureId) -> String {
    format!("{verb} {}", namer.creature(target))
}

fn armed(namer: Namer<'_>, verb: &str, target: CreatureId, with: Arm) -> String {
    format!("{verb} {} with {}", namer.creature(target), namer.arm(with))
}

fn own(namer: Namer<'_>, verb: &str, item: ItemId, wanted: Wanted) -> String {
    let own = namer.own(item, wanted);
    // Whatever is called so already needs no second article.
    let name = match own.strip_prefix("the ") {
        Some(name) if verb.ends_with(" the") => name,
        _ => &own,
    };
    format!("{verb} {name}")
}

/// `throw dagger at ogre` where it is thrown, otherwise `attack ogre with dagger`.
fn attack(namer: Namer<'_>, strike: &Strike) -> String {
    if strike.thrown {
        let with = namer.arm(strike.with);
        let target = namer.creature(strike.target);
        return format!("throw {with} at {target}{}", manner(strike, false));
    }
    plain_strike(namer, "attack", strike)
}

fn plain_strike(namer: Namer<'_>, verb: &str, strike: &Strike) -> String {
    let armed = armed(namer, verb, strike.target, strike.with);
    format!("{armed}{}", manner(strike, strike.thrown))
}

/// How it is struck, with a space before each word.
fn manner(strike: &Strike, thrown: bool) -> String {
    let mut text = String::new();
    if let Some(kind) = strike.kind {
        text.push_str(&format!(" dealing {}", kind_word(kind)));
    }
    if strike.limb {
        text.push_str(" kicking");
    }
    if thrown {
        text.push_str(" thrown");
    }
    text
}

fn kind_word(kind: DamageType) -> String {
    word_of(&kind).unwrap_or_default()
}

fn movement(namer: Namer<'_>, pace: Pace, path: &[Cell]) -> String {
    let verb = match pace {
        Pace::Sneak => "sneak",
        Pace::Half => "walk",
        Pace::Base => "move",
        Pace::Run => "run",
        Pace::Sprint => "sprint",
    };
    match path {
        [] => verb.into(),
        [goal] => format!("{verb} to {}", namer.cell(*goal)),
        [way @ .., goal] => format!("{verb} via {} to {}", namer.cells(way), namer.cell(*goal)),
    }
}

fn faced(namer: Namer<'_>, facing: Facing) -> String {
    match facing {
        Facing::Around => "all around".into(),
        Facing::Heading(heading) => heading.to_string(),
        Facing::Creature(who) => namer.creature(who),
    }
}

fn spell_name(namer: Namer<'_>, spell: SpellId) -> String {
    let known = namer.nouns.cast.spells.get(usize::from(spell.0));
    namer.listed(spell.0, known.map(|spell| spell.name.as_str()))
}

fn cast(namer: Namer<'_>, aim: &Aim, charges: Charges, take_ten: bool) -> String {
    let mut text = format!("cast {}", aimed(namer, aim));
    if charges.attack > 0 {
        text.push_str(&format!(" charging attack {}", charges.attack));
    }
    if take_ten {
        text.push_str(" taking 10");
    }
    text
}

fn aimed(namer: Namer<'_>, aim: &Aim) -> String {
    match aim {
        Aim::Oneself => "on oneself".into(),
        Aim::Creatures(targets) if targets.is_empty() => "at nobody".into(),
        Aim::Creatures(targets) => {
            let names: Vec<String> = targets.iter().map(|who| namer.creature(*who)).collect();
            format!("at {}", names.join(" and "))
        }
        Aim::Area(cell) => format!("around {}", namer.cell(*cell)),
    }
}

fn when(namer: Namer<'_>, trigger: &Trigger) -> String {
    let who = match trigger.who {
        Some(who) => namer.creature(who),
        None => "any enemy".to_owned(),
    };
    let event = match &trigger.event {
        Event::Words(words) if trigger.who.is_none() => return quote(words),
        Event::Words(words) => return format!("{who} {}", quote(words)),
        Event::Moves => "moves",
        Event::ComesInReach => "comes in reach",
        Event::Attacks => "attacks",
        Event::Prepares => "prepares a spell",
        Event::Casts => "casts",
        Event::StandsUp => "stands up",
    };
    format!("{who} {event}")
}
