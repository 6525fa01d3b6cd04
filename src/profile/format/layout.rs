//! Layout of lines: indentation, columns, comments and blank lines.

use super::lines::{Group, GroupLine, Item, Line, Value};

/// Indentation within brackets.
const INDENT: &str = "  ";
/// Gap before a trailing comment.
const GAP: &str = "  ";
/// Longer lines, in characters, do not affect the column of comments.
const WIDEST: usize = 60;

pub(super) fn write(lines: &[Line], line_end: &str) -> String {
    let blanks = blank_lines(lines);
    let mut run: Vec<(String, Option<&str>)> = Vec::new();
    let mut text = String::new();
    for (line, has_blank) in lines.iter().zip(blanks) {
        let is_pair = matches!(line, Line::Pair(..));
        if has_blank || !is_pair {
            text += &aligned(&std::mem::take(&mut run), line_end);
        }
        if has_blank {
            text += line_end;
        }
        match line {
            Line::Blank => {}
            Line::Comment(comment) => text += &format!("{comment}{line_end}"),
            Line::Heading(heading, comment) => {
                text += &aligned(&[(heading.clone(), comment.as_deref())], line_end);
            }
            Line::Pair(pair, comment) => run.push((item(pair, "", line_end), comment.as_deref())),
        }
    }
    text + &aligned(&run, line_end)
}

/// Returns the lines that get a blank line before them: where there was one (never two), and before each heading with
/// its comment.
fn blank_lines(lines: &[Line]) -> Vec<bool> {
    let mut blanks = vec![false; lines.len()];
    let mut last: Option<usize> = None;
    let mut has_blank = false;
    // Start of the comment lines directly above the next line, if any.
    let mut comment: Option<usize> = None;
    for (i, line) in lines.iter().enumerate() {
        if matches!(line, Line::Blank) {
            has_blank = true;
            comment = None;
            continue;
        }
        let Some(before) = last.replace(i) else {
            comment = matches!(line, Line::Comment(_)).then_some(i);
            has_blank = false;
            continue;
        };
        let follows_heading = matches!(lines[before], Line::Heading(..));
        blanks[i] = has_blank && !(follows_heading && matches!(line, Line::Pair(..)));
        if matches!(line, Line::Heading(..)) {
            // A comment at the top of the file or below another heading belongs there.
            let is_own = |&start: &usize| start > 0 && matches!(lines[start - 1], Line::Pair(..));
            match comment {
                None => blanks[i] = true,
                Some(start) if is_own(&start) => blanks[start] = true,
                Some(start) => {
                    blanks[i] = !blanks[start]
                        && !matches!(lines.get(start.wrapping_sub(1)), None | Some(Line::Blank))
                }
            }
        }
        comment = match line {
            Line::Comment(_) => comment.filter(|_| !has_blank).or(Some(i)),
            _ => None,
        };
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

fn item(item: &Item, indent: &str, line_end: &str) -> String {
    let value = value(&item.value, indent, 0, line_end);
    match &item.key {
        Some(key) => format!("{key} = {value}"),
        None => value,
    }
}

/// Formats a value in a line with this indentation; numbers are padded to `width`.
fn value(value: &Value, indent: &str, width: usize, line_end: &str) -> String {
    match value {
        Value::Scalar(text) => format!("{text:>width$}"),
        Value::Group(group) => match lines_of(group) {
            Some(lines) => broken(group, &lines, indent, line_end),
            None => unbroken(group, indent, width, line_end),
        },
    }
}

/// Brackets on one line.
fn unbroken(group: &Group, indent: &str, width: usize, line_end: &str) -> String {
    let items: Vec<String> = items_of(group)
        .map(|item| match &item.key {
            Some(key) => format!("{key} = {}", value(&item.value, indent, 0, line_end)),
            None => value(&item.value, indent, width, line_end),
        })
        .collect();
    let items = items.join(", ");
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
    let last_items = lines.iter().rposition(|line| !line.items.is_empty());
    let mut written: Vec<(String, Option<&str>)> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let items: Vec<String> = line
            .items
            .iter()
            .map(|item| match &item.key {
                Some(key) => format!("{key} = {}", value(&item.value, &inner, 0, line_end)),
                None => value(&item.value, &inner, width, line_end),
            })
            .collect();
        match (items.is_empty(), line.comment) {
            (true, Some(comment)) => written.push((format!("{inner}{comment}"), None)),
            (true, None) => written.push((String::new(), None)),
            (false, comment) => {
                // TOML 1.0 allows no comma after the last item in braces.
                let has_comma = Some(i) != last_items || !group.is_table || group.has_last_comma;
                let comma = if has_comma { "," } else { "" };
                written.push((format!("{inner}{}{comma}", items.join(", ")), comment));
            }
        }
    }
    let [open, close] = if group.is_table { ["{", "}"] } else { ["[", "]"] };
    let head = aligned(&[(open.to_owned(), group.comment.as_deref())], line_end);
    format!("{head}{}{indent}{close}", aligned(&written, line_end))
}

/// A formatted line in brackets.
struct Arranged<'a> {
    items: Vec<&'a Item>,
    comment: Option<&'a str>,
}

/// Returns the lines of a group; `None` if it fits on one line.
fn lines_of(group: &Group) -> Option<Vec<Arranged<'_>>> {
    let has_comment = has_comment(group);
    let items: Vec<&Item> = items_of(group).collect();
    let mut lines = Vec::new();
    if is_list_of(&items, 64, |v| matches!(v, Value::Scalar(_))) && !has_comment {
        let rows = items.chunks(8).map(<[_]>::to_vec);
        return Some(rows.map(|items| Arranged { items, comment: None }).collect());
    }
    let is_board = is_list_of(&items, 8, is_row);
    if !is_board && !group.is_broken || items.is_empty() && !has_comment {
        return None;
    }
    for line in &group.lines {
        match line {
            GroupLine::Blank => lines.push(Arranged { items: Vec::new(), comment: None }),
            GroupLine::Comment(comment) => lines.push(Arranged { items: Vec::new(), comment: Some(comment) }),
            GroupLine::Items(items, comment) => {
                let rows = if is_board { 1 } else { items.len() };
                lines.extend(
                    items.chunks(rows).map(|items| Arranged { items: items.iter().collect(), comment: None }),
                );
                if let Some(last) = lines.last_mut() {
                    last.comment = comment.as_deref();
                }
            }
        }
    }
    Some(without_spare_blanks(lines))
}

/// Removes blank lines at both ends, and repeated ones.
fn without_spare_blanks(lines: Vec<Arranged<'_>>) -> Vec<Arranged<'_>> {
    let is_blank = |line: &Arranged<'_>| line.items.is_empty() && line.comment.is_none();
    let mut kept: Vec<Arranged<'_>> = Vec::new();
    for line in lines {
        if !is_blank(&line) || kept.last().is_some_and(|last| !is_blank(last)) {
            kept.push(line);
        }
    }
    while kept.last().is_some_and(is_blank) {
        kept.pop();
    }
    kept
}

fn items_of(group: &Group) -> impl Iterator<Item = &Item> {
    group.lines.iter().flat_map(|line| match line {
        GroupLine::Items(items, _) => items.as_slice(),
        GroupLine::Blank | GroupLine::Comment(_) => &[],
    })
}

fn has_comment(group: &Group) -> bool {
    group.comment.is_some()
        || group.lines.iter().any(|line| matches!(line, GroupLine::Comment(_) | GroupLine::Items(_, Some(_))))
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
