//! A place where the same fight is fought as often as one likes, whatever its system.

use std::cell::RefCell;
use std::hash::Hasher;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use affray_kernel::account::{Account, Clerk};
use affray_kernel::log::Log;
use affray_kernel::silent::{self, End};
use affray_kernel::tape::{Answers, UnderWay};
use affray_kernel::{Ask, CreatureId, System};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::kind::{begins_with, kind};
use crate::mix::Mix;
use crate::policy::{Deciders, Policy};
use crate::record::{Cast, CreatureRecord, Deed, Ending, FightRecord, Role};
use crate::standstill::{Quiet, Situations, situation, standstill};

/// After what a fight counts as unfinished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// So many entries.
    pub entries: u32,
    /// So many seconds of game time, in systems that know how long theirs is.
    pub seconds: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 20_000,
            seconds: 3_600,
        }
    }
}

/// The same fight, as often as one likes.
pub trait Arena: Send + Sync {
    /// Who fights.
    fn cast(&self) -> &Cast;

    /// Whether it notices that a fight would never be over, and gives it up then: where everybody decides by the situation alone.
    fn notices_standstills(&self) -> bool {
        false
    }

    /// Plays the fights of these numbers and gives what each came to, in order, until `stop` is set; the one in which that happens is left
    /// out.
    fn fights(
        &self,
        seed: u64,
        numbers: Range<u64>,
        limits: Limits,
        stop: &AtomicBool,
        each: &mut dyn FnMut(FightRecord),
    );
}

/// The arena of a setup. Creatures decide by the policies of the setup, or all by `policy`; those of people decide sensibly.
///
/// # Errors
/// Every reason why such a fight is impossible.
pub fn arena<S: System>(
    setup: &S::Setup,
    policy: Option<Policy>,
) -> Result<Box<dyn Arena>, Vec<String>> {
    let start = S::set_up(setup)?;
    let written = |who| S::policy(&start, who).and_then(Policy::named);
    let policies: Vec<Policy> = S::creatures(&start)
        .map(|who| policy.or(written(who)).unwrap_or_default())
        .collect();
    let cast = cast::<S>(&start, &policies, fingerprint::<S>(setup, &policies));
    Ok(Box::new(Pit::<S> {
        start,
        policies,
        cast,
    }))
}

fn cast<S: System>(start: &S::State, policies: &[Policy], fingerprint: String) -> Cast {
    let role = |(index, policy): (usize, &Policy)| {
        let who = CreatureId::at(index);
        let gauges = S::gauges(start, who).into_iter();
        Role {
            name: S::name(start, who).to_owned(),
            side: S::side(start, who),
            policy: policy.name(),
            gauges: gauges.map(|(name, _)| name.to_owned()).collect(),
        }
    };
    Cast {
        system: S::ID.to_owned(),
        sides: S::sides(start).to_vec(),
        creatures: policies.iter().enumerate().map(role).collect(),
        unit: S::TIME.into(),
        fingerprint,
    }
}

/// A number that follows from everything on which a fight depends besides its dice.
fn fingerprint<S: System>(setup: &S::Setup, policies: &[Policy]) -> String {
    let mut hasher = Mix::default();
    hasher.write(S::ID.as_bytes());
    hasher.write_u32(S::EDITION);
    // A setup that cannot be written differs from none: it is compared by its system alone.
    hasher.write(&serde_json::to_vec(setup).unwrap_or_default());
    for policy in policies {
        hasher.write(policy.name().as_bytes());
    }
    format!("{:016x}", hasher.finish())
}

struct Pit<S: System> {
    start: S::State,
    policies: Vec<Policy>,
    cast: Cast,
}

impl<S: System> Arena for Pit<S> {
    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn notices_standstills(&self) -> bool {
        self.policies.iter().all(|policy| policy.is_settled())
    }

    fn fights(
        &self,
        seed: u64,
        numbers: Range<u64>,
        limits: Limits,
        stop: &AtomicBool,
        each: &mut dyn FnMut(FightRecord),
    ) {
        let mut desk = Desk::default();
        for number in numbers {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if let Some(record) = self.fight((seed, number), limits, stop, &mut desk) {
                each(record);
            }
        }
    }
}

/// What is used again from fight to fight.
struct Desk<S: System> {
    log: Log<S>,
    /// The state of the fight before, whose memory the next one takes.
    state: Option<S::State>,
    /// Of what kind the acts of each creature are, by its id, in the present fight. Their words depend on where things are and on who says
    /// them: from those of another fight nothing follows.
    kinds: RefCell<Vec<FxHashMap<S::Act, Arc<str>>>>,
    /// What was done in the present entry, and by whom.
    done: RefCell<Vec<(CreatureId, Arc<str>)>>,
}

impl<S: System> Default for Desk<S> {
    fn default() -> Self {
        Self {
            log: Log::of_facts(),
            state: None,
            kinds: RefCell::default(),
            done: RefCell::default(),
        }
    }
}

impl<S: System> Desk<S> {
    /// Clears what was noted of the fight before.
    fn begin(&self) {
        self.kinds
            .borrow_mut()
            .iter_mut()
            .for_each(FxHashMap::clear);
        self.done.borrow_mut().clear();
    }

    /// Takes down what somebody does.
    fn note(&self, state: &S::State, who: CreatureId, act: &S::Act) {
        let mut kinds = self.kinds.borrow_mut();
        if kinds.len() <= who.index() {
            kinds.resize_with(who.index() + 1, FxHashMap::default);
        }
        let kinds = &mut kinds[who.index()];
        let known = kinds.get(act).cloned();
        let found = known.unwrap_or_else(|| {
            let found: Arc<str> = Arc::from(kind_of::<S>(state, who, act));
            kinds.insert(act.clone(), Arc::clone(&found));
            found
        });
        self.done.borrow_mut().push((who, found));
    }
}

fn kind_of<S: System>(state: &S::State, who: CreatureId, act: &S::Act) -> String {
    let is_name = |text: &str| {
        let mut names = S::creatures(state).map(|who| S::name(state, who));
        names.any(|name| begins_with(text, name))
    };
    kind(&S::print(state, Some(who), act), is_name)
}

/// Everybody's decisions in one fight, taken down.
struct Players<'f, S: System> {
    deciders: &'f Deciders<'f>,
    desk: &'f Desk<S>,
}

impl<S: System> Answers<S> for Players<'_, S> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        let act = self.deciders.answer(state, ask)?;
        Some(self.noted(state, ask, act))
    }

    fn looks_back(&self) -> bool {
        Answers::<S>::looks_back(&self.deciders)
    }

    fn answer_within(
        &mut self,
        state: &S::State,
        ask: &Ask<S>,
        under_way: &UnderWay<'_, S>,
    ) -> Option<S::Act> {
        let act = self.deciders.answer_within(state, ask, under_way)?;
        Some(self.noted(state, ask, act))
    }
}

impl<S: System> Players<'_, S> {
    /// The act, taken down unless it is silence.
    fn noted(&self, state: &S::State, ask: &Ask<S>, act: S::Act) -> S::Act {
        if S::silence(state, ask).as_ref() != Some(&act) {
            self.desk.note(state, ask.who, &act);
        }
        act
    }
}

impl<S: System> Pit<S> {
    /// What a fight came to; `None` if it was stopped.
    fn fight(
        &self,
        (seed, number): (u64, u64),
        limits: Limits,
        stop: &AtomicBool,
        desk: &mut Desk<S>,
    ) -> Option<FightRecord> {
        let mut log = std::mem::take(&mut desk.log);
        let mut state = begun(desk.state.take(), &self.start);
        desk.begin();
        let deciders = Deciders::new(&self.policies, (seed, number));
        let mut players = Players {
            deciders: &deciders,
            desk,
        };
        let mut ledger = Doings::<S>::new(&self.start);
        let latest = latest(limits.seconds, S::TIME.milliseconds);
        let mut is_stopped = false;
        let notices = self.notices_standstills();
        // Since when the fight stands still, which may be yet to come: the fight is played on until then.
        let (mut quiet, mut still) = (Quiet::new(), None);
        let mut entries = 0;
        let heard = &mut |state: &S::State, by: Option<CreatureId>, log: &Log<S>| {
            deciders.go_on();
            let is_harmed = ledger.entry(by, log.facts(), &mut desk.done.borrow_mut());
            entries += 1;
            if notices
                && still.is_none()
                && let Some(ahead) = quiet.entry(is_harmed)
            {
                let again = standstill::<S>(state, &mut { &deciders }, ahead, stop);
                let entries = u32::saturating_add(entries, ahead);
                still = again.and_then(|again| self.since((seed, number), entries, (&again, stop)));
            }
            let stands = still.is_some_and(|since| since <= S::time(state));
            is_stopped = stop.load(Ordering::Relaxed);
            if is_stopped || stands || S::length(state) > latest {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let (end, entries) = silent::play_followed::<S>(
            &mut state,
            seed,
            number,
            &mut players,
            limits.entries,
            (&mut log, heard),
        );
        desk.log = log;
        let record = FightRecord {
            number,
            ending: match end {
                End::Over(Some(side)) => Ending::Won(side),
                End::Over(None) => Ending::Drawn,
                End::Unfinished => Ending::Unfinished,
                End::Undecided | End::Fault(_) => Ending::Failed,
            },
            entries,
            time: S::length(&state),
            standstill: still.filter(|since| *since <= S::time(&state)),
            creatures: ledger.into_records(&self.start, &state),
        };
        desk.state = Some(state);
        (!is_stopped).then_some(record)
    }
}

impl<S: System> Pit<S> {
    /// The unit of game time in which a fight comes to one of the situations that come again and again in it, so many entries on at the
    /// latest, unless `stop` is set meanwhile.
    fn since(
        &self,
        (seed, number): (u64, u64),
        entries: u32,
        (again, stop): (&Situations<S>, &AtomicBool),
    ) -> Option<u32> {
        let mut state = self.start.clone();
        let mut before = S::time(&state);
        let mut since = None;
        let heard = &mut |state: &S::State, _: Option<CreatureId>, _: &Log<S>| {
            let now = S::time(state);
            let begins = std::mem::replace(&mut before, now) != now;
            if begins && again.contains(&situation::<S>(state)) {
                since = Some(now);
                return ControlFlow::Break(());
            }
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let deciders = Deciders::new(&self.policies, (seed, number));
        let mut log = Log::of_facts();
        silent::play_followed::<S>(
            &mut state,
            seed,
            number,
            &mut { &deciders },
            entries,
            (&mut log, heard),
        );
        since
    }
}

/// The state that fights start from, in the memory of a state that is no longer wanted, if there is one.
fn begun<T: Clone>(used: Option<T>, start: &T) -> T {
    let Some(mut state) = used else {
        return start.clone();
    };
    state.clone_from(start);
    state
}

/// The last unit of time of a fight that may last so long; the unit's length in thousandths of a second may be unknown.
fn latest(seconds: u32, unit: u32) -> u32 {
    let units = (u64::from(seconds) * 1000).checked_div(u64::from(unit));
    units.map_or(u32::MAX, |units| u32::try_from(units).unwrap_or(u32::MAX))
}

/// The account of a fight, with what each kind of act has brought.
struct Doings<S: System> {
    clerk: Clerk<S, u32>,
    /// Harm that each creature has done, up to the last entry.
    dealt: Vec<i32>,
    /// What each creature last did on its own account, as a place in its deeds.
    own: Vec<Option<usize>>,
    deeds: Vec<Vec<Deed>>,
}

impl<S: System> Doings<S> {
    fn new(start: &S::State) -> Self {
        let count = S::count(start);
        Self {
            clerk: Clerk::new(start, None, S::time),
            dealt: vec![0; count],
            own: vec![None; count],
            deeds: vec![Vec::new(); count],
        }
    }

    /// Takes an entry: whose it was, what happened, and what was done in it, which is empty afterwards. Gives whether anybody was harmed.
    fn entry<'f>(
        &mut self,
        by: Option<CreatureId>,
        facts: impl Iterator<Item = &'f S::Fact>,
        done: &mut Vec<(CreatureId, Arc<str>)>,
    ) -> bool {
        let mut answers: Vec<(CreatureId, usize)> = Vec::new();
        for (place, (who, kind)) in done.drain(..).enumerate() {
            let deed = used(&mut self.deeds[who.index()], kind);
            if place == 0 && by == Some(who) {
                self.own[who.index()] = Some(deed);
            } else {
                answers.push((who, deed));
            }
        }
        self.clerk.entry(facts);
        let mut is_harmed = false;
        for (index, ledger) in self.clerk.account().ledgers.iter().enumerate() {
            let brought = ledger.dealt - self.dealt[index];
            if brought == 0 {
                continue;
            }
            is_harmed = true;
            self.dealt[index] = ledger.dealt;
            let mut given = answers.iter().rev();
            let given = given.find(|(who, _)| who.index() == index);
            let given = given.map(|(_, deed)| *deed);
            // In what others do, it is an answer that harms; in what happens by itself, what was begun before.
            let is_others = by.is_some_and(|by| by.index() != index);
            let deed = if is_others {
                given.or(self.own[index])
            } else {
                self.own[index].or(given)
            };
            if let Some(deed) = deed {
                self.deeds[index][deed].dealt += brought;
            }
        }
        is_harmed
    }

    fn into_records(self, start: &S::State, end: &S::State) -> Vec<CreatureRecord> {
        let (account, _) = self.clerk.into_parts();
        let mut records: Vec<CreatureRecord> = (0..account.ledgers.len())
            .map(|index| {
                let who = CreatureId::at(index);
                CreatureRecord {
                    stands: S::takes_part(end, who),
                    left: left::<S>(start, end, who),
                    ..CreatureRecord::default()
                }
            })
            .collect();
        add_account(account, &mut records);
        for (record, deeds) in records.iter_mut().zip(self.deeds) {
            record.deeds = deeds;
        }
        records
    }
}

/// The gauges of a creature at the end: name, what is left, what it is filled up to. Of what it no longer has, nothing is left.
fn left<S: System>(
    start: &S::State,
    end: &S::State,
    who: CreatureId,
) -> Vec<(&'static str, i16, i16)> {
    let gauges = S::gauges(end, who).into_iter();
    let mut left: Vec<(&'static str, i16, i16)> = gauges
        .map(|(name, gauge)| (name, gauge.available(), gauge.maximum))
        .collect();
    if S::knows_creature(start, who) {
        for (name, gauge) in S::gauges(start, who) {
            if !left.iter().any(|(known, ..)| *known == name) {
                left.push((name, 0, gauge.maximum));
            }
        }
    }
    left
}

fn add_account(account: Account<u32>, records: &mut [CreatureRecord]) {
    for fall in account.falls {
        let record = &mut records[fall.who.index()];
        if record.fell.is_none() {
            record.fell = Some(fall.time);
            record.felled_by = fall.by.map(|by| by.0);
        }
    }
    for (record, ledger) in records.iter_mut().zip(account.ledgers) {
        record.dealt = ledger.dealt;
        record.taken = ledger.taken;
        record.spent = ledger.spent;
    }
}

/// Counts a deed of that kind and gives its place.
fn used(deeds: &mut Vec<Deed>, kind: Arc<str>) -> usize {
    let place = deeds.iter().position(|deed| deed.kind == kind);
    let place = place.unwrap_or_else(|| {
        deeds.push(Deed {
            kind,
            uses: 0,
            dealt: 0,
        });
        deeds.len() - 1
    });
    deeds[place].uses += 1;
    place
}
