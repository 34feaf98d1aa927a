//! Whether the program can still end: the slow and obvious way, for confirming that it cannot.

use raceproof_base::{Cause, Choice, Fingerprint, Machine, Mark, Situation, StepOutcome};
use rustc_hash::FxHashSet;

/// More states than these are not looked at; none of our findings came near.
const MOST_STATES: usize = 2_000_000;

/// States from which the program can end, as far as was found out.
#[derive(Default)]
pub(crate) struct Ending(FxHashSet<Fingerprint>);

/// Whether threads can go on from the machine's state, and no way of doing so ends. Leaves the machine where it is.
///
/// # Errors
/// If the machine was told to stop before that was known.
pub(crate) fn is_endless<M: Machine>(machine: &mut M, ending: &mut Ending) -> Result<bool, Cause> {
    let start = machine.mark();
    let answer = goes_round(machine, ending);
    machine.rollback(start);
    // Names are those of the state whose identity was asked for last.
    machine.fingerprint();
    answer
}

fn goes_round<M: Machine>(machine: &mut M, Ending(ending): &mut Ending) -> Result<bool, Cause> {
    struct Level {
        state: Fingerprint,
        mark: Mark,
        choices: Vec<Choice>,
        next: usize,
    }
    let mut seen = FxHashSet::default();
    let Some(choices) = open(machine) else { return Ok(false) };
    let state = machine.fingerprint();
    if ending.contains(&state) {
        return Ok(false);
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
            StepOutcome::Done => true,
            StepOutcome::Cancelled(cause) => return Err(cause),
            _ => false,
        };
        let known = goes_on.then(|| machine.fingerprint()).filter(|state| !ending.contains(state));
        if known.is_some_and(|state| !seen.insert(state)) {
            continue;
        }
        if seen.len() > MOST_STATES {
            return Ok(false);
        }
        let (Some(state), Some(choices)) = (known, known.and_then(|_| open(machine))) else {
            ending.extend(path.iter().map(|level| level.state));
            return Ok(false);
        };
        path.push(Level { state, mark: machine.mark(), choices, next: 0 });
    }
    Ok(true)
}

fn open<M: Machine>(machine: &mut M) -> Option<Vec<Choice>> {
    match machine.situation() {
        Situation::Open(choices) => Some(choices),
        Situation::Ended | Situation::Deadlock(_) => None,
    }
}
