//! `temper sprt`: statistics of match results, and the expected length of a test.

use std::io::{self, Write};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::cli::stdout::columns;
use temperament_matches::setup::TestArgs;
use temperament_matches::stats::{
    Expectation, MAX_ELO, Pentanomial, Report, Results, Sprt, Trinomial, Undefined,
};

/// Arguments of `temper sprt`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Pentanomial: pairs with 0, ½, 1, 1½, 2 points, as in Ptnml(0-2) of a report
    #[arg(long, value_name = "LL,LD,WL+DD,WD,WW", value_parser = counts::<5>)]
    ptnml: Option<[u32; 5]>,
    /// Games won, drawn, lost; with --ptnml, of the same games
    #[arg(long, value_name = "W,D,L", value_parser = counts::<3>)]
    wdl: Option<[u32; 3]>,
    #[command(flatten)]
    test: TestArgs,
    /// Print the expected number of pairs until a decision; counts, if given, come from an earlier match
    #[arg(long, requires = "elo0")]
    plan: bool,
    /// Assumed true difference, in the unit of the model (may be repeated; default: H0, H1 and their mean)
    #[arg(long, value_name = "ELO", allow_negative_numbers = true, requires = "plan", value_parser = elo)]
    true_elo: Vec<f64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let results = args.results()?;
    let test = args.test.sprt()?;
    let mut out = io::stdout().lock();
    if let (true, Some(sprt)) = (args.plan, &test) {
        return write_plan(sprt, &args.true_elo, results.as_ref(), args.json, &mut out);
    }
    let Some(results) = results else {
        bail!("no results: give --ptnml LL,LD,WL+DD,WD,WW or --wdl W,D,L (or --plan)");
    };
    let report = Report::new(results, test);
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

impl Args {
    fn results(&self) -> anyhow::Result<Option<Results>> {
        let games = self.wdl.map(|[wins, draws, losses]| Trinomial { wins, draws, losses });
        let pairs = self.ptnml.map(Pentanomial::from_counts);
        Ok(match (pairs, games) {
            (Some(pairs), Some(games)) => {
                let pairs = pairs.with_games(games).context("--ptnml and --wdl are not of one match")?;
                Some(Results::Pairs(pairs))
            }
            (Some(pairs), None) => Some(Results::Pairs(pairs)),
            (None, Some(games)) => Some(Results::Games(games)),
            (None, None) => None,
        })
    }
}

fn write_plan(
    sprt: &Sprt,
    true_elo: &[f64],
    earlier: Option<&Results>,
    as_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (elo0, elo1, unit) = (sprt.elo0(), sprt.elo1(), sprt.model().unit());
    let elos = match true_elo {
        [] => vec![elo0, f64::midpoint(elo0, elo1), elo1],
        elos => elos.to_vec(),
    };
    let plan = elos
        .iter()
        .map(|&elo| Ok((elo, sprt.expectation(elo, earlier)?)))
        .collect::<Result<Vec<(f64, Expectation)>, Undefined>>()
        .with_context(|| {
            let counts = if earlier.is_some() { "from these counts" } else { "without --ptnml or --wdl" };
            format!("no plan for the {} model {counts}", sprt.model())
        })?;
    if as_json {
        writeln!(out, "{}", plan_json(sprt, &plan))?;
        return Ok(());
    }
    let (model, alpha, beta) = (sprt.model(), sprt.alpha(), sprt.beta());
    writeln!(out, "SPRT ({model}): [{elo0:.2}, {elo1:.2}], alpha {alpha}, beta {beta}")?;
    let header = ["expected pairs", "games", "accepts H1"].map(str::to_owned);
    let mut rows = vec![[vec![format!("true {unit}")], header.to_vec()].concat()];
    rows.extend(plan.iter().map(|(elo, expected)| {
        let pairs = expected.pairs.ceil();
        vec![
            format!("{elo:.2}"),
            pairs.to_string(),
            (2.0 * pairs).to_string(),
            format!("{:.2} %", 100.0 * expected.accepts_h1),
        ]
    }));
    write!(out, "{}", columns(rows, &[]))?;
    Ok(())
}

fn plan_json(sprt: &Sprt, plan: &[(f64, Expectation)]) -> Value {
    let rows: Vec<Value> = plan
        .iter()
        .map(|(elo, expected)| {
            json!({
                "true_elo": elo,
                "expected_pairs": expected.pairs,
                "expected_games": 2.0 * expected.pairs,
                "accepts_h1": expected.accepts_h1,
            })
        })
        .collect();
    json!({
        "model": sprt.model().name(),
        "elo0": sprt.elo0(),
        "elo1": sprt.elo1(),
        "alpha": sprt.alpha(),
        "beta": sprt.beta(),
        "lower": sprt.lower(),
        "upper": sprt.upper(),
        "plan": rows,
    })
}

/// Parses comma-separated counts, optionally in brackets as in a report.
fn counts<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    let numbers = inner
        .split(',')
        .map(|part| {
            let part = part.trim();
            part.parse::<u32>().map_err(|_| format!("`{part}` is not a whole number from 0 to {}", u32::MAX))
        })
        .collect::<Result<Vec<u32>, String>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| format!("{found} numbers where {N} are needed"))
}

fn elo(text: &str) -> Result<f64, String> {
    text.parse::<f64>()
        .ok()
        .filter(|elo| (-MAX_ELO..=MAX_ELO).contains(elo))
        .ok_or_else(|| format!("not a number from {} to {MAX_ELO}", -MAX_ELO))
}
