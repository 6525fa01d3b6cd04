//! The result of a tournament: ranking, crosstable, and each pairing.

use std::io::Write;

use super::report::score;
use crate::arena::{Course, Match, Tally};
use crate::stats::{CountsError, Estimate, Rated, Report, Results, Undefined, ratings, rounded};

/// Narrower columns would not stand out from each other.
const LEAST_CELL: usize = 9;

/// A player, as the ranking has it.
struct Row<'a> {
    player: usize,
    name: &'a str,
    rating: Result<Estimate, Undefined>,
    points: f64,
    games: u64,
}

/// The ranking in a line: name and points of each player, the best first.
pub fn in_a_line(plan: &Match, course: &Course) -> anyhow::Result<String> {
    let meetings = meetings(course)?;
    let rows = ranking(plan, &meetings);
    let rows = (1..)
        .zip(&rows)
        .map(|(rank, row)| format!("{rank}. {} {}/{}", row.name, row.points, row.games));
    Ok(rows.collect::<Vec<_>>().join("  "))
}

/// Who met, and what came of it for the first of the two.
fn meetings(course: &Course) -> Result<Vec<([usize; 2], Results)>, CountsError> {
    let meeting = |(players, tally): ([usize; 2], Tally)| Ok((players, tally.results()?.swapped()));
    course.tallies().map(meeting).collect()
}

/// Writes all that has come of a tournament.
pub fn write(out: &mut impl Write, plan: &Match, course: &Course) -> anyhow::Result<()> {
    let meetings = meetings(course)?;
    let rows = ranking(plan, &meetings);
    let width = rows
        .iter()
        .map(|row| row.name.chars().count())
        .max()
        .unwrap_or(0)
        .max("player".len());
    write_ranking(out, &rows, width)?;
    write_table(out, &rows, &meetings, width)?;
    writeln!(out, "\nPairings:")?;
    for (players, results) in &meetings {
        let [first, second] = players.map(|player| &plan.contenders[player].name);
        let report = Report::new(*results, None);
        let points = results.points();
        let others = results.number_of_games() as f64 - points;
        write!(
            out,
            "{first} vs {second}: {points:.1} - {others:.1} ({})",
            score(&report)
        )?;
        match results.pairs() {
            Some(pairs) => writeln!(out, ", Ptnml(0-2): {:?}", pairs.counts())?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// The players, the best first.
fn ranking<'a>(plan: &'a Match, meetings: &[([usize; 2], Results)]) -> Vec<Row<'a>> {
    let rated: Vec<Rated> = meetings
        .iter()
        .filter_map(|(players, results)| {
            Some(Rated {
                players: *players,
                pairs: *results.pairs()?,
            })
        })
        .collect();
    let ratings = ratings(plan.contenders.len(), &rated);
    let mut rows: Vec<Row<'_>> = (0..)
        .zip(plan.contenders.iter().zip(ratings))
        .map(|(player, (contender, rating))| {
            let own = meetings
                .iter()
                .filter_map(|(players, results)| points_of(player, *players, results));
            let (points, games) = own.fold((0.0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
            Row {
                player,
                name: &contender.name,
                rating,
                points,
                games,
            }
        })
        .collect();
    rows.sort_by(|a, b| {
        b.key()
            .0
            .total_cmp(&a.key().0)
            .then(b.key().1.total_cmp(&a.key().1))
    });
    rows
}

impl Row<'_> {
    /// What the ranking goes by. Who has no rating is beyond all others, above or below.
    fn key(&self) -> (f64, f64) {
        let share = self.share().unwrap_or(0.0);
        let beyond = if share > 0.5 {
            f64::INFINITY
        } else {
            f64::NEG_INFINITY
        };
        (self.rating.map_or(beyond, |rating| rating.value), share)
    }

    fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }
}

/// Points and games of a player in a meeting, if it takes part.
fn points_of(player: usize, players: [usize; 2], results: &Results) -> Option<(f64, u64)> {
    let own = match players.iter().position(|&other| other == player)? {
        0 => *results,
        _ => results.swapped(),
    };
    Some((own.points(), own.number_of_games()))
}

fn write_ranking(out: &mut impl Write, rows: &[Row<'_>], width: usize) -> anyhow::Result<()> {
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
        match row.rating.map(|rating| rating.interval) {
            Ok(Ok(_)) => {}
            Ok(Err(why)) => writeln!(out, "{}: no interval ({why})", row.name)?,
            Err(why) => writeln!(out, "{}: no Elo ({why})", row.name)?,
        }
    }
    Ok(())
}

/// The points of each row against each column, columns by rank.
fn write_table(
    out: &mut impl Write,
    rows: &[Row<'_>],
    meetings: &[([usize; 2], Results)],
    width: usize,
) -> anyhow::Result<()> {
    let cell = |row: &Row<'_>, column: &Row<'_>| {
        let met = meetings.iter().find(|(players, _)| {
            players.contains(&row.player) && players.contains(&column.player) && row.player != column.player
        });
        let own = met.and_then(|(players, results)| points_of(row.player, *players, results));
        own.map_or_else(|| "-".to_owned(), |(points, games)| format!("{points}/{games}"))
    };
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| rows.iter().map(|column| cell(row, column)).collect())
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
