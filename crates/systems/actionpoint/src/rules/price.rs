//! What things cost: Action Points, attacks of the round, free actions (`actions-in-combat/cost`, `what-is-an-attack/*`, `free-actions/*`).

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use crate::ActionPoint;
use crate::act::Action;
use crate::fact::{Fact, Flag, Number};
use crate::ids::{refuse, rule};
use crate::sheet::{FreeAction, Gear, ItemKind};
use crate::state::{ItemId, SpellId, State};

/// Action Points at the start of a round (`initiative-structure/ap-gain`).
pub(crate) const AP: i16 = 3;

/// Attacks of a round (`what-is-an-attack/attacks-per-round`).
pub(crate) const ATTACKS: i16 = 2;

/// What an action takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Price {
    /// Action Points.
    pub(crate) ap: i16,
    /// Whether it uses one of the attacks of the round.
    pub(crate) attack: bool,
    /// Whether it is the free action of the round.
    pub(crate) free: bool,
    /// Mana.
    pub(crate) mana: i16,
}

/// The spell whose magic an item has.
pub(crate) fn magic_of(state: &State, item: ItemId) -> Option<SpellId> {
    match state.kind(item) {
        ItemKind::Gear(Gear { spell, .. }) => spell.map(SpellId),
        _ => None,
    }
}

/// What an action takes, as a free action or not.
#[must_use]
pub(crate) fn of(state: &State, action: &Action, free: bool) -> Price {
    let spell = match action {
        Action::Cast(spell, ..) => Some(*spell),
        Action::Activate(item, ..) => magic_of(state, *item),
        _ => None,
    };
    let spell = spell.map(|spell| state.spell(spell));
    let attack = match action {
        Action::Strike(_) => true,
        _ => spell.is_some_and(|spell| spell.is_attack()),
    };
    let ap = spell.map_or(1, |spell| i16::from(spell.ap));
    let mana = match action {
        Action::Cast(..) => spell.map_or(0, |spell| spell.mana),
        _ => 0,
    };
    Price {
        ap: if free { 0 } else { ap },
        attack,
        free,
        mana,
    }
}

/// Whether a creature can pay.
///
/// # Errors
/// What it lacks.
pub(crate) fn can_pay(state: &State, who: CreatureId, price: Price) -> Result<(), Refusal> {
    let body = state.body(who);
    if price.ap > body.ap {
        return Err(refuse!(
            "actions-in-combat/ap-cap",
            "{} has {} AP left; this takes {}",
            Figure::Creature(who),
            Figure::Number(i32::from(body.ap)),
            Figure::Number(i32::from(price.ap))
        ));
    }
    if price.attack && body.attacks >= ATTACKS {
        return Err(refuse!(
            "combat-overview/two-attacks-per-round",
            "{} has made {} attacks this round; {} are allowed",
            Figure::Creature(who),
            Figure::Number(i32::from(body.attacks)),
            Figure::Number(i32::from(ATTACKS))
        ));
    }
    if price.free && body.free_used {
        return Err(refuse!(
            "free-actions/one-per-round",
            "{} has taken its free action of this round",
            Figure::Creature(who)
        ));
    }
    if price.mana > body.mana {
        return Err(refuse!(
            "magic/cost",
            "{} has {} Mana left; this takes {}",
            Figure::Creature(who),
            Figure::Number(i32::from(body.mana)),
            Figure::Number(i32::from(price.mana))
        ));
    }
    Ok(())
}

/// Pays, when the action is declared; nothing is given back whatever happens (`actions-in-combat/cost`).
pub(crate) fn pay(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, price: Price) {
    if price.free {
        scene.cite_all(
            const {
                &[
                    rule!("free-actions/no-ap"),
                    rule!("free-actions/granted-by-rules"),
                    rule!("free-actions/one-per-round"),
                ]
            },
        );
        scene.emit(Fact::Flag(who, Flag::FreeUsed, true));
    }
    if price.ap > 0 {
        scene.cite_all(
            const {
                &[
                    rule!("actions-in-combat/cost"),
                    rule!("actions-in-combat/ap-cap"),
                    rule!("initiative-structure/ap-purpose"),
                ]
            },
        );
        scene.emit(Fact::Spends(who, price.ap));
    }
    if price.attack {
        let body = scene.state().body(who);
        let attacks = body.attacks + 1;
        scene.cite_all(
            const {
                &[
                    rule!("what-is-an-attack/attacks-per-round"),
                    rule!("what-is-an-attack/trait-uses-apr"),
                    rule!("combat-overview/two-attacks-per-round"),
                ]
            },
        );
        scene.emit(Fact::Set(who, Number::Attacks, attacks));
    }
    if price.mana > 0 {
        let left = scene.state().body(who).mana - price.mana;
        scene.cite(rule!("magic/cost"));
        scene.emit(Fact::Set(who, Number::Mana, left));
    }
}

/// Which free action an action would be (`free-actions/granted-by-rules`).
const fn as_free_action(action: &Action) -> Option<FreeAction> {
    Some(match action {
        Action::Strike(_) => FreeAction::Strike,
        Action::Cast(..) | Action::Activate(..) => FreeAction::UseMagic,
        Action::Manipulate(_) => FreeAction::Manipulate,
        Action::Dash => FreeAction::Dash,
        Action::Disengage => FreeAction::Disengage,
        // Getting free of a grappler is the Grapple turned round, getting out of a net is not (`conditions/grappled`).
        Action::Grapple(_) | Action::Escape(Some(_), _) => FreeAction::Grapple,
        Action::Escape(None, _) => return None,
        Action::Search => FreeAction::Search,
        Action::Sneak => FreeAction::Sneak,
    })
}

/// Whether a perk lets the creature do that as a free action.
///
/// # Errors
/// That none does.
pub(crate) fn can_be_free(state: &State, who: CreatureId, action: &Action) -> Result<(), Refusal> {
    let wanted = as_free_action(action);
    let granted = state
        .sheet(who)
        .perks
        .iter()
        .any(|perk| perk.free_action.is_some() && perk.free_action == wanted);
    if granted {
        return Ok(());
    }
    Err(refuse!(
        "free-actions/granted-by-rules",
        "nothing lets {} do that as a free action",
        Figure::Creature(who)
    ))
}
