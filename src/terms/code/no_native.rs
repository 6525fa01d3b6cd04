//! In place of `native` in a build without that feature. There is no native code, which the compiler can see.

use crate::board::{Bitboard, Position, Square};

use super::{Code, Machine};

/// Native code of terms: in this build there is none.
#[derive(Debug)]
pub enum Native {}

impl Code {
    /// The same as native code: none in this build.
    pub fn native(&self, _values: &[[i64; 2]]) -> Option<Native> {
        None
    }
}

impl Native {
    /// What all terms are worth; there is no one to ask.
    pub fn sum(
        &self,
        _machine: &mut Machine,
        _position: &Position,
        _through_king: bool,
        _by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> i64 {
        match *self {}
    }
}
