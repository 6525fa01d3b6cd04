//! Chooses the facts and rows that matter and puts them into sentences.

use temperament_engine::eval::keys::topic::Topic;
use temperament_engine::terms::phrase::list;

use super::facts::{captured, named, points};
use super::rows::{self, Difference};
use super::{Basis, Fact, MOST_SENTENCES, MaterialChange, Sentence, Which};
use crate::line::Line;
use crate::position::Explained;

/// Smaller differences in centipawns are not worth a sentence.
pub const SMALLEST: i32 = 5;
/// Rows are stated until no more than this percentage of the difference is left to explain.
const LEFT_PERCENT: i32 = 10;
/// A row is stated if it is at most this percentage of what is left.
const MOST_PERCENT: i32 = 120;
/// Material that comes to this percentage of the difference, or more, explains a move alone: rows, which then speak for the
/// other move as often as not, would only distract.
const ENOUGH_PERCENT: i32 = 80;

/// Begins a sentence that speaks against the verdict; the next word is a move with its number.
const CONCESSION: &str = "In return, ";

/// Two lines with their ends.
pub struct Compared<'a> {
    /// The line of the move, and the other.
    pub lines: &'a [Line; 2],
    pub ends: &'a [Explained<'a>; 2],
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

/// States the facts, then rows, until the difference is explained. What speaks against the move that is better comes
/// after what speaks for it.
pub fn sentences(compared: &Compared, differences: &[Difference], facts: &[Fact]) -> Vec<Sentence> {
    let (last, first): (Vec<&Fact>, Vec<&Fact>) =
        facts.iter().partition(|fact| matches!(fact, Fact::Remainder { .. }));
    let sentence = |fact: &Fact| Sentence { text: state(compared, fact), basis: Basis::Fact(fact.clone()) };
    let most = MOST_SENTENCES - last.len();
    let is_mate = |fact: &Fact| matches!(fact, Fact::Mate { .. });
    let ends_in_mate = facts.iter().any(is_mate);
    let is_end = |fact: &Fact| matches!(fact, Fact::Mate { .. } | Fact::Draw { .. });
    // Nothing else matters beside a mate but a draw.
    let is_stated = |fact: &&Fact| if ends_in_mate { is_end(fact) } else { !is_repetition(fact, facts) };
    let first = first.into_iter().filter(is_stated).take(most);
    let mut sentences: Vec<Sentence> = first.map(sentence).collect();
    let stated: i32 = facts.iter().map(explained).sum();
    let material = |fact: &&Fact| matches!(fact, Fact::Material { .. });
    let material: i32 = facts.iter().filter(material).map(explained).sum();
    let is_explained = material.signum() == compared.difference.signum()
        && material.abs() * 100 >= compared.difference.abs() * ENOUGH_PERCENT;
    if !compared.is_decided && !is_explained {
        let names_material = facts.iter().any(|fact| matches!(fact, Fact::Material { .. }));
        let [a, b] = compared.ends;
        let is_open = |row: &&Difference| !(names_material && rows::is_material(&row.entry, a, b));
        let rows: Vec<&Difference> = differences.iter().filter(is_open).collect();
        add_rows(compared, rows, compared.difference - stated, most, &mut sentences);
        concede(compared.difference, &mut sentences);
    }
    sentences.extend(last.into_iter().map(sentence));
    sentences
}

/// The part of the difference that a fact explains, in centipawns.
fn explained(fact: &Fact) -> i32 {
    match fact {
        Fact::Material { difference, .. } | Fact::Remainder { difference } => *difference,
        _ => 0,
    }
}

/// Puts material that speaks against the verdict behind the reasons for it.
fn concede(difference: i32, sentences: &mut Vec<Sentence>) {
    let is_against = |s: &Sentence| match s.basis {
        Basis::Fact(Fact::Material { difference: of_material, .. }) => of_material * difference < 0,
        _ => false,
    };
    let Some(at) = sentences.iter().position(is_against) else {
        return;
    };
    if at + 1 < sentences.len() {
        let sentence = sentences.remove(at);
        sentences.push(Sentence { text: format!("{CONCESSION}{}", sentence.text), ..sentence });
    }
}

/// Adds sentences about rows. Each is the largest that does not exceed what is `left` by much, so that their sum comes
/// near to it; corrections of the sum, which say little to a player, are left out.
fn add_rows(
    compared: &Compared,
    mut rows: Vec<&Difference>,
    mut left: i32,
    most: usize,
    sentences: &mut Vec<Sentence>,
) {
    let smallest = SMALLEST.max(compared.difference.abs() / 20);
    rows.retain(|row| row.centipawns.abs() >= smallest && !Topic::of(&row.entry).corrects_sum());
    let [a, b] = [0, 1].map(|i| (&compared.ends[i], &compared.lines[i]));
    while sentences.len() < most && left.abs() * 100 > compared.difference.abs() * LEFT_PERCENT {
        let fits = |row: &&Difference| {
            row.centipawns.signum() == left.signum()
                && row.centipawns.abs() * 100 <= left.abs() * MOST_PERCENT
        };
        let Some(at) = rows.iter().position(fits) else {
            break;
        };
        let row = rows.remove(at);
        let statement = rows::statement(&row.entry, a, b);
        if let Some(statement) = statement.filter(|text| sentences.iter().all(|s| !s.text.starts_with(text)))
        {
            left -= row.centipawns;
            let text = format!("{statement}: {}.", pawns(row.centipawns));
            sentences.push(Sentence { text, basis: Basis::Key(row.entry.key()) });
        }
    }
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
            let differ = line.traded != other.traded;
            let changes = [(Which::Move, line), (Which::Other, other)];
            let changes =
                changes.into_iter().filter_map(|(which, c)| change(compared.line(which), c, differ));
            format!("{}: {}.", changes.collect::<Vec<_>>().join("; "), pawns(*difference))
        }
        Fact::Exchange { line, by, square, points } => {
            let line = compared.line(*line);
            let capture = line.numbered(*by);
            let after = if *by == 0 { String::new() } else { format!("After {}, ", line.numbered(0)) };
            let unit = if *points == 1 { "point" } else { "points" };
            let values = "pawn 1, knight and bishop 3, rook 5, queen 9";
            format!("{after}{capture} gains {points} {unit} in the exchanges on {square} ({values}).")
        }
        Fact::Remainder { difference } => {
            let (part, whole) = (pawns(*difference), pawns(compared.difference));
            if difference.signum() == compared.difference.signum() {
                format!(
                    "The reason lies deeper: {part} of {whole} comes from the search, not from the last positions of the lines."
                )
            } else {
                format!("The search looks further than the last positions of the lines, and adds {part}.")
            }
        }
    }
}

/// States how material changes in a line, with what is traded if `trades`; `None` if it does not.
fn change(line: &Line, change: &MaterialChange, trades: bool) -> Option<String> {
    let us = line.positions[0].stm();
    let promotions = [(us, "promotes a pawn"), (!us, "allows a promotion")]
        .into_iter()
        .filter_map(|(side, act)| line.promotion(side).map(|by| format!("{act} ({})", line.numbered(by))));
    let promotions: Vec<String> = promotions.collect();
    // A new queen is no queen that anybody has lost.
    let captured = (!promotions.is_empty()).then(|| captured(line));
    let MaterialChange { lost, won, traded, by } = captured.as_ref().unwrap_or(change);
    let (gain, loss) = (named(won), named(lost));
    let by = by.map_or(String::new(), |by| format!(" ({})", line.numbered(by)));
    let balance = match (lost.is_empty(), won.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("loses {loss}{by}")),
        (true, false) => Some(format!("wins {gain}{by}")),
        (false, false) if points(lost) > points(won) => Some(format!("loses {loss} for {gain}{by}")),
        (false, false) if points(lost) < points(won) => Some(format!("wins {gain} for {loss}{by}")),
        (false, false) => Some(format!("gives {loss} for {gain}{by}")),
    };
    let trade = (trades && !traded.is_empty()).then(|| format!("trades {}", named(traded)));
    let parts: Vec<String> = promotions.into_iter().chain(balance).chain(trade).collect();
    (!parts.is_empty()).then(|| format!("{} {}", line.numbered(0), list(parts)))
}

/// Centipawns as signed pawns.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
