//! Files while schedules are explored: what a program does to them before its first choice stays in
//! memory, and nothing of the host sees it. So each execution, a replayed one too, begins with the
//! same files.
//!
//! Every peer that names a path comes here. Under `run` that is the host's own call; under `check`
//! and `replay` an [`Overlay`] answers. What it has no answer for is unsupported, and never done to
//! the host.

mod tree;

use crate::io::kept_answers::{Question, kept, note_change};
use crate::io::mapped_files;
use crate::io::open_files::{self, flags, open_host};
use raceproof_vm::{Exec, Trap, Vm};
use rustix::fs::{Access, AtFlags, CWD, Mode, Stat, StatVfs, Timestamps};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tree::Overlay;

/// Numbers of errors, as the host has them.
mod errors {
    pub const NOT_PERMITTED: i32 = 1;
    pub const NO_ENTRY: i32 = 2;
    pub const DENIED: i32 = 13;
    pub const BUSY: i32 = 16;
    pub const EXISTS: i32 = 17;
    pub const NO_FOLDER: i32 = 20;
    pub const IS_FOLDER: i32 = 21;
    pub const INVALID: i32 = 22;
    pub const NO_SPACE: i32 = 28;
    pub const NOT_EMPTY: i32 = 39;
    pub const LOOP: i32 = 40;
}

/// Why there is no result.
enum NoAnswer {
    /// The program is told.
    Failed(io::Error),
    /// Not modelled.
    Unsupported(String),
}

impl From<io::Error> for NoAnswer {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

fn not_modelled<T>(what: String) -> Result<T, NoAnswer> {
    Err(NoAnswer::Unsupported(what))
}

pub use crate::io::open_files::Answer;

fn unsupported(what: &str) -> Trap {
    Trap::Unsupported(format!("{what} while schedules are explored, where files stay in memory"))
}

/// The answer of the host, or that of the overlay.
fn by<T>(
    vm: &mut Vm,
    host: impl FnOnce() -> io::Result<T>,
    overlaid: impl FnOnce(&mut Overlay) -> Result<T, NoAnswer>,
) -> Answer<T> {
    if !vm.options().explore {
        return Ok(host());
    }
    let answer = overlaid(vm.extension.get::<Overlay>());
    adopt(vm)?;
    match answer {
        Ok(value) => Ok(Ok(value)),
        Err(NoAnswer::Failed(error)) => Ok(Err(error)),
        Err(NoAnswer::Unsupported(what)) => Err(unsupported(&what)),
    }
}

/// What the program has open of files of the host that are in memory now is opened there.
fn adopt(vm: &mut Vm) -> Exec<()> {
    let overlay = vm.extension.get::<Overlay>();
    for (identity, path) in std::mem::take(&mut overlay.copied) {
        let Some(file) =
            vm.extension.get::<Overlay>().entry_file(&path).and_then(|file| file.try_clone().ok())
        else {
            continue;
        };
        let same = |other: &File| {
            other.metadata().is_ok_and(|found| (found.dev(), found.ino()) == identity)
        };
        if mapped_files::maps(vm, same) {
            return Err(unsupported(&format!("changing {}, which is mapped,", path.display())));
        }
        let failed =
            |error: io::Error| unsupported(&format!("changing {} ({error})", path.display()));
        open_files::files(vm).replace(same, |flags| tree::reopen(&file, flags)).map_err(failed)?;
    }
    Ok(())
}

pub fn open(vm: &mut Vm, path: &Path, flags: i32, mode: u32) -> Answer<File> {
    if flags & flags::ACCESS_MODE != 0 || flags & (flags::CREATE | flags::TRUNCATE) != 0 {
        note_change(vm);
    }
    by(vm, || open_host(path, flags, mode), |overlay| overlay.open(path, flags, mode))
}

/// What a path leads to, and when it was made.
pub fn status(
    vm: &mut Vm,
    path: &Path,
    follow: bool,
) -> Answer<(Stat, Option<std::time::SystemTime>)> {
    let host = || {
        let status = if follow { rustix::fs::stat(path)? } else { rustix::fs::lstat(path)? };
        let found = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
        Ok((status, found.and_then(|found| found.created()).ok()))
    };
    kept(vm, Question::Status(follow), path, |vm| {
        by(vm, host, |overlay| Ok((overlay.status(path, follow)?, None)))
    })
}

/// What a descriptor is open on.
pub fn opened_status(
    vm: &mut Vm,
    number: i32,
) -> io::Result<(Stat, Option<std::time::SystemTime>)> {
    let explores = vm.options().explore;
    let file = mapped_files::file(vm, number)?;
    let birth = file.metadata().and_then(|found| found.created()).ok().filter(|_| !explores);
    let mut status = rustix::fs::fstat(file)?;
    if explores {
        vm.extension.get::<Overlay>().hide_time(&mut status);
    }
    Ok((status, birth))
}

pub fn access(vm: &mut Vm, path: &Path, wanted: Access) -> Answer<()> {
    kept(vm, Question::Access(wanted.bits()), path, |vm| {
        by(vm, || Ok(rustix::fs::access(path, wanted)?), |overlay| overlay.access(path, wanted))
    })
}

/// The names in a folder, sorted: the host's order differs from machine to machine.
pub fn names(vm: &mut Vm, path: &Path) -> Answer<Vec<OsString>> {
    let host = || {
        let mut names = fs::read_dir(path)?
            .map(|entry| Ok(entry?.file_name()))
            .collect::<io::Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    };
    kept(vm, Question::Names, path, |vm| {
        by(vm, host, |overlay| Ok(overlay.names(path)?.into_iter().collect()))
    })
}

pub fn real_path(vm: &mut Vm, path: &Path) -> Answer<PathBuf> {
    kept(vm, Question::RealPath, path, |vm| {
        by(vm, || fs::canonicalize(path), |overlay| overlay.real_path(path))
    })
}

pub fn read_link(vm: &mut Vm, path: &Path) -> Answer<PathBuf> {
    kept(vm, Question::Link, path, |vm| {
        by(vm, || fs::read_link(path), |overlay| overlay.read_link(path))
    })
}

pub fn make_folder(vm: &mut Vm, path: &Path, mode: u32) -> Answer<()> {
    note_change(vm);
    let host = || Ok(rustix::fs::mkdirat(CWD, path, Mode::from_raw_mode(mode))?);
    by(vm, host, |overlay| overlay.make_folder(path, mode))
}

pub fn make_link(vm: &mut Vm, target: &Path, path: &Path) -> Answer<()> {
    note_change(vm);
    by(vm, || std::os::unix::fs::symlink(target, path), |overlay| overlay.make_link(target, path))
}

pub fn make_hard_link(vm: &mut Vm, file: &Path, path: &Path) -> Answer<()> {
    by(
        vm,
        || fs::hard_link(file, path),
        |_| not_modelled("a second name for a file (a hard link)".to_owned()),
    )
}

pub fn remove_file(vm: &mut Vm, path: &Path) -> Answer<()> {
    note_change(vm);
    by(vm, || fs::remove_file(path), |overlay| overlay.remove_file(path))
}

pub fn remove_folder(vm: &mut Vm, path: &Path) -> Answer<()> {
    note_change(vm);
    by(vm, || fs::remove_dir(path), |overlay| overlay.remove_folder(path))
}

pub fn rename(vm: &mut Vm, from: &Path, to: &Path) -> Answer<()> {
    note_change(vm);
    by(vm, || fs::rename(from, to), |overlay| overlay.rename(from, to))
}

pub fn change_mode(vm: &mut Vm, path: &Path, mode: u32) -> Answer<()> {
    note_change(vm);
    let host = || fs::set_permissions(path, fs::Permissions::from_mode(mode));
    by(vm, host, |overlay| overlay.change_mode(path, mode))
}

pub fn change_times(vm: &mut Vm, path: &Path, times: &Timestamps, flags: AtFlags) -> Answer<()> {
    note_change(vm);
    let follow = !flags.contains(AtFlags::SYMLINK_NOFOLLOW);
    let host = || Ok(rustix::fs::utimensat(CWD, path, times, flags)?);
    by(vm, host, |overlay| overlay.change_times(path, times, follow))
}

pub fn file_system(vm: &mut Vm, path: &Path) -> Answer<Rc<StatVfs>> {
    let host = || Ok(Rc::new(rustix::fs::statvfs(path)?));
    kept(vm, Question::FileSystem, path, |vm| {
        by(vm, host, |overlay| {
            let folder = overlay.host_folder(path)?;
            Ok(Rc::new(rustix::fs::statvfs(folder).map_err(io::Error::from)?))
        })
    })
}

/// Changes attributes of what a descriptor is open on.
pub fn change_opened(
    vm: &mut Vm,
    number: i32,
    call: impl Fn(&File) -> io::Result<()>,
) -> Answer<()> {
    note_change(vm);
    let file = match mapped_files::file(vm, number).and_then(File::try_clone) {
        Ok(file) => file,
        Err(error) => return Ok(Err(error)),
    };
    by(vm, || call(&file), |overlay| Ok(call(overlay.own_opened(&file)?)?))
}

/// Only the host can do that.
pub fn on_host_only(vm: &Vm, what: &str) -> Exec<()> {
    if vm.options().explore { Err(unsupported(what)) } else { Ok(()) }
}

/// After something was written: files in memory are memory, too, and the system does not count them
/// as ours.
pub fn count(vm: &mut Vm) -> io::Result<()> {
    if !vm.options().explore {
        return Ok(());
    }
    let bytes = vm.extension.get::<Overlay>().bytes();
    if vm.options().cancellation.allows(bytes) {
        Ok(())
    } else {
        Err(io::Error::from_raw_os_error(errors::NO_SPACE))
    }
}
