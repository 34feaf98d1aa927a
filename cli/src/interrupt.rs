//! Signals that ask a check to end (Ctrl-C, SIGTERM, SIGHUP): the first one asks the search to stop
//! and report, the second ends the process as if nobody listened.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// What asks, in the words of a report.
const SIGNALS: [(i32, &str); 3] = [(SIGINT, "Ctrl-C"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")];

/// Whether somebody asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    /// The index of the signal.
    by: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens from now on. Where the system does not let us, such a signal ends the process
    /// without a report.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        for (index, (signal, name)) in SIGNALS.into_iter().enumerate() {
            // Whoever started us by `nohup` wants no end at a hang-up.
            if signal == SIGHUP && is_ignored(signal) {
                continue;
            }
            if let Err(error) = interrupt.hear(signal, index) {
                log::warn!("{name} will end the search without a report: {error}");
            }
        }
        interrupt
    }

    fn hear(&self, signal: i32, index: usize) -> io::Result<()> {
        // In this order: at the first signal the flag is not set yet when the default action looks
        // at it.
        flag::register_conditional_default(signal, Arc::clone(&self.asked))?;
        flag::register_usize(signal, Arc::clone(&self.by), index)?;
        flag::register(signal, Arc::clone(&self.asked))?;
        Ok(())
    }

    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// What asked.
    pub fn name(&self) -> &'static str {
        SIGNALS.get(self.by.load(Ordering::Relaxed)).map_or("a signal", |(_, name)| name)
    }

    /// As if a signal had.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }
}

/// Whether the process was started so that a signal does nothing.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, ExitStatus};

    /// Set in a copy of this test, which is to interrupt itself by that signal so many times.
    const VARIABLE: &str = "RACEPROOF_TEST_INTERRUPTS";

    fn interrupted(signal: i32, times: u32) -> ExitStatus {
        let this = std::env::current_exe().unwrap();
        let name = "interrupt::tests::the_first_is_a_flag_and_the_second_kills";
        Command::new(this)
            .args(["--exact", name])
            .env(VARIABLE, format!("{signal} {times}"))
            .output()
            .unwrap()
            .status
    }

    #[test]
    fn the_first_is_a_flag_and_the_second_kills() {
        let Ok(order) = std::env::var(VARIABLE) else {
            // One that the process was started to ignore is left alone, as by `nohup`.
            for (signal, _) in SIGNALS.into_iter().filter(|(signal, _)| !is_ignored(*signal)) {
                assert!(interrupted(signal, 1).success(), "{signal}");
                assert!(!interrupted(signal, 2).success(), "{signal}");
            }
            return;
        };
        let (signal, times) = order.split_once(' ').unwrap();
        let signal: i32 = signal.parse().unwrap();
        let interrupt = Interrupt::listen();
        assert!(!interrupt.is_asked());
        for _ in 0..times.parse().unwrap() {
            signal_hook::low_level::raise(signal).unwrap();
        }
        assert!(interrupt.is_asked());
        assert_eq!(
            SIGNALS.iter().find(|(number, _)| *number == signal).unwrap().1,
            interrupt.name()
        );
    }
}
