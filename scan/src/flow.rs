//! The driver of intraprocedural data-flow analyses: facts at the statements of a body.

use crate::ir::Body;
use std::collections::BTreeSet;

/// Forward data flow to the fixpoint: the state where each reached block begins. `flow` is the
/// transfer function of a statement, `edge` that of a control-flow edge; `meet` merges another
/// path's state into a block's own, and says whether that has changed.
///
/// A handler gets `thrown` of the state before each statement of its blocks. It also gets the state
/// behind the last: instructions that have no statement here throw, too (division, `arraylength`).
pub fn states<S: Clone>(
    body: &Body,
    reached: &[bool],
    begin: S,
    flow: impl Fn(&mut S, u32),
    thrown: impl Fn(&S, u32) -> S,
    edge: impl Fn(&S, usize, u32) -> S,
    mut meet: impl FnMut(&mut S, &S) -> bool,
) -> Vec<(usize, S)> {
    let mut known: Vec<Option<S>> = vec![None; body.blocks.len()];
    if body.blocks.is_empty() {
        return Vec::new();
    }
    known[0] = Some(begin);
    let mut waiting = BTreeSet::from([0_usize]);
    while let Some(number) = waiting.pop_first() {
        let Some(mut state) = known[number].clone() else { continue };
        let block = &body.blocks[number];
        let mut reach = |to: u32, state: &S, waiting: &mut BTreeSet<usize>| {
            if !reached[to as usize] {
                return;
            }
            let changed = match &mut known[to as usize] {
                Some(own) => meet(own, state),
                unknown => {
                    *unknown = Some(state.clone());
                    true
                }
            };
            if changed {
                waiting.insert(to as usize);
            }
        };
        for at in block.start..block.end {
            if !block.handlers.is_empty() {
                let thrown = thrown(&state, at);
                block.handlers.iter().for_each(|handler| reach(*handler, &thrown, &mut waiting));
            }
            flow(&mut state, at);
        }
        block.handlers.iter().for_each(|handler| reach(*handler, &state, &mut waiting));
        block.next.iter().for_each(|to| reach(*to, &edge(&state, number, *to), &mut waiting));
    }
    known.into_iter().enumerate().filter_map(|(block, state)| Some((block, state?))).collect()
}
