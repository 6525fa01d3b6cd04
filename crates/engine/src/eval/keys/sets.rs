//! Sets of keys with values.

use super::group::depend_on;
use super::table::same_text;
use super::{Group, Kind, SECTIONS, SLOT_COUNT, Slot};

/// Words of 64 bits, one bit a key.
const WORDS: usize = SLOT_COUNT.div_ceil(64);

/// A set of keys with values. Operations on constants are evaluated at compile time, and [`Terms::meets`] with a
/// constant reads only the words in which the constant has a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms([u64; WORDS]);

impl Terms {
    pub const NONE: Self = Self([0; WORDS]);

    /// The set of these keys.
    #[inline(always)]
    pub const fn of(slots: &[Slot]) -> Self {
        let mut set = Self::NONE;
        let mut i = 0;
        while i < slots.len() {
            set.0[slots[i].ordinal / 64] |= 1 << (slots[i].ordinal % 64);
            i += 1;
        }
        set
    }

    /// The keys of a group.
    pub const fn group(group: Group) -> Self {
        Self::select(Some(group), 0, None)
    }

    /// The keys of a group within one section.
    pub const fn group_in(group: Group, section: &str) -> Self {
        Self::select(Some(group), 0, Some(section))
    }

    /// The keys whose counts depend on any of these [`super::inputs`].
    pub const fn on(inputs: u32) -> Self {
        Self::select(None, inputs, None)
    }

    /// The keys of a group or with any of some inputs, of one section or all.
    const fn select(group: Option<Group>, inputs: u32, section: Option<&str>) -> Self {
        let mut set = Self::NONE;
        let (mut s, mut ordinal) = (0, 0);
        while s < SECTIONS.len() {
            let mut d = 0;
            while d < SECTIONS[s].decls.len() {
                let decl = &SECTIONS[s].decls[d];
                if let Kind::Values(..) = decl.kind {
                    let fits = match group {
                        Some(group) => group.is_in(decl.groups),
                        None => depend_on(decl.groups, inputs),
                    };
                    let here = match section {
                        Some(section) => same_text(section, SECTIONS[s].name),
                        None => true,
                    };
                    if fits && here {
                        set.0[ordinal / 64] |= 1 << (ordinal % 64);
                    }
                    ordinal += 1;
                }
                d += 1;
            }
            s += 1;
        }
        set
    }

    /// The keys of all these sets.
    pub const fn union(sets: &[Self]) -> Self {
        let mut union = Self::NONE;
        let mut i = 0;
        while i < sets.len() {
            let mut word = 0;
            while word < WORDS {
                union.0[word] |= sets[i].0[word];
                word += 1;
            }
            i += 1;
        }
        union
    }

    /// The keys of this set and of another.
    pub const fn and(self, other: Self) -> Self {
        Self::union(&[self, other])
    }

    /// All keys but these.
    pub const fn all_but(without: Self) -> Self {
        let mut rest = without;
        let mut word = 0;
        while word < WORDS {
            rest.0[word] = !without.0[word];
            word += 1;
        }
        rest
    }

    /// The keys of this set that are not in another.
    pub const fn without(self, other: Self) -> Self {
        let mut rest = self;
        let mut word = 0;
        while word < WORDS {
            rest.0[word] &= !other.0[word];
            word += 1;
        }
        rest
    }

    /// Returns `true` if two sets have a key in common.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        let mut common = 0;
        let mut word = 0;
        while word < WORDS {
            common |= self.0[word] & other.0[word];
            word += 1;
        }
        common != 0
    }
}
