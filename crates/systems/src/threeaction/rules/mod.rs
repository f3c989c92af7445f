//! The rules, a file for each part of the book.

pub(crate) mod attack;
pub(crate) mod bleeding;
pub(crate) mod burning;
pub(crate) mod command;
pub(crate) mod conditions;
pub(crate) mod cover;
pub(crate) mod damage;
pub(crate) mod durations;
pub(crate) mod flanking;
pub(crate) mod grapple;
pub(crate) mod ground;
pub(crate) mod healing;
pub(crate) mod initiative;
pub(crate) mod luck;
pub(crate) mod numbers;
pub(crate) mod opposed;
pub(crate) mod poison;
pub(crate) mod prone;
pub(crate) mod readied;
pub(crate) mod sight;
pub(crate) mod squeezing;
pub(crate) mod suffocating;
pub(crate) mod turns;
pub(crate) mod unconscious;
pub(crate) mod zero_g;
