//! The flat heap: one array of words that the interpreter reads directly, with an undo log.
//!
//! An object is a run of words: a header word (class in the low 24 bits, then the sharedness bit,
//! identity hash in the high 32), a second word (array length low, monitor high: see `monitor.rs`),
//! then the data, which starts 16 bytes after the object's beginning as it does in HotSpot.
//! Instance fields take a word each, zero-extended; array elements are packed.
//!
//! The words fall in two regions. `[2, permanent_end)` holds what linking creates (class mirrors,
//! interned strings): never collected and never rolled back, because linking is no part of the
//! state. The rest is the program's, allocated by bumping inside the current free chunk. Memory
//! that nobody used yet is zero; a recycled chunk is cleared when taken.
//!
//! Objects do not move, so collection is invisible to addresses; see `gc.rs`.

mod allocation;
pub(crate) mod journal;
pub(crate) mod reads;
mod spare;

pub(crate) use allocation::filler;

use crate::ground::class::ClassId;
use bytemuck::{cast_slice, cast_slice_mut};
use journal::{Journal, Mode};
use raceproof_base::Cancellation;
use std::fmt;

/// A reference: the index of the object's first word; zero is null.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Ref(pub u32);

impl Ref {
    /// The null reference.
    pub const NULL: Ref = Ref(0);

    /// Whether this is null.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The reference as a register holds it.
    #[must_use]
    pub fn word(self) -> u64 {
        u64::from(self.0)
    }

    /// The reference in a register.
    #[must_use]
    pub fn of(word: u64) -> Self {
        Self(word as u32)
    }

    /// Index of the object's first word.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{:x}", self.0)
    }
}

/// Words of an object's header.
pub const HEADER_WORDS: usize = 2;
/// Bytes of an object's header: the offset of the first field and of the first array element.
pub const HEADER_BYTES: usize = 16;
const CLASS_MASK: u64 = 0x00FF_FFFF;
/// In the header word: another thread may know the object.
pub(crate) const SHARED: u64 = 1 << 24;
/// In the header word: another thread knew the object before its constructor had ended.
pub(crate) const ESCAPED: u64 = 1 << 25;
/// In the header word: all that was done to the object is done for who comes to it by a final
/// field, see `publishing.rs`.
pub(crate) const FROZEN: u64 = 1 << 27;
/// In an array's header word: races of its elements are looked for, whoever accesses them.
pub(crate) const CHECKED: u64 = 1 << 26;
/// Words kept for what linking creates.
const PERMANENT_WORDS: usize = 16 << 20;
/// The program may allocate this many words before the first collection.
const FIRST_COLLECTION: usize = 6 << 20;

/// So many bytes are asked for before they are overwritten at once.
const LARGE_BYTES: usize = 64 << 10;
/// A word takes two in the log, and four while the log is copied to a larger place.
const KEPT_BYTES_PER_BYTE: usize = 4;

/// The machine's memory.
pub struct Heap {
    pub(crate) words: Vec<u64>,
    /// Words are handed out up to here: all, or as many as our limit of memory allows.
    pub(crate) end: usize,
    cancellation: Cancellation,
    pub(crate) permanent_top: usize,
    permanent_end: usize,
    pub(crate) top: usize,
    pub(crate) chunk_end: usize,
    /// Free runs behind the current chunk, lowest last.
    pub(crate) free: Vec<(usize, usize)>,
    /// First word never used.
    pub(crate) frontier: usize,
    /// Words handed out since the last collection.
    pub(crate) allocated: usize,
    pub(crate) threshold: usize,
    /// Number of the class `boolean[]`, whose elements keep one bit.
    pub(crate) boolean_array: u64,
    /// While linking, objects go to the permanent region; the program's chunk waits here.
    set_aside: Option<(usize, usize, usize)>,
    /// Runs handed out since somebody began to ask, and where the one begins that is being handed
    /// out.
    pub(crate) births: Vec<(usize, usize)>,
    pub(crate) born_from: usize,
    /// Detectors are told who writes, and who reads, what nobody else knows.
    pub(crate) private_writes: bool,
    pub(crate) private_reads: bool,
    /// And what is written there that orders: it is a release, whoever comes to know of the object,
    /// and by whatever way.
    pub(crate) private_releases: bool,
    /// What going back needs, and what changed since the freeze: see `undo.rs`.
    pub(crate) journal: Journal,
}

impl Heap {
    /// An empty heap whose program region holds at most `bytes`, and no more than may be in use
    /// altogether.
    #[must_use]
    pub(crate) fn new(bytes: u64, cancellation: Cancellation) -> Self {
        let program = usize::try_from(bytes / 8).unwrap_or(usize::MAX).clamp(1 << 17, 1 << 31);
        let total = PERMANENT_WORDS + program;
        let allowed = usize::try_from(cancellation.memory() / 8).unwrap_or(usize::MAX);
        let end = PERMANENT_WORDS + program.min(allowed);
        Self {
            words: spare::take(total).unwrap_or_else(|| vec![0; total]),
            end,
            cancellation,
            permanent_top: HEADER_WORDS,
            permanent_end: PERMANENT_WORDS,
            top: PERMANENT_WORDS,
            chunk_end: end,
            free: Vec::new(),
            frontier: PERMANENT_WORDS,
            allocated: 0,
            threshold: FIRST_COLLECTION.min(program / 2),
            boolean_array: 0,
            set_aside: None,
            births: Vec::new(),
            born_from: PERMANENT_WORDS,
            private_writes: false,
            private_reads: false,
            private_releases: false,
            journal: Journal::default(),
        }
    }

    /// First word of the program's region.
    #[must_use]
    pub fn program_start(&self) -> usize {
        self.permanent_end
    }

    /// Bytes the program's region can hold.
    #[must_use]
    pub fn capacity_bytes(&self) -> u64 {
        (self.words.len() - self.permanent_end) as u64 * 8
    }

    /// Whether the program gets less than it was promised, because more would exceed our limit of
    /// memory.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.end < self.words.len()
    }

    /// Whether so many bytes from a word on may be overwritten at once; if not, the work is
    /// cancelled.
    pub(crate) fn may_keep(&self, index: usize, bytes: usize) -> bool {
        self.journal.mode != Mode::Undo
            || bytes < LARGE_BYTES
            || index >= self.journal.floor
            || self.cancellation.allows((bytes * KEPT_BYTES_PER_BYTE) as u64)
    }

    /// Writes the header of a fresh object.
    #[inline]
    pub(crate) fn set_header(&mut self, at: usize, class: ClassId, length: u32) {
        self.remember_range(at * 8, HEADER_BYTES);
        self.words[at] = u64::from(class.0);
        self.words[at + 1] = u64::from(length);
    }

    /// Writes the header of an object that linking makes: every thread may know it.
    pub fn set_permanent_header(&mut self, at: usize, class: ClassId, length: u32) {
        self.words[at] = u64::from(class.0) | SHARED;
        self.words[at + 1] = u64::from(length);
    }

    /// The class of an object.
    #[inline]
    #[must_use]
    pub(crate) fn class_id(&self, object: Ref) -> ClassId {
        ClassId((self.words[object.index()] & CLASS_MASK) as u32)
    }

    /// Changes the class of an object: for mirrors made before `java.lang.Class` was laid out.
    pub(crate) fn set_class_id(&mut self, object: Ref, class: ClassId) {
        let word = self.words[object.index()] & !CLASS_MASK;
        self.put(object.index(), word | u64::from(class.0));
    }

    /// The identity hash given to an object so far, or zero.
    #[must_use]
    pub(crate) fn hash(&self, object: Ref) -> u32 {
        (self.words[object.index()] >> 32) as u32
    }

    /// Gives an object its identity hash.
    pub(crate) fn set_hash(&mut self, object: Ref, hash: u32) {
        let word = self.words[object.index()] & 0xFFFF_FFFF;
        self.put(object.index(), word | u64::from(hash) << 32);
    }

    /// Whether another thread may know the object: see `shared.rs`.
    #[inline]
    #[must_use]
    pub fn is_shared(&self, object: Ref) -> bool {
        self.words[object.index()] & SHARED != 0
    }

    /// Marks an object as one that another thread may know.
    pub(crate) fn set_shared(&mut self, object: Ref) {
        let word = self.words[object.index()];
        self.put(object.index(), word | SHARED);
    }

    /// The bits of an object's monitor; zero if nobody holds it.
    #[inline]
    #[must_use]
    pub(crate) fn monitor(&self, object: Ref) -> u32 {
        (self.words[object.index() + 1] >> 32) as u32
    }

    /// Sets the bits of an object's monitor.
    #[inline]
    pub(crate) fn set_monitor(&mut self, object: Ref, monitor: u32) {
        let word = self.words[object.index() + 1] & 0xFFFF_FFFF;
        self.put(object.index() + 1, word | u64::from(monitor) << 32);
    }

    /// The length of an array.
    #[inline]
    #[must_use]
    pub fn length(&self, array: Ref) -> usize {
        (self.words[array.index() + 1] & 0xFFFF_FFFF) as usize
    }

    /// A word.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> u64 {
        self.words[index]
    }

    /// Overwrites a word.
    #[inline]
    pub fn put(&mut self, index: usize, word: u64) {
        self.remember(index);
        self.words[index] = word;
    }

    #[inline]
    fn remember(&mut self, index: usize) {
        if self.journal.mode != Mode::Off {
            self.journal.keep(index, self.words[index]);
        }
    }

    /// The byte at a byte address.
    #[inline]
    #[must_use]
    pub fn u8(&self, at: usize) -> u8 {
        cast_slice::<u64, u8>(&self.words)[at]
    }

    /// The 16-bit number at an even byte address.
    #[inline]
    #[must_use]
    pub fn u16(&self, at: usize) -> u16 {
        cast_slice::<u64, u16>(&self.words)[at / 2]
    }

    /// The 32-bit number at a byte address divisible by four.
    #[inline]
    #[must_use]
    pub fn u32(&self, at: usize) -> u32 {
        cast_slice::<u64, u32>(&self.words)[at / 4]
    }

    /// The 64-bit number at a byte address divisible by eight.
    #[inline]
    #[must_use]
    pub fn u64(&self, at: usize) -> u64 {
        self.words[at / 8]
    }

    /// Overwrites a byte.
    #[inline]
    pub fn put_u8(&mut self, at: usize, value: u8) {
        self.remember(at / 8);
        cast_slice_mut::<u64, u8>(&mut self.words)[at] = value;
    }

    /// Overwrites a 16-bit number.
    #[inline]
    pub fn put_u16(&mut self, at: usize, value: u16) {
        self.remember(at / 8);
        cast_slice_mut::<u64, u16>(&mut self.words)[at / 2] = value;
    }

    /// Overwrites a 32-bit number.
    #[inline]
    pub fn put_u32(&mut self, at: usize, value: u32) {
        self.remember(at / 8);
        cast_slice_mut::<u64, u32>(&mut self.words)[at / 4] = value;
    }

    /// Overwrites a 64-bit number.
    #[inline]
    pub fn put_u64(&mut self, at: usize, value: u64) {
        self.put(at / 8, value);
    }

    /// The bytes of a byte or boolean array, or the raw bytes of any array's data.
    #[must_use]
    pub fn bytes(&self, array: Ref, length: usize) -> &[u8] {
        let start = array.index() * 8 + HEADER_BYTES;
        &cast_slice::<u64, u8>(&self.words)[start..start + length]
    }

    /// Overwrites bytes of an array's data, from byte `offset` of the data on.
    pub fn put_bytes(&mut self, array: Ref, offset: usize, bytes: &[u8]) {
        let start = array.index() * 8 + HEADER_BYTES + offset;
        self.remember_range(start, bytes.len());
        cast_slice_mut::<u64, u8>(&mut self.words)[start..start + bytes.len()]
            .copy_from_slice(bytes);
    }

    /// Raw bytes at a byte address, or `None` if they reach beyond the heap.
    #[must_use]
    pub fn raw(&self, at: usize, length: usize) -> Option<&[u8]> {
        cast_slice::<u64, u8>(&self.words).get(at..at.checked_add(length)?)
    }

    /// Overwrites raw bytes at a byte address; `None` if they reach beyond the heap, which then
    /// stays as it was.
    pub fn put_raw(&mut self, at: usize, bytes: &[u8]) -> Option<()> {
        let end = at.checked_add(bytes.len()).filter(|end| *end <= self.words.len() * 8)?;
        self.remember_range(at, bytes.len());
        cast_slice_mut::<u64, u8>(&mut self.words)[at..end].copy_from_slice(bytes);
        Some(())
    }

    /// Moves raw bytes inside the heap; the runs may overlap.
    pub fn move_bytes(&mut self, from: usize, to: usize, length: usize) {
        self.remember_range(to, length);
        cast_slice_mut::<u64, u8>(&mut self.words).copy_within(from..from + length, to);
    }

    /// Overwrites raw bytes with one value.
    pub fn fill_bytes(&mut self, at: usize, length: usize, value: u8) {
        self.remember_range(at, length);
        cast_slice_mut::<u64, u8>(&mut self.words)[at..at + length].fill(value);
    }

    fn remember_range(&mut self, at: usize, length: usize) {
        if self.journal.mode != Mode::Off && length > 0 {
            for index in at / 8..=(at + length - 1) / 8 {
                self.journal.keep(index, self.words[index]);
            }
        }
    }

    /// The element of a reference array.
    #[inline]
    #[must_use]
    pub fn element(&self, array: Ref, index: usize) -> Ref {
        Ref(self.u32(array.index() * 8 + HEADER_BYTES + index * 4))
    }

    /// Overwrites an element of a reference array; the caller has checked the type.
    #[inline]
    pub fn put_element(&mut self, array: Ref, index: usize, value: Ref) {
        self.put_u32(array.index() * 8 + HEADER_BYTES + index * 4, value.0);
    }
}
