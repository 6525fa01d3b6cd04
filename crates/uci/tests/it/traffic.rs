//! Random UCI sessions in one process: every `go` is answered once.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use temperament_engine::profile::Library;
use temperament_uci as uci;
use temperament_uci::output::Output;

/// Output of a session, in memory.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn any_line() -> impl Strategy<Value = String> {
    let fixed = proptest::sample::select(
        [
            "uci",
            "isready",
            "ucinewgame",
            "stop",
            "ponderhit",
            "d",
            "eval",
            "flip",
            "help",
            "debug on",
            "debug off",
            "go",
            "go infinite",
            "go ponder movetime 1",
            "go depth 2",
            "go nodes 50",
            "go movetime 2",
            "go perft 2",
            "go perft 9",
            "go wtime 1 btime 1",
            "go searchmoves e2e4 e1g1 zz depth 1",
            "go mate 1 nodes 100",
            "position startpos",
            "position startpos moves e2e4 e7e5",
            "position startpos moves e2e5",
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "position fen 1k6/8/8/8/8/8/8/1K5R w H - 99 1",
            "setoption name Clear Hash",
            "setoption name Hash value 1",
            "setoption name MultiPV value 218",
            "setoption name MultiPV value 1",
            "setoption name UCI_Chess960 value true",
            "setoption name Profile value simplified",
            "setoption name ProfileFile value /",
        ]
        .as_slice(),
    );
    prop_oneof![6 => fixed.prop_map(str::to_owned), 1 => "[a-z0-9 ]{0,30}", 1 => "\\PC{0,30}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_conversation_answers_each_go_once(lines in proptest::collection::vec(any_line(), 0..16)) {
        let buffer = SharedBuffer::default();
        // The engine finishes a running perft before it handles `quit`, so stop it.
        let text = format!("{}\nstop\nquit\n", lines.join("\n"));
        let input = Cursor::new(text.into_bytes());
        prop_assert!(uci::run(Library::new(Vec::new()), &uci::Setup::default(), input, Output::new(buffer.clone())).is_ok());
        let output = String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap();
        let searches = lines
            .iter()
            .filter(|l| matches!(uci::command::parse(l, &mut Vec::new()), Some(uci::command::Command::Go { .. })))
            .count();
        let answers = output.lines().filter(|l| l.starts_with("bestmove ")).count();
        prop_assert_eq!(answers, searches, "{}", output);
    }
}
