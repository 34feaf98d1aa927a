//! Cancelling a step under way. A machine's step may execute 50,000 instructions, each of which may
//! copy an array of a gigabyte, so limits of time and memory cannot wait for its end.
//!
//! A watcher, on a thread of its own, notes the memory in use, and cancels. The worker polls where
//! that costs nothing, and asks before it takes much memory at once, since later is too late.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Why work is to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Its time is up.
    Time,
    /// It takes too much memory.
    Memory,
    /// The user interrupts it.
    Asked,
}

/// The flag that watcher and worker share. Without a watcher it never cancels.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// 0, or the cause's number and one.
    cause: AtomicU8,
    /// Bytes in use, as noted last.
    used: AtomicU64,
    /// Bytes that may be in use.
    allowed: AtomicU64,
}

impl Default for Shared {
    fn default() -> Self {
        Self { cause: AtomicU8::new(0), used: AtomicU64::new(0), allowed: AtomicU64::new(u64::MAX) }
    }
}

const CAUSES: [Cause; 3] = [Cause::Time, Cause::Memory, Cause::Asked];

impl Cancellation {
    /// For the watcher: work may begin, or go on, with so much memory.
    pub fn allow(&self, memory: Option<u64>) {
        self.0.allowed.store(memory.unwrap_or(u64::MAX), Ordering::Relaxed);
        self.0.cause.store(0, Ordering::Relaxed);
    }

    /// For the watcher: so many bytes are in use.
    pub fn note_memory(&self, bytes: u64) {
        self.0.used.store(bytes, Ordering::Relaxed);
        let _ = self.allows(0);
    }

    /// The work is to stop. What was said first counts.
    pub fn cancel(&self, cause: Cause) {
        let number = 1 + CAUSES.iter().position(|known| *known == cause).unwrap_or(0) as u8;
        let _ = self.0.cause.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the work is to stop, if it is.
    #[inline]
    #[must_use]
    pub fn cause(&self) -> Option<Cause> {
        match self.0.cause.load(Ordering::Relaxed) {
            0 => None,
            number => CAUSES.get(usize::from(number) - 1).copied(),
        }
    }

    /// Whether so many bytes more may be taken; if not, the work is cancelled.
    #[must_use]
    pub fn allows(&self, bytes: u64) -> bool {
        let fits = self.0.used.load(Ordering::Relaxed).saturating_add(bytes)
            < self.0.allowed.load(Ordering::Relaxed);
        if !fits {
            self.cancel(Cause::Memory);
        }
        fits
    }

    /// The bytes in use, if there is a watcher.
    #[must_use]
    pub fn used(&self) -> Option<u64> {
        Some(self.0.used.load(Ordering::Relaxed)).filter(|bytes| *bytes > 0)
    }

    /// Bytes that may be in use.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.0.allowed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cause_counts_until_work_begins_again() {
        let cancellation = Cancellation::default();
        assert!(cancellation.allows(u64::MAX - 1));
        assert_eq!(cancellation.cause(), None);
        let watcher = cancellation.clone();
        watcher.cancel(Cause::Asked);
        watcher.cancel(Cause::Time);
        assert_eq!(cancellation.cause(), Some(Cause::Asked));
        watcher.allow(None);
        assert_eq!(cancellation.cause(), None);
    }

    #[test]
    fn what_is_about_to_be_taken_counts_as_well() {
        let cancellation = Cancellation::default();
        cancellation.allow(Some(100));
        cancellation.note_memory(60);
        assert!(cancellation.allows(39));
        assert_eq!(cancellation.cause(), None);
        assert!(!cancellation.allows(40));
        assert_eq!(cancellation.cause(), Some(Cause::Memory));
        cancellation.allow(Some(150));
        cancellation.note_memory(149);
        assert_eq!(cancellation.cause(), None);
        cancellation.note_memory(150);
        assert_eq!(cancellation.cause(), Some(Cause::Memory));
    }
}
