//! What is drawn by chance is what is offered, and all of it as often.

use std::mem::discriminant;

use affray_kernel::fight::Fight;
use affray_kernel::{Ask, System};

use crate::repository::{AnyLegal, offered, setups};

/// Moments of each scenario that are looked at, and how many acts lie between them.
const MOMENTS: u64 = 8;
const ACTS_BETWEEN: usize = 5;

/// How often something is drawn at each moment.
const DRAWS: u32 = 24;

/// How far what was counted may be from what is expected, in standard deviations.
const FAR: f64 = 5.0;

/// What was drawn against what was to be expected: sums of chi-squares over all moments. They are held against their mean and variance, which
/// are known exactly, however few draws of a moment there are.
#[derive(Default)]
struct Misfit {
    sum: f64,
    mean: f64,
    variance: f64,
}

impl Misfit {
    /// Adds what was drawn in a moment: of each kind how many acts of the list it has, and how often one of them came.
    fn add(&mut self, kinds: &[(u32, u32)], draws: u32) {
        let all: u32 = kinds.iter().map(|(acts, _)| acts).sum();
        let (all, draws, count) = (f64::from(all), f64::from(draws), kinds.len() as f64);
        let mut inverse = 0.0;
        for (acts, came) in kinds {
            let share = f64::from(*acts) / all;
            let apart = f64::from(*came) - draws * share;
            self.sum += apart * apart / (draws * share);
            inverse += 1.0 / share;
        }
        self.mean += count - 1.0;
        self.variance +=
            2.0 * (count - 1.0) + (inverse - count * count - 2.0 * count + 2.0) / draws;
    }

    fn deviations(&self) -> f64 {
        if self.variance > 0.0 {
            (self.sum - self.mean) / self.variance.sqrt()
        } else {
            0.0
        }
    }
}

/// What came at all moments, act by act and by kinds of act.
#[derive(Default)]
struct Came {
    acts: Misfit,
    kinds: Misfit,
    moments: u32,
}

impl Came {
    fn look<S: System>(&mut self, state: &S::State, ask: &Ask<S>, chance: &mut AnyLegal) {
        let list = offered(state, ask);
        let mut acts: Vec<(&S::Act, u32, u32)> = Vec::new();
        for act in &list {
            match acts.iter_mut().find(|(known, ..)| *known == act) {
                Some((_, times, _)) => *times += 1,
                None => acts.push((act, 1, 0)),
            }
        }
        for _ in 0..DRAWS {
            let mut below = |bound: u32| chance.below(bound as usize) as u32;
            let drawn = S::any(state, ask, &mut below);
            assert_eq!(
                drawn.is_none(),
                list.is_empty(),
                "drawn from what is offered"
            );
            let Some(drawn) = drawn else { return };
            let place = acts.iter().position(|(act, ..)| **act == drawn);
            let Some(place) = place else {
                panic!(
                    "drawn, but not offered: {}",
                    S::print(state, Some(ask.who), &drawn)
                );
            };
            acts[place].2 += 1;
        }
        let one_by_one: Vec<(u32, u32)> = acts
            .iter()
            .map(|(_, times, came)| (*times, *came))
            .collect();
        self.acts.add(&one_by_one, DRAWS);
        let mut kinds = Vec::new();
        let mut sums: Vec<(u32, u32)> = Vec::new();
        for (act, times, came) in acts {
            let kind = discriminant(act);
            match kinds.iter().position(|known| *known == kind) {
                Some(place) => sums[place] = (sums[place].0 + times, sums[place].1 + came),
                None => {
                    kinds.push(kind);
                    sums.push((times, came));
                }
            }
        }
        self.kinds.add(&sums, DRAWS);
        self.moments += 1;
    }
}

/// The most lots of a moment that are looked at one by one.
const LOTS_MOST: u32 = 1_500;

/// What each lot leads to that may be drawn first, those left out that lead to nothing; none where they are too many.
fn all_lots<S: System>(state: &S::State, ask: &Ask<S>) -> Option<Vec<S::Act>> {
    let mut acts = Vec::new();
    let (mut first, mut lots) = (0, 1);
    while first < lots {
        let mut draws = 0;
        let drawn = S::any(state, ask, &mut |bound| {
            draws += 1;
            if draws > 1 {
                return 0;
            }
            lots = bound;
            first
        });
        if lots > LOTS_MOST {
            return None;
        }
        acts.extend(drawn.filter(|_| draws == 1));
        first += 1;
    }
    Some(acts)
}

/// The lots that [`System::any`] draws from lead to what is offered, each act as often as it is offered, in states that random play reaches in
/// all scenarios. For systems that draw one number a lot.
pub fn lead_to_all_that_is_offered<S: System>() {
    let mut chance = AnyLegal::new(29);
    for setup in setups::<S>() {
        let mut fight = Fight::<S>::new(setup, 29, 0).expect("a scenario that can be played");
        'moments: for _ in 0..MOMENTS {
            let asks = fight.asks();
            if let Some(ask) = asks.get(chance.below(asks.len())) {
                lots_are_what_is_offered(fight.state(), ask);
            }
            for _ in 0..ACTS_BETWEEN {
                if !fight.advance(&mut chance).expect("a fight that goes on") {
                    break 'moments;
                }
            }
        }
    }
}

/// The lots from which is drawn lead to what is offered, each act as often as it is offered.
fn lots_are_what_is_offered<S: System>(state: &S::State, ask: &Ask<S>) {
    let Some(mut drawn) = all_lots(state, ask) else {
        return;
    };
    for act in offered(state, ask) {
        let place = drawn.iter().position(|other| *other == act);
        let Some(place) = place else {
            let act = S::print(state, Some(ask.who), &act);
            panic!("offered, but never drawn as often: {act}");
        };
        drawn.swap_remove(place);
    }
    let more: Vec<String> = drawn
        .iter()
        .map(|act| S::print(state, Some(ask.who), act))
        .collect();
    assert!(more.is_empty(), "drawn more often than offered: {more:?}");
}

/// What [`System::any`] gives is offered, and everything offered is as likely, in states that random play reaches in all scenarios.
pub fn are_of_what_is_offered<S: System>() {
    let mut came = Came::default();
    let mut chance = AnyLegal::new(23);
    for setup in setups::<S>() {
        let mut fight = Fight::<S>::new(setup, 23, 0).expect("a scenario that can be played");
        'moments: for _ in 0..MOMENTS {
            let asks = fight.asks();
            if let Some(ask) = asks.get(chance.below(asks.len())) {
                came.look(fight.state(), ask, &mut chance);
            }
            for _ in 0..ACTS_BETWEEN {
                if !fight.advance(&mut chance).expect("a fight that goes on") {
                    break 'moments;
                }
            }
        }
    }
    assert!(came.moments > 20, "{} moments", came.moments);
    let (acts, kinds) = (came.acts.deviations(), came.kinds.deviations());
    assert!(acts.abs() < FAR, "{acts:.1} deviations from all acts alike");
    assert!(
        kinds.abs() < FAR,
        "{kinds:.1} deviations from all kinds of act alike"
    );
}

#[cfg(test)]
mod tests {
    use super::Misfit;

    #[test]
    fn what_comes_too_often_is_noticed() {
        let (mut fair, mut unfair) = (Misfit::default(), Misfit::default());
        for came in [2, 4, 4, 6].repeat(50) {
            fair.add(&[(1, came), (3, 16 - came)], 16);
            unfair.add(&[(1, 8), (3, 8)], 16);
        }
        assert!(fair.deviations().abs() < 5.0, "{}", fair.deviations());
        assert!(unfair.deviations() > 20.0, "{}", unfair.deviations());
    }
}
