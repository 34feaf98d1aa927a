//! A method as the verifier sees it: its decoded code, and the type state it starts with.

use super::Verifier;
use super::failure::{Check, Failure};
use super::types::{Frame, VType};
use crate::ground::class::MethodRef;
use raceproof_bytecode::{Flow, Op};
use raceproof_classfile::Code;

/// A method's code.
pub(crate) struct Body<'a> {
    pub(crate) method: MethodRef,
    pub(crate) code: &'a Code<'static>,
    flow: Flow<'a>,
    pub(crate) result: Option<VType>,
    /// Whether types are inferred: only old code, which alone may have subroutines.
    pub(crate) inferring: bool,
}

impl<'a> Body<'a> {
    /// Decodes the code of `method`.
    pub(crate) fn new(
        verifier: &mut Verifier<'_>,
        method: MethodRef,
        code: &'a Code<'static>,
    ) -> Check<Self> {
        let flow =
            Flow::decoded(verifier.file, code).map_err(|_| Failure::verify("Bad instruction"))?;
        let result = verifier.signature(method.descriptor)?.result;
        Ok(Self { method, code, flow, result, inferring: false })
    }

    /// The instructions in order.
    pub(crate) fn ops(&self) -> &[Op] {
        &self.flow.ops
    }

    /// The number of the instruction at a position.
    pub(crate) fn op_at(&self, position: usize) -> Option<usize> {
        let number = *self.flow.index.get(position)? as usize;
        (number < self.flow.ops.len()).then_some(number)
    }

    pub(crate) fn starts_instruction(&self, position: usize) -> bool {
        self.op_at(position).is_some()
    }

    /// The opcode of the instruction that starts at a position.
    pub(crate) fn opcode_at(&self, position: usize) -> Option<u8> {
        self.op_at(position).map(|number| self.flow.ops[number].code)
    }

    pub(crate) fn byte(&self, position: usize) -> u8 {
        self.code.bytecode.get(position).copied().unwrap_or(0)
    }

    fn word(&self, position: usize) -> i32 {
        i32::from_be_bytes(std::array::from_fn(|n| self.byte(position + n)))
    }

    pub(crate) fn max_locals(&self) -> usize {
        usize::from(self.code.max_locals)
    }

    pub(crate) fn max_stack(&self) -> usize {
        usize::from(self.code.max_stack)
    }

    /// Whether `this` is handed in without having been initialised.
    pub(crate) fn is_constructor(&self) -> bool {
        self.method.name.text() == "<init>"
    }

    /// The state before the first instruction: the receiver and the parameters.
    pub(crate) fn initial_frame(&self, verifier: &mut Verifier<'_>) -> Check<Frame> {
        let mut locals = Vec::new();
        let uninitialized = self.is_constructor() && verifier.class.name != verifier.names.object;
        if !self.method.is_static() {
            let this = VType::Class(verifier.class.name);
            locals.push(if uninitialized { VType::UninitializedThis } else { this });
        }
        let signature = verifier.signature(self.method.descriptor)?;
        for parameter in &signature.parameters {
            locals.push(*parameter);
            locals.extend(parameter.second());
        }
        if locals.len() > self.max_locals() {
            return Err(Failure::Format("Arguments can't fit into locals".to_owned()));
        }
        Ok(Frame::new(
            locals,
            uninitialized && !self.method.is_static(),
            self.max_locals(),
            self.max_stack(),
        ))
    }

    /// The positions the switch at `op` can go to, the default first; not all need to be in the
    /// code.
    pub(crate) fn switch_targets(&self, op: &Op, major: u16) -> Check<Vec<i64>> {
        let base = (op.at + 4) & !3;
        // Later versions leave the padding alone.
        if major < 51 && (op.at + 1..base).any(|at| self.byte(at) != 0) {
            return Err(Failure::verify("Nonzero padding byte in lookupswitch or tableswitch"));
        }
        let target = |at| op.at as i64 + i64::from(self.word(at));
        let end = op.at + op.length;
        let mut targets = vec![target(base)];
        if op.code == 170 {
            targets.extend((base + 12..end).step_by(4).map(target));
        } else {
            let keys = (base + 8..end).step_by(8).map(|at| self.word(at));
            if !keys.is_sorted_by(|a, b| a < b) {
                return Err(Failure::verify("Bad lookupswitch instruction"));
            }
            targets.extend((base + 12..end).step_by(8).map(target));
        }
        Ok(targets)
    }
}
