//! Explains an exception that ends a thread: which other threads had not done their part then.
//!
//! A schedule shows that a program fails, and not what it has taken for granted. Where another
//! thread could have gone on, the usual mistake is that nothing waits for it; where nothing had been
//! chosen yet, no schedule is to blame. What fails inside a collection is told like a race there:
//! who else runs says nothing of it.

use raceproof_base::{Finding, FindingKind, Place, ThreadReport};

use crate::words;

/// What the class library has for one thread at a time.
const FOR_ONE_THREAD: &[&str] = &[
    "java.lang.StringBuilder",
    "java.util.ArrayDeque",
    "java.util.ArrayList",
    "java.util.BitSet",
    "java.util.EnumMap",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.IdentityHashMap",
    "java.util.LinkedHashMap",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.PriorityQueue",
    "java.util.TreeMap",
    "java.util.TreeSet",
    "java.util.WeakHashMap",
];

/// How many threads are named.
const NAMED: usize = 3;

/// Advises where an exception or assertion has no advice yet.
pub fn complete(finding: &mut Finding) {
    let is_meant = matches!(finding.kind, FindingKind::Assertion | FindingKind::UncaughtException);
    if !is_meant || !finding.advice.is_empty() {
        return;
    }
    let Some(last) = finding.trace.last() else {
        if finding.schedule.choices.is_empty() {
            "it comes before any choice between threads, so it comes in every schedule: look at the input and at this code"
                .clone_into(&mut finding.advice);
        }
        return;
    };
    let failing = last.thread.clone();
    if let Some(class) = for_one_thread(&finding.stack) {
        let guard = words::not_thread_safe(class, words::ONE_LOCK);
        finding.advice = format!("{guard}, if {failing} is not the only one that uses it");
        return;
    }
    if let Some(advice) = to_wait(finding) {
        finding.advice = advice;
    }
}

/// Takes the advice to wait back where two findings advise two threads to wait for each other:
/// neither needs what the other does.
pub fn none_for_each_other(findings: &mut [Finding]) {
    let is_advised = |finding: &Finding| to_wait(finding).as_ref() == Some(&finding.advice);
    let pairs: Vec<Vec<[String; 2]>> = findings
        .iter()
        .map(|finding| if is_advised(finding) { waits(finding) } else { Vec::new() })
        .collect();
    for (finding, own) in findings.iter_mut().zip(&pairs) {
        let is_mutual = |[one, other]: &[String; 2]| {
            pairs.iter().flatten().any(|[theirs, mine]| theirs == other && mine == one)
        };
        if own.iter().any(is_mutual) {
            finding.advice.clear();
        }
    }
}

/// Who fails, with each of those who had not done their part.
fn waits(finding: &Finding) -> Vec<[String; 2]> {
    let Some(last) = finding.trace.last() else { return Vec::new() };
    let behind = finding.threads.iter().filter(|thread| is_behind(thread, &last.thread));
    behind.map(|thread| [last.thread.clone(), thread.name.clone()]).collect()
}

/// The collection or the like, that the program has called when this was thrown inside it. One that
/// another class of the library wraps may be guarded by that.
fn for_one_thread(stack: &[Place]) -> Option<&'static str> {
    let called = stack.iter().take_while(|place| place.library).last()?;
    let class = called.class.split('$').next().unwrap_or_default();
    FOR_ONE_THREAD.iter().copied().find(|known| *known == class)
}

/// The advice to wait for the threads that had not done their part.
fn to_wait(finding: &Finding) -> Option<String> {
    let failing = &finding.trace.last()?.thread;
    let behind: Vec<&ThreadReport> =
        finding.threads.iter().filter(|thread| is_behind(thread, failing)).collect();
    if behind.is_empty() {
        return None;
    }
    let mut named: Vec<String> = behind.iter().take(NAMED).map(|thread| told(thread)).collect();
    if behind.len() > NAMED {
        named.push(format!("{} more", behind.len() - NAMED));
    }
    let (had, they) = match behind.as_slice() {
        [only] => ("had", format!("what {} does", only.name)),
        _ => ("have", "what these do".to_owned()),
    };
    Some(format!(
        "nothing makes {failing} wait for {}, which still {had} something to do: if {failing} needs {they}, let it \
         wait for that (Thread.join, Future.get, CountDownLatch.await), or manage without",
        named.join(", ")
    ))
}

/// Whether a thread could have gone on in code of the program's, or begun.
fn is_behind(thread: &ThreadReport, failing: &str) -> bool {
    let is_own = thread.stack.iter().any(|place| !place.library);
    thread.name != failing && thread.state == "can run" && (is_own || thread.stack.is_empty())
}

fn told(thread: &ThreadReport) -> String {
    let own = thread.stack.iter().find(|place| !place.library);
    match own.filter(|place| place.line > 0) {
        Some(place) => format!("{} (at {}:{})", thread.name, place.file, place.line),
        None => thread.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, program};
    use raceproof_base::{Choice, Moments, Place, Schedule, Step, ThreadId};

    fn thread(name: &str, state: &str, stack: Vec<Place>) -> ThreadReport {
        ThreadReport { name: name.to_owned(), state: state.to_owned(), stack }
    }

    fn step(thread: &str) -> Step {
        Step {
            thread: thread.to_owned(),
            operation: "begin".to_owned(),
            place: program(),
            library: false,
            called: None,
            timed_out: false,
            ending: None,
            value: None,
            moments: Moments::default(),
        }
    }

    fn advice(kind: FindingKind, threads: Vec<ThreadReport>) -> String {
        let mut finding = Finding::new(kind, "");
        finding.schedule = Schedule { choices: vec![Choice::Run(ThreadId(0))] };
        finding.trace = vec![step("loader"), step("main")];
        finding.threads = threads;
        complete(&mut finding);
        finding.advice
    }

    #[test]
    fn who_could_have_gone_on_is_named() {
        let loader = thread("loader", "can run", vec![library("java.util.Map", "put"), program()]);
        let threads = vec![thread("main", "can run", vec![program()]), loader.clone()];
        let told = advice(FindingKind::UncaughtException, threads);
        assert!(
            told.starts_with(
                "nothing makes main wait for loader (at Account.java:7), which still had"
            ),
            "{told}"
        );
        let fresh = ["a", "b", "c"].map(|name| thread(name, "can run", Vec::new()));
        let several = [vec![loader], fresh.to_vec()].concat();
        let told = advice(FindingKind::Assertion, several);
        assert!(
            told.contains("loader (at Account.java:7), a, b, 1 more, which still have"),
            "{told}"
        );
    }

    fn thrown(stack: Vec<Place>) -> Finding {
        let mut finding = Finding::new(FindingKind::UncaughtException, "");
        finding.stack = stack;
        finding.trace = vec![step("loader"), step("main")];
        finding.threads = vec![thread("loader", "can run", vec![program()])];
        complete(&mut finding);
        finding
    }

    #[test]
    fn what_fails_inside_the_library_is_told_by_what_the_program_has_called() {
        let array = library("java.util.Objects", "checkIndex");
        let told = |called: &str| {
            thrown(vec![
                array.clone(),
                library(called, "it"),
                program(),
                library("java.util.ArrayList", "forEach"),
            ])
            .advice
        };
        assert_eq!(
            told("java.util.ArrayList$Itr"),
            "java.util.ArrayList is not thread-safe: use a collection of java.util.concurrent, or guard every use of it \
             by one lock, if main is not the only one that uses it"
        );
        assert!(told("java.lang.StringBuilder").starts_with("a StringBuilder is not thread-safe"));
        for guarded in
            ["java.util.Collections$SynchronizedMap", "java.util.Vector", "java.lang.Integer"]
        {
            assert!(told(guarded).starts_with("nothing makes main wait"), "{guarded}");
        }
        assert!(thrown(vec![program()]).advice.starts_with("nothing makes main wait for loader"));
    }

    #[test]
    fn nobody_is_advised_to_wait_for_whom_others_advise_to_wait_for_him() {
        let mutual = |names: [&str; 2]| {
            let mut mirrored = thrown(vec![program()]);
            mirrored.trace = vec![step(names[0])];
            mirrored.threads = vec![thread(names[1], "can run", vec![program()])];
            mirrored.advice.clear();
            complete(&mut mirrored);
            let mut findings = [thrown(vec![program()]), mirrored];
            none_for_each_other(&mut findings);
            findings.map(|finding| finding.advice.is_empty())
        };
        assert_eq!(mutual(["loader", "main"]), [true, true]);
        assert_eq!(mutual(["main", "loader"]), [false, false]);
        assert_eq!(mutual(["loader", "other"]), [false, false]);
        // Advice of another sort stays.
        let mut known = [thrown(vec![program()]), thrown(vec![program()])];
        known[1].trace = vec![step("loader")];
        known[1].threads = vec![thread("main", "can run", vec![program()])];
        "known".clone_into(&mut known[1].advice);
        none_for_each_other(&mut known);
        assert!(known.iter().all(|finding| !finding.advice.is_empty()));
    }

    #[test]
    fn nobody_is_named_who_could_do_nothing() {
        let threads = vec![
            thread("main", "can run", vec![program()]),
            thread("pool", "is parked, without a permit", vec![library("java.util.Map", "put")]),
            thread("other", "waits for thread main to end", vec![program()]),
            thread("ticker", "can run", vec![library("java.util.Map", "put")]),
        ];
        assert_eq!(advice(FindingKind::UncaughtException, threads), "");
        let runs = vec![thread("other", "can run", vec![program()])];
        assert_eq!(advice(FindingKind::ExitStatus, runs), "");
    }

    #[test]
    fn what_comes_before_any_choice_comes_always() {
        let mut finding = Finding::new(FindingKind::UncaughtException, "");
        complete(&mut finding);
        assert!(finding.advice.contains("in every schedule"), "{}", finding.advice);
        finding.advice = "known".to_owned();
        complete(&mut finding);
        assert_eq!(finding.advice, "known");
    }
}
