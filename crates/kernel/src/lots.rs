//! One of many legal acts by chance, without looking at all of them: lots are drawn until one is an act that may be done.

/// Gives a number below another one, each as likely as every other.
pub type Below<'b> = dyn FnMut(u32) -> u32 + 'b;

/// What is drawn from: acts that may be legal, and rows of what may be acts, of which nothing is known yet but how long they are.
#[derive(Debug)]
pub struct Lots<A, R> {
    acts: Vec<Option<A>>,
    rows: Vec<(R, u32)>,
}

/// What was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lot<A, R> {
    /// An act.
    Act(A),
    /// The place in a row, from 0.
    Of(R, u32),
}

impl<A, R> Default for Lots<A, R> {
    fn default() -> Self {
        Self {
            acts: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl<A, R: Copy> Lots<A, R> {
    /// Adds an act.
    pub fn act(&mut self, act: A) {
        self.acts.push(Some(act));
    }

    /// Adds a row of so many places.
    pub fn row(&mut self, row: R, places: u32) {
        self.rows.push((row, places));
    }

    /// Draws one lot after the other, none of them twice, until `open` finds an act in one. So each act that a lot leads to is as likely as
    /// every other, however few there are.
    pub fn draw(
        mut self,
        below: &mut Below<'_>,
        mut open: impl FnMut(Lot<A, R>) -> Option<A>,
    ) -> Option<A> {
        let acts = self.acts.len() as u32;
        let all = acts + self.rows.iter().map(|(_, places)| places).sum::<u32>();
        let mut left: Vec<u32> = (0..all).collect();
        while !left.is_empty() {
            let number = left.swap_remove(below(left.len() as u32) as usize);
            let lot = match self.acts.get_mut(number as usize) {
                Some(act) => act.take().map(Lot::Act),
                None => self.place(number - acts),
            };
            let found = lot.and_then(&mut open);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn place(&self, mut number: u32) -> Option<Lot<A, R>> {
        for (row, places) in &self.rows {
            if number < *places {
                return Some(Lot::Of(*row, number));
            }
            number -= places;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every course that drawing may take: each choice of a number at each draw.
    fn all_courses(open: impl Fn(&Lot<u32, char>) -> bool) -> Vec<(u32, u64)> {
        let mut found: Vec<(u32, u64)> = Vec::new();
        let mut choices: Vec<(u32, u32)> = Vec::new();
        loop {
            let mut lots = Lots::default();
            lots.act(100);
            lots.row('a', 3);
            lots.row('b', 2);
            let mut at = 0;
            let mut weight = 720;
            let mut below = |bound: u32| {
                if at == choices.len() {
                    choices.push((0, bound));
                }
                at += 1;
                weight /= u64::from(bound);
                choices[at - 1].0
            };
            let act = lots.draw(&mut below, |lot| {
                open(&lot).then_some(match lot {
                    Lot::Act(act) => act,
                    Lot::Of('a', place) => place,
                    Lot::Of(_, place) => 10 + place,
                })
            });
            found.extend(act.map(|act| (act, weight)));
            while choices
                .last()
                .is_some_and(|(choice, bound)| choice + 1 == *bound)
            {
                choices.pop();
            }
            match choices.last_mut() {
                Some((choice, _)) => *choice += 1,
                None => return found,
            }
        }
    }

    #[test]
    fn each_that_is_open_is_as_likely_as_every_other() {
        for (open, acts) in [(3, 4), (1, 2), (0, 1)] {
            let courses = all_courses(|lot| match lot {
                Lot::Act(_) => true,
                Lot::Of(row, place) => *row == 'a' && *place < open,
            });
            for act in (0..open).chain([100]) {
                let weight = courses.iter().filter(|(found, _)| *found == act);
                let weight: u64 = weight.map(|(_, weight)| weight).sum();
                let all: u64 = courses.iter().map(|(_, weight)| weight).sum();
                assert_eq!(weight * acts, all, "{act} of {open}");
            }
        }
        assert_eq!(all_courses(|_| false), []);
    }
}
