//! Signals that the process gets, and those a program raises: handled by the JDK's
//! `Signal.dispatch`, as in HotSpot.

use crate::threads::thread::{Phase, Status};
use crate::vm::Vm;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Signals that have come and are not handled yet: a bit for each number. One end is the host's,
/// the other the machine's.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<AtomicU64>);

impl Signals {
    /// A signal has come.
    pub fn notify(&self, number: u32) {
        self.0.fetch_or(1 << (number & 63), Ordering::Relaxed);
    }

    /// Whether a signal still waits for the machine.
    #[must_use]
    pub fn waits(&self, number: u32) -> bool {
        self.0.load(Ordering::Relaxed) & 1 << (number & 63) != 0
    }

    fn take(&self) -> Option<u32> {
        let waiting = self.0.load(Ordering::Relaxed);
        let number = (waiting != 0).then(|| waiting.trailing_zeros())?;
        self.0.fetch_and(!(1 << number), Ordering::Relaxed);
        Some(number)
    }
}

impl Vm {
    /// The signals that the machine answers.
    #[must_use]
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Whether there was a signal, handled already or not.
    #[must_use]
    pub fn is_signalled(&self) -> bool {
        self.signalled || self.signals.0.load(Ordering::Relaxed) != 0
    }

    /// Starts a thread for each signal that has come.
    pub(crate) fn take_signals(&mut self) {
        if !self.linked.is_booted() || self.options.explore {
            return;
        }
        while let Some(number) = self.signals.take() {
            self.signalled = true;
            self.dispatch(number);
        }
    }

    /// A thread of the machine, which no program sees, starts the one that handles the signal.
    fn dispatch(&mut self, number: u32) {
        let Ok(class) = self.load_boot("jdk/internal/misc/Signal") else { return };
        let Some(method) = self.method_named(class, "dispatch", "(I)V") else { return };
        // One that has ended has no group any more, in which a thread could be made.
        let Some(alive) = self.threads.iter().find(|t| t.status != Status::Terminated) else {
            return;
        };
        let Ok(mut thread) = self.thread_before(method, alive.object, u64::from(number)) else {
            return;
        };
        let state = thread.state_mut();
        state.status = Status::Runnable;
        state.daemon = true;
        state.phase = Phase::Done;
        self.threads.push(thread);
        self.undo.new_thread();
    }
}
