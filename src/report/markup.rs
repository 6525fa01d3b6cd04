//! Markup that all pages of this module share: their look, templates, tiles, figures, and words in the form people read.

use std::fmt::Write as _;

use crate::chart::{Chart, escape, responsive};

/// The style sheet of what all pages have.
pub const BASE_STYLE: &str = include_str!("base.css");

/// A template with its `{{names}}` replaced. What is put in is not looked at again.
pub fn filled(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        text += &value(name);
        text += rest;
    }
    text
}

/// An important number with its name and a remark.
pub fn tile(name: &str, value: &str, more: &str) -> String {
    format!(
        "<li><span class=\"name\">{}</span><span class=\"value\">{}</span><span class=\"more\">{}</span></li>\n",
        escape(name),
        escape(value),
        escape(more)
    )
}

/// A chart with its title and caption, which are markup.
pub fn figure(out: &mut String, title: &str, caption: &str, chart: &dyn Chart) {
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<figure>\n<h2>{title}</h2>\n<figcaption>{caption}</figcaption>\n{}</figure>\n",
        responsive(chart)
    );
}

/// `one game`, `3 games`.
pub fn counted(number: u64, one: &str) -> String {
    match number {
        1 => format!("one {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// A number with its sign, the true minus among them.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    match (is_zero, value < 0.0) {
        (true, _) => text,
        (_, true) => format!("\u{2212}{text}"),
        _ => format!("+{text}"),
    }
}

/// Words as a POSIX shell reads them.
pub fn shell(words: &[String]) -> String {
    let quoted = words.iter().map(|word| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_a_template_is_no_template() {
        let text = filled("<p>{{a}} and {{b}}</p>", |name| match name {
            "a" => "{{b}}".to_owned(),
            _ => name.to_uppercase(),
        });
        assert_eq!(text, "<p>{{b}} and B</p>");
    }

    #[test]
    fn signs_are_those_of_what_is_shown() {
        assert_eq!(
            [12.34, -0.04, -7.0].map(|n| signed(n, 1)),
            ["+12.3", "0.0", "\u{2212}7.0"]
        );
    }

    #[test]
    fn a_shell_reads_the_words_again() {
        let words = [
            "temper",
            "match",
            "my file.toml",
            "--set",
            "mobility=1.2x",
            "--b-name",
            "it's",
            "",
        ];
        assert_eq!(
            shell(&words.map(str::to_owned)),
            r"temper match 'my file.toml' --set mobility=1.2x --b-name 'it'\''s' ''"
        );
    }
}
