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
            decls: &[$(named!($name, $decl)),*],
        };
        $(handle!($kind, $name, $handle, $decl);)*
    };
}

/// The same row, with the names of its pieces in its texts: `{piece}` and `{other}` become the words that
/// [`names`](super::names) finds in its key. Families of keys have one text this way, and each row a text of its own.
macro_rules! named {
    ($section:literal, $decl:expr) => {{
        const DECL: $crate::eval::keys::Decl = $decl;
        const PIECES: [&str; 2] = $crate::eval::keys::names::pieces_of($section, DECL.name);
        $crate::eval::keys::Decl {
            meaning: filled!(DECL.meaning, PIECES),
            definition: filled!(DECL.definition, PIECES),
            phrase: filled!(DECL.phrase, PIECES),
            ..DECL
        }
    }};
}

/// A text with the names of pieces filled in.
macro_rules! filled {
    ($text:expr, $pieces:expr) => {{
        const LEN: usize = $crate::eval::keys::names::filled_len($text, $pieces);
        const BYTES: [u8; LEN] = $crate::eval::keys::names::fill($text, $pieces);
        $crate::eval::keys::names::text(&BYTES)
    }};
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
