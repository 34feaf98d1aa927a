//! Reading and writing the host's files: what is mapped is written back first, and what a search
//! may not change is counted.

use crate::io::kept_answers::note_change;
use crate::io::mapped_files::{self, file};
use crate::io::open_files::{STDERR, STDIN, STDOUT, files, or_io_exception};
use crate::io::overlay;
use raceproof_vm::{Exec, Trap, Vm};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Write};

const MOMENT: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Writes everything to a descriptor.
pub fn write_all(vm: &mut Vm, number: i32, bytes: &[u8]) -> io::Result<()> {
    match number {
        STDOUT | STDERR if vm.is_exploring() || vm.is_linking() => {
            vm.print_exploring(|_| bytes.to_vec());
            Ok(())
        }
        STDOUT if !files(vm).is_redirected(STDOUT) => vm.print(bytes),
        STDERR if !files(vm).is_redirected(STDERR) => {
            // What was printed before must come first where both end up in one place.
            vm.flush();
            io::stderr().write_all(bytes)
        }
        _ => change(vm, number, |mut file| file.write_all(bytes)),
    }
}

/// Changes the content of a file.
pub fn change<T>(
    vm: &mut Vm,
    number: i32,
    call: impl FnOnce(&File) -> io::Result<T>,
) -> io::Result<T> {
    note_change(vm);
    if vm.has_unseen_output() && files(vm).shows_output(number) {
        vm.flush();
    }
    let done = file(vm, number).and_then(call);
    mapped_files::refresh(vm);
    overlay::count(vm)?;
    done
}

/// Waits for standard input, and the whole program with it: what other threads do must not depend
/// on how fast it comes. Only once there was a signal they go on, to handle it and to run shutdown
/// hooks.
pub fn await_input(vm: &mut Vm, number: i32) -> Exec<()> {
    if number == STDIN {
        // A prompt must be seen before its answer is awaited.
        vm.flush();
        while !or_io_exception(has_input(file(vm, number)))? {
            if vm.is_signalled() {
                vm.spend(MOMENT.tv_nsec.unsigned_abs());
                return Err(Trap::Block);
            }
        }
    }
    Ok(())
}

/// Reads what is there, up to `limit` bytes; nothing at the end of the file.
pub fn read_some(vm: &mut Vm, number: i32, limit: usize) -> io::Result<Vec<u8>> {
    if number == STDIN {
        vm.flush();
    }
    let mut file = file(vm, number)?;
    let mut bytes = vec![0; limit.min(1 << 20)];
    let count = file.read(&mut bytes)?;
    bytes.truncate(count);
    Ok(bytes)
}

/// Waits a moment for something to read: the end counts, too.
fn has_input(file: io::Result<&File>) -> io::Result<bool> {
    let mut input = [PollFd::new(file?, PollFlags::IN)];
    match poll(&mut input, Some(&MOMENT)) {
        Err(Errno::INTR) => Ok(false),
        ready => Ok(ready? > 0),
    }
}
