//! The secrets of links: unguessable, and kept as hashes only.

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

/// Bytes of chance in a secret.
const SECRET_BYTES: usize = 24;

/// Bytes of chance in the id of a table.
const ID_BYTES: usize = 9;

/// A new secret.
///
/// # Errors
/// If the system gives no chance.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    random::<SECRET_BYTES>()
}

/// A new id of a table.
///
/// # Errors
/// As [`secret`].
pub(crate) fn table_id() -> Result<String, getrandom::Error> {
    random::<ID_BYTES>()
}

/// A number for the dice of a fight. It is a secret: whoever knows some dice must not find it by going through all there are.
///
/// # Errors
/// As [`secret`].
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}

/// A number for a run of updates, by which it is told from others.
///
/// # Errors
/// As [`secret`].
pub(crate) fn run() -> Result<u32, getrandom::Error> {
    getrandom::u32()
}

/// Whether these words may be the secret of a link, here or at another table.
pub(crate) fn is_like_a_secret(words: &str) -> bool {
    let bytes = BASE64URL_NOPAD.decode(words.as_bytes());
    bytes.is_ok_and(|bytes| bytes.len() == SECRET_BYTES)
}

fn random<const BYTES: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(BASE64URL_NOPAD.encode(&bytes))
}

/// What is kept of a secret. It is long and random, so that one round of hashing is enough.
pub(crate) fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_too_many_to_be_gone_through() {
        let seeds = (0..8).map(|_| seed().expect("chance"));
        let bits = seeds.fold(0, |bits, seed| bits | seed);
        assert!(bits.leading_zeros() < 24, "{bits:x}");
    }

    #[test]
    fn secrets_are_long_different_and_fit_into_a_link() {
        let (one, other) = (secret().expect("chance"), secret().expect("chance"));
        assert_ne!(one, other);
        assert_eq!(one.len(), 32);
        let fits = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
        assert!(one.chars().all(fits), "{one}");
        assert_ne!(hash(&one), hash(&other));
        assert_eq!(hash(&one), hash(&one));
        assert!(is_like_a_secret(&one) && is_like_a_secret(&other));
        for words in [
            "",
            "secret",
            &one[1..],
            "../../elsewhere/than/the/table/..",
            &format!("{one}{one}"),
        ] {
            assert!(!is_like_a_secret(words), "{words}");
        }
    }
}
