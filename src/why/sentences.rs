//! Chooses the facts and rows that matter and puts them into sentences.

use crate::eval::keys::topic::Topic;

use super::facts::{named, points};
use super::line::Line;
use super::rows::{self, Difference, End};
use super::{Basis, Fact, MOST_SENTENCES, MaterialChange, Sentence, Which};

/// Smaller differences in centipawns are not worth a sentence.
pub const SMALLEST: i32 = 5;
/// Rows are stated until no more than this percentage of the difference is left.
const LEFT_PERCENT: i32 = 10;
/// Maximum number of moves of a line in a sentence.
const MOST_MOVES: usize = 6;

/// Two lines with their ends.
pub struct Compared<'a> {
    /// The line of the move, and the other.
    pub lines: &'a [Line; 2],
    /// Their ends.
    pub ends: &'a [End<'a>; 2],
    /// The difference of the scores in centipawns.
    pub difference: i32,
    /// True if a line ends in mate or a draw, so that the rows decide nothing.
    pub is_decided: bool,
}

impl Compared<'_> {
    fn line(&self, which: Which) -> &Line {
        &self.lines[which as usize]
    }
}

/// States the facts, then the largest rows, until the difference is explained.
pub fn sentences(compared: &Compared, differences: &[Difference], facts: &[Fact]) -> Vec<Sentence> {
    let mut sentences: Vec<Sentence> = Vec::new();
    let mut left = compared.difference;
    let (last, first): (Vec<&Fact>, Vec<&Fact>) =
        facts.iter().partition(|fact| matches!(fact, Fact::Remainder { .. }));
    for fact in first.into_iter().filter(|fact| !is_repetition(fact, facts)).take(MOST_SENTENCES - last.len())
    {
        if let Fact::Material { difference, .. } = fact {
            left -= difference;
        }
        sentences.push(Sentence { text: state(compared, fact), basis: Basis::Fact(fact.clone()) });
    }
    let names_material = facts.iter().any(|fact| matches!(fact, Fact::Material { .. }));
    if let Some(Fact::Remainder { difference }) = last.first() {
        left -= difference;
    }
    // Corrections of the sum say little to a player.
    let (corrections, rows): (Vec<&Difference>, Vec<&Difference>) =
        differences.iter().partition(|row| Topic::of(&row.entry).corrects_sum());
    for row in rows.into_iter().chain(corrections) {
        let is_enough = left.abs() * 100 <= compared.difference.abs() * LEFT_PERCENT;
        let is_small = row.centipawns.abs() < SMALLEST.max(compared.difference.abs() / 20);
        if compared.is_decided || is_enough || sentences.len() + last.len() >= MOST_SENTENCES {
            break;
        }
        if is_small {
            continue;
        }
        if names_material && rows::is_material(&row.entry, &compared.ends[0], &compared.ends[1]) {
            continue;
        }
        let [a, b] = [0, 1].map(|i| (&compared.ends[i], &compared.lines[i]));
        let statement = rows::statement(&row.entry, a, b);
        if let Some(statement) = statement.filter(|text| sentences.iter().all(|s| !s.text.starts_with(text)))
        {
            left -= row.centipawns;
            let text = format!("{statement}: {}.", pawns(row.centipawns));
            sentences.push(Sentence { text, basis: Basis::Key(row.entry.key()) });
        }
    }
    let rest = last.into_iter();
    sentences
        .extend(rest.map(|fact| Sentence { text: state(compared, fact), basis: Basis::Fact(fact.clone()) }));
    sentences
}

/// Returns `true` for an exchange whose capture the sentence about material names.
fn is_repetition(fact: &Fact, facts: &[Fact]) -> bool {
    let Fact::Exchange { line, by, .. } = fact else {
        return false;
    };
    facts.iter().any(|fact| match fact {
        Fact::Material { line: change, other, .. } => {
            let change = if *line == Which::Move { change } else { other };
            change.by == Some(*by)
        }
        _ => false,
    })
}

/// The sentence about a fact.
fn state(compared: &Compared, fact: &Fact) -> String {
    match fact {
        Fact::Mate { line, winner, moves, by } => {
            let line = compared.line(*line);
            let first = line.numbered(0);
            let verb = if *winner == line.positions[0].stm() { "forces" } else { "allows" };
            match by {
                Some(0) => format!("{first} is checkmate."),
                Some(by) => format!("{first} {verb} mate in {moves} ({}).", line.numbered(*by)),
                None => format!("{first} {verb} mate in {moves}."),
            }
        }
        Fact::Draw { line, rule: "repetition", .. } => {
            format!("After {}, a position occurs again.", compared.line(*line).label())
        }
        Fact::Draw { line, rule, .. } => {
            format!("After {}, the game is drawn by {rule}.", compared.line(*line).label())
        }
        Fact::Material { line, other, difference } => {
            let changes = [(Which::Move, line), (Which::Other, other)];
            let changes = changes.into_iter().filter_map(|(which, c)| change(compared.line(which), c));
            format!("{}: {}.", changes.collect::<Vec<_>>().join("; "), pawns(*difference))
        }
        Fact::Exchange { line, by, square, points } => {
            let capture = compared.line(*line).numbered(*by);
            let unit = if *points == 1 { "point" } else { "points" };
            let values = "pawn 1, knight and bishop 3, rook 5, queen 9";
            format!("{capture} gains {points} {unit} in the exchanges on {square} ({values}).")
        }
        Fact::Remainder { difference } => {
            let (part, whole) = (pawns(*difference), pawns(compared.difference));
            let line = &compared.lines[0];
            let shown = line_text(line);
            format!(
                "The reason lies deeper: {part} of {whole} comes from the search, not from the positions after {shown}."
            )
        }
    }
}

/// The first moves of a line.
fn line_text(line: &Line) -> String {
    let text = line.text();
    if line.moves.len() <= MOST_MOVES { text } else { line.label() }
}

/// States how material changes in a line; `None` if it does not.
fn change(line: &Line, change: &MaterialChange) -> Option<String> {
    let MaterialChange { lost, won, by } = change;
    let (gain, loss) = (named(won), named(lost));
    let what = match (lost.is_empty(), won.is_empty()) {
        (true, true) => return None,
        (false, true) => format!("loses {loss}"),
        (true, false) => format!("wins {gain}"),
        (false, false) if points(lost) > points(won) => format!("loses {loss} for {gain}"),
        (false, false) if points(lost) < points(won) => format!("wins {gain} for {loss}"),
        (false, false) => format!("gives {loss} for {gain}"),
    };
    let by = by.map_or(String::new(), |by| format!(" ({})", line.numbered(by)));
    Some(format!("{} {what}{by}", line.numbered(0)))
}

/// Centipawns as signed pawns.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
