//! Agile Moves declared with an action: whether they can be, and those that bring somebody into Reach, as they are offered
//! (`actions/attack-with-approach`).

use std::cell::OnceCell;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{Arm, CreatureId, Figure, Refusal};

use super::{agile_move, powers};
use crate::act::{Action, Approach};
use crate::fact::Fact;
use crate::ids::refuse;
use crate::rules::numbers::{limit_of_reach, reach_m};
use crate::rules::occupied::on_floor;
use crate::rules::price;
use crate::rules::zones::hampers;
use crate::state::State;

/// The most Energy that an attack in melee costs.
const DEAREST: i16 = 3;

/// A space that Agile Moves lead to.
#[derive(Clone, Copy)]
struct Stop {
    cell: Cell,
    /// How many they are.
    moves: i16,
    /// Where the one before leads to, in the list of them.
    before: usize,
}

/// The spaces that a creature could come to by Agile Moves made with an attack, found out when they are first asked for.
pub(crate) struct Approaches<'s> {
    state: &'s State,
    who: CreatureId,
    /// The most that can be made.
    most: i16,
    stops: OnceCell<Vec<Stop>>,
}

impl<'s> Approaches<'s> {
    pub(crate) fn of(state: &'s State, who: CreatureId) -> Self {
        Self {
            state,
            who,
            most: most(state, who, DEAREST),
            stops: OnceCell::new(),
        }
    }

    /// Whose they are.
    pub(crate) const fn who(&self) -> CreatureId {
        self.who
    }

    /// The fewest Agile Moves that bring somebody into Reach who is not, with an attack of so much Energy; none where there are none.
    pub(crate) fn to(&self, target: CreatureId, with: Arm, energy: i16) -> Approach {
        let limit = limit_of_reach(self.state, reach_m(self.state, self.who, with));
        self.within(self.state.space(target), limit, energy)
    }

    /// The fewest that lead as near as that to a space which is farther off, with an action of so much Energy, and of as many those that end
    /// where nothing hampers; none where there are none.
    pub(crate) fn within(&self, there: Space, limit: i16, energy: i16) -> Approach {
        let Self { state, who, .. } = *self;
        let grid = state.grid();
        let most = self.most.min(energy + agile_move::saved(state, who));
        let metres = i64::from(grid.distance(state.space(who), there));
        if metres <= i64::from(limit) || metres > i64::from(limit) + i64::from(most) {
            return Approach::new();
        }
        let centre = there.centre(grid.shape);
        let stops = self.stops.get_or_init(|| self.search());
        let nearest = stops
            .iter()
            .filter(|stop| (1..=most).contains(&stop.moves))
            .filter(|stop| {
                let from = grid.distance(state.space_at(who, stop.cell), there);
                i64::from(from) <= i64::from(limit)
            })
            .min_by_key(|stop| {
                let here = state.space_at(who, stop.cell);
                let off = here.centre(grid.shape).squared_distance(grid.shape, centre);
                (stop.moves, hampers(state, who, here), off)
            });
        let mut approach = Approach::new();
        let mut last = nearest;
        while let Some(stop) = last.filter(|stop| stop.moves > 0) {
            approach.insert(0, stop.cell);
            last = stops.get(stop.before);
        }
        approach
    }

    /// Every space that these moves lead to, the nearest first; where ground or a zone would hamper the next one they end.
    fn search(&self) -> Vec<Stop> {
        let Self { state, who, .. } = *self;
        let mut stops = vec![Stop {
            cell: state.body(who).at,
            moves: 0,
            before: 0,
        }];
        let mut index = 0;
        while let Some(stop) = stops.get(index).copied() {
            let ends = stop.moves > 0 && hampers(state, who, state.space_at(who, stop.cell));
            if stop.moves < self.most && !ends {
                for to in state.grid().neighbours(stop.cell) {
                    let to = on_floor(state, who, to);
                    let known = stops.iter().any(|other| other.cell == to);
                    if !known && agile_move::step(state, who, stop.cell, to).is_ok() {
                        stops.push(Stop {
                            cell: to,
                            moves: stop.moves + 1,
                            before: index,
                        });
                    }
                }
            }
            index += 1;
        }
        stops
    }
}

/// Whether an action that is neither a movement nor an attack with a weapon can be done where the Agile Moves declared with it lead
/// (`actions/agile-move`, `actions/attack-with-approach`).
///
/// # Errors
/// The rule that forbids it.
pub(super) fn possible(
    state: &State,
    who: CreatureId,
    (action, moves): (&Action, &Approach),
    floor: bool,
) -> Result<(), Refusal> {
    if action.is_movement() || action.attacked().is_some() || !action.approach().is_empty() {
        return Err(refuse!(
            "actions/agile-move",
            "no Agile Moves are made in a movement"
        ));
    }
    super::strike::approach(state, who, moves)?;
    paid_for_by(state, who, (moves, super::cost(state, who, action).energy))?;
    let Some(end) = moves.last() else {
        return super::possible(state, who, action, floor);
    };
    match action {
        Action::Use(id, aim) => powers::possible_at(state, (who, *end), (*id, *aim), floor),
        Action::Consume(item, aim) => {
            powers::consume_possible_at(state, (who, *end), (*item, *aim), floor)
        }
        Action::Defend
        | Action::Equip(_)
        | Action::Stow(_)
        | Action::Load(_)
        | Action::CatchBreath => super::possible(state, who, action, floor),
        _ => {
            let mut there = state.clone();
            crate::fact::apply(&mut there, &Fact::Moved(who, *end));
            super::possible(&there, who, action, floor)
        }
    }
}

/// Whether the Energy of an action allows the Agile Moves declared with it, with what is left of earlier ones
/// (`actions/attack-with-approach`).
///
/// # Errors
/// How many they are.
pub(super) fn paid_for(state: &State, who: CreatureId, action: &Action) -> Result<(), Refusal> {
    let moves = action.approach();
    if moves.is_empty() {
        return Ok(());
    }
    paid_for_by(state, who, (moves, super::cost(state, who, action).energy))
}

fn paid_for_by(
    state: &State,
    who: CreatureId,
    (moves, energy): (&[Cell], i16),
) -> Result<(), Refusal> {
    if moves.len() as i16 <= energy + agile_move::saved(state, who) {
        return Ok(());
    }
    Err(refuse!(
        "actions/attack-with-approach",
        "{} Agile Moves with an action of {} Energy",
        Figure::Number(moves.len() as i32),
        Figure::Number(i32::from(energy))
    ))
}

/// The most Agile Moves that can be declared with an attack of so much Energy (`actions/attack-with-approach`).
pub(super) fn most(state: &State, who: CreatureId, energy: i16) -> i16 {
    if agile_move::able_to_move(state, who).is_err() {
        return 0;
    }
    let allowed = energy + agile_move::saved(state, who);
    let affordable = |moves: &i16| price::agility(state, who, *moves).is_ok();
    (1..=allowed).take_while(affordable).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use affray_kernel::CreatureId;
    use affray_trial::files;

    use crate::Energy;
    use crate::act::{Act, Action, Claim, Pay, Window};
    use crate::actions::check;
    use crate::actions::strike::strikes;
    use crate::state::Condition;

    const ALDA: CreatureId = CreatureId(0);
    const DURN: CreatureId = CreatureId(1);

    /// What Alda hears who attacks Durn, 3 m out of her Reach.
    fn refusal(asleep: bool) -> &'static str {
        let mut state = files::state::<Energy>(
            "
[start]
round = 2
[map]
columns = 16
rows = 12
[[creature]]
name = 'alda'
kind = 'fighter'
side = 'a'
at = [2, 5]
[[creature]]
name = 'durn'
kind = 'orc'
side = 'b'
at = [6, 5]
",
        );
        state.bodies[0].agility = 3;
        if asleep {
            state.conditions.add(affray_kernel::condition::Held::plain(
                DURN,
                Condition::Unconscious,
            ));
        }
        let strike = strikes(&state, ALDA, DURN).next().unwrap();
        let attack = Act::Do(Claim {
            action: Action::Attack(strike),
            pay: Pay::PLAIN,
        });
        check(&state, ALDA, &Window::Floor, &attack)
            .unwrap_err()
            .words
    }

    #[test]
    fn nobody_hears_of_agile_moves_that_a_single_blow_does_not_pay_for() {
        assert!(refusal(false).contains("moving"));
        assert!(!refusal(true).contains("moving"));
    }
}
