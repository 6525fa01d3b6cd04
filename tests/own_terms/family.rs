//! What a profile does with the terms of another that it extends.

use super::common::write_file;
use super::{KNIGHTS, RIM, given, loaded};

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
