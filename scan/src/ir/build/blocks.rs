//! Blocks, and where control goes from each.

use crate::ir::Block;
use crate::ir::ssa::Arrival;
use raceproof_bytecode::{Flow, Op};

/// The blocks that begin at these positions, and how control comes to each. Assertions of the class
/// library are never enabled.
pub(super) fn blocks(
    flow: &Flow<'_>,
    starts: &[usize],
    has_assertions: bool,
) -> Result<(Vec<Block>, Vec<Vec<Arrival>>), String> {
    let number = |at: usize| {
        starts.binary_search(&at).map_err(|_| format!("no block begins at position {at}"))
    };
    let mut blocks = Vec::with_capacity(starts.len());
    let mut before = vec![Vec::new(); starts.len()];
    before[0].push(Arrival::Start);
    for (block, start) in starts.iter().copied().enumerate() {
        let mut next = Vec::new();
        for at in successors(flow, start, has_assertions)? {
            next.push(number(at)? as u32);
        }
        next.sort_unstable();
        next.dedup();
        let mut handlers = Vec::new();
        for range in &flow.code.exceptions {
            if (usize::from(range.start)..usize::from(range.end)).contains(&start) {
                handlers
                    .extend(number(usize::from(range.handler)).ok().map(|handler| handler as u32));
            }
        }
        next.iter().for_each(|to| before[*to as usize].push(Arrival::End(block)));
        let mut distinct = handlers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.iter().for_each(|to| before[*to as usize].push(Arrival::Inside(block)));
        blocks.push(Block { start: 0, end: 0, next, handlers, unless_null: None, zero_test: None });
    }
    Ok((blocks, before))
}

/// Where control goes from the block that begins there.
fn successors(flow: &Flow<'_>, start: usize, has_assertions: bool) -> Result<Vec<usize>, String> {
    let mut n = flow.index[start] as usize;
    loop {
        let op = flow.ops.get(n).ok_or("the code falls off its end")?;
        if op.at != start && flow.leaders[op.at] {
            return Ok(vec![op.at]);
        }
        let behind = op.at + op.length;
        match op.code {
            154 if !has_assertions && n > 0 && is_assertion(flow, &flow.ops[n - 1]) => {
                return Ok(vec![flow.target(op.at, op.operand)?]);
            }
            153..=166 | 198 | 199 => return Ok(vec![behind, flow.target(op.at, op.operand)?]),
            167 | 200 => return Ok(vec![flow.target(op.at, op.operand)?]),
            170 | 171 => {
                let targets = flow.switch_targets(op)?;
                return Ok(targets.targets.into_iter().chain([targets.default]).collect());
            }
            172..=177 | 191 => return Ok(Vec::new()),
            _ => n += 1,
        }
    }
}

/// Whether an instruction asks if assertions are disabled, as `javac` has it.
fn is_assertion(flow: &Flow<'_>, op: &Op) -> bool {
    op.code == 178 && flow.member(op.operand).is_ok_and(|(name, _)| name == "$assertionsDisabled")
}
