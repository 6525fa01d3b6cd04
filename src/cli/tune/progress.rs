//! Terminal output of `temper tune`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::say;
use super::target::Target;
use temperament_coaching::report::tuning::Tuning;
use temperament_matches::tune::{Counts, Data, FEW, Losses, Progress, State, Variable, Variables, expected};

/// Minimum time between two lines.
const INTERVAL: Duration = Duration::from_secs(1);
/// Number of changed numbers listed.
const LISTED: usize = 12;
/// Row of the initial values.
const START: &str = "start";

pub struct Console<W> {
    out: W,
    last: Instant,
    /// Whether positions are held out.
    has_held_out: bool,
    has_anchors: bool,
    /// Loss of the unmodified file, if constraints changed it.
    original: Option<f64>,
}

impl<W: Write> Console<W> {
    /// Prints to `out`.
    pub fn new(out: W) -> Self {
        Self { out, last: Instant::now(), has_held_out: false, has_anchors: false, original: None }
    }

    /// Prints what will be tuned.
    pub fn begin(&mut self, target: &Target, variables: &Variables) -> io::Result<()> {
        let tuned: usize = variables.all.iter().map(|variable| variable.numbers.len()).sum();
        let name = &target.profile.name;
        let is_pulled = |variable: &Variable| variable.anchor.is_some_and(|anchor| anchor > 0.0);
        self.has_anchors = variables.all.iter().any(is_pulled);
        let mut text = format!(
            "{name}: {tuned} of the {} numbers of {} are tuned",
            target.numbers.len(),
            target.source.file
        );
        if variables.all.len() < tuned {
            text += &format!(", {} of them apart from each other", variables.all.len());
        }
        text += "\nNot tuned: choices, and structural numbers (phase, divisors, limits)";
        if let Some((_, parents)) =
            target.profile.files.split_first().filter(|(_, parents)| !parents.is_empty())
        {
            let parents: Vec<String> = parents.iter().map(ToString::to_string).collect();
            text += &format!("; factors of `scale`, and values inherited from {}", parents.join(", "));
        }
        say(&mut self.out, &text)
    }

    /// Called while files are read.
    pub fn reading(&mut self, counts: &Counts) {
        if self.is_time() {
            // A closed output is detected at the next line that matters.
            let _ =
                say(&mut self.out, &format!("reading: {} positions, {} taken", counts.read, counts.taken));
        }
    }

    /// Prints the counts after reading.
    pub fn read(&mut self, data: &Data, time: Duration) -> io::Result<()> {
        let counts = &data.counts;
        self.has_held_out = counts.held_out > 0;
        let mut text = format!("{} positions read", counts.read);
        if counts.games > 0 {
            text += &format!(" from {} games", counts.games);
        }
        text += &format!(" in {:.1} s; left out:", time.as_secs_f64());
        for (count, why) in counts.left_out() {
            text += &format!(" {count} {why},");
        }
        text += &format!(" {} lines or games faulty", counts.faulty);
        let each = data.bytes() as f64 / counts.taken.max(1) as f64;
        text +=
            &format!("\n{} training positions, {} held out", counts.taken - counts.held_out, counts.held_out);
        if counts.taken_games < counts.taken {
            text += &format!(", from {} games", counts.taken_games);
        }
        let mebibytes = data.bytes() as f64 / f64::from(1 << 20);
        text += &format!("; {each:.0} bytes each, {mebibytes:.1} MiB in all");
        say(&mut self.out, &text)
    }

    /// Called before the first epoch. `original` is the loss of the unmodified file, if constraints changed it.
    pub fn start(&mut self, state: &State, pawn: f64, original: Option<f64>) -> io::Result<()> {
        self.original = original;
        let ahead = expected(state.k as f32, pawn as f32) * 100.0;
        let Some(losses) = state.history.last() else {
            return Ok(());
        };
        let line = self.losses(state.history.len() - 1, losses);
        say(
            &mut self.out,
            &format!("K {:.6}: a one-pawn lead scores {ahead:.1} % of the points\n{line}", state.k),
        )
    }

    fn losses(&self, epoch: usize, losses: &Losses) -> String {
        let mut text = format!("{epoch:>5}  loss {:.6}", losses.train);
        if self.has_held_out {
            text += &format!("  held out {:.6}", losses.held_out);
        }
        if self.has_anchors {
            text += &format!("  pull {:.6}", losses.pull);
        }
        text
    }

    pub fn epoch(&mut self, progress: &Progress<'_>) -> io::Result<()> {
        let Some(losses) = progress.state.history.last().filter(|_| self.is_time()) else {
            return Ok(());
        };
        let line = self.losses(progress.state.history.len() - 1, losses);
        say(
            &mut self.out,
            &format!(
                "{line}  K {:.6}  {:.2} million positions/s  at most {} left",
                progress.state.k,
                progress.speed / 1e6,
                duration(progress.left)
            ),
        )
    }

    /// Called before rounding, which takes as long as some epochs.
    pub fn rounding(&mut self) -> io::Result<()> {
        say(&mut self.out, "rounding")
    }

    /// Called before the numbers are judged, which takes as long as some epochs, too.
    pub fn validating(&mut self) -> io::Result<()> {
        say(&mut self.out, "cross-validation")
    }

    pub fn end(&mut self, tuning: &Tuning<'_>) -> io::Result<()> {
        let Tuning { state, moved, .. } = tuning;
        let epochs = state.history.len() - 1;
        let plural = if epochs == 1 { "" } else { "s" };
        let mut text = format!("\n{epochs} epoch{plural}, {}\n", tuning.end);
        text += &self.results(tuning);
        if let Some(loss) = self.original {
            text += &format!("\nthe file before its numbers were tied: {loss:.6}");
        }
        text += &format!("\n{}", tuning.decision());
        text += &match moved.len() {
            0 => String::new(),
            changed => format!("\n{changed} numbers have changed; largest changes"),
        };
        for one in moved.iter().take(LISTED) {
            let (line, column) = one.place;
            text += &format!(
                "\n  {:>6} -> {:>6}  {} (line {line}, column {column})",
                one.before, one.after, one.name
            );
        }
        if tuning.few > 0 {
            text +=
                &format!("\n{} numbers occur in fewer than {FEW} positions: they are unreliable", tuning.few);
        }
        say(&mut self.out, &text)
    }

    /// Table of losses: start, best, rounded.
    fn results(&self, tuning: &Tuning<'_>) -> String {
        let state = tuning.state;
        let mut text = format!("{:<16}{:<10}", "", "loss");
        if self.has_held_out {
            text += "held-out loss";
        }
        let first = state.history.first().copied().unwrap_or_default();
        let mut row = |name: &str, train: Option<f64>, held_out: f64| {
            let train = train.map(|train| format!("{train:.6}")).unwrap_or_default();
            text += &format!("\n{name:<16}{train:<10}");
            if self.has_held_out {
                text += &format!("{held_out:.6}");
            }
            if name != START {
                text += &format!(" ({:+.2} %)", (held_out / first.held_out - 1.0) * 100.0);
            }
        };
        row(START, Some(first.train), first.held_out);
        if state.best_epoch() > 0 {
            row(&format!("after epoch {}", state.best_epoch()), Some(tuning.best_train), state.best_loss);
            let [train, held_out] = tuning.rounded;
            row("rounded", Some(train), held_out);
        }
        if let Some(held_out) = tuning.evaluated {
            row("evaluator", None, held_out);
        }
        text
    }

    fn is_time(&mut self) -> bool {
        let is_time = self.last.elapsed() >= INTERVAL;
        if is_time {
            self.last = Instant::now();
        }
        is_time
    }
}

/// A duration in words.
fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
