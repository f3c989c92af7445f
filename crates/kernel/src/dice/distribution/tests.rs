//! Distributions agree with going through every face, and with each other.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::dice::notation::tests::any_pool;
use crate::dice::{Explosion, Faces, Seeded};

fn distribution(text: &str) -> Distribution {
    text.parse::<Pool>().unwrap().distribution()
}

/// The weights of all totals by going through every face of every die; `None` when there are too many.
fn enumerated(pool: &Pool) -> Option<Distribution> {
    let longest = match pool.explosion() {
        Explosion::None => 1,
        Explosion::To(depth) => u32::from(depth) + 1,
        Explosion::Endless => return None,
    };
    let throws = u32::from(pool.dice()) * longest * pool.dice_per_throw() as u32;
    let rolls = u64::from(pool.sides())
        .checked_pow(throws)
        .filter(|&rolls| rolls <= 1 << 18)?;
    let mut weights = BTreeMap::new();
    enumerate(pool, Faces::new(), rolls, &mut weights);
    Distribution::from_weights(weights)
}

fn enumerate(pool: &Pool, faces: Faces, weight: u64, weights: &mut BTreeMap<i32, u64>) {
    let Some(sides) = pool.next_die(&faces) else {
        *weights.entry(pool.read(&faces).total).or_default() += weight;
        return;
    };
    for face in 1..=sides {
        let mut faces = faces;
        faces.push(face).unwrap();
        enumerate(pool, faces, weight / u64::from(sides), weights);
    }
}

fn assert_adds_up(distribution: &Distribution) {
    let sum: BigUint = distribution.iter().map(|(_, weight)| weight).sum();
    assert_eq!(sum + distribution.tail(), distribution.denominator());
    assert_eq!(
        distribution.tail_from().is_some(),
        distribution.tail() != BigUint::ZERO
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn equals_going_through_every_face(pool in any_pool(6, 8)) {
        if let Some(expected) = enumerated(&pool) {
            prop_assert_eq!(pool.distribution().reduced(), expected.reduced(), "{}", pool);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn weights_add_up_and_at_least_never_rises(pool in any_pool(8, 20)) {
        let distribution = pool.distribution();
        assert_adds_up(&distribution);
        prop_assert_eq!(distribution.least(), pool.least());
        prop_assert_eq!(distribution.most(), pool.most().filter(|_| distribution.tail_from().is_none()));
        let mut before = distribution.at_least(pool.least());
        prop_assert_eq!(&before.least, &before.of);
        for (total, weight) in distribution.iter() {
            let now = distribution.at_least(total + 1);
            prop_assert!(now.least <= before.least && now.most <= before.most);
            prop_assert_eq!(distribution.exactly(total).least, weight);
            before = now;
        }
    }

    /// A shallow look at endless explosions brackets a deeper one.
    #[test]
    fn a_deeper_look_lies_within_the_bounds_of_a_shallow_one(pool in any_pool(3, 12), deep in 1..4_u8) {
        let (shallow, deeper) = (pool.distribution_to(0), pool.distribution_to(deep));
        for target in pool.least()..pool.least() + 40 {
            let (outer, inner) = (shallow.at_least(target).bounds(), deeper.at_least(target).bounds());
            prop_assert!(outer.0 <= inner.0 + 1e-12 && inner.1 <= outer.1 + 1e-12, "{} at {}", pool, target);
        }
    }

    #[test]
    fn operations_agree_with_going_through_all_pairs(
        one in proptest::collection::vec((-9..9_i32, 0..5_u64), 1..6),
        two in proptest::collection::vec((-9..9_i32, 1..5_u64), 1..6),
    ) {
        let pairs = |combine: fn(i32, i32) -> i32| {
            Distribution::from_weights(one.iter().flat_map(|&(left, weight)| {
                two.iter().map(move |&(right, other)| (combine(left, right), weight * other))
            }))
        };
        let right = Distribution::from_weights(two.iter().copied()).unwrap();
        let Some(left) = Distribution::from_weights(one.iter().copied()) else { return Ok(()) };
        prop_assert_eq!(Some(left.add(&right)), pairs(|left, right| left + right));
        prop_assert_eq!(Some(left.minus(&right)), pairs(|left, right| left - right));
        prop_assert_eq!(Some(left.max(&right)), pairs(i32::max));
        prop_assert_eq!(Some(left.min(&right)), pairs(i32::min));
        // Far apart, sums are computed without a table of all totals between.
        let far = |total| total * 1_000_003;
        prop_assert_eq!(left.map(far).add(&right.map(far)), left.add(&right).map(far));
    }

    #[test]
    fn operations_with_tails_bracket_those_on_deeper_looks(
        one in any_pool(2, 6), two in any_pool(2, 6), operation in 0..4_usize,
    ) {
        let combine = [Distribution::add, Distribution::max, Distribution::min, Distribution::minus][operation];
        let shallow = combine(&one.distribution_to(0), &two.distribution_to(1));
        let deeper = combine(&one.distribution_to(3), &two.distribution_to(4));
        assert_adds_up(&shallow);
        for target in -60..80 {
            let (outer, inner) = (shallow.at_least(target).bounds(), deeper.at_least(target).bounds());
            prop_assert!(
                outer.0 <= inner.0 + 1e-12 && inner.1 <= outer.1 + 1e-12,
                "{} and {} at {}: {:?} and {:?}", one, two, target, outer, inner
            );
        }
    }
}

/// The mean of n rolls lies within six of its standard deviations of the exact mean.
#[test]
fn sampled_rolls_agree() {
    let n = 20_000;
    for text in [
        "d20",
        "2d20kl1",
        "4d6kh3*2+1",
        "d10! adv",
        "2d10!6kh1+9",
        "6d6!2>=5",
        "3d8kl2 dis",
    ] {
        let pool: Pool = text.parse().unwrap();
        let exact = pool.distribution();
        let mut sum = 0.0;
        for fight in 0..n {
            let mut seeded = Seeded::new(77, fight);
            let mut place = 0;
            let faces = pool.throw(|sides| {
                place += 1;
                Ok::<u16, ()>(seeded.face(place - 1, sides))
            });
            sum += f64::from(pool.read(&faces.unwrap()).total);
        }
        let tolerance = 6.0 * (exact.variance() / n as f64).sqrt();
        assert!((sum / n as f64 - exact.mean()).abs() < tolerance, "{text}");
    }
}

#[test]
fn known_figures() {
    assert_eq!(distribution("2d6").exactly(7).as_f64(), 6.0 / 36.0);
    assert_eq!(distribution("d20 adv").at_least(11).as_f64(), 0.75);
    assert_eq!(distribution("d20 dis").at_least(11).as_f64(), 0.25);
    assert_eq!(distribution("4d6kh3").exactly(18).as_f64(), 21.0 / 1296.0);
    assert_eq!(distribution("3d6kl1").exactly(1).as_f64(), 91.0 / 216.0);
    assert_eq!(
        distribution("8d6>=5").at_least(8).least,
        BigUint::from(2_u32.pow(8))
    );
    assert_eq!(distribution("d10!1").exactly(10).as_f64(), 0.0);
    assert_eq!(distribution("d10!1").exactly(20).as_f64(), 0.01);
    assert_eq!(
        distribution("d6 adv").times(3).at_least(18).as_f64(),
        11.0 / 36.0
    );
}

#[test]
fn means_and_variances() {
    assert_eq!(
        (distribution("3d6").mean(), distribution("3d6").variance()),
        (10.5, 8.75)
    );
    assert_eq!(
        (distribution("d1-5").mean(), distribution("d1-5").variance()),
        (-4.0, 0.0)
    );
    assert!((distribution("20d100").mean() - 1010.0).abs() < 1e-9);
    // An exploding d10 is worth 5.5 × 10/9.
    assert!((distribution("d10!").mean() - 55.0 / 9.0).abs() < 1e-6);
}

#[test]
fn the_tail_belongs_where_its_lower_bound_puts_it() {
    let endless = "d10!".parse::<Pool>().unwrap().distribution_to(1);
    assert_eq!(
        (endless.tail(), endless.denominator()),
        (1_u32.into(), 100_u32.into())
    );
    assert_eq!(endless.tail_from(), Some(21));
    assert_eq!(endless.at_least(21).as_f64(), 0.01);
    let open = endless.at_least(25);
    assert_eq!((open.is_exact(), open.bounds()), (false, (0.0, 0.01)));
    assert_eq!(endless.plus(5).tail_from(), Some(26));
    assert_eq!(endless.times(2).tail_from(), Some(42));
    assert_eq!(endless.map(|total| total).tail_from(), Some(i32::MIN));
}

#[test]
fn endless_explosions_are_followed_until_the_tail_is_negligible() {
    for text in ["d10!", "d4!", "d4! adv", "2d10!kh1 adv", "6d6!"] {
        let distribution = distribution(text);
        assert!(
            ratio(&distribution.tail(), &distribution.denominator()) < 1e-8,
            "{text}"
        );
    }
}

#[test]
fn long_denominators_stay_exact() {
    let many = distribution("20d100");
    assert_eq!(many.denominator(), BigUint::from(100_u32).pow(20));
    assert_adds_up(&many);
    assert_eq!(many, distribution("d100").repeat(20));
    // As many ways lead so far below the middle as above it, and to the lowest totals as many as ones can be raised.
    for far in 0..=990 {
        assert_eq!(many.exactly(1010 - far), many.exactly(1010 + far));
    }
    let half = many.at_least(1011).least * 2_u32 + many.exactly(1010).least;
    assert_eq!(half, many.denominator());
    for (total, ways) in [
        (19, 0_u32),
        (20, 1),
        (21, 20),
        (22, 210),
        (2000, 1),
        (2001, 0),
    ] {
        assert_eq!(many.exactly(total).least, ways.into(), "{total}");
    }
    let higher = many.max(&distribution("d6"));
    assert_adds_up(&higher);
    assert_adds_up(&many.min(&distribution("d6!")));
    assert_eq!(
        distribution("d6").repeat(64).reduced().denominator(),
        BigUint::from(6_u32).pow(64)
    );
    assert_eq!(
        distribution("d6").repeat(64).map(|_| 1).reduced(),
        Distribution::certain(1)
    );
}

#[test]
fn nothing_and_certainty() {
    assert_eq!(Distribution::from_weights([(3, 0)]), None);
    assert_eq!(Distribution::from_weights([]), None);
    assert_eq!(distribution("d6").repeat(0), Distribution::certain(0));
    assert_eq!(
        Distribution::certain(i32::MAX).plus(1),
        Distribution::certain(i32::MAX)
    );
    assert_eq!(
        Distribution::certain(i32::MAX).add(&Distribution::certain(1)),
        Distribution::certain(i32::MAX)
    );
}

/// Weights too long for an integer of the machine, and short ones beside them, make the same sums in either way.
#[test]
fn long_weights_add_up_with_short_ones() {
    let attack = distribution("d20").then(|total| match total {
        1..10 => Distribution::certain(0),
        _ => distribution("2d6+3").plus(-4),
    });
    let attack = &attack;
    let mut taken = Distribution::certain(0);
    for _ in 0..40 {
        taken = taken.add(attack).map(|points| points.min(40));
        assert_adds_up(&taken);
    }
    let all_at_once = attack.repeat(40).map(|points| points.min(40));
    assert_eq!(taken, all_at_once);
    assert_eq!(attack.add(&all_at_once), all_at_once.add(attack));
    let tailed = distribution("d6!").repeat(30);
    let sum = tailed.add(&distribution("d4"));
    assert_adds_up(&sum);
    assert_eq!(sum.tail(), tailed.tail() * 4_u32);
}
