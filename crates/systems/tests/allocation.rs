//! The step function takes no memory per attack when nobody listens.

#![cfg(all(
    feature = "threeaction",
    feature = "timecount",
    feature = "energy",
    feature = "segment",
    feature = "actionpoint"
))]
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::sync::atomic::{AtomicUsize, Ordering};

use affray_kernel::silent::{End, play_out};
use affray_kernel::tape::{Answers, Simple};
use affray_kernel::{Ask, CreatureId, System};
use affray_systems::actionpoint::{self, ActionPoint};
use affray_systems::energy::{self, Energy};
use affray_systems::segment::{self, Segments};
use affray_systems::threeaction::ThreeAction;
use affray_systems::timecount::TimeCount;
use affray_systems::timecount::act::{Act, Strike};
use affray_systems::timecount::state::{Arm, ItemId, State};
use affray_trial::repository;

/// The heap, with its allocations counted.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { Heap.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { Heap.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(size, Ordering::Relaxed);
        unsafe { Heap.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static HEAP: Counting = Counting;

/// Allocations and acts of one fight that is played out.
fn played<S: System>(
    mut state: S::State,
    number: u64,
    players: &mut dyn Answers<S>,
) -> (usize, u32) {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let (end, acts) = play_out::<S>(&mut state, 11, number, players, 10_000);
    assert!(matches!(end, End::Over(_)), "{end:?}");
    (ALLOCATIONS.load(Ordering::Relaxed) - before, acts)
}

/// A duel of Three Actions.
fn duel(number: u64) -> (usize, u32) {
    let mut state = repository::start::<ThreeAction>("duel.toml");
    state.bodies[0].initiative = 20;
    state.bodies[1].initiative = 10;
    played::<ThreeAction>(state, number, &mut Simple)
}

/// Strikes with the sword in hand, whatever is asked.
struct Strikes;

impl Answers<TimeCount> for Strikes {
    fn answer(&mut self, _: &State, ask: &Ask<TimeCount>) -> Option<Act> {
        Some(Act::Attack(Strike {
            target: CreatureId(1 - ask.who.0),
            with: Arm::Item(ItemId(ask.who.0)),
            kind: None,
            limb: false,
            thrown: false,
        }))
    }
}

/// A duel of Time Count.
fn counted_duel(number: u64) -> (usize, u32) {
    let state = repository::measured::<TimeCount>("timecount-duel.toml");
    played::<TimeCount>(state, number, &mut Strikes)
}

/// Attacks with the sword in hand as long as Energy lasts, and lets everything else be.
struct Swings;

impl Answers<Energy> for Swings {
    fn answer(
        &mut self,
        state: &energy::state::State,
        ask: &Ask<Energy>,
    ) -> Option<energy::act::Act> {
        use energy::act::{Act, Action, Approach, Claim, Pay, Strike, Window};
        let rested = state.bodies[ask.who.index()].energy >= 3;
        if ask.window != Window::Floor || !rested {
            return Energy::silence(state, ask);
        }
        Some(Act::Do(Claim {
            action: Action::Attack(Strike {
                target: CreatureId(1 - ask.who.0),
                with: energy::state::Arm::Item(energy::state::ItemId(ask.who.0)),
                thrown: false,
                nonlethal: None,
                boost: None,
                approach: Approach::new(),
            }),
            pay: Pay::PLAIN,
        }))
    }
}

/// A duel of Energy & Aura.
fn duel_of_auras(number: u64) -> (usize, u32) {
    let state = repository::measured::<Energy>("energy-duel.toml");
    played::<Energy>(state, number, &mut Swings)
}

/// Takes Aggressive, attacks with the sword in hand as often as actions allow, and lets everything else be.
struct Trades;

impl Answers<Segments> for Trades {
    fn answer(
        &mut self,
        state: &segment::state::State,
        ask: &Ask<Segments>,
    ) -> Option<segment::act::Act> {
        use segment::act::{Act, Location, Strike, Window, With};
        match ask.window {
            Window::Stance(_) => Some(Act::Stance(segment::state::Stance::Aggressive)),
            Window::Item => Some(Act::Attack(Strike {
                target: CreatureId(1 - ask.who.0),
                with: With::Melee(segment::state::Arm::Item(segment::state::ItemId(ask.who.0))),
                location: Location::Torso,
                step: None,
                kill_shot: false,
            })),
            _ => Segments::silence(state, ask),
        }
    }
}

/// A duel of Segments & Stances.
fn duel_of_stances(number: u64) -> (usize, u32) {
    let state = repository::measured::<Segments>("segment-duel.toml");
    played::<Segments>(state, number, &mut Trades)
}

/// Strikes twice a round with the sword in hand, parries with the third Action Point, and lets everything else be.
struct Fences;

impl Answers<ActionPoint> for Fences {
    fn answer(
        &mut self,
        state: &actionpoint::state::State,
        ask: &Ask<ActionPoint>,
    ) -> Option<actionpoint::act::Act> {
        use actionpoint::act::{Act, Action, Defence, Manner, Manual, Strike, Window};
        let body = &state.bodies[ask.who.index()];
        match ask.window {
            Window::Turn if body.attacks < 2 && body.ap > 0 => {
                Some(Act::Do(Action::Strike(Strike {
                    target: CreatureId(1 - ask.who.0),
                    with: actionpoint::state::Arm::Item(actionpoint::state::ItemId(ask.who.0)),
                    thrown: false,
                    manual: Manual::default(),
                })))
            }
            Window::Attacked { .. } if body.ap > 0 => Some(Act::Defend(Defence {
                manner: Manner::Parry,
                using: None,
                style: None,
            })),
            _ => ActionPoint::silence(state, ask),
        }
    }
}

/// A duel of Action Points & Fighting Styles.
fn duel_of_styles(number: u64) -> (usize, u32) {
    let state = repository::measured::<ActionPoint>("actionpoint-duel.toml");
    played::<ActionPoint>(state, number, &mut Fences)
}

/// A longer duel takes no more memory than a short one.
fn takes_none(duel: fn(u64) -> (usize, u32)) {
    let duels: Vec<(usize, u32)> = (0..40).map(duel).collect();
    let (shortest, longest) = (
        duels.iter().min_by_key(|duel| duel.1).expect("duels"),
        duels.iter().max_by_key(|duel| duel.1).expect("duels"),
    );
    assert!(
        longest.1 > shortest.1 + 10,
        "duels of different lengths: {duels:?}"
    );
    assert_eq!(longest.0, shortest.0, "memory and acts: {duels:?}");
}

/// One test, so that no other thread allocates meanwhile.
#[test]
fn attacks_take_no_memory_and_a_fight_of_eight_is_small() {
    takes_none(duel);
    takes_none(counted_duel);
    takes_none(duel_of_auras);
    takes_none(duel_of_stances);
    takes_none(duel_of_styles);

    let state = repository::measured::<ThreeAction>("eight.toml");
    let before = BYTES.load(Ordering::Relaxed);
    let copy = state.clone();
    let bytes = BYTES.load(Ordering::Relaxed) - before + std::mem::size_of_val(&copy);
    assert!(
        bytes < 4096,
        "a fight of eight creatures takes {bytes} bytes"
    );
}
