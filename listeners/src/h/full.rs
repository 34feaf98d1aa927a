//! The happens-before summary with columns of reads: all data races.

use super::{H, Reads};
use crate::detector::{ANY, AboutDetector, Hears, Wanted};

/// What holds of this detector.
pub(crate) const ABOUT: AboutDetector =
    AboutDetector { name: "full", hears: Hears::All, finds: ANY, finds_all: true };

/// With all reads.
pub(crate) fn listener(_wanted: Wanted<'_>) -> H {
    H::new(Reads::Told)
}
