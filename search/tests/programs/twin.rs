//! The slow and obvious twin of a reduction: all interleavings, one after the other, and what they
//! come to.

use super::{Act, Op, Program, State, Step};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ending {
    Ended(State),
    Deadlock(State),
    /// By the place in the program.
    Violated(u32),
}

/// A step of a trace: its name (thread, and index in the thread), what it did, and as a set of
/// names (a bit each) those earlier steps that it depends on.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Row {
    pub name: u8,
    pub chosen: u32,
    pub wrote: bool,
    pub after: u128,
}

/// A Mazurkiewicz trace: the steps of an execution in an order of their own, and the ordered pairs
/// of dependent ones.
pub type Trace = Vec<Row>;

/// Steps of a thread that can be named.
const NAMES: usize = 21;

/// Whether the order of two steps of different threads matters: by what they are about, one pair of
/// kinds after the other.
pub fn depends(one: &Step, other: &Step) -> bool {
    let is_fence = |step: &Step| step.act == Act::Do(Op::Fence);
    if one.thread == other.thread || is_fence(one) || is_fence(other) {
        return true;
    }
    if let (Some(variable), Some(same)) = (variable(one), variable(other)) {
        return variable == same && (one.wrote || other.wrote);
    }
    depends_one_way(one, other) || depends_one_way(other, one)
}

/// Leaving a monitor needs no line: it lies between two locks.
fn depends_one_way(one: &Step, other: &Step) -> bool {
    match (one.act, other.act) {
        (Act::Do(Op::Lock(monitor)), Act::Do(Op::Lock(same))) => monitor == same,
        (Act::Do(Op::Park), Act::Do(Op::Unpark(whom))) => one.thread == whom,
        // Whether the other is there is what decides whether it can be given a permit or must be
        // waited for.
        (Act::Do(Op::Start(whom)), Act::Do(Op::Unpark(same) | Op::Join(same))) => whom == same,
        (Act::End, Act::Do(Op::Unpark(whom) | Op::Join(whom))) => one.thread == whom,
        _ => false,
    }
}

fn variable(step: &Step) -> Option<usize> {
    match step.act {
        Act::Do(
            Op::Read(variable)
            | Op::Write(variable, _)
            | Op::WriteNext(variable)
            | Op::Cas(variable, ..)
            | Op::Add(variable, _),
        ) => Some(variable),
        _ => None,
    }
}

/// The steps so far, to become a trace.
#[derive(Default)]
pub struct Rows {
    steps: Vec<Step>,
    rows: Vec<Row>,
}

impl Rows {
    pub fn push(&mut self, step: Step) {
        let ordinal = self.steps.iter().filter(|earlier| earlier.thread == step.thread).count();
        assert!(ordinal < NAMES, "a thread of more steps than there are names");
        let name = (step.thread * NAMES + ordinal) as u8;
        let before =
            self.steps.iter().zip(&self.rows).filter(|(earlier, _)| depends(earlier, &step));
        let after = before.fold(0, |set, (_, row)| set | 1u128 << row.name);
        self.rows.push(Row { name, chosen: step.chosen, wrote: step.wrote, after });
        self.steps.push(step);
    }

    pub fn pop(&mut self) {
        self.steps.pop();
        self.rows.pop();
    }

    pub fn trace(&self) -> Trace {
        let mut trace = self.rows.clone();
        trace.sort_unstable();
        trace
    }
}

pub fn trace_of(steps: impl IntoIterator<Item = Step>) -> Trace {
    let mut rows = Rows::default();
    steps.into_iter().for_each(|step| rows.push(step));
    rows.trace()
}

/// What all interleavings come to.
#[derive(Default)]
pub struct Twin {
    pub interleavings: usize,
    pub traces: HashSet<Trace>,
    pub endings: BTreeSet<Ending>,
}

impl Twin {
    /// All interleavings, unless there are more than so many.
    pub fn of(program: &Program, most: usize) -> Option<Self> {
        let mut twin = Twin::default();
        twin.walk(program, &program.first(), &mut Rows::default(), most).then_some(twin)
    }

    fn walk(&mut self, program: &Program, state: &State, rows: &mut Rows, most: usize) -> bool {
        let choices = program.choices(state);
        if choices.is_empty() {
            return self.end(ending(program, state), rows, most);
        }
        choices.into_iter().all(|choice| {
            let mut next = *state;
            let step = program.step(&mut next, choice);
            let violated = step.violated;
            rows.push(step);
            let goes_on = match violated {
                Some(place) => self.end(Ending::Violated(place), rows, most),
                None => self.walk(program, &next, rows, most),
            };
            rows.pop();
            goes_on
        })
    }

    fn end(&mut self, ending: Ending, rows: &Rows, most: usize) -> bool {
        self.interleavings += 1;
        self.traces.insert(rows.trace());
        self.endings.insert(ending);
        self.interleavings <= most
    }

    pub fn has_violations(&self) -> bool {
        self.endings.iter().any(|ending| matches!(ending, Ending::Violated(_)))
    }
}

fn ending(program: &Program, state: &State) -> Ending {
    if program.has_live_threads(state) { Ending::Deadlock(*state) } else { Ending::Ended(*state) }
}

/// The endings of programs that may go round, or are too large: state by state, each once. None if
/// there are more states than so many.
pub fn reachable(program: &Program, most: usize) -> Option<Reachable> {
    let mut endings = BTreeSet::new();
    let mut met: BTreeMap<State, Vec<State>> = BTreeMap::new();
    let mut can_end: BTreeSet<State> = BTreeSet::new();
    // From which all steps only look.
    let mut looking: BTreeSet<State> = BTreeSet::new();
    let mut open = vec![program.first()];
    while let Some(state) = open.pop() {
        if met.contains_key(&state) {
            continue;
        }
        if met.len() >= most {
            return None;
        }
        let choices = program.choices(&state);
        if choices.is_empty() {
            endings.insert(ending(program, &state));
            can_end.insert(state);
        }
        let mut behind = Vec::new();
        let mut only_looks = !choices.is_empty();
        for choice in choices {
            let mut next = state;
            let step = program.step(&mut next, choice);
            only_looks &= step.only_looks();
            match step.violated {
                Some(place) => {
                    endings.insert(Ending::Violated(place));
                    can_end.insert(state);
                }
                None => behind.push(next),
            }
        }
        looking.extend(only_looks.then_some(state));
        open.extend(behind.iter().copied());
        met.insert(state, behind);
    }
    let mut before = 0;
    while before < can_end.len() {
        before = can_end.len();
        for (state, behind) in &met {
            if behind.iter().any(|next| can_end.contains(next)) {
                can_end.insert(*state);
            }
        }
    }
    let mut left = usize::MAX;
    while looking.len() < left {
        left = looking.len();
        let stay = |state: &State| met[state].iter().all(|next| looking.contains(next));
        looking = looking
            .iter()
            .filter(|state| stay(state) && !can_end.contains(state))
            .copied()
            .collect();
    }
    let hangs = !endings.is_empty() && can_end.len() < met.len() || !looking.is_empty();
    Some(Reachable { endings, hangs })
}

/// What can become of a program.
pub struct Reachable {
    pub endings: BTreeSet<Ending>,
    /// It can come to a state from which nothing ends, though executions do end, or from which all
    /// that threads do is to look.
    pub hangs: bool,
}
