//! Tables in the browser: fights over the network, kept in a database, with the page that shows them.
//!
//! [`run`] serves until it is asked to end. Every table is one task (`live`) that owns its fight; a seat hears of it through its feed
//! (`feed`), which sends what has changed for that seat and nothing else. What a seat may see is decided by `affray_table::secrecy` alone.
//! An answer to a request goes out when what it has changed is on disk (`store`).

mod feed;
mod hall;
mod http;
mod limits;
mod live;
mod metrics;
mod mistakes;
mod page;
pub mod protocol;
mod scenarios;
mod server;
mod socket;
mod store;
mod token;
mod turns;
pub mod typescript;
mod visits;
mod wire;

pub use server::{Listening, Options, ServerError, run};
pub use store::StoreError;
