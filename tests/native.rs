//! Own terms as machine code: its memory is given back when a profile goes.
#![cfg(all(feature = "native", target_os = "linux", target_arch = "x86_64"))]

use std::fs;

use temperament::terms::{By, Program, Sources, TermSource};

/// Stretches of memory that can be run and are of no file.
fn stretches_of_code() -> usize {
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
    let before = stretches_of_code();
    let made: Vec<_> = (0..20).map(|_| code.native(&[[1, 1]]).unwrap()).collect();
    assert!(stretches_of_code() > before);
    drop(made);
    assert_eq!(stretches_of_code(), before);
}
