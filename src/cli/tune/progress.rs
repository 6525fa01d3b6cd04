//! What `temper tune` says while it works and at the end.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::say;
use super::subject::{Subject, Written};
use crate::eval::evaluate;
use crate::tune::{Counts, Data, End, Mix, Pairs, Progress, Search, State, Variables, expected};

/// How often a line is written at most.
const INTERVAL: Duration = Duration::from_secs(1);
/// So many numbers are listed.
const LISTED: usize = 12;
/// A number that counts in fewer positions is not to be trusted.
const FEW: u32 = 100;

/// Writes to people.
pub struct Reporter<W> {
    out: W,
    last: Instant,
}

impl<W: Write> Reporter<W> {
    /// One that writes there.
    pub fn new(out: W) -> Self {
        Self {
            out,
            last: Instant::now(),
        }
    }

    /// What is going to be tuned, and what is not.
    pub fn begin(&mut self, subject: &Subject, variables: &Variables) -> io::Result<()> {
        let tuned: usize = variables.all.iter().map(|variable| variable.numbers.len()).sum();
        let name = &subject.profile.name;
        let mut text = format!(
            "{name}: {tuned} of the {} numbers of {} are tuned",
            subject.numbers.len(),
            subject.source.file
        );
        if variables.all.len() < tuned {
            text += &format!(", {} of them apart from each other", variables.all.len());
        }
        text += "\nAs they are: choices, and the numbers that steer the arithmetic (phase, divisors, limits)";
        if let Some((_, parents)) = subject
            .profile
            .files
            .split_first()
            .filter(|(_, parents)| !parents.is_empty())
        {
            let parents: Vec<String> = parents.iter().map(ToString::to_string).collect();
            text += &format!(
                "; factors of `scale`, and what is taken over from {}",
                parents.join(", ")
            );
        }
        say(&mut self.out, &text)
    }

    /// While files are read.
    pub fn reading(&mut self, counts: &Counts) {
        if self.is_time() {
            // If nobody listens, the next line that must be said will tell.
            let _ = say(
                &mut self.out,
                &format!("reading: {} positions, {} taken", counts.read, counts.taken),
            );
        }
    }

    /// When they have been.
    pub fn read(&mut self, data: &Data, time: Duration) -> io::Result<()> {
        let counts = &data.counts;
        let mut text = format!("{} positions read", counts.read);
        if counts.games > 0 {
            text += &format!(" from {} games", counts.games);
        }
        text += &format!(" in {:.1} s; left out:", time.as_secs_f64());
        for (count, why) in [
            (counts.book, "at the beginning of a game"),
            (counts.unlabelled, "without a result"),
            (counts.in_check, "in check or over"),
            (counts.unquiet, "not to be calmed down"),
            (counts.duplicates, "met before"),
        ] {
            text += &format!(" {count} {why},");
        }
        text += &format!(" {} lines or games faulty", counts.faulty);
        let each = data.bytes() as f64 / counts.taken.max(1) as f64;
        text += &format!(
            "\n{} positions to learn from, {} set aside; {each:.0} bytes each, {:.1} MiB in all",
            counts.taken - counts.held_out,
            counts.held_out,
            data.bytes() as f64 / f64::from(1 << 20)
        );
        say(&mut self.out, &text)
    }

    /// Before the first epoch.
    pub fn start(&mut self, state: &State, pawn: f64) -> io::Result<()> {
        let ahead = expected(state.k as f32, pawn as f32) * 100.0;
        let Some(losses) = state.history.last() else {
            return Ok(());
        };
        say(
            &mut self.out,
            &format!(
                "K {:.6}: who is a pawn ahead gets {ahead:.1} % of the points\n{:>5}  loss {:.6}  held out {:.6}",
                state.k,
                state.history.len() - 1,
                losses.train,
                losses.held_out
            ),
        )
    }

    /// After an epoch.
    pub fn epoch(&mut self, progress: &Progress<'_>) -> io::Result<()> {
        let Some(losses) = progress.state.history.last().filter(|_| self.is_time()) else {
            return Ok(());
        };
        say(
            &mut self.out,
            &format!(
                "{:>5}  loss {:.6}  held out {:.6}  K {:.6}  {:.2} million positions/s  at most {} left",
                progress.state.history.len() - 1,
                losses.train,
                losses.held_out,
                progress.state.k,
                progress.speed / 1e6,
                duration(progress.left)
            ),
        )
    }

    /// What has come of it.
    pub fn end(
        &mut self,
        subject: &Subject,
        search: &Search<'_>,
        state: &State,
        end: End,
        written: &Written,
        mix: &Mix,
    ) -> io::Result<()> {
        let why = match end {
            End::Settled => "it gets no better",
            End::Epochs => "all epochs are over",
            End::Stopped => "interrupted",
        };
        let first = state.history.first().map_or(0.0, |losses| losses.held_out);
        say(
            &mut self.out,
            &format!(
                "\n{} epochs, {why}: held-out loss {first:.6} -> {:.6} ({:+.2} %)",
                state.history.len() - 1,
                state.best_loss,
                (state.best_loss / first - 1.0) * 100.0
            ),
        )?;
        let values: Vec<[f64; 2]> = written
            .profile
            .values
            .scores
            .iter()
            .map(|pair| pair.map(f64::from))
            .collect();
        let pairs = Pairs::new(&values);
        let rounded = search.pass(&pairs, state.k).loss(&search.checked());
        say(
            &mut self.out,
            &format!(
                "rounded to whole numbers: {rounded:.6} ({:+.6})",
                rounded - state.best_loss
            ),
        )?;
        self.evaluated(search, state, written, mix)?;
        self.moved(subject, search, written)
    }

    /// What the evaluator itself says of positions that were set aside.
    fn evaluated(
        &mut self,
        search: &Search<'_>,
        state: &State,
        written: &Written,
        mix: &Mix,
    ) -> io::Result<()> {
        let checked = &search.data.checked;
        if checked.is_empty() {
            return Ok(());
        }
        let weights = written.profile.compile();
        let costs = checked.iter().map(|(position, label)| {
            let evaluation = evaluate(&weights, position) as f32;
            f64::from(
                search
                    .settings
                    .loss
                    .of(state.k as f32, evaluation, mix.target(*label)),
            )
        });
        let mean = costs.sum::<f64>() / checked.len() as f64;
        say(
            &mut self.out,
            &format!(
                "the evaluator with the new file: {mean:.6} on {} of them",
                checked.len()
            ),
        )
    }

    /// The numbers that have moved most, and how many are not to be trusted.
    fn moved(&mut self, subject: &Subject, search: &Search<'_>, written: &Written) -> io::Result<()> {
        let moved = |at: &usize| (written.numbers[*at] - subject.numbers[*at].value).abs();
        let mut order: Vec<usize> = (0..subject.numbers.len()).filter(|at| moved(at) > 0).collect();
        let changed = order.len();
        order.sort_by_key(|at| -moved(at));
        let few = search.occurrences.iter().filter(|count| **count < FEW).count();
        let mut text = format!("{changed} numbers have changed, most of all");
        for at in order.into_iter().take(LISTED) {
            let number = &subject.numbers[at];
            let (line, column) = subject.source.line_column(number.span.start);
            text += &format!(
                "\n  {:>6} -> {:>6}  {} (line {line}, column {column})",
                number.value, written.numbers[at], number.key
            );
        }
        if few > 0 {
            text += &format!("\n{few} numbers count in fewer than {FEW} positions: do not trust them");
        }
        say(&mut self.out, &text)
    }

    fn is_time(&mut self) -> bool {
        let is_time = self.last.elapsed() >= INTERVAL;
        if is_time {
            self.last = Instant::now();
        }
        is_time
    }
}

/// As people say it.
fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
