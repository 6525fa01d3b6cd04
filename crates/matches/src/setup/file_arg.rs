//! File names on the command line, which may be other bytes than UTF-8.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;

use clap::builder::{MapValueParser, OsStringValueParser, TypedValueParser, ValueParserFactory};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// A path, or another name in its place: a profile, built-in openings, `-` for standard input, an engine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileArg(OsString);

impl FileArg {
    /// The argument as UTF-8, which everything but a path has to be.
    pub fn to_str(&self) -> Option<&str> {
        self.0.to_str()
    }
}

impl From<OsString> for FileArg {
    fn from(text: OsString) -> Self {
        Self(text)
    }
}

impl From<&str> for FileArg {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<FileArg> for OsString {
    fn from(arg: FileArg) -> Self {
        arg.0
    }
}

impl AsRef<OsStr> for FileArg {
    fn as_ref(&self) -> &OsStr {
        &self.0
    }
}

impl AsRef<Path> for FileArg {
    fn as_ref(&self) -> &Path {
        self.0.as_ref()
    }
}

impl PartialEq<str> for FileArg {
    fn eq(&self, other: &str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for FileArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl ValueParserFactory for FileArg {
    type Parser = MapValueParser<OsStringValueParser, fn(OsString) -> Self>;

    fn value_parser() -> Self::Parser {
        OsStringValueParser::new().map(Self::from)
    }
}

/// Form of a non-UTF-8 name in a journal.
#[derive(Serialize, Deserialize)]
struct Bytes {
    bytes: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Text(String),
    Bytes(Bytes),
}

impl Serialize for FileArg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.to_str(), bytes(&self.0)) {
            (Some(text), _) => serializer.serialize_str(text),
            (None, Some(bytes)) => Bytes { bytes }.serialize(serializer),
            (None, None) => Err(ser::Error::custom(format!("`{self}` is not Unicode"))),
        }
    }
}

impl<'de> Deserialize<'de> for FileArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Stored::deserialize(deserializer)? {
            Stored::Text(text) => Ok(Self(text.into())),
            Stored::Bytes(Bytes { bytes }) => {
                let text = of_bytes(bytes).ok_or_else(|| de::Error::custom("a name that is not Unicode"))?;
                Ok(Self(text))
            }
        }
    }
}

#[cfg(unix)]
fn bytes(text: &OsStr) -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    Some(text.as_bytes().to_vec())
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

/// Non-Unicode names have no portable form.
#[cfg(not(unix))]
fn bytes(_: &OsStr) -> Option<Vec<u8>> {
    None
}

#[cfg(not(unix))]
fn of_bytes(_: Vec<u8>) -> Option<OsString> {
    None
}
