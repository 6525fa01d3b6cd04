//! An explanation as JSON.

use serde_json::{Value, json};

use temperament_engine::board::{Color, Game, Move, Piece, Position, Square, notation, piece_name};

use super::{Basis, Claim, Fact, MaterialChange, Sentence, Which, Why};

impl Why {
    /// The explanation as a JSON object. Moves are in UCI notation.
    pub fn json(&self) -> Value {
        let position = Position::from_fen(&self.fen).unwrap_or_else(|_| Position::startpos());
        let line = uci_line(&position, &self.line);
        let other_line = uci_line(&position, &self.other_line);
        let fact = |fact: &Fact| self.fact_json(fact, [&line, &other_line]);
        let sentence = |Sentence { text, basis }: &Sentence| match basis {
            Basis::Key(key) => json!({ "text": text, "key": key }),
            Basis::Fact(of) => json!({ "text": text, "fact": fact(of) }),
        };
        let rows = self.rows.iter().map(|row| json!({ "key": row.key, "difference": row.difference }));
        let claims = self.claims.iter().map(|claim| self.claim_json(claim));
        json!({
            "fen": self.fen,
            "move": line[0],
            "other": other_line[0],
            "difference": self.difference,
            "rows": rows.collect::<Vec<_>>(),
            "remainder": self.remainder,
            "unstated": self.unstated(),
            "facts": self.facts.iter().map(fact).collect::<Vec<_>>(),
            "claims": claims.collect::<Vec<_>>(),
            "sentences": self.sentences.iter().map(sentence).collect::<Vec<_>>(),
            "line": line,
            "other_line": other_line,
        })
    }

    /// A sentence for a student; arrows are pairs of squares.
    fn claim_json(&self, claim: &Claim) -> Value {
        let arrow = |(from, to): &(Square, Square)| format!("{from}{to}");
        json!({
            "text": claim.text, "line": if claim.line == Which::Move { "move" } else { "other" }, "kind": claim.kind,
            "arrows": claim.arrows.iter().map(arrow).collect::<Vec<_>>(),
        })
    }

    /// One fact. `ply` is the number of a move in its line, from 1.
    fn fact_json(&self, fact: &Fact, lines: [&Vec<String>; 2]) -> Value {
        let name = |which: &Which| if *which == Which::Move { "move" } else { "other" };
        let mv = |which: &Which, by: usize| lines[*which as usize][by].clone();
        match fact {
            Fact::Mate { line, winner, moves, by } => json!({
                "kind": "mate", "line": name(line), "winner": side(*winner), "moves": moves,
                "ply": by.map(|by| by + 1), "by": by.map(|by| mv(line, by)),
            }),
            Fact::Draw { line, rule, by } => json!({
                "kind": "draw", "line": name(line), "rule": rule, "ply": by + 1, "by": mv(line, *by),
            }),
            Fact::Material { line, other, difference } => {
                let change = |which: Which, change: &MaterialChange| {
                    let by = change.by;
                    json!({
                        "lost": pieces(&change.lost), "won": pieces(&change.won),
                        "traded": pieces(&change.traded),
                        "ply": by.map(|by| by + 1), "by": by.map(|by| mv(&which, by)),
                    })
                };
                json!({
                    "kind": "material", "difference": difference,
                    "move": change(Which::Move, line), "other": change(Which::Other, other),
                })
            }
            Fact::Exchange { line, by, square, points } => json!({
                "kind": "exchange", "line": name(line), "ply": by + 1, "by": mv(line, *by),
                "square": square.to_string(), "points": points,
            }),
            Fact::Remainder { difference } => json!({ "kind": "remainder", "difference": difference }),
        }
    }
}

fn pieces(pieces: &[Piece]) -> Vec<&'static str> {
    pieces.iter().map(|piece| piece_name(*piece)).collect()
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

/// The moves of a line in UCI notation.
fn uci_line(position: &Position, line: &[Move]) -> Vec<String> {
    let chess960 = notation::is_chess960(position);
    let mut game = Game::new(position.clone());
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(notation::uci(game.position(), mv, chess960));
        if !game.play(mv) {
            break;
        }
    }
    words
}
