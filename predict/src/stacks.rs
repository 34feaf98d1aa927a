//! Call stacks: by which calls a thread came to a place when it was there for the first time.
//!
//! To walk the stack costs far more than to record an event, so it is done once for each thread and
//! place. That says where to begin to read; a later event there may have come by other calls, so it
//! is told as what it is.

use rustc_hash::FxHashMap as HashMap;

/// A thread at a place for the first time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// The thread.
    pub thread: u32,
    /// The place.
    pub location: u32,
    /// The places of the calls under way, the innermost first.
    pub callers: Box<[u32]>,
}

/// One stack for each thread and place at most.
#[derive(Clone, Default)]
pub struct Stacks {
    all: Vec<Stack>,
    numbers: HashMap<(u32, u32), u32>,
    size: u64,
}

/// The outermost calls beyond so many are left out.
const MOST_CALLERS: usize = 200;

/// What a stack takes beside its callers: itself, and twice its entry in a table that is half
/// empty.
const OF_EACH: u64 = (size_of::<Stack>() + 2 * size_of::<((u32, u32), u32)>()) as u64;

impl Stacks {
    /// Whether the thread has been there.
    #[must_use]
    pub fn has(&self, thread: u32, location: u32) -> bool {
        self.numbers.contains_key(&(thread, location))
    }

    /// Keeps a stack, if it is the first.
    pub fn add(&mut self, thread: u32, location: u32, mut callers: Vec<u32>) {
        let next = self.all.len() as u32;
        if *self.numbers.entry((thread, location)).or_insert(next) == next {
            callers.truncate(MOST_CALLERS);
            self.size += OF_EACH + (callers.len() * size_of::<u32>()) as u64;
            self.all.push(Stack { thread, location, callers: callers.into() });
        }
    }

    /// The callers, the innermost first; none if nobody has told.
    #[must_use]
    pub fn callers(&self, thread: u32, location: u32) -> &[u32] {
        let number = self.numbers.get(&(thread, location));
        number.map_or(&[], |number| &self.all[*number as usize].callers)
    }

    /// All, in the order in which they were added.
    #[must_use]
    pub fn all(&self) -> &[Stack] {
        &self.all
    }

    /// How many bytes they take.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }
}
