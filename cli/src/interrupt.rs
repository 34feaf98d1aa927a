//! Signals that ask a check to end (Ctrl-C, SIGTERM, SIGHUP): the first one asks the search to stop
//! and report, a second one ends the process as if nobody listened. What comes within a moment of the
//! first belongs to it: `timeout` signals its child, and then the whole group.

use std::fs;
use std::io::{self, Read as _};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::low_level::pipe;

/// What asks, in the words of a report.
const SIGNALS: [(i32, &str); 3] = [(SIGINT, "Ctrl-C"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")];

/// A signal that comes so soon after the first one does nothing more.
const MOMENT: Duration = Duration::from_millis(500);

/// Whether somebody asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    /// The index of the signal.
    by: Arc<AtomicUsize>,
    /// Whether a signal ends the process.
    ends: Arc<AtomicBool>,
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
        flag::register_conditional_default(signal, Arc::clone(&self.ends))?;
        flag::register_usize(signal, Arc::clone(&self.by), index)?;
        flag::register(signal, Arc::clone(&self.asked))?;
        let (mut heard, sent) = UnixStream::pair()?;
        pipe::register(signal, sent)?;
        let ends = Arc::clone(&self.ends);
        thread::Builder::new().name("second signal".to_owned()).spawn(move || {
            if heard.read_exact(&mut [0]).is_ok() {
                thread::sleep(MOMENT);
                ends.store(true, Ordering::Relaxed);
            }
        })?;
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

    /// Set in a copy of this test, which is to interrupt itself by that signal so many times, with so
    /// many milliseconds in between.
    const VARIABLE: &str = "RACEPROOF_TEST_INTERRUPTS";

    fn interrupted(signal: i32, times: u32, apart: u64) -> ExitStatus {
        let this = std::env::current_exe().unwrap();
        let name = "interrupt::tests::the_first_is_a_flag_and_a_later_one_kills";
        Command::new(this)
            .args(["--exact", name])
            .env(VARIABLE, format!("{signal} {times} {apart}"))
            .output()
            .unwrap()
            .status
    }

    #[test]
    fn the_first_is_a_flag_and_a_later_one_kills() {
        let Ok(order) = std::env::var(VARIABLE) else {
            // One that the process was started to ignore is left alone, as by `nohup`.
            for (signal, _) in SIGNALS.into_iter().filter(|(signal, _)| !is_ignored(*signal)) {
                assert!(interrupted(signal, 1, 0).success(), "{signal}");
                assert!(interrupted(signal, 3, 0).success(), "{signal} within a moment");
                assert!(!interrupted(signal, 2, 2_000).success(), "{signal}");
            }
            return;
        };
        let order: Vec<u64> = order.split(' ').map(|number| number.parse().unwrap()).collect();
        let [signal, times, apart] = order[..] else { panic!("{order:?}") };
        let signal = signal as i32;
        let interrupt = Interrupt::listen();
        assert!(!interrupt.is_asked());
        for number in 0..times {
            thread::sleep(Duration::from_millis(if number == 0 { 0 } else { apart }));
            signal_hook::low_level::raise(signal).unwrap();
        }
        assert!(interrupt.is_asked());
        assert_eq!(
            SIGNALS.iter().find(|(number, _)| *number == signal).unwrap().1,
            interrupt.name()
        );
    }
}
