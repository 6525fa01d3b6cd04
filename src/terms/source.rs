//! What a profile says of its own terms, as text, and what can be wrong with it.

use std::ops::Range;

/// The longest text of one field, in bytes.
pub const MAX_TEXT: usize = 2_000;
/// The most terms of a program.
pub const MAX_TERMS: usize = 64;
/// The most definitions of a program.
pub const MAX_DEFINITIONS: usize = 200;
/// The most `let`s of a term.
pub const MAX_LETS: usize = 32;
/// The longest table by count.
pub const MAX_TABLE: usize = 128;

/// By what the values of a term are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// `value`: one value, so many times as is counted.
    One,
    /// `table`: an entry by what is counted, or by `index`; the last of so many (1 to [`MAX_TABLE`]) goes on.
    Table(usize),
    /// `by_rank`: eight values, from the owner's first rank to its eighth.
    Rank,
    /// `by_file`: eight values, from the a-file to the h-file.
    File,
    /// `by_square`: 64 values, from a1 to h8 as the owner sees the board.
    Square,
}

#[allow(clippy::len_without_is_empty)] // a term always has at least one value
impl By {
    /// The field under which the values stand.
    pub const fn key(self) -> &'static str {
        match self {
            Self::One => "value",
            Self::Table(_) => "table",
            Self::Rank => "by_rank",
            Self::File => "by_file",
            Self::Square => "by_square",
        }
    }

    /// How many values the term has.
    pub const fn len(self) -> usize {
        match self {
            Self::One => 1,
            Self::Table(len) => len,
            Self::Rank | Self::File => 8,
            Self::Square => 64,
        }
    }
}

/// A named expression that terms and other definitions share, with or without parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name alone, or with parameters and their types: `safe_for(who: side, from: squares)`.
    pub head: String,
    /// The expression.
    pub body: String,
}

impl Definition {
    /// The name that its head begins with.
    pub fn name(&self) -> &str {
        Self::name_in(&self.head)
    }

    /// The name that a head begins with.
    pub fn name_in(head: &str) -> &str {
        head.split('(').next().unwrap_or_default().trim()
    }
}

/// One term, as written. Which fields may go together: `docs/own-terms.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermSource {
    /// How messages and explanations call it.
    pub name: String,
    /// Names for expressions within this term, each with its expression; a later one may use an earlier one.
    pub lets: Vec<(String, String)>,
    /// A truth: whether it counts; with `each` asked for each square.
    pub when: Option<String>,
    /// Squares: each of them is `sq` in the other fields.
    pub each: Option<String>,
    /// What is counted: squares, a number or a truth. Without it, 1.
    pub count: Option<String>,
    /// A number: which entry of the table counts, where it is not what is counted.
    pub index: Option<String>,
    /// By what its values are listed.
    pub by: By,
}

impl TermSource {
    /// A term with a name and nothing else.
    pub fn new(name: &str, by: By) -> Self {
        Self {
            name: name.to_owned(),
            lets: Vec::new(),
            when: None,
            each: None,
            count: None,
            index: None,
            by,
        }
    }
}

/// All that a profile says in the language of terms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// Definitions in any order: one may use another, but none itself.
    pub definitions: Vec<Definition>,
    /// The terms.
    pub terms: Vec<TermSource>,
}

/// Which text a fault is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// [`Definition::head`] of a definition, by its number.
    Head(usize),
    /// [`Definition::body`] of a definition, by its number.
    Body(usize),
    /// A field of a term, by its number.
    Term(usize, Field),
}

/// A field of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// The name.
    Name,
    /// The name of a `let`, by its number.
    LetName(usize),
    /// The expression of a `let`, by its number.
    Let(usize),
    /// `when`
    When,
    /// `each`
    Each,
    /// `count`
    Count,
    /// `index`
    Index,
    /// The values: `value`, `table` and so on.
    Values,
}

/// Something wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The text. It may be one that is not written: a missing `count`.
    pub part: Part,
    /// Where in the text, in bytes; within it and on the bounds of characters.
    pub span: Range<usize>,
    /// What is wrong; one line.
    pub message: String,
    /// What to do about it; one line.
    pub hint: Option<String>,
}
