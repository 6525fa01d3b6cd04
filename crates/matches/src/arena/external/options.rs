//! UCI options declared by an engine, and validation of their values.

/// An option declared by an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UciOption {
    /// Name, which may contain spaces.
    pub name: String,
    option_type: OptionType,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum OptionType {
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    Button,
    /// A string, or an unknown type.
    String,
}

impl UciOption {
    /// Parses the text after `option`, such as `name Hash type spin default 16 min 1 max 1024`. `None` without a name.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&["name"])?;
        let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
        let (name, rest) = words.split_at(end);
        if name.is_empty() {
            return None;
        }
        let number = |key: &str, or: i64| {
            let at = rest.iter().rposition(|&word| word == key)?;
            Some(rest.get(at + 1)?.parse().unwrap_or(or))
        };
        let option_type = match rest.get(1).copied() {
            Some("check") => OptionType::Check,
            Some("spin") => OptionType::Spin {
                min: number("min", i64::MIN).unwrap_or(i64::MIN),
                max: number("max", i64::MAX).unwrap_or(i64::MAX),
            },
            Some("combo") => OptionType::Combo(choices(rest)),
            Some("button") => OptionType::Button,
            _ => OptionType::String,
        };
        Some(Self { name: name.join(" "), option_type })
    }

    /// Returns `true` if this is the option of that name, ignoring case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks a value.
    ///
    /// # Errors
    /// A message that names the expected values.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let expected = match &self.option_type {
            OptionType::Check if matches!(value, "true" | "false") => return Ok(()),
            OptionType::Check => "true or false".to_owned(),
            OptionType::Spin { min, max } if value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)) => {
                return Ok(());
            }
            OptionType::Spin { min, max } => format!("a whole number from {min} to {max}"),
            OptionType::Combo(choices) if choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                return Ok(());
            }
            OptionType::Combo(choices) => format!("one of {}", choices.join(", ")),
            OptionType::Button if value.is_empty() => return Ok(()),
            OptionType::Button => format!("nothing (it is a button: option.{}=)", self.name),
            OptionType::String => return Ok(()),
        };
        Err(format!("option {}: expected {expected}, found `{value}`", self.name))
    }

    /// Clamps a number to the range of a spin option; `None` for other types.
    pub fn clamp(&self, number: i64) -> Option<i64> {
        match self.option_type {
            OptionType::Spin { min, max } => Some(number.min(max).max(min)),
            _ => None,
        }
    }

    /// Returns the `setoption` command that sets this value.
    pub fn set_command(&self, value: &str) -> String {
        match self.option_type {
            OptionType::Button => format!("setoption name {}", self.name),
            OptionType::String if value.is_empty() => format!("setoption name {} value <empty>", self.name),
            _ => format!("setoption name {} value {value}", self.name),
        }
    }
}

/// Returns the values of a combo option, each after the word `var`; they may contain spaces.
fn choices(words: &[&str]) -> Vec<String> {
    let parts = words.split(|&word| word == "var").skip(1);
    parts.map(|part| part.join(" ")).collect()
}
