//! The tempo bonus.

use super::{Decl, Group, Topic};

section!(
    "tempo",
    "Tempo",
    "The value of the move.",
    slot(SIDE_TO_MOVE) = Decl {
        name: "side_to_move",
        groups: &[Group::Tempo],
        topic: Topic::Tempo,
        meaning: "A bonus for the side to move.",
        definition: "Counted once, for the side to move.",
        example: "[10, 15]",
        phrase: "it is {side}'s turn",
        ..Decl::DEFAULT
    },
);
