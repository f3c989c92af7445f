//! Sessions of every system by the one interface: what people, bots and programs meet at a table.

mod answers;
mod arenas;
mod at_once;
mod chances;
mod circumstances;
mod common;
mod farther;
mod going_back;
mod guesses;
mod hidden;
mod kept;
mod newcomers;
mod offered;
mod policies;
mod secrets;
mod session;
mod standstills;
mod stepping_in;
mod things;
mod unnoticed;
mod unseen;
mod unspoken;
mod untold;
mod waiting;
mod words;
