//! A tuning run as one self-contained HTML page: losses, changed numbers, tables before and after.

#[doc(hidden)]
pub mod tables;

use maud::{Markup, html};

use super::Program;
use super::markup::{Page, counted, figure, signed, tile};
use crate::chart::{Curve, LineChart};
use temperament_engine::escape::shell;
use temperament_engine::eval::Values;
use temperament_engine::eval::keys::{Entry, Kind, Shape, Unit, choice, entries};
use temperament_engine::profile::Stage;
use temperament_engine::profile::decimal::Number;
use temperament_matches::arena::pgn;
use temperament_matches::tune::{Counts, End, FEW, Gain, Losses, State, Verdict, expected};

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The result of a tuning run.
#[derive(Debug, Clone)]
pub struct Tuning<'a> {
    /// Command line, word by word.
    pub command: Vec<String>,
    pub name: &'a str,
    pub files: [String; 2],
    pub end: End,
    pub state: &'a State,
    /// Whether the rounded values are in the new file.
    pub verdict: Verdict,
    /// Training loss of the best values.
    pub best_train: f64,
    /// Loss of the rounded values: training, held out.
    pub rounded: [f64; 2],
    /// Loss of the actual evaluator with the new values on the held-out positions, if any.
    pub evaluated: Option<f64>,
    /// Value of a pawn in steps of the profile's scores.
    pub pawn: f64,
    pub counts: Counts,
    pub tuned: usize,
    /// Number of independent variables that occur in too few positions.
    pub few: usize,
    /// Changed numbers, largest change first.
    pub moved: Vec<Moved>,
    pub values: [&'a Values; 2],
    /// Number of training positions in which each value occurs.
    pub occurrences: &'a [u32],
}

impl Tuning<'_> {
    /// Tells whether the rounded values were accepted, with the figures that decided.
    pub fn decision(&self) -> String {
        let judged = |by: &str, gain: Gain| {
            let [mean, error] = [gain.mean, gain.standard_error].map(|n| 100.0 * n / gain.start);
            let relation = if gain.is_beyond_chance() { "above" } else { "below" };
            format!("{by}: gain {mean:.2} % +/- {error:.2} %, {relation} three standard errors")
        };
        let reason = match self.verdict {
            Verdict::NotJudged => return "nothing is held out: the numbers are not judged".to_owned(),
            Verdict::NoGain => "no improvement".to_owned(),
            Verdict::CrossValidated(gain) => judged("cross-validation", gain),
            Verdict::HeldOut(gain) => judged("interrupted, judged by the held-out positions alone", gain),
        };
        if self.verdict.is_accepted() {
            return reason;
        }
        let kept = match self.moved.len() {
            0 => "the file is unchanged",
            _ => "only what --tie, --mirror and --monotone require has changed",
        };
        let advice = match self.verdict {
            Verdict::CrossValidated(_) => ". More games make the error smaller",
            _ => "",
        };
        format!("{reason}: {kept}{advice}")
    }
}

/// A number of the file that has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    pub name: String,
    /// Line and column, from 1.
    pub place: (usize, usize),
    pub before: f64,
    pub after: f64,
    /// Number of positions in which it occurs.
    pub positions: u32,
}

impl Moved {
    pub fn by(&self) -> f64 {
        self.after - self.before
    }
}

pub fn page(tuning: &Tuning<'_>) -> String {
    let main = html! {
        section aria-label="Result" { ul.tiles { (tiles(tuning)) } }
        section.figures aria-label="Progress" { (figures(tuning)) }
        section { h2 { "Largest changes" } (tables::changed_numbers(tuning)) }
        (tables::square_tables(tuning))
        (tables::other_tables(tuning))
        section { h2 { "How it was made" } (setup(tuning)) }
    };
    let page = Page {
        policy: POLICY,
        style: STYLE,
        title: &format!("{} tuned", tuning.name),
        kind: format!("Tuning of a profile, {}", pgn::today()),
        verdict: verdict(tuning),
        main,
        before: Markup::default(),
        after: Markup::default(),
    };
    page.render()
}

fn percent_change(before: f64, after: f64) -> String {
    if before > 0.0 {
        format!("{} %", signed((after / before - 1.0) * 100.0, 2))
    } else {
        "no change in per cent".to_owned()
    }
}

fn first(tuning: &Tuning<'_>) -> f64 {
    tuning.state.history.first().map_or(tuning.state.best_loss, |losses| losses.held_out)
}

fn has_held_out(tuning: &Tuning<'_>) -> bool {
    tuning.counts.held_out > 0
}

fn verdict(tuning: &Tuning<'_>) -> Markup {
    let (first, best) = (first(tuning), tuning.state.best_loss);
    html! {
        "In " (counted(tuning.state.history.len().saturating_sub(1) as u64, "epoch")) " the "
        @if has_held_out(tuning) { "held-out " } "loss went from " (format!("{first:.6}")) " to "
        strong { (format!("{best:.6}")) } ", " (percent_change(first, best)) "; " (tuning.end) "."
        " " (tuning.decision()) "."
    }
}

fn tiles(tuning: &Tuning<'_>) -> Markup {
    let counts = &tuning.counts;
    let first = first(tuning);
    let pawn_ahead = 100.0 * expected(tuning.state.k as f32, tuning.pawn as f32);
    html! {
        (tile(
            if has_held_out(tuning) { "Held-out loss" } else { "Loss" },
            &format!("{:.6}", tuning.state.best_loss),
            &format!("{} from {first:.6}", percent_change(first, tuning.state.best_loss)),
        ))
        (tile(
            "Rounded",
            &format!("{:.6}", tuning.rounded[1]),
            &format!("{} by rounding", signed(tuning.rounded[1] - tuning.state.best_loss, 6)),
        ))
        (tile("K", &format!("{:.6}", tuning.state.k), &format!("one-pawn lead: {pawn_ahead:.1} % of the points")))
        (tile(
            "Training set",
            &counted((counts.taken - counts.held_out) as u64, "position"),
            &format!("{} held out", counts.held_out),
        ))
        (tile("Numbers changed", &tuning.moved.len().to_string(), &format!("of {} tuned", tuning.tuned)))
        (tile("Unreliable", &tuning.few.to_string(), &format!("occur in fewer than {FEW} positions")))
    }
}

fn figures(tuning: &Tuning<'_>) -> Markup {
    let counts = &tuning.counts;
    let second = if has_held_out(tuning) {
        "held out"
    } else {
        "all positions at the end of the epoch (none are held out)"
    };
    let mut rows = vec![(counts.read, "read".to_owned())];
    rows.extend(counts.left_out().into_iter().map(|(count, why)| (count, format!("left out: {why}"))));
    rows.push((counts.faulty, "faulty lines or games".to_owned()));
    rows.push((counts.taken - counts.held_out, "training".to_owned()));
    rows.push((counts.held_out, "held out".to_owned()));
    let caption = html! {
        "After each epoch. "
        span.legend {
            span { span.key.a {} "training, as encountered" } " " span { span.key.b {} (second) }
        }
    };
    html! {
        (figure(&html! { "Loss" }, &caption, &losses(tuning)))
        div.box {
            h2 { "Positions" }
            table {
                tbody {
                    @if counts.games > 0 { tr { td { "games" } td.number { (counts.games) } } }
                    @for (count, what) in rows { tr { td { (what) } td.number { (count) } } }
                }
            }
        }
    }
}

fn losses(tuning: &Tuning<'_>) -> LineChart {
    let by_epoch = |class, of: fn(&Losses) -> f64| Curve {
        class,
        points: (0..)
            .map(f64::from)
            .zip(tuning.state.history.iter().map(|losses| Some(of(losses))))
            .collect(),
    };
    LineChart {
        description: format!(
            "Training loss and {} loss before the first epoch and after each of {}",
            if has_held_out(tuning) { "held-out" } else { "final" },
            tuning.state.history.len().saturating_sub(1),
        ),
        x_title: "epochs".to_owned(),
        y_title: "loss".to_owned(),
        lines: vec![by_epoch("a", |losses| losses.train), by_epoch("b", |losses| losses.held_out)],
        ..LineChart::default()
    }
}

fn setup(tuning: &Tuning<'_>) -> Markup {
    let [read, written] = &tuning.files;
    html! {
        pre.command { (shell(&tuning.command)) }
        dl {
            dt { "Program" } dd { (Program::THIS.name) " " (Program::THIS.version) }
            dt { "Input" } dd { (read) }
            dt { "Output" } dd { (written) }
        }
    }
}

/// A table that has changed.
struct Changed {
    entry: Entry,
    shape: Shape,
}

/// The values of a table in one stage, before and after.
struct OfStage {
    title: &'static str,
    values: [Vec<f64>; 2],
}

impl Changed {
    /// Changed tables of the shapes that `is_meant` selects, in the order of keys.
    fn all(tuning: &Tuning<'_>, is_meant: impl Fn(Shape) -> bool) -> Vec<Self> {
        let tables = entries().filter_map(|entry| match entry.decl.kind {
            Kind::Values(shape, _) if is_meant(shape) => Some(Self { entry, shape }),
            _ => None,
        });
        tables.filter(|table| !table.stages(tuning).is_empty()).collect()
    }

    /// The stages in which it has changed; one for both where they are equal. Constant tables are left out.
    fn stages(&self, tuning: &Tuning<'_>) -> Vec<OfStage> {
        let is_single = tuning.values[1].is(choice("phase.model", "none"));
        let [mg, eg] = Stage::ALL.map(|stage| self.values(tuning, stage));
        let stages = match (is_single, mg == eg) {
            (true, _) => vec![("all stages", mg)],
            (_, true) => vec![("both stages", mg)],
            _ => vec![("middlegame", mg), ("endgame", eg)],
        };
        let is_level = |values: &Vec<f64>| values.iter().all(|n| *n == values[0]);
        let of_stage = stages.into_iter().map(|(title, values)| OfStage { title, values });
        of_stage
            .filter(|stage| stage.values[0] != stage.values[1] && !stage.values.iter().all(is_level))
            .collect()
    }

    fn values(&self, tuning: &Tuning<'_>, stage: Stage) -> [Vec<f64>; 2] {
        let place = self.entry.offset..self.entry.offset + self.shape.len();
        let is_score = matches!(self.entry.decl.kind, Kind::Values(_, Unit::Score));
        let resolution = |values: &Values| if is_score { values.resolution() } else { 1 };
        let of = |values: &Values| {
            let pairs = values.scores[place.clone()].iter();
            pairs.map(|pair| Number::new(pair[stage as usize], resolution(values)).units()).collect()
        };
        tuning.values.map(of)
    }

    fn is_few(&self, tuning: &Tuning<'_>, index: usize) -> bool {
        tuning.occurrences[self.entry.offset + index] < FEW
    }
}

/// A number of a profile with a typographic minus.
fn plain(number: f64) -> String {
    change(number).trim_start_matches('+').to_owned()
}

/// A difference of such numbers, with its sign.
fn change(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    signed(tenths, usize::from(tenths.fract() != 0.0))
}
