//! `temper profile check --against`: compares the evaluations of a profile with expected ones, or with those of another
//! profile.

mod expected;
mod suspects;
mod terms;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

use super::diagnostics::{ReportFormat, fail, print_all};
use super::normalize;
use crate::cli::fens;
use crate::cli::numbers::grouped;
use crate::cli::stdout::{is_broken_pipe, text_out};
use expected::{Expected, Form, PointOfView, Unit};
use suspects::Suspect;
use temperament_coaching::position::Explained;
use temperament_engine::board::Position;
use temperament_engine::escape;
use temperament_engine::eval::explain::Row;
use temperament_engine::eval::{CENTIPAWNS, S, SidedWeights, Weights, evaluate};
use temperament_engine::profile::{Format, Library, LoadError, Profile};
use temperament_matches::setup::FileArg;
use terms::Terms;

/// Exit status if something could not be compared.
const COULD_NOT_COMPARE: u8 = 2;
/// Smaller differences are errors of floating point.
const EXACT: f64 = 1e-6;
/// Number of faulty lines that are reported one by one.
const MOST_FAULTS: usize = 20;
/// Number of positions in which the causes of disagreements are sought: the first ones.
const MOST_CASES: usize = 10_000;

/// Options of `temper profile check` for a comparison.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Compare the evaluations with those in a file (JSON lines, CSV or EPD; -: standard input), or with another profile
    ///
    /// JSON lines: {"fen": "...", "eval": 35}. CSV: a header with the columns `fen` and `eval` or `score`. Both are
    /// White's view in the profile's units. EPD: the operation `ce`, which is in centipawns of the side to move, as its
    /// standard says; so is `ce` in JSON and CSV. JSON lines may also have the scores of terms for White and Black:
    /// "terms": {"pawns": [-26, 0], "material.bishop_pair": [[30, 50], 0]} (keys, sections or custom terms; a number is the
    /// share in the evaluation, a pair is middlegame and endgame). Exit status: 0 if all agree, 1 if not, 2 if a line
    /// could not be read.
    #[arg(long, value_name = "FILE|PROFILE")]
    against: Option<FileArg>,
    /// Positions to compare with another profile, one FEN or EPD per line (default: 1,000 built-in positions)
    #[arg(long, value_name = "FILE", requires = "against")]
    fens: Option<FileArg>,
    /// Point of view of the expected scores (default: see --against)
    #[arg(long, value_name = "SIDE", requires = "against")]
    point_of_view: Option<PointOfView>,
    /// Name the keys of a term of the file: TERM=KEY or TERM=KEY,KEY,...; sections and `*` are accepted (may be repeated)
    #[arg(long, value_name = "TERM=KEYS", requires = "against")]
    map: Vec<String>,
    /// Number of disagreements to print
    #[arg(long, value_name = "N", default_value_t = 5, requires = "against")]
    top: usize,
}

impl Options {
    /// Returns `true` if a comparison is wanted.
    pub fn is_used(&self) -> bool {
        self.against.is_some()
    }
}

/// A position with the evaluation that is expected.
struct Case {
    line: usize,
    position: Position,
    score: f64,
    unit: Unit,
}

impl Case {
    /// The evaluation of a profile in the unit of the expected one.
    fn got(&self, weights: &Weights) -> f64 {
        let steps = evaluate(weights, &self.position);
        match self.unit {
            Unit::Profile => weights.units(steps),
            Unit::Centipawns => weights.centipawns(steps).into(),
        }
    }

    fn agrees(&self, weights: &SidedWeights) -> bool {
        (self.score - self.got(weights.of(self.position.stm()))).abs() < EXACT
    }

    /// Expected minus got in the profile's units, and the size of a centipawn if scores are rounded to these.
    fn difference_in_units(&self, weights: &Weights) -> (f64, f64) {
        let difference = self.score - self.got(weights);
        match self.unit {
            Unit::Profile => (difference, 0.0),
            Unit::Centipawns => {
                let centipawn = weights.pawn() / f64::from(CENTIPAWNS * weights.resolution());
                (difference * centipawn, centipawn)
            }
        }
    }
}

/// The comparison so far.
struct Comparison {
    weights: SidedWeights,
    terms: Terms,
    positions: usize,
    agree: usize,
    /// Lines that could not be read.
    faulty: usize,
    /// The first positions.
    cases: Vec<Case>,
    /// The first disagreements, at most `top`.
    shown: Vec<Disagreement>,
    top: usize,
}

struct Disagreement {
    line: usize,
    fen: String,
    expected: f64,
    got: f64,
    /// Rows that fit the difference: key, White, Black, as pairs in units.
    rows: Vec<(String, [[f64; 2]; 2])>,
}

/// Runs the command. The exit status is 0 if all positions agree, 1 if not or if the profile has errors, 2 if something
/// could not be read.
pub fn run(
    profiles: &[FileArg],
    args: &Options,
    format: ReportFormat,
    library: &Library,
) -> anyhow::Result<ExitCode> {
    match compare(profiles, args, format, library) {
        Ok(code) => Ok(code),
        Err(error) if is_broken_pipe(&error) => Err(error),
        Err(error) => {
            complain!("error: {error:#}");
            Ok(ExitCode::from(COULD_NOT_COMPARE))
        }
    }
}

fn compare(
    profiles: &[FileArg],
    args: &Options,
    format: ReportFormat,
    library: &Library,
) -> anyhow::Result<ExitCode> {
    let ([name], Some(against)) = (profiles, &args.against) else {
        bail!("--against compares one profile: name one");
    };
    let (profile, warnings) = match library.load(name) {
        Ok(loaded) => loaded,
        Err(error) => return fail(error),
    };
    print_all(&warnings);
    let mut comparison = Comparison::new(&profile, args)?;
    match other_profile(against, library)? {
        Some(other) => comparison.add_profile(&other, args.fens.as_ref())?,
        None => {
            ensure!(
                args.fens.is_none(),
                "--fens gives positions for --against PROFILE; {against} has its own"
            );
            comparison.add_file(against, args.point_of_view)?;
        }
    }
    ensure!(comparison.positions > 0 || comparison.faulty > 0, "{against}: there are no positions");
    let suspects = if comparison.agree < comparison.positions {
        suspects::find(&profile, &comparison.cases)
    } else {
        Vec::new()
    };
    match format {
        ReportFormat::Text => text_out().write_all(comparison.text(name, against, &suspects).as_bytes())?,
        ReportFormat::Json => {
            let record = comparison.json(name, against, &suspects);
            writeln!(text_out(), "{}", escape::json(&format!("{record:#}")))?;
        }
    }
    Ok(ExitCode::from(comparison.status()))
}

/// The other profile, unless the argument is a file of positions.
fn other_profile(against: &FileArg, library: &Library) -> anyhow::Result<Option<SidedWeights>> {
    let path: &Path = against.as_ref();
    if Format::of(path).is_none() && (*against == *"-" || path.exists()) {
        return Ok(None);
    }
    match library.load(against) {
        Ok((profile, _)) => Ok(Some(profile.compile_both())),
        Err(LoadError::Invalid(diagnostics)) => {
            print_all(&diagnostics);
            bail!("{against} has errors")
        }
        Err(error) => Err(error).with_context(|| format!("{against} is neither a file nor a profile")),
    }
}

impl Comparison {
    fn new(profile: &Profile, args: &Options) -> anyhow::Result<Self> {
        Ok(Self {
            weights: profile.compile_both(),
            terms: Terms::new(profile, &args.map)?,
            positions: 0,
            agree: 0,
            faulty: 0,
            cases: Vec::new(),
            shown: Vec::new(),
            top: args.top,
        })
    }

    /// Adds the positions of a file with expected evaluations; reports the lines that cannot be read.
    fn add_file(&mut self, file: &FileArg, view: Option<PointOfView>) -> anyhow::Result<()> {
        let mut form = None;
        fens::for_each_line(file, |line, text| {
            let form = match &form {
                Some(form) => form,
                None => {
                    let found = form.insert(Form::of(text).with_context(|| format!("{file}:{line}"))?);
                    if found.has_header() {
                        return Ok(());
                    }
                    found
                }
            };
            match form.read(text, view) {
                Ok(expected) => self.add(line, expected),
                Err(message) => self.complain(file, line, &message),
            }
            Ok(())
        })
    }

    /// Adds positions with the evaluations of another profile.
    fn add_profile(&mut self, other: &SidedWeights, file: Option<&FileArg>) -> anyhow::Result<()> {
        let expected = |position: Position| {
            let weights = other.of(position.stm());
            let score = weights.units(evaluate(weights, &position));
            Expected { position, score, unit: Unit::Profile, terms: Vec::new() }
        };
        let Some(file) = file else {
            for (i, position) in normalize::positions().into_iter().enumerate() {
                self.add(i + 1, expected(position));
            }
            return Ok(());
        };
        fens::for_each_line(file, |line, text| {
            match fens::read(text) {
                Ok(position) => self.add(line, expected(position)),
                Err(error) => self.complain(file, line, &format!("{error}: {text}")),
            }
            Ok(())
        })
    }

    fn complain(&mut self, file: &FileArg, line: usize, message: &str) {
        self.faulty += 1;
        if self.faulty <= MOST_FAULTS {
            complain!("error: {file}:{line}: {message}");
        }
    }

    fn add(&mut self, line: usize, expected: Expected) {
        let Expected { position, score, unit, terms } = expected;
        let case = Case { line, position, score, unit };
        let weights = self.weights.of(case.position.stm());
        self.positions += 1;
        if case.agrees(&self.weights) {
            self.agree += 1;
        } else if self.shown.len() < self.top {
            self.shown.push(Disagreement::new(weights, &case));
        }
        if !terms.is_empty() {
            self.terms.add(line, &Explained::new(weights, &case.position), &terms);
        }
        if self.cases.len() < MOST_CASES {
            self.cases.push(case);
        }
    }

    fn status(&self) -> u8 {
        match self.faulty {
            0 => u8::from(self.agree < self.positions || !self.terms.agree()),
            _ => COULD_NOT_COMPARE,
        }
    }

    fn text(&self, name: &FileArg, against: &FileArg, suspects: &[Suspect]) -> String {
        let (agree, positions) = (grouped(self.agree), grouped(self.positions));
        let mut text = format!("{name}: {agree} of {positions} positions agree with {against}\n");
        if self.faulty > 0 {
            text += &format!("{} lines could not be read\n", grouped(self.faulty));
        }
        if self.agree < self.positions {
            let count = self.shown.len();
            text +=
                &format!("\nThe first {count} of {} disagreements:\n", grouped(self.positions - self.agree));
            text.extend(self.shown.iter().map(Disagreement::text));
        }
        if !suspects.is_empty() {
            let among = match self.cases.len() {
                all if all == self.positions => String::new(),
                first => format!(" of the first {}", grouped(first)),
            };
            text += &format!("\nPositions{among} that agree after one change:\n");
            let line = |suspect: &Suspect| {
                format!("{:>8}  {}: {}\n", grouped(suspect.agree), suspect.path, suspect.change)
            };
            text.extend(suspects.iter().map(line));
        }
        let terms = self.terms.text();
        if !terms.is_empty() {
            text += &format!("\n{terms}");
        }
        text
    }

    fn json(&self, name: &FileArg, against: &FileArg, suspects: &[Suspect]) -> Value {
        let suspect = |s: &Suspect| json!({ "key": s.path, "change": s.change, "agree": s.agree });
        json!({
            "profile": name.to_string(),
            "against": against.to_string(),
            "positions": self.positions,
            "agree": self.agree,
            "faulty_lines": self.faulty,
            "disagreements": self.shown.iter().map(Disagreement::json).collect::<Vec<_>>(),
            "suspects": suspects.iter().map(suspect).collect::<Vec<_>>(),
            "terms": self.terms.json(),
            "unknown_terms": self.terms.unknown().collect::<Vec<_>>(),
        })
    }
}

impl Disagreement {
    fn new(weights: &Weights, case: &Case) -> Self {
        let explained = Explained::new(weights, &case.position);
        let pair = |score: S| score.pair().map(|steps| explained.share.whole(steps));
        let row = |row: &Row| (row.entry.key(), [pair(row.white), pair(row.black)]);
        let (difference, _) = case.difference_in_units(weights);
        let rows = suspects::fitting_rows(&explained, difference).into_iter().map(row).collect();
        let fen = case.position.fen(false);
        Self { line: case.line, fen, expected: case.score, got: case.got(weights), rows }
    }

    /// Expected minus got, without the error of decimals.
    fn difference(&self) -> f64 {
        ((self.expected - self.got) * 1e6).round() / 1e6
    }

    fn text(&self) -> String {
        let Self { line, fen, expected, got, .. } = self;
        let mut text = format!(
            "\nline {line}: expected {expected:+}, got {got:+}, difference {:+}\n  {fen}\n",
            self.difference()
        );
        for (key, [white, black]) in &self.rows {
            let word = |[mg, eg]: [f64; 2]| if mg == eg { mg.to_string() } else { format!("[{mg}, {eg}]") };
            text += &format!("  fits: {key}  White {}, Black {}\n", word(*white), word(*black));
        }
        text
    }

    fn json(&self) -> Value {
        let row = |(key, [white, black]): &(String, [[f64; 2]; 2])| json!({ "key": key, "white": white, "black": black });
        json!({
            "line": self.line,
            "fen": self.fen,
            "expected": self.expected,
            "got": self.got,
            "difference": self.difference(),
            "fitting_rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}
