//! What other schedules may do instead of an instruction that was executed, where that depends on
//! the schedule: take another way of a branch, call another method, throw.

use super::insns::{call_of, is_fixed, may_throw};
use super::observed::{Observer, Region, Shadow, intersection};
use super::untaken::{State, Walk, caught};
use super::{Reason, Stand};
use crate::state::liveness::used;
use std::rc::Rc;

impl Observer<'_> {
    /// What else could come after the instruction under way than what did.
    pub(super) fn consider_others(
        &mut self,
        thread: usize,
        to: usize,
        before: &[bool],
        stand: &Stand,
    ) -> Result<(), Reason> {
        let top = self.top(thread);
        let (code, insn, pc) = (top.code, top.insn(), top.entry.pc as usize);
        let mut depends = false;
        used(code, insn, |register| depends |= before[usize::from(register)]);
        let flow = self.ground.flow(code);
        if let Some(site) = call_of(insn) {
            self.consider_targets(thread, site, before, stand)?;
            // Whoever is called says itself what it throws; the class library may throw at any
            // time.
            let call = &code.sites[usize::from(site)];
            if call.method.get().is_none_or(|method| !self.ground.vm.is_of_program(method.class()))
                || depends
            {
                self.consider_throwing(thread, usize::MAX, stand)?;
            }
        } else if depends && flow.next[pc].len() > 1 {
            let others: Vec<usize> =
                flow.next[pc].iter().copied().filter(|way| *way != to).collect();
            // Of an empty branch both ways are one.
            if !others.is_empty() {
                self.consider(thread, self.threads[thread].frames.len() - 1, &others, to, stand)?;
            }
        } else if depends && may_throw(insn) {
            self.consider_throwing(thread, usize::MAX, stand)?;
        }
        Ok(())
    }

    /// Other methods that a call could run if its receiver depends on the schedule.
    fn consider_targets(
        &mut self,
        thread: usize,
        site: u16,
        before: &[bool],
        stand: &Stand,
    ) -> Result<(), Reason> {
        let top = self.top(thread);
        let code = top.code;
        let call = &code.sites[usize::from(site)];
        let Some(receiver) = call.arguments.first().filter(|_| !is_fixed(call.kind)) else {
            return Ok(());
        };
        if !before[usize::from(*receiver)] {
            return Ok(());
        }
        let known: Vec<Option<u64>> = vec![None; call.arguments.len()];
        let method = call.method.get().ok_or("a call that was not linked")?;
        for target in self.ground.targets(call.kind, method, None)? {
            let locks = stand.locks.to_vec();
            let mut walk = Walk::new(&mut self.ground, stand.clone(), code.method.id);
            walk.enter(target, &known, locks)?;
        }
        Ok(())
    }

    /// An exception may be thrown now, in the innermost frame or by what one of them could have
    /// called: by all frames of the thread that may catch it, but those from this one on.
    fn consider_throwing(
        &mut self,
        thread: usize,
        below: usize,
        stand: &Stand,
    ) -> Result<(), Reason> {
        for index in (0..self.threads[thread].frames.len().min(below)).rev() {
            let frame = &self.threads[thread].frames[index];
            let (code, pc) = (frame.code, frame.entry.pc as usize);
            let flow = self.ground.flow(code);
            for handler in &flow.handlers[pc] {
                let to = *flow.next[pc].first().ok_or("an exception is thrown")?;
                self.consider(thread, index, &[*handler], to, stand)?;
            }
        }
        Ok(())
    }

    /// A frame of the thread, perhaps not the innermost, could go these ways instead of the one
    /// that it goes.
    fn consider(
        &mut self,
        thread: usize,
        index: usize,
        others: &[usize],
        to: usize,
        stand: &Stand,
    ) -> Result<(), Reason> {
        let frame = &self.threads[thread].frames[index];
        let code = frame.code;
        let is_top = index + 1 == self.threads[thread].frames.len();
        let flow = self.ground.flow(code);
        let is_thrown = flow.handlers[frame.entry.pc as usize].contains(&others[0]);
        let meeting = flow.where_meet(&[others, &[to]].concat());
        // A handler is reached with what was held before the method was called; nothing is known of
        // its registers.
        let below = self.threads[thread].frames[..index].iter().flat_map(Shadow::locks).collect();
        let held = stand.locks.to_vec();
        let state = if is_top && !is_thrown {
            let values = self.log.registers(&frame.entry);
            let known = values
                .iter()
                .zip(&frame.depends)
                .map(|(value, depends)| (!depends).then_some(*value))
                .collect();
            State { before: held, entered: Vec::new(), known }
        } else {
            let before: Vec<u64> = intersection(below, &held);
            State { before, entered: Vec::new(), known: caught(code, others[0]) }
        };
        for other in others {
            let mut walk = Walk::new(&mut self.ground, stand.clone(), code.method.id);
            let outcome = walk.over(code, *other, meeting, state.clone())?;
            if let (Some(locks), Some(meeting)) = (outcome.locks, meeting) {
                let (joined, mut defined) =
                    (Rc::clone(&stand.joined), vec![false; usize::from(code.registers)]);
                outcome.defined.iter().for_each(|register| defined[usize::from(*register)] = true);
                let this = &mut self.threads[thread];
                this.frames[index].regions.push(Region { meeting, locks, joined, defined });
                this.open += 1;
            }
            if outcome.throws && !is_thrown {
                self.consider_throwing(thread, index, stand)?;
            }
        }
        Ok(())
    }
}
