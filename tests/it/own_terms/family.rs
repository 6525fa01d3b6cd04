//! What a profile does with the terms of another that it extends.

use super::{KNIGHTS, RIM, given, loaded};
use crate::common::write_file;

#[test]
fn a_child_changes_resets_and_weighs_the_terms_of_its_parent() {
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
        given(&profile.values, "term.knights.on_rim", RIM)[0]
    };
    assert_eq!(rim("", ""), -24);
    // Its values alone, one stage alone, what it counts alone.
    assert_eq!(rim("[[term]]\nname = \"knights.on_rim\"\nvalue = -1", ""), -2);
    assert_eq!(
        rim("[[term]]\nname = \"knights.on_rim\"\nvalue = { eg = 3 }", ""),
        -24
    );
    assert_eq!(
        rim(
            "[[term]]\nname = \"knights.on_rim\"\ncount = \"own.knights & h6\"",
            ""
        ),
        -12
    );
    assert_eq!(
        rim("[[term]]\nname = \"knights.on_rim\"\nwhen = \"1 == 2\"", ""),
        0
    );
    assert_eq!(rim("[scale]\n\"term.knights.on_rim\" = 0", ""), 0);
    assert_eq!(rim("[scale]\nterm = 2", ""), -48);
    assert_eq!(rim("[scale]\nterm.knights.on_rim = 3", ""), -72);
    assert_eq!(rim("", "term.knights.on_rim=-5"), -10);
    assert_eq!(rim("", "term.knights.on_rim.mg=-5"), -10);
    assert_eq!(rim("", "term.knights.on_rim.eg=-5"), -24);
    assert_eq!(rim("", "term.*=2x"), -48);
    assert_eq!(rim("", "term.knights=2x;term.*.on_rim=3x"), -144);
    // A term that is reset is gone; another keeps its values though its place is another.
    let profile = loaded(
        &child("child", "reset = [\"term.knights.on_rim\"]"),
        "term.knights.any.2=11",
    )
    .unwrap();
    let names: Vec<&str> = profile.values.own_entries().iter().map(|e| e.decl.name).collect();
    assert_eq!(names, ["pawns.count", "knights.any"]);
    assert_eq!(given(&profile.values, "term.knights.any", RIM), [11, 7]);
    // A mistake that a child makes of its parent's term is one of the file where it stands.
    let broken = child("broken", "[let]\nx = \"own.pawn\"");
    let told = loaded(&broken, "").unwrap_err().to_string();
    assert!(told.contains("broken.toml:4:"), "{told}");
    let misspelt = child("misspelt", "[[term]]\nname = \"knights.on_rum\"\nvalue = 3");
    let told = loaded(&misspelt, "").unwrap_err().to_string();
    assert!(
        told.contains("misspelt.toml:4:") && told.contains("did you mean `term.knights.on_rim`?"),
        "{told}"
    );
    let told = loaded(&child("child", ""), "term.knights.on_rum=1")
        .unwrap_err()
        .to_string();
    assert!(told.contains("did you mean `term.knights.on_rim`?"), "{told}");
}

#[test]
fn a_fault_that_a_child_brings_into_its_parent_names_the_change() {
    let parent = "name = \"parent\"\n[let]\ngood = \"own.knights\"\n[[define]]\nname = \"near(a: squares, b: squares)\"\n\
                  is = \"around(a) & b\"\n[[term]]\nname = \"a\"\ncount = \"near(own.king, good)\"\nvalue = 1\n";
    write_file("own-anew", "parent.toml", parent);
    let child =
        "name = \"child\"\nextends = \"parent.toml\"\n[[define]]\nname = \"near(a: squares)\"\nis = \"a\"\n";
    let path = write_file("own-anew", "child.toml", child);
    let told = loaded(&path, "").unwrap_err().to_string();
    assert!(
        told.contains("parent.toml:9:")
            && told.contains("(defined anew: `near` in ")
            && told.contains("child.toml:4)"),
        "{told}"
    );
}

#[test]
fn without_its_parent_a_child_is_not_told_what_may_be_there() {
    let text = "name = \"child\"\nextends = \"nobody\"\nreset = [\"term.old\"]\n[[term]]\nname = \"a\"\nvalue = 3\n\
                [[term]]\nname = \"b\"\nwhen = \"sq in rimm\"\n[[term]]\nname = \"c\"\nindex = \"phase\"\n\
                [[term]]\nname = \"d\"\nindex = \"phase\"\ntable = [1, 2]\n\
                [scale]\n\"term.d\" = 2\n";
    let path = write_file("own-rootless", "child.toml", text);
    let told = loaded(&path, "").unwrap_err().into_faults();
    let told: Vec<&str> = told.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(told, ["no profile is called `nobody`", "there is no `rimm`"]);
    // Where the parent is there and has none, that is said of the parent.
    write_file("own-rootless", "plain.toml", "name = \"plain\"\n");
    let text = "name = \"child\"\nextends = \"plain.toml\"\nreset = [\"term.a.tw\"]\n[[term]]\nname = \"a.two\"\n\
                when = \"true\"\nvalue = 3\n";
    let path = write_file("own-rootless", "child.toml", text);
    let told = loaded(&path, "").unwrap_err().to_string();
    assert!(
        told.contains("(the profile that it extends has no terms of its own)"),
        "{told}"
    );
}

#[test]
fn a_tweak_that_means_no_value_is_told_what_there_is() {
    let text = "name = \"x\"\n[[term]]\nname = \"rks\"\ncount = \"own.rooks\"\ntable = [0, 5, 9]\n\
                [[term]]\nname = \"rim\"\nwhen = \"phase < 128\"\ncount = \"own.knights & rim\"\nvalue = [-12, -8]\n\
                [[term]]\nname = \"far\"\ncount = \"own.pawns\"\nby_rank = { step = 1 }\n";
    let path = write_file("own-tweaks", "x.toml", text);
    for (tweak, message, hint) in [
        (
            "term.rks.3=1",
            "`term.rks` has no entry `3`",
            "its table has 3 entries, 0 to 2",
        ),
        ("term.rks.mg.9=1", "`term.rks` has no entry `9`", "0 to 2"),
        (
            "term.rks.1.eg=1",
            "the stage stands before the entry",
            "write term.rks.eg.1",
        ),
        ("term.rim.1=1", "`term.rim` has no entry `1`", "it has one value"),
        ("term.far.9=1", "`term.far` has no entry `9`", "the ranks 1 to 8"),
        (
            "term.rks.table.1=1",
            "`table` does not belong",
            "write term.rks.1",
        ),
        (
            "term.rim.count=own.pawns",
            "`count` of `term.rim` is an expression",
            "[[term]], name = \"rim\", count = \"...\"",
        ),
        (
            "term.rim.when=\"1 == 1\"",
            "`when` of `term.rim` is an expression",
            "in a file",
        ),
        (
            "term.rim.count=2x",
            "`count` of `term.rim` is an expression",
            "extends this one",
        ),
    ] {
        let told = loaded(&path, tweak).unwrap_err().to_string();
        assert!(told.contains(message), "{tweak}: {told}");
        assert!(told.contains(hint), "{tweak}: {told}");
    }
}
