//! `sun.nio.ch`: what file channels ask of the host.

use crate::args::{from_int, int, long, non_null, nothing, reference};
use crate::io::files::close_number;
use crate::io::host_files;
use crate::io::mapped_files;
use crate::io::open_files::{number_of, or_io_exception};
use crate::io::positions::{self, Usage};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::fs::File;
use std::io::{self, SeekFrom};
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};

/// `IOStatus.EOF`
const END: u64 = 0xFFFF_FFFF;
const LONG_END: u64 = u64::MAX;
/// The host's limit on the number of buffers in one call.
const MOST_BUFFERS: u64 = 1024;
/// Bytes moved at once between two files.
const PIECE: usize = 1 << 16;
/// An `iovec`: address and length.
const VECTOR_BYTES: usize = 16;

/// Registers this file's peers. JDK 21 moved most of `FileDispatcherImpl` to its new superclass
/// `UnixFileDispatcherImpl`.
pub fn register(registry: &mut Registry) {
    for class in ["sun/nio/ch/FileDispatcherImpl", "sun/nio/ch/UnixFileDispatcherImpl"] {
        registry.class(
            class,
            &[
                ("read0", "(Ljava/io/FileDescriptor;JI)I", read),
                ("pread0", "(Ljava/io/FileDescriptor;JIJ)I", read_at),
                ("readv0", "(Ljava/io/FileDescriptor;JI)J", read_vectors),
                ("write0", "(Ljava/io/FileDescriptor;JI)I", write),
                ("pwrite0", "(Ljava/io/FileDescriptor;JIJ)I", write_at),
                ("writev0", "(Ljava/io/FileDescriptor;JI)J", write_vectors),
                ("force0", "(Ljava/io/FileDescriptor;Z)I", force),
                ("seek0", "(Ljava/io/FileDescriptor;J)J", seek),
                ("truncate0", "(Ljava/io/FileDescriptor;J)I", truncate),
                ("size0", "(Ljava/io/FileDescriptor;)J", size),
                // Within one machine the JDK's own table of locks decides; 0 is
                // `FileDispatcher.LOCKED`.
                ("lock0", "(Ljava/io/FileDescriptor;ZJJZ)I", nothing),
                ("release0", "(Ljava/io/FileDescriptor;JJ)V", nothing),
                ("closeIntFD", "(I)V", |vm, a| close_number(vm, int(a[0]))),
            ],
        );
    }
    for class in ["sun/nio/ch/FileDispatcherImpl", "sun/nio/ch/UnixDispatcher"] {
        registry.class(
            class,
            &[
                ("close0", "(Ljava/io/FileDescriptor;)V", close),
                ("preClose0", "(Ljava/io/FileDescriptor;)V", nothing),
            ],
        );
    }
    registry.class(
        "sun/nio/ch/FileDispatcherImpl",
        &[
            ("init0", "()V", nothing),
            ("canTransferToFromOverlappedMap0", "()Z", |_, _| Ok(1)),
            ("transferTo0", "", transfer_to),
            ("transferFrom0", "", transfer_from),
        ],
    );
    registry.class(
        "sun/nio/ch/UnixFileDispatcherImpl",
        &[
            ("available0", "(Ljava/io/FileDescriptor;)I", available),
            ("isOther0", "(Ljava/io/FileDescriptor;)Z", is_other),
            ("allocationGranularity0", "()J", |_, _| Ok(4096)),
        ],
    );
    registry.class(
        "sun/nio/ch/FileChannelImpl",
        &[
            ("initIDs", "()J", |_, _| Ok(4096)),
            ("transferTo0", "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J", |vm, a| {
                transfer_to(vm, &a[1..])
            }),
            ("maxDirectTransferSize0", "()I", |_, _| Ok(0x7FFF_F000)),
        ],
    );
    registry.class(
        "sun/nio/ch/FileKey",
        &[
            ("init", "(Ljava/io/FileDescriptor;)V", key_in_fields),
            ("init", "(Ljava/io/FileDescriptor;[J)V", key_in_array),
        ],
    );
    registry.class(
        "sun/nio/ch/IOUtil",
        &[
            ("iovMax", "()I", |_, _| Ok(MOST_BUFFERS)),
            ("writevMax", "()J", |_, _| Ok(i64::MAX as u64)),
            ("fdVal", "(Ljava/io/FileDescriptor;)I", |vm, a| {
                Ok(from_int(number_of(vm, non_null(a[0])?)))
            }),
            ("setfdVal", "(Ljava/io/FileDescriptor;I)V", set_number),
            ("fdLimit", "()I", |_, _| Ok(1 << 20)),
            ("configureBlocking", "", nothing),
        ],
    );
    registry.class(
        "sun/nio/ch/NativeThread",
        &[
            ("current", "()J", current_thread),
            ("current0", "()J", current_thread),
            ("signal", "(J)V", nothing),
            ("signal0", "(J)V", nothing),
            ("supportPendingSignals0", "()Z", |_, _| Ok(1)),
        ],
    );
}

/// A token for the running thread: neither 0 nor -1, which have meanings of their own.
fn current_thread(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(vm.current() as u64 + 1)
}

fn set_number(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = non_null(a[0])?;
    vm.set_field(descriptor, "fd", from_int(int(a[1])));
    Ok(0)
}

fn descriptor_number(vm: &Vm, descriptor: u64) -> Exec<i32> {
    Ok(number_of(vm, non_null(descriptor)?))
}

/// A descriptor that is used in a way.
fn used(vm: &mut Vm, descriptor: u64, usage: Usage) -> Exec<Ref> {
    let descriptor = non_null(descriptor)?;
    positions::touch(vm, descriptor, usage)?;
    Ok(descriptor)
}

/// Uses the open file behind a `FileDescriptor`.
fn with_file<T>(
    vm: &mut Vm,
    descriptor: u64,
    call: impl FnOnce(&File) -> io::Result<T>,
) -> Exec<T> {
    let number = descriptor_number(vm, descriptor)?;
    or_io_exception(mapped_files::file(vm, number).and_then(call))
}

/// Changes the open file behind a `FileDescriptor`.
fn change_file<T>(
    vm: &mut Vm,
    descriptor: u64,
    call: impl FnOnce(&File) -> io::Result<T>,
) -> Exec<T> {
    let number = descriptor_number(vm, descriptor)?;
    or_io_exception(host_files::change(vm, number, call))
}

fn beyond_memory() -> Trap {
    Trap::java("java/lang/InternalError", "address beyond the memory of the machine")
}

fn length_of(word: u64) -> usize {
    int(word).max(0) as usize
}

/// Puts what was read at an address; the number of bytes, or `IOStatus.EOF`.
fn store(vm: &mut Vm, address: u64, bytes: &[u8]) -> Exec<u64> {
    if bytes.is_empty() {
        return Ok(END);
    }
    vm.heap.put_raw(address as usize, bytes).ok_or_else(beyond_memory)?;
    Ok(bytes.len() as u64)
}

fn load(vm: &Vm, address: u64, length: usize) -> Exec<Vec<u8>> {
    vm.heap.raw(address as usize, length).map(<[u8]>::to_vec).ok_or_else(beyond_memory)
}

fn read(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Moves)?;
    let bytes = positions::read(vm, descriptor, length_of(a[2]))?;
    store(vm, a[1], &bytes)
}

fn read_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Looks)?;
    let bytes = positions::read_at(vm, descriptor, a[3], length_of(a[2]))?;
    store(vm, a[1], &bytes)
}

/// The buffers that an array of `iovec` names.
fn vectors(vm: &Vm, a: &[u64]) -> Exec<Vec<(u64, usize)>> {
    let table = load(vm, a[1], length_of(a[2]) * VECTOR_BYTES)?;
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    Ok(table.chunks_exact(VECTOR_BYTES).map(|v| (word(&v[..8]), word(&v[8..]) as usize)).collect())
}

fn read_vectors(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Moves)?;
    let buffers = vectors(vm, a)?;
    let mut total = 0;
    for (address, length) in buffers.into_iter().filter(|(_, length)| *length > 0) {
        let bytes = positions::read(vm, descriptor, length)?;
        if bytes.is_empty() {
            return Ok(if total == 0 { LONG_END } else { total });
        }
        total += store(vm, address, &bytes)?;
        if bytes.len() < length {
            break;
        }
    }
    Ok(total)
}

fn write(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = descriptor_number(vm, a[0])?;
    let bytes = load(vm, a[1], length_of(a[2]))?;
    or_io_exception(host_files::write_all(vm, number, &bytes))?;
    Ok(bytes.len() as u64)
}

fn write_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = load(vm, a[1], length_of(a[2]))?;
    change_file(vm, a[0], |file| file.write_all_at(&bytes, a[3]))?;
    Ok(bytes.len() as u64)
}

fn write_vectors(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = descriptor_number(vm, a[0])?;
    let mut total = 0;
    for (address, length) in vectors(vm, a)? {
        let bytes = load(vm, address, length)?;
        or_io_exception(host_files::write_all(vm, number, &bytes))?;
        total += bytes.len() as u64;
    }
    Ok(total)
}

fn force(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let all = int(a[1]) != 0;
    with_file(vm, a[0], |file| if all { file.sync_all() } else { file.sync_data() })?;
    Ok(0)
}

/// Moves to an offset, or tells the position if the offset is negative.
fn seek(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let offset = u64::try_from(long(a[1]));
    let usage = if offset.is_ok() { Usage::Moves } else { Usage::Looks };
    let descriptor = used(vm, a[0], usage)?;
    match offset {
        Ok(offset) => positions::seek(vm, descriptor, SeekFrom::Start(offset)).map(|(_, to)| to),
        Err(_) => positions::position(vm, descriptor),
    }
}

fn truncate(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    change_file(vm, a[0], |file| file.set_len(a[1]))?;
    Ok(0)
}

fn size(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Looks)?;
    positions::length(vm, descriptor)
}

fn available(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Looks)?;
    Ok(positions::available(vm, descriptor)?.min(i32::MAX as u64))
}

fn is_other(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let kind = with_file(vm, a[0], |file| Ok(file.metadata()?.file_type()))?;
    Ok(u64::from(
        kind.is_char_device() || kind.is_block_device() || kind.is_fifo() || kind.is_socket(),
    ))
}

fn close(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    match positions::end(vm, non_null(a[0])?)? {
        Some(number) => close_number(vm, number),
        None => Ok(0),
    }
}

/// `(source, position, count, target …)`: copies to the target's own position; gives the number of
/// bytes.
fn transfer_to(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let target = descriptor_number(vm, a[3])?;
    let mut done = 0;
    while done < a[2] {
        let limit = (a[2] - done).min(PIECE as u64) as usize;
        let bytes = positions::read_at(vm, non_null(a[0])?, a[1] + done, limit)?;
        if bytes.is_empty() {
            break;
        }
        or_io_exception(host_files::write_all(vm, target, &bytes))?;
        done += bytes.len() as u64;
    }
    Ok(done)
}

/// `(source, target, position, count …)`: copies from the source's own position; gives the number
/// of bytes.
fn transfer_from(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let source = non_null(a[0])?;
    let mut done = 0;
    while done < a[3] {
        let limit = (a[3] - done).min(PIECE as u64) as usize;
        let bytes = positions::read(vm, source, limit)?;
        if bytes.is_empty() {
            break;
        }
        change_file(vm, a[1], |file| file.write_all_at(&bytes, a[2] + done))?;
        done += bytes.len() as u64;
    }
    Ok(done)
}

fn key(vm: &mut Vm, descriptor: u64) -> Exec<(u64, u64)> {
    let metadata = with_file(vm, descriptor, File::metadata)?;
    Ok((metadata.dev(), metadata.ino()))
}

fn key_in_fields(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (device, number) = key(vm, a[1])?;
    let this = non_null(a[0])?;
    vm.set_field(this, "st_dev", device);
    vm.set_field(this, "st_ino", number);
    Ok(0)
}

fn key_in_array(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (device, number) = key(vm, a[0])?;
    let array = non_null(a[1])?;
    if vm.heap.length(array) < 2 {
        return Err(Trap::plain("java/lang/ArrayIndexOutOfBoundsException"));
    }
    vm.heap.put_bytes(reference(a[1]), 0, &device.to_le_bytes());
    vm.heap.put_bytes(reference(a[1]), 8, &number.to_le_bytes());
    Ok(0)
}
