//! Tests of `tune::chunks`.

use temperament_matches::tune::chunks::*;

#[test]
fn a_file_that_becomes_shorter_is_noticed() {
    let path = std::env::temp_dir().join(format!("temper-shrinks-{}.epd", std::process::id()));
    std::fs::write(&path, "a line\n".repeat(20_000)).unwrap();
    let mut chunks = Chunks::new(vec![path.clone()]).unwrap();
    assert!(chunks.next().unwrap().is_ok());
    std::fs::File::options().write(true).open(&path).unwrap().set_len(8_000).unwrap();
    let fault = chunks.find_map(Result::err).expect("it seems to be whole").to_string();
    std::fs::remove_file(&path).unwrap();
    assert!(fault.contains("has become shorter"), "{fault}");
}
