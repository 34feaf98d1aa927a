//! Which format a trace has: found out by what it contains, whatever its file is called.

use super::{
    LockFrameReader, Problem, RapidBinReader, RapidCsvReader, Reader, RoadRunnerReader, StdReader,
    VerifyScReader,
};
use super::{lockframe, rapid_csv, rapidbin, roadrunner, std_format, verify_sc};
use crate::rpt;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::rc::Rc;

/// Formats, and what they look like.
const FORMATS: [(&str, &str); 7] = [
    ("STD", std_format::GRAMMAR),
    ("RoadRunner", roadrunner::GRAMMAR),
    ("RAPID CSV", rapid_csv::GRAMMAR),
    ("LockFrame", lockframe::GRAMMAR),
    ("RapidBin", rapidbin::GRAMMAR),
    ("verify_sc", verify_sc::GRAMMAR),
    (".rpt", "blocks behind RPTR, as raceproof record writes them"),
];

/// So much of a file tells its format.
const START: u64 = 1 << 16;

/// Reads so much at once of a file of blocks.
const CHUNK: usize = 1 << 18;

/// A file that is read.
pub struct Opened {
    /// Its reader.
    pub reader: Box<dyn Reader>,
    /// How many bytes it has.
    pub bytes: u64,
    /// Up to which it was read.
    pub position: Rc<Cell<u64>>,
}

/// Says how far it was read.
struct Followed {
    file: File,
    position: Rc<Cell<u64>>,
}

impl Read for Followed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.position.set(self.position.get() + count as u64);
        Ok(count)
    }
}

impl Seek for Followed {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = self.file.seek(to)?;
        self.position.set(position);
        Ok(position)
    }
}

/// Opens a file for the reader of its format.
///
/// # Errors
/// If it cannot be read, or is no trace.
pub fn open(path: &Path) -> Result<Opened, Problem> {
    let unreadable = |error| Problem::unreadable(&path.display().to_string(), &error);
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(problem(&path.display().to_string(), "it is a directory, and no trace"));
    }
    let position = Rc::new(Cell::new(0));
    let followed = Followed { file, position: Rc::clone(&position) };
    let reader = detect(BufReader::with_capacity(CHUNK, followed))?;
    Ok(Opened { reader, bytes: metadata.len(), position })
}

/// The reader for a source.
pub fn detect<R: Read + Seek + 'static>(mut source: R) -> Result<Box<dyn Reader>, Problem> {
    let mut start = Vec::new();
    let read = (&mut source).take(START).read_to_end(&mut start);
    let length = read.and_then(|_| source.seek(SeekFrom::End(0)));
    let length = length.and_then(|length| source.seek(SeekFrom::Start(0)).map(|_| length));
    let length = length.map_err(|error| Problem::unreadable("byte 0", &error))?;
    if start.starts_with(rpt::MAGIC) {
        return rpt::open(source);
    }
    // Before what asks for less.
    if verify_sc::is_certain(&start, length) {
        return Ok(Box::new(VerifyScReader::new(source)));
    }
    // No text begins so, and the number of threads does.
    if start.first().is_some_and(|byte| *byte < b'\t') {
        if rapidbin::is_plausible(&start) {
            return Ok(Box::new(RapidBinReader::new(source)?));
        }
        return Err(problem("byte 0", "the file is neither text nor a trace of a known format"));
    }
    let mut lines = start.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let is_meant = |line: &&[u8]| !line.is_empty() && line[0] != b'#';
    let Some(first) = lines.clone().find(is_meant) else {
        return Err(problem("line 1", "the file contains no event"));
    };
    if lockframe::is_event(first) {
        return Ok(Box::new(LockFrameReader::new(source)));
    }
    if rapid_csv::is_event(first) {
        return Ok(Box::new(RapidCsvReader::new(source)));
    }
    // RoadRunner prints other lines before the first event.
    if lines.any(roadrunner::is_event) {
        return Ok(Box::new(RoadRunnerReader::new(source)));
    }
    // What is wrong with a line of STD, its reader tells better.
    if first.contains(&b'|') {
        return Ok(Box::new(StdReader::new(source)));
    }
    Err(problem("line 1", "the file is no trace of a known format"))
}

fn problem(place: &str, what: &str) -> Problem {
    let formats: Vec<String> =
        FORMATS.iter().map(|(name, grammar)| format!("\n  {name}: {grammar}")).collect();
    let help = format!("give it a trace of one of these formats:{}", formats.concat());
    Problem { place: place.to_owned(), what: what.to_owned(), help }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::rpt::{Codec, RptWriter};
    use std::io::Cursor;

    const STD: &str = "T0|fork(T1)|1\nT1|acq(L0)|2\nT1|w(V7)|3\nT0|r(V7)|4\n";
    const ROAD_RUNNER: &str = "# RoadRunner\n\n[main: Starting]\n@ Start(0,1)\n@ Acquire(1,@07)\n@ Rd(1,x)  Final  A.java:5|7\n";
    const CSV: &str = "# a comment\nstart(T1),\n,acq(l)\n,w(x)\nr(x),\n";
    const LOCK_FRAME: &str = "1,SIG,2\n2,LK,7\n2,WR,7,a.go:5|6,3\n1,RD,7\n";

    fn rapid_bin() -> Vec<u8> {
        let words =
            [4 << 10 | 1 << 14, 3 << 10 | 1 | 7 << 14 | 3 << 48, 2 << 10 | 7 << 14 | 4 << 48];
        let header = [0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3];
        [&header[..], &words.map(u64::to_be_bytes).concat()].concat()
    }

    fn own() -> Vec<u8> {
        let mut reader = StdReader::new(STD.as_bytes());
        let mut events = Vec::new();
        while reader.next_block(&mut events).unwrap() {}
        let mut writer = RptWriter::new(Vec::new(), Codec::Zstd).unwrap();
        writer.append(&events, reader.names()).unwrap();
        writer.finish(reader.names()).unwrap()
    }

    fn samples() -> [(&'static str, Vec<u8>); 7] {
        [
            ("STD", STD.into()),
            ("RoadRunner", ROAD_RUNNER.into()),
            ("RAPID CSV", CSV.into()),
            ("LockFrame", LOCK_FRAME.into()),
            ("RapidBin", rapid_bin()),
            ("verify_sc", verify_sc::tests::file(&verify_sc::tests::ALL)),
            (".rpt", own()),
        ]
    }

    fn read(bytes: &[u8]) -> Result<(&'static str, Vec<Event>), Problem> {
        let mut reader = detect(Cursor::new(bytes.to_vec()))?;
        let mut events = Vec::new();
        while reader.next_block(&mut events)? {}
        Ok((reader.format(), events))
    }

    #[test]
    fn each_format_is_known_by_what_it_contains() {
        for (format, bytes) in samples() {
            let (found, events) = read(&bytes).unwrap();
            assert_eq!(found, format);
            assert!(events.len() >= 3, "{format}");
        }
    }

    /// What is certain comes before what is only plausible.
    #[test]
    fn verify_sc_is_no_rapid_bin() {
        let small = verify_sc::tests::file(&[
            (6, 1, 2, 0),
            (4, 2, 0, 0),
            (1, 2, 9, 3),
            (0, 1, 9, 3),
            (0, 2, 9, 3),
        ]);
        assert!(rapidbin::is_plausible(&small));
        assert_eq!(
            read(&small).map(|(format, events)| (format, events.len())),
            Ok(("verify_sc", 5))
        );
        // And the other way round, however it was cut.
        let bytes = rapid_bin();
        (0..bytes.len())
            .for_each(|end| assert!(!verify_sc::is_certain(&bytes[..end], end as u64), "{end}"));
    }

    #[test]
    fn what_is_no_trace_is_told_what_would_be_one() {
        for other in [
            &b""[..],
            b"\n \n",
            b"# nothing\n",
            b"hello\nworld\n",
            b"{\"a\": [1, 2]}",
            b"\0\0\0",
            &[0xff; 100],
            &[7; 18],
        ] {
            let problem = read(other).unwrap_err();
            assert!(
                FORMATS.iter().all(|(name, _)| problem.help.contains(&format!("\n  {name}: "))),
                "{problem}"
            );
        }
        assert_eq!(read(b"T0|frobnicate(x)|1\n").unwrap_err().place, "line 1");
        assert_eq!(read(b"RPT").unwrap_err().place, "line 1");
        assert_eq!(read(b"RPTR").unwrap_err().place, "byte 0");
    }

    #[test]
    fn a_file_is_read_or_told_to_be_none() {
        let path =
            std::env::temp_dir().join(format!("raceproof-detect-{}.txt", std::process::id()));
        std::fs::write(&path, rapid_bin()).unwrap();
        assert_eq!(open(&path).map(|opened| opened.reader.format()).unwrap(), "RapidBin");
        std::fs::write(&path, own()).unwrap();
        assert_eq!(open(&path).map(|opened| opened.reader.format()).unwrap(), ".rpt");
        std::fs::remove_file(&path).unwrap();
        for absent in [&path, &std::env::temp_dir()] {
            assert_eq!(open(absent).map(|_| ()).unwrap_err().place, absent.display().to_string());
        }
    }

    #[test]
    fn whatever_is_cut_or_damaged_is_read_or_refused() {
        for (_, bytes) in samples() {
            (0..bytes.len()).for_each(|end| _ = read(&bytes[..end]));
            for bit in 0..bytes.len() * 8 {
                let mut damaged = bytes.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                // Not all that one format is damaged to is known as that format.
                let readers: [Box<dyn Reader>; 5] = [
                    Box::new(StdReader::new(Cursor::new(damaged.clone()))),
                    Box::new(RoadRunnerReader::new(Cursor::new(damaged.clone()))),
                    Box::new(RapidCsvReader::new(Cursor::new(damaged.clone()))),
                    Box::new(LockFrameReader::new(Cursor::new(damaged.clone()))),
                    Box::new(VerifyScReader::new(Cursor::new(damaged.clone()))),
                ];
                let (mut events, _) = (Vec::new(), read(&damaged));
                for mut reader in readers {
                    while reader.next_block(&mut events).unwrap_or(false) {}
                }
                if let Ok(mut reader) = RapidBinReader::new(Cursor::new(damaged)) {
                    while reader.next_block(&mut events).unwrap_or(false) {}
                }
            }
        }
    }
}
