//! Program, arguments and UCI options of an external engine, as given on the command line.

use std::path::{self, Path, PathBuf};

use super::ExternalError;

/// Prefix of a side that is an external engine.
const PREFIX: &str = "uci:";

/// How to start and configure an external engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineConfig {
    /// Path of the program; searched in `PATH` if it has no folder.
    pub program: PathBuf,
    /// Arguments of the command line.
    pub arguments: Vec<String>,
    /// Working directory; inherited if `None`.
    pub folder: Option<PathBuf>,
    /// Names and values of UCI options.
    pub options: Vec<(String, String)>,
}

impl EngineConfig {
    /// Returns `true` if a string names an external engine rather than a profile.
    pub fn is_engine(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Parses `uci:PROGRAM [arg=TEXT]... [dir=FOLDER] [option.NAME=VALUE]...`. Single or double quotes keep spaces
    /// together; there is no other escape because Windows paths contain backslashes.
    ///
    /// # Errors
    /// If the string has another form.
    pub fn parse(text: &str) -> Result<Self, ExternalError> {
        let fault = |message: String| ExternalError::new(text, message);
        if text.chars().any(char::is_control) {
            return Err(fault("a control character is in it".to_owned()));
        }
        let after = text.strip_prefix(PREFIX).unwrap_or(text);
        let words = words(after).ok_or_else(|| fault("a quote is not closed".to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|word| !word.is_empty());
        let program = program.ok_or_else(|| fault("the path of a program follows `uci:`".to_owned()))?;
        let mut config =
            Self { program: absolute(&program), arguments: Vec::new(), folder: None, options: Vec::new() };
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((&word, ""));
            match (key.strip_prefix("option."), key) {
                (Some(name), _) if word.contains('=') && !name.is_empty() => {
                    config.options.push((name.to_owned(), value.to_owned()));
                }
                (_, "arg") => config.arguments.push(value.to_owned()),
                (_, "dir") if Path::new(value).is_dir() => {
                    config.folder = Some(path::absolute(value).unwrap_or_else(|_| value.into()));
                }
                (_, "dir") => return Err(fault(format!("there is no folder `{value}`"))),
                _ => {
                    let known = "option.NAME=VALUE, arg=TEXT or dir=FOLDER";
                    let hint = "a path with spaces stands in quotes, uci:'my engines/x'";
                    return Err(fault(format!("expected {known}, found `{word}` ({hint})")));
                }
            }
        }
        Ok(config)
    }

    /// Returns the command line.
    pub fn command(&self) -> String {
        let program = self.program.display().to_string();
        let arguments = self.arguments.iter().map(String::as_str);
        let words: Vec<&str> = [program.as_str()].into_iter().chain(arguments).collect();
        words.join(" ")
    }

    /// Returns the options as `NAME=VALUE`, separated by `;`.
    pub fn options_text(&self) -> String {
        let options = self.options.iter();
        let options: Vec<String> = options.map(|(name, value)| format!("{name}={value}")).collect();
        options.join(";")
    }
}

/// A path with a folder is relative to our working directory, not to that of the engine.
fn absolute(program: &str) -> PathBuf {
    let path = Path::new(program);
    match path.components().count() {
        0 | 1 => path.to_owned(),
        _ => path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    }
}

/// Splits a string into words; `None` if a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
