//! Printing acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::{Wanted, quote};

use super::Namer;
use crate::act::{Act, Aim, Event, Hold, Maneuver, Target, Trigger};
use crate::sheet::{AreaShape, Attribute, Components, Use};
use crate::state::{Arm, ItemId, Mode, SpellId, State};

/// The creature that bears what a Break or Disarm is about.
pub(super) fn holder(target: Target) -> Option<CreatureId> {
    match target {
        Target::Creature(who) | Target::Guess(who, _) => Some(who),
        Target::Square(_) | Target::Object(_) | Target::Ice(_) => None,
    }
}

/// What triggers a readied Action, in words.
pub(crate) fn trigger_words(state: &State, trigger: &Trigger) -> String {
    when(Namer::by_name(state, None), trigger)
}

pub(super) fn act(namer: Namer<'_>, act: &Act) -> String {
    match act {
        Act::RollInitiative => "roll initiative".into(),
        Act::NextTurn => "next turn".into(),
        Act::AfterTurn => "after turn".into(),
        Act::Strike {
            target,
            with,
            using,
        } => {
            let using = using.map_or("", |attribute| match attribute {
                Attribute::Str => " using str",
                Attribute::Dex => " using dex",
                Attribute::Ess => " using ess",
                Attribute::Mnd => " using mnd",
            });
            let with = namer.arm(*with);
            format!("strike {} with {with}{using}", target_words(namer, *target))
        }
        Act::Shoot { target, with } if is_thrown(namer, *with) => {
            format!(
                "throw {} at {}",
                namer.arm(*with),
                target_words(namer, *target)
            )
        }
        Act::Shoot { target, with } => {
            format!(
                "shoot {} with {}",
                target_words(namer, *target),
                namer.arm(*with)
            )
        }
        Act::Volley { at, with } => {
            format!("volley at {} with {}", namer.cell(*at), namer.arm(*with))
        }
        Act::Maneuver {
            which,
            target,
            with,
        } => maneuver(namer, *which, *target, *with),
        Act::Move { mode, path } => movement(namer, *mode, path),
        Act::PassThrough(who) => format!("pass through {}", namer.creature(*who)),
        Act::Stand => "stand".into(),
        Act::Jump { to, afresh } => {
            let own = if *afresh { " as an action" } else { "" };
            format!("jump to {}{own}", namer.cell(*to))
        }
        Act::PrepareJump => "prepare jump".into(),
        Act::PushOff(hold, toward) => {
            let hold = match *hold {
                Hold::Wall(cell) => format!("wall {}", namer.cell(cell)),
                Hold::Object(item) => namer.item(item, None, Wanted::Lying),
                Hold::Creature(who) => namer.creature(who),
            };
            format!("push off {hold} toward {}", namer.cell(*toward))
        }
        Act::Mount(who) => format!("mount {}", namer.creature(*who)),
        Act::Dismount(cell) => format!("dismount to {}", namer.cell(*cell)),
        Act::Cast {
            spell,
            item,
            energy,
            aim,
        } => cast(namer, *spell, *item, *energy, aim),
        Act::Control(number, aim) => format!("control {number} {}", aim_words(namer, aim)),
        Act::Command(who) => format!("command {}", namer.creature(*who)),
        Act::Focus => "focus".into(),
        Act::Dodge => "dodge".into(),
        Act::Ready(act, trigger) => {
            let act = self::act(namer.inner(), act);
            format!("ready {act} when {}", when(namer, trigger))
        }
        Act::Sneak => "sneak".into(),
        Act::Investigate => "investigate".into(),
        Act::Medicine(who) => format!("medicine on {}", namer.creature(*who)),
        Act::Intimidate(who) => format!("intimidate {}", namer.creature(*who)),
        Act::Escape(who) if namer.who == Some(*who) => "escape".into(),
        Act::Escape(who) => format!("free {}", namer.creature(*who)),
        Act::Stabilize => "stabilize".into(),
        Act::RollOnGround => "roll on the ground".into(),
        Act::Choke(who) => format!("choke {}", namer.creature(*who)),
        Act::Draw(item) => format!("draw {}", namer.own(*item, Wanted::Stored)),
        Act::Stow(item) => format!("stow {}", namer.own(*item, Wanted::InUse)),
        Act::PickUp(item) => format!("pick up {}", namer.found(*item)),
        Act::Reload(item) => format!("reload {}", namer.own(*item, Wanted::InUse)),
        Act::Give(item, who) => {
            let item = namer.own(*item, Wanted::InUse);
            format!("give {item} to {}", namer.creature(*who))
        }
        Act::Door(a, b, open) => {
            let verb = if *open { "open" } else { "close" };
            format!("{verb} door {} {}", namer.cell(*a), namer.cell(*b))
        }
        Act::Light(item, lit) => {
            let verb = if *lit { "light" } else { "put out" };
            format!("{verb} {}", namer.own(*item, Wanted::InUse))
        }
        Act::Work(task) => {
            let known = namer.nouns.cast.tasks.get(usize::from(*task));
            let name = known.map(|(name, _)| name.as_str());
            format!("work on {}", namer.listed(*task, name))
        }
        Act::Interact(words) => format!("interact {}", namer.free_words(words, "when")),
        Act::Drop(item) => format!("drop {}", namer.own(*item, Wanted::InUse)),
        Act::Grip(item, hands) => {
            let item = namer.own(*item, Wanted::InUse);
            let noun = if *hands == 1 { "hand" } else { "hands" };
            format!("grip {item} with {hands} {noun}")
        }
        Act::DropProne => "drop prone".into(),
        Act::Release(who) => format!("release {}", namer.creature(*who)),
        Act::Delay => "delay".into(),
        Act::EndTurn => "end turn".into(),
        Act::Flee => "flee".into(),
        Act::Surrender => "surrender".into(),
        Act::Pass => "pass".into(),
        Act::Enter => "enter".into(),
        Act::Trigger(act) => format!("trigger {}", self::act(namer.inner(), act)),
        Act::Grab => "grab".into(),
        Act::Feet(feet) => format!("{feet} ft"),
        Act::Square(cell) => format!("square {}", namer.cell(*cell)),
        Act::Take => "take".into(),
        Act::Lock(arm) => format!("lock {}", namer.arm(*arm)),
        Act::LockHand => "lock hand".into(),
    }
}

fn maneuver(namer: Namer<'_>, which: Maneuver, target: Target, with: Arm) -> String {
    let aimed = target_words(namer, target);
    let with = namer.arm(with);
    let item = |item| namer.item(item, holder(target), Wanted::InUse);
    match which {
        Maneuver::Break(broken) => format!("break {} of {aimed} with {with}", item(broken)),
        Maneuver::Disarm(lost) => format!("disarm {aimed} of {} with {with}", item(lost)),
        Maneuver::Feint => format!("feint {aimed} with {with}"),
        Maneuver::Grapple => format!("grapple {aimed} with {with}"),
        Maneuver::Push => format!("push {aimed} with {with}"),
        Maneuver::Trip => format!("trip {aimed} with {with}"),
    }
}

fn movement(namer: Namer<'_>, mode: Mode, path: &[Cell]) -> String {
    let verb = match mode {
        Mode::Run => "move",
        Mode::Crawl => "crawl",
        Mode::Swim => "swim",
        Mode::Climb => "climb",
        Mode::Fly => "fly",
        Mode::Burrow => "burrow",
    };
    let Some((goal, way)) = path.split_last() else {
        return verb.into();
    };
    let mut text = String::from(verb);
    if !way.is_empty() {
        text.push_str(" via");
        for cell in way {
            text.push(' ');
            text.push_str(&namer.cell(*cell));
        }
    }
    text.push_str(" to ");
    text.push_str(&namer.cell(*goal));
    text
}

fn cast(
    namer: Namer<'_>,
    spell: SpellId,
    item: Option<ItemId>,
    energy: Components,
    aim: &Aim,
) -> String {
    let known = namer.nouns.cast.spells.get(usize::from(spell.0));
    let name = known.map(|spell| spell.name.as_str());
    let mut text = format!("cast {}", namer.listed(spell.0, name));
    if let Some(item) = item {
        text.push_str(&format!(" from {}", namer.own(item, Wanted::InUse)));
    }
    text.push_str(&format!(
        " {} effect {}",
        aim_words(namer, aim),
        energy.effect
    ));
    for (name, value) in [
        ("range", energy.range),
        ("duration", energy.duration),
        ("area", energy.area),
    ] {
        if value != 0 {
            text.push_str(&format!(" {name} {value}"));
        }
    }
    text
}

fn aim_words(namer: Namer<'_>, aim: &Aim) -> String {
    match *aim {
        Aim::Target(target) => format!("at {}", target_words(namer, target)),
        Aim::Area(AreaShape::Blast, at, toward) if at == toward => {
            format!("blast at {}", namer.cell(at))
        }
        Aim::Area(AreaShape::Blast, at, toward) => {
            format!("blast at {} toward {}", namer.cell(at), namer.cell(toward))
        }
        Aim::Area(AreaShape::Cone, from, toward) => {
            format!(
                "cone from {} toward {}",
                namer.cell(from),
                namer.cell(toward)
            )
        }
        Aim::Area(AreaShape::Line, from, toward) => {
            format!(
                "line from {} toward {}",
                namer.cell(from),
                namer.cell(toward)
            )
        }
        Aim::Place(Some(who), cell) => {
            format!("on {} to {}", namer.creature(who), namer.cell(cell))
        }
        Aim::Guess(who, guess, to) => format!(
            "on {} at {} to {}",
            namer.creature(who),
            namer.cell(guess),
            namer.cell(to)
        ),
        Aim::Place(None, cell) => format!("at {}", namer.cell(cell)),
    }
}

fn when(namer: Namer<'_>, trigger: &Trigger) -> String {
    let who = match trigger.who {
        Some(who) => namer.creature(who),
        None => "any enemy".to_owned(),
    };
    let event = match &trigger.event {
        Event::Enters(cell) => return format!("{who} enters {}", namer.cell(*cell)),
        Event::Words(words) if trigger.who.is_none() => return quote(words),
        Event::Words(words) => return format!("{who} {}", quote(words)),
        Event::ComesInReach => "comes in reach",
        Event::Moves => "moves",
        Event::Attacks => "attacks",
        Event::Casts => "casts",
        Event::UsesItem => "uses an item",
        Event::StandsUp => "stands up",
        Event::Appears => "appears",
        Event::TakesDamage => "takes damage",
        Event::StartsTurn => "starts turn",
        Event::EndsTurn => "ends turn",
    };
    format!("{who} {event}")
}

fn target_words(namer: Namer<'_>, target: Target) -> String {
    match target {
        Target::Creature(who) => namer.creature(who),
        Target::Guess(who, cell) => format!("{} at {}", namer.creature(who), namer.cell(cell)),
        Target::Square(cell) => format!("square {}", namer.cell(cell)),
        Target::Object(item) => namer.item(item, None, Wanted::Lying),
        Target::Ice(cell) => format!("ice at {}", namer.cell(cell)),
    }
}

fn is_thrown(namer: Namer<'_>, arm: Arm) -> bool {
    let weapon = match (arm, namer.who) {
        (Arm::Item(item), _) => namer
            .nouns
            .items
            .get(usize::from(item.0))
            .and_then(|at| namer.nouns.cast.kinds.get(usize::from(at.kind)))
            .and_then(|kind| kind.weapon()),
        (Arm::Natural(number), Some(who)) => namer
            .nouns
            .cast
            .sheets
            .get(who.index())
            .and_then(|sheet| sheet.natural.get(usize::from(number))),
        (Arm::Natural(_), None) => None,
    };
    weapon.is_some_and(|weapon| {
        weapon.uses.contains(&Use::Thrown) && !weapon.uses.contains(&Use::Launched)
    })
}
