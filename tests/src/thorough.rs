//! How much the suites try: what finds nearly all mistakes within ten minutes, or everything there
//! is to try (`make thorough`, or `RACEPROOF_TESTS=all` before one suite).

/// Whether everything is asked for.
#[must_use]
pub fn is_asked() -> bool {
    std::env::var_os("RACEPROOF_TESTS").is_some_and(|tests| tests == "all")
}
