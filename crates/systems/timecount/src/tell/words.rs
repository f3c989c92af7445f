//! Creatures, squares, stances and conditions in sentences.

use affray_kernel::condition::Until;
use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, System};

use crate::TimeCount;
use crate::sheet::DamageType;
use crate::state::{Condition, Stance, State};

/// A creature in a sentence: `the ogre` where it is named after its kind, `Garret` where the name is its own.
pub(super) fn the(state: &State, who: CreatureId) -> String {
    TimeCount::spoken(state, who)
}

/// A square as it is written: column and row of the drawn map, and the height if it is not 0.
pub(super) fn square(state: &State, cell: Cell) -> String {
    state.grid().drawn(cell).to_string()
}

/// How long something lasts, with a space before it; nothing if it lasts until something ends it.
pub(super) fn lasting(state: &State, until: Until) -> String {
    match until {
        Until::At(count) => format!(" until count {count}"),
        Until::TurnStart(whose, 0 | 1) => format!(" until {}'s next turn", the(state, whose)),
        Until::TurnStart(whose, turns) => format!(" for {turns} turns of {}", the(state, whose)),
        Until::Cleared | Until::TurnEnd(..) | Until::Round(_) => String::new(),
    }
}

/// Who is named where it is said how long something lasts.
pub(super) fn anchor_of(until: Until) -> Option<CreatureId> {
    match until {
        Until::TurnStart(whose, _) => Some(whose),
        _ => None,
    }
}

/// A stance as the book writes it.
pub(super) const fn stance_name(stance: Stance) -> &'static str {
    match stance {
        Stance::Basic => "basic",
        Stance::Cautious => "Cautious",
        Stance::Crouch => "Crouch",
        Stance::Parrying => "Parrying",
        Stance::Poised => "Poised",
        Stance::Prone => "Prone",
    }
}

/// A kind of damage.
pub(super) const fn kind_name(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Bludgeoning => "bludgeoning",
        DamageType::Piercing => "piercing",
        DamageType::Slashing => "slashing",
        DamageType::Acid => "acid",
        DamageType::Cold => "cold",
        DamageType::Electricity => "electricity",
        DamageType::Fire => "fire",
        DamageType::Force => "force",
        DamageType::Poison => "poison",
        DamageType::Sonic => "sonic",
    }
}

/// What a condition is called in sentences.
pub(crate) const fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::Surprised => "surprised",
        Condition::Hiding => "hiding",
        Condition::Stunned => "stunned",
        Condition::Unsteady => "unsteady",
        Condition::Fatigued => "fatigued",
        Condition::Grabbed => "grabbed",
        Condition::Netted => "netted",
        Condition::Unconscious => "unconscious",
        Condition::Asleep => "asleep",
        Condition::Bound => "bound",
        Condition::Dead => "dead",
        Condition::Burning => "burning",
        Condition::DistractedAttack => "distracted in attacks",
        Condition::DistractedDefense => "distracted in defense",
        Condition::Feinting => "feinting",
        Condition::Shaken => "shaken",
        Condition::Frightened => "frightened",
    }
}

/// Why an act comes to nothing, by the rule that forbids it; none: the rule has to say it.
pub(super) fn why_lost(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "actions/attack" | "special-actions/format" => "there is nobody there any more",
        "actions/control-mount" => "its mount is frightened and out of control",
        "actions/door" => "the door has been opened or closed already, or is out of reach",
        "actions/draw-weapon" => "it is not in hand",
        "actions/extinguish" => "nothing burns there any more",
        "actions/mount" => "mount and rider do not come together",
        "actions/pick-up" => "it lies there no longer",
        "actions/ready" => "what was readied is possible no longer",
        "actions/stabilize" => "there is nothing left to stabilize",
        "actions/escape-net" => "it is in a net",
        "attack-modifiers/cover-determination" => "the target has total cover",
        "critical-fumbles/durability-definition" => "the weapon is broken",
        "conditions/helpless" => "it can act no longer",
        "conditions/immobile" => "there is no moving for it",
        "movement-in-combat/as-action" => "there is no way any more",
        "initiative/ties" => "it is possible no longer",
        "occupied-fighting/overcrowded" => "its space is too crowded to fight in",
        "occupied-spaces/capacity" => "the space is full",
        "occupied-spaces/entry" => "nobody lets it in",
        "occupied-spaces/unsharable" => "the space cannot be shared",
        "special-actions/coup-de-grace-preparation" => {
            "its victim has moved, has died or can defend itself"
        }
        "special-actions/coup-de-grace" => "its victim is out of range or can defend itself",
        "special-actions/disarm" => "the hand holds it no longer",
        "special-actions/staple" => "there is no pinning the target",
        "special-actions/staple-escape" => "no weapon pins the target any more",
        "special-actions/tackle" => "there was no running up to the target",
        "special-actions/touch-range" => "the target is out of reach",
        "range/missile-maximum" | "range/thrown-maximum" => "the target is out of range",
        "stances/concept" => "it has been knocked down",
        "stances/crouch-drawback" => "it is on one knee",
        "stances/parrying-drawback" => "it is parrying",
        "stances/prone-drawback" | "stances/prone-movement" => "it lies on the ground",
        "stances/revert" => "it has to stand up first",
        "unarmed/other-limbs" => "no hand is free for it",
        "wrestling/grab" => "there is no grabbing the target",
        "wrestling/grab-adjacent" => "the two are no longer next to each other",
        "wrestling/grab-critical-success" => "it is held too fast",
        "wrestling/throw-vigor" => "the target cannot be thrown there",
        "wrestling/overview" => "there is no such grab any more",
        _ => return None,
    })
}
