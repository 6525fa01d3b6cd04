//! The macro that declares a section: its rows, and a typed handle for each.

/// Declares `SECTION` with these rows, and for each row a constant for use in code: `slot` for a key with values,
/// `choice` for named definitions, `number` for a number that is not a score; `text` has none.
macro_rules! section {
    ($name:literal, $title:literal, $meaning:literal, $($kind:ident($handle:ident) = $decl:expr),* $(,)?) => {
        #[doc = concat!("The section `", $name, "`.")]
        pub const SECTION: $crate::eval::keys::Section = $crate::eval::keys::Section {
            name: $name,
            title: $title,
            meaning: $meaning,
            decls: &[$($decl),*],
        };
        $(handle!($kind, $name, $handle, $decl);)*
    };
}

/// Declares the handle of one row.
macro_rules! handle {
    (slot, $section:literal, $handle:ident, $decl:expr) => {
        #[doc = concat!("The values of `", $section, "` that [`SECTION`] declares as ", stringify!($handle), ".")]
        pub const $handle: $crate::eval::keys::Slot = $crate::eval::keys::table::slot_in($section, $decl.name);
    };
    (choice, $section:literal, $handle:ident, $decl:expr) => {
        #[doc = concat!("The definitions of `", $section, "` that [`SECTION`] declares as ", stringify!($handle), ".")]
        pub const $handle: $crate::eval::keys::Options =
            $crate::eval::keys::table::options_in($section, $decl.name);
    };
    (number, $section:literal, $handle:ident, $decl:expr) => {
        #[doc = concat!("The index of the number of `", $section, "` declared as ", stringify!($handle), ".")]
        pub const $handle: usize = $crate::eval::keys::table::number_in($section, $decl.name);
    };
    (text, $section:literal, $handle:ident, $decl:expr) => {};
}
