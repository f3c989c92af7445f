//! The combat systems of Affray. Each stands alone in its folder and knows nothing of the others.
//!
//! Every system is a feature of the crate, all of them on unless asked otherwise: whoever plays one needs to build no other.

#[cfg(feature = "actionpoint")]
pub mod actionpoint;
#[cfg(feature = "energy")]
pub mod energy;
mod layout;
#[cfg(feature = "segment")]
pub mod segment;
#[cfg(feature = "threeaction")]
pub mod threeaction;
#[cfg(feature = "timecount")]
pub mod timecount;

#[cfg(test)]
mod trial;
