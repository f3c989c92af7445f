//! Who is in a scenario: the names of creatures and sides, and which numbers they stand for.

use super::{At, Company, Mistakes, Square, check_name};
use crate::CreatureId;
use crate::content::suggestion;
use crate::prose;

/// The most creatures a scenario may have.
pub const MOST_CREATURES: usize = 200;

/// The place in the list of the file of those who are not in it.
const NO_ENTRY: usize = usize::MAX;

/// A creature, or a group of them, as the file has it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'f> {
    /// Its name.
    pub name: &'f str,
    /// How many there are; without a number one that is not numbered.
    pub count: Option<u16>,
    /// Where they are.
    pub at: Option<&'f At>,
    /// Their side.
    pub side: Option<&'f str>,
    /// The policy by which bots play them.
    pub policy: Option<&'f str>,
}

/// A creature of the scenario.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its place in the list of the file; beyond every list for those who were there before.
    pub entry: usize,
    /// Its name, with its number if it is one of a group.
    pub name: String,
    /// Its square, if it is written.
    pub square: Option<Square>,
    /// Whether its group has squares, but none for it: that is a mistake of the group.
    pub(super) is_left_over: bool,
    /// Where its square stands, as a path of keys.
    pub at_path: String,
}

impl Member {
    /// Where it stands in the file, as a path of keys.
    #[must_use]
    pub fn path(&self) -> String {
        format!("creature[{}]", self.entry)
    }
}

/// Everybody who has a name, and all names of sides.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// Creatures in roster order.
    pub members: Vec<Member>,
    /// Names of the sides, by number.
    pub sides: Vec<String>,
}

impl Roster {
    /// Everybody in the file. The sides are those that are listed, or else those of the creatures in their order. `reserved` are
    /// the words that cannot be names.
    pub fn read(
        entries: &[Entry<'_>],
        sides: Option<&[String]>,
        reserved: &[&str],
        mistakes: &mut Mistakes,
    ) -> Self {
        let mut roster = Self::default();
        roster.add_all(entries, mistakes);
        roster.sides = match sides {
            Some(sides) => {
                check_sides(sides, reserved, mistakes);
                sides.to_vec()
            }
            None => sides_in_order(entries, reserved, mistakes),
        };
        roster
    }

    /// Everybody who is in a fight, and behind them those of the entries, who join it.
    pub(super) fn joining(
        entries: &[Entry<'_>],
        company: &Company<'_>,
        mistakes: &mut Mistakes,
    ) -> Self {
        let present = company.present.iter().map(|one| Member {
            entry: NO_ENTRY,
            name: one.name.clone(),
            square: None,
            is_left_over: false,
            at_path: String::new(),
        });
        let mut roster = Self {
            members: present.collect(),
            sides: company.sides.to_vec(),
        };
        roster.add_all(entries, mistakes);
        roster
    }

    fn add_all(&mut self, entries: &[Entry<'_>], mistakes: &mut Mistakes) {
        let counts = entries.iter().map(|entry| entry.count.unwrap_or(1));
        let all = self.members.len() + counts.map(usize::from).sum::<usize>();
        for (number, entry) in entries.iter().enumerate() {
            self.add(number, *entry, mistakes);
        }
        if all > MOST_CREATURES {
            let message =
                format!("{all} creatures are more than the {MOST_CREATURES} there may be");
            mistakes.add("creature", message);
        }
    }

    fn add(&mut self, number: usize, entry: Entry<'_>, mistakes: &mut Mistakes) {
        let path = format!("creature[{number}]");
        let squares: &[Square] = match entry.at {
            None => &[],
            Some(At::One(square)) => std::slice::from_ref(square),
            Some(At::Each(squares)) => squares,
        };
        let count = usize::from(entry.count.unwrap_or(1));
        if count == 0 {
            mistakes.add(format!("{path}.count"), "a group has at least one member");
        }
        if !squares.is_empty() && squares.len() != count {
            let given = match squares.len() {
                1 => "1 square is".to_owned(),
                more => format!("{more} squares are"),
            };
            let creatures = prose::count(i32::try_from(count).unwrap_or(i32::MAX), "creature");
            let message = format!("{given} given for {creatures}");
            let hint = match entry.count {
                None => "`count` says how many creatures there are",
                Some(_) => "each has a square of its own, as in `at = [[1, 2], [1, 3]]`",
            };
            mistakes.add_with_hint(format!("{path}.at"), message, Some(hint.to_owned()));
        }
        let room = MOST_CREATURES.saturating_sub(self.members.len());
        let listed = matches!(entry.at, Some(At::Each(_)));
        for place in 0..count.min(room) {
            self.members.push(Member {
                entry: number,
                name: match entry.count {
                    Some(_) => format!("{} {}", entry.name, place + 1),
                    None => entry.name.to_owned(),
                },
                square: squares.get(place).copied(),
                is_left_over: !squares.is_empty() && place >= squares.len(),
                at_path: if listed {
                    format!("{path}.at[{place}]")
                } else {
                    format!("{path}.at")
                },
            });
        }
    }

    /// Those whose group has too few squares for them.
    pub(super) fn left_over(&self) -> Vec<CreatureId> {
        let all = self.members.iter().zip(0..);
        let left = all.filter(|(member, _)| member.is_left_over);
        left.map(|(_, number)| CreatureId(number)).collect()
    }

    /// The creature of that name.
    #[must_use]
    pub fn creature(&self, name: &str) -> Option<CreatureId> {
        let place = self.members.iter().position(|member| member.name == name)?;
        u16::try_from(place).ok().map(CreatureId)
    }

    /// The creature of the name that stands at `path`; a mistake if there is none.
    pub fn creature_at(
        &self,
        name: &str,
        path: impl Into<String>,
        mistakes: &mut Mistakes,
    ) -> Option<CreatureId> {
        let found = self.creature(name);
        if found.is_none() {
            let message = format!("there is no creature called `{name}`");
            mistakes.add_with_hint(path, message, self.creature_hint(name));
        }
        found
    }

    /// What to do about a name that no creature has.
    fn creature_hint(&self, name: &str) -> Option<String> {
        let group = self.members.iter().find(|member| {
            let number = member
                .name
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix(' '));
            number.is_some_and(|number| number.parse::<u16>().is_ok())
        });
        match group {
            Some(member) => Some(format!("one of the group is called `{}`", member.name)),
            None => suggestion(name, self.members.iter().map(|member| &*member.name)),
        }
    }

    /// The side of that name.
    #[must_use]
    pub fn side(&self, name: &str) -> Option<u8> {
        let place = self.sides.iter().position(|side| side == name)?;
        u8::try_from(place).ok()
    }

    /// The side of the name that stands at `path`; a mistake if there is none.
    pub fn side_at(
        &self,
        name: &str,
        path: impl Into<String>,
        mistakes: &mut Mistakes,
    ) -> Option<u8> {
        let found = self.side(name);
        if found.is_none() {
            mistakes.unknown(path, "side", name, self.sides.iter().map(String::as_str));
        }
        found
    }
}

fn check_sides(sides: &[String], reserved: &[&str], mistakes: &mut Mistakes) {
    for (index, side) in sides.iter().enumerate() {
        let path = format!("sides[{index}]");
        if let Err(message) = check_name(side, reserved) {
            mistakes.add(path.clone(), message);
        }
        if sides[..index].contains(side) {
            mistakes.add(path, format!("there is a side called `{side}` already"));
        }
    }
}

/// The sides of the creatures; what is wrong with the name of one is told where it stands first.
fn sides_in_order(
    entries: &[Entry<'_>],
    reserved: &[&str],
    mistakes: &mut Mistakes,
) -> Vec<String> {
    let mut sides: Vec<String> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let Some(side) = entry.side else {
            continue;
        };
        if sides.iter().any(|known| known == side) {
            continue;
        }
        if let Err(message) = check_name(side, reserved) {
            mistakes.add(format!("creature[{index}].side"), message);
        }
        sides.push(side.to_owned());
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(column: i16) -> Square {
        Square {
            column,
            row: 0,
            height: None,
        }
    }

    #[test]
    fn sides_that_are_not_listed_have_names_as_well() {
        let entry = |name, side| Entry {
            name,
            count: None,
            at: None,
            side: Some(side),
            policy: None,
        };
        let entries = [
            entry("rat", "nobody"),
            entry("cook", "a, b"),
            entry("cat", "nobody"),
        ];
        let mut mistakes = Mistakes::default();
        Roster::read(&entries, None, &["nobody"], &mut mistakes);
        let text = "[[creature]]\nside = 'nobody'\n[[creature]]\nside = 'a, b'\n[[creature]]\nside = 'nobody'\n";
        let source = crate::content::Source::new("fight.toml", text);
        let tree = crate::content::Tree::parse(&source).unwrap();
        assert_eq!(
            mistakes.located(&source, &tree).to_string(),
            "fight.toml:2:8: `nobody` cannot be a name: it means something else in commands\nfight.toml:4:8: `,` cannot stand in a name: letters, digits, spaces, hyphens and apostrophes can"
        );
    }

    #[test]
    fn groups_are_numbered_and_sides_come_in_their_order() {
        let at = At::Each(vec![square(1), square(2)]);
        let entry = |name, count, at, side| Entry {
            name,
            count,
            at,
            side: Some(side),
            policy: None,
        };
        let entries = [
            entry("rat", Some(2), Some(&at), "vermin"),
            entry("cook", None, None, "kitchen"),
        ];
        let mut mistakes = Mistakes::default();
        let roster = Roster::read(&entries, None, &[], &mut mistakes);
        let names: Vec<&str> = roster.members.iter().map(|one| &*one.name).collect();
        assert_eq!(names, ["rat 1", "rat 2", "cook"]);
        assert_eq!(roster.members[1].square, Some(square(2)));
        assert_eq!(roster.members[1].at_path, "creature[0].at[1]");
        assert_eq!(roster.sides, ["vermin", "kitchen"]);
        assert_eq!(roster.creature("cook"), Some(CreatureId(2)));
        assert_eq!(roster.side("kitchen"), Some(1));
        assert_eq!(
            roster.creature_hint("rat").as_deref(),
            Some("one of the group is called `rat 1`")
        );
    }
}
