//! The content files of a system and the switches of its scenarios, each told once.

/// Makes the content files of a system: their types, the function `library` that reads them, and `file_schemas`. For each file its name,
/// its type, and the lists in it: which records stand under which key, what they become in the library, and what is looked at. What
/// stands second in the library is called by its own word, under which it stands in its file. It and kinds of creatures have a field
/// `name`, items a method. `demands` are written into the schemas. Where records refer to other words than names of records, `words` gives
/// the function that lists them.
///
/// ```ignore
/// affray_kernel::content_files! {
///     Library of ItemKind, Spell as "spell", KindFile, reserved RESERVED, demands DEMANDS;
///     "weapons" WeaponsFile {
///         /// Weapons.
///         weapon: Weapon as ItemKind::Weapon => item(check_item),
///     }
///     "spells" SpellsFile {
///         /// Spells.
///         spell: Spell => spell(check_spell),
///     }
/// }
/// ```
#[macro_export]
macro_rules! content_files {
    (@take $library:ident $file:ident $key:ident $records:ident item $check:expr) => {
        $library.take_items($file, stringify!($key), $records, $check);
    };
    (@take $library:ident $file:ident $key:ident $records:ident spell $check:expr) => {
        $library.take_spells($file, $records, $check);
    };
    (@take $library:ident $file:ident $key:ident $records:ident creature $check:expr) => {
        $library.take_creatures($file, $records, $check);
    };
    (@words) => {
        |_: &_, _| Vec::new()
    };
    (@words $words:path) => {
        $words
    };
    (
        $library:ident of $item:ty, $spell:ty as $spell_word:literal, $kind:ty, reserved $reserved:expr, demands $demands:expr $(, words $words:path)?;
        $($name:literal $file:ident {
            $($(#[$doc:meta])* $key:ident: $record:ty $(as $becomes:path)? => $part:ident($check:expr),)+
        })+
    ) => {
        $(
            #[doc = concat!("The file `", $name, ".toml`.")]
            #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub struct $file {
                $($(#[$doc])* #[serde(default)] pub $key: Vec<$record>,)+
            }
        )+

        impl $crate::content::Named for $item {
            const WHAT: &'static str = "item";

            fn name(&self) -> &str {
                self.name()
            }
        }

        impl $crate::content::Named for $spell {
            const WHAT: &'static str = $spell_word;

            fn name(&self) -> &str {
                &self.name
            }
        }

        impl $crate::content::Named for $kind {
            const WHAT: &'static str = "kind of creature";

            fn name(&self) -> &str {
                &self.name
            }
        }

        /// Everything that content files offer, by name.
        pub type $library = $crate::content::Library<$item, $spell, $kind>;

        /// Reads content files; the name of a file decides what it is: `weapons.toml`, or `my-weapons.toml`. With them comes everything
        /// that is wrong.
        #[must_use]
        pub fn library(
            sources: &[$crate::content::Source],
        ) -> ($library, $crate::content::AllProblems) {
            let words = $crate::content_files! { @words $($words)? };
            $library::read(sources, &[$($name),+], $reserved, words, |library, file, kind| {
                match kind {
                    $($name => {
                        let $file { $($key),+ } = file.read()?;
                        $(
                            let records = $key.into_iter();
                            $(let records = records.map($becomes);)?
                            $crate::content_files! { @take library file $key records $part $check }
                        )+
                    })+
                    _ => {}
                }
                Ok(())
            })
        }

        /// The JSON Schema of each content file, by file name.
        #[must_use]
        pub fn file_schemas() -> Vec<(String, serde_json::Value)> {
            vec![$(($name.to_owned(), $crate::content::schema_with::<$file>($demands))),+]
        }
    };
}

/// Makes the switches that a scenario can set, each a choice between words, the first of which is usual where it is marked `#[default]`.
#[macro_export]
macro_rules! switches {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $value:ident),+ $(,)? })+) => {
        $(
            $(#[$about])*
            #[derive(
                Clone, Copy, PartialEq, Eq, Hash, Debug, Default,
                serde::Serialize, serde::Deserialize, schemars::JsonSchema,
            )]
            #[serde(rename_all = "kebab-case")]
            pub enum $name { $($(#[$doc])* $value),+ }
        )+
    };
}
