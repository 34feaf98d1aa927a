//! Where the ways of a branch meet again: the postdominators of a method's code.
//!
//! Exceptions that leave the method are no way on; those that it catches are, from every
//! instruction that a handler covers.

use crate::ground::code::Code;
use crate::state::liveness::{handlers_by_instruction, successors};
use raceproof_bytecode::dominators::Dominators;
use raceproof_bytecode::graph::Graph;

/// The control flow of a method, which ends in the node behind its instructions.
pub(super) struct Flow {
    /// By instruction: those that may come next.
    pub(super) next: Vec<Vec<usize>>,
    /// By instruction: the handlers of what it throws.
    pub(super) handlers: Vec<Vec<usize>>,
    /// By instruction: what each way from it to the end comes through.
    behind: Dominators,
}

impl Flow {
    pub(super) fn of(code: &Code) -> Self {
        let end = code.insns.len();
        let covering = handlers_by_instruction(code);
        let handlers: Vec<Vec<usize>> = covering
            .iter()
            .map(|numbers| {
                numbers.iter().map(|number| usize::from(code.handlers[*number].target)).collect()
            })
            .collect();
        let next: Vec<Vec<usize>> = (0..end)
            .map(|pc| {
                let insn = code.insns[pc].get();
                let mut next = Vec::new();
                successors(code, insn, pc, |to| next.push(to));
                if insn.returns() {
                    next.push(end);
                }
                next
            })
            .collect();
        Self::from(next, handlers)
    }

    fn from(next: Vec<Vec<usize>>, handlers: Vec<Vec<usize>>) -> Self {
        let end = next.len();
        let ways =
            next.iter().zip(&handlers).map(|(next, handlers)| [&next[..], &handlers[..]].concat());
        let graph = Graph::new(ways.chain([Vec::new()]).collect());
        Self { behind: Dominators::new(&graph.reversed(), end), next, handlers }
    }

    /// Where these ways meet: at an instruction, or at the end of the method. None if at most one
    /// of them leads to the end.
    pub(super) fn where_meet(&self, ways: &[usize]) -> Option<usize> {
        let leading: Vec<usize> =
            ways.iter().copied().filter(|to| self.behind.reaches(*to)).collect();
        (leading.len() > 1).then(|| leading.into_iter().reduce(|a, b| self.behind.meeting(a, b)))?
    }
}

#[cfg(test)]
mod tests;
