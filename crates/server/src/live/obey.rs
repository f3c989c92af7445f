//! What a table does when it is asked, and who may ask for what.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{CannotJoin, Control, Declined, Standing, Viewer};

use super::Table;
use super::bounds::player;
use super::look::unanswered;
use super::nature::{Kind, Nature, Right};
use super::telling::viewer;
use crate::hall::failed;
use crate::mistakes;
use crate::protocol::{NAME_MAX, Problem, Reply, Request, Role};
use crate::store::SeatRow;
use crate::token::is_like_a_secret;

/// How many seats a table may have.
const SEATS_MAX: usize = 64;

pub(super) type Outcome = Result<Reply, Problem>;

impl Table {
    /// Does what a request asks for, if the seat may ask for it.
    pub(super) async fn obey(&mut self, seat: &Arc<SeatRow>, request: Request) -> Outcome {
        self.allow(seat, &request)?;
        match request {
            Request::Seats {} => Ok(Reply::Seats {
                seats: self.all_seats().await?,
            }),
            Request::AddSeat {
                role,
                creatures,
                name,
            } => self.add_seat(role, creatures, name).await,
            Request::Revoke { seat: number } => self.revoke(seat, number).await,
            Request::LeadOn {
                seat: number,
                token,
            } => self.lead_on(number, token).await,
            request if request.takes_a_while() => {
                tokio::task::block_in_place(|| self.obey_at_once(seat, request))
            }
            request => self.obey_at_once(seat, request),
        }
    }

    pub(super) fn allow(&self, seat: &SeatRow, request: &Request) -> Result<(), Problem> {
        let (letters, most) = request.letters();
        if letters > most {
            return Err(Problem::TooMuch {
                message: format!("at most {most} letters at once"),
            });
        }
        if seat.role == Role::GameMaster {
            return Ok(());
        }
        let not_yours = |message: &str| {
            Err(Problem::NotYours {
                message: message.to_owned(),
            })
        };
        let Nature { right, kind } = request.nature();
        match right {
            Right::GameMaster => return not_yours("only the game master may do that"),
            Right::Player(who) if !seat.creatures.contains(&who) => {
                return not_yours("you do not play that creature");
            }
            Right::Player(_) | Right::Roller | Right::Anybody => {}
        }
        // Dice that are awaited may be thrown at once where the program is to throw them.
        let goes_on = kind == Kind::Decision || matches!(request, Request::DiceOf { .. });
        if goes_on && self.session.is_paused() {
            return Err(problem(Declined::Paused));
        }
        if let Request::Act { who, words, .. } = request {
            let admitted = self.session.admits(&viewer(seat), *who, words);
            admitted.map_err(problem)?;
        }
        if right == Right::Roller {
            self.rolls(seat)?;
        }
        Ok(())
    }

    /// Refuses dice that are not those of a creature of the seat. Of dice that it may not know of it does not learn that they are awaited.
    fn rolls(&self, seat: &SeatRow) -> Result<(), Problem> {
        match self.session.standing(&viewer(seat)) {
            Standing::Roll { by: Some(who), .. } if seat.creatures.contains(&who) => Ok(()),
            Standing::Roll { .. } => Err(Problem::NotYours {
                message: "these dice are not yours to roll".to_owned(),
            }),
            _ => Err(problem(Declined::Dice {
                message: "no dice are awaited".to_owned(),
            })),
        }
    }

    fn obey_at_once(&mut self, seat: &SeatRow, request: Request) -> Outcome {
        self.has_room_for(&request)?;
        let told = self.session.log_bytes();
        let is_branch = matches!(request, Request::TakeBranch { .. });
        let outcome = self.change(seat, request);
        if is_branch {
            let told = self.session.log_bytes() - told;
            self.told_by_branch = self.told_by_branch.max(told);
        }
        outcome
    }

    /// Whether the table takes more of what the request brings.
    fn has_room_for(&self, request: &Request) -> Result<(), Problem> {
        let (mut size, bounds) = (self.size(), &self.shared.bounds);
        if matches!(request, Request::TakeBranch { .. }) {
            size.log_bytes += self.told_by_branch;
        }
        if request.makes_entries() {
            size.takes_an_entry(bounds)
        } else if request.rewrites() && !matches!(request, Request::Withdraw {}) {
            size.takes_going_back(bounds)
        } else {
            size.takes_a_change(bounds)
        }
    }

    fn change(&mut self, seat: &SeatRow, request: Request) -> Outcome {
        let session = &mut self.session;
        let done = match request {
            Request::Act { who, words, seen } => {
                let seen = self.seen(seat, seen);
                self.session.act_by(&viewer(seat), who, &words, seen)
            }
            Request::Pass { who, seen } => {
                let seen = self.seen(seat, seen);
                self.session.pass_by(&viewer(seat), who, seen)
            }
            Request::Roll { words, seen } => {
                if let Some(seen) = self.seen(seat, seen)
                    && seen != self.session.moment()
                {
                    return Err(Problem::Stale {
                        changed: Vec::new(),
                    });
                }
                self.session.rolled(&words)
            }
            Request::Habit { who, window, habit } => {
                known(session.names().len(), who)?;
                let named = session.occasion(&window);
                named.map(|occasion| session.set_habit(who, occasion.kind, habit))
            }
            Request::Undo {} => session.undo(),
            Request::UndoFrom { line } => session.undo_from(line),
            Request::Redo {} => session.redo(),
            Request::Withdraw {} => {
                let begins_again = session.begins_again();
                let withdrawn = session.withdraw();
                if withdrawn.is_ok() && begins_again {
                    session.set_paused(true);
                }
                withdrawn
            }
            Request::TakeBranch { number } => session.take_branch(number, &viewer(seat)),
            Request::Correct { words, instead } => {
                let words = correction(&words, &session.names());
                if instead {
                    session.correct_instead(words)
                } else {
                    session.correct(words)
                }
            }
            Request::Join { entries, hidden } => {
                let entries = Source::new("creature", entries);
                session
                    .join(&entries, &self.library, hidden)
                    .map_err(cannot_join)?;
                Ok(())
            }
            Request::Remove { who } => {
                known(session.names().len(), who)?;
                session.remove(who)
            }
            Request::Rule { switch, value } => session.set_switch(&switch, &value),
            Request::Control { who, by } => {
                known(session.names().len(), who)?;
                self.give_to(who, player(&by)?);
                Ok(())
            }
            Request::Dice { real } => {
                session.set_dice(dice(real));
                Ok(())
            }
            Request::DiceOf { who, real } => {
                known(session.names().len(), who)?;
                session.set_dice_of(who, real.map(dice));
                Ok(())
            }
            Request::Numbers { numbers } => {
                session.set_numbers(numbers);
                Ok(())
            }
            Request::Hide { who, hidden } => {
                known(session.names().len(), who)?;
                session.set_hidden(who, hidden);
                Ok(())
            }
            Request::Pause { paused } => {
                session.set_paused(paused);
                Ok(())
            }
            _ => return Err(unanswered()),
        };
        done.map(|()| Reply::Done).map_err(problem)
    }

    /// Gives a creature to people or to a bot. Where it is somebody's, and the fight goes on, they read so, and the game master: others do
    /// not know who decides for it.
    fn give_to(&mut self, who: CreatureId, control: Control) {
        let before = self.session.control(who);
        self.session.set_control(who, control);
        let mut people = self.people.iter();
        let is_somebodys = people.any(|person| person.creatures.contains(&who));
        let is_other = (before == Control::People) != (control == Control::People);
        let theirs = Viewer::Player(vec![who]);
        if !is_other || !is_somebodys || self.session.is_untouched(&theirs) {
            return;
        }
        let names = self.session.names();
        let name = names.get(who.index()).map_or("", String::as_str);
        let by = match control {
            Control::People => "People decide",
            Control::Bot(_) => "The program decides",
        };
        self.session
            .announce_to(who, &format!("{by} for {name} from now on."));
    }

    /// The moment of the table that a seat has seen with its update of that number.
    fn seen(&self, seat: &SeatRow, number: Option<u32>) -> Option<u64> {
        let place = self.seats.get(&seat.id)?;
        Some(place.feed.moment_of(number?, self.session.as_ref()))
    }

    async fn add_seat(
        &mut self,
        role: Role,
        mut creatures: Vec<CreatureId>,
        name: String,
    ) -> Outcome {
        if name.chars().count() > NAME_MAX {
            return Err(Problem::TooMuch {
                message: format!("a name has at most {NAME_MAX} letters"),
            });
        }
        if self.people.len() >= SEATS_MAX {
            return Err(Problem::Limit {
                message: format!("a table has at most {SEATS_MAX} seats"),
            });
        }
        creatures.sort_unstable();
        creatures.dedup();
        if role != Role::Player && !creatures.is_empty() {
            return Err(Problem::Unreadable {
                message: "only players play creatures".to_owned(),
            });
        }
        for who in &creatures {
            known(self.session.names().len(), *who)?;
        }
        let table = self.info.id.clone();
        let added = self
            .shared
            .store
            .add_seat(&table, role, &creatures, &name)
            .await;
        let (row, token) = added.map_err(failed)?;
        tracing::info!(table, seat = row.id, ?role, "a link is made");
        // Those who play them already are to read of it.
        let seats = self.all_seats().await;
        for who in &creatures {
            self.give_to(*who, Control::People);
        }
        let seat = seats?.into_iter().find(|seat| seat.id == row.id);
        let seat = seat.ok_or_else(|| Problem::Unknown {
            message: "there is no such seat".to_owned(),
        })?;
        Ok(Reply::Link { seat, token })
    }

    async fn revoke(&mut self, own: &SeatRow, number: u32) -> Outcome {
        if own.id == number {
            return Err(Problem::NotYours {
                message: "this is the link by which you sit here".to_owned(),
            });
        }
        let is_revoked = self.shared.store.revoke(&self.info.id, number).await;
        if !is_revoked.map_err(failed)? {
            return Err(no_seat(number));
        }
        tracing::info!(table = self.info.id, seat = number, "a link is revoked");
        // Dropping the listeners closes their connections.
        if let Some(place) = self.seats.remove(&number) {
            place.send_away();
        }
        self.people.retain(|person| person.seat != number);
        Ok(Reply::Done)
    }

    /// Tells whoever has a seat of their link at another table. Secrets are not kept on disk: with the table it goes out of memory.
    async fn lead_on(&mut self, number: u32, token: String) -> Outcome {
        if !is_like_a_secret(&token) {
            return Err(Problem::Unreadable {
                message: "that is no secret of a link".to_owned(),
            });
        }
        let seats = self.shared.store.seats(&self.info.id).await;
        let mut seats = seats.map_err(failed)?.into_iter();
        let seat = seats.find(|seat| seat.id == number);
        let seat = Arc::new(seat.ok_or_else(|| no_seat(number))?);
        self.place(&seat).lead_on(token);
        Ok(Reply::Done)
    }
}

/// A correction without the `set` behind which it is typed at a terminal, unless somebody's name begins so.
fn correction<'w>(words: &'w str, names: &[String]) -> &'w str {
    match words.trim_start().strip_prefix("set ") {
        Some(bare) if names.iter().all(|name| !name.starts_with("set ")) => bare,
        _ => words,
    }
}

fn no_seat(number: u32) -> Problem {
    Problem::Unknown {
        message: format!("there is no seat {number}"),
    }
}

fn dice(real: bool) -> DiceMode {
    if real {
        DiceMode::Real
    } else {
        DiceMode::Virtual
    }
}

fn known(count: usize, who: CreatureId) -> Result<(), Problem> {
    if who.index() < count {
        return Ok(());
    }
    Err(problem(Declined::NoSuch { number: who.0 }))
}

pub(super) fn problem(why: Declined) -> Problem {
    match why {
        Declined::Stale { changed, .. } => Problem::Stale { changed },
        Declined::NotYours { .. } => Problem::NotYours {
            message: why.to_string(),
        },
        Declined::NoSuch { .. } => Problem::Unknown {
            message: why.to_string(),
        },
        why => Problem::Declined {
            message: why.to_string(),
            why,
        },
    }
}

fn cannot_join(why: CannotJoin) -> Problem {
    match why {
        CannotJoin::Declined(why) => problem(why),
        CannotJoin::Problems(problems) => mistakes::problem(&problems),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_may_be_sent_as_it_is_typed() {
        let names = ["garret".to_owned()];
        assert_eq!(correction("set garret.hp 7", &names), "garret.hp 7");
        assert_eq!(correction("garret.hp 7", &names), "garret.hp 7");
        let names = ["set piece".to_owned()];
        assert_eq!(correction("set piece.hp 7", &names), "set piece.hp 7");
    }
}
