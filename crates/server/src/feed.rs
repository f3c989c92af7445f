//! What has been told to a seat, and what there is to be told.
//!
//! A seat hears of nothing that it may not see, so there are no numbers of updates to be guessed at from elsewhere: where nothing has
//! changed for a seat, nothing is sent and nothing is counted.

use std::collections::VecDeque;
use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;
use affray_kernel::view::{MapView, TimeView};
use affray_table::{CreatureSeen, Heard, Kind, LogLine, Session, Standing, TableView, Viewer};
use tungstenite::Utf8Bytes;

use crate::protocol::{Person, Seen, ServerMessage, Settings, Update};

/// Of how many of the last updates it is known what they were about: whoever has seen none of them has not seen enough to act.
const KEPT: usize = 64;

/// How many bytes of the last updates are kept for those who come back. Whoever has missed more is told everything.
const MESSAGES_BYTES: usize = 8 * 1024;

/// What there is to be told at a moment.
pub(crate) struct News<'n> {
    /// The fight.
    pub(crate) session: &'n dyn Session,
    /// What the seat sees of it.
    pub(crate) view: TableView,
    /// What holds at the table, as far as the seat may know it.
    pub(crate) settings: Settings,
    /// Who sits there.
    pub(crate) people: &'n [Person],
}

/// What a seat has been told.
struct Told {
    moment: u64,
    creatures: Vec<CreatureSeen>,
    time: TimeView,
    map: Option<Arc<MapView>>,
    things: Vec<(Cell, String)>,
    sides: Vec<String>,
    asked: Vec<CreatureId>,
    standing: Standing,
    progress: Vec<LogLine>,
    settings: Settings,
    people: Vec<Person>,
}

impl Told {
    /// `first` is the number of the next line of the log.
    fn now(news: News<'_>, viewer: &Viewer, first: u64) -> Self {
        let (session, view) = (news.session, news.view);
        let people = news.people.iter();
        let people = people
            .map(|person| as_seen(person, viewer, &view))
            .collect();
        Self {
            moment: session.moment(),
            creatures: view.creatures,
            time: view.time,
            map: view.map,
            things: view.things,
            sides: view.sides,
            asked: view.asked,
            standing: session.standing(viewer),
            progress: session.in_progress(first, viewer),
            settings: news.settings,
            people,
        }
    }

    /// What is different from what was told before; the log apart.
    fn since(&self, before: &Self) -> Update {
        let known = |one: &CreatureSeen| before.creatures.iter().find(|other| other.id == one.id);
        let is_new = |one: &&CreatureSeen| known(one) != Some(*one);
        let is_left = |one: &&CreatureSeen| !self.creatures.iter().any(|now| now.id == one.id);
        let gone = before.creatures.iter().filter(is_left);
        Update {
            creatures: self.creatures.iter().filter(is_new).cloned().collect(),
            gone: gone.map(|one| one.id).collect(),
            time: changed(&self.time, &before.time),
            map: changed(&self.map, &before.map).flatten(),
            things: changed(&self.things, &before.things),
            sides: changed(&self.sides, &before.sides),
            asked: changed(&self.asked, &before.asked),
            standing: changed(&self.standing, &before.standing),
            progress: changed(&self.progress, &before.progress),
            settings: changed(&self.settings, &before.settings),
            people: changed(&self.people, &before.people),
            ..Update::default()
        }
    }

    /// Everything; the log apart.
    fn whole(&self) -> Update {
        Update {
            whole: true,
            creatures: self.creatures.clone(),
            time: Some(self.time.clone()),
            map: self.map.clone(),
            things: Some(self.things.clone()),
            sides: Some(self.sides.clone()),
            asked: Some(self.asked.clone()),
            standing: Some(self.standing.clone()),
            progress: Some(self.progress.clone()),
            settings: Some(self.settings.clone()),
            people: Some(self.people.clone()),
            ..Update::default()
        }
    }
}

/// Somebody at the table; that they play a creature of whose presence the viewer does not know is no business of the viewer's.
fn as_seen(person: &Person, viewer: &Viewer, view: &TableView) -> Person {
    let is_seen = |who: &CreatureId| view.creatures.iter().any(|one| one.id == *who);
    let mut person = person.clone();
    if *viewer != Viewer::GameMaster {
        person.creatures.retain(is_seen);
    }
    person
}

fn changed<T: Clone + PartialEq>(now: &T, before: &T) -> Option<T> {
    (now != before).then(|| now.clone())
}

/// Whether anything in an update is about the fight, and not about those who sit at the table.
fn is_of_the_fight(update: &Update) -> bool {
    let others = Update {
        people: update.people.clone(),
        settings: update.settings.clone(),
        ..Update::default()
    };
    *update != others
}

/// What is kept of an update that was sent.
struct Kept {
    /// The moment of the table just before it.
    before: u64,
    /// Whether something has happened in the fight that the seat may know of.
    stirs: bool,
}

/// The updates of one seat.
pub(crate) struct Feed {
    viewer: Viewer,
    run: u32,
    number: u32,
    told: Option<Box<Told>>,
    heard: Heard,
    /// What each line of the log was when it was told.
    kinds: Vec<Kind>,
    /// The last updates, up to [`KEPT`] of them.
    kept: VecDeque<Kept>,
    messages: Messages,
}

/// The last messages, as many of them as there is room for.
#[derive(Default)]
struct Messages {
    last: VecDeque<Utf8Bytes>,
    bytes: usize,
}

impl Messages {
    fn keep(&mut self, message: Utf8Bytes) {
        self.bytes += message.len();
        self.last.push_back(message);
        while self.bytes > MESSAGES_BYTES
            && let Some(oldest) = self.last.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }

    /// The last so many, if they are all there.
    fn last(&self, count: usize) -> Option<Vec<Utf8Bytes>> {
        let first = self.last.len().checked_sub(count)?;
        Some(self.last.range(first..).cloned().collect())
    }
}

impl Feed {
    /// A feed of which nothing was told yet; `run` tells it from those of the table when it was in memory before. Its numbers begin
    /// where the run says, so that one that was seen in another run is none of this one.
    pub(crate) fn new(viewer: Viewer, run: u32) -> Self {
        Self {
            viewer,
            run,
            // There is room for as many again.
            number: run / 2,
            told: None,
            heard: Heard::default(),
            kinds: Vec::new(),
            kept: VecDeque::new(),
            messages: Messages::default(),
        }
    }

    /// The place that it is at.
    pub(crate) fn at(&self) -> Seen {
        Seen {
            run: self.run,
            number: self.number,
        }
    }

    /// The message about all that has changed since the last one; `None` if nothing has.
    ///
    /// `is_rewritten`: lines of the log that were told may have become others, as an undo makes them.
    pub(crate) fn next(&mut self, news: News<'_>, is_rewritten: bool) -> Option<Utf8Bytes> {
        // Whoever comes is told everything, which needs no message of its own.
        let log = self.lines(news.session, is_rewritten || self.told.is_none());
        let now = Told::now(news, &self.viewer, self.heard.lines());
        let Some(before) = &self.told else {
            self.told = Some(Box::new(now));
            return None;
        };
        let mut update = now.since(before);
        let before = before.moment;
        update.log = log;
        self.message(now, before, update)
    }

    /// As [`Feed::next`] while the fight goes on by itself: nobody is asked until it waits for somebody. Who sees nothing of what happens
    /// hears nothing of it either.
    pub(crate) fn meanwhile(&mut self, news: News<'_>) -> Option<Utf8Bytes> {
        if self.told.is_none() {
            return self.next(news, false);
        }
        let log = self.lines(news.session, false);
        let mut now = Told::now(news, &self.viewer, self.heard.lines());
        let before = self.told.as_deref()?;
        now.standing.clone_from(&before.standing);
        now.asked.clone_from(&before.asked);
        let mut update = now.since(before);
        let before = before.moment;
        update.log = log;
        if update != Update::default() {
            update.standing = (now.standing != Standing::Busy).then_some(Standing::Busy);
            update.asked = (!now.asked.is_empty()).then(Vec::new);
            now.standing = Standing::Busy;
            now.asked.clear();
        }
        self.message(now, before, update)
    }

    /// Keeps what is told, and makes the message of it, if there is anything to be told; `before` is the moment that was told last.
    fn message(&mut self, now: Told, before: u64, mut update: Update) -> Option<Utf8Bytes> {
        let moment = now.moment;
        self.told = Some(Box::new(now));
        if update == Update::default() {
            return None;
        }
        let stirs = before != moment && is_of_the_fight(&update);
        self.number += 1;
        update.number = self.number;
        let message = text(&ServerMessage::Update(Box::new(update)));
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(Kept { before, stirs });
        self.messages.keep(message.clone());
        Some(message)
    }

    /// The moment of the table that somebody has seen who has seen the update of that number: the present one, where nothing has happened
    /// since that the seat may know of.
    pub(crate) fn moment_of(&self, number: u32, session: &dyn Session) -> u64 {
        let since = self.number.checked_sub(number);
        let since = since.map_or(usize::MAX, |since| since as usize);
        let Some(first) = self.kept.len().checked_sub(since) else {
            // Long ago, or never.
            return u64::MAX;
        };
        let mut after = self.kept.range(first..);
        after
            .find(|kept| kept.stirs)
            .map_or(session.moment(), |kept| kept.before)
    }

    /// Lines of the log that are new or have become others.
    fn lines(&mut self, session: &dyn Session, is_rewritten: bool) -> Vec<LogLine> {
        let known = if is_rewritten {
            Heard::default()
        } else {
            self.heard
        };
        let (mut lines, heard) = session.log_after(known, &self.viewer);
        self.heard = heard;
        if is_rewritten {
            let now = kinds(&lines);
            let before = &self.kinds;
            lines.retain(|line| before.get(line.number as usize) != Some(&line.kind));
            self.kinds = now;
        } else {
            self.kinds.extend(lines.iter().map(|line| line.kind));
        }
        lines
    }

    /// What somebody who has seen so much is to be sent: what was missed, or everything.
    pub(crate) fn catch_up(&self, session: &dyn Session, have: Option<Seen>) -> Vec<Utf8Bytes> {
        if let Some(missed) = have.and_then(|have| self.missed(have)) {
            return missed;
        }
        let whole = self.whole(session);
        vec![text(&ServerMessage::Update(Box::new(whole)))]
    }

    fn missed(&self, have: Seen) -> Option<Vec<Utf8Bytes>> {
        let missed = self.number.checked_sub(have.number)?;
        (have.run == self.run).then(|| self.messages.last(missed as usize))?
    }

    /// Everything there is to be told.
    pub(crate) fn whole(&self, session: &dyn Session) -> Update {
        let mut update = self.told.as_deref().map(Told::whole).unwrap_or_default();
        update.number = self.number;
        update.log = session.log(0, &self.viewer);
        update
    }

    pub(crate) fn viewer(&self) -> &Viewer {
        &self.viewer
    }
}

fn kinds(lines: &[LogLine]) -> Vec<Kind> {
    lines.iter().map(|line| line.kind).collect()
}

/// A message as it goes over the socket.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    // Structures of words, numbers and lists always make JSON.
    let mut text = serde_json::to_string(message).unwrap_or_default();
    // Many are kept for a while.
    text.shrink_to_fit();
    text.into()
}

#[cfg(test)]
mod tests;
