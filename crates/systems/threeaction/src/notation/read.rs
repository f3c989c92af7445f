//! Reading acts.

use affray_kernel::grid::Cell;
use affray_kernel::notation::{Unread, Wanted};

use super::Reader;
use super::nouns::{spell, target, task, usual_arm};
use crate::act::{Act, Aim, Event, Hold, Maneuver, Target, Trigger};
use crate::sheet::{AreaShape, Attribute, Components, ItemKind, Use};
use crate::state::{Arm, ItemId, Mode, SpellId};

/// Words that begin acts, for suggestions.
const VERBS: &[&str] = &[
    "strike",
    "attack",
    "shoot",
    "throw",
    "volley",
    "break",
    "disarm",
    "feint",
    "grapple",
    "push",
    "trip",
    "move",
    "crawl",
    "swim",
    "climb",
    "fly",
    "burrow",
    "pass",
    "stand",
    "jump",
    "prepare jump",
    "mount",
    "dismount",
    "cast",
    "control",
    "command",
    "focus",
    "dodge",
    "ready",
    "sneak",
    "investigate",
    "medicine",
    "intimidate",
    "escape",
    "free",
    "stabilize",
    "roll on the ground",
    "choke",
    "draw",
    "stow",
    "pick up",
    "reload",
    "give",
    "open",
    "close",
    "light",
    "put out",
    "work",
    "interact",
    "drop",
    "grip",
    "release",
    "delay",
    "end turn",
    "flee",
    "surrender",
    "enter",
    "trigger",
    "grab",
    "square",
    "take",
    "lock",
    "next",
    "after",
];

/// Acts that are nothing but fixed words. Longer ones stand before their own beginnings.
const FIXED: &[(&str, Act)] = &[
    ("roll initiative", Act::RollInitiative),
    ("next turn", Act::NextTurn),
    ("after turn", Act::AfterTurn),
    ("stand up", Act::Stand),
    ("stand", Act::Stand),
    ("prepare jump", Act::PrepareJump),
    ("prepare a jump", Act::PrepareJump),
    ("focus", Act::Focus),
    ("dodge", Act::Dodge),
    ("sneak", Act::Sneak),
    ("investigate", Act::Investigate),
    ("stabilize", Act::Stabilize),
    ("roll on the ground", Act::RollOnGround),
    ("drop prone", Act::DropProne),
    ("delay", Act::Delay),
    ("end turn", Act::EndTurn),
    ("flee", Act::Flee),
    ("surrender", Act::Surrender),
    ("pass", Act::Pass),
    ("enter", Act::Enter),
    ("grab", Act::Grab),
    ("take", Act::Take),
    ("lock hand", Act::LockHand),
];

const MODES: &[(&str, Mode)] = &[
    ("move", Mode::Run),
    ("crawl", Mode::Crawl),
    ("swim", Mode::Swim),
    ("climb", Mode::Climb),
    ("fly", Mode::Fly),
    ("burrow", Mode::Burrow),
];

const ATTRIBUTES: &[(&str, Attribute)] = &[
    ("str", Attribute::Str),
    ("dex", Attribute::Dex),
    ("ess", Attribute::Ess),
    ("mnd", Attribute::Mnd),
];

const EVENTS: &[(&str, Event)] = &[
    ("comes in reach", Event::ComesInReach),
    ("moves", Event::Moves),
    ("attacks", Event::Attacks),
    ("casts", Event::Casts),
    ("uses an item", Event::UsesItem),
    ("stands up", Event::StandsUp),
    ("appears", Event::Appears),
    ("takes damage", Event::TakesDamage),
    ("starts turn", Event::StartsTurn),
    ("ends turn", Event::EndsTurn),
];

/// Takes an act.
pub(super) fn act(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    if reader.take("pass through") {
        return Ok(Act::PassThrough(reader.creature()?));
    }
    if let Some(act) = reader.maybe_one_of(FIXED) {
        return Ok(act);
    }
    if let Some(mode) = reader.maybe_one_of(MODES) {
        return movement(reader, mode);
    }
    if let Some(act) = attack(reader)? {
        return Ok(act);
    }
    if let Some(act) = handling(reader)? {
        return Ok(act);
    }
    other(reader)
}

fn movement(reader: &mut Reader<'_, '_>, mode: Mode) -> Result<Act, Unread> {
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
        mode,
        path: path.into(),
    })
}

fn attack(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("strike") {
        let target = target(reader)?;
        let with = with(reader, &[Use::Melee])?;
        strike(reader, target, with)?
    } else if reader.take("attack") {
        attack_by_its_weapon(reader)?
    } else if reader.take("shoot") {
        let target = target(reader)?;
        let with = with(reader, &[Use::Launched, Use::Thrown])?;
        Act::Shoot { target, with }
    } else if reader.take("throw") {
        let with = reader.arm()?;
        reader.expect("at")?;
        let target = target(reader)?;
        Act::Shoot { target, with }
    } else if reader.take("volley") {
        reader.expect("at")?;
        let at = reader.cell()?;
        let with = with(reader, &[Use::Launched, Use::Thrown])?;
        Act::Volley { at, with }
    } else if reader.take("push off") {
        push_off(reader)?
    } else if let Some(act) = maneuver(reader)? {
        act
    } else {
        return Ok(None);
    }))
}

/// `attack ogre with longbow`: a Strike, or a Shoot where the weapon serves for nothing else.
fn attack_by_its_weapon(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let target = target(reader)?;
    let with = if reader.take("with") {
        reader.arm()?
    } else {
        usual_arm(reader, &[Use::Melee])
            .or_else(|_| usual_arm(reader, &[Use::Launched, Use::Thrown]))?
    };
    let weapon = reader.who.and_then(|who| reader.nouns.weapon(who, with));
    let only_at_range = weapon.is_some_and(|weapon| !weapon.uses.contains(&Use::Melee));
    if only_at_range {
        return Ok(Act::Shoot { target, with });
    }
    strike(reader, target, with)
}

/// A Strike, with `using dex` after it or without.
fn strike(reader: &mut Reader<'_, '_>, target: Target, with: Arm) -> Result<Act, Unread> {
    let using = if reader.take("using") {
        Some(reader.one_of("Attribute", ATTRIBUTES)?)
    } else {
        None
    };
    Ok(Act::Strike {
        target,
        with,
        using,
    })
}

fn maneuver(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    for (word, which) in [
        ("feint", Maneuver::Feint),
        ("grapple", Maneuver::Grapple),
        ("push", Maneuver::Push),
        ("trip", Maneuver::Trip),
    ] {
        if reader.take(word) {
            if which == Maneuver::Push
                && let Some(feet) = reader.feet()
            {
                return Ok(Some(Act::Feet(feet)));
            }
            let target = target(reader)?;
            let with = if which == Maneuver::Grapple && !reader.clone().take("with") {
                reader.unarmed()?
            } else {
                with(reader, &[Use::Melee])?
            };
            return Ok(Some(Act::Maneuver {
                which,
                target,
                with,
            }));
        }
    }
    let (item, target, broken) = if reader.take("break") {
        let phrase = reader.phrase()?;
        reader.expect("of")?;
        (phrase, target(reader)?, true)
    } else if reader.take("disarm") {
        let target = target(reader)?;
        reader.expect("of")?;
        (reader.phrase()?, target, false)
    } else {
        return Ok(None);
    };
    let item = reader.settle(&item, super::print::holder(target), Wanted::InUse)?;
    Ok(Some(Act::Maneuver {
        which: if broken {
            Maneuver::Break(item)
        } else {
            Maneuver::Disarm(item)
        },
        target,
        with: with(reader, &[Use::Melee])?,
    }))
}

fn with(reader: &mut Reader<'_, '_>, usual: &[Use]) -> Result<Arm, Unread> {
    if reader.take("with") {
        reader.arm()
    } else {
        usual_arm(reader, usual)
    }
}

/// What is triggered without a word about the weapon is done with the one that was readied for it (`readied-action/declaration`).
fn as_readied(reader: &Reader<'_, '_>, words: &str, act: Act) -> Act {
    let mut words = words.split_whitespace();
    let is_named = words.any(|word| {
        ["with", "throw", "using"]
            .iter()
            .any(|one| word.eq_ignore_ascii_case(one))
    });
    let readied = reader
        .who
        .and_then(|who| reader.nouns.body(who).readied.as_ref());
    let Some(readied) = readied.filter(|_| !is_named) else {
        return act;
    };
    match (act, &readied.act) {
        (Act::Strike { target, .. }, Act::Strike { with, using, .. }) => Act::Strike {
            target,
            with: *with,
            using: *using,
        },
        (Act::Shoot { target, .. }, Act::Shoot { with, .. }) => Act::Shoot {
            target,
            with: *with,
        },
        (Act::Volley { at, .. }, Act::Volley { with, .. }) => Act::Volley { at, with: *with },
        (Act::Maneuver { which, target, .. }, Act::Maneuver { with, .. }) => Act::Maneuver {
            which,
            target,
            with: *with,
        },
        (act, _) => act,
    }
}

fn push_off(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let mut ahead = reader.clone();
    let hold = if ahead.take("wall")
        && let Some(cell) = ahead.square()
    {
        *reader = ahead;
        Hold::Wall(cell)
    } else if let Some(who) = reader.maybe_creature() {
        Hold::Creature(who)
    } else {
        let phrase = reader.phrase()?;
        Hold::Object(reader.settle(&phrase, None, Wanted::Lying)?)
    };
    reader.expect("toward")?;
    Ok(Act::PushOff(hold, reader.cell()?))
}

/// Everything that handles things.
fn handling(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    use Wanted::{InUse, Lying, Stored};
    Ok(Some(if reader.take("draw") {
        Act::Draw(reader.item(Stored)?)
    } else if reader.take("stow") {
        Act::Stow(reader.item(InUse)?)
    } else if reader.take("pick up") {
        Act::PickUp(reader.item(Lying)?)
    } else if reader.take("reload") {
        Act::Reload(reader.item(InUse)?)
    } else if reader.take("give") {
        let item = reader.item(InUse)?;
        reader.expect("to")?;
        Act::Give(item, reader.creature()?)
    } else if reader.take("open door") {
        Act::Door(reader.cell()?, reader.cell()?, true)
    } else if reader.take("close door") {
        Act::Door(reader.cell()?, reader.cell()?, false)
    } else if reader.take("light") {
        Act::Light(reader.item(InUse)?, true)
    } else if reader.take("put out") {
        Act::Light(reader.item(InUse)?, false)
    } else if reader.take("work on") {
        Act::Work(task(reader)?)
    } else if reader.take("interact") {
        Act::Interact(reader.free_words("when")?)
    } else if reader.take("drop") {
        Act::Drop(reader.item(InUse)?)
    } else if reader.take("grip") {
        let item = reader.item(InUse)?;
        reader.expect("with")?;
        Act::Grip(item, reader.count_of("hand", "hands")?)
    } else if reader.take("lock") {
        Act::Lock(reader.arm()?)
    } else {
        return Ok(None);
    }))
}

fn other(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    Ok(if reader.take("jump") {
        reader.take("to");
        Act::Jump {
            to: reader.cell()?,
            afresh: reader.take("as an action"),
        }
    } else if reader.take("mount") {
        Act::Mount(reader.creature()?)
    } else if reader.take("dismount") {
        reader.take("to");
        Act::Dismount(reader.cell()?)
    } else if reader.take("cast") {
        cast(reader)?
    } else if reader.take("control") {
        let number = reader.number("number of a running Spell")?;
        Act::Control(number, aim(reader)?)
    } else if reader.take("command") {
        Act::Command(reader.creature()?)
    } else if reader.take("ready") {
        let act = reader.nested(act)?;
        reader.expect("when")?;
        Act::Ready(Box::new(act), trigger(reader)?)
    } else if reader.take("medicine") {
        reader.take("on");
        Act::Medicine(reader.creature()?)
    } else if reader.take("intimidate") {
        Act::Intimidate(reader.creature()?)
    } else if reader.take("escape") {
        Act::Escape(
            reader
                .who
                .ok_or_else(|| Unread::new("`escape` does not say who: write `free` and a name"))?,
        )
    } else if reader.take("free") {
        Act::Escape(reader.creature()?)
    } else if reader.take("choke") {
        Act::Choke(reader.creature()?)
    } else if reader.take("release") {
        Act::Release(reader.creature()?)
    } else if reader.take("trigger") {
        let words = reader.rest();
        let act = reader.nested(act)?;
        Act::Trigger(Box::new(as_readied(reader, words, act)))
    } else if reader.take("square") {
        Act::Square(reader.cell()?)
    } else if let Some(feet) = reader.feet() {
        Act::Feet(feet)
    } else {
        let word = reader.need("an act")?;
        return Err(Unread::unknown("act", word, VERBS.iter().copied()));
    })
}

fn cast(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let spell = spell(reader)?;
    let mut ahead = reader.clone();
    let item = if ahead.take("from") {
        let item = ahead.item(Wanted::InUse)?;
        *reader = ahead;
        Some(item)
    } else {
        None
    };
    let aim = aim(reader)?;
    let energy = energy(reader, spell, item)?;
    Ok(Act::Cast {
        spell,
        item,
        energy,
        aim,
    })
}

/// The Energy of each component; if none is named, what the item fixes or the least that the Spell takes.
fn energy(
    reader: &mut Reader<'_, '_>,
    spell: SpellId,
    item: Option<ItemId>,
) -> Result<Components, Unread> {
    let mut energy = Components::default();
    let mut named = false;
    loop {
        let part = if reader.take("effect") {
            &mut energy.effect
        } else if reader.take("range") {
            &mut energy.range
        } else if reader.take("duration") {
            &mut energy.duration
        } else if reader.take("area") {
            &mut energy.area
        } else {
            break;
        };
        named = true;
        *part = reader.number("amount of Energy")?;
    }
    if named {
        return Ok(energy);
    }
    if let Some(item) = item
        && let ItemKind::Gear(gear) = reader.nouns.kind(item)
        && let Some(fixed) = &gear.spell
    {
        return Ok(fixed.energy);
    }
    let least = reader.nouns.cast.spells.get(usize::from(spell.0));
    Ok(Components {
        effect: 1,
        range: 0,
        duration: least.map_or(0, |spell| spell.least_duration),
        area: least.map_or(0, |spell| spell.least_area),
    })
}

fn aim(reader: &mut Reader<'_, '_>) -> Result<Aim, Unread> {
    if reader.take("blast at") {
        let centre = reader.cell()?;
        let toward = if reader.take("toward") {
            reader.cell()?
        } else {
            centre
        };
        return Ok(Aim::Area(AreaShape::Blast, centre, toward));
    }
    for (word, shape) in [("cone", AreaShape::Cone), ("line", AreaShape::Line)] {
        if reader.take(word) {
            reader.expect("from")?;
            let from: Cell = reader.cell()?;
            reader.expect("toward")?;
            return Ok(Aim::Area(shape, from, reader.cell()?));
        }
    }
    if reader.take("on") {
        let who = reader.creature()?;
        if reader.take("to") {
            return Ok(Aim::Place(Some(who), reader.cell()?));
        }
        if reader.take("at") {
            let guess = reader.cell()?;
            reader.expect("to")?;
            return Ok(Aim::Guess(who, guess, reader.cell()?));
        }
        return Ok(Aim::Target(crate::act::Target::Creature(who)));
    }
    reader.expect("at")?;
    if let Some(cell) = reader.square() {
        return Ok(Aim::Place(None, cell));
    }
    Ok(Aim::Target(target(reader)?))
}

/// Takes what sets off a readied Action.
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
    Ok(Trigger {
        who,
        event: event(reader)?,
    })
}

fn event(reader: &mut Reader<'_, '_>) -> Result<Event, Unread> {
    if let Some(words) = reader.quoted()? {
        return Ok(Event::Words(words));
    }
    if reader.take("enters") {
        return Ok(Event::Enters(reader.cell()?));
    }
    if let Some(event) = reader.maybe_one_of(EVENTS) {
        return Ok(event);
    }
    let word = reader.need("an event")?;
    let known = EVENTS.iter().map(|(words, _)| *words).chain(["enters"]);
    Err(Unread::unknown("event", word, known))
}
