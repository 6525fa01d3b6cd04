//! Tests of `arena::external::engine_config`.

use std::path::Path;
use temperament_matches::arena::external::engine_config::*;

#[test]
fn a_text_has_program_arguments_and_options() {
    let config = EngineConfig::parse(
        "uci:'my engines'/x option.Hash=32 \"option.Use NNUE=false\" arg=-q option.Book= arg='a b'",
    );
    let config = config.unwrap();
    assert!(config.program.is_absolute() && config.program.ends_with("my engines/x"));
    assert_eq!(config.arguments, ["-q", "a b"]);
    let options = [("Hash", "32"), ("Use NNUE", "false"), ("Book", "")];
    assert_eq!(config.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(EngineConfig::parse("uci:stockfish").unwrap().program, Path::new("stockfish"));
}

#[test]
fn what_is_not_understood_is_said() {
    for (text, part) in [
        ("uci:", "the path of a program"),
        ("uci:''", "the path of a program"),
        ("uci:'x", "a quote is not closed"),
        ("uci:my engines/x", "found `engines/x` (a path with spaces"),
        ("uci:x Hash=3", "found `Hash=3`"),
        ("uci:x option.Hash", "found `option.Hash`"),
        ("uci:x option.=3", "found `option.=3`"),
        ("uci:x dir=/no/such", "there is no folder `/no/such`"),
        ("uci:x\narg=3", "control character"),
    ] {
        let error = EngineConfig::parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
