//! Where a group stands that is larger or smaller than the scenario has it.

use std::collections::{BTreeSet, VecDeque};

use toml::{Table, Value};

/// Rows and columns of a map that does not say how many.
const USUAL: i64 = 20;

/// Open floor, where rows are drawn.
const FLOOR: char = '.';

/// Gives the creature at that place of the list a square for each of `count`: the first ones of those that are written, and then the
/// nearest open floor, `room` squares across each, that is as far from where others stand. A scenario that leaves squares to its system is
/// left as it is.
pub(super) fn crowd(scenario: &mut Table, place: usize, count: usize, room: i64) {
    let Some(mut squares) = squares_of(scenario, place) else {
        return;
    };
    squares.truncate(count);
    let field = Field::of(scenario);
    let mut taken: BTreeSet<(i64, i64)> = (0..creatures(scenario).len())
        .flat_map(|place| squares_of(scenario, place).unwrap_or_default())
        .filter_map(|square| corner(&square))
        .collect();
    let height: Vec<Value> = squares
        .first()
        .map_or_else(Vec::new, |square| square.iter().skip(2).cloned().collect());
    let mut open: VecDeque<(i64, i64)> =
        squares.iter().filter_map(|square| corner(square)).collect();
    let mut seen: BTreeSet<(i64, i64)> = open.iter().copied().collect();
    while squares.len() < count {
        let Some((column, row)) = open.pop_front() else {
            break;
        };
        let is_open = field.is_open((column, row), room);
        if is_open
            && taken
                .iter()
                .all(|other| apart(*other, (column, row)) >= room.unsigned_abs())
        {
            taken.insert((column, row));
            let mut square = vec![Value::Integer(column), Value::Integer(row)];
            square.extend(height.iter().cloned());
            squares.push(square);
        }
        for (across, down) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
            let next = beside((column, row), (across, down));
            if field.is_floor(next) && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    let squares = squares.into_iter().map(Value::Array).collect();
    let creatures = scenario.get_mut("creature").and_then(Value::as_array_mut);
    let creature = creatures.and_then(|creatures| creatures.get_mut(place)?.as_table_mut());
    if let Some(creature) = creature {
        creature.insert("at".to_owned(), Value::Array(squares));
    }
}

fn creatures(scenario: &Table) -> &[Value] {
    let creatures = scenario.get("creature").and_then(Value::as_array);
    creatures.map_or(&[], Vec::as_slice)
}

/// The squares that are written for a creature or a group.
fn squares_of(scenario: &Table, place: usize) -> Option<Vec<Vec<Value>>> {
    let at = creatures(scenario).get(place)?.get("at")?.as_array()?;
    if at.iter().all(Value::is_array) {
        return Some(at.iter().filter_map(Value::as_array).cloned().collect());
    }
    Some(vec![at.clone()])
}

fn corner(square: &[Value]) -> Option<(i64, i64)> {
    Some((square.first()?.as_integer()?, square.get(1)?.as_integer()?))
}

/// How many columns or rows one square is from another, whichever are more.
fn apart((column, row): (i64, i64), (other, below): (i64, i64)) -> u64 {
    column.abs_diff(other).max(row.abs_diff(below))
}

/// The square so far from another. Nobody has looked yet whether squares that are written lie on any map.
fn beside((column, row): (i64, i64), (across, down): (i64, i64)) -> (i64, i64) {
    (column.saturating_add(across), row.saturating_add(down))
}

/// What is known of the ground from the scenario alone.
struct Field {
    columns: i64,
    rows: i64,
    drawn: Vec<Vec<char>>,
}

impl Field {
    fn of(scenario: &Table) -> Self {
        let map = scenario.get("map");
        let key = |key: &str| map.and_then(|map| map.get(key));
        let drawn = key("rows").and_then(Value::as_array);
        let drawn = drawn.into_iter().flatten().filter_map(Value::as_str);
        let drawn: Vec<Vec<char>> = drawn.map(|row| row.chars().collect()).collect();
        let number = |name: &str| key(name).and_then(Value::as_integer).unwrap_or(USUAL);
        Self {
            columns: drawn
                .first()
                .map_or(number("columns"), |row| row.len() as i64),
            rows: if drawn.is_empty() {
                number("rows")
            } else {
                drawn.len() as i64
            },
            drawn,
        }
    }

    /// Whether all squares are floor that who stands there takes up, being so many across.
    fn is_open(&self, square: (i64, i64), room: i64) -> bool {
        let mut squares = (0..room).flat_map(|down| (0..room).map(move |across| (across, down)));
        squares.all(|way| self.is_floor(beside(square, way)))
    }

    fn is_floor(&self, (column, row): (i64, i64)) -> bool {
        if !(0..self.columns).contains(&column) || !(0..self.rows).contains(&row) {
            return false;
        }
        let sign = self.drawn.get(row as usize);
        let sign = sign.and_then(|signs| signs.get(column as usize));
        sign.is_none_or(|sign| *sign == FLOOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r##"
[map]
rows = [
  ".#..",
  "....",
]
[[creature]]
at = [[0, 0], [1, 1]]
[[creature]]
at = [2, 1]
[[creature]]
name = "anywhere"
"##;

    fn placed(place: usize, count: usize) -> Vec<(i64, i64)> {
        spread(SCENARIO, (place, count), 1)
    }

    fn spread(scenario: &str, (place, count): (usize, usize), room: i64) -> Vec<(i64, i64)> {
        let mut scenario: Table = scenario.parse().expect("right TOML");
        crowd(&mut scenario, place, count, room);
        let squares = squares_of(&scenario, place).unwrap_or_default();
        squares.iter().filter_map(|square| corner(square)).collect()
    }

    #[test]
    fn a_smaller_group_stands_on_its_first_squares() {
        assert_eq!(placed(0, 1), [(0, 0)]);
        assert_eq!(placed(0, 2), [(0, 0), (1, 1)]);
    }

    #[test]
    fn a_larger_group_stands_on_the_floor_around() {
        assert_eq!(placed(0, 3), [(0, 0), (1, 1), (0, 1)]);
        assert_eq!(placed(1, 3), [(2, 1), (2, 0), (3, 1)]);
        // There is no more room.
        assert_eq!(placed(0, 20).len(), 6);
    }

    #[test]
    fn large_ones_stand_apart_and_with_all_of_them_on_the_floor() {
        let wide = r##"
[map]
rows = [
  "......",
  "..#...",
  "......",
  "......",
]
[[creature]]
at = [0, 0]
[[creature]]
at = [4, 2]
"##;
        // The corner by the wall is none: what stands there would reach into it.
        assert_eq!(spread(wide, (0, 3), 2), [(0, 0), (0, 2), (3, 0)]);
    }

    #[test]
    fn squares_beyond_any_map_are_left_to_whoever_reads_the_scenario() {
        let (far, near) = (i64::MAX, i64::MIN);
        let lost = format!("[[creature]]\nat = [[{far}, 4], [{near}, {far}]]\n");
        for room in [1, 3] {
            let placed = spread(&lost, (0, 3), room);
            assert_eq!(placed, [(far, 4), (near, far)]);
        }
    }

    #[test]
    fn who_stands_nowhere_is_left_alone() {
        assert!(placed(2, 3).is_empty());
        assert!(placed(9, 3).is_empty());
    }
}
