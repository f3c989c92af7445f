//! Who sits at a table.

use affray_kernel::CreatureId;

use super::Table;
use super::door::Join;
use super::telling::{Listener, Place};
use crate::feed;
use crate::hall::{failed, no_link};
use crate::protocol::{Person, Problem, Seat, ServerMessage, TableInfo};
use crate::store::{SeatRow, StoreError};

impl Table {
    /// Everybody who has a seat, whether they are here or not.
    async fn everybody(&mut self) -> Result<Vec<Person>, StoreError> {
        let seats = self.shared.store.seats(&self.info.id).await?;
        let person = |seat: &SeatRow| {
            let place = self.seats.get(&seat.id);
            Person {
                seat: seat.id,
                name: place
                    .and_then(|place| place.name.clone())
                    .unwrap_or_else(|| seat.name.clone()),
                role: seat.role,
                creatures: seat.creatures.clone(),
                here: place.is_some_and(|place| !place.listeners.is_empty()),
            }
        };
        Ok(seats.iter().map(person).collect())
    }

    /// Somebody sits down.
    pub(super) async fn join(&mut self, join: Join) {
        if let Err(problem) = self.seated(&join.seat).await {
            // With the last way to it the connection ends.
            let may_come_back = matches!(problem, Problem::Failed { .. });
            let why = feed::text(&ServerMessage::Problem { id: None, problem });
            if may_come_back {
                join.out.0.say(&why);
            } else {
                join.out.0.send_away(&why);
            }
            return;
        }
        if let Some(name) = join.name {
            // Whoever wants no name of their own goes by that of the link.
            self.place(&join.seat).name = (!name.is_empty()).then_some(name);
        }
        self.see_come(&join.seat);
        self.tell();
        // Whoever comes is told of themselves with all the rest, and not once more.
        self.place(&join.seat);
        let Some(place) = self.seats.get_mut(&join.seat.id) else {
            return;
        };
        let welcome = ServerMessage::Welcome {
            table: TableInfo::clone(&self.info),
            seat: seat(place, &self.session.names(), place.listeners.len() + 1),
            occasions: self.session.occasions().to_vec(),
            run: self.run,
        };
        let missed = place.feed.catch_up(self.session.as_ref(), join.have);
        let welcome = std::iter::once(feed::text(&welcome));
        let mut messages = welcome.chain(missed).chain(place.way_on());
        if messages.all(|message| join.out.0.say(&message)) {
            place.listeners.push(Listener {
                connection: join.connection,
                out: join.out,
            });
        }
    }

    /// A connection has ended.
    pub(super) fn leave(&mut self, connection: u64) {
        for place in self.seats.values_mut() {
            place
                .listeners
                .retain(|listener| listener.connection != connection);
        }
        self.see_who_is_here();
        self.tell();
    }

    /// Refuses whose link was made worthless after it was looked at, be it that they sit here still or that they ask from elsewhere.
    pub(super) async fn seated(&mut self, seat: &SeatRow) -> Result<(), Problem> {
        let has_seat = |people: &[Person]| people.iter().any(|person| person.seat == seat.id);
        if has_seat(&self.people) {
            return Ok(());
        }
        self.people = self.everybody().await.map_err(failed)?;
        if has_seat(&self.people) {
            Ok(())
        } else {
            Err(no_link())
        }
    }

    /// Notes that somebody with a seat is here, and what they are called.
    pub(super) fn see_come(&mut self, seat: &SeatRow) {
        let place = self.seats.get(&seat.id);
        let wanted = place.and_then(|place| place.name.as_ref());
        let name = wanted.unwrap_or(&seat.name);
        let mut people = self.people.iter_mut();
        if let Some(person) = people.find(|person| person.seat == seat.id) {
            person.here = true;
            name.clone_into(&mut person.name);
        }
    }

    /// Sees who of those with a seat is here.
    pub(super) fn see_who_is_here(&mut self) {
        for person in &mut self.people {
            let place = self.seats.get(&person.seat);
            person.here = place.is_some_and(|place| !place.listeners.is_empty());
        }
    }

    /// All seats, as the game master sees them.
    pub(super) async fn all_seats(&mut self) -> Result<Vec<Seat>, Problem> {
        self.people = self.everybody().await.map_err(failed)?;
        let names = self.session.names();
        let seat = |person: &Person| Seat {
            id: person.seat,
            role: person.role,
            plays: plays(&names, &person.creatures),
            creatures: person.creatures.clone(),
            name: person.name.clone(),
            connected: self
                .seats
                .get(&person.seat)
                .map_or(0, |place| place.listeners.len()),
        };
        Ok(self.people.iter().map(seat).collect())
    }
}

/// What these creatures are called, be they in the fight still or not.
fn plays(names: &[String], creatures: &[CreatureId]) -> Vec<String> {
    let name = |who: &CreatureId| names.get(who.index()).cloned();
    creatures.iter().filter_map(name).collect()
}

/// A place as whoever sits there knows it.
pub(super) fn seat(place: &Place, names: &[String], connected: usize) -> Seat {
    Seat {
        plays: plays(names, &place.seat.creatures),
        id: place.seat.id,
        role: place.seat.role,
        creatures: place.seat.creatures.clone(),
        name: place
            .name
            .clone()
            .unwrap_or_else(|| place.seat.name.clone()),
        connected,
    }
}
