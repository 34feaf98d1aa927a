//! Reading from a `FileDescriptor`, and where it stands.
//!
//! Until there is a choice between threads, the host's own descriptor stands somewhere. From then on
//! it stands still, and how far the program's has moved since is a field of the object (`$moved`): part
//! of the heap, so that going back, keeping aside and comparing states need to know nothing of it.
//!
//! Two threads may read from one descriptor, or close it. So whatever is done to one that others know
//! is a step, on the field as on a variable: what only looks (positional reads, lengths) as a read,
//! what moves or closes as a write. The system makes each of them one atomic operation, and promises
//! no order of anything else; so none is told to detectors of races.

use crate::io::host_files;
use crate::io::kept_files::{self, Content};
use crate::io::mapped_files;
use crate::io::open_files::{number_of, or_io_exception};
use raceproof_base::OperationKind;
use raceproof_vm::threads::pending::{Pending, field_address};
use raceproof_vm::{Exec, Ref, Vm};
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::os::unix::fs::{FileExt as _, FileTypeExt as _};

const INVALID: i32 = 22;

/// How an operation uses a descriptor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Usage {
    /// Neither moves nor closes it.
    Looks,
    Moves,
    Closes,
}

/// To be called once before a descriptor is used, and before it is asked whether it is open.
pub fn touch(vm: &mut Vm, descriptor: Ref, usage: Usage) -> Exec<()> {
    if descriptor.is_null() {
        return Ok(());
    }
    let Some(moved) = vm.class_of(descriptor).field_named("$moved") else { return Ok(()) };
    let kind = match usage {
        Usage::Looks => OperationKind::VolatileRead,
        Usage::Moves => OperationKind::Update,
        Usage::Closes => OperationKind::VolatileWrite,
    };
    let on = field_address(descriptor, moved.word);
    vm.visible_on(descriptor, Pending::new(kind, on)).map(|_| ())
}

/// The content behind a descriptor, and where in it the descriptor stands.
fn standing(vm: &mut Vm, descriptor: Ref) -> Exec<(Content, u64)> {
    let number = number_of(vm, descriptor);
    let content = or_io_exception(kept_files::content(vm, number)?)?;
    let position = content.start.wrapping_add(vm.field(descriptor, "$moved"));
    Ok((content, position))
}

fn stand_at(vm: &mut Vm, descriptor: Ref, content: &Content, position: u64) {
    vm.set_field(descriptor, "$moved", position.wrapping_sub(content.start));
}

/// Reads what comes next, up to `limit` bytes; nothing at the end of the file.
pub fn read(vm: &mut Vm, descriptor: Ref, limit: usize) -> Exec<Vec<u8>> {
    let number = number_of(vm, descriptor);
    if !vm.is_undoable() {
        host_files::await_input(vm, number)?;
        return or_io_exception(host_files::read_some(vm, number, limit));
    }
    let (content, position) = standing(vm, descriptor)?;
    let bytes = or_io_exception(content.read(position, limit)?)?;
    stand_at(vm, descriptor, &content, position + bytes.len() as u64);
    Ok(bytes)
}

/// Reads at a position, wherever the descriptor stands.
pub fn read_at(vm: &mut Vm, descriptor: Ref, position: u64, limit: usize) -> Exec<Vec<u8>> {
    let number = number_of(vm, descriptor);
    if vm.is_undoable() {
        let content = or_io_exception(kept_files::content(vm, number)?)?;
        return or_io_exception(content.read(position, limit)?);
    }
    let file = or_io_exception(mapped_files::file(vm, number))?;
    let mut bytes = vec![0; limit.min(1 << 20)];
    let count = or_io_exception(file.read_at(&mut bytes, position))?;
    bytes.truncate(count);
    Ok(bytes)
}

/// Where the descriptor stands.
pub fn position(vm: &mut Vm, descriptor: Ref) -> Exec<u64> {
    if vm.is_undoable() {
        return standing(vm, descriptor).map(|(_, position)| position);
    }
    let number = number_of(vm, descriptor);
    or_io_exception(mapped_files::file(vm, number).and_then(|mut file| file.stream_position()))
}

/// Moves it; gives the positions before and after.
pub fn seek(vm: &mut Vm, descriptor: Ref, to: SeekFrom) -> Exec<(u64, u64)> {
    if !vm.is_undoable() {
        let number = number_of(vm, descriptor);
        let moved = mapped_files::file(vm, number)
            .and_then(|mut file| Ok((file.stream_position()?, file.seek(to)?)));
        return or_io_exception(moved);
    }
    let (content, from) = standing(vm, descriptor)?;
    let target = match to {
        SeekFrom::Start(position) => i64::try_from(position).ok(),
        SeekFrom::Current(by) => from.cast_signed().checked_add(by),
        SeekFrom::End(by) => content.length().cast_signed().checked_add(by),
    };
    let target = target.and_then(|target| u64::try_from(target).ok());
    let target = or_io_exception(target.ok_or_else(|| io::Error::from_raw_os_error(INVALID)))?;
    stand_at(vm, descriptor, &content, target);
    Ok((from, target))
}

/// The length of the file.
pub fn length(vm: &mut Vm, descriptor: Ref) -> Exec<u64> {
    let number = number_of(vm, descriptor);
    if vm.is_undoable()
        && let Ok(content) = kept_files::content(vm, number)?
    {
        return Ok(content.length());
    }
    or_io_exception(mapped_files::file(vm, number).and_then(File::metadata))
        .map(|found| found.len())
}

/// What can be read without blocking.
pub fn available(vm: &mut Vm, descriptor: Ref) -> Exec<u64> {
    if vm.is_undoable() {
        let (content, position) = standing(vm, descriptor)?;
        return Ok(content.length().saturating_sub(position));
    }
    let number = number_of(vm, descriptor);
    or_io_exception(mapped_files::file(vm, number).and_then(available_in))
}

fn available_in(mut file: &File) -> io::Result<u64> {
    let metadata = file.metadata()?;
    let kind = metadata.file_type();
    let waits = kind.is_char_device() || kind.is_fifo() || kind.is_socket();
    // Devices like `/dev/null` do not say; then what is left up to the end counts.
    if waits && let Ok(count) = rustix::io::ioctl_fionread(file) {
        return Ok(count);
    }
    let position = file.stream_position()?;
    Ok(metadata.len().saturating_sub(position))
}

/// The number of a descriptor that is closed from now on; none if it was before.
pub fn end(vm: &mut Vm, descriptor: Ref) -> Exec<Option<i32>> {
    touch(vm, descriptor, Usage::Closes)?;
    let number = number_of(vm, descriptor);
    if number < 0 {
        return Ok(None);
    }
    vm.set_field(descriptor, "fd", crate::args::from_int(-1));
    Ok(Some(number))
}
