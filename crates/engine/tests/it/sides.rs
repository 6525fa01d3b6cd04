//! Profiles with different factors for the engine's own terms and those of the opponent.

use std::sync::Arc;

use temperament_engine::board::{Color, Game, Position};
use temperament_engine::engine::{Engine, Limits, Score};
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::{SidedWeights, evaluate};
use temperament_engine::profile::{Format, Library, Origin, Profile, Source, write};

const KING_HUNT: &str = "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

fn parse(format: Format, text: &str) -> Result<Profile, Vec<String>> {
    let source = Source::new("x", format, text);
    let parsed = Library::of(Vec::new()).parse(&source, &Origin::Text);
    parsed
        .map(|(profile, _)| profile)
        .map_err(|diagnostics| diagnostics.iter().map(ToString::to_string).collect())
}

fn profile(scale: &str) -> Profile {
    let text = format!("name = \"x\"\nextends = \"fabchess\"\n[scale]\n{scale}\n");
    parse(Format::Toml, &text).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

fn positions() -> impl Iterator<Item = Position> {
    let lines = include_str!("../../../matches/openings/balanced.epd").lines();
    lines.filter_map(|line| Position::from_fen(line).ok()).take(200)
}

#[test]
fn each_share_is_multiplied_by_the_factor_of_its_side() {
    let plain = profile("").compile_both();
    let split = profile("pawns = { own = 2, their = 3 }\nmobility = { their = [0, 1] }").compile_both();
    let position = Position::from_fen(KING_HUNT).unwrap();
    for own in [Color::White, Color::Black] {
        let before = Explanation::new(plain.of(own), &position);
        let after = Explanation::new(split.of(own), &position);
        for (a, b) in before.rows.iter().zip(&after.rows) {
            let (white, black) = match (a.entry.section.name, own) {
                ("pawns", Color::White) => ((2, 2), (3, 3)),
                ("pawns", Color::Black) => ((3, 3), (2, 2)),
                ("mobility", Color::White) => ((1, 1), (0, 1)),
                ("mobility", Color::Black) => ((0, 1), (1, 1)),
                _ => ((1, 1), (1, 1)),
            };
            let times = |s: temperament_engine::eval::S, (mg, eg): (i32, i32)| (s.mg() * mg, s.eg() * eg);
            let key = a.entry.key();
            assert_eq!((b.white.mg(), b.white.eg()), times(a.white, white), "{key}, {own:?}");
            assert_eq!((b.black.mg(), b.black.eg()), times(a.black, black), "{key}, {own:?}");
        }
    }
}

#[test]
fn mirrored_positions_have_the_negated_score() {
    let sides =
        profile("king = { own = 1.7, their = 0.6 }\nking_attack = { own = 0.5 }\npsqt = { their = 1.3 }");
    let sides = sides.compile_both();
    let mut differs = false;
    for position in positions() {
        let white = evaluate(sides.of(Color::White), &position);
        let black = evaluate(sides.of(Color::Black), &position.mirrored());
        assert_eq!(white, -black, "{position}");
        differs |= white != evaluate(sides.of(Color::Black), &position);
    }
    assert!(differs, "the sides differ");
}

#[test]
fn the_two_sides_have_distinct_ids() {
    let split = profile("pawns = { own = 2 }").compile_both();
    assert_ne!(split.of(Color::White).id(), split.of(Color::Black).id());
    assert_ne!(split.id(), profile("pawns = { own = 2.5 }").compile_both().id());
    assert_ne!(split.id(), profile("").compile_both().id());
    let one = profile("pawns = { own = 2, their = 2 }").compile_both();
    assert!(
        Arc::ptr_eq(one.of(Color::White), one.of(Color::Black)),
        "equal factors share one set of weights"
    );
    assert_eq!(one.id(), profile("pawns = 2").compile_both().id());
}

fn limits(depth: u32) -> Limits {
    Limits { depth: Some(depth), multi_pv: 1, ..Limits::default() }
}

/// Score of a search, from the point of view of the side to move.
fn searched(profile: &SidedWeights, position: &Position, depth: u32) -> Score {
    let mut engine = Engine::new(profile.clone(), 1);
    engine.search(&Game::new(position.clone()), limits(depth), |_| {}).score
}

#[test]
fn every_ply_uses_the_weights_of_the_root_side() {
    // White has a doubled pawn and no capture is possible, so the score hardly depends on the depth: it shrinks a little
    // on the way to the fifty-move rule. It is reported as the mean of both views: 20 and 70 for White.
    let fortress = |stm: &str| format!("6k1/8/8/p1p1p1p1/P1P1P1P1/P7/8/6K1 {stm} - - 0 1");
    let text = "name = \"x\"\nunits.pawn = 100\npawns.doubled = 10\nscale.pawns = { own = 2, their = 7 }\n";
    let sides = parse(Format::Toml, text).unwrap().compile_both();
    for (stm, sign) in [("w", 1), ("b", -1)] {
        let position = Position::from_fen(&fortress(stm)).unwrap();
        for depth in 1..=4 {
            let Score::Centipawns(score) = searched(&sides, &position, depth) else {
                panic!("{stm}: a mate")
            };
            assert!((41..=45).contains(&(sign * score)), "{stm}, depth {depth}: {score}");
        }
    }
}

#[test]
fn one_engine_may_play_either_side_in_turn() {
    // For White its bishop is worth more than the knight, so it does not exchange. For Black both are worth the same. The
    // searches share a hash table, which must not hand the view of one side to the other.
    let text = "name = \"x\"\nunits.pawn = 100\nmaterial = { pawn = 100, knight = 300, bishop = 300 }\n\
                scale.\"material.bishop\" = { own = 1.5 }\n";
    let mut engine = Engine::new(parse(Format::Toml, text).unwrap().compile_both(), 1);
    for stm in ["b", "w", "b", "w"] {
        let position = Position::from_fen(&format!("4k3/1pp5/2n5/1B6/8/8/1PP5/4K3 {stm} - - 0 1")).unwrap();
        let best = engine.search(&Game::new(position.clone()), limits(8), |_| {}).best.unwrap();
        assert!(position.stm() == Color::Black || position.captured(best).is_none(), "{best:?}");
    }
}

#[test]
fn a_written_profile_keeps_its_splits() {
    let profile =
        profile("pawns = { own = 2.25, their = 0.1 }\npsqt = 1.5\n\"mobility.rook\" = { own = [1, 0.3] }");
    for format in Format::ALL {
        let text = write::write(&profile, format);
        let again = parse(format, &text).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}\n{text}"));
        assert_eq!(again.values, profile.values, "{text}");
    }
}

#[test]
fn an_overridden_value_loses_its_factors() {
    let text = "name = \"x\"\nextends = \"fabchess\"\nscale.pawns = { own = 2 }\n";
    let parent = parse(Format::Toml, text).unwrap();
    assert!(!parent.values.splits.is_empty());
    let library = Library::of(Vec::new());
    let tweaked = |tweak: &str| {
        let tweaks = temperament_engine::profile::Overrides::new("Tweak", [tweak]);
        let source = Source::new("x", Format::Toml, text);
        let parsed = library.with_tweaks(tweaks).parse(&source, &Origin::Text);
        parsed.unwrap().0.values.splits.len()
    };
    assert_eq!(tweaked("pawns.isolated=3"), parent.values.splits.len() - 1);
    assert_eq!(tweaked("pawns.isolated.mg=3"), parent.values.splits.len(), "the endgame factors remain");
    assert_eq!(tweaked("pawns.isolated.mg=3; pawns.isolated.eg=3"), parent.values.splits.len() - 1);
}

#[test]
fn invalid_splits_are_errors() {
    for (scale, message) in [
        ("pawns = { own = 1, mg = 2 }", "`mg` cannot stand beside `own` and `their`"),
        ("pawns = { own = 1, theirs = 2 }", "`theirs` cannot stand beside `own` and `their`"),
        ("pawns = { own = \"x\" }", "`scale.pawns`: a factor is a number from -1000 to 1000, found a string"),
        ("material.queen = { their = 900 }", "makes"),
        ("phase.model = { own = 2 }", "`phase.model` is no score"),
    ] {
        let text = format!("name = \"x\"\nextends = \"fabchess\"\n[scale]\n{scale}\n");
        let diagnostics = parse(Format::Toml, &text).unwrap_err();
        assert!(diagnostics.iter().any(|f| f.contains(message)), "{scale}: {diagnostics:#?}");
    }
}
