//! Simpler schedules for what was found: fewer switches between threads, and nothing that it does
//! not need. A finding of a random or depth-first search comes with whatever the search did on the
//! way; a person reads the schedule, so all that is in it should be there for a reason.
//!
//! This is delta debugging (Zeller, Hildebrandt. Simplifying and isolating failure-inducing input.
//! IEEE TSE 28(2), 2002) over *blocks*, what one thread does at a stretch, instead of single steps.
//! Blocks are moved up to an earlier block of their thread, or put off to a later one, and the last
//! steps of a thread are dropped: all that can be at once, then half of it, and so on to one. Each
//! candidate is executed. It is taken if it shows the same finding with fewer switches and no more
//! steps, or as many switches and fewer steps.
//!
//! Guarantees: what is returned was executed, from the same state, and is never longer than what
//! was given; the same machine, listener, finding and budget give the same answer. Deviations: a
//! candidate is a plan, not a schedule. A thread that cannot take its next step is left for later,
//! so what is taken is what was executed. Misses: schedules that need a longer way round, and
//! livelocks, which every candidate would need an exhaustive search for.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::walk::{ReplayEnd, Walk, walk};
use raceproof_base::{Choice, Finding, FindingKind, Listener, Machine, Schedule, ThreadId};

/// The finding by a simpler schedule, as the machine has shown it, from its current state; none if
/// there is none within so many executed steps, or if it is the machine that ends the attempts.
/// Machine and listener are left in the state in which they were.
pub fn minimise<M: Machine, L: Listener>(
    machine: &mut M,
    listener: &mut L,
    finding: &Finding,
    steps: u64,
) -> Option<Finding> {
    if finding.kind == FindingKind::Livelock {
        return None;
    }
    machine.be_fair(false);
    let start = (machine.save(), listener.save());
    let (best, blocks) = (finding.clone(), blocks(&finding.schedule));
    let mut attempts =
        Attempts { machine, listener, start, best, blocks, is_simpler: false, left: steps };
    // What ends the attempts leaves the best one so far.
    let _ended = attempts.until_nothing_helps();
    let Attempts { machine, best, is_simpler, .. } = attempts;
    machine.be_fair(true);
    is_simpler.then_some(best)
}

/// How often another thread goes on.
#[must_use]
pub fn switches(schedule: &Schedule) -> usize {
    schedule.choices.windows(2).filter(|pair| pair[0].thread() != pair[1].thread()).count()
}

/// No more is to be tried: the budget is used up, or the machine was told to stop.
struct Over;

/// What one thread does at a stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    thread: ThreadId,
    choices: Vec<Choice>,
}

fn blocks(schedule: &Schedule) -> Vec<Block> {
    let stretches = schedule.choices.chunk_by(|one, next| one.thread() == next.thread());
    stretches
        .map(|choices| Block { thread: choices[0].thread(), choices: choices.to_vec() })
        .collect()
}

struct Attempts<'a, M: Machine, L: Listener> {
    machine: &'a mut M,
    listener: &'a mut L,
    start: (M::Snapshot, L::Snapshot),
    best: Finding,
    /// Its schedule.
    blocks: Vec<Block>,
    is_simpler: bool,
    /// Steps that may still be executed.
    left: u64,
}

impl<M: Machine, L: Listener> Attempts<'_, M, L> {
    fn until_nothing_helps(&mut self) -> Result<(), Over> {
        // What is moved first makes the most of a long one, of which few attempts are left.
        while self.move_up()? | self.put_off()? | self.drop_ends()? {}
        Ok(())
    }

    /// Leaves out the last steps of each thread.
    fn drop_ends(&mut self) -> Result<bool, Over> {
        let mut threads: Vec<ThreadId> = self.blocks.iter().map(|block| block.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        let mut has_helped = false;
        for thread in threads {
            let own = move |blocks: &[Block]| -> Vec<usize> {
                let all = choices(blocks).into_iter().enumerate().rev();
                all.filter(|(_, choice)| choice.thread() == thread).map(|(at, _)| at).collect()
            };
            has_helped |= self.in_halves(&own, &|all, places| {
                blocks(&Schedule { choices: without(&choices(all), places) })
            })?;
        }
        Ok(has_helped)
    }

    /// Moves the next blocks of a block's thread up to it, from the first block on.
    fn move_up(&mut self) -> Result<bool, Over> {
        let (mut at, mut has_helped) = (0, false);
        while let Some(Block { thread, .. }) = self.blocks.get(at) {
            let thread = *thread;
            let later = move |blocks: &[Block]| of_thread(blocks, at + 1..blocks.len(), thread);
            has_helped |= self.in_halves(&later, &|blocks, places| joined(blocks, at, places))?;
            at += 1;
        }
        Ok(has_helped)
    }

    /// Puts the blocks before a block of the same thread off to it, from the last block on.
    fn put_off(&mut self) -> Result<bool, Over> {
        // Counted from the end: what is before moves when blocks are joined.
        let (mut behind, mut has_helped) = (0, false);
        while let Some(at) = self.blocks.len().checked_sub(behind + 1) {
            let thread = self.blocks[at].thread;
            let last = move |blocks: &[Block]| blocks.len().saturating_sub(behind + 1);
            let earlier = move |blocks: &[Block]| {
                let mut places = of_thread(blocks, 0..last(blocks), thread);
                places.reverse();
                places
            };
            has_helped |=
                self.in_halves(&earlier, &|blocks, places| joined(blocks, last(blocks), places))?;
            behind += 1;
        }
        Ok(has_helped)
    }

    /// Tries a change of all blocks that it could be of, then of the nearest half, down to one. What
    /// has helped is tried again before less is.
    fn in_halves(
        &mut self,
        places: &dyn Fn(&[Block]) -> Vec<usize>,
        change: &dyn Fn(&[Block], &[usize]) -> Vec<Block>,
    ) -> Result<bool, Over> {
        let (mut size, mut has_helped) = (usize::MAX, false);
        loop {
            let places = places(&self.blocks);
            size = size.min(places.len());
            if size == 0 {
                return Ok(has_helped);
            }
            let plan = change(&self.blocks, &places[..size]);
            if self.attempt(&plan)? {
                has_helped = true;
            } else {
                size /= 2;
            }
        }
    }

    /// Executes a plan. If that is simpler, it is the best so far.
    fn attempt(&mut self, plan: &[Block]) -> Result<bool, Over> {
        let Self { machine, listener, start, best, left, .. } = self;
        let most = cost(&best.schedule);
        let mut guide = Guide::new(plan);
        let walked = walk(*machine, *listener, |_, _, offered, walk| {
            let done = walk.schedule.len();
            let is_worse = guide.switches > most.0 || done >= most.1 || done as u64 >= *left;
            if is_worse || shown(walk, best).is_some() { None } else { guide.next(offered) }
        });
        machine.restore(&start.0);
        listener.restore(&start.1);
        if matches!(walked.end, ReplayEnd::Cancelled(_)) || machine.is_spoilt() {
            return Err(Over);
        }
        *left = left.saturating_sub(walked.schedule.len() as u64 + 1);
        let simpler = shown(&walked, best)
            .filter(|found| found.schedule.len() <= most.1 && cost(&found.schedule) < most)
            .cloned();
        let has_helped = simpler.is_some();
        if let Some(simpler) = simpler {
            self.blocks = blocks(&simpler.schedule);
            self.best = simpler;
            self.is_simpler = true;
        }
        if self.left == 0 { Err(Over) } else { Ok(has_helped) }
    }
}

/// What is to become less.
fn cost(schedule: &Schedule) -> (usize, usize) {
    (switches(schedule), schedule.len())
}

/// The same finding, if the execution has shown it: the same mistake at the same places, with the
/// accesses of a race by the same threads in the same order.
fn shown<'a>(walk: &'a Walk, finding: &Finding) -> Option<&'a Finding> {
    let conflict = |finding: &Finding| finding.race.as_ref().map(|race| race.conflict);
    let is_told = matches!(
        walk.end,
        ReplayEnd::Open(_) | ReplayEnd::Ended | ReplayEnd::Deadlock | ReplayEnd::Violated
    );
    let same = |found: &&Finding| {
        found.is_same_by_threads(finding) && conflict(found) == conflict(finding)
    };
    walk.findings.iter().filter(|_| is_told).find(same)
}

/// The places of a thread's blocks.
fn of_thread(blocks: &[Block], range: Range<usize>, thread: ThreadId) -> Vec<usize> {
    range.filter(|place| blocks[*place].thread == thread).collect()
}

fn choices(blocks: &[Block]) -> Vec<Choice> {
    blocks.iter().flat_map(|block| block.choices.iter().copied()).collect()
}

fn without<T: Clone>(all: &[T], places: &[usize]) -> Vec<T> {
    let mut is_kept = vec![true; all.len()];
    places.iter().for_each(|place| is_kept[*place] = false);
    let kept = all.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
    kept.map(|(one, _)| one.clone()).collect()
}

/// Those blocks put together with the one at a place, in the order of their thread.
fn joined(blocks: &[Block], at: usize, places: &[usize]) -> Vec<Block> {
    let mut together: Vec<usize> = places.iter().copied().chain([at]).collect();
    together.sort_unstable();
    let choices = together.iter().flat_map(|place| blocks[*place].choices.iter().copied());
    let whole = Block { thread: blocks[at].thread, choices: choices.collect() };
    let (before, after): (Vec<usize>, Vec<usize>) = places.iter().partition(|place| **place < at);
    let after: Vec<usize> = after.into_iter().map(|place| place - at - 1).collect();
    let (before, after) = (without(&blocks[..at], &before), without(&blocks[at + 1..], &after));
    before.into_iter().chain([whole]).chain(after).collect()
}

/// Makes the choices of a plan. What a thread cannot do in its block, it does in its next one, or at
/// the end.
struct Guide<'a> {
    plan: std::slice::Iter<'a, Block>,
    waiting: BTreeMap<ThreadId, VecDeque<Choice>>,
    current: Option<ThreadId>,
    last: Option<ThreadId>,
    /// How often another thread went on.
    switches: usize,
}

impl<'a> Guide<'a> {
    fn new(plan: &'a [Block]) -> Self {
        let (waiting, current, last) = (BTreeMap::new(), None, None);
        Self { plan: plan.iter(), waiting, current, last, switches: 0 }
    }

    fn next(&mut self, offered: &[Choice]) -> Option<Choice> {
        let choice = loop {
            if let Some(choice) = self.current.and_then(|thread| self.take(thread, offered)) {
                break choice;
            }
            match self.plan.next() {
                Some(Block { thread, choices }) => {
                    self.waiting.entry(*thread).or_default().extend(choices);
                    self.current = Some(*thread);
                }
                None => break self.take_any(offered)?,
            }
        };
        let thread = choice.thread();
        self.switches += usize::from(self.last.is_some_and(|last| last != thread));
        self.last = Some(thread);
        Some(choice)
    }

    fn take_any(&mut self, offered: &[Choice]) -> Option<Choice> {
        let threads: Vec<ThreadId> = self.waiting.keys().copied().collect();
        let (thread, choice) =
            threads.into_iter().find_map(|thread| Some((thread, self.take(thread, offered)?)))?;
        self.current = Some(thread);
        Some(choice)
    }

    /// A thread's next choice, if it is offered. A wait that need not end by its time, or for no
    /// reason, does not; values stay as they are.
    fn take(&mut self, thread: ThreadId, offered: &[Choice]) -> Option<Choice> {
        let choices = self.waiting.get_mut(&thread)?;
        let next = *choices.front()?;
        let taken = match next {
            Choice::TimeOut(_) | Choice::Spurious(_) if !offered.contains(&next) => {
                Choice::Run(thread)
            }
            _ => next,
        };
        offered.contains(&taken).then(|| {
            choices.pop_front();
            taken
        })
    }
}
