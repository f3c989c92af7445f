//! Reading acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::{Unread, Wanted};

use super::Reader;
use super::nouns::{
    Service, fixture, gear, known_spells, maybe_with, others_item, spell, style_of, usual_arm,
    usual_holder,
};
use crate::act::{Act, Action, Aim, Defence, Handling, Maneuver, Manner, Manual, Strike};
use crate::sheet::{Attribute, DamageType, Skill};
use crate::state::{Arm, Location, SpellId};

/// Words that begin actions and reactions, for suggestions.
const ACTIONS: &[&str] = &[
    "strike",
    "attack",
    "shoot",
    "throw",
    "cast",
    "use",
    "draw",
    "stow",
    "pick up",
    "load",
    "open",
    "close",
    "pull",
    "dash",
    "disengage",
    "grapple",
    "escape",
    "search",
    "sneak",
];

/// Words that begin other acts.
const OTHERS: &[&str] = &[
    "freely",
    "move",
    "stand up",
    "drop prone",
    "release",
    "drop",
    "save turn until after",
    "end turn",
    "widen",
    "pass",
    "block",
    "dodge",
    "parry",
    "withstand",
    "bash",
    "brace",
    "disarm",
    "feint",
    "precision at",
    "push",
    "trip",
    "resist with",
    "set stage",
    "surprise",
    "roll initiative",
    "begin round",
    "next turn",
    "end round",
];

/// Acts that are nothing but fixed words. Longer ones stand before their own beginnings.
const FIXED: &[(&str, Act)] = &[
    ("set stage", Act::SetStage),
    ("surprise", Act::Surprise),
    ("roll initiative", Act::RollInitiative),
    ("begin round", Act::BeginRound),
    ("next turn", Act::NextTurn),
    ("end round", Act::EndRound),
    ("stand up", Act::Stand),
    ("stand", Act::Stand),
    ("drop prone", Act::DropProne),
    ("end turn", Act::EndTurn),
    ("pass", Act::Pass),
    ("bash", Act::Maneuver(Maneuver::Bash)),
    ("brace", Act::Maneuver(Maneuver::Brace)),
    ("feint", Act::Maneuver(Maneuver::Feint)),
    ("push", Act::Maneuver(Maneuver::Push)),
    ("trip", Act::Maneuver(Maneuver::Trip)),
];

/// Actions that are nothing but fixed words.
const FIXED_ACTIONS: &[(&str, Action)] = &[
    ("dash", Action::Dash),
    ("disengage", Action::Disengage),
    ("search", Action::Search),
    ("sneak", Action::Sneak),
];

const MANNERS: &[(&str, Manner)] = &[
    ("block", Manner::Block),
    ("dodge", Manner::Dodge),
    ("parry", Manner::Parry),
    ("withstand", Manner::Withstand),
];

const GRIPS: &[(&str, u8)] = &[
    ("one-handed", 1),
    ("one handed", 1),
    ("two-handed", 2),
    ("two handed", 2),
];

const ATTRIBUTES: &[(&str, Attribute)] = &[
    ("strength", Attribute::Strength),
    ("agility", Attribute::Agility),
    ("endurance", Attribute::Endurance),
    ("intelligence", Attribute::Intelligence),
    ("willpower", Attribute::Willpower),
    ("perception", Attribute::Perception),
    ("presence", Attribute::Presence),
];

const SKILLS: &[(&str, Skill)] = &[
    ("athletics", Skill::Athletics),
    ("acrobatics", Skill::Acrobatics),
    ("sleight of hand", Skill::SleightOfHand),
    ("dodge", Skill::Dodge),
    ("sorcery", Skill::Sorcery),
    ("focus", Skill::Focus),
    ("observation", Skill::Observation),
    ("stealth", Skill::Stealth),
    ("deception", Skill::Deception),
    ("fighting style", Skill::FightingStyle),
    ("endurance", Skill::Endurance),
];

const DAMAGE_TYPES: &[(&str, DamageType)] = &[
    ("crushing", DamageType::Crushing),
    ("piercing", DamageType::Piercing),
    ("slashing", DamageType::Slashing),
    ("fire", DamageType::Fire),
    ("frost", DamageType::Frost),
    ("shock", DamageType::Shock),
    ("acid", DamageType::Acid),
    ("force", DamageType::Force),
    ("necrotic", DamageType::Necrotic),
    ("radiant", DamageType::Radiant),
    ("poison", DamageType::Poison),
    ("psychic", DamageType::Psychic),
];

const LOCATIONS: &[(&str, Location)] = &[
    ("head", Location::Head),
    ("body", Location::Body),
    ("right arm", Location::RightArm),
    ("left arm", Location::LeftArm),
    ("right leg", Location::RightLeg),
    ("left leg", Location::LeftLeg),
];

/// Takes an act.
pub(super) fn act(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    if let Some(who) = arrival(reader) {
        return Ok(Act::Arrive(who));
    }
    if let Some(act) = reader.maybe_one_of(FIXED) {
        return Ok(act);
    }
    for part in [on_own_turn, answers] {
        if let Some(act) = part(reader)? {
            return Ok(act);
        }
    }
    if reader.take("freely") {
        return match action(reader)? {
            Some(action) => Ok(Act::Freely(action)),
            None => {
                let word = reader.need("an action")?;
                Err(Unread::unknown("action", word, ACTIONS.iter().copied()))
            }
        };
    }
    match action(reader)? {
        Some(action) => Ok(Act::Do(action)),
        None => {
            let word = reader.need("an act")?;
            let known = ACTIONS.iter().chain(OTHERS);
            Err(Unread::unknown("act", word, known.copied()))
        }
    }
}

/// `ogre arrives`, and nothing more.
fn arrival(reader: &mut Reader<'_, '_>) -> Option<CreatureId> {
    let mut ahead = reader.clone();
    let who = ahead.maybe_creature()?;
    if !ahead.take("arrives") || !ahead.is_empty() {
        return None;
    }
    *reader = ahead;
    Some(who)
}

/// What is possible on one's own turn and costs no Action Points.
fn on_own_turn(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    Ok(Some(if reader.take("move") {
        Act::Move(way(reader)?)
    } else if reader.take("release") {
        Act::Release(reader.creature()?)
    } else if reader.take("drop") {
        Act::Drop(reader.item(Wanted::InUse)?)
    } else if reader.take("save turn") {
        reader.take("until");
        reader.expect("after")?;
        Act::Save(reader.creature()?)
    } else if reader.take("widen") {
        let style = style_of(reader, reader.who)?;
        reader.expect("with")?;
        Act::Widen(style, gear(reader)?)
    } else {
        return Ok(None);
    }))
}

fn answers(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    if let Some(manner) = reader.maybe_one_of(MANNERS) {
        return defence(reader, manner).map(|defence| Some(Act::Defend(defence)));
    }
    Ok(Some(if reader.take("disarm") {
        Act::Maneuver(Maneuver::Disarm(others_item(reader)?))
    } else if reader.take("precision") {
        reader.take("at");
        let location = reader.one_of("hit location", LOCATIONS)?;
        Act::Maneuver(Maneuver::Precision(location))
    } else if reader.take("resist") {
        reader.take("with");
        Act::Resist(reader.one_of("skill", SKILLS)?)
    } else {
        return Ok(None);
    }))
}

fn action(reader: &mut Reader<'_, '_>) -> Result<Option<Action>, Unread> {
    if let Some(action) = reader.maybe_one_of(FIXED_ACTIONS) {
        return Ok(Some(action));
    }
    if let Some(handling) = handling(reader)? {
        return Ok(Some(Action::Manipulate(handling)));
    }
    if let Some(strike) = strike(reader)? {
        return Ok(Some(Action::Strike(strike)));
    }
    Ok(Some(if reader.take("cast") {
        let spell = spell(reader)?;
        let (at, manual) = said_of_magic(reader)?;
        Action::Cast(spell, at, manual)
    } else if reader.take("use") {
        using(reader)?
    } else if reader.take("grapple") {
        Action::Grapple(reader.creature()?)
    } else if reader.take("escape") {
        escape(reader)?
    } else {
        return Ok(None);
    }))
}

/// What is done with items, doors and levers.
fn handling(reader: &mut Reader<'_, '_>) -> Result<Option<Handling>, Unread> {
    use Wanted::{InUse, Lying, Stored};
    Ok(Some(if reader.take("draw") {
        Handling::Draw(reader.item(Stored)?)
    } else if reader.take("stow") {
        Handling::Stow(reader.item(InUse)?)
    } else if reader.take("pick up") {
        Handling::PickUp(reader.item(Lying)?)
    } else if reader.take("load") {
        Handling::Load(reader.item(InUse)?)
    } else if reader.take("open") {
        Handling::Door(reader.cell()?, reader.cell()?, true)
    } else if reader.take("close") {
        Handling::Door(reader.cell()?, reader.cell()?, false)
    } else if reader.take("pull") {
        Handling::Fixture(fixture(reader)?)
    } else {
        return Ok(None);
    }))
}

/// `strike ogre with javelin thrown`, `attack ogre`, `shoot ogre`, `throw javelin at ogre`, if one stands here.
fn strike(reader: &mut Reader<'_, '_>) -> Result<Option<Strike>, Unread> {
    if reader.take("throw") {
        let with = reader.arm()?;
        reader.expect("at")?;
        let target = reader.creature()?;
        return said_of_strike(reader, target, (Some(with), Service::Thrown)).map(Some);
    }
    let service = if reader.take("shoot") {
        Service::Shot
    } else if reader.take("strike") || reader.take("attack") {
        Service::Any
    } else {
        return Ok(None);
    };
    let target = reader.creature()?;
    said_of_strike(reader, target, (None, service)).map(Some)
}

/// How the target is struck at, in any order.
fn said_of_strike(
    reader: &mut Reader<'_, '_>,
    target: CreatureId,
    (mut with, mut service): (Option<Arm>, Service),
) -> Result<Strike, Unread> {
    let mut manual = Manual::default();
    loop {
        if with.is_none()
            && let Some(arm) = maybe_with(reader)?
        {
            with = Some(arm);
        } else if service != Service::Thrown && reader.take("thrown") {
            service = Service::Thrown;
        } else if !tail(reader, &mut manual)? {
            break;
        }
    }
    let with = match with {
        Some(with) => with,
        None => usual_arm(reader, target, service)?,
    };
    Ok(Strike {
        target,
        with,
        thrown: service == Service::Thrown,
        manual,
    })
}

/// At what magic is aimed, and how it is used.
fn said_of_magic(reader: &mut Reader<'_, '_>) -> Result<(Aim, Manual), Unread> {
    let mut manual = Manual::default();
    while tail(reader, &mut manual)? {}
    let at = aim(reader)?;
    while tail(reader, &mut manual)? {}
    Ok((at, manual))
}

/// Takes one thing that is said of an attack, if one stands here that has not been said yet.
fn tail(reader: &mut Reader<'_, '_>, manual: &mut Manual) -> Result<bool, Unread> {
    if manual.kind.is_none() && reader.take("dealing") {
        manual.kind = Some(reader.one_of("type of damage", DAMAGE_TYPES)?);
    } else if let Some(grip) = grip(reader, manual.grip)? {
        manual.grip = Some(grip);
    } else {
        return choice(reader, &mut manual.using, &mut manual.style);
    }
    Ok(true)
}

/// `two-handed`, `in 3 hands`, where it has not been said yet.
fn grip(reader: &mut Reader<'_, '_>, said: Option<u8>) -> Result<Option<u8>, Unread> {
    if said.is_some() {
        return Ok(None);
    }
    if let Some(hands) = reader.maybe_one_of(GRIPS) {
        return Ok(Some(hands));
    }
    if reader.take("in") {
        return reader.count_of("hand", "hands").map(Some);
    }
    Ok(None)
}

/// Takes `using agility` or `as Forest Bandit`, if one stands here that has not been said yet.
fn choice(
    reader: &mut Reader<'_, '_>,
    using: &mut Option<Attribute>,
    style: &mut Option<u8>,
) -> Result<bool, Unread> {
    if using.is_none() && reader.take("using") {
        *using = Some(reader.one_of("attribute", ATTRIBUTES)?);
    } else if style.is_none() && reader.take("as") {
        *style = Some(style_of(reader, reader.who)?);
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn defence(reader: &mut Reader<'_, '_>, manner: Manner) -> Result<Defence, Unread> {
    let (mut using, mut style) = (None, None);
    while choice(reader, &mut using, &mut style)? {}
    Ok(Defence {
        manner,
        using,
        style,
    })
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

/// An item with magic, or an ability of the speaker: what has the longer name here.
fn using(reader: &mut Reader<'_, '_>) -> Result<Action, Unread> {
    let mut as_item = reader.clone();
    let phrase = as_item.maybe_phrase();
    let mut as_spell = reader.clone();
    let known = known_spells(reader);
    let place = as_spell.longest(known.iter().map(|(_, name)| *name));
    let place = place.map(|index| known[index].0);
    if let Some(place) = place
        && (phrase.is_none() || as_spell.rest().len() < as_item.rest().len())
    {
        *reader = as_spell;
        let (at, manual) = said_of_magic(reader)?;
        return Ok(Action::Cast(SpellId(place), at, manual));
    }
    let item = reader.item(Wanted::InUse)?;
    let (at, manual) = said_of_magic(reader)?;
    Ok(Action::Activate(item, at, manual))
}

/// `from ogre with athletics`; without a name from whoever holds the speaker.
fn escape(reader: &mut Reader<'_, '_>) -> Result<Action, Unread> {
    let from = if reader.take("from") {
        match reader.maybe_creature() {
            Some(who) => Some(who),
            None if reader.take("net") || reader.take("the net") => None,
            None => Some(reader.creature()?),
        }
    } else {
        usual_holder(reader.nouns, reader.who)
    };
    let skill = if reader.take("with") {
        Some(reader.one_of("skill", SKILLS)?)
    } else {
        None
    };
    Ok(Action::Escape(from, skill))
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
