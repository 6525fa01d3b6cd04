//! Tables, factors and rules of draws: what they mean, where they can be set, and how they are explained.

use super::{KNIGHTS, diagnostics, parse, stdout, temper};
use temperament_engine::board::Position;
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::{Evaluator, PsqtAccumulator, evaluate};
use temperament_engine::profile::diff::{by_section, changes};
use temperament_engine::profile::write::write;
use temperament_engine::profile::{Format, Library, Origin, Overrides, Profile, Source};

/// White has two knights on the rim, Black a pawn.
const FEN: &str = "4k3/4p3/8/8/N6N/8/8/4K3 w - - 0 1";

fn profile(text: &str) -> Profile {
    let text = format!("name = \"x\"\n{text}");
    parse(Format::Toml, &text).unwrap_or_else(|messages| panic!("{text}\n{messages:#?}"))
}

/// The evaluation of a profile, the same in every way of computing it, and the same with an explanation of it.
fn score_of(profile: &Profile, fen: &str) -> i32 {
    let weights = profile.compile();
    let position = Position::from_fen(fen).unwrap();
    let score = evaluate(&weights, &position);
    let explanation = Explanation::new(&weights, &position);
    assert_eq!(explanation.eval(), score, "{fen}");
    let rows = explanation.rows.iter().map(|row| row.difference());
    assert_eq!(rows.sum::<temperament_engine::eval::S>(), explanation.total, "{fen}");
    let mut evaluator = Evaluator::new(weights.into());
    for _ in 0..2 {
        let sums = PsqtAccumulator::new(evaluator.weights(), &position);
        assert_eq!(evaluator.evaluate(&position, &sums), score, "{fen}");
    }
    score
}

fn score(text: &str, fen: &str) -> i32 {
    score_of(&profile(text), fen)
}

/// The score of a term with this count, for White's knights on the rim alone.
fn counted(tables: &str, count: &str) -> i32 {
    score(
        &format!(
            "{tables}\n[[term]]\nname = \"t\"\ncount = \"{count}\"\nwhen = \"any(own.knights)\"\nvalue = 1"
        ),
        FEN,
    )
}

#[test]
fn entries_are_looked_up_by_number_square_row_and_column() {
    let list = "[[table]]\nname = \"list\"\nvalues = [7, 11, -13]";
    for (count, expected) in [
        ("lookup(list, 0)", 7),
        ("lookup(list, own.knights)", -13),
        ("lookup(list, 0 - 5)", 7),
        ("lookup(list, 99)", -13),
        ("lookup(list, 99, 1000)", 1000),
        ("lookup(list, 0 - 1, 1000)", 1000),
        ("lookup(list, 2, 1000)", -13),
        ("(lookup(list, 0) + lookup(list, 1)) * 10 / 8", 22),
        ("sum(sq in own.knights, lookup(list, 1))", 22),
    ] {
        assert_eq!(counted(list, count), expected, "{count}");
    }
    let rows = "[[table]]\nname = \"rows\"\ncolumns = 3\nvalues = [1, 2, 3, 4, 5, 6]";
    for (count, expected) in [
        ("lookup(rows, 0, 2)", 3),
        ("lookup(rows, 1, 0)", 4),
        ("lookup(rows, 9, 9)", 6),
        ("lookup(rows, 0 - 9, 1)", 2),
    ] {
        assert_eq!(counted(rows, count), expected, "{count}");
    }
    let ranks = "[[table]]\nname = \"ranks\"\nby_rank = [1, 2, 3, 4, 5, 6, 7, 8]\n\
                 [[table]]\nname = \"files\"\nby_file = [1, 2, 3, 4, 5, 6, 7, 80]";
    assert_eq!(counted(ranks, "sum(sq in own.knights, lookup(ranks, sq))"), 8);
    assert_eq!(counted(ranks, "sum(sq in own.knights, lookup(files, sq))"), 81);
    assert_eq!(counted(ranks, "lookup(files, flip_file(own.king))"), 4);
    assert_eq!(counted(ranks, "lookup(ranks, flip_rank(own.king))"), 8);
}

#[test]
fn a_table_may_have_a_number_for_each_stage() {
    let text = "phase.model = \"linear\"\nphase.weights.knight = 1\nphase.middlegame_from = 4\n\
                [[table]]\nname = \"t\"\nvalues = [[10, 100], [20, 40]]\n\
                [[term]]\nname = \"x\"\ncount = \"lookup(t, 0) + 1\"\nwhen = \"any(own.knights)\"\nvalue = [1, 2]";
    // Half of 11 and half of 2 * 101.
    assert_eq!(score(text, FEN), (11 + 202) / 2);
}

#[test]
fn values_of_pieces_and_other_inputs_are_known() {
    let values = "[material]\npawn = 90\nknight = [310, 290]\n";
    let knights = "4k3/4p3/8/8/N6N/8/8/4K3 b - - 7 20";
    let score = |count: &str| {
        let term =
            format!("[[term]]\nname = \"t\"\nwhen = \"any(own.knights)\"\ncount = \"{count}\"\nvalue = 1\n");
        let with = score(&format!("{values}{term}"), knights);
        let without = self::score(values, knights);
        with - without
    };
    assert_eq!(score("value_of(own.all)"), 620);
    assert_eq!(score("value_of(their.all)"), 90);
    assert_eq!(score("knight_value - pawn_value"), 220);
    assert_eq!(score("halfmove_clock"), 7);
    assert_eq!(score("if(own.is_white, 5, 6)"), 5);
    assert_eq!(score("if(their.to_move, 5, 6)"), 5);
}

/// A profile in which the knights are worth 301 in the middlegame and 501 in the endgame, and half of each counts.
fn with(factor: &str) -> i32 {
    let text = format!(
        "phase.model = \"linear\"\nphase.weights.knight = 1\nphase.middlegame_from = 4\n\
         [material]\nknight = [150, 250]\n[[term]]\nname = \"one\"\nwhen = \"own.knights > 0\"\nvalue = 1\n{factor}"
    );
    score(&text, FEN)
}

#[test]
fn factors_apply_to_the_side_ahead_before_or_after_the_blend() {
    assert_eq!(with(""), 401);
    assert_eq!(with("[[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 50"), (150 + 250) / 2);
    assert_eq!(with("[[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = [100, 0]"), 150);
    assert_eq!(with("[[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 50\nafter_blend = true"), 200);
    assert_eq!(
        with("[[factor]]\nname = \"f\"\nwhen = \"any(own.pawns)\"\nvalue = 0"),
        401,
        "Black has the pawn"
    );
    assert_eq!(with("[[factor]]\nname = \"f\"\nwhen = \"any(their.pawns)\"\nvalue = 0"), 0);
    let in_64ths = "[[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 16\ndivisor = 64\nafter_blend = true";
    assert_eq!(with(in_64ths), 100);
    let by_count = "[[factor]]\nname = \"f\"\nwhen = \"true\"\ncount = \"own.knights\"\ntable = [100, 50, 25]\nafter_blend = true";
    assert_eq!(with(by_count), 100);
    let zero =
        "[[factor]]\nname = \"f\"\nwhen = \"true\"\ncount = \"own.queens\"\nvalue = 9\nafter_blend = true";
    assert_eq!(with(zero), 0, "a factor of 0 applies");
    let two = "[[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 50\nafter_blend = true\n\
               [[factor]]\nname = \"g\"\nwhen = \"true\"\nvalue = 50\nafter_blend = true";
    assert_eq!(with(two), 100);
    assert_eq!(
        with("[[term]]\nname = \"late\"\nwhen = \"own.knights > 0\"\nvalue = 7\nafter_blend = true"),
        408
    );
}

#[test]
fn negative_scores_are_cut_towards_zero_or_rounded_down() {
    let black = "4k3/8/8/8/n6n/8/4P3/4K3 w - - 0 1";
    let text = |rounding: &str| {
        format!(
            "[material]\nknight = 100\n[[term]]\nname = \"one\"\nwhen = \"own.knights > 0\"\nvalue = 1\n\
             [[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 50\nafter_blend = true\n{rounding}"
        )
    };
    assert_eq!(score(&text(""), black), -100);
    assert_eq!(score(&text("rounding = \"zero\""), black), -100);
    assert_eq!(score(&text("rounding = \"down\""), black), -101);
    assert_eq!(score(&text("rounding = \"down\""), FEN), 100);
}

#[test]
fn a_drawn_position_is_worth_a_draw() {
    let rule =
        "[material]\nknight = 300\n[[drawn]]\nname = \"two_knights\"\nwhen = \"size(own.knights) == 2\"";
    assert_eq!(score(rule, FEN), 0);
    assert_eq!(score(rule, "4k3/4p3/8/8/N7/8/8/4K3 w - - 0 1"), 300);
    let weights = profile(rule).compile();
    let explanation = Explanation::new(&weights, &Position::from_fen(FEN).unwrap());
    let row = explanation.rows.iter().find(|row| row.entry.key() == "drawn.two_knights").unwrap();
    assert_eq!(row.difference().mg(), -600);
}

#[test]
fn numbers_of_tables_and_factors_are_set_scaled_and_inherited() {
    let text = format!(
        "name = \"x\"\n{KNIGHTS}[[table]]\nname = \"t\"\nvalues = [1, 2, 3]\n\
         [[term]]\nname = \"y\"\nwhen = \"any(own.knights)\"\ncount = \"lookup(t, 1)\"\nvalue = 1\n\
         [[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 100\n"
    );
    let base = Source::new("x.toml", Format::Toml, &text);
    let tweaked = |tweak: &str| {
        let library = Library::of(Vec::new()).with_tweaks(Overrides::new("Tweak", [tweak]));
        let (profile, _) = library.parse(&base, &Origin::Text).unwrap_or_else(|e| panic!("{tweak}: {e:#?}"));
        score_of(&profile, FEN)
    };
    assert_eq!(tweaked("table.t.0=9"), -22);
    assert_eq!(tweaked("table.t.1=50"), 26);
    assert_eq!(tweaked("table.t.1+=5"), -17);
    assert_eq!(tweaked("table.t=[1, 30, 3]"), 6);
    assert_eq!(tweaked("table.*=10x"), -4);
    assert_eq!(tweaked("factor.f=50"), -11);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.toml"), &text).unwrap();
    let child = |more: &str| {
        let path = folder.path().join("child.toml");
        std::fs::write(&path, format!("name = \"child\"\nextends = \"./x.toml\"\n{more}")).unwrap();
        Library::of(Vec::new()).load(path.to_str().unwrap()).map(|(profile, _)| score_of(&profile, FEN))
    };
    assert_eq!(child("").unwrap(), -22);
    assert_eq!(child("[[table]]\nname = \"t\"\nvalues = [1, 40, 3]").unwrap(), 16);
    assert_eq!(child("[[factor]]\nname = \"f\"\nvalue = 0").unwrap(), 0);
    assert_eq!(child("[scale]\n\"table.t\" = 5").unwrap(), -14);
    assert_eq!(child("reset = [\"factor.f\"]").unwrap(), -22);
    let error = child("reset = [\"table.t\"]").unwrap_err().to_string();
    assert!(error.contains("`table.t` cannot be reset"), "{error}");
}

#[test]
fn both_formats_have_all_fields() {
    let text = "[[table]]\nname = \"t\"\ncolumns = 2\nvalues = [[1, 5], 2, 3, 4]\n\
                [[term]]\nname = \"y\"\nwhen = \"any(own.knights)\"\ncount = \"lookup(t, 1, 0)\"\nvalue = 40\nafter_blend = true\n\
                [[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 33\ndivisor = 40\nrounding = \"down\"\nafter_blend = true\n\
                [[drawn]]\nname = \"d\"\nlet = { both = \"own.rooks | their.rooks\" }\nwhen = \"any(both)\"";
    let first = profile(text);
    for format in [Format::Toml, Format::Ron] {
        let written = write(&first, format);
        let again = parse(format, &written).unwrap_or_else(|messages| panic!("{written}\n{messages:#?}"));
        assert_eq!(again.values, first.values, "{written}");
        assert_eq!(score_of(&again, FEN), 99, "{written}");
        assert_eq!(score_of(&again, "4k2r/8/8/8/N7/8/8/4K3 w - - 0 1"), 0, "{written}");
    }
}

#[test]
fn the_error_of_a_table_names_the_nearest_one() {
    let found = diagnostics(
        "[[table]]\nname = \"danger\"\nvalues = [1]\n[[term]]\nname = \"t\"\ncount = \"lookup(dangr, 1)\"\nvalue = 1",
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("there is no table `dangr`") && found[0].contains("did you mean `danger`?"),
        "{found:?}"
    );
}

#[test]
fn commands_show_tables_factors_and_draws() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let text = "name = \"x\"\n[material]\nknight = 300\n[[drawn]]\nname = \"two_knights\"\nwhen = \"size(own.knights) == 2\"\n\
                [[factor]]\nname = \"half\"\nwhen = \"true\"\nvalue = 50\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let checked = stdout(&temper(&["profile", "check", path]));
    assert!(checked.contains("factor.half: applies in 100 of 100 positions"), "{checked}");
    let all = stdout(&temper(&["eval", "--all", "--profile", path, FEN]));
    assert!(all.contains("drawn.two_knights"), "{all}");
    let shown = stdout(&temper(&["eval", "--show-term", "half", "--profile", path, FEN]));
    assert!(shown.contains("factor.half"), "{shown}");
}

#[test]
fn a_difference_of_draws_or_of_the_order_of_factors_is_a_change() {
    let rule = |when: &str| profile(&format!("[[drawn]]\nname = \"d\"\nwhen = \"{when}\""));
    let alike = |a: &Profile, b: &Profile| changes(&a.values, &b.values).is_empty();
    assert!(alike(&rule("any(own.knights)"), &rule("any(own.knights)")));
    assert!(!alike(&rule("any(own.knights)"), &rule("any(own.rooks)")));
    assert!(!alike(&rule("any(own.knights)"), &profile("")));
    assert!(!alike(&profile(""), &rule("any(own.knights)")));
    let factor = |name: &str, value: i32| {
        format!("[[factor]]\nname = \"{name}\"\nwhen = \"true\"\nvalue = {value}\nafter_blend = true\n")
    };
    let (one, other) = (factor("a", 33) + &factor("b", 70), factor("b", 70) + &factor("a", 33));
    assert!(alike(&profile(&one), &profile(&one)));
    assert!(!alike(&profile(&one), &profile(&other)));
}

#[test]
fn what_counts_after_the_blend_never_becomes_a_pair() {
    let text =
        "name = \"x\"\n[[term]]\nname = \"late\"\ncount = \"own.knights\"\nvalue = 3\nafter_blend = true\n";
    let base = Source::new("x.toml", Format::Toml, text);
    for tweak in ["term.late=[1, 2]", "term.late.eg=7", "term.late.mg+=1", "term.*=[1, 2]"] {
        let library = Library::of(Vec::new()).with_tweaks(Overrides::new("Tweak", [tweak]));
        let found = library.parse(&base, &Origin::Text).expect_err(tweak);
        assert!(found[0].to_string().contains("counts after the blend"), "{tweak}: {found:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let pair = "name = \"x\"\n[[term]]\nname = \"late\"\ncount = \"own.knights\"\nvalue = [3, 4]\n";
    std::fs::write(folder.path().join("x.toml"), pair).unwrap();
    let child = folder.path().join("child.toml");
    let text = "name = \"child\"\nextends = \"./x.toml\"\n[[term]]\nname = \"late\"\nafter_blend = true\n";
    std::fs::write(&child, text).unwrap();
    assert!(Library::of(Vec::new()).load(child.to_str().unwrap()).is_err());
}

#[test]
fn decimals_of_scores_do_not_concern_tables_and_factors() {
    let text = |table: i32, factor: i32| {
        format!(
            "units.decimals = 1\n[[table]]\nname = \"t\"\nvalues = [1, {table}]\n[[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = {factor}\n"
        )
    };
    let (before, after) = (profile(&text(20, 50)), profile(&text(21, 100)));
    let found = changes(&before.values, &after.values);
    let lines = by_section(&found, [&before.values, &after.values]);
    assert!(lines.contains("20 -> 21") && lines.contains("50 -> 100"), "{lines}");
    let half = "units.decimals = 1\n[[term]]\nname = \"x\"\nwhen = \"any(own.knights)\"\nvalue = 2.5\nafter_blend = true\n\
                [[factor]]\nname = \"f\"\nwhen = \"true\"\nvalue = 100\nafter_blend = true\n";
    assert_eq!(score(half, FEN), 25, "a factor of 100 % changes nothing");
}

#[test]
fn the_largest_factors_do_not_overflow() {
    let factor = |after: bool| {
        format!(
            "units.decimals = 1\nmaterial.knight = 10000\n[[factor]]\nname = \"f\"\nwhen = \"true\"\ncount = \"10000\"\nvalue = -100000\ndivisor = 1\nafter_blend = {after}\n"
        )
    };
    for after in [false, true] {
        assert_eq!(score(&factor(after), FEN), -(1 << 28));
    }
}

#[test]
fn a_product_is_written_with_an_x() {
    let base = Source::new("x.toml", Format::Toml, "name = \"x\"\nmaterial.pawn = 100\n");
    let library = Library::of(Vec::new()).with_tweaks(Overrides::new("Tweak", ["material.pawn*=2"]));
    let found = library.parse(&base, &Origin::Text).unwrap_err();
    assert!(found[0].to_string().contains("material.pawn=2x multiplies it"), "{found:?}");
}
