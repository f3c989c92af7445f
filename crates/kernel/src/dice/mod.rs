//! Pools of dice, their exact distributions and the seeded generator.

mod faces;
mod notation;
mod pool;
mod reading;
mod seeded;

pub use crate::pool;
pub use faces::{FACES_MAX, Faces, FacesFull};
pub use notation::ParsePoolError;
pub use pool::{DICE_MAX, Explosion, Keep, Luck, Pool, PoolError, SIDES_MAX, TOTALS_MAX, Target};
pub use reading::{FacesError, Reading};
pub use seeded::Seeded;
