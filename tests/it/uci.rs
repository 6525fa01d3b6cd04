//! The UCI protocol, with the binary behind pipes as in a GUI.

mod options;
mod program;
#[cfg(syzygy)]
mod tables;
mod threads;
mod time;

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::TEMPER;
use crate::common::gui::{Gui, PATIENCE, count, fen_of};
use temperament_engine::board::{MAX_MOVES, Position, notation};

const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn the_handshake_names_engine_and_options() {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.until("uciok");
    assert!(lines.iter().any(|l| l.starts_with("id name Temperament")));
    assert_eq!(count(&lines, "id author"), 1);
    for option in [
        "Hash type spin default 16 min 1 max 33554432",
        "Clear Hash type button",
        "Threads type spin default 1 min 1 max 256",
        &format!("MultiPV type spin default 1 min 1 max {MAX_MOVES}"),
        "Ponder type check default false",
        "Move Overhead type spin default 10 min 0 max 5000",
        "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_EngineAbout type string default Temperament",
        "Profile type combo default temperament var",
        "ProfileFile type string default <empty>",
    ] {
        let start = format!("option name {option}");
        assert_eq!(count(&lines, &start), 1, "{start}: {lines:#?}");
    }
    let syzygy_options = if cfg!(syzygy) { 4 } else { 0 };
    assert_eq!(count(&lines, "option name Syzygy"), syzygy_options, "{lines:#?}");
}

#[test]
fn every_kind_of_go_is_answered_by_a_legal_move() {
    let mut gui = Gui::start();
    for go in [
        "go depth 3",
        "go nodes 500",
        "go movetime 30",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 5",
        "go wtime -20 btime 0",
        "go depth 2 searchmoves e1g1 a2a3",
        "go mate 1 depth 3",
        "go depth 99999999999999999999 nodes 300",
    ] {
        let best = gui.best_move(&format!("position fen {KIWIPETE}\n{go}"));
        let position = Position::from_fen(KIWIPETE).unwrap();
        assert!(notation::parse_uci(&position, &best).is_some(), "{go}: {best}");
        if go.contains("searchmoves") {
            assert!(["e1g1", "a2a3"].contains(&best.as_str()), "{best}");
        }
    }
    assert_eq!(gui.best_move(&format!("position fen {MATE_IN_1}\ngo depth 4")), "a1a8");
}

#[test]
fn a_search_in_progress_is_ready_and_stops_once() {
    let mut gui = Gui::start();
    gui.send("position startpos moves e2e4\ngo infinite");
    gui.until("info depth 1 ");
    let lines = gui.ask("");
    assert_eq!(count(&lines, "bestmove"), 0);
    gui.best_move("stop\nstop");
    gui.best_move("go depth 1");
    assert_eq!(count(&gui.ask("stop"), "bestmove"), 0, "nothing to answer");
}

#[test]
fn a_second_go_ends_the_first() {
    let mut gui = Gui::start();
    gui.send("go infinite\ngo movetime 20");
    gui.until("bestmove");
    gui.until("bestmove");
}

#[test]
fn go_without_a_limit_waits_for_stop() {
    let mut gui = Gui::start();
    for go in ["go", "go btime 50", "go infinite depth 1", "go infinite depth x"] {
        gui.send(&format!("position startpos\n{go}"));
        thread::sleep(Duration::from_millis(150));
        let lines = gui.ask("");
        assert_eq!(count(&lines, "bestmove"), 0, "{go}: {lines:#?}");
        assert_ne!(gui.best_move("stop"), "(none)");
    }
}

#[test]
fn go_with_a_limit_that_cannot_be_read_ends_soon() {
    let mut gui = Gui::start();
    let message = "info string no limit that can be read: searching for 500 ms";
    for go in [
        "go depth abc",
        "go wtime abc btime 1000",
        "go movetime",
        "go nodes 1e6",
        "go mate",
        "go mate abc",
        "go mate 0",
    ] {
        gui.send(&format!("position startpos\n{go}"));
        assert_eq!(count(&gui.until("bestmove"), message), 1, "{go}");
    }
}

#[test]
fn a_go_without_a_limit_for_the_side_to_move_is_reported() {
    let mut gui = Gui::start();
    let message = "info string no limit for the side to move: searching until stop";
    for (go, times) in [
        ("go btime 100", 1),
        ("go movestogo 5", 1),
        ("go", 0),
        ("go infinite", 0),
        ("go infinite btime 100", 0),
        ("go mate 1", 0),
        ("go depth 1", 0),
        ("go wtime 50", 0),
    ] {
        gui.send(&format!("{go}\nstop"));
        let lines = gui.until("bestmove");
        assert_eq!(count(&lines, message), times, "{go}: {lines:#?}");
    }
}

#[test]
fn help_says_what_a_go_ends_and_what_it_waits_for() {
    let lines = Gui::start().ask("help");
    assert_eq!(count(&lines, "`go`, `bench` and `quit` end a search, but wait for"), 1, "{lines:#?}");
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let mut gui = Gui::start();
    for end in ["ponderhit", "stop"] {
        gui.send("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300");
        thread::sleep(Duration::from_millis(100));
        assert_eq!(count(&gui.ask(""), "bestmove"), 0);
        assert_ne!(gui.best_move(end), "(none)");
    }
    assert_eq!(count(&gui.ask("ponderhit\nstop"), "bestmove"), 0, "nothing to answer");
}

#[test]
fn the_score_of_a_search_that_ended_while_pondering_follows_ponderhit() {
    let mut gui = Gui::start();
    gui.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500");
    gui.send("position startpos moves e2e4 e7e5\ngo ponder wtime 5000 btime 5000");
    // A level needs a few thousand nodes: its search is over soon, and waits.
    thread::sleep(Duration::from_millis(300));
    gui.ask("");
    gui.send("ponderhit");
    let lines = gui.until("bestmove");
    assert!(
        lines.iter().any(|line| line.starts_with("info depth") && line.contains(" score ")),
        "{lines:#?}"
    );
}

#[test]
fn finished_games_have_no_move() {
    let mut gui = Gui::start();
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    assert_eq!(gui.best_move(&format!("{mated}\ngo depth 3")), "(none)");
    assert_eq!(gui.best_move("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 20"), "(none)");
    gui.send("go infinite");
    assert_eq!(count(&gui.ask(""), "bestmove"), 0, "an infinite search waits for `stop`");
    assert_eq!(gui.best_move("stop"), "(none)");
}

#[test]
fn after_a_refused_position_nothing_is_said_about_another() {
    let mut gui = Gui::start();
    for bad in [
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w KX - 0 1",
        "position startpos moves e2e4 e7e5 e4e5",
        "position startpos moves e2e4 xyz",
        "position startpos moves 0000",
        "position startpos e2e4",
        "position startpos e2e4 moves e7e5",
        &format!("position fen {KIWIPETE} e1g1"),
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - e2e4",
        &format!("position startpos moves {}", "x".repeat(5000)),
    ] {
        gui.ask(&format!("position fen {MATE_IN_1}"));
        let note = gui.ask(bad);
        assert!(note.len() == 1 && note[0].starts_with("info string position: "), "{bad}: {note:#?}");
        assert!(note[0].ends_with("; send a valid position"), "{note:#?}");
        for command in ["d", "eval", "flip", "go perft 1", "ucinewgame\nd"] {
            assert_eq!(gui.ask(command), note, "{bad}: {command}");
        }
        gui.send("go nodes 100");
        assert_eq!(gui.until("bestmove"), [note[0].as_str(), "bestmove 0000"], "{bad}");
        assert_eq!(gui.best_move(&format!("position fen {MATE_IN_1}\ngo depth 2")), "a1a8", "{bad}");
    }
}

#[test]
fn a_refused_search_is_answered_when_it_would_have_ended() {
    let mut gui = Gui::start();
    gui.ask("position startpos moves e2e5");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go", "stop"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("go ponder wtime 1000 btime 1000", "stop"),
    ] {
        assert_eq!(count(&gui.ask(go), "bestmove"), 0, "{go}");
        assert_eq!(gui.best_move(end), "0000", "{go}");
        assert_eq!(count(&gui.ask("stop"), "bestmove"), 0, "one answer to {go}");
    }
    gui.send("go infinite");
    let (lines, status) = gui.close();
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove 0000"), 1, "{lines:#?}");
}

#[test]
fn an_impossible_castling_right_is_dropped_with_a_note() {
    let mut gui = Gui::start();
    gui.ask("position startpos moves e2e4");
    let without_rook = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w";
    let notes = gui.ask(&format!("position fen {without_rook} KQkq - 0 1"));
    assert!(notes.len() == 1 && notes[0].contains("castling rights `Q` dropped"), "{notes:#?}");
    assert_eq!(fen_of(&gui.ask("d")), format!("{without_rook} Kkq - 0 1"));
    let mv = gui.best_move("go nodes 500");
    assert!(["1", "2"].contains(&&mv[1..2]), "a move of White: {mv}");
}

#[test]
fn garbage_does_no_harm() {
    let mut gui = Gui::start();
    let noise: Vec<u8> = (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    gui.send_bytes(&noise);
    gui.send_bytes(b"\n\xff\xfe\x00\x80\r\n\0\n");
    gui.send(&"x".repeat(1 << 20));
    gui.send(&format!("position startpos moves {}", "e2e4 ".repeat(200_000)));
    gui.send("");
    let lines = gui.ask("joho isready");
    let allowed = |l: &String| l.starts_with("info string") || l == "readyok";
    assert!(lines.iter().all(allowed), "{lines:#?}");
    assert_ne!(gui.best_move("position startpos\ngo depth 1"), "(none)");
}

#[test]
fn the_end_of_input_lets_a_bounded_search_finish() {
    let mut gui = Gui::start();
    let start = Instant::now();
    gui.send("go movetime 400");
    let (lines, status) = gui.close();
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove"), 1);
    assert!(start.elapsed() >= Duration::from_millis(200), "stopped early");
    for endless in ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go mate 3", "go mate 0"] {
        let mut gui = Gui::start();
        gui.send(endless);
        let (lines, status) = gui.close();
        assert!(status.success());
        assert_eq!(count(&lines, "bestmove"), 1, "{endless}");
    }
}

#[test]
fn quit_during_a_search_ends_the_program() {
    let mut gui = Gui::start();
    gui.send("go infinite\nquit\ngo depth 1");
    assert!(gui.close().1.success());
}

#[test]
fn a_closed_output_ends_the_program() {
    let mut command = Command::new(TEMPER);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    // Keep the input open: the program must exit because of the failing output.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\nisready\nisready\n").unwrap();
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().unwrap();
                panic!("the program does not exit");
            }
            // The program notices after handling a line; it may exit before this write.
            None => drop(input.write_all(b"isready\n")),
        }
        thread::sleep(Duration::from_millis(10));
    };
    assert!(!status.success());
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.starts_with("error: standard output cannot be written: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn perft_prints_a_line_a_move() {
    let mut gui = Gui::start();
    gui.send("go perft 2");
    let lines = gui.until("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert!(lines[..20].iter().all(|l| l.len() == 8 && l.ends_with(": 20")), "{lines:#?}");
    assert_eq!((lines[20].as_str(), lines[21].as_str()), ("", "Nodes searched: 400"));
    gui.send("position fen 4k3/8/8/8/8/8/8/4K3 b\ngo perft 1");
    assert_eq!(gui.until("Nodes searched").pop().as_deref(), Some("Nodes searched: 5"));
}

#[test]
fn a_long_perft_can_be_stopped() {
    let mut gui = Gui::start();
    gui.send("go perft 30");
    let lines = gui.ask("stop");
    assert_eq!(count(&lines, "Nodes searched"), 0);
    assert!(gui.best_move("go depth 1").len() >= 4);
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let mut gui = Gui::start();
    assert_eq!(gui.best_move(&format!("position fen {MATE_IN_1}\ngo mate 1")), "a1a8");
}

#[test]
fn a_bench_runs_in_the_background() {
    let mut gui = Gui::start();
    gui.send("bench 2");
    let line = gui.until("").pop().unwrap();
    assert!(line.ends_with(" nps") && line.contains(" nodes "), "{line}");
    gui.ask("bench 100");
    let lines = gui.ask("stop");
    assert_eq!(lines, ["info string bench stopped"]);
    assert!(gui.best_move("go depth 1").len() >= 4);
    assert_eq!(count(&gui.ask("bench 1000"), "info string bench: expected a depth"), 1);
}

#[test]
fn castling_notation_follows_uci_chess960() {
    let mut gui = Gui::start();
    gui.send(&format!("position fen {KIWIPETE}"));
    assert_eq!(gui.best_move("go depth 1 searchmoves e1h1"), "e1g1");
    gui.send("setoption name UCI_Chess960 value true");
    assert_eq!(gui.best_move("go depth 1 searchmoves e1g1"), "e1h1");
    // Shredder-FEN file letter for the inner rook; X-FEN `K` for the outermost.
    for (fen, castling, after) in [
        ("1k6/8/8/8/8/8/8/1K3R1R w F - 0 1", "b1f1", "1k6/8/8/8/8/8/8/5RKR b - - 1 1"),
        ("1k6/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1", "1k6/8/8/8/8/8/8/5RK1 b - - 1 1"),
    ] {
        let best = gui.best_move(&format!("position fen {fen}\ngo depth 1 searchmoves {castling}"));
        assert_eq!(best, castling, "{fen}");
        let lines = gui.ask(&format!("position fen {fen} moves {castling}\nd"));
        assert_eq!(fen_of(&lines), after);
    }
}

#[test]
fn flip_changes_the_colours() {
    let mut gui = Gui::start();
    let lines = gui.ask("position fen r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 2\nflip\nd");
    assert_eq!(fen_of(&lines), "r3k2r/8/8/8/3Pp3/8/8/R3K2R b Qk d3 0 2");
}

#[test]
fn unknown_options_suggest_the_nearest() {
    let mut gui = Gui::start();
    let lines = gui.ask("setoption name Hsh value 3");
    assert_eq!(lines, ["info string no such option: Hsh; did you mean `Hash`?"]);
    let lines = gui.ask("setoption name qqqqqq");
    assert_eq!(lines, ["info string no such option: qqqqqq"]);
}

#[test]
fn debug_on_repeats_commands_as_received() {
    let mut gui = Gui::start();
    let lines = gui.ask("debug on\nsetoption name Hash value 2");
    assert_eq!(lines, ["info string received: setoption name Hash value 2", "info string received: isready"]);
    assert_eq!(gui.ask("debug off\nucinewgame"), ["info string received: debug off"]);
}
