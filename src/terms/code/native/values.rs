//! Steps that compute, written out where they are short. What they do is what `operations.rs` does, but that a square
//! is always one: there is no loop that has ended for this side alone.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder};

use super::super::draft::Draft;
use super::super::graph::NOT_COUNTED;
use super::super::instruction::{Does, NOTHING_YET};
use super::helpers::Helper;
use super::maps::on_square;
use super::range::Range;
use super::translate::Translator;

const NOT_A: i64 = !0x0101_0101_0101_0101;
const NOT_H: i64 = 0x7F7F_7F7F_7F7F_7F7F;
/// The first square of each rank.
const FIRSTS: i64 = 0x0101_0101_0101_0101;

/// A value in the compiler's form, and its bounds.
type Known = (ir::Value, Range);

impl Translator<'_, '_> {
    /// A step that writes a value.
    pub fn compute(&mut self, draft: &Draft) {
        let [a, b, c] = [draft.a, draft.b, draft.c].map(|value| self.read(value));
        let (value, range) = match draft.does {
            Does::Copy => a,
            Does::Complement
            | Does::Intersection
            | Does::Union
            | Does::Difference
            | Does::Without
            | Does::AllThree
            | Does::AnyOfThree
            | Does::BothWithout
            | Does::WithoutBoth => self.set_operation(draft.does, a, b, c),
            Does::BishopMoves
            | Does::RookMoves
            | Does::Attacks
            | Does::AttacksThrough
            | Does::AttackedBy
            | Does::Between
            | Does::Line => (self.helped(draft.does, a.0, b.0), Range::NUMBER),
            Does::Add
            | Does::Subtract
            | Does::Multiply
            | Does::Divide
            | Does::Remainder
            | Does::Negative
            | Does::Absolute
            | Does::Least
            | Does::Most => self.calculate(draft.does, a, b),
            Does::Distance | Does::Steps | Does::CentreDistance | Does::Rank | Does::File => {
                self.measure(draft.does, a.0, b.0)
            }
            Does::Size
            | Does::IsAny
            | Does::Within
            | Does::Equal
            | Does::Less
            | Does::Not
            | Does::If
            | Does::Mask
            | Does::OrNotCounted => self.choose(draft.does, a, b, c),
            Does::GatherWhere
            | Does::GatherSum
            | Does::GatherJoin
            | Does::GatherAny
            | Does::GatherAll
            | Does::GatherLeast
            | Does::GatherMost => {
                let before = self.read(draft.to).0;
                self.gather(draft.does, before, a, c.0)
            }
            Does::Gathered => {
                let is_none = self.build.ins().icmp_imm(IntCC::Equal, a.0, NOTHING_YET as i64);
                let zero = self.constant(0);
                (self.build.ins().select(is_none, zero, a.0), Range::NUMBER)
            }
            _ => (self.squares(draft.does, a.0), Range::NUMBER),
        };
        self.fix(draft.to, value, range);
    }

    fn set_operation(&mut self, does: Does, a: Known, b: Known, c: Known) -> Known {
        let ((a, of_a), (b, of_b), (c, _)) = (a, b, c);
        let truths = of_a.is_within(Range::TRUTH) && of_b.is_within(Range::TRUTH);
        let ins = self.build.ins();
        let set = match does {
            Does::Complement => ins.bnot(a),
            Does::Intersection => ins.band(a, b),
            Does::Union => ins.bor(a, b),
            Does::Difference => ins.bxor(a, b),
            Does::Without => ins.band_not(a, b),
            Does::AllThree => {
                let both = ins.band(a, b);
                self.build.ins().band(both, c)
            }
            Does::AnyOfThree => {
                let either = ins.bor(a, b);
                self.build.ins().bor(either, c)
            }
            Does::BothWithout => {
                let both = ins.band(a, b);
                self.build.ins().band_not(both, c)
            }
            _ => {
                let rest = ins.band_not(a, b);
                self.build.ins().band_not(rest, c)
            }
        };
        let is_truth = truths && matches!(does, Does::Intersection | Does::Union);
        (set, if is_truth { Range::TRUTH } else { Range::NUMBER })
    }

    /// Sets of one set or square.
    fn squares(&mut self, does: Does, a: ir::Value) -> ir::Value {
        match does {
            Does::North => self.build.ins().ishl_imm(a, 8),
            Does::South => self.build.ins().ushr_imm(a, 8),
            Does::East => self.beside(a)[0],
            Does::West => self.beside(a)[1],
            Does::NorthSpan => self.span(a, true),
            Does::SouthSpan => self.span(a, false),
            Does::Files => [8, 16, 32].into_iter().fold(a, |files, by| {
                let turned = self.build.ins().rotl_imm(files, by);
                self.build.ins().bor(files, turned)
            }),
            Does::Ranks => self.ranks(a),
            Does::Around => {
                let beside = self.both_sides(a);
                let wide = self.build.ins().bor(a, beside);
                let above_and_below = self.shifted_both_ways(wide, 8);
                self.build.ins().bor(beside, above_and_below)
            }
            Does::KnightMoves => {
                let [east, west] = self.beside(a);
                let near = self.build.ins().bor(east, west);
                let (far_east, far_west) = (self.beside(east)[0], self.beside(west)[1]);
                let far = self.build.ins().bor(far_east, far_west);
                let (near, far) = (self.shifted_both_ways(near, 16), self.shifted_both_ways(far, 8));
                self.build.ins().bor(near, far)
            }
            Does::Beside => self.both_sides(a),
            Does::Widen => {
                let beside = self.both_sides(a);
                self.build.ins().bor(a, beside)
            }
            Does::PawnsNorth => {
                let beside = self.both_sides(a);
                self.build.ins().ishl_imm(beside, 8)
            }
            Does::PawnsSouth => {
                let beside = self.both_sides(a);
                self.build.ins().ushr_imm(beside, 8)
            }
            Does::Bit => {
                let one = self.constant(1);
                self.build.ins().ishl(one, a)
            }
            Does::AttacksOfPiece => {
                let real = match self.side {
                    0 => a,
                    _ => self.build.ins().bxor_imm(a, 56),
                };
                let attacks = on_square(&mut self.build, self.by_square, real);
                match self.side {
                    0 => attacks,
                    _ => self.build.ins().bswap(attacks),
                }
            }
            // The only one that is left. Of no square it would be 64, and a number made of it out of its bounds.
            _ => {
                let first = self.build.ins().ctz(a);
                self.build.ins().band_imm(first, 63)
            }
        }
    }

    /// One step to the east, one step to the west.
    fn beside(&mut self, set: ir::Value) -> [ir::Value; 2] {
        let east = self.build.ins().band_imm(set, NOT_H);
        let west = self.build.ins().band_imm(set, NOT_A);
        [
            self.build.ins().ishl_imm(east, 1),
            self.build.ins().ushr_imm(west, 1),
        ]
    }

    fn both_sides(&mut self, set: ir::Value) -> ir::Value {
        let [east, west] = self.beside(set);
        self.build.ins().bor(east, west)
    }

    fn shifted_both_ways(&mut self, set: ir::Value, by: i64) -> ir::Value {
        let north = self.build.ins().ishl_imm(set, by);
        let south = self.build.ins().ushr_imm(set, by);
        self.build.ins().bor(north, south)
    }

    fn span(&mut self, set: ir::Value, is_north: bool) -> ir::Value {
        let mut span = set;
        for (by, is_last) in [(8, false), (16, false), (32, false), (8, true)] {
            let moved = match is_north {
                true => self.build.ins().ishl_imm(span, by),
                false => self.build.ins().ushr_imm(span, by),
            };
            span = if is_last {
                moved
            } else {
                self.build.ins().bor(span, moved)
            };
        }
        span
    }

    /// The lowest bit of each byte with a bit, all over the byte.
    fn ranks(&mut self, set: ir::Value) -> ir::Value {
        let mut ranks = set;
        for (by, mask) in [(4, 0x0F0F_0F0F_0F0F_0F0F), (2, 0x3333_3333_3333_3333), (1, -1)] {
            let moved = self.build.ins().ushr_imm(ranks, by);
            let moved = self.build.ins().band_imm(moved, mask);
            ranks = self.build.ins().bor(ranks, moved);
        }
        let firsts = self.build.ins().band_imm(ranks, FIRSTS);
        self.build.ins().imul_imm(firsts, 0xFF)
    }

    fn helped(&mut self, does: Does, a: ir::Value, b: ir::Value) -> ir::Value {
        let (facts, side) = (self.facts, self.constant(self.side as i64));
        match does {
            Does::BishopMoves => self.call(Helper::bishop_moves(), &[a, b]),
            Does::RookMoves => self.call(Helper::rook_moves(), &[a, b]),
            Does::Between => self.call(Helper::between(), &[a, b]),
            Does::Line => self.call(Helper::line(), &[a, b]),
            Does::Attacks => self.call(Helper::attacks(), &[facts, side, a]),
            Does::AttackedBy => self.call(Helper::attacked_by(), &[facts, side, a]),
            _ => self.call(Helper::attacks_through(), &[facts, side, a, b]),
        }
    }

    /// Truths, and one of two values.
    fn choose(&mut self, does: Does, a: Known, b: Known, c: Known) -> Known {
        let ((a, _), (b, of_b), (c, of_c)) = (a, b, c);
        match does {
            Does::Size => (self.build.ins().popcnt(a), Range::SIZE),
            Does::IsAny => {
                let zero = self.constant(0);
                (self.truth(IntCC::NotEqual, a, zero), Range::TRUTH)
            }
            Does::Within => {
                let outside = self.build.ins().band_not(a, b);
                let zero = self.constant(0);
                (self.truth(IntCC::Equal, outside, zero), Range::TRUTH)
            }
            Does::Equal => (self.truth(IntCC::Equal, a, b), Range::TRUTH),
            Does::Less => (self.truth(IntCC::SignedLessThan, a, b), Range::TRUTH),
            Does::Not => (self.build.ins().bxor_imm(a, 1), Range::TRUTH),
            Does::If => (self.build.ins().select(a, b, c), of_b.or(of_c)),
            Does::Mask => {
                let zero = self.constant(0);
                (self.build.ins().select(a, b, zero), of_b.or(Range::new(0, 0)))
            }
            _ => {
                let none = self.constant(NOT_COUNTED as i64);
                let of_none = Range::new(NOT_COUNTED as i64, NOT_COUNTED as i64);
                (self.build.ins().select(a, b, none), of_b.or(of_none))
            }
        }
    }

    /// One more square of a loop.
    fn gather(&mut self, does: Does, before: ir::Value, (value, range): Known, square: ir::Value) -> Known {
        let gathered = match does {
            Does::GatherWhere => {
                let bit = self.build.ins().ishl(value, square);
                self.build.ins().bor(before, bit)
            }
            Does::GatherSum => {
                let sum = self.build.ins().iadd(before, value);
                let bounds = range.sum(Range::SIZE.high);
                return match bounds.is_within(Range::NUMBER) {
                    true => (sum, bounds),
                    false => self.held((sum, Range::NUMBER.add(range)), Range::NUMBER),
                };
            }
            Does::GatherAll => self.build.ins().band(before, value),
            // What nothing has been gathered of is larger than all numbers.
            Does::GatherLeast => self.smaller(before, value),
            Does::GatherMost => {
                let larger = self.larger(before, value);
                let is_first = self
                    .build
                    .ins()
                    .icmp_imm(IntCC::Equal, before, NOTHING_YET as i64);
                self.build.ins().select(is_first, value, larger)
            }
            _ => self.build.ins().bor(before, value),
        };
        (gathered, range)
    }
}
