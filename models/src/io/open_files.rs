//! The host's files that the program has open, by descriptor number, how the host opens one, and
//! errors of the host as Java exceptions.
//!
//! Numbers are given lowest first from three on, so that a run gives the same numbers each time.

use crate::args::int;
use raceproof_base::{GOLDEN, mix};
use raceproof_vm::{Exec, Ref, Trap, Vm};
use rustix::fs::{MemfdFlags, OFlags};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Flags of `open(2)` on Linux.
pub mod flags {
    pub const ACCESS_MODE: i32 = 3;
    pub const WRITE_ONLY: i32 = 1;
    pub const READ_WRITE: i32 = 2;
    pub const CREATE: i32 = 0o100;
    pub const EXCLUSIVE: i32 = 0o200;
    pub const TRUNCATE: i32 = 0o1000;
    pub const APPEND: i32 = 0o2000;
    pub const DATA_SYNC: i32 = 0o10_000;
    pub const SYNC: i32 = 0o4_010_000;
}

const BAD_DESCRIPTOR: i32 = 9;
const INVALID: i32 = 22;

/// `/dev/random` and `/dev/urandom`, by number, and how much is read of them at most.
const RANDOM_DEVICES: [u64; 2] = [0x108, 0x109];
const RANDOM_WORDS: u64 = 1 << 17;

/// The descriptors of the standard streams.
pub const STDIN: i32 = 0;
/// Standard output, which the machine gathers.
pub const STDOUT: i32 = 1;
/// Standard error, which is never held back.
pub const STDERR: i32 = 2;

/// A result, or an error that the program sees; or what is not modelled.
pub type Answer<T> = Exec<io::Result<T>>;

/// The number of the first file that was taken once there was a choice between threads
/// (`kept_files.rs`); what was opened before has smaller ones.
const FIRST_KEPT: i32 = 1 << 24;

/// What the program has open.
#[derive(Default)]
pub struct HostFiles {
    files: BTreeMap<i32, File>,
    /// What was taken, which no schedule closes.
    kept: Vec<File>,
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

    /// Gives a file that is taken its number.
    pub fn keep(&mut self, file: File) -> i32 {
        self.kept.push(file);
        FIRST_KEPT + self.kept.len() as i32 - 1
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
        if let Some(index) = kept_index(number) {
            return self
                .kept
                .get(index)
                .ok_or_else(|| io::Error::from_raw_os_error(BAD_DESCRIPTOR));
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
    pub(super) fn is_redirected(&self, number: i32) -> bool {
        self.files.contains_key(&number)
    }

    /// Whether what is written there may be seen where standard output is.
    pub(super) fn shows_output(&mut self, number: i32) -> bool {
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

/// Which of the files that were taken has that number.
pub fn kept_index(number: i32) -> Option<usize> {
    usize::try_from(number.checked_sub(FIRST_KEPT)?).ok()
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

/// The number in a `FileDescriptor`; minus one once it is closed.
pub fn number_of(vm: &Vm, descriptor: Ref) -> i32 {
    if descriptor.is_null() { -1 } else { int(vm.field(descriptor, "fd")) }
}

/// Opens a file with the flags of `open(2)`. Who opens a device of random bytes to read gets some
/// that are the same each time.
pub fn open_host(path: impl AsRef<Path>, flags: i32, mode: u32) -> io::Result<File> {
    let path = path.as_ref();
    let access = flags & flags::ACCESS_MODE;
    if access == 0 && path.starts_with("/dev") {
        let device = std::fs::metadata(path).map_or(0, |found| found.rdev());
        if RANDOM_DEVICES.contains(&device) {
            return random_bytes();
        }
    }
    OpenOptions::new()
        .read(access != flags::WRITE_ONLY)
        .write(access != 0)
        // Creation and truncation go to the system as they are: the standard library refuses
        // combinations Java uses.
        .custom_flags(flags & !flags::ACCESS_MODE)
        .mode(mode)
        .open(path)
}

fn random_bytes() -> io::Result<File> {
    let mut file = File::from(rustix::fs::memfd_create("random", MemfdFlags::CLOEXEC)?);
    let words = (1..=RANDOM_WORDS).map(|number| mix(number.wrapping_mul(GOLDEN)).to_le_bytes());
    file.write_all(&words.collect::<Vec<_>>().concat())?;
    file.rewind()?;
    Ok(file)
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
