//! The blocks that a file of the format `.rpt` consists of, before anything is known of what they
//! contain.
//!
//! Whatever a file claims is compared with a limit before memory is taken for it.

use super::MAGIC;
use crate::read::Problem;
use std::io::{self, Read, Write};

/// The version that is written. Version 1 has no blocks `O` and all times; it is read, too.
const VERSION: u16 = 2;

/// Magic, version and flags.
pub(super) const FILE_HEADER: u64 = 8;

/// Of a block.
pub(super) const BLOCK_HEADER: usize = 28;

/// The longest content of a block.
pub(super) const MOST_RAW: usize = 8 << 20;

/// And the longest that it may be stored as.
const MOST_STORED: usize = 16 << 20;

/// The sort of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Names,
    Objects,
    Events,
    Thread,
    Stacks,
    Written,
    Meta,
}

impl Type {
    const ALL: [(u8, Self); 7] = [
        (b'N', Self::Names),
        (b'O', Self::Objects),
        (b'E', Self::Events),
        (b'T', Self::Thread),
        (b'K', Self::Stacks),
        (b'W', Self::Written),
        (b'M', Self::Meta),
    ];

    fn letter(self) -> u8 {
        Self::ALL.iter().find(|(_, other)| *other == self).map_or(0, |(letter, _)| *letter)
    }

    pub(super) fn has_events(self) -> bool {
        matches!(self, Self::Events | Self::Thread)
    }
}

/// How the content of a block is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    /// As it is.
    Raw,
    /// Compressed by zstd, at level 1.
    Zstd,
}

/// What stands before the content of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) sort: Type,
    codec: Codec,
    raw_len: usize,
    pub(super) stored_len: usize,
    crc: u32,
    pub(super) first_event: u64,
    pub(super) events: u32,
}

/// Writes what a file begins with.
pub(super) fn write_file_header(out: &mut impl Write) -> io::Result<()> {
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&0_u16.to_le_bytes())
}

/// Reads it. A file that has none is no trace.
pub(super) fn read_file_header(source: &mut impl Read) -> Result<(), Problem> {
    let mut header = [0; FILE_HEADER as usize];
    let problem = |what: String, help: &str| Problem {
        place: "byte 0".to_owned(),
        what,
        help: help.to_owned(),
    };
    match source.read_exact(&mut header) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(problem(
                "the file ends within its header".to_owned(),
                "record the trace again",
            ));
        }
        Err(error) => return Err(Problem::unreadable("byte 0", &error)),
        Ok(()) => {}
    }
    if header[..4] != *MAGIC {
        return Err(problem(
            "the file is no .rpt, which begins with RPTR".to_owned(),
            "give it a trace of another format",
        ));
    }
    let (version, flags) =
        (u16::from_le_bytes([header[4], header[5]]), u16::from_le_bytes([header[6], header[7]]));
    if !(1..=VERSION).contains(&version) || flags != 0 {
        let what = format!(
            "the file is of version {version} with flags {flags}, and only versions up to {VERSION} without any are known"
        );
        return Err(problem(what, "record the trace by this version of raceproof"));
    }
    Ok(())
}

/// Writes a block.
pub(super) fn write(
    out: &mut impl Write,
    codec: Codec,
    sort: Type,
    (first_event, events): (u64, u32),
    raw: &[u8],
) -> io::Result<()> {
    let packed;
    let stored = match codec {
        Codec::Raw => raw,
        Codec::Zstd => {
            packed = zstd::bulk::compress(raw, 1)?;
            &packed
        }
    };
    let too_long = || io::Error::new(io::ErrorKind::InvalidInput, "a block of a trace is too long");
    let length = |bytes: &[u8], most| {
        u32::try_from(bytes.len()).ok().filter(|_| bytes.len() <= most).ok_or_else(too_long)
    };
    out.write_all(&[sort.letter(), codec as u8, 0, 0])?;
    out.write_all(&length(raw, MOST_RAW)?.to_le_bytes())?;
    out.write_all(&length(stored, MOST_STORED)?.to_le_bytes())?;
    out.write_all(&crc32c::crc32c(stored).to_le_bytes())?;
    out.write_all(&first_event.to_le_bytes())?;
    out.write_all(&events.to_le_bytes())?;
    out.write_all(stored)
}

/// Why a block cannot be read: the file cannot, or what it contains.
pub(super) enum Failure {
    Unreadable(io::Error),
    Damaged(&'static str),
}

impl Header {
    /// Reads a header; none where the file ends before it.
    pub(super) fn read(source: &mut impl Read) -> Result<Option<Self>, Failure> {
        let mut bytes = Vec::with_capacity(BLOCK_HEADER);
        source.take(BLOCK_HEADER as u64).read_to_end(&mut bytes).map_err(Failure::Unreadable)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let bytes: [u8; BLOCK_HEADER] = bytes
            .try_into()
            .map_err(|_| Failure::Damaged("the file ends within the header of the block"))?;
        Self::parse(bytes).map(Some).map_err(Failure::Damaged)
    }

    fn parse(bytes: [u8; BLOCK_HEADER]) -> Result<Self, &'static str> {
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let sort = Type::ALL
            .iter()
            .find(|(letter, _)| *letter == bytes[0])
            .ok_or("there is no such sort of block")?
            .1;
        let codec = match bytes[1] {
            0 => Codec::Raw,
            1 => Codec::Zstd,
            _ => return Err("there is no such way to store a block"),
        };
        if bytes[2..4] != [0, 0] {
            return Err("the header of the block is damaged");
        }
        let (raw_len, stored_len) = (word(4) as usize, word(8) as usize);
        if raw_len > MOST_RAW
            || stored_len > MOST_STORED
            || (codec == Codec::Raw && raw_len != stored_len)
        {
            return Err("the block is longer than any may be");
        }
        let (first_event, events) = (u64::from(word(16)) | u64::from(word(20)) << 32, word(24));
        // Each event takes a byte at least.
        if events as usize > raw_len || (events > 0 && !sort.has_events()) {
            return Err("the block cannot have so many events");
        }
        Ok(Self { sort, codec, raw_len, stored_len, crc: word(12), first_event, events })
    }
}

/// Reads what blocks contain, into memory that is used again.
pub(super) struct Contents {
    stored: Vec<u8>,
    unpacker: zstd::bulk::Decompressor<'static>,
}

impl Contents {
    pub(super) fn new() -> Result<Self, Problem> {
        let unpacker = zstd::bulk::Decompressor::new()
            .map_err(|error| Problem::unreadable("byte 0", &error))?;
        Ok(Self { stored: Vec::new(), unpacker })
    }

    /// The content of a block behind whose header the file stands.
    pub(super) fn read(
        &mut self,
        header: &Header,
        source: &mut impl Read,
        raw: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        self.stored.clear();
        // The memory grows with what is read: a header may promise more than there is.
        source
            .take(header.stored_len as u64)
            .read_to_end(&mut self.stored)
            .map_err(Failure::Unreadable)?;
        if self.stored.len() < header.stored_len {
            return Err(Failure::Damaged("the file ends within the block"));
        }
        if crc32c::crc32c(&self.stored) != header.crc {
            return Err(Failure::Damaged("the block's checksum is another"));
        }
        raw.clear();
        match header.codec {
            Codec::Raw => raw.extend_from_slice(&self.stored),
            Codec::Zstd => {
                raw.reserve(header.raw_len);
                let unpacked = self.unpacker.decompress_to_buffer(&self.stored, raw);
                unpacked.map_err(|_| Failure::Damaged("the block cannot be decompressed"))?;
            }
        }
        if raw.len() == header.raw_len {
            Ok(())
        } else {
            Err(Failure::Damaged("the block is not as long as it says"))
        }
    }
}

/// What is left of the content of a block.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for (number, byte) in self.0.iter().enumerate().take(10) {
            // The tenth has room for one bit.
            if number == 9 && *byte > 1 {
                return None;
            }
            value |= u64::from(byte & 0x7f) << (7 * number);
            if byte & 0x80 == 0 {
                self.0 = &self.0[number + 1..];
                return Some(value);
            }
        }
        None
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    /// A length and so many bytes.
    pub(super) fn text(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.varint()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }

    /// A number of things that take a byte each at least.
    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.varint()?).ok().filter(|count| *count <= self.0.len())
    }
}

/// Appends a number.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a text.
pub(super) fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(change: impl FnOnce(&mut [u8])) -> Result<Header, &'static str> {
        let mut bytes = Vec::new();
        write(&mut bytes, Codec::Raw, Type::Events, (7, 2), &[1, 2, 3]).unwrap();
        change(&mut bytes);
        Header::parse(bytes[..BLOCK_HEADER].try_into().unwrap())
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let read = header(|_| ()).unwrap();
        assert_eq!(
            (read.sort, read.codec, read.raw_len, read.stored_len),
            (Type::Events, Codec::Raw, 3, 3)
        );
        assert_eq!((read.first_event, read.events), (7, 2));
    }

    #[test]
    fn a_block_that_claims_more_than_there_is_takes_no_memory() {
        let mut bytes = Vec::new();
        write(&mut bytes, Codec::Raw, Type::Events, (0, 1), &vec![0; MOST_RAW]).unwrap();
        let mut source = &bytes[..100];
        let header = Header::read(&mut source).ok().flatten().unwrap();
        let (mut contents, mut raw) = (Contents::new().unwrap(), Vec::new());
        assert!(contents.read(&header, &mut source, &mut raw).is_err());
        assert!(contents.stored.capacity() + raw.capacity() < 1 << 16);
    }

    #[test]
    fn a_header_that_claims_too_much_is_refused() {
        assert!(header(|bytes| bytes[4..12].fill(0xff)).is_err());
        assert!(header(|bytes| (bytes[1], bytes[7]) = (1, 1)).is_err(), "16 MiB to decompress to");
        assert!(header(|bytes| (bytes[1], bytes[11]) = (1, 2)).is_err(), "32 MiB to read");
        assert!(header(|bytes| bytes[24] = 4).is_err(), "events than it has bytes");
        assert!(header(|bytes| bytes[0] = b'M').is_err(), "events in a block that has none");
        assert!(header(|bytes| bytes[2] = 1).is_err());
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX >> 1, u64::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, number);
            assert_eq!(Bytes(&bytes).varint(), Some(number));
            assert_eq!(Bytes(&bytes[..bytes.len() - 1]).varint(), None);
        }
        let too_long = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2];
        assert_eq!(Bytes(&too_long).varint(), None);
        assert_eq!(Bytes(&[0x80; 20]).varint(), None);
    }
}
