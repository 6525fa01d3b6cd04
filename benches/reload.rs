//! `cargo bench --bench reload`: latency from saving a profile to the first line of the new analysis, as seen by a GUI,
//! and the cost of watching the files for the search speed.
//!
//! Compare times only on one idle machine; tests never depend on them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Number of measured saves.
const SAVES: usize = 100;
/// Pairs of searches, with and without the file watcher.
const PAIRS: usize = 15;
/// Nodes per search; about half a second.
const NODES: u64 = 1_000_000;
const POSITION: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_temper"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine binary starts");
        let input = child.stdin.take().expect("a pipe was asked for");
        let output = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads its input");
    }

    /// Reads up to the first line with this prefix and returns that line.
    fn until(&mut self, start: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(start) {
            line.clear();
            assert_ne!(
                self.output.read_line(&mut line).expect("UTF-8 output"),
                0,
                "the engine exited before `{start}`"
            );
        }
        line
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    let folder = std::env::temp_dir().join(format!("temperament-reload-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the profile");
    let path = folder.join("saved.toml");
    latency(&path);
    cost(&path);
    // A leftover folder does no harm.
    let _ = fs::remove_dir_all(&folder);
}

fn save(path: &Path, isolated: usize) {
    let text = format!("name = \"saved\"\nextends = \"fabchess\"\npawns.isolated = -{isolated}\n");
    fs::write(path, text).expect("the profile is written");
}

fn latency(path: &Path) {
    save(path, 0);
    let mut engine = Engine::start();
    engine.send(&format!("setoption name ProfileFile value {}", path.display()));
    engine.send(&format!("position fen {POSITION}\ngo infinite"));
    engine.until("info depth 8 ");
    let mut times: Vec<Duration> = (1..=SAVES)
        .map(|i| {
            // Cover every phase of the polling interval.
            thread::sleep(Duration::from_millis(100 + 7 * (i as u64 % 71)));
            let start = Instant::now();
            save(path, i);
            engine.until("info string reload");
            engine.until("info depth");
            start.elapsed()
        })
        .collect();
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "save to first line of the new analysis, {SAVES} saves: median {:.1} ms, worst {:.1} ms",
        milliseconds(times[SAVES / 2]),
        milliseconds(times[SAVES - 1])
    );
}

fn cost(path: &Path) {
    save(path, 1);
    let mut engines = ["off", "auto"].map(|reload| {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name ProfileFile value {}", path.display()));
        engine.send(&format!("setoption name Reload value {reload}"));
        engine
    });
    let mut ratios: Vec<f64> = (0..PAIRS)
        .map(|pair| {
            let mut times = [0.0; 2];
            // Alternate the order, in case it matters.
            for i in [pair % 2, 1 - pair % 2] {
                let engine = &mut engines[i];
                engine.send(&format!("ucinewgame\nposition fen {POSITION}\nisready"));
                engine.until("readyok");
                let start = Instant::now();
                engine.send(&format!("go nodes {NODES}"));
                engine.until("bestmove");
                times[i] = start.elapsed().as_secs_f64();
            }
            times[0] / times[1]
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "speed with Reload = auto relative to off, {PAIRS} pairs: median {:.3}, range {:.3} to {:.3}",
        ratios[PAIRS / 2],
        ratios[0],
        ratios[PAIRS - 1]
    );
}
