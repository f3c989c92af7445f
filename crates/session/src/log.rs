//! The log: every sentence numbered, with the rules behind it. Nothing is ever taken out; what is undone is said to be so.

mod line;
mod quoted;

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use affray_kernel::fight::{Deed, Entry};
use affray_kernel::story::{Audience, Besides, Depth, Note, Several, Told, tell};
use affray_kernel::{CreatureId, System};

pub use self::line::{Heard, Kind, LogLine};
pub(crate) use self::quoted::{Event, Remark};
use self::quoted::{Quoted, first_event};
use crate::discretion::Discretion;
use crate::secrecy::{Knowledge, Matter, Viewer};

/// What decides who may hear a line, and hear that it was taken back or put in force again.
#[derive(Clone)]
pub(crate) struct Witness {
    audience: Audience,
    depth: Depth,
    about: Box<[CreatureId]>,
    /// Its parts, where it tells of several at once: each is for those who may know of whom it speaks.
    several: Option<Arc<Several>>,
    /// Who alone hears it: those who decide for that creature.
    only_to: Option<CreatureId>,
    /// Who typed words that it holds: whoever decides for that one hears it, be there somebody who is called so or not.
    typed_by: Option<CreatureId>,
    /// How many of those of whom it speaks, the last of them, merely stand in those words.
    in_words: usize,
    /// Whose numbers it holds besides those whom it speaks of.
    numbers_of: Option<CreatureId>,
    /// Whether nothing is left to say without its numbers.
    is_nothing_without: bool,
    /// Who was hidden from whom before and after the entry.
    known: Arc<[Knowledge; 2]>,
}

impl Witness {
    /// Of a line about nobody, which holds no numbers.
    fn event(audience: Audience) -> Self {
        Self {
            audience,
            depth: Depth::Event,
            about: Box::default(),
            several: None,
            only_to: None,
            typed_by: None,
            in_words: 0,
            numbers_of: None,
            is_nothing_without: false,
            known: Arc::default(),
        }
    }

    /// Whether the viewer may hear what speaks of these. Who comes out of hiding, or goes into it, is seen doing so.
    fn may_hear_of(&self, viewer: &Viewer, about: &[CreatureId]) -> bool {
        let matter = Matter::Sentence {
            audience: self.audience,
            depth: self.depth,
            about,
        };
        self.known.iter().any(|known| known.allows(viewer, matter))
    }

    /// Whether the viewer may hear of those of whom it speaks, or of some of several, and there is something to hear.
    fn is_heard_by(&self, viewer: &Viewer) -> bool {
        let may_hear = |about: &[CreatureId]| self.may_hear_of(viewer, about);
        let decides = |who| self.known[1].allows(viewer, Matter::Question(who));
        let is_told = match &self.several {
            Some(several) => several.is_told(may_hear),
            None => may_hear(&self.about),
        };
        (is_told || self.is_typed_by(viewer))
            && self.only_to.is_none_or(decides)
            && (!self.is_nothing_without || self.tells_numbers_to(viewer))
    }

    /// Whether it holds words that were typed for a creature for which the viewer decides, and what was meant by them is for the viewer.
    fn is_typed_by(&self, viewer: &Viewer) -> bool {
        let decides = |who: &CreatureId| self.known[1].allows(viewer, Matter::Question(*who));
        let typed_by = self.typed_by.filter(decides);
        let meant = &self.about[..self.about.len().saturating_sub(self.in_words)];
        typed_by.is_some() && self.may_hear_of(viewer, meant)
    }

    /// Of whom it speaks to the viewer.
    fn about_for(&self, viewer: &Viewer) -> Vec<CreatureId> {
        if self.is_typed_by(viewer) {
            let mut about = self.about.to_vec();
            about.retain(|who| self.may_hear_of(viewer, &[*who]));
            return about;
        }
        match &self.several {
            Some(several) => several.about(|about| self.may_hear_of(viewer, about)),
            None => self.about.to_vec(),
        }
    }

    /// About how many bytes it takes, without what is known at its moment.
    fn bytes(&self) -> usize {
        let several = self.several.as_ref().map_or(0, |several| several.bytes());
        size_of::<Self>() + size_of_val::<[CreatureId]>(&self.about) + several
    }

    /// Whether the viewer knows all numbers in it.
    fn tells_numbers_to(&self, viewer: &Viewer) -> bool {
        let knows = |all: &[CreatureId]| self.known[1].allows(viewer, Matter::NumbersOf(all));
        knows(&self.about) && knows(self.numbers_of.as_slice())
    }
}

/// About how many bytes the lines of one telling take: what is known at their moment they have in common.
fn bytes_of_telling(told: &[Witness]) -> usize {
    let known = told.first().map(|line| line.known.iter());
    let known = known.into_iter().flatten().map(Knowledge::bytes);
    told.iter().map(Witness::bytes).sum::<usize>() + known.sum::<usize>()
}

/// A line with what decides who may read it, and how. There are many of them: they take no more room than they need.
#[derive(Clone)]
struct Kept {
    kind: Kind,
    text: Box<str>,
    /// How it reads without numbers, if that is different and something is left to say.
    without_numbers: Option<Box<str>>,
    /// Whom it names without speaking of them, and how it reads to those who may not know of them.
    besides: Option<Box<Besides>>,
    rules: Box<[&'static str]>,
    entry: Option<usize>,
    /// The moment at which it came.
    moment: u64,
    /// Who may read it.
    to: Witness,
    /// Of a remark on other lines, those lines: whoever may hear none of them does not hear the remark.
    on: Option<Box<[Witness]>>,
    /// What it says of one of them to whoever has heard it.
    quoted: Option<Box<Quoted>>,
    /// What had been told of the act in progress when it came, if one was.
    after: Option<Arc<Vec<Witness>>>,
}

impl Kept {
    fn of<S: System>(told: Told, known: &Arc<[Knowledge; 2]>) -> Self {
        let sentence = told.sentence;
        let id = |rule: &affray_kernel::RuleId| S::catalogue().id(*rule);
        let without_numbers = sentence.without_numbers.as_deref();
        let is_nothing_without = without_numbers == Some("");
        let (typed_by, in_words) = (sentence.typed_by(), sentence.in_words);
        Self {
            kind: Kind::Told,
            without_numbers: without_numbers
                .filter(|text| !text.is_empty())
                .map(Box::from),
            besides: sentence.besides,
            text: sentence.text.into(),
            rules: told.rules.iter().map(id).collect(),
            entry: None,
            moment: 0,
            to: Witness {
                audience: told.audience,
                depth: sentence.depth,
                about: sentence.about.into(),
                several: sentence.several.map(Arc::from),
                only_to: None,
                typed_by,
                in_words,
                numbers_of: sentence.numbers_of,
                is_nothing_without,
                known: Arc::clone(known),
            },
            on: None,
            quoted: None,
            after: None,
        }
    }

    /// A remark.
    fn remark(text: String, moment: u64, audience: Audience) -> Self {
        Self {
            kind: Kind::Remark,
            text: text.into(),
            without_numbers: None,
            besides: None,
            rules: Box::default(),
            entry: None,
            moment,
            to: Witness::event(audience),
            on: None,
            quoted: None,
            after: None,
        }
    }

    /// A remark to those who decide for a creature.
    fn remark_to(who: CreatureId, text: String, moment: u64) -> Self {
        Self {
            to: Witness {
                about: Box::new([who]),
                only_to: Some(who),
                ..Witness::event(Audience::Everyone)
            },
            ..Self::remark(text, moment, Audience::Everyone)
        }
    }

    /// A remark about somebody, at a moment at which this is known.
    fn remark_about(who: CreatureId, text: String, moment: u64, known: Knowledge) -> Self {
        Self {
            to: Witness {
                about: Box::new([who]),
                known: Arc::new([known.clone(), known]),
                ..Witness::event(Audience::Everyone)
            },
            ..Self::remark(text, moment, Audience::Everyone)
        }
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        let without = self.without_numbers.as_ref().map_or(0, |text| text.len());
        let besides = self.besides.as_ref().map_or(0, |besides| {
            size_of::<Besides>() + size_of_val(besides.names.as_slice()) + besides.without.len()
        });
        let on = self.on.iter().flat_map(|on| on.iter());
        let on: usize = on.map(Witness::bytes).sum();
        let rules = size_of_val::<[&str]>(&self.rules);
        let to = self.to.bytes() - size_of::<Witness>();
        let quoted = self.quoted.as_ref().map_or(0, |quoted| quoted.bytes());
        size_of::<Self>() + self.text.len() + without + besides + rules + to + on + quoted
    }

    /// The same of what it may share with the line before: what is known at its moment, and what had been told then of the act in progress.
    fn bytes_besides(&self, before: Option<&Self>) -> usize {
        let known = &self.to.known;
        let is_known = before.is_some_and(|before| Arc::ptr_eq(&before.to.known, known));
        let told = before.and_then(|before| before.after.as_ref());
        let is_told = |after: &&Arc<_>| told.is_some_and(|told| Arc::ptr_eq(told, after));
        let after = self.after.iter().filter(|after| !is_told(after));
        let after = after.map(|after| bytes_of_telling(after));
        let known = known.iter().filter(|_| !is_known);
        after.sum::<usize>() + known.map(Knowledge::bytes).sum::<usize>()
    }

    /// How much the viewer had read of the act in progress when it came.
    fn after_for(&self, viewer: &Viewer) -> Option<u64> {
        let told = self.after.as_ref()?.iter();
        let count = told.filter(|line| line.is_heard_by(viewer)).count() as u64;
        (count > 0).then_some(count)
    }

    fn is_on_something_heard(&self, viewer: &Viewer) -> bool {
        let Some(on) = &self.on else {
            return true;
        };
        *viewer == Viewer::GameMaster || on.iter().any(|line| line.is_heard_by(viewer))
    }

    /// How it reads to those who may not know of somebody whom it names, if the viewer is one of them.
    fn without_names_for(&self, viewer: &Viewer) -> Option<&str> {
        let besides = self.besides.as_deref()?;
        let is_known = |who: &CreatureId| {
            let mut known = self.to.known.iter();
            known.any(|known| known.allows(viewer, Matter::Name(*who)))
        };
        (!besides.names.iter().all(is_known)).then_some(&*besides.without)
    }

    /// Whether the line is for the viewer.
    fn is_for(&self, viewer: &Viewer) -> bool {
        self.to.is_heard_by(viewer) && self.is_on_something_heard(viewer)
    }

    /// The text as a viewer may read it for whom the line is: without the numbers of creatures whose numbers are not for the viewer, and
    /// without the names of those of whom the viewer does not know.
    fn text_for(&self, viewer: &Viewer) -> Cow<'_, str> {
        if let Some(several) = &self.to.several {
            let text = several.text(|about| self.to.may_hear_of(viewer, about));
            return Cow::Owned(text.unwrap_or_default());
        }
        if let Some(without) = self.without_names_for(viewer) {
            return Cow::Borrowed(without);
        }
        if let Some(words) = self.quoted.as_ref().and_then(|quoted| quoted.words(viewer)) {
            return Cow::Owned(words);
        }
        Cow::Borrowed(match &self.without_numbers {
            Some(without) if !self.to.tells_numbers_to(viewer) => without,
            _ => &self.text,
        })
    }
}

/// The lines that the viewer may read with their numbers. They are numbered for each viewer, so that nobody can tell from a gap that there
/// was something to hear.
fn readable<'k>(
    kept: &'k [Kept],
    first: u64,
    viewer: &Viewer,
) -> impl Iterator<Item = (u64, &'k Kept)> {
    (first..).zip(kept.iter().filter(|kept| kept.is_for(viewer)))
}

/// Lines as they are sent, from number `since` on; the first of all begins an entry, if it tells of one.
fn lines<'k>(
    readable: impl Iterator<Item = (u64, &'k Kept)>,
    since: u64,
    viewer: &Viewer,
) -> Vec<LogLine> {
    let mut before = (None, 0);
    let line = |(number, kept): (u64, &'k Kept)| {
        if before.0 != Some(kept.entry) {
            before = (Some(kept.entry), number);
        }
        (number >= since).then(|| LogLine {
            number,
            depth: kept.to.depth,
            text: kept.text_for(viewer).into_owned(),
            rules: kept.rules.to_vec(),
            about: kept.to.about_for(viewer),
            kind: kept.kind,
            entry: kept.entry.map(|_| before.1),
            after: kept.after_for(viewer),
        })
    };
    readable.filter_map(line).collect()
}

/// A run of sentences and what decides who may read them.
pub(crate) struct Telling {
    kept: Vec<Kept>,
}

impl Telling {
    /// Puts notes into sentences; `before` is the state before the first one.
    pub(crate) fn of<S: System>(before: &S::State, notes: &[Note<S>], kept: &Discretion) -> Self {
        let mut state = before.clone();
        let was = Knowledge::of::<S>(&state, kept);
        let told = tell::<S>(&mut state, notes);
        let known = Arc::new([was, Knowledge::of::<S>(&state, kept)]);
        Self {
            kept: told
                .into_iter()
                .map(|told| Kept::of::<S>(told, &known))
                .collect(),
        }
    }

    /// The same of that entry: a correction of which no sentence but numbers tells is told to the game master in its own words.
    pub(crate) fn of_entry<S: System>(mut self, entry: &Entry<S>) -> Self {
        let is_told = self.kept.iter().any(|line| line.to.depth != Depth::Number);
        if let Deed::Correction(words) = &entry.deed
            && !is_told
        {
            let text = format!("The game master sets {words}.");
            let last = self.kept.last();
            let known = last.map(|line| Arc::clone(&line.to.known));
            let line = Kept {
                kind: Kind::Told,
                to: Witness {
                    known: known.unwrap_or_default(),
                    ..Witness::event(Audience::GameMaster)
                },
                ..Kept::remark(text, 0, Audience::GameMaster)
            };
            self.kept.insert(0, line);
        }
        self
    }

    /// A sentence of something that has not happened, at a moment of which this is known.
    pub(crate) fn foretold<S: System>(state: &S::State, told: Told, kept: &Discretion) -> Self {
        let known = Knowledge::of::<S>(state, kept);
        let known = Arc::new([known.clone(), known]);
        Self {
            kept: vec![Kept::of::<S>(told, &known)],
        }
    }

    /// Its lines, as far as they decide who may hear of them.
    pub(crate) fn witnesses(&self) -> Vec<Witness> {
        self.kept.iter().map(|line| line.to.clone()).collect()
    }

    /// What it has beyond how another one begins.
    pub(crate) fn beyond(mut self, other: Option<&Self>) -> Self {
        let others = other.map_or(&[][..], |other| &other.kept);
        let pairs = self.kept.iter().zip(others);
        let shared = pairs.take_while(|(own, other)| own.text == other.text);
        self.kept.drain(..shared.count());
        self
    }

    /// Its first event, in the words in which each has heard it.
    pub(crate) fn first_event(&self) -> Vec<Event> {
        first_event(self.kept.iter())
    }

    /// The lines that the viewer may read, numbered from `first`.
    pub(crate) fn lines(&self, first: u64, viewer: &Viewer) -> Vec<LogLine> {
        lines(readable(&self.kept, first, viewer), first, viewer)
    }
}

/// All lines so far.
#[derive(Default)]
pub(crate) struct Log {
    kept: Vec<Kept>,
    weighed: Cell<Weighed>,
}

/// How much of the log was weighed last, and what it came to: lines are looked at once.
#[derive(Clone, Copy, Default)]
struct Weighed {
    lines: usize,
    bytes: usize,
}

impl Log {
    /// Begins with what is said first of a fight that begins in its middle, if nothing has been told yet.
    pub(crate) fn open<S: System>(&mut self, start: &S::State, kept: &Discretion) {
        if !self.kept.is_empty() {
            return;
        }
        let known = Knowledge::of::<S>(start, kept);
        let known = Arc::new([known.clone(), known]);
        self.kept
            .extend(S::opening(start).into_iter().map(|sentence| {
                let told = Told {
                    sentence,
                    rules: Vec::new(),
                    audience: Audience::Everyone,
                };
                Kept::of::<S>(told, &known)
            }));
    }

    /// Adds the sentences of a finished entry.
    pub(crate) fn add(&mut self, telling: Telling, entry: usize, moment: u64) {
        let last = self.kept.last().map(|last| Arc::clone(&last.to.known));
        self.make_room(telling.kept.len());
        for mut kept in telling.kept {
            kept.entry = Some(entry);
            kept.moment = moment;
            // Who is hidden from whom seldom changes.
            if let Some(last) = last.as_ref().filter(|last| **last == kept.to.known) {
                kept.to.known = Arc::clone(last);
            }
            self.kept.push(kept);
        }
    }

    /// Adds the sentences of an act in progress in which they have been taken back.
    pub(crate) fn add_undone(&mut self, mut telling: Telling, entry: usize, moment: u64) {
        for line in &mut telling.kept {
            line.kind = Kind::Undone;
        }
        self.add(telling, entry, moment);
    }

    /// Makes room for so many more, and for some others: a list by itself takes twice the room that it has.
    fn make_room(&mut self, more: usize) {
        if self.kept.capacity() < self.kept.len() + more {
            self.kept.reserve_exact(more + self.kept.len() / 8);
        }
    }

    /// Adds a remark that everybody may read.
    pub(crate) fn remark(&mut self, text: String, moment: u64) {
        self.kept
            .push(Kept::remark(text, moment, Audience::Everyone));
    }

    /// Adds a remark on lines that were taken back or put in force again, for those who may hear one of them.
    pub(crate) fn remark_on(&mut self, lines: Vec<Witness>, remark: Remark, moment: u64) {
        self.kept.push(Kept {
            on: Some(lines.into()),
            ..remark.kept(moment)
        });
    }

    /// What is meant of all from that place on, by the entry that it tells of, has come after this was told of the act in progress, if
    /// anything was.
    pub(crate) fn came_after(
        &mut self,
        place: usize,
        told: Vec<Witness>,
        is_meant: impl Fn(Option<usize>) -> bool,
    ) {
        if told.is_empty() {
            return;
        }
        let told = Arc::new(told);
        let new = self.kept.get_mut(place..).unwrap_or_default().iter_mut();
        for line in new.filter(|line| is_meant(line.entry)) {
            line.after = Some(Arc::clone(&told));
        }
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// About how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        let Weighed { lines, bytes } = self.weighed.get();
        let new = (lines..self.kept.len()).map(|index| {
            let before = index.checked_sub(1).map(|before| &self.kept[before]);
            let line = &self.kept[index];
            line.bytes() + line.bytes_besides(before)
        });
        let weighed = Weighed {
            lines: self.kept.len(),
            bytes: bytes + new.sum::<usize>(),
        };
        self.weighed.set(weighed);
        weighed.bytes
    }

    /// The remark in that place is one on the lines after it as well.
    pub(crate) fn remarks_on(&mut self, place: usize) {
        let later = self.kept.get(place + 1..).unwrap_or_default();
        let more: Vec<Witness> = later.iter().map(|line| line.to.clone()).collect();
        if let Some(remark) = self.kept.get_mut(place)
            && let Some(on) = remark.on.take()
        {
            remark.on = Some(on.into_iter().chain(more).collect());
        }
    }

    /// Adds a remark to those who decide for a creature.
    pub(crate) fn remark_to(&mut self, who: CreatureId, text: String, moment: u64) {
        self.kept.push(Kept::remark_to(who, text, moment));
    }

    /// Adds a remark about somebody, for those who may hear of them as far as this is known.
    pub(crate) fn remark_about(
        &mut self,
        who: CreatureId,
        text: String,
        moment: u64,
        known: Knowledge,
    ) {
        let mut remark = Kept::remark_about(who, text, moment, known);
        if let Some(last) = self.kept.last()
            && last.to.known == remark.to.known
        {
            remark.to.known = Arc::clone(&last.to.known);
        }
        self.kept.push(remark);
    }

    /// Adds a remark for game masters.
    pub(crate) fn aside(&mut self, text: String, moment: u64) {
        self.kept
            .push(Kept::remark(text, moment, Audience::GameMaster));
    }

    /// Marks everything told of the entries from `left` on as undone. Which lines that were.
    pub(crate) fn undo_to(&mut self, left: usize) -> Vec<Witness> {
        let mut undone = Vec::new();
        for line in &mut self.kept {
            if line.kind == Kind::Told && line.entry.is_some_and(|entry| entry >= left) {
                line.kind = Kind::Undone;
                undone.push(line.to.clone());
            }
        }
        undone
    }

    fn readable(&self, viewer: &Viewer) -> impl Iterator<Item = (u64, &Kept)> {
        readable(&self.kept, 0, viewer)
    }

    /// The lines that the viewer may read after those heard, and how far that is.
    pub(crate) fn after(&self, heard: Heard, viewer: &Viewer) -> (Vec<LogLine>, Heard) {
        let new = self.kept.get(heard.sentences..).unwrap_or_default();
        let lines = lines(readable(new, heard.lines, viewer), heard.lines, viewer);
        let heard = Heard {
            sentences: self.kept.len(),
            lines: heard.lines + lines.len() as u64,
        };
        (lines, heard)
    }

    /// Whether the viewer may read anything in force of one of the entries that are meant.
    pub(crate) fn tells(&self, viewer: &Viewer, is_meant: impl Fn(usize) -> bool) -> bool {
        let mut in_force = self.kept.iter().filter(|kept| kept.kind == Kind::Told);
        in_force.any(|kept| kept.entry.is_some_and(&is_meant) && kept.is_for(viewer))
    }

    /// The lines from number `since` on that the viewer may read.
    pub(crate) fn since(&self, since: u64, viewer: &Viewer) -> Vec<LogLine> {
        lines(self.readable(viewer), since, viewer)
    }

    /// The events after a moment, in sentences that everybody may read.
    pub(crate) fn events_after(&self, moment: u64) -> Vec<String> {
        self.readable(&Viewer::Watcher)
            .filter(|(_, kept)| kept.moment > moment && kept.to.depth != Depth::Number)
            .map(|(_, kept)| kept.text_for(&Viewer::Watcher).into_owned())
            .collect()
    }

    /// The first event in force of an entry, in the words in which each has heard it.
    pub(crate) fn first_event(&self, entry: usize) -> Vec<Event> {
        let of_entry = |kept: &&Kept| kept.kind == Kind::Told && kept.entry == Some(entry);
        first_event(self.kept.iter().filter(of_entry))
    }

    /// The entry in force that a line of the game master's log tells of.
    pub(crate) fn entry_of(&self, line: u64) -> Option<usize> {
        let mut lines = self.readable(&Viewer::GameMaster);
        let (_, kept) = lines.find(|(number, _)| *number == line)?;
        kept.entry.filter(|_| kept.kind == Kind::Told)
    }

    /// The lines of the last entry in force of which the viewer may read an event.
    pub(crate) fn last_entry(&self, viewer: &Viewer) -> Vec<LogLine> {
        let in_force = || {
            self.readable(viewer)
                .filter(|(_, kept)| kept.kind == Kind::Told)
        };
        let events = in_force().filter(|(_, kept)| kept.to.depth != Depth::Heading);
        let Some(last) = events.filter_map(|(_, kept)| kept.entry).last() else {
            return Vec::new();
        };
        let of_last = in_force().filter(|(_, kept)| kept.entry == Some(last));
        lines(of_last, 0, viewer)
    }
}

#[cfg(test)]
mod tests;
