//! Explorers for unit tests, which begin where a test wants them to.

use super::*;

impl Explorer {
    /// An explorer whose first state is the machine's present one.
    pub(crate) fn of(vm: Vm) -> Self {
        Self {
            vm,
            identity: Identity::default(),
            goes_back_only: false,
            store: Store::default(),
            prefix: None,
            prefix_taken: false,
            uncaught_before: VecDeque::new(),
            before: EarlyEvents::default(),
        }
    }
}
