//! Tests of `arena::runner`.

use std::ops::ControlFlow;

use temperament_engine::engine::{HashError, Tunables};
use temperament_engine::profile::Library;
use temperament_matches::arena::{Adjudication, Event, Limit, Match, Participant, Schedule, Source, Suite};

#[test]
fn a_match_takes_no_memory_for_games_that_are_not_played() {
    let (profile, _) = Library::of(Vec::new()).load("simplified").unwrap();
    let participant = |name: &str| Participant {
        name: name.to_owned(),
        source: Source::Profile(profile.compile_both()),
        limit: Limit::Nodes(10),
        hash_mib: 1,
        own_book: false,
        tunables: Tunables::default(),
    };
    let plan = Match {
        participants: vec![participant("A"), participant("B")],
        suite: Suite::load("balanced", None).unwrap(),
        schedule: Schedule::new(vec![[0, 1]], vec![0], 1 << 50),
        rules: Adjudication { max_moves: Some(1), ..Adjudication::default() },
        seed: 1,
    };
    let mut pairs = 0;
    let mut observe = |event: Event<'_>| {
        pairs += usize::from(matches!(event, Event::Pair(_)));
        Ok::<_, HashError>(if pairs == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    plan.run(Vec::new(), 2, &|| false, &mut observe).unwrap();
    assert_eq!(pairs, 3);
}
