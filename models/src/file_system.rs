//! `java.io.UnixFileSystem`: what `java.io.File` asks of the host.

use crate::args::{int, long, non_null, reference};
use crate::files::{flags, open_host};
use crate::host_files::{errno, or_io_exception};
use raceproof_vm::{Exec, Ref, Registry, Vm};
use rustix::fs::{Access, AtFlags, CWD, Timespec, Timestamps, UTIME_OMIT, access, statvfs};
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
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

/// The path without links, dots and doubled slashes; what does not exist keeps its name, as in the JDK's `canonicalize`.
fn canonicalize(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = vm.text_of(reference(a[1]))?;
    let canonical = resolve(Path::new(&path));
    Ok(vm.new_string(&canonical.to_string_lossy())?.word())
}

fn resolve(path: &Path) -> PathBuf {
    let mut prefix = path;
    loop {
        if let Ok(mut real) = fs::canonicalize(prefix) {
            if let Ok(rest) = path.strip_prefix(prefix) {
                append_names(&mut real, rest);
            }
            return real;
        }
        match prefix.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => prefix = parent,
            _ => break,
        }
    }
    let mut plain = PathBuf::from("/");
    append_names(&mut plain, path);
    plain
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
    let Ok(metadata) = fs::metadata(path_of(vm, a[1])?) else { return Ok(0) };
    let kind = if metadata.is_file() {
        REGULAR
    } else if metadata.is_dir() {
        DIRECTORY
    } else {
        0
    };
    Ok(EXISTS | kind)
}

fn check_access(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let wanted = Access::from_bits_truncate(int(a[2]) as u32 & 7);
    Ok(u64::from(access(path, wanted).is_ok()))
}

fn last_modified(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let millis = fs::metadata(path).map_or(0, |m| m.mtime() * 1000 + m.mtime_nsec() / 1_000_000);
    Ok(millis as u64)
}

fn length(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    Ok(fs::metadata(path).map_or(0, |m| m.len()))
}

fn set_permission(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let digit = int(a[2]) as u32 & 7;
    let (enable, owner_only) = (int(a[3]) != 0, int(a[4]) != 0);
    let bits = if owner_only { digit << OWNER_SHIFT } else { digit << OWNER_SHIFT | digit << GROUP_SHIFT | digit };
    let change = |mode: u32| if enable { mode | bits } else { mode & !bits };
    Ok(u64::from(change_mode(&path, change)))
}

fn change_mode(path: &Path, change: impl Fn(u32) -> u32) -> bool {
    let Ok(metadata) = fs::metadata(path) else { return false };
    let mode = change(metadata.permissions().mode() & 0o7777);
    fs::set_permissions(path, Permissions::from_mode(mode)).is_ok()
}

fn set_read_only(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    Ok(u64::from(change_mode(&path, |mode| mode & !0o222)))
}

fn create_exclusively(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = vm.text_of(reference(a[1]))?;
    // The root directory always exists.
    if path == "/" {
        return Ok(0);
    }
    match open_host(&path, flags::READ_WRITE | flags::CREATE | flags::EXCLUSIVE, 0o666) {
        Ok(_) => Ok(1),
        Err(error) if errno(&error) == ALREADY_EXISTS => Ok(0),
        Err(error) => or_io_exception(Err(error)),
    }
}

fn delete(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let is_directory = fs::symlink_metadata(&path).is_ok_and(|m| m.is_dir());
    let deleted = if is_directory { fs::remove_dir(path) } else { fs::remove_file(path) };
    Ok(u64::from(deleted.is_ok()))
}

/// The names in a directory, sorted: the host's order differs from machine to machine.
fn list(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let Ok(entries) = fs::read_dir(path_of(vm, a[1])?) else { return Ok(0) };
    let mut names: Vec<_> = entries.filter_map(|e| Some(e.ok()?.file_name())).collect();
    names.sort();
    let strings: Exec<Vec<Ref>> = names.iter().map(|name| vm.new_string(&name.to_string_lossy())).collect();
    let class = vm.known.string.get();
    Ok(vm.new_references(class, &strings?)?.word())
}

fn create_directory(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    Ok(u64::from(fs::create_dir(path).is_ok()))
}

fn rename(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let (from, to) = (path_of(vm, a[1])?, path_of(vm, a[2])?);
    Ok(u64::from(fs::rename(from, to).is_ok()))
}

fn set_last_modified(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let millis = long(a[2]);
    let change = Timespec { tv_sec: millis.div_euclid(1000), tv_nsec: millis.rem_euclid(1000) * 1_000_000 };
    let access = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    let times = Timestamps { last_access: access, last_modification: change };
    let set = rustix::fs::utimensat(CWD, path, &times, AtFlags::empty());
    Ok(u64::from(set.is_ok()))
}

/// Total, free and usable bytes of the file system, as `FileSystem.SPACE_TOTAL` and its followers number them.
fn space(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path_of(vm, a[1])?;
    let Ok(figures) = statvfs(OsStr::from_bytes(path.as_os_str().as_bytes())) else { return Ok(0) };
    let blocks = match int(a[2]) {
        0 => figures.f_blocks,
        1 => figures.f_bfree,
        _ => figures.f_bavail,
    };
    Ok(figures.f_frsize.saturating_mul(blocks))
}
