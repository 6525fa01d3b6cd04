//! Registers for values: those that are not needed at the same time share one.

use super::draft::{Draft, Drafts, Value};
use super::inputs;
use super::instruction::{Does, Instruction, REGISTERS, Register};

/// There are more values at the same time than registers, or more steps than a jump can go.
#[derive(Debug)]
pub struct TooLarge;

/// First and last step at which a value is needed.
#[derive(Debug, Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
}

/// The steps with registers. Constants have those after the inputs, for good.
pub fn assign(drafts: &Drafts) -> Result<Vec<Instruction>, TooLarge> {
    let first_free = inputs::COUNT + drafts.constants.len();
    if first_free >= REGISTERS || drafts.code.len() >= usize::from(u16::MAX) {
        return Err(TooLarge);
    }
    let spans = spans(drafts);
    let mut free: Vec<Register> = (first_free..REGISTERS).rev().map(|i| i as Register).collect();
    let mut taken: Vec<Option<Register>> = vec![None; drafts.computed];
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); drafts.code.len()];
    let mut code = Vec::with_capacity(drafts.code.len());
    for (at, draft) in drafts.code.iter().enumerate() {
        // What is read for the last time here may be written over here.
        let begun = draft
            .values()
            .filter_map(computed)
            .filter(|&value| taken[value].is_none());
        let mut begun: Vec<usize> = begun.collect();
        begun.dedup();
        for value in std::mem::take(&mut ends[at]) {
            free.extend(taken[value]);
        }
        for value in begun {
            let register = free.pop().ok_or(TooLarge)?;
            taken[value] = Some(register);
            let last = spans[value].last;
            if last > at {
                ends[last].push(value);
            } else {
                // Written and never read: free at the next step.
                ends.get_mut(at + 1).into_iter().for_each(|ends| ends.push(value));
            }
        }
        code.push(instruction(draft, at, &taken));
    }
    Ok(code)
}

fn computed(value: Value) -> Option<usize> {
    match value {
        Value::Computed(number) => Some(number),
        _ => None,
    }
}

fn spans(drafts: &Drafts) -> Vec<Span> {
    let mut spans = vec![
        Span {
            first: usize::MAX,
            last: 0
        };
        drafts.computed
    ];
    for (at, draft) in drafts.code.iter().enumerate() {
        for value in draft.values().filter_map(computed) {
            let span = &mut spans[value];
            span.first = span.first.min(at);
            span.last = span.last.max(at);
        }
    }
    // What a loop reads from before it is needed to its end: it is read again. Inner loops end first.
    for (end, draft) in drafts.code.iter().enumerate() {
        if draft.does == Does::Next {
            let start = end - draft.jump - 1;
            for span in &mut spans {
                if span.first < start && (start + 1..=end).contains(&span.last) {
                    span.last = end;
                }
            }
        }
    }
    spans
}

fn instruction(draft: &Draft, at: usize, taken: &[Option<Register>]) -> Instruction {
    let register = |value: Option<Value>| match value {
        Some(Value::Input(input)) => inputs::register(input),
        Some(Value::Constant(number)) => (inputs::COUNT + number) as Register,
        Some(Value::Computed(number)) => taken[number].unwrap_or(0),
        None => 0,
    };
    let place = match draft.does {
        Does::Enter | Does::SkipUnless => at + draft.jump,
        Does::Next => at - draft.jump,
        _ => 0,
    };
    Instruction {
        does: draft.does,
        to: draft.root.map_or_else(|| register(draft.to), |root| root.term),
        a: register(draft.a),
        b: register(draft.b),
        c: register(draft.c),
        last: draft.root.map_or(0, |root| root.last),
        place: draft.root.map_or(place as u16, |root| root.place),
    }
}
