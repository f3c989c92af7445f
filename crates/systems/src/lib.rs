//! The combat systems of Affray. Each stands alone in its folder and knows nothing of the others.

pub mod threeaction;
