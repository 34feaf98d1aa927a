//! Where the ways of a branch meet again: the postdominators of a method's code.
//!
//! Exceptions that leave the method are no way on; those that it catches are, from every instruction that a handler covers.

use crate::code::{Code, Insn};
use crate::liveness::{handlers_by_instruction, successors};

/// Where a way does not lead to the method's end.
const NOWHERE: usize = usize::MAX;

/// The control flow of a method, which ends in the node behind its instructions.
pub(super) struct Flow {
    /// By instruction: those that may come next.
    pub(super) next: Vec<Vec<usize>>,
    /// By instruction: the handlers of what it throws.
    pub(super) handlers: Vec<Vec<usize>>,
    /// By instruction: what each way from it to the end comes through first.
    after: Vec<usize>,
    /// How far each is from the end, by `after`.
    height: Vec<usize>,
}

impl Flow {
    pub(super) fn of(code: &Code) -> Self {
        let end = code.insns.len();
        let covering = handlers_by_instruction(code);
        let handlers: Vec<Vec<usize>> = covering
            .iter()
            .map(|numbers| numbers.iter().map(|number| usize::from(code.handlers[*number].target)).collect())
            .collect();
        let next: Vec<Vec<usize>> = (0..end)
            .map(|pc| {
                let insn = code.insns[pc].get();
                let mut next = Vec::new();
                successors(code, insn, pc, |to| next.push(to));
                if matches!(insn, Insn::Return | Insn::ReturnValue { .. }) {
                    next.push(end);
                }
                next
            })
            .collect();
        let mut flow = Self { next, handlers, after: vec![NOWHERE; end + 1], height: vec![0; end + 1] };
        flow.after[end] = end;
        flow.find_postdominators(end);
        flow
    }

    fn find_postdominators(&mut self, end: usize) {
        loop {
            let mut is_stable = true;
            for pc in (0..end).rev() {
                let ways = self.next[pc].iter().chain(&self.handlers[pc]).copied();
                let known: Vec<usize> = ways.filter(|to| self.after[*to] != NOWHERE).collect();
                let Some(meeting) = known.into_iter().reduce(|a, b| self.meeting(a, b)) else { continue };
                let height = self.height[meeting] + 1;
                is_stable &= (self.after[pc], self.height[pc]) == (meeting, height);
                (self.after[pc], self.height[pc]) = (meeting, height);
            }
            if is_stable {
                return;
            }
        }
    }

    fn meeting(&self, mut a: usize, mut b: usize) -> usize {
        let end = self.next.len();
        while a != b {
            if self.height[a] >= self.height[b] && a != end {
                a = self.after[a];
            } else {
                b = self.after[b];
            }
        }
        a
    }

    /// Where these ways meet: at an instruction, or at the end of the method. None if at most one of them leads to the end.
    pub(super) fn where_meet(&self, ways: &[usize]) -> Option<usize> {
        let leading: Vec<usize> = ways.iter().copied().filter(|to| self.after[*to] != NOWHERE).collect();
        (leading.len() > 1).then(|| leading.into_iter().reduce(|a, b| self.meeting(a, b)))?
    }
}
