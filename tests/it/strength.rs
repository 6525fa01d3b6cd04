//! Playing strength: levels, and what they may not spoil.

mod guarantees;
mod people;

use temperament_engine::board::{Color, Game, Position, notation};
use temperament_engine::engine::{Engine, Level, Limits, Outcome, Score};
use temperament_engine::eval::SidedWeights;
use temperament_engine::profile::{Library, Overrides};

use crate::common::gui::{Gui, count};

const MIDDLEGAME: &str = "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

fn load(name: &str, tweaks: &[&str]) -> SidedWeights {
    let library = Library::new(Vec::new()).with_tweaks(Overrides::new("--set", tweaks));
    library.load(name).unwrap_or_else(|error| panic!("{error}")).0.compile_both()
}

fn engine(level: Level, seed: u64) -> Engine {
    engine_with(&[], level, seed)
}

/// An engine whose weak levels search few nodes with noise.
fn noisy(level: Level, seed: u64) -> Engine {
    engine_with(&["strength.scale=\"engines\""], level, seed)
}

fn engine_with(tweaks: &[&str], level: Level, seed: u64) -> Engine {
    let mut engine = Engine::new(load("temperament", tweaks), 1);
    engine.set_level(level);
    engine.set_seed(seed);
    engine
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> Outcome {
    engine.search(game, limits.clone(), |_| {})
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

#[test]
fn a_level_of_engines_limits_the_nodes_and_depends_on_the_seed_alone() {
    let limits = Limits::nodes(1_000_000);
    let game = game(MIDDLEGAME);
    let played = |elo: u32, seed: u64| {
        let outcome = search(&mut noisy(Level::Elo(elo), seed), &game, &limits);
        (outcome.nodes, outcome.best)
    };
    let mut last = 0;
    for elo in [600, 1200, 1800, 2400] {
        let (nodes, best) = played(elo, 1);
        assert!(nodes < 1_000_000 && nodes + 100 >= last, "{elo}: {nodes}");
        assert_eq!((nodes, best), played(elo, 1), "{elo}");
        last = nodes;
    }
    let moves: std::collections::HashSet<_> = (0..20).map(|seed| played(800, seed).1).collect();
    assert!(moves.len() > 3, "{moves:?}");
    // Fewer nodes than the level has are respected.
    assert!(search(&mut engine(Level::Elo(2400), 1), &game, &Limits::nodes(500)).nodes <= 500);
}

/// Nodes of the search for the score of a weak level.
const NEUTRAL_NODES: u64 = 5000;

#[test]
fn the_score_of_a_weak_level_is_that_of_its_move_without_errors() {
    let limits = Limits::nodes(1_000_000);
    for fen in [MIDDLEGAME, "4k3/ppp2ppp/8/8/8/8/PPP2PPP/3RK3 b - - 0 1"] {
        let game = game(fen);
        let mut scores = Vec::new();
        for seed in 0..10 {
            let outcome = search(&mut noisy(Level::Elo(600), seed), &game, &limits);
            let search_moves = outcome.best.into_iter().collect();
            let of_move = Limits { search_moves, ..Limits::nodes(NEUTRAL_NODES) };
            let exact = search(&mut engine(Level::Full, 1), &game, &of_move).score;
            assert!(matches!(exact, Score::Centipawns(_)), "{fen} has no mate");
            assert_eq!(outcome.score, exact, "{fen}, seed {seed}");
            scores.push(exact);
        }
        scores.dedup();
        assert!(scores.len() > 1, "{fen}: the moves do not differ");
    }
}

#[test]
fn a_weak_level_takes_back() {
    let mut game = Game::new(Position::startpos());
    for san in "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6".split(' ') {
        assert!(game.play(notation::parse_any(game.position(), san).unwrap()));
    }
    let recaptures = ["bxc6", "dxc6"].map(|san| notation::parse_any(game.position(), san));
    let best = |seed| search(&mut engine(Level::Elo(800), seed), &game, &Limits::nodes(1000)).best;
    let taken = (0..100).filter(|&seed| recaptures.contains(&best(seed))).count();
    assert!(taken >= 80, "{taken}");
}

#[test]
fn a_profile_may_have_a_level_and_analysis_ignores_it() {
    let game = game(MIDDLEGAME);
    let nodes = |level: Level, tweaks: &[&str]| {
        let mut engine =
            Engine::new(load("temperament", &[tweaks, &["strength.scale=\"engines\""]].concat()), 1);
        engine.set_level(level);
        search(&mut engine, &game, &Limits::nodes(60_000)).nodes
    };
    let own = nodes(Level::OfProfile, &["strength.elo=1000"]);
    assert_eq!(own, nodes(Level::Elo(1000), &[]));
    assert!(own < 20_000, "{own}");
    assert_eq!(nodes(Level::OfProfile, &["strength.nodes=3000"]), 3000);
    // 2000 and 300 + 8 * 25 on top.
    let offset = ["strength.offset=300", "strength.offset_growth=25"];
    assert_eq!(nodes(Level::Elo(2000), &offset), nodes(Level::Elo(2500), &[]));
    assert_ne!(nodes(Level::Elo(2000), &offset[..1]), nodes(Level::Elo(2500), &[]));
    assert_eq!(nodes(Level::OfProfile, &offset), nodes(Level::Full, &[]));
    assert_eq!(nodes(Level::Full, &["strength.elo=1000"]), nodes(Level::OfProfile, &[]));
}

/// Mean difference of consecutive scores along a quiet opening, in centipawns from White's point of view.
fn mean_jump(profile: &str) -> f64 {
    const RUY_LOPEZ: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7";
    let mut engine = Engine::new(load(profile, &[]), 4);
    engine.set_level(Level::Full);
    let mut game = Game::new(Position::startpos());
    let mut scores = Vec::new();
    for san in RUY_LOPEZ.split(' ') {
        assert!(game.play(notation::parse_any(game.position(), san).unwrap()));
        let outcome = engine.search(&game, Limits::nodes(6000), |_| {});
        let Score::Centipawns(score) = outcome.score else { panic!("a mate in the opening") };
        scores.push(f64::from(if game.position().stm() == Color::White { score } else { -score }));
    }
    scores.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum::<f64>() / (scores.len() - 1) as f64
}

#[test]
fn scores_of_an_analysis_do_not_change_sides_with_the_move() {
    let usual = mean_jump("temperament");
    for profile in ["defender", "attacker", "romantic"] {
        let jump = mean_jump(profile);
        assert!(jump < 2.0 * usual, "{profile}: {jump}, but temperament: {usual}");
    }
}

#[test]
fn uci_has_levels_books_and_an_analysis_mode() {
    let mut gui = Gui::start();
    let options = gui.ask("uci");
    for name in
        ["UCI_LimitStrength type check default false", "UCI_Elo type spin default 1500 min 600", "OwnBook"]
    {
        assert_eq!(count(&options, &format!("option name {name}")), 1, "{name}");
    }
    let nodes = |lines: &[String]| -> u64 {
        let last = lines.iter().rfind(|line| line.contains(" nodes ")).unwrap();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    gui.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000");
    gui.send("go wtime 60000 btime 60000");
    assert!(nodes(&gui.until("bestmove")) < 20_000);
    gui.send("setoption name UCI_AnalyseMode value true\ngo nodes 30000");
    assert_eq!(nodes(&gui.until("bestmove")), 30_000);

    gui.send("setoption name Tweak value book.white=[\"e4 e5 f4\"]; book.black=[\"e4 c5\"]");
    // A weak level would not know all moves.
    gui.send("setoption name UCI_AnalyseMode value false\nsetoption name UCI_LimitStrength value false");
    assert_eq!(gui.best_move("go movetime 1000"), "e2e4");
    assert_eq!(gui.best_move("position startpos moves e2e4 e7e5\ngo nodes 100000"), "f2f4");
    assert_eq!(gui.best_move("position startpos moves e2e4\ngo nodes 100000"), "c7c5");
    gui.send("setoption name OwnBook value false\nposition startpos moves e2e4\ngo depth 4");
    assert_eq!(count(&gui.until("bestmove"), "info string book"), 0);
}
