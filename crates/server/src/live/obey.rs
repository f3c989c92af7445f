//! What a table does when it is asked, and who may ask for what.

use std::sync::Arc;

use affray_kernel::CreatureId;
use affray_kernel::content::Source;
use affray_kernel::fight::DiceMode;
use affray_table::{CannotJoin, Control, Declined, Standing};

use super::bounds::player;
use super::look::unanswered;
use super::{Table, viewer};
use crate::hall::failed;
use crate::mistakes;
use crate::protocol::{NAME_MAX, Problem, Reply, Request, Role};
use crate::store::SeatRow;

/// How many seats a table may have.
const SEATS_MAX: usize = 64;

/// How many letters an act, a correction or a query may have.
const WORDS_MAX: usize = 2_000;

/// How many letters the entries of creatures may have that join at once.
const ENTRIES_LETTERS_MAX: usize = 10_000;

pub(super) type Outcome = Result<Reply, Problem>;

impl Request {
    /// Whether lines of the log that were told become others by it.
    pub(super) fn rewrites(&self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::UndoFrom { .. }
                | Self::Redo
                | Self::Withdraw
                | Self::TakeBranch { .. }
        )
    }

    /// Whether content is read for it or much of the log told anew. Everything else takes less time than to find others who work meanwhile.
    fn takes_a_while(&self) -> bool {
        self.rewrites() || matches!(self, Self::Join { .. })
    }

    /// The words that somebody has typed.
    fn words(&self) -> &str {
        match self {
            Self::Act { words, .. }
            | Self::Roll { words, .. }
            | Self::Odds { words, .. }
            | Self::Preview { words, .. }
            | Self::Correct { words, .. } => words,
            Self::Rules { query } => query,
            Self::Habit { window, .. } => window,
            Self::Advise { policy, .. } => policy,
            Self::Control { by, .. } => by,
            Self::AddSeat { name, .. } => name,
            Self::Rule { switch, .. } => switch,
            _ => "",
        }
    }

    /// Whether only the game master may ask for it.
    fn is_game_masters(&self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::UndoFrom { .. }
                | Self::Redo
                | Self::Withdraw
                | Self::TakeBranch { .. }
                | Self::Correct { .. }
                | Self::Join { .. }
                | Self::Remove { .. }
                | Self::Rule { .. }
                | Self::Control { .. }
                | Self::Dice { .. }
                | Self::DiceOf { .. }
                | Self::Numbers { .. }
                | Self::Hide { .. }
                | Self::Pause { .. }
                | Self::Seats
                | Self::AddSeat { .. }
                | Self::Revoke { .. }
        )
    }

    /// Whether the fight goes on with it.
    fn decides(&self) -> bool {
        matches!(
            self,
            Self::Act { .. } | Self::Pass { .. } | Self::Roll { .. }
        )
    }

    /// Whether the fight may have an entry more by it. What puts in force again what was undone or left brings it to no more than it had.
    pub(super) fn makes_entries(&self) -> bool {
        self.decides()
            || matches!(
                self,
                Self::Habit { .. }
                    | Self::Correct { .. }
                    | Self::Join { .. }
                    | Self::Remove { .. }
                    | Self::Rule { .. }
            )
    }

    /// For whom something is decided.
    fn decides_for(&self) -> Option<CreatureId> {
        match self {
            Self::Act { who, .. } | Self::Pass { who, .. } | Self::Habit { who, .. } => Some(*who),
            _ => None,
        }
    }
}

impl Table {
    /// Does what a request asks for, if the seat may ask for it.
    pub(super) async fn obey(&mut self, seat: &Arc<SeatRow>, request: Request) -> Outcome {
        self.allow(seat, &request)?;
        match request {
            Request::Seats => Ok(Reply::Seats {
                seats: self.all_seats().await?,
            }),
            Request::AddSeat {
                role,
                creatures,
                name,
            } => self.add_seat(role, creatures, name).await,
            Request::Revoke { seat: number } => self.revoke(seat, number).await,
            request if request.takes_a_while() => {
                tokio::task::block_in_place(|| self.obey_at_once(seat, request))
            }
            request => self.obey_at_once(seat, request),
        }
    }

    pub(super) fn allow(&self, seat: &SeatRow, request: &Request) -> Result<(), Problem> {
        if request.words().len() > WORDS_MAX {
            return Err(Problem::Limit {
                message: format!("at most {WORDS_MAX} letters at once"),
            });
        }
        if let Request::Join { entries, .. } = request
            && entries.len() > ENTRIES_LETTERS_MAX
        {
            return Err(Problem::Limit {
                message: format!("creatures that join have at most {ENTRIES_LETTERS_MAX} letters"),
            });
        }
        if let Request::Rule { value, .. } = request
            && value.len() > WORDS_MAX
        {
            return Err(Problem::Limit {
                message: format!("at most {WORDS_MAX} letters at once"),
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
        if request.is_game_masters() {
            return not_yours("only the game master may do that");
        }
        if let Some(who) = request.decides_for()
            && !seat.creatures.contains(&who)
        {
            return not_yours("you do not play that creature");
        }
        if request.decides() && self.session.is_paused() {
            return Err(problem(Declined::Paused));
        }
        if let Request::Act { who, words, .. } = request {
            let admitted = self.session.admits(&viewer(seat), *who, words);
            admitted.map_err(problem)?;
        }
        if matches!(request, Request::Roll { .. }) {
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
        if request.makes_entries() {
            self.size().takes_an_entry()?;
        } else {
            self.size().takes_a_change()?;
        }
        let session = &mut self.session;
        let done = match request {
            Request::Act { who, words, seen } => {
                let seen = self.seen(seat, seen);
                self.session.act_by(&viewer(seat), who, &words, seen)
            }
            Request::Pass { who, seen } => {
                let seen = self.seen(seat, seen);
                self.session.pass(who, seen)
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
            Request::Undo => session.undo(),
            Request::UndoFrom { line } => session.undo_from(line),
            Request::Redo => session.redo(),
            Request::Withdraw => session.withdraw(),
            Request::TakeBranch { number } => session.take_branch(number, &viewer(seat)),
            Request::Correct {
                words,
                instead: true,
            } => session.correct_instead(&words),
            Request::Correct { words, .. } => session.correct(&words),
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
                session.set_control(who, player(&by)?);
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
            return Err(Problem::Limit {
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
        for who in &creatures {
            self.session.set_control(*who, Control::People);
        }
        let seats = self.all_seats().await?;
        let seat = seats.into_iter().find(|seat| seat.id == row.id);
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
            return Err(Problem::Unknown {
                message: format!("there is no seat {number}"),
            });
        }
        // Dropping the listeners closes their connections.
        self.seats.remove(&number);
        self.people.retain(|person| person.seat != number);
        Ok(Reply::Done)
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
    Err(Problem::Unknown {
        message: format!("there is no creature number {}", who.0),
    })
}

pub(super) fn problem(why: Declined) -> Problem {
    match why {
        Declined::Stale { changed, .. } => Problem::Stale { changed },
        why => Problem::Declined {
            message: why.to_string(),
            why,
        },
    }
}

fn cannot_join(why: CannotJoin) -> Problem {
    match why {
        CannotJoin::Declined(why) => problem(why),
        CannotJoin::Problems(problems) => Problem::Mistakes {
            mistakes: mistakes::all(&problems),
        },
    }
}
