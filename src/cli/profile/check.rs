//! `temper profile check`: reports all errors and warnings, and the cost of custom terms.

use std::hint::black_box;
use std::io::{Write, stdin, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::against;
use super::diagnostics::{ReportFormat, print_all};
use super::standard_input::{INPUT_NAME, STANDARD_INPUT, read_input};
use crate::cli::bench;
use crate::cli::stdout::{columns, text_out};
use temperament_engine::board::Position;
use temperament_engine::escape;
use temperament_engine::eval::custom_scorer::CustomScorer;
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::{Entry, SLOT_COUNT};
use temperament_engine::eval::{S, Values, Weights};
use temperament_engine::profile::{Diagnostic, Library, LoadError, Location, Profile, Severity, parse};
use temperament_engine::terms::Role;
use temperament_matches::setup::FileArg;

const INFORMATION: &str = "info";

/// Arguments of `temper profile check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Names or paths, or - for TOML on standard input (default: all profiles that `list` finds)
    profiles: Vec<FileArg>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    #[command(flatten)]
    against: against::Options,
}

pub(super) fn run(args: Args, library: &Library) -> anyhow::Result<ExitCode> {
    let Args { mut profiles, format, against } = args;
    if against.is_used() {
        return against::run(&profiles, &against, format, library);
    }
    if profiles.is_empty() {
        profiles = library.names().iter().map(|name| FileArg::from(name.as_str())).collect();
    }
    let mut records = Vec::new();
    let mut is_faulty = false;
    for profile in &profiles {
        let is_input = *profile == *STANDARD_INPUT;
        let checked = if is_input { check_input()? } else { library.check(profile) };
        let diagnostics = match checked {
            Ok((loaded, warnings)) => {
                if format == ReportFormat::Json {
                    records
                        .extend(term_costs(&loaded).into_iter().map(|cost| Record::of_cost(&loaded, cost)));
                } else {
                    let name = if is_input { INPUT_NAME.to_owned() } else { profile.to_string() };
                    writeln!(text_out(), "{name}: ok ({} keys)", loaded.given.len())?;
                    text_out().write_all(term_costs_text(&loaded).as_bytes())?;
                }
                warnings
            }
            Err(error) => error.into_diagnostics(),
        };
        if format == ReportFormat::Text {
            print_all(&diagnostics);
        }
        is_faulty |= diagnostics.iter().any(|d| d.severity == Severity::Error);
        records.extend(diagnostics.into_iter().map(Record::of));
    }
    if format == ReportFormat::Json {
        writeln!(stdout(), "{}", escape::json(&serde_json::to_string_pretty(&records)?))?;
    }
    Ok(if is_faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads a profile in TOML from standard input.
fn check_input() -> anyhow::Result<Result<(Profile, Vec<Diagnostic>), LoadError>> {
    let source = read_input(stdin())?;
    Ok(source
        .map_err(|diagnostic| vec![diagnostic])
        .and_then(|source| parse(&source))
        .map_err(LoadError::Invalid))
}

/// A diagnostic as JSON, or the cost of a custom term.
#[derive(Debug, Serialize)]
struct Record {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    severity: &'static str,
    key: Option<String>,
    message: String,
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
}

impl Record {
    fn of(d: Diagnostic) -> Self {
        Self {
            file: d.file().to_owned(),
            line: d.line(),
            column: d.column(),
            severity: d.severity.word(),
            key: d.key,
            message: d.message,
            hint: d.hint,
            cost: None,
        }
    }

    /// The record of a term, located at its values.
    fn of_cost(profile: &Profile, cost: Cost) -> Self {
        let place = profile.given(&cost.key).map(|given| &given.location);
        let line_column = place.and_then(Location::line_column);
        Self {
            file: place.map_or_else(String::new, |place| place.source.file.clone()),
            line: line_column.map(|(line, _)| line),
            column: line_column.map(|(_, column)| column),
            severity: INFORMATION,
            key: Some(cost.key.clone()),
            message: cost.line(),
            hint: None,
            cost: Some(cost),
        }
    }
}

/// Minimum duration of a measurement.
const SPAN: Duration = Duration::from_millis(1);
/// Number of measurements, of which the minimum counts: the rest is noise of the machine.
const MEASUREMENTS: usize = 3;

/// Cost of a custom term, and how often it is not 0.
#[derive(Debug, Serialize)]
struct Cost {
    #[serde(skip)]
    key: String,
    /// Maximum number of operations for one side.
    operations: u64,
    /// Nanoseconds per evaluation; 0 for a term that is computed incrementally or is always 0.
    nanoseconds: f64,
    /// Number of sample positions in which it is not 0.
    #[serde(rename = "worth_something_in")]
    live: usize,
    positions: usize,
}

impl Cost {
    /// Columns: operations, time, positions.
    fn words(&self) -> [String; 3] {
        let Self { live, positions, .. } = self;
        [
            match self.operations {
                1 => "1 operation,".to_owned(),
                most => format!("up to {most} operations,"),
            },
            format!("{:.0} ns,", self.nanoseconds),
            format!("not 0 in {live} of {positions} positions"),
        ]
    }

    /// The same in one line.
    fn line(&self) -> String {
        self.words().join(" ")
    }
}

/// Measures each custom term of a profile.
fn term_costs(profile: &Profile) -> Vec<Cost> {
    let positions: Vec<Position> = bench::positions().collect();
    let w = profile.compile();
    let Some(own) = w.custom_terms() else {
        return Vec::new();
    };
    let terms = own.terms();
    let cost = |entry: &Entry| {
        let number = entry.ordinal - SLOT_COUNT;
        let is_worth = |position: &&Position| own.score_of(number, position) != [S::ZERO; 2];
        let alone = Weights::new("", &only(&profile.values, entry));
        Cost {
            key: entry.key(),
            operations: terms.term(entry).cost(),
            nanoseconds: (time(alone.custom_terms(), &positions) * 10.0).round() / 10.0,
            live: positions.iter().filter(is_worth).count(),
            positions: positions.len(),
        }
    };
    terms.entries().iter().filter(|entry| terms.term(entry).role() == Role::Term).map(cost).collect()
}

/// One line per term, and one for all terms together.
fn term_costs_text(profile: &Profile) -> String {
    let costs = term_costs(profile);
    let positions: Vec<Position> = bench::positions().collect();
    let w = profile.compile();
    if costs.is_empty() {
        return applications(&w, &positions);
    }
    let rows = costs.iter().map(|cost| {
        let [operations, time, worth] = cost.words();
        vec![format!("  {}:", cost.key), operations, time, worth]
    });
    let lines = columns(rows.collect(), &[0, 1, 3]);
    let all = time(w.custom_terms(), &positions);
    lines + &format!("  all together: {all:.0} ns an evaluation\n") + &applications(&w, &positions)
}

/// One line per factor and rule of draws.
fn applications(w: &Weights, positions: &[Position]) -> String {
    let Some(own) = w.custom_terms() else {
        return String::new();
    };
    let mut applied = vec![0; own.terms().all_entries().len()];
    for position in positions {
        let mut here = vec![false; applied.len()];
        own.trace(position, |_, slot, event| {
            here[slot.ordinal - SLOT_COUNT] |= matches!(event, Event::Factor { .. } | Event::Drawn);
        });
        applied.iter_mut().zip(here).for_each(|(n, is_here)| *n += usize::from(is_here));
    }
    let is_shown = |(entry, _): &(&Entry, usize)| {
        [Role::Factor, Role::Drawn].iter().any(|role| role.key() == entry.section.name)
    };
    let entries = own.terms().all_entries().iter().zip(applied).filter(is_shown);
    let all = positions.len();
    entries.map(|(entry, n)| format!("  {}: applies in {n} of {all} positions\n", entry.key())).collect()
}

/// The same values with all custom terms but one set to 0.
fn only(values: &Values, term: &Entry) -> Values {
    let mut only = values.clone();
    let is_other = |entry: &&Entry| entry.section.name == Role::Term.key() && entry.ordinal != term.ordinal;
    for entry in values.custom_entries().iter().filter(is_other) {
        if let Some(slot) = entry.slot() {
            only.scores[slot.offset..][..slot.len].fill([0, 0]);
        }
    }
    only
}

/// Nanoseconds that custom terms take per evaluation, without caches.
fn time(own: Option<&CustomWeights>, positions: &[Position]) -> f64 {
    let Some(own) = own.filter(|own| own.is_live()) else {
        return 0.0;
    };
    let mut scorer = CustomScorer::without_cache(own);
    let mut measure = || {
        let (start, mut rounds) = (Instant::now(), 0_u32);
        while start.elapsed() < SPAN {
            for position in positions {
                black_box(scorer.score(own, position, None));
            }
            rounds += 1;
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds) / positions.len() as f64
    };
    (0..MEASUREMENTS).map(|_| measure()).fold(f64::INFINITY, f64::min)
}
