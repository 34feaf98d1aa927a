//! Random programs, and smaller ones that show the same.

use super::{MONITORS, Op, Program};
use raceproof_search::SplitMix;

/// What programs are to be made of.
#[derive(Clone, Copy, Default)]
pub struct Taste {
    pub threads: u64,
    /// Steps of a thread, about; the more threads, the fewer.
    pub steps: u64,
    pub variables: u64,
    pub locks: bool,
    pub parks: bool,
    /// Some of these may end by time.
    pub timed: bool,
    pub starts: bool,
    pub joins: bool,
    pub branches: bool,
    pub violations: bool,
    pub chooses: bool,
    pub loops: bool,
    pub fences: bool,
}

impl Taste {
    pub fn with_fences(random: &mut SplitMix) -> Self {
        Self { fences: true, ..Self::random(random) }
    }

    /// With data choices.
    pub fn with_data(random: &mut SplitMix) -> Self {
        Self { chooses: true, violations: random.below(3) == 0, ..Self::random(random) }
    }

    pub fn with_loops(random: &mut SplitMix) -> Self {
        Self { loops: true, violations: random.below(3) == 0, ..Self::random(random) }
    }

    /// Something of everything that comes to an end, in changing mixtures.
    pub fn random(random: &mut SplitMix) -> Self {
        let mut coin = |one_in: u64| random.below(one_in) == 0;
        let (locks, parks, starts, joins) = (coin(2), coin(3), coin(3), coin(3));
        let (branches, few) = (coin(2), coin(2));
        let threads = 2 + random.below(3);
        let steps = match threads {
            2 => 6,
            3 => 4,
            _ => 3,
        };
        let variables = if few { 1 } else { 1 + random.below(3) };
        Taste {
            threads,
            steps,
            variables,
            locks,
            parks,
            starts,
            joins,
            branches,
            ..Taste::default()
        }
    }
}

struct Maker<'a> {
    random: &'a mut SplitMix,
    taste: Taste,
    code: Vec<Op>,
    held: [bool; MONITORS],
}

pub fn program(random: &mut SplitMix, taste: Taste) -> Program {
    let ends = taste.joins || random.below(4) == 0;
    let mut program = Program { threads: Vec::new(), starts: taste.starts, ends };
    for thread in 0..taste.threads {
        let mut maker = Maker { random, taste, code: Vec::new(), held: [false; MONITORS] };
        let steps = maker.random.below(taste.steps) + 1;
        (0..steps).for_each(|_| maker.operation(thread, 0));
        program.threads.push(maker.code);
    }
    if taste.starts {
        add_starts(random, &mut program);
    }
    program
}

/// Each thread is started by one before it, usually at once.
fn add_starts(random: &mut SplitMix, program: &mut Program) {
    for thread in (1..program.threads.len()).rev() {
        let parent = random.below(thread as u64) as usize;
        let parent = if random.below(3) > 0 { 0 } else { parent };
        let program_loops =
            program.threads[parent].iter().any(|op| matches!(op, Op::BackUnless(..)));
        let code = &mut program.threads[parent];
        // Not inside of a branch, which might leave it out: before the first.
        let first = code.iter().position(|op| !op.is_visible()).unwrap_or(code.len());
        let at = if program_loops || random.below(2) == 0 {
            0
        } else {
            random.below(first as u64 + 1) as usize
        };
        code.insert(at, Op::Start(thread));
    }
}

impl Maker<'_> {
    fn variable(&mut self) -> usize {
        self.random.below(self.taste.variables) as usize
    }

    fn value(&mut self) -> u32 {
        self.random.below(3) as u32
    }

    fn other(&mut self, thread: u64) -> usize {
        let other = self.random.below(self.taste.threads - 1);
        (if other >= thread { other + 1 } else { other }) as usize
    }

    fn operation(&mut self, thread: u64, depth: u32) {
        let taste = self.taste;
        let variable = self.variable();
        let value = self.value();
        match self.random.below(20) {
            0..3 if taste.locks && depth < 2 => self.block(thread, depth),
            3 if taste.parks => {
                let in_time = taste.timed && self.random.below(2) == 0;
                self.code.push(if in_time { Op::ParkInTime } else { Op::Park });
            }
            4..6 if taste.parks => {
                let other = self.other(thread);
                self.code.push(Op::Unpark(other));
            }
            6 if taste.joins => {
                let other = self.other(thread);
                self.code.push(Op::Join(other));
            }
            7..9 if taste.branches && depth < 2 => self.branch(thread, depth),
            9 if taste.chooses => self.code.push(Op::Choose(2 + value % 2)),
            11 if taste.fences => self.code.push(Op::Fence),
            10 | 11 if taste.loops && depth == 0 => self.spin(),
            12..14 => {
                let to = self.value();
                self.code.push(Op::Cas(variable, value, to));
            }
            14 => self.code.push(Op::Add(variable, 1 + value)),
            15 => self.code.push(Op::WriteNext(variable)),
            16 | 17 => self.code.push(Op::Write(variable, value)),
            _ => {
                self.code.push(Op::Read(variable));
                if taste.violations && self.random.below(2) == 0 {
                    self.code.push(Op::AssertNot(value));
                }
            }
        }
    }

    /// A monitor, and something inside it.
    fn block(&mut self, thread: u64, depth: u32) {
        let monitor = self.random.below(2 + u64::from(depth)) as usize;
        if std::mem::replace(&mut self.held[monitor], true) {
            return;
        }
        self.code.push(Op::Lock(monitor));
        for _ in 0..self.random.below(3) {
            self.operation(thread, depth + 1);
        }
        self.code.push(Op::Unlock(monitor));
        self.held[monitor] = false;
    }

    /// Something is left out if what was read is this.
    fn branch(&mut self, thread: u64, depth: u32) {
        let (variable, value) = (self.variable(), self.value());
        self.code.push(if self.random.below(3) == 0 {
            Op::Add(variable, 1)
        } else {
            Op::Read(variable)
        });
        let skip = self.code.len();
        self.code.push(Op::SkipIf(value, 0));
        for _ in 0..=self.random.below(2) {
            self.operation(thread, depth + 1);
        }
        self.code[skip] = Op::SkipIf(value, self.code.len() - skip - 1);
    }

    /// Waits for a value, perhaps with a look at something else in between.
    fn spin(&mut self) {
        let start = self.code.len();
        let (variable, value) = (self.variable(), self.value());
        if self.random.below(3) == 0 {
            let other = self.variable();
            self.code.push(Op::Read(other));
        }
        self.code.push(if self.random.below(4) == 0 {
            Op::Cas(variable, value, 0)
        } else {
            Op::Read(variable)
        });
        let value = if matches!(self.code.last(), Some(Op::Cas(..))) { 1 } else { value };
        self.code.push(Op::BackUnless(value, self.code.len() - start));
    }
}

/// Whether what was cut out of a program has left one: what it skips and goes back to is there,
/// each loop has a step, and no thread enters a monitor that it has.
fn is_sound(program: &Program) -> bool {
    let starts = program.threads.iter().flatten().filter(|op| matches!(op, Op::Start(_))).count();
    let all_started = !program.starts || starts + 1 == program.threads.len();
    all_started
        && program.threads.iter().all(|code| {
            let mut held = [false; MONITORS];
            code.first().is_none_or(|op| op.is_visible())
                && code.iter().enumerate().all(|(at, op)| match op {
                    Op::SkipIf(_, count) => at + count < code.len(),
                    Op::BackUnless(_, count) => {
                        *count <= at && code[at - count..at].iter().any(|op| op.is_visible())
                    }
                    Op::Lock(monitor) => !std::mem::replace(&mut held[*monitor], true),
                    Op::Unlock(monitor) => std::mem::replace(&mut held[*monitor], false),
                    _ => true,
                })
                && held == [false; MONITORS]
        })
}

/// All programs that are a little smaller.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for thread in 0..program.threads.len() {
        for from in 0..program.threads[thread].len() {
            for to in from + 1..=program.threads[thread].len().min(from + 4) {
                let mut less = program.clone();
                less.threads[thread].drain(from..to);
                // A skip or a loop around what was cut out becomes shorter.
                for (at, op) in less.threads[thread].iter_mut().enumerate() {
                    match op {
                        Op::SkipIf(_, count) if at < from && at + *count >= from => {
                            *count -= (to - from).min(*count);
                        }
                        Op::BackUnless(_, count) if at >= from && at - from < *count => {
                            *count -= (to - from).min(*count);
                        }
                        _ => {}
                    }
                }
                all.push(less);
            }
        }
        let mut less = program.clone();
        less.threads[thread].clear();
        all.push(less);
        for at in 0..program.threads[thread].len() {
            let simpler = match program.threads[thread][at] {
                Op::Add(variable, _) | Op::WriteNext(variable) | Op::Cas(variable, ..) => {
                    vec![Op::Write(variable, 1), Op::Read(variable)]
                }
                Op::Write(variable, value) if value != 1 => vec![Op::Write(variable, 1)],
                _ => vec![],
            };
            for op in simpler {
                let mut less = program.clone();
                less.threads[thread][at] = op;
                all.push(less);
            }
        }
    }
    if let Some(last) = program.threads.last().filter(|last| last.is_empty()) {
        let mut less = program.clone();
        let number = less.threads.len() - 1;
        debug_assert!(last.is_empty());
        less.threads.pop();
        less.threads.iter_mut().for_each(|code| code.retain(|op| *op != Op::Start(number)));
        let is_named =
            |op: &Op| matches!(op, Op::Unpark(other) | Op::Join(other) if *other == number);
        if !less.threads.iter().flatten().any(is_named) && number > 1 {
            all.push(less);
        }
    }
    if program.ends && !program.threads.iter().flatten().any(|op| matches!(op, Op::Join(_))) {
        all.push(Program { ends: false, ..program.clone() });
    }
    if program.starts {
        let mut less = Program { starts: false, ..program.clone() };
        less.threads.iter_mut().for_each(|code| code.retain(|op| !matches!(op, Op::Start(_))));
        all.push(less);
    }
    all.retain(|less| less != program && is_sound(less));
    all
}

/// The smallest program that still fails that can be had by leaving out a little at a time.
pub fn shrunk(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut least = program.clone();
    while let Some(less) = smaller(&least).into_iter().find(|less| fails(less)) {
        least = less;
    }
    least
}
