//! Changes of TOML.

use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::{EditError, Factor, NewValue, ValueText};
use crate::profile::Stage;
use crate::profile::custom_terms::VALUES;
use crate::profile::keys::SCALE;
use crate::profile::scale::SIDES;
use crate::terms::Role;

fn document(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|_| unfit("the text is not TOML"))
}

fn unfit(message: &str) -> EditError {
    EditError::Unfit(message.to_owned())
}

fn value(text: &str) -> Result<Value, EditError> {
    let mut value: Value = text.parse().map_err(|_| unfit("the value is not TOML"))?;
    value.decor_mut().clear();
    Ok(value)
}

/// Sets a key: replaces its value, or adds it to its table.
pub fn set(text: &str, new: &NewValue<'_>) -> Result<String, EditError> {
    let mut document = document(text)?;
    if new.term.is_none()
        && !has(document.as_table(), &new.path)
        && let Some(text) = uncommented(text, new)
    {
        return Ok(text);
    }
    match new.term {
        None => set_in(document.as_table_mut(), &new.path, &new.text, true)?,
        Some(name) => set_in_term(&mut document, name, new)?,
    }
    Ok(document.to_string())
}

/// Sets a key in place of the line of its section that has it as a comment, such as `# bishop = 330`; `None` without one.
fn uncommented(text: &str, new: &NewValue<'_>) -> Option<String> {
    let (ValueText::Whole(value), [section, rest @ ..]) = (&new.text, new.path.as_slice()) else {
        return None;
    };
    let begins_section = |line: &&str| line.trim_start().starts_with('[');
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_section =
        |line: &&str| line.split('#').next().is_some_and(|code| code.trim() == format!("[{section}]"));
    let start = lines.iter().position(is_section)? + 1;
    let end = lines[start..].iter().position(begins_section).map_or(lines.len(), |n| start + n);
    let key = rest.join(".");
    let sets_key = |line: &&str| {
        let code = line.trim_start().strip_prefix('#').and_then(|code| code.split_once('='));
        code.is_some_and(|(name, value)| {
            name.trim() == key && value.matches('[').count() == value.matches(']').count()
        })
    };
    let at = start + lines[start..end].iter().position(sets_key)?;
    let line_end = &lines[at][lines[at].trim_end_matches(['\r', '\n']).len()..];
    let line = format!("{key} = {value}{line_end}");
    Some([&lines[..at], &[line.as_str()], &lines[at + 1..]].concat().concat())
}

fn set_in(
    table: &mut dyn TableLike,
    path: &[&str],
    text: &ValueText,
    is_root: bool,
) -> Result<(), EditError> {
    let [step, rest @ ..] = path else {
        return Err(unfit("the path is empty"));
    };
    if rest.is_empty() {
        return set_here(table, step, text);
    }
    if table.get(step).is_none() {
        let mut inner = Table::new();
        inner.set_dotted(!is_root);
        if is_root {
            inner.decor_mut().set_prefix("\n");
        }
        table.insert(step, Item::Table(inner));
    }
    let inner = table.get_mut(step).and_then(Item::as_table_like_mut);
    set_in(inner.ok_or_else(|| unfit("a part of the path has another value"))?, rest, text, false)
}

/// Sets a key of a table. Stages that are written apart already stay apart, and only those with a new value change.
fn set_here(table: &mut dyn TableLike, key: &str, text: &ValueText) -> Result<(), EditError> {
    if let (Some(Item::Value(old)), ValueText::Stages(halves)) = (table.get(key), text)
        && !has_stages(old)
    {
        let mut pair = InlineTable::new();
        for (stage, half) in Stage::ALL.iter().zip(halves) {
            pair.insert(stage.name(), value(half)?);
        }
        return replace(table, key, Value::InlineTable(pair));
    }
    match text {
        ValueText::Whole(text) => replace(table, key, value(text)?),
        ValueText::Stages(halves) => {
            if table.get(key).is_none() {
                let mut inner = Table::new();
                inner.set_dotted(true);
                table.insert(key, Item::Table(inner));
            }
            let inner = table.get_mut(key).and_then(Item::as_table_like_mut);
            let inner = inner.ok_or_else(|| unfit("the value has another form"))?;
            for (stage, half) in Stage::ALL.iter().zip(halves) {
                let new = value(half)?;
                let is_same = inner.get(stage.name()).is_some_and(|old| is_same(old, &new));
                if !is_same {
                    replace(inner, stage.name(), new)?;
                }
            }
            Ok(())
        }
    }
}

/// Returns `true` for `{ mg = ..., eg = ... }` or a part of it. Other tables, such as `{ step = 4 }`, are replaced whole.
fn has_stages(value: &Value) -> bool {
    let table = value.as_inline_table();
    table.is_some_and(|table| Stage::ALL.iter().any(|stage| table.contains_key(stage.name())))
}

/// Returns `true` if two values are equal but for white space and comments.
fn is_same(old: &Item, new: &Value) -> bool {
    let plain = |text: String| {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().to_owned());
        lines.collect::<String>().replace([' ', '\t', ','], " ").split_whitespace().collect::<String>()
    };
    old.as_value().is_some_and(|old| plain(old.to_string()) == plain(new.to_string()))
}

/// Replaces or adds a value; what surrounds it stays.
fn replace(table: &mut dyn TableLike, key: &str, mut new: Value) -> Result<(), EditError> {
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        Some(Item::None) | None => {
            table.insert(key, Item::Value(new));
        }
        Some(other) => *other = Item::Value(new),
    }
    Ok(())
}

/// Sets the values of a custom term (`role` is its key in the file); one that is inherited is added with its name and
/// values only.
fn set_in_term(
    document: &mut DocumentMut,
    (role, name): (&str, &str),
    new: &NewValue<'_>,
) -> Result<(), EditError> {
    let terms = document.entry(role).or_insert_with(|| Item::ArrayOfTables(Default::default()));
    let terms =
        terms.as_array_of_tables_mut().ok_or_else(|| unfit("the terms have another form; edit the text"))?;
    let is_it = |term: &Table| term.get("name").and_then(Item::as_str) == Some(name);
    let known = terms.iter().position(is_it);
    let index = match known {
        Some(index) => index,
        None => {
            let mut term = Table::new();
            term.insert("name", name.into());
            terms.push(term);
            terms.len() - 1
        }
    };
    let term = terms.get_mut(index).ok_or_else(|| unfit("there is no such term"))?;
    let key = VALUES.into_iter().find(|key| term.contains_key(key));
    let key = key.unwrap_or(new.path[0]);
    set_here(term, key, &new.text)
}

/// Removes a key, or a custom term.
pub fn remove(text: &str, path: &[&str]) -> Result<String, EditError> {
    let mut document = document(text)?;
    match path {
        [role, name @ ..] if Role::ALL.iter().any(|it| it.key() == *role) => {
            remove_term(&mut document, role, &name.join("."))?;
        }
        _ => remove_in(document.as_table_mut(), path)?,
    }
    Ok(document.to_string())
}

fn remove_term(document: &mut DocumentMut, role: &str, name: &str) -> Result<(), EditError> {
    let terms = document.get_mut(role).and_then(Item::as_array_of_tables_mut);
    let terms = terms.ok_or_else(|| unfit("the terms have another form; edit the text"))?;
    let before = terms.len();
    terms.retain(|term| term.get("name").and_then(Item::as_str) != Some(name));
    if terms.len() == before { Err(unfit("the file has no such term")) } else { Ok(()) }
}

fn remove_in(table: &mut dyn TableLike, path: &[&str]) -> Result<(), EditError> {
    let absent = || unfit("the file does not set this key");
    match path {
        [] => Err(absent()),
        [last] => table.remove(last).map(drop).ok_or_else(absent),
        [step, rest @ ..] => {
            let inner = table.get_mut(step).and_then(Item::as_table_like_mut);
            remove_in(inner.ok_or_else(absent)?, rest)
        }
    }
}

/// Sets or removes a factor in `[scale]`.
pub fn set_factor(text: &str, path: &str, factor: Option<&Factor>) -> Result<String, EditError> {
    let mut document = document(text)?;
    if factor.is_some() && document.get(SCALE).is_none() {
        let mut scale = Table::new();
        scale.decor_mut().set_prefix("\n");
        document.insert(SCALE, Item::Table(scale));
    }
    let scale = document.get_mut(SCALE).and_then(Item::as_table_like_mut);
    let scale = scale.ok_or_else(|| unfit("the file has no factors in the usual form"))?;
    // A path stands in quotes, or step by step.
    let steps: Vec<&str> = path.split('.').collect();
    let is_stepwise = scale.get(path).is_none() && has(scale, &steps);
    let steps = if is_stepwise { steps } else { vec![path] };
    match factor {
        Some(factor) => set_in(scale, &steps, &ValueText::Whole(factor_text(factor)), false)?,
        None => remove_in(scale, &steps)?,
    }
    Ok(document.to_string())
}

fn has(table: &dyn TableLike, path: &[&str]) -> bool {
    match path {
        [] => true,
        [step, rest @ ..] => match (table.get(step), rest) {
            (None, _) => false,
            (Some(_), []) => true,
            (Some(item), rest) => item.as_table_like().is_some_and(|inner| has(inner, rest)),
        },
    }
}

/// A factor in its shortest form.
fn factor_text(factor: &Factor) -> String {
    let pair = |[mg, eg]: [f64; 2]| if mg == eg { format!("{mg:?}") } else { format!("[{mg:?}, {eg:?}]") };
    let Factor { own, their } = *factor;
    if own == their {
        return pair(own);
    }
    let sides = SIDES.into_iter().zip([own, their]).filter(|(_, factors)| *factors != [1.0; 2]);
    let sides: Vec<String> = sides.map(|(side, factors)| format!("{side} = {}", pair(factors))).collect();
    format!("{{ {} }}", sides.join(", "))
}
