//! Files once there is a choice between threads: they are read only, and what they hold is taken
//! from the host once, so that every schedule reads the same bytes.
//!
//! Nothing here is part of a state, as nothing here changes what anybody sees: a file that was taken
//! stays as it is, under one number, whichever schedule asks for it, and when. What does change, which
//! descriptors are open and where they stand, lies in the program's own `FileDescriptor`s
//! ([`crate::io::positions`]), and so in the heap.

use crate::io::kept_answers::is_settled;
use crate::io::mapped_files;
use crate::io::open_files::{self, Answer, STDERR, STDIN, flags, kept_index};
use crate::io::overlay;
use raceproof_vm::{Trap, Vm};
use rustix::fs::OFlags;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek as _};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

const IS_FOLDER: i32 = 21;

/// What was taken.
#[derive(Default)]
pub struct KeptFiles {
    /// The number of each, or the error: by path and flags.
    opened: BTreeMap<(PathBuf, i32), Result<i32, i32>>,
    /// What each of them held; none of a folder.
    held: Vec<Option<Held>>,
    /// What was opened before the first choice, by its number.
    before: BTreeMap<i32, Content>,
}

/// What a file held.
#[derive(Clone)]
struct Held {
    bytes: Bytes,
    /// What the host gave as its length, which is zero of much in `/proc`.
    length: u64,
}

/// The bytes of a file.
#[derive(Clone)]
enum Bytes {
    Taken(Rc<[u8]>),
    /// Left where they are, with the time at which they were last changed then.
    OnHost(Rc<File>, Option<SystemTime>),
}

/// Larger files are not copied: the class library's own image is one.
const LARGE: u64 = 64 << 20;

/// What a descriptor reads.
#[derive(Clone)]
pub struct Content {
    /// Where the descriptor stood when nothing had moved it yet.
    pub start: u64,
    held: Held,
}

impl Content {
    /// What it gives as its length.
    pub fn length(&self) -> u64 {
        self.held.length
    }

    /// What lies at a position, up to `limit` bytes; nothing behind the end.
    pub fn read(&self, position: u64, limit: usize) -> Answer<Vec<u8>> {
        match &self.held.bytes {
            Bytes::Taken(bytes) => {
                let rest = usize::try_from(position).ok().and_then(|from| bytes.get(from..));
                let rest = rest.unwrap_or_default();
                Ok(Ok(rest[..limit.min(rest.len())].to_vec()))
            }
            Bytes::OnHost(file, changed) => {
                if file.metadata().and_then(|found| found.modified()).ok() != *changed {
                    return Err(unsupported("reading a large file that others change meanwhile"));
                }
                let mut bytes = vec![0; limit.min(MOST_AT_ONCE)];
                Ok(file.read_at(&mut bytes, position).map(|count| {
                    bytes.truncate(count);
                    bytes
                }))
            }
        }
    }
}

const MOST_AT_ONCE: usize = 1 << 20;

fn unsupported(what: &str) -> Trap {
    Trap::Unsupported(format!(
        "{what} while schedules are explored: only what files hold is read there"
    ))
}

/// Opens a file to be read; gives its number.
pub fn open(vm: &mut Vm, path: &Path, flags: i32, mode: u32) -> Answer<i32> {
    let bits = OFlags::from_bits_retain(flags.cast_unsigned());
    let changes = OFlags::CREATE | OFlags::EXCL | OFlags::TRUNC | OFlags::APPEND;
    if flags & flags::ACCESS_MODE != 0 || bits.intersects(changes) {
        vm.leaves_state(|| format!("opening {} to write", path.display()))?;
    }
    is_settled(vm)?;
    let key = (path.to_path_buf(), flags);
    let known = vm.extension.get::<KeptFiles>().opened.get(&key).copied();
    let number = match known {
        Some(number) => number,
        None => {
            let number = match overlay::open(vm, path, flags, mode)? {
                Ok(file) => take(vm, path, file)?.map_err(|error| open_files::errno(&error)),
                Err(error) => Err(open_files::errno(&error)),
            };
            vm.extension.get::<KeptFiles>().opened.insert(key, number);
            number
        }
    };
    Ok(number.map_err(io::Error::from_raw_os_error))
}

fn take(vm: &mut Vm, path: &Path, file: File) -> Answer<i32> {
    let kind = match file.metadata() {
        Ok(found) => found.file_type(),
        Err(error) => return Ok(Err(error)),
    };
    let held = match () {
        () if kind.is_dir() => None,
        () if kind.is_file() => match whole(vm, &file)? {
            Ok(held) => Some(held),
            Err(error) => return Ok(Err(error)),
        },
        () => return Err(unsupported(&format!("reading {}, which is no file,", path.display()))),
    };
    vm.extension.get::<KeptFiles>().held.push(held);
    Ok(Ok(open_files::files(vm).keep(file)))
}

/// All bytes of a file. Its length may be unknown (`/proc`).
fn whole(vm: &mut Vm, file: &File) -> Answer<Held> {
    let found = match file.metadata() {
        Ok(found) => found,
        Err(error) => return Ok(Err(error)),
    };
    let same = |other: &File| {
        other.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (found.dev(), found.ino()))
    };
    if mapped_files::may_change(vm, same) {
        return Err(unsupported("reading a file that is mapped to be written"));
    }
    let length = found.len();
    if length > LARGE {
        let bytes = file.try_clone().map(|file| Bytes::OnHost(file.into(), found.modified().ok()));
        return Ok(bytes.map(|bytes| Held { bytes, length }));
    }
    if !vm.options().cancellation.allows(length) {
        return Err(unsupported("reading a file that is larger than the memory there is"));
    }
    let bytes = read_all(file, length as usize);
    Ok(bytes.map(|bytes| Held { bytes: Bytes::Taken(bytes.into()), length }))
}

/// Where the host's descriptor stands is not for us to change.
fn read_all(file: &File, expected: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; expected + 1];
    let mut filled = 0;
    loop {
        match file.read_at(&mut bytes[filled..], filled as u64)? {
            0 => break,
            count => filled += count,
        }
        if filled == bytes.len() {
            bytes.resize(2 * filled, 0);
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// What the descriptor of that number reads.
pub fn content(vm: &mut Vm, number: i32) -> Answer<Content> {
    if let Some(index) = kept_index(number) {
        let held = vm.extension.get::<KeptFiles>().held.get(index).cloned().flatten();
        let held = held.ok_or_else(|| io::Error::from_raw_os_error(IS_FOLDER));
        return Ok(held.map(|held| Content { start: 0, held }));
    }
    is_settled(vm)?;
    if let Some(content) = vm.extension.get::<KeptFiles>().before.get(&number) {
        return Ok(Ok(content.clone()));
    }
    if (STDIN..=STDERR).contains(&number) {
        return Err(unsupported("reading standard input"));
    }
    let opened = mapped_files::file(vm, number).and_then(File::try_clone);
    let mut file = match opened {
        Ok(file) => file,
        Err(error) => return Ok(Err(error)),
    };
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return Err(unsupported("reading what is no file, and was opened before,"));
    }
    let held = match whole(vm, &file)? {
        Ok(held) => held,
        Err(error) => return Ok(Err(error)),
    };
    let content = file.stream_position().map(|start| Content { start, held });
    if let Ok(content) = &content {
        vm.extension.get::<KeptFiles>().before.insert(number, content.clone());
    }
    Ok(content)
}
