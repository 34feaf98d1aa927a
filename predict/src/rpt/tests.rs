//! What is written is read back, and what is damaged is read up to there.

use super::block::{self, BLOCK_HEADER, Codec, FILE_HEADER, Type, put_text, put_varint};
use super::columns::Encoder;
use super::write::sorts;
use super::{RptWriter, open};
use crate::event::{Event, EventKind, Subject};
use crate::generated::{self, Numbers};
use crate::names::{Interner, Names};
use crate::read::{BLOCK, Problem, Reader, StdReader};
use std::io::Cursor;

/// What a file tells: its events, and whether that is all.
type Outcome = Result<(Vec<Event>, Option<Problem>), Problem>;

fn read_all(reader: &mut dyn Reader) -> Outcome {
    let mut events = Vec::new();
    while reader.next_block(&mut events)? {}
    assert_eq!(reader.next_block(&mut events), Ok(false), "there is nothing behind the end");
    Ok((events, reader.truncated().cloned()))
}

fn read(bytes: &[u8]) -> Outcome {
    read_all(open(Cursor::new(bytes.to_vec()))?.as_mut())
}

fn parsed(text: &str) -> (Vec<Event>, Names) {
    let mut reader = StdReader::new(text.as_bytes());
    let mut events = Vec::new();
    while reader.next_block(&mut events).unwrap() {}
    (events, reader.names().clone())
}

fn told(names: &Names) -> Vec<Vec<String>> {
    sorts(names)
        .map(|sort| (0..sort.len() as u32).map(|number| sort.name(number)).collect())
        .to_vec()
}

fn written(events: &[Event], names: &Names, codec: Codec, piece: usize) -> Vec<u8> {
    let mut writer = RptWriter::new(Vec::new(), codec).unwrap();
    writer.meta(&[("command", "java A"), ("jdk", "25")]).unwrap();
    for piece in events.chunks(piece) {
        writer.append(piece, names).unwrap();
        writer.flush(names).unwrap();
    }
    writer.finish(names).unwrap()
}

/// The blocks of a sound file: where each begins, its sort, and its number of events.
fn blocks(bytes: &[u8]) -> Vec<(usize, Type, u32)> {
    let (mut at, mut found) = (FILE_HEADER as usize, Vec::new());
    while let Ok(Some(header)) = block::Header::read(&mut &bytes[at..]) {
        found.push((at, header.sort, header.events));
        at += BLOCK_HEADER + header.stored_len;
    }
    assert_eq!(at, bytes.len());
    found
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 1..20 {
        let (events, mut names) = parsed(&generated::any_events(seed, 600));
        for (number, event) in events.iter().enumerate() {
            let callers =
                events[number..].iter().take(number % 5).map(|caller| caller.location).collect();
            names.stacks.add(event.thread, event.location, callers);
        }
        for (codec, piece) in [(Codec::Raw, 600), (Codec::Zstd, 600), (Codec::Zstd, 7)] {
            let bytes = written(&events, &names, codec, piece);
            let mut reader = open(Cursor::new(bytes)).unwrap();
            assert_eq!(read_all(reader.as_mut()), Ok((events.clone(), None)));
            assert_eq!(told(reader.names()), told(&names));
            assert_eq!(reader.names().stacks.all(), names.stacks.all());
            assert_eq!(reader.meta()[0], ("command".to_owned(), "java A".to_owned()));
            assert_eq!(reader.meta().len(), 2);
        }
    }
}

#[test]
fn blocks_have_so_many_events_and_few_bytes() {
    let text = generated::whole(generated::recorded(4, 2 * BLOCK as u64 + 1_000));
    let (events, names) = parsed(&text);
    let mut writer = RptWriter::new(Vec::new(), Codec::Zstd).unwrap();
    events.chunks(999).for_each(|piece| writer.append(piece, &names).unwrap());
    let bytes = writer.finish(&names).unwrap();
    let lengths: Vec<u32> = blocks(&bytes)
        .iter()
        .filter(|block| block.1 == Type::Events)
        .map(|block| block.2)
        .collect();
    assert_eq!(lengths[..2], [BLOCK as u32, BLOCK as u32]);
    assert_eq!(lengths.len(), 3);
    assert_eq!(read(&bytes), Ok((events, None)));
    assert!(bytes.len() * 15 < text.len(), "{} bytes for {} of text", bytes.len(), text.len());
}

#[test]
fn names_are_written_as_they_come_and_may_be_alike() {
    let mut names = Names::default();
    let mut writer = RptWriter::new(Vec::new(), Codec::Raw).unwrap();
    let mut events = Vec::new();
    for (number, name) in ["Thread-0", "Thread-0", "T7", "T07", ""].iter().enumerate() {
        names.threads.add(name.as_bytes());
        names.locations.add(b"7");
        let number = number as u32;
        events.push(Event {
            thread: number,
            object: number,
            location: number,
            kind: EventKind::Begin,
        });
        writer.append(&events[number as usize..], &names).unwrap();
        writer.flush(&names).unwrap();
    }
    let mut reader = open(Cursor::new(writer.finish(&names).unwrap())).unwrap();
    assert_eq!(read_all(reader.as_mut()), Ok((events, None)));
    assert_eq!(told(reader.names())[2], ["Thread-0", "Thread-0", "T7", "T07", ""]);
}

#[test]
fn many_names_go_into_several_blocks() {
    let mut names = Names::default();
    let long = "x".repeat(700_000);
    for text in [&long, &long, &long] {
        names.variables.add(text.as_bytes());
    }
    names.threads.add(b"T");
    names.locations.add(b"1");
    let events = [Event { thread: 0, object: 2, location: 0, kind: EventKind::Read }];
    let bytes = written(&events, &names, Codec::Zstd, 1);
    assert_eq!(blocks(&bytes).iter().filter(|block| block.1 == Type::Names).count(), 4);
    assert_eq!(read(&bytes), Ok((events.to_vec(), None)));
    names.variables.add("x".repeat(1 << 21).as_bytes());
    let mut writer = RptWriter::new(Vec::new(), Codec::Zstd).unwrap();
    writer.append(&events, &names).unwrap();
    assert!(writer.flush(&names).is_err());
}

#[test]
fn what_has_no_name_is_not_written() {
    let (events, names) = parsed("T0|r(V0)|1\nT0|fork(T1)|1\n");
    for change in [
        |event: &mut Event| event.thread = 2,
        |event: &mut Event| event.object = u32::MAX,
        |event: &mut Event| event.location = 1,
        |event: &mut Event| event.kind = EventKind::Acquire,
    ] {
        let mut event = events[0];
        change(&mut event);
        let mut writer = RptWriter::new(Vec::new(), Codec::Raw).unwrap();
        assert!(writer.append(&[event], &names).is_err(), "{event:?}");
    }
}

/// Whatever happens to a file, what is read from it is what was there, and if not all then that is
/// told.
fn is_prefix(outcome: &Outcome, all: &[Event]) -> bool {
    match outcome {
        Err(_) => true,
        Ok((events, None)) => events == all,
        Ok((events, Some(_))) => all.starts_with(events),
    }
}

#[test]
fn only_known_versions_are_read() {
    let (events, names) = parsed("T0|r(V0)|1\n");
    let mut bytes = written(&events, &names, Codec::Raw, 1);
    for version in 0..5 {
        bytes[4] = version;
        assert_eq!(read(&bytes).is_ok(), [1, 2].contains(&version), "version {version}");
    }
}

#[test]
fn a_file_cut_anywhere_is_read_up_to_there() {
    let (events, names) = parsed(&generated::any_events(3, 60));
    for codec in [Codec::Raw, Codec::Zstd] {
        let bytes = written(&events, &names, codec, 20);
        let blocks = blocks(&bytes);
        for end in 0..bytes.len() {
            let outcome = read(&bytes[..end]);
            if end < FILE_HEADER as usize {
                assert_eq!(outcome.unwrap_err().place, "byte 0");
                continue;
            }
            let next = blocks.iter().position(|block| block.0 >= end).unwrap_or(blocks.len());
            let whole =
                if blocks.get(next).is_some_and(|block| block.0 == end) { next } else { next - 1 };
            let count: u32 = blocks[..whole].iter().map(|block| block.2).sum();
            let (read, truncated) = outcome.unwrap();
            assert_eq!(read, events[..count as usize], "cut at {end}");
            assert_eq!(
                truncated.unwrap().place,
                format!("block {}, byte {}", whole + 1, blocks[whole].0)
            );
        }
    }
}

#[test]
fn a_flipped_bit_ends_the_trace() {
    let (events, names) = parsed(&generated::any_events(4, 40));
    for codec in [Codec::Raw, Codec::Zstd] {
        let bytes = written(&events, &names, codec, 20);
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(is_prefix(&read(&damaged), &events), "bit {bit}");
        }
        let more = [&bytes[..], &[0]].concat();
        let (read, truncated) = read(&more).unwrap();
        assert_eq!((read, truncated.is_some()), (events.clone(), true));
    }
}

/// The file without one of its blocks.
fn without(bytes: &[u8], which: usize) -> Vec<u8> {
    let blocks = blocks(bytes);
    let end = blocks.get(which + 1).map_or(bytes.len(), |block| block.0);
    [&bytes[..blocks[which].0], &bytes[end..]].concat()
}

#[test]
fn a_block_that_is_missing_or_there_twice_is_noticed() {
    let (events, names) = parsed(&generated::any_events(6, 60));
    let mut writer = RptWriter::new(Vec::new(), Codec::Zstd).unwrap();
    // Names come with the events that need them first.
    let mut known = Names::default();
    for (number, event) in events.iter().enumerate() {
        for (from, to) in [
            (&names.threads, &mut known.threads),
            (&names.variables, &mut known.variables),
            (&names.locks, &mut known.locks),
            (&names.messages, &mut known.messages),
            (&names.locations, &mut known.locations),
        ] {
            let count = (from.len() * (number / 10 + 1) / 6).max(1);
            for number in to.len()..count {
                to.add(from.name(number as u32).as_bytes());
            }
        }
        let last = |names: &Interner| names.len() as u32 - 1;
        let object = match event.kind.subject() {
            Subject::Nothing => last(&known.threads),
            subject => last(known.of(subject)),
        };
        let (thread, location) = (last(&known.threads), last(&known.locations));
        writer.append(&[Event { thread, object, location, kind: event.kind }], &known).unwrap();
        if number % 10 == 9 {
            writer.flush(&known).unwrap();
        }
    }
    let bytes = writer.finish(&known).unwrap();
    let all = read(&bytes).unwrap().0;
    let blocks = blocks(&bytes);
    assert!(blocks.iter().filter(|block| block.1 == Type::Names).count() > 20);
    for which in 0..blocks.len() {
        let (events, truncated) = read(&without(&bytes, which)).unwrap();
        let before: u32 = blocks[..which].iter().map(|block| block.2).sum();
        let at_most = if blocks[which].1 == Type::Events { before as usize } else { all.len() };
        assert!(events.len() <= at_most && all.starts_with(&events), "block {which}");
        // Names that nothing later is about are not missed.
        assert!(truncated.is_some() || events == all, "block {which}");
        let end = blocks.get(which + 1).map_or(bytes.len(), |block| block.0);
        let twice = [&bytes[..end], &bytes[blocks[which].0..]].concat();
        let (events, truncated) = read(&twice).unwrap();
        assert!(all.starts_with(&events) && truncated.is_some(), "block {which}");
    }
}

/// A file of one block behind the names of two threads, a variable and a location.
fn with_block(sort: Type, events: u32, raw: &[u8]) -> Outcome {
    let mut bytes = Vec::new();
    block::write_file_header(&mut bytes).unwrap();
    for (sort, count) in [(0, 1), (2, 2), (4, 1)] {
        let mut raw = vec![sort, 0, count];
        (0..count).for_each(|number| put_text(&mut raw, number.to_string().as_bytes()));
        block::write(&mut bytes, Codec::Raw, Type::Names, (0, 0), &raw).unwrap();
    }
    block::write(&mut bytes, Codec::Raw, sort, (0, events), raw).unwrap();
    block::write(
        &mut bytes,
        Codec::Raw,
        Type::Meta,
        (events.into(), 0),
        &[1, 3, b'e', b'n', b'd', 0],
    )
    .unwrap();
    read(&bytes)
}

#[test]
fn ids_that_have_no_name_take_no_memory() {
    let huge = [0xfc, 0xff, 0xff, 0xff, 0x1f]; // zigzag of 2^32 - 2
    let id = [0xfe, 0xff, 0xff, 0xff, 0x0f]; // 2^32 - 2
    let cases: [(Type, &[&[u8]]); 6] = [
        (Type::Events, &[&[0x60], &id, &[0]]),
        (Type::Events, &[&[0x60, 0], &huge]),
        (Type::Events, &[&[0x20, 0, 0], &huge]),
        (Type::Events, &[&[0x60, 0], &[1]]),
        (Type::Thread, &[&id, &[0x40, 0, 9]]),
        (Type::Thread, &[&[0, 0x40], &huge, &[9]]),
    ];
    for (sort, parts) in cases {
        let (events, truncated) = with_block(sort, 1, &parts.concat()).unwrap();
        assert!(
            events.is_empty()
                && truncated.is_some_and(|problem| problem.place.starts_with("block 4")),
            "{parts:?}"
        );
    }
    let mut bytes = Vec::new();
    block::write_file_header(&mut bytes).unwrap();
    block::write(&mut bytes, Codec::Raw, Type::Names, (0, 0), &[2, 0, 1, 1, b'T']).unwrap();
    block::write(&mut bytes, Codec::Raw, Type::Events, (0, 1), &[0x60 | EventKind::Begin as u8, 0])
        .unwrap();
    assert!(read(&bytes).unwrap().0.is_empty(), "no location has a name");
    let sound = [(Type::Events, &[0x60, 1, 0][..]), (Type::Thread, &[1, 0x40, 0, 9])];
    for (sort, raw) in sound {
        let event = Event { thread: 1, object: 0, location: 0, kind: EventKind::Read };
        assert_eq!(with_block(sort, 1, raw), Ok((vec![event], None)));
    }
}

/// A file whose variables are named by a block `O`, behind a variable that has a text; the names.
fn with_objects(entries: u8, raw: &[u8]) -> (Vec<String>, Option<Problem>) {
    let mut bytes = Vec::new();
    block::write_file_header(&mut bytes).unwrap();
    block::write(&mut bytes, Codec::Raw, Type::Names, (0, 0), &[0, 0, 1, 1, b's']).unwrap();
    let raw = [&[1, entries][..], raw].concat();
    block::write(&mut bytes, Codec::Raw, Type::Objects, (0, 0), &raw).unwrap();
    block::write(&mut bytes, Codec::Raw, Type::Meta, (0, 0), &[1, 3, b'e', b'n', b'd', 0]).unwrap();
    let mut reader = open(Cursor::new(bytes)).unwrap();
    let truncated = read_all(reader.as_mut()).unwrap().1;
    (told(reader.names())[0].clone(), truncated)
}

/// An object of the first type, which has two fields; and elements of an array of the second.
const OF_A: [u8; 9] = [1, 1, b'A', 2, 2, b'.', b'x', 1, b'y'];
const OF_B: [u8; 8] = [4, 2, b'[', b'I', 0, 0, 8, 3];

#[test]
fn objects_name_their_variables() {
    let text = [0, 1, b't'];
    let raw = [&OF_A[..], &text, &text, &OF_B, &[1], &text, &[4, 4, 16, 1]].concat();
    let (names, truncated) = with_objects(7, &raw);
    assert_eq!(truncated, None);
    let expected = [
        "s", "A@2.x", "A@2y", "t", "t", "[I@6[8]", "[I@6[9]", "[I@6[10]", "A@9.x", "A@9y", "t",
        "[I@8[16]",
    ];
    assert_eq!(names, expected);
}

#[test]
fn objects_that_cannot_be_are_damage() {
    let cases: [(u8, &[&[u8]]); 8] = [
        (1, &[&[3, 1, b'A', 1, 1, b'x']]),       // not the next type
        (1, &[&[1, 1, b'A', 0]]),                // no fields
        (1, &[&OF_A[..8]]),                      // cut
        (1, &[&OF_A, &[0]]),                     // more than it says
        (1, &[&[2, 2, b'[', b'I', 0, 3, 8, 3]]), // a number before the first
        (1, &[&[2, 2, b'[', b'I', 0, 0, 8, 0]]), // no elements
        (1, &[&[2, 2, b'[', b'I', 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 3]]), // an index too large
        (1, &[&[2, 2, b'[', b'I', 0, 0, 8, 0x81, 0x80, 0x80, 4]]), // more than a file may have
    ];
    for (entries, parts) in cases {
        let (_, truncated) = with_objects(entries, &parts.concat());
        assert!(truncated.is_some_and(|problem| problem.place.starts_with("block 2")), "{parts:?}");
    }
}

#[test]
fn a_time_may_be_the_next() {
    let event = |object| Event { thread: 1, object, location: 0, kind: EventKind::Read };
    let raw = [1, 0x40, 0x60, 0x60, 0x40, 0, 0, 0, 0, 9, 2];
    assert_eq!(with_block(Type::Thread, 4, &raw), Ok((vec![event(0); 4], None)));
    // The first has none before it.
    let (events, truncated) = with_block(Type::Thread, 1, &[1, 0x60, 0]).unwrap();
    assert!(events.is_empty() && truncated.is_some());
}

#[test]
fn columns_that_do_not_fit_are_damage() {
    let cases: [(Type, u32, &[u8]); 10] = [
        (Type::Events, 1, &[0x60, 1, 0, 0]),
        (Type::Events, 1, &[0x60, 1]),
        (Type::Events, 2, &[0x60, 1]),
        (Type::Events, 1, &[0x60 | EventKind::ALL.len() as u8, 1, 0]),
        (Type::Events, 1, &[0xe0, 1, 0]),
        (
            Type::Events,
            1,
            &[0x60, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
        ),
        (Type::Thread, 1, &[0, 0x60, 1, 0, 9]),
        (Type::Thread, 2, &[0, 0x40, 0x40, 0, 0, 9, 0]),
        (Type::Thread, 1, &[0, 0x40, 0]),
        (Type::Written, 0, &[1, 1]),
    ];
    for (sort, events, raw) in cases {
        let (events, truncated) = with_block(sort, events, raw).unwrap();
        assert!(events.is_empty() && truncated.is_some(), "{raw:?}");
    }
}

/// A file of blocks of threads.
struct Threads {
    bytes: Vec<u8>,
    /// In the order in which they are to be told, with their times.
    events: Vec<(u64, Event)>,
    /// Where the file has told that all until a time is there.
    written: Vec<(usize, u64)>,
}

fn by_threads(seed: u64, count: usize) -> Threads {
    let (events, names) = parsed(&generated::any_events(seed, count as u64));
    // An empty trace of one writer has the names.
    let mut numbers = Numbers(seed);
    let mut writer = RptWriter::new(Vec::new(), Codec::Zstd).unwrap();
    writer.append(&events[..1], &names).unwrap();
    writer.flush(&names).unwrap();
    let bytes = writer.finish(&names).unwrap();
    let end = blocks(&bytes).iter().find(|block| block.1 == Type::Events).unwrap().0;
    let mut file =
        Threads { bytes: bytes[..end].to_vec(), events: Vec::new(), written: Vec::new() };
    let threads = names.threads.len();
    let (mut open, mut first) = (vec![Vec::new(); threads], vec![0; threads]);
    let (mut last, mut time) = (vec![0; threads], 0);
    for event in events {
        let thread = event.thread as usize;
        // Events of two threads may have one time.
        time = (time + numbers.below(3) * numbers.below(200)).max(last[thread] + 1);
        last[thread] = time;
        file.events.push((time, event));
        open[thread].push((time, event));
        if numbers.below(6) == 0 {
            put_thread(&mut file.bytes, &mut open[thread], &mut first[thread]);
        }
        if numbers.below(20) == 0 {
            open.iter_mut()
                .zip(&mut first)
                .for_each(|(open, first)| put_thread(&mut file.bytes, open, first));
            // Some of what was written may be later than what is known to be complete.
            let before = file.written.last().map_or(0, |written| written.1);
            let covered = time.saturating_sub(numbers.below(500)).max(before);
            let mut raw = Vec::new();
            put_varint(&mut raw, covered);
            let before = file.events.len() as u64;
            block::write(&mut file.bytes, Codec::Raw, Type::Written, (before, 0), &raw).unwrap();
            file.written.push((file.bytes.len(), covered));
            time += 1;
        }
    }
    open.iter_mut()
        .zip(&mut first)
        .for_each(|(open, first)| put_thread(&mut file.bytes, open, first));
    let all = file.events.len() as u64;
    block::write(&mut file.bytes, Codec::Raw, Type::Meta, (all, 0), &[1, 3, b'e', b'n', b'd', 0])
        .unwrap();
    file.events.sort_by_key(|(time, event)| (*time, event.thread));
    file
}

fn put_thread(bytes: &mut Vec<u8>, events: &mut Vec<(u64, Event)>, first: &mut u64) {
    let Some((_, Event { thread, .. })) = events.first().copied() else { return };
    let (mut raw, mut columns, mut before) = (Vec::new(), Vec::new(), 0);
    put_varint(&mut raw, u64::from(thread));
    let mut encoder = Encoder::default();
    events.iter().for_each(|(_, event)| encoder.push(event));
    encoder.finish(&mut columns, false);
    // One thread's events have no change of thread, which the encoder notes for the first.
    columns[0] &= !0x20;
    raw.append(&mut columns);
    for (time, _) in &*events {
        put_varint(&mut raw, time - before);
        before = *time;
    }
    block::write(bytes, Codec::Zstd, Type::Thread, (*first, events.len() as u32), &raw).unwrap();
    *first += events.len() as u64;
    events.clear();
}

impl Threads {
    fn all(&self) -> Vec<Event> {
        self.events.iter().map(|(_, event)| *event).collect()
    }

    /// What is complete at a time.
    fn until(&self, time: u64) -> usize {
        self.events.iter().filter(|event| event.0 <= time).count()
    }
}

#[test]
fn what_threads_have_written_is_merged_by_time() {
    for seed in 1..30 {
        let file = by_threads(seed, 400);
        assert_eq!(read(&file.bytes), Ok((file.all(), None)), "seed {seed}");
    }
    let file = by_threads(7, 2 * BLOCK);
    assert_eq!(read(&file.bytes), Ok((file.all(), None)));
}

#[test]
fn of_threads_counts_what_is_known_to_be_complete() {
    let file = by_threads(5, 150);
    assert!(file.written.len() > 2);
    for end in FILE_HEADER as usize..file.bytes.len() {
        let (events, truncated) = read(&file.bytes[..end]).unwrap();
        let time =
            file.written.iter().filter(|written| written.0 <= end).map(|written| written.1).max();
        assert_eq!(events, file.all()[..time.map_or(0, |time| file.until(time))], "cut at {end}");
        assert!(truncated.is_some());
    }
    for bit in 0..file.bytes.len() * 8 {
        let mut damaged = file.bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(is_prefix(&read(&damaged), &file.all()), "bit {bit}");
    }
}

/// Also the last of its thread.
#[test]
fn a_block_of_a_thread_that_is_missing_is_noticed() {
    let file = by_threads(5, 150);
    let blocks = blocks(&file.bytes);
    let of_threads = (0..blocks.len()).filter(|which| blocks[*which].1 == Type::Thread);
    for which in of_threads {
        let (events, truncated) = read(&without(&file.bytes, which)).unwrap();
        assert!(file.all().starts_with(&events) && truncated.is_some(), "block {which}");
    }
}

#[test]
fn a_thread_whose_times_go_back_or_that_lacks_a_block_ends_the_trace() {
    let (events, names) = parsed("T0|r(V0)|1\nT1|r(V0)|1\n");
    let mut bytes = written(&events, &names, Codec::Raw, 1);
    bytes.truncate(blocks(&bytes).iter().find(|block| block.1 == Type::Events).unwrap().0);
    let mut first = 0;
    for time in [7, 9, 9] {
        put_thread(&mut bytes, &mut vec![(time, events[0])], &mut first);
    }
    // Another thread's events are not told behind that: there may be some between them.
    let second = events[1];
    put_thread(&mut bytes, &mut vec![(8, second), (10, second)], &mut 0);
    block::write(&mut bytes, Codec::Raw, Type::Meta, (5, 0), &[1, 3, b'e', b'n', b'd', 0]).unwrap();
    let (read_of_two, truncated) = read(&bytes).unwrap();
    assert_eq!((read_of_two, truncated.is_some()), (vec![events[0], second, events[0]], true));
    bytes.truncate(blocks(&bytes).iter().rfind(|block| block.1 == Type::Thread).unwrap().0);
    let places: Vec<usize> = blocks(&bytes).iter().map(|block| block.0).collect();
    let gap = without(&bytes, places.len() - 2);
    assert_eq!(
        read(&gap).unwrap().1.unwrap().place,
        format!("block {}, byte {}", places.len() - 1, places[places.len() - 2])
    );
    block::write(&mut bytes, Codec::Raw, Type::Written, (3, 0), &[100]).unwrap();
    let (read, truncated) = read(&bytes).unwrap();
    assert_eq!((read.len(), truncated.unwrap().what.contains("do not grow")), (2, true));
}

#[test]
fn events_of_all_and_of_threads_do_not_mix() {
    let sound = by_threads(5, 50).bytes;
    let first = blocks(&sound).iter().find(|block| block.1 == Type::Thread).unwrap().0;
    let (events, names) = parsed(&generated::any_events(5, 50));
    let other = written(&events, &names, Codec::Raw, 50);
    let place = blocks(&other).iter().find(|block| block.1 == Type::Events).unwrap().0;
    let end = blocks(&other).last().unwrap().0;
    let behind = [&other[..end], &sound[first..]].concat();
    let (read_behind, truncated) = read(&behind).unwrap();
    assert_eq!((read_behind, truncated.is_some()), (events, true));
    let before = [&sound[..blocks(&sound).last().unwrap().0], &other[place..]].concat();
    assert!(read(&before).unwrap().1.is_some());
}
