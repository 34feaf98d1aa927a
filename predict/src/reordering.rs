//! A witness: the positions of its events, in the order of the reordering.

use crate::event::NONE;
use crate::model::Model;
use crate::trace::Trace;

/// A reordering of a part of a trace, and the two accesses that race behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reordering {
    /// Which events of each thread belong to it: those before this position.
    ends: Vec<u32>,
    /// The positions in whose order threads go on: each brings all events of its thread up to it
    /// that were not there before. Empty if they come as they were observed.
    order: Vec<u32>,
    /// The positions of the two.
    pair: [u32; 2],
}

impl Reordering {
    /// All events of each thread before a position, in observed order.
    #[must_use]
    pub fn observed(ends: Vec<u32>, pair: [u32; 2]) -> Self {
        Self { ends, order: Vec::new(), pair }
    }

    /// Items in this order, and what else their threads do up to them.
    #[must_use]
    pub fn of_order(model: &Model, order: &[u32], pair: [u32; 2]) -> Self {
        let mut counts = vec![0; model.threads.len()];
        for number in order {
            let item = &model.items[*number as usize];
            counts[item.thread as usize] = item.index + 1;
        }
        let at = |number: &u32| model.items[*number as usize].at;
        // A `Begin` is no event of the trace.
        let events = order.iter().filter(|number| model.items[**number as usize].is_event());
        let pair_at = pair.map(|number| at(&number));
        Self {
            ends: crate::ideal::ends(model, &counts, pair),
            order: events.map(at).collect(),
            pair: pair_at,
        }
    }

    /// The positions of the two accesses.
    #[must_use]
    pub fn pair(&self) -> [u32; 2] {
        self.pair
    }

    /// The positions of its events in their order, the two at the end.
    #[must_use]
    pub fn positions(&self, trace: &Trace) -> Vec<u32> {
        let end = |thread: u32| self.ends.get(thread as usize).copied().unwrap_or(0);
        let is_in = |at: &u32| *at < end(trace.event(*at).thread);
        let mut positions: Vec<u32> = Vec::new();
        if self.order.is_empty() {
            positions.extend((0..trace.len() as u32).filter(is_in));
        } else {
            let mut threads: Vec<Vec<u32>> = vec![Vec::new(); self.ends.len()];
            (0..trace.len() as u32)
                .filter(is_in)
                .for_each(|at| threads[trace.event(at).thread as usize].push(at));
            let mut done = vec![0; threads.len()];
            let last = threads.iter().map(|events| events.last().copied().unwrap_or(NONE));
            let lasts: Vec<u32> = last.filter(|last| *last != NONE).collect();
            for at in self.order.iter().chain(&lasts) {
                let thread = trace.event(*at).thread as usize;
                let upto = threads[thread].partition_point(|event| event <= at).max(done[thread]);
                positions.extend(&threads[thread][done[thread]..upto]);
                done[thread] = upto;
            }
        }
        positions.extend(self.pair);
        positions
    }
}
