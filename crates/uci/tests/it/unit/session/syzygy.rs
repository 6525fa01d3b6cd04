//! Tests of `session::syzygy`.

use std::env;
use std::path::PathBuf;
use temperament_uci::session::syzygy::*;

#[test]
fn a_path_is_a_list_of_folders() {
    let listed = env::join_paths(["tables/3", "tables/4 and 5"]).unwrap();
    let listed = listed.to_str().unwrap();
    for text in [listed.to_owned(), format!("\"{listed}\"")] {
        assert_eq!(folders(&text), ["tables/3", "tables/4 and 5"].map(PathBuf::from));
    }
    assert!(folders("").is_empty());
}
