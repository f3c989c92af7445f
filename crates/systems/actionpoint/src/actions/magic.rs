//! Use Magic: spells, abilities and magic items (`primary-actions/use-magic`, `reactions/use-magic`, `magic/*`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::{Found, How, comes_to_nothing, still_acts, strike};
use crate::ActionPoint;
use crate::act::{Act, Action, Aim, Manual, Means};
use crate::fact::{Fact, Motion, rule_number};
use crate::ids::{refuse, rule};
use crate::rules::cover::{is_merely_unseen, is_unseen, is_walled};
use crate::rules::hidden;
use crate::rules::numbers::present;
use crate::rules::price::magic_of;
use crate::rules::results::{self, Attack};
use crate::rules::turns::is_over;
use crate::rules::{core_rules, effects, occupied, reactions};
use crate::sheet::{Effect, Skill, Spell};
use crate::state::{Condition, ItemId, Place, SpellId, State};

/// The creature that something is aimed at.
pub(crate) const fn creature_of(at: Aim) -> Option<CreatureId> {
    match at {
        Aim::Creature(who) => Some(who),
        Aim::Oneself | Aim::Place(_) => None,
    }
}

/// Whether a spell can be cast, price aside.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn can_cast(
    state: &State,
    who: CreatureId,
    spell: SpellId,
    (at, manual): (Aim, Manual),
    how: How,
) -> Result<(), Refusal> {
    if !state.sheet(who).spells.contains(&spell.0) {
        return Err(refuse!(
            "magic/spell-data",
            "{} cannot do that",
            Figure::Creature(who)
        ));
    }
    can_use(state, who, Source::Spell(spell), (at, manual), how)
}

/// Whether the magic of an item can be activated: it is held or worn, and has uses left (`magic/casting-test`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn can_activate(
    state: &State,
    who: CreatureId,
    item: ItemId,
    (at, manual): (Aim, Manual),
    how: How,
) -> Result<(), Refusal> {
    let Some(spell) = magic_of(state, item) else {
        return Err(refuse!(
            "magic/casting-test",
            "{} has no magic",
            Figure::Thing(item.0)
        ));
    };
    at_hand(state, who, item)?;
    if state.item(item).uses == Some(0) {
        return Err(refuse!(
            "magic/casting-test",
            "{} is used up",
            Figure::Thing(item.0)
        ));
    }
    can_use(state, who, Source::Item(item, spell), (at, manual), how)
}

/// Whether a creature holds a magic item, or wears one that takes no hand (`magic/casting-test`).
fn at_hand(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let is_at_hand = match state.item(item).place {
        Place::Held(holder, _) => holder == who,
        Place::Worn(wearer) => wearer == who && state.kind(item).hands() == 0,
        _ => false,
    };
    if is_at_hand {
        return Ok(());
    }
    Err(refuse!(
        "magic/casting-test",
        "{} does not have {} at hand",
        Figure::Creature(who),
        Figure::Thing(item.0)
    ))
}

fn can_use(
    state: &State,
    who: CreatureId,
    source: Source,
    (at, manual): (Aim, Manual),
    how: How,
) -> Result<(), Refusal> {
    let id = source.spell();
    let spell = state.spell(id);
    can_choose(state, who, source, manual)?;
    if spell.is_attack() && how == How::Reaction {
        return Err(refuse!(
            "reactions/use-magic",
            "an attack spell is for {}'s own turn",
            Figure::Creature(who)
        ));
    }
    match at {
        Aim::Oneself if spell.range_m.is_none() && !spell.is_attack() => match spell.effect {
            Some(Effect::Teleport) => Err(refuse!("magic/spell-data", "it needs a place to go to")),
            _ => Ok(()),
        },
        Aim::Oneself if spell.is_attack() || spell.effect == Some(Effect::Teleport) => {
            Err(refuse!("magic/spell-data", "it is not aimed at oneself"))
        }
        Aim::Oneself => Ok(()),
        Aim::Creature(target) => at_creature(state, who, id, target),
        Aim::Place(_) => match spell.effect {
            Some(Effect::Teleport) => teleports_to(state, who, id, at),
            _ => Err(refuse!("magic/spell-data", "it is not aimed at a place")),
        },
    }
}

/// Whether magic can be used as it is said: how it is tested, and which of its types of damage it does (`attack/spell-attack`,
/// `damage-types/every-source-has-one`).
fn can_choose(
    state: &State,
    who: CreatureId,
    source: Source,
    manual: Manual,
) -> Result<(), Refusal> {
    if manual.is_usual() {
        return Ok(());
    }
    let spell = state.spell(source.spell());
    if !spell.is_attack() {
        return Err(refuse!(
            "attack/spell-attack",
            "nothing is chosen for magic that is no attack"
        ));
    }
    if manual.grip.is_some() {
        return Err(refuse!(
            "character-stats/hands",
            "no weapon is gripped for magic"
        ));
    }
    results::can_choose(state, (who, source.means()), manual)?;
    strike::has_type(&spell.damage, manual.kind)
}

/// Within range, alive for what mends, and for what is no attack from afar not behind a wall (`attack/spell-attack`,
/// `damage-pipeline/healing`, `space/line-of-sight`).
fn at_creature(
    state: &State,
    who: CreatureId,
    id: SpellId,
    target: CreatureId,
) -> Result<(), Refusal> {
    let spell = state.spell(id);
    let Some(range) = spell
        .range_m
        .filter(|_| spell.effect != Some(Effect::Teleport))
    else {
        return Err(refuse!("magic/spell-data", "it works on oneself alone"));
    };
    if spell.is_attack() {
        strike::target(state, who, target)?;
    } else if !present(state, target) {
        return Err(refuse!("attack/any-creature", "nobody is there"));
    } else if hidden::is_hidden_from(state, target, who) {
        return Err(refuse!(
            "conditions/hidden",
            "{} does not know where {} is",
            Figure::Creature(who),
            Figure::Creature(target)
        ));
    }
    let mends = matches!(spell.effect, Some(Effect::Mend(_))) && !spell.is_attack();
    if mends && state.has(target, Condition::Dead) {
        return Err(refuse!(
            "damage-pipeline/healing",
            "{} is dead",
            Figure::Creature(target)
        ));
    }
    let (own, theirs) = (state.space(who), state.space(target));
    let distance = state.grid().distance(own, theirs);
    if distance > u32::try_from(range).unwrap_or_default() {
        let far = Figure::Metres(i32::try_from(distance).unwrap_or(i32::MAX));
        let most = Figure::Metres(i32::from(range));
        let target = Figure::Creature(target);
        return Err(if spell.is_attack() {
            refuse!(
                "attack/illegal-target",
                "{} is {} away; that goes {}",
                target,
                far,
                most
            )
        } else {
            refuse!(
                "magic/spell-data",
                "{} is {} away; it goes {}",
                target,
                far,
                most
            )
        });
    }
    gets_through(state, who, spell, target)
}

/// Whether nothing stands in the way of magic to a creature, and it is seen where that is needed (`space/line-of-sight`).
fn gets_through(
    state: &State,
    who: CreatureId,
    spell: &Spell,
    target: CreatureId,
) -> Result<(), Refusal> {
    let (own, theirs) = (state.space(who), state.space(target));
    let from_afar = spell.is_attack() && !spell.traits.melee;
    let is_unseen = || is_unseen(state, own, theirs);
    let is_walled = !from_afar && is_walled(state, own, theirs);
    let is_out_of_sight = if from_afar {
        is_merely_unseen(state, who, target)
    } else {
        (is_walled || !spell.traits.melee) && is_unseen()
    };
    if is_out_of_sight {
        return Err(refuse!(
            "space/line-of-sight",
            "{} is out of sight",
            Figure::Creature(target)
        ));
    }
    if is_walled {
        return Err(refuse!(
            "space/line-of-sight",
            "something stands between {} and {}",
            Figure::Creature(who),
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// Whether a place is within range, in sight and free.
fn teleports_to(state: &State, who: CreatureId, id: SpellId, at: Aim) -> Result<(), Refusal> {
    let Aim::Place(cell) = at else {
        return Err(refuse!("magic/spell-data", "it needs a place to go to"));
    };
    let to = occupied::on_floor(state, who, cell);
    let (own, there) = (state.space(who), state.space_at(who, to));
    let range = state.spell(id).range_m.unwrap_or_default();
    let distance = state.grid().distance(own, there);
    if distance > u32::try_from(range).unwrap_or_default() {
        return Err(refuse!(
            "magic/spell-data",
            "that is {} away; it goes {}",
            Figure::Metres(i32::try_from(distance).unwrap_or(i32::MAX)),
            Figure::Metres(i32::from(range))
        ));
    }
    if is_unseen(state, own, there) {
        return Err(refuse!("space/line-of-sight", "that is out of sight"));
    }
    if to == state.body(who).at {
        return Err(refuse!(
            "magic/spell-data",
            "{} is there already",
            Figure::Creature(who)
        ));
    }
    occupied::may_stay(state, who, to, true)
}

/// Casts a spell that others have reacted to.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn cast(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    spell: SpellId,
    (at, manual): (Aim, Manual),
    how: How,
) -> Play {
    work(scene, who, Source::Spell(spell), (at, manual), how)?;
    hidden::gives_away(scene, who, &Action::Cast(spell, at, manual));
    Ok(())
}

/// Activates the magic of an item.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn activate(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    item: ItemId,
    (at, manual): (Aim, Manual),
    how: How,
) -> Play {
    let Some(spell) = magic_of(scene.state(), item) else {
        return Ok(());
    };
    if let Some(uses) = scene.state().item(item).uses {
        scene.emit(Fact::Uses(item, Some(uses.saturating_sub(1))));
    }
    work(scene, who, Source::Item(item, spell), (at, manual), how)?;
    hidden::gives_away(scene, who, &Action::Activate(item, at, manual));
    Ok(())
}

/// The rules of magic that is declared.
pub(crate) fn cite(scene: &mut Scene<'_, ActionPoint>, spell: SpellId, how: How) {
    let (attack, ability) = {
        let spell = scene.state().spell(spell);
        (spell.is_attack(), spell.ability)
    };
    scene.cite(rule!("magic/spell-data"));
    scene.cite(if attack || how == How::Free {
        rule!("primary-actions/use-magic")
    } else {
        rule!("reactions/use-magic")
    });
    if attack {
        scene.cite_all(
            const {
                &[
                    rule!("what-is-an-attack/spells-with-trait"),
                    rule!("what-is-an-attack/direct-harm-test"),
                ]
            },
        );
    } else {
        scene.cite(rule!("what-is-an-attack/no-defence-against-non-attacks"));
    }
    if ability {
        scene.cite(rule!("what-is-an-attack/perks"));
        scene.cite(rule!("misc/perks"));
    }
}

/// Where the magic comes from.
#[derive(Clone, Copy)]
enum Source {
    Spell(SpellId),
    Item(ItemId, SpellId),
}

impl Source {
    const fn spell(self) -> SpellId {
        match self {
            Self::Spell(spell) | Self::Item(_, spell) => spell,
        }
    }

    const fn means(self) -> Means {
        match self {
            Self::Spell(spell) => Means::Spell(spell),
            Self::Item(item, spell) => Means::Item(item, spell),
        }
    }
}

fn work(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    source: Source,
    (at, manual): (Aim, Manual),
    how: How,
) -> Play {
    let id = source.spell();
    if scene.state().spell(id).is_attack() {
        return attack(scene, who, source, (at, manual), how);
    }
    if matches!(source, Source::Spell(_)) && !scene.state().spell(id).ability {
        let rule = rule!("magic/casting-test");
        let test = core_rules::skill(scene, who, Skill::Sorcery, rule, |_| {})?;
        scene.emit(Fact::Tested(who, Skill::Sorcery, test.passed));
        if !test.passed {
            return Ok(());
        }
    }
    let Some(effect) = scene.state().spell(id).effect.clone() else {
        return Ok(());
    };
    match at {
        Aim::Place(cell) => {
            let to = occupied::on_floor(scene.state(), who, cell);
            scene.cite(rule!("opportunity-attacks/avoid-by-teleport"));
            // Somebody whom the caster does not know of may be there.
            if let Err(refusal) = occupied::may_stay(scene.state(), who, to, false) {
                scene.cite(refusal.rule);
                scene.emit(Fact::Lost(who, rule_number(refusal.rule)));
                return Ok(());
            }
            occupied::put(scene, who, to, Motion::Teleported)
        }
        Aim::Oneself => effects::take_effect(scene, who, who, Some(id), &effect),
        Aim::Creature(on) => effects::take_effect(scene, who, on, Some(id), &effect),
    }
}

/// An attack with magic: the target declares its defence, both roll (`attack/spell-attack`).
fn attack(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    source: Source,
    (at, manual): (Aim, Manual),
    how: How,
) -> Play {
    let Some(on) = creature_of(at) else {
        return Ok(());
    };
    let attack = Attack {
        by: who,
        on,
        means: source.means(),
        manual,
        opportunity: false,
        feint: false,
    };
    let defence = reactions::defence(scene, &attack)?;
    match still_usable(scene.state(), who, source, (at, manual), how) {
        Ok(()) if is_over(scene.state()) => Ok(()),
        Ok(()) => results::combat_roll(scene, attack, defence),
        Err(refusal) => {
            comes_to_nothing(scene, who, refusal.rule);
            Ok(())
        }
    }
}

/// Whether magic that is under way can go on after the answer to it; the uses of an item are paid already
/// (`actions-in-combat/reaction-resolves-first`, `magic/casting-test`).
fn still_usable(
    state: &State,
    who: CreatureId,
    source: Source,
    said: (Aim, Manual),
    how: How,
) -> Result<(), Refusal> {
    still_acts(state, who)?;
    if let Source::Item(item, _) = source {
        at_hand(state, who, item)?;
    }
    can_use(state, who, source, said, how)
}

/// Magic that could be used: every spell and every magic item at hand, at oneself and at everybody; teleports to places around.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    reaction: bool,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for number in &state.sheet(who).spells {
        let spell = SpellId(*number);
        aims(state, who, spell, reaction, &mut |at, manual| {
            found(Act::Do(Action::Cast(spell, at, manual)))
        })?;
    }
    let items = state.all_items();
    let items = items.filter(|(_, item)| item.place.bearer() == Some(who));
    for (item, _) in items {
        if let Some(spell) = magic_of(state, item) {
            aims(state, who, spell, reaction, &mut |at, manual| {
                found(Act::Do(Action::Activate(item, at, manual)))
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn aims(
    state: &State,
    who: CreatureId,
    id: SpellId,
    reaction: bool,
    found: &mut dyn FnMut(Aim, Manual) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let spell = state.spell(id);
    if reaction && spell.is_attack() {
        return ControlFlow::Continue(());
    }
    if spell.effect == Some(Effect::Teleport) {
        let range = spell.range_m.unwrap_or_default();
        return places(state, who, range, &mut |at| found(at, Manual::USUAL));
    }
    if !spell.is_attack() {
        found(Aim::Oneself, Manual::USUAL)?;
    }
    if spell.range_m.is_none() {
        return ControlFlow::Continue(());
    }
    for target in state.creatures().filter(|target| *target != who) {
        for kind in strike::kinds(&spell.damage) {
            let manual = Manual {
                kind,
                ..Manual::USUAL
            };
            found(Aim::Creature(target), manual)?;
        }
    }
    ControlFlow::Continue(())
}

/// The places around that a teleport may lead to: the range counts between the nearest squares, so that a large creature's own
/// north-western one goes farther by the rest of its side (`space/grid`).
fn places(
    state: &State,
    who: CreatureId,
    range: i16,
    found: &mut dyn FnMut(Aim) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let at = state.body(who).at;
    let beyond = i16::from(state.sheet(who).size.side()) - 1;
    let most = range.clamp(0, 100) + beyond;
    for y in -most..=most {
        for x in -most..=most {
            let cell = at.offset(x, y, 0);
            if state.cast.map.contains(cell) {
                found(Aim::Place(occupied::on_floor(state, who, cell)))?;
            }
        }
    }
    ControlFlow::Continue(())
}
