//! Ctrl-C: the first one asks the search to stop and report, the second ends the process as if nobody listened.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// Whether the user asked to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Where the system does not let us, Ctrl-C ends the process without a report.
    pub fn listen() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        // In this order: at the first signal the flag is not set yet when the default action looks at it.
        let registered = flag::register_conditional_default(SIGINT, Arc::clone(&asked))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&asked)));
        if let Err(error) = registered {
            log::warn!("Ctrl-C will end the search without a report: {error}");
        }
        Self(asked)
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    #[cfg(test)]
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, ExitStatus};

    /// Set in a copy of this test, which is to interrupt itself so many times.
    const VARIABLE: &str = "RACEPROOF_TEST_INTERRUPTS";

    fn interrupted(times: u32) -> ExitStatus {
        let this = std::env::current_exe().unwrap();
        let name = "interrupt::tests::the_first_is_a_flag_and_the_second_kills";
        Command::new(this).args(["--exact", name]).env(VARIABLE, times.to_string()).output().unwrap().status
    }

    #[test]
    fn the_first_is_a_flag_and_the_second_kills() {
        let Ok(times) = std::env::var(VARIABLE) else {
            assert!(interrupted(1).success());
            assert!(!interrupted(2).success());
            return;
        };
        let interrupt = Interrupt::listen();
        assert!(!interrupt.is_asked());
        for _ in 0..times.parse().unwrap() {
            signal_hook::low_level::raise(SIGINT).unwrap();
        }
        assert!(interrupt.is_asked());
    }
}
