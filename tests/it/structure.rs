//! Rules about the structure of the code that the compiler does not check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The packages; each uses only those before it, which the compiler enforces.
const CRATES: [(&str, &str); 7] = [
    ("engine", "crates/engine/src"),
    ("matches", "crates/matches/src"),
    ("coaching", "crates/coaching/src"),
    ("uci", "crates/uci/src"),
    ("studio", "crates/studio/src"),
    ("program", "src"),
    ("python", "bindings/python/src"),
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

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Source files below a folder, or a single file.
fn files_of(path: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    sources(&root().join(path), &mut files);
    assert!(!files.is_empty(), "no {path}");
    files
}

fn all_files() -> Vec<PathBuf> {
    CRATES.iter().flat_map(|(_, src)| files_of(src)).collect()
}

#[test]
fn only_the_board_knows_the_chess_library() {
    for file in all_files().iter().filter(|f| !f.starts_with(root().join("crates/engine/src/board"))) {
        assert!(!fs::read_to_string(file).unwrap().contains("cozy_chess"), "{}", file.display());
    }
}

/// Only `input` guards against devices, pipes and endless files. `search/memory.rs` reads fixed system files, and
/// `locked.rs` opens folders.
#[test]
fn only_input_opens_files_to_read() {
    let allowed = ["input.rs", "search/memory.rs", "locked.rs"];
    let allowed = allowed.map(|file| root().join("crates/engine/src").join(file));
    for file in all_files().iter().filter(|file| !allowed.contains(file)) {
        let text = fs::read_to_string(file).unwrap();
        for call in ["File::open(", "fs::read(", "fs::read_to_string(", ".read(true)"] {
            let found = text.lines().find(|line| line.contains(call) && !line.contains("input::"));
            assert_eq!(found, None, "{} reads without `input`", file.display());
        }
    }
}

#[test]
fn no_code_knows_a_profile_by_name() {
    for folder in
        ["engine/src/board", "engine/src/eval", "engine/src/search", "engine/src/engine", "matches/src"]
    {
        for file in files_of(&format!("crates/{folder}")) {
            let text = fs::read_to_string(&file).unwrap();
            let code =
                text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            for name in ["fabchess", "cheops", "otter", "rustic", "pesto", "sunfish"] {
                assert!(!code.contains(&format!("\"{name}\"")), "{} names {name}", file.display());
            }
        }
    }
}

/// Code of the modules of a crate, by path such as `eval::keys::pawns`.
fn modules_of(src: &str) -> BTreeMap<String, String> {
    let module = |file: &Path| {
        let path = file.strip_prefix(root().join(src)).unwrap().with_extension("");
        let path = if path.ends_with("mod") { path.parent().unwrap().to_owned() } else { path };
        let parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
        parts.join("::")
    };
    let files = files_of(src).into_iter();
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
    let engine = modules_of("crates/engine/src");
    let of = |module: &str| imports(module, &engine[module], &engine);
    assert!(of("eval::sink").contains("eval::weights"));
    assert!(of("eval::compile").contains("eval::keys::king_attack"));
    assert!(!of("eval::weights").contains("eval::sink"));
    assert_eq!(expand("super::{a, b::{self, c as d}}"), ["super::a", "super::b::self", "super::b::c"]);
}

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    for (_, src) in CRATES {
        let modules = modules_of(src);
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
        assert!(imports.is_empty(), "import cycle in {src} among {imports:#?}");
    }
}

/// Paths in backticks, relative to the root, to a package (`engine/search`, `src/cli`), or to its `src`.
#[test]
fn pages_name_files_that_exist() {
    let folders: Vec<String> = [String::new(), "crates".to_owned(), "crates/engine/src/eval".to_owned()]
        .into_iter()
        .chain(["search", "terms/code"].map(|folder| format!("crates/engine/src/{folder}")))
        .chain(CRATES.iter().flat_map(|(_, src)| [(*src).to_owned(), src.replace("/src", "")]))
        .collect();
    let exists = |path: &str| folders.iter().any(|folder| root().join(folder).join(path).exists());
    let mut pages = vec![root().join("README.md")];
    let mut open = vec![root().join("docs")];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                pages.push(path);
            }
        }
    }
    let is_path = |word: &&str| {
        let is_source = ["rs", "mjs", "py", "sh"].iter().any(|end| word.ends_with(&format!(".{end}")));
        let folder = word.split_once('/').map(|(folder, _)| folder);
        let is_ours = folder.is_some_and(|name| {
            name != "." && exists(&format!("{name}/mod.rs"))
                || ["crates", "src", "tests", "docs", "benches", "release"].contains(&name)
        });
        (is_source || is_ours) && !word.contains(['*', '<', '{'])
    };
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let words = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
        let words = words.map(|word| word.trim_end_matches([',', ':', ';']));
        for path in words.filter(is_path) {
            assert!(exists(path), "{}: {path}", page.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count} paths");
}
