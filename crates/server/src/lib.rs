//! Tables in the browser: fights over the network, kept in a database, with the page that shows them.

pub mod protocol;
