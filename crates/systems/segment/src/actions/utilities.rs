//! Utilities: what is neither attack nor move nor defence (`actions/utility`, `hit-location/search-action`, `ambush/concealment`).

mod doing;
mod listed;

use affray_kernel::grid::{Cell, EdgeKind, Space, Terrain, fits, line_of_effect, line_of_sight};
use affray_kernel::{CreatureId, Figure, ItemId, Refusal};

pub(crate) use self::doing::{carry_out, searching};
pub(crate) use self::listed::{candidates, closed_doors};
use crate::act::{Quarry, Utility};
use crate::ids::refuse;
use crate::rules::numbers::{
    active, conscious, enemies, free_hands, holds_back, power_usage, present, threat_yd, unnoticed,
    within, yards, yards_between,
};
use crate::rules::{called_shots, health};
use crate::sheet::{ItemKind, Power};
use crate::state::{Condition, Place, PowerId, Segment, State};
use crate::surface;

/// Actions that a utility takes (`actions/costs`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, utility: &Utility) -> i16 {
    match utility {
        Utility::Reload(item) => state
            .kind(*item)
            .weapon()
            .and_then(|weapon| weapon.ranged)
            .map_or(1, |ranged| i16::from(ranged.reload).max(1)),
        Utility::Hide => 2,
        Utility::Power(power, _) => power_usage(state, who, state.power(*power)),
        Utility::Other(actions) => i16::from(*actions).max(1),
        _ => 1,
    }
}

/// Whether a utility is possible in a segment (`actions/utility`, `multiform-segment/utility`).
///
/// # Errors
/// The first rule against it.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    utility: &Utility,
    segment: Segment,
) -> Result<(), Refusal> {
    possible(state, who, utility)?;
    let (cost, left) = (cost(state, who, utility), state.body(who).actions);
    if cost > 1 && segment < Segment::Multiform {
        return Err(refuse!(
            "multiform-segment/utility",
            "a utility of {} actions belongs to the Multiform segment",
            Figure::Number(cost.into())
        ));
    }
    if cost > left {
        return Err(refuse!(
            "actions/usage-time",
            "it takes more actions ({}) than are left ({})",
            Figure::Number(cost.into()),
            Figure::Number(left.into())
        ));
    }
    Ok(())
}

fn possible(state: &State, who: CreatureId, utility: &Utility) -> Result<(), Refusal> {
    match *utility {
        Utility::Draw(item) => {
            has(state, who, item, |place| place == Place::Carried(who))?;
            hands_for(state, who, item)
        }
        Utility::Stow(item) => in_hand(state, who, item),
        Utility::PickUp(item) => {
            if !health::lies_near(state, who, item) {
                return Err(refuse!(
                    "actions/utility",
                    "the {} does not lie near",
                    Figure::Thing(item.0)
                ));
            }
            hands_for(state, who, item)
        }
        Utility::HandOver(item, to) => {
            in_hand(state, who, item)?;
            is_near(state, who, to)?;
            takes_hold(state, (who, to))?;
            hands_for(state, to, item)
        }
        Utility::Drink(item, to) => {
            in_hand(state, who, item)?;
            if let Some(to) = to {
                is_near(state, who, to)?;
            }
            match state.kind(item) {
                ItemKind::Gear(gear) if gear.heals.is_some() => Ok(()),
                _ => Err(refuse!(
                    "actions/utility",
                    "the {} is nothing to drink",
                    Figure::Thing(item.0)
                )),
            }
        }
        Utility::StandUp if !state.has(who, Condition::Prone) => Err(refuse!(
            "actions/utility",
            "{} stands already",
            Figure::Creature(who)
        )),
        Utility::StandUp => Ok(()),
        Utility::Reload(item) => reloads(state, who, item),
        Utility::Search(on, quarry) => searches(state, who, on, quarry),
        Utility::Hide => hides(state, who),
        Utility::Door(a, b, open) => door(state, who, (a, b), open),
        Utility::Ride(up) => rides(state, who, up),
        Utility::Power(power, on) => uses(state, who, power, on),
        Utility::Other(0) => Err(refuse!(
            "actions/utility",
            "a utility takes at least one action"
        )),
        Utility::Other(_) => Ok(()),
    }
}

fn has(
    state: &State,
    who: CreatureId,
    item: ItemId,
    there: impl Fn(Place) -> bool,
) -> Result<(), Refusal> {
    if there(state.item(item).place) {
        return Ok(());
    }
    Err(refuse!(
        "actions/utility",
        "{} does not have the {} there",
        Figure::Creature(who),
        Figure::Thing(item.0)
    ))
}

fn in_hand(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    has(
        state,
        who,
        item,
        |place| matches!(place, Place::Held(by, _) if by == who),
    )
}

/// The free hands that an item would take; refused where there are too few (`attack/two-weapons`, `damage-effects/disable`), and where it
/// is no thing for the hand (`armour/list`).
fn hands_for(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    if state.kind(item).hands() == 0 {
        return Err(refuse!(
            "actions/utility",
            "the {} is nothing to hold in the hand",
            Figure::Thing(item.0)
        ));
    }
    match (grip(state, who, item), state.kind(item).hands()) {
        (Some(_), _) => Ok(()),
        (None, 1) => Err(refuse!(
            "attack/two-weapons",
            "{} has no working hand free",
            Figure::Creature(who)
        )),
        (None, hands) => Err(refuse!(
            "attack/two-weapons",
            "{} has fewer than {} working hands free",
            Figure::Creature(who),
            Figure::Number(hands.into())
        )),
    }
}

/// The first free hands that hold an item, as bits; none where there are too few or where it is not held in hands.
#[must_use]
pub(crate) fn grip(state: &State, who: CreatureId, item: ItemId) -> Option<u8> {
    let (mut free, needed) = (free_hands(state, who), state.kind(item).hands());
    if needed == 0 || free.count_ones() < u32::from(needed) {
        return None;
    }
    let mut taken = 0;
    for _ in 0..needed {
        let lowest = free & free.wrapping_neg();
        taken |= lowest;
        free &= !lowest;
    }
    Some(taken)
}

/// Whether a creature knows where another is: whether one hidden from it is in reach would tell (`ambush/concealment`).
fn knows(state: &State, who: CreatureId, other: CreatureId) -> Result<(), Refusal> {
    if unnoticed(state, who, other) {
        return Err(refuse!(
            "ambush/concealment",
            "{} does not know where {} is",
            Figure::Creature(who),
            Figure::Creature(other)
        ));
    }
    Ok(())
}

/// Whether a creature knows that somebody else is at hand: next to it, and not behind a wall.
///
/// # Errors
/// If it is not.
pub(crate) fn is_near(state: &State, who: CreatureId, other: CreatureId) -> Result<(), Refusal> {
    knows(state, who, other)?;
    if who != other
        && present(state, other)
        && within(state, state.space(who), state.space(other), 1)
    {
        return Ok(());
    }
    Err(refuse!(
        "actions/utility",
        "{} is not next to {}",
        Figure::Creature(other),
        Figure::Creature(who)
    ))
}

/// Whether somebody closes its hands on what another hands it: nobody who fights takes anything from an enemy (`health/unconscious`,
/// `actions/utility`).
fn takes_hold(state: &State, (by, who): (CreatureId, CreatureId)) -> Result<(), Refusal> {
    if enemies(state, by, who) && active(state, who) {
        return Err(refuse!(
            "actions/utility",
            "{} takes nothing from an enemy",
            Figure::Creature(who)
        ));
    }
    if !conscious(state, who) {
        return Err(refuse!(
            "health/unconscious",
            "{} is unconscious and holds nothing",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

fn reloads(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    in_hand(state, who, item)?;
    let ranged = state.kind(item).weapon().and_then(|weapon| weapon.ranged);
    let reload = ranged.map_or(0, |ranged| ranged.reload);
    if reload == 0 || state.item(item).loaded {
        return Err(refuse!(
            "ranged/ammunition",
            "the {} needs no reloading",
            Figure::Thing(item.0)
        ));
    }
    if state.item(item).left == Some(0) {
        return Err(refuse!(
            "ranged/ammunition",
            "there is nothing left to load the {} with",
            Figure::Thing(item.0)
        ));
    }
    Ok(())
}

fn searches(state: &State, who: CreatureId, on: CreatureId, quarry: Quarry) -> Result<(), Refusal> {
    let sees = who != on
        && present(state, on)
        && !unnoticed(state, who, on)
        && !state.has(who, Condition::Blinded)
        && line_of_sight(&state.terrain(), state.space(who), state.space(on));
    if !sees {
        return Err(refuse!(
            "hit-location/search-action",
            "{} is not in sight",
            Figure::Creature(on)
        ));
    }
    let known = match quarry {
        Quarry::Vitals => called_shots::knows_vitals(state, who, on),
        Quarry::Vulnerability => called_shots::knows_vulnerability(state, who, on),
    };
    if known {
        return Err(refuse!(
            "hit-location/search-action",
            "that is known of {} already",
            Figure::Creature(on)
        ));
    }
    match quarry {
        Quarry::Vitals => called_shots::has_vitals(state, on),
        Quarry::Vulnerability => called_shots::can_be_weak(state, on),
    }
}

/// Whether a creature is where nobody sees it of whom it knows: its ground hides it, or no active enemy has a line of sight
/// (`ambush/concealment`).
fn hides(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Concealed) {
        return Err(refuse!(
            "ambush/concealment",
            "{} is concealed already",
            Figure::Creature(who)
        ));
    }
    if watchers(state, who).any(|other| !unnoticed(state, who, other)) {
        return Err(refuse!(
            "ambush/concealment",
            "{} is in an enemy's sight",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Active enemies that see a creature where it is, those hidden from it among them; none where its ground hides it
/// (`ambush/concealment`).
fn watchers(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let space = state.space(who);
    let open = !surface::conceals_at(state, space);
    state.creatures().filter(move |other| {
        open && enemies(state, who, *other)
            && active(state, *other)
            && !state.has(*other, Condition::Blinded)
            && line_of_sight(&state.terrain(), state.space(*other), space)
    })
}

fn door(state: &State, who: CreatureId, (a, b): (Cell, Cell), open: bool) -> Result<(), Refusal> {
    let kind = state.terrain().edge(a, b);
    if kind.and_then(|kind: EdgeKind| kind.turned(open)).is_none() {
        return Err(refuse!(
            "actions/utility",
            "there is no door there that could be turned so"
        ));
    }
    let terrain = state.terrain();
    let near = [a, b].into_iter().any(|cell| {
        let sill = Space::cell(cell.with_height(terrain.ground(cell).elevation));
        yards(state, state.space(who), sill) <= 1
    });
    if !near {
        return Err(refuse!(
            "actions/utility",
            "{} is not next to that door",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

fn rides(state: &State, who: CreatureId, up: bool) -> Result<(), Refusal> {
    if state.sheet(who).mount.is_none() || state.body(who).mounted == up {
        return Err(refuse!(
            "actions/utility",
            "{} has no mount to get on or off",
            Figure::Creature(who)
        ));
    }
    if up && state.has(who, Condition::Prone) {
        return Err(refuse!(
            "actions/utility",
            "whoever lies on the ground has to stand up first"
        ));
    }
    if up {
        let space = in_the_saddle(state, who);
        let taken = super::ways::known_occupant(state, who, space).is_some()
            || !fits(&state.terrain(), space)
            || super::ways::is_obstacle(state, space);
        if taken {
            return Err(refuse!("engagement/grid", "there is no room for the mount"));
        }
    } else if foothold(state, who).is_none() {
        return Err(refuse!(
            "defence/disengage-first",
            "{} would leave an enemy's threat zone by getting off: it has to disengage first",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// The space that a rider takes up together with its mount.
fn in_the_saddle(state: &State, who: CreatureId) -> Space {
    let sheet = state.sheet(who);
    let size = sheet.mount.as_ref().map_or(sheet.size, |mount| mount.size);
    let side = size.max(sheet.size).side(state.grid().shape);
    Space::new(state.body(who).at, side, side)
}

/// Where a rider stands who gets off: where it is or on the first of the spaces of its mount where it stays in every threat zone that holds
/// both, or where it is if it has disengaged (`defence/disengage-first`).
fn foothold(state: &State, who: CreatureId) -> Option<Cell> {
    let shape = state.grid().shape;
    let side = state.sheet(who).size.side(shape);
    let (now, free) = (state.space(who), state.body(who).disengaged);
    let stays = |then: Space| {
        state.creatures().all(|other| {
            let (from, reach) = (state.space(other), threat_yd(state, other));
            !holds_back(state, other, who)
                || !within(state, from, now, reach)
                || within(state, from, then, reach)
        })
    };
    let cells = std::iter::once(now.at).chain(now.cells(shape));
    let mut spaces = cells.map(|at| Space::new(at, side, side));
    let inside = |space: &Space| {
        let mut cells = space.cells(shape);
        cells.all(|cell| now.cells(shape).any(|own| own == cell))
    };
    let first = spaces.find(|space| inside(space) && (free || stays(*space)));
    first.map(|space| space.at)
}

fn uses(state: &State, who: CreatureId, power: PowerId, on: CreatureId) -> Result<(), Refusal> {
    let known = state.sheet(who).powers.contains(&power.0);
    let own = state.power(power);
    if !known || own.is_attack() {
        return Err(refuse!(
            "other-melee/skill-list",
            "there is no such power on the sheet"
        ));
    }
    knows(state, who, on)?;
    gets_to(state, who, own, on)?;
    let lasting = own.maintained
        && state
            .effects
            .iter()
            .any(|effect| effect.power == power && effect.on == on && effect.by == who);
    if lasting {
        return Err(refuse!(
            "other-melee/concentration",
            "it is maintained on {} already",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// Whether a power that is no attack gets to somebody: by touch to whoever is next to one, otherwise as far and over such a line as attacks
/// (`other-melee/skill-list`, `ranged/line-of-sight`).
fn gets_to(state: &State, who: CreatureId, power: &Power, on: CreatureId) -> Result<(), Refusal> {
    let reach = power.max_yd.or(power.range_yd);
    let most = reach.unwrap_or(1);
    if !present(state, on) || yards_between(state, who, on) > most {
        return Err(refuse!(
            "other-melee/skill-list",
            "{} is out of its range of {}",
            Figure::Creature(on),
            Figure::Yards(most.into())
        ));
    }
    let (terrain, from, to) = (state.terrain(), state.space(who), state.space(on));
    if who == on || reach.is_none() && within(state, from, to, most) {
        return Ok(());
    }
    if reach.is_none() {
        return Err(refuse!("other-melee/skill-list", "a wall is in the way"));
    }
    if line_of_effect(&terrain, from, to) && line_of_sight(&terrain, from, to) {
        return Ok(());
    }
    Err(refuse!(
        "ranged/line-of-sight",
        "no straight line leads to {}",
        Figure::Creature(on)
    ))
}
