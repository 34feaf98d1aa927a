//! Memory outside the heap (`Unsafe.allocateMemory`, direct buffers): a list of pairs of the next
//! pair and a byte array, which the `Unsafe` object leads to, so that it is part of the state. It
//! is kept until it is freed.

use crate::args::non_null;
use raceproof_classfile::descriptor::Type;
use raceproof_vm::ground::heap::HEADER_BYTES;
use raceproof_vm::{Exec, Ref, Vm};
use std::ops::Range;

const NEXT: usize = 0;
const BYTES: usize = 1;

/// What is known of the list without going through it.
#[derive(Default)]
struct Blocks {
    /// The `Unsafe` object that leads to it.
    list: Ref,
    /// The array that an access was in last; it is none once it is freed.
    last: Ref,
    /// What is in no list: made by linking, mapped files, the machine's own.
    others: Vec<Range<usize>>,
}

/// A new array in the list. What linking makes stays anyway, and must not be in a list that steps
/// change.
fn outside_array(vm: &mut Vm, list: Ref, bytes: usize) -> Exec<Ref> {
    vm.extension.get::<Blocks>().list = list;
    if vm.is_linking() {
        let array = vm.new_array(vm.known().primitive_array(Type::Byte), bytes.max(8))?;
        let block = block_of(vm, array);
        open(vm, block);
        return Ok(array);
    }
    let head = vm.field_ref(list, "$memory");
    let pair = vm.new_references(vm.known().object.get(), &[head, Ref::NULL])?;
    vm.set_field(list, "$memory", pair.word());
    let array = vm.new_array(vm.known().primitive_array(Type::Byte), bytes.max(8))?;
    vm.heap.put_element(pair, BYTES, array);
    vm.publish(pair, array);
    Ok(array)
}

/// Lets raw accesses use memory that is in no list.
pub(crate) fn open(vm: &mut Vm, bytes: Range<usize>) {
    vm.extension.get::<Blocks>().others.push(bytes);
}

/// Ends that for memory that starts at an address.
pub(crate) fn close(vm: &mut Vm, start: usize) {
    vm.extension.get::<Blocks>().others.retain(|block| block.start != start);
}

pub(crate) fn address_in(array: Ref) -> u64 {
    array.word() * 8 + HEADER_BYTES as u64
}

pub(crate) fn block_of(vm: &Vm, array: Ref) -> Range<usize> {
    let start = address_in(array) as usize;
    start..start + vm.heap.length(array)
}

pub(crate) fn allocate_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    outside_array(vm, non_null(args[0])?, args[1] as usize).map(address_in)
}

/// The pair of an address, and the one before it.
fn pair_at(vm: &Vm, list: Ref, address: u64) -> Option<(Ref, Option<Ref>)> {
    let (mut before, mut pair) = (None, vm.field_ref(list, "$memory"));
    while !pair.is_null() {
        if address_in(vm.heap.element(pair, BYTES)) == address {
            return Some((pair, before));
        }
        (before, pair) = (Some(pair), vm.heap.element(pair, NEXT));
    }
    None
}

/// Whether bytes lie in memory that was allocated and not freed.
pub(crate) fn is_allocated(vm: &mut Vm, bytes: &Range<usize>) -> bool {
    let holds = |block: &Range<usize>| block.start <= bytes.start && bytes.end <= block.end;
    let blocks = vm.extension.get::<Blocks>();
    let (list, last) = (blocks.list, blocks.last);
    if blocks.others.iter().any(holds) {
        return true;
    }
    // Going back may have given the last one's memory to something else.
    let is_block = |vm: &Vm, array: Ref| {
        vm.is_object_at(array) && vm.class_of(array).id == vm.known().primitive_array(Type::Byte).id
    };
    if !last.is_null() && is_block(vm, last) && holds(&block_of(vm, last)) {
        return true;
    }
    let mut pair = if list.is_null() { Ref::NULL } else { vm.field_ref(list, "$memory") };
    while !pair.is_null() {
        let array = vm.heap.element(pair, BYTES);
        if !array.is_null() && holds(&block_of(vm, array)) {
            vm.extension.get::<Blocks>().last = array;
            return true;
        }
        pair = vm.heap.element(pair, NEXT);
    }
    false
}

pub(crate) fn reallocate_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let list = non_null(args[0])?;
    let Some((old, _)) = pair_at(vm, list, args[1]) else {
        return allocate_memory(vm, &[args[0], args[2]]);
    };
    let to = address_in(outside_array(vm, list, args[2] as usize)?);
    let length = vm.heap.length(vm.heap.element(old, BYTES)).min(args[2] as usize);
    vm.reserve_undo(to as usize, length)?;
    vm.heap.move_bytes(args[1] as usize, to as usize, length);
    free_memory(vm, args)?;
    Ok(to)
}

pub(crate) fn free_memory(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let list = non_null(args[0])?;
    vm.extension.get::<Blocks>().last = Ref::NULL;
    if let Some((pair, before)) = pair_at(vm, list, args[1]) {
        let next = vm.heap.element(pair, NEXT);
        match before {
            Some(before) => vm.heap.put_element(before, NEXT, next),
            None => vm.set_field(list, "$memory", next.word()),
        }
    }
    Ok(0)
}
