//! What was recorded of reflection, as `scan` uses it, and what of that it could not use.

use std::collections::BTreeSet;
use std::path::PathBuf;

use raceproof_base::ReflectiveCall;
use raceproof_config::{Key, Settings};
use raceproof_scan::points_to::PointsTo;

use crate::failure::Failure;
use crate::reflection_log;

/// What logs tell of reflection.
pub struct Recorded {
    files: Vec<PathBuf>,
    pub calls: BTreeSet<ReflectiveCall>,
}

/// How many of what cannot be followed are named.
const NAMED: usize = 20;

impl Recorded {
    pub fn read(settings: &Settings) -> Result<Self, Failure> {
        let (files, mut calls) = (settings.paths(Key::Reflection), BTreeSet::new());
        for file in &files {
            let log = reflection_log::read(file)?;
            if !log.others.is_empty() {
                let kinds: BTreeSet<&str> =
                    log.others.iter().filter_map(|line| line.split(';').next()).collect();
                let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
                log::warn!(
                    "lines of `{}` that nobody follows: {} ({kinds})",
                    file.display(),
                    log.others.len()
                );
            }
            calls.extend(log.calls);
        }
        Ok(Self { files, calls })
    }

    pub fn tell_unfollowed(&self, points_to: &PointsTo) {
        let all: Vec<(&ReflectiveCall, &str)> = points_to.not_followed().collect();
        for (call, why) in all.iter().take(NAMED) {
            log::warn!("recorded, but not in this program: {call} ({why})");
        }
        if all.len() > NAMED {
            log::warn!("recorded, but not in this program: {} more", all.len() - NAMED);
        }
    }

    pub fn assumption(&self, points_to: &PointsTo) -> Option<String> {
        let sites = points_to.reflective_sites();
        let sites =
            if sites == 1 { "one call site".to_owned() } else { format!("{sites} call sites") };
        let files: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        (points_to.reflective_sites() > 0).then(|| {
            format!(
                "reflection at {sites} reaches what was recorded in {}, and nothing else",
                files.join(" and ")
            )
        })
    }
}
