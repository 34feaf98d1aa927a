//! `sun.nio.fs.UnixNativeDispatcher`, second part: directory streams, accounts, mount tables,
//! copying.

use crate::args::{from_int, int, non_null, nothing};
use crate::io::host_files;
use crate::io::kept_answers::{Question, kept};
use crate::io::mapped_files;
use crate::io::nio_files::{c_string, no_entry, or_unix, path};
use crate::io::open_files;
use crate::io::overlay::{self, Answer};
use crate::memory::outside_memory::{allocate_memory, free_memory, is_allocated};
use raceproof_base::{Address, OperationKind};
use raceproof_vm::threads::pending::Pending;
use raceproof_vm::{Exec, Registry, Trap, Vm};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::rc::Rc;

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
///
/// Once there is a choice between threads, how far a stream is lies in memory outside the heap, as it
/// does for the system's own: the number of a list, which stays as it is, and of its next item.
#[derive(Default)]
struct Streams {
    last: u64,
    open: BTreeMap<u64, Stream>,
    lists: Vec<Rc<[Vec<u8>]>>,
}

struct Stream {
    items: Vec<Vec<u8>>,
    /// The descriptor that closes with the stream.
    descriptor: Option<i32>,
}

/// Bytes of a stream in the program's memory.
const STREAM_BYTES: usize = 16;

/// Opens a stream; entries of directories come sorted, as the host's order differs from machine to
/// machine.
fn open_stream(vm: &mut Vm, mut items: Vec<Vec<u8>>, descriptor: Option<i32>) -> Exec<u64> {
    if vm.is_undoable() {
        return open_in_memory(vm, items);
    }
    items.reverse();
    let streams = vm.extension.get::<Streams>();
    streams.last += 1;
    streams.open.insert(streams.last, Stream { items, descriptor });
    Ok(streams.last)
}

fn open_in_memory(vm: &mut Vm, items: Vec<Vec<u8>>) -> Exec<u64> {
    let lists = &mut vm.extension.get::<Streams>().lists;
    let known = lists.iter().position(|list| **list == *items);
    let number = known.unwrap_or_else(|| {
        lists.push(items.into());
        lists.len() - 1
    });
    let memory = memory(vm)?;
    let address = allocate_memory(vm, &[memory, STREAM_BYTES as u64])?;
    put_stream(vm, address, number, 0)?;
    Ok(address)
}

/// The object that memory outside the heap belongs to.
fn memory(vm: &mut Vm) -> Exec<u64> {
    let class = vm.load_boot("jdk/internal/misc/Unsafe")?;
    vm.static_field(class, "theUnsafe").ok_or_else(|| raceproof_vm::vm::missing("Unsafe.theUnsafe"))
}

fn put_stream(vm: &mut Vm, address: u64, list: usize, next: usize) -> Exec<()> {
    let bytes = [(list as u64).to_le_bytes(), (next as u64).to_le_bytes()].concat();
    vm.heap.put_raw(address as usize, &bytes).ok_or_else(|| Trap::plain("java/lang/InternalError"))
}

fn stream_in_memory(vm: &mut Vm, address: u64) -> Option<(usize, usize)> {
    let start = address as usize;
    if !is_allocated(vm, &(start..start.checked_add(STREAM_BYTES)?)) {
        return None;
    }
    let bytes = vm.heap.raw(start, STREAM_BYTES)?;
    let number = |from: usize| {
        bytes[from..from + 8].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    Some((number(0), number(8)))
}

fn open_directory(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    let names = overlay::names(vm, &path)?;
    let names = or_unix(vm, names)?;
    open_stream(vm, names.into_iter().map(OsString::into_vec).collect(), None)
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
    open_stream(vm, names, Some(number))
}

fn close_stream(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    use_stream(vm, a[0])?;
    if vm.is_undoable() {
        if stream_in_memory(vm, a[0]).is_some() {
            let memory = memory(vm)?;
            free_memory(vm, &[memory, a[0]])?;
        }
        return Ok(0);
    }
    let closed = vm.extension.get::<Streams>().open.remove(&a[0]);
    if let Some(number) = closed.and_then(|stream| stream.descriptor) {
        let done = open_files::files(vm).close(number);
        or_unix(vm, done)?;
    }
    Ok(0)
}

/// Who knows a stream cannot be told, as of any memory outside the heap.
fn use_stream(vm: &mut Vm, stream: u64) -> Exec<()> {
    vm.visible(Pending::new(OperationKind::Update, Address(stream))).map(|_| ())
}

fn next_item(vm: &mut Vm, stream: u64) -> Answer<Option<Vec<u8>>> {
    let closed = || io::Error::from_raw_os_error(BAD_DESCRIPTOR);
    use_stream(vm, stream)?;
    if !vm.is_undoable() {
        let open = vm.extension.get::<Streams>().open.get_mut(&stream);
        return Ok(open.ok_or_else(closed).map(|open| open.items.pop()));
    }
    if vm.extension.get::<Streams>().open.contains_key(&stream) {
        vm.leaves_state(|| "going on with a list of names that was begun before".to_owned())?;
    }
    let Some((list, next)) = stream_in_memory(vm, stream) else { return Ok(Err(closed())) };
    let list = vm.extension.get::<Streams>().lists.get(list);
    let item = list.and_then(|list| list.get(next)).cloned();
    if item.is_some() {
        vm.heap.put_raw(stream as usize + 8, &(next as u64 + 1).to_le_bytes());
    }
    Ok(Ok(item))
}

fn read_entry(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let item = next_item(vm, a[0])?;
    match or_unix(vm, item)? {
        Some(name) => Ok(vm.new_bytes(&name)?.word()),
        None => Ok(0),
    }
}

/// A table of the system's.
fn table(vm: &mut Vm, path: &Path) -> Answer<Vec<u8>> {
    kept(vm, Question::Lines, path, |_| Ok(fs::read(path)))
}

/// The fields of the lines of `/etc/passwd` or `/etc/group`.
fn accounts(vm: &mut Vm, file: &str) -> Exec<Vec<Vec<String>>> {
    let text = table(vm, Path::new(file))?
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    Ok(text.lines().map(|line| line.split(':').map(str::to_owned).collect()).collect())
}

fn account_name(vm: &mut Vm, a: &[u64], file: &str) -> Exec<u64> {
    let number = (a[0] as u32).to_string();
    let found = accounts(vm, file)?.into_iter().find(|fields| fields.get(2) == Some(&number));
    match found.and_then(|fields| fields.into_iter().next()) {
        Some(name) => Ok(vm.new_bytes(name.as_bytes())?.word()),
        None => Err(no_entry(vm)),
    }
}

fn account_number(vm: &mut Vm, a: &[u64], file: &str) -> Exec<u64> {
    let name = String::from_utf8_lossy(&c_string(vm, a[0])).into_owned();
    let found = accounts(vm, file)?.into_iter().find(|fields| fields.first() == Some(&name));
    let number = found.and_then(|fields| fields.get(2)?.parse::<u32>().ok());
    Ok(number.map_or(NONE, u64::from))
}

fn open_mounts(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let path = path(vm, a[0]);
    let table = table(vm, &path)?;
    let table = or_unix(vm, table)?;
    let lines = table.split(|b| *b == b'\n').filter(|line| !line.is_empty() && line[0] != b'#');
    let lines = lines.map(<[u8]>::to_vec).collect();
    open_stream(vm, lines, None)
}

/// Fills a `UnixMountEntry` from the next line; minus one at the end.
fn read_mount(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let line = next_item(vm, a[0])?;
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
