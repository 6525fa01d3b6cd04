//! The live view in a terminal: games played, score, LLR, time left.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::style::TemplateError;
use indicatif::{FormattedDuration, MultiProgress, ProgressBar, ProgressStyle};

use super::tables;
use super::tables::score;
use temperament_matches::arena::{Match, MatchResults};
use temperament_matches::stats::{Report, Sprt, rounded};

/// Width of the LLR bar in characters.
const LLR_CELLS: usize = 30;

/// Status lines at the bottom of the terminal, drawn on standard error and erased on drop.
pub struct Progress {
    all: MultiProgress,
    games: ProgressBar,
    score: ProgressBar,
    /// Only with an SPRT.
    llr: Option<ProgressBar>,
    begun: Instant,
    /// Games resumed from a journal.
    earlier: usize,
}

impl Progress {
    /// Opens the view if standard output and standard error are a terminal.
    ///
    /// # Errors
    /// If a template is invalid.
    pub fn open(plan: &Match, has_test: bool, earlier: usize) -> Result<Option<Self>, TemplateError> {
        if !io::stdout().is_terminal() || !io::stderr().is_terminal() {
            return Ok(None);
        }
        let all = MultiProgress::new();
        let line = |template: &str| -> Result<ProgressBar, TemplateError> {
            let bar = all.add(ProgressBar::new(plan.schedule.games() as u64));
            bar.set_style(ProgressStyle::with_template(template)?.progress_chars("=> "));
            bar.tick();
            Ok(bar)
        };
        Ok(Some(Self {
            games: line("{pos}/{len} games [{wide_bar}] {msg}")?,
            score: line("{wide_msg}")?,
            llr: has_test.then(|| line("{wide_msg}")).transpose()?,
            all,
            begun: Instant::now(),
            earlier,
        }))
    }

    /// Shows results; `report` is on the pairing that has played last.
    pub fn show(&self, plan: &Match, results: &MatchResults, report: &Report) {
        self.games.set_position(results.games() as u64);
        let standing = match plan.participants.as_slice() {
            [one, other] => format!("{} vs {}: {}", other.name, one.name, score(report)),
            _ => tables::ranking_line(plan, results),
        };
        self.score.set_message(standing);
        if let (Some(line), Some((sprt, Ok(llr)))) = (&self.llr, report.test) {
            line.set_message(llr_bar(&sprt, llr));
        }
        if let Some(left) = self.time_left(plan, results, report) {
            self.games.set_message(format!("{} left", FormattedDuration(left)));
        }
    }

    /// Prints a line above the status lines.
    pub fn print(&self, line: &str) -> io::Result<()> {
        self.all.println(line)
    }

    /// Estimated time for the remaining games, or until the LLR reaches a bound if it keeps growing linearly,
    /// whichever is shorter.
    fn time_left(&self, plan: &Match, results: &MatchResults, report: &Report) -> Option<Duration> {
        let played = results.games().checked_sub(self.earlier).filter(|&played| played > 0)?;
        let missing = plan.schedule.games().saturating_sub(results.games()) as f64;
        let needed = report.test.and_then(|(sprt, llr)| {
            let llr = llr.ok().filter(|llr| *llr != 0.0)?;
            let bound = if llr > 0.0 { sprt.upper() } else { sprt.lower() };
            Some((bound / llr - 1.0).max(0.0) * results.games() as f64)
        });
        let games = needed.map_or(missing, |needed| needed.min(missing));
        let each = self.begun.elapsed().as_secs_f64() / played as f64;
        Duration::try_from_secs_f64((games * each).ceil()).ok()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        for line in [Some(&self.games), Some(&self.score), self.llr.as_ref()].into_iter().flatten() {
            line.finish_and_clear();
        }
    }
}

/// `LLR -2.94 [-----|=>---] 2.94: 0.62`: the LLR between its bounds, drawn from 0.
pub fn llr_bar(sprt: &Sprt, llr: f64) -> String {
    let (lower, upper) = (sprt.lower(), sprt.upper());
    let cell = |llr: f64| {
        let share = ((llr - lower) / (upper - lower)).clamp(0.0, 1.0);
        (share * LLR_CELLS as f64).round() as usize
    };
    let (zero, now) = (cell(0.0), cell(llr));
    let letter = |at: usize| match at {
        at if at == now && now > zero => '>',
        at if at == now && now < zero => '<',
        at if at == zero => '|',
        at if (zero.min(now)..zero.max(now)).contains(&at) => '=',
        _ => '-',
    };
    let bar: String = (0..=LLR_CELLS).map(letter).collect();
    format!("LLR {lower:.2} [{bar}] {upper:.2}: {}", rounded(llr, 2))
}
