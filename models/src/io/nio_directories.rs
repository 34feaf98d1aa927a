//! `sun.nio.fs.UnixNativeDispatcher`, second part: directory streams, accounts, mount tables,
//! copying.

use crate::args::{from_int, int, non_null, nothing};
use crate::io::host_files;
use crate::io::mapped_files;
use crate::io::nio_files::{c_string, no_entry, or_unix, path};
use crate::io::open_files;
use crate::io::overlay;
use raceproof_vm::{Exec, Registry, Vm};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

const BAD_DESCRIPTOR: i32 = 9;
const NONE: u64 = 0xFFFF_FFFF;

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            ("opendir0", "(J)J", open_directory),
            ("fdopendir", "(I)J", open_descriptor),
            ("closedir", "(J)V", close_stream),
            ("readdir", "(J)[B", read_entry),
            ("readdir0", "(J)[B", read_entry),
            ("rewind", "(J)V", nothing),
            // No line is longer than the reader expects anyway.
            ("getlinelen", "(J)I", |_, _| Ok(NONE)),
            ("getpwuid", "(I)[B", |vm, a| account_name(vm, a, "/etc/passwd")),
            ("getgrgid", "(I)[B", |vm, a| account_name(vm, a, "/etc/group")),
            ("getpwnam0", "(J)I", |vm, a| account_number(vm, a, "/etc/passwd")),
            ("getgrnam0", "(J)I", |vm, a| account_number(vm, a, "/etc/group")),
        ],
    );
    registry.class(
        "sun/nio/fs/LinuxNativeDispatcher",
        &[
            ("setmntent0", "(JJ)J", open_mounts),
            ("getmntent0", "", read_mount),
            ("endmntent", "(J)V", close_stream),
            ("directCopy0", "(IIJ)I", copy),
        ],
    );
    registry.class("sun/nio/fs/UnixFileSystem", &[("bufferedCopy0", "(IIJIJ)V", copy)]);
    registry.class("sun/nio/fs/UnixCopyFile", &[("transfer", "(IIJ)V", copy)]);
}

/// Open streams of directory entries or of lines of a mount table; the next item is the last of the
/// list.
#[derive(Default)]
struct Streams {
    last: u64,
    open: BTreeMap<u64, Stream>,
}

struct Stream {
    items: Vec<Vec<u8>>,
    /// The descriptor that closes with the stream.
    descriptor: Option<i32>,
}

/// Opens a stream; entries of directories come sorted, as the host's order differs from machine to
/// machine.
fn open_stream(vm: &mut Vm, mut items: Vec<Vec<u8>>, descriptor: Option<i32>) -> u64 {
    items.reverse();
    let streams = vm.extension.get::<Streams>();
    streams.last += 1;
    streams.open.insert(streams.last, Stream { items, descriptor });
    streams.last
}

fn open_directory(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    let names = overlay::names(vm, &path)?;
    let names = or_unix(vm, names)?;
    Ok(open_stream(vm, names.into_iter().map(OsString::into_vec).collect(), None))
}

fn open_descriptor(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    overlay::on_host_only(vm, "reading an open folder")?;
    let number = int(a[0]);
    let names = mapped_files::file(vm, number).and_then(|file| {
        let entries = rustix::fs::Dir::read_from(file)?;
        entries.map(|e| Ok(e?.file_name().to_bytes().to_vec())).collect::<io::Result<Vec<_>>>()
    });
    let mut names = or_unix(vm, names)?;
    names.sort();
    Ok(open_stream(vm, names, Some(number)))
}

fn close_stream(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    if vm.is_exploring() && vm.is_undoable() {
        return Ok(0);
    }
    let closed = vm.extension.get::<Streams>().open.remove(&a[0]);
    if let Some(number) = closed.and_then(|stream| stream.descriptor) {
        let done = open_files::files(vm).close(number);
        or_unix(vm, done)?;
    }
    Ok(0)
}

fn next_item(vm: &mut Vm, stream: u64) -> io::Result<Option<Vec<u8>>> {
    let open = vm.extension.get::<Streams>().open.get_mut(&stream);
    Ok(open.ok_or_else(|| io::Error::from_raw_os_error(BAD_DESCRIPTOR))?.items.pop())
}

fn read_entry(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let item = next_item(vm, a[0]);
    match or_unix(vm, item)? {
        Some(name) => Ok(vm.new_bytes(&name)?.word()),
        None => Ok(0),
    }
}

/// The fields of the lines of `/etc/passwd` or `/etc/group`.
fn accounts(file: &str) -> Vec<Vec<String>> {
    let text = fs::read(file)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    text.lines().map(|line| line.split(':').map(str::to_owned).collect()).collect()
}

fn account_name(vm: &mut Vm, a: &[u64], file: &str) -> Exec<u64> {
    let number = (a[0] as u32).to_string();
    let found = accounts(file).into_iter().find(|fields| fields.get(2) == Some(&number));
    match found.and_then(|fields| fields.into_iter().next()) {
        Some(name) => Ok(vm.new_bytes(name.as_bytes())?.word()),
        None => Err(no_entry(vm)),
    }
}

fn account_number(vm: &mut Vm, a: &[u64], file: &str) -> Exec<u64> {
    let name = String::from_utf8_lossy(&c_string(vm, a[0])).into_owned();
    let found = accounts(file).into_iter().find(|fields| fields.first() == Some(&name));
    let number = found.and_then(|fields| fields.get(2)?.parse::<u32>().ok());
    Ok(number.map_or(NONE, u64::from))
}

fn open_mounts(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = c_string(vm, a[0]);
    let table = fs::read(OsStr::from_bytes(&path));
    let table = or_unix(vm, table)?;
    let lines = table.split(|b| *b == b'\n').filter(|line| !line.is_empty() && line[0] != b'#');
    let lines = lines.map(<[u8]>::to_vec).collect();
    Ok(open_stream(vm, lines, None))
}

/// Fills a `UnixMountEntry` from the next line; minus one at the end.
fn read_mount(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let line = next_item(vm, a[0]);
    let Some(line) = or_unix(vm, line)? else { return Ok(NONE) };
    let entry = non_null(a[1])?;
    let mut fields = line.split(|b| *b == b' ');
    for name in ["name", "dir", "fstype", "opts"] {
        let bytes = unescape(fields.next().unwrap_or_default());
        let bytes = vm.new_bytes(&bytes)?;
        vm.set_field(entry, name, bytes.word());
    }
    Ok(0)
}

/// Undoes the octal escapes of a mount table.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let digits = after
            .get(..3)
            .filter(|d| *first == b'\\' && d.iter().all(|c| (b'0'..b'8').contains(c)));
        if let Some(digits) = digits {
            plain.push(
                digits.iter().fold(0_u8, |sum, d| sum.wrapping_mul(8).wrapping_add(d - b'0')),
            );
            rest = &after[3..];
        } else {
            plain.push(*first);
            rest = after;
        }
    }
    plain
}

/// Copies what is left of the second file to the first.
fn copy(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let done = copy_rest(vm, int(a[0]), int(a[1]));
    or_unix(vm, done)?;
    Ok(from_int(0))
}

fn copy_rest(vm: &mut Vm, target: i32, source: i32) -> io::Result<()> {
    loop {
        let bytes = host_files::read_some(vm, source, 1 << 16)?;
        if bytes.is_empty() {
            return Ok(());
        }
        host_files::write_all(vm, target, &bytes)?;
    }
}
