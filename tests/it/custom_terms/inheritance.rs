//! Inheritance of custom terms.

use super::{KNIGHTS, RIM, loaded, term_scores};
use crate::common::write_file;

#[test]
fn a_child_overrides_resets_and_scales_the_terms_of_its_parent() {
    let parent = format!(
        "name = \"parent\"\n{KNIGHTS}[[term]]\nname = \"pawns.count\"\ncount = \"own.pawns\"\nvalue = 5\n\
         [[term]]\nname = \"knights.any\"\ncount = \"own.knights\"\ntable = [0, 7, 9]\n"
    );
    write_file("own-family", "parent.toml", &parent);
    let child = |name: &str, text: &str| {
        let text = format!("name = \"{name}\"\nextends = \"parent.toml\"\n{text}");
        write_file("own-family", &format!("{name}.toml"), &text)
    };
    let rim = |text: &str, tweaks: &str| {
        let path = child("child", text);
        let profile = loaded(&path, tweaks).unwrap_or_else(|e| panic!("{text}: {e}"));
        term_scores(&profile.values, "term.knights.on_rim", RIM)[0]
    };
    assert_eq!(rim("", ""), -24);
    // Override only the values, only the endgame, only the expression.
    assert_eq!(rim("[[term]]\nname = \"knights.on_rim\"\nvalue = -1", ""), -2);
    assert_eq!(rim("[[term]]\nname = \"knights.on_rim\"\nvalue = { eg = 3 }", ""), -24);
    assert_eq!(rim("[[term]]\nname = \"knights.on_rim\"\ncount = \"own.knights & h6\"", ""), -12);
    assert_eq!(rim("[[term]]\nname = \"knights.on_rim\"\nwhen = \"1 == 2\"", ""), 0);
    assert_eq!(rim("[scale]\n\"term.knights.on_rim\" = 0", ""), 0);
    assert_eq!(rim("[scale]\nterm = 2", ""), -48);
    assert_eq!(rim("[scale]\nterm.knights.on_rim = 3", ""), -72);
    assert_eq!(rim("", "term.knights.on_rim=-5"), -10);
    assert_eq!(rim("", "term.knights.on_rim.mg=-5"), -10);
    assert_eq!(rim("", "term.knights.on_rim+=5; term.*-=2"), -18);
    assert_eq!(rim("", "term.knights.on_rim.eg=-5"), -24);
    assert_eq!(rim("", "term.*=2x"), -48);
    assert_eq!(rim("", "term.knights=2x;term.*.on_rim=3x"), -144);
    // Resetting a term removes it; the values of later terms move with their new slots.
    let profile =
        loaded(&child("child", "reset = [\"term.knights.on_rim\"]"), "term.knights.any.2=11").unwrap();
    let names: Vec<&str> = profile.values.custom_entries().iter().map(|e| e.decl.name).collect();
    assert_eq!(names, ["pawns.count", "knights.any"]);
    assert_eq!(term_scores(&profile.values, "term.knights.any", RIM), [11, 7]);
    // Errors are located in the file that causes them.
    let broken = child("broken", "[let]\nx = \"own.pawn\"");
    let error = loaded(&broken, "").unwrap_err().to_string();
    assert!(error.contains("broken.toml:4:"), "{error}");
    let misspelt = child("misspelt", "[[term]]\nname = \"knights.on_rum\"\nvalue = 3");
    let error = loaded(&misspelt, "").unwrap_err().to_string();
    assert!(
        error.contains("misspelt.toml:4:") && error.contains("did you mean `term.knights.on_rim`?"),
        "{error}"
    );
    let error = loaded(&child("child", ""), "term.knights.on_rum=1").unwrap_err().to_string();
    assert!(error.contains("did you mean `term.knights.on_rim`?"), "{error}");
}

#[test]
fn an_error_caused_in_the_parent_names_the_change_in_the_child() {
    let parent = "name = \"parent\"\n[let]\ngood = \"own.knights\"\n[[define]]\nname = \"near(a: squares, b: squares)\"\n\
                  is = \"around(a) & b\"\n[[term]]\nname = \"a\"\ncount = \"near(own.king, good)\"\nvalue = 1\n";
    write_file("own-anew", "parent.toml", parent);
    let child =
        "name = \"child\"\nextends = \"parent.toml\"\n[[define]]\nname = \"near(a: squares)\"\nis = \"a\"\n";
    let path = write_file("own-anew", "child.toml", child);
    let error = loaded(&path, "").unwrap_err().to_string();
    assert!(
        error.contains("parent.toml:9:")
            && error.contains("(defined anew: `near` in ")
            && error.contains("child.toml:4)"),
        "{error}"
    );
}

#[test]
fn an_unknown_parent_suppresses_follow_up_errors() {
    let text = "name = \"child\"\nextends = \"nobody\"\nreset = [\"term.old\"]\n[[term]]\nname = \"a\"\nvalue = 3\n\
                [[term]]\nname = \"b\"\nwhen = \"sq in rimm\"\n[[term]]\nname = \"c\"\nindex = \"phase\"\n\
                [[term]]\nname = \"d\"\nindex = \"phase\"\ntable = [1, 2]\n\
                [scale]\n\"term.d\" = 2\n";
    let path = write_file("own-rootless", "child.toml", text);
    let error = loaded(&path, "").unwrap_err().into_diagnostics();
    let error: Vec<&str> = error.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(error, ["no profile is called `nobody`", "there is no `rimm`"]);
    // The parent exists but has no custom terms.
    write_file("own-rootless", "plain.toml", "name = \"plain\"\n");
    let text = "name = \"child\"\nextends = \"plain.toml\"\nreset = [\"term.a.tw\"]\n[[term]]\nname = \"a.two\"\n\
                when = \"true\"\nvalue = 3\n";
    let path = write_file("own-rootless", "child.toml", text);
    let error = loaded(&path, "").unwrap_err().to_string();
    assert!(error.contains("(the profile that it extends has no terms of its own)"), "{error}");
}

#[test]
fn an_invalid_tweak_suggests_alternatives() {
    let text = "name = \"x\"\n[[term]]\nname = \"rks\"\ncount = \"own.rooks\"\ntable = [0, 5, 9]\n\
                [[term]]\nname = \"rim\"\nwhen = \"phase < 128\"\ncount = \"own.knights & rim\"\nvalue = [-12, -8]\n\
                [[term]]\nname = \"far\"\ncount = \"own.pawns\"\nby_rank = { step = 1 }\n";
    let path = write_file("own-tweaks", "x.toml", text);
    for (tweak, message, hint) in [
        ("term.rks.3=1", "`term.rks` has no entry `3`", "its table has 3 entries, 0 to 2"),
        ("term.rks.mg.9=1", "`term.rks` has no entry `9`", "0 to 2"),
        ("term.rks.1.eg=1", "the stage stands before the entry", "write term.rks.eg.1"),
        ("term.rim.1=1", "`term.rim` has no entry `1`", "it has one value"),
        ("term.far.9=1", "`term.far` has no entry `9`", "the ranks 1 to 8"),
        ("term.rks.table.1=1", "`table` does not belong", "write term.rks.1"),
        (
            "term.rim.count=own.pawns",
            "`count` of `term.rim` is an expression",
            "[[term]], name = \"rim\", count = \"...\"",
        ),
        ("term.rim.when=\"1 == 1\"", "`when` of `term.rim` is an expression", "in a file"),
        ("term.rim.count=2x", "`count` of `term.rim` is an expression", "extends this one"),
    ] {
        let error = loaded(&path, tweak).unwrap_err().to_string();
        assert!(error.contains(message), "{tweak}: {error}");
        assert!(error.contains(hint), "{tweak}: {error}");
    }
}
