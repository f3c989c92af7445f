//! Who is in a scenario: the names of creatures and sides, and which numbers they stand for.

use affray_kernel::CreatureId;

use super::super::content::suggestion;
use super::super::scenario::{At, CreatureFile, Scenario, Square};

/// The most creatures a scenario may have.
const MOST_CREATURES: usize = 200;

/// A creature of the scenario.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its place in the list of the file.
    pub(super) entry: usize,
    /// Its name, with its number if it is one of a group.
    pub(super) name: String,
    /// Its square, if it is written.
    pub(super) square: Option<Square>,
    /// Where its square stands, as a path of keys.
    pub(super) at_path: String,
}

impl Member {
    /// Where it stands in the file, as a path of keys.
    pub(super) fn path(&self) -> String {
        format!("creature[{}]", self.entry)
    }
}

/// Everybody who has a name, and all names of sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Roster {
    pub(super) members: Vec<Member>,
    pub(super) sides: Vec<String>,
}

/// A mistake: its path, what is wrong, and a hint.
pub(super) type Mistake = (String, String, Option<String>);

impl Roster {
    /// Everybody in the file.
    pub(super) fn read(file: &Scenario, mistakes: &mut Vec<Mistake>) -> Self {
        let mut roster = Self::default();
        for (entry, creature) in file.creature.iter().enumerate() {
            roster.add(entry, creature, mistakes);
        }
        let written: usize = file
            .creature
            .iter()
            .map(|one| usize::from(one.count.unwrap_or(1)))
            .sum();
        if written > MOST_CREATURES {
            let message =
                format!("{written} creatures are more than the {MOST_CREATURES} there may be");
            mistakes.push(("creature".to_owned(), message, None));
        }
        roster.sides = match &file.sides {
            Some(sides) => sides.clone(),
            None => sides_in_order(file),
        };
        roster
    }

    fn add(&mut self, entry: usize, creature: &CreatureFile, mistakes: &mut Vec<Mistake>) {
        let path = format!("creature[{entry}]");
        let squares: &[Square] = match &creature.at {
            None => &[],
            Some(At::One(square)) => std::slice::from_ref(square),
            Some(At::Each(squares)) => squares,
        };
        let count = usize::from(creature.count.unwrap_or(1));
        if count == 0 {
            let message = "a group has at least one member".to_owned();
            mistakes.push((format!("{path}.count"), message, None));
        }
        if !squares.is_empty() && squares.len() != count {
            let message = format!("{} squares are given for {count} creatures", squares.len());
            let hint = creature
                .count
                .is_none()
                .then(|| "`count` says how many creatures there are".to_owned());
            mistakes.push((format!("{path}.at"), message, hint));
        }
        let room = MOST_CREATURES.saturating_sub(self.members.len());
        for number in 0..count.min(room) {
            let listed = matches!(creature.at, Some(At::Each(_)));
            self.members.push(Member {
                entry,
                name: match creature.count {
                    Some(_) => format!("{} {}", creature.name, number + 1),
                    None => creature.name.clone(),
                },
                square: squares.get(number).copied(),
                at_path: if listed {
                    format!("{path}.at[{number}]")
                } else {
                    format!("{path}.at")
                },
            });
        }
    }

    /// The creature of that name.
    pub(super) fn creature(&self, name: &str) -> Option<CreatureId> {
        let place = self.members.iter().position(|member| member.name == name)?;
        u16::try_from(place).ok().map(CreatureId)
    }

    /// What to do about a name that no creature has.
    pub(super) fn creature_hint(&self, name: &str) -> Option<String> {
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
    pub(super) fn side(&self, name: &str) -> Option<u8> {
        let place = self.sides.iter().position(|side| side == name)?;
        u8::try_from(place).ok()
    }
}

fn sides_in_order(file: &Scenario) -> Vec<String> {
    let mut sides: Vec<String> = Vec::new();
    for side in file
        .creature
        .iter()
        .filter_map(|creature| creature.side.as_ref())
    {
        if !sides.contains(side) {
            sides.push(side.clone());
        }
    }
    sides
}
