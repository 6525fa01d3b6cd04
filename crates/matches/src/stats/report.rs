//! Statistics of results, as text and as JSON.

use std::fmt;

use serde_json::{Value, json};

use super::{Decision, EloEstimate, Pentanomial, Results, Sprt, Undefined};

/// Results with everything derived from them. The text has the lines of fastchess's report, from `Elo:` on;
/// `undefined` with a reason replaces its `nan` and `inf`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// The sample.
    pub results: Results,
    pub strength: EloEstimate,
    /// The test and its log-likelihood ratio, if there is a test.
    pub test: Option<(Sprt, Result<f64, Undefined>)>,
}

/// A number with two decimals, or the reason why it is undefined.
struct Number(Result<f64, Undefined>);

impl Report {
    /// Computes the report on results, and on a test if given.
    pub fn new(results: Results, test: Option<Sprt>) -> Self {
        Report {
            strength: EloEstimate::new(&results),
            test: test.map(|sprt| (sprt, sprt.llr(&results))),
            results,
        }
    }

    /// Returns the decision of the test, if there is one and its ratio is defined.
    pub fn decision(&self) -> Option<Decision> {
        let (sprt, llr) = self.test?;
        Some(sprt.decision(llr.ok()?))
    }

    /// Share of pairs that ended 1 : 1, 0 to 1: the `DrawRatio` of fastchess.
    ///
    /// # Errors
    /// If there are no pairs.
    pub fn draw_ratio_of_pairs(&self) -> Result<f64, Undefined> {
        let pairs = self.results.pairs().ok_or(Undefined::NoResults)?;
        ratio(pairs.counts()[2].into(), pairs.pairs(), Undefined::NoResults)
    }

    /// Share of games that were drawn. 0 to 1.
    ///
    /// # Errors
    /// If there are no games, or only the pairs are known.
    pub fn draw_ratio_of_games(&self) -> Result<f64, Undefined> {
        let games = self.results.games()?;
        ratio(games.draws.into(), games.games(), Undefined::NoResults)
    }

    /// Ratio of pairs won (1½ or 2 points) to pairs lost.
    ///
    /// # Errors
    /// If none was lost.
    pub fn pairs_ratio(&self) -> Result<f64, Undefined> {
        let pairs = self.results.pairs().ok_or(Undefined::NoResults)?;
        let [ll, ld, _, wd, ww] = pairs.counts().map(u64::from);
        ratio(ww + wd, ll + ld, Undefined::NoLostPair)
    }

    /// Returns JSON; undefined values are `null`, with the reason in `notes`.
    pub fn json(&self) -> Value {
        let EloEstimate { elo, nelo, nelo_error, los } = self.strength;
        let llr = self.test.map(|(_, llr)| llr);
        let mut notes = Vec::new();
        let mut number = |name: &str, value: Result<f64, Undefined>| match value {
            // Avoids -0.0.
            Ok(value) => json!(value + 0.0),
            Err(why) => {
                notes.push(format!("{name}: {why}"));
                Value::Null
            }
        };
        let mut report = json!({
            "elo": number("elo", elo.map(|e| e.value)),
            "elo_error": number("elo_error", elo.and_then(|e| e.error())),
            "elo_interval": elo.and_then(|e| e.interval).ok(),
            "nelo": number("nelo", nelo),
            "nelo_error": number("nelo_error", nelo_error),
            "los": number("los", los),
            "llr": llr.map(|llr| number("llr", llr)),
            "lower": self.test.map(|(sprt, _)| sprt.lower()),
            "upper": self.test.map(|(sprt, _)| sprt.upper()),
            "decision": self.decision().map(Decision::name),
            "model": self.test.map(|(sprt, _)| sprt.model().name()),
            "elo0": self.test.map(|(sprt, _)| sprt.elo0()),
            "elo1": self.test.map(|(sprt, _)| sprt.elo1()),
            "alpha": self.test.map(|(sprt, _)| sprt.alpha()),
            "beta": self.test.map(|(sprt, _)| sprt.beta()),
            "games": self.results.number_of_games(),
            "points": self.results.points(),
        });
        let games = self.results.games().ok();
        report["wins"] = json!(games.map(|g| g.wins));
        report["draws"] = json!(games.map(|g| g.draws));
        report["losses"] = json!(games.map(|g| g.losses));
        report["draw_ratio_games"] = number("draw_ratio_games", self.draw_ratio_of_games());
        report["ptnml"] = json!(self.results.pairs().map(Pentanomial::counts));
        if self.results.pairs().is_some() {
            report["draw_ratio_pairs"] = number("draw_ratio_pairs", self.draw_ratio_of_pairs());
            report["pairs_ratio"] = number("pairs_ratio", self.pairs_ratio());
        }
        report["notes"] = json!(notes);
        report
    }

    fn write_games(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.results.number_of_games();
        write!(f, "Games: {number}, ")?;
        if let Ok(games) = self.results.games() {
            write!(f, "Wins: {}, Losses: {}, Draws: {}, ", games.wins, games.losses, games.draws)?;
        }
        write!(f, "Points: {:.1}", self.results.points())?;
        if number > 0 {
            write!(f, " ({:.2} %)", 100.0 * self.results.points() / number as f64)?;
        }
        writeln!(f)
    }

    /// Returns what the decision of the test says, such as `H1 accepted: B is stronger than A; measured 12.3 +/- 9.8 Elo`,
    /// with these words before and after `stronger`. `None` without a decision.
    pub fn conclusion(&self, is: &str, than: &str) -> Option<String> {
        let (sprt, _) = self.test?;
        let decision = self.decision()?;
        let claim = sprt.claim(decision, than)?;
        let elo = with_error(self.strength.elo.map(|elo| (elo.value, elo.error())));
        Some(format!("{} accepted: {is}{claim}; measured {elo} Elo", decision.name()))
    }

    fn write_test(
        &self,
        sprt: &Sprt,
        llr: Result<f64, Undefined>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let (lower, upper) = (sprt.lower(), sprt.upper());
        write!(f, "LLR: {}", Number(llr))?;
        if let Ok(llr) = llr {
            let way = if llr < 0.0 { -llr / lower } else { llr / upper };
            write!(f, " ({}%)", rounded(100.0 * way, 1))?;
        }
        writeln!(f, " ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0(), sprt.elo1())?;
        let open = if llr.is_ok() { "undecided, more games are needed" } else { "no decision" };
        let says = self.conclusion("", "").unwrap_or_else(|| open.to_owned());
        writeln!(f, "SPRT ({}): {says}", sprt.model())
    }

    fn write_pairs(&self, pairs: &Pentanomial, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ll, ld, even, wd, ww] = pairs.counts();
        write!(f, "Ptnml(0-2): [{ll}, {ld}, {even}, {wd}, {ww}]")?;
        if let Some(twice_drawn) = pairs.twice_drawn() {
            let won_and_lost = even.saturating_sub(twice_drawn);
            let ratio = ratio(won_and_lost.into(), twice_drawn.into(), Undefined::NoTwiceDrawn);
            write!(f, ", WL/DD Ratio: {}", Number(ratio))?;
        }
        writeln!(f)
    }
}

fn ratio(part: u64, of: u64, otherwise: Undefined) -> Result<f64, Undefined> {
    if of == 0 {
        return Err(otherwise);
    }
    Ok(part as f64 / of as f64)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EloEstimate { elo, nelo, nelo_error, los } = self.strength;
        let elo = elo.map(|e| (e.value, e.error()));
        let nelo = nelo.map(|nelo| (nelo, nelo_error));
        writeln!(f, "Elo: {}, nElo: {}", with_error(elo), with_error(nelo))?;
        let draw_ratio = match self.results {
            Results::Pairs(_) => self.draw_ratio_of_pairs(),
            Results::Games(_) => self.draw_ratio_of_games(),
        };
        write!(f, "LOS: {}, DrawRatio: {}", percent(los), percent(draw_ratio))?;
        match self.results {
            Results::Pairs(_) => writeln!(f, ", PairsRatio: {}", Number(self.pairs_ratio()))?,
            Results::Games(_) => writeln!(f)?,
        }
        self.write_games(f)?;
        if let Results::Pairs(pairs) = &self.results {
            self.write_pairs(pairs, f)?;
            let (of_pairs, of_games) = (self.draw_ratio_of_pairs(), self.draw_ratio_of_games());
            writeln!(f, "DrawRatio of pairs: {}, of games: {}", percent(of_pairs), percent(of_games))?;
        }
        if let Some((sprt, llr)) = &self.test {
            self.write_test(sprt, *llr, f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Ok(value) => f.write_str(&rounded(value, 2)),
            Err(why) => write!(f, "undefined ({why})"),
        }
    }
}

/// Formats a number with this number of decimals; `-0.0` becomes 0.
pub fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.trim_matches(['0', '.']).is_empty() => rest.to_owned(),
        _ => text,
    }
}

fn with_error(estimate: Result<(f64, Result<f64, Undefined>), Undefined>) -> String {
    match estimate {
        Ok((value, Ok(error))) => format!("{} +/- {error:.2}", Number(Ok(value))),
        Ok((value, Err(why))) => format!("{} (no interval: {why})", Number(Ok(value))),
        Err(why) => Number(Err(why)).to_string(),
    }
}

fn percent(share: Result<f64, Undefined>) -> String {
    match share {
        Ok(share) => format!("{:.2} %", 100.0 * share),
        Err(_) => Number(share).to_string(),
    }
}
