//! The part of Python's pickle format (protocol 4) that Lucas Chess's list of engines needs: a list of byte strings, each the
//! pickle of a dictionary.

use anyhow::{Context, bail};

/// A value to be written.
pub(super) enum Value {
    Number(u32),
    Text(String),
    Bytes(Vec<u8>),
    /// A tuple of two strings.
    Pair(String, String),
    List(Vec<Value>),
    Dict(Vec<(&'static str, Value)>),
}

/// Opcodes, named as in Python's module `pickletools`.
const PROTO: u8 = 0x80;
const FRAME: u8 = 0x95;
const MEMOIZE: u8 = 0x94;
const BINPUT: u8 = b'q';
const LONG_BINPUT: u8 = b'r';
const EMPTY_LIST: u8 = b']';
const EMPTY_DICT: u8 = b'}';
const MARK: u8 = b'(';
const APPEND: u8 = b'a';
const APPENDS: u8 = b'e';
const SETITEMS: u8 = b'u';
const TUPLE2: u8 = 0x86;
const BINUNICODE: u8 = b'X';
const SHORT_BINBYTES: u8 = b'C';
const BINBYTES: u8 = b'B';
const BININT: u8 = b'J';
const STOP: u8 = b'.';

/// Returns the pickle of a value.
pub(super) fn written(value: &Value) -> Vec<u8> {
    let mut out = vec![PROTO, 4];
    write(value, &mut out);
    out.push(STOP);
    out
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Number(number) => {
            out.push(BININT);
            out.extend(number.to_le_bytes());
        }
        Value::Text(text) => write_sized(BINUNICODE, text.as_bytes(), out),
        Value::Bytes(bytes) => write_sized(BINBYTES, bytes, out),
        Value::Pair(a, b) => {
            write_sized(BINUNICODE, a.as_bytes(), out);
            write_sized(BINUNICODE, b.as_bytes(), out);
            out.push(TUPLE2);
        }
        Value::List(values) => {
            out.extend([EMPTY_LIST, MARK]);
            values.iter().for_each(|value| write(value, out));
            out.push(APPENDS);
        }
        Value::Dict(values) => {
            out.extend([EMPTY_DICT, MARK]);
            for (key, value) in values {
                write_sized(BINUNICODE, key.as_bytes(), out);
                write(value, out);
            }
            out.push(SETITEMS);
        }
    }
}

/// Writes a string with its length in four bytes. Files and names are far shorter than that allows.
fn write_sized(opcode: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(opcode);
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

/// Reads the pickle of a list of byte strings.
///
/// # Errors
/// If it is anything else, or incomplete.
pub(super) fn read_list(pickle: &[u8]) -> anyhow::Result<Vec<Vec<u8>>> {
    let mut rest = pickle;
    let mut list: Option<Vec<Vec<u8>>> = None;
    loop {
        let [opcode] = take(&mut rest)?;
        match opcode {
            PROTO | BINPUT => drop(take::<1>(&mut rest)?),
            FRAME => drop(take::<8>(&mut rest)?),
            LONG_BINPUT => drop(take::<4>(&mut rest)?),
            MEMOIZE | MARK | APPEND | APPENDS => {}
            EMPTY_LIST if list.is_none() => list = Some(Vec::new()),
            SHORT_BINBYTES | BINBYTES => {
                let length = match opcode {
                    BINBYTES => u32::from_le_bytes(take(&mut rest)?) as usize,
                    _ => take::<1>(&mut rest)?[0].into(),
                };
                let (bytes, after) = rest.split_at_checked(length).context("the file is truncated")?;
                list.as_mut().context("a string outside a list")?.push(bytes.to_vec());
                rest = after;
            }
            STOP => return list.context("no list"),
            other => bail!("unexpected opcode {other:#04x} at byte {}", pickle.len() - rest.len() - 1),
        }
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> anyhow::Result<[u8; N]> {
    let (taken, after) = rest.split_first_chunk().context("the file is truncated")?;
    *rest = after;
    Ok(*taken)
}
