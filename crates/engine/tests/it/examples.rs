//! The examples run, and the facade keeps what it promises.

use temperament_engine::{
    Engine, Explanation, Features, Format, Game, Library, Limits, LoadError, Outcome, Overrides, Position,
    Profile, Report, S, Score, Signals, feature_names,
};

use crate::common::{everything, positions};

#[allow(dead_code)]
#[path = "../../examples/evaluate.rs"]
mod evaluate;
#[allow(dead_code)]
#[path = "../../examples/features.rs"]
mod features;
#[allow(dead_code)]
#[path = "../../examples/play.rs"]
mod play;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_example_evaluates_and_searches() {
    let text = evaluate::evaluate("simplified", START, 1000).unwrap();
    assert!(text.starts_with("+0 centipawns for White\n  material.pawn "), "{text}");
    assert!(text.contains("nodes, Centipawns("), "{text}");
    assert!(evaluate::evaluate("simplified", "8/8/8/8/8/8/8/8 w", 1).is_err());
    assert!(evaluate::evaluate("no_such_profile", START, 1).is_err());
}

#[test]
fn the_example_plays() {
    let game = play::play(["simplified", "purist"], 1, 6).unwrap();
    assert_eq!(game.moves().len(), 6);
}

#[test]
fn the_example_counts_features() {
    let fens = [START.to_owned(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()];
    let text = features::table("temperament", &fens).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = rows[0].iter().position(|name| *name == "material.pawn").unwrap();
    assert_eq!([rows[1][column], rows[2][column]], ["0", "1"]);
    assert_eq!([rows[1][1], rows[2][1]], ["1", "0"]);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
}

#[test]
fn features_and_the_rest_add_up_to_the_explanation() {
    for profile in ["temperament", "rustic4", everything()] {
        let weights = Profile::load(profile).unwrap().compile();
        let names = feature_names(&weights);
        for position in positions().iter().step_by(7) {
            let features = Features::new(&weights, position);
            let mut total = features.rest;
            for feature in &features.counts {
                assert_eq!(names[feature.column], feature.name());
                let slot = feature.entry.slot().unwrap();
                let value = |color| weights.value(color, slot, feature.index);
                total += value(temperament_engine::Color::White) * feature.white;
                total -= value(temperament_engine::Color::Black) * feature.black;
            }
            let explanation = Explanation::new(&weights, position);
            assert_eq!(total, explanation.total, "{position}");
            assert_eq!(weights.centipawns(explanation.eval()), weights.evaluate(position), "{position}");
        }
    }
}

#[test]
fn profiles_come_from_names_texts_and_overrides() {
    let text = "name = 'mine'\nextends = 'simplified'\nmaterial.pawn = 90";
    assert_eq!(Profile::parse(Format::Toml, text).unwrap().name, "mine");
    let Err(LoadError::Invalid(faults)) = Profile::parse(Format::Toml, "name = 'mine'\nmaterial.pown = 90")
    else {
        panic!("a mistake is an error");
    };
    assert_eq!(faults.len(), 1);
    assert!(Profile::parse(Format::Ron, "").is_err());
    let library = Library::of(Vec::new()).with_tweaks(Overrides::new("test", ["tempo.side_to_move=7"]));
    let (profile, warnings) = library.load("simplified").unwrap();
    assert!(warnings.is_empty());
    let position = Position::startpos();
    let rows = Explanation::new(&profile.compile(), &position).rows;
    let tempo = rows.iter().find(|row| row.entry.key() == "tempo.side_to_move").unwrap();
    assert_eq!(tempo.white, S::new(7, 7));
}

#[test]
fn the_report_can_stop_a_search() {
    let mut engine = Engine::new(&Profile::load("simplified").unwrap(), 1);
    let signals = Signals::new(false);
    let limits = Limits { infinite: true, ..Limits::default() };
    let found: Outcome = engine.search_until(&Game::new(Position::startpos()), &limits, &signals, |report| {
        if matches!(report, Report::Info(info) if info.depth >= 3) {
            signals.stop();
        }
    });
    assert!(found.depth >= 3);
    assert_eq!(found.pv.first().copied(), found.best);
    assert_eq!(found.pv.get(1).copied(), found.ponder);
    assert!(matches!(found.score, Score::Centipawns(_)));
}
