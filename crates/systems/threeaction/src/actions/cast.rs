//! Casting Spells (`cast/*`, `foundations/spell-components`).

use affray_kernel::{Covered, CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::Aim;
use crate::fact::{Fact, Number};
use crate::ids::{refuse, rule};
use crate::rules::readied::{self, Happening};
use crate::rules::spells::{self, Casting, Subject, aim, components, running};
use crate::rules::{guess, hands, sight, turns};
use crate::sheet::{Components, Effect, ItemKind, ItemSpell, Spell};
use crate::state::{Arm, ItemId, SpellId, State};

/// A Spell that is to be cast, as it was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order<'a> {
    /// Which.
    pub(crate) spell: SpellId,
    /// The item it is cast from, if any.
    pub(crate) item: Option<ItemId>,
    /// The Energy for each component.
    pub(crate) energy: Components,
    /// At what.
    pub(crate) aim: &'a Aim,
}

impl Order<'_> {
    fn casting(self, by: CreatureId) -> Casting {
        Casting {
            by,
            spell: self.spell,
            energy: self.energy,
        }
    }
}

/// Whether a Spell can be cast: known, or in an item in hand; the Energy fit for the Spell, and there; the target or Area within Range.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, order: Order<'_>) -> Result<Subject, Refusal> {
    let energy = i32::from(state.body(who).energy);
    let price = i32::from(order.energy.cost());
    if price > energy {
        return Err(refuse!(
            "cast/choose-energy",
            "that takes {} Energy and {} has {}",
            Figure::Number(price),
            Figure::Creature(who),
            Figure::Number(energy)
        ));
    }
    aim_paid(state, who, order)
}

/// What a Spell covers that is cast on an Area, if it can be cast so.
pub(crate) fn covered(state: &State, who: CreatureId, order: Order<'_>) -> Option<Covered> {
    let subject = aim(state, who, order).ok()?;
    spells::covered(state, order.casting(who), subject)
}

/// The same when the Energy is paid.
fn aim_paid(state: &State, who: CreatureId, order: Order<'_>) -> Result<Subject, Refusal> {
    let Some(spell) = state.cast.spells.get(usize::from(order.spell.0)) else {
        return Err(refuse!("cast/action", "there is no such Spell"));
    };
    match order.item {
        Some(item) => from_item(state, who, item, spell, order.energy)?,
        None => {
            known(state, who, order)?;
            as_breath(state, who, order)?;
        }
    }
    fitting(spell, order.energy)?;
    aim::subject(state, order.casting(who), order.aim)
}

/// A Spell that the creature knows, of a level that it can cast (`cast/action`, `foundations/spell-components`).
fn known(state: &State, who: CreatureId, order: Order<'_>) -> Result<(), Refusal> {
    let sheet = state.sheet(who);
    if !sheet.spells.contains(&order.spell.0) {
        return Err(refuse!(
            "cast/action",
            "{} does not know this Spell",
            Figure::Creature(who)
        ));
    }
    let (level, rank) = (order.energy.level(), sheet.feats.spell_casting);
    if level > rank {
        return Err(refuse!(
            "foundations/spell-components",
            "with that Energy the Spell is of level {}; {} casts up to level {}",
            Figure::Number(i32::from(level)),
            Figure::Creature(who),
            Figure::Number(i32::from(rank))
        ));
    }
    Ok(())
}

/// A breath takes the Energy and has the shape that it is bound to (`cast/magic-item`).
fn as_breath(state: &State, who: CreatureId, order: Order<'_>) -> Result<(), Refusal> {
    let Some(breath) = state.sheet(who).breath else {
        return Ok(());
    };
    if order.energy != breath.energy {
        return Err(refuse!(
            "cast/magic-item",
            "the breath of {} takes a fixed Energy for each component: {} in all",
            Figure::Creature(who),
            Figure::Number(i32::from(breath.energy.cost()))
        ));
    }
    match order.aim {
        Aim::Area(shape, ..) if *shape != breath.shape => Err(refuse!(
            "cast/magic-item",
            "the breath of {} has a shape of its own",
            Figure::Creature(who)
        )),
        _ => Ok(()),
    }
}

/// The Spell in an item.
pub(crate) fn spell_in(state: &State, item: ItemId) -> Option<&ItemSpell> {
    match state.items.get(usize::from(item.0)) {
        Some(_) => match state.kind(item) {
            ItemKind::Gear(gear) => gear.spell.as_ref(),
            _ => None,
        },
        None => None,
    }
}

/// A Spell from an item in hand, with the Energy that the item fixes (`cast/magic-item`, `spell-attack/from-item`).
fn from_item(
    state: &State,
    who: CreatureId,
    item: ItemId,
    spell: &Spell,
    energy: Components,
) -> Result<(), Refusal> {
    let Some(fixed) = spell_in(state, item).filter(|fixed| fixed.name == spell.name) else {
        return Err(refuse!("cast/magic-item", "this Spell is in no such item"));
    };
    if !hands::holds(state, who, item) {
        return Err(refuse!(
            "spell-attack/from-item",
            "{} does not wield the {}",
            Figure::Creature(who),
            Figure::Thing(item.0)
        ));
    }
    hands::can_use(state, who, Arm::Item(item))?;
    if energy != fixed.energy {
        return Err(refuse!(
            "cast/magic-item",
            "the {} fixes the Energy of each component: {} in all",
            Figure::Thing(item.0),
            Figure::Number(i32::from(fixed.energy.cost()))
        ));
    }
    Ok(())
}

/// Whether the Energy of each component is one that the Spell can take.
fn fitting(spell: &Spell, energy: Components) -> Result<(), Refusal> {
    let no_area = matches!(
        spell.effect,
        Effect::Telekinesis { .. } | Effect::Summon { .. }
    );
    let most_area = if no_area { 0 } else { components::MOST };
    for (part, put_in, least, most) in [
        ("Effect", energy.effect, 1, components::MOST),
        ("Range", energy.range, 0, components::MOST),
        (
            "Duration",
            energy.duration,
            spell.least_duration,
            spell.most_duration.min(components::MOST),
        ),
        ("Area", energy.area, spell.least_area, most_area),
    ] {
        if put_in < least || put_in > most {
            return Err(refuse!(
                "foundations/spell-components",
                "the {} of this Spell takes {} to {} Energy, not {}",
                Figure::Word(part),
                Figure::Number(i32::from(least)),
                Figure::Number(i32::from(most)),
                Figure::Number(i32::from(put_in))
            ));
        }
    }
    Ok(())
}

/// Casts the Spell: the Energy is paid at once (`cast/choose-energy`), and lost if the Spell fails or is made impossible.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    order: Order<'_>,
) -> Play {
    cite(scene, who, order);
    let aim = order.aim.clone();
    scene.emit(Fact::Casts(who, order.spell, order.energy, aim));
    let left = scene.state().body(who).energy - order.energy.cost();
    scene.emit(Fact::Set(who, Number::Energy, left));
    let guess = guess::in_aim(scene.state(), who, order.aim);
    readied::interrupt(scene, who, Happening::Cast)?;
    if order.item.is_some() {
        readied::interrupt(scene, who, Happening::Item)?;
    }
    let aim = guess::aim_now(scene.state(), who, order.aim, guess);
    let order = Order { aim: &aim, ..order };
    if readied::is_any(scene.state()) && attacks(scene.state(), who, order) {
        readied::interrupt(scene, who, Happening::Attack)?;
    }
    let aim = guess::aim_now(scene.state(), who, order.aim, guess);
    let order = Order { aim: &aim, ..order };
    let subject =
        scene.known(|state| turns::can_act(state, who).and_then(|()| aim_paid(state, who, order)));
    let subject = match subject {
        Ok(subject) => subject,
        Err(refusal) => {
            let is_wrong = guess.is_some_and(|guess| guess.is_wrong(scene.state(), who));
            let rule = if is_wrong && refusal.rule == rule!("hidden/declare-square") {
                rule!("hidden/wrong-square")
            } else {
                refusal.rule
            };
            scene.cite(rule);
            scene.emit(Fact::Lost(who, rule.0));
            return Ok(());
        }
    };
    sight::noticed(scene, who);
    let casting = order.casting(who);
    let held = spells::take_effect(scene, casting, subject)?;
    let spread = match subject {
        Subject::Area(spread, area) => Some((spread, area)),
        _ => None,
    };
    running::begin(scene, casting, held, spread);
    Ok(())
}

/// Whether there is a Spell Attack to come.
fn attacks(state: &State, who: CreatureId, order: Order<'_>) -> bool {
    aim_paid(state, who, order)
        .is_ok_and(|subject| spells::attacks(state, order.casting(who), subject))
}

fn cite(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, order: Order<'_>) {
    scene.cite(rule!("cast/action"));
    scene.cite(rule!("cast/choose-energy"));
    scene.cite(rule!("cast/choose-target"));
    scene.cite(rule!("foundations/spell-components"));
    scene.cite(rule!("foundations/energy-pool"));
    if order.item.is_some() {
        scene.cite(rule!("cast/magic-item"));
        scene.cite(rule!("cast/item-target"));
        if attacks(scene.state(), who, order) {
            scene.cite(rule!("spell-attack/from-item"));
        }
    }
}
