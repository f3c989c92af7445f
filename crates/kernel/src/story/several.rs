//! Sentences that tell of several at once: whoever may not know of one of them is told of the others.

use super::{Depth, Sentence};
use crate::id::CreatureId;
use crate::prose;

/// With what begins what can be said of several together: of one, and of more.
const SHARED: [(&str, &str); 3] = [
    (" is no longer ", " are no longer "),
    (" joins the fight", " join the fight"),
    (" may join the fight", " may join the fight"),
];

/// One of the things that a sentence tells at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Who it is; empty where it begins otherwise.
    pub who: String,
    /// What becomes of them, with a space before it; empty in a list of names.
    pub what: String,
    /// Which creatures it speaks of.
    pub about: Vec<CreatureId>,
}

impl Part {
    /// How it reads by itself, without a full stop.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}", self.who, self.what)
    }

    /// Whether it may be said of several together.
    fn is_shared(&self) -> bool {
        let mut shared = SHARED.iter();
        self.what.is_empty() || shared.any(|(one, _)| self.what.starts_with(one))
    }

    /// The same of several.
    fn of_several(&self) -> String {
        let mut shared = SHARED.iter();
        let rest = shared.find_map(|(one, several)| Some((several, self.what.strip_prefix(one)?)));
        rest.map_or_else(
            || self.what.clone(),
            |(several, rest)| format!("{several}{rest}"),
        )
    }
}

/// What a sentence tells at once, in parts that are each for those alone who may know of whom the part speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Several {
    /// What stands before all of them; it names nobody, or whom every part speaks of.
    begins: String,
    /// What stands between those that are not said together.
    between: &'static str,
    /// The parts, in their order.
    pub(super) parts: Vec<Part>,
    /// How a heading reads without them.
    heading: Option<String>,
}

impl Several {
    /// None so far; what stands before them.
    #[must_use]
    pub fn beginning(begins: impl Into<String>) -> Self {
        Self {
            begins: begins.into(),
            between: "; ",
            parts: Vec::new(),
            heading: None,
        }
    }

    /// The same, with this between its parts.
    #[must_use]
    pub fn between(self, between: &'static str) -> Self {
        Self { between, ..self }
    }

    /// Adds what becomes of somebody, without a full stop; it may begin with their name.
    pub fn add(&mut self, name: &str, text: &str, about: Vec<CreatureId>) {
        let what = text.strip_prefix(name);
        let what = what.filter(|what| what.is_empty() || what.starts_with(' '));
        let (who, what) = what.map_or(("", text), |what| (name, what));
        self.parts.push(Part {
            who: who.to_owned(),
            what: what.to_owned(),
            about,
        });
    }

    /// Adds the name that ends a sentence, which speaks of the same ones.
    pub(super) fn list(&mut self, sentence: &Sentence) {
        let name = sentence.list_at.map_or("", |at| &sentence.text[at..]);
        let name = name.strip_suffix('.').unwrap_or(name);
        self.add(name, name, sentence.about.clone());
    }

    /// All of it as an event; `None` if there is nothing to tell.
    #[must_use]
    pub fn event(self) -> Option<Sentence> {
        (!self.parts.is_empty()).then(|| self.told(Depth::Event))
    }

    /// All of it behind a heading, which is told anyway.
    #[must_use]
    pub fn headed(self, heading: String) -> Sentence {
        let told = Self {
            heading: Some(heading),
            ..self
        };
        told.told(Depth::Heading)
    }

    fn told(self, depth: Depth) -> Sentence {
        let sentence = Sentence {
            depth,
            text: self.text(|_| true).unwrap_or_default(),
            ..Sentence::event("")
        };
        let is_more = !self.parts.is_empty();
        Sentence {
            about: self.about(|_| true),
            several: is_more.then(|| Box::new(self)),
            ..sentence
        }
    }

    /// Its parts, in their order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How it reads to somebody who may know of those of whom some parts speak; `None` where nothing is left to tell.
    #[must_use]
    pub fn text(&self, may_know: impl Fn(&[CreatureId]) -> bool) -> Option<String> {
        let parts = self.parts.iter().filter(|part| may_know(&part.about));
        let told = together(parts);
        if told.is_empty() {
            return self.heading.clone().filter(|_| may_know(&[]));
        }
        let text = format!("{}{}", self.begins, told.join(self.between));
        Some(match self.heading {
            Some(_) => prose::capital(text),
            None => prose::sentence(text),
        })
    }

    /// Of whom it speaks to somebody who may know of those of whom some parts speak.
    #[must_use]
    pub fn about(&self, may_know: impl Fn(&[CreatureId]) -> bool) -> Vec<CreatureId> {
        let parts = self.parts.iter().filter(|part| may_know(&part.about));
        let mut about = Vec::new();
        for who in parts.flat_map(|part| &part.about) {
            if !about.contains(who) {
                about.push(*who);
            }
        }
        about
    }

    /// Whether anything of it is told to somebody who may know of those of whom some parts speak.
    #[must_use]
    pub fn is_told(&self, may_know: impl Fn(&[CreatureId]) -> bool) -> bool {
        (self.heading.is_some() && may_know(&[]))
            || self.parts.iter().any(|part| may_know(&part.about))
    }

    /// About how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let heading = self.heading.as_ref().map_or(0, String::len);
        let parts = self.parts.iter().map(|part| {
            let words = part.who.len() + part.what.len();
            size_of::<Part>() + words + size_of_val(part.about.as_slice())
        });
        size_of::<Self>() + self.begins.len() + heading + parts.sum::<usize>()
    }
}

/// What parts say, each once: what becomes of several in the same words is said of them together, in the place of the first.
fn together<'p>(parts: impl Iterator<Item = &'p Part>) -> Vec<String> {
    let mut alike: Vec<(Vec<String>, &Part)> = Vec::new();
    for part in parts {
        let is_same = |(names, other): &&mut (Vec<String>, &Part)| {
            other.what == part.what && (part.is_shared() || names.contains(&part.who))
        };
        match alike.iter_mut().find(is_same) {
            Some((names, _)) if names.contains(&part.who) => {}
            Some((names, _)) => names.push(part.who.clone()),
            None => alike.push((vec![part.who.clone()], part)),
        }
    }
    let said = alike
        .into_iter()
        .map(|(names, part)| match names.as_slice() {
            [_] => part.text(),
            all => format!("{}{}", prose::list(all), part.of_several()),
        });
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AL: CreatureId = CreatureId(0);
    const BO: CreatureId = CreatureId(1);
    const CY: CreatureId = CreatureId(2);

    fn round_over() -> Several {
        let mut all = Several::beginning("the Round ends: ");
        all.add("Al", "Al is no longer Stunned", vec![AL]);
        all.add("Bo", "Bo wakes", vec![BO]);
        all.add("Cy", "Cy is no longer Stunned", vec![CY]);
        all.add("Cy", "Cy is no longer Stunned", vec![CY]);
        all.add("Al", "nobody knows Al any longer", vec![AL]);
        all
    }

    fn to(all: &Several, known: &[CreatureId]) -> Option<String> {
        all.text(|about| about.iter().all(|who| known.contains(who)))
    }

    #[test]
    fn whoever_may_not_know_of_one_is_told_of_the_others() {
        let all = round_over();
        assert_eq!(
            to(&all, &[AL, BO, CY]).as_deref(),
            Some(
                "The Round ends: Al and Cy are no longer Stunned; Bo wakes; nobody knows Al any longer."
            )
        );
        assert_eq!(
            to(&all, &[BO, CY]).as_deref(),
            Some("The Round ends: Bo wakes; Cy is no longer Stunned.")
        );
        assert_eq!(to(&all, &[]), None);
        assert!(!all.is_told(|about| about == [CreatureId(9)]));
        assert_eq!(all.about(|about| about != [BO]), [AL, CY]);
        let told = all.event().expect("there is something to tell");
        assert_eq!(told.about, [AL, BO, CY]);
    }

    #[test]
    fn headings_are_told_anyway() {
        let mut all = Several::beginning("Count 5: ");
        all.add("Bo", "Bo is no longer Stunned", vec![BO]);
        let told = all.headed("Count 5".to_owned());
        assert_eq!(told.text, "Count 5: Bo is no longer Stunned");
        let several = told.several.expect("it tells of somebody");
        assert_eq!(to(&several, &[AL]).as_deref(), Some("Count 5"));
        let bare = Several::beginning("Count 5: ").headed("Count 5".to_owned());
        assert_eq!((bare.text.as_str(), bare.several), ("Count 5", None));
        assert_eq!(Several::beginning("the Round ends: ").event(), None);
    }

    #[test]
    fn lists_of_names_stand_between_commas() {
        let mut order = Several::beginning("the order: ").between(", ");
        order.add("Al", "Al 12", vec![AL]);
        order.add("Bo", "Bo 12", vec![BO]);
        order.add("Cy", "Cy 3", vec![CY]);
        assert_eq!(
            to(&order, &[AL, CY]).as_deref(),
            Some("The order: Al 12, Cy 3.")
        );
        let mut names = Several::beginning("Mo is hidden from ");
        names.add("Al", "Al", vec![AL]);
        names.add("Bo", "Bo", vec![BO]);
        assert_eq!(
            to(&names, &[AL, BO]).as_deref(),
            Some("Mo is hidden from Al and Bo.")
        );
    }
}
