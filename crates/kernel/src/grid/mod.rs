//! Squares and hexes: footprints, distance, reach, lines, cover, areas and paths.
