//! Two creatures of the content, set against each other.

use affray_kernel::content::Source;
use affray_kernel::notation::closest;
use affray_session::{CannotOpen, Library};
use thiserror::Error;

use crate::registry::{self, systems};

/// Why two creatures cannot be set against each other.
#[derive(Debug, Error)]
pub enum NoDuel {
    /// No system has a creature of that name.
    #[error("no system has a creature `{name}`{}", .near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    Nobody {
        /// What was asked for.
        name: String,
        /// What was perhaps meant.
        near: Option<String>,
    },
    /// The system has no creature of that name.
    #[error("{system} has no creature `{name}`; {}", .near.as_ref().map_or_else(|| format!("it has: {}", .known.join(", ")), |near| format!("did you mean `{near}`?")))]
    NotThere {
        /// The system.
        system: &'static str,
        /// What was asked for.
        name: String,
        /// What was perhaps meant.
        near: Option<String>,
        /// Who is there.
        known: Vec<String>,
    },
    /// Several systems have both.
    #[error("{} have {}: say which is meant with --system", .systems.join(", "), both(.one, .other))]
    Several {
        /// The one.
        one: String,
        /// The other.
        other: String,
        /// The systems.
        systems: Vec<&'static str>,
    },
    /// No system has both.
    #[error("no system has both: `{one}` is in {}, `{other}` in {}", .of_one.join(", "), .of_other.join(", "))]
    Apart {
        /// The one.
        one: String,
        /// The other.
        other: String,
        /// The systems of the one.
        of_one: Vec<&'static str>,
        /// The systems of the other.
        of_other: Vec<&'static str>,
    },
    /// They cannot fight.
    #[error(transparent)]
    Impossible(#[from] CannotOpen),
}

/// One of two names, or both.
fn both(one: &str, other: &str) -> String {
    if one == other {
        format!("`{one}`")
    } else {
        format!("both `{one}` and `{other}`")
    }
}

/// The farthest that two creatures are set apart while it is looked how large they are, in squares.
const APART_MAX: i16 = 12;

/// Where the first of two stands.
const PLACE: [i16; 2] = [9, 9];

/// The scenario in which two creatures of the content stand face to face on open ground.
///
/// # Errors
/// Why there is none.
pub fn face_to_face(
    one: &str,
    other: &str,
    system: Option<&str>,
    library: &Library,
) -> Result<Source, NoDuel> {
    let system = match system {
        Some(id) => registry::system(id)?.id,
        None => common_system(one, other, library)?,
    };
    let known = library.creatures(system);
    for name in [one, other] {
        if !known.iter().any(|known| known == name) {
            return Err(NoDuel::NotThere {
                system,
                name: name.to_owned(),
                near: closest(name, known.iter().map(String::as_str)),
                known,
            });
        }
    }
    // Large creatures reach farther than their own square: the nearest place that is free is face to face.
    let mut apart = 1;
    loop {
        let scenario = pair(system, one, other, apart);
        match registry::open_scenario(&scenario, library, 0) {
            Ok(_) => return Ok(scenario),
            Err(error) if apart >= APART_MAX => return Err(error.into()),
            Err(_) => apart += 1,
        }
    }
}

fn pair(system: &str, one: &str, other: &str, apart: i16) -> Source {
    let [column, row] = PLACE;
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let title = format!("{one} against {other}");
    let names = if one == other {
        [format!("first {one}"), format!("second {other}")]
    } else {
        [one.to_owned(), other.to_owned()]
    };
    let creature = |name: &str, kind: &str, column: i16| {
        let (name, kind) = (quoted(name), quoted(kind));
        format!(
            "[[creature]]\nname = {name}\nkind = {kind}\nside = {name}\nat = [{column}, {row}]\n"
        )
    };
    let (first, second) = (
        creature(&names[0], one, column),
        creature(&names[1], other, column + apart),
    );
    let text = format!(
        "system = {}\nname = {}\n\n{first}\n{second}",
        quoted(system),
        quoted(&title)
    );
    Source::new(title, text)
}

/// The one system that has both creatures.
fn common_system(one: &str, other: &str, library: &Library) -> Result<&'static str, NoDuel> {
    let of = |name: &str| -> Vec<&'static str> {
        let ids = systems().iter().map(|system| system.id);
        ids.filter(|id| library.creatures(id).iter().any(|known| known == name))
            .collect()
    };
    let (of_one, of_other) = (of(one), of(other));
    for (name, found) in [(one, &of_one), (other, &of_other)] {
        if found.is_empty() {
            let ids = systems().iter().map(|system| system.id);
            let known: Vec<String> = ids.flat_map(|id| library.creatures(id)).collect();
            return Err(NoDuel::Nobody {
                name: name.to_owned(),
                near: closest(name, known.iter().map(String::as_str)),
            });
        }
    }
    let both: Vec<&'static str> = of_one
        .iter()
        .copied()
        .filter(|id| of_other.contains(id))
        .collect();
    let (one, other) = (one.to_owned(), other.to_owned());
    match both.as_slice() {
        [id] => Ok(id),
        [] => Err(NoDuel::Apart {
            one,
            other,
            of_one,
            of_other,
        }),
        _ => Err(NoDuel::Several {
            one,
            other,
            systems: both,
        }),
    }
}
