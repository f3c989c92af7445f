//! Reactions to what others declare: who is asked, in which order, and what they do (`actions-in-combat/reaction-trigger`,
//! `actions-in-combat/reaction-resolves-first`).

use std::ops::{ControlFlow, Range};

use affray_kernel::{CreatureId, Play, Scene};
use smallvec::SmallVec;

use super::defend::{self, is_aware};
use super::hands;
use super::numbers::{able, acts, foes, present, reach_m};
use super::opportunity;
use super::results::Attack;
use super::turns;
use crate::ActionPoint;
use crate::act::{Act, Action, Declared, Defence, Exposure, Handling, Window};
use crate::actions::{self, How, handling};
use crate::fact::Fact;
use crate::ids::rule;
use crate::offers;
use crate::sheet::{Effect, ItemKind, Spell, Weapon};
use crate::state::{Condition, ItemId, SpellId, State};

/// Creatures that were asked.
pub(crate) type Asked = SmallVec<[CreatureId; 8]>;

/// An occasion on which others may react.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occasion {
    /// Who gives it.
    pub(crate) by: CreatureId,
    /// What is declared; `None`: it is a moment of something that was declared before, so that only opportunity attacks are possible.
    pub(crate) what: Option<Declared>,
    /// How it exposes itself.
    pub(crate) exposed: Option<Exposure>,
    /// The target of an attack, which is asked for its defence and other reactions by itself.
    pub(crate) target: Option<CreatureId>,
}

/// Whether a creature can react while another does something: it acts and has an Action Point left (`actions-in-combat/reaction`).
fn is_ready(state: &State, who: CreatureId, beside: CreatureId) -> bool {
    who != beside && state.body(who).ap > 0 && acts(state, who)
}

/// Whether a creature can react to what another does, of which it has to be aware (`actions-in-combat/reaction-trigger`).
fn can_react(state: &State, who: CreatureId, to: CreatureId) -> bool {
    is_ready(state, who, to) && is_aware(state, who, to)
}

/// Whether there is something to do in a window besides passing and handling what is of no use before the own turn.
fn has_something(state: &State, who: CreatureId, window: &Window) -> bool {
    let mut found = false;
    let mut look = |act| {
        let idle = match act {
            Act::Pass => true,
            Act::Do(Action::Manipulate(handling)) => !serves(state, who, window, handling),
            _ => false,
        };
        if idle {
            ControlFlow::Continue(())
        } else {
            found = true;
            ControlFlow::Break(())
        }
    };
    offers::sift(state, (who, window), &mut look, &mut |_, _| {});
    found
}

/// Whether handling an object is worth a question of its own: taking something up where that is of use in others' turns already, putting
/// something away where that gives a hand which is wanted at once, and whatever else is done with objects. What could wait for the own
/// turn otherwise is of use at the end of the round, with Action Points that would be lost (`reactions/manipulate`,
/// `combat-overview/ap-lost`).
fn serves(state: &State, who: CreatureId, window: &Window, handling: Handling) -> bool {
    let is_last = matches!(window, Window::TurnEnds { last: true, .. });
    match handling {
        Handling::Draw(_) | Handling::PickUp(_) if is_last => true,
        Handling::Draw(item) | Handling::PickUp(item) => is_of_use(state, who, item),
        Handling::Stow(item) => {
            (is_last && handling::frees_a_hand(state, who, item)) || frees(state, who, window, item)
        }
        Handling::Load(_) | Handling::Door(..) | Handling::Fixture(_) => true,
    }
}

/// Whether an item would serve in others' turns if it were in hand: a weapon for opportunity attacks that reaches farther or strikes
/// harder than what is wielded, a shield where none is, and magic to react with (`reactions/manipulate`).
fn is_of_use(state: &State, who: CreatureId, item: ItemId) -> bool {
    match state.kind(item) {
        ItemKind::Weapon(weapon) => is_better(state, who, weapon),
        ItemKind::Shield(_) => !hands::has_shield(state, who),
        ItemKind::Gear(gear) => {
            let magic = gear.spell.map(|spell| state.spell(SpellId(spell)));
            magic.is_some_and(|spell| helps(state, who, spell)) && state.item(item).uses != Some(0)
        }
        ItemKind::Armor(_) => false,
    }
}

/// Whether a weapon reaches farther, or has the higher dice, than everything that a creature could strike with in melee.
fn is_better(state: &State, who: CreatureId, weapon: &Weapon) -> bool {
    let dice = |weapon: &Weapon| -> i32 {
        let components = weapon.damage.iter().map(|damage| damage.dice);
        components
            .map(|pool| pool.least() + pool.most().unwrap_or(pool.least()))
            .sum()
    };
    let wielded = || {
        let weapons = hands::arms(state, who).filter_map(|arm| state.weapon(who, arm));
        weapons.filter(|weapon| weapon.reach_m.is_some())
    };
    weapon.reach_m.is_some()
        && (wielded().all(|other| weapon.reach_m > other.reach_m)
            || wielded().all(|other| dice(weapon) > dice(other)))
}

/// Whether magic could be of help as a reaction: it is no attack, and heals only where somebody of the own side is hurt
/// (`reactions/use-magic`).
fn helps(state: &State, who: CreatureId, spell: &Spell) -> bool {
    let is_hurt = |other| {
        let lives = present(state, other) && !state.has(other, Condition::Dead);
        lives && state.body(other).health < state.sheet(other).health
    };
    let mut own = state.creatures().filter(|other| !foes(state, who, *other));
    match spell.effect {
        _ if spell.is_attack() => false,
        Some(Effect::Mend(_)) => own.any(is_hurt),
        _ => true,
    }
}

/// Whether putting an item away gives a hand that is wanted at once: for something of use within touch, or to Parry a foe that has the
/// holder within reach or sets out to. Nobody wants to be rid of what it fights with (`reactions/manipulate`, `defend/parry`).
fn frees(state: &State, who: CreatureId, window: &Window, item: ItemId) -> bool {
    let fights_with = match state.kind(item) {
        ItemKind::Weapon(weapon) => weapon.reach_m.is_some(),
        ItemKind::Shield(_) => true,
        ItemKind::Armor(_) | ItemKind::Gear(_) => false,
    };
    let wanted = |other| is_of_use(state, who, other);
    !fights_with
        && (handling::frees_for_taking(state, who, item, wanted)
            || (comes_near(state, who, window) && !defend::can_parry(state, who)))
}

/// Whether the occasion is given by a foe that has a creature within reach then, as far as that one knows.
fn comes_near(state: &State, who: CreatureId, window: &Window) -> bool {
    let (foe, at) = match *window {
        Window::Declared {
            by,
            what: Declared::Leg(goal),
        } => (by, state.space_at(by, goal)),
        Window::Declared { by, .. } | Window::TurnEnds { of: by, .. } => (by, state.space(by)),
        _ => return false,
    };
    let distance = state.grid().distance(at, state.space(who));
    let reach = reach_m(state, foe).and_then(|reach| u32::try_from(reach).ok());
    foes(state, who, foe)
        && is_aware(state, who, foe)
        && reach.is_some_and(|reach| distance <= reach)
}

impl Occasion {
    /// Those whom it provokes: whoever comes to reach the provoker by what another does in between is none of them
    /// (`opportunity-attacks/only-foes-in-reach`, `opportunity-attacks/unwilling-movement`).
    fn provoked(&self, state: &State) -> Asked {
        match self.exposed {
            Some(_) => opportunity::reaching(state, self.by).collect(),
            None => Asked::new(),
        }
    }

    /// What a creature is asked on this occasion, if anything.
    fn window(&self, state: &State, who: CreatureId, provoked: &Asked) -> Option<Window> {
        let foe = self.by;
        if let Some(how) = self.exposed
            && provoked.contains(&who)
            && opportunity::can_strike(state, who, foe)
        {
            let declared = self.what.is_some() && self.target != Some(who);
            return Some(Window::Exposed {
                foe,
                how,
                on: self.target,
                declared,
            });
        }
        let what = self.what?;
        let window = Window::Declared { by: foe, what };
        (self.target != Some(who) && has_something(state, who, &window)).then_some(window)
    }

    /// Who is asked next, of those with these places in the order of initiative.
    fn next(
        &self,
        state: &State,
        mut places: Range<usize>,
        provoked: &Asked,
        asked: &Asked,
    ) -> Option<(usize, CreatureId, Window)> {
        places.find_map(|place| {
            let who = state.clock.order.get(place).copied()?;
            if !can_react(state, who, self.by) || asked.contains(&who) {
                return None;
            }
            let window = self.window(state, who, provoked)?;
            Some((place, who, window))
        })
    }

    /// Asks all others in descending initiative order, but those already `asked`, and carries out what they do; each is resolved
    /// before the next one is asked. Gives those who were asked for an opportunity attack.
    ///
    /// # Errors
    /// Stops where a draw is missing.
    pub(crate) fn offer(&self, scene: &mut Scene<'_, ActionPoint>, asked: &mut Asked) -> Play {
        let count = scene.state().clock.order.len();
        let provoked = scene.known(|state| self.provoked(state));
        let mut places = 0..count;
        while let Some((place, who, window)) =
            scene.known(|state| self.next(state, places.clone(), &provoked, asked))
        {
            places.start = place + 1;
            if matches!(window, Window::Exposed { .. }) {
                asked.push(who);
            }
            let act = scene.ask(who, window)?;
            if let Act::Do(action) = &act {
                scene.stage(|scene| self.react(scene, who, action), |()| ())?;
            }
            if !able(scene.state(), self.by) || turns::is_over(scene.state()) {
                break;
            }
        }
        Ok(())
    }

    fn react(&self, scene: &mut Scene<'_, ActionPoint>, who: CreatureId, action: &Action) -> Play {
        let how = match (action, self.exposed) {
            (Action::Strike(_), Some(exposed)) => {
                opportunity::cite(scene, exposed);
                How::Opportunity
            }
            _ => How::Reaction,
        };
        react(scene, who, action, how)
    }
}

/// A reaction, resolved completely before what it interrupts goes on (`actions-in-combat/reaction-resolves-first`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn react(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    action: &Action,
    how: How,
) -> Play {
    scene.cite_all(
        const {
            &[
                rule!("actions-in-combat/reaction"),
                rule!("actions-in-combat/reaction-trigger"),
                rule!("actions-in-combat/reaction-resolves-first"),
                rule!("actions-in-combat/one-reaction-per-trigger"),
                rule!("actions-in-combat/two-uses"),
                rule!("quick-reference/icon-legend"),
            ]
        },
    );
    scene.nested(|scene| actions::carry_out(scene, who, action, how))
}

/// The end of a creature's turn: the others may Manipulate or use magic that is no attack, whether or not they know where that creature
/// is (`actions-in-combat/reaction-trigger`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn turn_ends(scene: &mut Scene<'_, ActionPoint>, of: CreatureId) -> Play {
    let count = scene.state().clock.order.len();
    for place in 0..count {
        let state = scene.state();
        if turns::is_over(state) {
            break;
        }
        let Some(who) = state.clock.order.get(place).copied() else {
            break;
        };
        let last = turns::was_last(state);
        let window = Window::TurnEnds { of, last };
        if !is_ready(state, who, of) || !has_something(state, who, &window) {
            continue;
        }
        if let Act::Do(action) = scene.ask(who, window)? {
            react(scene, who, &action, How::Reaction)?;
        }
    }
    Ok(())
}

/// The target of an attack declares its defence, takes another reaction in its place, or does nothing (`defend/declared-before-roll`,
/// `defend/one-per-attack`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn defence(
    scene: &mut Scene<'_, ActionPoint>,
    attack: &Attack,
) -> Play<Option<Defence>> {
    let (by, on) = (attack.by, attack.on);
    cite_defence(scene, attack);
    if !can_react(scene.state(), on, by) {
        cite_undefended(scene, on, by);
        return Ok(None);
    }
    let (with, feint) = (attack.means, attack.feint);
    match scene.ask(on, Window::Attacked { by, with, feint })? {
        Act::Defend(defence) => {
            scene.cite_all(
                const {
                    &[
                        rule!("reactions/defend"),
                        rule!("defend/ap"),
                        rule!("defend/declared-before-roll"),
                        rule!("defend/one-per-attack"),
                        rule!("actions-in-combat/cost"),
                    ]
                },
            );
            scene.emit(Fact::Defends(on, by, defence));
            scene.emit(Fact::Spends(on, 1));
            Ok(Some(defence))
        }
        Act::Do(action) => {
            react(scene, on, &action, How::Reaction)?;
            Ok(None)
        }
        _ => {
            scene.cite(rule!("defend/decline"));
            Ok(None)
        }
    }
}

fn cite_defence(scene: &mut Scene<'_, ActionPoint>, attack: &Attack) {
    if !scene.listened() {
        return;
    }
    scene.cite(rule!("what-is-an-attack/grants-defence"));
    if attack.opportunity {
        scene.cite(rule!("defend/against-opportunity-attack"));
    }
}

/// Why a target cannot defend itself: it is not aware of the attack, or has no Action Point left (`defend/awareness`, `defend/ap`).
fn cite_undefended(scene: &mut Scene<'_, ActionPoint>, on: CreatureId, by: CreatureId) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let surprised = able(state, on) && !acts(state, on);
    let hidden = acts(state, on) && !is_aware(state, on, by);
    let aware = is_aware(state, on, by);
    scene.cite(if aware {
        rule!("defend/ap")
    } else {
        rule!("defend/awareness")
    });
    if surprised {
        scene.cite(rule!("combat-overview/surprise-defenceless"));
        scene.cite(rule!("combat-overview/surprise-no-actions"));
    }
    if hidden {
        scene.cite(rule!("conditions/hidden"));
    }
    if !able(scene.state(), on) {
        scene.cite(rule!("conditions/unconscious"));
    }
}
