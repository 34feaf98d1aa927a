//! Inferring types (JVMS 4.10.2): the state at each block's start is the merge of all ways there,
//! and blocks are gone through again until nothing changes.
//!
//! Subroutines are in `subroutines.rs`.

use super::Verifier;
use super::failure::{Check, Failure};
use super::instructions::Next;
use super::method::Body;
use super::subroutines::{self, Calls, Levels};
use super::types::{Frame, VType};
use raceproof_bytecode::Op;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is known where a block starts: the types, and the subroutines it may be in.
#[derive(Clone)]
struct State {
    frame: Frame,
    levels: Levels,
}

struct Inference<'a> {
    body: &'a Body<'a>,
    starts: Vec<bool>,
    /// Where ranges of the exception table start.
    covered: Vec<bool>,
    states: FxHashMap<usize, State>,
    work: BTreeSet<usize>,
    calls: Calls,
}

impl Verifier<'_> {
    /// Infers and checks the types of a method's code.
    pub(crate) fn infer(&mut self, body: &Body<'_>) -> Check<()> {
        Self::check_locals(body)?;
        let frame = body.initial_frame(self)?;
        let mut covered = vec![false; body.code.bytecode.len()];
        for range in &body.code.exceptions {
            let (start, end, handler) =
                (range.start.into(), range.end.into(), range.handler.into());
            let ends = end == body.code.bytecode.len() || body.starts_instruction(end);
            if start >= end || !body.starts_instruction(start) || !ends {
                return Err(Failure::Table("Illegal exception table range"));
            }
            if handler == 0 || !body.starts_instruction(handler) {
                return Err(Failure::Table("Illegal exception table handler"));
            }
            self.check_catch_type(range)?;
            covered[usize::from(range.start)] = true;
        }
        let mut inference = Inference {
            body,
            starts: self.block_starts(body)?,
            covered,
            states: FxHashMap::default(),
            work: BTreeSet::new(),
            calls: Calls::of(body),
        };
        self.arrive(&mut inference, 0, &State { frame, levels: Levels::default() })?;
        while let Some(start) = inference.work.pop_first() {
            self.block(&mut inference, start)?;
        }
        Ok(())
    }

    /// The numbers of local variables in all instructions, also in those that are never reached.
    fn check_locals(body: &Body<'_>) -> Check<()> {
        let is_beyond = |op: &Op| {
            let is_wide = matches!(op.code, 22 | 24 | 55 | 57);
            let uses_local = matches!(op.code, 21..=25 | 54..=58 | 132 | 169);
            uses_local
                && op.operand as usize + usize::from(is_wide) >= usize::from(body.code.max_locals)
        };
        match body.ops().iter().any(is_beyond) {
            true => Err(Failure::verify("Illegal local variable number")),
            false => Ok(()),
        }
    }

    fn block_starts(&mut self, body: &Body<'_>) -> Check<Vec<bool>> {
        let mut starts = vec![false; body.code.bytecode.len() + 1];
        let mut mark = |at: i64| {
            if let Some(start) = usize::try_from(at).ok().and_then(|at| starts.get_mut(at)) {
                *start = true;
            }
        };
        for op in body.ops() {
            match op.code {
                153..=168 | 198..=201 => mark(op.at as i64 + i64::from(op.operand)),
                170 | 171 => {
                    body.switch_targets(op, self.file.major)?.into_iter().for_each(&mut mark);
                }
                _ => {}
            }
            // What is known before a call and before a return is looked at again from elsewhere.
            if matches!(op.code, 168 | 169 | 201) {
                mark(op.at as i64);
                mark((op.at + op.length) as i64);
            }
        }
        body.code.exceptions.iter().for_each(|range| mark(i64::from(range.handler)));
        Ok(starts)
    }

    fn block(&mut self, inference: &mut Inference<'_>, start: usize) -> Check<()> {
        let body = inference.body;
        let mut state = inference.states[&start].clone();
        let mut number =
            body.op_at(start).ok_or_else(|| Failure::verify("Illegal target of jump or branch"))?;
        let mut handled = None;
        loop {
            let Some(op) = body.ops().get(number) else {
                return Err(Failure::verify("Falling off the end of the code"));
            };
            if op.at != start && inference.starts[op.at] {
                return self.arrive(inference, op.at, &state);
            }
            self.spend(1)?;
            self.throw(inference, op, &state, &mut handled)?;
            let before = state.frame.clone();
            let next = self.step(body, op, &mut state.frame)?;
            if op.code == 187 {
                Self::made_again(op.at, &mut state.frame)?;
            }
            if subroutines::touch(&mut state.levels, op, &before, &state.frame) {
                handled = None;
            }
            if op.code == 183 && before.generation != state.frame.generation {
                // A constructor may also throw after it has called another one.
                self.throw(inference, op, &state, &mut None)?;
            }
            match next {
                Next::Fall => {}
                Next::Branch(target) => self.go(inference, target, &state)?,
                Next::Jump(target) => return self.go(inference, target, &state),
                Next::Switch(targets) => {
                    return targets
                        .into_iter()
                        .try_for_each(|target| self.go(inference, target, &state));
                }
                Next::End => return Ok(()),
                Next::Subroutine(target) => return self.call(inference, op.at, target, state),
                Next::Return(local) => return self.come_back(inference, op.at, local, &state),
            }
            number += 1;
        }
    }

    fn call(
        &mut self,
        inference: &mut Inference<'_>,
        at: usize,
        target: i64,
        mut state: State,
    ) -> Check<()> {
        inference.work.extend(inference.calls.return_of(at));
        subroutines::enter(target as u32, &mut state.frame, &mut state.levels)?;
        self.go(inference, target, &state)
    }

    fn come_back(
        &mut self,
        inference: &mut Inference<'_>,
        at: usize,
        local: usize,
        state: &State,
    ) -> Check<()> {
        let VType::ReturnAddress(entry) = state.frame.local(local) else {
            return Err(Failure::verify("Expecting to find a return address in a local variable"));
        };
        for (call, behind) in inference.calls.come_back(at, entry)? {
            if !inference.body.starts_instruction(behind) {
                return Err(Failure::verify("Falling off the end of the code"));
            }
            // A call that nothing has led to yet comes here again.
            let Some(before) = inference.states.get(&call) else { continue };
            let (frame, levels) =
                subroutines::leave(entry, (&state.frame, &state.levels), &before.frame)?;
            self.arrive(inference, behind, &State { frame, levels })?;
        }
        Ok(())
    }

    /// The instruction may throw: its handlers get the locals as they are before it.
    fn throw(
        &mut self,
        inference: &mut Inference<'_>,
        op: &Op,
        state: &State,
        handled: &mut Option<u64>,
    ) -> Check<()> {
        let (body, frame) = (inference.body, &state.frame);
        if body.code.exceptions.is_empty()
            || *handled == Some(frame.generation) && !inference.covered[op.at]
        {
            return Ok(());
        }
        self.spend(body.code.exceptions.len())?;
        let thrown = frame.in_handler(frame.this_uninitialized);
        let mut thrown = State { frame: thrown, levels: Rc::clone(&state.levels) };
        for range in &body.code.exceptions {
            if (usize::from(range.start)..usize::from(range.end)).contains(&op.at) {
                thrown.frame.stack.clear();
                let caught = self.check_catch_type(range)?;
                thrown.frame.push(caught)?;
                self.arrive(inference, usize::from(range.handler), &thrown)?;
            }
        }
        *handled = Some(frame.generation);
        Ok(())
    }

    fn go(&mut self, inference: &mut Inference<'_>, target: i64, state: &State) -> Check<()> {
        let target = usize::try_from(target)
            .ok()
            .filter(|target| inference.body.starts_instruction(*target));
        let target = target.ok_or_else(|| Failure::verify("Illegal target of jump or branch"))?;
        self.arrive(inference, target, state)
    }

    /// Merges a state into that of a block, and goes through the block again if that changes it.
    fn arrive(&mut self, inference: &mut Inference<'_>, start: usize, state: &State) -> Check<()> {
        // States are kept: they cost more than comparing them does.
        let frame = &state.frame;
        let size = frame.locals().len() + frame.stack.len() + state.levels.len();
        let Some(known) = inference.states.get(&start) else {
            self.spend(size * 16)?;
            inference.states.insert(start, state.clone());
            inference.work.insert(start);
            return Ok(());
        };
        self.spend(size)?;
        if known.frame.stack.len() != frame.stack.len() {
            let (a, b) = (known.frame.stack.len(), frame.stack.len());
            return Err(Failure::verify(format!("Inconsistent stack height {b} != {a}")));
        }
        let mut merged = known.clone();
        let mut changed = frame.this_uninitialized && !merged.frame.this_uninitialized;
        merged.frame.this_uninitialized |= frame.this_uninitialized;
        for (n, found) in frame.stack.iter().enumerate() {
            let ty = self.merged(merged.frame.stack[n], *found)?;
            if ty == VType::Top && *found != VType::Top {
                return Err(Failure::verify("Mismatched stack types"));
            }
            changed |= ty != merged.frame.stack[n];
            merged.frame.stack[n] = ty;
        }
        let locals = self.merged_locals(merged.frame.shared_locals(), frame)?;
        if let Some(locals) = locals {
            merged.frame.replace_locals(locals, merged.frame.this_uninitialized);
            changed = true;
        }
        if let Some(levels) = subroutines::merged(&merged.levels, &state.levels) {
            merged.levels = levels;
            changed = true;
        }
        if changed {
            inference.states.insert(start, merged);
            inference.work.insert(start);
        }
        Ok(())
    }

    /// The merge of the locals, if it is another than what was known.
    fn merged_locals(
        &mut self,
        known: Rc<Vec<VType>>,
        frame: &Frame,
    ) -> Check<Option<Rc<Vec<VType>>>> {
        if Rc::ptr_eq(&known, &frame.shared_locals()) {
            return Ok(None);
        }
        let mut merged: Option<Vec<VType>> = None;
        for (n, ty) in known.iter().enumerate() {
            let joined = self.merged(*ty, frame.local(n))?;
            if joined != *ty {
                merged.get_or_insert_with(|| known.to_vec())[n] = joined;
            }
        }
        let Some(mut merged) = merged else { return Ok(None) };
        // Half a long is none.
        for n in 0..merged.len() {
            let whole = merged[n].second().is_none_or(|second| merged.get(n + 1) == Some(&second));
            let upper =
                !merged[n].is_second() || n > 0 && merged[n - 1].second() == Some(merged[n]);
            if !whole || !upper {
                merged[n] = VType::Top;
            }
        }
        Ok(Some(Rc::new(merged)))
    }
}
