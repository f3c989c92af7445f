//! Reading acts.

use affray_kernel::notation::{Unread, Wanted};

use super::Reader;
use super::nouns::{heading, maybe_heading, spell, usual_arm, with, with_or_unarmed};
use crate::act::{Act, Aim, Charges, Event, Facing, Hampers, Rest, Strike, Trigger};
use crate::sheet::{DamageType, Defense, Skill, Weapon};
use crate::state::{Pace, Stance};

/// Words that begin acts, for suggestions.
const VERBS: &[&str] = &[
    "roll",
    "advance",
    "carry",
    "attack",
    "strike",
    "shoot",
    "throw",
    "alternate",
    "quick",
    "feint",
    "distract",
    "disarm",
    "staple",
    "trip",
    "tackle",
    "bull",
    "approach",
    "coup",
    "deliver",
    "grab",
    "break",
    "escape",
    "drag",
    "grapple",
    "shunt",
    "sneak",
    "walk",
    "move",
    "run",
    "sprint",
    "wait",
    "mount",
    "dismount",
    "shift",
    "basic",
    "stand",
    "face",
    "draw",
    "sheathe",
    "pick",
    "drop",
    "ready",
    "loose",
    "open",
    "close",
    "drink",
    "activate",
    "light",
    "stabilize",
    "extinguish",
    "unstaple",
    "release",
    "prepare",
    "charge",
    "cast",
    "read",
    "scroll",
    "direct",
    "cease",
    "lower",
    "raise",
    "set",
    "control",
    "rest",
    "treat",
    "flee",
    "surrender",
    "pass",
    "yes",
    "go",
    "defend",
    "invigorate",
    "space",
    "trigger",
];

/// Acts that are nothing but fixed words. Longer ones stand before their own beginnings.
const FIXED: &[(&str, Act)] = &[
    ("roll initiative", Act::RollInitiative),
    ("advance", Act::Advance),
    ("carry out", Act::CarryOut),
    ("basic stance", Act::Basic),
    ("basic", Act::Basic),
    ("stand up", Act::StandUp),
    ("stand", Act::StandUp),
    ("drop prone", Act::Shift(Stance::Prone)),
    ("drop to the floor", Act::Shift(Stance::Prone)),
    ("escape net", Act::EscapeNet),
    ("charge", Act::Charge),
    ("release charge", Act::ReleaseCharge),
    ("lower resistance", Act::LowerResistance),
    ("raise resistance", Act::RaiseResistance),
    ("control mount", Act::ControlMount),
    ("rest a night", Act::Rest(Rest::Night)),
    ("rest a day", Act::Rest(Rest::Day)),
    ("flee", Act::Flee),
    ("surrender", Act::Surrender),
    ("pass", Act::Pass),
    ("yes", Act::Yes),
    ("go on undisturbed", Act::GoOn(true)),
    ("go on", Act::GoOn(false)),
    ("break off", Act::BreakOff),
];

const PACES: &[(&str, Pace)] = &[
    ("sneak", Pace::Sneak),
    ("walk", Pace::Half),
    ("move", Pace::Base),
    ("run", Pace::Run),
    ("sprint", Pace::Sprint),
];

const EVENTS: &[(&str, Event)] = &[
    ("moves", Event::Moves),
    ("comes in reach", Event::ComesInReach),
    ("attacks", Event::Attacks),
    ("prepares a spell", Event::Prepares),
    ("casts", Event::Casts),
    ("stands up", Event::StandsUp),
];

/// The defenses that a creature may choose to meet an attempt with.
const DEFENSES: &[(&str, Defense)] = &[
    ("primary", Defense::Primary),
    ("passive", Defense::Passive),
    ("vigor", Defense::Vigor),
    ("celerity", Defense::Celerity),
    ("spirit", Defense::Spirit),
];

const SKILLS: &[(&str, Skill)] = &[
    ("athletics", Skill::Athletics),
    ("acrobatics", Skill::Acrobatics),
    ("arcana", Skill::Arcana),
    ("stealth", Skill::Stealth),
    ("perception", Skill::Perception),
    ("heal", Skill::Heal),
];

const STANCES: &[&str] = &["basic", "cautious", "crouch", "parrying", "poised", "prone"];

const KINDS: &[&str] = &[
    "bludgeoning",
    "piercing",
    "slashing",
    "acid",
    "cold",
    "electricity",
    "fire",
    "force",
    "poison",
    "sonic",
];

/// Takes an act.
pub(super) fn act(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    if let Some(act) = reader.maybe_one_of(FIXED) {
        return Ok(act);
    }
    if let Some(pace) = reader.maybe_one_of(PACES) {
        return movement(reader, pace);
    }
    for part in [attacks, wrestling, things, magic, others] {
        if let Some(act) = part(reader)? {
            return Ok(act);
        }
    }
    let word = reader.need("an act")?;
    Err(Unread::unknown("act", word, VERBS.iter().copied()))
}

fn movement(reader: &mut Reader<'_, '_>, pace: Pace) -> Result<Act, Unread> {
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
    Ok(Act::Move {
        pace,
        path: path.into(),
    })
}

fn in_melee(weapon: &Weapon) -> bool {
    weapon.melee
}

fn at_range(weapon: &Weapon) -> bool {
    weapon.ranged.is_some()
}

fn attacks(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("attack") || reader.take("strike") {
        let main = strike(reader, |_| true)?;
        return both(reader, main).map(Some);
    } else if reader.take("shoot") {
        Act::Attack(strike(reader, at_range)?)
    } else if reader.take("alternate") {
        Act::Alternate(strike(reader, in_melee)?)
    } else if reader.take("quick strike") {
        Act::QuickStrike(strike(reader, |_| true)?)
    } else if reader.take("throw") {
        throw(reader)?
    } else if reader.take("feint") {
        Act::Feint {
            target: reader.creature()?,
            with: with(reader, in_melee)?,
        }
    } else if reader.take("distract") {
        distract(reader)?
    } else if reader.take("disarm") {
        let target = reader.creature()?;
        reader.expect("of")?;
        let phrase = reader.phrase()?;
        Act::Disarm {
            target,
            item: reader.settle(&phrase, Some(target), Wanted::InUse)?,
            with: with(reader, |_| true)?,
        }
    } else if reader.take("staple") {
        Act::Staple {
            target: reader.creature()?,
            with: with(reader, |weapon| {
                weapon.types.contains(&DamageType::Piercing)
            })?,
        }
    } else if reader.take("trip") {
        Act::Trip {
            target: reader.creature()?,
            with: with_or_unarmed(reader)?,
        }
    } else if reader.take("coup de grace") {
        Act::CoupDeGrace {
            target: reader.creature()?,
            with: with(reader, |_| true)?,
        }
    } else if reader.take("deliver to") {
        Act::Deliver {
            target: reader.creature()?,
            with: with(reader, |_| true)?,
        }
    } else if reader.take("tackle") {
        Act::Tackle(reader.creature()?)
    } else if reader.take("bull rush") {
        Act::BullRush(reader.creature()?)
    } else if reader.take("approach") {
        let target = reader.creature()?;
        reader.expect("at")?;
        Act::Approach(target, reader.cell()?)
    } else {
        return Ok(None);
    }))
}

fn strike(reader: &mut Reader<'_, '_>, usual: impl Fn(&Weapon) -> bool) -> Result<Strike, Unread> {
    let target = reader.creature()?;
    let with = with(reader, usual)?;
    manner(reader, Strike::plain(target, with))
}

/// `dealing slashing`, `kicking`, `thrown`.
fn manner(reader: &mut Reader<'_, '_>, strike: Strike) -> Result<Strike, Unread> {
    Ok(Strike {
        kind: if reader.take("dealing") {
            Some(reader.value("kind of damage", KINDS)?)
        } else {
            None
        },
        limb: reader.take("kicking"),
        thrown: reader.take("thrown") || strike.thrown,
        ..strike
    })
}

/// A second weapon or limb that strikes at the same time, or the one attack.
fn both(reader: &mut Reader<'_, '_>, main: Strike) -> Result<Act, Unread> {
    if !reader.take("and") {
        return Ok(Act::Attack(main));
    }
    let off = reader.other_arm(main.with)?;
    Ok(Act::Both {
        main,
        off,
        off_limb: reader.take("kicking"),
    })
}

/// A creature to a space, or a weapon at a creature.
fn throw(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let mut ahead = reader.clone();
    if let Some(target) = ahead.maybe_creature()
        && ahead.take("to")
    {
        *reader = ahead;
        return Ok(Act::Throw(target, reader.cell()?));
    }
    let with = reader.arm()?;
    reader.expect("at")?;
    let strike = Strike {
        thrown: true,
        ..Strike::plain(reader.creature()?, with)
    };
    manner(reader, strike).map(Act::Attack)
}

fn distract(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    const HAMPERED: &[(&str, Hampers)] = &[
        ("attack on", Hampers::Attack),
        ("defense against", Hampers::Defense),
    ];
    let target = reader.creature()?;
    let with = with(reader, in_melee)?;
    reader.expect("hampering")?;
    let hampers = reader.one_of("thing to hamper", HAMPERED)?;
    Ok(Act::Distract {
        target,
        with,
        ally: reader.creature()?,
        hampers,
    })
}

fn wrestling(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("grab") {
        Act::Grab(reader.creature()?)
    } else if reader.take("break grab") {
        reader.take("of");
        let grabber = reader.creature()?;
        let held = if reader.take("on") {
            reader.creature()?
        } else {
            reader.who.ok_or_else(|| {
                Unread::new("`break grab` does not say whom it frees: add `on` and a name")
            })?
        };
        Act::BreakGrab { grabber, held }
    } else if reader.take("escape grab") {
        reader.take("of");
        Act::EscapeGrab(reader.creature()?)
    } else if reader.take("drag") {
        Act::Drag(reader.creature()?, heading(reader)?)
    } else if reader.take("grapple") {
        Act::Grapple(reader.creature()?, with_or_unarmed(reader)?)
    } else if reader.take("shunt") {
        Act::Shunt(reader.creature()?, heading(reader)?)
    } else if reader.take("release") {
        Act::Release(reader.creature()?)
    } else {
        return Ok(None);
    }))
}

/// Everything that handles things.
fn things(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    use Wanted::{InUse, Lying, Stored};
    Ok(Some(if reader.take("draw") {
        Act::Draw(reader.item(Stored)?)
    } else if reader.take("sheathe") {
        Act::Sheathe(reader.item(InUse)?)
    } else if reader.take("pick up") {
        Act::PickUp(reader.item(Lying)?)
    } else if reader.take("drop") {
        Act::Drop(reader.item(InUse)?)
    } else if reader.take("ready the") {
        Act::ReadyShield(reader.item(InUse)?)
    } else if reader.take("loose") {
        reader.take("the");
        Act::LooseShield(reader.item(InUse)?)
    } else if reader.take("drink") {
        Act::Drink(reader.item(InUse)?)
    } else if reader.take("light") {
        Act::Light(reader.item(InUse)?)
    } else if reader.take("activate") {
        Act::Activate(reader.item(InUse)?, aim(reader)?)
    } else if reader.take("read") {
        Act::ReadScroll(reader.item(InUse)?, aim(reader)?)
    } else if reader.take("scroll works") {
        Act::ScrollWorks(reader.item(InUse)?, aim(reader)?)
    } else if reader.take("open door") {
        Act::Door(reader.cell()?, reader.cell()?, true)
    } else if reader.take("close door") {
        Act::Door(reader.cell()?, reader.cell()?, false)
    } else {
        return Ok(None);
    }))
}

fn magic(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("prepare") {
        Act::Prepare(spell(reader)?)
    } else if reader.take("cast") {
        let aim = aim(reader)?;
        let attack = if reader.take("charging attack") {
            reader.number("number of charges")?
        } else {
            0
        };
        Act::Cast {
            aim,
            charges: Charges { attack },
            take_ten: reader.take("taking 10"),
        }
    } else if reader.take("direct") {
        let number = reader.number("number of an active spell")?;
        reader.expect("at")?;
        Act::Direct(number, reader.creature()?)
    } else if reader.take("cease") {
        Act::Cease(reader.number("number of an active spell")?)
    } else {
        return Ok(None);
    }))
}

/// `on oneself`, `at ogre and ogre chief`, `around 4,7`.
fn aim(reader: &mut Reader<'_, '_>) -> Result<Aim, Unread> {
    if reader.take("on oneself") {
        return Ok(Aim::Oneself);
    }
    if reader.take("around") {
        return Ok(Aim::Area(reader.cell()?));
    }
    if reader.take("at nobody") {
        return Ok(Aim::Creatures([].into()));
    }
    if !reader.take("on") {
        reader.expect("at")?;
    }
    let mut targets = vec![reader.creature()?];
    while reader.take("and") {
        targets.push(reader.creature()?);
    }
    Ok(Aim::Creatures(targets.into()))
}

fn others(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("wait") {
        wait(reader)?
    } else if reader.take("mount") {
        Act::Mount(reader.creature()?)
    } else if reader.take("dismount") {
        reader.take("to");
        Act::Dismount(reader.cell()?)
    } else if reader.take("shift") {
        reader.take("into");
        Act::Shift(reader.value("stance", STANCES)?)
    } else if reader.take("face") {
        Act::Face(facing(reader)?)
    } else if reader.take("stabilize") {
        Act::Stabilize(reader.creature()?)
    } else if reader.take("extinguish") {
        Act::Extinguish(reader.creature()?)
    } else if reader.take("unstaple") {
        let target = reader.creature()?;
        reader.expect("by")?;
        Act::Unstaple(target, reader.one_of("skill", SKILLS)?)
    } else if reader.take("set") {
        let with = if reader.clone().take("against") {
            usual_arm(reader, in_melee)?
        } else {
            reader.arm()?
        };
        if reader.take("against") {
            reader.take("a");
            reader.expect("charge")?;
        }
        Act::Set(with)
    } else if reader.take("ready") {
        let act = reader.nested(act)?;
        reader.expect("when")?;
        Act::Ready(Box::new(act), trigger(reader)?)
    } else if reader.take("treat") {
        let patient = reader.creature()?;
        reader.expect("for")?;
        Act::Treat(patient, reader.value("kind of damage", KINDS)?)
    } else if reader.take("defend with") {
        Act::Defend(reader.one_of("defense", DEFENSES)?)
    } else if reader.take("invigorate") {
        Act::Invigorate(reader.number("number of points")?)
    } else if reader.take("space") {
        Act::Space(reader.cell()?)
    } else if reader.take("trigger") {
        Act::Trigger(Box::new(reader.nested(act)?))
    } else if let Some(feet) = reader.feet() {
        Act::Feet(feet)
    } else {
        return Ok(None);
    }))
}

/// `wait`, `wait 3`, `wait 3 counts`.
fn wait(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let counts = match reader.peek() {
        Some(word) if word.parse::<u32>().is_ok() => reader.number("number of counts")?,
        _ => return Ok(Act::Wait(1)),
    };
    if !reader.take("counts") {
        reader.take("count");
    }
    Ok(Act::Wait(counts))
}

/// `all around`, `north-east` or a creature.
pub(crate) fn facing(reader: &mut Reader<'_, '_>) -> Result<Facing, Unread> {
    if reader.take("all around") {
        return Ok(Facing::Around);
    }
    if let Some(heading) = maybe_heading(reader) {
        return Ok(Facing::Heading(heading));
    }
    reader.creature().map(Facing::Creature)
}

/// Takes what sets off a readied action.
fn trigger(reader: &mut Reader<'_, '_>) -> Result<Trigger, Unread> {
    if let Some(words) = reader.quoted()? {
        return Ok(Trigger {
            who: None,
            event: Event::Words(words),
        });
    }
    let who = if reader.take("any enemy") {
        None
    } else {
        Some(reader.creature()?)
    };
    let event = match reader.quoted()? {
        Some(words) => Event::Words(words),
        None => reader.one_of("event", EVENTS)?,
    };
    Ok(Trigger { who, event })
}
