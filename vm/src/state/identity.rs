//! The identity of a state: a hash over what the program can still observe, in canonical order.
//!
//! What was there when the state was frozen is the same in all states: of it, only the words that
//! were ever overwritten are looked at, and only those that differ now count. Newer objects are
//! named by the order in which they are met, walking from the changed words and the threads' live
//! registers; so garbage, addresses and ages never matter. Threads are named by who started them
//! ([`crate::threads::thread::ThreadState::key`]), monitors' owners with them.
//!
//! Left out: sharedness, which says where a thread stops but not what it does; how many hashes and
//! threads a thread has asked for, the clock as long as the program has not read it
//! ([`crate::state::clock`]), and registers that nobody will read ([`crate::state::liveness`]). A
//! thread's part is written by [`crate::state::thread_identity`].

use crate::ground::class::{ClassKind, ClassRef};
use crate::ground::heap::{HEADER_WORDS, Ref, SHARED};
use crate::ground::unobserved::Unobserved;
use crate::state::clock::ClockUse;
use crate::state::thread_identity::{Parts, Word};
use crate::threads::monitor::Monitor;
use crate::threads::thread::Status;
use crate::vm::Vm;
use raceproof_base::{Address, Fingerprint};
use raceproof_classfile::descriptor::Type;
use std::cell::OnceCell;
use std::ops::Range;

/// What a word of an object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordKind {
    /// The first word of an object, of which one bit does not count.
    Header,
    Plain,
    /// Array length and monitor.
    Monitor,
    Reference,
    /// Two elements of a reference array.
    Elements,
    /// The number of a thread, plus one.
    Thread,
    /// An end of a synchronizer's queue of waiting threads, and the word of the other end.
    End {
        synchronizer: Ref,
        other: u32,
    },
    /// When a task of a scheduled pool is due.
    Due {
        task: Ref,
    },
    /// Nobody can observe it.
    Unobserved,
}

/// Set in the canonical name of a frozen object, whose address is its name.
const FROZEN: u64 = 1 << 63;

/// Set in the name of a variable that was there when the state was frozen.
const OLD: u64 = 1 << 59;

/// Set in what stands for an object of a batch in a hash of the same batch.
const INSIDE: u64 = 1 << 62;

/// Stands there for what is told for each state.
const OPEN: u64 = 1 << 60;

/// Before the counts of rounds; no header of an object, which may stand there, too.
const ROUNDS: u64 = u64::MAX;

/// Working memory of the walk, and what it learns about code and frozen words.
#[derive(Default)]
pub(crate) struct Identity {
    words: Vec<u64>,
    /// Canonical numbers of the objects met, by distance from the frozen end; zero is none, or an
    /// object of a batch.
    names: Vec<u32>,
    /// What was met, with the numbers; for each batch its first object.
    met: Vec<(Ref, u32)>,
    /// The numbers of the first objects of batches; zero is none.
    batches: Vec<u32>,
    /// How many numbers were given.
    given: u32,
    /// Whether batches are walked object by object.
    in_full: bool,
    /// What each of the journal's changed words holds.
    kinds: Vec<WordKind>,
    threads: Parts,
    /// What the part of one thread leads to.
    newer: Vec<Ref>,
    /// The threads in canonical order, and those of them that have ended.
    order: Vec<usize>,
    ended: Vec<usize>,
    /// Words of the largest object that was met and is in no batch.
    longest: usize,
    /// The synchronizers in whose methods threads are, if somebody has asked.
    occupied: OnceCell<Vec<Ref>>,
}

impl Identity {
    /// The identity of the machine's present state. What the last step left is made a batch before,
    /// if it is much.
    pub(crate) fn of_present(&mut self, vm: &mut Vm) -> Fingerprint {
        vm.note_changed_in_batches();
        let identity = self.of(vm);
        if !vm.make_batch(self.met.iter().map(|(object, _)| *object)) {
            return identity;
        }
        let (hash, open) = self.describe_batch(vm, vm.batches.len() - 1);
        vm.describe_batch(hash, open);
        self.of(vm)
    }

    /// The identity of a state, with the batches that there are.
    pub(crate) fn of(&mut self, vm: &Vm) -> Fingerprint {
        self.in_full = false;
        self.write(vm, Self::write_thread);
        Fingerprint(hash(&self.words))
    }

    /// What the identity tells apart, in full: for tests.
    pub(crate) fn in_full(&mut self, vm: &Vm) -> &[u64] {
        self.in_full = true;
        self.write(vm, Self::write_thread_in_full);
        &self.words
    }

    fn write(&mut self, vm: &Vm, write_thread: impl Fn(&mut Self, &Vm, usize)) {
        self.words.clear();
        self.longest = 0;
        self.occupied.take();
        for (object, _) in self.met.drain(..) {
            if let Some(name) = self.names.get_mut(object.index() - vm.heap.journal.frozen_end) {
                *name = 0;
            }
        }
        self.given = 0;
        self.batches.clear();
        self.batches.resize(vm.batches.len(), 0);
        self.put_in_order(vm);
        self.learn_changed(vm);
        self.write_changed(vm);
        self.words.extend(vm.frozen_times());
        self.write_threads(vm, write_thread);
        let mut next = 0;
        while next < self.met.len() {
            let object = self.met[next].0;
            match self.member_at(vm, object.index()) {
                Some((_, batch, _)) => self.write_batch(vm, batch),
                None => self.write_object(vm, object),
            }
            next += 1;
        }
        self.write_ended(vm);
    }

    fn member_at(&self, vm: &Vm, index: usize) -> Option<(Ref, usize, usize)> {
        if self.in_full { None } else { vm.batches.member_at(index) }
    }

    fn put_in_order(&mut self, vm: &Vm) {
        let key = |number: &usize| vm.threads[*number].key;
        if self.order.len() != vm.threads.len() {
            self.order.clear();
            self.order.extend(0..vm.threads.len());
        }
        if !self.order.is_sorted_by_key(key) {
            self.order.sort_unstable_by_key(key);
        }
    }

    fn name(&mut self, vm: &Vm, object: Ref) -> u64 {
        let frozen_end = vm.heap.journal.frozen_end;
        if object.index() < frozen_end {
            return if object.is_null() { 0 } else { FROZEN | object.word() };
        }
        if let Some((_, batch, position)) = self.member_at(vm, object.index()) {
            if self.batches[batch] == 0 {
                let members = vm.batches.members(batch);
                self.batches[batch] = self.meet(members[0].0, members.len());
            }
            return u64::from(self.batches[batch]) + position as u64;
        }
        let slot = object.index() - frozen_end;
        if slot >= self.names.len() {
            self.names.resize((slot + 1).next_power_of_two(), 0);
        }
        if self.names[slot] == 0 {
            self.names[slot] = self.meet(object, 1);
        }
        u64::from(self.names[slot])
    }

    /// The number of an object that was not met before, and of others behind it.
    fn meet(&mut self, object: Ref, count: usize) -> u32 {
        let number = self.given + 1;
        self.given += count as u32;
        self.met.push((object, number));
        number
    }

    /// The number of a newer object, if it was met.
    fn number_of(&self, vm: &Vm, object: Ref) -> Option<u32> {
        let number = match self.member_at(vm, object.index()) {
            Some((_, batch, position)) => {
                let first = self.batches[batch];
                if first == 0 { 0 } else { first + position as u32 }
            }
            None => {
                let slot = object.index() - vm.heap.journal.frozen_end;
                self.names.get(slot).copied().unwrap_or(0)
            }
        };
        (number != 0).then_some(number)
    }

    /// What a variable, or an object by its first word, is called in the state whose identity was
    /// asked for last; none if nobody can come to it.
    pub(crate) fn name_of(&self, vm: &Vm, address: Address) -> Option<u64> {
        let index = (address.0 / 8) as usize;
        let frozen_end = vm.heap.journal.frozen_end;
        if index < frozen_end {
            return Some(OLD | address.0);
        }
        let object = match self.member_at(vm, index) {
            Some((object, ..)) => object,
            None => self.met_before(vm, index)?,
        };
        let offset = address.0 - object.word() * 8;
        let is_inside = offset < vm.object_words(object) as u64 * 8;
        let number = self.number_of(vm, object)?;
        is_inside.then(|| u64::from(number) << 32 | offset)
    }

    /// The last object that was met and begins at a word, or before it, as far as one goes.
    fn met_before(&self, vm: &Vm, index: usize) -> Option<Ref> {
        let frozen_end = vm.heap.journal.frozen_end;
        let end = (index - frozen_end + 1).min(self.names.len());
        let names = &self.names[end.saturating_sub(self.longest)..end];
        let after = names.iter().rev().position(|number| *number != 0)?;
        Some(Ref((frozen_end + end - 1 - after) as u32))
    }

    /// What has that name, in the same state.
    pub(crate) fn address_of_name(&self, vm: &Vm, name: u64) -> Option<Address> {
        if name & OLD != 0 {
            return Some(Address(name & !OLD));
        }
        let number = (name >> 32) as u32;
        let after = self.met.partition_point(|(_, first)| *first <= number);
        let (object, first) = *self.met.get(after.checked_sub(1)?)?;
        let behind = (number - first) as usize;
        let object = match self.member_at(vm, object.index()) {
            Some((_, batch, _)) => vm.batches.members(batch).get(behind)?.0,
            None => (behind == 0).then_some(object)?,
        };
        Some(Address(object.word() * 8 + (name & 0xFFFF_FFFF)))
    }

    fn put_reference(&mut self, vm: &Vm, object: Ref) {
        let name = self.name(vm, object);
        self.words.push(name);
    }

    /// Most of the words are as they were, so what they hold is looked at only where one is not.
    fn write_changed(&mut self, vm: &Vm) {
        let heap = &vm.heap.words[..];
        for (position, (index, before)) in vm.heap.journal.changed.iter().enumerate() {
            let word = heap[*index as usize];
            if word != *before {
                self.write_changed_word(vm, self.kinds[position], *index, word, *before);
            }
        }
    }

    fn write_changed_word(&mut self, vm: &Vm, kind: WordKind, index: u32, word: u64, before: u64) {
        match kind {
            WordKind::Header if (word ^ before) & !SHARED == 0 => return,
            WordKind::End { synchronizer, other }
                if before == 0 && self.stands_for_nobody(vm, synchronizer, word, other) =>
            {
                return;
            }
            WordKind::Unobserved => return,
            _ => {}
        }
        self.words.push(u64::from(index));
        self.write_word(vm, kind, word);
    }

    fn write_word(&mut self, vm: &Vm, kind: WordKind, word: u64) {
        match kind {
            WordKind::Header => self.words.push(word & !SHARED),
            WordKind::Plain => self.words.push(vm.told_word(word)),
            WordKind::Monitor => self.write_monitor(vm, word),
            WordKind::Reference => self.put_reference(vm, Ref::of(word)),
            WordKind::Elements => {
                self.put_reference(vm, Ref(word as u32));
                self.put_reference(vm, Ref((word >> 32) as u32));
            }
            WordKind::Thread => self.words.push(key(vm, word)),
            WordKind::End { synchronizer, other }
                if self.stands_for_nobody(vm, synchronizer, word, other) =>
            {
                self.words.push(0);
            }
            WordKind::End { .. } => self.put_reference(vm, Ref::of(word)),
            WordKind::Due { task } if vm.is_over(task) => self.words.push(0),
            WordKind::Due { .. } => self.words.push(vm.told_word(word)),
            WordKind::Unobserved => {}
        }
    }

    /// Whether an end of a queue does not count: it is the other one, too, and no thread is in a
    /// method of the synchronizer.
    fn stands_for_nobody(&self, vm: &Vm, synchronizer: Ref, end: u64, other: u32) -> bool {
        let is_occupied =
            || self.occupied.get_or_init(|| vm.occupied_synchronizers()).contains(&synchronizer);
        end != 0 && vm.heap.get(other as usize) == end && !is_occupied()
    }

    /// The second word of an object's header.
    fn write_monitor(&mut self, vm: &Vm, word: u64) {
        let Monitor { owner, count } = Monitor::of((word >> 32) as u32);
        self.words.push(word & 0xFFFF_FFFF | u64::from(count) << 32);
        if let Some(owner) = owner {
            self.words.push(vm.threads[owner].key);
        }
    }

    fn write_threads(&mut self, vm: &Vm, write_thread: impl Fn(&mut Self, &Vm, usize)) {
        self.words
            .push(u64::from(vm.scalars.ended.is_some()) | u64::from(vm.fails_silently()) << 1);
        self.words.push(vm.scalars.clock_use as u64);
        if vm.scalars.clock_use == ClockUse::Program {
            self.words.push(vm.scalars.clock);
        }
        self.ended.clear();
        for position in 0..self.order.len() {
            let number = self.order[position];
            if vm.threads[number].status == Status::Terminated {
                self.ended.push(number);
            } else {
                write_thread(self, vm, number);
                self.write_waiting(vm, number);
            }
        }
        // Only loops that do not end are counted, which most programs do not have.
        let counts = |number: &usize| {
            let thread = &vm.threads[*number];
            thread.status != Status::Terminated && vm.rounds_passed_over(*number) > 0
        };
        if vm.has_unending_loops() && self.order.iter().any(counts) {
            self.write_rounds(vm);
        }
    }

    /// How often threads were passed over, where that tells states apart.
    fn write_rounds(&mut self, vm: &Vm) {
        self.words.push(ROUNDS);
        for position in 0..self.order.len() {
            self.words.push(u64::from(vm.rounds_passed_over(self.order[position])));
        }
    }

    fn write_thread(&mut self, vm: &Vm, number: usize) {
        let (hash, rest) = self.threads.of(vm, number);
        self.words.extend([hash as u64, (hash >> 64) as u64]);
        let Some(rest) = rest else { return };
        for time in &rest.times {
            self.words.push(vm.told_time(*time));
        }
        self.newer.clear();
        self.newer.extend_from_slice(&rest.newer);
        for position in 0..self.newer.len() {
            self.put_reference(vm, self.newer[position]);
        }
    }

    fn write_thread_in_full(&mut self, vm: &Vm, number: usize) {
        let mut threads = std::mem::take(&mut self.threads);
        threads.each_word(vm, number, |word| match word {
            Word::Plain(word) => self.words.push(vm.told_word(word)),
            Word::Reference(object) => self.put_reference(vm, object),
        });
        self.threads = threads;
    }

    fn write_waiting(&mut self, vm: &Vm, number: usize) {
        let thread = &vm.threads[number];
        if let Status::Waiting { object, deadline } = thread.status {
            let earlier = vm.waiters(object).iter().position(|other| *other == number);
            self.words.push(earlier.unwrap_or(0) as u64);
            self.write_deadline(vm, deadline);
        }
        if let Some(pending) = &thread.pending {
            self.write_deadline(vm, pending.deadline);
        }
    }

    fn write_deadline(&mut self, vm: &Vm, deadline: Option<u64>) {
        if let Some(deadline) = vm.told_deadline(deadline) {
            self.words.push(deadline);
        }
    }

    fn write_object(&mut self, vm: &Vm, object: Ref) {
        let at = object.index();
        let size = vm.object_words(object);
        self.longest = self.longest.max(size);
        self.words.push(vm.heap.get(at) & !SHARED);
        self.write_monitor(vm, vm.heap.get(at + 1));
        let class = vm.class_of(object);
        match class.kind {
            ClassKind::Array { element_type: Type::Reference, .. } => {
                self.write_elements(vm, at + HEADER_WORDS..at + size);
            }
            ClassKind::Array { .. } => {
                self.words.extend_from_slice(&vm.heap.words[at + HEADER_WORDS..at + size]);
            }
            _ => self.write_fields(vm, class, at),
        }
    }

    /// What an array of references leads to, with where, after how much that is: queues and tables
    /// of the class library are long, and nearly empty.
    fn write_elements(&mut self, vm: &Vm, elements: Range<usize>) {
        let start = self.words.len();
        self.words.push(0);
        for (index, word) in vm.heap.words[elements].iter().enumerate() {
            if *word != 0 {
                self.words.push(index as u64);
                self.write_word(vm, WordKind::Elements, *word);
            }
        }
        self.words[start] = (self.words.len() - start) as u64;
    }

    fn write_fields(&mut self, vm: &Vm, class: ClassRef, at: usize) {
        let start = self.words.len();
        self.words.extend_from_slice(&vm.heap.words[at + HEADER_WORDS..at + class.instance_words]);
        if vm.has_relative_times() {
            self.words[start..].iter_mut().for_each(|word| *word = vm.told_word(*word));
        }
        let unobserved = vm.unobserved(class);
        for word in class.reference_words.iter().map(|word| usize::from(*word)) {
            let value = vm.heap.get(at + word);
            let other = unobserved.and_then(|unobserved| unobserved.other_end(word));
            let is_nobody = other.is_some_and(|other| {
                self.stands_for_nobody(vm, Ref(at as u32), value, (at + other) as u32)
            });
            let name = if is_nobody { 0 } else { self.name(vm, Ref::of(value)) };
            self.words[start + word - HEADER_WORDS] = name;
        }
        let counts = unobserved.iter().flat_map(|unobserved| unobserved.count_words());
        counts.for_each(|word| self.words[start + word - HEADER_WORDS] = 0);
        if let Some(due) =
            unobserved.and_then(Unobserved::due).filter(|_| vm.is_over(Ref(at as u32)))
        {
            self.words[start + due.time.word - HEADER_WORDS] = 0;
        }
        if class.is_subtype_of(vm.known.thread.get()) {
            let number = vm.known.thread_number;
            self.words[start + number - HEADER_WORDS] = key(vm, vm.heap.get(at + number));
        }
    }

    /// Threads that have ended count as long as somebody can ask about them.
    fn write_ended(&mut self, vm: &Vm) {
        for position in 0..self.ended.len() {
            let thread = &vm.threads[self.ended[position]];
            let known = thread.object.index() < vm.heap.journal.frozen_end
                || self.number_of(vm, thread.object).is_some();
            if known {
                self.words.extend([thread.key, u64::from(thread.end_seen)]);
            }
        }
    }

    /// Finds out what the words hold that changed for the first time.
    fn learn_changed(&mut self, vm: &Vm) {
        for (index, _) in &vm.heap.journal.changed[self.kinds.len()..] {
            let object = vm.frozen_object_containing(*index as usize);
            self.kinds.push(Self::kind_of(vm, object, *index as usize));
        }
    }

    /// What a field is that counts only sometimes, or never.
    fn unobserved_kind(vm: &Vm, class: ClassRef, index: usize, word: usize) -> Option<WordKind> {
        let unobserved = vm.unobserved(class)?;
        if unobserved.counts(word) {
            return Some(WordKind::Unobserved);
        }
        let start = index - word;
        if unobserved.due().is_some_and(|due| due.time.word == word) {
            return Some(WordKind::Due { task: Ref(start as u32) });
        }
        let other = unobserved.other_end(word)?;
        Some(WordKind::End { synchronizer: Ref(start as u32), other: (start + other) as u32 })
    }

    fn kind_of(vm: &Vm, object: Ref, index: usize) -> WordKind {
        let word = index - object.index();
        let class = vm.class_of(object);
        match class.kind {
            _ if word == 0 => WordKind::Header,
            _ if word == 1 => WordKind::Monitor,
            ClassKind::Array { element_type: Type::Reference, .. } => WordKind::Elements,
            ClassKind::Array { .. } => WordKind::Plain,
            _ if let Some(kind) = Self::unobserved_kind(vm, class, index, word) => kind,
            _ if class.reference_words.contains(&(word as u16)) => WordKind::Reference,
            _ if word == vm.known.thread_number && class.is_subtype_of(vm.known.thread.get()) => {
                WordKind::Thread
            }
            _ if class.id == vm.known.class.get().id
                && vm.mirrored(object).static_reference_words.contains(&(word as u32)) =>
            {
                WordKind::Reference
            }
            _ => WordKind::Plain,
        }
    }
}

impl Vm {
    /// What nobody can observe of a class's objects; none if there is nothing, or operations of the
    /// class library are many steps.
    #[inline]
    pub(crate) fn unobserved(&self, class: ClassRef) -> Option<&'static Unobserved> {
        if self.explore.library.is_empty() {
            return None;
        }
        let unobserved = class.unobserved.get_or_init(|| Unobserved::of(class));
        (!unobserved.is_empty()).then_some(unobserved)
    }

    /// Whether an object is a task of a scheduled pool, and when it was due makes no difference any
    /// more.
    fn is_over(&self, task: Ref) -> bool {
        let due = self.unobserved(self.class_of(task)).and_then(Unobserved::due);
        due.is_some_and(|due| {
            !self.is_field_listed(due.time)
                && due.is_over(|word| self.heap.get(task.index() + word))
        })
    }

    /// Whether an object is a synchronizer whose queue may be unobserved.
    pub(crate) fn has_unobserved_queue(&self, object: Ref) -> bool {
        self.unobserved(self.class_of(object)).is_some_and(Unobserved::has_queue)
    }

    /// The synchronizers in whose methods threads are.
    fn occupied_synchronizers(&self) -> Vec<Ref> {
        let mut occupied = Vec::new();
        for number in 0..self.threads.len() {
            let (frames, stack) = self.stack_of(number);
            let inside = frames.iter().filter(|frame| {
                self.unobserved(frame.code.method.class()).is_some_and(Unobserved::has_queue)
            });
            occupied.extend(inside.map(|frame| Ref::of(stack[frame.base as usize])));
        }
        occupied
    }
}

mod batch;

/// The hash of words.
pub(crate) fn hash(words: &[u64]) -> u128 {
    xxhash_rust::xxh3::xxh3_128(bytemuck::cast_slice(words))
}

fn key(vm: &Vm, number: u64) -> u64 {
    (number as usize)
        .checked_sub(1)
        .and_then(|n| vm.threads.get(n))
        .map_or(0, |thread| thread.key | 1)
}

#[cfg(test)]
mod tests;
