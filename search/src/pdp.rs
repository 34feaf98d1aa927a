//! Dynamic partial-order reduction with property-driven pruning: subtrees that cannot have a data
//! race are left out (`dpor/pruning.rs`).

use crate::driver::Driver;
use crate::strategy::{AboutStrategy, Covers};
use crate::{End, dpor};
use raceproof_base::{Listener, Machine};

/// What holds of this strategy.
pub(crate) const ABOUT: AboutStrategy = AboutStrategy {
    name: "pdp",
    covers: Covers::RacingOrders,
    keeps_states: false,
    goes_deep: false,
    goes_by_value: false,
    foresees: true,
};

/// Explores what may have a data race below the current state, and goes back to it.
pub(crate) fn search<M: Machine, L: Listener>(driver: &mut Driver<'_, M, L>) -> Result<(), End> {
    dpor::explore(driver, true)
}
