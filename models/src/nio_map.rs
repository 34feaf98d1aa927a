//! Mapped files: a read-only mapping is a copy of the file's bytes in the machine's own memory.
//!
//! A writable mapping would have to write back what the program stores, which nothing here does: it is unsupported.

use crate::args::{int, long, non_null};
use crate::host_files::{file, or_io_exception};
use raceproof_classfile::descriptor::Type;
use raceproof_vm::heap::HEADER_BYTES;
use raceproof_vm::{Exec, Registry, Trap, Vm};
use std::os::unix::fs::FileExt;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class("sun/nio/ch/FileChannelImpl", &[("map0", "(IJJZ)J", map_17), ("unmap0", "(JJ)I", unmap)]);
    let rows = [("map0", "(Ljava/io/FileDescriptor;IJJZ)J", map_21 as raceproof_vm::Peer), ("unmap0", "(JJ)I", unmap)];
    registry.class("sun/nio/ch/FileDispatcherImpl", &rows);
    registry.class("sun/nio/ch/UnixFileDispatcherImpl", &rows);
}

fn map_17(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let descriptor = vm.field_ref(non_null(args[0])?, "fd");
    map(vm, vm.field(descriptor, "fd"), args[1], args[2], args[3])
}

fn map_21(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let descriptor = non_null(args[args.len() - 5])?;
    map(vm, vm.field(descriptor, "fd"), args[args.len() - 4], args[args.len() - 3], args[args.len() - 2])
}

/// Copies `length` bytes from `position` on; `protection` zero is read-only, two private.
fn map(vm: &mut Vm, number: u64, protection: u64, position: u64, length: u64) -> Exec<u64> {
    if int(protection) == 1 {
        return Err(Trap::Unsupported("a writable mapping of a file (FileChannel.map READ_WRITE)".to_owned()));
    }
    let length = long(length).max(0) as usize;
    let class = vm.known.primitive_array(Type::Byte);
    vm.collect_if_wanted(length / 8 + 2)?;
    let array = vm.new_array(class, length.max(8))?;
    vm.pinned.push(array);
    let mut bytes = vec![0; length];
    let mut done = 0;
    while done < length {
        let opened = or_io_exception(file(vm, int(number)))?;
        let count = or_io_exception(opened.read_at(&mut bytes[done..], position + done as u64))?;
        if count == 0 {
            break;
        }
        done += count;
    }
    vm.heap.put_bytes(array, 0, &bytes);
    Ok(array.word() * 8 + HEADER_BYTES as u64)
}

fn unmap(vm: &mut Vm, args: &[u64]) -> Exec<u64> {
    let address = args[args.len() - 2];
    let start = address.wrapping_sub(HEADER_BYTES as u64) / 8;
    if let Some(index) = vm.pinned.iter().rposition(|p| p.word() == start) {
        vm.pinned.swap_remove(index);
    }
    Ok(0)
}
