//! Options whose value is one of a few names, for types of the libraries, which do not depend on clap.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// One value of an option.
pub struct Choice<T> {
    /// Name on the command line.
    pub name: &'static str,
    /// Explanation in `--help`; may be empty.
    pub help: &'static str,
    /// What it stands for.
    pub value: T,
}

/// A choice without an explanation.
pub const fn choice<T>(name: &'static str, value: T) -> Choice<T> {
    Choice { name, help: "", value }
}

/// Returns a parser that accepts the names of `choices`.
pub fn one_of<T>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = choices.iter().map(|choice| {
        let name = PossibleValue::new(choice.name);
        if choice.help.is_empty() { name } else { name.help(choice.help) }
    });
    PossibleValuesParser::new(names).try_map(|given| {
        choices.iter().find(|choice| choice.name == given).map(|choice| choice.value).ok_or("no such choice")
    })
}
