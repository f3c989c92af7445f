//! What is known of a scenario while a system makes its setup.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::{Before, Company, Entry, Fault, MapFile, Mistakes, Part, Roster, Square, TerrainTable};
use crate::CreatureId;
use crate::content::{AllProblems, Library, Named, Problems, Source, Tree};
use crate::grid::{Cell, Grid, Map, MapSetup, Shape, Terrain};

/// Where a scenario is from: its text, and its values with their places.
#[derive(Debug)]
pub struct Origin<'s> {
    source: &'s Source,
    tree: Tree,
}

impl<'s> Origin<'s> {
    /// The text of a scenario as values of a system's file type.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub fn read<F: DeserializeOwned>(source: &'s Source) -> Result<(Self, F), Problems> {
        let tree = Tree::parse(source)?;
        let file = tree.read(source)?;
        Ok((Self { source, tree }, file))
    }

    /// The text of creatures that join a fight of the system of that name, as a scenario that has nothing else.
    ///
    /// # Errors
    /// Everything that cannot be read, and whatever is no creature.
    pub(super) fn of_newcomers<F: DeserializeOwned>(
        source: &'s Source,
        system: &str,
    ) -> Result<(Self, F), Problems> {
        let mut written = Tree::parse(source)?;
        let mut problems = Problems::none(source);
        if written.span_of(CREATURES).is_none() {
            written = written.into_only_member_of(CREATURES);
        }
        for (key, span) in written.keys() {
            if key != CREATURES {
                let message = format!("`{key}` is no creature: nothing else can join a fight");
                problems.add(span, message, None);
            }
        }
        problems.or(())?;
        let mut base = toml::Table::new();
        base.insert("system".to_owned(), system.into());
        let tree = Tree::from_table(&base, 0..0).merge(written);
        let file = tree.read(source)?;
        Ok((Self { source, tree }, file))
    }
}

/// The key of the list of creatures in every scenario.
const CREATURES: &str = "creature";

/// Turns a scenario, read as `F`, and the content it refers to into a setup, which `make` puts together. What the scenario refers to is
/// not looked for while a content file cannot be read at all.
///
/// # Errors
/// Every mistake in the scenario and in the content files.
pub fn compose<F: DeserializeOwned, I: Named, S: Named, K: Named, T>(
    scenario: &Source,
    (library, mut problems): (Library<I, S, K>, AllProblems),
    make: impl FnOnce(&F, &Library<I, S, K>) -> (Draft, T),
) -> Result<T, AllProblems> {
    let read = Origin::read::<F>(scenario);
    let Some((origin, file)) = problems.take(read).filter(|_| library.is_whole()) else {
        problems.hide_others = true;
        return Err(problems);
    };
    let (draft, setup) = make(&file, &library);
    draft.tell(&origin, &mut problems);
    problems.or(setup)
}

/// The parts of a scenario file that all systems have.
#[derive(Clone, Debug)]
pub struct Common<'f, T, P> {
    /// What stands under `system`.
    pub system: &'f str,
    /// The creatures.
    pub entries: Vec<Entry<'f>>,
    /// The sides, where they are listed.
    pub sides: Option<&'f [String]>,
    /// The policies of whole sides.
    pub policies: &'f BTreeMap<String, String>,
    /// The map.
    pub map: &'f MapFile<T, P>,
}

/// A scenario of which a setup is being made: who is in it, its map, its mistakes, and where the parts of the setup stand in the file.
#[derive(Debug)]
pub struct Draft {
    /// Who is in the fight.
    pub roster: Roster,
    /// The map; none if it has mistakes.
    pub map: Option<Map>,
    /// What is wrong.
    pub mistakes: Mistakes,
    /// The policies of whole sides.
    policies: BTreeMap<String, String>,
    shape: Shape,
    /// Where those are who were there before the creatures of the file.
    present: Vec<Cell>,
    before: Before,
    /// Creatures that have mistakes which are shown already, so that what follows from them is not.
    doubtful: Vec<CreatureId>,
    /// Paths of creatures of kinds with which something is wrong, that is told where the kinds are written.
    of_wrong_kinds: Vec<String>,
    /// Paths of the members of lists.
    paths: BTreeMap<&'static str, Vec<String>>,
}

impl Draft {
    /// The parts that all scenarios have, for the system of that name, whose `reserved` words cannot be names; and the map as it is
    /// written down.
    pub fn new<T: TerrainTable, P: TerrainTable>(
        common: &Common<'_, T, P>,
        system: &str,
        reserved: &[&str],
        grid: Grid,
    ) -> (Self, MapSetup) {
        let mut mistakes = Mistakes::default();
        if common.system != system {
            let written = common.system;
            let message = format!("this is a scenario for `{written}`, not for `{system}`");
            mistakes.add("system", message);
        }
        let roster = Roster::read(&common.entries, common.sides, reserved, &mut mistakes);
        for (index, entry) in common.entries.iter().enumerate() {
            mistakes.policy(format!("creature[{index}].policy"), entry.policy);
        }
        for (side, policy) in common.policies {
            let path = format!("policies.{side}");
            roster.side_at(side, path.clone(), &mut mistakes);
            mistakes.policy(path, Some(policy));
        }
        let (written, map) = common.map.build(grid, &mut mistakes);
        let draft = Self {
            doubtful: roster.left_over(),
            roster,
            map,
            mistakes,
            policies: common.policies.clone(),
            shape: grid.shape,
            present: Vec::new(),
            before: Before::default(),
            of_wrong_kinds: Vec::new(),
            paths: BTreeMap::new(),
        };
        (draft, written)
    }

    /// Creatures that join a fight under way.
    #[must_use]
    pub fn joining(entries: &[Entry<'_>], company: Company<'_>) -> Self {
        let mut mistakes = Mistakes::default();
        let roster = Roster::joining(entries, &company, &mut mistakes);
        for (index, entry) in entries.iter().enumerate() {
            mistakes.policy(format!("creature[{index}].policy"), entry.policy);
        }
        let lists = company.before.lists.iter();
        let unwritten = lists.map(|(list, count)| (*list, vec![String::new(); *count]));
        Self {
            doubtful: roster.left_over(),
            roster,
            map: Some(company.map.clone()),
            mistakes,
            // Who decides for the rest of its side decides for a newcomer as well: that is known where people sit.
            policies: BTreeMap::new(),
            shape: company.map.grid().shape,
            present: company.present.iter().map(|one| one.at).collect(),
            paths: unwritten.collect(),
            of_wrong_kinds: Vec::new(),
            before: company.before,
        }
    }

    /// The creatures of the file, in roster order.
    pub fn creatures(&self) -> impl Iterator<Item = CreatureId> + use<> {
        (self.present.len()..self.roster.members.len()).map(CreatureId::at)
    }

    /// Whether the creatures of the file join others.
    #[must_use]
    pub fn joins(&self) -> bool {
        !self.present.is_empty()
    }

    /// Whether a creature was there before those of the file.
    #[must_use]
    pub fn was_there(&self, who: CreatureId) -> bool {
        who.index() < self.present.len()
    }

    /// Whether a part of the setup follows from the file.
    #[must_use]
    pub fn is_new(&self, part: Part) -> bool {
        self.present.is_empty() || self.before.is_new(part)
    }

    /// The policy of a creature: its own, or that of its side.
    #[must_use]
    pub fn policy(&self, own: Option<&String>, side: Option<&str>) -> Option<String> {
        let of_side = || self.policies.get(side?);
        own.or_else(of_side).cloned()
    }

    /// The creature named at `path`, a mistake if there is none; nobody without a name or with an empty one, so that what lies over a
    /// scenario can take somebody away.
    pub fn creature_at(
        &mut self,
        name: Option<&str>,
        path: impl Into<String>,
    ) -> Option<CreatureId> {
        let name = name.filter(|name| !name.is_empty())?;
        self.roster.creature_at(name, path, &mut self.mistakes)
    }

    /// The number of a side, which stands under `side` of the creature at the path `creature`; a mistake and the first side where it is
    /// not said or there is none of that name.
    pub fn side(&mut self, name: Option<&str>, creature: &str) -> u8 {
        let Some(name) = name else {
            self.mistakes
                .add(creature, "the key `side` is missing here");
            return 0;
        };
        let path = format!("{creature}.side");
        let found = self.roster.side_at(name, path, &mut self.mistakes);
        found.unwrap_or_default()
    }

    /// The cell of a square; its height is that of the ground below something so many cells wide, unless it is written.
    #[must_use]
    pub fn cell(&self, square: Square, side: u8) -> Cell {
        match &self.map {
            Some(map) => square.on_ground(map, side),
            None => square.cell(self.shape),
        }
    }

    /// Where a creature so many cells wide is: at its own square, or at that of the creature called `mount`, the entry of which is
    /// `side_of` cells wide. Who has no square because its group has too few is nowhere in particular.
    pub fn place(
        &self,
        who: CreatureId,
        side: u8,
        mount: Option<&str>,
        side_of: impl FnOnce(usize) -> u8,
    ) -> Option<Cell> {
        let member = &self.roster.members[who.index()];
        if let Some(square) = member.square {
            return Some(self.cell(square, side));
        }
        if member.is_left_over {
            return Some(Cell::default());
        }
        let mount = self.roster.creature(mount?)?;
        if let Some(at) = self.present.get(mount.index()) {
            return Some(*at);
        }
        let mount = &self.roster.members[mount.index()];
        Some(self.cell(mount.square?, side_of(mount.entry)))
    }

    /// The kind of a creature, which stands under `kind` at the path `creature`; a mistake if there is none. What is wrong with the kind
    /// itself is told where it is written, and not once more of those who are of it.
    pub fn kind_of<'l, I: Named, S: Named, K: Named>(
        &mut self,
        who: CreatureId,
        library: &'l Library<I, S, K>,
        kind: &str,
        creature: &str,
    ) -> Option<&'l K> {
        let path = format!("{creature}.kind");
        let found = library.creature_at(kind, &path, &mut self.mistakes);
        if found.is_none() {
            self.doubt(who);
        } else if library.is_wrong(kind) {
            self.of_wrong_kinds.push(creature.to_owned());
        }
        found
    }

    /// What else is wrong with a creature may follow from a mistake that is shown already.
    pub fn doubt(&mut self, who: CreatureId) {
        self.doubtful.push(who);
    }

    /// The next member of a list of the setup stands at `path`.
    pub fn comes_from(&mut self, list: &'static str, path: impl Into<String>) {
        self.paths.entry(list).or_default().push(path.into());
    }

    /// Where a member of a list stands; empty for one that is not written.
    #[must_use]
    pub fn path_of(&self, list: &str, index: usize) -> &str {
        let paths = self.paths.get(list);
        paths
            .and_then(|paths| paths.get(index))
            .map_or("", String::as_str)
    }

    /// Shows each fault of the setup at the place where it is written. Whether there is one with an item may follow from a mistake that its
    /// bearer has: `bearer` knows who has the item of that number.
    pub fn report(
        &mut self,
        faults: impl IntoIterator<Item = Fault>,
        bearer: impl Fn(usize) -> Option<CreatureId>,
    ) {
        for fault in faults {
            let about = match fault.part {
                Part::Creature(index) => Some(CreatureId::at(index)),
                Part::Listed("item", index) => bearer(index),
                _ => None,
            };
            self.fault(fault, about);
        }
    }

    /// A fault of the setup, which is about that creature, at the place where it is written.
    fn fault(&mut self, fault: Fault, about: Option<CreatureId>) {
        if about.is_some_and(|who| self.doubtful.contains(&who)) {
            return;
        }
        let path = self.place_of(fault.part, fault.field);
        let path = if fault.field.is_empty() || path.ends_with(fault.field) {
            path
        } else {
            format!("{path}.{}", fault.field)
        };
        self.mistakes.add(path, fault.message);
    }

    fn place_of(&self, part: Part, field: &str) -> String {
        match part {
            Part::Whole => String::new(),
            Part::Map => "map".to_owned(),
            Part::Start => "start".to_owned(),
            Part::Creature(index) => match self.roster.members.get(index) {
                Some(member) if field == "at" => member.at_path.clone(),
                Some(member) => member.path(),
                None => "creature".to_owned(),
            },
            Part::Listed(list, index) => self.path_of(list, index).to_owned(),
        }
    }

    /// Adds every mistake at its place in the text.
    pub fn tell(mut self, origin: &Origin<'_>, problems: &mut AllProblems) {
        for creature in &self.of_wrong_kinds {
            problems.hide_others |= self.mistakes.leave_out_of_kind(creature, &origin.tree);
        }
        problems.add(self.mistakes.located(origin.source, &origin.tree));
    }
}
