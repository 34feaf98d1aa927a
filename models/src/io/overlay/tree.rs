//! The overlay itself: what was made, changed and removed, by path, over the host's files, which
//! are only read.
//!
//! An entry hides whatever the host has at its path and below. Files lie in memory (`memfd`), so an
//! open one is a file like any other to whoever reads, writes, maps or measures it. Paths are kept
//! without links and dots; they are resolved here, since the host knows nothing of ours. What
//! changes an entry is in `changes`.

mod changes;

use super::{NoAnswer, errors};
use crate::io::open_files::open_host;
use rustix::fs::{Access, Stat};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The host follows no more links on a path.
const MOST_LINKS: u32 = 40;
/// When everything happens that happens in the overlay: the time at which the machine's clock
/// starts.
const EPOCH_SECONDS: i64 = 1_704_067_200;
const TYPE_FOLDER: u32 = 0o040_000;
const TYPE_LINK: u32 = 0o120_000;

enum OverlayEntry {
    File(File),
    /// With its mode and its number.
    Folder(u32, u64),
    Link(PathBuf, u64),
    /// It was there on the host.
    Gone,
}

/// What is at a path.
enum FileKind {
    Absent,
    File,
    Folder,
    Link(PathBuf),
    /// A device, a pipe, a socket.
    Other,
}

/// Where what is at a path comes from.
enum Layer<'a> {
    Changed(&'a OverlayEntry),
    Host,
    Nothing,
}

/// The program's view of the files of the host.
pub struct Overlay {
    entries: BTreeMap<PathBuf, OverlayEntry>,
    numbers: u64,
    began: SystemTime,
    /// Files of the host that are now in memory: device and number, and the path of the entry.
    pub(super) copied: Vec<((u64, u64), PathBuf)>,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            numbers: 1 << 48,
            began: SystemTime::now(),
            copied: Vec::new(),
        }
    }
}

fn error<T>(number: i32) -> Result<T, NoAnswer> {
    Err(io::Error::from_raw_os_error(number).into())
}

impl Overlay {
    fn layer(&self, path: &Path) -> Layer<'_> {
        match self.entries.get(path) {
            Some(OverlayEntry::Gone) => Layer::Nothing,
            Some(entry) => Layer::Changed(entry),
            None if path.ancestors().skip(1).any(|above| self.entries.contains_key(above)) => {
                Layer::Nothing
            }
            None => Layer::Host,
        }
    }

    fn kind(&self, path: &Path) -> io::Result<FileKind> {
        Ok(match self.layer(path) {
            Layer::Nothing => FileKind::Absent,
            Layer::Changed(OverlayEntry::File(_)) => FileKind::File,
            Layer::Changed(OverlayEntry::Folder(..)) => FileKind::Folder,
            Layer::Changed(OverlayEntry::Link(target, _)) => FileKind::Link(target.clone()),
            Layer::Changed(OverlayEntry::Gone) => FileKind::Absent,
            Layer::Host => match fs::symlink_metadata(path) {
                Err(error)
                    if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory]
                        .contains(&error.kind()) =>
                {
                    FileKind::Absent
                }
                Err(error) => return Err(error),
                Ok(found) if found.is_file() => FileKind::File,
                Ok(found) if found.is_dir() => FileKind::Folder,
                Ok(found) if found.is_symlink() => FileKind::Link(fs::read_link(path)?),
                Ok(_) => FileKind::Other,
            },
        })
    }

    /// The path without links and dots. Only its last name may be of nothing that is there.
    fn resolve(&self, path: &Path, follow: bool) -> Result<PathBuf, NoAnswer> {
        if path.as_os_str().is_empty() {
            return error(errors::NO_ENTRY);
        }
        let whole = if path.is_absolute() {
            path.to_path_buf()
        } else {
            std::env::current_dir()?.join(path)
        };
        let mut rest: VecDeque<OsString> = names_of(&whole).collect();
        let mut real = PathBuf::from("/");
        let mut links = 0;
        while let Some(name) = rest.pop_front() {
            if name == ".." {
                real.pop();
                continue;
            }
            let next = real.join(&name);
            match self.kind(&next)? {
                FileKind::Link(target) if follow || !rest.is_empty() => {
                    links += 1;
                    if links > MOST_LINKS {
                        return error(errors::LOOP);
                    }
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    names_of(&target)
                        .collect::<Vec<_>>()
                        .into_iter()
                        .rev()
                        .for_each(|name| rest.push_front(name));
                }
                FileKind::Absent if !rest.is_empty() => return error(errors::NO_ENTRY),
                FileKind::File | FileKind::Other if !rest.is_empty() => {
                    return error(errors::NO_FOLDER);
                }
                _ => real = next,
            }
        }
        Ok(real)
    }

    pub(super) fn entry_file(&self, path: &Path) -> Option<&File> {
        match self.entries.get(path) {
            Some(OverlayEntry::File(file)) => Some(file),
            _ => None,
        }
    }

    /// Bytes that the files in memory take.
    pub(super) fn bytes(&self) -> u64 {
        let of = |entry: &OverlayEntry| match entry {
            OverlayEntry::File(file) => file.metadata().map_or(0, |found| found.blocks() * 512),
            _ => 0,
        };
        self.entries.values().map(of).sum()
    }

    pub(super) fn status(&self, path: &Path, follow: bool) -> Result<Stat, NoAnswer> {
        let real = self.resolve(path, follow)?;
        let mut status = match self.layer(&real) {
            Layer::Host => return Ok(rustix::fs::lstat(&real).map_err(io::Error::from)?),
            Layer::Nothing | Layer::Changed(OverlayEntry::Gone) => return error(errors::NO_ENTRY),
            Layer::Changed(OverlayEntry::File(file)) => {
                let mut status = rustix::fs::fstat(file).map_err(io::Error::from)?;
                status.st_nlink = 1;
                status
            }
            Layer::Changed(OverlayEntry::Folder(mode, number)) => {
                made_up(TYPE_FOLDER | *mode, *number, 4096)?
            }
            Layer::Changed(OverlayEntry::Link(target, number)) => {
                made_up(TYPE_LINK | 0o777, *number, target.as_os_str().len() as i64)?
            }
        };
        self.hide_time(&mut status);
        Ok(status)
    }

    /// What was changed since the overlay is there was changed at no time that a program could tell
    /// from another: no clock of the host reaches a program whose schedules are explored.
    pub(super) fn hide_time(&self, status: &mut Stat) {
        let began = self.began.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        for (seconds, nanoseconds) in [
            (&mut status.st_atime, &mut status.st_atime_nsec),
            (&mut status.st_mtime, &mut status.st_mtime_nsec),
            (&mut status.st_ctime, &mut status.st_ctime_nsec),
        ] {
            if *seconds >= began {
                (*seconds, *nanoseconds) = (EPOCH_SECONDS, 0);
            }
        }
    }

    pub(super) fn access(&self, path: &Path, wanted: Access) -> Result<(), NoAnswer> {
        let real = self.resolve(path, true)?;
        match self.layer(&real) {
            Layer::Host => Ok(rustix::fs::access(&real, wanted).map_err(io::Error::from)?),
            Layer::Changed(OverlayEntry::File(file)) => {
                Ok(rustix::fs::access(descriptor_path(file), wanted).map_err(io::Error::from)?)
            }
            Layer::Changed(OverlayEntry::Folder(mode, _))
                if is_root() || mode >> 6 & wanted.bits() == wanted.bits() =>
            {
                Ok(())
            }
            Layer::Changed(OverlayEntry::Folder(..)) => error(errors::DENIED),
            _ => error(errors::NO_ENTRY),
        }
    }

    /// The names in a folder, sorted: the host's order differs from machine to machine.
    pub(super) fn names(&self, path: &Path) -> Result<BTreeSet<OsString>, NoAnswer> {
        let real = self.resolve(path, true)?;
        match self.kind(&real)? {
            FileKind::Folder => {}
            FileKind::Absent => return error(errors::NO_ENTRY),
            _ => return error(errors::NO_FOLDER),
        }
        let mut names = BTreeSet::new();
        if matches!(self.layer(&real), Layer::Host) {
            for entry in fs::read_dir(&real)? {
                names.insert(entry?.file_name());
            }
        }
        for (path, entry) in self.entries.iter().filter(|(path, _)| path.parent() == Some(&real)) {
            let name = path.file_name().map(OsStr::to_os_string).unwrap_or_default();
            match entry {
                OverlayEntry::Gone => names.remove(&name),
                _ => names.insert(name),
            };
        }
        Ok(names)
    }

    pub(super) fn read_link(&self, path: &Path) -> Result<PathBuf, NoAnswer> {
        match self.kind(&self.resolve(path, false)?)? {
            FileKind::Link(target) => Ok(target),
            FileKind::Absent => error(errors::NO_ENTRY),
            _ => error(errors::INVALID),
        }
    }

    pub(super) fn real_path(&self, path: &Path) -> Result<PathBuf, NoAnswer> {
        let real = self.resolve(path, true)?;
        match self.kind(&real)? {
            FileKind::Absent => error(errors::NO_ENTRY),
            _ => Ok(real),
        }
    }

    /// The nearest folder of the host: whose file system it would lie in.
    pub(super) fn host_folder(&self, path: &Path) -> Result<PathBuf, NoAnswer> {
        let real = self.resolve(path, true)?;
        let on_host = |path: &&Path| matches!(self.layer(path), Layer::Host);
        Ok(real.ancestors().find(on_host).unwrap_or(Path::new("/")).to_path_buf())
    }
}

fn names_of(path: &Path) -> impl Iterator<Item = OsString> + '_ {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_os_string()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    })
}

fn descriptor_path(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// The same file, with a position and a way of access of its own.
pub(super) fn reopen(file: &File, flags: i32) -> io::Result<File> {
    open_host(descriptor_path(file), flags, 0)
}

/// The status of what lies in no file system.
fn made_up(mode: u32, number: u64, size: i64) -> io::Result<Stat> {
    let mut status = rustix::fs::stat("/")?;
    let ours = rustix::fs::stat("/proc/self")?;
    (status.st_mode, status.st_ino, status.st_size, status.st_nlink) = (mode, number, size, 1);
    (status.st_uid, status.st_gid) = (ours.st_uid, ours.st_gid);
    for seconds in [&mut status.st_atime, &mut status.st_mtime, &mut status.st_ctime] {
        *seconds = EPOCH_SECONDS;
    }
    (status.st_atime_nsec, status.st_mtime_nsec, status.st_ctime_nsec) = (0, 0, 0);
    Ok(status)
}

fn is_root() -> bool {
    rustix::fs::stat("/proc/self").is_ok_and(|status| status.st_uid == 0)
}
