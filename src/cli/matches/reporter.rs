//! Terminal output of `temper match` and `temper tournament`.

use std::io::Write;

use super::progress::Progress;
use super::setup::Setup;
use super::tables::{self, score};
use temperament_matches::arena::{DEFAULT_SEED, Match, MatchResults, Order, Reason, Source};
use temperament_matches::setup::GameOptions;
use temperament_matches::stats::{Report, Sprt};

/// Losses by forfeit, with their titles.
const FORFEITS: [(&str, Reason); 4] = [
    ("Lost on time", Reason::Time),
    ("Lost by a crash", Reason::Crash),
    ("Lost without an answer", Reason::NoAnswer),
    ("Lost by an illegal move", Reason::IllegalMove),
];
/// Minimum number of games for each forfeit of a reliable result.
const MIN_GAMES_PER_FORFEIT: usize = 20;

pub struct Reporter<W> {
    out: W,
    is_quiet: bool,
    /// Whether games of a journal are shown without playing.
    is_shown: bool,
    /// Live view on a terminal, in place of a line per game.
    live: Option<Progress>,
}

impl<W: Write> Reporter<W> {
    /// Prints to `out`; only the final result if `is_quiet`.
    pub fn new(out: W, is_quiet: bool) -> Self {
        Self { out, is_quiet, is_shown: false, live: None }
    }

    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Prints the setup. `concurrency` is `None` if games of a journal are only shown.
    pub fn begin(&mut self, setup: &Setup, concurrency: Option<usize>) -> anyhow::Result<()> {
        self.is_shown = concurrency.is_none();
        let Setup { plan, options, earlier, .. } = setup;
        let openings = plan.suite.openings().len();
        let repeated = plan.schedule.repeated_rounds();
        // A test hardly ever gets that far; if it does, a note follows then.
        if repeated > 0 && setup.test.is_none() && !self.is_quiet && !self.is_shown {
            let each = if plan.participants.len() > 2 { " of each two" } else { "" };
            complain!(
                "note: {} has {} for {} pairs of games{each}; they are repeated",
                options.openings,
                number_of_openings(openings),
                openings + repeated
            );
        }
        if self.is_quiet {
            return Ok(());
        }
        for (label, participant) in setup.labels.iter().zip(&plan.participants) {
            writeln!(
                self.out,
                "{label}: {}, {}, {}, hash {} MiB{}",
                participant.name,
                participant.source,
                participant.limit,
                participant.hash_mib,
                if participant.own_book { ", own book" } else { "" }
            )?;
        }
        if let [Source::Profile(a), Source::Profile(b)] = [0, 1].map(|i| &plan.participants[i].source)
            && a.id() == b.id()
            && a.name() != b.name()
        {
            writeln!(self.out, "note: {} and {} evaluate all positions alike", a.name(), b.name())?;
        }
        let seed = options.seed();
        let order = match options.order() {
            Order::Random { seed } => format!("in random order (seed {seed})"),
            Order::Sequential if seed == DEFAULT_SEED => "sequential order".to_owned(),
            Order::Sequential => format!("sequential order (seed {seed})"),
        };
        let at_a_time = concurrency.map_or(String::new(), |count| format!(", {count} at a time"));
        writeln!(
            self.out,
            "{} games{at_a_time}; {} from {}, {order}",
            plan.schedule.games(),
            number_of_openings(openings),
            options.openings
        )?;
        if let Some(tables) = &plan.rules.tables {
            writeln!(self.out, "Endgame tables: {}", tables.summary())?;
        }
        if !earlier.is_empty() {
            writeln!(self.out, "{} games resumed from the journal", earlier.len())?;
        }
        writeln!(self.out)?;
        self.out.flush()?;
        if self.is_shown {
            self.is_quiet = true;
            return Ok(());
        }
        self.live = Progress::open(plan, setup.test.is_some(), earlier.len())?;
        Ok(())
    }

    /// A pair that counts, the last one of the results; `report` is on its pairing, and for the second of the two.
    pub fn pair(
        &mut self,
        plan: &Match,
        results: &MatchResults,
        pairing: usize,
        report: &Report,
    ) -> anyhow::Result<()> {
        let Some(pair) = results.pairs().last() else {
            return Ok(());
        };
        if self.is_shown {
            return Ok(());
        }
        if report.test.is_some()
            && !self.is_quiet
            && pair[0].slot.pair() == plan.schedule.first_repeated_pair()
        {
            let game = pair[0].slot.game + 1;
            self.note(&format!("note: all openings have been played; they repeat from game {game} on"));
        }
        if let Some(live) = &self.live {
            live.show(plan, results, report);
            return Ok(());
        }
        if self.is_quiet {
            return Ok(());
        }
        for played in pair {
            let [white, black] = played.slot.players.map(|player| &plan.participants[player].name);
            writeln!(
                self.out,
                "Game {} of {}: {white} - {black} {} ({}, {} plies)",
                played.slot.game + 1,
                plan.schedule.games(),
                played.record.termination.result.pgn(),
                played.record.termination.reason,
                played.record.moves.len()
            )?;
        }
        let [first, second] = plan.schedule.pairings()[pairing].map(|player| &plan.participants[player].name);
        writeln!(self.out, "Score of {second} vs {first}: {}", score(report))?;
        Ok(self.out.flush()?)
    }

    /// Prints a message while games are played.
    pub fn note(&self, text: &str) {
        match &self.live {
            // A failing terminal cannot be reported.
            Some(live) => drop(live.print(text)),
            None => complain!("{text}"),
        }
    }

    /// Prints the final result; `is_cut` if not all games were played.
    pub fn end(
        &mut self,
        plan: &Match,
        options: &GameOptions,
        test: Option<Sprt>,
        results: &MatchResults,
        is_cut: bool,
    ) -> anyhow::Result<()> {
        if self.live.take().is_none() && !self.is_quiet {
            writeln!(self.out)?;
        }
        if is_cut {
            let (games, all) = (results.games(), plan.schedule.games());
            if self.is_shown {
                writeln!(self.out, "{games} of {all} games count so far.")?
            } else {
                writeln!(self.out, "Interrupted after {games} of {all} games; unfinished games are dropped.")?
            }
        }
        match plan.participants.len() {
            _ if results.games() == 0 => writeln!(self.out, "No game was finished.")?,
            2 => self.write_duel(plan, options, test, results)?,
            _ => {
                let (hash, openings) = (options.hash, &options.openings);
                writeln!(
                    self.out,
                    "Results of {} players ({hash} MiB, {openings}):",
                    plan.participants.len()
                )?;
                tables::write_results(&mut self.out, plan, results)?;
            }
        }
        let reasons = results.reasons();
        let reasons: Vec<String> =
            reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        if !reasons.is_empty() {
            writeln!(self.out, "Games ended by: {}", reasons.join("; "))?;
        }
        let lost = self.write_forfeits(plan, results)?;
        self.out.flush()?;
        if lost * MIN_GAMES_PER_FORFEIT > results.games() {
            complain!(
                "warning: {lost} of {} games were forfeited (time or engine failure); the result is unreliable",
                results.games()
            );
        }
        Ok(())
    }

    /// Prints forfeits by player and returns their number.
    fn write_forfeits(&mut self, plan: &Match, results: &MatchResults) -> anyhow::Result<usize> {
        let mut all = 0;
        for (title, reason) in FORFEITS {
            let counts = plan.participants.iter().enumerate();
            let counts =
                counts.map(|(number, participant)| (&participant.name, results.lost(number, reason)));
            let sum: usize = counts.clone().map(|(_, count)| count).sum();
            if sum > 0 {
                let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
                writeln!(self.out, "{title}: {}", counts.join(", "))?;
            }
            all += sum;
        }
        Ok(all)
    }

    /// Prints the result of a match from the point of view of B.
    fn write_duel(
        &mut self,
        plan: &Match,
        options: &GameOptions,
        test: Option<Sprt>,
        results: &MatchResults,
    ) -> anyhow::Result<()> {
        for (players, results) in results.pairings() {
            let [a, b] = players.map(|number| &plan.participants[number]);
            let limits =
                if a.limit == b.limit { b.limit.to_string() } else { format!("{} vs {}", b.limit, a.limit) };
            let (hash, openings) = (options.hash, &options.openings);
            writeln!(self.out, "Results of {} vs {} ({limits}, {hash} MiB, {openings}):", b.name, a.name)?;
            write!(self.out, "{}", Report::new(results, test))?;
        }
        Ok(())
    }
}

/// `1 opening`, `2 openings`.
fn number_of_openings(count: usize) -> String {
    format!("{count} opening{}", if count == 1 { "" } else { "s" })
}
