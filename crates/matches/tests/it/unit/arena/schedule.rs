//! Tests of `arena::schedule`.

use temperament_matches::arena::schedule::*;

#[test]
fn each_opening_is_played_with_both_colours() {
    let schedule = Schedule::new(vec![[0, 1]], vec![7, 3], 3);
    let slots: Vec<_> = (0..schedule.games())
        .map(|game| schedule.slot(game))
        .map(|slot| (slot.players, slot.opening, slot.round()))
        .collect();
    let expected = [
        ([0, 1], 7, "1.1"),
        ([1, 0], 7, "1.2"),
        ([0, 1], 3, "2.1"),
        ([1, 0], 3, "2.2"),
        ([0, 1], 7, "3.1"),
        ([1, 0], 7, "3.2"),
    ];
    assert_eq!(slots, expected.map(|(a, b, c)| (a, b, c.to_owned())));
    assert_eq!(schedule.repeated_rounds(), 1);
}

#[test]
fn equals_play_each_opening_once() {
    let schedule = Schedule::of_equals(4);
    let openings: Vec<_> = (0..schedule.games()).map(|game| schedule.slot(game).opening).collect();
    assert_eq!(openings, [0, 1, 2, 3]);
}

#[test]
fn all_pairings_of_a_round_share_its_opening() {
    let schedule = Schedule::new(vec![[0, 1], [0, 2], [1, 2]], vec![4, 5], 2);
    assert_eq!(schedule.games(), 12);
    let last = schedule.slot(11);
    assert_eq!((last.players, last.opening), ([2, 1], 5));
    assert_eq!(schedule.slot(5).opening, 4);
    assert_eq!(schedule.repeated_rounds(), 0);
}

#[test]
fn each_meets_each_once_and_nobody_plays_far_ahead() {
    assert!(round_robin(0).is_empty() && round_robin(1).is_empty());
    assert_eq!(round_robin(2), [[0, 1]]);
    assert_eq!(gauntlet(3), [[0, 1], [0, 2]]);
    for participants in 2..12 {
        let pairings = round_robin(participants);
        let mut sorted = pairings.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), participants * (participants - 1) / 2);
        assert!(sorted.iter().all(|[a, b]| a < b && *b < participants));
        let mut played = vec![0; participants];
        for pairing in pairings.into_iter().flatten().collect::<Vec<_>>().chunks(2) {
            pairing.iter().for_each(|&player| played[player] += 1);
            let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
            assert!(most - least <= 2, "{participants}: {played:?}");
        }
    }
}
