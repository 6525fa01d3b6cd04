//! Colours as types, so that each term is compiled once for White and once for Black.

use crate::board::Color;

/// A colour as a type, so that each term is compiled once for White and once for Black.
pub trait Side {
    /// The opponent.
    type Them: Side<Them = Self>;
    /// The side being scored.
    const US: Color;
    /// The other side.
    const THEM: Color;
}

/// White, as a type.
pub struct White;
/// Black, as a type.
pub struct Black;

impl Side for White {
    type Them = Black;
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
}

impl Side for Black {
    type Them = White;
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
}
