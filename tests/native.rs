//! Machine code of custom terms: its memory is freed with its profile.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::fs;

use temperament::terms::{By, Program, Sources, TermSource};

/// Number of executable memory areas that belong to no file.
fn code_areas() -> usize {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let is_code = |line: &&str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        fields[1].contains('x') && matches!(fields.get(5), None | Some(&"[heap]"))
    };
    maps.lines().filter(is_code).count()
}

/// The only test of this program: others would make code at the same time.
#[test]
fn the_memory_of_machine_code_is_given_back() {
    let mut term = TermSource::new("knights.on_rim", By::One);
    term.count = Some("own.knights & rim".to_owned());
    let sources = Sources {
        definitions: Vec::new(),
        terms: vec![term],
    };
    let code = Program::new(&sources).unwrap().code(|_| true);
    let before = code_areas();
    let made: Vec<_> = (0..20).map(|_| code.compile(&[[1, 1]])).collect();
    assert!(code_areas() > before);
    drop(made);
    assert_eq!(code_areas(), before);
}
