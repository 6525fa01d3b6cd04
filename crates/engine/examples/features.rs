//! Prints the linear features of positions as CSV, for machine learning: `features [FEN...]`.
//!
//! A column is a value of the profile, and its number the count for White minus Black. The evaluation is the sum of the
//! products of counts and values, with `middlegame` as the weight of their middlegame numbers, plus what is not linear.

use std::env;
use std::error::Error;
use std::fmt::Write;

use temperament_engine::{Features, Position, Profile, feature_names};

fn main() -> Result<(), Box<dyn Error>> {
    let mut fens: Vec<String> = env::args().skip(1).collect();
    if fens.is_empty() {
        fens.push(Position::startpos().fen(false));
    }
    print!("{}", table("temperament", &fens)?);
    Ok(())
}

/// Returns a line of names and a line of numbers for each position.
pub fn table(profile: &str, fens: &[String]) -> Result<String, Box<dyn Error>> {
    let weights = Profile::load(profile)?.compile();
    let names = feature_names(&weights);
    let mut text = format!("fen,middlegame,{}\n", names.join(","));
    for fen in fens {
        let features = Features::new(&weights, &Position::from_fen(fen)?);
        let mut row = vec![0; names.len()];
        for feature in &features.counts {
            row[feature.column] = feature.white - feature.black;
        }
        write!(text, "{fen},{}", features.middlegame)?;
        for count in row {
            write!(text, ",{count}")?;
        }
        text.push('\n');
    }
    Ok(text)
}
