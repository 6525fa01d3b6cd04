//! What `temper match` prints.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::options::{OpeningOrder, Options};
use super::{A, B};
use crate::arena::{Match, Played, Tally};
use crate::stats::Report;

/// Prints the course and the result of a match.
pub struct Reporter<W> {
    out: W,
    is_quiet: bool,
    /// How often games ended for each reason.
    reasons: BTreeMap<String, u64>,
}

impl<W: Write> Reporter<W> {
    /// Prints to `out`; only the end if quiet.
    pub fn new(out: W, is_quiet: bool) -> Self {
        Self {
            out,
            is_quiet,
            reasons: BTreeMap::new(),
        }
    }

    /// What is about to be played; `earlier` games of it have been.
    pub fn begin(
        &mut self,
        plan: &Match,
        options: &Options,
        concurrency: usize,
        earlier: usize,
    ) -> io::Result<()> {
        let openings = plan.suite.openings().len();
        let repeated = plan.schedule.repeated_rounds();
        if repeated > 0 {
            complain!(
                "note: {} has {openings} openings for {} pairs of games; after the last comes the first again",
                options.openings,
                openings + repeated
            );
        }
        if self.is_quiet {
            return Ok(());
        }
        for (letter, contender) in ["A", "B"].iter().zip(&plan.contenders) {
            writeln!(
                self.out,
                "{letter}: {}, profile {} (id {:016x}), {}, hash {} MiB",
                contender.name,
                contender.profile.name(),
                contender.profile.id(),
                contender.limit,
                contender.hash_mib
            )?;
        }
        let order = match options.order {
            OpeningOrder::Sequential => "in their order".to_owned(),
            OpeningOrder::Random => format!("in random order (seed {})", options.seed),
        };
        writeln!(
            self.out,
            "{} games, {concurrency} at a time; {openings} openings from {}, {order}",
            plan.schedule.games(),
            options.openings
        )?;
        if earlier > 0 {
            writeln!(self.out, "{earlier} games were played before")?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }

    /// A pair that counts; `tally` and `report` include it, for B.
    pub fn pair(
        &mut self,
        plan: &Match,
        pair: &[Played; 2],
        tally: &Tally,
        report: &Report,
    ) -> io::Result<()> {
        for played in pair {
            let reason = played.record.verdict.reason.to_string();
            *self.reasons.entry(reason).or_default() += 1;
            if self.is_quiet {
                continue;
            }
            let [white, black] = played.slot.players.map(|player| &plan.contenders[player].name);
            writeln!(
                self.out,
                "Game {} of {}: {white} - {black} {} ({}, {} plies)",
                played.slot.game + 1,
                plan.schedule.games(),
                played.record.verdict.result.pgn(),
                played.record.verdict.reason,
                played.record.moves.len()
            )?;
        }
        if !self.is_quiet {
            writeln!(
                self.out,
                "Score of {}: {}",
                plan.contenders[B].name,
                score(tally, report)
            )?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// The result; `is_cut` if not all games were played.
    pub fn end(&mut self, plan: &Match, options: &Options, report: &Report, is_cut: bool) -> io::Result<()> {
        if !self.is_quiet {
            writeln!(self.out)?;
        }
        if is_cut {
            writeln!(
                self.out,
                "Interrupted after {} of {} games; those under way are dropped.",
                report.results.number_of_games(),
                plan.schedule.games()
            )?;
        }
        let [a, b] = [A, B].map(|number| &plan.contenders[number]);
        let limits = match a.limit == b.limit {
            true => b.limit.to_string(),
            false => format!("{} vs {}", b.limit, a.limit),
        };
        writeln!(
            self.out,
            "Results of {} vs {} ({limits}, {} MiB, {}):",
            b.name, a.name, options.hash, options.openings
        )?;
        write!(self.out, "{report}")?;
        let reasons: Vec<String> = self
            .reasons
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        if !reasons.is_empty() {
            writeln!(self.out, "Games ended by: {}", reasons.join("; "))?;
        }
        self.out.flush()
    }
}

/// `+3 =4 -1, Elo 12.3 +/- 45.6, LLR 0.12`, as far as these numbers exist.
fn score(tally: &Tally, report: &Report) -> String {
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Ok(elo) = report.strength.elo {
        text += &format!(", Elo {:.1}", elo.value);
        if let Ok(error) = elo.error() {
            text += &format!(" +/- {error:.1}");
        }
    }
    if let Some((_, Ok(llr))) = report.test {
        text += &format!(", LLR {llr:.2}");
    }
    text
}
