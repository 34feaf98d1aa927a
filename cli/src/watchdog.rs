//! Holds a check to its limits of time and memory, and hears Ctrl-C, also in the middle of a step:
//! a thread that looks on every few milliseconds, and cancels.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use raceproof_base::{Cancellation, Cause};
use raceproof_config::Limits;

use crate::interrupt::Interrupt;
use crate::report::grouped;

/// How often it looks. What a program can take meanwhile is far less than the limit leaves up to
/// its double.
const INTERVAL: Duration = Duration::from_millis(10);

/// What a stretch of work may take.
struct Allowance {
    until: Option<Instant>,
    memory: Option<u64>,
    hears: bool,
}

struct Watched {
    cancellation: Cancellation,
    interrupt: Interrupt,
    allowance: Mutex<Allowance>,
    is_over: AtomicBool,
}

/// Watches from its start until it is dropped.
pub struct Watchdog {
    limits: Limits,
    started: Instant,
    watched: Arc<Watched>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// The search begins: the clock runs from here on.
    pub fn start(limits: &Limits, interrupt: Interrupt) -> Self {
        let started = Instant::now();
        let cancellation = Cancellation::default();
        cancellation.allow(limits.memory);
        let until = limits.time.and_then(|time| started.checked_add(time));
        let watched = Arc::new(Watched {
            cancellation,
            interrupt,
            allowance: Mutex::new(Allowance { until, memory: limits.memory, hears: true }),
            is_over: AtomicBool::new(false),
        });
        // A limit that is over already is not left to chance.
        watched.look();
        let thread = thread::Builder::new().name("watchdog".to_owned()).spawn({
            let watched = Arc::clone(&watched);
            move || watched.watch()
        });
        if let Err(error) = &thread {
            log::warn!(
                "limits hold between steps only, there is no thread to watch over them: {error}"
            );
        }
        Self { limits: *limits, started, watched, thread: thread.ok() }
    }

    /// What the work is to look at.
    pub fn cancellation(&self) -> Cancellation {
        self.watched.cancellation.clone()
    }

    /// The search is over: what it found may take half as much again to be executed once more. Who
    /// asked for an end asked for this report.
    pub fn allow_confirming(&self) {
        let more = |time: Duration| self.started.checked_add(time + time / 2);
        let memory = self.limits.memory.map(|bytes| bytes.saturating_add(bytes / 2));
        {
            let mut allowance =
                self.watched.allowance.lock().unwrap_or_else(PoisonError::into_inner);
            *allowance = Allowance { until: self.limits.time.and_then(more), memory, hears: false };
            self.watched.cancellation.allow(memory);
        }
        self.watched.look();
    }

    /// What was found is confirmed, and the search goes on, within the limits that it had.
    pub fn go_on(&self) {
        let until = self.limits.time.and_then(|time| self.started.checked_add(time));
        let memory = self.limits.memory;
        let mut allowance = self.watched.allowance.lock().unwrap_or_else(PoisonError::into_inner);
        *allowance = Allowance { until, memory, hears: true };
        self.watched.cancellation.allow(memory);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.watched.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It has nothing to tell.
            let _ = thread.join();
        }
    }
}

impl Watched {
    fn watch(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            self.look();
            thread::park_timeout(INTERVAL);
        }
    }

    fn look(&self) {
        let allowance = self.allowance.lock().unwrap_or_else(PoisonError::into_inner);
        if allowance.hears && self.interrupt.is_asked() {
            self.cancellation.cancel(Cause::Asked);
        }
        if allowance.until.is_some_and(|until| Instant::now() >= until) {
            self.cancellation.cancel(Cause::Time);
        }
        if let (Some(_), Some(bytes)) = (allowance.memory, resident_memory()) {
            self.cancellation.note_memory(bytes);
        }
    }
}

/// The limit that has come, by what it was and its option; none if nobody but the user has stopped
/// the work.
pub fn limit_that_came(cancellation: &Cancellation) -> Option<String> {
    match cancellation.cause()? {
        Cause::Memory => Some(format!(
            "the limit of {} MB of memory (--memory)",
            grouped(cancellation.memory() / 1_000_000)
        )),
        Cause::Time => Some("the limit of time (--time)".to_owned()),
        Cause::Asked => None,
    }
}

/// The memory this process uses now, where the system tells.
pub fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause_within(cancellation: &Cancellation, time: Duration) -> Option<Cause> {
        let started = Instant::now();
        while started.elapsed() < time && cancellation.cause().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        cancellation.cause()
    }

    #[test]
    fn each_limit_cancels_without_anybody_asking() {
        let long = Duration::from_secs(10);
        let of =
            |limits: Limits, interrupt: &Interrupt| Watchdog::start(&limits, interrupt.clone());
        let interrupt = Interrupt::default();
        let time =
            of(Limits { time: Some(Duration::from_millis(30)), ..Limits::default() }, &interrupt);
        assert_eq!(cause_within(&time.cancellation(), long), Some(Cause::Time));
        let memory = of(Limits { memory: Some(1 << 20), ..Limits::default() }, &interrupt);
        assert_eq!(cause_within(&memory.cancellation(), long), Some(Cause::Memory));
        let none = of(Limits { memory: Some(1 << 40), ..Limits::default() }, &interrupt);
        assert_eq!(cause_within(&none.cancellation(), Duration::from_millis(50)), None);
        interrupt.ask();
        assert_eq!(cause_within(&none.cancellation(), long), Some(Cause::Asked));
        none.allow_confirming();
        assert_eq!(cause_within(&none.cancellation(), Duration::from_millis(50)), None);
    }

    #[test]
    fn no_time_at_all_is_over_at_once() {
        let watchdog = Watchdog::start(
            &Limits { time: Some(Duration::ZERO), ..Limits::default() },
            Interrupt::default(),
        );
        assert_eq!(watchdog.cancellation().cause(), Some(Cause::Time));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_tells_the_memory() {
        let bytes = resident_memory().unwrap();
        assert!((1 << 20..1 << 40).contains(&bytes), "{bytes}");
    }
}
