//! Reading acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::{Unread, Wanted};

use super::Reader;
use super::defend::defence;
use super::nouns::{Tool, arm, effect, location, power, sheet, tool, weapon};
use crate::act::{Act, Feat, Guess, Location, Quarry, Strike, Utility, With};
use crate::actions::feats;
use crate::rules::numbers::weapons;
use crate::sheet::{DefendSkill, Family, InitiativeSkill, Weapon};
use crate::state::{Arm, PowerId, Segment, Stance};

/// Words that begin acts, for suggestions; skills are suggested besides.
const BEGINNINGS: &[&str] = &[
    "attack",
    "shoot",
    "throw",
    "move",
    "disengage",
    "flee",
    "draw",
    "stow",
    "pick up",
    "hand",
    "drink",
    "give",
    "stand up",
    "reload",
    "search",
    "hide",
    "open",
    "close",
    "mount",
    "dismount",
    "use",
    "other",
    "pass",
    "drop",
    "release",
    "surrender",
    "ambush",
    "on-guard",
    "aggressive",
    "ready trade",
    "ready wait",
    "defensive",
    "hold",
    "strike",
    "begin round",
    "ambushes",
    "on-guards",
    "call",
    "idle",
    "settle",
    "end round",
    "end combat",
];

/// Acts that are nothing but fixed words. Longer ones stand before their own beginnings.
const FIXED: &[(&str, Act)] = &[
    ("begin round", Act::BeginRound),
    ("ambushes", Act::Ambushes),
    ("on-guards", Act::OnGuards),
    ("settle", Act::Settle),
    ("end round", Act::EndRound),
    ("end combat", Act::EndCombat),
    ("disengage", Act::Disengage),
    ("flee", Act::Flee),
    ("pass", Act::Pass),
    ("surrender", Act::Surrender),
    ("aggressive", Act::Stance(Stance::Aggressive)),
    ("ready trade", Act::Stance(Stance::ReadyTrade)),
    ("ready (trade)", Act::Stance(Stance::ReadyTrade)),
    ("ready wait", Act::Stance(Stance::ReadyWait)),
    ("ready (wait)", Act::Stance(Stance::ReadyWait)),
    ("defensive", Act::Stance(Stance::Defensive)),
    ("hold", Act::Stance(Stance::Hold)),
    ("stand up", Act::Use(Utility::StandUp)),
    ("stand", Act::Use(Utility::StandUp)),
    ("hide", Act::Use(Utility::Hide)),
    ("mount", Act::Use(Utility::Ride(true))),
    ("dismount", Act::Use(Utility::Ride(false))),
];

const QUARRIES: &[(&str, Quarry)] = &[
    ("vitals", Quarry::Vitals),
    ("vulnerability", Quarry::Vulnerability),
];

/// The segments by their words.
pub(crate) const SEGMENTS: &[(&str, Segment)] = &[
    ("ambush", Segment::Ambush),
    ("melee", Segment::Melee),
    ("ranged", Segment::Ranged),
    ("movement", Segment::Movement),
    ("multiform", Segment::Multiform),
];

/// Takes an act.
pub(super) fn act(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    if let Some(act) = reader.maybe_one_of(FIXED) {
        return Ok(act);
    }
    for part in [moving, answers, nobodys] {
        if let Some(act) = part(reader)? {
            return Ok(act);
        }
    }
    if let Some(utility) = utility(reader)? {
        return Ok(Act::Use(utility));
    }
    let word = reader.need("an act")?;
    let skills = InitiativeSkill::ALL.map(InitiativeSkill::name);
    let defences = DefendSkill::ALL.map(DefendSkill::name);
    let skills = skills.into_iter().chain(defences).map(str::to_lowercase);
    let skills: Vec<String> = skills.collect();
    let known = skills.iter().map(String::as_str);
    Err(Unread::unknown(
        "act",
        word,
        known.chain(BEGINNINGS.iter().copied()),
    ))
}

/// Attacks and movements.
fn moving(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    if let Some(act) = attack(reader)? {
        return Ok(Some(act));
    }
    if reader.take("move") {
        return way(reader).map(|path| Some(Act::Move(path)));
    }
    Ok(feat(reader)?.map(|feat| Act::Feat(Box::new(feat))))
}

/// `attack ogre with spear thrown`, `strike ogre`, `shoot ogre`, `throw spear at ogre`, `attack 6,5`, if one stands here. A strike at
/// nobody in particular is an answer.
fn attack(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    if reader.take("throw") {
        let tool = tool(reader)?;
        reader.expect("at")?;
        let said = Said {
            tool: Some(tool),
            manner: Some(Manner::Ranged),
            ..Said::default()
        };
        return aimed(reader, said).map(Some);
    }
    let mut ahead = reader.clone();
    let at_somebody =
        ahead.take("strike") && !ahead.take("with") && ahead.maybe_creature().is_some();
    let manner = if reader.take("shoot") {
        Some(Manner::Shot)
    } else if reader.take("attack") || (at_somebody && reader.take("strike")) {
        None
    } else {
        return Ok(None);
    };
    let said = Said {
        manner,
        ..Said::default()
    };
    aimed(reader, said).map(Some)
}

/// Takes the space that an attack goes into: `into 6,5`, or `6,5` where that is nobody's name.
fn into(reader: &mut Reader<'_, '_>) -> Option<Cell> {
    let mut ahead = reader.clone();
    if !ahead.take("into") && reader.clone().maybe_creature().is_some() {
        return None;
    }
    let at = ahead.square()?;
    *reader = ahead;
    Some(at)
}

/// An attack by what it is aimed at: a space, or a creature.
fn aimed(reader: &mut Reader<'_, '_>, mut said: Said) -> Result<Act, Unread> {
    if reader.take("somebody unseen") {
        return Err(Unread::new(
            "say into which space the attack goes, as in `attack 6,5`",
        ));
    }
    if let Some(at) = into(reader) {
        while more_of_an_attack(reader, &mut said)? {}
        return Ok(Act::Guess(Guess {
            at,
            with: attacks_with(reader, &said, None)?,
            step: said.step,
        }));
    }
    let target = reader.creature()?;
    strike(reader, (target, said), None).map(Act::Attack)
}

/// Answers, and what is free.
fn answers(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    if let Some(skill) = maybe_skill(reader) {
        return defence(reader, skill).map(|defence| Some(Act::Defend(defence)));
    }
    Ok(Some(if reader.take("ambush") {
        ambush(reader)?
    } else if reader.take("on-guard") || reader.take("on guard") {
        reader.take("with");
        Act::OnGuard(defend_skill(reader)?)
    } else if reader.take("strike") {
        let with = if reader.take("with") {
            arm(reader)?
        } else {
            usual_arm(reader, |weapon| weapon.melee.is_some())?
        };
        Act::Opportunity(with)
    } else if reader.take("drop") {
        Act::Drop(reader.item(Wanted::InUse)?)
    } else if reader.take("release") {
        Act::Release(effect(reader)?)
    } else {
        return Ok(None);
    }))
}

/// What nobody in particular does.
fn nobodys(reader: &mut Reader<'_, '_>) -> Result<Option<Act>, Unread> {
    let mut ahead = reader.clone();
    if ahead.take("close") && ahead.is_empty() {
        *reader = ahead;
        return Ok(Some(Act::Close));
    }
    if reader.take("call") {
        return reader
            .one_of("segment", SEGMENTS)
            .map(|segment| Some(Act::Call(segment)));
    }
    if reader.take("idle") {
        return reader.creature().map(|who| Some(Act::Idle(who)));
    }
    let mut ahead = reader.clone();
    if let Some(who) = ahead.maybe_creature()
        && ahead.take("is idle")
    {
        *reader = ahead;
        return Ok(Some(Act::Idle(who)));
    }
    Ok(None)
}

fn utility(reader: &mut Reader<'_, '_>) -> Result<Option<Utility>, Unread> {
    use Wanted::{InUse, Lying, Stored};
    Ok(Some(if reader.take("draw") {
        Utility::Draw(reader.item(Stored)?)
    } else if reader.take("stow") {
        Utility::Stow(reader.item(InUse)?)
    } else if reader.take("pick up") {
        Utility::PickUp(reader.item(Lying)?)
    } else if reader.take("hand") {
        reader.take("over");
        let item = reader.item(InUse)?;
        reader.expect("to")?;
        Utility::HandOver(item, reader.creature()?)
    } else if reader.take("drink") {
        Utility::Drink(reader.item(InUse)?, None)
    } else if reader.take("give") {
        let to = reader.creature()?;
        let item = reader.item(InUse)?;
        reader.expect("to drink")?;
        Utility::Drink(item, Some(to))
    } else if reader.take("reload") {
        Utility::Reload(reader.item(InUse)?)
    } else if reader.take("search") {
        let who = reader.creature()?;
        reader.expect("for")?;
        Utility::Search(who, reader.one_of("thing to search for", QUARRIES)?)
    } else if reader.take("open") {
        Utility::Door(reader.cell()?, reader.cell()?, true)
    } else if reader.take("close") {
        Utility::Door(reader.cell()?, reader.cell()?, false)
    } else if reader.take("use") {
        using(reader)?
    } else if reader.take("other") {
        let actions = reader.number("number of actions")?;
        let _ = reader.take("actions") || reader.take("action");
        Utility::Other(actions)
    } else {
        return Ok(None);
    }))
}

/// `mending on ogre`; on the speaker where nobody is named.
fn using(reader: &mut Reader<'_, '_>) -> Result<Utility, Unread> {
    let (power, speaker) = (power(reader)?, reader.who);
    match speaker {
        Some(who) if reader.is_empty() || reader.take("on oneself") => {
            Ok(Utility::Power(power, who))
        }
        _ => {
            reader.expect("on")?;
            Ok(Utility::Power(power, reader.creature()?))
        }
    }
}

/// `ogre and horse`, or nobody.
fn ambush(reader: &mut Reader<'_, '_>) -> Result<Act, Unread> {
    let mut targets = Vec::new();
    if !reader.is_empty() {
        targets.push(reader.creature()?);
        while reader.take("and") {
            targets.push(reader.creature()?);
        }
    }
    Ok(Act::Ambush(targets.into()))
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

/// An item by an initiative-affecting skill, if one stands here: `charge to 7,3, attack ogre with spear`. Commas may be left out.
fn feat(reader: &mut Reader<'_, '_>) -> Result<Option<Feat>, Unread> {
    let spaced = reader.rest().replace(", ", " , ");
    let mut words = reader.of_words(&spaced);
    let names = InitiativeSkill::ALL.map(InitiativeSkill::name);
    let kebab = InitiativeSkill::ALL.map(|skill| skill.name().replace(' ', "-"));
    let place = words
        .longest(names)
        .or_else(|| words.longest(kebab.iter().map(String::as_str)));
    let Some(skill) = place.and_then(|place| InitiativeSkill::ALL.get(place)) else {
        return Ok(None);
    };
    let goes = |words: &Reader<'_, '_>| {
        let mut ahead = words.clone();
        ahead.take("via") || ahead.take("to")
    };
    let before = if goes(&words) {
        way(&mut words)?
    } else {
        [].into()
    };
    words.take(",");
    let strike = if words.take("attack") {
        let target = words.creature()?;
        Some(strike(&mut words, (target, Said::default()), Some(*skill))?)
    } else {
        None
    };
    words.take(",");
    let after = if words.take("then") {
        way(&mut words)?
    } else {
        [].into()
    };
    words.end()?;
    reader.jump_to("");
    Ok(Some(Feat {
        skill: *skill,
        before,
        strike,
        after,
    }))
}

/// How a weapon is used, where that is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Ranged,
    /// At range, and what only shoots is meant before what is thrown.
    Shot,
    HandToHand,
}

const MANNERS: &[(&str, Manner)] = &[
    ("thrown", Manner::Ranged),
    ("shot", Manner::Shot),
    ("hand to hand", Manner::HandToHand),
];

/// What is said of an attack after its target, as far as it has been said.
#[derive(Default)]
struct Said {
    tool: Option<Tool>,
    manner: Option<Manner>,
    location: Option<Location>,
    step: Option<Cell>,
    kill_shot: bool,
}

/// `ogre with spear thrown at left arm stepping 4,3 to kill`: what follows the target may stand in any order. Within a skill an attack
/// that it contains is meant, where nothing is named.
fn strike(
    reader: &mut Reader<'_, '_>,
    (target, mut said): (CreatureId, Said),
    within: Option<InitiativeSkill>,
) -> Result<Strike, Unread> {
    while more_of_a_strike(reader, target, &mut said)? {}
    Ok(Strike {
        target,
        with: attacks_with(reader, &said, within)?,
        location: said.location.unwrap_or_default(),
        step: said.step,
        kill_shot: said.kill_shot,
    })
}

/// What is attacked with, by what is said of it.
fn attacks_with(
    reader: &Reader<'_, '_>,
    said: &Said,
    within: Option<InitiativeSkill>,
) -> Result<With, Unread> {
    match said.tool {
        Some(tool) => used(reader, tool, said.manner),
        None => match within.and_then(|skill| contained(reader, skill)) {
            Some(with) if said.manner.is_none() => Ok(with),
            _ => usual(reader, said.manner),
        },
    }
}

/// Takes a part of what is said of an attack on somebody, each only once. Whether there was one.
fn more_of_a_strike(
    reader: &mut Reader<'_, '_>,
    target: CreatureId,
    said: &mut Said,
) -> Result<bool, Unread> {
    if said.location.is_none() && reader.take("at") {
        said.location = Some(location(reader, target)?);
    } else if !said.kill_shot && reader.take("to kill") {
        said.kill_shot = true;
    } else {
        return more_of_an_attack(reader, said);
    }
    Ok(true)
}

/// Takes a part of what is said of any attack, each only once. Whether there was one.
fn more_of_an_attack(reader: &mut Reader<'_, '_>, said: &mut Said) -> Result<bool, Unread> {
    if said.tool.is_none() && reader.take("with") {
        let thrown = thrown_with(reader);
        said.tool = Some(tool(reader)?);
        said.manner = said.manner.or(thrown);
    } else if said.step.is_none() && reader.take("stepping") {
        reader.take("to");
        said.step = Some(reader.cell()?);
    } else if said.manner.is_none()
        && let Some(manner) = reader.maybe_one_of(MANNERS)
    {
        said.manner = Some(manner);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Takes the manner before the weapon, as in `with thrown spear`, unless the word belongs to its name.
fn thrown_with(reader: &mut Reader<'_, '_>) -> Option<Manner> {
    let mut ahead = reader.clone();
    let manner = ahead.maybe_one_of(MANNERS)?;
    let is_name = tool(&mut reader.clone()).is_ok();
    if is_name {
        return None;
    }
    *reader = ahead;
    Some(manner)
}

/// Hand to hand where nothing else is said, unless the weapon has no other use than at range.
fn used(reader: &Reader<'_, '_>, tool: Tool, manner: Option<Manner>) -> Result<With, Unread> {
    let arm = match (tool, manner) {
        (Tool::Weapon(arm), _) => arm,
        (Tool::Power(power), None) => return Ok(With::Power(power)),
        (Tool::Power(_), Some(_)) => {
            return Err(Unread::new("a power is used in one way only"));
        }
    };
    let ranged_alone = weapon(reader.nouns, reader.who, arm)
        .is_some_and(|weapon| weapon.melee.is_none() && weapon.ranged.is_some());
    Ok(match manner {
        Some(Manner::Ranged | Manner::Shot) => With::Ranged(arm),
        None if ranged_alone => With::Ranged(arm),
        Some(Manner::HandToHand) | None => With::Melee(arm),
    })
}

/// What is meant if nothing is named: the first weapon in hand for that use that the sheet has a score for, a power that attacks rather
/// than a punch or a kick.
fn usual(reader: &Reader<'_, '_>, manner: Option<Manner>) -> Result<With, Unread> {
    let fits = |weapon: &Weapon| match manner {
        Some(Manner::Ranged | Manner::Shot) => weapon.ranged.is_some(),
        Some(Manner::HandToHand) => weapon.melee.is_some(),
        None => true,
    };
    let state = reader.nouns;
    let shoots = |weapon: &Weapon| weapon.melee.is_none() && fits(weapon);
    let arm = match manner {
        Some(Manner::Shot) => usual_arm(reader, shoots).or_else(|_| usual_arm(reader, fits)),
        _ => usual_arm(reader, fits),
    };
    if let Ok(arm) = arm
        && weapon(state, reader.who, arm).is_none_or(|weapon| weapon.family != Family::Unarmed)
    {
        return used(reader, Tool::Weapon(arm), manner);
    }
    let powers = reader.who.and_then(|who| Some(&sheet(state, who)?.powers));
    let attack = powers.into_iter().flatten().copied().find(|power| {
        let power = state.cast.powers.get(usize::from(*power));
        power.is_some_and(|power| power.is_attack())
    });
    match attack {
        Some(power) if manner.is_none() => Ok(With::Power(PowerId(power))),
        _ => used(reader, Tool::Weapon(arm?), manner),
    }
}

/// The first attack that a skill contains, with something in hand or of the body that the sheet has a score for, or with a power.
fn contained(reader: &Reader<'_, '_>, skill: InitiativeSkill) -> Option<With> {
    let (state, who) = (reader.nouns, reader.who?);
    let powers = sheet(state, who)?.powers.iter().copied();
    let weapons = weapons(state, who).filter(|(_, weapon)| {
        let ranged = weapon.ranged.and_then(|ranged| ranged.skill);
        let mut skills = [Some(weapon.skill), ranged].into_iter().flatten();
        skills.any(|skill| state.score(who, skill).is_some())
    });
    let means = weapons.flat_map(|(arm, _)| [With::Melee(arm), With::Ranged(arm)]);
    let powers = powers.map(|power| With::Power(PowerId(power)));
    let mut means = means.chain(powers);
    means.find(|with| feats::contains(state, who, skill, *with))
}

/// The first weapon in hand or of the body that fits, those with a score on the sheet before others.
fn usual_arm(reader: &Reader<'_, '_>, fits: impl Fn(&Weapon) -> bool) -> Result<Arm, Unread> {
    let state = reader.nouns;
    let scored = reader.usual_arm(|who, arm| {
        let weapon = state.weapon(who, arm).filter(|weapon| fits(weapon));
        weapon.is_some_and(|weapon| state.score(who, weapon.skill).is_some())
    });
    scored.or_else(|_| reader.usual_arm(|who, arm| state.weapon(who, arm).is_some_and(&fits)))
}

/// Takes a defend skill, if one stands here: `evasive action`, `evasive-action`.
fn maybe_skill(reader: &mut Reader<'_, '_>) -> Option<DefendSkill> {
    let named = |skill: &DefendSkill| {
        reader.take(skill.name()) || reader.take(&skill.name().replace(' ', "-"))
    };
    DefendSkill::ALL.into_iter().find(named)
}

/// Takes a defend skill.
pub(crate) fn defend_skill(reader: &mut Reader<'_, '_>) -> Result<DefendSkill, Unread> {
    if let Some(skill) = maybe_skill(reader) {
        return Ok(skill);
    }
    let word = reader.need("a defend skill")?;
    let names = DefendSkill::ALL.map(|skill| skill.name().to_lowercase());
    Err(Unread::unknown(
        "defend skill",
        word,
        names.iter().map(String::as_str),
    ))
}
