//! The virtual clock while schedules are explored: who reads it, and what of it belongs to a state.
//!
//! Time passes where a wait ends by it, or where the clock is read again and again. As long as
//! nobody has read the clock it makes no difference. Once the program has, the time itself is part
//! of a state. But the timed waits of `java.util.concurrent` read it only to compute when they end,
//! and how long until then: sums and differences, which are the same at any time. Then a state has
//! its times relative to the clock, so that a loop of timed waits comes back to its state. What is
//! a time is told by its value: near the epoch of the virtual clock, in nanoseconds or in
//! milliseconds. A word that only looks like one keeps states apart that could be one.

use crate::ground::native::Exec;
use crate::threads::library::{DELAYED, SCHEDULED};
use crate::threads::pending::Pending;
use crate::threads::thread::Frame;
use crate::vm::{TimedWaits, Vm};
use raceproof_base::{Address, Effect, OperationKind};
use raceproof_classfile::descriptor::Type;

/// What the virtual clock shows first: the beginning of 2024.
pub(crate) const EPOCH: u64 = 1_704_067_200_000_000_000;

const MILLISECOND: u64 = 1_000_000;

/// The least number, as `java.util.concurrent.DelayScheduler` adds it to the time.
const FROM_THE_LEAST: u64 = 1 << 63;

/// So far from the epoch, a word is a time: two years, in nanoseconds, and as many milliseconds.
const FAR: u64 = 1 << 56;

/// Among all that was there before, only what is as near as that is taken for a time: a week.
const NEAR: u64 = 7 * 86_400_000_000_000;

/// Reading the clock takes a moment, so that a loop that waits for a time ends.
const READING_TAKES: u64 = 40;

/// What is made of a thread that reads the clock again and again, and does nothing that may take
/// time: it waits for a time by reading. After so many readings, each takes longer than the one
/// before, until one takes more than a year; what it waits for then is not the time.
struct Waiting {
    patience: u32,
    /// By how many bits the time is shifted for each further reading.
    shift: u32,
    readings: u32,
}

/// The first of these takes so many nanoseconds.
const FIRST_WAITING: u64 = 1_000;
const BY_PROGRAM: Waiting = Waiting { patience: 16, shift: 3, readings: 15 };
/// It only wants to know whether a time is over, so a few leaps do.
const BY_LIBRARY: Waiting = Waiting { patience: 8, shift: 15, readings: 3 };

/// Who computes when something ends, and nothing else.
const DEADLINES: &[&str] = &["java/util/concurrent/", "java/lang/ref/ReferenceQueue"];

/// Who takes the time for a number that nobody can foresee: it is one that everybody can.
const SEEDS: &[&str] = &[
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/random/",
    "jdk/internal/util/random/",
];

/// What the clock was read for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum ClockUse {
    /// Nobody has read it.
    #[default]
    None,
    /// The class library's timed waits.
    Deadlines,
    /// The program has seen the time.
    Program,
}

/// A word of a state that may be a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Time {
    /// In nanoseconds.
    Nanos(u64),
    /// In milliseconds.
    Millis(u64),
}

impl Time {
    /// The time that a word is, if it looks like one.
    #[inline]
    pub(crate) fn of(word: u64) -> Option<Self> {
        // Since JDK 25, scheduled tasks have times from the least number on.
        if word.wrapping_sub(EPOCH) < FAR || word.wrapping_sub(EPOCH | FROM_THE_LEAST) < FAR {
            Some(Self::Nanos(word))
        } else if word.wrapping_sub(EPOCH / MILLISECOND) < FAR / MILLISECOND {
            Some(Self::Millis(word))
        } else {
            None
        }
    }
}

impl Vm {
    /// Whether states have their times relative to the clock.
    pub(crate) fn has_relative_times(&self) -> bool {
        self.scalars.clock_use == ClockUse::Deadlines
    }

    /// A time as it tells states apart.
    pub(crate) fn told_time(&self, time: Time) -> u64 {
        match time {
            Time::Nanos(word) | Time::Millis(word) if !self.has_relative_times() => word,
            Time::Nanos(word) => word.wrapping_sub(self.scalars.clock),
            // The part of a millisecond that is over decides when the next one begins.
            Time::Millis(word) => word
                .wrapping_sub(self.scalars.clock / MILLISECOND)
                .wrapping_mul(MILLISECOND)
                .wrapping_sub(self.scalars.clock % MILLISECOND),
        }
    }

    /// A word that may be a time, as it tells states apart.
    #[inline]
    pub(crate) fn told_word(&self, word: u64) -> u64 {
        if !self.has_relative_times() {
            return word;
        }
        Time::of(word).map_or(word, |time| self.told_time(time))
    }

    /// When a wait ends, as it tells states apart; nothing where it makes no difference.
    #[inline]
    pub(crate) fn told_deadline(&self, deadline: Option<u64>) -> Option<u64> {
        let deadline = deadline?;
        match self.scalars.clock_use {
            ClockUse::Program => Some(deadline),
            ClockUse::None if self.explore.timed_waits != TimedWaits::WhenIdle => None,
            ClockUse::None | ClockUse::Deadlines => {
                Some(deadline.saturating_sub(self.scalars.clock))
            }
        }
    }

    /// Notes which words of the first state are times. Nobody changes that of a task that was
    /// scheduled before, and still it comes nearer.
    pub(crate) fn note_frozen_times(&mut self) {
        let now = self.scalars.clock;
        let is_near = |word: u64| match Time::of(word) {
            Some(Time::Nanos(word)) => (word & !FROM_THE_LEAST).abs_diff(now) < NEAR,
            Some(Time::Millis(word)) => word.abs_diff(now / MILLISECOND) < NEAR / MILLISECOND,
            None => false,
        };
        let heap = &self.heap;
        let regions = [0..heap.permanent_top, heap.program_start()..heap.top];
        let times = regions
            .into_iter()
            .flatten()
            .filter(|index| is_near(heap.words[*index]) && self.is_long_at(*index));
        self.heap.journal.frozen_times = times.map(|index| index as u32).collect();
    }

    /// Whether a word holds a `long`: elsewhere, as in text, only chance makes it look like a time.
    fn is_long_at(&self, index: usize) -> bool {
        let object = self.object_containing(index);
        if object.is_null() {
            return false;
        }
        match self.class_of(object).element() {
            Some((_, element)) => element == Type::Long,
            None => {
                self.field_at(object, index - object.index()).is_some_and(|f| f.ty == Type::Long)
            }
        }
    }

    /// How far these are still ahead, if times are told by that.
    pub(crate) fn frozen_times(&self) -> impl Iterator<Item = u64> {
        let is_relative = self.has_relative_times();
        let times = self.heap.journal.frozen_times.iter().filter(move |_| is_relative);
        times.map(|index| match Time::of(self.heap.words[*index as usize]) {
            Some(Time::Nanos(word)) => (word & !FROM_THE_LEAST).saturating_sub(self.scalars.clock),
            Some(Time::Millis(word)) => {
                word.saturating_mul(MILLISECOND).saturating_sub(self.scalars.clock)
            }
            None => 0,
        })
    }

    /// To be called before the clock is read. Others' waits may end before that: where a task gets
    /// its time, and behind a lock that is given up for a time.
    ///
    /// # Errors
    /// As [`Vm::visible`].
    pub fn stop_at_clock(&mut self) -> Exec<()> {
        let schedules = |frame: &Frame| {
            let method = frame.code.method;
            method.name.text() == "triggerTime" && method.class().name.text() == SCHEDULED
        };
        if self.frames.last().is_some_and(schedules) || self.waits_without_lock() {
            self.visible(Pending::new(OperationKind::ReadClock, Address::NONE))?;
        }
        Ok(())
    }

    /// The running thread reads the clock: nanoseconds.
    pub fn read_clock(&mut self) -> u64 {
        if self.exploring {
            let reader = self
                .frames
                .last()
                .map(|frame| frame.code.method.class())
                .filter(|class| class.loader.0 == 0);
            let is_one_of = |list: &[&str]| {
                reader.is_some_and(|class| {
                    list.iter().any(|prefix| class.name.text().starts_with(prefix))
                })
            };
            if is_one_of(SEEDS) {
                return EPOCH;
            }
            let used = if is_one_of(DEADLINES) { ClockUse::Deadlines } else { ClockUse::Program };
            self.scalars.clock_use = self.scalars.clock_use.max(used);
            self.note_effect(Effect::ReadClock);
            if self.reads_for_queue() {
                return self.now();
            }
            let waiting = if used == ClockUse::Program { BY_PROGRAM } else { BY_LIBRARY };
            self.note_reading(&waiting);
        }
        self.spend(READING_TAKES);
        self.now()
    }

    /// Whether the queue of a scheduled pool reads the clock, which waits unless a task is due.
    pub(crate) fn reads_for_queue(&self) -> bool {
        let caller = self.frames.iter().nth_back(1);
        caller.is_some_and(|frame| frame.code.method.class().name.text() == DELAYED)
    }

    fn note_reading(&mut self, waiting: &Waiting) {
        let before = self.threads[self.current].clock_reads;
        if before > waiting.patience + waiting.readings {
            return;
        }
        self.thread_mut(self.current).clock_reads += 1;
        if let Some(longer) =
            before.checked_sub(waiting.patience).filter(|longer| *longer <= waiting.readings)
        {
            self.scalars.clock =
                self.scalars.clock.saturating_add(FIRST_WAITING << (waiting.shift * longer));
            self.note_effect(Effect::TimePassed);
        }
    }
}

#[cfg(test)]
mod tests;
