//! `sun.nio.fs.UnixNativeDispatcher`: the system calls behind `java.nio.file.Files`.

use crate::args::{from_int, int, long, non_null, nothing};
use crate::io::host_files;
use crate::io::kept_files;
use crate::io::mapped_files;
use crate::io::open_files::{self, errno, strerror};
use crate::io::overlay::{self, Answer};
use raceproof_vm::{Exec, Registry, Trap, Vm};
use rustix::fs::{
    Access, AtFlags, CWD, Gid, Mode, OFlags, Stat, Timespec, Timestamps, Uid, XattrFlags,
};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

const CLASS: &str = "sun/nio/fs/UnixNativeDispatcher";
const NO_ENTRY: i32 = 2;
const CURRENT_DIRECTORY: i32 = -100;
const LONGEST_PATH: usize = 64 << 10;
/// Flags that the machine answers for; each version has its own numbers for them.
const CAPABILITIES: [&str; 5] = [
    "SUPPORTS_OPENAT",
    "SUPPORTS_FUTIMES",
    "SUPPORTS_FUTIMENS",
    "SUPPORTS_LUTIMES",
    "SUPPORTS_XATTR",
];

/// Registers this file's peers. Later versions add a zero to some names, and return what earlier
/// ones throw.
pub fn register(registry: &mut Registry) {
    registry.class(
        CLASS,
        &[
            ("init", "()I", capabilities),
            ("getcwd", "()[B", working_directory),
            ("dup", "(I)I", duplicate),
            ("open0", "(JII)I", open),
            ("openat0", "(IJII)I", open_at),
            ("close0", "(I)V", close),
            ("link0", "(JJ)V", |vm, a| two_paths(vm, a, overlay::make_hard_link)),
            ("unlink0", "(J)V", |vm, a| one_path(vm, a, overlay::remove_file)),
            ("unlinkat0", "(IJI)V", unlink_at),
            ("rename0", "(JJ)V", |vm, a| two_paths(vm, a, overlay::rename)),
            ("renameat0", "(IJIJ)V", rename_at),
            ("mkdir0", "(JI)V", make_directory),
            ("rmdir0", "(J)V", |vm, a| one_path(vm, a, overlay::remove_folder)),
            ("readlink0", "(J)[B", |vm, a| path_result(vm, a, overlay::read_link)),
            ("realpath0", "(J)[B", |vm, a| path_result(vm, a, overlay::real_path)),
            ("symlink0", "(JJ)V", |vm, a| two_paths(vm, a, overlay::make_link)),
            ("stat0", "(JLsun/nio/fs/UnixFileAttributes;)V", stat),
            ("stat0", "(JLsun/nio/fs/UnixFileAttributes;)I", stat_error),
            ("stat1", "(J)I", stat_mode),
            ("lstat0", "", stat_link),
            ("fstat", "", stat_descriptor),
            ("fstat0", "", stat_descriptor),
            ("fstatat0", "", stat_at),
            ("chown0", "(JII)V", |vm, a| change_owner(vm, a, AtFlags::empty())),
            ("lchown0", "(JII)V", |vm, a| change_owner(vm, a, AtFlags::SYMLINK_NOFOLLOW)),
            ("fchown", "(III)V", change_descriptor_owner),
            ("fchown0", "(III)V", change_descriptor_owner),
            ("chmod0", "(JI)V", change_mode),
            ("fchmod", "(II)V", change_descriptor_mode),
            ("fchmod0", "(II)V", change_descriptor_mode),
            ("fchmodat0", "(IJII)V", change_mode_at),
            ("fchmodatNoFollowSupported0", "()Z", nothing),
            ("utimes0", "(JJJ)V", |vm, a| set_path_times(vm, a, AtFlags::empty())),
            ("lutimes0", "(JJJ)V", |vm, a| set_path_times(vm, a, AtFlags::SYMLINK_NOFOLLOW)),
            ("utimensat0", "(IJJJI)V", set_times_at),
            ("futimes", "(IJJ)V", |vm, a| set_descriptor_times(vm, a, 1000)),
            ("futimes0", "(IJJ)V", |vm, a| set_descriptor_times(vm, a, 1000)),
            ("futimens", "(IJJ)V", |vm, a| set_descriptor_times(vm, a, 1)),
            ("futimens0", "(IJJ)V", |vm, a| set_descriptor_times(vm, a, 1)),
            ("read", "(IJI)I", read),
            ("read0", "(IJI)I", read),
            ("write", "(IJI)I", write),
            ("write0", "(IJI)I", write),
            ("access0", "(JI)V", check_access),
            ("access0", "(JI)I", access_error),
            ("exists0", "(J)Z", exists),
            ("statvfs0", "", stat_file_system),
            ("strerror", "(I)[B", error_text),
            ("fgetxattr0", "(IJJI)I", get_attribute),
            ("fsetxattr0", "(IJJI)V", set_attribute),
            ("fremovexattr0", "(IJ)V", remove_attribute),
            ("flistxattr", "(IJI)I", list_attributes),
        ],
    );
    registry.class("sun/nio/fs/LinuxNativeDispatcher", &[("posix_fadvise", "", nothing)]);
}

/// The failure as a `UnixException`.
pub fn unix_exception(vm: &mut Vm, number: i32) -> Trap {
    match vm.new_exception("sun/nio/fs/UnixException", None) {
        Ok(exception) => {
            vm.set_field(exception, "errno", from_int(number));
            Trap::Throw(exception)
        }
        Err(trap) => trap,
    }
}

/// The result, a failure as a `UnixException`.
pub fn or_unix<T>(vm: &mut Vm, result: io::Result<T>) -> Exec<T> {
    result.map_err(|error| unix_exception(vm, errno(&error)))
}

/// The bytes up to the zero byte at an address.
pub fn c_string(vm: &Vm, address: u64) -> Vec<u8> {
    let at = address as usize;
    let end = vm.heap.program_start() * 8 + vm.heap.capacity_bytes() as usize;
    let room = end.saturating_sub(at).min(LONGEST_PATH);
    let bytes = vm.heap.raw(at, room).unwrap_or_default();
    bytes.iter().take_while(|b| **b != 0).copied().collect()
}

pub fn path(vm: &Vm, address: u64) -> PathBuf {
    PathBuf::from(std::ffi::OsString::from_vec(c_string(vm, address)))
}

/// The directory that a relative path starts from.
fn directory(vm: &mut Vm, number: i32) -> io::Result<BorrowedFd<'_>> {
    if number == CURRENT_DIRECTORY { Ok(CWD) } else { Ok(mapped_files::file(vm, number)?.as_fd()) }
}

fn one_path(vm: &mut Vm, a: &[u64], call: fn(&mut Vm, &Path) -> Answer<()>) -> Exec<u64> {
    let path = path(vm, a[0]);
    let done = call(vm, &path)?;
    or_unix(vm, done).map(|()| 0)
}

fn two_paths(vm: &mut Vm, a: &[u64], call: fn(&mut Vm, &Path, &Path) -> Answer<()>) -> Exec<u64> {
    let (one, other) = (path(vm, a[0]), path(vm, a[1]));
    let done = call(vm, &one, &other)?;
    or_unix(vm, done).map(|()| 0)
}

fn path_result(vm: &mut Vm, a: &[u64], call: fn(&mut Vm, &Path) -> Answer<PathBuf>) -> Exec<u64> {
    let path = path(vm, a[0]);
    let found = call(vm, &path)?;
    let found = or_unix(vm, found)?;
    Ok(vm.new_bytes(found.as_os_str().as_bytes())?.word())
}

fn capabilities(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot(CLASS)?;
    // The overlay of an exploration knows whole paths only.
    let named =
        CAPABILITIES.iter().filter(|name| !vm.options().explore || **name != "SUPPORTS_OPENAT");
    let mut bits = named.fold(0, |bits, name| bits | vm.static_field(class, name).unwrap_or(0));
    // Earlier versions knew no time of birth on Linux.
    if vm.load_boot("sun/nio/fs/UnixFileAttributes")?.field_named("birthtime_available").is_some() {
        bits |= vm.static_field(class, "SUPPORTS_BIRTHTIME").unwrap_or(0);
    }
    Ok(bits)
}

fn working_directory(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let found = std::env::current_dir();
    let found = or_unix(vm, found)?;
    Ok(vm.new_bytes(found.as_os_str().as_bytes())?.word())
}

fn duplicate(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let copy = mapped_files::file(vm, int(a[0])).and_then(fs::File::try_clone);
    let copy = or_unix(vm, copy)?;
    Ok(from_int(open_files::files(vm).add(copy)))
}

fn open(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    if vm.is_undoable() {
        let opened = kept_files::open(vm, &path, int(a[1]), a[2] as u32)?;
        return or_unix(vm, opened).map(from_int);
    }
    let opened = overlay::open(vm, &path, int(a[1]), a[2] as u32)?;
    let file = or_unix(vm, opened)?;
    Ok(from_int(open_files::files(vm).add(file)))
}

fn open_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    overlay::on_host_only(vm, "opening a file below an open folder")?;
    let name = path(vm, a[1]);
    let flags = OFlags::from_bits_retain(a[2] as u32) | OFlags::CLOEXEC;
    let mode = Mode::from_raw_mode(a[3] as u32);
    let opened =
        directory(vm, int(a[0])).and_then(|at| Ok(rustix::fs::openat(at, name, flags, mode)?));
    let file = or_unix(vm, opened)?;
    Ok(from_int(open_files::files(vm).add(file.into())))
}

fn close(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    if vm.is_undoable() {
        return Ok(0);
    }
    let closed = open_files::files(vm).close(int(a[0]));
    or_unix(vm, closed).map(|()| 0)
}

fn unlink_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    overlay::on_host_only(vm, "removing a file below an open folder")?;
    let name = path(vm, a[1]);
    let flags = AtFlags::from_bits_retain(a[2] as u32);
    let done = directory(vm, int(a[0])).and_then(|at| Ok(rustix::fs::unlinkat(at, name, flags)?));
    or_unix(vm, done).map(|()| 0)
}

fn rename_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    overlay::on_host_only(vm, "renaming a file below an open folder")?;
    let (from, to) = (path(vm, a[1]), path(vm, a[3]));
    let owned = directory(vm, int(a[0])).and_then(|at| {
        at.try_clone_to_owned().or_else(|e| {
            // The current directory's number is none that can be copied.
            if int(a[0]) == CURRENT_DIRECTORY {
                fs::File::open(".").map(Into::into)
            } else {
                Err(e)
            }
        })
    });
    let done = owned.and_then(|source| {
        let target = directory(vm, int(a[2]))?;
        Ok(rustix::fs::renameat(source, from, target, to)?)
    });
    or_unix(vm, done).map(|()| 0)
}

fn make_directory(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = path(vm, a[0]);
    let made = overlay::make_folder(vm, &name, a[1] as u32)?;
    or_unix(vm, made).map(|()| 0)
}

/// Fills a `UnixFileAttributes`.
fn fill(
    vm: &mut Vm,
    attributes: u64,
    status: &Stat,
    birth: Option<std::time::SystemTime>,
) -> Exec<()> {
    let object = non_null(attributes)?;
    let words = [
        ("st_mode", u64::from(status.st_mode)),
        ("st_ino", status.st_ino),
        ("st_dev", status.st_dev),
        ("st_rdev", status.st_rdev),
        ("st_nlink", u64::from(status.st_nlink as u32)),
        ("st_uid", u64::from(status.st_uid)),
        ("st_gid", u64::from(status.st_gid)),
        ("st_size", status.st_size as u64),
        ("st_atime_sec", status.st_atime as u64),
        ("st_atime_nsec", status.st_atime_nsec),
        ("st_mtime_sec", status.st_mtime as u64),
        ("st_mtime_nsec", status.st_mtime_nsec),
        ("st_ctime_sec", status.st_ctime as u64),
        ("st_ctime_nsec", status.st_ctime_nsec),
    ];
    for (name, word) in words {
        vm.set_field(object, name, word);
    }
    let birth = birth.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    if let Some(birth) = birth
        && vm.class_of(object).field_named("birthtime_available").is_some()
    {
        vm.set_field(object, "st_birthtime_sec", birth.as_secs());
        vm.set_field(object, "st_birthtime_nsec", u64::from(birth.subsec_nanos()));
        vm.set_field(object, "birthtime_available", 1);
    }
    Ok(())
}

fn stat(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    stat_path(vm, a, true)
}

fn stat_link(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    stat_path(vm, a, false)
}

fn stat_path(vm: &mut Vm, a: &[u64], follow: bool) -> Exec<u64> {
    let path = path(vm, a[0]);
    let found = overlay::status(vm, &path, follow)?;
    let (status, birth) = or_unix(vm, found)?;
    fill(vm, a[1], &status, birth).map(|()| 0)
}

fn stat_error(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    match overlay::status(vm, &path, true)? {
        Ok((status, birth)) => fill(vm, a[1], &status, birth).map(|()| 0),
        Err(error) => Ok(from_int(errno(&error))),
    }
}

fn stat_mode(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    Ok(overlay::status(vm, &path, true)?.map_or(0, |(status, _)| u64::from(status.st_mode)))
}

fn stat_descriptor(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let found = overlay::opened_status(vm, int(a[0]));
    let (status, birth) = or_unix(vm, found)?;
    fill(vm, a[1], &status, birth).map(|()| 0)
}

fn stat_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    overlay::on_host_only(vm, "attributes of a file below an open folder")?;
    let name = path(vm, a[1]);
    let flags = AtFlags::from_bits_retain(a[2] as u32);
    let found = directory(vm, int(a[0])).and_then(|at| Ok(rustix::fs::statat(at, name, flags)?));
    let status = or_unix(vm, found)?;
    fill(vm, a[3], &status, None).map(|()| 0)
}

/// A user and a group; minus one leaves them as they are.
fn owners(user: u64, group: u64) -> (Option<Uid>, Option<Gid>) {
    let given = |word: u64| Some(word as u32).filter(|n| *n != u32::MAX);
    (given(user).map(Uid::from_raw), given(group).map(Gid::from_raw))
}

fn change_owner(vm: &mut Vm, a: &[u64], flags: AtFlags) -> Exec<u64> {
    overlay::on_host_only(vm, "changing the owner of a file")?;
    let (user, group) = owners(a[1], a[2]);
    let done =
        rustix::fs::chownat(CWD, path(vm, a[0]), user, group, flags).map_err(io::Error::from);
    or_unix(vm, done).map(|()| 0)
}

fn change_descriptor_owner(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (user, group) = owners(a[1], a[2]);
    let done =
        overlay::change_opened(vm, int(a[0]), |file| Ok(rustix::fs::fchown(file, user, group)?))?;
    or_unix(vm, done).map(|()| 0)
}

fn change_mode(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    let done = overlay::change_mode(vm, &path, a[1] as u32)?;
    or_unix(vm, done).map(|()| 0)
}

fn change_descriptor_mode(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let mode = Mode::from_raw_mode(a[1] as u32);
    let done = overlay::change_opened(vm, int(a[0]), |file| Ok(rustix::fs::fchmod(file, mode)?))?;
    or_unix(vm, done).map(|()| 0)
}

fn change_mode_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    overlay::on_host_only(vm, "changing the mode of a file below an open folder")?;
    let name = path(vm, a[1]);
    let mode = Mode::from_raw_mode(a[2] as u32);
    let flags = AtFlags::from_bits_retain(a[3] as u32);
    let done =
        directory(vm, int(a[0])).and_then(|at| Ok(rustix::fs::chmodat(at, name, mode, flags)?));
    or_unix(vm, done).map(|()| 0)
}

/// Times of access and change, given in units of so many nanoseconds.
fn timestamps(access: u64, change: u64, unit: i64) -> Timestamps {
    let per_second = 1_000_000_000 / unit;
    let time = |word: u64| Timespec {
        tv_sec: long(word).div_euclid(per_second),
        tv_nsec: long(word).rem_euclid(per_second) * unit,
    };
    Timestamps { last_access: time(access), last_modification: time(change) }
}

fn set_path_times(vm: &mut Vm, a: &[u64], flags: AtFlags) -> Exec<u64> {
    let times = timestamps(a[1], a[2], 1000);
    let path = path(vm, a[0]);
    let done = overlay::change_times(vm, &path, &times, flags)?;
    or_unix(vm, done).map(|()| 0)
}

fn set_times_at(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = path(vm, a[1]);
    let times = timestamps(a[2], a[3], 1);
    let flags = AtFlags::from_bits_retain(a[4] as u32);
    if int(a[0]) == CURRENT_DIRECTORY {
        let done = overlay::change_times(vm, &name, &times, flags)?;
        return or_unix(vm, done).map(|()| 0);
    }
    overlay::on_host_only(vm, "changing the times of a file below an open folder")?;
    let done =
        directory(vm, int(a[0])).and_then(|at| Ok(rustix::fs::utimensat(at, name, &times, flags)?));
    or_unix(vm, done).map(|()| 0)
}

fn set_descriptor_times(vm: &mut Vm, a: &[u64], unit: i64) -> Exec<u64> {
    let times = timestamps(a[1], a[2], unit);
    let done =
        overlay::change_opened(vm, int(a[0]), |file| Ok(rustix::fs::futimens(file, &times)?))?;
    or_unix(vm, done).map(|()| 0)
}

fn read(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let bytes = host_files::read_some(vm, int(a[0]), int(a[2]).max(0) as usize);
    let bytes = or_unix(vm, bytes)?;
    store(vm, a[1], &bytes)
}

/// Writes to the program's memory; gives the number of bytes.
fn store(vm: &mut Vm, address: u64, bytes: &[u8]) -> Exec<u64> {
    match vm.heap.put_raw(address as usize, bytes) {
        Some(()) => Ok(bytes.len() as u64),
        None => Err(Trap::plain("java/lang/InternalError")),
    }
}

fn write(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let length = int(a[2]).max(0) as usize;
    let Some(bytes) = vm.heap.raw(a[1] as usize, length).map(<[u8]>::to_vec) else {
        return Err(Trap::plain("java/lang/InternalError"));
    };
    let done = host_files::write_all(vm, int(a[0]), &bytes);
    or_unix(vm, done)?;
    Ok(length as u64)
}

fn try_access(vm: &mut Vm, a: &[u64]) -> Answer<()> {
    let path = path(vm, a[0]);
    overlay::access(vm, &path, Access::from_bits_truncate(a[1] as u32 & 7))
}

fn check_access(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let done = try_access(vm, a)?;
    or_unix(vm, done).map(|()| 0)
}

fn access_error(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(try_access(vm, a)?.map_or_else(|error| from_int(errno(&error)), |()| 0))
}

fn exists(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    Ok(u64::from(overlay::access(vm, &path, Access::EXISTS)?.is_ok()))
}

fn stat_file_system(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    let found = overlay::file_system(vm, &path)?;
    let figures = or_unix(vm, found)?;
    let object = non_null(a[1])?;
    vm.set_field(object, "f_frsize", figures.f_frsize);
    vm.set_field(object, "f_blocks", figures.f_blocks);
    vm.set_field(object, "f_bfree", figures.f_bfree);
    vm.set_field(object, "f_bavail", figures.f_bavail);
    Ok(0)
}

fn error_text(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(vm.new_bytes(strerror(int(a[0])).as_bytes())?.word())
}

fn get_attribute(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = c_string(vm, a[1]);
    let mut value = vec![0; int(a[3]).max(0) as usize];
    let got = mapped_files::file(vm, int(a[0])).and_then(|file| {
        Ok(rustix::fs::fgetxattr(file, OsStr::from_bytes(&name), value.as_mut_slice())?)
    });
    let count = or_unix(vm, got)?;
    store(vm, a[2], &value[..count.min(value.len())])?;
    Ok(count as u64)
}

fn set_attribute(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = c_string(vm, a[1]);
    let value = vm.heap.raw(a[2] as usize, int(a[3]).max(0) as usize).unwrap_or_default().to_vec();
    let done = overlay::change_opened(vm, int(a[0]), |file| {
        Ok(rustix::fs::fsetxattr(file, OsStr::from_bytes(&name), &value, XattrFlags::empty())?)
    })?;
    or_unix(vm, done).map(|()| 0)
}

fn remove_attribute(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = c_string(vm, a[1]);
    let done = overlay::change_opened(vm, int(a[0]), |file| {
        Ok(rustix::fs::fremovexattr(file, OsStr::from_bytes(&name))?)
    })?;
    or_unix(vm, done).map(|()| 0)
}

fn list_attributes(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let mut names = vec![0; int(a[2]).max(0) as usize];
    let got = mapped_files::file(vm, int(a[0]))
        .and_then(|file| Ok(rustix::fs::flistxattr(file, names.as_mut_slice())?));
    let count = or_unix(vm, got)?;
    store(vm, a[1], &names[..count.min(names.len())])?;
    Ok(count as u64)
}

/// An account or group that is not there.
pub fn no_entry(vm: &mut Vm) -> Trap {
    unix_exception(vm, NO_ENTRY)
}
