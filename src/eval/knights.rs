//! Knights: support by pawns and outposts.

use crate::board::attacks::{front_span, relative_square, squares};
use crate::board::{Color, Piece};

use super::info::Info;
use super::pawn_cache::PawnEntry;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Choice, Decl, Opt, Section, Shape, Slot, Terms, choice, slot};
use super::weights::Weights;
use super::{distances, minors, pins};

/// The section of knights.
pub const SECTION: Section = Section {
    name: "knights",
    title: "Knights",
    meaning: "Where knights stand well.",
    decls: &[
        Decl::score(
            "supported",
            Shape::One,
            "A knight that an own pawn guards.",
            "Once for each own knight attacked by an own pawn.",
            "[7, 3]",
        ),
        Decl::score(
            "outpost",
            Shape::BySquare,
            "A supported knight that no enemy pawn can drive away.",
            "For each own knight attacked by an own pawn, with no enemy pawn ahead of it on a neighbouring file; \
             by its square as the owner sees it.",
            "[20, 10]",
        ),
        Decl::choice(
            "outposts_per_file",
            &[
                Opt {
                    name: "every knight",
                    meaning: "Each supported knight can stand on an outpost.",
                },
                Opt {
                    name: "one, nearest rank 1",
                    meaning: "Of several supported knights of a side on one file only the one nearest White's \
                              first rank is looked at, for both colours.",
                },
            ],
            "How many supported knights on one file are looked at.",
            "\"one, nearest rank 1\"",
        ),
        minors::OUTPOST_REACHABLE,
        minors::BEHIND_PAWN,
        pins::PINNED,
        distances::CENTRE,
        distances::CENTRE_METRIC,
        distances::OWN_KING,
        distances::ENEMY_KING,
        distances::KING_METRIC,
    ],
};

const SUPPORTED: Slot = slot("knights.supported");
const OUTPOST: Slot = slot("knights.outpost");
const ONE_PER_FILE: Choice = choice("knights.outposts_per_file", "one, nearest rank 1");

/// The keys counted here.
pub const TERMS: Terms = Terms::of(&[SUPPORTED, OUTPOST]);

/// Counts supported knights and outposts.
#[inline(always)]
pub fn count<K: Sink>(w: &Weights, info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(w, info, pawns, sink);
        count_side::<Black, K>(w, info, pawns, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(w: &Weights, info: &Info, pawns: &PawnEntry, sink: &mut K) {
    let mut supported = info.position.colored(C::US, Piece::Knight) & info.pawn_attacks::<C>();
    if supported.is_empty() {
        return;
    }
    sink.add::<C>(SUPPORTED, 0, supported.len() as i32);
    if w.is(ONE_PER_FILE) {
        supported &= !front_span(supported, Color::White);
    }
    for knight in squares(supported & !pawns.attack_span::<C::Them>()) {
        sink.add::<C>(OUTPOST, relative_square(knight, C::US), 1);
    }
}
