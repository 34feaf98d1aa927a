//! The host's files that the program has open, by descriptor number, and errors of the host as Java
//! exceptions.
//!
//! Numbers are given lowest first from three on, so that a run gives the same numbers each time.

use crate::{io::mapped_files, io::overlay};
use raceproof_vm::{Exec, Trap, Vm};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};

const BAD_DESCRIPTOR: i32 = 9;
const INVALID: i32 = 22;
const MOMENT: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

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
    /// The host's standard streams, once somebody asks for more than to write.
    standard: [Option<File>; 3],
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
            let stream = &mut self.standard[number as usize];
            return Ok(match stream {
                Some(file) => file,
                None => stream.insert(standard(number)?),
            });
        }
        self.files.get(&number).ok_or_else(|| io::Error::from_raw_os_error(BAD_DESCRIPTOR))
    }

    /// Forgets a file, closing it. Closing a standard stream leaves it on `/dev/null`, as the JDK
    /// does.
    pub fn close(&mut self, number: i32) -> io::Result<()> {
        if (STDIN..=STDERR).contains(&number) {
            let null = File::options().read(true).write(true).open("/dev/null")?;
            self.files.insert(number, null);
            return Ok(());
        }
        self.files
            .remove(&number)
            .map(drop)
            .ok_or_else(|| io::Error::from_raw_os_error(BAD_DESCRIPTOR))
    }

    /// Opens files anew elsewhere, in the same way and at the same position.
    pub fn replace(
        &mut self,
        is_meant: impl Fn(&File) -> bool,
        open: impl Fn(i32) -> io::Result<File>,
    ) -> io::Result<()> {
        for file in self.files.values_mut().filter(|file| is_meant(file)) {
            let ways = OFlags::RDWR | OFlags::WRONLY | OFlags::APPEND;
            let flags = rustix::fs::fcntl_getfl(&*file)? & ways;
            let mut other = open(flags.bits().cast_signed())?;
            other.seek(SeekFrom::Start(file.stream_position()?))?;
            *file = other;
        }
        Ok(())
    }

    /// Whether the program has closed a standard stream.
    fn is_redirected(&self, number: i32) -> bool {
        self.files.contains_key(&number)
    }

    /// Whether what is written there may be seen where standard output is.
    fn shows_output(&mut self, number: i32) -> bool {
        let identity = |file: &File| {
            file.metadata().map(|m| (m.dev(), m.ino(), m.file_type().is_char_device()))
        };
        let Ok((device, inode, terminal)) = self.get(number).and_then(identity) else {
            return false;
        };
        terminal
            || self
                .get(STDOUT)
                .and_then(identity)
                .is_ok_and(|out| (out.0, out.1) == (device, inode))
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
        STDOUT | STDERR if vm.is_exploring() && !vm.exploration().show_output => Ok(()),
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
