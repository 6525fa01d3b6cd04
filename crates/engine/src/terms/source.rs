//! The texts of custom terms, and errors in them.

use std::ops::Range;

/// Maximum length of one field in bytes.
pub const MAX_TEXT: usize = 2_000;
/// Maximum number of terms, tables, factors and rules of draws in a program.
pub const MAX_TERMS: usize = 128;
/// Maximum number of definitions in a program.
pub const MAX_DEFINITIONS: usize = 200;
/// Maximum number of `let`s in a term.
pub const MAX_LETS: usize = 32;
/// Maximum length of a table by count.
pub const MAX_TABLE: usize = 128;

/// The part of a profile that declares something in the term language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// `[[term]]`: values times a count are added to the score.
    Term,
    /// `[[table]]`: numbers that expressions read with `lookup`.
    Table,
    /// `[[factor]]`: values times a count, divided by `divisor`, multiply the score.
    Factor,
    /// `[[drawn]]`: the position is a draw.
    Drawn,
}

impl Role {
    pub const ALL: [Self; 4] = [Self::Term, Self::Table, Self::Factor, Self::Drawn];

    /// The key of a file that declares it, which begins the names of its values too: `table.king_danger`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Term => "term",
            Self::Table => "table",
            Self::Factor => "factor",
            Self::Drawn => "drawn",
        }
    }

    /// What it is called in a sentence.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Drawn => "drawn rule",
            _ => self.key(),
        }
    }
}

/// How the product of a score and a factor becomes a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// Towards zero.
    #[default]
    Zero,
    /// Down: of negative scores away from zero.
    Down,
}

impl Rounding {
    pub const ALL: [(&'static str, Self); 2] = [("zero", Self::Zero), ("down", Self::Down)];
}

/// The index of the values of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// No values: a rule of draws.
    Nothing,
    /// `value`: one value, times the count.
    One,
    /// `table`: an entry by the count, or by `index`; the last of these (1 to [`MAX_TABLE`]) also for larger numbers.
    Table(usize),
    /// `by_rank`: eight values, from the owner's first rank to its eighth.
    Rank,
    /// `by_file`: eight values, from the a-file to the h-file.
    File,
    /// `by_square`: 64 values, from a1 to h8 as the owner sees the board.
    Square,
}

#[allow(clippy::len_without_is_empty)] // only a rule of draws has no value
impl By {
    /// The field that holds the values.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::One => "value",
            Self::Table(_) => "table",
            Self::Rank => "by_rank",
            Self::File => "by_file",
            Self::Square => "by_square",
        }
    }

    /// The same as a field of what is declared.
    pub const fn key_in(self, role: Role) -> &'static str {
        match (role, self) {
            (Role::Table, Self::Table(_)) => "values",
            _ => self.key(),
        }
    }

    /// Number of values.
    pub const fn len(self) -> usize {
        match self {
            Self::Nothing => 0,
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
    /// The name at the start of its head.
    pub fn name(&self) -> &str {
        Self::name_in(&self.head)
    }

    /// The name at the start of a head.
    pub fn name_in(head: &str) -> &str {
        head.split('(').next().unwrap_or_default().trim()
    }
}

/// One term, table, factor or rule of draws as written. `docs/custom-terms.md` describes which fields can be combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermSource {
    /// Name in messages and explanations.
    pub name: String,
    /// Names for expressions within this term, each with its expression; a later one may use an earlier one.
    pub lets: Vec<(String, String)>,
    /// A boolean: whether it counts; with `each`, evaluated for each square.
    pub when: Option<String>,
    /// Squares: each of them is `sq` in the other fields.
    pub each: Option<String>,
    /// The count: squares, a number or a boolean. Without it, 1.
    pub count: Option<String>,
    /// A number: the table entry, if it is not the count.
    pub index: Option<String>,
    /// A phrase about what it counts ([`super::phrase`]).
    pub say: Option<String>,
    /// The index of its values.
    pub by: By,
    pub role: Role,
    /// True if it counts after the blend of middlegame and endgame.
    pub after_blend: bool,
    /// What a factor is a part of: 100 for a percentage.
    pub divisor: i32,
    pub rounding: Rounding,
    /// Entries of a row, for a table that is looked up by row and column.
    pub columns: Option<usize>,
}

/// [`TermSource::divisor`] if a factor gives none.
pub const PERCENT: i32 = 100;

impl TermSource {
    /// Creates a term with only a name.
    pub fn new(name: &str, by: By) -> Self {
        Self {
            name: name.to_owned(),
            lets: Vec::new(),
            when: None,
            each: None,
            count: None,
            index: None,
            say: None,
            by,
            role: Role::Term,
            after_blend: false,
            divisor: PERCENT,
            rounding: Rounding::Zero,
            columns: None,
        }
    }
}

/// All texts of a profile in the term language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// Definitions in any order; they may use others, but not recursively.
    pub definitions: Vec<Definition>,
    pub terms: Vec<TermSource>,
}

/// The text that contains an error.
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
    /// `say`
    Say,
    /// The values: `value`, `table` and so on.
    Values,
    /// `columns`
    Columns,
}

/// An error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The text, which may be missing in the file, such as a missing `count`.
    pub part: Part,
    /// Byte range in the text, at character boundaries.
    pub span: Range<usize>,
    /// Message in one line.
    pub message: String,
    /// Suggestion in one line.
    pub hint: Option<String>,
}
