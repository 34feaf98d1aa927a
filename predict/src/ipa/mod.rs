//! iPA: pairwise reachability by an incremental search on time-stamped lock histories (Ganai,
//! "Efficient data race prediction with incremental reasoning on time-stamped lock history", ASE
//! 2013).
//!
//! Two accesses race if their threads can be at them at once. Procedure 1, `Check_reach`: fail if
//! they are ordered by must-happens-before (`clocks`) or their locks exclude each other; otherwise
//! take the lock events of the two threads (`history`), a pair of locations that the observed run
//! reaches (`start`), and search for an order of the events in between in which no lock is held
//! twice and what must come before comes before (`search`, Table III).
//!
//! **Data abstraction.** What a read sees is ignored, of volatile variables, too. So a pair that is
//! reachable need not be a race of a correct reordering; one that is unreachable is none.
//!
//! **Guarantees** (section V). Of two threads both strategies are exact under data abstraction
//! (Theorem 1). Of more, strategy I ignores the others' locks: what it calls unreachable is
//! (Theorem 2). Strategy II leaves the others where they are in a snapshot: what it calls reachable
//! is (Theorem 3). `tests/ipa.rs` holds both to an exhaustive search, and the counts to the paper's
//! example.
//!
//! **As an engine** it tells a race only with a witness (`sequence`), made in one pass from the
//! sequence found. If that fails the answer is [`Outcome::Unknown`] and counted
//! ([`Counts::unwitnessed`]); [`PairwiseReachability::check_reach`] has the search's verdict.
//! [`Outcome::NoRace`] is answered where Theorems 1 and 2 prove it: never by strategy II of three
//! threads.
//!
//! **Deviations**: in the headers of `start` and `search`; on locks in shared mode in the latter.

mod clocks;
mod history;
mod search;
mod sequence;
mod start;
mod table;

use crate::contexts::Context;
use crate::engine::{Engine, Outcome};
use crate::event::NONE;
use crate::ideal::{Ideal, Marks};
use crate::model::{Hold, Item, Model};
use crate::reordering::Reordering;
use clocks::Clocks;
use history::History;
use rustc_hash::FxHashMap as HashMap;
use search::{Progress, Search, Space};
use start::{Start, Starts};
use std::collections::BTreeSet;
pub use table::{Check, Counts, Step};

/// Locations of two threads: how many lock events come before each.
pub type Pair = [u32; 2];

/// What is done about threads other than the two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// They are ignored: nothing that can be reached is lost.
    One,
    /// They stay where a snapshot of the observed run has them: what is reached can be.
    Two,
}

/// How pairs are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What is done about other threads.
    pub strategy: Strategy,
    /// Whether a search uses what earlier ones have visited.
    pub incremental: bool,
}

/// What is known of two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// One must happen before the other.
    Ordered,
    /// Their locks exclude each other.
    Locked,
    /// No consistent sequence reaches them.
    Unreachable,
    /// One does.
    Reachable,
}

/// All that depends on the model alone.
struct Histories<'a> {
    model: &'a Model,
    clocks: Clocks,
    histories: Vec<History>,
    starts: Starts,
}

/// The engine, for one model.
pub struct PairwiseReachability<'a> {
    known: Histories<'a>,
    marks: Marks,
    options: Options,
    /// By the two threads and where the search starts.
    searches: HashMap<(Pair, Start), Search>,
    /// How many pairs these remember.
    remembered: usize,
    progress: Progress,
}

/// When so many pairs are remembered, all are forgotten.
const REMEMBERED: usize = 1 << 22;

impl<'a> PairwiseReachability<'a> {
    /// For pairs of a model.
    #[must_use]
    pub fn new(model: &'a Model, options: Options) -> Self {
        let (clocks, histories) = (Clocks::new(model), History::all(model));
        let starts = Starts::new(model, &clocks, &histories);
        Self {
            known: Histories { model, clocks, histories, starts },
            marks: Marks::new(model),
            options,
            searches: HashMap::default(),
            remembered: 0,
            progress: Progress::default(),
        }
    }

    /// What was asked and done so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.progress.counts
    }

    /// The pairs that the last search has visited, in this order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.progress.steps
    }

    /// Pairs of acquires, as items of the model, that wait for each other in a state that was
    /// reached: predicted deadlocks under data abstraction if only two threads are there or by
    /// strategy II, candidates otherwise.
    #[must_use]
    pub fn deadlocks(&self) -> &BTreeSet<[u32; 2]> {
        &self.progress.deadlocks
    }

    /// Procedure 1: whether two accesses, items of different threads, are pairwise reachable.
    pub fn check_reach(&mut self, one: u32, other: u32) -> Verdict {
        let pair = self.known.in_order(one, other);
        self.progress.steps.clear();
        self.progress.counts.pairs += 1;
        // Happens-before.
        if self.known.are_ordered(pair) {
            return Verdict::Ordered;
        }
        self.progress.counts.unordered += 1;
        // Locksets.
        let [first, second] = self.known.items(pair);
        if !self.known.model.locksets.are_compatible(first.lockset, second.lockset) {
            return Verdict::Locked;
        }
        self.progress.counts.unlocked += 1;
        if !self.search(pair) {
            return Verdict::Unreachable;
        }
        self.progress.counts.reachable += 1;
        Verdict::Reachable
    }

    /// A witness for two accesses that are reachable, if the sequence that was found is one of a
    /// correct reordering.
    pub fn witness(&mut self, one: u32, other: u32) -> Option<Reordering> {
        let pair = self.known.in_order(one, other);
        let start = self.known.start(self.options.strategy, pair);
        let search = self.searches.get(&(self.known.threads(pair), start))?;
        let made = self.known.witness(&self.marks, self.options.strategy, search, pair);
        self.progress.counts.unwitnessed += u64::from(made.is_none());
        made
    }

    /// Whether an answer that a pair is unreachable proves that it is no race.
    fn is_complete(&self) -> bool {
        self.options.strategy == Strategy::One || self.known.starts.are_two_threads()
    }

    fn search(&mut self, pair: [u32; 2]) -> bool {
        let Self { known, options, searches, remembered, progress, .. } = self;
        let start = known.start(options.strategy, pair);
        let (threads, target) = (known.threads(pair), known.locations(pair));
        progress.counts.add_potential(start.pair, target);
        let held = match options.strategy {
            Strategy::One => Vec::new(),
            Strategy::Two if known.needs_a_third(start, pair) => return false,
            Strategy::Two => known.held_by_others(start, threads),
        };
        if !options.incremental || *remembered > REMEMBERED {
            searches.clear();
            *remembered = 0;
        }
        let histories = threads.map(|thread| &known.histories[thread as usize]);
        let space = Space { model: known.model, clocks: &known.clocks, histories, held: &held };
        let search = searches.entry((threads, start)).or_insert_with(|| Search::new(start));
        let is_reachable = search.reaches(&space, target, progress);
        *remembered += progress.steps.len();
        is_reachable
    }
}

impl Histories<'_> {
    fn item(&self, number: u32) -> &Item {
        &self.model.items[number as usize]
    }

    fn items(&self, pair: [u32; 2]) -> [&Item; 2] {
        pair.map(|number| self.item(number))
    }

    /// The two with the lower thread's first.
    fn in_order(&self, one: u32, other: u32) -> [u32; 2] {
        if self.item(one).thread < self.item(other).thread { [one, other] } else { [other, one] }
    }

    fn threads(&self, pair: [u32; 2]) -> [u32; 2] {
        self.items(pair).map(|item| item.thread)
    }

    fn locations(&self, pair: [u32; 2]) -> Pair {
        self.items(pair).map(|item| self.histories[item.thread as usize].location(item.index))
    }

    fn are_ordered(&self, pair: [u32; 2]) -> bool {
        let [first, second] = self.items(pair);
        self.clocks.precedes(first, second) || self.clocks.precedes(second, first)
    }

    fn start(&self, strategy: Strategy, pair: [u32; 2]) -> Start {
        self.starts.find(&self.histories, strategy, pair.map(|number| (number, self.item(number))))
    }

    /// The threads that stay where they are, with the places of their next lock events in the
    /// snapshot: the rest of EL.
    fn others(
        &self,
        start: Start,
        threads: [u32; 2],
    ) -> impl Iterator<Item = (usize, &History, u32)> {
        let all = self
            .histories
            .iter()
            .enumerate()
            .filter(move |(thread, _)| !threads.contains(&(*thread as u32)));
        all.map(move |(thread, history)| (thread, history, history.observed_location(start.moment)))
    }

    /// Row 7: whether an access needs a lock event of another thread that is not in the snapshot.
    fn needs_a_third(&self, start: Start, pair: [u32; 2]) -> bool {
        let times = self.items(pair).map(|item| self.clocks.time(item));
        self.others(start, self.threads(pair)).any(|(thread, history, location)| {
            let next = history.entries.get(location as usize);
            next.is_some_and(|next| times.iter().any(|time| next.index < time[thread]))
        })
    }

    /// What other threads hold in the snapshot.
    fn held_by_others(&self, start: Start, threads: [u32; 2]) -> Vec<Hold> {
        let sets =
            self.others(start, threads).map(|(_, history, location)| history.lockset(location));
        let mut held: Vec<Hold> =
            sets.flat_map(|set| self.model.locksets.holds(set)).copied().collect();
        held.sort_unstable();
        held.dedup();
        held
    }

    /// The snapshot, the sequence, and what reads of both need beyond.
    fn witness(
        &self,
        marks: &Marks,
        strategy: Strategy,
        search: &Search,
        pair: [u32; 2],
    ) -> Option<Reordering> {
        let (threads, start) = (self.threads(pair), search.start());
        let mut ideal = Ideal::new(self.model);
        for item in self.items(pair) {
            ideal.raise(item.thread, item.index);
        }
        if strategy == Strategy::Two {
            for (thread, items) in self.model.threads.iter().enumerate() {
                ideal.raise(
                    thread as u32,
                    items.partition_point(|number| *number < start.moment) as u32,
                );
            }
        }
        ideal.close(self.model, marks, |_, _| {});
        if pair.iter().any(|number| ideal.has(self.model, *number)) {
            return None;
        }
        let histories = threads.map(|thread| &self.histories[thread as usize]);
        let before = |side: usize| &histories[side].entries[..start.pair[side] as usize];
        let mut locks: Vec<u32> =
            before(0).iter().chain(before(1)).map(|entry| entry.item).collect();
        locks.sort_unstable();
        locks.extend(search.sequence(histories, self.locations(pair)));
        let order = sequence::order(self.model, &ideal.counts, threads, &locks)?;
        let is_right = self
            .model
            .must_see_the_same(pair)
            .is_none_or(|update| self.sees_the_same(update, &order));
        is_right.then(|| Reordering::of_order(self.model, &order, pair))
    }

    /// Whether an update sees what it saw, behind these items.
    fn sees_the_same(&self, update: u32, order: &[u32]) -> bool {
        let update = self.item(update);
        let mut written = order.iter().rev().copied().filter(|number| {
            let item = self.item(*number);
            item.kind.writes() && item.object == update.object
        });
        written.next().unwrap_or(NONE) == update.partner
    }
}

/// So many pairs of accesses of two contexts are searched for at most, and so many witnesses tried.
const SEARCHED: usize = 4096;
const WITNESSES: usize = 4;

impl Engine for PairwiseReachability<'_> {
    fn name(&self) -> &'static str {
        "ipa"
    }

    fn deadlocks(&self) -> Vec<[u32; 2]> {
        self.progress
            .deadlocks
            .iter()
            .map(|pair| pair.map(|number| self.known.item(number).at))
            .collect()
    }

    fn race(&mut self, one: &Context, other: &Context) -> Outcome {
        let (mut searched, mut reachable) = (0, 0);
        for pair in self.known.unordered(one, other).take(SEARCHED + 1).collect::<Vec<_>>() {
            searched += 1;
            if searched > SEARCHED || reachable == WITNESSES {
                return Outcome::Unknown;
            }
            if self.check_reach(pair[0], pair[1]) == Verdict::Reachable {
                reachable += 1;
                if let Some(witness) = self.witness(pair[0], pair[1]) {
                    return Outcome::Race(witness);
                }
            }
        }
        if reachable == 0 && self.is_complete() { Outcome::NoRace } else { Outcome::Unknown }
    }
}

impl Histories<'_> {
    /// Pairs of accesses of two contexts that are not ordered; of those of the first at one
    /// location one is enough.
    fn unordered<'b>(
        &'b self,
        one: &'b Context,
        other: &'b Context,
    ) -> impl Iterator<Item = [u32; 2]> + 'b {
        let (first, second) = (one.thread as usize, other.thread as usize);
        other.items.iter().flat_map(move |number| {
            let access = self.item(*number);
            let behind = self.clocks.time(access)[first];
            let from = one.items.partition_point(|number| self.item(*number).index < behind);
            let is_before =
                |number: &u32| self.clocks.time(self.item(*number))[second] <= access.index;
            let end = one.items.partition_point(is_before);
            let mut at = from;
            std::iter::from_fn(move || {
                let found = *one.items.get(at).filter(|_| at < end)?;
                let location = self.histories[first].location(self.item(found).index);
                let next = |number: &u32| {
                    self.histories[first].location(self.item(*number).index) == location
                };
                at += one.items[at..].partition_point(next);
                Some([found, *number])
            })
        })
    }
}
