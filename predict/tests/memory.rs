//! Readers take no more memory than four times what a file has, and 64 MiB; what would need more is
//! refused, with its place.

#![cfg(target_os = "linux")] // where a process can ask for its memory

#[path = "support/generated.rs"]
mod generated;

use raceproof_predict::event::EventKind;
use raceproof_predict::read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// In the environment of a process that measures: the file, and how many blocks of it are read.
const FILE: &str = "RACEPROOF_MEASURED_FILE";
const BLOCKS: &str = "RACEPROOF_MEASURED_BLOCKS";

/// A line of what the system tells of this process, in bytes.
fn status(key: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap() * 1024
}

/// Not a test, but the process that each of them measures: what was read, why no more, and the most
/// memory that took.
#[test]
#[ignore = "2026-11-24: a part of the other tests, which start it with a file to read"]
fn measured() {
    let Some(file) = env::var_os(FILE) else { return };
    let most: usize = env::var(BLOCKS).unwrap().parse().unwrap();
    let before = status("VmRSS:");
    let (mut events, mut read, mut told) = (Vec::new(), 0, String::new());
    match read::open(Path::new(&file)).map(|opened| opened.reader) {
        Err(problem) => told = problem.to_string(),
        Ok(mut reader) => {
            for _ in 0..most {
                events.clear();
                let has_more = reader.next_block(&mut events);
                read += events.len();
                if has_more != Ok(true) {
                    told = has_more
                        .err()
                        .or(reader.truncated().cloned())
                        .map_or(told, |problem| problem.to_string());
                    break;
                }
            }
        }
    }
    println!("\nmeasured\t{read}\t{told}\t{}", status("VmHWM:") - before);
}

/// How many events are read, and why no more; of so many blocks. Memory is bounded.
#[track_caller]
fn read_blocks(file: &[u8], most: usize) -> (u64, String) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name =
        format!("raceproof-memory-{}-{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let path: PathBuf = env::temp_dir().join(name);
    fs::write(&path, file).unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["measured", "--exact", "--ignored", "--nocapture"])
        .env(FILE, &path)
        .env(BLOCKS, most.to_string());
    let output = command.output();
    fs::remove_file(&path).unwrap();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    let line = output.lines().find_map(|line| line.strip_prefix("measured\t")).expect(&output);
    let [read, told, taken] = *line.split('\t').collect::<Vec<_>>() else { panic!("{output}") };
    let (allowed, taken) = (4 * file.len() + (64 << 20), taken.parse::<usize>().unwrap());
    eprintln!("{} of {} MiB", taken >> 20, allowed >> 20); // shown if it fails
    assert!(taken <= allowed, "{} MiB, and {} MiB are allowed", taken >> 20, allowed >> 20);
    (read.parse().unwrap(), told.to_owned())
}

#[track_caller]
fn read(file: &[u8]) -> (u64, String) {
    read_blocks(file, usize::MAX)
}

/// A file in the project's own format.
struct File(Vec<u8>);

impl File {
    fn new() -> Self {
        Self(b"RPTR\x02\0\0\0".to_vec())
    }

    /// With a block, as short as it can be stored.
    fn with(mut self, sort: u8, first_event: u64, events: u32, raw: &[u8]) -> Self {
        let stored = zstd::bulk::compress(raw, 1).unwrap();
        self.0.extend([sort, 1, 0, 0]);
        self.0.extend((raw.len() as u32).to_le_bytes());
        self.0.extend((stored.len() as u32).to_le_bytes());
        self.0.extend(crc32c::crc32c(&stored).to_le_bytes());
        self.0.extend(first_event.to_le_bytes());
        self.0.extend(events.to_le_bytes());
        self.0.extend(stored);
        self
    }

    /// With so many names, each of so many bytes.
    fn with_names(self, sort: u8, first: usize, count: usize, length: usize) -> Self {
        let mut raw = vec![sort];
        put(&mut raw, first);
        put(&mut raw, count);
        let mut name = Vec::new();
        put(&mut name, length);
        name.resize(name.len() + length, b'x');
        raw.extend(name.repeat(count));
        self.with(b'N', 0, 0, &raw)
    }

    /// With a thread and a block of its own, of reads at times that follow each other.
    fn with_thread(self, thread: usize, events: u32) -> Self {
        let mut raw = Vec::new();
        put(&mut raw, thread);
        raw.extend(vec![EventKind::Read as u8 | 0x40; events as usize]);
        raw.extend(vec![0; events as usize]);
        raw.extend(vec![1; events as usize]);
        self.with(b'T', 0, events, &raw)
    }

    fn with_end(self) -> Self {
        self.with_end_behind(0)
    }

    /// Behind so many events.
    fn with_end_behind(self, events: u64) -> Self {
        self.with(b'M', events, 0, b"\x01\x03end\0")
    }
}

fn put(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

const MOST_RAW: usize = 8 << 20;

#[test]
fn names_without_end_are_refused_at_their_block() {
    for sort in 0..5 {
        let mut file = File::new();
        for block in 0..20 {
            file = file.with_names(sort, block * 8_000_000, 8_000_000, 0);
        }
        assert!(file.0.len() < 50_000, "{}", file.0.len());
        let (read, told) = self::read(&file.0);
        assert!(
            read == 0 && told.starts_with("block 1, byte 8: there are more names"),
            "{sort}: {told}"
        );
    }
}

/// Each object of a byte stands for as many variables as its type has fields.
#[test]
fn objects_without_end_are_refused_at_their_block() {
    for (fields, entries) in [(1, 3_000_000), (1, 8_000_000), (1_000, 10_000)] {
        let mut raw = Vec::new();
        [0, 1 + entries].into_iter().for_each(|part| put(&mut raw, part));
        raw.extend([1, 1, b'A']);
        put(&mut raw, fields);
        raw.resize(raw.len() + 2 * fields, 1);
        raw.resize(raw.len() + entries, 1);
        let file = File::new().with(b'O', 0, 0, &raw);
        let (read, told) = self::read(&file.0);
        assert!(
            read == 0 && told.starts_with("block 1, byte 8: there are more names"),
            "{fields}: {told}"
        );
    }
}

#[test]
fn nor_does_a_file_tell_of_itself_without_end() {
    // In one block, and in many of which each has room.
    for (entries, blocks, last) in [(4_000_000, 2, "block 1,"), (250_000, 20, "block 2,")] {
        let mut raw = Vec::new();
        put(&mut raw, entries);
        raw.resize(raw.len() + 2 * entries, 0);
        let file = (0..blocks).fold(File::new(), |file, _| file.with(b'M', 0, 0, &raw));
        let (read, told) = self::read(&file.0);
        assert!(
            read == 0 && told.starts_with(last) && told.contains("there are more names"),
            "{told}"
        );
    }
}

/// Of each thread more is kept than its name.
#[test]
fn threads_count_for_more_than_their_names() {
    let file = File::new().with_names(2, 0, 400_000, 0).with_names(2, 400_000, 100_000, 0);
    let (_, told) = self::read(&file.0);
    assert!(told.starts_with("block 2, ") && told.contains("there are more names"), "{told}");
}

/// One for each thread and place, and with many callers each.
#[test]
fn stacks_are_refused_when_there_are_too_many() {
    let named = || File::new().with_names(2, 0, 1_000, 0).with_names(4, 0, 1_000, 0);
    let mut many = Vec::new();
    put(&mut many, 1_000_000);
    for number in 0..1_000_000 {
        [number / 1_000, number % 1_000, 0].into_iter().for_each(|part| put(&mut many, part));
    }
    let mut long = Vec::new();
    [1, 0, 0, 8_000_000].into_iter().for_each(|part| put(&mut long, part));
    long.resize(long.len() + 8_000_000, 0);
    for raw in [many, long] {
        let (read, told) = self::read(&named().with(b'K', 0, 0, &raw).0);
        assert!(
            read == 0 && told.starts_with("block 3, ") && told.contains("there are more names"),
            "{told}"
        );
    }
    for [thread, location, callers, caller] in
        [[1_000, 0, 1, 0], [0, 1_000, 1, 0], [0, 0, 1, 1_000], [0, 0, 2, 0]]
    {
        let mut wrong = Vec::new();
        [1, thread, location, callers, caller].into_iter().for_each(|part| put(&mut wrong, part));
        let (_, told) = self::read(&named().with(b'K', 0, 0, &wrong).0);
        assert!(told.contains("something else than it says"), "{told}");
    }
}

#[test]
fn long_names_are_refused_when_there_are_too_many() {
    let mut file = File::new();
    for block in 0..20 {
        file = file.with_names(0, block, 1, MOST_RAW - 100);
    }
    let (read, told) = self::read(&file.0);
    assert!(
        read == 0 && told.starts_with("block 3, byte ") && told.contains("there are more names"),
        "{told}"
    );
    let file = File::new().with_names(0, 0, 1, MOST_RAW - 4);
    assert_eq!(
        self::read(&file.0),
        (0, "block 1, byte 8: the block is longer than any may be".to_owned())
    );
    let long = File::new().with_names(0, 0, 1, MOST_RAW - 100).with_end();
    assert_eq!(self::read(&long.0), (0, String::new()));
}

#[test]
fn names_as_many_as_a_long_file_has_are_read() {
    let count = 2_000_000;
    let mut file = File::new();
    let names: Vec<String> = (0..count).map(|number| format!("V{number}")).collect();
    for (block, names) in names.chunks(500_000).enumerate() {
        let mut raw = vec![0];
        put(&mut raw, block * 500_000);
        put(&mut raw, names.len());
        for name in names {
            raw.push(name.len() as u8);
            raw.extend(name.as_bytes());
        }
        file = file.with(b'N', 0, 0, &raw);
    }
    assert_eq!(self::read(&file.with_end().0), (0, String::new()));
}

/// What all threads have in memory at once does not grow with what their blocks expand to.
#[test]
fn blocks_of_many_threads_are_not_all_in_memory() {
    const THREADS: usize = 200;
    const EVENTS: u32 = 20_000;
    let mut file =
        File::new().with_names(0, 0, 1, 1).with_names(4, 0, 1, 1).with_names(2, 0, THREADS, 1);
    for thread in 0..THREADS {
        file = file.with_thread(thread, EVENTS);
    }
    let all = THREADS as u64 * u64::from(EVENTS);
    assert_eq!(self::read(&file.with_end_behind(all).0), (all, String::new()));
    let mut file =
        File::new().with_names(0, 0, 1, 1).with_names(4, 0, 1, 1).with_names(2, 0, 40, 1);
    for thread in 0..40 {
        file = file.with_thread(thread, 2_000_000);
    }
    assert!(file.0.len() < 100_000, "{}", file.0.len());
    // The beginning is enough: all threads have come to their first block.
    let (read, told) = read_blocks(&file.with_end_behind(80_000_000).0, 1);
    assert!(read > 60_000 && told.is_empty(), "{read}: {told}");
}

/// Nor are large pieces of each.
#[test]
fn pieces_of_very_many_threads_are_small() {
    const THREADS: usize = 8_000;
    let mut file =
        File::new().with_names(0, 0, 1, 1).with_names(4, 0, 1, 1).with_names(2, 0, THREADS, 1);
    for thread in 0..THREADS {
        file = file.with_thread(thread, 1_100);
    }
    let (read, told) = read_blocks(&file.with_end_behind(8_800_000).0, 1);
    assert!(read > 60_000 && told.is_empty(), "{read}: {told}");
}

#[test]
fn texts_of_nothing_but_names_are_bounded_too() {
    let texts: [fn(u64) -> String; 3] = [
        |n| format!("{n:x}|r({n:x}v)|{n:x}\n"),
        |n| format!("{n},RD,{},a:{n:x}\n", 7 * n),
        |n| format!("@ Rd({n},{n:x}.f) a:{n:x}\n"),
    ];
    for text in texts {
        let text: String = (0..500_000).map(text).collect();
        let (read, told) = self::read(text.as_bytes());
        assert!(read > 400_000 || !told.is_empty(), "{told}");
    }
}

/// Such as others write, for comparison.
#[test]
fn what_is_no_attack_is_read() {
    let text = generated::whole(generated::recorded(4, 300_000));
    let (read, told) = self::read(text.as_bytes());
    assert!(read >= 300_000 && told.is_empty(), "{told}");
}
