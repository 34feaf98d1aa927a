//! Executes a program once, at random but for a seed, and records what happened.

use std::collections::HashMap;

use raceproof_base::{Choice, Finding, FindingKind, Listener, Machine as _, ThreadId};
use raceproof_listeners::WithListener;
use raceproof_predict::event::Event;
use raceproof_predict::names::Names;
use raceproof_predict::record::TraceRecorder;
use raceproof_search::{ReplayEnd, SplitMix, Walk, walk};
use raceproof_vm::Explorer;

use crate::detectors::{self, Confirmed};
use crate::exploration::Job;
use crate::machine::{self, Fineness, Refusal};

/// An execution that goes on for longer is cut there, and so is its trace.
pub const LONGEST: usize = 1_000_000;

/// What was observed.
pub struct Observed {
    pub events: Vec<Event>,
    /// How many events at the front the machine has not told: the recorder knows of them by what
    /// came later.
    pub untold: usize,
    pub names: Names,
    /// What threads of the trace are called in every execution.
    pub keys: HashMap<u64, u32>,
    /// The races of this very execution: nothing orders their accesses, whether or not they can be
    /// brought side by side.
    pub races: Vec<Finding>,
    /// Its weak races, which are noted.
    pub weak_races: Vec<Finding>,
    /// How it ended.
    pub end: ReplayEnd,
    /// What was wrong with that, races aside.
    pub ending: Option<Finding>,
    /// How many choices it made.
    pub steps: usize,
    /// How finely the machine worked.
    pub fineness: Fineness,
}

/// Observes one execution. Of other executions of the seed, it is the one of this number.
pub fn observe(job: &Job<'_>, seed: u64, run: u64) -> Result<Observed, Refusal> {
    let mut fineness = Fineness::of(job.options).of_replay();
    loop {
        let observed = observe_as(
            job,
            &fineness,
            SplitMix::new(SplitMix::new(seed).next_u64().wrapping_add(run)),
        )?;
        match &observed.end {
            ReplayEnd::TooCoarse(finer) if fineness.refine(finer) => {
                log::info!("observed anew: {finer:?}");
            }
            _ => return Ok(observed),
        }
    }
}

fn observe_as(job: &Job<'_>, fineness: &Fineness, random: SplitMix) -> Result<Observed, Refusal> {
    let mut explorer = job.start(machine::predict_options(job.options, fineness))?;
    let start = explorer.save();
    let observing = Observing { explorer: &mut explorer, random };
    let (walked, recorder) = detectors::with_detector(job.detection(fineness), observing);
    let threads = walked.schedule.choices.iter().map(|choice| choice.thread());
    let keys = threads.chain([ThreadId(0)]).filter_map(|thread| {
        let number = recorder.thread_of(thread)?;
        Some((explorer.key(thread), number))
    });
    let keys = keys.collect();
    explorer.restore(&start);
    let (mut confirmed_as, mut races) = (Vec::new(), Vec::new());
    let detection = job.detection(fineness);
    for found in walked.findings.iter().filter(|finding| finding.kind == FindingKind::DataRace) {
        let mut race = found.clone();
        let confirmed = detectors::confirm(detection, &mut explorer, &mut race);
        if confirmed.and_then(Confirmed::shown).map_err(Refusal::Failed)? {
            confirmed_as.push((found, race));
        }
    }
    let effort = job.effort(confirmed_as.len());
    for (found, mut race) in confirmed_as {
        detectors::simplify(detection, &mut explorer, found, &mut race, effort)
            .map_err(Refusal::Failed)?;
        races.push(race);
    }
    detectors::each_race_once(&mut races);
    let mut weak_races = Vec::new();
    for mut weak in walked.weak_races {
        let confirmed = detectors::confirm_weak(detection, &mut explorer, &mut weak);
        if confirmed.and_then(Confirmed::shown).map_err(Refusal::Failed)? {
            weak_races.push(weak);
        }
    }
    let told = recorder.events().len();
    let (events, names) = recorder.into_trace();
    let untold = events.len() - told;
    let is_ending = |found: &&Finding| found.kind != FindingKind::DataRace;
    let ending = walked.findings.iter().find(is_ending).cloned();
    let (end, steps, fineness) = (walked.end, walked.schedule.len(), fineness.clone());
    Ok(Observed { events, untold, names, keys, races, weak_races, end, ending, steps, fineness })
}

struct Observing<'a> {
    explorer: &'a mut Explorer,
    random: SplitMix,
}

impl WithListener for Observing<'_> {
    type Answer = (Walk, TraceRecorder);

    fn run<L: Listener>(self, detector: L) -> Self::Answer {
        let Self { explorer, mut random } = self;
        let mut both = (detector, TraceRecorder::default());
        let walked = walk(explorer, &mut both, |_, _, offered: &[Choice], walk| {
            let index = random.below(offered.len() as u64) as usize;
            offered.get(index).copied().filter(|_| walk.schedule.len() < LONGEST)
        });
        (walked, both.1)
    }
}
