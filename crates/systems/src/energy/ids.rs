//! The ids of the catalogue's rules and the catalogue itself.

use std::sync::LazyLock;

use affray_kernel::catalogue::Catalogue;
use affray_kernel::content::Source;

/// The ids of all rules in the order of the catalogue.
pub(crate) const IDS: &[&str] = include!(concat!(env!("OUT_DIR"), "/energy_ids.rs"));

/// The number of a rule by its id, checked when the program is compiled.
macro_rules! rule {
    ($id:literal) => {
        const { affray_kernel::catalogue::rule_number($crate::energy::ids::IDS, $id) }
    };
}
pub(crate) use rule;

/// A refusal: the rule's id, a sentence with `{}` for each figure, and the figures.
macro_rules! refuse {
    ($id:literal, $words:literal $(, $figure:expr)* $(,)?) => {
        affray_kernel::Refusal::new($crate::energy::ids::rule!($id), $words)$(.with($figure))*
    };
}
pub(crate) use refuse;

/// The rules of the system.
///
/// # Panics
/// Never in a build that passed its tests: the catalogue is compiled in.
pub(crate) fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let source = Source {
            name: "energy.toml".to_owned(),
            text: include_str!("../../catalogue/energy.toml").to_owned(),
        };
        Catalogue::read(&source).unwrap_or_else(|problems| {
            unreachable!("the catalogue that is compiled in can be read: {problems}")
        })
    });
    &CATALOGUE
}
