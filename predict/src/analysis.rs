//! From a trace to what it predicts: read block by block, made well-formed, followed by happens-before, and looked at as a whole by the other
//! engines if they are asked for.

use crate::engine::Engine;
use crate::event::Event;
use crate::hb::HappensBefore;
use crate::ipa::{Options, PairwiseReachability, Strategy};
use crate::model::Model;
use crate::names::Names;
use crate::normal::{Dropped, Normal};
use crate::prediction::{self, Prediction};
use crate::read::{Problem, Reader};
use crate::syncp::SyncPreserving;
use crate::trace::Trace;
use crate::witness::Exact;

/// An engine that looks at the whole trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// Sync-preserving races.
    SyncPreserving,
    /// All races of correct reorderings, within a budget.
    Witness,
    /// By lock histories, with what is done about third threads.
    Ipa(Strategy),
}

impl EngineName {
    /// Its name in options and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SyncPreserving => "syncp",
            Self::Witness => "witness",
            Self::Ipa(_) => "ipa",
        }
    }

    fn engine(self, model: &Model) -> Box<dyn Engine + '_> {
        match self {
            Self::SyncPreserving => Box::new(SyncPreserving::new(model)),
            Self::Witness => Box::new(Exact::new(model)),
            Self::Ipa(strategy) => Box::new(PairwiseReachability::new(model, Options { strategy, incremental: true })),
        }
    }
}

/// A trace as it is analysed.
pub struct Analysed {
    /// The events, well-formed.
    pub trace: Trace,
    /// Of each event, which one of those that were read it is; empty if these were not asked for.
    pub origins: Vec<u32>,
    /// What the trace has names for.
    pub names: Names,
    /// How many events were read.
    pub read: u64,
    /// What was dropped because it cannot be.
    pub dropped: Dropped,
    /// Pairs of places whose accesses conflict, and are unordered by happens-before, as observed; of those, only the first is a race for sure.
    pub unordered: Vec<(u32, u32)>,
}

/// Reads a trace to its end. `goes_on` is asked after each block, with the number of events.
///
/// # Errors
/// If it is none, or `goes_on` says no: then there is nothing.
pub fn read(reader: &mut dyn Reader, mut goes_on: impl FnMut(u64) -> bool) -> Result<Option<Analysed>, Problem> {
    let mut gatherer = Gatherer::new(false);
    let mut block = Vec::new();
    loop {
        block.clear();
        let has_more = reader.next_block(&mut block)?;
        gatherer.add(&block);
        if !goes_on(gatherer.read) {
            return Ok(None);
        }
        if !has_more {
            return Ok(Some(gatherer.end(reader.names().clone())));
        }
    }
}

/// What the machine has recorded.
#[must_use]
pub fn of_events(events: &[Event], names: Names) -> Analysed {
    let mut gatherer = Gatherer::new(true);
    gatherer.add(events);
    gatherer.end(names)
}

struct Gatherer {
    trace: Trace,
    origins: Option<Vec<u32>>,
    read: u64,
    normal: Normal,
    before: HappensBefore,
}

impl Gatherer {
    fn new(keeps_origins: bool) -> Self {
        Self {
            trace: Trace::default(),
            origins: keeps_origins.then(Vec::new),
            read: 0,
            normal: Normal::default(),
            before: HappensBefore::default(),
        }
    }

    fn add(&mut self, events: &[Event]) {
        for event in events {
            if let Some(event) = self.normal.event(*event) {
                self.before.event(event);
                self.trace.push(event);
                if let Some(origins) = &mut self.origins {
                    origins.push(self.read as u32);
                }
            }
            self.read += 1;
        }
    }

    fn end(self, names: Names) -> Analysed {
        Analysed {
            trace: self.trace,
            origins: self.origins.unwrap_or_default(),
            names,
            read: self.read,
            dropped: self.normal.dropped(),
            unordered: self.before.races().to_vec(),
        }
    }
}

impl Analysed {
    /// What these engines predict, one after the other, as long as `goes_on` says so.
    #[must_use]
    pub fn predict(&self, engines: &[EngineName], goes_on: &dyn Fn() -> bool) -> Prediction {
        let model = Model::new(&self.trace);
        let mut engines: Vec<Box<dyn Engine + '_>> = engines.iter().map(|engine| engine.engine(&model)).collect();
        prediction::predict(&self.trace, &model, &mut engines, goes_on)
    }
}
