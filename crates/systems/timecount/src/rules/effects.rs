//! What comes of the actions of one count: gathered while the state still is that of its start, and landed together
//! (`initiative/ties`, `engine/dice-order`).

use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Heading};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Frozen, Play, RuleId, Scene};
use smallvec::SmallVec;

use super::numbers::{defense, helpless, hit_points, paralysis_step, present};
use super::{fatigue, forced, healing, health, movement, running, threshold, upkeep};
use crate::TimeCount;
use crate::actions::staple;
use crate::fact::{Barrier, Fact, Harm, Verdict, When};
use crate::ids::rule;
use crate::sheet::{DamageType, Defense, PoisonHarm};
use crate::state::{
    Active, Arm, Begun, BonusPool, Condition, ItemId, NEVER, Paralysis, Pending, PendingHarm,
    Place, Posture, SpellId, Stance, Stapled, Underway,
};
use crate::{act, fact};
use cures::cured;
use things::{disarm, drop_item, wear_item};

mod approaches;
mod cures;
mod things;

/// The damage of one hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blow {
    /// Who hit.
    pub(crate) by: CreatureId,
    /// Whom.
    pub(crate) on: CreatureId,
    /// Damage before reduction, at least 1.
    pub(crate) amount: i16,
    /// Of what kind.
    pub(crate) kind: DamageType,
    /// Whether it is nonlethal.
    pub(crate) nonlethal: bool,
    /// Whether it wears the Threshold of Pain: damage of a hit does (`threshold-of-pain/wear`).
    pub(crate) wears: bool,
    /// The target's Threshold of Pain at the start of the count.
    pub(crate) threshold: i16,
    /// Whether it impairs whatever its damage.
    pub(crate) always_impairs: bool,
    /// Other attackers who hit the same target on this count (`simultaneous/threshold`).
    pub(crate) others: u8,
}

/// One thing that comes of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// What an attempt came to, for the log.
    Came(fact::Attempt, CreatureId, Verdict),
    /// Healing: so much Invigoration, and so much fatigue less.
    Heal(CreatureId, i16, i16),
    /// Bonus hit points.
    Bonus(CreatureId, BonusPool),
    /// Damage.
    Damage(Blow),
    /// Fatigue that is no damage.
    Fatigue(CreatureId, i16, Harm),
    /// A condition begins.
    Gain(Held<Condition>),
    /// One instance ends.
    Lose(Held<Condition>),
    /// A creature is knocked prone.
    Prone(CreatureId),
    /// A fumble with that arm (`critical-fumbles/effect`).
    Fumble(CreatureId, Arm),
    /// A creature dies (`special-actions/coup-de-grace-followup`).
    Kill(CreatureId),
    /// An item falls to the ground there.
    Drop(ItemId, Cell),
    /// A net lies over the creature that it has caught (`actions/escape-net`).
    Cling(ItemId, CreatureId),
    /// An item leaves somebody's hand: into another's, not wielded yet, or to the ground (`special-actions/disarm`).
    Disarm(ItemId, CreatureId, Option<CreatureId>),
    /// An item loses durability.
    Wear(ItemId, i16),
    /// A creature is pinned by a weapon, if it still stands there (`special-actions/staple`).
    Staple(CreatureId, Stapled, Cell),
    /// An attempt to free somebody whom a weapon pins, and whether it succeeds (`special-actions/staple-escape`).
    Unstaple(CreatureId, bool),
    /// Two creatures slide one space together (`wrestling/drag`, `wrestling/shunt`).
    Slide(CreatureId, CreatureId, Heading),
    /// A creature is put into a space at most so many steps away, if there is room.
    Put(CreatureId, Cell, u8),
    /// A creature is thrown into a space of the thrower, who takes its place (`wrestling/throw-vigor`).
    Swap(CreatureId, Cell),
    /// A creature is pushed so many spaces (`special-actions/bull-rush`).
    Push(CreatureId, Heading, u8),
    /// A creature enters a space that others are in (`special-actions/approach`).
    Enter(CreatureId, Cell),
    /// A creature has not got past another that means to enter the same space on this count (`entering-spaces/others`).
    KeptOut(CreatureId, CreatureId),
    /// A casting check succeeds or fails, for the log.
    Casts(SpellId, bool),
    /// A prepared spell is used up by casting it (`preparing/step-7-cost`).
    Spent(CreatureId, SpellId),
    /// A spell is active from now on.
    Activate(CreatureId, SpellId),
    /// An active spell ends.
    EndSpell(u16),
    /// Paralysis damage (`paralysis/damage`).
    Paralyse(CreatureId, Paralysis),
    /// Petrification damage (`petrification/points`).
    Petrify(CreatureId, i16),
    /// A poison takes something at once (`poison/effect`).
    Poison(CreatureId, i16, PoisonHarm),
    /// Something will happen by itself.
    Pend(Pending),
    /// Losses of a kind are cured by a spell.
    Cure(CreatureId, Cure),
    /// An item is gone.
    UseUp(ItemId),
    /// A use of an item, where they are counted.
    UseOnce(ItemId),
}

/// What a spell can cure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cure {
    /// Losses by poison (`poison/healing`).
    Poison,
    /// Petrification (`petrification/recovery`).
    Petrification,
}

/// What one creature's action comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thrown {
    /// Who acts.
    pub(crate) who: CreatureId,
    /// What comes of it, in order.
    pub(crate) effects: SmallVec<[Effect; 3]>,
    /// Fumbled attack rolls.
    pub(crate) fumbles: u8,
    /// Rules that acted, each with the place of what comes of it.
    rules: SmallVec<[(usize, RuleId); 2]>,
}

impl Thrown {
    /// Nothing yet.
    pub(crate) fn by(who: CreatureId) -> Self {
        Self {
            who,
            effects: SmallVec::new(),
            fumbles: 0,
            rules: SmallVec::new(),
        }
    }

    /// Says that a rule acted: it is told with what comes of the action next, which lands only after all dice of the count.
    pub(crate) fn cite(&mut self, scene: &Frozen<'_, '_, TimeCount>, rule: RuleId) {
        if scene.listened() {
            self.rules.push((self.effects.len(), rule));
        }
    }

    /// What the action costs, before everything that comes of it.
    pub(crate) fn costs(&mut self, effect: Effect) {
        self.effects.insert(0, effect);
        for (place, _) in &mut self.rules {
            *place += 1;
        }
    }

    /// The rules behind what comes of it at a place, the last of which has all that are left.
    fn rules_behind(&self, place: usize) -> impl Iterator<Item = RuleId> {
        let last = self.effects.len().saturating_sub(1);
        let rules = self.rules.iter();
        rules
            .filter(move |(at, _)| (*at).min(last) == place)
            .map(|(_, rule)| *rule)
    }

    /// One effect more.
    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// A fumble with that arm.
    pub(crate) fn fumble(&mut self, arm: Arm) {
        self.fumbles += 1;
        self.push(Effect::Fumble(self.who, arm));
    }

    /// Whether it catches a creature in a net.
    pub(crate) fn nets(&self, on: CreatureId) -> bool {
        self.effects.iter().any(|effect| match effect {
            Effect::Gain(held) => held.on == on && held.kind == Condition::Netted,
            _ => false,
        })
    }

    /// Whether nothing came of it but its cost: it was no longer possible.
    pub(crate) fn is_lost(&self) -> bool {
        self.effects
            .iter()
            .all(|effect| matches!(effect, Effect::Fatigue(..) | Effect::Spent(..)))
    }

    /// Whether one of its attack rolls has hit that creature, whatever came of it: who falls to a Throw was hit, too
    /// (`wrestling/throw-celerity`).
    fn hits(&self, on: CreatureId) -> bool {
        self.effects.iter().any(|effect| match effect {
            Effect::Came(_, target, verdict) => *target == on && verdict.hits(),
            Effect::Prone(target) => *target == on,
            _ => false,
        })
    }
}

/// All actions of a count.
pub(crate) type Volley = SmallVec<[Thrown; 2]>;

/// Several attackers who hit the same target lower its threshold for impairments (`simultaneous/threshold`,
/// `simultaneous/different-attackers`).
pub(crate) fn count_attackers(volley: &mut Volley) {
    let hitters =
        |on: CreatureId, volley: &Volley| volley.iter().filter(|thrown| thrown.hits(on)).count();
    let mut others: SmallVec<[(CreatureId, u8); 4]> = SmallVec::new();
    for thrown in volley.iter() {
        for effect in &thrown.effects {
            if let Effect::Damage(blow) = effect
                && !others.iter().any(|(on, _)| *on == blow.on)
            {
                let count = hitters(blow.on, volley).saturating_sub(1);
                others.push((blow.on, u8::try_from(count).unwrap_or(u8::MAX)));
            }
        }
    }
    for thrown in volley.iter_mut() {
        for effect in &mut thrown.effects {
            if let Effect::Damage(blow) = effect
                && let Some((_, count)) = others.iter().find(|(on, _)| *on == blow.on)
            {
                blow.others = *count;
            }
        }
    }
}

/// The phases in which effects land.
const PHASES: [fn(&Effect) -> bool; 3] = [is_healing, is_harm, is_rest];

fn is_healing(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Casts(..) | Effect::Heal(..) | Effect::Cure(..) | Effect::Bonus(..)
    )
}

fn is_harm(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Came(..) | Effect::Damage(_) | Effect::Fatigue(..)
    )
}

fn is_rest(effect: &Effect) -> bool {
    !is_healing(effect) && !is_harm(effect) && !matches!(effect, Effect::Enter(..))
}

/// Lands everything: healing, then damage and fatigue, then conditions and forced movement, each in roster order; then the dead fall and
/// the others check whether they stay conscious.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn land(scene: &mut Scene<'_, TimeCount>, volley: &Volley) -> Play {
    let mut affected: SmallVec<[CreatureId; 4]> = SmallVec::new();
    for phase in PHASES {
        for thrown in volley {
            let effects = thrown.effects.iter().enumerate();
            for (place, effect) in effects.filter(|(_, effect)| phase(effect)) {
                for rule in thrown.rules_behind(place) {
                    scene.cite(rule);
                }
                if scene.listened() && is_one_of_several(volley, effect) {
                    scene.cite(rule!("threshold-of-pain/per-attack"));
                }
                one(scene, thrown.who, effect, &mut affected);
            }
        }
    }
    approaches::enter(scene, volley)?;
    collapse(scene);
    if affected.is_empty() {
        return Ok(());
    }
    health::deaths(scene);
    fatigue::check_all(scene, &affected, &affected)
}

/// Whoever can no longer act at all breaks off what takes time, distracts nobody and holds nobody (`paralysis/complete`,
/// `petrification/complete`, `conditions/helpless`), and has its next turn as soon as it can act again; whoever is no longer dying stops losing hit points (`dying/progress`).
pub(crate) fn collapse(scene: &mut Scene<'_, TimeCount>) {
    for who in scene.state().creatures() {
        health::recovers(scene, who);
        breaks_down(scene, who);
    }
}

/// As [`collapse`], of one that cannot act.
pub(crate) fn breaks_down(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
    if !present(state, who) || !helpless(state, who) {
        return;
    }
    let body = state.body(who);
    let busy = body.underway != Underway::Nothing || body.run.is_some();
    let bound = body.underway.binds_to_its_end();
    if busy {
        scene.emit(Fact::Underway(who, Underway::Nothing));
        scene.emit(Fact::Runs(who, None));
    }
    if bound {
        let next = scene.state().clock.count + 1;
        scene.cite(rule!("spell-timing/cancel"));
        scene.emit(Fact::At(who, When::Next, next));
    }
    health::distracts_nobody(scene, who);
    if scene.state().conditions.iter().any(|held| holds(held, who)) {
        scene.cite(rule!("conditions/helpless"));
        health::release_all(scene, who);
    }
}

fn holds(held: &Held<Condition>, who: CreatureId) -> bool {
    held.kind == Condition::Grabbed && held.toward == Some(who)
}

/// Whether one attacker has hit the same target twice on this count (`simultaneous/different-attackers`).
pub(crate) fn hit_twice(volley: &Volley) -> bool {
    volley.iter().any(|thrown| {
        let blows = || {
            thrown.effects.iter().filter_map(|effect| match effect {
                Effect::Damage(blow) => Some(blow.on),
                _ => None,
            })
        };
        blows().any(|on| blows().filter(|other| *other == on).count() > 1)
    })
}

/// Whether this is a blow on somebody who is struck by another one as well on this count (`threshold-of-pain/per-attack`).
fn is_one_of_several(volley: &Volley, effect: &Effect) -> bool {
    let struck = |effect: &Effect| match effect {
        Effect::Damage(blow) => Some(blow.on),
        _ => None,
    };
    let all = volley.iter().flat_map(|thrown| &thrown.effects);
    struck(effect).is_some_and(|on| all.filter_map(struck).filter(|other| *other == on).count() > 1)
}

fn one(
    scene: &mut Scene<'_, TimeCount>,
    by: CreatureId,
    effect: &Effect,
    affected: &mut SmallVec<[CreatureId; 4]>,
) {
    match *effect {
        Effect::Came(attempt, on, verdict) => scene.emit(Fact::Came(by, attempt, on, verdict)),
        Effect::Heal(on, invigoration, fatigue) => {
            heal(scene, on, invigoration, fatigue);
        }
        Effect::Bonus(on, pool) => scene.emit(Fact::Bonus(on, pool)),
        Effect::Damage(blow) => {
            if threshold::deal(scene, &blow) {
                affected.push(blow.on);
            }
        }
        Effect::Fatigue(on, amount, why) => {
            fatigue::tire(scene, on, amount, why);
            threshold::hinder(scene, on, amount);
            if amount > 0 {
                affected.push(on);
            }
        }
        Effect::Gain(held) => gain(scene, held),
        Effect::Lose(held) => {
            if scene.state().conditions.iter().any(|other| *other == held) {
                scene.emit(Fact::Loses(held));
            }
        }
        Effect::Prone(on) => knock_prone(scene, by, on),
        Effect::Fumble(who, arm) => fumble(scene, who, arm),
        Effect::Kill(on) => {
            kill(scene, on);
            affected.push(on);
        }
        Effect::Drop(item, at) => drop_item(scene, item, at),
        Effect::Cling(item, on) => scene.emit(Fact::Item(item, Place::Stuck(on))),
        Effect::Disarm(item, from, to) => disarm(scene, item, from, to),
        Effect::Wear(item, points) => wear_item(scene, item, points),
        Effect::Staple(on, stapled, at) => things::staple(scene, on, stapled, at),
        Effect::Unstaple(on, frees) => {
            if frees {
                staple::free(scene, by, on);
            }
        }
        Effect::Slide(one, other, heading) => forced::slide(scene, one, other, heading),
        Effect::Put(who, cell, steps) => forced::put(scene, by, (who, cell), steps),
        // Whoever enters a space does so in an order of its own.
        Effect::Enter(..) | Effect::KeptOut(..) => {}
        Effect::Swap(other, cell) => forced::swap(scene, by, (other, cell)),
        Effect::Push(on, heading, steps) => forced::push(scene, by, on, heading, steps),
        Effect::Casts(spell, success) => scene.emit(Fact::Casts(by, spell, success)),
        Effect::Spent(who, spell) => spent(scene, who, spell),
        Effect::Activate(who, spell) => activate(scene, who, spell),
        Effect::EndSpell(number) => scene.emit(Fact::Ends(number)),
        Effect::Paralyse(on, source) => {
            scene.cite(rule!("paralysis/damage"));
            scene.emit(Fact::Paralysed(on, source));
            explain_paralysis(scene, on);
        }
        Effect::Petrify(on, points) => upkeep::petrify(scene, on, points),
        Effect::Poison(on, amount, harms) => {
            if upkeep::poison(scene, on, amount, harms) {
                threshold::hinder(scene, on, amount);
                affected.push(on);
            }
        }
        Effect::Pend(pending) => pend(scene, pending),
        Effect::Cure(on, cure) => cured(scene, on, cure),
        Effect::UseUp(item) => scene.emit(Fact::Item(item, Place::Nowhere)),
        Effect::UseOnce(item) => {
            if let Some(left) = scene.state().item(item).left {
                scene.emit(Fact::Left(item, Some(left.saturating_sub(1))));
            }
        }
    }
}

/// A condition begins. Nobody burns twice, and a grab reaches nobody who has been moved away on the same count
/// (`wrestling/grab-adjacent`).
fn gain(scene: &mut Scene<'_, TimeCount>, held: Held<Condition>) {
    let state = scene.state();
    let starts = match (held.kind, held.toward) {
        (Condition::Burning, _) => !state.has(held.on, Condition::Burning),
        (Condition::Grabbed, Some(grabber)) => !movement::apart(state, held.on, grabber),
        _ => true,
    };
    if starts {
        match held.kind {
            Condition::Netted => scene.cite(rule!("actions/escape-net")),
            Condition::Burning => scene.cite(rule!("actions/extinguish")),
            _ => {}
        }
        scene.emit(Fact::Gains(held));
        threshold::disturb(scene, held.on);
    } else if held.kind == Condition::Grabbed {
        scene.cite(rule!("wrestling/grab-adjacent"));
        scene.emit(Fact::Stays(held.on, Barrier::Grip));
    }
}

/// Something will happen; one fire is enough for a creature (`actions/extinguish`).
fn pend(scene: &mut Scene<'_, TimeCount>, pending: Pending) {
    let burns = upkeep::fires(scene.state(), pending.on).next().is_some();
    let fire = pending.what == PendingHarm::Fire;
    if !fire {
        scene.cite(rule!("poison/ongoing"));
    }
    if !fire || !burns {
        scene.emit(Fact::Will(pending));
    }
}

/// Healing, as far as the caps leave room for it by now: somebody else may have healed the same creature on this count
/// (`healing/caps`).
fn heal(scene: &mut Scene<'_, TimeCount>, on: CreatureId, invigoration: i16, fatigue: i16) {
    let room = healing::room(scene.state(), on);
    let (into, off) = (
        invigoration.min(room.invigoration),
        fatigue.min(room.fatigue),
    );
    if (into, off) != (invigoration, fatigue) {
        scene.cite(rule!("healing/caps"));
    }
    scene.emit(Fact::Healed(on, into, off));
}

/// How far paralysis has gone (`paralysis/steps`, `paralysis/complete`).
fn explain_paralysis(scene: &mut Scene<'_, TimeCount>, on: CreatureId) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let points = state.body(on).paralysis.iter().map(|source| source.points);
    let points: i32 = points.map(i32::from).sum();
    let vigor = i32::from(defense(state, on, Defense::Vigor));
    let step = paralysis_step(state, on);
    let rule = match step {
        6 => rule!("paralysis/complete"),
        _ => rule!("paralysis/table"),
    };
    if step > 0 {
        scene.cite(rule);
    }
    let sum = || Sum {
        by: Some(on),
        what: "paralysis",
        dice: points,
        total: points,
        against: Some(Against::of(on, Defense::Vigor.name(), vigor)),
        verdict: PARALYSIS[usize::from(step.unsigned_abs()).min(6)],
        rule: rule!("paralysis/steps"),
    };
    scene.explain(sum, &Tally::new());
}

/// What the steps of paralysis do (`paralysis/table`).
pub(crate) const PARALYSIS: [&str; 7] = [
    "no effect yet",
    "1 class slower, −1 to hit, damage and Celerity",
    "2 classes slower, −2 to hit, damage and Celerity",
    "3 classes slower, −3 to hit, damage and Celerity",
    "4 classes slower, −4 to hit, damage and Celerity",
    "5 classes slower, −5 to hit, damage and Celerity",
    "unable to move or act",
];

/// The prepared spell is gone, and the next casting of it is harder (`preparing/step-7-cost`).
fn spent(scene: &mut Scene<'_, TimeCount>, who: CreatureId, spell: SpellId) {
    let castings = &scene.state().body(who).castings;
    let times = castings
        .iter()
        .find(|(other, _)| *other == spell)
        .map_or(0, |(_, times)| *times);
    scene.emit(Fact::Prepares(who, None));
    scene.emit(Fact::Castings(who, spell, times.saturating_add(1)));
}

fn activate(scene: &mut Scene<'_, TimeCount>, who: CreatureId, spell: SpellId) {
    let number = scene
        .state()
        .spells
        .iter()
        .map(|active| active.number)
        .max()
        .unwrap_or_default();
    scene.emit(Fact::Active(Active {
        number: number.saturating_add(1),
        spell,
        caster: who,
        until: NEVER,
    }));
}

/// A creature dies: its hit points become 0.
fn kill(scene: &mut Scene<'_, TimeCount>, on: CreatureId) {
    let left = hit_points(scene.state(), on);
    if left > 0 {
        scene.emit(Fact::Damaged {
            who: on,
            fatigue: 0,
            hp: left,
            kind: None,
            why: Harm::Hit,
        });
    }
}

/// Ends every instance of a condition on a creature.
pub(crate) fn clear(scene: &mut Scene<'_, TimeCount>, on: CreatureId, kind: Condition) {
    while let Some(held) = scene.state().conditions.get(on, kind).copied() {
        scene.emit(Fact::Loses(held));
    }
}

/// Being knocked prone replaces any stance at once, with benefit and drawback (`stances/concept`, `stances/prone-benefit`), and one that
/// was given up for nothing on this count as well, which attacks would meet for the rest of it. It ends a run (`running/unsteady`). Neither
/// does anybody who is down ride or carry anybody (`actions/mount`). Nothing changes for those who lie already.
fn knock_prone(scene: &mut Scene<'_, TimeCount>, by: CreatureId, on: CreatureId) {
    for rider in scene.state().creatures() {
        if rider == on || scene.state().body(rider).mount == Some(on) {
            forced::unseat(scene, rider, Some(by));
        }
    }
    scene.cite(rule!("stances/concept"));
    threshold::disturb(scene, on);
    let (now, posture) = (scene.state().clock.count, scene.state().body(on).posture);
    let prone = Posture {
        stance: Stance::Prone,
        from: now,
    };
    if posture.stance == Stance::Prone && posture.from <= now {
        scene.emit(Fact::Stays(on, Barrier::Lying));
    } else {
        scene.emit(Fact::Posture(on, prone));
    }
    running::fall(scene, on);
    let begun = scene.state().body(on).as_begun.clone();
    if let Some(begun) = begun.filter(|begun| begun.posture.is_some()) {
        let posture = Some(prone);
        scene.emit(Fact::Begun(on, Begun { posture, ..begun }));
    }
}

/// A fumble leaves unsteady until the next turn and wears a made weapon (`critical-fumbles/unsteady`, `critical-fumbles/durability`).
fn fumble(scene: &mut Scene<'_, TimeCount>, who: CreatureId, arm: Arm) {
    use affray_kernel::condition::Until;
    scene.cite(rule!("critical-fumbles/effect"));
    scene.cite(rule!("critical-fumbles/unsteady"));
    scene.emit(Fact::Gains(health::plain(
        who,
        Condition::Unsteady,
        Until::TurnStart(who, 1),
    )));
    if let Arm::Item(item) = arm {
        scene.cite(rule!("critical-fumbles/durability"));
        wear_item(scene, item, 1);
    }
}

/// A note that an action of another kind is done.
pub(crate) fn does(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &act::Act) {
    if scene.is_recorded() {
        scene.emit(Fact::Does(who, act.clone()));
    }
}
