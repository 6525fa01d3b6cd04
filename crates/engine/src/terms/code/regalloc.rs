//! Register allocation: values that are not needed at the same time share a register.

use super::inputs;
use super::instruction::{Instruction, Opcode, REGISTERS, Register};
use super::lower::{Draft, Drafts, Value};

/// Error: more values are live than there are registers, or there are more instructions than a jump can address.
#[derive(Debug)]
pub struct TooLarge;

/// The first and last instruction that need a value.
#[derive(Debug, Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
}

/// The register of the first value that is computed ahead: after the inputs and the constants.
pub fn first_ahead(drafts: &Drafts) -> usize {
    inputs::COUNT + drafts.constants.len()
}

/// Assigns registers. Constants and the given number of values that are computed ahead keep those after the inputs
/// permanently.
pub fn assign(drafts: &Drafts, ahead: usize) -> Result<Vec<Instruction>, TooLarge> {
    let first_ahead = first_ahead(drafts);
    let first_free = first_ahead + ahead;
    if first_free >= REGISTERS || drafts.code.len() >= usize::from(u16::MAX) {
        return Err(TooLarge);
    }
    let spans = spans(drafts);
    let mut free: Vec<Register> = (first_free..REGISTERS).rev().map(|i| i as Register).collect();
    let mut taken: Vec<Option<Register>> = vec![None; drafts.computed];
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); drafts.code.len()];
    let mut code = Vec::with_capacity(drafts.code.len());
    for (at, draft) in drafts.code.iter().enumerate() {
        // The register of a value with its last read here may be overwritten here.
        let begun = draft.values().filter_map(computed).filter(|&value| taken[value].is_none());
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
                // Written and never read: free at the next instruction.
                ends.get_mut(at + 1).into_iter().for_each(|ends| ends.push(value));
            }
        }
        code.push(instruction(draft, at, &taken, first_ahead));
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
    let mut spans = vec![Span { first: usize::MAX, last: 0 }; drafts.computed];
    for (at, draft) in drafts.code.iter().enumerate() {
        for value in draft.values().filter_map(computed) {
            let span = &mut spans[value];
            span.first = span.first.min(at);
            span.last = span.last.max(at);
        }
    }
    // A value from before a loop that is read within it is live to the loop's end. Inner loops end first.
    for (end, draft) in drafts.code.iter().enumerate() {
        if draft.opcode == Opcode::Next {
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

fn instruction(draft: &Draft, at: usize, taken: &[Option<Register>], first_ahead: usize) -> Instruction {
    let register = |value: Option<Value>| match value {
        Some(Value::Input(input)) => inputs::register(input),
        Some(Value::Constant(number)) => (inputs::COUNT + number) as Register,
        Some(Value::Ahead(number)) => (first_ahead + number) as Register,
        Some(Value::Computed(number)) => taken[number].unwrap_or(0),
        None => 0,
    };
    let place = match draft.opcode {
        Opcode::Enter | Opcode::SkipUnless => at + draft.jump,
        Opcode::Next => at - draft.jump,
        _ => 0,
    };
    Instruction {
        opcode: draft.opcode,
        to: draft.root.map_or_else(|| register(draft.to), |root| root.term),
        a: register(draft.a),
        b: register(draft.b),
        c: register(draft.c),
        last: draft.root.map_or(0, |root| root.last),
        place: draft.root.map_or(place as u16, |root| root.place),
    }
}
