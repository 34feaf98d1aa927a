//! What the program's own code has executed on the current path, instruction by instruction, with
//! the registers as they were before: from this, what it would do under other schedules is told
//! (`observed.rs`).

use crate::ground::class::ClassRef;
use crate::ground::code::Code;
use crate::ground::heap::Ref;
use crate::state::liveness::successors;
use crate::vm::Vm;
use raceproof_base::Mark;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A longer log is not kept: nothing is told from it then.
const MOST: usize = 1 << 18;

/// An instruction that was begun. One that had to wait is begun again.
#[derive(Clone, Copy)]
pub(crate) struct LoggedStep {
    pub(crate) thread: u32,
    /// How many frames lie below.
    pub(crate) depth: u32,
    pub(crate) pc: u32,
    pub(crate) code: &'static Code,
    /// Where its registers are.
    words: usize,
}

/// The log of the current path.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<LoggedStep>,
    words: Vec<u64>,
    /// How long it was at each mark.
    at_marks: Vec<usize>,
    /// How many marks there were when it began: before them it says nothing.
    marks_before: usize,
    /// The monitors that threads held when it began.
    pub(crate) held: Vec<(u32, Ref)>,
    /// How many threads there were then.
    pub(crate) threads: u32,
    is_on: bool,
    is_full: bool,
    /// The instructions executed since somebody began to ask.
    pub(crate) trail: Option<Trail>,
}

/// Which of the program's own instructions were executed.
#[derive(Default)]
pub(crate) struct Trail {
    known: FxHashMap<(u32, u32), Rounds>,
    /// The round of a loop that is being executed, if somebody counts them.
    pub(crate) round: u32,
    /// Some of them go on in one way or another.
    pub(crate) decides: bool,
}

/// The rounds in which an instruction was executed.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// At most so many from one to the next.
    pub(crate) gap: u32,
}

impl Trail {
    fn meet(&mut self, code: &'static Code, pc: usize) {
        let round = self.round;
        match self.known.entry((code.method.id, pc as u32)) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                known.gap = known.gap.max(round - known.last);
                known.last = round;
            }
            Entry::Vacant(new) => {
                new.insert(Rounds { first: round, last: round, gap: 0 });
                let mut ways = 0;
                successors(code, code.insns[pc].get(), pc, |_| ways += 1);
                self.decides |= ways > 1;
            }
        }
    }

    /// When its instructions were executed.
    pub(crate) fn rounds(&self) -> impl Iterator<Item = Rounds> {
        self.known.values().copied()
    }
}

impl Log {
    /// The frame's registers before an instruction.
    pub(crate) fn registers(&self, entry: &LoggedStep) -> &[u64] {
        &self.words[entry.words..entry.words + usize::from(entry.code.registers)]
    }

    fn push(
        &mut self,
        thread: usize,
        depth: usize,
        pc: usize,
        code: &'static Code,
        registers: &[u64],
    ) {
        if self.entries.len() >= MOST {
            self.is_full = true;
            return;
        }
        let words = self.words.len();
        self.words.extend_from_slice(registers);
        self.entries.push(LoggedStep {
            thread: thread as u32,
            depth: depth as u32,
            pc: pc as u32,
            code,
            words,
        });
    }

    /// How long it was at a mark; none if not all was kept since.
    pub(crate) fn at(&self, mark: Mark) -> Option<usize> {
        let is_known = self.is_on && !self.is_full && mark.0 >= self.marks_before;
        self.at_marks.get(mark.0).copied().filter(|_| is_known)
    }

    pub(crate) fn mark(&mut self) {
        self.at_marks.push(self.entries.len());
    }

    pub(crate) fn go_back(&mut self, to: Mark) {
        self.at_marks.truncate(to.0 + 1);
        let length = self.at_marks.last().copied().unwrap_or(0);
        if let Some(first) = self.entries.get(length) {
            self.words.truncate(first.words);
            self.entries.truncate(length);
        }
        self.is_full &= self.entries.len() >= MOST;
        // Behind this mark it may begin otherwise.
        self.is_on &= self.at_marks.len() > self.marks_before;
    }
}

impl Vm {
    /// Logs the instruction that is about to be executed, if it is the program's. Answers whether
    /// it was.
    #[inline]
    pub(crate) fn log_instruction(&mut self, code: &'static Code, base: usize, pc: usize) -> bool {
        let is_logged = self.is_logging() && self.is_of_program(code.method.class());
        if is_logged && let Some(trail) = &mut self.explored.log.trail {
            trail.meet(code, pc);
        }
        if is_logged && self.explored.log.is_on {
            let registers = &self.stack[base..base + usize::from(code.registers)];
            self.explored.log.push(self.current, self.frames.len() - 1, pc, code, registers);
        }
        is_logged
    }

    /// Whether what the program's own code executes is looked at one by one.
    pub(crate) fn is_logging(&self) -> bool {
        self.explored.log.is_on || self.explored.log.trail.is_some()
    }

    /// Whether a class came with the program, or was made for it.
    pub(crate) fn is_of_program(&self, class: ClassRef) -> bool {
        !self.linked.is_of_jdk(class.loader)
    }

    /// From the start of the second thread on all is logged; where the first one stands comes
    /// first. What was done before happens before everything else.
    pub(crate) fn begin_log(&mut self) {
        if !self.explore.log || !self.exploring || self.explored.log.is_on {
            return;
        }
        let at_marks = std::mem::take(&mut self.explored.log.at_marks);
        let (marks_before, threads) = (at_marks.len(), self.threads.len() as u32);
        let trail = self.explored.log.trail.take();
        let mut log = Log { is_on: true, threads, at_marks, marks_before, trail, ..Log::default() };
        for thread in 0..self.threads.len() {
            let (frames, stack) = self.stack_of(thread);
            for (depth, frame) in frames
                .iter()
                .enumerate()
                .filter(|(_, frame)| self.is_of_program(frame.code.method.class()))
            {
                let pc = if depth + 1 < frames.len() {
                    (frame.pc as usize).saturating_sub(1)
                } else {
                    frame.pc as usize
                };
                let registers = &stack[frame.base as usize..frame.end()];
                log.push(thread, depth, pc, frame.code, registers);
                let is_lock = |object: &Ref| {
                    !object.is_null() && self.owns(*object, thread) && *object != frame.lock
                };
                let references = registers
                    .iter()
                    .enumerate()
                    .filter(|(register, _)| frame.code.is_reference(*register));
                for object in references.map(|(_, word)| Ref::of(*word)).filter(is_lock) {
                    if !log.held.contains(&(thread as u32, object)) {
                        log.held.push((thread as u32, object));
                    }
                }
            }
        }
        self.explored.log = log;
    }
}

#[cfg(test)]
mod tests;
