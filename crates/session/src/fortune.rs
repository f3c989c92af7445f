//! Dice that people type.

use affray_kernel::dice::{Explosion, Faces, Pool};

/// Reads faces (`4 3`, `4,3`) or a total (`=7`, for which faces are found that come to it).
pub(crate) fn read(pool: &Pool, words: &str) -> Result<Faces, String> {
    let words = words.trim();
    if let Some(total) = words.strip_prefix('=') {
        let total = total.trim();
        let total: i32 = total
            .parse()
            .map_err(|_| format!("`{total}` is no total of {pool}"))?;
        return with_total(pool, total);
    }
    let mut shown = Vec::new();
    for word in words.split([' ', ',']).filter(|word| !word.is_empty()) {
        let face: u16 = word
            .parse()
            .map_err(|_| format!("`{word}` is no face of a die"))?;
        shown.push(face);
    }
    pool.accept(&shown)
        .map_err(|error| format!("{pool}: {error}{}", advice(pool, &shown)))
}

/// How what a single number was meant for is typed: a total, or the first of dice that go on.
fn advice(pool: &Pool, shown: &[u16]) -> String {
    let [only] = *shown else {
        return String::new();
    };
    if with_total(pool, i32::from(only)).is_ok() {
        return format!("; the total with all that is added is typed as `={only}`");
    }
    let goes_on = pool.explosion() != Explosion::None && only == pool.sides();
    if !goes_on {
        return String::new();
    }
    let next = pool.sides().div_ceil(2);
    format!("; all that fell is entered together, as in `{only} {next}`")
}

fn with_total(pool: &Pool, total: i32) -> Result<Faces, String> {
    let outcomes = pool.outcomes().list;
    if let Some(outcome) = outcomes.iter().find(|outcome| outcome.total == total) {
        return Ok(outcome.faces);
    }
    let bounds = outcomes.first().zip(outcomes.last());
    Err(bounds.map_or_else(
        || format!("{pool} has no total {total}"),
        |(least, most)| {
            let (least, most) = (least.total, most.total);
            let again = match pool.explosion() {
                Explosion::None => String::new(),
                Explosion::Endless | Explosion::To(_) => {
                    format!("; every {} is thrown again, and both count", pool.sides())
                }
            };
            format!("{pool} has no total {total}: {least} to {most}{again}")
        },
    ))
}

#[cfg(test)]
mod tests {
    use affray_kernel::pool;

    use super::read;

    #[test]
    fn faces_are_typed_with_spaces_or_commas() {
        let faces = read(&pool!("2d6"), " 4, 3 ").expect("two faces");
        assert_eq!(faces.as_slice(), [4, 3]);
    }

    #[test]
    fn a_total_becomes_faces_that_come_to_it() {
        let pool = pool!("3d6+2");
        let faces = read(&pool, "=14").expect("a total");
        assert_eq!(pool.read(&faces).total, 14);
        let pool = pool!("d6!");
        let faces = read(&pool, "= 15").expect("a total");
        assert_eq!(faces.as_slice(), [6, 6, 3]);
    }

    #[test]
    fn what_cannot_be_is_said() {
        let said = |words| read(&pool!("2d6"), words).expect_err("wrong");
        assert_eq!(said("=13"), "2d6 has no total 13: 2 to 12");
        let again = read(&pool!("d4!"), "=4").expect_err("a 4 is thrown again");
        assert_eq!(
            again,
            "d4! has no total 4: 1 to 59; every 4 is thrown again, and both count"
        );
        assert_eq!(said("=x"), "`x` is no total of 2d6");
        assert_eq!(said("a 1"), "`a` is no face of a die");
        let total = said("9");
        assert!(
            total.ends_with("; the total with all that is added is typed as `=9`"),
            "{total}"
        );
        for words in ["", "7 1", "1", "1 2 3", "0 1"] {
            assert!(said(words).starts_with("2d6: "), "{words}");
        }
    }

    fn refusal(pool: &str, words: &str) -> String {
        let pool = pool.parse().expect("a pool");
        read(&pool, words).expect_err("not what falls")
    }

    /// The highest face of a die that is thrown again is never the total; of several dice one number may be it.
    #[test]
    fn only_what_can_be_a_total_is_advised_as_one() {
        let again = refusal("d4!", "4");
        assert!(
            again.ends_with("; all that fell is entered together, as in `4 2`"),
            "{again}"
        );
        let total = refusal("2d6", "7");
        assert!(total.ends_with("is typed as `=7`"), "{total}");
        let neither = refusal("2d6", "1");
        assert!(!neither.contains('`'), "{neither}");
    }
}
