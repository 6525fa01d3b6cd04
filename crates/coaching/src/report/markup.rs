//! Elements that the HTML reports share: page layout, tiles, figures, numbers.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::chart::{self, Chart};
use crate::number;

/// Colours of reports and studio, as CSS variables for light and dark.
pub const PALETTE: &str = include_str!("palette.css");

const BASE_STYLE: &str = concat!(include_str!("palette.css"), include_str!("base.css"));

/// A report without its shell: head element, style sheet and header.
pub struct Page<'a> {
    /// Content-Security-Policy.
    pub policy: &'a str,
    /// Style sheet after the common one.
    pub style: &'a str,
    pub title: &'a str,
    /// The line above the title.
    pub kind: String,
    /// The result in a sentence.
    pub verdict: Markup,
    pub main: Markup,
    /// Elements before the header (SVG symbols) and after `main` (scripts).
    pub before: Markup,
    pub after: Markup,
}

impl Page<'_> {
    /// Renders the whole HTML file.
    pub fn render(self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta http-equiv="Content-Security-Policy" content=(self.policy);
                    title { (self.title) }
                    style { (PreEscaped(BASE_STYLE)) (PreEscaped(self.style)) }
                }
                body {
                    (self.before)
                    header {
                        p.kind { (self.kind) }
                        h1 { (self.title) }
                        p.verdict { (self.verdict) }
                    }
                    main { (self.main) }
                    (self.after)
                }
            }
        };
        page.into_string()
    }
}

/// An important number with its name and a remark.
pub fn tile(name: &str, value: &str, remark: &str) -> Markup {
    html! {
        li { span.name { (name) } span.value { (value) } span.more { (remark) } }
    }
}

pub fn figure(title: &Markup, caption: &Markup, chart: &dyn Chart) -> Markup {
    html! {
        figure { h2 { (title) } figcaption { (caption) } (responsive(chart)) }
    }
}

/// A chart for wide and narrow pages, of which the style sheet shows one.
pub fn responsive(chart: &dyn Chart) -> Markup {
    PreEscaped(chart::responsive(chart))
}

/// `one game`, `3 games`.
pub fn counted(number: u64, one: &str) -> String {
    match number {
        1 => format!("one {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// A number with its sign; negative ones have the typographic minus.
pub fn signed(value: f64, decimals: usize) -> String {
    number::signed(value, decimals).replace('-', "\u{2212}")
}
