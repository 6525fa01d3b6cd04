//! Dependency rules between the modules of the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Layers from the bottom up, each with the modules it may use. `search` and `profile` are independent of each other.
const LAYERS: &[(&str, &[&str])] = &[
    ("board", &["board"]),
    ("book", &["board", "book"]),
    ("spelling", &["spelling"]),
    ("input", &["input"]),
    ("locked", &["input", "locked"]),
    ("output", &["locked", "output"]),
    ("escape", &["escape"]),
    ("fnv", &["fnv"]),
    ("counts", &["counts"]),
    ("terms", &["board", "spelling", "terms"]),
    ("eval", &["board", "book", "terms", "fnv", "eval"]),
    ("profile", &["board", "book", "terms", "eval", "spelling", "input", "output", "escape", "profile"]),
    ("search", &["board", "eval", "input", "search"]),
    ("stats", &["stats"]),
    ("chart", &["chart"]),
    ("lines", &["lines"]),
    ("wrap", &["wrap"]),
    ("engine", &["board", "eval", "search", "engine"]),
    (
        "arena",
        &["board", "fnv", "counts", "eval", "engine", "stats", "input", "locked", "escape", "lines", "arena"],
    ),
    ("why", &["board", "terms", "eval", "search", "engine", "why"]),
    ("style", &["board", "eval", "engine", "stats", "arena", "style"]),
    ("review", &["board", "eval", "engine", "arena", "why", "review"]),
    ("tune", &["board", "eval", "profile", "search", "input", "escape", "arena", "tune"]),
    ("uci", &["board", "spelling", "eval", "profile", "search", "engine", "escape", "lines", "uci"]),
    (
        "report",
        &[
            "board", "eval", "profile", "stats", "chart", "escape", "engine", "why", "arena", "style",
            "tune", "review", "wrap", "report",
        ],
    ),
    (
        "studio",
        &[
            "board", "book", "terms", "fnv", "eval", "profile", "stats", "chart", "escape", "engine", "why",
            "arena", "style", "review", "report", "input", "output", "studio",
        ],
    ),
    (
        "cli",
        &[
            "board", "book", "terms", "eval", "profile", "search", "stats", "chart", "input", "escape",
            "lines", "engine", "why", "arena", "style", "tune", "review", "report", "uci", "spelling",
            "counts", "output", "locked", "wrap", "studio", "cli",
        ],
    ),
];

fn sources(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), into);
        }
    } else if path.extension().is_some_and(|e| e == "rs") {
        into.push(path.to_owned());
    }
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Source files of a layer: a folder or a single file.
fn files_of(layer: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let file = src().join(format!("{layer}.rs"));
    sources(if file.exists() { &file } else { Path::new("") }, &mut files);
    sources(&src().join(layer), &mut files);
    assert!(!files.is_empty(), "no layer {layer}");
    files
}

/// The first path segment after each `crate::`.
fn used_layers(text: &str) -> Vec<&str> {
    let names = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    text.split("crate::").skip(1).map(|rest| &rest[..names(rest)]).collect()
}

#[test]
fn layers_use_only_those_below() {
    for (layer, allowed) in LAYERS {
        for file in files_of(layer) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains("use crate::{"), "{}: import one layer per line", file.display());
            for used in used_layers(&text) {
                assert!(
                    allowed.contains(&used),
                    "{} uses crate::{used}, which is above {layer}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn only_the_board_knows_the_chess_library() {
    let mut files = Vec::new();
    sources(&src(), &mut files);
    for file in files.iter().filter(|f| !f.starts_with(src().join("board"))) {
        assert!(!fs::read_to_string(file).unwrap().contains("cozy_chess"), "{}", file.display());
    }
}

/// Only `input` guards against devices, pipes and endless files. `search/memory.rs` reads fixed system files, and
/// `locked.rs` opens folders.
#[test]
fn only_input_opens_files_to_read() {
    let mut files = Vec::new();
    sources(&src(), &mut files);
    let allowed = ["input.rs", "search/memory.rs", "locked.rs"].map(|file| src().join(file));
    for file in files.iter().filter(|file| !allowed.contains(file)) {
        let text = fs::read_to_string(file).unwrap();
        for call in ["File::open(", "fs::read(", "fs::read_to_string(", ".read(true)"] {
            let found = text.lines().find(|line| line.contains(call) && !line.contains("input::"));
            assert_eq!(found, None, "{} reads without `input`", file.display());
        }
    }
}

#[test]
fn no_code_knows_a_profile_by_name() {
    for layer in ["board", "eval", "search", "engine", "arena", "style", "tune"] {
        for file in files_of(layer) {
            let text = fs::read_to_string(&file).unwrap();
            let code =
                text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            for name in ["fabchess", "cheops", "otter", "rustic"] {
                assert!(!code.contains(&format!("\"{name}\"")), "{} names {name}", file.display());
            }
        }
    }
}

/// Code of the modules of a layer, by path such as `eval::keys::pawns`.
fn modules_of(layer: &str) -> BTreeMap<String, String> {
    let module = |file: &Path| {
        let path = file.strip_prefix(src()).unwrap().with_extension("");
        let path = if path.ends_with("mod") { path.parent().unwrap().to_owned() } else { path };
        let parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
        parts.join("::")
    };
    let files = files_of(layer).into_iter();
    files
        .map(|file| {
            let text = fs::read_to_string(&file).unwrap();
            let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
            (module(&file), code)
        })
        .collect()
}

/// Splits `a::{b, c::{d, e}}` into `a::b`, `a::c::d`, `a::c::e`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((prefix, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.trim().to_owned()];
    };
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    parts
        .iter()
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| expand(part))
        .map(|path| format!("{}{path}", prefix.trim()))
        .collect()
}

/// Modules in `all` that a module imports, except its own parents and children.
fn imports(module: &str, code: &str, all: &BTreeMap<String, String>) -> BTreeSet<String> {
    let statements = code.split("use ").skip(1).filter_map(|rest| rest.split(';').next());
    let mut found = BTreeSet::new();
    for path in statements.flat_map(expand) {
        let mut base: Vec<&str> = module.split("::").collect();
        let mut parts = path.split("::").peekable();
        match parts.peek() {
            Some(&"crate") => {
                base.clear();
                parts.next();
            }
            Some(&"super") => {
                while parts.next_if_eq(&"super").is_some() {
                    base.pop();
                }
            }
            Some(&"self") => drop(parts.next()),
            _ => {}
        }
        base.extend(parts);
        // The longest prefix of the path that is a module.
        let target = (1..=base.len()).rev().map(|n| base[..n].join("::")).find(|path| all.contains_key(path));
        found.extend(target);
    }
    let is_family = |other: &String| {
        other == module
            || module.starts_with(&format!("{other}::"))
            || other.starts_with(&format!("{module}::"))
    };
    found.retain(|other| !is_family(other));
    found
}

#[test]
fn imports_are_found() {
    let eval = modules_of("eval");
    let of = |module: &str| imports(module, &eval[module], &eval);
    assert!(of("eval::sink").contains("eval::weights"));
    assert!(of("eval::compile").contains("eval::keys::king_attack"));
    assert!(!of("eval::weights").contains("eval::sink"));
    assert_eq!(expand("super::{a, b::{self, c as d}}"), ["super::a", "super::b::self", "super::b::c"]);
}

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    for (layer, _) in LAYERS {
        let modules = modules_of(layer);
        let mut imports: BTreeMap<&String, BTreeSet<String>> =
            modules.iter().map(|(name, code)| (name, imports(name, code, &modules))).collect();
        // Repeatedly remove modules without remaining imports; only cycles survive.
        loop {
            let done: Vec<&String> =
                imports.iter().filter(|(_, used)| used.is_empty()).map(|(name, _)| *name).collect();
            if done.is_empty() {
                break;
            }
            for name in done {
                imports.remove(name);
                imports.values_mut().for_each(|used| used.retain(|other| other != name));
            }
        }
        assert!(imports.is_empty(), "import cycle among {imports:#?}");
    }
}

/// Paths in backticks, relative to the root, `src`, or a module that a page speaks of.
#[test]
fn pages_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages =
        docs.chain([root.join("README.md")]).filter(|path| path.extension().is_some_and(|e| e == "md"));
    let is_path = |word: &&str| {
        let is_source = ["rs", "mjs", "py", "sh"].iter().any(|end| word.ends_with(&format!(".{end}")));
        let folder = word.split_once('/').map(|(folder, _)| folder);
        let is_module = |name| LAYERS.iter().any(|(layer, _)| *layer == name);
        let is_ours = folder.is_some_and(|name| {
            is_module(name) || ["src", "tests", "docs", "benches", "release"].contains(&name)
        });
        (is_source || is_ours) && !word.contains(['*', '<', '{'])
    };
    let folders = ["", "src", "src/eval", "src/terms/code", "src/search"];
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let words = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
        let words = words.map(|word| word.trim_end_matches([',', ':', ';']));
        for path in words.filter(is_path) {
            let exists = folders.iter().any(|folder| root.join(folder).join(path).exists());
            assert!(exists, "{}: {path}", page.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count} paths");
}
