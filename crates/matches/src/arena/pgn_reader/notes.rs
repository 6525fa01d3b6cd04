//! What was assumed to read games that do not follow the rules of PGN.

use std::fmt;

use temperament_engine::escape;

/// Maximum length of a quoted word in characters.
const MAX_WORD: usize = 80;

/// An assumption that was necessary to read a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumption {
    /// A word between the moves means nothing.
    Word,
    /// A bracket or brace closes nothing.
    Bracket,
    /// What stands in brackets is not a tag.
    NotATag,
    /// The value of a tag goes on to the last quote of its line.
    LooseTag,
    /// The last value of a tag counts.
    RepeatedTag,
    /// Further tags mean nothing.
    ManyTags,
    /// The game ends before a null move.
    NullMove,
}

/// An assumption with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Line, from 1.
    pub line: usize,
    /// What was assumed.
    pub assumption: Assumption,
    /// The text that it is about.
    text: String,
}

impl Note {
    pub(super) fn new(line: usize, assumption: Assumption, text: &str) -> Self {
        Self { line, assumption, text: quoted(text) }
    }
}

/// A word of a message.
pub(super) fn quoted(text: &str) -> String {
    escape::bounded(text, MAX_WORD)
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.assumption {
            Assumption::Word => write!(f, "`{text}` is not a move and is ignored"),
            Assumption::Bracket => write!(f, "`{text}` closes nothing and is ignored"),
            Assumption::NotATag => write!(f, "`{text}` is not a tag (`[Name \"value\"]`) and is ignored"),
            Assumption::LooseTag => {
                write!(f, "the value of the tag {text} is read up to the last quote of the line")
            }
            Assumption::RepeatedTag => write!(f, "the tag {text} is repeated; its last value counts"),
            Assumption::ManyTags => write!(f, "the game has too many tags; those from {text} on are ignored"),
            Assumption::NullMove => write!(f, "the game is read up to the null move `{text}`"),
        }
    }
}

/// The notes on the games of a file, counted: each assumption is reported once.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    first: Vec<(Note, usize)>,
}

impl Notes {
    /// Adds notes.
    pub fn extend(&mut self, notes: &[Note]) {
        for note in notes {
            match self.first.iter_mut().find(|(first, _)| first.assumption == note.assumption) {
                Some((_, count)) => *count += 1,
                None => self.first.push((note.clone(), 1)),
            }
        }
    }

    /// Returns one message for each assumption, that of its first note. `name` is that of the file.
    pub fn messages(&self, name: &str) -> Vec<String> {
        let message = |(note, count): &(Note, usize)| {
            let more = if *count > 1 { format!(" ({} more of this kind)", count - 1) } else { String::new() };
            format!("{name}:{}: note: {note}{more}", note.line)
        };
        self.first.iter().map(message).collect()
    }
}
