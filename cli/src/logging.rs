//! What the tool itself says on standard error. Its log: `--log`, else `RACEPROOF_LOG`, else
//! warnings; and lines that are no part of it. Names in them are the user's or the program's, so
//! they are spelled out here, once for all.

use std::io::{self, Write as _};

use log::LevelFilter;
use raceproof_base::visible;
use raceproof_config::{Key, Settings};

const VARIABLE: &str = "RACEPROOF_LOG";

pub fn start(settings: &Settings) {
    let mut builder = env_logger::Builder::new();
    builder.format(|out, record| {
        writeln!(
            out,
            "raceproof: {}: {}",
            record.level().as_str().to_lowercase(),
            visible(&record.args().to_string())
        )
    });
    if let Some(level) = settings.get(Key::Log).and_then(|setting| setting.text.parse().ok()) {
        builder.filter_level(level);
    } else if settings.is_on(Key::Quiet) {
        builder.filter_level(LevelFilter::Error);
    } else {
        builder.filter_level(LevelFilter::Warn).parse_env(VARIABLE);
    }
    // A logger that is already there, in tests, stays.
    let _ = builder.try_init();
    for note in &settings.notes {
        log::warn!("{note}");
    }
}

/// A line of our own.
pub fn tell(line: &str) {
    put(&format!("{}\n", visible(line)));
}

/// A warning that even `--quiet` does not silence: without it an answer would be taken for more than
/// it is.
pub fn insist(what: &str) {
    tell(&format!("raceproof: warn: {what}"));
}

/// Text that is spelled out already.
pub fn put(text: &str) {
    // A closed standard error leaves the exit status to speak alone.
    let _ = io::stderr().write_all(text.as_bytes());
}
