//! Pools of dice, what they read, how likely it is, and the seeded generator.
//!
//! A [`Pool`] says which dice are thrown and how they are read. It has a notation, checked at run time or when compiled:
//!
//! ```
//! use affray_kernel::dice::{Pool, pool};
//! const ATTACK: Pool = pool!("d20+4");
//! let typed: Pool = "2d10!6kh1+9".parse()?;
//! assert_eq!(typed, Pool::new(2, 10)?.exploding_to(6)?.keep_highest(1)?.plus(9));
//! assert_eq!(ATTACK.advantage().to_string(), "d20+4 adv");
//! assert_eq!("2d10 twice".parse::<Pool>().unwrap_err().to_string().split(": ").next(), Some("at character 6"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rolling is asking the pool for the next die until it wants none; where faces come from is not its business. [`Seeded`]
//! is one source: each face is a function of seed, fight, entry and place.
//!
//! ```
//! use affray_kernel::dice::{Faces, Seeded, pool};
//! let pool = pool!("2d6!");
//! let mut seeded = Seeded::at(1, 0, 0);
//! let mut faces = Faces::new();
//! while let Some(sides) = pool.next_die(&faces) {
//!     faces.push(seeded.face(faces.len() as u32, sides))?;
//! }
//! assert_eq!(pool.accept(&faces), Ok(faces));
//! # Ok::<(), affray_kernel::dice::FacesFull>(())
//! ```
//!
//! [`Pool::read`] makes a [`Reading`] of the faces:
//!
//! ```
//! use affray_kernel::dice::pool;
//! let pool = pool!("4d6kh3+1");
//! let reading = pool.read(&[2, 6, 1, 5]);
//! assert_eq!(reading.total, 2 + 6 + 5 + 1);
//! assert!(!reading.keeps(2));
//! ```
//!
//! [`Pool::distribution`] is exact, and so is everything computed from it; [`Pool::outcomes`] lists representative rolls for
//! those who must go through all of them:
//!
//! ```
//! use affray_kernel::dice::pool;
//! let better_of_two = pool!("d20").distribution().max(&pool!("d20").distribution());
//! assert_eq!(better_of_two, pool!("d20 adv").distribution());
//! assert_eq!(pool!("8d6kh6").distribution().denominator(), 6_u32.pow(8).into());
//! assert_eq!(pool!("3d6").outcomes().list.len(), 16);
//! ```

mod chance;
mod distribution;
mod exact;
mod faces;
mod notation;
mod outcomes;
mod pool;
mod reading;
mod seeded;
mod table;
pub(crate) mod weight;
mod wide;

pub use crate::pool;
pub use chance::Chance;
pub use distribution::Distribution;
pub use faces::{FACES_MAX, Faces, FacesFull};
pub use notation::ParsePoolError;
pub use outcomes::{Outcome, Outcomes};
pub use pool::{DICE_MAX, Explosion, Keep, Luck, Pool, PoolError, SIDES_MAX, TOTALS_MAX, Target};
pub use reading::{FacesError, Reading};
pub use seeded::Seeded;
pub use weight::ratio;
