//! Pools of dice, their exact distributions and the seeded generator.
