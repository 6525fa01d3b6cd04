//! The openings that people play.

use std::sync::LazyLock;

use crate::board::COLORS;
use crate::book::{Book, BookBuilder, BookLine};

/// Book of the levels of profiles without one.
pub static OPENINGS: LazyLock<Book> = LazyLock::new(|| {
    let mut builder = BookBuilder::default();
    for line in lines().filter_map(|line| BookLine::parse(line).ok()) {
        COLORS.into_iter().for_each(|side| line.add_to(&mut builder, side));
    }
    builder.build(1)
});

/// Their text, without comments.
fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("openings.txt").lines().filter(|line| !line.starts_with('#'))
}
