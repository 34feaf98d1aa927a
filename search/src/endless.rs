//! Whether the program can still end, by exhaustive search of the states behind one: confirms
//! livelocks.

use raceproof_base::{Cause, Choice, Fingerprint, Machine, Mark, Progress, Situation, StepOutcome};
use rustc_hash::FxHashSet;

/// No more states than these are searched; none of our findings came near.
const MOST_STATES: usize = 2_000_000;

/// The states decided so far.
#[derive(Default)]
pub(crate) struct Ending {
    /// From here the program can end (or work).
    can_end: FxHashSet<Fingerprint>,
    /// From here it cannot.
    cannot: FxHashSet<Fingerprint>,
}

/// Why it was not decided.
pub(crate) enum Unknown {
    /// The machine was told to stop.
    Cancelled(Cause),
    /// There are more states than this.
    Large(u64),
}

/// Whether threads can go on from the machine's state, and no execution from it ends; with
/// `waiting`, nor takes a step that works (a memory is of questions of one kind). Leaves the
/// machine in that state.
pub(crate) fn is_endless<M: Machine>(
    machine: &mut M,
    ending: &mut Ending,
    waiting: bool,
) -> Result<bool, Unknown> {
    let start = machine.mark();
    let answer = goes_round(machine, ending, waiting);
    machine.rollback(start);
    // Names are those of the state whose identity was asked for last.
    machine.fingerprint();
    answer
}

fn goes_round<M: Machine>(
    machine: &mut M,
    ending: &mut Ending,
    waiting: bool,
) -> Result<bool, Unknown> {
    struct Level {
        state: Fingerprint,
        mark: Mark,
        choices: Vec<Choice>,
        next: usize,
    }
    let mut seen = FxHashSet::default();
    let Some(choices) = open(machine) else { return Ok(false) };
    let state = machine.fingerprint();
    if ending.can_end.contains(&state) || ending.cannot.contains(&state) {
        return Ok(ending.cannot.contains(&state));
    }
    seen.insert(state);
    let mut path = vec![Level { state, mark: machine.mark(), choices, next: 0 }];
    while let Some(level) = path.last_mut() {
        let Some(choice) = level.choices.get(level.next).copied() else {
            path.pop();
            continue;
        };
        level.next += 1;
        machine.rollback(level.mark);
        let goes_on = match machine.step(choice, &mut ()) {
            StepOutcome::Done => !waiting || machine.progress() != Progress::Works,
            StepOutcome::Cancelled(cause) => return Err(Unknown::Cancelled(cause)),
            _ => false,
        };
        let known =
            goes_on.then(|| machine.fingerprint()).filter(|state| !ending.can_end.contains(state));
        if known.is_some_and(|state| ending.cannot.contains(&state) || !seen.insert(state)) {
            continue;
        }
        if seen.len() > MOST_STATES {
            return Err(Unknown::Large(MOST_STATES as u64));
        }
        let (Some(state), Some(choices)) = (known, known.and_then(|_| open(machine))) else {
            ending.can_end.extend(path.iter().map(|level| level.state));
            return Ok(false);
        };
        path.push(Level { state, mark: machine.mark(), choices, next: 0 });
    }
    ending.cannot.extend(seen);
    Ok(true)
}

fn open<M: Machine>(machine: &mut M) -> Option<Vec<Choice>> {
    match machine.situation() {
        Situation::Open(choices) => Some(choices),
        Situation::Ended | Situation::Deadlock(_) => None,
    }
}
