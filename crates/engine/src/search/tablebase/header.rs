//! Validates the header of a table file. The prober trusts files blindly: a truncated file, or one with an invalid
//! header, would crash the program. Wrong contents after a valid header are not detected; that would take reading
//! whole files, often many gigabytes.

use super::material::Material;

/// Type of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableType {
    /// Win, draw, loss.
    Wdl,
    /// Distance to the next capture or pawn move.
    Dtz,
}

/// Data blocks begin at multiples of this; bytes.
const BLOCK_ALIGNMENT: u64 = 64;
/// Length of the checksum at the end of each file; bytes.
const CHECKSUM: u64 = 16;

/// Returns the file length in bytes that a header implies; `None` for an invalid header.
pub fn wanted_length(header: &[u8], material: Material, table_type: TableType) -> Option<u64> {
    let mut reader = HeaderReader { header, at: 0 };
    let magic = match table_type {
        TableType::Wdl => [0x71, 0xe8, 0x23, 0x5d],
        TableType::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
    };
    if reader.take(4)? != magic {
        return None;
    }
    let flags = reader.byte()?;
    let sides: u32 = if table_type == TableType::Wdl && flags & 1 != 0 { 2 } else { 1 };
    let tables = if material.pawns() == [0, 0] { 1 } else { 4 };
    let mut indices = Vec::new();
    for file in 0..tables {
        indices.extend(index_sizes(&mut reader, material, file, sides)?);
    }
    reader.align(2);
    let blocks: Vec<Blocks> =
        indices.iter().map(|&size| Blocks::read(&mut reader, size)).collect::<Option<_>>()?;
    if table_type == TableType::Dtz {
        for table in &blocks {
            skip_map(&mut reader, table.flags)?;
        }
        reader.align(2);
    }
    let tables_end =
        blocks.iter().try_fold(reader.at as u64, |at, b| at.checked_add(b.index)?.checked_add(b.sizes))?;
    let end = blocks
        .iter()
        .try_fold(tables_end, |at, b| at.checked_next_multiple_of(BLOCK_ALIGNMENT)?.checked_add(b.data))?;
    end.checked_next_multiple_of(BLOCK_ALIGNMENT)?.checked_add(CHECKSUM)
}

/// Reads from the beginning of a file.
struct HeaderReader<'a> {
    header: &'a [u8],
    at: usize,
}

impl<'a> HeaderReader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(length)?;
        let bytes = self.header.get(self.at..end)?;
        self.at = end;
        Some(bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }
}

/// Lengths in bytes of the three parts of a table, and its flags.
struct Blocks {
    flags: u8,
    index: u64,
    sizes: u64,
    data: u64,
}

/// Flag of a table in which all positions have the same value.
const CONSTANT: u8 = 0x80;
/// Maximum number of symbols in a table.
const MAX_SYMBOLS: u16 = 4095;
/// Maximum length of a code word in bits.
const MAX_CODE: u8 = 32;

impl Blocks {
    /// Reads the header of a table with this number of positions.
    fn read(reader: &mut HeaderReader, positions: u64) -> Option<Self> {
        let flags = reader.byte()?;
        if flags & CONSTANT != 0 {
            reader.byte()?;
            return Some(Self { flags, index: 0, sizes: 0, data: 0 });
        }
        let [block_bits, index_bits, padding] = reader.take(3)?.try_into().ok()?;
        let blocks = reader.u32()?;
        let [longest, shortest] = reader.take(2)?.try_into().ok()?;
        if block_bits >= 32 || index_bits >= 32 || !(1..=longest).contains(&shortest) || longest > MAX_CODE {
            return None;
        }
        let firsts = reader.take(2 * usize::from(longest - shortest + 1))?;
        let symbols = reader.u16().filter(|&n| n <= MAX_SYMBOLS)?;
        let tree = reader.take(3 * usize::from(symbols))?;
        if !is_code(firsts, shortest, symbols) || !are_values(tree) {
            return None;
        }
        reader.take(usize::from(symbols % 2))?;
        Some(Self {
            flags,
            index: 6 * positions.div_ceil(1 << index_bits),
            sizes: 2 * (u64::from(blocks) + u64::from(padding)),
            data: u64::from(blocks) << block_bits,
        })
    }
}

/// Returns `true` if every word of a code maps to a symbol. For each word length in bits, from `shortest` on,
/// `firsts` has the first symbol with a word of that length; longer words have lower symbols.
fn is_code(firsts: &[u8], shortest: u8, symbols: u16) -> bool {
    let firsts: Vec<u64> =
        firsts.chunks_exact(2).map(|bytes| u64::from(u16::from_le_bytes([bytes[0], bytes[1]]))).collect();
    let mut length = u32::from(shortest) + firsts.len() as u32 - 1;
    // Lowest word of each length, longest first; all longer ones begin with lower words.
    let mut lowest = 0_u64;
    for pair in firsts.windows(2).rev() {
        let Some(words) = pair[0].checked_sub(pair[1]) else {
            return false;
        };
        lowest = (lowest + words) / 2;
        length -= 1;
        if lowest >> length != 0 {
            return false;
        }
    }
    firsts[0] + (1 << length) - lowest <= u64::from(symbols)
}

/// Returns `true` if every symbol is a value, or expands to values through pairs of symbols.
fn are_values(tree: &[u8]) -> bool {
    const VALUE: u16 = 0xfff;
    let pairs: Vec<[u16; 2]> = tree
        .chunks_exact(3)
        .map(|s| {
            let left = u16::from(s[0]) | u16::from(s[1] & 15) << 8;
            let right = u16::from(s[1] >> 4) | u16::from(s[2]) << 4;
            [left, right]
        })
        .collect();
    let mut is_value: Vec<bool> = pairs.iter().map(|&[_, right]| right == VALUE).collect();
    loop {
        let mut is_done = true;
        for (symbol, pair) in pairs.iter().enumerate() {
            let known = |&part: &u16| is_value.get(usize::from(part)) == Some(&true);
            if !is_value[symbol] && pair.iter().all(known) {
                is_value[symbol] = true;
                is_done = false;
            }
        }
        if is_done {
            return is_value.into_iter().all(|known| known);
        }
    }
}

/// Skips the value map of a distance table, if any.
fn skip_map(reader: &mut HeaderReader, flags: u8) -> Option<()> {
    const MAPPED: u8 = 2;
    const WIDE: u8 = 16;
    if flags & MAPPED == 0 {
        return Some(());
    }
    if flags & WIDE != 0 {
        reader.align(2);
    }
    for _ in 0..4 {
        if flags & WIDE != 0 {
            let values = reader.u16()?;
            reader.take(2 * usize::from(values))?;
        } else {
            let values = reader.byte()?;
            reader.take(usize::from(values))?;
        }
    }
    Some(())
}

/// Number of positions in the tables of the first and, if any, the second side to move, by the piece order that comes
/// next in the header. With pawns, there is a table for each `file` of the leading one, a to d as 0 to 3.
fn index_sizes(reader: &mut HeaderReader, material: Material, file: u64, sides: u32) -> Option<Vec<u64>> {
    let [first, second] = material.pawns();
    let (lead, others) = match (first, second) {
        (0, n) | (n, 0) => (n, 0),
        (a, b) => (a.min(b), a.max(b)),
    };
    let order = reader.byte()?;
    let second_order = if others > 0 { reader.byte()? } else { 0xff };
    let pieces = reader.take(material.pieces() as usize)?;
    let size = |shift: u32| {
        let half = |byte: u8| byte >> shift & 15;
        let pieces: Vec<u8> = pieces.iter().map(|&byte| half(byte)).collect();
        if !material.has_codes(&pieces) {
            return None;
        }
        let leading = match lead {
            0 if material.single_kinds() == 2 => (2, 462),
            0 => (3, 31_332),
            n => (usize::from(n), leading_pawns(n, file)),
        };
        let mut free = 64 - leading.0 as u64 - u64::from(others);
        let mut at = leading.0 + usize::from(others);
        let mut size: u64 = 1;
        let mut step = 0;
        loop {
            if step == half(order) {
                size = size.checked_mul(leading.1)?;
            } else if others > 0 && step == half(second_order) {
                size = size.checked_mul(choose(48 - u64::from(lead), u64::from(others)))?;
            } else if let Some(&piece) = pieces.get(at) {
                let group = pieces[at..].iter().take_while(|&&p| p == piece).count();
                size = size.checked_mul(choose(free, group as u64))?;
                free = free.checked_sub(group as u64)?;
                at += group;
            } else {
                // Leading pieces and other pawns must have been placed.
                let is_whole = half(order) < step && (others == 0 || half(second_order) < step);
                return is_whole.then_some(size);
            }
            step += 1;
        }
    };
    (0..sides).map(|side| size(4 * side)).collect()
}

/// Number of ways to place pawns of a side with the leading one on a file (0 for a or h, 3 for d or e).
fn leading_pawns(pawns: u8, file: u64) -> u64 {
    (0..6).map(|rank| choose(47 - 12 * file - 2 * rank, u64::from(pawns) - 1)).sum()
}

/// Binomial coefficient: ways to choose `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}
