//! What a batch ([`crate::state::batches`]) adds to the identity of a state.

use super::{FROZEN, INSIDE, Identity, OPEN, WordKind, hash, key};
use crate::ground::class::ClassKind;
use crate::ground::heap::{HEADER_WORDS, Ref, SHARED};
use crate::state::clock::Time;
use crate::vm::Vm;
use raceproof_classfile::descriptor::Type;

impl Identity {
    /// What a batch holds, as a hash, and its words that must be told for each state.
    pub(super) fn describe_batch(&mut self, vm: &Vm, batch: usize) -> (u128, Vec<(u32, WordKind)>) {
        self.words.clear();
        let mut open = Vec::new();
        for (object, _) in vm.batches.members(batch) {
            let at = object.index();
            self.words.push(vm.heap.get(at) & !SHARED);
            self.write_monitor(vm, vm.heap.get(at + 1));
            match vm.class_of(*object).kind {
                ClassKind::Array { element_type: Type::Reference, .. } => {
                    for index in at + HEADER_WORDS..at + vm.object_words(*object) {
                        let word = vm.heap.get(index);
                        let halves = [Ref(word as u32), Ref((word >> 32) as u32)];
                        match halves.map(|half| inside(vm, batch, half)) {
                            [Some(one), Some(other)] => self.words.extend([one, other]),
                            _ => {
                                self.words.push(OPEN);
                                open.push((index as u32, WordKind::Elements));
                            }
                        }
                    }
                }
                ClassKind::Array { .. } => {
                    let end = at + vm.object_words(*object);
                    self.words.extend_from_slice(&vm.heap.words[at + HEADER_WORDS..end]);
                }
                _ => self.describe_fields(vm, batch, *object, &mut open),
            }
        }
        self.words.extend(open.iter().map(|(index, _)| {
            let (_, _, position) = vm.batches.member_at(*index as usize).unwrap_or_default();
            position as u64
        }));
        self.words.push(open.len() as u64);
        (hash(&self.words), open)
    }

    fn describe_fields(
        &mut self,
        vm: &Vm,
        batch: usize,
        object: Ref,
        open: &mut Vec<(u32, WordKind)>,
    ) {
        let class = vm.class_of(object);
        let at = object.index();
        let numbered = class.is_subtype_of(vm.known.thread.get()).then_some(vm.known.thread_number);
        let mut references = class.reference_words.iter().map(|word| usize::from(*word)).peekable();
        for word in HEADER_WORDS..class.instance_words {
            let value = vm.heap.get(at + word);
            let mut open_as = |kind| {
                open.push(((at + word) as u32, kind));
                OPEN
            };
            let told = if references.next_if_eq(&word).is_some() {
                inside(vm, batch, Ref::of(value)).unwrap_or_else(|| open_as(WordKind::Reference))
            } else if numbered == Some(word) {
                key(vm, value)
            } else if Time::of(value).is_some() {
                open_as(
                    Self::unobserved_kind(vm, class, at + word, word).unwrap_or(WordKind::Plain),
                )
            } else {
                value
            };
            self.words.push(told);
        }
    }

    /// What was found then, where it leads to, and what was overwritten since.
    pub(super) fn write_batch(&mut self, vm: &Vm, number: usize) {
        let batch = vm.batches.get(number);
        self.words.extend([batch.hash as u64, (batch.hash >> 64) as u64]);
        for (index, kind) in &batch.open {
            self.write_word(vm, *kind, vm.heap.get(*index as usize));
        }
        let is_open =
            |index: u32| batch.open.binary_search_by_key(&index, |(open, _)| *open).is_ok();
        let mut changed: Vec<(u32, u64)> =
            batch.changed.iter().filter(|(index, _)| !is_open(*index)).copied().collect();
        changed.sort_unstable();
        let count = self.words.len();
        self.words.push(0);
        for (index, before) in changed {
            let index = index as usize;
            let Some((object, _, position)) = vm.batches.member_at(index) else { continue };
            let (kind, word) = (Self::kind_of(vm, object, index), vm.heap.get(index));
            let counts = if kind == WordKind::Header { !SHARED } else { u64::MAX };
            if (word ^ before) & counts != 0 && kind != WordKind::Unobserved {
                self.words[count] += 1;
                self.words.push((position as u64) << 32 | (index - object.index()) as u64);
                self.write_word(vm, kind, word);
            }
        }
    }
}

/// What stands for a reference in the hash of a batch; none if it leads to a newer object that is
/// not of the batch.
fn inside(vm: &Vm, batch: usize, target: Ref) -> Option<u64> {
    if target.index() < vm.heap.journal.frozen_end {
        return Some(if target.is_null() { 0 } else { FROZEN | target.word() });
    }
    let (_, of, position) = vm.batches.member_at(target.index())?;
    (of == batch).then_some(INSIDE | position as u64)
}
