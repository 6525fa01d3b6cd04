//! Instruction counts of parts of the engine, measured with valgrind and compared with `instructions.txt`. Unlike wall
//! time they do not depend on the load of the machine, so a regression of two percent is visible.
//!
//! ```sh
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo bench --target-dir target/instructions -p temperament-engine --bench instructions
//! ```
//!
//! Fails if a part takes more instructions than recorded; `-- --update` rewrites the file. Counts from another compiler,
//! processor or target are not comparable; the benchmark then prints why and succeeds.

mod work;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

const COUNTED: [&str; 18] = [
    "search fabchess",
    "search typical",
    "search simplified",
    "search cheops",
    "search cheops-terms",
    "search temperament",
    "evaluate fabchess",
    "evaluate typical",
    "evaluate simplified",
    "evaluate cheops",
    "evaluate cheops-terms",
    "evaluate temperament",
    "evaluate everything",
    "generate",
    "make",
    "exchange",
    "probe",
    "store",
];

/// Largest accepted increase, in percent.
const TOLERANCE: f64 = 2.0;

/// Required `RUSTFLAGS`: a fixed target CPU makes counts comparable between machines.
const FLAGS: &str = "-C target-cpu=x86-64-v3";

/// Internal option: run one workload under valgrind.
const RUN: &str = "--run";

/// Command printed in messages.
const COMMAND: &str =
    "cargo bench --target-dir target/instructions -p temperament-engine --bench instructions";

type Counts = BTreeMap<String, f64>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(at) = arguments.iter().position(|a| a == RUN) {
        run(&arguments[at + 1]);
        return ExitCode::SUCCESS;
    }
    let builder = match builder() {
        Ok(builder) => builder,
        Err(reason) => return not_comparable(&reason),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    if arguments.iter().any(|a| a == "--update") {
        fs::write(&path, write(&builder, &count_all())).expect("instructions.txt is writable");
        return ExitCode::SUCCESS;
    }
    let text = fs::read_to_string(&path).expect("instructions.txt is readable");
    match text.lines().next().and_then(|line| line.strip_prefix("# ")) {
        Some(written) if written == builder => compare(&read(&text), &count_all()),
        written => not_comparable(&format!(
            "the recorded counts are from {}, this is {builder}",
            written.unwrap_or("an unknown build")
        )),
    }
}

fn not_comparable(reason: &str) -> ExitCode {
    println!("instruction counts: not comparable: {reason}");
    ExitCode::SUCCESS
}

/// Returns compiler, target and flags of this build.
///
/// # Errors
/// The reason why counts cannot be measured or compared here.
fn builder() -> Result<String, String> {
    if option_env!("RUSTFLAGS") != Some(FLAGS) {
        return Err(format!("not built with RUSTFLAGS=\"{FLAGS}\""));
    }
    let version = |program: &str, option: &str| match Command::new(program).arg(option).output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        _ => Err(format!("{program} is not installed")),
    };
    version("valgrind", "--version")?;
    let rustc = version("rustc", "-V")?;
    Ok(format!("{rustc}, {}-{}, {FLAGS}", env::consts::ARCH, env::consts::OS))
}

/// Runs a workload once and prints its number of items. The setup is not counted.
fn run(name: &str) {
    let mut work = work::work(name);
    counted_work(&mut *work.run);
    println!("{}", work.items);
}

/// Valgrind counts only inside this function, which it finds by name.
#[inline(never)]
fn counted_work(run: &mut dyn FnMut() -> u64) {
    black_box(run());
}

fn count_all() -> Counts {
    COUNTED.into_iter().map(|name| (name.to_owned(), count(name))).collect()
}

/// Returns the instructions per item of a workload.
fn count(name: &str) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counted_work*")
        .arg(env::current_exe().expect("path of this executable"))
        .args([RUN, name])
        .output()
        .expect("valgrind starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} under valgrind: {stderr}");
    let collected = stderr
        .lines()
        .find_map(|line| line.split_once("Collected : "))
        .and_then(|(_, number)| number.trim().parse::<f64>().ok())
        .filter(|&number| number > 0.0)
        .unwrap_or_else(|| panic!("valgrind counted nothing: {stderr}"));
    let items: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().expect("number of items");
    let each = collected / items;
    println!("{name:<24}{each:>10.1}");
    each
}

fn write(builder: &str, counts: &Counts) -> String {
    let mut text = format!(
        "# {builder}\n# Instructions per node, evaluation, position, move, exchange or table access.\n\
         # Compare: RUSTFLAGS=\"{FLAGS}\" {COMMAND}\n# Update: the same with `-- --update`\n"
    );
    for name in COUNTED {
        let _ = writeln!(text, "{name:<24}{:>10.1}", counts[name]);
    }
    text
}

fn read(text: &str) -> Counts {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(name, each)| Some((name.trim().to_owned(), each.parse().ok()?)))
        .collect()
}

fn compare(before: &Counts, now: &Counts) -> ExitCode {
    let mut is_worse = false;
    for (name, &each) in now {
        let Some(&old) = before.get(name) else {
            println!("{name}: new, {each:.1}");
            continue;
        };
        let change = (each / old - 1.0) * 100.0;
        if change.abs() > TOLERANCE {
            println!("{name}: {old:.1} -> {each:.1} instructions ({change:+.1} %)");
            is_worse |= change > 0.0;
        }
    }
    if !is_worse {
        println!("instruction counts: no regression");
        return ExitCode::SUCCESS;
    }
    println!(
        "instruction counts: at least one part takes over {TOLERANCE} % more instructions than recorded in \
         benches/instructions.txt.\nIf the increase is justified, explain it in the commit and update the file:\n\
         RUSTFLAGS=\"{FLAGS}\" {COMMAND} -- --update"
    );
    ExitCode::FAILURE
}
