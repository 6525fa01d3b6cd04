//! Folders without tables, or with broken ones; and known results, if the environment variable `SYZYGY_PATH` names
//! folders with tables of three and four pieces.

mod material;
mod prober;

use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::path::PathBuf;
use temperament_engine::board::Position;
use temperament_engine::search::tablebase::files::{self, Found};
use temperament_engine::search::tablebase::material::Material;
use temperament_engine::search::tablebase::*;

fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let path = env::temp_dir().join(format!("temperament-tables-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    for (file, contents) in files {
        fs::write(path.join(file), contents).unwrap();
    }
    path
}

fn find_in(path: &Path) -> Found {
    files::find(&[path.to_owned()])
}

const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

/// A made-up table without pawns in which every position has one value: the shortest file there can be.
fn constant_table(codes: &[u8]) -> Vec<u8> {
    let (two_sides, order, constant, draw) = (1, 0, 0x80, 2);
    let mut bytes = [&MAGIC[..], &[two_sides, order]].concat();
    bytes.extend(codes.iter().map(|code| code << 4 | code));
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    bytes.extend([constant, draw, constant, draw]);
    bytes.resize(64 + 16, 0);
    bytes
}

#[test]
fn folders_without_tables_are_reported() {
    let absent = env::temp_dir().join("temperament-there-is-no-such-folder");
    let empty = folder("empty", &[("readme.txt", b"KQvK"), ("KQ.rtbw", b""), ("KvKQ.rtbw", b"")]);
    let opened = Tablebases::open(&[absent.clone(), empty.clone()]);
    fs::remove_dir_all(empty).unwrap();
    let Err(TablebaseError::NoTables(why)) = opened else { panic!("{opened:?}") };
    let start = format!("; {} is left out: ", absent.display());
    assert!(why.starts_with(&start) && why.matches("left out").count() == 1, "{why}");
}

#[test]
fn a_folder_with_a_broken_table_is_left_out() {
    let table = constant_table(&[6, 5, 14]);
    let changed = |at: usize, value: u8| {
        let mut bytes = table.clone();
        bytes[at] = value;
        bytes
    };
    let whole = folder("whole", &[("KQvK.rtbw", &table)]);
    let found = find_in(&whole);
    fs::remove_dir_all(whole).unwrap();
    assert!(found.faults.is_empty() && found.wdl.len() == 1, "{found:?}");
    let broken: [(&str, &[u8]); 9] = [
        ("empty", b""),
        ("text", b"not a table"),
        ("magic", &MAGIC),
        ("short", &table[..table.len() - 1]),
        ("long", &[&table[..], &[0; 64]].concat()),
        ("no magic", &changed(0, 0)),
        ("other pieces", &changed(7, 0x44)),
        ("a piece too many", &changed(7, 0x66)),
        ("no end", &[&table[..10], &[0xff; 4006]].concat()),
    ];
    for (name, bytes) in broken {
        let path = folder(
            &format!("broken-{name}"),
            &[("KQvK.rtbw", bytes), ("KRvK.rtbw", &constant_table(&[6, 4, 14]))],
        );
        let found = find_in(&path);
        fs::remove_dir_all(path).unwrap();
        assert!(found.wdl.is_empty() && found.folders.is_empty(), "{name}: {found:?}");
        assert!(found.faults[0].ends_with(" is left out: not a whole table: KQvK.rtbw"), "{found:?}");
    }
}

#[test]
fn a_table_is_used_only_if_those_it_leads_to_are_there() {
    let files: [(&str, &[u8]); 2] =
        [("KQvK.rtbw", &constant_table(&[6, 5, 14])), ("KQvKR.rtbw", &constant_table(&[6, 5, 14, 12]))];
    let path = folder("open", &files);
    let found = find_in(&path);
    fs::remove_dir_all(path).unwrap();
    assert!(found.faults.is_empty() && found.wdl.len() == 2, "{found:?}");
    let usable = closed(&found);
    assert_eq!(usable, HashSet::from([Material::from_name("KQvK").unwrap()]));
}

#[test]
fn known_results_if_there_are_tables() {
    let Some(path) = env::var_os("SYZYGY_PATH") else {
        // Not by a macro, whose output the test harness would hide.
        io::stderr().write_all(b"SKIPPED: results of tables; SYZYGY_PATH is not set\n").unwrap();
        return;
    };
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let tables = Tablebases::open(&folders).unwrap();
    for (fen, wdl) in [
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", Wdl::Loss),
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", Wdl::Draw),
        ("8/8/8/4k3/8/8/8/3QK3 b - - 0 1", Wdl::Loss),
        ("8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1", Wdl::Win),
        ("8/8/8/4k3/8/8/8/1N2K1N1 w - - 0 1", Wdl::Draw),
        ("8/8/8/8/1pP5/8/8/k1K5 b - c3 0 1", Wdl::Win),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", Wdl::Draw),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(tables.wdl(&position), Some(wdl), "{fen}");
        assert_eq!(tables.wdl(&position.mirrored()), Some(wdl), "{fen} mirrored");
    }
    let position = Position::from_fen("8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1").unwrap();
    let moves = tables.root(&position).unwrap();
    assert_eq!(moves.len(), position.legal_moves().len());
    let castles = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    assert_eq!(tables.wdl(&castles), None, "tables know nothing of castling");
    let start = Position::startpos();
    assert!(tables.wdl(&start).is_none() && tables.root(&start).is_none());
}
