//! The UCI options that an engine declares, and whether a value suits them.

/// An option as an engine declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Its name, which may have spaces.
    pub name: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    Button,
    /// A text, or a type that is not of the protocol.
    Text,
}

impl Declared {
    /// Reads what follows the word `option` of a line: `name Hash type spin default 16 min 1 max 1024`. `None` if it has
    /// no name.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&["name"])?;
        let end = words
            .iter()
            .position(|&word| word == "type")
            .unwrap_or(words.len());
        let (name, rest) = words.split_at(end);
        if name.is_empty() {
            return None;
        }
        let number = |key: &str, or: i64| {
            let at = rest.iter().rposition(|&word| word == key)?;
            Some(rest.get(at + 1)?.parse().unwrap_or(or))
        };
        let kind = match rest.get(1).copied() {
            Some("check") => Kind::Check,
            Some("spin") => Kind::Spin {
                min: number("min", i64::MIN).unwrap_or(i64::MIN),
                max: number("max", i64::MAX).unwrap_or(i64::MAX),
            },
            Some("combo") => Kind::Combo(choices(rest)),
            Some("button") => Kind::Button,
            _ => Kind::Text,
        };
        Some(Self {
            name: name.join(" "),
            kind,
        })
    }

    /// Whether it is the option of this name, which does not depend on case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// What is wrong with a value; `None` if nothing is.
    pub fn fault(&self, value: &str) -> Option<String> {
        let expected = match &self.kind {
            Kind::Check if matches!(value, "true" | "false") => return None,
            Kind::Check => "true or false".to_owned(),
            Kind::Spin { min, max } if value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)) => {
                return None;
            }
            Kind::Spin { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Combo(choices) if choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                return None;
            }
            Kind::Combo(choices) => format!("one of {}", choices.join(", ")),
            Kind::Button if value.is_empty() => return None,
            Kind::Button => format!("nothing (it is a button: option.{}=)", self.name),
            Kind::Text => return None,
        };
        Some(format!(
            "option {}: expected {expected}, found `{value}`",
            self.name
        ))
    }

    /// The number nearest to this one that it takes; `None` if it takes no numbers.
    pub fn nearest(&self, number: i64) -> Option<i64> {
        match self.kind {
            Kind::Spin { min, max } => Some(number.min(max).max(min)),
            _ => None,
        }
    }

    /// The line that sets it.
    pub fn line(&self, value: &str) -> String {
        match self.kind {
            Kind::Button => format!("setoption name {}", self.name),
            Kind::Text if value.is_empty() => format!("setoption name {} value <empty>", self.name),
            _ => format!("setoption name {} value {value}", self.name),
        }
    }
}

/// The values of a combo, each after the word `var`; they may have spaces.
fn choices(words: &[&str]) -> Vec<String> {
    let parts = words.split(|&word| word == "var").skip(1);
    parts.map(|part| part.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str) -> Declared {
        Declared::read(text).unwrap()
    }

    #[test]
    fn options_are_read_and_their_values_checked() {
        let hash = option("name Hash type spin default 16 min 1 max 1024");
        assert!(hash.is("hash") && hash.fault("1024").is_none());
        assert_eq!((hash.nearest(0), hash.nearest(5000)), (Some(1), Some(1024)));
        assert!(hash.fault("0").unwrap().contains("from 1 to 1024"));
        let check = option("name Use NNUE type check default true");
        assert_eq!(check.line("false"), "setoption name Use NNUE value false");
        assert!(check.fault("no").is_some());
        let combo = option("name Style type combo default Very Solid var Very Solid var Risky");
        assert!(combo.fault("very solid").is_none());
        assert!(combo.fault("Solid").unwrap().contains("Very Solid, Risky"));
        let button = option("name Clear Hash type button");
        assert_eq!(
            (button.fault(""), button.line("")),
            (None, "setoption name Clear Hash".to_owned())
        );
        assert!(button.fault("1").is_some());
        let text = option("name Book type string default <empty>");
        assert_eq!(text.line(""), "setoption name Book value <empty>");
    }

    #[test]
    fn whatever_an_engine_declares_is_harmless() {
        assert_eq!(Declared::read(""), None);
        assert_eq!(Declared::read("name type spin"), None);
        let odd = option("name A type spin min x max");
        assert_eq!(odd.nearest(7), Some(7));
        assert_eq!(option("name B type spin min 9 max 3").nearest(5), Some(9));
        assert!(option("name C").fault("anything").is_none());
        assert!(option("name D type combo").fault("x").is_some());
    }
}
