//! Tests of `output`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use temperament_engine::board::Position;
use temperament_engine::engine::{Bound, Info, Outcome, Score};
use temperament_uci::output::*;

const PLAIN: Style = Style { chess960: false, wdl: false };
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

fn castling_info() -> Info {
    Info {
        depth: 9,
        seldepth: 12,
        multipv: 2,
        score: Score::Mate(-3),
        bound: Bound::Upper,
        nodes: 3000,
        table_hits: 8,
        time: Duration::from_millis(1500),
        hashfull: 7,
        pv: vec!["e1h1".parse().unwrap(), "e8a8".parse().unwrap()],
    }
}

#[test]
fn an_info_line_has_all_its_parts() {
    let root = Position::from_fen(CASTLES).unwrap();
    assert_eq!(
        info_line(&root, &castling_info(), PLAIN),
        "info depth 9 seldepth 12 multipv 2 score mate -3 upperbound nodes 3000 nps 2000 hashfull 7 \
             tbhits 8 time 1500 pv e1g1 e8c8"
    );
    let style = Style { chess960: true, wdl: true };
    let line = info_line(&root, &castling_info(), style);
    assert!(line.contains(" wdl 0 0 1000 ") && line.ends_with(" pv e1h1 e8a8"), "{line}");
}

#[test]
fn best_moves_are_spelled_for_their_position() {
    let root = Position::from_fen(CASTLES).unwrap();
    let mut outcome = Outcome {
        best: Some("e1a1".parse().unwrap()),
        ponder: Some("e8h8".parse().unwrap()),
        pv: Vec::new(),
        score: Score::Centipawns(0),
        depth: 1,
        nodes: 1,
        time: Duration::ZERO,
    };
    assert_eq!(best_move_line(&root, &outcome, PLAIN), "bestmove e1c1 ponder e8g8");
    outcome.best = None;
    assert_eq!(best_move_line(&root, &outcome, PLAIN), "bestmove (none)");
}

#[test]
fn notes_stay_on_one_line() {
    let shared = Arc::new(Mutex::new(Vec::new()));
    struct To(Arc<Mutex<Vec<u8>>>);
    impl Write for To {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    Output::new(To(shared.clone())).note("a\nbestmove e2e4\u{7}");
    assert_eq!(*shared.lock().unwrap(), b"info string a bestmove e2e4 \n");
}
