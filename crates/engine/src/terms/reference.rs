//! The reference page of the language, generated from the built-in names.

use super::builtins::{Body, Builtin, GROUPS, LOOKUPS, LOOPS};
use super::expr::Type;

const INTRODUCTION: &str = include_str!("reference.md");

/// The whole page as Markdown.
pub fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for group in &GROUPS {
        page += &format!("\n## {}\n\n| name | type | meaning |\n|---|---|---|\n", group.title);
        for builtin in group.builtins {
            page += &row(builtin);
        }
    }
    page += "\n## Tables\n\n| form | meaning |\n|---|---|\n";
    for (form, meaning) in LOOKUPS {
        page += &format!("| `{form}` | {meaning} |\n");
    }
    page +=
        "\n## Loops\n\nThe name `sq` stands for one square of the set at a time; any name can be used.\n\n";
    page += "| name | type | meaning |\n|---|---|---|\n";
    for it in &LOOPS {
        let head = format!("{}(sq in set: squares, body: {})", it.name, it.body.name());
        page += &format!("| `{head}` | {} | {} |\n", it.result.name(), it.meaning);
    }
    page
}

fn row(builtin: &Builtin) -> String {
    let result = match builtin.result {
        Type::Any => "the type of both",
        kind => kind.name(),
    };
    let definition = match builtin.body {
        Body::Text(text) => format!(" In the language: {}", code(text)),
        _ => String::new(),
    };
    format!("| `{}` | {result} | {}{definition} |\n", builtin.head, builtin.meaning)
}

/// Code in a table cell, where a bare `|` would end the cell.
fn code(text: &str) -> String {
    if text.contains('|') {
        format!("<code>{}</code>", text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "&#124;"))
    } else {
        format!("`{text}`")
    }
}
