//! Fights by the thousand: who decides for a creature, batches on several threads, and what they came to.
//!
//! Everything here is the same for every [`affray_kernel::System`]. Threads live here and nowhere below.

pub mod policy;

pub use policy::Policy;
