//! What follows by itself from the game master's word, as it does where the rules bring the same about. No dice are rolled for it: whoever is
//! left in the air falls in its next Turn (`falling/long-fall`).

use affray_kernel::condition::Until;
use affray_kernel::grid::Cell;
use affray_kernel::log::Log;
use affray_kernel::tape::{Answers, Beyond, Tape};
use affray_kernel::{Ask, CreatureId, Play, Scene};

use super::leaving::left_in_the_air;
use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::fact::{Fact, Flag};
use crate::rules::conditions::{gain, lose, plain};
use crate::rules::falling::{is_caught, is_supported};
use crate::rules::numbers::{incapacitated, present};
use crate::rules::occupied::move_aside;
use crate::rules::terrain::standing_height;
use crate::rules::{bleeding, flying, grapple, prone, saddle, squeezing, steps, unconscious};
use crate::state::{Condition, Presence, State};

/// Nobody is asked: of places that are equally near the first is taken.
struct Unasked;

impl Answers<ThreeAction> for Unasked {
    fn answer(&mut self, _: &State, ask: &Ask<ThreeAction>) -> Option<Act> {
        match &ask.window {
            Window::Place { squares, .. } => squares.first().map(|to| Act::Square(*to)),
            _ => Some(Act::Pass),
        }
    }
}

/// What is said, and what follows.
pub(super) fn said_and_done(
    state: &State,
    said: Vec<Fact>,
    follows: impl FnOnce(&mut Scene<'_, ThreeAction>) -> Play,
) -> Vec<Fact> {
    let mut after = state.clone();
    let mut unasked = Unasked;
    let mut tape = Tape::new(Vec::new(), Beyond::Nothing, &mut unasked);
    let mut log = Log::of_facts();
    let mut scene = Scene::new(&mut after, &mut tape, Some(&mut log));
    for fact in said {
        scene.emit(fact);
    }
    // Where dice would be needed after all, what has come about without them counts.
    let _ = follows(&mut scene);
    log.facts().cloned().collect()
}

/// The same where it may leave somebody without anything that holds it up, or give something of that kind to one that is falling
/// (`falling/long-fall`).
fn said_and_held_up(
    state: &State,
    said: Vec<Fact>,
    follows: impl FnOnce(&mut Scene<'_, ThreeAction>) -> Play,
) -> Vec<Fact> {
    let mut facts = said_and_done(state, said, |scene| {
        let done = follows(scene);
        for one in scene.state().creatures() {
            is_caught(scene, one);
        }
        done
    });
    facts.extend(left_in_the_air(state, &facts));
    facts
}

/// A creature flies or hangs: where that holds it up, it falls no longer.
pub(super) fn keeps_up(state: &State, said: Fact) -> Vec<Fact> {
    said_and_held_up(state, vec![said], |_| Ok(()))
}

/// Hit Points, or the most of them, are others: at minus its maximum a creature is Dead (`dead/negative-hp`); on its way to 0 or less it falls
/// Prone and begins to bleed (`incapacitated/onset`); above 0 it wakes (`unconscious/waking`).
pub(super) fn hit_points(state: &State, who: CreatureId, said: Vec<Fact>) -> Vec<Fact> {
    let was_incapacitated = incapacitated(state, who);
    said_and_held_up(state, said, |scene| {
        let state = scene.state();
        let (hp, most) = (state.body(who).hp, state.sheet(who).max_hp);
        if state.has(who, Condition::Dead) {
            return Ok(());
        }
        if hp > 0 {
            unconscious::healed(scene, who);
            Ok(())
        } else if hp <= -most {
            gain(scene, plain(who, Condition::Dead, Until::Cleared));
            lies_dead(scene, who)
        } else if was_incapacitated {
            Ok(())
        } else {
            bleeding::begin(scene, who);
            goes_down(scene, who)
        }
    })
}

/// A condition has begun.
pub(super) fn gained(
    state: &State,
    (who, kind, toward): (CreatureId, Condition, Option<CreatureId>),
    said: Vec<Fact>,
) -> Vec<Fact> {
    let was_prone = state.has(who, Condition::Prone);
    said_and_held_up(state, said, |scene| match (kind, toward) {
        (Condition::Dead, _) => lies_dead(scene, who),
        (Condition::Unconscious, _) => faints(scene, who),
        (Condition::Stunned, _) => {
            unconscious::lose_readied(scene, who);
            lets_go(scene, who, false)
        }
        (Condition::Prone, _) if !was_prone => lies(scene, who),
        (Condition::Grappled, Some(by)) => come_together(scene, by, who),
        (Condition::Grappling, Some(on)) => come_together(scene, who, on),
        (Condition::Entangled, _) => {
            loses_footing(scene, who);
            Ok(())
        }
        _ => Ok(()),
    })
}

/// A creature is somewhere else, with those whom it carries (`command/mounts`); a grapple in which the two no longer share a space is over
/// (`grappling/other-ends`), and so is a ride without the mount.
pub(super) fn place(state: &State, who: CreatureId, to: Cell) -> Vec<Fact> {
    if state.body(who).at == to {
        return vec![Fact::Moved(who, to)];
    }
    said_and_held_up(state, Vec::new(), |scene| {
        let place = squeezing::moved_to(scene.state(), who, to);
        steps::put_with_riders(scene, who, place, false);
        for one in scene.state().creatures() {
            if one == who || scene.state().body(one).mount == Some(who) {
                comes_apart(scene, one)?;
            }
        }
        Ok(())
    })
}

/// A creature rides another, in that one's space; without a mount it gets down beside the one it has (`command/mounts`).
pub(super) fn saddle(state: &State, who: CreatureId, mount: Option<CreatureId>) -> Vec<Fact> {
    if mount == state.body(who).mount {
        return vec![Fact::Mounted(who, mount)];
    }
    said_and_held_up(state, Vec::new(), |scene| {
        let Some(mount) = mount else {
            saddle::dismount(scene, who);
            return move_aside(scene, who).map(|_| ());
        };
        if scene.state().body(who).mount.is_some() {
            scene.emit(Fact::Mounted(who, None));
        }
        if scene.state().body(who).hanging {
            scene.emit(Fact::Flag(who, Flag::Hanging, false));
        }
        let at = scene.state().body(mount).at;
        steps::put_alone(scene, who, at);
        flying::comes_down(scene, who);
        scene.emit(Fact::Mounted(who, Some(mount)));
        comes_apart(scene, who)
    })
}

/// A creature is gone or takes no part any more: it holds nobody and rides nobody, and nobody rides it; who flees takes rider and mount along
/// (`foundations/combat-end`, `command/mounts`).
pub(super) fn presence(state: &State, who: CreatureId, presence: Presence) -> Vec<Fact> {
    let said = vec![Fact::Presence(who, presence)];
    said_and_held_up(state, said, |scene| match presence {
        Presence::Here | Presence::Removed => Ok(()),
        Presence::Fled => {
            lets_go(scene, who, true)?;
            for other in saddle::in_one_saddle(scene.state(), who) {
                scene.emit(Fact::Presence(other, presence));
                lets_go(scene, other, true)?;
            }
            Ok(())
        }
        Presence::Elsewhere | Presence::Surrendered => {
            lets_go(scene, who, true)?;
            for other in saddle::in_one_saddle(scene.state(), who) {
                let state = scene.state();
                let rider = if state.body(other).mount == Some(who) {
                    other
                } else {
                    who
                };
                saddle::dismount(scene, rider);
            }
            Ok(())
        }
    })
}

/// What becomes of a creature that has died: it drops what it holds, holds nobody, bleeds and burns no longer, sits in no saddle and carries
/// nobody (`dead/definition`, `grappling/other-ends`, `command/mounts`).
fn lies_dead(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    bleeding::end(scene, who);
    lose(scene, who, Condition::OnFire);
    unconscious::lose_readied(scene, who);
    unconscious::drop_held(scene, who);
    lets_go(scene, who, true)?;
    loses_footing(scene, who);
    if scene.state().body(who).mount.is_some() {
        saddle::dismount(scene, who);
    }
    throws_riders(scene, who)?;
    comes_to_lie(scene, who);
    Ok(())
}

/// The Dead have no next Turn in which to fall.
fn comes_to_lie(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let state = scene.state();
    let ground = standing_height(state, who, state.space(who));
    if let Some(ground) = ground.filter(|_| !is_supported(state, who)) {
        let below = state.body(who).at.with_height(ground);
        steps::put_alone(scene, who, below);
    }
    if scene.state().body(who).falling_ft.is_some() {
        scene.emit(Fact::Falling(who, None));
    }
}

/// What becomes of a creature that is Unconscious from now on (`unconscious/prone`, `grappling/other-ends`).
fn faints(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    unconscious::drop_held(scene, who);
    unconscious::lose_readied(scene, who);
    goes_down(scene, who)?;
    lets_go(scene, who, false)
}

/// Falls Prone, where there is ground to lie on.
fn goes_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().has(who, Condition::Prone) {
        return Ok(());
    }
    out_of_saddle(scene, who)?;
    if !present(scene.state(), who) || !prone::on_the_ground(scene.state(), who) {
        return Ok(());
    }
    gain(scene, plain(who, Condition::Prone, Until::Cleared));
    takes_down(scene, who)
}

/// A creature lies on the ground by the game master's word.
fn lies(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    out_of_saddle(scene, who)?;
    takes_down(scene, who)
}

/// A climber lets go, a flyer flies no longer whose wings do not carry it, and a rider comes down beside its mount.
fn out_of_saddle(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    loses_footing(scene, who);
    if scene.state().body(who).hanging {
        scene.emit(Fact::Flag(who, Flag::Hanging, false));
    }
    if scene.state().body(who).mount.is_some() {
        saddle::dismount(scene, who);
        move_aside(scene, who)?;
    }
    Ok(())
}

/// Whoever is in a grapple with one that has fallen Prone falls with it, and its rider is thrown (`grappled/fall-together`,
/// `grappling/fall-together`, `command/mounts`).
fn takes_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in grapple::partners(scene.state(), who) {
        goes_down(scene, partner)?;
    }
    throws_riders(scene, who)
}

fn throws_riders(scene: &mut Scene<'_, ThreeAction>, mount: CreatureId) -> Play {
    for rider in scene.state().creatures() {
        if scene.state().body(rider).mount == Some(mount) {
            goes_down(scene, rider)?;
        }
    }
    Ok(())
}

/// The Dead hold on to nothing, and wings that no longer carry a creature are folded (`flying/fall-without-action`).
fn loses_footing(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let state = scene.state();
    if state.body(who).hanging && state.has(who, Condition::Dead) {
        scene.emit(Fact::Flag(who, Flag::Hanging, false));
    }
    let state = scene.state();
    if state.body(who).flying && !flying::can_stay_up(state, who) {
        flying::comes_down(scene, who);
    }
}

/// Ends the grapples of a creature, or those alone in which it holds others; who had been moved into the other's space steps out of it.
fn lets_go(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, of_all: bool) -> Play {
    for partner in grapple::partners(scene.state(), who) {
        if of_all || grapple::grapples(scene.state(), who, partner) {
            let guest = grapple::guest(scene.state(), who, partner);
            grapple::loosen(scene, who, partner);
            move_aside(scene, guest)?;
        }
    }
    Ok(())
}

/// Grapples in which the two no longer share a space are over.
fn comes_apart(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in grapple::partners(scene.state(), who) {
        let state = scene.state();
        let shape = state.grid().shape;
        if !state.space(who).overlaps(shape, state.space(partner)) {
            grapple::loosen(scene, who, partner);
            move_aside(scene, partner)?;
        }
    }
    Ok(())
}

/// Those who are in a grapple by the game master's word share a space, as after any other (`grapple/space-larger`,
/// `grapple/space-same-size`).
fn come_together(scene: &mut Scene<'_, ThreeAction>, by: CreatureId, on: CreatureId) -> Play {
    let state = scene.state();
    let shape = state.grid().shape;
    if !state.space(by).overlaps(shape, state.space(on)) {
        let (guest, place) = grapple::shared_place(state, by, on);
        steps::put_with_riders(scene, guest, place, guest == by);
        comes_apart(scene, guest)?;
    }
    for who in [by, on] {
        loses_footing(scene, who);
    }
    Ok(())
}
