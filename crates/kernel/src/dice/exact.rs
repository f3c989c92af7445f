//! The exact distribution of a pool, without going through its faces one by one.

use num_bigint::BigUint;

use super::distribution::Distribution;
use super::faces::FACES_MAX;
use super::pool::{DICE_MAX, Explosion, Keep, Luck, Pool, TOTALS_MAX};
use super::table::Table;
use super::weight::Weight;

/// Endless explosions are followed until the rest weighs less than this part of everything.
const TAIL: f64 = 1e-9;

/// How deep the explosions of a pool are followed.
pub(super) fn depth(pool: &Pool) -> u8 {
    let (top, whole) = (
        f64::from(face_weight(pool, pool.sides())),
        f64::from(throw_weight(pool)),
    );
    let mut depth = 0;
    let mut deeper = f64::from(pool.dice()) * top / whole;
    while deeper > TAIL && depth < u8::MAX {
        deeper *= top / whole;
        depth += 1;
    }
    depth_at_most(pool, depth)
}

/// The depth a pool has anyway, or `depth` as far as a roll has room and totals stay few, if it explodes endlessly.
pub(super) fn depth_at_most(pool: &Pool, depth: u8) -> u8 {
    match pool.explosion() {
        Explosion::None => 0,
        Explosion::To(depth) => depth,
        Explosion::Endless => {
            let other_dice = usize::from(pool.dice()) - 1;
            let room = FACES_MAX / pool.dice_per_throw() - other_dice;
            let few = TOTALS_MAX / (u32::from(pool.dice()) * u32::from(pool.sides()));
            let throws = room.min(few as usize).max(1);
            depth.min(u8::try_from(throws - 1).unwrap_or(u8::MAX))
        }
    }
}

/// The distribution of a pool whose endless explosions are followed to `depth`.
pub(super) fn distribution(pool: &Pool, depth: u8) -> Distribution {
    let throws = u32::from(pool.dice()) * (u32::from(depth) + 1);
    let tail_from = tail_from(pool, depth);
    match u128::from(throw_weight(pool)).checked_pow(throws) {
        Some(_) => Distribution::small(table(pool, depth), tail_from),
        None => Distribution::large(table::<BigUint>(pool, depth), tail_from),
    }
}

/// The lowest total when a kept die goes deeper than `depth`.
fn tail_from(pool: &Pool, depth: u8) -> i32 {
    let worth = |face| worth(pool, face) as i32;
    let least = worth(1).min(worth(pool.sides()));
    let deep = (i32::from(depth) + 1) * worth(pool.sides());
    pool.total_of(deep + i32::from(pool.kept_dice()) * least)
}

/// What one face adds to the sum.
fn worth(pool: &Pool, face: u16) -> u32 {
    match pool.target() {
        None => u32::from(face),
        Some(target) => u32::from(target.counts(face)),
    }
}

/// In how many ways one throw comes to `face`.
fn face_weight(pool: &Pool, face: u16) -> u32 {
    match pool.luck() {
        Luck::Plain => 1,
        Luck::Advantage => 2 * u32::from(face) - 1,
        Luck::Disadvantage => 2 * u32::from(pool.sides() - face) + 1,
    }
}

/// In how many ways one throw can fall.
fn throw_weight(pool: &Pool) -> u32 {
    let sides = u32::from(pool.sides());
    match pool.luck() {
        Luck::Plain => sides,
        Luck::Advantage | Luck::Disadvantage => sides * sides,
    }
}

/// One way a die can end: so many explosions, then this face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub(super) explosions: u8,
    pub(super) face: u16,
    /// What the die then adds to the sum.
    pub(super) worth: u32,
}

/// Every way a die can end within `depth` explosions, the lowest die first.
pub(super) fn ends(pool: &Pool, depth: u8) -> impl DoubleEndedIterator<Item = End> + use<> {
    let pool = *pool;
    let top = worth(&pool, pool.sides());
    (0..=depth).flat_map(move |explosions| {
        let ends_on_top = explosions == depth && pool.explosion() != Explosion::Endless;
        let last = if ends_on_top {
            pool.sides()
        } else {
            pool.sides() - 1
        };
        (1..=last).map(move |face| {
            let worth = u32::from(explosions) * top + worth(&pool, face);
            End {
                explosions,
                face,
                worth,
            }
        })
    })
}

/// A die: what it can add to the sum, the lowest die first, and its weights.
struct Die<W> {
    steps: Vec<(usize, W)>,
    /// All ways the die can fall.
    whole: W,
    /// Ways that go deeper than the steps.
    beyond: W,
    most: usize,
}

impl<W: Weight> Die<W> {
    fn new(pool: &Pool, depth: u8) -> Die<W> {
        let tops = W::from(face_weight(pool, pool.sides())).powers(usize::from(depth));
        let throws = W::from(throw_weight(pool)).powers(usize::from(depth) + 1);
        let mut beyond = throws[throws.len() - 1].clone();
        let mut most = 0;
        let mut steps = Vec::with_capacity(usize::from(pool.sides()) * (usize::from(depth) + 1));
        for end in ends(pool, depth) {
            let mut weight = W::from(face_weight(pool, end.face));
            weight *= &tops[usize::from(end.explosions)];
            weight *= &throws[usize::from(depth - end.explosions)];
            beyond -= &weight;
            most = most.max(end.worth as usize);
            steps.push((end.worth as usize, weight));
        }
        Die {
            steps,
            whole: throws[throws.len() - 1].clone(),
            beyond,
            most,
        }
    }

    /// The weight of every worth from 0 up.
    fn polynomial(&self) -> Vec<W> {
        let mut polynomial = vec![W::none(); self.most + 1];
        for (worth, weight) in &self.steps {
            polynomial[*worth] += weight;
        }
        polynomial
    }
}

fn table<W: Weight>(pool: &Pool, depth: u8) -> Table<W> {
    let dice = usize::from(pool.dice());
    let plain = pool.explosion() == Explosion::None
        && pool.luck() == Luck::Plain
        && pool.target().is_none();
    let (sums, whole) = match pool.keep() {
        Keep::All if plain => (
            plain_sums(dice, usize::from(pool.sides())),
            W::from(u32::from(pool.sides())),
        ),
        Keep::All => {
            let die = Die::new(pool, depth);
            (power(&die.polynomial(), dice), die.whole)
        }
        Keep::Highest(keep) => {
            let mut die: Die<W> = Die::new(pool, depth);
            die.steps.reverse();
            let mut rest = die.whole.clone();
            rest -= &die.beyond;
            (first_of(&die, rest, dice, usize::from(keep)), die.whole)
        }
        Keep::Lowest(keep) => {
            let die: Die<W> = Die::new(pool, depth);
            (
                first_of(&die, die.whole.clone(), dice, usize::from(keep)),
                die.whole,
            )
        }
    };
    let parts = (0..).zip(sums).filter(|(_, weight)| !weight.is_none());
    let parts = parts
        .map(|(sum, weight)| (pool.total_of(sum), weight))
        .collect();
    Table::with_rest_as_tail(parts, whole.power(dice))
}

/// The weights of the sums of plain dice: the ways to a sum with one more die are a moving window over those without it.
fn plain_sums<W: Weight>(dice: usize, sides: usize) -> Vec<W> {
    let mut sums = vec![W::from(1)];
    for _ in 0..dice {
        let mut next = Vec::with_capacity(sums.len() + sides);
        let mut window = W::none();
        next.push(W::none());
        for sum in 1..sums.len() + sides {
            if let Some(enters) = sums.get(sum - 1) {
                window += enters;
            }
            if let Some(leaves) = sum.checked_sub(sides + 1).and_then(|place| sums.get(place)) {
                window -= leaves;
            }
            next.push(window.clone());
        }
        sums = next;
    }
    sums
}

/// A polynomial times itself, so many times.
fn power<W: Weight>(polynomial: &[W], exponent: usize) -> Vec<W> {
    let mut product = vec![W::from(1)];
    for _ in 0..exponent {
        let mut next = vec![W::none(); product.len() + polynomial.len() - 1];
        for (place, factor) in product
            .iter()
            .enumerate()
            .filter(|(_, factor)| !factor.is_none())
        {
            for (slot, other) in next[place..].iter_mut().zip(polynomial) {
                if !other.is_none() {
                    slot.add_product(factor, other);
                }
            }
        }
        product = next;
    }
    product
}

/// The weights of the sums of the `keep` first among `dice` dice, where the steps of the die are in the order in which dice
/// come first, and `rest` is the weight of all steps and of what comes after them.
///
/// Goes through the steps, knowing for every j below `keep` and every sum in how many ways j dice come before this step and make
/// that sum. At each step, either some more dice lie on it and not yet enough, or enough dice do: then the sum is complete,
/// and the other dice lie here or later.
fn first_of<W: Weight>(die: &Die<W>, mut rest: W, dice: usize, keep: usize) -> Vec<W> {
    let mut sums = vec![W::none(); keep * die.most + 1];
    let mut before: Vec<Vec<W>> = (0..keep)
        .map(|j| vec![W::none(); j * die.most + 1])
        .collect();
    before[0][0] = W::from(1);
    let mut here_or_later = rest.powers(dice);
    let (mut here, mut later) = (Vec::new(), Vec::new());
    for (number, (worth, weight)) in die.steps.iter().enumerate() {
        rest -= weight;
        weight.powers_into(keep - 1, &mut here);
        rest.powers_into(dice, &mut later);
        let last = number + 1 == die.steps.len();
        for j in (0..keep).rev() {
            let left = dice - j;
            let mut enough = here_or_later[left].clone();
            for (m, here) in here.iter().enumerate().take(keep - j) {
                let ways = here.product(&choose(left, m));
                enough -= &ways.product(&later[left - m]);
                if m > 0 && !last {
                    let (lower, higher) = before.split_at_mut(j + m);
                    shift_into(&mut higher[0], &lower[j], m * worth, &ways);
                }
            }
            shift_into(&mut sums, &before[j], (keep - j) * worth, &enough);
        }
        std::mem::swap(&mut here_or_later, &mut later);
    }
    sums
}

/// Adds `ways` times what is in `from` to `into`, `shift` places higher.
fn shift_into<W: Weight>(into: &mut [W], from: &[W], shift: usize, ways: &W) {
    for (slot, weight) in into[shift..].iter_mut().zip(from) {
        if !weight.is_none() {
            slot.add_product(weight, ways);
        }
    }
}

const CHOICES: usize = DICE_MAX as usize + 1;

/// Pascal's triangle.
const CHOOSE: [[u32; CHOICES]; CHOICES] = {
    let mut triangle = [[0; CHOICES]; CHOICES];
    let mut row = 0;
    while row < CHOICES {
        triangle[row][0] = 1;
        let mut place = 1;
        while place <= row {
            triangle[row][place] = triangle[row - 1][place - 1] + triangle[row - 1][place];
            place += 1;
        }
        row += 1;
    }
    triangle
};

/// In how many ways `some` of `all` dice can be chosen.
fn choose<W: Weight>(all: usize, some: usize) -> W {
    W::from(CHOOSE[all][some])
}
