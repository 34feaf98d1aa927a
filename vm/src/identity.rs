//! The identity of a state: a hash over what the program can still observe, in canonical order.
//!
//! What was there when the state was frozen is the same in all states: of it, only the words that were ever overwritten are
//! looked at, and only those that differ now count. Newer objects are named by the order in which they are met, walking
//! from the changed words and the threads' live registers; so garbage, addresses and ages never matter. Threads are
//! named by who started them ([`crate::thread::ThreadState::key`]), monitors' owners with them.
//!
//! Left out: sharedness, which says where a thread stops but not what it does; how many hashes and threads a thread has asked for, the clock as long as the program has not read it, and
//! registers that nobody will read ([`crate::liveness`]).

use crate::class::{ClassKind, ClassRef};
use crate::code::{Code, Reg};
use crate::heap::{HEADER_WORDS, Ref, SHARED};
use crate::liveness::Liveness;
use crate::monitor::Monitor;
use crate::thread::{Frame, Status};
use crate::vm::Vm;
use raceproof_base::Fingerprint;
use raceproof_classfile::descriptor::Type;

/// What a frozen word holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    Header,
    /// Array length and monitor.
    Monitor,
    Reference,
    /// Two elements of a reference array.
    Elements,
    /// The number of a thread, plus one.
    Thread,
}

/// Set in the canonical name of a frozen object, whose address is its name.
const FROZEN: u64 = 1 << 63;

/// Which registers of a method's frames count: by position, before the instruction, and while the call before it is
/// under way.
type LiveRegisters = Vec<[&'static [Reg]; 2]>;

/// Working memory of the walk, and what it learns about code and frozen words.
#[derive(Default)]
pub(crate) struct Identity {
    words: Vec<u64>,
    /// Canonical numbers of the objects met, by distance from the frozen end; zero is none.
    names: Vec<u32>,
    met: Vec<Ref>,
    kinds: Vec<Kind>,
    /// Where frozen objects start.
    starts: Vec<u32>,
    /// By the method's number.
    live: Vec<LiveRegisters>,
    /// The threads in canonical order.
    order: Vec<usize>,
    /// The word of a `Thread` that holds the machine's number of it.
    thread_word: usize,
}

impl Identity {
    /// The identity of the machine's state.
    pub(crate) fn of(&mut self, vm: &Vm) -> Fingerprint {
        self.write(vm);
        Fingerprint(xxhash_rust::xxh3::xxh3_128(bytemuck::cast_slice(&self.words)))
    }

    /// The words that the identity is the hash of: for tests, which compare them in full.
    pub(crate) fn write(&mut self, vm: &Vm) -> &[u64] {
        self.words.clear();
        for object in self.met.drain(..) {
            self.names[object.index() - vm.heap.journal.frozen_end] = 0;
        }
        self.order.clear();
        self.order.extend(0..vm.threads.len());
        self.order.sort_unstable_by_key(|n| vm.threads[*n].key);
        if self.thread_word == 0 {
            self.thread_word = vm.word_of(vm.known.thread.get(), "$thread");
        }
        self.learn_kinds(vm);
        self.write_changed(vm);
        self.write_threads(vm);
        let mut next = 0;
        while next < self.met.len() {
            self.write_object(vm, self.met[next]);
            next += 1;
        }
        self.write_ended(vm);
        &self.words
    }

    fn name(&mut self, vm: &Vm, object: Ref) -> u64 {
        let frozen_end = vm.heap.journal.frozen_end;
        if object.index() < frozen_end {
            return if object.is_null() { 0 } else { FROZEN | object.word() };
        }
        let slot = object.index() - frozen_end;
        if slot >= self.names.len() {
            self.names.resize((slot + 1).next_power_of_two(), 0);
        }
        if self.names[slot] == 0 {
            self.met.push(object);
            self.names[slot] = self.met.len() as u32;
        }
        u64::from(self.names[slot])
    }

    fn put_reference(&mut self, vm: &Vm, object: Ref) {
        let name = self.name(vm, object);
        self.words.push(name);
    }

    fn write_changed(&mut self, vm: &Vm) {
        for (position, (index, before)) in vm.heap.journal.changed.iter().enumerate() {
            let word = vm.heap.get(*index as usize);
            if word == *before || self.kinds[position] == Kind::Header && word & !SHARED == *before & !SHARED {
                continue;
            }
            self.words.push(u64::from(*index));
            match self.kinds[position] {
                Kind::Plain => self.words.push(word),
                Kind::Header => self.words.push(word & !SHARED),
                Kind::Monitor => self.write_monitor(vm, word),
                Kind::Reference => self.put_reference(vm, Ref::of(word)),
                Kind::Elements => {
                    self.put_reference(vm, Ref(word as u32));
                    self.put_reference(vm, Ref((word >> 32) as u32));
                }
                Kind::Thread => self.words.push(key(vm, word)),
            }
        }
    }

    /// The second word of an object's header.
    fn write_monitor(&mut self, vm: &Vm, word: u64) {
        let Monitor { owner, count } = Monitor::of((word >> 32) as u32);
        self.words.push(word & 0xFFFF_FFFF | u64::from(count) << 32);
        if let Some(owner) = owner {
            self.words.push(vm.threads[owner].key);
        }
    }

    fn write_threads(&mut self, vm: &Vm) {
        self.words.push(u64::from(vm.ended.is_some()));
        if vm.clock_seen {
            self.words.push(vm.clock);
        }
        for position in 0..self.order.len() {
            let number = self.order[position];
            let thread = &vm.threads[number];
            if thread.status == Status::Terminated {
                continue;
            }
            self.words.push(thread.key);
            self.put_reference(vm, thread.object);
            self.put_reference(vm, thread.scoped_cache);
            self.write_status(vm, number);
            let (frames, stack) = vm.stack_of(number);
            self.words.push(frames.len() as u64);
            for (level, frame) in frames.iter().enumerate() {
                self.write_frame(vm, frame, frames.get(level + 1), stack);
            }
        }
    }

    fn write_status(&mut self, vm: &Vm, number: usize) {
        let thread = &vm.threads[number];
        let (tag, object) = match thread.status {
            Status::New => (0, Ref::NULL),
            Status::Runnable => (1, Ref::NULL),
            Status::Blocked(object) => (2, object),
            Status::InitWait(mirror) => (3, mirror),
            Status::Waiting { object, deadline } => (4 + u64::from(deadline.is_some()), object),
            Status::Parked { .. } | Status::Sleeping { .. } | Status::Terminated => (6, Ref::NULL),
        };
        let flags = [thread.permit, thread.interrupted, thread.daemon, thread.failed, thread.pending.is_some()];
        let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        let pending = thread.pending.map_or(0, |p| p.operation.kind as u64 + 1);
        let wake = thread.wake as u64;
        self.words.push(
            tag | flags << 8
                | pending << 16
                | wake << 24
                | (thread.phase as u64) << 28
                | u64::from(thread.saved_count) << 32,
        );
        self.put_reference(vm, object);
        if let Status::Waiting { object, deadline } = thread.status {
            let earlier = vm.waiters(object).iter().position(|other| *other == number);
            self.words.push(earlier.unwrap_or(0) as u64);
            self.write_deadline(vm, deadline);
        }
        if let Some(pending) = thread.pending {
            self.write_deadline(vm, pending.deadline);
        }
    }

    fn write_deadline(&mut self, vm: &Vm, deadline: Option<u64>) {
        if let Some(deadline) = deadline.filter(|_| vm.clock_seen) {
            self.words.push(deadline);
        }
    }

    fn write_frame(&mut self, vm: &Vm, frame: &Frame, above: Option<&Frame>, stack: &[u64]) {
        let code = frame.code;
        self.words.push(u64::from(code.method.id) << 32 | u64::from(frame.pc) << 16 | u64::from(frame.result));
        self.put_reference(vm, frame.lock);
        let (pc, calling) = match above {
            None => (frame.pc, false),
            Some(above) if above.is_again() => (frame.pc - 1, false),
            Some(_) => (frame.pc, true),
        };
        for register in self.live_registers(code, pc, calling) {
            let word = stack[frame.base as usize + usize::from(*register)];
            if code.is_reference(usize::from(*register)) {
                self.put_reference(vm, Ref::of(word));
            } else {
                self.words.push(word);
            }
        }
    }

    fn live_registers(&mut self, code: &'static Code, pc: u32, calling: bool) -> &'static [Reg] {
        let (method, pc) = (code.method.id as usize, pc as usize);
        if self.live.len() <= method {
            self.live.resize_with(method + 1, Vec::new);
        }
        let lists = &mut self.live[method];
        if lists.is_empty() {
            let liveness = Liveness::of(code);
            let leak = |list: Vec<Reg>| -> &'static [Reg] { Box::leak(list.into_boxed_slice()) };
            lists.extend((0..code.insns.len()).map(|pc| [leak(liveness.before(pc)), leak(liveness.across(code, pc))]));
        }
        lists[pc][usize::from(calling)]
    }

    fn write_object(&mut self, vm: &Vm, object: Ref) {
        let at = object.index();
        self.words.push(vm.heap.get(at) & !SHARED);
        self.write_monitor(vm, vm.heap.get(at + 1));
        let class = vm.class_of(object);
        match class.kind {
            ClassKind::Array { element_type: Type::Reference, .. } => {
                for index in 0..vm.heap.length(object) {
                    self.put_reference(vm, vm.heap.element(object, index));
                }
            }
            ClassKind::Array { .. } => {
                let end = at + vm.object_words(object);
                self.words.extend_from_slice(&vm.heap.words[at + HEADER_WORDS..end]);
            }
            _ => self.write_fields(vm, class, at),
        }
    }

    fn write_fields(&mut self, vm: &Vm, class: ClassRef, at: usize) {
        let mut references = class.reference_words.iter().copied().peekable();
        let thread = class.is_subtype_of(vm.known.thread.get()).then_some(self.thread_word);
        for word in HEADER_WORDS..class.instance_words {
            let value = vm.heap.get(at + word);
            if references.next_if_eq(&(word as u16)).is_some() {
                self.put_reference(vm, Ref::of(value));
            } else if thread == Some(word) {
                self.words.push(key(vm, value));
            } else {
                self.words.push(value);
            }
        }
    }

    /// Threads that have ended count as long as somebody can ask about them.
    fn write_ended(&mut self, vm: &Vm) {
        for position in 0..self.order.len() {
            let thread = &vm.threads[self.order[position]];
            let object = thread.object.index();
            let slot = object.wrapping_sub(vm.heap.journal.frozen_end);
            let known = object < vm.heap.journal.frozen_end || self.names.get(slot).is_some_and(|name| *name != 0);
            if thread.status == Status::Terminated && known {
                self.words.extend([thread.key, u64::from(thread.end_seen)]);
            }
        }
    }

    /// Finds out what the words hold that changed for the first time.
    fn learn_kinds(&mut self, vm: &Vm) {
        while self.kinds.len() < vm.heap.journal.changed.len() {
            let index = vm.heap.journal.changed[self.kinds.len()].0 as usize;
            let kind = self.kind_of(vm, index);
            self.kinds.push(kind);
        }
    }

    fn kind_of(&mut self, vm: &Vm, index: usize) -> Kind {
        let object = self.frozen_object_at(vm, index);
        let word = index - object.index();
        let class = vm.class_of(object);
        match class.kind {
            _ if word == 0 => Kind::Header,
            _ if word == 1 => Kind::Monitor,
            ClassKind::Array { element_type: Type::Reference, .. } => Kind::Elements,
            ClassKind::Array { .. } => Kind::Plain,
            _ if class.reference_words.contains(&(word as u16)) => Kind::Reference,
            _ if word == self.thread_word && class.is_subtype_of(vm.known.thread.get()) => Kind::Thread,
            _ if class.id == vm.known.class.get().id
                && vm.mirrored(object).static_reference_words.contains(&(word as u32)) =>
            {
                Kind::Reference
            }
            _ => Kind::Plain,
        }
    }

    /// The frozen object that a word lies in.
    fn frozen_object_at(&mut self, vm: &Vm, index: usize) -> Ref {
        if self.starts.is_empty() {
            vm.each_object(vm.heap.program_start(), vm.heap.journal.frozen_end, |object| self.starts.push(object.0));
        }
        if index < vm.heap.program_start() {
            return vm.object_containing(index);
        }
        let after = self.starts.partition_point(|start| *start as usize <= index);
        Ref(self.starts[after - 1])
    }
}

fn key(vm: &Vm, number: u64) -> u64 {
    (number as usize).checked_sub(1).and_then(|n| vm.threads.get(n)).map_or(0, |thread| thread.key | 1)
}

impl Vm {
    /// Tells the objects between two words, the first of which starts one.
    pub(crate) fn each_object(&self, start: usize, end: usize, mut tell: impl FnMut(Ref)) {
        let mut at = start;
        while at < end {
            let header = self.heap.get(at);
            if header & 0x00FF_FFFF == 0 {
                at += ((header >> 32) as usize).max(1);
            } else {
                tell(Ref(at as u32));
                at += self.object_words(Ref(at as u32));
            }
        }
    }

    /// The object that a word lies in, by walking the region: for naming variables.
    pub(crate) fn object_containing(&self, index: usize) -> Ref {
        let program = self.heap.program_start();
        let start = if index < program { HEADER_WORDS } else { program };
        let mut found = Ref::NULL;
        self.each_object(start, index + 1, |object| found = object);
        found
    }
}
