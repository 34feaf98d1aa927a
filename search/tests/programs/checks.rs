//! Searches of programs against their twins: what every search must come to.

use super::machine::Interpreter;
use super::random::{Taste, program, shrunk};
use super::twin::{Ending, Trace, reachable};
use super::{Op, Program};
use raceproof_base::FindingKind;
use raceproof_search::{
    Chance, Exploration, SearchOptions, Signal, SplitMix, Statistics, StrategyKind, explore,
};
use std::collections::BTreeSet;

/// No program here needs as many transitions; one that does goes on for ever.
const ENDLESS: u64 = 200_000;

/// What a search has come to.
pub struct Searched {
    pub answer: Exploration,
    /// How its executions ended, one after the other.
    pub ended: Vec<(Ending, Trace)>,
}

impl Searched {
    pub fn by(strategy: StrategyKind, program: &Program) -> Self {
        Self::with(strategy, Interpreter::new(program))
    }

    pub fn with(strategy: StrategyKind, machine: Interpreter<'_>) -> Self {
        Self::within(strategy, machine, ENDLESS)
    }

    /// Stopped after so many transitions.
    pub fn within(strategy: StrategyKind, mut machine: Interpreter<'_>, most: u64) -> Self {
        let chance = Chance { seed: 1, runs: 20, ..Chance::default() };
        let options = SearchOptions { all: true, chance, ..SearchOptions::of(strategy) };
        let mut monitor = |so_far: &Statistics| {
            if so_far.transitions > most { Signal::Stop } else { Signal::GoOn }
        };
        let answer = explore(&mut machine, &mut (), &options, &mut monitor);
        assert_eq!(machine.depth(), 0, "not taken back to the start");
        Self { answer, ended: machine.ended }
    }

    /// What every search must come to, if these are the endings that there are.
    pub fn check_endings(&self, expected: &BTreeSet<Ending>) -> Result<(), String> {
        if !self.answer.is_complete() {
            return Err(format!("ended by {:?}", self.answer.end));
        }
        let endings: BTreeSet<Ending> = self.ended.iter().map(|(ending, _)| *ending).collect();
        if endings != *expected {
            let missed: Vec<_> = expected.difference(&endings).collect();
            let made_up: Vec<_> = endings.difference(expected).collect();
            return Err(format!("missed {missed:?}, made up {made_up:?}"));
        }
        let findings = expected.iter().filter(|ending| !matches!(ending, Ending::Ended(_))).count();
        let told = self
            .answer
            .findings
            .iter()
            .filter(|finding| finding.kind != FindingKind::Livelock)
            .count();
        if findings != told {
            return Err(format!("{told} findings instead of {findings}"));
        }
        Ok(())
    }

    pub fn hangs(&self) -> bool {
        self.answer.findings.iter().any(|finding| finding.kind == FindingKind::Livelock)
    }
}

/// Compares with all states, where interleavings cannot be: with data choices, and with loops.
pub fn compare_endings(strategy: StrategyKind, program: &Program) -> Result<(), String> {
    let most = if program.goes_round() { 150 } else { 300 };
    reachable(program, most).map_or(Ok(()), |expected| {
        let searched = Searched::by(strategy, program);
        searched.check_endings(&expected.endings)?;
        match (searched.hangs(), expected.hangs) {
            (true, false) => Err("a livelock is told, and there is none".to_owned()),
            (false, true) => Err("a livelock is not told".to_owned()),
            _ => Ok(()),
        }
    })
}

pub fn shown(program: &Program) -> String {
    let threads = program.threads.iter().map(|thread| format!("  {thread:?}\n"));
    format!("starts: {}, ends: {}\n{}", program.starts, program.ends, threads.collect::<String>())
}

/// Makes random programs, and tells of those that fail what they come down to. The seed and the
/// count can be set from outside, to look further.
pub fn check_random(
    seed: u64,
    count: u64,
    taste: impl Fn(&mut SplitMix) -> Taste,
    check: impl Fn(&Program) -> Result<(), String>,
) {
    let set = |name, or| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or);
    let (seed, count) = (set("TWIN_SEED", seed), set("TWIN_COUNT", count));
    let mut random = SplitMix::new(seed);
    let mut failed = Vec::new();
    for number in 0..count {
        let taste = taste(&mut random);
        let program = program(&mut random, taste);
        if check(&program).is_err() {
            let least = shrunk(&program, |less| check(less).is_err());
            let why = check(&least).err().unwrap_or_default();
            failed.push(format!("program {number} of seed {seed}: {why}\n{}", shown(&least)));
            if failed.len() == 4 {
                break;
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Threads that are all there from the beginning.
pub fn of(threads: Vec<Vec<Op>>) -> Program {
    Program { threads, ..Program::default() }
}

/// Threads of which the first starts the others, unless one of those does.
pub fn started(threads: Vec<Vec<Op>>, ends: bool) -> Program {
    Program { threads, starts: true, ends }
}
