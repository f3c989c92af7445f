//! The step function takes no memory per attack when nobody listens.

#![cfg(feature = "threeaction")]
#![allow(unsafe_code)]

mod common;

use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::sync::atomic::{AtomicUsize, Ordering};

use affray_kernel::silent::{End, play_out};
use affray_kernel::tape::Sensible;
use affray_systems::threeaction::ThreeAction;

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

/// Allocations and acts of one duel that is played out.
fn duel(number: u64) -> (usize, u32) {
    let mut state = common::start::<ThreeAction>("duel.toml");
    state.bodies[0].initiative = 20;
    state.bodies[1].initiative = 10;
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let (end, acts) = play_out::<ThreeAction>(&mut state, 11, number, &mut Sensible, 10_000);
    assert!(matches!(end, End::Over(Some(_))), "{end:?}");
    (ALLOCATIONS.load(Ordering::Relaxed) - before, acts)
}

/// One test, so that no other thread allocates meanwhile.
#[test]
fn attacks_take_no_memory_and_a_fight_of_eight_is_small() {
    let duels: Vec<(usize, u32)> = (0..40).map(duel).collect();
    let (shortest, longest) = (
        duels.iter().min_by_key(|duel| duel.1).expect("duels"),
        duels.iter().max_by_key(|duel| duel.1).expect("duels"),
    );
    assert!(
        longest.1 > shortest.1 + 20,
        "duels of different lengths: {duels:?}"
    );
    assert_eq!(
        longest.0, shortest.0,
        "a longer duel takes no more memory than a short one: {duels:?}"
    );

    let library = common::files(&common::content::<ThreeAction>(), "toml");
    let eight = common::file(std::path::Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/benches/eight.toml"
    )));
    let setup = <ThreeAction as affray_kernel::System>::compose(&eight, &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let state = <ThreeAction as affray_kernel::System>::set_up(&setup)
        .unwrap_or_else(|problems| panic!("{problems:?}"));
    let before = BYTES.load(Ordering::Relaxed);
    let copy = state.clone();
    let bytes = BYTES.load(Ordering::Relaxed) - before + std::mem::size_of_val(&copy);
    assert!(
        bytes < 4096,
        "a fight of eight creatures takes {bytes} bytes"
    );
}
