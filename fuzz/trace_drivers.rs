//! What the fuzz targets for traces do with their bytes. The tests of `predict` include this file
//! too, and replay with it the inputs that once found something or reached something new.
//!
//! Run as the targets in `drivers.rs` are.

use raceproof_predict::read::{
    LockFrameReader, RapidBinReader, RapidCsvReader, Reader, RoadRunnerReader, StdReader,
    VerifyScReader, detect,
};
use raceproof_predict::rpt::{self, Codec, RptReader, RptWriter};
use std::io::Cursor;

/// Reads all of it. All that events are about has a name.
fn read(reader: &mut dyn Reader) {
    let mut events = Vec::new();
    loop {
        events.clear();
        let is_more = reader.next_block(&mut events).unwrap_or(false);
        let names = reader.names();
        for event in &events {
            let names = [(&names.threads, event.thread), (&names.locations, event.location)];
            assert!(
                names.iter().all(|(names, number)| (*number as usize) < names.len()),
                "{event:?}"
            );
        }
        if !is_more {
            return;
        }
    }
}

/// Whatever the format is.
pub fn trace_detect(bytes: &[u8]) {
    if let Ok(mut reader) = detect(Cursor::new(bytes.to_vec())) {
        read(reader.as_mut());
    }
}

/// STD, and what is read can be written and read again.
pub fn trace_std(bytes: &[u8]) {
    read(&mut StdReader::new(bytes));
    let (mut reader, mut events) = (StdReader::new(bytes), Vec::new());
    while reader.next_block(&mut events).unwrap_or(false) {}
    let Ok(mut writer) = RptWriter::new(Vec::new(), Codec::Raw) else { return };
    writer.append(&events, reader.names()).expect("all that was read has a name");
    let bytes = writer.finish(reader.names()).expect("memory takes all");
    let (mut again, mut same) = (RptReader::new(&bytes[..]).expect("it has a header"), Vec::new());
    while again.next_block(&mut same).expect("it can be read") {}
    assert!(same == events && again.truncated().is_none());
}

/// `.rpt`, of all and of threads. A checksum guards each block, so what is damaged below it is
/// reached by these bytes in blocks of the right one.
pub fn trace_rpt(bytes: &[u8]) {
    if let Ok(mut reader) = rpt::open(Cursor::new(bytes.to_vec())) {
        read(reader.as_mut());
    }
    let mut guarded = b"RPTR\x02\0\0\0".to_vec();
    // Each block: its sort, its number of events, the length of its content.
    let (mut rest, mut before, mut all) = (bytes, 0_u64, 0_u64);
    while let [sort, events, length, tail @ ..] = rest {
        let (content, tail) = tail.split_at(tail.len().min(usize::from(*length)));
        guarded.extend([*sort, 0, 0, 0]);
        guarded.extend((content.len() as u32).to_le_bytes().repeat(2));
        guarded.extend(crc32c::crc32c(content).to_le_bytes());
        let about = if matches!(sort, b'M' | b'W') { all } else { before };
        guarded.extend(about.to_le_bytes());
        before += if *sort == b'E' { u64::from(*events) } else { 0 };
        all += if matches!(sort, b'E' | b'T') { u64::from(*events) } else { 0 };
        guarded.extend(u32::from(*events).to_le_bytes());
        guarded.extend(content);
        rest = tail;
    }
    if let Ok(mut reader) = rpt::open(Cursor::new(guarded)) {
        read(reader.as_mut());
    }
}

/// RapidBin.
pub fn trace_rapidbin(bytes: &[u8]) {
    if let Ok(mut reader) = RapidBinReader::new(bytes) {
        read(&mut reader);
    }
}

/// RoadRunner.
pub fn trace_roadrunner(bytes: &[u8]) {
    read(&mut RoadRunnerReader::new(bytes));
}

/// RAPID's CSV.
pub fn trace_rapid_csv(bytes: &[u8]) {
    read(&mut RapidCsvReader::new(bytes));
}

/// LockFrame.
pub fn trace_lockframe(bytes: &[u8]) {
    read(&mut LockFrameReader::new(bytes));
}

/// verify_sc.
pub fn trace_verify_sc(bytes: &[u8]) {
    read(&mut VerifyScReader::new(bytes));
}
