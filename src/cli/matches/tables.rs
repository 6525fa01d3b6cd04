//! Tables printed after a match or tournament: ranking, crosstable, pairings, styles.

use std::io::{self, Write};

use crate::cli::stdout::columns;
use crate::cli::style_table;
use temperament_coaching::report::{Standing, Standings};
use temperament_matches::arena::{Match, MatchResults};
use temperament_matches::stats::{Report, rounded};
use temperament_matches::style::Styles;

/// `+3 =4 -1, Elo 12.3 +/- 45.6, LLR 0.12`, without undefined numbers.
pub fn score(report: &Report) -> String {
    let mut text = match report.results.games() {
        Ok(games) => format!("+{} ={} -{}", games.wins, games.draws, games.losses),
        Err(_) => format!("{} points", report.results.points()),
    };
    if let Ok(elo) = report.strength.elo {
        text += &format!(", Elo {}", rounded(elo.value, 1));
        if let Ok(error) = elo.error() {
            text += &format!(" +/- {error:.1}");
        }
    }
    if let Some((_, Ok(llr))) = report.test {
        text += &format!(", LLR {}", rounded(llr, 2));
    }
    text
}

/// The ranking in a line: name and points of each player, best first.
pub fn ranking_line(plan: &Match, match_results: &MatchResults) -> String {
    let ranking = Standings::new(plan, match_results).ranking;
    let rows =
        (1..).zip(&ranking).map(|(rank, row)| format!("{rank}. {} {}/{}", row.name, row.points, row.games));
    rows.collect::<Vec<_>>().join("  ")
}

/// Writes ranking, crosstable and pairings of a tournament.
pub fn write_results(out: &mut impl Write, plan: &Match, match_results: &MatchResults) -> anyhow::Result<()> {
    let standings = Standings::new(plan, match_results);
    write_ranking(out, &standings.ranking)?;
    write!(out, "\n{}", crosstable(&standings))?;
    writeln!(out, "\nPairings:")?;
    for meeting in &standings.pairings {
        let [first, second] = meeting.players.map(|player| &plan.participants[player].name);
        let results = &meeting.report.results;
        let points = results.points();
        let others = results.number_of_games() as f64 - points;
        write!(out, "{first} vs {second}: {points:.1} - {others:.1} ({})", score(&meeting.report))?;
        match results.pairs() {
            Some(pairs) => writeln!(out, ", Ptnml(0-2): {:?}", pairs.counts())?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

fn write_ranking(out: &mut impl Write, ranking: &[Standing]) -> anyhow::Result<()> {
    let defined = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let number = |number: Option<f64>| defined(number.map(|number| rounded(number, 1)));
    let header = ["#", "player", "Elo", "+/-", "points", "games", "share"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend((1..).zip(ranking).map(|(rank, row)| {
        vec![
            rank.to_string(),
            row.name.clone(),
            number(row.rating.ok().map(|rating| rating.value)),
            number(row.rating.and_then(|rating| rating.error()).ok()),
            format!("{:.1}", row.points),
            row.games.to_string(),
            defined(row.share().map(|share| format!("{:.1} %", 100.0 * share))),
        ]
    }));
    write!(out, "{}", columns(rows, &[1]))?;
    writeln!(out, "Elo with 95 % interval, relative to the average of the rated players.")?;
    for row in ranking {
        if let Some(why) = row.why_not() {
            writeln!(out, "{}: {why}", row.name)?;
        }
    }
    Ok(())
}

/// Points and games of each row against each column, columns in order of rank.
fn crosstable(standings: &Standings) -> String {
    let ranking = &standings.ranking;
    let mut rows = vec![vec!["#".to_owned(), "player".to_owned()]];
    rows[0].extend((1..=ranking.len()).map(|rank| rank.to_string()));
    rows.extend((1..).zip(ranking).map(|(rank, row)| {
        let mut cells = vec![rank.to_string(), row.name.clone()];
        cells.extend(ranking.iter().map(|column| standings.cell(row, column)));
        cells
    }));
    columns(rows, &[1])
}

/// Writes the comparisons of style of all pairings.
pub fn write_styles(out: &mut impl Write, plan: &Match, styles: &Styles) -> io::Result<()> {
    styles.pairings().try_for_each(|players| {
        let comparison = styles.comparison(plan, players);
        style_table::write(out, &comparison, &format!("pairs of games: {}", comparison.pairs))
    })
}
