//! The forms in which engines write their tables.

use temperament_engine::board::{PIECES, Piece, piece_name};
use temperament_engine::profile::import::{Kind, Material, Orientation};

use super::{VALUES, assert_tables, assert_values, each, import, intended, lines, profile, table, upper};

use Orientation::{A1, A8, Black};

#[test]
fn c_arrays_with_the_stage_in_their_names() {
    let stage = |stage: usize, prefix: &str| {
        let tables = each(|piece| {
            let numbers = lines(&table(piece, stage, A8), ", ");
            format!("static const int {prefix}_{}_table[64] = {{\n{numbers},\n}};\n", piece_name(piece))
        });
        let [p, n, b, r, q] = VALUES[stage];
        format!("/* values */\nint {prefix}_value[6] = {{ {p}, {n}, {b}, {r}, {q}, 0 }};\n{tables}")
    };
    let text = format!(
        "#include <stdio.h>\n{}{}int gamephaseInc[12] = {{0,0,1,1,1,1,2,2,4,4,0,0}};\n\
         #define FLIP(sq) ((sq)^56)\nint eval(void) {{ int sum = 0; for (int i = 0; i < 64; i++) sum += i; return sum; }}\n",
        stage(0, "mg"),
        stage(1, "eg")
    );
    let read = import(&text, Kind::Source);
    assert_eq!(read.orientation(), Some(A8));
    assert_eq!(read.understood.phase.map(|(weights, _)| weights), Some([0.0, 1.0, 1.0, 2.0, 4.0]));
    assert!(read.understood.notes.is_empty(), "{:?}", read.understood.notes);
    let first = &read.understood.pieces[0].tables[0];
    assert_eq!((first.name.as_str(), first.line), ("mg_pawn_table", 4));
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 2);
}

#[test]
fn cpp_pairs_in_one_array_with_comments_as_names() {
    let tables = each(|piece| {
        let pairs: Vec<String> =
            (0..64).map(|i| format!("S({}, {})", intended(piece, 0, i), intended(piece, 1, i))).collect();
        format!("  {{ // {}\n{}\n  }},\n", piece_name(piece), lines(&pairs, ", "))
    });
    let values: Vec<String> =
        (0..5).map(|i| format!("make_score({}, {})", VALUES[0][i], VALUES[1][i])).collect();
    let text = format!(
        "#define S(mg, eg) make_score(mg, eg)\nconstexpr Score PieceValue[7] = {{ 0, {}, 0 }};\n\
         constexpr std::array<std::array<Score, 64>, 6> PSQT = {{{{\n{tables}}}}};\n",
        values.join(", ")
    );
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 2);
}

#[test]
fn c_three_dimensions_without_names_hex_and_arithmetic() {
    let number = |n: i32| match n {
        n if n < 0 => format!("-0x{:X}", -n),
        n if n % 2 == 0 => format!("{} * 2", n / 2),
        n => format!("(UNIT + {})", n - 1),
    };
    let stage = |stage: usize| {
        each(|piece| {
            let numbers: Vec<String> = table(piece, stage, A1).into_iter().map(number).collect();
            format!("{{\n{}\n}},\n", lines(&numbers, ", "))
        })
    };
    let constants = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN"].iter().zip(VALUES[0]);
    let constants: String = constants.map(|(name, n)| format!("#define VALUE_{name} {n}  // cp\n")).collect();
    let text =
        format!("{constants}#define UNIT 1\nint pst[2][6][64] = {{ {{{}}}, {{{}}} }};\n", stage(0), stage(1));
    let read = import(&text, Kind::Source);
    assert_eq!(read.orientation(), Some(A1));
    let notes = read.understood.notes.join("\n");
    assert!(notes.contains("pawn, knight, bishop") && notes.contains("middlegame, endgame"), "{notes}");
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 1);
}

#[test]
fn rust_tuples_and_constants() {
    let tables = each(|piece| {
        let pairs: Vec<String> = (0..64)
            .map(|i| i ^ 56)
            .map(|i| format!("({}, {})", intended(piece, 0, i), intended(piece, 1, i)))
            .collect();
        format!(
            "#[rustfmt::skip]\npub const {}_PST: [(i32, i32); 64] = [\n{},\n];\n",
            upper(piece),
            lines(&pairs, ", ")
        )
    });
    let values: String = PIECES[..5]
        .iter()
        .map(|&piece| (upper(piece), piece as usize))
        .map(|(name, i)| {
            format!("pub const {name}_VALUE: (i32, i32) = ({}, {});\n", VALUES[0][i], VALUES[1][i])
        })
        .collect();
    let text = format!(
        "//! Evaluation.\nuse std::fmt;\n{values}{tables}pub fn f<'a>(x: &'a str) -> &'a str {{ x }}\n"
    );
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 2);
}

#[test]
fn a_king_with_a_value_in_its_table() {
    let numbers: Vec<i32> = table(Piece::King, 0, A8).iter().map(|n| n + 60_000).collect();
    let text = format!("const king: Array<number> = [{}];\n", lines(&numbers, ", "));
    let read = import(&text, Kind::Source);
    assert!(read.understood.notes[0].contains("60000 is subtracted"), "{:?}", read.understood.notes);
    let king = &read.understood.pieces[0].tables[0].squares;
    let expected: Vec<f64> = table(Piece::King, 0, A8).iter().map(|n| f64::from(*n)).collect();
    assert_eq!(king.iter().map(|pair| pair[0]).collect::<Vec<_>>(), expected);
}

#[test]
fn python_dictionaries_by_letter() {
    let letter = |piece: Piece| char::from(b"PNBRQK"[piece as usize]);
    let tables =
        each(|piece| format!("    '{}': (\n{}),\n", letter(piece), lines(&table(piece, 0, A8), ", ")));
    let [p, n, b, r, q] = VALUES[0];
    let text = format!(
        "#!/usr/bin/env python3\n\"\"\"Docs: 'quoted' [text] {{here.\"\"\"\n\
         piece = {{ 'P': {p}, 'N': {n}, 'B': {b}, 'R': {r}, 'Q': {q}, 'K': 60000 }}\n\
         pst = {{\n{tables}}}\nfor k, table in pst.items():\n    padrow = lambda row: (0,) + row\n"
    );
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 1);
    assert_values(&profile, 1);
}

#[test]
fn java_rows_of_eight() {
    let rows = |piece: Piece, stage: usize| {
        let rows = table(piece, stage, A1);
        rows.chunks(8).map(|row| format!("    {{{}}},\n", lines(row, ", "))).collect::<String>()
    };
    let tables = each(|piece| {
        let name = piece_name(piece);
        format!(
            "  private static final int[][] {name}Mid = {{\n{}  }};\n  public static final int[][] {name}End = new int[][] {{\n{}  }};\n",
            rows(piece, 0),
            rows(piece, 1)
        )
    });
    let [p, n, b, r, q] = VALUES[0];
    let text = format!(
        "package engine;\npublic class Eval {{\n  enum Piece {{ PAWN({p}), KING(0); }}\n\
         int[] material = {{0, {p}, {n}, {b}, {r}, {q}, 0, {p}, {n}, {b}, {r}, {q}, 0}};\n{tables}}}\n"
    );
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 1);
}

#[test]
fn javascript_with_blacks_tables_and_fractions() {
    let side = |turn: usize| {
        each(|piece| {
            let numbers = table(piece, 0, A8);
            let numbers: Vec<f64> = (0..64).map(|i| f64::from(numbers[i ^ turn]) / 100.0).collect();
            let rows: String = numbers.chunks(8).map(|row| format!("[{}],\n", lines(row, ", "))).collect();
            format!("    {}: [\n{rows}],\n", char::from(b"pnbrqk"[piece as usize]))
        })
    };
    let values: String =
        "pnbrq".chars().zip(VALUES[0]).map(|(c, n)| format!("{c}: {}, ", f64::from(n) / 100.0)).collect();
    let text = format!(
        "const weights = {{ {values} k: 900 }};\nconst pst = {{\n  white: {{\n{}  }},\n  black: {{\n{}  }},\n}};\n",
        side(0),
        side(56)
    );
    let read = import(&text, Kind::Source);
    assert_eq!(read.understood.ignored.iter().filter(|ignored| ignored.reason.contains("Black")).count(), 6);
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 1);
    assert_values(&profile, 1);
}

#[test]
fn json_by_stage_and_name() {
    let stage = |stage: usize| {
        PIECES
            .map(|piece| format!("\"{}\": [{}]", piece_name(piece), lines(&table(piece, stage, A8), ", ")))
            .join(",\n")
    };
    let [p, n, b, r, q] = VALUES[0];
    let text = format!(
        "{{\"name\": \"an engine\", \"values\": [{p}, {n}, {b}, {r}, {q}, 0],\n\"mg\": {{{}}},\n\"eg\": {{{}}}, \"ok\": true}}",
        stage(0),
        stage(1)
    );
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 1);
}

#[test]
fn csv_lines_whose_header_states_the_orientation() {
    // The header decides, even against what the numbers suggest.
    let squares: Vec<String> = (0..64)
        .map(|i| Black.square(i))
        .map(|square| format!("{}{}", char::from(b"abcdefgh"[square % 8]), square / 8 + 1))
        .collect();
    let rows: String = [0, 1]
        .map(|stage| {
            each(|piece| {
                let numbers: Vec<String> = table(piece, stage, Black).iter().map(i32::to_string).collect();
                format!("{},{},{}\n", piece_name(piece), ["mg", "eg"][stage], numbers.join(","))
            })
        })
        .concat();
    let values: String = PIECES[..5]
        .iter()
        .map(|&piece| {
            format!("{},{},{}\n", piece_name(piece), VALUES[0][piece as usize], VALUES[1][piece as usize])
        })
        .collect();
    let text = format!("piece,stage,{}\n{rows}{values}", squares.join(","));
    let read = import(&text, Kind::Csv);
    assert_eq!(read.orientation(), Some(Black));
    let profile = profile(&text, Kind::Csv, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 2);
}

#[test]
fn blocks_of_a_web_page() {
    let tables =
        each(|piece| format!("// {}\n{},\n\n", piece_name(piece), lines(&table(piece, 0, A8), ", ")));
    let values: String =
        PIECES[..5].iter().map(|&p| format!("{} = {}\n", &upper(p)[..], VALUES[0][p as usize])).collect();
    let profile = profile(&format!("{values}\n{tables}"), Kind::Csv, None);
    assert_tables(&profile, 1);
    assert_values(&profile, 1);
}

#[test]
fn go_with_the_type_behind_the_name() {
    let stage = |stage: usize| {
        // Not in the usual order: comments decide.
        let tables = PIECES.iter().rev().map(|&piece| {
            let numbers = lines(&table(piece, stage, A8), ", ");
            format!("\t{{\n\t\t// {} PST\n{numbers},\n\t}},\n", piece_name(piece).to_uppercase())
        });
        tables.collect::<String>()
    };
    let text = format!(
        "package engine\n\nvar PSQT_MG = [6][64]int16{{\n{}}}\n\nvar PSQT_EG [6][64]int16 = [6][64]int16{{\n{}}}\n",
        stage(0),
        stage(1)
    );
    let read = import(&text, Kind::Source);
    assert!(read.understood.notes.is_empty(), "{:?}", read.understood.notes);
    assert_tables(&profile(&text, Kind::Source, None), 2);
}

#[test]
fn twelve_tables_of_both_sides_in_one_flat_list() {
    let white: Vec<i32> = PIECES.iter().flat_map(|&piece| table(piece, 0, A8)).collect();
    let black: Vec<i32> = PIECES.iter().flat_map(|&piece| table(piece, 0, A1)).collect();
    let text = format!("var psqt = [12 * 64]int16{{\n{},\n{}}}\n", lines(&white, ", "), lines(&black, ", "));
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 1);
}

#[test]
fn both_stages_in_one_flat_list_beside_lists_of_other_things() {
    let stage = |stage: usize| {
        each(|piece| format!("  // {}\n{},\n", piece_name(piece), lines(&table(piece, stage, A8), ", ")))
    };
    let values = |stage: usize| {
        let [p, n, b, r, q] = VALUES[stage];
        format!("{p}, {n}, {b}, {r}, {q}, 12000, -{p}, -{n}, -{b}, -{r}, -{q}, -12000,")
    };
    let bits = lines(&[5; 64], ", ");
    let text = format!(
        "const int bishop_bits[64] = {{{bits}}};\nconst int rook_counts[64] = {{{bits}}};\n\
         const int material_score[2][12] =\n{{\n  // opening score\n  {}\n  // endgame score\n  {}\n}};\n\
         const int positional_score[2][6][64] =\n{{\n{}\n  // Endgame scores //\n{}}};\n",
        values(0),
        values(1),
        stage(0),
        stage(1)
    );
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 2);
    assert_values(&profile, 2);
}

#[test]
fn values_in_pawns_beside_tables_in_centipawns() {
    let tables = each(|piece| format!("'{}': [{}],\n", piece_name(piece), lines(&table(piece, 0, A8), ", ")));
    let text = format!("values = {{'p': 1, 'n': 3.1, 'b': 3.2, 'r': 4.9, 'q': 9.1}}\npst = {{\n{tables}}}\n");
    let profile = profile(&text, Kind::Source, None);
    assert_tables(&profile, 1);
    assert_values(&profile, 1);
}

#[test]
fn tables_by_assignment_half_a_board_and_0x88() {
    // King: four files. Knight: 0x88. Pawn: without first and last rank.
    let king: String = (0..8).map(|rank| format!("{{{}, 1, 2, 3}},", 50 - 10 * rank)).collect();
    let knight: String =
        (0..8).map(|rank| format!("{rank}, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0,\n")).collect();
    let pawn: String = (1..7).map(|rank| format!("{}, ", rank * 10).repeat(8)).collect();
    let text = format!(
        "int pst[PIECE_NB][128];\nvoid init() {{\n  int king[8][4] = {{{king}}};\n  pst[KNIGHT] = {{{knight}}};\n  pst[Pawn] = {{{pawn}}};\n}}\n"
    );
    let profile = profile(&text, Kind::Source, None);
    let at = |slot: usize, square: usize| {
        profile.values.scores[temperament_engine::eval::keys::psqt::BY_PIECE[slot].offset + square][0]
    };
    assert_eq!([at(5, 0), at(5, 3), at(5, 4), at(5, 7), at(5, 56)], [50, 3, 3, 50, -20]);
    assert_eq!([at(1, 0), at(1, 7), at(1, 63)], [0, 7, 7]);
    assert_eq!([at(0, 0), at(0, 8), at(0, 55), at(0, 63)], [0, 10, 60, 0]);
}

#[test]
fn values_within_the_tables() {
    let tables = each(|piece| {
        let value = if piece == Piece::King { 0 } else { VALUES[0][piece as usize] };
        let numbers: Vec<i32> = table(piece, 0, A8).iter().map(|n| n + value).collect();
        format!("{}_pst = [{}]\n", piece_name(piece), lines(&numbers, ", "))
    });
    let [p, n, b, r, q] = VALUES[0];
    let text = format!("{tables}see_values = [{p}, {n}, {b}, {r}, {q}, 0]\n");
    let read = import(&text, Kind::Source);
    assert_eq!(read.understood.material, Material::InTables);
    assert!(read.understood.ignored.iter().any(|ignored| ignored.name == "see_values"));
}

#[test]
fn other_lists_are_ignored_with_line_and_reason() {
    let pawn = lines(&table(Piece::Pawn, 0, A8), ", ");
    let squares: Vec<usize> = (0..64).map(|i| i ^ 56).collect();
    let text = format!(
        "int pawn_table[64] = {{{pawn}}};\nint flip[64] = {{{}}};\nint passed_pawn_table[64] = {{{pawn}}};\n\
         int lookup[64] = {{{pawn}}};\nint pawn_pst[64] = {{{pawn}}};\nint knight_pst[64] = {{{pawn}, X}};\n\
         enum {{ PAWN = 1, KNIGHT = 2, BISHOP = 3, ROOK = 4, QUEEN = 5, KING = 6 }};\n",
        lines(&squares, ", ")
    );
    let read = import(&text, Kind::Source);
    let ignored: Vec<(&str, u32)> =
        read.understood.ignored.iter().map(|i| (i.name.as_str(), i.line)).collect();
    let step = 8;
    assert_eq!(
        ignored,
        [
            ("flip", 1 + step),
            ("passed_pawn_table", 1 + 2 * step),
            ("lookup", 1 + 3 * step),
            ("pawn_pst", 1 + 4 * step),
            ("knight_pst", 1 + 5 * step),
        ]
    );
    let reasons: Vec<&str> = read.understood.ignored.iter().map(|i| i.reason.as_str()).collect();
    assert_eq!(reasons[0], "a list of squares");
    assert!(reasons[1].contains("passed") && reasons[2].contains("which piece"), "{reasons:?}");
    assert_eq!(reasons[3], "the same as on line 1");
    assert!(reasons[4].contains("without a value"), "{reasons:?}");
    // Numbers of pieces are no values.
    assert_eq!(read.understood.material, Material::Missing);
}
