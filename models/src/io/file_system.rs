//! `java.io.UnixFileSystem`: what `java.io.File` asks of the host.

use crate::args::{int, long, non_null, reference};
use crate::io::open_files::{errno, flags, or_io_exception};
use crate::io::overlay;
use raceproof_vm::{Exec, Ref, Registry, Vm};
use rustix::fs::{Access, AtFlags, FileType, Stat, Timespec, Timestamps, UTIME_OMIT};
use std::path::{Component, Path, PathBuf};

const EXISTS: u64 = 1;
const REGULAR: u64 = 2;
const DIRECTORY: u64 = 4;
/// `FileSystem.ACCESS_EXECUTE` and the like are the bits of one digit of a mode.
const OWNER_SHIFT: u32 = 6;
const GROUP_SHIFT: u32 = 3;
const ALREADY_EXISTS: i32 = 17;

/// Registers this file's peers. JDK 21 renamed the natives, adding a zero.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/io/UnixFileSystem",
        &[
            ("canonicalize0", "(Ljava/lang/String;)Ljava/lang/String;", canonicalize),
            ("getBooleanAttributes0", "(Ljava/io/File;)I", attributes),
            ("checkAccess", "(Ljava/io/File;I)Z", check_access),
            ("checkAccess0", "(Ljava/io/File;I)Z", check_access),
            ("getLastModifiedTime", "(Ljava/io/File;)J", last_modified),
            ("getLastModifiedTime0", "(Ljava/io/File;)J", last_modified),
            ("getLength", "(Ljava/io/File;)J", length),
            ("getLength0", "(Ljava/io/File;)J", length),
            ("setPermission", "(Ljava/io/File;IZZ)Z", set_permission),
            ("setPermission0", "(Ljava/io/File;IZZ)Z", set_permission),
            ("createFileExclusively", "(Ljava/lang/String;)Z", create_exclusively),
            ("createFileExclusively0", "(Ljava/lang/String;)Z", create_exclusively),
            ("delete0", "(Ljava/io/File;)Z", delete),
            ("list", "(Ljava/io/File;)[Ljava/lang/String;", list),
            ("list0", "(Ljava/io/File;)[Ljava/lang/String;", list),
            ("createDirectory", "(Ljava/io/File;)Z", create_directory),
            ("createDirectory0", "(Ljava/io/File;)Z", create_directory),
            ("rename0", "(Ljava/io/File;Ljava/io/File;)Z", rename),
            ("setLastModifiedTime", "(Ljava/io/File;J)Z", set_last_modified),
            ("setLastModifiedTime0", "(Ljava/io/File;J)Z", set_last_modified),
            ("setReadOnly", "(Ljava/io/File;)Z", set_read_only),
            ("setReadOnly0", "(Ljava/io/File;)Z", set_read_only),
            ("getSpace", "(Ljava/io/File;I)J", space),
            ("getSpace0", "(Ljava/io/File;I)J", space),
            ("getNameMax0", "(Ljava/lang/String;)J", |_, _| Ok(255)),
        ],
    );
}

fn path_of(vm: &Vm, file: u64) -> Exec<PathBuf> {
    let path = vm.field_ref(non_null(file)?, "path");
    vm.text_of(path).map(PathBuf::from)
}

/// The path without links, dots and doubled slashes; what does not exist keeps its name, as in the
/// JDK's `canonicalize`.
fn canonicalize(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = vm.text_of(reference(a[1]))?;
    let canonical = resolve(vm, Path::new(&path))?;
    Ok(vm.new_string(&canonical.to_string_lossy())?.word())
}

fn resolve(vm: &mut Vm, path: &Path) -> Exec<PathBuf> {
    let mut prefix = path;
    loop {
        if let Ok(mut real) = overlay::real_path(vm, prefix)? {
            if let Ok(rest) = path.strip_prefix(prefix) {
                append_names(&mut real, rest);
            }
            return Ok(real);
        }
        match prefix.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => prefix = parent,
            _ => break,
        }
    }
    let mut plain = PathBuf::from("/");
    append_names(&mut plain, path);
    Ok(plain)
}

/// What a `java.io.File` leads to, if it leads anywhere.
fn status_of(vm: &mut Vm, file: u64, follow: bool) -> Exec<Option<Stat>> {
    let path = path_of(vm, file)?;
    Ok(overlay::status(vm, &path, follow)?.ok().map(|(status, _)| status))
}

fn append_names(onto: &mut PathBuf, rest: &Path) {
    for component in rest.components() {
        match component {
            Component::Normal(name) => onto.push(name),
            Component::ParentDir => {
                onto.pop();
            }
            _ => {}
        }
    }
}

fn attributes(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let Some(status) = status_of(vm, a[1], true)? else { return Ok(0) };
    let kind = match FileType::from_raw_mode(status.st_mode) {
        FileType::RegularFile => REGULAR,
        FileType::Directory => DIRECTORY,
        _ => 0,
    };
    Ok(EXISTS | kind)
}

fn check_access(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let wanted = Access::from_bits_truncate(int(a[2]) as u32 & 7);
    Ok(u64::from(overlay::access(vm, &path, wanted)?.is_ok()))
}

fn last_modified(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let status = status_of(vm, a[1], true)?;
    let millis = status.map_or(0, |s| s.st_mtime * 1000 + s.st_mtime_nsec as i64 / 1_000_000);
    Ok(millis as u64)
}

fn length(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    Ok(status_of(vm, a[1], true)?.map_or(0, |status| status.st_size as u64))
}

fn set_permission(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let digit = int(a[2]) as u32 & 7;
    let (enable, owner_only) = (int(a[3]) != 0, int(a[4]) != 0);
    let bits = if owner_only {
        digit << OWNER_SHIFT
    } else {
        digit << OWNER_SHIFT | digit << GROUP_SHIFT | digit
    };
    let change = |mode: u32| if enable { mode | bits } else { mode & !bits };
    change_mode(vm, a[1], change)
}

fn change_mode(vm: &mut Vm, file: u64, change: impl Fn(u32) -> u32) -> Exec<u64> {
    let path = path_of(vm, file)?;
    let Some(status) = status_of(vm, file, true)? else { return Ok(0) };
    let done = overlay::change_mode(vm, &path, change(status.st_mode & 0o7777))?;
    Ok(u64::from(done.is_ok()))
}

fn set_read_only(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    change_mode(vm, a[1], |mode| mode & !0o222)
}

fn create_exclusively(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = vm.text_of(reference(a[1]))?;
    // The root directory always exists.
    if path == "/" {
        return Ok(0);
    }
    match overlay::open(
        vm,
        Path::new(&path),
        flags::READ_WRITE | flags::CREATE | flags::EXCLUSIVE,
        0o666,
    )? {
        Ok(_) => Ok(1),
        Err(error) if errno(&error) == ALREADY_EXISTS => Ok(0),
        Err(error) => or_io_exception(Err(error)),
    }
}

fn delete(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let status = status_of(vm, a[1], false)?;
    let is_folder =
        status.is_some_and(|status| FileType::from_raw_mode(status.st_mode) == FileType::Directory);
    let deleted = if is_folder {
        overlay::remove_folder(vm, &path)?
    } else {
        overlay::remove_file(vm, &path)?
    };
    Ok(u64::from(deleted.is_ok()))
}

fn list(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let Ok(names) = overlay::names(vm, &path)? else { return Ok(0) };
    let strings: Exec<Vec<Ref>> =
        names.iter().map(|name| vm.new_string(&name.to_string_lossy())).collect();
    let class = vm.known().string.get();
    Ok(vm.new_references(class, &strings?)?.word())
}

fn create_directory(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    Ok(u64::from(overlay::make_folder(vm, &path, 0o777)?.is_ok()))
}

fn rename(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (from, to) = (path_of(vm, a[1])?, path_of(vm, a[2])?);
    Ok(u64::from(overlay::rename(vm, &from, &to)?.is_ok()))
}

fn set_last_modified(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let millis = long(a[2]);
    let change =
        Timespec { tv_sec: millis.div_euclid(1000), tv_nsec: millis.rem_euclid(1000) * 1_000_000 };
    let access = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    let times = Timestamps { last_access: access, last_modification: change };
    let set = overlay::change_times(vm, &path, &times, AtFlags::empty())?;
    Ok(u64::from(set.is_ok()))
}

/// Total, free and usable bytes of the file system, as `FileSystem.SPACE_TOTAL` and its followers
/// number them.
fn space(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let Ok(figures) = overlay::file_system(vm, &path)? else { return Ok(0) };
    let blocks = match int(a[2]) {
        0 => figures.f_blocks,
        1 => figures.f_bfree,
        _ => figures.f_bavail,
    };
    Ok(figures.f_frsize.saturating_mul(blocks))
}
