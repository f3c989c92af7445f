//! The combat systems of Affray. Each is a crate of its own in a folder beside this one, and knows nothing of the others.
//!
//! Every system is a feature, all of them on unless asked otherwise: whoever plays one needs to build no other.

#[cfg(feature = "actionpoint")]
pub use affray_actionpoint as actionpoint;
#[cfg(feature = "energy")]
pub use affray_energy as energy;
#[cfg(feature = "segment")]
pub use affray_segment as segment;
#[cfg(feature = "threeaction")]
pub use affray_threeaction as threeaction;
#[cfg(feature = "timecount")]
pub use affray_timecount as timecount;
