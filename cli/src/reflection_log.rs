//! What programs reach by reflection, in files: `check` and `run` write what their machines have
//! seen, `scan` reads it.
//!
//! A user records several runs into one file, so what it told before stays.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use raceproof_base::{Recording, ReflectionLog, ReflectiveCall, WrongLine};
use raceproof_config::{Key, Settings, read_at_most};
use raceproof_vm::RunOptions;

use crate::commands::check::can_be_kept;
use crate::failure::Failure;
use crate::output_file;

/// Ten million lines; what is larger was not written by us.
const LARGEST: u64 = 1 << 30;

/// Reads a log.
pub fn read(path: &Path) -> Result<ReflectionLog, Failure> {
    let help =
        "a log is written by `raceproof check TARGET --save-reflection FILE`, or by TamiFlex";
    let shown = path.display();
    let bytes = read_at_most(path, LARGEST).map_err(|error| {
        Failure::bad_input(format!("the log `{shown}` cannot be read: {error}")).help(help)
    })?;
    ReflectionLog::parse(&bytes).map_err(|WrongLine { line, what }| {
        Failure::bad_input(format!("`{shown}`, line {line}: {what}")).help(help)
    })
}

/// A file that is to be told what machines see.
pub struct ReflectionFile {
    path: PathBuf,
    before: ReflectionLog,
    recording: Recording,
    is_quiet: bool,
}

impl ReflectionFile {
    /// If one was asked for. A file that is there and is no log is not ours to write.
    pub fn wanted(settings: &Settings) -> Result<Option<Self>, Failure> {
        let Some(path) = settings.path(Key::SaveReflection) else { return Ok(None) };
        can_be_kept(settings, Key::SaveReflection)?;
        let before = match path.exists() {
            true => read(&path)
                .map_err(|failure| failure.help("it was not changed; name another file"))?,
            false => ReflectionLog::default(),
        };
        let is_quiet = settings.is_on(Key::Quiet);
        Ok(Some(Self { path, before, recording: Recording::default(), is_quiet }))
    }

    /// A machine that tells it.
    pub fn told_by(&self, run: RunOptions) -> RunOptions {
        RunOptions { reflection: Some(self.recording.clone()), ..run }
    }

    /// Writes what was seen, and says so.
    pub fn write(self) -> Result<(), Failure> {
        let mut log = self.before;
        // Names are whatever bytes a class file has: some would not be read again as what they are.
        let (told, untold): (BTreeSet<_>, BTreeSet<_>) = self
            .recording
            .calls()
            .into_iter()
            .partition(|call| call.to_string().parse().as_ref() == Ok(call));
        let sites = sites(&told);
        log.calls.extend(told);
        let shown = self.path.display();
        output_file::write(&self.path, &log.text()).map_err(|error| {
            Failure::bad_input(format!(
                "what reflection reaches cannot be written to `{shown}`: {error}"
            ))
            .help("name a file that can be written: `--save-reflection FILE`")
        })?;
        if !untold.is_empty() {
            log::warn!(
                "{} reflective calls have names that `{shown}` cannot tell, and are not in it",
                untold.len()
            );
        }
        if !self.is_quiet {
            let plural = if sites == 1 { "" } else { "s" };
            crate::logging::tell(&format!(
                "raceproof: what reflection reaches at {sites} call site{plural} was written to `{shown}`"
            ));
        }
        Ok(())
    }
}

/// From how many places the calls are.
fn sites(calls: &BTreeSet<ReflectiveCall>) -> usize {
    let places = calls.iter().map(|call| (call.by, &call.class, &call.method, call.line));
    places.collect::<BTreeSet<_>>().len()
}
