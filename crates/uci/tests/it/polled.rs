//! Sessions that search in the call, as in WebAssembly.

use std::io::Cursor;

use temperament_engine::engine::Signals;
use temperament_engine::profile::Library;
use temperament_uci::{Session, Setup, run};

use crate::common::SharedBuffer;

fn session(poll: fn(&Signals)) -> (Session, SharedBuffer) {
    let buffer = SharedBuffer::default();
    let setup = Setup { poll: Some(poll), ..Setup::default() };
    (Session::new(Library::new(Vec::new()), &setup, buffer.output(), || false).unwrap(), buffer)
}

/// Output without what depends on the clock.
fn stable(output: &str) -> Vec<String> {
    let without = |line: &str, name: &str| match line.split_once(name) {
        Some((before, after)) => format!("{before}{}", after.split_once(' ').map_or("", |(_, rest)| rest)),
        None => line.to_owned(),
    };
    let lines = output.lines().filter(|line| !line.contains(" currmove "));
    lines
        .map(|line| without(&without(line, " nps "), " time "))
        .map(|line| match line.split_once(" nodes ") {
            // A bench: `NODES nodes NPS nps`.
            Some((nodes, _)) if !line.starts_with("info") => nodes.to_owned(),
            _ => line,
        })
        .collect()
}

#[test]
fn a_session_without_threads_finds_what_others_find() {
    let setup = "setoption name MultiPV value 2\nsetoption name UCI_ShowWDL value true\n";
    for commands in [
        "position startpos moves e2e4 c7c5\ngo nodes 5000",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3",
        "go perft 3",
        "bench 2",
    ] {
        let text = format!("{setup}{commands}\n");
        let (mut session, here) = session(|_| {});
        assert!(text.lines().all(|line| session.line(line).is_continue()));
        let there = SharedBuffer::default();
        let input = Cursor::new(text.into_bytes());
        run(Library::new(Vec::new()), &Setup::default(), input, there.output()).unwrap();
        assert_eq!(stable(&here.take()), stable(&there.take()), "{commands}");
    }
}

#[test]
fn an_infinite_search_answers_at_stop() {
    let (mut session, buffer) = session(|_| {});
    let _ = session.line("go infinite depth 2");
    assert!(!buffer.take().contains("bestmove"));
    let _ = session.line("isready");
    assert_eq!(buffer.take(), "readyok\n");
    let _ = session.line("stop");
    assert!(buffer.take().starts_with("bestmove "));
    let _ = session.line("stop");
    assert_eq!(buffer.take(), "");
}

#[test]
fn a_search_that_ponders_answers_at_ponderhit() {
    let (mut session, buffer) = session(|_| {});
    let _ = session.line("go ponder depth 2");
    assert!(!buffer.take().contains("bestmove"));
    let _ = session.line("ponderhit");
    let answer = buffer.take();
    let [info, best] = answer.lines().collect::<Vec<_>>()[..] else { panic!("{answer}") };
    assert!(info.starts_with("info depth 2 ") && best.starts_with("bestmove "), "{answer}");
}

#[test]
fn a_ponderhit_during_the_search_starts_the_clock() {
    let (mut session, buffer) = session(Signals::ponderhit);
    let _ = session.line("go ponder movetime 1");
    assert_eq!(buffer.take().lines().last().map(|line| line.starts_with("bestmove ")), Some(true));
    let _ = session.line("ponderhit");
    assert_eq!(buffer.take(), "");
}

#[test]
fn stop_ends_a_search_a_perft_and_a_bench() {
    let (mut session, buffer) = session(Signals::stop);
    for (line, end) in [
        ("go infinite", "bestmove "),
        ("go perft 9", "info string perft stopped"),
        ("bench 99", "info string bench stopped"),
    ] {
        let _ = session.line(line);
        let output = buffer.take();
        assert!(output.lines().last().is_some_and(|line| line.starts_with(end)), "{output}");
        let _ = session.line("stop");
        assert_eq!(buffer.take(), "");
    }
}
