//! The tool's own log, on standard error: `--log`, else `RACEPROOF_LOG`, else warnings.

use std::io::Write as _;

use log::LevelFilter;
use raceproof_config::{Key, Settings};

const VARIABLE: &str = "RACEPROOF_LOG";

pub fn start(settings: &Settings) {
    let mut builder = env_logger::Builder::new();
    builder.format(|out, record| {
        writeln!(out, "raceproof: {}: {}", record.level().as_str().to_lowercase(), record.args())
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
