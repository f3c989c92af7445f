//! Printing acts.

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::notation::Wanted;

use super::Namer;
use super::nouns::{fixture_name, gear_name, spell_name, style_name, usual_holder};
use crate::act::{Act, Action, Aim, Defence, Handling, Maneuver, Manner, Manual, Strike};
use crate::rules::price::magic_of;
use crate::sheet::{Attribute, Skill, Spell};
use crate::state::{ItemId, SpellId};

pub(super) fn act(namer: Namer<'_>, act: &Act) -> String {
    match act {
        Act::SetStage => "set stage".into(),
        Act::Surprise => "surprise".into(),
        Act::RollInitiative => "roll initiative".into(),
        Act::Arrive(who) => format!("{} arrives", namer.creature(*who)),
        Act::BeginRound => "begin round".into(),
        Act::NextTurn => "next turn".into(),
        Act::EndRound => "end round".into(),

        Act::Do(action) => self::action(namer, action),
        Act::Freely(action) => format!("freely {}", self::action(namer, action)),

        Act::Move(path) => way(namer, path),
        Act::Stand => "stand up".into(),
        Act::DropProne => "drop prone".into(),
        Act::Release(who) => about(namer, "release", *who),
        Act::Drop(item) => own(namer, "drop", *item, Wanted::InUse),
        Act::Save(after) => about(namer, "save turn until after", *after),
        Act::EndTurn => "end turn".into(),
        Act::Widen(style, gear) => format!(
            "widen {} with {}",
            style_name(namer, *style),
            gear_name(namer, *gear)
        ),

        Act::Pass => "pass".into(),
        Act::Defend(defence) => self::defence(namer, defence),
        Act::Maneuver(maneuver) => self::maneuver(namer, *maneuver),
        Act::Resist(skill) => format!("resist with {}", skill_word(*skill)),
    }
}

fn action(namer: Namer<'_>, action: &Action) -> String {
    match action {
        Action::Strike(strike) => self::strike(namer, strike),
        Action::Cast(spell, aim, said) => {
            let casts = format!("cast {}", spell_name(namer, *spell));
            casts + &aimed(namer, Some(*spell), *aim) + &manual(namer, *said)
        }
        Action::Activate(item, aim, said) => {
            let uses = own(namer, "use", *item, Wanted::InUse);
            uses + &aimed(namer, magic_of(namer.nouns, *item), *aim) + &manual(namer, *said)
        }
        Action::Manipulate(handling) => self::handling(namer, *handling),
        Action::Dash => "dash".into(),
        Action::Disengage => "disengage".into(),
        Action::Grapple(who) => about(namer, "grapple", *who),
        Action::Escape(from, skill) => escape(namer, *from, *skill),
        Action::Search => "search".into(),
        Action::Sneak => "sneak".into(),
    }
}

/// `strike ogre with javelin thrown using agility as Forest Bandit dealing piercing one-handed`.
fn strike(namer: Namer<'_>, strike: &Strike) -> String {
    let mut text = format!(
        "strike {} with {}",
        namer.creature(strike.target),
        namer.arm(strike.with)
    );
    if strike.thrown {
        text.push_str(" thrown");
    }
    text + &manual(namer, strike.manual)
}

/// How an attack is made, where it is not as usual.
fn manual(namer: Namer<'_>, manual: Manual) -> String {
    let mut text = chosen(namer, manual.using, manual.style);
    if let Some(kind) = manual.kind {
        text.push_str(&format!(" dealing {}", kind.name()));
    }
    match manual.grip {
        None => {}
        Some(1) => text.push_str(" one-handed"),
        Some(2) => text.push_str(" two-handed"),
        Some(hands) => text.push_str(&format!(" in {hands} hands")),
    }
    text
}

/// ` using agility as Forest Bandit`: attribute and style, where they are said.
fn chosen(namer: Namer<'_>, using: Option<Attribute>, style: Option<u8>) -> String {
    let mut text = String::new();
    if let Some(attribute) = using {
        text.push_str(&format!(" using {}", attribute.name().to_lowercase()));
    }
    if let Some(style) = style {
        text.push_str(&format!(" as {}", style_name(namer, style)));
    }
    text
}

/// At what magic is aimed, with a space before it; oneself is named where it could be somebody else as well.
fn aimed(namer: Namer<'_>, spell: Option<SpellId>, aim: Aim) -> String {
    let spell = spell.and_then(|spell| namer.nouns.cast.spells.get(usize::from(spell.0)));
    match aim {
        Aim::Oneself if spell.is_some_and(Spell::goes_to_others) => " on oneself".into(),
        Aim::Oneself => String::new(),
        Aim::Creature(who) => format!(" on {}", namer.creature(who)),
        Aim::Place(cell) => format!(" at {}", namer.cell(cell)),
    }
}

fn handling(namer: Namer<'_>, handling: Handling) -> String {
    match handling {
        Handling::Draw(item) => own(namer, "draw", item, Wanted::Stored),
        Handling::Stow(item) => own(namer, "stow", item, Wanted::InUse),
        Handling::PickUp(item) => format!("pick up {}", namer.found(item)),
        Handling::Load(item) => own(namer, "load", item, Wanted::InUse),
        Handling::Door(a, b, true) => format!("open {}", namer.cells(&[a, b])),
        Handling::Door(a, b, false) => format!("close {}", namer.cells(&[a, b])),
        Handling::Fixture(fixture) => format!("pull {}", fixture_name(namer, fixture)),
    }
}

/// `escape from ogre with athletics`; a net is named only where somebody holds the speaker, too.
fn escape(namer: Namer<'_>, from: Option<CreatureId>, skill: Option<Skill>) -> String {
    let mut text = match from {
        Some(who) => about(namer, "escape from", who),
        None if usual_holder(namer.nouns, namer.who).is_some() => "escape from net".into(),
        None => "escape".into(),
    };
    if let Some(skill) = skill {
        text.push_str(&format!(" with {}", skill_word(skill)));
    }
    text
}

/// `move via 4,3 5,3 to 6,4`.
fn way(namer: Namer<'_>, path: &[Cell]) -> String {
    match path {
        [] => "move".into(),
        [goal] => format!("move to {}", namer.cell(*goal)),
        [way @ .., goal] => format!("move via {} to {}", namer.cells(way), namer.cell(*goal)),
    }
}

fn defence(namer: Namer<'_>, defence: &Defence) -> String {
    let manner = match defence.manner {
        Manner::Block => "block",
        Manner::Dodge => "dodge",
        Manner::Parry => "parry",
        Manner::Withstand => "withstand",
    };
    format!("{manner}{}", chosen(namer, defence.using, defence.style))
}

fn maneuver(namer: Namer<'_>, maneuver: Maneuver) -> String {
    match maneuver {
        Maneuver::Bash => "bash".into(),
        Maneuver::Brace => "brace".into(),
        Maneuver::Disarm(item) => {
            format!("disarm {}", namer.of_bearer(item, Wanted::InUse))
        }
        Maneuver::Feint => "feint".into(),
        Maneuver::Precision(location) => format!("precision at {}", location.name()),
        Maneuver::Push => "push".into(),
        Maneuver::Trip => "trip".into(),
    }
}

fn skill_word(skill: Skill) -> String {
    skill.name().to_lowercase()
}

fn about(namer: Namer<'_>, verb: &str, who: CreatureId) -> String {
    format!("{verb} {}", namer.creature(who))
}

fn own(namer: Namer<'_>, verb: &str, item: ItemId, wanted: Wanted) -> String {
    format!("{verb} {}", namer.own(item, wanted))
}
