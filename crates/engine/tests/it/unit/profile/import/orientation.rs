//! Which way tables are written.

use temperament_engine::board::Piece;
use temperament_engine::profile::import::{Evidence, Kind, Orientation};

use super::{assert_tables, each, import, lines, profile, table};
use temperament_engine::board::piece_name;

fn source(orientation: impl Fn(Piece) -> Orientation) -> String {
    each(|piece| {
        format!(
            "int {}[64] = {{{}}};\n",
            piece_name(piece),
            lines(&table(piece, 0, orientation(piece)), ", ")
        )
    })
}

#[test]
fn every_orientation_leads_to_the_same_profile() {
    for orientation in [Orientation::A8, Orientation::A1] {
        let text = source(|_| orientation);
        assert_eq!(import(&text, Kind::Source).orientation(), Some(orientation));
        assert_tables(&profile(&text, Kind::Source, None), 1);
    }
    // Files say nothing: the view from Black has to be stated.
    let text = source(|_| Orientation::Black);
    assert_tables(&profile(&text, Kind::Source, Some(Orientation::Black)), 1);
}

#[test]
fn pawns_and_kings_that_disagree_are_a_question() {
    let text = source(|piece| if piece == Piece::King { Orientation::A1 } else { Orientation::A8 });
    let read = import(&text, Kind::Source);
    assert!(
        matches!(&read.evidence, Evidence::Contradictory(votes) if votes.len() >= 2),
        "{:?}",
        read.evidence
    );
    assert_eq!(read.orientation(), None);
}

#[test]
fn tables_without_evidence_are_a_question_unless_symmetric() {
    let row = "1, 2, 3, 4, 4, 3, 2, 1";
    let symmetric = format!("int rook[64] = {{{}}};", [row; 8].join(", "));
    assert_eq!(import(&symmetric, Kind::Source).orientation(), Some(Orientation::A8));
    let unclear = symmetric.replacen("1, 2", "2, 2", 1);
    assert_eq!(import(&unclear, Kind::Source).orientation(), None);
}

#[test]
fn a_single_number_in_the_zero_rows_of_pawns_decides_nothing() {
    let zeros = "0, ".repeat(8);
    let flat = format!("{}{}{}", "90, ".repeat(8), "5, ".repeat(48), zeros);
    assert_eq!(import(&format!("int pawn[64] = {{{flat}}};"), Kind::Source).orientation(), None);
}
