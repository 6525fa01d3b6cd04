//! The tempo bonus.

use super::{Decl, Group, Shape};

section!(
    "tempo",
    "Tempo",
    "The value of the move.",
    slot(SIDE_TO_MOVE) = Decl::score(
        Group::Tempo,
        "side_to_move",
        Shape::One,
        "A bonus for the side to move.",
        "Counted once, for the side to move.",
        "[10, 15]",
    )
    .phrase("it is {side}'s turn")
);
