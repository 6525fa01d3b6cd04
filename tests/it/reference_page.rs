//! The committed reference pages are those that the vocabulary and the built-in names of own terms give.

fn check(path: &str, page: &str, command: &str) {
    let committed = std::fs::read_to_string(path).unwrap();
    // A checkout on Windows may have changed line ends.
    assert!(
        committed.replace("\r\n", "\n") == page,
        "out of date; run: {command} > {path}"
    );
}

#[test]
fn the_reference_page_is_current() {
    let page = temperament::profile::reference::page();
    check("docs/profile-reference.md", &page, "temper profile reference");
}

#[test]
fn the_reference_page_of_own_terms_is_current() {
    let page = temperament::terms::reference::page();
    check("docs/own-terms.md", &page, "temper profile reference --terms");
}
