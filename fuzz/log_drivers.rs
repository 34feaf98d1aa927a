//! What the fuzz target for logs of reflection does with its bytes. A test of `base` includes this
//! file too.
//!
//! Run as the targets in `drivers.rs` are.

use raceproof_base::ReflectionLog;

/// What is read can be written, and read again as the same.
pub fn reflection_log(bytes: &[u8]) {
    if let Ok(log) = ReflectionLog::parse(bytes) {
        let again = ReflectionLog::parse(log.text().as_bytes());
        assert!(again.as_ref() == Ok(&log), "{again:?}");
    }
}
