//! What the scenario files of all systems have in common: maps, squares, names, who is in the fight, and how mistakes are told.
//!
//! A system reads its own file type with [`crate::content`], builds a [`Roster`] and a map from the parts here, and collects
//! [`Mistakes`] on the way, each with the path of the value that is wrong.

mod draft;
mod fault;
mod joining;
mod map;
mod mistakes;
mod name;
mod outfit;
mod place;
mod presence;
mod roster;
mod square;

pub use draft::{Common, Draft, Origin, compose};
pub use fault::{Fault, MOST_THINGS, Part, map_of, name_faults, too_many};
pub use joining::{Before, Company, Present, join};
pub use map::{EdgeFile, GridFile, MapFile, TerrainTable};
pub use mistakes::Mistakes;
pub use name::check_name;
pub use outfit::{Items, Outfit, Piece, Role, Spot, Wanted, number_in, pieces, places};
pub use place::{HIGHEST, hindrance, too_high, written};
pub use presence::{Presence, PresenceFile};
pub use roster::{Entry, MOST_CREATURES, Member, Roster};
pub use square::{At, Rows, Square};
