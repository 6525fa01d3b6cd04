//! Layout of lines: indentation, columns, comments and blank lines.

use super::lines::{Group, Item, SourceLine, Value};

/// Indentation within brackets.
const INDENT: &str = "  ";
/// Gap before a trailing comment.
const GAP: &str = "  ";
/// Longer lines, in characters, do not affect the column of comments.
const WIDEST: usize = 60;

pub(super) fn write(lines: &[SourceLine], line_end: &str) -> String {
    let blanks = blank_lines(lines);
    let lines: Vec<(&SourceLine, bool)> =
        lines.iter().zip(blanks).filter(|(line, _)| !line.is_blank()).collect();
    // The comments of neighbouring pairs stand in one column.
    let runs = lines.chunk_by(|(a, _), (b, has_blank)| a.is_pair() && b.is_pair() && !has_blank);
    let mut text = String::new();
    for run in runs {
        if run[0].1 {
            text += line_end;
        }
        let written = run.iter().map(|(line, _)| match (line.items.first(), line.comment.as_deref()) {
            (Some(first), comment) => (item(first, "", 0, line_end), comment),
            (None, comment) => (comment.unwrap_or_default().to_owned(), None),
        });
        text += &aligned(&written.collect::<Vec<_>>(), line_end);
    }
    text
}

/// Returns the lines that get a blank line before them: where there was one (never two), and before each heading with
/// its comment.
fn blank_lines(lines: &[SourceLine]) -> Vec<bool> {
    let mut blanks = vec![false; lines.len()];
    let mut last: Option<usize> = None;
    let mut has_blank = false;
    // Start of the comment lines directly above the next line, if any.
    let mut comment: Option<usize> = None;
    for (i, line) in lines.iter().enumerate() {
        if line.is_blank() {
            has_blank = true;
            comment = None;
            continue;
        }
        let Some(before) = last.replace(i) else {
            comment = line.is_comment().then_some(i);
            has_blank = false;
            continue;
        };
        blanks[i] = has_blank && !(lines[before].is_heading() && line.is_pair());
        if line.is_heading() {
            // A comment at the top of the file or below another heading belongs there.
            let is_own = |&start: &usize| start > 0 && lines[start - 1].is_pair();
            match comment {
                None => blanks[i] = true,
                Some(start) if is_own(&start) => blanks[start] = true,
                Some(start) => {
                    blanks[i] = !blanks[start] && start > 0 && !lines[start - 1].is_blank();
                }
            }
        }
        comment = line.is_comment().then(|| comment.filter(|_| !has_blank).unwrap_or(i));
        has_blank = false;
    }
    blanks
}

/// Aligns trailing comments in one column.
fn aligned(lines: &[(String, Option<&str>)], line_end: &str) -> String {
    let width = |code: &str| Some(code.chars().count()).filter(|&w| w <= WIDEST && !code.contains('\n'));
    let commented = lines.iter().filter(|(_, comment)| comment.is_some());
    let column = commented.filter_map(|(code, _)| width(code)).max().unwrap_or(0);
    let mut text = String::new();
    for (code, comment) in lines {
        text += code;
        if let Some(comment) = comment {
            let blanks = width(code).map_or(0, |w| column - w);
            text += &format!("{:blanks$}{GAP}{comment}", "");
        }
        text += line_end;
    }
    text
}

/// Formats an item in a line with this indentation; numbers without a key are padded to `width`.
fn item(item: &Item, indent: &str, width: usize, line_end: &str) -> String {
    let width = if item.key.is_some() { 0 } else { width };
    let value = match &item.value {
        Value::Scalar(text) => format!("{text:>width$}"),
        Value::Group(group) => match lines_of(group) {
            Some(lines) => broken(group, &lines, indent, line_end),
            None => unbroken(group, indent, width, line_end),
        },
    };
    match &item.key {
        Some(key) => format!("{key} = {value}"),
        None => value,
    }
}

/// Formats items in one line.
fn items<'i>(list: impl IntoIterator<Item = &'i Item>, indent: &str, width: usize, line_end: &str) -> String {
    let list = list.into_iter().map(|one| item(one, indent, width, line_end));
    list.collect::<Vec<_>>().join(", ")
}

/// Brackets on one line.
fn unbroken(group: &Group, indent: &str, width: usize, line_end: &str) -> String {
    let items = items(items_of(group), indent, width, line_end);
    match (group.is_table, items.is_empty()) {
        (true, true) => "{}".to_owned(),
        (true, false) => format!("{{ {items} }}"),
        (false, _) => format!("[{items}]"),
    }
}

/// Brackets over several lines.
fn broken(group: &Group, lines: &[Arranged<'_>], indent: &str, line_end: &str) -> String {
    let inner = format!("{indent}{INDENT}");
    let width = number_width(group);
    let last_items = lines.iter().rposition(|(items, _)| !items.is_empty());
    let mut written = Vec::new();
    for (i, (list, comment)) in lines.iter().enumerate() {
        written.push(match (list.is_empty(), *comment) {
            (true, Some(comment)) => (format!("{inner}{comment}"), None),
            (true, None) => (String::new(), None),
            (false, comment) => {
                // TOML 1.0 allows no comma after the last item in braces.
                let has_comma = Some(i) != last_items || !group.is_table || group.has_last_comma;
                let comma = if has_comma { "," } else { "" };
                let items = items(list.iter().copied(), &inner, width, line_end);
                (format!("{inner}{items}{comma}"), comment)
            }
        });
    }
    let [open, close] = if group.is_table { ["{", "}"] } else { ["[", "]"] };
    let head = aligned(&[(open.to_owned(), group.comment.as_deref())], line_end);
    format!("{head}{}{indent}{close}", aligned(&written, line_end))
}

/// The items of a formatted line in brackets, and the comment after them.
type Arranged<'a> = (Vec<&'a Item>, Option<&'a str>);

/// Returns the lines of a group; `None` if it fits on one line.
fn lines_of(group: &Group) -> Option<Vec<Arranged<'_>>> {
    let has_comment = group.comment.is_some() || group.lines.iter().any(|line| line.comment.is_some());
    let items: Vec<&Item> = items_of(group).collect();
    if is_list_of(&items, 64, is_number) && !has_comment {
        return Some(items.chunks(8).map(|row| (row.to_vec(), None)).collect());
    }
    let is_board = is_list_of(&items, 8, is_row);
    if !is_board && !group.is_broken || items.is_empty() && !has_comment {
        return None;
    }
    let mut lines: Vec<Arranged<'_>> = Vec::new();
    for line in &group.lines {
        let mut items: Vec<&Item> = line.items.iter().collect();
        while is_board && items.len() > 1 {
            lines.push((vec![items.remove(0)], None));
        }
        // One blank line at most, and none at the start.
        if !line.is_blank() || lines.last().is_some_and(|last| !is_blank(last)) {
            lines.push((items, line.comment.as_deref()));
        }
    }
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    Some(lines)
}

/// Returns `true` for a value without quotes.
fn is_number(value: &Value) -> bool {
    matches!(value, Value::Scalar(text) if !text.starts_with(['"', '\'']))
}

fn is_blank((items, comment): &Arranged<'_>) -> bool {
    items.is_empty() && comment.is_none()
}

fn items_of(group: &Group) -> impl Iterator<Item = &Item> {
    group.lines.iter().flat_map(|line| &line.items)
}

fn is_list_of(items: &[&Item], n: usize, is_wanted: impl Fn(&Value) -> bool) -> bool {
    items.len() == n && items.iter().all(|item| item.key.is_none() && is_wanted(&item.value))
}

/// Returns `true` if this is a row of a board: eight numbers or pairs, on one line or at least without
/// comments between.
fn is_row(value: &Value) -> bool {
    let Value::Group(row) = value else {
        return false;
    };
    let items: Vec<&Item> = items_of(row).collect();
    let is_entry = |v: &Value| match v {
        Value::Scalar(_) => true,
        Value::Group(pair) => !pair.is_broken && items_of(pair).count() == 2,
    };
    !row.is_table && !row.is_broken && is_list_of(&items, 8, is_entry)
}

/// Width of the widest number if there are only numbers, otherwise 0.
fn number_width(group: &Group) -> usize {
    fn widest(group: &Group) -> Option<usize> {
        items_of(group).try_fold(0, |width, item| match (&item.key, &item.value) {
            (None, Value::Scalar(text))
                if text.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)) =>
            {
                Some(width.max(text.len()))
            }
            (None, Value::Group(inner)) if !inner.is_broken && !inner.is_table => {
                Some(width.max(widest(inner)?))
            }
            _ => None,
        })
    }
    widest(group).unwrap_or(0)
}
