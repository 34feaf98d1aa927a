//! `java.io`: streams on files, random access, descriptors.

use crate::args::{from_int, int, long, non_null, nothing, reference};
use crate::io::host_files;
use crate::io::kept_files;
use crate::io::mapped_files;
use crate::io::open_files::{
    self, STDERR, STDIN, errno, flags, io_exception, number_of, or_io_exception, reason, strerror,
};
use crate::io::overlay::{self, Answer};
use crate::io::positions::{self, Usage};
use raceproof_vm::{Exec, Ref, Registry, Trap, Vm};
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

const IS_DIRECTORY: i32 = 21;
const END: u64 = 0xFFFF_FFFF;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/io/FileDescriptor",
        &[
            ("getHandle", "(I)J", |_, _| Ok(u64::MAX)),
            ("getAppend", "(I)Z", nothing),
            ("close0", "()V", close_descriptor),
            ("sync", "()V", sync),
            ("sync0", "()V", sync),
        ],
    );
    registry.class("java/io/FileCleanable", &[("cleanupClose0", "(IJ)V", cleanup_close)]);
    registry.class(
        "java/io/FileOutputStream",
        &[
            ("open0", "(Ljava/lang/String;Z)V", open_output),
            ("write", "(IZ)V", write_byte),
            ("writeBytes", "([BIIZ)V", write_bytes),
        ],
    );
    registry.class(
        "java/io/FileInputStream",
        &[
            ("open0", "(Ljava/lang/String;)V", open_input),
            ("read0", "()I", read_byte),
            ("readBytes", "([BII)I", read_bytes),
            ("skip0", "(J)J", skip),
            ("available0", "()I", available),
            ("length0", "()J", length),
            ("position0", "()J", position),
            ("isRegularFile0", "(Ljava/io/FileDescriptor;)Z", is_regular_file),
        ],
    );
    registry.class(
        "java/io/RandomAccessFile",
        &[
            ("open0", "(Ljava/lang/String;I)V", open_random),
            ("read0", "()I", read_byte),
            ("readBytes", "([BII)I", read_bytes),
            ("readBytes0", "([BII)I", read_bytes),
            ("write0", "(I)V", write_byte),
            ("writeBytes", "([BII)V", write_bytes),
            ("writeBytes0", "([BII)V", write_bytes),
            ("getFilePointer", "()J", position),
            ("seek0", "(J)V", seek),
            ("length", "()J", length),
            ("length0", "()J", length),
            ("setLength", "(J)V", set_length),
            ("setLength0", "(J)V", set_length),
        ],
    );
}

/// The number behind a stream that must be open.
fn stream_number(vm: &Vm, stream: u64) -> Exec<i32> {
    let stream = non_null(stream)?;
    match number_of(vm, vm.field_ref(stream, "fd")) {
        -1 => Err(Trap::java("java/io/IOException", "Stream Closed")),
        number => Ok(number),
    }
}

/// The number of a stream that is written to: while schedules are explored only the standard ones,
/// as files are no part of a state.
fn written_number(vm: &Vm, stream: u64) -> Exec<i32> {
    let number = stream_number(vm, stream)?;
    if !(STDIN..=STDERR).contains(&number) {
        vm.leaves_state(|| "java.io.FileOutputStream.write".to_owned())?;
    }
    Ok(number)
}

/// The part of a byte array that arguments name, checked as the JDK's natives do.
fn checked_range(vm: &Vm, array: u64, offset: u64, length: u64) -> Exec<(Ref, usize, usize)> {
    let array = non_null(array)?;
    let size = vm.heap.length(array) as i64;
    let (offset, length) = (i64::from(int(offset)), i64::from(int(length)));
    if offset < 0 || length < 0 || offset + length > size {
        return Err(Trap::plain("java/lang/IndexOutOfBoundsException"));
    }
    Ok((array, offset as usize, length as usize))
}

fn open_stream(vm: &mut Vm, stream: u64, path: u64, flags: i32) -> Exec<u64> {
    let path = vm.text_of(reference(path))?;
    let descriptor = vm.field_ref(non_null(stream)?, "fd");
    // The system does not ignore slashes at the end; the JDK does.
    let trimmed = if path.len() > 1 { path.trim_end_matches('/') } else { &path };
    let trimmed = if trimmed.is_empty() && !path.is_empty() { "/" } else { trimmed };
    if flags & flags::TRUNCATE != 0 {
        // It may be the file that standard output goes to.
        vm.flush();
    }
    let number = open_number(vm, Path::new(trimmed), flags)?.map_err(|error| {
        Trap::java("java/io/FileNotFoundException", format!("{path} ({})", reason(&error)))
    })?;
    if descriptor.is_null() {
        return Err(Trap::null());
    }
    vm.set_field(descriptor, "fd", from_int(number));
    vm.set_field(descriptor, "append", u64::from(flags & flags::APPEND != 0));
    vm.set_field(descriptor, "$moved", 0);
    Ok(0)
}

/// Streams open no folders.
fn open_number(vm: &mut Vm, path: &Path, flags: i32) -> Answer<i32> {
    let folder = || io::Error::from_raw_os_error(IS_DIRECTORY);
    if vm.is_undoable() {
        let opened = kept_files::open(vm, path, flags, 0o666)?;
        return Ok(opened.and_then(|number| {
            let is_folder = mapped_files::file(vm, number)?.metadata()?.is_dir();
            if is_folder { Err(folder()) } else { Ok(number) }
        }));
    }
    let opened = overlay::open(vm, path, flags, 0o666)?;
    Ok(opened.and_then(|file| {
        let is_folder = file.metadata()?.is_dir();
        if is_folder { Err(folder()) } else { Ok(open_files::files(vm).add(file)) }
    }))
}

fn open_output(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let end = if int(a[2]) != 0 { flags::APPEND } else { flags::TRUNCATE };
    open_stream(vm, a[0], a[1], flags::WRITE_ONLY | flags::CREATE | end)
}

fn open_input(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    open_stream(vm, a[0], a[1], 0)
}

/// Modes of `RandomAccessFile`: 1 read, 2 read and write, 4 synchronous, 8 synchronous data.
fn open_random(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let mode = int(a[2]);
    let mut flags = 0;
    if mode & 2 != 0 {
        flags = flags::READ_WRITE | flags::CREATE;
        if mode & 4 != 0 {
            flags |= flags::SYNC;
        } else if mode & 8 != 0 {
            flags |= flags::DATA_SYNC;
        }
    }
    open_stream(vm, a[0], a[1], flags)
}

fn write_bytes(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (array, offset, length) = checked_range(vm, a[1], a[2], a[3])?;
    if length == 0 {
        return Ok(0);
    }
    let number = written_number(vm, a[0])?;
    let bytes = vm.heap.bytes(array, offset + length)[offset..].to_vec();
    or_io_exception(host_files::write_all(vm, number, &bytes))?;
    Ok(0)
}

fn write_byte(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = written_number(vm, a[0])?;
    or_io_exception(host_files::write_all(vm, number, &[a[1] as u8]))?;
    Ok(0)
}

/// The descriptor of a stream that must be open, which is used in a way.
fn used(vm: &mut Vm, stream: u64, usage: Usage) -> Exec<Ref> {
    let descriptor = vm.field_ref(non_null(stream)?, "fd");
    positions::touch(vm, descriptor, usage)?;
    stream_number(vm, stream).map(|_| descriptor)
}

fn read_bytes(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (array, offset, length) = checked_range(vm, a[1], a[2], a[3])?;
    if length == 0 {
        return Ok(0);
    }
    let descriptor = used(vm, a[0], Usage::Moves)?;
    let bytes = positions::read(vm, descriptor, length)?;
    if bytes.is_empty() {
        return Ok(END);
    }
    vm.heap.put_bytes(array, offset, &bytes);
    Ok(bytes.len() as u64)
}

fn read_byte(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Moves)?;
    let bytes = positions::read(vm, descriptor, 1)?;
    Ok(bytes.first().map_or(END, |byte| u64::from(*byte)))
}

fn skip(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Moves)?;
    let (from, to) = positions::seek(vm, descriptor, SeekFrom::Current(long(a[1])))?;
    Ok(to.wrapping_sub(from))
}

fn available(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Looks)?;
    if number_of(vm, descriptor) == STDIN {
        vm.flush();
    }
    Ok(positions::available(vm, descriptor)?.min(i32::MAX as u64))
}

fn length(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Looks)?;
    positions::length(vm, descriptor)
}

fn position(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Looks)?;
    positions::position(vm, descriptor)
}

fn seek(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = used(vm, a[0], Usage::Moves)?;
    if long(a[1]) < 0 {
        return Err(Trap::java("java/io/IOException", "Negative seek offset"));
    }
    positions::seek(vm, descriptor, SeekFrom::Start(a[1]))?;
    Ok(0)
}

/// Sets a file's length; a position beyond the new end comes back to it.
fn set_length(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = stream_number(vm, a[0])?;
    if long(a[1]) < 0 {
        return Err(Trap::java("java/io/IOException", strerror(22)));
    }
    let done = host_files::change(vm, number, |mut file| {
        let position = file.stream_position()?;
        file.set_len(a[1])?;
        file.seek(SeekFrom::Start(position.min(a[1])))
    });
    or_io_exception(done)?;
    Ok(0)
}

fn is_regular_file(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = non_null(a[1])?;
    positions::touch(vm, descriptor, Usage::Looks)?;
    let number = number_of(vm, descriptor);
    let regular =
        mapped_files::file(vm, number).and_then(File::metadata).is_ok_and(|m| m.is_file());
    Ok(u64::from(regular))
}

fn close_descriptor(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let descriptor = non_null(a[0])?;
    match positions::end(vm, descriptor)? {
        Some(number) => close_number(vm, number),
        None => Ok(0),
    }
}

fn cleanup_close(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    close_number(vm, int(a[0]))
}

/// Closes a descriptor, what was printed first.
pub fn close_number(vm: &mut Vm, number: i32) -> Exec<u64> {
    // Other schedules have it open still; that this one has closed it, its object says.
    if vm.is_undoable() {
        return Ok(0);
    }
    if (STDIN..=STDERR).contains(&number) {
        vm.flush();
    }
    crate::io::mapped_files::write_back(vm);
    or_io_exception(open_files::files(vm).close(number))?;
    Ok(0)
}

fn sync(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let number = number_of(vm, non_null(a[0])?);
    match mapped_files::file(vm, number).and_then(File::sync_all) {
        Ok(()) => Ok(0),
        Err(error) if errno(&error) == 22 || errno(&error) == 9 => {
            Err(Trap::java("java/io/SyncFailedException", "sync failed"))
        }
        Err(error) => Err(io_exception(&error)),
    }
}
