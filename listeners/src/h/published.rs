//! The happens-before summary as published: reads have no columns, but for those that the search
//! needs.

use super::{H, Reads};
use crate::detector::{AboutDetector, Hears, Wanted};

/// What holds of this detector.
pub(crate) const ABOUT: AboutDetector = AboutDetector {
    name: "h",
    hears: Hears::Writes,
    finds: "a data race of which a write comes first (write-write or write-read); those of which the read comes first are not \
            told (--race full tells them)",
    finds_all: false,
};

/// Where threads are switched at synchronization only, reads have columns, for variables that are
/// to be switched at ([`Reads::Contest`]); where there are weak modes, reads by these have.
pub(crate) fn listener(wanted: Wanted<'_>) -> H {
    H::new(match (wanted.by_access, wanted.weak_modes) {
        (false, _) => Reads::Contest(wanted.contested.to_vec()),
        (true, true) => Reads::Weak,
        (true, false) => Reads::None,
    })
}
