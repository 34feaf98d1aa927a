//! The project's own format of traces, `.rpt`: blocks of columns, appended as a program runs, and
//! readable up to the last whole block when the program is killed.
//!
//! All numbers are little-endian. `varint` is LEB128 of at most ten bytes, `zigzag` a varint of `(n
//! << 1) ^ (n >> 63)`.
//!
//! ```text
//! file   = "RPTR" u16 version (2) u16 flags (0)  block*
//! block  = u8 type  u8 codec (0 as it is, 1 zstd)  u16 0
//!          u32 raw_len  u32 stored_len  u32 crc32c (of the stored bytes)
//!          u64 first_event  u32 events  stored bytes
//!
//! N  names:    u8 sort (0 variable, 1 lock, 2 thread, 3 message, 4 location)  varint first_id  varint count
//!              count x (varint length  bytes)           ids are dense for each sort: first_id is how many there were
//! O  objects:  names of variables, as in N: varint first_id  varint count, count x one of
//!              0  varint length  bytes                      a name as it is
//!              1 + 2 * type  [type]                         an object: as many names as its type has fields
//!              2 + 2 * type  [type]  varint back  varint first  varint count     elements of an array
//!              type       varint, and where it is the number of the types so far, the type follows: varint length  its name,
//!                         varint fields, fields x (varint length  bytes)
//!              A field's name is `type@number` and what the type says, where the number is the id of the object's first
//!              field plus one; an element's `type@number[index]` from index `first` on, where the number is so far `back`
//!              from the id of the first of these elements plus one
//! E  events:   in observed order; columns, one behind the other:
//!              ops        events x u8: kind (the order of `EventKind::ALL`) | 0x20 another thread | 0x40 same location as before
//!              threads    varint for each event with 0x20
//!              objects    for each event that has one: zigzag of the difference to the thread's last object of the same sort
//!              locations  for each event without 0x40: zigzag of the difference to the block's last location
//! T  a thread: varint thread, then events of that thread alone, as in E without the column of threads, and a last column
//!              times      for each event without 0x20, which says that the time is the next one: varint, of the first event
//!                         the time as it is, else the difference to the time before, which is at least one
//! K  stacks:   varint count, count x (varint thread  varint location  varint callers  callers x varint location): by which
//!              calls, the innermost first, the thread came to the location when it was there for the first time
//! W  written:  varint time: every event of a T with at most this time stands before this block
//! M  meta:     count x (varint length  key  varint length  value), varint count first
//! ```
//!
//! `first_event` is the number of events before the block, of a `T` those of its thread (and zero of
//! names and stacks among `T` blocks); `events` is zero but for `E` and `T`. The last thread, the last object of each sort and the last location
//! are zero where a block begins, so each block is read by itself. Traces of `E` blocks are in
//! observed order; `T` blocks, which threads of a running Java machine write each for itself, are
//! merged by time, and by thread where times are equal: two events that depend on each other have
//! different times. An event names only what an `N` or `O` before it has named. Version 1 has no
//! blocks `O`, and a time for each event of a `T`. If the last block is cut
//! or damaged, what is before it counts, and of `T` blocks what the last `W` covers. A file whose
//! writing ended properly has an `M` block with the key `end` as its last.

mod block;
mod columns;
mod merge;
mod read;
mod write;

use crate::read::{Problem, Reader};
use std::io::{Read, Seek, SeekFrom};

pub use block::Codec;
pub use merge::ThreadsReader;
pub use read::RptReader;
pub use write::RptWriter;

/// The name of the format.
const FORMAT: &str = ".rpt";

/// What a file begins with.
pub(crate) const MAGIC: &[u8; 4] = b"RPTR";

/// The reader for what a file contains: its first block of events says whether each thread has
/// written its own.
pub fn open<R: Read + Seek + 'static>(mut source: R) -> Result<Box<dyn Reader>, Problem> {
    let has_threads = merge::begins_with_a_thread(&mut source)?;
    source.seek(SeekFrom::Start(0)).map_err(|error| Problem::unreadable("byte 0", &error))?;
    Ok(if has_threads {
        Box::new(ThreadsReader::new(source)?)
    } else {
        Box::new(RptReader::new(source)?)
    })
}

#[cfg(test)]
mod tests;
