//! Records of which every key may be left out, laid one over another.

/// Makes a record of optional keys, and tables of a file that have these keys besides their own.
///
/// `record Name` makes the record: `keys` are replaced as a whole by whatever lies above, `layers` (types made by
/// [`partial!`](crate::partial)) key by key. `table Name { own keys } of Record` makes a table with a method `record` that gives what
/// it says of these keys. Both are given the same `keys` and `layers`, which is best done by a macro of one's own.
#[macro_export]
macro_rules! layered {
    (
        record $(#[$about:meta])* $name:ident
        keys { $($(#[$doc:meta])* $key:ident: $type:ty,)* }
        layers { $($(#[$layer_doc:meta])* $layer:ident: $layer_type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            $($(#[$doc])* pub $key: Option<$type>,)*
            $($(#[$layer_doc])* pub $layer: $layer_type,)*
        }

        impl $name {
            /// This record; what it leaves out is as in the one below.
            #[must_use]
            pub fn over(self, below: &Self) -> Self {
                Self {
                    $($key: self.$key.or_else(|| below.$key.clone()),)*
                    $($layer: self.$layer.over(below.$layer),)*
                }
            }
        }
    };
    (
        table $(#[$about:meta])* $name:ident { $($(#[$own:meta])* $own_key:ident: $own_type:ty,)* } of $record:path;
        keys { $($(#[$doc:meta])* $key:ident: $type:ty,)* }
        layers { $($(#[$layer_doc:meta])* $layer:ident: $layer_type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$own])* pub $own_key: $own_type,)*
            $($(#[$doc])* #[serde(default)] pub $key: Option<$type>,)*
            $($(#[$layer_doc])* #[serde(default)] pub $layer: $layer_type,)*
        }

        impl $name {
            /// What is written about the thing itself.
            #[must_use]
            pub fn record(&self) -> $record {
                $record {
                    $($key: self.$key.clone(),)*
                    $($layer: self.$layer,)*
                }
            }
        }
    };
}

/// Makes a table of which every key may be left out, and ways to lay it over another one and over full values.
#[macro_export]
macro_rules! partial {
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
    };
}
