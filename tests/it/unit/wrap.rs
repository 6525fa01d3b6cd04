//! Tests of `wrap`.

use temperament::wrap::wrapped;

#[test]
fn the_number_of_a_move_stays_with_it() {
    let text = "Bc4: 9. Bc4 Nf6 10. O-O Be7 11... d6 (line 12.)";
    for width in 1..40 {
        let lines = wrapped(text, "", "  ", width);
        for line in &lines {
            let last = line.split(' ').next_back().unwrap();
            assert!(!["9.", "10.", "11..."].contains(&last), "{width}: {lines:?}");
        }
        let words = lines.join(" ");
        assert_eq!(words.split_whitespace().collect::<Vec<_>>().join(" "), text);
    }
    assert_eq!(wrapped("a 9. Bc4 b", "", "", 8), ["a 9. Bc4", "b"]);
}
