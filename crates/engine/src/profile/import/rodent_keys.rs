//! The keys of Rodent's personality files: their defaults, and the keys of a profile with the same meaning.

/// The side that a weight is for: the engine's or the opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Own,
    Their,
}

/// What a key of Rodent becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effect {
    /// A factor on keys of the profile: value / default.
    Factor { keys: &'static [&'static str], side: Option<Side>, stages: &'static [usize] },
    /// Value - default, added to a key in these stages.
    Offset { section: &'static str, key: &'static str, stages: &'static [usize] },
    /// A number of the profile: value * factor, within bounds.
    Number { section: &'static str, key: &'static str, factor: f64, low: f64, high: f64 },
    /// Nothing, and why.
    None(&'static str),
}

/// A key of Rodent.
#[derive(Debug, PartialEq)]
pub struct Key {
    pub name: &'static str,
    /// Defaults of Rodent III and IV.
    pub defaults: [f64; 2],
    pub effect: Effect,
    /// True if it scales the same group of terms as the keys of the profile.
    pub is_exact: bool,
}

/// Keys that only Rodent IV has.
pub const KEYS_OF_IV: [&str; 4] = ["PawnValueMg", "KnightValueMg", "BishopPairMg", "PrimaryPstWeight"];

/// Middlegame, endgame, both.
const MG: &[usize] = &[0];
const EG: &[usize] = &[1];
const BOTH: &[usize] = &[0, 1];

const fn new(name: &'static str, defaults: [f64; 2], effect: Effect, is_exact: bool) -> Key {
    Key { name, defaults, effect, is_exact }
}

/// A weight in percent.
const fn weight(name: &'static str, defaults: [f64; 2], keys: &'static [&'static str]) -> Key {
    new(name, defaults, Effect::Factor { keys, side: None, stages: BOTH }, false)
}

/// A weight in percent of the same group of terms.
const fn same(
    name: &'static str,
    defaults: [f64; 2],
    keys: &'static [&'static str],
    side: Option<Side>,
) -> Key {
    new(name, defaults, Effect::Factor { keys, side, stages: BOTH }, true)
}

/// A piece value.
const fn value(
    name: &'static str,
    default: f64,
    keys: &'static [&'static str],
    stages: &'static [usize],
) -> Key {
    new(name, [default; 2], Effect::Factor { keys, side: None, stages }, false)
}

const fn offset(
    name: &'static str,
    defaults: [f64; 2],
    section: &'static str,
    key: &'static str,
    stages: &'static [usize],
) -> Key {
    new(name, defaults, Effect::Offset { section, key, stages }, false)
}

const fn none(name: &'static str, reason: &'static str) -> Key {
    new(name, [0.0; 2], Effect::None(reason), false)
}

const NO_TERM: &str = "no such term";
const EXCHANGES: &str = "profiles have no term for the wish to keep a piece";
const SEARCH: &str = "a setting of the search";
const STYLE: &str = "the tables are those of the extended profile";
const BOOK: &str = "an opening book: see [book] in the reference";

const PAWN: &[&str] = &["material.pawn"];
const KNIGHT: &[&str] = &["material.knight"];
const BISHOP: &[&str] = &["material.bishop"];
const ROOK: &[&str] = &["material.rook"];
const QUEEN: &[&str] = &["material.queen"];
const ATTACK: &[&str] = &["king_attack.safety_table"];
const LINES: &[&str] = &["rooks.open_file", "rooks.semi_open_file", "rooks.seventh_rank", "queens.open_file"];

/// The known keys.
static KEYS: [Key; 77] = [
    value("PawnValue", 100.0, PAWN, BOTH),
    value("KnightValue", 325.0, KNIGHT, BOTH),
    value("BishopValue", 335.0, BISHOP, BOTH),
    value("RookValue", 500.0, ROOK, BOTH),
    value("QueenValue", 1000.0, QUEEN, BOTH),
    value("PawnValueMg", 90.0, PAWN, MG),
    value("KnightValueMg", 380.0, KNIGHT, MG),
    value("BishopValueMg", 390.0, BISHOP, MG),
    value("RookValueMg", 530.0, ROOK, MG),
    value("QueenValueMg", 1160.0, QUEEN, MG),
    value("PawnValueEg", 110.0, PAWN, EG),
    value("KnightValueEg", 360.0, KNIGHT, EG),
    value("BishopValueEg", 370.0, BISHOP, EG),
    value("RookValueEg", 650.0, ROOK, EG),
    value("QueenValueEg", 1190.0, QUEEN, EG),
    same("Material", [100.0; 2], &["material"], None),
    same("OwnAttack", [100.0, 110.0], ATTACK, Some(Side::Own)),
    same("OppAttack", [100.0, 110.0], ATTACK, Some(Side::Their)),
    same("OwnMobility", [100.0, 50.0], &["mobility"], Some(Side::Own)),
    same("OppMobility", [100.0, 50.0], &["mobility"], Some(Side::Their)),
    same("PassedPawns", [100.0, 102.0], &["passed_pawns"], None),
    weight("PiecePlacement", [100.0; 2], &["psqt"]),
    weight("PrimaryPstWeight", [58.0; 2], &["psqt"]),
    none("SecondaryPstWeight", "a second set of tables"),
    weight("PiecePressure", [100.0, 109.0], &["threats"]),
    weight("PawnStructure", [100.0, 113.0], &["pawns"]),
    weight("Lines", [100.0, 109.0], LINES),
    weight("Outposts", [100.0, 73.0], &["knights.outpost", "bishops.outpost"]),
    weight("PawnShield", [100.0, 120.0], &["king.shelter"]),
    weight("PawnStorm", [100.0, 95.0], &["king.storm"]),
    weight("PawnMass", [100.0, 98.0], &["pawns.phalanx"]),
    offset("BishopPair", [50.0; 2], "material", "bishop_pair", BOTH),
    offset("BishopPairMg", [51.0; 2], "material", "bishop_pair", MG),
    offset("BishopPairEg", [51.0; 2], "material", "bishop_pair", EG),
    offset("DoubledPawnMg", [-12.0, -8.0], "pawns", "doubled", MG),
    offset("DoubledPawnEg", [-24.0, -21.0], "pawns", "doubled", EG),
    offset("IsolatedPawnMg", [-10.0, -7.0], "pawns", "isolated", MG),
    offset("IsolatedPawnEg", [-20.0, -7.0], "pawns", "isolated", EG),
    offset("IsolatedOnOpenMg", [-10.0, -13.0], "pawns", "weak_unopposed", MG),
    offset("BackwardPawnMg", [-8.0, -2.0], "pawns", "backward", MG),
    offset("BackwardPawnEg", [-10.0, -1.0], "pawns", "backward", EG),
    new(
        "Contempt",
        [0.0; 2],
        // Rodent's number is how much a draw is to be avoided.
        Effect::Number { section: "draw", key: "value", factor: -1.0, low: -30_000.0, high: 30_000.0 },
        true,
    ),
    new(
        "Strength",
        [0.0; 2],
        Effect::Number { section: "strength", key: "elo", factor: 1.0, low: 600.0, high: 2800.0 },
        false,
    ),
    none("UCI_Elo", "add `elo` to [strength]"),
    none("KnightPair", NO_TERM),
    none("RookPair", NO_TERM),
    none("KnightLikesClosed", "see `material.knight_by_pawn_count`"),
    none("RookLikesOpen", NO_TERM),
    none("ExchangeImbalance", "see `imbalance`"),
    none("MinorVsQueen", "see `imbalance`"),
    none("KeepPawn", EXCHANGES),
    none("KeepKnight", EXCHANGES),
    none("KeepBishop", EXCHANGES),
    none("KeepRook", EXCHANGES),
    none("KeepQueen", EXCHANGES),
    none("KingTropism", "see `knights.enemy_king_distance` and the like"),
    none("FlatMobility", NO_TERM),
    none("Space", "see `space`"),
    none("PawnChains", NO_TERM),
    none("BackwardOnOpenMg", "counted with IsolatedOnOpenMg in `pawns.weak_unopposed`"),
    none("Fianchetto", NO_TERM),
    none("FianchBase", NO_TERM),
    none("FianchKing", NO_TERM),
    none("GuideBookFile", BOOK),
    none("MainBookFile", BOOK),
    none("SearchSkill", SEARCH),
    none("Selectivity", SEARCH),
    none("SlowMover", SEARCH),
    none("BookFilter", BOOK),
    none("PstStyle", STYLE),
    none("PrimaryPstStyle", STYLE),
    none("SecondaryPstStyle", STYLE),
    none("MobilityStyle", NO_TERM),
    none("ReturningB", NO_TERM),
    none("Forwardness", NO_TERM),
    none("NpsLimit", "see `strength.nodes`"),
    none("EvalBlur", "see `strength.noise`"),
];

/// Finds a key by its name in any case.
pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name))
}

/// The names of the known keys.
pub fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}
