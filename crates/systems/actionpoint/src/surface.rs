//! What the number [`Ground::kind`] means here: the degree of an obstacle (`cover/determination`). Solid ground is one of full degree.

use affray_kernel::grid::Ground;

use super::state::Cover;

/// The degree of the obstacle that fills such ground.
#[inline]
#[must_use]
pub const fn obstacle(ground: Ground) -> Cover {
    match ground.kind {
        _ if ground.solid => Cover::Full,
        0 => Cover::None,
        1 => Cover::Low,
        2 => Cover::High,
        _ => Cover::Full,
    }
}

/// What ground is besides what every map shows, in words.
#[must_use]
pub fn remarks(ground: Ground) -> Vec<String> {
    let degree = match obstacle(ground) {
        Cover::Low => "low obstacle",
        Cover::High => "high obstacle",
        Cover::Full if !ground.solid => "obstacle of full height",
        Cover::None | Cover::Full => return Vec::new(),
    };
    vec![degree.to_owned()]
}

/// The number for [`Ground::kind`].
#[must_use]
pub const fn kind(cover: Cover) -> u8 {
    cover as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_says_the_degree() {
        for cover in [Cover::None, Cover::Low, Cover::High, Cover::Full] {
            let ground = Ground {
                kind: kind(cover),
                ..Ground::default()
            };
            assert_eq!(obstacle(ground), cover);
        }
        let wall = Ground {
            solid: true,
            ..Ground::default()
        };
        assert_eq!(obstacle(wall), Cover::Full);
    }
}
