//! Tests of `arena::external::options`.

use temperament_matches::arena::external::options::*;

fn option(text: &str) -> UciOption {
    UciOption::parse(text).unwrap()
}

#[test]
fn options_are_read_and_their_values_checked() {
    let hash = option("name Hash type spin default 16 min 1 max 1024");
    assert!(hash.is("hash") && hash.check("1024").is_ok());
    assert_eq!((hash.clamp(0), hash.clamp(5000)), (Some(1), Some(1024)));
    assert!(hash.check("0").unwrap_err().contains("from 1 to 1024"));
    let check = option("name Use NNUE type check default true");
    assert_eq!(check.set_command("false"), "setoption name Use NNUE value false");
    assert!(check.check("no").is_err());
    let combo = option("name Style type combo default Very Solid var Very Solid var Risky");
    assert!(combo.check("very solid").is_ok());
    assert!(combo.check("Solid").unwrap_err().contains("Very Solid, Risky"));
    let button = option("name Clear Hash type button");
    assert_eq!((button.check(""), button.set_command("")), (Ok(()), "setoption name Clear Hash".to_owned()));
    assert!(button.check("1").is_err());
    let text = option("name Book type string default <empty>");
    assert_eq!(text.set_command(""), "setoption name Book value <empty>");
}

#[test]
fn whatever_an_engine_declares_is_harmless() {
    assert_eq!(UciOption::parse(""), None);
    assert_eq!(UciOption::parse("name type spin"), None);
    let odd = option("name A type spin min x max");
    assert_eq!(odd.clamp(7), Some(7));
    assert_eq!(option("name B type spin min 9 max 3").clamp(5), Some(9));
    assert!(option("name C").check("anything").is_ok());
    assert!(option("name D type combo").check("x").is_err());
}
