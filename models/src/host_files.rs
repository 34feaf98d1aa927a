//! The host's files that the program has open, by descriptor number, and errors of the host as Java exceptions.
//!
//! Numbers are given lowest first from three on, so that a run gives the same numbers each time.

use crate::mapped_files;
use raceproof_vm::{Exec, Trap, Vm};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};

/// Output is handed to the host in pieces of this size, and before anything else can be seen of it.
const OUTPUT_LIMIT: usize = 64 << 10;
const BAD_DESCRIPTOR: i32 = 9;
const INVALID: i32 = 22;

/// The descriptors of the standard streams.
pub const STDIN: i32 = 0;
/// Standard output, which the machine gathers.
pub const STDOUT: i32 = 1;
/// Standard error, which is never held back.
pub const STDERR: i32 = 2;

/// What the program has open.
#[derive(Default)]
pub struct HostFiles {
    files: BTreeMap<i32, File>,
}

impl HostFiles {
    /// Gives a file its number.
    pub fn add(&mut self, file: File) -> i32 {
        let number = (3..).find(|n| !self.files.contains_key(n)).unwrap_or(i32::MAX);
        self.files.insert(number, file);
        number
    }

    /// The file with that number; the standard streams are there from the start.
    pub fn get(&mut self, number: i32) -> io::Result<&File> {
        if (STDIN..=STDERR).contains(&number) && !self.files.contains_key(&number) {
            self.files.insert(number, standard(number)?);
        }
        self.files.get(&number).ok_or_else(|| io::Error::from_raw_os_error(BAD_DESCRIPTOR))
    }

    /// Forgets a file, closing it. Closing a standard stream leaves it on `/dev/null`, as the JDK does.
    pub fn close(&mut self, number: i32) -> io::Result<()> {
        if (STDIN..=STDERR).contains(&number) {
            let null = File::options().read(true).write(true).open("/dev/null")?;
            self.files.insert(number, null);
            return Ok(());
        }
        self.files.remove(&number).map(drop).ok_or_else(|| io::Error::from_raw_os_error(BAD_DESCRIPTOR))
    }

    fn is_redirected(&self, number: i32) -> bool {
        self.files.contains_key(&number)
    }
}

fn standard(number: i32) -> io::Result<File> {
    let duplicate = |fd: BorrowedFd<'_>| fd.try_clone_to_owned().map(File::from);
    match number {
        STDIN => duplicate(io::stdin().as_fd()),
        STDOUT => duplicate(io::stdout().as_fd()),
        _ => duplicate(io::stderr().as_fd()),
    }
}

/// The program's open files.
pub fn files(vm: &mut Vm) -> &mut HostFiles {
    vm.extension.get::<HostFiles>()
}

/// The open file with that number, to which nothing is written.
pub fn file(vm: &mut Vm, number: i32) -> io::Result<&File> {
    mapped_files::write_back(vm);
    files(vm).get(number)
}

/// Writes everything to a descriptor.
pub fn write_all(vm: &mut Vm, number: i32, bytes: &[u8]) -> io::Result<()> {
    match number {
        STDOUT if !files(vm).is_redirected(STDOUT) => {
            vm.out.extend_from_slice(bytes);
            if vm.out.len() > OUTPUT_LIMIT {
                vm.flush();
            }
            Ok(())
        }
        STDERR if !files(vm).is_redirected(STDERR) => {
            // What was printed before must come first where both end up in one place.
            vm.flush();
            // A closed pipe is the reader's choice, not a failure of the program.
            io::stderr().write_all(bytes).ok();
            Ok(())
        }
        _ => change(vm, number, |mut file| file.write_all(bytes)),
    }
}

/// Changes the content of a file.
pub fn change<T>(vm: &mut Vm, number: i32, call: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
    let done = file(vm, number).and_then(call);
    mapped_files::refresh(vm);
    done
}

/// Reads what is there, up to `limit` bytes; nothing at the end of the file.
pub fn read_some(vm: &mut Vm, number: i32, limit: usize) -> io::Result<Vec<u8>> {
    if number == STDIN {
        // A prompt must be seen before its answer is awaited.
        vm.flush();
    }
    let mut file = file(vm, number)?;
    let mut bytes = vec![0; limit.min(1 << 20)];
    let count = file.read(&mut bytes)?;
    bytes.truncate(count);
    Ok(bytes)
}

/// The number of a failure of the host, `EINVAL` if the failure did not come from the system.
pub fn errno(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(INVALID)
}

/// What `strerror` says of an error number.
pub fn strerror(number: i32) -> String {
    let text = io::Error::from_raw_os_error(number).to_string();
    text.rsplit_once(" (os error").map_or(text.clone(), |(reason, _)| reason.to_owned())
}

/// The reason of a failure, as the JDK words it.
pub fn reason(error: &io::Error) -> String {
    strerror(errno(error))
}

/// The failure as the `IOException` that the JDK's natives throw.
pub fn io_exception(error: &io::Error) -> Trap {
    Trap::java("java/io/IOException", reason(error))
}

/// The result, a failure as an `IOException`.
pub fn or_io_exception<T>(result: io::Result<T>) -> Exec<T> {
    result.map_err(|error| io_exception(&error))
}
