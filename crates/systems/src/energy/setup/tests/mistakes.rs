//! Files and setups that are refused.

use super::*;
