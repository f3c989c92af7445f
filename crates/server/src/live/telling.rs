//! What the seats of a table are told, and where each of them stands with it.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::fight::DiceMode;
use affray_table::{Session, Viewer};
use tokio::sync::{Semaphore, oneshot};
use tungstenite::Utf8Bytes;

use super::Table;
use crate::feed::{self, Feed, News};
use crate::hall::no_link;
use crate::protocol::{Role, ServerMessage, Settings, Update};
use crate::store::SeatRow;
use crate::wire::Outlet;

/// How many long questions of a seat may wait for their answers.
pub(super) const QUESTIONS_MAX: usize = 8;

/// A connection that hears of everything that its seat may hear.
pub(super) struct Listener {
    pub(super) connection: u64,
    pub(super) out: Outlet,
}

/// Somebody's place at the table.
pub(super) struct Place {
    pub(super) seat: Arc<SeatRow>,
    /// What whoever sits there wants to be called.
    pub(super) name: Option<String>,
    pub(super) feed: Feed,
    /// How often the log had been rewritten when this seat was told last.
    pub(super) rewrites: u32,
    pub(super) listeners: Vec<Listener>,
    /// The long questions that may still be asked before others are answered.
    pub(super) questions: Arc<Semaphore>,
    /// The link of whoever sits here at another table, where the same fight is played again.
    pub(super) led_on: Option<String>,
    /// What tells the last advice that was asked for that other advice is asked for instead of it.
    pub(super) advice: Option<oneshot::Sender<()>>,
}

impl Table {
    /// Tells every seat at which somebody sits what is new for it.
    pub(super) fn tell(&mut self) {
        let rewrites = self.rewrites;
        self.tell_those(|_| true, |place, news| place.next(news, rewrites));
    }

    /// Tells every seat what has just happened while the fight goes on by itself. Who does not keep up hears of several acts as of one.
    pub(super) fn tell_meanwhile(&mut self) {
        self.tell_those(Place::has_room, |place, news| place.feed.meanwhile(news));
    }

    fn tell_those(
        &mut self,
        are_meant: impl Fn(&Place) -> bool,
        say: impl Fn(&mut Place, News<'_>) -> Option<Utf8Bytes>,
    ) {
        let session = self.session.as_ref();
        let all = self.seats.values_mut();
        let meant = all.filter(|place| !place.listeners.is_empty() && are_meant(place));
        let meant: Vec<&mut Place> = meant.collect();
        let viewers: Vec<&Viewer> = meant.iter().map(|place| place.feed.viewer()).collect();
        let views = session.views(&viewers);
        for (place, view) in meant.into_iter().zip(views) {
            let news = News {
                session,
                settings: settings(session, place.feed.viewer()),
                view,
                people: &self.people,
            };
            if let Some(message) = say(place, news) {
                place.send(&message);
            }
        }
    }

    /// The place of a seat, brought up to date.
    pub(super) fn place(&mut self, seat: &Arc<SeatRow>) -> &mut Place {
        let (session, people) = (self.session.as_ref(), &self.people);
        let place = self.seats.entry(seat.id).or_insert_with(|| Place {
            seat: Arc::clone(seat),
            name: None,
            feed: Feed::new(viewer(seat), self.run),
            rewrites: self.rewrites,
            listeners: Vec::new(),
            questions: Arc::new(Semaphore::new(QUESTIONS_MAX)),
            led_on: None,
            advice: None,
        });
        if place.listeners.is_empty() {
            let news = News {
                session,
                view: session.view(place.feed.viewer()),
                settings: settings(session, place.feed.viewer()),
                people,
            };
            // Whoever comes back has not heard what was undone meanwhile.
            place.next(news, self.rewrites);
        }
        place
    }

    pub(super) fn snapshot(&mut self, seat: &Arc<SeatRow>) -> Update {
        self.place(seat);
        let session = self.session.as_ref();
        self.seats
            .get(&seat.id)
            .map(|place| place.feed.whole(session))
            .unwrap_or_default()
    }
}

impl Place {
    /// Says to all who sit here that their link is worthless.
    pub(super) fn send_away(&self) {
        let problem = no_link();
        let why = feed::text(&ServerMessage::Problem { id: None, problem });
        for listener in &self.listeners {
            listener.out.0.send_away(&why);
        }
    }

    /// What is new for the seat, where the log has been rewritten so often.
    fn next(&mut self, news: News<'_>, rewrites: u32) -> Option<Utf8Bytes> {
        let is_rewritten = self.rewrites != rewrites;
        self.rewrites = rewrites;
        self.feed.next(news, is_rewritten)
    }

    /// Whether all who sit here keep up with what they are told.
    fn has_room(&self) -> bool {
        let mut all = self.listeners.iter();
        all.all(|listener| listener.out.0.keeps_up())
    }

    /// Whoever sits here is told of their link at another table, as is whoever comes back.
    pub(super) fn lead_on(&mut self, token: String) {
        self.led_on = Some(token);
        if let Some(message) = self.way_on() {
            self.send(&message);
        }
    }

    /// The message about it.
    pub(super) fn way_on(&self) -> Option<Utf8Bytes> {
        let token = self.led_on.clone()?;
        Some(feed::text(&ServerMessage::LedOn { token }))
    }

    /// Sends a message to all who sit here; who does not keep up is let go of, and may come back.
    fn send(&mut self, message: &Utf8Bytes) {
        self.listeners
            .retain(|listener| listener.out.0.say(message));
    }
}

/// What a seat may see.
pub(super) fn viewer(seat: &SeatRow) -> Viewer {
    match seat.role {
        Role::GameMaster => Viewer::GameMaster,
        Role::Player if !seat.creatures.is_empty() => Viewer::Player(seat.creatures.clone()),
        Role::Player | Role::Watcher => Viewer::Watcher,
    }
}

/// What holds at the table, as far as the viewer may know it.
pub(crate) fn settings(session: &dyn Session, viewer: &Viewer) -> Settings {
    let count = u16::try_from(session.names().len()).unwrap_or(u16::MAX);
    let of_viewer = |who: &CreatureId| match viewer {
        Viewer::GameMaster => true,
        Viewer::Player(own) => own.contains(who),
        Viewer::Watcher => false,
    };
    let all = || (0..count).map(CreatureId).filter(of_viewer);
    let dice = session.dice();
    let own_dice = all().filter_map(|who| Some((who, session.own_dice(who)?)));
    let hides = all().filter(|who| *viewer == Viewer::GameMaster && session.is_hidden(*who));
    let habits = session.habits().into_iter();
    Settings {
        real_dice: dice == DiceMode::Real,
        dice_of: own_dice
            .map(|(who, own)| (who, own == DiceMode::Real))
            .collect(),
        paused: session.is_paused(),
        begun: !session.is_untouched(viewer),
        numbers: session.numbers(),
        hidden: hides.collect(),
        controls: all()
            .map(|who| (who, session.control(who).name()))
            .collect(),
        habits: habits.filter(|(who, ..)| of_viewer(who)).collect(),
    }
}
