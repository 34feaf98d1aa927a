//! Start pairs and snapshots (section III-A of the paper): the state of the observed run from which
//! a search begins.
//!
//! Lemma 1 takes the locations behind a matching unblocking and blocking event as a start, since a
//! blocking event blocks before it is unblocked. Messages of a trace need not have blocked, so that
//! is checked here: the pair is taken if, while one thread unblocks, the other cannot be anywhere
//! but where it blocks, by must-happens-before and the locks held. Then the observed run has been
//! there, and so is every run that reaches what comes behind.

use super::clocks::{Clocks, unblocking};
use super::history::History;
use super::{Pair, Strategy};
use crate::event::EventKind;
use crate::model::{Item, Model};
use rustc_hash::FxHashMap as HashMap;

/// A pair of locations that the observed run reaches, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Start {
    pub(super) pair: Pair,
    /// The items before this one were executed.
    pub(super) moment: u32,
}

/// An unblocking and a blocking event of two threads that every run passes with one of them
/// blocked.
struct Passage {
    /// The events, as indices in the lower and the higher thread.
    indices: [u32; 2],
    start: Start,
}

/// All start pairs of a model.
pub(super) struct Starts {
    passages: HashMap<[u32; 2], Vec<Passage>>,
    /// The items that unblock: when snapshots are taken.
    snapshots: Vec<u32>,
    are_two_threads: bool,
}

impl Starts {
    pub(super) fn new(model: &Model, clocks: &Clocks, histories: &[History]) -> Self {
        let mut passages: HashMap<[u32; 2], Vec<Passage>> = HashMap::default();
        let mut snapshots = Vec::new();
        for (number, item) in model.items.iter().enumerate() {
            if matches!(
                item.kind,
                EventKind::Fork | EventKind::End | EventKind::Send | EventKind::Signal
            ) {
                snapshots.push(number as u32);
            }
            if let Some(unblocking) = unblocking(model, item) {
                let other = &model.items[unblocking as usize];
                let (one, two) =
                    if other.thread < item.thread { (other, item) } else { (item, other) };
                if is_passage(model, clocks, histories, other, item) {
                    let pair =
                        [one, two].map(|end| histories[end.thread as usize].location(end.index));
                    let start = Start { pair, moment: unblocking + 1 };
                    let passage = Passage { indices: [one.index, two.index], start };
                    passages.entry([one.thread, two.thread]).or_default().push(passage);
                }
            }
        }
        let is_event = |number: &u32| {
            !matches!(model.items[*number as usize].kind, EventKind::Begin | EventKind::End)
        };
        let are_two_threads =
            model.threads.iter().filter(|items| items.iter().any(is_event)).count() <= 2;
        Self { passages, snapshots, are_two_threads }
    }

    /// Whether no third thread does anything that bears on a reordering.
    pub(super) fn are_two_threads(&self) -> bool {
        self.are_two_threads
    }

    /// Where the search for two accesses begins, the lower thread's first.
    pub(super) fn find(
        &self,
        histories: &[History],
        strategy: Strategy,
        pair: [(u32, &Item); 2],
    ) -> Start {
        if strategy == Strategy::Two && !self.are_two_threads {
            return self.snapshot(histories, pair);
        }
        let passages = self.passages.get(&pair.map(|(_, item)| item.thread));
        let is_before =
            |passage: &&Passage| (0..2).all(|side| passage.indices[side] < pair[side].1.index);
        let last = passages.and_then(|passages| passages.iter().rev().find(is_before));
        // Strategy I without such events: the very first locations, so that nothing is lost.
        last.map_or(Start { pair: [0, 0], moment: 0 }, |passage| passage.start)
    }

    /// EL, equation (1): where the threads are behind the last event that unblocks before both
    /// accesses.
    fn snapshot(&self, histories: &[History], pair: [(u32, &Item); 2]) -> Start {
        let before = pair[0].0.min(pair[1].0);
        let place = self.snapshots.partition_point(|snapshot| *snapshot < before);
        let moment = place.checked_sub(1).map_or(0, |last| self.snapshots[last] + 1);
        Start {
            pair: pair.map(|(_, item)| histories[item.thread as usize].observed_location(moment)),
            moment,
        }
    }
}

/// Whether one thread is always at its blocking event when another executes the one that unblocks
/// it.
fn is_passage(
    model: &Model,
    clocks: &Clocks,
    histories: &[History],
    unblocking: &Item,
    blocking: &Item,
) -> bool {
    let history = &histories[blocking.thread as usize];
    let location = history.location(blocking.index);
    let earliest = history.location(clocks.time(unblocking)[blocking.thread as usize]);
    let mut others = (earliest..location).rev();
    !others.any(|other| model.locksets.are_compatible(history.lockset(other), unblocking.lockset))
}
