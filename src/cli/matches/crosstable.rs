//! The result of a tournament: ranking, crosstable, and each pairing.

use std::io::Write;

use super::report::score;
use crate::arena::{Course, Match};
use crate::report::{Standing, Standings};
use crate::stats::rounded;

/// Narrower columns would not stand out from each other.
const LEAST_CELL: usize = 9;

/// The ranking in a line: name and points of each player, the best first.
pub fn in_a_line(plan: &Match, course: &Course) -> anyhow::Result<String> {
    let ranking = Standings::new(plan, course)?.ranking;
    let rows = (1..)
        .zip(&ranking)
        .map(|(rank, row)| format!("{rank}. {} {}/{}", row.name, row.points, row.games));
    Ok(rows.collect::<Vec<_>>().join("  "))
}

/// Writes all that has come of a tournament.
pub fn write(out: &mut impl Write, plan: &Match, course: &Course) -> anyhow::Result<()> {
    let standings = Standings::new(plan, course)?;
    let names = standings.ranking.iter().map(|row| row.name.chars().count());
    let width = names.max().unwrap_or(0).max("player".len());
    write_ranking(out, &standings.ranking, width)?;
    write_table(out, &standings, width)?;
    writeln!(out, "\nPairings:")?;
    for meeting in &standings.pairings {
        let [first, second] = meeting.players.map(|player| &plan.contenders[player].name);
        let results = &meeting.report.results;
        let points = results.points();
        let others = results.number_of_games() as f64 - points;
        write!(
            out,
            "{first} vs {second}: {points:.1} - {others:.1} ({})",
            score(&meeting.report)
        )?;
        match results.pairs() {
            Some(pairs) => writeln!(out, ", Ptnml(0-2): {:?}", pairs.counts())?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

fn write_ranking(out: &mut impl Write, rows: &[Standing], width: usize) -> anyhow::Result<()> {
    writeln!(
        out,
        "{:>3}  {:<width$}  {:>8}  {:>7}  {:>8}  {:>6}  {:>7}",
        "#", "player", "Elo", "+/-", "points", "games", "share"
    )?;
    let number = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| rounded(number, 1));
    for (rank, row) in (1..).zip(rows) {
        let elo = row.rating.ok().map(|rating| rating.value);
        let error = row.rating.and_then(|rating| rating.error()).ok();
        let share = row
            .share()
            .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        writeln!(
            out,
            "{rank:>3}  {:<width$}  {:>8}  {:>7}  {:>8.1}  {:>6}  {share:>7}",
            row.name,
            number(elo),
            number(error),
            row.points,
            row.games
        )?;
    }
    writeln!(
        out,
        "Elo with 95 % interval against the average of those who have one."
    )?;
    for row in rows {
        if let Some(why) = row.why_not() {
            writeln!(out, "{}: {why}", row.name)?;
        }
    }
    Ok(())
}

/// The points of each row against each column, columns by rank.
fn write_table(out: &mut impl Write, standings: &Standings, width: usize) -> anyhow::Result<()> {
    let rows = &standings.ranking;
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| rows.iter().map(|column| standings.cell(row, column)).collect())
        .collect();
    let widest = cells
        .iter()
        .flatten()
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max(LEAST_CELL);
    write!(out, "\n{:>3}  {:<width$}", "#", "player")?;
    for rank in 1..=rows.len() {
        write!(out, "  {rank:>widest$}")?;
    }
    writeln!(out)?;
    for ((rank, row), cells) in (1..).zip(rows).zip(&cells) {
        write!(out, "{rank:>3}  {:<width$}", row.name)?;
        for cell in cells {
            write!(out, "  {cell:>widest$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
