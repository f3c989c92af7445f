//! What goes between the table and whoever sits at it: the messages of the socket, and the same requests over HTTP.
//!
//! A client opens the socket, says [`Hello`], and is welcomed. From then on it hears [`Update`]s, numbered without gaps, that it lays over
//! what it has, and asks [`Request`]s, each answered once by a [`Reply`] or a [`Problem`] with the same id. A client that comes back says
//! which update it has last seen, and is sent those it has missed, or everything anew.

mod examples;
mod reading;
mod reply;
mod request;
mod update;

pub use examples::examples;
pub(crate) use reading::{MESSAGE_MAX, unreadable};
pub use reply::{Mistake, Problem, Reply, Seat};
pub use request::{ClientMessage, Hello, NAME_MAX, Request, Role, Seen};
pub use update::{Person, ServerMessage, Settings, TableInfo, Update};
