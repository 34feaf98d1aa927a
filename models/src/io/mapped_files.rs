//! Mapped files: a copy of the file's part in the program's memory, kept in step at every call on a
//! file.
//!
//! What the program changed in a mapping is written back before the host's file is used in any way
//! and when the program ends, and what is written to a file is read again into its mappings, so
//! that both ways of access agree as they do on the host.

use crate::args::{int, long, non_null, nothing};
use crate::io::open_files::{self, number_of, or_io_exception};
use crate::memory::outside_memory::{address_in, block_of, close, open};
use raceproof_vm::{Exec, Ref, Registry, Vm};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// A mapping's protection: 0 read only, 1 read and write, 2 changes stay in memory.
const READ_WRITE: i32 = 1;
const PRIVATE: i32 = 2;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "sun/nio/ch/FileChannelImpl",
        &[
            ("map0", "(IJJZ)J", |vm, a| {
                let channel = non_null(a[0])?;
                let number = number_of(vm, vm.field_ref(channel, "fd"));
                map(vm, number, &a[1..])
            }),
            ("unmap0", "(JJ)I", unmap),
        ],
    );
    registry.class(
        "sun/nio/ch/UnixFileDispatcherImpl",
        &[
            ("map0", "(Ljava/io/FileDescriptor;IJJZ)J", |vm, a| {
                let number = number_of(vm, non_null(a[0])?);
                map(vm, number, &a[1..])
            }),
            ("unmap0", "(JJ)I", unmap),
        ],
    );
    registry.class(
        "java/nio/MappedMemoryUtils",
        &[
            ("isLoaded0", "", |_, _| Ok(1)),
            ("load0", "", nothing),
            ("unload0", "", nothing),
            ("force0", "", |vm, _| {
                write_back(vm);
                Ok(0)
            }),
        ],
    );
    // The last stores of a program may follow its last call on a file.
    registry.at_end(write_back);
}

/// The open file with that number, to which nothing is written.
pub fn file(vm: &mut Vm, number: i32) -> io::Result<&File> {
    write_back(vm);
    open_files::files(vm).get(number)
}

/// The mappings whose files others may use.
#[derive(Default)]
struct Mappings {
    all: Vec<Mapping>,
}

struct Mapping {
    file: File,
    position: u64,
    array: Ref,
    /// What the program changes there changes the file.
    writes: bool,
    /// What the file held when it was last compared; none if changes stay private.
    shared: Option<Vec<u8>>,
}

/// `(protection, position, length …)`
fn map(vm: &mut Vm, number: i32, a: &[u64]) -> Exec<u64> {
    let (protection, position) = (int(a[0]), a[1]);
    let length = usize::try_from(long(a[2])).unwrap_or(0);
    let file = or_io_exception(file(vm, number).and_then(File::try_clone))?;
    let bytes = or_io_exception(read_part(&file, position, length))?;
    vm.collect_if_wanted(length / 8 + 4)?;
    let array = vm.new_bytes(&bytes)?;
    vm.pin(array);
    let block = block_of(vm, array);
    open(vm, block);
    let shared = (protection != PRIVATE).then_some(bytes);
    let writes = protection == READ_WRITE;
    vm.extension.get::<Mappings>().all.push(Mapping { file, position, array, writes, shared });
    Ok(address_in(array))
}

fn read_part(file: &File, position: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match file.read_at(&mut bytes[filled..], position + filled as u64)? {
            0 => break,
            count => filled += count,
        }
    }
    Ok(bytes)
}

fn unmap(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    write_back(vm);
    let mappings = &mut vm.extension.get::<Mappings>().all;
    if let Some(index) = mappings.iter().position(|m| address_in(m.array) == a[0]) {
        let array = mappings.swap_remove(index).array;
        close(vm, a[0] as usize);
        vm.unpin(array);
    }
    Ok(0)
}

/// Whether such a file is mapped.
pub fn maps(vm: &mut Vm, is_meant: impl Fn(&File) -> bool) -> bool {
    vm.extension.get::<Mappings>().all.iter().any(|mapping| is_meant(&mapping.file))
}

/// Whether the program may change such a file by a mapping.
pub fn may_change(vm: &mut Vm, is_meant: impl Fn(&File) -> bool) -> bool {
    vm.extension
        .get::<Mappings>()
        .all
        .iter()
        .any(|mapping| mapping.writes && is_meant(&mapping.file))
}

/// Writes to the files what the program changed in their mappings. What one schedule changes is not
/// for the next one to read: then it stays in the program's memory.
pub fn write_back(vm: &mut Vm) {
    if vm.is_undoable() {
        return;
    }
    let Vm { heap, extension, .. } = vm;
    for mapping in &mut extension.get::<Mappings>().all {
        let Some(shared) = &mut mapping.shared else { continue };
        let now = heap.bytes(mapping.array, shared.len());
        if now == shared.as_slice() {
            continue;
        }
        let first = now.iter().zip(&*shared).take_while(|(a, b)| a == b).count();
        let equal_end =
            now.iter().rev().zip(shared.iter().rev()).take_while(|(a, b)| a == b).count();
        let changed = &now[first..now.len() - equal_end];
        // The file may have shrunk under its mapping: what is beyond its end is lost, as on the
        // host.
        let end = mapping.file.metadata().map_or(0, |m| m.len());
        let room = end.saturating_sub(mapping.position + first as u64) as usize;
        mapping
            .file
            .write_all_at(&changed[..changed.len().min(room)], mapping.position + first as u64)
            .ok();
        shared.copy_from_slice(now);
    }
}

/// Reads again what mappings show of their files, after a file was written to.
pub fn refresh(vm: &mut Vm) {
    let Vm { heap, extension, .. } = vm;
    for mapping in &mut extension.get::<Mappings>().all {
        let Some(shared) = &mut mapping.shared else { continue };
        let Ok(bytes) = read_part(&mapping.file, mapping.position, shared.len()) else { continue };
        if bytes != *shared {
            heap.put_bytes(mapping.array, 0, &bytes);
            *shared = bytes;
        }
    }
}
