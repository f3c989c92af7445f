//! Who sits at a table.

use super::{Place, Table};
use crate::hall::no_link;
use crate::protocol::{Person, Problem, Seat};
use crate::store::SeatRow;

impl Table {
    /// Everybody who has a seat, whether they are here or not.
    pub(super) async fn everybody(&mut self) -> Vec<Person> {
        let seats = match self.shared.store.seats(&self.info.id).await {
            Ok(seats) => seats,
            Err(error) => {
                tracing::error!(table = self.info.id, %error, "seats cannot be read");
                return self.people.clone();
            }
        };
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
        seats.iter().map(person).collect()
    }

    /// Refuses whose link was made worthless after it was looked at, be it that they sit here still or that they ask from elsewhere.
    pub(super) async fn seated(&mut self, seat: &SeatRow) -> Result<(), Problem> {
        let has_seat = |people: &[Person]| people.iter().any(|person| person.seat == seat.id);
        if has_seat(&self.people) {
            return Ok(());
        }
        self.people = self.everybody().await;
        if has_seat(&self.people) {
            Ok(())
        } else {
            Err(no_link())
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
    pub(super) async fn all_seats(&mut self) -> Vec<Seat> {
        self.people = self.everybody().await;
        let seat = |person: &Person| Seat {
            id: person.seat,
            role: person.role,
            creatures: person.creatures.clone(),
            name: person.name.clone(),
            connected: self
                .seats
                .get(&person.seat)
                .map_or(0, |place| place.listeners.len()),
        };
        self.people.iter().map(seat).collect()
    }
}

/// A place as whoever sits there knows it.
pub(super) fn seat(place: &Place, connected: usize) -> Seat {
    Seat {
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
