//! What the dice of one roll showed.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most faces one roll can show, explosions and both dice of every pair included.
///
/// With the length, this makes [`Faces`] 96 bytes: cheap to copy, and no roll ever allocates.
pub const FACES_MAX: usize = 47;

/// The faces that the dice of one roll showed, in the order in which the dice fell.
///
/// Holds at most [`FACES_MAX`] faces, each counted from 1. Reads like a slice, compares and hashes by its faces, and is a
/// plain array of numbers in JSON.
///
/// ```
/// use affray_kernel::dice::Faces;
/// let faces = Faces::try_from([3, 5].as_slice())?;
/// assert_eq!(faces.iter().sum::<u16>(), 8);
/// assert_eq!(serde_json::to_string(&faces).unwrap(), "[3,5]");
/// # Ok::<(), affray_kernel::dice::FacesFull>(())
/// ```
#[derive(Clone, Copy)]
pub struct Faces {
    len: u16,
    shown: [u16; FACES_MAX],
}

/// A roll was to show more than [`FACES_MAX`] faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("one roll shows at most {FACES_MAX} faces")]
pub struct FacesFull;

impl Faces {
    /// No face at all.
    #[inline]
    #[must_use]
    pub const fn new() -> Faces {
        Faces {
            len: 0,
            shown: [0; FACES_MAX],
        }
    }

    /// A single face.
    #[inline]
    #[must_use]
    pub const fn one(face: u16) -> Faces {
        let mut faces = Faces::new();
        faces.shown[0] = face;
        faces.len = 1;
        faces
    }

    /// Adds a face at the end.
    ///
    /// # Errors
    /// [`FacesFull`] when [`FACES_MAX`] faces are there already; nothing changes then.
    #[inline]
    pub const fn push(&mut self, face: u16) -> Result<(), FacesFull> {
        let place = self.len as usize;
        if place >= FACES_MAX {
            return Err(FacesFull);
        }
        self.shown[place] = face;
        self.len += 1;
        Ok(())
    }

    /// The faces as a slice, in the order in which they fell.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u16] {
        // `len` never exceeds the capacity; the fallback spares the hot path a panic branch.
        self.shown
            .get(..usize::from(self.len))
            .unwrap_or(&self.shown)
    }
}

impl Default for Faces {
    fn default() -> Faces {
        Faces::new()
    }
}

impl Deref for Faces {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        self.as_slice()
    }
}

impl TryFrom<&[u16]> for Faces {
    type Error = FacesFull;

    fn try_from(shown: &[u16]) -> Result<Faces, FacesFull> {
        let mut faces = Faces::new();
        for &face in shown {
            faces.push(face)?;
        }
        Ok(faces)
    }
}

impl<'a> IntoIterator for &'a Faces {
    type Item = &'a u16;
    type IntoIter = std::slice::Iter<'a, u16>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl PartialEq for Faces {
    fn eq(&self, other: &Faces) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Faces {}

impl PartialOrd for Faces {
    fn partial_cmp(&self, other: &Faces) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Faces {
    fn cmp(&self, other: &Faces) -> std::cmp::Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl Hash for Faces {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// The faces with commas between them: `3, 5`.
impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, face) in self.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{face}")?;
        }
        Ok(())
    }
}

impl Serialize for Faces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Faces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Faces, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Faces;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {FACES_MAX} faces")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Faces, A::Error> {
                let mut faces = Faces::new();
                while let Some(face) = list.next_element()? {
                    faces.push(face).map_err(serde::de::Error::custom)?;
                }
                Ok(faces)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

impl JsonSchema for Faces {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Faces".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "maxItems": FACES_MAX,
            "items": { "type": "integer", "minimum": 1, "maximum": super::SIDES_MAX },
            "description": "The faces that the dice showed, in the order in which they fell."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_96_bytes() {
        assert_eq!(size_of::<Faces>(), 96);
    }

    #[test]
    fn refuses_one_face_too_many_and_keeps_the_rest() {
        let mut faces = Faces::new();
        for face in 0..FACES_MAX {
            faces.push(face as u16).unwrap();
        }
        let before = faces;
        assert_eq!(faces.push(1), Err(FacesFull));
        assert_eq!(faces, before);
        assert_eq!(
            Faces::try_from([1; FACES_MAX + 1].as_slice()),
            Err(FacesFull)
        );
    }

    #[test]
    fn json_is_a_plain_array() {
        let faces = Faces::try_from([6, 1, 20].as_slice()).unwrap();
        let text = serde_json::to_string(&faces).unwrap();
        assert_eq!(text, "[6,1,20]");
        assert_eq!(serde_json::from_str::<Faces>(&text).unwrap(), faces);
        let long = format!("{:?}", [1; FACES_MAX + 1]);
        let error = serde_json::from_str::<Faces>(&long).unwrap_err();
        assert!(error.to_string().contains("at most 47 faces"), "{error}");
    }

    #[test]
    fn displays_with_commas() {
        assert_eq!(
            Faces::try_from([6, 1].as_slice()).unwrap().to_string(),
            "6, 1"
        );
        assert_eq!(Faces::new().to_string(), "");
    }
}
