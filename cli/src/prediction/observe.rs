//! Executes a program once, at random but for a seed, and records what happened.

use std::collections::HashMap;

use raceproof_base::{Choice, Machine as _, ThreadId};
use raceproof_predict::event::Event;
use raceproof_predict::names::Names;
use raceproof_predict::record::TraceRecorder;
use raceproof_search::{ReplayEnd, SplitMix, walk};

use crate::exploration::Job;
use crate::machine::{self, Fineness, Refusal};

/// An execution that goes on for longer is cut there, and so is its trace.
pub const LONGEST: usize = 1_000_000;

/// What was observed.
pub struct Observed {
    pub events: Vec<Event>,
    pub names: Names,
    /// What threads of the trace are called in every execution.
    pub keys: HashMap<u64, u32>,
    /// How it ended.
    pub end: ReplayEnd,
    /// How many choices it made.
    pub steps: usize,
}

/// Observes one execution. Of other executions of the seed, it is the one of this number.
pub fn observe(job: &Job<'_>, seed: u64, run: u64) -> Result<Observed, Refusal> {
    let fineness = Fineness::of(job.options).of_replay();
    let mut explorer = job.start(machine::explore_options(job.options, &fineness))?;
    let mut recorder = TraceRecorder::default();
    let mut random = SplitMix::new(SplitMix::new(seed).next_u64().wrapping_add(run));
    let walked = walk(&mut explorer, &mut recorder, |_, _, offered: &[Choice], done| {
        let index = random.below(offered.len() as u64) as usize;
        offered.get(index).copied().filter(|_| done.len() < LONGEST)
    });
    let threads = walked.schedule.choices.iter().map(|choice| choice.thread());
    let keys = threads.chain([ThreadId(0)]).filter_map(|thread| {
        let number = recorder.thread_of(thread)?;
        Some((explorer.key(thread), number))
    });
    let keys = keys.collect();
    let (events, names) = recorder.into_trace();
    Ok(Observed { events, names, keys, end: walked.end, steps: walked.schedule.len() })
}
