//! What is impossible about a setup, whoever wrote it.

use crate::grid::{Map, MapSetup};

/// The most items, kinds of items, conditions and the like that a setup may have.
pub const MOST_THINGS: usize = 10_000;

/// A part of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// The map.
    Map,
    /// Where a fight that is under way stands.
    Start,
    /// A creature.
    Creature(usize),
    /// A member of a list: what its members are called, and its place.
    Listed(&'static str, usize),
}

/// Something impossible about a setup.
pub type Fault = crate::content::Fault<Part>;

impl Fault {
    /// The fault with what it is about, for readers who have no file to look at; `name` knows what creatures and things are called.
    #[must_use]
    pub fn in_words<'n>(&self, name: impl FnOnce(Part) -> Option<&'n str>) -> String {
        let named = name(self.part).map(str::to_owned);
        let subject = named.unwrap_or_else(|| match self.part {
            Part::Whole => String::new(),
            Part::Map => "map".to_owned(),
            Part::Start => "start".to_owned(),
            Part::Creature(index) => format!("creature {index}"),
            Part::Listed(list, index) => format!("{list} {index}"),
        });
        let place = [&*subject, self.field].into_iter();
        let place: Vec<&str> = place.filter(|part| !part.is_empty()).collect();
        match &*place {
            [] => self.message.clone(),
            _ => format!("{}: {}", place.join(", "), self.message),
        }
    }
}

impl Fault {
    /// Whether it may be about a creature that does not exist, so that nobody can look where anybody is: it is about the whole, about a
    /// member of one of these lists, or about one of these fields of a creature.
    #[must_use]
    pub fn breaks(&self, lists: &[&str], fields: &[&str]) -> bool {
        match self.part {
            Part::Whole => true,
            Part::Listed(list, _) => lists.contains(&list),
            Part::Creature(_) => fields.contains(&self.field),
            Part::Map | Part::Start => false,
        }
    }
}

/// The map of a setup about which nothing is impossible. `faults` looks for what is, also where the map itself cannot be; `name` knows
/// what creatures and things are called.
///
/// # Errors
/// Every reason at once why the setup is impossible.
pub fn map_of<'n>(
    setup: &MapSetup,
    faults: impl FnOnce(Option<&Map>) -> Vec<Fault>,
    name: impl Fn(Part) -> Option<&'n str>,
) -> Result<Map, Vec<String>> {
    let (map, mut reasons) = match setup.build() {
        Ok(map) => (Some(map), Vec::new()),
        Err(errors) => {
            let errors = errors.0.iter();
            (None, errors.map(|error| format!("map.{error}")).collect())
        }
    };
    let faults = faults(map.as_ref());
    reasons.extend(faults.iter().map(|fault| fault.in_words(&name)));
    map.filter(|_| reasons.is_empty()).ok_or(reasons)
}

/// The most of something that a setup may have, where there are more: so many that looking at each might take for ever.
#[must_use]
pub fn too_many(what: &str, count: usize, most: usize) -> Option<Fault> {
    let message = format!("{count} {what} are more than the {most} there may be");
    (count > most).then(|| Fault::new(Part::Whole, "", message))
}

/// Creatures of one name, whose capitals do not matter, and a fight without any.
pub fn name_faults<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Fault> {
    let mut known: Vec<String> = Vec::new();
    let mut faults = Vec::new();
    for (index, name) in names.enumerate() {
        let small = name.to_lowercase();
        if known.contains(&small) {
            let message = format!("there is a creature called `{name}` already");
            faults.push(Fault::new(Part::Creature(index), "name", message));
        }
        known.push(small);
    }
    if known.is_empty() {
        let message = "a fight needs at least one creature";
        faults.push(Fault::new(Part::Whole, "", message));
    }
    faults
}
