//! A thread that nobody else can disturb any more, and that spins.
//!
//! What a thread does alone is no visible operation, so that its long computations are few steps. A loop that waits for what nobody is left
//! to change is then a step that says nothing of what it did. So where such a thread has run for long, what follows is tried by
//! single operations: if it comes back to a state by reading alone, it does nothing else for ever.

use crate::explore::Explorer;
use crate::thread::{Frame, Status};
use crate::unending::mix;
use crate::vm::Vm;
use raceproof_base::{Choice, Machine, Progress, StepOutcome, ThreadId};
use rustc_hash::FxHashSet;

/// A round of such a loop has fewer operations.
const STEPS: usize = 1_000;
/// Where in its round such a loop is stopped varies; so many of the last stops are remembered.
const STOPS: usize = 16;

impl Explorer {
    /// To be called when a thread has taken a step: notes it as waiting, if that is all it did.
    pub(crate) fn look_whether_it_spins_alone(&mut self, number: usize) {
        let thread = &self.vm.threads[number];
        let runs = thread.status == Status::Runnable && thread.pending.is_none();
        if !runs || !self.vm.alone || self.vm.ended.is_some() {
            return;
        }
        // Long computations do not come back with all their registers as they were.
        let stopped = self.vm.where_it_stopped(number);
        let comes_back = self.vm.stops.contains(&stopped);
        if comes_back && self.tried(|explorer| explorer.only_reads(number)) {
            self.vm.progress = Progress::Looks;
        }
        if !comes_back {
            self.vm.stops.truncate(STOPS - 1);
            self.vm.stops.push_front(stopped);
        }
    }

    fn only_reads(&mut self, number: usize) -> bool {
        self.vm.is_watched = true;
        let (mut seen, mut looks) = (FxHashSet::default(), false);
        let comes_back = (0..STEPS).find_map(|step| {
            let is_done = matches!(self.step(Choice::Run(ThreadId(number as u32)), &mut ()), StepOutcome::Done);
            // The first leads from somewhere between two operations to the next one.
            let works = step > 0 && self.vm.progress == Progress::Works;
            looks |= self.vm.progress == Progress::Looks;
            let waits = is_done && !works && self.vm.able_in_one_way(number);
            if !waits { Some(false) } else { (!seen.insert(self.fingerprint())).then_some(looks) }
        });
        self.vm.is_watched = false;
        comes_back == Some(true)
    }
}

impl Vm {
    /// A thread's place in its code, with all it has on its stack.
    fn where_it_stopped(&self, number: usize) -> u64 {
        let (frames, stack) = self.stack_of(number);
        let words = &stack[..frames.last().map_or(0, Frame::end)];
        words.iter().fold(self.place_in_code(number), |hash, word| mix(hash, *word))
    }
}
