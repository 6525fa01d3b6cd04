//! Describes shapes: for messages, for comments in written profiles, for the reference page.

use crate::eval::keys::{Shape, Unit};

/// Describes a list of this shape, such as `8 entries from the a-file to the h-file`.
pub(super) fn list_words(shape: Shape) -> String {
    match shape {
        Shape::One => "one number or a pair [middlegame, endgame]".to_owned(),
        Shape::ByFile => {
            "8 entries from the a-file to the h-file, or 4 from a to d that are mirrored".to_owned()
        }
        Shape::ByRank => "8 entries from the owner's first rank to its eighth".to_owned(),
        Shape::BySquare => "8 rows of 8 entries, rank 8 on top".to_owned(),
        Shape::ByCount { last } => format!("{} entries for the counts 0 to {last}", last + 1),
        Shape::ByDistance { first, last, enough } => {
            let all = format!("{} entries for the distances {first} to {last}", shape.len());
            if enough == last { all } else { format!("{all} (or to at least {enough}; the last goes on)") }
        }
    }
}

/// Describes the index of a list, for a comment beside it.
pub fn index_words(shape: Shape) -> String {
    match shape {
        Shape::One => String::new(),
        Shape::ByFile => "a-file to h-file; four stand for a to d and are mirrored".to_owned(),
        Shape::ByRank => "from the owner's first rank to its eighth".to_owned(),
        Shape::BySquare => "rank 8 on top, the a-file on the left".to_owned(),
        Shape::ByCount { last } => format!("by count, 0 to {last}"),
        Shape::ByDistance { first, last, .. } => format!("by distance, {first} to {last}"),
    }
}

/// Describes entry `index`, such as `the d-file` or `count 3`.
pub fn entry_words(shape: Shape, index: usize) -> String {
    let word = index_word(shape, index);
    match shape {
        Shape::One => "the value".to_owned(),
        Shape::ByFile => format!("the {word}-file"),
        Shape::ByRank => format!("rank {word}"),
        Shape::BySquare => word,
        Shape::ByCount { .. } => format!("count {word}"),
        Shape::ByDistance { .. } => format!("distance {word}"),
    }
}

/// Index of an entry in a path: empty, or `d`, `6`, `e4`.
pub fn index_word(shape: Shape, index: usize) -> String {
    let letter = |file: usize| char::from(b'a' + (file % 8) as u8);
    match shape {
        Shape::One => String::new(),
        Shape::ByFile => letter(index).to_string(),
        Shape::ByRank => (index + 1).to_string(),
        Shape::BySquare => format!("{}{}", letter(index), index / 8 + 1),
        Shape::ByCount { .. } => index.to_string(),
        Shape::ByDistance { first, .. } => (first + index as i32).to_string(),
    }
}

/// Describes a unit.
pub fn unit_words(unit: Unit) -> &'static str {
    match unit {
        Unit::Score => "score in the profile's units",
        Unit::AttackUnits | Unit::SignedAttackUnits => "units of attack",
        Unit::Percent => "hundredths (parts of the divisor)",
        Unit::Share => "hundredths that are lost",
        Unit::Plain => "plain number",
    }
}
