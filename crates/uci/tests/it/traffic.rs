//! Random UCI sessions in one process: every `go` is answered once.

use std::io::Cursor;

use proptest::prelude::*;
use temperament_engine::engine::Signals;
use temperament_engine::profile::Library;
use temperament_uci as uci;
use temperament_uci::command::{Command, parse};
use temperament_uci::{Session, Setup};

use crate::common::SharedBuffer;

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

/// Number of lines that start a search.
fn searches(lines: &[String]) -> usize {
    let is_search = |line: &&String| matches!(parse(line, &mut Vec::new()), Some(Command::Go { .. }));
    lines.iter().filter(is_search).count()
}

fn answers(output: &str) -> usize {
    output.lines().filter(|l| l.starts_with("bestmove ")).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_conversation_answers_each_go_once(lines in proptest::collection::vec(any_line(), 0..16)) {
        let buffer = SharedBuffer::default();
        // The engine finishes a running perft before it handles `quit`, so stop it.
        let text = format!("{}\nstop\nquit\n", lines.join("\n"));
        let input = Cursor::new(text.into_bytes());
        prop_assert!(uci::run(Library::new(Vec::new()), &uci::Setup::default(), input, buffer.output()).is_ok());
        let output = buffer.take();
        prop_assert_eq!(answers(&output), searches(&lines), "{}", output);
    }

    /// The host stops every search at once.
    #[test]
    fn the_same_without_threads(lines in proptest::collection::vec(any_line(), 0..16)) {
        let buffer = SharedBuffer::default();
        let setup = Setup { poll: Some(Signals::stop), ..Setup::default() };
        let mut session = Session::new(Library::new(Vec::new()), &setup, buffer.output(), || false).unwrap();
        for line in &lines {
            prop_assert!(session.line(line).is_continue());
        }
        session.quit();
        let output = buffer.take();
        prop_assert_eq!(answers(&output), searches(&lines), "{}", output);
    }
}
