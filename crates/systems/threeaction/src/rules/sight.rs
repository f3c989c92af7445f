//! Who sees whom: Seen, Concealed, Hidden and Undetected (`seen/*`, `concealed/*`, `hidden/*`, `undetected/*`), Blinded, Invisible, Fog.

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, Space, Terrain, cells_on_line};
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use arrayvec::ArrayVec;

use super::attack::{Aimed, Attempt};
use super::conditions::{gain, plain};
use super::cover::{self, line_of_sight};
use super::grapple;
use super::ground::terrain;
use super::light::{in_darkness, is_here, is_lit_up};
use super::luck::Luck;
use super::numbers::{allies, distance_ft, present};
use super::readied::{self, Happening};
use crate::ThreeAction;
use crate::fact::Fact;
use crate::ids::rule;
use crate::sheet::{Senses, Size};
use crate::state::{Condition, State};

/// What makes a creature hard to see for another one (`concealed/definition`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Veil {
    /// The viewer is Blinded.
    Blinded,
    /// It is Invisible.
    Invisible,
    /// It is in Darkness.
    Darkness,
    /// There is Fog around one of the two or between them.
    Fog,
    /// Something that only stops sight hangs between them.
    Screen,
}

impl Veil {
    /// The rule that makes it conceal.
    fn rule(self) -> RuleId {
        match self {
            Self::Blinded => rule!("blinded/others-concealed"),
            Self::Invisible => rule!("invisible/concealed"),
            Self::Darkness => rule!("darkness/concealed"),
            Self::Fog => rule!("fog/conceals"),
            Self::Screen => rule!("concealed/definition"),
        }
    }

    /// Names the rules by which it conceals, and that it leaves Line of Effect alone.
    fn cite(self, luck: &mut Luck) {
        luck.cites(self.rule());
        if self == Self::Fog {
            luck.cites(rule!("fog/kinds"));
        }
        if matches!(self, Self::Darkness | Self::Fog | Self::Screen) {
            luck.cites(rule!("line-of-effect/vision"));
        }
    }
}

/// What conceals a creature from a viewer, if anything does (`foundations/senses`).
pub(crate) fn veil(state: &State, viewer: CreatureId, on: CreatureId) -> Option<Veil> {
    veil_at(
        state,
        viewer,
        Some(on),
        state.space(on),
        state.sheet(viewer).senses,
    )
}

/// Whether nothing that could conceal a creature is about.
#[inline(always)]
fn in_plain_view(
    state: &State,
    viewer: CreatureId,
    on: Option<CreatureId>,
    senses: Senses,
) -> bool {
    state.cast.open_ground
        && !senses.sightless
        && !state.has(viewer, Condition::Blinded)
        && !on.is_some_and(|on| state.has(on, Condition::Invisible))
}

/// What would conceal a creature in a space from a viewer with these senses.
fn veil_at(
    state: &State,
    viewer: CreatureId,
    on: Option<CreatureId>,
    space: Space,
    senses: Senses,
) -> Option<Veil> {
    if in_plain_view(state, viewer, on, senses) {
        return None;
    }
    let eye = state.space(viewer);
    let distance = super::numbers::feet(state.grid().distance(eye, space));
    if senses.exact_ft > 0 && distance <= senses.exact_ft {
        return None;
    }
    if senses.sightless || state.has(viewer, Condition::Blinded) {
        return Some(Veil::Blinded);
    }
    if on.is_some_and(|on| state.has(on, Condition::Invisible)) {
        return Some(Veil::Invisible);
    }
    if state.cast.open_ground {
        return None;
    }
    let unseen_in_dark = on.is_some_and(|on| state.sheet(on).feats.invisible_in_darkness);
    if (unseen_in_dark || !senses.darkvision) && in_darkness(state, space) {
        return Some(if unseen_in_dark {
            Veil::Invisible
        } else {
            Veil::Darkness
        });
    }
    if fog_between(state, eye, space) {
        return Some(Veil::Fog);
    }
    let size = on.map_or(Size::Tiny, |on| state.sheet(on).size);
    (!line_of_sight(state, eye, space, size)).then_some(Veil::Screen)
}

/// Whether somebody may be about whom a creature does not see where they are, going by what it sees of the place alone.
pub(crate) fn may_miss_somebody(state: &State, viewer: CreatureId) -> bool {
    !in_plain_view(state, viewer, None, state.sheet(viewer).senses)
}

/// Whether a viewer could not make out who is in a space.
pub(crate) fn is_veiled(state: &State, viewer: CreatureId, space: Space) -> bool {
    veil_at(state, viewer, None, space, state.sheet(viewer).senses).is_some()
}

/// Whether Fog lies on the line between the centres of two spaces, or in a square of either (`fog/conceals`).
fn fog_between(state: &State, from: Space, to: Space) -> bool {
    let shape = state.grid().shape;
    let is_foggy = |cell| terrain(state).ground(cell).fog;
    let corner = |space: Space| Space::cell(space.at);
    let mut line = cells_on_line(shape, from, to).peekable();
    if line.peek().is_none() {
        // A line that runs along the edges of squares all the way passes through none; the one between the first squares stands for it.
        let beside = cells_on_line(shape, corner(from), corner(to));
        return from
            .cells(shape)
            .chain(to.cells(shape))
            .chain(beside)
            .any(is_foggy);
    }
    from.cells(shape)
        .chain(to.cells(shape))
        .chain(line)
        .any(is_foggy)
}

/// Whether a creature is Blinded as far as another one is concerned: a creature without sight is so beyond its exact sense.
#[inline(always)]
fn blind_to(state: &State, who: CreatureId, other: CreatureId) -> bool {
    let senses = state.sheet(who).senses;
    state.has(who, Condition::Blinded)
        || (senses.sightless && distance_ft(state, who, other) > senses.exact_ft)
}

/// Whether a creature is Hidden to another one; who is Undetected is Hidden too (`undetected/definition`).
#[inline(always)]
pub(crate) fn is_hidden(state: &State, who: CreatureId, to: CreatureId) -> bool {
    who != to
        && (state.conditions.has_toward(who, Condition::Hidden, to)
            || is_undetected(state, who, to))
}

/// Whether a creature's presence is unknown to another one.
#[inline(always)]
pub(crate) fn is_undetected(state: &State, who: CreatureId, to: CreatureId) -> bool {
    state.conditions.has_toward(who, Condition::Undetected, to)
}

/// Whether a creature is plainly seen by a viewer.
pub(crate) fn sees(state: &State, viewer: CreatureId, on: CreatureId) -> bool {
    !is_hidden(state, on, viewer) && veil(state, viewer, on).is_none()
}

/// Whether a viewer can make out where a creature is and what it is about, be it Concealed (`concealed/definition`): it is not Hidden, and
/// nothing solid is in between, unless an exact sense goes through that.
pub(crate) fn makes_out(state: &State, viewer: CreatureId, on: CreatureId) -> bool {
    makes_out_at(state, viewer, on, state.space(on))
}

/// The same where the creature was or will be in that space.
pub(crate) fn makes_out_at(
    state: &State,
    viewer: CreatureId,
    on: CreatureId,
    space: Space,
) -> bool {
    if is_hidden(state, on, viewer) {
        return false;
    }
    let (size, senses) = (state.sheet(on).size, state.sheet(viewer).senses);
    state.cast.open_ground
        || cover::line_of_effect(state, state.space(viewer), space, size)
        || veil_at(state, viewer, Some(on), space, senses).is_none()
}

/// Whether a creature that was out of a viewer's sight at a place is plainly seen where it is now.
pub(crate) fn comes_into_view(
    state: &State,
    viewer: CreatureId,
    on: CreatureId,
    from: Cell,
) -> bool {
    let (before, senses) = (state.space(on).moved_to(from), state.sheet(viewer).senses);
    sees(state, viewer, on) && veil_at(state, viewer, Some(on), before, senses).is_some()
}

/// A creature's Attacks on those it is Hidden to have Advantage (`hidden/attacker-advantage`).
#[inline(always)]
pub(crate) fn of_attacker(state: &State, attempt: Attempt, luck: &mut Luck) {
    if is_hidden(state, attempt.by, attempt.on) {
        luck.advantage(
            "Advantage: Hidden attacker",
            rule!("hidden/attacker-advantage"),
        );
        luck.cites(rule!("flat-footed/advantage"));
        luck.cites(rule!("conditions/subjective"));
    }
}

/// A Blinded target is Flat Footed (`blinded/flat-footed`); a Concealed one gives Disadvantage (`concealed/disadvantage`), but not to Areas
/// (`concealed/area`). Neither holds for a creature that its own Area catches.
#[inline(always)]
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    let Attempt { by, on, .. } = attempt;
    if by == on {
        return;
    }
    if blind_to(state, on, by) {
        luck.advantage("Advantage: Blinded", rule!("blinded/flat-footed"));
        luck.cites(rule!("flat-footed/advantage"));
        luck.cites(rule!("conditions/objective"));
    }
    let hidden = is_hidden(state, on, by);
    let senses = state.sheet(by).senses;
    let plain = in_plain_view(state, by, Some(on), senses);
    if plain && !hidden {
        return;
    }
    let veil = if plain {
        None
    } else {
        veil_at(state, by, Some(on), attempt.to(state), senses)
    };
    if matches!(attempt.aimed, Aimed::Area(_)) {
        if hidden || veil.is_some() {
            luck.cites(rule!("concealed/area"));
        }
        return;
    }
    if hidden || veil.is_some() {
        luck.disadvantage("Disadvantage: Concealed", rule!("concealed/disadvantage"));
        luck.cites(rule!("concealed/definition"));
    }
    if hidden {
        luck.cites(rule!("hidden/definition"));
    }
    if let Some(veil) = veil {
        veil.cite(luck);
    }
}

/// What hinders an Attack on a thing in a space: Darkness, Fog, a Blinded attacker.
pub(crate) fn of_thing(state: &State, by: CreatureId, space: Space, luck: &mut Luck) {
    if let Some(veil) = veil_at(state, by, None, space, state.sheet(by).senses) {
        luck.disadvantage("Disadvantage: Concealed", rule!("concealed/disadvantage"));
        veil.cite(luck);
    }
}

/// Names the rules by which a target is seen as it is: plainly, by a light, or by a sense that what conceals it does not hinder.
pub(crate) fn explain(scene: &mut Scene<'_, ThreeAction>, by: CreatureId, on: CreatureId) {
    if scene.state().calm {
        return scene.cite(rule!("seen/normal"));
    }
    for rule in scene.known(|state| rules_of_seeing(state, by, on)) {
        scene.cite(rule);
    }
}

fn rules_of_seeing(state: &State, by: CreatureId, on: CreatureId) -> ArrayVec<RuleId, 4> {
    let mut rules = ArrayVec::new();
    if is_hidden(state, on, by) {
        return rules;
    }
    let (senses, eyes) = (state.sheet(by).senses, Senses::default());
    if in_plain_view(state, by, Some(on), senses) && in_plain_view(state, by, Some(on), eyes) {
        rules.push(rule!("seen/normal"));
    } else if veil(state, by, on).is_none() {
        add_rules_of_lights(state, (by, on), &mut rules);
    }
    rules
}

fn add_rules_of_lights(
    state: &State,
    (by, on): (CreatureId, CreatureId),
    rules: &mut ArrayVec<RuleId, 4>,
) {
    let bare = veil_at(state, by, Some(on), state.space(on), Senses::default());
    let mut cells = state.space(on).cells(state.grid().shape);
    let lit = !state.cast.open_ground && cells.any(|cell| is_lit_up(state, cell));
    let burning = lit
        && state
            .creatures()
            .any(|who| state.has(who, Condition::OnFire) && is_here(state, who));
    match bare {
        None => rules.push(rule!("seen/normal")),
        Some(veil) => {
            rules.push(rule!("foundations/senses"));
            if veil == Veil::Fog {
                rules.push(rule!("fog/exact-sense"));
            }
        }
    }
    if lit {
        rules.push(rule!("light/sources"));
        if burning {
            rules.push(rule!("light/fire"));
        }
    }
}

/// An Undetected creature that attacks or casts is noticed: from now on it is merely Hidden (`undetected/targeting`).
#[inline(always)]
pub(crate) fn noticed(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().has(who, Condition::Undetected) {
        merely_hidden(scene, who);
    }
}

fn merely_hidden(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    while let Some(held) = scene
        .state()
        .conditions
        .get(who, Condition::Undetected)
        .copied()
    {
        scene.cite(rule!("undetected/targeting"));
        scene.cite(rule!("undetected/definition"));
        let hidden = Held {
            kind: Condition::Hidden,
            ..held
        };
        gain(scene, hidden);
        scene.emit(Fact::Loses(held));
    }
}

/// Whoever is attacked by a Hidden creature has found it, once the Attack is over; whoever hits a Hidden creature has found that one
/// (`hidden/reveal-discovery`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn attacked(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    on: CreatureId,
    hit: bool,
) -> Play {
    if by == on {
        return Ok(());
    }
    if is_hidden(scene.state(), by, on) {
        found(scene, by, on)?;
    }
    if hit && is_hidden(scene.state(), on, by) {
        found(scene, on, by)?;
    }
    Ok(())
}

/// A creature is no longer Hidden to another one, which has discovered where it is (`hidden/reveal-discovery`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn found(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, by: CreatureId) -> Play {
    scene.cite(rule!("hidden/reveal-discovery"));
    reveal(scene, who, by);
    readied::interrupt(scene, who, Happening::InView(by))
}

/// Ends Hidden and Undetected toward one creature; what holds toward everybody goes on toward the others.
fn reveal(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: CreatureId) {
    for kind in [Condition::Hidden, Condition::Undetected] {
        let held = |state: &State| {
            let mut all = state.conditions.on(who).filter(|held| held.kind == kind);
            all.find(|held| held.toward.is_none_or(|toward| toward == to))
                .copied()
        };
        while let Some(old) = held(scene.state()) {
            scene.emit(Fact::Loses(old));
            if old.toward.is_none() {
                for other in scene
                    .state()
                    .creatures()
                    .filter(|other| *other != to && *other != who)
                {
                    gain(
                        scene,
                        Held {
                            toward: Some(other),
                            ..old
                        },
                    );
                }
            }
        }
    }
}

/// A creature becomes Hidden to another one.
pub(crate) fn hide(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, from: CreatureId) {
    scene.cite(rule!("hidden/definition"));
    let held = plain(who, Condition::Hidden, Until::Cleared);
    gain(
        scene,
        Held {
            toward: Some(from),
            ..held
        },
    );
}

/// Whether a creature can be Hidden to an observer where it is: Concealed from it, or in Cover against it
/// (`foundations/sneak`, `conditions/subjective-example`), and not in a grapple with it.
pub(crate) fn can_hide(state: &State, who: CreatureId, from: CreatureId) -> bool {
    if grapple::grapples(state, who, from) || grapple::grapples(state, from, who) {
        return false;
    }
    let (eye, own) = (state.space(from), state.space(who));
    veil(state, from, who).is_some()
        || cover::screen(state, from, eye, Some(who), own, state.sheet(who).size).is_some()
}

/// Those from whom a creature can hide: everybody who is awake and no Ally.
pub(crate) fn observers(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> {
    state.creatures().filter(move |other| {
        *other != who && is_awake(state, *other) && !allies(state, who, *other)
    })
}

fn is_awake(state: &State, who: CreatureId) -> bool {
    present(state, who) && !state.has(who, Condition::Unconscious)
}

/// At the end of its Turn a Hidden creature is seen by those for whom it is neither Concealed nor in Cover (`hidden/reveal-end-of-turn`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline]
pub(crate) fn end_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let hides = const { Condition::bits(&[Condition::Hidden, Condition::Undetected]) };
    if scene.state().has_any(who, hides) {
        comes_out(scene, who)
    } else {
        Ok(())
    }
}

fn comes_out(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for other in scene.state().creatures().filter(|other| *other != who) {
        let state = scene.state();
        if is_hidden(state, who, other) && !can_hide(state, who, other) {
            scene.cite(rule!("hidden/reveal-end-of-turn"));
            reveal(scene, who, other);
            readied::interrupt(scene, who, Happening::InView(other))?;
        }
    }
    Ok(())
}
