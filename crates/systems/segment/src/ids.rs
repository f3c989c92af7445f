//! The ids of the catalogue's rules and the catalogue itself.

use std::sync::LazyLock;

use affray_kernel::catalogue::Catalogue;

/// The ids of all rules in the order of the catalogue.
pub(crate) const IDS: &[&str] = include!(concat!(env!("OUT_DIR"), "/ids.rs"));

/// The number of a rule by its id, checked when the program is compiled.
macro_rules! rule {
    ($id:literal) => {
        const { affray_kernel::catalogue::rule_number($crate::ids::IDS, $id) }
    };
}
pub(crate) use rule;

/// A refusal: the rule's id, a sentence with `{}` for each figure, and the figures.
macro_rules! refuse {
    ($id:literal, $words:literal $(, $figure:expr)* $(,)?) => {
        affray_kernel::Refusal::new($crate::ids::rule!($id), $words)$(.with($figure))*
    };
}
pub(crate) use refuse;

/// The rules of the system.
pub(crate) fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let text = include_str!("../../catalogue/segment.toml");
        Catalogue::compiled_in("segment", text)
    });
    &CATALOGUE
}
