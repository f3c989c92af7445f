//! What follows where somebody falls, gives up or loses the use of a part by the game master's word, the same as in play.

use affray_kernel::CreatureId;
use affray_kernel::condition::Held;

use crate::fact::{Fact, Flag, Force, apply};
use crate::rules::falls::landing;
use crate::rules::numbers::below;
use crate::rules::{ambush, concentration, damage_effects};
use crate::sheet::Role;
use crate::state::{Condition, ItemId, Phase, Place, Presence, State};

/// What such a condition brings with it when it begins: the fallen lie on the ground and hold nothing, and neither they nor those who have
/// given up keep anything up (`health/unconscious`, `attack/surrender`).
pub(super) fn follows(state: &State, who: CreatureId, kind: Condition) -> Vec<Fact> {
    match kind {
        Condition::Unconscious | Condition::KnockedOut | Condition::Dead => falls(state, who, kind),
        Condition::Surrendered => lets_go(state, who),
        _ => Vec::new(),
    }
}

/// What it keeps up and what others maintain on it ends where somebody leaves the fight (`attack/flee`, `other-melee/concentration`).
pub(super) fn goes(state: &State, who: CreatureId) -> Vec<Fact> {
    let mut facts = lets_go(state, who);
    facts.extend(ends_on(state, who));
    facts
}

/// What it maintained, its On-Guard and what it prepared end (`other-melee/effect-ends-with-maintainer`, `on-guard/duration`,
/// `multiform-segment/longer-than-a-round`).
fn lets_go(state: &State, who: CreatureId) -> Vec<Fact> {
    let effects = || state.effects.iter().filter(|effect| effect.by == who);
    let mut facts: Vec<Fact> = effects()
        .map(|effect| Fact::Lapses(effect.number))
        .collect();
    let blinded = state.conditions.iter().filter(|held| {
        let mut causes = effects().map(|effect| concentration::blindness(*effect));
        causes.any(|cause| cause == **held)
    });
    facts.extend(blinded.copied().map(Fact::Loses));
    let body = state.body(who);
    if body.guard.is_some() {
        facts.push(Fact::Guard(who, None));
    }
    if body.charging.is_some() {
        facts.push(Fact::Charging(who, None));
    }
    facts
}

/// What others maintain on the dead, or on whoever leaves, ends (`other-melee/concentration`).
fn ends_on(state: &State, who: CreatureId) -> Vec<Fact> {
    let borne = || {
        let effects = state.effects.iter();
        effects.filter(|effect| effect.on == who && effect.by != who)
    };
    let blinded = state.conditions.on(who).filter(|held| {
        let mut causes = borne().map(|effect| concentration::blindness(*effect));
        causes.any(|cause| cause == **held)
    });
    let lapse = borne().map(|effect| Fact::Lapses(effect.number));
    lapse.chain(blinded.copied().map(Fact::Loses)).collect()
}

/// Whoever falls is hidden no longer, and nobody has to notice it any more (`ambush/concealment`).
fn shows(state: &State, who: CreatureId) -> Vec<Fact> {
    let hidden = state.conditions.get(who, Condition::Concealed).copied();
    let noticed = ambush::noticed(state, who).filter(|_| hidden.is_some());
    hidden.into_iter().chain(noticed).map(Fact::Loses).collect()
}

/// Things fall, and whoever held them goes down, out of the saddle or out of the air. What a fall does is for the game master to say.
fn falls(state: &State, who: CreatureId, kind: Condition) -> Vec<Fact> {
    let mut facts = lets_go(state, who);
    if kind == Condition::Dead {
        facts.extend(ends_on(state, who));
    }
    facts.extend(shows(state, who));
    let items = state.held(who).map(|(item, _)| item);
    facts.extend(dropped(state, who, items));
    if state.body(who).mounted {
        facts.push(Fact::Flag(who, Flag::Mounted, false));
    }
    // Whoever comes to in this segment acts in the next one.
    if state.clock.phase == Phase::Acting {
        facts.push(Fact::Flag(who, Flag::Done, true));
    }
    if !state.has(who, Condition::Prone) {
        facts.push(Fact::Gains(Held::plain(who, Condition::Prone)));
    }
    let fallen = [
        Fact::Gains(Held::plain(who, kind)),
        Fact::Flag(who, Flag::Mounted, false),
    ];
    facts.extend(comes_down(&after(state, &fallen), who));
    facts
}

/// What follows where somebody loses the use of a part: things fall from the hand, flyers come down, whoever cannot move any more is held
/// up (`damage-effects/disable`).
pub(super) fn loses_use(state: &State, who: CreatureId, part: u8) -> Vec<Fact> {
    let after = after(state, &[Fact::Disabled(who, part, true)]);
    let role = state.sheet(who).parts.get(usize::from(part));
    match role.map(|part| part.role) {
        Some(Role::Arm(hand)) => {
            let items = damage_effects::in_hand(state, who, hand);
            dropped(state, who, items).collect()
        }
        Some(Role::Wing) => comes_down(&after, who).into_iter().collect(),
        Some(Role::Leg(_)) if damage_effects::is_held_up(&after, who) => {
            vec![Fact::Flag(who, Flag::Disengaged, false)]
        }
        _ => Vec::new(),
    }
}

/// How things are when that has happened.
fn after(state: &State, facts: &[Fact]) -> State {
    let mut after = state.clone();
    for fact in facts {
        apply(&mut after, fact);
    }
    after
}

/// Items fall to the ground where their holder is, if it is there.
fn dropped(
    state: &State,
    who: CreatureId,
    items: impl Iterator<Item = ItemId>,
) -> impl Iterator<Item = Fact> {
    let (at, here) = (
        below(state, who),
        state.body(who).presence == Presence::Here,
    );
    let items = items.filter(move |_| here);
    items.map(move |item| Fact::Item(item, Place::Ground(at)))
}

/// Whoever cannot fly any more comes down where it lands (`physical/falls`).
fn comes_down(state: &State, who: CreatureId) -> Option<Fact> {
    landing(state, who).map(|to| Fact::Forced(who, to, Force::Fall))
}
