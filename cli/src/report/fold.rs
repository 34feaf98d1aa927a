//! Counterexamples made short: what one thread does at a stretch is a block, what happens inside
//! the class library is a line, and of a very long way only its beginning and its end are shown.

use raceproof_base::{Place, Step, StepValue};

/// Blocks shown at the beginning and at the end of a long counterexample, lines at both ends of a
/// long block.
const FIRST_BLOCKS: usize = 20;
const LAST_BLOCKS: usize = 60;
const FIRST_LINES: usize = 10;
const LAST_LINES: usize = 20;

/// What runs when nobody has caught an exception.
const DISPATCH: &str = "java.lang.Thread.dispatchUncaughtException";

/// A part of a folded counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    Block(Block<'a>),
    /// So many steps are not shown.
    Omitted(usize),
}

/// What one thread does before another goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'a> {
    pub thread: &'a str,
    pub steps: usize,
    pub lines: Vec<Line<'a>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// A step, by its number from one; the same one may come several times in a row.
    Step { number: usize, step: &'a Step, times: usize },
    /// Steps inside a method of the library that the program called; whether one is the end of a
    /// wait by its time, and what they come to.
    Inside {
        number: usize,
        steps: usize,
        called: &'a str,
        place: &'a Place,
        timed_out: bool,
        value: Option<&'a StepValue>,
    },
    /// So many steps are not shown.
    Omitted(usize),
}

impl Line<'_> {
    fn steps(&self) -> usize {
        match self {
            Line::Step { times, .. } => *times,
            Line::Inside { steps, .. } | Line::Omitted(steps) => *steps,
        }
    }
}

/// The whole counterexample in blocks; with `verbose` each step has its line.
pub fn fold(steps: &[Step], verbose: bool) -> Vec<Part<'_>> {
    let mut number = 1;
    let mut blocks = Vec::new();
    for stretch in steps.chunk_by(|a, b| a.thread == b.thread) {
        blocks.push(block(stretch, number, verbose));
        number += stretch.len();
    }
    let shown = if verbose { usize::MAX } else { FIRST_BLOCKS + LAST_BLOCKS };
    if blocks.len() <= shown {
        return blocks.into_iter().map(Part::Block).collect();
    }
    let tail = blocks.split_off(blocks.len() - LAST_BLOCKS);
    let omitted = blocks.split_off(FIRST_BLOCKS);
    let omitted = Part::Omitted(omitted.iter().map(|block| block.steps).sum());
    blocks
        .into_iter()
        .map(Part::Block)
        .chain([omitted])
        .chain(tail.into_iter().map(Part::Block))
        .collect()
}

fn block(stretch: &[Step], first: usize, verbose: bool) -> Block<'_> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (position, step) in stretch.iter().enumerate() {
        let number = first + position;
        let called = step.called.as_deref().filter(|_| step.library && !verbose);
        match (lines.last_mut(), called) {
            (
                Some(Line::Inside { steps, called: before, place, timed_out, value, .. }),
                Some(called),
            ) if *before == called && is_one_place(place, &step.place) => {
                *steps += 1;
                *timed_out |= step.timed_out;
                *value = step.value.as_ref().filter(|_| is_of_an_atomic(called));
            }
            (_, Some(called)) => {
                let timed_out = step.timed_out;
                lines.push(Line::Inside {
                    number,
                    steps: 1,
                    called,
                    place: &step.place,
                    timed_out,
                    value: step.value.as_ref().filter(|_| is_of_an_atomic(called)),
                });
            }
            (Some(Line::Step { step: before, times, .. }), None)
                if !verbose && before.operation == step.operation && before.place == step.place =>
            {
                *times += 1;
            }
            (_, None) => lines.push(Line::Step { number, step, times: 1 }),
        }
    }
    if !verbose && lines.len() > FIRST_LINES + LAST_LINES {
        let tail = lines.split_off(lines.len() - LAST_LINES);
        let omitted = lines.split_off(FIRST_LINES).iter().map(Line::steps).sum();
        lines.push(Line::Omitted(omitted));
        lines.extend(tail);
    }
    Block { thread: &stretch[0].thread, steps: stretch.len(), lines }
}

/// Whether steps are told of as at one place: where the program did not call the library, its lines
/// say nothing.
fn is_one_place(a: &Place, b: &Place) -> bool {
    a == b || a.library && b.library
}

/// Whether a method is one of a variable of `java.util.concurrent.atomic`: of its steps, the last
/// one says what the program gets. Of other classes it is a detail: what a map reads is not what its
/// `get` answers.
fn is_of_an_atomic(method: &str) -> bool {
    method.starts_with("java.util.concurrent.atomic.")
}

/// What steps inside the library come to, as a clause behind the method.
pub fn comes_to(steps: usize, value: Option<&StepValue>) -> String {
    let which = if steps == 1 { "which" } else { "the last of which" };
    value.map_or(String::new(), |value| format!(", {which} {}", value.in_words()))
}

/// How many of a block's last lines are what a thread does about the exception that ends it: they
/// come behind the throw.
pub fn handling(lines: &[Line<'_>]) -> usize {
    let called = |line: &Line<'_>| match line {
        Line::Inside { called, .. } => *called == DISPATCH,
        Line::Step { step, .. } => step.library && step.called.as_deref() == Some(DISPATCH),
        Line::Omitted(_) => false,
    };
    lines.iter().rev().take_while(|line| called(line)).count()
}

/// A stack as lines, innermost first. Frames of the library below the one that the program called
/// are left out, but for the innermost one, which is where the thread is.
pub fn stack(stack: &[Place], verbose: bool) -> Vec<String> {
    let line = |place: &Place| format!("at {place}");
    if verbose {
        return stack.iter().map(line).collect();
    }
    let mut lines = Vec::new();
    for (number, run) in stack.chunk_by(|a, b| a.library == b.library).enumerate() {
        match run {
            [innermost, hidden @ .., called] if innermost.library && hidden.len() > 1 => {
                // In the middle of a stack, the library called the program: what matters is how it
                // came there.
                if number == 0 {
                    lines.push(line(innermost));
                    lines.push(format!("… {} frames of the class library", hidden.len()));
                } else {
                    lines.push(format!("… {} frames of the class library", hidden.len() + 1));
                }
                lines.push(line(called));
            }
            _ => lines.extend(run.iter().map(line)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{inside, place, step};

    #[test]
    fn a_thread_at_a_stretch_is_a_block() {
        let steps = [
            step("main", "a", 1),
            step("main", "b", 2),
            step("Thread-0", "c", 3),
            step("main", "d", 4),
        ];
        let parts = fold(&steps, false);
        let heads: Vec<(&str, usize)> = parts
            .iter()
            .map(|part| match part {
                Part::Block(block) => (block.thread, block.steps),
                Part::Omitted(_) => unreachable!(),
            })
            .collect();
        assert_eq!(heads, [("main", 2), ("Thread-0", 1), ("main", 1)]);
    }

    #[test]
    fn the_inside_of_the_library_is_one_line_unless_verbose() {
        let steps = [
            inside("T", "compare-and-set s", 7, "Lock.lock"),
            Step { timed_out: true, ..inside("T", "time out: park", 7, "Lock.lock") },
            inside("T", "write s", 9, "Lock.unlock"),
            step("T", "read x", 10),
        ];
        let Part::Block(block) = &fold(&steps, false)[0] else { unreachable!() };
        assert_eq!(
            block.lines,
            [
                Line::Inside {
                    number: 1,
                    steps: 2,
                    called: "Lock.lock",
                    place: &steps[0].place,
                    timed_out: true,
                    value: None,
                },
                Line::Inside {
                    number: 3,
                    steps: 1,
                    called: "Lock.unlock",
                    place: &steps[2].place,
                    timed_out: false,
                    value: None,
                },
                Line::Step { number: 4, step: &steps[3], times: 1 },
            ]
        );
        let Part::Block(block) = &fold(&steps, true)[0] else { unreachable!() };
        assert_eq!(block.lines.len(), 4);
    }

    #[test]
    fn a_call_of_an_atomic_has_the_value_of_its_last_step() {
        let reads = |value: &str, called| Step {
            value: Some(StepValue::Read(value.to_owned())),
            ..inside("T", "read it", 7, called)
        };
        let told = |steps: &[Step]| match &fold(steps, false)[0] {
            Part::Block(block) => match block.lines.as_slice() {
                [Line::Inside { steps, value, .. }] => comes_to(*steps, *value),
                lines => panic!("{lines:?}"),
            },
            Part::Omitted(_) => unreachable!(),
        };
        let atomic = "java.util.concurrent.atomic.AtomicInteger.getAndUpdate";
        let fails = Step { value: Some(StepValue::Refused("4".to_owned())), ..reads("3", atomic) };
        let writes = Step { value: Some(StepValue::Written("5".to_owned())), ..reads("4", atomic) };
        assert_eq!(told(&[reads("3", atomic)]), ", which reads 3");
        assert_eq!(told(&[reads("3", "Map.get")]), "");
        assert_eq!(told(&[reads("3", "Map.get"), reads("4", "Map.get")]), "");
        let of_an_atomic = [reads("3", atomic), fails, reads("4", atomic), writes];
        assert_eq!(told(&of_an_atomic), ", the last of which writes 5");
        assert_eq!(told(&of_an_atomic[..2]), ", the last of which finds 4 and writes nothing");
        assert_eq!(told(&[reads("3", atomic), inside("T", "park", 7, atomic)]), "");
    }

    #[test]
    fn no_step_is_lost_however_long_it_is() {
        let count = |parts: &[Part<'_>]| -> usize {
            let lines = |block: &Block<'_>| block.lines.iter().map(Line::steps).sum::<usize>();
            parts
                .iter()
                .map(|part| match part {
                    Part::Block(block) => {
                        assert_eq!(block.steps, lines(block));
                        block.steps
                    }
                    Part::Omitted(steps) => *steps,
                })
                .sum()
        };
        let one_block: Vec<_> = (0..500).map(|line| step("T", "x", line)).collect();
        let many_blocks: Vec<_> =
            (0..500).map(|n| step(if n % 2 == 0 { "A" } else { "B" }, "x", n)).collect();
        let spinning: Vec<_> = (0..500).map(|_| step("T", "read flag", 3)).collect();
        for steps in [&one_block, &many_blocks, &spinning] {
            for verbose in [false, true] {
                assert_eq!(count(&fold(steps, verbose)), 500);
            }
        }
        assert_eq!(fold(&many_blocks, false).len(), FIRST_BLOCKS + 1 + LAST_BLOCKS);
        let Part::Block(block) = &fold(&spinning, false)[0] else { unreachable!() };
        assert_eq!(block.lines, [Line::Step { number: 1, step: &spinning[0], times: 500 }]);
        assert!(fold(&[], false).is_empty());
    }

    #[test]
    fn stacks_keep_where_the_thread_is_and_what_the_program_called() {
        let library = |method: &str| Place { library: true, ..place("java.Lock", method, 1) };
        let whole = [
            library("park"),
            library("acquire"),
            library("acquireQueued"),
            library("lock"),
            place("Main", "run", 7),
            library("run"),
        ];
        assert_eq!(
            stack(&whole, false),
            [
                "at java.Lock.park(Lock.java:1)",
                "… 2 frames of the class library",
                "at java.Lock.lock(Lock.java:1)",
                "at Main.run(Main.java:7)",
                "at java.Lock.run(Lock.java:1)",
            ]
        );
        assert_eq!(stack(&whole, true).len(), 6);
    }
}
