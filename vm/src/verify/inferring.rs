//! Inferring types (JVMS 4.10.2): the state at each block's start is the merge of all ways there, and blocks are gone
//! through again until nothing changes.
//!
//! A subroutine is followed once for each chain of calls that leads into it, as if its code stood there. So the local
//! variables it does not touch keep their types across the call, which is what the specification's bit vectors are for.

use super::Verifier;
use super::failure::{Check, Failure};
use super::instructions::Next;
use super::method::Body;
use super::types::{Frame, VType};
use crate::flow::Op;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A position, and the chain of subroutine calls it is reached by.
type Place = (usize, u32);

/// A call of a subroutine.
struct Call {
    /// Where the subroutine starts.
    subroutine: usize,
    /// Where it returns to.
    back: usize,
    /// The chain of calls the caller is in; zero is the method itself.
    caller: u32,
}

struct Inference<'a> {
    body: &'a Body<'a>,
    starts: Vec<bool>,
    /// Where ranges of the exception table start.
    covered: Vec<bool>,
    states: FxHashMap<Place, Frame>,
    work: BTreeSet<Place>,
    /// Chains of subroutine calls by their number, less one.
    calls: Vec<Call>,
    /// The chain that a call at a place makes.
    chains: FxHashMap<Place, u32>,
}

impl Verifier<'_> {
    /// Infers and checks the types of a method's code.
    pub fn infer(&mut self, body: &Body<'_>) -> Check<()> {
        let frame = body.initial_frame(self)?;
        let mut covered = vec![false; body.code.bytecode.len()];
        for range in &body.code.exceptions {
            for at in [range.start, range.handler] {
                if !body.starts_instruction(usize::from(at)) {
                    return Err(Failure::verify("Illegal exception table range"));
                }
            }
            if usize::from(range.end) != body.code.bytecode.len() && !body.starts_instruction(usize::from(range.end)) {
                return Err(Failure::verify("Illegal exception table range"));
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
            calls: Vec::new(),
            chains: FxHashMap::default(),
        };
        self.arrive(&mut inference, (0, 0), &frame)?;
        while let Some(place) = inference.work.pop_first() {
            self.block(&mut inference, place)?;
        }
        Ok(())
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
                170 | 171 => body.switch_targets(op, self.file.major)?.into_iter().for_each(&mut mark),
                _ => {}
            }
            if matches!(op.code, 168 | 201) {
                mark((op.at + op.length) as i64);
            }
        }
        body.code.exceptions.iter().for_each(|range| mark(i64::from(range.handler)));
        Ok(starts)
    }

    fn block(&mut self, inference: &mut Inference<'_>, place: Place) -> Check<()> {
        let (start, chain) = place;
        let body = inference.body;
        let mut frame = inference.states[&place].clone();
        let mut number = body.op_at(start).ok_or_else(|| Failure::verify("Illegal target of jump or branch"))?;
        let mut handled = None;
        loop {
            let Some(op) = body.ops().get(number) else {
                return Err(Failure::verify("Falling off the end of the code"));
            };
            if op.at != start && inference.starts[op.at] {
                return self.arrive(inference, (op.at, chain), &frame);
            }
            self.spend(1)?;
            self.throw(inference, op, chain, &frame, &mut handled)?;
            let next = self.step(body, op, &mut frame)?;
            let after = op.at + op.length;
            match next {
                Next::Fall => {}
                Next::Branch(target) => self.go(inference, target, chain, &frame)?,
                Next::Jump(target) => return self.go(inference, target, chain, &frame),
                Next::Switch(targets) => {
                    return targets.into_iter().try_for_each(|target| self.go(inference, target, chain, &frame));
                }
                Next::End => return Ok(()),
                Next::Subroutine(target) => {
                    let called = self.call(inference, (op.at, chain), target, after)?;
                    frame.push(VType::ReturnAddress(called))?;
                    return self.go(inference, target, called, &frame);
                }
                Next::Return(local) => {
                    let VType::ReturnAddress(called) = frame.local(local) else {
                        return Err(Failure::verify("Expecting to find a return address in a local variable"));
                    };
                    let call = &inference.calls[called as usize - 1];
                    return self.arrive(inference, (call.back, call.caller), &frame);
                }
            }
            number += 1;
        }
    }

    /// The chain of calls that is made by a call at a place.
    fn call(&mut self, inference: &mut Inference<'_>, place: Place, target: i64, back: usize) -> Check<u32> {
        if let Some(chain) = inference.chains.get(&place) {
            return Ok(*chain);
        }
        let subroutine = usize::try_from(target).map_err(|_| Failure::verify("Illegal target of jump or branch"))?;
        let mut outer = place.1;
        while let Some(call) = (outer as usize).checked_sub(1).map(|n| &inference.calls[n]) {
            self.spend(1)?;
            if call.subroutine == subroutine {
                return Err(Failure::verify("Recursive call to jsr entry"));
            }
            outer = call.caller;
        }
        if !inference.body.starts_instruction(back) {
            return Err(Failure::verify("Falling off the end of the code"));
        }
        inference.calls.push(Call { subroutine, back, caller: place.1 });
        let chain = inference.calls.len() as u32;
        inference.chains.insert(place, chain);
        Ok(chain)
    }

    /// The instruction may throw: its handlers get the locals as they are before it.
    fn throw(
        &mut self,
        inference: &mut Inference<'_>,
        op: &Op,
        chain: u32,
        frame: &Frame,
        handled: &mut Option<u64>,
    ) -> Check<()> {
        let body = inference.body;
        if body.code.exceptions.is_empty() || *handled == Some(frame.generation) && !inference.covered[op.at] {
            return Ok(());
        }
        self.spend(body.code.exceptions.len())?;
        let mut thrown = frame.in_handler(frame.this_uninitialized);
        for range in &body.code.exceptions {
            if (usize::from(range.start)..usize::from(range.end)).contains(&op.at) {
                thrown.stack.clear();
                let caught = self.check_catch_type(range)?;
                thrown.push(caught)?;
                self.arrive(inference, (usize::from(range.handler), chain), &thrown)?;
            }
        }
        *handled = Some(frame.generation);
        Ok(())
    }

    fn go(&mut self, inference: &mut Inference<'_>, target: i64, chain: u32, frame: &Frame) -> Check<()> {
        let target = usize::try_from(target).ok().filter(|target| inference.body.starts_instruction(*target));
        let target = target.ok_or_else(|| Failure::verify("Illegal target of jump or branch"))?;
        self.arrive(inference, (target, chain), frame)
    }

    /// Merges a state into that of a place, and goes through the place again if that changes it.
    fn arrive(&mut self, inference: &mut Inference<'_>, place: Place, frame: &Frame) -> Check<()> {
        // States are kept: they cost more than comparing them does.
        let size = frame.locals().len() + frame.stack.len();
        let Some(known) = inference.states.get(&place) else {
            self.spend(size * 16)?;
            inference.states.insert(place, frame.clone());
            inference.work.insert(place);
            return Ok(());
        };
        self.spend(size)?;
        if known.stack.len() != frame.stack.len() {
            let (a, b) = (known.stack.len(), frame.stack.len());
            return Err(Failure::verify(format!("Inconsistent stack height {b} != {a}")));
        }
        let mut merged = known.clone();
        let mut changed = frame.this_uninitialized && !known.this_uninitialized;
        merged.this_uninitialized |= frame.this_uninitialized;
        for (n, found) in frame.stack.iter().enumerate() {
            let ty = self.merged(merged.stack[n], *found)?;
            if ty == VType::Top && *found != VType::Top {
                return Err(Failure::verify("Mismatched stack types"));
            }
            changed |= ty != merged.stack[n];
            merged.stack[n] = ty;
        }
        let locals = self.merged_locals(known.shared_locals(), frame)?;
        if let Some(locals) = locals {
            merged.replace_locals(locals, merged.this_uninitialized);
            changed = true;
        }
        if changed {
            inference.states.insert(place, merged);
            inference.work.insert(place);
        }
        Ok(())
    }

    /// The merge of the locals, if it is another than what was known.
    fn merged_locals(&mut self, known: Rc<Vec<VType>>, frame: &Frame) -> Check<Option<Rc<Vec<VType>>>> {
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
            let upper = !merged[n].is_second() || n > 0 && merged[n - 1].second() == Some(merged[n]);
            if !whole || !upper {
                merged[n] = VType::Top;
            }
        }
        Ok(Some(Rc::new(merged)))
    }
}
