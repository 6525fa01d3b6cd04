//! Instructions that the parts of the engine take, counted by valgrind and compared with those in
//! `instructions.txt`. Unlike times they are the same on a busy machine, so a loss of two per cent is seen.
//!
//! ```sh
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo bench --target-dir target/instructions --bench instructions
//! ```
//!
//! compares, and fails if a part takes more than before; with `-- --update` it writes the file anew. Another
//! compiler, processor or target makes other code: then the counts are not comparable, and nothing fails. The machine code of custom
//! terms is for the processor at hand.

mod work;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

/// What is counted.
const COUNTED: [&str; 19] = [
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
    "tune fabchess",
];

/// More than this is a regression; per cent.
const TOLERANCE: f64 = 2.0;

/// The flags of a build whose counts can be compared: code for one kind of processor, not for the one at hand.
const FLAGS: &str = "-C target-cpu=x86-64-v3";

/// Tells this program to do a piece of work, for valgrind to count.
const RUN: &str = "--run";

/// How to run this again.
const AGAIN: &str = "cargo bench --target-dir target/instructions --bench instructions";

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
        fs::write(&path, write(&builder, &count_all())).expect("the file can be written");
        return ExitCode::SUCCESS;
    }
    let text = fs::read_to_string(&path).expect("the file is there");
    match text.lines().next().and_then(|line| line.strip_prefix("# ")) {
        Some(written) if written == builder => compare(&read(&text), &count_all()),
        written => not_comparable(&format!(
            "the counts were written by {}, this is {builder}",
            written.unwrap_or("no one knows whom")
        )),
    }
}

fn not_comparable(reason: &str) -> ExitCode {
    println!("instruction counts: not comparable: {reason}");
    ExitCode::SUCCESS
}

/// What the code depends on beside the sources, or why it cannot be counted here.
fn builder() -> Result<String, String> {
    if option_env!("RUSTFLAGS") != Some(FLAGS) {
        return Err(format!("not built with RUSTFLAGS=\"{FLAGS}\""));
    }
    let version = |program: &str, option: &str| match Command::new(program).arg(option).output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        _ => Err(format!("there is no {program}")),
    };
    version("valgrind", "--version")?;
    let rustc = version("rustc", "-V")?;
    Ok(format!(
        "{rustc}, {}-{}, {FLAGS}",
        env::consts::ARCH,
        env::consts::OS
    ))
}

/// Does a piece of work once, and says how many items it was. What goes before is not counted.
fn run(name: &str) {
    let mut work = work::work(name);
    counted_work(&mut *work.run);
    println!("{}", work.items);
}

/// Valgrind counts what happens in here; it finds the function by its name.
#[inline(never)]
fn counted_work(run: &mut dyn FnMut() -> u64) {
    black_box(run());
}

fn count_all() -> Counts {
    COUNTED
        .into_iter()
        .map(|name| (name.to_owned(), count(name)))
        .collect()
}

/// Instructions of a piece of work for each of its items.
fn count(name: &str) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counted_work*")
        .arg(env::current_exe().expect("this program has a path"))
        .args([RUN, name])
        .output()
        .expect("valgrind can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} under valgrind: {said}");
    let collected = said
        .lines()
        .find_map(|line| line.split_once("Collected : "))
        .and_then(|(_, number)| number.trim().parse::<f64>().ok())
        .filter(|&number| number > 0.0)
        .unwrap_or_else(|| panic!("valgrind has counted nothing: {said}"));
    let items: f64 = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .expect("the number of items");
    let each = collected / items;
    println!("{name:<24}{each:>10.1}");
    each
}

fn write(builder: &str, counts: &Counts) -> String {
    let mut text = format!(
        "# {builder}\n# Instructions for each node, evaluation, position, move, exchange or access to the table.\n\
         # Compare: RUSTFLAGS=\"{FLAGS}\" {AGAIN}\n# Write anew: the same with `-- --update`\n"
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
        println!("instruction counts: no more than before");
        return ExitCode::SUCCESS;
    }
    println!(
        "instruction counts: some work takes over {TOLERANCE} % more instructions than benches/instructions.txt says.\n\
         If what they buy is worth it, say so in the commit and write the counts anew:\n\
         RUSTFLAGS=\"{FLAGS}\" {AGAIN} -- --update"
    );
    ExitCode::FAILURE
}
