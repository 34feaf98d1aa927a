//! From a trace to predicted races: read block by block, made well-formed, analysed online by
//! happens-before, and as a whole by the other engines if they are asked for.

use crate::engine::Engine;
use crate::event::{Event, NONE};
use crate::hb::{HappensBefore, Unordered};
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

    fn engine<'a>(self, model: &'a Model, goes_on: &'a dyn Fn() -> bool) -> Box<dyn Engine + 'a> {
        match self {
            Self::SyncPreserving => Box::new(SyncPreserving::new(model)),
            Self::Witness => Box::new(Exact::new(model, goes_on)),
            Self::Ipa(strategy) => {
                Box::new(PairwiseReachability::new(model, Options { strategy, incremental: true }))
            }
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
    /// Of each pair of places whose accesses conflict and are unordered by happens-before, as
    /// observed, the first two.
    pub unordered: Vec<Unordered>,
}

/// What happens-before has found in as much of a trace as was read, none of which is kept.
pub struct Followed {
    /// How many events were read.
    pub read: u64,
    /// What was dropped because it cannot be.
    pub dropped: Dropped,
    /// As in [`Analysed::unordered`].
    pub unordered: Vec<Unordered>,
    /// Whether there is more of the trace.
    pub is_cut: bool,
}

/// What comes of reading a trace that is to be kept.
pub enum Reading {
    /// All of it.
    Whole(Box<Analysed>),
    /// There is more, and what there was is not kept any more.
    Cut(Followed),
}

/// Reads a trace to its end, as long as `goes_on`, which is asked after each block and told how
/// many events there were, says so.
///
/// # Errors
/// If it is none.
pub fn read(reader: &mut dyn Reader, goes_on: impl FnMut(u64) -> bool) -> Result<Reading, Problem> {
    let mut gatherer = Gatherer::new(Some(Trace::default()), false);
    let is_cut = gather(reader, &mut gatherer, goes_on)?;
    if is_cut {
        return Ok(Reading::Cut(gatherer.followed(true)));
    }
    Ok(Reading::Whole(Box::new(gatherer.end(reader.names().clone()))))
}

/// Reads a trace as [`read`] does, but for happens-before alone: memory does not grow with the
/// number of events.
///
/// # Errors
/// If it is none.
pub fn follow(
    reader: &mut dyn Reader,
    goes_on: impl FnMut(u64) -> bool,
) -> Result<Followed, Problem> {
    let mut gatherer = Gatherer::new(None, false);
    let is_cut = gather(reader, &mut gatherer, goes_on)?;
    Ok(gatherer.followed(is_cut))
}

/// So many events can be kept: positions are numbers of 32 bits, and the last block may be longer
/// than it should.
const MOST_KEPT: usize = NONE as usize - (1 << 20);

/// Whether there was more.
fn gather(
    reader: &mut dyn Reader,
    gatherer: &mut Gatherer,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Result<bool, Problem> {
    let mut block = Vec::new();
    loop {
        block.clear();
        let has_more = reader.next_block(&mut block)?;
        gatherer.add(&block);
        if !has_more || !goes_on(gatherer.read) || gatherer.is_full() {
            return Ok(has_more);
        }
    }
}

/// What the machine has recorded.
#[must_use]
pub fn of_events(events: &[Event], names: Names) -> Analysed {
    let mut gatherer = Gatherer::new(Some(Trace::default()), true);
    gatherer.add(events);
    gatherer.end(names)
}

struct Gatherer {
    /// If it is kept.
    trace: Option<Trace>,
    most: usize,
    origins: Option<Vec<u32>>,
    read: u64,
    normal: Normal,
    before: HappensBefore,
}

impl Gatherer {
    fn new(trace: Option<Trace>, keeps_origins: bool) -> Self {
        Self {
            trace,
            most: MOST_KEPT,
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
                if let Some(trace) = &mut self.trace {
                    trace.push(event);
                }
                if let Some(origins) = &mut self.origins {
                    origins.push(self.read as u32);
                }
            }
            self.read += 1;
        }
    }

    fn is_full(&self) -> bool {
        self.trace.as_ref().is_some_and(|trace| trace.len() >= self.most)
    }

    fn followed(self, is_cut: bool) -> Followed {
        Followed {
            read: self.read,
            dropped: self.normal.dropped(),
            unordered: self.before.races().to_vec(),
            is_cut,
        }
    }

    fn end(self, names: Names) -> Analysed {
        Analysed {
            trace: self.trace.unwrap_or_default(),
            origins: self.origins.unwrap_or_default(),
            names,
            read: self.read,
            dropped: self.normal.dropped(),
            unordered: self.before.races().to_vec(),
        }
    }
}

impl Analysed {
    /// What these engines predict, one after the other: of all pairs of contexts, or of pairs of
    /// places. `may` is asked again and again whether the work may go on, and whether it may take
    /// so many bytes at once.
    #[must_use]
    pub fn predict(
        &self,
        engines: &[EngineName],
        all_pairs: bool,
        may: &dyn Fn(u64) -> bool,
    ) -> Prediction {
        let goes_on = &|| may(0);
        let model = Model::within(&self.trace, goes_on);
        let Some(model) = model.filter(|model| may(bytes_of_engines(&self.trace, model))) else {
            return Prediction { is_cut: true, ..Prediction::default() };
        };
        let mut engines: Vec<Box<dyn Engine + '_>> =
            engines.iter().map(|engine| engine.engine(&model, goes_on)).collect();
        prediction::predict(&self.trace, &model, &mut engines, all_pairs, goes_on)
    }
}

/// What the checker takes for each event, and what contexts and all engines take for each item
/// before the first pair.
fn bytes_of_engines(trace: &Trace, model: &Model) -> u64 {
    const OF_EVENT: u64 = 8;
    const OF_ITEM: u64 = 32;
    trace.len() as u64 * OF_EVENT + model.items.len() as u64 * OF_ITEM
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated;
    use crate::read::{BLOCK, StdReader};

    #[test]
    fn no_more_events_are_kept_than_have_a_position() {
        let text = generated::whole(generated::recorded(2, 4 * BLOCK as u64));
        let read = |trace, most| {
            let (mut gatherer, mut reader) =
                (Gatherer::new(trace, false), StdReader::new(text.as_bytes()));
            gatherer.most = most;
            let is_cut = gather(&mut reader, &mut gatherer, |_| true).unwrap();
            (is_cut, gatherer.read)
        };
        let (is_cut, all) = read(Some(Trace::default()), MOST_KEPT);
        assert!(!is_cut && read(None, 1) == (false, all));
        let (is_cut, some) = read(Some(Trace::default()), BLOCK + 9);
        assert!(is_cut && some > BLOCK as u64 + 9 && some < all);
    }
}
