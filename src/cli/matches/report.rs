//! What `temper match` and `temper tournament` print.

use std::io::Write;

use super::crosstable;
use super::options::GameOptions;
use super::progress::Progress;
use super::setup::Setup;
use crate::arena::{Course, Match, Reason};
use crate::stats::{Report, Sprt, rounded};

/// What is lost by something else than chess, and what that is called.
const FORFEITS: [(&str, Reason); 4] = [
    ("Lost on time", Reason::Time),
    ("Lost by a crash", Reason::Crash),
    ("Lost without an answer", Reason::NoAnswer),
    ("Lost by an illegal move", Reason::IllegalMove),
];
/// If more than one in so many games is lost so, that is told.
const FORFEITS_TOLD_FROM: usize = 20;

/// Prints the course and the result.
pub struct Reporter<W> {
    out: W,
    is_quiet: bool,
    /// Whether games of a journal are shown, not played.
    is_shown: bool,
    /// On a terminal, in place of a line for each game.
    live: Option<Progress>,
}

impl<W: Write> Reporter<W> {
    /// Prints to `out`; only the end if quiet.
    pub fn new(out: W, is_quiet: bool) -> Self {
        Self {
            out,
            is_quiet,
            is_shown: false,
            live: None,
        }
    }

    /// Where it prints.
    pub fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// What is about to be played, so many games at a time, or is shown: then no more follows but the result.
    pub fn begin(&mut self, setup: &Setup, concurrency: Option<usize>) -> anyhow::Result<()> {
        self.is_shown = concurrency.is_none();
        let Setup {
            plan,
            options,
            earlier,
            ..
        } = setup;
        let openings = plan.suite.openings().len();
        let repeated = plan.schedule.repeated_rounds();
        // A test will hardly ever get there; should it, that is told then.
        if repeated > 0 && setup.test.is_none() && !self.is_quiet && !self.is_shown {
            let each = if plan.contenders.len() > 2 {
                " of each two"
            } else {
                ""
            };
            complain!(
                "note: {} has {} for {} pairs of games{each}; after the last comes the first again",
                options.openings,
                number_of_openings(openings),
                openings + repeated
            );
        }
        if self.is_quiet {
            return Ok(());
        }
        for (label, contender) in setup.labels.iter().zip(&plan.contenders) {
            writeln!(
                self.out,
                "{label}: {}, {}, {}, hash {} MiB",
                contender.name, contender.source, contender.limit, contender.hash_mib
            )?;
        }
        let order = match options.seed() {
            None => "in their order".to_owned(),
            Some(seed) => format!("in random order (seed {seed})"),
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
            writeln!(self.out, "{} games were played before", earlier.len())?;
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

    /// A pair that counts, the last one of the course; `report` is on its pairing, and for the second of the two.
    pub fn pair(
        &mut self,
        plan: &Match,
        course: &Course,
        pairing: usize,
        report: &Report,
    ) -> anyhow::Result<()> {
        let Some(pair) = course.pairs().last() else {
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
            self.note(&format!(
                "note: all openings have been played; from game {game} on they come again"
            ));
        }
        if let Some(live) = &self.live {
            return live.show(plan, course, report);
        }
        if self.is_quiet {
            return Ok(());
        }
        for played in pair {
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
        let [first, second] = plan.schedule.pairings()[pairing].map(|player| &plan.contenders[player].name);
        writeln!(self.out, "Score of {second} vs {first}: {}", score(report))?;
        Ok(self.out.flush()?)
    }

    /// Something to be told while games are played.
    pub fn note(&self, text: &str) {
        match &self.live {
            // There is no better place to say so.
            Some(live) => drop(live.print(text)),
            None => complain!("{text}"),
        }
    }

    /// The result; `is_cut` if not all games were played.
    pub fn end(
        &mut self,
        plan: &Match,
        options: &GameOptions,
        test: Option<Sprt>,
        course: &Course,
        is_cut: bool,
    ) -> anyhow::Result<()> {
        if self.live.take().is_none() && !self.is_quiet {
            writeln!(self.out)?;
        }
        if is_cut {
            let (games, all) = (course.games(), plan.schedule.games());
            match self.is_shown {
                true => writeln!(self.out, "{games} of {all} games count so far.")?,
                false => writeln!(
                    self.out,
                    "Interrupted after {games} of {all} games; those under way are dropped."
                )?,
            }
        }
        match plan.contenders.len() {
            2 => self.write_duel(plan, options, test, course)?,
            _ => {
                let (hash, openings) = (options.hash, &options.openings);
                writeln!(
                    self.out,
                    "Results of {} players ({hash} MiB, {openings}):",
                    plan.contenders.len()
                )?;
                crosstable::write(&mut self.out, plan, course)?;
            }
        }
        let reasons = course.reasons();
        let reasons: Vec<String> = reasons
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        if !reasons.is_empty() {
            writeln!(self.out, "Games ended by: {}", reasons.join("; "))?;
        }
        let lost = self.write_forfeits(plan, course)?;
        self.out.flush()?;
        if lost * FORFEITS_TOLD_FROM > course.games() {
            complain!(
                "warning: {lost} of {} games were lost on time or by a failure; the result says less about strength",
                course.games()
            );
        }
        Ok(())
    }

    /// Who lost how many games by something else than chess. Returns the number of these games.
    fn write_forfeits(&mut self, plan: &Match, course: &Course) -> anyhow::Result<usize> {
        let mut all = 0;
        for (title, reason) in FORFEITS {
            let counts = plan.contenders.iter().enumerate();
            let counts = counts.map(|(number, contender)| (&contender.name, course.lost(number, reason)));
            let sum: usize = counts.clone().map(|(_, count)| count).sum();
            if sum > 0 {
                let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
                writeln!(self.out, "{title}: {}", counts.join(", "))?;
            }
            all += sum;
        }
        Ok(all)
    }

    /// The result of two, for the second.
    fn write_duel(
        &mut self,
        plan: &Match,
        options: &GameOptions,
        test: Option<Sprt>,
        course: &Course,
    ) -> anyhow::Result<()> {
        for (players, tally) in course.tallies() {
            let [a, b] = players.map(|number| &plan.contenders[number]);
            let limits = match a.limit == b.limit {
                true => b.limit.to_string(),
                false => format!("{} vs {}", b.limit, a.limit),
            };
            let (hash, openings) = (options.hash, &options.openings);
            writeln!(
                self.out,
                "Results of {} vs {} ({limits}, {hash} MiB, {openings}):",
                b.name, a.name
            )?;
            write!(self.out, "{}", Report::new(tally.results()?, test))?;
        }
        Ok(())
    }
}

/// `1 opening`, `2 openings`.
fn number_of_openings(count: usize) -> String {
    format!("{count} opening{}", if count == 1 { "" } else { "s" })
}

/// `+3 =4 -1, Elo 12.3 +/- 45.6, LLR 0.12`, as far as these numbers exist.
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
