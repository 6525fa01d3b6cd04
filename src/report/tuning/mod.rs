//! A tuning as one page that needs nothing else: losses, the numbers that moved, tables before and after.

mod numbers;
mod squares;
mod tables;

use super::Program;
use super::markup::{BASE_STYLE, counted, figure, filled, shell, signed, tile};
use crate::chart::{Line, LineChart, escape};
use crate::eval::Values;
use crate::eval::keys::{Entry, Kind, Shape, choice, entries};
use crate::profile::Stage;
use crate::tune::{Counts, End, FEW, Losses, expected};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// A tuning that is over.
#[derive(Debug, Clone)]
pub struct Tuning<'a> {
    /// What did it.
    pub program: Program,
    /// When: `YYYY.MM.DD`.
    pub date: String,
    /// The command, word by word.
    pub command: Vec<String>,
    /// The name of the profile.
    pub name: &'a str,
    /// The file it was read from and the one that was written.
    pub files: [String; 2],
    /// Why it ended.
    pub end: End,
    /// Losses before the first epoch and after each.
    pub history: &'a [Losses],
    /// The loss of the best numbers on the positions set aside; on all if none are.
    pub best: f64,
    /// The same when they are whole.
    pub rounded: f64,
    /// What the evaluator itself says of so many of these positions, if any were set aside.
    pub evaluated: Option<(f64, usize)>,
    /// Turns evaluations into expected points; for one of the profile's units.
    pub k: f64,
    /// What a pawn is worth in these units.
    pub pawn: f64,
    /// The positions.
    pub counts: Counts,
    /// How many numbers of the file were tuned.
    pub tuned: usize,
    /// How many of them count in too few positions.
    pub few: usize,
    /// Those that have changed, the largest change first.
    pub moved: &'a [Moved],
    /// What the evaluator had for values, and what it has.
    pub values: [&'a Values; 2],
    /// In how many of the positions to learn from each value counts.
    pub occurrences: &'a [u32],
}

/// A number of the file that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// What it stands for.
    pub name: String,
    /// Its line and column, from 1.
    pub place: (usize, usize),
    /// What it was.
    pub before: i32,
    /// What it is.
    pub after: i32,
    /// In how many positions it counts.
    pub positions: u32,
}

impl Moved {
    /// By how much.
    pub fn by(&self) -> i32 {
        self.after - self.before
    }
}

/// The page.
pub fn page(tuning: &Tuning<'_>) -> String {
    let title = format!("{} tuned", tuning.name);
    filled(TEMPLATE, |name| match name {
        "title" | "heading" => escape(&title),
        "style" => format!("{BASE_STYLE}{}", STYLE.trim_end()),
        "date" => escape(&tuning.date),
        "verdict" => verdict(tuning),
        "tiles" => tiles(tuning),
        "figures" => figures(tuning),
        "moved" => numbers::moved(tuning),
        "squares" => squares::squares(tuning),
        "tables" => tables::tables(tuning),
        "made" => made(tuning),
        _ => String::new(),
    })
}

/// A change in per cent; of nothing there is none.
fn percent(before: f64, after: f64) -> String {
    match before > 0.0 {
        true => format!("{} %", signed((after / before - 1.0) * 100.0, 2)),
        false => "no change in per cent".to_owned(),
    }
}

fn first(tuning: &Tuning<'_>) -> f64 {
    tuning
        .history
        .first()
        .map_or(tuning.best, |losses| losses.held_out)
}

fn has_held_out(tuning: &Tuning<'_>) -> bool {
    tuning.counts.held_out > 0
}

fn verdict(tuning: &Tuning<'_>) -> String {
    let first = first(tuning);
    let mut text = format!(
        "In {} the loss{} went from {first:.6} to <strong>{:.6}</strong>, {}; {}.",
        counted(tuning.history.len().saturating_sub(1) as u64, "epoch"),
        if has_held_out(tuning) {
            " on positions set aside"
        } else {
            ""
        },
        tuning.best,
        percent(first, tuning.best),
        tuning.end
    );
    if let Some((loss, positions)) = tuning.evaluated {
        text += &format!(" The evaluator itself loses {loss:.6} with the new file, on {positions} of them.");
    }
    text
}

fn tiles(tuning: &Tuning<'_>) -> String {
    let counts = &tuning.counts;
    let ahead = 100.0 * expected(tuning.k as f32, tuning.pawn as f32);
    let mut out = tile(
        if has_held_out(tuning) {
            "Held-out loss"
        } else {
            "Loss"
        },
        &format!("{:.6}", tuning.best),
        &format!(
            "{} from {:.6}",
            percent(first(tuning), tuning.best),
            first(tuning)
        ),
    );
    out += &tile(
        "In whole numbers",
        &format!("{:.6}", tuning.rounded),
        &format!("{} by rounding", signed(tuning.rounded - tuning.best, 6)),
    );
    out += &tile(
        "K",
        &format!("{:.6}", tuning.k),
        &format!("a pawn ahead: {ahead:.1} % of the points"),
    );
    out += &tile(
        "Learnt from",
        &counted((counts.taken - counts.held_out) as u64, "position"),
        &format!("{} set aside", counts.held_out),
    );
    out += &tile(
        "Numbers changed",
        &tuning.moved.len().to_string(),
        &format!("of {} that were tuned", tuning.tuned),
    );
    out + &tile(
        "Not to be trusted",
        &tuning.few.to_string(),
        &format!("count in fewer than {FEW} positions"),
    )
}

fn figures(tuning: &Tuning<'_>) -> String {
    let mut out = String::new();
    let second = match has_held_out(tuning) {
        true => "set aside",
        false => "the same at the end of the epoch: none are set aside",
    };
    let caption = format!(
        "After each epoch. <span class=\"legend\"><span><span class=\"key a\"></span>to learn from, as they were met\
         </span> <span><span class=\"key b\"></span>{second}</span></span>"
    );
    figure(&mut out, "Loss", &caption, &losses(tuning));
    let counts = &tuning.counts;
    out += "<div class=\"box\">\n<h2>Positions</h2>\n<table>\n<tbody>\n";
    let mut row = |count: usize, what: &str| {
        out += &format!("<tr><td>{what}</td><td class=\"number\">{count}</td></tr>\n");
    };
    if counts.games > 0 {
        row(counts.games, "games");
    }
    row(counts.read, "read");
    for (count, why) in counts.left_out() {
        row(count, &format!("left out: {why}"));
    }
    row(counts.faulty, "faulty lines or games");
    row(counts.taken - counts.held_out, "to learn from");
    row(counts.held_out, "set aside");
    out + "</tbody>\n</table>\n</div>\n"
}

fn losses(tuning: &Tuning<'_>) -> LineChart {
    let by_epoch = |class, of: fn(&Losses) -> f64| Line {
        class,
        points: (0..)
            .map(f64::from)
            .zip(tuning.history.iter().map(|losses| Some(of(losses))))
            .collect(),
    };
    LineChart {
        description: format!(
            "Loss before the first epoch and after each of {}, of the positions to learn from as they were met and of {}",
            tuning.history.len().saturating_sub(1),
            if has_held_out(tuning) {
                "those set aside"
            } else {
                "all at its end"
            }
        ),
        x_title: "epochs".to_owned(),
        y_title: "loss".to_owned(),
        lines: vec![
            by_epoch("a", |losses| losses.train),
            by_epoch("b", |losses| losses.held_out),
        ],
        ..LineChart::default()
    }
}

fn made(tuning: &Tuning<'_>) -> String {
    let [read, written] = tuning.files.each_ref().map(|file| escape(file));
    format!(
        "<pre class=\"command\">{}</pre>\n<dl>\n<dt>Program</dt><dd>{} {}</dd>\n<dt>Begun with</dt><dd>{read}</dd>\n\
         <dt>Written</dt><dd>{written}</dd>\n</dl>\n",
        escape(&shell(&tuning.command)),
        tuning.program.name,
        tuning.program.version
    )
}

/// A table of the evaluator that has changed.
struct Changed {
    entry: Entry,
    shape: Shape,
}

/// What a table had in one stage, and what it has.
struct OfStage {
    /// What the stage is called.
    title: &'static str,
    values: [Vec<i32>; 2],
}

impl Changed {
    /// Those that a function is for, in the order of the vocabulary.
    fn all(tuning: &Tuning<'_>, is_meant: impl Fn(Shape) -> bool) -> Vec<Self> {
        let tables = entries().filter_map(|entry| match entry.decl.kind {
            Kind::Values(shape, _) if is_meant(shape) => Some(Self { entry, shape }),
            _ => None,
        });
        tables.filter(|table| !table.stages(tuning).is_empty()).collect()
    }

    /// The stages in which it has changed; one for both where they do not differ. A table that is the same all over is no
    /// more than a number, and left out.
    fn stages(&self, tuning: &Tuning<'_>) -> Vec<OfStage> {
        let is_single = tuning.values[1].is(choice("phase.model", "none"));
        let [mg, eg] = Stage::ALL.map(|stage| self.values(tuning, stage));
        let stages = match (is_single, mg == eg) {
            (true, _) => vec![("all stages", mg)],
            (_, true) => vec![("both stages", mg)],
            _ => vec![("middlegame", mg), ("endgame", eg)],
        };
        let is_level = |values: &Vec<i32>| values.iter().all(|n| *n == values[0]);
        let of_stage = stages
            .into_iter()
            .map(|(title, values)| OfStage { title, values });
        of_stage
            .filter(|stage| stage.values[0] != stage.values[1] && !stage.values.iter().all(is_level))
            .collect()
    }

    fn values(&self, tuning: &Tuning<'_>, stage: Stage) -> [Vec<i32>; 2] {
        let place = self.entry.place..self.entry.place + self.shape.len();
        let of = |values: &Values| {
            let pairs = values.scores[place.clone()].iter();
            pairs.map(|pair| pair[stage as usize]).collect()
        };
        tuning.values.map(of)
    }

    fn is_few(&self, tuning: &Tuning<'_>, index: usize) -> bool {
        tuning.occurrences[self.entry.place + index] < FEW
    }
}

/// A whole number with a true minus.
fn whole(number: f64) -> String {
    signed(number, 0).trim_start_matches('+').to_owned()
}
