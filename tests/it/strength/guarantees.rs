//! What no level may spoil: mates in one, and the mates of queen and rook against a bare king.
//!
//! `STRENGTH_MATES` and `STRENGTH_ENDINGS` set the numbers of positions.

use temperament_engine::board::{Color, Game, Move, Position, notation};
use temperament_engine::engine::{Level, Limits};
use temperament_engine::random::mix;

use super::{engine, game, search};
use crate::common::from_environment;

/// Default number of positions with a mate in one.
const MATES: usize = 60;
/// Default number of endings of each kind at each level.
const ENDINGS: usize = 3;
/// Nodes of the defence in endings.
const DEFENCE_NODES: u64 = 2000;
/// Longest random game, in plies.
const MAX_PLIES: u64 = 200;

/// Levels at which mates in one are tested, each with some seeds.
const MATE_LEVELS: [u32; 3] = [1200, 1600, 2000];
const MATE_SEEDS: u64 = 3;
const ENDING_LEVELS: [u32; 5] = [1000, 1400, 1800, 2200, 2600];

fn mates(position: &Position, mv: Move) -> bool {
    let after = position.after(mv);
    after.in_check() && !after.has_legal_move()
}

/// The first positions of random games in which a move mates.
fn mates_in_one() -> impl Iterator<Item = Game> {
    (0..).filter_map(|number| {
        let mut game = Game::new(Position::startpos());
        for ply in 0..MAX_PLIES {
            let moves = game.position().legal_moves();
            if moves.iter().any(|&mv| mates(game.position(), mv)) {
                return Some(game);
            }
            let random = mix(number * MAX_PLIES + ply) as usize;
            let &mv = moves.get(random % moves.len().max(1))?;
            assert!(game.play(mv));
            if game.ending().is_some() {
                return None;
            }
        }
        None
    })
}

#[test]
fn no_mate_in_one_is_missed_at_1200_and_above() {
    let known = [
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    ];
    let mut missed = Vec::new();
    let all = known.map(game).into_iter().chain(mates_in_one());
    for game in all.take(known.len() + from_environment("STRENGTH_MATES", MATES)) {
        for (level, seed) in
            MATE_LEVELS.into_iter().flat_map(|level| (0..MATE_SEEDS).map(move |n| (level, n)))
        {
            let best = search(&mut engine(Level::Elo(level), seed), &game, &Limits::default()).best.unwrap();
            if !mates(game.position(), best) {
                let san = notation::san(game.position(), best);
                missed.push(format!("{}: {san} at {level} with seed {seed}", game.position()));
            }
        }
    }
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

/// Plays until the game is over. The side without a level defends at full strength.
fn is_won(mut game: Game, level: u32) -> bool {
    let strong = game.position().stm();
    let (mut attacker, mut defender) = (engine(Level::Elo(level), 7), engine(Level::OfProfile, 0));
    while game.ending().is_none() {
        let (engine, limits) = match game.position().stm() {
            side if side == strong => (&mut attacker, Limits::default()),
            _ => (&mut defender, Limits::nodes(DEFENCE_NODES)),
        };
        let best = search(engine, &game, &limits).best.unwrap();
        assert!(game.play(best));
    }
    game.position().stm() != strong && game.position().in_check() && !game.position().has_legal_move()
}

/// Random legal positions with a king and a piece, whose turn it is, against a king.
fn endings(piece: char, seed: u64) -> impl Iterator<Item = Game> {
    (0..).filter_map(move |number: u64| {
        let random = mix(seed << 32 | number);
        let mut board = [['1'; 8]; 8];
        let strong = if random >> 18 & 1 == 0 { Color::White } else { Color::Black };
        let colored =
            |letter: char| if strong == Color::White { letter.to_ascii_uppercase() } else { letter };
        let weak_king = if strong == Color::White { 'k' } else { 'K' };
        for (place, letter) in [colored('k'), colored(piece), weak_king].into_iter().enumerate() {
            let square = (random >> (6 * place) & 63) as usize;
            if board[square / 8][square % 8] != '1' {
                return None;
            }
            board[square / 8][square % 8] = letter;
        }
        let rows = board.map(String::from_iter).join("/");
        let turn = if strong == Color::White { 'w' } else { 'b' };
        Position::from_fen(&format!("{rows} {turn} - - 0 1")).ok().map(Game::new)
    })
}

#[test]
fn queen_and_rook_win_against_a_bare_king_at_1000_and_above() {
    let count = from_environment("STRENGTH_ENDINGS", ENDINGS);
    for level in ENDING_LEVELS {
        for piece in ['q', 'r'] {
            let drawn: Vec<String> = endings(piece, u64::from(level))
                .take(count)
                .filter(|game| !is_won(game.clone(), level))
                .map(|game| game.position().to_string())
                .collect();
            assert!(drawn.is_empty(), "{level}: {} of {count} drawn: {drawn:?}", drawn.len());
        }
    }
    for fen in [
        "8/8/8/4k3/8/8/8/K6Q w - - 0 1",
        "8/8/3k4/8/8/8/8/Q6K w - - 0 1",
        "8/8/8/4k3/8/8/8/K6R w - - 0 1",
        "4k3/8/8/8/8/8/8/R6K w - - 0 1",
        "r6k/8/8/8/4K3/8/8/8 b - - 0 1",
    ] {
        assert!(is_won(game(fen), 1000), "{fen}");
    }
}
