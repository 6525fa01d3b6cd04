//! Evaluates a position, explains the evaluation, and searches: `evaluate [PROFILE [FEN]]`.

use std::env;
use std::error::Error;
use std::fmt::Write;

use temperament_engine::{Engine, Explanation, Game, Limits, Position, Profile, S, notation};

const RUY_LOPEZ: &str = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let profile = args.next().unwrap_or_else(|| "temperament".to_owned());
    let fen = args.next().unwrap_or_else(|| RUY_LOPEZ.to_owned());
    print!("{}", evaluate(&profile, &fen, 50_000)?);
    Ok(())
}

/// Describes a position.
pub fn evaluate(profile: &str, fen: &str, nodes: u64) -> Result<String, Box<dyn Error>> {
    let profile = Profile::load(profile)?;
    let position = Position::from_fen(fen)?;
    let weights = profile.compile();
    let mut text = format!("{:+} centipawns for White\n", weights.evaluate(&position));

    let explanation = Explanation::new(&weights, &position);
    for row in explanation.rows.iter().filter(|row| row.white != S::ZERO || row.black != S::ZERO) {
        let [mg, eg] = row.difference().pair().map(|steps| weights.units(steps));
        writeln!(text, "  {:32} {mg:+8} {eg:+8}  {}", row.entry.key(), row.entry.decl.meaning)?;
    }
    let [mg, eg] = explanation.total.pair().map(|steps| weights.units(steps));
    writeln!(text, "  {:32} {mg:+8} {eg:+8}", "total")?;

    let mut engine = Engine::new(&profile, 16);
    let found = engine.search(&Game::new(position.clone()), Limits::nodes(nodes), |_| {});
    let line = notation::san_line(&position, &found.pv);
    writeln!(
        text,
        "depth {}, {} nodes, {:?} for the side to move: {line}",
        found.depth, found.nodes, found.score
    )?;
    Ok(text)
}
