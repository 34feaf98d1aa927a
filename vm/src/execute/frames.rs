//! The frames of the running thread, as far as the inner loop needs them: plain calls and returns.

use crate::ground::brief::Brief;
use crate::ground::class::MethodRef;
use crate::ground::code::{CallSite, Code, NO_REG};
use crate::ground::heap::{Heap, Ref};
use crate::ground::native::Manner;
use crate::threads::thread::Frame;

/// A thread may use this many words of stack, frames included. HotSpot's megabyte holds between
/// 10,000 levels of a small recursive method and 40,000, as far as it is compiled when it is
/// called; this holds 24,000.
pub(super) const STACK_WORDS: usize = 240_000;

/// Words a frame counts for beyond its registers.
pub(super) const FRAME_COST: usize = 6;

/// So many words are cleared at once.
const FEW: usize = 8;

/// The frames of the running thread, of which the inner loop executes the last one.
pub(crate) struct Frames<'a> {
    pub(super) frames: &'a mut Vec<Frame>,
    /// The registers of all.
    pub(super) registers: &'a mut [u64],
}

/// What goes on after a call or a return: code, its first register, and where.
pub(super) type Place = (&'static Code, usize, usize);

impl Frames<'_> {
    pub(super) fn last(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Where the last frame goes on.
    pub(super) fn stop_at(&mut self, pc: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// The code to go on with if a call is plain: bytecode that is linked, not synchronized, and
    /// fits on the stack.
    #[inline]
    pub(super) fn plain(&self, method: MethodRef) -> Option<&'static Code> {
        let callee = method.plain.get().or_else(|| found_plain(method))?;
        let end = self.end() + usize::from(callee.registers);
        let fits =
            end <= self.registers.len() && end + self.frames.len() * FRAME_COST <= STACK_WORDS;
        fits.then_some(callee)
    }

    /// What a call comes to that is brief, unless it needs a frame: where the stack may end, or to
    /// throw an exception from.
    #[inline(always)]
    pub(super) fn word_of(
        &self,
        brief: Brief,
        callee: &Code,
        call: &CallSite,
        heap: &Heap,
    ) -> Option<u64> {
        match brief {
            Brief::No => None,
            Brief::Unlinked => look_at(callee),
            Brief::Nothing { words: 0, .. } => Some(0),
            Brief::Nothing { words, .. } => self.has_room(callee, words).then_some(0),
            Brief::Constant(v) => Some(u64::from(v.cast_unsigned())),
            Brief::Field(w, read) => {
                let base = self.frames.last().map_or(0, |frame| frame.base as usize);
                let object = self.registers[base + usize::from(call.arguments[0])] as usize;
                (object != 0).then(|| read.word(heap.words[object + usize::from(w)]))
            }
        }
    }

    /// Whether so many words more than those of the callee fit on the stack.
    fn has_room(&self, callee: &Code, more: u16) -> bool {
        let end = self.end() + usize::from(callee.registers) + usize::from(more);
        end <= self.registers.len() && end + self.frames.len() * FRAME_COST <= STACK_WORDS
    }

    /// The end of the last frame's registers.
    #[inline]
    fn end(&self) -> usize {
        self.frames.last().map_or(0, Frame::end)
    }

    /// A frame for a call that is plain.
    #[inline(always)]
    pub(super) fn push(&mut self, callee: &'static Code, call: &CallSite) -> Place {
        let start = self.end();
        let base = self.frames.last().map_or(0, |frame| frame.base as usize);
        let (callers, rest) = self.registers.split_at_mut(start);
        let caller = &callers[base..];
        let (parameters, others) = rest.split_at_mut(call.arguments.len());
        for (slot, register) in parameters.iter_mut().zip(&call.arguments) {
            *slot = caller[usize::from(*register)];
        }
        clear(others, usize::from(callee.registers) - call.arguments.len());
        self.frames.push(Frame {
            code: callee,
            base: start as u32,
            pc: 0,
            result: call.result,
            lock: Ref::NULL,
            barrier: false,
            in_step: false,
        });
        (callee, start, 0)
    }

    /// Returns a word from the last frame, if that is plain: into bytecode, which goes on behind
    /// its call.
    #[inline]
    pub(super) fn pop(&mut self, word: u64) -> Option<Place> {
        let [.., caller, frame] = &self.frames[..] else { return None };
        if !frame.lock.is_null() || frame.barrier || frame.is_again() {
            return None;
        }
        let (code, base, pc) = (caller.code, caller.base as usize, caller.pc as usize);
        if frame.result != NO_REG {
            self.registers[base + usize::from(frame.result)] = word;
        }
        self.frames.pop();
        Some((code, base, pc))
    }
}

/// Clears the first words of those that nobody uses; a few more cost less than to count them.
#[inline]
fn clear(unused: &mut [u64], count: usize) {
    match unused.first_chunk_mut() {
        Some(words) if count <= FEW => *words = [0; FEW],
        _ => unused[..count].fill(0),
    }
}

/// The first time: what a method is does not change, once it is linked.
#[cold]
fn found_plain(method: MethodRef) -> Option<&'static Code> {
    let Some(Ok(code)) = method.code.get() else { return None };
    let is_plain =
        method.peer.get().is_none() && method.manner == Manner::Step && !method.is_synchronized();
    if is_plain {
        look_at(code);
    }
    method.plain.set(is_plain.then_some(*code));
    method.plain.get()
}

/// Finds out whether its calls are brief; this one is not.
#[cold]
fn look_at(code: &Code) -> Option<u64> {
    code.brief.set(Brief::of(code, |site| {
        let called = code.sites[usize::from(site)].method.get()?;
        let callee = called.plain.get().or_else(|| found_plain(called))?;
        Some((callee.brief.get(), callee.registers + FRAME_COST as u16))
    }));
    None
}

#[cfg(test)]
mod tests;
