//! Tests of `tune::adjustments`.

use temperament_matches::tune::adjustments::*;
use temperament_matches::tune::score_pairs::ScorePairs;

const SHARE: u16 = 1;

fn adjusted(sum: f32, values: [f64; 2]) -> Adjusted {
    let pairs = ScorePairs::new(&values.map(|value| [0.0, value]));
    let both = |index, n| [1, -1].map(|sign| Adjustment { index, n, sign });
    let adjustments = [both(0, 2), both(SHARE, 1)].concat();
    Adjusted::new(sum, 1, &adjustments, &pairs, |index| index == SHARE)
}

#[test]
fn a_lead_is_moved_but_not_past_zero_and_a_part_of_it_is_lost() {
    let scaled = |sum, values| {
        let adjusted = adjusted(sum, values);
        (adjusted.sum, adjusted.slope)
    };
    assert_eq!(scaled(100.0, [-10.0, 50.0]), (40.0, 0.5));
    assert_eq!(scaled(-100.0, [-10.0, 50.0]), (-40.0, 0.5));
    assert_eq!(scaled(-100.0, [10.0, -150.0]), (-240.0, 2.0));
    assert_eq!(scaled(15.0, [-10.0, 50.0]), (0.0, 0.0));
    assert_eq!(scaled(0.0, [-10.0, 0.0]), (0.0, 0.0));
    assert_eq!(scaled(0.0, [10.0, 50.0]), (0.0, 0.5));
}

#[test]
fn the_gradient_is_that_of_differences() {
    for (sum, values) in
        [(100.0, [-10.0, 50.0]), (-70.0, [7.0, -20.0]), (-9.0, [-5.0, 30.0]), (40.0, [3.0, 130.0])]
    {
        let exact = adjusted(sum, values);
        let mut gradient = ScorePairs::default();
        let adjustments = [0, SHARE].map(|index| Adjustment {
            index,
            n: if index == SHARE { 1 } else { 2 },
            sign: if sum < 0.0 { -1 } else { 1 },
        });
        exact.add_gradient(1, &adjustments, 1.0, |index| index == SHARE, &mut gradient);
        for at in 0..2 {
            let of = |step: f64| {
                let mut values = values;
                values[at] += step;
                adjusted(sum, values).sum
            };
            let numeric = (of(0.5) - of(-0.5)) / 1.0;
            let analytic = gradient.get(at as u16)[1];
            assert!((analytic - numeric).abs() < 1e-3, "{sum} {values:?}: {analytic} {numeric}");
        }
    }
}
