//! Records of which every key may be left out, laid one over another.

use std::collections::BTreeMap;

/// A table that is laid over another one key by key.
pub trait Overlay: Clone {
    /// This table; what it leaves out is as in the one below.
    #[must_use]
    fn over(self, below: &Self) -> Self;
}

impl<K: Ord + Clone, V: Clone> Overlay for BTreeMap<K, V> {
    fn over(self, below: &Self) -> Self {
        let mut all = below.clone();
        all.extend(self);
        all
    }
}

impl<T: Overlay> Overlay for Option<T> {
    fn over(self, below: &Self) -> Self {
        match (self, below) {
            (Some(own), Some(below)) => Some(own.over(below)),
            (own, below) => own.or_else(|| below.clone()),
        }
    }
}

/// Makes a record of optional keys, and tables of a file that have these keys besides their own.
///
/// `record Name` makes the record: `keys` are replaced as a whole by whatever lies above, `tables` (any [`Overlay`], all of it left out or
/// not) and `layers` (types made by [`partial!`](crate::partial)) key by key. `table Name { own keys } of Record` makes a table with a method `record` that gives what
/// it says of these keys. Both are given the same `keys`, `tables` and `layers`, which is best done by a macro of one's own.
#[macro_export]
macro_rules! layered {
    (
        record $(#[$about:meta])* $name:ident
        keys { $($(#[$doc:meta])* $key:ident: $type:ty,)* }
        $(tables { $($(#[$table_doc:meta])* $table:ident: $table_type:ty,)* })?
        layers { $($(#[$layer_doc:meta])* $layer:ident: $layer_type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            $($(#[$doc])* pub $key: Option<$type>,)*
            $($($(#[$table_doc])* pub $table: Option<$table_type>,)*)?
            $($(#[$layer_doc])* pub $layer: $layer_type,)*
        }

        impl $name {
            /// This record; what it leaves out is as in the one below.
            #[must_use]
            pub fn over(self, below: &Self) -> Self {
                Self {
                    $($key: self.$key.or_else(|| below.$key.clone()),)*
                    $($($table: $crate::content::Overlay::over(self.$table, &below.$table),)*)?
                    $($layer: self.$layer.over(below.$layer),)*
                }
            }
        }
    };
    (
        table $(#[$about:meta])* $name:ident { $($(#[$own:meta])* $own_key:ident: $own_type:ty,)* } of $record:path;
        keys { $($(#[$doc:meta])* $key:ident: $type:ty,)* }
        $(tables { $($(#[$table_doc:meta])* $table:ident: $table_type:ty,)* })?
        layers { $($(#[$layer_doc:meta])* $layer:ident: $layer_type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$own])* pub $own_key: $own_type,)*
            $($(#[$doc])* #[serde(default)] pub $key: Option<$type>,)*
            $($($(#[$table_doc])* #[serde(default)] pub $table: Option<$table_type>,)*)?
            $($(#[$layer_doc])* #[serde(default)] pub $layer: $layer_type,)*
        }

        impl $name {
            /// What is written about the thing itself.
            #[must_use]
            pub fn record(&self) -> $record {
                $record {
                    $($key: self.$key.clone(),)*
                    $($($table: self.$table.clone(),)*)?
                    $($layer: self.$layer,)*
                }
            }
        }
    };
}

/// Makes a table of which every key may be left out, and ways to lay it over another one and over full values. `cloned` makes one with
/// values that cannot be copied, such as lists.
#[macro_export]
macro_rules! partial {
    ($(#[$about:meta])* cloned $name:ident of $whole:ident { $($(#[$doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$doc])* #[serde(default)] pub $field: Option<$kind>,)* }

        impl $name {
            /// The full values; what is left out is as usual.
            #[must_use]
            pub fn whole(self) -> $whole {
                let usual = $whole::default();
                $whole { $($field: self.$field.unwrap_or(usual.$field),)* }
            }
        }

        impl $crate::content::Overlay for $name {
            fn over(self, below: &Self) -> Self {
                Self { $($field: self.$field.or_else(|| below.$field.clone()),)* }
            }
        }
    };
    ($(#[$about:meta])* $name:ident of $whole:ident { $($(#[$doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$doc])* #[serde(default)] pub $field: Option<$kind>,)* }

        impl $name {
            /// This table; what it leaves out is as in the one below.
            #[must_use]
            pub fn over(self, below: Self) -> Self {
                Self { $($field: self.$field.or(below.$field),)* }
            }

            /// The full values; what is left out is as usual.
            #[must_use]
            pub fn whole(self) -> $whole {
                let usual = $whole::default();
                $whole { $($field: self.$field.unwrap_or(usual.$field),)* }
            }
        }

        impl $crate::content::Overlay for $name {
            fn over(self, below: &Self) -> Self {
                self.over(*below)
            }
        }
    };
}
