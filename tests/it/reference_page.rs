//! The committed reference pages match the table of keys and the built-in names of custom terms.

fn check(path: &str, page: &str, command: &str) {
    let committed = std::fs::read_to_string(path).unwrap();
    // A checkout on Windows may have CRLF line ends.
    assert!(committed.replace("\r\n", "\n") == page, "out of date; run: {command} > {path}");
}

#[test]
fn the_reference_page_is_current() {
    let page = temperament_engine::profile::reference::page();
    check("docs/profile-reference.md", &page, "temper profile reference");
}

#[test]
fn the_reference_page_of_custom_terms_is_current() {
    let page = temperament_engine::terms::reference::page();
    check("docs/custom-terms.md", &page, "temper profile reference --terms");
}
