//! When somebody is asked, in words that people read and type.

use affray_kernel::System;
use affray_kernel::occasion::named;

/// Every kind of window has words of its own, which are no name of a window and are understood where they are typed.
pub fn have_words<S: System>() {
    for one in S::OCCASIONS {
        let when = one.when;
        let begins = ["when ", "while ", "on ", "in ", "at "];
        assert!(begins.iter().any(|word| when.starts_with(word)), "{when}");
        let fits = |sign: char| sign.is_alphabetic() || " ,-".contains(sign);
        assert!(
            when.chars().all(fits),
            "{when} cannot be typed as it stands"
        );
        for text in [when, one.kind] {
            assert_eq!(named(S::OCCASIONS, text), Ok(one), "{text}");
        }
        for other in S::OCCASIONS.iter().filter(|other| other.kind != one.kind) {
            assert_ne!(other.when, when);
        }
        assert_ne!(when, one.kind);
    }
}
