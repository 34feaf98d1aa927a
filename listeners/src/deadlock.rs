//! Explains a deadlock: makes the wait-for graph of the threads' states, and names a cycle of it,
//! and what to do about it.
//!
//! It reads the clauses in which the machine says what a thread waits for, see `WAITS_FOR`; where a
//! thread parks, its stack says which synchronizer that is for. A clause it does not know is passed
//! on as it is. It names one cycle, the first by the order of the threads; without a cycle, the
//! threads that wait for what no thread will do.

use raceproof_base::{Finding, FindingKind, ThreadReport};

/// The explanation of a deadlock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// One sentence.
    pub message: String,
    /// What to do about it, or nothing.
    pub advice: String,
}

/// Completes a deadlock that the machine reported; leaves other findings as they are.
pub fn complete(finding: &mut Finding) {
    if finding.kind == FindingKind::Deadlock && !finding.threads.is_empty() {
        let Explanation { message, advice } = explain(&finding.threads);
        let lost = lost_signal(finding);
        finding.message = message;
        finding.advice = [advice, lost]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
    }
}

/// Explains a state that no thread can leave.
#[must_use]
pub fn explain(threads: &[ThreadReport]) -> Explanation {
    match stuck(threads) {
        Stuck::Circle(cycle) => {
            Explanation { message: circle(&cycle, threads), advice: advice(&cycle, threads) }
        }
        Stuck::Alone(roots) => {
            let clauses: Vec<String> = roots.iter().map(|&n| clause(&threads[n])).collect();
            Explanation {
                message: format!("no thread can go on: {}", joined(&clauses, "; ")),
                advice: advice(&roots, threads),
            }
        }
    }
}

/// The threads that are the matter, by their positions; others only wait for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// Each waits for the next.
    Circle(Vec<usize>),
    /// They wait for what no thread will do.
    Alone(Vec<usize>),
}

impl Stuck {
    /// Which they are.
    #[must_use]
    pub fn threads(&self) -> &[usize] {
        match self {
            Self::Circle(threads) | Self::Alone(threads) => threads,
        }
    }
}

/// Finds the threads that are the matter.
#[must_use]
pub fn stuck(threads: &[ThreadReport]) -> Stuck {
    let holders = holders(threads);
    if let Some(cycle) = cycle(&holders) {
        return Stuck::Circle(cycle);
    }
    // A thread that waits for another one is stuck because of that one's wait.
    let waits = |n: &usize| holders[*n].is_none() && threads[*n].state != "can run";
    let mut roots: Vec<usize> = (0..threads.len()).filter(waits).collect();
    // The library's own threads wait because they are meant to, unless only they wait.
    let is_own = |n: &usize| threads[*n].stack.iter().any(|place| !place.library);
    if roots.iter().any(is_own) {
        roots.retain(is_own);
    }
    Stuck::Alone(roots)
}

/// Who else has held last what a thread waits to be notified on, and whether that was too early.
/// Only locking is a step: what is notified while a lock is held is not, so nobody is said to have
/// notified.
fn lost_signal(finding: &Finding) -> String {
    let stuck = stuck(&finding.threads);
    let waiting = stuck.threads().iter().filter_map(|&n| {
        let thread = &finding.threads[n];
        Some((thread.name.as_str(), thread.state.strip_prefix("waits to be notified on ")?))
    });
    let told = waiting.filter_map(|(name, object)| {
        let lock = format!("lock {object}");
        let steps = || (1..).zip(&finding.trace).filter(|(_, step)| step.operation == lock);
        let (begun, _) = steps().filter(|(_, step)| step.thread == name).last()?;
        let (number, step) = steps().filter(|(_, step)| step.thread != name).last()?;
        let order = match number < begun {
            true => format!("before {name} had begun to wait (step {begun})"),
            false => format!("while {name} waited (since step {begun}), and did not wake it"),
        };
        let at = match step.place.line {
            0 => String::new(),
            line => format!(", at {}:{line}", step.place.file),
        };
        Some(format!(
            "here {} was the last to lock {object}{at} (step {number}), {order}",
            step.thread
        ))
    });
    told.collect::<Vec<String>>().join("; ")
}

/// Of each thread, the one that could end its waiting, by their positions.
#[must_use]
pub fn holders(threads: &[ThreadReport]) -> Vec<Option<usize>> {
    threads.iter().map(|thread| holder(thread, threads)).collect()
}

/// How a clause names the thread that is waited for: what stands before its name, and after it.
const WAITS_FOR: [(&str, &str); 3] =
    [(", held by ", ""), ("waits for thread ", " to end"), (" to be initialised by ", "")];

/// The thread that could end this one's waiting.
fn holder(thread: &ThreadReport, threads: &[ThreadReport]) -> Option<usize> {
    let name =
        |(before, after): (&str, &str)| thread.state.split_once(before)?.1.strip_suffix(after);
    let names = WAITS_FOR.into_iter().filter_map(name);
    names.filter_map(|name| threads.iter().position(|other| other.name == name)).next()
}

/// The first cycle of threads of which each waits for the next.
fn cycle(holders: &[Option<usize>]) -> Option<Vec<usize>> {
    for start in 0..holders.len() {
        let mut path = vec![start];
        let mut at = start;
        while let Some(next) = holders[at] {
            if let Some(position) = path.iter().position(|&n| n == next) {
                path.drain(..position);
                return Some(path);
            }
            path.push(next);
            at = next;
        }
    }
    None
}

fn circle(cycle: &[usize], threads: &[ThreadReport]) -> String {
    let clauses: Vec<String> = cycle.iter().map(|&n| clause(&threads[n])).collect();
    match cycle {
        [only] => format!("{} waits for itself: {}", threads[*only].name, clauses.concat()),
        [_, _] => format!("two threads wait for each other: {}", joined(&clauses, "; ")),
        _ => format!(
            "{} threads wait for each other in a circle: {}",
            cycle.len(),
            joined(&clauses, "; ")
        ),
    }
}

/// Long cycles are told in full by the states of the threads, which follow in every report.
fn joined(clauses: &[String], separator: &str) -> String {
    const SHOWN: usize = 8;
    let mut text =
        clauses.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(separator);
    if clauses.len() > SHOWN {
        text.push_str(&format!("{separator}and {} more", clauses.len() - SHOWN));
    }
    text
}

fn clause(thread: &ThreadReport) -> String {
    let ThreadReport { name, state, .. } = thread;
    match (waits_in(thread), state.strip_prefix("is parked")) {
        (Some(called), Some(rest)) => format!("{name} is parked in {called}{rest}"),
        (Some(called), None) if state.starts_with("waits to be notified") => {
            format!("{name} {state}, in {called}")
        }
        _ => format!("{name} {state}"),
    }
}

/// The method of the library that the program called and that waits.
fn waits_in(thread: &ThreadReport) -> Option<String> {
    let program =
        thread.stack.iter().position(|place| !place.library).unwrap_or(thread.stack.len());
    let called = thread.stack.get(program.checked_sub(1)?)?;
    // `Object.wait` says no more than the clause does.
    let is_wait = called.class == "java.lang.Object";
    (!is_wait).then(|| format!("{}.{}", called.class, called.method))
}

/// Prefixes of methods in which a thread waits, and advice where no thread ends the waiting.
const REMEDIES: [(&str, &str); 15] = [
    ("java.lang.Thread.join", JOIN),
    ("java.util.concurrent.locks.ReentrantLock", LOCK_ORDER),
    (
        "java.util.concurrent.locks.ReentrantReadWriteLock",
        "a read lock cannot be upgraded: release it before the write lock is taken, and unlock in `finally`",
    ),
    (
        "java.util.concurrent.locks.StampedLock",
        "a stamped lock is not reentrant: no thread may take it twice, and each stamp must be unlocked in `finally`",
    ),
    ("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", LOST_SIGNAL),
    (
        "java.util.concurrent.CountDownLatch",
        "the latch's count must be counted down on every path: call `countDown` in `finally`, as many times as the count says",
    ),
    (
        "java.util.concurrent.CyclicBarrier",
        "as many threads must reach the barrier as it has parties: on every path, and no thread waiting for anything else meanwhile",
    ),
    (
        "java.util.concurrent.Phaser",
        "every registered party must arrive or deregister, on every path",
    ),
    (
        "java.util.concurrent.Semaphore",
        "permits must be given back on every path: call `release` in `finally`",
    ),
    ("java.util.concurrent.Exchanger", "an exchange takes two threads: one came without a partner"),
    (
        "java.util.concurrent.FutureTask",
        "the task whose result is awaited never ran to its end: a task must not wait for another of the same, full pool",
    ),
    (
        "java.util.concurrent.CompletableFuture",
        "the future must be completed on every path, also when its stage fails",
    ),
    (
        "java.util.concurrent.ThreadPoolExecutor",
        "the pool's threads wait for tasks that never come: call `shutdown` when the last task is submitted",
    ),
    (
        "java.util.concurrent.locks.LockSupport",
        "a parked thread needs somebody to `unpark` it: let the waker set the condition before `unpark`, and the parker check it in a loop",
    ),
    (
        "java.util.concurrent.",
        "the queue or synchronizer needs a partner that never comes: see which thread should put, take or signal, and why it ended or waits",
    ),
];

const JOIN: &str = "a thread that is joined must end: see what it waits for itself, and join it without a lock that it needs";
const LOCK_ORDER: &str = "let every thread take these locks in one fixed order, or none of them while it holds another; unlock in `finally`";
const LOST_SIGNAL: &str = "a notification that comes before the waiting is lost: change the condition and notify under the lock, \
                           and wait in a loop that checks the condition first";

fn advice(who: &[usize], threads: &[ThreadReport]) -> String {
    let mut advice: Vec<&str> = who.iter().filter_map(|&n| remedy(&threads[n])).collect();
    // In the order of the threads, each once.
    let mut seen = Vec::new();
    advice.retain(|line| {
        let is_new = !seen.contains(line);
        seen.push(line);
        is_new
    });
    advice.join("; ")
}

fn remedy(thread: &ThreadReport) -> Option<&'static str> {
    let state = thread.state.as_str();
    if state.starts_with("waits to lock ") {
        return Some(LOCK_ORDER);
    }
    if state.starts_with("waits for thread ") {
        return Some(JOIN);
    }
    if state.contains(" to be initialised by ") {
        return Some(
            "two classes need each other while they are initialised: let one of them come first, or take the use of the other out of `static` initialisers",
        );
    }
    if let Some(called) = waits_in(thread)
        && let Some((_, remedy)) =
            REMEDIES.iter().find(|(beginning, _)| called.starts_with(beginning))
    {
        return Some(remedy);
    }
    state.starts_with("waits to be notified").then_some(LOST_SIGNAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, program};
    use raceproof_base::{Moments, Place, Step};

    fn thread(name: &str, state: &str, stack: Vec<Place>) -> ThreadReport {
        ThreadReport { name: name.to_owned(), state: state.to_owned(), stack }
    }

    #[test]
    fn a_circle_of_locks() {
        let threads = [
            thread(
                "main",
                "waits for thread Thread-0 to end",
                vec![
                    library("java.lang.Object", "wait0"),
                    library("java.lang.Thread", "join"),
                    program(),
                ],
            ),
            thread("Thread-0", "waits to lock Fork@2, held by Thread-1", vec![program()]),
            thread("Thread-1", "waits to lock Fork@1, held by Thread-0", vec![program()]),
        ];
        let explanation = explain(&threads);
        assert_eq!(
            explanation.message,
            "two threads wait for each other: Thread-0 waits to lock Fork@2, held by Thread-1; \
             Thread-1 waits to lock Fork@1, held by Thread-0"
        );
        assert_eq!(explanation.advice, LOCK_ORDER);
    }

    #[test]
    fn names_with_commas_do_not_confuse() {
        let threads = [
            thread("a, held by b", "waits to lock X@1, held by a, held by b", vec![program()]),
            thread("b", "waits to lock Y@1, held by a, held by b", vec![program()]),
        ];
        assert_eq!(
            explain(&threads).message,
            "a, held by b waits for itself: a, held by b waits to lock X@1, held by a, held by b"
        );
    }

    #[test]
    fn without_a_circle_the_one_that_nobody_wakes_is_named() {
        let threads = [
            thread("main", "waits to lock Queue@1, held by Thread-0", vec![program()]),
            thread(
                "Thread-0",
                "waits to be notified on Cell@1",
                vec![library("java.lang.Object", "wait"), program()],
            ),
        ];
        let explanation = explain(&threads);
        assert_eq!(
            explanation.message,
            "no thread can go on: Thread-0 waits to be notified on Cell@1"
        );
        assert_eq!(explanation.advice, LOST_SIGNAL);
    }

    #[test]
    fn a_parked_thread_is_explained_by_its_synchronizer() {
        let park = || library("java.util.concurrent.locks.LockSupport", "park");
        let awaiting = |called: Place| {
            thread("main", "is parked, without a permit", vec![park(), called, program()])
        };
        for (class, method, advice) in [
            ("java.util.concurrent.CountDownLatch", "await", "countDown"),
            ("java.util.concurrent.ArrayBlockingQueue", "take", "partner"),
            ("java.util.concurrent.Semaphore", "acquire", "release"),
        ] {
            let explanation = explain(&[awaiting(library(class, method))]);
            assert_eq!(
                explanation.message,
                format!(
                    "no thread can go on: main is parked in {class}.{method}, without a permit"
                )
            );
            assert!(explanation.advice.contains(advice), "{explanation:?}");
        }
    }

    #[test]
    fn threads_wait_for_threads_in_several_ways() {
        let lock = library("java.util.concurrent.locks.ReentrantLock", "lock");
        let threads = [
            thread("main", "waits for thread A to end", vec![program()]),
            thread("A", "waits for class Config to be initialised by B", vec![program()]),
            thread(
                "B",
                "is parked, waiting for ReentrantLock$NonfairSync@1, held by main",
                vec![lock, program()],
            ),
            thread(
                "Cleaner",
                "waits to be notified on Object@1",
                vec![library("java.lang.Object", "wait")],
            ),
        ];
        let explanation = explain(&threads);
        assert_eq!(
            explanation.message,
            "3 threads wait for each other in a circle: main waits for thread A to end; \
             A waits for class Config to be initialised by B; \
             B is parked in java.util.concurrent.locks.ReentrantLock.lock, waiting for ReentrantLock$NonfairSync@1, \
             held by main"
        );
        assert_eq!(explanation.advice.split("; ").next(), JOIN.split("; ").next());
        // Alone, the one whose partner is gone is named, not the library's thread.
        let explanation = explain(&threads[2..]);
        assert!(
            explanation.message.starts_with("no thread can go on: B is parked"),
            "{explanation:?}"
        );
        assert!(!explanation.message.contains("Cleaner"));
    }

    #[test]
    fn many_threads_are_cut_short_and_unknown_clauses_passed_on() {
        let threads: Vec<ThreadReport> = (0..20)
            .map(|n| {
                thread(&format!("T{n}"), &format!("broods, held by T{}", (n + 1) % 20), Vec::new())
            })
            .collect();
        let explanation = explain(&threads);
        assert!(
            explanation
                .message
                .starts_with("20 threads wait for each other in a circle: T0 broods, held by T1; ")
        );
        assert!(explanation.message.ends_with("; and 12 more"), "{}", explanation.message);
        assert_eq!(explanation.advice, "");
        let clauses = vec!["a".to_owned(); 9];
        assert_eq!(joined(&clauses[..8], ", "), "a, a, a, a, a, a, a, a");
        assert_eq!(joined(&clauses, ", "), "a, a, a, a, a, a, a, a, and 1 more");
    }

    #[test]
    fn a_clause_names_the_method_in_which_a_thread_waits_to_be_notified() {
        let remove = library("java.lang.ref.ReferenceQueue", "remove");
        let waits = |state: &str| {
            let stack = vec![library("java.lang.Object", "wait"), remove.clone(), program()];
            clause(&thread("main", state, stack))
        };
        assert_eq!(
            waits("waits to be notified on Lock@1"),
            "main waits to be notified on Lock@1, in java.lang.ref.ReferenceQueue.remove"
        );
        assert_eq!(waits("waits to lock Lock@1"), "main waits to lock Lock@1");
    }

    #[test]
    fn who_may_have_notified_too_early_is_told() {
        let step = |name: &str, operation: &str| Step {
            thread: name.to_owned(),
            operation: operation.to_owned(),
            place: program(),
            library: false,
            called: None,
            timed_out: false,
            ending: None,
            value: None,
            moments: Moments::default(),
        };
        let advice = |trace: Vec<Step>| {
            let mut finding = Finding::new(FindingKind::Deadlock, "");
            let stack = vec![library("java.lang.Object", "wait"), program()];
            finding.threads = vec![thread("main", "waits to be notified on Cell@1", stack)];
            finding.trace = trace;
            complete(&mut finding);
            finding.advice.strip_prefix(LOST_SIGNAL).unwrap().to_owned()
        };
        let (other, own) = (step("a", "lock Cell@1"), step("main", "lock Cell@1"));
        let place = format!("at {}:{}", program().file, program().line);
        assert_eq!(
            advice(vec![step("a", "begin"), other.clone(), step("a", "lock Cell@2"), own.clone()]),
            format!(
                "; here a was the last to lock Cell@1, {place} (step 2), before main had begun to wait (step 4)"
            )
        );
        assert_eq!(
            advice(vec![own.clone(), other.clone()]),
            format!(
                "; here a was the last to lock Cell@1, {place} (step 2), while main waited (since step 1), and did not wake it"
            )
        );
        assert_eq!(advice(vec![own]) + &advice(vec![other]), "", "nobody else, or not known");
    }

    #[test]
    fn those_that_are_the_matter_come_before_those_that_wait_for_them() {
        let threads = [
            thread("main", "waits for thread a to end", vec![program()]),
            thread("a", "waits to lock X@1, held by b", vec![program()]),
            thread("b", "waits to lock Y@1, held by a", vec![program()]),
        ];
        assert_eq!(stuck(&threads), Stuck::Circle(vec![1, 2]));
        assert_eq!(stuck(&threads[..1]), Stuck::Alone(vec![0]));
    }

    #[test]
    fn only_deadlocks_are_completed() {
        let mut finding = Finding::new(FindingKind::Assertion, "said");
        finding.threads.push(thread("main", "runs", Vec::new()));
        complete(&mut finding);
        assert_eq!(finding.message, "said");
        finding.kind = FindingKind::Deadlock;
        complete(&mut finding);
        assert_eq!(finding.message, "no thread can go on: main runs");
    }
}
