//! A thread's part of a state's identity: what it is doing, and its stack with the registers that
//! still matter.
//!
//! A step changes one thread, and going back brings old ones again. So the part is kept as a hash
//! by the thread's [`Version`], with the objects in it whose names are not fixed.

use crate::ground::code::{Code, Reg};
use crate::ground::heap::Ref;
use crate::ground::unobserved::Waits;
use crate::state::clock::Time;
use crate::state::liveness::Liveness;
use crate::threads::thread::{Frame, Status, Version};
use crate::vm::Vm;

/// How many threads as they once were are remembered: so few that they stay in the processor's
/// cache.
const REMEMBERED: u64 = 1024;

/// Stands for a newer object in the words of a remembered part.
const NEWER: u64 = 1 << 62;

/// Stands for a time, which depends on when it is looked at.
const TIME: u64 = 1 << 61;

/// A word of a thread's part.
pub(crate) enum Word {
    Plain(u64),
    Reference(Ref),
}

/// A thread's part: the hash of its words.
#[derive(Clone, Copy, Default)]
struct Part {
    version: Version,
    hash: u128,
    /// Whether there is more to it.
    has_rest: bool,
}

/// What else is in the words of a part, in order.
#[derive(Clone, Default)]
pub(crate) struct Rest {
    /// Newer objects.
    pub(crate) newer: Vec<Ref>,
    pub(crate) times: Vec<Time>,
}

/// Which registers of a method's frames count, by position.
#[derive(Default)]
struct LiveRegisters {
    before: Vec<&'static [Reg]>,
    /// While the call before the instruction is under way.
    calling: Vec<&'static [Reg]>,
    /// The same on an object of the class library where something is forgotten there ([`Waits`]).
    waiting: Option<Vec<&'static [Reg]>>,
}

/// What is known about threads and their methods.
#[derive(Default)]
pub(crate) struct Parts {
    remembered: Vec<Part>,
    rests: Vec<Rest>,
    words: Vec<u64>,
    /// By the method's number.
    live: Vec<LiveRegisters>,
}

impl Parts {
    /// The hash of a thread's part, looked up if the thread was met before as it is, and what else
    /// there is to it.
    pub(crate) fn of(&mut self, vm: &Vm, number: usize) -> (u128, Option<&Rest>) {
        let version = vm.threads[number].version;
        if self.remembered.is_empty() {
            self.remembered.resize(REMEMBERED as usize, Part::default());
            self.rests.resize(REMEMBERED as usize, Rest::default());
        }
        let slot = (version.0 % REMEMBERED) as usize;
        if self.remembered[slot].version != version || version == Version::default() {
            let mut rest = std::mem::take(&mut self.rests[slot]);
            let hash = self.fill(vm, number, &mut rest);
            let has_rest = !rest.newer.is_empty() || !rest.times.is_empty();
            self.remembered[slot] = Part { version, hash, has_rest };
            self.rests[slot] = rest;
        }
        let Part { hash, has_rest, .. } = self.remembered[slot];
        (hash, has_rest.then(|| &self.rests[slot]))
    }

    fn fill(&mut self, vm: &Vm, number: usize, rest: &mut Rest) -> u128 {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        rest.newer.clear();
        rest.times.clear();
        self.each_word(vm, number, |word| {
            words.push(match word {
                Word::Plain(word) => Time::of(word).map_or(word, |time| {
                    rest.times.push(time);
                    TIME
                }),
                Word::Reference(object) if object.index() < vm.heap.journal.frozen_end => {
                    object.word()
                }
                Word::Reference(object) => {
                    rest.newer.push(object);
                    NEWER
                }
            });
        });
        let hash = crate::state::identity::hash(&words);
        self.words = words;
        hash
    }

    /// Tells the words of a thread's part.
    pub(crate) fn each_word(&mut self, vm: &Vm, number: usize, mut tell: impl FnMut(Word)) {
        each_word_of_state(vm, number, &mut tell);
        let (frames, stack) = vm.stack_of(number);
        tell(Word::Plain(frames.len() as u64));
        for (level, frame) in frames.iter().enumerate() {
            let code = frame.code;
            let place = u64::from(code.method.id) << 32
                | u64::from(frame.pc) << 16
                | u64::from(frame.result);
            tell(Word::Plain(place));
            tell(Word::Reference(frame.lock));
            let registers = &stack[frame.base as usize..frame.end()];
            for register in self.live_registers(vm, frame, frames.get(level + 1), registers) {
                let register = usize::from(*register);
                let word = registers[register];
                tell(if code.is_reference(register) {
                    Word::Reference(Ref::of(word))
                } else {
                    Word::Plain(word)
                });
            }
        }
    }

    fn live_registers(
        &mut self,
        vm: &Vm,
        frame: &Frame,
        above: Option<&Frame>,
        registers: &[u64],
    ) -> &'static [Reg] {
        let (pc, calling) = match above {
            None => (frame.pc, false),
            Some(above) if above.is_again() => (frame.pc - 1, false),
            Some(_) => (frame.pc, true),
        };
        let method = frame.code.method.id as usize;
        if self.live.len() <= method {
            self.live.resize_with(method + 1, LiveRegisters::default);
        }
        let live = &mut self.live[method];
        if live.before.is_empty() {
            *live = live_in(frame.code);
        }
        let lists = match &live.waiting {
            _ if !calling => &live.before,
            Some(waiting) if vm.has_unobserved_queue(Ref::of(registers[0])) => waiting,
            _ => &live.calling,
        };
        lists[pc as usize]
    }
}

fn live_in(code: &Code) -> LiveRegisters {
    let liveness = Liveness::of(code);
    let leak = |list: Vec<Reg>| -> &'static [Reg] { Box::leak(list.into_boxed_slice()) };
    let positions = 0..code.insns.len();
    let waiting = Waits::of(code).map(|waits| {
        let at = |pc: usize| {
            let mut list = liveness.across(code, pc);
            list.retain(|register| !waits.forgets(pc, *register));
            leak(list)
        };
        positions.clone().map(at).collect()
    });
    LiveRegisters {
        before: positions.clone().map(|pc| leak(liveness.before(pc))).collect(),
        calling: positions.map(|pc| leak(liveness.across(code, pc))).collect(),
        waiting,
    }
}

/// Not what depends on other threads or the clock: its place among those that wait, and deadlines.
fn each_word_of_state(vm: &Vm, number: usize, tell: &mut impl FnMut(Word)) {
    let thread = &vm.threads[number];
    let (tag, object) = match thread.status {
        Status::New => (0, Ref::NULL),
        Status::Runnable => (1, Ref::NULL),
        Status::Blocked(object) => (2, object),
        Status::InitWait(mirror) => (3, mirror),
        Status::Waiting { object, deadline } => (4 + u64::from(deadline.is_some()), object),
        Status::Parked { .. } | Status::Sleeping { .. } | Status::Terminated => (6, Ref::NULL),
    };
    let reached = thread.pending.is_some_and(|pending| pending.reached);
    let is_stopped = thread.pending.is_some();
    let flags =
        [thread.permit, thread.interrupted, thread.daemon, thread.failed, is_stopped, reached];
    let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
    let pending = thread.pending.map_or(0, |p| p.operation.kind as u64 + 1);
    let (wake, phase) = (thread.wake as u64, thread.phase as u64);
    tell(Word::Plain(thread.key));
    if thread.clock_reads > 0 {
        tell(Word::Plain(u64::from(thread.clock_reads)));
    }
    tell(Word::Plain(
        tag | flags << 8
            | pending << 16
            | wake << 24
            | phase << 28
            | u64::from(thread.saved_count) << 32,
    ));
    [thread.object, thread.scoped_cache, object]
        .into_iter()
        .for_each(|object| tell(Word::Reference(object)));
}

#[cfg(test)]
mod tests;
