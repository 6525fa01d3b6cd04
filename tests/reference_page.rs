//! The committed reference page is the one that the vocabulary gives.

#[test]
fn the_reference_page_is_current() {
    let committed = std::fs::read_to_string("docs/profile-reference.md").unwrap();
    // A checkout on Windows may have changed line ends.
    assert!(
        committed.replace("\r\n", "\n") == temperament::profile::reference::page(),
        "out of date; run: temper profile reference > docs/profile-reference.md"
    );
}
