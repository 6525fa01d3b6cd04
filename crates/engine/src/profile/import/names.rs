//! What the names of variables, keys and comments say about a table: piece, stage, side.

use crate::board::{Color, Piece};
use crate::profile::Stage;

/// Maximum length of a name that is looked at, in bytes.
const LONGEST: usize = 200;

const PIECES: [(&str, Piece); 12] = [
    ("pawn", Piece::Pawn),
    ("knight", Piece::Knight),
    ("bishop", Piece::Bishop),
    ("rook", Piece::Rook),
    ("queen", Piece::Queen),
    ("king", Piece::King),
    ("pawns", Piece::Pawn),
    ("knights", Piece::Knight),
    ("bishops", Piece::Bishop),
    ("rooks", Piece::Rook),
    ("queens", Piece::Queen),
    ("kings", Piece::King),
];
const MG: [&str; 12] = [
    "mg",
    "op",
    "open",
    "opening",
    "mid",
    "middle",
    "midgame",
    "middlegame",
    "early",
    "midg",
    "start",
    "mgv",
];
const EG: [&str; 8] = ["eg", "end", "endgame", "ending", "late", "endg", "egv", "endgames"];
/// Words that say nothing but that it is a table or a value.
const NEUTRAL: [&str; 43] = [
    "table",
    "tables",
    "tbl",
    "pst",
    "psts",
    "psqt",
    "psq",
    "pcsq",
    "pos",
    "position",
    "positions",
    "positional",
    "val",
    "value",
    "values",
    "score",
    "scores",
    "bonus",
    "bonuses",
    "sq",
    "square",
    "squares",
    "eval",
    "array",
    "map",
    "material",
    "mat",
    "piece",
    "pieces",
    "worth",
    "game",
    "phase",
    "the",
    "for",
    "of",
    "and",
    "const",
    "adj",
    "adjustment",
    "default",
    "weight",
    "weights",
    "s",
];
const VALUES: [&str; 8] = ["val", "value", "values", "material", "mat", "worth", "score", "scores"];
/// Words of other terms and other tables.
const OTHERS: [&str; 69] = [
    "passed",
    "passer",
    "isolated",
    "doubled",
    "backward",
    "connected",
    "candidate",
    "shield",
    "storm",
    "safety",
    "attack",
    "attacks",
    "attacked",
    "attacker",
    "attackers",
    "threat",
    "threats",
    "mobility",
    "distance",
    "tropism",
    "outpost",
    "outposts",
    "castle",
    "castling",
    "shelter",
    "chain",
    "phalanx",
    "supported",
    "support",
    "defended",
    "zone",
    "ring",
    "danger",
    "key",
    "keys",
    "hash",
    "zobrist",
    "mask",
    "masks",
    "bitboard",
    "move",
    "moves",
    "offset",
    "offsets",
    "delta",
    "deltas",
    "direction",
    "directions",
    "magic",
    "magics",
    "shift",
    "shifts",
    "ray",
    "rays",
    "imbalance",
    "pair",
    "trapped",
    "pinned",
    "check",
    "checks",
    "reduction",
    "history",
    "mirror",
    "flip",
    "weak",
    "relevant",
    "bits",
    "blocked",
    "rights",
];

/// What a name says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    pub piece: Option<Piece>,
    pub stage: Option<Stage>,
    pub side: Option<Color>,
    /// It speaks of values.
    pub is_value: bool,
    /// It speaks of the game phase.
    pub is_phase: bool,
    /// A word that says that it is something other than a table or value of a piece.
    pub other: Option<String>,
}

impl Meaning {
    /// Returns `true` if it says which table it is.
    pub fn names_table(&self) -> bool {
        self.piece.is_some() || self.stage.is_some() || self.side.is_some()
    }

    fn add_piece(&mut self, piece: Piece) {
        match self.piece {
            Some(before) if before != piece => self.other = Some("two pieces".to_owned()),
            _ => self.piece = Some(piece),
        }
    }

    /// Notes a word that names a stage or a side, or that a table or value is meant. Returns `false` for any other word.
    fn add_word(&mut self, word: &str) -> bool {
        self.is_value |= VALUES.contains(&word);
        self.is_phase |= word == "phase";
        if MG.contains(&word) {
            self.stage = Some(Stage::Mg);
        } else if EG.contains(&word) {
            self.stage = Some(Stage::Eg);
        } else if word == "white" {
            self.side = Some(Color::White);
        } else if word == "black" {
            self.side = Some(Color::Black);
        } else {
            return NEUTRAL.contains(&word);
        }
        true
    }

    /// Notes a word with a piece in it and others before or after it, such as `pawntable` or `mgpawn`.
    fn add_joined(&mut self, word: &str) -> bool {
        for (name, piece) in &PIECES[..6] {
            let Some((before, after)) = word.split_once(name) else { continue };
            let mut joined = Self::default();
            if joined.add_parts(before) && joined.add_parts(after) {
                self.add_piece(*piece);
                self.stage = joined.stage.or(self.stage);
                self.side = joined.side.or(self.side);
                self.is_value |= joined.is_value;
                return true;
            }
        }
        self.add_parts(word)
    }

    /// Notes known words that are joined; `false` if anything else is among them.
    fn add_parts(&mut self, joined: &str) -> bool {
        let mut rest = joined;
        while !rest.is_empty() {
            let side = match rest {
                "w" => Some(Color::White),
                "b" => Some(Color::Black),
                _ => None,
            };
            if side.is_some() {
                self.side = side;
                return true;
            }
            let known = MG.iter().chain(&EG).chain(&NEUTRAL).chain(&["white", "black"]);
            let Some(word) = known.filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len())
            else {
                return false;
            };
            self.add_word(word);
            rest = &rest[word.len()..];
        }
        true
    }
}

/// Returns what a name says.
pub fn meaning(name: &str) -> Meaning {
    let mut meaning = Meaning::default();
    if name.len() > LONGEST {
        return meaning;
    }
    let words = words(name);
    let mut letters = Vec::new();
    let mut is_all_known = true;
    for word in &words {
        let word = word.as_str();
        if let Some((_, piece)) = PIECES.iter().find(|(name, _)| *name == word) {
            meaning.add_piece(*piece);
        } else if OTHERS.contains(&word) {
            meaning.other.get_or_insert_with(|| word.to_owned());
        } else if word.len() == 1 || is_coloured_letter(word) {
            letters.extend(word.chars());
        } else if !meaning.add_word(word) && !meaning.add_joined(word) {
            is_all_known = false;
        }
    }
    meaning.add_letters(&letters, is_all_known);
    meaning
}

impl Meaning {
    /// Notes single letters: with the name of a piece `w` and `b` are sides, `o` and `e` stages; without, they are pieces.
    fn add_letters(&mut self, letters: &[char], is_all_known: bool) {
        if self.piece.is_some() {
            for letter in letters {
                match letter {
                    'w' => self.side = Some(Color::White),
                    'b' => self.side = Some(Color::Black),
                    'o' | 'm' => self.stage = Some(Stage::Mg),
                    'e' => self.stage = Some(Stage::Eg),
                    _ => {}
                }
            }
            return;
        }
        if !is_all_known {
            return;
        }
        let (side, letter) = match letters {
            [letter] => (None, *letter),
            ['w', letter] => (Some(Color::White), *letter),
            ['b', letter] => (Some(Color::Black), *letter),
            _ => return,
        };
        let piece = "pnbrqk".find(letter).and_then(Piece::try_index);
        if let Some(piece) = piece {
            self.piece = Some(piece);
            self.side = side.or(self.side);
        }
    }
}

/// Returns `true` for a side and a piece in two letters, such as `wp`.
fn is_coloured_letter(word: &str) -> bool {
    matches!(word.as_bytes(), [b'w' | b'b', b'p' | b'n' | b'b' | b'r' | b'q' | b'k'])
}

/// Splits a name into lower-case words: at signs, digits, and before capitals.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let chars: Vec<char> = name.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| chars.get(i));
        let is_after_small = before.is_some_and(|before| before.is_lowercase());
        let is_last_capital = before.is_some_and(|before| before.is_uppercase())
            && chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        if !c.is_alphabetic() || (c.is_uppercase() && (is_after_small || is_last_capital)) {
            words.push(String::new());
        }
        if c.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
