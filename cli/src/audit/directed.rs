//! Directed search: random executions that hold threads before the two accesses of a pair until
//! both could be next, on one object.
//!
//! After Koushik Sen, "Race directed random testing of concurrent programs" (PLDI 2008,
//! 10.1145/1375581.1375584), algorithm 1. Deviations: the pair is one of places, of which several
//! may stand for one candidate; a thread is also let go after a while, since others may wait for
//! it; of the two that meet, the one that goes first is drawn once, and a detector judges what
//! comes of it. Proves nothing.

use std::collections::HashMap;

use raceproof_base::{
    Address, Choice, Finding, Listener, Machine as _, Operation, OperationKind, Schedule, Site,
    ThreadId,
};
use raceproof_listeners::WithListener;
use raceproof_search::{ReplayEnd, SplitMix, Walk, walk};
use raceproof_vm::Explorer;

use crate::audit::candidates::Member;
use crate::detectors;
use crate::exploration::Job;
use crate::machine::{self, Fineness, Refusal};

/// An execution that goes on for longer is given up: a thread spins.
const LONGEST: usize = 20_000;
/// So many steps a thread is held at most while others go on.
const PATIENCE: usize = 400;
/// Of so many steps about one lets a held thread go.
const LET_GO: u64 = 100;
/// In executions of odd number a thread goes on with all but one of so many steps.
const STAY: u64 = 8;

/// What was seen of a pair.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    /// By side: a thread was about to do it.
    pub reached: [bool; 2],
    /// Two threads were about to do both, on one object.
    pub at_once: bool,
}

/// A machine that switches threads at the variables of pairs.
pub struct Directed<'a> {
    job: &'a Job<'a>,
    pub fineness: Fineness,
    explorer: Explorer,
}

/// An execution, and what it has shown.
pub struct Executed {
    pub walk: Walk,
    pub seen: Seen,
}

impl<'a> Directed<'a> {
    /// That switches threads at these variables.
    pub fn at(job: &'a Job<'a>, variables: &[String]) -> Result<Self, Refusal> {
        let mut fineness = Fineness::of(job.options).of_replay();
        for variable in variables {
            if !fineness.contested.contains(variable) {
                fineness.contested.push(variable.clone());
            }
        }
        let explorer = job.start(machine::explore_options(job.options, &fineness))?;
        Ok(Self { job, fineness, explorer })
    }

    /// Whether it switches at these.
    pub fn is_for(&self, variables: &[String]) -> bool {
        variables.iter().all(|variable| self.fineness.contested.contains(variable))
    }

    /// The execution of that number.
    pub fn execute(
        &mut self,
        members: &[Member],
        seed: u64,
        run: u64,
    ) -> Result<Executed, Refusal> {
        loop {
            let start = self.explorer.save();
            let random = SplitMix::new(SplitMix::new(seed).next_u64().wrapping_add(run));
            let aiming = Aiming { explorer: &mut self.explorer, members, run, random };
            let (walk, seen) = detectors::with_detector(self.job.detection(&self.fineness), aiming);
            self.explorer.restore(&start);
            match &walk.end {
                ReplayEnd::TooCoarse(finer) if self.fineness.refine(finer) => {
                    let options = machine::explore_options(self.job.options, &self.fineness);
                    self.explorer = self.job.start(options)?;
                }
                _ => {
                    if self.explorer.is_spoilt() {
                        let options = machine::explore_options(self.job.options, &self.fineness);
                        self.explorer = self.job.start(options)?;
                    }
                    return Ok(Executed { walk, seen });
                }
            }
        }
    }

    /// Executes the schedule of a finding again, and tells it step by step; false if a limit came.
    pub fn confirm(&mut self, finding: &mut Finding) -> Result<bool, Refusal> {
        let detection = self.job.detection(&self.fineness);
        match detectors::confirm(detection, &mut self.explorer, finding) {
            Ok(detectors::Confirmed::Yes) => Ok(true),
            Ok(detectors::Confirmed::Cancelled(_)) => Ok(false),
            Err(failure) => Err(Refusal::Failed(failure)),
        }
    }
}

struct Aiming<'a> {
    explorer: &'a mut Explorer,
    members: &'a [Member],
    run: u64,
    random: SplitMix,
}

impl WithListener for Aiming<'_> {
    type Answer = (Walk, Seen);

    fn run<L: Listener>(self, mut detector: L) -> Self::Answer {
        let Self { explorer, members, run, random } = self;
        let mut aim = Aim {
            members,
            stays: run % 2 == 1,
            random,
            sites: HashMap::new(),
            held: HashMap::new(),
            second: None,
            last: None,
            seen: Seen::default(),
        };
        let walk = walk(explorer, &mut detector, |explorer, _, offered, done| {
            aim.choose(explorer, offered, &done.schedule)
        });
        (walk, aim.seen)
    }
}

/// One execution's choices.
struct Aim<'a> {
    members: &'a [Member],
    /// Whether who goes on is mostly the one that did before.
    stays: bool,
    random: SplitMix,
    /// By instruction: by pair and side, whether it is that.
    sites: HashMap<Site, Vec<[bool; 2]>>,
    /// Since which step threads are held, and before what.
    held: HashMap<ThreadId, (usize, Operation)>,
    /// Who comes next, of two that have met.
    second: Option<Choice>,
    last: Option<ThreadId>,
    seen: Seen,
}

/// A choice that begins with one of the accesses.
#[derive(Clone)]
struct Near {
    choice: Choice,
    on: Address,
    is: Vec<[bool; 2]>,
}

impl Aim<'_> {
    fn choose(
        &mut self,
        explorer: &Explorer,
        offered: &[Choice],
        done: &Schedule,
    ) -> Option<Choice> {
        if done.len() >= LONGEST {
            return None;
        }
        let chosen = match self.second.take().filter(|second| offered.contains(second)) {
            Some(second) => second,
            None => self.look(explorer, offered, done.len()),
        };
        self.held.remove(&chosen.thread());
        self.last = Some(chosen.thread());
        Some(chosen)
    }

    fn look(&mut self, explorer: &Explorer, offered: &[Choice], step: usize) -> Choice {
        let near: Vec<Near> =
            offered.iter().filter_map(|choice| self.near(explorer, *choice)).collect();
        if let Some((first, second)) = self.met(&near) {
            self.seen.at_once = true;
            let (first, second) =
                if self.random.below(2) == 0 { (first, second) } else { (second, first) };
            self.second = Some(second);
            return first;
        }
        let lets_go = self.random.below(LET_GO) == 0;
        let mut is_held = |near: &Near| {
            let operation = explorer.operation(near.choice);
            let held = self.held.entry(near.choice.thread()).or_insert((step, operation));
            if held.1 != operation {
                *held = (step, operation);
            }
            step - held.0 < PATIENCE && !lets_go
        };
        let held: Vec<Choice> =
            near.iter().filter(|near| is_held(near)).map(|near| near.choice).collect();
        let free: Vec<Choice> =
            offered.iter().copied().filter(|choice| !held.contains(choice)).collect();
        // If all are held, any of them goes on.
        let among = if free.is_empty() { offered } else { &free };
        self.one_of(among)
    }

    fn one_of(&mut self, among: &[Choice]) -> Choice {
        if self.stays
            && self.random.below(STAY) > 0
            && let Some(same) = among.iter().find(|choice| {
                Some(choice.thread()) == self.last && matches!(choice, Choice::Run(_))
            })
        {
            return *same;
        }
        among[self.random.below(among.len() as u64) as usize]
    }

    /// What a choice begins with, if that is one of the accesses.
    fn near(&mut self, explorer: &Explorer, choice: Choice) -> Option<Near> {
        use OperationKind::{Read, Update, VolatileRead, VolatileWrite, Write};
        let operation = explorer.operation(choice);
        if !matches!(operation.kind, Read | Write | VolatileRead | VolatileWrite | Update) {
            return None;
        }
        let members = self.members;
        let is = self.sites.entry(operation.site).or_insert_with(|| {
            let place = explorer.place(operation.site);
            members.iter().map(|member| member.sides.each_ref().map(|s| s.is_at(&place))).collect()
        });
        if !is.iter().any(|is| is[0] || is[1]) {
            return None;
        }
        // A line may have other accesses.
        let variable = explorer.variable_name(operation.on);
        let is = is.iter().zip(members).map(
            |(is, member)| {
                if member.is_at(&variable) { *is } else { [false; 2] }
            },
        );
        let is: Vec<[bool; 2]> = is.collect();
        for side in [0, 1] {
            self.seen.reached[side] |= is.iter().any(|is| is[side]);
        }
        let is_any = is.iter().any(|is| is[0] || is[1]);
        is_any.then_some(Near { choice, on: operation.on, is })
    }

    /// Two threads that could both be next, with the two accesses of one pair, on one object.
    fn met(&self, near: &[Near]) -> Option<(Choice, Choice)> {
        let is_pair = |one: &Near, other: &Near| {
            let pairs = one.is.iter().zip(&other.is);
            let mut is = pairs.map(|(one, other)| one[0] && other[1] || one[1] && other[0]);
            one.choice.thread() != other.choice.thread() && one.on == other.on && is.any(|is| is)
        };
        near.iter().enumerate().find_map(|(number, one)| {
            let other = near[number + 1..].iter().find(|other| is_pair(one, other))?;
            Some((one.choice, other.choice))
        })
    }
}
