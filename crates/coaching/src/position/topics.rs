//! The keys of an explained position by topic.

use temperament_engine::eval::keys::topic::{TOPICS, Topic};

use super::{Explained, KeyWorth, Pawns};

/// The keys of one topic.
#[derive(Debug, Clone)]
pub struct TopicGroup {
    pub topic: Topic,
    /// The sum of all its keys.
    pub sum: Pawns,
    /// Its keys that are not 0, largest difference first.
    pub keys: Vec<KeyWorth>,
}

impl Explained<'_> {
    /// Groups the keys: first the largest group that favours the side ahead, then the others by size; what is no merit of
    /// a side comes last. Groups without keys are left out.
    pub fn topics(&self) -> Vec<TopicGroup> {
        let mut groups = TOPICS.map(|topic| TopicGroup { topic, sum: Pawns::default(), keys: Vec::new() });
        for key in self.keys().filter(|key| key.pawns != Pawns::default()) {
            let group = &mut groups[Topic::of(&key.entry) as usize];
            group.sum = group.sum.plus(key.pawns);
            group.keys.push(key);
        }
        let mut groups = Vec::from(groups);
        groups.retain(|group| !group.keys.is_empty());
        let size = |pawns: Pawns| pawns.difference().abs();
        for group in &mut groups {
            group.keys.sort_by(|a, b| size(b.pawns).total_cmp(&size(a.pawns)));
        }
        groups.sort_by(|a, b| {
            let by_size = size(b.sum).total_cmp(&size(a.sum));
            b.topic.is_merit().cmp(&a.topic.is_merit()).then(by_size)
        });
        let sum: f64 = groups.iter().map(|group| group.sum.difference()).sum();
        let agrees = |group: &TopicGroup| group.topic.is_merit() && group.sum.difference() * sum > 0.0;
        if let Some(first) = groups.iter().position(agrees) {
            groups[..=first].rotate_right(1);
        }
        groups
    }
}
